//! Finding a network partner: waiting, connecting, the offer, and why it failed.

use eframe::egui::{Align2, Rect, Ui, Vec2, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::fonts::Weight;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::network::{Address, Offer, own_addresses};
use crate::controller::{Command, OnlineCommand, OnlineState};
use muehle_engine::rules::{Color, RemovalRule};

pub(super) const SIZE: Vec2 = vec2(460.0, 248.0);
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

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts.network;
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
                self.waiting_ui(ui, body, *port, view, actions);
                String::new()
            }
            OnlineState::Visited { name, .. } => texts.visited(name),
            OnlineState::Dialling(address) => texts.dialling(address),
            OnlineState::Offered(offer) => {
                offer_ui(ui, body, offer, view);
                match footer_ui(ui, footer, &[view.texts.dialogs.decline(), view.texts.dialogs.accept()]) {
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
                    match footer_ui(ui, footer, &[view.texts.common.close(), view.texts.menu.save_as(), texts.claim()])
                    {
                        Some(0) => actions.push(Action::CloseDialog),
                        Some(1) => actions.extend([Action::CloseDialog, Action::SaveAs]),
                        Some(_) => actions.extend([Action::CloseDialog, online(OnlineCommand::Claim)]),
                        None => {}
                    }
                } else {
                    paragraph(ui, body, &words, 14.0, ink);
                    match footer_ui(ui, footer, &[view.texts.menu.players(), view.texts.common.close()]) {
                        Some(0) => {
                            actions.extend([online(OnlineCommand::Leave), Action::Show(DialogKind::Players)]);
                        }
                        Some(_) => actions.extend([online(OnlineCommand::Leave), Action::CloseDialog]),
                        None => {}
                    }
                }
                return;
            }
        };
        if !words.is_empty() {
            paragraph(ui, body, &words, 14.0, ink);
        }
        if footer_ui(ui, footer, &[view.texts.common.cancel()]).is_some() {
            actions.extend([online(OnlineCommand::Leave), Action::CloseDialog]);
        }
    }

    fn waiting_ui(&self, ui: &mut Ui, body: Rect, port: u16, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts.network, view.palette);
        let blind = self.addresses.is_empty();
        let words = if blind { texts.waiting_blind(port) } else { texts.waiting(port) };
        let mut top = body.top() + paragraph(ui, body, &words, 14.0, palette.text) + 10.0;
        for host in &self.addresses {
            let address = Address { host: host.clone(), port }.to_string();
            let row = Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), 26.0));
            if row.bottom() > body.bottom() - 44.0 {
                break;
            }
            let width = text_in(ui.painter(), row, Align2::LEFT_CENTER, &address, Weight::Medium, 14.5, palette.text);
            let copy = text_width(ui, view.texts.common.copy(), Weight::SemiBold, 13.0) + 16.0;
            let button = Rect::from_min_size(pos2(row.left() + width + 10.0, row.top()), vec2(copy, row.height()));
            let response =
                button_at(ui, button, &address, Face::Text(view.texts.common.copy()), ButtonStyle::Link, true);
            let name = texts.copy_address(&address);
            response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, &name));
            if response.clicked() {
                actions.push(Action::Copy(address));
            }
            top += 28.0;
        }
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
        Some(clock) => words.offered_clock(clock.initial_ms as f64 / 60_000.0, clock.increment_ms as f64 / 1000.0),
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
