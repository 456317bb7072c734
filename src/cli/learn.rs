//! `muehle learn`: the paper's learning and test environment.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::Args;

use muehle_engine::files::DataFolders;
use muehle_engine::heuristics::LearningParameters;
use muehle_engine::learn::selfplay::{Participant, PlaySettings, PlayedGame, Session, SessionSettings};
use muehle_engine::learn::{load_or_make, load_to_learn};
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;
use muehle_engine::search::{Limits, Options};

use super::arguments::{Shape, read_number};
use super::output::note;
use super::{progress, wrong_usage};
use crate::texts::Language;

/// The files are not written more often than this, so that quick games do not wait for the disk.
const SAVE_EVERY: Duration = Duration::from_secs(3);
/// More games would need too much memory.
const MAX_BATCH: usize = 100_000;

const HELP: &str = "\
Let heuristics play each other and learn, as in the paper's learning environment

Usage: muehle learn [OPTIONS] NAME [[OPTIONS] NAME]…

A heuristic that does not exist starts with random weights. Of a shipped one a copy learns, such as Multi-2. The version
before this training is kept as NAME.xml.bak. These options apply to the heuristics after them:
  -test       Only test the following heuristics; they do not learn
  -v          Print the verbose report of each of their searches
  -d=N        Search depth in plies [default: 6]
  -t=MS       Search time in milliseconds, 0 for none; with -d too, at least that depth is searched [default: 0]
  -r=X        Random radius, 0 to 1 [default: 0.05]
  -l=X        Learning parameter λ, 0 to 1 [default: the heuristic's own]
  --eta X, --alpha X, --kappa X, --phi X
              First learning rate, momentum, growth and shrinking of a rate [default: the heuristic's own]
  -q=N        Depth of the quiescence search [default: 0]
  --variant NAME   How it searches: default, 2.43 (the paper's best search) or another variant of the paper
                   [default: default]
  --features SET   Feature set of a new heuristic: standard, minimal, klein, small, combi or phases [default: standard]
  --hidden N,…     Nodes in the hidden layers of a new heuristic [default: none]

General options:
  --games N        Stop after N games [default: until Ctrl-C]
  --batch N        Games played with the same weights, then learned from together [default: 32; with -t as many as
                   --threads]
  --passes N       Passes of backpropagation after each batch [default: 1]
  --memory N       Teach the last N games of earlier batches again with each batch [default: 0]
  --average N      Save a mean of the weights after about the last N batches, instead of the last weights [default: 0]
  --openings N     Begin games with up to N random plies [default: 6; 0 if nobody learns]
  --draw-weight X  Weight of a drawn game, 0 to 1; a decided one has 1 [default: 0.1]
  --threads N      Games played at the same time [default: all cores]
  --seed N         Random seed [default: 1]
  --rules RULES    never or any [default: never]
  --supervised     Teach exact values for positions in the endgame database
  --no-endgame     Play without the endgame database
  --language LANG  Language of the output: de or en [default: en]
  --data DIR       Folder with heuristics and endgame tables
";

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(super) struct Arguments {
    /// Options and heuristics; see muehle learn --help
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// A heuristic and the options before it.
#[derive(Clone, Debug, Default)]
struct Entry {
    name: String,
    settings: PlaySettings,
    shape: Shape,
    /// η, α, κ and φ, if not the heuristic's own.
    rates: [Option<f64>; 4],
}

/// What the words ask for.
#[derive(Debug)]
struct Plan {
    players: Vec<Entry>,
    games: Option<u64>,
    supervised: bool,
    endgame: bool,
    data: Option<PathBuf>,
    language: Language,
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
        supervised: false,
        endgame: true,
        data: None,
        language: Language::English,
        session: SessionSettings {
            threads,
            draw_weight: SessionSettings::LEARNING_DRAW_WEIGHT,
            ..SessionSettings::default()
        },
    };
    let mut entry = Entry::default();
    // The time counts from one name to the next -d that comes without it.
    let (mut depth, mut time, mut batch, mut openings) = (6, Duration::ZERO, None, None);
    let (mut depth_is_new, mut time_is_new) = (false, false);
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let (key, inside) = match word.split_once('=') {
            Some((key, value)) if key.starts_with('-') => (key, Some(value)),
            _ => (word, None),
        };
        let Entry { settings, shape, rates, .. } = &mut entry;
        let mut value = || inside.or_else(|| words.next()).ok_or_else(|| anyhow!("{key} needs a value"));
        match key {
            "-v" => settings.verbose = true,
            "-test" => settings.learns = false,
            "-d" => (depth, depth_is_new) = (number(key, value()?, 1, Limits::MAX_DEPTH)?, true),
            "-t" => (time, time_is_new) = (Duration::from_millis(number(key, value()?, 0, 86_400_000)?), true),
            "-r" => settings.random_radius = number(key, value()?, 0.0, 1.0)?,
            "-l" => settings.lambda = Some(number(key, value()?, 0.0, 1.0)?),
            "--variant" => settings.search.set("variant", value()?)?,
            "-q" => settings.quiescence = number(key, value()?, 0, Options::MAX_QUIESCENCE)?,
            "--eta" => rates[0] = Some(number(key, value()?, 0.0, 100.0)?),
            "--alpha" => rates[1] = Some(number(key, value()?, 0.0, 1.0)?),
            "--kappa" => rates[2] = Some(number(key, value()?, 0.0, 100.0)?),
            "--phi" => rates[3] = Some(number(key, value()?, 0.0, 1.0)?),
            "--features" => shape.features = value()?.parse()?,
            "--hidden" => shape.set_hidden(value()?).map_err(|error| anyhow!("{key}: {error}"))?,
            "--games" => plan.games = Some(number(key, value()?, 1, u64::MAX)?),
            "--threads" => plan.session.threads = number(key, value()?, 1, 256)?,
            "--seed" => plan.session.seed = number(key, value()?, 0, u64::MAX)?,
            "--batch" => batch = Some(number(key, value()?, 1, MAX_BATCH)?),
            "--openings" => openings = Some(number(key, value()?, 0, 60)?),
            "--passes" => plan.session.passes = number(key, value()?, 1, MAX_BATCH)?,
            "--memory" => plan.session.memory = number(key, value()?, 0, MAX_BATCH)?,
            "--average" => plan.session.average = number(key, value()?, 0, MAX_BATCH)?,
            "--draw-weight" => plan.session.draw_weight = number(key, value()?, 0.0, 1.0)?,
            "--rules" => plan.session.rules = value()?.parse::<Rules>()?,
            "--supervised" => plan.supervised = true,
            "--no-endgame" => plan.endgame = false,
            "--language" => plan.language = value()?.parse()?,
            "--data" => plan.data = Some(value()?.into()),
            _ if key.starts_with('-') => bail!("unknown option \"{key}\"; see muehle learn --help"),
            name => {
                if depth_is_new && !time_is_new {
                    time = Duration::ZERO;
                }
                (depth_is_new, time_is_new) = (false, false);
                entry.settings.limits = match time {
                    Duration::ZERO => Limits::depth(depth),
                    time => Limits { least_depth: depth, ..Limits::time(time) },
                };
                plan.players.push(Entry { name: name.to_owned(), ..entry.clone() });
            }
        }
    }
    if plan.players.is_empty() {
        bail!("no heuristic given; see muehle learn --help");
    }
    let learning = plan.players.iter().any(|entry| entry.settings.learns);
    plan.session.opening_plies = openings.unwrap_or(if learning { SessionSettings::LEARNING_PLIES } else { 0 });
    let timed = plan.players.iter().any(|entry| entry.settings.limits.time.is_some());
    plan.session.batch = batch.unwrap_or(if timed { plan.session.threads } else { SessionSettings::BATCH });
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
    for (index, Entry { name, settings, shape, rates }) in plan.players.iter().enumerate() {
        let seed = plan.session.seed.wrapping_add(1 + index as u64);
        let make = |name: &str| shape.new_heuristic(name, seed);
        let mut heuristic =
            if settings.learns { load_to_learn(name, &folder, make)? } else { load_or_make(name, &folder, make)? };
        let LearningParameters { eta, alpha, kappa, phi, .. } = &mut heuristic.learning;
        for (own, chosen) in [eta, alpha, kappa, phi].into_iter().zip(rates) {
            *own = chosen.unwrap_or(*own);
        }
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
    let (mut games, mut saved) = (0, Instant::now());
    let mut written = writeln!(out, "*****");
    while plan.games.is_none_or(|limit| games < limit) && !stop.load(Ordering::Relaxed) {
        let left = plan.games.map_or(u64::MAX, |limit| limit - games);
        games += session.play_batch_watched(left, stop, &|_, _| {}, &mut |participants, played| {
            if written.is_ok() {
                written = write_game(out, participants, played, plan.language);
            }
        })?;
        if saved.elapsed() >= SAVE_EVERY {
            session.save(folder)?;
            saved = Instant::now();
        }
        bar.set_position(games);
        bar.set_message(format!("{:.0} games/s", games as f64 / start.elapsed().as_secs_f64().max(1e-3)));
        if written.is_err() {
            break;
        }
    }
    written?;
    bar.finish_and_clear();
    out.flush()?;
    let seconds = start.elapsed().as_secs_f64();
    let errors = session.participants().iter().filter_map(|one| Some((one.heuristic().name.as_str(), one.error()?)));
    let errors: Vec<String> = errors.map(|(name, error)| format!("{name} {error:.4}")).collect();
    let (rate, seconds) = (format!("{:.0}", games as f64 / seconds), format!("{seconds:.1}"));
    note(plan.language.texts().learning.session_end(games, seconds, rate, errors.join(", ")));
    Ok(())
}

/// The reports of a game, if they are wanted, and the running table.
fn write_game(
    out: &mut impl Write,
    participants: &[Participant],
    played: &PlayedGame,
    language: Language,
) -> io::Result<()> {
    for report in &played.reports {
        write!(out, "{}", language.texts().verbose_report(report))?;
    }
    for participant in participants {
        writeln!(out, "{participant}")?;
    }
    writeln!(out, "*****")?;
    out.flush()
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
        assert_eq!((max.name.as_str(), joe.name.as_str()), ("max", "joe"));
        let five_seconds = Limits::time(Duration::from_secs(5));
        assert_eq!(max.settings.limits, Limits { least_depth: 6, ..five_seconds });
        assert_eq!(joe.settings.limits, Limits::depth(6));
        for Entry { settings, .. } in [max, joe] {
            assert!(settings.learns && settings.random_radius == 0.1 && settings.lambda == Some(0.7));
        }
        let plan = read("max -test -r=0 -t=0 joe --games 7").unwrap();
        assert!(plan.players[0].settings.learns && !plan.players[1].settings.learns);
        assert_eq!(plan.players[0].settings, PlaySettings::default());
        assert_eq!(plan.players[1].settings.limits, Limits::depth(6));
        assert_eq!((plan.games, plan.session.batch), (Some(7), 32));
        assert_eq!((plan.session.opening_plies, plan.session.draw_weight), (6, 0.1));
        assert_eq!(read("-test max joe").unwrap().session.opening_plies, 0);
        let plan = read("--openings 2 --draw-weight 1 max").unwrap();
        assert_eq!((plan.session.opening_plies, plan.session.draw_weight), (2, 1.0));
        let plan = read("--passes 60 --memory 4000 --average 8 --variant 2.43 max").unwrap();
        assert_eq!((plan.session.passes, plan.session.memory, plan.session.average), (60, 4000, 8));
        assert_eq!(plan.players[0].settings.search, Options::version_2_43());
        let plan = read("--features small a --features standard --hidden 30,5 b").unwrap();
        assert_eq!(plan.players[0].shape, Shape { features: FeatureSet::Small, hidden: vec![] });
        assert_eq!(plan.players[1].shape.hidden, [(30, Activation::Tanh), (5, Activation::Tanh)]);
    }

    #[test]
    fn depth_and_time_together_are_a_time_with_a_least_depth() {
        let timed = Limits { least_depth: 8, ..Limits::time(Duration::from_millis(20)) };
        for line in ["-d=8 -t=20 max joe", "-t=20 -d=8 max joe"] {
            let plan = read(&format!("--threads 3 {line}")).unwrap();
            assert!(plan.players.iter().all(|entry| entry.settings.limits == timed), "{line}: {plan:?}");
            assert_eq!(plan.session.batch, 3, "{line}");
        }
        let plan = read("-t=20 --batch 5 max -d=8 joe -t=20 jim").unwrap();
        let limits: Vec<Limits> = plan.players.iter().map(|entry| entry.settings.limits).collect();
        assert_eq!(limits, [Limits { least_depth: 6, ..timed }, Limits::depth(8), timed]);
        assert_eq!(plan.session.batch, 5);
    }

    #[test]
    fn options_count_for_the_heuristics_after_them() {
        let plan = read("max -v --kappa 0.2 joe --phi=0.7 --eta 1 --alpha 0.5 jim").unwrap();
        let verbose: Vec<bool> = plan.players.iter().map(|entry| entry.settings.verbose).collect();
        assert_eq!(verbose, [false, true, true]);
        let rates: Vec<[Option<f64>; 4]> = plan.players.iter().map(|entry| entry.rates).collect();
        assert_eq!(rates[0], [None; 4]);
        assert_eq!(rates[1], [None, None, Some(0.2), None]);
        assert_eq!(rates[2], [Some(1.0), Some(0.5), Some(0.2), Some(0.7)]);
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
        assert_eq!(refusal("--phi 2 max"), "--phi: \"2\" is not a number from 0 to 1");
        assert_eq!(refusal("--batch 0 max"), "--batch: \"0\" is not a number from 1 to 100000");
        assert_eq!(refusal("--passes 0 max"), "--passes: \"0\" is not a number from 1 to 100000");
        assert!(refusal("--variant fast max").starts_with("variant is \"fast\", it must be one of"));
        assert_eq!(refusal("--draw-weight -1 max"), "--draw-weight: \"-1\" is not a number from 0 to 1");
        assert!(refusal("--features big max").starts_with("\"big\" is not a feature set"));
        assert!(refusal("--supervised --no-endgame max").contains("endgame"));
    }
}
