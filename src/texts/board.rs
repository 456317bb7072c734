//! board.

use muehle_engine::rules::Phase;

texts! {
    /// board.
    BoardTexts;
    placing: "Setzphase", "placing";
    sliding: "Schiebephase", "sliding";
    flying: "Springphase", "flying";
    free: "frei", "free";
    in_a_mill: "in einer Mühle", "in a mill";
    selected: "gewählt", "selected";
    target: "mögliches Ziel", "possible target";
    removable: "kann geschlagen werden", "can be removed";
    white: "weiß", "white";
    black: "schwarz", "black";
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
