// A trajectory among obstacles: an enum with data, guards, and windows of the path.
use burtorch::differentiable;

enum Obstacle {
    Circle { x: f64, y: f64, r: f64 },
    Wall(f64),
    Nothing,
}

#[differentiable(wrt(x, y))]
fn clearance(x: f64, y: f64, obstacle: &Obstacle) -> f64 {
    match obstacle {
        Obstacle::Circle { x: cx, y: cy, r } => ((x - cx).powi(2) + (y - cy).powi(2)).sqrt() - r,
        Obstacle::Wall(at) => at - x,
        Obstacle::Nothing => f64::INFINITY,
    }
}

#[differentiable(wrt(path))]
fn cost(path: &[[f64; 2]], obstacles: &[Obstacle]) -> f64 {
    let smooth: f64 = path.windows(2).map(|w| (w[1][0] - w[0][0]).powi(2) + (w[1][1] - w[0][1]).powi(2)).sum();
    let mut danger = 0.0;
    for p in path {
        for o in obstacles {
            let d = clearance(p[0], p[1], o);
            danger += match d {
                d if d < 0.0 => 0.25 - d,
                d if d < 0.5 => (0.5 - d).powi(2),
                _ => 0.0,
            };
        }
    }
    smooth + 5.0 * danger
}

// checks
fn main() {
    let obstacles = [Obstacle::Circle { x: 1.0, y: 0.5, r: 0.4 }, Obstacle::Wall(2.2), Obstacle::Nothing];
    let path = |x: &[f64]| -> Vec<[f64; 2]> { x.chunks(2).map(|c| [c[0], c[1]]).collect() };
    let x = [0.0, 0.0, 0.8, 0.6, 1.5, 0.9, 2.0, 1.0];
    check::grad("cost", &x, |x| cost(&path(x), &obstacles), |x| cost::grad(&path(x), &obstacles));
}
