//! The laboratory in the window: a small tournament is set up, played, exported and one of its games opened.

use std::fs;
use std::time::{Duration, Instant};

use eframe::egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use muehle::app::{App, Options};
use muehle::files::DataFolders;

fn open(folder: &tempfile::TempDir, language: &str) -> Harness<'static, App> {
    let seats = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
    let settings = format!(r#"{{"language": "{language}", "theme": "light", "motion": "off", {seats}}}"#);
    fs::write(folder.path().join("settings.json"), settings).unwrap();
    let folders = DataFolders::below(folder.path());
    let mut harness = Harness::builder().with_size(Vec2::new(1280.0, 860.0)).build_eframe(move |creation| {
        let options = Options { native_dialogs: false, seed: Some(1), ..Options::new(folders) };
        App::new(&creation.egui_ctx, options)
    });
    harness.run_steps(4);
    harness
}

fn click(harness: &mut Harness<'static, App>, name: &str) {
    harness.get_by_label(name).click();
    harness.run_steps(4);
}

/// Frames until something is on the screen that other threads work on.
fn wait_for(harness: &mut Harness<'static, App>, name: &str) {
    let begun = Instant::now();
    while harness.query_all_by_label_contains(name).next().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited a minute for {name} in vain");
        std::thread::sleep(Duration::from_millis(2));
        harness.step();
    }
    harness.run_steps(4);
}

/// Saves what is on the screen, for people to look at, where MUEHLE_PICTURES says.
fn picture(harness: &mut Harness<'static, App>, name: &str) {
    if let Ok(folder) = std::env::var("MUEHLE_PICTURES") {
        let image = harness.render().unwrap();
        image.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
}

#[test]
fn a_tournament_is_set_up_played_exported_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = open(&folder, "english");
    click(&mut harness, "Settings");
    click(&mut harness, "Laboratory …");
    // Four players stand there; the two that think long go.
    click(&mut harness, "Remove player 3");
    click(&mut harness, "Remove player 2");
    for _ in 0..9 {
        click(&mut harness, "Games of each pair −");
    }
    harness.get_by_label("Games of each pair: 2");
    harness.get_by_label("Player 1").focus();
    harness.run_steps(2);
    picture(&mut harness, "laboratory-before");
    click(&mut harness, "Begin");
    wait_for(&mut harness, "2 of 2 games played");
    picture(&mut harness, "laboratory-after");
    let line = harness.get_by_label_contains("computer:heuristic=Standard: ");
    assert!(format!("{line:?}").contains("± "), "the table shows points and their margin");
    click(&mut harness, "Save as CSV");
    let csv = folder.path().join("saves").join("laboratory.csv");
    let begun = Instant::now();
    while !csv.exists() && begun.elapsed() < Duration::from_secs(60) {
        harness.step();
    }
    assert!(fs::read_to_string(csv).unwrap().contains("computer:heuristic=Standard,random,2,"));
    harness.get_by_label_contains("1. computer:heuristic=Standard – random").click();
    let begun = Instant::now();
    while harness.state().controller().path().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the game was not opened");
        harness.step();
    }
    assert!(harness.state().controller().game().ply() > 10);
}

#[test]
fn a_player_that_cannot_be_read_is_pointed_at_in_both_languages() {
    for (language, menu, entry, begin, fault) in [
        ("german", "Einstellungen", "Labor …", "Beginnen", "Spieler 1"),
        ("english", "Settings", "Laboratory …", "Begin", "Player 1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut harness = open(&folder, language);
        click(&mut harness, menu);
        click(&mut harness, entry);
        harness.get_by_label(fault).click();
        harness.run_steps(2);
        harness.get_by_label(fault).type_text("wizard,");
        harness.run_steps(4);
        click(&mut harness, begin);
        picture(&mut harness, &format!("laboratory-fault-{language}"));
        harness.get_by_label_contains("mcts:time=500");
    }
}

#[test]
fn endgame_tables_are_built_beside_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = open(&folder, "english");
    click(&mut harness, "Settings");
    click(&mut harness, "Endgame database …");
    wait_for(&mut harness, "Present: up to 8 stones");
    harness.get_by_label_contains("The rest needs at most");
    picture(&mut harness, "tables-before");
    click(&mut harness, "Work out");
    wait_for(&mut harness, " stones · ");
    picture(&mut harness, "tables-building");
    click(&mut harness, "Stop");
    wait_for(&mut harness, "Work out");
    harness.key_press(eframe::egui::Key::Escape);
    harness.run_steps(4);
    harness.get_by_label_contains("The endgame database is stopped");
    // What was finished can be used, and nothing half-written lies there.
    for entry in fs::read_dir(folder.path().join("endgame")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(".mtb") || name == ".build.lock", "{name}");
    }
}
