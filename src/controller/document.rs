//! The game on the board with everything that belongs to it: players, clocks, tags, its file, and the moment that is shown.

use std::collections::HashMap;

use super::archive::{self, Keeping};
use super::clock::Clocks;
use super::evaluations;
use super::game_file::GameFile;
use super::{ComputerSettings, Judgement, Look, Method, Note, Record, Refusal, Seat};
use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, MoveTree, NodeId, Outcome, PlayError};
use muehle_engine::rules::{Color, Move, Position};

/// A game and all that is known about it.
pub(super) struct Document {
    pub game: Game,
    pub seats: [Seat; 2],
    pub clocks: Clocks,
    /// All tags of the file it came from.
    pub tags: Tags,
    /// Where it is on disk.
    pub file: Option<GameFile>,
    /// The players that its file names, as long as others sit here.
    pub offered: Option<[Seat; 2]>,
    /// Whether it differs from its file.
    pub unsaved: bool,
    /// How it is kept in the archive.
    pub keeping: Keeping,
    /// How players judged the positions after their moves.
    pub judgements: HashMap<NodeId, Judgement>,
    /// The moment that is shown, if it is not where the game stands.
    pub shown: Option<NodeId>,
    /// Whether a new move keeps the moves played in its place as a side line.
    pub keeps_lines: bool,
    /// Whether the next move belongs to the game itself rather than to a side line.
    goes_on: bool,
    /// The end of the game that the learning computers have learned from.
    taught: Option<(NodeId, Outcome)>,
}

impl Document {
    pub fn new(record: Record) -> Document {
        let Record { game, seats, mut tags, used, control } = record;
        let judgements = evaluations::read(tags.get(evaluations::TAG).unwrap_or_default(), &game);
        tags.remove(evaluations::TAG);
        archive::forget_tags(&mut tags);
        Document {
            // A game that came with side lines is being analysed: playing on must not drop any of them.
            keeps_lines: game.tree().has_variations(),
            game,
            seats: seats.map(Seat::tidied),
            clocks: Clocks::with_used(used).limited(control),
            tags,
            file: None,
            offered: None,
            unsaved: false,
            keeping: Keeping::default(),
            judgements,
            shown: None,
            goes_on: false,
            taught: None,
        }
    }

    /// What its file says. The players who are only looking on at a game leave its players in the file.
    pub fn record(&self) -> Record {
        self.record_of(self.offered.as_ref().unwrap_or(&self.seats), self.tags.clone())
    }

    /// The same at the end of the game, whatever side line is on the board.
    pub fn ended_record(&self) -> Record {
        let mut record = self.record();
        let end = record.game.tree().end_of_line(MoveTree::ROOT);
        if record.game.current() != end {
            record.game.go_to(end);
            record.tags.remove(evaluations::TAG);
            if let Some(text) = evaluations::text(&self.judgements, &record.game) {
                record.tags.set(evaluations::TAG, text);
            }
        }
        record
    }

    /// What its journal says. It comes back with the players who sit here, and may carry other tags.
    pub fn journal_record(&self, mut tags: Tags) -> Record {
        self.keeping.put(&mut tags);
        self.record_of(&self.seats, tags)
    }

    fn record_of(&self, seats: &[Seat; 2], mut tags: Tags) -> Record {
        if let Some(text) = evaluations::text(&self.judgements, &self.game) {
            tags.set(evaluations::TAG, text);
        }
        let used = Color::BOTH.map(|side| self.clocks.used(side));
        let control = self.clocks.control();
        Record { game: self.game.clone(), seats: seats.clone(), tags, used, control }
    }

    /// Whether it has something that is only in the journal.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved && !is_untouched(&self.game) && !self.keeping.is_current()
    }

    /// Whether it must come back after a crash: the archive alone does not bring back a game that goes on.
    pub fn needs_journal(&self) -> bool {
        let goes_on = self.unsaved && self.keeping.is_current() && self.game.outcome().is_none();
        self.is_unsaved() || goes_on
    }

    /// Whether a person would miss it: they have moved in it, and it is still on, differs from its file or could not be
    /// kept.
    pub fn would_be_missed(&self) -> bool {
        let persons = |node: &NodeId| {
            let Some(parent) = self.game.tree().node(*node).parent else { return false };
            self.seat(self.game.tree().node(parent).position.side_to_move()).is_human()
        };
        let is_on = self.game.outcome().is_none() || self.file.is_some() || self.keeping.failed;
        self.is_unsaved() && is_on && self.game.line().iter().any(persons)
    }

    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats[side.index()]
    }

    /// Whether two computers play each other.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_human())
    }

    /// The side a single person plays, if there is one.
    pub fn only_person(&self) -> Option<Color> {
        let mut people = Color::BOTH.into_iter().filter(|&side| self.seat(side).is_human());
        let person = people.next()?;
        people.next().is_none().then_some(person)
    }

    /// The moment that is shown.
    pub fn shown(&self) -> NodeId {
        self.shown.unwrap_or(self.game.current())
    }

    /// The position that is shown.
    pub fn position(&self) -> &Position {
        &self.game.tree().node(self.shown()).position
    }

    /// The line of the shown moment: the game's, or the side line it is in.
    pub fn shown_line(&self) -> Vec<NodeId> {
        let (tree, shown) = (self.game.tree(), self.shown());
        let line = self.game.line();
        if line.get(tree.node(shown).ply()) == Some(&shown) { line } else { tree.path_to(tree.end_of_line(shown)) }
    }

    /// Where looking around leads from the shown moment; to the same moment if there is nothing in that direction.
    pub fn look_target(&self, look: Look) -> NodeId {
        let (tree, here) = (self.game.tree(), self.shown());
        match look {
            Look::First => MoveTree::ROOT,
            Look::Back => tree.node(here).parent.unwrap_or(here),
            // The line of the shown moment is followed to its end, through moves that were taken back.
            Look::Forward => self.shown_line().get(tree.node(here).ply() + 1).copied().unwrap_or(here),
            Look::Last => self.game.current(),
            Look::At(node) if tree.is_attached(node) => node,
            Look::At(_) => here,
            Look::NextLine | Look::PreviousLine => {
                let Some(parent) = tree.node(here).parent else { return here };
                let lines = &tree.node(parent).children;
                let at = lines.iter().position(|&line| line == here).unwrap_or(0);
                let step = if look == Look::NextLine { 1 } else { lines.len() - 1 };
                lines[(at + step) % lines.len()]
            }
        }
    }

    /// Shows another moment.
    pub fn look(&mut self, look: Look) {
        let target = self.look_target(look);
        self.shown = (target != self.game.current()).then_some(target);
    }

    /// Plays a move for the side to move and shows it.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, Refusal> {
        let played = if self.keeps_lines { self.game.play_variation(mv) } else { self.game.play(mv) };
        played.map_err(refused)?;
        if std::mem::take(&mut self.goes_on) {
            self.game.promote(self.game.current());
        }
        self.shown = None;
        Ok(self.game.current())
    }

    /// Ends the game here without a rule forcing it. Moves that were taken back are not part of it.
    pub fn end(&mut self, outcome: Outcome) {
        self.shown = None;
        if !self.keeps_lines {
            for next in self.game.tree().node(self.game.current()).children.clone() {
                self.game.delete(next);
            }
        }
        self.game.declare(outcome);
    }

    /// The game itself goes on from another moment, with the players' own end taken back. What was played there stays
    /// only if lines are kept, and then as a side line. Returns the distance in plies and whether it leads back.
    pub fn continue_at(&mut self, node: NodeId) -> (usize, bool) {
        let goes_back = self.game.tree().is_ancestor(node, self.game.current());
        if goes_back {
            self.game.retract_declaration();
        }
        // Whoever goes on in another line means to keep this one.
        self.keeps_lines |= !goes_back;
        let way = self.go_to(node);
        self.goes_on = true;
        way
    }

    /// Adds a side line after a moment and shows its end. From now on no line is dropped.
    pub fn add_line(&mut self, from: NodeId, moves: &[Move]) -> Result<(), Refusal> {
        let end = self.game.add_line(from, moves).map_err(refused)?;
        self.keeps_lines = true;
        self.look(Look::At(end));
        Ok(())
    }

    /// Changes what is noted about a moment; false if it is no longer part of the game.
    pub fn annotate(&mut self, node: NodeId, note: Note) -> bool {
        let attached = self.game.tree().is_attached(node);
        match note {
            _ if !attached => {}
            Note::Comment(comment) => self.game.set_comment(node, comment),
            Note::Nags(nags) => self.game.set_nags(node, nags),
            Note::Marks(marks) => self.game.set_marks(node, marks),
        }
        attached
    }

    /// How many plies an undo takes back: to the person's own last decision, or one if no person plays a computer.
    pub fn plies_to_undo(&self) -> Option<usize> {
        let tree = self.game.tree();
        let path = tree.path_to(self.game.current());
        let moves = path.len() - 1;
        match self.only_person() {
            // A resignation or an agreed draw is itself the last decision.
            _ if tree.node(self.game.current()).declared.is_some() => Some(0),
            None => (moves > 0).then_some(1),
            Some(person) => (1..=moves).find(|&plies| tree.node(path[moves - plies]).position.side_to_move() == person),
        }
    }

    /// Takes back this many plies; with none, the declared end.
    pub fn undo(&mut self, plies: usize) {
        self.shown = None;
        if plies == 0 {
            self.game.retract_declaration();
        }
        for _ in 0..plies {
            self.game.undo();
        }
    }

    /// Plays again what was taken back, up to the next decision of a person. Returns the number of plies.
    pub fn redo(&mut self) -> usize {
        self.shown = None;
        let mut plies = 0;
        while self.game.redo() {
            plies += 1;
            let persons = self.seat(self.game.side_to_move()).is_human();
            if persons || self.is_watched() || self.game.outcome().is_some() {
                break;
            }
        }
        plies
    }

    /// Goes on from another moment. Returns the distance in plies and whether it leads back.
    pub fn go_to(&mut self, node: NodeId) -> (usize, bool) {
        let before = self.game.ply();
        self.shown = None;
        self.goes_on = false;
        self.game.go_to(node);
        let after = self.game.ply();
        (before.abs_diff(after), after < before)
    }

    /// Deletes the shown move and everything after it. Returns how many plies the game lost; none if it is in another line.
    pub fn delete_shown(&mut self) -> Result<usize, Refusal> {
        let (node, before) = (self.shown(), self.game.ply());
        let parent = self.game.tree().node(node).parent.ok_or(Refusal::NothingToUndo)?;
        self.game.delete(node);
        self.shown = (parent != self.game.current()).then_some(parent);
        Ok(before - self.game.ply())
    }

    /// The computers that learn from this end of the game. The same end teaches only once.
    pub fn learners(&mut self, outcome: Outcome) -> Vec<ComputerSettings> {
        let end = (self.game.current(), outcome);
        if self.taught.replace(end) == Some(end) {
            return Vec::new();
        }
        let learns = |settings: &&ComputerSettings| settings.method == Method::Learning;
        let mut learners: Vec<_> = self.seats.iter().filter_map(Seat::settings).filter(learns).cloned().collect();
        // Two players with the same heuristic are one learner.
        learners.dedup_by(|one, other| one.heuristic.to_lowercase() == other.heuristic.to_lowercase());
        learners
    }
}

/// Whether a game is just the usual start, which needs no file to come back.
pub(super) fn is_untouched(game: &Game) -> bool {
    game.tree().is_empty() && *game.start() == Position::START
}

fn refused(error: PlayError) -> Refusal {
    match error {
        PlayError::Over(_) => Refusal::Over,
        PlayError::Illegal(reason) => Refusal::Illegal(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::game::pgn;
    use muehle_engine::game::{DrawReason, WinReason};
    use muehle_engine::rules::Rules;
    use muehle_engine::search::Score;

    fn document(seats: [Seat; 2], moves: &str) -> Document {
        let game = pgn::read(moves).game;
        Document::new(Record { game, ..Record::fresh(seats, Rules::default()) })
    }

    fn learner(heuristic: &str) -> Seat {
        let heuristic = heuristic.to_owned();
        Seat::computer(ComputerSettings { method: Method::Learning, heuristic, ..ComputerSettings::default() })
    }

    #[test]
    fn looking_around_follows_the_game_and_its_side_lines() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 (1... a1 2. g1) 2. d2 *");
        let shown = |document: &Document| document.position().to_string();
        document.look(Look::Back);
        assert_eq!(shown(&document), "d6/f4 w 8 8");
        document.look(Look::NextLine);
        assert_eq!(shown(&document), "d6/a1 w 8 8");
        assert_eq!(document.shown_line().len(), 4, "the side line has its own moves");
        document.look(Look::Forward);
        document.look(Look::Forward);
        assert_eq!(shown(&document), "d6,g1/a1 b 7 8", "a side line ends where it ends");
        document.look(Look::Last);
        assert_eq!(document.shown, None);
        assert_eq!(shown(&document), "d6,d2/f4 b 7 8");
    }

    #[test]
    fn undo_leads_to_the_last_decision_of_a_person() {
        let computer = Seat::computer(ComputerSettings::default());
        let moves = "1. d6 f4 2. d2 b4 *";
        let undone = |seats| document(seats, moves).plies_to_undo();
        assert_eq!(undone([Seat::human(), computer.clone()]), Some(2));
        assert_eq!(undone([computer.clone(), Seat::human()]), Some(1));
        assert_eq!(undone([Seat::human(), Seat::human()]), Some(1));
        let mut resigned = document([Seat::human(), computer], moves);
        resigned.game.resign(Color::White);
        assert_eq!(resigned.plies_to_undo(), Some(0));
        resigned.undo(0);
        assert_eq!(resigned.game.outcome(), None);
        resigned.undo(2);
        assert_eq!((resigned.game.ply(), resigned.redo(), resigned.game.ply()), (2, 2, 4));
    }

    #[test]
    fn an_end_after_undo_is_the_end_of_the_file_too() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 2. d2 b4 *");
        document.undo(2);
        document.end(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
        let text = document.record().text();
        assert!(text.ends_with("1. d6 f4 0-1\n"), "{text}");
        let again = Document::new(Record::from_reading(pgn::read(&text)));
        assert_eq!(again.game.outcome(), document.game.outcome());
        // Where side lines are kept, the end is remembered beside the main line.
        let mut study = self::document([Seat::human(), Seat::human()], "1. d6 f4 (1... a1) 2. d2 b4 *");
        study.undo(2);
        study.end(Outcome::Draw(DrawReason::Agreement));
        let again = Document::new(Record::from_reading(pgn::read(&study.record().text())));
        assert_eq!((again.game.ply(), again.game.outcome()), (2, study.game.outcome()));
        assert_eq!(again.game.line().len(), 5, "no move is lost");
    }

    #[test]
    fn going_on_takes_an_agreed_end_back() {
        for moves in ["1. d6 f4 2. d2 b4 1/2-1/2", "1. d6 f4 (1... a1) 2. d2 b4 1/2-1/2"] {
            let mut document = document([Seat::human(), Seat::human()], moves);
            assert!(document.game.outcome().is_some());
            document.continue_at(document.game.line()[2]);
            assert!(document.record().text().contains("[Result \"*\"]"));
            document.play("g7".parse().unwrap()).unwrap();
            let text = document.record().text();
            assert!(
                text.contains("[Result \"*\"]") && text.contains("2. g7"),
                "the game goes on in the main line: {text}"
            );
        }
    }

    #[test]
    fn judgements_come_back_with_the_game() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 2. d2 *");
        let judgement = Judgement { score: Score::Estimate(-0.125), depth: 7 };
        document.judgements.insert(document.game.line()[2], judgement);
        let again = Document::new(Record::from_reading(pgn::read(&document.record().text())));
        assert_eq!(again.judgements.get(&again.game.line()[2]), Some(&judgement));
        assert_eq!(again.record().text(), document.record().text());
    }

    #[test]
    fn what_was_taken_back_lies_ahead() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 2. d2 *");
        document.undo(2);
        document.look(Look::Forward);
        assert_eq!(document.position().to_string(), "d6/f4 w 8 8");
        document.look(Look::Forward);
        document.look(Look::Forward);
        assert_eq!(document.position().to_string(), "d6,d2/f4 b 7 8");
        document.look(Look::Last);
        assert_eq!((document.shown, document.game.ply()), (None, 1));
    }

    #[test]
    fn a_line_and_notes_are_added_without_changing_the_game() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 *");
        let first = document.game.line()[1];
        let moves = ["a1", "g7"].map(|mv| mv.parse().unwrap());
        document.add_line(first, &moves).unwrap();
        assert_eq!((document.game.ply(), document.position().to_string()), (2, "g7,d6/a1 b 7 8".to_owned()));
        assert!(document.keeps_lines && document.game.tree().is_on_main_line(document.game.current()));
        let version = document.game.tree().version();
        assert!(document.annotate(first, Note::Comment("good".to_owned())));
        assert!(document.annotate(first, Note::Nags(vec![1])));
        assert!(
            document.record().text().contains("1. d6 $1 {good} 1... f4") && document.game.tree().version() > version
        );
    }

    #[test]
    fn only_what_is_deleted_from_the_game_itself_is_lost_to_it() {
        let mut document = document([Seat::human(), Seat::human()], "1. d6 f4 (1... a1 2. g1) 2. d2 *");
        document.look(Look::Back);
        document.look(Look::NextLine);
        assert_eq!(document.delete_shown().ok(), Some(0));
        document.look(Look::At(document.game.line()[2]));
        assert_eq!(document.delete_shown().ok(), Some(2));
        document.look(Look::First);
        assert_eq!(document.delete_shown(), Err(Refusal::NothingToUndo));
    }

    #[test]
    fn every_heuristic_learns_from_an_end_once() {
        let mut document = document([learner("Max"), learner("max")], "1. d6 f4 *");
        document.game.resign(Color::White);
        let outcome = document.game.outcome().unwrap();
        assert_eq!(document.learners(outcome).len(), 1);
        assert!(document.learners(outcome).is_empty());
        document.seats[1] = learner("Joe");
        document.undo(0);
        document.game.agree_draw();
        assert_eq!(document.learners(document.game.outcome().unwrap()).len(), 2, "another end teaches again");
    }

    #[test]
    fn its_text_holds_everything() {
        let named = Seat { name: "Clara".to_owned(), ..Seat::human() };
        let document = document([named, Seat::computer(ComputerSettings::default())], "[Event \"Cup\"]\n\n1. d6 f4 *");
        let text = document.record().text();
        assert!(text.contains("[White \"Clara\"]") && text.contains("[Black \"Computer\"]"), "{text}");
        let read = Document::new(Record::from_reading(pgn::read(&text)));
        assert_eq!((read.game.ply(), &read.seats[1].kind), (2, &document.seats[1].kind));
        assert!(read.seats[1].name.is_empty());
        assert!(!read.is_unsaved());
    }
}
