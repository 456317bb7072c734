//! `muehle learn`: the paper's learning and test environment.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::Args;

use muehle_engine::files::DataFolders;
use muehle_engine::learn::selfplay::{Participant, PlaySettings, Session, SessionSettings};
use muehle_engine::learn::{load_or_make, load_to_learn};
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;
use muehle_engine::search::{Limits, Options};

use super::arguments::{Shape, read_number};
use super::output::note;
use super::{progress, wrong_usage};

const HELP: &str = "\
Let heuristics play each other and learn, as in the paper's learning environment

Usage: muehle learn [OPTIONS] NAME [[OPTIONS] NAME]…

A heuristic that does not exist starts with random weights. Of a shipped one a copy learns, such as Multi-2. The version
before this training is kept as NAME.xml.bak. These options apply to the heuristics after them:
  -test       Only test the following heuristics; they do not learn
  -d=N        Search depth in plies [default: 6]
  -t=MS       Search time in milliseconds instead of a depth; 0 for the depth [default: 0]
  -r=X        Random radius, 0 to 1 [default: 0.05]
  -l=X        Learning parameter λ, 0 to 1 [default: the heuristic's own]
  -q=N        Depth of the quiescence search [default: 0]
  --features SET   Feature set of a new heuristic: standard, minimal, klein, small, combi or phases [default: standard]
  --hidden N,…     Nodes in the hidden layers of a new heuristic [default: none]

General options:
  -v               Print the verbose report of each search
  --games N        Stop after N games [default: until Ctrl-C]
  --threads N      Games played at the same time [default: all cores]
  --seed N         Random seed [default: 1]
  --save-every N   Save after every N games, and at the end [default: 1000]
  --rules RULES    never or any [default: never]
  --supervised     Teach exact values for positions in the endgame database
  --no-endgame     Play without the endgame database
  --data DIR       Folder with heuristics and endgame tables
";

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(super) struct Arguments {
    /// Options and heuristics; see muehle learn --help
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// What the words ask for.
#[derive(Debug)]
struct Plan {
    players: Vec<(String, PlaySettings, Shape)>,
    games: Option<u64>,
    save_every: u64,
    supervised: bool,
    endgame: bool,
    data: Option<PathBuf>,
    session: SessionSettings,
}

/// The number that follows a key.
fn number<T: FromStr + PartialOrd + Display>(key: &str, text: &str, min: T, max: T) -> anyhow::Result<T> {
    read_number(text, min, max).map_err(|error| anyhow!("{key}: {error}"))
}

fn read_words(words: &[String]) -> anyhow::Result<Plan> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut plan = Plan {
        players: Vec::new(),
        games: None,
        save_every: 1000,
        supervised: false,
        endgame: true,
        data: None,
        session: SessionSettings { threads, ..SessionSettings::default() },
    };
    let mut settings = PlaySettings::default();
    let (mut depth, mut shape) = (6, Shape::default());
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let (key, inside) = match word.split_once('=') {
            Some((key, value)) if key.starts_with('-') => (key, Some(value)),
            _ => (word, None),
        };
        let mut value = || inside.or_else(|| words.next()).ok_or_else(|| anyhow!("{key} needs a value"));
        match key {
            "-v" => plan.session.verbose = true,
            "-test" => settings.learns = false,
            "-d" => {
                depth = number(key, value()?, 1, Limits::MAX_DEPTH)?;
                settings.limits = Limits::depth(depth);
            }
            "-t" => {
                let time = number(key, value()?, 0, 86_400_000)?;
                settings.limits = Limits::depth(depth);
                if time > 0 {
                    settings.limits = Limits::time(std::time::Duration::from_millis(time));
                }
            }
            "-r" => settings.random_radius = number(key, value()?, 0.0, 1.0)?,
            "-l" => settings.lambda = Some(number(key, value()?, 0.0, 1.0)?),
            "-q" => settings.quiescence = number(key, value()?, 0, Options::MAX_QUIESCENCE)?,
            "--features" => shape.features = value()?.parse()?,
            "--hidden" => shape.set_hidden(value()?).map_err(|error| anyhow!("{key}: {error}"))?,
            "--games" => plan.games = Some(number(key, value()?, 1, u64::MAX)?),
            "--threads" => plan.session.threads = number(key, value()?, 1, 256)?,
            "--seed" => plan.session.seed = number(key, value()?, 0, u64::MAX)?,
            "--save-every" => plan.save_every = number(key, value()?, 1, u64::MAX)?,
            "--rules" => plan.session.rules = value()?.parse::<Rules>()?,
            "--supervised" => plan.supervised = true,
            "--no-endgame" => plan.endgame = false,
            "--data" => plan.data = Some(value()?.into()),
            _ if key.starts_with('-') => bail!("unknown option \"{key}\"; see muehle learn --help"),
            name => plan.players.push((name.to_owned(), settings.clone(), shape.clone())),
        }
    }
    if plan.players.is_empty() {
        bail!("no heuristic given; see muehle learn --help");
    }
    if plan.supervised && !plan.endgame {
        bail!("--supervised needs the endgame database, which --no-endgame switches off");
    }
    Ok(plan)
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if arguments.words.iter().any(|word| matches!(word.as_str(), "-h" | "-help" | "--help")) {
        return Ok(out.write_all(HELP.as_bytes())?);
    }
    let mut plan = read_words(&arguments.words).map_err(wrong_usage)?;
    let resources = match plan.data.take() {
        Some(folder) => Arc::new(Resources::new(DataFolders::find(Some(folder)))),
        None => resources.clone(),
    };
    let folder = resources.folders().heuristics();
    plan.session.supervised = plan.supervised;
    if plan.endgame {
        plan.session.endgame = Some(resources.endgame(plan.session.rules.removal));
    }
    let mut participants = Vec::new();
    for (index, (name, settings, shape)) in plan.players.iter().enumerate() {
        let seed = plan.session.seed.wrapping_add(1 + index as u64);
        let make = |name: &str| shape.new_heuristic(name, seed);
        let heuristic =
            if settings.learns { load_to_learn(name, &folder, make)? } else { load_or_make(name, &folder, make)? };
        participants.push(Participant::new(heuristic, settings.clone()).map_err(wrong_usage)?);
    }
    let mut session = Session::new(participants, plan.session.clone(), Some(&folder))?;
    let result = play(&mut session, &plan, &folder, stop, &mut out);
    // Whatever ended the games, what was learned so far is kept.
    let saved = session.save(&folder).context("the trained heuristics could not be saved");
    result.and(saved.map(|_| ()))
}

fn play(
    session: &mut Session,
    plan: &Plan,
    folder: &std::path::Path,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let bar = progress::bar(plan.games.unwrap_or(u64::MAX), "games");
    // The running table already scrolls through the terminal; it would tear a bar apart.
    if io::stdout().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let start = Instant::now();
    let mut games = 0;
    let mut saved = 0;
    writeln!(out, "*****")?;
    while plan.games.is_none_or(|limit| games < limit) && !stop.load(Ordering::Relaxed) {
        let left = plan.games.map_or(u64::MAX, |limit| limit - games);
        for played in session.play_batch(left.min(Session::BATCH as u64) as usize, stop) {
            session.learn_from(&played)?;
            games += 1;
            for report in &played.reports {
                write!(out, "{report}")?;
            }
            for participant in session.participants() {
                writeln!(out, "{participant}")?;
            }
            writeln!(out, "*****")?;
        }
        if games - saved >= plan.save_every {
            session.save(folder)?;
            saved = games;
        }
        bar.set_position(games);
        bar.set_message(format!("{:.0} games/s", games as f64 / start.elapsed().as_secs_f64().max(1e-3)));
    }
    bar.finish_and_clear();
    out.flush()?;
    let seconds = start.elapsed().as_secs_f64();
    let errors = session.participants().iter().filter_map(|one| Some((one.heuristic().name.as_str(), one.error()?)));
    let errors: Vec<String> = errors.map(|(name, error)| format!("{name} {error:.4}")).collect();
    let rate = games as f64 / seconds;
    note(format_args!("{games} games in {seconds:.1} s, {rate:.0} games/s; error: {}", errors.join(", ")));
    Ok(())
}

#[cfg(test)]
mod tests {
    use muehle_engine::heuristics::{Activation, FeatureSet};

    use super::*;

    fn read(line: &str) -> anyhow::Result<Plan> {
        read_words(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_papers_examples_are_understood() {
        let plan = read("-r=0.1 -l=0.7 -q=0 -t=5000 max -d=6 joe").unwrap();
        let [max, joe] = &plan.players[..] else { panic!("{plan:?}") };
        assert_eq!((max.0.as_str(), joe.0.as_str()), ("max", "joe"));
        assert_eq!(max.1.limits, Limits::time(std::time::Duration::from_secs(5)));
        assert_eq!(joe.1.limits, Limits::depth(6));
        for (_, settings, _) in [max, joe] {
            assert!(settings.learns && settings.random_radius == 0.1 && settings.lambda == Some(0.7));
        }
        let plan = read("max -test -r=0 -t=0 joe --games 7 --save-every=3").unwrap();
        assert!(plan.players[0].1.learns && !plan.players[1].1.learns);
        assert_eq!(plan.players[0].1, PlaySettings::default());
        assert_eq!(plan.players[1].1.limits, Limits::depth(6));
        assert_eq!((plan.games, plan.save_every), (Some(7), 3));
        let plan = read("--features small a --features standard --hidden 30,5 b").unwrap();
        assert_eq!(plan.players[0].2, Shape { features: FeatureSet::Small, hidden: vec![] });
        assert_eq!(plan.players[1].2.hidden, [(30, Activation::Tanh), (5, Activation::Tanh)]);
    }

    #[test]
    fn wrong_words_are_refused() {
        let refusal = |line: &str| read(line).unwrap_err().to_string();
        assert_eq!(refusal("-l=1.5 max"), "-l: \"1.5\" is not a number from 0 to 1");
        assert_eq!(refusal("-l=NaN max"), "-l: \"NaN\" is not a number from 0 to 1");
        assert_eq!(refusal("-d=0 max"), "-d: \"0\" is not a number from 1 to 100");
        assert_eq!(refusal("-x max"), "unknown option \"-x\"; see muehle learn --help");
        assert_eq!(refusal("max --games"), "--games needs a value");
        assert_eq!(refusal("-test"), "no heuristic given; see muehle learn --help");
        assert!(refusal("--features big max").starts_with("\"big\" is not a feature set"));
        assert!(refusal("--supervised --no-endgame max").contains("endgame"));
    }
}
