use std::prelude::v1::*;

use super::*;

/// The path of each line of the SVG, as numbers.
fn lines(svg: &str) -> Vec<Vec<(f64, f64)>> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let paths = document.descendants().filter(|node| node.attribute("stroke-width") == Some("1.8"));
    let numbers = |path: &str| {
        let parts = path.split(['M', 'L', ' ']).filter(|part| !part.is_empty());
        parts.map(|part| part.parse::<f64>().unwrap()).collect::<Vec<_>>()
    };
    paths.map(|path| numbers(path.attribute("d").unwrap()).chunks(2).map(|pair| (pair[0], pair[1])).collect()).collect()
}

#[test]
fn equal_factors_are_equal_distances_on_a_logarithmic_axis() {
    let svg = Plot::new("").line("", [(0, 1.0), (1, 10.0), (2, 100.0)]).log_y().to_svg();
    let line = &lines(&svg)[0];
    assert!((line[0].1 - 2.0 * line[1].1 + line[2].1).abs() < 0.02, "{line:?}");
    assert!(line[0].1 > line[2].1, "{line:?}");
}

#[test]
fn what_is_not_finite_is_a_gap() {
    let plot = Plot::new("").values("", [1.0, 2.0, f64::NAN, 3.0, 4.0, f64::INFINITY, 5.0]);
    let svg = plot.to_svg();
    assert_eq!(lines(&svg)[0].len(), 4);
    assert_eq!(svg.matches("<circle").count(), 1, "a point between gaps is a dot");
}

#[test]
fn values_below_zero_have_no_place_on_a_logarithmic_axis() {
    let svg = Plot::new("").values("", [1.0, 10.0, -5.0, 0.0, 100.0, 10.0]).log_y().to_svg();
    assert_eq!(lines(&svg)[0].len(), 4);
}

#[test]
fn a_million_points_make_a_small_file_with_all_peaks() {
    let mut values: Vec<f64> = (0..1_000_000).map(|at| f64::from(at % 7)).collect();
    values[456_789] = 100.0;
    let plot = Plot::new("").values("", &values);
    let svg = plot.to_svg();
    assert!(svg.len() < 200_000, "{}", svg.len());
    let heights: Vec<f64> = lines(&svg)[0].iter().map(|point| point.1).collect();
    let alone = Plot::new("").values("", [0.0, 100.0]).to_svg();
    let top = lines(&alone)[0][1].1;
    assert!(heights.iter().any(|height| (height - top).abs() < 0.02));
}

#[test]
fn a_range_cuts_what_is_outside() {
    let plot = Plot::new("").function("", -1.0..=1.0, |x| 1.0 / x).y_range(-5.0..=5.0);
    assert!(plot.to_svg().contains("overflow=\"hidden\""));
    assert!(plot.to_matplotlib().contains("axes.set_ylim(-5.0, 5.0)"));
}

#[test]
fn the_boundary_of_a_disc_is_a_circle() {
    let field = Field::new((-2.0, 2.0), (-2.0, 2.0), |x, y| x * x + y * y);
    let field = Field { level: Some(1.0), ..field };
    let lines = field.boundary();
    assert!(lines.len() > 80);
    let length: f64 = lines.iter().map(|[a, b]| (a.0 - b.0).hypot(a.1 - b.1)).sum();
    assert!((length - std::f64::consts::TAU).abs() < 0.01, "{length}");
    assert!(lines.iter().flatten().all(|(x, y)| (x.hypot(*y) - 1.0).abs() < 0.001));
}

#[test]
fn the_vertical_axis_fits_what_a_range_shows() {
    let plot = Plot::new("").line("", [(0, 100.0), (1, 2.0), (2, 1.0)]).x_range(1..=2);
    assert_eq!(plot.extents(), (Some((1.0, 2.0)), Some((1.0, 2.0))));
}

#[test]
fn the_boundary_is_drawn_in_letters_below_the_points() {
    let plot = Plot::new("").field(-1.0..=1.0, -1.0..=1.0, |x, _| x).level(0.0).scatter("", [(-0.5, 0.0), (0.0, 0.0)]);
    let text = plot.to_ascii(40, 12);
    let (rows, points): (Vec<&str>, usize) = (text.lines().take(10).collect(), text.matches('*').count());
    assert_eq!(points, 2, "{text}");
    // A line down the middle, with a point on it.
    let middle: Vec<char> = rows.iter().filter_map(|row| row.chars().nth(22)).collect();
    assert_eq!(middle.iter().filter(|letter| **letter == '+').count(), 9, "{text}");
    assert_eq!(middle.iter().filter(|letter| **letter == '*').count(), 1, "{text}");
}

#[test]
fn a_mark_is_a_ring_at_its_point_and_has_a_name() {
    let plot = Plot::new("loss").note("rate 0.01").line("training", [(0, 4.0), (1, 1.0), (2, 3.0)]);
    let svg = plot.clone().mark("best: 1 at step 1", (1, 1.0)).to_svg();
    let lowest = lines(&svg)[0][1];
    let document = roxmltree::Document::parse(&svg).unwrap();
    let rings: Vec<_> = document.descendants().filter(|node| node.has_tag_name("circle")).collect();
    let number = |node: &roxmltree::Node, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let is_there = |ring: &&roxmltree::Node| {
        (number(ring, "cx") - lowest.0).abs() < 0.01 && (number(ring, "cy") - lowest.1).abs() < 0.01
    };
    // One at the point, one beside the name.
    assert_eq!((rings.len(), rings.iter().filter(is_there).count()), (2, 1), "{svg}");
    let texts: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|n| n.text()).collect();
    assert!(texts.contains(&"best: 1 at step 1") && texts.contains(&"rate 0.01"), "{texts:?}");
    // The colours of series do not depend on marks.
    let marked_first = Plot::new("").mark("m", (1, 1.0)).line("training", [(0, 4.0), (1, 1.0)]).to_svg();
    assert!(marked_first.contains(crate::viz::colour::series(0)), "{marked_first}");
    let script = plot.mark("best", (1, 1.0)).to_matplotlib();
    assert!(script.contains("axes.plot([1.0], [1.0], linestyle=\"none\", marker=\"o\""), "{script}");
    assert!(script.contains("axes.set_title(\"loss\\nrate 0.01\""), "{script}");
}
