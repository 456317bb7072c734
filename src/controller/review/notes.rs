//! What a review writes into a game: glyphs, a sentence per fault, the accuracies. What people wrote stays, and a second
//! review replaces only what the first one wrote.

use crate::controller::Note;
use crate::texts::{Language, Texts};
use muehle_engine::archive::{ACCURACY_TAGS, MISTAKE_TAGS, TURNING_TAG};
use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, NodeId};
use muehle_engine::review::{Class, MistakeKind, Review, ReviewedMove};
use muehle_engine::rules::Color;

/// The glyphs that judge a move: a person's judgement is not replaced.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

/// The changes that a review makes to the notes of a game.
pub fn notes(game: &Game, review: &Review, texts: Texts) -> Vec<(NodeId, Note)> {
    let mut notes = Vec::new();
    for ReviewedMove { node, judged } in &review.moves {
        let known = game.tree().node(*node);
        let (mut comment, old) = without_note(&known.comment);
        let mut nags = known.nags.clone();
        nags.retain(|nag| old.is_none_or(|old| old.nag() != Some(*nag)));
        let is_judged = nags.iter().any(|nag| JUDGING.contains(nag));
        let new = judged.class.nag().filter(|nag| !(is_judged && JUDGING.contains(nag)));
        nags.extend(new.filter(|nag| !nags.contains(nag)));
        if judged.class.is_fault() {
            // The sign tells the next review which glyph is not a person's.
            let sign = if new.is_some() { format!(" {}", sign(judged.class)) } else { String::new() };
            let note = texts.review.note(sign, texts.fault_sentence(judged));
            comment = if comment.is_empty() { note } else { format!("{comment} {note}") };
        }
        if nags != known.nags {
            notes.push((*node, Note::Nags(nags)));
        }
        if comment != known.comment {
            notes.push((*node, Note::Comment(comment)));
        }
    }
    notes
}

/// How the glyph of a fault is written.
fn sign(class: Class) -> &'static str {
    match class {
        Class::Inaccuracy => "?!",
        Class::Mistake => "?",
        Class::Blunder => "??",
        Class::Only | Class::Best | Class::Good => "",
    }
}

/// The accuracies, the kinds of mistakes and the turning point, if the whole game was reviewed.
pub fn tags(game: &Game, review: &Review) -> Vec<(&'static str, String)> {
    // They are about the game, not about a side line.
    if review.stopped || !review.moves.iter().all(|reviewed| game.tree().is_on_main_line(reviewed.node)) {
        return Vec::new();
    }
    let summary = review.summary();
    let accuracy = ACCURACY_TAGS.into_iter().zip(summary.accuracy);
    let mut tags: Vec<_> =
        accuracy.filter_map(|(tag, accuracy)| Some((tag, (accuracy?.round() as u32).to_string()))).collect();
    for side in Color::BOTH {
        let moves = review.moves.iter().map(|reviewed| &reviewed.judged);
        let mistakes: Vec<MistakeKind> = moves
            .filter(|judged| judged.side == side && judged.class.is_mistake())
            .map(|judged| MistakeKind::of(judged.reason()))
            .collect();
        tags.push((MISTAKE_TAGS[side.index()], MistakeKind::counts_to_text(mistakes)));
    }
    let turning = summary.turning_point.and_then(|place| review.moves.get(place));
    let ply = |reviewed: &ReviewedMove| game.tree().node(reviewed.node).ply().to_string();
    tags.push((TURNING_TAG, turning.map_or("-".to_owned(), ply)));
    tags
}

/// Writes a review into a game and its tags.
pub fn annotate(game: &mut Game, game_tags: &mut Tags, review: &Review, texts: Texts) {
    for (node, note) in notes(game, review, texts) {
        match note {
            Note::Comment(comment) => game.set_comment(node, comment),
            Note::Nags(nags) => game.set_nags(node, nags),
            Note::Marks(marks) => game.set_marks(node, marks),
        }
    }
    for (tag, value) in tags(game, review) {
        game_tags.set(tag, value);
    }
}

/// A comment without what a review wrote, in whichever language, and the class whose glyph it gave the move.
pub fn without_note(comment: &str) -> (String, Option<Class>) {
    let mut class = None;
    for language in Language::ALL {
        let empty = language.texts().review.note("", "");
        let prefix = empty.trim_end_matches(": ]");
        for (start, _) in comment.match_indices(prefix) {
            let inside = &comment[start + prefix.len()..];
            let Some((written, _)) = inside.split_once(": ") else { continue };
            let (Some(length), true) = (inside.find(']'), written.is_empty() || is_sign(written)) else { continue };
            class = Class::FAULTS.into_iter().find(|class| sign(*class) == written.trim_start());
            let rest = [&comment[..start], &inside[length + 1..]].concat();
            let (rest, earlier) = without_note(rest.split_whitespace().collect::<Vec<_>>().join(" ").as_str());
            return (rest, class.or(earlier));
        }
    }
    (comment.to_owned(), class)
}

fn is_sign(written: &str) -> bool {
    Class::FAULTS.into_iter().any(|class| written.strip_prefix(' ') == Some(sign(class)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::endgame::Outcome;
    use muehle_engine::game::pgn;
    use muehle_engine::review::{JudgedMove, Worth};
    use muehle_engine::rules::{Color, Phase};

    fn reviewed(game: &Game, ply: usize, class: Class) -> ReviewedMove {
        let node = game.line()[ply];
        let judged = JudgedMove {
            mv: game.tree().node(node).mv.unwrap(),
            side: if ply % 2 == 1 { Color::White } else { Color::Black },
            phase: Phase::Placing,
            before: Worth::DRAW,
            after: if class.is_mistake() { Worth::Exact(Outcome::Loss, None) } else { Worth::DRAW },
            kept: vec!["g7".parse().unwrap()],
            class,
            depth: 0,
            matters: true,
            why: None,
        };
        ReviewedMove { node, judged }
    }

    #[test]
    fn a_second_review_replaces_the_first_and_leaves_what_people_wrote() {
        let reading = pgn::read("1. d6 {mine} f4 $3 2. d2 $5 {why not} b4 *");
        let (mut game, mut tags) = (reading.game, reading.tags);
        let classes = [Class::Mistake, Class::Only, Class::Blunder, Class::Best];
        let moves = classes.iter().enumerate().map(|(i, class)| reviewed(&game, i + 1, *class)).collect();
        let review = Review { moves, stopped: false };
        let [german, english] = Language::ALL.map(Language::texts);
        annotate(&mut game, &mut tags, &review, english);
        let once = pgn::write(&tags, &game).replace('\n', " ");
        assert!(once.contains("1. d6 $2 {mine [Review ?: Draws before, loses now. g7 held.]}"), "{once}");
        assert!(once.contains("f4 $3 $7") && once.contains("d2 $5 {why not [Review: "), "{once}");
        assert!(once.contains("[WhiteAccuracy \"14\"]") && once.contains("[BlackAccuracy \"100\"]"), "{once}");
        assert!(notes(&game, &review, english).is_empty(), "nothing is added twice");
        annotate(&mut game, &mut tags, &review, german);
        let text = pgn::write(&tags, &game).replace('\n', " ");
        assert!(
            text.contains("d6 $2 {mine [Rückblick ?: Vorher Remis, jetzt verloren. g7 hätte gehalten.]}"),
            "{text}"
        );
        assert!(text.contains("[WhiteMistakes \"other 2\"]") && text.contains("[BlackMistakes \"-\"]"), "{text}");
        assert!(text.contains("[TurningPoint \"3\"]"), "{text}");
        let better = Review { moves: vec![reviewed(&game, 1, Class::Best)], stopped: true };
        annotate(&mut game, &mut tags, &better, german);
        let text = pgn::write(&tags, &game).replace('\n', " ");
        assert!(text.contains("1. d6 {mine} 1... f4 $3 $7") && text.contains("d2 $5 {why not"), "{text}");
    }

    #[test]
    fn only_what_a_review_wrote_is_its_note() {
        for comment in ["[Review]", "[Reviewed: by me]", "[Review !: x]", "[Review ?: open", "Review: x"] {
            assert_eq!(without_note(comment), (comment.to_owned(), None));
        }
        assert_eq!(without_note("a [Review ??: x.] b [Rückblick: y.]"), ("a b".to_owned(), Some(Class::Blunder)));
    }
}
