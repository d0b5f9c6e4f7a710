//! Broken input for the macros, in bulk: any tokens give code or errors, never a panic, a hang or an overflow of the stack.
//!
//! `cargo run` in this folder breaks the programs of `tests`, `examples` and `docs` token by token and gives them to both
//! compilers, on all cores, for an hour. Options: `--inputs 1000000`, `--minutes 60`, `--workers 2`, `--seed 1`, `--limit 20`
//! (seconds for one input), `--only functions` or `--only models`. Inputs are numbered, and the same seed and number are the
//! same input: `--seed 1 --input 1234` runs one.
//!
//! Each worker is a process of its own, for a stack that overflows takes its process along. What fails is made small and
//! printed once for each kind of failure; the exit status says whether something failed.

#[path = "../../burtorch-macros/src/expand.rs"]
mod expand;
mod harvest;
#[path = "../../burtorch-macros/src/fuzz/input.rs"]
mod input;
#[path = "../../burtorch-macros/src/fuzz/mutate.rs"]
mod mutate;
mod options;
#[path = "../../burtorch-macros/src/fuzz/programs.rs"]
mod programs;
mod supervise;
mod worker;

use std::process::ExitCode;

use input::{Entry, Input};
use mutate::{Corpus, Random};
use options::{Mode, Options};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("{mistake}");
            return ExitCode::from(2);
        }
    };
    match options.mode {
        Mode::Work { from } => worker::work(&options, from),
        Mode::Check => worker::check(),
        Mode::Run => return supervise::run(&options),
    }
    ExitCode::SUCCESS
}

/// Input number `number`.
fn generate(corpus: &Corpus, options: &Options, number: u64) -> Input {
    let mut random = Random(options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
    // Neighbouring numbers would give neighbouring states.
    random = Random(random.next());
    if random.below(16) == 0 {
        let entries = [Entry::Differentiable, Entry::Derivative, Entry::Graph, Entry::Derive];
        let entry = if options.models == Some(true) { Entry::Graph } else { *random.pick(&entries) };
        return corpus.random(entry, &mut random);
    }
    let mut input = random.pick(&corpus.inputs).clone();
    for _ in 0..=random.below(6) {
        corpus.mutate(&mut input, &mut random);
    }
    input
}
