//! What broken files say: the place, what is wrong, and what to do.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use burtorch::Rng;
use burtorch::data::{Csv, CsvFormat, Error, Idx, Lines, Source, Text, Vocabulary};

use crate::folder::Folder;

fn says<T>(result: Result<T, Error>, message: impl Display) {
    match result {
        Ok(_) => panic!("this is no error, but should be: {message}"),
        Err(error) => assert_eq!(error.to_string(), message.to_string()),
    }
}

#[test]
fn files_that_are_not_there() {
    let folder = Folder::new("missing");
    let path = folder.path().join("nothing.txt");
    let message = format!("{}: there is no such file; check the path", path.display());
    says(Source::open(&path), &message);
    says(Text::open(&path), &message);
    says(Lines::open(&path), &message);
    says(Csv::open(&path), &message);
    says(Idx::open(&path), &message);
}

#[test]
fn directories() {
    let folder = Folder::new("directory");
    let message = format!("{}: this is a directory; give the path of a file in it", folder.path().display());
    says(Text::open(folder.path()), &message);
    says(Idx::open(folder.path()), &message);
}

#[test]
#[cfg(unix)]
fn files_that_cannot_be_opened() {
    let folder = Folder::new("loop");
    let path = folder.path().join("itself");
    std::os::unix::fs::symlink(&path, &path).unwrap();
    let reason = fs::File::open(&path).unwrap_err();
    says(Text::open(&path), format!("{}: the file cannot be read: {reason}", path.display()));
}

#[test]
fn empty_files() {
    let folder = Folder::new("empty");
    let path = folder.file("empty", "");
    let name = path.display();
    says(Text::open(&path), format!("{name}: the file is empty; put a text into it"));
    says(Lines::open(&path), format!("{name}: the file is empty; write one item in a line"));
    says(Csv::open(&path), format!("{name}: the file is empty; it needs at least one line of numbers"));
    says(Idx::open(&path), format!("{name}: the file is empty; give a file of the format IDX"));
    let path = folder.file("blank", "\n\r\n\n");
    let name = path.display();
    says(Lines::open(&path), format!("{name}: all lines are empty; write one item in a line"));
    says(Csv::open(&path), format!("{name}: the file is empty; it needs at least one line of numbers"));
}

#[test]
fn files_that_are_not_utf_8() {
    let folder = Folder::new("latin");
    let path = folder.file("latin-1.txt", b"a,b\n1,2\ngr\xfcn,3\n");
    let message = format!("{}:3:3: the byte 0xfc here is not UTF-8; save the file as UTF-8", path.display());
    says(Text::open(&path), &message);
    says(Lines::open(&path), &message);
    says(Csv::open(&path), &message);
}

#[test]
fn compressed_files() {
    let folder = Folder::new("packed");
    // What `printf hi | gzip -n` writes.
    let packed = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\xc8\x04\0\xac\x2a\x93\xd8\x02\0\0\0";
    let path = folder.file("train-images-idx3-ubyte.gz", packed);
    let message = format!("{}: the file is compressed; unpack it with gunzip", path.display());
    says(Idx::open(&path), &message);
    says(Text::open(&path), &message);
}

#[test]
fn texts_with_too_many_or_unknown_characters() {
    let many: String = ('\u{100}'..).take(257).collect();
    says(
        Text::new(&Source::new("many.txt", format!("{many}\n"))),
        "many.txt:1:257: 'Ȁ' is one more than 256 different characters, which tokens of one byte have room for; \
         replace rare characters by one of the others",
    );
    says(
        Lines::new(&Source::new("many.txt", format!("\n{many}"))),
        "many.txt:2:256: 'ǿ' is one more than 255 different characters, which tokens of one byte have room for; \
         replace rare characters by one of the others",
    );
    says(
        Text::with_vocabulary(&Source::new("dna.txt", "GATT\nACE"), Vocabulary::new("ACGT\n").unwrap()),
        "dna.txt:2:3: 'E' is not in the vocabulary of 5 characters; leave it out",
    );
    says(
        Lines::with_alphabet(&Source::new("names.txt", "ada\n\nEve\n"), "abcde"),
        "names.txt:3:1: 'E' is not in the alphabet `abcde`; write items in these characters, one in a line",
    );
}

#[test]
fn vocabularies_that_cannot_be() {
    let many: String = ('\u{100}'..).take(257).collect();
    says(Vocabulary::new(""), "a vocabulary needs at least one character");
    says(Vocabulary::new("abca"), "the vocabulary has 'a' twice; leave one out");
    says(Vocabulary::new("üü"), "the vocabulary has 'ü' twice; leave one out");
    says(Vocabulary::new(&many), "a vocabulary of 257 characters; tokens are bytes, so 256 are the most");
    let list = Source::new("list", "a\n");
    says(
        Lines::with_alphabet(&list, &many[2..]),
        "an alphabet of 256 characters; tokens are bytes, so 255 and the end are the most",
    );
    says(Lines::with_alphabet(&list, "a\n"), "the alphabet has '\\n', which ends an item; leave it out");
    says(Lines::with_alphabet(&list, "aa"), "the vocabulary has 'a' twice; leave one out");
}

fn table(content: &str) -> Csv {
    Csv::new(Source::new("t.csv", content)).unwrap()
}

#[test]
fn cells_that_are_not_numbers() {
    let folder = Folder::new("cells");
    let path = folder.file("t.csv", "größe, y\n1,2\n\n3, vier\n");
    says(
        Csv::open(&path).unwrap().rows::<f32, 2>(["größe", "y"]),
        format!("{}:4:4: `vier` in column `y` is not a number; write it like 1.5 or 2e-3", path.display()),
    );
    says(
        table("x;y\n\"ä;ä\";1,5\n").rows::<f32, 1>(["y"]),
        "t.csv:2:7: `1,5` in column `y` is not a number; write it like 1.5 or 2e-3",
    );
    says(
        table("1,2\n3,NaN\n").rows::<f64, 1>([1]),
        "t.csv:2:3: `NaN` in column 1 is not a finite number; correct it or remove the line",
    );
    says(
        table("x,class\n1,256\n").samples::<f32, u8, 1>(["x"], "class"),
        "t.csv:2:3: `256` in column `class` is not a whole number from 0 to 255; correct it or read another type",
    );
    says(
        table("x,y\n1,\n").rows::<f32, 2>(["x", "y"]),
        "t.csv:2:3: the cell in column `y` is empty; fill it or remove the line",
    );
    says(
        table("x,y,z\n1, ,2\n").rows::<f32, 1>(["y"]),
        "t.csv:2:4: the cell in column `y` is empty; fill it or remove the line",
    );
    says(
        table("x,2020\n1,2\n").rows::<f32, 2>([0, 1]),
        "t.csv:1:1: `x` in column 0 is not a number; write it like 1.5 or 2e-3, \
         or set `header` if the line has the names of the columns",
    );
    let format = CsvFormat { header: Some(false), ..CsvFormat::default() };
    says(
        Csv::with_format(Source::new("t.csv", "x,y\n1,2\n"), format).unwrap().rows::<f32, 1>([1]),
        "t.csv:1:3: `y` in column 1 is not a number; write it like 1.5 or 2e-3",
    );
}

#[test]
fn lines_with_more_or_fewer_cells() {
    says(
        table("x,y,z\n1,2,3\n4,5\n").rows::<f32, 1>(["x"]),
        "t.csv:3:4: 2 cells, but line 1 has 3; complete the line or remove it",
    );
    says(
        table("\nx,y\n1,2,3\n").rows::<f32, 1>(["x"]),
        "t.csv:3:5: 3 cells, but line 2 has 2; complete the line or remove it",
    );
    says(
        table("x;y\n1,2\n").rows::<f32, 1>(["x"]),
        "t.csv:2:4: 1 cell, but line 1 has 2; complete the line or remove it",
    );
}

#[test]
fn quotes_that_are_not_closed() {
    let message = "a quote is opened here but not closed before the cell ends; close or remove it";
    says(table("x,y\n1,\"2\n").rows::<f32, 1>(["x"]), format!("t.csv:2:3: {message}"));
    says(table("x,y\n\"1\"2,3\n").rows::<f32, 1>(["x"]), format!("t.csv:2:1: {message}"));
    says(Csv::new(Source::new("t.csv", "\"x,y\n1,2\n")), format!("t.csv:1:1: {message}"));
}

#[test]
fn columns_that_are_not_there() {
    says(table("x,y\n1,2\n").rows::<f32, 1>(["z"]), "t.csv: there is no column `z`; the columns are `x`, `y`");
    says(table("x,y\n1,2\n").rows::<f32, 1>([2]), "t.csv: there is no column 2; the columns are 0 to 1");
    says(
        table("1,2\n").samples::<f32, f32, 1>([0], "y"),
        "t.csv: column `y` cannot be found, as line 1 has numbers and no names; choose columns by index, from 0",
    );
    says(
        table("x,y,x\n1,2,3\n").rows::<f32, 1>(["x"]),
        "t.csv: columns 0 and 2 are called `x`; choose one by its index",
    );
    says(table("x,y\n").rows::<f32, 1>(["x"]), "t.csv: there are names of columns but no rows; add lines of numbers");
}

fn idx(bytes: &[u8]) -> Result<Idx, Error> {
    Idx::new(Source::new("f.idx", bytes))
}

#[test]
fn files_that_are_not_idx() {
    let start =
        "but a file of the format IDX starts with `00 00`, a type and the number of dimensions; give such a file";
    says(idx(b"\x89PNG\r\n"), format!("f.idx: the first bytes are `89 50 4e 47`, {start}"));
    says(idx(&[0, 0, 8]), format!("f.idx: the first bytes are `00 00 08`, {start}"));
    says(idx(&[0, 0, 10, 1]), "f.idx: the type 0a is unknown; it must be 08, 09, 0b, 0c, 0d or 0e");
    says(idx(&[0, 0, 8, 0, 1]), "f.idx: the tensor has no dimensions; it needs at least one");
    says(
        idx(&[0, 0, 8, 2, 0, 0, 0, 1, 0, 0]),
        "f.idx: the file ends after 10 bytes, before the lengths of its 2 dimensions; copy it again",
    );
    let image = Idx::encode(&[2, 2, 2], &[0_i16; 8]).unwrap();
    says(idx(&image[..30]), "f.idx: the file has 30 bytes, but the shape 2 × 2 × 2 of i16 needs 32; copy it again");
    says(
        idx(&[image, vec![0]].concat()),
        "f.idx: the file has 33 bytes, but the shape 2 × 2 × 2 of i16 needs 32; copy it again",
    );
    let huge = [&[0, 0, 14, 3][..], &[255; 12]].concat();
    says(
        idx(&huge),
        "f.idx: the file has 16 bytes, but the shape 4294967295 × 4294967295 × 4294967295 of f64 needs \
         more than there can be; copy it again",
    );
}

#[test]
fn tensors_of_other_types_and_shapes() {
    let images = idx(&Idx::encode(&[2, 2, 3], &[0_u8; 12]).unwrap()).unwrap();
    says(images.images::<4>(), "f.idx: the shape 2 × 2 × 3 has 6 numbers in an image, not 4; read images of 6");
    says(images.scaled::<12>(), "f.idx: the shape 2 × 2 × 3 has 6 numbers in an image, not 12; read images of 6");
    says(images.labels(), "f.idx: the shape is 2 × 2 × 3, but labels have one dimension; give their file");
    says(images.values::<f32>(), "f.idx: the numbers are u8, not f32; read them as u8");
    let floats = idx(&Idx::encode(&[2], &[0.5_f64; 2]).unwrap()).unwrap();
    says(floats.labels(), "f.idx: the numbers are f64, not u8; read them as f64");
}

#[test]
fn tensors_that_cannot_be_written() {
    says(Idx::encode(&[2, 3], &[0_u8; 5]), "5 numbers do not fill the shape 2 × 3; give another");
    says(Idx::encode(&[], &[0_u8]), "a shape of 0 dimensions; the format IDX has room for 1 to 255");
    says(Idx::encode(&[1; 256], &[0_u8]), "a shape of 256 dimensions; the format IDX has room for 1 to 255");
    says(Idx::encode::<u8>(&[0, 1 << 32], &[]), "a dimension of 4294967296; the format IDX has room for less than 2³²");
    let folder = Folder::new("unwritten");
    let path = folder.path().join("no such folder").join("f.idx");
    says(
        Idx::write(&path, &[2], &[0_u8; 3]),
        format!("{}: 3 numbers do not fill the shape 2; give another", path.display()),
    );
    let reason = fs::write(Path::new(&path), b"").unwrap_err();
    says(Idx::write(&path, &[2], &[0_u8; 2]), format!("{}: the file cannot be written: {reason}", path.display()));
}

#[test]
fn any_bytes_are_data_or_an_error() {
    let pieces: [&[u8]; 24] = [
        b"0",
        b"1",
        b"-1.5",
        b"e",
        b"x",
        b"nan",
        b"\"",
        b"\"\"",
        b",",
        b";",
        b"\t",
        b"\n",
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"\0\0",
        b"\x08",
        b"\x01",
        b"\x02",
        b"\xff",
        "ü".as_bytes(),
        "\u{feff}".as_bytes(),
        "\u{2028}".as_bytes(),
    ];
    let mut rng = Rng::seed(1);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let count = rng.below(25);
        let bytes: Vec<u8> = (0..count).flat_map(|_| pieces[rng.below(pieces.len())].iter().copied()).collect();
        let source = Source::new("any", bytes.clone());
        let mut check = |error: Option<Error>| match error {
            None => good += 1,
            Some(error) => {
                bad += 1;
                let lines = bytes.split(|&byte| byte == b'\n').count();
                let (line, column) = error.place().unwrap_or((1, 1));
                assert!((1..=lines).contains(&line), "{error}: {bytes:?}");
                assert!((1..=bytes.len() + 1).contains(&column), "{error}: {bytes:?}");
            }
        };
        check(Text::new(&source).and_then(|text| text.split::<2>(0.5).map(|_| ())).err());
        check(Lines::new(&source).and_then(|lines| lines.split::<2>(0.5).map(|_| ())).err());
        check(Idx::new(Source::new("any", bytes.clone())).and_then(|idx| idx.images::<1>().map(|_| ())).err());
        check(Csv::new(source).and_then(|table| table.rows::<f32, 1>([0]).map(|_| ())).err());
    }
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}
