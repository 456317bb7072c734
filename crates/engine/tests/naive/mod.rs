//! A solver without symmetry, perfect index or counters: every raw position has an entry of its own, and whether
//! a position is lost is computed from all its moves each time.

use muehle_engine::endgame::Value;
use muehle_engine::rules::{Color, PointSet, Position, RemovalRule};

/// Entries by own and enemy set: 0 unknown, 1 draw, else the plies and two.
pub struct NaiveSolver {
    rule: RemovalRule,
    /// The number of a set among those of its size, by its bits.
    numbers: Vec<u16>,
    /// By own and enemy stones, from three on.
    tables: [[Vec<u8>; 2]; 2],
}

impl NaiveSolver {
    pub fn new(rule: RemovalRule) -> NaiveSolver {
        let mut numbers = vec![0; 1 << 24];
        for size in 3..=4 {
            for (number, set) in sets(PointSet::ALL, size).into_iter().enumerate() {
                numbers[set.bits() as usize] = number as u16;
            }
        }
        NaiveSolver { rule, numbers, tables: Default::default() }
    }

    fn place(&self, own: PointSet, enemy: PointSet) -> usize {
        let width = if enemy.len() == 3 { 2024 } else { 10626 };
        self.numbers[own.bits() as usize] as usize * width + self.numbers[enemy.bits() as usize] as usize
    }

    fn get(&self, own: PointSet, enemy: PointSet) -> Option<Value> {
        if own.len() < 3 {
            return Some(Value::Loss(0));
        }
        match self.tables[own.len() - 3][enemy.len() - 3][self.place(own, enemy)] {
            0 => None,
            1 => Some(Value::Draw),
            entry if entry % 2 == 1 => Some(Value::Win(u16::from(entry) - 2)),
            entry => Some(Value::Loss(u16::from(entry) - 2)),
        }
    }

    fn set(&mut self, own: PointSet, enemy: PointSet, entry: u8) {
        let place = self.place(own, enemy);
        self.tables[own.len() - 3][enemy.len() - 3][place] = entry;
    }

    /// The value, if it follows from known successors: the shortest known win, or the longest of all losses.
    fn value_from_moves(&self, own: PointSet, enemy: PointSet) -> Option<Value> {
        let removable = self.rule.removable(enemy);
        let free = !(own | enemy);
        let (mut best, mut all_known) = (Value::Loss(0), true);
        for from in own {
            for to in if own.len() == 3 { free } else { from.neighbours() & free } {
                let moved = own.without(from).with(to);
                let closes = to.mills().into_iter().any(|mill| mill & moved == mill);
                let mut look = |enemy| match self.get(enemy, moved) {
                    Some(value) => best = best.max(value.before_move()),
                    None => all_known = false,
                };
                if closes && !removable.is_empty() {
                    removable.into_iter().for_each(|point| look(enemy.without(point)));
                } else {
                    look(enemy);
                }
            }
        }
        (all_known || matches!(best, Value::Win(_))).then_some(best)
    }

    /// Whether some quiet move leads to a position that is not known: a cheap reason not to look further.
    fn has_unknown_quiet_move(&self, own: PointSet, enemy: PointSet) -> bool {
        let free = !(own | enemy);
        own.into_iter().any(|from| {
            let targets = if own.len() == 3 { free } else { from.neighbours() & free };
            targets.into_iter().any(|to| {
                let moved = own.without(from).with(to);
                let closes = to.mills().into_iter().any(|mill| mill & moved == mill);
                !closes && self.get(enemy, moved).is_none()
            })
        })
    }

    /// Solves all positions with these numbers of stones, and with the numbers swapped; smaller ones must be solved.
    pub fn solve(&mut self, own: usize, enemy: usize) {
        let width = |stones| if stones == 3 { 2024 } else { 10626 };
        let mut found: Vec<Vec<(PointSet, PointSet)>> = vec![Vec::new(); 256];
        let positions = raw_positions(own, enemy);
        for (own, enemy) in [(own, enemy), (enemy, own)] {
            self.tables[own - 3][enemy - 3] = vec![0; width(own) * width(enemy)];
        }
        for &(own, enemy) in &positions {
            let free = !(own | enemy);
            let can_move = own.len() == 3 || !(own.neighbours() & free).is_empty();
            // As long as no mill can close, nothing is known of a position that has a move.
            if can_move && (own.closing_points() & free).is_empty() {
                continue;
            }
            if let Some(plies) = self.value_from_moves(own, enemy).and_then(Value::plies) {
                found[plies as usize].push((own, enemy));
            }
        }
        for plies in 0..250 {
            for (own, enemy) in std::mem::take(&mut found[plies]) {
                if self.get(own, enemy).is_some() {
                    continue;
                }
                self.set(own, enemy, plies as u8 + 2);
                // The enemy may have come here by a move, with or without effect of a mill: asking anew finds out.
                let free = !(own | enemy);
                for to in enemy {
                    for from in if enemy.len() == 3 { free } else { to.neighbours() & free } {
                        let before = enemy.without(to).with(from);
                        let open = self.get(before, own).is_none();
                        if !open || (plies % 2 == 1 && self.has_unknown_quiet_move(before, own)) {
                            continue;
                        }
                        if let Some(plies) = self.value_from_moves(before, own).and_then(Value::plies) {
                            found[plies as usize].push((before, own));
                        }
                    }
                }
            }
        }
        for (own, enemy) in positions {
            if self.get(own, enemy).is_none() {
                self.set(own, enemy, 1);
            }
        }
    }

    /// Calls `visit` with every raw position with these numbers of stones, and with the numbers swapped.
    pub fn for_each(&self, own: usize, enemy: usize, mut visit: impl FnMut(Position, Value)) {
        for (own, enemy) in raw_positions(own, enemy) {
            let position = Position::new([own, enemy], [0, 0], Color::White).unwrap();
            visit(position, self.get(own, enemy).expect("all positions are solved"));
        }
    }
}

fn raw_positions(own: usize, enemy: usize) -> Vec<(PointSet, PointSet)> {
    let mut positions = Vec::new();
    for own_set in sets(PointSet::ALL, own) {
        for enemy_set in sets(!own_set, enemy) {
            positions.push((own_set, enemy_set));
            if own != enemy {
                positions.push((enemy_set, own_set));
            }
        }
    }
    positions
}

fn sets(within: PointSet, size: usize) -> Vec<PointSet> {
    if size == 0 {
        return vec![PointSet::EMPTY];
    }
    let mut found = Vec::new();
    let mut left = within;
    while let Some(point) = left.first() {
        left.remove(point);
        found.extend(sets(left, size - 1).into_iter().map(|set| set.with(point)));
    }
    found
}
