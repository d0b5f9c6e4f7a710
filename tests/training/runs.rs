//! What a run leaves behind and what it prints.

use std::fs;

use burtorch::io::{self, Tensors};

use crate::child::{checkpoint, column, log, record, snapshot, succeed};
use crate::folder::Folder;
use crate::programs::{letters, points};

pub fn a_run_leaves_all_its_files() {
    let folder = Folder::new("training-files");
    let out = succeed("points", folder.path(), "--out run --patience 100");
    let run = folder.path().join("run");
    let files: Vec<_> = snapshot(&run).into_keys().map(|path| path.file_name().unwrap().to_owned()).collect();
    let expected =
        ["best.safetensors", "checkpoint.safetensors", "log.jsonl", "loss.svg", "model.safetensors", "sizes.svg"];
    assert_eq!(files, expected);
    for picture in ["loss.svg", "sizes.svg"] {
        let text = fs::read_to_string(run.join(picture)).unwrap();
        roxmltree::Document::parse(&text).unwrap();
        assert!(out.contains(&format!("run/{picture}")), "{out}");
    }
    for said in [
        "80 samples to learn from, 20 for validation",
        "33 parameters; files go to run",
        "validation loss 0.",
        "height of the middle ",
    ] {
        assert!(out.contains(said), "{said} is not in\n{out}");
    }
    let mut params = [f32::NAN; points::Points::PARAMS];
    io::load::<points::Points>(run.join("model.safetensors"), &mut params).unwrap();
    assert!(params.iter().all(|value| value.is_finite()));
}

pub fn log_and_checkpoint_say_the_same() {
    let folder = Folder::new("training-log");
    succeed("points", folder.path(), "--out run --steps 50 --eval-every 20 --schedule linear --lr 0.02");
    let run = folder.path().join("run");
    let log = log(&run);
    assert_eq!(column(&log, "step"), [20.0, 40.0, 50.0]);
    // The rate of the last step of each: 19, 39 and 49, counted from 0.
    for (rate, step) in column(&log, "lr").into_iter().zip([19.0, 39.0, 49.0]) {
        assert!((rate - 0.02 * (1.0 - step / 50.0)).abs() < 1e-15, "{rate}");
    }
    let losses = column(&log, "loss");
    assert!(losses.windows(2).all(|pair| pair[1] < pair[0]), "{losses:?}");
    let checkpoint = checkpoint(&run);
    assert_eq!((checkpoint.step, checkpoint.optimizer.steps), (50, 50));
    assert_eq!(checkpoint.optimizer.name, "adam");

    // Checkpoint and model have the same parameters, and the loss of those is the one in the log.
    let (mut saved, mut model) = ([0.0; points::Points::PARAMS], [1.0; points::Points::PARAMS]);
    io::load::<points::Points>(run.join("checkpoint.safetensors"), &mut saved).unwrap();
    io::load::<points::Points>(run.join("model.safetensors"), &mut model).unwrap();
    assert_eq!(saved.map(f32::to_bits), model.map(f32::to_bits));
    let figures = record(&succeed("points", folder.path(), "eval --json --from run/checkpoint.safetensors"));
    assert_eq!(figures["validation_loss"], log[2]["validation"]);
    let file = Tensors::open(run.join("model.safetensors")).unwrap();
    assert_eq!((file.metadata("step"), file.metadata("seed")), (Some("50"), Some("1")));
}

pub fn a_seed_decides_all() {
    let folder = Folder::new("training-seed");
    for (out, seed) in [("a", 5), ("b", 5), ("c", 6)] {
        succeed("letters", folder.path(), &format!("--out {out} --seed {seed} --optimizer adam"));
    }
    let model = |out: &str| fs::read(folder.path().join(out).join("model.safetensors")).unwrap();
    assert!(model("a") == model("b") && model("a") != model("c"));
    assert_eq!(log(&folder.path().join("a")), log(&folder.path().join("b")));
}

pub fn json_is_all_that_is_printed() {
    let folder = Folder::new("training-json");
    let out = succeed("points", folder.path(), "--out run --json --eval-every 25");
    let mut lines: Vec<_> = out.lines().map(record).collect();
    let figures = lines.pop().unwrap();
    let printed: Vec<_> = lines.iter().map(ToString::to_string).collect();
    let logged = fs::read_to_string(folder.path().join("run/log.jsonl")).unwrap();
    assert_eq!(printed, logged.lines().collect::<Vec<_>>());
    assert_eq!(column(&lines, "step"), [25.0, 50.0, 60.0]);
    assert_eq!(figures["validation_loss"], lines[2]["validation"]);
    assert!(figures["height_of_the_middle"].is_f64());

    // Without samples for validation there is nothing to say of them.
    let out = succeed("pixels", folder.path(), "--out pixels --json --eval-every 40");
    let lines: Vec<_> = out.lines().map(record).collect();
    assert!(lines[0]["validation"].is_null() && lines[0]["loss"].as_f64() > Some(0.0), "{out}");
    assert_eq!(lines[1].to_string(), "{}");
}

pub fn quiet_prints_the_result_alone() {
    let folder = Folder::new("training-quiet");
    let out = succeed("points", folder.path(), "--out run --quiet");
    let names: Vec<_> = out.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
    assert_eq!(names, ["validation loss", "height of the middle"]);
}

pub fn figures_are_those_of_the_last_run() {
    let folder = Folder::new("training-eval");
    let first = succeed("points", folder.path(), "--quiet --steps 20");
    assert_eq!(succeed("points", folder.path(), "eval"), first);
    // One that stops early is what it was at its best.
    let second = succeed("points", folder.path(), "--quiet --steps 400 --patience 1 --eval-every 4 --lr 0.3");
    assert!(first != second);
    assert_eq!(succeed("points", folder.path(), "eval"), second);
    // By its name, whichever file it is.
    for file in ["checkpoint", "model"] {
        assert_eq!(succeed("points", folder.path(), &format!("eval --from runs/points-1/{file}.safetensors")), first);
    }
    assert_eq!(succeed("points", folder.path(), "eval --from runs/points-2/best.safetensors"), second);
    // With other data there are other figures, and seeds and models are those of the training.
    fs::write(folder.path().join("other.csv"), points::table().replace('1', "2")).unwrap();
    assert!(succeed("points", folder.path(), "eval --data other.csv") != second);
    let trained = succeed("letters", folder.path(), "--quiet --hidden 8 --seed 3");
    assert_eq!(succeed("letters", folder.path(), "eval"), trained);
    assert_eq!(succeed("letters", folder.path(), "eval --from runs/letters-1/model.safetensors"), trained);
}

pub fn a_model_makes_something_up() {
    let folder = Folder::new("training-sample");
    let trained = succeed("letters", folder.path(), "--hidden 8");
    assert!(trained.lines().last().unwrap().starts_with(&format!("{} ", letters::large::Letters::PARAMS)), "{trained}");
    let sample = |arguments: &str| succeed("letters", folder.path(), &format!("sample {arguments}"));
    assert!(sample("").starts_with(&format!("{} ", letters::large::Letters::PARAMS)));
    assert_eq!(sample("--seed 7"), sample("--seed 7 --from runs/letters-1/model.safetensors"));
    assert!(sample("--seed 7") != sample("--seed 8"));
}

pub fn runs_are_numbered() {
    let folder = Folder::new("training-runs");
    for _ in 0..3 {
        succeed("pixels", folder.path(), "--steps 1");
    }
    succeed("letters", folder.path(), "--steps 1");
    let mut names: Vec<_> =
        fs::read_dir(folder.path().join("runs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["letters-1", "pixels-1", "pixels-2", "pixels-3"]);
}

pub fn help_names_all_options() {
    let folder = Folder::new("training-help");
    let help = succeed("letters", folder.path(), "--help");
    for option in [
        "steps",
        "batch",
        "lr",
        "optimizer",
        "schedule",
        "clip",
        "decay",
        "seed",
        "data",
        "out",
        "resume",
        "eval-every",
        "patience",
        "threads",
        "quiet",
        "json",
        "hidden",
    ] {
        assert!(help.contains(&format!("--{option} ")) || help.contains(&format!("--{option}\n")), "{option}\n{help}");
    }
    for said in ["Learns words.", "  eval ", "  sample ", "lbfgs", "Samples in a step (16)", "Which model (4)"] {
        assert!(help.contains(said), "{said} is not in\n{help}");
    }
    assert!(!succeed("points", folder.path(), "--help").contains("  sample "));
    assert_eq!(folder.names(), Vec::<String>::new());
}
