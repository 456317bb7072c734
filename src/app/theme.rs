//! The colours of the two themes, and egui's own style set from them.

use eframe::egui::{self, Color32, CornerRadius, Margin, Shadow, Stroke, TextStyle, Theme, vec2};

use super::board::stones::StoneColors;
use super::boards::Surface;
use super::fonts::Weight;

/// All colours of one theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Whether this is the dark theme.
    pub dark: bool,
    /// What its board is made of.
    pub surface: Surface,
    /// The desk behind the board, at the top.
    pub desk_top: Color32,
    /// The desk at the bottom.
    pub desk_bottom: Color32,
    /// Menu, side panel and status line.
    pub panel: Color32,
    /// Cards.
    pub card: Color32,
    /// Around cards.
    pub card_border: Color32,
    /// Dialogs and menus.
    pub dialog: Color32,
    /// Thin separating lines.
    pub hairline: Color32,
    /// Lists and graphs.
    pub well: Color32,
    /// Buttons.
    pub button: Color32,
    /// Around buttons.
    pub button_border: Color32,
    /// Buttons under the pointer.
    pub button_hover: Color32,
    /// The main button.
    pub primary: Color32,
    /// Text on it.
    pub primary_text: Color32,
    /// The main button under the pointer.
    pub primary_hover: Color32,
    /// The board, on average.
    pub board: Color32,
    /// The board at its top.
    pub board_top: Color32,
    /// The board at its bottom.
    pub board_bottom: Color32,
    /// The lit edge of the board.
    pub board_edge: Color32,
    /// The side of the board.
    pub board_slab: Color32,
    /// Lines and dots of the board.
    pub line: Color32,
    /// Coordinates.
    pub coordinates: Color32,
    /// Text.
    pub text: Color32,
    /// Less important text.
    pub muted: Color32,
    /// Text of disabled elements.
    pub disabled: Color32,
    /// Warnings and removals.
    pub danger: Color32,
    /// A small loss of value.
    pub inaccuracy: Color32,
    /// A thrown-away half point.
    pub mistake: Color32,
    /// Text on the colours of faults and removals.
    pub on_fault: Color32,
    /// Where the person can act: selection, target, hint, focus.
    pub accent: Color32,
    /// Behind selected text.
    pub accent_soft: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// The last move.
    pub mark_move: Color32,
    /// The last removal.
    pub mark_removal: Color32,
    /// A closing mill.
    pub mill_core: Color32,
    /// Around a closing mill.
    pub mill_edge: Color32,
    /// Text fields.
    pub field: Color32,
    /// Over everything behind a dialog.
    pub scrim: Color32,
    /// Under stones.
    pub shadow: Color32,
    /// Below the lines of the board.
    pub groove: Color32,
    /// The inlaid frame of the board.
    pub frame_inlay: Color32,
    /// Under the board, before its alpha.
    pub plate_shadow: Color32,
    /// White and black stones.
    pub stones: [StoneColors; 2],
}

pub(super) const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub(super) const fn rgba(hex: u32, percent: u32) -> Color32 {
    let alpha = (percent * 255 / 100) as u8;
    Color32::from_rgba_unmultiplied_const((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, alpha)
}

/// The wood theme.
pub static LIGHT: Palette = Palette {
    dark: false,
    surface: Surface::Wood,
    desk_top: rgb(0xEDE4D6),
    desk_bottom: rgb(0xE3D7C5),
    panel: rgb(0xF7F2E9),
    card: rgb(0xFFFCF6),
    card_border: rgb(0xE4D8C6),
    dialog: rgb(0xFBF7F0),
    hairline: rgb(0xDFD2BF),
    well: rgb(0xEFE6D8),
    button: rgb(0xEFE6D8),
    button_border: rgb(0xD9CAB5),
    button_hover: rgb(0xE7DAC6),
    primary: rgb(0x4A2F1B),
    primary_text: rgb(0xFDF4E5),
    primary_hover: rgb(0x5D3D25),
    board: rgb(0xE3C08E),
    board_top: rgb(0xE8C898),
    board_bottom: rgb(0xDDB681),
    board_edge: rgb(0xF4DFBC),
    board_slab: rgb(0xA67B49),
    line: rgb(0x4A2F1B),
    coordinates: rgb(0x5B3A20),
    text: rgb(0x2C1D12),
    muted: rgb(0x6A5643),
    disabled: rgb(0x746453),
    danger: rgb(0xA32A1B),
    inaccuracy: rgb(0x7E5200),
    mistake: rgb(0x9A4412),
    on_fault: rgb(0xFFFFFF),
    accent: rgb(0x1B5A86),
    accent_soft: rgb(0xDDE7EC),
    on_accent: rgb(0xFFFFFF),
    mark_move: rgb(0x1F6E37),
    mark_removal: rgb(0xB3261E),
    mill_core: rgb(0xFFF6DF),
    mill_edge: rgb(0xC8741A),
    field: rgb(0xFFFFFF),
    scrim: rgba(0x3A2A1C, 46),
    shadow: rgba(0x2A1707, 42),
    groove: rgba(0xF5E2C2, 55),
    frame_inlay: rgba(0x4A2F1B, 28),
    plate_shadow: rgba(0x2A1707, 100),
    stones: [
        StoneColors {
            rim: rgb(0x4A2F1B),
            bevel: [rgb(0xFFFFFF), rgb(0xD9CAB2)],
            dish: [rgb(0xEFE5D5), rgb(0xFDF9F1)],
            dish_edge: rgba(0xB7A38A, 55),
            highlight: rgba(0xFFFFFF, 95),
            reflex: rgba(0xFFFFFF, 90),
            ring: None,
            dot: None,
            bold: false,
        },
        StoneColors {
            rim: rgb(0x1A110A),
            bevel: [rgb(0x65554A), rgb(0x17100B)],
            dish: [rgb(0x211812), rgb(0x41342B)],
            dish_edge: rgba(0x0D0805, 80),
            highlight: rgba(0xFFEBD2, 34),
            reflex: rgba(0x8A7666, 55),
            ring: Some(rgb(0xBFA78A)),
            dot: None,
            bold: false,
        },
    ],
};

/// The dark theme.
pub static DARK: Palette = Palette {
    dark: true,
    surface: Surface::Slate,
    desk_top: rgb(0x1A1C1F),
    desk_bottom: rgb(0x131517),
    panel: rgb(0x1C1F23),
    card: rgb(0x262A30),
    card_border: rgb(0x343A41),
    dialog: rgb(0x202429),
    hairline: rgb(0x30353B),
    well: rgb(0x16181B),
    button: rgb(0x2B3036),
    button_border: rgb(0x3E454D),
    button_hover: rgb(0x32383F),
    primary: rgb(0xE8D9BE),
    primary_text: rgb(0x22190F),
    primary_hover: rgb(0xF2E6D0),
    board: rgb(0x22262B),
    board_top: rgb(0x272C32),
    board_bottom: rgb(0x1D2125),
    board_edge: rgb(0x454C55),
    board_slab: rgb(0x0E1012),
    line: rgb(0xB9AF9F),
    coordinates: rgb(0xB9AF9F),
    text: rgb(0xEEE8DD),
    muted: rgb(0xAAA296),
    disabled: rgb(0x9E978C),
    danger: rgb(0xF58C7C),
    inaccuracy: rgb(0xE8C468),
    mistake: rgb(0xF0A35E),
    on_fault: rgb(0x2A0D08),
    accent: rgb(0x7DB9E8),
    accent_soft: rgb(0x23394A),
    on_accent: rgb(0x0F1C27),
    mark_move: rgb(0x57BF78),
    mark_removal: rgb(0xF2735F),
    mill_core: rgb(0xFFE9B8),
    mill_edge: rgb(0xE0A33C),
    field: rgb(0x16181B),
    scrim: rgba(0x050607, 60),
    shadow: rgba(0x000000, 55),
    groove: rgba(0x000000, 35),
    frame_inlay: rgba(0xB9AF9F, 22),
    plate_shadow: rgba(0x000000, 100),
    stones: [
        StoneColors {
            rim: rgb(0x6E675C),
            bevel: [rgb(0xFFFFFF), rgb(0xC9BDA9)],
            dish: [rgb(0xE6DBC9), rgb(0xFAF4E9)],
            dish_edge: rgba(0xA79A86, 55),
            highlight: rgba(0xFFFFFF, 95),
            reflex: rgba(0xFFFFFF, 90),
            ring: None,
            dot: None,
            bold: false,
        },
        StoneColors {
            rim: rgb(0xE8D9BE),
            bevel: [rgb(0x626A74), rgb(0x0D0E10)],
            dish: [rgb(0x14171A), rgb(0x363C43)],
            dish_edge: rgba(0x050506, 80),
            highlight: rgba(0xFFFFFF, 34),
            reflex: rgba(0x6B727B, 55),
            ring: Some(rgb(0xCDBFA6)),
            dot: None,
            bold: false,
        },
    ],
};

/// The colours of a theme.
pub fn palette(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    }
}

/// The colours for a part of the window.
pub fn of(ui: &egui::Ui) -> &'static Palette {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Sets egui's style for both themes; the context's theme preference decides which one shows.
pub fn install(ctx: &egui::Context, animated: bool) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| set(style, palette(theme), animated));
    }
}

fn set(style: &mut egui::Style, palette: &Palette, animated: bool) {
    style.text_styles = [
        (TextStyle::Small, Weight::Regular.size(12.5)),
        (TextStyle::Body, Weight::Regular.size(14.0)),
        (TextStyle::Button, Weight::Medium.size(13.0)),
        (TextStyle::Heading, Weight::SemiBold.size(22.0)),
        (TextStyle::Monospace, egui::FontId::monospace(12.5)),
    ]
    .into();
    style.animation_time = if animated { 0.08 } else { 0.0 };
    if !animated {
        style.scroll_animation = egui::style::ScrollAnimation::none();
    }
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 8.0);
    spacing.button_padding = vec2(12.0, 6.0);
    spacing.menu_margin = Margin::same(6);
    spacing.menu_width = 240.0;
    spacing.interact_size.y = 28.0;
    spacing.icon_width = 18.0;
    spacing.icon_width_inner = 9.0;
    spacing.icon_spacing = 8.0;
    spacing.combo_width = 120.0;
    style.interaction.selectable_labels = false;
    let visuals = &mut style.visuals;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(palette.muted);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.dialog;
    visuals.window_stroke = Stroke::new(1.0, palette.hairline);
    visuals.window_corner_radius = CornerRadius::same(16);
    visuals.menu_corner_radius = CornerRadius::same(10);
    visuals.popup_shadow = Shadow { offset: [0, 6], blur: 18, spread: 0, color: palette.shadow.gamma_multiply(0.7) };
    visuals.window_shadow = Shadow { offset: [0, 10], blur: 32, spread: 0, color: palette.shadow };
    visuals.extreme_bg_color = palette.field;
    visuals.faint_bg_color = palette.well;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.danger;
    visuals.error_fg_color = palette.danger;
    visuals.selection.bg_fill = palette.accent_soft;
    visuals.selection.stroke = Stroke::new(1.5, palette.accent);
    visuals.slider_trailing_fill = true;
    visuals.disabled_alpha = 0.75;
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, palette.panel, palette.hairline, palette.text),
        (&mut widgets.inactive, palette.button, palette.button_border, palette.text),
        (&mut widgets.hovered, palette.button_hover, palette.button_border, palette.text),
        (&mut widgets.active, palette.button_border, palette.button_border, palette.text),
        (&mut widgets.open, palette.button_hover, palette.button_border, palette.text),
    ];
    for (state, fill, border, text) in states {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, border);
        state.fg_stroke = Stroke::new(1.5, text);
        state.corner_radius = CornerRadius::same(8);
        state.expansion = 0.0;
    }
}

/// The contrast of two opaque colours, as the accessibility guidelines count it.
#[cfg(test)]
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let luminance = |color: Color32| -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(color.r()) + 0.7152 * part(color.g()) + 0.0722 * part(color.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_a_contrast_of_at_least_four_and_a_half() {
        for palette in [&LIGHT, &DARK] {
            let Palette { panel, card, dialog, well, button, field, desk_top, desk_bottom, .. } = *palette;
            let grounds = [panel, card, dialog, well, button, field, palette.button_hover, desk_top, desk_bottom];
            for ground in grounds {
                assert!(contrast(palette.text, ground) >= 4.5);
                assert!(contrast(palette.muted, ground) >= 4.5, "muted on {ground:?}");
            }
            for ground in [panel, card, dialog, well, button] {
                for ink in [palette.disabled, palette.danger, palette.accent] {
                    assert!(contrast(ink, ground) >= 4.5, "{ink:?} on {ground:?}");
                }
            }
            for ink in [palette.text, palette.muted, palette.danger, palette.accent] {
                assert!(contrast(ink, palette.accent_soft) >= 4.5, "{ink:?} on what is chosen");
            }
            assert!(contrast(palette.on_accent, palette.accent) >= 4.5);
            assert!(contrast(palette.primary_text, palette.primary) >= 4.5);
            assert!(contrast(palette.primary_text, palette.primary_hover) >= 4.5);
            for board in [palette.board_top, palette.board_bottom] {
                assert!(contrast(palette.coordinates, board) >= 4.5);
                for mark in [palette.mark_move, palette.mark_removal, palette.accent] {
                    assert!(contrast(mark, board) >= 3.0, "marks are forms, not text");
                }
            }
        }
    }
}
