//! Setting traps: among moves that keep the exact value, those after which the opponent most likely goes wrong.
//!
//! How likely a wrong reply is comes from two sides: its share of all replies, and the share of searches that choose it,
//! which stand for opponents that think, from a look at the next plies to the default computer in a hurry. The most
//! promising moves are looked at twice more: whether a much longer search falls for them too, and two plies deeper,
//! because another trap may wait behind the right replies.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::endgame::{Database, ENDING_STONES, Outcome, SolvedOutcome};
use crate::game::Game;
use crate::rules::{Move, Position};

use super::{Computer, Player, PlayerError, PlayerText, Resources};

/// The depths of the plain searches that vote for a reply, and how many positions the others visit, which know what comes
/// with the program.
const DEPTHS: [u32; 2] = [2, 4];
const NODES: [u64; 2] = [10_000, 100_000];
/// The weight of the votes against that of the plain share of wrong replies.
const VOTES: f64 = 0.7;
/// How many moves a long search looks at, how many positions it visits, and what its wrong reply adds to the chance.
const TRIED_LONG: usize = 6;
const LONG_NODES: u64 = 400_000;
const LONG_VOTE: f64 = 0.8;
/// How many moves are looked at deeper, and how many right replies to each.
const DEEPER: usize = 3;
const REPLIES: usize = 4;
/// What a trap two plies later counts.
const LATER: f64 = 0.5;

pub(super) struct TrapSetter {
    voters: Vec<Computer>,
    /// Thinks about as long as a strong opponent.
    long: Computer,
}

/// A move and how promising it is.
struct Trap {
    mv: Move,
    /// How likely the opponent goes wrong at once.
    now: f64,
    /// The same with a trap later.
    total: f64,
}

impl TrapSetter {
    pub(super) fn new(resources: &Arc<Resources>) -> Result<TrapSetter, PlayerError> {
        let computer = PlayerText::new("computer").with("hash", 4);
        let plain = DEPTHS.map(|depth| computer.clone().with("depth", depth).with("endgame", 0).with("shapes", "off"));
        let full = |nodes: u64| computer.clone().with("nodes", nodes).with("endgame", ENDING_STONES);
        let voters = plain.into_iter().chain(NODES.map(full)).map(|text| Computer::from_text(&text, resources));
        let voters = voters.collect::<Result<_, _>>()?;
        Ok(TrapSetter { voters, long: Computer::from_text(&full(LONG_NODES).with("hash", 16), resources)? })
    }

    /// Keeps only the moves with the best traps. Once `stop` is set or the time is over, moves not yet looked at count as
    /// harmless.
    pub(super) fn keep_the_best(
        &mut self,
        game: &Game,
        database: &Database,
        moves: &mut Vec<Move>,
        stop: &AtomicBool,
        end: Option<Instant>,
    ) -> Result<(), PlayerError> {
        let is_over = || stop.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end);
        let mut traps = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let now = match is_over() {
                true => 0.0,
                false => self.chance_of_error(game, mv, database, stop)?,
            };
            traps.push(Trap { mv, now, total: now });
        }
        traps.sort_by(|a, b| b.now.total_cmp(&a.now));
        for trap in traps.iter_mut().take(TRIED_LONG).filter(|trap| trap.now > 0.0) {
            if !is_over() && self.deceives_long_search(game, trap.mv, database, stop)? {
                trap.now = 1.0 - (1.0 - trap.now) * (1.0 - LONG_VOTE);
                trap.total = trap.now;
            }
        }
        traps.sort_by(|a, b| b.now.total_cmp(&a.now));
        for trap in traps.iter_mut().take(DEEPER) {
            let later = later_traps(&game.position().after(trap.mv), database);
            trap.total = trap.now + (1.0 - trap.now) * LATER * later;
        }
        let best = traps.iter().map(|trap| trap.total).fold(0.0, f64::max);
        *moves = traps.iter().filter(|trap| trap.total >= best - 1e-9).map(|trap| trap.mv).collect();
        Ok(())
    }

    /// How likely the opponent's reply to a move loses value.
    fn chance_of_error(
        &mut self,
        game: &Game,
        mv: Move,
        database: &Database,
        stop: &AtomicBool,
    ) -> Result<f64, PlayerError> {
        let Some((after, replies)) = after_move(game, mv, database) else { return Ok(0.0) };
        let share = share_of_errors(&replies);
        if share == 0.0 {
            return Ok(0.0);
        }
        let mut wrong_votes = 0;
        for voter in &mut self.voters {
            let vote = voter.choose(&after, stop, &mut |_| {})?.mv;
            wrong_votes += usize::from(is_wrong(&replies, vote));
        }
        Ok(VOTES * wrong_votes as f64 / self.voters.len() as f64 + (1.0 - VOTES) * share)
    }

    /// Whether even a long search replies to a move with one that loses value.
    fn deceives_long_search(
        &mut self,
        game: &Game,
        mv: Move,
        database: &Database,
        stop: &AtomicBool,
    ) -> Result<bool, PlayerError> {
        let Some((after, replies)) = after_move(game, mv, database) else { return Ok(false) };
        Ok(is_wrong(&replies, self.long.choose(&after, stop, &mut |_| {})?.mv))
    }
}

/// The game after a move, and what each reply to it is worth; none if the game is over then.
fn after_move(game: &Game, mv: Move, database: &Database) -> Option<(Game, SolvedOutcome)> {
    let mut after = game.clone();
    if after.play(mv).is_err() || after.outcome().is_some() {
        return None;
    }
    let replies = database.outcomes(after.position()).ok()??;
    Some((after, replies))
}

/// Whether a move loses value.
fn is_wrong(solved: &SolvedOutcome, chosen: Move) -> bool {
    solved.moves.iter().any(|&(mv, outcome)| mv == chosen && outcome < solved.outcome)
}

/// The share of all moves that lose value.
fn share_of_errors(solved: &SolvedOutcome) -> f64 {
    let wrong = solved.moves.iter().filter(|(_, outcome)| *outcome < solved.outcome).count();
    wrong as f64 / solved.moves.len().max(1) as f64
}

/// The best share of wrong replies that the next move can offer, on average over some right replies to this one.
fn later_traps(position: &Position, database: &Database) -> f64 {
    let Ok(Some(replies)) = database.outcomes(position) else { return 0.0 };
    let right: Vec<Move> = replies.best_moves().take(REPLIES).collect();
    let best_after = |reply: &Move| {
        let position = position.after(*reply);
        let Ok(Some(own)) = database.outcomes(&position) else { return 0.0 };
        let share_after = |mv: Move| match database.outcomes(&position.after(mv)) {
            Ok(Some(replies)) if replies.outcome > Outcome::Loss => share_of_errors(&replies),
            _ => 0.0,
        };
        own.best_moves().map(share_after).fold(0.0, f64::max)
    };
    right.iter().map(best_after).sum::<f64>() / right.len().max(1) as f64
}
