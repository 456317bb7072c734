//! Keyboard shortcuts of the window. They do not apply while a text field has the focus or a menu is open.

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{Context, Event, Key, KeyboardShortcut, ModifierNames, Modifiers, Popup, Ui};

use super::View;
use super::actions::{Action, Actions, DialogKind, Leaving};
use super::pages::Page;
use super::settings::Settings;
use super::speech::Reading;
use super::study::Wish;
use crate::controller::{Command, Look};
use crate::texts::LocaleTexts;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// New game.
    New,
    /// Open a game.
    Open,
    /// Save the game.
    Save,
    /// Save it to another file.
    SaveAs,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Hint.
    Hint,
    /// Enter a move.
    TypeMove,
    /// Quit.
    Quit,
    /// Flip the board.
    Flip,
    /// Pause or resume.
    Pause,
    /// One move.
    Step,
    /// The players dialog.
    Players,
    /// Reads out the board.
    ReadBoard,
    /// Reads out the last moves.
    ReadMoves,
    /// Reads out the threats.
    ReadThreats,
    /// The guide.
    Guide,
    /// The list of keys.
    Keys,
    /// A larger interface.
    Larger,
    /// A smaller interface.
    Smaller,
    /// The normal size.
    UsualSize,
}

impl Shortcut {
    /// Whether it belongs to the board, which only the page of the game shows.
    fn needs_board(self) -> bool {
        use Shortcut::{Flip, Hint, Pause, Redo, Step, TypeMove, Undo};
        matches!(self, Undo | Redo | Hint | TypeMove | Flip | Pause | Step)
    }
}

const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Longer combinations first: egui takes Ctrl+S for a part of Ctrl+Shift+S.
const ALL: [(Shortcut, KeyboardShortcut); 23] = [
    (Shortcut::SaveAs, KeyboardShortcut::new(COMMAND_SHIFT, Key::S)),
    (Shortcut::Redo, KeyboardShortcut::new(COMMAND_SHIFT, Key::Z)),
    (Shortcut::New, KeyboardShortcut::new(Modifiers::COMMAND, Key::N)),
    (Shortcut::Open, KeyboardShortcut::new(Modifiers::COMMAND, Key::O)),
    (Shortcut::Save, KeyboardShortcut::new(Modifiers::COMMAND, Key::S)),
    (Shortcut::Undo, KeyboardShortcut::new(Modifiers::COMMAND, Key::Z)),
    (Shortcut::Redo, KeyboardShortcut::new(Modifiers::COMMAND, Key::Y)),
    (Shortcut::TypeMove, KeyboardShortcut::new(Modifiers::COMMAND, Key::L)),
    (Shortcut::Players, KeyboardShortcut::new(Modifiers::NONE, Key::F2)),
    (Shortcut::Quit, KeyboardShortcut::new(Modifiers::COMMAND, Key::Q)),
    (Shortcut::Larger, KeyboardShortcut::new(Modifiers::COMMAND, Key::Plus)),
    (Shortcut::Larger, KeyboardShortcut::new(Modifiers::COMMAND, Key::Equals)),
    (Shortcut::Smaller, KeyboardShortcut::new(Modifiers::COMMAND, Key::Minus)),
    (Shortcut::UsualSize, KeyboardShortcut::new(Modifiers::COMMAND, Key::Num0)),
    (Shortcut::Keys, KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)),
    (Shortcut::Guide, KeyboardShortcut::new(Modifiers::NONE, Key::F1)),
    (Shortcut::Hint, KeyboardShortcut::new(Modifiers::NONE, Key::H)),
    (Shortcut::Flip, KeyboardShortcut::new(Modifiers::NONE, Key::F)),
    (Shortcut::Pause, KeyboardShortcut::new(Modifiers::NONE, Key::P)),
    (Shortcut::Step, KeyboardShortcut::new(Modifiers::NONE, Key::N)),
    (Shortcut::ReadBoard, KeyboardShortcut::new(Modifiers::NONE, Key::B)),
    (Shortcut::ReadMoves, KeyboardShortcut::new(Modifiers::NONE, Key::L)),
    (Shortcut::ReadThreats, KeyboardShortcut::new(Modifiers::NONE, Key::T)),
];

/// Copies the position. The system turns these keys into an event of their own.
pub const COPY: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::C);
/// Pastes a position or a game; likewise.
pub const PASTE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::V);

/// The keys that menus show for a shortcut: the better known ones where there are two.
pub fn keys_of(shortcut: Shortcut) -> Option<KeyboardShortcut> {
    ALL.iter().rev().find(|(known, _)| *known == shortcut).map(|(_, keys)| *keys)
}

/// A shortcut as menus show it.
pub fn text(ctx: &Context, shortcut: KeyboardShortcut, texts: LocaleTexts) -> String {
    if ctx.os().is_mac() {
        return ctx.format_shortcut(&shortcut);
    }
    let names = ModifierNames { ctrl: texts.ctrl(), shift: texts.shift(), ..ModifierNames::NAMES };
    shortcut.format(&names, false)
}

/// What a tooltip says: what the button does, and its keys.
pub fn tip(ui: &Ui, what: &str, shortcut: Shortcut, view: &View) -> String {
    let keys = keys_of(shortcut).map(|keys| text(ui.ctx(), keys, view.texts.locale));
    keys.map_or(what.to_owned(), |keys| view.texts.panel.tip(what, keys))
}

/// The keys of a page.
pub fn page_keys(page: Page) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, page.key())
}

/// Handles the keys of the pages, which also apply in a text field.
pub fn turn_pages(ctx: &Context, actions: &mut Actions) {
    let pressed = |page: &Page| ctx.input_mut(|input| input.consume_shortcut(&page_keys(*page)));
    actions.extend(Page::ALL.into_iter().filter(pressed).map(Action::GoTo));
}

/// Whether the guide is asked for while a dialog is open.
pub fn asks_for_guide(ctx: &Context) -> bool {
    keys_of(Shortcut::Guide).is_some_and(|keys| ctx.input_mut(|input| input.consume_shortcut(&keys)))
}

/// Handles the shortcuts of the window.
pub fn keys(ctx: &Context, view: &View, actions: &mut Actions) {
    if ctx.text_edit_focused() || Popup::is_any_open(ctx) {
        return;
    }
    let pressed: Vec<Shortcut> = ctx.input_mut(|input| {
        let usable = ALL.iter().filter(|(shortcut, _)| view.page == Page::Play || !shortcut.needs_board());
        usable.filter(|(_, keys)| input.consume_shortcut(keys)).map(|(shortcut, _)| *shortcut).collect()
    });
    for shortcut in pressed {
        actions.push(action(shortcut, view));
    }
    if view.page != Page::Play {
        return;
    }
    clipboard(ctx, actions);
    let looks = [
        (Key::ArrowLeft, Look::Back),
        (Key::ArrowRight, Look::Forward),
        (Key::ArrowUp, Look::PreviousLine),
        (Key::ArrowDown, Look::NextLine),
        (Key::Home, Look::First),
        (Key::End, Look::Last),
    ];
    // While something has the focus the arrow keys move on from there, and step through the game only with Ctrl.
    let has_focus = ctx.memory(|memory| memory.focused()).is_some();
    for (key, look) in looks {
        let arrow = !matches!(key, Key::Home | Key::End);
        let pressed = ctx.input_mut(|input| {
            (!(arrow && has_focus) && input.consume_key(Modifiers::NONE, key))
                || (arrow && input.consume_key(Modifiers::COMMAND, key))
        });
        if pressed {
            actions.push(Action::Do(Command::Look(look)));
        }
    }
}

/// Copying and pasting, unless words of the log are selected.
fn clipboard(ctx: &Context, actions: &mut Actions) {
    let selects = ctx.plugin_opt::<LabelSelectionState>().is_some_and(|labels| labels.lock().has_selection());
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Copy if !selects => actions.push(Action::Study(Wish::CopyPosition)),
                Event::Paste(text) => actions.push(Action::Paste(text.clone())),
                _ => {}
            }
        }
    });
}

fn action(shortcut: Shortcut, view: &View) -> Action {
    let scale = view.settings.scale;
    let [least, most] = Settings::SCALES;
    match shortcut {
        Shortcut::New => Action::NewGame(true),
        Shortcut::Open => Action::Open,
        Shortcut::Save => Action::Save,
        Shortcut::SaveAs => Action::SaveAs,
        Shortcut::Undo => Action::Do(Command::Undo),
        Shortcut::Redo => Action::Do(Command::Redo),
        Shortcut::Hint => Action::Do(Command::Hint(None)),
        Shortcut::TypeMove => Action::Show(DialogKind::TypeMove),
        Shortcut::Quit => Action::Leave(Leaving::Quit),
        Shortcut::Flip => view.set(|settings| settings.flipped = !settings.flipped),
        Shortcut::Pause => Action::Do(Command::Pause(!view.controller.is_paused())),
        Shortcut::Step => Action::Do(Command::Step),
        Shortcut::Players => Action::Show(DialogKind::Players),
        Shortcut::ReadBoard => Action::Read(Reading::Board),
        Shortcut::ReadMoves => Action::Read(Reading::Moves),
        Shortcut::ReadThreats => Action::Read(Reading::Threats),
        Shortcut::Guide => Action::Guide,
        Shortcut::Keys => Action::Show(DialogKind::Keys),
        Shortcut::Larger => view.set(|settings| settings.scale = (scale * 1.1).min(most)),
        Shortcut::Smaller => view.set(|settings| settings.scale = (scale / 1.1).max(least)),
        Shortcut::UsualSize => view.set(|settings| settings.scale = 1.0),
    }
}
