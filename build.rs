//! What the program knows about its own making: commit, date, and the licences of what it is built from. Nothing is
//! downloaded: cargo has already unpacked the sources of what it builds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, io};

/// No licence is longer than this.
const LONGEST_TEXT: u64 = 200_000;

fn main() -> io::Result<()> {
    // The library of fuzz/program is built from this folder too.
    if env::var("CARGO_PKG_NAME").is_ok_and(|name| name == "muehle-program-fuzz") {
        env::set_current_dir("../..")?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    // A development build would be made anew after each commit, only to name it.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_release { git(&["rev-parse", "--short=12", "HEAD"]) } else { None };
    if commit.is_some()
        && let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
    {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rustc-env=MUEHLE_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=MUEHLE_BUILD_SECONDS={}", if is_release { build_seconds() } else { 0 });

    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows") {
        describe_program()?;
    }
    let mut packages = packages(&fs::read_to_string("Cargo.lock")?);
    if let Some(linked) = linked_packages() {
        packages.retain(|package| linked.contains(package));
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (list, texts) = notices(&packages, &registries());
    fs::write(folder.join("packages.txt"), list)?;
    fs::write(folder.join("licences.txt"), texts)?;
    fs::write(folder.join("guide.rs"), guide()?)
}

/// The chapters and pictures of the guide in docs/guide as Rust tables, so that a new chapter is just a new file. Chapters
/// are called `10-start.md`: their order and their name.
fn guide() -> io::Result<String> {
    println!("cargo::rerun-if-changed=docs/guide");
    let root = env::current_dir()?.join("docs").join("guide");
    // A folder without files is not there after a checkout.
    let names = |folder: &str, ending: &str| -> Vec<String> {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        names
    };
    let mut tables = String::from("pub static CHAPTERS: &[(&str, [&str; 2])] = &[\n");
    for name in names("en", ".md") {
        let Some((number, _)) = name.split_once('-') else { continue };
        if number.len() != 2 || !number.bytes().all(|letter| letter.is_ascii_digit()) {
            continue;
        }
        // In the order of the columns of the texts: German, English.
        let [german, english] = ["de", "en"].map(|language| root.join(language).join(&name));
        let german = if german.is_file() { &german } else { &english };
        let _ = writeln!(tables, "({name:?}, [include_str!({german:?}), include_str!({english:?})]),");
    }
    tables.push_str("];\npub static PICTURES: &[(&str, &[u8])] = &[\n");
    for name in names("pictures", ".png") {
        let _ = writeln!(tables, "({name:?}, include_bytes!({:?})),", root.join("pictures").join(&name));
    }
    tables.push_str("];\n");
    Ok(tables)
}

/// Gives muehle.exe its icon and the version that Windows shows.
fn describe_program() -> io::Result<()> {
    println!("cargo::rerun-if-changed=packaging/muehle.ico");
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon("packaging/muehle.ico");
    resource.set("ProductName", "Mühle");
    resource.set("FileDescription", "Mühle (Nine Men's Morris)");
    resource.set("LegalCopyright", "MIT licence");
    resource.compile()
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The time of the build; packagers who want the same bytes every time set it.
fn build_seconds() -> u64 {
    let fixed = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    fixed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

/// Name and version of every package in Cargo.lock that comes from a registry.
fn packages(lock: &str) -> Vec<(String, String)> {
    let value = |entry: &str, key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.map(|rest| rest.trim_end_matches('"').to_owned())
    };
    let foreign = lock.split("[[package]]").filter(|entry| entry.contains("\nsource = "));
    foreign.filter_map(|entry| Some((value(entry, "name")?, value(entry, "version")?))).collect()
}

/// Name and version of every package that becomes part of the program on this system, by `cargo tree`, which downloads
/// nothing here. None if it does not answer: then all packages count whose sources are here.
fn linked_packages() -> Option<BTreeSet<(String, String)>> {
    let mut tree = Command::new(env::var_os("CARGO")?);
    tree.args(["tree", "--offline", "--locked", "--package", "muehle", "--edges", "normal,no-proc-macro"]);
    tree.args(["--prefix", "none", "--format", "{p}", "--target", &env::var("TARGET").ok()?]);
    if env::var_os("CARGO_FEATURE_SOUND").is_some() {
        tree.args(["--features", "sound"]);
    }
    let output = tree.output().ok().filter(|output| output.status.success())?;
    let lines = String::from_utf8(output.stdout).ok()?;
    // `arrayvec v0.7.8`
    let package = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some((name.to_owned(), rest.split_whitespace().next()?.to_owned()))
    };
    Some(lines.lines().filter_map(package).collect())
}

/// The folders of unpacked packages.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let sources = fs::read_dir(home.join("registry").join("src"));
    sources.map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

/// A line "name version: licence" for each package whose sources are here, and all their licence texts, each once with
/// the packages it belongs to.
fn notices(packages: &[(String, String)], registries: &[PathBuf]) -> (String, String) {
    let mut list = String::new();
    let mut texts: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for (name, version) in packages {
        let folders = registries.iter().map(|registry| registry.join(format!("{name}-{version}")));
        let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else { continue };
        let label = format!("{name} {version}");
        let _ = writeln!(list, "{label}: {}", licence(&folder));
        for text in licence_texts(&folder) {
            let same_words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry(same_words).or_insert((text, Vec::new())).1.push(label.clone());
        }
    }
    let mut texts: Vec<_> = texts.into_values().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1));
    let all = texts.into_iter().map(|(text, labels)| format!("{}:\n\n{}\n\n", labels.join(", "), text.trim_end()));
    (list, all.collect())
}

/// The licence a package names in its manifest.
fn licence(folder: &Path) -> String {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let value = manifest.lines().find_map(|line| line.strip_prefix("license = \"")?.strip_suffix('"'));
    value.unwrap_or("see its licence text").to_owned()
}

fn licence_texts(folder: &Path) -> Vec<String> {
    let is_notice = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let begins = ["license", "licence", "copying", "notice", "unlicense"].iter().any(|word| name.starts_with(word));
        begins && fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= LONGEST_TEXT)
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(is_notice).collect();
    files.sort();
    files
        .iter()
        .filter_map(|file| fs::read(file).ok())
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}
