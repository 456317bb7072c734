//! The players dialog: two columns, one per side.

use eframe::egui::{
    Align2, Color32, CornerRadius, Margin, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};

use super::footer_ui;
use crate::app::actions::{Action, Actions, DialogKind, Leaving};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::settings::Settings;
use crate::app::widgets::{
    ButtonStyle, Face, Scale, button_at, combo, group, radio, segments, slider, stepper, text_in, text_width,
};
use crate::app::{Names, View};
use crate::controller::{ComputerSettings, MAX_NAME, Method, PlayerKind, Seat, ThinkingLimit};
use crate::texts::seconds_text;
use muehle_engine::heuristics::library;
use muehle_engine::rules::{Color, RemovalRule};

pub(super) const SIZE: Vec2 = vec2(704.0, 606.0);
/// The height of a column.
const COLUMN: f32 = 536.0;
/// The share of a row that its first choice takes.
const FIRST_CHOICE: f32 = 0.4;

/// The dialog's state. Each side keeps its computer's settings while a person plays it.
pub struct PlayersDialog {
    settings: Settings,
    computers: [ComputerSettings; 2],
    heuristics: Vec<String>,
    ntuples: Vec<String>,
    /// The side of the network partner.
    partner: Option<Color>,
}

impl PlayersDialog {
    pub(super) fn new(settings: &Settings, names: Names) -> PlayersDialog {
        let computers = [0, 1].map(|side: usize| {
            let other = &settings.seats[1 - side];
            settings.seats[side].settings().or(other.settings()).cloned().unwrap_or_default()
        });
        let Names { heuristics, ntuples } = names;
        PlayersDialog { settings: settings.clone(), computers, heuristics, ntuples, partner: None }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), footer.top() - 14.0));
        let narrow = body.width() < 640.0;
        let gap = if narrow { 12.0 } else { 32.0 };
        let mut child = ui.new_child(UiBuilder::new().id_salt("columns").max_rect(area));
        ScrollArea::vertical().id_salt("players").auto_shrink(false).show(&mut child, |ui| {
            // In the smallest windows one column is below the other.
            let (column, step) = if body.width() < 520.0 {
                (vec2(area.width() - 12.0, COLUMN), vec2(0.0, COLUMN + gap))
            } else {
                let width = (area.width() - gap) / 2.0;
                (vec2(width, COLUMN), vec2(width + gap, 0.0))
            };
            let (rect, _) = ui.allocate_exact_size(column + step, Sense::hover());
            for side in Color::BOTH {
                let column = Rect::from_min_size(rect.min + side.index() as f32 * step, column);
                self.column_ui(&mut group(ui, Role::Group, view.texts.side(side)), column, side, view);
            }
            if !narrow {
                let center = pos2(rect.center().x, rect.top() + 32.0);
                let swap = Rect::from_center_size(center, Vec2::splat(30.0));
                ui.painter().circle_filled(center, 20.0, view.palette.dialog);
                let face = Face::Icon(Icon::Swap, texts.players.swap_sides());
                if button_at(ui, swap, "swap", face, ButtonStyle::Plain, true).clicked() {
                    self.settings.seats.swap(0, 1);
                    self.computers.swap(0, 1);
                    self.partner = self.partner.map(|side| !side);
                }
            }
        });
        self.rules_ui(ui, footer, view, actions);
        match footer_ui(ui, footer, &[texts.common.cancel(), texts.players.start_game()]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => match self.partner {
                Some(side) => self.look_for_partner(!side, view, actions),
                None => {
                    let start = Leaving::StartWith(Box::new(self.settings.clone()));
                    actions.extend([Action::CloseDialog, Action::Leave(start)]);
                }
            },
            None => {}
        }
    }

    fn look_for_partner(&mut self, own: Color, view: &View, actions: &mut Actions) {
        let seat = &self.settings.seats[own.index()];
        let name = if seat.name.is_empty() { view.texts.usual_name(own, seat) } else { seat.name.clone() };
        if let Some(command) = self.settings.network.command(name, own, self.settings.rules) {
            let leaving = Leaving::Online(Box::new(command));
            actions.extend([Action::Set(Box::new(self.settings.clone())), Action::CloseDialog, Action::Leave(leaving)]);
        }
    }

    fn rules_ui(&mut self, ui: &mut Ui, footer: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let line = match self.settings.rules.removal {
            RemovalRule::Never => texts.players.rules_line_never(),
            RemovalRule::Any => texts.players.rules_line_any(),
        };
        let change = text_width(ui, texts.players.change(), Weight::SemiBold, 13.0) + 12.0;
        let buttons = text_width(ui, texts.common.cancel(), Weight::Medium, 14.0)
            + text_width(ui, texts.players.start_game(), Weight::SemiBold, 14.5)
            + 110.0;
        let room = footer.width() - buttons - change;
        if room < 0.85 * text_width(ui, line, Weight::Regular, 13.0) {
            return;
        }
        let area = Rect::from_min_size(footer.min, vec2(room, footer.height()));
        let width = text_in(ui.painter(), area, Align2::LEFT_CENTER, line, Weight::Regular, 13.0, palette.muted);
        let rect = Rect::from_min_size(pos2(footer.left() + width + 4.0, footer.top() + 6.0), vec2(change, 28.0));
        if button_at(ui, rect, "change rules", Face::Text(texts.players.change()), ButtonStyle::Link, true).clicked() {
            actions.push(Action::Show(DialogKind::Rules));
        }
    }

    fn column_ui(&mut self, ui: &mut Ui, rect: Rect, side: Color, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let painter = ui.painter().clone();
        let border = Stroke::new(1.0, palette.card_border);
        painter.rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
        let pad = if rect.width() < 320.0 { 14.0 } else { 20.0 };
        let (left, width) = (rect.left() + pad, rect.width() - 2.0 * pad);
        let row = |top: f32, height: f32| Rect::from_min_size(pos2(left, rect.top() + top), vec2(width, height));
        let caption = |top: f32, text: &str| {
            text_in(&painter, row(top, 18.0), Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        let stone = pos2(left + 15.0, rect.top() + 32.0);
        stones::paint(&painter, stone, 15.0, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
        let head = Rect::from_min_max(pos2(left + 42.0, rect.top() + 20.0), pos2(left + width, rect.top() + 44.0));
        text_in(&painter, head, Align2::LEFT_CENTER, texts.side(side), Weight::SemiBold, 16.5, palette.text);
        if side == Color::White {
            text_in(&painter, head, Align2::RIGHT_CENTER, texts.players.begins(), Weight::Regular, 13.0, palette.muted);
        }
        caption(62.0, texts.players.name());
        let seat = &mut self.settings.seats[side.index()];
        let hint = texts.usual_name(side, &Seat { name: String::new(), kind: seat.kind.clone() });
        let edit =
            TextEdit::singleline(&mut seat.name).hint_text(hint).char_limit(MAX_NAME).margin(Margin::symmetric(12, 9));
        let response = ui.put(row(84.0, 36.0), edit);
        let label = format!("{} {}", texts.players.name(), texts.side(side));
        response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::TextInput, true, &label));
        caption(138.0, texts.players.kind());
        let is_partner = self.partner == Some(side);
        let is_human = seat.is_human() && !is_partner;
        let learns = seat.settings().is_some_and(|computer| computer.method == Method::Learning) && !is_partner;
        let is_computer = !seat.is_human() && !is_partner && !learns;
        let kinds = &mut group(ui, Role::RadioGroup, &format!("{} {}", texts.players.kind(), texts.side(side)));
        let (left_half, right_half) = row(158.0, 26.0).split_left_right_at_fraction(FIRST_CHOICE);
        if radio(kinds, left_half, ("human", side.index()), texts.players.human(), is_human) && !is_human {
            seat.kind = PlayerKind::Human;
            self.partner = self.partner.filter(|partner| *partner != side);
        }
        if radio(kinds, right_half, ("network", side.index()), texts.network.kind(), is_partner) {
            // A network partner plays against the person at this window.
            self.partner = Some(side);
            self.settings.seats[(!side).index()].kind = PlayerKind::Human;
        }
        let (left_half, right_half) = row(187.0, 26.0).split_left_right_at_fraction(FIRST_CHOICE);
        if radio(kinds, left_half, ("computer", side.index()), texts.players.computer(), is_computer) && !is_computer {
            let computer = &mut self.computers[side.index()];
            if computer.method == Method::Learning {
                computer.method = Method::Search;
            }
            self.settings.seats[side.index()].kind = PlayerKind::Computer(computer.clone());
            self.partner = None;
            ui.ctx().request_repaint();
        }
        if radio(kinds, right_half, ("learning", side.index()), texts.players.learning(), learns) && !learns {
            let computer = &mut self.computers[side.index()];
            computer.method = Method::Learning;
            // Learning changes a heuristic, so a shipped one is not the default.
            if library::is_shipped(&computer.heuristic) {
                computer.heuristic = texts.players.pupil().to_owned();
            }
            self.settings.seats[side.index()].kind = PlayerKind::Computer(computer.clone().tidied());
            self.partner = None;
            ui.ctx().request_repaint();
        }
        let below = row(232.0, COLUMN - 246.0);
        if self.partner == Some(side) {
            self.settings.network.ui(ui, below, view);
        } else {
            self.computer_ui(ui, below, side, view);
        }
    }

    /// The computer's options; disabled when a person plays.
    fn computer_ui(&mut self, ui: &mut Ui, area: Rect, side: Color, view: &View) {
        let texts = view.texts.players;
        let index = side.index();
        let enabled = !self.settings.seats[index].is_human();
        let mut computer = match &self.settings.seats[index].kind {
            PlayerKind::Computer(settings) => settings.clone(),
            PlayerKind::Human | PlayerKind::Network => self.computers[index].clone(),
        };
        let mut form = Form { ui, area, side, view, enabled };
        if computer.method == Method::Learning {
            form.caption(0.0, texts.lambda());
            let shown = format!("{:.2}", computer.lambda);
            let scale = Scale::even(0.0, 1.0, 0.05);
            if let Some(lambda) = form.slider(22.0, "lambda", texts.lambda(), (computer.lambda, scale), &shown) {
                computer.lambda = lambda;
            }
        } else {
            form.caption(0.0, texts.method());
            let methods = Method::ALL.into_iter().filter(|method| *method != Method::Learning);
            let entries: Vec<(String, Method)> =
                methods.map(|method| (view.texts.method(method).to_owned(), method)).collect();
            let chosen = view.texts.method(computer.method).to_owned();
            if let Some(method) = form.choice(22.0, texts.method(), &chosen, &entries) {
                computer.method = method;
                computer = computer.tidied();
            }
        }
        form.limit_ui(&mut computer);
        match computer.method {
            Method::Search | Method::Learning | Method::Perfect | Method::NTuple => {
                let most = u16::from(ComputerSettings::MAX_QUIESCENCE);
                let plies = u16::from(computer.quiescence);
                let note = texts.zero_is_off();
                if let Some(plies) = form.number(182.0, texts.quiescence(), note, plies, (0..=most, 1)) {
                    computer.quiescence = plies as u8;
                }
            }
            Method::Mcts => {
                let shown = format!("{:.2}", computer.curiosity);
                let number = (computer.curiosity, Scale::even(0.0, ComputerSettings::MAX_CURIOSITY, 0.05));
                form.caption(182.0, texts.curiosity());
                if let Some(curiosity) = form.slider(202.0, "curiosity", texts.curiosity(), number, &shown) {
                    computer.curiosity = curiosity;
                }
            }
            Method::MonteCarlo => {
                let range = 1..=ComputerSettings::MAX_GAMES;
                if let Some(games) = form.number(182.0, texts.leaf_games(), "", computer.games, (range.clone(), 1)) {
                    computer.games = games;
                }
                if let Some(plies) = form.number(222.0, texts.leaf_plies(), "", computer.rollout, (range, 2)) {
                    computer.rollout = plies;
                }
            }
            Method::Randomised | Method::Random => {}
        }
        match computer.method {
            Method::Search | Method::Perfect => {
                form.caption(230.0, texts.heuristic());
                let entries: Vec<_> = self.heuristics.iter().map(|name| (name.clone(), name.clone())).collect();
                if let Some(name) = form.choice(252.0, texts.heuristic(), &computer.heuristic, &entries) {
                    computer.heuristic = name;
                }
            }
            Method::Learning => form.learner_ui(&mut computer, &self.heuristics),
            Method::NTuple => {
                form.caption(230.0, texts.network());
                let entries: Vec<_> = self.ntuples.iter().map(|name| (name.clone(), name.clone())).collect();
                if let Some(name) = form.choice(252.0, texts.network(), &computer.network, &entries) {
                    computer.network = name;
                }
            }
            Method::Mcts => form.explanation(246.0, texts.explain_mcts()),
            Method::MonteCarlo => form.explanation(262.0, texts.explain_montecarlo()),
            Method::Randomised => form.explanation(188.0, texts.explain_randomised()),
            Method::Random => form.explanation(188.0, texts.explain_random()),
        }
        if enabled {
            self.settings.seats[index].kind = PlayerKind::Computer(computer.clone());
        }
        self.computers[index] = computer;
    }
}

/// The rows of a computer's options.
struct Form<'a, 'v> {
    ui: &'a mut Ui,
    area: Rect,
    side: Color,
    view: &'a View<'v>,
    enabled: bool,
}

impl Form<'_, '_> {
    fn row(&self, top: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(self.area.left(), self.area.top() + top), vec2(self.area.width(), height))
    }

    fn ink(&self) -> Color32 {
        if self.enabled { self.view.palette.text } else { self.view.palette.disabled }
    }

    fn caption(&self, top: f32, text: &str) {
        let (row, muted) = (self.row(top, 18.0), self.view.palette.muted);
        text_in(self.ui.painter(), row, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, muted);
    }

    fn explanation(&self, top: f32, text: &str) {
        let color = if self.enabled { self.view.palette.muted } else { self.view.palette.disabled };
        super::paragraph(self.ui, self.row(top, 40.0), text, 12.5, color);
    }

    /// A slider with its value.
    fn slider(&mut self, top: f32, id: &str, name: &str, number: (f64, Scale), shown: &str) -> Option<f64> {
        let (line, palette) = (self.row(top, 32.0), self.view.palette);
        let value = Rect::from_min_max(pos2(line.right() - 76.0, line.top()), line.max);
        let rail = Rect::from_min_max(line.min, pos2(value.left() - 25.0, line.bottom())).translate(vec2(9.0, 0.0));
        let moved = slider(self.ui, rail, (id, self.side.index()), name, number, self.enabled);
        let ground = if self.enabled { palette.field } else { palette.button };
        let painter = self.ui.painter();
        painter.rect(value, CornerRadius::same(8), ground, Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
        text_in(painter, value.shrink(4.0), Align2::CENTER_CENTER, shown, Weight::Medium, 14.0, self.ink());
        moved
    }

    /// A caption with a number.
    fn number(
        &mut self,
        top: f32,
        name: &str,
        note: &str,
        value: u16,
        range: (std::ops::RangeInclusive<u16>, u16),
    ) -> Option<u16> {
        let line = self.row(top, 34.0);
        let field = Rect::from_min_max(pos2(line.right() - 108.0, line.top()), line.max);
        let changed = stepper(self.ui, field, (top as u32, self.side.index()), name, value, range, self.enabled);
        let words = Rect::from_min_max(line.min, pos2(field.left() - 8.0, line.bottom()));
        let painter = self.ui.painter();
        let width = text_in(painter, words, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, self.ink());
        let rest = Rect::from_min_max(pos2(words.left() + width + 8.0, words.top()), words.max);
        if rest.width() > 44.0 && !note.is_empty() {
            let color = if self.enabled { self.view.palette.muted } else { self.view.palette.disabled };
            text_in(painter, rest, Align2::LEFT_CENTER, note, Weight::Regular, 12.5, color);
        }
        changed
    }

    /// A drop-down list.
    fn choice<T: Clone>(&mut self, top: f32, name: &str, chosen: &str, entries: &[(String, T)]) -> Option<T> {
        let rect = self.row(top, 36.0);
        self.choice_in(rect, name, chosen, entries)
    }

    fn choice_in<T: Clone>(&mut self, rect: Rect, name: &str, chosen: &str, entries: &[(String, T)]) -> Option<T> {
        let label = format!("{name} {}", self.view.texts.side(self.side));
        combo(self.ui, rect, &label, chosen, entries, self.enabled)
    }

    /// How long it thinks.
    fn limit_ui(&mut self, computer: &mut ComputerSettings) {
        let texts = self.view.texts.players;
        self.caption(72.0, texts.strength_caption());
        let was = self.enabled;
        // A random move takes no thinking.
        self.enabled &= computer.method != Method::Random;
        let second = if computer.method == Method::Mcts { texts.iterations() } else { texts.fixed_depth() };
        let words = [texts.time_per_move(), second];
        let timed = matches!(computer.limit, ThinkingLimit::Time(_));
        let (row, id) = (self.row(94.0, 34.0), ("limit", self.side.index()));
        let name = format!("{} {}", texts.strength_caption(), self.view.texts.side(self.side));
        if let Some(chosen) =
            segments(&mut group(self.ui, Role::RadioGroup, &name), row, id, &words, usize::from(!timed), self.enabled)
        {
            let fixed = ThinkingLimit::Depth(6).suiting(computer.method);
            computer.limit = if chosen == 0 { ThinkingLimit::Time(1000) } else { fixed };
        }
        let [shortest, longest] = ThinkingLimit::TIMES.map(|time| time as f64 / 1000.0);
        let [shallowest, deepest] = ThinkingLimit::DEPTHS.map(f64::from);
        let [fewest, most] = ThinkingLimit::ITERATIONS.map(f64::from);
        let (value, scale, text) = match computer.limit {
            ThinkingLimit::Time(time) => {
                (time as f64 / 1000.0, Scale::logarithmic(shortest, longest), texts.seconds(seconds_text(time)))
            }
            ThinkingLimit::Depth(depth) => (depth.into(), Scale::even(shallowest, deepest, 1.0), depth.to_string()),
            ThinkingLimit::Iterations(games) => (games.into(), Scale::logarithmic(fewest, most), games.to_string()),
        };
        if let Some(value) = self.slider(138.0, "limit", words[usize::from(!timed)], (value, scale), &text) {
            computer.limit = match computer.limit {
                ThinkingLimit::Time(_) => ThinkingLimit::Time((value * 1000.0).round() as u64),
                ThinkingLimit::Depth(_) => ThinkingLimit::Depth(value as u8),
                ThinkingLimit::Iterations(_) => ThinkingLimit::Iterations(value.round() as u32),
            };
        }
        self.enabled = was;
    }

    /// The heuristic that learns: an existing one or a new name.
    fn learner_ui(&mut self, computer: &mut ComputerSettings, heuristics: &[String]) {
        let texts = self.view.texts.players;
        let name = computer.heuristic.trim();
        let same = |known: &String| known.to_lowercase() == name.to_lowercase();
        let note = match () {
            () if !library::is_valid_name(name) => texts.note_no_name(),
            () if library::is_shipped(name) => texts.note_shipped(),
            () if !heuristics.iter().any(same) => texts.note_new(),
            () => "",
        };
        let title = texts.heuristic();
        self.caption(230.0, &if note.is_empty() { title.to_owned() } else { format!("{title} · {note}") });
        let row = self.row(252.0, 36.0);
        let field = Rect::from_min_max(row.min, pos2(row.right() - 56.0, row.bottom()));
        let list = Rect::from_min_max(pos2(field.right() + 6.0, row.top()), row.max);
        let edit = TextEdit::singleline(&mut computer.heuristic).char_limit(MAX_NAME).margin(Margin::symmetric(12, 9));
        let mut child = self.ui.new_child(UiBuilder::new().id_salt(("learner", self.side.index())).max_rect(field));
        if !self.enabled {
            child.disable();
        }
        let label = format!("{} {}", texts.heuristic(), self.view.texts.side(self.side));
        let response = child.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, self.enabled, &label));
        let entries: Vec<_> = heuristics.iter().map(|name| (name.clone(), name.clone())).collect();
        if let Some(name) = self.choice_in(list, texts.known_heuristics(), "", &entries) {
            computer.heuristic = name;
        }
    }
}
