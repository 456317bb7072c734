//! Which points a look-up table sees together: predefined tuples, and random walks along the lines of the board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::random::Dice;
use crate::rules::{Point, PointSet};

use Point::{A1, A4, A7, B2, B4, B6, C5, D1, D2, D5, D6, D7, E5, F2, F4, F6, G1, G4, G7};

/// A choice of tuples in text form: `surroundings,rings,walks=8x7`. Each tuple stands for its 16 images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleChoice(Vec<Part>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The 16 mills: a side of the outer ring, one of the middle ring, and a spoke, with their images.
    Mills,
    /// The mills with all points from which a stone can slide into them.
    Surroundings,
    /// The outer and the middle ring; the inner one is an image of the outer.
    Rings,
    /// This many random walks of this length.
    Walks { count: usize, length: usize },
}

/// A text that is not a choice of tuples.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown tuples \"{0}\"; choose from mills, surroundings, rings and walks=COUNTxLENGTH, separated by commas")]
pub struct UnknownTuples(String);

/// The longest tuple: its table has 3^10 = 59,049 entries per stage.
pub(super) const MAX_LENGTH: usize = 10;
/// The most tuples.
pub(super) const MAX_TUPLES: usize = 64;

impl TupleChoice {
    /// The tuples themselves; walks depend on the seed. A walk that is an image of an earlier tuple is replaced by
    /// another one.
    pub fn tuples(&self, seed: u64) -> Vec<Vec<Point>> {
        let mut dice = Dice::new(seed);
        let mut tuples: Vec<Vec<Point>> = Vec::new();
        for part in &self.0 {
            match *part {
                Part::Mills => tuples.extend([vec![A7, D7, G7], vec![B6, D6, F6], vec![D7, D6, D5]]),
                Part::Surroundings => tuples.extend([
                    vec![A7, D7, G7, A4, G4, D6],
                    vec![B6, D6, F6, B4, F4, D7, D5],
                    vec![D7, D6, D5, A7, G7, B6, F6, C5, E5],
                ]),
                Part::Rings => {
                    tuples.extend([vec![A7, D7, G7, G4, G1, D1, A1, A4], vec![B6, D6, F6, F4, F2, D2, B2, B4]])
                }
                Part::Walks { count, length } => {
                    let mut left = count;
                    // There are few short walks up to symmetry, so there may be fewer of them than asked for.
                    for _ in 0..100 * count {
                        let walk = random_walk(length, &mut dice);
                        if left > 0 && tuples.iter().all(|other| !is_image(other, &walk)) {
                            tuples.push(walk);
                            left -= 1;
                        }
                    }
                }
            }
        }
        tuples
    }
}

/// A walk along unvisited neighbours. Where it is stuck it continues beside the points visited so far.
fn random_walk(length: usize, dice: &mut Dice) -> Vec<Point> {
    let mut walk = vec![Point::ALL[dice.below(24) as usize]];
    let mut seen = PointSet::of(walk[0]);
    while walk.len() < length {
        let here = walk[walk.len() - 1];
        let mut next = here.neighbours() - seen;
        if next.is_empty() {
            next = seen.neighbours() - seen;
        }
        let candidates: Vec<Point> = next.into_iter().collect();
        let Some(&point) = dice.choose(&candidates) else { break };
        walk.push(point);
        seen.insert(point);
    }
    walk
}

fn is_image(a: &[Point], b: &[Point]) -> bool {
    let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
    let (a, b) = (set(a), set(b));
    crate::rules::Symmetry::all().any(|symmetry| symmetry.set(a) == b)
}

impl Default for TupleChoice {
    fn default() -> TupleChoice {
        TupleChoice(vec![Part::Surroundings, Part::Rings])
    }
}

impl FromStr for TupleChoice {
    type Err = UnknownTuples;

    fn from_str(text: &str) -> Result<TupleChoice, UnknownTuples> {
        let unknown = || UnknownTuples(crate::rules::notation::excerpt(text));
        let mut parts = Vec::new();
        let mut total = 0;
        for word in text.split(',') {
            let part = match word.trim() {
                "mills" => Part::Mills,
                "surroundings" => Part::Surroundings,
                "rings" => Part::Rings,
                word => {
                    let (count, length) =
                        word.strip_prefix("walks=").and_then(|walks| walks.split_once('x')).ok_or_else(unknown)?;
                    let number = |text: &str, max| {
                        text.parse().ok().filter(|number| (1..=max).contains(number)).ok_or_else(unknown)
                    };
                    Part::Walks { count: number(count, MAX_TUPLES)?, length: number(length, MAX_LENGTH)? }
                }
            };
            total += match part {
                Part::Mills | Part::Surroundings => 3,
                Part::Rings => 2,
                Part::Walks { count, .. } => count,
            };
            parts.push(part);
        }
        if total > MAX_TUPLES { Err(unknown()) } else { Ok(TupleChoice(parts)) }
    }
}

impl fmt::Display for TupleChoice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            if index > 0 {
                write!(f, ",")?;
            }
            match part {
                Part::Mills => write!(f, "mills")?,
                Part::Surroundings => write!(f, "surroundings")?,
                Part::Rings => write!(f, "rings")?,
                Part::Walks { count, length } => write!(f, "walks={count}x{length}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Symmetry;
    use crate::rules::geometry::MILLS;

    #[test]
    fn choices_survive_their_text_form() {
        for text in ["mills", "surroundings,rings,walks=8x7", "walks=64x10"] {
            assert_eq!(text.parse::<TupleChoice>().unwrap().to_string(), text);
        }
        for text in ["", "everything", "walks=0x3", "walks=3x11", "walks=3", "mills,walks=64x3", "walks=65x3"] {
            assert!(text.parse::<TupleChoice>().is_err(), "{text}");
        }
    }

    #[test]
    fn images_of_the_mills_are_all_mills() {
        let tuples = "mills".parse::<TupleChoice>().unwrap().tuples(0);
        let mut images: Vec<PointSet> = tuples
            .iter()
            .flat_map(|tuple| {
                let set: PointSet = tuple.iter().copied().collect();
                Symmetry::all().map(move |symmetry| symmetry.set(set))
            })
            .collect();
        images.sort();
        images.dedup();
        let mut mills = MILLS.to_vec();
        mills.sort();
        assert_eq!(images, mills);
        for (mill, surroundings) in tuples.iter().zip("surroundings".parse::<TupleChoice>().unwrap().tuples(0)) {
            let line: PointSet = mill.iter().copied().collect();
            assert_eq!(surroundings.into_iter().collect::<PointSet>(), line | line.neighbours());
        }
    }

    #[test]
    fn walks_follow_the_lines_and_the_seed() {
        let choice: TupleChoice = "walks=12x8".parse().unwrap();
        let walks = choice.tuples(5);
        assert_eq!(walks.len(), 12);
        for walk in &walks {
            assert_eq!(walk.iter().copied().collect::<PointSet>().len(), 8);
            let mut seen = PointSet::of(walk[0]);
            for &point in &walk[1..] {
                assert!(seen.neighbours().contains(point));
                seen.insert(point);
            }
        }
        assert_eq!(choice.tuples(5), walks);
        assert_ne!(choice.tuples(6), walks);
        // Up to symmetry there are three walks over two points: two along a ring, one along a spoke.
        assert_eq!("walks=20x2".parse::<TupleChoice>().unwrap().tuples(1).len(), 3);
    }
}
