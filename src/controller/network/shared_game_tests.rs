//! Two sides of a game and a line between them that delays, crosses and loses messages.

use std::collections::VecDeque;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use muehle_engine::rules::{IllegalMove, RemovalRule};

/// Both sides of a game and the messages under way; white sits at index 0 at first.
struct Pair {
    games: [SharedGame; 2],
    under_way: [VecDeque<Message>; 2],
    events: [Vec<Event>; 2],
    now: Instant,
}

impl Pair {
    fn new(rules: Rules, clock: Option<ClockSettings>) -> Pair {
        let now = Instant::now();
        let games = Color::BOTH.map(|own| SharedGame::new(own, "partner".into(), rules, clock, now));
        let events = games.each_ref().map(|game| vec![game.started()]);
        Pair { games, under_way: Default::default(), events, now }
    }

    fn apply(&mut self, side: usize, reaction: Reaction) {
        self.under_way[1 - side].extend(reaction.send);
        self.events[side].extend(reaction.events);
    }

    fn act(
        &mut self,
        side: usize,
        act: impl FnOnce(&mut SharedGame, Instant) -> Result<Reaction, Refusal>,
    ) -> Result<(), Refusal> {
        let reaction = act(&mut self.games[side], self.now)?;
        self.apply(side, reaction);
        Ok(())
    }

    fn play(&mut self, side: usize, mv: &str) {
        self.act(side, |game, now| game.play(mv.parse().unwrap(), now)).unwrap();
    }

    /// The side hears the next message that is under way to it.
    fn deliver(&mut self, side: usize) -> Result<bool, Violation> {
        let Some(message) = self.under_way[side].pop_front() else { return Ok(false) };
        let reaction = self.games[side].receive(&message, self.now)?;
        self.apply(side, reaction);
        Ok(true)
    }

    fn deliver_all(&mut self) {
        while self.deliver(0).unwrap() || self.deliver(1).unwrap() {}
    }

    /// The line is lost with everything under way, and comes back.
    fn lose_line(&mut self) -> Result<(), Violation> {
        for side in 0..2 {
            self.under_way[side].clear();
            self.games[side].line_lost(self.now);
        }
        self.come_back()
    }

    fn come_back(&mut self) -> Result<(), Violation> {
        let [white, black] = [self.games[0].standing(), self.games[1].standing()];
        let first = self.games[1].line_back(&white, self.now)?;
        let second = self.games[0].line_back(&black, self.now)?;
        self.apply(1, first);
        self.apply(0, second);
        Ok(())
    }

    /// The game as the events tell it to somebody who only listens.
    fn told(&self, side: usize) -> Game {
        let mut game = Game::default();
        for event in &self.events[side] {
            match *event {
                Event::Started { rules, .. } => game = Game::new(rules),
                Event::Moved { mv, .. } => game.play(mv).unwrap(),
                Event::Ended(outcome) => game.declare(outcome),
                Event::EndRetracted => game.retract_declaration(),
                _ => {}
            }
        }
        game
    }

    fn assert_agreed(&self) {
        let [a, b] = &self.games;
        for side in 0..2 {
            let told = self.told(side);
            assert_eq!(told.moves(), self.games[side].game.moves());
            assert_eq!(told.outcome(), self.games[side].game.outcome());
        }
        assert_eq!(a.number, b.number);
        assert_eq!(a.own, !b.own);
        assert_eq!(a.game.moves(), b.game.moves());
        assert_eq!(a.game.outcome(), b.game.outcome());
        assert_eq!(a.standing(), b.standing());
    }
}

#[test]
fn moves_go_to_and_fro() {
    let mut pair = Pair::new(Rules::default(), None);
    assert_eq!(pair.act(1, |game, now| game.play("d6".parse().unwrap(), now)), Err(Refusal::NotYourTurn));
    pair.play(0, "d6");
    let illegal = pair.act(0, |game, now| game.play("d6".parse().unwrap(), now));
    assert_eq!(illegal, Err(Refusal::NotYourTurn));
    pair.deliver_all();
    pair.play(1, "f4");
    pair.deliver_all();
    let occupied = pair.act(0, |game, now| game.play("d6".parse().unwrap(), now));
    assert!(matches!(occupied, Err(Refusal::Illegal(_))));
    let moved = |by, mv: &str, ply| Event::Moved { by, mv: mv.parse().unwrap(), ply };
    assert_eq!(pair.events[0][1..], [moved(Color::White, "d6", 1), moved(Color::Black, "f4", 2)]);
    assert_eq!(pair.events[0][1..], pair.events[1][1..]);
    pair.assert_agreed();
}

#[test]
fn a_draw_is_agreed_by_offer_answer_and_confirmation() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.play(0, "d6");
    pair.act(0, |game, _| game.offer_draw()).unwrap();
    assert_eq!(pair.act(0, |game, _| game.offer_draw()), Err(Refusal::DrawOfferedAlready));
    pair.deliver_all();
    assert!(pair.events[1].contains(&Event::DrawOffered));
    pair.act(1, |game, _| game.answer_draw(true)).unwrap();
    assert_eq!(pair.act(1, |game, now| game.play("f4".parse().unwrap(), now)), Err(Refusal::DrawPending));
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!(pair.games[0].game.outcome().unwrap().to_string(), "1/2-1/2 (agreement)");
}

#[test]
fn a_move_that_crosses_a_draw_offer_declines_it() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.act(1, |game, _| game.offer_draw()).unwrap();
    pair.play(0, "d6");
    pair.deliver_all();
    assert!(!pair.events[0].contains(&Event::DrawOffered), "the offer came too late to be one");
    assert!(pair.events[1].contains(&Event::DrawDeclined));
    assert_eq!(pair.act(0, |game, _| game.answer_draw(true)), Err(Refusal::NothingOffered));
}

#[test]
fn a_move_withdraws_an_offer_whose_answer_it_crosses() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.act(0, |game, _| game.offer_draw()).unwrap();
    pair.deliver_all();
    pair.act(1, |game, _| game.answer_draw(true)).unwrap();
    pair.play(0, "d6");
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!(pair.games[0].game.outcome(), None);
    pair.play(1, "f4");
    pair.deliver_all();
    pair.assert_agreed();
}

#[test]
fn a_resignation_counts_behind_the_move_it_crosses() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.play(0, "d6");
    pair.act(1, |game, now| game.resign(now)).unwrap();
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!(pair.games[1].game.ply(), 1);
    assert_eq!(pair.games[1].game.outcome().unwrap().to_string(), "1-0 (resignation)");
    assert_eq!(pair.events[1].iter().filter(|event| matches!(event, Event::Ended(_))).count(), 2);
}

#[test]
fn of_two_resignations_that_cross_that_of_the_side_to_move_counts() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.play(0, "d6");
    pair.act(0, |game, now| game.resign(now)).unwrap();
    pair.act(1, |game, now| game.resign(now)).unwrap();
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!(pair.games[0].game.outcome().unwrap().to_string(), "1-0 (resignation)");
}

#[test]
fn a_rematch_swaps_the_colours_also_when_both_ask_at_once() {
    let mut pair = Pair::new(Rules::default(), None);
    assert_eq!(pair.act(0, |game, now| game.rematch(now)), Err(Refusal::GameRunning));
    pair.act(0, |game, now| game.resign(now)).unwrap();
    pair.deliver_all();
    pair.act(0, |game, now| game.rematch(now)).unwrap();
    pair.act(1, |game, now| game.rematch(now)).unwrap();
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!((pair.games[0].number, pair.games[0].own), (2, Color::Black));
    pair.play(1, "a1");
    pair.deliver_all();
    pair.act(1, |game, now| game.resign(now)).unwrap();
    pair.deliver_all();
    pair.act(1, |game, now| game.rematch(now)).unwrap();
    pair.deliver_all();
    pair.act(0, |game, _| game.decline_rematch()).unwrap();
    pair.deliver_all();
    assert!(pair.events[1].contains(&Event::RematchDeclined));
    pair.act(0, |game, now| game.rematch(now)).unwrap();
    pair.deliver_all();
    pair.act(1, |game, now| game.rematch(now)).unwrap();
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!((pair.games[0].number, pair.games[0].own), (3, Color::White));
}

#[test]
fn what_a_lost_line_swallowed_is_said_again() {
    let clock = Some("5+0".parse().unwrap());
    for clock in [None, clock] {
        let mut pair = Pair::new(Rules::default(), clock);
        pair.play(0, "d6");
        pair.lose_line().unwrap();
        pair.deliver_all();
        pair.assert_agreed();
        assert_eq!(pair.games[1].game.ply(), 1);
        pair.play(1, "f4");
        pair.act(1, |game, now| game.resign(now)).unwrap();
        pair.lose_line().unwrap();
        pair.deliver_all();
        pair.assert_agreed();
        assert_eq!(pair.games[0].game.ply(), 2);
        pair.act(0, |game, now| game.rematch(now)).unwrap();
        pair.deliver_all();
        pair.act(1, |game, now| game.rematch(now)).unwrap();
        pair.play(1, "a1");
        pair.lose_line().unwrap();
        pair.deliver_all();
        pair.assert_agreed();
        assert_eq!((pair.games[0].number, pair.games[0].game.ply()), (2, 1));
    }
}

#[test]
fn a_lost_confirmation_of_a_draw_is_said_again() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.act(0, |game, _| game.offer_draw()).unwrap();
    pair.deliver_all();
    pair.act(1, |game, _| game.answer_draw(true)).unwrap();
    assert!(pair.deliver(0).unwrap());
    pair.lose_line().unwrap();
    pair.deliver_all();
    pair.assert_agreed();
    assert!(pair.games[1].game.outcome().is_some());
}

#[test]
fn games_that_do_not_agree_are_not_resumed() {
    let mut pair = Pair::new(Rules::default(), None);
    pair.play(0, "d6");
    pair.deliver_all();
    let honest = pair.games[1].standing();
    let now = pair.now;
    let wrong = [
        Standing { key: "0".repeat(16), ..honest.clone() },
        Standing { plies: 0, ..honest.clone() },
        Standing { plies: 3, ..honest.clone() },
        Standing { plies: u32::MAX, ..honest.clone() },
        Standing { game: 0, ..honest.clone() },
        Standing { game: 2, ..honest.clone() },
        Standing { game: u32::MAX, ..honest.clone() },
    ];
    for standing in wrong {
        assert_eq!(pair.games[0].line_back(&standing, now), Err(Violation::Disagreement), "{standing:?}");
    }
    assert!(pair.games[0].line_back(&honest, now).is_ok());
    // A side knows all moves of its own, even after it was killed: nobody can add one.
    pair.play(1, "f4");
    pair.deliver_all();
    let liar = Standing { plies: 3, ..honest };
    assert_eq!(pair.games[0].line_back(&liar, now), Err(Violation::Disagreement));
}

#[test]
fn dishonest_messages_are_seen_through() {
    let mv =
        |game, ply, mv: &str, key: &str| Message::Move { game, ply, mv: mv.into(), key: key.into(), left_ms: None };
    let right = GameKey::start(&Rules::default()).with_move("d6").with_move("f4").text();
    let occupied = Violation::Illegal(IllegalMove::Occupied("d6".parse().unwrap()));
    let cases = [
        (mv(1, 2, "f4", "0000000000000000"), Violation::Disagreement),
        (mv(1, 2, "F4", &right), Violation::Malformed),
        (mv(1, 2, " f4", &right), Violation::Malformed),
        (mv(1, 2, "f9", &right), Violation::Malformed),
        (mv(1, 2, "d6", &right), occupied),
        (mv(1, 1, "f4", &right), Violation::OutOfTurn),
        (mv(1, 3, "f4", &right), Violation::OutOfTurn),
        (mv(2, 2, "f4", &right), Violation::Disagreement),
        (Message::DrawAccept { game: 1, ply: 1 }, Violation::Unexpected),
        (Message::DrawAgreed { game: 1, ply: 1 }, Violation::Unexpected),
        (Message::DrawOffer { game: 1, ply: 9 }, Violation::Disagreement),
        (Message::Flag { game: 1 }, Violation::Unexpected),
        (Message::RematchOffer { game: 1 }, Violation::Unexpected),
        (Message::RematchAccept { game: 1 }, Violation::Unexpected),
        (Message::Resign { game: 7 }, Violation::Disagreement),
        (Message::Accept {}, Violation::Unexpected),
        (Message::Ping {}, Violation::Unexpected),
    ];
    for (message, violation) in cases {
        let mut pair = Pair::new(Rules::default(), None);
        pair.play(0, "d6");
        pair.deliver_all();
        assert_eq!(pair.games[0].receive(&message, pair.now), Err(violation), "{message:?}");
    }
    let mut pair = Pair::new(Rules::default(), None);
    pair.play(0, "d6");
    assert!(pair.games[0].receive(&mv(1, 2, "f4", &right), pair.now).is_ok());
    assert_eq!(pair.games[0].receive(&mv(1, 3, "a1", &right), pair.now), Err(Violation::OutOfTurn));
}

#[test]
fn time_ends_a_game() {
    let mut pair = Pair::new(Rules::default(), Some("1+0".parse().unwrap()));
    pair.now += Duration::from_secs(50);
    pair.play(0, "d6");
    pair.deliver_all();
    assert!(pair.events[1].contains(&Event::Clocks {
        left: [Duration::from_secs(10), Duration::from_secs(60)],
        grace: Duration::from_secs(6)
    }));
    pair.now += Duration::from_secs(60);
    let [white, black] = [0, 1].map(|side| pair.games[side].tick(pair.now).unwrap());
    assert_eq!(white, Reaction::default(), "each side calls its own flag");
    pair.apply(1, black);
    pair.deliver_all();
    pair.assert_agreed();
    assert_eq!(pair.games[0].game.outcome().unwrap().to_string(), "1-0 (time forfeit)");
    let mut silent = Pair::new(Rules::default(), Some("1+0".parse().unwrap()));
    silent.now += Duration::from_secs(71);
    assert_eq!(silent.games[1].tick(silent.now), Err(Violation::Overtime));
    // A late move does not undo it.
    let refused = silent.act(0, |game, now| game.play("d6".parse().unwrap(), now));
    assert_eq!(refused, Ok(()));
    assert_eq!(silent.games[0].game.ply(), 0);
    assert!(silent.games[0].is_over());
}

/// Whatever two honest sides do, however their messages cross and whenever the line is lost, neither ever sees a
/// violation, and when all is said they agree.
#[test]
fn honest_sides_always_come_to_agree() {
    let (mut ended, mut drawn, mut rematches) = (0, 0, 0);
    for seed in 0..3000 {
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let rule = *RemovalRule::BOTH.choose(random).unwrap();
        let rules = Rules { quiet_plies: 12, ..Rules::with_removal(rule) };
        let clock = if random.random_ratio(1, 3) { Some("60+0".parse().unwrap()) } else { None };
        let mut pair = Pair::new(rules, clock);
        let loss = random.random_range(1..300);
        for _ in 0..300 {
            let side = random.random_range(0..2);
            // A refusal does not matter here.
            let _ = match random.random_range(0..100) {
                0 => pair.act(side, |game, now| game.resign(now)),
                1..4 => pair.act(side, |game, _| game.offer_draw()),
                4..7 => pair.act(side, |game, _| game.answer_draw(true)),
                7..9 => pair.act(side, |game, _| game.answer_draw(false)),
                9..14 => pair.act(side, |game, now| game.rematch(now)),
                14 => pair.act(side, |game, _| game.decline_rematch()),
                15..50 => {
                    let moves = pair.games[side].game.legal_moves();
                    match moves.choose(random) {
                        Some(&mv) => pair.act(side, |game, now| game.play(mv, now)),
                        None => Ok(()),
                    }
                }
                _ => {
                    pair.deliver(side).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
                    Ok(())
                }
            };
            if random.random_range(0..loss) == 0 {
                pair.lose_line().unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
            }
        }
        pair.deliver_all();
        pair.assert_agreed();
        ended += u32::from(pair.games[0].is_over());
        drawn += u32::from(pair.games[0].game.outcome().is_some_and(|outcome| outcome.winner().is_none()));
        rematches += pair.games[0].number - 1;
    }
    assert!(ended > 100 && drawn > 100 && rematches > 100, "{ended} ended, {drawn} drawn, {rematches} rematches");
}

#[test]
fn a_lost_line_is_no_time_to_think() {
    let clock = Some("0.1+0".parse().unwrap());
    let mut pair = Pair::new(Rules::default(), clock);
    let start = pair.now;
    pair.games[0].line_lost(start);
    // Six seconds, and three in which a lost line stops the clock.
    let after = |seconds| start + Duration::from_secs(seconds);
    assert_eq!(pair.games[0].tick(after(8)), Ok(Reaction::default()));
    let reaction = pair.games[0].tick(after(9)).unwrap();
    assert!(matches!(reaction.events[..], [Event::Ended(_)]), "{reaction:?}");
    assert!(pair.games[0].is_over());
}
