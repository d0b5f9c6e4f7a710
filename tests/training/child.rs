//! Programs of `train!` in processes of their own: this test runs itself, with a name in its environment.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Output, Stdio};

use burtorch::io::Checkpoint;
use serde_json::Value;

use crate::programs;

/// Says which program this process is.
const PROGRAM: &str = "BURTORCH_TRAINING_PROGRAM";

/// The program that this process is, if it is one.
pub fn program() -> Option<ExitCode> {
    match std::env::var(PROGRAM).ok()?.as_str() {
        "points" => Some(programs::points::run()),
        "letters" => Some(programs::letters::run()),
        "together" => Some(programs::together::run()),
        "pixels" => Some(programs::pixels::run()),
        other => panic!("there is no program {other}"),
    }
}

/// A program with arguments, in a folder.
pub fn command(program: &str, folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg0(program).env(PROGRAM, program).current_dir(folder).stdin(Stdio::null());
    command.args(arguments.split_whitespace());
    command
}

/// What a program printed, and how it ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs a program to its end.
pub fn run(program: &str, folder: &Path, arguments: &str) -> Ended {
    command(program, folder, arguments).output().unwrap().into()
}

/// Runs a program that does what it is asked for; what it printed.
pub fn succeed(program: &str, folder: &Path, arguments: &str) -> String {
    let ended = run(program, folder, arguments);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{program} {arguments}");
    ended.out
}

/// Runs a program that does not; the line that says why.
pub fn fail(command: Command) -> String {
    fail_with(2, command)
}

/// Runs a program that ends with a code that is not 0; the line that says why.
pub fn fail_with(code: i32, mut command: Command) -> String {
    let ended = Ended::from(command.output().unwrap());
    assert_eq!(ended.code, Some(code), "{command:?} {ended:?}");
    let mut lines = ended.err.lines();
    let line = lines.next().and_then(|line| line.strip_prefix("error: ")).unwrap_or_else(|| panic!("{ended:?}"));
    assert_eq!(lines.next(), None, "{ended:?}");
    assert!(!ended.err.contains("panicked"), "{ended:?}");
    line.to_owned()
}

/// A slow program under way whose log is read as it is printed.
pub struct Running {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Running {
    pub fn start(program: &str, folder: &Path, arguments: &str) -> Self {
        let mut command = command(program, folder, arguments);
        command.env(programs::SLOW, "1").arg("--json");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the record of this step or a later one.
    pub fn wait_for(&mut self, step: u64) {
        let reached = |line: String| record(&line)["step"].as_u64().is_some_and(|at| at >= step);
        assert!(self.lines.any(|line| reached(line.unwrap())), "it ended before step {step}");
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Kills it, whatever it does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end.
    pub fn end(self) -> Ended {
        let Self { child, lines } = self;
        let rest = lines.map_while(Result::ok).collect::<Vec<_>>().join("\n");
        let ended = Ended::from(child.wait_with_output().unwrap());
        Ended { out: rest, ..ended }
    }
}

/// A line of JSON.
pub fn record(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
}

/// A log without the times.
pub fn log(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let mut records: Vec<Value> = text.lines().map(record).collect();
    for record in &mut records {
        assert!(record.as_object_mut().unwrap().remove("step_us").is_some_and(|time| time.as_f64() > Some(0.0)));
    }
    records
}

/// The numbers under a key of a log.
pub fn column(log: &[Value], key: &str) -> Vec<f64> {
    log.iter().map(|record| record[key].as_f64().unwrap_or(f64::NAN)).collect()
}

pub fn checkpoint(folder: &Path) -> Checkpoint {
    Checkpoint::peek(folder.join("checkpoint.safetensors")).unwrap()
}

/// All files below a folder and what they hold.
pub fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.clone(), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Whether two runs have left the same: models and checkpoints to the bit, and logs but for times.
pub fn assert_same(one: &Path, other: &Path, what: &str) {
    for name in ["model.safetensors", "checkpoint.safetensors", "best.safetensors", "loss.svg", "sizes.svg"] {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(name)).ok());
        assert!(one == other, "{what}: {name} differs");
    }
    assert!(one.join("model.safetensors").exists(), "{what}");
    assert_eq!(log(one), log(other), "{what}");
}

/// The words of a path.
pub fn text(path: &(impl AsRef<OsStr> + ?Sized)) -> &str {
    path.as_ref().to_str().unwrap()
}
