//! How the window handles the controller's events and a person's requests.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use eframe::egui::{Context, ViewportCommand};

use super::actions::{Action, Leaving};
use super::board::closed_mills;
use super::board::input::Step;
use super::dialogs::{Dialog, FilePurpose, FilesDialog, PlayersDialog, Question, with_ending};
use super::file_dialogs::suggested_path;
use super::guide::{GuideDialog, chapter_for};
use super::native::Answer;
use super::new_game::NewGameSheet;
use super::pages::Page;
use super::settings::Settings;
use super::sound::{Sound, loudness};
use super::study::{Wish, free_path};
use super::tour::Tour;
use super::{App, Names, check_recent};
use crate::controller::{Command, Conflict, Controller, Event, Hint, Look, Note, PlayerKind, Purpose, SaveError};
use crate::crash;
use crate::texts::{Language, Texts, file_name};
use muehle_engine::game::pgn::Fault;
use muehle_engine::game::{DrawReason, NodeId, Outcome, SetUp};
use muehle_engine::rules::{Color, Move, Position};
use muehle_engine::search::Score;

/// The name of a player in a language.
pub(super) fn name_in(controller: &Controller, side: Color, texts: Texts) -> String {
    let seat = controller.seat(side);
    if seat.name.is_empty() { texts.usual_name(side, controller.seats()) } else { seat.name.clone() }
}

/// A path beside a file that must not be replaced.
fn free_beside(path: &Path) -> PathBuf {
    let base = path.file_stem().unwrap_or_default().to_string_lossy();
    free_path(path.parent().unwrap_or(Path::new("")), &base, "pgn")
}

impl App {
    /// Shows a message and writes it to the log.
    pub(super) fn say_both(&mut self, words: impl Fn(Texts) -> String) {
        self.speak(&words);
        self.messages.say(words);
    }

    /// Writes a remark to the log, and lets screen readers say it.
    pub(super) fn note_aloud(&mut self, words: impl Fn(Texts) -> String) {
        self.speak(&words);
        self.messages.note(words);
    }

    /// Writes a remark to the log only.
    pub(super) fn note(&mut self, words: impl Fn(Texts) -> String) {
        self.messages.note(words);
    }

    /// Lets a thread that panics wake the window.
    pub(super) fn watch_for_crashes(&self) {
        let (crashed, waker) = (self.crashed.clone(), self.waker.clone());
        crash::on_report(Arc::new(move || {
            crashed.store(true, Ordering::Relaxed);
            waker();
        }));
    }

    /// Says where the report of a crash is, once.
    pub(super) fn hear_crash(&mut self) {
        if self.crashed.swap(false, Ordering::Relaxed)
            && let Some(path) = crash::take_unread(self.folders.root())
        {
            self.say_both(|texts| texts.status.crash_report(path.display()));
        }
    }

    fn sound(&self, sound: Sound) {
        if self.settings.sounds {
            self.sounds.play(sound, loudness(self.settings.volume));
        }
    }

    /// The first line of a game's log.
    pub(super) fn greet(&mut self) {
        let names =
            Language::ALL.map(|language| Color::BOTH.map(|side| name_in(&self.controller, side, language.texts())));
        self.note_aloud(|texts| {
            let [white, black] = &names[texts.language as usize];
            texts.status.started(white, black)
        });
    }

    /// Handles an event.
    pub(super) fn hear(&mut self, ctx: &Context, event: Event) {
        let names =
            Language::ALL.map(|language| Color::BOTH.map(|side| name_in(&self.controller, side, language.texts())));
        let name = |texts: Texts, side: Color| names[texts.language as usize][side.index()].clone();
        match event {
            Event::Started => {
                self.board.reset();
                self.review.forget();
                self.coach.forget();
                self.pages.current = Page::Play;
                self.new_game = None;
                self.turn_board();
                self.panel = Default::default();
                self.messages.clear();
                self.greet();
            }
            Event::Moved { node, by, thought } => {
                crash::provoke("window");
                self.messages.clear_at_move();
                self.panel.reviewing = false;
                self.review.close();
                self.coach.moved();
                if self.controller.game().ply() >= super::tour::INVITATION_PLIES {
                    self.settings.invites_to_tour = false;
                }
                if let Some(mv) = self.controller.game().tree().node(node).mv {
                    self.messages.note_move(|texts| texts.status.moved(name(texts, by), mv));
                    self.speak_move(node);
                    self.speak_repetition();
                    self.sound(Sound::of(mv));
                    self.explain_mill(node, mv, by);
                }
                if let Some(thought) = thought {
                    let words = |texts: Texts| {
                        let score = thought.score.unwrap_or(Score::Estimate(0.0)).for_white(by);
                        let (name, value) = (name(texts, by), texts.study.score(score, false));
                        let seconds = texts.language.decimal(thought.time.as_secs_f64(), 1);
                        match (thought.depth, thought.best_moves) {
                            (0, _) => texts.status.thought_exact(name, value),
                            (depth, 1) => texts.status.thought_one(name, depth, seconds, value),
                            (depth, count) => texts.status.thought_many(name, depth, seconds, count, value),
                        }
                    };
                    // A random move needs no comment.
                    if thought.score.is_some() {
                        self.note(words);
                    }
                    if let Some(report) = &mut self.report {
                        report(&self.settings.language().texts().verbose(&thought));
                    }
                }
            }
            Event::Stepped { plies, back } => {
                self.panel.reviewing = false;
                self.review.close();
                self.coach.moved();
                self.messages.clear();
                self.note_aloud(|texts| match (back, plies) {
                    (true, 0) => texts.status.undone_end().to_owned(),
                    (false, 0) => texts.status.other_line().to_owned(),
                    (true, 1) => texts.status.undone_one().to_owned(),
                    (true, count) => texts.status.undone_many(count),
                    (false, 1) => texts.status.redone_one().to_owned(),
                    (false, count) => texts.status.redone_many(count),
                });
            }
            Event::HintFound(hint) => {
                self.messages.clear();
                if !self.hides_found_hint(hint.mv) {
                    self.tell_hint(&hint);
                }
            }
            Event::DrawOffered(side) => {
                self.note_aloud(|texts| texts.status.draw_offered(name(texts, side)));
                self.dialog = Some(Dialog::Question(Question::Draw));
            }
            Event::DrawAnswered { by, accepted, score } => {
                self.say_both(|texts| {
                    let name = name(texts, by);
                    let value = score.map(|score| texts.language.value(score.for_white(by).value()));
                    match (accepted, &value) {
                        (true, Some(value)) => texts.status.draw_accepted(name, value),
                        (false, Some(value)) => texts.status.draw_declined(name, value),
                        (true, None) => texts.status.draw_accepted_by_person(name),
                        (false, None) => texts.status.draw_declined_by_person(name),
                    }
                });
            }
            Event::Ended(outcome) => {
                self.panel.reviewing = false;
                self.take_back_held();
                self.board.end(self.controller.shown());
                // An older message would hide the result. Who accepts a draw also says why.
                if outcome != Outcome::Draw(DrawReason::Agreement) {
                    self.messages.clear();
                }
                self.sound(Sound::End);
                let (rules, person) = (*self.controller.game().rules(), self.controller.only_person());
                self.note_aloud(|texts| texts.outcome_sentence(outcome, person, &rules));
            }
            Event::Saved(path) => {
                self.settings.remember(&path);
                self.say_both(|texts| texts.status.saved(path.display()));
                if let Some(leaving) = self.file_dialogs.take_after_save() {
                    self.leave_now(leaving);
                }
            }
            Event::SaveFailed { path, error } => {
                let then = self.file_dialogs.take_after_save();
                match error {
                    SaveError::Io(error) => self.say_both(|texts| {
                        let reason = texts.io_error(&error);
                        texts.status.save_failed(path.display(), &reason)
                    }),
                    SaveError::Conflict(conflict) => self.ask_new_name(&path, conflict, then),
                }
            }
            Event::Listed => {
                self.pages.current = Page::Games;
                self.pages.games.refresh(self.folders.saves(), self.waker.clone());
                self.pages.games.list();
            }
            Event::Arrived => self.dialog = Some(Dialog::Question(Question::Unsaved(Leaving::Arrived))),
            Event::Opened { path, fault } => {
                // The archive has a page of its own.
                if let Some(path) = path.as_ref().filter(|path| !self.controller.belongs_to_archive(path)) {
                    self.settings.remember(path);
                }
                self.say_both(|texts| match (&path, &fault) {
                    (Some(path), None) => texts.status.opened(file_name(path)),
                    (Some(path), Some(fault)) => texts.status.opened_with_fault(file_name(path), texts.fault(fault)),
                    (None, None) => texts.status.pasted().to_owned(),
                    (None, Some(fault)) => texts.status.pasted_with_fault(texts.fault(fault)),
                });
                if !self.go_on_after_opening(ctx) && self.controller.offered_seats().is_some() {
                    self.dialog = Some(Dialog::Question(Question::Players));
                }
            }
            Event::Recovered => self.offer_recovered(),
            Event::OpenFailed(error) => {
                self.recent = check_recent(&self.settings, &self.waker);
                self.say_both(|texts| texts.status.open_failed(texts.load_error(&error)));
            }
            Event::PasteFailed(fault) => self.say_both(|texts| match &fault {
                Fault::NotAGame => texts.status.paste_failed().to_owned(),
                fault => texts.status.paste_other(texts.fault(fault)),
            }),
            Event::JournalFailed(error) => {
                let folder = self.folders.root().to_owned();
                self.say_both(|texts| texts.status.journal_failed(folder.display(), texts.io_error(&error)));
            }
            Event::SettingsFailed(error) => {
                let path = self.settings_file.path.clone();
                // Once is enough: trying again will not make the folder writable.
                if !std::mem::replace(&mut self.settings_file.failed, true) {
                    self.say_both(|texts| texts.status.settings_unsaved(path.display(), texts.io_error(&error)));
                }
            }
            Event::Archive(event) => self.hear_archive(event),
            Event::ProgramWaits(program) => self.dialog = Some(Dialog::Question(Question::Program(program))),
            Event::Refused(refusal) => self.say_both(|texts| texts.refusal(refusal)),
            Event::Network(event) => self.hear_network(&event),
            Event::Notice(notice) => {
                self.say_both(|texts| texts.notice(&notice));
                self.messages.keep_through_move();
            }
            Event::ThinkingFailed(error) => self.say_both(|texts| texts.mind_error(&error).to_owned()),
            Event::Learned { heuristic, result } => self.say_learned(&heuristic, &result),
        }
    }

    /// Opens the guide at the chapter about what is on the screen.
    fn show_guide(&mut self, ctx: &Context) {
        eframe::egui::Popup::close_all(ctx);
        let (sheet, tab) = (self.new_game.is_some(), self.pages.laboratory.tab);
        let chapter = chapter_for(self.dialog.as_ref(), sheet, tab, &self.view(ctx));
        let guide = GuideDialog::new(self.settings.language(), chapter, self.dialog.take());
        self.dialog = Some(Dialog::Guide(Box::new(guide)));
        ctx.request_repaint();
    }

    fn tell_hint(&mut self, hint: &Hint) {
        let position = *self.controller.position();
        let score = hint.score.for_white(position.side_to_move());
        self.note(|texts| texts.status.hint(hint.mv, texts.study.score(score, false)));
        let step = self.board.step();
        self.speak(|texts| texts.spoken_hint(hint.mv, step.action(), &position, score));
    }

    /// Carries out a request.
    pub(super) fn carry_out(&mut self, ctx: &Context, action: Action, now: f64) {
        match action {
            // A begun move is taken back first, as with Esc.
            Action::Do(Command::Undo) if self.board.step().action().is_some() => {
                self.take_back_held();
                self.board.cancel();
                self.speak_situation(ctx);
                ctx.request_repaint();
            }
            // A better move is looked for, or the coach looks at the move first.
            Action::Do(Command::Play(mv)) if self.try_move(mv, now) || self.hold_move(mv, now) => {
                ctx.request_repaint();
            }
            Action::Do(Command::Hint(None)) if self.reveal_hint() => {
                if let Some(hint) = self.controller.hint().cloned() {
                    self.tell_hint(&hint);
                }
                ctx.request_repaint();
            }
            Action::Do(command) => {
                let command = match (command, self.board.step()) {
                    (Command::Hint(None), Step::Removing(action)) => Command::Hint(Some(action)),
                    (command, _) => command,
                };
                if command != Command::DropHint {
                    self.messages.clear();
                }
                let offers_partner = command == Command::OfferDraw
                    && self.controller.is_with_partner()
                    && self.controller.may_offer_draw().is_ok();
                if command == Command::Look(Look::Last) {
                    self.panel.reviewing = false;
                }
                let answered = matches!(command, Command::Recover | Command::ForgetRecovered | Command::KeepRecovered);
                let other_players = matches!(command, Command::ChangeSeats(_));
                let looks = matches!(command, Command::Look(_));
                self.controller.apply(command);
                if looks {
                    self.speak_shown();
                }
                if other_players {
                    self.turn_board();
                }
                if answered {
                    self.offer_recovered();
                }
                if offers_partner {
                    self.say_draw_offered();
                }
                ctx.request_repaint();
            }
            Action::Leave(leaving) => self.leave(leaving),
            Action::LeaveNow(leaving) => self.leave_now(leaving),
            Action::SaveThen(leaving) => self.save(Some(leaving)),
            Action::SaveTo(path, then) => self.save_to(path, then),
            Action::Save => self.save(None),
            Action::SaveAs => self.ask_path(FilePurpose::Save(None)),
            Action::Open => self.ask_path(FilePurpose::Open),
            Action::ExportGames(places) => self.ask_export(places),
            Action::ExportGamesTo(places, path) => self.export_games(places, path),
            Action::AskDelete(place, words) => {
                self.dialog = Some(Dialog::Question(Question::DeleteGame(place, words)));
                ctx.request_repaint();
            }
            Action::PlaceStone(point) => {
                self.place(point);
                ctx.request_repaint();
            }
            Action::Refuse(point, refusal) => {
                self.messages.clear();
                self.board.refuse(point, refusal, now);
                self.speak(|texts| texts.refusal(refusal));
                ctx.request_repaint();
            }
            Action::Set(settings) => {
                self.settings = settings.tidied();
                ctx.request_repaint();
            }
            Action::Show(kind) => {
                if let (super::actions::DialogKind::TypeMove, Err(refusal)) = (kind, self.controller.may_act()) {
                    self.say_both(|texts| texts.refusal(refusal));
                    return;
                }
                self.workshop.names = Names::of(&self.folders);
                self.dialog = Some(Dialog::of_kind(kind, &self.view(ctx)));
                ctx.request_repaint();
            }
            Action::NewGame(opens) => {
                if opens && self.controller.is_partner_waiting() {
                    self.say_both(|texts| texts.refusal(crate::controller::Refusal::PartnerWaits));
                } else {
                    // The sheet is beside the board.
                    self.go_to(ctx, Page::Play);
                    self.show_new_game(opens, now);
                }
                ctx.request_repaint();
            }
            Action::MoreOptions(settings) => {
                self.workshop.names = Names::of(&self.folders);
                self.dialog =
                    Some(Dialog::Players(Box::new(PlayersDialog::new(&settings, self.workshop.names.clone()))));
                ctx.request_repaint();
            }
            Action::AllowProgram(program) => {
                self.settings.allow(vec![program.clone()]);
                self.controller.apply(Command::AllowProgram(program));
            }
            Action::CloseDialog if self.dialog.as_mut().is_some_and(Dialog::step_back) => ctx.request_repaint(),
            Action::Guide => self.show_guide(ctx),
            Action::CloseDialog => {
                self.dialog = self.dialog.take().and_then(Dialog::behind);
                ctx.request_repaint();
            }
            Action::GoTo(page) => self.go_to(ctx, page),
            Action::GoToTab(tab) => {
                self.pages.laboratory.tab = tab;
                self.go_to(ctx, tab.page());
            }
            Action::ToggleLog => self.messages.log_open ^= true,
            Action::Review(wish) => self.carry_out_review(ctx, wish),
            Action::Coach(wish) => {
                self.carry_out_coach(wish);
                ctx.request_repaint();
            }
            Action::Tour(begins) => {
                self.settings.invites_to_tour = false;
                self.pages.lessons.tour = begins.then(Tour::new);
                self.go_to(ctx, if begins { Page::Lessons } else { Page::Play });
            }
            Action::Study(wish) => self.carry_out_study(ctx, wish),
            Action::Announce(words) => self.speech.say(words),
            Action::Read(reading) => self.read_out(ctx, reading),
            Action::Say(text) => self.say_to_partner(&text),
            Action::Copy(text) => {
                ctx.copy_text(text);
                self.say_both(|texts| texts.status.copied().to_owned());
            }
            Action::AskPaste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Action::Paste(text) => self.paste(text),
            Action::Laboratory(request) => self.ask_laboratory(request),
            Action::Solver(request) => self.ask_solver(request),
            Action::Learning(request) => self.ask_learning(request),
            Action::Level(level) => {
                let change = |seat: &crate::controller::Seat| {
                    let mut seat = seat.clone();
                    if let PlayerKind::Computer(settings) = &mut seat.kind {
                        *settings = settings.with_level(level);
                    }
                    seat
                };
                self.settings.seats = self.settings.seats.each_ref().map(change);
                let seats = self.controller.seats().each_ref().map(change);
                self.controller.apply(Command::ChangeSeats(seats));
            }
        }
        if self.quitting {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Shows a page. What it lists may have changed since it was last shown.
    fn go_to(&mut self, ctx: &Context, page: Page) {
        self.pages.current = page;
        self.messages.clear();
        match page {
            Page::Games => {
                self.pages.games.refresh(self.folders.saves(), self.waker.clone());
                self.controller.apply(Command::ReadArchive);
            }
            Page::Laboratory => self.workshop.names = Names::of(&self.folders),
            Page::Play | Page::Puzzles | Page::Lessons => {}
        }
        ctx.request_repaint();
    }

    /// Opens or closes the new-game sheet.
    fn show_new_game(&mut self, opens: bool, now: f64) {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Complete tables make a perfect opponent.
        self.workshop.solver.look(self.settings.rules.removal);
        self.new_game = opens.then(|| NewGameSheet::new(&self.settings, self.luck >> 63 == 1, now));
    }

    /// The only person at the window sits at the bottom of the board. A turned board belongs to one game.
    pub(super) fn turn_board(&mut self) {
        self.settings.flipped = self.controller.only_person() == Some(Color::Black);
    }

    /// Asks about the next game that was not saved. When there is none left, the file from the command line is opened.
    fn offer_recovered(&mut self) {
        if self.controller.recovered().is_some() {
            self.dialog = Some(Dialog::Question(Question::Recover));
        } else if let Some(path) = self.file_dialogs.take_held() {
            self.leave(Leaving::Open(path));
        }
    }

    /// Writes the game to its file, or asks for one if there is none or something in it would be lost.
    fn save(&mut self, then: Option<Leaving>) {
        match (self.controller.path().map(Path::to_owned), self.controller.save_conflict()) {
            (Some(path), None) => self.save_to(path, then),
            (Some(path), Some(conflict)) => self.ask_new_name(&path, conflict, then),
            (None, _) => self.ask_path(FilePurpose::Save(then)),
        }
    }

    fn ask_new_name(&mut self, path: &Path, conflict: Conflict, then: Option<Leaving>) {
        self.say_both(|texts| texts.conflict(path, conflict));
        self.ask_path_from(FilePurpose::Save(then), free_beside(path));
    }

    fn save_to(&mut self, path: PathBuf, then: Option<Leaving>) {
        self.file_dialogs.follow_save(then);
        let texts = self.texts();
        let names = Color::BOTH.map(|side| texts.usual_name(side, self.controller.seats()));
        self.controller.apply(Command::Save(path, names));
    }

    /// Leaves the running game, after asking if it would be missed. Quitting loses nothing: the journal keeps it.
    pub(super) fn leave(&mut self, leaving: Leaving) {
        let stays =
            matches!(leaving, Leaving::Quit | Leaving::Open(_) | Leaving::OpenListed(_) | Leaving::OpenArchived(..));
        if self.controller.is_partner_waiting() && leaving != Leaving::Quit {
            self.say_both(|texts| texts.refusal(crate::controller::Refusal::PartnerWaits));
        } else if self.controller.would_be_missed() && !stays {
            self.dialog = Some(Dialog::Question(Question::Unsaved(leaving)));
        } else {
            self.leave_now(leaving);
        }
    }

    pub(super) fn leave_now(&mut self, leaving: Leaving) {
        match leaving {
            Leaving::StartWith(settings) => {
                // The game may have been saved while this waited.
                let recent = std::mem::take(&mut self.settings.recent);
                self.settings = Settings { recent, ..settings.tidied() };
                let Settings { seats, rules, clock, .. } = self.settings.clone();
                self.controller.apply(Command::NewGame { seats, rules, clock });
            }
            Leaving::SetUp(position) => {
                let Settings { seats, rules, clock, .. } = self.settings.clone();
                self.controller.apply(Command::SetUp { seats, rules, clock, position });
            }
            Leaving::Open(path) => {
                self.archive.then = None;
                self.controller.apply(Command::Open(path));
            }
            Leaving::OpenArchived(place, then) => self.open_archived(place, then),
            Leaving::Arrived => self.controller.apply(Command::TakeArrived),
            Leaving::OpenListed(game) => {
                self.archive.then = None;
                self.controller.apply(Command::OpenListed(game));
            }
            Leaving::Online(command) => self.start_session(*command),
            Leaving::Quit => self.quitting = true,
        }
    }

    pub(super) fn ask_path(&mut self, purpose: FilePurpose) {
        let texts = self.texts();
        let names = Color::BOTH.map(|side| name_in(&self.controller, side, texts));
        let suggestion = match (&purpose, self.controller.path()) {
            (FilePurpose::Export(format), _) => self.export_suggestion(*format),
            (_, Some(path)) if self.controller.save_conflict().is_some() => free_beside(path),
            (_, Some(path)) => path.to_owned(),
            (_, None) => suggested_path(&self.folders, names, |path| path.exists()),
        };
        self.ask_path_from(purpose, suggestion);
    }

    pub(super) fn ask_path_from(&mut self, purpose: FilePurpose, suggestion: PathBuf) {
        let title = purpose.title(self.texts());
        if let Err((purpose, suggestion)) = self.file_dialogs.ask(purpose, suggestion, title, &self.waker) {
            self.dialog = Some(Dialog::Files(Box::new(FilesDialog::new(purpose, self.folders.saves(), &suggestion))));
        }
    }

    pub(super) fn hear_native_dialog(&mut self) {
        match self.file_dialogs.poll() {
            None | Some((Answer::Cancelled, _)) => {}
            Some((Answer::Unavailable, FilePurpose::ExportGames(places))) => self.ask_export(places),
            Some((Answer::Unavailable, purpose)) => self.ask_path(purpose),
            Some((Answer::Chosen(path), FilePurpose::Open)) => self.leave(Leaving::Open(path)),
            Some((Answer::Chosen(path), FilePurpose::Save(then))) => self.save_to(path, then),
            Some((Answer::Chosen(path), FilePurpose::ExportGames(places))) => self.export_games(places, path),
            Some((Answer::Chosen(path), FilePurpose::Export(format))) => self.export_to(with_ending(path, format)),
        }
    }

    /// Says why a mill took no stone.
    fn explain_mill(&mut self, node: NodeId, mv: Move, by: Color) {
        let closed = closed_mills(&self.controller.game().tree().node(node).position, mv);
        if closed.is_empty() || mv.removal.is_some() {
            return;
        }
        let names = Language::ALL.map(|language| name_in(&self.controller, by, language.texts()));
        self.say_both(|texts| texts.status.mill_without_removal(&names[texts.language as usize]));
        // A computer answers before a person has read it.
        if !self.controller.seat(!by).is_human() {
            self.messages.keep_through_move();
        }
    }

    /// Goes on with the position or the game of a text.
    pub(super) fn paste(&mut self, text: String) {
        let Ok(position) = text.trim().parse::<Position>() else {
            return self.controller.apply(Command::Paste(text));
        };
        match SetUp::from(&position).position() {
            Ok(position) => self.leave(Leaving::SetUp(position)),
            Err(fault) => self.say_both(|texts| texts.set_up_fault(fault)),
        }
    }

    /// Whether a hint is shown or looked for.
    fn has_hint(&self) -> bool {
        let looks = self.controller.thinking().is_some_and(|thinking| matches!(thinking.purpose, Purpose::Hint(_)));
        self.controller.hint().is_some() || looks
    }

    /// Esc leads back to the game; there it closes the new-game sheet, hides the hint, cancels a started move, stops
    /// thinking, closes the analysis or the log, or wipes the drawing.
    pub(super) fn escape(&mut self, ctx: &Context) {
        if self.pages.current != Page::Play {
            self.pages.escape();
            ctx.request_repaint();
        } else if self.new_game.take().is_some() {
            ctx.request_repaint();
        } else if self.escape_coach() {
            self.speak_situation(ctx);
            ctx.request_repaint();
        } else if self.has_hint() {
            self.controller.apply(Command::Stop);
            ctx.request_repaint();
        } else if self.review.attempt().is_none() && self.board.cancel() {
            self.speak_situation(ctx);
            ctx.request_repaint();
        } else if self.escape_review(ctx) {
        } else if self.controller.thinking().is_some() || self.controller.is_watching() {
            self.controller.apply(Command::Stop);
            ctx.request_repaint();
        } else if self.study.tab().is_some() {
            self.carry_out_study(ctx, Wish::Show(None));
        } else if self.messages.log_open {
            self.messages.log_open = false;
        } else if !self.controller.game().tree().node(self.controller.shown()).marks.is_empty() {
            let node = self.controller.shown();
            self.controller.apply(Command::Annotate(node, Note::Marks(Vec::new())));
            ctx.request_repaint();
        } else {
            self.messages.clear();
        }
    }
}
