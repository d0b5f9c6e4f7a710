//! A text → tokens → windows: some characters, and what comes after each.

use std::path::Path;

use super::split::part;
use super::vocabulary::distinct;
use super::{Error, Samples, Source, Vocabulary};

/// A text as tokens. The token of a character is its position among the characters that occur, which are sorted.
///
/// ```
/// use burtorch_train::data::{Samples, Source, Text};
///
/// let text = Text::new(&Source::new("text.txt", "to be or not to be"))?;
/// assert_eq!(text.vocabulary().characters(), [' ', 'b', 'e', 'n', 'o', 'r', 't']);
///
/// // Four characters and the four that come one later, as `loss(tokens: [u8; 4], targets: [u8; 4])` takes them.
/// let windows = text.windows::<4>();
/// let (tokens, targets) = windows.sample(3);
/// assert_eq!(text.vocabulary().decode(tokens), "be o");
/// assert_eq!(text.vocabulary().decode(targets), "e or");
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
///
/// It needs one byte of memory for each character. [`open`](Text::open) drops the bytes of the file once they are tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    name: String,
    vocabulary: Vocabulary,
    tokens: Vec<u8>,
}

impl Text {
    /// The text of a file.
    ///
    /// # Errors
    /// If the file cannot be read, is empty, is not UTF-8, or has more than 256 different characters.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(&Source::open(path)?)
    }

    /// The text of a source, with the characters that occur in it as its vocabulary.
    ///
    /// # Errors
    /// If it is empty, is not UTF-8, or has more than 256 different characters.
    pub fn new(source: &Source) -> Result<Self, Error> {
        let characters = distinct(source.name(), source.text()?, false, 256)?;
        Self::with_vocabulary(source, Vocabulary::of(characters)?)
    }

    /// The text of a source in a given vocabulary: that of a model that was trained on another text.
    ///
    /// # Errors
    /// If it is empty, is not UTF-8, or has a character that is not in the vocabulary.
    pub fn with_vocabulary(source: &Source, vocabulary: Vocabulary) -> Result<Self, Error> {
        let (name, text) = (source.name(), source.text()?);
        if text.is_empty() {
            return Err(Error::of(name, "the file is empty; put a text into it"));
        }
        let tokens = vocabulary.tokens(text, |place, message| Error::at(name, place, message))?;
        Ok(Self { name: name.into(), vocabulary, tokens })
    }

    /// The path, or the name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The characters and their tokens.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// All tokens in the order of the text.
    #[must_use]
    pub fn tokens(&self) -> &[u8] {
        &self.tokens
    }

    /// All windows of `T` characters: one from each position on.
    #[must_use]
    pub fn windows<const T: usize>(&self) -> Windows<'_, T> {
        Windows::new(&self.tokens)
    }

    /// The windows of the beginning, to learn from, and of the end, for validation, which has a part such as `0.1` of
    /// the text.
    ///
    /// No window has characters of both. For validation, [`apart`](Windows::apart) takes each character once.
    ///
    /// ```
    /// use burtorch_train::data::{Samples, Source, Text};
    ///
    /// let text = Text::new(&Source::new("text.txt", "to be or not to be, that is the question"))?;
    /// let (training, validation) = text.split::<4>(0.25)?;
    /// assert_eq!((training.len(), validation.len(), validation.apart().len()), (26, 6, 2));
    /// # Ok::<(), burtorch_train::data::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one of the parts is too short for a window.
    pub fn split<const T: usize>(&self, validation: f64) -> Result<(Windows<'_, T>, Windows<'_, T>), Error> {
        let len = self.tokens.len();
        let count = part(len, validation, "characters").map_err(|message| Error::of(&self.name, message))?;
        let (training, validation) = self.tokens.split_at(len - count);
        let shorter = training.len().min(count);
        if shorter <= T {
            let message = format!(
                "{} characters to learn from and {count} to validate, but a window of {T} and the next one needs {}; \
                 give a longer text",
                training.len(),
                T + 1
            );
            return Err(Error::of(&self.name, message));
        }
        Ok((Windows::new(training), Windows::new(validation)))
    }
}

/// `(tokens[at .. at + T], tokens[at + 1 .. at + T + 1])`: some tokens, and what comes after each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows<'a, const T: usize> {
    tokens: &'a [u8],
    /// From the start of one window to that of the next.
    step: usize,
}

impl<'a, const T: usize> Windows<'a, T> {
    /// The windows from each position on; none if there are not more than `T` tokens.
    ///
    /// # Panics
    /// If `T` is zero.
    #[must_use]
    pub fn new(tokens: &'a [u8]) -> Self {
        assert!(T > 0, "a window has at least one token");
        Self { tokens, step: 1 }
    }

    /// The windows that do not overlap, so that each token is predicted once.
    #[must_use]
    pub fn apart(self) -> Self {
        Self { step: T, ..self }
    }
}

impl<'a, const T: usize> Samples for Windows<'a, T> {
    type Sample = (&'a [u8; T], &'a [u8; T]);

    fn len(self) -> usize {
        self.tokens.len().saturating_sub(T).div_ceil(self.step)
    }

    #[inline]
    fn sample(self, index: usize) -> Self::Sample {
        let at = index * self.step;
        let window = |at: usize| self.tokens[at..].first_chunk().expect("a window lies inside the text");
        (window(at), window(at + 1))
    }
}
