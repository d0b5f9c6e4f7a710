//! What files become.

use std::fs;

use burtorch::Rng;
use burtorch::data::{Csv, CsvFormat, Idx, Lines, Samples as _, Source, Text, Vocabulary, Zip};

use crate::folder::Folder;

#[test]
fn a_file_and_the_same_bytes_in_memory_are_the_same() {
    let folder = Folder::new("same");
    let content = "Grün ist\r\ndas Gras.\n";
    let path = folder.file("text.txt", content);
    let name = path.display().to_string();
    assert_eq!(Text::open(&path), Text::new(&Source::new(&name, content)));
    assert_eq!(Lines::open(&path), Lines::new(&Source::new(&name, content)));
    assert_eq!(Text::open(&path).unwrap().name(), name);
}

#[test]
fn texts_are_encoded_by_their_characters_in_order() {
    let text = Text::new(&Source::new("text", "zäb\nab€")).unwrap();
    assert_eq!(text.vocabulary().characters(), ['\n', 'a', 'b', 'z', 'ä', '€']);
    assert_eq!(text.tokens(), [3, 4, 2, 0, 1, 2, 5]);
    assert_eq!(text.vocabulary().decode(text.tokens()), "zäb\nab€");
    assert_eq!(text.vocabulary().encode("€z").unwrap(), [5, 3]);
    assert_eq!(text.vocabulary().token('c'), None);
    // A model may have room for more tokens than the text has.
    assert_eq!(text.vocabulary().decode(&[1, 6, 255]), "a\u{fffd}\u{fffd}");
}

#[test]
fn all_256_tokens_can_be_used() {
    let characters: String = ('\u{100}'..).take(256).collect();
    let text = Text::new(&Source::new("text", characters.as_str())).unwrap();
    assert!(text.tokens().iter().copied().eq(0..=255));
    assert_eq!(text.vocabulary().decode(text.tokens()), characters);
    let items: String = ('\u{100}'..).take(255).flat_map(|letter| [letter, '\n']).collect();
    let lines = Lines::new(&Source::new("list", items)).unwrap();
    assert_eq!(lines.vocabulary().len(), 256);
    assert!(lines.items().map(|item| item[0]).eq(1..=255));
}

#[test]
fn another_text_keeps_the_vocabulary_of_the_first() {
    let first = Text::new(&Source::new("first", "hello world")).unwrap();
    let second = Text::with_vocabulary(&Source::new("second", "lower"), first.vocabulary().clone()).unwrap();
    assert_eq!(second.vocabulary(), first.vocabulary());
    assert_eq!(second.vocabulary().decode(second.tokens()), "lower");
    // As it is stored: a string.
    let stored: String = first.vocabulary().characters().iter().collect();
    assert_eq!(Vocabulary::new(&stored).unwrap(), *first.vocabulary());
}

#[test]
fn windows_hold_the_next_characters() {
    let text = Text::new(&Source::new("text", "abcdefghij")).unwrap();
    let windows = text.windows::<3>();
    assert_eq!(windows.len(), 7);
    for (at, (tokens, targets)) in windows.all().enumerate() {
        assert_eq!(tokens, &text.tokens()[at..at + 3]);
        assert_eq!(targets, &text.tokens()[at + 1..at + 4]);
    }
    assert!(windows.apart().all().eq([(&[0, 1, 2], &[1, 2, 3]), (&[3, 4, 5], &[4, 5, 6]), (&[6, 7, 8], &[7, 8, 9])]));
    assert_eq!((text.windows::<9>().len(), text.windows::<10>().len(), text.windows::<11>().len()), (1, 0, 0));
    assert_eq!((text.windows::<9>().apart().len(), text.windows::<10>().apart().len()), (1, 0));
}

#[test]
fn ends_of_lines_and_empty_lines_are_no_items() {
    for content in ["ann\nbob", "ann\nbob\n", "ann\r\nbob\r\n", "\n\nann\n\n\nbob\n\n", "\u{feff}ann\nbob\n"] {
        let lines = Lines::new(&Source::new("list", content)).unwrap();
        assert_eq!(lines.len(), 2, "{content:?}");
        assert_eq!(lines.vocabulary().characters(), ['\n', 'a', 'b', 'n', 'o'], "{content:?}");
        assert!(lines.items().eq([[1, 3, 3], [2, 4, 2]]), "{content:?}");
        assert_eq!(lines.vocabulary().decode(lines.tokens()), "ann\nbob\n");
    }
}

#[test]
fn contexts_are_what_is_before_a_character_of_the_same_item() {
    let lines = Lines::new(&Source::new("list", "a\nbcd\n")).unwrap();
    let contexts: Vec<_> = lines.contexts::<2>().all().collect();
    assert_eq!(contexts, [([0, 0], 1), ([0, 1], 0), ([0, 0], 2), ([0, 2], 3), ([2, 3], 4), ([3, 4], 0)]);
    assert_eq!(lines.contexts::<8>().sample(5), ([0, 0, 0, 0, 0, 2, 3, 4], 0));
    assert_eq!(lines.contexts::<0>().sample(2), ([], 2));
}

#[test]
fn shuffling_lines_keeps_every_item_and_depends_on_the_seed() {
    let list = (0..50).map(|i| format!("item {i}")).collect::<Vec<_>>().join("\n");
    let lines = Lines::new(&Source::new("list", list)).unwrap();
    let shuffled = |seed| {
        let mut lines = lines.clone();
        lines.shuffle(&mut Rng::seed(seed));
        lines
    };
    assert_eq!(shuffled(1), shuffled(1));
    assert_ne!(shuffled(1), shuffled(2));
    let sorted = |lines: &Lines| {
        let mut items: Vec<Vec<u8>> = lines.items().map(<[u8]>::to_vec).collect();
        items.sort();
        items
    };
    assert_eq!(sorted(&shuffled(1)), sorted(&lines));
}

#[test]
#[allow(clippy::float_cmp, reason = "what is written is what is read")]
fn tables_with_all_separators_and_with_or_without_names_are_read() {
    let folder = Folder::new("tables");
    for (name, content) in [
        ("comma", "x,y\n1.5,-2\n3e2,.25\n"),
        ("semicolon", "x;y\r\n1.5;-2\r\n3e2;.25"),
        ("tab", "x\ty\n1.5\t-2\n\n3e2\t.25\n"),
        ("quotes", "\u{feff}\"x\", \"y\"\n\"1.5\",-2\n 3e2 , .25 \n"),
        ("numbers", "1.5,-2\n3e2,.25\n"),
    ] {
        let table = Csv::open(folder.file(name, content)).unwrap();
        assert_eq!(table.columns(), 2, "{name}");
        assert_eq!(table.names().is_none(), name == "numbers", "{name}");
        assert_eq!(table.rows::<f64, 2>([0, 1]).unwrap(), [[1.5, -2.0], [300.0, 0.25]], "{name}");
        if table.names().is_some() {
            assert_eq!(table.rows::<f32, 1>(["y"]).unwrap(), [[-2.0], [0.25]], "{name}");
        }
    }
}

#[test]
#[allow(clippy::float_cmp, reason = "what is written is what is read")]
fn what_cannot_be_found_out_can_be_said() {
    let years = "2019,2020\n1,2\n";
    let table = Csv::with_format(Source::new("years", years), CsvFormat { header: Some(true), ..CsvFormat::default() });
    assert_eq!(table.unwrap().rows::<f32, 1>(["2020"]).unwrap(), [[2.0]]);
    assert_eq!(Csv::new(Source::new("years", years)).unwrap().rows::<f32, 1>([1]).unwrap(), [[2020.0], [2.0]]);
    let format = CsvFormat { separator: Some('|'), header: None };
    assert_eq!(Csv::with_format(Source::new("bars", "1|2"), format).unwrap().rows::<u8, 2>([1, 0]).unwrap(), [[2, 1]]);
    // Texts beside numbers are nobody's mistake unless they are asked for.
    let table = Csv::new(Source::new("mixed", "setosa,1.0\nvirginica,2.0\n")).unwrap();
    assert_eq!(table.rows::<f32, 1>([1]).unwrap(), [[1.0], [2.0]]);
}

/// The header and the numbers, byte for byte, as <http://yann.lecun.com/exdb/mnist/> describes them.
#[test]
fn idx_files_have_the_published_bytes() {
    let folder = Folder::new("idx");
    let path = folder.path().join("file.idx");
    let bytes = || fs::read(&path).unwrap();

    Idx::write(&path, &[2, 2, 3], &[1_u8, 2, 3, 4, 5, 6, 250, 251, 252, 253, 254, 255]).unwrap();
    // The magic number of a file of images is 2051, that of labels 2049.
    assert_eq!(bytes()[..4], 2051_u32.to_be_bytes());
    assert_eq!(bytes()[4..16], [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 3]);
    assert_eq!(bytes()[16..], [1, 2, 3, 4, 5, 6, 250, 251, 252, 253, 254, 255]);
    let images = Idx::open(&path).unwrap();
    assert_eq!(images.shape(), [2, 2, 3]);
    assert_eq!(images.images::<6>().unwrap(), [[1, 2, 3, 4, 5, 6], [250, 251, 252, 253, 254, 255]]);
    drop(images);

    Idx::write(&path, &[300], &[7_u8; 300]).unwrap();
    assert_eq!(bytes()[..8], [0, 0, 8, 1, 0, 0, 1, 44]);
    assert_eq!(bytes()[..4], 2049_u32.to_be_bytes());

    let header = |code: u8, count: u8| vec![0, 0, code, 1, 0, 0, 0, count];
    Idx::write(&path, &[2], &[-1_i8, 127]).unwrap();
    assert_eq!(bytes(), [header(9, 2), vec![0xff, 0x7f]].concat());
    assert_eq!(Idx::open(&path).unwrap().values::<i8>().unwrap(), [-1, 127]);
    Idx::write(&path, &[2], &[-2_i16, 0x1234]).unwrap();
    assert_eq!(bytes(), [header(0x0b, 2), vec![0xff, 0xfe, 0x12, 0x34]].concat());
    assert_eq!(Idx::open(&path).unwrap().values::<i16>().unwrap(), [-2, 0x1234]);
    Idx::write(&path, &[1], &[0x0102_0304_i32]).unwrap();
    assert_eq!(bytes(), [header(0x0c, 1), vec![1, 2, 3, 4]].concat());
    assert_eq!(Idx::open(&path).unwrap().values::<i32>().unwrap(), [0x0102_0304]);
    Idx::write(&path, &[1], &[1.0_f32]).unwrap();
    assert_eq!(bytes(), [header(0x0d, 1), vec![0x3f, 0x80, 0, 0]].concat());
    assert_eq!(Idx::open(&path).unwrap().values::<f32>().unwrap(), [1.0]);
    Idx::write(&path, &[1], &[-2.0_f64]).unwrap();
    assert_eq!(bytes(), [header(0x0e, 1), vec![0xc0, 0, 0, 0, 0, 0, 0, 0]].concat());
    assert_eq!(Idx::open(&path).unwrap().values::<f64>().unwrap(), [-2.0]);
}

#[test]
#[allow(clippy::float_cmp, reason = "the nearest floats of these fractions")]
fn images_and_labels_are_samples_without_copies() {
    let folder = Folder::new("digits");
    let (images, labels) = (folder.path().join("images"), folder.path().join("labels"));
    Idx::write(&images, &[3, 2, 2], &[0_u8, 51, 102, 255, 1, 1, 1, 1, 2, 2, 2, 2]).unwrap();
    Idx::write(&labels, &[3], &[9_u8, 1, 2]).unwrap();
    let (images, labels) = (Idx::open(&images).unwrap(), Idx::open(&labels).unwrap());
    let digits = Zip::new(images.images::<4>().unwrap(), labels.labels().unwrap()).unwrap();
    assert!(digits.pick(&[2, 0]).eq([(&[2, 2, 2, 2], &2), (&[0, 51, 102, 255], &9)]));
    assert!(std::ptr::eq(digits.sample(1).0, images.images::<4>().unwrap().sample(1)));
    assert_eq!(images.scaled::<4>().unwrap()[0], [0.0, 0.2, 0.4, 1.0]);
}

#[test]
#[cfg(unix)]
fn an_open_file_stays_what_it_was_when_it_is_written_anew() {
    let folder = Folder::new("anew");
    let path = folder.path().join("labels");
    Idx::write(&path, &[3], &[1_u8, 2, 3]).unwrap();
    let old = Idx::open(&path).unwrap();
    Idx::write(&path, &[1], &[4_u8]).unwrap();
    assert_eq!(old.labels().unwrap(), [1, 2, 3]);
    assert_eq!(Idx::open(&path).unwrap().labels().unwrap(), [4]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_plain_file_is_read() {
    use std::io::Write as _;
    use std::os::fd::AsRawFd as _;

    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(b"ann\nbob\n").unwrap();
    drop(writer);
    let lines = Lines::open(format!("/proc/self/fd/{}", reader.as_raw_fd())).unwrap();
    assert_eq!(lines.len(), 2);

    // Its length is said to be zero.
    assert!(Text::open("/proc/self/status").unwrap().tokens().len() > 100);

    let error = Text::open("/dev/null").unwrap_err();
    assert_eq!(error.to_string(), "/dev/null: the file is empty; put a text into it");
}
