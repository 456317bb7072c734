//! A binary arithmetic coder and an adaptive mixture of predictions, in whole numbers only, so that every machine writes
//! and reads the same bytes.

/// Probabilities that a bit is set, in 1/65536.
pub(super) type Probability = u32;

/// Writes or reads bits, each with the probability that a model gave it.
pub(super) trait BitCoder {
    /// Codes a bit: writes the given one, or ignores it and reads one.
    fn code(&mut self, bit: bool, probability: Probability) -> bool;
}

/// The interval that both sides narrow in the same way.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const ALL: Interval = Interval { low: 0, high: u32::MAX };

    /// The last number of the part that stands for a set bit.
    fn split(&self, probability: Probability) -> u32 {
        let range = u64::from(self.high - self.low);
        self.low + ((range * u64::from(probability)) >> 16) as u32
    }

    fn narrow(&mut self, bit: bool, split: u32) {
        if bit { self.high = split } else { self.low = split + 1 }
    }

    /// The leading byte, once it is settled.
    fn settled_byte(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.high >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 255;
        Some(byte)
    }
}

pub(super) struct Encoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { interval: Interval::ALL, bytes: Vec::new() }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.high.to_be_bytes());
        self.bytes
    }
}

impl BitCoder for Encoder {
    fn code(&mut self, bit: bool, probability: Probability) -> bool {
        let split = self.interval.split(probability);
        self.interval.narrow(bit, split);
        while let Some(byte) = self.interval.settled_byte() {
            self.bytes.push(byte);
        }
        bit
    }
}

pub(super) struct Decoder<'a> {
    interval: Interval,
    window: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    pub(super) fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { interval: Interval::ALL, window: 0, bytes: bytes.iter() };
        (0..4).for_each(|_| decoder.take_byte());
        decoder
    }

    /// After the end zeros follow, as good as any: the checksum is over the whole.
    fn take_byte(&mut self) {
        self.window = self.window << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl BitCoder for Decoder<'_> {
    fn code(&mut self, _: bool, probability: Probability) -> bool {
        let split = self.interval.split(probability);
        let bit = self.window <= split;
        self.interval.narrow(bit, split);
        while self.interval.settled_byte().is_some() {
            self.take_byte();
        }
        bit
    }
}

/// The largest logarithm of odds, in 1/256: odds of about 3000 to one.
const SURE: i32 = 2047;

/// Probabilities in 1/4096 for logarithms of odds, from -8 in steps of a quarter.
const PROBABILITIES: [i32; 65] = {
    // The fourth root of e in 1/2^32; a quotient of powers is exact enough and the same everywhere.
    const ROOT: u128 = 5_514_875_064;
    let mut table = [0; 65];
    let (mut step, mut power) = (0, 1u128 << 32);
    while step <= 32 {
        // 1 / (1 + e^-x) and its complement.
        let sure = (4096 * power + (power + (1 << 32)) / 2) / (power + (1 << 32));
        table[32 + step] = sure as i32;
        table[32 - step] = 4096 - sure as i32;
        power = (power * ROOT) >> 32;
        step += 1;
    }
    table
};

/// The probability in 1/4096 for a logarithm of odds in 1/256: straight lines between the points of the table.
const fn probability(odds: i32) -> i32 {
    let odds = odds + (SURE + 1);
    let (point, within) = ((odds >> 6) as usize, odds & 63);
    (PROBABILITIES[point] * (64 - within) + PROBABILITIES[point + 1] * within + 32) >> 6
}

/// A prediction adapts to at most this many of the last bits.
const EXPERIENCE: usize = 400;

/// What takes too long to compute for every bit.
struct Tables {
    /// The logarithm of odds for each probability in 1/4096.
    odds: [i16; 4096],
    /// The reverse, from -2048 on.
    probabilities: [u16; 4096],
    /// The share, in 1/65536, by which a prediction moves after this number of bits.
    shares: [u16; EXPERIENCE + 1],
}

static TABLES: Tables = {
    let mut tables = Tables { odds: [0; 4096], probabilities: [0; 4096], shares: [0; EXPERIENCE + 1] };
    let (mut number, mut odds) = (0, -SURE);
    while number < 4096 {
        while odds < SURE && probability(odds) < number as i32 {
            odds += 1;
        }
        tables.odds[number] = odds as i16;
        tables.probabilities[number] = probability(if number == 0 { -SURE } else { number as i32 - 2048 }) as u16;
        number += 1;
    }
    let mut count = 0;
    while count <= EXPERIENCE {
        tables.shares[count] = ((1 << 17) / (2 * count + 3)) as u16;
        count += 1;
    }
    tables
};

/// Predicts one kind of bit from several contexts, whose predictions are weighed by how good they proved to be.
pub(super) struct Mixer<const KINDS: usize> {
    /// Where the contexts of each kind begin.
    first: [usize; KINDS],
    /// For each context a prediction: 22 bits of probability, 10 bits of experience.
    predictions: Vec<u32>,
    /// Sets of weights, one weight per kind of context.
    weights: Vec<[i32; KINDS]>,
}

impl<const KINDS: usize> Mixer<KINDS> {
    /// Kinds of contexts with these numbers of contexts, and this number of sets of weights.
    pub(super) fn new(sizes: [usize; KINDS], weight_sets: usize) -> Mixer<KINDS> {
        let mut all = 0;
        let first = sizes.map(|size| {
            all += size;
            all - size
        });
        let even = (1 << 16) * 2 / KINDS as i32;
        Mixer { first, predictions: vec![1 << 31; all], weights: vec![[even; KINDS]; weight_sets] }
    }

    #[inline(always)]
    pub(super) fn code(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; KINDS],
        weight_set: usize,
        bit: bool,
    ) -> bool {
        let weights = &mut self.weights[weight_set];
        let (mut places, mut odds) = ([0; KINDS], [0; KINDS]);
        let mut sum = 0;
        for kind in 0..KINDS {
            places[kind] = self.first[kind] + contexts[kind];
            odds[kind] = i32::from(TABLES.odds[(self.predictions[places[kind]] >> 20) as usize]);
            sum += i64::from(odds[kind]) * i64::from(weights[kind]);
        }
        let mixed = (sum >> 16).clamp(-i64::from(SURE), i64::from(SURE)) + i64::from(SURE + 1);
        let mixed = i32::from(TABLES.probabilities[mixed as usize]);
        // Between 1/8192 and its complement: no bit is ever impossible.
        let bit = coder.code(bit, (mixed.clamp(1, 4095) as u32) * 16 - 8);
        let error = ((i32::from(bit) << 12) - mixed) * 10;
        let target = if bit { (1 << 22) - 1 } else { 0 };
        for kind in 0..KINDS {
            weights[kind] += (odds[kind] * error + 0x2000) >> 14;
            let prediction = &mut self.predictions[places[kind]];
            let (probability, count) = (i64::from(*prediction >> 10), (*prediction & 1023) as usize);
            let step = ((target - probability) * i64::from(TABLES.shares[count])) >> 16;
            *prediction = ((probability + step) as u32) << 10 | (count + 1).min(EXPERIENCE) as u32;
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_coded_comes_back_and_patterns_shrink() {
        let bits: Vec<bool> = (0..20_000u32).map(|i| i % 7 == 0 || i.wrapping_mul(2_654_435_769) >> 28 == 3).collect();
        let contexts = |i: usize| [i % 7, i % 5];
        let mut encoder = Encoder::new();
        let mut mixer = Mixer::new([7, 5], 1);
        for (i, &bit) in bits.iter().enumerate() {
            mixer.code(&mut encoder, &contexts(i), 0, bit);
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 1000, "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut mixer = Mixer::new([7, 5], 1);
        for (i, &bit) in bits.iter().enumerate() {
            assert_eq!(mixer.code(&mut decoder, &contexts(i), 0, false), bit, "{i}");
        }
    }
}
