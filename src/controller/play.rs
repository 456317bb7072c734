//! Turns: who may act, what a move sets off, taking back, side lines, games of computers.

use std::time::Duration;

use super::document::Document;
use super::record::CLOCK_TAGS;
use super::{
    Branch, ComputerSettings, Controller, Event, Judgement, LearnFailure, Look, Note, PlayerKind, Purpose, Record,
    Refusal, Seat, Thought,
};
use muehle_engine::game::{MoveTree, NodeId, Outcome, WinReason};
use muehle_engine::rules::Move;

impl Controller {
    /// Whether the person in front of the window may move now, and if not, why.
    pub fn may_act(&self) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if self.is_partner_gone() {
            Err(Refusal::PartnerGone)
        } else if self.is_looking_back() {
            Err(Refusal::LookingBack)
        } else if !self.seat(self.game().side_to_move()).is_human() {
            Err(Refusal::NotYourTurn)
        } else {
            Ok(())
        }
    }

    /// Whether the person may move on the shown board: in the game, or for either side to try a side line from an earlier
    /// moment. A game with a partner has no side lines.
    pub fn may_move(&self) -> Result<(), Refusal> {
        if !self.is_looking_back() || self.is_with_partner() {
            return self.may_act();
        }
        if self.game().outcome_at(self.shown()).is_some() { Err(Refusal::Over) } else { Ok(()) }
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.may_move()?;
        if let Some(node) = self.document.shown {
            self.document.position().check(mv, self.game().removal_rule()).map_err(Refusal::Illegal)?;
            self.turn.leave(self.is_watching());
            self.document.go_to(node);
            self.document.keeps_lines = true;
        }
        self.play_for_side_to_move(mv, None)
    }

    pub(super) fn play_for_side_to_move(&mut self, mv: Move, thought: Option<Thought>) -> Result<(), Refusal> {
        let by = self.game().side_to_move();
        let node = self.document.play(mv)?;
        self.document.clocks.moved(by);
        if self.game().tree().is_on_main_line(node) {
            self.forget_review();
        }
        self.turn.moved();
        if let Some((score, depth)) = thought.as_ref().and_then(|thought| Some((thought.score?, thought.depth))) {
            self.document.judgements.insert(node, Judgement { score: score.after_move(), depth });
        }
        self.events.push_back(Event::Moved { node, by, thought: thought.map(Box::new) });
        self.changed();
        match self.outcome() {
            Some(outcome) => self.ended(outcome),
            None => self.take_turn(),
        }
        self.run_clock();
        Ok(())
    }

    /// The game is over: computers that learn do so now.
    pub(super) fn ended(&mut self, outcome: Outcome) {
        self.events.push_back(Event::Ended(outcome));
        self.archive_end();
        for settings in self.document.learners(outcome) {
            let heuristic = settings.heuristic.clone();
            if self.turn.learn(&self.document.game, settings).is_err() {
                self.events.push_back(Event::Learned { heuristic, result: Err(LearnFailure::Crashed) });
            }
        }
    }

    /// Lets the computer think if it is its turn.
    pub(super) fn take_turn(&mut self) {
        let may_begin =
            self.turn.is_idle() && !self.turn.is_held_up() && !self.storage.is_searching() && self.recovered.is_empty();
        let is_on = self.outcome().is_none() && !self.is_looking_back();
        if let (true, PlayerKind::Computer(settings)) =
            (may_begin && is_on, &self.seat(self.game().side_to_move()).kind)
        {
            let settings = settings.clone();
            if self.may_start(&settings) {
                let at_most = self.document.clocks.share(self.game().side_to_move());
                self.think(settings, Purpose::Move, at_most);
            }
        }
        self.run_clock();
    }

    pub(super) fn think(&mut self, settings: ComputerSettings, purpose: Purpose, at_most: Option<Duration>) {
        if let Err(error) = self.turn.think(&self.document.game, settings, purpose, at_most) {
            self.events.push_back(Event::ThinkingFailed(error));
        }
    }

    /// Runs the clock of the side to move, once the game has begun and while it is on.
    pub(super) fn run_clock(&mut self) {
        let side = self.game().side_to_move();
        // Looking around costs a person time as long as there is a limit; a computer does not think meanwhile.
        let absent =
            self.is_looking_back() && (self.document.clocks.control().is_none() || !self.seat(side).is_human());
        let on = self.outcome().is_none()
            && self.game().current() != MoveTree::ROOT
            && !absent
            && !self.clock_held
            && !self.turn.holds_move()
            && (!self.turn.is_paused() || self.turn.thinking().is_some());
        self.document.clocks.run(on.then_some(side));
    }

    /// Stops the clock while something covers the board, or lets it go on.
    pub fn hold_clock(&mut self, held: bool) {
        self.clock_held = held;
        self.run_clock();
    }

    /// Whoever has no time left loses.
    pub(super) fn drop_flag(&mut self) {
        let Some(loser) = self.document.clocks.fallen() else { return };
        self.document.shown = None;
        self.document.game.declare(Outcome::Win { winner: !loser, reason: WinReason::Time });
        self.declared();
    }

    /// Whether a computer may think. A program of somebody else waits until a person has allowed it.
    fn may_start(&mut self, settings: &ComputerSettings) -> bool {
        let Some(program) =
            settings.program().filter(|program| !self.allowed_programs.iter().any(|one| one == program))
        else {
            return true;
        };
        if self.waiting_program.as_deref() != Some(program) {
            self.waiting_program = Some(program.to_owned());
            self.events.push_back(Event::ProgramWaits(program.to_owned()));
        }
        false
    }

    pub(super) fn allow_program(&mut self, program: String) {
        self.allowed_programs.push(program);
        self.waiting_program = None;
        self.take_turn();
    }

    /// Plays the computer's move when it is due.
    pub(super) fn play_due_move(&mut self) {
        if self.is_looking_back() {
            return;
        }
        let Some(thought) = self.turn.take_due_move() else { return };
        if let Err(refusal) = self.play_for_side_to_move(thought.best, Some(thought)) {
            self.turn.pause(true);
            self.events.push_back(Event::Refused(refusal));
        }
    }

    /// How many plies an undo takes back, if it is possible.
    pub fn plies_to_undo(&self) -> Option<usize> {
        if self.is_with_partner() { None } else { self.document.plies_to_undo() }
    }

    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        let plies = self.plies_to_undo().ok_or(Refusal::NothingToUndo)?;
        self.turn.leave(self.is_watching());
        self.document.undo(plies);
        self.stepped(plies, true);
        Ok(())
    }

    fn stepped(&mut self, plies: usize, back: bool) {
        self.events.push_back(Event::Stepped { plies, back });
        // Whoever goes on after running out of time plays without a limit.
        if self.document.clocks.left(self.game().side_to_move()) == Some(Duration::ZERO) {
            self.document.clocks.lift_limit();
            for tag in CLOCK_TAGS {
                self.document.tags.remove(tag);
            }
        }
        self.changed();
        self.take_turn();
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        self.game().line().len() > self.game().ply() + 1
    }

    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        if !self.can_redo() {
            return Err(Refusal::NothingToRedo);
        }
        self.turn.forget();
        let plies = self.document.redo();
        self.stepped(plies, false);
        Ok(())
    }

    pub(super) fn look(&mut self, look: Look) {
        self.document.look(look);
        self.take_turn();
    }

    pub(super) fn continue_here(&mut self) {
        let Some(node) = self.document.shown else { return };
        self.turn.leave(self.is_watching());
        let (plies, back) = self.document.continue_at(node);
        self.stepped(plies, back);
    }

    /// The game goes on from another moment.
    fn go_to(&mut self, node: NodeId) {
        self.turn.leave(self.is_watching());
        let (plies, back) = self.document.go_to(node);
        self.stepped(plies, back);
    }

    pub(super) fn branch(&mut self, branch: Branch) -> Result<(), Refusal> {
        match branch {
            Branch::Here | Branch::To(_) => {
                let node = match branch {
                    Branch::To(node) if !self.game().tree().is_attached(node) => return Ok(()),
                    Branch::To(node) => self.game().tree().end_of_line(node),
                    _ => self.shown(),
                };
                self.go_to(node);
                self.document.keeps_lines = true;
            }
            Branch::Promote => {
                self.document.game.promote(self.document.shown());
                self.changed();
            }
            Branch::Delete => {
                let plies = self.document.delete_shown()?;
                // A deleted side line does not concern the running game.
                if plies > 0 {
                    self.turn.leave(self.is_watching());
                    self.events.push_back(Event::Stepped { plies, back: true });
                }
                self.changed();
                self.take_turn();
            }
        }
        Ok(())
    }

    pub(super) fn add_line(&mut self, from: NodeId, moves: &[Move]) -> Result<(), Refusal> {
        self.document.add_line(from, moves)?;
        self.changed();
        self.take_turn();
        Ok(())
    }

    pub(super) fn annotate(&mut self, node: NodeId, note: Note) {
        if self.document.annotate(node, note) {
            self.changed();
        }
    }

    pub(super) fn annotate_all(&mut self, notes: Vec<(NodeId, Note)>, tags: Vec<(&'static str, String)>) {
        let mut differs = false;
        for (node, note) in notes {
            differs |= self.document.annotate(node, note);
        }
        for (tag, value) in tags {
            differs |= self.document.tags.get(tag) != Some(value.as_str());
            self.document.tags.set(tag, value);
        }
        if differs {
            self.changed();
        }
    }

    /// Begins with a game, fresh or from a file.
    pub(super) fn begin(&mut self, record: Record) {
        self.document = Document::new(record);
        self.waiting_program = None;
        self.turn.begin();
        // Games that nobody has decided about stay in their journals.
        self.recovered.clear();
        self.arrived = None;
        self.storage.stop_reading();
        self.events.begin_game();
        self.events.push_back(Event::Started);
        self.keep_journal();
        self.take_turn();
    }

    pub(super) fn stop(&mut self) {
        match self.turn.purpose() {
            Some(Purpose::Move) if self.is_watching() => self.pause(true),
            Some(Purpose::Move | Purpose::DrawOffer) => self.turn.hurry(),
            None if self.is_watching() && self.turn.holds_move() => self.pause(true),
            Some(Purpose::Hint(_)) | None => self.turn.drop_hint(),
        }
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.turn.pause(paused && self.is_watching());
        self.take_turn();
    }

    pub(super) fn step(&mut self) {
        if self.is_watching() {
            self.turn.step();
            self.document.shown = None;
            self.take_turn();
        }
    }

    pub(super) fn change_seats(&mut self, seats: [Seat; 2]) {
        let seats = seats.map(Seat::tidied);
        if seats == self.document.seats {
            return;
        }
        self.document.seats = seats;
        self.waiting_program = None;
        self.turn.forget();
        self.turn.pause(self.is_paused() && self.is_watching());
        // The players of the file are no change to it.
        let offered = self.document.offered.take();
        if !self.game().tree().is_empty() && offered.as_ref() != Some(&self.document.seats) {
            self.changed();
        }
        self.take_turn();
    }
}
