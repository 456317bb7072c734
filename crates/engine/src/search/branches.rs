//! The moves at the root: which of them are searched, and what is known about them before.

use std::sync::atomic::AtomicBool;

use crate::endgame::opening::{Opening, Part};
use crate::endgame::{CappedDatabase, Database, MOST_STONES, Outcome, PLACING_PLIES, PlacingResults, Value};
use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::rules::{Color, Move, Position};

use super::guide::Guide;
use super::score::Units;
use super::{Knowledge, Limits, Options, Score};

/// A legal move at the root with those that are its images.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub mv: Move,
    /// The moves that lead to an image of the same position.
    pub images: Vec<Move>,
    pub next: Position,
    pub score: Units,
    /// The exact result for the side that moves, where it is known while stones are in hand.
    pub outcome: Option<Outcome>,
}

/// Opening moves of the same exact result are equally good if the search finds them no worse than this. The seed chooses
/// among them, so that not every game begins in the same way.
const VARIETY: Units = EvaluationTable::UNIT * 3 / 100;

/// What the threads of a search begin with.
pub(super) struct Roots<'a> {
    pub branches: Vec<Branch>,
    /// The exact score of the root, where it is known.
    pub known: Option<Score>,
    /// How much worse than the best a branch may be and still count as equal.
    pub slack: Units,
    pub guide: Option<Guide<'a>>,
    /// The database to ask inside the search.
    pub endgame: Option<CappedDatabase<'a>>,
}

impl<'a> Roots<'a> {
    pub fn new(
        game: &Game,
        only: &[Move],
        knowledge: &'a Knowledge,
        options: &Options,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Roots<'a> {
        let position = game.position();
        let database = knowledge.endgame.as_deref().filter(|database| database.rule() == game.removal_rule());
        let can_wait = limits.time.is_none();
        let tables = database.and_then(|database| database.near(position, options.endgame, can_wait, stop));
        let legal = game.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().filter(|mv| only.is_empty() || only.contains(mv)).collect();
        // The value of the position says little about some of its moves.
        let complete = moves.len() == legal.len();
        let exact = |position: &Position| tables.and_then(|tables| tables.probe(position));
        let mut known = exact(position).filter(|_| complete).map(Score::from);
        let mut endgame = tables;
        if known == Some(Score::Draw) && !options.all_moves {
            // To the database all moves that hold the draw are equal; the heuristic knows which are harder to meet.
            moves.retain(|&mv| exact(&position.after(mv)) == Some(Value::Draw));
            endgame = None;
        }
        let symmetric = options.symmetry && options.random_radius == 0.0 && !position.hands_are_empty();
        let mut branches = branches(position, moves, symmetric);
        let mut slack = 0;
        let stones = if options.opening { options.endgame } else { 0 };
        let results = database.and_then(|database| placing_results(database, position, stones, can_wait, stop));
        let guide = results.map(|results| {
            let after = |next: &Position| match (next.loser(), next.hands_are_empty()) {
                (Some(loser), _) if loser == next.side_to_move() => Some(Outcome::Loss),
                (Some(_), _) => Some(Outcome::Win),
                (None, true) => exact(next).map(Value::outcome),
                (None, false) => results.outcome(next),
            };
            branches.iter_mut().for_each(|branch| branch.outcome = after(&branch.next).map(Outcome::before_move));
            let all_known = branches.iter().all(|branch| branch.outcome.is_some());
            let best = branches.iter().filter_map(|branch| branch.outcome).max();
            let goal = results.outcome(position).filter(|_| complete).or(best.filter(|_| all_known));
            if let (Some(goal), false) = (goal, options.all_moves) {
                branches.retain(|branch| branch.outcome.is_none_or(|outcome| outcome == goal));
                slack = if all_known && options.equal_moves { VARIETY } else { 0 };
            }
            known = known.or(goal.map(Score::from));
            Guide::new(results, goal, position.side_to_move())
        });
        Roots { branches, known, slack, guide, endgame }
    }
}

/// What is known while stones are in hand, for a search that uses tables up to this number of stones. One that must
/// reproduce waits until the results of the opening are unpacked; one with a time limit goes without them rather than
/// lose time.
pub(crate) fn placing_results<'a>(
    database: &'a Database,
    position: &Position,
    stones: usize,
    can_wait: bool,
    stop: &AtomicBool,
) -> Option<PlacingResults<'a>> {
    if stones == 0 || position.hands_are_empty() {
        return None;
    }
    let placed = PLACING_PLIES.saturating_sub(position.hand(Color::White) + position.hand(Color::Black));
    let rule = database.rule();
    // What the next choice asks is unpacked meanwhile.
    if let Some(next) = Part::for_choice(placed + 2) {
        Opening::embedded_if_ready(rule, next);
    }
    let opening = Part::for_choice(placed).and_then(|part| match can_wait {
        true => Opening::embedded_unless(stop, rule, part),
        // Until the next ply is unpacked, at least the value of this one may be known.
        false => {
            Opening::embedded_if_ready(rule, part).or_else(|| Opening::embedded_if_ready(rule, Part::with_ply(placed)?))
        }
    });
    database.placing(placed, opening, stones >= MOST_STONES.into())
}

/// The moves as branches; moves that lead to images of one position share a branch.
fn branches(position: &Position, moves: Vec<Move>, symmetric: bool) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    for mv in moves {
        let next = position.after(mv);
        if symmetric {
            let (key, _) = next.canonical_key();
            if let Some(first) = seen.iter().position(|&other| other == key) {
                branches[first].images.push(mv);
                continue;
            }
            seen.push(key);
        }
        branches.push(Branch { mv, images: Vec::new(), next, score: 0, outcome: None });
    }
    branches
}
