//! The board as SVG.

use std::fmt::Write;

use super::diagram::{BASELINE, Diagram, Fill, Paint, SIDE, Shape, Stroke};

/// The board as an SVG picture with the position as its description.
pub fn svg(diagram: &Diagram, title: &str) -> String {
    let mut writer = Writer { defs: String::new(), body: String::new(), gradients: Vec::new() };
    for shape in diagram.shapes() {
        // Writing to a string cannot fail.
        let _ = writer.shape(&shape);
    }
    format!(
        concat!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\"",
            " role=\"img\" font-family=\"Inter, Helvetica, Arial, sans-serif\">\n",
            "<title>{title}</title>\n<desc>{position}</desc>\n<defs>\n{defs}</defs>\n{body}</svg>\n"
        ),
        side = SIDE,
        title = escape(title),
        position = diagram.position,
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
            Shape::Rect { x, y, side, radius, fill, stroke } => {
                let style = self.style(fill, stroke);
                let (x, y, side, radius) = (number(x), number(y), number(side), number(radius));
                writeln!(self.body, r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="{radius}"{style}/>"#)
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
            Shape::Label { x, y, size, letter, paint } => {
                let (x, y, size) = (number(x), number(y + BASELINE * size), number(size));
                let color = hex(paint);
                writeln!(
                    self.body,
                    r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{color}">{letter}</text>"#
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
