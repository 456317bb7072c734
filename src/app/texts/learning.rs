//! Everything the window says about learning, methods of play and opinions, in German and English.

use super::{Language, Texts, fill};
use crate::controller::{LearnFailure, Method};
use muehle_engine::heuristics::{Activation, FeatureSet, PlanError};
use muehle_engine::learn::Learned;

words! {
    /// The words and templates about learning.
    LearningTexts;
    // Players
    kind: "Lernender Computer", "Learning computer";
    card_kind: "Lernt", "Learns";
    kind_iterations: "Computer · {games} Zufallsspiele je Zug", "Computer · {games} random games a move";
    pupil: "Lehrling", "Apprentice";
    lambda: "λ: wie viel vom Ausgang her gelernt wird", "λ: how much is learned from the end";
    method: "Verfahren", "Method";
    method_search: "Alpha-Beta mit Heuristik", "Alpha-beta with a heuristic";
    method_mcts: "Monte-Carlo-Baumsuche", "Monte-Carlo tree search";
    method_ntuple: "N-Tupel-Netz", "N-tuple network";
    method_montecarlo: "Alpha-Beta mit Zufallsspielen", "Alpha-beta with random games";
    method_randomised: "Alpha-Beta mit Zufallswerten", "Alpha-beta with random values";
    method_random: "Zufällige Züge", "Random moves";
    method_perfect: "Perfekt aus den Endspieltabellen", "Perfect from the endgame tables";
    short_mcts: "Baumsuche", "Tree search";
    short_montecarlo: "Zufallsspiele", "Random games";
    short_randomised: "Zufallswerte", "Random values";
    short_random: "Zufall", "Chance";
    iterations: "Zufallsspiele", "Random games";
    curiosity: "Neugier K", "Curiosity K";
    leaf_games: "Spiele je Stellung", "Games a position";
    leaf_plies: "Halbzüge je Spiel", "Plies a game";
    network: "Netz", "Network";
    known_heuristics: "Vorhandene Heuristiken", "Known heuristics";
    note_new: "neu, beginnt mit Zufallsgewichten", "new, begins with random weights";
    note_shipped: "ändert dein Exemplar davon", "changes your copy of it";
    note_no_name: "kein gültiger Name", "no valid name";
    explain_mcts: "Spielt Zufallsspiele, mehr davon, wo sie gut ausgehen.", "Plays random games, more of them where they go well.";
    explain_montecarlo: "Jedes Blatt der Suche ist wert, was Zufallsspiele von dort einbringen.",
        "Each leaf of the search is worth what random games bring in.";
    explain_randomised: "Jedes Blatt ist eine Zufallszahl wert: Wer mehr Züge hat, findet bessere.",
        "Each leaf is worth a random number: who has more moves finds better ones.";
    explain_random: "Zieht irgendetwas Erlaubtes.", "Plays anything that is allowed.";
    learned: "{name} hat aus {positions} Stellungen gelernt: Fehler {before} → {after}, {games}.",
        "{name} has learned from {positions} positions: error {before} → {after}, {games}.";
    thought_exact: "{name}: exakt aus den Endspieltabellen, Wert {value}", "{name}: exact from the endgame tables, value {value}";
    one_game: "1 Spiel bisher", "1 game so far";
    many_games: "{count} Spiele bisher", "{count} games so far";
    learned_nothing: "{name} hat aus diesem Spiel nichts gelernt.", "{name} has learned nothing from this game.";
    not_learned: "{name} konnte nicht lernen: {reason}.", "{name} could not learn: {reason}.";
    error_crashed: "ein Fehler des Programms", "a defect of the program";
    // Create a heuristic
    create_entry: "Heuristik erstellen …", "Create a heuristic…";
    create_title: "Heuristik erstellen", "Create a heuristic";
    create_name: "Name", "Name";
    create_features: "Merkmale", "Features";
    create_layers: "Schichten", "Layers";
    create_layer: "Schicht {number}", "Layer {number}";
    create_output: "Ausgabe: Gewinn, Verlust, Remis", "Output: win, loss, draw";
    create_nodes: "Knoten in Schicht {number}", "Nodes in layer {number}";
    create_three: "3 Knoten", "3 nodes";
    create_activation: "Aktivierung von Schicht {number}", "Activation of layer {number}";
    create_parameters: "Lernen", "Learning";
    create_lambda: "λ Anteil des Ausgangs", "λ share of the end";
    create_eta: "η Lernrate", "η learning rate";
    create_alpha: "α Trägheit", "α momentum";
    create_kappa: "κ Zuwachs der Rate", "κ growth of the rate";
    create_phi: "φ Dämpfung der Rate", "φ damping of the rate";
    create_seed: "Startwert der Zufallsgewichte", "Seed of the random weights";
    create_sum: "{weights} Gewichte: {shape}", "{weights} weights: {shape}";
    create_button: "Erstellen", "Create";
    created: "Die Heuristik {name} ist da und kann spielen und lernen.", "The heuristic {name} is there, ready to play and learn.";
    not_created: "Die Heuristik wurde nicht erstellt: {reason}.", "The heuristic was not created: {reason}.";
    error_taken: "{name} gibt es schon", "{name} exists already";
    error_large: "{weights} Gewichte sind zu viele, {most} sind erlaubt", "{weights} weights are too many, {most} are allowed";
    error_parameter: "{parameter} muss zwischen 0 und {most} liegen", "{parameter} must lie between 0 and {most}";
    error_number: "„{text}“ ist keine Zahl", "“{text}” is no number";
    set_standard: "Standard: alle 39 Merkmale", "Standard: all 39 features";
    set_minimal: "Minimal: nur die Steine", "Minimal: the stones only";
    set_klein: "Klein: Steine und Züge", "Klein: stones and moves";
    set_small: "Small: ohne Mühlen", "Small: without mills";
    set_combi: "Combi: alle Paare der 39", "Combi: all pairs of the 39";
    set_phases: "Phases: die 39 je Phase", "Phases: the 39 for each phase";
    activation_step: "Stufe", "Step";
    activation_logistic: "Logistisch", "Logistic";
    activation_tanh: "Tanh", "Tanh";
    activation_identity: "Identität", "Identity";
    // Dashboard
    dashboard_entry: "Lernen …", "Learning…";
    dashboard_title: "Lernen durch Spielen", "Learning by play";
    dashboard_new: "Neu …", "New…";
    dashboard_depth: "Suchtiefe", "Search depth";
    dashboard_radius: "Zufallsradius", "Random radius";
    dashboard_threads: "Gleichzeitige Spiele", "Games at a time";
    dashboard_seed: "Startwert", "Seed";
    dashboard_lambda: "λ", "λ";
    dashboard_endgame: "Endspieltabellen beenden Spiele", "Endgame tables finish games";
    dashboard_supervised: "Exakte Werte daraus lehren", "Teach their exact values";
    dashboard_against: "Stärke gemessen an", "Strength measured by";
    dashboard_standard: "Standard", "Standard";
    dashboard_start: "Anfangsstand", "First state";
    dashboard_begin: "Beginnen", "Start";
    dashboard_pause: "Pause", "Pause";
    dashboard_go_on: "Weiter", "Go on";
    dashboard_stop: "Anhalten", "Stop";
    dashboard_play: "Dagegen spielen", "Play against it";
    dashboard_loss: "Fehler der letzten Spiele", "Error of the recent games";
    dashboard_strength: "Punkte gegen {opponent} (%)", "Points against {opponent} (%)";
    dashboard_board: "Spiel gegen sich selbst", "Playing itself";
    dashboard_ply: "Halbzug {ply}", "Ply {ply}";
    dashboard_weights: "Gewichte: Gewinn minus Verlust", "Weights: win minus loss";
    dashboard_no_weights: "Balken gibt es für Netze mit einer Schicht über einzelnen Merkmalen. Dieses hat {shape}.",
        "There are bars for nets of one layer over single features. This one has {shape}.";
    dashboard_idle: "Heuristik wählen und beginnen: Sie spielt gegen sich selbst und lernt aus jedem Spiel.",
        "Choose a heuristic and start: it plays itself and learns from every game.";
    dashboard_state: "{state} · {games} · {speed} Spiele/s · Fehler {error}", "{state} · {games} · {speed} games/s · error {error}";
    dashboard_results: "Weiß {wins} · Remis {draws} · Schwarz {losses}", "White {wins} · draws {draws} · Black {losses}";
    state_running: "Lernt", "Learning";
    state_paused: "Pause", "Paused";
    state_stopped: "Angehalten", "Stopped";
    state_starting: "Beginnt …", "Starting …";
    state_measuring: "Misst die Stärke", "Measuring strength";
    games_count: "{count} Spiele", "{count} games";
    trained: "{name} hat in {games} Spielen gelernt und ist gespeichert.", "{name} has learned from {games} games and is saved.";
    training_failed: "Das Lernen ist abgebrochen: {reason}.", "Learning broke off: {reason}.";
    group_own_stones: "eigene Steine", "own stones";
    group_enemy_stones: "fremde Steine", "enemy stones";
    group_own_moves: "eigene Züge", "own moves";
    group_enemy_moves: "fremde Züge", "enemy moves";
    group_own_closed: "eigene geschlossene Mühlen", "own closed mills";
    group_enemy_closed: "fremde geschlossene Mühlen", "enemy closed mills";
    group_own_open: "eigene offene Mühlen", "own open mills";
    group_enemy_open: "fremde offene Mühlen", "enemy open mills";
    group_potential: "mögliche Züge, Unterschied", "potential moves, difference";
    bar_phase: "Phase {phase}, {group}: {state}", "phase {phase}, {group}: {state}";
    bar: "{group}: {state}", "{group}: {state}";
    or_more: "{number} und mehr", "{number} or more";
    or_less: "{number} und weniger", "{number} or less";
    from_to: "{from} bis {to}", "{from} to {to}";
    // N-tuples in the laboratory
    tab_tournament: "Turnier", "Tournament";
    tab_tuples: "N-Tupel trainieren", "Train n-tuples";
    tuples_choice: "Muster", "Patterns";
    tuples_mills: "Mühlen", "Mills";
    tuples_surroundings: "Mühlen mit Umgebung", "Mills and surroundings";
    tuples_rings: "Umgebung und Ringe", "Surroundings and rings";
    tuples_walks: "Umgebung, Ringe, Zufallswege", "Surroundings, rings, random walks";
    tuples_games: "Tausend Spiele", "Thousand games";
    tuples_lambda: "λ", "λ";
    tuples_alpha: "α am Anfang", "α at first";
    tuples_alpha_last: "α am Ende", "α at last";
    tuples_epsilon: "ε Zufallszüge", "ε random moves";
    tuples_openings: "Zufällige Halbzüge voraus", "Random plies first";
    tuples_coherence: "Eigene Rate je Gewicht", "A rate for each weight";
    tuples_endgame: "Endspieltabellen beenden Spiele", "Endgame tables end games";
    tuples_go_on: "Vorhandenes Netz weitertrainieren", "Go on with the existing network";
    tuples_error: "Fehler", "Error";
    tuples_draws: "Anteil Remis (%)", "Share of draws (%)";
    tuples_state: "{state} · {games} von {total} Spielen · {plies} Halbzüge je Spiel", "{state} · {games} of {total} games · {plies} plies a game";
    tuples_idle: "Ein N-Tupel-Netz lernt aus Spielen gegen sich selbst, welche Muster gut sind.",
        "An n-tuple network learns from games against itself which patterns are good.";
    tuples_done: "Das N-Tupel-Netz {name} ist nach {games} Spielen gespeichert.", "The n-tuple network {name} is saved after {games} games.";
    tuples_failed: "Das Training ist abgebrochen: {reason}.", "The training broke off: {reason}.";
    // Opinions on the board
    opinion: "Wessen Meinung", "Whose opinion";
    opinion_of: "Werte: {who}", "Values: {who}";
    opinion_analysis: "Analyse, immer tiefer", "Analysis, deeper and deeper";
    opinion_database: "Endspieltabellen", "Endgame tables";
    opinion_search: "Suche mit {heuristic}", "Search with {heuristic}";
    opinion_net: "{heuristic}, ein Halbzug", "{heuristic}, one ply";
    opinion_ntuple: "N-Tupel {network}", "N-tuples {network}";
    opinions_search: "Suche mit einer Heuristik", "Search with a heuristic";
    opinions_net: "Heuristik allein, ein Halbzug", "Heuristic alone, one ply";
    opinion_failed: "{who} hat keine Meinung: {reason}.", "{who} has no opinion: {reason}.";
    opinion_unknown_here: "{who}, hier unbekannt", "{who}, unknown here";
}

impl LearningTexts {
    /// A method of play.
    pub fn method(&self, method: Method) -> &'static str {
        match method {
            Method::Search => self.method_search,
            Method::Learning => self.kind,
            Method::Mcts => self.method_mcts,
            Method::NTuple => self.method_ntuple,
            Method::MonteCarlo => self.method_montecarlo,
            Method::Randomised => self.method_randomised,
            Method::Random => self.method_random,
            Method::Perfect => self.method_perfect,
        }
    }

    /// A method of play in a word or two, as the name of its player.
    pub fn short_method(&self, method: Method) -> &'static str {
        match method {
            Method::Mcts => self.short_mcts,
            Method::MonteCarlo => self.short_montecarlo,
            Method::Randomised => self.short_randomised,
            Method::Random => self.short_random,
            Method::Search | Method::Learning | Method::NTuple | Method::Perfect => self.method(method),
        }
    }

    /// A feature set.
    pub fn feature_set(&self, set: FeatureSet) -> &'static str {
        match set {
            FeatureSet::Standard => self.set_standard,
            FeatureSet::Minimal => self.set_minimal,
            FeatureSet::Klein => self.set_klein,
            FeatureSet::Small => self.set_small,
            FeatureSet::Combi => self.set_combi,
            FeatureSet::Phases => self.set_phases,
        }
    }

    /// An activation function.
    pub fn activation(&self, activation: Activation) -> &'static str {
        match activation {
            Activation::Step => self.activation_step,
            Activation::Logistic => self.activation_logistic,
            Activation::Tanh => self.activation_tanh,
            Activation::Identity => self.activation_identity,
        }
    }

    /// What a group of features counts.
    pub fn group(&self, group: usize) -> &'static str {
        let groups = [
            self.group_own_stones,
            self.group_enemy_stones,
            self.group_own_moves,
            self.group_enemy_moves,
            self.group_own_closed,
            self.group_enemy_closed,
            self.group_own_open,
            self.group_enemy_open,
            self.group_potential,
        ];
        groups.get(group).copied().unwrap_or_default()
    }

    /// A number of games.
    pub fn games_so_far(&self, count: u64) -> String {
        if count == 1 { self.one_game.to_owned() } else { fill(self.many_games, &[("count", &count.to_string())]) }
    }

    /// What a learning computer has learned.
    pub fn learned(&self, name: &str, learned: &Learned) -> String {
        let Learned { positions, before, after, games } = learned;
        let values = [
            ("name", name),
            ("positions", &positions.to_string()),
            ("before", &format!("{before:.3}")),
            ("after", &format!("{after:.3}")),
            ("games", &self.games_so_far(*games)),
        ];
        fill(self.learned, &values)
    }
}

impl Texts {
    /// The words about learning.
    pub fn learning(&self) -> &'static LearningTexts {
        LearningTexts::of(self.language)
    }

    /// Why a computer has not learned.
    pub fn learn_failure(&self, failure: &LearnFailure) -> String {
        match failure {
            LearnFailure::Learn(error) => self.learn_error(error),
            LearnFailure::Crashed => self.learning().error_crashed.to_owned(),
        }
    }

    /// Why a heuristic cannot be created.
    pub fn plan_error(&self, error: &PlanError) -> String {
        let texts = self.learning();
        match error {
            PlanError::Taken(name) => fill(texts.error_taken, &[("name", name)]),
            PlanError::Large { weights, most } => {
                fill(texts.error_large, &[("weights", &weights.to_string()), ("most", &most.to_string())])
            }
            PlanError::Parameter { name, most } => {
                let name = match *name {
                    "lambda" => texts.create_lambda,
                    "eta" => texts.create_eta,
                    "alpha" => texts.create_alpha,
                    "kappa" => texts.create_kappa,
                    _ => texts.create_phi,
                };
                fill(texts.error_parameter, &[("parameter", name), ("most", &most.to_string())])
            }
            PlanError::Network(error) => self.network_shape_error(error),
            PlanError::Save(error) => self.heuristic_save_error(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_a_sentence() {
        let learned = Learned { positions: 34, before: 0.25, after: 0.2, games: 1 };
        let texts = Language::English.texts().learning();
        assert_eq!(
            texts.learned("Max", &learned),
            "Max has learned from 34 positions: error 0.250 → 0.200, 1 game so far."
        );
    }

    #[test]
    fn every_fault_of_a_plan_has_words_in_both_languages() {
        for language in Language::ALL {
            let texts = language.texts();
            let faults = [
                PlanError::Taken("Max".to_owned()),
                PlanError::Large { weights: 7, most: 5 },
                PlanError::Parameter { name: "eta", most: 100.0 },
                PlanError::Network(muehle_engine::heuristics::NetworkError::LayerCount(99)),
                PlanError::Save(muehle_engine::heuristics::SaveError::Name("../x".to_owned())),
            ];
            let words = faults.map(|fault| texts.plan_error(&fault));
            assert!(words.iter().all(|words| !words.contains(['{', '}']) && !words.ends_with('.')), "{words:?}");
            assert!(words[2].contains('η') && words[2].contains("100"), "{words:?}");
        }
    }
}
