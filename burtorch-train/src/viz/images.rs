//! Grey pictures in a grid, each with a caption.

use std::fmt::Write;
use std::prelude::v1::*;

use super::number::{Number, extent, numbers};
use super::plot::runs;
use super::python;
use super::save::savable;
use super::svg::{Font, Px, Svg};
use super::terminal::shades;

/// Grey pictures in a grid: digits with what a model takes them for.
///
/// The least number of all pictures is white and the largest black, like ink on paper;
/// [`bright`](Images::bright) turns that around.
///
/// ```
/// use burtorch_train::viz::Images;
///
/// let cross = [1, 0, 1, 0, 1, 0, 1, 0, 1];
/// let images = Images::new("signs").image("a cross", 3, cross).image("a dot", 3, [0, 0, 0, 0, 1, 0, 0, 0, 0]);
/// assert!(images.to_svg().contains("a cross"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Images {
    title: String,
    columns: Option<usize>,
    bright: bool,
    list: Vec<Image>,
}

#[derive(Clone, Debug)]
struct Image {
    caption: String,
    width: usize,
    pixels: Vec<f64>,
}

savable! { Images }

impl Images {
    /// A grid with a title, and nothing in it yet.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), columns: None, bright: false, list: vec![] }
    }

    /// Adds a picture, `width` pixels a row, from the top.
    ///
    /// # Panics
    /// If the pixels do not fill the last row.
    pub fn image<N: Number>(mut self, caption: &str, width: usize, pixels: impl IntoIterator<Item = N>) -> Self {
        let pixels = numbers(pixels);
        let whole = pixels.is_empty() || width > 0 && pixels.len() % width == 0;
        assert!(whole, "{} pixels do not make rows of {width}", pixels.len());
        self.list.push(Image { caption: caption.to_owned(), width, pixels });
        self
    }

    /// How many pictures stand beside each other; without it, up to ten.
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns.max(1));
        self
    }

    /// Makes the least number black and the largest white.
    pub fn bright(mut self) -> Self {
        self.bright = true;
        self
    }

    fn range(&self) -> Option<(f64, f64)> {
        extent(&self.list.iter().flat_map(|image| image.pixels.iter().copied()).collect::<Vec<_>>())
    }

    /// How many pictures stand beside each other: about a square, if nobody says otherwise.
    fn across(&self) -> usize {
        let square = (self.list.len() as f64).sqrt().ceil() as usize;
        self.columns.unwrap_or(square.clamp(1, 10)).min(self.list.len()).max(1)
    }

    fn grey(&self, (low, high): (f64, f64), value: f64) -> Option<String> {
        let part = if high > low { (value - low) / (high - low) } else { 0.0 };
        let light = if self.bright { part } else { 1.0 - part };
        value.is_finite().then(|| format!("#{0:02x}{0:02x}{0:02x}", (light * 255.0).round() as u8))
    }

    /// The pictures as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        const GAP: f64 = 12.0;
        let mut svg = Svg::default();
        let widest = self.list.iter().map(|image| image.width).max().unwrap_or(0).max(1);
        let pixel = (96.0 / widest as f64).max(1.0);
        let rows = |image: &Image| image.pixels.len().checked_div(image.width).unwrap_or(0);
        let side = widest as f64 * pixel;
        let tall = self.list.iter().map(rows).max().unwrap_or(0) as f64 * pixel;
        let captions = self.list.iter().any(|image| !image.caption.is_empty());
        let step = (side + GAP, tall + GAP + if captions { 18.0 } else { 0.0 });
        let top = if self.title.is_empty() { 20.0 } else { 46.0 };
        let across = self.across();
        let total = (across as f64 * step.0 - GAP + 48.0).max(200.0);
        svg.text((24.0, 28.0), Font::TITLE, &Font::TITLE.fit(&self.title, total - 40.0));
        let range = self.range().unwrap_or((0.0, 1.0));
        for (at, image) in self.list.iter().enumerate() {
            let (left, top) = (24.0 + (at % across) as f64 * step.0, top + (at / across) as f64 * step.1);
            svg.raw(format_args!("<g>"));
            let mut paths: Vec<(String, String)> = vec![];
            for (row, first, last, colour) in runs(&image.pixels, image.width, &|value| self.grey(range, value)) {
                let (x, y, length) =
                    (left + first as f64 * pixel, top + row as f64 * pixel, (last - first) as f64 * pixel);
                let run = format!("M{} {}h{}v{}h{}z", Px(x), Px(y), Px(length), Px(pixel), Px(-length));
                match paths.iter_mut().find(|path| path.0 == colour) {
                    Some(path) => path.1.push_str(&run),
                    None => paths.push((colour, run)),
                }
            }
            for (colour, path) in paths {
                svg.raw(format_args!("<path shape-rendering=\"crispEdges\" d=\"{path}\" fill=\"{colour}\"/>"));
            }
            let size = (image.width as f64 * pixel, rows(image) as f64 * pixel);
            svg.rect((left - 0.5, top - 0.5), (size.0 + 1.0, size.1 + 1.0), "fill=\"none\" stroke=\"#d0d0d0\"");
            let caption = Font::TICK.fit(&image.caption, side + GAP - 4.0);
            svg.text((left + side / 2.0, top + tall + 15.0), Font::TICK, &caption);
            svg.raw(format_args!("</g>"));
        }
        if self.list.is_empty() {
            svg.text((24.0, top + 20.0), Font { size: 14.0, ..Font::TICK }.start(), "no data");
        }
        let lines = self.list.len().div_ceil(across).max(1) as f64;
        svg.finish(total, top + (lines * step.1).max(30.0) + 8.0, &self.title)
    }

    /// The pictures as a Python file that draws them with Matplotlib.
    #[must_use]
    pub fn to_matplotlib(&self) -> String {
        let mut body = String::new();
        let across = self.across();
        let rows = self.list.len().div_ceil(across).max(1);
        let (low, high) = self.range().unwrap_or((0.0, 1.0));
        let map = if self.bright { "gray" } else { "gray_r" };
        let _ = writeln!(
            body,
            "figure, panels = plt.subplots({rows}, {across}, figsize=({:.1}, {:.1}), squeeze=False, \
             layout=\"constrained\")\nfor axes in panels.flat[{}:]:\n    axes.set_axis_off()",
            (1.2 * across as f64).max(3.0),
            1.4 * rows as f64 + 0.4,
            self.list.len()
        );
        for (at, image) in self.list.iter().enumerate() {
            let _ = writeln!(body, "axes = panels.flat[{at}]\naxes.set_xticks([])\naxes.set_yticks([])");
            if !image.pixels.is_empty() {
                let pixels = python::matrix(&image.pixels, image.width);
                let (low, high) = (python::number(low), python::number(high));
                let _ = writeln!(body, "axes.imshow({pixels}, cmap=\"{map}\", vmin={low}, vmax={high})");
            }
            let _ = writeln!(body, "axes.set_xlabel({}, fontsize=8)", python::label(&image.caption));
        }
        let _ = writeln!(body, "figure.suptitle({})", python::label(&self.title));
        python::script(&body)
    }

    /// The pictures below each other as shades, each at most so many letters wide and lines high.
    #[must_use]
    pub fn to_terminal(&self, width: usize, height: usize) -> String {
        let mut lines = vec![self.title.clone()];
        for image in &self.list {
            lines.extend(shades(&image.pixels, image.width, self.range(), width, height));
            lines.push(image.caption.clone());
        }
        if self.list.is_empty() {
            lines.push("no data".to_owned());
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
