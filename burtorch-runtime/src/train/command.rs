//! The commands and options that there are, and what `--help` says of them.

use core::fmt::{self, Write as _};
use std::borrow::Cow;
use std::string::{String, ToString as _};
use std::vec::Vec;
use std::{format, vec};

use super::arguments::Program;
use crate::optimizer::Any;

/// The program itself, or one of its subcommands.
pub(super) struct Command {
    /// Empty for the program itself.
    pub name: &'static str,
    about: &'static str,
    pub options: Vec<Flag>,
}

/// An option, and what is said of it.
pub(super) struct Flag {
    /// Without its dashes.
    pub name: &'static str,
    pub takes: Takes,
    help: Cow<'static, str>,
}

/// What comes after the name of an option.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Takes {
    Nothing,
    /// A whole number.
    Count,
    /// Any number.
    Number,
    /// Some text, with the name of what it is.
    Text(&'static str),
    /// A path, with the name of what is there.
    Path(&'static str),
    /// A file, or nothing.
    PerhapsFile,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{}", self.name)?;
        match self.takes {
            Takes::Nothing => Ok(()),
            Takes::Count => f.write_str(" <N>"),
            Takes::Number => f.write_str(" <X>"),
            Takes::Text(what) | Takes::Path(what) => write!(f, " <{what}>"),
            Takes::PerhapsFile => f.write_str(" [<FILE>]"),
        }
    }
}

/// The commands of a program, itself first.
pub(super) fn commands(program: &Program) -> Vec<Command> {
    let defaults = &program.defaults;
    let rate = defaults.rate.map_or_else(|| "the optimizer's own".into(), |rate| rate.to_string());
    let optimizers = format!("One of {} ({})", Any::NAMES.join(", "), defaults.optimizer);
    let schedules = format!(
        "What becomes of the learning rate: constant, linear, cosine, one-cycle, step:EVERY,FACTOR, or \
         warmup:STEPS and one of these after a comma ({})",
        defaults.schedule
    );
    let mut train = vec![
        flag("steps", Takes::Count, format!("Steps of training ({})", defaults.steps)),
        flag("batch", Takes::Count, format!("Samples in a step ({})", defaults.batch)),
        flag("lr", Takes::Number, format!("Learning rate ({rate})")),
        flag("optimizer", Takes::Text("NAME"), optimizers),
        flag("schedule", Takes::Text("NAME"), schedules),
        flag("clip", Takes::Number, "Largest norm of a gradient; longer ones are made shorter"),
        flag("decay", Takes::Text("RULES"), "Weight decay by names of parameters: '*.weight=0.01,*=0'"),
        flag("seed", Takes::Count, format!("Seed of all that is random ({})", defaults.seed)),
        flag("out", Takes::Path("DIR"), "Folder for checkpoint, log and pictures (a new one in runs/)"),
        flag("resume", Takes::PerhapsFile, "Goes on from this checkpoint, or from that in --out"),
        flag(
            "eval-every",
            Takes::Count,
            "Steps between validations, when a checkpoint is written too (a twentieth of all)",
        ),
        flag("patience", Takes::Count, "Stops after so many validations without a better one, and takes the best"),
        flag("threads", Takes::Count, "Threads that share a batch (1)"),
        flag("quiet", Takes::Nothing, "Prints nothing but the result"),
        flag("json", Takes::Nothing, "Prints the log, one JSON object in a line"),
    ];
    train.extend(model(program));
    let mut eval = model(program);
    eval.extend([from(), flag("json", Takes::Nothing, "Prints JSON")]);
    let mut commands = vec![
        Command { name: "", about: program.about, options: train },
        Command { name: "eval", about: "Says how good a trained model is", options: eval },
    ];
    if program.samples {
        let mut sample = model(program);
        if program.prompts {
            sample.push(flag("prompt", Takes::Text("TEXT"), "The text to go on from"));
        }
        sample.extend([from(), flag("seed", Takes::Count, "Seed of the samples")]);
        let about = "Lets a trained model make something up";
        commands.push(Command { name: "sample", about, options: sample });
    }
    for command in &mut commands {
        command.options.push(flag("help", Takes::Nothing, "Print help"));
    }
    commands
}

fn flag(name: &'static str, takes: Takes, help: impl Into<Cow<'static, str>>) -> Flag {
    Flag { name, takes, help: help.into() }
}

fn from() -> Flag {
    flag("from", Takes::Path("FILE"), "The checkpoint (that of the last run)")
}

/// Which model, and on which data: what all commands want to know.
fn model(program: &Program) -> Vec<Flag> {
    let choice = program.choice.map(|choice| {
        let help = format!("Which model ({})", choice.default);
        flag(choice.option, Takes::Text("CHOICE"), help)
    });
    let data = flag("data", Takes::Path("PATH"), "The data (those that come with the program)");
    choice.into_iter().chain([data]).collect()
}

/// What `--help` prints of a command; `commands` are those below it.
pub(super) fn help(program: &str, command: &Command, commands: &[Command]) -> String {
    let mut text = format!("{}\n\nUsage: {program}", command.about);
    if !command.name.is_empty() {
        text.push(' ');
        text.push_str(command.name);
    }
    text.push_str(" [OPTIONS]\n");
    if !commands.is_empty() {
        // Nothing can go wrong with text in memory, here and below.
        let _ = writeln!(text, "       {program} <COMMAND>\n\nCommands:");
        list(&mut text, commands.iter().map(|command| (command.name.to_string(), command.about)));
    }
    text.push_str("\nOptions:\n");
    list(&mut text, command.options.iter().map(|option| (with_letter(option), &*option.help)));
    text
}

/// `-h, --help`, or the option below where that has its second name.
fn with_letter(option: &Flag) -> String {
    format!("{}{option}", if option.name == "help" { "-h, " } else { "    " })
}

/// Two columns.
fn list<'h>(text: &mut String, rows: impl Iterator<Item = (String, &'h str)> + Clone) {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, help) in rows {
        let _ = writeln!(text, "  {name:width$}  {help}");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Defaults};
    use super::*;

    #[test]
    fn help_is_in_two_columns() {
        let choice = Choice { option: "hidden", values: &["4", "8"], default: "8" };
        let program = Program {
            about: "Makes up words.",
            defaults: Defaults::default(),
            choice: Some(choice),
            samples: true,
            prompts: true,
        };
        let commands = commands(&program);
        assert_eq!(
            help("words", &commands[2], &[]),
            "Lets a trained model make something up\n\n\
             Usage: words sample [OPTIONS]\n\n\
             Options:\n      \
             --hidden <CHOICE>  Which model (8)\n      \
             --data <PATH>      The data (those that come with the program)\n      \
             --prompt <TEXT>    The text to go on from\n      \
             --from <FILE>      The checkpoint (that of the last run)\n      \
             --seed <N>         Seed of the samples\n  \
             -h, --help             Print help\n"
        );
        let all = help("words", &commands[0], &commands[1..]);
        let beginning = "Makes up words.\n\nUsage: words [OPTIONS]\n       words <COMMAND>\n\nCommands:\n  \
             eval    Says how good a trained model is\n  sample  Lets a trained model make something up\n\nOptions:\n      \
             --steps <N>         Steps of training (1000)\n";
        assert!(all.starts_with(beginning), "{all}");
        assert!(all.contains("\n      --resume [<FILE>]   Goes on"), "{all}");
    }
}
