//! A number that tells models apart.

use crate::Model;
use crate::buffer::Number;

/// A hash of the type, the names and the shapes of a model's parameters, in their order.
///
/// It is 64-bit FNV-1a over the name of the scalar type, then for each parameter its name, the byte 255, the number of
/// its axes and their lengths; numbers are eight bytes, little-endian. So it is the same on every machine and in every
/// version, and changes when a file of the model would not fit it any more.
///
/// Fowler, Noll, Vo and Eastlake, [The FNV Non-Cryptographic Hash Algorithm](https://www.rfc-editor.org/info/rfc9923).
#[must_use]
pub fn fingerprint<M: Model>() -> u64 {
    let mut hash = Fnv::new();
    hash.write(M::Scalar::NAME.as_bytes());
    for parameter in M::PARAMETERS {
        hash.write(parameter.name.as_bytes());
        // No text has this byte, so where a name ends is certain.
        hash.write(&[255]);
        let shape = parameter.slot.shape;
        hash.write(&(shape.len() as u64).to_le_bytes());
        for &length in shape {
            hash.write(&(length as u64).to_le_bytes());
        }
    }
    hash.0
}

/// FNV-1a with 64 bits.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        for (text, expected) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            let mut hash = Fnv::new();
            hash.write(text.as_bytes());
            assert_eq!(hash.0, expected, "{text}");
        }
    }
}
