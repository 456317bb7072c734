//! `muehle bench window`: opens the real window for a short time and measures it. Needs a display.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::app::measure::{Cost, measure};

pub(super) fn run() -> anyhow::Result<()> {
    let figures = measure(Instant::now())?;
    let mut out = io::stdout().lock();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    writeln!(out, "first frame after        {:>8.0} ms", milliseconds(figures.first_frame))?;
    let mut cost = |name: &str, Cost { frames, processor }: Cost| match processor {
        Some(share) => writeln!(out, "{name:<25}{:>7.1} % of a processor, {frames:.1} frames/s", 100.0 * share),
        None => writeln!(out, "{name:<25}{frames:>7.1} frames/s"),
    };
    cost("waiting, no clock runs", figures.resting)?;
    cost("waiting, a clock runs", figures.waiting)?;
    let mut frames = |what: &str, rows: &[(&str, &[Duration])]| {
        writeln!(out, "while the engine {what}")?;
        let all: Duration = rows[0].1.iter().sum();
        writeln!(out, "  frames                 {:>8.1} frames/s", rows[0].1.len() as f64 / all.as_secs_f64())?;
        for (name, times) in rows {
            let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)));
            let [half, most, all] = [0.5, 0.99, 1.0].map(|share| at(share).copied().map_or(f64::NAN, milliseconds));
            writeln!(out, "  {name:<23}{half:>8.1} ms median, {most:.1} ms for 99 of 100, {all:.1} ms at most")?;
        }
        io::Result::Ok(())
    };
    frames("thinks", &[("from frame to frame", &figures.frames), ("work for a frame", &figures.drawing)])?;
    frames("analyses", &[("from frame to frame", &figures.analysing)])?;
    let slowest = figures.stops.last().copied().map_or(f64::NAN, milliseconds);
    writeln!(out, "Esc to the move          {slowest:>8.1} ms, the slowest of {}", figures.stops.len())?;
    if let Some([now, most]) = figures.memory {
        let mb = |kilobytes: u64| kilobytes as f64 / 1024.0;
        writeln!(out, "memory                   {:>8.0} MB, at most {:.0} MB", mb(now), mb(most))?;
    }
    Ok(())
}
