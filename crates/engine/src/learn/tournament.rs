//! Round-robin tournaments that can be stopped and resumed, with tables and CSV.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::game::Game;
use crate::players::{PlayerError, PlayerText, Resources};
use crate::rules::{Color, Move, Rules};

use super::arena::{MatchGame, MatchSettings, Pair, Tally, play_one};
use super::create_player;
use super::tasks::Tasks;

/// Larger files are refused.
const MAX_FILE: usize = 256 << 20;
/// Tournaments with more players are refused.
const MAX_PLAYERS: usize = 100;

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in the tables.
    pub name: String,
    /// The player's text.
    pub player: String,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The two players: indices of participants, the smaller first.
    pub players: [usize; 2],
    /// The number of the game between these two; the first player has White in even games.
    pub index: usize,
    /// The moves.
    pub moves: String,
    /// The first player's points in halves: 0, 1 or 2.
    pub half_points: usize,
}

impl TournamentGame {
    /// The index of the participant with this colour.
    pub fn player(&self, color: Color) -> usize {
        let swapped = usize::from(!self.index.is_multiple_of(2));
        self.players[color.index() ^ swapped]
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score_text(&self) -> &'static str {
        let white = if self.index.is_multiple_of(2) { self.half_points } else { 2 - self.half_points.min(2) };
        ["0-1", "1/2-1/2", "1-0"][white.min(2)]
    }

    /// The game, replayed from its moves.
    pub fn game(&self, rules: Rules) -> Game {
        let mut game = Game::new(rules);
        for word in self.moves.split_whitespace() {
            let Ok(mv) = word.parse::<Move>() else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}

/// Kinds of players with a time limit, and the options that already limit them.
const TIMED: [&str; 6] = ["computer", "mcts", "montecarlo", "ntuple", "randomised", "engine"];
const LIMITS: [&str; 7] = ["time", "t", "nodes", "iterations", "search", "level", "d"];

/// The player with this time per move in ms, unless its text already sets a limit or its kind has none.
pub fn with_time(text: PlayerText, time: u64) -> PlayerText {
    let is_limit = |key: &str| LIMITS.contains(&key) || key == "depth" && text.kind != "montecarlo";
    if !TIMED.contains(&text.kind.as_str()) || text.options.iter().any(|(key, _)| is_limit(key)) {
        return text;
    }
    text.with("time", time)
}

/// A tournament with all games played so far. Its file is this struct as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// Who takes part.
    pub participants: Vec<Entrant>,
    /// Games per pair.
    pub games: usize,
    /// The rules.
    pub rules: Rules,
    /// Random plies before the players begin; each opening is played with both colours.
    pub opening_plies: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The games played, in the order they ended.
    pub played: Vec<TournamentGame>,
}

/// Why a tournament cannot be read, saved or resumed.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum TournamentError {
    #[error("{} cannot be read: {error}", .path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} is not a tournament: {fault}", .path.display())]
    Foreign { path: PathBuf, fault: String },
    #[error("{} is a tournament with other players or settings; choose another file", .0.display())]
    Other(PathBuf),
    #[error("{} cannot be written: {error}", .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
}

impl Tournament {
    /// Tournaments with more games are refused: their games would not fit into memory.
    pub const MAX_GAMES: usize = 1_000_000;

    /// A tournament before its first game.
    pub fn new(participants: Vec<Entrant>, games: usize, rules: Rules, opening_plies: usize, seed: u64) -> Tournament {
        Tournament { participants, games, rules, opening_plies, seed, played: Vec::new() }
    }

    /// Reads a saved tournament.
    pub fn load(path: &Path) -> Result<Tournament, TournamentError> {
        let unreadable = |error| TournamentError::Unreadable { path: path.to_owned(), error };
        let foreign = |fault: &str| TournamentError::Foreign { path: path.to_owned(), fault: fault.to_owned() };
        let (bytes, more) = files::read_limited(path, MAX_FILE).map_err(unreadable)?;
        if more {
            return Err(foreign("it is too large"));
        }
        let tournament: Tournament = serde_json::from_slice(&bytes).map_err(|error| foreign(&error.to_string()))?;
        let count = tournament.participants.len();
        if count > MAX_PLAYERS {
            return Err(foreign(&format!("it has more than {MAX_PLAYERS} players")));
        }
        let most = Tournament::MAX_GAMES / tournament.pairs().len().max(1);
        if tournament.games > most || tournament.played.len() > Tournament::MAX_GAMES {
            return Err(foreign(&format!("it has more than {} games", Tournament::MAX_GAMES)));
        }
        let makes_sense = |game: &TournamentGame| {
            game.players[0] < game.players[1] && game.players[1] < count && game.half_points <= 2
        };
        if tournament.played.iter().all(makes_sense) { Ok(tournament) } else { Err(foreign("a game is invalid")) }
    }

    /// Saves the tournament as it stands.
    pub fn save(&self, path: &Path) -> Result<(), TournamentError> {
        let unwritable = |error| TournamentError::Unwritable { path: path.to_owned(), error };
        let bytes = serde_json::to_vec(self).map_err(|error| unwritable(error.into()))?;
        files::write_atomically(path, &bytes).map_err(unwritable)
    }

    /// Takes over the games of a saved tournament with the same players and settings. A missing file has no games.
    pub fn resume(&mut self, path: &Path) -> Result<(), TournamentError> {
        if !path.exists() {
            return Ok(());
        }
        let saved = Tournament::load(path)?;
        let settings = |one: &Tournament| (one.participants.clone(), one.rules, one.opening_plies, one.seed);
        if settings(&saved) != settings(self) {
            return Err(TournamentError::Other(path.to_owned()));
        }
        self.played = saved.played;
        Ok(())
    }

    /// All pairs of participants.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let count = self.participants.len();
        (0..count).flat_map(|first| (first + 1..count).map(move |second| [first, second])).collect()
    }

    /// The number of games of the whole tournament.
    pub fn total(&self) -> usize {
        self.pairs().len() * self.games
    }

    /// The results of the first participant against the second.
    pub fn tally(&self, first: usize, second: usize) -> Tally {
        let (players, swapped) = ([first.min(second), first.max(second)], first > second);
        let games: BTreeMap<usize, usize> = self
            .played
            .iter()
            .filter(|game| game.players == players)
            .map(|game| (game.index, if swapped { 2 - game.half_points } else { game.half_points }))
            .collect();
        Tally::of_games(&games, if swapped { Color::Black } else { Color::White })
    }

    /// The results of one participant against all others.
    fn total_tally(&self, one: usize) -> Tally {
        let others = (0..self.participants.len()).filter(|&other| other != one);
        others.map(|other| self.tally(one, other)).fold(Tally::default(), |sum, tally| sum.plus(&tally))
    }

    /// Participants by their results, the best first.
    pub fn ranking(&self) -> Vec<(usize, Tally)> {
        let mut ranking: Vec<_> = (0..self.participants.len()).map(|one| (one, self.total_tally(one))).collect();
        ranking.sort_by(|(_, a), (_, b)| b.score().total_cmp(&a.score()));
        ranking
    }

    /// Plays the missing games in rounds, so that the table fills evenly: two games of each pair with swapped colours, then
    /// the next two. `on_game` sees the tournament after every game; a stop ends it early.
    pub fn run(
        &mut self,
        jobs: usize,
        resources: &Arc<Resources>,
        stop: &AtomicBool,
        on_game: &mut dyn FnMut(&Tournament),
    ) -> Result<(), PlayerError> {
        let texts = self
            .participants
            .iter()
            .map(|one| Ok(one.player.parse()?))
            .collect::<Result<Vec<PlayerText>, PlayerError>>()?;
        let missing = self.missing();
        let settings = MatchSettings {
            games: self.games,
            rules: self.rules,
            opening_plies: self.opening_plies,
            seed: self.seed,
            jobs,
            sprt: None,
        };
        let tasks = Tasks { name: "tournament", count: missing.len(), threads: jobs, stop };
        // The pair that played last is kept: it often plays the next game too.
        let play = |last: &mut Option<([usize; 2], Pair)>, task: usize| {
            let (players, index) = missing[task];
            let mut pair = match last.take() {
                Some((known, pair)) if known == players => pair,
                _ => [create_player(&texts[players[0]], resources)?, create_player(&texts[players[1]], resources)?],
            };
            let game = play_one(&settings, index, &mut pair, stop)?;
            *last = Some((players, pair));
            Ok(game.map(|game| record(players, &game)))
        };
        tasks.run(
            || Ok(None),
            play,
            |_, game| {
                self.played.push(game);
                on_game(self);
                true
            },
        )
    }

    /// The games still to be played: two players and the number of their game.
    fn missing(&self) -> Vec<([usize; 2], usize)> {
        let played: HashSet<_> = self.played.iter().map(|game| (game.players, game.index)).collect();
        let rounds = (0..self.games).step_by(2);
        let games = rounds.flat_map(|round| {
            let pairs = self.pairs().into_iter();
            pairs.flat_map(move |players| [(players, round), (players, round + 1)])
        });
        games.filter(|game| game.1 < self.games && !played.contains(game)).collect()
    }

    /// The results of all pairs as CSV, each from both sides.
    pub fn csv(&self) -> String {
        let mut csv = "player,opponent,games,wins,draws,losses,score,margin,white_wins,white_draws,white_losses,\
                       black_wins,black_draws,black_losses\n"
            .to_owned();
        for (one, participant) in self.participants.iter().enumerate() {
            for (other, opponent) in self.participants.iter().enumerate().filter(|(other, _)| *other != one) {
                let tally = self.tally(one, other);
                let names = [&participant.name, &opponent.name].map(|name| quoted(name));
                let (games, wins, draws, losses) = (tally.games(), tally.wins(), tally.draws(), tally.losses());
                let (score, margin) = (tally.score(), tally.margin());
                let [name, against] = names;
                let [white, black] =
                    Color::BOTH.map(|color| tally.with(color).map(|count| count.to_string()).join(","));
                // Writing to a string cannot fail.
                let _ = writeln!(
                    csv,
                    "{name},{against},{games},{wins},{draws},{losses},{score:.4},{margin:.4},{white},{black}"
                );
            }
        }
        csv
    }
}

/// A field of a CSV file.
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn record(players: [usize; 2], played: &MatchGame) -> TournamentGame {
    let moves: Vec<String> = played.game.moves().iter().map(Move::to_string).collect();
    TournamentGame { players, index: played.index, moves: moves.join(" "), half_points: played.half_points() }
}

/// The standings, the best first, then every player's share of the points against each other.
impl fmt::Display for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let ranking = self.ranking();
        let name = |one: usize| self.participants[one].name.as_str();
        let width = ranking.iter().map(|(one, _)| name(*one).chars().count()).max().unwrap_or(0).max(6);
        write!(f, "   {:width$}  {:>6} {:>6} {:>6} {:>15} {:>7}", "Player", "Wins", "Losses", "Draws", "points", "p")?;
        write!(f, " {:>15} {:>15}", "White W/L/D", "Black W/L/D")?;
        for (place, (one, tally)) in ranking.iter().enumerate() {
            write!(
                f,
                "\n{:>2} {:width$}  {:6} {:6} {:6}   {:>5.1} % ± {:>3.1} {:>+7.3}",
                place + 1,
                name(*one),
                tally.wins(),
                tally.losses(),
                tally.draws(),
                100.0 * tally.score(),
                100.0 * tally.margin(),
                tally.balance()
            )?;
            for color in Color::BOTH {
                let [wins, draws, losses] = tally.with(color);
                write!(f, " {:>15}", format!("{wins}/{losses}/{draws}"))?;
            }
        }
        write!(f, "\n\n   {:width$} ", "points in %, against")?;
        for place in 1..=ranking.len() {
            write!(f, "{place:>9}")?;
        }
        for (place, (one, _)) in ranking.iter().enumerate() {
            write!(f, "\n{:>2} {:width$} ", place + 1, name(*one))?;
            for (other, _) in &ranking {
                let tally = self.tally(*one, *other);
                if tally.games() == 0 {
                    write!(f, "{:>9}", "-")?;
                } else {
                    write!(f, "{:>9}", format!("{:.0} ±{:.0}", 100.0 * tally.score(), 100.0 * tally.margin()))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;

    fn resources() -> Arc<Resources> {
        Arc::new(Resources::new(DataFolders::below("no such folder")))
    }

    fn tournament(games: usize) -> Tournament {
        let texts = ["random", "computer:depth=1,radius=0.05", "computer:depth=3,radius=0.05"];
        let participants = texts.map(|text| Entrant { name: text.to_owned(), player: text.to_owned() });
        Tournament::new(participants.to_vec(), games, Rules::default(), 2, 1)
    }

    fn play(tournament: &mut Tournament, jobs: usize) {
        tournament.run(jobs, &resources(), &AtomicBool::new(false), &mut |_| {}).unwrap();
    }

    fn sorted(tournament: &Tournament) -> Vec<TournamentGame> {
        let mut games = tournament.played.clone();
        games.sort_by_key(|game| (game.players, game.index));
        games
    }

    #[test]
    fn a_file_with_countless_games_or_players_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge.json");
        let refusal = |tournament: &Tournament| {
            tournament.save(&path).unwrap();
            Tournament::load(&path).unwrap_err().to_string()
        };
        assert!(refusal(&tournament(1_000_000_000_000)).ends_with("it has more than 1000000 games"));
        let mut crowd = tournament(2);
        crowd.participants = vec![crowd.participants[0].clone(); 101];
        assert!(refusal(&crowd).ends_with("it has more than 100 players"));
    }

    #[test]
    fn everyone_plays_everyone() {
        let mut all = tournament(10);
        play(&mut all, 2);
        assert_eq!((all.played.len(), all.total()), (30, 30));
        for pair in all.pairs() {
            assert_eq!(all.tally(pair[0], pair[1]).games(), 10);
            let (mine, theirs) = (all.tally(pair[0], pair[1]), all.tally(pair[1], pair[0]));
            assert_eq!(mine.wins(), theirs.losses());
            for color in Color::BOTH {
                let [wins, draws, losses] = mine.with(color);
                assert_eq!(
                    [losses, draws, wins],
                    theirs.with(!color),
                    "what one wins with White the other loses with Black"
                );
                let won = |game: &&TournamentGame| {
                    let points =
                        if game.player(color) == game.players[0] { game.half_points } else { 2 - game.half_points };
                    game.players == pair && game.player(color) == pair[0] && points == 2
                };
                assert_eq!(all.played.iter().filter(won).count(), wins);
            }
        }
        let (best, worst) = (&all.ranking()[0], &all.ranking()[2]);
        assert_eq!((best.1.games(), all.participants[worst.0].name.as_str()), (20, "random"));
        assert!(best.1.score() > worst.1.score());
        let table = all.to_string();
        assert!(table.lines().next().unwrap().contains("Player") && table.contains("\n 3 random"), "{table}");
        let csv = all.csv();
        assert_eq!(csv.lines().count(), 7);
        assert!(csv.contains("random,\"computer:depth=1,radius=0.05\",10,"), "{csv}");
        assert!(csv.lines().all(|line| line.rsplit(',').count() >= 14), "{csv}");
    }

    #[test]
    fn a_stopped_tournament_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tournament.json");
        let mut whole = tournament(6);
        play(&mut whole, 1);
        let mut part = tournament(6);
        part.resume(&path).unwrap();
        part.run(1, &resources(), &AtomicBool::new(true), &mut |_| {}).unwrap();
        assert!(part.played.is_empty(), "a stop is obeyed");
        part.played = whole.played[..7].to_vec();
        part.save(&path).unwrap();
        let mut again = tournament(6);
        again.resume(&path).unwrap();
        assert_eq!(again, part);
        play(&mut again, 2);
        assert_eq!(sorted(&again), sorted(&whole), "as if it had never stopped");
        let mut other = Tournament { seed: 2, ..tournament(6) };
        assert!(matches!(other.resume(&path), Err(TournamentError::Other(_))));
        std::fs::write(&path, "{}").unwrap();
        assert!(matches!(tournament(6).resume(&path), Err(TournamentError::Foreign { .. })));
    }

    #[test]
    fn games_are_kept_for_replay() {
        let mut all = tournament(2);
        play(&mut all, 1);
        for game in &all.played {
            let replayed = game.game(all.rules);
            let outcome = replayed.outcome().unwrap();
            assert_eq!(outcome.score_text(), game.score_text());
            if let Some(winner) = outcome.winner() {
                let first_won = game.player(winner) == game.players[0];
                assert_eq!(game.half_points, if first_won { 2 } else { 0 });
            }
        }
    }

    #[test]
    fn time_is_given_to_those_without_a_limit() {
        let timed = |text: &str| with_time(text.parse().unwrap(), 50).to_string();
        assert_eq!(timed("mcts:k=1"), "mcts:k=1,time=50");
        assert_eq!(timed("montecarlo:depth=10"), "montecarlo:depth=10,time=50");
        for text in ["mcts:iterations=9", "montecarlo:search=2", "ntuple:depth=1", "computer:time=9", "random"] {
            assert_eq!(timed(text), text);
        }
    }

    #[test]
    fn a_player_that_cannot_be_made_ends_it() {
        let mut wrong = tournament(2);
        wrong.participants[2].player = "wizard".to_owned();
        assert!(wrong.run(2, &resources(), &AtomicBool::new(false), &mut |_| {}).is_err());
    }
}
