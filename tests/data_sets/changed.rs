//! Files that are written to while a program reads them: what was read stays what it was.

#![forbid(unsafe_code)]

use std::fs;
use std::io::{Seek as _, Write as _};
use std::path::Path;

use burtorch::data::{Csv, Idx, Source};
use burtorch::io::{Tensors, save};

use super::folder::Folder;

burtorch::graph! {
    struct Net { weights: Param<3> }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(self.weights * x)
        }
    }
}

/// Writes to the file itself, which makes no new one of that name.
fn overwrite(path: &Path, start: u64, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.seek(std::io::SeekFrom::Start(start)).unwrap();
    file.write_all(bytes).unwrap();
}

/// A text used to be a view of the file in memory, so that this made a `char` of bytes that are none.
#[test]
fn a_text_stays_valid() {
    let folder = Folder::new("changed-text");
    let path = folder.path().join("text");
    fs::write(&path, "größer").unwrap();
    let source = Source::open(&path).unwrap();
    let text = source.text().unwrap();
    overwrite(&path, 2, &[0xff; 6]);
    assert_eq!(text, "größer");
    assert!(text.chars().all(char::is_alphabetic));
    assert_eq!(source.bytes(), "größer".as_bytes());
}

#[test]
fn numbers_stay_what_they_were() {
    let folder = Folder::new("changed-numbers");
    let [labels, table, model] = ["labels", "table", "model"].map(|name| folder.path().join(name));

    Idx::write(&labels, &[3], &[1_u8, 2, 3]).unwrap();
    let open = Idx::open(&labels).unwrap();
    let seen = open.labels().unwrap();
    overwrite(&labels, 8, &[9; 3]);
    assert_eq!(seen, [1, 2, 3]);

    fs::write(&table, "1,2\n3,4\n").unwrap();
    let open = Csv::open(&table).unwrap();
    overwrite(&table, 0, b"\xff,\"\n");
    assert_eq!(open.rows::<u8, 2>([0, 1]).unwrap(), [[1, 2], [3, 4]]);

    save::<Net>(&model, &[1.0, 2.0, 3.0], &[]).unwrap();
    let open = Tensors::open(&model).unwrap();
    let length = fs::metadata(&model).unwrap().len();
    overwrite(&model, length - 4, &9.0_f32.to_le_bytes());
    let mut params = [0.0; Net::PARAMS];
    open.load::<Net>(&mut params).unwrap();
    assert_eq!(params.map(f32::to_bits), [1.0, 2.0, 3.0_f32].map(f32::to_bits));
}

/// A program that looked at a part of a file that was gone was ended by the system.
#[test]
fn a_file_that_becomes_shorter_ends_no_program() {
    let folder = Folder::new("shorter");
    let path = folder.path().join("images");
    Idx::write(&path, &[100, 1000], &vec![7_u8; 100_000]).unwrap();
    let open = Idx::open(&path).unwrap();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
    assert!(open.images::<1000>().unwrap().as_flattened().iter().all(|&byte| byte == 7));
}
