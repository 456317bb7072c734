//! Random games to their end, without lists of moves: every step is a few operations on sets of points.

use std::str::FromStr;

use crate::endgame::{CappedDatabase, Value};
use crate::random::Dice;
use crate::rules::{Color, PointSet, Position, RemovalRule};

/// How the moves of a random game are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Every action is equally likely, and so is every stone a mill may remove.
    Random,
    /// Closes a mill if possible, else blocks one that the enemy could close by placing, else random.
    #[default]
    Mills,
}

impl FromStr for Policy {
    type Err = ();

    fn from_str(text: &str) -> Result<Policy, ()> {
        match text {
            "random" => Ok(Policy::Random),
            "mills" => Ok(Policy::Mills),
            _ => Err(()),
        }
    }
}

/// How random games are played.
#[derive(Clone, Copy, Debug)]
pub struct Rollouts<'a> {
    /// The removal rule.
    pub rule: RemovalRule,
    /// Games are cut off after this many plies.
    pub depth: u32,
    /// How moves are chosen.
    pub policy: Policy,
    /// A game ends where this database knows the result.
    pub endgame: Option<CappedDatabase<'a>>,
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutEnd {
    /// 1, 0 or -1 for the side to move at the beginning; none when the game was cut off.
    pub result: Option<i8>,
    /// The plies played.
    pub plies: u32,
    /// The last position.
    pub board: Board,
}

/// A position without its key, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    own: PointSet,
    enemy: PointSet,
    own_hand: u8,
    enemy_hand: u8,
}

/// The result of one ply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Quiet,
    Removal,
    /// There was no move.
    Blocked,
}

impl Board {
    /// The board of a position.
    pub fn of(position: &Position) -> Board {
        let side = position.side_to_move();
        Board {
            own: position.own(),
            enemy: position.enemy(),
            own_hand: position.hand(side),
            enemy_hand: position.hand(!side),
        }
    }

    /// Back to a position, with this side to move.
    pub fn position(&self, side: Color) -> Option<Position> {
        let (mut stones, mut hands) = ([self.own, self.enemy], [self.own_hand, self.enemy_hand]);
        if side == Color::Black {
            stones.swap(0, 1);
            hands.swap(0, 1);
        }
        Position::new(stones, hands, side).ok()
    }

    fn turn(&mut self) {
        std::mem::swap(&mut self.own, &mut self.enemy);
        std::mem::swap(&mut self.own_hand, &mut self.enemy_hand);
    }

    /// Plays one random ply; the side to move changes unless it is blocked.
    #[inline]
    fn step(&mut self, rule: RemovalRule, policy: Policy, dice: &mut Dice) -> Step {
        let free = !(self.own | self.enemy);
        let closes;
        if self.own_hand > 0 {
            let closing = self.own.closing_points() & free;
            let target = match policy {
                Policy::Mills if !closing.is_empty() => closing,
                Policy::Mills => {
                    let threats = self.enemy.closing_points() & free;
                    if threats.is_empty() { free } else { threats }
                }
                Policy::Random => free,
            };
            let target = any_of(target, dice);
            if target.is_empty() {
                return Step::Blocked;
            }
            self.own_hand -= 1;
            self.own |= target;
            closes = !(closing & target).is_empty();
        } else {
            let flies = self.own.len() == 3;
            let shift = match policy {
                Policy::Mills => closing_shift(self.own, free, flies, dice),
                Policy::Random => None,
            };
            let (from, to) = match shift {
                Some(shift) => shift,
                None if flies => (any_of(self.own, dice), any_of(free, dice)),
                None => match any_slide(self.own, free, dice) {
                    Some(slide) => slide,
                    None => return Step::Blocked,
                },
            };
            self.own = self.own - from;
            closes = !(self.own.closing_points() & to).is_empty();
            self.own |= to;
        }
        let mut removed = PointSet::EMPTY;
        if closes {
            removed = any_of(rule.removable(self.enemy), dice);
            self.enemy = self.enemy - removed;
        }
        self.turn();
        if removed.is_empty() { Step::Quiet } else { Step::Removal }
    }
}

impl Rollouts<'_> {
    /// Plays one random game from a position in which both sides have at least three stones.
    pub fn play(&self, position: &Position, dice: &mut Dice) -> RolloutEnd {
        let mut board = Board::of(position);
        // 1 while the side that began is to move.
        let mut sign = 1;
        for plies in 0..self.depth {
            match board.step(self.rule, self.policy, dice) {
                Step::Quiet => sign = -sign,
                Step::Blocked => return RolloutEnd { result: Some(-sign), plies, board },
                Step::Removal => {
                    sign = -sign;
                    if board.own.len() + usize::from(board.own_hand) < 3 {
                        return RolloutEnd { result: Some(-sign), plies: plies + 1, board };
                    }
                    if let Some(value) = self.look_up(&board) {
                        return RolloutEnd { result: Some(sign * value), plies: plies + 1, board };
                    }
                }
            }
        }
        RolloutEnd { result: None, plies: self.depth, board }
    }

    fn look_up(&self, board: &Board) -> Option<i8> {
        if board.own_hand + board.enemy_hand > 0 {
            return None;
        }
        match self.endgame?.probe_stones(board.own, board.enemy)? {
            Value::Win(_) => Some(1),
            Value::Draw => Some(0),
            Value::Loss(_) => Some(-1),
        }
    }
}

/// A random point of a set, as a set; empty for the empty set.
#[inline]
fn any_of(set: PointSet, dice: &mut Dice) -> PointSet {
    nth(set, dice.below(set.len() as u32))
}

/// The n-th point of a set, as a set.
#[inline]
fn nth(set: PointSet, n: u32) -> PointSet {
    let mut bits = set.bits();
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    PointSet::from_bits(bits & bits.wrapping_neg())
}

/// A slide to a neighbouring free point, each equally likely: origin and target.
#[inline]
fn any_slide(own: PointSet, free: PointSet, dice: &mut Dice) -> Option<(PointSet, PointSet)> {
    let middles = own & PointSet::MIDDLES;
    // The stones that can go clockwise, the other way, inwards and outwards.
    let clockwise = own & free.turned(7);
    let back = own & free.turned(1);
    let inwards = middles & PointSet::from_bits(free.bits() >> 8);
    let outwards = middles & PointSet::from_bits(free.bits() << 8);
    let counts = [clockwise, back, inwards, outwards].map(|set| set.len() as u32);
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let mut n = dice.below(total);
    if n < counts[0] {
        let from = nth(clockwise, n);
        return Some((from, from.turned(1)));
    }
    n -= counts[0];
    if n < counts[1] {
        let from = nth(back, n);
        return Some((from, from.turned(7)));
    }
    n -= counts[1];
    if n < counts[2] {
        let from = nth(inwards, n);
        return Some((from, PointSet::from_bits(from.bits() << 8)));
    }
    let from = nth(outwards, n - counts[2]);
    Some((from, PointSet::from_bits(from.bits() >> 8)))
}

/// A random shift that closes a mill, if there is one.
#[inline]
fn closing_shift(own: PointSet, free: PointSet, flies: bool, dice: &mut Dice) -> Option<(PointSet, PointSet)> {
    let targets = own.closing_points() & free;
    let targets = if flies { targets } else { targets & own.neighbours() };
    let (mut chosen, mut seen) = (None, 0);
    for target in targets {
        let origins = if flies { own } else { target.neighbours() & own };
        for origin in origins {
            // A stone of the line itself cannot close it.
            if own.without(origin).closing_points().contains(target) {
                seen += 1;
                if dice.below(seen) == 0 {
                    chosen = Some((PointSet::of(origin), PointSet::of(target)));
                }
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::Action;

    const POSITIONS: [&str; 6] = [
        "-/- w 9 9",
        "a7,d7,b6,f6,d2/a4,g7,d6,c3,e3 b 4 4",
        "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0",
        "a7,d7,f4/b6,b2,d5,c3 w 0 0",
        "a7,d7,g4,b6,d6,f4/a1,d1,g1,c3 b 0 0",
        "a7,d7,c5/a1,d1,g1 w 0 0",
    ];

    fn rollouts(policy: Policy, rule: RemovalRule) -> Rollouts<'static> {
        Rollouts { rule, depth: 400, policy, endgame: None }
    }

    /// What one step can lead to, counted over many tries.
    fn successors(position: &Position, rule: RemovalRule, policy: Policy) -> HashMap<(u32, u32), u32> {
        let mut dice = Dice::new(3);
        let mut seen = HashMap::new();
        for _ in 0..20_000 {
            let mut board = Board::of(position);
            board.step(rule, policy, &mut dice);
            *seen.entry((board.own.bits(), board.enemy.bits())).or_default() += 1;
        }
        seen
    }

    #[test]
    fn random_steps_are_all_legal_moves_and_no_others() {
        for rule in RemovalRule::BOTH {
            for text in POSITIONS {
                let position: Position = text.parse().unwrap();
                let seen = successors(&position, rule, Policy::Random);
                let mut legal: Vec<(u32, u32)> = Vec::new();
                for mv in position.legal_moves(rule) {
                    let next = position.after(mv);
                    legal.push((next.own().bits(), next.enemy().bits()));
                }
                legal.sort_unstable();
                let mut reached: Vec<(u32, u32)> = seen.keys().copied().collect();
                reached.sort_unstable();
                assert_eq!(reached, legal, "{text} {rule}");
            }
        }
    }

    #[test]
    fn actions_are_equally_likely() {
        let position: Position = POSITIONS[2].parse().unwrap();
        let seen = successors(&position, RemovalRule::Never, Policy::Random);
        let mut actions: Vec<Action> = position.legal_moves(RemovalRule::Never).iter().map(|mv| mv.action).collect();
        actions.dedup();
        let expected = 20_000 / actions.len() as u32;
        assert!(seen.values().all(|&count| count.abs_diff(expected) < expected / 5), "{seen:?}");
    }

    #[test]
    fn the_mill_policy_closes_mills() {
        let mut closings = 0;
        for text in POSITIONS {
            let position: Position = text.parse().unwrap();
            let moves = position.legal_moves(RemovalRule::Any);
            let closing: Vec<_> = moves.iter().filter(|mv| mv.removal.is_some()).collect();
            let seen = successors(&position, RemovalRule::Any, Policy::Mills);
            if !closing.is_empty() {
                assert_eq!(seen.len(), closing.len(), "{text}");
                closings += 1;
            }
            for mv in closing {
                let next = position.after(*mv);
                assert!(seen.contains_key(&(next.own().bits(), next.enemy().bits())), "{text} {mv}");
            }
        }
        assert!(closings >= 3, "{closings} positions have a mill to close");
    }

    #[test]
    fn games_end_as_the_rules_say() {
        let mut dice = Dice::new(5);
        let mut results = [0; 3];
        for (index, text) in POSITIONS.iter().cycle().take(600).enumerate() {
            let position: Position = text.parse().unwrap();
            let rule = RemovalRule::BOTH[index % 2];
            let policy = if index % 4 < 2 { Policy::Random } else { Policy::Mills };
            let end = rollouts(policy, rule).play(&position, &mut dice);
            let Some(result) = end.result else { continue };
            results[(result + 1) as usize] += 1;
            let side = if end.plies.is_multiple_of(2) { position.side_to_move() } else { !position.side_to_move() };
            let last = end.board.position(side).unwrap();
            let winner = if result > 0 { position.side_to_move() } else { !position.side_to_move() };
            assert_eq!(last.loser(), Some(!winner), "{text}");
        }
        assert!(results[0] > 50 && results[1] == 0 && results[2] > 50, "{results:?}");
    }

    #[test]
    fn a_blocked_side_loses_at_once_and_depth_breaks_off() {
        let position: Position = "a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0".parse().unwrap();
        let end = rollouts(Policy::Mills, RemovalRule::Never).play(&position, &mut Dice::new(1));
        assert_eq!((end.result, end.plies), (Some(-1), 0));
        let short = Rollouts { depth: 5, ..rollouts(Policy::Random, RemovalRule::Never) };
        let end = short.play(&Position::START, &mut Dice::new(1));
        assert_eq!((end.result, end.plies), (None, 5));
    }
}
