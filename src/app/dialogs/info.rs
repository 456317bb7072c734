//! Things to read: the keys, the rules, what this program is.

use eframe::egui::{Align2, Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::fonts::Weight;
use crate::app::texts::fill;
use crate::app::widgets::text_in;

/// Draws a text with a button to close it.
pub fn info_ui(ui: &mut Ui, body: Rect, kind: DialogKind, view: &View, actions: &mut Actions) {
    let (texts, palette) = (view.texts, view.palette);
    let row = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
    let area = Rect::from_min_max(body.min, pos2(body.right(), row.top() - 12.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("info").max_rect(area));
    ScrollArea::vertical().id_salt("info text").auto_shrink(false).show(&mut child, |ui| match kind {
        DialogKind::Keys => {
            for line in texts.keys_text.lines() {
                let Some((keys, meaning)) = line.split_once('\t') else { continue };
                let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - 12.0, 18.0), Sense::hover());
                let left = Rect::from_min_size(rect.min, vec2(140.0, rect.height()));
                text_in(ui.painter(), left, Align2::LEFT_CENTER, keys, Weight::SemiBold, 13.0, palette.text);
                let right = Rect::from_min_max(pos2(left.right() + 8.0, rect.top()), rect.max);
                text_in(ui.painter(), right, Align2::LEFT_CENTER, meaning, Weight::Regular, 13.0, palette.text);
            }
        }
        _ => {
            let text = match kind {
                DialogKind::HowToPlay => texts.how_text.to_owned(),
                _ => fill(texts.about_text, &[("version", env!("CARGO_PKG_VERSION"))]),
            };
            let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width() - 12.0, 10.0));
            let height = paragraph(ui, rect, &text, 14.0, palette.text);
            ui.allocate_exact_size(vec2(rect.width(), height), Sense::hover());
        }
    });
    if footer_ui(ui, row, &[texts.close]).is_some() {
        actions.push(Action::CloseDialog);
    }
}
