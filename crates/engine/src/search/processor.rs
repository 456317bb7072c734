//! The same search compiled twice: for every processor, and for those that count bits in one instruction.
//!
//! Half of a search is counting bits; without the instruction a count takes a dozen others. The bodies in `alpha_beta` are
//! inlined into the two implementations here, and each calls itself through its [`Processor`].

use crate::rules::Position;

use super::alpha_beta::Worker;
use super::score::Units;

/// A kind of processor the search is compiled for.
pub(super) trait Processor {
    fn negamax(
        worker: &mut Worker,
        position: &Position,
        depth: i32,
        alpha: Units,
        beta: Units,
        ply: usize,
        quiet: usize,
    ) -> Units;

    fn minimax(worker: &mut Worker, position: &Position, depth: i32, ply: usize, quiet: usize) -> Units;

    fn quiescence(
        worker: &mut Worker,
        position: &Position,
        left: u32,
        estimate: Units,
        alpha: Units,
        beta: Units,
        ply: usize,
    ) -> Units;
}

/// Any processor of the target.
struct Baseline;

impl Processor for Baseline {
    fn negamax(
        worker: &mut Worker,
        position: &Position,
        depth: i32,
        alpha: Units,
        beta: Units,
        ply: usize,
        quiet: usize,
    ) -> Units {
        worker.negamax_on::<Baseline>(position, depth, alpha, beta, ply, quiet)
    }

    fn minimax(worker: &mut Worker, position: &Position, depth: i32, ply: usize, quiet: usize) -> Units {
        worker.minimax_on::<Baseline>(position, depth, ply, quiet)
    }

    fn quiescence(
        worker: &mut Worker,
        position: &Position,
        left: u32,
        estimate: Units,
        alpha: Units,
        beta: Units,
        ply: usize,
    ) -> Units {
        worker.quiescence_on::<Baseline>(position, left, estimate, alpha, beta, ply)
    }
}

#[cfg(target_arch = "x86_64")]
mod counting {
    use super::*;

    /// An x86-64 processor with the instructions below: those since about 2013.
    pub(super) struct Counting;

    impl Counting {
        pub(super) fn is_here() -> bool {
            is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
        }
    }

    impl Processor for Counting {
        #[inline(always)]
        fn negamax(
            worker: &mut Worker,
            position: &Position,
            depth: i32,
            alpha: Units,
            beta: Units,
            ply: usize,
            quiet: usize,
        ) -> Units {
            // SAFETY: only `is_here` leads to this implementation.
            unsafe { negamax(worker, position, depth, alpha, beta, ply, quiet) }
        }

        #[inline(always)]
        fn minimax(worker: &mut Worker, position: &Position, depth: i32, ply: usize, quiet: usize) -> Units {
            // SAFETY: as above.
            unsafe { minimax(worker, position, depth, ply, quiet) }
        }

        #[inline(always)]
        fn quiescence(
            worker: &mut Worker,
            position: &Position,
            left: u32,
            estimate: Units,
            alpha: Units,
            beta: Units,
            ply: usize,
        ) -> Units {
            // SAFETY: as above.
            unsafe { quiescence(worker, position, left, estimate, alpha, beta, ply) }
        }
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn negamax(
        worker: &mut Worker,
        position: &Position,
        depth: i32,
        alpha: Units,
        beta: Units,
        ply: usize,
        quiet: usize,
    ) -> Units {
        worker.negamax_on::<Counting>(position, depth, alpha, beta, ply, quiet)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn minimax(worker: &mut Worker, position: &Position, depth: i32, ply: usize, quiet: usize) -> Units {
        worker.minimax_on::<Counting>(position, depth, ply, quiet)
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn quiescence(
        worker: &mut Worker,
        position: &Position,
        left: u32,
        estimate: Units,
        alpha: Units,
        beta: Units,
        ply: usize,
    ) -> Units {
        worker.quiescence_on::<Counting>(position, left, estimate, alpha, beta, ply)
    }
}

/// Alpha-beta on this machine's processor.
pub(super) fn negamax(
    worker: &mut Worker,
    position: &Position,
    depth: i32,
    alpha: Units,
    beta: Units,
    ply: usize,
    quiet: usize,
) -> Units {
    #[cfg(target_arch = "x86_64")]
    if counting::Counting::is_here() {
        return counting::Counting::negamax(worker, position, depth, alpha, beta, ply, quiet);
    }
    Baseline::negamax(worker, position, depth, alpha, beta, ply, quiet)
}

/// Minimax on this machine's processor.
pub(super) fn minimax(worker: &mut Worker, position: &Position, depth: i32, ply: usize, quiet: usize) -> Units {
    #[cfg(target_arch = "x86_64")]
    if counting::Counting::is_here() {
        return counting::Counting::minimax(worker, position, depth, ply, quiet);
    }
    Baseline::minimax(worker, position, depth, ply, quiet)
}
