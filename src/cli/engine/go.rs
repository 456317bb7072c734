//! What a `go` asks for, and how much of its clock a move may use.

use std::time::Duration;

use anyhow::{Context, Result, bail};

use muehle_engine::game::Game;
use muehle_engine::rules::notation::excerpt;
use muehle_engine::rules::{Color, Move};
use muehle_engine::search::Limits;

/// A search as ordered.
#[derive(Debug, PartialEq)]
pub(super) struct Order {
    pub limits: Limits,
    /// No win that the depth allows may be missed.
    pub mate: bool,
    /// Think in the opponent's time: limits of time count from `ponderhit` on.
    pub ponder: bool,
    /// Only these moves; empty for all.
    pub moves: Vec<Move>,
}

/// Time that is kept back for everything but thinking.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Moves that a game is expected to last after placing.
const SLIDING_MOVES: u32 = 20;

/// The clocks, white's first.
#[derive(Default)]
struct Clocks {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    /// Moves until time is added.
    moves_to_go: Option<u32>,
}

impl Order {
    /// Any of `depth N`, `movetime MS`, `nodes N`, `mate N`, clocks, `searchmoves M…` and `ponder`, or `infinite`, which
    /// is the default.
    pub fn read(text: &str, game: &Game) -> Result<Order> {
        let (mut limits, mut clocks) = (Limits::default(), Clocks::default());
        let (mut mate, mut ponder, mut moves) = (false, false, Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => continue,
                "ponder" => {
                    ponder = true;
                    continue;
                }
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| word.parse::<Move>().ok()) {
                        if !game.legal_moves().contains(&mv) {
                            bail!("searchmoves: {mv} is not a legal move here");
                        }
                        moves.push(mv);
                        words.next();
                    }
                    if moves.is_empty() {
                        bail!("go searchmoves needs at least one move");
                    }
                    continue;
                }
                _ => {}
            }
            mate |= word == "mate";
            let value = words.next().with_context(|| format!("go {} needs a number", excerpt(word)))?;
            if !(clocks.set(word, value)? || set_limit(&mut limits, word, value)?) {
                bail!(
                    "unknown limit \"{}\"; go takes depth, movetime, nodes, mate, wtime, btime, winc, binc, movestogo, \
                     searchmoves, ponder and infinite",
                    excerpt(word)
                );
            }
        }
        if let Some(planned) = clocks.plan(game) {
            limits.time = Some(limits.time.map_or(planned, |time| time.min(planned)));
        }
        Ok(Order { limits, mate, ponder, moves })
    }

    /// Whether only a stop ends the search.
    pub fn is_endless(&self) -> bool {
        self.limits == Limits::default()
    }
}

fn set_limit(limits: &mut Limits, key: &str, value: &str) -> Result<bool> {
    if key == "mate" {
        // A win in N own moves is reached after 2N - 1 plies.
        let moves = whole_number(key, value)?.clamp(1, Limits::MAX_DEPTH.into()) as u32;
        limits.depth = Some(2 * moves - 1);
        return Ok(true);
    }
    if !limits.set(key, value)? {
        return Ok(false);
    }
    // A limit of zero asks for a quick answer, not for an endless search.
    match key {
        "movetime" | "time" if limits.time.is_none() => limits.time = Some(Duration::ZERO),
        "depth" if limits.depth.is_none() => limits.depth = Some(1),
        "nodes" if limits.nodes.is_none() => limits.nodes = Some(1),
        _ => {}
    }
    Ok(true)
}

impl Clocks {
    /// Sets a part of the clocks; false if the key is none of theirs.
    fn set(&mut self, key: &str, value: &str) -> Result<bool> {
        // A clock that has run out may be negative.
        let time = || Ok::<_, anyhow::Error>(Duration::from_millis(whole_number(key, value)?.clamp(0, 1 << 40) as u64));
        match key {
            "wtime" => self.left[0] = Some(time()?),
            "btime" => self.left[1] = Some(time()?),
            "winc" => self.increment[0] = time()?,
            "binc" => self.increment[1] = time()?,
            "movestogo" => self.moves_to_go = Some(whole_number(key, value)?.clamp(1, 1000) as u32),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// How long to think about this move: an equal share of the time that is left and most of the increment, but never
    /// more than half of the clock unless time is added right after this move. A side without a clock uses the other's.
    fn plan(&self, game: &Game) -> Option<Duration> {
        let side = game.side_to_move();
        let own = usize::from(side == Color::Black);
        let left = self.left[own].or(self.left[1 - own])?.saturating_sub(OVERHEAD);
        let expected = game.position().hand(side) as u32 + SLIDING_MOVES;
        let moves = self.moves_to_go.map_or(expected, |moves| moves.min(expected));
        let most = if moves == 1 { left } else { left / 2 };
        Some((left / moves + self.increment[own] * 3 / 4).min(most))
    }
}

fn whole_number(key: &str, value: &str) -> Result<i64> {
    value.parse().with_context(|| format!("{key} is \"{}\", it must be a whole number", excerpt(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(go: &str, game: &Game) -> u128 {
        Order::read(go, game).unwrap().limits.time.unwrap().as_millis()
    }

    #[test]
    fn a_clock_is_shared_out_over_the_moves_to_come() {
        let start = Game::default();
        assert_eq!(milliseconds("wtime 29030 btime 1", &start), 1000);
        assert_eq!(milliseconds("wtime 29030 btime 1 winc 400", &start), 1300);
        assert_eq!(milliseconds("wtime 10030 btime 1 movestogo 5", &start), 2000);
        assert_eq!(milliseconds("wtime 10030 movestogo 1", &start), 10000);
        assert_eq!(milliseconds("wtime 1030 winc 60000", &start), 500, "an increment does not empty the clock");
        assert_eq!(milliseconds("wtime -5", &start), 0);
        assert_eq!(milliseconds("wtime 29030 movetime 10", &start), 10);
        let mut game = start;
        game.play("d6".parse().unwrap()).unwrap();
        assert_eq!(milliseconds("wtime 1 btime 29030", &game), 1000);
        assert_eq!(milliseconds("wtime 29030", &game), 1000);
    }

    #[test]
    fn a_game_on_the_clock_never_runs_out() {
        let mut game = Game::default();
        let mut left = 10_000;
        for _ in 0..500 {
            left -= milliseconds(&format!("wtime {left} btime {left}"), &game);
            if game.outcome().is_none() {
                game.play(game.legal_moves()[0]).unwrap();
            }
        }
        assert!(left > 0);
    }

    #[test]
    fn every_word_of_an_order_is_read_or_refused() {
        let game = Game::default();
        let order = Order::read("ponder searchmoves d6 f4 depth 3", &game).unwrap();
        assert!(order.ponder && order.moves.len() == 2 && order.limits == Limits::depth(3));
        let order = Order::read("mate 3", &game).unwrap();
        assert!(order.mate && order.limits == Limits::depth(5));
        assert!(Order::read("infinite", &game).unwrap().is_endless());
        let refusal = |text: &str| Order::read(text, &game).unwrap_err().to_string();
        assert_eq!(refusal("searchmoves"), "go searchmoves needs at least one move");
        assert_eq!(refusal("searchmoves d6-d5"), "searchmoves: d6-d5 is not a legal move here");
        assert_eq!(refusal("wtime soon"), "wtime is \"soon\", it must be a whole number");
        assert_eq!(refusal("mate"), "go mate needs a number");
    }
}
