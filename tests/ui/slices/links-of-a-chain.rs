use burtorch::differentiable;

#[differentiable]
fn filter(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).map(|v| v * v).sum()
}

#[differentiable]
fn filter_map(x: &[f64]) -> f64 {
    x.iter().filter_map(|v| if *v > 0.0 { Some(v * v) } else { None }).sum()
}

#[differentiable]
fn flat_map(x: &[f64]) -> f64 {
    x.iter().flat_map(|a| x.iter().map(move |b| a * b)).sum()
}

#[differentiable]
fn flatten(x: &[[f64; 2]]) -> f64 {
    x.iter().flatten().map(|v| v * v).sum()
}

#[differentiable]
fn chunks(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks(3) {
        s += c[0] * c[c.len() - 1];
    }
    s
}

#[differentiable]
fn rchunks(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.rchunks(3) {
        s += c[0] * c[0];
    }
    s
}

#[differentiable]
fn chain(x: &[f64]) -> f64 {
    x.iter().chain(x).map(|v| v * v).sum()
}

#[differentiable]
fn cycle_take(x: &[f64]) -> f64 {
    x.iter().cycle().take(5).map(|v| v * v).sum()
}

#[differentiable]
fn scan(x: &[f64]) -> f64 {
    x.iter()
        .scan(0.0, |s, v| {
            *s += v * v;
            Some(*s)
        })
        .sum()
}

#[differentiable]
fn take_while(x: &[f64]) -> f64 {
    x.iter().take_while(|v| **v > 0.0).map(|v| v * v).sum()
}

#[differentiable]
fn map_while(x: &[f64]) -> f64 {
    x.iter().map_while(|v| if *v > 0.0 { Some(v * v) } else { None }).sum()
}

#[differentiable]
fn inspect(x: &[f64]) -> f64 {
    x.iter().inspect(|_| ()).map(|v| v * v).sum()
}

fn main() {
    filter::grad(&[1.0]);
    filter_map::grad(&[1.0]);
    flat_map::grad(&[1.0]);
    flatten::grad(&[[1.0; 2]]);
    chunks::grad(&[1.0]);
    rchunks::grad(&[1.0]);
    chain::grad(&[1.0]);
    cycle_take::grad(&[1.0]);
    scan::grad(&[1.0]);
    take_while::grad(&[1.0]);
    map_while::grad(&[1.0]);
    inspect::grad(&[1.0]);
}
