//! Every text of the window, in German and English: tables of words and templates, and the sentences made of them.

/// A table of words in both languages: the name of its type, then each word in German and in English.
macro_rules! words {
    ($(#[$about:meta])* $texts:ident; $($name:ident: $german:literal, $english:literal;)*) => {
        $(#[$about])*
        #[allow(dead_code)]
        #[derive(Debug)]
        pub struct $texts {
            /// The language.
            pub language: Language,
            $(pub $name: &'static str,)*
        }

        impl $texts {
            /// The words of a language.
            pub fn of(language: Language) -> &'static $texts {
                static GERMAN: $texts = $texts { language: Language::German, $($name: $german,)* };
                static ENGLISH: $texts = $texts { language: Language::English, $($name: $english,)* };
                match language {
                    Language::German => &GERMAN,
                    Language::English => &ENGLISH,
                }
            }
        }

        #[cfg(test)]
        mod words {
            #[test]
            fn both_languages_say_the_same_things() {
                $(crate::app::texts::compare(stringify!($name), $german, $english);)*
            }
        }
    };
}
pub(super) use words;

mod de;
mod en;
mod errors;
mod help;
mod learning;
mod network;
mod players;
mod sentences;

pub use errors::file_name;
pub use learning::LearningTexts;
pub use sentences::{move_text, seconds_text, thousandths_text, value_text};

use serde::{Deserialize, Serialize};

/// A language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Deutsch.
    German,
    /// English.
    English,
}

impl Language {
    /// Both languages.
    pub const ALL: [Language; 2] = [Language::German, Language::English];

    /// The system's language if the window speaks it, else English.
    pub fn of_system() -> Language {
        match sys_locale::get_locale() {
            Some(locale) if locale.to_ascii_lowercase().starts_with("de") => Language::German,
            _ => Language::English,
        }
    }

    /// The language's own name.
    pub fn name(self) -> &'static str {
        match self {
            Language::German => "Deutsch",
            Language::English => "English",
        }
    }

    /// A great number, three digits to a group.
    pub fn grouped(self, number: u64) -> String {
        let separator = match self {
            Language::German => '.',
            Language::English => ',',
        };
        let digits = number.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    /// The texts of this language.
    pub fn texts(self) -> &'static Texts {
        match self {
            Language::German => &de::TEXTS,
            Language::English => &en::TEXTS,
        }
    }
}

macro_rules! table {
    ($($name:ident)*) => {
        /// The words and templates of one language. `{…}` stands for what is filled in.
        #[allow(missing_docs)]
        #[derive(Debug)]
        pub struct Texts {
            /// The language.
            pub language: Language,
            $(pub $name: &'static str,)*
        }

        #[cfg(test)]
        impl Texts {
            fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

table! {
    // Menus
    menu_game menu_view menu_settings menu_help
    new_game open save save_as undo redo hint offer_draw resign quit
    players strength strength_beginner strength_advanced strength_professional rules
    mark_last_move language_entry language_system theme theme_system theme_light theme_dark ui_scale
    motion motion_system motion_on motion_off
    flip_board show_evaluation show_log type_move
    keys how_to_play about
    pause go_on step faster slower
    // Panel
    undo_button hint_button draw_button resign_button
    moves go_first go_back go_forward go_last
    evaluation evaluation_explained depth_estimate exact_value
    in_hand on_board captured thinking your_move to_move won drawn
    kind_human kind_computer kind_time kind_depth
    player_white player_black computer_name
    back_to_game continue_here review
    log copy move_by
    header_move header_end phase_placing phase_sliding phase_flying
    card_template move_template
    point_free point_stone in_a_mill point_selected point_target point_removable
    white black white_dative black_dative
    // Status
    status_place status_slide status_fly status_other
    status_selected status_selected_fly status_removing status_thinking status_watching status_paused
    status_loading status_hint_searching status_hint_place status_hint_shift status_looking status_looking_start status_draw_considered
    or
    hint_pill
    // Events
    event_started event_undone event_redone event_thought event_hint event_draw_offered
    event_draw_accepted event_draw_declined event_draw_accepted_by_person event_draw_declined_by_person
    event_saved event_save_failed event_opened event_opened_with_fault event_open_failed event_journal_failed
    event_heuristic_replaced heuristic_missing heuristic_broken event_endgame settings_fault settings_long event_thinking_crashed event_no_move event_settings_broken
    event_settings_unsaved
    best_move best_moves
    // Outcomes
    wins draw_title by_stones by_blocking by_resignation by_forfeit
    by_agreement by_repetition by_quiet_plies one_move many_moves summary
    // Refusals
    refused_over refused_turn refused_looking refused_stuck refused_undo refused_redo refused_hint refused_draw
    refused_draw_again refused_resign refused_busy
    illegal_game_over illegal_must_place illegal_hand_empty illegal_occupied illegal_no_stone illegal_enemy
    illegal_neighbours illegal_removal_missing illegal_no_mill illegal_own illegal_in_mill illegal_all_in_mills
    not_a_move unknown_point
    // Files
    io_not_found io_permission io_is_directory io_full io_read_only io_other
    load_io load_not_a_game fault_move fault_start fault_rules fault_unfinished fault_deep fault_stray fault_long
    fault_not_a_game fault_stray_removal fault_over
    position_long position_parts position_slash position_point position_twice position_side position_hand
    position_shared position_too_many unknown_rules
    // Dialogs
    cancel close
    players_title begins name kind time_per_move fixed_depth quiescence zero_is_off heuristic start_game swap_sides
    rules_line_never rules_line_any change strength_caption seconds
    rules_title rules_caption rules_removal rule_never rule_any rules_repetition rules_quiet rules_quiet_off rules_next
    unsaved_title unsaved_text save_first discard
    recover_title recover_text recover_continue recover_discard
    resign_title resign_text
    draw_question_title draw_question_text accept decline
    open_title save_title path file_hint no_saves open_button save_button
    type_title type_hint play_move
    keys_title how_title
    // Laboratory
    lab_entry lab_title lab_players lab_player lab_remove lab_add lab_fault lab_games lab_time lab_openings
    lab_computer lab_mcts lab_ntuple lab_montecarlo lab_randomised lab_random lab_perfect
    lab_begin lab_go_on lab_stop lab_export lab_empty lab_running lab_played lab_problem lab_points lab_results
    lab_replay lab_game event_lab_finished event_lab_exported
    // Endgame database
    tables_entry tables_title tables_about tables_never tables_any tables_stones tables_there tables_looking tables_needs
    tables_nothing_to_do tables_running tables_begun tables_build tables_stop
    event_tables_finished event_tables_stopped event_tables_failed build_write build_busy build_memory
}

/// Fills a template: `{key}` becomes its value.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let Some(length) = rest[open..].find('}') else { break };
        text.push_str(&rest[..open]);
        let key = &rest[open + 1..open + length];
        text.push_str(values.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value));
        rest = &rest[open + length + 1..];
    }
    text + rest
}

/// Fails if a text is missing in one of the languages or fills in other things.
#[cfg(test)]
pub(super) fn compare(name: &str, german: &str, english: &str) {
    let keys = |template: &'_ str| -> std::collections::BTreeSet<String> {
        template.split('{').skip(1).filter_map(|part| part.split('}').next()).map(str::to_owned).collect()
    };
    assert_eq!(keys(german), keys(english), "{name} fills in different things");
    assert_eq!(german.matches('\t').count(), english.matches('\t').count(), "{name} has different columns");
    // Words that are the same in both languages are short, or a name.
    let word_of_both = german.len() <= 9 || german.starts_with('{') || name == "language_name";
    let alike = german == english && german.chars().any(char::is_alphabetic);
    assert!(!alike || word_of_both, "{name} is not translated: {german}");
    for text in [german, english] {
        assert!(!text.is_empty(), "{name} is empty");
        assert!(!text.contains("  ") || text.contains('\n'), "{name} has a double blank");
        assert_eq!(text.trim(), text, "{name} has blanks around it");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_numbers_stand_in_groups() {
        let texts = [0, 999, 1000, 65_536, 10_293_402].map(|number| Language::English.grouped(number));
        assert_eq!(texts, ["0", "999", "1,000", "65,536", "10,293,402"]);
        assert_eq!(Language::German.grouped(1_000_000), "1.000.000");
    }

    #[test]
    fn both_tables_say_the_same_things() {
        for ((name, german), (_, english)) in de::TEXTS.all().into_iter().zip(en::TEXTS.all()) {
            compare(name, german, english);
        }
    }

    #[test]
    fn templates_are_filled_once() {
        assert_eq!(fill("{a} and {b}, {a}", &[("a", "{b}"), ("b", "two")]), "{b} and two, {b}");
        assert_eq!(fill("no {end", &[("end", "x")]), "no {end");
    }
}
