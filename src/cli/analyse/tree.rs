//! `muehle analyse --tree`: the alpha-beta tree of a shallow search as an indented list.

use std::io::Write;

use muehle_engine::rules::Color;
use muehle_engine::search::{Bound, Score, Tree, TreeNode};

/// Prints the tree, each position below the one it comes from. Values are those of the side to move at the root. After
/// `most` lines it ends.
pub(super) fn print(out: &mut impl Write, tree: &Tree, most: usize) -> anyhow::Result<()> {
    let root = tree.nodes[0].position.side_to_move();
    let visited = tree.nodes.len();
    writeln!(out, "depth {}, {visited} positions, values as {} sees them", tree.depth, name(root))?;
    writeln!(out, "{:<28}{:>18} {:>12}", "move", "window", "value")?;
    for node in tree.nodes.iter().take(most) {
        let mv = node.mv.map_or("(root)".to_owned(), |mv| mv.to_string());
        let move_text = format!("{:indent$}{mv}", "", indent = 2 * node.ply);
        let [alpha, beta] = node.window_for(root);
        let window = format!("{}..{}", end(alpha, "-inf"), end(beta, "+inf"));
        writeln!(out, "{move_text:<28}{window:>18} {:>12}{}", value(node, root), cut(node))?;
    }
    if visited > most {
        writeln!(out, "{} more; --lines {visited} prints them all", visited - most)?;
    }
    Ok(())
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `+0.110`, `win 3`.
fn short(score: Score) -> String {
    match score {
        // Without the sign that zero may have.
        Score::Estimate(value) => format!("{:+.3}", value + 0.0),
        exact => exact.to_string(),
    }
}

fn end(score: Option<Score>, open: &str) -> String {
    score.map_or(open.to_owned(), short)
}

fn value(node: &TreeNode, root: Color) -> String {
    let (score, bound) = node.score_for(root);
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    format!("{sign}{}", short(score))
}

fn cut(node: &TreeNode) -> String {
    match node.cut {
        0 => String::new(),
        1 => "  cut off: 1 move not looked at".to_owned(),
        moves => format!("  cut off: {moves} moves not looked at"),
    }
}
