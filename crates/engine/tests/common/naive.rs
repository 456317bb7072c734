//! The rules once more, as plainly as possible: text and lists, no bits, nothing shared with the program but the text
//! forms of positions and moves.

use std::collections::BTreeSet;

const MILLS: [&str; 16] = [
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1", "a1 a4 a7",
    "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
];

fn points() -> Vec<&'static str> {
    let all: BTreeSet<&str> = MILLS.iter().flat_map(|mill| mill.split(' ')).collect();
    all.into_iter().collect()
}

/// Two points are neighbours if they stand side by side in a line.
fn are_neighbours(a: &str, b: &str) -> bool {
    MILLS.iter().any(|mill| {
        let line: Vec<&str> = mill.split(' ').collect();
        [[0, 1], [1, 2]].iter().any(|&[i, j]| (line[i], line[j]) == (a, b) || (line[j], line[i]) == (a, b))
    })
}

#[derive(Clone)]
struct Board {
    own: Vec<String>,
    enemy: Vec<String>,
}

impl Board {
    fn is_free(&self, point: &str) -> bool {
        !self.own.iter().chain(&self.enemy).any(|stone| stone == point)
    }
}

fn stands_in_mill(stones: &[String], point: &str) -> bool {
    MILLS.iter().any(|mill| {
        mill.split(' ').any(|p| p == point) && mill.split(' ').all(|p| stones.iter().any(|stone| stone == p))
    })
}

/// All legal moves of a position, both as text.
pub fn legal_moves(position: &str, take_from_mills: bool) -> BTreeSet<String> {
    let parts: Vec<&str> = position.split(' ').collect();
    let (white, black) = parts[0].split_once('/').unwrap();
    let list = |text: &str| text.split(',').filter(|p| *p != "-").map(str::to_owned).collect::<Vec<String>>();
    let hands: [usize; 2] = [parts[2].parse().unwrap(), parts[3].parse().unwrap()];
    let white_moves = parts[1] == "w";
    let (own, enemy) = if white_moves { (list(white), list(black)) } else { (list(black), list(white)) };
    let (hand, enemy_hand) = if white_moves { (hands[0], hands[1]) } else { (hands[1], hands[0]) };
    let board = Board { own, enemy };
    let mut moves = BTreeSet::new();
    if board.own.len() + hand < 3 || board.enemy.len() + enemy_hand < 3 {
        return moves;
    }
    for to in points().into_iter().filter(|to| board.is_free(to)) {
        if hand > 0 {
            finish(&board, None, to, take_from_mills, &mut moves);
            continue;
        }
        for from in board.own.clone() {
            if board.own.len() == 3 || are_neighbours(&from, to) {
                finish(&board, Some(&from), to, take_from_mills, &mut moves);
            }
        }
    }
    moves
}

fn finish(board: &Board, from: Option<&str>, to: &str, take_from_mills: bool, moves: &mut BTreeSet<String>) {
    let mut after = board.clone();
    after.own.retain(|stone| Some(stone.as_str()) != from);
    after.own.push(to.to_owned());
    let text = from.map_or(to.to_owned(), |from| format!("{from}-{to}"));
    if !stands_in_mill(&after.own, to) {
        moves.insert(text);
        return;
    }
    let loose: Vec<&String> = after.enemy.iter().filter(|stone| !stands_in_mill(&after.enemy, stone)).collect();
    let taken = if loose.is_empty() && take_from_mills { after.enemy.iter().collect() } else { loose };
    if taken.is_empty() {
        moves.insert(text);
        return;
    }
    moves.extend(taken.into_iter().map(|stone| format!("{text}x{stone}")));
}
