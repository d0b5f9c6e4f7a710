//! What someone meant who wrote a word that is not known.

use core::mem::swap;

/// The name that is most like the word, if one is like it: few letters are wrong, or some are missing at the end.
pub(super) fn similar<'n>(word: &str, names: &mut dyn Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut best = None;
    for name in names {
        let begins = !word.is_empty() && name.starts_with(word);
        let wrong = if begins { 0 } else { distance(word, name) };
        if wrong <= name.len().max(word.len()) / 3 && best.is_none_or(|(least, _)| wrong < least) {
            best = Some((wrong, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters have to be put in, taken out, replaced, or swapped with the next one to come from `a` to `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // The distances of the beginnings of `b` from the beginnings of `a`: with all letters so far, and with one and two less.
    let (mut older, mut old, mut new): (Vec<_>, Vec<usize>, Vec<_>) = (Vec::new(), (0..=b.len()).collect(), Vec::new());
    let mut before = None;
    for (i, letter) in a.chars().enumerate() {
        new.clear();
        new.push(i + 1);
        for (j, &other) in b.iter().enumerate() {
            let replaced = old[j] + usize::from(letter != other);
            let mut least = replaced.min(old[j + 1] + 1).min(new[j] + 1);
            if j > 0 && before == Some(other) && letter == b[j - 1] {
                least = least.min(older[j - 1] + 1);
            }
            new.push(least);
        }
        before = Some(letter);
        swap(&mut older, &mut old);
        swap(&mut old, &mut new);
    }
    old[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_the_known_ones() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("adma", "adam", 1),
            ("ca", "abc", 3),
            ("größe", "grösse", 2),
        ];
        for (a, b, expected) in cases {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }

    #[test]
    fn what_was_meant_is_found() {
        const NAMES: &[&str] = &["steps", "batch", "lr", "optimizer", "seed", "out", "eval-every", "threads", "help"];
        let cases = [
            ("step", Some("steps")),
            ("setps", Some("steps")),
            ("optimiser", Some("optimizer")),
            ("opt", Some("optimizer")),
            ("eval_every", Some("eval-every")),
            ("thread", Some("threads")),
            ("h", Some("help")),
            ("", None),
            ("verbose", None),
            ("version", None),
            ("x", None),
        ];
        for (word, expected) in cases {
            assert_eq!(similar(word, &mut NAMES.iter().copied()), expected, "{word}");
        }
    }
}
