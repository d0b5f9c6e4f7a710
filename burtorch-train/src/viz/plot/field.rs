//! A function of two variables on a grid, and its level lines.

use std::prelude::v1::*;

use super::svg::draw_field;
use crate::viz::colour::Map;
use crate::viz::frame::Frame;
use crate::viz::number::extent;
use crate::viz::svg::Svg;

/// How many cells a field has along each axis.
const CELLS: usize = 80;

/// Values in the middle of cells, row by row from below.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub values: Vec<f64>,
    pub level: Option<f64>,
    pub code: &'static Code,
}

/// A line between two points.
type Line = [(f64, f64); 2];

/// The functions that draw a field. They are called through pointers in the field, so that the linker drops them from a program
/// that draws none.
#[derive(Debug)]
pub(super) struct Code {
    pub svg: fn(&Field, &mut Svg, &Frame, f64),
    pub boundary: fn(&Field) -> Vec<Line>,
}

static CODE: Code = Code { svg: draw_field, boundary: Field::boundary };

impl Field {
    pub fn new(x: (f64, f64), y: (f64, f64), f: impl Fn(f64, f64) -> f64) -> Self {
        let mut field = Self { x, y, values: vec![], level: None, code: &CODE };
        let (xs, ys) = (middles(x), middles(y));
        field.values = ys.iter().flat_map(|&y| xs.iter().map(move |&x| (x, y))).map(|(x, y)| f(x, y)).collect();
        field
    }

    /// Where the cells begin along x and along y, and where the last ones end.
    pub fn edges(&self) -> (Vec<f64>, Vec<f64>) {
        let edges =
            |(low, high): (f64, f64)| (0..=CELLS).map(|at| low + (high - low) * (at as f64 / CELLS as f64)).collect();
        (edges(self.x), edges(self.y))
    }

    /// The middles of the cells along x and along y.
    pub fn middles(&self) -> (Vec<f64>, Vec<f64>) {
        (middles(self.x), middles(self.y))
    }

    pub fn map(&self) -> Map {
        Map::new(extent(&self.values), self.level.unwrap_or(0.0))
    }

    /// Cells beside each other with the same colour, as `(row, first column, column after the last, colour)`.
    pub fn runs(&self) -> Vec<(usize, usize, usize, String)> {
        let map = self.map();
        runs(&self.values, CELLS, &|value| map.colour(value))
    }

    /// Short lines that make up the line where the field has its level, by squares between four middles.
    pub fn boundary(&self) -> Vec<Line> {
        let Some(level) = self.level else { return vec![] };
        let (xs, ys) = self.middles();
        let at = |column: usize, row: usize| self.values[row * CELLS + column] - level;
        let mut lines = vec![];
        for row in 0..CELLS - 1 {
            for column in 0..CELLS - 1 {
                // Around the square; each side is crossed if its ends have different signs.
                let corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
                let heights = corners.map(|(column, row)| at(column, row));
                if heights.iter().any(|height| !height.is_finite()) {
                    continue;
                }
                let mut crossings = vec![];
                for side in 0..4 {
                    let next = (side + 1) % 4;
                    let (a, b) = (heights[side], heights[next]);
                    if (a > 0.0) != (b > 0.0) {
                        let part = a / (a - b);
                        let ((c0, r0), (c1, r1)) = (corners[side], corners[next]);
                        crossings.push((xs[c0] + part * (xs[c1] - xs[c0]), ys[r0] + part * (ys[r1] - ys[r0])));
                    }
                }
                // At a saddle there are four: the first two and the last two belong together.
                lines.extend(crossings.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
            }
        }
        lines
    }
}

fn middles((low, high): (f64, f64)) -> Vec<f64> {
    (0..CELLS).map(|at| low + (high - low) * ((at as f64 + 0.5) / CELLS as f64)).collect()
}

/// Cells beside each other with the same colour, as `(row, first column, column after the last, colour)`. Cells without
/// a colour are left out.
pub(in crate::viz) fn runs(
    values: &[f64],
    columns: usize,
    colour: &dyn Fn(f64) -> Option<String>,
) -> Vec<(usize, usize, usize, String)> {
    let mut runs: Vec<(usize, usize, usize, String)> = vec![];
    for (row, cells) in values.chunks(columns.max(1)).enumerate() {
        for (column, colour) in cells.iter().map(|value| colour(*value)).enumerate() {
            let Some(colour) = colour else { continue };
            match runs.last_mut() {
                Some(last) if last.0 == row && last.2 == column && last.3 == colour => last.2 = column + 1,
                _ => runs.push((row, column, column + 1, colour)),
            }
        }
    }
    runs
}
