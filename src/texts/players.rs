//! Players: their kinds, names and dialog.

use muehle_engine::players::{Level, Strength};

texts! {
    /// Players: their kinds, names and dialog.
    PlayersTexts;
    title: "Spieler", "Players";
    start_game: "Partie starten", "Start game";
    swap_sides: "Seiten tauschen", "Swap sides";
    begins: "beginnt", "moves first";
    name: "Name", "Name";
    first_person: "Spieler 1", "Player 1";
    second_person: "Spieler 2", "Player 2";
    rules_line_never: "Steine in Mühlen sind sicher", "Stones in mills are safe";
    rules_line_any: "Sind alle in Mühlen, ist keiner sicher", "If all are in mills, none is safe";
    change: "Ändern", "Change";
    // Kinds
    kind: "Art", "Type";
    human: "Mensch", "Human";
    computer: "Computer", "Computer";
    learning: "Lernender Computer", "Learning computer";
    learns: "Lernt", "Learning";
    leveled(kind, level): "{kind} · {level}", "{kind} · {level}";
    timed(kind, seconds): "{kind} · {seconds} s pro Zug", "{kind} · {seconds} s per move";
    deep(kind, depth): "{kind} · Tiefe {depth}", "{kind} · depth {depth}";
    iterated(kind, count): "{kind} · {count} Iterationen pro Zug", "{kind} · {count} iterations per move";
    // Levels
    level_caption: "Spielstärke", "Level";
    own_settings: "Eigene Einstellungen", "Own settings";
    child: "Kind", "Child";
    novice: "Anfänger", "Novice";
    casual: "Hobby", "Casual";
    club: "Klub", "Club";
    strong: "Stark", "Strong";
    expert: "Experte", "Expert";
    master: "Meister", "Master";
    perfect: "Perfekt", "Perfect";
    note_child: "Schließt eigene Mühlen, sieht deine aber kaum kommen.",
        "Closes its own mills, but hardly sees yours coming.";
    note_novice: "Rechnet mit deinem nächsten Zug und übersieht, was weit weg ist.",
        "Expects your next move and overlooks what is far away.";
    note_casual: "Plant die nächste Mühle und vergisst die andere Seite des Bretts.",
        "Plans its next mill and forgets the other side of the board.";
    note_club: "Kennt gute Punkte, denkt drei Halbzüge voraus und übersieht noch viel.",
        "Knows good points, looks three plies ahead and still overlooks a lot.";
    note_strong: "Denkt vier Halbzüge voraus und übersieht manches.",
        "Looks four plies ahead and overlooks some things.";
    note_expert: "Denkt fünf Halbzüge voraus und beherrscht Endspiele bis acht Steine.",
        "Looks five plies ahead and masters endings of up to eight stones.";
    note_master: "Übersieht nichts und beherrscht Endspiele bis acht Steine.",
        "Overlooks nothing and masters endings of up to eight stones.";
    note_perfect: "Kennt jede Stellung und macht keinen Fehler.", "Knows every position and makes no mistake.";
    // The paper's strengths
    named(level, strength): "{level} ({strength})", "{level} ({strength})";
    beginner: "Anfänger", "Beginner";
    advanced: "Fortgeschritten", "Advanced";
    professional: "Profi", "Professional";
    strength_caption: "Stärke", "Strength";
    time_per_move: "Zeit pro Zug", "Time per move";
    seconds(time): "{time} s", "{time} s";
    fixed_depth: "Feste Tiefe", "Fixed depth";
    iterations: "Iterationen", "Iterations";
    quiescence: "Ruhesuche", "Quiescence depth";
    zero_is_off: "0 = aus", "0 = off";
    heuristic: "Heuristik", "Heuristic";
    known_heuristics: "Vorhandene Heuristiken", "Existing heuristics";
    note_new: "neu, mit Zufallsgewichten", "new, with random weights";
    note_shipped: "eine Kopie lernt", "a copy learns";
    note_no_name: "ungültiger Name", "invalid name";
    network: "Netz", "Network";
    pupil: "Lehrling", "Apprentice";
    lambda: "λ: Gewicht des Ergebnisses", "λ: weight of the result";
    curiosity: "Erkundung K", "Exploration K";
    tree_depth: "Tiefe des Baums", "Tree depth";
    rollout_depth: "Länge der Zufallspartien", "Length of random games";
    leaf_games: "Partien pro Stellung", "Games per position";
    leaf_plies: "Halbzüge pro Partie", "Plies per game";
    // Methods
    method: "Verfahren", "Method";
    method_search: "Alpha-Beta mit Heuristik", "Alpha-beta with heuristic";
    method_mcts: "Monte-Carlo-Baumsuche", "Monte Carlo tree search";
    method_ntuple: "N-Tupel-Netz", "N-tuple network";
    method_montecarlo: "Alpha-Beta mit Zufallspartien", "Alpha-beta with random games";
    method_randomised: "Alpha-Beta mit Zufallswerten", "Alpha-beta with random values";
    method_random: "Zufällige Züge", "Random moves";
    method_perfect: "Perfekt mit Endspieltabellen", "Perfect with endgame tables";
    method_engine: "Anderes Programm", "Another program";
    program_kind: "Programm", "Program";
    program: "Befehl", "Command";
    program_hint: "Programm mit Argumenten", "program with arguments";
    split: "Schlagen als eigener Zug", "Captures as separate moves";
    no_program: "Befehl: bitte eingeben", "Command: please enter one";
    program_question: "Dieser Spieler ist ein anderes Programm auf deinem Computer. Erlaube nur, was du kennst:",
        "This player is another program on your computer. Allow only what you know:";
    short_mcts: "Baumsuche", "Tree search";
    short_montecarlo: "Zufallspartien", "Random games";
    short_randomised: "Zufallswerte", "Random values";
    short_random: "Zufall", "Random";
    random_leaves: "Zufallspartien", "Random games";
    explain_montecarlo: "Bewertet jedes Blatt der Suche mit Zufallspartien.",
        "Evaluates each leaf of the search with random games.";
    explain_randomised: "Gibt jedem Blatt der Suche einen Zufallswert. Viele Züge sind dann von Vorteil.",
        "Gives each leaf of the search a random value. Having many moves then helps.";
    explain_random: "Spielt irgendeinen erlaubten Zug.", "Plays any legal move.";
}

impl PlayersTexts {
    /// A level.
    pub fn level(self, level: Level) -> &'static str {
        match level {
            Level::Child => self.child(),
            Level::Novice => self.novice(),
            Level::Casual => self.casual(),
            Level::Club => self.club(),
            Level::Strong => self.strong(),
            Level::Expert => self.expert(),
            Level::Master => self.master(),
            Level::Perfect => self.perfect(),
        }
    }

    /// What a computer of this level is like.
    pub fn level_note(self, level: Level) -> &'static str {
        match level {
            Level::Child => self.note_child(),
            Level::Novice => self.note_novice(),
            Level::Casual => self.note_casual(),
            Level::Club => self.note_club(),
            Level::Strong => self.note_strong(),
            Level::Expert => self.note_expert(),
            Level::Master => self.note_master(),
            Level::Perfect => self.note_perfect(),
        }
    }

    /// A level with the name that the program of 2005 gave it, if it had one.
    pub fn level_and_strength(self, level: Level) -> String {
        let strength = Strength::ALL.into_iter().find(|strength| strength.level() == level);
        let strength = strength.map(|strength| match strength {
            Strength::Beginner => self.beginner(),
            Strength::Advanced => self.advanced(),
            Strength::Professional => self.professional(),
        });
        match strength {
            Some(strength) if strength != self.level(level) => self.named(self.level(level), strength),
            _ => self.level(level).to_owned(),
        }
    }
}
