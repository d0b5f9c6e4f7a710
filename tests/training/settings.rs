//! Which settings hold.

use std::fs;

use burtorch::io::Tensors;

use crate::child::{checkpoint, column, command, fail, log, succeed};
use crate::folder::Folder;
use crate::programs::points;

/// What the checkpoint in `run` says of some settings.
fn said<const N: usize>(folder: &Folder, keys: [&str; N]) -> [String; N] {
    let metadata = checkpoint(&folder.path().join("run")).metadata;
    keys.map(|key| metadata.get(key).cloned().unwrap_or_default())
}

pub fn what_is_said_goes_before_what_was_saved_and_that_before_defaults() {
    let folder = Folder::new("training-settings");
    let keys = ["steps", "batch", "lr", "optimizer", "schedule", "seed", "eval-every", "clip", "decay"];
    succeed("points", folder.path(), "--out run");
    assert_eq!(said(&folder, keys), ["60", "8", "0.01", "adam", "constant", "1", "3", "", ""]);

    fs::remove_dir_all(folder.path().join("run")).unwrap();
    let options = "--steps 10 --batch 5 --lr 0.125 --optimizer adamw --schedule warmup:2,step:3,0.5 --seed 9 \
                   --eval-every 4 --clip 0.5 --decay *.weight=0.01,*=0";
    succeed("points", folder.path(), &format!("--out run {options}"));
    let decay = "*.weight=0.01,*=0";
    let expected = ["10", "5", "0.125", "adamw", "warmup:2,step:3,0.5", "9", "4", "0.5", decay];
    assert_eq!(said(&folder, keys), expected);
    succeed("points", folder.path(), "--out run --resume");
    assert_eq!(said(&folder, keys), expected);

    succeed("points", folder.path(), "--out run --resume --steps 20 --lr 0.25 --schedule cosine --eval-every 5");
    let expected = ["20", "5", "0.25", "adamw", "cosine", "9", "5", "0.5", decay];
    assert_eq!(said(&folder, keys), expected);
    assert_eq!(column(&log(&folder.path().join("run")), "step"), [4.0, 8.0, 10.0, 15.0, 20.0]);
}

pub fn a_rate_belongs_to_its_optimizer() {
    let folder = Folder::new("training-rate");
    let keys = ["optimizer", "lr"];
    // The rate of the program is that of its own optimizer.
    succeed("points", folder.path(), "--out run --steps 5 --optimizer momentum");
    assert_eq!(said(&folder, keys), ["momentum", "0.01"]);
    fs::remove_dir_all(folder.path().join("run")).unwrap();
    succeed("points", folder.path(), "--out run --steps 5 --optimizer rmsprop");
    assert_eq!(said(&folder, keys), ["rmsprop", "0.001"]);
    fs::remove_dir_all(folder.path().join("run")).unwrap();
    succeed("points", folder.path(), "--out run --steps 5 --lr 0.5 --optimizer adagrad");
    // To say the name once more is to say nothing new.
    succeed("points", folder.path(), "--out run --resume --steps 6 --optimizer adagrad");
    assert_eq!(said(&folder, keys), ["adagrad", "0.5"]);
}

pub fn every_run_says_its_settings_and_where_they_come_from() {
    let folder = Folder::new("training-described");
    fs::write(folder.path().join("points.csv"), points::table()).unwrap();
    let says = |program: &str, options: &str, expected: [&str; 2]| {
        let out = succeed(program, folder.path(), options);
        let lines: Vec<_> = out.lines().skip_while(|line| !line.starts_with("optimizer ")).take(2).collect();
        assert_eq!(lines, expected, "{program} {options}\n{out}");
    };
    says(
        "points",
        "--steps 5",
        [
            "optimizer adam (default), rate 0.01 (program), schedule constant (default)",
            "steps 5 (--steps), batch 8 (program), seed 1 (default)",
        ],
    );
    // The rate of the program is not taken over for another optimizer, and this is said.
    says(
        "points",
        "--optimizer adamw --out run",
        [
            "optimizer adamw (--optimizer), rate 0.001 (adamw's own; the program's 0.01 is for adam), schedule constant (default)",
            "steps 60 (program), batch 8 (program), seed 1 (default)",
        ],
    );
    says(
        "points",
        "--resume --out run --steps 70 --schedule cosine",
        [
            "optimizer adamw (checkpoint), rate 0.001 (checkpoint), schedule cosine (--schedule)",
            "steps 70 (--steps), batch 8 (checkpoint), seed 1 (checkpoint)",
        ],
    );
    says(
        "points",
        "--optimizer adam --lr 0.5 --clip 0.25 --decay *=0 --batch 4 --seed 7 --patience 3 --data run/../points.csv",
        [
            "optimizer adam (--optimizer), rate 0.5 (--lr), schedule constant (default), clip 0.25 (--clip), decay *=0 (--decay)",
            "steps 60 (program), batch 4 (--batch), seed 7 (--seed), patience 3 (--patience), data run/../points.csv (--data)",
        ],
    );
    says(
        "letters",
        "",
        [
            "optimizer sgd (program), rate 0.5 (program), schedule cosine (program)",
            "steps 40 (program), batch 16 (default), drawn with replacement (program), seed 1 (default)",
        ],
    );
}

pub fn patience_stops_early_and_takes_the_best() {
    let folder = Folder::new("training-patience");
    // Steps so long that the validation loss does not only fall.
    let out = succeed("points", folder.path(), "--out run --steps 1000 --eval-every 2 --patience 3 --lr 0.1");
    let run = folder.path().join("run");
    let log = log(&run);
    let (steps, losses) = (column(&log, "step"), column(&log, "validation"));
    let best = (0..losses.len()).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).unwrap();
    assert_eq!(losses.len(), best + 4, "{losses:?}");
    assert!(steps[best + 3] < 1000.0);
    // The model is the best one, and says so.
    let [model, kept] = ["model", "best"].map(|name| fs::read(run.join(name).with_extension("safetensors")).unwrap());
    assert!(model == kept);
    let file = Tensors::open(run.join("model.safetensors")).unwrap();
    assert_eq!(file.metadata("step").unwrap().parse(), Ok(steps[best]));
    assert!(out.contains(&format!("validation loss {:.4}", losses[best])), "{out}");
}

pub fn threads_are_kept() {
    let folder = Folder::new("training-threads");
    succeed("points", folder.path(), "--out one --threads 1 --quiet");
    if cfg!(feature = "parallel") {
        succeed("points", folder.path(), "--out run --threads 2 --quiet --batch 80");
        assert_eq!(said(&folder, ["threads"]), ["2"]);
        succeed("points", folder.path(), "--out run --resume --steps 70");
        assert_eq!(said(&folder, ["threads"]), ["2"]);
    } else {
        let line = fail(command("points", folder.path(), "--out run --threads 2"));
        assert_eq!(
            line,
            "`--threads 2`: this program was built for one thread; build it with burtorch's feature `parallel`"
        );
        assert!(!folder.path().join("run").exists());
    }
}
