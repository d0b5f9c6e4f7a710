//! A list with one item in a line → tokens → contexts, and what comes after each.

use std::path::Path;

use super::source::place;
use super::split::part;
use super::vocabulary::distinct;
use super::{Error, Samples, Source, Vocabulary};
use burtorch_runtime::Rng;

/// Items as tokens, such as names, one in a line. Empty lines are no items.
///
/// Token 0 is the end of an item, [`Lines::END`]; it also stands for what is before its first character. The characters
/// follow, in the order of the alphabet.
///
/// ```
/// use burtorch_train::data::{Lines, Samples, Source};
///
/// let names = Lines::with_alphabet(&Source::new("names.txt", "ada\nbo\n"), "abcdefghijklmnopqrstuvwxyz")?;
/// assert!(names.items().eq([[1, 4, 1].as_slice(), &[2, 15]]));
///
/// // For each character, and for the end, the three before it: as `loss(context: [u8; 3], next: u8)` takes them.
/// let contexts = names.contexts::<3>();
/// assert!(contexts.all().eq([
///     ([0, 0, 0], 1),
///     ([0, 0, 1], 4),
///     ([0, 1, 4], 1),
///     ([1, 4, 1], 0),
///     ([0, 0, 0], 2),
///     ([0, 0, 2], 15),
///     ([0, 2, 15], 0),
/// ]));
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
///
/// It needs one byte of memory for each character. [`open`](Lines::open) drops the bytes of the file once they are tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    name: String,
    vocabulary: Vocabulary,
    /// Every item, and the end after it.
    tokens: Vec<u8>,
    len: usize,
}

impl Lines {
    /// The token that ends an item. In the vocabulary it is `'\n'`.
    pub const END: u8 = 0;

    /// The items of a file.
    ///
    /// # Errors
    /// If the file cannot be read, has no items, is not UTF-8, or has more than 255 different characters.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::new(&Source::open(path)?)
    }

    /// The items of a source, with the characters that occur in them as the alphabet, in order.
    ///
    /// # Errors
    /// If it has no items, is not UTF-8, or has more than 255 different characters.
    pub fn new(source: &Source) -> Result<Self, Error> {
        let characters = distinct(source.name(), source.text()?, true, 255)?;
        Self::read(source, Vocabulary::of(['\n'].into_iter().chain(characters).collect())?)
    }

    /// The items of a source in a given alphabet, whose first character is token 1.
    ///
    /// # Errors
    /// If it has no items, is not UTF-8, or has a character that is not in the alphabet; if the alphabet has a character
    /// twice, the end of a line, or more than 255 characters.
    pub fn with_alphabet(source: &Source, alphabet: &str) -> Result<Self, Error> {
        if alphabet.contains('\n') {
            return Err(Error::new("the alphabet has '\\n', which ends an item; leave it out"));
        }
        let count = alphabet.chars().count();
        if count > 255 {
            let message =
                format!("an alphabet of {count} characters; tokens are bytes, so 255 and the end are the most");
            return Err(Error::new(message));
        }
        Self::read(source, Vocabulary::of(['\n'].into_iter().chain(alphabet.chars()).collect())?)
    }

    fn read(source: &Source, vocabulary: Vocabulary) -> Result<Self, Error> {
        let (name, text) = (source.name(), source.text()?);
        let mut tokens = Vec::with_capacity(text.len() + 1);
        let mut len = 0;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
            for (at, character) in line.char_indices() {
                match vocabulary.token(character) {
                    Some(token) => tokens.push(token),
                    None => return Err(unknown(&vocabulary, name, (number, place(&line[..at]).1), character)),
                }
            }
            tokens.push(Self::END);
            len += 1;
        }
        if len == 0 {
            let what = if text.is_empty() { "the file is empty" } else { "all lines are empty" };
            return Err(Error::of(name, format!("{what}; write one item in a line")));
        }
        tokens.shrink_to_fit();
        Ok(Self { name: name.into(), vocabulary, tokens, len })
    }

    /// The path, or the name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The characters and their tokens; the first is `'\n'`, the end.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// How many items there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// All items, each followed by [`END`](Lines::END).
    #[must_use]
    pub fn tokens(&self) -> &[u8] {
        &self.tokens
    }

    /// The items in order, without their ends.
    pub fn items(&self) -> impl Iterator<Item = &[u8]> {
        self.ended().map(|item| &item[..item.len() - 1])
    }

    fn ended(&self) -> impl Iterator<Item = &[u8]> {
        self.tokens.split_inclusive(|&token| token == Self::END)
    }

    /// Puts the items in random order: a file in the order of the alphabet must not be [split](Lines::split) as it is.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        let mut order: Vec<&[u8]> = self.ended().collect();
        rng.shuffle(&mut order);
        self.tokens = order.concat();
    }

    /// For each character of each item and for its end, the `N` tokens before.
    #[must_use]
    pub fn contexts<const N: usize>(&self) -> Contexts<'_, N> {
        Contexts { tokens: &self.tokens }
    }

    /// The contexts of the first items, to learn from, and of the last, for validation, which is a part such as `0.1`
    /// of the items. No item is in both.
    ///
    /// ```
    /// use burtorch_train::data::{Lines, Samples, Source};
    /// use burtorch_runtime::Rng;
    ///
    /// let mut names = Lines::new(&Source::new("names.txt", "ada\nbo\ncy\ndee\n"))?;
    /// names.shuffle(&mut Rng::seed(1));
    /// let (training, validation) = names.split::<3>(0.25)?;
    /// assert_eq!(training.len() + validation.len(), 4 + 3 + 3 + 4);
    /// # Ok::<(), burtorch_train::data::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one of the parts would be empty.
    pub fn split<const N: usize>(&self, validation: f64) -> Result<(Contexts<'_, N>, Contexts<'_, N>), Error> {
        let count = part(self.len, validation, "items").map_err(|message| Error::of(&self.name, message))?;
        let at = self.ended().take(self.len - count).map(<[u8]>::len).sum();
        let (training, validation) = self.tokens.split_at(at);
        Ok((Contexts { tokens: training }, Contexts { tokens: validation }))
    }
}

fn unknown(vocabulary: &Vocabulary, name: &str, place: (usize, usize), character: char) -> Error {
    let alphabet = vocabulary.decode(&(1..=u8::MAX).take(vocabulary.len() - 1).collect::<Vec<u8>>());
    Error::at(
        name,
        place,
        format!("{character:?} is not in the alphabet `{alphabet}`; write items in these characters, one in a line"),
    )
}

/// `([tokens before], token)` for each token of some items: see [`Lines::contexts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contexts<'a, const N: usize> {
    /// Whole items, each followed by its end.
    tokens: &'a [u8],
}

impl<const N: usize> Samples for Contexts<'_, N> {
    type Sample = ([u8; N], u8);

    fn len(self) -> usize {
        self.tokens.len()
    }

    #[inline]
    fn sample(self, index: usize) -> ([u8; N], u8) {
        let mut context = [Lines::END; N];
        let before = self.tokens[..index].iter().rev().take_while(|&&token| token != Lines::END);
        context.iter_mut().rev().zip(before).for_each(|(place, &token)| *place = token);
        (context, self.tokens[index])
    }
}
