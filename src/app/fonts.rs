//! Inter in three weights, with egui's fonts as fallback for what Inter's subset lacks.

use std::sync::Arc;

use eframe::egui::{FontData, FontDefinitions, FontFamily, FontId};

/// The weights that are embedded. All digits have the same width, so that clocks and columns do not jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Labels and buttons.
    Medium,
    /// Names, titles, clocks.
    SemiBold,
}

impl Weight {
    fn family(self) -> FontFamily {
        match self {
            Weight::Regular => FontFamily::Proportional,
            Weight::Medium => FontFamily::Name("medium".into()),
            Weight::SemiBold => FontFamily::Name("semibold".into()),
        }
    }

    /// This weight at a size in points.
    pub fn size(self, size: f32) -> FontId {
        FontId::new(size, self.family())
    }
}

/// The fonts of the window.
pub fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let weights: [(Weight, &str, &'static [u8]); 3] = [
        (Weight::Regular, "Inter", include_bytes!("../../assets/fonts/Inter-Regular.otf")),
        (Weight::Medium, "Inter Medium", include_bytes!("../../assets/fonts/Inter-Medium.otf")),
        (Weight::SemiBold, "Inter SemiBold", include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
    ];
    for (weight, name, bytes) in weights {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        let names = std::iter::once(name.to_owned()).chain(fallback.iter().cloned()).collect();
        fonts.families.insert(weight.family(), names);
    }
    fonts
}
