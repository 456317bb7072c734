//! The same search compiled twice: for every processor, and for those that count bits in one instruction.
//!
//! Half of a search is counting bits; without the instruction a count takes a dozen others. The bodies in `alpha_beta`
//! and `quiescence` are inlined into the two implementations here, and call themselves through their [`Processor`].

use crate::rules::Position;

use super::alpha_beta::Worker;
use super::score::{Units, Window};

/// Any processor of the target.
pub(super) struct Baseline;

/// An x86-64 processor with the instructions below: those since about 2013.
#[cfg(target_arch = "x86_64")]
pub(super) struct Counting;

#[cfg(target_arch = "x86_64")]
impl Counting {
    pub(super) fn is_here() -> bool {
        is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
    }
}

/// Declares the functions that exist once for each processor, each with the method of [`Worker`] that is its body.
macro_rules! functions {
    ($($name:ident = $body:ident($($argument:ident: $kind:ty),*);)*) => {
        /// A kind of processor the search is compiled for.
        pub(super) trait Processor: Sized {
            $(fn $name(worker: &mut Worker, $($argument: $kind),*) -> Units;)*
        }

        impl Processor for Baseline {
            $(fn $name(worker: &mut Worker, $($argument: $kind),*) -> Units {
                worker.$body::<Baseline>($($argument),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        impl Processor for Counting {
            $(#[inline(always)]
            fn $name(worker: &mut Worker, $($argument: $kind),*) -> Units {
                #[target_feature(enable = "popcnt,bmi1,bmi2")]
                fn counting(worker: &mut Worker, $($argument: $kind),*) -> Units {
                    worker.$body::<Counting>($($argument),*)
                }
                // SAFETY: only `Counting::is_here` leads to this implementation.
                unsafe { counting(worker, $($argument),*) }
            })*
        }
    };
}

functions! {
    negamax = negamax_on(position: &Position, depth: i32, window: Window, ply: usize, quiet: usize);
    minimax = minimax_on(position: &Position, depth: i32, ply: usize, quiet: usize);
    quiescence = quiescence_on(position: &Position, left: u32, estimate: Units, window: Window, ply: usize);
}

/// Calls a function of the [`Processor`] that fits this machine.
macro_rules! on_this_machine {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if processor::Counting::is_here() {
            return processor::Counting::$name($($argument),*);
        }
        processor::Baseline::$name($($argument),*)
    }};
}
pub(super) use on_this_machine;
