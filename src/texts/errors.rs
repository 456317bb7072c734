//! What went wrong with files, players and heuristics. The library's own messages are English and meant for the command
//! line; the window shows these.

use std::io;
use std::path::Path;

use muehle_engine::endgame::build::{BuildError, Builder};
use muehle_engine::endgame::verify::VerifyError;
use muehle_engine::endgame::{TableError, table};
use muehle_engine::files::NotARegularFile;
use muehle_engine::game::PlayError;
use muehle_engine::game::pgn::{Fault, LoadError, MoveFault};
use muehle_engine::heuristics::{self, NetworkError, PlanError, SaveError, xml, xml::XmlError};
use muehle_engine::learn::tournament::TournamentError;
use muehle_engine::learn::{BackpropError, LearnError};
use muehle_engine::players::ntuple::NTupleError;
use muehle_engine::players::{EngineError, PlayerError, PlayerTextError};
use muehle_engine::rules::{ImpossiblePosition, MoveTextError, PositionTextError, UnknownRules};
use muehle_engine::search::{OptionError, Variant};

use super::Texts;

texts! {
    /// What went wrong with files, players and heuristics. Most of it follows a colon, without a full stop.
    ErrorTexts;
    // The system
    io_not_found: "Datei nicht gefunden", "file not found";
    io_permission: "Zugriff verweigert", "permission denied";
    io_is_directory: "es ist ein Ordner, keine Datei", "it is a folder, not a file";
    io_not_regular: "es ist keine gewöhnliche Datei", "it is not a regular file";
    io_full: "der Datenträger ist voll", "the disk is full";
    io_read_only: "der Datenträger ist schreibgeschützt", "the disk is write-protected";
    io_other(text): "das System meldet: {text}", "the system reports: {text}";
    unreadable(path, reason): "{path} konnte nicht gelesen werden: {reason}", "Could not read {path}: {reason}";
    unwritable(path, reason): "{path} konnte nicht geschrieben werden: {reason}", "Could not write {path}: {reason}";
    shipped(name): "{name} gehört zum Programm und bleibt unverändert; wähle einen anderen Namen",
        "{name} comes with the program and is never changed; choose another name";
    crashed: "interner Fehler", "internal error";
    // Saved games
    not_a_game(path, reason): "{path} ist keine gespeicherte Partie: {reason}", "{path} is not a saved game: {reason}";
    games_large(path, megabytes, games):
        "{path} ist zu groß: eine Datei darf {megabytes} MB und {games} Partien enthalten",
        "{path} is too large: a file may have {megabytes} MB and {games} games";
    fault_move(number, side, reason): "Zug {number} ({side}) ist falsch: {reason}",
        "Move {number} ({side}) is wrong: {reason}";
    fault_start(reason): "Die Ausgangsstellung ist falsch: {reason}", "The starting position is wrong: {reason}";
    fault_rules(text): "Unbekannte Regeln: „{text}“", "Unknown rules: “{text}”";
    fault_unfinished: "Der Text bricht mittendrin ab", "The text breaks off in the middle";
    fault_deep(number): "Bei Zug {number} sind Varianten zu tief verschachtelt; die tieferen fehlen",
        "Side lines are nested too deeply at move {number}; the deeper ones are missing";
    fault_stray(number): "Bei Zug {number} steht eine Klammer zu viel",
        "There is an extra closing bracket at move {number}";
    fault_long: "Die Partie ist zu lang; der Rest fehlt", "The game is too long; the rest is missing";
    fault_many_tags(limit): "Die Partie hat mehr als {limit} Kopfzeilen; der Rest fehlt",
        "The game has more than {limit} tags; the rest is missing";
    fault_many_plies(limit): "Die Partie hat mit Varianten mehr als {limit} Halbzüge; der Rest fehlt",
        "The game has more than {limit} plies with its side lines; the rest is missing";
    fault_variant(variant): "sie enthält eine Partie {variant}, nicht Mühle mit neun Steinen",
        "it contains a game of {variant}, not of Nine Men's Morris";
    fault_chess: "sie enthält eine Schachpartie", "it contains a chess game";
    fault_numbers: "ihre Zahlen sind nicht die Züge einer Partie", "its numbers are not the moves of a game";
    fault_not_a_game: "sie enthält weder Kopfzeilen noch Züge", "it contains neither tags nor moves";
    fault_stray_removal(text): "{text} schlägt einen Stein, aber davor wurde keine Mühle geschlossen",
        "{text} captures a stone, but no mill was closed before it";
    fault_over(text): "{text}: die Partie ist schon zu Ende", "{text}: the game is already over";
    fault_illegal(text, reason): "{text}: {reason}", "{text}: {reason}";
    // Typed moves and positions
    not_a_move(text): "„{text}“ ist kein Zug. Schreibe d6, d6-d5, d6xb4 oder d6-d5xb4.",
        "“{text}” is not a move. Write d6, d6-d5, d6xb4 or d6-d5xb4.";
    unknown_point(text): "„{text}“ ist kein Punkt des Bretts", "“{text}” is not a point on the board";
    position_long(count): "der Text ist zu lang ({count} Zeichen)", "the text is too long ({count} characters)";
    position_parts(count): "sie hat {count} Teile statt vier", "it has {count} parts instead of four";
    position_slash(text): "in „{text}“ fehlt das / zwischen weißen und schwarzen Steinen",
        "“{text}” has no / between the white and the black stones";
    position_twice(point): "{point} kommt zweimal vor", "{point} is listed twice";
    position_side(text): "am Zug ist „{text}“ statt w oder b", "the side to move is “{text}” instead of w or b";
    position_hand(text): "in der Hand sind „{text}“ Steine statt 0 bis 9",
        "there are “{text}” stones in hand instead of 0 to 9";
    position_shared(point): "auf {point} stehen ein weißer und ein schwarzer Stein",
        "{point} has a white and a black stone";
    position_too_many(side, count): "{side} hat {count} Steine, es gibt nur neun",
        "{side} has {count} stones; only nine exist";
    ring_parts(count): "der Ringtext hat {count} Teile statt mindestens acht",
        "the ring text has {count} parts instead of at least eight";
    ring_signs(text): "„{text}“ ist nicht dreimal acht Zeichen aus O, @, * und X",
        "“{text}” is not three times eight of the signs O, @, * and X";
    ring_count(side, stated, found): "{side}: „{stated}“ Steine sind angegeben, {found} stehen auf den Ringen",
        "{side}: “{stated}” stones are stated, {found} are on the rings";
    ring_removal: "eine Mühle ist geschlossen und ein Stein muss noch geschlagen werden",
        "a mill is closed and a stone has yet to be captured";
    // Settings
    settings_fault(path, line): "{path} konnte nicht gelesen werden: Fehler in Zeile {line}",
        "Could not read {path}: error in line {line}";
    settings_long(path): "{path} konnte nicht gelesen werden: die Datei ist zu lang",
        "Could not read {path}: the file is too long";
    // Endgame tables
    table_missing(path): "Die Tabelle {path} fehlt", "The table {path} is missing";
    table_foreign(path): "{path} ist keine Tabelle dieses Programms", "{path} is not a table of this program";
    table_version(path, version, known): "{path} hat Version {version}, dieses Programm liest Version {known}",
        "{path} has version {version}; this program reads version {known}";
    table_misnamed(path, holds): "{path} enthält eine andere Tabelle: {holds}",
        "{path} contains a different table: {holds}";
    table_damaged(path): "Die Tabelle {path} ist beschädigt; „Spiel lösen“ kann sie neu berechnen",
        "The table {path} is damaged; “Solve the game” can rebuild it";
    build_busy_process(path, number): "der Prozess {number} berechnet schon Tabellen in {path}",
        "process {number} is already building tables in {path}";
    build_busy(path): "ein anderes Programm berechnet schon Tabellen in {path}",
        "another program is already building tables in {path}";
    wrong_value(file, position, stored, computed):
        "{file}: {position} ist als „{stored}“ gespeichert, nach den Zügen ist es aber „{computed}“",
        "{file}: {position} is stored as “{stored}”, but its moves make it “{computed}”";
    wrong_counts(file): "{file}: die Anzahlen im Kopf stimmen nicht mit den Stellungen überein",
        "{file}: the counts in its header do not match its positions";
    build_memory(size): "der Arbeitsspeicher reicht nicht, {size} MB sind nötig",
        "there is not enough memory; {size} MB are needed";
    // Heuristics
    heuristic_missing: "es gibt sie nicht", "it does not exist";
    heuristic_broken: "ihre Datei ist fehlerhaft", "its file is damaged";
    heuristic_unknown(name): "Es gibt keine Heuristik „{name}“", "There is no heuristic “{name}”";
    heuristic_damaged(path, reason): "{path} ist keine gültige Heuristik: {reason}",
        "{path} is not a valid heuristic: {reason}";
    heuristic_name(name): "„{name}“ ist kein gültiger Name; erlaubt sind Buchstaben, Ziffern, Leerzeichen, - und _",
        "“{name}” is not a valid name; use letters, digits, spaces, - and _";
    xml_syntax: "das XML ist fehlerhaft", "the XML is malformed";
    xml_features(name): "unbekannte Merkmale „{name}“", "unknown features “{name}”";
    xml_activation(layer, name): "unbekannte Aktivierung „{name}“ in Schicht {layer}",
        "unknown activation “{name}” in layer {layer}";
    xml_number(text, node, layer): "„{text}“ ist keine Zahl (Knoten {node} in Schicht {layer})",
        "“{text}” is not a number (node {node} in layer {layer})";
    xml_parameter(name, value, max): "der Lernparameter {name} ist {value}, erlaubt ist 0 bis {max}",
        "the learning parameter {name} is {value}; it must be between 0 and {max}";
    xml_large(limit): "die Datei ist größer als {limit} MB", "the file is larger than {limit} MB";
    xml_encoding: "die Datei ist kein UTF-8-Text", "the file is not UTF-8 text";
    layer_count(count): "ein Netz kann nicht {count} Schichten haben", "a network cannot have {count} layers";
    node_count(layer, count): "Schicht {layer} kann nicht {count} Knoten haben",
        "layer {layer} cannot have {count} nodes";
    output_count(count): "die letzte Schicht hat {count} Knoten statt drei (Gewinn, Verlust, Remis)",
        "the last layer has {count} nodes instead of three (win, loss, draw)";
    input_count(layer, found, expected): "Schicht {layer} hat {found} Eingänge statt {expected}",
        "layer {layer} has {found} inputs instead of {expected}";
    weight_count(layer, found, expected): "Schicht {layer} hat {found} Gewichte statt {expected}",
        "layer {layer} has {found} weights instead of {expected}";
    node_weight_count(node, layer, found, expected):
        "Knoten {node} in Schicht {layer} hat {found} Gewichte statt {expected}",
        "node {node} in layer {layer} has {found} weights instead of {expected}";
    weight(layer, weight): "Schicht {layer} enthält das ungültige Gewicht {weight}",
        "layer {layer} contains the invalid weight {weight}";
    plan_taken(name): "{name} gibt es schon", "{name} already exists";
    plan_large(weights, most): "{weights} Gewichte sind zu viele, höchstens {most} sind erlaubt",
        "{weights} weights are too many; at most {most} are allowed";
    plan_parameter(parameter, most): "{parameter} muss zwischen 0 und {most} liegen",
        "{parameter} must be between 0 and {most}";
    not_a_number(text): "„{text}“ ist keine Zahl", "“{text}” is not a number";
    // Players
    player_kind(kind, known): "Unbekannter Spieler „{kind}“, möglich sind {known}",
        "Unknown player “{kind}”; choose from {known}";
    player_option(kind, key, known): "Der Spieler {kind} hat keine Einstellung „{key}“, möglich sind {known}",
        "The {kind} player has no option “{key}”; choose from {known}";
    player_value(kind, key, value): "Ungültiger Wert für den Spieler {kind}: {key}={value}",
        "Invalid value for the {kind} player: {key}={value}";
    player_fixed_level(level, key): "level={level} ist ein festes Rezept: {key} lässt sich dazu nicht einstellen",
        "level={level} is a fixed recipe: {key} cannot be set with it";
    no_move: "Es gibt keinen erlaubten Zug", "There is no legal move";
    player_empty: "Es fehlt ein Spieler, zum Beispiel computer:depth=6",
        "A player is missing, for example computer:depth=6";
    player_long(count): "Der Spieler ist zu lang beschrieben ({count} Zeichen)",
        "The description of the player is too long ({count} characters)";
    player_no_value(text): "In „{text}“ fehlt das =", "“{text}” has no =";
    player_open_quote(text): "In „{text}“ fehlt ein Anführungszeichen", "“{text}” has an open quotation mark";
    option_unknown(key): "Es gibt keine Einstellung „{key}“", "There is no option “{key}”";
    option_number(key, value, min, max): "{key} ist „{value}“, muss aber eine ganze Zahl von {min} bis {max} sein",
        "{key} is “{value}”; it must be a whole number from {min} to {max}";
    option_share(key, value): "{key} ist „{value}“, muss aber eine Zahl von 0 bis 1 sein",
        "{key} is “{value}”; it must be a number from 0 to 1";
    option_switch(key, value): "{key} ist „{value}“, muss aber on oder off sein",
        "{key} is “{value}”; it must be on or off";
    option_variant(value, keys): "variant ist „{value}“, muss aber eines davon sein: {keys}",
        "variant is “{value}” but must be one of {keys}";
    option_noise(value): "noise ist „{value}“, muss aber mills oder double sein",
        "noise is “{value}”; it must be mills or double";
    ntuple_name(name): "„{name}“ ist kein gültiger Name für ein N-Tupel-Netz",
        "“{name}” is not a valid name for an n-tuple network";
    ntuple_missing(name): "Es gibt kein N-Tupel-Netz „{name}“", "There is no n-tuple network “{name}”";
    ntuple_foreign(path): "{path} ist kein N-Tupel-Netz", "{path} is not an n-tuple network";
    ntuple_damaged(path): "Das N-Tupel-Netz {path} ist beschädigt", "The n-tuple network {path} is damaged";
    engine_command: "Dem Spieler engine fehlt command=\"…\"", "The engine player needs command=\"…\"";
    engine_start(command, reason): "{command} konnte nicht gestartet werden: {reason}",
        "Could not start {command}: {reason}";
    engine_ended(command): "{command} hat sich beendet", "{command} has quit";
    engine_silent(command, question): "{command} hat auf „{question}“ nicht rechtzeitig geantwortet",
        "{command} did not answer “{question}” in time";
    engine_text(command, reason): "{command} hat falsch geantwortet. {reason}",
        "{command} gave a wrong answer. {reason}";
    engine_illegal(command, mv, reason): "{command} hat den verbotenen Zug {mv} gespielt. {reason}",
        "{command} played the illegal move {mv}. {reason}";
    learn_busy(name): "{name} wird schon trainiert", "{name} is already being trained";
    learn_lock(path, reason): "{path} konnte nicht gesperrt werden: {reason}", "Could not lock {path}: {reason}";
    learn_twice(name): "{name} kommt zweimal vor", "{name} is listed twice";
    learn_nobody: "Es wurde kein Spieler genannt", "No player was named";
    learn_nothing: "Es gibt keine Stellung, aus der gelernt werden kann", "There are no positions to learn from";
    learn_lambda(value): "λ ist {value}, muss aber zwischen 0 und 1 liegen", "λ is {value}; it must be between 0 and 1";
    learn_diverged(name): "Die Gewichte von {name} sind beim Lernen zu groß geworden; nichts davon wurde gespeichert",
        "The weights of {name} grew too large while learning; none of it was saved";
    learn_input(name): "Die Stellungen passen nicht zu {name}", "The positions do not fit {name}";
    tournament_foreign(path): "{path} ist kein Turnier", "{path} is not a tournament";
    tournament_other(path): "{path} enthält ein anderes Turnier", "{path} contains a different tournament";
    export_format(path): "{path} endet nicht auf .pdf, .svg, .png oder .pgn",
        "{path} does not end in .pdf, .svg, .png or .pgn";
}

/// The last part of a path, by which people know a file.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Texts {
    /// Why the system refused.
    pub fn io_error(self, error: &io::Error) -> String {
        let text = match error.kind() {
            io::ErrorKind::NotFound => self.errors.io_not_found(),
            io::ErrorKind::PermissionDenied => self.errors.io_permission(),
            io::ErrorKind::IsADirectory => self.errors.io_is_directory(),
            io::ErrorKind::StorageFull => self.errors.io_full(),
            io::ErrorKind::ReadOnlyFilesystem => self.errors.io_read_only(),
            _ if error.get_ref().is_some_and(|cause| cause.is::<NotARegularFile>()) => self.errors.io_not_regular(),
            _ => return self.errors.io_other(error),
        };
        text.to_owned()
    }

    /// Why a file could not be read.
    pub fn read_error(self, path: &Path, error: &io::Error) -> String {
        self.errors.unreadable(file_name(path), self.io_error(error))
    }

    /// Why a file could not be written.
    pub fn write_error(self, path: &Path, error: &io::Error) -> String {
        self.errors.unwritable(file_name(path), self.io_error(error))
    }

    /// Why a game could not be loaded.
    pub fn load_error(self, error: &LoadError) -> String {
        match error {
            LoadError::Io { path, source } => self.read_error(path, source),
            LoadError::NotAGame { path, fault } => self.errors.not_a_game(file_name(path), self.fault(fault)),
            LoadError::TooLarge { path, bytes, games } => self.errors.games_large(file_name(path), bytes >> 20, games),
        }
    }

    /// What is wrong with the text of a game.
    pub fn fault(self, fault: &Fault) -> String {
        match fault {
            Fault::Move { number, side, reason } => {
                let reason = self.move_fault(reason);
                self.errors.fault_move(number, self.side(*side), reason.trim_end_matches('.'))
            }
            Fault::Start(error) => self.errors.fault_start(self.position_error(error)),
            Fault::Rules(UnknownRules(text)) => self.errors.fault_rules(text),
            Fault::Unfinished(_) => self.errors.fault_unfinished().to_owned(),
            Fault::TooDeep { number, .. } => self.errors.fault_deep(number),
            Fault::StrayClose { number } => self.errors.fault_stray(number),
            Fault::TooLong => self.errors.fault_long().to_owned(),
            Fault::TooManyTags { limit } => self.errors.fault_many_tags(limit),
            Fault::TooManyPlies { limit } => self.errors.fault_many_plies(limit),
            Fault::NotAGame => self.errors.fault_not_a_game().to_owned(),
            Fault::OtherVariant(variant) => self.errors.fault_variant(variant),
            Fault::Chess => self.errors.fault_chess().to_owned(),
            Fault::Numbers => self.errors.fault_numbers().to_owned(),
        }
    }

    fn move_fault(self, fault: &MoveFault) -> String {
        match fault {
            MoveFault::Text(error) => self.move_error(error),
            MoveFault::Play { text, error: PlayError::Over(_) } => self.errors.fault_over(text),
            MoveFault::Play { text, error: PlayError::Illegal(reason) } => {
                self.errors.fault_illegal(text, self.illegal(*reason))
            }
            MoveFault::StrayRemoval(text) => self.errors.fault_stray_removal(text),
        }
    }

    /// Why a text is not a move.
    pub fn move_error(self, error: &MoveTextError) -> String {
        match error {
            MoveTextError::NotAMove(text) => self.errors.not_a_move(text),
            MoveTextError::UnknownPoint { source, .. } => self.errors.unknown_point(&source.0),
        }
    }

    /// Why a text is not a position.
    pub fn position_error(self, error: &PositionTextError) -> String {
        match error {
            PositionTextError::TooLong(characters) => self.errors.position_long(characters),
            PositionTextError::PartCount(parts) => self.errors.position_parts(parts),
            PositionTextError::NoSlash(stones) => self.errors.position_slash(stones),
            PositionTextError::UnknownPoint { source, .. } => self.errors.unknown_point(&source.0),
            PositionTextError::Twice(point) => self.errors.position_twice(point),
            PositionTextError::Side(side) => self.errors.position_side(side),
            PositionTextError::Hand { text, .. } => self.errors.position_hand(text),
            PositionTextError::Impossible(ImpossiblePosition::SharedPoint(point)) => self.errors.position_shared(point),
            PositionTextError::Impossible(ImpossiblePosition::TooManyStones { color, on_board, in_hand }) => {
                self.errors.position_too_many(self.side(*color), on_board + in_hand)
            }
            PositionTextError::RingPartCount(parts) => self.errors.ring_parts(parts),
            PositionTextError::RingSigns(rings) => self.errors.ring_signs(rings),
            PositionTextError::RingCount { color, stated, found } => {
                self.errors.ring_count(self.side(*color), stated, found)
            }
            PositionTextError::RemovalDue => self.errors.ring_removal().to_owned(),
        }
    }

    /// Why endgame tables could not be built.
    pub fn build_error(self, error: &BuildError) -> String {
        match error {
            BuildError::Stopped => self.tables.stopped().to_owned(),
            BuildError::Table(error) => self.table_error(error),
            BuildError::Write { path, error } => self.errors.unwritable(path.display(), self.io_error(error)),
            BuildError::Busy { folder, builder: Builder::Process(number) } => {
                self.errors.build_busy_process(folder.display(), number)
            }
            BuildError::Busy { folder, builder: Builder::Unknown } => self.errors.build_busy(folder.display()),
            BuildError::Memory(bytes) => self.errors.build_memory(bytes >> 20),
            BuildError::NotPlacing(_) | BuildError::TooLong => self.errors.io_other(error),
        }
    }

    /// What verifying tables found.
    pub fn verify_error(self, error: &VerifyError) -> String {
        match error {
            VerifyError::Stopped => self.tables.stopped().to_owned(),
            VerifyError::Table(error) => self.table_error(error),
            VerifyError::Build(error) => self.build_error(error),
            VerifyError::WrongValue { table, position, stored, computed } => {
                self.errors.wrong_value(file_name(Path::new(table)), position, stored, computed)
            }
            VerifyError::WrongCounts { table } => self.errors.wrong_counts(file_name(Path::new(table))),
        }
    }

    /// Why an endgame table cannot be used.
    pub fn table_error(self, error: &TableError) -> String {
        match error {
            TableError::Missing(path) => self.errors.table_missing(file_name(path)),
            TableError::Unreadable { path, error } => {
                self.errors.unreadable(file_name(path), self.errors.io_other(error))
            }
            TableError::Foreign(path) => self.errors.table_foreign(file_name(path)),
            TableError::Version { path, version } => {
                self.errors.table_version(file_name(path), version, table::VERSION)
            }
            TableError::Misnamed { path, holds } => self.errors.table_misnamed(file_name(path), holds),
            TableError::Damaged { path, .. } => self.errors.table_damaged(file_name(path)),
        }
    }

    /// Why a heuristic could not be loaded.
    pub fn heuristic_error(self, error: &heuristics::LoadError) -> String {
        use heuristics::LoadError;
        match error {
            LoadError::Name(name) => self.errors.heuristic_name(name),
            LoadError::Unknown { name, .. } => self.errors.heuristic_unknown(name),
            LoadError::Io { path, source } => self.read_error(path, source),
            LoadError::Damaged { path, source } => {
                self.errors.heuristic_damaged(file_name(path), self.xml_error(source))
            }
        }
    }

    /// Why a heuristic could not be saved.
    pub fn heuristic_save_error(self, error: &SaveError) -> String {
        match error {
            SaveError::Name(name) => self.errors.heuristic_name(name),
            SaveError::Shipped(name) => self.errors.shipped(name),
            SaveError::Io { path, source } => self.write_error(path, source),
        }
    }

    fn xml_error(self, error: &XmlError) -> String {
        match error {
            XmlError::Syntax(_) => self.errors.xml_syntax().to_owned(),
            XmlError::FeatureSet(name) => self.errors.xml_features(&name.0),
            XmlError::Activation { layer, source } => self.errors.xml_activation(layer, &source.0),
            XmlError::Number { layer, node, text } => self.errors.xml_number(text, node, layer),
            XmlError::Parameter { name, value, max } => self.errors.xml_parameter(name, value, max),
            XmlError::Network(error) => self.network_shape_error(error),
            XmlError::TooLarge => self.errors.xml_large(xml::MAX_BYTES >> 20),
            XmlError::Encoding => self.errors.xml_encoding().to_owned(),
        }
    }

    /// What is wrong with the shape of a network.
    fn network_shape_error(self, error: &NetworkError) -> String {
        match error {
            NetworkError::LayerCount(count) => self.errors.layer_count(count),
            NetworkError::NodeCount { layer, nodes } => self.errors.node_count(layer, nodes),
            NetworkError::OutputCount(nodes) => self.errors.output_count(nodes),
            NetworkError::InputCount { layer, expected, found } => self.errors.input_count(layer, found, expected),
            NetworkError::WeightCount { layer, expected, found } => self.errors.weight_count(layer, found, expected),
            NetworkError::NodeWeightCount { layer, node, expected, found } => {
                self.errors.node_weight_count(node, layer, found, expected)
            }
            NetworkError::Weight { layer, weight } => self.errors.weight(layer, weight),
        }
    }

    /// Why a heuristic cannot be created.
    pub fn plan_error(self, error: &PlanError) -> String {
        match error {
            PlanError::Taken(name) => self.errors.plan_taken(name),
            PlanError::Large { weights, most } => self.errors.plan_large(weights, most),
            PlanError::Parameter { name, most } => {
                let symbol = match *name {
                    "lambda" => "λ",
                    "eta" => "η",
                    "alpha" => "α",
                    "kappa" => "κ",
                    _ => "φ",
                };
                self.errors.plan_parameter(symbol, most)
            }
            PlanError::Network(error) => self.network_shape_error(error),
            PlanError::Save(error) => self.heuristic_save_error(error),
        }
    }

    /// Why a player cannot be made or cannot move.
    pub fn player_error(self, error: &PlayerError) -> String {
        match error {
            PlayerError::Text(error) => self.player_text_error(error),
            PlayerError::UnknownKind { kind, known } => self.errors.player_kind(kind, known),
            PlayerError::UnknownOption { kind, key, known } => self.errors.player_option(kind, key, known),
            PlayerError::Value { kind, key, value } => self.errors.player_value(kind, key, value),
            PlayerError::FixedLevel { level, key } => self.errors.player_fixed_level(level, key),
            PlayerError::Option(error) => self.option_error(error),
            PlayerError::Heuristic(error) => self.heuristic_error(error),
            PlayerError::NTuple(error) => self.ntuple_error(error),
            PlayerError::Engine(error) => self.engine_error(error),
            PlayerError::Learning(error) => match error.downcast_ref::<LearnError>() {
                Some(error) => self.learn_error(error),
                None => self.errors.io_other(error),
            },
            PlayerError::NoMove => self.errors.no_move().to_owned(),
        }
    }

    fn player_text_error(self, error: &PlayerTextError) -> String {
        match error {
            PlayerTextError::Empty => self.errors.player_empty().to_owned(),
            PlayerTextError::TooLong(count) => self.errors.player_long(count),
            PlayerTextError::NoValue(text) => self.errors.player_no_value(text),
            PlayerTextError::OpenQuote(text) => self.errors.player_open_quote(text),
        }
    }

    fn option_error(self, error: &OptionError) -> String {
        match error {
            OptionError::Unknown(key) => self.errors.option_unknown(key),
            OptionError::Number { key, value, min, max } => self.errors.option_number(key, value, min, max),
            OptionError::Share { key, value } => self.errors.option_share(key, value),
            OptionError::Switch { key, value } => self.errors.option_switch(key, value),
            OptionError::Noise(value) => self.errors.option_noise(value),
            OptionError::Variant(value) => self.errors.option_variant(value, Variant::KEYS),
        }
    }

    /// Why an n-tuple network cannot be used.
    pub fn ntuple_error(self, error: &NTupleError) -> String {
        match error {
            NTupleError::Name(name) => self.errors.ntuple_name(name),
            NTupleError::Shipped(name) => self.errors.shipped(name),
            NTupleError::Unwritable { path, error } => self.write_error(path, error),
            NTupleError::Missing { name } => self.errors.ntuple_missing(name),
            NTupleError::Unreadable { path, error } => self.read_error(path, error),
            NTupleError::Foreign { file } => self.errors.ntuple_foreign(file_name(Path::new(file))),
            NTupleError::Damaged { file, .. } => self.errors.ntuple_damaged(file_name(Path::new(file))),
        }
    }

    /// What went wrong with another program.
    pub fn engine_error(self, error: &EngineError) -> String {
        match error {
            EngineError::NoCommand => self.errors.engine_command().to_owned(),
            EngineError::Start { command, source } => self.errors.engine_start(command, self.io_error(source)),
            EngineError::Ended(command) => self.errors.engine_ended(command),
            EngineError::Silent { command, question } => self.errors.engine_silent(command, question),
            EngineError::MoveText { command, source } => self.errors.engine_text(command, self.move_error(source)),
            EngineError::Illegal { command, mv, source } => {
                let reason = match source {
                    PlayError::Over(_) => self.refusals.over().to_owned(),
                    PlayError::Illegal(reason) => self.illegal(*reason),
                };
                self.errors.engine_illegal(command, mv, reason)
            }
        }
    }

    /// Why learning cannot start or continue.
    pub fn learn_error(self, error: &LearnError) -> String {
        match error {
            LearnError::Busy(name) => self.errors.learn_busy(name),
            LearnError::Lock { path, source } => self.errors.learn_lock(path.display(), self.io_error(source)),
            LearnError::Twice(name) => self.errors.learn_twice(name),
            LearnError::Nobody => self.errors.learn_nobody().to_owned(),
            LearnError::Nothing => self.errors.learn_nothing().to_owned(),
            LearnError::Lambda(lambda) => self.errors.learn_lambda(lambda.0),
            LearnError::Backprop(BackpropError::Diverged(name)) => self.errors.learn_diverged(name),
            LearnError::Backprop(BackpropError::Input { name, .. }) => self.errors.learn_input(name),
            LearnError::Load(error) => self.heuristic_error(error),
            LearnError::Save(error) => self.heuristic_save_error(error),
            LearnError::Network(error) => self.network_shape_error(error),
            LearnError::NTuple(error) => self.ntuple_error(error),
        }
    }

    /// What went wrong with the file of a tournament.
    pub fn tournament_error(self, error: &TournamentError) -> String {
        match error {
            TournamentError::Unreadable { path, error } => self.read_error(path, error),
            TournamentError::Foreign { path, .. } => self.errors.tournament_foreign(file_name(path)),
            TournamentError::Other(path) => self.errors.tournament_other(file_name(path)),
            TournamentError::Unwritable { path, error } => self.write_error(path, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;
    use muehle_engine::rules::{Color, IllegalMove, Point};

    #[test]
    fn an_error_says_where_it_came_from() {
        let texts = Language::English.texts();
        let source = XmlError::Network(NetworkError::OutputCount(2));
        let error = heuristics::LoadError::Damaged { path: "folder/Multi.xml".into(), source };
        assert_eq!(
            texts.player_error(&error.into()),
            "Multi.xml is not a valid heuristic: the last layer has 2 nodes instead of three (win, loss, draw)"
        );
        let error = PlayerError::Learning(Box::new(LearnError::Busy("Max".to_owned())));
        assert_eq!(texts.player_error(&error), "Max is already being trained");
        let source = PlayError::Illegal(IllegalMove::Occupied(Point::D6));
        let error = EngineError::Illegal { command: "gnumill".to_owned(), mv: "d6".parse().unwrap(), source };
        assert_eq!(texts.player_error(&error.into()), "gnumill played the illegal move d6. d6 is occupied.");
        let error = PlanError::Parameter { name: "eta", most: 100.0 };
        assert_eq!(texts.plan_error(&error), "η must be between 0 and 100");
    }

    #[test]
    fn a_fault_in_a_game_names_the_move() {
        let reason =
            MoveFault::Play { text: "d6".to_owned(), error: PlayError::Illegal(IllegalMove::Occupied(Point::D6)) };
        let fault = Fault::Move { number: 3, side: Color::Black, reason };
        assert_eq!(Language::English.texts().fault(&fault), "Move 3 (Black) is wrong: d6: d6 is occupied");
        assert_eq!(Language::German.texts().fault(&fault), "Zug 3 (Schwarz) ist falsch: d6: d6 ist besetzt");
    }
}
