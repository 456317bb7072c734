//! What a screen reader says: every move, refusal, hint and result, and the board on request.

use std::time::Duration;

use eframe::egui::accesskit::{Live, Role};
use eframe::egui::{Context, Id, Ui, accesskit_root_id};

use super::board::input::Step;
use super::events::name_in;
use super::opening::TITLE;
use super::{App, View, status};
use crate::controller::Controller;
use crate::texts::{Language, Texts};
use muehle_engine::game::NodeId;
use muehle_engine::rules::{Color, Position};

/// Words said this shortly ago follow the focus when it moves, for example out of a dialog.
const FRESH: Duration = Duration::from_millis(500);
/// The number of plies that are read out as the last moves.
const LAST_PLIES: usize = 6;
/// A screen reader passes over a text that has not changed. This blank is not heard and makes it a new one.
const UNHEARD: char = '\u{a0}';

/// Something a person can have read out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Whose turn it is, the stones, the hands, the threats.
    Board,
    /// The last moves.
    Moves,
    /// Where mills can be closed.
    Threats,
}

/// What is said, and where screen readers find it.
#[derive(Default)]
pub struct Speech {
    waiting: Vec<String>,
    said: String,
    since: f64,
    /// What had the focus then.
    listener: Option<Id>,
}

impl Speech {
    /// Says something with the next frame. What is said in one frame becomes one text.
    pub fn say(&mut self, words: impl Into<String>) {
        self.waiting.push(words.into());
    }

    /// Puts the words where screen readers look: into a live region, and into the description of whatever has the focus,
    /// because Orca reads out changes there and ignores live regions.
    pub fn ui(&mut self, ui: &Ui, now: f64) {
        let ctx = ui.ctx();
        ctx.accesskit_node_builder(accesskit_root_id(), |window| window.set_label(TITLE));
        let focused = ctx.memory(|memory| memory.focused()).unwrap_or_else(accesskit_root_id);
        if !self.waiting.is_empty() {
            let mut words = std::mem::take(&mut self.waiting).join(" ");
            if words == self.said {
                words.push(UNHEARD);
            }
            (self.said, self.since) = (words, now);
            self.listener = Some(focused);
        } else if now < self.since + FRESH.as_secs_f64() {
            self.listener = Some(focused);
        } else {
            // Whoever comes back later does not hear old words again.
            self.listener = self.listener.filter(|listener| *listener == focused);
        }
        ctx.accesskit_node_builder(Id::unique("speech"), |node| {
            node.set_role(Role::Status);
            node.set_live(Live::Polite);
            node.set_label(self.said.as_str());
        });
        if !self.said.is_empty() && self.listener == Some(focused) && ctx.has_accesskit_node(focused) {
            ctx.accesskit_node_builder(focused, |node| node.set_description(self.said.as_str()));
        }
    }
}

impl App {
    /// Lets screen readers say something.
    pub(super) fn speak(&mut self, words: impl Fn(Texts) -> String) {
        self.speech.say(words(self.texts()));
    }

    /// Says the move that led to a node.
    pub(super) fn speak_move(&mut self, node: NodeId) {
        if let Some(words) = move_words(&self.controller, node, self.texts()) {
            self.speech.say(words);
        }
    }

    /// Warns of a position that occurs for the second time.
    pub(super) fn speak_repetition(&mut self) {
        if self.controller.outcome().is_none()
            && let Some(warning) = status::repetition_warning(self.controller.game(), Step::Idle, self.texts())
        {
            self.speech.say(warning);
        }
    }

    /// Says which position is shown now.
    pub(super) fn speak_shown(&mut self) {
        let (texts, shown) = (self.texts(), self.controller.shown());
        let ply = self.controller.game().tree().node(shown).ply();
        let mut words = match move_words(&self.controller, shown, texts) {
            Some(words) => texts.speech.shown_move(ply.div_ceil(2), words),
            None => texts.status.looking_start().to_owned(),
        };
        if let Some(judged) = self.review.of(shown) {
            words = format!("{words} {}.", texts.review.class(judged.class));
            if judged.class.is_fault() {
                words = format!("{words} {}", texts.fault_sentence(judged));
            }
        }
        self.speech.say(words);
    }

    /// Says what to do now, for example after a stone was selected.
    pub(super) fn speak_situation(&mut self, ctx: &Context) {
        let words = status::situation(&self.view(ctx), self.board.step());
        self.speech.say(words);
    }

    /// Reads something out and shows it in the status line.
    pub(super) fn read_out(&mut self, ctx: &Context, reading: Reading) {
        let view = self.view(ctx);
        let words = Language::ALL.map(|language| {
            let view = View { texts: language.texts(), ..view };
            reading_words(&view, self.board.step(), reading)
        });
        self.speech.say(words[self.texts().language as usize].clone());
        self.messages.show(|texts| words[texts.language as usize].clone());
        if reading == Reading::Threats {
            self.show_threats();
        }
    }
}

/// The words with a full stop at the end, if they have no sign there yet.
pub fn sentence(words: &str) -> String {
    if words.ends_with(['.', '!', '?', '…']) { words.to_owned() } else { format!("{words}.") }
}

/// The move that led to a node, in words.
fn move_words(controller: &Controller, node: NodeId, texts: Texts) -> Option<String> {
    let tree = controller.game().tree();
    let (mv, before) = (tree.node(node).mv?, &tree.node(tree.node(node).parent?).position);
    Some(texts.spoken_move(&name_in(controller, before.side_to_move(), texts), mv, before))
}

fn reading_words(view: &View, step: Step, reading: Reading) -> String {
    let (controller, texts) = (view.controller, view.texts);
    let position = controller.position();
    match reading {
        Reading::Board => {
            let stones = Color::BOTH.map(|side| texts.spoken_stones(side, position.stones(side)));
            let hands = Color::BOTH.map(|side| position.hand(side));
            let mut words = vec![sentence(&status::situation(view, step))];
            words.extend(stones);
            if hands != [0, 0] {
                words.push(texts.speech.hands(hands[0], hands[1]));
            }
            if controller.outcome().is_none() {
                words.push(threat_words(position, texts));
            }
            words.join(" ")
        }
        Reading::Moves => {
            let path = controller.game().tree().path_to(controller.shown());
            let last = path.iter().skip(path.len().saturating_sub(LAST_PLIES));
            let moves: Vec<String> = last.filter_map(|&node| move_words(controller, node, texts)).collect();
            if moves.is_empty() { texts.speech.no_moves().to_owned() } else { moves.join(" ") }
        }
        Reading::Threats => threat_words(position, texts),
    }
}

/// Where each side could close a mill if it were to move.
fn threat_words(position: &Position, texts: Texts) -> String {
    let threats: Vec<String> = Color::BOTH
        .into_iter()
        .map(|side| (side, position.mill_points(side)))
        .filter(|(_, points)| !points.is_empty())
        .map(|(side, points)| texts.speech.threat(texts.side(side), texts.list(points)))
        .collect();
    if threats.is_empty() { texts.speech.no_threat().to_owned() } else { threats.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_of_both_sides_are_named() {
        let words = |position: &str| {
            let position: Position = position.parse().unwrap();
            threat_words(&position, Language::English.texts())
        };
        assert_eq!(words("-/- w 9 9"), "Neither side can close a mill right away.");
        assert_eq!(words("a1,d1/b2 w 7 8"), "White can close a mill on g1.");
        let sliding = "a1,d1,g4,d6/b2,d2,f4,d5 w 0 0";
        assert_eq!(words(sliding), "White can close a mill on g1. Black can close a mill on f2.");
    }
}
