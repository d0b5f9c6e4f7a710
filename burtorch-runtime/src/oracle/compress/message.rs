//! What is sent: a string of bits.

use alloc::vec::Vec;

/// A string of bits, written at its end and read from its start.
///
/// Its memory is that of the longest message so far, so make it with [`with_bits`](Self::with_bits) for the longest one.
///
/// ```
/// use burtorch_runtime::oracle::Message;
///
/// let mut message = Message::with_bits(75);
/// message.push(5, 3);
/// message.push_number(0.1);
/// message.push(200, 8);
/// assert_eq!(message.bits(), 75);
///
/// let mut reader = message.reader();
/// assert_eq!((reader.take(3), reader.number(), reader.take(8)), (5, 0.1, 200));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Bits of one word after the other, the lowest first. What is above the last bit is zero.
    words: Vec<u64>,
    bits: usize,
}

impl Message {
    /// An empty message with memory for so many bits.
    #[must_use]
    pub fn with_bits(bits: usize) -> Self {
        Message { words: Vec::with_capacity(bits.div_ceil(64)), bits: 0 }
    }

    /// Its length in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Makes it empty. The memory stays.
    pub fn clear(&mut self) {
        self.words.clear();
        self.bits = 0;
    }

    /// Appends the lowest `count` bits of a number, at most 64; the others must be zero.
    #[inline]
    pub fn push(&mut self, value: u64, count: u32) {
        debug_assert!(count == 64 || value >> count == 0, "{value} has more than {count} bits");
        if count == 0 {
            return;
        }
        let free = (64 - self.bits % 64) % 64;
        if free == 0 {
            self.words.push(value);
        } else {
            if let Some(last) = self.words.last_mut() {
                *last |= value << (64 - free);
            }
            if count as usize > free {
                self.words.push(value >> free);
            }
        }
        self.bits += count as usize;
    }

    /// Appends the 64 bits of a number.
    #[inline]
    pub fn push_number(&mut self, number: f64) {
        self.push(number.to_bits(), 64);
    }

    /// Reads it from the start.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        Reader { words: &self.words, at: 0 }
    }
}

/// What is left to read of a [`Message`].
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    words: &'a [u64],
    at: usize,
}

impl Reader<'_> {
    /// The next `count` bits, at most 64.
    ///
    /// # Panics
    /// If the message has fewer words.
    #[inline]
    pub fn take(&mut self, count: u32) -> u64 {
        if count == 0 {
            return 0;
        }
        let (word, offset) = (self.at / 64, self.at % 64);
        let mut value = self.words[word] >> offset;
        if offset + count as usize > 64 {
            value |= self.words[word + 1] << (64 - offset);
        }
        self.at += count as usize;
        value & (u64::MAX >> (64 - count))
    }

    /// The next 64 bits as a number.
    #[inline]
    pub fn number(&mut self) -> f64 {
        f64::from_bits(self.take(64))
    }
}
