//! Plot → SVG.

use std::prelude::v1::*;

use super::field::Field;
use super::{Layer, Plot, Series};
use crate::text::append;
use crate::viz::colour;
use crate::viz::frame::{Frame, colour_bar};
use crate::viz::svg::{Font, INK, Px, Svg, escape};
use crate::viz::ticks::{Axis, Ends};

pub(super) fn svg(plot: &Plot) -> String {
    let (width, height) = plot.size;
    let mut svg = Svg::default();
    let (x, y) = plot.extents();
    let empty = x.is_none() || y.is_none();
    let fields = || {
        plot.layers.iter().filter_map(|layer| match layer {
            Layer::Field(field) => Some(field),
            _ => None,
        })
    };
    // Points and trajectories get room around them; curves and fields fill the width.
    let scattered = plot.layers.iter().any(|layer| matches!(layer, Layer::Scatter(_)));
    let roaming = plot.layers.iter().any(|layer| match layer {
        Layer::Line(series) => !series.points.is_sorted_by(|a, b| a.0 <= b.0 || a.0.is_nan() || b.0.is_nan()),
        Layer::Scatter(_) => true,
        Layer::Field(_) | Layer::Mark(_) => false,
    });
    let has_field = fields().next().is_some();
    let ends = |fixed: bool, round: bool| if fixed || !round || has_field { Ends::Tight } else { Ends::Round };
    let y_axis = Axis::new(y, plot.log_y, ends(plot.y_range.is_some(), true), (height / 60.0) as usize);

    let top = heading(&mut svg, plot, width);
    let bars = fields().next().map(|field| colour_bar_axis(field, height));
    let bar_room = bars.as_ref().map_or(0.0, |(axis, _)| Frame::labels_width(axis) + 44.0);
    let left = Frame::left_margin(&y_axis, &plot.y);
    let bottom = height - if plot.x.is_empty() { 32.0 } else { 50.0 };
    let area = (left, top, width - 24.0 - bar_room, bottom);
    let x_axis = Frame::x_axis(area.2 - area.0, &|wanted| {
        Axis::new(x, plot.log_x, ends(plot.x_range.is_some(), roaming), wanted)
    });
    let frame = Frame { area, x: x_axis, y: y_axis };

    if !has_field {
        frame.grid(&mut svg);
    }
    if empty {
        let middle = (f64::midpoint(area.0, area.2), f64::midpoint(area.1, area.3));
        svg.text(middle, Font { size: 14.0, ..Font::TICK }, "no data");
    }
    // What is outside of a range that was asked for is cut off.
    let overflow = if plot.x_range.is_some() || plot.y_range.is_some() { "hidden" } else { "visible" };
    svg.raw(format_args!(
        "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{0} {1} {2} {3}\" overflow=\"{overflow}\">",
        Px(area.0),
        Px(area.1),
        Px(area.2 - area.0),
        Px(area.3 - area.1)
    ));
    // A field behind points is drawn paler, so that the points are seen.
    let opacity = if scattered { 0.55 } else { 1.0 };
    fields().for_each(|field| (field.code.svg)(field, &mut svg, &frame, opacity));
    for (at, layer) in named(plot) {
        match layer {
            Layer::Line(series) => draw_line(&mut svg, &frame, series, at),
            Layer::Scatter(series) => draw_points(&mut svg, &frame, series, at),
            Layer::Mark(mark) => draw_mark(&mut svg, &frame, mark),
            Layer::Field(_) => {}
        }
    }
    svg.raw(format_args!("</svg>"));
    frame.axes(&mut svg, &plot.x, &plot.y);
    if let Some((axis, map)) = bars {
        colour_bar(&mut svg, &axis, &map, (area.2 + 16.0, area.1, area.3), opacity);
    }
    svg.finish(width, height, &plot.title)
}

/// The layers with a name: series, whose numbers decide on their colours, then marks, which are drawn over everything else.
fn named(plot: &Plot) -> impl Iterator<Item = (usize, &Layer)> {
    let series = plot.layers.iter().filter(|layer| matches!(layer, Layer::Line(_) | Layer::Scatter(_)));
    let marks = plot.layers.iter().filter(|layer| matches!(layer, Layer::Mark(_)));
    series.chain(marks).enumerate()
}

/// The title, the notes and the names of the series; returns where the plot may begin.
fn heading(svg: &mut Svg, plot: &Plot, width: f64) -> f64 {
    let mut top = 18.0;
    if !plot.title.is_empty() {
        svg.text((24.0, 28.0), Font::TITLE, &Font::TITLE.fit(&plot.title, width - 48.0));
        top = 46.0;
    }
    let small = Font::TICK.start();
    for note in &plot.notes {
        svg.text((24.0, top), small, &small.fit(note, width - 48.0));
        top += 16.0;
    }
    let font = Font::LABEL.start();
    let mut x = 24.0;
    let mut rows = 0;
    for (at, layer) in named(plot) {
        let (Layer::Line(series) | Layer::Scatter(series) | Layer::Mark(series)) = layer else { continue };
        if series.name.is_empty() {
            continue;
        }
        let name = font.fit(&series.name, width - 100.0);
        let sign = if matches!(layer, Layer::Line(_)) { 24.0 } else { 9.0 };
        let room = sign + 6.0 + font.width(&name) + 18.0;
        if rows == 0 {
            rows = 1;
        } else if x + room > width - 24.0 {
            x = 24.0;
            rows += 1;
        }
        let y = top + 18.0 * f64::from(rows) - 10.0;
        let colour = colour::series(at);
        if matches!(layer, Layer::Mark(_)) {
            add_ring(svg, (x + 4.5, y), 4.0);
        } else if matches!(layer, Layer::Line(_)) {
            let (from, to) = (Px(x), Px(x + 24.0));
            svg.raw(format_args!(
                "<path d=\"M{from} {y}H{to}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"{}/>",
                dashes(at),
                y = Px(y)
            ));
        } else {
            let mut path = String::new();
            add_marker(&mut path, at, (x + 4.5, y));
            svg.raw(format_args!("<path d=\"{path}\" fill=\"{colour}\"/>"));
        }
        svg.text((x + sign + 6.0, y + 4.0), font, &name);
        x += room;
    }
    top + 18.0 * f64::from(rows) + if rows > 0 { 10.0 } else { 0.0 }
}

fn colour_bar_axis(field: &Field, height: f64) -> (Axis, colour::Map) {
    let map = field.map();
    (Axis::new(Some((map.low, map.high)), false, Ends::Tight, (height / 60.0) as usize), map)
}

/// When the colours begin again, lines are dashed.
fn dashes(at: usize) -> &'static str {
    match at / colour::SERIES.len() {
        0 => "",
        1 => " stroke-dasharray=\"7 4\"",
        _ => " stroke-dasharray=\"2 3\"",
    }
}

fn draw_line(svg: &mut Svg, frame: &Frame, series: &Series, at: usize) {
    let mut path = String::new();
    let mut dots = vec![];
    for piece in series.points.split(|&(x, y)| !frame.x.shows(x) || !frame.y.shows(y)) {
        let piece: Vec<_> = piece.iter().map(|&point| frame.at(point)).collect();
        match thinned(&piece).as_slice() {
            [] => {}
            // A line through one point would be invisible.
            [point] => dots.push(*point),
            [first, rest @ ..] => {
                append(&mut path, format_args!("M{} {}L", Px(first.0), Px(first.1)));
                for (at, point) in rest.iter().enumerate() {
                    append(&mut path, format_args!("{}{} {}", if at > 0 { " " } else { "" }, Px(point.0), Px(point.1)));
                }
            }
        }
    }
    let colour = colour::series(at);
    svg.raw(format_args!("<g><title>{}</title>", escape(&series.name)));
    if !path.is_empty() {
        svg.raw(format_args!(
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\" fill=\"none\"{}/>",
            dashes(at)
        ));
    }
    for (x, y) in dots {
        svg.raw(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"3.5\" fill=\"{colour}\"/>", Px(x), Px(y)));
    }
    svg.raw(format_args!("</g>"));
}

/// Thins out very many points from left to right to the first, the lowest, the highest and the last of each half pixel: the
/// line looks the same, and the file stays small.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() < 4000 || !points.is_sorted_by(|a, b| a.0 <= b.0) {
        return points.to_vec();
    }
    let mut kept = vec![];
    for column in points.chunk_by(|a, b| (a.0 * 2.0) as i64 == (b.0 * 2.0) as i64) {
        let by_height = |a: &usize, b: &usize| column[*a].1.total_cmp(&column[*b].1);
        let lowest = (0..column.len()).min_by(by_height);
        let highest = (0..column.len()).max_by(by_height);
        let last = column.len() - 1;
        let is_kept = |at: usize| at == 0 || at == last || Some(at) == lowest || Some(at) == highest;
        kept.extend((0..column.len()).filter(|&at| is_kept(at)).map(|at| column[at]));
    }
    kept
}

fn draw_points(svg: &mut Svg, frame: &Frame, series: &Series, at: usize) {
    let mut path = String::new();
    for &(x, y) in series.points.iter().filter(|&&(x, y)| frame.x.shows(x) && frame.y.shows(y)) {
        add_marker(&mut path, at, frame.at((x, y)));
    }
    svg.raw(format_args!(
        "<g><title>{}</title><path d=\"{path}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.7\"/></g>",
        escape(&series.name),
        colour::series(at)
    ));
}

fn draw_mark(svg: &mut Svg, frame: &Frame, mark: &Series) {
    for &(x, y) in mark.points.iter().filter(|&&(x, y)| frame.x.shows(x) && frame.y.shows(y)) {
        svg.raw(format_args!("<g><title>{}</title>", escape(&mark.name)));
        add_ring(svg, frame.at((x, y)), 5.5);
        svg.raw(format_args!("</g>"));
    }
}

/// A ring through which the curve is seen.
fn add_ring(svg: &mut Svg, (x, y): (f64, f64), radius: f64) {
    let (x, y) = (Px(x), Px(y));
    svg.raw(format_args!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.6\"/>"
    ));
}

/// A circle, a square, a triangle, a diamond or a triangle on its head.
fn add_marker(path: &mut String, at: usize, (x, y): (f64, f64)) {
    let (dx, dy) = [(-4.0, 0.0), (-3.6, -3.6), (0.0, -4.8), (0.0, -5.0), (0.0, 4.8)][at % 5];
    let rest =
        ["a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "h7.2v7.2h-7.2z", "l4.6 8h-9.2z", "l4.4 5l-4.4 5l-4.4 -5z", "l4.6 -8h-9.2z"];
    append(path, format_args!("M{} {}{}", Px(x + dx), Px(y + dy), rest[at % 5]));
}

pub(super) fn draw_field(field: &Field, svg: &mut Svg, frame: &Frame, opacity: f64) {
    let (xs, ys) = field.edges();
    let mut paths: Vec<(String, String)> = vec![];
    for (row, first, last, colour) in field.runs() {
        if ![xs[first], xs[last]].iter().all(|x| frame.x.shows(*x))
            || ![ys[row], ys[row + 1]].iter().all(|y| frame.y.shows(*y))
        {
            continue;
        }
        let ((x0, y0), (x1, y1)) = (frame.at((xs[first], ys[row])), frame.at((xs[last], ys[row + 1])));
        let known = paths.iter().position(|path| path.0 == colour);
        let known = known.unwrap_or_else(|| {
            paths.push((colour, String::new()));
            paths.len() - 1
        });
        append(&mut paths[known].1, format_args!("M{} {}H{}V{}H{}z", Px(x0), Px(y0), Px(x1), Px(y1), Px(x0)));
    }
    svg.raw(format_args!("<g shape-rendering=\"crispEdges\" opacity=\"{opacity}\">"));
    for (colour, path) in paths {
        svg.raw(format_args!("<path d=\"{path}\" fill=\"{colour}\"/>"));
    }
    svg.raw(format_args!("</g>"));
    let mut path = String::new();
    for [a, b] in field.boundary() {
        if [a, b].iter().all(|&(x, y)| frame.x.shows(x) && frame.y.shows(y)) {
            let ((x0, y0), (x1, y1)) = (frame.at(a), frame.at(b));
            append(&mut path, format_args!("M{} {}L{} {}", Px(x0), Px(y0), Px(x1), Px(y1)));
        }
    }
    if !path.is_empty() {
        svg.raw(format_args!(
            "<path d=\"{path}\" stroke=\"{INK}\" stroke-width=\"1.5\" stroke-linecap=\"round\" fill=\"none\"/>"
        ));
    }
}
