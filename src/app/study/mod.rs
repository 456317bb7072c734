//! Analysis in the window: values on the board, evaluation bar, lines, set-up positions, printing.

mod opinion;
mod preview;
mod print;
mod section;
mod setup_ui;
mod values;
mod why;

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, Popup, Ui};
use serde::{Deserialize, Serialize};

use super::actions::{Action, Actions, DialogKind};
use super::dialogs::{Dialog, FilePurpose};
use super::layout::{Layout, PanelStyle};
use super::menu::{Entry, submenu_ui};
use super::openings;
use super::panels::NoteEditor;
use super::review::{self, ReviewWish};
use super::{App, View, shortcuts};
use crate::controller::analysis::{Analysis, AnalysisOptions, Effort};
use crate::controller::explainer::Explainer;
use crate::controller::opinions::{Opinion, Opinions};
use crate::controller::worker::BackgroundTask;
use crate::controller::{Branch, Command, Judgement, Look, Waker};
use crate::print::{Format, Paper};
use muehle_engine::game::{NodeId, pgn};
use muehle_engine::players::Resources;
use muehle_engine::rules::{Color, Move, Position};
use muehle_engine::search::Score;

pub use opinion::{chooser_ui, opinion_menu};
pub use preview::Preview;
pub use print::{Viewer, free_path, show};
pub use section::section_ui;
pub use setup_ui::SetUpDialog;
pub use values::{bar_ui, color_of, ink_on, legend_ui, legend_width, value_words, values_ui};
pub use why::{WHY_SIZE, Why, WhyDialog};

use print::{Job, Printed};

/// The analysis settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudySettings {
    /// Whether values are shown on the board.
    pub values: bool,
    /// Where they come from.
    pub opinion: Opinion,
    /// How positions are analysed.
    pub analysis: AnalysisOptions,
    /// Whether the evaluation bar is shown and the whole game is analysed.
    pub bar: bool,
    /// Whether values are shown in thousandths.
    pub thousandths: bool,
    /// Whether to use red, yellow and green instead of the colour-blind palette.
    pub traffic_light: bool,
    /// Whether to print on Letter paper instead of A4.
    pub letter: bool,
}

/// What the analysis keeps between frames.
pub struct Study {
    /// What is known about positions.
    pub analysis: Analysis,
    /// What other methods think of them.
    pub opinions: Opinions,
    /// Why a position has its value, while the dialog about that is open.
    pub explainer: Explainer,
    /// What the panel shows of the analysis.
    pub(super) tab: Option<Tab>,
    /// Whether the analysis in the panel keeps searching.
    pub(super) live: bool,
    /// The line on the board.
    pub(super) preview: Option<Preview>,
    /// The set-up dialog.
    pub set_up: Option<SetUpDialog>,
    printing: Option<BackgroundTask<Printed>>,
}

/// What the panel shows of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tab {
    /// The best lines.
    Lines,
    /// Every move with its value.
    Moves,
    /// The verbose report.
    Report,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Shows a part of the analysis in the panel, or none.
    Show(Option<Tab>),
    /// Resumes or pauses.
    Live(bool),
    /// Shows a line from a moment of the game after a number of its moves, or none.
    Preview(Option<(NodeId, Vec<Move>, usize)>),
    /// Writes about a moment of the game.
    Annotate(NodeId),
    /// Opens the set-up dialog.
    SetUp,
    /// Closes it.
    CloseSetUp,
    /// Makes the sheet and shows it.
    Print,
    /// Asks where to write a file of this format.
    Export(Format),
    /// Writes it.
    ExportTo(PathBuf),
    /// Puts the position on the clipboard.
    CopyPosition,
    /// Puts the game on the clipboard.
    CopyGame,
    /// Says why nothing is analysed.
    Refuse,
}

impl Study {
    /// An analysis with these heuristics and tables.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Study {
        Study {
            opinions: Opinions::start(resources.clone(), waker.clone()),
            explainer: Explainer::new(resources.clone(), waker.clone()),
            analysis: Analysis::start(resources, waker),
            tab: None,
            live: true,
            preview: None,
            set_up: None,
            printing: None,
        }
    }

    /// What the panel shows of the analysis.
    pub fn tab(&self) -> Option<Tab> {
        self.tab
    }

    /// What the shown position is worth for White, as far as the analysis knows.
    pub fn shown_score(&self, view: &View) -> Option<Score> {
        let position = view.controller.position();
        let judgement = self.analysis.judgement(position, view.controller.game().removal_rule())?;
        Some(judgement.for_white(position.side_to_move()).score)
    }
}

impl View<'_> {
    /// Whether positions may be analysed: against a network partner that would be a help the partner does not have.
    pub fn may_analyse(&self) -> Result<(), String> {
        let alone = !self.controller.is_partner_waiting();
        alone.then_some(()).ok_or_else(|| self.texts.study.not_with_partner().to_owned())
    }

    /// Whether the moves have their values on the board.
    pub fn shows_values(&self) -> bool {
        self.settings.study.values && self.may_analyse().is_ok()
    }

    /// Whether the evaluation has a bar beside the board.
    pub fn shows_bar(&self) -> bool {
        self.settings.study.bar && self.may_analyse().is_ok()
    }

    /// White's evaluation of a position: from the review if it is shown, from the background analysis if it is on, else
    /// from the player.
    pub fn judgement(&self, node: NodeId) -> Option<Judgement> {
        if let Some(judgement) = self.review.judgement(node) {
            return Some(judgement);
        }
        let game = self.controller.game();
        let position = &game.tree().node(node).position;
        let analysed = self.study.analysis.judgement(position, game.removal_rule()).filter(|_| self.shows_bar());
        let judgement = analysed.or_else(|| self.controller.judgement(node))?;
        Some(judgement.for_white(position.side_to_move()))
    }
}

const PRINT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::P);
const VALUES: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::W);
const BAR: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::E);
const LINES: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::A);
const COPY_GAME: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::C);
const NOTE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::C);

/// Handles the shortcuts of the analysis.
pub fn keys(ctx: &Context, view: &View, actions: &mut Actions) {
    if ctx.text_edit_focused() || Popup::is_any_open(ctx) {
        return;
    }
    if let Some(preview) = &view.study.preview {
        preview.keys(ctx, actions);
    }
    let pressed = |shortcut| ctx.input_mut(|input| input.consume_shortcut(shortcut));
    if pressed(&PRINT) {
        actions.push(Action::Study(Wish::Print));
    }
    if pressed(&COPY_GAME) {
        actions.push(Action::Study(Wish::CopyGame));
    }
    let mut switch = |keys, change: fn(&mut StudySettings)| {
        if pressed(keys) {
            actions.push(match view.may_analyse() {
                Ok(()) => view.set(|settings| change(&mut settings.study)),
                Err(_) => Action::Study(Wish::Refuse),
            });
        }
    };
    switch(&VALUES, |study| study.values ^= true);
    switch(&BAR, |study| study.bar ^= true);
    if pressed(&LINES) {
        actions.push(toggle_lines(view));
    }
    if view.may_explore() && pressed(&openings::KEY) {
        actions.push(view.set(|settings| settings.explorer ^= true));
    }
    if pressed(&NOTE) {
        actions.push(Action::Study(Wish::Annotate(view.controller.shown())));
    }
}

/// Opens the best lines, or closes the analysis.
fn toggle_lines(view: &View) -> Action {
    Action::Study(Wish::Show(if view.study.tab.is_some() { None } else { Some(Tab::Lines) }))
}

/// The choices of how positions are analysed.
pub fn options_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let (texts, options) = (view.texts.study, &view.settings.study.analysis);
    let set = |change: &dyn Fn(&mut AnalysisOptions)| view.set(|settings| change(&mut settings.study.analysis));
    submenu_ui(ui, texts.option_lines(), |ui| {
        for lines in 1..=AnalysisOptions::MOST_LINES {
            if Entry::new(&lines.to_string()).checked(options.lines == lines).clicked(ui) {
                actions.push(set(&|options| options.lines = lines));
            }
        }
    });
    submenu_ui(ui, texts.option_threads(), |ui| {
        for threads in 1..=AnalysisOptions::most_threads() {
            if Entry::new(&threads.to_string()).checked(options.threads == threads).clicked(ui) {
                actions.push(set(&|options| options.threads = threads));
            }
        }
    });
    submenu_ui(ui, texts.option_heuristic(), |ui| {
        for heuristic in &view.workshop.names.heuristics {
            if Entry::new(heuristic).checked(options.heuristic == *heuristic).clicked(ui) {
                actions.push(set(&|options| options.heuristic.clone_from(heuristic)));
            }
        }
    });
    ui.separator();
    let settings = &view.settings.study;
    if Entry::new(texts.traffic_light()).checked(settings.traffic_light).clicked(ui) {
        actions.push(view.set(|settings| settings.study.traffic_light ^= true));
    }
    if Entry::new(texts.thousandths()).checked(settings.thousandths).clicked(ui) {
        actions.push(view.set(|settings| settings.study.thousandths ^= true));
    }
}

/// The entries of the analysis menu.
pub fn analysis_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let texts = view.texts.study;
    let values = Entry::new(texts.values()).keys(VALUES, view).allowed(view.may_analyse());
    if values.checked(view.shows_values()).clicked(ui) {
        actions.push(view.set(|settings| settings.study.values ^= true));
    }
    submenu_ui(ui, view.texts.study.opinion(), |ui| {
        opinion_menu(ui, view, actions);
    });
    let bar = Entry::new(texts.bar()).keys(BAR, view).allowed(view.may_analyse());
    if bar.checked(view.shows_bar()).clicked(ui) {
        actions.push(view.set(|settings| settings.study.bar ^= true));
    }
    if Entry::new(texts.lines()).keys(LINES, view).checked(view.study.tab.is_some()).clicked(ui) {
        actions.push(toggle_lines(view));
    }
    let may_explore = view.may_explore().then_some(()).ok_or(view.texts.openings.network().to_owned());
    let explorer = Entry::new(view.texts.openings.menu()).keys(openings::KEY, view).allowed(may_explore);
    if explorer.checked(view.settings.explorer && view.may_explore()).clicked(ui) {
        actions.push(view.set(|settings| settings.explorer ^= true));
    }
    let reports = view.study.tab == Some(Tab::Report);
    if Entry::new(texts.report()).checked(reports).clicked(ui) {
        actions.push(Action::Study(Wish::Show((!reports).then_some(Tab::Report))));
    }
    for (name, why) in [(texts.why(), Why::Features), (texts.tree(), Why::Tree)] {
        // As with the analysis, no help against a network partner.
        let allowed = match view.controller.is_partner_waiting() {
            true => Err(texts.not_with_partner().to_owned()),
            false => Ok(()),
        };
        if Entry::new(name).allowed(allowed).clicked(ui) {
            actions.push(Action::Show(DialogKind::Why(why)));
        }
    }
    submenu_ui(ui, texts.options(), |ui| {
        options_menu(ui, view, actions);
    });
    let review = view.texts.review;
    if Entry::new(review.start()).keys(review::START, view).checked(view.review.is_open()).clicked(ui) {
        let wish = if view.review.is_open() { ReviewWish::Close } else { ReviewWish::Show };
        actions.push(Action::Review(wish));
    }
    ui.separator();
    variation_menu(ui, view.controller.shown(), true, view, actions);
    ui.separator();
    if Entry::new(texts.set_up()).clicked(ui) {
        actions.push(Action::Study(Wish::SetUp));
    }
}

/// What can be done with a move and its line. In the menu bar these entries are beside some with check marks.
pub fn variation_menu(ui: &mut Ui, node: NodeId, beside_checks: bool, view: &View, actions: &mut Actions) {
    let (texts, controller) = (view.texts.study, view.controller);
    let tree = controller.game().tree();
    let position = tree.node(node).position;
    let open = position.loser().is_none();
    // A running network game has only one line.
    let alone = !controller.is_partner_waiting();
    let mut branch = |ui: &mut Ui, name: &str, possible: bool, branch: Branch| {
        if Entry::new(name).enabled(possible && alone).clicked(ui) {
            actions.extend([Action::Do(Command::Look(Look::At(node))), Action::Do(Command::Branch(branch))]);
        }
    };
    branch(ui, texts.branch(), open && node != controller.game().current(), Branch::Here);
    branch(ui, texts.promote(), !tree.is_on_main_line(node), Branch::Promote);
    branch(ui, texts.delete(), tree.node(node).parent.is_some(), Branch::Delete);
    if Entry::new(texts.game_from_here()).enabled(open && alone).clicked(ui) {
        actions.push(Action::Leave(super::actions::Leaving::SetUp(position)));
    }
    if Entry::new(view.texts.panel.note()).keys(NOTE, view).beside_checks(beside_checks).clicked(ui) {
        actions.push(Action::Study(Wish::Annotate(node)));
        ui.close();
    }
}

/// The entries of the game menu that print and copy.
pub fn print_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let texts = view.texts.study;
    if Entry::new(texts.print()).keys(PRINT, view).clicked(ui) {
        actions.push(Action::Study(Wish::Print));
    }
    submenu_ui(ui, texts.export(), |ui| {
        let formats = [
            (texts.export_pdf(), Format::Pdf),
            (texts.export_svg(), Format::Svg),
            (texts.export_png(), Format::Png),
            (texts.export_pgn(), Format::Pgn),
        ];
        for (name, format) in formats {
            if Entry::new(name).clicked(ui) {
                actions.push(Action::Study(Wish::Export(format)));
            }
        }
        ui.separator();
        if Entry::new(texts.letter()).checked(view.settings.study.letter).clicked(ui) {
            actions.push(view.set(|settings| settings.study.letter ^= true));
        }
    });
    submenu_ui(ui, texts.clipboard(), |ui| {
        if Entry::new(texts.copy_position()).keys(shortcuts::COPY, view).clicked(ui) {
            actions.push(Action::Study(Wish::CopyPosition));
        }
        if Entry::new(texts.copy_game()).keys(COPY_GAME, view).clicked(ui) {
            actions.push(Action::Study(Wish::CopyGame));
        }
        if Entry::new(texts.paste()).keys(shortcuts::PASTE, view).clicked(ui) {
            actions.push(Action::AskPaste);
        }
    });
}

impl App {
    /// Tells the analysis what is shown, and handles its results and those of the printer.
    pub(super) fn study_work(&mut self) {
        let rule = self.controller.game().removal_rule();
        let wanted = &self.settings.study;
        let shown = *self.controller.position();
        // As with hints, no help against a network partner.
        let alone = !self.controller.is_partner_waiting();
        let open = shown.loser().is_none() && alone;
        let focus = match () {
            () if !open => None,
            // A line that is looked at stays in the list.
            () if self.study.tab.is_some() && self.study.live && self.study.preview.is_none() => Some(Effort::Endless),
            () if self.study.tab.is_some() => Some(Effort::Values),
            () if wanted.values && wanted.opinion == Opinion::Analysis => Some(Effort::Values),
            () => None,
        };
        let plies: Vec<Position> = if wanted.bar && alone {
            let tree = self.controller.game().tree();
            // The shown position first, then the others in order.
            let line = self.controller.shown_line();
            std::iter::once(shown).chain(line.into_iter().map(|node| tree.node(node).position)).collect()
        } else {
            Vec::new()
        };
        // A line is looked at only where it begins.
        if self.study.preview.as_ref().is_some_and(|preview| !alone || preview.line().0 != self.controller.shown()) {
            self.show_preview(None);
        }
        self.study.analysis.set_options(&self.settings.study.analysis);
        // Players have priority: nothing is analysed while one of them thinks.
        self.study.analysis.rest(self.controller.thinking().is_some());
        self.study.analysis.ask(rule, focus.map(|effort| (shown, effort)), &plies);
        self.study.analysis.poll();
        self.ask_opinion(open && self.settings.study.values);
        let question = match &self.dialog {
            Some(Dialog::Why(dialog)) => Some(dialog.question().clone()),
            _ => None,
        };
        self.study.explainer.ask(question);
        while let Some(problem) = self.study.analysis.take_problem() {
            self.say_both(|texts| texts.analysis_problem(&problem));
        }
        if let Some(printed) = self.study.printing.as_ref().and_then(BackgroundTask::poll) {
            self.study.printing = None;
            if let Ok(printed) = printed {
                self.tell_printed(printed);
            }
        }
    }

    fn tell_printed(&mut self, printed: Printed) {
        self.say_both(|texts| match &printed {
            Printed::Written(path) => texts.study.exported(path.display()),
            Printed::Shown(path) => texts.study.printed(path.display()),
            Printed::NoViewer(path) => texts.study.no_viewer(path.display()),
            Printed::Failed(path, error) => texts.study.export_failed(path.display(), texts.export_error(error)),
            Printed::Refused(path, conflict) => texts.conflict(path, *conflict),
        });
    }

    /// Carries out a request.
    pub(super) fn carry_out_study(&mut self, ctx: &Context, wish: Wish) {
        match wish {
            Wish::Show(tab) => {
                if self.study.tab.is_none() {
                    self.study.live = true;
                }
                self.study.tab = tab;
                match tab {
                    None => self.show_preview(None),
                    // Both need the panel.
                    Some(_) => self.review.close(),
                }
            }
            Wish::Preview(line) => self.show_preview(line),
            Wish::Annotate(node) => {
                let comment = &self.controller.game().tree().node(node).comment;
                self.panel.note = Some(NoteEditor::new(node, comment));
                self.settings.moves_folded = false;
                // A small window has no room for both.
                if Layout::of(ctx.content_rect()).style == PanelStyle::Narrow {
                    self.study.tab = None;
                }
            }
            Wish::Live(live) => self.study.live = live,
            Wish::SetUp => self.study.set_up = Some(SetUpDialog::new(self.controller.position(), self.settings.clock)),
            Wish::CloseSetUp => self.study.set_up = None,
            Wish::Print => {
                let path = free_path(&std::env::temp_dir().join("muehle"), &self.sheet_name(), "pdf");
                self.start_printing(path, true);
            }
            Wish::Export(format) => self.ask_path(FilePurpose::Export(format)),
            Wish::ExportTo(path) => self.export_to(path),
            Wish::CopyPosition => {
                ctx.copy_text(self.controller.position().to_string());
                self.say_both(|texts| texts.study.copied_position().to_owned());
            }
            Wish::Refuse => self.say_both(|texts| texts.study.not_with_partner().to_owned()),
            Wish::CopyGame => {
                ctx.copy_text(pgn::write(&self.sheet_tags(), self.controller.game()));
                self.say_both(|texts| texts.study.copied_game().to_owned());
            }
        }
        ctx.request_repaint();
    }

    /// Shows a line on the board, or the game again.
    fn show_preview(&mut self, line: Option<(NodeId, Vec<Move>, usize)>) {
        let before = self.study.preview.take();
        self.study.preview =
            line.and_then(|(base, moves, shown)| Preview::new(self.controller.game(), base, moves, shown));
        // The moments of different games have the same numbers: the board forgets what it has seen.
        let same_line = match (&before, &self.study.preview) {
            (Some(before), Some(now)) => before.is_same_line(now),
            (before, now) => before.is_none() && now.is_none(),
        };
        if !same_line {
            self.board.reset();
        }
    }

    /// The file that is suggested for an export.
    pub(super) fn export_suggestion(&self, format: Format) -> PathBuf {
        free_path(&self.folders.saves(), &self.sheet_name(), format.extension())
    }

    fn sheet_tags(&self) -> pgn::Tags {
        let names = Color::BOTH.map(|side| super::events::name_in(&self.controller, side, self.texts()));
        self.controller.tags_with(&names)
    }

    /// A file name made of the players' names, valid on every system.
    fn sheet_name(&self) -> String {
        let tags = self.sheet_tags();
        let plain = |tag: &str| -> String {
            let name = tags.get(tag).unwrap_or_default();
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(24).collect()
        };
        format!("{}-{}", plain("White"), plain("Black"))
    }

    /// Writes a file in the format its name asks for.
    pub(super) fn export_to(&mut self, path: PathBuf) {
        self.start_printing(path, false);
    }

    fn start_printing(&mut self, path: PathBuf, show: bool) {
        let job = Job {
            tags: self.sheet_tags(),
            game: self.controller.game().clone(),
            file: self.controller.file().cloned(),
            node: self.controller.shown(),
            paper: if self.settings.study.letter { Paper::Letter } else { Paper::A4 },
            language: self.settings.language(),
            flipped: self.settings.flipped,
            path,
            viewer: show.then_some(self.viewer),
        };
        self.study.printing = Some(print::start(job, self.waker.clone()));
    }
}
