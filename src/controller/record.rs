//! A game with its players and clocks, as files hold it.

use std::time::Duration;

use super::clock::{self, TimeControl};
use super::evaluations;
use super::network::ClockSettings;
use super::seat::{ComputerSettings, PlayerKind, Seat};
use muehle_engine::calendar::Date;
use muehle_engine::game::pgn::{self, Reading, Tags};
use muehle_engine::game::{DrawReason, Game, MoveTree, Outcome, WinReason};
use muehle_engine::players::PlayerText;
use muehle_engine::rules::{Color, Move, Rules};

/// A game and who plays it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game, at the position where it goes on.
    pub game: Game,
    /// White and Black.
    pub seats: [Seat; 2],
    /// All tags of the file it came from.
    pub tags: Tags,
    /// The time each side has used.
    pub used: [Duration; 2],
    /// What limits it.
    pub control: Option<TimeControl>,
}

/// The names that both sides' tags begin with.
const SIDES: [&str; 2] = ["White", "Black"];
/// The tags about limited time.
pub(super) const CLOCK_TAGS: [&str; 3] = ["TimeControl", "WhiteClock", "BlackClock"];

impl Record {
    /// A game that begins now.
    pub fn fresh(seats: [Seat; 2], rules: Rules) -> Record {
        let (tags, used) = (Tags::default(), [Duration::ZERO; 2]);
        Record { game: Game::new(rules), seats, tags, used, control: None }
    }

    /// The same game with limited time.
    #[must_use]
    pub fn with_clock(self, clock: Option<ClockSettings>) -> Record {
        Record { control: clock.map(TimeControl::new), ..self }
    }

    /// What a file says. Where it says nothing about the players, people play.
    pub fn from_reading(reading: Reading) -> Record {
        let Reading { tags, mut game, .. } = reading;
        let seats = SIDES.map(|side| {
            let tag = |name: &str| tags.get(&format!("{side}{name}"));
            let name = tag("").filter(|name| *name != "?").unwrap_or_default();
            let kind = match tag("Player").and_then(computer_of) {
                Some(settings) => PlayerKind::Computer(settings),
                None => PlayerKind::Human,
            };
            Seat::from_file(name, kind)
        });
        let used = SIDES.map(|side| {
            let seconds = tags.get(&format!("{side}Seconds")).and_then(|text| text.parse::<u32>().ok());
            Duration::from_secs(seconds.unwrap_or(0).into())
        });
        let control = if game.outcome().is_none() { control_of(&tags, used) } else { None };
        // The journal records how far moves had been taken back,
        if let Some(ply) = tags.get("CurrentPly").and_then(|text| text.parse::<usize>().ok()) {
            while game.ply() > ply && game.undo() {}
        }
        // and in which side line the game went on.
        let mut node = MoveTree::ROOT;
        for mv in tags.get("CurrentLine").unwrap_or_default().split_whitespace() {
            let Some(next) = mv.parse().ok().and_then(|mv| game.tree().child_by_move(node, mv)) else { break };
            node = next;
        }
        if node != MoveTree::ROOT {
            game.go_to(node);
        }
        // A game that ended beside the main line says so itself.
        if let Some(outcome) = tags.get("CurrentResult").and_then(declared_end) {
            game.declare(outcome);
        }
        Record { game, seats, tags, used, control }
    }

    /// The game with people at both sides. A file only names its players, it does not let them play: those follow if
    /// there is a computer among them.
    pub fn with_people(self) -> (Record, Option<[Seat; 2]>) {
        let named = self.seats.clone();
        let seats = self.seats.map(|seat| Seat { kind: PlayerKind::Human, ..seat });
        let offered = (named != seats).then_some(named);
        (Record { seats, ..self }, offered)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut tags = self.tags.clone();
        set_occasion(&mut tags);
        for color in Color::BOTH {
            let (side, seat) = (SIDES[color.index()], &self.seats[color.index()]);
            let is_second = color == Color::Black && self.seats[0].settings().is_none();
            // A file that does not know its players does not come to know them by being read.
            if !(seat.name.is_empty() && seat.is_human() && tags.get(side) == Some("?")) {
                tags.set(side, seat.file_name(is_second));
            }
            tags.set(&format!("{side}Type"), if seat.settings().is_none() { "human" } else { "program" });
            let player = match &seat.kind {
                PlayerKind::Human => "human".to_owned(),
                PlayerKind::Network => "network".to_owned(),
                PlayerKind::Computer(settings) => settings.player_text().to_string(),
            };
            tags.set(&format!("{side}Player"), player);
            let used = self.used[color.index()];
            tags.set(&format!("{side}Seconds"), used.as_secs().to_string());
            if let Some(control) = &self.control {
                let left = control.granted[color.index()].saturating_sub(used);
                tags.set(&format!("{side}Clock"), clock_text(left));
            }
        }
        if let Some(control) = &self.control {
            tags.set("TimeControl", clock::tag_of(control.settings));
        }
        tags.set("CurrentPly", self.game.ply().to_string());
        if self.game.tree().is_on_main_line(self.game.current()) {
            tags.remove("CurrentLine");
        } else {
            let moves: Vec<String> = self.game.moves().iter().map(Move::to_string).collect();
            tags.set("CurrentLine", moves.join(" "));
        }
        let tree = self.game.tree();
        match tree.node(self.game.current()).declared {
            Some(outcome) if self.game.current() != tree.end_of_line(MoveTree::ROOT) => {
                tags.set("CurrentResult", outcome.to_string());
            }
            _ => tags.remove("CurrentResult"),
        }
        // Always in the same place, so that a game which is only read and written stays as it is.
        if let Some(evaluations) = tags.get(evaluations::TAG).map(str::to_owned) {
            tags.remove(evaluations::TAG);
            tags.set(evaluations::TAG, evaluations);
        }
        pgn::write(&tags, &self.game)
    }
}

/// Names the game and the day where nothing is known about them.
pub(super) fn set_occasion(tags: &mut Tags) {
    tags.set("Event", tags.get("Event").unwrap_or("Mühle").to_owned());
    if tags.get("Date").is_none_or(|date| date.contains('?')) {
        tags.set("Date", Date::today().pgn());
    }
}

/// The end that a text like `0-1 (resignation)` declares.
fn declared_end(text: &str) -> Option<Outcome> {
    let win = |reason| Color::BOTH.map(|winner| Outcome::Win { winner, reason });
    let ends = [WinReason::Resignation, WinReason::Time, WinReason::Forfeit, WinReason::Unknown]
        .map(win)
        .into_iter()
        .flatten();
    ends.chain([Outcome::Draw(DrawReason::Agreement)]).find(|end| end.to_string() == text)
}

/// Hours, minutes and seconds: `0:04:12.345`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, time.subsec_millis())
}

fn clock_from_text(text: &str) -> Option<Duration> {
    let [hours, minutes, seconds] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
    let whole = |text: &str| text.parse::<u32>().ok().map(f64::from);
    let seconds = seconds.parse::<f64>().ok()? + 60.0 * (whole(minutes)? + 60.0 * whole(hours)?);
    (0.0..=1e6).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The limit of a game that goes on. Files of other programs name a time control too, but not what is left of it.
fn control_of(tags: &Tags, used: [Duration; 2]) -> Option<TimeControl> {
    let settings = clock::from_tag(tags.get("TimeControl")?)?;
    let left = |side: usize| clock_from_text(tags.get(&format!("{}Clock", SIDES[side]))?);
    Some(TimeControl { settings, granted: [used[0] + left(0)?, used[1] + left(1)?] })
}

/// The computer that a text like `computer:depth=6` describes.
fn computer_of(text: &str) -> Option<ComputerSettings> {
    ComputerSettings::from_player_text(&text.parse::<PlayerText>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::players::Level;

    #[test]
    fn a_record_comes_back_as_it_was_written() {
        for level in Level::ALL {
            let computer = Seat::computer(ComputerSettings::of_level(level));
            let mut game = Game::default();
            for mv in ["d6", "f4", "d2", "b4"] {
                game.play(mv.parse().unwrap()).unwrap();
            }
            game.undo();
            let used = [Duration::from_secs(61), Duration::from_secs(3)];
            let settings = ClockSettings { initial_ms: 300_000, increment_ms: 3000 };
            let control = Some(TimeControl { settings, granted: [Duration::from_secs(306); 2] });
            let clara = Seat { name: "Clara".to_owned(), ..Seat::human() };
            let record = Record { game, seats: [clara, computer.clone()], tags: Tags::default(), used, control };
            let read = Record::from_reading(pgn::read(&record.text()));
            assert_eq!(read.seats[0], Seat { name: "Clara".to_owned(), kind: PlayerKind::Human });
            assert_eq!(read.seats[1], computer);
            assert_eq!((read.game.ply(), read.game.line().len(), read.used), (3, 5, used));
            assert_eq!(read.control, control, "the clock goes on where it stood");
        }
    }

    #[test]
    fn a_game_in_a_side_line_comes_back_there() {
        let mut game = pgn::read("1. d6 f4 (1... a1 2. g1 (2. g7 c3)) 2. d2 *").game;
        let line = ["d6", "a1", "g7"];
        let mut node = MoveTree::ROOT;
        for mv in line {
            node = game.tree().child_by_move(node, mv.parse().unwrap()).unwrap();
        }
        game.go_to(node);
        let record = Record { game, ..Record::fresh([Seat::human(), Seat::human()], Rules::default()) };
        let mut read = Record::from_reading(pgn::read(&record.text()));
        let moves: Vec<String> = read.game.moves().iter().map(Move::to_string).collect();
        assert_eq!(moves, line);
        // Back in the main line the file no longer mentions a side line.
        read.game.go_to(read.game.tree().end_of_line(MoveTree::ROOT));
        let again = Record::from_reading(pgn::read(&read.text()));
        assert_eq!(again.game.last_move().map(|mv| mv.to_string()), Some("d2".to_owned()));
        // A side line that does not exist is ignored.
        let wrong = Record::from_reading(pgn::read("[CurrentLine \"d6 xx a1\"]\n\n1. d6 f4 *"));
        assert_eq!(wrong.game.last_move().map(|mv| mv.to_string()), Some("d6".to_owned()));
    }

    #[test]
    fn an_end_beside_the_main_line_keeps_its_reason() {
        for reason in [WinReason::Resignation, WinReason::Time, WinReason::Forfeit, WinReason::Unknown] {
            let mut game = pgn::read("1. d6 f4 (1... a1) 2. d2 *").game;
            while game.ply() > 1 {
                game.undo();
            }
            let end = Outcome::Win { winner: Color::White, reason };
            game.declare(end);
            let record = Record { game, ..Record::fresh([Seat::human(), Seat::human()], Rules::default()) };
            let read = Record::from_reading(pgn::read(&record.text()));
            assert_eq!(read.game.outcome(), Some(end));
        }
    }

    #[test]
    fn people_without_names_are_called_as_on_the_screen() {
        let computer = Seat { kind: PlayerKind::Computer(Default::default()), ..Seat::human() };
        for (seats, names) in [
            ([Seat::human(), Seat::human()], ["[White \"Player 1\"]", "[Black \"Player 2\"]"]),
            ([computer, Seat::human()], ["[White \"Computer\"]", "[Black \"Player 1\"]"]),
        ] {
            let record = Record::fresh(seats, Rules::default());
            let text = record.text();
            assert!(names.iter().all(|name| text.contains(name)), "{text}");
            let again = Record::from_reading(pgn::read(&text));
            assert!(again.seats.iter().all(|seat| seat.name.is_empty()), "nobody gave these names");
            assert_eq!(again.text(), text);
        }
        let unknown = "[White \"?\"]\n[Black \"?\"]\n\n1. d6 f4 *";
        let text = Record::from_reading(pgn::read(unknown)).text();
        assert!(text.contains("[White \"?\"]") && text.contains("[Black \"?\"]"), "{text}");
    }

    #[test]
    fn a_foreign_file_is_a_game_between_people() {
        let text = "[White \"?\"]\n[BlackPlayer \"computer:time=soon\"]\n[TimeControl \"60\"]\n\n1. d6 f4 *";
        let record = Record::from_reading(pgn::read(text));
        assert_eq!(record.control, None, "whoever looks at it need not hurry");
        assert!(record.seats.iter().all(|seat| seat.is_human() && seat.name.is_empty()));
        assert_eq!(record.game.ply(), 2);
    }
}
