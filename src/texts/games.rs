//! The archive of finished games and its statistics.

use muehle_engine::archive::{ArchiveError, ArchivedGame, Damage, GameResult, Player, PlayerKind, Problem};
use muehle_engine::players::Level;
use muehle_engine::review::MistakeKind;
use muehle_engine::rules::Color;

use super::Texts;

texts! {
    /// The archive of finished games and its statistics.
    GamesTexts;
    // Tabs
    yours: "Deine Partien", "Your games";
    files: "Dateien", "Files";
    export: "Exportieren …", "Export…";
    export_tip: "Alle aufgelisteten Partien in eine Datei schreiben", "Write all listed games to a file";
    export_one: "Exportieren", "Export";
    export_one_tip: "Die gewählte Partie in eine Datei schreiben", "Write the chosen game to a file";
    export_title: "Partien exportieren", "Export games";
    exported_one(path): "1 Partie exportiert: {path}", "1 game exported: {path}";
    exported(count, path): "{count} Partien exportiert: {path}", "{count} games exported: {path}";
    // Filter
    search: "Züge, Stufe oder Datum", "Moves, level or date";
    opponent: "Gegner", "Opponent";
    by_opponent: "Nach Gegner filtern", "Filter by opponent";
    by_color: "Nach Farbe filtern", "Filter by colour";
    all_opponents: "Alle Gegner", "All opponents";
    other_computers: "Andere Computer", "Other computers";
    network: "Netz", "Network";
    two_people: "Zu zweit", "Two people";
    color: "Farbe", "Colour";
    all_colors: "Beide Farben", "Both colours";
    all: "Alle", "All";
    won: "Gewonnen", "Won";
    drawn: "Remis", "Drawn";
    lost: "Verloren", "Lost";
    white_won: "Weiß gewann", "White won";
    black_won: "Schwarz gewann", "Black won";
    // List
    date: "Datum", "Date";
    result: "Ergebnis", "Result";
    plies: "Halbzüge", "Plies";
    accuracy: "Genauigkeit", "Accuracy";
    sort_tip(column): "Nach {column} sortieren", "Sort by {column}";
    level_number(number): "Stufe {number}", "level {number}";
    own_settings: "eigene Einstellungen", "own settings";
    partner(name): "{name}, Netz", "{name}, network";
    someone: "Jemand", "Somebody";
    against(white, black): "{white} – {black}", "{white} – {black}";
    you: "Du", "You";
    computer: "Computer", "Computer";
    percent(number): "{number} %", "{number} %";
    date_words(day, month, year): "{day}. {month} {year}", "{day} {month} {year}";
    months: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez.", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    both_sides: "beide Farben", "both colours";
    plies_words(count): "{count} Halbzüge", "{count} plies";
    accuracy_words(percent): "Genauigkeit {percent} %", "accuracy {percent} %";
    none: "Noch keine beendeten Partien. Jede Partie, die du zu Ende spielst, steht dann hier.",
        "No finished games yet. Every game that you finish is kept here.";
    none_kept: "Noch keine beendeten Partien. „Beendete Partien aufheben“ in den Einstellungen ist ausgeschaltet.",
        "No finished games yet. “Keep finished games” is switched off in the settings.";
    none_found: "Keine Partie passt zu dieser Auswahl.", "No game matches this selection.";
    reading: "Partien werden gelesen …", "Reading games…";
    sentence_one: "1 Partie. Eingabe zeigt den Rückblick.", "1 game. Enter reviews it.";
    sentence(count): "{count} Partien. Eingabe zeigt den Rückblick, ←, → blättern in der Partie.",
        "{count} games. Enter reviews the selected game, ← and → go through it.";
    sentence_some(listed, count): "{listed} von {count} Partien. Eingabe zeigt den Rückblick.", "{listed} of {count} games. Enter reviews the selected one.";
    heading(count): "Partien · {count}", "Games · {count}";
    // The chosen game
    won_against(name): "Gewonnen gegen {name}", "Won against {name}";
    drawn_against(name): "Remis gegen {name}", "Drawn against {name}";
    lost_against(name): "Verloren gegen {name}", "Lost against {name}";
    move_of(now, all): "Zug {now} von {all}", "Move {now} of {all}";
    board(position): "Gewählte Partie: {position}", "Chosen game: {position}";
    turning: "Wende", "Turning point";
    turning_move(number, mv): "Zug {number}, {mv}", "move {number}, {mv}";
    time: "Zeit", "Time";
    time_words(minutes, seconds): "{minutes}:{seconds} Minuten", "{minutes}:{seconds} minutes";
    review: "Rückblick", "Review";
    review_tip: "Die Partie öffnen und ihre Züge bewerten (Eingabe)", "Open the game and review its moves (Enter)";
    play_from: "Von hier spielen", "Play from here";
    play_from_tip: "Diese Stellung gegen den Computer weiterspielen; das Neue wird eine Variante der Partie",
        "Play on from this position against the computer; what is new becomes a side line of the game";
    copy: "Kopieren", "Copy";
    copy_tip: "Die Partie als Text in die Zwischenablage kopieren", "Copy the game as text to the clipboard";
    delete: "Löschen", "Delete";
    delete_tip: "Die Partie endgültig löschen; fragt vorher (Entf)", "Delete the game for good; asks first (Del)";
    delete_title: "Partie löschen?", "Delete this game?";
    delete_text(title, date): "{title}, {date}. Die Partie ist dann endgültig weg.",
        "{title}, {date}. The game will be gone for good.";
    delete_keep: "Die Partie behalten (Eingabe, Esc)", "Keep the game (Enter, Esc)";
    deleted: "Die Partie ist gelöscht.", "The game was deleted.";
    kept(file): "Partie aufgehoben in {file}", "Game kept in {file}";
    // Statistics
    by_level: "Ergebnisse nach Stufe", "Results by level";
    legend_won: "gewonnen", "won";
    legend_drawn: "remis", "drawn";
    legend_lost: "verloren", "lost";
    tally(name, won, drawn, lost): "{name}: {won} gewonnen, {drawn} remis, {lost} verloren",
        "{name}: {won} won, {drawn} drawn, {lost} lost";
    not_played: "noch nicht gespielt", "not played yet";
    as_white: "mit Weiß", "as White";
    as_black: "mit Schwarz", "as Black";
    over_time: "Genauigkeit im Verlauf", "Accuracy over time";
    last_one: "letzte Partie", "last game";
    last_games(count): "letzte {count} Partien", "last {count} games";
    accuracy_said(now, first, last): "Genauigkeit: zuletzt im Mittel {now} %, von {first} bis {last}",
        "Accuracy: {now} % on average lately, from {first} to {last}";
    no_accuracy: "Ein Rückblick misst die Genauigkeit einer Partie.", "A review measures the accuracy of a game.";
    rating: "Spielstärke", "Rating";
    rating_value(elo, margin): "{elo} ± {margin}", "{elo} ± {margin}";
    rating_from(count): "Elo aus {count} Partien gegen Stufen", "Elo from {count} games against levels";
    rating_missing(count): "ab {count} Partien gegen Stufen", "after {count} games against levels";
    mistakes: "Häufigster Fehler", "Most frequent mistake";
    mistake_count(kind, count): "{kind}, {count}×", "{kind}, {count}×";
    mistakes_missing: "nach dem ersten Rückblick", "after the first review";
    mistakes_none: "keiner", "none";
    games_played: "Partien", "Games";
    score(won, drawn, lost): "{won} gewonnen, {drawn} remis, {lost} verloren", "{won} won, {drawn} drawn, {lost} lost";
    allowed_mill: "Mühle zugelassen", "mill allowed";
    missed_mill: "Mühle verpasst", "mill missed";
    double_mill: "Zwickmühle zugelassen", "double mill allowed";
    wrong_stone: "falscher Stein geschlagen", "wrong stone captured";
    mobility: "zu wenig Bewegung", "too little mobility";
    other: "sonstiges", "other";
    // What went wrong
    problem_game(path, number, reason): "{path}, Partie {number}: {reason}. Alles andere ist aufgelistet.",
        "{path}, game {number}: {reason}. Everything else is listed.";
    problem_file(reason): "{reason}. Die anderen Partien sind aufgelistet.", "{reason}. The other games are listed.";
    busy: "Ein anderes Fenster schreibt gerade; bitte noch einmal versuchen", "Another window is writing; please try again";
    damaged(path, reason): "{path} ist beschädigt und bleibt, wie es ist: {reason}",
        "{path} is damaged and is left as it is: {reason}";
    damaged_game(number, reason): "Partie {number}: {reason}", "game {number}: {reason}";
    gone: "Die Partie gibt es nicht mehr", "The game is no longer there";
    own_file(path): "{path} gehört zu deinen Partien; wähle eine andere Datei",
        "{path} is one of the files of your games; choose another file";
}

impl GamesTexts {
    /// A kind of mistake.
    pub fn mistake(self, kind: MistakeKind) -> &'static str {
        match kind {
            MistakeKind::AllowedMill => self.allowed_mill(),
            MistakeKind::MissedMill => self.missed_mill(),
            MistakeKind::DoubleMill => self.double_mill(),
            MistakeKind::WrongStone => self.wrong_stone(),
            MistakeKind::Mobility => self.mobility(),
            MistakeKind::Other => self.other(),
        }
    }

    /// A result of the person.
    pub fn own_result(self, result: GameResult) -> &'static str {
        match result {
            GameResult::Won => self.won(),
            GameResult::Drawn => self.drawn(),
            GameResult::Lost => self.lost(),
        }
    }

    /// A date of a tag, `2026.11.17`, in words; as it is if it is not a date.
    pub fn date_of(self, tag: &str) -> String {
        let parts: Vec<&str> = tag.split('.').collect();
        if let [year, month, day] = parts[..]
            && let (Ok(month), Ok(day)) = (month.parse::<usize>(), day.parse::<u8>())
            && let Some(month) = self.months().split(' ').nth(month.wrapping_sub(1))
        {
            return self.date_words(day, month, year);
        }
        if tag.is_empty() { "?".to_owned() } else { tag.to_owned() }
    }
}

/// The number of a level, from 1.
fn number_of(level: Level) -> usize {
    level as usize + 1
}

impl Texts {
    /// A player of the archive, and what more there is to say.
    pub fn archived_player(self, player: &Player) -> (String, String) {
        let named = |usual: &str| match player.name.as_str() {
            "" | "Computer" => usual.to_owned(),
            name => name.to_owned(),
        };
        let texts = self.games;
        match &player.kind {
            PlayerKind::Level(level) => {
                let (name, number) = (self.players.level(*level), texts.level_number(number_of(*level)));
                match named(name) {
                    same if same == name => (same, number),
                    other => (other, format!("{name}, {number}")),
                }
            }
            PlayerKind::Computer(_) => (named(texts.computer()), texts.own_settings().to_owned()),
            PlayerKind::Network => (texts.partner(named(texts.someone())), String::new()),
            PlayerKind::Person => (named("?"), String::new()),
        }
    }

    /// Whom a game was against, and what more there is to say; both people if they shared the board.
    pub fn archived_opponent(self, game: &ArchivedGame) -> (String, String) {
        match game.opponent() {
            Some(opponent) => self.archived_player(opponent),
            None => {
                let name = |side: Color| match game.player(side).name.as_str() {
                    "" => self.side(side).to_owned(),
                    name => name.to_owned(),
                };
                (self.games.against(name(Color::White), name(Color::Black)), String::new())
            }
        }
    }

    /// How a game ended, for the person if there is one.
    pub fn archived_result(self, game: &ArchivedGame) -> &'static str {
        match (game.own_result(), game.outcome.map(|outcome| outcome.winner())) {
            (Some(result), _) => self.games.own_result(result),
            (None, Some(Some(Color::White))) => self.games.white_won(),
            (None, Some(Some(Color::Black))) => self.games.black_won(),
            (None, Some(None)) => self.games.drawn(),
            (None, None) => "?",
        }
    }

    /// A game in a few words: `Lost against Club`.
    pub fn archived_title(self, game: &ArchivedGame) -> String {
        let name = self.archived_opponent(game).0;
        match game.own_result() {
            Some(GameResult::Won) => self.games.won_against(name),
            Some(GameResult::Drawn) => self.games.drawn_against(name),
            Some(GameResult::Lost) => self.games.lost_against(name),
            None => name,
        }
    }

    /// What of the archive could not be read.
    pub fn archive_problem(self, problem: &Problem) -> String {
        match problem {
            Problem::File(error) => self.games.problem_file(self.load_error(error)),
            Problem::Game { path, number, fault } => {
                self.games.problem_game(super::file_name(path), number, self.fault(fault))
            }
        }
    }

    /// Why the archive was not changed.
    pub fn archive_error(self, error: &ArchiveError) -> String {
        let texts = self.games;
        match error {
            ArchiveError::Io { path, source } => self.errors.unwritable(path.display(), self.io_error(source)),
            ArchiveError::Busy { .. } => texts.busy().to_owned(),
            ArchiveError::Damaged { path, damage } => {
                let reason = match damage.as_ref() {
                    Damage::File(error) => self.load_error(error),
                    Damage::Game { number, fault } => texts.damaged_game(number, self.fault(fault)),
                };
                texts.damaged(super::file_name(path), reason)
            }
            ArchiveError::Gone { .. } => texts.gone().to_owned(),
            ArchiveError::Own { path } => texts.own_file(super::file_name(path)),
        }
    }
}
