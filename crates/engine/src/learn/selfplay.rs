//! The paper's learning environment: heuristics play full games at a fixed depth and learn after each.
//!
//! Games are played in batches, several at a time. All games of a batch are played with the same weights, then learned
//! from together, in one pass unless the settings say otherwise: the result depends on the seed and the size of a batch
//! only, not on the timing of threads.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::calendar::Date;
use crate::endgame::{Database, EMBEDDED_STONES};
use crate::game::{Game, Outcome};
use crate::heuristics::{self, EvaluationTable, Heuristic, Network};
use crate::random::GOLDEN;
use crate::rules::{Color, Rules};
use crate::search::{Knowledge, Limits, Options, Report, Searcher};

use super::backprop::Trainer;
use super::tasks::Tasks;
use super::teaching::{check_lambda, lesson};
use super::{LearnError, TrainingLock};

/// How a heuristic takes part. The default is the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaySettings {
    /// Whether it learns, or is only tested.
    pub learns: bool,
    /// Whether the reports of its searches are kept.
    pub verbose: bool,
    /// How it searches.
    pub limits: Limits,
    /// The random radius.
    pub random_radius: f64,
    /// The depth of the quiescence search.
    pub quiescence: u32,
    /// λ, if not the heuristic's own.
    pub lambda: Option<f64>,
    /// The methods of its search, as one of the variants has them; the fields above and what a session needs replace theirs.
    pub search: Options,
}

impl Default for PlaySettings {
    fn default() -> PlaySettings {
        PlaySettings {
            learns: true,
            verbose: false,
            limits: Limits::depth(6),
            random_radius: 0.05,
            quiescence: 0,
            lambda: None,
            search: Options::default(),
        }
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
            hash: hash.min(self.search.hash),
            random_radius: self.random_radius,
            quiescence: self.quiescence,
            // With the results of the opening, the heuristics would hardly choose a placing move themselves.
            opening: false,
            // The same tables on every machine, whatever else was built there.
            endgame: EMBEDDED_STONES.into(),
            // The random radius already breaks ties.
            equal_moves: self.search.equal_moves && self.random_radius == 0.0,
            seed,
            ..self.search.clone()
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
    /// The mean of the weights after the last passes, if it is wanted.
    mean: Option<Mean>,
}

/// A mean of weights that forgets: of the first passes the plain mean, later each pass has the same share.
#[derive(Clone, Debug)]
struct Mean {
    network: Network,
    passes: usize,
}

impl Mean {
    /// Takes in the weights after a pass; none has a smaller share than one in `most`.
    fn add(&mut self, network: &Network, most: usize) {
        self.passes += 1;
        let share = 1.0 / self.passes.min(most) as f64;
        for (mean, layer) in self.network.layers_mut().iter_mut().zip(network.layers()) {
            let own = mean.weights.iter_mut().chain(&mut mean.biases);
            for (mean, weight) in own.zip(layer.weights.iter().chain(&layer.biases)) {
                *mean += share * (weight - *mean);
            }
        }
    }
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
        Ok(Participant { heuristic, settings, trainer, results: Results::default(), error: None, mean: None })
    }

    /// The heuristic in its current state.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// The heuristic as it is saved: with the mean of its last weights, if the session keeps one.
    pub fn to_save(&self) -> Heuristic {
        let mut heuristic = self.heuristic.clone();
        if let Some(mean) = &self.mean {
            heuristic.network = mean.network.clone();
        }
        heuristic
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

    /// Learns from finished games. The last `new` of them were not taught before.
    fn learn<'a>(
        &mut self,
        games: impl Iterator<Item = &'a Game>,
        new: usize,
        settings: &SessionSettings,
    ) -> Result<(), LearnError> {
        let teacher = settings.endgame.as_deref().filter(|_| settings.supervised);
        let mut samples = Vec::new();
        let mut some = false;
        for game in games {
            let mut lesson = lesson(&self.heuristic, game, self.heuristic.learning.lambda, teacher);
            let drawn = game.outcome().is_some_and(|outcome| outcome.winner().is_none());
            // A long game counts no more than a short one.
            let weight = if drawn { settings.draw_weight } else { 1.0 } / lesson.len().max(1) as f64;
            lesson.iter_mut().for_each(|sample| sample.weight = weight);
            samples.append(&mut lesson);
            some = true;
        }
        if !some {
            return Ok(());
        }
        let error = self.trainer.learn(&mut self.heuristic, &samples)?;
        for _ in 1..settings.passes {
            self.trainer.learn(&mut self.heuristic, &samples)?;
        }
        let newest = 1.0 - (1.0 - NEWEST).powi(new as i32);
        self.error = Some(self.error.map_or(error, |mean| mean + newest * (error - mean)));
        self.heuristic.training.games += new as u64;
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
    /// The reports of the searches of those whose reports are kept.
    pub reports: Vec<Report>,
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
    /// Games played with the same weights, then learned from together.
    pub batch: usize,
    /// Games begin with up to this many random plies.
    pub opening_plies: u32,
    /// How many passes are made after each batch. The teaching values are computed once, before the first.
    pub passes: usize,
    /// How many games of earlier batches are taught again with each new batch. Their teaching values are computed anew.
    pub memory: usize,
    /// Over how many batches the weights that are saved are averaged; with 0 and 1 the last ones are saved.
    pub average: usize,
    /// The weight of a drawn game in a pass; a decided one has 1.
    pub draw_weight: f64,
    /// The endgame database, for the searches.
    pub endgame: Option<Arc<Database>>,
    /// Whether positions in the database are taught their exact values.
    pub supervised: bool,
}

impl Default for SessionSettings {
    fn default() -> SessionSettings {
        SessionSettings {
            rules: Rules::default(),
            seed: 1,
            threads: 1,
            batch: SessionSettings::BATCH,
            opening_plies: 0,
            passes: 1,
            memory: 0,
            average: 0,
            draw_weight: 1.0,
            endgame: None,
            supervised: false,
        }
    }
}

impl SessionSettings {
    /// The usual games in a batch. Independent of the number of threads, so that the results are too.
    pub const BATCH: usize = 32;
    /// The random plies that learning needs: without them a new network sees few openings.
    pub const LEARNING_PLIES: u32 = 6;
    /// The weight of drawn games that learning needs. Most games of a new network are drawn, and with their full weight it
    /// learns that everything is a draw; heuristics/HISTORY.md has the figures.
    pub const LEARNING_DRAW_WEIGHT: f64 = 0.1;
}

/// Heuristics that play against each other.
#[derive(Debug)]
pub struct Session {
    settings: SessionSettings,
    participants: Vec<Participant>,
    begun: u64,
    /// The last games that were learned from, the oldest first, with their players.
    memory: VecDeque<([usize; 2], Game)>,
    /// Whether the versions before this session are kept as backups.
    backed_up: bool,
    /// Held while heuristics learn.
    _locks: Vec<TrainingLock>,
}

impl Session {
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
        Ok(Session { settings, participants, begun: 0, memory: VecDeque::new(), backed_up: false, _locks: locks })
    }

    /// Who takes part.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// Plays a batch, of at most `games` games, and learns from it. Returns the number of games. Once `stop` is set, games
    /// that are not finished are dropped, and the finished ones after them: what is learned is then the same as in a
    /// session of that many games.
    pub fn play_batch(&mut self, games: u64, stop: &AtomicBool) -> Result<u64, LearnError> {
        self.play_batch_watched(games, stop, &|_, _| {}, &mut |_, _| {})
    }

    /// The same. `watch` is called after every move with the number of the game and the game, from several threads, and
    /// can pause the games, since each waits for it. `on_game` sees every finished game, in their order, when it is
    /// counted; it is learned from at the end of the batch.
    pub fn play_batch_watched(
        &mut self,
        games: u64,
        stop: &AtomicBool,
        watch: &(dyn Fn(u64, &Game) + Sync),
        on_game: &mut dyn FnMut(&[Participant], &PlayedGame),
    ) -> Result<u64, LearnError> {
        let count = self.settings.batch.max(1).min(usize::try_from(games).unwrap_or(usize::MAX));
        let round = Round {
            settings: &self.settings,
            players: self.participants.iter().map(|one| one.settings.clone()).collect(),
            knowledge: self.participants.iter().map(|one| self.knowledge(&one.heuristic)).collect(),
        };
        let first = self.begun;
        let tasks = Tasks { name: "self-play", count, threads: self.settings.threads, stop };
        let play = |_: &mut (), index: usize| Ok(round.play_game(first + index as u64, stop, watch));
        let participants = &mut self.participants;
        let mut played = Vec::new();
        let Ok(()) = tasks.run_in_order(
            || Ok::<_, Infallible>(()),
            play,
            |game: PlayedGame| {
                count_result(participants, &game);
                on_game(participants, &game);
                played.push(game);
            },
        );
        self.begun += played.len() as u64;
        let count = played.len();
        self.learn_from(played)?;
        Ok(count as u64)
    }

    fn knowledge(&self, heuristic: &Heuristic) -> Knowledge {
        let evaluation = Arc::new(EvaluationTable::new(heuristic.clone()));
        Knowledge { endgame: self.settings.endgame.clone(), ..Knowledge::new(evaluation) }
    }

    /// Lets everyone learn from the games they played, together with those that are remembered.
    fn learn_from(&mut self, played: Vec<PlayedGame>) -> Result<(), LearnError> {
        let Session { settings, participants, memory, .. } = self;
        let old = memory.len();
        memory.extend(played.into_iter().map(|played| (played.players, played.game)));
        for (index, learner) in participants.iter_mut().enumerate().filter(|(_, one)| one.settings.learns) {
            let is_own = |(players, _): &&([usize; 2], Game)| players.contains(&index);
            let new = memory.iter().skip(old).filter(is_own).count();
            let own = memory.iter().filter(is_own).map(|(_, game)| game);
            learner.learn(own, new, settings)?;
            if new > 0 && settings.average > 1 {
                let network = &learner.heuristic.network;
                let mean = learner.mean.get_or_insert_with(|| Mean { network: network.clone(), passes: 0 });
                mean.add(network, settings.average);
            }
        }
        let excess = memory.len().saturating_sub(settings.memory);
        memory.drain(..excess);
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
            paths.push(heuristics::library::save(&participant.to_save(), folder)?);
        }
        self.backed_up = true;
        Ok(paths)
    }
}

/// Counts a game for its players. Who plays against itself is counted as White.
fn count_result(participants: &mut [Participant], played: &PlayedGame) {
    let outcome = played.game.outcome();
    let [white, black] = played.players;
    participants[white].results.add(outcome, Color::White);
    if black != white {
        participants[black].results.add(outcome, Color::Black);
    }
}

/// What the games of a batch are played with.
struct Round<'a> {
    settings: &'a SessionSettings,
    players: Vec<PlaySettings>,
    knowledge: Vec<Knowledge>,
}

impl Round<'_> {
    /// Who plays a game, with colours alternating; of more than two participants a random pair.
    fn players_of(&self, number: u64) -> [usize; 2] {
        let pair = match self.players.len() {
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

    fn play_game(&self, number: u64, stop: &AtomicBool, watch: &(dyn Fn(u64, &Game) + Sync)) -> Option<PlayedGame> {
        let players = self.players_of(number);
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed.wrapping_mul(GOLDEN) ^ number);
        let mut searchers = players.map(|player| {
            let options = self.players[player].options(random.random());
            Searcher::new(self.knowledge[player].clone(), options)
        });
        let mut game = Game::new(self.settings.rules);
        for _ in 0..random.random_range(0..=self.settings.opening_plies) {
            let moves = game.legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[random.random_range(0..moves.len())]).ok()?;
        }
        let mut reports = Vec::new();
        while game.outcome().is_none() {
            if game.ply() >= super::arena::MAX_PLIES {
                game.agree_draw();
                break;
            }
            let side = game.side_to_move().index();
            let settings = &self.players[players[side]];
            let report = searchers[side].search(&game, &settings.limits, stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            game.play(report.best?).ok()?;
            if settings.verbose {
                reports.push(report);
            }
            watch(number, &game);
        }
        Some(PlayedGame { number, players, game, reports })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet, Network};
    use crate::rules::{Position, RemovalRule};

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
            assert_eq!(session.play_batch(u64::MAX, &AtomicBool::new(false)).unwrap(), 32);
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
        let settings = SessionSettings { batch: 1, ..SessionSettings::default() };
        let mut session = Session::new(vec![participant("a", 1)], settings, None).unwrap();
        let mut play = |games: u64| {
            for _ in 0..games {
                assert_eq!(session.play_batch(u64::MAX, &AtomicBool::new(false)).unwrap(), 1);
            }
            session.participants[0].error().unwrap()
        };
        let (early, late) = (play(32), play(384));
        assert!(late < 0.8 * early, "{early} {late}");
        assert_eq!(session.participants[0].heuristic().training.games, 416);
    }

    #[test]
    fn self_play_teaches_that_stones_are_good() {
        let more: Position = "a7,d7,g4,b6,d6,f4,c5,e4/a1,d1,g1,c3,b2,f2 w 0 0".parse().unwrap();
        let fewer = more.with_side(!more.side_to_move());
        let value = |heuristic: &Heuristic, position: &Position| {
            let [win, loss, _] = heuristic.outputs(position);
            win - loss
        };
        for removal in [RemovalRule::Never, RemovalRule::Any] {
            let heuristic = Heuristic::random("a", FeatureSet::Standard, &[], 3).unwrap();
            let play = PlaySettings { limits: Limits::depth(1), random_radius: 0.02, ..PlaySettings::default() };
            let settings = SessionSettings {
                rules: Rules { removal, ..Rules::default() },
                threads: 2,
                opening_plies: 6,
                draw_weight: 0.1,
                endgame: Some(Arc::new(Database::open(None, removal, 8))),
                ..SessionSettings::default()
            };
            let mut session = Session::new(vec![Participant::new(heuristic, play).unwrap()], settings, None).unwrap();
            let difference = |session: &Session| {
                let heuristic = session.participants[0].heuristic();
                value(heuristic, &more) - value(heuristic, &fewer)
            };
            let before = difference(&session);
            train(&mut session, 40);
            let after = difference(&session);
            assert!(after > before + 0.1 && after > 0.2, "{removal}: {before} {after}");
        }
    }

    #[test]
    fn games_are_told_in_order_and_a_stopped_session_is_a_shorter_one() {
        let stop = AtomicBool::new(false);
        let mut stopped = session(3, &["a", "b"]);
        let mut told = Vec::new();
        let games = stopped.play_batch_watched(u64::MAX, &stop, &|_, _| {}, &mut |participants, played| {
            let Results { won, lost, drawn } = participants[0].results();
            assert_eq!(won + lost + drawn, played.number + 1, "counted before it is told");
            told.push(played.number);
            if told.len() == 7 {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let games = games.unwrap();
        assert!((7..32).contains(&games), "{games}");
        assert_eq!(told, (0..games).collect::<Vec<_>>());
        let mut shorter = session(1, &["a", "b"]);
        assert_eq!(shorter.play_batch(games, &AtomicBool::new(false)).unwrap(), games);
        for (a, b) in stopped.participants.iter().zip(&shorter.participants) {
            assert_eq!((&a.heuristic, a.results), (&b.heuristic, b.results));
        }
    }

    #[test]
    fn drawn_games_teach_by_their_weight() {
        let drawn = || {
            let mut game = Game::default();
            game.play("d6".parse().unwrap()).unwrap();
            game.agree_draw();
            game
        };
        let change = |weight: f64| {
            let mut one = participant("a", 1);
            let before = one.heuristic.network.clone();
            let settings = SessionSettings { draw_weight: weight, ..SessionSettings::default() };
            one.learn([drawn()].iter(), 1, &settings).unwrap();
            assert_eq!(one.heuristic.training.games, 1);
            let biases = |network: &Network| network.layers().last().unwrap().biases[2];
            biases(&one.heuristic.network) - biases(&before)
        };
        assert!(change(1.0) > 0.0, "draw becomes more likely");
        assert!((change(0.1) - 0.1 * change(1.0)).abs() < 1e-12);
        assert_eq!(change(0.0), 0.0);
    }

    #[test]
    fn games_begin_with_random_plies_and_keep_the_reports_that_are_wanted() {
        let mut verbose = participant("b", 2);
        verbose.settings.verbose = true;
        let settings = SessionSettings { opening_plies: 6, ..SessionSettings::default() };
        let mut session = Session::new(vec![participant("a", 1), verbose], settings, None).unwrap();
        let mut missing = Vec::new();
        let stop = AtomicBool::new(false);
        let told = &mut |_: &[Participant], played: &PlayedGame| {
            let white = played.players[0] == 1;
            // Every second ply is the verbose player's; those without a report were random.
            let own = (0..played.game.ply()).filter(|ply| ply.is_multiple_of(2) == white).count();
            missing.push(own - played.reports.len());
        };
        session.play_batch_watched(u64::MAX, &stop, &|_, _| {}, told).unwrap();
        assert!(missing.iter().all(|&plies| plies <= 3), "{missing:?}");
        assert!(missing.contains(&0) && missing.contains(&3), "{missing:?}");
    }

    #[test]
    fn several_passes_teach_the_same_values() {
        let game = || {
            let mut game = Game::default();
            game.play("d6".parse().unwrap()).unwrap();
            game.resign(Color::Black);
            game
        };
        let mut one = participant("a", 1);
        let (mut expected, mut trainer) = (one.heuristic.clone(), one.trainer.clone());
        let mut samples = lesson(&expected, &game(), expected.learning.lambda, None);
        samples.iter_mut().for_each(|sample| sample.weight = 0.5);
        for _ in 0..3 {
            trainer.learn(&mut expected, &samples).unwrap();
        }
        one.learn([game()].iter(), 1, &SessionSettings { passes: 3, ..SessionSettings::default() }).unwrap();
        assert_eq!(one.heuristic.network, expected.network);
        assert_eq!(one.heuristic.training.games, 1);
    }

    #[test]
    fn remembered_games_are_taught_again_but_counted_once() {
        let mut forgetful = session(2, &["a", "b"]);
        let mut session = session(2, &["a", "b"]);
        session.settings.memory = 40;
        train(&mut forgetful, 1);
        train(&mut session, 1);
        let network = |session: &Session| session.participants[0].heuristic.network.clone();
        assert_eq!(network(&session), network(&forgetful), "there is nothing to remember yet");
        assert_eq!((session.memory.len(), forgetful.memory.len()), (32, 0));
        train(&mut forgetful, 1);
        train(&mut session, 1);
        assert_ne!(network(&session), network(&forgetful));
        assert_eq!(session.memory.len(), 40);
        assert_eq!(session.participants[0].heuristic.training.games, 64);
    }

    #[test]
    fn the_mean_of_the_last_weights_is_saved_and_does_not_play() {
        let (mut plain, mut session) = (session(2, &["a"]), session(2, &["a"]));
        session.settings.average = 3;
        let bias = |heuristic: &Heuristic| heuristic.network.layers()[0].biases[0];
        let mut biases = Vec::new();
        for _ in 0..4 {
            train(&mut plain, 1);
            train(&mut session, 1);
            assert_eq!(session.participants[0].heuristic, plain.participants[0].heuristic);
            assert_eq!(plain.participants[0].to_save(), plain.participants[0].heuristic);
            biases.push(bias(&session.participants[0].heuristic));
        }
        let plain_mean = biases[..3].iter().sum::<f64>() / 3.0;
        let expected = plain_mean + (biases[3] - plain_mean) / 3.0;
        let folder = tempfile::tempdir().unwrap();
        session.save(folder.path()).unwrap();
        let saved = heuristics::library::load("a", Some(folder.path())).unwrap();
        assert!((bias(&saved) - expected).abs() < 1e-9, "{} {expected}", bias(&saved));
        assert_ne!(expected, biases[3]);
    }

    #[test]
    fn a_player_searches_by_the_methods_that_are_chosen() {
        let search = Options::version_2_43();
        let play = PlaySettings { search, limits: Limits::depth(4), quiescence: 2, ..PlaySettings::default() };
        let expected =
            Options { hash: 2, quiescence: 2, endgame: 8, random_radius: 0.05, seed: 9, ..Options::version_2_43() };
        assert_eq!(play.options(9), expected);
        let default = PlaySettings { limits: Limits::depth(4), ..PlaySettings::default() }.options(9);
        assert!(default.late_move_reductions && default.killers && !default.opening);
    }

    #[test]
    fn everyone_plays_with_both_colours() {
        let settings = SessionSettings::default();
        let session = Round { settings: &settings, players: vec![PlaySettings::default(); 3], knowledge: Vec::new() };
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
