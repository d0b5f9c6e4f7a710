//! The header of a safetensors file: where each tensor lies, its type and shape, and some text.
//!
//! It is an object of JSON. Each of its members is a tensor, but for `__metadata__`, which is the text. What the format does
//! not allow is refused: a name twice, gaps between tensors, a size that does not follow from shape and type.

use super::fingerprint::Fnv;
use super::named::{Named, order};
use crate::json::{Reader, write_string};
use crate::text::append;
use burtorch_runtime::__train::{Quoted, Shape};

/// The member that is the text, which therefore is not the name of a tensor.
pub(super) const METADATA: &str = "__metadata__";

/// The types of elements, and how many bits each takes.
const DTYPES: [(&str, usize); 20] = [
    ("F4", 4),
    ("F6_E2M3", 6),
    ("F6_E3M2", 6),
    ("BOOL", 8),
    ("U8", 8),
    ("I8", 8),
    ("F8_E5M2", 8),
    ("F8_E4M3", 8),
    ("F8_E8M0", 8),
    ("I16", 16),
    ("U16", 16),
    ("F16", 16),
    ("BF16", 16),
    ("I32", 32),
    ("U32", 32),
    ("F32", 32),
    ("C64", 64),
    ("F64", 64),
    ("I64", 64),
    ("U64", 64),
];

/// What a header says.
#[derive(Default)]
pub(super) struct Header {
    pub tensors: Named<Info>,
    pub metadata: Named<String>,
}

/// A tensor in a file.
pub(super) struct Info {
    /// The type of its elements, in the words of the format: `F32`.
    pub dtype: String,
    /// Outermost axis first.
    pub shape: Vec<usize>,
    /// Where it begins and ends, from the end of the header on.
    pub place: (usize, usize),
}

impl Header {
    /// Reads a header. Afterwards the tensors lie one after the other, without gaps, and each is as long as it must be.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut tensors, mut metadata) = (Vec::new(), None);
        let mut reader = Reader::new(text);
        reader.object(&mut |reader, name| {
            if name == METADATA {
                let texts = if reader.null() { Named::default() } else { texts(reader)? };
                return if metadata.replace(texts).is_none() { Ok(()) } else { Err(twice(&name)) };
            }
            let info = Info::read(reader, &name)?;
            tensors.push((name, info));
            Ok(())
        })?;
        reader.end()?;
        let tensors = Named::from_any_order(tensors).map_err(|name| twice(&name))?;
        let header = Self { tensors, metadata: metadata.unwrap_or_default() };
        let mut end = 0;
        for (name, info) in header.in_order() {
            if info.place.0 != end {
                let name = Quoted(name);
                return Err(format!("`{name}` begins at byte {}, but what is before it ends at {end}", info.place.0));
            }
            end = info.place.1;
        }
        Ok(header)
    }

    /// The tensors in the order in which they lie in the file.
    pub fn in_order(&self) -> Vec<(&str, &Info)> {
        let tensors: Vec<&(String, Info)> = self.tensors.iter().collect();
        // Tensors of no bytes may lie at one place; their names decide.
        let order = order(tensors.len(), &mut |a, b| tensors[a].1.place.cmp(&tensors[b].1.place).then(a.cmp(&b)));
        order.into_iter().map(|at| (tensors[at].0.as_str(), &tensors[at].1)).collect()
    }

    /// How many bytes the tensors take.
    pub fn length(&self) -> usize {
        self.tensors.iter().map(|(_, info)| info.place.1).max().unwrap_or(0)
    }

    /// A hash of texts and tensors, both in the order of their names; but of the text `except`, which says what it is. It does
    /// not say anything about where they lie, so it is the same after another program wrote the file again.
    pub fn checksum<'b>(&self, except: &str, bytes: &dyn Fn(&str, &Info) -> &'b [u8]) -> String {
        let mut hash = Fnv::new();
        for (key, value) in self.metadata.iter().filter(|(key, _)| key != except) {
            hash.write_long(key.as_bytes());
            hash.write_long(value.as_bytes());
        }
        for (name, info) in self.tensors.iter() {
            hash.write_long(name.as_bytes());
            hash.write_long(bytes(name, info));
        }
        format!("{:016x}", hash.finish())
    }

    /// The text of the header: members in the order of their names, and no spaces.
    pub fn write(&self) -> String {
        let mut out = String::from("{");
        // Between the tensors, where it belongs by its name.
        let mut metadata = (!self.metadata.is_empty()).then_some(&self.metadata);
        for (name, info) in self.tensors.iter() {
            if let Some(texts) = metadata.take_if(|_| METADATA < name.as_str()) {
                write_texts(&mut out, texts);
            }
            write_name(&mut out, name);
            let (start, end) = info.place;
            let (dtype, shape) = (&info.dtype, list(&info.shape));
            append(
                &mut out,
                format_args!("{{\"data_offsets\":[{start},{end}],\"dtype\":\"{dtype}\",\"shape\":[{shape}]}}"),
            );
        }
        if let Some(texts) = metadata {
            write_texts(&mut out, texts);
        }
        out.push('}');
        out
    }
}

impl Info {
    fn read(reader: &mut Reader<'_>, name: &str) -> Result<Self, String> {
        let (mut dtype, mut shape, mut place) = (None, None, None);
        reader.object(&mut |reader, key| {
            let is_new = match key.as_str() {
                "dtype" => {
                    let found = reader.string()?;
                    let Some((_, bits)) = DTYPES.iter().find(|(known, _)| *known == found) else {
                        let (name, found) = (Quoted(name), Quoted(&found));
                        return Err(format!("`{name}` has the type `{found}`, which is not known"));
                    };
                    dtype.replace((bits, found)).is_none()
                }
                "shape" => shape.replace(wholes(reader)?).is_none(),
                "data_offsets" => place.replace(wholes(reader)?).is_none(),
                _ => {
                    let (name, key) = (Quoted(name), Quoted(&key));
                    return Err(format!("`{name}` has a member `{key}`, which is not known"));
                }
            };
            if is_new { Ok(()) } else { Err(twice(&key)) }
        })?;
        let (Some((bits, dtype)), Some(shape), Some(place)) = (dtype, shape, place) else {
            let name = Quoted(name);
            return Err(format!("`{name}` has no type, no shape or no place"));
        };
        let &[start, end] = &place[..] else {
            let name = Quoted(name);
            return Err(format!("`{name}` has not two `data_offsets`"));
        };
        let size = shape.iter().try_fold(*bits, |size, &length| size.checked_mul(length));
        // `end` may be before `start`, and bits may not fill the last byte.
        if size.is_none() || end.checked_sub(start).and_then(|bytes| bytes.checked_mul(8)) != size {
            let (name, shape) = (Quoted(name), Shape(&shape));
            return Err(format!("`{name}` of shape {shape} and type {dtype} cannot lie at {start}..{end}"));
        }
        Ok(Self { dtype, shape, place: (start, end) })
    }
}

fn twice(name: &str) -> String {
    format!("`{}` is there twice", Quoted(name))
}

fn texts(reader: &mut Reader<'_>) -> Result<Named<String>, String> {
    let mut texts = Vec::new();
    reader.object(&mut |reader, key| {
        texts.push((key, reader.string()?));
        Ok(())
    })?;
    Named::from_any_order(texts).map_err(|key| twice(&key))
}

fn wholes(reader: &mut Reader<'_>) -> Result<Vec<usize>, String> {
    let mut numbers = Vec::new();
    reader.array(&mut |reader| {
        numbers.push(reader.whole()?);
        Ok(())
    })?;
    Ok(numbers)
}

fn write_texts(out: &mut String, texts: &Named<String>) {
    write_name(out, METADATA);
    out.push('{');
    for (key, text) in texts.iter() {
        write_name(out, key);
        write_string(out, text);
    }
    out.push('}');
}

/// The name of a member, with the comma before it.
fn write_name(out: &mut String, name: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    write_string(out, name);
    out.push(':');
}

fn list(numbers: &[usize]) -> String {
    let mut list = String::new();
    for number in numbers {
        if !list.is_empty() {
            list.push(',');
        }
        list += &number.to_string();
    }
    list
}

#[cfg(test)]
mod tests {

    use super::*;

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
        let text =
            " {\"__metadata__\":null, \"\\u0061\" : {\"shape\": [1 ], \"dtype\":\"C64\",\"data_offsets\":[0,8]} }  ";
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
            append(&mut text, format_args!("{comma}\"{}\":\"\"", i * 7919 % COUNT));
        }
        text.push('}');
        for i in 0..COUNT {
            let place = i * 7919 % COUNT;
            let end = place + 1;
            append(
                &mut text,
                format_args!(
                    ",\"{}\":{{\"data_offsets\":[{place},{end}],\"dtype\":\"U8\",\"shape\":[1]}}",
                    i * 6007 % COUNT
                ),
            );
        }
        text.push('}');
        let header = Header::parse(&text).unwrap();
        assert_eq!((header.length(), header.metadata.iter().len()), (COUNT, COUNT));
        assert!(header.in_order().iter().zip(0..).all(|((_, info), at)| info.place == (at, at + 1)));
        assert!(header.tensors.iter().is_sorted_by(|a, b| a.0 < b.0));
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }

    #[test]
    fn names_of_any_length_are_quoted_in_a_line() {
        let name = "n\\n".repeat(1_000_000);
        for (text, expected) in [
            (format!("{{\"{name}\":{{\"dtype\":\"{name}\"}}}}"), "… (2000000 bytes)`, which is not known"),
            (format!("{{\"{name}\":{{\"{name}\":1}}}}"), "… (2000000 bytes)`, which is not known"),
            (format!("{{\"{name}\":{{}}}}"), "… (2000000 bytes)` has no type, no shape or no place"),
            (format!("{{\"__metadata__\":{{\"{name}\":\"\",\"{name}\":\"\"}}}}"), "… (2000000 bytes)` is there twice"),
        ] {
            let error = Header::parse(&text).err().unwrap();
            assert!(error.ends_with(expected) && error.len() < 500 && error.lines().count() == 1, "{error}");
        }
        let shape = vec!["2"; 100_000].join(",");
        let text = format!("{{\"t\":{{\"dtype\":\"U8\",\"shape\":[{shape}],\"data_offsets\":[0,5]}}}}");
        let error = Header::parse(&text).err().unwrap();
        assert_eq!(error, "`t` of shape [2, 2, 2, 2, 2, 2, 2, 2, …] of 100000 axes and type U8 cannot lie at 0..5");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let tensor = |text: &str| format!("{{\"t\":{{{text}}}}}");
        let cases = [
            ("[]".to_owned(), "`{` is expected at byte 0"),
            ("{} x".to_owned(), "the end is expected at byte 3"),
            (r#"{"t":1}"#.to_owned(), "`{` is expected at byte 5"),
            (r#"{"__metadata__":{"a":1}}"#.to_owned(), "a string is expected at byte 21"),
            (r#"{"__metadata__":{"a":"","a":""}}"#.to_owned(), "`a` is there twice"),
            (r#"{"__metadata__":{},"__metadata__":{}}"#.to_owned(), "`__metadata__` is there twice"),
            (tensor(r#""dtype":"F32","shape":[]"#), "`t` has no type, no shape or no place"),
            (tensor(r#""dtype":"F32","dtype":"F32""#), "`dtype` is there twice"),
            (tensor(r#""dtype":"f32""#), "`t` has the type `f32`, which is not known"),
            (tensor(r#""strides":[1]"#), "`t` has a member `strides`, which is not known"),
            (tensor(r#""shape":[-1]"#), "a whole number is expected at byte 17"),
            (tensor(r#""dtype":"U8","shape":[1],"data_offsets":[0]"#), "`t` has not two `data_offsets`"),
            (
                tensor(r#""dtype":"U8","shape":[2,3],"data_offsets":[0,5]"#),
                "`t` of shape [2, 3] and type U8 cannot lie at 0..5",
            ),
            (
                tensor(r#""dtype":"U8","shape":[1],"data_offsets":[1,0]"#),
                "`t` of shape [1] and type U8 cannot lie at 1..0",
            ),
            (
                tensor(r#""dtype":"F4","shape":[1],"data_offsets":[0,1]"#),
                "`t` of shape [1] and type F4 cannot lie at 0..1",
            ),
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
            assert_eq!(Header::parse(&text).err().as_deref(), Some(expected), "{text}");
        }
        let info = r#"{"dtype":"U8","shape":[1],"data_offsets":[0,1]}"#;
        let same_place = format!("{{\"a\":{info},\"b\":{info}}}");
        assert_eq!(
            Header::parse(&same_place).err().as_deref(),
            Some("`b` begins at byte 0, but what is before it ends at 1")
        );
        let same_name = format!("{{\"a\":{info},\"a\":{info}}}");
        assert_eq!(Header::parse(&same_name).err().as_deref(), Some("`a` is there twice"));
    }
}
