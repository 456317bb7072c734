//! Random numbers whose exclusive-or is a position's 64-bit key; fixed, so that keys mean the same in every run.

use super::{Color, Point};

const fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The numbers `first`, `first + 1`, … of one endless random sequence.
const fn sequence<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = split_mix(first + i as u64);
        i += 1;
    }
    numbers
}

const STONES: [[u64; 24]; 2] = [sequence(1), sequence(101)];
const HANDS: [[u64; 10]; 2] = [sequence(201), sequence(301)];
/// Toggled when black is to move.
pub(super) const BLACK_TO_MOVE: u64 = split_mix(401);

#[inline]
pub(super) const fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// Hands are never above nine.
#[inline]
pub(super) const fn hand(color: Color, stones: u8) -> u64 {
    HANDS[color.index()][stones as usize]
}
