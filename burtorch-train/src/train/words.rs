//! Words of a command line → the values of its options.

use core::fmt::Display;
use core::str::FromStr;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::arguments::ArgumentError;
use super::command::{Command, Flag, Takes, help};
use super::similar::similar;

/// What was said: one command, and some of its options.
pub(super) struct Given<'c> {
    command: &'c Command,
    options: Vec<(&'c Flag, Option<OsString>)>,
}

impl<'c> Given<'c> {
    /// Reads the words after the name of the program. The first of the commands is the program itself.
    ///
    /// # Errors
    /// If there is no such command or option, a value is missing or too much, or help is asked for.
    pub fn read(program: &str, commands: &'c [Command], words: Vec<OsString>) -> Result<Self, ArgumentError> {
        let mut given = Self { command: &commands[0], options: Vec::new() };
        let mut words = words.into_iter().peekable();
        // After `--` no word is an option.
        let mut is_over = false;
        while let Some(word) = words.next() {
            let Some(word) = word.to_str() else {
                let word = word.display();
                return Err(error(format!("invalid UTF-8 in '{word}'; write an option and its value as two words")));
            };
            if is_over || !is_option(word) {
                given.enter(commands, word)?;
            } else if word == "--" {
                is_over = true;
            } else if word == "-h" {
                return Err(given.help(program, commands));
            } else {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name, Some(OsString::from(value))),
                    None => (word, None),
                };
                let Some(option) = given.option(name) else {
                    return Err(given.unexpected(commands, name));
                };
                let value = value.or_else(|| words.next_if(|word| takes(option, word)));
                given.add(option, value)?;
                if option.name == "help" {
                    return Err(given.help(program, commands));
                }
            }
        }
        Ok(given)
    }

    /// A word that is not an option: the name of a command.
    fn enter(&mut self, commands: &'c [Command], word: &str) -> Result<(), ArgumentError> {
        if !self.command.name.is_empty() {
            return Err(error(format!("unexpected argument '{word}' found; --help lists all")));
        }
        let Some(command) = commands[1..].iter().find(|command| command.name == word) else {
            let mut names = commands[1..].iter().map(|command| command.name);
            return Err(error(match similar(word, &mut names) {
                Some(name) => format!("unrecognized subcommand '{word}'; a similar subcommand exists: '{name}'"),
                None => format!("unrecognized subcommand '{word}'; --help lists all"),
            }));
        };
        if let Some((option, _)) = self.options.first() {
            let what = format!("the subcommand '{word}' cannot be used with '{option}'; its own options come after it");
            return Err(error(what));
        }
        self.command = command;
        Ok(())
    }

    fn option(&self, word: &str) -> Option<&'c Flag> {
        let name = word.strip_prefix("--")?;
        self.command.options.iter().find(|option| option.name == name)
    }

    /// An option that is not there: what was meant, or which command has it.
    fn unexpected(&self, commands: &[Command], word: &str) -> ArgumentError {
        let name = word.trim_start_matches('-');
        let way_out = match similar(name, &mut self.command.options.iter().map(|option| option.name)) {
            Some(similar) => format!("a similar argument exists: '--{similar}'"),
            None => {
                let mut commands = commands.iter().filter(|command| !command.name.is_empty());
                match commands.find(|command| command.options.iter().any(|option| option.name == name)) {
                    Some(command) => format!("'{} --{name}' exists", command.name),
                    None => "--help lists all".into(),
                }
            }
        };
        error(format!("unexpected argument '{word}' found; {way_out}"))
    }

    fn add(&mut self, option: &'c Flag, value: Option<OsString>) -> Result<(), ArgumentError> {
        let is_empty = value.as_deref().is_some_and(OsStr::is_empty);
        match (option.takes, &value) {
            (Takes::Nothing, Some(value)) => {
                let value = value.display();
                return Err(error(format!("unexpected value '{value}' for '{option}' found; no more were expected")));
            }
            (Takes::Nothing | Takes::PerhapsFile, None) => {}
            (Takes::Path(_) | Takes::PerhapsFile, Some(_)) if is_empty => return Err(no_value(option)),
            (_, None) => return Err(no_value(option)),
            (_, Some(_)) => {}
        }
        if self.has(option.name) {
            return Err(error(format!("the argument '{option}' cannot be used multiple times")));
        }
        self.options.push((option, value));
        Ok(())
    }

    fn help(&self, program: &str, commands: &[Command]) -> ArgumentError {
        let below = if self.command.name.is_empty() { &commands[1..] } else { &[] };
        ArgumentError::help_text(help(program, self.command, below))
    }

    /// The name of the command; empty for the program itself.
    pub fn command(&self) -> &'static str {
        self.command.name
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(option, _)| option.name == name)
    }

    fn value(&self, name: &str) -> Option<(&'c Flag, &OsStr)> {
        let (option, value) = self.options.iter().find(|(option, _)| option.name == name)?;
        Some((option, value.as_deref()?))
    }

    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.value(name)?.1.into())
    }

    /// # Errors
    /// If it is no text.
    pub fn text(&self, name: &str) -> Result<Option<String>, ArgumentError> {
        let Some((option, value)) = self.value(name) else { return Ok(None) };
        match value.to_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(invalid(option, &value.display(), &": invalid UTF-8")),
        }
    }

    /// # Errors
    /// If it is none of these.
    pub fn choice(&self, name: &str, values: &[&str]) -> Result<Option<String>, ArgumentError> {
        let Some((option, value)) = self.value(name) else { return Ok(None) };
        match values.iter().find(|known| value == **known) {
            Some(value) => Ok(Some((*value).to_owned())),
            None => Err(invalid(option, &value.display(), &format!("; [possible values: {}]", values.join(", ")))),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// If it is none.
    pub fn whole(&self, name: &str) -> Result<Option<u64>, ArgumentError> {
        self.parse(name)
    }

    /// A whole number that is not zero.
    ///
    /// # Errors
    /// If it is none.
    pub fn count(&self, name: &str) -> Result<Option<u64>, ArgumentError> {
        let count = self.parse(name)?;
        match (count, self.value(name)) {
            (Some(0), Some((option, _))) => Err(invalid(option, &0, &format!(": 0 is not in 1..{}", u64::MAX))),
            _ => Ok(count),
        }
    }

    /// Any number.
    ///
    /// # Errors
    /// If it is none.
    pub fn number(&self, name: &str) -> Result<Option<f64>, ArgumentError> {
        self.parse(name)
    }

    fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, ArgumentError> {
        let (Some(text), Some((option, _))) = (self.text(name)?, self.value(name)) else { return Ok(None) };
        text.parse().map(Some).map_err(|error| invalid(option, &text, &format!(": {error}")))
    }
}

/// Whether a word is an option, known or not. `-` alone is a name for the standard input.
fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

/// Whether the next word is the value of an option, and not an option itself.
fn takes(option: &Flag, word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    match option.takes {
        Takes::Nothing => false,
        // Negative ones are refused where it is known what is expected.
        Takes::Count | Takes::Number if bytes.get(1).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') => true,
        _ => bytes.len() < 2 || bytes[0] != b'-',
    }
}

fn no_value(option: &Flag) -> ArgumentError {
    error(format!("a value is required for '{option}' but none was supplied"))
}

fn invalid(option: &Flag, value: &dyn Display, reason: &dyn Display) -> ArgumentError {
    error(format!("invalid value '{value}' for '{option}'{reason}"))
}

#[cold]
fn error(text: String) -> ArgumentError {
    ArgumentError::new(text)
}

#[cfg(test)]
mod tests {

    use super::super::{Action, Arguments, Choice, Defaults, Program};

    const PROGRAM: Program = Program {
        about: "",
        defaults: Defaults {
            steps: 1000,
            batch: 16,
            optimizer: "adam",
            rate: None,
            schedule: "constant",
            clip: None,
            seed: 1,
            draw: false,
        },
        choice: Some(Choice { option: "hidden", values: &["4", "8"], default: "8" }),
        samples: true,
        prompts: true,
    };

    fn parse(words: &[&str]) -> Result<Arguments, String> {
        PROGRAM.parse(["words"].iter().chain(words)).map_err(|error| error.to_string())
    }

    #[test]
    fn values_come_after_a_space_or_an_equals_sign() {
        for words in [&["--steps", "5", "--lr", ".5", "--hidden", "4"][..], &["--hidden=4", "--steps=5", "--lr=0.5"]] {
            let arguments = parse(words).unwrap();
            assert_eq!((arguments.steps, arguments.rate, arguments.choice.as_deref()), (Some(5), Some(0.5), Some("4")));
            assert_eq!((arguments.batch, arguments.quiet), (None, false));
        }
        let arguments = parse(&["--decay", "*=0.1", "--json", "--quiet", "--out", "a=b", "--"]).unwrap();
        assert_eq!((arguments.decay.as_deref(), arguments.out), (Some("*=0.1"), Some("a=b".into())));
        assert!(arguments.json && arguments.quiet);
        assert_eq!(parse(&["sample", "--prompt", ""]).unwrap().prompt.as_deref(), Some(""));
        assert_eq!(parse(&["sample", "--prompt=--x"]).unwrap().prompt.as_deref(), Some("--x"));
    }

    #[test]
    fn a_file_to_go_on_from_may_be_left_out() {
        let cases = [
            (&[][..], None),
            (&["--resume"], Some(None)),
            (&["--resume", "--quiet"], Some(None)),
            (&["--resume", "a"], Some(Some("a".into()))),
            (&["--resume=a"], Some(Some("a".into()))),
            (&["--resume", "-"], Some(Some("-".into()))),
        ];
        for (words, resume) in cases {
            assert_eq!(parse(words).unwrap().action, Action::Train { resume });
        }
        assert_eq!(parse(&["eval", "--from", "a"]).unwrap().action, Action::Eval { from: Some("a".into()) });
    }

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        let cases: [(&[&str], &str); 25] = [
            (&["--step", "5"], "unexpected argument '--step' found; a similar argument exists: '--steps'"),
            (&["--stepss=5"], "unexpected argument '--stepss' found; a similar argument exists: '--steps'"),
            (&["--verbose"], "unexpected argument '--verbose' found; --help lists all"),
            (&["--prompt", "x"], "unexpected argument '--prompt' found; 'sample --prompt' exists"),
            (&["eval", "--steps", "4"], "unexpected argument '--steps' found; --help lists all"),
            (&["-x"], "unexpected argument '-x' found; --help lists all"),
            (&["-steps", "5"], "unexpected argument '-steps' found; a similar argument exists: '--steps'"),
            (&["eval", "foo"], "unexpected argument 'foo' found; --help lists all"),
            (&["foo"], "unrecognized subcommand 'foo'; --help lists all"),
            (&["--", "--steps"], "unrecognized subcommand '--steps'; --help lists all"),
            (&["sampel"], "unrecognized subcommand 'sampel'; a similar subcommand exists: 'sample'"),
            (
                &["--steps", "4", "eval"],
                "the subcommand 'eval' cannot be used with '--steps <N>'; its own options come after it",
            ),
            (&["--steps", "4", "foo"], "unrecognized subcommand 'foo'; --help lists all"),
            (&["--quiet", "--quiet"], "the argument '--quiet' cannot be used multiple times"),
            (&["--quiet=1"], "unexpected value '1' for '--quiet' found; no more were expected"),
            (&["--help=1"], "unexpected value '1' for '--help' found; no more were expected"),
            (&["--data", "--quiet"], "a value is required for '--data <PATH>' but none was supplied"),
            (&["--data="], "a value is required for '--data <PATH>' but none was supplied"),
            (&["--resume="], "a value is required for '--resume [<FILE>]' but none was supplied"),
            (&["--steps", "-5"], "invalid value '-5' for '--steps <N>': invalid digit found in string"),
            (&["--steps="], "invalid value '' for '--steps <N>': cannot parse integer from empty string"),
            (&["--seed", "1.5"], "invalid value '1.5' for '--seed <N>': invalid digit found in string"),
            (&["--lr", "1x"], "invalid value '1x' for '--lr <X>': invalid float literal"),
            (&["--lr", "-.1"], "`--lr -0.1`: it must be a number above 0"),
            (&["--hidden", "5"], "invalid value '5' for '--hidden <CHOICE>'; [possible values: 4, 8]"),
        ];
        for (words, expected) in cases {
            assert_eq!(parse(words).unwrap_err(), expected, "{words:?}");
        }
    }

    #[test]
    fn help_comes_before_what_follows() {
        for words in [&["words", "-h"][..], &["words", "--seed", "1", "--help", "--nothing"], &["words", "eval", "-h"]]
        {
            let error = PROGRAM.parse(words).unwrap_err();
            assert!(error.help().is_some_and(|text| text.contains("Print help")), "{words:?}");
        }
        assert!(PROGRAM.parse(["words", "--nothing", "--help"]).unwrap_err().help().is_none());
    }

    #[test]
    fn a_prompt_is_for_models_that_go_on_from_one() {
        let words = ["words", "sample", "--prompt", "once"];
        assert_eq!(PROGRAM.parse(words).unwrap().prompt.as_deref(), Some("once"));
        let error = Program { prompts: false, ..PROGRAM }.parse(words).unwrap_err().to_string();
        assert!(error.starts_with("unexpected argument '--prompt' found"), "{error}");
    }
}
