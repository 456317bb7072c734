//! One frame of the board, from the bare plate up to the reason for a refusal.

use eframe::egui::{Painter, Pos2, vec2};

use super::geometry::BoardGeometry;
use super::input::{Situation, Step};
use super::marks::Marks;
use super::stones::{self, StoneLook};
use super::{BUBBLE_SECONDS, BoardState, HINT_FADE, Stage, closed_mills, lines_through, stones_with};
use crate::app::{View, review, study};
use crate::controller::Hint;
use muehle_engine::rules::{Color, Move, Point, PointSet};

/// One frame of the board.
pub(super) struct Scene<'a> {
    pub board: BoardGeometry,
    pub stage: &'a Stage<'a>,
    pub view: &'a View<'a>,
    pub situation: Situation<'a>,
    pub hovered: Option<Point>,
    pub focused: Option<Point>,
    pub pointer: Option<Pos2>,
}

impl Scene<'_> {
    pub fn paint(&self, painter: &Painter, state: &mut BoardState) {
        let Scene { board, stage, view, situation, .. } = self;
        let (palette, now) = (view.board, view.now);
        state.plate.paint(painter, *board, palette, view.settings.coordinates);
        let marks = Marks { painter, board: *board, palette };
        let step = state.step;
        let removing = matches!(step, Step::Removing(_));
        let held = matches!(step, Step::Held(_));
        let shown = stage.game.tree().node(stage.shown);
        let travelling = state.animations.travelling(now);
        let (lit_mills, strength) = self.lit_mills(state, travelling.is_some());
        let marked = view.settings.mark_last_move && !removing && !held && travelling.is_none();
        if let (Some(mv), true) = (shown.mv, marked) {
            marks.last_move(mv, strength == 0.0);
        }
        if strength > 0.0 {
            marks.mills(lit_mills, strength);
        }
        let all_stones = situation.position.stones(Color::White) | situation.position.stones(Color::Black);
        for &threat in stage.threats {
            marks.threat(threat, all_stones);
        }
        let better = stage.verdict.map_or(&[][..], |verdict| verdict.better);
        let arrows: Vec<_> = better.iter().map(|mv| marks.hint_arrow(mv.action, all_stones, 1.0)).collect();
        let hint = stage.hint.filter(|_| !stage.is_looking_back());
        // Once the stone has closed its mill, a hint is about the removal.
        let removal = hint.filter(|hint| step == Step::Removing(hint.mv.action)).and_then(|hint| hint.mv.removal);
        let fade = self.hint_opacity(painter, state, hint.is_some() || !stage.hint_line.is_empty());
        let score = |hint: &Hint| hint.score.for_white(situation.position.side_to_move());
        let value = |hint: &Hint| view.texts.study.score(score(hint), view.settings.study.thousandths);
        let words = hint.map(|hint| view.texts.board.hint(value(hint))).unwrap_or_default();
        let hint = hint.filter(|_| step == Step::Idle);
        let mut arrow = vec2(0.0, 1.0);
        if let Some(hint) = hint {
            arrow = marks.hint_arrow(hint.mv.action, all_stones, fade);
        }
        let over = state.drag.and_then(|drag| board.nearest(self.pointer? + drag.grip));
        if let Step::Selected(from) = step {
            for target in situation.position.targets_from(from) {
                marks.target(target, over == Some(target) || (state.drag.is_none() && self.hovered == Some(target)));
            }
        }
        if let (Step::Idle, Some(point), Ok(()), None) = (step, self.hovered, situation.may_act, hint) {
            let placing = situation.position.hand(situation.position.side_to_move()) > 0;
            if placing && situation.position.free().contains(point) {
                marks.landing(point);
            }
        }
        self.stones(painter, state, lit_mills, strength);
        if stage.may_act.is_ok() && !removing {
            for point in stage.wanted {
                marks.wanted(point);
            }
        }
        if step == Step::Idle {
            for point in stage.pointed {
                marks.wanted(point);
            }
        }
        if removing && travelling.is_none() {
            for point in situation.position.removable(situation.rule) {
                marks.removable(point, self.hovered == Some(point));
            }
        }
        if !stage.values.is_empty() {
            study::values_ui(painter, *board, view, step);
        }
        if let Some(hint) = hint {
            self.ghost(painter, &marks, hint.mv, situation.position.side_to_move(), fade);
            marks.pill(hint.mv.action.target(), &words, arrow.y < -0.3, fade);
        }
        if let Some(point) = removal {
            marks.hint_removal(point, fade);
            marks.pill(point, &words, false, fade);
        }
        if let Some(verdict) = stage.verdict {
            let mover = !situation.position.side_to_move();
            for (mv, arrow) in better.iter().zip(arrows) {
                self.ghost(painter, &marks, *mv, mover, 1.0);
                marks.pill(mv.action.target(), verdict.words, arrow.y < -0.3, 1.0);
            }
            if let Some(mv) = shown.mv.filter(|_| travelling.is_none()) {
                let r = board.stone();
                let center = board.center(mv.action.target()) + 0.82 * r * vec2(1.0, -1.0);
                review::mark(painter, verdict.class, center, 0.39 * r, true, palette);
            }
        }
        if !stage.hint_line.is_empty() && step == Step::Idle {
            marks.hint_line(stage.hint_line, view.texts.review.hint_pill(), fade);
        }
        if let Step::Held(mv) = step {
            marks.selection(board.center(mv.action.target()));
        }
        self.lifted(painter, &marks, state);
        if let Some(point) = self.focused {
            marks.focus(point);
        }
        if let Some((point, refusal, since)) = state.bubble {
            let left = since + BUBBLE_SECONDS - now;
            if left > 0.0 {
                let opacity = if view.settings.moves() { (left / 0.3).min(1.0) as f32 } else { 1.0 };
                marks.refused(point);
                marks.bubble(point, &view.texts.refusal(refusal), opacity);
            }
        }
    }

    /// The mills that glow now, and how brightly.
    fn lit_mills(&self, state: &BoardState, travelling: bool) -> (PointSet, f32) {
        let stage = self.stage;
        if let Step::Removing(action) = state.step {
            let own = stones_with(self.situation.position, state.step)[self.situation.position.side_to_move().index()];
            return (lines_through(own, action.target()), if travelling { 0.0 } else { 1.0 });
        }
        let node = stage.game.tree().node(stage.shown);
        let closed = node.mv.map_or(PointSet::EMPTY, |mv| closed_mills(&node.position, mv));
        let over = stage.game.outcome().is_some() && !stage.is_looking_back();
        if !closed.is_empty() && !travelling && (over || !self.view.settings.moves()) {
            return (closed, 1.0);
        }
        state.animations.flashing(self.view.now).unwrap_or((PointSet::EMPTY, 0.0))
    }

    /// The opacity of the hint.
    fn hint_opacity(&self, painter: &Painter, state: &mut BoardState, shown: bool) -> f32 {
        let now = self.view.now;
        if !shown {
            state.hint_since = None;
            return 0.0;
        }
        let since = *state.hint_since.get_or_insert(now);
        if !self.view.settings.moves() {
            return 1.0;
        }
        let t = ((now - since) / HINT_FADE).clamp(0.0, 1.0) as f32;
        if t < 1.0 {
            painter.ctx().request_repaint();
        }
        t
    }

    /// The stones: at rest, moving and leaving.
    fn stones(&self, painter: &Painter, state: &BoardState, glowing: PointSet, glow: f32) {
        let Scene { board, view, situation, .. } = self;
        let (palette, now, radius) = (view.board, view.now, board.stone());
        let stones = stones_with(situation.position, state.step);
        let travelling = state.animations.travelling(now);
        let in_the_air = match (state.step, state.drag) {
            (Step::Selected(from), _) => Some(from),
            _ => None,
        };
        let paint = |center: Pos2, color: Color, look: StoneLook| {
            stones::paint(painter, center, radius, &palette.stones[color.index()], look);
        };
        let lying = StoneLook::lying(palette.shadow);
        // Stones are far enough apart to paint each shadow together with its stone.
        for color in [Color::Black, Color::White] {
            for point in stones[color.index()] {
                let arriving = travelling.is_some_and(|stone| stone.to == point);
                if arriving || in_the_air == Some(point) {
                    continue;
                }
                let mut look = lying;
                if glowing.contains(point) {
                    look.shadow = look.shadow.gamma_multiply(1.0 - glow);
                }
                paint(board.center(point), color, look);
            }
        }
        if let Some(stone) = state.animations.fading(now) {
            let look = StoneLook { opacity: stone.presence, scale: 0.8 + 0.2 * stone.presence, ..lying };
            paint(board.center(stone.point), stone.color, look);
        }
        if let Some(stone) = travelling {
            let to = board.center(stone.to);
            match stone.from {
                Some(from) => {
                    let center = board.center(from).lerp(to, stone.progress);
                    paint(center, stone.color, StoneLook { lifted: true, scale: 1.03, ..lying });
                }
                None => {
                    let look = StoneLook { opacity: stone.progress, scale: 1.25 - 0.25 * stone.progress, ..lying };
                    paint(to, stone.color, look);
                }
            }
        }
    }

    /// The selected stone: raised at its point, or under the pointer while it is dragged.
    fn lifted(&self, painter: &Painter, marks: &Marks, state: &BoardState) {
        let Step::Selected(from) = state.step else { return };
        let Scene { board, view, situation, .. } = self;
        let (palette, radius) = (view.board, board.stone());
        let colors = &palette.stones[situation.position.side_to_move().index()];
        let home = board.center(from);
        let lifted = |scale: f32| StoneLook { lifted: true, scale, ..StoneLook::lying(palette.shadow) };
        match (state.drag, self.pointer) {
            (Some(drag), Some(pointer)) => {
                stones::paint_ghost(painter, home, radius, colors, 0.35, palette.board);
                stones::paint(painter, pointer + drag.grip, radius, colors, lifted(1.08));
            }
            _ => {
                let center = home - vec2(0.0, 0.06 * radius);
                marks.selection(center);
                stones::paint(painter, center, radius, colors, lifted(1.05));
            }
        }
    }

    /// The stone of a hint.
    fn ghost(&self, painter: &Painter, marks: &Marks, mv: Move, side: Color, opacity: f32) {
        let Scene { board, view, .. } = self;
        let center = board.center(mv.action.target());
        let colors = &view.board.stones[side.index()];
        stones::paint_ghost(painter, center, board.stone(), colors, 0.74 * opacity, view.board.board);
        marks.hint_ring(mv, opacity);
    }
}
