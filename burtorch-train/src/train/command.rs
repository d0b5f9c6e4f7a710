//! The commands and options of a training binary, for clap, and clap's errors in one line.

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, Error, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;

use super::arguments::{ArgumentError, Program};
use burtorch_runtime::optimizer::Any;

const ALL: &str = "--help lists all";

/// Parses the words after the name of the program.
///
/// # Errors
/// If there is no such command or option, a value is missing or invalid, or help is asked for.
pub(super) fn parse(program: &Program, name: &str, words: Vec<OsString>) -> Result<ArgMatches, ArgumentError> {
    let mut command = command(program, name);
    let given = words.clone();
    let matches = command.try_get_matches_from_mut([OsString::from(name)].into_iter().chain(words));
    matches.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp => ArgumentError::help_text(error.render().to_string()),
        ErrorKind::DisplayVersion => ArgumentError::help_text(version(program, name)),
        _ => ArgumentError::new(one_line(&command, &error, &given)),
    })
}

/// The versions of the program and of this library.
fn version(program: &Program, name: &str) -> String {
    let space = if program.version.is_empty() { "" } else { " " };
    format!("{name}{space}{} (burtorch {})\n", program.version, env!("CARGO_PKG_VERSION"))
}

/// The program and its subcommands.
fn command(program: &Program, name: &str) -> Command {
    let mut command = Command::new("train")
        .bin_name(name)
        .about(program.about)
        .version(program.version)
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .args(training(program))
        .args(model(program));
    let eval = Command::new("eval").about("Says how good a trained model is").args(model(program));
    let out = path("out", "DIR").help("Folder for figures and pictures (none are written)");
    command = command.subcommand(eval.arg(from()).arg(out).arg(flag("json", "Prints JSON")));
    if program.workers {
        let help = "Part of a gradient that workers send, its largest entries; the rest follows later (1)";
        command = command.arg(number("compress").help(help));
    }
    if program.samples {
        let mut sample = Command::new("sample").about("Lets a trained model make something up").args(model(program));
        if program.prompts {
            sample = sample.arg(text("prompt", "TEXT").help("The text to go on from"));
        }
        command = command.subcommand(sample.arg(from()).arg(whole("seed").help("Seed of the samples")));
    }
    command
}

/// What all commands have: which model, and on which data.
fn model(program: &Program) -> Vec<Arg> {
    let choice = program.choice.map(|choice| {
        let help = format!("Which model ({})", choice.default);
        let values = PossibleValuesParser::new(choice.values);
        // An error lists the values; help would have them in a line of their own.
        text(choice.option, "CHOICE").value_parser(values).hide_possible_values(true).help(help)
    });
    choice.into_iter().chain([path("data", "PATH").help("The data (those that come with the program)")]).collect()
}

/// The options of a training.
fn training(program: &Program) -> [Arg; 15] {
    let defaults = &program.defaults;
    let rate = defaults.rate.map_or_else(|| "the optimizer's own".into(), |rate| format!("{rate}"));
    let schedules = "What becomes of the learning rate: constant, linear, cosine, one-cycle, step:EVERY,FACTOR, or \
                     warmup:STEPS and one of these after a comma";
    [
        count("steps").help(format!("Steps of training ({})", defaults.steps)),
        count("batch").help(format!("Samples in a step ({})", defaults.batch)),
        number("lr").visible_alias("rate").help(format!("Learning rate ({rate})")),
        text("optimizer", "NAME").help(format!("One of {} ({})", Any::NAMES.join(", "), defaults.optimizer)),
        text("schedule", "NAME").help(format!("{schedules} ({})", defaults.schedule)),
        number("clip").help("Largest norm of a gradient; longer ones are made shorter"),
        text("decay", "RULES").help("Weight decay by names of parameters: '*.weight=0.01,*=0'"),
        whole("seed").help(format!("Seed of all that is random ({})", defaults.seed)),
        path("out", "DIR").help("Folder for checkpoint, log and pictures (a new one in runs/)"),
        path("resume", "FILE").num_args(0..=1).help("Goes on from this checkpoint, or from that in --out"),
        count("eval-every").help("Steps between validations, when a checkpoint is written too (a twentieth of all)"),
        count("patience").help("Stops after so many validations without a better one, and takes the best"),
        count("threads").help("Threads that share a batch (1)"),
        flag("quiet", "Prints nothing but the result"),
        flag("json", "Prints the log, one JSON object in a line"),
    ]
}

fn from() -> Arg {
    path("from", "FILE").help("The checkpoint (that of the last run)")
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn text(name: &'static str, what: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(what)
}

fn path(name: &'static str, what: &'static str) -> Arg {
    text(name, what).value_parser(value_parser!(PathBuf))
}

/// A whole number. Negative ones are values that are refused, not unknown options.
fn whole(name: &'static str) -> Arg {
    text(name, "N").allow_negative_numbers(true).value_parser(value_parser!(u64))
}

/// A whole number that is not zero.
fn count(name: &'static str) -> Arg {
    whole(name).value_parser(value_parser!(u64).range(1..))
}

/// Any number, `-.1` and `-inf` included: they are refused as values.
fn number(name: &'static str) -> Arg {
    text(name, "X").allow_hyphen_values(true).value_parser(value_parser!(f64))
}

/// What clap says of a mistake, in one line: the error, and after semicolons its hints.
fn one_line(command: &Command, error: &Error, words: &[OsString]) -> String {
    let rendered = error.render().to_string();
    let lines = rendered.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let mut parts: Vec<String> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .map(|line| line.trim_start_matches("error: ").trim_start_matches("tip: ").to_owned())
        .collect();
    match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        // Options came first, so clap did not look whether there is such a subcommand.
        (ErrorKind::ArgumentConflict, Some(ContextValue::String(name))) => match command.find_subcommand(name) {
            Some(_) => parts.push("its own options come after it".into()),
            None => parts = vec![format!("unrecognized subcommand '{name}'"), ALL.into()],
        },
        (ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand, _) if parts.len() == 1 => {
            parts.push(hint(command, words).unwrap_or_else(|| ALL.into()));
        }
        _ => {}
    }
    parts.join("; ")
}

/// For an option that the command does not have: the same name with two dashes, or the subcommand that has it.
fn hint(command: &Command, words: &[OsString]) -> Option<String> {
    let has = |command: &Command, name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    words.iter().filter_map(|word| word.to_str()).find_map(|word| {
        let name = word.trim_start_matches('-').split('=').next()?;
        if word.starts_with("--") && !has(command, name) {
            let other = command.get_subcommands().find(|other| has(other, name))?;
            return Some(format!("'{} --{name}' exists", other.get_name()));
        }
        (word.starts_with('-') && !word.starts_with("--") && has(command, name))
            .then(|| format!("a similar argument exists: '--{name}'"))
    })
}

#[cfg(test)]
mod tests {

    use super::super::{Action, Arguments, Choice, Defaults, Program};

    const PROGRAM: Program = Program {
        about: "Makes up words.",
        version: "1.2.3",
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
        workers: false,
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
            (&["--nothing"], "unexpected argument '--nothing' found; --help lists all"),
            (&["--prompt", "x"], "unexpected argument '--prompt' found; 'sample --prompt' exists"),
            (&["eval", "--steps", "4"], "unexpected argument '--steps' found; --help lists all"),
            (&["-x"], "unexpected argument '-x' found; --help lists all"),
            (&["-steps", "5"], "unexpected argument '-s' found; a similar argument exists: '--steps'"),
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
    fn help_is_in_two_columns() {
        let help = |words: &[&str]| PROGRAM.parse(words).unwrap_err().help().map(str::to_owned).unwrap();
        assert_eq!(
            help(&["words", "sample", "-h"]),
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
        let all = help(&["words", "--help"]);
        let beginning = "Makes up words.\n\nUsage: words [OPTIONS]\n       words <COMMAND>\n\nCommands:\n  \
             eval    Says how good a trained model is\n  sample  Lets a trained model make something up\n\nOptions:\n      \
             --steps <N>         Steps of training (1000)\n";
        assert!(all.starts_with(beginning), "{all}");
        assert!(all.contains("\n      --resume [<FILE>]   Goes on"), "{all}");
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
    fn the_version_is_that_of_the_program_and_of_the_library() {
        let version =
            |program: Program, words: &[&str]| program.parse(words).unwrap_err().help().map(str::to_owned).unwrap();
        let ours = env!("CARGO_PKG_VERSION");
        for flag in ["--version", "-V"] {
            assert_eq!(version(PROGRAM, &["words", flag]), format!("words 1.2.3 (burtorch {ours})\n"));
        }
        assert_eq!(
            version(Program { version: "", ..PROGRAM }, &["words", "--version"]),
            format!("words (burtorch {ours})\n")
        );
    }

    #[test]
    fn the_learning_rate_has_two_names() {
        for words in [["--lr", "0.5"], ["--rate", "0.5"]] {
            assert_eq!(parse(&words).unwrap().rate, Some(0.5));
        }
        let twice = "the argument '--lr <X>' cannot be used multiple times";
        assert_eq!(parse(&["--lr", "1", "--rate", "2"]).unwrap_err(), twice);
    }

    #[test]
    fn a_prompt_is_for_models_that_go_on_from_one() {
        let words = ["words", "sample", "--prompt", "once"];
        assert_eq!(PROGRAM.parse(words).unwrap().prompt.as_deref(), Some("once"));
        let error = Program { prompts: false, ..PROGRAM }.parse(words).unwrap_err().to_string();
        assert!(error.starts_with("unexpected argument '--prompt' found"), "{error}");
    }
}
