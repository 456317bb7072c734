//! Charts of measurements from the same shapes as boards: lines over numbers, bars beside words, both with error bars.

use super::shape::{Anchor, Fill, Paint, Picture, Shape, Stroke};
use super::svg;

/// A measured value and half the width of its interval, which is 0 where the value is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// How much it may be off, up or down.
    pub margin: f64,
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value { value, margin: 0.0 }
    }
}

impl Value {
    fn is_usable(&self, scale: Scale) -> bool {
        self.value.is_finite() && self.margin.is_finite() && (scale == Scale::Linear || self.value > 0.0)
    }
}

/// Several series of values in one picture.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    /// What the values are.
    values: String,
    places: Places,
    scale: Scale,
    series: Vec<Series>,
}

/// Where values stand.
#[derive(Clone, Debug)]
enum Places {
    /// At numbers from left to right, joined by lines. The text says what the numbers are.
    Numbers(String),
    /// Beside words from top to bottom, as bars.
    Words(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Linear,
    Logarithmic,
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    /// Points that are joined; where a value is missing, the next run begins.
    runs: Vec<Vec<(f64, Value)>>,
}

impl Series {
    fn points(&self) -> impl Iterator<Item = &(f64, Value)> {
        self.runs.iter().flatten()
    }
}

const WIDTH: f32 = 1000.0;
const TOP: f32 = 64.0;
const TEXT: f32 = 15.0;
const LEGEND_ROW: f32 = 22.0;
const INK: Paint = Paint::new(0x222222);
const GREY: Paint = Paint::new(0x666666);
const GRID: Paint = Paint::new(0xDDDDDD);
/// Colours that also colour-blind people tell apart; later series repeat them with open marks.
const COLORS: [Paint; 9] = [
    Paint::new(0x0072B2),
    Paint::new(0xD55E00),
    Paint::new(0x009E73),
    Paint::new(0xCC79A7),
    Paint::new(0xE69F00),
    Paint::new(0x56B4E9),
    Paint::new(0x444444),
    Paint::new(0x8C510A),
    Paint::new(0x999999),
];

impl Chart {
    /// A chart of lines over numbers.
    pub fn lines(title: impl Into<String>, across: impl Into<String>, values: impl Into<String>) -> Chart {
        Chart::new(title, Places::Numbers(across.into()), values)
    }

    /// A chart of bars, a group of them beside each word.
    pub fn bars(title: impl Into<String>, words: Vec<String>, values: impl Into<String>) -> Chart {
        Chart::new(title, Places::Words(words), values)
    }

    fn new(title: impl Into<String>, places: Places, values: impl Into<String>) -> Chart {
        Chart { title: title.into(), values: values.into(), places, scale: Scale::Linear, series: Vec::new() }
    }

    /// The same with powers of ten at equal distances. Values that are not positive are left out.
    #[must_use]
    pub fn logarithmic(self) -> Chart {
        Chart { scale: Scale::Logarithmic, ..self }
    }

    /// Adds a line through these points, or bars beside words by their numbers from 0. A value that is not a number leaves a
    /// gap.
    pub fn add(&mut self, name: impl Into<String>, points: impl IntoIterator<Item = (f64, Value)>) {
        let has_place = |x: f64| match &self.places {
            Places::Numbers(_) => x.is_finite(),
            Places::Words(words) => (0.0..words.len() as f64).contains(&x),
        };
        let mut runs = vec![Vec::new()];
        for (x, value) in points {
            match runs.last_mut() {
                Some(run) if has_place(x) && value.is_usable(self.scale) => run.push((x, value)),
                _ => runs.push(Vec::new()),
            }
        }
        self.series.push(Series { name: name.into(), runs });
    }

    /// The chart as an SVG picture.
    pub fn svg(&self) -> String {
        svg::picture(&self.picture(), &self.title, &self.values)
    }

    fn picture(&self) -> Picture {
        let drawn = match &self.places {
            Places::Numbers(across) => self.drawn_lines(across),
            Places::Words(words) => self.drawn_bars(words),
        };
        let (plot, mut shapes) = drawn;
        shapes.push(text(20.0, 28.0, 20.0, Anchor::Start, &self.title, INK));
        let height = plot.bottom + 70.0 + self.legend(&plot, &mut shapes);
        let paper = Shape::Rect {
            x: 0.0,
            y: 0.0,
            width: WIDTH,
            height,
            radius: 0.0,
            fill: Some(Fill::Plain(Paint::new(0xFFFFFF))),
            stroke: None,
        };
        shapes.insert(0, paper);
        Picture { width: WIDTH, height, shapes }
    }

    /// The names of the series below the plot, in columns; returns their height.
    fn legend(&self, plot: &Plot, shapes: &mut Vec<Shape>) -> f32 {
        // One series that says no more than the title needs none.
        if self.series.len() < 2 {
            return 0.0;
        }
        let columns = 3;
        for (index, series) in self.series.iter().enumerate() {
            let (column, row) = ((index % columns) as f32, (index / columns) as f32);
            let (x, y) = (40.0 + column * (WIDTH - 60.0) / columns as f32, plot.bottom + 72.0 + row * LEGEND_ROW);
            shapes.push(mark(index, x, y));
            shapes.push(text(x + 14.0, y, TEXT, Anchor::Start, &series.name, INK));
        }
        self.series.len().div_ceil(columns) as f32 * LEGEND_ROW
    }

    /// The lowest and the highest value with their margins.
    fn range(&self) -> (f64, f64) {
        let ends = self.series.iter().flat_map(Series::points).flat_map(|(_, value)| {
            let low = value.value - value.margin;
            // An interval that reaches below zero has no place on a logarithmic scale.
            let low = if self.scale == Scale::Logarithmic && low <= 0.0 { value.value } else { low };
            [low, value.value + value.margin]
        });
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)))
    }

    fn axis(&self) -> Axis {
        let (low, high) = self.range();
        match self.scale {
            Scale::Linear => Axis::linear(low.min(0.0), high.max(0.0)),
            Scale::Logarithmic => Axis::logarithmic(low, high),
        }
    }

    fn drawn_lines(&self, across: &str) -> (Plot, Vec<Shape>) {
        let plot = Plot { left: 90.0, right: WIDTH - 30.0, top: TOP, bottom: TOP + 420.0 };
        let numbers = self.series.iter().flat_map(Series::points).map(|(x, _)| *x);
        let (first, last) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let (x_axis, y_axis) = (Axis::between(first, last), self.axis());
        let x_of = |x: f64| plot.left + x_axis.share(x) * (plot.right - plot.left);
        let y_of = |y: f64| plot.bottom - y_axis.share(y) * (plot.bottom - plot.top);
        let mut shapes = Vec::new();
        for tick in y_axis.ticks() {
            let y = y_of(tick);
            shapes.push(line((plot.left, y), (plot.right, y), 1.0, GRID));
            shapes.push(text(plot.left - 8.0, y, TEXT, Anchor::End, &y_axis.word(tick), GREY));
        }
        for tick in x_axis.ticks() {
            shapes.push(line((x_of(tick), plot.bottom), (x_of(tick), plot.bottom + 5.0), 1.0, GREY));
            shapes.push(text(x_of(tick), plot.bottom + 18.0, TEXT, Anchor::Middle, &x_axis.word(tick), GREY));
        }
        if y_axis.low < 0.0 && y_axis.high > 0.0 && self.scale == Scale::Linear {
            shapes.push(line((plot.left, y_of(0.0)), (plot.right, y_of(0.0)), 1.5, GREY));
        }
        shapes.push(text(20.0, TOP - 16.0, TEXT, Anchor::Start, &self.values, GREY));
        shapes.push(text(plot.right, plot.bottom + 42.0, TEXT, Anchor::End, across, GREY));
        for (index, series) in self.series.iter().enumerate() {
            let paint = COLORS[index % COLORS.len()];
            let place = |&(x, value): &(f64, Value)| (x_of(x), y_of(value.value));
            for pair in series.runs.iter().flat_map(|run| run.windows(2)) {
                shapes.push(line(place(&pair[0]), place(&pair[1]), 2.0, paint));
            }
            for point in series.points() {
                let ((x, y), value) = (place(point), point.1);
                if value.margin > 0.0 {
                    let ends = [value.value - value.margin, value.value + value.margin].map(y_of);
                    shapes.push(line((x, ends[0].min(plot.bottom)), (x, ends[1]), 1.5, paint));
                }
                // Many points stand so close that marks would hide the line.
                if series.points().count() <= 20 {
                    shapes.push(mark(index, x, y));
                }
            }
        }
        (plot, shapes)
    }

    fn drawn_bars(&self, words: &[String]) -> (Plot, Vec<Shape>) {
        let count = self.series.len().max(1);
        let thick = if count == 1 { 14.0 } else { 11.0 };
        let group = count as f32 * thick + 8.0;
        let left = 60.0 + words.iter().map(|word| word.chars().count()).max().unwrap_or(0) as f32 * 0.52 * TEXT;
        let plot = Plot {
            left: left.min(WIDTH / 2.0),
            right: WIDTH - 40.0,
            top: TOP,
            bottom: TOP + group * words.len().max(1) as f32,
        };
        let axis = self.axis();
        let x_of = |value: f64| plot.left + axis.share(value) * (plot.right - plot.left);
        let mut shapes = Vec::new();
        for tick in axis.ticks() {
            shapes.push(line((x_of(tick), plot.top), (x_of(tick), plot.bottom), 1.0, GRID));
            shapes.push(text(x_of(tick), plot.bottom + 18.0, TEXT, Anchor::Middle, &axis.word(tick), GREY));
        }
        shapes.push(text(plot.right, plot.bottom + 42.0, TEXT, Anchor::End, &self.values, GREY));
        for (place, word) in words.iter().enumerate() {
            let middle = plot.top + (place as f32 + 0.5) * group;
            shapes.push(text(plot.left - 10.0, middle, TEXT, Anchor::End, word, INK));
        }
        let zero = x_of(if self.scale == Scale::Linear { 0.0 } else { axis.low });
        for (index, series) in self.series.iter().enumerate() {
            let paint = COLORS[index % COLORS.len()];
            for (place, value) in series.points() {
                let y = plot.top + place.floor() as f32 * group + 4.0 + index as f32 * thick;
                let (from, to) = (zero.min(x_of(value.value)), zero.max(x_of(value.value)));
                shapes.push(Shape::Rect {
                    x: from,
                    y: y + 1.0,
                    width: (to - from).max(0.5),
                    height: thick - 2.0,
                    radius: 0.0,
                    fill: Some(Fill::Plain(paint)),
                    stroke: None,
                });
                if value.margin > 0.0 {
                    let ends = [value.value - value.margin, value.value + value.margin].map(x_of);
                    let middle = y + thick / 2.0;
                    shapes.push(line((ends[0].max(plot.left), middle), (ends[1], middle), 1.5, INK));
                }
            }
        }
        shapes.push(line((zero, plot.top), (zero, plot.bottom), 1.5, GREY));
        (plot, shapes)
    }
}

/// The rectangle inside the axes.
struct Plot {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

/// The numbers along one side of the plot.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    scale: Scale,
}

impl Axis {
    /// From these numbers to the next round ones outwards.
    fn linear(low: f64, high: f64) -> Axis {
        let Axis { low, high, step, scale } = Axis::between(low, high);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step, scale }
    }

    /// Exactly between these numbers.
    fn between(low: f64, high: f64) -> Axis {
        let (low, high) = match low <= high {
            true if high - low > 1e-12 => (low, high),
            true => (low, low + 1.0),
            false => (0.0, 1.0),
        };
        let rough = (high - low) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough * 0.999);
        Axis { low, high, step: step.unwrap_or(10.0 * power), scale: Scale::Linear }
    }

    /// From a power of ten to a power of ten.
    fn logarithmic(low: f64, high: f64) -> Axis {
        let (low, high) = if low > 0.0 && low <= high { (low, high) } else { (1.0, 10.0) };
        let (low, high) = (low.log10().floor(), high.log10().ceil());
        Axis {
            low: 10f64.powf(low),
            high: 10f64.powf(high.max(low + 1.0)),
            step: if high - low > 8.0 { 100.0 } else { 10.0 },
            scale: Scale::Logarithmic,
        }
    }

    /// How far along the axis a number stands, from 0 to 1.
    fn share(&self, number: f64) -> f32 {
        let share = match self.scale {
            Scale::Linear => (number - self.low) / (self.high - self.low),
            Scale::Logarithmic => (number.max(self.low / 1e3) / self.low).log10() / (self.high / self.low).log10(),
        };
        share.clamp(-0.01, 1.01) as f32
    }

    /// The numbers that are written beside the axis.
    fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        let mut tick = match self.scale {
            Scale::Linear => (self.low / self.step - 1e-9).ceil() * self.step,
            Scale::Logarithmic => self.low,
        };
        while tick <= self.high * (1.0 + 1e-9) + 1e-12 && ticks.len() < 40 {
            ticks.push(tick);
            tick = if self.scale == Scale::Linear { tick + self.step } else { tick * self.step };
        }
        ticks
    }

    fn word(&self, tick: f64) -> String {
        let digits = match self.scale {
            Scale::Linear => (-self.step.log10().floor()).clamp(0.0, 6.0) as usize,
            Scale::Logarithmic => (-tick.log10().round()).clamp(0.0, 6.0) as usize,
        };
        let word = format!("{tick:.digits$}");
        let is_zero = word.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
        if is_zero { "0".to_owned() } else { word.replace('-', "\u{2212}") }
    }
}

fn line(from: (f32, f32), to: (f32, f32), width: f32, paint: Paint) -> Shape {
    Shape::Line { from, to, stroke: Stroke { width, paint } }
}

fn text(x: f32, y: f32, size: f32, anchor: Anchor, text: &str, paint: Paint) -> Shape {
    Shape::Text { x, y, size, anchor, text: text.to_owned(), paint }
}

/// The mark of a series: filled, or open once the colours repeat.
fn mark(index: usize, x: f32, y: f32) -> Shape {
    let paint = COLORS[index % COLORS.len()];
    let inside = if index < COLORS.len() { paint } else { Paint::new(0xFFFFFF) };
    Shape::Circle { x, y, radius: 4.5, fill: Some(Fill::Plain(inside)), stroke: Some(Stroke { width: 2.0, paint }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::png;

    fn count(chart: &Chart, wanted: fn(&Shape) -> bool) -> usize {
        chart.picture().shapes.iter().filter(|shape| wanted(shape)).count()
    }

    fn words(chart: &Chart) -> Vec<String> {
        let word = |shape: Shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        };
        chart.picture().shapes.into_iter().filter_map(word).collect()
    }

    #[test]
    fn a_line_has_its_points_margins_and_name() {
        let mut chart = Chart::lines("Time", "depth", "ms");
        let one_series = count(&chart, |shape| matches!(shape, Shape::Line { .. }));
        chart.add("slow", [(3.0, Value { value: 2.0, margin: 0.5 }), (4.0, 3.0.into())]);
        chart.add("none", [(3.0, f64::NAN.into()), (f64::INFINITY, 1.0.into())]);
        assert_eq!(count(&chart, |shape| matches!(shape, Shape::Circle { .. })), 2 + 2, "two points, two names");
        assert!(count(&chart, |shape| matches!(shape, Shape::Line { .. })) > one_series);
        let words = words(&chart);
        for word in ["Time", "depth", "ms", "slow", "none", "3.0", "4.0", "0"] {
            assert!(words.contains(&word.to_owned()), "{word}: {words:?}");
        }
        let lines = |chart: &Chart| count(chart, |shape| matches!(shape, Shape::Line { .. }));
        let before = lines(&chart);
        chart.add("gap", [(3.0, 1.0.into()), (3.5, f64::NAN.into()), (4.0, 1.0.into())]);
        assert_eq!(lines(&chart), before, "what is missing is not joined");
        let picture = chart.svg();
        assert!(picture.contains("<title>Time</title>") && !picture.contains("NaN"), "{picture}");
    }

    #[test]
    fn powers_of_ten_stand_at_equal_distances() {
        let mut chart = Chart::lines("Time", "depth", "ms").logarithmic();
        chart.add("a", [(1.0, 0.02.into()), (2.0, 0.0.into()), (3.0, Value { value: 500.0, margin: 900.0 })]);
        let words = words(&chart);
        for word in ["0.01", "0.1", "1", "10", "100", "1000"] {
            assert!(words.contains(&word.to_owned()), "{word}: {words:?}");
        }
        let axis = Axis::logarithmic(0.01, 1000.0);
        assert!((axis.share(1.0) - 0.4).abs() < 1e-6 && (axis.share(100.0) - 0.8).abs() < 1e-6);
        assert_eq!(chart.series[0].points().count(), 2, "zero has no place");
    }

    #[test]
    fn bars_grow_from_zero_to_both_sides() {
        let mut chart = Chart::bars("Weights", vec!["own".into(), "enemy".into()], "weight");
        chart.add("Standard", [(0.0, 0.3.into()), (1.0, Value { value: -0.3, margin: 0.1 }), (7.0, 1.0.into())]);
        let bars: Vec<(f32, f32)> = chart.picture().shapes[1..]
            .iter()
            .filter_map(|shape| match shape {
                Shape::Rect { x, width, .. } => Some((*x, *width)),
                _ => None,
            })
            .collect();
        let [(own, width), (enemy, mirrored)] = bars[..] else { panic!("{bars:?}") };
        assert!((enemy + mirrored - own).abs() < 0.01, "both touch zero");
        assert!((width - mirrored).abs() < 0.01);
        assert!(words(&chart).contains(&"\u{2212}0.4".to_owned()));
    }

    #[test]
    fn an_empty_chart_is_a_picture_too() {
        let charts =
            [Chart::lines("", "", ""), Chart::bars("", Vec::new(), ""), Chart::lines("", "", "").logarithmic()];
        for chart in charts {
            assert!(chart.svg().ends_with("</svg>\n"));
            assert!(png::picture(&chart.picture(), 100).starts_with(b"\x89PNG"));
        }
    }
}
