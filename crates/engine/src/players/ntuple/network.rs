//! The value of a position as the sum of many small look-up tables.
//!
//! ```text
//! weights   stage 0: material 10 x 10 | tuple 0: 3^n | tuple 1: 3^n | …    stage 1: …
//! index     of a tuple: its points as digits of base 3 (0 free, 1 own, 2 enemy), the first point the lowest digit
//! ```

use std::fmt;

use crate::heuristics::EvaluationTable;
use crate::rules::{Point, Position};
use crate::search::Estimator;

/// How a network was trained, as noted in its file.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TrainingNotes {
    /// Games of self-play.
    pub games: u64,
    /// The command that repeats the training.
    pub command: String,
}

/// Look-up tables over tuples of points. The side to move is always "own". A value sums over all 16 images of a
/// position, so that images have the same value.
#[derive(Clone, PartialEq)]
pub struct NTuples {
    pub(super) tuples: Vec<Tuple>,
    /// The weights of all stages.
    pub(super) weights: Vec<f32>,
    /// How it was trained.
    pub notes: TrainingNotes,
}

/// The points of a table and their digits.
#[derive(Clone, PartialEq)]
pub(super) struct Tuple {
    pub points: Vec<Point>,
    /// What each byte of a set (one ring of the board) adds to the index.
    digits: Box<[[u16; 256]; 3]>,
    /// Where the table begins within a stage.
    offset: u32,
}

/// Stages of the game, each with its own weights.
pub(super) const STAGES: usize = 6;
/// The weights for the number of stones of both sides, hands included.
const MATERIAL: usize = 100;

/// The image of each ring under the eight symmetries of the square.
const RING_IMAGES: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut ring = 0;
        while ring < 256 {
            let mut image = (ring as u8).rotate_left(2 * (symmetry as u32 & 3));
            if symmetry & 4 != 0 {
                image = image.reverse_bits().rotate_left(3);
            }
            table[symmetry][ring] = image;
            ring += 1;
        }
        symmetry += 1;
    }
    table
};

/// The stage of a position.
fn stage(position: &Position) -> usize {
    let (own, enemy) = (position.side_to_move(), !position.side_to_move());
    match position.hand(own) + position.hand(enemy) {
        12.. => 0,
        6..=11 => 1,
        1..=5 => 2,
        _ if position.may_fly(own) => 4,
        _ if position.may_fly(enemy) => 5,
        _ => 3,
    }
}

impl NTuples {
    /// Tables over these tuples, with all weights zero. A tuple has at most ten points.
    pub fn new(tuples: Vec<Vec<Point>>) -> NTuples {
        let mut offset = MATERIAL as u32;
        let tuples = tuples
            .into_iter()
            .map(|points| {
                let digits = digits(&points);
                let tuple = Tuple { digits, offset, points };
                offset += 3u32.pow(tuple.points.len() as u32);
                tuple
            })
            .collect();
        NTuples { tuples, weights: vec![0.0; offset as usize * STAGES], notes: TrainingNotes::default() }
    }

    /// The number of weights.
    pub fn weight_count(&self) -> usize {
        self.weights.len()
    }

    /// How many weights a position's value sums.
    pub(crate) fn active(&self) -> usize {
        1 + 16 * self.tuples.len()
    }

    /// The points of each tuple.
    pub fn points(&self) -> impl Iterator<Item = &[Point]> {
        self.tuples.iter().map(|tuple| tuple.points.as_slice())
    }

    /// Calls `visit` with the index of every weight that a position's value sums.
    #[inline]
    pub(crate) fn for_each_index(&self, position: &Position, mut visit: impl FnMut(usize)) {
        let (own, enemy) = (position.own().bits().to_le_bytes(), position.enemy().bits().to_le_bytes());
        let side = position.side_to_move();
        let base = stage(position) * (self.weights.len() / STAGES);
        visit(base + 10 * position.total(side).min(9) + position.total(!side).min(9));
        for images in &RING_IMAGES {
            let own = [0, 1, 2].map(|ring: usize| images[own[ring] as usize] as usize);
            let enemy = [0, 1, 2].map(|ring: usize| images[enemy[ring] as usize] as usize);
            for tuple in &self.tuples {
                let [a, b, c] = &*tuple.digits;
                let first = base + tuple.offset as usize;
                let middle = usize::from(b[own[1]]) + 2 * usize::from(b[enemy[1]]);
                let index = |x: usize, y: usize| {
                    let (o, e) = (
                        usize::from(a[own[x]]) + usize::from(c[own[y]]),
                        usize::from(a[enemy[x]]) + usize::from(c[enemy[y]]),
                    );
                    first + middle + o + 2 * e
                };
                visit(index(0, 2));
                // The same with inner and outer ring swapped.
                visit(index(2, 0));
            }
        }
    }

    /// The sum of the weights: what decides between positions.
    #[inline]
    pub(crate) fn sum(&self, position: &Position) -> f32 {
        let mut sum = 0.0;
        self.for_each_index(position, |index| sum += self.weights[index]);
        sum
    }

    /// The value of a position from the side to move, in (-1, 1).
    pub fn value(&self, position: &Position) -> f32 {
        self.sum(position).tanh()
    }

    /// One weight, for learning.
    #[inline]
    pub(crate) fn weight_mut(&mut self, index: usize) -> &mut f32 {
        &mut self.weights[index]
    }
}

fn digits(points: &[Point]) -> Box<[[u16; 256]; 3]> {
    let mut digits = Box::new([[0u16; 256]; 3]);
    for (place, point) in points.iter().enumerate() {
        let (ring, bit) = (point.index() / 8, point.index() % 8);
        for (byte, sum) in digits[ring].iter_mut().enumerate() {
            if byte >> bit & 1 != 0 {
                *sum += 3u16.pow(place as u32);
            }
        }
    }
    digits
}

impl Estimator for NTuples {
    fn estimate(&self, position: &Position) -> i32 {
        (self.value(position) * EvaluationTable::UNIT as f32).round() as i32
    }
}

/// The tables would fill pages.
impl fmt::Debug for NTuples {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "NTuples({} tuples, {} weights)", self.tuples.len(), self.weights.len())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::players::ntuple::tuples::TupleChoice;
    use crate::random::Dice;
    use crate::rules::{Color, RemovalRule, Symmetry};

    pub(crate) fn random_network(seed: u64) -> NTuples {
        let choice: TupleChoice = "surroundings,rings,walks=3x5".parse().unwrap();
        let mut network = NTuples::new(choice.tuples(seed));
        let mut dice = Dice::new(seed);
        for weight in &mut network.weights {
            *weight = dice.share() as f32 * 0.2 - 0.1;
        }
        network
    }

    /// Positions along random games, both rules.
    fn positions() -> Vec<Position> {
        let mut dice = Dice::new(9);
        let mut positions = Vec::new();
        for rule in RemovalRule::BOTH {
            for _ in 0..8 {
                let mut position = Position::START;
                while let Some(&mv) = dice.choose(&position.legal_moves(rule)) {
                    positions.push(position);
                    position.play_unchecked(mv);
                    if positions.len().is_multiple_of(150) {
                        break;
                    }
                }
            }
        }
        positions
    }

    #[test]
    fn indices_are_the_digits_of_the_images() {
        let network = random_network(1);
        for position in positions().into_iter().step_by(7) {
            let mut indices = Vec::new();
            network.for_each_index(&position, |index| indices.push(index));
            assert_eq!(indices.len(), network.active());
            let size = network.weight_count() / STAGES;
            let mut expected = vec![indices[0]];
            for symmetry in Symmetry::all() {
                let image = position.transformed(symmetry);
                for tuple in &network.tuples {
                    let digit = |(place, &point): (usize, &Point)| {
                        let state = match image.color_at(point) {
                            None => 0,
                            Some(color) if color == image.side_to_move() => 1,
                            Some(_) => 2,
                        };
                        state * 3usize.pow(place as u32)
                    };
                    let index: usize = tuple.points.iter().enumerate().map(digit).sum();
                    expected.push(stage(&position) * size + tuple.offset as usize + index);
                }
            }
            indices.sort_unstable();
            expected.sort_unstable();
            assert_eq!(indices, expected);
            assert!(indices.iter().all(|&index| index < network.weight_count()));
        }
    }

    #[test]
    fn values_do_not_depend_on_symmetry_or_colour() {
        let network = random_network(2);
        for position in positions() {
            let value = network.value(&position);
            for symmetry in Symmetry::all() {
                assert!((network.value(&position.transformed(symmetry)) - value).abs() < 1e-4);
            }
            let (white, black) = (Color::White, Color::Black);
            let stones = [position.stones(black), position.stones(white)];
            let hands = [position.hand(black), position.hand(white)];
            let swapped = Position::new(stones, hands, !position.side_to_move()).unwrap();
            assert!((network.value(&swapped) - value).abs() < 1e-6);
        }
    }

    #[test]
    fn stages_follow_the_hands_and_who_may_fly() {
        let texts = [
            "-/- w 9 9",
            "a7,d7,g4/a1,d1,g1 w 6 5",
            "a7,d7,g4,b6,d6,f4/a1,d1,g1,b2,f2 b 0 1",
            "a7,d7,g4,b6/a1,d1,g1,b2 w 0 0",
            "a7,d7,g7/a1,d1,g1,b2 w 0 0",
            "a7,d7,g7/a1,d1,g1,b2 b 0 0",
        ];
        assert_eq!(texts.map(|text| stage(&text.parse().unwrap())), [0, 1, 2, 3, 4, 5]);
    }
}
