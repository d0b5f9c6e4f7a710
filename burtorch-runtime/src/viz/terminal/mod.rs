//! Curves, bars and shades in letters.

mod canvas;
mod shades;

use std::format;
use std::prelude::v1::*;
use std::vec;

use self::canvas::Canvas;
pub(super) use self::shades::{bars, shades};
use super::number::{Extent, extent};
use super::plot::Series;
use super::ticks::{Axis, Ends};

/// Lines through the points of each series in braille letters, `width` letters wide and `height` lines high.
///
/// The first line is full, the second dotted, the third dashed. [`ascii`] has the same in plain ASCII, and
/// [`Plot::to_terminal`](super::Plot::to_terminal) has titles, logarithmic axes and points without lines.
///
/// ```
/// use burtorch_runtime::viz::{Series, terminal};
///
/// let loss = Series::new("", (0..=100).map(|step| (step, 2.0 * (-0.05 * f64::from(step)).exp())));
/// let text = terminal::curve(&[loss], 40, 8);
/// assert_eq!(text.lines().count(), 8);
/// assert_eq!(text.lines().next().unwrap(), "2┤⠑⡄");
/// ```
#[must_use]
pub fn curve(series: &[Series], width: usize, height: usize) -> String {
    lines(series, &Letters::Braille, width, height)
}

/// Lines through the points of each series in plain ASCII, `width` letters wide and `height` lines high.
///
/// ```
/// use burtorch_runtime::viz::{Series, terminal};
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
    lines(series, &Letters::Ascii, width, height)
}

fn lines(series: &[Series], letters: &Letters, width: usize, height: usize) -> String {
    let finite = || series.iter().flat_map(|one| &one.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    let extents = (extent(finite().map(|point| point.0)), extent(finite().map(|point| point.1)));
    let series: Vec<_> = series.iter().map(|one| (one, true)).collect();
    draw(&Axes { title: "", x: "", y: "", extents, logs: (false, false) }, &series, &[], letters, width, height)
}

/// What a curve is made of.
pub(super) enum Letters {
    Braille,
    Ascii,
}

/// What both axes show and say.
pub(super) struct Axes<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    pub extents: (Extent, Extent),
    pub logs: (bool, bool),
}

/// Draws series, those with `true` as lines, over the short lines of boundaries.
pub(super) fn draw(
    axes: &Axes,
    series: &[(&Series, bool)],
    boundaries: &[[(f64, f64); 2]],
    letters: &Letters,
    width: usize,
    height: usize,
) -> String {
    let plain = matches!(letters, Letters::Ascii);
    let say = |text: &str| if plain { to_ascii(text) } else { text.to_owned() };
    let mut head = vec![];
    if !axes.title.is_empty() {
        head.push(cut(&say(axes.title), width));
    }
    let names = series.iter().enumerate().filter(|(_, (one, _))| !one.name.is_empty());
    let names: Vec<_> =
        names.map(|(at, (one, _))| format!("{} {}", canvas::sample(at, plain), say(&one.name))).collect();
    if !names.is_empty() {
        head.push(cut(&names.join("   "), width));
    }
    if !axes.y.is_empty() {
        head.push(cut(&say(axes.y), width));
    }
    let foot = 2 + usize::from(!axes.x.is_empty());
    let rows = height.saturating_sub(head.len() + foot).max(3);

    let y = Axis::new(axes.extents.1, axes.logs.1, Ends::Tight, rows.div_ceil(2).clamp(2, 6));
    let labels: Vec<_> = y.ticks.iter().map(|tick| say(&tick.label)).collect();
    let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let columns = width.saturating_sub(margin + 1).max(8);
    let x = horizontal_axis(axes, columns, &say);

    let mut canvas = Canvas::new(columns, rows, plain);
    for line in boundaries.iter().filter(|line| line.iter().all(|&(px, py)| x.shows(px) && y.shows(py))) {
        canvas.draw(series.len(), &line.map(|(px, py)| (x.place(px), y.place(py))), true);
    }
    for (at, (one, joined)) in series.iter().enumerate() {
        for piece in one.points.split(|&(px, py)| !x.shows(px) || !y.shows(py)) {
            let places: Vec<_> = piece.iter().map(|&(px, py)| (x.place(px), y.place(py))).collect();
            canvas.draw(at, &places, *joined);
        }
    }
    let mut lines = canvas.lines();
    if axes.extents.0.is_none() || axes.extents.1.is_none() {
        lines[rows / 2] = format!("{:^columns$}", "no data");
    }

    let (bar, mark, corner, floor) = if plain { ('|', '+', '+', "-") } else { ('│', '┤', '└', "─") };
    let mut text = head;
    for (row, line) in lines.into_iter().enumerate() {
        // The tick whose place is in this row.
        let here = y
            .ticks
            .iter()
            .position(|tick| rows - 1 - ((y.place(tick.value) * rows as f64) as usize).min(rows - 1) == row);
        let (label, edge) = here.map_or(("", bar), |at| (labels[at].as_str(), mark));
        text.push(format!("{label:>margin$}{edge}{}", line.trim_end()));
    }
    text.push(format!("{:margin$}{corner}{}", "", floor.repeat(columns)));
    text.push(format!("{:margin$} {}", "", horizontal_labels(&x, columns, &say)).trim_end().to_owned());
    if !axes.x.is_empty() {
        text.push(format!("{:margin$} {:^columns$}", "", cut(&say(axes.x), columns)).trim_end().to_owned());
    }
    text.push(String::new());
    text.join("\n")
}

/// The axis with the most ticks whose labels have a space between them.
fn horizontal_axis(axes: &Axes, columns: usize, say: &impl Fn(&str) -> String) -> Axis {
    let axis = |wanted| Axis::new(axes.extents.0, axes.logs.0, Ends::Tight, wanted);
    let fits = |axis: &Axis| {
        let mut next = 0;
        spans(axis, columns, say).iter().all(|(start, label)| {
            let free = *start >= next;
            // A space stays between labels.
            next = start + label.chars().count() + 1;
            free
        })
    };
    (1..=8).rev().map(axis).find(fits).unwrap_or_else(|| axis(1))
}

/// Where each label begins, and the label.
fn spans(axis: &Axis, columns: usize, say: &impl Fn(&str) -> String) -> Vec<(usize, String)> {
    let place = |tick: &super::ticks::Tick| {
        let label = say(&tick.label);
        let length = label.chars().count();
        let middle = ((axis.place(tick.value) * columns as f64) as usize).min(columns - 1);
        (middle.saturating_sub(length / 2).min(columns.saturating_sub(length)), label)
    };
    axis.ticks.iter().map(place).collect()
}

fn horizontal_labels(axis: &Axis, columns: usize, say: &impl Fn(&str) -> String) -> String {
    let mut line = String::new();
    for (start, label) in spans(axis, columns, say) {
        let length = line.chars().count();
        if length == 0 || start > length {
            line.push_str(&" ".repeat(start - length));
            line.push_str(&label);
        }
    }
    line
}

/// The first letters of a text.
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
