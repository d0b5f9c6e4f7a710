//! Characters ↔ tokens.

use super::Error;
use super::source::place;

/// The entry of the table for a character that is not in the vocabulary.
const NONE: u16 = 256;

/// Different characters in an order; the token of one is its position. There are at most 256.
///
/// ```
/// use burtorch_train::data::Vocabulary;
///
/// let dna = Vocabulary::new("ACGT")?;
/// assert_eq!(dna.encode("GATTACA")?, [2, 0, 3, 3, 0, 1, 0]);
/// assert_eq!(dna.decode(&[2, 0, 3]), "GAT");
/// assert_eq!(
///     dna.encode("GATE").unwrap_err().to_string(),
///     "1:4: 'E' is not in the vocabulary of 4 characters; leave it out",
/// );
/// # Ok::<(), burtorch_train::data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    characters: Vec<char>,
    /// Tokens by character, for the characters that most texts are made of.
    ascii: [u16; 128],
    /// The other characters in order, and their tokens.
    others: Vec<(char, u8)>,
}

impl Vocabulary {
    /// These characters, in this order.
    ///
    /// # Errors
    /// If there are none, more than 256, or one twice.
    pub fn new(characters: &str) -> Result<Self, Error> {
        let characters: Vec<char> = characters.chars().collect();
        if characters.is_empty() {
            return Err(Error::new("a vocabulary needs at least one character"));
        }
        if characters.len() > 256 {
            let count = characters.len();
            return Err(Error::new(format!(
                "a vocabulary of {count} characters; tokens are bytes, so 256 are the most"
            )));
        }
        Self::of(characters)
    }

    /// At most 256 characters.
    pub(super) fn of(characters: Vec<char>) -> Result<Self, Error> {
        let mut ascii = [NONE; 128];
        let mut others = Vec::new();
        for (token, &character) in (0..=u8::MAX).zip(&characters) {
            let is_new = match ascii.get_mut(character as usize) {
                Some(place) => core::mem::replace(place, token.into()) == NONE,
                None => match others.binary_search_by_key(&character, |&(other, _)| other) {
                    Ok(_) => false,
                    Err(at) => {
                        others.insert(at, (character, token));
                        true
                    }
                },
            };
            if !is_new {
                return Err(Error::new(format!("the vocabulary has {character:?} twice; leave one out")));
            }
        }
        Ok(Self { characters, ascii, others })
    }

    /// The characters, each at the position of its token.
    #[must_use]
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// How many there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// The token of a character, if it has one.
    #[must_use]
    #[inline]
    pub fn token(&self, character: char) -> Option<u8> {
        match self.ascii.get(character as usize) {
            Some(&token) => u8::try_from(token).ok(),
            None => {
                let at = self.others.binary_search_by_key(&character, |&(other, _)| other).ok()?;
                Some(self.others[at].1)
            }
        }
    }

    /// The tokens of a text.
    ///
    /// # Errors
    /// If a character has none, with its line and column.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, Error> {
        self.tokens(text, |place, message| Error::new(format!("{}:{}: {message}", place.0, place.1)))
    }

    /// The characters of the tokens. A token that has none, of a model with room for more, becomes `U+FFFD`.
    #[must_use]
    pub fn decode(&self, tokens: &[u8]) -> String {
        let character = |&token: &u8| self.characters.get(usize::from(token)).copied();
        tokens.iter().map(|token| character(token).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }

    /// The tokens of a text, or the error that is made of a line and column and a message.
    pub(super) fn tokens(&self, text: &str, error: impl Fn((usize, usize), String) -> Error) -> Result<Vec<u8>, Error> {
        let mut tokens = Vec::with_capacity(text.len());
        for (at, character) in text.char_indices() {
            let Some(token) = self.token(character) else {
                let count = self.characters.len();
                let message = format!("{character:?} is not in the vocabulary of {count} characters; leave it out");
                return Err(error(place(&text[..at]), message));
            };
            tokens.push(token);
        }
        tokens.shrink_to_fit();
        Ok(tokens)
    }
}

/// The different characters of a text in order, without line ends if `lines`. There are at most `limit`.
pub(super) fn distinct(name: &str, text: &str, lines: bool, limit: usize) -> Result<Vec<char>, Error> {
    let mut ascii = [false; 128];
    let mut found = Vec::new();
    for (at, character) in text.char_indices() {
        if lines && (character == '\n' || character == '\r' && text[at + 1..].starts_with('\n')) {
            continue;
        }
        match ascii.get_mut(character as usize) {
            Some(seen) if *seen => continue,
            Some(seen) => *seen = true,
            None => {}
        }
        let Err(index) = found.binary_search(&character) else { continue };
        if found.len() == limit {
            let message = format!(
                "{character:?} is one more than {limit} different characters, which tokens of one byte have room for; \
                 replace rare characters by one of the others"
            );
            return Err(Error::at(name, place(&text[..at]), message));
        }
        found.insert(index, character);
    }
    Ok(found)
}
