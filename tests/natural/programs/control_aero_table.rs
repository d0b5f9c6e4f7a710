// Aerodynamic coefficients from a table by bilinear interpolation; the cell is found by casting.
use burtorch::differentiable;

struct Table {
    x0: f64,
    dx: f64,
    y0: f64,
    dy: f64,
    values: Vec<Vec<f64>>,
}

impl Table {
    fn eval(&self, x: f64, y: f64) -> f64 {
        let u = (x - self.x0) / self.dx;
        let v = (y - self.y0) / self.dy;
        let i = (u.floor().max(0.0) as usize).min(self.values.len() - 2);
        let j = (v.floor().max(0.0) as usize).min(self.values[0].len() - 2);
        let (s, t) = (u - i as f64, v - j as f64);
        let row = |i: usize| self.values[i][j] * (1.0 - t) + self.values[i][j + 1] * t;
        row(i) * (1.0 - s) + row(i + 1) * s
    }
}

#[differentiable(wrt(alpha, mach, q))]
fn lift(alpha: f64, mach: f64, q: f64, table: &Table) -> f64 {
    q * table.eval(alpha, mach) * (1.0 - 0.1 * mach.powi(2))
}

// checks
fn main() {
    let table = Table {
        x0: -0.2,
        dx: 0.1,
        y0: 0.0,
        dy: 0.5,
        values: (0..6).map(|i| (0..4).map(|j| (i as f64 * 0.3).sin() + 0.2 * (i * j) as f64).collect()).collect(),
    };
    check::grad(
        "lift",
        &[0.07, 0.8, 120.0],
        |x| lift(x[0], x[1], x[2], &table),
        |x| lift::grad(x[0], x[1], x[2], &table),
    );
}
