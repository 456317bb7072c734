//! Reviewing a game, trying to do better, and the coach.

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings_in};
use crate::app::review::ReviewWish;
use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::game::pgn;
use muehle_engine::rules::{Action, Move};

/// Black threatens to slide from f4 to f2; only a stone there saves White. The tables know everything about it.
const THREAT: &str = "a1,c5,g7/b2,d2,f4,e5 w 0 0";
const LOST: &str = "1. a1-a4 f4-f2xa4";

impl Window {
    /// A lost game whose first move was the mistake, reviewed.
    fn reviewed(language: &str, size: Vec2) -> Window {
        let folder = folder_with(&settings_in(language, "light", PEOPLE));
        let game = game_text(["Änne", "Bert"], THREAT, LOST);
        let mut window = Window::start_with_game(folder, size, &game, |options| {
            options.mind = Some(Box::new(FirstMove::default()));
        });
        window.press(Key::R);
        window.until("the review is done", |window| {
            window.app().review.is_open() && window.app().review.progress().is_none()
        });
        window
    }

    /// A game against the computer from a position, with the coach.
    fn coached(position: &str) -> Window {
        let seats = format!(r#""coach": true, {COMPUTER}"#);
        let folder = folder_with(&settings_in("english", "light", &seats));
        let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
        window.harness.event(Event::Paste(position.to_owned()));
        window.frames();
        window
    }

    /// Clicks the points of a move, whatever comes of it.
    fn touch(&mut self, mv: &str) {
        let Move { action, removal } = mv.parse().unwrap();
        if let Action::Shift { from, .. } = action {
            self.point(from);
        }
        self.point(action.target());
        removal.into_iter().for_each(|point| self.point(point));
    }

    fn comment(&self, ply: usize) -> String {
        let game = self.app().controller().game();
        game.tree().node(game.line()[ply]).comment.clone()
    }
}

#[test]
fn a_review_judges_every_move_and_writes_it_down_once() {
    let mut window = Window::reviewed("english", USUAL);
    assert!(window.shows("The game at a glance") && window.shows("Mistakes: placing 0, sliding 0, flying 1"));
    assert!(window.shows("White, Änne. Accuracy 14 %, inaccuracies 0, mistakes 0, blunders 1"));
    window.press(Key::N);
    assert_eq!(window.app().controller().shown(), window.app().controller().game().line()[1]);
    let sentence = "Draws before, loses now: Black closes a mill on f2 with the next move.";
    assert!(window.shows(sentence), "the card says why");
    assert!(window.shows("Move 1, White: a1-a4, blunder"), "the list has the class");
    assert!(window.shows("1. a1-a4: blunder."), "so has the status line");
    assert!(window.comment(1).starts_with("[Review ??: Draws before"), "{}", window.comment(1));
    let node = window.app().controller().game().line()[1];
    assert_eq!(window.app().controller().game().tree().node(node).nags, [4]);
    let once = window.comment(1);
    window.key(Modifiers::SHIFT, Key::N);
    assert!(window.app().controller().is_looking_back(), "there is no mistake before it");
    window.press(Key::Home);
    window.click("Check again");
    window.until("the review is done again", |window| window.app().review.progress().is_none());
    assert_eq!(window.comment(1), once);
    window.press(Key::Escape);
    assert!(!window.app().review.is_open() && !window.app().controller().is_looking_back());
    assert!(window.shows("You") || window.shows("wins"), "the result is there again");
}

#[test]
fn a_review_speaks_german_and_fits_into_small_windows() {
    for size in [USUAL, Vec2::new(640.0, 480.0), Vec2::new(700.0, 1000.0)] {
        let mut window = Window::reviewed("german", size);
        window.press(Key::N);
        assert!(window.shows("grober Fehler"), "{size}");
        assert!(window.shows("Vorher Remis, jetzt verloren: Schwarz schließt mit dem nächsten Zug"), "{size}");
        for name in ["Nächster Fehler", "Voriger Fehler", "Noch einmal versuchen", "Von hier spielen"] {
            let rect = window.control(name).rect();
            assert!(window.harness.ctx.content_rect().contains_rect(rect), "{name} at {size}: {rect}");
        }
    }
}

#[test]
fn somebody_tries_again_and_plays_on_against_the_computer() {
    let mut window = Window::reviewed("english", USUAL);
    window.press(Key::N);
    window.click("Try again");
    assert!(window.shows("White to move. Find something better!") && !window.shows("a1-f2 or"));
    window.touch("c5-c4");
    window.until_shows("Wrong: c5-c4");
    assert!(window.shows("Black closes a mill on f2"), "it says why");
    assert_eq!(window.ply(), 2, "nothing was played");
    window.touch("a1-f2");
    window.until_shows("Right: a1-f2");
    assert!(window.shows("That holds the draw."));
    window.click("Play from here");
    window
        .until("the computer answers", |window| window.ply() == 2 && window.last_move().as_deref() != Some("f4-f2xa4"));
    let controller = window.app().controller();
    assert!(!controller.seats()[1].is_human() && controller.seats()[0].is_human());
    assert_eq!(controller.seats()[1].name, "Bert", "the names of the game stay");
    let text = pgn::write(&pgn::Tags::default(), controller.game());
    assert!(text.contains("a1-a4 $4") && text.contains("a1-f2"), "the game stays, the try is a side line: {text}");
    window.press(Key::R);
    window.until("the side line is reviewed too", |window| window.app().review.is_open());
}

#[test]
fn a_review_can_be_stopped_and_needs_moves() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.press(Key::R);
    assert!(window.shows("There is no move to review yet.") && !window.app().review.is_open());
    window.play_all("d6 f4 d2 b4 d7 c4");
    window.choose("Analysis", "Review game");
    window.click("Stop");
    window.until("the review has ended", |window| window.app().review.progress().is_none());
    assert!(window.app().review.is_open());
    window.press(Key::End);
    window.play_all("a1");
    assert!(!window.app().review.is_open(), "the game goes on");
}

#[test]
fn the_coach_asks_once_before_a_mistake_counts() {
    let mut window = Window::coached(THREAT);
    window.touch("a1-a4");
    window.until_shows("That gives away the draw. Take it back?");
    assert_eq!(window.ply(), 0, "it does not count yet");
    let focused = window.harness.get_by_label("Take back").accesskit_node().is_focused();
    assert!(focused, "the question has the keyboard");
    window.click("Take back");
    assert!(!window.shows("Take it back?") && window.ply() == 0);
    window.touch("c5-c4");
    window.until_shows("That gives away the draw.");
    window.press(Key::Escape);
    assert_eq!(window.ply(), 0, "Esc takes it back too");
    window.touch("a1-a4");
    window.until("nobody is asked twice", |window| window.ply() > 0);

    let mut window = Window::coached(THREAT);
    window.touch("a1-f2");
    window.until("a good move counts", |window| window.ply() > 0);
    assert!(!window.shows("Take it back?"));

    let mut window = Window::coached(THREAT);
    window.touch("a1-a4");
    window.until_shows("Play it anyway");
    window.click("Play it anyway");
    window.until("it counts", |window| window.ply() > 0);
}

#[test]
fn hints_come_in_two_steps_and_threats_have_arrows() {
    let mut window = Window::coached(THREAT);
    window.press(Key::H);
    window.until_shows("Hint: look at the line");
    assert!(!window.shows("Esc: hide") || !window.shows("Hint: a1-"), "the move is not told yet");
    window.press(Key::H);
    let hint = window.app().controller().hint().unwrap().mv.to_string();
    assert!(window.shows(&format!("Hint: {hint}")));
    window.press(Key::Escape);
    window.choose("Game", "Show threats");
    assert!(window.shows("Black threatens a mill on f2."));
    let threats = |window: &Window| window.app().coach.threats(&window.app().view(&window.harness.ctx)).len();
    assert_eq!(threats(&window), 1);
    window.press(Key::Escape);
    assert_eq!(threats(&window), 0);
}

#[test]
fn a_running_review_says_that_it_has_found_nothing_so_far() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.play_all("d6 f4 d2 b4");
    // Nothing is heard of the review between these two.
    let ctx = window.harness.ctx.clone();
    for wish in [ReviewWish::Show, ReviewWish::Step(true)] {
        window.harness.state_mut().carry_out_review(&ctx, wish);
    }
    assert!(window.app().review.progress().is_some());
    window.harness.step();
    assert!(window.shows("No further mistake found so far.") && !window.shows("There is no mistake after this."));
    window.until("the review is done", |window| window.app().review.progress().is_none());
    window.press(Key::N);
    assert!(window.shows("There is no mistake after this."));
}
