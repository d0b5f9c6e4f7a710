//! Where settings come from, in words.

use core::fmt::{self, Display};

use super::Defaults;
use crate::text::append;

/// Where a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The command line.
    Said,
    /// The checkpoint that a run goes on from.
    Saved,
    /// The program's own `Defaults`.
    Program,
    /// What holds where nobody says anything.
    Default,
}

impl Origin {
    /// What is said goes before what was saved, and that before what the program says.
    pub fn of(is_said: bool, is_saved: bool, is_usual: bool) -> Self {
        match (is_said, is_saved, is_usual) {
            (true, ..) => Origin::Said,
            (_, true, _) => Origin::Saved,
            (_, _, false) => Origin::Program,
            _ => Origin::Default,
        }
    }
}

/// Settings with their values, in a line.
#[derive(Default)]
pub(super) struct Described {
    /// With the origin of each.
    pub text: String,
    /// The values alone, which are the same for a run that was resumed.
    pub values: String,
}

impl Described {
    /// A setting that `--option` sets.
    pub fn add(&mut self, name: &str, value: &dyn Display, option: &str, origin: Origin) {
        match origin {
            Origin::Said => self.add_from(name, value, format_args!("--{option}")),
            Origin::Saved => self.add_from(name, value, format_args!("checkpoint")),
            Origin::Program => self.add_from(name, value, format_args!("program")),
            Origin::Default => self.add_from(name, value, format_args!("default")),
        }
    }

    /// The rate that an optimizer has where neither the user nor the program gives one for it.
    pub fn add_own_rate(&mut self, rate: f64, optimizer: &str, defaults: &Defaults) {
        let other = match defaults.rate {
            Some(rate) => format!("; the program's {rate} is for {}", defaults.optimizer),
            None => String::new(),
        };
        self.add_from("rate", &rate, format_args!("{optimizer}'s own{other}"));
    }

    #[inline(never)]
    fn add_from(&mut self, name: &str, value: &dyn Display, origin: fmt::Arguments<'_>) {
        let comma = if self.text.is_empty() { "" } else { ", " };
        append(&mut self.text, format_args!("{comma}{name} {value} ({origin})"));
        append(&mut self.values, format_args!("{comma}{name} {value}"));
    }
}
