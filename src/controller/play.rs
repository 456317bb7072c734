//! Turns: who may act, what a move sets off, taking back, looking around, watching computers.

use std::time::{Duration, Instant};

use super::{
    Controller, Event, Judgement, LearnFailure, Lesson, Look, Method, PlayerKind, Purpose, Record, Refusal, Seat, Task,
    Thinking, Thought, clock::Clocks,
};
use muehle_engine::game::{MoveTree, NodeId, Outcome, PlayError};
use muehle_engine::rules::{Color, Move};

impl Controller {
    /// Whether the person in front of the window may move now.
    pub fn may_act(&self) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            Err(Refusal::Over)
        } else if self.is_partner_gone() {
            Err(Refusal::PartnerGone)
        } else if self.shown.is_some() {
            Err(Refusal::LookingBack)
        } else if !self.seat(self.game.side_to_move()).is_human() {
            Err(Refusal::NotYourTurn)
        } else {
            Ok(())
        }
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.may_act()?;
        self.play_for_side_to_move(mv, None)
    }

    pub(super) fn play_for_side_to_move(&mut self, mv: Move, thought: Option<Thought>) -> Result<(), Refusal> {
        let by = self.game.side_to_move();
        let played = if self.keeps_lines { self.game.play_variation(mv) } else { self.game.play(mv) };
        played.map_err(|error| match error {
            PlayError::Over(_) => Refusal::Over,
            PlayError::Illegal(reason) => Refusal::Illegal(reason),
        })?;
        self.forget_thoughts();
        self.shown = None;
        let node = self.game.current();
        if let Some((score, depth)) = thought.as_ref().and_then(|thought| Some((thought.score?, thought.depth))) {
            self.judgements.insert(node, Judgement { score: score.after_move(), depth });
        }
        self.events.push_back(Event::Moved { node, by, thought: thought.map(Box::new) });
        self.changed();
        self.last_move_at = Instant::now();
        self.stepping = false;
        match self.game.outcome() {
            Some(outcome) => self.ended(outcome),
            None => self.take_turn(),
        }
        self.run_clock();
        Ok(())
    }

    /// The game is over: it is told, and computers that learn do so.
    pub(super) fn ended(&mut self, outcome: Outcome) {
        self.events.push_back(Event::Ended(outcome));
        // A game that was taken back and ended in the same way again teaches nothing new.
        let end = (self.game.current(), outcome);
        if self.taught.replace(end) == Some(end) {
            return;
        }
        let learners =
            self.seats.iter().filter_map(Seat::settings).filter(|computer| computer.method == Method::Learning);
        let mut learners: Vec<_> = learners.cloned().collect();
        // Two of the same heuristic are one learner.
        learners.dedup_by(|one, other| one.heuristic == other.heuristic);
        for settings in learners {
            let heuristic = settings.heuristic.clone();
            if self.thinker.learn(Lesson { game: self.game.clone(), settings }).is_err() {
                self.events.push_back(Event::Learned { heuristic, result: Err(LearnFailure::Crashed) });
            }
        }
    }

    /// Ends everything that was thought about the position that is left.
    pub(super) fn forget_thoughts(&mut self) {
        self.thinker.abandon();
        self.thinking = None;
        self.held = None;
        self.hint = None;
        self.draw_offer = None;
    }

    /// The game differs from its file now.
    pub(super) fn changed(&mut self) {
        self.unsaved = true;
        self.keep_journal();
    }

    /// Lets the computer think if it is its turn.
    pub(super) fn take_turn(&mut self) {
        let side = self.game.side_to_move();
        let idle = self.thinking.is_none() && self.held.is_none() && self.recovered.is_none();
        let held_up = self.shown.is_some() || (self.paused && !self.stepping);
        let on = idle && !held_up && self.game.outcome().is_none();
        if let (true, PlayerKind::Computer(settings)) = (on, &self.seat(side).kind) {
            let settings = settings.clone();
            self.think(side, settings, Purpose::Move, None);
        }
        self.run_clock();
    }

    pub(super) fn think(
        &mut self,
        side: Color,
        settings: super::ComputerSettings,
        purpose: Purpose,
        at_most: Option<Duration>,
    ) {
        let task = Task { game: self.game.clone(), settings, at_most, purpose, seed: self.seed };
        match self.thinker.think(task) {
            Ok(()) => {
                let since = Instant::now();
                self.thinking = Some(Thinking { side, purpose, since, loading: false, depth: 0 });
            }
            Err(error) => self.events.push_back(Event::ThinkingFailed(error)),
        }
    }

    /// The clock of the side to move runs, once the game has begun and as long as it is on.
    pub(super) fn run_clock(&mut self) {
        let on = self.game.outcome().is_none()
            && !self.is_at_start()
            && !self.is_looking_back()
            && self.held.is_none()
            && (!self.paused || self.thinking.is_some());
        self.clocks.run(on.then_some(self.game.side_to_move()));
    }

    /// Plays the computer's move when its time has come.
    pub(super) fn play_held_move(&mut self) {
        if self.last_move_at.elapsed() < self.pace || (self.paused && !self.stepping) || self.shown.is_some() {
            return;
        }
        let Some(thought) = self.held.take() else { return };
        if let Err(refusal) = self.play_for_side_to_move(thought.best, Some(thought)) {
            self.paused = true;
            self.events.push_back(Event::Refused(refusal));
        }
    }

    /// How many plies an undo takes back: to the person's own last decision, or one when nobody plays a computer.
    pub fn plies_to_undo(&self) -> Option<usize> {
        if self.is_with_partner() {
            return None;
        }
        let path = self.game.tree().path_to(self.game.current());
        let moves = path.len() - 1;
        match self.only_person() {
            // A resignation or an agreed draw is itself the last decision.
            _ if self.game.tree().node(self.game.current()).declared.is_some() => Some(0),
            None => (moves > 0).then_some(1),
            Some(person) => {
                (1..=moves).find(|&plies| self.game.tree().node(path[moves - plies]).position.side_to_move() == person)
            }
        }
    }

    pub(super) fn undo(&mut self) -> Result<(), Refusal> {
        let plies = self.plies_to_undo().ok_or(Refusal::NothingToUndo)?;
        self.forget_thoughts();
        self.shown = None;
        self.paused = self.is_watching();
        if plies == 0 {
            self.game.retract_declaration();
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.stepped(plies, true);
        Ok(())
    }

    fn stepped(&mut self, plies: usize, back: bool) {
        self.events.push_back(Event::Stepped { plies, back });
        self.changed();
        self.take_turn();
    }

    /// Whether there is something to play again.
    pub fn can_redo(&self) -> bool {
        self.game.line().len() > self.game.ply() + 1
    }

    pub(super) fn redo(&mut self) -> Result<(), Refusal> {
        self.forget_thoughts();
        self.shown = None;
        let mut plies = 0;
        while self.game.redo() {
            plies += 1;
            let persons = self.seat(self.game.side_to_move()).is_human();
            if persons || self.is_watching() || self.game.outcome().is_some() {
                break;
            }
        }
        if plies == 0 {
            self.take_turn();
            return Err(Refusal::NothingToRedo);
        }
        self.stepped(plies, false);
        Ok(())
    }

    /// Where looking around leads from the shown moment; nowhere else than here when there is nothing.
    fn look_target(&self, look: Look) -> NodeId {
        let (tree, here) = (self.game.tree(), self.shown());
        match look {
            Look::First => MoveTree::ROOT,
            Look::Back => tree.node(here).parent.unwrap_or(here),
            Look::Forward => {
                let ahead = if tree.is_ancestor(here, self.game.current()) {
                    tree.path_to(self.game.current()).get(tree.node(here).ply() + 1).copied()
                } else {
                    // Beside the game each line is followed to its own end.
                    tree.node(here).children.first().copied()
                };
                ahead.unwrap_or(here)
            }
            Look::Last => self.game.current(),
            Look::At(node) => {
                if tree.is_attached(node) {
                    node
                } else {
                    here
                }
            }
            Look::NextLine | Look::PreviousLine => {
                let Some(parent) = tree.node(here).parent else { return here };
                let lines = &tree.node(parent).children;
                let at = lines.iter().position(|&line| line == here).unwrap_or(0);
                let step = if look == Look::NextLine { 1 } else { lines.len() - 1 };
                lines[(at + step) % lines.len()]
            }
        }
    }

    /// Whether looking there shows something else.
    pub fn can_look(&self, look: Look) -> bool {
        self.look_target(look) != self.shown()
    }

    pub(super) fn look(&mut self, look: Look) {
        let target = self.look_target(look);
        self.shown = (target != self.game.current()).then_some(target);
        if self.shown.is_none() {
            self.take_turn();
        }
        self.run_clock();
    }

    pub(super) fn continue_here(&mut self) -> Result<(), Refusal> {
        let Some(node) = self.shown.take() else { return Ok(()) };
        let (before, after) = (self.game.ply(), self.game.tree().node(node).ply());
        // Whoever goes on in another line means to keep this one.
        self.keeps_lines |= !self.game.tree().is_ancestor(node, self.game.current());
        self.forget_thoughts();
        self.paused = self.is_watching();
        self.game.go_to(node);
        self.stepped(before.abs_diff(after), after <= before);
        Ok(())
    }

    /// Begins with a game, fresh or from a file.
    pub(super) fn begin(&mut self, record: Record) {
        self.forget_thoughts();
        self.shown = None;
        self.declined_at = None;
        self.taught = None;
        self.judgements.clear();
        self.paused = false;
        self.stepping = false;
        self.path = None;
        self.recovered = None;
        self.game = record.game;
        // A game that came with side lines is studied: nothing of it is dropped by playing on.
        self.keeps_lines = self.game.tree().has_variations();
        self.seats = record.seats.map(Seat::tidied);
        self.tags = record.tags;
        self.clocks = Clocks::with_used(record.used);
        self.unsaved = false;
        self.last_move_at = Instant::now();
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.events.push_back(Event::Started);
        self.keep_journal();
        self.take_turn();
    }

    pub(super) fn stop(&mut self) {
        match self.thinking.map(|thinking| thinking.purpose) {
            Some(Purpose::Move) if self.is_watching() => self.pause(true),
            Some(Purpose::Move) => self.thinker.hurry(),
            Some(Purpose::Hint) => self.drop_hint(),
            Some(Purpose::DrawOffer) => self.thinker.hurry(),
            None if self.is_watching() && self.held.is_some() => self.pause(true),
            None => self.hint = None,
        }
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.paused = paused && self.is_watching();
        self.stepping = false;
        if self.paused && self.thinking.is_some() {
            self.forget_thoughts();
        }
        self.take_turn();
    }

    pub(super) fn step(&mut self) {
        if self.is_watching() {
            self.paused = true;
            self.stepping = true;
            self.shown = None;
            self.take_turn();
        }
    }

    pub(super) fn change_seats(&mut self, seats: [Seat; 2]) {
        let seats = seats.map(Seat::tidied);
        if seats == self.seats {
            return;
        }
        self.seats = seats;
        self.forget_thoughts();
        self.paused &= self.is_watching();
        if !self.game.tree().is_empty() {
            self.changed();
        }
        self.take_turn();
    }
}
