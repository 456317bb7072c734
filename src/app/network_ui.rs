//! The window during a network game: chat, rematch, lost connections.

use std::time::{Duration, Instant};

use eframe::egui::{
    Align2, Id, Key, Label, Margin, Rect, RichText, Role, ScrollArea, TextEdit, Ui, UiBuilder, WidgetInfo, pos2,
};

use super::actions::{Action, Actions};
use super::dialogs::{Dialog, OnlineDialog, Question};
use super::events::name_in;
use super::fonts::Weight;
use super::panels::clock_text;
use super::shortcuts::{Shortcut, tip};
use super::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use super::{App, View};
use crate::controller::network::{Event, MAX_CHAT, clean};
use crate::controller::{Command, OnlineCommand, OnlineState, Rematch};
use crate::texts::{Language, Texts};
use muehle_engine::rules::Color;

/// The height of the chat field with the gap above it.
pub const CHAT_HEIGHT: f32 = 46.0;
/// The height of the talk in the panel.
pub const TALK_HEIGHT: f32 = 150.0;

/// The partner's colour.
fn partner(view: &View) -> Option<Color> {
    view.controller.is_with_partner().then(|| view.controller.only_person()).flatten().map(|own| !own)
}

/// Whether there is somebody to talk to.
pub fn has_chat(view: &View) -> bool {
    view.controller.is_with_partner() && view.controller.online().is_some_and(|online| online.is_connected())
}

/// Draws the field for messages to the partner.
pub fn chat_ui(ui: &mut Ui, rect: Rect, view: &View, actions: &mut Actions) {
    let texts = view.texts.network;
    let name = partner(view).map_or(String::new(), |side| view.name(side));
    let width = text_width(ui, texts.send(), Weight::Medium, 13.0) + 28.0;
    let field = rect.with_max_x(rect.right() - width - 8.0);
    let button = Rect::from_min_max(pos2(rect.right() - width, rect.top()), rect.max);
    // The draft lives with the window, not with the game.
    let id = Id::unique("chat draft");
    let mut draft: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let caption = texts.chat(&name);
    let edit =
        TextEdit::singleline(&mut draft).hint_text(&caption).char_limit(MAX_CHAT).margin(Margin::symmetric(10, 8));
    let response = ui.put(field, edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &caption));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let full = !draft.trim().is_empty();
    let (face, tip) = (Face::Text(texts.send()), view.texts.tips.send());
    let clicked = button_at(ui, button, "send", face, ButtonStyle::Plain, full, tip).clicked();
    if full && (entered || clicked) {
        actions.push(Action::Say(std::mem::take(&mut draft)));
        response.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(id, draft));
}

/// Draws the talk with the partner into the panel: what was said last, and the field.
pub fn talk_ui(ui: &mut Ui, rect: Rect, view: &View, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts.network);
    let head = rect.with_max_y(rect.top() + 24.0);
    text_in(ui.painter(), head, Align2::LEFT_CENTER, texts.talk(), Weight::SemiBold, 14.0, palette.text);
    let field = rect.with_min_y(rect.bottom() - 36.0);
    chat_ui(ui, field, view, actions);
    let (Some(partner), Some(online)) = (partner(view), view.controller.online()) else { return };
    let names = [view.name(partner), view.name(!partner)];
    let lines = Rect::from_min_max(pos2(rect.left(), head.bottom() + 2.0), pos2(rect.right(), field.top() - 6.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("talk").max_rect(lines));
    ScrollArea::vertical().id_salt("talk lines").auto_shrink(false).stick_to_bottom(true).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (own, text) in online.chat() {
            let line = texts.said(&names[usize::from(own)], text);
            let color = if own { palette.muted } else { palette.text };
            let line = RichText::new(line).font(Weight::Regular.size(13.0)).color(color);
            ui.add(Label::new(line).wrap().selectable(true));
        }
    });
}

/// The rematch button after a game with a partner who is still connected.
pub fn rematch_button(view: &View) -> Option<(&'static str, Action, bool)> {
    let online = view.controller.online().filter(|online| online.has_started() && online.is_connected())?;
    let texts = view.texts.network;
    let name = if online.rematch() == Rematch::Offered { texts.rematch_waiting() } else { texts.rematch() };
    let action = Action::Do(Command::Online(OnlineCommand::Rematch));
    Some((name, action, online.rematch() != Rematch::Offered))
}

/// The two choices when the partner of an unfinished game is gone.
pub fn gone_row_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let [left, right] = halves(row);
    let save = Face::Text(view.texts.menu.save());
    let tip = tip(ui, view.texts.tips.save_game(), Shortcut::Save, view);
    if button_at(ui, left, "save game", save, ButtonStyle::Plain, true, &tip).clicked() {
        actions.push(Action::Save);
    }
    let (claim, tip) = (Face::Text(view.texts.network.claim()), view.texts.tips.claim());
    if button_at(ui, right, "claim", claim, ButtonStyle::Primary, true, tip).clicked() {
        actions.push(Action::Do(Command::Online(OnlineCommand::Claim)));
    }
}

/// The status line while something is wrong with the connection.
pub fn situation(view: &View) -> Option<String> {
    let texts = view.texts.network;
    if view.controller.is_partner_gone() {
        return Some(texts.partner_gone().to_owned());
    }
    match view.controller.online()?.state() {
        OnlineState::Lost { until } => {
            let left = until.saturating_duration_since(Instant::now()) + Duration::from_millis(999);
            let name = partner(view).map_or(String::new(), |side| view.name(side));
            Some(texts.line_lost_for(&name, clock_text(left)))
        }
        _ => None,
    }
}

impl App {
    /// Looks for a partner.
    pub(super) fn start_session(&mut self, mut command: OnlineCommand) {
        if let OnlineCommand::Host(settings) = &mut command {
            settings.bind = self.listen_at;
        }
        self.controller.apply(Command::Online(command));
        self.follow_session();
    }

    /// Opens the dialog that follows a network session until a game begins.
    fn follow_session(&mut self) {
        if self.controller.online().is_some() {
            self.dialog = Some(Dialog::Online(OnlineDialog::new()));
        }
    }

    /// Sends a chat message to the partner and writes it to the log.
    pub(super) fn say_to_partner(&mut self, text: &str) {
        let text = clean(text, MAX_CHAT);
        let Some(own) = self.controller.only_person().filter(|_| !text.is_empty()) else { return };
        self.write_chat(own, &text, false);
        self.controller.apply(Command::Online(OnlineCommand::Chat(text)));
    }

    /// Confirms that the partner was asked for a draw.
    pub(super) fn say_draw_offered(&mut self) {
        let partner = self.controller.only_person().map_or(Color::Black, |own| !own);
        let names = Language::ALL.map(|language| name_in(&self.controller, partner, language.texts()));
        self.say_both(|texts| texts.network.draw_sent(&names[texts.language as usize]));
    }

    fn write_chat(&mut self, side: Color, text: &str, shown: bool) {
        let names = Language::ALL.map(|language| name_in(&self.controller, side, language.texts()));
        let words = |texts: Texts| texts.network.said(&names[texts.language as usize], text);
        if shown { self.say_both(words) } else { self.note(words) }
    }

    /// Handles an event of the network session.
    pub(super) fn hear_network(&mut self, event: &Event) {
        let partner = self.controller.only_person().map_or(Color::Black, |own| !own);
        let names = Language::ALL.map(|language| name_in(&self.controller, partner, language.texts()));
        let name = |texts: Texts| names[texts.language as usize].clone();
        match event {
            Event::Chat(text) => self.write_chat(partner, text, true),
            Event::Started { .. } => {
                if matches!(self.dialog, Some(Dialog::Online(_) | Dialog::Question(Question::Rematch))) {
                    self.dialog = None;
                }
            }
            Event::VisitorGone { declined: true } => self.say_both(|texts| texts.network.visitor_declined().to_owned()),
            Event::VisitorGone { declined: false } => self.say_both(|texts| texts.network.visitor_gone().to_owned()),
            Event::TurnedAway(reason) => {
                self.say_both(|texts| texts.network.turned_away(texts.closed(reason)));
            }
            Event::RematchOffered => self.dialog = Some(Dialog::Question(Question::Rematch)),
            Event::RematchDeclined => {
                self.say_both(|texts| texts.network.rematch_declined(name(texts)));
            }
            Event::LineLost { .. } => {
                self.close_partner_questions();
                self.note_aloud(|texts| texts.network.line_lost(name(texts)));
                self.messages.clear();
            }
            Event::LineBack => self.say_both(|texts| texts.network.line_back().to_owned()),
            Event::Closed(reason) => {
                self.close_partner_questions();
                self.say_both(|texts| texts.closed(reason));
                if self.controller.is_partner_gone() {
                    self.follow_session();
                }
            }
            _ => {}
        }
    }

    /// A question from a partner who is gone needs no answer.
    fn close_partner_questions(&mut self) {
        if matches!(self.dialog, Some(Dialog::Question(Question::Draw | Question::Rematch))) {
            self.dialog = None;
        }
    }
}
