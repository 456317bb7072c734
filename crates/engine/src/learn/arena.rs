//! Matches: two players, openings played twice with swapped colours, and the certainty of the result.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Outcome};
use crate::players::{Player, PlayerError};
use crate::random::GOLDEN;
use crate::rules::{Color, Rules};

use super::tasks::Tasks;

/// A game that no rule ends, because the draw rules are off, is drawn after this many plies.
pub(super) const MAX_PLIES: usize = 2000;

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The number of games; the last of an odd number has no counterpart.
    pub games: usize,
    /// The rules.
    pub rules: Rules,
    /// Random plies before the players begin. Each opening is played twice, with swapped colours.
    pub opening_plies: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Games played at the same time.
    pub jobs: usize,
    /// Ends the match early once a sequential test decides it.
    pub sprt: Option<Sprt>,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings { games: 100, rules: Rules::default(), opening_plies: 0, seed: 1, jobs: 1, sprt: None }
    }
}

/// A sequential test between two hypotheses about A's score, each with a 5 % chance of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// A's expected share of the points if it is no stronger.
    pub null: f64,
    /// A's expected share if it is as strong as hoped.
    pub hoped: f64,
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A is as strong as hoped.
    Accepted,
    /// A is not.
    Rejected,
    /// More games are needed.
    Open,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0.
    pub index: usize,
    /// Which side player A had.
    pub a_plays: Color,
    /// The game.
    pub game: Game,
}

impl MatchGame {
    /// A's points in halves: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.game.outcome().and_then(Outcome::winner) {
            Some(winner) if winner == self.a_plays => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// The state of a match from A's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games by A's colour and half points: lost, drawn, won.
    by_color: [[usize; 3]; 2],
    /// Pairs of games by A's half points in both.
    pairs: [usize; 5],
}

impl Tally {
    /// A's wins.
    pub fn wins(&self) -> usize {
        self.by_half_points()[2]
    }

    /// Draws.
    pub fn draws(&self) -> usize {
        self.by_half_points()[1]
    }

    /// A's losses.
    pub fn losses(&self) -> usize {
        self.by_half_points()[0]
    }

    /// All games.
    pub fn games(&self) -> usize {
        self.by_half_points().iter().sum()
    }

    /// A's wins, draws and losses with a colour.
    pub fn with(&self, color: Color) -> [usize; 3] {
        let [losses, draws, wins] = self.by_color[color.index()];
        [wins, draws, losses]
    }

    /// Games by A's half points: lost, drawn, won.
    fn by_half_points(&self) -> [usize; 3] {
        std::array::from_fn(|points| self.by_color.iter().map(|games| games[points]).sum())
    }

    /// A's share of the points, 0 to 1; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins() as f64 + 0.5 * self.draws() as f64) / games as f64,
        }
    }

    /// (wins - losses) / games, the paper's measure: -1 to 1.
    pub fn balance(&self) -> f64 {
        2.0 * self.score() - 1.0
    }

    /// Half the width of the 95 % interval around the score. The games of a pair are not independent (the opening
    /// favours one colour), so whole pairs are counted if there are enough.
    pub fn margin(&self) -> f64 {
        let (mean, variance, samples) = self.moments();
        if samples < 2 {
            return 0.5;
        }
        // If all samples are equal, the interval allows for one that differs.
        let floor = (mean.clamp(0.0, 1.0) * (1.0 - mean)).max(1.0 / samples as f64) / samples as f64;
        let variance = if variance == 0.0 { floor } else { variance };
        1.96 * (variance / samples as f64).sqrt()
    }

    /// Mean and variance of A's share of the points in a pair (or a game, without pairs), and their number.
    fn moments(&self) -> (f64, f64, usize) {
        let from_pairs = self.pairs.iter().sum::<usize>() >= 2;
        let single = self.by_half_points();
        let classes: &[usize] = if from_pairs { &self.pairs } else { &single };
        let samples: usize = classes.iter().sum();
        if samples == 0 {
            return (0.5, 0.0, 0);
        }
        let most = (classes.len() - 1) as f64;
        let share = |class: usize| class as f64 / most;
        let weighted = |f: &dyn Fn(f64) -> f64| {
            classes.iter().enumerate().map(|(class, &count)| f(share(class)) * count as f64).sum::<f64>()
        };
        let mean = weighted(&|x| x) / samples as f64;
        let variance = weighted(&|x| (x - mean) * (x - mean)) / samples as f64;
        (mean, variance, samples)
    }

    /// The result of a sequential test after these games.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        let (mean, variance, samples) = self.moments();
        if samples < 8 || variance == 0.0 {
            return Verdict::Open;
        }
        let likelihood =
            samples as f64 * (sprt.hoped - sprt.null) * (2.0 * mean - sprt.null - sprt.hoped) / (2.0 * variance);
        // ln((1 - 0.05) / 0.05)
        let bound = 19f64.ln();
        match likelihood {
            l if l >= bound => Verdict::Accepted,
            l if l <= -bound => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// The tally of games by their numbers, with A's half points in each: games 2n and 2n + 1 are a pair. `first` is A's
    /// colour in games with even numbers.
    pub(super) fn of_games(games: &BTreeMap<usize, usize>, first: Color) -> Tally {
        let mut tally = Tally::default();
        for (&index, &points) in games {
            tally.add(points.min(2), if index.is_multiple_of(2) { first } else { !first });
            if !index.is_multiple_of(2)
                && let Some(before) = games.get(&(index - 1))
            {
                tally.pairs[before.min(&2) + points.min(2)] += 1;
            }
        }
        tally
    }

    /// Both tallies together.
    #[must_use]
    pub fn plus(&self, other: &Tally) -> Tally {
        let mut sum = self.clone();
        for (count, more) in sum.by_color.iter_mut().flatten().zip(other.by_color.into_iter().flatten()) {
            *count += more;
        }
        for (count, more) in sum.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        sum
    }

    fn add(&mut self, half_points: usize, a_plays: Color) {
        self.by_color[a_plays.index()][half_points] += 1;
    }
}

/// `wins 12 draws 80 losses 8, score 0.520 ± 0.043, (wins - losses)/games +0.040`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "wins {} draws {} losses {}, score {:.3} ± {:.3}, (wins - losses)/games {:+.3}",
            self.wins(),
            self.draws(),
            self.losses(),
            self.score(),
            self.margin(),
            self.balance()
        )
    }
}

/// For results that were kept.
impl Tally {
    /// The tally of all games of a match in their order, with A's half points in each; A is White in the first.
    pub fn of_points(points: &[usize]) -> Tally {
        Tally::of_games(&points.iter().copied().enumerate().collect(), Color::White)
    }
}

/// A game of random plies from the start. If it ends early, another one is played.
pub fn random_opening(rules: Rules, plies: usize, seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    'again: loop {
        let mut game = Game::new(rules);
        for _ in 0..plies.min(60) {
            match game.legal_moves().choose(&mut random) {
                Some(&mv) if game.play(mv).is_ok() => {}
                _ => continue 'again,
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a game to its end. A game that is stopped has no outcome.
pub fn play_out(mut game: Game, mut players: [&mut dyn Player; 2], stop: &AtomicBool) -> Result<Game, PlayerError> {
    while game.outcome().is_none() && !stop.load(Ordering::Relaxed) {
        if game.ply() >= MAX_PLIES {
            game.agree_draw();
            break;
        }
        let player = &mut players[game.side_to_move().index()];
        let choice = player.choose(&game, stop, &mut |_| {})?;
        game.play(choice.mv).map_err(|_| PlayerError::NoMove)?;
    }
    Ok(game)
}

/// A pair of players, A first.
pub type Pair = [Box<dyn Player>; 2];

/// Plays a match. `on_game` sees every game in order, with the tally so far. With players that depend on their seed only,
/// the same settings give the same games, however many jobs there are.
pub fn run_match(
    settings: &MatchSettings,
    make_players: &(dyn Fn() -> Result<Pair, PlayerError> + Sync),
    stop: &AtomicBool,
    on_game: &mut dyn FnMut(&MatchGame, &Tally),
) -> Result<Tally, PlayerError> {
    let tasks = Tasks { name: "match", count: settings.games, threads: settings.jobs, stop };
    let mut tally = Tally::default();
    // Games are counted in their order, whichever ends first.
    let mut early = BTreeMap::new();
    let mut first_of_pair = 0;
    let play = |pair: &mut Pair, index| play_one(settings, index, pair, stop);
    tasks.run(make_players, play, |index, game: MatchGame| {
        early.insert(index, game);
        while let Some(game) = early.remove(&tally.games()) {
            let points = game.half_points();
            if game.index.is_multiple_of(2) {
                first_of_pair = points;
            } else {
                tally.pairs[first_of_pair + points] += 1;
            }
            tally.add(points, game.a_plays);
            on_game(&game, &tally);
            if settings.sprt.is_some_and(|sprt| tally.verdict(&sprt) != Verdict::Open) {
                return false;
            }
        }
        true
    })?;
    Ok(tally)
}

/// The seed of a game.
fn seed_of(seed: u64, index: usize) -> u64 {
    seed.wrapping_mul(GOLDEN) ^ (index as u64).wrapping_mul(0xD1B5_4A32_D192_ED03)
}

pub(super) fn play_one(
    settings: &MatchSettings,
    index: usize,
    pair: &mut Pair,
    stop: &AtomicBool,
) -> Result<Option<MatchGame>, PlayerError> {
    let opening = random_opening(settings.rules, settings.opening_plies, seed_of(settings.seed, index / 2));
    let seed = seed_of(settings.seed ^ 0x5EED, index);
    let [a, b] = pair;
    a.new_game(seed);
    b.new_game(seed.rotate_left(32));
    let a_plays = if index.is_multiple_of(2) { Color::White } else { Color::Black };
    let players: [&mut dyn Player; 2] = match a_plays {
        Color::White => [a.as_mut(), b.as_mut()],
        Color::Black => [b.as_mut(), a.as_mut()],
    };
    let game = play_out(opening, players, stop)?;
    if game.outcome().is_none() {
        return Ok(None);
    }
    a.game_over(&game)?;
    b.game_over(&game)?;
    Ok(Some(MatchGame { index, a_plays, game }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Random;

    fn random_pair() -> Result<Pair, PlayerError> {
        Ok([Box::new(Random::new(0)), Box::new(Random::new(0))])
    }

    fn run(settings: &MatchSettings) -> (Tally, Vec<String>) {
        let mut games = Vec::new();
        let tally = run_match(settings, &random_pair, &AtomicBool::new(false), &mut |played, _| {
            games.push(played.game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        });
        (tally.unwrap(), games)
    }

    #[test]
    fn jobs_do_not_change_a_match() {
        let settings = MatchSettings { games: 21, opening_plies: 4, ..MatchSettings::default() };
        let (tally, games) = run(&settings);
        assert_eq!((tally.games(), games.len()), (21, 21));
        let [white, black] = Color::BOTH.map(|color| tally.with(color).iter().sum::<usize>());
        assert_eq!((white, black), (11, 10));
        let mut points = Vec::new();
        run_match(&settings, &random_pair, &AtomicBool::new(false), &mut |played, _| points.push(played.half_points()))
            .unwrap();
        assert_eq!(Tally::of_points(&points), tally);
        assert_eq!(run(&MatchSettings { jobs: 3, ..settings.clone() }), (tally, games.clone()));
        assert_ne!(run(&MatchSettings { seed: 2, ..settings }).1, games);
        // The two games of a pair share their opening and nothing more.
        let opening = |game: &str| game.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(opening(&games[0]), opening(&games[1]));
        assert_ne!(opening(&games[0]), opening(&games[2]));
        assert_ne!(games[0], games[1]);
    }

    #[test]
    fn a_player_that_cannot_be_made_ends_the_match() {
        let settings = MatchSettings { jobs: 2, ..MatchSettings::default() };
        let result = run_match(&settings, &|| Err(PlayerError::NoMove), &AtomicBool::new(false), &mut |_, _| {});
        assert!(matches!(result, Err(PlayerError::NoMove)));
    }

    #[test]
    fn a_stop_ends_the_match() {
        let tally = run_match(&MatchSettings::default(), &random_pair, &AtomicBool::new(true), &mut |_, _| {});
        assert_eq!(tally.unwrap().games(), 0);
    }

    #[test]
    fn figures_follow_from_the_points() {
        let tally = Tally { by_color: [[4, 5, 41], [6, 15, 29]], pairs: [0; 5] };
        assert!((tally.score() - 0.8).abs() < 1e-12 && (tally.balance() - 0.6).abs() < 1e-12);
        assert_eq!(Color::BOTH.map(|color| tally.with(color)), [[41, 5, 4], [29, 15, 6]]);
        // Variance of {0, 1/2, 1} with these shares: 0.75 - 0.64 = 0.11.
        assert!((tally.margin() - 1.96 * (0.11f64 / 100.0).sqrt()).abs() < 1e-9);
        let sprt = Sprt { null: 0.5, hoped: 0.55 };
        assert_eq!(tally.verdict(&sprt), Verdict::Accepted);
        let even = Tally { by_color: [[350, 300, 350], [0; 3]], pairs: [0; 5] };
        assert_eq!(even.verdict(&Sprt { null: 0.5, hoped: 0.6 }), Verdict::Rejected);
        assert_eq!(Tally::default().verdict(&sprt), Verdict::Open);
        assert!(Tally { by_color: [[0; 3], [0, 0, 10]], pairs: [0; 5] }.margin() > 0.0);
    }
}
