//! Random numbers whose exclusive-or is a position's 64-bit key; fixed, so that keys mean the same in every run.

use super::{Color, Point};
use crate::random::{GOLDEN, scramble};

/// One number of an endless random sequence.
const fn number(index: u64) -> u64 {
    scramble(index.wrapping_mul(GOLDEN))
}

/// The numbers `first`, `first + 1`, … of the sequence.
const fn sequence<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = number(first + i as u64);
        i += 1;
    }
    numbers
}

const STONES: [[u64; 24]; 2] = [sequence(1), sequence(101)];
const HANDS: [[u64; 10]; 2] = [sequence(201), sequence(301)];
/// Toggled when black is to move.
pub(super) const BLACK_TO_MOVE: u64 = number(401);

#[inline]
pub(super) const fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// Hands are never above nine.
#[inline]
pub(super) const fn hand(color: Color, stones: u8) -> u64 {
    HANDS[color.index()][stones as usize]
}
