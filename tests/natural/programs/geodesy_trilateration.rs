// Position from ranges to beacons, weighted by quality flags; outliers are skipped by name.
use burtorch::differentiable;

#[derive(Clone, Debug)]
struct Beacon {
    id: String,
    at: [f64; 3],
    range: f64,
    quality: u8,
}

impl Beacon {
    fn weight(&self) -> Option<f64> {
        match self.quality {
            0 => None,
            q @ 1..=3 => Some(q as f64 / 3.0),
            _ => Some(1.0),
        }
    }
}

#[differentiable(wrt(position, clock))]
fn misfit(position: [f64; 3], clock: f64, beacons: &[Beacon], ignore: &[&str]) -> f64 {
    beacons
        .iter()
        .filter(|b| !ignore.contains(&b.id.as_str()))
        .filter_map(|b| b.weight().map(|w| (b, w)))
        .map(|(b, w)| {
            let d2: f64 = position.iter().zip(&b.at).map(|(p, q)| (p - q).powi(2)).sum();
            w * (d2.sqrt() + clock - b.range).powi(2)
        })
        .sum()
}

// checks
fn main() {
    let b = |id: &str, at, range, quality| Beacon { id: id.to_string(), at, range, quality };
    let beacons = vec![
        b("a", [0.0, 0.0, 10.0], 9.8, 4),
        b("b", [5.0, 0.0, 9.0], 9.1, 2),
        b("c", [0.0, 7.0, 8.0], 9.9, 0),
        b("d", [-3.0, -7.0, 8.0], 11.0, 1),
        b("e", [1.0, 1.0, 1.0], 99.0, 9),
    ];
    let f = |x: &[f64]| misfit([x[0], x[1], x[2]], x[3], &beacons, &["e"]);
    check::grad("misfit", &[0.5, -0.3, 0.1, 0.2], f, |x| misfit::grad([x[0], x[1], x[2]], x[3], &beacons, &["e"]));
}
