//! Pictures as SVG.

use std::fmt::Write;

use super::diagram::Diagram;
use super::shape::{Anchor, BASELINE, Fill, Paint, Picture, Shape, Stroke};

/// The board as an SVG picture with the position as its description.
pub fn svg(diagram: &Diagram, title: &str) -> String {
    picture(&diagram.picture(), title, &diagram.position.to_string())
}

/// A picture with its title and description.
pub(super) fn picture(picture: &Picture, title: &str, description: &str) -> String {
    let mut writer = Writer { defs: String::new(), body: String::new(), gradients: Vec::new() };
    for shape in &picture.shapes {
        // Writing to a string cannot fail.
        let _ = writer.shape(shape);
    }
    format!(
        concat!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"",
            " role=\"img\" font-family=\"Inter, Helvetica, Arial, sans-serif\">\n",
            "<title>{title}</title>\n<desc>{description}</desc>\n<defs>\n{defs}</defs>\n{body}</svg>\n"
        ),
        width = number(picture.width),
        height = number(picture.height),
        title = escape(title),
        description = escape(description),
        defs = writer.defs,
        body = writer.body,
    )
}

fn escape(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A number with at most two decimals.
fn number(value: f32) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

struct Writer {
    defs: String,
    body: String,
    gradients: Vec<(Paint, Paint)>,
}

impl Writer {
    fn shape(&mut self, shape: &Shape) -> std::fmt::Result {
        match *shape {
            Shape::Rect { x, y, width, height, radius, fill, stroke } => {
                let style = self.style(fill, stroke);
                let [x, y, width, height, radius] = [x, y, width, height, radius].map(number);
                writeln!(self.body, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{style}/>"#)
            }
            Shape::Circle { x, y, radius, fill, stroke } => {
                let style = self.style(fill, stroke);
                let (x, y, radius) = (number(x), number(y), number(radius));
                writeln!(self.body, r#"<circle cx="{x}" cy="{y}" r="{radius}"{style}/>"#)
            }
            Shape::Line { from, to, stroke } => {
                let style = self.style(None, Some(stroke));
                let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(number);
                writeln!(self.body, r#"<path d="M{a} {b}L{c} {d}" stroke-linecap="round"{style}/>"#)
            }
            Shape::Grain { points, stroke } => {
                let style = self.style(None, Some(stroke));
                let [a, b, c, d] = points.map(|(x, y)| format!("{} {}", number(x), number(y)));
                writeln!(self.body, r#"<path d="M{a}C{b} {c} {d}"{style}/>"#)
            }
            Shape::Text { x, y, size, anchor, ref text, paint } => {
                let (x, y, size) = (number(x), number(y + BASELINE * size), number(size));
                let (color, text) = (hex(paint), escape(text));
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                writeln!(
                    self.body,
                    r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{text}</text>"#
                )
            }
        }
    }

    fn style(&mut self, fill: Option<Fill>, stroke: Option<Stroke>) -> String {
        let mut style = match fill {
            None => r#" fill="none""#.to_owned(),
            Some(Fill::Plain(paint)) => format!(r#" fill="{}"{}"#, hex(paint), opacity("fill", paint)),
            Some(Fill::Slanted(from, to)) => format!(r#" fill="url(#g{})""#, self.gradient(from, to)),
        };
        if let Some(Stroke { width, paint }) = stroke {
            let (color, width, opacity) = (hex(paint), number(width), opacity("stroke", paint));
            style.push_str(&format!(r#" stroke="{color}" stroke-width="{width}"{opacity}"#));
        }
        style
    }

    fn gradient(&mut self, from: Paint, to: Paint) -> usize {
        if let Some(known) = self.gradients.iter().position(|&pair| pair == (from, to)) {
            return known;
        }
        let number = self.gradients.len();
        self.defs.push_str(&format!(
            concat!(
                r#"<linearGradient id="g{number}" x1="0" y1="0" x2="1" y2="1">"#,
                r#"<stop offset="0" stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient>"#,
                "\n"
            ),
            number = number,
            from = hex(from),
            to = hex(to)
        ));
        self.gradients.push((from, to));
        number
    }
}

fn hex(paint: Paint) -> String {
    format!("#{:02X}{:02X}{:02X}", paint.red, paint.green, paint.blue)
}

fn opacity(what: &str, paint: Paint) -> String {
    if paint.opacity < 1.0 { format!(r#" {what}-opacity="{}""#, number(paint.opacity)) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::Material;

    #[test]
    fn the_title_cannot_break_the_picture() {
        let diagram =
            Diagram { position: "a1/- b 8 9".parse().unwrap(), last: None, flipped: false, material: Material::Paper };
        let text = svg(&diagram, "</title><script>&\u{1}");
        assert!(text.contains("<title>&lt;/title&gt;&lt;script&gt;&amp; </title>"));
        assert!(text.contains("<desc>a1/- b 8 9</desc>"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(42.0), "42");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(40.5299), "40.53");
    }
}
