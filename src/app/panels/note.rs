//! Writing about a move: its glyph and its comment, in a corner of the move list.

use eframe::egui::{Align2, CornerRadius, Key, Margin, Rect, Role, Stroke, TextEdit, Ui, WidgetInfo, pos2, vec2};

use super::PanelState;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::{Command, Note};
use crate::print::glyphs;
use crate::texts::PanelTexts;
use muehle_engine::game::NodeId;
use muehle_engine::rules::Color;

/// The height of the editor.
pub const HEIGHT: f32 = 84.0;
/// Longer comments are not written here.
const MOST_LETTERS: usize = 10_000;
/// The glyphs to choose from.
const NAGS: [u8; 6] = [3, 1, 5, 6, 2, 4];

/// A comment that is being written.
pub struct NoteEditor {
    node: NodeId,
    text: String,
    focused: bool,
}

impl NoteEditor {
    /// Edits the comment of a move.
    pub fn new(node: NodeId, comment: &str) -> NoteEditor {
        NoteEditor { node, text: comment.to_owned(), focused: false }
    }
}

fn nag_name(nag: u8, texts: PanelTexts) -> &'static str {
    match nag {
        1 => texts.nag_good(),
        2 => texts.nag_mistake(),
        3 => texts.nag_brilliant(),
        4 => texts.nag_blunder(),
        5 => texts.nag_interesting(),
        _ => texts.nag_dubious(),
    }
}

/// Draws the editor. Glyphs count at once, the comment when it is done.
pub(super) fn note_ui(ui: &mut Ui, rect: Rect, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let Some(editor) = &mut state.note else { return };
    let (palette, texts) = (view.palette, view.texts.panel);
    let game = view.controller.game();
    if !game.tree().is_attached(editor.node) {
        state.note = None;
        return;
    }
    let node = game.tree().node(editor.node);
    ui.painter().rect_filled(rect, CornerRadius { nw: 0, ne: 0, sw: 10, se: 10 }, palette.card);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, Stroke::new(1.0, palette.card_border));
    let inner = rect.shrink2(vec2(8.0, 6.0));
    let end = Rect::from_min_size(pos2(inner.right() - 26.0, inner.top()), vec2(26.0, 26.0));
    let (face, tip) = (Face::Icon(Icon::Check, texts.note_done()), view.texts.tips.note_done());
    let done = button_at(ui, end, "note done", face, ButtonStyle::Plain, true, tip);
    let nag_width = ((inner.width() - 32.0) / NAGS.len() as f32).min(36.0);
    if node.mv.is_some() {
        for (i, nag) in NAGS.into_iter().enumerate() {
            let place = Rect::from_min_size(inner.min + vec2(i as f32 * nag_width, 0.0), vec2(nag_width - 4.0, 26.0));
            let (on, sign) = (node.nags.contains(&nag), glyphs(&[nag]));
            let name = texts.nag(&sign, nag_name(nag, texts));
            let style = if on { ButtonStyle::Primary } else { ButtonStyle::Plain };
            let response = button_at(ui, place, ("nag", nag), Face::Text(&sign), style, true, &name);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
            if response.clicked() {
                // One of the six at most; others from a file stay.
                let mut nags: Vec<u8> = node.nags.iter().copied().filter(|known| !NAGS.contains(known)).collect();
                nags.extend((!on).then_some(nag));
                actions.push(Action::Do(Command::Annotate(editor.node, Note::Nags(nags))));
            }
        }
    }
    let offset = usize::from(game.start().side_to_move() == Color::Black);
    if let Some(mv) = node.mv {
        // Which move it is, if there is room: it need not be the one that is shown.
        let number = (node.ply() + offset).div_ceil(2);
        let dots = if (node.ply() + offset) % 2 == 1 { "." } else { "…" };
        let room =
            Rect::from_min_max(pos2(inner.left() + NAGS.len() as f32 * nag_width, inner.top()), end.left_bottom());
        let words = format!("{number}{dots} {}", mv.action);
        if text_width(ui, &words, Weight::Medium, 12.5) < room.width() - 8.0 {
            text_in(ui.painter(), room, Align2::CENTER_CENTER, &words, Weight::Medium, 12.5, palette.muted);
        }
    }
    let name = match node.mv {
        Some(mv) => texts.note_field(view.texts.move_label(node.ply() + offset, &mv.to_string())),
        None => texts.note_start().to_owned(),
    };
    let field = Rect::from_min_max(pos2(inner.left(), end.bottom() + 6.0), inner.max);
    let edit = TextEdit::singleline(&mut editor.text)
        .hint_text(texts.note_hint())
        .char_limit(MOST_LETTERS)
        .margin(Margin::symmetric(10, 8));
    let response = ui.put(field, edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, &name));
    if !editor.focused {
        editor.focused = true;
        response.request_focus();
    }
    let (enter, escape) = ui.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    let finished = done.clicked() || (response.lost_focus() && enter);
    // A comment cannot hold its own end.
    let comment = editor.text.replace(['{', '}'], " ").trim().to_owned();
    if (finished || response.lost_focus()) && !escape && comment != node.comment {
        actions.push(Action::Do(Command::Annotate(editor.node, Note::Comment(comment))));
    }
    if finished || escape {
        state.note = None;
    }
}
