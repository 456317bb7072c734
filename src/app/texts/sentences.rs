//! Sentences made of the tables: names, values, states of a game.

use super::{Texts, fill};
use crate::app::board::{PointLabel, PointRole};
use crate::controller::{Hint, Judgement, Method, PlayerKind, Refusal, Seat, ThinkingLimit};
use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Action, Color, IllegalMove, Move, Phase, Point, PointSet, Rules};

/// A value with its sign and a decimal point in both languages: `+0.43`, `−0.08`.
pub fn value_text(value: f64) -> String {
    let text = format!("{:+.2}", if value.abs() < 0.005 { 0.0 } else { value });
    text.replace('-', "−").replace("+0.00", "0.00")
}

/// A value times 1000: `+123`.
pub fn thousandths_text(value: f64) -> String {
    let number = (value * 1000.0).round() as i32;
    let sign = if number > 0 { "+" } else { "" };
    format!("{sign}{number}").replace('-', "−")
}

/// Milliseconds as seconds: `1`, `0.3`.
pub fn seconds_text(milliseconds: u64) -> String {
    let text = format!("{:.2}", milliseconds as f64 / 1000.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Texts {
    /// White or black.
    pub fn side(&self, side: Color) -> &'static str {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The name a player goes by who gave none.
    pub fn usual_name(&self, side: Color, seat: &Seat) -> String {
        match (seat.settings(), side) {
            (Some(settings), _) => match settings.method {
                Method::Mcts | Method::MonteCarlo | Method::Randomised | Method::Random => {
                    self.learning().short_method(settings.method).to_owned()
                }
                _ if settings.usual_name().is_empty() => self.computer_name.to_owned(),
                _ => settings.usual_name().to_owned(),
            },
            (None, Color::White) => self.player_white.to_owned(),
            (None, Color::Black) => self.player_black.to_owned(),
        }
    }

    /// What a player is: `Computer · 1 s a move`.
    pub fn kind(&self, seat: &Seat) -> String {
        let Some(settings) = seat.settings() else {
            let partner = seat.kind == PlayerKind::Network;
            return if partner { self.network().partner.to_owned() } else { self.kind_human.to_owned() };
        };
        let learning = self.learning();
        let kind = match settings.limit {
            _ if settings.method == Method::Random => return self.kind_computer.to_owned(),
            ThinkingLimit::Time(time) => fill(self.kind_time, &[("time", &seconds_text(time))]),
            ThinkingLimit::Depth(depth) => fill(self.kind_depth, &[("depth", &depth.to_string())]),
            ThinkingLimit::Iterations(games) => fill(learning.kind_iterations, &[("games", &games.to_string())]),
        };
        if settings.method == Method::Learning {
            kind.replacen(self.kind_computer, learning.card_kind, 1)
        } else {
            kind
        }
    }

    /// The accessible name of a card.
    #[allow(clippy::too_many_arguments)]
    pub fn card_label(
        &self,
        side: Color,
        name: &str,
        kind: &str,
        note: &str,
        clock: &str,
        hand: u8,
        board: usize,
    ) -> String {
        let note = if note.is_empty() { String::new() } else { format!("{note}.") };
        let values = [
            ("side", self.side(side)),
            ("name", name),
            ("kind", kind),
            ("note", &note),
            ("clock", clock),
            ("hand", &hand.to_string()),
            ("board", &board.to_string()),
        ];
        fill(self.card_template, &values).replace("  ", " ")
    }

    /// The accessible name of a move in the list.
    pub fn move_label(&self, ply: usize, mv: &str) -> String {
        let number = ply.div_ceil(2).to_string();
        let side = if ply % 2 == 1 { self.white } else { self.black };
        fill(self.move_template, &[("number", &number), ("side", side), ("move", mv)])
    }

    /// The accessible name of a point: `d6, white, in a mill`.
    pub fn point_label(&self, label: &PointLabel) -> String {
        let point = label.point.to_string();
        let mut text = match label.stone {
            None => fill(self.point_free, &[("point", &point)]),
            Some(color) => {
                let side = if color == Color::White { self.white_dative } else { self.black_dative };
                fill(self.point_stone, &[("point", &point), ("side", side)])
            }
        };
        let more = [
            label.in_mill.then_some(self.in_a_mill),
            match label.role {
                PointRole::Plain => None,
                PointRole::Selected => Some(self.point_selected),
                PointRole::Target => Some(self.point_target),
                PointRole::Removable => Some(self.point_removable),
            },
        ];
        for words in more.into_iter().flatten() {
            text += ", ";
            text += words;
        }
        text
    }

    /// The pill at a hint.
    pub fn hint_pill(&self, hint: &Hint) -> String {
        fill(self.hint_pill, &[("value", &value_text(hint.score.value()))])
    }

    /// What a hint means for the next click.
    pub fn hint_sentence(&self, hint: &Hint) -> String {
        let (mv, point) = (move_text(hint.mv), hint.mv.action.target().to_string());
        match hint.mv {
            Move { action: Action::Place(_), removal: None } => {
                fill(self.status_hint_place, &[("move", &mv), ("point", &point)])
            }
            _ => fill(self.status_hint_shift, &[("move", &mv)]),
        }
    }

    /// The number beside the evaluation's heading.
    pub fn judgement_value(&self, judgement: Judgement, thousandths: bool) -> String {
        let value = judgement.score.value();
        if thousandths { thousandths_text(value) } else { value_text(value) }
    }

    /// How that number came about.
    pub fn judgement_detail(&self, judgement: Judgement) -> String {
        match judgement.score.is_exact() {
            true => self.exact_value.to_owned(),
            false => fill(self.depth_estimate, &[("depth", &judgement.depth.to_string())]),
        }
    }

    /// The phase of the side to move.
    pub fn phase(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Placing => self.phase_placing,
            Phase::Sliding => self.phase_sliding,
            Phase::Flying => self.phase_flying,
        }
    }

    /// Who has won.
    pub fn outcome_title(&self, outcome: Outcome) -> String {
        match outcome.winner() {
            Some(winner) => fill(self.wins, &[("side", self.side(winner))]),
            None => self.draw_title.to_owned(),
        }
    }

    /// Why a game is over, as a sentence.
    pub fn outcome_reason(&self, outcome: Outcome, rules: &Rules) -> String {
        match outcome {
            Outcome::Win { winner, reason } => {
                let template = match reason {
                    WinReason::Stones => self.by_stones,
                    WinReason::Blocked => self.by_blocking,
                    WinReason::Resignation => self.by_resignation,
                    WinReason::Forfeit => self.by_forfeit,
                };
                fill(template, &[("loser", self.side(!winner))])
            }
            Outcome::Draw(DrawReason::Agreement) => self.by_agreement.to_owned(),
            Outcome::Draw(DrawReason::Repetition) => self.by_repetition.to_owned(),
            Outcome::Draw(DrawReason::QuietPlies) => {
                fill(self.by_quiet_plies, &[("count", &rules.quiet_plies.to_string())])
            }
        }
    }

    /// The numbers of a finished game.
    pub fn game_summary(&self, moves: usize, time: &str) -> String {
        fill(self.summary, &[("moves", &self.count_of_moves(moves)), ("time", time)])
    }

    /// `1 move`, `33 moves`.
    pub fn count_of_moves(&self, moves: usize) -> String {
        let template = if moves == 1 { self.one_move } else { self.many_moves };
        fill(template, &[("count", &moves.to_string())])
    }

    /// `c5, e5 or d6`.
    pub fn list(&self, points: PointSet) -> String {
        let mut names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
        names.sort();
        match names.pop() {
            None => String::new(),
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} {} {last}", names.join(", "), self.or),
        }
    }

    /// Why something is not possible.
    pub fn refusal(&self, refusal: Refusal) -> String {
        let text = match refusal {
            Refusal::Illegal(reason) => return self.illegal(reason),
            Refusal::Stuck(point) => return self.at(self.refused_stuck, point),
            Refusal::Over => self.refused_over,
            Refusal::NotYourTurn => self.refused_turn,
            Refusal::LookingBack => self.refused_looking,
            Refusal::NothingToUndo => self.refused_undo,
            Refusal::NothingToRedo => self.refused_redo,
            Refusal::NoHintHere => self.refused_hint,
            Refusal::NoDrawHere => self.refused_draw,
            Refusal::DrawDeclinedBefore => self.refused_draw_again,
            Refusal::NoOneToResign => self.refused_resign,
            Refusal::Busy => self.refused_busy,
            Refusal::NotWithPartner => self.network().refused_here,
            Refusal::PartnerWaits => self.network().refused_running,
            Refusal::PartnerGone => self.network().partner_gone,
            Refusal::Network(refusal) => return self.network_refusal(refusal),
        };
        text.to_owned()
    }

    fn at(&self, template: &str, point: Point) -> String {
        fill(template, &[("point", &point.to_string())])
    }

    /// Why a move is against the rules.
    pub fn illegal(&self, reason: IllegalMove) -> String {
        match reason {
            IllegalMove::GameOver => self.illegal_game_over.to_owned(),
            IllegalMove::MustPlace => self.illegal_must_place.to_owned(),
            IllegalMove::HandEmpty => self.illegal_hand_empty.to_owned(),
            IllegalMove::AllInMills => self.illegal_all_in_mills.to_owned(),
            IllegalMove::Occupied(point) => self.at(self.illegal_occupied, point),
            IllegalMove::NoStone(point) => self.at(self.illegal_no_stone, point),
            IllegalMove::EnemyStone(point) => self.at(self.illegal_enemy, point),
            IllegalMove::RemovalMissing(point) => self.at(self.illegal_removal_missing, point),
            IllegalMove::NoMill(point) => self.at(self.illegal_no_mill, point),
            IllegalMove::OwnStone(point) => self.at(self.illegal_own, point),
            IllegalMove::InMill(point) => self.at(self.illegal_in_mill, point),
            IllegalMove::NotNeighbours(from, to) => {
                fill(self.illegal_neighbours, &[("from", &from.to_string()), ("to", &to.to_string())])
            }
        }
    }

    /// The paper's line for a move: `Zug von Spieler2: a1-a4 xb6`.
    pub fn move_line(&self, name: &str, mv: Move) -> String {
        fill(self.move_by, &[("name", name), ("move", &move_text(mv))])
    }
}

/// A move as the status area writes it, the removal apart: `a1-a4 xb6`.
pub fn move_text(mv: Move) -> String {
    match mv.removal {
        Some(point) => format!("{} x{point}", mv.action),
        None => mv.action.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::search::Score;
    use crate::app::texts::Language;

    #[test]
    fn a_judgement_is_a_share_or_thousandths() {
        let judgement = Judgement { score: Score::Estimate(-0.0854), depth: 7 };
        let texts = Language::English.texts();
        assert_eq!([false, true].map(|wanted| texts.judgement_value(judgement, wanted)), ["−0.09", "−85"]);
    }

    #[test]
    fn values_and_times_are_short() {
        assert_eq!(value_text(0.43), "+0.43");
        assert_eq!(value_text(-0.08), "−0.08");
        assert_eq!(value_text(-0.001), "0.00");
        assert_eq!([1000, 300, 50, 2500].map(seconds_text), ["1", "0.3", "0.05", "2.5"]);
    }

    #[test]
    fn the_status_area_speaks_as_the_paper_does() {
        let german = Language::German.texts();
        assert_eq!(german.move_line("Spieler2", "a1-a4xb6".parse().unwrap()), "Zug von Spieler2: a1-a4 xb6");
        let in_mill = Refusal::Illegal(IllegalMove::InMill(Point::B4));
        let english = Language::English.texts();
        assert_eq!(english.refusal(in_mill), "b4 stands in a mill, another stone is free.");
        assert_eq!(english.list([Point::D6, Point::C5, Point::E5].into_iter().collect()), "c5, d6 or e5");
    }

    #[test]
    fn points_are_named_with_all_there_is_to_know() {
        let label =
            PointLabel { point: Point::D6, stone: Some(Color::White), in_mill: true, role: PointRole::Selected };
        assert_eq!(Language::English.texts().point_label(&label), "d6, white, in a mill, selected");
        assert_eq!(Language::German.texts().point_label(&label), "d6, weiß, in einer Mühle, gewählt");
    }
}
