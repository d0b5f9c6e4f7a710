//! Several processes train one model.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::child::{Ended, checkpoint, column, command, log, run, succeed};
use crate::folder::Folder;
use crate::programs::SLOW;
use crate::sockets::WORKERS;

/// One of several workers, each with arguments of its own.
fn worker(folder: &Path, rank: usize, size: usize, arguments: &str) -> Command {
    let socket = folder.join("socket");
    let mut command = command("together", folder, arguments);
    command.env(WORKERS, format!("{rank} {size} {}", socket.display())).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts workers with these arguments.
fn start(folder: &Path, arguments: &[&str]) -> Vec<Child> {
    fs::remove_file(folder.join("socket")).ok();
    let size = arguments.len();
    let spawn = |(rank, words): (usize, &&str)| worker(folder, rank, size, words).env(SLOW, "1").spawn().unwrap();
    arguments.iter().enumerate().map(spawn).collect()
}

fn end(workers: Vec<Child>) -> Vec<Ended> {
    workers.into_iter().map(|worker| Ended::from(worker.wait_with_output().unwrap())).collect()
}

/// Runs so many workers to their end; what the first one printed.
fn together(folder: &Path, size: usize, arguments: &str) -> String {
    let mut ended = end(start(folder, &vec![arguments; size]));
    for (rank, ended) in ended.iter().enumerate() {
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "worker {rank} of {size}, {arguments}");
        assert!(rank == 0 || ended.out.is_empty(), "worker {rank} prints {:?}", ended.out);
    }
    ended.swap_remove(0).out
}

/// Whether two logs say the same but for rounding. Training amplifies that, a line search more than others.
fn assert_near(one: &Path, other: &Path, bound: f64, what: &str) {
    let (one, other) = (log(one), log(other));
    for key in ["step", "loss", "validation", "lr"] {
        let (one, other) = (column(&one, key), column(&other, key));
        assert_eq!(one.len(), other.len(), "{what}");
        for (a, b) in one.iter().zip(&other) {
            assert!((a - b).abs() <= bound * b.abs() || a.is_nan() && b.is_nan(), "{what}, {key}: {a} and {b}");
        }
    }
}

pub fn several_workers_leave_what_one_leaves() {
    let folder = Folder::new("training-together");
    let path = folder.path();
    // Plain descent, which one process does in another way; memory, clipping, a line search, and a batch that is too small for all.
    for (number, options) in
        ["", "--optimizer adam --lr 0.01 --clip 0.5", "--optimizer lbfgs --batch 40", "--batch 2 --patience 3"]
            .iter()
            .enumerate()
    {
        succeed("together", path, &format!("--out one-{number} --quiet --steps 40 --eval-every 10 {options}"));
        for size in [2, 3] {
            let out = format!("{size}-{number}");
            let printed = together(path, size, &format!("--out {out} --steps 40 --eval-every 10 {options}"));
            assert!(printed.contains(&format!("\n{size} workers, each with its part of every batch\n")), "{printed}");
            let too_small = size > 2 && options.contains("--batch 2");
            assert_eq!(printed.contains("raise --batch"), too_small, "{printed}");
            let bound = if options.contains("lbfgs") { 1e-8 } else { 1e-12 };
            assert_near(&path.join(&out), &path.join(format!("one-{number}")), bound, &out);
        }
    }
}

pub fn any_number_of_workers_goes_on() {
    let folder = Folder::new("training-together-resume");
    let path = folder.path();
    let options = "--eval-every 10 --optimizer adam --lr 0.01 --quiet";
    succeed("together", path, &format!("--out one --steps 60 {options}"));
    together(path, 2, &format!("--out several --steps 20 {options}"));
    together(path, 3, "--out several --resume --steps 40 --quiet");
    succeed("together", path, "--out several --resume --steps 60 --quiet");
    assert_near(&path.join("several"), &path.join("one"), 1e-12, "2, 3 and 1 workers");
    // There is nothing left to do, and all of them know.
    together(path, 3, "--out several --resume --quiet");
}

pub fn few_entries_are_sent_and_it_learns() {
    let folder = Folder::new("training-together-compressed");
    let path = folder.path();
    together(path, 3, "--out sent --steps 200 --eval-every 50 --compress 0.1 --lr 0.2 --quiet");
    let losses = column(&log(&path.join("sent")), "loss");
    assert!(losses[3] < 0.95 * losses[0], "{losses:?}");
    assert_eq!(checkpoint(&path.join("sent")).metadata["compress"], "0.1");
    let ended = run("together", path, "--compress 0");
    assert_eq!(ended.err, "error: `--compress 0`: it must be a number above 0, and 1 at most\n");
    // A program of one process has no such option.
    assert!(run("letters", path, "--compress 0.5").err.starts_with("error: unexpected argument '--compress' found"));
}

pub fn whoever_is_interrupted_all_stop_and_one_saves() {
    let folder = Folder::new("training-together-interrupt");
    let path = folder.path();
    for rank in [0, 2] {
        let out = format!("stopped-{rank}");
        let workers = start(path, &[format!("--out {out} --steps 1000000 --eval-every 20 --quiet").as_str(); 3]);
        while !path.join(&out).join("checkpoint.safetensors").exists() {
            sleep(Duration::from_millis(1));
        }
        let id = workers[rank].id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success());
        let ended = end(workers);
        let step = checkpoint(&path.join(&out)).step;
        let line = format!("stopped after step {step}; --resume {out}/checkpoint.safetensors goes on\n");
        for (rank, ended) in ended.iter().enumerate() {
            let expected = if rank == 0 { line.as_str() } else { "" };
            assert_eq!((ended.code, ended.err.as_str()), (Some(130), expected), "worker {rank}");
        }
    }
}

pub fn a_worker_that_dies_ends_the_run() {
    let folder = Folder::new("training-together-kill");
    let path = folder.path();
    let mut workers = start(path, &["--out killed --steps 1000000 --eval-every 10 --quiet"; 3]);
    while !path.join("killed/checkpoint.safetensors").exists() {
        sleep(Duration::from_millis(1));
    }
    workers[1].kill().unwrap();
    let ended = end(workers);
    assert_eq!((ended[0].code, ended[2].code), (Some(2), Some(2)));
    assert!(ended[0].err.starts_with("error: the other workers could not be reached"), "{}", ended[0].err);
    let step = checkpoint(&path.join("killed")).step;
    assert!(step.is_multiple_of(10));
    succeed("together", path, &format!("--out killed --resume --quiet --steps {}", step + 10));
}

pub fn a_worker_says_what_is_wrong_with_it_alone() {
    let folder = Folder::new("training-together-wrong");
    let path = folder.path();
    fs::write(path.join("short.txt"), "one\ntwo\n").unwrap();
    let [_, ended] = end(start(path, &["--out a", "--data short.txt"])).try_into().unwrap();
    assert!(ended.err.starts_with("error: worker 1: this worker has 4 samples to learn from"), "{}", ended.err);
    let [_, ended] = end(start(path, &["--out b", "--data nothing.txt"])).try_into().unwrap();
    assert_eq!(ended.err, "error: worker 1: nothing.txt: there is no such file; check the path\n");
    let [first, second] = end(start(path, &["--lr 0"; 2])).try_into().unwrap();
    assert_eq!((first.err.as_str(), second.err.as_str()), ("error: `--lr 0`: it must be a number above 0\n", ""));
    assert_eq!((first.code, second.code), (Some(2), Some(2)));
    let [first, second] = end(start(path, &["--out c --lr 1e200 --steps 50"; 2])).try_into().unwrap();
    assert_eq!((first.code, second.code, second.err.as_str()), (Some(3), Some(3), ""), "{}", first.err);
}
