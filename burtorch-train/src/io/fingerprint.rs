//! Numbers that tell models apart, and files that are whole from others.

use burtorch_runtime::Model;
use burtorch_runtime::io::Number;

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
pub(super) struct Fnv(u64);

impl Fnv {
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    /// Eight bytes at a time, the last ones filled up by zeros, and then their number.
    ///
    /// Each step can be undone, so one wrong word always gives another hash. A multiplication moves bits only upwards: without
    /// the shift and another multiplication, two wrong signs would cancel.
    pub fn write_long(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for word in words.iter().chain([&last, &(bytes.len() as u64).to_le_bytes()]) {
            self.mix(u64::from_le_bytes(*word));
            self.0 = (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    pub const fn finish(self) -> u64 {
        self.0
    }

    const fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
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

    #[test]
    fn every_bit_counts_and_so_does_the_length() {
        let hash = |bytes: &[u8]| {
            let mut hash = Fnv::new();
            hash.write_long(bytes);
            hash.finish()
        };
        let bytes: [u8; 21] = core::array::from_fn(|at| u8::try_from(at * 11).unwrap());
        let mut seen = std::collections::BTreeSet::from([hash(&bytes)]);
        for bit in 0..8 * bytes.len() {
            let mut other = bytes;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(hash(&other)), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(seen.insert(hash(&bytes[..length])), "{length} bytes");
        }
        assert!(seen.insert(hash(&[0; 8])) && seen.insert(hash(&[0; 9])));
        // Two at a time.
        for one in 0..8 * bytes.len() {
            for other in 0..one {
                let mut both = bytes;
                both[one / 8] ^= 1 << (one % 8);
                both[other / 8] ^= 1 << (other % 8);
                assert!(seen.insert(hash(&both)), "bits {one} and {other}");
            }
        }
    }
}
