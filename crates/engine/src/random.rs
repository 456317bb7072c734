//! Numbers that look random and are the same in every run on every machine.

/// 2⁶⁴ divided by the golden ratio: multiples of it are spread evenly over all numbers.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number that looks random and depends on this one alone: one step of SplitMix64.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The FNV-1a hash of no text; [`fnv`] starts from it.
pub const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// The FNV-1a hash (64 bit) of a text that follows the text with this hash.
pub fn fnv(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// A SplitMix64 generator: one addition and two multiplications per number.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice with this seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(GOLDEN);
        bits
    }

    /// A number below `limit`, or 0 if the limit is 0. The bias of the multiplication is below 2⁻²⁰ for small limits.
    #[inline]
    pub const fn below(&mut self, limit: u32) -> u32 {
        (((self.bits() >> 32) * limit as u64) >> 32) as u32
    }

    /// A number in [0, 1).
    pub const fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An element of a list; none of an empty one.
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_even_and_reproducible() {
        let mut dice = Dice::new(7);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[dice.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert_eq!(Dice::new(7).bits(), Dice::new(7).bits());
        assert_ne!(Dice::new(7).bits(), Dice::new(8).bits());
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.choose::<u8>(&[]), None);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&dice.share())));
    }

    #[test]
    fn the_published_examples_come_out() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!([dice.bits(), dice.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        assert_eq!(fnv(FNV_START, "foobar"), 0x8594_4171_F739_67E8);
        assert_eq!(fnv(fnv(FNV_START, "foo"), "bar"), fnv(FNV_START, "foobar"));
    }
}
