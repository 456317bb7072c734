//! What the shape network learns from: random positions of all numbers of stones, what good and bad moves lead to, and games
//! that go on from there, each position with its exact result.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::endgame::index::Subspace;
use crate::endgame::{AllResults, MOST_STONES, Outcome, PLACING_PLIES};
use crate::heuristics::shapes::FIRST_PLY;
use crate::rules::{Move, PointSet, Position};

/// The first ply of the positions in which games begin.
pub(super) const FIRST_DRAWN_PLY: u8 = FIRST_PLY - 2;
/// Positions with fewer stones and empty hands are in the embedded tables.
const FEWEST_STONES: u8 = 9;
/// One in this many positions in which a mill can be closed is learned from: the search does not stop at them.
const NOISY: u32 = 5;
/// How many of this many examples come from games. The others come from single positions.
const GAMES_OF: (usize, usize) = (10, 13);
/// How long a game is.
const PLIES_OF_GAMES: usize = 10;
/// How often a move of a game is one that keeps the value; otherwise it is any move.
const KEEPS_VALUE: f64 = 0.75;
/// How many examples one source makes.
const EXAMPLES_OF_SOURCE: usize = 250_000;

/// A position and its result for the side to move: 1 won, 0 drawn, -1 lost. In eight bytes, because there are hundreds of
/// millions.
///
/// ```text
/// own stones, bits 0-23    stones in hand, bits 24-31
/// enemy stones, bits 0-23  result + 1, bits 24-25
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Example([u32; 2]);

impl Example {
    pub fn new(own: PointSet, enemy: PointSet, in_hand: u8, result: i8) -> Example {
        Example([own.bits() | u32::from(in_hand) << 24, enemy.bits() | ((result + 1) as u32) << 24])
    }

    /// None if the network is not asked about such positions.
    fn of(position: &Position, outcome: Outcome) -> Option<Example> {
        let subspace = Subspace::of(position)?;
        let in_hand = subspace.hands().iter().sum();
        let result = match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        is_asked(subspace).then(|| Example::new(position.own(), position.enemy(), in_hand, result))
    }

    pub fn own(self) -> PointSet {
        PointSet::from_bits(self.0[0] & 0xFF_FFFF)
    }

    pub fn enemy(self) -> PointSet {
        PointSet::from_bits(self.0[1] & 0xFF_FFFF)
    }

    pub fn in_hand(self) -> u8 {
        (self.0[0] >> 24) as u8
    }

    pub fn result(self) -> i8 {
        (self.0[1] >> 24) as i8 - 1
    }
}

/// Whether the network is asked about the positions of a subspace.
fn is_asked(space: Subspace) -> bool {
    // Five against four or five stones are nearly always drawn; the heuristic's differences lead to the few wins.
    let few = space.own().max(space.enemy()) <= 5;
    space.ply() >= FIRST_PLY && (space.is_placing() || space.stones() >= FEWEST_STONES && !few)
}

/// A number of examples of one kind, made from a seed of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    games: bool,
    examples: usize,
}

/// The sources of about this many examples.
pub(super) fn sources(examples: usize) -> Vec<Source> {
    let count = examples.div_ceil(EXAMPLES_OF_SOURCE);
    let (games, of) = GAMES_OF;
    (0..count).map(|number| Source { games: number % of < games, examples: examples / count }).collect()
}

impl Source {
    pub fn examples(self, results: &AllResults, seed: u64) -> Vec<Example> {
        let mut maker = Maker {
            results,
            random: ChaCha8Rng::seed_from_u64(seed),
            examples: Vec::with_capacity(self.examples + 4 * PLIES_OF_GAMES),
        };
        let subspaces = subspaces();
        let all = subspaces.iter().map(|(_, weight)| weight).sum();
        let plies = if self.games { PLIES_OF_GAMES } else { 1 };
        while maker.examples.len() < self.examples {
            let mut number = maker.random.random_range(0..all);
            let chosen = subspaces.iter().find(|(_, weight)| match number.checked_sub(*weight) {
                Some(rest) => {
                    number = rest;
                    false
                }
                None => true,
            });
            let Some(&(subspace, _)) = chosen else { continue };
            let mut position = Some(maker.drawn(subspace));
            for _ in 0..plies {
                position = position.and_then(|position| maker.look_at(&position));
            }
        }
        maker.examples
    }
}

/// The subspaces in which games begin, each with a weight: the more stones are left, the more.
fn subspaces() -> Vec<(Subspace, usize)> {
    let placing = (FIRST_DRAWN_PLY..PLACING_PLIES).flat_map(Subspace::placing);
    let placing = placing.filter(|space| space.own() >= 2 && space.enemy() >= 2);
    let sliding = Subspace::up_to(MOST_STONES).into_iter().filter(|space| is_asked(*space));
    placing.chain(sliding).map(|space| (space, weight(space))).collect()
}

fn weight(space: Subspace) -> usize {
    let [own_hand, enemy_hand] = space.hands().map(usize::from);
    let (own, enemy) = (space.own() + own_hand, space.enemy() + enemy_hand);
    let weight = match (own.min(enemy), own.max(enemy)) {
        (9, _) => 160,
        (8, 9) => 60,
        (8, _) => 50,
        (7, 8..) => 20,
        (7, _) => 15,
        (6, 7..) => 6,
        (6, _) => 5,
        (5, 6..) => 3,
        _ => 1,
    };
    if space.is_placing() { weight } else { 2 * weight }
}

struct Maker<'a> {
    results: &'a AllResults,
    random: ChaCha8Rng,
    examples: Vec<Example>,
}

impl Maker<'_> {
    /// A random position of a subspace.
    fn drawn(&mut self, subspace: Subspace) -> Position {
        let index = subspace.index();
        let (own, enemy) = subspace.stones_at(index, self.random.random_range(0..index.slots()));
        subspace.position(own, enemy)
    }

    /// Makes examples of a position. Where the choice of move matters, positions after a good and after a bad move are
    /// examples too: these are what a search has to tell apart. Returns how a game might go on, mostly with a move that
    /// keeps the value.
    fn look_at(&mut self, position: &Position) -> Option<Position> {
        if position.loser().is_some() {
            return None;
        }
        let mut moves: Vec<(Move, Outcome)> = Vec::new();
        for mv in position.legal_moves(self.results.rule()) {
            moves.push((mv, self.results.outcome(&position.after(mv))?.before_move()));
        }
        let best = moves.iter().map(|(_, outcome)| *outcome).max()?;
        let noisy = moves.iter().any(|(mv, _)| mv.removal.is_some());
        if !noisy || self.random.random_range(0..NOISY) == 0 {
            self.examples.extend(Example::of(position, best));
        }
        moves.shuffle(&mut self.random);
        let is_quiet = |after: &Position| (after.own().closing_points() & after.free()).is_empty();
        for wanted in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let is_critical = moves.iter().any(|(_, outcome)| *outcome != wanted);
            let mut after = moves.iter().filter(|(_, outcome)| *outcome == wanted).map(|(mv, _)| position.after(*mv));
            if let (true, Some(after)) = (is_critical, after.find(|after| after.loser().is_none() && is_quiet(after))) {
                self.examples.extend(Example::of(&after, wanted.before_move()));
            }
        }
        let keeps = self.random.random_bool(KEEPS_VALUE);
        moves.iter().find(|(_, outcome)| !keeps || *outcome == best).map(|(mv, _)| position.after(*mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_survive_packing() {
        let (own, enemy) = (PointSet::from_bits(0xA0_0001), PointSet::from_bits(0x05_1110));
        for (in_hand, result) in [(0, -1), (3, 0), (7, 1)] {
            let example = Example::new(own, enemy, in_hand, result);
            assert_eq!((example.own(), example.enemy()), (own, enemy));
            assert_eq!((example.in_hand(), example.result()), (in_hand, result));
        }
    }

    #[test]
    fn there_are_as_many_examples_as_wished_of_both_kinds() {
        let sources = sources(10_000_000);
        assert_eq!(sources.iter().map(|source| source.examples).sum::<usize>(), 10_000_000);
        let games = sources.iter().filter(|source| source.games).count();
        assert!(games > sources.len() / 2 && games < sources.len());
    }

    #[test]
    fn games_begin_in_all_parts_of_the_game() {
        let spaces = subspaces();
        assert!((FIRST_DRAWN_PLY..=PLACING_PLIES).all(|ply| spaces.iter().any(|(space, _)| space.ply() == ply)));
        assert!(spaces.iter().all(|(_, weight)| *weight > 0));
    }
}
