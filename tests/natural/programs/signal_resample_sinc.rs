// Time warp by windowed sinc interpolation; bounds by checked_sub and get; DTW with a rolling row and min_by.
use burtorch::differentiable;

fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-8 {
        1.0
    } else {
        let px = std::f64::consts::PI * x;
        px.sin() / px
    }
}

fn at(signal: &[f64], position: f64, half: isize) -> f64 {
    let center = position.round() as isize;
    (center - half..=center + half)
        .filter_map(|i| {
            let index = usize::try_from(i).ok()?;
            let s = signal.get(index)?;
            let d = position - i as f64;
            let w = 0.5 + 0.5 * (std::f64::consts::PI * d / (half as f64 + 1.0)).cos();
            Some(s * sinc(d) * w)
        })
        .sum()
}

#[differentiable(wrt(warp, signal))]
fn warp_misfit(warp: &[f64; 3], signal: &[f64], reference: &[f64]) -> f64 {
    reference
        .iter()
        .enumerate()
        .map(|(i, r)| {
            let t = i as f64;
            let pos = warp[0] + t * (1.0 + warp[1] + warp[2] * t);
            (at(signal, pos, 3) - r).powi(2)
        })
        .sum::<f64>()
        .sqrt()
}

fn soft_min(a: f64, b: f64, c: f64, gamma: f64) -> f64 {
    let m = a.min(b).min(c);
    m - gamma * [a, b, c].iter().map(|v| (-(v - m) / gamma).exp()).sum::<f64>().ln()
}

#[differentiable(wrt(x, y))]
fn soft_dtw(x: &[f64], y: &[f64], gamma: f64) -> f64 {
    let big = 1e6;
    let mut row = vec![big; y.len() + 1];
    row[0] = 0.0;
    for xi in x {
        let mut new = vec![big; y.len() + 1];
        for (j, yj) in y.iter().enumerate() {
            let cost = (xi - yj).powi(2);
            new[j + 1] = cost + soft_min(row[j], row[j + 1], new[j], gamma);
        }
        row = new;
    }
    row.pop().unwrap_or_default()
}

// checks
fn main() {
    let x = [0.3, 0.02, -0.01, 0.5, 1.0, 0.2, -0.4, -0.9, -0.1, 0.7, 0.3];
    let reference = [0.4, 0.9, 0.4, -0.2, -0.7];
    check::grad("warp", &x, |x| warp_misfit(&check::array(&x[..3]), &x[3..], &reference), |x| warp_misfit::grad(&check::array(&x[..3]), &x[3..], &reference));
    check::grad("dtw", &x[..7], |x| soft_dtw(&x[..3], &x[3..], 0.3), |x| soft_dtw::grad(&x[..3], &x[3..], 0.3));
    check::hvp("dtw", &x[..7], &check::direction(7), |x| soft_dtw::grad(&x[..3], &x[3..], 0.3), |x, v| soft_dtw::hvp((&x[..3], &x[3..], 0.3), (&v[..3], &v[3..])));
}
