//! The panel while a game is reviewed: accuracy of both sides, the moves with their marks, the shown move, the graph.

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{PanelState, evaluation, moves, take_bottom, take_top, verdict};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::layout::PanelStyle;
use crate::app::review::{self, color};
use crate::app::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use crate::controller::{Command, Look};
use muehle_engine::review::{Class, Summary};
use muehle_engine::rules::Color;

/// The height of the card of a side, and of a small one.
const CARD: f32 = 88.0;
const SMALL_CARD: f32 = 50.0;

/// Draws the panel's content.
pub(super) fn review_ui(
    ui: &mut Ui,
    panel: Rect,
    style: PanelStyle,
    below: Color,
    view: &View,
    state: &mut PanelState,
    actions: &mut Actions,
) {
    let summary = Summary::of(view.review.moves().iter().map(|reviewed| &reviewed.judged));
    let mut rest = panel.shrink(if style == PanelStyle::Full { 16.0 } else { 10.0 });
    match style {
        PanelStyle::Full => {
            side_ui(ui, take_top(&mut rest, CARD, 12.0), !below, &summary, view, actions);
            side_ui(ui, take_bottom(&mut rest, CARD, 14.0), below, &summary, view, actions);
        }
        PanelStyle::Narrow => {
            side_ui(ui, take_top(&mut rest, SMALL_CARD, 8.0), !below, &summary, view, actions);
            side_ui(ui, take_bottom(&mut rest, SMALL_CARD, 8.0), below, &summary, view, actions);
        }
        PanelStyle::Below => {
            let row = take_top(&mut rest, SMALL_CARD, 8.0);
            for (rect, side) in halves(row).into_iter().zip([below, !below]) {
                side_ui(ui, rect, side, &summary, view, actions);
            }
        }
    }
    let small = style != PanelStyle::Full;
    if style == PanelStyle::Below {
        let [left, right] = halves(rest);
        moves::moves_ui(ui, left, moves::Size::Small, view, state, actions);
        return verdict::verdict_ui(ui, right, small, &summary, view, actions);
    }
    let wanted = verdict::height(ui, rest.width(), small, &summary, view);
    // In a low panel the shown move has what it needs; the list gets what is left.
    let height = wanted.min(rest.height());
    if style == PanelStyle::Full && view.settings.show_evaluation && rest.height() > height + 300.0 {
        evaluation::evaluation_ui(ui, take_bottom(&mut rest, 126.0, 14.0), view, actions);
    }
    verdict::verdict_ui(
        ui,
        take_bottom(&mut rest, height, if small { 8.0 } else { 14.0 }),
        small,
        &summary,
        view,
        actions,
    );
    let size = if small { moves::Size::Small } else { moves::Size::Large };
    if rest.height() > if small { 60.0 } else { 26.0 } {
        moves::moves_ui(ui, rest, size, view, state, actions);
    }
}

/// The accuracy of a side, its faults, and where the game turned.
fn side_ui(ui: &mut Ui, rect: Rect, side: Color, summary: &Summary, view: &View, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts.review);
    let small = rect.height() < CARD;
    let painter = ui.painter().clone();
    let border = Stroke::new(1.0, palette.card_border);
    painter.rect(rect, CornerRadius::same(if small { 10 } else { 12 }), palette.card, border, StrokeKind::Inside);
    let inner = rect.shrink2(if small { vec2(10.0, 5.0) } else { vec2(14.0, 10.0) });
    let radius = if small { 9.0 } else { 17.0 };
    let stone = pos2(inner.left() + radius, inner.top() + if small { 10.0 } else { 22.0 });
    stones::paint(&painter, stone, radius, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
    let left = stone.x + radius + if small { 8.0 } else { 14.0 };
    let row =
        |top: f32| Rect::from_min_max(pos2(left, inner.top() + top), pos2(inner.right(), inner.top() + top + 20.0));
    let percent = texts.percent(summary.accuracy[side.index()]);
    let size = if small { 14.0 } else { 19.0 };
    let width = text_in(&painter, row(0.0), Align2::RIGHT_CENTER, &percent, Weight::SemiBold, size, palette.text);
    let name = view.name(side);
    let room = row(0.0).with_max_x(inner.right() - width - 8.0);
    let size = if small { 13.5 } else { 16.5 };
    text_in(&painter, room, Align2::LEFT_CENTER, &name, Weight::SemiBold, size, palette.text);
    let faults = summary.faults[side.index()];
    let last = if small { row(20.0).with_min_x(inner.left()) } else { row(46.0) };
    if !small {
        let caption = row(21.0);
        text_in(&painter, caption, Align2::RIGHT_CENTER, texts.accuracy(), Weight::Regular, 12.5, palette.muted);
        let kind = view.texts.kind(view.controller.seat(side));
        let width = text_width(ui, texts.accuracy(), Weight::Regular, 12.5);
        let room = caption.with_max_x(caption.right() - width - 8.0);
        text_in(&painter, room, Align2::LEFT_CENTER, &kind, Weight::Regular, 12.5, palette.muted);
    }
    let mut x = last.left() + 10.0;
    for (class, count) in Class::FAULTS.into_iter().zip(faults) {
        let center = pos2(x, last.center().y);
        review::mark(&painter, class, center, 8.0, true, palette);
        let place = Rect::from_min_max(pos2(x + 14.0, last.top()), last.max);
        let ink = if count > 0 { color(class, palette) } else { palette.muted };
        text_in(&painter, place, Align2::LEFT_CENTER, &count.to_string(), Weight::SemiBold, 13.0, ink);
        x += 40.0;
    }
    let response = ui.interact(rect, Id::unique(("reviewed", side.index())), Sense::hover());
    let [inaccuracies, mistakes, blunders] = faults;
    response.widget_info(|| {
        let label = texts.card(view.texts.side(side), &name, &percent, inaccuracies, mistakes, blunders);
        WidgetInfo::labeled(Role::Label, true, label)
    });
    let phases = view.texts.mistakes_by_phase(|phase| summary.by_phase[side.index()][phase as usize]);
    let counted = match summary.counted[side.index()] {
        0 => texts.counted_none().to_owned(),
        1 => texts.counted_one().to_owned(),
        count => texts.counted(count),
    };
    response.on_hover_text(format!("{phases}\n{}\n{counted}", texts.accuracy_tip()));
    // The turning point belongs to the side that made it.
    let turning = summary.turning_point.and_then(|place| view.review.moves().get(place));
    if let Some(reviewed) = turning.filter(|reviewed| reviewed.judged.side == side) {
        let game = view.controller.game();
        let offset = usize::from(game.start().side_to_move() == Color::Black);
        let number = (game.tree().node(reviewed.node).ply() + offset).div_ceil(2);
        let word = if small { texts.turning_point_word(number) } else { texts.turning_point(number) };
        let width = (text_width(ui, &word, Weight::SemiBold, 13.0) + 8.0).min(last.right() - x + 16.0);
        let place = Rect::from_min_max(pos2(last.right() - width, last.top() - 3.0), last.max + vec2(4.0, 3.0));
        let face = Face::Text(&word);
        let tip = texts.turning_point_tip();
        if button_at(ui, place, "turning point", face, ButtonStyle::Link, true, tip).clicked() {
            actions.push(Action::Do(Command::Look(Look::At(reviewed.node))));
        }
    }
}
