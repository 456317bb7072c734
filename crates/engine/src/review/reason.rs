//! Why a move was worse than another, as far as it is seen in the two lines, and the kinds of mistakes that people make.

use std::fmt;

use crate::rules::Point;

use super::facts::{EndAhead, MillAhead};
use super::judge::JudgedMove;

/// What is seen in the lines after a move and instead of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The mill was right, the captured stone was not.
    WrongStone,
    /// The opponent closes a mill sooner, and perhaps has a double mill then.
    Mill(MillAhead, bool),
    /// A mill was not closed, or not prepared.
    MissedMill(MillAhead),
    /// The opponent has a double mill between these points.
    DoubleMill(Point, Point),
    /// The game is lost in the line.
    End(EndAhead),
    /// This number of own stones cannot move.
    Stuck(usize),
    /// The ways in which the own stones and the opponent's can go.
    Narrow(usize, usize),
}

impl JudgedMove {
    /// Why it was worse than another, the strongest reason that is seen; none if nothing is.
    pub fn reason(&self) -> Option<Reason> {
        let why = self.why.as_ref()?;
        let (own, enemy) = (self.side.index(), (!self.side).index());
        let (line, instead) = (&why.facts, &why.instead_facts);
        if why.instead.first().is_some_and(|better| better.action == self.mv.action) {
            return Some(Reason::WrongStone);
        }
        // A mill that comes as soon with the better move is no reason.
        let is_sooner = |mill: &MillAhead| instead.mills[enemy].is_none_or(|other| mill.moves < other.moves);
        if let Some(mill) = line.mills[enemy].filter(is_sooner) {
            return Some(Reason::Mill(mill, line.double_mill[enemy].is_some()));
        }
        // The line after the move begins one move of its side later.
        let is_missed = |mill: &MillAhead| line.mills[own].is_none_or(|other| mill.moves < other.moves + 1);
        if let Some(mill) = instead.mills[own].filter(|mill| self.mv.removal.is_none() && is_missed(mill)) {
            return Some(Reason::MissedMill(mill));
        }
        if let Some((from, to)) = line.double_mill[enemy].filter(|_| instead.double_mill[enemy].is_none()) {
            return Some(Reason::DoubleMill(from, to));
        }
        if let Some(end) = line.end.filter(|end| end.loser == self.side) {
            return Some(Reason::End(end));
        }
        let [now, better] = why.freedom;
        if now.stuck[own] >= better.stuck[own] + 2 {
            return Some(Reason::Stuck(now.stuck[own]));
        }
        match (now.mobility[own], now.mobility[enemy]) {
            (Some(mine), Some(theirs)) if mine + 4 <= theirs => Some(Reason::Narrow(mine, theirs)),
            _ => None,
        }
    }
}

/// A kind of mistake, as statistics count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MistakeKind {
    /// The opponent closes a mill.
    AllowedMill,
    /// An own mill was missed.
    MissedMill,
    /// The opponent has a double mill.
    DoubleMill,
    /// The wrong stone was captured.
    WrongStone,
    /// Too few ways to move.
    Mobility,
    /// No reason was seen, or the game simply ends.
    Other,
}

impl MistakeKind {
    /// All kinds.
    pub const ALL: [MistakeKind; 6] = [
        MistakeKind::AllowedMill,
        MistakeKind::MissedMill,
        MistakeKind::DoubleMill,
        MistakeKind::WrongStone,
        MistakeKind::Mobility,
        MistakeKind::Other,
    ];

    /// The kind of a mistake with this reason.
    pub fn of(reason: Option<Reason>) -> MistakeKind {
        match reason {
            Some(Reason::WrongStone) => MistakeKind::WrongStone,
            Some(Reason::Mill(_, false)) => MistakeKind::AllowedMill,
            Some(Reason::Mill(_, true) | Reason::DoubleMill(..)) => MistakeKind::DoubleMill,
            Some(Reason::MissedMill(_)) => MistakeKind::MissedMill,
            Some(Reason::Stuck(_) | Reason::Narrow(..) | Reason::End(EndAhead { blocked: true, .. })) => {
                MistakeKind::Mobility
            }
            Some(Reason::End(_)) | None => MistakeKind::Other,
        }
    }

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            MistakeKind::AllowedMill => "allowed-mill",
            MistakeKind::MissedMill => "missed-mill",
            MistakeKind::DoubleMill => "double-mill",
            MistakeKind::WrongStone => "wrong-stone",
            MistakeKind::Mobility => "mobility",
            MistakeKind::Other => "other",
        }
    }

    /// Numbers of mistakes as files have them: `missed-mill 2, mobility 1`, or `-` for none.
    pub fn counts_to_text(mistakes: impl IntoIterator<Item = MistakeKind> + Clone) -> String {
        let count = |kind: MistakeKind| mistakes.clone().into_iter().filter(|one| *one == kind).count();
        let counts = MistakeKind::ALL.into_iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
        let words: Vec<String> = counts.map(|(kind, count)| format!("{kind} {count}")).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(", ") }
    }

    /// Reads such a text. What is not understood is left out.
    pub fn counts_from_text(text: &str) -> Vec<(MistakeKind, usize)> {
        let read = |part: &str| {
            let (name, count) = part.trim().split_once(' ')?;
            let kind = MistakeKind::ALL.into_iter().find(|kind| kind.name() == name)?;
            Some((kind, usize::from(count.trim().parse::<u16>().ok()?)))
        };
        text.split(',').filter_map(read).collect()
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_mistakes_come_back_from_text() {
        let kinds = [MistakeKind::Mobility, MistakeKind::MissedMill, MistakeKind::MissedMill];
        let text = MistakeKind::counts_to_text(kinds);
        assert_eq!(text, "missed-mill 2, mobility 1");
        let counts = MistakeKind::counts_from_text(&text);
        assert_eq!(counts, [(MistakeKind::MissedMill, 2), (MistakeKind::Mobility, 1)]);
        assert_eq!(MistakeKind::counts_to_text([]), "-");
        for odd in ["-", "", "blunder 3", "mobility", "mobility -1, missed-mill 1e9"] {
            assert!(MistakeKind::counts_from_text(odd).is_empty(), "{odd}");
        }
    }
}
