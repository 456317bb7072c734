//! `muehle bench signature`: the number of positions a fixed set of searches visits, a checksum of the search.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use muehle_engine::game::Game;
use muehle_engine::heuristics::Heuristic;
use muehle_engine::rules::{RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, search};

/// Position and depth.
const POSITIONS: [(&str, u32); 8] = [
    ("-/- w 9 9", 8),
    ("d6,d2,b4/f4,f2,d7 w 6 6", 7),
    ("d6,d2,b4,f6,c5/f4,f2,d7,b6,d3 b 4 4", 8),
    ("a1,d2,f4,b6,e5,c4,g7/a4,d6,f6,b2,e3,d3,g4 w 2 2", 8),
    ("a7,d7,f4,e5,c3,d3,b2,g1/g7,d6,f6,c5,a4,b4,e4,d1 w 0 0", 9),
    ("a7,g1,f4,b4,c5,d2/g7,a1,d6,e3,f2,c4 b 0 0", 9),
    ("a7,g1,f4,b4/g7,a1,d6,d2,e3 w 0 0", 9),
    ("a7,d7,f4/b6,b2,d5,c3,g1 b 0 0", 7),
];

pub(super) fn run() -> anyhow::Result<()> {
    writeln!(io::stdout(), "{}", signature()?)?;
    Ok(())
}

/// The sum over all positions and both rules, with the default options, one thread and no database.
fn signature() -> anyhow::Result<u64> {
    let knowledge = Knowledge::of(Heuristic::standard());
    let options = Options { hash: 16, ..Options::default() };
    let mut nodes = 0;
    for rule in RemovalRule::BOTH {
        for (position, depth) in POSITIONS {
            let game = Game::from_position(Rules::with_removal(rule), position.parse()?);
            let stop = AtomicBool::new(false);
            nodes += search(&game, &Limits::depth(depth), &knowledge, &options, &stop, &mut |_| {}).nodes;
        }
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    /// Changes only when the search is changed on purpose.
    #[test]
    fn the_search_visits_the_same_positions() {
        assert_eq!(super::signature().unwrap(), 2_427_777);
    }
}
