//! Solving a puzzle on the board, as the puzzles and the lessons share it: the person moves, the other side answers, and a
//! wrong try is refuted on the board. It has its own game; the running one stays as it is.

mod cards;
mod ui;

use std::collections::VecDeque;

use super::board::BoardState;
use super::board::input::Step as BoardStep;
use muehle_engine::game::{Game, MoveTree, NodeId};
use muehle_engine::puzzles::{Puzzle, Refutation, text};
use muehle_engine::rules::{Color, Move, PointSet, Position};

/// What the person does, or sees.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// It is their move.
    Asked,
    /// The other side answers a right move.
    Answering,
    /// A wrong move is refuted on the board; none until the refutation is known.
    Refuting(Move, Option<Refutation>),
    /// It has been refuted.
    Refuted(Move, Option<Refutation>),
    /// The solution plays by itself.
    Showing,
    /// Solved, or the solution was shown.
    Done { shown: bool },
}

/// What the page is told.
#[derive(Clone, Debug, PartialEq)]
pub enum SolvingEvent {
    /// The first wrong try, or the solution was asked for.
    Failed,
    /// Solved without a wrong try.
    Solved { with_hint: bool },
    /// Nobody knows yet what is wrong with this move of this step.
    Unknown(usize, Move),
    /// The person wants the next one.
    Next,
}

/// One puzzle and how far it is.
pub struct Solving {
    puzzle: Puzzle,
    game: Game,
    board: BoardState,
    step: usize,
    /// Where the person has to move.
    asked: NodeId,
    /// Where their last try led.
    tried: NodeId,
    phase: Phase,
    /// What is played next by itself, and when.
    script: VecDeque<Move>,
    due: f64,
    /// How much help was asked for at this step: 1 marks the stone, 2 the move.
    help: u8,
    with_hint: bool,
    failed: bool,
    /// Whether it belongs to a lesson: those do not come again by themselves.
    is_lesson: bool,
    /// What screen readers have not been told yet.
    untold: Vec<Tell>,
}

/// What screen readers are told.
#[derive(Clone, Debug, PartialEq)]
enum Tell {
    Task,
    Played(Move, Position),
    Verdict,
}

impl Solving {
    /// A puzzle at its start. The board keeps what it has drawn.
    pub fn new(puzzle: Puzzle, mut board: BoardState) -> Solving {
        board.reset();
        let game = Game::from_position(text::rules(&puzzle), puzzle.start);
        Solving {
            puzzle,
            game,
            board,
            step: 0,
            asked: MoveTree::ROOT,
            tried: MoveTree::ROOT,
            phase: Phase::Asked,
            script: VecDeque::new(),
            due: 0.0,
            help: 0,
            with_hint: false,
            failed: false,
            is_lesson: false,
            untold: vec![Tell::Task],
        }
    }

    /// A position of a lesson.
    #[must_use]
    pub fn in_lesson(self) -> Solving {
        Solving { is_lesson: true, ..self }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The board, for the next puzzle.
    pub fn into_board(self) -> BoardState {
        self.board
    }

    /// Whether it is solved, or the solution was shown.
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done { .. })
    }

    /// Whether a wrong try waits for another one.
    pub fn is_wrong(&self) -> bool {
        matches!(self.phase, Phase::Refuting(..) | Phase::Refuted(..))
    }

    /// Who solves it.
    pub fn side(&self) -> Color {
        self.puzzle.start.side_to_move()
    }

    /// Cancels a started move; false if there is none.
    pub fn cancel(&mut self) -> bool {
        self.board.cancel()
    }

    /// A move on the board.
    fn play(&mut self, mv: Move, now: f64, events: &mut Vec<SolvingEvent>) {
        let Some(step) = self.puzzle.steps.get(self.step) else { return };
        if self.phase != Phase::Asked || self.game.play_variation(mv).is_err() {
            return;
        }
        self.help = 0;
        self.due = now;
        self.tried = self.game.current();
        if step.right.contains(&mv) {
            self.phase = Phase::Answering;
            self.script = step.reply.into_iter().collect();
            self.step += 1;
            if self.script.is_empty() {
                self.finish(false, events);
            }
            return;
        }
        let known = step.wrong.iter().find(|refutation| refutation.wrong == mv).cloned();
        self.fail(events);
        match known {
            Some(refutation) => self.refute(refutation),
            None => {
                self.phase = Phase::Refuting(mv, None);
                events.push(SolvingEvent::Unknown(self.step, mv));
            }
        }
    }

    fn refute(&mut self, refutation: Refutation) {
        self.script = refutation.line.iter().copied().collect();
        self.phase = Phase::Refuting(refutation.wrong, Some(refutation));
    }

    /// What is wrong with a move, found out beside the window.
    pub fn hear(&mut self, mv: Move, refutation: Option<Refutation>) {
        if self.phase != Phase::Refuting(mv, None) {
            return;
        }
        match refutation {
            Some(refutation) => self.refute(refutation),
            None => self.settle(Phase::Refuted(mv, None)),
        }
    }

    fn fail(&mut self, events: &mut Vec<SolvingEvent>) {
        if !self.failed {
            self.failed = true;
            events.push(SolvingEvent::Failed);
        }
    }

    fn finish(&mut self, shown: bool, events: &mut Vec<SolvingEvent>) {
        self.settle(Phase::Done { shown });
        if !self.failed {
            events.push(SolvingEvent::Solved { with_hint: self.with_hint });
        }
    }

    fn settle(&mut self, phase: Phase) {
        self.phase = phase;
        self.untold.push(Tell::Verdict);
    }

    /// Back to where the person has to move.
    pub fn try_again(&mut self) {
        if self.is_wrong() {
            self.script.clear();
            self.game.go_to(self.asked);
            self.phase = Phase::Asked;
            self.untold.push(Tell::Task);
        }
    }

    /// Plays the rest of the solution.
    pub fn show_solution(&mut self, now: f64, events: &mut Vec<SolvingEvent>) {
        if self.is_done() || self.phase == Phase::Showing {
            return;
        }
        self.fail(events);
        self.board.cancel();
        // A reply that is still to come belongs to the solution.
        let from = if self.phase == Phase::Answering { 2 * self.step - 1 } else { 2 * self.step };
        if self.is_wrong() {
            self.game.go_to(self.asked);
        }
        self.script = self.puzzle.solution().into_iter().skip(from).collect();
        self.phase = Phase::Showing;
        self.due = now;
    }

    /// More help: first the stone or the line, then the move.
    pub fn hint(&mut self) {
        if self.phase == Phase::Asked {
            self.with_hint = true;
            self.help = (self.help + 1).min(2);
            self.untold.push(Tell::Verdict);
        }
    }

    /// The points that the help marks.
    fn marked(&self) -> PointSet {
        let Some(mv) = self.puzzle.steps.get(self.step).and_then(|step| step.right.first()) else {
            return PointSet::EMPTY;
        };
        let target = PointSet::of(mv.action.target());
        let removed = mv.removal.map_or(PointSet::EMPTY, PointSet::of);
        match (self.phase == Phase::Asked, self.help, mv.action.origin()) {
            (false, ..) | (_, 0, _) => PointSet::EMPTY,
            (_, 1, Some(from)) => PointSet::of(from),
            // A line through the point where a stone belongs.
            (_, 1, None) => mv.action.target().mills()[0],
            (_, _, from) => from.map_or(target, |from| target.with(from)) | removed,
        }
    }

    /// Lets what plays by itself go on. Returns when it goes on next.
    fn follow_script(&mut self, now: f64, pause: f64, events: &mut Vec<SolvingEvent>) -> Option<f64> {
        // What refutes a try stays on the board for a while.
        let lingers = self.script.is_empty() && matches!(self.phase, Phase::Refuting(_, Some(_)));
        if self.script.is_empty() && !lingers {
            return None;
        }
        if now < self.due + pause {
            return Some(self.due + pause - now);
        }
        if let Some(mv) = self.script.pop_front() {
            let before = *self.game.position();
            if self.game.play_variation(mv).is_err() {
                self.script.clear();
            } else {
                self.untold.push(Tell::Played(mv, before));
            }
            self.due = now;
        }
        if lingers || (self.script.is_empty() && !matches!(self.phase, Phase::Refuting(..))) {
            self.end_script(events);
        }
        Some(pause)
    }

    fn end_script(&mut self, events: &mut Vec<SolvingEvent>) {
        match std::mem::replace(&mut self.phase, Phase::Asked) {
            // Back to the try, where the answer is drawn.
            Phase::Refuting(mv, refutation) => {
                self.game.go_to(self.tried);
                self.settle(Phase::Refuted(mv, refutation));
            }
            Phase::Showing => self.finish(true, events),
            // The answer is there: the next step.
            _ => {
                self.asked = self.game.current();
                self.untold.push(Tell::Task);
            }
        }
    }

    /// The move that refutes a try: drawn before it is played, and again when the try is back on the board.
    fn answer(&self) -> Option<Move> {
        match &self.phase {
            Phase::Refuting(_, Some(refutation)) | Phase::Refuted(_, Some(refutation))
                if self.game.current() == self.tried =>
            {
                refutation.line.first().copied()
            }
            _ => None,
        }
    }

    /// The step of the move that the person has begun.
    fn begun(&self) -> BoardStep {
        self.board.step()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::puzzles::{Kind, shipped};
    use muehle_engine::rules::RemovalRule;

    fn solving(steps: usize) -> Solving {
        let fits = |puzzle: &Puzzle| {
            puzzle.kind == Kind::Win && puzzle.steps.len() >= steps && !puzzle.steps[0].wrong.is_empty()
        };
        let puzzle = shipped::puzzles(RemovalRule::Never).into_iter().find(fits).unwrap();
        Solving::new(puzzle, BoardState::default())
    }

    fn run(solving: &mut Solving) -> Vec<SolvingEvent> {
        let mut events = Vec::new();
        while solving.follow_script(0.0, 0.0, &mut events).is_some() {}
        events
    }

    #[test]
    fn the_right_moves_solve_it_and_the_other_side_answers() {
        let mut solving = solving(2);
        let solution = solving.puzzle.solution();
        let mut events = Vec::new();
        for &mv in solution.iter().step_by(2) {
            assert!(!solving.is_done());
            solving.play(mv, 0.0, &mut events);
            events.extend(run(&mut solving));
        }
        assert!(solving.is_done());
        assert_eq!(events, [SolvingEvent::Solved { with_hint: false }]);
        assert_eq!(solving.game.moves(), solution);
    }

    #[test]
    fn a_wrong_try_is_played_out_and_taken_back() {
        let mut solving = solving(2);
        let refutation = solving.puzzle.steps[0].wrong[0].clone();
        let mut events = Vec::new();
        solving.play(refutation.wrong, 0.0, &mut events);
        assert_eq!(events, [SolvingEvent::Failed]);
        assert_eq!(solving.answer(), refutation.line.first().copied(), "it is drawn before it is played");
        let mut none = Vec::new();
        for _ in &refutation.line {
            solving.follow_script(0.0, 0.0, &mut none);
        }
        assert_eq!(solving.game.moves().len(), 1 + refutation.line.len());
        assert_eq!((matches!(solving.phase, Phase::Refuting(..)), solving.answer()), (true, None), "it can be seen");
        run(&mut solving);
        assert_eq!(solving.game.moves(), [refutation.wrong], "back to the try");
        assert_eq!(solving.answer(), refutation.line.first().copied());
        assert!(solving.is_wrong());
        solving.try_again();
        assert_eq!((solving.game.ply(), &solving.phase), (0, &Phase::Asked));
        for mv in solving.puzzle.solution().into_iter().step_by(2) {
            solving.play(mv, 0.0, &mut events);
            events.extend(run(&mut solving));
        }
        assert!(solving.is_done());
        assert_eq!(events, [SolvingEvent::Failed], "it does not count as solved today");
    }

    #[test]
    fn an_unknown_wrong_move_waits_for_its_refutation() {
        let mut solving = solving(2);
        let step = &solving.puzzle.steps[0];
        let known = |mv: &Move| step.right.contains(mv) || step.wrong.iter().any(|refutation| refutation.wrong == *mv);
        let moves = solving.puzzle.start.legal_moves(RemovalRule::Never);
        let unknown = moves.into_iter().find(|mv| !known(mv)).unwrap();
        let mut events = Vec::new();
        solving.play(unknown, 0.0, &mut events);
        assert_eq!(events, [SolvingEvent::Failed, SolvingEvent::Unknown(0, unknown)]);
        solving.hear("a1".parse().unwrap(), None);
        assert_eq!(solving.phase, Phase::Refuting(unknown, None), "another answer is not for it");
        solving.hear(unknown, None);
        assert_eq!(solving.phase, Phase::Refuted(unknown, None));
    }

    #[test]
    fn help_marks_more_each_time_and_the_solution_can_be_shown() {
        let mut solving = solving(2);
        assert!(solving.marked().is_empty());
        solving.hint();
        assert_eq!(solving.marked().len(), 1);
        solving.hint();
        assert!(solving.marked().len() >= 2);
        let mut events = Vec::new();
        solving.show_solution(0.0, &mut events);
        events.extend(run(&mut solving));
        assert_eq!(events, [SolvingEvent::Failed]);
        assert_eq!(solving.phase, Phase::Done { shown: true });
        assert_eq!(solving.game.moves(), solving.puzzle.solution());
    }
}
