//! `muehle bench strength`: how often the search loses value where a larger database knows better.
//!
//! Positions are random and critical: at least one move keeps the value and at least one loses it. With stones in hand
//! the true value comes from searching on into the tables.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::cli::wrong_usage;
use muehle_engine::endgame::opening::{Opening, Part};
use muehle_engine::endgame::{Database, ENDING_STONES, Outcome};
use muehle_engine::game::Game;
use muehle_engine::learn::create_player;
use muehle_engine::players::{Computer, PlayerText, Resources};
use muehle_engine::rules::{Color, Move, Point, PointSet, Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Searcher};

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Number of stones on the board and in hand; needs the tables up to this number
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(7..=18))]
    stones: u8,
    /// Stones still in hand, both sides together
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8))]
    in_hand: u8,
    /// Number of positions, spread evenly over all splits of the stones
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: usize,
    /// Time per move in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time: u64,
    /// Positions to visit per move instead of a time: gives the same result on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Let the search use the endgame database up to this number of stones
    #[arg(long, value_name = "N", default_value_t = ENDING_STONES.into())]
    endgame: usize,
    /// Measure this player instead of the search, for example ntuple:time=100,endgame=8
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["time", "nodes", "endgame", "heuristic", "switches"])]
    player: Option<PlayerText>,
    /// Heuristic of the search
    #[arg(long, value_name = "NAME", default_value = Computer::DEFAULT_HEURISTIC)]
    heuristic: String,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Random seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Search option, for example reductions=off
    #[arg(long = "set", value_name = "KEY=VALUE")]
    switches: Vec<String>,
    /// Print each position in which value was lost
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>) -> Result<()> {
    let mut options = Options { endgame: arguments.endgame, hash: 16, ..Options::default() };
    for switch in &arguments.switches {
        let (key, value) =
            switch.split_once('=').with_context(|| format!("\"{switch}\" is not KEY=VALUE")).map_err(wrong_usage)?;
        options.set(key, value).map_err(wrong_usage)?;
    }
    let evaluation = resources.evaluation(&arguments.heuristic).map_err(wrong_usage)?;
    let truth = Truth { database: resources.endgame(arguments.rules), rule: arguments.rules };
    truth.check(arguments.stones)?;
    truth.database.unpack_embedded();
    Opening::embedded(arguments.rules, Part::Eleventh);
    let limits = match arguments.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(Duration::from_millis(arguments.time)),
    };
    let knowledge = Knowledge::new(evaluation).with_endgame(truth.database.clone());
    let mut searcher = Searcher::new(knowledge, options);
    let player = arguments.player.as_ref().map(|text| create_player(text, resources)).transpose();
    let mut player = player.map_err(wrong_usage)?;
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let splits: Vec<(u8, u8)> = (3..=9)
        .filter(|own| (3..=9).contains(&(arguments.stones.wrapping_sub(*own))))
        .map(|own| (own, arguments.stones - own))
        .collect();
    let mut out = io::stdout().lock();
    writeln!(out, "{:<10}{:>10}{:>8}{:>9}{:>12}", "own-enemy", "positions", "lost", "share", "mean depth")?;
    let (mut all, mut all_lost, mut all_depths) = (0, 0, 0);
    for &(own, enemy) in &splits {
        let (mut lost, mut depths) = (0, 0);
        let count = arguments.positions.div_ceil(splits.len());
        for _ in 0..count {
            let (position, best) = truth.critical_position(own, enemy, arguments.in_hand, &mut random)?;
            let game = Game::from_position(Rules::with_removal(arguments.rules), position);
            let (mv, depth, score) = match &mut player {
                Some(player) => {
                    player.new_game(arguments.seed);
                    let choice = player.choose(&game, &AtomicBool::new(false), &mut |_| {})?;
                    (choice.mv, choice.report.as_ref().map_or(0, |report| report.depth), choice.score)
                }
                None => {
                    searcher.new_game();
                    let report = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| {});
                    (report.best.context("a critical position has moves")?, report.depth, Some(report.score))
                }
            };
            depths += depth;
            let value = -truth.result(&position.after(mv))?;
            if value < best {
                lost += 1;
                if arguments.verbose {
                    let score = score.map_or(String::new(), |score| format!(", {score}"));
                    writeln!(out, "{position}: {mv} turns {best} into {value}{score}")?;
                }
            }
        }
        let mean = |depths: u32, count: usize| f64::from(depths) / count as f64;
        let share = 100.0 * f64::from(lost) / count as f64;
        writeln!(
            out,
            "{:<10}{count:>10}{lost:>8}{share:>8.1}%{:>12.1}",
            format!("{own}-{enemy}"),
            mean(depths, count)
        )?;
        out.flush()?;
        all += count;
        all_lost += lost;
        all_depths += depths;
    }
    let share = 100.0 * f64::from(all_lost) / all as f64;
    let depth = f64::from(all_depths) / all as f64;
    writeln!(out, "{:<10}{all:>10}{all_lost:>8}{share:>8.1}%{depth:>12.1}", "all")?;
    Ok(())
}

/// Perfect results from the tables: 1 is a win for the side to move, -1 a loss.
struct Truth {
    database: Arc<Database>,
    rule: RemovalRule,
}

impl Truth {
    /// Fails if the tables are missing.
    fn check(&self, stones: u8) -> Result<()> {
        let mut points = Point::ALL.into_iter();
        let mut take = |count: u8| points.by_ref().take(count.into()).collect::<PointSet>();
        let (white, black) = (stones - stones / 2, stones / 2);
        let position = Position::new([take(white), take(black)], [0, 0], Color::White)?;
        let known = self.database.probe(&position)?.is_some();
        ensure!(
            known,
            "the tables with {stones} stones are missing; muehle endgame build --stones {stones} builds them"
        );
        Ok(())
    }

    fn result(&self, position: &Position) -> Result<i8> {
        self.result_between(position, -1, 1)
    }

    /// The result, exact between alpha and beta.
    fn result_between(&self, position: &Position, mut alpha: i8, beta: i8) -> Result<i8> {
        if let Some(loser) = position.loser() {
            return Ok(if loser == position.side_to_move() { -1 } else { 1 });
        }
        // The tables of the placing phase are not needed, only faster.
        match self.database.outcome(position)? {
            Some(Outcome::Win) => return Ok(1),
            Some(Outcome::Draw) => return Ok(0),
            Some(Outcome::Loss) => return Ok(-1),
            None => ensure!(!position.hands_are_empty(), "a table is missing"),
        }
        for mv in position.legal_moves(self.rule) {
            alpha = alpha.max(-self.result_between(&position.after(mv), -beta, -alpha)?);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    /// A random position with these stones in which the choice of move matters, and its result.
    fn critical_position(&self, own: u8, enemy: u8, in_hand: u8, random: &mut ChaCha8Rng) -> Result<(Position, i8)> {
        loop {
            // White moves: it has as many stones in hand as black, or one more.
            let hands = [in_hand - in_hand / 2, in_hand / 2];
            let mut points = Point::ALL;
            points.shuffle(random);
            let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
            let white = own.saturating_sub(hands[0]) as usize;
            let black = enemy.saturating_sub(hands[1]) as usize;
            let stones = [set(&points[..white]), set(&points[white..white + black])];
            let position = Position::new(stones, hands, Color::White)?;
            let moves: Vec<Move> = position.legal_moves(self.rule).into_iter().collect();
            let mut results = moves.iter().map(|mv| self.result(&position.after(*mv)).map(|result| -result));
            let Some(first) = results.next().transpose()? else { continue };
            let (mut best, mut worst) = (first, first);
            for result in results {
                let result = result?;
                (best, worst) = (best.max(result), worst.min(result));
            }
            if best > worst {
                return Ok((position, best));
            }
        }
    }
}
