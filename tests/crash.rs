//! A checkpoint survives the death of the process that writes it, at any moment.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use burtorch::Rng;
use burtorch::io::{Checkpoint, SavedOptimizer};
use folder::Folder;

#[path = "common/folder.rs"]
mod folder;

burtorch::graph! {
    /// Two megabytes of parameters.
    pub struct Large { table: Param<512, 1024> }

    impl Large {
        pub fn loss(&self) -> f32 {
            sum(sqr(self.table))
        }
    }
}

/// Says to the child where to write.
const CHILD: &str = "BURTORCH_CRASH_TEST";

const KILLS: u32 = 50;

/// At least so many of them must meet a checkpoint half written. Where few do, there are more kills.
const MET: u32 = KILLS / 20 + 1;

/// How many numbers share a page of memory.
const PAGE: usize = 1024;

/// Saves checkpoints, one after the other, till it is killed. In each page of one is its step.
#[allow(clippy::cast_precision_loss, reason = "there are not that many steps")]
fn save_for_ever(path: &Path) -> ! {
    let first = if path.exists() { Checkpoint::peek(path).unwrap().step + 1 } else { 1 };
    let (mut params, mut state) = (vec![0.0; Large::PARAMS], vec![0.0; Large::PARAMS]);
    for step in first.. {
        params.iter_mut().chain(&mut state).step_by(PAGE).for_each(|value| *value = step as f32);
        let checkpoint =
            Checkpoint { step, rng: Rng::seed(step), optimizer: SavedOptimizer::default(), metadata: BTreeMap::new() };
        // With and without waiting for the disk.
        if step % 4 == 0 {
            checkpoint.save::<Large>(path, &params, &state).unwrap();
        } else {
            checkpoint.save_unsynced::<Large>(path, &params, &state).unwrap();
        }
        if step == first {
            println!("saved");
        }
    }
    unreachable!("there are more steps than time");
}

/// This test again, in a process of its own, after its first checkpoint.
fn start(path: &Path) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "a_checkpoint_survives_its_process", "--nocapture"]);
    let mut child = command.env(CHILD, path).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("saved")), "the child ended before it saved anything");
    child
}

#[test]
#[allow(clippy::cast_precision_loss, reason = "there are not that many steps")]
fn a_checkpoint_survives_its_process() {
    if let Some(path) = env::var_os(CHILD) {
        save_for_ever(path.as_ref());
    }
    let folder = Folder::new("crash");
    let path = folder.path().join("run.safetensors");
    let (mut params, mut state) = (vec![0.0; Large::PARAMS], vec![0.0; Large::PARAMS]);
    let (mut rng, mut last, mut kills, mut interrupted) = (Rng::seed(1), 0, 0, 0);
    let start_of_all = Instant::now();
    for kill in 1..=10 * KILLS {
        let mut child = start(&path);
        thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();

        let checkpoint = Checkpoint::load::<Large>(&path, &mut params, &mut state).unwrap();
        let step = checkpoint.step;
        assert!(step > last, "after kill {kill}, step {step} follows {last}");
        assert_eq!(checkpoint.rng, Rng::seed(step));
        let mut marks = params.iter().chain(&state).step_by(PAGE);
        assert!(marks.all(|value| value.to_bits() == (step as f32).to_bits()), "a mixture after kill {kill}");
        last = step;
        match folder.names().as_slice() {
            [only] => assert_eq!(only, "run.safetensors"),
            [partial, _] => {
                assert_eq!(partial, ".run.safetensors.partial");
                interrupted += 1;
            }
            more => panic!("after kill {kill} there is {more:?}"),
        }
        kills = kill;
        if kills >= KILLS && interrupted >= MET {
            break;
        }
    }
    println!("{last} checkpoints in {:?}; {interrupted} of {kills} kills met one half written", start_of_all.elapsed());
    // Otherwise the kills would not have met what is tested.
    assert!(interrupted >= MET, "only {interrupted} of {kills} kills met a checkpoint half written");

    // What the dead left behind goes with the next save.
    let checkpoint = Checkpoint::peek(&path).unwrap();
    checkpoint.save::<Large>(&path, &params, &state).unwrap();
    assert_eq!(folder.names(), ["run.safetensors"]);
}
