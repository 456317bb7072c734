//! The learning computer: it plays like the computer and learns from every game, also from those against a person.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::calendar::Date;
use crate::game::Game;
use crate::heuristics::{self, FeatureSet, Heuristic};
use crate::players::{Choice, Computer, KINDS, Kind, Player, PlayerError, PlayerText, Resources};
use crate::random::{FNV_START, fnv};
use crate::rules::notation::excerpt;
use crate::search::{Progress, RootMove};

use super::backprop::{Trainer, mean_error};
use super::teaching::{check_lambda, lesson};
use super::{LearnError, TrainingLock, load_to_learn};

/// A heuristic of the folder that learns from games, one by one.
pub struct Learner {
    name: String,
    lambda: Option<f64>,
    resources: Arc<Resources>,
    /// The rates of the weights, kept from game to game.
    trainer: Option<Trainer>,
}

/// What a game taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The heuristic, which may be a copy of the one that was asked for.
    pub name: String,
    /// The positions of the game.
    pub positions: usize,
    /// The mean error of the outputs at them before learning.
    pub before: f64,
    /// The same after learning.
    pub after: f64,
    /// How many games the heuristic has learned from in all.
    pub games: u64,
}

impl Learner {
    /// The heuristic of this name, or a copy of a shipped one; one that does not exist begins with random weights. λ is
    /// the heuristic's own unless another is given.
    pub fn new(name: &str, lambda: Option<f64>, resources: &Arc<Resources>) -> Result<Learner, LearnError> {
        let folder = resources.folders().heuristics();
        let lambda = lambda.map(check_lambda).transpose()?;
        let heuristic =
            load_to_learn(name, &folder, |name| Heuristic::random(name, FeatureSet::Standard, &[], seed_of(name)))?;
        if !heuristics::library::names(Some(&folder)).contains(&heuristic.name) {
            heuristics::library::save(&heuristic, &folder)?;
        }
        Ok(Learner { name: heuristic.name, lambda, resources: resources.clone(), trainer: None })
    }

    /// The name of the heuristic.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Another λ.
    pub fn set_lambda(&mut self, lambda: f64) -> Result<(), LearnError> {
        self.lambda = Some(check_lambda(lambda)?);
        Ok(())
    }

    /// Learns from a finished game; an unfinished one teaches nothing. The heuristic is read, taught and written under its
    /// lock, so that several learners can share it.
    pub fn learn(&mut self, game: &Game) -> Result<Option<Learned>, LearnError> {
        let folder = self.resources.folders().heuristics();
        let _lock = TrainingLock::acquire_soon(&folder, &self.name)?;
        let mut heuristic = heuristics::library::load(&self.name, Some(&folder))?;
        if let Some(lambda) = self.lambda {
            heuristic.learning.lambda = lambda;
        }
        let patterns = lesson(&heuristic, game, heuristic.learning.lambda, None);
        if patterns.is_empty() {
            return Ok(None);
        }
        if self.trainer.is_none() {
            heuristics::library::keep_backup(&self.name, &folder)?;
        }
        // A file that was replaced by a net of another shape needs a new trainer.
        let trainer = match self.trainer.take() {
            Some(trainer) if trainer.fits(&heuristic.network) => trainer,
            _ => Trainer::new(&heuristic.network, heuristic.learning),
        };
        let trainer = self.trainer.insert(trainer);
        let before = trainer.learn(&mut heuristic, &patterns)?;
        heuristic.training.games += 1;
        heuristic.training.date = Date::today().to_string();
        heuristics::library::save(&heuristic, &folder)?;
        self.resources.forget_evaluation(&self.name);
        let after = mean_error(&heuristic.network, &patterns);
        let (name, positions, games) = (heuristic.name, patterns.len(), heuristic.training.games);
        Ok(Some(Learned { name, positions, before, after, games }))
    }
}

/// A computer whose heuristic learns after each game.
pub struct LearningPlayer {
    learner: Learner,
    /// Chooses the moves.
    computer: Computer,
}

/// The kind of player that learns; it joins the others here because this module is above them.
const LEARNING: &Kind = &Kind {
    name: "learning",
    own_keys: "heuristic, lambda, depth, time, nodes",
    searches: true,
    make: |text, resources| Ok(Box::new(LearningPlayer::from_text(text, resources)?)),
};

/// Every kind of player.
pub fn player_kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().chain([LEARNING])
}

/// Makes the player that a text describes: `computer:depth=6`, `learning:heuristic=Max`, `random`, …
pub fn create_player(text: &PlayerText, resources: &Arc<Resources>) -> Result<Box<dyn Player>, PlayerError> {
    match player_kinds().find(|kind| kind.name == text.kind) {
        Some(kind) => (kind.make)(text, resources),
        None => {
            let known = player_kinds().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
            Err(PlayerError::UnknownKind { kind: excerpt(&text.kind), known })
        }
    }
}

impl From<LearnError> for PlayerError {
    fn from(error: LearnError) -> PlayerError {
        match error {
            LearnError::Load(error) => error.into(),
            error => PlayerError::Learning(Box::new(error)),
        }
    }
}

impl LearningPlayer {
    /// From `learning:heuristic=NAME,lambda=X` and every option of a computer. A heuristic that does not exist begins
    /// with random weights.
    fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<LearningPlayer, PlayerError> {
        let name = text.get("heuristic").unwrap_or(Computer::DEFAULT_HEURISTIC);
        let number = |value: &str| value.trim().parse().unwrap_or(f64::NAN);
        let learner = Learner::new(name, text.get("lambda").map(number), resources)?;
        let options = text.options.iter().filter(|(key, _)| key != "lambda").cloned().collect();
        let text = PlayerText { kind: "computer".to_owned(), options };
        let own = |error| match error {
            PlayerError::UnknownOption { key, .. } => {
                PlayerError::UnknownOption { kind: LEARNING.name, key, known: LEARNING.keys() }
            }
            error => error,
        };
        let computer = Computer::from_text(&text.with("heuristic", learner.name()), resources).map_err(own)?;
        Ok(LearningPlayer { learner, computer })
    }
}

/// A seed that follows from the name, so that new heuristics of different names differ.
fn seed_of(name: &str) -> u64 {
    fnv(FNV_START, name)
}

impl Player for LearningPlayer {
    fn new_game(&mut self, seed: u64) {
        self.computer.new_game(seed);
    }

    fn set_time_cap(&mut self, at_most: Option<Duration>) {
        self.computer.set_time_cap(at_most);
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        self.computer.choose(game, stop, progress)
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        self.computer.opinions(game, stop)
    }

    fn game_over(&mut self, game: &Game) -> Result<(), PlayerError> {
        // The computer sees by itself that its heuristic has changed.
        self.learner.learn(game)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;
    use crate::learn::arena::play_out;
    use crate::rules::{Move, Rules};

    fn resources(folder: &std::path::Path) -> Arc<Resources> {
        Arc::new(Resources::new(DataFolders::below(folder)))
    }

    fn play_one(player: &mut dyn Player, resources: &Arc<Resources>, seed: u64) -> Game {
        let mut opponent = create_player(&"random".parse().unwrap(), resources).unwrap();
        opponent.new_game(seed);
        player.new_game(seed);
        let stop = AtomicBool::new(false);
        let game = play_out(Game::default(), [player, opponent.as_mut()], &stop).unwrap();
        player.game_over(&game).unwrap();
        game
    }

    #[test]
    fn a_new_heuristic_learns_game_by_game() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        let text = "learning:heuristic=Max,depth=1,lambda=0.9".parse().unwrap();
        let mut player = create_player(&text, &resources).unwrap();
        let load = || heuristics::library::load("Max", Some(&resources.folders().heuristics())).unwrap();
        let start = load();
        assert_eq!(start.training.games, 0);
        let game = play_one(player.as_mut(), &resources, 1);
        let again = Learner::new("Max", Some(0.9), &resources).unwrap().learn(&game).unwrap().unwrap();
        assert!(again.after < again.before && again.games == 2 && again.positions == game.ply() + 1, "{again:?}");
        heuristics::library::save(&start, &resources.folders().heuristics()).unwrap();
        let game = play_one(create_player(&text, &resources).unwrap().as_mut(), &resources, 1);
        let learned = load();
        assert_eq!((learned.training.games, learned.learning.lambda), (1, 0.9));
        // It now says more of what happened.
        let winner = game.outcome().unwrap().winner();
        let last = *game.position();
        let target = super::super::teaching::result_outputs(winner, last.side_to_move());
        let error = |heuristic: &Heuristic| {
            heuristic.outputs(&last).iter().zip(target).map(|(out, target)| (out - target).powi(2)).sum::<f64>()
        };
        assert!(error(&learned) < error(&start));
        // Another player of the same heuristic adds to it instead of overwriting it.
        let mut other = create_player(&text, &resources).unwrap();
        play_one(other.as_mut(), &resources, 2);
        play_one(player.as_mut(), &resources, 3);
        assert_eq!(load().training.games, 3);
    }

    #[test]
    fn a_learner_plays_what_it_learned_however_its_name_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        Learner::new("Max", None, &resources).unwrap();
        // Ten stones are known exactly, whatever is learned; with eight the heuristic has its say.
        let mut player =
            create_player(&"learning:heuristic=max,depth=1,endgame=8".parse().unwrap(), &resources).unwrap();
        let mut other =
            create_player(&"computer:heuristic=MAX,depth=1,endgame=8".parse().unwrap(), &resources).unwrap();
        let game = Game::from_position(Rules::default(), "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0".parse().unwrap());
        let stop = AtomicBool::new(false);
        let mut opinions = || [&mut player, &mut other].map(|player| player.opinions(&game, &stop).unwrap().unwrap());
        let [before, same] = opinions();
        assert_eq!(before, same);
        let mut teacher = create_player(&"learning:heuristic=mAx,depth=1".parse().unwrap(), &resources).unwrap();
        play_one(teacher.as_mut(), &resources, 1);
        // They look their heuristic up again when they move.
        let [after, same] = opinions();
        assert_eq!(after, same);
        assert_ne!(after, before);
        let files = std::fs::read_dir(resources.folders().heuristics()).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).filter(|name| name != "Max.xml.bak").collect();
        assert_eq!(names, ["Max.xml"]);
    }

    #[test]
    fn a_shipped_heuristic_learns_as_a_copy_and_the_last_version_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        let text = "learning:heuristic=single,depth=1".parse().unwrap();
        for games in 1..=2 {
            play_one(create_player(&text, &resources).unwrap().as_mut(), &resources, games);
        }
        let path = |name: &str| resources.folders().heuristics().join(name);
        assert!(!path("Single.xml").exists());
        let games = |name: &str| {
            let text = std::fs::read_to_string(path(name)).unwrap();
            heuristics::xml::read(&text).unwrap().training.games
        };
        let shipped = heuristics::library::load("Single", None).unwrap().training.games;
        assert_eq!([games("Single-2.xml"), games("Single-2.xml.bak")], [shipped + 2, shipped + 1]);
    }

    #[test]
    fn wrong_texts_are_refused_and_a_running_training_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        let refusal = |text: &str| create_player(&text.parse().unwrap(), &resources).err().unwrap().to_string();
        assert_eq!(refusal("learning:heuristic=Max,lambda=2"), "λ is 2; it must be between 0 and 1");
        assert!(refusal("learning:level=club").starts_with("a learning player has no option \"level\" (options: "));
        assert!(refusal("learning:heuristic=../x").contains("is not a valid name"));
        let text = "learning:heuristic=Max,depth=1".parse().unwrap();
        let mut player = create_player(&text, &resources).unwrap();
        let _training = TrainingLock::acquire(&resources.folders().heuristics(), "Max").unwrap();
        let mut game = Game::default();
        game.agree_draw();
        let error = player.game_over(&game).unwrap_err();
        assert_eq!(error.to_string(), "Max is already being trained; two trainings would overwrite each other");
    }

    #[test]
    fn every_kind_plays_legal_moves_and_says_so_when_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        for text in [
            "computer:depth=2",
            "computer:level=child",
            "child",
            "mcts:iterations=50",
            "montecarlo:games=4",
            "randomised",
            "random",
            "perfect:depth=2",
            "learning:heuristic=Max,depth=2",
        ] {
            let mut player = create_player(&text.parse().unwrap(), &resources).unwrap();
            player.new_game(1);
            let mut game = Game::default();
            for _ in 0..12 {
                let choice = player.choose(&game, &AtomicBool::new(false), &mut |_| {}).unwrap();
                game.play(choice.mv).unwrap();
            }
            let over = Game::from_position(Rules::default(), "a7,d7/b6,b2,d5 w 0 0".parse().unwrap());
            let choice = player.choose(&over, &AtomicBool::new(false), &mut |_| {});
            assert!(matches!(choice, Err(PlayerError::NoMove)), "{text}");
        }
    }

    #[test]
    fn who_thinks_of_moves_has_an_opinion_on_each() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        let game = Game::from_position(Rules::default(), "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0".parse().unwrap());
        for text in [
            "computer:depth=2",
            "mcts:iterations=400",
            "montecarlo:games=4",
            "ntuple",
            "randomised",
            "perfect:depth=2",
            "learning:depth=2",
        ] {
            let mut player = create_player(&text.parse().unwrap(), &resources).unwrap();
            player.new_game(1);
            let opinions = player.opinions(&game, &AtomicBool::new(false)).unwrap().expect(text);
            let mut moves: Vec<String> = opinions.iter().map(|opinion| opinion.mv.to_string()).collect();
            let mut legal: Vec<String> = game.legal_moves().iter().map(Move::to_string).collect();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{text}");
            let choice = player.choose(&game, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let score = opinions.iter().find(|opinion| opinion.mv == choice.mv).unwrap().score;
            assert_eq!(
                opinions[0].score.compare(score),
                std::cmp::Ordering::Equal,
                "{text} plays what it thinks is best"
            );
        }
        let silent =
            create_player(&"random".parse().unwrap(), &resources).unwrap().opinions(&game, &AtomicBool::new(false));
        assert!(silent.unwrap().is_none());
    }

    #[test]
    fn wrong_players_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let resources = resources(folder.path());
        let refusal = |text: &str| create_player(&text.parse().unwrap(), &resources).err().unwrap().to_string();
        assert_eq!(
            refusal("wizard"),
            "unknown player \"wizard\" (known: computer, mcts, montecarlo, ntuple, randomised, child, random, perfect, engine, learning)"
        );
        assert_eq!(refusal("random:depth=3"), "a random player has no option \"depth\" (options: none)");
        let refused = refusal("computer:beauty=3");
        assert!(
            refused.starts_with("a computer player has no option \"beauty\" (options: heuristic, level, depth, time")
        );
        assert!(refused.ends_with(", equalmoves, allmoves, variant)"));
        assert_eq!(
            refusal("computer:depth=three"),
            "depth is \"three\", it must be a whole number from 0 to 4294967295"
        );
        assert_eq!(refusal("computer:level=god"), "\"god\" is not a valid level of a computer player");
        assert!(refusal("computer:heuristic=NoSuchNet").contains("NoSuchNet"));
        assert_eq!(refusal("mcts:leaf=games"), "\"games\" is not a valid leaf of a mcts player");
        assert!(refusal("mcts:heuristic=NoSuchNet").contains("NoSuchNet"));
        assert_eq!(refusal("mcts:k=-1"), "\"-1\" is not a valid k of a mcts player");
        assert!(refusal("mcts:beauty=1").starts_with("a mcts player has no option \"beauty\" (options: iterations, "));
        assert!(
            refusal("montecarlo:heuristic=Standard").starts_with("a montecarlo player has no option \"heuristic\"")
        );
        assert!(
            refusal("randomised:beauty=1").starts_with("a randomised player has no option \"beauty\" (options: depth")
        );
        assert!(refusal("montecarlo:games=1000,depth=1000").contains("1000 x 1000"));
        assert!(refusal("engine:command=\"/no/such/program\"").contains("/no/such/program"));
    }
}
