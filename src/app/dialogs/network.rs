//! The fields for a network partner, on the new-game sheet and in the players dialog.

use eframe::egui::{Align2, Margin, Rect, Role, TextEdit, Ui, WidgetInfo, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::paragraph;
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::widgets::{group, halves, segments, text_in};
use crate::controller::OnlineCommand;
use crate::controller::network::{Address, AddressError, ClockSettings, DEFAULT_PORT, HostSettings, InvitationCode};
use crate::texts::Texts;
use muehle_engine::rules::{Color, Rules};

/// The contents of the fields; kept in the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NetworkForm {
    /// Whether the person joins rather than invites.
    joins: bool,
    /// The address of the partner.
    host: String,
    port: String,
    /// The partner's code; each game has another.
    #[serde(skip)]
    code: String,
    /// What is wrong with the fields.
    #[serde(skip)]
    problem: Option<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Problem {
    NoHost,
    Host,
    Port,
    Code,
}

impl Default for NetworkForm {
    fn default() -> NetworkForm {
        let port = DEFAULT_PORT.to_string();
        NetworkForm { joins: false, host: String::new(), port, code: String::new(), problem: None }
    }
}

impl NetworkForm {
    /// The form with every text brought into its limits.
    #[must_use]
    pub fn tidied(mut self) -> NetworkForm {
        for text in [&mut self.host, &mut self.port] {
            *text = crate::controller::network::clean(text, 253);
        }
        self
    }

    /// Whether the person joins rather than invites.
    pub fn joins(&self) -> bool {
        self.joins
    }

    /// Draws the fields at the top of an area. Returns their height.
    pub fn ui(&mut self, ui: &mut Ui, area: Rect, view: &View) -> f32 {
        let (texts, palette) = (view.texts.network, view.palette);
        let before = self.clone();
        let id = ui.scope_id();
        let mut top = area.top();
        let mut row = |height: f32| {
            let row = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), height));
            top += height + 8.0;
            row
        };
        let words = [texts.host(), texts.join()];
        let mut choices = group(ui, Role::RadioGroup, texts.kind());
        if let Some(chosen) =
            segments(&mut choices, row(34.0), ("network role", id), &words, usize::from(self.joins), true)
        {
            self.joins = chosen == 1;
        }
        if self.joins {
            field(ui, row(56.0), texts.address(), "192.168.1.2", &mut self.host, view);
            // A code needs some room.
            let [left, right] = if area.width() < 240.0 { [row(56.0), row(56.0)] } else { halves(row(56.0)) };
            field(ui, left, texts.port(), "9000", &mut self.port, view);
            field(ui, right, texts.code(), "K7MQ-4XPT", &mut self.code, view);
        } else {
            field(ui, row(56.0), texts.port(), "9000", &mut self.port, view);
        }
        let note = if self.joins { texts.join_note() } else { texts.host_note() };
        let rest = row(40.0);
        let height = match self.problem {
            Some(problem) => paragraph(ui, rest, words_for(problem, view.texts), 12.5, palette.danger),
            None => paragraph(ui, rest, note, 12.5, palette.muted),
        };
        if *self != before {
            self.problem = None;
        }
        rest.top() + height - area.top()
    }

    /// What the fields ask for, unless one of them is wrong.
    pub fn command(
        &mut self,
        name: String,
        own: Color,
        rules: Rules,
        clock: Option<ClockSettings>,
    ) -> Option<OnlineCommand> {
        let result = self.read(name, own, rules, clock);
        self.problem = result.as_ref().err().copied();
        result.ok()
    }

    fn read(
        &self,
        name: String,
        own: Color,
        rules: Rules,
        clock: Option<ClockSettings>,
    ) -> Result<OnlineCommand, Problem> {
        let port = self.port.trim().parse::<u16>().ok().filter(|port| *port > 0).ok_or(Problem::Port)?;
        if self.joins {
            // An address may include a port.
            let address = match self.host.parse::<Address>() {
                Ok(address) if self.host.trim().ends_with(&format!(":{}", address.port)) => Ok(address),
                _ => Address::new(&self.host, port),
            };
            let address = address.map_err(|error| match error {
                AddressError::NoHost => Problem::NoHost,
                AddressError::StrangeHost => Problem::Host,
                AddressError::StrangePort => Problem::Port,
            })?;
            let code = self.code.parse().map_err(|_| Problem::Code)?;
            return Ok(OnlineCommand::Join { address, code, name });
        }
        Ok(OnlineCommand::Host(HostSettings {
            name,
            rules,
            own,
            clock,
            port,
            bind: None,
            code: InvitationCode::random(),
        }))
    }
}

fn words_for(problem: Problem, texts: Texts) -> &'static str {
    let texts = texts.network;
    match problem {
        Problem::NoHost => texts.no_host(),
        Problem::Host => texts.wrong_host(),
        Problem::Port => texts.wrong_port(),
        Problem::Code => texts.wrong_code(),
    }
}

/// A caption with a text field below it.
fn field(ui: &mut Ui, rect: Rect, caption: &str, hint: &str, text: &mut String, view: &View) {
    let (head, below) = rect.split_top_bottom_at_y(rect.top() + 20.0);
    text_in(ui.painter(), head, Align2::LEFT_CENTER, caption, Weight::Medium, 12.5, view.palette.muted);
    let edit = TextEdit::singleline(text).hint_text(hint).char_limit(253).margin(Margin::symmetric(12, 8));
    let response = ui.put(below, edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, caption));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &NetworkForm) -> Result<OnlineCommand, Problem> {
        form.read("Anna".into(), Color::Black, Rules::default(), "5+3".parse().ok())
    }

    #[test]
    fn fields_become_commands_or_problems() {
        let join = |host: &str, port: &str| NetworkForm {
            joins: true,
            host: host.into(),
            port: port.into(),
            code: "k7mq 4xpt".into(),
            ..NetworkForm::default()
        };
        let address = |form: &NetworkForm| match read(form) {
            Ok(OnlineCommand::Join { address, .. }) => address.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(address(&join(" example.org ", "9000")), "example.org:9000");
        assert_eq!(address(&join("::1", "4000")), "[::1]:4000");
        assert_eq!(address(&join("[::1]:5000", "4000")), "[::1]:5000");
        assert_eq!(address(&join("10.0.0.1:5000", "4000")), "10.0.0.1:5000");
        assert_eq!(read(&join("", "9000")), Err(Problem::NoHost));
        assert_eq!(read(&join("a b", "9000")), Err(Problem::Host));
        assert_eq!(read(&join("a", "0")), Err(Problem::Port));
        assert_eq!(read(&NetworkForm { code: "k7mq".into(), ..join("a", "1") }), Err(Problem::Code));
        match read(&NetworkForm::default()) {
            Ok(OnlineCommand::Host(settings)) => {
                assert_eq!((settings.port, settings.own, settings.bind), (9000, Color::Black, None));
                assert_eq!(settings.clock, "5+3".parse().ok());
            }
            other => panic!("{other:?}"),
        }
    }
}
