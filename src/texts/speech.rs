//! What screen readers say about the game.

use muehle_engine::rules::{Action, Color, Move, PointSet, Position};

use super::Texts;
use muehle_engine::search::Score;

texts! {
    /// What screen readers say about the game.
    SpeechTexts;
    placed(name, to): "{name} setzt auf {to}", "{name} places on {to}";
    slid(name, from, to): "{name} zieht von {from} nach {to}", "{name} moves from {from} to {to}";
    flew(name, from, to): "{name} springt von {from} nach {to}", "{name} flies from {from} to {to}";
    capturing(action, point): "{action} und schlägt {point}.", "{action} and captures {point}.";
    closing(action): "{action} und schließt eine Mühle. Kein Stein kann geschlagen werden.",
        "{action} and closes a mill. No stone can be captured.";
    hint_place(to): "Setze auf {to}", "Place on {to}";
    hint_slide(from, to): "Ziehe von {from} nach {to}", "Move from {from} to {to}";
    hint_fly(from, to): "Springe von {from} nach {to}", "Fly from {from} to {to}";
    hint_capture(action, point): "{action} und schlage {point}", "{action} and capture {point}";
    hint_only_capture(point): "Schlage {point}", "Capture {point}";
    hint(words, value): "Tipp: {words}. {value}.", "Hint: {words}. {value}.";
    shown_move(number, words): "Zug {number}: {words}", "Move {number}: {words}";
    stones(side, points): "{side} auf {points}.", "{side} on {points}.";
    no_stones(side): "{side} hat keine Steine auf dem Brett.", "{side} has no stones on the board.";
    hands(white, black): "In der Hand: Weiß {white}, Schwarz {black}.", "In hand: White {white}, Black {black}.";
    threat(side, points): "{side} kann auf {points} eine Mühle schließen.", "{side} can close a mill on {points}.";
    no_threat: "Keine Seite kann sofort eine Mühle schließen.", "Neither side can close a mill right away.";
    no_moves: "Noch kein Zug gespielt.", "No moves played yet.";
    // Charts
    curve(value, games): "{value} nach {games} Partien", "{value} after {games} games";
    no_values: "Noch keine Werte", "No values yet";
    bars(highest, lowest): "Am größten: {highest}. Am kleinsten: {lowest}.", "Highest: {highest}. Lowest: {lowest}.";
    graph(low, high, last): "von {low} bis {high}, zuletzt {last}", "from {low} to {high}, now {last}";
    // Menu
    read: "Vorlesen", "Read aloud";
    read_board: "Brett", "Board";
    read_moves: "Letzte Züge", "Last moves";
    read_threats: "Drohungen", "Threats";
}

impl Texts {
    /// A move in words. `before` is the position it was played in.
    pub fn spoken_move(self, name: &str, mv: Move, before: &Position) -> String {
        let texts = self.speech;
        let action = match mv.action {
            Action::Place(to) => texts.placed(name, to),
            Action::Shift { from, to } if before.may_fly(before.side_to_move()) => texts.flew(name, from, to),
            Action::Shift { from, to } => texts.slid(name, from, to),
        };
        match mv.removal {
            Some(point) => texts.capturing(action, point),
            None if before.closes_mill(mv.action) => texts.closing(action),
            None => format!("{action}."),
        }
    }

    /// A hint in words, with its value. Of a move that is begun only the capture is left.
    pub fn spoken_hint(self, mv: Move, begun: Option<Action>, before: &Position, score: Score) -> String {
        let texts = self.speech;
        let action = match mv.action {
            Action::Place(to) => texts.hint_place(to),
            Action::Shift { from, to } if before.may_fly(before.side_to_move()) => texts.hint_fly(from, to),
            Action::Shift { from, to } => texts.hint_slide(from, to),
        };
        let words = match mv.removal {
            Some(point) if begun == Some(mv.action) => texts.hint_only_capture(point),
            Some(point) => texts.hint_capture(action, point),
            None => action,
        };
        texts.hint(words, self.score_words(score))
    }

    /// Where the stones of a side are.
    pub fn spoken_stones(self, side: Color, stones: PointSet) -> String {
        if stones.is_empty() {
            return self.speech.no_stones(self.side(side));
        }
        let mut names: Vec<String> = stones.into_iter().map(|point| point.to_string()).collect();
        names.sort();
        self.speech.stones(self.side(side), names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::texts::Language;
    use muehle_engine::rules::{Color, Move, Position};
    use muehle_engine::search::Score;

    #[test]
    fn a_move_is_said_in_words() {
        let [german, english] = Language::ALL.map(Language::texts);
        let say = |position: &str, mv: &str| {
            let position: Position = position.parse().unwrap();
            english.spoken_move("Robo", mv.parse().unwrap(), &position)
        };
        assert_eq!(say("-/- w 9 9", "d6"), "Robo places on d6.");
        assert_eq!(say("a1,d1/b2,d2 w 7 7", "g1xb2"), "Robo places on g1 and captures b2.");
        assert_eq!(say("a1,d1,g4,d6/b2,d2,f2,d5 w 0 0", "g4-f4"), "Robo moves from g4 to f4.");
        assert_eq!(say("a1,d1,g4/b2,d2,f2,d5 w 0 0", "g4-a7"), "Robo flies from g4 to a7.");
        let mill = "Robo places on g1 and closes a mill. No stone can be captured.";
        assert_eq!(say("a1,d1/b2,d2,f2 w 6 6", "g1"), mill);
        let position: Position = "a1,d1/b2,d2 w 7 7".parse().unwrap();
        let mv: Move = "g1xb2".parse().unwrap();
        let hint = english.spoken_hint(mv, None, &position, Score::Draw);
        assert_eq!(hint, "Hint: Place on g1 and capture b2. An exact draw.");
        let hint = german.spoken_hint(mv, Some(mv.action), &position, Score::Win(3));
        assert_eq!(hint, "Tipp: Schlage b2. Weiß gewinnt in 3 Halbzügen.");
        let position: Position = "a1,d1/b2 w 7 8".parse().unwrap();
        assert_eq!(german.spoken_stones(Color::White, position.stones(Color::White)), "Weiß auf a1, d1.");
        let none = german.spoken_stones(Color::Black, Position::START.stones(Color::Black));
        assert_eq!(none, "Schwarz hat keine Steine auf dem Brett.");
    }
}
