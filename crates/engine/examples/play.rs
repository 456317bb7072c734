//! Plays a game against the computer: White's moves, such as `d6`, `d6-d5` or `d6xb4`, come from standard input.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut computer, mut game) = (muehle_engine::player("computer:depth=4")?, muehle_engine::Game::default());
    for line in std::io::stdin().lines() {
        game.play(line?.parse()?)?;
        if game.outcome().is_none() {
            game.play(computer.best_move(&game)?)?;
        }
        println!("{} {}", game.position(), game.outcome().map_or("*".to_owned(), |outcome| outcome.to_string()));
    }
    Ok(())
}
