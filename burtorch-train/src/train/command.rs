//! The commands and options that there are, and what `--help` says of them.

use std::fmt;

use super::arguments::Program;
use crate::text::append;
use burtorch_runtime::optimizer::Any;

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
    help: String,
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
    let rate = defaults.rate.map_or_else(|| "the optimizer's own".into(), |rate| format!("{rate}"));
    let mut train = Vec::new();
    let mut option = |name, takes, help: fmt::Arguments<'_>| add(&mut train, name, takes, help);
    option("steps", Takes::Count, format_args!("Steps of training ({})", defaults.steps));
    option("batch", Takes::Count, format_args!("Samples in a step ({})", defaults.batch));
    option("lr", Takes::Number, format_args!("Learning rate ({rate})"));
    option("optimizer", Takes::Text("NAME"), format_args!("One of {} ({})", Any::NAMES.join(", "), defaults.optimizer));
    option(
        "schedule",
        Takes::Text("NAME"),
        format_args!(
            "What becomes of the learning rate: constant, linear, cosine, one-cycle, step:EVERY,FACTOR, or \
             warmup:STEPS and one of these after a comma ({})",
            defaults.schedule
        ),
    );
    option("clip", Takes::Number, format_args!("Largest norm of a gradient; longer ones are made shorter"));
    option("decay", Takes::Text("RULES"), format_args!("Weight decay by names of parameters: '*.weight=0.01,*=0'"));
    option("seed", Takes::Count, format_args!("Seed of all that is random ({})", defaults.seed));
    option("out", Takes::Path("DIR"), format_args!("Folder for checkpoint, log and pictures (a new one in runs/)"));
    option("resume", Takes::PerhapsFile, format_args!("Goes on from this checkpoint, or from that in --out"));
    option(
        "eval-every",
        Takes::Count,
        format_args!("Steps between validations, when a checkpoint is written too (a twentieth of all)"),
    );
    option(
        "patience",
        Takes::Count,
        format_args!("Stops after so many validations without a better one, and takes the best"),
    );
    option("threads", Takes::Count, format_args!("Threads that share a batch (1)"));
    option("quiet", Takes::Nothing, format_args!("Prints nothing but the result"));
    option("json", Takes::Nothing, format_args!("Prints the log, one JSON object in a line"));
    add_model(&mut train, program);
    let mut eval = Vec::new();
    add_model(&mut eval, program);
    add_from(&mut eval);
    add(&mut eval, "json", Takes::Nothing, format_args!("Prints JSON"));
    let mut commands = vec![
        Command { name: "", about: program.about, options: train },
        Command { name: "eval", about: "Says how good a trained model is", options: eval },
    ];
    if program.samples {
        let mut sample = Vec::new();
        add_model(&mut sample, program);
        if program.prompts {
            add(&mut sample, "prompt", Takes::Text("TEXT"), format_args!("The text to go on from"));
        }
        add_from(&mut sample);
        add(&mut sample, "seed", Takes::Count, format_args!("Seed of the samples"));
        let about = "Lets a trained model make something up";
        commands.push(Command { name: "sample", about, options: sample });
    }
    for command in &mut commands {
        add(&mut command.options, "help", Takes::Nothing, format_args!("Print help"));
    }
    commands
}

/// Adds an option. There are many, so this is not inlined.
#[inline(never)]
fn add(options: &mut Vec<Flag>, name: &'static str, takes: Takes, help: fmt::Arguments<'_>) {
    options.push(Flag { name, takes, help: fmt::format(help) });
}

fn add_from(options: &mut Vec<Flag>) {
    add(options, "from", Takes::Path("FILE"), format_args!("The checkpoint (that of the last run)"));
}

/// Which model, and on which data: what all commands want to know.
fn add_model(options: &mut Vec<Flag>, program: &Program) {
    if let Some(choice) = &program.choice {
        add(options, choice.option, Takes::Text("CHOICE"), format_args!("Which model ({})", choice.default));
    }
    add(options, "data", Takes::Path("PATH"), format_args!("The data (those that come with the program)"));
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
        append(&mut text, format_args!("       {program} <COMMAND>\n\nCommands:\n"));
        let rows: Vec<_> = commands.iter().map(|command| (command.name.to_string(), command.about)).collect();
        list(&mut text, &rows);
    }
    text.push_str("\nOptions:\n");
    let rows: Vec<_> = command.options.iter().map(|option| (with_letter(option), option.help.as_str())).collect();
    list(&mut text, &rows);
    text
}

/// `-h, --help`, or the option below where that has its second name.
fn with_letter(option: &Flag) -> String {
    format!("{}{option}", if option.name == "help" { "-h, " } else { "    " })
}

/// Two columns.
#[inline(never)]
fn list(text: &mut String, rows: &[(String, &str)]) {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, help) in rows {
        append(text, format_args!("  {name:width$}  {help}\n"));
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
