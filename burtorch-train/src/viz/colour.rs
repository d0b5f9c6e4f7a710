//! Colours that colour-blind people can tell apart.

use std::prelude::v1::*;

/// The colours of series: those that Masataka Okabe and Kei Ito proposed (2008), best on white first.
pub(super) const SERIES: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// The colour of a series.
pub(super) fn series(at: usize) -> &'static str {
    SERIES[at % SERIES.len()]
}

type Rgb = [f64; 3];

/// White to dark blue: the lightness falls evenly, so the order survives without colours.
const RISING: [Rgb; 4] = [[247.0, 249.0, 252.0], [160.0, 199.0, 230.0], [44.0, 120.0, 182.0], [9.0, 46.0, 94.0]];
/// Vermilion, white, blue: both ends are told apart by all.
const PARTED: [Rgb; 5] =
    [[176.0, 72.0, 0.0], [236.0, 164.0, 112.0], [248.0, 247.0, 245.0], [122.0, 184.0, 220.0], [0.0, 90.0, 150.0]];
/// How many colours a map has.
const LEVELS: f64 = 64.0;

/// From numbers to colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub low: f64,
    pub high: f64,
    parted: bool,
}

impl Map {
    /// The map of numbers from `low` to `high`. If they are on both sides of `middle`, white is there.
    pub fn new(extent: Option<(f64, f64)>, middle: f64) -> Self {
        let (low, high) = extent.unwrap_or((0.0, 1.0));
        let parted = low < middle && middle < high;
        let reach = (middle - low).max(high - middle);
        let (low, high) = if parted { (middle - reach, middle + reach) } else { (low, high) };
        Self { low, high: if high > low { high } else { low + 1.0 }, parted }
    }

    /// The colours of the map at even distances.
    pub fn anchors(&self) -> Vec<String> {
        self.list().iter().map(|colour| hex(*colour)).collect()
    }

    fn list(&self) -> &'static [Rgb] {
        if self.parted { &PARTED } else { &RISING }
    }

    /// The colour of a number; numbers that are not finite have none.
    pub fn colour(&self, value: f64) -> Option<String> {
        self.rgb(value).map(hex)
    }

    /// The colour of text that can be read on the colour of a number: dark on light, white on dark.
    pub fn ink(&self, value: f64) -> &'static str {
        let luminance = |[r, g, b]: Rgb| 0.299 * r + 0.587 * g + 0.114 * b;
        if self.rgb(value).is_some_and(|rgb| luminance(rgb) < 140.0) { "#ffffff" } else { super::svg::INK }
    }

    fn rgb(&self, value: f64) -> Option<Rgb> {
        let list = self.list();
        let place = (((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * LEVELS).round() / LEVELS;
        if !value.is_finite() {
            return None;
        }
        let place = place * (list.len() - 1) as f64;
        let at = (place as usize).min(list.len() - 2);
        let part = place - at as f64;
        let (from, to) = (list[at], list[at + 1]);
        Some([0, 1, 2].map(|channel| from[channel] + part * (to[channel] - from[channel])))
    }
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", r.round() as u8, g.round() as u8, b.round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_both_signs_are_white_at_zero() {
        let map = Map::new(Some((-1.0, 3.0)), 0.0);
        assert_eq!((map.low, map.high), (-3.0, 3.0));
        assert_eq!(map.colour(0.0).unwrap(), "#f8f7f5");
        assert!(map.colour(f64::NAN).is_none());
    }

    #[test]
    fn larger_numbers_are_darker() {
        let map = Map::new(Some((0.0, 1.0)), 0.0);
        let lightness = |value: f64| map.rgb(value).unwrap().iter().sum::<f64>();
        for step in 0..64 {
            let value = f64::from(step) / 64.0;
            assert!(lightness(value) > lightness(value + 1.0 / 64.0));
        }
        assert_eq!((map.ink(0.0), map.ink(1.0)), ("#222222", "#ffffff"));
    }
}
