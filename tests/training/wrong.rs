//! Bad input: an exit code, one line that says what to do, nothing lost, no panic.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::child::{assert_same, column, command, fail, fail_with, log, snapshot, succeed, text};
use crate::folder::Folder;
use crate::programs::{pixels, points};

/// What is wrong, the program, its arguments, and what the line says.
type Case = (&'static str, &'static str, &'static str, &'static str);

/// The folder has `run` of `points`, `words` of `letters`, and the files below.
const CASES: &[Case] = &[
    // Data.
    ("no such file", "points", "--data none.csv", "none.csv: there is no such file; check the path"),
    ("an empty file", "points", "--data empty", "empty: the file is empty"),
    ("an empty list", "letters", "--data empty", "empty: "),
    ("an empty image file", "pixels", "--data empty", "empty: the file is empty; give a file of the format IDX"),
    ("a table without lines", "points", "--data names.csv", "names.csv: "),
    ("a directory", "points", "--data run", "run: this is a directory; give the path of a file in it"),
    ("a path below a file", "points", "--data empty/x.csv", "empty/x.csv: the file cannot be read: Not a directory"),
    ("a broken cell", "points", "--data cell.csv", "cell.csv:4:3: `four` in column `y` is not a number"),
    ("a line too short", "points", "--data short.csv", "short.csv:3:"),
    (
        "no such column",
        "points",
        "--data column.csv",
        "column.csv: there is no column `x`; the columns are `a`, `b`, `c`",
    ),
    ("a character that is not in the alphabet", "letters", "--data letters.txt", "letters.txt:2:3: "),
    ("bytes that are no text", "letters", "--data bytes.txt", "bytes.txt:1:4: the byte 0xff here is not UTF-8"),
    ("a compressed file", "points", "--data packed.csv.gz", "packed.csv.gz: the file is compressed; unpack it"),
    ("a wrong header", "pixels", "--data header.idx", "header.idx: the first bytes are `89 50 4e 47`"),
    ("an unknown type", "pixels", "--data type.idx", "type.idx: the type 77 is unknown"),
    (
        "images that are cut off",
        "pixels",
        "--data cut.idx",
        "cut.idx: the file has 100 bytes, but the shape 32 × 2 × 2",
    ),
    ("images of another size", "pixels", "--data wide.idx", "wide.idx: "),
    ("too few lines", "points", "--data few.csv", "a batch has 8 samples, but there are only "),
    ("a model of another program", "letters", "eval --from run/model.safetensors", "run/model.safetensors: "),
    // Options.
    (
        "an unknown option",
        "points",
        "--step 5",
        "unexpected argument '--step' found; a similar argument exists: '--steps'",
    ),
    ("a word too many", "points", "train", "unrecognized subcommand 'train'"),
    ("an option without a value", "points", "--steps", "a value is required for '--steps <N>' but none was supplied"),
    ("an option twice", "points", "--steps 5 --steps 6", "the argument '--steps <N>' cannot be used multiple times"),
    ("a number that is none", "points", "--steps many", "invalid value 'many' for '--steps <N>'"),
    ("no steps", "points", "--steps 0", "invalid value '0' for '--steps <N>': 0 is not in 1.."),
    ("fewer than no steps", "points", "--steps=-5", "invalid value '-5' for '--steps <N>'"),
    ("no samples in a batch", "points", "--batch 0", "invalid value '0' for '--batch <N>': 0 is not in 1.."),
    ("a batch too large", "points", "--batch 81", "`--batch 81`: a batch has 81 samples, but there are only 80"),
    (
        "a batch too large of samples that are drawn",
        "letters",
        "--batch 100000000",
        "`--batch 100000000`: a batch has 100000000 samples, but there are only 49; make it smaller",
    ),
    (
        "a batch beyond memory",
        "letters",
        "--batch 18446744073709551615",
        "a batch has 18446744073709551615 samples, but there are only 49; make it smaller",
    ),
    ("a negative rate", "points", "--lr -0.1", "`--lr -0.1`: it must be a number above 0"),
    ("no rate", "points", "--lr 0", "`--lr 0`: it must be a number above 0"),
    ("a rate that is not a number", "points", "--lr nan", "`--lr NaN`: it must be a number above 0"),
    ("an infinite rate", "points", "--lr inf", "`--lr inf`: it must be a number above 0"),
    ("a rate of letters", "points", "--lr fast", "invalid value 'fast' for '--lr <X>'"),
    ("an unknown optimizer", "points", "--optimizer adma", "no optimizer is called `adma`: there are sgd, momentum, "),
    ("an unknown schedule", "points", "--schedule cosinus", "`--schedule cosinus`: no schedule has this name"),
    ("a schedule without sense", "points", "--schedule step:0,2", "`--schedule step:0,2`: "),
    ("a negative clip", "points", "--clip -1", "`--clip -1`: it must be a number above 0"),
    ("decay of nothing", "points", "--decay nothing=0.1", "`--decay nothing=0.1`: "),
    ("decay that is no rule", "points", "--decay x=y", "`--decay x=y`: "),
    ("an unknown model", "letters", "--hidden 5", "invalid value '5' for '--hidden <CHOICE>'; [possible values: 4, 8]"),
    ("no threads", "points", "--threads 0", "invalid value '0' for '--threads <N>': 0 is not in 1.."),
    ("too many threads", "points", "--threads 100000", "`--threads 100000`: there can be 1024 at most"),
    ("no steps between validations", "points", "--eval-every 0", "invalid value '0' for '--eval-every <N>'"),
    ("no patience", "points", "--patience 0", "invalid value '0' for '--patience <N>': 0 is not in 1.."),
    ("a negative seed", "points", "--seed=-1", "invalid value '-1' for '--seed <N>'"),
    ("a sample of a model that makes up nothing", "points", "sample", "unrecognized subcommand 'sample'"),
    // Folders.
    ("a file as the folder", "points", "--out empty", "cannot write to empty: File exists"),
    ("a folder below a file", "points", "--out empty/run", "cannot write to empty/run: Not a directory"),
    ("a folder of the system", "points", "--out /proc/run", "cannot write to /proc/run: "),
    ("a folder of another run", "points", "--out run", "run has the checkpoint of a run: add --resume to go on"),
    (
        "a folder of another run to go on in",
        "points",
        "--resume run/checkpoint.safetensors --out words",
        "words has the checkpoint of another run: choose another --out",
    ),
    // Checkpoints.
    ("nothing to go on from", "points", "--resume", "there is no checkpoint of `points` in runs/: train first"),
    ("nothing to evaluate", "points", "eval", "there is no checkpoint of `points` in runs/: train first"),
    ("nothing to make up from", "letters", "sample", "there is no checkpoint of `letters` in runs/: train first"),
    ("no such checkpoint", "points", "--resume none", "none: cannot open the file: No such file or directory"),
    (
        "no checkpoint in the folder",
        "points",
        "--resume --out none",
        "none/checkpoint.safetensors: cannot open the file",
    ),
    ("a directory as a checkpoint", "points", "--resume run", "run: cannot read the file: Is a directory"),
    ("an empty checkpoint", "points", "--resume empty", "empty: not a whole safetensors file: it has 0 bytes"),
    ("a truncated checkpoint", "points", "--resume cut.safetensors", "cut.safetensors: not a whole safetensors file"),
    (
        "a flipped bit",
        "points",
        "--resume flipped.safetensors",
        "flipped.safetensors: the checkpoint has changed since",
    ),
    ("a flipped bit, evaluated", "points", "eval --from flipped.safetensors", "the checkpoint has changed since"),
    ("parameters alone", "points", "--resume run/model.safetensors", "there are tensors, but no checkpoint"),
    ("another model", "points", "--resume words/checkpoint.safetensors", "words/checkpoint.safetensors: "),
    (
        "another model to evaluate",
        "points",
        "eval --from words/model.safetensors",
        "has shape [4, 6], but [8, 2] in the model",
    ),
    (
        "another size of the model",
        "letters",
        "--resume --out words --hidden 8",
        "has shape [4, 6], but [8, 6] in the model",
    ),
    (
        "another optimizer",
        "points",
        "--resume --out run --optimizer sgd",
        "`--optimizer sgd`: the checkpoint is of `adam`; leave the option out to go on",
    ),
    (
        "steps that are over",
        "points",
        "--resume --out run --steps 59",
        "`--steps 59`: the checkpoint has taken 60 steps already; say how many there are to be in all",
    ),
    ("data that are gone", "points", "--resume --out moved", "moved.csv: there is no such file; check the path"),
];

pub fn bad_input_is_one_line_and_nothing_is_lost() {
    let folder = Folder::new("training-wrong");
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, bytes: &[u8]| fs::write(path(name), bytes).unwrap();
    succeed("points", folder.path(), "--out run");
    succeed("letters", folder.path(), "--out words --schedule constant");
    write("moved.csv", points::table().as_bytes());
    succeed("points", folder.path(), "--out moved --data moved.csv");
    fs::remove_file(path("moved.csv")).unwrap();
    write("empty", b"");
    write("names.csv", b"x,y,z\n");
    write("cell.csv", b"x,y,z\n1,2,3\n\n1,four,5\n");
    write("short.csv", b"x,y,z\n1,2,3\n1,2\n");
    write("column.csv", b"a,b,c\n1,2,3\n");
    write("few.csv", b"x,y,z\n1,2,3\n1,2,4\n2,2,4\n3,1,2\n");
    write("letters.txt", b"one\ntw0\n");
    write("bytes.txt", b"one\xff\n");
    write("packed.csv.gz", &[0x1f, 0x8b, 8, 0, 0, 0]);
    write("header.idx", b"\x89PNG\r\n\x1a\n");
    write("type.idx", &[0, 0, 0x77, 1, 0, 0, 0, 1, 0]);
    write("cut.idx", &pixels::images()[..100]);
    write("wide.idx", &[0, 0, 8, 2, 0, 0, 0, 1, 0, 0, 0, 3, 1, 2, 3]);
    let saved = fs::read(path("run/checkpoint.safetensors")).unwrap();
    write("cut.safetensors", &saved[..saved.len() - 1]);
    let mut flipped = saved.clone();
    flipped[saved.len() - 70] ^= 0x10;
    write("flipped.safetensors", &flipped);

    let before = snapshot(folder.path());
    let names = folder.names();
    let mut failed = Vec::new();
    for &(what, program, arguments, expected) in CASES {
        let line = fail(command(program, folder.path(), arguments));
        if !line.contains(expected) {
            failed.push(format!("{what}: {line}\n  without: {expected}"));
        }
        assert!(snapshot(folder.path()) == before && folder.names() == names, "{what} has changed a file");
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));

    // Words that are not UTF-8.
    for (option, expected) in [("--optimizer", "invalid UTF-8"), ("--data", "a name that is not UTF-8; rename it")] {
        let mut command = command("points", folder.path(), option);
        let line = fail(command_with(&mut command, b"\xff\xfe"));
        assert!(line.contains(expected), "{line}");
    }
    assert!(snapshot(folder.path()) == before);
    println!("{} kinds of bad input", CASES.len() + 2);
}

fn command_with(command: &mut Command, word: &[u8]) -> Command {
    command.arg(OsStr::from_bytes(word));
    std::mem::replace(command, Command::new(""))
}

/// A disk of 256 kB that goes away with this value.
struct Disk<'p>(&'p std::path::Path);

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        Command::new("umount").arg(self.0).status().ok();
    }
}

pub fn a_full_disk_is_one_line_and_the_checkpoint_stays() {
    let folder = Folder::new("training-full");
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(&disk).stderr(Stdio::null());
    if !mount.status().is_ok_and(|status| status.success()) {
        println!("skipped: only the administrator can mount a small disk");
        return;
    }
    let _unmounts = Disk(&disk);
    let options = "--quiet --eval-every 10";
    succeed("points", folder.path(), &format!("--out disk/run --steps 40 {options}"));
    succeed("points", folder.path(), &format!("--out whole --steps 80 {options}"));
    // Something else takes all room that is left.
    let mut filler = fs::File::create(disk.join("filler")).unwrap();
    while std::io::Write::write_all(&mut filler, &[7; 512]).is_ok() {}
    let before = fs::read(disk.join("run/checkpoint.safetensors")).unwrap();
    let line = fail(command("points", folder.path(), &format!("--out disk/run --resume --steps 80 {options}")));
    assert!(line.contains("No space left on device"), "{line}");
    assert!(before == fs::read(disk.join("run/checkpoint.safetensors")).unwrap());
    // And a run that begins there.
    let line = fail(command("points", folder.path(), &format!("--out disk/new --steps 80 {options}")));
    assert!(line.contains("No space left on device"), "{line}");
    // With room it goes on as if nothing had happened.
    drop(filler);
    fs::remove_file(disk.join("filler")).unwrap();
    succeed("points", folder.path(), &format!("--out disk/run --resume --steps 80 {options}"));
    assert_same(&folder.path().join("whole"), &disk.join("run"), "after a full disk");
}

pub fn a_loss_that_is_not_finite_keeps_the_checkpoint() {
    let folder = Folder::new("training-diverged");
    let line = fail_with(3, command("points", folder.path(), "--out new --optimizer sgd --lr 1e30 --quiet"));
    assert!(line.contains("try a smaller --lr"), "{line}");
    assert!(!folder.path().join("new/checkpoint.safetensors").exists());

    // Whether it is seen by the loss or by the parameters: what is there stays, and a smaller rate goes on from it.
    succeed("points", folder.path(), "--out run --optimizer sgd --lr 0.01 --steps 10 --quiet");
    let path = folder.path().join("run/checkpoint.safetensors");
    let before = fs::read(&path).unwrap();
    for (rate, every) in [("1e30", 1), ("1e30", 100), ("3e38", 1), ("1e300", 1)] {
        let arguments = format!("--resume --out run --steps 100 --lr {rate} --eval-every {every} --quiet");
        let line = fail_with(3, command("points", folder.path(), &arguments));
        let kept = "try a smaller --lr; run/checkpoint.safetensors is from before";
        assert!(line.ends_with(kept), "{line}");
        assert!(fs::read(&path).unwrap() == before, "{line}");
    }
    succeed("points", folder.path(), "--resume --out run --steps 20 --lr 0.01 --quiet");
    assert!(column(&log(&folder.path().join("run")), "validation").iter().all(|loss| loss.is_finite()));

    // Without samples for validation.
    succeed("pixels", folder.path(), "--out pixels --lr 0.01 --steps 10 --quiet");
    let path = folder.path().join("pixels/checkpoint.safetensors");
    let before = fs::read(&path).unwrap();
    fail_with(
        3,
        command("pixels", folder.path(), "--resume --out pixels --steps 100 --lr 1e25 --eval-every 1 --quiet"),
    );
    assert!(fs::read(&path).unwrap() == before);
}

pub fn a_reader_that_leaves_loses_nothing() {
    let folder = Folder::new("training-reader");
    succeed("points", folder.path(), "--out whole --steps 50 --eval-every 10 --quiet");
    // The reader leaves after some bytes, and what is printed next does not arrive.
    let mut command_ = command("points", folder.path(), "--out run --steps 50 --eval-every 10");
    let mut child = command_.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 1]).unwrap();
    let ended = child.wait_with_output().unwrap();
    let line = String::from_utf8(ended.stderr).unwrap();
    match ended.status.code() {
        // It was too late to matter.
        Some(0) => assert_eq!(line, ""),
        Some(2) => {
            assert!(line.starts_with("error: cannot print: Broken pipe") && line.lines().count() == 1, "{line}");
            let resume = if folder.path().join("run/checkpoint.safetensors").exists() { "--resume" } else { "" };
            succeed("points", folder.path(), &format!("--out run {resume} --steps 50 --eval-every 10 --quiet"));
        }
        code => panic!("{code:?}: {line}"),
    }
    assert_same(&folder.path().join("whole"), &folder.path().join("run"), "without a reader");

    // Nobody reads from the start; there is no room for what is printed.
    let mut command_ = command("points", folder.path(), "--out full --steps 50 --json --eval-every 10");
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        command_.stdout(full);
        let line = fail_unread(command_);
        let path = "full/checkpoint.safetensors";
        assert!(line.contains("No space left on device"), "{line}");
        assert!(line.ends_with(&format!("stopped after step 10; --resume {path} goes on\n")), "{line}");
        succeed("points", folder.path(), &format!("--resume {path} --quiet"));
        assert_same(&folder.path().join("whole"), &folder.path().join("full"), "without room");
    }
    // What is asked for is nothing but the output, so nothing is wrong.
    for arguments in ["--help", "eval --from run/model.safetensors"] {
        let mut command_ = command("points", folder.path(), arguments);
        let mut child = command_.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!((ended.status.code(), text(OsStr::from_bytes(&ended.stderr))), (Some(0), ""), "{arguments}");
    }
}

/// What a program says on its standard error output whose other output goes elsewhere.
fn fail_unread(mut command: Command) -> String {
    let ended = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

/// At some places of it: all are in `tests/files`.
pub fn every_truncation_and_flip_of_a_checkpoint_is_refused() {
    let folder = Folder::new("training-broken");
    succeed("letters", folder.path(), "--out run --optimizer adam --quiet");
    let path = folder.path().join("run/checkpoint.safetensors");
    let whole = fs::read(&path).unwrap();
    for place in 0..12 {
        let at = place * (whole.len() - 1) / 11;
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        for broken in [&whole[..at], &flipped] {
            fs::write(&path, broken).unwrap();
            for arguments in ["--resume --out run", "eval --from run/checkpoint.safetensors"] {
                fail(command("letters", folder.path(), arguments));
                assert!(fs::read(&path).unwrap() == broken);
            }
        }
    }
}

pub fn messages_are_short_whatever_a_file_holds() {
    let folder = Folder::new("training-long");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("cell.csv", &[&b"x,y,z\n1,"[..], &b"1x".repeat(25_000_000), b",2\n"].concat());
    write("name.csv", &[&b"x,y,z"[..], &b"z".repeat(50_000_000), b"\n1,2,3\n"].concat());
    let columns: Vec<_> = (0..1_000_000).map(|column| format!("column {column}")).collect();
    write("columns.csv", columns.join(",").as_bytes());
    let cases = [
        (
            "cell.csv",
            "cell.csv:2:3: `1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x… (50000000 bytes)` in column",
        ),
        ("name.csv", "name.csv: there is no column `z`; the columns are `x`, `y`, `zzzzzzzzzzzzzzzzzzzzzzzz"),
        ("columns.csv", "columns.csv: there is no column `x`; the columns are `column 0`, `column 1`, "),
    ];
    for (data, expected) in cases {
        let line = fail(command("points", folder.path(), &format!("--data {data}")));
        assert!(line.len() < 1000, "{} bytes of {data}", line.len());
        assert!(line.starts_with(expected), "{line}");
    }
}

/// To open a pipe that nobody writes to is to wait for ever.
pub fn what_is_not_a_file_is_refused() {
    let folder = Folder::new("training-pipe");
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    for arguments in ["--resume pipe", "eval --from pipe", "--resume /dev/zero"] {
        let mut child = command("points", folder.path(), arguments).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(20) {
                child.kill().unwrap();
                panic!("`{arguments}` waits");
            }
            sleep(Duration::from_millis(10));
        }
        let ended = child.wait_with_output().unwrap();
        let line = String::from_utf8(ended.stderr).unwrap();
        let expected = ": this is a pipe or a device, not a file; copy what it gives to a file, and read that\n";
        assert!(ended.status.code() == Some(2) && line.ends_with(expected), "{arguments}: {line}");
    }
}
