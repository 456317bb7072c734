//! What shapes are worth, learned from the tables of nine and ten stones.
//!
//! Just beyond the tables that come with the program the 39 features say little: they explain a sixth of the difference
//! between won and drawn positions of six stones against four, the shapes below nearly half of it. A shape is a ring, a
//! side of the board or a corner with its neighbours, each with the stones of both sides on it; what a position is worth
//! is a sum over its eleven shapes. `muehle endgame patterns` learns the weights again.

use std::sync::OnceLock;

use crate::rules::PointSet;

/// The numbers of own and enemy stones that are known. Five against four or five are nearly always drawn, whatever the
/// shapes.
pub(crate) const SPLITS: [(usize, usize); 6] = [(3, 6), (3, 7), (4, 6), (6, 3), (6, 4), (7, 3)];
/// Positions with more stones are not known: the stones of the largest split.
pub const LARGEST_SPLIT: usize = 10;

/// The stones on the eight points of a ring, and on the nine points of a side or a corner.
const RING: usize = 6561;
const NINE: usize = 19683;
/// Where the weights of each kind of shape begin: outer and inner ring, middle ring, sides, corners.
pub(crate) const BEGINS: [usize; 4] = [0, RING, 2 * RING, 2 * RING + NINE];
/// How many weights each split has.
pub(crate) const WEIGHTS: usize = 2 * RING + 2 * NINE;
/// The shapes of a position.
pub(crate) const SHAPES: usize = 11;
/// A sum of this size is half a win.
pub(crate) const HALF: i32 = 4096;

/// The weights of all splits.
#[derive(Debug)]
pub struct Patterns {
    weights: Box<[i16]>,
}

/// Nine bits as digits in base three.
const DIGITS: [u16; 512] = {
    let mut digits = [0; 512];
    let mut bits = 1;
    while bits < 512 {
        digits[bits] = 3 * digits[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    digits
};

/// The number of each split, by own and enemy stones; `SPLITS.len()` where there is none.
const NUMBERS: [[u8; 10]; 10] = {
    let mut numbers = [[SPLITS.len() as u8; 10]; 10];
    let mut i = 0;
    while i < SPLITS.len() {
        numbers[SPLITS[i].0][SPLITS[i].1] = i as u8;
        i += 1;
    }
    numbers
};

/// The weights, among those of its split, of each shape of a position.
#[inline(always)]
pub(crate) fn shapes(own: PointSet, enemy: PointSet) -> [usize; SHAPES] {
    let number = |own: u32, enemy: u32| usize::from(DIGITS[own as usize]) + 2 * usize::from(DIGITS[enemy as usize]);
    let mut shapes = [0; SHAPES];
    let ring = |ring: u32| number(own.bits() >> (8 * ring) & 0xFF, enemy.bits() >> (8 * ring) & 0xFF);
    shapes[0] = BEGINS[0] + ring(0);
    shapes[1] = BEGINS[0] + ring(2);
    shapes[2] = BEGINS[1] + ring(1);
    // Three neighbouring places of each ring: a side of the board after an even turn, a corner after an odd one.
    let three = |bits: u32| bits & 7 | bits >> 5 & 0o70 | bits >> 10 & 0o700;
    for turn in 0..8 {
        let number = number(three(own.turned(turn).bits()), three(enemy.turned(turn).bits()));
        shapes[3 + turn as usize] = BEGINS[2 + turn as usize % 2] + number;
    }
    shapes
}

impl Patterns {
    /// Patterns with these weights, split after split; none if the number of weights is wrong.
    pub fn new(weights: Vec<i16>) -> Option<Patterns> {
        (weights.len() == SPLITS.len() * WEIGHTS).then(|| Patterns { weights: weights.into() })
    }

    /// Those that are part of the program.
    pub fn embedded() -> Option<&'static Patterns> {
        static PATTERNS: OnceLock<Option<Patterns>> = OnceLock::new();
        PATTERNS
            .get_or_init(|| Patterns::unpack(include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/patterns.zst"))))
            .as_ref()
    }

    /// Reads what [`Patterns::pack`] writes; none if it is damaged.
    pub fn unpack(bytes: &[u8]) -> Option<Patterns> {
        let bytes = zstd::bulk::decompress(bytes, 2 * SPLITS.len() * WEIGHTS).ok()?;
        Patterns::new(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    /// The file of the weights: 16 bits each, little-endian, in one zstd frame.
    pub fn pack(&self) -> std::io::Result<Vec<u8>> {
        let bytes: Vec<u8> = self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        zstd::bulk::compress(&bytes, 19)
    }

    /// An estimate of a position with empty hands, from the side to move: from `-unit`, lost, to `unit`, won. None if
    /// these numbers of stones are not known.
    #[inline(always)]
    pub fn value(&self, own: PointSet, enemy: PointSet, unit: i32) -> Option<i32> {
        let split = usize::from(*NUMBERS.get(own.len())?.get(enemy.len())?);
        let weights = self.weights.get(split * WEIGHTS..(split + 1) * WEIGHTS)?;
        let sum: i32 = shapes(own, enemy).iter().map(|&shape| i32::from(weights[shape])).sum();
        // A sum of eleven large weights times the unit does not fit into 32 bits.
        Some((i64::from(unit) * i64::from(sum) / i64::from(HALF + sum.abs())) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, Symmetry};

    fn sets() -> impl Iterator<Item = (PointSet, PointSet)> {
        (1..2000usize).map(|seed| {
            let point = |i: usize| Point::ALL[(seed * 7 + i * (1 + 2 * (seed % 5)) * 5) % 24];
            let own: PointSet = (0..6).map(point).collect();
            let enemy: PointSet = (6..10).map(point).filter(|&point| !own.contains(point)).collect();
            (own, enemy)
        })
    }

    #[test]
    fn shapes_tell_positions_apart_and_stay_in_their_place() {
        let mut seen = std::collections::HashMap::new();
        for (own, enemy) in sets() {
            let shapes = shapes(own, enemy);
            let ends = [BEGINS[1], BEGINS[2], BEGINS[3], WEIGHTS];
            for (i, shape) in shapes.into_iter().enumerate() {
                let kind = if i < 2 {
                    0
                } else if i == 2 {
                    1
                } else {
                    2 + (i - 3) % 2
                };
                assert!((BEGINS[kind]..ends[kind]).contains(&shape), "{i} {shape}");
            }
            assert_eq!(*seen.entry(shapes).or_insert((own, enemy)), (own, enemy));
        }
    }

    #[test]
    fn the_shipped_patterns_value_all_images_of_a_position_alike() {
        let patterns = Patterns::embedded().expect("they can be unpacked");
        for (own, enemy) in sets().filter(|(_, enemy)| enemy.len() == 4) {
            let values: Vec<_> = Symmetry::all()
                .map(|symmetry| patterns.value(symmetry.set(own), symmetry.set(enemy), 10_000).expect("it is known"))
                .collect();
            let (least, most) = (values.iter().min().unwrap(), values.iter().max().unwrap());
            // The weights are rounded one by one.
            assert!(most - least <= 40, "{own:?} {enemy:?}: {values:?}");
            assert!(least.abs() <= 10_000);
        }
    }

    #[test]
    fn other_numbers_of_stones_and_broken_weights_are_refused() {
        let patterns = Patterns::new(vec![1; SPLITS.len() * WEIGHTS]).unwrap();
        let set = |count: usize, from: usize| Point::ALL[from..from + count].iter().copied().collect::<PointSet>();
        assert_eq!(patterns.value(set(6, 0), set(4, 6), HALF), Some(HALF * 11 / (HALF + 11)));
        for (own, enemy) in [(5, 5), (9, 9), (3, 3), (0, 0), (12, 12)] {
            assert_eq!(patterns.value(set(own, 0), set(enemy, own), HALF), None);
        }
        let greatest = Patterns::new(vec![i16::MAX; SPLITS.len() * WEIGHTS]).unwrap();
        let value = greatest.value(set(6, 0), set(4, 6), 10_000);
        assert!(value.is_some_and(|value| (9_800..10_000).contains(&value)), "{value:?}");
        assert!(Patterns::new(vec![1; 5]).is_none());
        let packed = patterns.pack().unwrap();
        assert_eq!(Patterns::unpack(&packed).unwrap().weights, patterns.weights);
        assert!(Patterns::unpack(&packed[..packed.len() / 2]).is_none());
        assert!(Patterns::unpack(b"nonsense").is_none());
    }
}
