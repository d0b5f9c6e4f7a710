//! The options that there are, and what `--help` says of them.

use std::format;
use std::path::PathBuf;
use std::string::String;

use clap::{Arg, ArgAction, Command, value_parser};

use super::arguments::Program;
use crate::optimizer::Any;

/// The command line of a program.
pub(super) fn command(program: &Program, name: &str) -> Command {
    let defaults = &program.defaults;
    let rate = defaults.rate.map_or_else(|| "the optimizer's own".into(), |rate| format!("{rate}"));
    let model = |command: Command| command.args(choice(program)).arg(data());
    let command = Command::new("train")
        .bin_name(name)
        .about(program.about)
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .args([
            count("steps", &format!("Steps of training ({})", defaults.steps)),
            count("batch", &format!("Samples in a step ({})", defaults.batch)),
            number("lr", &format!("Learning rate ({rate})")),
            Arg::new("optimizer").long("optimizer").value_name("NAME").help(format!(
                "One of {} ({})",
                Any::NAMES.join(", "),
                defaults.optimizer
            )),
            Arg::new("schedule").long("schedule").value_name("NAME").help(format!(
                "What becomes of the learning rate: constant, linear, cosine, one-cycle, step:EVERY,FACTOR, or \
                 warmup:STEPS and one of these after a comma ({})",
                defaults.schedule
            )),
            number("clip", "Largest norm of a gradient; longer ones are made shorter"),
            Arg::new("decay")
                .long("decay")
                .value_name("RULES")
                .help("Weight decay by names of parameters: '*.weight=0.01,*=0'"),
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(format!("Seed of all that is random ({})", defaults.seed)),
            path("out", "DIR", "Folder for checkpoint, log and pictures (a new one in runs/)"),
            path("resume", "FILE", "Goes on from this checkpoint, or from that in --out").num_args(0..=1),
            count("eval-every", "Steps between validations, when a checkpoint is written too (a twentieth of all)"),
            count("patience", "Stops after so many validations without a better one, and takes the best"),
            count("threads", "Threads that share a batch (1)"),
            flag("quiet", "Prints nothing but the result"),
            flag("json", "Prints the log, one JSON object in a line"),
        ]);
    let command = model(command);
    let from = || path("from", "FILE", "The checkpoint (that of the last run)");
    let seed =
        Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64)).help("Seed of the samples");
    let command = command.subcommand(
        model(Command::new("eval").about("Says how good a trained model is"))
            .arg(from())
            .arg(flag("json", "Prints JSON")),
    );
    if !program.samples {
        return command;
    }
    let prompt = Arg::new("prompt").long("prompt").value_name("TEXT").help("The text to go on from");
    command.subcommand(
        model(Command::new("sample").about("Lets a trained model make something up"))
            .args(program.prompts.then_some(prompt))
            .arg(from())
            .arg(seed),
    )
}

fn choice(program: &Program) -> Option<Arg> {
    let choice = program.choice?;
    let arg = Arg::new(choice.option).long(choice.option).value_name("CHOICE").value_parser(choice.values.to_vec());
    Some(arg.help(format!("Which model ({})", choice.default)))
}

fn data() -> Arg {
    path("data", "PATH", "The data (those that come with the program)")
}

fn count(name: &'static str, help: &str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64).range(1..)).help(String::from(help))
}

fn number(name: &'static str, help: &str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("X")
        .allow_negative_numbers(true)
        .value_parser(value_parser!(f64))
        .help(String::from(help))
}

fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

#[cfg(test)]
mod tests {
    use std::string::ToString as _;

    use super::super::Defaults;
    use super::*;

    #[test]
    fn a_prompt_is_for_models_that_go_on_from_one() {
        let mut program =
            Program { about: "", defaults: Defaults::default(), choice: None, samples: true, prompts: true };
        let words = ["words", "sample", "--prompt", "once"];
        assert_eq!(program.parse(words).unwrap().prompt.as_deref(), Some("once"));
        program.prompts = false;
        let error = program.parse(words).unwrap_err().to_string();
        assert!(error.starts_with("unexpected argument '--prompt' found"), "{error}");
    }
}
