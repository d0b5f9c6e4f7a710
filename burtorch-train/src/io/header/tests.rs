//! Headers that are read and written again, and headers that are refused.

use std::fmt::Write as _;

use super::*;
use burtorch_runtime::__train::Quoted;

/// What is wrong with a header, without the place that `serde_json` adds: ` at line 1 column 22`.
fn refused(text: &str) -> String {
    let error = Header::parse(text).err().unwrap();
    match error.rsplit_once(" at line 1 column ") {
        Some((message, column)) if column.parse::<usize>().is_ok() => message.to_owned(),
        _ => error,
    }
}

#[test]
fn a_header_is_written_as_it_was_read() {
    for text in [
        "{}",
        r#"{"__metadata__":{"a":"1","b\n":"\"é\""}}"#,
        r#"{"B":{"data_offsets":[0,4],"dtype":"F32","shape":[]},"__metadata__":{"a":""},"a":{"data_offsets":[4,16],"dtype":"F16","shape":[2,3]}}"#,
        r#"{"a":{"data_offsets":[3,3],"dtype":"U8","shape":[0,7]},"b":{"data_offsets":[0,3],"dtype":"F4","shape":[6]}}"#,
    ] {
        assert_eq!(Header::parse(text).map(|header| header.write()).as_deref(), Ok(text));
    }
    let text = " {\"__metadata__\":null, \"\\u0061\" : {\"shape\": [1 ], \"dtype\":\"C64\",\"data_offsets\":[0,8]} }  ";
    let header = Header::parse(text).unwrap();
    assert_eq!(
        (header.length(), header.in_order()[0].0, header.tensors.get("a").unwrap().dtype.as_str()),
        (8, "a", "C64")
    );
}

#[test]
fn a_header_of_many_names_is_read_in_any_order() {
    // By insertion into sorted lists this takes minutes. Every name of `i` is there once: 7919 is a prime.
    const COUNT: usize = 100_000;
    let start = std::time::Instant::now();
    let mut text = String::from("{\"__metadata__\":{");
    for i in 0..COUNT {
        let comma = if i > 0 { "," } else { "" };
        write!(text, "{comma}\"{}\":\"\"", i * 7919 % COUNT).unwrap();
    }
    text.push('}');
    for i in 0..COUNT {
        let place = i * 7919 % COUNT;
        let end = place + 1;
        write!(text, ",\"{}\":{{\"data_offsets\":[{place},{end}],\"dtype\":\"U8\",\"shape\":[1]}}", i * 6007 % COUNT)
            .unwrap();
    }
    text.push('}');
    let header = Header::parse(&text).unwrap();
    assert_eq!((header.length(), header.metadata.len()), (COUNT, COUNT));
    assert!(header.in_order().iter().zip(0..).all(|((_, info), at)| info.place == (at, at + 1)));
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn names_of_any_length_are_quoted_in_a_line() {
    let name = "n\\n".repeat(1_000_000);
    let meant = "n\n".repeat(1_000_000);
    let quoted = Quoted(&meant).to_string();
    assert!(quoted.ends_with("… (2000000 bytes)"), "{quoted}");
    for (text, expected) in [
        (
            format!("{{\"{name}\":{{\"dtype\":\"{name}\"}}}}"),
            format!("`{quoted}` has the type `{quoted}`, which is not known"),
        ),
        (format!("{{\"{name}\":{{\"{name}\":1}}}}"), format!("`{quoted}` has a member `{quoted}`, which is not known")),
        (format!("{{\"{name}\":{{}}}}"), format!("`{quoted}` has no type, no shape or no place")),
        (format!("{{\"__metadata__\":{{\"{name}\":\"\",\"{name}\":\"\"}}}}"), format!("`{quoted}` is there twice")),
    ] {
        let error = refused(&text);
        assert_eq!(error, expected);
        assert!(error.len() < 500 && error.lines().count() == 1, "{error}");
    }
    let shape = vec!["2"; 100_000].join(",");
    let text = format!("{{\"t\":{{\"dtype\":\"U8\",\"shape\":[{shape}],\"data_offsets\":[0,5]}}}}");
    let expected = "`t` of shape [2, 2, 2, 2, 2, 2, 2, 2, …] of 100000 axes and type U8 cannot lie at 0..5";
    assert_eq!(refused(&text), expected);
}

#[test]
fn what_cannot_be_is_refused() {
    let tensor = |text: &str| format!("{{\"t\":{{{text}}}}}");
    let cases = [
        ("[]".to_owned(), "invalid type: sequence, expected an object of tensors"),
        ("{} x".to_owned(), "trailing characters"),
        (
            r#"{"t":1}"#.to_owned(),
            "invalid type: integer `1`, expected an object with type, shape and place of a tensor",
        ),
        (r#"{"__metadata__":{"a":1}}"#.to_owned(), "invalid type: integer `1`, expected a string"),
        (r#"{"__metadata__":{"a":"","a":""}}"#.to_owned(), "`a` is there twice"),
        (r#"{"__metadata__":{},"__metadata__":{}}"#.to_owned(), "`__metadata__` is there twice"),
        (tensor(r#""dtype":"F32","shape":[]"#), "`t` has no type, no shape or no place"),
        (tensor(r#""dtype":"F32","dtype":"F32""#), "`dtype` is there twice"),
        (tensor(r#""dtype":"f32""#), "`t` has the type `f32`, which is not known"),
        (tensor(r#""strides":[1]"#), "`t` has a member `strides`, which is not known"),
        (tensor(r#""shape":[-1]"#), "invalid value: integer `-1`, expected usize"),
        (tensor(r#""dtype":"U8","shape":[1],"data_offsets":[0]"#), "`t` has not two `data_offsets`"),
        (
            tensor(r#""dtype":"U8","shape":[2,3],"data_offsets":[0,5]"#),
            "`t` of shape [2, 3] and type U8 cannot lie at 0..5",
        ),
        (tensor(r#""dtype":"U8","shape":[1],"data_offsets":[1,0]"#), "`t` of shape [1] and type U8 cannot lie at 1..0"),
        (tensor(r#""dtype":"F4","shape":[1],"data_offsets":[0,1]"#), "`t` of shape [1] and type F4 cannot lie at 0..1"),
        (
            tensor(r#""dtype":"U8","shape":[1],"data_offsets":[1,2]"#),
            "`t` begins at byte 1, but what is before it ends at 0",
        ),
        (
            tensor(r#""dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]"#),
            "`t` of shape [4294967296, 4294967296] and type U8 cannot lie at 0..0",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text), expected, "{text}");
    }
    let info = r#"{"dtype":"U8","shape":[1],"data_offsets":[0,1]}"#;
    let same_place = format!("{{\"a\":{info},\"b\":{info}}}");
    assert_eq!(
        Header::parse(&same_place).err().as_deref(),
        Some("`b` begins at byte 0, but what is before it ends at 1")
    );
    let same_name = format!("{{\"a\":{info},\"a\":{info}}}");
    assert_eq!(refused(&same_name), "`a` is there twice");
    // `serde_json` quotes a string that should be something else: the message is short all the same.
    let error = Header::parse(&format!("{{\"a\":\"{}\"}}", "n\\n".repeat(1_000_000))).err().unwrap();
    assert!(error.len() < 500 && error.lines().count() == 1, "{error}");
}
