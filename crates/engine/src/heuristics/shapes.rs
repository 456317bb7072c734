//! The value of a position from its shapes: a small network that sees where every stone stands.
//!
//! A shape is a ring, a side of the board or a corner with its neighbours, with the stones of both sides on it. A position
//! has eleven. Each shape has a row of 32 numbers; the rows of a position are added and cut off, mixed, cut off again,
//! weighted and added:
//!
//! ```text
//! eleven shapes -> sum of their rows and the stage's (32) -> 0 to 2, the last one free -> weighted by the stage -> value
//!                                                                 |                               ^
//!                                                                 +-> mixtures (16) -> 0 to 2 ----+
//! ```
//!
//! The stage is the number of stones of both sides, and while stones are in hand the ply. Seven parts of the game, made of
//! neighbouring stages, have rows and mixtures of their own. Mirror images of a shape share
//! their row, so that all images of a position have the same value. The weights were learned from the exact results of the
//! tables (`learn::shapes`); `muehle endgame shapes` learns them again.

use std::io;
use std::sync::OnceLock;

use wide::{i16x8, i32x4, i32x8};

use crate::rules::PointSet;

/// The numbers in a row. The last one is not cut off: it makes the network a sum of shapes, which the others correct.
pub(crate) const WIDTH: usize = 32;
/// The mixtures of the numbers of a sum.
pub(crate) const MIXED: usize = 16;
/// Both in the groups of four or eight that processors compute with at once.
const EIGHTS: usize = WIDTH / 8;
const MIXED_EIGHTS: usize = MIXED / 8;
const MIXED_FOURS: usize = MIXED / 4;
/// The shapes of a position.
pub(crate) const SHAPES: usize = 11;

/// The stones on the eight points of a ring, and on the nine points of a side or a corner.
const RING: usize = 6561;
const NINE: usize = 19683;
/// Where each kind of shape begins: outer and inner ring, middle ring, sides, corners.
const BEGINS: [usize; 4] = [0, RING, 2 * RING, 2 * RING + NINE];
/// How many shapes there are.
pub(crate) const ALL_SHAPES: usize = 2 * RING + 2 * NINE;

/// The first ply of the placing phase that is known; results of earlier ones are part of the program.
pub(crate) const FIRST_PLY: u8 = 11;
const PLIES: u8 = 18;
/// The phases: one for each ply of placing that is known, then sliding.
const PHASES: usize = (PLIES - FIRST_PLY) as usize + 1;
/// The stages: each phase by own and enemy stones on the board.
pub(crate) const STAGES: usize = 100 * PHASES;
/// The parts of the game that have rows of their own: four of placing and three of sliding.
pub(crate) const PARTS: usize = 7;

/// What stands for 1 in the numbers of rows and stages.
pub(crate) const ONE: f32 = 256.0;
/// The numbers of rows are multiples of this: what is finer than that hardly changes a value, but it would double the file.
pub(crate) const GRAIN: i16 = 8;
/// No number of a row may be larger: in a file it is grains in one byte.
pub(crate) const LARGEST: f32 = 127.0 * GRAIN as f32;
/// Nor what a stage begins with: with the sum of eleven rows it must fit into 16 bits.
pub(crate) const LARGEST_BEGIN: f32 = 16_384.0;
/// Nor the bias of a stage: the sum of everything must fit into 32 bits.
pub(crate) const LARGEST_BIAS: f32 = 1e8;
/// Where the numbers of a sum are cut off.
pub(crate) const CEILING: f32 = 2.0;

/// How many parts of a position's value come from its shapes where they are known. One more comes from the heuristic, to tell
/// apart positions that are worth the same.
pub const PARTS_OF_SHAPES: i32 = 15;

/// The value of a position, given the network's estimate and the heuristic's value.
#[inline(always)]
pub(crate) fn blend(estimate: i32, value: i32) -> i32 {
    estimate + (value - estimate) / (PARTS_OF_SHAPES + 1)
}

/// A row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Row(pub [i16; WIDTH]);

impl Row {
    /// The numbers as a processor adds and multiplies them.
    #[inline(always)]
    fn eights(&self) -> [i16x8; EIGHTS] {
        let (eights, _) = self.0.as_chunks();
        std::array::from_fn(|at| i16x8::new(eights[at]))
    }
}

/// What a stage adds to the sum of the rows, what it makes of it, and what it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    pub begin: Row,
    pub weights: Row,
    /// The weights of the mixtures.
    pub mixed: [i16x8; MIXED_EIGHTS],
    /// In units of one over `ONE` squared. The smallest number marks a stage that is not known.
    pub bias: i32,
}

impl Stage {
    pub const UNKNOWN: Stage =
        Stage { begin: Row([0; WIDTH]), weights: Row([0; WIDTH]), mixed: [i16x8::ZERO; MIXED_EIGHTS], bias: i32::MIN };
    /// The bytes of a stage in a file.
    const BYTES: usize = 4 * WIDTH + 2 * MIXED + 4;
}

/// How a part of the game mixes the numbers of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Mixing {
    /// For two neighbouring numbers after two their weights in four mixtures after four: processors multiply and add such
    /// pairs in one step.
    pub weights: [[i16x8; MIXED_FOURS]; WIDTH / 2],
    /// In units of one over `ONE` squared.
    pub begin: [i32x4; MIXED_FOURS],
}

impl Mixing {
    /// The bytes of one in a file.
    const BYTES: usize = 2 * MIXED * WIDTH + 4 * MIXED;

    /// From the weight that each mixture has for each number, and what it begins with.
    pub fn new(weight: impl Fn(usize, usize) -> i16, begin: impl Fn(usize) -> i32) -> Mixing {
        let four_pairs = |pair: usize, first: usize| {
            i16x8::new(std::array::from_fn(|lane| weight(first + lane / 2, 2 * pair + lane % 2)))
        };
        Mixing {
            weights: std::array::from_fn(|pair| std::array::from_fn(|four| four_pairs(pair, 4 * four))),
            begin: std::array::from_fn(|four| i32x4::new(std::array::from_fn(|lane| begin(4 * four + lane)))),
        }
    }

    /// The weights, mixture by mixture.
    fn weights(&self) -> impl Iterator<Item = i16> {
        let weight = |at: usize, number: usize| self.weights[number / 2][at / 4].to_array()[2 * (at % 4) + number % 2];
        (0..MIXED).flat_map(move |at| (0..WIDTH).map(move |number| weight(at, number)))
    }

    fn begins(&self) -> impl Iterator<Item = i32> {
        self.begin.iter().flat_map(|begin| begin.to_array())
    }
}

/// The network.
#[derive(Debug, PartialEq, Eq)]
pub struct ShapeNetwork {
    /// The rows of the representatives, part by part.
    rows: Box<[Row]>,
    /// Where among the rows of a part each shape has its own.
    places: Box<[u16; ALL_SHAPES]>,
    stages: Box<[Stage]>,
    mixings: [Mixing; PARTS],
}

/// The lower and upper ends of the numbers of a sum.
const FLOOR_ROW: Row = {
    let mut row = [0; WIDTH];
    row[WIDTH - 1] = i16::MIN;
    Row(row)
};
const CEILING_ROW: Row = {
    let mut row = [(CEILING * ONE) as i16; WIDTH];
    row[WIDTH - 1] = i16::MAX;
    Row(row)
};

/// Eight bits as digits in base three.
const RING_NUMBERS: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        numbers[bits] = 3 * numbers[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    numbers
};

/// What the stones on a ring add to the numbers of the eight sides and corners: three neighbouring places of each ring,
/// a side of the board after an even turn, a corner after an odd one.
const NINE_NUMBERS: [[[u16; 8]; 256]; 3] = {
    let mut numbers = [[[0; 8]; 256]; 3];
    let (mut ring, mut factor) = (0, 1);
    while ring < 3 {
        let mut bits = 0;
        while bits < 256 {
            let mut turn = 0;
            while turn < 8 {
                let turned = (bits as u8).rotate_left(turn as u32);
                numbers[ring][bits][turn] = factor * RING_NUMBERS[(turned & 7) as usize];
                turn += 1;
            }
            bits += 1;
        }
        ring += 1;
        factor *= 27;
    }
    numbers
};

/// The shapes of a position, each below [`ALL_SHAPES`].
#[inline(always)]
pub(crate) fn shapes(own: PointSet, enemy: PointSet) -> [usize; SHAPES] {
    let mut shapes = [0; SHAPES];
    let mut nines = [0_u16; 8];
    for ring in 0..3 {
        let stones = |set: PointSet| (set.bits() >> (8 * ring) & 0xFF) as usize;
        let (own, enemy) = (stones(own), stones(enemy));
        let begin = if ring == 1 { BEGINS[1] } else { BEGINS[0] };
        shapes[ring] = begin + usize::from(RING_NUMBERS[own]) + 2 * usize::from(RING_NUMBERS[enemy]);
        let (own, enemy) = (&NINE_NUMBERS[ring][own], &NINE_NUMBERS[ring][enemy]);
        for turn in 0..8 {
            nines[turn] += own[turn] + 2 * enemy[turn];
        }
    }
    for (turn, number) in nines.into_iter().enumerate() {
        shapes[3 + turn] = BEGINS[2 + turn % 2] + usize::from(number);
    }
    shapes
}

/// For each shape the least number among its mirror images: they share a row.
pub(crate) fn representatives() -> Vec<usize> {
    let ring = |image: usize, place: usize| {
        let place = (place + 2 * (image % 4)) % 8;
        if image < 4 { place } else { (10 - place) % 8 }
    };
    let nine = |image: usize, place: usize| {
        let (ring, place) = (place / 3, place % 3);
        3 * if image.is_multiple_of(2) { ring } else { 2 - ring } + if image < 2 { place } else { 2 - place }
    };
    let image_of = |number: usize, places: usize, to: &dyn Fn(usize) -> usize| -> usize {
        (0..places).map(|place| number / 3_usize.pow(place as u32) % 3 * 3_usize.pow(to(place) as u32)).sum()
    };
    let mut representatives = Vec::with_capacity(ALL_SHAPES);
    for (kind, begin) in BEGINS.into_iter().enumerate() {
        let (places, images, count) = if kind < 2 { (8, 8, RING) } else { (9, 4, NINE) };
        for number in 0..count {
            let image = |image: usize| match kind < 2 {
                true => image_of(number, places, &|place| ring(image, place)),
                false => image_of(number, places, &|place| nine(image, place)),
            };
            representatives.push(begin + (0..images).map(image).min().unwrap_or(number));
        }
    }
    representatives
}

/// The number of a stage, by the stones in both hands and those on the board; none if too many are in hand.
#[inline(always)]
pub(crate) fn stage_number(in_hand: u8, own: usize, enemy: usize) -> Option<usize> {
    let phase = PHASES.checked_sub(1 + usize::from(in_hand))?;
    (own < 10 && enemy < 10).then_some(100 * phase + 10 * own + enemy)
}

/// Which rows the positions of a stage have.
pub(crate) const fn part(stage: usize) -> usize {
    let in_hand = PHASES - 1 - stage / 100;
    let stones = stage / 10 % 10 + stage % 10;
    match (in_hand, stones) {
        (6.., _) => 0,
        (4.., _) => 1,
        (2.., _) => 2,
        (1, _) => 3,
        (0, 17..) => 4,
        (0, 15..) => 5,
        (0, _) => 6,
    }
}

/// The part of every stage.
static PART_OF_STAGE: [u8; STAGES] = {
    let mut parts = [0; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        parts[stage] = part(stage) as u8;
        stage += 1;
    }
    parts
};

impl ShapeNetwork {
    /// A network with the rows of the representatives of each part, in their order, these stages and mixings; none if
    /// there are too many or too few of them.
    pub(crate) fn new(rows: Vec<Row>, stages: Vec<Stage>, mixings: [Mixing; PARTS]) -> Option<ShapeNetwork> {
        let mut places = Box::new([0; ALL_SHAPES]);
        let mut count = 0;
        for (shape, representative) in representatives().into_iter().enumerate() {
            if representative == shape {
                places[shape] = count as u16;
                count += 1;
            } else {
                places[shape] = places[representative];
            }
        }
        (rows.len() == PARTS * count && stages.len() == STAGES).then(|| ShapeNetwork {
            rows: rows.into(),
            places,
            stages: stages.into(),
            mixings,
        })
    }

    /// The one that is part of the program.
    pub fn embedded() -> Option<&'static ShapeNetwork> {
        static NETWORK: OnceLock<Option<ShapeNetwork>> = OnceLock::new();
        NETWORK
            .get_or_init(|| {
                ShapeNetwork::unpack(include_bytes!(concat!(env!("MUEHLE_DATA"), "/heuristics/shapes.zst")))
            })
            .as_ref()
    }

    /// Reads what [`ShapeNetwork::pack`] writes; none if it is damaged.
    pub fn unpack(bytes: &[u8]) -> Option<ShapeNetwork> {
        let numbers =
            |bytes: &[u8]| -> Vec<i16> { bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect() };
        let wide_numbers =
            |bytes: &[u8]| -> Vec<i32> { bytes.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect() };
        let count = PARTS * representatives().iter().enumerate().filter(|(shape, first)| shape == *first).count();
        let (rows_size, stages_size) = (WIDTH * count, STAGES * Stage::BYTES);
        let size = rows_size + stages_size + PARTS * Mixing::BYTES;
        let bytes = zstd::bulk::decompress(bytes, size).ok().filter(|bytes| bytes.len() == size)?;
        let (rows, bytes) = bytes.split_at(rows_size);
        let (stages, mixings) = bytes.split_at(stages_size);
        // The numbers of one column lie together, because they are alike.
        let number = |at: usize, row: usize| GRAIN * i16::from(rows[at * count + row].cast_signed());
        let rows: Vec<Row> = (0..count).map(|row| Row(std::array::from_fn(|at| number(at, row)))).collect();
        let in_range = |row: &Row, most: f32| row.0.iter().all(|&number| f32::from(number).abs() <= most);
        let read_stage = |bytes: &[u8]| {
            let (row, bias) = bytes.split_at(Stage::BYTES - 4);
            let numbers = numbers(row);
            Stage {
                begin: Row(std::array::from_fn(|at| numbers[at])),
                weights: Row(std::array::from_fn(|at| numbers[WIDTH + at])),
                mixed: std::array::from_fn(|eight| {
                    i16x8::new(std::array::from_fn(|at| numbers[2 * WIDTH + 8 * eight + at]))
                }),
                bias: wide_numbers(bias)[0],
            }
        };
        let stages: Vec<Stage> = stages.chunks_exact(Stage::BYTES).map(read_stage).collect();
        let stage_in_range = |stage: &Stage| {
            in_range(&stage.begin, LARGEST_BEGIN)
                && (*stage == Stage::UNKNOWN || stage.bias.unsigned_abs() <= LARGEST_BIAS as u32)
        };
        let mixings: [Mixing; PARTS] = std::array::from_fn(|part| {
            let (weights, begin) = mixings[part * Mixing::BYTES..][..Mixing::BYTES].split_at(2 * MIXED * WIDTH);
            let (weights, begin) = (numbers(weights), wide_numbers(begin));
            Mixing::new(|at, number| weights[at * WIDTH + number], |at| begin[at])
        });
        let mixing_in_range =
            |mixing: &Mixing| mixing.begins().all(|begin| begin.unsigned_abs() <= LARGEST_BIAS as u32);
        if rows.iter().all(|row| in_range(row, LARGEST))
            && stages.iter().all(stage_in_range)
            && mixings.iter().all(mixing_in_range)
        {
            ShapeNetwork::new(rows, stages, mixings)
        } else {
            None
        }
    }

    /// The file of a network: the rows of representatives column by column in grains, the stages, then the mixings,
    /// little-endian, in one zstd frame.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for column in 0..WIDTH {
            bytes.extend(self.rows.iter().flat_map(|row| ((row.0[column] / GRAIN) as i8).to_le_bytes()));
        }
        for Stage { begin, weights, mixed, bias } in &self.stages {
            let mixed = mixed.map(i16x8::to_array);
            let numbers = begin.0.iter().chain(&weights.0).chain(mixed.as_flattened());
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
            bytes.extend(bias.to_le_bytes());
        }
        for mixing in &self.mixings {
            bytes.extend(mixing.weights().flat_map(i16::to_le_bytes));
            bytes.extend(mixing.begins().flat_map(i32::to_le_bytes));
        }
        zstd::bulk::compress(&bytes, 19)
    }

    /// An estimate of a position with this number of stones in both hands, from the side to move: from `-unit`, lost, to
    /// `unit`, won. None if such positions are not known.
    #[inline(always)]
    pub fn value(&self, own: PointSet, enemy: PointSet, in_hand: u8, unit: i32) -> Option<i32> {
        let number = stage_number(in_hand, own.len(), enemy.len())?;
        let stage = &self.stages[number];
        if stage.bias == i32::MIN {
            return None;
        }
        let part = usize::from(PART_OF_STAGE[number]);
        let count = self.rows.len() / PARTS;
        let rows = &self.rows[part * count..][..count];
        let mut sum = stage.begin.eights();
        for shape in shapes(own, enemy) {
            let row = rows[usize::from(self.places[shape])].eights();
            for at in 0..EIGHTS {
                sum[at] += row[at];
            }
        }
        let (floor, ceiling) = (FLOOR_ROW.eights(), CEILING_ROW.eights());
        let weights = stage.weights.eights();
        let mut parts_of_total = i32x4::ZERO;
        for at in 0..EIGHTS {
            sum[at] = sum[at].max(floor[at]).min(ceiling[at]);
            parts_of_total += sum[at].dot(weights[at]);
        }
        let mixing = &self.mixings[part];
        let mut mixed = mixing.begin;
        let numbers = sum.map(i16x8::to_array);
        for (pair, weights) in numbers.as_flattened().as_chunks::<2>().0.iter().zip(&mixing.weights) {
            let [a, b] = *pair;
            let pairs = i16x8::new([a, b, a, b, a, b, a, b]);
            for at in 0..MIXED_FOURS {
                mixed[at] += pairs.dot(weights[at]);
            }
        }
        for at in 0..MIXED_EIGHTS {
            let [low, high] = [mixed[2 * at] >> 8_u32, mixed[2 * at + 1] >> 8_u32].map(i32x4::to_array);
            let eight = i16x8::from_i32x8_saturate(i32x8::new([
                low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3],
            ]));
            parts_of_total += eight.max(i16x8::ZERO).min(i16x8::splat((CEILING * ONE) as i16)).dot(stage.mixed[at]);
        }
        let total = stage.bias + parts_of_total.to_array().iter().sum::<i32>();
        // Small enough that the unit times it fits into 32 bits.
        let total = (total >> 6).clamp(-200_000, 200_000);
        let half = (ONE * ONE) as i32 >> 6;
        Some(unit * total / (half + total.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, Symmetry};

    fn sets() -> impl Iterator<Item = (PointSet, PointSet)> {
        (1..2000usize).map(|seed| {
            let point = |i: usize| Point::ALL[(seed * 7 + i * (1 + 2 * (seed % 5)) * 5) % 24];
            let own: PointSet = (0..7).map(point).collect();
            let enemy: PointSet = (7..14).map(point).filter(|&point| !own.contains(point)).collect();
            (own, enemy)
        })
    }

    #[test]
    fn shapes_tell_positions_apart_and_stay_in_their_place() {
        let mut seen = std::collections::HashMap::new();
        let ends = [BEGINS[1], BEGINS[2], BEGINS[3], ALL_SHAPES];
        for (own, enemy) in sets() {
            let shapes = shapes(own, enemy);
            for (i, shape) in shapes.into_iter().enumerate() {
                let kind = [0, 1, 0].get(i).copied().unwrap_or(2 + (i + 1) % 2);
                assert!((BEGINS[kind]..ends[kind]).contains(&shape), "{i} {shape}");
            }
            assert_eq!(*seen.entry(shapes).or_insert((own, enemy)), (own, enemy));
        }
    }

    #[test]
    fn all_images_of_a_position_have_the_same_value() {
        let network = ShapeNetwork::embedded().expect("it can be unpacked");
        let mut known = 0;
        for (own, enemy) in sets() {
            for in_hand in [0, 4] {
                let value = network.value(own, enemy, in_hand, 10_000);
                known += usize::from(value.is_some());
                assert!(value.is_none_or(|value| value.abs() <= 10_000));
                for image in Symmetry::all() {
                    assert_eq!(network.value(image.set(own), image.set(enemy), in_hand, 10_000), value);
                }
            }
        }
        assert!(known > 1000, "{known}");
    }

    #[test]
    fn a_network_survives_packing_and_damage_is_noticed() {
        let network = ShapeNetwork::embedded().expect("it can be unpacked");
        let packed = network.pack().unwrap();
        assert_eq!(ShapeNetwork::unpack(&packed).as_ref(), Some(network));
        assert_eq!(ShapeNetwork::unpack(&packed[..packed.len() / 2]), None);
        assert_eq!(ShapeNetwork::unpack(b"nonsense"), None);
        assert_eq!(ShapeNetwork::unpack(&zstd::bulk::compress(&[0; 1000], 3).unwrap()), None);
    }

    #[test]
    fn the_greatest_numbers_do_not_overflow() {
        let firsts = representatives().iter().enumerate().filter(|(shape, first)| shape == *first).count();
        for sign in [-1, 1] {
            let row = Row([sign * LARGEST as i16; WIDTH]);
            let weights = Row([i16::MAX; WIDTH]);
            let bias = i32::from(sign) * LARGEST_BIAS as i32;
            let begin = Row([sign * LARGEST_BEGIN as i16; WIDTH]);
            let stage = Stage { begin, weights, mixed: [i16x8::splat(sign * i16::MAX); MIXED_EIGHTS], bias };
            let mixing = Mixing::new(|_, _| i16::MAX, |_| bias);
            let network = ShapeNetwork::new(vec![row; PARTS * firsts], vec![stage; STAGES], [mixing; PARTS]).unwrap();
            let (own, enemy) = sets().next().unwrap();
            let value = network.value(own, enemy, 0, 10_000).unwrap();
            assert!((9_800..=10_000).contains(&(i32::from(sign) * value)), "{value}");
        }
    }
}
