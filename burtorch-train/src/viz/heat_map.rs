//! A matrix as colours, with a text and a counter in every cell.

use std::fmt::Write;
use std::prelude::v1::*;

use super::colour::Map;
use super::frame::{Frame, colour_bar};
use super::number::{Number, extent, numbers};
use super::plot::runs;
use super::save::savable;
use super::svg::{Font, Px, Svg};
use super::terminal::shades;
use super::ticks::{Axis, Ends};
use super::{dot_short as short, python};

/// A matrix as colours; the first row is at the top. If there are numbers of both signs, white is zero.
///
/// The pairs of letters in a text, as a bigram model counts them:
///
/// ```
/// use burtorch_train::viz::HeatMap;
///
/// let letters = ["a", "b"];
/// let counts = [12, 5, 7, 0];
/// let map = HeatMap::new("pairs", 2, counts)
///     .rows(letters)
///     .columns(letters)
///     .texts(|row, column| format!("{}{}", letters[row], letters[column]))
///     .counters(|row, column| counts[row * 2 + column].to_string());
/// assert!(map.to_svg().contains(">ab</text>"));
/// assert!(map.to_matplotlib().contains("\"12\""));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HeatMap {
    title: String,
    x: String,
    y: String,
    columns: usize,
    values: Vec<f64>,
    row_names: Vec<String>,
    column_names: Vec<String>,
    /// The text of each cell, and below it the counter.
    cells: [Vec<String>; 2],
}

savable! { HeatMap }

const COUNTER: Font = Font { size: 9.5, ..Font::LABEL };

impl HeatMap {
    /// A map of numbers that are given row by row.
    ///
    /// # Panics
    /// If the numbers do not fill the last row.
    pub fn new<N: Number>(title: &str, columns: usize, values: impl IntoIterator<Item = N>) -> Self {
        let values = numbers(values);
        let whole = values.is_empty() || columns > 0 && values.len() % columns == 0;
        assert!(whole, "{} numbers do not make rows of {columns}", values.len());
        let title = title.to_owned();
        let (x, y, row_names, column_names) = (String::new(), String::new(), vec![], vec![]);
        Self { title, x, y, columns, values, row_names, column_names, cells: [vec![], vec![]] }
    }

    /// Names the horizontal axis: what the columns are.
    pub fn x(mut self, label: &str) -> Self {
        label.clone_into(&mut self.x);
        self
    }

    /// Names the vertical axis: what the rows are.
    pub fn y(mut self, label: &str) -> Self {
        label.clone_into(&mut self.y);
        self
    }

    /// The names of the rows, from the top.
    pub fn rows<S: ToString>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.row_names = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// The names of the columns, from the left.
    pub fn columns<S: ToString>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.column_names = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// A text in the cell of each row and column.
    pub fn texts(mut self, text: impl Fn(usize, usize) -> String) -> Self {
        self.cells[0] = self.each(text);
        self
    }

    /// A smaller text in the cell of each row and column, below the other one.
    pub fn counters(mut self, counter: impl Fn(usize, usize) -> String) -> Self {
        self.cells[1] = self.each(counter);
        self
    }

    /// The value of each cell as its text, with so many digits.
    pub fn numbers(mut self, digits: usize) -> Self {
        self.cells[0] = self.values.iter().map(|value| short(*value, digits)).collect();
        self
    }

    fn each(&self, text: impl Fn(usize, usize) -> String) -> Vec<String> {
        (0..self.values.len()).map(|at| text(at / self.columns, at % self.columns)).collect()
    }

    fn height(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    fn map(&self) -> Map {
        Map::new(extent(&self.values), 0.0)
    }

    /// The size of a cell that has room for its texts.
    fn cell(&self) -> (f64, f64) {
        let text = Font::LABEL.widest(&self.cells[0]).max(COUNTER.widest(&self.cells[1]));
        let lines = self.cells.iter().filter(|texts| !texts.is_empty()).count();
        if lines == 0 {
            let side = (480.0 / self.columns.max(self.height()).max(1) as f64).clamp(2.0, 36.0);
            return (side, side);
        }
        ((text + 10.0).max(28.0), 16.0 * lines as f64 + 10.0)
    }

    /// The map as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        let (rows, (cell_width, cell_height)) = (self.height(), self.cell());
        let column_names = Font::TICK.widest(&self.column_names);
        // Names of columns stand on their sides if they are wider than the columns.
        let turned = column_names + 6.0 > cell_width;
        let left = 24.0 + Font::TICK.widest(&self.row_names) + 8.0 + if self.y.is_empty() { 0.0 } else { 20.0 };
        let top = if self.title.is_empty() { 18.0 } else { 46.0 };
        let (width, height) = (self.columns.max(1) as f64 * cell_width, rows.max(1) as f64 * cell_height);
        let (right, bottom) = (left + width, top + height);
        let below = match (self.column_names.is_empty(), turned) {
            (true, _) => 0.0,
            (false, true) => column_names + 8.0,
            (false, false) => 20.0,
        };
        let map = self.map();
        let axis = Axis::new(Some((map.low, map.high)), false, Ends::Tight, ((height / 50.0) as usize).clamp(1, 6));
        let total = (right + 36.0 + Frame::labels_width(&axis) + 20.0).max(240.0);
        svg.text((24.0, 28.0), Font::TITLE, &Font::TITLE.fit(&self.title, total - 40.0));
        self.draw_cells(&mut svg, &map, (left, top));

        let every = |count: usize, step: f64| (0..count).step_by((12.0 / step).ceil().max(1.0) as usize);
        for row in every(self.row_names.len().min(rows), cell_height) {
            let y = top + (row as f64 + 0.5) * cell_height + 4.0;
            svg.text((left - 8.0, y), Font::TICK.end(), &self.row_names[row]);
        }
        for column in every(self.column_names.len().min(self.columns), cell_width) {
            let x = left + (column as f64 + 0.5) * cell_width;
            if turned {
                svg.turned_text((x + 4.0, bottom + 8.0), Font::TICK.end(), -90.0, &self.column_names[column]);
            } else {
                svg.text((x, bottom + 17.0), Font::TICK, &self.column_names[column]);
            }
        }
        svg.text((f64::midpoint(left, right), bottom + below + 20.0), Font::LABEL, &self.x);
        svg.turned_text((22.0, f64::midpoint(top, bottom)), Font::LABEL, -90.0, &self.y);
        if self.values.iter().any(|value| value.is_finite()) {
            colour_bar(&mut svg, &axis, &map, (right + 16.0, top, bottom), 1.0);
        } else {
            svg.text((24.0, top + 20.0), Font { size: 14.0, ..Font::TICK }.start(), "no data");
        }
        svg.finish(total, bottom + below + if self.x.is_empty() { 24.0 } else { 38.0 }, &self.title)
    }

    fn draw_cells(&self, svg: &mut Svg, map: &Map, (left, top): (f64, f64)) {
        let (width, height) = self.cell();
        svg.raw(format_args!("<g shape-rendering=\"crispEdges\">"));
        for (row, first, last, colour) in runs(&self.values, self.columns, &|value| map.colour(value)) {
            let (x, y) = (left + first as f64 * width, top + row as f64 * height);
            svg.raw(format_args!(
                "<path d=\"M{} {}h{}v{}h{}z\" fill=\"{colour}\"/>",
                Px(x),
                Px(y),
                Px((last - first) as f64 * width),
                Px(height),
                Px(-((last - first) as f64) * width)
            ));
        }
        svg.raw(format_args!("</g>"));
        let lines = self.cells.iter().filter(|texts| !texts.is_empty()).count() as f64;
        for at in 0..self.values.len() {
            let x = left + ((at % self.columns) as f64 + 0.5) * width;
            let mut y = top + ((at / self.columns) as f64 + 0.5) * height - 8.0 * lines;
            let colour = map.ink(self.values[at]);
            for (texts, font) in self.cells.iter().zip([Font::LABEL, COUNTER]).filter(|(texts, _)| !texts.is_empty()) {
                svg.text((x, y + 12.0), Font { colour, ..font }, &texts[at]);
                y += 16.0;
            }
        }
    }

    /// The map as a Python file that draws it with Matplotlib.
    #[must_use]
    pub fn to_matplotlib(&self) -> String {
        let (map, rows, mut body) = (self.map(), self.height(), String::new());
        let (cell_width, cell_height) = self.cell();
        let width = (self.columns as f64 * cell_width / 80.0 + 2.0).clamp(4.0, 40.0);
        let height = (rows as f64 * cell_height / 80.0 + 1.0).clamp(3.0, 40.0);
        let values =
            if self.values.is_empty() { "[[nan]]".to_owned() } else { python::matrix(&self.values, self.columns) };
        let (colours, low, high) = (python::colours(&map), python::number(map.low), python::number(map.high));
        let _ = writeln!(
            body,
            "figure, axes = plt.subplots(figsize=({width:.1}, {height:.1}), layout=\"constrained\")\nvalues = {values}\n\
             image = axes.imshow(values, aspect=\"auto\", cmap={colours}, vmin={low}, vmax={high})\n\
             figure.colorbar(image)"
        );
        let both = self.cells.iter().all(|texts| !texts.is_empty());
        for (texts, (size, shift)) in
            self.cells.iter().zip([(9.0, -0.17), (7.0, 0.22)]).filter(|(texts, _)| !texts.is_empty())
        {
            let shift = if both { shift } else { 0.0 };
            let texts: Vec<_> = texts.chunks(self.columns).map(python::labels).collect();
            let inks: Vec<_> = self.values.iter().map(|value| map.ink(*value).to_owned()).collect();
            let inks: Vec<_> = inks.chunks(self.columns).map(python::labels).collect();
            let _ = writeln!(
                body,
                "texts = [\n    {},\n]\ninks = [\n    {},\n]\nfor row, line in enumerate(texts):\n    for column, text in \
                 enumerate(line):\n        axes.text(column, row + {shift:?}, text, color=inks[row][column], \
                 fontsize={size}, ha=\"center\", va=\"center\")",
                texts.join(",\n    "),
                inks.join(",\n    ")
            );
        }
        for (axis, names, count) in [("x", &self.column_names, self.columns), ("y", &self.row_names, rows)] {
            let names = &names[..names.len().min(count)];
            let turn = if axis == "x" && Font::TICK.widest(names) > cell_width { ", rotation=90" } else { "" };
            let ticks = if names.is_empty() { String::new() } else { format!(", {}{turn}", python::labels(names)) };
            let _ = writeln!(body, "axes.set_{axis}ticks(range({}){ticks})", names.len());
        }
        for (call, text) in [("title", &self.title), ("xlabel", &self.x), ("ylabel", &self.y)] {
            let _ = writeln!(body, "axes.set_{call}({})", python::label(text));
        }
        python::script(&body)
    }

    /// The matrix as shades, at most so many letters wide and lines high.
    #[must_use]
    pub fn to_terminal(&self, width: usize, height: usize) -> String {
        let range = extent(&self.values);
        let mut lines = vec![self.title.clone()];
        lines.extend(shades(&self.values, self.columns, range, width, height.saturating_sub(2)));
        if let Some((low, high)) = range {
            lines.push(format!("{} ░▒▓█ {}", short(low, 3), short(high, 3)));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
