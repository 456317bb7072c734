//! Patterns: the stones of one side as bits among the points that the other side leaves free, and maps of them.

use arrayvec::ArrayVec;

use super::Outcome;
use crate::rules::geometry::MILLS;
use crate::rules::{Point, PointSet, RemovalRule, Symmetry};

const WIN: u8 = Outcome::Win.digit();
const LOSS: u8 = Outcome::Loss.digit();

/// The points that a set leaves free, numbered in index order as the bits of patterns.
pub(in crate::endgame) struct FreePoints {
    free: PointSet,
    /// The bit of each point; 0 for those of the set.
    bits: [u32; Point::COUNT],
}

impl FreePoints {
    pub(in crate::endgame) fn beside(set: PointSet) -> FreePoints {
        let mut bits = [0; Point::COUNT];
        for (number, point) in (!set).into_iter().enumerate() {
            bits[point.index()] = 1 << number;
        }
        FreePoints { free: !set, bits }
    }

    #[inline]
    pub(in crate::endgame) fn bit(&self, point: Point) -> u32 {
        self.bits[point.index()]
    }

    /// The pattern of all free points.
    pub(in crate::endgame) fn all(&self) -> u32 {
        (1 << self.free.len()) - 1
    }

    /// The pattern of those points of a set that are free.
    pub(in crate::endgame) fn part(&self, set: PointSet) -> u32 {
        set.into_iter().fold(0, |pattern, point| pattern | self.bit(point))
    }

    /// The pattern of a set; none unless all its points are free.
    pub(in crate::endgame) fn pattern(&self, set: PointSet) -> Option<u32> {
        let pattern = self.part(set);
        (pattern.count_ones() as usize == set.len()).then_some(pattern)
    }

    /// The lines of three free points.
    pub(in crate::endgame) fn lines(&self) -> ArrayVec<u32, 16> {
        MILLS.iter().filter_map(|&mill| self.pattern(mill)).collect()
    }

    /// For each bit, where a stone there may go.
    pub(in crate::endgame) fn targets(&self, flying: bool) -> [u32; Point::COUNT] {
        let mut targets = [0; Point::COUNT];
        for (number, point) in self.free.into_iter().enumerate() {
            targets[number] = if flying { self.all() ^ 1 << number } else { self.part(point.neighbours()) };
        }
        targets
    }

    /// Takes patterns beside this set to those beside the set `home`, where a symmetry takes the points.
    pub(in crate::endgame) fn translation(&self, symmetry: Symmetry, home: PointSet) -> Translation {
        let home = FreePoints::beside(home);
        let mut targets = [0; Point::COUNT];
        for (number, point) in self.free.into_iter().enumerate() {
            targets[number] = home.bit(symmetry.point(point));
        }
        let mut tables = [[0; 256]; 3];
        for (table, targets) in tables.iter_mut().zip(targets.chunks(8)).take(self.free.len().div_ceil(8)) {
            for byte in 1..256usize {
                table[byte] = table[byte & (byte - 1)] | targets[byte.trailing_zeros() as usize];
            }
        }
        Translation(tables)
    }
}

/// Takes patterns beside one set to patterns beside another, byte by byte.
pub(in crate::endgame) struct Translation([[u32; 256]; 3]);

impl Translation {
    #[inline]
    pub(in crate::endgame) fn apply(&self, pattern: u32) -> u32 {
        let [low, middle, high, _] = pattern.to_le_bytes();
        self.0[0][low as usize] | self.0[1][middle as usize] | self.0[2][high as usize]
    }
}

/// The stones of a pattern that are in mills, given all lines.
#[inline]
pub(in crate::endgame) fn in_mills(lines: &[u32], pattern: u32) -> u32 {
    lines.iter().fold(0, |found, line| found | if pattern & line == *line { *line } else { 0 })
}

/// The stones of a pattern that a mill may remove.
#[inline]
pub(in crate::endgame) fn removable(rule: RemovalRule, lines: &[u32], pattern: u32) -> u32 {
    match pattern & !in_mills(lines, pattern) {
        0 if rule == RemovalRule::Any => pattern,
        unprotected => unprotected,
    }
}

/// The bits of a pattern one by one.
#[inline]
pub(in crate::endgame) fn bits_of(pattern: u32) -> impl Iterator<Item = u32> {
    let mut left = pattern;
    std::iter::from_fn(move || {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// One bit per pattern, twice: what the side that placed gets from the positions after its placement.
pub(in crate::endgame) struct Map {
    /// It wins there.
    pub(in crate::endgame) won: Vec<u64>,
    /// It does not lose there.
    pub(in crate::endgame) unlost: Vec<u64>,
}

impl Map {
    /// A map of the patterns beside a set of this size.
    pub(in crate::endgame) fn beside(stones: usize) -> Map {
        let words = 1 << (Point::COUNT - stones - 6);
        Map { won: vec![0; words], unlost: vec![0; words] }
    }

    pub(in crate::endgame) fn clear(&mut self) {
        self.won.fill(0);
        self.unlost.fill(0);
    }

    /// Every position is won.
    pub(in crate::endgame) fn fill(&mut self) {
        self.won.fill(!0);
        self.unlost.fill(!0);
    }

    /// Takes in the digit of a position after the placement.
    #[inline]
    pub(in crate::endgame) fn add(&mut self, pattern: u32, digit: u8) {
        let (word, bit) = (pattern as usize >> 6, pattern & 63);
        self.won[word] |= u64::from(digit == LOSS) << bit;
        self.unlost[word] |= u64::from(digit != WIN) << bit;
    }

    /// Whether the side that placed wins, and whether it does not lose.
    #[inline]
    pub(in crate::endgame) fn get(&self, pattern: u32) -> (bool, bool) {
        let bit = |words: &[u64]| words[pattern as usize >> 6] >> (pattern & 63) & 1 != 0;
        (bit(&self.won), bit(&self.unlost))
    }
}

/// The patterns that have certain bits, as a condition on the number of a word and a mask within it.
#[derive(Clone, Copy)]
pub(in crate::endgame) struct Having {
    word: usize,
    within: u64,
}

/// The places in a word whose number has a certain one of six bits.
pub(in crate::endgame) const WITHIN: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Having {
    /// None of the patterns: no number of a word has all bits.
    pub(in crate::endgame) const NONE: Having = Having { word: usize::MAX, within: 0 };

    pub(in crate::endgame) fn bits(pattern: u32) -> Having {
        let within = (0..6).filter(|bit| pattern >> bit & 1 != 0).fold(!0, |mask, bit| mask & WITHIN[bit]);
        Having { word: pattern as usize >> 6, within }
    }

    /// The patterns of a word.
    #[inline(always)]
    pub(in crate::endgame) fn mask(self, word: usize) -> u64 {
        if word & self.word == self.word { self.within } else { 0 }
    }
}

/// The patterns with a mill through a point, given both lines through it.
#[derive(Clone, Copy)]
pub(in crate::endgame) struct Mills([Having; 2]);

impl Mills {
    /// Two lines that no pattern has.
    pub(in crate::endgame) const NONE: Mills = Mills([Having::NONE; 2]);

    /// A line with a stone of the other side cannot be a mill.
    pub(in crate::endgame) fn through(point: Point, free: &FreePoints) -> Mills {
        Mills(point.mills().map(|mill| free.pattern(mill).map_or(Having::NONE, Having::bits)))
    }

    #[inline(always)]
    pub(in crate::endgame) fn mask(self, word: usize) -> u64 {
        self.0[0].mask(word) | self.0[1].mask(word)
    }
}
