//! Why a heuristic gives a position its value: what each of the nine groups of features contributes.
//!
//! A group is left out by showing the network none of its features. What it contributes depends on which other groups are
//! seen, unless the network is a plain sum; so its share is the mean of its contributions over all orders in which the nine
//! groups can be shown one after the other (the Shapley value). Shares add up to the value, whatever the network, and for a
//! plain sum of weights like Standard each is exactly the weight of the group's feature.

use crate::rules::Position;

use super::features::{Feature, GROUPS};
use super::shapes;
use super::{EvaluationTable, Features, Heuristic, value_of};

/// What one group contributes to a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The group, from 0 to 8; see [`super::features`].
    pub group: usize,
    /// Its feature that the position has, if it has one.
    pub feature: Option<Feature>,
    /// What it contributes, from the side to move.
    pub share: f64,
}

/// A value broken down by features, from the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What the network says when it sees no feature at all.
    pub base: f64,
    /// What each group contributes.
    pub shares: [Share; GROUPS],
    /// What the network over the features says: the base and all shares together.
    pub value: f64,
    /// What the shape network says, if the heuristic uses it and it knows such positions. It sees single stones, not features,
    /// and cannot be broken down by them.
    pub shapes: Option<f64>,
    /// The value that a search gives to the position at its horizon. Without the shape network it is `value`; with it, most
    /// of it is `shapes`, and one part in [`shapes::PARTS_OF_SHAPES`] + 1 is `value`.
    pub total: f64,
}

/// How often a group comes after this number of others, among all orders of the nine that begin with the same others.
const ORDERS: [f64; GROUPS] = {
    let mut factorials = [1.0; GROUPS + 1];
    let mut n = 1;
    while n <= GROUPS {
        factorials[n] = factorials[n - 1] * n as f64;
        n += 1;
    }
    let mut orders = [0.0; GROUPS];
    n = 0;
    while n < GROUPS {
        orders[n] = factorials[n] * factorials[GROUPS - 1 - n] / factorials[GROUPS];
        n += 1;
    }
    orders
};

impl Heuristic {
    /// Breaks the value of a position down by features. It takes 512 evaluations.
    pub fn explain(&self, position: &Position) -> Explanation {
        let features = Features::of(position);
        let (base, shares, value) = self.shares(&features);
        let unit = f64::from(EvaluationTable::UNIT);
        let estimate = self.shape_estimate(position);
        let total =
            estimate.map_or(value, |estimate| f64::from(shapes::blend(estimate, (value * unit).round() as i32)) / unit);
        Explanation { base, shares, value, shapes: estimate.map(|estimate| f64::from(estimate) / unit), total }
    }

    /// The value without any feature, the share of each group, and the value.
    fn shares(&self, features: &Features) -> (f64, [Share; GROUPS], f64) {
        const SUBSETS: usize = 1 << GROUPS;
        let values: Vec<f64> = (0..SUBSETS)
            .map(|seen| {
                let active = self.feature_set.active_among(features, |group| seen >> group & 1 == 1);
                value_of(self.network.outputs_sparse(&active))
            })
            .collect();
        let share = |group: usize| {
            let without = (0..SUBSETS).filter(|seen| seen >> group & 1 == 0);
            without.map(|seen| ORDERS[seen.count_ones() as usize] * (values[seen | 1 << group] - values[seen])).sum()
        };
        let shares =
            std::array::from_fn(|group| Share { group, feature: features.feature(group), share: share(group) });
        (values[0], shares, values[SUBSETS - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet, library};

    /// A position with the features of the paper's example: 8 v 8 stones, 4-5 v 6-7 moves, one closed mill each, no own and
    /// one enemy open mill, potential moves -2 or -3.
    const EXAMPLE: &str = "g1,a4,d2,b2,c5,e3,d3,c3/a7,g7,d1,b6,d6,f6,b4,c4 w 0 0";

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn sum(explanation: &Explanation) -> f64 {
        explanation.base + explanation.shares.iter().map(|share| share.share).sum::<f64>()
    }

    #[test]
    fn the_shares_of_standard_are_the_papers_table_4_2() {
        let explanation = Heuristic::standard().explain(&position(EXAMPLE));
        // In the order of the groups; the paper lists open mills before closed ones.
        let table = [0.30, -0.30, 0.15, -0.20, 0.01, -0.01, 0.0, -0.02, -0.04];
        for (share, expected) in explanation.shares.iter().zip(table) {
            assert!((share.share - expected).abs() < 1e-12, "{share:?}");
        }
        assert!((explanation.value + 0.11).abs() < 1e-12, "{explanation:?}");
        assert_eq!((explanation.base, explanation.shapes, explanation.total), (0.0, None, explanation.value));
        let places: Vec<Option<usize>> = explanation.shares.iter().map(|share| Some(share.feature?.place)).collect();
        let expected = [Some(4), Some(4), Some(1), Some(2), Some(0), Some(0), None, Some(0), Some(2)];
        assert_eq!(places, expected);
    }

    #[test]
    fn shares_of_every_network_add_up_to_its_value() {
        let hidden: [&[(usize, Activation)]; 2] = [&[], &[(7, Activation::Tanh), (4, Activation::Logistic)]];
        let random = FeatureSet::ALL.into_iter().flat_map(|set| hidden.map(|hidden| (set, hidden)));
        let random = random.map(|(set, hidden)| Heuristic::random("test", set, hidden, 3).unwrap());
        let shipped = library::names(None).into_iter().map(|name| library::load(&name, None).unwrap());
        for heuristic in random.chain(shipped) {
            for text in [EXAMPLE, "-/- w 9 9", "d6,f4,d2/b4,d7,g1 b 6 6", "a7,d7,g7/b6,d6,c3,e3 b 0 0"] {
                let explanation = heuristic.explain(&position(text));
                assert!((sum(&explanation) - explanation.value).abs() < 1e-9, "{} {text}", heuristic.name);
                assert!((explanation.value - heuristic.value(&position(text))).abs() < 1e-12, "{}", heuristic.name);
            }
        }
    }

    #[test]
    fn what_a_network_does_not_see_has_no_share() {
        let small = Heuristic::random("test", FeatureSet::Small, &[(5, Activation::Tanh)], 9).unwrap();
        let explanation = small.explain(&position(EXAMPLE));
        for share in explanation.shares {
            assert_eq!(share.share == 0.0, (4..8).contains(&share.group), "{share:?}");
        }
    }

    #[test]
    fn groups_that_count_only_together_share_equally() {
        // The network asks whether both sides have eight stones, and the step is 0 or 1.
        let mut heuristic = Heuristic::random("test", FeatureSet::Minimal, &[(1, Activation::Step)], 1).unwrap();
        let layers = heuristic.network.layers_mut();
        layers[0].weights.fill(0.0);
        (layers[0].weights[4], layers[0].weights[10], layers[0].biases[0]) = (1.0, 1.0, -1.5);
        layers[1].activation = Activation::Identity;
        layers[1].weights.copy_from_slice(&[0.5, 0.0, 0.0]);
        layers[1].biases.fill(0.0);
        let explanation = heuristic.explain(&position(EXAMPLE));
        let shares = explanation.shares.map(|share| (1000.0 * share.share).round());
        assert_eq!(shares[..2], [250.0, 250.0]);
        assert!(shares[2..].iter().all(|share| *share == 0.0), "{shares:?}");
    }

    #[test]
    fn where_the_shape_network_decides_it_is_said() {
        let meister = library::load("Meister", None).unwrap();
        let explanation = meister.explain(&position(EXAMPLE));
        let shapes = explanation.shapes.expect("sliding is known");
        assert!((explanation.total - (15.0 * shapes + explanation.value) / 16.0).abs() < 2e-4, "{explanation:?}");
        assert_eq!(meister.explain(&Position::START).shapes, None, "the first plies are not known");
    }
}
