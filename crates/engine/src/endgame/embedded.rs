//! The tables up to eight stones, the packed endings and the results of the opening, which are part of the program.

use super::index::Subspace;
use super::opening::Part;
use crate::rules::RemovalRule;

macro_rules! tables {
    ($($stones:literal)*) => {
        [$((include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/never-", $stones, ".mtb")) as &[u8],
            include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/any-", $stones, ".mtb")) as &[u8])),*]
    };
}

/// The tables of both rules, in the order of [`Subspace::up_to`].
static TABLES: [(&[u8], &[u8]); 6] = tables!("3-3" "4-3" "3-4" "5-3" "3-5" "4-4");

/// The file of a table that is part of the program; none for larger ones.
pub fn bytes(rule: RemovalRule, subspace: Subspace) -> Option<&'static [u8]> {
    if subspace.is_placing() {
        return None;
    }
    let number = match (subspace.own(), subspace.enemy()) {
        (3, 3) => 0,
        (4, 3) => 1,
        (3, 4) => 2,
        (5, 3) => 3,
        (3, 5) => 4,
        (4, 4) => 5,
        _ => return None,
    };
    let (never, any) = TABLES[number];
    Some(if rule == RemovalRule::Never { never } else { any })
}

/// The results of the opening that are part of the program. The library as it is packaged for crates.io has none of the
/// eleventh ply.
pub fn opening(rule: RemovalRule, part: Part) -> Option<&'static [u8]> {
    macro_rules! both {
        ($ply:literal) => {
            [
                include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/never-opening-", $ply, ".mor")) as &[u8],
                include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/any-opening-", $ply, ".mor")) as &[u8],
            ]
        };
    }
    let files = match part {
        Part::Start => Some(both!("9")),
        Part::Tenth => Some(both!("10")),
        #[cfg(eleventh)]
        Part::Eleventh => Some(both!("11")),
        #[cfg(not(eleventh))]
        Part::Eleventh => None,
    };
    files.map(|[never, any]| if rule == RemovalRule::Never { never } else { any })
}

/// The packed endings with nine and ten stones that are part of the program. The library as it is packaged for crates.io
/// has none.
pub fn endings(rule: RemovalRule) -> Option<&'static [u8]> {
    #[cfg(endings)]
    let files: Option<[&[u8]; 2]> = Some([
        include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/never-endings-10.mee")),
        include_bytes!(concat!(env!("MUEHLE_DATA"), "/endgame/any-endings-10.mee")),
    ]);
    #[cfg(not(endings))]
    let files: Option<[&[u8]; 2]> = None;
    files.map(|[never, any]| if rule == RemovalRule::Never { never } else { any })
}
