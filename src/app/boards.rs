//! What boards and stones look like. A board has its own colours, whatever the window's theme is.

use std::sync::LazyLock;

use eframe::egui::{Color32, Theme};
use serde::{Deserialize, Serialize};

use super::board::stones::StoneColors;
use super::theme::{DARK, LIGHT, Palette, rgb, rgba};

/// The board a person has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardChoice {
    /// Wood in the light theme, slate in the dark one.
    #[default]
    Auto,
    /// Wood.
    Wood,
    /// Dark slate.
    Slate,
    /// Paper.
    Paper,
    /// Black on white, or white on black in the dark theme.
    Contrast,
}

impl BoardChoice {
    /// All choices.
    pub const ALL: [BoardChoice; 5] =
        [BoardChoice::Auto, BoardChoice::Wood, BoardChoice::Slate, BoardChoice::Paper, BoardChoice::Contrast];
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Surface {
    Wood,
    Slate,
    Paper,
    Contrast,
}

/// How stones look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoneStyle {
    /// Turned from wood, with a rim and a dish.
    #[default]
    Classic,
    /// Plain discs.
    Flat,
    /// Black and white with bold signs: a dot, a ring.
    Marked,
}

impl StoneStyle {
    /// All styles.
    pub const ALL: [StoneStyle; 3] = [StoneStyle::Classic, StoneStyle::Flat, StoneStyle::Marked];
}

/// The colours of boards: for each theme, each choice and each style.
static BOARDS: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for dark in [false, true] {
        for choice in BoardChoice::ALL {
            all.extend(StoneStyle::ALL.map(|style| with_stones(surface(choice, dark), style)));
        }
    }
    all
});

/// The colours of the window, with the stones of each style.
static WINDOWS: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let of = |palette: &Palette| StoneStyle::ALL.map(|style| with_stones(palette.clone(), style));
    [of(&LIGHT), of(&DARK)].concat()
});

/// The colours of the board.
pub fn board(theme: Theme, choice: BoardChoice, style: StoneStyle) -> &'static Palette {
    let dark = usize::from(theme == Theme::Dark);
    &BOARDS[(dark * BoardChoice::ALL.len() + choice as usize) * StoneStyle::ALL.len() + style as usize]
}

/// The colours of the window.
pub fn window(theme: Theme, style: StoneStyle) -> &'static Palette {
    &WINDOWS[usize::from(theme == Theme::Dark) * StoneStyle::ALL.len() + style as usize]
}

fn surface(choice: BoardChoice, dark: bool) -> Palette {
    match choice {
        BoardChoice::Auto => if dark { &DARK } else { &LIGHT }.clone(),
        BoardChoice::Wood => LIGHT.clone(),
        BoardChoice::Slate => DARK.clone(),
        BoardChoice::Paper => Palette {
            surface: Surface::Paper,
            board: rgb(0xF8F4EA),
            board_top: rgb(0xFCF9F2),
            board_bottom: rgb(0xF3EDE0),
            board_edge: rgb(0xFFFFFF),
            board_slab: rgb(0xB9AE9B),
            line: rgb(0x3F3B36),
            coordinates: rgb(0x5A5348),
            groove: Color32::TRANSPARENT,
            frame_inlay: rgba(0x3F3B36, 20),
            ..LIGHT.clone()
        },
        BoardChoice::Contrast if dark => Palette {
            surface: Surface::Contrast,
            board: rgb(0x000000),
            board_top: rgb(0x000000),
            board_bottom: rgb(0x000000),
            board_edge: rgb(0x4E4E4E),
            board_slab: rgb(0x6A6A6A),
            line: rgb(0xFFFFFF),
            coordinates: rgb(0xFFFFFF),
            accent: rgb(0x8CC8FF),
            mark_move: rgb(0x5BE584),
            mark_removal: rgb(0xFF8A75),
            mill_edge: rgb(0xFFB84D),
            groove: Color32::TRANSPARENT,
            frame_inlay: rgba(0xFFFFFF, 45),
            ..DARK.clone()
        },
        BoardChoice::Contrast => Palette {
            surface: Surface::Contrast,
            board: rgb(0xFFFFFF),
            board_top: rgb(0xFFFFFF),
            board_bottom: rgb(0xFFFFFF),
            board_edge: rgb(0xC8C8C8),
            board_slab: rgb(0x000000),
            line: rgb(0x000000),
            coordinates: rgb(0x000000),
            accent: rgb(0x0B4FA8),
            mark_move: rgb(0x00701F),
            mark_removal: rgb(0xB00A00),
            mill_edge: rgb(0xA85600),
            groove: Color32::TRANSPARENT,
            frame_inlay: rgba(0x000000, 45),
            ..LIGHT.clone()
        },
    }
}

fn with_stones(mut palette: Palette, style: StoneStyle) -> Palette {
    let flat = |stone: &StoneColors, color: Color32| StoneColors {
        bevel: [color; 2],
        dish: [color; 2],
        dish_edge: color,
        highlight: Color32::TRANSPARENT,
        reflex: Color32::TRANSPARENT,
        ..stone.clone()
    };
    let [white, black] = &palette.stones;
    palette.stones = match style {
        StoneStyle::Classic => return palette,
        StoneStyle::Flat => {
            let dark = if palette.dark { rgb(0x1A1D21) } else { rgb(0x2B211A) };
            [flat(white, rgb(0xFAF4E8)), flat(black, dark)]
        }
        StoneStyle::Marked => {
            let bold = |stone: StoneColors, rim: u32| StoneColors { rim: rgb(rim), bold: true, ..stone };
            let rim = if palette.dark { 0xFFFFFF } else { 0x000000 };
            let white = StoneColors { dot: Some(rgb(0x000000)), ..flat(white, rgb(0xFFFFFF)) };
            let black = StoneColors { ring: Some(rgb(0xFFFFFF)), ..flat(black, rgb(0x000000)) };
            // A white rim would make a white stone on a dark board only larger.
            [bold(white, if palette.dark { 0x6E675C } else { 0x000000 }), bold(black, rim)]
        }
    };
    palette
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::theme::contrast;

    #[test]
    fn every_board_can_be_read_with_all_its_stones() {
        for theme in [Theme::Light, Theme::Dark] {
            for choice in BoardChoice::ALL {
                for style in StoneStyle::ALL {
                    let palette = board(theme, choice, style);
                    let name = format!("{theme:?}, {choice:?}, {style:?}");
                    for ground in [palette.board_top, palette.board, palette.board_bottom] {
                        assert!(contrast(palette.line, ground) >= 4.5, "{name}: lines");
                        assert!(contrast(palette.coordinates, ground) >= 4.5, "{name}: coordinates");
                        for mark in [palette.mark_move, palette.mark_removal, palette.accent] {
                            assert!(contrast(mark, ground) >= 3.0, "{name}: marks are forms, not text");
                        }
                        for stone in &palette.stones {
                            let seen = [stone.rim, stone.dish[0]].map(|color| contrast(color, ground));
                            assert!(seen.into_iter().fold(0.0, f64::max) >= 3.0, "{name}: stones");
                        }
                    }
                    let [white, black] = &palette.stones;
                    assert!(contrast(white.dish[0], black.dish[1]) >= 7.0, "{name}: the two sides");
                    let ring = black.ring.expect("colour is not the only cue");
                    assert!(contrast(ring, black.dish[1]) >= 4.5, "{name}: rings");
                    assert!(contrast(palette.on_accent, palette.accent) >= 4.5, "{name}: hints");
                }
            }
        }
    }

    #[test]
    fn choices_differ() {
        let surfaces = |theme| BoardChoice::ALL.map(|choice| board(theme, choice, StoneStyle::Classic).surface);
        use Surface::{Contrast, Paper, Slate, Wood};
        assert_eq!(surfaces(Theme::Light), [Wood, Wood, Slate, Paper, Contrast]);
        assert_eq!(surfaces(Theme::Dark), [Slate, Wood, Slate, Paper, Contrast]);
        for theme in [Theme::Light, Theme::Dark] {
            let stones = StoneStyle::ALL.map(|style| window(theme, style).stones.clone());
            assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
        }
    }
}
