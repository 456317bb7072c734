//! `muehle games [FILE]`: the games of a file or of the archive, one numbered line each, or what they come to.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::output;
use crate::controller::GameFile;
use muehle_engine::archive::{Archive, ArchivedGame, Contents, Player, PlayerKind, Statistics, Tally};
use muehle_engine::files::DataFolders;
use muehle_engine::game::pgn::Collection;
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

/// If none of the first games is one, the file is refused.
const TRIED: usize = 20;
/// How many games are the last ones.
const LAST: usize = 10;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// File with saved games; without it, your finished games in the data folder
    file: Option<PathBuf>,
    /// Print results by level and colour, accuracy, mistakes and a rating instead of the list
    #[arg(long)]
    statistics: bool,
}

pub(super) fn run(arguments: &Arguments, folders: &DataFolders) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let contents = match &arguments.file {
        Some(file) => {
            let games = Collection::open(file)?;
            check(&games)?;
            if !arguments.statistics {
                list_file(&games, &mut out)?;
                return Ok(out.flush()?);
            }
            Contents::of(&games)
        }
        None => Archive::new(folders.saves()).read(),
    };
    match arguments.statistics {
        true => write_statistics(&Statistics::of(&contents.games), &mut out)?,
        false => {
            for (place, game) in contents.games.iter().enumerate() {
                writeln!(out, "{}. {}", place + 1, line(game))?;
            }
        }
    }
    out.flush()?;
    // Everything else was listed; the first problem ends the run, the others are named.
    let mut problems = contents.problems.into_iter().rev();
    let last = problems.next_back();
    problems.for_each(output::complain);
    last.map_or(Ok(()), |problem| Err(problem.into()))
}

/// The list of a file is made without reading the moves, so anything with brackets would look like a list of games.
fn check(games: &Collection) -> anyhow::Result<()> {
    for place in 0..games.len().min(TRIED) {
        match GameFile::read(games, place) {
            Err(error) if place + 1 == games.len().min(TRIED) => return Err(error.into()),
            Err(_) => {}
            Ok(_) => break,
        }
    }
    Ok(())
}

fn list_file(games: &Collection, out: &mut impl Write) -> io::Result<()> {
    for (place, entry) in games.entries().iter().enumerate() {
        let [white, black, date, result] =
            [&entry.white, &entry.black, &entry.date, &entry.result].map(|tag| plain(tag));
        writeln!(out, "{}. {white} - {black}, {date}, {result}, {} plies", place + 1, entry.plies)?;
    }
    Ok(())
}

/// A game of the archive in one line.
fn line(game: &ArchivedGame) -> String {
    let [white, black] = Color::BOTH.map(|side| {
        let Player { name, kind } = game.player(side);
        match kind {
            PlayerKind::Level(level) => level.to_string(),
            PlayerKind::Computer(text) => plain(text),
            PlayerKind::Network => format!("{} (network)", plain(name)),
            PlayerKind::Person if game.own_side() == Some(side) && name.is_empty() => "you".to_owned(),
            PlayerKind::Person => plain(name),
        }
    });
    let result = game.outcome.map_or("*", |outcome| outcome.score_text());
    let accuracy = game.own_side().and_then(|own| game.accuracy[own.index()]);
    let accuracy = accuracy.map_or(String::new(), |percent| format!(", accuracy {percent} %"));
    format!("{white} - {black}, {}, {result}, {} plies{accuracy}", plain(&game.date), game.moves.len())
}

fn write_statistics(statistics: &Statistics, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<10} {:>6} {:>6} {:>6} {:>6} {:>8}", "against", "games", "won", "drawn", "lost", "score")?;
    let mut row = |name: &str, tally: Tally| {
        let Tally { won, drawn, lost } = tally;
        let games = tally.games();
        if games == 0 {
            return Ok(());
        }
        let score = 100.0 * tally.points() / games as f64;
        writeln!(out, "{name:<10} {games:>6} {won:>6} {drawn:>6} {lost:>6} {score:>6.1} %")
    };
    for level in Level::ALL {
        row(level.name(), statistics.level(level))?;
    }
    let both = |[white, black]: [Tally; 2]| Tally {
        won: white.won + black.won,
        drawn: white.drawn + black.drawn,
        lost: white.lost + black.lost,
    };
    row("computers", both(statistics.computers))?;
    row("network", both(statistics.network))?;
    row("all", statistics.all())?;
    row("as white", statistics.color(Color::White))?;
    row("as black", statistics.color(Color::Black))?;
    let accuracies: Vec<f64> = statistics.accuracy.iter().map(|(_, percent)| f64::from(*percent)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    match accuracies.len() {
        0 => writeln!(out, "accuracy: no game was reviewed")?,
        count => {
            let last = &accuracies[count.saturating_sub(LAST)..];
            let (all, now) = (mean(&accuracies), mean(last));
            writeln!(out, "accuracy: {all:.1} % in {count} games, {now:.1} % in the last {}", last.len())?;
        }
    }
    if !statistics.mistakes.is_empty() {
        let kinds: Vec<String> = statistics.mistakes.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(out, "mistakes: {}", kinds.join(", "))?;
    }
    match statistics.rating {
        Some(rating) => {
            let (elo, margin, games) = (rating.elo, rating.margin, rating.games);
            writeln!(out, "rating: {elo:.0} ± {margin:.0} from the last {games} games against levels")
        }
        None => writeln!(out, "rating: none before {} games against levels", Statistics::LEAST_RATED),
    }
}

/// A tag as one line that cannot control a terminal.
fn plain(tag: &str) -> String {
    let text: String = tag.chars().filter(|letter| !letter.is_control()).collect();
    if text.is_empty() { "?".to_owned() } else { text }
}
