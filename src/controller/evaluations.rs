//! How players judged the positions of a game, as a tag of its file: one word per ply, `-` where nobody judged.
//!
//! ```text
//! [Evaluations "- 0.125/7 - W13/0 L-/9"]
//! ```
//!
//! A win or loss of unknown length has a hyphen instead of the plies.

use std::collections::HashMap;

use super::Judgement;
use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, NodeId};
use muehle_engine::search::Score;

/// The name of the tag.
pub(super) const TAG: &str = "Evaluations";

/// The text of the line the game is in; none if nobody judged it.
pub(super) fn text(judgements: &HashMap<NodeId, Judgement>, game: &Game) -> Option<String> {
    let line = game.line();
    let known = line.iter().rposition(|node| judgements.contains_key(node))?;
    let words: Vec<String> =
        line[1..=known].iter().map(|node| judgements.get(node).map_or("-".to_owned(), word)).collect();
    Some(words.join(" "))
}

/// What a text says about the line the game is in. Words that mean nothing are skipped.
pub(super) fn read(text: &str, game: &Game) -> HashMap<NodeId, Judgement> {
    let moves = game.line().into_iter().skip(1);
    moves.zip(text.split_whitespace()).filter_map(|(node, word)| Some((node, judgement(word)?))).collect()
}

/// The values after each ply of a game as its tags have them, seen from the side to move.
pub fn estimates(tags: &Tags) -> Vec<Option<f64>> {
    let words = tags.get(TAG).unwrap_or_default().split_whitespace();
    words.map(|word| judgement(word).map(|judgement| judgement.score.value())).collect()
}

fn word(judgement: &Judgement) -> String {
    let depth = judgement.depth;
    match judgement.score {
        Score::Win(plies) => format!("W{plies}/{depth}"),
        Score::Loss(plies) => format!("L{plies}/{depth}"),
        Score::Won => format!("W-/{depth}"),
        Score::Lost => format!("L-/{depth}"),
        Score::Draw => format!("=/{depth}"),
        Score::Estimate(value) => format!("{value:.3}/{depth}"),
    }
}

fn judgement(word: &str) -> Option<Judgement> {
    let (score, depth) = word.split_once('/')?;
    let score = if score == "W-" {
        Score::Won
    } else if score == "L-" {
        Score::Lost
    } else if let Some(plies) = score.strip_prefix('W') {
        Score::Win(plies.parse().ok()?)
    } else if let Some(plies) = score.strip_prefix('L') {
        Score::Loss(plies.parse().ok()?)
    } else if score == "=" {
        Score::Draw
    } else {
        Score::Estimate(score.parse().ok().filter(|value| (-1.0..=1.0).contains(value))?)
    };
    Some(Judgement { score, depth: depth.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_judgement_has_a_word_and_nothing_else_has() {
        for text in ["0.125/7", "-0.500/12", "W13/0", "L8/3", "W-/2", "L-/0", "=/0"] {
            assert_eq!(judgement(text).as_ref().map(word).as_deref(), Some(text));
        }
        for wrong in ["-", "", "0.1", "2.0/3", "NaN/3", "W/1", "Wx/1", "0.1/-1", "W99999999999/1"] {
            assert_eq!(judgement(wrong), None, "{wrong}");
        }
    }
}
