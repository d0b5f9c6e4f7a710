//! The process that starts the workers, sees how they end, and makes what fails small.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::generate;
use crate::input::{Input, shrink};
use crate::options::Options;
use crate::worker::{corpus, text_of};

/// A worker may take so much memory, in kB: more is a failure as well.
const MEMORY: u64 = 6_000_000;

/// How long a worker may take to start.
const START: Duration = Duration::from_secs(120);

/// How long a failing input is made smaller.
const SHRINKING: Duration = Duration::from_secs(180);

/// An input, and how it failed.
struct Failure {
    number: u64,
    how: String,
}

pub fn run(options: &Options) -> ExitCode {
    if let Some(number) = options.input {
        let input = generate(&corpus(options), options, number);
        println!("{input}");
        let how = check(&input, options.limit);
        println!("{}", how.as_deref().unwrap_or("gives code or errors"));
        return ExitCode::from(u8::from(how.is_some()));
    }
    let (start, done) = (Instant::now(), AtomicU64::new(0));
    let (send, failures) = channel();
    let mut kinds = BTreeSet::new();
    std::thread::scope(|scope| {
        for worker in 0..options.workers {
            let (send, done) = (send.clone(), &done);
            scope.spawn(move || supervise(options, worker, start, done, &send));
        }
        drop(send);
        let corpus = corpus(options);
        println!("{} programs, seed {}, {} workers", corpus.inputs.len(), options.seed, options.workers);
        let mut said = Instant::now();
        loop {
            match failures.recv_timeout(Duration::from_secs(1)) {
                Ok(Failure { number, how }) => {
                    if kinds.insert(kind(&how)) {
                        report(&generate(&corpus, options, number), number, &how, options);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if said.elapsed() > Duration::from_secs(60) {
                said = Instant::now();
                println!("{} inputs in {} s", done.load(Ordering::Relaxed), start.elapsed().as_secs());
            }
        }
    });
    let all = done.load(Ordering::Relaxed);
    println!("{all} inputs in {} s, {} kinds of failures", start.elapsed().as_secs(), kinds.len());
    ExitCode::from(u8::from(!kinds.is_empty()))
}

/// Runs one worker after the other until there were enough inputs, or time is over.
fn supervise(
    options: &Options,
    worker: u64,
    start: Instant,
    done: &AtomicU64,
    failures: &std::sync::mpsc::Sender<Failure>,
) {
    let end = start + Duration::from_secs(60 * options.minutes);
    let mut next = worker;
    let is_over = |next: u64| next >= options.inputs || Instant::now() > end;
    while !is_over(next) {
        let mut child = spawn(&options.of_worker(next));
        let lines = lines_of(&mut child);
        let mut current = None;
        loop {
            // The first line comes when the programs are read.
            let limit = if current.is_some() { options.limit } else { options.limit.max(START) };
            match lines.recv_timeout(limit) {
                Ok(line) => {
                    if let Some(fault) = line.strip_prefix("fault ") {
                        let (number, how) = fault.split_once(' ').unwrap_or((fault, ""));
                        let number = number.parse().unwrap_or_default();
                        let _ = failures.send(Failure { number, how: how.to_owned() });
                    } else if let Ok(number) = line.parse::<u64>() {
                        done.fetch_add(1, Ordering::Relaxed);
                        (current, next) = (Some(number), number + options.workers);
                        if is_over(next) {
                            break;
                        }
                    }
                }
                Err(why) => {
                    let how = match why {
                        RecvTimeoutError::Timeout => format!("takes more than {} s", options.limit.as_secs()),
                        RecvTimeoutError::Disconnected => ending(&mut child),
                    };
                    if let Some(number) = current {
                        let _ = failures.send(Failure { number, how });
                    } else {
                        eprintln!("a worker did not start: {how}");
                        next = u64::MAX;
                    }
                    break;
                }
            }
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// This program once more, with a limit on its memory where there is a shell to set one.
fn spawn(args: &[String]) -> Child {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")).arg(program);
        shell
    } else {
        Command::new(program)
    };
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("a worker can be started")
}

fn lines_of(child: &mut Child) -> Receiver<String> {
    let (send, lines) = channel();
    let out = child.stdout.take().expect("it is piped");
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// How a worker ended that should not have.
fn ending(child: &mut Child) -> String {
    match child.wait() {
        Ok(status) => format!("ends the process, as an overflow of the stack or too much memory does: {status}"),
        Err(error) => format!("ends the process: {error}"),
    }
}

/// How an input fails in a process of its own, if it does.
fn check(input: &Input, limit: Duration) -> Option<String> {
    let mut child = spawn(&["--check".to_owned()]);
    let lines = lines_of(&mut child);
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(text_of(input).as_bytes());
    }
    let answer = lines.recv_timeout(limit);
    let how = match answer {
        Ok(line) => line.splitn(3, ' ').nth(2).map(str::to_owned),
        Err(RecvTimeoutError::Timeout) => Some(format!("takes more than {} s", limit.as_secs())),
        Err(RecvTimeoutError::Disconnected) => match child.wait() {
            Ok(status) if status.success() => None,
            _ => Some(ending(&mut child)),
        },
    };
    let _ = child.kill();
    let _ = child.wait();
    how
}

/// How something failed, without the particulars.
fn kind(how: &str) -> String {
    // The place of a panic tells more than its words.
    let place = how.strip_prefix("panics at ").and_then(|rest| rest.split(": ").next());
    place.map_or_else(|| crate::input::kind(how), str::to_owned)
}

/// Prints an input that fails, as small as it gets.
fn report(input: &Input, number: u64, how: &str, options: &Options) {
    println!("\ninput {number} {how}");
    let start = Instant::now();
    let mut is_same = |input: &Input| {
        start.elapsed() < SHRINKING && check(input, options.limit).is_some_and(|other| kind(&other) == kind(how))
    };
    if is_same(input) {
        println!("{}\n", shrink(input.clone(), &mut is_same));
    } else {
        println!("not by itself, with --seed {} --input {number}:\n{input}\n", options.seed);
    }
}
