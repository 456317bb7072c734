//! The weights of a network: of one layer as bars, as in the paper (how much each feature favours a win), of others as
//! coloured squares.

use eframe::egui::{Align2, Id, Mesh, Rangef, Rect, Sense, Shape, Stroke, Ui, UiBuilder, Vec2b, pos2, vec2};
use egui_plot::{AxisHints, Bar, BarChart, HLine, MarkerShape, PlotPoints, Points};

use super::curves::{axis, calm_plot, describe};
use crate::app::View;
use crate::app::fonts::Weight as FontWeight;
use crate::app::theme::Palette;
use crate::app::widgets::text_in;
use crate::texts::LearningTexts;
use muehle_engine::heuristics::features::Input;
use muehle_engine::heuristics::{FeatureSet, Heuristic, Layer};

/// A feature and its weight.
#[derive(Clone, Debug, PartialEq)]
struct Weight {
    /// What the input means.
    input: Input,
    /// Win minus loss.
    value: f64,
}

impl Weight {
    /// The phase of the game, if the features distinguish phases, and the group. Bars of different ones have a gap between
    /// them.
    fn place(&self) -> (Option<usize>, usize) {
        match self.input {
            Input::One(feature) | Input::Pair(feature, _) => (None, feature.group),
            Input::InPhase(phase, feature) => (Some(phase), feature.group),
        }
    }
}

/// The weights of a one-layer network over single features; none for other networks.
fn weights_of(heuristic: &Heuristic) -> Option<Vec<Weight>> {
    let [layer] = heuristic.network.layers() else { return None };
    if heuristic.feature_set == FeatureSet::Combi {
        return None;
    }
    let (win, loss) = (layer.node_weights(0), layer.node_weights(1));
    let weight = |at: usize| Some(Weight { input: heuristic.feature_set.input(at)?, value: win[at] - loss[at] });
    (0..layer.inputs).map(weight).collect()
}

/// With more bars there is no room for triangles.
const MOST_TRIANGLES: usize = 60;

/// Draws the bars, with triangles where they ended before.
pub(super) fn weights_ui(ui: &mut Ui, rect: Rect, heuristic: &Heuristic, before: Option<&Heuristic>, view: &View) {
    let (words, language) = (view.texts.learning, view.texts.language);
    let palette: &Palette = view.palette;
    let Some(weights) = weights_of(heuristic) else { return layers_ui(ui, rect, heuristic, view) };
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
        let (phase, group) = weight.place();
        match last {
            Some((before, _)) if before != phase => place += 4.0,
            Some((_, before)) if before != group => place += 1.0,
            _ => {}
        }
        last = Some((phase, group));
        let name = words.input(weight.input);
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
        let name = before.map_or(name.clone(), |value| words.bar_before(&name, language.signed(value, 3)));
        let bar = Bar::new(place - aside / 2.0, weight.value).name(name).width(width);
        bars.push(bar.fill(fill).stroke(Stroke::new(1.2, palette.primary)));
        place += 1.0;
    }
    let name = words.weights();
    let chart = BarChart::new(name, bars)
        .element_formatter(Box::new(move |bar, _| format!("{}\n{}", bar.name, language.signed(bar.value, 3))));
    let mut child = ui.new_child(UiBuilder::new().id_salt("weights").max_rect(rect));
    let numbers = AxisHints::new_y()
        .label_spacing(Rangef::new(12.0, 17.0))
        .min_thickness(34.0)
        .formatter(move |mark, _| language.decimal(mark.value, 2));
    let drawn = calm_plot("weights plot", rect, palette)
        .show_axes(Vec2b::new(false, true))
        .show_grid(Vec2b::new(false, true))
        .custom_y_axes(vec![axis(numbers, palette)])
        .include_y(0.1)
        .include_y(-0.1)
        .set_margin_fraction(vec2(0.02, 0.08))
        .show(&mut child, |plot| {
            plot.bar_chart(chart);
            let triangles = Points::new("", PlotPoints::from(triangles)).shape(MarkerShape::Left);
            plot.points(triangles.color(palette.muted).radius(2.6).allow_hover(false));
            plot.hline(HLine::new("", 0.0).color(palette.muted).width(1.0).allow_hover(false));
        });
    let [highest, lowest] = extremes.map(|bar| bar.map(|(name, value)| format!("{name} {}", language.value(value))));
    let sentence = view.texts.speech.bars(highest.unwrap_or_default(), lowest.unwrap_or_default());
    describe(&drawn.response, &sentence);
}

/// The weights of a layer as squares: what they come from from left to right, what they lead to from top to bottom.
struct Grid {
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

/// The squares of a network: of pairs of features win minus loss, else the weights of each layer.
fn grids(heuristic: &Heuristic) -> Vec<Grid> {
    let layers = heuristic.network.layers();
    if let ([layer], FeatureSet::Combi) = (layers, heuristic.feature_set) {
        let side = layer.inputs.isqrt();
        let values = layer.node_weights(0).iter().zip(layer.node_weights(1)).map(|(win, loss)| win - loss).collect();
        return vec![Grid { columns: side, rows: side, values }];
    }
    let grid = |layer: &Layer| Grid { columns: layer.inputs, rows: layer.nodes(), values: layer.weights.clone() };
    layers.iter().map(grid).collect()
}

/// What a square stands for.
fn name(heuristic: &Heuristic, layer: usize, column: usize, row: usize, words: LearningTexts) -> String {
    let layers = heuristic.network.layers();
    let (set, pairs) = (heuristic.feature_set, layers.len() == 1 && heuristic.feature_set == FeatureSet::Combi);
    let input = |at: usize| set.input(at).map_or(String::new(), |input| words.input(input));
    if pairs {
        return input(row * layers[0].inputs.isqrt() + column);
    }
    let from = if layer == 0 { input(column) } else { words.node(column + 1) };
    let to = match row {
        row if layer + 1 < layers.len() => words.node(row + 1),
        0 => words.output_win().to_owned(),
        1 => words.output_loss().to_owned(),
        _ => words.output_draw().to_owned(),
    };
    words.connection(from, to)
}

/// Draws the weights of every layer as squares, the deeper the colour the larger.
fn layers_ui(ui: &mut Ui, rect: Rect, heuristic: &Heuristic, view: &View) {
    const HEAD: f32 = 18.0;
    let (words, palette) = (view.texts.learning, view.palette);
    let (rect, note) = rect.split_top_bottom_at_y(rect.bottom() - HEAD);
    text_in(ui.painter(), note, Align2::LEFT_CENTER, words.squares(), FontWeight::Regular, 12.0, palette.muted);
    let grids = grids(heuristic);
    // More nodes need more room, but every layer can be seen.
    let shares: Vec<f32> = grids.iter().map(|grid| (grid.rows as f32).max(4.0)).collect();
    let room = rect.height() - (HEAD + 6.0) * grids.len() as f32;
    let mut top = rect.top();
    for (layer, (grid, share)) in grids.iter().zip(&shares).enumerate() {
        let head = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), HEAD));
        let activation = words.activation(heuristic.network.layers()[layer].activation);
        let title = words.layer_title(layer + 1, format_args!("{}–{}", grid.columns, grid.rows), activation);
        text_in(ui.painter(), head, Align2::LEFT_CENTER, &title, FontWeight::Medium, 12.0, palette.muted);
        let height = (room * share / shares.iter().sum::<f32>()).max(3.0);
        let area = Rect::from_min_size(head.left_bottom(), vec2(rect.width(), height));
        top = area.bottom() + 6.0;
        grid_ui(ui, area, grid, view, &title, layer, &|column, row| name(heuristic, layer, column, row, words));
    }
}

fn grid_ui(
    ui: &mut Ui,
    area: Rect,
    grid: &Grid,
    view: &View,
    title: &str,
    layer: usize,
    name: &dyn Fn(usize, usize) -> String,
) {
    let palette = view.palette;
    let size = vec2(area.width() / grid.columns as f32, area.height() / grid.rows as f32);
    let most = grid.values.iter().fold(1e-9, |most: f64, value| most.max(value.abs()));
    let mut mesh = Mesh::default();
    let (mut highest, mut lowest) = (0, 0);
    for (at, &value) in grid.values.iter().enumerate() {
        let corner = area.min + vec2((at % grid.columns) as f32, (at / grid.columns) as f32) * size;
        let ink = if value >= 0.0 { palette.accent } else { palette.danger };
        // Small weights are the most common; the root keeps them visible.
        let color = palette.well.lerp_to_gamma(ink, (value.abs() / most).sqrt() as f32);
        mesh.add_colored_rect(Rect::from_min_size(corner, size), color);
        highest = if value > grid.values[highest] { at } else { highest };
        lowest = if value < grid.values[lowest] { at } else { lowest };
    }
    ui.painter().add(Shape::mesh(mesh));
    let words = |at: usize| {
        let value = view.texts.language.signed(grid.values[at], 3);
        format!("{} {value}", name(at % grid.columns, at / grid.columns))
    };
    let response = ui.interact(area, Id::unique(("weights of layer", layer)), Sense::hover());
    describe(&response, &format!("{title}. {}", view.texts.speech.bars(words(highest), words(lowest))));
    if let Some(pointer) = response.hover_pos() {
        let cell = (pointer - area.min) / size;
        let at = (cell.y as usize).min(grid.rows - 1) * grid.columns + (cell.x as usize).min(grid.columns - 1);
        response.on_hover_text_at_pointer(words(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::heuristics::Activation;

    #[test]
    fn the_bars_of_standard_are_the_papers_weights() {
        let weights = weights_of(&Heuristic::standard()).unwrap();
        let values: Vec<f64> = weights.iter().map(|weight| (weight.value * 100.0).round()).collect();
        assert_eq!(values[..12], [10.0, 15.0, 20.0, 25.0, 30.0, 35.0, -10.0, -15.0, -20.0, -25.0, -30.0, -35.0]);
        assert_eq!(values[30..], [-16.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 16.0]);
    }

    #[test]
    fn only_single_features_of_one_layer_have_bars() {
        for set in FeatureSet::ALL {
            let single = Heuristic::random("x", set, &[], 1).unwrap();
            let bars = weights_of(&single).map(|bars| bars.len());
            assert_eq!(bars, (set != FeatureSet::Combi).then_some(set.len()), "{set}");
        }
        let deep = Heuristic::random("x", FeatureSet::Standard, &[(4, Activation::Tanh)], 1).unwrap();
        assert_eq!(weights_of(&deep), None);
        let small = Heuristic::random("x", FeatureSet::Small, &[], 1).unwrap();
        assert_eq!(weights_of(&small).unwrap()[22].place(), (None, 8), "the mills are left out");
    }

    #[test]
    fn all_others_have_squares() {
        let deep = Heuristic::random("x", FeatureSet::Standard, &[(4, Activation::Tanh)], 1).unwrap();
        let sizes: Vec<_> = grids(&deep).iter().map(|grid| (grid.columns, grid.rows)).collect();
        assert_eq!(sizes, [(39, 4), (4, 3)]);
        let layer = &deep.network.layers()[0];
        assert_eq!(grids(&deep)[0].values[39 + 5], layer.node_weights(1)[5]);
        let combi = Heuristic::random("x", FeatureSet::Combi, &[], 1).unwrap();
        let grid = &grids(&combi)[0];
        assert_eq!((grid.columns, grid.rows), (39, 39));
        let [win, loss] = [0, 1].map(|node| combi.network.layers()[0].node_weights(node)[2 * 39 + 7]);
        assert_eq!(grid.values[2 * 39 + 7], win - loss);
        let words = crate::texts::Language::English.texts().learning;
        assert_eq!(name(&combi, 0, 7, 2, words), "own stones: 6 and enemy stones: 5");
        assert_eq!(name(&deep, 0, 4, 1, words), "own stones: 8 → node 2");
        assert_eq!(name(&deep, 1, 3, 2, words), "node 4 → draw");
    }
}
