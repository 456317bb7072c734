//! `muehle match A B`: any two players against each other.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;

use muehle_engine::game::pgn;
use muehle_engine::learn::arena::{MatchGame, Pair, Sprt, Verdict, run_match};
use muehle_engine::learn::create_player;
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
    /// Save all games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

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
    make().map_err(wrong_usage)?;
    let bar = progress::bar(settings.games as u64, "games");
    let mut saved = String::new();
    let start = Instant::now();
    let tally = run_match(&settings, &make, stop, &mut |played, tally| {
        bar.set_position(tally.games() as u64);
        bar.set_message(tally.to_string());
        if arguments.pgn.is_some() {
            saved.push_str(&pgn_text(arguments, played));
        }
    })?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.pgn {
        write_file(path, saved.as_bytes())?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "A {}\nB {}", arguments.a, arguments.b)?;
    let (games, seconds) = (tally.games(), start.elapsed().as_secs_f64());
    writeln!(out, "games {games} in {seconds:.1} s, rules {}, seed {}", conditions.rules, conditions.seed)?;
    writeln!(out, "{tally}")?;
    if let Some(sprt) = &arguments.sprt {
        let verdict = match tally.verdict(sprt) {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        writeln!(out, "sprt {:.3} against {:.3}: {verdict}", sprt.hoped, sprt.null)?;
    }
    Ok(())
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
