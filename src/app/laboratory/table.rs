//! The live table of a tournament: points with their error bars, and the games.

use eframe::egui::{
    Align2, Button, Color32, CornerRadius, Id, Rect, RichText, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use super::LabRequest;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::widgets::{text_in, text_width};
use muehle_engine::learn::arena::Tally;
use muehle_engine::learn::tournament::Tournament;
use muehle_engine::rules::Color;

/// The height of a line of the table.
const LINE: f32 = 46.0;
/// With fewer games an interval says nothing.
const ENOUGH_GAMES: usize = 10;
/// Older games are not listed; the file has them all.
const MOST_GAMES: usize = 200;

/// Draws the table and the list of games.
pub(super) fn table_ui(ui: &mut Ui, area: Rect, view: &View, actions: &mut Actions) {
    let (texts, palette) = (view.texts, view.palette);
    let painter = ui.painter().clone();
    let row =
        |top: f32, height: f32| Rect::from_min_size(pos2(area.left(), area.top() + top), vec2(area.width(), height));
    let Some(tournament) = view.workshop.laboratory.tournament() else {
        paragraph(ui, row(0.0, 60.0), texts.laboratory.empty(), 14.0, palette.muted);
        return;
    };
    let (played, total) = (tournament.played.len().to_string(), tournament.total().to_string());
    let state = match (view.workshop.laboratory.problem(), view.workshop.laboratory.is_running()) {
        (Some(problem), _) => texts.laboratory.problem(texts.laboratory_problem(problem)),
        (None, true) => texts.laboratory.running(&played, &total),
        (None, false) => texts.laboratory.played(&played, &total),
    };
    text_in(&painter, row(0.0, 18.0), Align2::LEFT_CENTER, &state, Weight::Medium, 12.5, palette.muted);
    named(ui, row(0.0, 18.0), &state);
    for (place, (one, tally)) in tournament.ranking().iter().enumerate() {
        line_ui(ui, row(24.0 + place as f32 * LINE, LINE - 4.0), &tournament.participants[*one].name, tally, view);
    }
    let top = 24.0 + tournament.participants.len() as f32 * LINE + 8.0;
    text_in(
        &painter,
        row(top, 18.0),
        Align2::LEFT_CENTER,
        texts.laboratory.replay(),
        Weight::Medium,
        12.5,
        palette.muted,
    );
    let well = Rect::from_min_max(pos2(area.left(), area.top() + top + 22.0), area.max);
    if well.height() > 40.0 {
        games_ui(ui, well, tournament, view, actions);
    }
}

/// One player: name, bar with whisker, share of the points, wins, draws and losses.
fn line_ui(ui: &mut Ui, line: Rect, name: &str, tally: &Tally, view: &View) {
    let (texts, palette) = (view.texts.laboratory, view.palette);
    let painter = ui.painter().clone();
    let numbers = 210.0;
    let (line, below) = line.split_top_bottom_at_y(line.top() + 24.0);
    let words = Rect::from_min_size(line.min, vec2((line.width() - numbers) * 0.52, line.height()));
    let fits = |text: &str| text_width(ui, text, Weight::Medium, 13.5) <= words.width();
    text_in(&painter, words, Align2::LEFT_CENTER, &end_of_name(name, fits), Weight::Medium, 13.5, palette.text);
    let bar = Rect::from_min_max(
        pos2(words.right() + 8.0, line.center().y - 6.0),
        pos2(line.right() - numbers - 8.0, line.center().y + 6.0),
    );
    let at = |share: f64| bar.left() + bar.width() * share.clamp(0.0, 1.0) as f32;
    painter.rect_filled(bar, CornerRadius::same(3), palette.well);
    let (score, margin) = (tally.score(), tally.margin());
    if tally.games() > 0 {
        let filled = Rect::from_min_max(bar.min, pos2(at(score), bar.bottom()));
        painter.rect_filled(filled, CornerRadius::same(3), palette.primary);
    }
    if tally.games() >= ENOUGH_GAMES {
        let ends = [at(score - margin), at(score + margin)];
        // A light edge keeps the interval visible on the bar.
        for pen in [Stroke::new(4.0, palette.card), Stroke::new(1.5, palette.text)] {
            painter.hline(ends[0]..=ends[1], bar.center().y, pen);
            for x in ends {
                painter.vline(x, bar.center().y - 4.0..=bar.center().y + 4.0, pen);
            }
        }
    }
    let decimal = |number: f64| view.texts.language.decimal(100.0 * number, 1);
    let points = match tally.games() {
        0 => "–".to_owned(),
        games if games < ENOUGH_GAMES => texts.points_alone(decimal(score)),
        _ => texts.points(decimal(score), decimal(margin)),
    };
    let results = texts.results(tally.wins(), tally.draws(), tally.losses());
    let right = Rect::from_min_max(pos2(line.right() - numbers, line.top()), line.max);
    text_in(&painter, right, Align2::LEFT_CENTER, &points, Weight::Medium, 13.0, palette.text);
    text_in(&painter, right, Align2::RIGHT_CENTER, &results, Weight::Regular, 12.5, palette.muted);
    let by_color = match tally.games() {
        0 => String::new(),
        _ => Color::BOTH
            .map(|color| {
                let [wins, draws, losses] = tally.with(color);
                texts.results_with(view.texts.side(color), texts.results(wins, draws, losses))
            })
            .join("   "),
    };
    text_in(&painter, below, Align2::RIGHT_CENTER, &by_color, Weight::Regular, 12.0, palette.muted);
    named(ui, line.union(below), format!("{name}: {points}, {results}. {by_color}").trim_end_matches(". "));
}

fn games_ui(ui: &mut Ui, well: Rect, tournament: &Tournament, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    ui.painter().rect_filled(well, CornerRadius::same(10), palette.well);
    let mut child = ui.new_child(UiBuilder::new().id_salt("lab games").max_rect(well.shrink(6.0)));
    ScrollArea::vertical().id_salt("lab games list").auto_shrink(false).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, game) in tournament.played.iter().enumerate().rev().take(MOST_GAMES) {
            let [white, black] = Color::BOTH.map(|color| tournament.participants[game.player(color)].name.as_str());
            let words = view.texts.laboratory.game(index + 1, white, black, game.score_text());
            let text = RichText::new(words).font(Weight::Regular.size(13.0)).color(palette.text);
            let button = Button::new(text)
                .fill(Color32::TRANSPARENT)
                .stroke(Stroke::NONE)
                .truncate()
                .min_size(vec2(ui.available_width() - 8.0, 24.0));
            if ui.add(button).clicked() {
                actions.push(Action::Laboratory(LabRequest::Replay(index)));
            }
        }
    });
}

/// As much of the end of a player's text as fits: that is where players differ.
fn end_of_name(name: &str, fits: impl Fn(&str) -> bool) -> String {
    let (mut shown, mut rest) = (name.to_owned(), name);
    while !fits(&shown)
        && let Some((_, end)) = rest.split_once([':', '=', ',']).filter(|(_, end)| !end.is_empty())
    {
        rest = end;
        shown = format!("…{rest}");
    }
    shown
}

/// Makes painted text available to screen readers.
fn named(ui: &Ui, rect: Rect, words: &str) {
    let response = ui.interact(rect, Id::unique(("lab words", words, rect.top() as i32)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_what_tells_them_apart() {
        let short = |name: &str, most: usize| end_of_name(name, |text| text.chars().count() <= most);
        assert_eq!(short("computer:heuristic=Multi", 24), "computer:heuristic=Multi");
        assert_eq!(short("computer:heuristic=Multi", 16), "…heuristic=Multi");
        assert_eq!(short("computer:heuristic=Multi", 8), "…Multi");
        assert_eq!(short("computer:", 3), "computer:", "the line cuts it off itself");
    }
}
