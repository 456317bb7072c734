//! The menu bar, with the state of the game at its right end.

use eframe::egui::{
    Align2, Button, Color32, Context, CornerRadius, KeyboardShortcut, MenuBar, Popup, Rect, RichText, Role, ScrollArea,
    Sense, Stroke, Ui, UiBuilder, WidgetInfo, containers::menu::MenuButton, pos2, vec2,
};

use super::View;
use super::actions::{Action, Actions, DialogKind, Leaving};
use super::coach::CoachWish;
use super::dialogs;
use super::fonts::Weight;
use super::icons::{self, Icon};
use super::jobs::{Job, percent};
use super::layout::Layout;
use super::menu_keys::{self, Bar};
use super::new_game::{is_solved, levels};
use super::pages::{Page, Pages};
use super::settings::{Motion, Settings, ThemeChoice};
use super::shortcuts::{self, Shortcut};
use super::speech::Reading;
use super::study;
use super::widgets::{text_in, text_width};
use crate::controller::Command;
use crate::texts::{Language, LocaleTexts, Texts};

/// The sizes in the menu; the keyboard reaches those in between.
const SCALES: [f32; 8] = [0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0];

/// Left and right of an entry.
const PADDING: f32 = 12.0;

/// The pauses before a computer's answer that can be chosen, in milliseconds.
const REPLY_PAUSES: [u64; 5] = [0, 200, 400, 800, 1500];

/// In windows lower than this, menu entries are lower so that the longest menu fits.
const LOW: f32 = 560.0;

/// Draws the menu bar.
pub fn menu_ui(
    ui: &mut Ui,
    layout: &Layout,
    pages: &Pages,
    jobs: &[Job],
    view: &View,
    log_open: bool,
    actions: &mut Actions,
) {
    let (palette, texts, rect) = (view.palette, view.texts, layout.menu);
    ui.painter().rect_filled(rect, 0, palette.panel);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.hairline));
    let small = rect.height() < 28.0 || rect.width() < 560.0;
    let inner = rect.with_min_x(rect.left() + if small { 2.0 } else { 6.0 });
    let mut bar = ui.new_child(UiBuilder::new().id_salt("menu").max_rect(inner));
    let mut end = inner.left();
    let names = names(layout, texts);
    let letters = menu_keys::letters(&names);
    let mut bar_keys = Bar::asked_before(ui.ctx());
    MenuBar::new().ui(&mut bar, |ui| {
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_role(Role::MenuBar));
        ui.spacing_mut().item_spacing.x = if small { 0.0 } else { 2.0 };
        ui.spacing_mut().button_padding = vec2(if small { 6.0 } else { 10.0 }, 3.0);
        let size = if small { 12.5 } else { 13.5 };
        let mut menu = |name: &str, content: &mut dyn FnMut(&mut Ui)| {
            let title = menu_keys::title(ui, name, letters[bar_keys.len()], size);
            let button = Button::new(title).frame_when_inactive(false).stroke(Stroke::NONE).corner_radius(6.0);
            let (response, open) = MenuButton::from_button(button).ui(ui, |ui| {
                ui.set_min_width(232.0);
                rows_of_one_height(ui);
                // Menus that are longer than the window scroll.
                let most = ui.ctx().content_rect().bottom() - rect.bottom() - 16.0;
                let area = ScrollArea::vertical().max_height(most.max(60.0)).min_scrolled_height(most.max(60.0));
                area.show(ui, |ui| content(ui));
            });
            end = response.rect.right();
            menu_keys::describe(ui, &response, name, open.is_some());
            bar_keys.add(&response);
        };
        if layout.has_folded_rail() {
            menu(texts.pages.pages(), &mut |ui| pages_menu(ui, jobs, view, actions));
        }
        menu(texts.menu.game(), &mut |ui| game_menu(ui, view, actions));
        menu(texts.menu.view(), &mut |ui| view_menu(ui, view, log_open, actions));
        menu(texts.menu.analysis(), &mut |ui| study::analysis_menu(ui, view, actions));
        menu(texts.menu.settings(), &mut |ui| settings_menu(ui, view, actions));
        menu(texts.menu.help(), &mut |ui| help_menu(ui, view, actions));
    });
    bar_keys.remember(ui.ctx());
    let area = Rect::from_min_max(pos2(end + 12.0, rect.top()), pos2(rect.right() - 16.0, rect.bottom()));
    let heading = pages.heading(texts).unwrap_or_else(|| heading(view));
    if area.width() > 150.0 {
        text_in(ui.painter(), area, Align2::RIGHT_CENTER, &heading, Weight::Regular, 12.5, palette.muted);
    }
}

/// The menus of the bar in their order.
fn names(layout: &Layout, texts: Texts) -> Vec<&'static str> {
    let menu = texts.menu;
    let pages = layout.has_folded_rail().then(|| texts.pages.pages());
    pages.into_iter().chain([menu.game(), menu.view(), menu.analysis(), menu.settings(), menu.help()]).collect()
}

/// Handles the keys of the menu bar. Called before other keys, because a letter counts for those with Alt too.
pub fn keys(ctx: &Context, layout: &Layout, texts: Texts) {
    menu_keys::keys(ctx, &menu_keys::letters(&names(layout, texts)));
}

/// Gives entries and submenus the same height.
pub(super) fn rows_of_one_height(ui: &mut Ui) {
    let height = entry_height(ui);
    let style = ui.style_mut();
    style.spacing.item_spacing.y = 1.0;
    style.spacing.interact_size.y = height;
    style.spacing.button_padding = vec2(PADDING, 2.0);
    style.visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
}

/// A submenu.
pub(super) fn submenu_ui(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let opened = ui.menu_button(RichText::new(name).font(Weight::Regular.size(13.5)), |ui| {
        rows_of_one_height(ui);
        content(ui);
    });
    menu_keys::describe(ui, &opened.response, name, opened.inner.is_some());
    menu_keys::note_submenu(ui, &opened.response);
}

/// The pages, where there is no room for the rail.
fn pages_menu(ui: &mut Ui, jobs: &[Job], view: &View, actions: &mut Actions) {
    for page in Page::ALL {
        let share = jobs.iter().find(|job| job.page() == page).and_then(|job| job.share);
        let name = match share {
            Some(share) => format!("{} ({} %)", page.name(view.texts), percent(share)),
            None => page.name(view.texts).to_owned(),
        };
        let entry = Entry::new(&name).keys(shortcuts::page_keys(page), view).checked(view.page == page);
        if entry.clicked(ui) {
            actions.push(Action::GoTo(page));
        }
    }
}

/// The state of the game: `Move 14 · sliding`.
fn heading(view: &View) -> String {
    let (controller, texts) = (view.controller, view.texts);
    let position = controller.position();
    let ply = controller.game().tree().node(controller.shown()).ply();
    if view.review.is_open() {
        let plies = controller.shown_line().len() - 1;
        return texts.review.heading(ply.div_ceil(2), plies.div_ceil(2));
    }
    if controller.outcome().is_some() && !controller.is_looking_back() {
        return texts.menu.header_end(texts.result.moves(ply.div_ceil(2)));
    }
    let phase = texts.board.phase(position.phase(position.side_to_move()));
    texts.menu.header_move(ply / 2 + 1, phase)
}

pub(super) struct Entry<'a> {
    name: &'a str,
    keys: Option<(KeyboardShortcut, LocaleTexts)>,
    enabled: bool,
    checked: Option<bool>,
    why_not: Option<String>,
    beside_checks: bool,
}

impl<'a> Entry<'a> {
    pub(super) fn new(name: &'a str) -> Entry<'a> {
        Entry { name, keys: None, enabled: true, checked: None, why_not: None, beside_checks: false }
    }

    fn key(self, shortcut: Shortcut, view: &View) -> Entry<'a> {
        Entry { keys: shortcuts::keys_of(shortcut).map(|keys| (keys, view.texts.locale)), ..self }
    }

    /// Shows these keys beside the name.
    pub(super) fn keys(self, keys: KeyboardShortcut, view: &View) -> Entry<'a> {
        Entry { keys: Some((keys, view.texts.locale)), ..self }
    }

    pub(super) fn checked(self, checked: bool) -> Entry<'a> {
        Entry { checked: Some(checked), ..self }
    }

    /// Puts the keys where entries with check marks have theirs.
    pub(super) fn beside_checks(self, beside_checks: bool) -> Entry<'a> {
        Entry { beside_checks, ..self }
    }

    pub(super) fn enabled(self, enabled: bool) -> Entry<'a> {
        Entry { enabled, ..self }
    }

    pub(super) fn allowed(self, allowed: Result<(), String>) -> Entry<'a> {
        Entry { enabled: allowed.is_ok(), why_not: allowed.err(), ..self }
    }

    /// Draws the entry: the name at the left, keys and check mark at the right.
    pub(super) fn clicked(self, ui: &mut Ui) -> bool {
        const CHECK: f32 = 26.0;
        let palette = super::theme::of(ui);
        let keys = self.keys.map(|(keys, texts)| shortcuts::text(ui.ctx(), keys, texts)).unwrap_or_default();
        let check = if self.checked.is_some() || self.beside_checks { CHECK } else { 0.0 };
        let name_width = text_width(ui, self.name, Weight::Regular, 13.5);
        let keys_width = if keys.is_empty() { 0.0 } else { text_width(ui, &keys, Weight::Regular, 12.5) + 24.0 };
        let size = vec2(2.0 * PADDING + name_width + keys_width + check, entry_height(ui));
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_at_least(size, sense);
        response.widget_info(|| match self.checked {
            Some(checked) => WidgetInfo::selected(Role::MenuItemCheckBox, self.enabled, checked, self.name),
            None => WidgetInfo::labeled(Role::MenuItem, self.enabled, self.name),
        });
        if !keys.is_empty() {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_keyboard_shortcut(keys.as_str()));
        }
        let painter = ui.painter();
        if self.enabled && (response.hovered() || response.has_focus()) {
            painter.rect_filled(rect, CornerRadius::same(6), palette.button_hover);
        }
        let inner = rect.shrink2(vec2(PADDING, 0.0));
        let ink = if self.enabled { palette.text } else { palette.disabled };
        text_in(painter, inner, Align2::LEFT_CENTER, self.name, Weight::Regular, 13.5, ink);
        let right = inner.with_max_x(inner.right() - check);
        text_in(painter, right, Align2::RIGHT_CENTER, &keys, Weight::Regular, 12.5, palette.muted);
        if self.checked == Some(true) {
            icons::paint(painter, Icon::Check, pos2(inner.right() - 6.0, rect.center().y), 8.0, palette.accent);
        }
        let clicked = response.clicked();
        if clicked {
            // A click with the keyboard would leave the menus open.
            Popup::close_all(ui.ctx());
        }
        if let Some(why_not) = self.why_not {
            response.on_hover_text(why_not);
        }
        clicked
    }
}

/// Low windows have lower entries, so that the longest menu fits.
fn entry_height(ui: &Ui) -> f32 {
    if ui.ctx().content_rect().height() < LOW { 23.0 } else { 28.0 }
}

fn game_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let (texts, controller) = (view.texts, view.controller);
    let words = |result: Result<(), crate::controller::Refusal>| result.map_err(|refusal| texts.refusal(refusal));
    if Entry::new(texts.menu.new_game()).key(Shortcut::New, view).clicked(ui) {
        actions.push(Action::NewGame(true));
    }
    if Entry::new(texts.menu.open()).key(Shortcut::Open, view).clicked(ui) {
        actions.push(Action::Open);
    }
    dialogs::recent_menu(ui, view, actions);
    if Entry::new(texts.menu.save()).key(Shortcut::Save, view).clicked(ui) {
        actions.push(Action::Save);
    }
    if Entry::new(texts.menu.save_as()).key(Shortcut::SaveAs, view).clicked(ui) {
        actions.push(Action::SaveAs);
    }
    study::print_menu(ui, view, actions);
    ui.separator();
    let can_undo = view.may_undo().then_some(()).ok_or(texts.refusals.nothing_to_undo().to_owned());
    if Entry::new(texts.menu.undo()).key(Shortcut::Undo, view).allowed(can_undo).clicked(ui) {
        actions.push(Action::Do(Command::Undo));
    }
    let can_redo = controller.can_redo().then_some(()).ok_or(texts.refusals.nothing_to_redo().to_owned());
    if Entry::new(texts.menu.redo()).key(Shortcut::Redo, view).allowed(can_redo).clicked(ui) {
        actions.push(Action::Do(Command::Redo));
    }
    if Entry::new(texts.menu.hint()).key(Shortcut::Hint, view).allowed(words(controller.may_hint())).clicked(ui) {
        actions.push(Action::Do(Command::Hint(None)));
    }
    let may_coach = words(controller.may_hint());
    if Entry::new(texts.review.threats()).key(Shortcut::ReadThreats, view).allowed(may_coach).clicked(ui) {
        actions.push(Action::Coach(CoachWish::Threats));
    }
    if Entry::new(texts.menu.type_move()).key(Shortcut::TypeMove, view).allowed(words(controller.may_act())).clicked(ui)
    {
        actions.push(Action::Show(DialogKind::TypeMove));
    }
    ui.separator();
    if controller.is_watching() {
        let name = if controller.is_paused() { texts.common.resume() } else { texts.common.pause() };
        if Entry::new(name).key(Shortcut::Pause, view).clicked(ui) {
            actions.push(Action::Do(Command::Pause(!controller.is_paused())));
        }
        if Entry::new(texts.panel.step()).key(Shortcut::Step, view).clicked(ui) {
            actions.push(Action::Do(Command::Step));
        }
        ui.separator();
    }
    if Entry::new(texts.menu.offer_draw()).allowed(words(controller.may_offer_draw())).clicked(ui) {
        actions.push(Action::Do(Command::OfferDraw));
    }
    let may_resign = match (controller.outcome(), controller.resigning_side()) {
        (Some(_), _) => Err(texts.refusals.over().to_owned()),
        (None, None) => Err(texts.refusals.no_resignation().to_owned()),
        (None, Some(_)) => Ok(()),
    };
    if Entry::new(texts.menu.resign()).allowed(may_resign).clicked(ui) {
        actions.push(Action::Show(DialogKind::Resign));
    }
    ui.separator();
    if Entry::new(texts.menu.quit()).key(Shortcut::Quit, view).clicked(ui) {
        actions.push(Action::Leave(Leaving::Quit));
    }
}

fn view_menu(ui: &mut Ui, view: &View, log_open: bool, actions: &mut Actions) {
    let (texts, settings) = (view.texts.menu, view.settings);
    if Entry::new(texts.flip_board()).key(Shortcut::Flip, view).clicked(ui) {
        actions.push(view.set(|settings| settings.flipped = !settings.flipped));
    }
    let mut switch = |ui: &mut Ui, name: &str, on: bool, change: fn(&mut Settings)| {
        if Entry::new(name).checked(on).clicked(ui) {
            actions.push(view.set(change));
        }
    };
    switch(ui, texts.mark_last_move(), settings.mark_last_move, |settings| settings.mark_last_move ^= true);
    if cfg!(feature = "sound") {
        switch(ui, texts.sounds(), settings.sounds, |settings| settings.sounds ^= true);
    }
    switch(ui, texts.show_evaluation(), settings.show_evaluation, |settings| settings.show_evaluation ^= true);
    if Entry::new(texts.show_log()).checked(log_open).clicked(ui) {
        actions.push(Action::ToggleLog);
    }
    submenu_ui(ui, view.texts.speech.read(), |ui| {
        let words = view.texts.speech;
        let readings = [
            (words.read_board(), Shortcut::ReadBoard, Reading::Board),
            (words.read_moves(), Shortcut::ReadMoves, Reading::Moves),
            (words.read_threats(), Shortcut::ReadThreats, Reading::Threats),
        ];
        for (name, shortcut, reading) in readings {
            if Entry::new(name).key(shortcut, view).clicked(ui) {
                actions.push(Action::Read(reading));
            }
        }
    });
    ui.separator();
    submenu_ui(ui, texts.theme(), |ui| {
        let themes = [
            (texts.follow_system(), ThemeChoice::System),
            (texts.theme_light(), ThemeChoice::Light),
            (texts.theme_dark(), ThemeChoice::Dark),
        ];
        for (name, theme) in themes {
            if Entry::new(name).checked(settings.theme == theme).clicked(ui) {
                actions.push(view.set(|settings| settings.theme = theme));
            }
        }
    });
    submenu_ui(ui, texts.interface_size(), |ui| {
        for scale in SCALES {
            let name = format!("{:.0} %", scale * 100.0);
            if Entry::new(&name).checked((settings.scale - scale).abs() < 0.01).clicked(ui) {
                actions.push(view.set(|settings| settings.scale = scale));
            }
        }
    });
    submenu_ui(ui, texts.animation(), |ui| {
        let motions = [
            (texts.follow_system(), Motion::System),
            (texts.animation_on(), Motion::On),
            (texts.animation_off(), Motion::Off),
        ];
        for (name, motion) in motions {
            if Entry::new(name).checked(settings.motion == motion).clicked(ui) {
                actions.push(view.set(|settings| settings.motion = motion));
            }
        }
    });
}

fn settings_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let (texts, settings) = (view.texts, view.settings);
    if Entry::new(texts.menu.players()).key(Shortcut::Players, view).clicked(ui) {
        actions.push(Action::Show(DialogKind::Players));
    }
    submenu_ui(ui, texts.menu.strength(), |ui| {
        let seats = view.controller.seats();
        let current = seats.iter().find_map(|seat| seat.settings()).and_then(|settings| settings.level);
        for level in levels(is_solved(view, view.controller.game().removal_rule())) {
            if Entry::new(&texts.players.level_and_strength(level)).checked(current == Some(level)).clicked(ui) {
                actions.push(Action::Level(level));
            }
        }
    });
    submenu_ui(ui, texts.menu.reply_pause(), |ui| {
        for pause in REPLY_PAUSES {
            let name = match pause {
                0 => texts.menu.no_pause().to_owned(),
                _ => texts.players.seconds(texts.language.seconds(pause)),
            };
            if Entry::new(&name).checked(settings.reply_pause == pause).clicked(ui) {
                actions.push(view.set(|settings| settings.reply_pause = pause));
            }
        }
    });
    if Entry::new(texts.review.coach()).checked(settings.coach).clicked(ui) {
        actions.push(view.set(|settings| settings.coach ^= true));
    }
    if Entry::new(texts.menu.keep_games()).checked(settings.keep_games).clicked(ui) {
        actions.push(view.set(|settings| settings.keep_games ^= true));
    }
    let looks = if cfg!(feature = "sound") { texts.menu.looks() } else { texts.menu.looks_silent() };
    if Entry::new(looks).clicked(ui) {
        actions.push(Action::Show(DialogKind::Looks));
    }
    if Entry::new(texts.menu.rules()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Rules));
    }
    if Entry::new(texts.menu.create_heuristic()).clicked(ui) {
        actions.push(Action::Show(DialogKind::CreateHeuristic));
    }
    ui.separator();
    submenu_ui(ui, texts.menu.language(), |ui| {
        let chosen = settings.language;
        if Entry::new(texts.menu.follow_system()).checked(chosen.is_none()).clicked(ui) {
            actions.push(view.set(|settings| settings.language = None));
        }
        for language in Language::ALL {
            if Entry::new(language.texts().locale.name()).checked(chosen == Some(language)).clicked(ui) {
                actions.push(view.set(|settings| settings.language = Some(language)));
            }
        }
    });
}

fn help_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let texts = view.texts.menu;
    if Entry::new(texts.guide()).key(Shortcut::Guide, view).clicked(ui) {
        actions.push(Action::Guide);
    }
    if Entry::new(texts.tour()).clicked(ui) {
        actions.push(Action::Tour(true));
    }
    if Entry::new(texts.how_to_play()).clicked(ui) {
        actions.push(Action::Show(DialogKind::HowToPlay));
    }
    if Entry::new(texts.keys()).key(Shortcut::Keys, view).clicked(ui) {
        actions.push(Action::Show(DialogKind::Keys));
    }
    if Entry::new(texts.about()).clicked(ui) {
        actions.push(Action::Show(DialogKind::About));
    }
}
