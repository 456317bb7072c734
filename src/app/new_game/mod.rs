//! The new-game sheet: in place of the panel it asks for opponent, colour and clock. The board stays in view.

mod choice;
mod clock;
mod tiles;

use eframe::egui::{
    Align2, Context, Key, Modifiers, Popup, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2, pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};

use super::View;
use super::actions::{Action, Actions, DialogKind, Leaving};
use super::dialogs::{NetworkForm, paragraph};
use super::focus;
use super::fonts::Weight;
use super::icons::Icon;
use super::settings::Settings;
use super::widgets::{ButtonStyle, Face, button_at, check_with_tip, group, radio, segments, text_in, text_width};
use crate::controller::{Seat, Survey};
use crate::texts::Texts;
use muehle_engine::rules::RemovalRule;
use tiles::{GAP, LEVEL_HEIGHT, color_ui, grid, level_ui};

pub use choice::{Choice, Opponent, OwnColor, levels};
pub use clock::{ClockForm, clock_list_ui};

/// How long the sheet takes to slide in, in seconds.
const SLIDE: f64 = 0.16;
/// In narrower sheets choices are below each other.
const NARROW: f32 = 260.0;
/// From this width on, the sheet has two columns.
const WIDE: f32 = 520.0;
/// The height of a sheet below the board, and how far it may rise above its panel.
const LOW: f32 = 280.0;
const RISE: f32 = 76.0;

/// How much room the sheet has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The whole panel.
    Full,
    /// The rail of a small window.
    Narrow,
    /// Below the board.
    Low,
}

impl Shape {
    fn of(panel: Rect) -> Shape {
        match panel.size() {
            size if size.x < NARROW => Shape::Narrow,
            size if size.x > size.y => Shape::Low,
            _ => Shape::Full,
        }
    }
}

/// The places of both buttons below each other at the bottom of an area.
fn stacked_buttons(area: Rect, play: f32, more: f32, gap: f32) -> [Rect; 2] {
    let more = area.with_min_y(area.bottom() - more);
    let bottom = more.top() - gap;
    [Rect::from_min_max(pos2(area.left(), bottom - play), pos2(area.right(), bottom)), more]
}

/// The state of the sheet.
pub struct NewGameSheet {
    choice: Choice,
    clock: ClockForm,
    network: NetworkForm,
    /// Whether a coach looks at the person's moves.
    coach: bool,
    /// How the coin falls if chance decides about the colour.
    coin: bool,
    opened: f64,
    /// The buttons that the Enter key presses itself.
    buttons: Vec<eframe::egui::Id>,
    area: Rect,
}

/// Where the next part of a column goes.
struct Column {
    left: f32,
    width: f32,
    y: f32,
}

impl Column {
    fn row(&mut self, height: f32, gap: f32) -> Rect {
        let row = Rect::from_min_size(pos2(self.left, self.y), vec2(self.width, height));
        self.y += height + gap;
        row
    }

    /// The room from here on, for what finds its height itself.
    fn rest(&self) -> Rect {
        Rect::from_min_size(pos2(self.left, self.y), vec2(self.width, 400.0))
    }

    fn caption(&mut self, ui: &Ui, text: &str, view: &View) {
        let row = self.row(16.0, 4.0);
        text_in(ui.painter(), row, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, view.palette.muted);
    }

    fn hairline(&mut self, ui: &Ui, view: &View) {
        let row = self.row(1.0, 15.0);
        ui.painter().hline(row.x_range(), row.center().y, Stroke::new(1.0, view.palette.hairline));
    }
}

impl NewGameSheet {
    /// The sheet with the last choice.
    pub fn new(settings: &Settings, coin: bool, now: f64) -> NewGameSheet {
        NewGameSheet {
            choice: Choice::of(settings),
            clock: ClockForm::new(settings.clock),
            network: settings.network.clone(),
            coach: settings.coach,
            coin,
            opened: now,
            buttons: Vec::new(),
            area: Rect::NOTHING,
        }
    }

    /// Whether the panel is hidden: then nothing of it may be reached with the keyboard either.
    pub fn covers_panel(&self, view: &View) -> bool {
        self.share(view) >= 1.0
    }

    /// How far the sheet has slid in.
    fn share(&self, view: &View) -> f64 {
        if view.settings.moves() { ((view.now - self.opened) / SLIDE).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Draws the sheet over the panel. `covered` tells whether a dialog has the keyboard.
    pub fn ui(&mut self, ui: &mut Ui, panel: Rect, covered: bool, view: &View, actions: &mut Actions) {
        let shape = Shape::of(panel);
        // A low panel is below the board: the sheet may cover the edge of the plate.
        let panel =
            if shape == Shape::Low { panel.with_min_y(panel.bottom() - LOW.min(panel.height() + RISE)) } else { panel };
        let share = self.share(view);
        if share < 1.0 {
            ui.ctx().request_repaint();
        }
        let away = (1.0 - share as f32).powi(3);
        let from = if shape == Shape::Low { vec2(0.0, panel.height()) } else { vec2(panel.width(), 0.0) };
        let plays = !covered && self.enter_plays(ui.ctx());
        self.area = panel;
        let builder = UiBuilder::new().id_salt("new game").max_rect(panel.translate(away * from));
        let title = view.texts.menu.new_game();
        let mut child = ui.new_child(builder.accessibility_role(Role::Dialog).accessibility_label(title));
        child.set_clip_rect(panel);
        let rect = child.max_rect();
        // Nothing below the sheet can be clicked.
        child.interact(panel, eframe::egui::Id::unique("new game sheet"), Sense::CLICK);
        child.painter().rect_filled(rect, 0, view.palette.panel);
        let hairline = Stroke::new(1.0, view.palette.hairline);
        match shape {
            Shape::Low => child.painter().hline(rect.x_range(), rect.top() + 0.5, hairline),
            Shape::Narrow | Shape::Full => child.painter().vline(rect.left() + 0.5, rect.y_range(), hairline),
        };
        self.buttons.clear();
        let inner = rect.shrink(if shape == Shape::Full { 16.0 } else { 10.0 });
        let head = inner.with_max_y(inner.top() + 36.0);
        let (bottom, buttons) = match shape {
            Shape::Low => (inner.bottom(), self.low_buttons(&child, head, view)),
            Shape::Narrow => (inner.bottom() - 70.0, stacked_buttons(inner, 36.0, 24.0, 2.0)),
            Shape::Full => (inner.bottom() - 88.0, stacked_buttons(inner, 40.0, 28.0, 12.0)),
        };
        let middle = Rect::from_min_max(pos2(inner.left(), head.bottom() + 8.0), pos2(rect.right(), bottom));
        let mut area = child.new_child(UiBuilder::new().id_salt("new game middle").max_rect(middle));
        area.set_clip_rect(panel.intersect(middle.expand2(vec2(3.0, 2.0))));
        // Whoever sees the bar knows that there is more.
        area.spacing_mut().scroll.dormant_handle_opacity = 0.4;
        ScrollArea::vertical().id_salt("new game").auto_shrink(false).show(&mut area, |ui| {
            let (corner, room) = (ui.max_rect().min, inner.width());
            let wide = room >= WIDE;
            let width = if wide { (room - 32.0) / 2.0 } else { room };
            let mut first = Column { left: corner.x, width, y: corner.y + 2.0 };
            self.opponent_ui(ui, &mut first, view);
            let bottom = if wide {
                let mut second = Column { left: corner.x + width + 32.0, width, y: corner.y + 2.0 };
                self.terms_ui(ui, &mut second, view, actions);
                first.y.max(second.y)
            } else {
                self.terms_ui(ui, &mut first, view, actions);
                first.y
            };
            ui.allocate_rect(Rect::from_min_max(corner, pos2(corner.x + room, bottom)), Sense::hover());
            focus::keep_in_sight(ui);
        });
        self.buttons_ui(&mut child, buttons, plays, view, actions);
        // Last, so that the Tab key comes to the choices first.
        self.head_ui(&mut child, head, view, actions);
    }

    /// The places of both buttons in the head of a low sheet.
    fn low_buttons(&self, ui: &Ui, head: Rect, view: &View) -> [Rect; 2] {
        let width = text_width(ui, view.texts.new_game.more(), Weight::SemiBold, 13.0) + 24.0;
        let play = Rect::from_min_size(pos2(head.right() - 36.0 - 128.0, head.top()), vec2(128.0, head.height()));
        [play, Rect::from_min_max(pos2(play.left() - width - 4.0, head.top()), pos2(play.left() - 4.0, head.bottom()))]
    }

    /// Whether Enter starts the game now: not on the board and not on a button that does something else.
    fn enter_plays(&self, ctx: &Context) -> bool {
        if Popup::is_any_open(ctx) {
            return false;
        }
        let focused = ctx.memory(|memory| memory.focused());
        let here = focused.is_none_or(|id| {
            let inside = ctx.read_response(id).is_some_and(|response| self.area.contains(response.rect.center()));
            inside && !self.buttons.contains(&id)
        });
        here && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    }

    /// A button that the Enter key presses itself.
    fn button(&mut self, ui: &mut Ui, rect: Rect, id: &str, face: Face, style: ButtonStyle, tip: &str) -> bool {
        let response = button_at(ui, rect, id, face, style, true, tip);
        self.buttons.push(response.id);
        response.clicked()
    }

    fn head_ui(&mut self, ui: &mut Ui, head: Rect, view: &View, actions: &mut Actions) {
        let size = if head.width() < NARROW { 17.0 } else { 22.0 };
        let title = view.texts.menu.new_game();
        text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, size, view.palette.text);
        let cross = Rect::from_center_size(pos2(head.right() - 13.0, head.center().y), Vec2::splat(28.0));
        let face = Face::Icon(Icon::Cross, view.texts.common.close());
        if self.button(ui, cross, "close new game", face, ButtonStyle::Bare, view.texts.tips.close()) {
            actions.push(Action::NewGame(false));
        }
    }

    /// The opponent and how strong it is, or how to reach it.
    fn opponent_ui(&mut self, ui: &mut Ui, column: &mut Column, view: &View) {
        let texts = view.texts.new_game;
        column.caption(ui, texts.opponent(), view);
        let names = [view.texts.players.computer(), texts.friend(), view.texts.network.kind()];
        let chosen = Opponent::ALL.iter().position(|one| *one == self.choice.opponent).unwrap_or(0);
        let choices = &mut group(ui, Role::RadioGroup, texts.opponent());
        if column.width < NARROW {
            for (i, name) in names.into_iter().enumerate() {
                if radio(choices, column.row(26.0, 2.0), ("opponent", i), name, i == chosen) {
                    self.choice.opponent = Opponent::ALL[i];
                }
            }
            column.y += 8.0;
        } else if let Some(i) = segments(choices, column.row(34.0, 16.0), "opponent", &names, chosen, true) {
            self.choice.opponent = Opponent::ALL[i];
        }
        match self.choice.opponent {
            Opponent::Computer => self.levels_ui(ui, column, view),
            Opponent::Friend => {}
            Opponent::Network => {
                let height = self.network.ui(ui, column.rest(), view);
                column.row(height, 14.0);
            }
        }
    }

    fn levels_ui(&mut self, ui: &mut Ui, column: &mut Column, view: &View) {
        let texts = view.texts;
        column.caption(ui, texts.players.level_caption(), view);
        let offered = levels(is_solved(view, view.settings.rules.removal));
        let current = self.choice.computer.settings().and_then(|settings| settings.level);
        let most = if column.width < NARROW { 2 } else { 4 };
        let columns = offered.len().min(most);
        let rows = offered.len().div_ceil(columns) as f32;
        let area = column.row(rows * (LEVEL_HEIGHT + GAP) - GAP, 12.0);
        let choices = &mut group(ui, Role::RadioGroup, texts.players.level_caption());
        for (i, &level) in offered.iter().enumerate() {
            let rect = grid(area, columns, LEVEL_HEIGHT, i);
            if level_ui(choices, rect, level, (i, offered.len()), current == Some(level), view) {
                let settings = self.choice.computer.settings().cloned().unwrap_or_default();
                self.choice.computer = Seat::computer(settings.with_level(level));
            }
        }
        // What the chosen one is like; a computer that a person has put together is named by its settings.
        let (name, note) = match current {
            Some(level) => (texts.players.level(level), texts.players.level_note(level).to_owned()),
            None => (texts.players.own_settings(), texts.kind(&self.choice.computer)),
        };
        let mut job =
            LayoutJob { wrap: eframe::egui::text::TextWrapping::wrap_at_width(column.width), ..Default::default() };
        let format = |weight: Weight, color| TextFormat { font_id: weight.size(13.0), color, ..TextFormat::default() };
        job.append(name, 0.0, format(Weight::SemiBold, view.palette.text));
        job.append(&note, 8.0, format(Weight::Regular, view.palette.muted));
        let galley = ui.painter().layout_job(job);
        let row = column.row(galley.size().y, 14.0);
        ui.painter().galley(row.min, galley, view.palette.text);
        let response = ui.interact(row, eframe::egui::Id::unique("level note"), Sense::hover());
        response.widget_info(|| {
            let label = format!("{name}: {note}");
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Label, true, label)
        });
    }

    /// Colour, clock and rules. Whoever joins a partner takes what the partner has chosen.
    fn terms_ui(&mut self, ui: &mut Ui, column: &mut Column, view: &View, actions: &mut Actions) {
        if self.choice.opponent == Opponent::Network && self.network.joins() {
            return;
        }
        let texts = view.texts.new_game;
        if column.width < WIDE && column.y > ui.max_rect().top() + 10.0 {
            column.hairline(ui, view);
        }
        column.caption(ui, texts.you_play(), view);
        let height = if column.width < NARROW { 64.0 } else { 84.0 };
        let area = column.row(height, 16.0);
        let choices = &mut group(ui, Role::RadioGroup, texts.you_play());
        for (i, color) in OwnColor::ALL.into_iter().enumerate() {
            if color_ui(choices, grid(area, 3, height, i), color, self.choice.color == color, view) {
                self.choice.color = color;
            }
        }
        column.caption(ui, texts.clock(), view);
        let height = self.clock.ui(ui, column.rest(), view);
        column.row(height, 16.0);
        let change = text_width(ui, view.texts.players.change(), Weight::SemiBold, 13.0) + 8.0;
        let head = column.rest().with_max_y(column.y + 16.0);
        column.caption(ui, view.texts.rules.title(), view);
        // In a narrow sheet the line needs its whole width.
        let narrow = column.width < NARROW;
        let line = rules_line(view.texts, view.settings.rules.removal);
        let words =
            if narrow { column.rest() } else { column.rest().with_max_x(column.left + column.width - change - 8.0) };
        let height = paragraph(ui, words.translate(vec2(0.0, 2.0)), line, 14.0, view.palette.text);
        let row = column.row(height.max(24.0), 8.0);
        let link = if narrow { head } else { row.with_max_y(row.top() + 24.0) };
        let link = link.with_min_x(link.right() - change);
        let (face, tip) = (Face::Text(view.texts.players.change()), view.texts.tips.change_rules());
        if self.button(ui, link, "change rules", face, ButtonStyle::Link, tip) {
            actions.push(Action::Show(DialogKind::Rules));
        }
        if self.choice.opponent == Opponent::Computer {
            column.hairline(ui, view);
            let row = column.row(24.0, 8.0);
            let texts = view.texts.review;
            let word = if narrow { texts.coach() } else { texts.coach_asks() };
            if check_with_tip(ui, row, "coach", word, self.coach, texts.coach_tip()) {
                self.coach ^= true;
            }
        }
    }

    /// Play and more options.
    fn buttons_ui(&mut self, ui: &mut Ui, [play, more]: [Rect; 2], plays: bool, view: &View, actions: &mut Actions) {
        let texts = view.texts.new_game;
        let tips = view.texts.tips;
        let (name, tip) = match (self.choice.opponent, self.network.joins()) {
            (Opponent::Network, true) => (view.texts.network.join(), tips.join()),
            (Opponent::Network, false) => (view.texts.network.host(), tips.host()),
            _ => (texts.play(), tips.play()),
        };
        let clock = self.clock.clock();
        let needs_clock = self.choice.opponent != Opponent::Network || !self.network.joins();
        let ready = clock.is_some() || !needs_clock;
        let pressed = button_at(ui, play, "play", Face::Text(name), ButtonStyle::Primary, ready, tip).clicked();
        if ready && (pressed || plays) {
            self.start(view, actions);
        }
        let width = text_width(ui, texts.more(), Weight::SemiBold, 13.0) + 24.0;
        let more = Rect::from_center_size(more.center(), vec2(width.min(more.width()), more.height()));
        let face = Face::Text(texts.more());
        if self.button(ui, more, "more options", face, ButtonStyle::Link, tips.more_options()) {
            actions.push(Action::MoreOptions(Box::new(self.settings(view.settings))));
        }
    }

    /// The settings with what was chosen here.
    fn settings(&self, settings: &Settings) -> Settings {
        let own = self.choice.color.draw(self.coin);
        Settings {
            seats: if self.choice.opponent == Opponent::Network {
                settings.seats.clone()
            } else {
                self.choice.seats(own)
            },
            clock: self.clock.clock().unwrap_or(settings.clock),
            network: self.network.clone(),
            coach: self.coach,
            new_game: Some(self.choice.clone()),
            ..settings.clone()
        }
    }

    fn start(&mut self, view: &View, actions: &mut Actions) {
        let settings = self.settings(view.settings);
        if self.choice.opponent != Opponent::Network {
            actions.push(Action::Leave(Leaving::StartWith(Box::new(settings))));
            return;
        }
        let own = self.choice.color.draw(self.coin);
        let name = match self.choice.people[0].as_str() {
            "" => view.texts.usual_name(own, &[Seat::human(), Seat::human()]),
            name => name.to_owned(),
        };
        if let Some(command) = self.network.command(name, own, settings.rules, settings.clock) {
            actions.extend([Action::Set(Box::new(settings)), Action::Leave(Leaving::Online(Box::new(command)))]);
        }
    }
}

/// Whether the tables of the whole game exist for a rule.
pub fn is_solved(view: &View, rule: RemovalRule) -> bool {
    view.workshop.solver.survey(rule).is_some_and(Survey::is_solved)
}

/// The rule about stones in mills, in one line.
pub fn rules_line(texts: Texts, rule: RemovalRule) -> &'static str {
    match rule {
        RemovalRule::Never => texts.players.rules_line_never(),
        RemovalRule::Any => texts.players.rules_line_any(),
    }
}
