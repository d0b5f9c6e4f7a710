//! The header of a safetensors file: where each tensor lies, its type and shape, and some text.
//!
//! The header is a JSON object. Each of its members is a tensor, except `__metadata__`, which is the text. What the format does
//! not allow is refused: a name twice, an unknown member, gaps between tensors, a size that does not follow from shape and type.
//! Values are deserialized into these types directly, so a hostile header allocates no more than a small multiple of its length.

use core::fmt;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};

use super::fingerprint::Fnv;
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
    pub tensors: BTreeMap<String, Info>,
    pub metadata: BTreeMap<String, String>,
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
        let mut json = serde_json::Deserializer::from_str(text);
        let header = json.deserialize_map(Members).and_then(|header| json.end().map(|()| header));
        let header = header.map_err(|error| in_short(&error))?;
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
        let mut tensors: Vec<_> = self.tensors.iter().map(|(name, info)| (name.as_str(), info)).collect();
        // Tensors of no bytes may lie at one place. They stay in the order of their names, because the sort is stable.
        tensors.sort_by_key(|(_, info)| info.place);
        tensors
    }

    /// How many bytes the tensors take.
    pub fn length(&self) -> usize {
        self.tensors.values().map(|info| info.place.1).max().unwrap_or(0)
    }

    /// A hash of texts and tensors, both in the order of their names; but of the text `except`, which says what it is. It does
    /// not say anything about where they lie, so it is the same after another program wrote the file again.
    pub fn checksum<'b>(&self, except: &str, bytes: &dyn Fn(&str, &Info) -> &'b [u8]) -> String {
        let mut hash = Fnv::new();
        for (key, value) in self.metadata.iter().filter(|(key, _)| *key != except) {
            hash.write_long(key.as_bytes());
            hash.write_long(value.as_bytes());
        }
        for (name, info) in &self.tensors {
            hash.write_long(name.as_bytes());
            hash.write_long(bytes(name, info));
        }
        format!("{:016x}", hash.finish())
    }

    /// The text of the header: members in the order of their names, and no spaces.
    pub fn write(&self) -> String {
        let texts = (!self.metadata.is_empty())
            .then(|| (METADATA, object(self.metadata.iter().map(|(k, v)| (k.as_str(), quoted(v))))));
        let tensors = self.tensors.iter().map(|(name, info)| {
            let (Info { dtype, shape, .. }, (start, end)) = (info, info.place);
            let shape = shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            (name.as_str(), format!("{{\"data_offsets\":[{start},{end}],\"dtype\":\"{dtype}\",\"shape\":[{shape}]}}"))
        });
        object(texts.into_iter().chain(tensors).collect::<BTreeMap<_, _>>())
    }
}

/// A JSON object of members whose values are JSON already.
pub(crate) fn object<'n>(members: impl IntoIterator<Item = (&'n str, String)>) -> String {
    let members: Vec<_> = members.into_iter().map(|(name, value)| format!("{}:{value}", quoted(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The members of a header.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of tensors")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let (mut tensors, mut metadata) = (BTreeMap::new(), None);
        while let Some(name) = map.next_key::<String>()? {
            let is_new = if name == METADATA {
                metadata.replace(map.next_value_seed(Texts)?).is_none()
            } else {
                let info = map.next_value_seed(Tensor(&name))?;
                match tensors.entry(name.clone()) {
                    Entry::Vacant(place) => {
                        place.insert(info);
                        true
                    }
                    Entry::Occupied(_) => false,
                }
            };
            if !is_new {
                return Err(twice(&name));
            }
        }
        Ok(Header { tensors, metadata: metadata.unwrap_or_default() })
    }
}

/// The text of a header: an object of strings, or `null`.
struct Texts;

impl<'de> DeserializeSeed<'de> for Texts {
    type Value = BTreeMap<String, String>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Texts {
    type Value = BTreeMap<String, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of strings")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(BTreeMap::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut texts = BTreeMap::new();
        while let Some((key, text)) = map.next_entry::<String, String>()? {
            if texts.contains_key(&key) {
                return Err(twice(&key));
            }
            texts.insert(key, text);
        }
        Ok(texts)
    }
}

/// What a header says of the tensor with this name.
struct Tensor<'n>(&'n str);

impl<'de> DeserializeSeed<'de> for Tensor<'_> {
    type Value = Info;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Info, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Tensor<'_> {
    type Value = Info;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with type, shape and place of a tensor")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Info, A::Error> {
        let name = Quoted(self.0);
        let (mut dtype, mut shape, mut place) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_new = match key.as_str() {
                "dtype" => {
                    let found = map.next_value::<String>()?;
                    let Some((_, bits)) = DTYPES.iter().find(|(known, _)| *known == found) else {
                        let found = Quoted(&found);
                        return Err(A::Error::custom(format!("`{name}` has the type `{found}`, which is not known")));
                    };
                    dtype.replace((found, *bits)).is_none()
                }
                "shape" => shape.replace(map.next_value::<Vec<usize>>()?).is_none(),
                "data_offsets" => place.replace(map.next_value::<Vec<usize>>()?).is_none(),
                _ => {
                    return Err(A::Error::custom(format!(
                        "`{name}` has a member `{}`, which is not known",
                        Quoted(&key)
                    )));
                }
            };
            if !is_new {
                return Err(twice(&key));
            }
        }
        let (Some(dtype), Some(shape), Some(place)) = (dtype, shape, place) else {
            return Err(A::Error::custom(format!("`{name}` has no type, no shape or no place")));
        };
        Info::new(&name, dtype, shape, &place).map_err(A::Error::custom)
    }
}

impl Info {
    /// Checks that the place of a tensor is as long as its shape and type say.
    fn new(
        name: &Quoted<'_>,
        (dtype, bits): (String, usize),
        shape: Vec<usize>,
        place: &[usize],
    ) -> Result<Self, String> {
        let &[start, end] = place else {
            return Err(format!("`{name}` has not two `data_offsets`"));
        };
        let size = shape.iter().try_fold(bits, |size, &length| size.checked_mul(length));
        // `end` may be before `start`, and bits may not fill the last byte.
        if size.is_none() || end.checked_sub(start).and_then(|bytes| bytes.checked_mul(8)) != size {
            return Err(format!("`{name}` of shape {} and type {dtype} cannot lie at {start}..{end}", Shape(&shape)));
        }
        Ok(Self { dtype, shape, place: (start, end) })
    }
}

fn twice<E: serde_core::de::Error>(name: &str) -> E {
    E::custom(format!("`{}` is there twice", Quoted(name)))
}

/// What `serde_json` says of a mistake. It quotes strings as a whole, which may be megabytes.
fn in_short(error: &serde_json::Error) -> String {
    const LONGEST: usize = 400;
    let text = error.to_string();
    if text.len() <= LONGEST { text } else { Quoted(&text).to_string() }
}

#[cfg(test)]
mod tests;
