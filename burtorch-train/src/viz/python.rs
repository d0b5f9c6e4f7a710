//! Values in, Python text out.

use std::fmt::Write;
use std::prelude::v1::*;

use super::colour::Map;

/// A string literal.
pub(super) fn literal(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            ' '..='~' => quoted.push(letter),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A string literal that Matplotlib shows as it is: a dollar sign would begin a formula.
pub(super) fn label(text: &str) -> String {
    literal(&text.replace('$', "\\$"))
}

/// The name of a series for a legend, which leaves out names that begin with an underscore.
pub(super) fn legend(name: &str) -> String {
    label(&if name.starts_with('_') { format!(" {name}") } else { name.to_owned() })
}

/// A number; what is not finite becomes `nan`, which Matplotlib leaves out.
pub(super) fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:?}") } else { "nan".to_owned() }
}

/// A list of numbers.
pub(super) fn list(values: impl IntoIterator<Item = f64>) -> String {
    let values: Vec<_> = values.into_iter().map(number).collect();
    format!("[{}]", values.join(", "))
}

/// A list of lists, a row each, on a line each.
pub(super) fn matrix(values: &[f64], columns: usize) -> String {
    let rows: Vec<_> = values.chunks(columns.max(1)).map(|row| list(row.iter().copied())).collect();
    format!("[\n    {},\n]", rows.join(",\n    "))
}

/// A list of string literals.
pub(super) fn labels<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let texts: Vec<_> = texts.into_iter().map(|text| label(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// The colours of a map.
pub(super) fn colours(map: &Map) -> String {
    let anchors: Vec<_> = map.anchors().iter().map(|colour| literal(colour)).collect();
    format!("LinearSegmentedColormap.from_list(\"burtorch\", [{}])", anchors.join(", "))
}

/// A file that draws with `body` and then shows the picture, or writes it where the command line says.
pub(super) fn script(body: &str) -> String {
    let nan = if body.contains("nan") { "from math import nan\n" } else { "" };
    let map = if body.contains("LinearSegmentedColormap") {
        "from matplotlib.colors import LinearSegmentedColormap\n"
    } else {
        ""
    };
    format!(
        "\"\"\"Draws a picture. With an argument it is written to that file, without it is shown.\"\"\"\n\nimport \
         sys\n{nan}\nimport matplotlib.pyplot as plt\n{map}\n{body}\nif len(sys.argv) > 1:\n    \
         plt.savefig(sys.argv[1], dpi=150)\nelse:\n    plt.show()\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_escaped() {
        assert_eq!(literal("a \"b\" \\ \n\0é"), "\"a \\\"b\\\" \\\\ \\n\\u0000é\"");
        assert_eq!(label("5 $ or 6 $"), "\"5 \\\\$ or 6 \\\\$\"");
        assert_eq!(list([1.0, f64::NAN, 1e-300]), "[1.0, nan, 1e-300]");
    }
}
