//! Shapes in, the text of an SVG file out. The file is well-formed whatever the text of a label.
//!
//! A picture is drawn in no time, by code that calls the same few functions from many places. They are not inlined: the
//! program would be larger by a copy for each.

use std::fmt::{self, Display};
use std::prelude::v1::*;

use crate::text::append;

/// The colour of text.
pub(super) const INK: &str = "#222222";
/// The colour of what is said beside: axis texts, counters, adjoints.
pub(super) const PALE: &str = "#5f5f5f";
/// The colour of lines of a grid.
pub(super) const GRID: &str = "#e4e4e4";

/// A picture that grows shape by shape.
#[derive(Default)]
pub(super) struct Svg {
    body: String,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub size: f64,
    pub colour: &'static str,
    pub anchor: &'static str,
    pub bold: bool,
    pub mono: bool,
}

impl Font {
    pub const TITLE: Self = Self { size: 15.0, colour: INK, anchor: "start", bold: true, mono: false };
    pub const LABEL: Self = Self { size: 12.0, colour: INK, anchor: "middle", bold: false, mono: false };
    pub const TICK: Self = Self { size: 11.0, colour: PALE, anchor: "middle", bold: false, mono: false };

    pub fn start(self) -> Self {
        Self { anchor: "start", ..self }
    }

    pub fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }

    /// About how wide the text becomes. Fonts differ, so this is the width in a wide one.
    #[inline(never)]
    pub fn width(self, text: &str) -> f64 {
        let em: f64 =
            text.chars().map(|letter| if self.mono { mono_width(letter) } else { letter_width(letter) }).sum();
        em * self.size * if self.bold { 1.08 } else { 1.0 }
    }

    /// The width of the widest of these texts.
    pub fn widest(self, texts: &[String]) -> f64 {
        texts.iter().map(|text| self.width(text)).fold(0.0, f64::max)
    }

    /// The text, or its beginning and an ellipsis if it is wider than `room`.
    pub fn fit(self, text: &str, room: f64) -> String {
        if self.width(text) <= room {
            return text.to_owned();
        }
        let mut cut = String::new();
        for letter in text.chars() {
            cut.push(letter);
            if self.width(&cut) + self.width("…") > room {
                cut.pop();
                break;
            }
        }
        cut.push('…');
        cut
    }
}

fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'l' | 'j' | '|' | '.' | ',' | '\'' | ':' | ';' | '!' => 0.34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | ' ' | '/' | '⁰' | '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷'
        | '⁸' | '⁹' | '⁻' => 0.42,
        'm' | 'M' | 'w' | 'W' | '@' | '%' => 1.0,
        'A'..='Z' => 0.74,
        ' '..='~' => 0.64,
        letter if is_wide(letter) => 1.05,
        letter if is_mark(letter) => 0.0,
        _ => 0.7,
    }
}

fn mono_width(letter: char) -> f64 {
    if is_mark(letter) {
        0.0
    } else if is_wide(letter) {
        1.21
    } else {
        0.605
    }
}

/// Letters of East Asia and pictographs are as wide as they are high.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}

/// Accents that stand on the letter before.
fn is_mark(letter: char) -> bool {
    matches!(u32::from(letter), 0x0300..=0x036f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f)
}

impl Svg {
    /// Adds SVG text as it is.
    pub fn raw(&mut self, text: fmt::Arguments<'_>) {
        append(&mut self.body, format_args!("{text}\n"));
    }

    #[inline(never)]
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), attributes: &str) {
        let (x, y, width, height) = (Px(x), Px(y), Px(width), Px(height));
        self.raw(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>"));
    }

    #[inline(never)]
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
        let (x1, y1, x2, y2) = (Px(x1), Px(y1), Px(x2), Px(y2));
        self.raw(format_args!("<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" fill=\"none\"/>"));
    }

    pub fn text(&mut self, at: (f64, f64), font: Font, text: &str) {
        self.turned_text(at, font, 0.0, text);
    }

    /// A text, turned by so many degrees about the point where it stands.
    #[inline(never)]
    pub fn turned_text(&mut self, (x, y): (f64, f64), font: Font, degrees: f64, text: &str) {
        if text.is_empty() {
            return;
        }
        let (x, y) = (Px(x), Px(y));
        let weight = if font.bold { " font-weight=\"600\"" } else { "" };
        let family = if font.mono { " font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\"" } else { "" };
        let turn = if degrees == 0.0 { String::new() } else { format!(" transform=\"rotate({degrees} {x} {y})\"") };
        let Font { size, colour, anchor, .. } = font;
        self.raw(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\"{weight}{family}\
             {turn} xml:space=\"preserve\">{}</text>",
            escape(text)
        ));
    }

    /// The file: all shapes on white, with a title for those who cannot see it.
    pub fn finish(self, width: f64, height: f64, title: &str) -> String {
        let (width, height) = (Px(width), Px(height));
        let title = if title.is_empty() { String::new() } else { format!("<title>{}</title>\n", escape(title)) };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n{title}<rect width=\"{width}\" \
             height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// A length in pixels, to a hundredth.
pub(super) struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the sign of a zero.
        ((self.0 * 100.0).round() / 100.0 + 0.0).fmt(f)
    }
}

/// `text` as it may stand between tags and in attributes. What XML cannot contain becomes `�`.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_gives_a_well_formed_file() {
        let mut svg = Svg::default();
        svg.text((0.0, 0.0), Font::LABEL, "a < b && \"c\" > 'd' \0 \u{1b} \u{ffff} ]]> é 漢");
        let text = svg.finish(10.0, 10.0, "</svg>&");
        roxmltree::Document::parse(&text).unwrap();
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut() {
        let font = Font::LABEL;
        assert_eq!(font.fit("short", 100.0), "short");
        let cut = font.fit("a text that is much too long", 60.0);
        assert!(cut.ends_with('…') && font.width(&cut) <= 60.0, "{cut}");
    }

    #[test]
    fn lengths_have_no_negative_zero() {
        assert_eq!(Px(-0.001).to_string(), "0");
        assert_eq!(Px(1.0 / 3.0).to_string(), "0.33");
    }
}
