//! The direction of dependencies: a module uses only the modules below it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up. Those of one line do not use each other.
const LAYERS: [&[&str]; 9] = [
    &["files", "rules"],
    &["game", "heuristics", "endgame"],
    &["search"],
    &["players"],
    &["learn", "print"],
    &["controller"],
    &["app"],
    &["cli"],
    &["main"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The modules that a source text names behind `crate::`, inside braces too.
fn used_modules(source: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut modules = Vec::new();
    for behind in code.split("crate::").skip(1) {
        match behind.strip_prefix('{') {
            // In a list only the names of the first level are modules.
            Some(list) => {
                let mut depth = 0;
                let mut start = true;
                for (at, character) in list.char_indices() {
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' => start = depth == 0,
                        c if start && depth == 0 && !c.is_whitespace() => {
                            modules.push(word(&list[at..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => modules.push(word(behind)),
        }
    }
    modules
}

/// What points against the direction in one file.
fn violations(module: &str, source: &str) -> Vec<String> {
    let own = layer(module).unwrap_or_else(|| panic!("{module} has no layer: add it to LAYERS"));
    let wrong =
        |used: &String| *used != module && layer(used).is_none_or(|other| other > own || (other == own && own > 0));
    used_modules(source).into_iter().filter(wrong).collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    assert!(files.len() > 10);
    let mut wrong = Vec::new();
    for path in files {
        let inside = path.strip_prefix(&root).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        for used in violations(module, &fs::read_to_string(&path).unwrap()) {
            wrong.push(format!("{} uses {used}", inside.display()));
        }
    }
    assert!(wrong.is_empty(), "against the direction in ARCHITECTURE.md:\n{}", wrong.join("\n"));
}

#[test]
fn a_step_against_the_direction_is_seen() {
    assert_eq!(violations("rules", "use crate::search::Limits;"), ["search"]);
    assert_eq!(violations("search", "use crate::{rules::{Move, Point}, app, players::Player};"), ["app", "players"]);
    assert_eq!(violations("game", "let x = crate::endgame::probe();"), ["endgame"]);
    assert!(violations("search", "use crate::{rules::Move, endgame::Value};\n// crate::app is not used").is_empty());
    assert!(violations("game", "use crate::game::Outcome; use crate::files;").is_empty());
    assert_eq!(violations("cli", "use crate::unheard_of::Thing;"), ["unheard_of"]);
}
