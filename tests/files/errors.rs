//! A file that does not fit is an error that names it, says what differs and what to do; nothing is changed.

use std::fs;

use burtorch::io::{self, Checkpoint, Error, Problem};

use crate::folder::Folder;
use crate::models::{checkpoint, double, params, plain, reserved, single, turned, wide};

const PARAMS: usize = single::Net::PARAMS;

/// Loads a checkpoint of `single`, with room for a state of `state` values.
fn load(folder: &Folder, state: usize) -> Result<Checkpoint, Error> {
    let (mut params, mut state) = ([7.0; PARAMS], vec![7.0; state]);
    let result = Checkpoint::load::<single::Net>(folder.path().join("file"), &mut params, &mut state);
    assert!(result.is_ok() || params.iter().chain(&state).all(|&value| value == 7.0));
    result
}

/// The message, without the path in front of it.
fn message<T: std::fmt::Debug>(folder: &Folder, result: Result<T, Error>) -> String {
    let error = result.unwrap_err();
    let path = folder.path().join("file");
    assert_eq!(error.path(), Some(path.as_path()));
    error.to_string().strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
}

macro_rules! save {
    ($folder:ident, $model:ident) => {
        let saved = params::<$model::Net>(1);
        checkpoint().save::<$model::Net>($folder.path().join("file"), &saved, &saved).unwrap();
    };
}

#[test]
fn another_model_is_told_by_what_differs() {
    let folder = Folder::new("another");
    save!(folder, wide);
    assert_eq!(
        message(&folder, load(&folder, PARAMS)),
        "the tensor `up.weight` has shape [6, 3], but [5, 3] in the model; load it with the model that saved it"
    );
    save!(folder, plain);
    assert_eq!(
        message(&folder, load(&folder, PARAMS)),
        "there is no tensor `up.bias`, which has shape [5] in the model; load it with the model that saved it"
    );
    save!(folder, single);
    let mut other = [0.0; plain::Net::PARAMS];
    assert_eq!(
        message(&folder, io::load::<plain::Net>(folder.path().join("file"), &mut other)),
        "the tensor `up.bias` of shape [5] is not in the model; load it with the model that saved it"
    );
    save!(folder, double);
    assert_eq!(
        message(&folder, load(&folder, PARAMS)),
        "the tensor `up.weight` has elements of type F64, but the model has f32; `load_rounded` rounds them"
    );
    save!(folder, turned);
    assert_eq!(
        message(&folder, load(&folder, PARAMS)),
        "the model had the same parameters in another order, in which the optimizer's state still is; restore the \
         order, or load the parameters alone with `load`"
    );
    let mut loaded = [0.0; PARAMS];
    io::load::<single::Net>(folder.path().join("file"), &mut loaded).unwrap();
    let turned = params::<turned::Net>(1);
    assert_eq!((&loaded[..20], &loaded[20..]), (&turned[24..], &turned[..24]));
}

#[test]
fn another_optimizer_is_told_by_its_name() {
    let folder = Folder::new("optimizer");
    save!(folder, single);
    load(&folder, PARAMS).unwrap();
    assert_eq!(
        message(&folder, load(&folder, 0)),
        format!(
            "the optimizer `adam` that was saved remembers {PARAMS} values, but there is room for 0; go on with that \
             optimizer, or load the parameters alone with `load`"
        )
    );
}

#[test]
fn what_is_not_a_checkpoint_is_told_by_what_it_is() {
    let folder = Folder::new("foreign");
    let path = folder.path().join("file");
    assert!(message(&folder, load(&folder, 0)).starts_with("cannot open the file: No such file"));

    io::save::<single::Net>(&path, &params::<single::Net>(1), &[]).unwrap();
    assert_eq!(
        message(&folder, load(&folder, 0)),
        "there are tensors, but no checkpoint; `load` reads parameters without one"
    );

    save!(folder, single);
    let whole = fs::read(&path).unwrap();
    let cut = whole.len() - 100;
    fs::write(&path, &whole[..cut]).unwrap();
    let tensors = 2 * 4 * PARAMS;
    assert_eq!(
        message(&folder, load(&folder, 0)),
        format!(
            "not a whole safetensors file: its tensors take {tensors} bytes by its header, but there are {}; load \
             another file, or save this one anew",
            tensors - 100
        )
    );

    let foreign: [(&[u8], &str); 6] = [
        (b"", "it has 0 bytes, and already the length of its header takes 8"),
        (
            b"\x89PNG\r\n\x1a\n....",
            "by its first 8 bytes its header has 727905341920923785 bytes, and more than 100000000 are not read",
        ),
        (b"\x20\0\0\0\0\0\0\0{", "it ends after 9 bytes, within its header of 32 bytes"),
        (b"\x02\0\0\0\0\0\0\0[]", "its header is broken: "),
        (b"\x04\0\0\0\0\0\0\0{\"a\"", "its header is broken: "),
        (b"\x02\0\0\0\0\0\0\0{}abc", "its tensors take 0 bytes by its header, but there are 3"),
    ];
    for (bytes, reason) in foreign {
        fs::write(&path, bytes).unwrap();
        let message = message(&folder, load(&folder, 0));
        assert!(message.starts_with(&format!("not a whole safetensors file: {reason}")), "{message}");
    }
}

#[test]
fn entries_that_cannot_be_are_errors() {
    let folder = Folder::new("entries");
    let path = folder.path().join("file");
    save!(folder, single);
    let whole = fs::read(&path).unwrap();
    let rng = checkpoint().rng.state().map(|number| format!("{number:016x}")).join(" ");
    let zeros = ["0000000000000000"; 4].join(" ");
    let cases = [
        (format!("\"{rng}\""), format!("\"{zeros}\""), "`burtorch.rng`, which cannot be"),
        (format!("\"{rng}\""), format!("\"{rng:.50}{:17}\"", ""), "`burtorch.rng`, which cannot be"),
        ("\"9223372036854775808\"".into(), "\"-223372036854775808\"".into(), "`burtorch.step`, which cannot be"),
        ("burtorch.step".into(), "burtorch.stop".into(), "the checkpoint has no entry `burtorch.step`"),
        ("checkpoint\":\"1\"".into(), "checkpoint\":\"2\"".into(), "the format `2`, which is not known"),
        (
            "\"burtorch.fingerprint\":\"".into(),
            "\"burtorch.fingerprint\":\"x".into(),
            "`burtorch.fingerprint`, which cannot be",
        ),
    ];
    for (from, to, expected) in cases {
        let at = whole.windows(from.len()).position(|window| window == from.as_bytes()).expect(&from);
        let mut broken = whole.clone();
        broken[at..at + to.len()].copy_from_slice(to.as_bytes());
        fs::write(&path, broken).unwrap();
        let message = message(&folder, load(&folder, PARAMS));
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn what_cannot_be_saved_is_an_error_before_anything_is_written() {
    let folder = Folder::new("unsaved");
    let path = folder.path().join("file");
    let saved = params::<single::Net>(1);
    let error = checkpoint().save::<single::Net>(&path, &saved[1..], &[]).unwrap_err();
    assert!(
        matches!(error.problem(), Problem::Argument(burtorch::Error::Length { argument: "params", .. })),
        "{error}"
    );
    let error = io::save::<single::Net>(&path, &saved, &[("burtorch.step", "1")]).unwrap_err();
    assert!(matches!(error.problem(), Problem::Name { .. }), "{error}");
    let error = io::save::<reserved::Net>(&path, &[0.0; 3], &[]).unwrap_err();
    assert!(matches!(error.problem(), Problem::Name { .. }), "{error}");
    assert_eq!(folder.names(), Vec::<String>::new());
}
