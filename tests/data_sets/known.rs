//! Files that are known: those that ship with the project, and larger ones in the folder `BURTORCH_DATA`.

use std::path::PathBuf;

use burtorch::data::{Lines, Samples as _, Text};

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// A file of the folder that the variable names.
fn larger(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("BURTORCH_DATA").map(|folder| PathBuf::from(folder).join(name));
    let path = path.filter(|path| path.exists());
    if path.is_none() {
        eprintln!("skipped: set BURTORCH_DATA to a folder with {name}");
    }
    path
}

fn shipped(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/data").join(name)
}

/// What `contexts` should be, by copying.
fn contexts_by_hand(names: &[&str]) -> Vec<([u8; 16], u8)> {
    let mut samples = Vec::new();
    for name in names {
        let mut context = [0; 16];
        for next in name.bytes().map(|letter| letter - b'a' + 1).chain([0]) {
            samples.push((context, next));
            context.rotate_left(1);
            context[15] = next;
        }
    }
    samples
}

#[test]
fn contexts_of_names_are_those_made_by_hand() {
    for path in [Some(shipped("names.txt")), larger("names.txt")].into_iter().flatten() {
        let content = std::fs::read_to_string(&path).unwrap();
        let names: Vec<&str> = content.lines().collect();
        let lines = Lines::open(&path).unwrap();
        assert_eq!(lines.len(), names.len());
        assert_eq!(lines.vocabulary().characters()[1..].iter().collect::<String>(), LETTERS);
        assert!(lines.contexts().all().eq(contexts_by_hand(&names)), "{}", path.display());
    }
}

/// The list of Andrej Karpathy's makemore: its 32033 names give 228146 samples, as he says.
#[test]
fn the_names_of_makemore_have_the_published_counts() {
    let Some(path) = larger("names.txt") else { return };
    let lines = Lines::open(path).unwrap();
    assert_eq!((lines.len(), lines.contexts::<3>().len()), (32_033, 228_146));
}

/// The text of Andrej Karpathy's `char-rnn`: 1115394 characters, 65 different ones, as he says.
#[test]
fn the_plays_of_char_rnn_have_the_published_counts() {
    let Some(path) = larger("input.txt") else { return };
    let text = Text::open(&path).unwrap();
    assert_eq!((text.tokens().len(), text.vocabulary().len()), (1_115_394, 65));
    let characters: String = text.vocabulary().characters().iter().collect();
    assert_eq!(characters, "\n !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    // The first words of nanoGPT's `train.bin`.
    assert_eq!(text.vocabulary().encode("First Citizen").unwrap(), text.tokens()[..13]);
    assert_eq!(text.tokens()[..5], [18, 47, 56, 57, 58]);
    assert_eq!(text.vocabulary().decode(text.tokens()), std::fs::read_to_string(path).unwrap());
    let (training, validation) = text.split::<8>(0.1).unwrap();
    assert_eq!((training.len() + 8, validation.len() + 8), (1_003_855, 111_539));
}
