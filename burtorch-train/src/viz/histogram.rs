//! How often numbers occur, for one parameter or many.

use std::fmt::Write;
use std::prelude::v1::*;

use super::frame::Frame;
use super::number::{Number, extent, numbers};
use super::save::savable;
use super::svg::{Font, Svg};
use super::ticks::{Axis, Ends, Step};
use super::{colour, dot_short as short, python, terminal};

/// How often numbers occur: the weights of a layer, the entries of a gradient. Several series have a panel each.
///
/// The bins begin and end at round numbers. What is not finite is left out and counted.
///
/// ```
/// use burtorch_train::viz::Histogram;
///
/// let weights = [0.1_f32, -0.2, 0.05, 0.3, -0.01];
/// let histogram = Histogram::new("weights").series("layer 1", weights).series("layer 2", [1.0, 2.0]);
/// assert!(histogram.to_svg().contains("layer 2"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Histogram {
    title: String,
    bins: Option<usize>,
    series: Vec<(String, Vec<f64>)>,
}

savable! { Histogram }

/// Counts between round numbers.
struct Bins {
    step: Step,
    /// Which multiple of the step is the first edge.
    first: i64,
    counts: Vec<usize>,
}

impl Bins {
    fn edge(&self, at: usize) -> f64 {
        self.step.times(self.first + at.cast_signed() as i64)
    }

    fn largest(&self) -> f64 {
        self.counts.iter().max().map_or(1.0, |count| *count as f64)
    }
}

impl Histogram {
    /// A histogram with a title, and nothing in it yet.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), bins: None, series: vec![] }
    }

    /// Adds a panel with numbers.
    pub fn series<N: Number>(mut self, name: &str, values: impl IntoIterator<Item = N>) -> Self {
        self.series.push((name.to_owned(), numbers(values)));
        self
    }

    /// At most so many bins; without it, by the rule of David Freedman and Persi Diaconis (1981), from 5 to 60.
    pub fn bins(mut self, bins: usize) -> Self {
        self.bins = Some(bins.clamp(1, 1000));
        self
    }

    fn count(&self, values: &[f64]) -> Option<Bins> {
        let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        finite.sort_unstable_by(f64::total_cmp);
        let (low, high) = extent(&finite)?;
        // Numbers that are all the same have a bin with room around it.
        let (low, high) = Axis::new(Some((low, high)), false, Ends::Tight, 1).range();
        let wanted = self.bins.unwrap_or_else(|| {
            let quartile = |part: usize| finite[(finite.len() - 1) * part / 4];
            let width = 2.0 * (quartile(3) - quartile(1)) / (finite.len() as f64).cbrt();
            if width > 0.0 { ((high - low) / width).clamp(5.0, 60.0) as usize } else { 20 }
        });
        let step = Step::new(high - low, wanted);
        let place = |value: f64| (step.count(value) + 1e-9).floor() as i64;
        let (first, last) = (place(low), place(high));
        let mut counts = vec![0; usize::try_from(last - first).unwrap_or(0) + 1];
        for value in finite {
            counts[usize::try_from(place(value) - first).unwrap_or(0)] += 1;
        }
        // The largest number belongs to the bin below it if it is an edge.
        if counts.len() > 1 && (step.count(high) - last as f64).abs() < 1e-9 {
            let top = counts.pop().unwrap_or(0);
            *counts.last_mut()? += top;
        }
        Some(Bins { step, first, counts })
    }

    /// The histogram as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::default();
        let alone = self.series.len() <= 1;
        let columns = if alone { 1 } else { (self.series.len() as f64).sqrt().ceil().min(4.0) as usize };
        let (width, height) = if alone { (640.0, 400.0) } else { (290.0, 220.0) };
        let rows = self.series.len().div_ceil(columns).max(1);
        let top = if self.title.is_empty() { 8.0 } else { 42.0 };
        let total = columns as f64 * width + 16.0;
        svg.text((24.0, 28.0), Font::TITLE, &Font::TITLE.fit(&self.title, total - 40.0));
        for (at, (name, values)) in self.series.iter().enumerate() {
            let place = ((at % columns) as f64 * width, top + (at / columns) as f64 * height);
            self.panel(&mut svg, name, values, (place.0, place.1, place.0 + width, place.1 + height));
        }
        if self.series.is_empty() {
            svg.text((24.0, top + 30.0), Font { size: 14.0, ..Font::TICK }.start(), "no data");
        }
        svg.finish(total, top + rows as f64 * height + 8.0, &self.title)
    }

    fn panel(&self, svg: &mut Svg, name: &str, values: &[f64], (left, top, right, bottom): (f64, f64, f64, f64)) {
        let font = Font { size: 12.0, ..Font::TITLE };
        svg.text((left + 24.0, top + 18.0), font, &font.fit(name, right - left - 32.0));
        let small = Font { size: 10.0, ..Font::TICK }.start();
        svg.text((left + 24.0, top + 33.0), small, &small.fit(&summary(values), right - left - 30.0));
        let Some(bins) = self.count(values) else { return };
        let y = Axis::new(Some((0.0, bins.largest())), false, Ends::Round, ((bottom - top) / 60.0) as usize);
        let area = (left + Frame::left_margin(&y, "").max(44.0), top + 44.0, right - 16.0, bottom - 32.0);
        let range = (bins.edge(0), bins.edge(bins.counts.len()));
        let x = Frame::x_axis(area.2 - area.0, &|wanted| Axis::new(Some(range), false, Ends::Tight, wanted));
        let frame = Frame { area, x, y };
        frame.grid(svg);
        for (at, count) in bins.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (x0, y0) = frame.at((bins.edge(at), *count as f64));
            let (x1, y1) = frame.at((bins.edge(at + 1), 0.0));
            // A white line between bars, if they are wide enough.
            let gap = if x1 - x0 > 4.0 { 1.0 } else { 0.0 };
            svg.rect((x0, y0), (x1 - x0 - gap, y1 - y0), &format!("fill=\"{}\"", colour::series(0)));
        }
        frame.axes(svg, "", "");
    }

    /// The histogram as a Python file that draws it with Matplotlib.
    #[must_use]
    pub fn to_matplotlib(&self) -> String {
        let mut body = String::new();
        let columns = (self.series.len() as f64).sqrt().ceil().clamp(1.0, 4.0) as usize;
        let rows = self.series.len().div_ceil(columns).max(1);
        let (width, height) =
            if self.series.len() <= 1 { (6.4, 4.0) } else { (2.9 * columns as f64, 2.2 * rows as f64) };
        let _ = writeln!(
            body,
            "figure, panels = plt.subplots({rows}, {columns}, figsize=({width:.1}, {height:.1}), squeeze=False, \
             layout=\"constrained\")\nfor axes in panels.flat[{}:]:\n    axes.set_axis_off()",
            self.series.len()
        );
        for (at, (name, values)) in self.series.iter().enumerate() {
            let (colour, name) = (python::literal(colour::series(0)), python::label(name));
            let _ = writeln!(body, "axes = panels.flat[{at}]\naxes.set_title({name}, fontsize=10)");
            if let Some(bins) = self.count(values) {
                let edges = python::list((0..=bins.counts.len()).map(|at| bins.edge(at)));
                let counts = &bins.counts;
                let _ = writeln!(body, "axes.stairs({counts:?}, {edges}, fill=True, color={colour})");
            }
        }
        let _ = writeln!(body, "figure.suptitle({})", python::label(&self.title));
        python::script(&body)
    }

    /// A bar for each bin, so many letters wide; at most so many lines high for each series.
    #[must_use]
    pub fn to_terminal(&self, width: usize, height: usize) -> String {
        let mut lines = vec![self.title.clone()];
        for (name, values) in &self.series {
            lines.push(format!("{name}: {}", summary(values)));
            // A line each for the title and the name.
            let wanted = height.saturating_sub(3).clamp(1, self.bins.unwrap_or(20));
            let Some(bins) = self.clone().bins(wanted).count(values) else { continue };
            let row = |(at, count): (usize, &usize)| {
                let label = format!("{}…{}", short(bins.edge(at), 4), short(bins.edge(at + 1), 4));
                (label, *count as f64, count.to_string())
            };
            lines.extend(terminal::bars(&bins.counts.iter().enumerate().map(row).collect::<Vec<_>>(), width));
        }
        if self.series.is_empty() {
            lines.push("no data".to_owned());
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// How many numbers there are, their mean and their standard deviation.
fn summary(values: &[f64]) -> String {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let count = finite.len() as f64;
    let skipped = match values.len() - finite.len() {
        0 => String::new(),
        skipped => format!(", {skipped} not finite"),
    };
    let Some(first) = finite.first() else { return format!("no data{skipped}") };
    // Differences from one of the numbers: the mean of equal numbers is exactly that number.
    let mean = first + finite.iter().map(|value| (value - first) / count).sum::<f64>();
    // Deviations are divided by the largest one first, whose square may overflow.
    let largest = finite.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
    let variance =
        finite.iter().map(|value| ((value - mean) / largest.max(f64::MIN_POSITIVE)).powi(2) / count).sum::<f64>();
    let deviation = largest * variance.sqrt();
    format!("n = {}, mean {}, deviation {}{skipped}", finite.len(), short(mean, 3), short(deviation, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use burtorch_runtime::Rng;

    #[test]
    fn every_finite_number_is_in_one_bin_between_its_edges() {
        let mut rng = Rng::seed(2);
        for scale in [1e-250, 1e-3, 1.0, 7e8, 1e250] {
            let values: Vec<f64> = (0..500).map(|_| scale * rng.normal()).collect();
            let bins = Histogram::new("").count(&values).unwrap();
            assert_eq!(bins.counts.iter().sum::<usize>(), 500);
            for (at, count) in bins.counts.iter().enumerate() {
                let (low, high) = (bins.edge(at), bins.edge(at + 1));
                assert_eq!(*count, values.iter().filter(|value| (low..high).contains(*value)).count());
            }
        }
    }

    #[test]
    fn the_largest_number_at_an_edge_is_in_the_last_bin() {
        let bins = Histogram::new("").bins(5).count(&[0.0, 1.0, 5.0, f64::NAN]).unwrap();
        assert_eq!(bins.counts, [1, 1, 0, 0, 1]);
    }

    #[test]
    fn numbers_that_are_all_the_same_have_a_bin() {
        for value in [0.0, 3.0, -1e300, 1e-310] {
            let bins = Histogram::new("").count(&[value; 4]).unwrap();
            assert_eq!(bins.counts.iter().sum::<usize>(), 4, "{value}");
        }
    }

    #[test]
    fn the_summary_does_not_overflow() {
        assert_eq!(summary(&[1e300, -1e300]), "n = 2, mean 0, deviation 1e300");
        assert_eq!(summary(&[1.0, 3.0, f64::INFINITY]), "n = 2, mean 2, deviation 1, 1 not finite");
        assert_eq!(summary(&[]), "no data");
    }
}
