//! Positions worth a closer look, drawn with dice: from the tables, or put together where random stones would rarely
//! fit.

use super::line::{Candidate, LONGEST_HOLD, LONGEST_WIN};
use super::proof::{KNOWN_PLIES, placed};
use super::shapes::{can_block, has_lasting_double_mill, open_lines, swings};
use super::{Aim, Judge, Kind};
use crate::endgame::index::Subspace;
use crate::endgame::{Database, EMBEDDED_STONES, Outcome, Value};
use crate::random::Dice;
use crate::rules::geometry::MILLS;
use crate::rules::{Color, Move, Point, PointSet, Position, RemovalRule, Symmetry};

/// A position that may become a puzzle of a kind; none if the dice were unlucky. What is asked for changes with each turn,
/// so that what is rare comes as often as what is common.
pub(super) fn draw(kind: Kind, turn: usize, database: &Database, dice: &mut Dice) -> Option<Candidate> {
    let judge = Judge::new(database);
    let found = match kind {
        // With few stones long wins exist only for those that fly.
        Kind::Win if database.max_stones() <= EMBEDDED_STONES => from_tables(kind, Some(2), database, dice),
        Kind::Win => from_tables(kind, Some(wanted_win(turn)), database, dice),
        Kind::Draw => from_tables(kind, None, database, dice),
        Kind::Fly if turn.is_multiple_of(2) => from_tables(kind, Some(wanted_win(turn / 2)), database, dice),
        Kind::Fly => from_tables(kind, None, database, dice),
        Kind::Mill => mill(&judge, dice),
        Kind::Double => double_mill(&judge, 1 + turn % 2, dice),
        Kind::Free => free(&judge, dice),
        Kind::Place => placing(&judge, [Outcome::Win, Outcome::Draw][turn % 2], dice),
    }?;
    // Tables where the complete search needs none: the aim must not cost the game.
    let searched = matches!(found.aim, Aim::Mill | Aim::Double | Aim::Free);
    if searched && judge.outcome(&found.start) == Some(Outcome::Loss) {
        return None;
    }
    Some(found)
}

/// In how many moves the next win is won.
fn wanted_win(turn: usize) -> usize {
    2 + turn % (LONGEST_WIN - 1)
}

/// A random element; none of an empty list.
fn pick<T: Copy>(dice: &mut Dice, list: &[T]) -> Option<T> {
    dice.choose(list).copied()
}

/// A number from `least` to `most`.
fn between(dice: &mut Dice, least: usize, most: usize) -> usize {
    least + dice.below((most - least + 1) as u32) as usize
}

/// This number of points out of a set, or all if there are fewer.
fn some_of(dice: &mut Dice, set: PointSet, count: usize) -> PointSet {
    let mut left: Vec<Point> = set.into_iter().collect();
    let mut chosen = PointSet::EMPTY;
    while chosen.len() < count && !left.is_empty() {
        chosen.insert(left.swap_remove(dice.below(left.len() as u32) as usize));
    }
    chosen
}

/// A position with empty hands, of either colour and turned in any way.
fn position(dice: &mut Dice, own: PointSet, enemy: PointSet) -> Option<Position> {
    let symmetry = Symmetry::all().nth(dice.below(16) as usize)?;
    let (own, enemy) = (symmetry.set(own), symmetry.set(enemy));
    match dice.below(2) {
        0 => Position::new([own, enemy], [0, 0], Color::White),
        _ => Position::new([enemy, own], [0, 0], Color::Black),
    }
    .ok()
}

/// A slot of a table that is won in this number of moves, or drawn if there is none.
fn from_tables(kind: Kind, win: Option<usize>, database: &Database, dice: &mut Dice) -> Option<Candidate> {
    // Sides that fly have a kind of their own.
    let fits = |subspace: &Subspace| (subspace.own() == 3) == (kind == Kind::Fly);
    let subspaces: Vec<Subspace> = Subspace::up_to(database.max_stones()).into_iter().filter(fits).collect();
    let subspace = pick(dice, &subspaces)?;
    let index = subspace.index();
    let slot = (dice.bits() % index.slots() as u64) as usize;
    let (own, enemy) = subspace.stones_at(index, slot);
    let start = position(dice, own, enemy)?;
    let (aim, wanted) = match win {
        Some(moves) => (Aim::Win, Value::Win(2 * moves as u16 - 1)),
        None => (Aim::Hold, Value::Draw),
    };
    if database.probe(&start).ok().flatten()? != wanted {
        return None;
    }
    let moves = win.unwrap_or(LONGEST_HOLD);
    Some(Candidate { kind, aim, start, moves })
}

/// Stones of both sides that slide, none of which closes a mill at once.
fn mill(judge: &Judge, dice: &mut Dice) -> Option<Candidate> {
    let (stones, enemies) = (between(dice, 4, 6), between(dice, 4, 6));
    let own = some_of(dice, PointSet::ALL, stones);
    let enemy = some_of(dice, !own, enemies);
    let start = position(dice, own, enemy)?;
    // The other side must not be about to close a mill of its own: then everything turns on that.
    let calm = closing_moves(&start, judge.rule()) == 0
        && closing_moves(&start.with_side(!start.side_to_move()), judge.rule()) == 0;
    calm.then_some(Candidate { kind: Kind::Mill, aim: Aim::Mill, start, moves: 2 })
}

fn closing_moves(position: &Position, rule: RemovalRule) -> usize {
    position.legal_moves(rule).iter().filter(|mv| position.closes_mill(mv.action)).count()
}

/// A double mill, one or two moves before it is built.
fn double_mill(judge: &Judge, moves: usize, dice: &mut Dice) -> Option<Candidate> {
    // A closed mill, a stone of it, a neighbouring point outside and the line through that point.
    let mill = pick(dice, &MILLS)?;
    let from = pick(dice, &mill.into_iter().collect::<Vec<_>>())?;
    let to = pick(dice, &(from.neighbours() - mill).into_iter().collect::<Vec<_>>())?;
    let second = to.mills().into_iter().find(|line| !line.contains(from))?;
    let built = mill | second.without(to);
    let (more, enemies) = (between(dice, 0, 1), between(dice, 4, 6));
    let own = built | some_of(dice, !built.with(to), more);
    let enemy = some_of(dice, !own.with(to), enemies);
    let mut stones = own;
    // Takes back one or two moves: a stone of the shape goes to a neighbouring free point.
    for _ in 0..moves {
        let stone = pick(dice, &(stones & built).into_iter().collect::<Vec<_>>())?;
        let free = stone.neighbours() - stones - enemy;
        stones = stones.without(stone).with(pick(dice, &free.into_iter().collect::<Vec<_>>())?);
    }
    let start = position(dice, stones, enemy)?;
    let side = start.side_to_move();
    let quiet = swings(&start, side).next().is_none() && swings(&start, !side).next().is_none();
    // With two moves nothing may be built at once.
    let at_once = || {
        let builds = |mv: &Move| has_lasting_double_mill(&start.after(*mv), judge.rule());
        start.legal_moves(judge.rule()).iter().any(builds)
    };
    (quiet && (moves == 1 || !at_once())).then_some(Candidate { kind: Kind::Double, aim: Aim::Double, start, moves })
}

/// Stones that have few ways out.
fn free(judge: &Judge, dice: &mut Dice) -> Option<Candidate> {
    let stones = between(dice, 4, 7);
    let own = some_of(dice, PointSet::ALL, stones);
    let ways = own.neighbours() - own;
    let open = between(dice, 2, 4);
    // Enemy stones stand in most of the ways out.
    let blockers = ways.len().checked_sub(open)?;
    if !(4..=9).contains(&blockers) {
        return None;
    }
    let enemy = some_of(dice, ways, blockers);
    let more = between(dice, 0, 9 - blockers).min(2);
    let enemy = enemy | some_of(dice, !own - ways, more);
    let start = position(dice, own, enemy)?;
    let rule = judge.rule();
    let moves = start.legal_moves(rule);
    if moves.len() < 2 || closing_moves(&start, rule) > 0 {
        return None;
    }
    // The way out must lead somewhere: not blocked in three moves, and no mill for the other side at once.
    let leads_on = |mv: &Move| {
        let next = start.after(*mv);
        !can_block(&next, rule, 3) && closing_moves(&next, rule) == 0 && judge.outcome(&next) != Some(Outcome::Win)
    };
    let safe = moves.iter().filter(|mv| !can_block(&start.after(**mv), rule, 2)).collect::<Vec<_>>();
    let [only] = safe[..] else { return None };
    leads_on(only).then_some(Candidate { kind: Kind::Free, aim: Aim::Free, start, moves: 1 })
}

/// A position of the opening, reached by moves that people play.
fn placing(judge: &Judge, wanted: Outcome, dice: &mut Dice) -> Option<Candidate> {
    let plies = between(dice, 4, KNOWN_PLIES - 1);
    let mut start = Position::START;
    for _ in 0..plies {
        start = start.after(natural_move(&start, judge.rule(), dice)?);
    }
    let aim = if wanted == Outcome::Win { Aim::Win } else { Aim::Hold };
    let candidate = Candidate { kind: Kind::Place, aim, start, moves: placing_moves(&start) };
    (judge.outcome(&start)? == wanted).then_some(candidate)
}

/// How many moves a person has while the opening results know what they lead to.
pub(super) fn placing_moves(start: &Position) -> usize {
    KNOWN_PLIES.saturating_sub(placed(start)).div_ceil(2).min(LONGEST_HOLD)
}

/// Closes a mill, stops one or makes a line of two, mostly; sometimes anything.
fn natural_move(position: &Position, rule: RemovalRule, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves(rule);
    let (own, enemy) = (position.own(), position.enemy());
    let rank = |mv: &Move| {
        let to = mv.action.target();
        let stops = to.mills().iter().any(|&mill| (mill & enemy).len() == 2);
        match () {
            () if position.closes_mill(mv.action) => 3,
            () if stops => 2,
            () if open_lines(own.with(to), enemy) > open_lines(own, enemy) => 1,
            () => 0,
        }
    };
    let best = moves.iter().map(rank).max()?;
    // Every fourth move is any move.
    let least = if dice.below(4) == 0 { 0 } else { best };
    let list: Vec<Move> = moves.into_iter().filter(|mv| rank(mv) >= least).collect();
    pick(dice, &list)
}
