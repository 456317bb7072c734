//! Dialogs: one at a time, over everything, closed with Esc or ×. A click outside closes only what has nothing to lose.

mod files;
mod info;
mod looks;
mod network;
mod online;
mod players;
mod preview;
mod question;
mod rules;
mod type_move;

use eframe::egui::{
    Align2, CornerRadius, Frame, Id, Margin, Modal, Rect, Role, Sense, Shadow, Stroke, Ui, UiKind, Vec2, WidgetInfo,
    pos2, vec2,
};

use super::View;
use super::actions::{Action, Actions, DialogKind};
use super::fonts::Weight;
use super::guide::GuideDialog;
use super::icons::Icon;
use super::learning::{self, CreateDialog};
use super::study::{WHY_SIZE, WhyDialog};
use super::widgets::{ButtonStyle, Face, button_at, text_in, text_width};

pub use files::{FilePurpose, FilesDialog, files_in, recent_menu, with_ending};
pub use info::InfoDialog;
pub use looks::LooksDialog;
pub use network::NetworkForm;
pub use online::OnlineDialog;
pub use players::PlayersDialog;
pub use preview::known;
pub use question::Question;
pub use rules::RulesDialog;
pub use type_move::TypeMoveDialog;

/// The open dialog.
pub enum Dialog {
    /// The players.
    Players(Box<PlayersDialog>),
    /// The rules of the next game.
    Rules(RulesDialog),
    /// A path to read from or write to.
    Files(Box<FilesDialog>),
    /// A new heuristic.
    Create(Box<CreateDialog>),
    /// A move as text.
    TypeMove(TypeMoveDialog),
    /// Finding a network partner.
    Online(OnlineDialog),
    /// A question with two or three answers.
    Question(Question),
    /// Something to read.
    Info(InfoDialog),
    /// Board, stones and sounds.
    Looks(Box<LooksDialog>),
    /// The guide.
    Guide(Box<GuideDialog>),
    /// Why a position has its value.
    Why(Box<WhyDialog>),
}

impl Dialog {
    /// The dialog a menu entry or a shortcut asks for.
    pub fn of_kind(kind: DialogKind, view: &View) -> Dialog {
        match kind {
            DialogKind::Players => {
                Dialog::Players(Box::new(PlayersDialog::new(view.settings, view.workshop.names.clone())))
            }
            DialogKind::Rules => Dialog::Rules(RulesDialog::new(view.settings.rules)),
            DialogKind::CreateHeuristic => Dialog::Create(Box::new(CreateDialog::new(false, view.texts.language))),
            DialogKind::CreateForTraining => Dialog::Create(Box::new(CreateDialog::new(true, view.texts.language))),
            DialogKind::Looks => Dialog::Looks(Box::new(LooksDialog::new())),
            DialogKind::TypeMove => Dialog::TypeMove(TypeMoveDialog::default()),
            DialogKind::Why(why) => Dialog::Why(Box::new(WhyDialog::new(why, view))),
            DialogKind::Resign => Dialog::Question(Question::Resign),
            DialogKind::Keys | DialogKind::HowToPlay | DialogKind::About | DialogKind::Licences => {
                Dialog::Info(InfoDialog::new(kind))
            }
        }
    }

    /// What tells it from other dialogs.
    pub fn id(&self, view: &View) -> Id {
        // A dialog that asks something else is another one: the focus does not stay on what was Cancel before.
        let question = matches!(self, Dialog::Online(_)).then(|| OnlineDialog::question(view)).flatten();
        Id::unique(("dialog", self.title(view), question))
    }

    fn title(&self, view: &View) -> &'static str {
        let texts = view.texts;
        match self {
            Dialog::Players(dialog) => dialog.title(texts),
            Dialog::Rules(_) => texts.rules.title(),
            Dialog::Files(dialog) => dialog.title(view),
            Dialog::Create(_) => texts.learning.create_title(),
            Dialog::TypeMove(_) => texts.dialogs.type_title(),
            Dialog::Online(_) => texts.network.title(),
            Dialog::Question(question) => question.title(view),
            Dialog::Info(page) => page.title(texts),
            Dialog::Looks(_) if cfg!(feature = "sound") => texts.dialogs.looks_title(),
            Dialog::Looks(_) => texts.dialogs.looks_title_silent(),
            Dialog::Guide(_) => texts.menu.guide(),
            Dialog::Why(_) => texts.study.why_title(),
        }
    }

    /// The size of what is below the title.
    fn size(&self) -> Vec2 {
        match self {
            Dialog::Players(dialog) => dialog.size(),
            Dialog::Rules(_) => rules::SIZE,
            Dialog::Files(_) => files::SIZE,
            Dialog::Create(_) => learning::CREATE_SIZE,
            Dialog::TypeMove(_) => type_move::SIZE,
            Dialog::Online(_) => online::SIZE,
            Dialog::Question(question) => question.size(),
            Dialog::Info(page) => page.size(),
            Dialog::Looks(_) => looks::SIZE,
            Dialog::Guide(_) => GuideDialog::SIZE,
            Dialog::Why(_) => WHY_SIZE,
        }
    }

    /// Whether a click outside closes the dialog.
    fn is_only_read(&self) -> bool {
        matches!(self, Dialog::Info(_) | Dialog::Guide(_) | Dialog::Why(_))
    }

    /// What Esc and × mean.
    fn dismissal(&self, view: &View) -> Actions {
        let mut actions = match self {
            Dialog::Online(_) => OnlineDialog::dismissal(view),
            Dialog::Question(question) => question.dismissal(view),
            _ => Actions::new(),
        };
        actions.push(Action::CloseDialog);
        actions
    }

    /// The dialog that comes back when this one is closed.
    pub fn behind(self) -> Option<Dialog> {
        match self {
            Dialog::Guide(guide) => guide.behind.map(|dialog| *dialog),
            _ => None,
        }
    }

    /// Goes back to the main page of the dialog. False if it is there already.
    pub fn step_back(&mut self) -> bool {
        match self {
            Dialog::Players(dialog) => dialog.step_back(),
            _ => false,
        }
    }
}

/// Draws the dialog.
pub fn dialog_ui(ui: &mut Ui, dialog: &mut Dialog, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    let window = ui.ctx().content_rect();
    let tight = window.width() < 700.0 || window.height() < 560.0;
    let title_height = if tight { 40.0 } else { 56.0 };
    let wanted = dialog.size();
    // A dialog that is almost too high gives up part of its margin before it has to scroll.
    let padding = match window.height() - wanted.y - title_height - 16.0 {
        _ if tight => 16.0,
        left if left < 64.0 => 20.0,
        _ => 32.0,
    };
    let size = vec2(
        wanted.x.min(window.width() - 2.0 * padding - 16.0),
        wanted.y.min(window.height() - 2.0 * padding - title_height - 16.0),
    );
    let shadow = Shadow { offset: [0, 14], blur: 40, spread: 0, color: palette.shadow };
    let frame = Frame::NONE
        .fill(palette.dialog)
        .stroke(if palette.dark { Stroke::new(1.0, palette.card_border) } else { Stroke::NONE })
        .corner_radius(CornerRadius::same(16))
        .inner_margin(Margin::same(padding as i8))
        .shadow(shadow);
    let title = dialog.title(view);
    let dismissal = dialog.dismissal(view);
    let is_only_read = dialog.is_only_read();
    let modal = named_modal(dialog.id(view), title).frame(frame).backdrop_color(palette.scrim);
    let response = modal.show(ui.ctx(), |ui| {
        mark_modal(ui);
        ui.set_min_size(size + vec2(0.0, title_height));
        ui.set_max_size(size + vec2(0.0, title_height));
        let (rect, _) = ui.allocate_exact_size(size + vec2(0.0, title_height), Sense::hover());
        let head = Rect::from_min_size(rect.min, vec2(rect.width() - 36.0, 32.0));
        let font = if tight { 19.0 } else { 22.0 };
        text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, font, palette.text);
        let body = Rect::from_min_max(pos2(rect.left(), rect.top() + title_height), rect.max);
        match dialog {
            Dialog::Players(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Rules(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Files(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Create(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::TypeMove(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Online(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Question(question) => question.ui(ui, body, view, actions),
            Dialog::Info(page) => page.ui(ui, body, view, actions),
            Dialog::Looks(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Guide(dialog) => dialog.ui(ui, body, view, actions),
            Dialog::Why(dialog) => dialog.ui(ui, body, view),
        }
        // After the body, so that the Tab key reaches it last.
        let cross = Rect::from_center_size(pos2(rect.right() - 12.0, head.center().y), Vec2::splat(28.0));
        let name = view.texts.common.close();
        let face = Face::Icon(Icon::Cross, name);
        if button_at(ui, cross, "close dialog", face, ButtonStyle::Bare, true, view.texts.tips.close()).clicked() {
            actions.extend(dismissal.iter().cloned());
        }
    });
    if response.should_close() && (is_only_read || !response.backdrop_response.clicked()) {
        actions.extend(dismissal);
    }
}

/// A modal dialog with a name for screen readers.
pub fn named_modal(id: Id, title: &str) -> Modal {
    Modal::new(id).area(Modal::default_area(id).accessible_name(title))
}

/// Tells screen readers that nothing outside the dialog can be used.
pub fn mark_modal(ui: &Ui) {
    if let Some(dialog) = ui.stack().iter().find(|part| part.kind() == Some(UiKind::Modal)) {
        ui.ctx().accesskit_node_builder(dialog.unique_id, |node| node.set_modal());
    }
}

/// A row of buttons at the right with names and tooltips, the last one being the main one. Returns the index of the
/// pressed button.
pub(super) fn footer_ui(ui: &mut Ui, row: Rect, buttons: &[(&str, &str)]) -> Option<usize> {
    let mut right = row.right();
    let mut pressed = None;
    for (i, (name, tip)) in buttons.iter().enumerate().rev() {
        let primary = i + 1 == buttons.len();
        let (style, size) = if primary { (ButtonStyle::Primary, 14.5) } else { (ButtonStyle::Plain, 14.0) };
        let width = (text_width(ui, name, Weight::SemiBold, size) + 36.0).max(96.0);
        let rect = Rect::from_min_max(pos2(right - width, row.bottom() - 40.0), pos2(right, row.bottom()));
        if button_at(ui, rect, ("footer", i), Face::Text(name), style, true, tip).clicked() {
            pressed = Some(i);
        }
        right -= width + 12.0;
    }
    pressed
}

/// A paragraph in a box. Returns its height.
pub fn paragraph(ui: &Ui, rect: Rect, text: &str, size: f32, color: eframe::egui::Color32) -> f32 {
    let galley = ui.painter().layout(text.to_owned(), Weight::Regular.size(size), color, rect.width());
    let height = galley.size().y;
    ui.painter().galley(rect.min, galley, color);
    let response = ui.interact(
        Rect::from_min_size(rect.min, vec2(rect.width(), height)),
        ui.scope_id().with(("text", text)),
        Sense::hover(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    height
}
