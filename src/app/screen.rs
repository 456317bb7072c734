//! One frame of the window: everything is drawn, then what the person asked for is carried out.

use eframe::egui::{self, Context, Id, Rect, Ui};

use super::actions::{Action, Actions};
use super::board::input::Step;
use super::dialogs::Dialog;
use super::layout::Layout;
use super::pages::{self, Page};
use super::{App, View, board, dialogs, jobs, lean, menu, panels, review, shortcuts, status, study};

impl App {
    /// Draws the whole window.
    pub(super) fn window_ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let window = ui.max_rect();
        let layout = Layout::of(window);
        let mut board = std::mem::take(&mut self.board);
        let mut panel = std::mem::take(&mut self.panel);
        let mut pages = std::mem::take(&mut self.pages);
        let mut dialog = self.dialog.take();
        let mut new_game = self.new_game.take();
        let begun = board.step();
        let mut set_up = self.study.set_up.take();
        let mut focus = std::mem::take(&mut self.focus);
        let mut actions = Actions::new();
        let pointed = panel.pointed;
        let view = View { page: pages.current, step: begun, pointed, ..self.view(&ctx) };
        let alone = dialog.is_none() && set_up.is_none();
        // Esc first leaves a text field or closes a menu.
        let escape = alone && !self.typed && escape_pressed(&ctx);
        if alone {
            menu::keys(&ctx, &layout, view.texts);
            shortcuts::turn_pages(&ctx, &mut actions);
            if view.page == Page::Play {
                review::keys(&ctx, &view, &mut actions);
                study::keys(&ctx, &view, &mut actions);
            }
            shortcuts::keys(&ctx, &view, &mut actions);
        }
        // Also in dialogs, which stay behind it.
        if !alone && !matches!(dialog, Some(Dialog::Guide(_))) && shortcuts::asks_for_guide(&ctx) {
            actions.push(Action::Guide);
        }
        let jobs = jobs::running(&view);
        jobs::keep_looking(&ctx, &jobs);
        desk(ui, &layout, window, &view);
        if view.page == Page::Play {
            board::board_ui(ui, layout.pane, layout.margin, &view, &mut board, &mut actions);
            if !new_game.as_ref().is_some_and(|sheet| sheet.covers_panel(&view)) {
                panels::panel_ui(ui, layout.panel, layout.style, &view, &mut panel, &mut actions);
            }
            if let Some(sheet) = &mut new_game {
                if alone {
                    focus.enter(&ctx, Some(Id::unique("new game")));
                }
                sheet.ui(ui, layout.panel, !alone, &view, &mut actions);
            }
        } else {
            pages.ui(ui, &layout, alone, &view, &mut actions);
        }
        if !layout.has_folded_rail() {
            pages::rail::rail_ui(ui, layout.rail, &jobs, &view, &mut actions);
        }
        menu::menu_ui(ui, &layout, &pages, &jobs, &view, self.messages.log_open, &mut actions);
        let message = self.messages.current(view.shows_thinking());
        let sheet_words = || new_game.as_ref().map(|_| (view.texts.new_game.status().to_owned(), false));
        let refusal = board.refusal(view.now);
        let words = match pages.sentence(&view).or_else(|| sheet_words().filter(|_| refusal.is_none())) {
            Some(words) => message.map_or(words, |message| (message.text(view.texts.language).to_owned(), false)),
            None => status::sentence(&view, board.step(), refusal, message),
        };
        status::status_ui(ui, layout.status, &view, &self.messages, words, &jobs, &mut actions);
        if self.messages.log_open {
            status::log_ui(ui, layout.status, layout.pane.right(), &view, &self.messages, &mut actions);
        }
        let front =
            dialog.as_ref().map(|dialog| dialog.id(&view)).or(set_up.as_ref().map(|_| study::SetUpDialog::id()));
        if front.is_some() || new_game.is_none() {
            focus.enter(&ctx, front);
        }
        if let Some(dialog) = &mut dialog {
            dialogs::dialog_ui(ui, dialog, &view, &mut actions);
        } else if let Some(set_up) = &mut set_up {
            set_up.ui(ui, &view, &mut actions);
        }
        let step = board.step();
        (self.board, self.panel, self.dialog, self.pages) = (board, panel, dialog, pages);
        self.new_game = new_game;
        self.study.set_up = set_up;
        self.typed = ctx.text_edit_focused();
        if step != begun {
            self.messages.clear();
            if step != Step::Idle {
                self.speak_situation(&ctx);
            }
        }
        if escape {
            self.escape(&ctx);
        }
        let now = ctx.input(|input| input.time);
        for action in actions {
            self.carry_out(&ctx, action, now);
        }
        let in_front = self.dialog.is_some() || self.study.set_up.is_some() || self.new_game.is_some();
        focus.leave(&ctx, in_front, egui::Popup::is_any_open(&ctx));
        self.focus = focus;
        self.speech.ui(ui, now);
    }
}

/// Esc outside of dialogs, menus and text fields.
fn escape_pressed(ctx: &Context) -> bool {
    !egui::Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

/// The desk behind the board or page, a little darker towards the bottom; only where it is seen.
fn desk(ui: &Ui, layout: &Layout, window: Rect, view: &View) {
    let mut desk = egui::Mesh::default();
    desk.add_colored_rect(window, view.palette.desk_top);
    for vertex in desk.vertices.iter_mut().filter(|vertex| vertex.pos.y == window.bottom()) {
        vertex.color = view.palette.desk_bottom;
    }
    let desk = egui::Shape::mesh(desk);
    if view.page != Page::Play {
        ui.painter().with_clip_rect(layout.page()).add(desk);
        return;
    }
    let plate = board::place_in(layout.pane, layout.margin, view).plate;
    for part in lean::around(plate.shrink(0.02 * plate.width()), layout.pane) {
        ui.painter().with_clip_rect(part).add(desk.clone());
    }
}
