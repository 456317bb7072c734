//! What other programs ask the engine, for the tests with damaged and hostile inputs.

use std::sync::Arc;

use muehle_engine::players::Resources;

use super::Protocol;
use super::go::Order;
use crate::cli::with_causes;

/// Gives lines to the protocol. Nothing is searched: only what is understood matters here.
pub fn check(lines: impl Iterator<Item = String>, resources: &Arc<Resources>, complain: fn(String)) {
    let mut protocol = Protocol::new(resources);
    for line in lines {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let result = match word {
            "setoption" => protocol.set_option(rest.trim()),
            "position" => protocol.set_position(rest.trim()),
            "go" => match &protocol.game {
                Some(game) => Order::read(rest.trim(), game).map(drop),
                None => Ok(()),
            },
            _ => Ok(()),
        };
        if let Err(error) = result {
            complain(with_causes(&error));
        }
    }
}
