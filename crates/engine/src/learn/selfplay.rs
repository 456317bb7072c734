//! The paper's learning environment: heuristics play full games at a fixed depth and learn after each.
//!
//! Games are played in batches, several at a time. All games of a batch are played with the same weights, then learned
//! from in their order: the result depends on the seed only, not on the timing of threads.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::calendar::Date;
use crate::endgame::Database;
use crate::game::{Game, Outcome};
use crate::heuristics::{self, EvaluationTable, Heuristic};
use crate::random::GOLDEN;
use crate::rules::{Color, Rules};
use crate::search::{Knowledge, Limits, Options, Searcher};

use super::backprop::Trainer;
use super::tasks::Tasks;
use super::teaching::{check_lambda, lesson};
use super::{LearnError, TrainingLock};

/// How a heuristic takes part. The default is the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaySettings {
    /// Whether it learns, or is only tested.
    pub learns: bool,
    /// How it searches.
    pub limits: Limits,
    /// The random radius.
    pub random_radius: f64,
    /// The depth of the quiescence search.
    pub quiescence: u32,
    /// λ, if not the heuristic's own.
    pub lambda: Option<f64>,
}

impl Default for PlaySettings {
    fn default() -> PlaySettings {
        PlaySettings { learns: true, limits: Limits::depth(6), random_radius: 0.05, quiescence: 0, lambda: None }
    }
}

impl PlaySettings {
    /// The options of the search. The table is no larger than the depth needs, since each game has its own.
    fn options(&self, seed: u64) -> Options {
        let hash = match self.limits.depth {
            Some(..=3) => 0,
            Some(..=6) => 2,
            _ => 16,
        };
        Options {
            hash,
            random_radius: self.random_radius,
            quiescence: self.quiescence,
            // The random radius already breaks ties.
            equal_moves: self.random_radius == 0.0,
            seed,
            ..Options::default()
        }
    }
}

/// Games won, lost and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
}

impl Results {
    fn add(&mut self, outcome: Option<Outcome>, side: Color) {
        match outcome.and_then(Outcome::winner) {
            Some(winner) if winner == side => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
}

/// A heuristic that plays and usually learns.
#[derive(Debug)]
pub struct Participant {
    heuristic: Heuristic,
    settings: PlaySettings,
    trainer: Trainer,
    results: Results,
    /// The running mean error of recent games.
    error: Option<f64>,
}

/// The weight of the newest game in the running mean of errors.
const NEWEST: f64 = 0.01;

impl Participant {
    /// A heuristic with its settings.
    pub fn new(mut heuristic: Heuristic, settings: PlaySettings) -> Result<Participant, LearnError> {
        if let Some(lambda) = settings.lambda {
            heuristic.learning.lambda = check_lambda(lambda)?;
        }
        let trainer = Trainer::new(&heuristic.network, heuristic.learning);
        Ok(Participant { heuristic, settings, trainer, results: Results::default(), error: None })
    }

    /// The heuristic in its current state.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// How it takes part.
    pub fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    /// Its results in this session.
    pub fn results(&self) -> Results {
        self.results
    }

    /// The mean error of its recent games, before learning from them.
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// Learns from a finished game.
    fn learn(&mut self, game: &Game, teacher: Option<&Database>) -> Result<(), LearnError> {
        let samples = lesson(&self.heuristic, game, self.heuristic.learning.lambda, teacher);
        let error = self.trainer.learn(&mut self.heuristic, &samples)?;
        self.error = Some(self.error.map_or(error, |mean| mean + NEWEST * (error - mean)));
        self.heuristic.training.games += 1;
        Ok(())
    }
}

/// `max: Won: 153 Lost: 228 Remis: 133`, as the paper writes it.
impl std::fmt::Display for Participant {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Results { won, lost, drawn } = self.results;
        write!(f, "{}: Won: {won} Lost: {lost} Remis: {drawn}", self.heuristic.name)
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its number in the session, from 0.
    pub number: u64,
    /// Who played White and Black, as indices of the participants.
    pub players: [usize; 2],
    /// The game.
    pub game: Game,
    /// The verbose reports of the searches, if the session keeps them.
    pub reports: Vec<String>,
}

/// The settings of all games of a session.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// The rules.
    pub rules: Rules,
    /// The seed of everything random.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
    /// The endgame database, for the searches.
    pub endgame: Option<Arc<Database>>,
    /// Whether positions in the database are taught their exact values.
    pub supervised: bool,
    /// Whether the reports of the searches are kept.
    pub verbose: bool,
}

impl Default for SessionSettings {
    fn default() -> SessionSettings {
        SessionSettings {
            rules: Rules::default(),
            seed: 1,
            threads: 1,
            endgame: None,
            supervised: false,
            verbose: false,
        }
    }
}

/// Heuristics that play against each other.
#[derive(Debug)]
pub struct Session {
    settings: SessionSettings,
    participants: Vec<Participant>,
    begun: u64,
    /// Whether the versions before this session are kept as backups.
    backed_up: bool,
    /// Held while heuristics learn.
    _locks: Vec<TrainingLock>,
}

impl Session {
    /// Games played with the same weights. Independent of the number of threads, so that the results are too.
    pub const BATCH: usize = 32;

    /// A session between these heuristics; a single one plays against itself. With a folder, those that learn are
    /// locked in it until the session ends.
    pub fn new(
        participants: Vec<Participant>,
        settings: SessionSettings,
        folder: Option<&Path>,
    ) -> Result<Session, LearnError> {
        if participants.is_empty() {
            return Err(LearnError::Nobody);
        }
        let mut locks = Vec::new();
        for (index, participant) in participants.iter().enumerate() {
            let name = &participant.heuristic.name;
            if participants[..index].iter().any(|other| other.heuristic.name == *name) {
                return Err(LearnError::Twice(name.clone()));
            }
            if let (Some(folder), true) = (folder, participant.settings.learns) {
                locks.push(TrainingLock::acquire(folder, name)?);
            }
        }
        Ok(Session { settings, participants, begun: 0, backed_up: false, _locks: locks })
    }

    /// Who takes part.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// Plays a batch of at most `games` games. Once `stop` is set, unfinished games are dropped.
    pub fn play_batch(&mut self, games: usize, stop: &AtomicBool) -> Vec<PlayedGame> {
        self.play_batch_watched(games, stop, &|_, _| {})
    }

    /// The same, with `watch` called after every move with the number of the game and the game. It is called from several
    /// threads and can pause the games, since each waits for it.
    pub fn play_batch_watched(
        &mut self,
        games: usize,
        stop: &AtomicBool,
        watch: &(dyn Fn(u64, &Game) + Sync),
    ) -> Vec<PlayedGame> {
        let games = games.min(Session::BATCH);
        let knowledge: Vec<Knowledge> = self.participants.iter().map(|one| self.knowledge(&one.heuristic)).collect();
        let tasks = Tasks { name: "self-play", count: games, threads: self.settings.threads, stop };
        let play = |_: &mut (), index: usize| Ok(self.play_game(self.begun + index as u64, &knowledge, stop, watch));
        let Ok(played) = tasks.results(|| Ok::<_, Infallible>(()), play);
        self.begun += games as u64;
        played
    }

    fn knowledge(&self, heuristic: &Heuristic) -> Knowledge {
        let evaluation = Arc::new(EvaluationTable::new(heuristic.clone()));
        Knowledge { endgame: self.settings.endgame.clone(), ..Knowledge::new(evaluation) }
    }

    /// Who plays a game, with colours alternating; of more than two participants a random pair.
    fn players_of(&self, number: u64) -> [usize; 2] {
        let pair = match self.participants.len() {
            1 => return [0, 0],
            2 => [0, 1],
            count => {
                let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed ^ (number / 2).wrapping_mul(0x9E37_79B9));
                let first = random.random_range(0..count);
                [first, (first + random.random_range(1..count)) % count]
            }
        };
        if number.is_multiple_of(2) { pair } else { [pair[1], pair[0]] }
    }

    fn play_game(
        &self,
        number: u64,
        knowledge: &[Knowledge],
        stop: &AtomicBool,
        watch: &(dyn Fn(u64, &Game) + Sync),
    ) -> Option<PlayedGame> {
        let players = self.players_of(number);
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed.wrapping_mul(GOLDEN) ^ number);
        let mut searchers = players.map(|player| {
            let options = self.participants[player].settings.options(random.random());
            Searcher::new(knowledge[player].clone(), options)
        });
        let mut game = Game::new(self.settings.rules);
        let mut reports = Vec::new();
        while game.outcome().is_none() {
            if game.ply() >= super::arena::MAX_PLIES {
                game.agree_draw();
                break;
            }
            let side = game.side_to_move().index();
            let limits = &self.participants[players[side]].settings.limits;
            let report = searchers[side].search(&game, limits, stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.settings.verbose {
                reports.push(report.to_string());
            }
            game.play(report.best?).ok()?;
            watch(number, &game);
        }
        Some(PlayedGame { number, players, game, reports })
    }

    /// Counts a game and lets its players learn from it.
    pub fn learn_from(&mut self, played: &PlayedGame) -> Result<(), LearnError> {
        let Session { settings, participants, .. } = self;
        let outcome = played.game.outcome();
        let teacher = settings.endgame.as_deref().filter(|_| settings.supervised);
        let [white, black] = played.players;
        participants[white].results.add(outcome, Color::White);
        // A participant that plays against itself is counted as White and learns once.
        if black != white {
            participants[black].results.add(outcome, Color::Black);
        }
        let mut learners = vec![white, black];
        learners.dedup();
        for learner in learners {
            if participants[learner].settings.learns {
                participants[learner].learn(&played.game, teacher)?;
            }
        }
        Ok(())
    }

    /// Saves every heuristic that learns, with notes on its training, and returns the paths.
    pub fn save(&mut self, folder: &Path) -> Result<Vec<PathBuf>, LearnError> {
        let names: Vec<String> = self.participants.iter().map(|one| one.heuristic.name.clone()).collect();
        let mut paths = Vec::new();
        for participant in self.participants.iter_mut().filter(|one| one.settings.learns) {
            if !self.backed_up {
                heuristics::library::keep_backup(&participant.heuristic.name, folder)?;
            }
            let others: Vec<&str> =
                names.iter().filter(|name| **name != participant.heuristic.name).map(String::as_str).collect();
            let opponent = if others.is_empty() { "itself".to_owned() } else { others.join(", ") };
            let Results { won, lost, drawn } = participant.results;
            let training = &mut participant.heuristic.training;
            training.opponent = opponent;
            training.date = Date::today().to_string();
            training.results = format!("Last session: won {won}, lost {lost}, drawn {drawn}.");
            paths.push(heuristics::library::save(&participant.heuristic, folder)?);
        }
        self.backed_up = true;
        Ok(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet};

    fn participant(name: &str, seed: u64) -> Participant {
        let heuristic = Heuristic::random(name, FeatureSet::Standard, &[(5, Activation::Tanh)], seed).unwrap();
        Participant::new(heuristic, PlaySettings { limits: Limits::depth(1), ..PlaySettings::default() }).unwrap()
    }

    fn session(threads: usize, names: &[&str]) -> Session {
        let participants = names.iter().zip(1..).map(|(name, seed)| participant(name, seed)).collect();
        Session::new(participants, SessionSettings { threads, ..SessionSettings::default() }, None).unwrap()
    }

    fn train(session: &mut Session, batches: usize) {
        for _ in 0..batches {
            for played in session.play_batch(Session::BATCH, &AtomicBool::new(false)) {
                session.learn_from(&played).unwrap();
            }
        }
    }

    #[test]
    fn threads_do_not_change_what_is_learned() {
        let (mut one, mut three) = (session(1, &["a", "b"]), session(3, &["a", "b"]));
        train(&mut one, 2);
        train(&mut three, 2);
        for (a, b) in one.participants.iter().zip(&three.participants) {
            assert_eq!(a.heuristic, b.heuristic);
            assert_eq!(a.results, b.results);
        }
        assert_ne!(one.participants[0].heuristic.network, participant("a", 1).heuristic.network);
    }

    #[test]
    fn a_small_run_lowers_the_error() {
        let mut session = session(2, &["a"]);
        train(&mut session, 1);
        let early = session.participants[0].error().unwrap();
        train(&mut session, 12);
        let late = session.participants[0].error().unwrap();
        assert!(late < 0.8 * early, "{early} {late}");
        assert_eq!(session.participants[0].heuristic().training.games, 13 * Session::BATCH as u64);
    }

    #[test]
    fn everyone_plays_with_both_colours() {
        let session = session(1, &["a", "b", "c"]);
        let mut white = [0; 3];
        let mut black = [0; 3];
        for number in 0..300 {
            let [first, second] = session.players_of(number);
            assert_ne!(first, second);
            white[first] += 1;
            black[second] += 1;
        }
        assert_eq!(white, black);
        assert!(white.iter().all(|&games| games > 60), "{white:?}");
    }

    #[test]
    fn results_are_written_as_in_the_paper() {
        let mut one = participant("max", 1);
        one.results = Results { won: 153, lost: 228, drawn: 133 };
        assert_eq!(one.to_string(), "max: Won: 153 Lost: 228 Remis: 133");
    }

    #[test]
    fn a_tested_heuristic_stays_as_it_is() {
        let mut tested = participant("a", 1);
        tested.settings.learns = false;
        let before = tested.heuristic.clone();
        let settings = SessionSettings::default();
        let mut session = Session::new(vec![tested, participant("b", 2)], settings, None).unwrap();
        train(&mut session, 1);
        assert_eq!(session.participants[0].heuristic, before);
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(session.save(folder.path()).unwrap(), [folder.path().join("b.xml")]);
        let saved = heuristics::library::load("b", Some(folder.path())).unwrap();
        assert_eq!(saved.network, session.participants[1].heuristic.network);
        assert_eq!(saved.training.opponent, "a");
    }

    #[test]
    fn wrong_sessions_are_refused() {
        let message = |participants: Vec<Participant>, folder: Option<&Path>| {
            Session::new(participants, SessionSettings::default(), folder).unwrap_err().to_string()
        };
        assert_eq!(message(vec![], None), "nobody takes part");
        assert_eq!(message(vec![participant("a", 1), participant("a", 2)], None), "a is listed twice");
        let folder = tempfile::tempdir().unwrap();
        let _first = Session::new(vec![participant("a", 1)], SessionSettings::default(), Some(folder.path())).unwrap();
        let second = message(vec![participant("b", 1), participant("a", 2)], Some(folder.path()));
        assert_eq!(second, "a is already being trained; two trainings would overwrite each other");
        let lambda = PlaySettings { lambda: Some(1.5), ..PlaySettings::default() };
        let error = Participant::new(Heuristic::standard(), lambda).unwrap_err();
        assert_eq!(error.to_string(), "λ is 1.5; it must be between 0 and 1");
    }
}
