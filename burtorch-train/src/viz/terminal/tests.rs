use std::prelude::v1::*;

use super::*;
use crate::viz::Plot;

#[test]
fn a_curve_has_the_size_that_was_asked_for() {
    let wave = || Series::new("wave", (0..200).map(|at| (at, (f64::from(at) * 0.1).sin())));
    for (width, height) in [(80, 20), (40, 10), (120, 40), (20, 6)] {
        for text in [curve(&[wave(), wave()], width, height), ascii(&[wave()], width, height)] {
            assert_eq!(text.lines().count(), height, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
        }
    }
}

#[test]
fn plain_letters_are_ascii() {
    let plot = Plot::new("Größe −1").x("Schritt ²").line("é", [(1e-12, -1e12), (3e-12, 2e12)]);
    let text = plot.to_ascii(60, 12);
    assert!(text.is_ascii(), "{text}");
    assert!(text.contains("-1e12") && text.contains("2e12") && text.contains("1.0e-12"), "{text}");
}

#[test]
fn a_rising_line_goes_from_corner_to_corner() {
    let text = ascii(&[Series::new("", [(0, 0), (1, 1)])], 22, 12);
    let rows: Vec<Vec<char>> = text.lines().take(10).map(|line| line.chars().skip(4).collect()).collect();
    assert_eq!(rows[9][0], '*', "{text}");
    assert_eq!(rows[0][17], '*', "{text}");
}

#[test]
fn braille_has_eight_dots_a_letter() {
    // 16 dots across and 20 down: the diagonal touches every row and every column of dots.
    let mut canvas = Canvas::new(8, 5, false, false);
    canvas.draw(0, &[(0.0, 1.0), (1.0, 0.0)], true);
    let text: String = (0..5).map(|row| canvas.line(row)).collect();
    let dots: u32 =
        text.chars().filter(|letter| *letter != ' ').map(|letter| (u32::from(letter) - 0x2800).count_ones()).sum();
    assert_eq!(dots, 20);
}

#[test]
fn shades_of_a_large_matrix_are_means() {
    let values: Vec<f64> = (0..16).map(|at| if at % 4 < 2 { 0.0 } else { 1.0 }).collect();
    assert_eq!(shades(&values, 4, Some((0.0, 1.0)), 8, 4), ["    ████"; 4]);
    assert_eq!(shades(&values, 4, Some((0.0, 1.0)), 4, 4), ["  ██"; 2]);
}

#[test]
fn bars_are_as_long_as_their_numbers() {
    let row = |value: f64| (String::new(), value, String::new());
    let lines = bars(&[row(8.0), row(4.0), row(0.25)], 11);
    assert_eq!(lines, [" │████████ ", " │████ ", " │▎ "]);
}

#[test]
fn titles_and_labels_are_lines_of_their_own() {
    let plot = Plot::new("digits").x("step").y("loss").line("training", [(0, 2.0), (100, 0.5)]);
    let text = plot.to_terminal(60, 14);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 14);
    assert_eq!((lines[0], lines[2], lines[13].trim()), ("digits", "loss", "step"));
    assert!(lines[1].ends_with(" training"), "{text}");
}

#[test]
fn marks_are_letters_of_their_own() {
    let plot = Plot::new("loss").note("rate 0.01").line("v", [(0, 4), (1, 0), (2, 4)]).mark("best", (1, 0));
    assert_eq!(
        plot.to_ascii(21, 9),
        "loss\n\
         rate 0.01\n\
         *** v   O best\n\
         4+**               **\n\
         2+  ***         ***\n \
         |     ***   ***\n\
         0+        *O*\n \
         +-------------------\n  \
         0        1        2\n"
    );
    assert!(plot.to_terminal(21, 9).contains('◉'));
}

#[test]
fn colours_change_nothing_but_colours() {
    let plot = Plot::new("").line("falling", [(0, 3), (3, 0)]).line("rising", [(0, 0), (3, 3)]).mark("m", (3, 3));
    for unicode in [true, false] {
        let [painted, plain] = [true, false].map(|colour| {
            let axes = Axes {
                title: "",
                notes: &[],
                x: "",
                y: "",
                extents: (Some((0.0, 3.0)), Some((0.0, 3.0))),
                logs: (false, false),
            };
            let series = [Series::new("falling", [(0, 3), (3, 0)]), Series::new("rising", [(0, 0), (3, 3)])];
            let drawn =
                Drawn { series: series.iter().map(|one| (one, true)).collect(), boundaries: vec![], marks: vec![] };
            draw(&axes, &drawn, &Letters::of(Console { unicode, colour }), 30, 8)
        });
        assert!(!plain.contains('\x1b'), "{plain}");
        assert!(painted.contains("\x1b[36m") && painted.contains("\x1b[33m"), "{painted:?}");
        let mut stripped = painted.clone();
        for code in ["\x1b[36m", "\x1b[33m", "\x1b[0m"] {
            stripped = stripped.replace(code, "");
        }
        assert_eq!(stripped, plain);
        // Every line ends without a colour.
        for line in painted.lines().filter(|line| line.contains('\x1b')) {
            assert_eq!(line.rsplit('\x1b').next().map(|rest| rest.starts_with("[0m")), Some(true), "{line:?}");
        }
    }
    assert_eq!(plot.to_terminal(30, 8).matches('◉').count(), 2);
}
