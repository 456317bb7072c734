//! How the values of a block become bytes before they are compressed: results, and distances apart.

use super::value::{DRAW, LONGEST};

/// Five results per byte pack a tenth smaller than four.
pub(super) const RESULTS_IN_BYTE: usize = 5;
/// Three to the fifth: every byte of results is smaller.
const RESULT_BYTES: usize = 243;

pub(super) fn encode_results(entries: &[u16]) -> Vec<u8> {
    let digits: Vec<u8> = entries.iter().map(|&entry| if entry == DRAW { 0 } else { 2 - (entry % 2) as u8 }).collect();
    encode_digits(&digits)
}

/// The digits of results, five in a byte.
pub(super) fn encode_digits(digits: &[u8]) -> Vec<u8> {
    let byte = |five: &[u8]| five.iter().rev().fold(0, |byte, &digit| byte * 3 + digit);
    digits.chunks(RESULTS_IN_BYTE).map(byte).collect()
}

/// Writes the digits of encoded results; none if there are too few or a byte is invalid.
pub(super) fn decode_digits(results: &[u8], digits: &mut [u8]) -> Option<()> {
    if results.len() != digits.len().div_ceil(RESULTS_IN_BYTE) {
        return None;
    }
    for (&byte, digits) in results.iter().zip(digits.chunks_mut(RESULTS_IN_BYTE)) {
        let five = RESULTS.get(byte as usize)?;
        digits.copy_from_slice(&five[..digits.len()]);
    }
    Some(())
}

/// One digit of encoded results.
pub(super) fn digit_at(results: &[u8], slot: usize) -> Option<u8> {
    let byte = *results.get(slot / RESULTS_IN_BYTE)?;
    RESULTS.get(byte as usize).map(|five| five[slot % RESULTS_IN_BYTE])
}

pub(super) fn encode_distances(entries: &[u16]) -> Vec<u8> {
    let halves = || entries.iter().filter(|&&entry| entry != DRAW).map(|entry| entry / 2);
    if halves().all(|half| half < 256) {
        halves().map(|half| half as u8).collect()
    } else {
        halves().flat_map(u16::to_le_bytes).collect()
    }
}

/// The five results in each byte.
const RESULTS: [[u8; RESULTS_IN_BYTE]; RESULT_BYTES] = {
    let mut table = [[0; RESULTS_IN_BYTE]; RESULT_BYTES];
    let mut byte = 0;
    while byte < RESULT_BYTES {
        let (mut rest, mut digit) = (byte, 0);
        while digit < RESULTS_IN_BYTE {
            table[byte][digit] = (rest % 3) as u8;
            rest /= 3;
            digit += 1;
        }
        byte += 1;
    }
    table
};

/// Puts the two parts of a block together again; none if they do not match.
pub(super) fn decode_block(slots: usize, results: &[u8], distances: &[u8]) -> Option<Vec<u16>> {
    let mut entries = Vec::with_capacity(slots.next_multiple_of(RESULTS_IN_BYTE));
    for &byte in results {
        entries.extend(RESULTS.get(byte as usize)?.map(u16::from));
    }
    // Slots that fill up the last byte are drawn.
    let decided = entries.iter().filter(|&&result| result != 0).count();
    entries.truncate(slots);
    let wide = distances.len() != decided;
    if wide && distances.len() != 2 * decided {
        return None;
    }
    let mut next = 0;
    for entry in &mut entries {
        let half = match *entry {
            0 => {
                *entry = DRAW;
                continue;
            }
            _ if wide => u16::from_le_bytes([*distances.get(2 * next)?, *distances.get(2 * next + 1)?]),
            _ => u16::from(*distances.get(next)?),
        };
        next += 1;
        *entry = half.checked_mul(2)? + *entry % 2;
        if *entry > LONGEST {
            return None;
        }
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_survive_packing() {
        let short: Vec<u16> = (0..1000).map(|i| if i % 3 == 0 { DRAW } else { i % 512 }).collect();
        let long: Vec<u16> = (0..1003).map(|i| if i % 7 == 2 { DRAW } else { i }).collect();
        for entries in [short, long, vec![DRAW; 8], vec![0], vec![1]] {
            let (results, distances) = (encode_results(&entries), encode_distances(&entries));
            assert_eq!(decode_block(entries.len(), &results, &distances).as_ref(), Some(&entries));
            // One distance more or less is noticed.
            let longer = [&distances[..], &[0, 0, 0]].concat();
            assert_eq!(decode_block(entries.len(), &results, &longer), None);
        }
        assert_eq!(decode_block(5, &[243], &[0; 5]), None);
        assert_eq!(decode_block(1, &[1], &[0xFF, 0x7F]), None);
        assert_eq!(decode_block(1, &[1], &[0x00, 0x80]), None, "twice this distance does not fit");
    }
}
