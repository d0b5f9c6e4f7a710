//! A run that was stopped and goes on gives the bits of one that was not.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use burtorch::Rng;
use burtorch::io::Checkpoint;

use crate::child::{Running, assert_same, checkpoint, column, log, run, succeed};
use crate::folder::Folder;

/// Trainings that differ in program, precision, optimizer, schedule, batch, clipping, decay and validation.
const TRAININGS: [(&str, &str); 12] = [
    ("points", "--optimizer sgd --batch 3"),
    ("points", "--optimizer sgd --clip 0.5 --schedule warmup:50,cosine"),
    ("points", "--optimizer momentum --schedule linear --batch 16"),
    ("points", "--optimizer nesterov --schedule step:300,0.5"),
    ("points", "--optimizer rmsprop --decay *.weight=0.01,*=0"),
    ("points", "--optimizer adagrad --batch 80"),
    ("points", "--optimizer adam --schedule one-cycle --lr 0.02"),
    ("letters", "--optimizer adamw --schedule cosine --batch 7"),
    ("letters", "--optimizer lion --hidden 8 --schedule warmup:10,linear"),
    ("letters", "--optimizer sgd --seed 12"),
    ("pixels", "--optimizer armijo --batch 32"),
    ("pixels", "--optimizer lbfgs --batch 32"),
];

fn trainings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let threads = cfg!(feature = "parallel").then_some(("points", "--optimizer adam --threads 2 --batch 80"));
    TRAININGS.into_iter().chain(threads)
}

const STEPS: &str = "--steps 1000 --eval-every 50";

fn whole(program: &str, folder: &Path, options: &str) {
    succeed(program, folder, &format!("--out whole --quiet {STEPS} {options}"));
}

pub fn after_ctrl_c_the_result_is_the_same() {
    let mut between = 0;
    for (program, options) in trainings() {
        let folder = Folder::new("training-interrupt");
        whole(program, folder.path(), options);
        for signal in ["INT", "TERM"] {
            let mut running = Running::start(program, folder.path(), &format!("--out {signal} {STEPS} {options}"));
            running.wait_for(150);
            running.signal(signal);
            let ended = running.end();
            let out = folder.path().join(signal);
            let saved = checkpoint(&out).step;
            let line = format!("stopped after step {saved}; --resume {signal}/checkpoint.safetensors goes on\n");
            assert_eq!((ended.code, ended.err), (Some(130), line), "{program} {options}");
            assert!((150..1000).contains(&saved), "{program} {options}: {saved}");
            between += u32::from(!saved.is_multiple_of(50));
            assert!(!out.join("model.safetensors").exists());
            succeed(program, folder.path(), &format!("--quiet --resume {signal}/checkpoint.safetensors"));
            assert_same(&folder.path().join("whole"), &out, &format!("{program} {options}"));
        }
    }
    assert!(between > 12, "only {between} of 24 signals came between two validations");
}

pub fn after_kill_9_the_result_is_the_same() {
    for (program, options) in trainings() {
        let folder = Folder::new("training-kill");
        whole(program, folder.path(), options);
        let mut running = Running::start(program, folder.path(), &format!("--out killed {STEPS} {options}"));
        running.wait_for(200);
        running.kill();
        let out = folder.path().join("killed");
        let saved = checkpoint(&out).step;
        assert!((200..1000).contains(&saved) && saved.is_multiple_of(50), "{program} {options}: {saved}");
        succeed(program, folder.path(), "--quiet --resume --out killed");
        assert_same(&folder.path().join("whole"), &out, &format!("{program} {options}"));
    }
}

/// A checkpoint after every step, so that most of the time one is being written.
pub fn fifty_kills_change_nothing() {
    const KILLS: u32 = 50;
    let folder = Folder::new("training-kills");
    let options = "--quiet --steps 1000000 --eval-every 1 --batch 2";
    let out = folder.path().join("killed");
    let mut rng = Rng::seed(1);
    let (mut last, mut partial) = (0, 0);
    for kill in 0..KILLS {
        let resume = if kill == 0 { options.to_owned() } else { "--resume --quiet".to_owned() };
        let running = Running::start("points", folder.path(), &format!("--out killed {resume}"));
        // Not before the first checkpoint: till then there is nothing to lose.
        while kill == 0 && !out.join("checkpoint.safetensors").exists() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        running.kill();
        let saved = checkpoint(&out).step;
        assert!(saved >= last, "kill {kill}: step {saved} follows {last}");
        last = saved;
        partial += u32::from(out.join(".checkpoint.safetensors.partial").exists());
    }
    println!("{last} steps; {partial} of {KILLS} kills met a checkpoint half written");
    // Otherwise the kills would not have met what is tested.
    assert!(last >= 10 && partial > 0, "{last} steps, {partial} kills");
    // To an end that both reach.
    let steps = last + 10;
    succeed("points", folder.path(), &format!("--out killed --resume --quiet --steps {steps}"));
    succeed("points", folder.path(), &format!("--out whole --quiet --eval-every 1 --batch 2 --steps {steps}"));
    assert_same(&folder.path().join("whole"), &out, "fifty kills");
    assert_eq!(column(&log(&out), "step").len() as u64, steps);
}

pub fn patience_does_not_see_an_interruption() {
    // The second has no samples for validation, and judges by the losses since the last record.
    for (program, options) in [
        ("points", "--steps 100000 --eval-every 100 --patience 4 --lr 0.05"),
        ("pixels", "--steps 100000 --eval-every 100 --patience 4 --lr 0.01 --batch 3"),
    ] {
        let folder = Folder::new("training-patient");
        succeed(program, folder.path(), &format!("--out whole --quiet {options}"));
        let end = checkpoint(&folder.path().join("whole")).step;
        assert!((500..100_000).contains(&end), "{program}: {end}");
        let (mut arguments, mut stops) = (format!("--out stopped {options}"), 0);
        loop {
            let running = Running::start(program, folder.path(), &arguments);
            thread::sleep(Duration::from_millis(150));
            running.signal("INT");
            // Before it listens it ends at once, and after the last step there is nothing to stop.
            match running.end().code {
                Some(130) => stops += 1,
                Some(0) => break,
                _ => {}
            }
            if folder.path().join("stopped/checkpoint.safetensors").exists() {
                "--out stopped --resume".clone_into(&mut arguments);
            }
        }
        println!("{program}: {stops} interruptions in {end} steps");
        assert!(stops > 0, "{program}");
        assert_same(&folder.path().join("whole"), &folder.path().join("stopped"), program);
        // It has had enough, and goes on being what it is.
        succeed(program, folder.path(), "--out stopped --resume --quiet");
        assert_same(&folder.path().join("whole"), &folder.path().join("stopped"), program);
    }
}

pub fn a_run_that_ended_can_go_on() {
    let folder = Folder::new("training-longer");
    succeed("points", folder.path(), "--out whole --steps 90 --eval-every 30 --quiet");
    succeed("points", folder.path(), "--out longer --steps 60 --eval-every 30 --quiet");
    succeed("points", folder.path(), "--out longer --resume --steps 90 --quiet");
    assert_same(&folder.path().join("whole"), &folder.path().join("longer"), "longer");
    // Without steps that are left it says the same once more.
    let before = fs::read(folder.path().join("longer/checkpoint.safetensors")).unwrap();
    succeed("points", folder.path(), "--out longer --resume --quiet");
    assert!(before == fs::read(folder.path().join("longer/checkpoint.safetensors")).unwrap());
    // The last run is found by itself.
    succeed("points", folder.path(), "--steps 10 --quiet");
    succeed("points", folder.path(), "--steps 20 --quiet --resume");
    assert_eq!(checkpoint(&folder.path().join("runs/points-1")).step, 20);
}

pub fn a_run_goes_on_in_another_folder() {
    let folder = Folder::new("training-moved");
    let options = "--eval-every 5 --patience 100 --lr 0.1";
    succeed("points", folder.path(), &format!("--out whole --steps 80 --quiet {options}"));
    let best = Checkpoint::peek(folder.path().join("whole/checkpoint.safetensors")).unwrap().metadata["best"].clone();
    succeed("points", folder.path(), &format!("--out first --steps 75 --quiet {options}"));
    let ended = run("points", folder.path(), "--resume first/checkpoint.safetensors --out second --steps 80 --quiet");
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for name in ["model.safetensors", "best.safetensors"] {
        let [one, other] = ["whole", "second"].map(|out| fs::read(folder.path().join(out).join(name)).unwrap());
        assert!(one == other, "{name}");
    }
    assert_eq!(checkpoint(&folder.path().join("second")).metadata["best"], best);
    assert_eq!(checkpoint(&folder.path().join("first")).step, 75);
}
