//! The menu bar, with the state of the game at its right end.

use eframe::egui::{
    Align2, Button, Color32, KeyboardShortcut, MenuBar, Rect, RichText, Role, ScrollArea, Stroke, Ui, UiBuilder,
    WidgetInfo, containers::menu::MenuButton, pos2, vec2,
};

use super::View;
use super::actions::{Action, Actions, DialogKind, Leaving};
use super::dialogs;
use super::fonts::Weight;
use super::icons::{self, Icon};
use super::settings::{Motion, Settings, ThemeChoice};
use super::shortcuts::{self, Shortcut};
use super::study;
use super::widgets::text_in;
use crate::controller::Command;
use crate::texts::{Language, LocaleTexts, seconds_text};
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
    MenuBar::new().ui(&mut bar, |ui| {
        ui.spacing_mut().item_spacing.x = if small { 0.0 } else { 2.0 };
        ui.spacing_mut().button_padding = vec2(if small { 7.0 } else { 10.0 }, 3.0);
        let size = if small { 12.5 } else { 13.5 };
        let mut menu = |name: &str, content: &mut dyn FnMut(&mut Ui)| {
            let title = RichText::new(name).font(Weight::Regular.size(size));
            let button = Button::new(title).frame_when_inactive(false).stroke(Stroke::NONE).corner_radius(6.0);
            let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
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
        };
        menu(texts.menu.game(), &mut |ui| game_menu(ui, view, actions));
        menu(texts.menu.view(), &mut |ui| view_menu(ui, view, log_open, actions));
        let study_texts = texts;
        menu(study_texts.menu.analysis(), &mut |ui| study::analysis_menu(ui, view, actions));
        menu(texts.menu.settings(), &mut |ui| settings_menu(ui, view, actions));
        menu(texts.menu.help(), &mut |ui| help_menu(ui, view, actions));
    });
    let area = Rect::from_min_max(pos2(end + 12.0, rect.top()), pos2(rect.right() - 16.0, rect.bottom()));
    if area.width() > 150.0 {
        text_in(ui.painter(), area, Align2::RIGHT_CENTER, &heading(view), Weight::Regular, 12.5, palette.muted);
    }
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
        if let Some(checked) = self.checked {
            response.widget_info(|| WidgetInfo::selected(Role::MenuItemCheckBox, self.enabled, checked, self.name));
            if checked {
                let place = pos2(response.rect.right() - 16.0, response.rect.center().y);
                icons::paint(ui.painter(), Icon::Check, place, 8.0, palette.accent);
            }
        }
        if let Some(why_not) = self.why_not {
            response.on_disabled_hover_text(why_not);
            return false;
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
    dialogs::recent_menu(ui, view, actions);
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
    ui.separator();
    ui.menu_button(submenu(texts.theme()), |ui| {
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
    ui.menu_button(submenu(texts.interface_size()), |ui| {
        for scale in SCALES {
            let name = format!("{:.0} %", scale * 100.0);
            if Entry::new(&name).checked((settings.scale - scale).abs() < 0.01).clicked(ui) {
                actions.push(view.set(|settings| settings.scale = scale));
            }
        }
    });
    ui.menu_button(submenu(texts.animation()), |ui| {
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

fn submenu(name: &str) -> RichText {
    RichText::new(name).font(Weight::Regular.size(13.5))
}

fn settings_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let (texts, settings) = (view.texts, view.settings);
    if Entry::new(texts.menu.players()).key(Shortcut::Players, view).clicked(ui) {
        actions.push(Action::Show(DialogKind::Players));
    }
    ui.menu_button(submenu(texts.menu.strength()), |ui| {
        let seats = view.controller.seats();
        let current = seats.iter().filter_map(|seat| seat.settings()).map(|settings| settings.level()).next().flatten();
        for level in Level::ALL {
            if Entry::new(texts.players.level(level)).checked(current == Some(level)).clicked(ui) {
                actions.push(Action::Strength(level));
            }
        }
    });
    ui.menu_button(submenu(texts.menu.reply_pause()), |ui| {
        for pause in REPLY_PAUSES {
            let name =
                if pause == 0 { texts.menu.no_pause().to_owned() } else { texts.players.seconds(seconds_text(pause)) };
            if Entry::new(&name).checked(settings.reply_pause == pause).clicked(ui) {
                actions.push(view.set(|settings| settings.reply_pause = pause));
            }
        }
    });
    if Entry::new(texts.menu.looks()).clicked(ui) {
        actions.push(Action::Show(DialogKind::Looks));
    }
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
    ui.menu_button(submenu(texts.menu.language()), |ui| {
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
