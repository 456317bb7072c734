//! The perfect index: each position of a subspace, reduced by the 16 symmetries, has a slot in its table.
//!
//! The larger stone set (the own one when both are equal) is the *anchor*. A symmetry takes it to the representative of
//! its orbit, and the same symmetry takes the other stones along. They are then ranked among the points that the
//! anchor leaves free:
//!
//! ```text
//! slot = orbit of the anchor * C(24 - anchor stones, other stones) + rank of the others among the free points
//! ```
//!
//! All slots of an orbit make a *row*. In a row whose anchor is itself symmetric several slots stand for one position; the
//! lowest of them is its *canonical* slot.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{LazyLock, OnceLock};

use arrayvec::ArrayVec;

use super::PLACING_PLIES;
use crate::rules::{Color, Point, PointSet, Position, Symmetry};

/// The positions in which the side to move has `own` and the other side `enemy` stones on the board. Stones may still be
/// in hand: as many on both sides, or one more for the side to move, since the sides place in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subspace {
    /// The stones of both sides that are still in hand; none in the sliding phase.
    in_hand: u8,
    own: u8,
    enemy: u8,
}

impl Subspace {
    /// All stones on the board, three to nine per side; none otherwise.
    pub const fn new(own: usize, enemy: usize) -> Option<Subspace> {
        Subspace::at_ply(PLACING_PLIES, own, enemy)
    }

    /// The positions after this number of plies, 18 when all stones are placed; none when a side would have more stones
    /// than it has placed, or with its hand fewer than three.
    pub const fn at_ply(ply: u8, own: usize, enemy: usize) -> Option<Subspace> {
        if ply > PLACING_PLIES {
            return None;
        }
        let in_hand = PLACING_PLIES - ply;
        let (own_hand, enemy_hand) = (in_hand.div_ceil(2) as usize, in_hand as usize / 2);
        let (own_total, enemy_total) = (own + own_hand, enemy + enemy_hand);
        if own_total < 3 || own_total > 9 || enemy_total < 3 || enemy_total > 9 {
            return None;
        }
        Some(Subspace { in_hand, own: own as u8, enemy: enemy as u8 })
    }

    /// The subspace of a position; none when a side has fewer than three stones or the hands do not belong to a game in
    /// which the sides place in turn.
    pub fn of(position: &Position) -> Option<Subspace> {
        let side = position.side_to_move();
        let [own_hand, enemy_hand] = [side, !side].map(|color| position.hand(color));
        let in_turn = own_hand == enemy_hand || own_hand == enemy_hand + 1;
        let ply = PLACING_PLIES.checked_sub(own_hand + enemy_hand)?;
        in_turn.then(|| Subspace::at_ply(ply, position.own().len(), position.enemy().len())).flatten()
    }

    /// The subspaces after this number of plies, below 18, that removals can lead to.
    /// Those with the same number of own stones follow each other.
    pub fn placing(ply: u8) -> Vec<Subspace> {
        let mut layer = BTreeSet::from_iter(Subspace::at_ply(0, 0, 0));
        for _ in 0..ply {
            let successors = layer.iter().flat_map(|subspace| [subspace.after_placement(), subspace.after_removal()]);
            layer = successors.flatten().collect();
        }
        layer.into_iter().collect()
    }

    /// Where a placement without a removal leads; none when no stone is in hand.
    pub const fn after_placement(self) -> Option<Subspace> {
        if self.in_hand == 0 {
            return None;
        }
        Subspace::at_ply(self.ply() + 1, self.enemy(), self.own() + 1)
    }

    /// Where a placement with a removal leads; none when no stone is in hand, a mill cannot be closed, there is nothing to
    /// remove or the game ends.
    pub const fn after_removal(self) -> Option<Subspace> {
        if self.in_hand == 0 || self.own < 2 || self.enemy == 0 {
            return None;
        }
        Subspace::at_ply(self.ply() + 1, self.enemy() - 1, self.own() + 1)
    }

    /// The position with these own and enemy stones, whose numbers must be those of the subspace. White moves when both
    /// hands are equal, as in a game from the start.
    pub fn position(self, own: PointSet, enemy: PointSet) -> Position {
        let (own_hand, enemy_hand) = (self.in_hand.div_ceil(2), self.in_hand / 2);
        let position = match self.in_hand % 2 {
            0 => Position::new([own, enemy], [own_hand, enemy_hand], Color::White),
            _ => Position::new([enemy, own], [enemy_hand, own_hand], Color::Black),
        };
        position.expect("a subspace has only possible positions")
    }

    /// How many stones have been placed.
    pub const fn ply(self) -> u8 {
        PLACING_PLIES - self.in_hand
    }

    /// Whether stones are still in hand.
    pub const fn is_placing(self) -> bool {
        self.in_hand > 0
    }

    /// The stones in hand: of the side to move and of the other side.
    pub const fn hands(self) -> [u8; 2] {
        [self.in_hand.div_ceil(2), self.in_hand / 2]
    }

    /// All subspaces with at most this number of stones, those with fewer stones first, (a, b) followed by (b, a).
    pub fn up_to(stones: u8) -> Vec<Subspace> {
        Pair::up_to(stones).iter().flat_map(Pair::subspaces).collect()
    }

    /// The stones of the side to move.
    pub const fn own(self) -> usize {
        self.own as usize
    }

    /// The stones of the other side.
    pub const fn enemy(self) -> usize {
        self.enemy as usize
    }

    /// The stones on the board.
    pub const fn stones(self) -> u8 {
        self.own + self.enemy
    }

    /// The index of this subspace, whatever is in hand.
    pub fn index(self) -> &'static PairIndex {
        let (anchor, other) = if self.anchor_moves() { (self.own, self.enemy) } else { (self.enemy, self.own) };
        Pair { anchor, other }.index()
    }

    /// Whether the side to move is the one whose stones are the anchor.
    pub(crate) const fn anchor_moves(self) -> bool {
        self.own >= self.enemy
    }

    /// The slot of a position with these stones, whose numbers must be those of the subspace.
    #[inline]
    pub fn slot(self, index: &PairIndex, own: PointSet, enemy: PointSet) -> usize {
        if self.anchor_moves() { index.slot(own, enemy) } else { index.slot(enemy, own) }
    }

    /// The own and enemy stones of the position a slot stands for.
    pub fn stones_at(self, index: &PairIndex, slot: usize) -> (PointSet, PointSet) {
        let (anchor, other) = index.stones_at(slot);
        if self.anchor_moves() { (anchor, other) } else { (other, anchor) }
    }
}

/// Own stones first: `5-3`; with stones in hand also how many are placed: `p17-5-3`.
impl fmt::Display for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_placing() {
            write!(f, "p{}-", self.ply())?;
        }
        write!(f, "{}-{}", self.own, self.enemy)
    }
}

/// The two subspaces (a, b) and (b, a), which share an index and depend on each other; one subspace when a = b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    anchor: u8,
    other: u8,
}

impl Pair {
    /// All pairs with at most this number of stones, those with fewer stones first.
    pub fn up_to(stones: u8) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for total in 6..=stones.min(super::MOST_STONES) {
            let others = (3..=total / 2).filter(|&other| total - other <= 9);
            pairs.extend(others.map(|other| Pair { anchor: total - other, other }));
        }
        pairs
    }

    /// The stones of the larger set.
    pub const fn anchor(self) -> usize {
        self.anchor as usize
    }

    /// The stones of the smaller set.
    pub const fn other(self) -> usize {
        self.other as usize
    }

    /// The stones on the board.
    pub const fn stones(self) -> u8 {
        self.anchor + self.other
    }

    /// The subspaces of this pair, the one in which the larger side moves first.
    pub fn subspaces(&self) -> ArrayVec<Subspace, 2> {
        let mut subspaces = ArrayVec::new();
        subspaces.push(Subspace { in_hand: 0, own: self.anchor, enemy: self.other });
        if self.anchor != self.other {
            subspaces.push(Subspace { in_hand: 0, own: self.other, enemy: self.anchor });
        }
        subspaces
    }

    /// The index of both subspaces, made on first use.
    pub fn index(self) -> &'static PairIndex {
        PairIndex::of(self.anchor(), self.other())
    }
}

/// The larger number first: `5-3`.
impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{}", self.anchor, self.other)
    }
}

/// The orbits of all sets of one size.
#[derive(Debug)]
pub(super) struct Orbits {
    /// The smallest set of each orbit, in ascending order.
    representatives: Vec<PointSet>,
    /// The symmetries that keep each representative, one bit each.
    stabilizers: Vec<u16>,
    /// For each set, by rank: its orbit and, in the low four bits, the symmetry that takes it to the representative.
    homes: Vec<u32>,
    ranking: Ranking,
}

pub(super) static SYMMETRIES: LazyLock<[Symmetry; 16]> = LazyLock::new(|| {
    let mut symmetries = [Symmetry::IDENTITY; 16];
    symmetries.iter_mut().zip(Symmetry::all()).for_each(|(slot, symmetry)| *slot = symmetry);
    symmetries
});

impl Orbits {
    /// The orbits of the sets of `size` points, up to nine, made on first use.
    fn of_size(size: usize) -> &'static Orbits {
        static ORBITS: [OnceLock<Orbits>; 10] = [const { OnceLock::new() }; 10];
        ORBITS[size].get_or_init(|| Orbits::new(size))
    }

    fn new(size: usize) -> Orbits {
        const UNKNOWN: u32 = u32::MAX;
        let ranking = Ranking::new(Point::COUNT, size);
        let inverses = SYMMETRIES.map(Symmetry::inverse);
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        let mut homes = vec![UNKNOWN; ranking.patterns.len()];
        for rank in 0..homes.len() {
            if homes[rank] != UNKNOWN {
                continue;
            }
            let set = PointSet::from_bits(ranking.patterns[rank]);
            let mut stabilizer = 0;
            for (symmetry, inverse) in SYMMETRIES.iter().zip(inverses) {
                let image = symmetry.set(set);
                let home = &mut homes[ranking.rank(image.bits()) as usize];
                if *home == UNKNOWN {
                    *home = (representatives.len() as u32) << 4 | inverse.index() as u32;
                }
                stabilizer |= u16::from(image == set) << symmetry.index();
            }
            representatives.push(set);
            stabilizers.push(stabilizer);
        }
        Orbits { representatives, stabilizers, homes, ranking }
    }

    /// The orbit of a set and the symmetry that takes the set to its representative.
    #[inline]
    fn find(&self, set: PointSet) -> (usize, Symmetry) {
        let home = self.homes[self.ranking.rank(set.bits()) as usize];
        (home as usize >> 4, SYMMETRIES[home as usize & 15])
    }
}

/// Ranks the patterns of `width` bits with a given number of ones in ascending order, by two small tables.
#[derive(Debug)]
struct Ranking {
    /// For the upper bits: how many patterns have smaller upper bits.
    upper: Vec<u32>,
    /// For the lower bits: how many lower bits with as many ones are smaller.
    lower: Box<[u8; Ranking::LOWER]>,
    /// All patterns in ascending order.
    patterns: Vec<u32>,
}

impl Ranking {
    const LOWER_BITS: usize = 10;
    const LOWER: usize = 1 << Ranking::LOWER_BITS;

    fn new(width: usize, ones: usize) -> Ranking {
        let mut patterns = Vec::new();
        let mut pattern = (1u32 << ones) - 1;
        while pattern < 1 << width {
            patterns.push(pattern);
            if ones == 0 {
                break;
            }
            // The next number with as many ones: the lowest run of ones carries one up, the rest falls to the right.
            let carried = pattern + (pattern & pattern.wrapping_neg());
            pattern = carried | ((pattern ^ carried) >> (pattern.trailing_zeros() + 2));
        }
        let mut lower = Box::new([0; Ranking::LOWER]);
        let mut smaller = [0u8; Ranking::LOWER_BITS + 1];
        for (bits, rank) in lower.iter_mut().enumerate() {
            let same = &mut smaller[bits.count_ones() as usize];
            *rank = *same;
            // At most C(10, 5) = 252.
            *same += 1;
        }
        let mut upper = vec![0; 1 << width.saturating_sub(Ranking::LOWER_BITS)];
        for (rank, pattern) in patterns.iter().enumerate().rev() {
            upper[(pattern >> Ranking::LOWER_BITS) as usize] = rank as u32;
        }
        Ranking { upper, lower, patterns }
    }

    #[inline]
    fn rank(&self, pattern: u32) -> u32 {
        self.upper[(pattern >> Ranking::LOWER_BITS) as usize]
            + u32::from(self.lower[pattern as usize & (Ranking::LOWER - 1)])
    }
}

/// For each mask and byte: the bits of the byte under the mask moved together, and the reverse.
struct BytePermutations {
    gather: Box<[[u8; 256]; 256]>,
    scatter: Box<[[u8; 256]; 256]>,
}

static BYTE_PERMUTATIONS: LazyLock<BytePermutations> = LazyLock::new(|| {
    let mut tables = BytePermutations { gather: Box::new([[0; 256]; 256]), scatter: Box::new([[0; 256]; 256]) };
    for mask in 0..256 {
        for byte in 0..256 {
            let (mut gathered, mut scattered, mut next) = (0, 0, 0);
            for bit in (0..8).filter(|bit| mask >> bit & 1 != 0) {
                gathered |= (byte >> bit & 1) << next;
                scattered |= (byte >> next & 1) << bit;
                next += 1;
            }
            tables.gather[mask][byte] = gathered as u8;
            tables.scatter[mask][byte] = scattered as u8;
        }
    }
    tables
});

/// The index of a pair of subspaces.
pub struct PairIndex {
    pair: Pair,
    orbits: &'static Orbits,
    ranking: Ranking,
    bytes: &'static BytePermutations,
}

impl fmt::Debug for PairIndex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PairIndex({}-{})", self.pair.anchor, self.pair.other)
    }
}

impl PairIndex {
    /// The index whose anchor has this number of stones, made on first use. In tables the anchor is the larger set; while
    /// placing tables are computed either set can be.
    pub(crate) fn of(anchor: usize, other: usize) -> &'static PairIndex {
        static INDICES: [[OnceLock<PairIndex>; 10]; 10] = [const { [const { OnceLock::new() }; 10] }; 10];
        let pair = Pair { anchor: anchor as u8, other: other as u8 };
        INDICES[anchor][other].get_or_init(|| PairIndex::new(pair))
    }

    fn new(pair: Pair) -> PairIndex {
        let ranking = Ranking::new(Point::COUNT - pair.anchor(), pair.other());
        PairIndex { pair, orbits: Orbits::of_size(pair.anchor()), ranking, bytes: &BYTE_PERMUTATIONS }
    }

    /// The pair this indexes.
    pub fn pair(&self) -> Pair {
        self.pair
    }

    /// How many rows there are: one for each orbit of the anchor.
    pub fn rows(&self) -> usize {
        self.orbits.representatives.len()
    }

    /// How many slots a row has.
    pub(crate) fn row_length(&self) -> usize {
        self.ranking.patterns.len()
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.rows() * self.row_length()
    }

    /// The other stones at each place of a row, as bits among the points that the anchor leaves free.
    pub(crate) fn patterns(&self) -> &[u32] {
        &self.ranking.patterns
    }

    /// The place within a row of a pattern.
    #[inline]
    pub(crate) fn place_of_pattern(&self, pattern: u32) -> usize {
        self.ranking.rank(pattern) as usize
    }

    /// The anchor that stands for a row.
    #[inline]
    pub(crate) fn representative(&self, row: usize) -> PointSet {
        self.orbits.representatives[row]
    }

    /// The row of an anchor and the symmetry that takes it to the representative.
    #[inline]
    pub(crate) fn row_of(&self, anchor: PointSet) -> (usize, Symmetry) {
        self.orbits.find(anchor)
    }

    /// The place within a row of the other stones, as they stand beside the representative.
    #[inline]
    pub(crate) fn place(&self, representative: PointSet, other: PointSet) -> usize {
        let (free, set) = ((!representative).bits(), other.bits());
        let [free0, free1, free2, _] = free.to_le_bytes();
        let [set0, set1, set2, _] = set.to_le_bytes();
        let gather = |mask: u8, byte: u8| u32::from(self.bytes.gather[mask as usize][byte as usize]);
        let first = free0.count_ones();
        let second = first + free1.count_ones();
        let pattern = gather(free0, set0) | gather(free1, set1) << first | gather(free2, set2) << second;
        self.ranking.rank(pattern) as usize
    }

    /// The other stones at a place of a row, as they stand beside the representative.
    #[inline]
    pub(crate) fn other_at(&self, representative: PointSet, place: usize) -> PointSet {
        self.other_of_pattern(representative, self.ranking.patterns[place])
    }

    /// The other stones of a pattern, as they stand beside the representative.
    #[inline]
    pub(crate) fn other_of_pattern(&self, representative: PointSet, pattern: u32) -> PointSet {
        let [free0, free1, free2, _] = (!representative).bits().to_le_bytes();
        let scatter = |mask: u8, bits: u32| u32::from(self.bytes.scatter[mask as usize][bits as usize & 255]);
        let first = free0.count_ones();
        let second = first + free1.count_ones();
        let bits =
            scatter(free0, pattern) | scatter(free1, pattern >> first) << 8 | scatter(free2, pattern >> second) << 16;
        PointSet::from_bits(bits)
    }

    /// The slot of these stones.
    #[inline]
    pub fn slot(&self, anchor: PointSet, other: PointSet) -> usize {
        let (row, symmetry) = self.row_of(anchor);
        row * self.row_length() + self.place(self.representative(row), symmetry.set(other))
    }

    /// The stones a slot stands for: anchor and others.
    pub fn stones_at(&self, slot: usize) -> (PointSet, PointSet) {
        let anchor = self.representative(slot / self.row_length());
        (anchor, self.other_at(anchor, slot % self.row_length()))
    }

    /// The symmetries that keep the representative of a row; only the identity for most.
    pub(crate) fn stabilizer(&self, row: usize) -> impl Iterator<Item = Symmetry> + Clone + use<> {
        let mask = self.orbits.stabilizers[row];
        SYMMETRIES.iter().copied().filter(move |symmetry| mask >> symmetry.index() & 1 != 0)
    }

    /// Whether a row's anchor has symmetries besides the identity.
    #[inline]
    pub(crate) fn is_symmetric(&self, row: usize) -> bool {
        self.orbits.stabilizers[row] != 1
    }

    /// The canonical place of the position at a place of a row, and how many symmetries keep the whole position.
    pub(crate) fn canonical_place(&self, row: usize, place: usize) -> (usize, u8) {
        if !self.is_symmetric(row) {
            return (place, 1);
        }
        let representative = self.representative(row);
        let other = self.other_at(representative, place);
        let (mut lowest, mut keeping) = (place, 0);
        for symmetry in self.stabilizer(row) {
            let image = self.place(representative, symmetry.set(other));
            lowest = lowest.min(image);
            keeping += u8::from(image == place);
        }
        (lowest, keeping)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_orbits_as_known() {
        let counts: Vec<usize> = (3..=9).map(|size| Orbits::of_size(size).representatives.len()).collect();
        assert_eq!(counts, [158, 757, 2830, 8774, 22188, 46879, 82880]);
    }

    #[test]
    fn the_whole_sliding_phase_has_as_many_positions_as_known() {
        assert_eq!(Subspace::up_to(18).len(), 49);
        assert_eq!(Subspace::up_to(8).len(), 6);
        assert_eq!((Subspace::new(2, 3), Subspace::new(3, 10)), (None, None));
        // By Burnside's lemma over the symmetries of each anchor.
        let positions: usize = Subspace::up_to(18).iter().map(|subspace| distinct_positions(subspace.index())).sum();
        assert_eq!(positions, 8_904_593_601);
    }

    fn distinct_positions(index: &PairIndex) -> usize {
        let in_row = |row| {
            let (free, mut fixed, mut symmetries) = (!index.representative(row), 0, 0);
            for symmetry in index.stabilizer(row) {
                fixed += sets_kept(symmetry, free, index.pair().other());
                symmetries += 1;
            }
            fixed / symmetries
        };
        (0..index.rows()).map(in_row).sum()
    }

    /// How many subsets of `within` with this number of points a symmetry keeps: those made of whole cycles.
    fn sets_kept(symmetry: Symmetry, within: PointSet, points: usize) -> usize {
        let mut ways = vec![0; points + 1];
        ways[0] = 1;
        let mut left = within;
        while let Some(start) = left.first() {
            let (mut point, mut length) = (start, 0);
            while left.contains(point) {
                left.remove(point);
                point = symmetry.point(point);
                length += 1;
            }
            for total in (length..=points).rev() {
                ways[total] += ways[total - length];
            }
        }
        ways[points]
    }

    #[test]
    fn every_slot_comes_back_from_its_stones() {
        for subspace in Subspace::up_to(8) {
            let index = subspace.index();
            for slot in 0..index.slots() {
                let (own, enemy) = subspace.stones_at(index, slot);
                assert!(own.len() == subspace.own() && enemy.len() == subspace.enemy() && (own & enemy).is_empty());
                let (row, place) = (slot / index.row_length(), slot % index.row_length());
                // A symmetric anchor may come home in several ways; the canonical slot is the same for all.
                let found = subspace.slot(index, own, enemy);
                assert_eq!(found / index.row_length(), row);
                let canonical = index.canonical_place(row, place).0;
                assert_eq!(index.canonical_place(row, found % index.row_length()).0, canonical);
            }
        }
    }

    #[test]
    fn symmetric_positions_share_their_canonical_slot() {
        let index = Subspace::new(9, 6).unwrap().index();
        for slot in (0..index.slots()).step_by(1_000_003) {
            let (anchor, other) = index.stones_at(slot);
            let canonical = |anchor, other| {
                let slot = index.slot(anchor, other);
                let (row, place) = (slot / index.row_length(), slot % index.row_length());
                (row, index.canonical_place(row, place).0)
            };
            for symmetry in Symmetry::all() {
                assert_eq!(canonical(symmetry.set(anchor), symmetry.set(other)), canonical(anchor, other));
            }
        }
    }
}
