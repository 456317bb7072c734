//! A player's card: stone, name, kind, clock, stones in hand or on the board, and what was captured.

use std::time::Duration;

use eframe::egui::{
    Align2, CornerRadius, Id, Rect, Role, Sense, Shadow, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::board::round;
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::widgets::{text_in, text_width};
use crate::controller::TENTHS_BELOW;
use crate::texts::Language;
use muehle_engine::rules::{Color, Position};

/// How much room a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// In the full panel.
    Large,
    /// In the rail and below the board.
    Small,
}

struct Measures {
    padding: f32,
    stone: f32,
    name: f32,
    kind: f32,
    clock: f32,
    caption: f32,
    rounding: u8,
    first_row: f32,
    second_row: f32,
    third_row: f32,
    hand_radius: f32,
}

impl Size {
    fn measures(self) -> Measures {
        match self {
            Size::Large => Measures {
                padding: 16.0,
                stone: 17.0,
                name: 16.5,
                kind: 13.0,
                clock: 19.0,
                caption: 12.5,
                rounding: 12,
                first_row: 25.0,
                second_row: 46.0,
                third_row: 89.0,
                hand_radius: 11.0,
            },
            Size::Small => Measures {
                padding: 12.0,
                stone: 12.0,
                name: 14.0,
                kind: 12.0,
                clock: 15.0,
                caption: 12.0,
                rounding: 10,
                first_row: 17.0,
                second_row: 34.0,
                third_row: 58.0,
                hand_radius: 7.5,
            },
        }
    }
}

/// `5:03`, or `1:02:03` for an hour or more.
pub fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Time that runs out: the last second has begun when it is shown, and the last ten have tenths.
fn countdown_text(left: Duration, language: Language) -> String {
    if left < TENTHS_BELOW {
        let tenths = format!("0:{:02}.{}", left.as_secs(), left.subsec_millis() / 100);
        return language.localized(&tenths);
    }
    clock_text(Duration::from_secs(left.as_millis().div_ceil(1000) as u64))
}

/// The note beside name and clock.
enum Note {
    Thinking,
    YourMove,
    ToMove,
    Won,
    Drawn,
    None,
}

fn note(side: Color, view: &View) -> Note {
    let controller = view.controller;
    match controller.outcome() {
        Some(outcome) => match outcome.winner() {
            Some(winner) if winner == side => Note::Won,
            Some(_) => Note::None,
            None => Note::Drawn,
        },
        None if controller.game().side_to_move() != side => Note::None,
        None if controller.seat(side).is_human() => {
            if controller.only_person().is_some() {
                Note::YourMove
            } else {
                Note::ToMove
            }
        }
        None if view.shows_thinking() => Note::Thinking,
        None => Note::ToMove,
    }
}

/// Draws the card of a side.
pub fn card_ui(ui: &mut Ui, rect: Rect, side: Color, size: Size, view: &View) {
    let (palette, texts, controller) = (view.palette, view.texts, view.controller);
    let m = size.measures();
    let painter = ui.painter().clone();
    let note = note(side, view);
    let active = controller.outcome().is_none() && controller.game().side_to_move() == side;
    let rounding = CornerRadius::same(m.rounding);
    if active {
        let shadow = Shadow { offset: [0, 2], blur: 8, spread: 0, color: palette.shadow.gamma_multiply(0.25) };
        painter.add(shadow.as_shape(rect, rounding));
    }
    let border = if active { Stroke::new(1.5, palette.accent) } else { Stroke::new(1.0, palette.card_border) };
    painter.rect(rect, rounding, palette.card, border, StrokeKind::Inside);
    let (left, right) = (rect.left() + m.padding, rect.right() - m.padding);
    let stone = pos2(
        left + m.stone - if size == Size::Large { 1.0 } else { 2.0 },
        rect.top() + (m.first_row + m.second_row) / 2.0 - 2.0,
    );
    stones::paint(&painter, stone, m.stone, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
    let text_left = left + 2.0 * m.stone + if size == Size::Large { 12.0 } else { 6.0 };
    let line = |y: f32, from: f32, to: f32| {
        Rect::from_min_max(pos2(from, rect.top() + y - 12.0), pos2(to, rect.top() + y + 12.0))
    };
    let time_left = controller.time_left(side);
    let clock = time_left
        .map_or_else(|| clock_text(controller.clocks().used(side)), |left| countdown_text(left, view.texts.language));
    let hurries = time_left.is_some_and(|left| left < TENTHS_BELOW);
    let clock_width = text_in(
        &painter,
        line(m.first_row, left, right),
        Align2::RIGHT_CENTER,
        &clock,
        Weight::SemiBold,
        m.clock,
        if hurries { palette.danger } else { palette.text },
    );
    let name = view.name(side);
    text_in(
        &painter,
        line(m.first_row, text_left, right - clock_width - 8.0),
        Align2::LEFT_CENTER,
        &name,
        Weight::SemiBold,
        m.name,
        palette.text,
    );
    let words = match note {
        Note::Thinking => texts.panel.thinking(),
        Note::YourMove => texts.panel.your_move(),
        Note::ToMove => texts.panel.to_move(),
        Note::Won => texts.panel.won(),
        Note::Drawn => texts.panel.drawn(),
        Note::None => "",
    };
    let kind = texts.kind(controller.seat(side));
    let second = line(m.second_row, text_left, right);
    let thinking = matches!(note, Note::Thinking);
    match size {
        Size::Large => {
            let dots = if thinking { 26.0 } else { 0.0 };
            let area = Rect::from_min_max(second.min, pos2(second.right() - dots, second.bottom()));
            let width = text_in(&painter, area, Align2::RIGHT_CENTER, words, Weight::SemiBold, 12.5, palette.accent);
            if thinking {
                dots_ui(ui, pos2(second.right() - 18.0, second.center().y + 2.0), view);
            }
            let kind_right = second.right() - width - dots - if width > 0.0 { 8.0 } else { 0.0 };
            let area = Rect::from_min_max(second.min, pos2(kind_right, second.bottom()));
            text_in(&painter, area, Align2::LEFT_CENTER, &kind, Weight::Regular, m.kind, palette.muted);
            painter.hline(left..=right, rect.top() + 65.5, Stroke::new(1.0, palette.hairline));
        }
        Size::Small => {
            let (text, weight, color) = if words.is_empty() {
                (kind.as_str(), Weight::Regular, palette.muted)
            } else {
                (words, Weight::SemiBold, palette.accent)
            };
            let width = text_in(&painter, second, Align2::LEFT_CENTER, text, weight, m.kind, color);
            if thinking {
                dots_ui(ui, pos2(second.left() + width + 10.0, second.center().y + 2.0), view);
            }
        }
    }
    let position = controller.position();
    third_row(ui, line(m.third_row, left, right), side, &m, position, view);
    let response = ui.interact(rect, Id::unique(("card", side.index())), Sense::hover());
    response.widget_info(|| {
        let (hand, stones) = (view.hand(side), view.on_board(side));
        let mut label = texts.panel.card(texts.side(side), &name, &kind, &clock, hand, stones);
        if !words.is_empty() {
            label = format!("{label}. {words}");
        }
        WidgetInfo::labeled(Role::Label, true, label)
    });
}

/// Three blinking dots, slow enough to cost nothing.
fn dots_ui(ui: &Ui, first: eframe::egui::Pos2, view: &View) {
    const BEAT: f64 = 0.4;
    let lit = if view.settings.moves() { (view.now / BEAT) as usize % 3 } else { 2 };
    for i in 0..3 {
        let alpha = [1.0, 0.65, 0.35][(3 + lit - i) % 3];
        let center = first + vec2(8.0 * i as f32, 0.0);
        round::filled(ui.painter(), center, 2.0, view.palette.accent.gamma_multiply(alpha));
    }
    if view.settings.moves() {
        ui.ctx().request_repaint_after_secs((BEAT - view.now % BEAT) as f32 + 0.005);
    }
}

/// Stones in hand, or their number on the board; on the right what this side has captured.
fn third_row(ui: &Ui, row: Rect, side: Color, m: &Measures, position: &Position, view: &View) {
    let (palette, texts) = (view.palette, view.texts.panel);
    let painter = ui.painter();
    let center = row.center().y;
    let look = StoneLook::lying(palette.shadow.gamma_multiply(0.7));
    let captured = captured_by(side, position);
    let small = m.hand_radius < 10.0;
    let radius = match captured {
        6.. if small => 5.0,
        _ if small => 7.5,
        6.. => 7.5,
        _ => 9.5,
    };
    let pitch = radius * 2.0 + if small { 1.5 } else { 2.0 };
    let mut right = row.right();
    if captured > 0 {
        for i in 0..captured {
            let place = pos2(right - radius - i as f32 * pitch, center);
            stones::paint(painter, place, radius, &palette.stones[(!side).index()], look);
        }
        right -= captured as f32 * pitch + 6.0;
    }
    let hand = view.hand(side);
    let caption = if hand > 0 { texts.in_hand() } else { texts.on_board() };
    let caption_width = text_in(painter, row, Align2::LEFT_CENTER, caption, Weight::Regular, m.caption, palette.muted);
    let mut left = row.left() + caption_width + 10.0;
    if hand > 0 {
        // The hand is drawn as stones, closer together if the captured ones need the room.
        let room = (right - left - if captured > 0 { 4.0 } else { 0.0 }).max(1.0);
        let pitch = (2.0 * m.hand_radius + 3.0).min((room - 2.0 * m.hand_radius) / f32::from((hand - 1).max(1)));
        for i in 0..hand {
            let place = pos2(left + m.hand_radius + f32::from(i) * pitch, center);
            stones::paint(painter, place, m.hand_radius, &palette.stones[side.index()], look);
        }
        left += f32::from(hand - 1) * pitch + 2.0 * m.hand_radius;
    } else {
        let count = view.on_board(side).to_string();
        left += text_in(
            painter,
            Rect::from_min_max(pos2(left, row.top()), row.max),
            Align2::LEFT_CENTER,
            &count,
            Weight::SemiBold,
            14.0,
            palette.text,
        );
    }
    let room = right - left - 12.0;
    if captured > 0 && text_width(ui, texts.captured(), Weight::Regular, m.caption) <= room {
        let area = Rect::from_min_max(pos2(left, row.top()), pos2(right - 2.0, row.bottom()));
        text_in(painter, area, Align2::RIGHT_CENTER, texts.captured(), Weight::Regular, m.caption, palette.muted);
    }
}

/// How many stones a side has captured.
fn captured_by(side: Color, position: &Position) -> usize {
    usize::from(Position::STONES) - position.total(!side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_as_one_expects() {
        assert_eq!(clock_text(Duration::from_millis(59_999)), "0:59");
        assert_eq!(clock_text(Duration::from_secs(303)), "5:03");
        assert_eq!(clock_text(Duration::from_secs(3723)), "1:02:03");
        let text = |ms| countdown_text(Duration::from_millis(ms), Language::English);
        let left = [300_000, 299_001, 10_000, 9_999, 99].map(text);
        assert_eq!(left, ["5:00", "5:00", "0:10", "0:09.9", "0:00.0"]);
        assert_eq!(countdown_text(Duration::from_millis(9_999), Language::German), "0:09,9");
    }
}
