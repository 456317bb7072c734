//! The board: phases, and the accessible names of the points.

use muehle_engine::rules::Phase;

texts! {
    /// The board.
    BoardTexts;
    placing: "Setzphase", "placing";
    sliding: "Zugphase", "sliding";
    flying: "Sprungphase", "flying";
    free: "frei", "free";
    white: "weiß", "white";
    black: "schwarz", "black";
    in_a_mill: "in einer Mühle", "in a mill";
    selected: "gewählt", "selected";
    target: "mögliches Ziel", "possible target";
    removable: "kann geschlagen werden", "can be captured";
    hint(value): "Tipp {value}", "Hint {value}";
}

impl BoardTexts {
    /// The phase of a side.
    pub fn phase(self, phase: Phase) -> &'static str {
        match phase {
            Phase::Placing => self.placing(),
            Phase::Sliding => self.sliding(),
            Phase::Flying => self.flying(),
        }
    }
}
