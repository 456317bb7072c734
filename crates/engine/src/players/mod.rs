//! Who chooses moves: one file a kind of player, all behind one trait and made from one line of text.

mod computer;
mod foreign;
pub mod mcts;
mod monte_carlo;
pub mod ntuple;
mod perfect;
mod random;
mod randomised;
mod resources;
pub mod rollout;
mod text;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::game::Game;
use crate::heuristics;
use crate::rules::Move;
use crate::rules::notation::excerpt;
use crate::search::{OptionError, Progress, Report, RootMove, Score};
use foreign::ForeignEngine;
use perfect::Perfect;

pub use computer::Computer;
pub use foreign::EngineError;
pub use mcts::Mcts;
pub use random::Random;
pub use resources::Resources;
pub use text::{PlayerText, PlayerTextError};

/// Someone who chooses moves. Calls may take long; they belong on a thread of their own.
pub trait Player: Send {
    /// Forgets the last game. What is random in the next one follows from the seed.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move. Soon after `stop` is set the best move so far is played.
    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError>;

    /// What the player thinks of every legal move, the best first; none if it does not think of moves one by one. Takes
    /// as long as choosing a move.
    fn opinions(&mut self, _game: &Game, _stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        Ok(None)
    }

    /// Sees how a game ended. Most players do not care; those that learn do.
    fn game_over(&mut self, _game: &Game) -> Result<(), PlayerError> {
        Ok(())
    }
}

/// A chosen move and what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What the position is worth for the side to move, if the player has an opinion.
    pub score: Option<Score>,
    /// The report of a search.
    pub report: Option<Report>,
}

/// Why a player cannot be made or cannot move.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum PlayerError {
    #[error(transparent)]
    Text(#[from] PlayerTextError),
    #[error("there is no player \"{kind}\" (known are {known})")]
    UnknownKind { kind: String, known: String },
    #[error("a {kind} player has no option \"{key}\"")]
    UnknownOption { kind: &'static str, key: String },
    #[error("{key} is \"{value}\", which a {kind} player does not understand")]
    Value { kind: &'static str, key: String, value: String },
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Heuristic(#[from] heuristics::LoadError),
    #[error(transparent)]
    NTuple(#[from] ntuple::NTupleError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// What goes wrong with learning is known to the module that learns.
    #[error(transparent)]
    Learning(Box<dyn std::error::Error + Send + Sync>),
    #[error("there is no legal move to choose from")]
    NoMove,
}

type Maker = fn(&PlayerText, &Arc<Resources>) -> Result<Box<dyn Player>, PlayerError>;

/// Every kind of player that text can name.
const KINDS: &[(&str, Maker)] = &[
    ("computer", |text, resources| Ok(Box::new(Computer::from_text(text, resources)?))),
    ("mcts", |text, resources| Ok(Box::new(Mcts::from_text(text, resources)?))),
    ("montecarlo", |text, resources| Ok(Box::new(monte_carlo::player(text, resources)?))),
    ("ntuple", |text, resources| Ok(Box::new(ntuple::player(text, resources)?))),
    ("randomised", |text, resources| Ok(Box::new(randomised::player(text, resources)?))),
    ("random", |text, _| Ok(Box::new(Random::from_text(text)?))),
    ("perfect", |text, resources| Ok(Box::new(Perfect::from_text(text, resources)?))),
    ("engine", |text, _| Ok(Box::new(ForeignEngine::from_text(text)?))),
];

/// Makes the player that a text describes.
pub fn create(text: &PlayerText, resources: &Arc<Resources>) -> Result<Box<dyn Player>, PlayerError> {
    match KINDS.iter().find(|(kind, _)| *kind == text.kind) {
        Some((_, make)) => make(text, resources),
        None => {
            let known = KINDS.iter().map(|(kind, _)| *kind).collect::<Vec<_>>().join(", ");
            Err(PlayerError::UnknownKind { kind: excerpt(&text.kind), known })
        }
    }
}

/// The error for an option that a kind of player does not have.
fn unknown_option(kind: &'static str, key: &str) -> PlayerError {
    PlayerError::UnknownOption { kind, key: excerpt(key) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;
    use crate::rules::Rules;

    fn resources() -> Arc<Resources> {
        Arc::new(Resources::new(DataFolders::below("no such folder")))
    }

    fn refusal(text: &str) -> String {
        let text: PlayerText = text.parse().unwrap();
        create(&text, &resources()).err().expect("an error").to_string()
    }

    #[test]
    fn every_kind_plays_legal_moves_and_says_so_when_there_is_none() {
        for text in [
            "computer:depth=2",
            "computer:level=beginner",
            "mcts:iterations=50",
            "montecarlo:games=4",
            "randomised",
            "random",
            "perfect:depth=2",
        ] {
            let mut player = create(&text.parse().unwrap(), &resources()).unwrap();
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
        let game = Game::from_position(Rules::default(), "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0".parse().unwrap());
        for text in
            ["computer:depth=2", "mcts:iterations=400", "montecarlo:games=4", "ntuple", "randomised", "perfect:depth=2"]
        {
            let mut player = create(&text.parse().unwrap(), &resources()).unwrap();
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
        let silent = create(&"random".parse().unwrap(), &resources()).unwrap().opinions(&game, &AtomicBool::new(false));
        assert!(silent.unwrap().is_none());
    }

    #[test]
    fn wrong_players_are_named() {
        assert_eq!(
            refusal("wizard"),
            "there is no player \"wizard\" (known are computer, mcts, montecarlo, ntuple, randomised, random, perfect, engine)"
        );
        assert_eq!(refusal("random:depth=3"), "a random player has no option \"depth\"");
        assert_eq!(refusal("computer:beauty=3"), "a computer player has no option \"beauty\"");
        assert_eq!(
            refusal("computer:depth=three"),
            "depth is \"three\", it must be a whole number from 0 to 4294967295"
        );
        assert_eq!(refusal("computer:level=god"), "level is \"god\", which a computer player does not understand");
        assert!(refusal("computer:heuristic=NoSuchNet").contains("NoSuchNet"));
        assert_eq!(refusal("mcts:k=-1"), "k is \"-1\", which a mcts player does not understand");
        assert_eq!(refusal("mcts:beauty=1"), "a mcts player has no option \"beauty\"");
        assert_eq!(refusal("montecarlo:heuristic=Standard"), "a montecarlo player has no option \"heuristic\"");
        assert_eq!(refusal("randomised:beauty=1"), "a randomised player has no option \"beauty\"");
        assert!(refusal("montecarlo:games=1000,depth=1000").contains("1000 x 1000"));
        assert!(refusal("engine:command=\"/no/such/program\"").contains("/no/such/program"));
    }
}
