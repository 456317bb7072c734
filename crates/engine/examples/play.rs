//! Plays a game against the computer. White's moves, such as `d6`, `d6-d5` or `d6xb4`, come from standard input, one per
//! line; when the input ends, White plays on at random: `cargo run --example play < /dev/null`.

use std::error::Error;
use std::io::stdin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::learn::create_player;
use muehle_engine::players::{Player, Random, Resources};
use muehle_engine::rules::Color;

fn main() -> Result<(), Box<dyn Error>> {
    let resources = Arc::new(Resources::new(DataFolders::find(None)));
    let mut computer = create_player(&"computer:depth=4".parse()?, &resources)?;
    let (mut random, mut lines) = (Random::new(1), stdin().lines());
    let never = AtomicBool::new(false);
    let mut game = Game::default();
    while game.outcome().is_none() {
        let mv = if game.side_to_move() == Color::Black {
            computer.choose(&game, &never, &mut |_| {})?.mv
        } else if let Some(line) = lines.next() {
            line?.parse()?
        } else {
            random.choose(&game, &never, &mut |_| {})?.mv
        };
        game.play(mv)?;
        println!("{:<10} {}", mv.to_string(), game.position());
    }
    if let Some(outcome) = game.outcome() {
        println!("{outcome}");
    }
    Ok(())
}
