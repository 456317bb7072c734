//! What the shape network learns from: random positions, games that go on from some of them, and leaves of searches, each
//! with its exact result.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::endgame::index::Subspace;
use crate::endgame::{Database, MOST_STONES, Outcome, PLACING_PLIES, SolvedOutcome, TableError};
use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::heuristics::shapes::FIRST_PLY;
use crate::random::mix;
use crate::rules::{PointSet, Position, RemovalRule, Rules};
use crate::search::{Estimator, Knowledge, Limits, Options, Searcher};

/// Positions with fewer stones and empty hands are in the embedded tables.
const FEWEST_STONES: u8 = 9;
/// One in this many positions in which a mill can be closed is learned from: the search does not stop at them.
const NOISY: u32 = 5;
/// How many more games are begun from positions of the first ply than positions are drawn there.
const GAMES: f64 = 2.0;
/// How long these games are, into the sliding phase.
const PLIES_OF_GAMES: usize = 20;
/// How often a move of these games is one that keeps the value; otherwise it is any move.
const KEEPS_VALUE: f64 = 0.75;
/// How many searches are made for each position that is drawn.
const SEARCHES: f64 = 0.3;
/// The positions such a search visits, and how many of its leaves are learned from.
const VISITED: Range<u64> = 750..6_000;
const LEAVES: usize = 16;
/// The first ply of the placing phase, and the fewest stones on the board afterwards, at which searches begin.
const FIRST_SEARCHED_PLY: u8 = 9;
const FEWEST_SEARCHED_STONES: u8 = 11;

/// A position and its result for the side to move: 1 won, 0 drawn, -1 lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Example {
    pub own: PointSet,
    pub enemy: PointSet,
    pub in_hand: u8,
    pub result: i8,
}

/// Where examples come from.
pub(super) enum Source {
    /// Random positions of a subspace, and what good and bad moves lead to.
    Drawn(Subspace, usize),
    /// Games that go on from random positions of a subspace.
    Games(Subspace, usize),
    /// The leaves of searches from random positions of a subspace.
    Searches(Subspace, usize),
}

/// The sources for about this many random positions. No source is large, so that all threads have work to the end.
pub(super) fn sources(positions: usize) -> Vec<Source> {
    /// The most positions of one source.
    const MOST: usize = 100_000;
    let mut sources = Vec::new();
    let mut add = |count: f64, source: &dyn Fn(usize) -> Source| {
        let count = count as usize;
        let shares = count.div_ceil(MOST).max(1);
        sources.extend((0..shares).map(|_| source(count / shares)));
    };
    let subspaces = subspaces();
    let scale = positions as f64 / subspaces.iter().map(|(_, share)| *share as f64).sum::<f64>();
    // Games that go on from random positions of the first ply that is not known.
    for subspace in Subspace::placing(FIRST_PLY - 1) {
        let share = share_of_placing(subspace);
        if share > 30_000 {
            add(share as f64 * scale * GAMES, &|count| Source::Games(subspace, count));
        }
    }
    for &(subspace, share) in &subspaces {
        add(share as f64 * scale, &|count| Source::Drawn(subspace, count));
    }
    let searched = searched_subspaces();
    let scale = SEARCHES * positions as f64 / searched.iter().map(|(_, share)| *share as f64).sum::<f64>();
    for &(subspace, share) in &searched {
        add(share as f64 * scale, &|count| Source::Searches(subspace, count));
    }
    sources
}

impl Source {
    pub fn examples(
        &self,
        database: &Database,
        evaluation: &Arc<EvaluationTable>,
        seed: u64,
    ) -> Result<Vec<Example>, TableError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut examples = Vec::new();
        match *self {
            Source::Drawn(subspace, count) => {
                let positions = drawn(subspace, count, &mut random);
                look_at(database, &positions, &mut random, &mut examples, &mut |_| {})?;
            }
            Source::Games(subspace, count) => {
                let mut positions = drawn(subspace, count, &mut random);
                for _ in 0..PLIES_OF_GAMES {
                    let mut next = Vec::with_capacity(positions.len());
                    look_at(database, &positions, &mut random, &mut examples, &mut |position| next.push(position))?;
                    positions = in_order_of_tables(next);
                }
            }
            Source::Searches(subspace, count) => {
                let roots = drawn(subspace, count, &mut random);
                for position in in_order_of_tables(leaves(&roots, database.rule(), evaluation, &mut random)) {
                    if let Some(outcome) = database.outcome(&position)? {
                        examples.extend(Example::new(&position, outcome));
                    }
                }
            }
        }
        Ok(examples)
    }
}

/// Positions in the order in which the tables have them, so that each block of a table is unpacked only once.
fn in_order_of_tables(mut positions: Vec<Position>) -> Vec<Position> {
    positions.sort_by_cached_key(|position| {
        let subspace = Subspace::of(position);
        let slot = subspace.map(|subspace| subspace.slot(subspace.index(), position.own(), position.enemy()));
        (subspace.map(|subspace| (subspace.ply(), subspace.own(), subspace.enemy())), slot)
    });
    positions
}

/// Some of the positions at which searches from these roots stop.
fn leaves(
    roots: &[Position],
    rule: RemovalRule,
    evaluation: &Arc<EvaluationTable>,
    random: &mut ChaCha8Rng,
) -> Vec<Position> {
    let sample = Arc::new(Sample { evaluation: evaluation.clone(), seen: Mutex::default() });
    let knowledge = Knowledge { evaluation: evaluation.clone(), estimator: Some(sample.clone()), endgame: None };
    // Without tables, so that leaves are not decided before they are reached.
    let options = Options { hash: 1, endgame: 0, opening: false, ..Options::default() };
    let mut searcher = Searcher::new(knowledge, options);
    let mut leaves = Vec::new();
    for root in roots {
        let game = Game::from_position(Rules::with_removal(rule), *root);
        if game.outcome().is_some() {
            continue;
        }
        *sample.seen() = Seen { random: random.random(), ..Seen::default() };
        searcher.new_game();
        let limits = Limits::nodes(random.random_range(VISITED));
        searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| {});
        leaves.append(&mut sample.seen().leaves);
    }
    leaves
}

/// Values positions by a heuristic, and remembers some of them.
#[derive(Debug)]
struct Sample {
    evaluation: Arc<EvaluationTable>,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    count: u64,
    random: u64,
    leaves: Vec<Position>,
}

impl Sample {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Estimator for Sample {
    fn estimate(&self, position: &Position) -> i32 {
        let mut seen = self.seen();
        seen.count += 1;
        seen.random = mix(seen.random ^ position.key());
        // Every position is as likely as any other to be among those that are kept at the end.
        if seen.leaves.len() < LEAVES {
            seen.leaves.push(*position);
        } else if seen.random % seen.count < LEAVES as u64 {
            let place = (seen.random >> 32) as usize % LEAVES;
            seen.leaves[place] = *position;
        }
        self.evaluation.evaluate(position)
    }
}

/// The subspaces to learn from, each with its share of the positions: more where games are decided.
fn subspaces() -> Vec<(Subspace, usize)> {
    let sliding = Subspace::up_to(MOST_STONES).into_iter().filter(|space| space.stones() >= FEWEST_STONES);
    let sliding = sliding.map(|space| {
        let count = match (space.own().min(space.enemy()), space.stones()) {
            (_, ..=10) => 200_000,
            (..=4, _) => 60_000,
            (_, ..=12) => 100_000,
            _ => 200_000,
        };
        (space, count)
    });
    let placing = (FIRST_PLY - 1..PLACING_PLIES).flat_map(Subspace::placing);
    let placing = placing.filter(|space| space.own() >= 2 && space.enemy() >= 2);
    sliding.chain(placing.map(|space| (space, share_of_placing(space)))).collect()
}

/// The subspaces in which searches begin, each with its share: more while placing, where most goes wrong.
fn searched_subspaces() -> Vec<(Subspace, usize)> {
    let placing = (FIRST_SEARCHED_PLY..PLACING_PLIES).flat_map(Subspace::placing);
    let placing = placing.filter(|space| space.own() >= 2 && space.enemy() >= 2).map(|space| {
        let weight = if space.ply() <= FIRST_PLY + 2 { 3 } else { 2 };
        (space, weight * share_of_placing(space))
    });
    let sliding = Subspace::up_to(MOST_STONES).into_iter().filter(|space| space.stones() >= FEWEST_SEARCHED_STONES);
    placing.chain(sliding.map(|space| (space, 100_000))).collect()
}

fn share_of_placing(space: Subspace) -> usize {
    let [own_hand, enemy_hand] = space.hands().map(usize::from);
    let (own, enemy) = (space.own() + own_hand, space.enemy() + enemy_hand);
    match (own.min(enemy), own.max(enemy)) {
        (9, 9) => 400_000,
        (8, _) => 200_000,
        (7, 8..) => 100_000,
        (7, 7) => 80_000,
        (6, _) => 30_000,
        _ => 8_000,
    }
}

/// Random positions of a subspace, in the order of the table, so that each of its blocks is unpacked only once.
fn drawn(subspace: Subspace, count: usize, random: &mut ChaCha8Rng) -> Vec<Position> {
    let index = subspace.index();
    let mut slots: Vec<usize> =
        (0..count.min(index.slots() / 2)).map(|_| random.random_range(0..index.slots())).collect();
    slots.sort_unstable();
    slots.dedup();
    let position = |slot| {
        let (own, enemy) = subspace.stones_at(index, slot);
        subspace.position(own, enemy)
    };
    slots.into_iter().map(position).collect()
}

/// Makes examples of positions. Where the choice of move matters, the positions after a good and after a bad move are
/// examples too: these are what a search has to tell apart. `next` hears how each game might go on, mostly with a move
/// that keeps the value.
fn look_at(
    database: &Database,
    positions: &[Position],
    random: &mut ChaCha8Rng,
    examples: &mut Vec<Example>,
    next: &mut dyn FnMut(Position),
) -> Result<(), TableError> {
    for position in positions {
        if position.loser().is_some() {
            continue;
        }
        let Some(SolvedOutcome { outcome, mut moves }) = database.outcomes(position)? else { continue };
        let noisy = moves.iter().any(|(mv, _)| mv.removal.is_some());
        if !noisy || random.random_range(0..NOISY) == 0 {
            examples.extend(Example::new(position, outcome));
        }
        moves.shuffle(random);
        let is_quiet = |after: &Position| (after.own().closing_points() & after.free()).is_empty();
        for wanted in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let is_critical = moves.iter().any(|(_, outcome)| *outcome != wanted);
            let mut after = moves.iter().filter(|(_, outcome)| *outcome == wanted).map(|(mv, _)| position.after(*mv));
            if let (true, Some(after)) = (is_critical, after.find(|after| after.loser().is_none() && is_quiet(after))) {
                examples.extend(Example::new(&after, wanted.before_move()));
            }
        }
        let keeps = random.random_bool(KEEPS_VALUE);
        if let Some((mv, _)) = moves.iter().find(|(_, value)| !keeps || *value == outcome) {
            next(position.after(*mv));
        }
    }
    Ok(())
}

impl Example {
    /// A position and its result for the side to move; none if the network is not asked about such positions.
    fn new(position: &Position, outcome: Outcome) -> Option<Example> {
        let subspace = Subspace::of(position)?;
        let in_hand = subspace.hands().iter().sum();
        // Five against four or five stones are nearly always drawn; the heuristic's differences lead to the few wins.
        let few = subspace.own().max(subspace.enemy()) <= 5;
        let asked = subspace.ply() >= FIRST_PLY && (in_hand > 0 || subspace.stones() >= FEWEST_STONES && !few);
        let result = match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        asked.then_some(Example { own: position.own(), enemy: position.enemy(), in_hand, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Heuristic;

    #[test]
    fn leaves_are_positions_a_few_plies_after_the_roots_and_follow_from_the_seed() {
        let evaluation = Arc::new(EvaluationTable::new(Heuristic::standard()));
        let space = Subspace::placing(12)[0];
        let leaves = |seed| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let roots = drawn(space, 20, &mut random);
            (roots.len(), leaves(&roots, RemovalRule::Any, &evaluation, &mut random))
        };
        let (roots, found) = leaves(1);
        assert!(found.len() > roots && found.len() <= roots * LEAVES, "{} of {roots} roots", found.len());
        assert!(found.iter().all(|leaf| Subspace::of(leaf).is_none_or(|leaf| leaf.ply() > space.ply())));
        assert_eq!(leaves(1).1, found);
        assert_ne!(leaves(2).1, found);
    }

    #[test]
    fn there_are_as_many_random_positions_as_wished_and_some_of_every_source() {
        let sources = sources(1_000_000);
        let counts = |count: &dyn Fn(&Source) -> usize| sources.iter().map(count).sum::<usize>();
        let drawn = counts(&|source| if let Source::Drawn(_, count) = source { *count } else { 0 });
        let games = counts(&|source| if let Source::Games(_, count) = source { *count } else { 0 });
        let searches = counts(&|source| if let Source::Searches(_, count) = source { *count } else { 0 });
        assert!((990_000..=1_000_000).contains(&drawn), "{drawn}");
        assert!((290_000..=300_000).contains(&searches), "{searches}");
        assert!(games > 10_000, "{games}");
    }
}
