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

/// A move with what it promises.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: PackedMove,
    pub promise: i32,
}

pub(super) type Candidates = ArrayVec<Candidate, MAX_MOVES>;

const HASH_MOVE: i32 = 1 << 30;
const MILL: i32 = 1 << 24;
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

/// The legal moves, each with its promise.
#[inline]
pub(super) fn candidates(
    position: &Position,
    rule: RemovalRule,
    options: &Options,
    memory: &Memory,
    hash_move: PackedMove,
    ply: usize,
) -> Candidates {
    let mut candidates = Candidates::new();
    let side = position.side_to_move().index();
    let killers = memory.killers[ply];
    let removable = position.removable(rule);
    // Stones that keep the enemy from a mill, or that prepare his, are worth removing first.
    let threats = if options.history { position.enemy().closing_points() } else { PointSet::EMPTY };
    let history = &memory.history[side];
    let enemy = position.enemy();
    position.for_each_action(|action, closes| {
        if closes && !removable.is_empty() {
            for point in removable {
                let mv = PackedMove::new(Move { action, removal: Some(point) });
                let mut promise = if options.mills_first { MILL } else { 0 };
                if options.history {
                    promise += removal_promise(point, enemy, threats);
                }
                if mv == hash_move {
                    promise = HASH_MOVE;
                }
                candidates.push(Candidate { mv, promise });
            }
            return;
        }
        let mv = PackedMove::new(Move::quiet(action));
        let mut promise = 0;
        if options.history {
            promise = history[mv.history_index()];
        }
        if options.killers && (mv == killers[0] || mv == killers[1]) {
            promise = KILLER + i32::from(mv == killers[0]);
        }
        if mv == hash_move {
            promise = HASH_MOVE;
        }
        candidates.push(Candidate { mv, promise });
    });
    candidates
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

/// Brings the most promising of the candidates from `index` on to `index`; equals stay in their order.
#[inline]
pub(super) fn select(candidates: &mut Candidates, index: usize) -> Candidate {
    let mut best = index;
    for i in index + 1..candidates.len() {
        if candidates[i].promise > candidates[best].promise {
            best = i;
        }
    }
    candidates.swap(index, best);
    candidates[index]
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
    fn hash_move_then_mills_then_killers_then_history() {
        let position: Position = "a7,d7,d2/b6,f6,e3 w 6 6".parse().unwrap();
        let mut memory = Memory::new(4);
        let packed = |text: &str| PackedMove::new(text.parse().unwrap());
        memory.reward(packed("c4"), 0, 3, 5);
        memory.reward(packed("a1"), 0, 2, 1);
        let options = Options::default();
        let mut list = candidates(&position, RemovalRule::Never, &options, &memory, packed("g1"), 2);
        let order: Vec<String> = (0..list.len()).map(|i| select(&mut list, i).mv.unpack().to_string()).collect();
        assert_eq!(order[0], "g1");
        assert!(order[1..4].iter().all(|mv| mv.starts_with("g7x")), "{order:?}");
        assert_eq!(order[4..6], ["a1", "c4"]);
        assert_eq!(order.len(), position.count_moves(RemovalRule::Never));
    }
}
