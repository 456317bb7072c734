//! `muehle export`.

use std::fs;
use std::path::{Path, PathBuf};

use muehle_engine::game::pgn;

use crate::{muehle, refused};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/print").join(name)
}

#[test]
fn the_command_line_writes_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let game = data("game.pgn");
    let begins: [(&str, &[u8]); 4] =
        [("a.pdf", b"%PDF-"), ("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.pgn", b"[Event ")];
    for (name, begin) in begins {
        let file = folder.path().join(name);
        let arguments = ["export", game.to_str().unwrap(), "--to", file.to_str().unwrap(), "--ply", "6"];
        let output = muehle(&arguments, b"");
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(fs::read(file).unwrap().starts_with(begin), "{name}");
    }
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let mut shown = pgn::load(&data("game.pgn")).unwrap().game;
    while shown.ply() > 6 {
        shown.undo();
    }
    assert!(svg.contains(&format!("<desc>{}</desc>", shown.position())));
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let game = data("game.pgn");
    let game = game.to_str().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let cases: [(&[&str], i32, &str); 5] = [
        (&[game, "--to", &inside("a.doc")], 2, "does not end in .pdf, .svg, .png or .pgn"),
        (&[game, "--to", &inside("a.pdf"), "--ply", "999"], 2, "there is no ply 999"),
        (&[game, "--to", &inside("a.pdf"), "--paper", "napkin"], 2, "Unknown paper: \"napkin\""),
        (&[&inside("missing.pgn"), "--to", &inside("a.pdf")], 1, "missing.pgn cannot be read"),
        (&[game, "--to", "/proc/muehle/a.pdf"], 1, "a.pdf cannot be written"),
    ];
    for (arguments, code, reason) in cases {
        refused(&[&["export"], arguments].concat(), code, reason);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
