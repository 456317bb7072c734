//! What a person chooses for the next game, kept from game to game.

use serde::{Deserialize, Serialize};

use crate::app::settings::Settings;
use crate::controller::{ComputerSettings, PlayerKind, Seat};
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

/// Who plays against the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// A computer.
    #[default]
    Computer,
    /// A second person at this window.
    Friend,
    /// A person at another computer.
    Network,
}

impl Opponent {
    /// All of them, in the order of the sheet.
    pub const ALL: [Opponent; 3] = [Opponent::Computer, Opponent::Friend, Opponent::Network];
}

/// The colour of the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OwnColor {
    /// The person begins.
    #[default]
    White,
    /// The opponent begins.
    Black,
    /// Chance decides.
    Random,
}

impl OwnColor {
    /// All of them, in the order of the sheet.
    pub const ALL: [OwnColor; 3] = [OwnColor::White, OwnColor::Black, OwnColor::Random];

    /// The colour if the coin falls like this.
    pub fn draw(self, coin: bool) -> Color {
        match self {
            OwnColor::White => Color::White,
            OwnColor::Black => Color::Black,
            OwnColor::Random if coin => Color::Black,
            OwnColor::Random => Color::White,
        }
    }
}

/// The levels that can be chosen, the weakest first. Only complete tables make a perfect player.
pub fn levels(solved: bool) -> Vec<Level> {
    Level::ALL.into_iter().filter(|&level| solved || level != Level::Perfect).collect()
}

/// The choice for the next game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// Who plays against the person.
    pub opponent: Opponent,
    /// The colour of the person.
    pub color: OwnColor,
    /// The computer that plays, with the name a person gave it.
    pub computer: Seat,
    /// The names of the person and of the second one at this window.
    pub people: [String; 2],
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            opponent: Opponent::Computer,
            color: OwnColor::White,
            computer: Seat::computer(ComputerSettings::usual()),
            people: Default::default(),
        }
    }
}

impl Choice {
    /// The choice that leads to these players. What they do not tell stays as it was.
    #[must_use]
    pub fn following(mut self, seats: &[Seat; 2]) -> Choice {
        let mut people = Color::BOTH.into_iter().filter(|side| seats[side.index()].is_human());
        match (people.next(), people.next()) {
            (Some(own), None) => {
                self.opponent = Opponent::Computer;
                self.color = if own == Color::White { OwnColor::White } else { OwnColor::Black };
                self.people[0].clone_from(&seats[own.index()].name);
            }
            (Some(_), Some(_)) => {
                self.opponent = Opponent::Friend;
                let own = self.color.draw(false);
                self.people = [own, !own].map(|side| seats[side.index()].name.clone());
            }
            (None, _) => {}
        }
        if let Some(computer) = seats.iter().find(|seat| seat.settings().is_some()) {
            self.computer = computer.clone();
        }
        self
    }

    /// The last choice, with the computer that the settings name: its level can be changed in the menu too.
    pub fn of(settings: &Settings) -> Choice {
        let Some(mut choice) = settings.new_game.clone() else {
            return Choice::default().following(&settings.seats);
        };
        if let Some(computer) = settings.seats.iter().find(|seat| seat.settings().is_some()) {
            choice.computer = computer.clone();
        }
        choice
    }

    /// The players at this window, with this colour for the person.
    pub fn seats(&self, own: Color) -> [Seat; 2] {
        let [person, friend] = self.people.clone().map(|name| Seat { name, kind: PlayerKind::Human });
        let other = if self.opponent == Opponent::Computer { self.computer.clone() } else { friend };
        if own == Color::White { [person, other] } else { [other, person] }
    }

    /// The choice with every part within its bounds.
    #[must_use]
    pub fn tidied(mut self) -> Choice {
        self.computer = self.computer.tidied();
        if self.computer.settings().is_none() {
            self.computer = Choice::default().computer;
        }
        self.people = self.people.map(|name| crate::controller::tidy_name(&name));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Seat {
        Seat { name: name.to_owned(), kind: PlayerKind::Human }
    }

    #[test]
    fn a_name_goes_with_the_person_and_not_with_the_seat() {
        let computer = Seat::computer(ComputerSettings::default());
        let choice = Choice::default().following(&[person("Clara"), computer.clone()]);
        assert_eq!(choice.seats(Color::Black), [computer.clone(), person("Clara")]);
        let choice = choice.following(&[person("Clara"), person("Max")]);
        assert_eq!((choice.opponent, choice.people.clone()), (Opponent::Friend, ["Clara", "Max"].map(str::to_owned)));
        let alone = choice.following(&[computer.clone(), person("Clara")]);
        assert_eq!((alone.color, alone.people[1].as_str()), (OwnColor::Black, "Max"), "the friend is not forgotten");
        assert_eq!(alone.clone().following(&[computer.clone(), computer]), alone, "two computers have no person");
    }

    #[test]
    fn chance_gives_both_colours() {
        assert_eq!([false, true].map(|coin| OwnColor::Random.draw(coin)), Color::BOTH);
        assert_eq!([false, true].map(|coin| OwnColor::Black.draw(coin)), [Color::Black; 2]);
    }

    #[test]
    fn perfection_needs_the_tables() {
        assert_eq!(levels(true), Level::ALL);
        assert_eq!(levels(false), Level::ALL[..7]);
    }
}
