//! Curves, points and fields over two axes.

mod field;
mod matplotlib;
mod svg;

use std::ops::RangeInclusive;
use std::prelude::v1::*;

use self::field::Field;
pub(super) use self::field::runs;
use super::number::{Extent, Number, Point, extent, numbers, points, tame};
use super::save::savable;
use super::terminal;
use crate::console::Console;

/// Named points that are drawn alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

impl Series {
    /// Points with a name, in the order in which a line goes through them.
    pub fn new<P: Point>(name: &str, points: impl IntoIterator<Item = P>) -> Self {
        Self { name: name.to_owned(), points: self::points(points) }
    }
}

#[derive(Clone, Debug)]
enum Layer {
    Line(Series),
    Scatter(Series),
    Field(Field),
    /// One point with a ring around it.
    Mark(Series),
}

/// A picture with two axes: loss curves, functions, trajectories, points of several classes, decision boundaries.
///
/// Numbers that are not finite are left out, as are those below zero on a logarithmic axis; a line has a gap there.
///
/// ```
/// use burtorch_train::viz::Plot;
///
/// let training = [(0, 2.3), (100, 0.9), (200, 0.4), (300, 0.25)];
/// let validation = [(0, 2.31), (150, 0.8), (300, 0.41)];
/// let plot = Plot::new("digits").x("step").y("loss").line("training", training).line("validation", validation).log_y();
/// let svg = plot.to_svg();
/// assert!(svg.starts_with("<svg") && svg.contains("validation"));
/// println!("{}", plot.to_terminal(80, 20));
/// # let directory = std::env::temp_dir();
/// plot.save(directory.join("loss.svg"))?; // or loss.py, or loss.txt
/// # std::fs::remove_file(directory.join("loss.svg"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Plot {
    title: String,
    /// Lines below the title.
    notes: Vec<String>,
    x: String,
    y: String,
    log_x: bool,
    log_y: bool,
    x_range: Extent,
    y_range: Extent,
    size: (f64, f64),
    layers: Vec<Layer>,
}

savable! { Plot }

impl Plot {
    /// A plot with a title, and nothing in it yet.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            notes: vec![],
            x: String::new(),
            y: String::new(),
            log_x: false,
            log_y: false,
            x_range: None,
            y_range: None,
            size: (720.0, 440.0),
            layers: vec![],
        }
    }

    /// Adds a line of small text below the title: settings, a source, a date.
    pub fn note(mut self, text: &str) -> Self {
        self.notes.push(text.to_owned());
        self
    }

    /// Names the horizontal axis.
    pub fn x(mut self, label: &str) -> Self {
        label.clone_into(&mut self.x);
        self
    }

    /// Names the vertical axis.
    pub fn y(mut self, label: &str) -> Self {
        label.clone_into(&mut self.y);
        self
    }

    /// Makes the horizontal axis logarithmic.
    pub fn log_x(mut self) -> Self {
        self.log_x = true;
        self
    }

    /// Makes the vertical axis logarithmic.
    pub fn log_y(mut self) -> Self {
        self.log_y = true;
        self
    }

    /// Shows this part of the horizontal axis; without it, what the data need.
    pub fn x_range<N: Number>(mut self, range: RangeInclusive<N>) -> Self {
        self.x_range = bounds(&range);
        self
    }

    /// Shows this part of the vertical axis; without it, what the data need.
    pub fn y_range<N: Number>(mut self, range: RangeInclusive<N>) -> Self {
        self.y_range = bounds(&range);
        self
    }

    /// Width and height of the SVG in pixels; 720 by 440 without it, and never less than 200 by 150.
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (f64::from(width.max(200)), f64::from(height.max(150)));
        self
    }

    /// A line through points, in their order: a curve or a trajectory.
    pub fn line<P: Point>(mut self, name: &str, points: impl IntoIterator<Item = P>) -> Self {
        self.layers.push(Layer::Line(Series::new(name, points)));
        self
    }

    /// A line through `(0, values[0])`, `(1, values[1])`, ….
    pub fn values<N: Number>(self, name: &str, values: impl IntoIterator<Item = N>) -> Self {
        self.line(name, numbers(values).into_iter().enumerate())
    }

    /// Points without a line: one class of samples. Each class has its own colour and shape.
    pub fn scatter<P: Point>(mut self, name: &str, points: impl IntoIterator<Item = P>) -> Self {
        self.layers.push(Layer::Scatter(Series::new(name, points)));
        self
    }

    /// Draws a ring around a point, with its name beside those of the series: the best step of a training.
    ///
    /// ```
    /// use burtorch_train::viz::Plot;
    ///
    /// let plot = Plot::new("loss").values("validation", [3.0, 1.0, 2.0]).mark("best: 1 at step 1", (1, 1.0));
    /// assert!(plot.to_svg().contains("<circle"));
    /// ```
    pub fn mark<P: Point>(mut self, name: &str, point: P) -> Self {
        self.layers.push(Layer::Mark(Series::new(name, [point])));
        self
    }

    /// `y = f(x)` over a range.
    ///
    /// ```
    /// use burtorch_train::viz::Plot;
    ///
    /// let plot = Plot::new("activations").function("tanh", -4.0..=4.0, f64::tanh).function("relu", -4.0..=4.0, |x| x.max(0.0));
    /// assert!(plot.to_matplotlib().contains("label=\"relu\""));
    /// ```
    pub fn function<N: Number, Y: Number>(self, name: &str, x: RangeInclusive<N>, f: impl Fn(f64) -> Y) -> Self {
        const STEPS: u32 = 400;
        let (low, high) = bounds(&x).unwrap_or((0.0, 1.0));
        let places = (0..=STEPS).map(|step| low + (high - low) * (f64::from(step) / f64::from(STEPS)));
        let points: Vec<_> = places.map(|x| (x, f(x))).collect();
        self.line(name, points)
    }

    /// `f(x, y)` as a colour at every place, behind everything else: the landscape of a loss, or the decisions of a
    /// classifier. If there are values on both sides of zero, white is zero.
    ///
    /// ```
    /// use burtorch_train::viz::Plot;
    ///
    /// let score = |x: f64, y: f64| 1.0 - x * x - y * y;
    /// let plot = Plot::new("a disc").field(-2.0..=2.0, -2.0..=2.0, score).level(0.0).scatter("in", [(0.1, 0.2)]);
    /// assert!(plot.to_svg().contains("<path"));
    /// ```
    pub fn field<N: Number, V: Number>(
        mut self,
        x: RangeInclusive<N>,
        y: RangeInclusive<N>,
        f: impl Fn(f64, f64) -> V,
    ) -> Self {
        let (x, y) = (bounds(&x).unwrap_or((0.0, 1.0)), bounds(&y).unwrap_or((0.0, 1.0)));
        self.layers.push(Layer::Field(Field::new(x, y, |x, y| tame(f(x, y).number()))));
        self
    }

    /// Draws the line where the last [`field`](Plot::field) has this value, and makes it white there: the decision
    /// boundary. It is 0 for a margin, 0.5 for a probability.
    pub fn level(mut self, level: f64) -> Self {
        let last = self.layers.iter_mut().rev().find_map(|layer| match layer {
            Layer::Field(field) => Some(field),
            _ => None,
        });
        if let Some(field) = last {
            field.level = Some(level);
        }
        self
    }

    /// The plot as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::svg(self)
    }

    /// The plot as a Python file that draws it with Matplotlib.
    #[must_use]
    pub fn to_matplotlib(&self) -> String {
        matplotlib::script(self)
    }

    /// The lines, points and boundaries in braille letters, `width` letters wide and `height` lines high.
    #[must_use]
    pub fn to_terminal(&self, width: usize, height: usize) -> String {
        self.in_letters(&terminal::Letters::BRAILLE, width, height)
    }

    /// The plot for the standard output: as wide as its terminal, with 80 columns if there is none; in braille letters, or in plain
    /// ASCII where the locale is not UTF-8; in colours if it is a terminal and the environment does not set `NO_COLOR`.
    #[must_use]
    pub fn to_stdout(&self, height: usize) -> String {
        let console = Console::stdout();
        self.in_letters(&terminal::Letters::of(console), terminal::width(), height)
    }

    /// The lines, points and boundaries in plain ASCII, where each class of points has its own letter, `width` letters wide and `height` lines high.
    #[must_use]
    pub fn to_ascii(&self, width: usize, height: usize) -> String {
        self.in_letters(&terminal::Letters::ASCII, width, height)
    }

    fn in_letters(&self, letters: &terminal::Letters, width: usize, height: usize) -> String {
        let (mut series, mut boundaries, mut marks) = (vec![], vec![], vec![]);
        for layer in &self.layers {
            match layer {
                Layer::Line(line) => series.push((line, true)),
                Layer::Scatter(points) => series.push((points, false)),
                Layer::Field(field) => boundaries.extend((field.code.boundary)(field)),
                Layer::Mark(mark) => marks.push(mark),
            }
        }
        let (x, y) = self.extents();
        let axes = terminal::Axes {
            title: &self.title,
            notes: &self.notes,
            x: &self.x,
            y: &self.y,
            extents: (x, y),
            logs: (self.log_x, self.log_y),
        };
        terminal::draw(&axes, &terminal::Drawn { series, boundaries, marks }, letters, width, height)
    }

    /// The ranges that both axes must show.
    fn extents(&self) -> (Extent, Extent) {
        // A point has a place if both coordinates have one.
        let shown = |&(x, y): &(f64, f64)| {
            x.is_finite() && y.is_finite() && (!self.log_x || x > 0.0) && (!self.log_y || y > 0.0)
        };
        // The vertical axis shows what is in sight.
        let is_visible = |x: f64| self.x_range.is_none_or(|(low, high)| (low..=high).contains(&x));
        let (mut xs, mut ys) = (vec![], vec![]);
        let mut see = |points: &[(f64, f64)]| {
            for &(x, y) in points.iter().filter(|point| shown(point)) {
                xs.push(x);
                if is_visible(x) {
                    ys.push(y);
                }
            }
        };
        for layer in &self.layers {
            match layer {
                Layer::Line(series) | Layer::Scatter(series) | Layer::Mark(series) => see(&series.points),
                Layer::Field(field) => see(&[(field.x.0, field.y.0), (field.x.1, field.y.1)]),
            }
        }
        (self.x_range.or_else(|| extent(&xs)), self.y_range.or_else(|| extent(&ys)))
    }
}

/// The ends of a range in order, if both are finite and not the same.
fn bounds<N: Number>(range: &RangeInclusive<N>) -> Extent {
    let (a, b) = (tame(range.start().number()), tame(range.end().number()));
    (a.is_finite() && b.is_finite() && (a - b).abs() > 0.0).then_some((a.min(b), a.max(b)))
}

#[cfg(test)]
mod tests;
