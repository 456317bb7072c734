//! Who sits at the board: a name and what chooses the moves.

use serde::{Deserialize, Serialize};

use muehle_engine::heuristics::LearningParameters;
use muehle_engine::players::{Computer, PlayerText, ntuple};
use muehle_engine::search::Level;

/// Longer names are cut: everything that shows a name must have room for it.
pub const MAX_NAME: usize = 40;

/// How long a computer thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThinkingLimit {
    /// Milliseconds per move.
    Time(u64),
    /// Plies per move.
    Depth(u8),
    /// Random games per move, for Monte-Carlo tree search.
    Iterations(u32),
}

impl ThinkingLimit {
    /// The shortest and longest time that can be set, in milliseconds.
    pub const TIMES: [u64; 2] = [50, 60_000];
    /// The smallest and largest depth that can be set.
    pub const DEPTHS: [u8; 2] = [1, 20];
    /// The smallest and largest number of random games that can be set.
    pub const ITERATIONS: [u32; 2] = [100, 1_000_000];

    fn within_bounds(self) -> ThinkingLimit {
        match self {
            ThinkingLimit::Time(time) => ThinkingLimit::Time(time.clamp(Self::TIMES[0], Self::TIMES[1])),
            ThinkingLimit::Depth(depth) => ThinkingLimit::Depth(depth.clamp(Self::DEPTHS[0], Self::DEPTHS[1])),
            ThinkingLimit::Iterations(games) => {
                ThinkingLimit::Iterations(games.clamp(Self::ITERATIONS[0], Self::ITERATIONS[1]))
            }
        }
    }

    /// A similar limit that the method understands: some count random games, others plies.
    pub fn suiting(self, method: Method) -> ThinkingLimit {
        match (self, method == Method::Mcts) {
            (ThinkingLimit::Depth(depth), true) => ThinkingLimit::Iterations(100 << depth.min(12)),
            (ThinkingLimit::Iterations(_), false) => ThinkingLimit::Depth(6),
            (limit, _) => limit,
        }
    }
}

/// How a computer chooses its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Alpha-beta with a heuristic.
    #[default]
    Search,
    /// The same with a heuristic that learns after every game.
    Learning,
    /// Monte-Carlo tree search.
    Mcts,
    /// Look-up tables over patterns.
    NTuple,
    /// Alpha-beta whose leaves are random games.
    MonteCarlo,
    /// Alpha-beta whose leaves are random numbers.
    Randomised,
    /// Any legal move.
    Random,
    /// The endgame tables wherever they know the position.
    Perfect,
    /// Another program that speaks the text protocol.
    Engine,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 9] = [
        Method::Search,
        Method::Learning,
        Method::Mcts,
        Method::NTuple,
        Method::MonteCarlo,
        Method::Randomised,
        Method::Random,
        Method::Perfect,
        Method::Engine,
    ];

    /// What the command line calls a player of this kind.
    pub const fn kind(self) -> &'static str {
        match self {
            Method::Search => "computer",
            Method::Learning => "learning",
            Method::Mcts => "mcts",
            Method::NTuple => "ntuple",
            Method::MonteCarlo => "montecarlo",
            Method::Randomised => "randomised",
            Method::Random => "random",
            Method::Perfect => "perfect",
            Method::Engine => "engine",
        }
    }

    /// Whether it values positions by a heuristic that can be chosen.
    pub const fn has_heuristic(self) -> bool {
        matches!(self, Method::Search | Method::Learning | Method::Perfect)
    }
}

/// Everything about a computer player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ComputerSettings {
    /// How it chooses its moves. The settings of other methods are kept for when they are chosen again.
    pub method: Method,
    /// The name of its heuristic.
    pub heuristic: String,
    /// How long it thinks.
    pub limit: ThinkingLimit,
    /// How many plies deeper it searches noisy positions; 0 is off.
    pub quiescence: u8,
    /// The radius of the random value added to each estimate.
    pub random_radius: f64,
    /// How likely it is to overlook a move.
    pub oversight: f64,
    /// Up to how many stones it uses the endgame database; 0 is off.
    pub endgame: u8,
    /// λ of a learning computer.
    pub lambda: f64,
    /// The name of an n-tuple player's network.
    pub network: String,
    /// The curiosity K of the Monte-Carlo tree search.
    pub curiosity: f64,
    /// Random games for each leaf of a Monte-Carlo evaluation.
    pub games: u16,
    /// Plies of each of these games.
    pub rollout: u16,
    /// The command that starts another program.
    pub program: String,
    /// Whether that program writes a removal as a move of its own.
    pub split: bool,
    /// Further options for that program.
    pub program_options: Vec<(String, String)>,
}

impl ComputerSettings {
    /// The largest extra depth.
    pub const MAX_QUIESCENCE: u8 = 12;
    /// The largest K.
    pub const MAX_CURIOSITY: f64 = 4.0;
    /// The most random games for a leaf, and the most plies of one.
    pub const MAX_GAMES: u16 = 200;
    /// The longest command of a program.
    pub const MAX_COMMAND: usize = 1000;
    /// The most options for a program.
    const MAX_OPTIONS: usize = 32;

    /// The settings of a strength with a heuristic.
    pub fn of_level(level: Level, heuristic: &str) -> ComputerSettings {
        let (options, limits) = (level.options(0), level.limits());
        let limit = match (limits.time, limits.depth) {
            (Some(time), _) => ThinkingLimit::Time(time.as_millis() as u64),
            (None, depth) => ThinkingLimit::Depth(depth.unwrap_or(6) as u8),
        };
        ComputerSettings {
            heuristic: heuristic.to_owned(),
            limit: limit.within_bounds(),
            quiescence: options.quiescence as u8,
            random_radius: options.random_radius,
            oversight: options.oversight,
            endgame: options.endgame as u8,
            method: Method::Search,
            lambda: LearningParameters::default().lambda,
            network: ntuple::DEFAULT_NAME.to_owned(),
            curiosity: std::f64::consts::SQRT_2,
            games: 10,
            rollout: 10,
            program: String::new(),
            split: false,
            program_options: Vec::new(),
        }
    }

    /// The player that follows the endgame tables wherever they know the position.
    pub fn perfect() -> ComputerSettings {
        let strongest = ComputerSettings::of_level(Level::Professional, Computer::DEFAULT_HEURISTIC);
        ComputerSettings { method: Method::Perfect, random_radius: 0.0, ..strongest }
    }

    /// The same player with a strength.
    #[must_use]
    pub fn with_level(&self, level: Level) -> ComputerSettings {
        // A program of somebody else has its own idea of strength.
        if self.method == Method::Engine {
            return self.clone();
        }
        let strength = ComputerSettings::of_level(level, &self.heuristic);
        ComputerSettings {
            limit: strength.limit.suiting(self.method),
            quiescence: strength.quiescence,
            random_radius: strength.random_radius,
            oversight: strength.oversight,
            endgame: strength.endgame,
            ..self.clone()
        }
    }

    /// The strength that has exactly these settings, whatever the method and the heuristic.
    pub fn level(&self) -> Option<Level> {
        let has_levels = self.method != Method::Engine;
        Level::ALL.into_iter().find(|&level| has_levels && self.with_level(level) == *self)
    }

    /// The command of the program that plays, if it is not this one.
    pub fn program(&self) -> Option<&str> {
        (self.method == Method::Engine).then_some(self.program.as_str())
    }

    /// Its name if nobody gave it one: what values its positions, or else its method.
    pub fn usual_name(&self) -> &str {
        match self.method {
            method if method.has_heuristic() => &self.heuristic,
            Method::NTuple => &self.network,
            Method::Engine => program_name(&self.program),
            method => method.kind(),
        }
    }

    /// The player as the command line writes it: `computer:heuristic=Multi,time=1000,q=0,endgame=8`.
    pub fn player_text(&self) -> PlayerText {
        let text = PlayerText::new(self.method.kind());
        let limited = |text: PlayerText, depth: &str| match self.limit {
            ThinkingLimit::Time(time) => text.with("time", time),
            ThinkingLimit::Depth(plies) => text.with(depth, plies),
            ThinkingLimit::Iterations(games) => text.with("iterations", games),
        };
        match self.method {
            Method::Search | Method::Learning | Method::Perfect => {
                let text = limited(text.with("heuristic", &self.heuristic), "depth")
                    .with("q", self.quiescence)
                    .with("endgame", self.endgame)
                    .with("radius", self.random_radius)
                    .with("oversight", self.oversight);
                if self.method == Method::Learning { text.with("lambda", self.lambda) } else { text }
            }
            Method::Mcts => limited(text, "iterations").with("k", self.curiosity).with("endgame", self.endgame),
            Method::NTuple => limited(text.with("name", &self.network), "depth")
                .with("q", self.quiescence)
                .with("endgame", self.endgame),
            Method::MonteCarlo => limited(text.with("games", self.games).with("depth", self.rollout), "search")
                .with("endgame", self.endgame),
            Method::Randomised => limited(text, "depth").with("endgame", self.endgame),
            Method::Random => text,
            Method::Engine => {
                let text = limited(text.with("command", &self.program), "depth");
                let text = if self.split { text.with("dialect", "split") } else { text };
                self.program_options.iter().fold(text, |text, (key, value)| text.with(key, value))
            }
        }
    }

    /// Reads such a line. Unknown keys are ignored, so that files of later versions open too.
    pub fn from_player_text(text: &PlayerText) -> Option<ComputerSettings> {
        let method = Method::ALL.into_iter().find(|method| method.kind() == text.kind)?;
        let mut settings =
            ComputerSettings { method, random_radius: 0.0, oversight: 0.0, ..ComputerSettings::default() };
        for (key, value) in &text.options {
            let depth = if method == Method::MonteCarlo { "search" } else { "depth" };
            match key.as_str() {
                "heuristic" => settings.heuristic.clone_from(value),
                "time" => settings.limit = ThinkingLimit::Time(value.parse().ok()?),
                "iterations" => settings.limit = ThinkingLimit::Iterations(value.parse().ok()?),
                key if key == depth => settings.limit = ThinkingLimit::Depth(value.parse().ok()?),
                "depth" => settings.rollout = value.parse().ok()?,
                "games" => settings.games = value.parse().ok()?,
                "q" => settings.quiescence = value.parse().ok()?,
                "endgame" => settings.endgame = value.parse().ok()?,
                "radius" => settings.random_radius = value.parse().ok()?,
                "oversight" => settings.oversight = value.parse().ok()?,
                "lambda" => settings.lambda = value.parse().ok()?,
                "name" => settings.network.clone_from(value),
                "k" => settings.curiosity = value.parse().ok()?,
                "command" => settings.program.clone_from(value),
                "dialect" => settings.split = value == "split",
                _ if method == Method::Engine => settings.program_options.push((key.clone(), value.clone())),
                _ => {}
            }
        }
        Some(settings)
    }

    /// The settings brought within their bounds, whatever a file or a person put into them.
    #[must_use]
    pub fn tidied(mut self) -> ComputerSettings {
        let within = |value: f64, most: f64, otherwise: f64| {
            if value.is_finite() { value.clamp(0.0, most) } else { otherwise }
        };
        self.limit = self.limit.suiting(self.method).within_bounds();
        self.quiescence = self.quiescence.min(ComputerSettings::MAX_QUIESCENCE);
        self.heuristic = tidy_name(&self.heuristic);
        self.network = tidy_name(&self.network);
        self.random_radius = within(self.random_radius, 1.0, 0.0);
        self.oversight = within(self.oversight, 1.0, 0.0);
        self.lambda = within(self.lambda, 1.0, LearningParameters::default().lambda);
        self.curiosity = within(self.curiosity, ComputerSettings::MAX_CURIOSITY, std::f64::consts::SQRT_2);
        self.games = self.games.clamp(1, ComputerSettings::MAX_GAMES);
        self.rollout = self.rollout.clamp(1, ComputerSettings::MAX_GAMES);
        self.endgame = self.endgame.min(18);
        self.program.retain(|c| !c.is_control());
        self.program = self.program.trim().chars().take(ComputerSettings::MAX_COMMAND).collect();
        self.program_options.truncate(ComputerSettings::MAX_OPTIONS);
        self
    }
}

impl Default for ComputerSettings {
    fn default() -> ComputerSettings {
        ComputerSettings::of_level(Level::Advanced, Computer::DEFAULT_HEURISTIC)
    }
}

/// The name of the file that a command starts, without folder and ending.
fn program_name(command: &str) -> &str {
    let command = command.trim();
    let file = match command.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        Some((quoted, _)) => quoted,
        None => command.split_whitespace().next().unwrap_or_default(),
    };
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name)
}

/// What chooses the moves of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// The person at this window.
    Human,
    /// A computer.
    Computer(ComputerSettings),
    /// A partner on another computer.
    Network,
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's name; empty for the usual one.
    pub name: String,
    /// What chooses the moves.
    pub kind: PlayerKind,
}

impl Seat {
    /// A person without a name.
    pub fn human() -> Seat {
        Seat { name: String::new(), kind: PlayerKind::Human }
    }

    /// A computer that is called by its heuristic's name.
    pub fn computer(settings: ComputerSettings) -> Seat {
        Seat { name: String::new(), kind: PlayerKind::Computer(settings) }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }

    /// The computer's settings.
    pub fn settings(&self) -> Option<&ComputerSettings> {
        match &self.kind {
            PlayerKind::Human | PlayerKind::Network => None,
            PlayerKind::Computer(settings) => Some(settings),
        }
    }

    /// The name in files: the one a person gave, else the usual one of a computer, else a question mark.
    pub fn file_name(&self) -> &str {
        match (self.name.as_str(), self.settings()) {
            ("", Some(settings)) => settings.usual_name(),
            ("", None) => "?",
            (name, _) => name,
        }
    }

    /// The seat brought within its bounds, whatever a file or a person put into it.
    #[must_use]
    pub fn tidied(mut self) -> Seat {
        self.name = tidy_name(&self.name);
        if let PlayerKind::Computer(settings) = self.kind {
            self.kind = PlayerKind::Computer(settings.tidied());
        }
        self
    }
}

/// A name without control characters and surrounding blanks, short enough for a card.
pub fn tidy_name(name: &str) -> String {
    let clean: String = name.chars().filter(|c| !c.is_control()).take(4 * MAX_NAME).collect();
    clean.trim().chars().take(MAX_NAME).collect::<String>().trim_end().to_owned()
}

/// The players of a first game: a person with White against the computer.
pub fn usual_seats() -> [Seat; 2] {
    [Seat::human(), Seat::computer(ComputerSettings::default())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_cleaned() {
        assert_eq!(tidy_name("  Clara\n\u{7} "), "Clara");
        assert_eq!(tidy_name(&"ü".repeat(10_000)).chars().count(), MAX_NAME);
        assert_eq!(tidy_name(" \t "), "");
    }

    #[test]
    fn strengths_are_recognised() {
        for level in Level::ALL {
            assert_eq!(ComputerSettings::of_level(level, "Combi").level(), Some(level));
        }
        let odd = ComputerSettings { limit: ThinkingLimit::Depth(9), ..ComputerSettings::default() };
        assert_eq!(odd.level(), None);
    }

    #[test]
    fn wild_settings_are_brought_within_bounds() {
        let wild = ComputerSettings {
            limit: ThinkingLimit::Time(u64::MAX),
            quiescence: 200,
            random_radius: f64::NAN,
            ..ComputerSettings::default()
        };
        let seat =
            Seat::computer(ComputerSettings { lambda: 7.0, games: 0, curiosity: f64::INFINITY, ..wild }).tidied();
        let tame = seat.settings().unwrap();
        assert_eq!(tame.limit, ThinkingLimit::Time(60_000));
        assert_eq!((tame.quiescence, tame.random_radius), (ComputerSettings::MAX_QUIESCENCE, 0.0));
        assert_eq!((tame.lambda, tame.games, tame.curiosity), (1.0, 1, std::f64::consts::SQRT_2));
    }

    #[test]
    fn the_default_knows_the_endings_that_come_with_the_program() {
        assert_eq!(ComputerSettings::default().endgame, 8);
        let beginner = ComputerSettings::of_level(Level::Beginner, "Combi");
        assert!(beginner.endgame == 0 && beginner.oversight > 0.0, "a beginner may spoil an ending");
    }

    #[test]
    fn another_program_comes_back_from_files_with_all_its_options() {
        let line = "engine:command=\"/opt/mill games/sanmill uci\",time=500,dialect=split,skilllevel=3";
        let settings = ComputerSettings::from_player_text(&line.parse().unwrap()).unwrap().tidied();
        assert_eq!((settings.method, settings.split), (Method::Engine, true));
        assert_eq!(settings.player_text().to_string(), line);
        assert_eq!(settings.level(), None);
        for (command, name) in [
            ("/usr/games/sanmill uci", "sanmill"),
            ("C:\\mill\\other.exe", "other"),
            ("\"/opt/my games/mill\" -x", "mill"),
            ("", ""),
        ] {
            assert_eq!(program_name(command), name);
        }
    }

    #[test]
    fn every_method_is_a_player_the_command_line_knows() {
        let folder = tempfile::tempdir().unwrap();
        let folders = muehle_engine::files::DataFolders::below(folder.path());
        let resources = std::sync::Arc::new(muehle_engine::players::Resources::new(folders));
        for method in Method::ALL {
            let fast = ComputerSettings { method, limit: ThinkingLimit::Depth(2), lambda: 0.5, ..Default::default() };
            if method == Method::Engine {
                continue;
            }
            for limit in [fast.limit, ThinkingLimit::Time(100), ThinkingLimit::Iterations(200)] {
                let settings = ComputerSettings { limit, ..fast.clone() }.tidied();
                let text = settings.player_text();
                assert!(muehle_engine::learn::create_player(&text, &resources).is_ok(), "{text}");
                let read = ComputerSettings::from_player_text(&text).unwrap().tidied();
                assert_eq!(read.player_text(), text, "it comes back from files as it was");
            }
            for level in Level::ALL {
                assert_eq!(fast.with_level(level).level(), Some(level), "{method:?}");
                assert_eq!(fast.with_level(level).method, method);
            }
        }
    }
}
