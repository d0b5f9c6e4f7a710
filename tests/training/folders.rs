//! A folder is written to by one run at a time, and what a crashed run leaves is no obstacle.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::child::{Ended, Running, column, command, fail, log, succeed};
use crate::folder::Folder;

pub fn two_runs_that_start_together_do_not_share_a_folder() {
    let folder = Folder::new("training-together");
    for round in 0..10 {
        let start = || {
            let mut command = command("points", folder.path(), &format!("--out run-{round} --steps 40 --eval-every 1"));
            let child = command.arg("--quiet").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            (child.id(), child)
        };
        let ended = [start(), start()].map(|(id, child)| (id, Ended::from(child.wait_with_output().unwrap())));
        let (done, refused): (Vec<_>, Vec<_>) = ended.iter().partition(|(_, ended)| ended.code == Some(0));
        let ([(winner, _)], [(_, other)]) = (&done[..], &refused[..]) else { panic!("{ended:?}") };
        // It came while the other was under way, or when that had ended.
        let under_way = format!(
            "error: run-{round} is in use by a run, process {winner}: wait until it ends, or choose another --out\n"
        );
        let over =
            format!("error: run-{round} has the checkpoint of a run: add --resume to go on, or choose another --out\n");
        assert!(other.err == under_way || other.err == over, "{other:?}");
        // Nothing of the log is lost.
        let run = folder.path().join(format!("run-{round}"));
        assert_eq!(column(&log(&run), "step"), (1..=40).map(f64::from).collect::<Vec<_>>());
        assert!(!run.join(".lock").exists());
    }
}

pub fn a_run_that_is_killed_leaves_no_lock() {
    let folder = Folder::new("training-lock");
    let run = folder.path().join("run");
    let first = Running::start("points", folder.path(), "--out run --steps 100000 --eval-every 100000");
    let start = Instant::now();
    while !run.join("log.jsonl").exists() {
        assert!(start.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(1));
    }
    // There is no checkpoint yet.
    let id = first.id();
    let expected = format!("run is in use by a run, process {id}: wait until it ends, or choose another --out");
    assert_eq!(fail(command("points", folder.path(), "--out run")), expected);
    first.kill();
    assert!(run.join(".lock").exists(), "nobody was there to remove it");
    succeed("points", folder.path(), "--out run --quiet");

    // Nor do two go on from one checkpoint in its folder.
    let mut first = Running::start("points", folder.path(), "--out run --resume --steps 100000 --eval-every 10");
    first.wait_for(70);
    let id = first.id();
    let expected = format!("run is in use by a run, process {id}: wait until it ends, or choose another --out");
    let before = fs::metadata(run.join("log.jsonl")).unwrap().len();
    assert_eq!(fail(command("points", folder.path(), "--out run --resume --steps 200000")), expected);
    assert!(fs::metadata(run.join("log.jsonl")).unwrap().len() >= before);
    // What another reads meanwhile is a whole model.
    succeed("points", folder.path(), "eval --from run/checkpoint.safetensors");
    // In a folder of its own it may go on.
    succeed(
        "points",
        folder.path(),
        "--resume run/checkpoint.safetensors --out other --steps 100000 --patience 1 --quiet",
    );
    first.kill();
    succeed("points", folder.path(), "eval --from run/checkpoint.safetensors");
}

pub fn runs_that_start_together_are_numbered() {
    let folder = Folder::new("training-numbers");
    let children: Vec<_> = (0..6)
        .map(|_| command("pixels", folder.path(), "--steps 1 --quiet").stderr(Stdio::piped()).spawn().unwrap())
        .collect();
    for child in children {
        let ended = Ended::from(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    }
    let mut names: Vec<_> =
        fs::read_dir(folder.path().join("runs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["pixels-1", "pixels-2", "pixels-3", "pixels-4", "pixels-5", "pixels-6"]);
}
