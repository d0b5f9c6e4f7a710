//! Source text → what its braces are, and the headers before its braces and semicolons.
//!
//! Strings and comments are skipped. The macros are not optimised where users build them, and this looks at every byte of a
//! file: so it walks bytes, not characters, and copies headers in pieces.

use super::Surroundings;

/// What is found in a file, with where it stands.
type Places<T> = Vec<(usize, T)>;

/// What the innermost open braces are, wherever that changes; and the texts before braces and semicolons.
pub(super) fn scan(text: &str) -> (Places<Surroundings>, Places<String>) {
    let bytes = text.as_bytes();
    let (mut changes, mut headers) = (Vec::new(), Vec::new());
    let mut open: Vec<Surroundings> = Vec::new();
    // The header up to `copied`; what follows belongs to it as well.
    let (mut header, mut copied) = (String::new(), 0);
    // Brackets and parentheses that are open: semicolons inside are lengths of arrays.
    let mut depth = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        // Most bytes are of words and spaces.
        if !matches!(bytes[at], b'/' | b'"' | b'#' | b'\'' | b'{' | b'}' | b';' | b'(' | b'[' | b')' | b']') {
            at += 1;
            continue;
        }
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let raw = at > 0 && bytes[at - 1] == b'r';
        let skipped = match bytes[at] {
            b'/' if next == b'/' => Some((at, after_line(text, at))),
            b'/' if next == b'*' => Some((at, after_comment(bytes, at + 2))),
            b'"' => Some((at, after_string(bytes, at + 1, raw))),
            b'#' if raw && (next == b'"' || next == b'#') => Some((at, after_raw_string(bytes, at))),
            b'\'' => Some((at + 1, after_letter(text, at + 1))),
            _ => None,
        };
        if let Some((from, to)) = skipped {
            header.push_str(&text[copied..from]);
            (copied, at) = (to, to);
            continue;
        }
        match bytes[at] {
            // The names of an import belong to it.
            b'{' | b'}' if super::is_import(&[&header, &text[copied..at]].concat()) => {}
            b'{' => {
                header.push_str(&text[copied..at]);
                let header = std::mem::take(&mut header);
                open.push(kind(&header));
                changes.push((at, *open.last().expect("it was opened")));
                headers.push((at, header));
                (copied, depth) = (at + 1, 0);
            }
            b'}' => {
                open.pop();
                header.clear();
                changes.push((at, open.last().copied().unwrap_or(Surroundings::Other)));
                (copied, depth) = (at + 1, 0);
            }
            b';' if depth == 0 => {
                header.push_str(&text[copied..at]);
                // Most statements bind a variable, and define nothing that is asked for.
                if header.trim_start().starts_with("let ") {
                    header.clear();
                } else {
                    headers.push((at, std::mem::take(&mut header)));
                }
                copied = at + 1;
            }
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    (changes, headers)
}

fn after_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// Behind `/* … /* … */ … */`, from its first sign on.
fn after_comment(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 1;
    while depth > 0 && at < bytes.len() {
        let (step, change) = match bytes[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
    }
    at
}

fn after_string(bytes: &[u8], mut at: usize, raw: bool) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !raw => at += 1,
            b'"' => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Behind `r##"…"##`, from its first `#` on.
fn after_raw_string(bytes: &[u8], start: usize) -> usize {
    let hashes = bytes[start..].iter().take_while(|&&byte| byte == b'#').count();
    let mut at = start + hashes;
    // `r#name` is an identifier.
    if bytes.get(at) != Some(&b'"') {
        return at;
    }
    at += 1;
    while at < bytes.len() {
        let end = at + 1 + hashes;
        if bytes[at] == b'"' && bytes.get(at + 1..end).is_some_and(|rest| rest.iter().all(|&byte| byte == b'#')) {
            return end;
        }
        at += 1;
    }
    bytes.len()
}

/// Behind a letter, `x'` or `\n'`; of a lifetime there is nothing to skip.
fn after_letter(text: &str, at: usize) -> usize {
    let mut rest = text[at..].char_indices();
    match (rest.next(), rest.next()) {
        // The second character is what is escaped, and may be a quote.
        (Some((_, '\\')), Some((_, escaped))) => {
            let from = at + 1 + escaped.len_utf8();
            text[from..].find('\'').map_or(text.len(), |length| from + length + 1)
        }
        (Some(_), Some((quote, '\''))) => at + quote + 1,
        _ => at,
    }
}

/// What the text before a brace opens.
pub(super) fn kind(header: &str) -> Surroundings {
    // Most headers are statements.
    if !header.contains("impl") && !header.contains("trait") {
        return Surroundings::Other;
    }
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
