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
fn probability(odds: i32) -> i32 {
    let odds = odds.clamp(-SURE, SURE) + (SURE + 1);
    let (point, within) = ((odds >> 6) as usize, odds & 63);
    (PROBABILITIES[point] * (64 - within) + PROBABILITIES[point + 1] * within + 32) >> 6
}

/// The logarithm of odds for each probability in 1/4096.
fn odds_table() -> Vec<i32> {
    let mut odds = -SURE;
    let find = |wanted: i32| {
        while odds < SURE && probability(odds) < wanted {
            odds += 1;
        }
        odds
    };
    (0..4096).map(find).collect()
}

/// Predicts one kind of bit from several contexts, whose predictions are weighed by how good they proved to be.
pub(super) struct Mixer {
    /// The logarithm of odds for each probability in 1/4096.
    odds: Vec<i32>,
    /// For each kind of context a prediction per context: 22 bits of probability, 10 bits of experience.
    predictions: Vec<Vec<u32>>,
    /// For each set of weights one per kind of context.
    weights: Vec<i32>,
    /// The contexts and logarithms of the predictions for the bit that is being coded.
    used: Vec<(usize, i32)>,
}

/// A prediction adapts to at most this many of the last bits.
const EXPERIENCE: u32 = 400;

impl Mixer {
    /// Kinds of contexts with these numbers of contexts, and this number of sets of weights.
    pub(super) fn new(sizes: &[usize], weight_sets: usize) -> Mixer {
        let even = (1 << 16) * 2 / sizes.len() as i32;
        Mixer {
            odds: odds_table(),
            predictions: sizes.iter().map(|&size| vec![1 << 31; size]).collect(),
            weights: vec![even; weight_sets * sizes.len()],
            used: Vec::new(),
        }
    }

    pub(super) fn code(&mut self, coder: &mut impl BitCoder, contexts: &[usize], weight_set: usize, bit: bool) -> bool {
        self.used.clear();
        let weights = &mut self.weights[weight_set * contexts.len()..][..contexts.len()];
        let mut sum = 0i64;
        for ((predictions, &context), &weight) in self.predictions.iter().zip(contexts).zip(&*weights) {
            let odds = self.odds[(predictions[context] >> 20) as usize];
            self.used.push((context, odds));
            sum += i64::from(odds) * i64::from(weight);
        }
        let mixed = probability((sum >> 16).clamp(-i64::from(SURE), i64::from(SURE)) as i32);
        // Between 1/8192 and its complement: no bit is ever impossible.
        let bit = coder.code(bit, (mixed.clamp(1, 4095) as u32) * 16 - 8);
        let error = ((i32::from(bit) << 12) - mixed) * 10;
        for ((predictions, &(context, odds)), weight) in self.predictions.iter_mut().zip(&self.used).zip(weights) {
            *weight += (odds * error + 0x2000) >> 14;
            let prediction = &mut predictions[context];
            let (probability, count) = (*prediction >> 10, *prediction & 1023);
            let target = if bit { (1 << 22) - 1 } else { 0 };
            let step = (target - i64::from(probability)) * 2 / (2 * i64::from(count) + 3);
            let count = (count + 1).min(EXPERIENCE);
            *prediction = ((i64::from(probability) + step) as u32) << 10 | count;
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
        let mut mixer = Mixer::new(&[7, 5], 1);
        for (i, &bit) in bits.iter().enumerate() {
            mixer.code(&mut encoder, &contexts(i), 0, bit);
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 1000, "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut mixer = Mixer::new(&[7, 5], 1);
        for (i, &bit) in bits.iter().enumerate() {
            assert_eq!(mixer.code(&mut decoder, &contexts(i), 0, false), bit, "{i}");
        }
    }
}
