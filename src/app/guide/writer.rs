//! Writes the text of a chapter: headings, paragraphs, lists, tables and code.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Color32, CornerRadius, CursorIcon, FontId, Frame, Label, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};

use super::chapters::places_of;
use super::markdown::{Block, Span, Style, plain};
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::widgets::focus_ring;

/// Writes blocks of text, with the words that are searched on a ground of their own.
pub struct Writer<'a> {
    /// What drawing code sees.
    pub view: &'a View<'a>,
    /// The words that are searched.
    pub words: &'a str,
    /// Whether a table is to scroll to the row with the words; false once it has.
    pub seeks: bool,
    /// The link that was clicked.
    pub link: &'a mut Option<String>,
}

impl Writer<'_> {
    /// Writes a block; pictures are drawn elsewhere.
    pub fn block(&mut self, ui: &mut Ui, block: &Block) {
        match block {
            Block::Heading(level, spans) => self.heading(ui, *level, spans),
            Block::Paragraph(spans) => {
                self.text(ui, spans, 14.0);
                ui.add_space(9.0);
            }
            Block::Item(depth, mark, spans) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(4.0 + 20.0 * f32::from(*depth));
                    let mark = RichText::new(mark).font(Weight::Regular.size(14.0)).color(self.view.palette.muted);
                    ui.add_sized(vec2(18.0, 18.0), Label::new(mark));
                    ui.add_space(4.0);
                    ui.vertical(|ui| self.text(ui, spans, 14.0));
                });
                ui.add_space(4.0);
            }
            Block::Code(text) => {
                let width = ui.available_width();
                let frame = Frame::NONE.fill(self.view.palette.well).corner_radius(8.0).inner_margin(10.0);
                frame.show(ui, |ui| {
                    ui.set_width(width - 20.0);
                    let spans = [Span { text: text.clone(), style: Style::Code }];
                    self.text(ui, &spans, 13.5);
                });
                ui.add_space(10.0);
            }
            Block::Table(rows) => self.table(ui, rows),
            Block::Picture(..) => {}
        }
    }

    /// Writes a heading.
    pub fn heading(&mut self, ui: &mut Ui, level: u8, spans: &[Span]) {
        let (above, size, below) = match level {
            1 => (0.0, 22.0, 10.0),
            2 => (12.0, 17.0, 7.0),
            _ => (6.0, 14.5, 5.0),
        };
        ui.add_space(above);
        let mut job = LayoutJob::default();
        self.append(&mut job, &plain(spans), Weight::SemiBold.size(size), self.view.palette.text, false);
        let response = ui.add(Label::new(job).wrap());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, plain(spans)));
        ui.add_space(below);
    }

    /// Adds a text to a line, its found words on a ground of their own.
    fn append(&self, job: &mut LayoutJob, text: &str, font: FontId, color: Color32, code: bool) {
        let palette = self.view.palette;
        let ground = if code { palette.well } else { Color32::TRANSPARENT };
        let format = TextFormat { font_id: font, color, background: ground, ..TextFormat::default() };
        let found = TextFormat { background: palette.accent_soft, ..format.clone() };
        let mut from = 0;
        for (start, end) in places_of(text, self.words) {
            job.append(&text[from..start], 0.0, format.clone());
            job.append(&text[start..end], 0.0, found.clone());
            from = end;
        }
        job.append(&text[from..], 0.0, format);
    }

    fn job(&self, spans: &[Span], size: f32) -> LayoutJob {
        let palette = self.view.palette;
        let mut job = LayoutJob::default();
        for span in spans {
            let (font, color) = match span.style {
                Style::Plain => (Weight::Regular.size(size), palette.text),
                Style::Bold => (Weight::SemiBold.size(size), palette.text),
                Style::Code => (FontId::monospace(size - 1.0), palette.text),
                Style::Link(_) => (Weight::Medium.size(size), palette.accent),
            };
            self.append(&mut job, &span.text, font, color, span.style == Style::Code);
        }
        job
    }

    /// A text that wraps. Links can be reached by keyboard, so each is a widget of its own.
    fn text(&mut self, ui: &mut Ui, spans: &[Span], size: f32) {
        if !spans.iter().any(|span| matches!(span.style, Style::Link(_))) {
            ui.add(Label::new(self.job(spans, size)).wrap());
            return;
        }
        // Otherwise the first line would be as high as a button, and stand lower than what is beside it.
        let button_height = std::mem::take(&mut ui.spacing_mut().interact_size.y);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for part in spans.chunk_by(|a, b| !matches!(a.style, Style::Link(_)) && !matches!(b.style, Style::Link(_)))
            {
                let label = Label::new(self.job(part, size)).wrap();
                let Style::Link(target) = &part[0].style else {
                    ui.add(label);
                    continue;
                };
                let response = ui.add(label.sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand);
                response.widget_info(|| WidgetInfo::labeled(Role::Link, true, plain(part)));
                focus_ring(ui.painter(), response.rect, CornerRadius::same(3), &response, self.view.palette);
                if response.clicked() {
                    *self.link = Some(target.clone());
                }
            }
        });
        ui.spacing_mut().interact_size.y = button_height;
    }

    /// A table. Its columns share the width by what their longest words and texts need.
    fn table(&mut self, ui: &mut Ui, rows: &[Vec<Vec<Span>>]) {
        const GAP: f32 = 16.0;
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return;
        }
        let widths = self.widths(ui, rows, columns, ui.available_width() - GAP * (columns - 1) as f32);
        let palette = self.view.palette;
        for (number, row) in rows.iter().enumerate() {
            let top = ui.cursor().top();
            ui.horizontal_top(|ui| {
                for (cell, width) in row.iter().zip(&widths) {
                    ui.vertical(|ui| {
                        ui.set_width(*width);
                        if number == 0 {
                            let mut job = LayoutJob::default();
                            self.append(&mut job, &plain(cell), Weight::SemiBold.size(12.5), palette.muted, false);
                            ui.add(Label::new(job).wrap());
                        } else {
                            self.text(ui, cell, 13.5);
                        }
                    });
                    ui.add_space(GAP);
                }
            });
            ui.add_space(3.0);
            let y = ui.cursor().top();
            let line = Rect::from_min_max(pos2(ui.min_rect().left(), y), pos2(ui.max_rect().right(), y));
            ui.painter().hline(line.x_range(), y, Stroke::new(1.0, palette.hairline));
            if self.seeks && row.iter().any(|cell| !places_of(&plain(cell), self.words).is_empty()) {
                self.seeks = false;
                ui.scroll_to_rect(line.with_min_y(top).expand2(vec2(0.0, 60.0)), None);
            }
            ui.add_space(4.0);
        }
        ui.add_space(10.0);
    }

    fn widths(&self, ui: &Ui, rows: &[Vec<Vec<Span>>], columns: usize, room: f32) -> Vec<f32> {
        let needed = |column: usize| {
            let of_cell = |cell: &Vec<Span>| ui.painter().layout_job(self.job(cell, 13.5)).size().x;
            rows.iter().filter_map(|row| row.get(column)).map(of_cell).fold(24.0, f32::max) + 2.0
        };
        let needed: Vec<f32> = (0..columns).map(needed).collect();
        if needed.iter().sum::<f32>() <= room {
            return needed;
        }
        // Short columns have what they need; the long ones share the rest.
        let fair = room / columns as f32;
        let short: f32 = needed.iter().filter(|width| **width <= fair).sum();
        let long: f32 = needed.iter().filter(|width| **width > fair).sum();
        needed.into_iter().map(|width| if width <= fair { width } else { (room - short) * width / long }).collect()
    }
}
