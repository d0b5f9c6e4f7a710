//! Graphviz text → tokens with their places.

use std::iter::Peekable;
use std::prelude::v1::*;
use std::str::Chars;

use super::error::DotError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a number or a text between quotes, which then is no keyword.
    Id(String, bool),
    /// `->` or `--`.
    Edge(bool),
    Symbol(char),
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub line: usize,
    pub column: usize,
}

impl Token {
    pub fn error(&self, message: String) -> DotError {
        DotError { line: self.line, column: self.column, message }
    }

    /// The token as an error names it.
    pub fn said(&self) -> String {
        match &self.kind {
            Kind::Id(text, _) => format!("`{text}`"),
            Kind::Edge(true) => "`->`".to_owned(),
            Kind::Edge(false) => "`--`".to_owned(),
            Kind::Symbol(symbol) => format!("`{symbol}`"),
            Kind::End => "the end of the text".to_owned(),
        }
    }
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    fn peek(&mut self) -> Option<char> {
        self.letters.peek().copied()
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|letter| letter != '\n') {
            self.next();
        }
    }

    fn word(&mut self, first: char, belongs: impl Fn(char) -> bool) -> String {
        let mut word = String::from(first);
        while let Some(letter) = self.peek().filter(|letter| belongs(*letter)) {
            word.push(letter);
            self.next();
        }
        word
    }
}

/// All tokens, and one for the end.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, DotError> {
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, column: 1 };
    let mut tokens = vec![];
    loop {
        let (line, column) = (reader.line, reader.column);
        let mut token = Token { kind: Kind::End, line, column };
        let Some(letter) = reader.next() else {
            tokens.push(token);
            return Ok(tokens);
        };
        token.kind = match letter {
            letter if letter.is_whitespace() || letter == '\u{feff}' => continue,
            // A line of the preprocessor.
            '#' if column == 1 => {
                reader.skip_line();
                continue;
            }
            '/' if reader.peek() == Some('/') => {
                reader.skip_line();
                continue;
            }
            '/' if reader.peek() == Some('*') => {
                comment(&mut reader).ok_or_else(|| token.error("this comment has no end: add `*/`".to_owned()))?;
                continue;
            }
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => Kind::Symbol(letter),
            '-' if reader.peek() == Some('>') => {
                reader.next();
                Kind::Edge(true)
            }
            '-' if reader.peek() == Some('-') => {
                reader.next();
                Kind::Edge(false)
            }
            '"' => {
                let text = quoted(&mut reader);
                Kind::Id(text.ok_or_else(|| token.error("this text has no end: add a quote".to_owned()))?, true)
            }
            '-' | '.' | '0'..='9' => {
                Kind::Id(reader.word(letter, |letter| letter == '.' || letter.is_ascii_digit()), false)
            }
            letter if letter.is_alphabetic() || letter == '_' => {
                Kind::Id(reader.word(letter, |letter| letter == '_' || letter.is_alphanumeric()), false)
            }
            '<' => return Err(token.error("labels like HTML are not drawn: put the label between quotes".to_owned())),
            _ => return Err(token.error(format!("`{letter}` does not belong here: put names with it between quotes"))),
        };
        tokens.push(token);
    }
}

/// The rest of a comment between `/*` and `*/`.
fn comment(reader: &mut Reader) -> Option<()> {
    reader.next();
    loop {
        if reader.next()? == '*' && reader.peek() == Some('/') {
            reader.next();
            return Some(());
        }
    }
}

/// The rest of a text between quotes. Escapes stay but for `\"`, as what the others mean depends on the attribute.
fn quoted(reader: &mut Reader) -> Option<String> {
    let mut text = String::new();
    loop {
        match reader.next()? {
            '"' => return Some(text),
            '\\' => match reader.next()? {
                '"' => text.push('"'),
                '\n' => {}
                letter => text.extend(['\\', letter]),
            },
            letter => text.push(letter),
        }
    }
}
