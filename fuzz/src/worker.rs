//! A process that compiles inputs.
//!
//! It writes the number of each input before it starts with it, and what is wrong with the answer if something is. So whoever
//! reads that knows which input it was when there is no answer.

use std::io::{BufRead as _, Read as _, Write as _};
use std::sync::Mutex;

use crate::input::{Entry, Input, decoded, encoded};
use crate::mutate::Corpus;
use crate::options::Options;
use crate::{expand, generate, harvest};

/// The stack that a macro has: optimized code needs less than half of what it needs in rustc, whose stack has 8 MB.
const STACK: usize = 3 << 20;

/// Where the last panic was.
static PLACE: Mutex<String> = Mutex::new(String::new());

/// The programs that are broken.
pub fn corpus(options: &Options) -> Corpus {
    let mut corpus = Corpus::new(harvest::harvest());
    if let Some(models) = options.models {
        corpus.inputs.retain(|input| is_model(input) == models);
    }
    corpus
}

/// Whether the compiler of models gets it.
fn is_model(input: &Input) -> bool {
    input.entry == Entry::Graph && !expand::is_closure(&input.item)
}

/// Compiles every `workers`-th input from `from` on, until whoever reads is gone.
pub fn work(options: &Options, from: u64) {
    std::thread::scope(|scope| {
        let work = || {
            let corpus = corpus(options);
            let mut number = from;
            let mut out = std::io::stdout().lock();
            loop {
                if writeln!(out, "{number}").and_then(|()| out.flush()).is_err() {
                    return;
                }
                if let Some(fault) = fault(&generate(&corpus, options, number)) {
                    let _ = writeln!(out, "fault {number} {}", fault.replace('\n', " "));
                }
                number += options.workers;
            }
        };
        watch_panics();
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, work).expect("a thread can be started");
    });
}

/// Compiles the input that comes as text.
pub fn check() {
    watch_panics();
    let work = || {
        let mut stdin = std::io::stdin().lock();
        let (mut entry, mut options, mut item) = (String::new(), String::new(), String::new());
        let _ = stdin.read_line(&mut entry);
        let _ = stdin.read_line(&mut options);
        let _ = stdin.read_to_string(&mut item);
        let entries = [Entry::Differentiable, Entry::Derivative, Entry::Graph, Entry::Derive];
        let entry = entries.into_iter().find(|known| format!("{known:?}") == entry.trim());
        let (Some(entry), Ok(options), Ok(item)) = (entry, options.parse(), item.parse()) else { return };
        if let Some(fault) = fault(&Input { entry, options: decoded(options), item: decoded(item) }) {
            println!("fault 0 {}", fault.replace('\n', " "));
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let _ = thread.expect("a thread can be started").join();
}

/// An input as text that `--check` reads.
pub fn text_of(input: &Input) -> String {
    let line = |text: String| text.replace('\n', " ");
    format!("{:?}\n{}\n{}", input.entry, line(encoded(&input.options).to_string()), encoded(&input.item))
}

fn fault(input: &Input) -> Option<String> {
    let fault = input.fault()?;
    let place = PLACE.lock().map(|mut place| std::mem::take(&mut *place)).unwrap_or_default();
    Some(match fault.strip_prefix("panics: ") {
        Some(message) => format!("panics at {place}: {message}"),
        None => fault,
    })
}

fn watch_panics() {
    std::panic::set_hook(Box::new(|info| {
        if let (Some(location), Ok(mut place)) = (info.location(), PLACE.lock()) {
            let file = location.file().rsplit("burtorch-macros/").next().unwrap_or_default();
            *place = format!("{file} line {}", location.line());
        }
    }));
}
