//! Numbers as shades, and as bars.

use std::prelude::v1::*;

use crate::viz::number::extent;

const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A matrix as shades, two letters a cell, at most so many letters wide and lines high. A matrix that is larger is
/// shown by the mean of several cells.
pub(in crate::viz) fn shades(
    values: &[f64],
    columns: usize,
    range: Option<(f64, f64)>,
    width: usize,
    height: usize,
) -> Vec<String> {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    let Some((low, high)) = range.filter(|_| rows > 0) else { return vec!["no data".to_owned()] };
    let stride = columns.div_ceil((width / 2).max(1)).max(rows.div_ceil(height.max(1))).max(1);
    let shade = |row: usize, column: usize| {
        let cells = (row..(row + stride).min(rows))
            .flat_map(|row| values[row * columns + column..row * columns + (column + stride).min(columns)].iter());
        let finite: Vec<f64> = cells.copied().filter(|value| value.is_finite()).collect();
        if finite.is_empty() {
            return '?';
        }
        let mean = finite.iter().map(|value| value / finite.len() as f64).sum::<f64>();
        let place = if high > low { (mean - low) / (high - low) } else { 0.5 };
        SHADES[((place * SHADES.len() as f64) as usize).min(SHADES.len() - 1)]
    };
    let line = |row| {
        let letters: String = (0..columns).step_by(stride).flat_map(|column| [shade(row, column); 2]).collect();
        letters.trim_end().to_owned()
    };
    (0..rows).step_by(stride).map(line).collect()
}

/// A bar for each number, with a label before it and a text behind it.
pub(in crate::viz) fn bars(rows: &[(String, f64, String)], width: usize) -> Vec<String> {
    let labels = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let texts = rows.iter().map(|row| row.2.chars().count()).max().unwrap_or(0);
    let room = width.saturating_sub(labels + texts + 3).max(4) as f64;
    let values: Vec<f64> = rows.iter().map(|row| row.1).collect();
    let largest = extent(&values).map_or(0.0, |extent| extent.1);
    let line = |(label, value, text): &(String, f64, String)| {
        let eighths = if largest > 0.0 { (value / largest * room * 8.0).round() as usize } else { 0 };
        let bar = format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8]);
        format!("{label:>labels$} │{bar} {text}")
    };
    rows.iter().map(line).collect()
}
