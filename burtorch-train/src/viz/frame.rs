//! Two axes and a place in, a grid with texts out. No two texts of an axis touch.

use std::prelude::v1::*;

use super::colour::Map;
use super::svg::{Font, GRID, PALE, Svg};
use super::ticks::Axis;

/// Where the data are drawn: left, top, right, bottom; and what the axes show.
pub(super) struct Frame {
    pub area: (f64, f64, f64, f64),
    pub x: Axis,
    pub y: Axis,
}

impl Frame {
    /// How wide the widest label of a vertical axis is.
    pub fn labels_width(axis: &Axis) -> f64 {
        axis.ticks.iter().map(|tick| Font::TICK.width(&tick.label)).fold(0.0, f64::max)
    }

    /// How many pixels a vertical axis needs at its left, for its labels and its name.
    pub fn left_margin(axis: &Axis, label: &str) -> f64 {
        (Self::labels_width(axis) + if label.is_empty() { 20.0 } else { 42.0 }).max(40.0)
    }

    /// The horizontal axis with as many ticks as have room for their labels.
    pub fn x_axis(width: f64, axis: &dyn Fn(usize) -> Axis) -> Axis {
        let fits = |axis: &Axis| {
            axis.ticks.windows(2).all(|pair| {
                let room = (axis.place(pair[1].value) - axis.place(pair[0].value)) * width;
                room >= pair.iter().map(|tick| Font::TICK.width(&tick.label) / 2.0).sum::<f64>() + 10.0
            })
        };
        let mut last = axis(1);
        if let Some(axis) = (1..=10).rev().map(axis).find(fits) {
            return axis;
        }
        last.ticks.truncate(1);
        last
    }

    /// The place of a point of the data.
    #[inline(never)]
    pub fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (left, top, right, bottom) = self.area;
        // Far outside is far enough: the numbers of a file stay small.
        let place = |axis: &Axis, value: f64| axis.place(value).clamp(-10.0, 11.0);
        (left + place(&self.x, x) * (right - left), bottom - place(&self.y, y) * (bottom - top))
    }

    /// The lines behind the data.
    pub fn grid(&self, svg: &mut Svg) {
        let (left, top, right, bottom) = self.area;
        for tick in &self.y.ticks {
            let y = self.at((self.x.low, tick.value)).1;
            svg.line((left, y), (right, y), GRID);
        }
        for tick in &self.x.ticks {
            let x = self.at((tick.value, self.y.low)).0;
            svg.line((x, top), (x, bottom), GRID);
        }
    }

    /// The axes, the labels of their ticks and what the axes say.
    pub fn axes(&self, svg: &mut Svg, x_label: &str, y_label: &str) {
        let (left, top, right, bottom) = self.area;
        svg.line((left, bottom), (right, bottom), PALE);
        svg.line((left, top), (left, bottom), PALE);
        for tick in &self.x.ticks {
            let x = self.at((tick.value, self.y.low)).0;
            svg.line((x, bottom), (x, bottom + 4.0), PALE);
            svg.text((x, bottom + 17.0), Font::TICK, &tick.label);
        }
        for tick in &self.y.ticks {
            let y = self.at((self.x.low, tick.value)).1;
            svg.line((left - 4.0, y), (left, y), PALE);
            svg.text((left - 8.0, y + 4.0), Font::TICK.end(), &tick.label);
        }
        let (middle_x, middle_y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        svg.text((middle_x, bottom + 37.0), Font::LABEL, &Font::LABEL.fit(x_label, right - left));
        let at = (left - Self::labels_width(&self.y) - 22.0, middle_y);
        svg.turned_text(at, Font::LABEL, -90.0, &Font::LABEL.fit(y_label, bottom - top));
    }
}

/// The colours of a map with their numbers, from `top` to `bottom`.
pub(super) fn colour_bar(svg: &mut Svg, axis: &Axis, map: &Map, (left, top, bottom): (f64, f64, f64), opacity: f64) {
    const STRIPES: u32 = 64;
    let height = (bottom - top) / f64::from(STRIPES);
    svg.raw(format_args!("<g shape-rendering=\"crispEdges\" opacity=\"{opacity}\">"));
    for stripe in 0..STRIPES {
        let value = map.low + (map.high - map.low) * ((f64::from(stripe) + 0.5) / f64::from(STRIPES));
        let y = bottom - f64::from(stripe + 1) * height;
        if let Some(colour) = map.colour(value) {
            svg.rect((left, y), (12.0, height), &format!("fill=\"{colour}\""));
        }
    }
    svg.raw(format_args!("</g>"));
    for tick in &axis.ticks {
        let y = bottom - axis.place(tick.value) * (bottom - top);
        svg.line((left + 12.0, y), (left + 16.0, y), PALE);
        svg.text((left + 20.0, y + 4.0), Font::TICK.start(), &tick.label);
    }
}
