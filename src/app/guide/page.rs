//! The guide in the window: chapters at the left, the text at the right, and a field that searches all of it.

use eframe::egui::{
    self, Align, Align2, CornerRadius, CursorIcon, Id, Key, Margin, Modifiers, Rect, RichText, Role, ScrollArea, Sense,
    Stroke, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::chapters::{Chapter, chapters, find};
use super::markdown::{Block, Span, Style};
use super::pictures::{self, Pictures};
use super::writer::Writer;
use crate::app::View;
use crate::app::actions::Actions;
use crate::app::dialogs::Dialog;
use crate::app::fonts::Weight;
use crate::app::widgets::{combo, focus_ring, text_in};
use crate::texts::Language;

/// Below this width the chapters are a list that opens.
const WIDE: f32 = 640.0;
/// The width of the chapters.
const LIST: f32 = 196.0;
/// How far an arrow key scrolls.
const STEP: f32 = 48.0;

/// The open guide.
pub struct GuideDialog {
    chapters: Vec<Chapter>,
    current: usize,
    words: String,
    /// The blocks with the words that are searched, and which of them is shown.
    found: Vec<(usize, usize)>,
    shown: usize,
    /// The block to scroll to: none for the beginning.
    goes_to: Option<Option<usize>>,
    /// Chapters that were left by a link.
    trail: Vec<usize>,
    pictures: Pictures,
    /// The dialog that was open, which comes back.
    pub behind: Option<Box<Dialog>>,
}

impl GuideDialog {
    /// The size it would like to have.
    pub const SIZE: Vec2 = vec2(940.0, 680.0);

    /// The guide at a chapter.
    pub fn new(language: Language, chapter: &str, behind: Option<Dialog>) -> GuideDialog {
        let chapters = chapters(language);
        let current = chapters.iter().position(|known| known.id() == chapter).unwrap_or(0);
        GuideDialog {
            chapters,
            current,
            words: String::new(),
            found: Vec::new(),
            shown: 0,
            goes_to: None,
            trail: Vec::new(),
            pictures: Pictures::default(),
            behind: behind.map(Box::new),
        }
    }

    /// The titles of all chapters.
    #[cfg(test)]
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.chapters.iter().map(|chapter| chapter.title.as_str())
    }

    fn go(&mut self, chapter: usize, block: Option<usize>) {
        self.current = chapter.min(self.chapters.len().saturating_sub(1));
        self.goes_to = Some(block);
    }

    /// Follows a link to a chapter, and perhaps to one of its headings.
    fn follow(&mut self, target: &str) {
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        if let Some(chapter) = self.chapters.iter().position(|chapter| chapter.file == file) {
            self.trail.push(self.current);
            self.go(chapter, self.chapters[chapter].heading(heading));
        }
    }

    /// Looks for the words, and shows the first place from the shown chapter on.
    fn search(&mut self) {
        self.found = find(&self.chapters, &self.words);
        self.shown = self.found.iter().position(|(chapter, _)| *chapter >= self.current).unwrap_or(0);
        self.show_found();
    }

    fn show_found(&mut self) {
        if let Some(&(chapter, block)) = self.found.get(self.shown) {
            self.go(chapter, Some(block));
        }
    }

    fn step(&mut self, forward: bool) {
        if !self.found.is_empty() {
            let count = self.found.len();
            self.shown = (self.shown + if forward { 1 } else { count - 1 }) % count;
            self.show_found();
        }
    }

    /// Draws the guide.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, _actions: &mut Actions) {
        let scroll = self.keys(ui);
        let wide = body.width() >= WIDE;
        let head = body.with_max_y(body.top() + 34.0);
        let field = if wide { head.with_max_x(head.left() + LIST) } else { head.with_min_x(head.center().x + 4.0) };
        // First, so that it gets the keyboard.
        self.field_ui(ui, field, view);
        if wide {
            self.list_ui(ui, body.with_min_y(head.bottom() + 10.0).with_max_x(body.left() + LIST), view);
            self.place_ui(ui, head.with_min_x(head.left() + LIST + 24.0), view);
        } else {
            self.combo_ui(ui, head.with_max_x(head.center().x - 4.0), view);
        }
        let mut text = body.with_min_y(head.bottom() + 10.0);
        if wide {
            text.min.x += LIST + 24.0;
        } else if !self.words.trim().is_empty() {
            self.place_ui(ui, text.with_max_y(text.top() + 20.0), view);
            text.min.y += 24.0;
        }
        self.chapter_ui(ui, text, scroll, view);
    }

    /// Scrolling and searching by keyboard. Returns how far to scroll.
    fn keys(&mut self, ui: &Ui) -> f32 {
        let typed = ui.ctx().text_edit_focused();
        let focused = ui.memory(|memory| memory.focused()).is_some();
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if typed && (pressed(Modifiers::SHIFT, Key::Enter) || pressed(Modifiers::SHIFT, Key::F3)) {
            self.step(false);
        } else if (typed && pressed(Modifiers::NONE, Key::Enter)) || pressed(Modifiers::NONE, Key::F3) {
            self.step(true);
        }
        if pressed(Modifiers::ALT, Key::ArrowLeft)
            && let Some(chapter) = self.trail.pop()
        {
            self.go(chapter, None);
        }
        if pressed(Modifiers::COMMAND, Key::F) {
            ui.memory_mut(|memory| memory.request_focus(field_id()));
        }
        let page = 0.8 * ui.max_rect().height();
        let mut far = 0.0;
        let mut scrolls = |key, way: f32| far += if pressed(Modifiers::NONE, key) { way } else { 0.0 };
        scrolls(Key::PageDown, page);
        scrolls(Key::PageUp, -page);
        // The focus on a chapter or a link moves with the arrow keys.
        if typed || !focused {
            scrolls(Key::ArrowDown, STEP);
            scrolls(Key::ArrowUp, -STEP);
        }
        if !typed {
            scrolls(Key::Home, -1e6);
            scrolls(Key::End, 1e6);
            scrolls(Key::Space, page);
        }
        far
    }

    fn field_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View) {
        let (palette, texts) = (view.palette, view.texts.help);
        let mut child = ui.new_child(UiBuilder::new().id_salt("guide search").max_rect(rect));
        let hint = RichText::new(texts.guide_search()).color(palette.muted);
        let edit =
            TextEdit::singleline(&mut self.words).id(field_id()).hint_text(hint).margin(Margin::symmetric(10, 7));
        let response = child.put(rect, edit.char_limit(60));
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.guide_search()));
        if response.changed() {
            self.search();
        }
        response.on_hover_text(texts.guide_search_tip());
    }

    /// How many places have the words; where there are none, the title of the chapter.
    fn place_ui(&self, ui: &Ui, rect: Rect, view: &View) {
        let (palette, texts) = (view.palette, view.texts.help);
        let words = match self.found.len() {
            _ if self.words.trim().is_empty() => String::new(),
            0 => texts.guide_nothing().to_owned(),
            count => texts.guide_found(self.shown + 1, count),
        };
        text_in(ui.painter(), rect, Align2::RIGHT_CENTER, &words, Weight::Regular, 13.0, palette.muted);
        if !words.is_empty() {
            let response = ui.interact(rect, Id::unique("guide found"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        }
    }

    fn count(&self, chapter: usize) -> usize {
        self.found.iter().filter(|(found, _)| *found == chapter).count()
    }

    fn list_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View) {
        let palette = view.palette;
        ui.painter().rect_filled(rect, CornerRadius::same(10), palette.well);
        let mut child = ui.new_child(UiBuilder::new().id_salt("guide chapters").max_rect(rect.shrink(6.0)));
        child.spacing_mut().item_spacing.y = 1.0;
        let mut chosen = None;
        ScrollArea::vertical().id_salt("chapters").auto_shrink(false).show(&mut child, |ui| {
            for (number, chapter) in self.chapters.iter().enumerate() {
                let (row, _) = ui.allocate_exact_size(vec2(ui.available_width() - 4.0, 28.0), Sense::hover());
                let id = Id::unique(("chapter", number));
                let response = ui.interact(row, id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
                let current = number == self.current;
                response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, current, &chapter.title));
                if current || response.hovered() || response.has_focus() {
                    let ground = if current { palette.card } else { palette.button_hover };
                    ui.painter().rect_filled(row, CornerRadius::same(6), ground);
                }
                focus_ring(ui.painter(), row.shrink(4.0), CornerRadius::same(4), &response, palette);
                let inner = row.shrink2(vec2(8.0, 0.0));
                let weight = if current { Weight::SemiBold } else { Weight::Regular };
                let found = self.count(number);
                let ink = if found > 0 || self.found.is_empty() { palette.text } else { palette.muted };
                let room = inner.with_max_x(inner.right() - if found > 0 { 22.0 } else { 0.0 });
                text_in(ui.painter(), room, Align2::LEFT_CENTER, &chapter.title, weight, 13.5, ink);
                if found > 0 {
                    let count = found.to_string();
                    text_in(ui.painter(), inner, Align2::RIGHT_CENTER, &count, Weight::Regular, 12.0, palette.muted);
                }
                if response.gained_focus() {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    chosen = Some(number);
                }
            }
        });
        if let Some(number) = chosen {
            let first = self.found.iter().position(|(chapter, _)| *chapter == number);
            self.shown = first.unwrap_or(self.shown);
            self.go(number, first.map(|place| self.found[place].1));
            ui.ctx().request_repaint();
        }
    }

    fn combo_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View) {
        let entries: Vec<(String, usize)> =
            self.chapters.iter().enumerate().map(|(number, chapter)| (chapter.title.clone(), number)).collect();
        let chosen = entries.get(self.current).map_or("", |(title, _)| title.as_str());
        if let Some(number) = combo(ui, rect, view.texts.help.guide_chapter(), chosen, &entries, true) {
            self.go(number, None);
            ui.ctx().request_repaint();
        }
    }

    fn chapter_ui(&mut self, ui: &mut Ui, rect: Rect, scroll: f32, view: &View) {
        let Some(chapter) = self.chapters.get(self.current) else { return };
        let goes_to = self.goes_to.take();
        let mut child = ui.new_child(UiBuilder::new().id_salt("guide text").max_rect(rect));
        child.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let mut area = ScrollArea::vertical().id_salt(("guide", self.current)).auto_shrink(false);
        if goes_to == Some(None) {
            area = area.vertical_scroll_offset(0.0);
        }
        let mut link = None;
        area.show(&mut child, |ui| {
            // Lines that are not too long, and room for the scroll bar.
            ui.set_max_width((rect.width() - 14.0).min(680.0));
            let mut writer = Writer { view, words: &self.words, seeks: false, link: &mut link };
            let title = [Span { text: chapter.title.clone(), style: Style::Plain }];
            writer.heading(ui, 1, &title);
            for (place, block) in chapter.blocks.iter().enumerate() {
                let before = place.checked_sub(1).map(|before| &chapter.blocks[before]);
                if matches!(before, Some(Block::Item(..))) && !matches!(block, Block::Item(..)) {
                    ui.add_space(6.0);
                }
                let top = ui.cursor().top();
                writer.seeks = goes_to == Some(Some(place)) && matches!(block, Block::Table(_));
                match block {
                    Block::Picture(words, name) => picture_ui(ui, &mut self.pictures, words, name, view),
                    block => writer.block(ui, block),
                }
                // A table has found its row.
                if goes_to == Some(Some(place)) && (writer.seeks || !matches!(block, Block::Table(_))) {
                    let at = Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), ui.cursor().top()));
                    ui.scroll_to_rect(at.expand(24.0), Some(Align::TOP));
                }
            }
            ui.add_space(24.0);
            if scroll != 0.0 {
                ui.scroll_with_delta(vec2(0.0, -scroll));
            }
        });
        if let Some(target) = link {
            self.follow(&target);
            ui.ctx().request_repaint();
        }
    }
}

fn field_id() -> Id {
    Id::unique("guide search field")
}

fn picture_ui(ui: &mut Ui, pictures: &mut Pictures, words: &str, name: &str, view: &View) {
    let Some(size) = pictures::size(name) else { return };
    let width = size.x.min(ui.available_width());
    ui.add_space(8.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, width * size.y / size.x.max(1.0)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
    if ui.is_rect_visible(rect) {
        let rounding = CornerRadius::same(8);
        match pictures.get(ui.ctx(), name) {
            Some(texture) => {
                egui::Image::new((texture.id(), rect.size())).corner_radius(rounding).paint_at(ui, rect);
            }
            None => {
                ui.painter().rect_filled(rect, rounding, view.palette.well);
            }
        }
        let pen = Stroke::new(1.0, view.palette.hairline);
        ui.painter().rect_stroke(rect, rounding, pen, egui::StrokeKind::Inside);
    }
    ui.add_space(12.0);
}
