//! What the window says about the controller's players, events and errors.

use std::path::Path;

use crate::app::board::input::Step;
use crate::app::board::{PointLabel, PointRole};
use crate::app::settings::SettingsError;
use crate::controller::analysis::Problem;
use crate::controller::network::{Closed, MAX_LINE, PROTOCOL, Refusal as NetworkRefusal, Violation};
use crate::controller::opinions::Opinion;
use crate::controller::{
    Conflict, Hint, Judgement, LabProblem, LearnFailure, Method, MindError, Notice, PlayerKind, Refusal, Seat,
    ThinkingLimit, Thought,
};
use crate::print::ExportError;
use crate::texts::{Texts, file_name};
use muehle_engine::rules::{Action, Color, Move};

/// Files.
impl Texts {
    /// Why a game needs a new file.
    pub fn conflict(self, file: &Path, conflict: Conflict) -> String {
        let file = file_name(file);
        match conflict {
            Conflict::ReadInPart => self.status.conflict_in_part(file),
            Conflict::Changed => self.status.conflict_changed(file),
            Conflict::OtherGames(games) => self.status.conflict_games(file, games),
        }
    }
}

/// Players.
impl Texts {
    /// The name of a player who has none. A person alone against a computer is the first, whatever their colour.
    pub fn usual_name(self, side: Color, seats: &[Seat; 2]) -> String {
        let is_second = side == Color::Black && seats[0].settings().is_none();
        let name = match seats[side.index()].settings() {
            Some(settings) if settings.level.is_some() => self.players.computer(),
            Some(settings) => match settings.method {
                Method::Mcts | Method::MonteCarlo | Method::Randomised | Method::Random => {
                    self.short_method(settings.method)
                }
                _ if settings.usual_name().is_empty() => self.players.computer(),
                _ => settings.usual_name(),
            },
            None if is_second => self.players.second_person(),
            None => self.players.first_person(),
        };
        name.to_owned()
    }

    /// What a player is: `Computer · Club`, `Computer · 1 s per move`.
    pub fn kind(self, seat: &Seat) -> String {
        let texts = self.players;
        let Some(settings) = seat.settings() else {
            let partner = seat.kind == PlayerKind::Network;
            return if partner { self.network.partner() } else { texts.human() }.to_owned();
        };
        let kind = match settings.method {
            Method::Learning => texts.learns(),
            Method::Engine => texts.program_kind(),
            _ => texts.computer(),
        };
        match (settings.level, settings.limit) {
            _ if settings.method == Method::Random => kind.to_owned(),
            (Some(level), _) => texts.leveled(kind, texts.level(level)),
            (None, ThinkingLimit::Time(time)) => texts.timed(kind, self.language.seconds(time)),
            (None, ThinkingLimit::Depth(depth)) => texts.deep(kind, depth),
            (None, ThinkingLimit::Iterations(count)) => texts.iterated(kind, count),
        }
    }

    /// A method of play.
    pub fn method(self, method: Method) -> &'static str {
        let texts = self.players;
        match method {
            Method::Search => texts.method_search(),
            Method::Learning => texts.learning(),
            Method::Mcts => texts.method_mcts(),
            Method::NTuple => texts.method_ntuple(),
            Method::MonteCarlo => texts.method_montecarlo(),
            Method::Randomised => texts.method_randomised(),
            Method::Random => texts.method_random(),
            Method::Perfect => texts.method_perfect(),
            Method::Engine => texts.method_engine(),
        }
    }

    /// A method of play in a word or two, as the name of its player.
    fn short_method(self, method: Method) -> &'static str {
        let texts = self.players;
        match method {
            Method::Mcts => texts.short_mcts(),
            Method::MonteCarlo => texts.short_montecarlo(),
            Method::Randomised => texts.short_randomised(),
            Method::Random => texts.short_random(),
            _ => self.method(method),
        }
    }

    /// Whose opinion it is.
    pub fn opinion(self, opinion: &Opinion) -> String {
        match opinion {
            Opinion::Analysis => self.study.opinion_analysis().to_owned(),
            Opinion::Database => self.study.opinion_database().to_owned(),
            Opinion::Search(heuristic) => self.study.opinion_search(heuristic),
            Opinion::Net(heuristic) => self.study.opinion_net(heuristic),
            Opinion::NTuple(network) => self.study.opinion_ntuple(network),
            Opinion::Mcts => self.players.method_mcts().to_owned(),
            Opinion::MonteCarlo => self.players.short_montecarlo().to_owned(),
            Opinion::Randomised => self.players.method_randomised().to_owned(),
        }
    }
}

/// The board and the panel.
impl Texts {
    /// The accessible name of a move in the list.
    pub fn move_label(self, ply: usize, mv: &str) -> String {
        let side = if ply % 2 == 1 { Color::White } else { Color::Black };
        self.panel.numbered_move(ply.div_ceil(2), self.side(side), mv)
    }

    /// The accessible name of a point: `d6, white, in a mill`.
    pub fn point_label(self, label: &PointLabel) -> String {
        let texts = self.board;
        let stone = match label.stone {
            None => texts.free(),
            Some(Color::White) => texts.white(),
            Some(Color::Black) => texts.black(),
        };
        let role = match label.role {
            PointRole::Plain => None,
            PointRole::Selected => Some(texts.selected()),
            PointRole::Target => Some(texts.target()),
            PointRole::Removable => Some(texts.removable()),
        };
        let parts = [Some(stone), label.in_mill.then_some(texts.in_a_mill()), role];
        parts.into_iter().flatten().fold(label.point.to_string(), |text, part| format!("{text}, {part}"))
    }

    /// What a hint means for the next click.
    pub fn hint_sentence(self, hint: &Hint, step: Step) -> String {
        match hint.mv {
            Move { action, removal: Some(point) } if step == Step::Removing(action) => self.status.hint_remove(point),
            Move { action: Action::Place(_), removal: None } => self.status.hint_place(hint.mv),
            _ => self.status.hint_shift(hint.mv),
        }
    }

    /// Where that number comes from.
    pub fn judgement_detail(self, judgement: Judgement) -> String {
        if judgement.score.is_exact() {
            self.panel.exact().to_owned()
        } else {
            self.panel.depth_estimate(judgement.depth)
        }
    }
}

/// Refusals, notices and errors.
impl Texts {
    /// Why something is not possible.
    pub fn refusal(self, refusal: Refusal) -> String {
        let texts = self.refusals;
        let text = match refusal {
            Refusal::Illegal(reason) => return self.illegal(reason),
            Refusal::Stuck(point) => return texts.stuck(point),
            Refusal::Over => texts.over(),
            Refusal::NotYourTurn => texts.turn(),
            Refusal::LookingBack => texts.looking(),
            Refusal::NothingToUndo => texts.nothing_to_undo(),
            Refusal::NothingToRedo => texts.nothing_to_redo(),
            Refusal::NoHintHere => texts.no_hint(),
            Refusal::NoDrawHere => texts.no_draw(),
            Refusal::DrawDeclinedBefore => texts.draw_declined(),
            Refusal::NoOneToResign => texts.no_resignation(),
            Refusal::Busy => texts.busy(),
            Refusal::NotWithPartner => self.network.refused_here(),
            Refusal::PartnerWaits => self.network.refused_running(),
            Refusal::PartnerGone => self.network.partner_gone(),
            Refusal::Network(refusal) => return self.network_refusal(refusal),
        };
        text.to_owned()
    }

    fn network_refusal(self, refusal: NetworkRefusal) -> String {
        let texts = self.network;
        let text = match refusal {
            NetworkRefusal::Illegal(reason) => return self.illegal(reason),
            NetworkRefusal::NoGame => texts.refused_no_game(),
            NetworkRefusal::NotYourTurn => texts.refused_turn(),
            NetworkRefusal::GameOver => self.refusals.over(),
            NetworkRefusal::GameRunning => texts.refused_not_over(),
            NetworkRefusal::LineLost => texts.refused_lost(),
            NetworkRefusal::DrawOfferedAlready => texts.refused_draw_again(),
            NetworkRefusal::DrawPending => texts.refused_draw_pending(),
            NetworkRefusal::NothingOffered => texts.refused_nothing(),
            NetworkRefusal::TooFast => texts.refused_fast(),
        };
        text.to_owned()
    }

    /// Why a network session ended.
    pub fn closed(self, reason: &Closed) -> String {
        let texts = self.network;
        let text = match reason {
            Closed::PortInUse(port) => return texts.closed_port(port),
            Closed::CannotListen { port, reason } => return texts.closed_listen(port, reason),
            Closed::UnknownHost(host) => return texts.closed_unknown_host(host),
            Closed::ConnectionRefused(address) => return texts.closed_refused(address),
            Closed::NoAnswer(address) => return texts.closed_no_answer(address),
            Closed::Unreachable { address, reason } => return texts.closed_unreachable(address, reason),
            Closed::WrongVersion { theirs } if *theirs < PROTOCOL => return texts.closed_older(theirs, PROTOCOL),
            Closed::WrongVersion { theirs } => return texts.closed_newer(theirs, PROTOCOL),
            Closed::Violation(violation) => return texts.closed_violation(self.violation(*violation)),
            Closed::Left => texts.closed_left(),
            Closed::WrongCode => texts.closed_code(),
            Closed::Declined => texts.closed_declined(),
            Closed::Busy => texts.closed_busy(),
            Closed::PartnerLeft => texts.closed_partner_left(),
            Closed::LostBeforeStart => texts.closed_before_start(),
            Closed::LineLost => texts.closed_line(),
            Closed::NotAnswered => texts.closed_not_answered(),
            Closed::UnknownGame => texts.closed_unknown_game(),
            Closed::Misunderstood => texts.closed_misunderstood(),
        };
        text.to_owned()
    }

    fn violation(self, violation: Violation) -> String {
        let texts = self.network;
        let text = match violation {
            Violation::LongLine => return texts.violation_long(MAX_LINE),
            Violation::Illegal(reason) => return texts.violation_illegal(self.illegal(reason)),
            Violation::NotUtf8 => texts.violation_utf8(),
            Violation::Malformed => texts.violation_malformed(),
            Violation::Unexpected => texts.violation_unexpected(),
            Violation::Forged => texts.violation_forged(),
            Violation::Flood => texts.violation_flood(),
            Violation::Slow => texts.violation_slow(),
            Violation::OutOfBounds => texts.violation_bounds(),
            Violation::OutOfTurn => texts.violation_turn(),
            Violation::Disagreement => texts.violation_disagreement(),
            Violation::Overtime => texts.violation_overtime(),
        };
        text.to_owned()
    }

    /// Something a person should know.
    pub fn notice(self, notice: &Notice) -> String {
        match notice {
            Notice::HeuristicReplaced { wanted, missing, used } => {
                let reason = if *missing { self.errors.heuristic_missing() } else { self.errors.heuristic_broken() };
                self.status.heuristic_replaced(wanted, reason, used)
            }
            Notice::ProgramReplaced { fault, used } => self.status.program_replaced(self.engine_error(&fault.0), used),
            Notice::Endgame(error) => self.status.endgame(self.table_error(error)),
        }
    }

    /// Why settings could not be read.
    pub fn settings_error(self, error: &SettingsError) -> String {
        let reason = match error {
            SettingsError::Io { path, source } => return self.status.settings_unread(self.read_error(path, source)),
            SettingsError::Partly { unknown, .. } => return self.status.settings_partly(unknown.join(", ")),
            SettingsError::Content { path, line, .. } => self.errors.settings_fault(file_name(path), line),
            SettingsError::TooLong { path } => self.errors.settings_long(file_name(path)),
        };
        self.status.settings_broken(reason)
    }

    /// Why the computer has no move.
    pub fn mind_error(self, error: &MindError) -> &'static str {
        match error {
            MindError::Crashed => self.status.thinking_crashed(),
            MindError::NoMove => self.status.no_move(),
        }
    }

    /// Why a computer has not learned.
    pub fn learn_failure(self, failure: &LearnFailure) -> String {
        match failure {
            LearnFailure::Learn(error) => self.learn_error(error),
            LearnFailure::Crashed => self.errors.crashed().to_owned(),
        }
    }

    /// Why a tournament ended early.
    pub fn laboratory_problem(self, problem: &LabProblem) -> String {
        match problem {
            LabProblem::Player(error) => self.player_error(error),
            LabProblem::Saving(error) => self.tournament_error(error),
        }
    }

    /// Why the analysis does not work, or works without a table.
    pub fn analysis_problem(self, problem: &Problem) -> String {
        match problem {
            Problem::Heuristic(error) => self.study.analysis_failed(self.heuristic_error(error)),
            Problem::Table(error) => self.status.endgame(self.table_error(error)),
        }
    }

    /// Why nothing was exported.
    pub fn export_error(self, error: &ExportError) -> String {
        match error {
            ExportError::UnknownFormat(path) => self.errors.export_format(file_name(path)),
            ExportError::Io { source, .. } => self.io_error(source),
        }
    }
}

/// Reports.
impl Texts {
    /// The verbose report of a computer's move. A player that does not search only names itself and its move.
    pub fn verbose(self, thought: &Thought) -> String {
        let mut text = match &thought.report {
            Some(report) => self.verbose_report(report),
            None => {
                let score = thought.score.map_or(String::new(), |score| format!(" ({score})"));
                format!("{}: {}{score}\n", thought.player, thought.best)
            }
        };
        if let Some(basis) = &thought.basis {
            text.push_str(&self.report.tables(basis));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;
    use muehle_engine::rules::{IllegalMove, Point};

    #[test]
    fn a_refusal_says_what_to_do() {
        let in_mill = Refusal::Illegal(IllegalMove::InMill(Point::B4));
        assert_eq!(Language::English.texts().refusal(in_mill), "b4 is in a mill; take a stone that is not.");
    }

    #[test]
    fn a_point_is_named_with_everything_about_it() {
        let label =
            PointLabel { point: Point::D6, stone: Some(Color::White), in_mill: true, role: PointRole::Selected };
        assert_eq!(Language::English.texts().point_label(&label), "d6, white, in a mill, selected");
        assert_eq!(Language::German.texts().point_label(&label), "d6, weiß, in einer Mühle, gewählt");
    }
}
