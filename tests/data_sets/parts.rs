//! Splits into training and validation: nothing is lost, nothing is in both.

use burtorch::data::{Lines, Samples, Source, Split, Text};

#[test]
fn every_sample_is_in_one_part() {
    let items: Vec<usize> = (0..103).collect();
    let split = Split::new(items.len(), 0.2, 7).unwrap();
    let (training, validation) = (split.training(&items), split.validation(&items));
    assert_eq!((training.len(), validation.len()), (82, 21));
    let mut all: Vec<usize> = training.all().chain(validation.all()).copied().collect();
    all.sort_unstable();
    assert_eq!(all, items);
}

#[test]
fn the_seed_decides_who_is_where() {
    assert_eq!(Split::new(100, 0.1, 1), Split::new(100, 0.1, 1));
    assert_ne!(Split::new(100, 0.1, 1), Split::new(100, 0.1, 2));
    // Not the last ones: their mean is that of all, give or take.
    let items: Vec<usize> = (0..10_000).collect();
    let split = Split::new(items.len(), 0.1, 3).unwrap();
    let sum: usize = split.validation(&items).all().sum();
    assert!((4_700_000..5_300_000).contains(&sum), "{sum}");
}

#[test]
fn a_part_is_a_data_set_like_any_other() {
    let (x, y): (Vec<f32>, Vec<u8>) = (0..20_u8).map(|i| (f32::from(i), i)).unzip();
    let pairs = burtorch::data::Zip::new(&x, &y).unwrap();
    let split = Split::new(pairs.len(), 0.25, 7).unwrap();
    let training = split.training(pairs);
    assert!(training.pick(&[3, 3, 14]).all(|(&x, &y)| x.to_bits() == f32::from(y).to_bits()));
    let inner = Split::new(training.len(), 0.2, 7).unwrap();
    assert_eq!(inner.validation(training).convert(|(_, y)| *y).all().len(), 3);
}

#[test]
fn windows_of_one_part_have_no_character_of_the_other() {
    let letters: String = ('\u{100}'..).take(100).collect();
    let text = Text::new(&Source::new("text", letters)).unwrap();
    let (training, validation) = text.split::<5>(0.3).unwrap();
    assert_eq!((training.len(), validation.len()), (65, 25));
    // Each character occurs once, so tokens are positions.
    assert!(training.all().all(|(tokens, targets)| tokens.iter().chain(targets).all(|&token| token < 70)));
    assert!(validation.all().all(|(tokens, targets)| tokens.iter().chain(targets).all(|&token| token >= 70)));
    let predicted: Vec<u8> = validation.apart().all().flat_map(|(_, targets)| *targets).collect();
    assert!(predicted.iter().copied().eq(71..96));
}

#[test]
fn items_are_in_one_part_as_a_whole() {
    let lines = Lines::new(&Source::new("list", "one\ntwo\nthree\nfour\nfive\n")).unwrap();
    let (training, validation) = lines.split::<4>(0.4).unwrap();
    assert_eq!((training.len(), validation.len()), (4 + 4 + 6, 5 + 5));
    // A part starts with the start of an item, and what is before it is not seen.
    assert_eq!(validation.sample(0), ([0; 4], lines.vocabulary().token('f').unwrap()));
    assert!(training.all().chain(validation.all()).eq(lines.contexts::<4>().all()));
}

#[test]
fn parts_without_samples_are_errors() {
    for part in [0.0, 1.0, -0.5, 1.5, f64::NAN] {
        assert_eq!(
            Split::new(10, part, 0).unwrap_err().to_string(),
            format!("the part for validation is {part}; it must be between 0 and 1, such as 0.1")
        );
    }
    assert_eq!(
        Split::new(4, 0.1, 0).unwrap_err().to_string(),
        "a part of 0.1 for validation leaves 4 of 4 samples to learn from and 0 to validate; \
         give more data or another part"
    );
    let list = Lines::new(&Source::new("list.txt", "one\ntwo\n")).unwrap();
    assert_eq!(
        list.split::<3>(0.9).unwrap_err().to_string(),
        "list.txt: a part of 0.9 for validation leaves 0 of 2 items to learn from and 2 to validate; \
         give more data or another part"
    );
    let text = Text::new(&Source::new("text.txt", "abcdefghijklmnopqrst")).unwrap();
    assert_eq!(
        text.split::<8>(0.1).unwrap_err().to_string(),
        "text.txt: 18 characters to learn from and 2 to validate, but a window of 8 and the next one needs 9; \
         give a longer text"
    );
    assert_eq!(
        text.split::<1>(2.0).unwrap_err().to_string(),
        "text.txt: the part for validation is 2; it must be between 0 and 1, such as 0.1"
    );
}
