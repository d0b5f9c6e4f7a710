// A planar arm: links with joint limits, the tool's distance to a target.
use burtorch::differentiable;

struct Link {
    length: f64,
    limit: f64,
}

#[differentiable(wrt(angles))]
fn tool(links: &[Link], angles: &[f64]) -> (f64, f64) {
    let mut heading = 0.0;
    let (mut x, mut y) = (0.0, 0.0);
    for (link, angle) in links.iter().zip(angles) {
        heading += angle;
        x += link.length * heading.cos();
        y += link.length * heading.sin();
    }
    (x, y)
}

#[differentiable(wrt(angles))]
fn cost(links: &[Link], angles: &[f64], target: (f64, f64)) -> f64 {
    let (x, y) = tool(links, angles);
    let reach = (x - target.0).hypot(y - target.1);
    let limits: f64 = links.iter().zip(angles).map(|(l, a)| (a.abs() - l.limit).max(0.0).powi(2)).sum();
    reach + 10.0 * limits
}

// checks
fn main() {
    let links: Vec<Link> = [1.0, 0.8, 0.5].iter().map(|&length| Link { length, limit: 1.0 }).collect();
    let x = [0.3, 1.2, -0.4];
    check::grad("cost", &x, |x| cost(&links, x, (1.0, 1.5)), |x| cost::grad(&links, x, (1.0, 1.5)));
    let v = check::direction(3);
    check::jvp("cost", &x, &v, |x| cost(&links, x, (1.0, 1.5)), |x, v| cost::jvp((&links, x, (1.0, 1.5)), v).1);
}
