//! The weights of a one-layer network as bars, as in the paper: how much each feature favours a win.

use eframe::egui::{Align2, Rangef, Rect, Stroke, Ui, UiBuilder, Vec2b};
use egui_plot::{AxisHints, Bar, BarChart, HLine, MarkerShape, PlotPoints, Points};

use super::curves::{axis, calm_plot, describe};
use crate::app::View;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight as FontWeight;
use crate::app::theme::Palette;
use crate::app::widgets::text_in;
use crate::controller::training::shape;
use crate::texts::{LearningTexts, value_text};
use muehle_engine::heuristics::{FeatureSet, Heuristic};

/// A feature and its weight.
#[derive(Clone, Debug, PartialEq)]
struct Weight {
    /// The phase of the game, if the features distinguish phases.
    phase: Option<usize>,
    /// What is counted: one of nine groups.
    group: usize,
    /// Which of its states, from 0.
    state: usize,
    /// Win minus loss.
    value: f64,
}

/// How many features each group has.
const GROUPS: [usize; 9] = [6, 6, 5, 5, 2, 2, 2, 2, 9];

/// Group and state of a standard feature.
fn group_of(mut feature: usize) -> (usize, usize) {
    for (group, size) in GROUPS.into_iter().enumerate() {
        if feature < size {
            return (group, feature);
        }
        feature -= size;
    }
    (GROUPS.len() - 1, feature)
}

/// The weights of a one-layer network over single features; none for other networks.
fn weights_of(heuristic: &Heuristic) -> Option<Vec<Weight>> {
    let [layer] = heuristic.network.layers() else { return None };
    let standard: Vec<usize> = match heuristic.feature_set {
        FeatureSet::Standard | FeatureSet::Phases => (0..39).collect(),
        FeatureSet::Minimal => (0..12).collect(),
        FeatureSet::Klein => (0..22).collect(),
        FeatureSet::Small => (0..22).chain(30..39).collect(),
        FeatureSet::Combi => return None,
    };
    let (win, loss) = (layer.node_weights(0), layer.node_weights(1));
    let weight = |input: usize| {
        let phase = (heuristic.feature_set == FeatureSet::Phases).then_some(input / 39);
        let (group, state) = group_of(standard[input % standard.len()]);
        Weight { phase, group, state, value: win[input] - loss[input] }
    };
    Some((0..layer.inputs).map(weight).collect())
}

/// What a state of a group means.
fn state_words(words: LearningTexts, group: usize, state: usize) -> String {
    let range = |from: i32, to: i32| match from == to {
        true => from.to_string(),
        false => words.range(from, to),
    };
    let text = match (group, state) {
        (0 | 1, state) => (state + 4).to_string(),
        (2 | 3, 4) => words.or_more("10"),
        (2 | 3, state) => range(2 * state as i32 + 2, 2 * state as i32 + 3),
        (4..=7, 0) => "1".to_owned(),
        (4..=7, _) => words.or_more("2"),
        (_, 0) => words.or_less("-7"),
        (_, 8) => words.or_more("7"),
        (_, state) => {
            let (from, to) = [(-6, -4), (-3, -2), (-1, -1), (0, 0), (1, 1), (2, 3), (4, 6)][state - 1];
            range(from, to)
        }
    };
    text.replace('-', "−")
}

/// With more bars there is no room for triangles.
const MOST_TRIANGLES: usize = 60;

/// Draws the bars, with triangles where they ended before.
pub(super) fn weights_ui(ui: &mut Ui, rect: Rect, heuristic: &Heuristic, before: Option<&Heuristic>, view: &View) {
    let words = view.texts.learning;
    let palette: &Palette = view.palette;
    let Some(weights) = weights_of(heuristic) else {
        let text = words.no_weights(shape(heuristic));
        paragraph(ui, rect.shrink(14.0), &text, 13.0, palette.muted);
        return;
    };
    let earlier = before.and_then(weights_of).filter(|one| one.len() == weights.len() && one.len() <= MOST_TRIANGLES);
    let (note, rect) = {
        let (plot, note) = rect.split_top_bottom_at_y(rect.bottom() - 18.0);
        (note, plot.with_max_y(plot.bottom() - 4.0))
    };
    let meaning = if earlier.is_some() { words.weights_before() } else { words.weights() };
    text_in(ui.painter(), note, Align2::LEFT_CENTER, meaning, FontWeight::Regular, 12.0, palette.muted);
    // Triangles are beside their bars.
    let (width, aside) = if earlier.is_some() { (0.55, 0.32) } else { (0.8, 0.0) };
    let mut triangles = Vec::new();
    let mut bars = Vec::new();
    let mut extremes: [Option<(String, f64)>; 2] = [None, None];
    let mut place = 0.0;
    let mut last = None;
    for (index, weight) in weights.iter().enumerate() {
        // Gaps separate groups, larger ones phases.
        match last {
            Some((phase, _)) if phase != weight.phase => place += 4.0,
            Some((_, group)) if group != weight.group => place += 1.0,
            _ => {}
        }
        last = Some((weight.phase, weight.group));
        let state = state_words(words, weight.group, weight.state);
        let group = words.group(weight.group);
        let name = match weight.phase {
            Some(phase) => words.bar_phase(phase + 1, group, &state),
            None => words.bar(group, &state),
        };
        if extremes[0].as_ref().is_none_or(|(_, value)| weight.value > *value) {
            extremes[0] = Some((name.clone(), weight.value));
        }
        if extremes[1].as_ref().is_none_or(|(_, value)| weight.value < *value) {
            extremes[1] = Some((name.clone(), weight.value));
        }
        // Filled bars are good for the side to move, open ones bad.
        let fill = if weight.value >= 0.0 { palette.primary } else { palette.card };
        let before = earlier.as_ref().map(|earlier| earlier[index].value);
        triangles.extend(before.map(|value| [place + aside, value]));
        let name = before.map_or(name.clone(), |value| words.bar_before(&name, format!("{value:+.3}")));
        let bar = Bar::new(place - aside / 2.0, weight.value).name(name).width(width);
        bars.push(bar.fill(fill).stroke(Stroke::new(1.2, palette.primary)));
        place += 1.0;
    }
    let name = words.weights();
    let chart = BarChart::new(name, bars)
        .element_formatter(Box::new(|bar, _| format!("{}\n{:+.3}", bar.name, bar.value).replace('-', "−")));
    let mut child = ui.new_child(UiBuilder::new().id_salt("weights").max_rect(rect));
    let numbers = AxisHints::new_y()
        .label_spacing(Rangef::new(12.0, 17.0))
        .min_thickness(34.0)
        .formatter(|mark, _| format!("{:.2}", mark.value).replace('-', "−"));
    let drawn = calm_plot("weights plot", rect, palette)
        .show_axes(Vec2b::new(false, true))
        .show_grid(Vec2b::new(false, true))
        .custom_y_axes(vec![axis(numbers, palette)])
        .include_y(0.1)
        .include_y(-0.1)
        .set_margin_fraction(eframe::egui::vec2(0.02, 0.08))
        .show(&mut child, |plot| {
            plot.bar_chart(chart);
            let triangles = Points::new("", PlotPoints::from(triangles)).shape(MarkerShape::Left);
            plot.points(triangles.color(palette.muted).radius(2.6).allow_hover(false));
            plot.hline(HLine::new("", 0.0).color(palette.muted).width(1.0).allow_hover(false));
        });
    let [highest, lowest] = extremes.map(|bar| bar.map(|(name, value)| format!("{name} {}", value_text(value))));
    let sentence = view.texts.speech.bars(highest.unwrap_or_default(), lowest.unwrap_or_default());
    describe(&drawn.response, &sentence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;
    use muehle_engine::heuristics::Activation;

    #[test]
    fn the_bars_of_standard_are_the_papers_weights() {
        let weights = weights_of(&Heuristic::standard()).unwrap();
        let values: Vec<f64> = weights.iter().map(|weight| (weight.value * 100.0).round()).collect();
        assert_eq!(values[..12], [10.0, 15.0, 20.0, 25.0, 30.0, 35.0, -10.0, -15.0, -20.0, -25.0, -30.0, -35.0]);
        assert_eq!(values[30..], [-16.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 16.0]);
        let words = Language::English.texts().learning;
        let name = |at: usize| state_words(words, weights[at].group, weights[at].state);
        assert_eq!([name(0), name(11), name(12), name(16)], ["4", "9", "2 to 3", "10 or more"]);
        assert_eq!([name(22), name(23), name(30), name(31)], ["1", "2 or more", "−7 or less", "−6 to −4"]);
        assert_eq!([name(33), name(34), name(36), name(38)], ["−1", "0", "2 to 3", "7 or more"]);
    }

    #[test]
    fn only_single_features_of_one_layer_have_bars() {
        for set in FeatureSet::ALL {
            let single = Heuristic::random("x", set, &[], 1).unwrap();
            let bars = weights_of(&single).map(|bars| bars.len());
            assert_eq!(bars, (set != FeatureSet::Combi).then_some(set.len()), "{set}");
        }
        let deep = Heuristic::random("x", FeatureSet::Standard, &[(4, Activation::Tanh)], 1).unwrap();
        assert_eq!((weights_of(&deep), shape(&deep).as_str()), (None, "39–4–3"));
        let small = Heuristic::random("x", FeatureSet::Small, &[], 1).unwrap();
        assert_eq!(weights_of(&small).unwrap()[22].group, 8, "the mills are left out");
    }
}
