//! What the panel says about a puzzle: the task, and what became of a try.

use eframe::egui::{
    Align2, Color32, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::{Phase, Solving, SolvingEvent};
use crate::app::View;
use crate::app::board::input::Step;
use crate::app::board::stones::{self, StoneLook};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use muehle_engine::endgame::Outcome;
use muehle_engine::puzzles::{Aim, Kind, Refutation};
use muehle_engine::rules;

impl Solving {
    /// The task in a few words, and how to go about it.
    pub(super) fn task(&self, view: &View) -> [String; 2] {
        let texts = view.texts.puzzles;
        let side = view.texts.side(self.side());
        let moves = self.puzzle.steps.len();
        let left = moves - self.step.min(moves - 1);
        match (self.puzzle.aim, self.puzzle.kind) {
            (Aim::Win, Kind::Place) => [texts.win_placing(side), texts.only_move().to_owned()],
            (Aim::Win, _) if left == 1 => [texts.win_now(side), texts.only_move().to_owned()],
            (Aim::Win, _) => [texts.win_in(side, left), texts.only_moves().to_owned()],
            (Aim::Hold, _) => [texts.hold(side), texts.hold_about().to_owned()],
            (Aim::Mill, _) if left == 1 => [texts.mill_now(side), texts.mill_now_about().to_owned()],
            (Aim::Mill, _) => [texts.mill(side), texts.mill_about().to_owned()],
            (Aim::Double, _) if left == 1 => [texts.double(side), texts.double_about().to_owned()],
            (Aim::Double, _) => [texts.double_in(side, left), texts.double_about().to_owned()],
            (Aim::Free, _) => [texts.free(side), texts.free_about().to_owned()],
        }
    }

    /// What the status line says, and whether it is a refusal.
    pub fn sentence(&self, view: &View) -> (String, bool) {
        if let Some(refusal) = self.board.refusal(view.now) {
            return (view.texts.refusal(refusal), true);
        }
        let texts = view.texts.puzzles;
        let words = match &self.phase {
            Phase::Asked if matches!(self.begun(), Step::Removing(_)) => view.texts.status.removing().to_owned(),
            Phase::Asked => self.hint_words(view).unwrap_or_else(|| self.task(view).join(" ")),
            Phase::Answering => view.texts.status.other(view.texts.side(!self.side())),
            Phase::Refuting(mv, None) => texts.looking_at(mv),
            Phase::Refuting(mv, Some(refutation)) => {
                format!("{} {}", texts.not(mv), self.reason(view, Some(refutation)))
            }
            Phase::Refuted(mv, refutation) => {
                format!("{}. {}", texts.not(mv), self.reason(view, refutation.as_ref()))
            }
            Phase::Showing => texts.showing().to_owned(),
            Phase::Done { shown: true } => self.after_solution(view).to_owned(),
            Phase::Done { shown: false } => format!("{} {}", self.praise(view), texts.enter_next()),
        };
        (words, false)
    }

    /// What the help marks on the board.
    fn hint_words(&self, view: &View) -> Option<String> {
        let texts = view.texts.puzzles;
        let mv = self.puzzle.steps.get(self.step)?.right.first()?;
        match (self.help, mv.action.origin()) {
            (0, _) => None,
            (1, Some(from)) => Some(texts.hint_stone(from)),
            (1, None) => {
                let points: Vec<rules::Point> = self.marked().into_iter().collect();
                Some(texts.hint_line(points.first()?, points.last()?))
            }
            _ => Some(texts.hint_move(mv)),
        }
    }

    fn praise(&self, view: &View) -> &'static str {
        let texts = view.texts.puzzles;
        match () {
            () if self.failed && self.is_lesson => texts.solved_late_in_lesson(),
            () if self.failed => texts.solved_late(),
            () if self.with_hint => texts.solved_with_hint(),
            () => texts.solved(),
        }
    }

    fn after_solution(&self, view: &View) -> &'static str {
        let texts = view.texts.puzzles;
        if self.is_lesson { texts.shown_in_lesson() } else { texts.shown() }
    }

    /// Why a try was wrong, from what the refutation proves.
    fn reason(&self, view: &View, refutation: Option<&Refutation>) -> String {
        let (texts, other) = (view.texts.puzzles, view.texts.side(!self.side()));
        let Some(refutation) = refutation else { return texts.not_the_move().to_owned() };
        let reply = refutation.line.first();
        match (self.puzzle.aim, refutation.result, reply) {
            (Aim::Free, _, Some(reply)) => texts.blocks(other, reply),
            (Aim::Mill, _, Some(reply)) => texts.stops_mill(other, reply),
            (Aim::Mill, _, None) => texts.no_mill().to_owned(),
            (Aim::Double, _, Some(reply)) => texts.stops_double(other, reply),
            (Aim::Double, _, None) => texts.no_double().to_owned(),
            (_, Some(Outcome::Draw), Some(reply)) => texts.holds(other, reply),
            (_, Some(Outcome::Loss), Some(reply)) => texts.wins(other, reply),
            (_, Some(Outcome::Win), _) => texts.slower().to_owned(),
            _ => texts.not_the_move().to_owned(),
        }
    }

    /// The few words at the move that refutes a try.
    pub(super) fn verdict_words(&self, view: &View) -> String {
        let texts = view.texts.puzzles;
        let (Phase::Refuting(_, Some(refutation)) | Phase::Refuted(_, Some(refutation))) = &self.phase else {
            return String::new();
        };
        let words = match (self.puzzle.aim, refutation.result) {
            (Aim::Mill | Aim::Double, _) if refutation.line.is_empty() => "",
            (Aim::Mill | Aim::Double, _) => texts.pill_stops(),
            (_, Some(Outcome::Draw)) => texts.pill_holds(),
            (Aim::Free, _) => texts.pill_blocks(),
            (_, Some(Outcome::Loss)) => texts.pill_wins(),
            _ => "",
        };
        words.to_owned()
    }

    /// The card with the task. Takes its room from the rest of the panel.
    pub fn task_ui(&self, ui: &Ui, rest: &mut Rect, full: bool, view: &View) {
        let palette = view.palette;
        let [title, about] = self.task(view);
        let words = format!("{title} {about}");
        let (padding, radius) = if full { (16.0, 16.0) } else { (10.0, 11.0) };
        let indent = 2.0 * radius + padding;
        let width = rest.width() - 2.0 * padding - indent;
        let lay_out = |text: String, weight: Weight, size: f32, color: Color32| {
            ui.painter().layout(text, weight.size(size), color, width)
        };
        let title = lay_out(title, Weight::SemiBold, if full { 16.5 } else { 14.0 }, palette.text);
        let about = lay_out(about, Weight::Regular, if full { 14.0 } else { 12.5 }, palette.text);
        let height = title.size().y + 2.0 + about.size().y;
        let foot = if full { 38.0 } else { 26.0 };
        let rect = Rect::from_min_size(rest.min, vec2(rest.width(), height + 2.0 * padding + foot - 6.0));
        let border = Stroke::new(1.0, palette.card_border);
        ui.painter().rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
        let inner = rect.shrink(padding);
        let stone = pos2(inner.left() + radius, inner.top() + 0.5 * height);
        let look = StoneLook::lying(palette.shadow);
        stones::paint(ui.painter(), stone, radius, &palette.stones[self.side().index()], look);
        let place = pos2(inner.left() + indent, inner.top());
        let below = place + vec2(0.0, title.size().y + 2.0);
        ui.painter().galley(place, title, palette.text);
        ui.painter().galley(below, about, palette.text);
        let line = Rect::from_min_max(pos2(inner.left(), inner.top() + height + 8.0), inner.max + vec2(0.0, 4.0));
        ui.painter().hline(line.x_range(), line.top(), Stroke::new(1.0, palette.hairline));
        self.facts_ui(ui, line, view);
        let response = ui.interact(inner.with_max_y(line.top()), Id::unique("puzzle task"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.as_str()));
        rest.min.y = rect.bottom() + if full { 12.0 } else { 8.0 };
    }

    /// The difficulty as dots, and who flies.
    fn facts_ui(&self, ui: &Ui, line: Rect, view: &View) {
        let (palette, texts) = (view.palette, view.texts.puzzles);
        let row = line.with_min_y(line.top() + 4.0);
        let name = texts.difficulty();
        let width = text_in(ui.painter(), row, Align2::LEFT_CENTER, name, Weight::Regular, 12.5, palette.muted);
        for dot in 0..5u8 {
            let center = pos2(row.left() + width + 14.0 + 16.0 * f32::from(dot), row.center().y);
            if dot < self.puzzle.difficulty {
                ui.painter().circle_filled(center, 5.0, palette.primary);
            } else {
                ui.painter().circle_stroke(center, 4.4, Stroke::new(1.2, palette.muted));
            }
        }
        let response = ui.interact(row, Id::unique("puzzle difficulty"), Sense::hover());
        let words = texts.difficulty_of(self.puzzle.difficulty);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.as_str()));
        let start = &self.puzzle.start;
        let fly = |side| start.may_fly(side);
        let note = match (fly(rules::Color::White), fly(rules::Color::Black)) {
            (true, true) => texts.both_fly().to_owned(),
            (true, false) => texts.flies(view.texts.side(rules::Color::White)),
            (false, true) => texts.flies(view.texts.side(rules::Color::Black)),
            (false, false) => view.texts.board.phase(start.phase(self.side())).to_owned(),
        };
        let free = row.with_min_x(row.left() + width + 96.0);
        if text_width(ui, &note, Weight::Regular, 12.5) <= free.width() {
            text_in(ui.painter(), free, Align2::RIGHT_CENTER, &note, Weight::Regular, 12.5, palette.muted);
        }
    }

    /// The card about the last try, if there is something to say. Takes its room from the rest of the panel.
    pub fn feedback_ui(&mut self, ui: &mut Ui, rest: &mut Rect, full: bool, view: &View) -> Vec<SolvingEvent> {
        let (palette, texts) = (view.palette, view.texts.puzzles);
        let mut events = Vec::new();
        let (wrong, title, words, result) = match &self.phase {
            Phase::Refuting(mv, refutation) | Phase::Refuted(mv, refutation) => {
                let result = match refutation.as_ref().and_then(|refutation| refutation.result) {
                    Some(Outcome::Draw) => texts.draw(),
                    Some(Outcome::Loss) => texts.loss(),
                    _ => "",
                };
                let words = match (&self.phase, refutation) {
                    (Phase::Refuting(mv, None), _) => texts.looking_at(mv),
                    _ => self.reason(view, refutation.as_ref()),
                };
                (true, texts.not(mv), words, result)
            }
            Phase::Done { shown: false } => (false, texts.right().to_owned(), self.praise(view).to_owned(), ""),
            Phase::Done { shown: true } => {
                (false, texts.solution().to_owned(), self.after_solution(view).to_owned(), "")
            }
            _ => return events,
        };
        // A solution that was shown is nobody's success.
        let (ink, icon) = match self.phase {
            Phase::Done { shown: true } => (palette.muted, Icon::Play),
            _ if wrong => (palette.mark_removal, Icon::Cross),
            _ => (palette.mark_move, Icon::Check),
        };
        let padding = if full { 16.0 } else { 10.0 };
        let width = rest.width() - 2.0 * padding;
        let size = if full { 14.0 } else { 12.5 };
        let height = ui.painter().layout(words.clone(), Weight::Regular.size(size), palette.text, width).size().y;
        let buttons = if wrong { 36.0 + 10.0 } else { 0.0 };
        let rect = Rect::from_min_size(rest.min, vec2(rest.width(), 2.0 * padding + 22.0 + 6.0 + height + buttons));
        let border = Stroke::new(1.5, ink);
        ui.painter().rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
        let inner = rect.shrink(padding);
        let head = inner.with_max_y(inner.top() + 22.0);
        let badge = pos2(head.left() + 11.0, head.center().y);
        ui.painter().circle_filled(badge, 11.0, ink);
        icons::paint(ui.painter(), icon, badge, 8.0, palette.card);
        let name = head.with_min_x(head.left() + 32.0);
        text_in(ui.painter(), name, Align2::LEFT_CENTER, &title, Weight::SemiBold, 16.5, palette.text);
        let response = ui.interact(head, Id::unique("puzzle verdict"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, title.as_str()));
        text_in(ui.painter(), name, Align2::RIGHT_CENTER, result, Weight::Medium, 14.0, palette.danger);
        paragraph(ui, inner.with_min_y(head.bottom() + 6.0), &words, size, palette.text);
        if wrong {
            let [again, show] = halves(inner.with_min_y(inner.bottom() - 36.0));
            let face = Face::Text(texts.try_again());
            let tip = texts.try_again_tip();
            if button_at(ui, again, "try again", face, ButtonStyle::Primary, true, tip).clicked() {
                self.try_again();
                ui.ctx().request_repaint();
            }
            let face = Face::Text(texts.show_solution());
            let tip = texts.show_solution_tip();
            if button_at(ui, show, "show solution", face, ButtonStyle::Plain, true, tip).clicked() {
                self.show_solution(view.now, &mut events);
                ui.ctx().request_repaint();
            }
        }
        rest.min.y = rect.bottom() + if full { 16.0 } else { 8.0 };
        events
    }
}
