//! Faults of players, heuristics, endgame tables and tournaments in words. German and English stand side by side, so
//! that a new fault gets both; the library's own messages serve the command line.

use std::path::Path;

use super::{Texts, file_name, fill};
use crate::app::study::StudyTexts;
use crate::controller::LabProblem;
use crate::controller::analysis::Problem;
use crate::print::ExportError;
use muehle_engine::endgame::{TableError, table};
use muehle_engine::game::PlayError;
use muehle_engine::heuristics::{self, NetworkError, SaveError, xml, xml::XmlError};
use muehle_engine::learn::tournament::TournamentError;
use muehle_engine::learn::{BackpropError, LearnError};
use muehle_engine::players::ntuple::NTupleError;
use muehle_engine::players::{EngineError, PlayerError, PlayerTextError};
use muehle_engine::search::OptionError;

/// A text in German and in English.
type Pair = [&'static str; 2];

impl Texts {
    fn pick(&self, pair: Pair) -> &'static str {
        pair[self.language as usize]
    }

    fn told(&self, pair: Pair, values: &[(&str, &str)]) -> String {
        fill(self.pick(pair), values)
    }

    fn about_file(&self, pair: Pair, path: &Path) -> String {
        self.told(pair, &[("path", &file_name(path))])
    }

    /// Why an endgame table cannot be used.
    pub fn table_error(&self, error: &TableError) -> String {
        match error {
            TableError::Missing(path) => {
                self.about_file(["Die Endspieltabelle {path} fehlt", "The endgame table {path} is missing"], path)
            }
            TableError::Unreadable { path, error } => self.told(
                ["{path} lässt sich nicht lesen: {reason}", "{path} cannot be read: {reason}"],
                &[("path", &file_name(path)), ("reason", &fill(self.io_other, &[("text", error)]))],
            ),
            TableError::Foreign(path) => {
                self.about_file(["{path} ist keine Endspieltabelle", "{path} is no endgame table"], path)
            }
            TableError::Version { path, version } => self.told(
                [
                    "{path} hat die Fassung {version}, dieses Programm kennt die Fassung {known}",
                    "{path} has version {version}, this program knows version {known}",
                ],
                &[
                    ("path", &file_name(path)),
                    ("version", &version.to_string()),
                    ("known", &table::VERSION.to_string()),
                ],
            ),
            TableError::Misnamed { path, holds } => self.told(
                [
                    "{path} enthält die Tabelle {holds}, nicht die, die der Name sagt",
                    "{path} holds the table {holds}, not the one its name says",
                ],
                &[("path", &file_name(path)), ("holds", holds)],
            ),
            TableError::Damaged { path, .. } => self.about_file(
                [
                    "Die Endspieltabelle {path} ist beschädigt und sollte gelöscht werden",
                    "The endgame table {path} is damaged and should be removed",
                ],
                path,
            ),
        }
    }

    /// Why a heuristic could not be loaded.
    pub fn heuristic_error(&self, error: &heuristics::LoadError) -> String {
        use heuristics::LoadError;
        match error {
            LoadError::Name(name) => self.heuristic_name(name),
            LoadError::Unknown { name, .. } => {
                self.told(["Es gibt keine Heuristik „{name}“", "There is no heuristic “{name}”"], &[("name", name)])
            }
            LoadError::Io { path, source } => {
                fill(self.load_io, &[("path", &file_name(path)), ("reason", &self.io_error(source))])
            }
            LoadError::Damaged { path, source } => self.told(
                ["{path} ist keine brauchbare Heuristik: {reason}", "{path} is no usable heuristic: {reason}"],
                &[("path", &file_name(path)), ("reason", &self.xml_error(source))],
            ),
        }
    }

    /// Why a heuristic could not be saved.
    pub fn heuristic_save_error(&self, error: &SaveError) -> String {
        match error {
            SaveError::Name(name) => self.heuristic_name(name),
            SaveError::Io { path, source } => self.told(
                ["{path} lässt sich nicht schreiben: {reason}", "{path} cannot be written: {reason}"],
                &[("path", &file_name(path)), ("reason", &self.io_error(source))],
            ),
        }
    }

    fn heuristic_name(&self, name: &str) -> String {
        self.told(
            [
                "„{name}“ ist kein Name für eine Heuristik: Buchstaben, Ziffern, Leerzeichen, - und _",
                "“{name}” is no name for a heuristic: letters, digits, blanks, - and _",
            ],
            &[("name", name)],
        )
    }

    fn xml_error(&self, error: &XmlError) -> String {
        match error {
            XmlError::Syntax(_) => self.pick(["der Text ist falsch aufgebaut", "its text is malformed"]).to_owned(),
            XmlError::FeatureSet(name) => {
                self.told(["es gibt keine Merkmale „{name}“", "there are no features “{name}”"], &[("name", &name.0)])
            }
            XmlError::Activation { layer, source } => self.told(
                [
                    "Schicht {layer}: es gibt keine Aktivierung „{name}“",
                    "layer {layer}: there is no activation “{name}”",
                ],
                &[("layer", &layer.to_string()), ("name", &source.0)],
            ),
            XmlError::Number { layer, node, text } => self.told(
                [
                    "Knoten {node} der Schicht {layer}: „{text}“ ist keine Zahl",
                    "node {node} of layer {layer}: “{text}” is not a number",
                ],
                &[("layer", &layer.to_string()), ("node", &node.to_string()), ("text", text)],
            ),
            XmlError::Parameter { name, value, max } => self.told(
                [
                    "der Lernparameter {name} ist {value} statt zwischen 0 und {max}",
                    "the learning parameter {name} is {value} instead of 0 to {max}",
                ],
                &[("name", name), ("value", &value.to_string()), ("max", &max.to_string())],
            ),
            XmlError::Network(error) => self.network_shape_error(error),
            XmlError::TooLarge => self.told(
                ["sie ist größer als {limit} MB", "it is larger than {limit} MB"],
                &[("limit", &(xml::MAX_BYTES >> 20).to_string())],
            ),
            XmlError::Encoding => self.pick(["sie ist kein Text in UTF-8", "it is not text in UTF-8"]).to_owned(),
        }
    }

    /// What is wrong with the shape of a network.
    pub fn network_shape_error(&self, error: &NetworkError) -> String {
        let number = |number: &usize| number.to_string();
        match error {
            NetworkError::LayerCount(count) => self.told(
                ["{count} Schichten sind zu viele oder zu wenige", "{count} layers are too many or too few"],
                &[("count", &number(count))],
            ),
            NetworkError::NodeCount { layer, nodes } => self.told(
                [
                    "{count} Knoten in Schicht {layer} sind zu viele oder zu wenige",
                    "{count} nodes in layer {layer} are too many or too few",
                ],
                &[("count", &number(nodes)), ("layer", &number(layer))],
            ),
            NetworkError::OutputCount(nodes) => self.told(
                [
                    "die letzte Schicht hat {count} Knoten statt drei (Sieg, Niederlage, Remis)",
                    "the last layer has {count} nodes instead of three (win, loss, draw)",
                ],
                &[("count", &number(nodes))],
            ),
            NetworkError::InputCount { layer, expected, found } => self.told(
                [
                    "Schicht {layer} hat {found} Eingänge statt {expected}",
                    "layer {layer} has {found} inputs instead of {expected}",
                ],
                &[("layer", &number(layer)), ("found", &number(found)), ("expected", &number(expected))],
            ),
            NetworkError::WeightCount { layer, expected, found } => self.told(
                [
                    "Schicht {layer} hat {found} Gewichte statt {expected}",
                    "layer {layer} has {found} weights instead of {expected}",
                ],
                &[("layer", &number(layer)), ("found", &number(found)), ("expected", &number(expected))],
            ),
            NetworkError::NodeWeightCount { layer, node, expected, found } => self.told(
                [
                    "Knoten {node} der Schicht {layer} hat {found} Gewichte statt {expected}",
                    "node {node} of layer {layer} has {found} weights instead of {expected}",
                ],
                &[
                    ("layer", &number(layer)),
                    ("node", &number(node)),
                    ("found", &number(found)),
                    ("expected", &number(expected)),
                ],
            ),
            NetworkError::Weight { layer, weight } => self.told(
                ["in Schicht {layer} ist {weight} kein Gewicht", "in layer {layer} {weight} is no weight"],
                &[("layer", &number(layer)), ("weight", &weight.to_string())],
            ),
        }
    }

    /// Why a player cannot be made or cannot move.
    pub fn player_error(&self, error: &PlayerError) -> String {
        match error {
            PlayerError::Text(error) => self.player_text_error(error),
            PlayerError::UnknownKind { kind, known } => self.told(
                ["Es gibt keine Spieler „{kind}“, nur {known}", "There are no “{kind}” players, only {known}"],
                &[("kind", kind), ("known", known)],
            ),
            PlayerError::UnknownOption { kind, key } => self.told(
                ["Ein Spieler {kind} kennt kein „{key}“", "A {kind} player does not know “{key}”"],
                &[("kind", kind), ("key", key)],
            ),
            PlayerError::Value { kind, key, value } => self.told(
                [
                    "Ein Spieler {kind} kann mit {key}={value} nichts anfangen",
                    "A {kind} player does not understand {key}={value}",
                ],
                &[("kind", kind), ("key", key), ("value", value)],
            ),
            PlayerError::Option(error) => self.option_error(error),
            PlayerError::Heuristic(error) => self.heuristic_error(error),
            PlayerError::NTuple(error) => self.ntuple_error(error),
            PlayerError::Engine(error) => self.engine_error(error),
            PlayerError::Learning(error) => match error.downcast_ref::<LearnError>() {
                Some(error) => self.learn_error(error),
                None => fill(self.io_other, &[("text", &error.to_string())]),
            },
            PlayerError::NoMove => self.pick(["Es gibt keinen Zug", "There is no legal move"]).to_owned(),
        }
    }

    fn player_text_error(&self, error: &PlayerTextError) -> String {
        match error {
            PlayerTextError::Empty => self
                .pick([
                    "Ein Spieler wird so geschrieben: computer:depth=6",
                    "A player is written like this: computer:depth=6",
                ])
                .to_owned(),
            PlayerTextError::TooLong(count) => self.told(
                ["{count} Zeichen sind für einen Spieler zu viel", "{count} characters are too many for a player"],
                &[("count", &count.to_string())],
            ),
            PlayerTextError::NoValue(text) => {
                self.told(["In „{text}“ fehlt das =", "In “{text}” the = is missing"], &[("text", text)])
            }
            PlayerTextError::OpenQuote(text) => self.told(
                ["In „{text}“ fehlt ein Anführungszeichen", "In “{text}” a quote is not closed"],
                &[("text", text)],
            ),
        }
    }

    fn option_error(&self, error: &OptionError) -> String {
        match error {
            OptionError::Unknown(key) => {
                self.told(["Es gibt keine Einstellung „{key}“", "There is no option “{key}”"], &[("key", key)])
            }
            OptionError::Number { key, value, min, max } => self.told(
                [
                    "{key} ist „{value}“ statt einer ganzen Zahl von {min} bis {max}",
                    "{key} is “{value}” instead of a whole number from {min} to {max}",
                ],
                &[("key", key), ("value", value), ("min", &min.to_string()), ("max", &max.to_string())],
            ),
            OptionError::Share { key, value } => self.told(
                [
                    "{key} ist „{value}“ statt einer Zahl von 0 bis 1",
                    "{key} is “{value}” instead of a number from 0 to 1",
                ],
                &[("key", key), ("value", value)],
            ),
            OptionError::Switch { key, value } => self.told(
                ["{key} ist „{value}“ statt on oder off", "{key} is “{value}” instead of on or off"],
                &[("key", key), ("value", value)],
            ),
            OptionError::Noise(value) => self.told(
                ["noise ist „{value}“ statt mills oder double", "noise is “{value}” instead of mills or double"],
                &[("value", value)],
            ),
        }
    }

    /// Why an n-tuple network cannot be used.
    pub fn ntuple_error(&self, error: &NTupleError) -> String {
        match error {
            NTupleError::Name(name) => self.told(
                ["„{name}“ ist kein Name für ein N-Tupel-Netz", "“{name}” is no name for an n-tuple network"],
                &[("name", name)],
            ),
            NTupleError::Missing { name } => self.told(
                ["Es gibt kein N-Tupel-Netz „{name}“", "There is no n-tuple network “{name}”"],
                &[("name", name)],
            ),
            NTupleError::Unreadable { path, error } => {
                fill(self.load_io, &[("path", &file_name(path)), ("reason", &self.io_error(error))])
            }
            NTupleError::Foreign { file } => {
                self.about_file(["{path} ist kein N-Tupel-Netz", "{path} is no n-tuple network"], Path::new(file))
            }
            NTupleError::Damaged { file, .. } => self.about_file(
                ["Das N-Tupel-Netz {path} ist beschädigt", "The n-tuple network {path} is damaged"],
                Path::new(file),
            ),
        }
    }

    fn engine_error(&self, error: &EngineError) -> String {
        match error {
            EngineError::NoCommand => self
                .pick(["Einem Spieler engine fehlt command=\"…\"", "An engine player needs command=\"…\""])
                .to_owned(),
            EngineError::Start { command, source } => self.told(
                ["{command} lässt sich nicht starten: {reason}", "{command} cannot be started: {reason}"],
                &[("command", command), ("reason", &self.io_error(source))],
            ),
            EngineError::Ended(command) => {
                self.told(["{command} hat sich beendet", "{command} has ended"], &[("command", command)])
            }
            EngineError::Silent { command, question } => self.told(
                [
                    "{command} hat auf „{question}“ nicht rechtzeitig geantwortet",
                    "{command} did not answer “{question}” in time",
                ],
                &[("command", command), ("question", question)],
            ),
            EngineError::MoveText { command, source } => self.told(
                ["{command} hat falsch geantwortet. {reason}", "{command} answered wrongly. {reason}"],
                &[("command", command), ("reason", &self.move_error(source))],
            ),
            EngineError::Illegal { command, mv, source } => {
                let reason = match source {
                    PlayError::Over(_) => self.illegal_game_over.to_owned(),
                    PlayError::Illegal(reason) => self.illegal(*reason),
                };
                self.told(
                    [
                        "{command} will gegen die Regeln {move} ziehen. {reason}",
                        "{command} wants the illegal {move}. {reason}",
                    ],
                    &[("command", command), ("move", &mv.to_string()), ("reason", &reason)],
                )
            }
        }
    }

    /// Why learning cannot begin or go on.
    pub fn learn_error(&self, error: &LearnError) -> String {
        match error {
            LearnError::Busy(name) => {
                self.told(["{name} wird gerade schon trainiert", "{name} is being trained already"], &[("name", name)])
            }
            LearnError::Lock { path, source } => self.told(
                ["{path} lässt sich nicht sperren: {reason}", "{path} cannot be locked: {reason}"],
                &[("path", &file_name(path)), ("reason", &self.io_error(source))],
            ),
            LearnError::Twice(name) => {
                self.told(["{name} kommt zweimal vor", "{name} is named twice"], &[("name", name)])
            }
            LearnError::Nobody => self.pick(["Niemand spielt", "There is nobody to play"]).to_owned(),
            LearnError::Nothing => {
                self.pick(["Es gibt keine Stellung zum Lernen", "There is not one position to learn from"]).to_owned()
            }
            LearnError::Lambda(lambda) => self.told(
                ["λ ist {value} statt zwischen 0 und 1", "λ is {value} instead of 0 to 1"],
                &[("value", &lambda.0.to_string())],
            ),
            LearnError::Backprop(BackpropError::Diverged(name)) => self.told(
                [
                    "Die Gewichte von {name} sind beim Lernen zu groß geworden; davon wurde nichts behalten",
                    "The weights of {name} grew too large while learning; nothing of that was kept",
                ],
                &[("name", name)],
            ),
            LearnError::Backprop(BackpropError::Input { name, .. }) => self
                .told(["Die Stellungen passen nicht zu {name}", "The positions do not fit {name}"], &[("name", name)]),
            LearnError::Load(error) => self.heuristic_error(error),
            LearnError::Save(error) => self.heuristic_save_error(error),
            LearnError::Network(error) => self.network_shape_error(error),
        }
    }

    /// Why a tournament ended early.
    pub fn laboratory_problem(&self, problem: &LabProblem) -> String {
        match problem {
            LabProblem::Player(error) => self.player_error(error),
            LabProblem::Saving(error) => self.tournament_error(error),
        }
    }

    fn tournament_error(&self, error: &TournamentError) -> String {
        match error {
            TournamentError::Unreadable { path, error } => {
                fill(self.load_io, &[("path", &file_name(path)), ("reason", &self.io_error(error))])
            }
            TournamentError::Foreign { path, .. } => {
                self.about_file(["{path} ist kein Turnier", "{path} is no tournament"], path)
            }
            TournamentError::Other(path) => {
                self.about_file(["{path} enthält ein anderes Turnier", "{path} holds another tournament"], path)
            }
            TournamentError::Unwritable { path, error } => self.told(
                ["{path} lässt sich nicht schreiben: {reason}", "{path} cannot be written: {reason}"],
                &[("path", &file_name(path)), ("reason", &self.io_error(error))],
            ),
        }
    }

    /// What keeps the analysis from working, or from working as well as it could.
    pub fn analysis_problem(&self, problem: &Problem) -> String {
        match problem {
            Problem::Heuristic(error) => {
                let words = StudyTexts::of(self.language).analysis_failed;
                fill(words, &[("reason", &self.heuristic_error(error))])
            }
            Problem::Table(error) => fill(self.event_endgame, &[("reason", &self.table_error(error))]),
        }
    }

    /// Why nothing was exported.
    pub fn export_error(&self, error: &ExportError) -> String {
        match error {
            ExportError::UnknownFormat(path) => self.about_file(
                [
                    "{path} endet auf keines von .pdf, .svg, .png und .pgn",
                    "{path} ends with none of .pdf, .svg, .png and .pgn",
                ],
                path,
            ),
            ExportError::Io { source, .. } => self.io_error(source),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io;
    use std::path::PathBuf;

    use super::*;
    use crate::app::texts::Language;
    use muehle_engine::heuristics::{UnknownActivation, UnknownFeatureSet};
    use muehle_engine::learn::teaching::WrongLambda;
    use muehle_engine::rules::{IllegalMove, MoveTextError, Point};

    /// Both languages say something, each its own, and fill in everything.
    fn check(words: impl Fn(&'static Texts) -> String, seen: &mut BTreeSet<String>) {
        let [german, english] = Language::ALL.map(|language| words(language.texts()));
        assert!(german != english, "not translated: {german}");
        for text in [&german, &english] {
            assert!(!text.contains(['{', '}']) && !text.contains("  ") && text.trim() == text, "{text}");
            assert!(text.chars().count() > 8, "{text}");
        }
        assert!(seen.insert(german.clone()), "two faults are told alike: {german}");
    }

    fn denied() -> io::Error {
        io::ErrorKind::PermissionDenied.into()
    }

    fn path() -> PathBuf {
        PathBuf::from("folder/file")
    }

    fn name() -> String {
        "Multi".to_owned()
    }

    #[test]
    fn faults_of_tables_and_files_are_told_in_both_languages() {
        let seen = &mut BTreeSet::new();
        for error in [
            TableError::Missing(path()),
            TableError::Unreadable { path: path(), error: "no".to_owned() },
            TableError::Foreign(path()),
            TableError::Version { path: path(), version: 7 },
            TableError::Misnamed { path: path(), holds: name() },
            TableError::Damaged { path: path(), fault: "it ends too early" },
        ] {
            check(|texts| texts.table_error(&error), seen);
        }
        for error in [
            TournamentError::Unreadable { path: "a".into(), error: denied() },
            TournamentError::Foreign { path: path(), fault: name() },
            TournamentError::Other(path()),
            TournamentError::Unwritable { path: "b".into(), error: denied() },
        ] {
            check(|texts| texts.tournament_error(&error), seen);
        }
        for error in [
            ExportError::UnknownFormat(path()),
            ExportError::Io { path: path(), source: io::ErrorKind::NotFound.into() },
        ] {
            check(|texts| texts.export_error(&error), seen);
        }
    }

    #[test]
    fn faults_of_heuristics_are_told_in_both_languages() {
        let seen = &mut BTreeSet::new();
        let syntax = xml::read("<heuristic").expect_err("no heuristic");
        let damaged = [
            syntax,
            XmlError::FeatureSet(UnknownFeatureSet(name())),
            XmlError::Activation { layer: 1, source: UnknownActivation(name()) },
            XmlError::Number { layer: 1, node: 2, text: name() },
            XmlError::Parameter { name: "lambda", value: 2.0, max: 1.0 },
            XmlError::Network(NetworkError::LayerCount(9)),
            XmlError::Network(NetworkError::NodeCount { layer: 1, nodes: 0 }),
            XmlError::Network(NetworkError::OutputCount(2)),
            XmlError::Network(NetworkError::InputCount { layer: 1, expected: 2, found: 3 }),
            XmlError::Network(NetworkError::WeightCount { layer: 1, expected: 2, found: 3 }),
            XmlError::Network(NetworkError::NodeWeightCount { layer: 1, node: 1, expected: 2, found: 3 }),
            XmlError::Network(NetworkError::Weight { layer: 1, weight: f64::NAN }),
            XmlError::TooLarge,
            XmlError::Encoding,
        ];
        for source in damaged {
            let error = heuristics::LoadError::Damaged { path: path(), source };
            check(|texts| texts.heuristic_error(&error), seen);
        }
        let unknown = heuristics::LoadError::Unknown { name: name(), known: Vec::new() };
        check(|texts| texts.heuristic_error(&unknown), seen);
        let unreadable = heuristics::LoadError::Io { path: path(), source: denied() };
        check(|texts| texts.heuristic_error(&unreadable), seen);
        check(|texts| texts.heuristic_error(&heuristics::LoadError::Name("x/y".to_owned())), seen);
        check(|texts| texts.heuristic_save_error(&SaveError::Io { path: path(), source: denied() }), seen);
        check(|texts| texts.heuristic_save_error(&SaveError::Name("x/z".to_owned())), seen);
        check(|texts| texts.analysis_problem(&Problem::Table(TableError::Foreign(path()))), seen);
        let failed = || Problem::Heuristic(heuristics::LoadError::Name("x/y".to_owned()));
        check(|texts| texts.analysis_problem(&failed()), seen);
    }

    #[test]
    fn faults_of_players_are_told_in_both_languages() {
        let seen = &mut BTreeSet::new();
        let learning = |error: LearnError| PlayerError::Learning(Box::new(error));
        let command = || "gnumill".to_owned();
        let errors = [
            PlayerTextError::Empty.into(),
            PlayerTextError::TooLong(9000).into(),
            PlayerTextError::NoValue("depth".to_owned()).into(),
            PlayerTextError::OpenQuote("\"x".to_owned()).into(),
            PlayerError::UnknownKind { kind: "wizard".to_owned(), known: "random".to_owned() },
            PlayerError::UnknownOption { kind: "random", key: "depth".to_owned() },
            PlayerError::Value { kind: "mcts", key: "k".to_owned(), value: "-1".to_owned() },
            OptionError::Unknown("beauty".to_owned()).into(),
            OptionError::Number { key: "depth".to_owned(), value: "x".to_owned(), min: 0, max: 9 }.into(),
            OptionError::Share { key: "radius".to_owned(), value: "7".to_owned() }.into(),
            OptionError::Switch { key: "killers".to_owned(), value: "7".to_owned() }.into(),
            OptionError::Noise("loud".to_owned()).into(),
            heuristics::LoadError::Name("x/y".to_owned()).into(),
            NTupleError::Name("x/y".to_owned()).into(),
            NTupleError::Missing { name: name() }.into(),
            NTupleError::Unreadable { path: path(), error: denied() }.into(),
            NTupleError::Foreign { file: "a".to_owned() }.into(),
            NTupleError::Damaged { file: "a".to_owned(), fault: "it is too large" }.into(),
            EngineError::NoCommand.into(),
            EngineError::Start { command: command(), source: denied() }.into(),
            EngineError::Ended(command()).into(),
            EngineError::Silent { command: command(), question: "isready" }.into(),
            EngineError::MoveText { command: command(), source: MoveTextError::NotAMove("zz".to_owned()) }.into(),
            EngineError::Illegal {
                command: command(),
                mv: "d6".parse().unwrap(),
                source: PlayError::Illegal(IllegalMove::Occupied(Point::D6)),
            }
            .into(),
            learning(LearnError::Busy(name())),
            learning(LearnError::Lock { path: path(), source: denied() }),
            learning(LearnError::Twice(name())),
            learning(LearnError::Nobody),
            learning(LearnError::Nothing),
            learning(LearnError::Lambda(WrongLambda(2.0))),
            learning(LearnError::Backprop(BackpropError::Diverged(name()))),
            learning(LearnError::Backprop(BackpropError::Input { name: name(), input: 1, inputs: 1 })),
            PlayerError::NoMove,
        ];
        for error in errors {
            check(|texts| texts.player_error(&error), seen);
        }
        let texts = Language::German.texts();
        let problem = LabProblem::Player(PlayerError::NoMove);
        assert_eq!(texts.laboratory_problem(&problem), "Es gibt keinen Zug");
    }
}
