//! Random numbers whose exclusive-or is a position's 64-bit key. They are fixed, so that keys are the same in every run.

use super::{Color, Point};
use crate::random::{Dice, GOLDEN};

/// Random numbers from the one with this index on.
const fn sequence<const N: usize>(first: u64) -> [u64; N] {
    let mut dice = Dice::new(first.wrapping_mul(GOLDEN));
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = dice.bits();
        i += 1;
    }
    numbers
}

const STONES: [[u64; 24]; 2] = [sequence(0), sequence(100)];
const HANDS: [[u64; 10]; 2] = [sequence(200), sequence(300)];
/// Toggled when black is to move.
pub(super) const BLACK_TO_MOVE: u64 = sequence::<1>(400)[0];

#[inline]
pub(super) const fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// Hands are never above nine.
#[inline]
pub(super) const fn hand(color: Color, stones: u8) -> u64 {
    HANDS[color.index()][stones as usize]
}
