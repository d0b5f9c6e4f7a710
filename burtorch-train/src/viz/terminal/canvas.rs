//! Places in, lines of letters out.

use std::prelude::v1::*;

use crate::console::Colour;

/// The letters of series in ASCII.
const GLYPHS: [char; 6] = ['*', '+', 'o', 'x', '#', '@'];
/// The bit of each dot of a braille letter, row by row.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A grid of letters. In braille a letter has two by four dots; in ASCII it is one.
pub(super) struct Canvas {
    columns: usize,
    rows: usize,
    plain: bool,
    /// Whether each series has its colour.
    colour: bool,
    /// In braille the dots of each letter, in ASCII the number of the series plus one.
    cells: Vec<u8>,
    /// The series that came last to each letter, plus one.
    owners: Vec<u8>,
    /// The letters that are marks.
    marks: Vec<usize>,
}

impl Canvas {
    pub fn new(columns: usize, rows: usize, plain: bool, colour: bool) -> Self {
        let cells = vec![0; columns * rows];
        Self { columns, rows, plain, colour, owners: cells.clone(), cells, marks: vec![] }
    }

    /// Puts a mark at a place between 0 and 1.
    pub fn mark(&mut self, (x, y): (f64, f64)) {
        let at = |place: f64, count: usize| (place.clamp(0.0, 1.0) * (count - 1) as f64).round() as usize;
        self.marks.push((self.rows - 1 - at(y, self.rows)) * self.columns + at(x, self.columns));
    }

    /// Draws places between 0 and 1, with the lines between them if `joined`.
    pub fn draw(&mut self, series: usize, places: &[(f64, f64)], joined: bool) {
        let (across, down) = if self.plain { (self.columns, self.rows) } else { (self.columns * 2, self.rows * 4) };
        let dot = |(x, y): (f64, f64)| {
            let at = |place: f64, count: usize| (place.clamp(-1.0, 2.0) * (count - 1) as f64).round();
            (at(x, across), (down - 1) as f64 - at(y, down))
        };
        let mut drawn = 0;
        if let [only] = places {
            self.dot(dot(*only), series);
        }
        for pair in places.windows(2).filter(|_| joined) {
            let (from, to) = (dot(pair[0]), dot(pair[1]));
            let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs());
            let mut step = if drawn == 0 { 0.0 } else { 1.0 };
            while step <= steps {
                let part = if steps > 0.0 { step / steps } else { 0.0 };
                if self.plain || is_inked(series, drawn) {
                    let place = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
                    self.dot((place.0.round(), place.1.round()), series);
                }
                drawn += 1;
                step += 1.0;
            }
        }
        if !joined {
            for place in places {
                self.dot(dot(*place), series);
            }
        }
    }

    fn dot(&mut self, (x, y): (f64, f64), series: usize) {
        if x < 0.0 || y < 0.0 {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        let (column, row) = if self.plain { (x, y) } else { (x / 2, y / 4) };
        if column < self.columns && row < self.rows {
            self.owners[row * self.columns + column] = (series % usize::from(u8::MAX)) as u8 + 1;
            let cell = &mut self.cells[row * self.columns + column];
            *cell = if self.plain { (series % GLYPHS.len()) as u8 + 1 } else { *cell | DOTS[y % 4][x % 2] };
        }
    }

    /// The letters of a row, the first at the top, without the spaces at its end.
    #[inline(never)]
    pub fn line(&self, row: usize) -> String {
        let letter = |at: usize| match self.cells[at] {
            _ if self.marks.contains(&at) => mark(self.plain),
            0 => ' ',
            series if self.plain => GLYPHS[usize::from(series) - 1],
            dots => braille(dots),
        };
        let row = row * self.columns..(row + 1) * self.columns;
        let Some(last) = row.clone().rev().find(|&at| letter(at) != ' ') else { return String::new() };
        let (mut line, mut painted) = (String::new(), 0);
        for at in row.start..=last {
            // A blank has no colour, and a mark is told from the series by having none.
            let owner = if letter(at) == ' ' || self.marks.contains(&at) { 0 } else { self.owners[at] };
            if self.colour && owner != painted {
                line += if painted > 0 { "\x1b[0m" } else { "" };
                line += owner.checked_sub(1).map_or("", |series| Colour::Series(series.into()).code());
                painted = owner;
            }
            line.push(letter(at));
        }
        line += if painted > 0 { "\x1b[0m" } else { "" };
        line
    }
}

fn braille(dots: u8) -> char {
    char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ')
}

/// Whether a line has ink after so many dots: full, dotted, dashed.
fn is_inked(series: usize, drawn: usize) -> bool {
    match series % 3 {
        0 => true,
        1 => drawn.is_multiple_of(3),
        _ => drawn % 8 < 5,
    }
}

/// The letter of a mark.
pub(super) fn mark(plain: bool) -> char {
    if plain { 'O' } else { '◉' }
}

/// A piece of a line of this series, for the legend.
pub(super) fn sample(series: usize, plain: bool) -> String {
    if plain {
        return [GLYPHS[series % GLYPHS.len()]; 3].iter().collect();
    }
    let dots = |letter: usize| (0..2).filter(|at| is_inked(series, letter * 2 + at)).map(|at| DOTS[1][at]).sum();
    (0..4).map(|letter| braille(dots(letter))).collect()
}
