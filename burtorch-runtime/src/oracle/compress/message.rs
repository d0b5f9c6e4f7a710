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
#[derive(Debug, Default)]
pub struct Message {
    /// Bits of one word after the other, the lowest first. What is above the last bit is zero.
    words: Vec<u64>,
    bits: usize,
    /// How many words the longest message has, as it was said when this was made.
    room: usize,
}

/// The copy has memory for the longest message, too.
impl Clone for Message {
    fn clone(&self) -> Self {
        let mut words = Vec::with_capacity(self.room.max(self.words.len()));
        words.extend_from_slice(&self.words);
        Message { words, bits: self.bits, room: self.room }
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        (self.bits, &self.words) == (other.bits, &other.words)
    }
}

impl Eq for Message {}

impl Message {
    /// An empty message with memory for so many bits.
    #[must_use]
    pub fn with_bits(bits: usize) -> Self {
        let room = bits.div_ceil(64);
        Message { words: Vec::with_capacity(room), bits: 0, room }
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

    /// How many bytes [`write`](Self::write) writes: as many for each message of one size.
    pub(in crate::oracle) fn len_written(&self) -> usize {
        8 + 8 * self.room
    }

    /// Writes it as bytes: its length, and the bits.
    pub(in crate::oracle) fn write(&self, bytes: &mut [u8]) {
        let words = core::iter::once(self.bits as u64).chain(self.words.iter().copied());
        for (to, word) in bytes.chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Reads what another process has written.
    #[allow(clippy::cast_possible_truncation, reason = "it was a usize")]
    pub(in crate::oracle) fn read(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8).map(|bytes| {
            let mut word = [0; 8];
            word.copy_from_slice(bytes);
            u64::from_le_bytes(word)
        });
        self.clear();
        self.bits = words.next().unwrap_or(0) as usize;
        self.words.extend(words.take(self.bits.div_ceil(64)));
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
