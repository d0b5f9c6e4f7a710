// Survival: Kaplan-like weights, Cox partial likelihood with ties by HashMap, group by sort and chunk_by, early exit.
use burtorch::differentiable;

#[derive(Clone, Debug, PartialEq)]
struct Subject {
    time: f64,
    event: bool,
    x: Vec<f64>,
}

fn linear(x: &[f64], beta: &[f64]) -> f64 {
    x.iter().zip(beta).fold(0.0, |s, (a, b)| s + a * b)
}

#[differentiable(wrt(beta))]
fn cox(beta: &[f64], subjects: &[Subject]) -> f64 {
    let mut order: Vec<usize> = (0..subjects.len()).collect();
    order.sort_by(|&a, &b| subjects[b].time.partial_cmp(&subjects[a].time).unwrap());
    let mut risk = 0.0;
    let mut ll = 0.0;
    for &i in &order {
        let s = &subjects[i];
        let eta = linear(&s.x, beta);
        risk += eta.exp();
        if s.event {
            ll += eta - risk.ln();
        }
    }
    ll
}

#[differentiable(wrt(beta))]
fn breslow(beta: &[f64], subjects: &[Subject]) -> f64 {
    let mut sorted = subjects.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    let mut total = 0.0;
    for group in sorted.chunk_by(|a, b| a.time == b.time) {
        let deaths = group.iter().filter(|s| s.event).count();
        if deaths == 0 {
            continue;
        }
        let at = group[0].time;
        let risk: f64 = sorted.iter().filter(|s| s.time >= at).map(|s| linear(&s.x, beta).exp()).sum();
        let up: f64 = group.iter().filter(|s| s.event).map(|s| linear(&s.x, beta)).sum();
        total += up - deaths as f64 * risk.ln();
    }
    total
}

#[differentiable(wrt(shape, scale))]
fn weibull(shape: f64, scale: f64, subjects: &[Subject]) -> f64 {
    subjects
        .iter()
        .map(|Subject { time, event, .. }| {
            let z = (time / scale).powf(shape);
            let log_hazard = if *event { shape.ln() - scale.ln() + (shape - 1.0) * (time / scale).ln() } else { 0.0 };
            log_hazard - z
        })
        .sum::<f64>()
}

#[differentiable(wrt(rates))]
fn piecewise(rates: &[f64], cuts: &[f64], subjects: &[Subject]) -> f64 {
    let mut ll = 0.0;
    for s in subjects {
        let mut left = 0.0;
        for (k, rate) in rates.iter().enumerate() {
            let right = cuts.get(k).copied().unwrap_or(f64::INFINITY);
            if s.time <= right {
                ll -= rate * (s.time - left);
                if s.event {
                    ll += rate.ln();
                }
                break;
            }
            ll -= rate * (right - left);
            left = right;
        }
    }
    ll
}

// checks
fn main() {
    let s = |time, event, a, b| Subject { time, event, x: vec![a, b] };
    let d = [
        s(1.0, true, 0.3, 1.0),
        s(2.0, false, -0.2, 0.5),
        s(2.5, true, 0.9, -0.7),
        s(3.5, true, 0.1, 0.2),
        s(2.5, true, 0.4, 0.0),
    ];
    check::grad("cox", &[0.3, -0.2], |b| cox(b, &d), |b| cox::grad(b, &d));
    check::grad("breslow", &[0.3, -0.2], |b| breslow(b, &d), |b| breslow::grad(b, &d));
    check::grad("weibull", &[1.3, 2.2], |x| weibull(x[0], x[1], &d), |x| weibull::grad(x[0], x[1], &d));
    check::grad(
        "piecewise",
        &[0.3, 0.2, 0.5],
        |x| piecewise(x, &[1.5, 3.0], &d),
        |x| piecewise::grad(x, &[1.5, 3.0], &d),
    );
    check::hvp("cox", &[0.3, -0.2], &[0.5, 1.0], |b| cox::grad(b, &d), |b, v| cox::hvp((b, &d), v));
}
