//! Draws the board of a puzzle, plays on it, and says what happens.

use eframe::egui::{Context, Key, Modifiers, Ui};

use super::{Phase, Solving, SolvingEvent, Tell};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::{BoardGeometry, Stage, refutation_ui, stage_ui, verdict_ui};
use crate::app::layout::Layout;
use crate::controller::{Command, Refusal};

impl Solving {
    /// Draws the board and plays on it. The keys belong to it unless a dialog is open.
    pub fn board_ui(
        &mut self,
        ui: &mut Ui,
        layout: &Layout,
        has_keys: bool,
        view: &View,
        actions: &mut Actions,
    ) -> Vec<SolvingEvent> {
        let mut events = Vec::new();
        if has_keys {
            self.keys(ui.ctx(), &mut events);
        }
        let board = BoardGeometry::fit(layout.pane, layout.margin, view.settings.flipped);
        let may_act = if self.phase == Phase::Asked { Ok(()) } else { Err(Refusal::NotYourTurn) };
        let (game, wanted) = (self.game.clone(), self.marked());
        let stage = Stage { wanted, ..Stage::plain(&game, may_act) };
        let mut moves = Actions::new();
        stage_ui(ui, board, &stage, view, &mut self.board, &mut moves);
        let is_still = !self.board.is_moving(view.now);
        if let Some(mv) = self.answer().filter(|_| is_still) {
            refutation_ui(ui.painter(), board, view, &game, mv, &self.verdict_words(view));
        }
        if let (Some(right), Some(mv)) = (self.verdict().filter(|_| is_still), self.game.last_move()) {
            verdict_ui(ui.painter(), board, view, right, mv.action.target());
        }
        for action in moves {
            match action {
                Action::Do(Command::Play(mv)) => self.play(mv, view.now, &mut events),
                // A finished puzzle needs no explanation.
                Action::Refuse(point, refusal) if self.phase == Phase::Asked => {
                    self.board.refuse(point, refusal, view.now);
                    actions.push(Action::Announce(view.texts.refusal(refusal)));
                }
                _ => {}
            }
            ui.ctx().request_repaint();
        }
        let seconds = view.settings.reply_pause as f64 / 1000.0;
        // What refutes a move is to be seen ply by ply.
        let pause = if self.phase == Phase::Answering { seconds } else { 1.75 * seconds };
        if let Some(wait) = self.follow_script(view.now, pause, &mut events) {
            ui.ctx().request_repaint_after_secs(wait as f32);
        }
        self.tell(view, actions);
        events
    }

    fn keys(&mut self, ctx: &Context, events: &mut Vec<SolvingEvent>) {
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if self.is_wrong() && pressed(Key::Enter) {
            self.try_again();
            ctx.request_repaint();
        } else if self.is_done() && pressed(Key::Enter) {
            events.push(SolvingEvent::Next);
        }
        if pressed(Key::H) {
            self.hint();
            ctx.request_repaint();
        }
    }

    /// Whether the board shows that the puzzle is solved, or that a try was wrong.
    fn verdict(&self) -> Option<bool> {
        match self.phase {
            Phase::Refuted(..) => Some(false),
            // A solution that was shown is right, but not the person's.
            Phase::Done { shown: false } => Some(true),
            _ => None,
        }
    }

    /// Lets screen readers say what is new.
    fn tell(&mut self, view: &View, actions: &mut Actions) {
        for tell in std::mem::take(&mut self.untold) {
            let words = match tell {
                Tell::Task => {
                    let [title, about] = self.task(view);
                    format!("{title} {about}")
                }
                Tell::Played(mv, before) => view.texts.spoken_move(view.texts.side(before.side_to_move()), mv, &before),
                Tell::Verdict => self.sentence(view).0,
            };
            actions.push(Action::Announce(words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::board::BoardState;
    use muehle_engine::puzzles::shipped;
    use muehle_engine::rules::RemovalRule;

    #[test]
    fn a_solution_that_was_shown_has_no_mark() {
        let puzzle = shipped::puzzles(RemovalRule::Never).swap_remove(0);
        let wrong = puzzle.steps[0].wrong[0].clone();
        let mut events = Vec::new();
        let mut solving = Solving::new(puzzle.clone(), BoardState::default());
        assert_eq!(solving.verdict(), None);
        solving.play(wrong.wrong, 0.0, &mut events);
        while solving.follow_script(1e9, 0.0, &mut events).is_some() {}
        assert_eq!(solving.verdict(), Some(false), "a wrong try has one");
        solving.show_solution(0.0, &mut events);
        while solving.follow_script(1e9, 0.0, &mut events).is_some() {}
        assert!(solving.is_done());
        assert_eq!(solving.verdict(), None, "it is right, but not the person's");

        let mut solving = Solving::new(puzzle.clone(), BoardState::default());
        for step in &puzzle.steps {
            solving.play(step.right[0], 0.0, &mut events);
            while solving.follow_script(1e9, 0.0, &mut events).is_some() {}
        }
        assert_eq!(solving.verdict(), Some(true), "one that was found has one");
    }
}
