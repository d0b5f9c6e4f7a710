//! Plot → Python.

use std::fmt::Write;
use std::prelude::v1::*;

use super::{Layer, Plot};
use crate::viz::ticks::{Axis, Ends};
use crate::viz::{colour, python};

/// The shapes of points, in the order of `svg::marker`.
const MARKERS: [&str; 5] = ["o", "s", "^", "D", "v"];

pub(super) fn script(plot: &Plot) -> String {
    let mut body = String::new();
    let (width, height) = (plot.size.0 / 100.0, plot.size.1 / 100.0);
    let _ = writeln!(body, "figure, axes = plt.subplots(figsize=({width}, {height}), layout=\"constrained\")");
    let mut at = 0;
    let mut named = false;
    let scattered = plot.layers.iter().any(|layer| matches!(layer, Layer::Scatter(_)));
    for layer in &plot.layers {
        match layer {
            Layer::Line(series) | Layer::Scatter(series) => {
                let xs = python::list(series.points.iter().map(|point| point.0));
                let ys = python::list(series.points.iter().map(|point| point.1));
                let _ = writeln!(body, "x = {xs}\ny = {ys}");
                let (colour, name) = (python::literal(colour::series(at)), python::legend(&series.name));
                let label = if series.name.is_empty() { String::new() } else { format!(", label={name}") };
                named |= !series.name.is_empty();
                let _ = if matches!(layer, Layer::Line(_)) {
                    let marker = if series.points.len() == 1 { ", marker=\"o\"" } else { "" };
                    let dashes = ["", ", linestyle=\"--\"", ", linestyle=\":\""][(at / colour::SERIES.len()).min(2)];
                    writeln!(body, "axes.plot(x, y, color={colour}{label}{marker}{dashes})")
                } else {
                    let marker = MARKERS[at % MARKERS.len()];
                    writeln!(
                        body,
                        "axes.scatter(x, y, s=30, color={colour}, marker=\"{marker}\", edgecolors=\"white\", \
                         linewidths=0.7, zorder=3{label})"
                    )
                };
                at += 1;
            }
            Layer::Mark(mark) => {
                let name = python::legend(&mark.name);
                let label = if mark.name.is_empty() { String::new() } else { format!(", label={name}") };
                named |= !mark.name.is_empty();
                for &(x, y) in &mark.points {
                    let (x, y) = (python::number(x), python::number(y));
                    let _ = writeln!(
                        body,
                        "axes.plot([{x}], [{y}], linestyle=\"none\", marker=\"o\", markersize=9, fillstyle=\"none\", \
                         color=\"#222222\", zorder=4{label})"
                    );
                }
            }
            Layer::Field(field) => {
                let map = field.map();
                let ((edges_x, edges_y), (xs, ys)) = (field.edges(), field.middles());
                let values = python::matrix(&field.values, xs.len());
                let _ =
                    writeln!(body, "x, y = {}, {}\nvalues = {values}", python::list(edges_x), python::list(edges_y));
                let (colours, low, high) = (python::colours(&map), python::number(map.low), python::number(map.high));
                let pale = if scattered { ", alpha=0.55" } else { "" };
                let _ = writeln!(
                    body,
                    "mesh = axes.pcolormesh(x, y, values, cmap={colours}, vmin={low}, vmax={high}{pale})\n\
                     figure.colorbar(mesh)"
                );
                if let Some(level) = field.level {
                    let (xs, ys) = (python::list(xs), python::list(ys));
                    let level = python::number(level);
                    let _ = writeln!(
                        body,
                        "axes.contour({xs}, {ys}, values, levels=[{level}], colors=\"#222222\", linewidths=1.5)"
                    );
                }
            }
        }
    }
    let title: Vec<&str> = [plot.title.as_str()].into_iter().chain(plot.notes.iter().map(String::as_str)).collect();
    let title = title.join("\n");
    for (call, text) in [("title", title.trim()), ("xlabel", &plot.x), ("ylabel", &plot.y)] {
        if !text.is_empty() {
            let _ = writeln!(body, "axes.set_{call}({}, wrap=True)", python::label(text));
        }
    }
    let (x, y) = plot.extents();
    if x.is_none() || y.is_none() {
        body.push_str("axes.text(0.5, 0.5, \"no data\", ha=\"center\", transform=axes.transAxes)\n");
    }
    for (axis, log, range, data) in [("x", plot.log_x, plot.x_range, x), ("y", plot.log_y, plot.y_range, y)] {
        // Matplotlib looks for limits and ticks of its own beyond the data, where there may be no numbers.
        let vast = data.filter(|(low, high)| log && low < high && (*low < 1e-200 || *high > 1e200));
        let range = range.or(vast);
        if let Some((low, high)) = range {
            let _ = writeln!(body, "axes.set_{axis}lim({}, {})", python::number(low), python::number(high));
        }
        if log {
            let _ = writeln!(body, "axes.set_{axis}scale(\"log\")");
        }
        if vast.is_some() {
            let ticks = Axis::new(vast, true, Ends::Tight, 6).ticks;
            let labels: Vec<_> = ticks.iter().map(|tick| tick.label.clone()).collect();
            let (places, labels) = (python::list(ticks.iter().map(|tick| tick.value)), python::labels(&labels));
            let _ = writeln!(body, "axes.set_{axis}ticks({places}, {labels})\naxes.minorticks_off()");
        }
    }
    if !plot.layers.iter().any(|layer| matches!(layer, Layer::Field(_))) {
        body.push_str("axes.grid(color=\"#e4e4e4\")\naxes.set_axisbelow(True)\n");
    }
    if named {
        body.push_str("axes.legend()\n");
    }
    python::script(&body)
}
