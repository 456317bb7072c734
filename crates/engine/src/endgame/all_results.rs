//! The results of every position from some ply on, in memory: learning asks for hundreds of millions of random positions, and
//! files would be too slow for that. Nearly seven gigabytes from the ninth ply on.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::build::BuildError;
use super::index::Subspace;
use super::results::{Outcome, Results};
use super::table::Table;
use super::{MOST_STONES, PLACING_PLIES};
use crate::rules::{Position, RemovalRule};

/// By ply, own and enemy stones.
type Layer = [[Option<Results>; 10]; 10];

/// All results of a rule from a ply on.
pub struct AllResults {
    rule: RemovalRule,
    layers: Vec<Layer>,
}

impl AllResults {
    /// Reads the tables, which must all be there. None when it was stopped.
    pub fn load(
        folder: &Path,
        rule: RemovalRule,
        first_ply: u8,
        stop: &AtomicBool,
    ) -> Result<Option<AllResults>, BuildError> {
        let layers = (0..=PLACING_PLIES).map(|_| Layer::default()).collect();
        let mut all = AllResults { rule, layers };
        let placing = (first_ply..PLACING_PLIES).flat_map(Subspace::placing);
        for subspace in placing.chain(Subspace::up_to(MOST_STONES)) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            all.insert(subspace, Table::find(Some(folder), rule, subspace)?.results()?);
        }
        Ok(Some(all))
    }

    fn insert(&mut self, subspace: Subspace, results: Results) {
        self.layers[usize::from(subspace.ply())][subspace.own()][subspace.enemy()] = Some(results);
    }

    /// The removal rule.
    pub fn rule(&self) -> RemovalRule {
        self.rule
    }

    /// The result of a position; none before the first ply.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(loser) = position.loser() {
            return Some(if loser == position.side_to_move() { Outcome::Loss } else { Outcome::Win });
        }
        let subspace = Subspace::of(position)?;
        let layer = &self.layers[usize::from(subspace.ply())];
        let results = layer[subspace.own()][subspace.enemy()].as_ref()?;
        Some(Outcome::from_digit(results.get(subspace.slot(results.index(), position.own(), position.enemy()))))
    }
}
