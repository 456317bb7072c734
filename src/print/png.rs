//! Pictures as pixels.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use vello_cpu::color::AlphaColor;
use vello_cpu::kurbo::{Affine, BezPath, Cap, Circle, Line, Rect, RoundedRect, Shape as _, Stroke as Width};
use vello_cpu::peniko::Gradient;
use vello_cpu::{PaintType, Pixmap, RenderContext, Resources};

use super::diagram::Diagram;
use super::shape::{Anchor, BASELINE, Fill, Paint, Picture, Shape, Stroke};

/// The font of all texts.
const FONT: &[u8] = include_bytes!("../../assets/fonts/Inter-Medium.otf");
/// The precision of curves, in pixels.
const TOLERANCE: f64 = 0.05;

/// The smallest and the largest picture.
pub const PIXELS: std::ops::RangeInclusive<u16> = 16..=8192;

/// The board as a PNG file; its side is brought into [`PIXELS`].
pub fn png(diagram: &Diagram, pixels: u16) -> Vec<u8> {
    picture(&diagram.picture(), pixels)
}

/// A picture as a PNG file; its width is brought into [`PIXELS`].
pub(super) fn picture(picture: &Picture, pixels: u16) -> Vec<u8> {
    encode(&render(picture, pixels.clamp(*PIXELS.start(), *PIXELS.end())))
}

fn render(picture: &Picture, pixels: u16) -> Pixmap {
    let height = (f32::from(pixels) * picture.height / picture.width).round().max(1.0) as u16;
    let mut context = RenderContext::new(pixels, height);
    context.set_transform(Affine::scale(f64::from(pixels) / f64::from(picture.width)));
    let font = FontRef::new(FONT).ok();
    for shape in &picture.shapes {
        draw(&mut context, shape, font.as_ref());
    }
    let mut pixmap = Pixmap::new(pixels, height);
    context.flush();
    context.render(&mut pixmap, &mut Resources::new());
    pixmap
}

fn draw(context: &mut RenderContext, shape: &Shape, font: Option<&FontRef>) {
    match *shape {
        Shape::Rect { x, y, width, height, radius, fill, stroke } => {
            let rect = RoundedRect::new(x.into(), y.into(), (x + width).into(), (y + height).into(), f64::from(radius));
            closed(context, &rect.to_path(TOLERANCE), rect.bounding_box(), fill, stroke);
        }
        Shape::Circle { x, y, radius, fill, stroke } => {
            let circle = Circle::new((f64::from(x), f64::from(y)), radius.into());
            closed(context, &circle.to_path(TOLERANCE), circle.bounding_box(), fill, stroke);
        }
        Shape::Line { from, to, stroke } => {
            let line = Line::new((f64::from(from.0), f64::from(from.1)), (f64::from(to.0), f64::from(to.1)));
            outline(context, &line.to_path(TOLERANCE), stroke);
        }
        Shape::Grain { points, stroke } => {
            let [a, b, c, d] = points.map(|(x, y)| (f64::from(x), f64::from(y)));
            let mut path = BezPath::new();
            path.move_to(a);
            path.curve_to(b, c, d);
            outline(context, &path, stroke);
        }
        Shape::Text { x, y, size, anchor, ref text, paint } => {
            let Some(path) = font.map(|font| line(font, text, size)) else { return };
            let bounds = path.bounding_box();
            let edge = match anchor {
                Anchor::Start => bounds.x0,
                Anchor::Middle => bounds.center().x,
                Anchor::End => bounds.x1,
            };
            let left = f64::from(x) - edge;
            let baseline = f64::from(y + BASELINE * size);
            context.set_paint(color(paint));
            context.fill_path(&(Affine::translate((left, baseline)) * path));
        }
    }
}

fn closed(context: &mut RenderContext, path: &BezPath, bounds: Rect, fill: Option<Fill>, stroke: Option<Stroke>) {
    if let Some(fill) = fill {
        let paint: PaintType = match fill {
            Fill::Plain(paint) => color(paint).into(),
            Fill::Slanted(from, to) => Gradient::new_linear((bounds.x0, bounds.y0), (bounds.x1, bounds.y1))
                .with_stops([color(from), color(to)])
                .into(),
        };
        context.set_paint(paint);
        context.fill_path(path);
    }
    if let Some(stroke) = stroke {
        outline(context, path, stroke);
    }
}

fn outline(context: &mut RenderContext, path: &BezPath, stroke: Stroke) {
    context.set_paint(color(stroke.paint));
    context.set_stroke(Width::new(stroke.width.into()).with_caps(Cap::Round));
    context.stroke_path(path);
}

fn color(paint: Paint) -> AlphaColor<vello_cpu::color::Srgb> {
    AlphaColor::from_rgba8(paint.red, paint.green, paint.blue, (paint.opacity * 255.0).round() as u8)
}

/// The outline of a text, with y pointing down. Letters that the font lacks are left out.
fn line(font: &FontRef, text: &str, size: f32) -> BezPath {
    let widths = font.glyph_metrics(Size::new(size), LocationRef::default());
    let (mut path, mut at) = (BezPath::new(), 0.0);
    for letter in text.chars() {
        if let Some(outline) = glyph(font, letter, size) {
            path.extend(Affine::translate((at, 0.0)) * outline);
        }
        at += font.charmap().map(letter).and_then(|glyph| widths.advance_width(glyph)).map_or(0.0, f64::from);
    }
    path
}

/// A letter's outline, with y pointing down.
fn glyph(font: &FontRef, letter: char, size: f32) -> Option<BezPath> {
    struct Pen(BezPath);
    impl OutlinePen for Pen {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.move_to((f64::from(x), -f64::from(y)));
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0.line_to((f64::from(x), -f64::from(y)));
        }
        fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
            self.0.quad_to((f64::from(cx), -f64::from(cy)), (f64::from(x), -f64::from(y)));
        }
        fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
            let [a, b, end] = [(ax, ay), (bx, by), (x, y)].map(|(x, y)| (f64::from(x), -f64::from(y)));
            self.0.curve_to(a, b, end);
        }
        fn close(&mut self) {
            self.0.close_path();
        }
    }
    let outline = font.outline_glyphs().get(font.charmap().map(letter)?)?;
    let mut pen = Pen(BezPath::new());
    outline.draw(DrawSettings::unhinted(Size::new(size), LocationRef::default()), &mut pen).ok()?;
    Some(pen.0)
}

fn encode(pixmap: &Pixmap) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width().into(), pixmap.height().into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let straight: Vec<u8> = pixmap
        .data()
        .iter()
        .flat_map(|pixel| {
            let full = |part: u8| ((u32::from(part) * 255) / u32::from(pixel.a).max(1)).min(255) as u8;
            [full(pixel.r), full(pixel.g), full(pixel.b), pixel.a]
        })
        .collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&straight))
        .expect("writing to memory cannot fail and the sizes agree");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::Material;

    fn pixel(pixmap: &Pixmap, x: u16, y: u16) -> [u8; 4] {
        let pixel = pixmap.data()[usize::from(y) * usize::from(pixmap.width()) + usize::from(x)];
        [pixel.r, pixel.g, pixel.b, pixel.a]
    }

    #[test]
    fn stones_lines_and_letters_are_where_they_belong() {
        let position = "d6/d2 w 8 8".parse().unwrap();
        let diagram = Diagram { position, last: None, flipped: false, material: Material::Wood };
        let pixmap = render(&diagram.picture(), 500);
        let [red, green, blue, alpha] = pixel(&pixmap, 250, 122);
        assert!(red > 220 && green > 210 && blue > 190 && alpha == 255, "a white stone on d6");
        assert!(pixel(&pixmap, 250, 378)[0] < 70, "a black stone on d2");
        assert!(pixel(&pixmap, 120, 442)[0] < 0x60, "the line from a1 to d1");
        assert_eq!(pixel(&pixmap, 0, 0)[3], 0, "the corners are round");
        let dark = |x: std::ops::Range<u16>, y: std::ops::Range<u16>| {
            x.flat_map(|x| y.clone().map(move |y| (x, y))).filter(|&(x, y)| pixel(&pixmap, x, y)[0] < 170).count()
        };
        assert!(dark(52..64, 474..488) > 4, "the letter a");
        assert!(dark(12..26, 435..449) > 4, "the digit 1");
    }

    #[test]
    fn any_size_gives_a_picture() {
        let diagram = Diagram { position: Default::default(), last: None, flipped: true, material: Material::Paper };
        for pixels in [0, 16, 333] {
            let bytes = png(&diagram, pixels);
            let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
            assert_eq!(reader.info().width, u32::from(pixels.max(16)));
        }
    }
}
