//! Work in the background: what runs, how far it is, and where it is shown.

use eframe::egui::{Context, Painter, Pos2, Shape, Stroke};

use super::View;
use super::laboratory::Tab;
use super::pages::Page;
use super::pages::rail::arc;
use crate::controller::training::RunState;
use crate::controller::{Plan, Stage, Task};

/// How often the window looks at work that does not wake it, in seconds.
const LOOK_EVERY: f32 = 0.25;

/// Something that works in the background.
pub struct Job {
    /// The tab of the laboratory that shows it; none for the page of the game.
    pub tab: Option<Tab>,
    /// What the status line says about it.
    pub words: String,
    /// The part that is done, if that is known.
    pub share: Option<f32>,
    /// Whether it waits for the person.
    pub paused: bool,
}

impl Job {
    /// The page that shows it.
    pub fn page(&self) -> Page {
        self.tab.map_or(Page::Play, Tab::page)
    }
}

/// Everything that works now.
pub fn running(view: &View) -> Vec<Job> {
    let (workshop, texts) = (view.workshop, view.texts.pages);
    let mut jobs = Vec::new();
    if let Some((done, total)) = view.review.progress() {
        let share = done as f32 / total.max(1) as f32;
        jobs.push(Job { tab: None, words: view.texts.review.job(percent(share)), share: Some(share), paused: false });
    }
    if let Some(state) = workshop.solver.state() {
        let percent = percent(state.done);
        let words = match (state.task, state.left) {
            (Task::Verify(..), _) => texts.job_verifying(percent),
            (Task::Remove(_), _) => texts.job_removing().to_owned(),
            (Task::Build(Plan { stage: Stage::Placing, .. }), Some(left)) => {
                texts.job_whole_left(percent, view.texts.language.time(left))
            }
            (Task::Build(Plan { stage: Stage::Placing, .. }), None) => texts.job_whole(percent),
            (Task::Build(Plan { stage: Stage::UpTo(stones), .. }), Some(left)) => {
                texts.job_solving_left(stones, percent, view.texts.language.time(left))
            }
            (Task::Build(Plan { stage: Stage::UpTo(stones), .. }), None) => texts.job_solving(stones, percent),
        };
        jobs.push(Job { tab: Some(Tab::Solve), words, share: Some(state.done), paused: false });
    } else if workshop.solver.paused().is_some() {
        let words = texts.job_solving_paused().to_owned();
        jobs.push(Job { tab: Some(Tab::Solve), words, share: None, paused: true });
    }
    if let Some(run) = workshop.training.run().filter(|_| workshop.training.is_learning()) {
        let games = run.now.as_ref().map_or(0, |now| now.games);
        let paused = run.state == RunState::Paused;
        let name = &run.plan.heuristic;
        let words = match paused {
            true => texts.job_training_paused(name),
            false => texts.job_training(name, view.texts.language.grouped(games)),
        };
        jobs.push(Job { tab: Some(Tab::Learning), words, share: run.now.as_ref().map(|_| run.share()), paused });
    }
    if let Some(run) = workshop.training.tuple_run().filter(|run| run.running) {
        let share = run.news.last().map_or(0.0, |news| news.games as f32 / run.plan.games.max(1) as f32);
        let words = texts.job_tuples(&run.plan.name, percent(share));
        jobs.push(Job { tab: Some(Tab::Learning), words, share: Some(share), paused: false });
    }
    if let Some(tournament) = workshop.laboratory.tournament().filter(|_| workshop.laboratory.is_running()) {
        let (played, total) = (tournament.played.len(), tournament.total());
        let words = texts.job_tournament(played, total);
        let share = Some(played as f32 / total.max(1) as f32);
        jobs.push(Job { tab: Some(Tab::Tournament), words, share, paused: false });
    }
    jobs
}

/// A share as whole per cent; only what is finished has a hundred.
pub fn percent(share: f32) -> String {
    format!("{:.0}", (100.0 * share).floor())
}

/// Draws another frame soon, so that progress is seen.
pub fn keep_looking(ctx: &Context, jobs: &[Job]) {
    if jobs.iter().any(|job| !job.paused) {
        ctx.request_repaint_after_secs(LOOK_EVERY);
    }
}

/// A ring that shows how far a job is; if that is unknown, a quarter turns.
pub fn ring(painter: &Painter, center: Pos2, radius: f32, job: &Job, view: &View) {
    let palette = view.palette;
    let width = radius * 2.5 / 5.5;
    painter.circle_stroke(center, radius, Stroke::new(width, palette.button_border));
    let (from, share) = match job.share {
        Some(share) => (0.0, share.clamp(0.0, 1.0)),
        None if job.paused || !view.settings.moves() => (0.0, 0.25),
        // Eight steps per turn: a smooth turn would keep the processor busy.
        None => ((view.now / f64::from(LOOK_EVERY)).floor() as f32 / 8.0 % 1.0, 0.25),
    };
    if share > 0.0 {
        let points = arc(center, radius, from, share);
        for &end in [points.first(), points.last()].into_iter().flatten() {
            painter.circle_filled(end, width / 2.0, palette.primary);
        }
        painter.add(Shape::line(points, Stroke::new(width, palette.primary)));
    }
}
