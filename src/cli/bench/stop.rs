//! `muehle bench stop`: how soon the text protocol answers a stop.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

/// What the answer may take on an idle machine.
const LIMIT: Duration = Duration::from_millis(20);

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Number of searches to stop
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tries: u32,
    /// Threads of the engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut engine = Command::new(std::env::current_exe()?)
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the engine cannot be started")?;
    let (input, output) = engine.stdin.take().zip(engine.stdout.take()).context("the engine has no pipes")?;
    let measured = measure(arguments, input, BufReader::new(output));
    // Its input is closed now, so it ends.
    engine.wait()?;
    let mut times = measured?;
    times.sort();
    let (tries, late) = (times.len(), times.iter().filter(|&&time| time > LIMIT).count());
    let at = |place: usize| times[place.min(tries - 1)].as_secs_f64() * 1000.0;
    writeln!(
        io::stdout(),
        "stop to bestmove, {tries} tries: median {:.2} ms, 95 % {:.2} ms, longest {:.2} ms, {late} over {} ms",
        at(tries / 2),
        at(tries * 95 / 100),
        at(tries),
        LIMIT.as_millis()
    )?;
    Ok(())
}

/// Stops searches of both phases after different times.
fn measure(arguments: &Arguments, mut engine: impl Write, mut answers: impl BufRead) -> Result<Vec<Duration>> {
    const POSITIONS: [&str; 3] =
        ["startpos moves d6 f4", "fen d6,d2,b4,f6/f4,f2,d7,b6 w 5 5", "fen a7,g1,f4,b4,c5,d2/g7,a1,d6,e3,f2,c4 b 0 0"];
    let mut wait_for = |word: &str| loop {
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            bail!("the engine ended before {word}");
        }
        if line.split_whitespace().next() == Some(word) {
            return Ok(());
        }
    };
    writeln!(engine, "setoption name Threads value {}\nisready", arguments.threads)?;
    wait_for("readyok")?;
    let mut times = Vec::new();
    for attempt in 0..arguments.tries as usize {
        writeln!(engine, "position {}\ngo infinite", POSITIONS[attempt % POSITIONS.len()])?;
        wait_for("info")?;
        sleep(Duration::from_millis(5 + 7 * (attempt as u64 % 15)));
        let told = Instant::now();
        writeln!(engine, "stop")?;
        wait_for("bestmove")?;
        times.push(told.elapsed());
    }
    Ok(times)
}
