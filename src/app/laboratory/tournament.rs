//! Tournaments between any players, with a live table and games to replay. They continue while other pages are shown.

use eframe::egui::{
    Align2, ComboBox, Label, Margin, Rect, RichText, Role, ScrollArea, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::{LabRequest, table};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::pages::{Buttons, YourGame, above_footer, card, scrolled_above_game};
use crate::app::widgets::{ButtonStyle, Face, button_at, stepper, text_in};
use crate::controller::programs;
use crate::texts::Texts;
use muehle_engine::learn::tournament::{Entrant, Tournament, with_time};
use muehle_engine::players::PlayerText;
use muehle_engine::rules::Rules;

/// More players would make the table too long.
const MOST_PLAYERS: usize = 8;
/// The width of the column with the players.
const COLUMN: f32 = 320.0;
/// The height of what surrounds the list of players in it.
const BELOW_PLAYERS: f32 = 280.0;
/// The height of one of them.
const PLAYER: f32 = 42.0;
/// The least height of the table.
const TABLE: f32 = 360.0;

/// The settings of the next tournament.
pub(super) struct TournamentTab {
    players: Vec<String>,
    /// Whether the settings of the last tournament were taken over.
    adopted: bool,
    games: u16,
    time: u16,
    openings: u16,
    /// The player whose text is invalid.
    fault: Option<usize>,
    /// What waits until these programs are allowed.
    waiting: Option<(LabRequest, Vec<String>)>,
}

impl Default for TournamentTab {
    fn default() -> TournamentTab {
        TournamentTab {
            players: ["computer:heuristic=Standard", "mcts", "ntuple", "random"].map(str::to_owned).to_vec(),
            adopted: false,
            games: 20,
            time: 100,
            openings: 4,
            fault: None,
            waiting: None,
        }
    }
}

impl TournamentTab {
    /// Takes over the settings of the last tournament, once it is read.
    fn adopt(&mut self, last: &Tournament) {
        if !std::mem::replace(&mut self.adopted, true) {
            self.players = last.participants.iter().map(|one| one.name.clone()).collect();
            self.games = last.games.clamp(2, 1000) as u16;
            self.openings = last.opening_plies.min(18) as u16;
        }
    }

    /// The tournament, or the player whose text is invalid.
    fn tournament(&self, rules: Rules) -> Result<Tournament, usize> {
        let mut participants = Vec::new();
        for (index, name) in self.players.iter().enumerate() {
            let text: PlayerText = name.parse().map_err(|_| index)?;
            let player = with_time(text, self.time.into()).to_string();
            participants.push(Entrant { name: name.trim().to_owned(), player });
        }
        Ok(Tournament::new(participants, self.games.into(), rules, self.openings.into(), 1))
    }

    /// Draws the tab; without a panel, the running game is below.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        body: Rect,
        game: Option<&mut YourGame>,
        view: &View,
        actions: &mut Actions,
    ) {
        if let Some(last) = view.workshop.laboratory.tournament() {
            self.adopt(last);
        }
        let (area, footer) = above_footer(body);
        if self.waiting.is_some() {
            card(ui, area, view.palette);
            self.programs_ui(ui, area.shrink(16.0), footer, view, actions);
            return;
        }
        let wide = area.width() >= 720.0;
        let players = BELOW_PLAYERS + PLAYER * self.players.len() as f32;
        let height = if wide { players.max(TABLE).max(area.height()) } else { players + 12.0 + TABLE };
        scrolled_above_game(ui, area, "tournament", height, game, view, actions, |ui, rect, actions| {
            let (column, rest) = if wide {
                let column = rect.with_max_x(rect.left() + COLUMN.min(0.45 * rect.width()));
                (column, rect.with_min_x(column.right() + 16.0))
            } else {
                let column = rect.with_max_y(rect.top() + players);
                (column, rect.with_min_y(column.bottom() + 12.0))
            };
            for part in [column, rest] {
                card(ui, part, view.palette);
            }
            self.players_ui(ui, column.shrink(16.0), view);
            table::table_ui(ui, rest.shrink(16.0), view, actions);
        });
        self.footer_ui(ui, footer, view, actions);
    }

    /// Makes a request for a tournament, or asks first if it starts programs nobody has allowed yet.
    fn request(&mut self, request: LabRequest, tournament: &Tournament, view: &View, actions: &mut Actions) {
        let unknown = view.settings.not_allowed(programs(tournament));
        if unknown.is_empty() {
            actions.push(Action::Laboratory(request));
        } else {
            self.waiting = Some((request, unknown));
        }
    }

    /// Asks whether programs may be started, with their whole commands.
    fn programs_ui(&mut self, ui: &mut Ui, area: Rect, footer: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let Some((request, commands)) = &self.waiting else { return };
        paragraph(ui, area.with_max_y(area.top() + 44.0), texts.laboratory.programs(), 14.0, palette.text);
        let list = area.with_min_y(area.top() + 52.0);
        let mut child = ui.new_child(UiBuilder::new().id_salt("lab programs").max_rect(list));
        ScrollArea::vertical().id_salt("lab programs").auto_shrink(false).show(&mut child, |ui| {
            for command in commands {
                ui.add(Label::new(RichText::new(command).monospace().size(14.0).color(palette.text)).wrap());
            }
        });
        let mut buttons = Buttons::new(footer, "lab programs");
        let cancelled = buttons.ui(ui, (texts.common.cancel(), texts.tips.no_tournament()), ButtonStyle::Primary, true);
        let allowed = buttons.ui(ui, (texts.laboratory.allow(), texts.tips.allow()), ButtonStyle::Plain, true);
        if allowed {
            actions.push(Action::Laboratory(LabRequest::Allow(commands.clone())));
            actions.push(Action::Laboratory(request.clone()));
        }
        if cancelled || allowed {
            self.waiting = None;
        }
    }

    fn players_ui(&mut self, ui: &mut Ui, column: Rect, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let enabled = !view.workshop.laboratory.is_running();
        let painter = ui.painter().clone();
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(column.left(), column.top() + top), vec2(column.width(), height))
        };
        let caption = |rect: Rect, text: &str| {
            text_in(&painter, rect, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        caption(row(0.0, 18.0), texts.laboratory.players());
        let needed = PLAYER * self.players.len() as f32;
        let list = row(22.0, needed.min(column.height() - BELOW_PLAYERS + 32.0).max(60.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt("lab players").max_rect(list));
        if !enabled {
            child.disable();
        }
        let mut removed = None;
        ScrollArea::vertical().id_salt("lab list").auto_shrink(false).show(&mut child, |ui| {
            let few = self.players.len() <= 2;
            for (index, player) in self.players.iter_mut().enumerate() {
                let (rect, _) = ui.allocate_exact_size(vec2(list.width() - 10.0, 34.0), eframe::egui::Sense::hover());
                let field = Rect::from_min_max(rect.min, pos2(rect.right() - 40.0, rect.bottom() - 2.0));
                let edit = TextEdit::singleline(player).char_limit(500).margin(Margin::symmetric(10, 7));
                let label = texts.laboratory.player(index + 1);
                ui.put(field, edit).widget_info(|| WidgetInfo::labeled(Role::TextInput, enabled, &label));
                let cross = Rect::from_center_size(pos2(rect.right() - 16.0, rect.center().y - 1.0), Vec2::splat(28.0));
                let name = texts.laboratory.remove(index + 1);
                let face = Face::Icon(Icon::Cross, &name);
                let (id, able) = (("lab remove", index), enabled && !few);
                if button_at(ui, cross, id, face, ButtonStyle::Plain, able, &name).clicked() {
                    removed = Some(index);
                }
            }
        });
        if let Some(index) = removed {
            self.players.remove(index);
            self.fault = None;
        }
        let base = list.bottom() - column.top() + 8.0;
        self.add_ui(ui, row(base, 34.0), view, enabled);
        let refused = view.workshop.laboratory.refused();
        let fault = match (self.fault, refused) {
            (Some(index), _) => Some(texts.laboratory.fault(index + 1)),
            (None, Some((index, error))) => Some(texts.laboratory.refused(index + 1, texts.player_error(error))),
            (None, None) => None,
        };
        if let Some(fault) = fault {
            paragraph(ui, row(base + 40.0, 48.0), &fault, 12.5, palette.danger);
        }
        let mut number = |top: f32, name: &str, value: &mut u16, range: (std::ops::RangeInclusive<u16>, u16)| {
            let line = row(base + top, 34.0);
            let field = Rect::from_min_max(pos2(line.right() - 124.0, line.top()), line.max);
            let words = Rect::from_min_max(line.min, pos2(field.left() - 8.0, line.bottom()));
            let ink = if enabled { palette.text } else { palette.disabled };
            text_in(&painter, words, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            if let Some(changed) = stepper(ui, field, ("lab number", top as u32), name, *value, range, enabled) {
                *value = changed;
            }
        };
        let (by_games, by_time) = (if self.games < 20 { 2 } else { 10 }, if self.time < 100 { 10 } else { 50 });
        number(94.0, texts.laboratory.games(), &mut self.games, (2..=1000, by_games));
        number(134.0, texts.laboratory.time(), &mut self.time, (10..=10_000, by_time));
        number(174.0, texts.laboratory.openings(), &mut self.openings, (0..=18, 1));
    }

    /// The list of players that can be added.
    fn add_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View, enabled: bool) {
        let texts: Texts = view.texts;
        let names = &view.workshop.names;
        let enabled = enabled && self.players.len() < MOST_PLAYERS;
        let mut child = ui.new_child(UiBuilder::new().id_salt("lab add").max_rect(rect));
        if !enabled {
            child.disable();
        }
        child.spacing_mut().interact_size.y = 34.0;
        let title = RichText::new(texts.laboratory.add()).font(Weight::Regular.size(14.0));
        let mut chosen = None;
        let response =
            ComboBox::from_id_salt("lab kinds").width(rect.width()).selected_text(title).show_ui(&mut child, |ui| {
                let kinds = [
                    (texts.players.method_mcts(), "mcts"),
                    (texts.players.method_ntuple(), "ntuple"),
                    (texts.players.method_montecarlo(), "montecarlo"),
                    (texts.players.method_randomised(), "randomised"),
                    (texts.players.method_random(), "random"),
                    (texts.players.method_perfect(), "perfect"),
                ];
                for (name, text) in kinds {
                    if ui.selectable_label(false, RichText::new(name).font(Weight::Regular.size(14.0))).clicked() {
                        chosen = Some(text.to_owned());
                    }
                }
                for network in names.ntuples.iter().filter(|name| *name != muehle_engine::players::ntuple::DEFAULT_NAME)
                {
                    let name = texts.laboratory.ntuple_named(network);
                    if ui.selectable_label(false, RichText::new(name).font(Weight::Regular.size(14.0))).clicked() {
                        chosen = Some(PlayerText::new("ntuple").with("name", network).to_string());
                    }
                }
                for heuristic in &names.heuristics {
                    let name = texts.laboratory.computer(heuristic);
                    if ui.selectable_label(false, RichText::new(name).font(Weight::Regular.size(14.0))).clicked() {
                        chosen = Some(PlayerText::new("computer").with("heuristic", heuristic).to_string());
                    }
                }
            });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, enabled, texts.laboratory.add()));
        self.players.extend(chosen);
    }

    fn footer_ui(&mut self, ui: &mut Ui, footer: Rect, view: &View, actions: &mut Actions) {
        let (texts, laboratory) = (view.texts, &view.workshop.laboratory);
        let played = laboratory.tournament().is_some_and(|one| !one.played.is_empty());
        let unfinished = laboratory.tournament().is_some_and(|one| one.played.len() < one.total());
        let running = laboratory.is_running();
        let tips = texts.tips;
        let mut buttons = Buttons::new(footer, "lab footer");
        if running {
            if buttons.ui(ui, (texts.common.stop(), tips.stop_tournament()), ButtonStyle::Primary, true) {
                actions.push(Action::Laboratory(LabRequest::Stop));
            }
        } else {
            let begin = (texts.laboratory.begin(), tips.begin_tournament());
            if buttons.ui(ui, begin, ButtonStyle::Primary, self.players.len() >= 2) {
                match self.tournament(view.settings.rules) {
                    Ok(tournament) => {
                        (self.fault, self.adopted) = (None, true);
                        let request = LabRequest::Begin(Box::new(tournament.clone()));
                        self.request(request, &tournament, view, actions);
                    }
                    Err(fault) => self.fault = Some(fault),
                }
            }
            let resume = (texts.common.resume(), tips.resume_tournament());
            if buttons.ui(ui, resume, ButtonStyle::Plain, played && unfinished)
                && let Some(tournament) = laboratory.tournament()
            {
                self.request(LabRequest::GoOn, tournament, view, actions);
            }
        }
        if buttons.ui(ui, (texts.laboratory.export(), tips.export_results()), ButtonStyle::Plain, played) {
            actions.push(Action::Laboratory(LabRequest::Export));
        }
    }
}
