//! The laboratory: tournaments between any players, with a live table and games to replay. They continue while the
//! dialog is closed.

mod table;
mod tuples;

use eframe::egui::{
    Align2, ComboBox, Label, Margin, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::View;
use super::actions::{Action, Actions};
use super::dialogs::paragraph;
use super::fonts::Weight;
use super::icons::Icon;
use super::widgets::{ButtonStyle, Face, button_at, segments, stepper, text_in, text_width};
use crate::controller::{LabEvent, Written, programs};
use crate::texts::Texts;
use muehle_engine::learn::tournament::{Entrant, Tournament, with_time};
use muehle_engine::players::PlayerText;
use muehle_engine::rules::Rules;

use tuples::TuplesForm;

/// The size of the dialog below its title.
pub const SIZE: Vec2 = vec2(900.0, 606.0);
/// More players would make the table too long.
const MOST_PLAYERS: usize = 8;
/// The width of the column with the players.
const COLUMN: f32 = 320.0;
/// The height of what surrounds the list of players in it.
const BELOW_PLAYERS: f32 = 214.0;

/// A request to the laboratory.
#[derive(Clone, Debug, PartialEq)]
pub enum LabRequest {
    /// A new tournament.
    Begin(Box<Tournament>),
    /// Resume the one that was stopped.
    GoOn,
    /// Let these programs be started, from now on without a question.
    Allow(Vec<String>),
    /// Stop.
    Stop,
    /// Write the results as CSV.
    Export,
    /// Open a game, by its index among those played.
    Replay(usize),
}

/// The dialog's state: the settings of the next tournament.
pub struct LaboratoryDialog {
    players: Vec<String>,
    heuristics: Vec<String>,
    ntuples: Vec<String>,
    games: u16,
    time: u16,
    openings: u16,
    /// The player whose text is invalid.
    fault: Option<usize>,
    /// Whether n-tuples are trained instead.
    trains: bool,
    tuples: TuplesForm,
    /// What waits until these programs are allowed.
    waiting: Option<(LabRequest, Vec<String>)>,
}

impl LaboratoryDialog {
    /// A dialog with the settings of the last tournament, or a few players.
    pub fn new(view: &View) -> LaboratoryDialog {
        let mut dialog = LaboratoryDialog {
            players: ["computer:heuristic=Standard", "mcts", "ntuple", "random"].map(str::to_owned).to_vec(),
            heuristics: view.workshop.names.heuristics.clone(),
            ntuples: view.workshop.names.ntuples.clone(),
            games: 20,
            time: 100,
            openings: 4,
            fault: None,
            trains: view.workshop.training.tuple_run().is_some_and(|run| run.running),
            tuples: TuplesForm::new(view),
            waiting: None,
        };
        if let Some(last) = view.workshop.laboratory.tournament() {
            dialog.players = last.participants.iter().map(|one| one.name.clone()).collect();
            dialog.games = last.games.clamp(2, 1000) as u16;
            dialog.openings = last.opening_plies.min(18) as u16;
        }
        dialog
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

    /// Draws the dialog.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let words = view.texts.laboratory;
        let tabs = Rect::from_min_size(body.min, vec2(body.width().min(420.0), 34.0));
        let names = [words.tab_tournament(), words.tab_tuples()];
        if let Some(chosen) = segments(ui, tabs, "laboratory tabs", &names, usize::from(self.trains), true) {
            self.trains = chosen == 1;
        }
        let area = Rect::from_min_max(pos2(body.left(), tabs.bottom() + 14.0), pos2(body.right(), footer.top() - 14.0));
        if self.trains {
            self.tuples.ui(ui, area, view);
            self.tuples.footer_ui(ui, footer, view, actions);
            return;
        }
        if self.waiting.is_some() {
            self.programs_ui(ui, area, footer, view, actions);
            return;
        }
        if area.width() < 520.0 {
            // In the smallest windows the table is below the players.
            let mut child = ui.new_child(UiBuilder::new().id_salt("lab area").max_rect(area));
            ScrollArea::vertical().id_salt("lab area").auto_shrink(false).show(&mut child, |ui| {
                let players = BELOW_PLAYERS + 40.0 * self.players.len() as f32;
                let (rect, _) = ui.allocate_exact_size(vec2(area.width() - 12.0, players + 320.0), Sense::hover());
                let (column, rest) = rect.split_top_bottom_at_y(rect.top() + players);
                self.players_ui(ui, column, view);
                table::table_ui(ui, rest.with_min_y(rest.top() + 24.0), view, actions);
            });
        } else {
            let column = Rect::from_min_size(area.min, vec2(COLUMN.min(area.width() / 2.0), area.height()));
            let rest = Rect::from_min_max(pos2(column.right() + 24.0, area.top()), area.max);
            self.players_ui(ui, column, view);
            table::table_ui(ui, rest, view, actions);
        }
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
        let mut right = footer.right();
        let mut button = |ui: &mut Ui, id: &str, name: &str, style: ButtonStyle| {
            let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 32.0).max(92.0);
            let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
            right -= width + 12.0;
            button_at(ui, rect, ("lab programs", id), Face::Text(name), style, true).clicked()
        };
        let cancelled = button(ui, "cancel", texts.common.cancel(), ButtonStyle::Primary);
        let allowed = button(ui, "allow", texts.laboratory.allow(), ButtonStyle::Plain);
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
        let list = row(22.0, (column.height() - BELOW_PLAYERS).max(60.0));
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
                if button_at(ui, cross, ("lab remove", index), face, ButtonStyle::Plain, enabled && !few).clicked() {
                    removed = Some(index);
                }
            }
        });
        if let Some(index) = removed {
            self.players.remove(index);
            self.fault = None;
        }
        let base = list.bottom() - column.top() + 8.0;
        self.add_ui(ui, row(base, 34.0), texts, enabled);
        if let Some(index) = self.fault {
            let fault = texts.laboratory.fault(index + 1);
            paragraph(ui, row(base + 36.0, 30.0), &fault, 12.0, palette.accent);
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
        number(62.0, texts.laboratory.games(), &mut self.games, (2..=1000, by_games));
        number(102.0, texts.laboratory.time(), &mut self.time, (10..=10_000, by_time));
        number(142.0, texts.laboratory.openings(), &mut self.openings, (0..=18, 1));
    }

    /// The list of players that can be added.
    fn add_ui(&mut self, ui: &mut Ui, rect: Rect, texts: Texts, enabled: bool) {
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
                for network in self.ntuples.iter().filter(|name| *name != muehle_engine::players::ntuple::DEFAULT_NAME)
                {
                    let name = texts.laboratory.ntuple_named(network);
                    if ui.selectable_label(false, RichText::new(name).font(Weight::Regular.size(14.0))).clicked() {
                        chosen = Some(PlayerText::new("ntuple").with("name", network).to_string());
                    }
                }
                for heuristic in &self.heuristics {
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
        let mut right = footer.right();
        let mut button = |ui: &mut Ui, id: &str, name: &str, style: ButtonStyle, enabled: bool| {
            let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 32.0).max(92.0);
            let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
            right -= width + 12.0;
            // Where there is no room for the last button, which closes the dialog, the cross does it.
            rect.left() >= footer.left()
                && button_at(ui, rect, ("lab footer", id), Face::Text(name), style, enabled).clicked()
        };
        if running {
            if button(ui, "stop", texts.common.stop(), ButtonStyle::Primary, true) {
                actions.push(Action::Laboratory(LabRequest::Stop));
            }
        } else {
            if button(ui, "begin", texts.laboratory.begin(), ButtonStyle::Primary, self.players.len() >= 2) {
                match self.tournament(view.settings.rules) {
                    Ok(tournament) => {
                        self.fault = None;
                        let request = LabRequest::Begin(Box::new(tournament.clone()));
                        self.request(request, &tournament, view, actions);
                    }
                    Err(fault) => self.fault = Some(fault),
                }
            }
            if button(ui, "go on", texts.common.resume(), ButtonStyle::Plain, played && unfinished)
                && let Some(tournament) = laboratory.tournament()
            {
                self.request(LabRequest::GoOn, tournament, view, actions);
            }
        }
        if button(ui, "export", texts.laboratory.export(), ButtonStyle::Plain, played) {
            actions.push(Action::Laboratory(LabRequest::Export));
        }
        if button(ui, "close", texts.common.close(), ButtonStyle::Plain, true) {
            actions.push(Action::CloseDialog);
        }
    }
}

impl super::App {
    /// Handles the events of the laboratory.
    pub(super) fn hear_laboratory(&mut self) {
        for event in self.workshop.laboratory.poll() {
            match event {
                LabEvent::Finished => self.say_both(|texts| texts.laboratory.finished().to_owned()),
                LabEvent::Written(path, Written::Results) => {
                    self.say_both(|texts| texts.laboratory.exported(path.display()));
                }
                LabEvent::Written(path, Written::Game) => {
                    self.dialog = None;
                    self.leave(super::actions::Leaving::Open(path));
                }
                LabEvent::WriteFailed(path, error) => {
                    self.say_both(|texts| texts.status.save_failed(path.display(), texts.io_error(&error)));
                }
            }
        }
    }

    /// Carries out a request to the laboratory.
    pub(super) fn ask_laboratory(&mut self, request: LabRequest) {
        let saves = self.folders.saves();
        match request {
            LabRequest::Begin(tournament) => self.workshop.laboratory.begin(*tournament),
            LabRequest::GoOn => self.workshop.laboratory.go_on(),
            LabRequest::Allow(commands) => self.settings.allow(commands),
            LabRequest::Stop => self.workshop.laboratory.stop(),
            LabRequest::Export => self.workshop.laboratory.export(saves.join("laboratory.csv")),
            LabRequest::Replay(index) => {
                self.workshop.laboratory.write_game(index, saves.join(format!("laboratory-{}.pgn", index + 1)));
            }
        }
    }
}
