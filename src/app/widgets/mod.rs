//! Buttons and fields of the design. All can be reached with the keyboard and have names for screen readers.

mod numbers;

pub use numbers::{Scale, slider, stepper};

use eframe::egui::{
    Align2, Color32, ComboBox, CornerRadius, CursorIcon, Id, Painter, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::focus;
use super::fonts::Weight;
use super::icons::{self, Icon};
use super::theme::{self, Palette};

/// Text is never shrunk below this size.
const SMALLEST_TEXT: f32 = 10.5;

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The main button.
    Primary,
    /// The others.
    Plain,
    /// Only text, in the accent colour.
    Link,
    /// Only an icon.
    Bare,
}

/// What a button shows.
#[derive(Clone, Copy, Debug)]
pub enum Face<'a> {
    /// Text.
    Text(&'a str),
    /// An icon and its name.
    Icon(Icon, &'a str),
}

/// A button at a place. Its tooltip says what it does and names its keys; that of an icon may be just its name.
pub fn button_at(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    face: Face,
    style: ButtonStyle,
    enabled: bool,
    tip: &str,
) -> Response {
    let (Face::Text(name) | Face::Icon(_, name)) = face;
    let response = bare_button(ui, rect, id, face, style, enabled).on_hover_text(tip);
    if tip == name {
        // Once is enough to hear.
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.clear_description();
            node.set_tooltip(tip);
        });
    }
    response
}

fn bare_button(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    face: Face,
    style: ButtonStyle,
    enabled: bool,
) -> Response {
    let palette = theme::of(ui);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let mut response = ui.interact(rect, Id::unique(("button", id)), sense);
    let (Face::Text(name) | Face::Icon(_, name)) = face;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    if enabled {
        response = response.on_hover_cursor(CursorIcon::PointingHand);
    }
    if ui.is_rect_visible(rect) {
        paint_button(ui.painter(), rect, face, style, enabled, &response, palette);
    }
    response
}

fn paint_button(
    painter: &Painter,
    rect: Rect,
    face: Face,
    style: ButtonStyle,
    enabled: bool,
    response: &Response,
    palette: &Palette,
) {
    let hovered = enabled && (response.hovered() || focus::is_shown(response));
    let pressed = enabled && response.is_pointer_button_down_on();
    let rounding = CornerRadius::same(if rect.width() < 32.0 { 6 } else { 8 });
    let (fill, border, ink) = match style {
        ButtonStyle::Primary if enabled => {
            (if hovered { palette.primary_hover } else { palette.primary }, Color32::TRANSPARENT, palette.primary_text)
        }
        ButtonStyle::Link => (Color32::TRANSPARENT, Color32::TRANSPARENT, palette.accent),
        ButtonStyle::Bare if !hovered => (Color32::TRANSPARENT, Color32::TRANSPARENT, palette.muted),
        _ if pressed => (palette.button_border, palette.button_border, palette.text),
        _ if hovered => (palette.button_hover, palette.button_border, palette.text),
        _ => (palette.button, palette.button_border, if enabled { palette.text } else { palette.disabled }),
    };
    painter.rect(rect, rounding, fill, Stroke::new(1.0, border), StrokeKind::Inside);
    focus_ring(painter, rect, rounding, response, palette);
    match face {
        Face::Text(text) => {
            let (weight, size) = match style {
                ButtonStyle::Primary => (Weight::SemiBold, 14.5),
                ButtonStyle::Link => (Weight::SemiBold, 13.0),
                ButtonStyle::Plain | ButtonStyle::Bare => {
                    (Weight::Medium, if rect.height() >= 38.0 { 14.0 } else { 13.0 })
                }
            };
            text_in(painter, rect.shrink2(vec2(4.0, 0.0)), Align2::CENTER_CENTER, text, weight, size, ink);
        }
        Face::Icon(icon, _) => icons::paint(painter, icon, rect.center(), 8.0, ink),
    }
}

/// The ring around what has the keyboard focus.
pub fn focus_ring(painter: &Painter, rect: Rect, rounding: CornerRadius, response: &Response, palette: &Palette) {
    if focus::is_shown(response) {
        let rounding = CornerRadius::same(rounding.nw.saturating_add(2));
        painter.rect_stroke(rect.expand(2.0), rounding, Stroke::new(2.0, palette.accent), StrokeKind::Outside);
    }
}

/// Both halves of a row, with the usual gap between them.
pub fn halves(row: Rect) -> [Rect; 2] {
    let (left, right) = row.split_left_right_at_fraction(0.5);
    [left.with_max_x(left.right() - 4.0), right.with_min_x(right.left() + 4.0)]
}

/// A line of text in a box. If it is too long it is drawn a little smaller, and cut with an ellipsis if that is not
/// enough. Returns its width.
pub fn text_in(
    painter: &Painter,
    rect: Rect,
    align: Align2,
    text: &str,
    weight: Weight,
    size: f32,
    color: Color32,
) -> f32 {
    use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
    let lay_out = |size: f32| {
        let format = TextFormat { font_id: weight.size(size), color, ..TextFormat::default() };
        let mut job = LayoutJob::single_section(text.to_owned(), format);
        let max_width = rect.width().max(1.0);
        job.wrap = TextWrapping { max_width, max_rows: 1, break_anywhere: true, ..TextWrapping::default() };
        painter.layout_job(job)
    };
    let mut galley = lay_out(size);
    for share in [0.94, 0.88, 0.82] {
        if !galley.elided || share * size < SMALLEST_TEXT {
            break;
        }
        galley = lay_out(share * size);
    }
    let place = align.align_size_within_rect(galley.size(), rect);
    painter.galley(place.min, galley.clone(), color);
    galley.size().x
}

/// The width of a text.
pub fn text_width(ui: &Ui, text: &str, weight: Weight, size: f32) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), weight.size(size), Color32::PLACEHOLDER).size().x
}

/// The place for controls that belong together, with a name that screen readers say on entering it.
pub fn group(ui: &mut Ui, role: Role, name: &str) -> Ui {
    let builder = UiBuilder::new().id_salt(("group", name)).accessibility_role(role).accessibility_label(name);
    ui.new_child(builder.max_rect(ui.max_rect()))
}

/// Two or more choices side by side. Returns the one that was chosen now.
pub fn segments(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    words: &[&str],
    chosen: usize,
    enabled: bool,
) -> Option<usize> {
    let palette = theme::of(ui);
    let painter = ui.painter().clone();
    painter.rect_filled(rect, CornerRadius::same(8), palette.well);
    let (widths, size) = segment_widths(ui, rect.width(), words);
    let mut left = rect.left();
    let mut clicked = None;
    for (i, (word, width)) in words.iter().zip(widths).enumerate() {
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
        left += width;
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(part, Id::unique(("segment", &id, i)), sense);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, enabled, i == chosen, *word));
        if chosen_now(ui, &response) {
            clicked = Some(i);
        }
        let inner = part.shrink(3.0);
        let rounding = CornerRadius::same(6);
        if i == chosen {
            let border = if enabled { palette.button_border } else { Color32::TRANSPARENT };
            let fill = if palette.dark { palette.button_hover } else { palette.card };
            painter.rect(inner, rounding, fill, Stroke::new(1.0, border), StrokeKind::Inside);
        }
        focus_ring(&painter, inner, rounding, &response, palette);
        let ink = match (enabled, i == chosen) {
            (false, _) => palette.disabled,
            (true, true) => palette.text,
            (true, false) => palette.muted,
        };
        let weight = if i == chosen { Weight::Medium } else { Weight::Regular };
        text_in(&painter, inner.shrink(2.0), Align2::CENTER_CENTER, word, weight, size, ink);
    }
    clicked
}

/// How a row is shared out, and the size of its letters: equally, or where a word would not fit, by the length of the
/// words; smaller where that is not enough.
fn segment_widths(ui: &Ui, width: f32, words: &[&str]) -> (Vec<f32>, f32) {
    let count = words.len() as f32;
    let needed = |size: f32| -> Vec<f32> {
        words.iter().map(|word| text_width(ui, word, Weight::Medium, size) + 11.0).collect()
    };
    let usual = needed(13.5);
    if usual.iter().all(|needed| *needed <= width / count) {
        return (vec![width / count; words.len()], 13.5);
    }
    let fits = usual.iter().sum::<f32>() <= width;
    let (needed, size) = if fits { (usual, 13.5) } else { (needed(12.0), 12.0) };
    let spare = (width - needed.iter().sum::<f32>()) / count;
    (needed.into_iter().map(|needed| needed + spare).collect(), size)
}

/// Whether a choice was made now. This frame still shows the old one, so another frame is requested.
fn chosen_now(ui: &Ui, response: &Response) -> bool {
    if response.clicked() {
        ui.ctx().request_repaint();
    }
    response.clicked()
}

/// A radio button. Returns whether it was chosen now.
pub fn radio(ui: &mut Ui, rect: Rect, id: impl std::hash::Hash + std::fmt::Debug, word: &str, chosen: bool) -> bool {
    let palette = theme::of(ui);
    let response =
        ui.interact(rect, Id::unique(("radio", id)), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, word));
    let painter = ui.painter();
    let center = pos2(rect.left() + 9.0, rect.center().y);
    let (color, width) = if chosen { (palette.accent, 2.0) } else { (palette.muted, 1.3) };
    painter.circle(center, 8.5, palette.field, Stroke::new(width, color));
    if chosen {
        painter.circle_filled(center, 4.6, palette.accent);
    }
    focus_ring(painter, rect, CornerRadius::same(6), &response, palette);
    let weight = if chosen { Weight::Medium } else { Weight::Regular };
    let text = Rect::from_min_max(pos2(rect.left() + 28.0, rect.top()), rect.max);
    text_in(painter, text, Align2::LEFT_CENTER, word, weight, 14.0, palette.text);
    chosen_now(ui, &response)
}

/// A check box. Returns whether it was switched now.
pub fn check(ui: &mut Ui, rect: Rect, id: impl std::hash::Hash + std::fmt::Debug, word: &str, on: bool) -> bool {
    check_with_tip(ui, rect, id, word, on, "")
}

/// A check box whose tooltip says more than its name.
pub fn check_with_tip(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    word: &str,
    on: bool,
    tip: &str,
) -> bool {
    let palette = theme::of(ui);
    let response =
        ui.interact(rect, Id::unique(("check", id)), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, word));
    let painter = ui.painter();
    let square = Rect::from_center_size(pos2(rect.left() + 9.0, rect.center().y), Vec2::splat(18.0));
    let (fill, border) = if on { (palette.accent, palette.accent) } else { (palette.field, palette.muted) };
    painter.rect(square, CornerRadius::same(5), fill, Stroke::new(1.3, border), StrokeKind::Inside);
    if on {
        icons::paint(painter, Icon::Check, square.center(), 8.0, palette.on_accent);
    }
    focus_ring(painter, rect, CornerRadius::same(6), &response, palette);
    let text = Rect::from_min_max(pos2(rect.left() + 28.0, rect.top()), rect.max);
    text_in(painter, text, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, palette.text);
    let chosen = chosen_now(ui, &response);
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
    chosen
}

/// A drop-down list. Returns the entry that was chosen now.
pub fn combo<T: Clone>(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    chosen: &str,
    entries: &[(String, T)],
    enabled: bool,
) -> Option<T> {
    let palette = theme::of(ui);
    let ink = if enabled { palette.text } else { palette.disabled };
    let mut child = ui.new_child(UiBuilder::new().id_salt(("combo", label)).max_rect(rect));
    if !enabled {
        child.disable();
    }
    child.spacing_mut().button_padding = vec2(12.0, (rect.height() - 20.0) / 2.0);
    child.spacing_mut().interact_size.y = rect.height();
    if enabled {
        let widgets = &mut child.visuals_mut().widgets;
        widgets.inactive.weak_bg_fill = palette.field;
        widgets.hovered.weak_bg_fill = palette.field;
    }
    let words = |text: &str| RichText::new(text).font(Weight::Regular.size(14.0));
    let mut result = None;
    let response = ComboBox::from_id_salt(("list", label))
        .width(rect.width())
        .height(320.0)
        .selected_text(words(chosen).color(ink))
        .truncate()
        .show_ui(&mut child, |ui| {
            for (name, entry) in entries {
                let response = ui.selectable_label(name == chosen, words(name));
                response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, true, name));
                ui.ctx().accesskit_node_builder(response.id, |node| {
                    node.clear_toggled();
                    node.set_selected(name == chosen);
                });
                if response.clicked() {
                    result = Some(entry.clone());
                    // A choice by keyboard closes the list, as one by mouse does.
                    ui.close();
                }
            }
        });
    response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, enabled, label));
    if cfg!(target_os = "linux") {
        // The value of a closed list is not heard there: AT-SPI has only numbers as values.
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_description(chosen));
    }
    result
}
