//! What stands around a function: a macro is not told, so the source is asked.
//!
//! In: the name of a function, with its span. Out: whether it stands in an `impl`, and in which kind. The file is read up to
//! the name, strings and comments are skipped, and the innermost braces that are still open say it. Code that a macro
//! wrote has no place in a file; of that nothing is known.

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
    place(name).map_or(Surroundings::Other, |before| innermost(&before))
}

/// The text of the file up to the name.
fn place(name: &Ident) -> Option<String> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = name.span().unwrap();
    let text = std::fs::read_to_string(span.local_file()?).ok()?;
    let (line, column) = (span.line(), span.column());
    let mut before: Vec<&str> = text.lines().take(line).collect();
    let last = before.pop()?;
    let start: String = last.chars().take(column.checked_sub(1)?).collect();
    let rest: String = last.chars().skip(column - 1).collect();
    // The span of a name that a macro wrote may point anywhere.
    let text = name.to_string();
    rest.starts_with(text.trim_start_matches("r#")).then_some(())?;
    before.push(&start);
    Some(before.join("\n"))
}

fn innermost(before: &str) -> Surroundings {
    let mut headers: Vec<String> = Vec::new();
    let mut header = String::new();
    let mut chars = before.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '/' if chars.peek() == Some(&'/') => while chars.next_if(|&char| char != '\n').is_some() {},
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                skip_comment(&mut chars);
            }
            '"' => skip_string(&mut chars, header.ends_with('r')),
            '#' if header.ends_with('r') && matches!(chars.peek(), Some('"' | '#')) => skip_raw(&mut chars),
            // A lifetime, or a letter.
            '\'' => {
                let mut rest = chars.clone();
                match (rest.next(), rest.next()) {
                    (Some('\\'), _) => {
                        chars.next();
                        chars.next();
                        while chars.next_if(|&char| char != '\'').is_some() {}
                        chars.next();
                    }
                    (Some(_), Some('\'')) => {
                        chars.next();
                        chars.next();
                    }
                    _ => {}
                }
            }
            '{' => headers.push(std::mem::take(&mut header)),
            '}' => {
                headers.pop();
                header.clear();
            }
            ';' => header.clear(),
            other => header.push(other),
        }
    }
    headers.last().map_or(Surroundings::Other, |header| kind(header))
}

/// `/* … /* … */ … */`, from behind its first sign on.
fn skip_comment(chars: &mut std::iter::Peekable<std::str::Chars>) {
    let mut depth = 1;
    while let Some(char) = chars.next() {
        match char {
            '/' if chars.next_if_eq(&'*').is_some() => depth += 1,
            '*' if chars.next_if_eq(&'/').is_some() => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

fn skip_string(chars: &mut std::iter::Peekable<std::str::Chars>, raw: bool) {
    while let Some(char) = chars.next() {
        match char {
            '\\' if !raw => _ = chars.next(),
            '"' => return,
            _ => {}
        }
    }
}

/// `r##"…"##`, from its second `#` on.
fn skip_raw(chars: &mut std::iter::Peekable<std::str::Chars>) {
    let mut hashes = 1;
    while chars.next_if_eq(&'#').is_some() {
        hashes += 1;
    }
    if chars.next_if_eq(&'"').is_none() {
        return;
    }
    let mut closing = None;
    for char in chars.by_ref() {
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
            assert_eq!(innermost(before), expected, "{before}");
        }
    }
}
