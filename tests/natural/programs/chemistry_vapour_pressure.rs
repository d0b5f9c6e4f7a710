// Antoine coefficients by name in a HashMap; the bubble point of a mixture; `?` on a Result of String.
use burtorch::differentiable;
use std::collections::HashMap;

type Antoine = (f64, f64, f64);

#[differentiable(wrt(t))]
fn pressure(table: &HashMap<String, Antoine>, name: &str, t: f64) -> Result<f64, String> {
    let (a, b, c) = table.get(name).ok_or_else(|| format!("no coefficients for {name}"))?;
    Ok(10f64.powf(a - b / (c + t)))
}

#[differentiable(wrt(x, t))]
fn excess(table: &HashMap<String, Antoine>, names: &[&str], x: &[f64], t: f64) -> Result<f64, String> {
    let mut total = 0.0;
    for (name, x) in names.iter().zip(x) {
        total += x * pressure(table, name, t)?;
    }
    Ok(total - 760.0)
}

#[differentiable(wrt(x, t))]
fn squared_excess(table: &HashMap<String, Antoine>, names: &[&str], x: &[f64], t: f64) -> f64 {
    excess(table, names, x, t).unwrap().powi(2) / 1e4
}

// checks
fn main() {
    let table = HashMap::from([("water".to_string(), (8.07, 1730.6, 233.4)), ("ethanol".to_string(), (8.2, 1642.9, 230.3))]);
    let names = ["water", "ethanol"];
    let f = |p: &[f64]| squared_excess(&table, &names, &p[..2], p[2]);
    check::grad("squared_excess", &[0.6, 0.4, 82.0], f, |p| squared_excess::grad(&table, &names, &p[..2], p[2]));
}
