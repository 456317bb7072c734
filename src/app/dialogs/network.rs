//! The part of the players dialog for a network partner.

use eframe::egui::{Align2, Margin, Rect, Role, TextEdit, Ui, WidgetInfo, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::paragraph;
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::widgets::{group, halves, segments, text_in};
use crate::controller::OnlineCommand;
use crate::controller::network::{Address, AddressError, DEFAULT_PORT, HostSettings, InvitationCode};
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
    clock: String,
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
    Clock,
    Code,
}

impl Default for NetworkForm {
    fn default() -> NetworkForm {
        let port = DEFAULT_PORT.to_string();
        NetworkForm {
            joins: false,
            host: String::new(),
            port,
            clock: String::new(),
            code: String::new(),
            problem: None,
        }
    }
}

impl NetworkForm {
    /// The form with every text brought into its limits.
    #[must_use]
    pub fn tidied(mut self) -> NetworkForm {
        for text in [&mut self.host, &mut self.port, &mut self.clock] {
            *text = crate::controller::network::clean(text, 253);
        }
        self
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, area: Rect, view: &View) {
        let (texts, palette) = (view.texts.network, view.palette);
        let before = self.clone();
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(area.left(), area.top() + top), vec2(area.width(), height))
        };
        let words = [texts.host(), texts.join()];
        let mut choices = group(ui, Role::RadioGroup, texts.kind());
        if let Some(chosen) =
            segments(&mut choices, row(0.0, 34.0), "network role", &words, usize::from(self.joins), true)
        {
            self.joins = chosen == 1;
        }
        let (top, note) = if self.joins { (108.0, texts.join_note()) } else { (46.0, texts.host_note()) };
        if self.joins {
            field(ui, row(46.0, 56.0), texts.address(), "192.168.1.2", &mut self.host, view);
        }
        let [left, right] = halves(row(top, 56.0));
        field(ui, if self.joins { left } else { row(top, 56.0) }, texts.port(), "9000", &mut self.port, view);
        if self.joins {
            field(ui, right, texts.code(), "K7MQ-4XPT", &mut self.code, view);
        }
        if !self.joins {
            field(ui, row(108.0, 56.0), texts.clock(), texts.clock_hint(), &mut self.clock, view);
        }
        match self.problem {
            Some(problem) => paragraph(ui, row(174.0, 56.0), words_for(problem, view.texts), 12.5, palette.danger),
            None => paragraph(ui, row(174.0, 56.0), note, 12.5, palette.muted),
        };
        if *self != before {
            self.problem = None;
        }
    }

    /// What the fields ask for, unless one of them is wrong.
    pub(super) fn command(&mut self, name: String, own: Color, rules: Rules) -> Option<OnlineCommand> {
        let result = self.read(name, own, rules);
        self.problem = result.as_ref().err().copied();
        result.ok()
    }

    fn read(&self, name: String, own: Color, rules: Rules) -> Result<OnlineCommand, Problem> {
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
        let clock = match self.clock.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| Problem::Clock)?),
        };
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
        Problem::Clock => texts.wrong_clock(),
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
        form.read("Anna".into(), Color::Black, Rules::default())
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
        let host = |clock: &str| NetworkForm { clock: clock.into(), ..NetworkForm::default() };
        assert_eq!(read(&host("five")), Err(Problem::Clock));
        match read(&host("5+3")) {
            Ok(OnlineCommand::Host(settings)) => {
                assert_eq!((settings.port, settings.own, settings.bind), (9000, Color::Black, None));
                assert_eq!(settings.clock, "5+3".parse().ok());
            }
            other => panic!("{other:?}"),
        }
    }
}
