//! The paper's variants of the search by name, the plainest first.

use super::Options;

/// A variant of the search.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name in a player's text, as in `computer:variant=2.43`.
    pub key: &'static str,
    /// The name as tables show it.
    pub name: &'static str,
    /// Its switches.
    pub options: Options,
}

impl Variant {
    /// All keys, in one line.
    pub const KEYS: &str = "minimax, alphabeta, iterative, aspiration0.05, aspiration0.1, aspiration0.2, minimalwindow, \
                            table, table+minimalwindow, millsfirst, 2.43, default";

    /// All variants: those of the paper, then the defaults of this program.
    pub fn all() -> Vec<Variant> {
        let plain = Options::plain;
        let hash = Options::default().hash;
        let variant = |key, name, options| Variant { key, name, options };
        vec![
            variant("minimax", "minimax", Options::minimax()),
            variant("alphabeta", "alpha-beta", Options { iterative_deepening: false, ..plain() }),
            variant("iterative", "+ iterative deepening", plain()),
            variant("aspiration0.05", "+ aspiration window 0.05", Options { aspiration: 0.05, ..plain() }),
            variant("aspiration0.1", "+ aspiration window 0.1", Options { aspiration: 0.1, ..plain() }),
            variant("aspiration0.2", "+ aspiration window 0.2", Options { aspiration: 0.2, ..plain() }),
            variant("minimalwindow", "+ minimal window", Options { minimal_window: true, ..plain() }),
            variant("table", "+ transposition table", Options { hash, ..plain() }),
            variant(
                "table+minimalwindow",
                "+ table and minimal window",
                Options { hash, minimal_window: true, ..plain() },
            ),
            variant("millsfirst", "+ mills first", Options { mills_first: true, ..plain() }),
            variant("2.43", "version 2.43 (all but aspiration)", Options::version_2_43()),
            variant("default", "this program's defaults", Options::default()),
        ]
    }

    /// The variant with this key, whatever its case.
    pub fn find(key: &str) -> Option<Variant> {
        Variant::all().into_iter().find(|variant| variant.key.eq_ignore_ascii_case(key.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed_and_finds_its_variant() {
        let keys: Vec<&str> = Variant::all().iter().map(|variant| variant.key).collect();
        assert_eq!(keys.join(", "), Variant::KEYS);
        assert_eq!(Variant::find(" MiniMax").unwrap().options, Options::minimax());
        assert!(Variant::find("beauty").is_none());
    }
}
