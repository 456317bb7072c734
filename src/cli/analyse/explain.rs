//! `muehle analyse --explain`: what each group of features contributes to the value of a position.

use std::io::Write;

use muehle_engine::heuristics::shapes::PARTS_OF_SHAPES;
use muehle_engine::heuristics::{Explanation, Share};

use crate::cli::english;

/// Prints one line per group, and the sum.
pub(super) fn print(out: &mut impl Write, explanation: &Explanation) -> anyhow::Result<()> {
    let words = english().learning;
    let mut line = |name: &str, value: f64| writeln!(out, "{:<44}{value:>+7.3}", name.replace('−', "-"));
    for Share { group, feature, share } in explanation.shares {
        line(&words.bar(words.group(group), words.state_of(group, feature)), share)?;
    }
    if explanation.base != 0.0 {
        line("without any feature", explanation.base)?;
    }
    if let Some(shapes) = explanation.shapes {
        line("all features together", explanation.value)?;
        line("shape network, which sees single stones", shapes)?;
        let (parts, all) = (PARTS_OF_SHAPES, PARTS_OF_SHAPES + 1);
        line(&format!("value: {parts}/{all} shape network, 1/{all} features"), explanation.total)?;
    } else {
        line("value", explanation.total)?;
    }
    Ok(())
}
