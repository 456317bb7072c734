//! Questions with two or three answers.

use eframe::egui::{Key, Modifiers, Rect, Ui, Vec2, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions, Leaving};
use crate::app::laboratory::SolverRequest;
use crate::controller::{Command, ComputerSettings, OnlineCommand, Seat};
use muehle_engine::archive::Place;
use muehle_engine::rules::{Color, RemovalRule};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The game has unsaved moves.
    Unsaved(Leaving),
    /// A game was not saved when its window ended.
    Recover,
    /// The file names computers as players.
    Players,
    /// Whether a player that is another program may be started, with its command.
    Program(String),
    /// Whether to resign.
    Resign,
    /// Whether a person accepts a draw.
    Draw,
    /// Whether a person accepts a rematch with a network partner.
    Rematch,
    /// Whether the tables of a rule are deleted, which frees this number of bytes.
    RemoveTables(RemovalRule, u64),
    /// Whether a game of the archive is deleted, in these words.
    DeleteGame(Place, String),
}

/// The answer that is chosen; Enter chooses the last one unless another has the focus.
fn answer(ui: &mut Ui, row: Rect, answers: &[(&str, &str)]) -> Option<usize> {
    let chosen = footer_ui(ui, row, answers);
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    chosen.or_else(|| enter.then_some(answers.len() - 1))
}

/// The computers that the file names, each with everything the file says about it.
fn players_ui(ui: &Ui, mut area: Rect, view: &View) {
    let (texts, palette) = (view.texts, view.palette);
    let mut line = |text: &str, size: f32, gap: f32, color| {
        let height = paragraph(ui, area, text, size, color);
        area.min.y += height + gap;
    };
    let computers = view.controller.offered_seats().into_iter().flatten().zip(Color::BOTH);
    for (settings, side) in computers.filter_map(|(seat, side)| Some((seat.settings()?, side))) {
        let what = settings.level.map_or(texts.method(settings.method), |level| texts.players.level(level));
        line(&texts.dialogs.offer_player(texts.side(side), what), 14.0, 1.0, palette.text);
        line(&settings.player_text().to_string(), 12.5, 8.0, palette.muted);
    }
    line(texts.dialogs.offer_rest(), 14.0, 0.0, palette.text);
}

impl Question {
    pub(super) fn title(&self, view: &View) -> &'static str {
        let texts = view.texts;
        match self {
            Question::Unsaved(_) => texts.dialogs.unsaved_title(),
            Question::Recover => texts.dialogs.recover_title(),
            Question::Players => texts.dialogs.offer_title(),
            Question::Program(_) => texts.players.method_engine(),
            Question::Resign => texts.dialogs.resign_title(),
            Question::Draw => texts.dialogs.draw_question_title(),
            Question::Rematch => texts.network.rematch_title(),
            Question::RemoveTables(..) => texts.tables.remove_title(),
            Question::DeleteGame(..) => texts.games.delete_title(),
        }
    }

    pub(super) fn size(&self) -> Vec2 {
        match self {
            Question::Recover => vec2(440.0, 112.0),
            Question::RemoveTables(..) | Question::DeleteGame(..) => vec2(440.0, 128.0),
            Question::Players => vec2(520.0, 224.0),
            // The whole command is shown.
            Question::Program(command) => vec2(520.0, 150.0 + 18.0 * (command.chars().count() / 60) as f32),
            _ => vec2(440.0, 104.0),
        }
    }

    /// What closing the question without an answer means.
    pub(super) fn dismissal(&self, view: &View) -> Actions {
        let command = match self {
            Question::Recover => Command::KeepRecovered,
            Question::Draw => Command::AnswerDraw(false),
            Question::Rematch => Command::Online(OnlineCommand::DeclineRematch),
            // A person takes the place of a program that must not start.
            Question::Program(command) => {
                let without = |seat: &Seat| match seat.settings().and_then(ComputerSettings::program) {
                    Some(program) if program == command => Seat::human(),
                    _ => seat.clone(),
                };
                Command::ChangeSeats(view.controller.seats().each_ref().map(without))
            }
            Question::Unsaved(_)
            | Question::Players
            | Question::Resign
            | Question::RemoveTables(..)
            | Question::DeleteGame(..) => return Actions::new(),
        };
        vec![Action::Do(command)]
    }

    fn text(&self, view: &View) -> String {
        let texts = view.texts;
        match self {
            Question::Unsaved(_) => texts.dialogs.unsaved_text().to_owned(),
            Question::Recover => {
                let Some(record) = view.controller.recovered() else { return String::new() };
                let name = |side: Color| {
                    let seat = &record.seats[side.index()];
                    if seat.name.is_empty() { texts.usual_name(side, &record.seats) } else { seat.name.clone() }
                };
                let moves = texts.result.moves(record.game.ply().div_ceil(2));
                texts.dialogs.recover_text(name(Color::White), name(Color::Black), &moves)
            }
            Question::Players => texts.dialogs.offer_intro().to_owned(),
            Question::DeleteGame(_, words) => words.clone(),
            Question::Program(command) => format!("{}\n\n{command}", texts.players.program_question()),
            Question::Resign => {
                let winner = view.controller.resigning_side().map_or(String::new(), |side| view.name(!side));
                texts.dialogs.resign_text(&winner)
            }
            Question::Draw => {
                let side = view.controller.draw_offer().unwrap_or(Color::White);
                texts.dialogs.draw_question_text(view.name(side), view.name(!side))
            }
            Question::Rematch => {
                let partner = view.controller.only_person().map_or(Color::Black, |own| !own);
                texts.network.rematch_text(view.name(partner))
            }
            Question::RemoveTables(rule, bytes) => {
                texts.tables.remove_text(texts.tables.rule_name(*rule), texts.language.size(*bytes))
            }
        }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, tips) = (view.texts, view.texts.tips);
        let height = paragraph(ui, body, &self.text(view), 14.0, view.palette.text);
        if *self == Question::Players {
            players_ui(ui, body.with_min_y(body.top() + height + 10.0), view);
        }
        let row = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        match self {
            Question::Unsaved(leaving) => {
                let answers = [
                    (texts.common.cancel(), tips.play_on()),
                    (texts.dialogs.discard(), tips.discard()),
                    (texts.dialogs.save(), tips.save_first()),
                ];
                match answer(ui, row, &answers) {
                    Some(0) => actions.push(Action::CloseDialog),
                    Some(1) => actions.extend([Action::CloseDialog, Action::LeaveNow(leaving.clone())]),
                    Some(_) => actions.extend([Action::CloseDialog, Action::SaveThen(leaving.clone())]),
                    None => {}
                }
            }
            Question::Recover => {
                let discard = (texts.dialogs.recover_discard(), tips.recover_discard());
                match answer(ui, row, &[discard, (texts.common.resume(), tips.recover())]) {
                    Some(0) => actions.extend([Action::CloseDialog, Action::Do(Command::ForgetRecovered)]),
                    Some(_) => actions.extend([Action::CloseDialog, Action::Do(Command::Recover)]),
                    None => {}
                }
            }
            Question::Players => {
                let decline = (texts.dialogs.offer_decline(), tips.offer_decline());
                match answer(ui, row, &[decline, (texts.dialogs.offer_accept(), tips.offer_accept())]) {
                    Some(0) => actions.push(Action::CloseDialog),
                    Some(_) => {
                        actions.push(Action::CloseDialog);
                        let seats = view.controller.offered_seats();
                        actions.extend(seats.map(|seats| Action::Do(Command::ChangeSeats(seats.clone()))));
                    }
                    None => {}
                }
            }
            Question::Program(command) => {
                // Enter must not start anything.
                let allow = (texts.laboratory.allow(), tips.allow());
                match answer(ui, row, &[allow, (texts.common.cancel(), tips.do_not_start())]) {
                    Some(0) => actions.extend([Action::CloseDialog, Action::AllowProgram(command.clone())]),
                    Some(_) => {
                        let decline = self.dismissal(view);
                        actions.extend(decline);
                        actions.push(Action::CloseDialog);
                    }
                    None => {}
                }
            }
            Question::Resign => {
                let resign = (texts.panel.resign(), tips.resign());
                match answer(ui, row, &[(texts.common.cancel(), tips.play_on()), resign]) {
                    Some(0) => actions.push(Action::CloseDialog),
                    Some(_) => actions.extend([Action::CloseDialog, Action::Do(Command::Resign)]),
                    None => {}
                }
            }
            Question::Draw => {
                let accept = (texts.dialogs.accept(), tips.accept_draw());
                if let Some(answer) = answer(ui, row, &[(texts.dialogs.decline(), tips.play_on()), accept]) {
                    actions.extend([Action::CloseDialog, Action::Do(Command::AnswerDraw(answer == 1))]);
                }
            }
            Question::Rematch => {
                let accept = (texts.dialogs.accept(), tips.accept_rematch());
                if let Some(answer) = answer(ui, row, &[(texts.dialogs.decline(), tips.decline_rematch()), accept]) {
                    let command = if answer == 1 { OnlineCommand::Rematch } else { OnlineCommand::DeclineRematch };
                    actions.extend([Action::CloseDialog, Action::Do(Command::Online(command))]);
                }
            }
            Question::DeleteGame(place, _) => {
                // Enter must not delete anything.
                let delete = (texts.games.delete(), tips.remove_now());
                match answer(ui, row, &[delete, (texts.common.cancel(), texts.games.delete_keep())]) {
                    Some(0) => {
                        let command = Command::RemoveArchived(place.clone());
                        actions.extend([Action::CloseDialog, Action::Do(command)]);
                    }
                    Some(_) => actions.push(Action::CloseDialog),
                    None => {}
                }
            }
            Question::RemoveTables(rule, _) => {
                // Enter must not delete anything.
                match answer(
                    ui,
                    row,
                    &[
                        (texts.tables.remove_now(), texts.tips.remove_now()),
                        (texts.tables.remove_not(), texts.tips.keep_tables()),
                    ],
                ) {
                    Some(0) => actions.extend([Action::CloseDialog, Action::Solver(SolverRequest::Remove(*rule))]),
                    Some(_) => actions.push(Action::CloseDialog),
                    None => {}
                }
            }
        }
    }
}
