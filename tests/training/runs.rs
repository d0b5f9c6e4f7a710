//! What a run leaves behind and what it prints.

use std::fs;

use std::process::{Command, Stdio};

use burtorch::data::{Samples as _, Split};
use burtorch::io::{self, Tensors};

use crate::child::{self, checkpoint, column, command, fail, log, record, snapshot, succeed, text};
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

pub fn the_picture_marks_the_best_step_and_says_the_settings() {
    let folder = Folder::new("training-picture");
    succeed("points", folder.path(), "--out run --steps 50 --eval-every 10 --lr 0.02 --clip 2 --quiet");
    let svg = fs::read_to_string(folder.path().join("run/loss.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|n| n.text()).collect();
    let log = log(&folder.path().join("run"));
    let (steps, losses) = (column(&log, "step"), column(&log, "validation"));
    let best = (0..losses.len()).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap();
    let mark = format!("best: {:.4} at step {}", losses[best], steps[best]);
    for expected in [
        mark.as_str(),
        "optimizer adam, rate 0.02, schedule constant, clip 2",
        "steps 50, batch 8, seed 1",
        "training",
        "validation",
    ] {
        assert!(texts.contains(&expected), "{expected} is not in {texts:?}");
    }
    // The mark, and the ring beside its name.
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("circle")).count(), 2);

    // Without validation, the best training loss is marked.
    succeed("pixels", folder.path(), "--out pixels --steps 20 --eval-every 10 --quiet");
    let svg = fs::read_to_string(folder.path().join("pixels/loss.svg")).unwrap();
    let losses = column(&child::log(&folder.path().join("pixels")), "loss");
    assert!(svg.contains(&format!("best: {:.4} at step 20", losses[1])), "{losses:?}\n{svg}");
}

/// The lines of a run that are hints.
fn hints(out: &str) -> Vec<&str> {
    out.lines().filter_map(|line| line.strip_prefix("hint: ")).collect()
}

pub fn hints_say_what_to_do_next() {
    let folder = Folder::new("training-hints");
    let out = succeed("points", folder.path(), "--out falls --steps 60 --eval-every 10");
    assert_eq!(hints(&out), [""; 0], "{out}");
    // A finished run that is resumed does nothing.
    let out = succeed("points", folder.path(), "--out falls --resume");
    assert_eq!(hints(&out), ["all 60 steps are taken; raise --steps to train on"]);
    assert_eq!(hints(&succeed("points", folder.path(), "--out falls --resume --quiet")), [""; 0]);
    assert_eq!(hints(&succeed("points", folder.path(), "--out falls --resume --steps 70")), [""; 0]);

    // What is for validation is another plane than all else, so learning the one is forgetting the other.
    let rows: Vec<usize> = (0..40).collect();
    let split = Split::new(rows.len(), 0.2, 1).unwrap();
    let validation: Vec<usize> = split.validation(&rows).all().copied().collect();
    let row = |&i: &usize| format!("0.{i:02},0.5,{}\n", if validation.contains(&i) { 1 } else { 8 });
    let table = "x,y,z\n".to_owned() + &rows.iter().map(row).collect::<String>();
    fs::write(folder.path().join("rises.csv"), table).unwrap();
    let options = "--data rises.csv --steps 600 --lr 0.01 --eval-every 20";
    let out = succeed("points", folder.path(), &format!("--out rises {options}"));
    let log = log(&folder.path().join("rises"));
    let (steps, losses) = (column(&log, "step"), column(&log, "validation"));
    let best = (0..losses.len()).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap();
    let expected = format!(
        "the validation loss was best at step {}, {:.4}, and is {:.4} now; try --patience 3, which stops early and keeps the best",
        steps[best],
        losses[best],
        losses[losses.len() - 1]
    );
    assert_eq!(hints(&out), [expected.as_str()], "{losses:?}");
    // Who has patience needs no hint; who has none left is told.
    let out = succeed("points", folder.path(), &format!("--out patient --patience 3 {options}"));
    assert_eq!(hints(&out), [""; 0], "{out}");
    let out = succeed("points", folder.path(), "--out patient --resume");
    assert_eq!(hints(&out), ["the last 3 validations were not better; raise --patience, now 3, to train on"]);
}

pub fn an_evaluation_can_leave_files() {
    let folder = Folder::new("training-evaluated");
    let trained = succeed("points", folder.path(), "--out run --quiet");
    let from = "--from run/model.safetensors";
    let out = succeed("points", folder.path(), &format!("eval {from} --out figures"));
    assert_eq!(out, format!("{trained}files: figures/figures.json, figures/sizes.svg\n"));
    let figures = folder.path().join("figures");
    let written = fs::read_to_string(figures.join("figures.json")).unwrap();
    assert_eq!(written, succeed("points", folder.path(), &format!("eval {from} --json")));
    assert_eq!(fs::read(figures.join("sizes.svg")).unwrap(), fs::read(folder.path().join("run/sizes.svg")).unwrap());
    assert_eq!(snapshot(&figures).len(), 2);
    // Once more, as JSON.
    assert_eq!(succeed("points", folder.path(), &format!("eval {from} --out figures --json")), written);
    // Not into the folder of a run, whose pictures it would replace.
    let line = fail(command("points", folder.path(), &format!("eval {from} --out run")));
    assert_eq!(line, "run has the checkpoint and pictures of a run: choose another --out");
    // Without the option it leaves nothing.
    succeed("points", folder.path(), &format!("eval {from}"));
    assert_eq!(folder.names(), ["figures", "run"]);
}

pub fn the_version_is_printed() {
    let folder = Folder::new("training-version");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(succeed("points", folder.path(), "--version"), format!("points {version} (burtorch {version})\n"));
    assert_eq!(folder.names(), Vec::<String>::new());
}

/// What a program prints to a terminal of so many columns, if this machine has the program `script`, which makes terminals.
fn in_terminal(folder: &Folder, columns: usize, variables: &str, arguments: &str) -> Option<String> {
    let program = std::env::current_exe().unwrap();
    let line = format!("stty cols {columns}; {variables} exec -a points {} {arguments}", text(&program));
    let inside = command("points", folder.path(), "");
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &format!("bash -c '{line}'"), "/dev/null"]).current_dir(folder.path());
    terminal
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(inside.get_envs().filter_map(|(key, value)| Some((key, value?))));
    let output = terminal.stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8(output.stdout).unwrap().replace('\r', ""))
}

pub fn what_is_printed_fits_the_terminal() {
    let folder = Folder::new("training-terminal");
    let train = |out: &str| format!("--out {out} --steps 40 --eval-every 10");
    let Some(wide) = in_terminal(&folder, 120, "LC_ALL=C.UTF-8", &train("wide")) else {
        println!("skipped: there is no program `script`");
        return;
    };
    // The axis below the curve goes to the last column.
    let axis = |text: &str, corner: char| {
        let line = text.lines().find(|line| line.trim_start().starts_with(corner)).unwrap_or_else(|| panic!("{text}"));
        line.chars().count()
    };
    assert_eq!(axis(&wide, '└'), 120, "{wide}");
    assert!(wide.contains("\x1b[36m") && wide.contains('◉') && wide.contains("µs/step"), "{wide}");

    let narrow = in_terminal(&folder, 40, "LC_ALL=C.UTF-8 NO_COLOR=1", &train("narrow")).unwrap();
    assert_eq!(axis(&narrow, '└'), 40, "{narrow}");
    assert!(!narrow.contains("\x1b[36m") && !narrow.contains("\x1b[0m"), "{narrow}");

    let ascii = in_terminal(&folder, 100, "LC_ALL=C", &train("ascii")).unwrap();
    assert!(ascii.is_ascii(), "{ascii}");
    assert_eq!(axis(&ascii, '+'), 100, "{ascii}");

    let error = in_terminal(&folder, 100, "LC_ALL=C", "--steps 0").unwrap();
    assert!(error.starts_with("\x1b[1;31merror:\x1b[0m invalid value"), "{error:?}");

    // In a pipe: 80 columns, and no colours.
    let piped = succeed("points", folder.path(), &train("piped"));
    assert!(!piped.contains('\x1b'), "{piped}");
    let corner = if piped.contains('└') { '└' } else { '+' };
    assert_eq!(axis(&piped, corner), 80, "{piped}");
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
