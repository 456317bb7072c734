//! The menu bar, with the state of the game at its right end.

use eframe::egui::accesskit::HasPopup;
use eframe::egui::containers::menu::{MenuButton, MenuState};
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align2, Button, Color32, Context, FocusDirection, Id, Key, KeyboardShortcut, MenuBar, Modifiers, Popup, Rect,
    Response, RichText, Role, ScrollArea, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::View;
use super::actions::{Action, Actions, DialogKind, Leaving};
use super::fonts::Weight;
use super::icons::{self, Icon};
use super::settings::{Motion, Settings, ThemeChoice};
use super::shortcuts::{self, Shortcut};
use super::speech::Reading;
use super::study;
use super::widgets::text_in;
use crate::controller::Command;
use crate::texts::{Language, LocaleTexts, Texts, seconds_text};
use muehle_engine::search::Level;

/// The sizes in the menu; the keyboard reaches those in between.
const SCALES: [f32; 8] = [0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0];

/// The pauses before a computer's answer that can be chosen, in milliseconds.
const REPLY_PAUSES: [u64; 5] = [0, 200, 400, 800, 1500];

/// In windows lower than this, menu entries are lower so that the longest menu fits.
const LOW: f32 = 560.0;

/// Draws the menu bar.
pub fn menu_ui(ui: &mut Ui, rect: Rect, view: &View, log_open: bool, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts);
    ui.painter().rect_filled(rect, 0, palette.panel);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.hairline));
    let small = rect.height() < 28.0;
    let inner = rect.with_min_x(rect.left() + if small { 2.0 } else { 6.0 });
    let mut bar = ui.new_child(UiBuilder::new().id_salt("menu").max_rect(inner));
    let mut end = inner.left();
    let letters = access_keys(&names(texts));
    let asked = Buttons::of(ui.ctx()).asked;
    let mut buttons = Buttons::default();
    MenuBar::new().ui(&mut bar, |ui| {
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_role(Role::MenuBar));
        ui.spacing_mut().item_spacing.x = if small { 0.0 } else { 2.0 };
        ui.spacing_mut().button_padding = vec2(if small { 7.0 } else { 10.0 }, 3.0);
        let size = if small { 12.5 } else { 13.5 };
        let mut menu = |name: &str, content: &mut dyn FnMut(&mut Ui)| {
            let index = buttons.menus.len();
            let title = title(ui, name, letters[index], size);
            let button = Button::new(title).frame_when_inactive(false).stroke(Stroke::NONE).corner_radius(6.0);
            let (response, open) = MenuButton::from_button(button).ui(ui, |ui| {
                ui.set_min_width(220.0);
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.style_mut().visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
                if ui.ctx().content_rect().height() < LOW {
                    ui.spacing_mut().button_padding.y = 3.0;
                }
                // Menus that are longer than the window scroll.
                let most = ui.ctx().content_rect().bottom() - rect.bottom() - 20.0;
                let area = ScrollArea::vertical().max_height(most.max(60.0)).min_scrolled_height(most.max(60.0));
                area.show(ui, |ui| content(ui));
            });
            end = response.rect.right();
            describe(ui, &response, name, open.is_some());
            buttons.menus.push((response.id, Popup::default_response_id(&response)));
            if asked == Some(index) {
                buttons.open(ui.ctx(), index);
            }
        };
        menu(texts.menu.game(), &mut |ui| game_menu(ui, view, actions));
        menu(texts.menu.view(), &mut |ui| view_menu(ui, view, log_open, actions));
        let study_texts = texts;
        menu(study_texts.menu.analysis(), &mut |ui| study::analysis_menu(ui, view, actions));
        menu(texts.menu.settings(), &mut |ui| settings_menu(ui, view, actions));
        menu(texts.menu.help(), &mut |ui| help_menu(ui, view, actions));
    });
    buttons.remember(ui.ctx());
    let area = Rect::from_min_max(pos2(end + 12.0, rect.top()), pos2(rect.right() - 16.0, rect.bottom()));
    if area.width() > 150.0 {
        text_in(ui.painter(), area, Align2::RIGHT_CENTER, &heading(view), Weight::Regular, 12.5, palette.muted);
    }
}

/// The menus of the bar: their buttons and what these open. Kept from frame to frame for the keyboard.
#[derive(Clone, Default)]
struct Buttons {
    menus: Vec<(Id, Id)>,
    /// The menu that a key has asked for.
    asked: Option<usize>,
}

impl Buttons {
    fn of(ctx: &Context) -> Buttons {
        ctx.data(|data| data.get_temp(Id::unique("menu bar"))).unwrap_or_default()
    }

    fn remember(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("menu bar"), self));
    }

    fn open(&self, ctx: &Context, index: usize) {
        let (button, popup) = self.menus[index];
        Popup::open_id(ctx, popup);
        ctx.memory_mut(|memory| memory.request_focus(button));
        ctx.request_repaint();
    }
}

/// The letter of each menu that opens it together with Alt: the first one that no menu before it has.
fn access_keys(names: &[&str]) -> Vec<char> {
    let mut letters = Vec::new();
    for name in names {
        let free = name.chars().find(|letter| !letters.contains(&letter.to_ascii_lowercase()));
        letters.push(free.unwrap_or(' ').to_ascii_lowercase());
    }
    letters
}

fn names(texts: Texts) -> [&'static str; 5] {
    let texts = texts.menu;
    [texts.game(), texts.view(), texts.analysis(), texts.settings(), texts.help()]
}

/// Handles the keys of the menu bar. Called before other keys, because a letter counts for those with Alt too.
pub fn keys(ctx: &Context, texts: Texts) {
    let mut bar = Buttons::of(ctx);
    bar.asked = asked_menu(ctx, &bar, &access_keys(&names(texts)));
    bar.remember(ctx);
}

/// The menu that a key asks for: F10, Alt with a letter, or an arrow key beside an open menu.
fn asked_menu(ctx: &Context, bar: &Buttons, letters: &[char]) -> Option<usize> {
    if let Some(open) = bar.menus.iter().position(|(_, popup)| Popup::is_id_open(ctx, *popup)) {
        return beside(ctx, bar, open);
    }
    if Popup::is_any_open(ctx) || ctx.text_edit_focused() || ctx.memory(|memory| memory.top_modal_layer()).is_some() {
        return None;
    }
    let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::NONE, Key::F10) {
        return Some(0);
    }
    // On a Mac, Alt with a letter writes special characters.
    let keys = letters.iter().map(|letter| Key::from_name(&letter.to_ascii_uppercase().to_string()));
    let mut keys = keys.enumerate().filter(|_| !ctx.os().is_mac());
    keys.find_map(|(index, key)| key.filter(|key| pressed(Modifiers::ALT, *key)).map(|_| index))
}

/// The menu beside an open one, if an arrow key asks for it and no submenu does something else with that key.
fn beside(ctx: &Context, bar: &Buttons, open: usize) -> Option<usize> {
    let submenu_open = MenuState::from_id(ctx, bar.menus[open].1, |state| state.open_item.is_some());
    let on_submenu = ctx.memory(|memory| memory.focused()).is_some_and(|id| is_submenu(ctx, id));
    let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let count = bar.menus.len();
    let next = if !submenu_open && pressed(Key::ArrowLeft) {
        (open + count - 1) % count
    } else if !submenu_open && !on_submenu && pressed(Key::ArrowRight) {
        (open + 1) % count
    } else {
        return None;
    };
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(next)
}

fn is_submenu(ctx: &Context, button: Id) -> bool {
    ctx.data(|data| data.get_temp::<bool>(button.with("submenu button"))).is_some()
}

/// The name of a menu; while Alt is held down its letter is underlined.
fn title(ui: &Ui, name: &str, letter: char, size: f32) -> LayoutJob {
    let shows = ui.input(|input| input.modifiers.alt);
    let at = name.char_indices().find(|(_, own)| shows && own.to_ascii_lowercase() == letter);
    let mut job = LayoutJob::default();
    for (index, own) in name.char_indices() {
        let mut format = TextFormat::simple(Weight::Regular.size(size), Color32::PLACEHOLDER);
        if at == Some((index, own)) {
            format.underline = Stroke::new(1.0, ui.visuals().text_color());
        }
        job.append(own.encode_utf8(&mut [0; 4]), 0.0, format);
    }
    job
}

/// Tells screen readers that a button opens a menu.
fn describe(ui: &Ui, response: &Response, name: &str, open: bool) {
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_has_popup(HasPopup::Menu);
        node.set_expanded(open);
    });
}

/// An entry that opens another menu.
pub(super) fn submenu_ui(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let title = RichText::new(name).font(Weight::Regular.size(13.5));
    let opened = ui.menu_button(title, content);
    describe(ui, &opened.response, name, opened.inner.is_some());
    ui.data_mut(|data| data.insert_temp(opened.response.id.with("submenu button"), true));
}

/// The state of the game: `Move 14 · sliding`.
fn heading(view: &View) -> String {
    let (controller, texts) = (view.controller, view.texts);
    let position = controller.position();
    let ply = controller.game().tree().node(controller.shown()).ply();
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
}

impl<'a> Entry<'a> {
    pub(super) fn new(name: &'a str) -> Entry<'a> {
        Entry { name, keys: None, enabled: true, checked: None, why_not: None }
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

    pub(super) fn enabled(self, enabled: bool) -> Entry<'a> {
        Entry { enabled, ..self }
    }

    fn allowed(self, allowed: Result<(), String>) -> Entry<'a> {
        Entry { enabled: allowed.is_ok(), why_not: allowed.err(), ..self }
    }

    pub(super) fn clicked(self, ui: &mut Ui) -> bool {
        let palette = super::theme::of(ui);
        let ink = if self.enabled { palette.text } else { palette.disabled };
        let font = Weight::Regular.size(13.5);
        let mut button =
            Button::new(RichText::new(self.name).font(font).color(ink)).min_size(vec2(0.0, entry_height(ui)));
        let mut right = self.keys.map(|(keys, texts)| shortcuts::text(ui.ctx(), keys, texts)).unwrap_or_default();
        if self.checked.is_some() {
            // Room for the check mark.
            right += "        ";
        }
        if !right.is_empty() {
            button = button.shortcut_text(RichText::new(right).font(Weight::Regular.size(12.5)).color(palette.muted));
        }
        let button = button.stroke(Stroke::NONE).selected(false);
        let response = ui.add_enabled(self.enabled, button);
        let role = if self.checked.is_some() { Role::MenuItemCheckBox } else { Role::MenuItem };
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(role, self.enabled, self.name);
            info.selected = self.checked;
            info
        });
        let keys = self.keys.map(|(keys, texts)| shortcuts::text(ui.ctx(), keys, texts));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            if self.checked.is_none() {
                node.clear_toggled();
            }
            if let Some(keys) = keys {
                node.set_keyboard_shortcut(keys);
            }
        });
        if let Some(checked) = self.checked {
            if checked {
                let place = pos2(response.rect.right() - 16.0, response.rect.center().y);
                icons::paint(ui.painter(), Icon::Check, place, 8.0, palette.accent);
            }
        }
        if let Some(why_not) = self.why_not {
            response.on_disabled_hover_text(why_not);
            return false;
        }
        if response.clicked() {
            // A click closes menus by itself, a key does not.
            Popup::close_all(ui.ctx());
        }
        response.clicked()
    }
}

/// Low windows have lower entries, so that the longest menu fits.
fn entry_height(ui: &Ui) -> f32 {
    if ui.ctx().content_rect().height() < LOW { 24.0 } else { 28.0 }
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
    if Entry::new(texts.menu.save()).key(Shortcut::Save, view).clicked(ui) {
        actions.push(Action::Save);
    }
    if Entry::new(texts.menu.save_as()).key(Shortcut::SaveAs, view).clicked(ui) {
        actions.push(Action::SaveAs);
    }
    study::print_menu(ui, view, actions);
    ui.separator();
    let can_undo = controller.plies_to_undo().map(|_| ()).ok_or(texts.refusals.nothing_to_undo().to_owned());
    if Entry::new(texts.menu.undo()).key(Shortcut::Undo, view).allowed(can_undo).clicked(ui) {
        actions.push(Action::Do(Command::Undo));
    }
    let can_redo = controller.can_redo().then_some(()).ok_or(texts.refusals.nothing_to_redo().to_owned());
    if Entry::new(texts.menu.redo()).key(Shortcut::Redo, view).allowed(can_redo).clicked(ui) {
        actions.push(Action::Do(Command::Redo));
    }
    if Entry::new(texts.menu.hint()).key(Shortcut::Hint, view).allowed(words(controller.may_hint())).clicked(ui) {
        actions.push(Action::Do(Command::Hint));
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
        let current = seats.iter().filter_map(|seat| seat.settings()).map(|settings| settings.level()).next().flatten();
        for level in Level::ALL {
            if Entry::new(texts.players.level(level)).checked(current == Some(level)).clicked(ui) {
                actions.push(Action::Strength(level));
            }
        }
    });
    submenu_ui(ui, texts.menu.reply_pause(), |ui| {
        for pause in REPLY_PAUSES {
            let name =
                if pause == 0 { texts.menu.no_pause().to_owned() } else { texts.players.seconds(seconds_text(pause)) };
            if Entry::new(&name).checked(settings.reply_pause == pause).clicked(ui) {
                actions.push(view.set(|settings| settings.reply_pause = pause));
            }
        }
    });
    if Entry::new(texts.menu.rules()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Rules));
    }
    if Entry::new(texts.menu.create_heuristic()).clicked(ui) {
        actions.push(Action::Show(DialogKind::CreateHeuristic));
    }
    if Entry::new(texts.menu.learning()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Dashboard));
    }
    if Entry::new(texts.menu.laboratory()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Laboratory));
    }
    if Entry::new(texts.menu.tables()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Tables));
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
