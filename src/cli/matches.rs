//! `muehle match A B`: any two players against each other.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use muehle_engine::endgame::{Database, TableError};
use muehle_engine::game::pgn::{self, Collection, LoadError};
use muehle_engine::learn::arena::{MatchGame, Pair, Sprt, Verdict, run_match};
use muehle_engine::learn::create_player;
use muehle_engine::learn::given_away::{Check, GivenAway};
use muehle_engine::players::{PlayerError, PlayerText, Resources};
use muehle_engine::rules::Color;

use super::arguments::Conditions;
use super::{progress, write_file, wrong_usage};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// First player, for example computer:heuristic=Multi,depth=6
    a: PlayerText,
    /// Second player
    b: PlayerText,
    #[command(flatten)]
    conditions: Conditions,
    /// End as soon as a sequential test decides between two scores of A, for example 0.50,0.55
    #[arg(long, value_name = "NULL,HOPED", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Save all games to this file; games that it already has stay in front of them
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Check every move in the tables, and list those that gave value away
    #[arg(long)]
    values: bool,
}

/// Finished games are written this often, so that little is lost when the program is killed.
const SAVE_EVERY: Duration = Duration::from_secs(10);

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || format!("\"{text}\" is not two scores between 0 and 1, for example 0.50,0.55");
    let (null, hoped) = text.split_once(',').ok_or_else(wrong)?;
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|score| (0.0..=1.0).contains(score));
    match (read(null), read(hoped)) {
        (Some(null), Some(hoped)) if null < hoped => Ok(Sprt { null, hoped }),
        _ => Err(wrong()),
    }
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let conditions = &arguments.conditions;
    let settings = conditions.settings(arguments.sprt);
    let make = || -> Result<Pair, PlayerError> {
        Ok([create_player(&arguments.a, resources)?, create_player(&arguments.b, resources)?])
    };
    let players = make().map_err(wrong_usage)?;
    let basis = players.map(|player| player.basis(conditions.rules.removal));
    // Searches with a time limit do not wait for what is still packed.
    resources.endgame(conditions.rules.removal).unpack_embedded();
    if let Some(path) = &arguments.pgn {
        // A file that cannot be written is better known before the first game than after the last.
        append(path, "")?;
    }
    let bar = progress::bar(settings.games as u64, "games");
    let mut values = arguments.values.then(|| Values::new(resources.endgame(conditions.rules.removal)));
    let mut unsaved = String::new();
    let start = Instant::now();
    let mut saved_at = start;
    let tally = run_match(&settings, &make, stop, &mut |played, tally| {
        bar.set_position(tally.games() as u64);
        bar.set_message(tally.to_string());
        if let Some(values) = &mut values {
            values.add(played, conditions.openings.into());
        }
        let Some(path) = &arguments.pgn else { return };
        unsaved.push_str(&pgn_text(arguments, played));
        // A failure may pass; the last try reports it.
        if saved_at.elapsed() >= SAVE_EVERY && append(path, &unsaved).is_ok() {
            unsaved.clear();
            saved_at = Instant::now();
        }
    })?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.pgn {
        append(path, &unsaved)?;
    }
    let mut out = io::stdout().lock();
    for (name, player, basis) in [("A", &arguments.a, &basis[0]), ("B", &arguments.b, &basis[1])] {
        writeln!(out, "{name} {player}{}", basis.as_ref().map_or(String::new(), |basis| format!(" ({basis})")))?;
    }
    let (games, seconds) = (tally.games(), start.elapsed().as_secs_f64());
    writeln!(out, "games {games} in {seconds:.1} s, rules {}, seed {}", conditions.rules, conditions.seed)?;
    writeln!(out, "{tally}")?;
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let [wins, draws, losses] = tally.with(color);
        writeln!(out, "A with {name}: wins {wins} draws {draws} losses {losses}")?;
    }
    if let Some(sprt) = &arguments.sprt {
        let verdict = match tally.verdict(sprt) {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        writeln!(out, "sprt {:.3} against {:.3}: {verdict}", sprt.hoped, sprt.null)?;
    }
    match values {
        Some(values) => values.print(&mut out),
        None => Ok(()),
    }
}

/// What the tables say about the moves of both players.
struct Values {
    database: Arc<Database>,
    /// The moves of A and of B that the tables know, and how many of them gave value away.
    known: [usize; 2],
    given_away: [usize; 2],
    list: Vec<String>,
    /// The first table that could not be used.
    problem: Option<TableError>,
}

impl Values {
    fn new(database: Arc<Database>) -> Values {
        Values { database, known: [0; 2], given_away: [0; 2], list: Vec::new(), problem: None }
    }

    fn add(&mut self, played: &MatchGame, from_ply: usize) {
        let check = match Check::of(&played.game, from_ply, &self.database) {
            Ok(check) => check,
            Err(error) => {
                self.problem.get_or_insert(error);
                return;
            }
        };
        let player_of = |side: Color| usize::from(side != played.a_plays);
        for side in [Color::White, Color::Black] {
            self.known[player_of(side)] += check.known[side.index()];
            self.given_away[player_of(side)] += check.count(side);
        }
        for GivenAway { ply, position, mv, before, after } in check.given_away {
            let player = ["A", "B"][player_of(position.side_to_move())];
            let game = played.index + 1;
            self.list
                .push(format!("game {game} ply {}, {player}: {position} {mv} turns {before} into {after}", ply + 1));
        }
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for line in &self.list {
            writeln!(out, "{line}")?;
        }
        for (name, (given, known)) in ["A", "B"].into_iter().zip(self.given_away.into_iter().zip(self.known)) {
            writeln!(out, "{name} gave value away with {given} of {known} moves in the tables")?;
        }
        self.problem.clone().map_or(Ok(()), |problem| Err(problem.into()))
    }
}

/// Adds games to a file. What it has already stays as it is.
fn append(path: &Path, games: &str) -> anyhow::Result<()> {
    let is_empty = || std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
    let contents = match Collection::open(path) {
        Ok(_) if games.is_empty() => return Ok(()),
        Ok(file) => file.with_appended(games),
        Err(LoadError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => games.as_bytes().to_vec(),
        Err(LoadError::NotAGame { .. }) if is_empty() => games.as_bytes().to_vec(),
        Err(error) => return Err(error).with_context(|| format!("no games can be added to {}", path.display())),
    };
    write_file(path, &contents)
}

fn pgn_text(arguments: &Arguments, played: &MatchGame) -> String {
    let mut tags = pgn::Tags::default();
    let (white, black) = match played.a_plays {
        Color::White => (&arguments.a, &arguments.b),
        Color::Black => (&arguments.b, &arguments.a),
    };
    tags.set("Event", "Match");
    tags.set("Round", (played.index + 1).to_string());
    tags.set("White", white.to_string());
    tags.set("Black", black.to_string());
    pgn::write(&tags, &played.game) + "\n"
}
