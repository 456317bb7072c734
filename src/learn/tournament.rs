//! Tournaments: everyone against everyone, as in the paper's table 4.5.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::players::{PlayerError, PlayerText, Resources};

use super::arena::{MatchSettings, Tally, run_match};
use super::create_player;

/// One who takes part, with the results so far.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What the table calls this player.
    pub name: String,
    /// The player.
    pub player: PlayerText,
    /// Games won.
    pub wins: usize,
    /// Games lost.
    pub losses: usize,
    /// Games drawn.
    pub draws: usize,
}

impl Standing {
    /// A player before the first game.
    pub fn new(name: &str, player: PlayerText) -> Standing {
        Standing { name: name.to_owned(), player, wins: 0, losses: 0, draws: 0 }
    }

    /// (wins - losses) / games, the paper's p.
    pub fn balance(&self) -> f64 {
        let games = (self.wins + self.losses + self.draws).max(1);
        (self.wins as f64 - self.losses as f64) / games as f64
    }
}

/// A table of the standings, the best first.
pub struct Table<'a>(pub &'a [Standing]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut standings: Vec<&Standing> = self.0.iter().collect();
        standings.sort_by(|a, b| b.balance().total_cmp(&a.balance()));
        let width = standings.iter().map(|one| one.name.chars().count()).max().unwrap_or(0).max(6);
        write!(f, "{:width$}  {:>6} {:>6} {:>6} {:>7}", "Player", "Wins", "Losses", "Remis", "p")?;
        for one in standings {
            let Standing { name, wins, losses, draws, .. } = one;
            write!(f, "\n{name:width$}  {wins:6} {losses:6} {draws:6} {:>+7.3}", one.balance())?;
        }
        Ok(())
    }
}

/// Plays a match between every two players. `on_match` sees the two indices and their result; a stop ends it early.
pub fn run(
    standings: &mut [Standing],
    settings: &MatchSettings,
    resources: &Arc<Resources>,
    stop: &AtomicBool,
    on_match: &mut dyn FnMut(usize, usize, &Tally),
) -> Result<(), PlayerError> {
    for first in 0..standings.len() {
        for second in first + 1..standings.len() {
            let texts = [&standings[first].player, &standings[second].player];
            let make = || Ok([create_player(texts[0], resources)?, create_player(texts[1], resources)?]);
            let tally = run_match(settings, &make, stop, &mut |_, _| {})?;
            let (wins, losses, draws) = (tally.wins(), tally.losses(), tally.draws());
            standings[first].wins += wins;
            standings[first].losses += losses;
            standings[first].draws += draws;
            standings[second].wins += losses;
            standings[second].losses += wins;
            standings[second].draws += draws;
            on_match(first, second, &tally);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;

    #[test]
    fn everyone_plays_everyone() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let texts = ["random", "computer:depth=1,radius=0.05", "computer:depth=3,radius=0.05"];
        let mut standings: Vec<Standing> =
            texts.iter().map(|text| Standing::new(text, text.parse().unwrap())).collect();
        let settings = MatchSettings { games: 10, jobs: 2, ..MatchSettings::default() };
        let mut pairs = Vec::new();
        let stop = AtomicBool::new(false);
        run(&mut standings, &settings, &resources, &stop, &mut |a, b, tally| pairs.push((a, b, tally.games())))
            .unwrap();
        assert_eq!(pairs, [(0, 1, 10), (0, 2, 10), (1, 2, 10)]);
        for one in &standings {
            assert_eq!(one.wins + one.losses + one.draws, 20);
        }
        let sum = |of: fn(&Standing) -> usize| standings.iter().map(of).sum::<usize>();
        assert_eq!(sum(|one| one.wins), sum(|one| one.losses));
        assert!(standings[2].balance() > standings[0].balance());
        let table = Table(&standings).to_string();
        let names: Vec<&str> = table.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
        assert_eq!((names[0], names[3]), ("Player", "random"));
    }
}
