//! The dialog for setting up a position.

use eframe::egui::{
    self, Align2, CornerRadius, Frame, Id, Margin, Rect, Role, ScrollArea, Sense, Stroke, TextEdit, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};

use super::Wish;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::coordinates;
use crate::app::board::geometry::BoardGeometry;
use crate::app::board::stones::{self, StoneLook};
use crate::app::dialogs::{mark_modal, named_modal, paragraph};
use crate::app::focus;
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::new_game::clock_list_ui;
use crate::app::widgets::{ButtonStyle, Face, button_at, group, segments, stepper, text_in, text_width};
use crate::controller::network::ClockSettings;
use crate::texts::Texts;
use muehle_engine::game::SetUp;
use muehle_engine::rules::{Color, Point, Position};

/// The position that is being set up, the text field beside it, and the clock of the game that begins there.
pub struct SetUpDialog {
    set_up: SetUp,
    clock: Option<ClockSettings>,
    text: String,
    /// What is wrong with the text.
    text_fault: Option<String>,
}

impl SetUpDialog {
    /// A dialog with a position and the clock that was chosen last.
    pub fn new(position: &Position, clock: Option<ClockSettings>) -> SetUpDialog {
        SetUpDialog { set_up: SetUp::from(position), clock, text: position.to_string(), text_fault: None }
    }

    /// What tells it from other dialogs.
    pub fn id() -> Id {
        Id::unique("set up")
    }

    fn changed(&mut self) {
        self.text_fault = None;
        // Stones that no position can have leave the field empty rather than stale.
        self.text = self.set_up.text().unwrap_or_default();
    }

    /// Draws the dialog.
    pub fn ui(&mut self, ui: &mut Ui, view: &View, actions: &mut Actions) {
        let (palette, texts) = (view.palette, view.texts);
        let window = ui.ctx().content_rect();
        let wide = window.width() >= 700.0;
        let padding = if wide { 24.0 } else { 12.0 };
        let most = window.size() - Vec2::splat(2.0 * padding + 16.0);
        let side =
            if wide { (most.x - 300.0).min(most.y - 44.0).min(460.0) } else { (most.x * 0.45).min(most.y - 44.0) };
        let size = vec2(if wide { side + 300.0 } else { most.x }, (side + 44.0).max(f32::min(430.0, most.y)));
        let frame = Frame::NONE
            .fill(palette.dialog)
            .corner_radius(CornerRadius::same(16))
            .inner_margin(Margin::same(padding as i8))
            .stroke(Stroke::new(1.0, palette.card_border));
        let modal = named_modal(Self::id(), texts.setup.title()).frame(frame).backdrop_color(palette.scrim);
        let response = modal.show(ui.ctx(), |ui| {
            mark_modal(ui);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let head = Rect::from_min_size(rect.min, vec2(rect.width() - 36.0, 32.0));
            text_in(ui.painter(), head, Align2::LEFT_CENTER, texts.setup.title(), Weight::SemiBold, 19.0, palette.text);
            let board = Rect::from_min_size(pos2(rect.left(), head.bottom() + 12.0), Vec2::splat(side));
            self.board_ui(ui, board, view, texts);
            let controls = Rect::from_min_max(pos2(board.right() + 20.0, board.top()), rect.max);
            let (form, foot) = controls.split_top_bottom_at_y(controls.bottom() - 40.0);
            if controls.width() < 240.0 {
                // In the smallest windows the fields scroll and the message is below the board.
                let mut child = ui
                    .new_child(UiBuilder::new().id_salt("set up form").max_rect(form.with_max_y(form.bottom() - 8.0)));
                ScrollArea::vertical().id_salt("set up fields").auto_shrink(false).show(&mut child, |ui| {
                    let (fields, _) = ui.allocate_exact_size(vec2(form.width() - 12.0, 370.0), Sense::hover());
                    self.form_ui(ui, fields, view, true);
                    focus::keep_in_sight(ui);
                });
                let below =
                    Rect::from_min_max(pos2(board.left(), board.bottom() + 8.0), pos2(board.right(), rect.bottom()));
                self.message_ui(ui, below, view);
            } else {
                let below = self.form_ui(ui, form, view, false);
                let height = self.message_ui(ui, below, view);
                let below = below.with_min_y(below.top() + height.max(54.0) + 8.0);
                if below.height() > 62.0 {
                    paragraph(ui, below, texts.setup.hint(), 13.0, palette.muted);
                }
            }
            self.footer_ui(ui, foot, view, actions);
            // Last, so that the Tab key comes to the board first.
            let cross = Rect::from_center_size(pos2(rect.right() - 12.0, head.center().y), Vec2::splat(28.0));
            let face = Face::Icon(Icon::Cross, texts.common.close());
            if button_at(ui, cross, "close set up", face, ButtonStyle::Bare, true, texts.tips.close()).clicked() {
                actions.push(Action::Study(Wish::CloseSetUp));
            }
        });
        if response.should_close() && !response.backdrop_response.clicked() {
            actions.push(Action::Study(Wish::CloseSetUp));
        }
    }

    fn board_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View, texts: Texts) {
        let palette = view.board;
        let board = BoardGeometry { plate: rect, flipped: view.settings.flipped };
        let painter = ui.painter().clone();
        painter.rect_filled(rect, CornerRadius::same(8), palette.board);
        for line in board.lines() {
            painter.line_segment(line, Stroke::new(board.line_width(), palette.line));
        }
        coordinates(&painter, board, palette);
        // Larger than on the board of the game, because this board is smaller.
        let radius = 1.15 * board.stone();
        for point in Point::READING_ORDER {
            let response = ui.interact(board.hit_rect(point), Id::unique(("set up", point.index())), Sense::click());
            let stone = self.set_up.stone(point);
            response.widget_info(|| {
                let stone = stone.map_or(texts.setup.empty(), |color| texts.side(color));
                WidgetInfo::labeled(Role::Button, true, format!("{point}, {stone}"))
            });
            let center = board.center(point);
            match stone {
                Some(color) => {
                    let look = StoneLook::lying(palette.shadow);
                    stones::paint(&painter, center, radius, &palette.stones[color.index()], look);
                }
                None => {
                    painter.circle_filled(center, 0.0095 * board.side(), palette.line);
                }
            }
            if response.hovered() || focus::is_shown(&response) {
                painter.circle_stroke(center, 1.2 * radius, Stroke::new(1.5, palette.accent));
            }
            if response.clicked() {
                self.set_up.cycle(point);
                self.changed();
            }
            if response.secondary_clicked() {
                self.set_up.set_stone(point, None);
                self.changed();
            }
        }
    }

    /// The fields; in a narrow column their captions are above them. Returns the room below.
    fn form_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View, narrow: bool) -> Rect {
        let (texts, palette) = (view.texts, view.palette);
        let mut y = rect.top();
        let mut row = |height: f32, gap: f32| {
            let row = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), height));
            y += height + gap;
            row
        };
        let caption = |ui: &Ui, area: Rect, text: &str| {
            text_in(ui.painter(), area, Align2::LEFT_CENTER, text, Weight::Regular, 12.5, palette.muted);
        };
        let mut field = |ui: &Ui, text: &str, width: f32| {
            let words = if narrow { row(18.0, 2.0) } else { row(32.0, 6.0) };
            caption(ui, words, text);
            if narrow { row(32.0, 6.0) } else { words.with_min_x(words.right() - width) }
        };
        for (color, name) in [(Color::White, texts.setup.white_hand()), (Color::Black, texts.setup.black_hand())] {
            let field = field(ui, name, 116.0);
            let hand = u16::from(self.set_up.hand(color));
            if let Some(hand) = stepper(ui, field, ("hand", color.index()), name, hand, (0..=9, 1), true) {
                self.set_up.set_hand(color, hand as u8);
                self.changed();
            }
        }
        let side = field(ui, texts.setup.to_move(), 170.0);
        let words = [texts.common.white(), texts.common.black()];
        let mut sides = group(ui, Role::RadioGroup, texts.setup.to_move());
        if let Some(chosen) = segments(&mut sides, side, "side to move", &words, self.set_up.side().index(), true) {
            self.set_up.set_side(Color::BOTH[chosen]);
            self.changed();
        }
        let clock = field(ui, texts.new_game.clock(), 170.0);
        if let Some(clock) = clock_list_ui(ui, clock, self.clock, view) {
            self.clock = clock;
        }
        row(0.0, 4.0);
        let area = row(32.0, 12.0);
        let half = (area.width() - 8.0) / 2.0;
        let left = Rect::from_min_size(area.min, vec2(half, 32.0));
        let right = Rect::from_min_size(pos2(left.right() + 8.0, area.top()), vec2(half, 32.0));
        let tips = texts.tips;
        let (clear, reset) = (Face::Text(texts.setup.clear()), Face::Text(texts.setup.reset_to_game()));
        if button_at(ui, left, "set up clear", clear, ButtonStyle::Plain, true, tips.clear()).clicked() {
            self.set_up = SetUp::empty();
            self.changed();
        }
        if button_at(ui, right, "set up game", reset, ButtonStyle::Plain, true, tips.reset_to_game()).clicked() {
            *self = SetUpDialog::new(view.controller.position(), self.clock);
        }
        let head = row(22.0, 2.0);
        caption(ui, head, texts.setup.as_text());
        let width = text_width(ui, texts.setup.apply(), Weight::SemiBold, 13.0) + 10.0;
        let apply = head.with_min_x(head.right() - width);
        // Even the longest position is seen as a whole.
        let field = row(60.0, 8.0);
        let edit = TextEdit::multiline(&mut self.text)
            .id(Id::unique("set up text"))
            .font(Weight::Regular.size(12.0))
            .char_limit(400)
            .return_key(None)
            .desired_rows(3)
            .margin(vec2(8.0, 6.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt("set up text area").max_rect(field));
        let response = child.add_sized(field.size(), edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.setup.as_text()));
        let enter = response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let face = Face::Text(texts.setup.apply());
        if button_at(ui, apply, "set up apply", face, ButtonStyle::Link, true, tips.apply_text()).clicked() || enter {
            match self.text.trim().parse::<Position>() {
                Ok(position) => *self = SetUpDialog::new(&position, self.clock),
                Err(error) => self.text_fault = Some(view.texts.position_error(&error)),
            }
        }
        row(0.0, 0.0).with_max_y(rect.bottom())
    }

    /// Whether a game can start from the position. Returns the height of the words.
    fn message_ui(&self, ui: &Ui, rect: Rect, view: &View) -> f32 {
        let (texts, palette) = (view.texts, view.palette);
        let (words, color) = match (&self.text_fault, self.set_up.position(), self.set_up.oddity()) {
            (Some(fault), ..) => (fault.clone(), palette.danger),
            (None, Err(fault), _) => (texts.set_up_fault(fault), palette.danger),
            (None, Ok(_), Some(oddity)) => (texts.set_up_oddity(oddity).to_owned(), palette.muted),
            (None, Ok(_), None) => (texts.setup.ready().to_owned(), palette.muted),
        };
        paragraph(ui, rect, &words, 13.0, color)
    }

    fn footer_ui(&self, ui: &mut Ui, foot: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let cancel = text_width(ui, texts.common.cancel(), Weight::Medium, 14.0) + 20.0;
        let left = Rect::from_min_size(foot.min, vec2(cancel.max(0.36 * foot.width()), 40.0));
        let right = Rect::from_min_max(pos2(left.right() + 8.0, foot.top()), foot.max);
        let (cancel, play) = (Face::Text(texts.common.cancel()), Face::Text(texts.setup.play()));
        if button_at(ui, left, "set up cancel", cancel, ButtonStyle::Plain, true, texts.tips.cancel()).clicked() {
            actions.push(Action::Study(Wish::CloseSetUp));
        }
        let position = self.set_up.position();
        let (able, tip) = (position.is_ok(), texts.tips.play_from_position());
        if button_at(ui, right, "set up play", play, ButtonStyle::Primary, able, tip).clicked()
            && let Ok(position) = position
        {
            let clock = self.clock;
            actions.push(view.set(|settings| settings.clock = clock));
            actions.push(Action::Study(Wish::CloseSetUp));
            actions.push(Action::Leave(crate::app::actions::Leaving::SetUp(position)));
        }
    }
}
