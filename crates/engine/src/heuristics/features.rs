//! The 39 binary features: nine groups, in each of which at most one feature is active.
//!
//! A group with n features has n + 1 states (none active, or one of them), except the last, in which one is always active:
//!
//! ```text
//! group              states  features  state 1, 2, … means
//! own stones            7      1-6     4, 5, 6, 7, 8, 9 on the board
//! enemy stones          7      7-12
//! own moves             6     13-17    2-3, 4-5, 6-7, 8-9, 10 or more
//! enemy moves           6     18-22
//! own closed mills      3     23-24    1, 2 or more
//! enemy closed mills    3     25-26
//! own open mills        3     27-28    1, 2 or more
//! enemy open mills      3     29-30
//! potential moves       9     31-39    state 0, 1, … : own minus enemy ≤-7, -6..-4, -3..-2, -1, 0, 1, 2..3, 4..6, ≥7
//! ```
//!
//! In addition there is the phase of the game, which only the set `phases` uses: 0 when both hands are empty, else
//! 1, 2, 3 or 4 by how many stones are still in hand.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::{Color, PointSet, Position, notation};

/// How many groups there are.
pub const GROUPS: usize = 9;

/// The number of states of each group.
const GROUP_STATES: [usize; 9] = [7, 7, 6, 6, 3, 3, 3, 3, 9];

/// The first feature (from 0) of each group.
const GROUP_STARTS: [u16; 9] = [0, 6, 12, 17, 22, 24, 26, 28, 30];

/// How many features there are.
pub(crate) const STANDARD_FEATURES: usize = 39;

/// How many phases of the game are told apart.
pub(crate) const PHASES: usize = 5;

/// The phase by the number of stones in both hands.
const PHASE: [u8; 19] = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4];

/// How many combinations of group states there are.
pub(crate) const COMBINATIONS: usize = 1_285_956;

/// What one state of each group adds to the number of a combination.
const GROUP_FACTORS: [usize; 9] = {
    let mut factors = [1; 9];
    let mut group = 8;
    while group > 0 {
        group -= 1;
        factors[group] = factors[group + 1] * GROUP_STATES[group + 1];
    }
    factors
};

/// What a position looks like from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// The states of the nine groups.
    pub states: [u8; 9],
    /// The phase of the game, from 0 to 4.
    pub phase: u8,
}

/// One of the 39.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// Its group, from 0 to 8.
    pub group: usize,
    /// Its place in the group, from 0.
    pub place: usize,
}

impl Feature {
    /// The feature with this number, from 0 to 38.
    fn from_number(number: usize) -> Feature {
        let group = GROUP_STARTS.iter().rposition(|&first| usize::from(first) <= number).unwrap_or(0);
        Feature { group, place: number - usize::from(GROUP_STARTS[group]) }
    }
}

/// What an input of a network means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// It is active when the position has a feature.
    One(Feature),
    /// When it has both.
    Pair(Feature, Feature),
    /// When it has the feature in this phase of the game, from 0 to 4.
    InPhase(usize, Feature),
}

/// The state of a stones group by the number of stones.
const STONES_STATE: [u8; 16] = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6];

/// The state of a moves group by the number of moves; three flying stones have at most 54.
const MOVES_STATE: [u8; 64] = {
    let mut table = [5; 64];
    let mut moves = 0;
    while moves < 10 {
        table[moves] = moves as u8 / 2;
        moves += 1;
    }
    table
};

/// The state of the potential moves group by the difference plus 64; a side has nine stones with four neighbours at most.
const POTENTIAL_STATE: [u8; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        table[i] = match i as i32 - 64 {
            ..=-7 => 0,
            -6..=-4 => 1,
            -3..=-2 => 2,
            -1 => 3,
            0 => 4,
            1 => 5,
            2..=3 => 6,
            4..=6 => 7,
            _ => 8,
        };
        i += 1;
    }
    table
};

/// What the groups of one side add to the number of a combination, by their counts, so that the number is a sum of few
/// look-ups.
struct SideSums {
    stones: [u32; 16],
    moves: [u32; 64],
    closed: [u32; 16],
    open: [u32; 16],
}

const fn side_sums(first: usize) -> SideSums {
    let mut sums = SideSums { stones: [0; 16], moves: [0; 64], closed: [0; 16], open: [0; 16] };
    let mut i = 0;
    while i < 64 {
        sums.moves[i] = MOVES_STATE[i] as u32 * GROUP_FACTORS[2 + first] as u32;
        if i < 16 {
            let upto_two = if i < 2 { i as u32 } else { 2 };
            sums.stones[i] = STONES_STATE[i] as u32 * GROUP_FACTORS[first] as u32;
            sums.closed[i] = upto_two * GROUP_FACTORS[4 + first] as u32;
            sums.open[i] = upto_two * GROUP_FACTORS[6 + first] as u32;
        }
        i += 1;
    }
    sums
}

const SIDE_SUMS: [SideSums; 2] = [side_sums(0), side_sums(1)];

/// A set of points for each side in one word, own stones in the lower half: what is done with one is done with both.
/// Functions on it are always inlined, so that a caller compiled for a newer processor counts bits with its instruction.
type Both = u64;

/// The same set for both sides.
const fn both(bits: u32) -> Both {
    bits as Both | (bits as Both) << 32
}

const ALL: Both = both(PointSet::ALL.bits());
const MIDDLES: Both = both(PointSet::MIDDLES.bits());
const CORNERS: Both = both(PointSet::CORNERS.bits());
const OUTER_RING: Both = both(0x00_00FF);
const OUTER_RINGS: Both = both(0x00_FFFF);
const INNER_RING: Both = both(0xFF_0000);
/// The four points of the middle ring that have four neighbours.
const CROSSINGS: Both = both(0x00_AA00);

/// Every point moved `steps` places clockwise along its ring.
#[inline(always)]
const fn turned(sets: Both, steps: u32) -> Both {
    let low = both((0xFF >> steps) * 0x01_0101);
    (sets & low) << steps | (sets & ALL & !low) >> (8 - steps)
}

/// What one side adds to the combination, and some of what it was made of.
struct SideSeen {
    sum: u32,
    moves: usize,
    open: usize,
    potential: usize,
}

/// A combination, and what else was seen on the way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The number of the combination, whatever the phase.
    pub combination: usize,
    /// The moves of the side to move, by the features' count: none means that it is blocked, unless it can place.
    pub moves: usize,
    /// The open mills of the side to move: those it can close at once.
    pub open: usize,
}

/// What is counted of both sides, each as two sets (of which each holds every second point) laid into one.
struct Counted {
    forwards: Both,
    backwards: Both,
    across: Both,
    closed: Both,
    open: [Both; 2],
    potential: Both,
}

impl Counted {
    #[inline(always)]
    fn of(stones: Both, free: Both, slides: Both) -> Counted {
        let (next, previous) = (turned(stones, 7), turned(stones, 1));
        let (next_but_one, last_but_one) = (turned(stones, 6), turned(stones, 2));
        let inwards = (stones << 8) & ALL | (stones >> 16) & OUTER_RING;
        let outwards = (stones >> 8) & OUTER_RINGS | (stones << 16) & INNER_RING;
        // Each line is looked at from each of its points: who stands on the two others?
        let middle_of_side = next & previous & MIDDLES;
        let corner_forwards = next & next_but_one & CORNERS;
        let corner_backwards = previous & last_but_one & CORNERS;
        let on_spoke = inwards & outwards & MIDDLES;

        let from_outside = (stones & MIDDLES) << 8 & ALL;
        let from_inside = (stones & MIDDLES) >> 8 & OUTER_RINGS;
        // Sliding, a neighbour of the free point outside the line must hold an own stone; else any will do.
        let any = !slides;
        let open_middles = middle_of_side & (from_outside | from_inside | any);
        let open_spokes = on_spoke & (next | previous | any);
        let open_forwards = corner_forwards & (previous | any);
        let open_backwards = corner_backwards & (next | any);
        Counted {
            forwards: next & free,
            backwards: previous & free,
            // Middles have odd indices: shifted by one they fit between the others.
            across: from_outside & free | (from_inside & free) >> 1,
            closed: middle_of_side & stones | (on_spoke & stones & OUTER_RING) >> 1,
            open: [(open_middles | open_forwards) & free, (open_spokes | open_backwards) & free],
            potential: stones & MIDDLES | (stones & CROSSINGS) >> 1,
        }
    }

    /// What is seen of one side (0 own, 1 enemy).
    #[inline(always)]
    fn side(&self, side: usize, stones: PointSet, free: PointSet, hand_is_empty: bool) -> SideSeen {
        let count = |sets: Both| ((sets >> (32 * side)) as u32).count_ones() as usize;
        let number = stones.len();
        let moves = if hand_is_empty && number == 3 {
            3 * free.len()
        } else {
            count(self.forwards) + count(self.backwards) + count(self.across)
        };
        let open = count(self.open[0]) + count(self.open[1]);
        let sums = &SIDE_SUMS[side];
        // The masks only spare bounds checks: no count is as large.
        let sum = sums.stones[number & 15]
            + sums.moves[moves & 63]
            + sums.closed[count(self.closed) & 15]
            + sums.open[open & 15];
        SideSeen { sum, moves, open, potential: 2 * number + count(self.potential) }
    }
}

impl Features {
    /// The features of a position.
    pub fn of(position: &Position) -> Features {
        Features::from_combination(combination(position) + phase(position) * COMBINATIONS)
    }

    /// The states behind a combination's number; each phase has [`COMBINATIONS`] of them.
    pub(crate) fn from_combination(number: usize) -> Features {
        let mut states = [0; 9];
        for group in 0..9 {
            states[group] = (number / GROUP_FACTORS[group] % GROUP_STATES[group]) as u8;
        }
        Features { states, phase: (number / COMBINATIONS % PHASES) as u8 }
    }

    /// The active features of the 39, counted from 0, in rising order.
    pub fn active(&self) -> ArrayVec<u16, GROUPS> {
        self.active_among(|_| true)
    }

    /// The same, if only some groups are seen.
    fn active_among(&self, sees: impl Fn(usize) -> bool) -> ArrayVec<u16, GROUPS> {
        let number = |feature: Feature| GROUP_STARTS[feature.group] + feature.place as u16;
        (0..GROUPS).filter(|&group| sees(group)).filter_map(|group| self.feature(group)).map(number).collect()
    }

    /// The active feature of a group, if one is.
    pub(crate) fn feature(&self, group: usize) -> Option<Feature> {
        let state = usize::from(self.states[group]);
        let place = if group == GROUPS - 1 { Some(state) } else { state.checked_sub(1) };
        place.map(|place| Feature { group, place })
    }
}

/// The number of the combination of states of a position: what the tabulated network looks up.
#[inline(always)]
pub(crate) fn combination(position: &Position) -> usize {
    let own_color = position.side_to_move();
    let hands_empty = [position.hand(own_color) == 0, position.hand(!own_color) == 0];
    see([position.own(), position.enemy()], hands_empty).combination
}

/// The phase of the game, below [`PHASES`].
#[inline(always)]
pub(crate) fn phase(position: &Position) -> usize {
    phase_of(position.hand(Color::White) + position.hand(Color::Black))
}

/// The phase with this number of stones in both hands together.
#[inline(always)]
pub(crate) fn phase_of(in_hand: u8) -> usize {
    usize::from(PHASE[usize::from(in_hand).min(PHASE.len() - 1)])
}

/// What can be seen of these stones, the side to move first.
#[inline(always)]
pub(crate) fn see(stones: [PointSet; 2], hands_empty: [bool; 2]) -> Seen {
    let free = !(stones[0] | stones[1]);
    let lane = |side: usize| {
        let slides = hands_empty[side] && stones[side].len() != 3;
        if slides { 0xFFFF_FFFF << (32 * side) } else { 0 }
    };
    let sets = Both::from(stones[0].bits()) | Both::from(stones[1].bits()) << 32;
    let counted = Counted::of(sets, both(free.bits()), lane(0) | lane(1));
    let own = counted.side(0, stones[0], free, hands_empty[0]);
    let enemy = counted.side(1, stones[1], free, hands_empty[1]);
    let potential = POTENTIAL_STATE[(64 + own.potential - enemy.potential) & 127];
    let combination = (own.sum + enemy.sum + u32::from(potential)) as usize;
    Seen { combination, moves: own.moves, open: own.open }
}

/// Which inputs a network has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// All 39 features.
    #[default]
    Standard,
    /// The stones only: features 1 to 12.
    Minimal,
    /// Stones and moves: features 1 to 22.
    Klein,
    /// The standard set without open and closed mills: features 1 to 22 and 31 to 39.
    Small,
    /// All pairs of the 39: input 39·i + j is active when features i and j (from 0) are.
    Combi,
    /// The 39 once for each phase of the game: input 39·phase + i is active when feature i (from 0) is.
    Phases,
}

/// A text that does not name a feature set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a feature set (standard, minimal, klein, small, combi or phases)")]
pub struct UnknownFeatureSet(pub String);

impl FeatureSet {
    /// All sets.
    pub const ALL: [FeatureSet; 6] = [
        FeatureSet::Standard,
        FeatureSet::Minimal,
        FeatureSet::Klein,
        FeatureSet::Small,
        FeatureSet::Combi,
        FeatureSet::Phases,
    ];

    /// How many inputs a network over this set has.
    #[allow(clippy::len_without_is_empty, reason = "no set is empty")]
    pub const fn len(self) -> usize {
        match self {
            FeatureSet::Standard => STANDARD_FEATURES,
            FeatureSet::Minimal => 12,
            FeatureSet::Klein => 22,
            FeatureSet::Small => 31,
            FeatureSet::Combi => STANDARD_FEATURES * STANDARD_FEATURES,
            FeatureSet::Phases => PHASES * STANDARD_FEATURES,
        }
    }

    /// How many combinations of features this set tells apart: once all states, or once for each phase.
    pub(crate) const fn combinations(self) -> usize {
        match self {
            FeatureSet::Phases => PHASES * COMBINATIONS,
            _ => COMBINATIONS,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::Standard => "standard",
            FeatureSet::Minimal => "minimal",
            FeatureSet::Klein => "klein",
            FeatureSet::Small => "small",
            FeatureSet::Combi => "combi",
            FeatureSet::Phases => "phases",
        }
    }

    /// What an input means, counted from 0; none if there are fewer.
    pub fn input(self, number: usize) -> Option<Input> {
        let feature = |number: usize| Feature::from_number(number % STANDARD_FEATURES);
        (number < self.len()).then(|| match self {
            FeatureSet::Small if number >= 22 => Input::One(feature(number + 8)),
            FeatureSet::Combi => Input::Pair(feature(number / STANDARD_FEATURES), feature(number)),
            FeatureSet::Phases => Input::InPhase(number / STANDARD_FEATURES, feature(number)),
            _ => Input::One(feature(number)),
        })
    }

    /// The active inputs; all others are zero.
    pub fn active(self, features: &Features) -> ArrayVec<u16, 81> {
        self.active_among(features, |_| true)
    }

    /// The same, if only some groups are seen.
    pub(crate) fn active_among(self, features: &Features, sees: impl Fn(usize) -> bool) -> ArrayVec<u16, 81> {
        let standard = features.active_among(sees);
        match self {
            FeatureSet::Standard => standard.into_iter().collect(),
            FeatureSet::Minimal => standard.into_iter().filter(|&feature| feature < 12).collect(),
            FeatureSet::Klein => standard.into_iter().filter(|&feature| feature < 22).collect(),
            FeatureSet::Small => standard
                .into_iter()
                .filter(|&feature| !(22..30).contains(&feature))
                .map(|feature| if feature < 22 { feature } else { feature - 8 })
                .collect(),
            FeatureSet::Combi => {
                let pairs = |&first: &u16| standard.iter().map(move |second| first * STANDARD_FEATURES as u16 + second);
                standard.iter().flat_map(pairs).collect()
            }
            FeatureSet::Phases => {
                let first = u16::from(features.phase) * STANDARD_FEATURES as u16;
                standard.into_iter().map(|feature| first + feature).collect()
            }
        }
    }
}

notation::text_by_name!(FeatureSet, ALL, UnknownFeatureSet);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::MILLS;
    use crate::rules::{Point, RemovalRule, Symmetry};
    use rand::{RngExt, SeedableRng};

    /// The states counted point by point from the words of the specification.
    fn plain_states(position: &Position) -> [u8; 9] {
        let free = position.free();
        let side = |color: Color| {
            let stones = position.stones(color);
            let flies = position.may_fly(color);
            let moves: usize = if flies {
                3 * free.len()
            } else {
                stones.into_iter().map(|point| (point.neighbours() & free).len()).sum()
            };
            let closed = MILLS.iter().filter(|&&mill| mill & stones == mill).count();
            let slides = position.hand(color) == 0 && !flies;
            let is_open = |mill: PointSet| {
                let Some(third) = (mill & free).first() else { return false };
                let two = (mill & stones).len() == 2;
                two && (!slides || !((third.neighbours() - mill) & stones).is_empty())
            };
            let open = MILLS.iter().filter(|&&mill| is_open(mill)).count();
            let potential: usize = stones.into_iter().map(|point| point.neighbours().len()).sum();
            (stones.len(), moves, closed, open, potential as i32)
        };
        let own = side(position.side_to_move());
        let enemy = side(!position.side_to_move());
        let stones = |n: usize| n.saturating_sub(3) as u8;
        let moves = |n: usize| (n / 2).min(5) as u8;
        let upto_two = |n: usize| n.min(2) as u8;
        let difference = match own.4 - enemy.4 {
            i32::MIN..=-7 => 0,
            -6..=-4 => 1,
            -3 | -2 => 2,
            -1 => 3,
            0 => 4,
            1 => 5,
            2 | 3 => 6,
            4..=6 => 7,
            _ => 8,
        };
        [
            stones(own.0),
            stones(enemy.0),
            moves(own.1),
            moves(enemy.1),
            upto_two(own.2),
            upto_two(enemy.2),
            upto_two(own.3),
            upto_two(enemy.3),
            difference,
        ]
    }

    fn number_of(features: &Features) -> usize {
        (0..9).map(|group| features.states[group] as usize * GROUP_FACTORS[group]).sum()
    }

    fn random_positions(count: usize) -> Vec<Position> {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut position = Position::START;
            for _ in 0..60 {
                let moves = position.legal_moves(RemovalRule::Any);
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.random_range(0..moves.len())]);
                positions.push(position);
            }
        }
        positions
    }

    #[test]
    fn bit_parallel_counts_agree_with_counting_point_by_point() {
        for position in random_positions(20_000) {
            assert_eq!(Features::of(&position).states, plain_states(&position), "{position}");
        }
    }

    #[test]
    fn the_phase_goes_down_with_the_stones_in_hand() {
        let phases: Vec<u8> = (0..19)
            .rev()
            .map(|in_hand: u8| {
                let hands = [in_hand / 2, in_hand - in_hand / 2];
                Features::of(&Position::new([PointSet::EMPTY; 2], hands, Color::White).unwrap()).phase
            })
            .collect();
        assert_eq!(phases, [4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn features_are_the_same_through_every_symmetry() {
        for position in random_positions(300) {
            for symmetry in Symmetry::all() {
                assert_eq!(Features::of(&position.transformed(symmetry)), Features::of(&position));
            }
        }
    }

    #[test]
    fn combinations_are_numbered_without_gaps() {
        assert_eq!(GROUP_STATES.iter().product::<usize>(), COMBINATIONS);
        assert_eq!(GROUP_STATES[0] * GROUP_FACTORS[0], COMBINATIONS);
        for number in (0..COMBINATIONS).step_by(97).chain([COMBINATIONS - 1]) {
            let features = Features::from_combination(number);
            assert_eq!((number_of(&features), features.phase), (number, 0));
            let last = Features::from_combination(number + (PHASES - 1) * COMBINATIONS);
            assert_eq!((number_of(&last), last.phase), (number, 4));
        }
    }

    #[test]
    fn active_inputs_fit_their_sets() {
        for number in (0..COMBINATIONS).step_by(1009) {
            let features = Features::from_combination(number);
            let standard = features.active();
            assert!(standard.is_sorted());
            for set in FeatureSet::ALL {
                let active = set.active(&features);
                assert!(active.iter().all(|&input| (input as usize) < set.len()), "{set}");
            }
            assert_eq!(FeatureSet::Combi.active(&features).len(), standard.len() * standard.len());
        }
        // Feature 39, the last of both sets.
        let features = Features { states: [0, 0, 0, 0, 0, 0, 0, 0, 8], phase: 2 };
        assert_eq!(FeatureSet::Standard.active(&features)[..], [38]);
        assert_eq!(FeatureSet::Small.active(&features)[..], [30]);
        assert_eq!(FeatureSet::Combi.active(&features)[..], [38 * 39 + 38]);
        assert_eq!(FeatureSet::Phases.active(&features)[..], [2 * 39 + 38]);
    }

    #[test]
    fn inputs_mean_what_makes_them_active() {
        for number in (0..COMBINATIONS).step_by(1009) {
            let features = Features { phase: 3, ..Features::from_combination(number) };
            let has = |feature: Feature| features.feature(feature.group) == Some(feature);
            for set in FeatureSet::ALL {
                let meant = |input: &usize| match set.input(*input).unwrap() {
                    Input::One(feature) => has(feature),
                    Input::Pair(first, second) => has(first) && has(second),
                    Input::InPhase(phase, feature) => phase == 3 && has(feature),
                };
                let mut active: Vec<usize> = set.active(&features).into_iter().map(usize::from).collect();
                active.sort_unstable();
                assert_eq!((0..set.len()).filter(meant).collect::<Vec<_>>(), active, "{set} {number}");
                assert_eq!(set.input(set.len()), None);
            }
        }
    }

    #[test]
    fn sets_are_found_by_name() {
        for set in FeatureSet::ALL {
            assert_eq!(set.name().to_uppercase().parse(), Ok(set));
        }
        assert!("large".parse::<FeatureSet>().is_err());
    }

    #[test]
    fn four_neighbours_are_where_the_rings_cross() {
        let crossings: PointSet = Point::ALL.into_iter().filter(|point| point.neighbours().len() == 4).collect();
        assert_eq!(both(crossings.bits()), CROSSINGS);
    }
}
