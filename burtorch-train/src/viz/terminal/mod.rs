//! Curves, bars and shades in letters.

mod canvas;
mod shades;

use std::prelude::v1::*;

use self::canvas::Canvas;
pub(super) use self::shades::{bars, shades};
use super::number::{Extent, extent};
use super::plot::Series;
use super::ticks::{Axis, Ends};
use crate::console::{Colour, Console, stdout_columns};
use crate::text::append;

/// How many columns the terminal of the standard output has, at least 20 and at most 200; 80 if there is none.
///
/// ```
/// use burtorch_train::viz::{Series, terminal};
///
/// let loss = Series::new("loss", [(0, 3.0), (1, 2.0), (2, 1.0)]);
/// println!("{}", terminal::curve(&[loss], terminal::width(), 8));
/// assert!((20..=200).contains(&terminal::width()));
/// ```
#[must_use]
pub fn width() -> usize {
    stdout_columns().clamp(20, 200)
}

/// Lines through the points of each series in braille letters, `width` letters wide and `height` lines high.
///
/// The first line is full, the second dotted, the third dashed. [`ascii`] has the same in plain ASCII, and
/// [`Plot::to_terminal`](super::Plot::to_terminal) has titles, logarithmic axes and points without lines.
///
/// ```
/// use burtorch_train::viz::{Series, terminal};
///
/// let loss = Series::new("", (0..=100).map(|step| (step, 2.0 * (-0.05 * f64::from(step)).exp())));
/// let text = terminal::curve(&[loss], 40, 8);
/// assert_eq!(text.lines().count(), 8);
/// assert_eq!(text.lines().next().unwrap(), "2┤⠑⡄");
/// ```
#[must_use]
pub fn curve(series: &[Series], width: usize, height: usize) -> String {
    lines(series, &Letters::BRAILLE, width, height)
}

/// Lines through the points of each series in plain ASCII, `width` letters wide and `height` lines high.
///
/// ```
/// use burtorch_train::viz::{Series, terminal};
///
/// let falling = Series::new("falling", [(0, 3), (1, 2), (2, 1), (3, 0)]);
/// let rising = Series::new("rising", [(0, 0), (3, 3)]);
/// assert_eq!(
///     terminal::ascii(&[falling, rising], 24, 8),
///     "\
/// *** falling   +++ rising
/// 3+****               +++
/// 2+    *****     +++++
///  |        ++++++
/// 1+   +++++     *****
/// 0++++               ****
///  +----------------------
///   0      1      2      3
/// "
/// );
/// ```
#[must_use]
pub fn ascii(series: &[Series], width: usize, height: usize) -> String {
    lines(series, &Letters::ASCII, width, height)
}

fn lines(series: &[Series], letters: &Letters, width: usize, height: usize) -> String {
    let points = series.iter().flat_map(|one| &one.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.copied().unzip();
    let extents = (extent(&xs), extent(&ys));
    let series: Vec<_> = series.iter().map(|one| (one, true)).collect();
    let axes = Axes { title: "", notes: &[], x: "", y: "", extents, logs: (false, false) };
    draw(&axes, &Drawn { series, boundaries: vec![], marks: vec![] }, letters, width, height)
}

/// The letters that a curve is drawn with.
pub(super) struct Letters {
    plain: bool,
    /// Whether series have colours.
    colour: bool,
    /// How text is written in them.
    say: fn(&str) -> String,
}

impl Letters {
    pub const BRAILLE: Self = Self { plain: false, colour: false, say: str::to_owned };
    pub const ASCII: Self = Self { plain: true, colour: false, say: to_ascii };

    /// The letters and colours that a terminal can show.
    pub fn of(console: Console) -> Self {
        let letters = if console.unicode { Self::BRAILLE } else { Self::ASCII };
        Self { colour: console.colour, ..letters }
    }
}

/// The ranges, names and scales of both axes, and what stands above them.
pub(super) struct Axes<'a> {
    pub title: &'a str,
    pub notes: &'a [String],
    pub x: &'a str,
    pub y: &'a str,
    pub extents: (Extent, Extent),
    pub logs: (bool, bool),
}

/// The series, boundaries and marks that are drawn over the axes.
pub(super) struct Drawn<'a> {
    /// Series, those with `true` as lines.
    pub series: Vec<(&'a Series, bool)>,
    /// The short lines of boundaries, behind the series.
    pub boundaries: Vec<[(f64, f64); 2]>,
    /// Points with a ring around them, before the series.
    pub marks: Vec<&'a Series>,
}

/// Draws axes, and what stands over them.
pub(super) fn draw(axes: &Axes, drawn: &Drawn, letters: &Letters, width: usize, height: usize) -> String {
    let &Letters { plain, colour, say } = letters;
    let Drawn { series, boundaries, marks } = drawn;
    let (mut text, mut heads) = (String::new(), 0);
    let mut head = |line: &str| {
        append(&mut text, format_args!("{line}\n"));
        heads += 1;
    };
    if !axes.title.is_empty() {
        head(&cut(&say(axes.title), width));
    }
    for note in axes.notes {
        head(&cut(&say(note), width));
    }
    let names = legend(drawn, letters, width);
    if !names.is_empty() {
        head(&names);
    }
    if !axes.y.is_empty() {
        head(&cut(&say(axes.y), width));
    }
    let foot = 2 + usize::from(!axes.x.is_empty());
    let rows = height.saturating_sub(heads + foot).max(3);

    let y = Axis::new(axes.extents.1, axes.logs.1, Ends::Tight, rows.div_ceil(2).clamp(2, 6));
    let labels: Vec<_> = y.ticks.iter().map(|tick| say(&tick.label)).collect();
    let margin = labels.iter().map(|label| length(label)).max().unwrap_or(0);
    let columns = width.saturating_sub(margin + 1).max(8);
    let x = horizontal_axis(axes, columns, say);

    let mut canvas = Canvas::new(columns, rows, plain, colour);
    for line in boundaries.iter().filter(|line| line.iter().all(|&(px, py)| x.shows(px) && y.shows(py))) {
        canvas.draw(series.len(), &line.map(|(px, py)| (x.place(px), y.place(py))), true);
    }
    for (at, (one, joined)) in series.iter().enumerate() {
        for piece in one.points.split(|&(px, py)| !x.shows(px) || !y.shows(py)) {
            let places: Vec<_> = piece.iter().map(|&(px, py)| (x.place(px), y.place(py))).collect();
            canvas.draw(at, &places, *joined);
        }
    }
    for &(px, py) in marks.iter().flat_map(|mark| &mark.points).filter(|&&(px, py)| x.shows(px) && y.shows(py)) {
        canvas.mark((x.place(px), y.place(py)));
    }
    let is_empty = axes.extents.0.is_none() || axes.extents.1.is_none();
    let (bar, mark, corner, floor) = if plain { ('|', '+', '+', "-") } else { ('│', '┤', '└', "─") };
    for row in 0..rows {
        // The tick whose place is in this row.
        let here = y
            .ticks
            .iter()
            .position(|tick| rows - 1 - ((y.place(tick.value) * rows as f64) as usize).min(rows - 1) == row);
        let line = if is_empty && row == rows / 2 {
            format!("{:^columns$}", "no data").trim_end().to_owned()
        } else {
            canvas.line(row)
        };
        let (label, edge) = here.map_or(("", bar), |at| (labels[at].as_str(), mark));
        append(&mut text, format_args!("{label:>margin$}{edge}{line}\n"));
    }
    append(&mut text, format_args!("{:margin$}{corner}{}\n", "", floor.repeat(columns)));
    let below = format!("{:margin$} {}", "", horizontal_labels(&x, columns, say));
    append(&mut text, format_args!("{}\n", below.trim_end()));
    if !axes.x.is_empty() {
        let below = format!("{:margin$} {:^columns$}", "", cut(&say(axes.x), columns));
        append(&mut text, format_args!("{}\n", below.trim_end()));
    }
    text
}

/// The names of series and marks, each after a piece of what it looks like, cut at the width.
fn legend(drawn: &Drawn, letters: &Letters, width: usize) -> String {
    let &Letters { plain, colour, say } = letters;
    let console = Console { unicode: !plain, colour };
    let series = drawn.series.iter().enumerate();
    let series = series.map(|(at, (one, _))| (canvas::sample(at, plain), Some(at), one.name.as_str()));
    let marks = drawn.marks.iter().map(|mark| (canvas::mark(plain).to_string(), None, mark.name.as_str()));
    let (mut names, mut used) = (String::new(), 0);
    for (sample, at, name) in series.chain(marks).filter(|(.., name)| !name.is_empty()) {
        let space = if used == 0 { "" } else { "   " };
        let entry = format!("{space}{sample} {}", say(name));
        // Escape sequences take no columns, so letters are counted without them.
        let shown = cut(&entry, width - used);
        used += length(&shown);
        names += &at.map_or_else(|| shown.clone(), |at| console.paint(Colour::Series(at), &shown));
    }
    names
}

/// The axis with the most ticks whose labels have a space between them.
fn horizontal_axis(axes: &Axes, columns: usize, say: fn(&str) -> String) -> Axis {
    let axis = |wanted| Axis::new(axes.extents.0, axes.logs.0, Ends::Tight, wanted);
    let fits = |axis: &Axis| {
        let mut next = 0;
        spans(axis, columns, say).iter().all(|(start, label)| {
            let free = *start >= next;
            // A space stays between labels.
            next = start + length(label) + 1;
            free
        })
    };
    let mut best = axis(8);
    for wanted in (1..8).rev() {
        if fits(&best) {
            break;
        }
        best = axis(wanted);
    }
    best
}

/// The labels of an axis, each with the column where it begins.
#[inline(never)]
fn spans(axis: &Axis, columns: usize, say: fn(&str) -> String) -> Vec<(usize, String)> {
    let place = |tick: &super::ticks::Tick| {
        let label = say(&tick.label);
        let length = length(&label);
        let middle = ((axis.place(tick.value) * columns as f64) as usize).min(columns - 1);
        (middle.saturating_sub(length / 2).min(columns.saturating_sub(length)), label)
    };
    axis.ticks.iter().map(place).collect()
}

fn horizontal_labels(axis: &Axis, columns: usize, say: fn(&str) -> String) -> String {
    let mut line = String::new();
    for (start, label) in spans(axis, columns, say) {
        let length = length(&line);
        if length == 0 || start > length {
            line.push_str(&" ".repeat(start - length));
            line.push_str(&label);
        }
    }
    line
}

/// How many letters a text has.
#[inline(never)]
fn length(text: &str) -> usize {
    text.chars().count()
}

/// The first letters of a text.
#[inline(never)]
fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

/// Labels with minus signs and powers of ten, and other text, in ASCII.
fn to_ascii(text: &str) -> String {
    let text = text.replace('−', "-").replace("×10", "e");
    let text = match text.strip_prefix("10") {
        Some(power) if power.starts_with(|letter: char| !letter.is_ascii()) => format!("1e{power}"),
        _ => text,
    };
    text.chars()
        .map(|letter| match letter {
            '⁰' => '0',
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            '⁴' => '4',
            '⁵' => '5',
            '⁶' => '6',
            '⁷' => '7',
            '⁸' => '8',
            '⁹' => '9',
            '⁻' => '-',
            ' '..='~' => letter,
            _ => '?',
        })
        .collect()
}

#[cfg(test)]
mod tests;
