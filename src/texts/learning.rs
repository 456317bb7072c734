//! learning.

use muehle_engine::heuristics::{Activation, FeatureSet};
use muehle_engine::learn::Learned;

texts! {
    /// learning.
    LearningTexts;
    learned(name, positions, before, after, games):
        "{name} hat aus {positions} Stellungen gelernt: Fehler {before} → {after}, {games}.",
        "{name} has learned from {positions} positions: error {before} → {after}, {games}.";
    one_game: "1 Spiel bisher", "1 game so far";
    many_games(count): "{count} Spiele bisher", "{count} games so far";
    learned_nothing(name): "{name} hat aus diesem Spiel nichts gelernt.", "{name} has learned nothing from this game.";
    not_learned(name, reason): "{name} konnte nicht lernen: {reason}.", "{name} could not learn: {reason}.";
    error_crashed: "ein Fehler des Programms", "a defect of the program";
    create_title: "Heuristik erstellen", "Create a heuristic";
    create_name: "Name", "Name";
    create_features: "Merkmale", "Features";
    create_layers: "Schichten", "Layers";
    create_layer(number): "Schicht {number}", "Layer {number}";
    create_output: "Ausgabe: Gewinn, Verlust, Remis", "Output: win, loss, draw";
    create_nodes(number): "Knoten in Schicht {number}", "Nodes in layer {number}";
    create_three: "3 Knoten", "3 nodes";
    create_activation(number): "Aktivierung von Schicht {number}", "Activation of layer {number}";
    create_parameters: "Lernen", "Learning";
    create_lambda: "λ Anteil des Ausgangs", "λ share of the end";
    create_eta: "η Lernrate", "η learning rate";
    create_alpha: "α Trägheit", "α momentum";
    create_kappa: "κ Zuwachs der Rate", "κ growth of the rate";
    create_phi: "φ Dämpfung der Rate", "φ damping of the rate";
    create_seed: "Startwert der Zufallsgewichte", "Seed of the random weights";
    create_sum(weights, shape): "{weights} Gewichte: {shape}", "{weights} weights: {shape}";
    create_button: "Erstellen", "Create";
    created(name):
        "Die Heuristik {name} ist da und kann spielen und lernen.",
        "The heuristic {name} is there, ready to play and learn.";
    not_created(reason): "Die Heuristik wurde nicht erstellt: {reason}.", "The heuristic was not created: {reason}.";
    error_taken(name): "{name} gibt es schon", "{name} exists already";
    error_large(weights, most):
        "{weights} Gewichte sind zu viele, {most} sind erlaubt",
        "{weights} weights are too many, {most} are allowed";
    error_parameter(parameter, most):
        "{parameter} muss zwischen 0 und {most} liegen",
        "{parameter} must lie between 0 and {most}";
    error_number(text): "„{text}“ ist keine Zahl", "“{text}” is no number";
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
    title: "Lernen durch Spielen", "Learning by play";
    new: "Neu …", "New…";
    depth: "Suchtiefe", "Search depth";
    radius: "Zufallsradius", "Random radius";
    threads: "Gleichzeitige Spiele", "Games at a time";
    seed: "Startwert", "Seed";
    lambda: "λ", "λ";
    endgame: "Endspieltabellen beenden Spiele", "Endgame tables finish games";
    supervised: "Exakte Werte daraus lehren", "Teach their exact values";
    against: "Stärke gemessen an", "Strength measured by";
    standard: "Standard", "Standard";
    start: "Anfangsstand", "First state";
    begin: "Beginnen", "Start";
    play: "Dagegen spielen", "Play against it";
    loss: "Fehler der letzten Spiele", "Error of the recent games";
    strength(opponent): "Punkte gegen {opponent} (%)", "Points against {opponent} (%)";
    board: "Spiel gegen sich selbst", "Playing itself";
    ply(ply): "Halbzug {ply}", "Ply {ply}";
    weights: "Gewichte: Gewinn minus Verlust", "Weights: win minus loss";
    no_weights(shape):
        "Balken gibt es für Netze mit einer Schicht über einzelnen Merkmalen. Dieses hat {shape}.",
        "There are bars for nets of one layer over single features. This one has {shape}.";
    idle:
        "Heuristik wählen und beginnen: Sie spielt gegen sich selbst und lernt aus jedem Spiel.",
        "Choose a heuristic and start: it plays itself and learns from every game.";
    state(state, games, speed, error):
        "{state} · {games} · {speed} Spiele/s · Fehler {error}",
        "{state} · {games} · {speed} games/s · error {error}";
    results(wins, draws, losses):
        "Weiß {wins} · Remis {draws} · Schwarz {losses}",
        "White {wins} · draws {draws} · Black {losses}";
    state_running: "Lernt", "Learning";
    state_paused: "Pause", "Paused";
    state_stopped: "Angehalten", "Stopped";
    state_starting: "Beginnt …", "Starting …";
    state_measuring: "Misst die Stärke", "Measuring strength";
    games_count(count): "{count} Spiele", "{count} games";
    trained(name, games):
        "{name} hat in {games} Spielen gelernt und ist gespeichert.",
        "{name} has learned from {games} games and is saved.";
    training_failed(reason): "Das Lernen ist abgebrochen: {reason}.", "Learning broke off: {reason}.";
    group_own_stones: "eigene Steine", "own stones";
    group_enemy_stones: "fremde Steine", "enemy stones";
    group_own_moves: "eigene Züge", "own moves";
    group_enemy_moves: "fremde Züge", "enemy moves";
    group_own_closed: "eigene geschlossene Mühlen", "own closed mills";
    group_enemy_closed: "fremde geschlossene Mühlen", "enemy closed mills";
    group_own_open: "eigene offene Mühlen", "own open mills";
    group_enemy_open: "fremde offene Mühlen", "enemy open mills";
    group_potential: "mögliche Züge, Unterschied", "potential moves, difference";
    bar_phase(phase, group, state): "Phase {phase}, {group}: {state}", "phase {phase}, {group}: {state}";
    bar(group, state): "{group}: {state}", "{group}: {state}";
    or_more(number): "{number} und mehr", "{number} or more";
    or_less(number): "{number} und weniger", "{number} or less";
    from_to(from, to): "{from} bis {to}", "{from} to {to}";
}

impl LearningTexts {
    /// A feature set.
    pub fn feature_set(self, set: FeatureSet) -> &'static str {
        match set {
            FeatureSet::Standard => self.set_standard(),
            FeatureSet::Minimal => self.set_minimal(),
            FeatureSet::Klein => self.set_klein(),
            FeatureSet::Small => self.set_small(),
            FeatureSet::Combi => self.set_combi(),
            FeatureSet::Phases => self.set_phases(),
        }
    }

    /// An activation function.
    pub fn activation(self, activation: Activation) -> &'static str {
        match activation {
            Activation::Step => self.activation_step(),
            Activation::Logistic => self.activation_logistic(),
            Activation::Tanh => self.activation_tanh(),
            Activation::Identity => self.activation_identity(),
        }
    }

    /// What a group of features counts.
    pub fn group(self, group: usize) -> &'static str {
        match group {
            0 => self.group_own_stones(),
            1 => self.group_enemy_stones(),
            2 => self.group_own_moves(),
            3 => self.group_enemy_moves(),
            4 => self.group_own_closed(),
            5 => self.group_enemy_closed(),
            6 => self.group_own_open(),
            7 => self.group_enemy_open(),
            _ => self.group_potential(),
        }
    }

    /// What a learning computer has learned.
    pub fn has_learned(self, name: &str, learned: &Learned) -> String {
        let Learned { positions, before, after, games } = learned;
        let games = if *games == 1 { self.one_game().to_owned() } else { self.many_games(games) };
        self.learned(name, positions, format_args!("{before:.3}"), format_args!("{after:.3}"), games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn what_was_learned_is_a_sentence() {
        let learned = Learned { positions: 34, before: 0.25, after: 0.2, games: 1 };
        assert_eq!(
            Language::English.texts().learning.has_learned("Max", &learned),
            "Max has learned from 34 positions: error 0.250 → 0.200, 1 game so far."
        );
    }
}
