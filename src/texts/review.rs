//! The review of a game and the coach: classes of moves, and sentences made from facts.

use muehle_engine::endgame::Outcome;
use muehle_engine::review::facts::MillAhead;
use muehle_engine::review::{Class, JudgedMove, Reason, Worth};
use muehle_engine::rules::{Color, Move, Phase, Point, PointSet};

use super::Texts;

/// A sentence names at most this many moves that were better.
const NAMED: usize = 2;

texts! {
    /// The review of a game and the coach.
    ReviewTexts;
    // Classes
    only: "einziger Zug", "only move";
    best: "bester Zug", "best move";
    good: "guter Zug", "good move";
    inaccuracy: "Ungenauigkeit", "inaccuracy";
    mistake: "Fehler", "mistake";
    blunder: "grober Fehler", "blunder";
    // What a move did
    lost_draw: "Vorher Remis, jetzt verloren", "Draws before, loses now";
    lost_win: "Vorher gewonnen, jetzt remis", "Wins before, draws now";
    lost_all: "Vorher gewonnen, jetzt verloren", "Wins before, loses now";
    loses_now: "Jetzt verloren", "Loses now";
    draws_now: "Jetzt nur noch remis", "Only draws now";
    unsure: "Kein sicherer Gewinn mehr", "No longer a certain win";
    slower(after, before): "Gewinnt erst in {after} statt in {before} Halbzügen",
        "Wins in {after} plies instead of {before}";
    sooner(after, before): "Verliert schon in {after} statt in {before} Halbzügen",
        "Loses in {after} plies instead of {before}";
    falls(before, after): "Bewertung {after} statt {before}", "Evaluation {after} instead of {before}";
    because(what, why): "{what}: {why}.", "{what}: {why}.";
    // Why
    mill_next(side, point): "{side} schließt mit dem nächsten Zug eine Mühle auf {point}",
        "{side} closes a mill on {point} with the next move";
    mill_in(side, point, moves): "{side} schließt in {moves} Zügen eine Mühle auf {point}",
        "{side} closes a mill on {point} in {moves} moves";
    and_keeps(what): "{what} und behält sie", "{what} and keeps it";
    and_doubles(what): "{what} und bekommt eine Zwickmühle", "{what} and gets a double mill";
    missed_now(point): "Die Mühle auf {point} bleibt offen", "the mill on {point} was not closed";
    missed_in(side, point, moves): "{side} hätte in {moves} Zügen eine Mühle auf {point} geschlossen",
        "{side} would have closed a mill on {point} in {moves} moves";
    wrong_stone: "Der falsche Stein wurde geschlagen", "the wrong stone was captured";
    doubles(side, from, to): "{side} bekommt eine Zwickmühle zwischen {from} und {to}",
        "{side} gets a double mill between {from} and {to}";
    blocked(side, plies): "{side} kann nach {plies} Halbzügen nicht mehr ziehen", "{side} cannot move after {plies} plies";
    ends(plies): "Die Partie ist nach {plies} Halbzügen zu Ende", "the game ends after {plies} plies";
    stuck(side, count): "{count} Steine von {side} können nicht ziehen", "{count} stones of {side} cannot move";
    narrow(side, own, other, enemy): "{side} hat nur noch {own} Zugmöglichkeiten, {other} {enemy}",
        "{side} has only {own} ways to move, {other} has {enemy}";
    // What was better
    won_one(mv): "{mv} hätte gewonnen.", "{mv} won.";
    won_two(one, other): "{one} oder {other} hätten gewonnen.", "{one} or {other} won.";
    held_one(mv): "{mv} hätte gehalten.", "{mv} held.";
    held_two(one, other): "{one} oder {other} hätten gehalten.", "{one} or {other} held.";
    better_one(mv): "Besser war {mv}.", "{mv} was better.";
    better_two(one, other): "Besser war {one} oder {other}.", "{one} or {other} was better.";
    // In a game's text
    note(sign, sentence): "[Rückblick{sign}: {sentence}]", "[Review{sign}: {sentence}]";
    // The panel
    title: "Rückblick", "Review";
    start: "Partie durchsehen", "Review game";
    heading(number, moves): "Rückblick · Zug {number} von {moves}", "Review · move {number} of {moves}";
    running(done, total): "{done} von {total} Zügen geprüft", "{done} of {total} moves checked";
    job(percent): "Rückblick: {percent} %", "Review: {percent} %";
    stop_tip: "Beendet den Rückblick. Was geprüft ist, bleibt.", "Ends the review. What is checked stays.";
    stopped(done): "Rückblick beendet. Geprüfte Züge: {done}.", "Review stopped. Moves checked: {done}.";
    done(white, black): "Rückblick fertig. Genauigkeit: Weiß {white}, Schwarz {black}.",
        "Review done. Accuracy: White {white}, Black {black}.";
    failed(reason): "Rückblick nicht möglich: {reason}", "Review failed: {reason}";
    nothing: "Es gibt noch keinen Zug, der sich durchsehen ließe.", "There is no move to review yet.";
    again: "Erneut prüfen", "Check again";
    again_tip: "Prüft alle Züge noch einmal, etwa nachdem die Partie weitergegangen ist.",
        "Checks all moves again, for example after the game has gone on.";
    close: "Rückblick schließen", "Close review";
    accuracy: "Genauigkeit", "Accuracy";
    accuracy_value(percent): "{percent} %", "{percent} %";
    no_accuracy: "–", "–";
    accuracy_tip: "Mittel über alle Züge, bei denen es etwas zu verlieren gab: 100 % ohne Verlust, 14 % für ein \
        verschenktes Remis, 2 % für eine ganze Partie.",
        "Mean over all moves with something to lose: 100 % for losing nothing, 14 % for half a point, 2 % for a whole \
        one.";
    counted(count): "Hier zählen {count} Züge.", "{count} moves count here.";
    counted_one: "Hier zählt nur ein Zug.", "Only one move counts here.";
    counted_none: "Hier zählt kein Zug: Keiner hätte etwas verlieren können.",
        "No move counts here: none could have lost anything.";
    turning_point(number): "Wende: Zug {number}", "Turning point: {number}";
    turning_point_word(number): "Wende: {number}", "Turn: {number}";
    turning_point_tip: "Zeigt den Zug, der am meisten verschenkt hat.", "Shows the move that gave most away.";
    no_turning_point: "Keine Wende", "No turning point";
    by_phase(placing, sliding, flying): "Fehler: Setzen {placing}, Ziehen {sliding}, Springen {flying}",
        "Mistakes: placing {placing}, sliding {sliding}, flying {flying}";
    card(side, name, accuracy, inaccuracies, mistakes, blunders):
        "{side}, {name}. Genauigkeit {accuracy}, Ungenauigkeiten {inaccuracies}, Fehler {mistakes}, grobe Fehler {blunders}",
        "{side}, {name}. Accuracy {accuracy}, inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}";
    next: "Nächster Fehler", "Next mistake";
    next_tip: "Zeigt den nächsten Fehler", "Shows the next mistake";
    next_word: "Nächster", "Next";
    previous: "Voriger Fehler", "Previous mistake";
    previous_tip: "Zeigt den vorigen Fehler", "Shows the previous mistake";
    no_next: "Danach kommt kein Fehler mehr.", "There is no mistake after this.";
    none_yet: "Bisher kein weiterer Fehler gefunden.", "No further mistake found so far.";
    no_previous: "Davor gibt es keinen Fehler.", "There is no mistake before this.";
    try_again: "Noch einmal versuchen", "Try again";
    try_word: "Versuchen", "Try again";
    try_tip: "Zeigt die Stellung vor dem Fehler und wartet auf einen besseren Zug.",
        "Shows the position before the mistake and waits for a better move.";
    play_here: "Von hier spielen", "Play from here";
    play_word: "Spielen", "Play";
    play_tip: "Spielt diese Stellung gegen den Computer weiter. Die Partie bleibt, das Neue wird eine Variante.",
        "Plays on from this position against the computer. The game stays; what is new becomes a side line.";
    show_answer: "Lösung zeigen", "Show answer";
    show_answer_tip: "Zeigt die besseren Züge.", "Shows the better moves.";
    better(value): "besser {value}", "better {value}";
    nothing_wrong: "Hier gab es nichts Besseres.", "There was nothing better here.";
    small_loss: "Ein anderer Zug war ein wenig besser.", "Another move was a little better.";
    only_explained: "Alles andere hätte etwas verschenkt.", "Everything else would have given something away.";
    not_checked: "Dieser Zug ist nicht geprüft.", "This move was not checked.";
    no_mistakes: "Keine Fehler gefunden.", "No mistakes found.";
    no_mistakes_yet(done): "Geprüfte Züge: {done}, darunter kein Fehler.", "Moves checked: {done}, none of them a mistake.";
    start_of_game: "Die Partie im Überblick", "The game at a glance";
    source_exact: "exakt", "exact";
    source_depth(depth): "Tiefe {depth}", "depth {depth}";
    status(mv, class): "{mv}: {class}. ←, →: blättern, N: nächster Fehler", "{mv}: {class}. ←, →: step, N: next mistake";
    status_start: "Rückblick. ←, →: blättern, N: nächster Fehler, Esc: schließen",
        "Review. ←, →: step, N: next mistake, Esc: close";
    move_class(mv, class): "{mv}, {class}", "{mv}, {class}";
    // Try again
    asks(side): "{side} ist am Zug. Finde etwas Besseres!", "{side} to move. Find something better!";
    asks_status: "Finde einen besseren Zug. Esc: zurück zum Rückblick", "Find a better move. Esc: back to the review";
    right_status(mv): "Richtig: {mv}. Esc: zurück zum Rückblick", "Right: {mv}. Esc: back to the review";
    judging(mv): "{mv} wird geprüft …", "Checking {mv}…";
    right(mv): "Richtig: {mv}", "Right: {mv}";
    right_wins: "Das gewinnt.", "That wins.";
    right_holds: "Das hält das Remis.", "That holds the draw.";
    right_better: "Das war der bessere Zug.", "That was the better move.";
    wrong(mv): "Falsch: {mv}", "Wrong: {mv}";
    // The coach
    coach: "Trainer", "Coach";
    coach_asks: "Trainer fragt vor einem Verlustzug", "Coach asks before a losing move";
    coach_tip: "Fragt in Partien gegen den Computer nach, bevor ein Fehler gilt, und gibt Tipps in zwei Schritten.",
        "In games against the computer, asks before a mistake counts, and gives hints in two steps.";
    gives_draw: "Das verschenkt das Remis.", "That gives away the draw.";
    gives_win: "Das verschenkt den Gewinn.", "That gives away the win.";
    gives_all: "Das macht aus dem Gewinn einen Verlust.", "That turns a win into a loss.";
    gives_much: "Das verschenkt viel.", "That gives a lot away.";
    take_back_question: "Zurücknehmen?", "Take it back?";
    take_back: "Zurücknehmen", "Take back";
    take_back_tip: "Nimmt den Zug zurück (Esc)", "Takes the move back (Esc)";
    play_anyway: "Trotzdem ziehen", "Play it anyway";
    play_anyway_tip: "Macht den Zug trotz der Warnung", "Plays the move despite the warning";
    considering: "Der Trainer prüft den Zug … Esc: zurücknehmen", "The coach checks the move… Esc: take back";
    threats: "Drohungen zeigen", "Show threats";
    threats_shown(side, points): "{side} droht eine Mühle auf {points}. Esc: ausblenden",
        "{side} threatens a mill on {points}. Esc: hide";
    no_threats(side): "{side} droht keine Mühle.", "{side} threatens no mill.";
    hint_line(from, to): "Tipp: Sieh dir die Linie {from}–{to} an. H: Zug zeigen, Esc: ausblenden",
        "Hint: look at the line {from}–{to}. H: show the move, Esc: hide";
    hint_pill: "Tipp: hier hinsehen", "Hint: look here";
}

impl ReviewTexts {
    /// The name of a class.
    pub fn class(self, class: Class) -> &'static str {
        match class {
            Class::Only => self.only(),
            Class::Best => self.best(),
            Class::Good => self.good(),
            Class::Inaccuracy => self.inaccuracy(),
            Class::Mistake => self.mistake(),
            Class::Blunder => self.blunder(),
        }
    }

    /// An accuracy: `71 %`.
    pub fn percent(self, accuracy: Option<f64>) -> String {
        accuracy.map_or(self.no_accuracy().to_owned(), |percent| self.accuracy_value(percent.round() as u32))
    }

    /// What the coach says before a move counts.
    pub fn warning(self, judged: &JudgedMove) -> &'static str {
        match (judged.before.outcome(), judged.after.outcome()) {
            (Some(Outcome::Win), Some(Outcome::Loss)) => self.gives_all(),
            (Some(Outcome::Win), _) => self.gives_win(),
            (Some(Outcome::Draw), _) => self.gives_draw(),
            _ => self.gives_much(),
        }
    }

    /// Why another move than the played one was right.
    pub fn praise(self, judged: &JudgedMove) -> &'static str {
        match judged.before.outcome() {
            Some(Outcome::Win) => self.right_wins(),
            Some(Outcome::Draw) => self.right_holds(),
            _ => self.right_better(),
        }
    }

    /// Where the value of a move comes from.
    pub fn source(self, judged: &JudgedMove) -> String {
        if judged.is_exact() { self.source_exact().to_owned() } else { self.source_depth(judged.depth) }
    }
}

impl Texts {
    /// What a fault did, why, and what was better, in at most two sentences.
    pub fn fault_sentence(self, judged: &JudgedMove) -> String {
        let better = self.better_sentence(judged);
        let what = self.refutation(judged);
        if better.is_empty() { what } else { format!("{what} {better}") }
    }

    /// What a fault did and why, without giving away what was better.
    pub fn refutation(self, judged: &JudgedMove) -> String {
        let what = self.what_it_did(judged);
        match judged.reason() {
            Some(reason) => self.review.because(what, self.reason(judged.side, reason)),
            None => format!("{what}."),
        }
    }

    fn what_it_did(self, judged: &JudgedMove) -> String {
        let texts = self.review;
        let text = match (judged.before, judged.after) {
            (Worth::Exact(Outcome::Win, _), Worth::Exact(Outcome::Loss, _)) => texts.lost_all(),
            (Worth::Exact(Outcome::Win, _), Worth::Exact(Outcome::Draw, _)) => texts.lost_win(),
            (Worth::Exact(Outcome::Draw, _), Worth::Exact(Outcome::Loss, _)) => texts.lost_draw(),
            (Worth::Exact(Outcome::Win, Some(before)), Worth::Exact(Outcome::Win, Some(after))) => {
                return texts.slower(after, before);
            }
            (Worth::Exact(Outcome::Loss, Some(before)), Worth::Exact(Outcome::Loss, Some(after))) => {
                return texts.sooner(after, before);
            }
            (Worth::Estimate(_), Worth::Exact(Outcome::Loss, _)) => texts.loses_now(),
            (Worth::Estimate(_), Worth::Exact(Outcome::Draw, _)) => texts.draws_now(),
            (Worth::Exact(Outcome::Win, _), Worth::Estimate(_)) => texts.unsure(),
            (before, after) => {
                // As everywhere in the window, values are as White sees them.
                let value = |worth: Worth| self.language.value(worth.score().for_white(judged.side).value());
                return texts.falls(value(before), value(after));
            }
        };
        text.to_owned()
    }

    fn reason(self, side: Color, reason: Reason) -> String {
        let texts = self.review;
        match reason {
            Reason::WrongStone => texts.wrong_stone().to_owned(),
            Reason::Mill(mill, true) => texts.and_doubles(self.mill_words(&mill)),
            Reason::Mill(mill, false) if mill.stays => texts.and_keeps(self.mill_words(&mill)),
            Reason::Mill(mill, false) => self.mill_words(&mill),
            Reason::MissedMill(mill) if mill.moves == 1 => texts.missed_now(mill.at),
            Reason::MissedMill(mill) => texts.missed_in(self.side(side), mill.at, mill.moves),
            Reason::DoubleMill(from, to) => texts.doubles(self.side(!side), from, to),
            Reason::End(end) if end.blocked => texts.blocked(self.side(side), end.plies),
            Reason::End(end) => texts.ends(end.plies),
            Reason::Stuck(stones) => texts.stuck(self.side(side), stones),
            Reason::Narrow(mine, theirs) => texts.narrow(self.side(side), mine, self.side(!side), theirs),
        }
    }

    fn mill_words(self, mill: &MillAhead) -> String {
        match mill.moves {
            1 => self.review.mill_next(self.side(mill.side), mill.at),
            moves => self.review.mill_in(self.side(mill.side), mill.at, moves),
        }
    }

    /// The moves that were better, at most two of them.
    fn better_sentence(self, judged: &JudgedMove) -> String {
        let texts = self.review;
        let same = judged.before.outcome() == judged.after.outcome();
        match (judged.before.outcome().filter(|_| !same), &named(&judged.kept)[..]) {
            (_, []) => String::new(),
            (Some(Outcome::Win), [mv]) => texts.won_one(mv),
            (Some(Outcome::Win), [one, other, ..]) => texts.won_two(one, other),
            (Some(Outcome::Draw), [mv]) => texts.held_one(mv),
            (Some(Outcome::Draw), [one, other, ..]) => texts.held_two(one, other),
            (_, [mv]) => texts.better_one(mv),
            (_, [one, other, ..]) => texts.better_two(one, other),
        }
    }

    /// Mistakes by phase: `Mistakes: placing 2, sliding 1, flying 0`.
    pub fn mistakes_by_phase(self, count: impl Fn(Phase) -> usize) -> String {
        self.review.by_phase(count(Phase::Placing), count(Phase::Sliding), count(Phase::Flying))
    }

    /// Which mills a side threatens.
    pub fn threats(self, side: Color, points: &[Point]) -> String {
        match points {
            [] => self.review.no_threats(self.side(side)),
            points => self.review.threats_shown(self.side(side), self.list(points.iter().copied().collect::<PointSet>())),
        }
    }
}

/// The first moves that differ in more than the stone they take.
fn named(moves: &[Move]) -> Vec<Move> {
    let mut named: Vec<Move> = Vec::new();
    for mv in moves {
        if named.len() < NAMED && !named.iter().any(|known| known.action == mv.action) {
            named.push(*mv);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;
    use muehle_engine::review::Explanation;
    use muehle_engine::review::facts::{self, LineFacts};
    use muehle_engine::rules::{Position, RemovalRule};

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    fn fault(before: Worth, after: Worth, kept: &str, facts: LineFacts, instead_facts: LineFacts) -> JudgedMove {
        JudgedMove {
            mv: "a1".parse().unwrap(),
            side: Color::White,
            phase: Phase::Placing,
            before,
            after,
            kept: moves(kept),
            class: Class::Mistake,
            depth: 8,
            matters: true,
            why: Some(Explanation {
                line: Vec::new(),
                facts,
                instead: Vec::new(),
                instead_facts,
                freedom: Default::default(),
            }),
        }
    }

    const LOSS: Worth = Worth::Exact(Outcome::Loss, None);

    #[test]
    fn a_mistake_is_told_in_both_languages() {
        let [german, english] = Language::ALL.map(Language::texts);
        let start: Position = "a1,d6/d7,a7,b4 b 7 6".parse().unwrap();
        let line = facts::of_line(&start, &moves("b6 c5 g7xd6 g4 f4"), RemovalRule::Never);
        let judged = fault(Worth::DRAW, LOSS, "b4 d2 g7", line, LineFacts::default());
        let sentence = "Draws before, loses now: Black closes a mill on g7 in 2 moves and keeps it. b4 or d2 held.";
        assert_eq!(english.fault_sentence(&judged), sentence);
        let sentence = "Vorher Remis, jetzt verloren: Schwarz schließt in 2 Zügen eine Mühle auf g7 und behält sie. \
                        b4 oder d2 hätten gehalten.";
        assert_eq!(german.fault_sentence(&judged), sentence);
        assert!(!english.refutation(&judged).contains("b4"), "a wrong try does not give the answer away");
        assert_eq!(english.review.warning(&judged), "That gives away the draw.");
    }

    #[test]
    fn a_mill_that_comes_anyway_is_no_reason() {
        let english = Language::English.texts();
        let start: Position = "a1,d6/d7,a7,b4 b 7 6".parse().unwrap();
        let line = facts::of_line(&start, &moves("g7xd6"), RemovalRule::Never);
        let judged = fault(Worth::Estimate(0.2), Worth::Estimate(-0.2), "b4", line.clone(), line);
        assert_eq!(english.fault_sentence(&judged), "Evaluation −0.20 instead of +0.20. b4 was better.");
    }

    #[test]
    fn what_was_missed_and_what_is_slow_have_words() {
        let english = Language::English.texts();
        let start: Position = "a1,d1/b2,d2 w 7 7".parse().unwrap();
        let instead = facts::of_line(&start, &moves("g1xb2"), RemovalRule::Never);
        let win = Worth::Exact(Outcome::Win, None);
        let judged = fault(win, Worth::DRAW, "g1xb2 g1xd2", LineFacts::default(), instead);
        let sentence = "Wins before, draws now: the mill on g1 was not closed. g1xb2 won.";
        assert_eq!(english.fault_sentence(&judged), sentence);
        let in_plies = |outcome, plies| Worth::Exact(outcome, Some(plies));
        let none = LineFacts::default;
        let slow = fault(in_plies(Outcome::Win, 9), in_plies(Outcome::Win, 31), "d2", none(), none());
        assert_eq!(english.fault_sentence(&slow), "Wins in 31 plies instead of 9. d2 was better.");
        let blocked = facts::EndAhead { loser: Color::White, blocked: true, plies: 4 };
        let stuck = LineFacts { end: Some(blocked), ..LineFacts::default() };
        let lost = fault(Worth::Estimate(0.0), in_plies(Outcome::Loss, 4), "", stuck, none());
        assert_eq!(english.fault_sentence(&lost), "Loses now: White cannot move after 4 plies.");
    }
}
