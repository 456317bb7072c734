//! Which move to search first. Moves are 16 bits here:
//!
//! ```text
//! bits 0-4 to   5-9 from (31: placed)   10-14 removal (31: none)
//! ```

use arrayvec::ArrayVec;

use crate::rules::{Action, MAX_MOVES, Move, Point, PointSet, Position, RemovalRule, Symmetry};

use super::Options;

/// A move in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedMove(pub u16);

const NO_POINT: u16 = 31;

impl PackedMove {
    /// No move.
    pub const NONE: PackedMove = PackedMove(u16::MAX);

    #[inline]
    pub fn new(mv: Move) -> PackedMove {
        let from = mv.action.origin().map_or(NO_POINT, |point| point as u16);
        let removal = mv.removal.map_or(NO_POINT, |point| point as u16);
        PackedMove(mv.action.target() as u16 | from << 5 | removal << 10)
    }

    /// The move; meaningless for [`PackedMove::NONE`].
    #[inline]
    pub fn unpack(self) -> Move {
        let point = |bits: u16| Point::from_index((bits & 31) as usize);
        let to = point(self.0).unwrap_or(Point::A7);
        let action = match point(self.0 >> 5) {
            Some(from) => Action::Shift { from, to },
            None => Action::Place(to),
        };
        Move { action, removal: point(self.0 >> 10) }
    }

    #[inline]
    pub fn is_quiet(self) -> bool {
        self.0 >> 10 & 31 == NO_POINT
    }

    /// The row (origin, 31 for placed) and column (target) of this move in the history.
    #[inline]
    fn history_index(self) -> usize {
        (self.0 & 0x3FF) as usize
    }

    /// The move seen through a symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> PackedMove {
        if self == PackedMove::NONE {
            return self;
        }
        let Move { action, removal } = self.unpack();
        let action = match action {
            Action::Place(to) => Action::Place(symmetry.point(to)),
            Action::Shift { from, to } => Action::Shift { from: symmetry.point(from), to: symmetry.point(to) },
        };
        PackedMove::new(Move { action, removal: removal.map(|point| symmetry.point(point)) })
    }
}

/// A move with what it promises: the promise in the upper bits, so that the greatest number is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(i64);

impl Candidate {
    #[inline]
    fn new(mv: PackedMove, promise: i32) -> Candidate {
        Candidate(i64::from(promise) << 16 | i64::from(mv.0))
    }

    #[inline]
    pub fn mv(self) -> PackedMove {
        PackedMove(self.0 as u16)
    }
}

pub(super) type Candidates = ArrayVec<Candidate, MAX_MOVES>;

const MILL: i32 = 1 << 24;
const BLOCK: i32 = 1 << 23;
const KILLER: i32 = 1 << 22;
/// History stays below the killers.
const MAX_HISTORY: i32 = 1 << 20;

/// What cut off before: killer moves of each ply and the history of all quiet moves, for each side.
pub(super) struct Memory {
    killers: Vec<[PackedMove; 2]>,
    history: Box<[[i32; 1024]; 2]>,
}

impl Memory {
    pub fn new(plies: usize) -> Memory {
        Memory { killers: vec![[PackedMove::NONE; 2]; plies], history: Box::new([[0; 1024]; 2]) }
    }

    /// A quiet move has cut off.
    #[inline]
    pub fn reward(&mut self, mv: PackedMove, side: usize, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let entry = &mut self.history[side][mv.history_index()];
        *entry += depth * depth;
        if *entry > MAX_HISTORY {
            for entry in self.history.iter_mut().flatten() {
                *entry /= 2;
            }
        }
    }
}

/// Lists the legal moves, each with its promise.
#[inline(always)]
pub(super) fn candidates(
    list: &mut Candidates,
    position: &Position,
    rule: RemovalRule,
    options: &Options,
    memory: &Memory,
    ply: usize,
) {
    let side = position.side_to_move().index();
    let killers = if options.killers { memory.killers[ply] } else { [PackedMove::NONE; 2] };
    let enemy = position.enemy();
    // Most positions have no mill to close, and need to know neither what it may remove nor what it should: the stones
    // that prepare the enemy's mills first.
    let (removable, threats) = if (position.own().closing_points() & position.free()).is_empty() {
        (PointSet::EMPTY, PointSet::EMPTY)
    } else {
        (position.removable(rule), enemy.closing_points())
    };
    let history = options.history.then_some(&memory.history[side]);
    // Then come the moves that keep the enemy from closing a mill. With the killers, because the paper's variants have neither.
    let blocks = match options.killers {
        true => position.mill_points(!position.side_to_move()),
        false => PointSet::EMPTY,
    };
    position.for_each_action(|action, closes| {
        // Among equals, points with more neighbours come first.
        let place = action.target().neighbours().len() as i32;
        if closes && !removable.is_empty() {
            for point in removable {
                let mv = PackedMove::new(Move { action, removal: Some(point) });
                let promise = match options.mills_first {
                    true => MILL + removal_promise(point, enemy, threats),
                    false => place,
                };
                list.push(Candidate::new(mv, promise));
            }
            return;
        }
        let mv = PackedMove::new(Move::quiet(action));
        let promise = if blocks.contains(action.target()) {
            BLOCK + place
        } else if mv == killers[0] {
            KILLER + 1
        } else if mv == killers[1] {
            KILLER
        } else {
            place + 4 * history.map_or(0, |history| history[mv.history_index()])
        };
        list.push(Candidate::new(mv, promise));
    });
}

/// Brings a move to the front, where it was searched already.
#[inline]
pub(super) fn put_first(list: &mut Candidates, mv: PackedMove) {
    if let Some(place) = list.iter().position(|candidate| candidate.mv() == mv) {
        list.swap(0, place);
    }
}

#[inline]
fn removal_promise(point: Point, enemy: PointSet, threats: PointSet) -> i32 {
    let lines = point.mills();
    let mut promise = point.neighbours().len() as i32;
    for line in lines {
        if (line & enemy).len() == 2 && !(line & threats).is_empty() {
            promise += 16;
        }
    }
    promise
}

/// The number of moves that are picked one by one: most positions need no more. Then the rest is sorted.
const PICKED: usize = 3;

/// The most promising of the candidates from `index` on, which must go up by one from call to call.
#[inline(always)]
pub(super) fn select(list: &mut Candidates, index: usize) -> PackedMove {
    if index < PICKED {
        let mut best = index;
        for i in index + 1..list.len() {
            if list[i] > list[best] {
                best = i;
            }
        }
        list.swap(index, best);
    } else if index == PICKED {
        list[index..].sort_unstable_by(|a, b| b.cmp(a));
    }
    list[index].mv()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_survive_packing() {
        for text in ["d6", "d6xb4", "a7-d7", "c3-c4xg1", "a7xa4"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(PackedMove::new(mv).unpack(), mv);
            for symmetry in Symmetry::all() {
                let image = PackedMove::new(mv).transformed(symmetry);
                assert_ne!(image, PackedMove::NONE);
                assert_eq!(image.transformed(symmetry.inverse()).unpack(), mv);
            }
        }
    }

    #[test]
    fn the_first_then_mills_then_blocks_then_killers_then_history() {
        let position: Position = "a7,d7,d2/b6,f6,e3 w 6 6".parse().unwrap();
        let mut memory = Memory::new(4);
        let packed = |text: &str| PackedMove::new(text.parse().unwrap());
        memory.reward(packed("c4"), 0, 3, 5);
        memory.reward(packed("a1"), 0, 2, 1);
        let options = Options::default();
        let mut list = Candidates::new();
        candidates(&mut list, &position, RemovalRule::Never, &options, &memory, 2);
        put_first(&mut list, packed("g1"));
        let rest: Vec<String> = (1..list.len()).map(|i| select(&mut list, i).unpack().to_string()).collect();
        let order: Vec<String> = std::iter::once(list[0].mv().unpack().to_string()).chain(rest).collect();
        assert_eq!(order[0], "g1");
        assert!(order[1..4].iter().all(|mv| mv.starts_with("g7x")), "{order:?}");
        assert_eq!(order[4..7], ["d6", "a1", "c4"]);
        assert_eq!(order.len(), position.count_moves(RemovalRule::Never));
    }
}
