//! The rule options of a game. Whatever depends on them takes a [`Rules`]; none of them is a global.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{PointSet, notation};

/// What closing a mill removes when all enemy stones are in mills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemovalRule {
    /// Nothing: the move just ends (the 2005 paper's rule).
    #[default]
    Never,
    /// Any enemy stone (the tournament rule).
    Any,
}

impl RemovalRule {
    /// Both readings, the default first.
    pub const BOTH: [RemovalRule; 2] = [RemovalRule::Never, RemovalRule::Any];

    /// The stones of `enemy` that a closed mill may remove.
    #[inline]
    pub fn removable(self, enemy: PointSet) -> PointSet {
        let unprotected = enemy - enemy.in_mills();
        if unprotected.is_empty() && self == RemovalRule::Any { enemy } else { unprotected }
    }

    /// `never` or `any`.
    pub const fn name(self) -> &'static str {
        match self {
            RemovalRule::Never => "never",
            RemovalRule::Any => "any",
        }
    }
}

notation::text_by_name!(RemovalRule, BOTH, UnknownRules);

/// All rule options of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rules {
    /// What a mill removes when all enemy stones are in mills.
    pub removal: RemovalRule,
    /// Whether the third occurrence of a position ends the game as a draw.
    pub draw_by_repetition: bool,
    /// After this number of plies without a removal, with both hands empty, the game is drawn; 0 switches this off.
    pub quiet_plies: u16,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { removal: RemovalRule::Never, draw_by_repetition: true, quiet_plies: 100 }
    }
}

impl Rules {
    /// The default rules with this reading of the removal rule.
    pub fn with_removal(removal: RemovalRule) -> Rules {
        Rules { removal, ..Rules::default() }
    }
}

/// The text form, as saved games and the network handshake carry it: `never repetition=on quiet=100`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let repetition = if self.draw_by_repetition { "on" } else { "off" };
        write!(f, "{} repetition={repetition} quiet={}", self.removal, self.quiet_plies)
    }
}

/// A text that does not name rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rules \"{0}\" (expected never or any, optionally with repetition=on|off and quiet=PLIES)")]
pub struct UnknownRules(pub String);

/// Reads the text form; parts that are left out have their default value.
impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        let unknown = || UnknownRules(notation::excerpt(text));
        let mut words = text.split_whitespace();
        let removal = words.next().ok_or_else(unknown)?.parse().map_err(|_| unknown())?;
        let mut rules = Rules::with_removal(removal);
        for word in words {
            match word.split_once('=') {
                Some(("repetition", "on")) => rules.draw_by_repetition = true,
                Some(("repetition", "off")) => rules.draw_by_repetition = false,
                Some(("quiet", plies)) => rules.quiet_plies = plies.parse().map_err(|_| unknown())?,
                _ => return Err(unknown()),
            }
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_their_text_form() {
        for removal in RemovalRule::BOTH {
            for draw_by_repetition in [false, true] {
                for quiet_plies in [0, 100, u16::MAX] {
                    let rules = Rules { removal, draw_by_repetition, quiet_plies };
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
        assert_eq!("ANY".parse(), Ok(Rules::with_removal(RemovalRule::Any)));
        for text in ["", "sometimes", "any quiet=-1", "any quiet", "never repetition=maybe", "never quiet=70000"] {
            assert!(text.parse::<Rules>().is_err(), "{text:?}");
        }
    }
}
