//! The players dialog: two columns, one per side; rules and clock below.

mod form;
mod limits;
mod own_settings;

use eframe::egui::{
    Align2, CornerRadius, Margin, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{RulesDialog, footer_ui, rules};
use crate::app::actions::{Action, Actions, Leaving};
use crate::app::board::stones::{self, StoneLook};
use crate::app::focus;
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::new_game::{Choice, ClockForm, Opponent, OwnColor, is_solved, levels, rules_line};
use crate::app::settings::Settings;
use crate::app::widgets::{ButtonStyle, Face, button_at, group, radio, text_in, text_width};
use crate::app::{Names, View};
use crate::controller::{ComputerSettings, MAX_NAME, Method, PlayerKind, Seat};
use crate::texts::Texts;
use form::Form;
use limits::Limits;
use muehle_engine::heuristics::library;
use muehle_engine::rules::Color;
use own_settings::Lists;

const WIDTH: f32 = 704.0;
/// What the dialog has above and below its columns, with one of the usual clocks.
const AROUND: f32 = 150.0;
/// The height of a column whose player has a level, and of one with everything a computer can be told.
const SHORT_COLUMN: f32 = 368.0;
const LONG_COLUMN: f32 = 536.0;
/// The height of the choice of a level.
const LEVEL: f32 = 72.0;
/// What is below the columns, without the choice of the clock.
const TERMS: f32 = 14.0 + 22.0;
/// The share of a row that its first choice takes.
const FIRST_CHOICE: f32 = 0.4;

/// What one side keeps while somebody else sits there.
struct Side {
    computer: ComputerSettings,
    computer_name: String,
    limits: Limits,
}

/// What can sit on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Human,
    Computer,
    Learning,
    Partner,
}

/// The dialog's state.
pub struct PlayersDialog {
    settings: Settings,
    sides: [Side; 2],
    /// The names of people whose seats were given to somebody else. They take them along to the next seat.
    resting: Vec<String>,
    heuristics: Vec<String>,
    ntuples: Vec<String>,
    /// The side of the network partner.
    partner: Option<Color>,
    clock: ClockForm,
    /// The page with the rules, while it is open.
    rules: Option<RulesDialog>,
    /// Whether a game was to start without the command of another program.
    lacks_program: bool,
}

impl PlayersDialog {
    /// The dialog for the next game of these settings.
    pub fn new(settings: &Settings, names: Names) -> PlayersDialog {
        let sides = [0, 1].map(|side: usize| {
            let (own, other) = (&settings.seats[side], &settings.seats[1 - side]);
            let computer = own.settings().or(other.settings()).cloned().unwrap_or_else(ComputerSettings::usual);
            let computer_name = if own.settings().is_some() { own.name.clone() } else { String::new() };
            Side { limits: Limits::of(&computer), computer, computer_name }
        });
        let Names { heuristics, ntuples } = names;
        let choice = Choice::of(settings);
        let mut dialog = PlayersDialog {
            settings: settings.clone(),
            sides,
            resting: Vec::new(),
            heuristics,
            ntuples,
            partner: None,
            clock: ClockForm::new(settings.clock),
            rules: None,
            lacks_program: false,
        };
        // The last game was played with a partner, or the new-game sheet asks for one.
        if choice.opponent == Opponent::Network {
            dialog.seat(!choice.color.draw(false), Kind::Partner);
        }
        dialog
    }

    pub(super) fn title(&self, texts: Texts) -> &'static str {
        if self.rules.is_some() { texts.rules.title() } else { texts.players.title() }
    }

    pub(super) fn size(&self) -> Vec2 {
        if self.rules.is_some() {
            rules::SIZE
        } else {
            vec2(WIDTH, self.column_height() + AROUND + self.clock.height() - ClockForm::USUAL_HEIGHT)
        }
    }

    /// Leaves the page with the rules. False if it is not open.
    pub(super) fn step_back(&mut self) -> bool {
        self.rules.take().is_some()
    }

    fn kind(&self, side: Color) -> Kind {
        match self.settings.seats[side.index()].settings() {
            _ if self.partner == Some(side) => Kind::Partner,
            None => Kind::Human,
            Some(computer) if computer.method == Method::Learning => Kind::Learning,
            Some(_) => Kind::Computer,
        }
    }

    /// The computer that plays a side, or would play it instead of a person.
    fn computer(&self, side: Color) -> &ComputerSettings {
        self.settings.seats[side.index()].settings().unwrap_or(&self.sides[side.index()].computer)
    }

    /// The height of both columns.
    fn column_height(&self) -> f32 {
        let heights = Color::BOTH.map(|side| match self.kind(side) {
            Kind::Partner | Kind::Learning => LONG_COLUMN,
            Kind::Human | Kind::Computer if self.computer(side).level.is_some() => SHORT_COLUMN,
            Kind::Human | Kind::Computer => LONG_COLUMN + LEVEL,
        });
        heights[0].max(heights[1])
    }

    /// Gives a side to somebody else. A person's name goes with the person, a computer's stays with the computer.
    fn seat(&mut self, side: Color, kind: Kind) {
        let (before, index) = (self.kind(side), side.index());
        let name = std::mem::take(&mut self.settings.seats[index].name);
        match before {
            Kind::Human if kind != Kind::Human => {
                let other = &self.settings.seats[(!side).index()];
                if other.is_human() && other.name.is_empty() && self.partner != Some(!side) {
                    self.settings.seats[(!side).index()].name = name;
                } else if !name.is_empty() {
                    self.resting.push(name);
                }
            }
            Kind::Computer | Kind::Learning => self.sides[index].computer_name = name,
            Kind::Human | Kind::Partner => {}
        }
        self.partner = self.partner.filter(|partner| *partner != side);
        let computer = &mut self.sides[index].computer;
        let (name, kind) = match kind {
            Kind::Human => (self.resting.pop().unwrap_or_default(), PlayerKind::Human),
            Kind::Partner => {
                self.partner = Some(side);
                (String::new(), PlayerKind::Human)
            }
            Kind::Computer | Kind::Learning => {
                let method = if kind == Kind::Learning { Method::Learning } else { Method::Search };
                if (computer.method == Method::Learning) != (kind == Kind::Learning) {
                    (computer.level, computer.method) = (None, method);
                }
                (self.sides[index].computer_name.clone(), PlayerKind::Computer(computer.clone().tidied()))
            }
        };
        self.settings.seats[index] = Seat { name, kind };
        // A network partner plays against the person at this window.
        if self.partner == Some(side) && self.kind(!side) != Kind::Human {
            self.seat(!side, Kind::Human);
        }
    }

    fn swap_sides(&mut self) {
        self.settings.seats.swap(0, 1);
        self.sides.swap(0, 1);
        self.partner = self.partner.map(|side| !side);
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        if let Some(page) = &mut self.rules {
            match page.page_ui(ui, body, view) {
                Some(Some(rules)) => (self.settings.rules, self.rules) = (rules, None),
                Some(None) => self.rules = None,
                None => {}
            }
            return;
        }
        let texts = view.texts;
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), footer.top() - 14.0));
        let gap = if body.width() < 640.0 { 12.0 } else { 32.0 };
        let height = self.column_height();
        let mut child = ui.new_child(UiBuilder::new().id_salt("columns").max_rect(area));
        ScrollArea::vertical().id_salt("players").auto_shrink(false).show(&mut child, |ui| {
            // In the smallest windows one column is below the other.
            let stacked = body.width() < 520.0;
            // Room for the scroll bar.
            let scrolls = area.height() < height + TERMS + self.clock.height();
            let width = if scrolls { area.width() - 12.0 } else { area.width() };
            let (column, step) = if stacked {
                (vec2(width, height), vec2(0.0, height + gap))
            } else {
                let width = (width - gap) / 2.0;
                (vec2(width, height), vec2(width + gap, 0.0))
            };
            let (rect, _) = ui.allocate_exact_size(column + step, Sense::hover());
            for side in Color::BOTH {
                let column = Rect::from_min_size(rect.min + side.index() as f32 * step, column);
                self.column_ui(&mut group(ui, Role::Group, view.texts.side(side)), column, side, view);
            }
            let center = match stacked {
                true => pos2(rect.right() - 36.0, rect.top() + height + gap / 2.0),
                false => pos2(rect.center().x, rect.top() + 32.0),
            };
            let swap = Rect::from_center_size(center, Vec2::splat(30.0));
            ui.painter().circle_filled(center, if gap < 20.0 { 17.0 } else { 20.0 }, view.palette.dialog);
            let face = Face::Icon(Icon::Swap, texts.players.swap_sides());
            if button_at(ui, swap, "swap", face, ButtonStyle::Plain, true, texts.players.swap_sides()).clicked() {
                self.swap_sides();
            }
            let below = Rect::from_min_size(rect.left_bottom() + vec2(0.0, 14.0), vec2(rect.width(), 400.0));
            let clock_left = if stacked { below.left() } else { rect.left() + step.x };
            let height = self.terms_ui(ui, below, clock_left, view);
            ui.allocate_rect(below.with_max_y(below.top() + height), Sense::hover());
            focus::keep_in_sight(ui);
        });
        let start = (texts.players.start_game(), texts.tips.start_game());
        match footer_ui(ui, footer, &[(texts.common.cancel(), texts.tips.cancel()), start]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => self.start(view, actions),
            None => {}
        }
    }

    /// Starts the game, unless something is missing.
    fn start(&mut self, view: &View, actions: &mut Actions) {
        let lacking = |seat: &Seat| seat.settings().and_then(ComputerSettings::program).is_some_and(str::is_empty);
        self.lacks_program = self.settings.seats.clone().map(Seat::tidied).iter().any(lacking);
        let Some(clock) = self.clock.clock().filter(|_| !self.lacks_program) else { return };
        self.settings.clock = clock;
        let choice = Choice::of(&self.settings);
        let Some(partner) = self.partner else {
            self.settings.new_game = Some(choice.following(&self.settings.seats));
            let start = Leaving::StartWith(Box::new(self.settings.clone()));
            actions.extend([Action::CloseDialog, Action::Leave(start)]);
            return;
        };
        let own = !partner;
        let seat = &self.settings.seats[own.index()];
        let name =
            if seat.name.is_empty() { view.texts.usual_name(own, &self.settings.seats) } else { seat.name.clone() };
        let color = if own == Color::White { OwnColor::White } else { OwnColor::Black };
        let people = [seat.name.clone(), choice.people[1].clone()];
        self.settings.new_game = Some(Choice { opponent: Opponent::Network, color, people, ..choice });
        if let Some(command) = self.settings.network.command(name, own, self.settings.rules, clock) {
            let leaving = Leaving::Online(Box::new(command));
            // The next game at this window has the players of the last one.
            let settings = Settings { seats: view.settings.seats.clone(), ..self.settings.clone() };
            actions.extend([Action::Set(Box::new(settings)), Action::CloseDialog, Action::Leave(leaving)]);
        }
    }

    /// Rules and clock. Returns their height.
    fn terms_ui(&mut self, ui: &mut Ui, area: Rect, clock_left: f32, view: &View) -> f32 {
        let (texts, palette) = (view.texts, view.palette);
        let caption = |ui: &Ui, area: Rect, text: &str| {
            let row = area.with_max_y(area.top() + 18.0);
            text_in(ui.painter(), row, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        let stacked = clock_left == area.left();
        let left = if stacked { area } else { area.with_max_x(clock_left - 12.0) };
        let right = if stacked { area.with_min_y(area.top() + 62.0) } else { area.with_min_x(clock_left) };
        caption(ui, left, texts.rules.title());
        let row = Rect::from_min_size(left.min + vec2(0.0, 22.0), vec2(left.width(), 34.0));
        let line = rules_line(texts, self.settings.rules.removal);
        let change = text_width(ui, texts.players.change(), Weight::SemiBold, 13.0) + 16.0;
        let words = row.with_max_x(row.right() - change);
        let width = text_in(ui.painter(), words, Align2::LEFT_CENTER, line, Weight::Regular, 14.0, palette.text);
        let link = Rect::from_min_size(pos2(row.left() + width + 4.0, row.top() + 3.0), vec2(change, 28.0));
        let face = Face::Text(texts.players.change());
        let tip = texts.tips.change_rules();
        if button_at(ui, link, "change rules of players", face, ButtonStyle::Link, true, tip).clicked() {
            self.rules = Some(RulesDialog::new(self.settings.rules));
        }
        // Whoever joins a partner takes the partner's clock.
        if self.partner.is_some() && self.settings.network.joins() {
            return 58.0;
        }
        caption(ui, right, texts.new_game.clock());
        let top = right.top() + 22.0;
        top + self.clock.ui(ui, right.with_min_y(top), view) - area.top()
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
        self.name_ui(ui, row(84.0, 36.0), side, view);
        caption(138.0, texts.players.kind());
        let kinds = [
            (Kind::Human, texts.players.human(), 158.0),
            (Kind::Partner, texts.network.kind(), 158.0),
            (Kind::Computer, texts.players.computer(), 187.0),
            (Kind::Learning, texts.players.learning(), 187.0),
        ];
        let current = self.kind(side);
        let choices = &mut group(ui, Role::RadioGroup, &format!("{} {}", texts.players.kind(), texts.side(side)));
        for (i, (kind, name, top)) in kinds.into_iter().enumerate() {
            let (first, second) = row(top, 26.0).split_left_right_at_fraction(FIRST_CHOICE);
            let place = if i % 2 == 0 { first } else { second };
            if radio(choices, place, ("kind", i, side.index()), name, kind == current) && kind != current {
                self.seat(side, kind);
                if kind == Kind::Learning {
                    self.name_learner(side, view.texts);
                }
                ui.ctx().request_repaint();
            }
        }
        let below = row(232.0, rect.height() - 246.0);
        if self.partner == Some(side) {
            self.settings.network.ui(ui, below, view);
        } else {
            self.computer_ui(ui, below, side, view);
        }
    }

    /// The field for a name. A partner brings their own.
    fn name_ui(&mut self, ui: &mut Ui, field: Rect, side: Color, view: &View) {
        let texts = view.texts;
        let is_partner = self.partner == Some(side);
        let hint = match is_partner {
            true => texts.network.partner().to_owned(),
            false => texts.usual_name(side, &self.settings.seats),
        };
        let name = &mut self.settings.seats[side.index()].name;
        let edit = TextEdit::singleline(name).hint_text(hint).char_limit(MAX_NAME).margin(Margin::symmetric(12, 9));
        let mut child = ui.new_child(UiBuilder::new().id_salt(("name", side.index())).max_rect(field));
        if is_partner {
            child.disable();
        }
        let response = child.put(field, edit);
        let label = format!("{} {}", texts.players.name(), texts.side(side));
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, !is_partner, &label));
    }

    /// Learning changes a heuristic, so a shipped one is not the default.
    fn name_learner(&mut self, side: Color, texts: Texts) {
        if let PlayerKind::Computer(computer) = &mut self.settings.seats[side.index()].kind
            && library::is_shipped(&computer.heuristic)
        {
            computer.heuristic = texts.players.pupil().to_owned();
        }
    }

    /// The computer's options; disabled when a person plays.
    fn computer_ui(&mut self, ui: &mut Ui, area: Rect, side: Color, view: &View) {
        let index = side.index();
        let enabled = !self.settings.seats[index].is_human();
        let mut computer = self.computer(side).clone();
        if computer.method != Method::Learning {
            let solved = is_solved(view, self.settings.rules.removal);
            Form { ui, area, side, view, enabled }.level_ui(&mut computer, &levels(solved));
        }
        if computer.level.is_none() {
            let learns = computer.method == Method::Learning;
            let area = if learns { area } else { area.with_min_y(area.top() + LEVEL) };
            let lists =
                Lists { heuristics: &self.heuristics, ntuples: &self.ntuples, lacks_program: self.lacks_program };
            let limits = &mut self.sides[index].limits;
            Form { ui, area, side, view, enabled }.own_settings_ui(&mut computer, limits, &lists);
        }
        if enabled {
            self.settings.seats[index].kind = PlayerKind::Computer(computer.clone());
        }
        self.sides[index].computer = computer;
    }
}
