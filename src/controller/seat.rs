//! Who sits at the board: a name and what chooses the moves.

use serde::{Deserialize, Serialize};

use muehle_engine::game::pgn::NAMELESS;
use muehle_engine::heuristics::LearningParameters;
use muehle_engine::players::mcts::{self, Leaf};
use muehle_engine::players::{Computer, Level, PlayerText, Strength, ntuple};
use muehle_engine::search::Options;

/// The name in files of a computer that has no other.
const COMPUTER: &str = "Computer";
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
    /// Iterations per move, for Monte-Carlo tree search.
    Iterations(u32),
}

impl ThinkingLimit {
    /// The shortest and longest time that can be set, in milliseconds.
    pub const TIMES: [u64; 2] = [50, 60_000];
    /// The smallest and largest depth that can be set.
    pub const DEPTHS: [u8; 2] = [1, 20];
    /// The smallest and largest number of iterations that can be set.
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

    /// A similar limit that the method understands: some count iterations, others plies.
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
    /// A level decides everything; the other settings are then kept for when it is left.
    pub level: Option<Level>,
    /// How it chooses its moves. The settings of other methods are kept for when they are chosen again.
    pub method: Method,
    /// The name of its heuristic.
    pub heuristic: String,
    /// How long it thinks.
    pub limit: ThinkingLimit,
    /// How many plies deeper it searches noisy positions; 0 is off.
    pub quiescence: u8,
    /// Up to how many stones it uses the endgame database; 0 is off.
    pub endgame: u8,
    /// λ of a learning computer.
    pub lambda: f64,
    /// The name of an n-tuple player's network.
    pub network: String,
    /// The curiosity K of the Monte-Carlo tree search.
    pub curiosity: f64,
    /// The tree of the Monte-Carlo tree search grows no deeper than this.
    pub tree_depth: u16,
    /// Its random games are cut off after this many plies.
    pub rollout_depth: u16,
    /// Whether it plays random games from the leaves of its tree instead of estimating them.
    pub random_leaves: bool,
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
    /// The deepest tree and the longest random games of the Monte-Carlo tree search.
    pub const MAX_TREE_DEPTH: u16 = 1000;
    pub const MAX_ROLLOUT_DEPTH: u16 = 1000;
    /// The most random games for a leaf, and the most plies of one.
    pub const MAX_GAMES: u16 = 200;
    /// The longest command of a program.
    pub const MAX_COMMAND: usize = 1000;
    /// The most options for a program.
    const MAX_OPTIONS: usize = 32;

    /// The computer of a level.
    pub fn of_level(level: Level) -> ComputerSettings {
        ComputerSettings { level: Some(level), ..ComputerSettings::default() }
    }

    /// The opponent of somebody who has not chosen one.
    pub fn usual() -> ComputerSettings {
        ComputerSettings::of_level(Strength::Advanced.level())
    }

    /// The same seat taken by a level. What a person had chosen otherwise is kept for later.
    #[must_use]
    pub fn with_level(&self, level: Level) -> ComputerSettings {
        ComputerSettings { level: Some(level), method: Method::Search, ..self.clone() }
    }

    fn leaf(&self) -> Leaf {
        if self.random_leaves { Leaf::Rollout } else { Leaf::Heuristic }
    }

    /// The same with another kind of leaves in its tree, and the curiosity that suits them.
    #[must_use]
    pub fn with_random_leaves(self, random_leaves: bool) -> ComputerSettings {
        let settings = ComputerSettings { random_leaves, ..self };
        ComputerSettings { curiosity: settings.leaf().usual_k(), ..settings }
    }

    /// Whether it uses the endgame tables.
    pub fn uses_tables(&self) -> bool {
        self.level.map_or(self.endgame > 0, Level::uses_tables)
    }

    /// The command of the program that plays, if it is not this one.
    pub fn program(&self) -> Option<&str> {
        (self.method == Method::Engine).then_some(self.program.as_str())
    }

    /// Its name if nobody gave it one. The default heuristic's name would tell nobody anything.
    pub fn usual_name(&self) -> &str {
        match self.evaluator() {
            _ if self.level.is_some() => COMPUTER,
            Computer::DEFAULT_HEURISTIC => COMPUTER,
            name => name,
        }
    }

    /// What values its positions, or else its method.
    pub fn evaluator(&self) -> &str {
        match self.method {
            method if method.has_heuristic() => &self.heuristic,
            Method::NTuple => &self.network,
            Method::Engine => program_name(&self.program),
            method => method.kind(),
        }
    }

    /// The player as the command line writes it: `computer:heuristic=Multi,time=1000,q=0,endgame=8`.
    pub fn player_text(&self) -> PlayerText {
        if let Some(level) = self.level {
            return level.player_text();
        }
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
                    .with("endgame", self.endgame);
                if self.method == Method::Learning { text.with("lambda", self.lambda) } else { text }
            }
            Method::Mcts => {
                let mut text = limited(text, "iterations").with("k", self.curiosity);
                let usual = ComputerSettings::default();
                if self.tree_depth != usual.tree_depth {
                    text = text.with("treedepth", self.tree_depth);
                }
                if self.rollout_depth != usual.rollout_depth {
                    text = text.with("rolloutdepth", self.rollout_depth);
                }
                text = text.with("endgame", self.endgame);
                if self.random_leaves { text.with("leaf", "rollout") } else { text }
            }
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
        if *text == Level::Perfect.player_text() {
            return Some(ComputerSettings::of_level(Level::Perfect));
        }
        let method = Method::ALL.into_iter().find(|method| method.kind() == text.kind)?;
        let mut settings = ComputerSettings { method, ..ComputerSettings::default() };
        for (key, value) in &text.options {
            let depth = if method == Method::MonteCarlo { "search" } else { "depth" };
            match key.as_str() {
                "level" if method == Method::Search => return Some(ComputerSettings::of_level(value.parse().ok()?)),
                "heuristic" => settings.heuristic.clone_from(value),
                "time" => settings.limit = ThinkingLimit::Time(value.parse().ok()?),
                "iterations" => settings.limit = ThinkingLimit::Iterations(value.parse().ok()?),
                key if key == depth => settings.limit = ThinkingLimit::Depth(value.parse().ok()?),
                "depth" => settings.rollout = value.parse().ok()?,
                "games" => settings.games = value.parse().ok()?,
                "q" => settings.quiescence = value.parse().ok()?,
                "endgame" => settings.endgame = value.parse().ok()?,
                "lambda" => settings.lambda = value.parse().ok()?,
                "name" => settings.network.clone_from(value),
                "leaf" => settings.random_leaves = value == "rollout",
                "k" => settings.curiosity = value.parse().ok()?,
                "treedepth" => settings.tree_depth = value.parse().ok()?,
                "rolloutdepth" => settings.rollout_depth = value.parse().ok()?,
                "command" => settings.program.clone_from(value),
                "dialect" => settings.split = value == "split",
                _ if method == Method::Engine => settings.program_options.push((key.clone(), value.clone())),
                _ => {}
            }
        }
        if text.get("k").is_none() {
            settings.curiosity = settings.leaf().usual_k();
        }
        Some(settings)
    }

    /// The settings brought within their bounds, whatever a file or a person put into them.
    #[must_use]
    pub fn tidied(mut self) -> ComputerSettings {
        let within = |value: f64, most: f64, otherwise: f64| {
            if value.is_finite() { value.clamp(0.0, most) } else { otherwise }
        };
        if self.level.is_some() {
            self.method = Method::Search;
        }
        self.limit = self.limit.suiting(self.method).within_bounds();
        self.quiescence = self.quiescence.min(ComputerSettings::MAX_QUIESCENCE);
        self.heuristic = tidy_name(&self.heuristic);
        self.network = tidy_name(&self.network);
        self.lambda = within(self.lambda, 1.0, LearningParameters::default().lambda);
        self.curiosity = within(self.curiosity, ComputerSettings::MAX_CURIOSITY, self.leaf().usual_k());
        self.tree_depth = self.tree_depth.clamp(1, ComputerSettings::MAX_TREE_DEPTH);
        self.rollout_depth = self.rollout_depth.min(ComputerSettings::MAX_ROLLOUT_DEPTH);
        self.games = self.games.clamp(1, ComputerSettings::MAX_GAMES);
        self.rollout = self.rollout.clamp(1, ComputerSettings::MAX_GAMES);
        self.endgame = self.endgame.min(18);
        self.program.retain(|c| !c.is_control());
        self.program = self.program.trim().chars().take(ComputerSettings::MAX_COMMAND).collect();
        self.program_options.truncate(ComputerSettings::MAX_OPTIONS);
        self
    }
}

/// The strongest computer: the default heuristic, all tables, and time to think.
impl Default for ComputerSettings {
    fn default() -> ComputerSettings {
        let (options, mcts) = (Options::default(), mcts::Options::default());
        ComputerSettings {
            level: None,
            method: Method::Search,
            heuristic: Computer::DEFAULT_HEURISTIC.to_owned(),
            limit: ThinkingLimit::Time(Computer::DEFAULT_TIME.as_millis() as u64),
            quiescence: options.quiescence as u8,
            endgame: options.endgame as u8,
            lambda: LearningParameters::default().lambda,
            network: ntuple::DEFAULT_NAME.to_owned(),
            curiosity: Leaf::default().usual_k(),
            random_leaves: false,
            tree_depth: mcts.tree_depth as u16,
            rollout_depth: mcts.rollout_depth as u16,
            games: 10,
            rollout: 10,
            program: String::new(),
            split: false,
            program_options: Vec::new(),
        }
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

    /// A computer with its usual name.
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

    /// The player that a file names. The usual names of players, which files have too, are none that a person gave.
    pub fn from_file(name: &str, kind: PlayerKind) -> Seat {
        let seat = Seat { name: tidy_name(name), kind }.tidied();
        match seat.settings() {
            Some(settings) if [settings.usual_name(), settings.evaluator()].contains(&seat.name.as_str()) => {
                Seat { name: String::new(), ..seat }
            }
            None if NAMELESS.contains(&seat.name.as_str()) => Seat { name: String::new(), ..seat },
            _ => seat,
        }
    }

    /// The name in files: the one a person gave, else the usual one of a computer. A person without a name is the first
    /// or the second, as on the screen; nobody knows what a partner is called.
    pub fn file_name(&self, is_second: bool) -> &str {
        match (self.name.as_str(), &self.kind) {
            ("", PlayerKind::Computer(settings)) => settings.usual_name(),
            ("", PlayerKind::Human) => NAMELESS[usize::from(is_second)],
            ("", PlayerKind::Network) => "?",
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
    [Seat::human(), Seat::computer(ComputerSettings::usual())]
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
    fn a_level_is_all_that_files_say_about_its_player() {
        for level in Level::ALL {
            let settings = ComputerSettings { limit: ThinkingLimit::Depth(9), ..ComputerSettings::of_level(level) };
            let text = settings.player_text();
            assert_eq!(text, level.player_text());
            let read = ComputerSettings::from_player_text(&text).unwrap();
            assert_eq!((read.level, read.player_text()), (Some(level), text));
            assert_eq!(settings.usual_name(), "Computer");
        }
        let old = ComputerSettings::from_player_text(&"computer:level=beginner".parse().unwrap()).unwrap();
        assert_eq!(old.level, Some(Level::Novice));
        assert!(ComputerSettings::from_player_text(&"computer:level=god".parse().unwrap()).is_none());
    }

    #[test]
    fn whoever_leaves_a_level_leaves_its_handicaps() {
        let child = ComputerSettings::default().with_level(Level::Child);
        let own = ComputerSettings { level: None, limit: ThinkingLimit::Time(20_000), ..child };
        assert_eq!(own.player_text().to_string(), "computer:heuristic=Meister,time=20000,q=4,endgame=18");
    }

    #[test]
    fn the_default_heuristic_gives_nobody_its_name() {
        let name =
            |text: &str| ComputerSettings::from_player_text(&text.parse().unwrap()).unwrap().usual_name().to_owned();
        assert_eq!(name("computer:heuristic=Meister,depth=4"), "Computer");
        assert_eq!(name("computer:heuristic=Multi,depth=4"), "Multi");
        let kind = || PlayerKind::Computer(ComputerSettings::default());
        assert_eq!(Seat::from_file("Meister", kind()).name, "");
        assert_eq!(Seat::from_file("Computer", kind()).name, "");
        assert_eq!(Seat::from_file("Deep Mill", kind()).name, "Deep Mill");
        assert_eq!(Seat::from_file("Computer", PlayerKind::Human).name, "Computer");
    }

    #[test]
    fn wild_settings_are_brought_within_bounds() {
        let wild =
            ComputerSettings { limit: ThinkingLimit::Time(u64::MAX), quiescence: 200, ..ComputerSettings::default() };
        let seat =
            Seat::computer(ComputerSettings { lambda: 7.0, games: 0, curiosity: f64::INFINITY, ..wild }).tidied();
        let tame = seat.settings().unwrap();
        assert_eq!(tame.limit, ThinkingLimit::Time(60_000));
        assert_eq!(tame.quiescence, ComputerSettings::MAX_QUIESCENCE);
        assert_eq!((tame.lambda, tame.games, tame.curiosity), (1.0, 1, Leaf::default().usual_k()));
    }

    #[test]
    fn a_tree_search_keeps_its_kind_of_leaves_and_its_curiosity() {
        let read = |line: &str| ComputerSettings::from_player_text(&line.parse().unwrap()).unwrap();
        assert!(!read("mcts:time=500").random_leaves);
        let paper = read("mcts:time=500,leaf=rollout");
        assert_eq!((paper.random_leaves, paper.curiosity), (true, Leaf::Rollout.usual_k()));
        assert_eq!(read("mcts:k=3,leaf=rollout").curiosity, 3.0);
        assert_eq!(read(&paper.player_text().to_string()), paper);
        let again = ComputerSettings { curiosity: 3.0, ..paper }.with_random_leaves(false);
        assert_eq!((again.random_leaves, again.curiosity), (false, Leaf::Heuristic.usual_k()));
    }

    #[test]
    fn a_tree_search_says_only_what_is_unusual() {
        let line = "mcts:time=100,k=1,treedepth=3,rolloutdepth=0,endgame=18";
        let settings = ComputerSettings::from_player_text(&line.parse().unwrap()).unwrap().tidied();
        assert_eq!((settings.tree_depth, settings.rollout_depth), (3, 0));
        assert_eq!(settings.player_text().to_string(), line);
        let usual = "mcts:time=100,k=1,endgame=18";
        let settings = ComputerSettings::from_player_text(&usual.parse().unwrap()).unwrap().tidied();
        assert_eq!(settings.player_text().to_string(), usual);
        let wild = ComputerSettings { tree_depth: 0, rollout_depth: 60_000, ..settings }.tidied();
        assert_eq!((wild.tree_depth, wild.rollout_depth), (1, ComputerSettings::MAX_ROLLOUT_DEPTH));
    }

    #[test]
    fn another_program_comes_back_from_files_with_all_its_options() {
        let line = "engine:command=\"/opt/mill games/sanmill uci\",time=500,dialect=split,skilllevel=3";
        let settings = ComputerSettings::from_player_text(&line.parse().unwrap()).unwrap().tidied();
        assert_eq!((settings.method, settings.split), (Method::Engine, true));
        assert_eq!(settings.player_text().to_string(), line);
        assert_eq!(settings.level, None);
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
            let fast =
                ComputerSettings { method, limit: ThinkingLimit::Depth(2), lambda: 0.5, ..ComputerSettings::default() };
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
        }
    }
}
