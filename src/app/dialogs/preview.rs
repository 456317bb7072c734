//! What a file of games contains, before it is opened: the end of its first game on a small board, and who played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Align2, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::View;
use crate::app::board::Diagram;
use crate::app::fonts::Weight;
use crate::app::widgets::text_in;
use crate::controller::worker::BackgroundTask;
use muehle_engine::game::MoveTree;
use muehle_engine::game::pgn::{Collection, Entry};

/// Larger files have no preview.
const MOST_BYTES: u64 = 16 << 20;

/// What a file contains.
struct Contents {
    entry: Entry,
    games: usize,
    board: Diagram,
}

impl Contents {
    /// Reads a file. What cannot be read has no contents.
    fn of(path: &Path) -> Option<Contents> {
        std::fs::metadata(path).ok().filter(|data| data.is_file() && data.len() <= MOST_BYTES)?;
        let games = Collection::open(path).ok()?;
        let game = games.read(0).game;
        let end = game.tree().node(game.tree().end_of_line(MoveTree::ROOT));
        let mut board = Diagram::new(end.position);
        board.last = end.mv;
        Some(Contents { entry: games.entry(0).clone(), games: games.len(), board })
    }
}

/// The preview of the chosen file.
#[derive(Default)]
pub struct FilePreview {
    path: PathBuf,
    reading: Option<BackgroundTask<Option<Contents>>>,
    contents: Option<Contents>,
}

impl FilePreview {
    /// Draws the preview of a file, which is read on another thread.
    pub fn ui(&mut self, ui: &mut Ui, rect: Rect, path: &str, view: &View) {
        let path = Path::new(path.trim());
        if self.path != path {
            self.path = path.to_owned();
            self.contents = None;
            let (ctx, path) = (ui.ctx().clone(), self.path.clone());
            let waker = Arc::new(move || ctx.request_repaint());
            self.reading = Some(BackgroundTask::start("preview", waker, move || Contents::of(&path)));
        }
        if let Some(read) = self.reading.as_ref().and_then(BackgroundTask::poll) {
            self.reading = None;
            self.contents = read.ok().flatten();
        }
        let (texts, palette) = (view.texts.dialogs, view.palette);
        let side = rect.width().min(rect.height() - 66.0).max(60.0);
        let Some(Contents { entry, games, board }) = &mut self.contents else {
            let words = if self.reading.is_some() { "…" } else { texts.preview_none() };
            text_in(ui.painter(), rect, Align2::CENTER_CENTER, words, Weight::Regular, 13.0, palette.muted);
            return;
        };
        let plate = Rect::from_center_size(pos2(rect.center().x, rect.top() + side / 2.0), Vec2::splat(side));
        board.paint(ui.painter(), plate, view.board);
        let names = texts.preview_against(known(&entry.white), known(&entry.black));
        let facts = [known(&entry.date), known(&entry.result), &texts.preview_plies(entry.plies)].join(" · ");
        let more = if *games > 1 { texts.preview_games(*games) } else { String::new() };
        let lines = [
            (&names, Weight::SemiBold, palette.text),
            (&facts, Weight::Regular, palette.muted),
            (&more, Weight::Regular, palette.muted),
        ];
        for (i, (text, weight, color)) in lines.into_iter().enumerate() {
            let row = Rect::from_min_size(
                pos2(rect.left(), plate.bottom() + 8.0 + 19.0 * i as f32),
                vec2(rect.width(), 19.0),
            );
            text_in(ui.painter(), row, Align2::CENTER_CENTER, text, weight, 12.5, color);
        }
        let response = ui.interact(rect, Id::unique("file preview"), Sense::hover());
        let words = [texts.preview(), &names, &facts, &more].join(", ");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.trim_end_matches(", ")));
    }
}

/// A tag of a game, or a dash where nothing is known: `?`, `????.??.??`.
pub fn known(text: &str) -> &str {
    if text.chars().all(|sign| matches!(sign, '?' | '.')) { "–" } else { text }
}
