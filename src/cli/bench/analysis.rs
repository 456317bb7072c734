//! `muehle bench analysis`: how soon values appear on the board, and how long printing a game takes.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::search::random_positions;
use crate::controller::analysis::{Analysis, Effort, VALUES_DEPTH};
use crate::print::{Format, Language, Paper, Sheet, USUAL_PIXELS, contents};
use muehle_engine::game::Game;
use muehle_engine::game::pgn::Tags;
use muehle_engine::players::Resources;
use muehle_engine::rules::{Position, RemovalRule, Rules};

/// The number of random positions to value.
const POSITIONS: usize = 100;
/// The length of the printed game.
const PLIES: usize = 100;
/// How often the game is printed.
const PRINTS: usize = 20;
/// If a position takes longer, something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn run(resources: &Arc<Resources>) -> Result<()> {
    let mut out = io::stdout().lock();
    let (sender, woken) = channel();
    let sender = std::sync::Mutex::new(sender);
    let waker = move || drop(sender.lock().map(|sender| sender.send(())));
    let mut analysis = Analysis::start(resources.clone(), Arc::new(waker));
    for (name, sliding) in [("placing", false), ("sliding", true)] {
        // The first position loads heuristic and tables, which an open window has already done, so it does not count.
        let positions = random_positions(7, sliding, POSITIONS + 1);
        let (mut first, mut full) = (Vec::new(), Vec::new());
        for (i, position) in positions.iter().enumerate() {
            if analysis.assessment(position, RemovalRule::Never).is_some() {
                continue;
            }
            let begun = Instant::now();
            analysis.ask(RemovalRule::Never, Some((*position, Effort::Values)), &[]);
            let mut early = None;
            loop {
                woken.recv_timeout(PATIENCE.saturating_sub(begun.elapsed()))?;
                analysis.poll();
                let Some(known) = analysis.assessment(position, RemovalRule::Never) else { continue };
                early.get_or_insert(begun.elapsed());
                // A position with an exact value is not searched deeper.
                let decided = known.solved || known.report.score.is_exact();
                if decided || known.report.depth >= VALUES_DEPTH {
                    break;
                }
            }
            if i > 0
                && let Some(early) = early
            {
                first.push(early);
                full.push(begun.elapsed());
            }
            // Stop between two positions, so that the next one starts from scratch.
            analysis.ask(RemovalRule::Never, None, &[]);
            while woken.try_recv().is_ok() {}
        }
        let label = format!("values on the board, {} {name} positions", first.len());
        row(&mut out, &format!("{label}, first ones"), &mut first)?;
        row(&mut out, &format!("{label}, depth {VALUES_DEPTH}"), &mut full)?;
    }
    let game = random_game()?;
    let (tags, node) = (Tags::default(), game.current());
    let sheet = Sheet { tags: &tags, game: &game, node, paper: Paper::A4, language: Language::German, flipped: false };
    let mut times = Vec::new();
    let mut bytes = 0;
    for _ in 0..PRINTS {
        let begun = Instant::now();
        bytes = contents(&sheet, Format::Pdf, USUAL_PIXELS).len();
        times.push(begun.elapsed());
    }
    row(&mut out, &format!("PDF of a game of {PLIES} plies, {bytes} bytes"), &mut times)
}

/// Median, 90th percentile and longest in real time, since this is what a person waits for.
fn row(out: &mut impl Write, name: &str, times: &mut [Duration]) -> Result<()> {
    ensure!(!times.is_empty(), "nothing was measured");
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    writeln!(
        out,
        "{name:<62} median {:>7.1} ms, 90 % within {:>7.1} ms, longest {:>7.1} ms",
        at(0.5),
        at(0.9),
        at(1.0)
    )?;
    Ok(out.flush()?)
}

/// A random game of `PLIES` plies.
fn random_game() -> Result<Game> {
    let rules = Rules { draw_by_repetition: false, quiet_plies: 0, ..Rules::default() };
    for seed in 0..1000 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::from_position(rules, Position::START);
        while game.ply() < PLIES && game.outcome().is_none() {
            let moves = game.legal_moves();
            game.play(moves[random.random_range(0..moves.len())])?;
        }
        if game.ply() == PLIES {
            return Ok(game);
        }
    }
    anyhow::bail!("no random game is long enough")
}
