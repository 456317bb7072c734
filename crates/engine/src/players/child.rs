//! A simulated child: it closes and blocks mills most of the time and has no plan otherwise.

use std::sync::atomic::AtomicBool;

use crate::game::Game;
use crate::random::Dice;
use crate::rules::Move;
use crate::search::{Progress, share};

use super::{Choice, Player, PlayerError, PlayerText, unknown_option};

/// Closes a mill, else blocks one of the enemy's, each with its probability; else it plays any legal move.
#[derive(Debug)]
pub(super) struct Child {
    mills: f64,
    blocks: f64,
    dice: Dice,
}

impl Child {
    /// From `child:mills=0.9,blocks=0.7`, which are also the defaults.
    pub(super) fn from_text(text: &PlayerText) -> Result<Child, PlayerError> {
        let mut child = Child { mills: 0.9, blocks: 0.7, dice: Dice::new(0) };
        for (key, value) in &text.options {
            match key.as_str() {
                "mills" => child.mills = share(key, value)?,
                "blocks" => child.blocks = share(key, value)?,
                _ => return Err(unknown_option("child", key)),
            }
        }
        Ok(child)
    }
}

impl Player for Child {
    fn new_game(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    fn choose(&mut self, game: &Game, _: &AtomicBool, _: &mut dyn FnMut(&Progress)) -> Result<Choice, PlayerError> {
        let moves: Vec<Move> = game.legal_moves().into_iter().collect();
        let position = game.position();
        let threats = position.mill_points(!position.side_to_move());
        let closing: Vec<Move> = moves.iter().copied().filter(|mv| position.closes_mill(mv.action)).collect();
        let blocking: Vec<Move> = moves.iter().copied().filter(|mv| threats.contains(mv.action.target())).collect();
        let chosen = if !closing.is_empty() && self.dice.share() < self.mills {
            closing
        } else if !blocking.is_empty() && self.dice.share() < self.blocks {
            blocking
        } else {
            moves
        };
        let &mv = self.dice.choose(&chosen).ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: None, report: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Player;

    #[test]
    fn it_closes_and_blocks_as_often_as_it_should() {
        let mut child = Child::from_text(&"child".parse().unwrap()).unwrap();
        child.new_game(7);
        let mut share = |position: &str, target: &str| {
            let game = Game::from_position(crate::rules::Rules::default(), position.parse().unwrap());
            let hits = |_: &usize| child.best_move(&game).unwrap().action.target().to_string() == target;
            (0..2000).filter(hits).count() as f64 / 2000.0
        };
        // The rest are random moves, of which a few hit as well.
        let closes = share("a7,d7/b4,b2 w 7 7", "g7");
        assert!((0.88..0.94).contains(&closes), "{closes}");
        let blocks = share("b4,c3/a7,d7 w 7 7", "g7");
        assert!((0.68..0.75).contains(&blocks), "{blocks}");
    }

    #[test]
    fn wrong_options_are_refused() {
        let refusal = |text: &str| Child::from_text(&text.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(refusal("child:mills=2"), "mills is \"2\", it must be a number from 0 to 1");
        assert_eq!(refusal("child:age=5"), "a child player has no option \"age\" (options: mills, blocks)");
    }
}
