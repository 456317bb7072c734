//! The direction of dependencies inside each package: a module uses only modules below it. Cargo enforces the border
//! between the packages.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a package from the ground up. Modules on one line do not use each other.
type Layers = &'static [&'static [&'static str]];

const ENGINE: Layers = &[
    &["calendar", "files", "random"],
    &["rules"],
    &["game", "heuristics", "endgame"],
    &["search", "puzzles"],
    &["players"],
    &["learn", "openings", "review"],
    &["archive"],
    &["lib"],
];
const PROGRAM: Layers = &[
    &["about", "logs", "texts"],
    &["crash"],
    &["print"],
    &["controller"],
    &["app"],
    &["cli"],
    &["fuzzing"],
    &["main"],
];

fn layer(layers: Layers, module: &str) -> usize {
    let found = layers.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("the module {module} has no layer: add it to tests/layers.rs"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| if path.is_dir() { rust_files(&path) } else { vec![path] };
    entries.flat_map(files).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The modules that a file of a module uses against the direction.
fn violations<'a>(layers: Layers, module: &str, source: &'a str) -> Vec<&'a str> {
    let own = layer(layers, module);
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let used = code.flat_map(|line| line.split("crate::").skip(1)).map(|path| {
        assert!(!path.starts_with('{'), "write one `use crate::module` per module, so that this test can read it");
        path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
    });
    used.filter(|used| *used != module && layer(layers, used) >= own).collect()
}

fn check(folder: &str, layers: Layers) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let wrong = rust_files(&root).into_iter().flat_map(|path| {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        let source = fs::read_to_string(&path).unwrap();
        let describe = |used: &str| format!("{} uses {used}", inside.display());
        violations(layers, module, &source).into_iter().map(describe).collect::<Vec<_>>()
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new(), "against the direction in ARCHITECTURE.md");
}

#[test]
fn modules_use_only_modules_below_them() {
    check("crates/engine/src", ENGINE);
    check("src", PROGRAM);
}

#[test]
fn a_step_against_the_direction_is_found() {
    assert_eq!(violations(ENGINE, "rules", "use crate::search::Limits;"), ["search"]);
    assert_eq!(violations(ENGINE, "game", "let x = crate::endgame::probe();"), ["endgame"]);
    assert_eq!(violations(PROGRAM, "print", "use crate::app;"), ["app"]);
    let allowed = "use crate::rules::Move;\nuse crate::search::Score;\n// crate::learn is not used";
    assert_eq!(violations(ENGINE, "search", allowed), [""; 0]);
}
