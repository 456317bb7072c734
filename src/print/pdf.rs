//! The sheet as a PDF file.

use pdf_writer::types::{LineCapStyle, TabOrder, TextRenderingMode};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::diagram::{Diagram, SIDE};
use super::fallback;
use super::font::{Font, Run, code, runs};
use super::shape::{Anchor, BASELINE, Fill, Paint, Shape, Stroke};
use super::sheet::{Ink, Page, Sheet};

/// The name of the font for letters that Helvetica lacks.
const FALLBACK: Name<'static> = Name(b"F4");

/// Four curves with this handle length look like a circle of radius 1.
const ROUND: f32 = 0.552_284_8;

/// The game as a PDF document.
pub fn pdf(sheet: &Sheet) -> Vec<u8> {
    let pages = sheet.pages();
    let (width, height) = sheet.paper.size();
    let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let font = |font: Font| Ref::new(4 + font as i32);
    let fallback_refs = [10, 11, 12, 13, 14].map(Ref::new);
    let page_ref = |page: usize| Ref::new(20 + 2 * page as i32);
    let content_ref = |page: usize| Ref::new(21 + 2 * page as i32);
    let letters = pages.iter().flatten().flat_map(Ink::letters).filter(|&letter| code(letter).is_none());
    let glyphs = fallback::glyphs(letters);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr(sheet.language.code()));
    pdf.document_info(info).title(TextStr(&sheet.title())).creator(TextStr("Mühle"));
    pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    for (i, page) in pages.iter().enumerate() {
        let mut writer = pdf.page(page_ref(i));
        writer.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(content_ref(i));
        writer.tab_order(TabOrder::StructureOrder);
        let mut resources = writer.resources();
        let mut fonts = resources.fonts();
        for cut in Font::ALL {
            fonts.pair(Name(name(cut)), font(cut));
        }
        if !glyphs.is_empty() {
            fonts.pair(FALLBACK, fallback_refs[0]);
        }
        fonts.finish();
        resources.finish();
        writer.finish();
        pdf.stream(content_ref(i), &content(page, height));
    }
    for cut in Font::ALL {
        pdf.type1_font(font(cut)).base_font(Name(cut.base_name())).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    if !glyphs.is_empty() {
        fallback::embed(&mut pdf, fallback_refs, &glyphs);
    }
    pdf.finish()
}

fn name(font: Font) -> &'static [u8] {
    match font {
        Font::Regular => b"F1",
        Font::Bold => b"F2",
        Font::Oblique => b"F3",
    }
}

fn content(page: &Page, height: f32) -> Vec<u8> {
    let mut content = Content::new();
    for ink in page {
        match ink {
            Ink::Text { text, .. } if text.is_empty() => {}
            Ink::Text { x, baseline, font, size, text } => {
                write_text(&mut content, (*x, height - baseline), *font, *size, text);
            }
            Ink::Rule { x, y, width } => {
                content.set_stroke_rgb(0.6, 0.6, 0.6).set_line_width(0.5);
                content.move_to(*x, height - y).line_to(x + width, height - y).stroke();
            }
            Ink::Board { x, y, side, diagram } => {
                content.save_state();
                // From here on the units are those of the board; y still points up.
                let scale = side / SIDE;
                content.transform([scale, 0.0, 0.0, scale, *x, height - y - side]);
                board(&mut content, diagram);
                content.restore_state();
            }
        }
    }
    content.finish().into_vec()
}

fn write_text(content: &mut Content, (x, y): (f32, f32), font: Font, size: f32, text: &str) {
    content.begin_text().next_line(x, y);
    for run in runs(text) {
        match run {
            Run::Helvetica(codes) => {
                content.set_font(Name(name(font)), size).show(Str(&codes));
            }
            Run::Fallback(codes) => {
                // The font is light; a thin outline gives it the weight of Helvetica.
                let weight = if font == Font::Bold { 0.05 } else { 0.018 };
                content.set_text_rendering_mode(TextRenderingMode::FillStroke);
                content.set_stroke_gray(0.0).set_line_width(weight * size);
                content.set_font(FALLBACK, size).show(Str(&codes));
                content.set_text_rendering_mode(TextRenderingMode::Fill);
            }
        }
    }
    content.end_text();
}

fn board(content: &mut Content, diagram: &Diagram) {
    content.set_line_cap(LineCapStyle::RoundCap);
    for shape in diagram.shapes() {
        match shape {
            Shape::Line { from, to, stroke } => {
                set_stroke(content, stroke);
                content.move_to(from.0, SIDE - from.1).line_to(to.0, SIDE - to.1).stroke();
            }
            Shape::Grain { points: [a, b, c, d], stroke } => {
                set_stroke(content, stroke);
                content.move_to(a.0, SIDE - a.1).cubic_to(b.0, SIDE - b.1, c.0, SIDE - c.1, d.0, SIDE - d.1).stroke();
            }
            Shape::Rect { x, y, width, height, fill, stroke, .. } => {
                paint(content, fill, stroke, |content| {
                    content.rect(x, SIDE - y - height, width, height);
                });
            }
            Shape::Circle { x, y, radius: r, fill, stroke } => {
                let (y, k) = (SIDE - y, ROUND * r);
                paint(content, fill, stroke, |content| {
                    content.move_to(x + r, y);
                    content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
                    content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
                    content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
                    content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
                    content.close_path();
                });
            }
            Shape::Text { x, y, size, anchor, text, paint } => {
                set_fill(content, paint);
                let width = Font::Regular.width(&text, size);
                let left = match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                write_text(content, (left, SIDE - y - BASELINE * size), Font::Regular, size, &text);
            }
        }
    }
    set_fill(content, Paint { red: 0, green: 0, blue: 0, opacity: 1.0 });
}

fn paint(content: &mut Content, fill: Option<Fill>, stroke: Option<Stroke>, path: impl FnOnce(&mut Content)) {
    match fill {
        // Boards on paper have plain colours; of a gradient the first colour is close enough.
        Some(Fill::Plain(paint) | Fill::Slanted(paint, _)) => set_fill(content, paint),
        None => {}
    }
    if let Some(stroke) = stroke {
        set_stroke(content, stroke);
    }
    path(content);
    match (fill, stroke) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

/// A colour on white paper: translucent colours become lighter.
fn on_paper(paint: Paint) -> [f32; 3] {
    [paint.red, paint.green, paint.blue].map(|part| 1.0 - paint.opacity * (1.0 - f32::from(part) / 255.0))
}

fn set_fill(content: &mut Content, paint: Paint) {
    let [red, green, blue] = on_paper(paint);
    content.set_fill_rgb(red, green, blue);
}

fn set_stroke(content: &mut Content, stroke: Stroke) {
    let [red, green, blue] = on_paper(stroke.paint);
    content.set_stroke_rgb(red, green, blue).set_line_width(stroke.width);
}
