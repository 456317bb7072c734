//! What players say to each other apart from moves: hints, draw offers, resigning.

use std::time::Duration;

use super::{ComputerSettings, Controller, Event, Hint, Method, Purpose, Refusal, ThinkingLimit, Thought};
use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Action, Color};
use muehle_engine::search::Score;

/// The longest a person waits for a hint.
const HINT_TIME: Duration = Duration::from_secs(2);
/// The longest a person waits for the answer to a draw offer.
const DRAW_TIME: Duration = Duration::from_secs(1);
/// A computer gives up this much of its value for a draw.
const DRAW_MARGIN: f64 = 0.02;
/// What a position is worth to a mind without an opinion.
const EVEN: Score = Score::Estimate(0.0);

impl Controller {
    /// Whether a hint can be asked for now, and if not, why.
    pub fn may_hint(&self) -> Result<(), Refusal> {
        if self.only_person().is_none() || self.is_with_partner() {
            return Err(Refusal::NoHintHere);
        }
        self.may_act()
    }

    /// Looks for a hint. If the person has already acted and has only a stone to remove, the hint completes that move.
    pub(super) fn ask_hint(&mut self, begun: Option<Action>) -> Result<(), Refusal> {
        self.may_hint()?;
        if self.thinking().is_some() {
            return Err(Refusal::Busy);
        }
        self.turn.hint = None;
        // Whoever asks for advice wants the best there is, however strong the opponent is.
        let limit = ThinkingLimit::Time(HINT_TIME.as_millis() as u64);
        let adviser = ComputerSettings { method: Method::Perfect, limit, ..ComputerSettings::default() };
        self.think(adviser, Purpose::Hint(begun), Some(HINT_TIME));
        Ok(())
    }

    pub(super) fn hint_found(&mut self, thought: &Thought) {
        let hint = Hint { mv: thought.best, score: thought.score.unwrap_or(EVEN) };
        self.turn.hint = Some(hint.clone());
        self.events.push_back(Event::HintFound(hint));
    }

    /// Whether a draw can be offered now, and if not, why.
    pub fn may_offer_draw(&self) -> Result<(), Refusal> {
        if self.is_watching() {
            return Err(Refusal::NoDrawHere);
        }
        if self.is_with_partner() {
            return self.may_offer_partner_draw();
        }
        self.may_act()?;
        if self.only_person().is_some() && self.turn.declined_at == Some(self.game().current()) {
            return Err(Refusal::DrawDeclinedBefore);
        }
        Ok(())
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), Refusal> {
        self.may_offer_draw()?;
        let side = self.game().side_to_move();
        match self.seat(!side).settings().cloned() {
            None => {
                self.turn.draw_offer = Some(side);
                self.events.push_back(Event::DrawOffered(side));
            }
            Some(_) if self.turn.purpose() == Some(Purpose::DrawOffer) => return Err(Refusal::Busy),
            Some(settings) => {
                self.turn.drop_hint();
                self.think(settings, Purpose::DrawOffer, Some(DRAW_TIME));
            }
        }
        Ok(())
    }

    /// The thought is about the position of the person who offered; the computer sees it from the other side.
    pub(super) fn computer_answers_draw(&mut self, by: Color, thought: &Thought) {
        let score = thought.score.unwrap_or(EVEN).reversed();
        let accepted = score.value() <= DRAW_MARGIN;
        self.events.push_back(Event::DrawAnswered { by, accepted, score: Some(score) });
        if accepted {
            self.agree_draw();
        } else {
            self.turn.declined_at = Some(self.game().current());
        }
    }

    pub(super) fn answer_draw(&mut self, accepted: bool) {
        let Some(side) = self.turn.draw_offer.take() else { return };
        self.events.push_back(Event::DrawAnswered { by: !side, accepted, score: None });
        if accepted {
            self.agree_draw();
        }
    }

    fn agree_draw(&mut self) {
        self.document.end(Outcome::Draw(DrawReason::Agreement));
        self.declared();
    }

    /// The side that would resign: the person to move, or the only person.
    pub fn resigning_side(&self) -> Option<Color> {
        let side = self.game().side_to_move();
        self.only_person().or_else(|| self.seat(side).is_human().then_some(side))
    }

    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let side = self.resigning_side().ok_or(Refusal::NoOneToResign)?;
        self.document.end(Outcome::Win { winner: !side, reason: WinReason::Resignation });
        self.declared();
        Ok(())
    }

    pub(super) fn declared(&mut self) {
        self.turn.forget();
        self.changed();
        if let Some(outcome) = self.outcome() {
            self.ended(outcome);
        }
        self.run_clock();
    }
}
