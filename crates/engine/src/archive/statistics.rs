//! What the archived games come to: results by level and colour, accuracy, mistakes, a rating.

use super::{ArchivedGame, GameResult, PlayerKind};
use crate::players::Level;
use crate::review::MistakeKind;
use crate::rules::{Color, Position};

/// Results against somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Tally {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

impl Tally {
    /// How many games they are.
    pub fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The points: one for a win, half for a draw.
    pub fn points(self) -> f64 {
        self.won as f64 + 0.5 * self.drawn as f64
    }

    fn count(&mut self, result: GameResult) {
        *match result {
            GameResult::Won => &mut self.won,
            GameResult::Drawn => &mut self.drawn,
            GameResult::Lost => &mut self.lost,
        } += 1;
    }

    fn plus(self, other: Tally) -> Tally {
        Tally { won: self.won + other.won, drawn: self.drawn + other.drawn, lost: self.lost + other.lost }
    }
}

/// How strong a person plays, on the scale of the levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, with random play at 0.
    pub elo: f64,
    /// The half width of the 95 % interval.
    pub margin: f64,
    /// The number of games it comes from.
    pub games: usize,
}

/// What games come to. Only those between the person at this computer and one opponent count, from the usual start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Results against each level, as White and as Black.
    pub levels: [[Tally; 2]; Level::ALL.len()],
    /// Results against other computers, as White and as Black.
    pub computers: [Tally; 2],
    /// Results against partners in the network, as White and as Black.
    pub network: [Tally; 2],
    /// The accuracies of the person in the order of the games, with the place of the game.
    pub accuracy: Vec<(usize, u8)>,
    /// How often each kind of mistake occurred, the most frequent first.
    pub mistakes: Vec<(MistakeKind, usize)>,
    /// The rating; none before there are enough games against levels.
    pub rating: Option<Rating>,
}

impl Statistics {
    /// The rating comes from at most this number of games, the last ones.
    pub const RATED: usize = 50;
    /// With fewer games there is no rating.
    pub const LEAST_RATED: usize = 5;

    /// The statistics of games, the oldest first.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a ArchivedGame>) -> Statistics {
        let mut statistics = Statistics::default();
        let mut mistakes = [0; MistakeKind::ALL.len()];
        let mut rated = Vec::new();
        for (place, game) in games.into_iter().enumerate() {
            let Some(own) = game.own_side() else { continue };
            // How well somebody plays does not depend on where the game began, but its result does.
            statistics.accuracy.extend(game.accuracy[own.index()].map(|accuracy| (place, accuracy)));
            for (kind, count) in game.mistakes(own).unwrap_or_default() {
                mistakes[kind as usize] += count;
            }
            let Some(result) = game.own_result().filter(|_| game.start == Position::START) else { continue };
            let tallies = match &game.player(!own).kind {
                PlayerKind::Level(level) => {
                    rated.push((f64::from(level.elo()), result));
                    &mut statistics.levels[*level as usize]
                }
                PlayerKind::Computer(_) => &mut statistics.computers,
                PlayerKind::Network => &mut statistics.network,
                PlayerKind::Person => continue,
            };
            tallies[own.index()].count(result);
        }
        let counts = MistakeKind::ALL.into_iter().zip(mistakes);
        statistics.mistakes = counts.filter(|(_, count)| *count > 0).collect();
        statistics.mistakes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        statistics.rating = rating(&rated[rated.len().saturating_sub(Statistics::RATED)..]);
        statistics
    }

    /// The results against a level with both colours.
    pub fn level(&self, level: Level) -> Tally {
        let [white, black] = self.levels[level as usize];
        white.plus(black)
    }

    /// The results with a colour against everybody.
    pub fn color(&self, color: Color) -> Tally {
        let others = [self.computers, self.network];
        let all = self.levels.iter().chain(&others).map(|tallies| tallies[color.index()]);
        all.fold(Tally::default(), Tally::plus)
    }

    /// All results.
    pub fn all(&self) -> Tally {
        self.color(Color::White).plus(self.color(Color::Black))
    }
}

/// The share of the points that somebody of this strength is expected to make.
fn expected(elo: f64, opponent: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((opponent - elo) / 400.0))
}

/// The strength for which the expected points are the points that were made. Two draws with the average opponent are
/// added, so that nobody who has won everything is infinitely strong.
fn rating(games: &[(f64, GameResult)]) -> Option<Rating> {
    if games.len() < Statistics::LEAST_RATED {
        return None;
    }
    let average = games.iter().map(|(elo, _)| elo).sum::<f64>() / games.len() as f64;
    let opponents: Vec<f64> = games.iter().map(|(elo, _)| *elo).chain([average; 2]).collect();
    let points: f64 = games.iter().map(|(_, result)| points(*result)).sum::<f64>() + 1.0;
    // The expected points grow with the strength, so halving finds it.
    let (mut low, mut high) = (average - 2000.0, average + 2000.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let sum: f64 = opponents.iter().map(|opponent| expected(middle, *opponent)).sum();
        if sum < points { low = middle } else { high = middle }
    }
    let elo = (low + high) / 2.0;
    let information: f64 = opponents.iter().map(|opponent| expected(elo, *opponent)).map(|p| p * (1.0 - p)).sum();
    let margin = 1.96 * 400.0 / std::f64::consts::LN_10 / information.sqrt();
    Some(Rating { elo, margin, games: games.len() })
}

fn points(result: GameResult) -> f64 {
    match result {
        GameResult::Won => 1.0,
        GameResult::Drawn => 0.5,
        GameResult::Lost => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_makes_half_the_points_is_as_strong_as_the_opponents() {
        let games = |won: usize, lost: usize| {
            let results = [vec![GameResult::Won; won], vec![GameResult::Lost; lost]].concat();
            rating(&results.into_iter().map(|result| (1245.0, result)).collect::<Vec<_>>())
        };
        let even = games(10, 10).unwrap();
        assert!((even.elo - 1245.0).abs() < 0.01 && even.games == 20, "{even:?}");
        // (15 + 1) points of (20 + 2) games: 400 · log₁₀(16 / 6) above the opponents.
        let better = games(15, 5).unwrap();
        assert!((better.elo - 1245.0 - 400.0 * (16f64 / 6.0).log10()).abs() < 0.01, "{better:?}");
        let all = games(20, 0).unwrap();
        assert!(all.elo > better.elo && all.elo < 1900.0 && all.margin > even.margin, "{all:?}");
        assert_eq!(games(3, 1), None);
    }
}
