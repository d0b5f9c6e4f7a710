//! What someone meant who wrote a name that is not known.

/// The known name that takes the fewest edits to get to, if they are few; of several, the first in the alphabet.
pub fn nearest<N: AsRef<str>>(name: &str, known: impl IntoIterator<Item = N>) -> Option<String> {
    let (written, limit) = (name.to_lowercase(), name.len() / 3);
    let mut best: Option<(usize, String)> = None;
    for known in known {
        let known = known.as_ref();
        let edits = distance(&written, &known.to_lowercase());
        if edits <= limit && best.as_ref().is_none_or(|(least, name)| (edits, known) < (*least, name)) {
            best = Some((edits, known.to_owned()));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters have to be added, removed or replaced.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut previous = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = previous + usize::from(x != *y);
            previous = row[j + 1];
            row[j + 1] = replaced.min(previous + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_found() {
        const KNOWN: [&str; 8] = ["sin", "sinh", "cos", "softmax", "relu", "ln", "wrt", "Linear"];
        let cases = [
            ("sine", Some("sin")),
            ("sihn", Some("sin")),
            ("cosine", None),
            ("sofmax", Some("softmax")),
            ("relue", Some("relu")),
            ("linear", Some("Linear")),
            ("Lineer", Some("Linear")),
            ("ln2", Some("ln")),
            ("l", None),
            ("", None),
            ("größe", None),
        ];
        for (name, expected) in cases {
            assert_eq!(nearest(name, KNOWN).as_deref(), expected, "{name}");
        }
    }
}
