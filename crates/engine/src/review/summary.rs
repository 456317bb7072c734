//! What a review comes to: accuracy, faults by phase, the turning point.

use crate::rules::{Color, Phase};

use super::judge::JudgedMove;
use super::worth::Class;

/// How steeply the accuracy of a move falls with the points it gives away.
const STEEPNESS: f64 = 4.0;

/// The accuracy of a move that gives away these points: 100 for none, 14 for half a point, 2 for a whole one.
fn accuracy_of(points_lost: f64) -> f64 {
    100.0 * (-STEEPNESS * points_lost).exp()
}

/// What a review comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The accuracy of each side from 0 to 100, White's first: the mean over the moves that could have given something
    /// away. None if there is no such move.
    pub accuracy: [Option<f64>; 2],
    /// How many such moves each side has.
    pub counted: [usize; 2],
    /// Inaccuracies, mistakes and blunders of each side.
    pub faults: [[usize; 3]; 2],
    /// Mistakes and blunders of each side while placing, sliding and flying.
    pub by_phase: [[usize; 3]; 2],
    /// The place of the move that gave most away, the last of them if there are several; none without a mistake.
    pub turning_point: Option<usize>,
}

impl Summary {
    /// The summary of moves in their order.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a JudgedMove>) -> Summary {
        let mut summary = Summary::default();
        let mut sums = [0.0; 2];
        let mut most = 0.0;
        for (place, judged) in moves.into_iter().enumerate() {
            let side = judged.side.index();
            if judged.matters {
                sums[side] += accuracy_of(judged.points_lost());
                summary.counted[side] += 1;
            }
            if let Some(kind) = Class::FAULTS.iter().position(|class| *class == judged.class) {
                summary.faults[side][kind] += 1;
            }
            if judged.class.is_mistake() {
                summary.by_phase[side][judged.phase as usize] += 1;
                if judged.points_lost() >= most {
                    (most, summary.turning_point) = (judged.points_lost(), Some(place));
                }
            }
        }
        summary.accuracy = Color::BOTH.map(|side| {
            let count = summary.counted[side.index()];
            (count > 0).then(|| sums[side.index()] / count as f64)
        });
        summary
    }

    /// Mistakes and blunders of both sides in a phase.
    pub fn mistakes_in(&self, phase: Phase) -> usize {
        self.by_phase.iter().map(|phases| phases[phase as usize]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Outcome;
    use crate::review::Worth;

    fn judged(side: Color, before: Worth, after: Worth, class: Class, matters: bool) -> JudgedMove {
        let (mv, phase) = ("a1".parse().unwrap(), Phase::Placing);
        JudgedMove { mv, side, phase, before, after, kept: Vec::new(), class, depth: 0, matters, why: None }
    }

    #[test]
    fn accuracy_falls_with_what_is_given_away() {
        assert_eq!(accuracy_of(0.0), 100.0);
        assert_eq!(accuracy_of(0.5).round(), 14.0);
        assert_eq!(accuracy_of(1.0).round(), 2.0);
    }

    #[test]
    fn free_moves_do_not_count_and_the_last_of_equal_mistakes_turns_the_game() {
        let loss = Worth::Exact(Outcome::Loss, None);
        let free = judged(Color::White, Worth::DRAW, Worth::DRAW, Class::Best, false);
        let held = judged(Color::White, Worth::DRAW, Worth::DRAW, Class::Only, true);
        let lost = judged(Color::White, Worth::DRAW, loss, Class::Mistake, true);
        let lost_later = judged(Color::White, Worth::DRAW, loss, Class::Blunder, true);
        let black = judged(Color::Black, Worth::DRAW, Worth::DRAW, Class::Best, false);
        let summary = Summary::of(&[free, black, held, lost, lost_later]);
        let white = summary.accuracy[0].unwrap();
        assert!((white - (100.0 + 2.0 * accuracy_of(0.5)) / 3.0).abs() < 1e-9, "{white}");
        assert_eq!(summary.accuracy[1], None, "nothing was at stake");
        assert_eq!(summary.counted, [3, 0]);
        assert_eq!(summary.faults, [[0, 1, 1], [0, 0, 0]]);
        assert_eq!((summary.turning_point, summary.mistakes_in(Phase::Placing)), (Some(4), 2));
    }
}
