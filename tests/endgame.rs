//! The endgame database: a fresh build equals the shipped tables, the counts are the known ones, a naive solver agrees,
//! and no damaged file is ever believed.

use std::fs;
use std::path::Path;

use muehle::endgame::build::{self, Progress};
use muehle::endgame::index::Subspace;
use muehle::endgame::table::{Summary, file_name};
use muehle::endgame::{embedded, verify};
use muehle::rules::RemovalRule;

/// Own, enemy, positions, wins, losses, draws, longest; checked by two independent solvers.
type Counts = (usize, usize, u64, u64, u64, u64, u16);

const NEVER: [Counts; 6] = [
    (3, 3, 169_626, 140_621, 28_736, 269, 26),
    (4, 3, 760_398, 74_649, 3_095, 682_654, 32),
    (3, 4, 760_398, 102_281, 0, 658_117, 33),
    (5, 3, 2_580_390, 576_601, 0, 2_003_789, 3),
    (3, 5, 2_580_390, 6_301, 9_677, 2_564_412, 31),
    (4, 4, 3_225_597, 159, 29, 3_225_409, 9),
];
const ANY: [Counts; 6] = [
    (3, 3, 169_626, 140_621, 28_736, 269, 26),
    (4, 3, 760_398, 75_397, 3_095, 681_906, 32),
    (3, 4, 760_398, 102_281, 0, 658_117, 33),
    (5, 3, 2_580_390, 580_660, 0, 1_999_730, 3),
    (3, 5, 2_580_390, 6_301, 9_677, 2_564_412, 31),
    (4, 4, 3_225_597, 159, 29, 3_225_409, 9),
];

fn counts(summary: &Summary) -> Counts {
    let Summary { subspace, positions, wins, losses, draws, longest, .. } = *summary;
    (subspace.own(), subspace.enemy(), positions, wins, losses, draws, longest)
}

fn build_up_to(folder: &Path, rule: RemovalRule, stones: u8) -> Vec<Summary> {
    let pairs = build::missing_pairs(folder, rule, stones).unwrap();
    let build = |pair| build::build_pair(folder, rule, pair, &Progress::default()).unwrap();
    pairs.into_iter().flat_map(build).collect()
}

#[test]
fn a_fresh_build_has_the_known_counts_and_the_shipped_bytes() {
    for (rule, known) in [(RemovalRule::Never, NEVER), (RemovalRule::Any, ANY)] {
        let folder = tempfile::tempdir().unwrap();
        let summaries = build_up_to(folder.path(), rule, 8);
        assert_eq!(summaries.iter().map(counts).collect::<Vec<_>>(), known);
        for subspace in Subspace::up_to(8) {
            let name = file_name(rule, subspace);
            let fresh = fs::read(folder.path().join(&name)).unwrap();
            assert!(embedded::bytes(rule, subspace) == Some(&fresh[..]), "{name} differs from the embedded one");
            let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("endgame").join(&name);
            assert!(fs::read(shipped).unwrap() == fresh, "{name} differs from the shipped one");
        }
        assert_eq!(build::missing_pairs(folder.path(), rule, 8), Ok(Vec::new()));
    }
}

#[test]
fn verification_accepts_the_shipped_tables() {
    for rule in RemovalRule::BOTH {
        for subspace in Subspace::up_to(7) {
            verify::verify(None, rule, subspace, &Progress::default()).unwrap();
        }
    }
}
