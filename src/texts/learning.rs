//! Creating and training heuristics.

use muehle_engine::heuristics::features::{Feature, Input};
use muehle_engine::heuristics::{Activation, FeatureSet};
use muehle_engine::learn::Learned;

texts! {
    /// Creating and training heuristics.
    LearningTexts;
    // The command line
    session_end(games, seconds, rate, errors): "{games} Partien in {seconds} s, {rate} Partien/s; Fehler: {errors}",
        "{games} games in {seconds} s, {rate} games/s; error: {errors}";
    // Create
    create_title: "Heuristik erstellen", "Create heuristic";
    create_name: "Name", "Name";
    create_features: "Merkmale", "Features";
    create_layers: "Schichten", "Layers";
    create_layer(number): "Schicht {number}", "Layer {number}";
    create_output: "Ausgabe: Gewinn, Verlust, Remis", "Output: win, loss, draw";
    create_nodes(number): "Knoten in Schicht {number}", "Nodes in layer {number}";
    create_three: "3 Knoten", "3 nodes";
    create_activation(number): "Aktivierung in Schicht {number}", "Activation in layer {number}";
    create_parameters: "Lernparameter", "Learning parameters";
    create_lambda: "λ: Gewicht des Ergebnisses", "λ: weight of the result";
    create_eta: "η: Lernrate", "η: learning rate";
    create_alpha: "α: Momentum", "α: momentum";
    create_kappa: "κ: Erhöhung der Rate", "κ: rate increase";
    create_phi: "φ: Senkung der Rate", "φ: rate decrease";
    create_seed: "Startwert des Zufalls", "Random seed";
    create_sum(weights, shape): "{weights} Gewichte: {shape}", "{weights} weights: {shape}";
    create_button: "Erstellen", "Create";
    created(name): "Heuristik {name} erstellt. Sie kann jetzt spielen und lernen.",
        "Created heuristic {name}. It is ready to play and learn.";
    not_created(reason): "Die Heuristik konnte nicht erstellt werden: {reason}.",
        "Could not create the heuristic: {reason}.";
    set_standard: "Standard: alle 39 Merkmale", "Standard: all 39 features";
    set_minimal: "Minimal: nur Steine", "Minimal: stones only";
    set_klein: "Klein: Steine und Züge", "Klein: stones and moves";
    set_small: "Small: ohne Mühlen", "Small: without mills";
    set_combi: "Combi: alle Paare der 39", "Combi: all pairs of the 39";
    set_phases: "Phases: die 39 je Phase", "Phases: the 39 per phase";
    activation_step: "Stufe", "Step";
    activation_logistic: "Logistisch", "Logistic";
    activation_tanh: "Tanh", "Tanh";
    activation_identity: "Identität", "Identity";
    // Train
    about: "Ein Netz spielt gegen sich selbst und lernt aus jeder Partie.",
        "A network plays itself and learns from every game.";
    goes_on: "Das Training läuft weiter, während du spielst. Esc beendet es nicht, „Anhalten“ schon.",
        "Learning goes on while you play. Esc does not stop it, Stop does.";
    kind_heuristic: "Heuristik", "Heuristic";
    kind_tuples: "N-Tupel", "N-tuples";
    shape(shape): "Netz {shape}", "Network {shape}";
    new_heuristic: "Neu …", "New…";
    depth: "Suchtiefe", "Search depth";
    radius: "Zufallsradius", "Random radius";
    threads: "Partien gleichzeitig", "Parallel games";
    seed: "Startwert", "Seed";
    lambda: "λ", "λ";
    endgame: "Endspieltabellen beenden Partien", "Endgame tables finish games";
    supervised: "Exakte Tabellenwerte lehren", "Teach their exact values";
    against: "Stärke messen gegen", "Measure strength against";
    standard: "Standard", "Standard";
    start: "Anfangsstand", "Initial state";
    begin: "Starten", "Start";
    play: "Dagegen spielen", "Play against it";
    error: "Fehler", "Error";
    loss: "Mittel der letzten Partien", "mean of recent games";
    strength_title: "Stärke", "Strength";
    strength(opponent): "Punkte gegen {opponent}, Band 95 %", "score against {opponent}, band 95 %";
    board: "Partie gegen sich selbst", "Self-play game";
    ply(ply): "Halbzug {ply}", "Ply {ply}";
    next_game: "Nächste", "Next game";
    slower: "Langsamer", "Slower";
    faster: "Schneller", "Faster";
    weights_title: "Gewichte", "Weights";
    weights: "voll: gut für den, der zieht · leer: schlecht", "filled: good for the side to move · open: bad";
    weights_before: "voll: gut für den, der zieht · leer: schlecht · Dreieck: vorher",
        "filled: good for the side to move · open: bad · triangle: before";
    change(games): "Änderung über {games} Partien", "change over {games} games";
    bar_before(name, before): "{name}\nvorher {before}", "{name}\nbefore {before}";
    squares: "blau: positiv · rot: negativ · kräftiger: größer", "blue: positive · red: negative · stronger: larger";
    layer_title(number, shape, activation): "Schicht {number}: {shape}, {activation}", "Layer {number}: {shape}, {activation}";
    node(number): "Knoten {number}", "node {number}";
    output_win: "Gewinn", "win";
    output_loss: "Verlust", "loss";
    output_draw: "Remis", "draw";
    connection(from, to): "{from} → {to}", "{from} → {to}";
    idle: "Wähle eine Heuristik und starte. Sie spielt gegen sich selbst und lernt aus jeder Partie.",
        "Choose a heuristic and start. It plays against itself and learns from every game.";
    games_of(games, total): "{games} von {total} Partien", "{games} of {total} games";
    running_for: "Läuft seit", "Running for";
    time_left: "Noch", "Time left";
    per_minute: "Partien pro Minute", "Games per minute";
    results_title: "Ergebnisse", "Results";
    results(wins, draws, losses): "{wins} W · {draws} R · {losses} S", "{wins} W · {draws} D · {losses} B";
    state_running: "Läuft", "Running";
    state_paused: "Pause", "Paused";
    state_stopped: "Angehalten", "Stopped";
    state_done: "Fertig", "Finished";
    state_failed: "Abgebrochen", "Failed";
    state_starting: "Startet …", "Starting…";
    state_measuring: "Misst Stärke", "Measuring strength";
    trained(name, games): "{name} hat aus {games} Partien gelernt und ist gespeichert.",
        "{name} learned from {games} games and was saved.";
    training_failed(name, reason): "Das Training von {name} wurde abgebrochen: {reason}.",
        "Training of {name} failed: {reason}.";
    // Learning from a game
    learned(name, positions, before, after, games):
        "{name} hat aus {positions} Stellungen gelernt: Fehler {before} → {after}, {games}.",
        "{name} learned from {positions} positions: error {before} → {after}, {games}.";
    one_game: "1 Partie bisher", "1 game so far";
    many_games(count): "{count} Partien bisher", "{count} games so far";
    learned_nothing(name): "{name} hat aus dieser Partie nichts gelernt.", "{name} learned nothing from this game.";
    not_learned(name, reason): "{name} konnte nicht lernen: {reason}.", "{name} could not learn: {reason}.";
    // Weights
    group_own_stones: "eigene Steine", "own stones";
    group_enemy_stones: "gegnerische Steine", "enemy stones";
    group_own_moves: "eigene Züge", "own moves";
    group_enemy_moves: "gegnerische Züge", "enemy moves";
    group_own_closed: "eigene geschlossene Mühlen", "own closed mills";
    group_enemy_closed: "gegnerische geschlossene Mühlen", "enemy closed mills";
    group_own_open: "eigene offene Mühlen", "own open mills";
    group_enemy_open: "gegnerische offene Mühlen", "enemy open mills";
    group_potential: "Differenz der möglichen Züge", "difference in potential moves";
    bar_phase(phase, group, state): "Phase {phase}, {group}: {state}", "phase {phase}, {group}: {state}";
    bar_pair(first, second): "{first} und {second}", "{first} and {second}";
    bar(group, state): "{group}: {state}", "{group}: {state}";
    or_more(number): "{number} oder mehr", "{number} or more";
    or_less(number): "{number} oder weniger", "{number} or less";
    range(from, to): "{from} bis {to}", "{from} to {to}";
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

    /// What a feature means: `2 or more`.
    pub fn state(self, feature: Feature) -> String {
        let range = |from: i32, to: i32| match from == to {
            true => from.to_string(),
            false => self.range(from, to),
        };
        let text = match (feature.group, feature.place) {
            (0 | 1, place) => (place + 4).to_string(),
            (2 | 3, 4) => self.or_more("10"),
            (2 | 3, place) => range(2 * place as i32 + 2, 2 * place as i32 + 3),
            (4..=7, 0) => "1".to_owned(),
            (4..=7, _) => self.or_more("2"),
            (_, 0) => self.or_less("-7"),
            (_, place) => match [(-6, -4), (-3, -2), (-1, -1), (0, 0), (1, 1), (2, 3), (4, 6)].get(place - 1) {
                Some(&(from, to)) => range(from, to),
                None => self.or_more("7"),
            },
        };
        text.replace('-', "−")
    }

    /// What a position has of a group, of which perhaps no feature is active.
    pub fn state_of(self, group: usize, feature: Option<Feature>) -> String {
        match (feature, group) {
            (Some(feature), _) => self.state(feature),
            (None, 0 | 1) => self.or_less("3"),
            (None, 2 | 3) => self.range(0, 1),
            (None, _) => "0".to_owned(),
        }
    }

    /// What an input of a network means: `own stones: 8`.
    pub fn input(self, input: Input) -> String {
        let one = |feature: Feature| self.bar(self.group(feature.group), self.state(feature));
        match input {
            Input::One(feature) => one(feature),
            Input::Pair(first, second) => self.bar_pair(one(first), one(second)),
            Input::InPhase(phase, feature) => {
                self.bar_phase(phase + 1, self.group(feature.group), self.state(feature))
            }
        }
    }

    /// What a learning computer has learned.
    pub fn has_learned(self, learned: &Learned) -> String {
        let Learned { name, positions, before, after, games } = learned;
        let games = if *games == 1 { self.one_game().to_owned() } else { self.many_games(games) };
        self.learned(name, positions, self.language.decimal(*before, 3), self.language.decimal(*after, 3), games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn features_have_words() {
        let words = Language::English.texts().learning;
        let name = |number: usize| words.input(FeatureSet::Standard.input(number).unwrap());
        assert_eq!([name(0), name(11)], ["own stones: 4", "enemy stones: 9"]);
        assert_eq!([name(12), name(16)], ["own moves: 2 to 3", "own moves: 10 or more"]);
        assert_eq!([name(22), name(29)], ["own closed mills: 1", "enemy open mills: 2 or more"]);
        let state = |place: usize| words.state(Feature { group: 8, place });
        assert_eq!([state(0), state(1), state(3), state(4)], ["−7 or less", "−6 to −4", "−1", "0"]);
        assert_eq!([state(6), state(8)], ["2 to 3", "7 or more"]);
        assert_eq!([0, 2, 6].map(|group| words.state_of(group, None)), ["3 or less", "0 to 1", "0"]);
        let pair = words.input(FeatureSet::Combi.input(39 + 6).unwrap());
        assert_eq!(pair, "own stones: 5 and enemy stones: 4");
        assert_eq!(words.input(FeatureSet::Phases.input(39).unwrap()), "phase 2, own stones: 4");
    }

    #[test]
    fn what_was_learned_is_a_sentence() {
        let learned = Learned { name: "Max-2".to_owned(), positions: 34, before: 0.25, after: 0.2, games: 1 };
        assert_eq!(
            Language::English.texts().learning.has_learned(&learned),
            "Max-2 learned from 34 positions: error 0.250 → 0.200, 1 game so far."
        );
    }
}
