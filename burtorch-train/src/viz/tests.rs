//! Claims that hold of all pictures.

use std::io::Write;
use std::process::{Command, Stdio};

use super::*;
use burtorch_runtime::Rng;

/// What is drawn: a name, the SVG, the script and the letters.
type Drawn = (String, String, String, String);

const ODD: &str = "a < b && \"c\" \\ $x$ 漢 \0 _";

fn drawn(name: &str, svg: String, script: String, letters: String) -> Drawn {
    (name.to_owned(), svg, script, letters)
}

macro_rules! all {
    ($($name:literal: $picture:expr,)*) => {
        vec![$({
            let picture = $picture;
            drawn($name, picture.to_svg(), picture.to_matplotlib(), picture.to_terminal(60, 16))
        }),*]
    };
}

/// Pictures of every kind, with data that are usual, odd or missing.
fn pictures() -> Vec<Drawn> {
    let mut rng = Rng::seed(3);
    let mut normal = |count: usize, scale: f64| (0..count).map(|_| scale * rng.normal()).collect::<Vec<f64>>();
    let wild = [f64::NAN, 1.0, f64::INFINITY, -2.0, f64::MAX, f64::MIN_POSITIVE, 0.0, f64::MIN];
    let loss: Vec<(usize, f64)> = (0..300).map(|step| (step, 3.0 / (1.0 + step as f64))).collect();
    let names = ["zero", "one", "two", "a very long name"];
    all! {
        "loss": Plot::new("loss").x("step").y("loss").line("training", &loss).line("validation", &loss[20..]),
        "loss, log": Plot::new("loss").x("step").y("loss").line("training", &loss).log_y().log_x(),
        "functions": Plot::new("f").function("sin", -7.0..=7.0, f64::sin).function("1/x", -7.0..=7.0, |x| 1.0 / x),
        "classes": Plot::new("c").scatter("a", normal(40, 1.0).into_iter().enumerate()).scatter("b", [[1.0_f32, 2.0]]),
        "boundary": Plot::new("b").field(-1.0..=1.0, -2.0..=2.0, |x, y| x * x - y).level(0.2).scatter("a", [(0, 0)]),
        "wild": Plot::new(ODD).x(ODD).y(ODD).values(ODD, wild).scatter(ODD, wild.map(|value| (value, value))),
        "wild, log": Plot::new("wild").values("w", wild).log_y(),
        "vast": Plot::new("vast").line("v", [(1e-300, 1e-300), (1e300, 1e300)]).log_x().log_y(),
        "narrow": Plot::new("narrow").line("n", [(1e6, 1.0), (1e6 + 1e-3, 1.0 + 1e-9)]).size(200, 150),
        "marked": Plot::new("m").note("rate 0.01, steps 300").note(ODD).line("training", &loss).mark("best", (200, 0.015)),
        "marked twice": Plot::new("").note("n").values("v", [3.0, f64::NAN, 1.0]).mark(ODD, (2, 1.0)).mark("", (f64::NAN, 1.0)),
        "only a mark": Plot::new("").mark("here", (0.5_f32, 2.0)),
        "one point": Plot::new("one").line("a", [(3, 4)]).scatter("b", [(5.0, 6.0)]),
        "a constant": Plot::new("constant").values("c", [0.25; 9]),
        "no data": Plot::new("").line("a", [(f64::NAN, 1.0)]),
        "nothing": Plot::new(""),
        "heat map": HeatMap::new("h", 4, normal(12, 1.0)).numbers(3).counters(|row, column| format!("{row}{column}"))
            .rows(names).columns(names).x("x").y("y"),
        "large heat map": HeatMap::new("h", 120, normal(120 * 80, 1e5)).rows(0..80).columns(0..120),
        "wild heat map": HeatMap::new(ODD, 2, wild).texts(|_, _| ODD.to_owned()).rows([ODD]).columns([ODD]),
        "empty heat map": HeatMap::new("h", 3, [0.0; 0]),
        "histogram": Histogram::new("h").series("weights", normal(500, 1e-3)),
        "histograms": (0..7).fold(Histogram::new("h"), |h, at| h.series("w", normal(50, 10_f64.powi(at * 3 - 9)))),
        "wild histogram": Histogram::new(ODD).series(ODD, wild).series("", [0.0; 0]).series("same", [1.0; 3]),
        "empty histogram": Histogram::new("h"),
        "images": Images::new("i").image("a", 8, (0..64_u8).collect::<Vec<_>>()).image(ODD, 2, wild).bright(),
        "empty images": Images::new("i").image("empty", 3, [0.0; 0]),
        "no images": Images::new("i"),
    }
}

#[test]
fn every_svg_is_well_formed() {
    for (name, svg, ..) in pictures() {
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}: {svg}");
    }
}

#[test]
fn pictures_without_data_say_so() {
    for (name, svg, _, letters) in pictures() {
        let empty = name.contains("empty h") || name == "nothing" || name.starts_with("no ");
        assert_eq!(empty, svg.contains(">no data") && !name.contains("wild"), "{name}");
        assert!(!empty || letters.contains("no data"), "{name}: {letters}");
    }
}

#[test]
fn no_text_is_on_another_or_outside() {
    for (name, svg, ..) in pictures() {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let number = |node: roxmltree::Node, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let (width, height) = (number(document.root_element(), "width"), number(document.root_element(), "height"));
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let boxes: Vec<_> = texts
            .map(|node| {
                let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
                let font = svg::Font { size: size * 0.85, ..svg::Font::LABEL };
                let length = font.width(node.text().unwrap_or_default());
                let before = match node.attribute("text-anchor") {
                    Some("start") => 0.0,
                    Some("end") => length,
                    _ => length / 2.0,
                };
                // Turned texts go up.
                let (low, high) = (size * 0.1, size * 0.6);
                if node.has_attribute("transform") {
                    (x - high, x + low, y - length + before, y + before, node.text())
                } else {
                    (x - before, x - before + length, y - high, y + low, node.text())
                }
            })
            .collect();
        for (at, a) in boxes.iter().enumerate() {
            let inside = a.0 >= 0.0 && a.1 <= width && a.2 >= 0.0 && a.3 <= height;
            assert!(inside, "{name}: {a:?} is outside of {width} × {height}");
            for b in &boxes[..at] {
                let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                assert!(apart, "{name}: {a:?} is on {b:?}");
            }
        }
    }
}

#[test]
fn python_compiles_every_script() {
    let check = |script: &str| -> Option<bool> {
        let code = "import sys; compile(sys.stdin.buffer.read(), 'picture.py', 'exec')";
        let mut python = Command::new("python3").args(["-c", code]).stdin(Stdio::piped()).spawn().ok()?;
        python.stdin.take()?.write_all(script.as_bytes()).ok()?;
        Some(python.wait().ok()?.success())
    };
    // All in one, to start Python once; a mistake is then looked for.
    let scripts = pictures();
    let all: Vec<_> = scripts.iter().map(|(_, _, script, _)| script.as_str()).collect();
    match check(&all.join("\n")) {
        None => eprintln!("there is no python3: the scripts are not compiled"),
        Some(true) => {}
        Some(false) => {
            let bad = scripts.iter().find(|(_, _, script, _)| check(script) == Some(false));
            panic!("Python does not compile the script of {bad:?}");
        }
    }
}

#[test]
fn the_same_data_give_the_same_picture() {
    assert_eq!(pictures(), pictures());
}

#[test]
fn numbers_of_all_types_are_drawn_alike() {
    let svg = |plot: Plot| plot.to_svg();
    let doubles = svg(Plot::new("").line("a", [(0.0, 0.5), (1.0, 2.0)]));
    assert_eq!(doubles, svg(Plot::new("").line("a", [(0_u64, 0.5_f32), (1, 2.0)])));
    assert_eq!(doubles, svg(Plot::new("").line("a", [[0.0_f32, 0.5], [1.0, 2.0]].iter())));
    assert_eq!(doubles, svg(Plot::new("").values("a", vec![0.5_f32, 2.0])));
}

#[test]
fn the_ending_says_what_is_saved() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::temp_dir().join(format!("burtorch-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let plot = Plot::new("loss").values("a", [3, 2, 1]);
    for (ending, text) in [("svg", plot.to_svg()), ("py", plot.to_matplotlib()), ("TXT", plot.to_terminal(80, 24))] {
        let path = directory.join("loss").with_extension(ending);
        plot.save(&path)?;
        assert_eq!(std::fs::read_to_string(path)?, text);
    }
    std::fs::remove_dir_all(&directory)?;
    let error = plot.save("loss.png").unwrap_err().to_string();
    assert_eq!(error, "`loss.png` does not say what to write: let it end in .svg, .py or .txt");
    Ok(())
}

#[test]
#[should_panic(expected = "5 numbers do not make rows of 2")]
fn a_matrix_without_its_last_number_is_refused() {
    let _ = HeatMap::new("", 2, [1, 2, 3, 4, 5]);
}
