//! What stands around a function: a macro is not told, so the source is asked.
//!
//! In: the name of a function, with its span. Out: whether it stands in an `impl`, and in which kind. The file is read up to
//! the name, strings and comments are skipped, and the innermost braces that are still open say it. Code that a macro
//! wrote has no place in a file; of that nothing is known.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

use proc_macro2::Ident;

/// What a function stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surroundings {
    /// A module, a function, or something that is not known.
    Other,
    /// `impl Type { … }`
    Impl,
    /// `impl Trait for Type { … }`
    TraitImpl,
    /// `trait Name { … }`
    Trait,
}

/// What the function with this name stands in.
pub fn surroundings(name: &Ident) -> Surroundings {
    lookup(name).unwrap_or(Surroundings::Other)
}

fn lookup(name: &Ident) -> Option<Surroundings> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = name.span().unwrap();
    let path = span.local_file()?;
    thread_local! {
        // A file is read once, however many functions are in it.
        static FILES: RefCell<HashMap<PathBuf, Option<File>>> = RefCell::default();
    }
    FILES.with_borrow_mut(|files| {
        let read = || std::fs::read_to_string(&path).ok().map(File::new);
        let file = files.entry(path.clone()).or_insert_with(read).as_ref()?;
        file.at(span.line(), span.column(), name.to_string().trim_start_matches("r#"))
    })
}

/// A source file.
struct File {
    text: String,
    /// Where each line starts.
    lines: Vec<usize>,
    /// Where braces open and close, and what is inside of them from there on.
    changes: Vec<(usize, Surroundings)>,
}

impl File {
    fn new(text: String) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let changes = changes(&text);
        File { text, lines, changes }
    }

    /// What a name stands in; nothing if it does not stand there, as one that a macro wrote.
    fn at(&self, line: usize, column: usize, name: &str) -> Option<Surroundings> {
        let rest = &self.text[*self.lines.get(line.checked_sub(1)?)?..];
        let (start, _) = rest.char_indices().nth(column.checked_sub(1)?)?;
        rest[start..].starts_with(name).then_some(())?;
        let offset = self.text.len() - rest.len() + start;
        let before = self.changes.partition_point(|&(at, _)| at < offset);
        Some(before.checked_sub(1).map_or(Surroundings::Other, |last| self.changes[last].1))
    }
}

/// What the innermost open braces are, wherever that changes.
fn changes(text: &str) -> Vec<(usize, Surroundings)> {
    let mut changes = Vec::new();
    let mut open: Vec<Surroundings> = Vec::new();
    let mut header = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '/' if next_is(&mut chars, '/') => while chars.next_if(|&(_, char)| char != '\n').is_some() {},
            '/' if next_is(&mut chars, '*') => {
                chars.next();
                skip_comment(&mut chars);
            }
            '"' => skip_string(&mut chars, header.ends_with('r')),
            '#' if header.ends_with('r') && (next_is(&mut chars, '"') || next_is(&mut chars, '#')) => {
                skip_raw(&mut chars);
            }
            '\'' => skip_letter(&mut chars),
            '{' => {
                open.push(kind(&std::mem::take(&mut header)));
                changes.push((at, *open.last().expect("it was opened")));
            }
            '}' => {
                open.pop();
                header.clear();
                changes.push((at, open.last().copied().unwrap_or(Surroundings::Other)));
            }
            ';' => header.clear(),
            other => header.push(other),
        }
    }
    changes
}

type Chars<'t> = std::iter::Peekable<std::str::CharIndices<'t>>;

fn next_is(chars: &mut Chars, char: char) -> bool {
    chars.peek().is_some_and(|&(_, next)| next == char)
}

fn next_if_is(chars: &mut Chars, char: char) -> bool {
    chars.next_if(|&(_, next)| next == char).is_some()
}

/// The rest of a letter, `'x'` or `'\n'`; of a lifetime there is none.
fn skip_letter(chars: &mut Chars) {
    let mut rest = chars.clone().map(|(_, char)| char);
    match (rest.next(), rest.next()) {
        (Some('\\'), _) => {
            chars.next();
            chars.next();
            while chars.next_if(|&(_, char)| char != '\'').is_some() {}
            chars.next();
        }
        (Some(_), Some('\'')) => {
            chars.next();
            chars.next();
        }
        _ => {}
    }
}

/// `/* … /* … */ … */`, from behind its first sign on.
fn skip_comment(chars: &mut Chars) {
    let mut depth = 1;
    while let Some((_, char)) = chars.next() {
        match char {
            '/' if next_if_is(chars, '*') => depth += 1,
            '*' if next_if_is(chars, '/') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn skip_string(chars: &mut Chars, raw: bool) {
    while let Some((_, char)) = chars.next() {
        match char {
            '\\' if !raw => _ = chars.next(),
            '"' => return,
            _ => {}
        }
    }
}

/// `r##"…"##`, from its second `#` on.
fn skip_raw(chars: &mut Chars) {
    let mut hashes = 1;
    while next_if_is(chars, '#') {
        hashes += 1;
    }
    if !next_if_is(chars, '"') {
        return;
    }
    let mut closing = None;
    for (_, char) in chars.by_ref() {
        closing = match (char, closing) {
            ('"', _) => Some(0),
            ('#', Some(count)) => Some(count + 1),
            _ => None,
        };
        if closing == Some(hashes) {
            return;
        }
    }
}

/// What the text before a brace opens.
fn kind(header: &str) -> Surroundings {
    let words: Vec<&str> = header.split(|c: char| c.is_whitespace() || "()[],&*+=?>".contains(c)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let is_trait_word = |word: &&str| *word == "trait";
    let Some(start) = words.iter().position(|word| *word == "impl" || word.starts_with("impl<")) else {
        let is_trait = words.iter().any(is_trait_word) && !words.contains(&"fn");
        return if is_trait { Surroundings::Trait } else { Surroundings::Other };
    };
    // `fn f() -> impl Trait {` is a function.
    if words[..start].contains(&"fn") {
        return Surroundings::Other;
    }
    let until = words.iter().position(|word| *word == "where").unwrap_or(words.len());
    // `for<'a>` is no `for`: the sign stands with the word.
    if words[start..until].contains(&"for") { Surroundings::TraitImpl } else { Surroundings::Impl }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_open_braces_say_where_a_function_stands() {
        let cases = [
            ("", Surroundings::Other),
            ("mod m { use std::fmt; ", Surroundings::Other),
            ("impl Spring { ", Surroundings::Impl),
            ("impl<const N: usize> Chain<N> { fn a() { if x { 1 } } ", Surroundings::Impl),
            ("impl Add for Vec3 { type Output = Vec3; ", Surroundings::TraitImpl),
            ("impl<T> Mul<T> for Vec3 where T: Into<f64> {", Surroundings::TraitImpl),
            ("impl<F> Model<F> where F: for<'a> Fn(&'a f64) -> f64 {", Surroundings::Impl),
            ("pub trait Potential {", Surroundings::Trait),
            ("fn f() -> impl Fn(f64) -> f64 {", Surroundings::Other),
            ("impl A { } fn g() {", Surroundings::Other),
            ("// impl Add for B {\nmod m {", Surroundings::Other),
            ("/* impl Add for B { /* nested */ { */ impl A {", Surroundings::Impl),
            ("const S: &str = \"impl Add for B {\"; impl A {", Surroundings::Impl),
            ("const S: &str = r#\"impl Add for B { \" \"#; impl A {", Surroundings::Impl),
            ("const C: char = '{'; impl<'a> A<'a> {", Surroundings::Impl),
            ("const C: char = '\\''; const D: char = '}'; impl A {", Surroundings::Impl),
        ];
        for (before, expected) in cases {
            let file = File::new(format!("{before}\nname"));
            let line = before.matches('\n').count() + 2;
            assert_eq!(file.at(line, 1, "name"), Some(expected), "{before}");
            assert_eq!(file.at(line, 2, "name"), None, "{before}");
        }
    }
}
