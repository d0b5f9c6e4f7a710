//! A run that diverged ends with the exit code 3, a line that says so, and its best step.

use std::fs;

use burtorch::data::{Samples as _, Split};
use burtorch::io::Tensors;

use crate::child::{column, command, fail_with, log, succeed};
use crate::folder::Folder;

/// The step that the parameters in a file are of.
fn step_of(folder: &Folder, file: &str) -> String {
    Tensors::open(folder.path().join(file)).unwrap().metadata("step").unwrap().to_owned()
}

pub fn a_run_that_diverged_says_so_and_keeps_its_best_step() {
    let folder = Folder::new("training-worse");
    let line = fail_with(3, command("points", folder.path(), "--out run --lr 1e9 --quiet --steps 20"));
    assert!(line.starts_with("the run diverged: the loss is "), "{line}");
    assert!(
        line.contains(" before training: try a smaller --lr; run/best.safetensors is of the best step, "),
        "{line}"
    );
    // All files are there, and the best step is that of the log.
    let log = log(&folder.path().join("run"));
    let losses = column(&log, "validation");
    let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(best > 100.0, "{losses:?}");
    let at = 1 + losses.iter().position(|loss| loss.total_cmp(&best).is_eq()).unwrap();
    assert_eq!(step_of(&folder, "run/best.safetensors"), at.to_string());
    assert_eq!(step_of(&folder, "run/model.safetensors"), "20");
    assert!(folder.path().join("run/loss.svg").exists());
    let figure = succeed("points", folder.path(), "eval --from run/best.safetensors");
    assert!(figure.starts_with(&format!("validation loss {best:.4}\n")), "{figure} {best}");

    // A run that was good for some time: the best is of before.
    succeed("points", folder.path(), "--out good --steps 30 --quiet");
    let arguments = "--out good --resume --steps 40 --eval-every 1 --lr 1e6 --quiet";
    let line = fail_with(3, command("points", folder.path(), arguments));
    assert!(line.starts_with("the run diverged: the loss is "), "{line}");
    // Evaluation is of the last step, unless the best is asked for.
    assert_eq!(step_of(&folder, "good/model.safetensors"), "40");
}

pub fn a_loss_that_is_not_finite_keeps_the_best_step() {
    let folder = Folder::new("training-infinite");
    // Each step is larger than the one before, until a number overflows.
    let arguments = "--out run --optimizer sgd --lr 30 --steps 1000 --eval-every 1 --quiet";
    let line = fail_with(3, command("pixels", folder.path(), arguments));
    assert!(line.contains(": try a smaller --lr; run/best.safetensors is of the best step, "), "{line}");
    assert!(line.ends_with("; run/checkpoint.safetensors is from before"), "{line}");
    let losses = column(&log(&folder.path().join("run")), "loss");
    let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let at = 1 + losses.iter().position(|loss| loss.total_cmp(&best).is_eq()).unwrap();
    assert_eq!(step_of(&folder, "run/best.safetensors"), at.to_string());
}

pub fn a_run_without_validation_is_judged_too() {
    let folder = Folder::new("training-unvalidated");
    let line = fail_with(3, command("pixels", folder.path(), "--out run --lr 1e3 --quiet"));
    assert!(line.starts_with("the run diverged: the loss is "), "{line}");
    succeed("pixels", folder.path(), "--out fine --quiet");
    assert!(!folder.path().join("fine/best.safetensors").exists());
}

/// The loss of the last steps is small, and that of validation is a hundred times what it was.
pub fn overfitting_is_not_diverging() {
    let folder = Folder::new("training-overfit");
    // What is for validation is near the values that the model has before training, and all else is far from them.
    let rows: Vec<usize> = (0..20).collect();
    let split = Split::new(rows.len(), 0.2, 1).unwrap();
    let validation: Vec<usize> = split.validation(&rows).all().copied().collect();
    let row = |&i: &usize| format!("0.{i:02},0.5,{}\n", if validation.contains(&i) { 0 } else { 10 });
    let table = "x,y,z\n".to_owned() + &rows.iter().map(row).collect::<String>();
    fs::write(folder.path().join("points.csv"), table).unwrap();
    succeed("points", folder.path(), "--out run --data points.csv --steps 2000 --lr 0.03 --quiet");
    let log = log(&folder.path().join("run"));
    let (training, validation) = (column(&log, "loss"), column(&log, "validation"));
    assert!(training.last() < Some(&0.1) && validation.last() > Some(&50.0), "{training:?} {validation:?}");
}
