//! The running game beside a page: a small board, whose turn it is, and the way back.

use eframe::egui::{Align2, CursorIcon, Id, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::Page;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::Diagram;
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use muehle_engine::rules::Position;

/// The small board.
pub struct YourGame {
    diagram: Diagram,
}

impl Default for YourGame {
    fn default() -> YourGame {
        YourGame { diagram: Diagram::new(Position::START) }
    }
}

impl YourGame {
    /// The height it takes at a width.
    pub fn height(width: f32) -> f32 {
        30.0 + width.min(320.0) + 52.0
    }

    /// Draws it at the top of an area.
    pub fn ui(&mut self, ui: &mut Ui, area: Rect, view: &View, actions: &mut Actions) {
        let (palette, texts, controller) = (view.palette, view.texts, view.controller);
        let side = area.width().min(320.0);
        let head = Rect::from_min_size(area.min, vec2(side, 20.0));
        let title = texts.pages.your_game();
        text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
        let link = texts.pages.to_the_game();
        let width = text_width(ui, link, Weight::SemiBold, 13.0) + 8.0;
        let place = Rect::from_center_size(pos2(head.right() + 4.0 - width / 2.0, head.center().y), vec2(width, 26.0));
        let tip = texts.tips.to_the_game();
        let mut back = button_at(ui, place, "to the game", Face::Text(link), ButtonStyle::Link, true, tip).clicked();
        let node = controller.game().tree().node(controller.game().current());
        self.diagram.position = node.position;
        self.diagram.last = node.mv.filter(|_| view.settings.mark_last_move);
        self.diagram.flipped = view.settings.flipped;
        let plate = Rect::from_min_size(pos2(head.left(), head.bottom() + 10.0), Vec2::splat(side));
        self.diagram.paint(ui.painter(), plate, view.board);
        let response = ui.interact(plate, Id::unique("your game"), Sense::click());
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        let words = texts.pages.your_board(node.position);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        back |= response.on_hover_text(tip).clicked();
        if back {
            actions.push(Action::GoTo(Page::Play));
        }
        let line = Rect::from_min_size(pos2(head.left(), plate.bottom() + 8.0), vec2(side, 24.0));
        // A finished game shows who won, in a few words: there is only one line.
        let outcome = controller.outcome();
        let turn = controller.game().side_to_move();
        let stone_of = outcome.and_then(|outcome| outcome.winner()).unwrap_or(turn);
        let stone = pos2(line.left() + 9.0, line.center().y);
        let look = StoneLook::lying(palette.shadow);
        stones::paint(ui.painter(), stone, 9.0, &palette.stones[stone_of.index()], look);
        let may_act = controller.may_act().is_ok();
        let state = match outcome {
            Some(outcome) => texts.outcome_title(outcome, controller.only_person()),
            None if may_act && controller.only_person().is_some() => texts.panel.your_move().to_owned(),
            None => texts.status.other(view.name(turn)),
        };
        let ink = if may_act { palette.accent } else { palette.text };
        let words = line.with_min_x(line.left() + 28.0);
        text_in(ui.painter(), words, Align2::LEFT_CENTER, &state, Weight::SemiBold, 13.0, ink);
        let response = ui.interact(words, Id::unique("your turn"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &state));
        ui.painter().hline(line.x_range(), line.bottom() + 8.5, Stroke::new(1.0, palette.hairline));
    }
}
