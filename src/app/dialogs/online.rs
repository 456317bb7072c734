//! Finding a network partner: waiting, connecting, the offer, and why it failed.

use eframe::egui::{Align2, Rect, Ui, Vec2, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::network::{Address, InvitationCode, Offer, own_addresses};
use crate::controller::{Command, OnlineCommand, OnlineState};
use muehle_engine::rules::{Color, RemovalRule};

pub(super) const SIZE: Vec2 = vec2(460.0, 296.0);
/// More addresses are not shown.
const MOST_ADDRESSES: usize = 5;

/// The dialog's state.
pub struct OnlineDialog {
    addresses: Vec<String>,
}

impl OnlineDialog {
    /// The dialog for a new session.
    pub fn new() -> OnlineDialog {
        let addresses = own_addresses().into_iter().take(MOST_ADDRESSES).map(|address| address.to_string());
        OnlineDialog { addresses: addresses.collect() }
    }

    /// What the dialog asks now; none while it only waits.
    pub(super) fn question(view: &View) -> Option<&'static str> {
        match view.controller.online()?.state() {
            OnlineState::Offered(_) => Some("offer"),
            OnlineState::Over(_) => Some("over"),
            _ => None,
        }
    }

    /// What closing the dialog means for the session.
    pub(super) fn dismissal(view: &View) -> Actions {
        let command = match view.controller.online().map(|session| session.state()) {
            Some(OnlineState::Offered(_)) => OnlineCommand::Decline,
            // The game can still be saved or claimed.
            Some(OnlineState::Over(_)) if view.controller.is_partner_gone() => return Actions::new(),
            Some(_) => OnlineCommand::Leave,
            None => return Actions::new(),
        };
        vec![Action::Do(Command::Online(command))]
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, tips) = (view.texts.network, view.texts.tips);
        let close = (view.texts.common.close(), tips.close());
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let ink = view.palette.text;
        let online = |command| Action::Do(Command::Online(command));
        let Some(session) = view.controller.online() else {
            actions.push(Action::CloseDialog);
            return;
        };
        let words = match session.state() {
            OnlineState::Opening => texts.opening().to_owned(),
            OnlineState::Waiting { port } => {
                self.waiting_ui(ui, body, *port, session.code(), view, actions);
                String::new()
            }
            OnlineState::Visited { name, .. } => texts.visited(name),
            OnlineState::Dialling(address) => texts.dialling(address),
            OnlineState::Offered(offer) => {
                offer_ui(ui, body, offer, view);
                let decline = (view.texts.dialogs.decline(), tips.decline_offer());
                match footer_ui(ui, footer, &[decline, (view.texts.dialogs.accept(), tips.accept_offer())]) {
                    Some(0) => actions.extend([online(OnlineCommand::Decline), Action::CloseDialog]),
                    Some(_) => actions.push(online(OnlineCommand::Accept)),
                    None => {}
                }
                return;
            }
            OnlineState::Playing | OnlineState::Lost { .. } => {
                actions.push(Action::CloseDialog);
                return;
            }
            OnlineState::Over(reason) => {
                let mut words = view.texts.closed(reason);
                if view.controller.is_partner_gone() {
                    words = format!("{words}\n\n{}", texts.unfinished());
                    paragraph(ui, body, &words, 14.0, ink);
                    let save = (view.texts.menu.save_as(), tips.save_game());
                    match footer_ui(ui, footer, &[close, save, (texts.claim(), tips.claim())]) {
                        Some(0) => actions.push(Action::CloseDialog),
                        Some(1) => actions.extend([Action::CloseDialog, Action::SaveAs]),
                        Some(_) => actions.extend([Action::CloseDialog, online(OnlineCommand::Claim)]),
                        None => {}
                    }
                } else {
                    paragraph(ui, body, &words, 14.0, ink);
                    // The new-game sheet still has what was typed.
                    match footer_ui(ui, footer, &[close, (texts.try_again(), tips.try_again())]) {
                        Some(0) => actions.extend([online(OnlineCommand::Leave), Action::CloseDialog]),
                        Some(_) => {
                            actions.extend([online(OnlineCommand::Leave), Action::CloseDialog, Action::NewGame(true)]);
                        }
                        None => {}
                    }
                }
                return;
            }
        };
        if !words.is_empty() {
            paragraph(ui, body, &words, 14.0, ink);
        }
        if footer_ui(ui, footer, &[(view.texts.common.cancel(), tips.stop_waiting())]).is_some() {
            actions.extend([online(OnlineCommand::Leave), Action::CloseDialog]);
        }
    }

    fn waiting_ui(
        &self,
        ui: &mut Ui,
        body: Rect,
        port: u16,
        code: Option<&InvitationCode>,
        view: &View,
        actions: &mut Actions,
    ) {
        let (texts, palette) = (view.texts.network, view.palette);
        let blind = self.addresses.is_empty();
        let words = if blind { texts.waiting_blind(port) } else { texts.waiting(port) };
        let mut top = body.top() + paragraph(ui, body, &words, 14.0, palette.text) + 10.0;
        if let Some(code) = code {
            let row = Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), 40.0));
            copy_row(ui, row, code.to_string(), 30.0, &texts.copy_code(code), view, actions);
            top += 48.0;
        }
        for host in &self.addresses {
            let address = Address { host: host.clone(), port }.to_string();
            let row = Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), 26.0));
            if row.bottom() > body.bottom() - 44.0 {
                break;
            }
            let name = texts.copy_address(&address);
            copy_row(ui, row, address, 14.5, &name, view, actions);
            top += 28.0;
        }
    }
}

/// A text with a button that copies it.
fn copy_row(ui: &mut Ui, row: Rect, text: String, size: f32, name: &str, view: &View, actions: &mut Actions) {
    let width = text_in(ui.painter(), row, Align2::LEFT_CENTER, &text, Weight::Medium, size, view.palette.text);
    let copy = text_width(ui, view.texts.common.copy(), Weight::SemiBold, 13.0) + 16.0;
    let button = Rect::from_min_size(pos2(row.left() + width + 10.0, row.top()), vec2(copy, row.height()));
    let face = Face::Text(view.texts.common.copy());
    let response = button_at(ui, button, &text, face, ButtonStyle::Link, true, view.texts.tips.copy());
    response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, name));
    if response.clicked() {
        actions.push(Action::Copy(text));
    }
}

/// Everything in the offer, so that the guest knows what they accept.
fn offer_ui(ui: &mut Ui, body: Rect, offer: &Offer, view: &View) {
    let words = view.texts.network;
    let Offer { host, rules, guest, clock } = offer;
    let color = if *guest == Color::White { words.you_play_white() } else { words.you_play_black() };
    let removal = match rules.removal {
        RemovalRule::Never => words.rule_never(),
        RemovalRule::Any => words.rule_any(),
    };
    let repetition = if rules.draw_by_repetition { words.draw_repetition() } else { words.no_repetition() };
    let quiet = match rules.quiet_plies {
        0 => words.no_quiet().to_owned(),
        plies => words.draw_quiet(plies),
    };
    let clock = match clock {
        Some(clock) => {
            let number = |number: f64| view.texts.language.localized(&number.to_string());
            words.offered_clock(number(clock.initial_ms as f64 / 60_000.0), number(clock.increment_ms as f64 / 1000.0))
        }
        None => words.no_clock().to_owned(),
    };
    let mut rest = body;
    let lines = [&words.offered(host), color, removal, repetition, &quiet, &clock];
    for (i, line) in lines.into_iter().enumerate() {
        let size = if i == 0 { 15.0 } else { 13.5 };
        let height = paragraph(ui, rest, line, size, view.palette.text);
        rest = rest.with_min_y(rest.top() + height + 7.0);
    }
}
