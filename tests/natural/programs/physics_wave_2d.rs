// 2D wave equation on a grid struct with Index/IndexMut, absorbing border, point source and receiver misfit.
use burtorch::differentiable;
use std::ops::{Index, IndexMut};

#[derive(Clone)]
struct Grid {
    data: Vec<f64>,
    nx: usize,
    ny: usize,
}

impl Grid {
    fn zeros(nx: usize, ny: usize) -> Self {
        Self { data: vec![0.0; nx * ny], nx, ny }
    }
}

impl Index<(usize, usize)> for Grid {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.ny + j]
    }
}

impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.ny + j]
    }
}

fn ricker(t: f64, f0: f64) -> f64 {
    let a = (std::f64::consts::PI * f0 * (t - 1.0 / f0)).powi(2);
    (1.0 - 2.0 * a) * (-a).exp()
}

fn step(u: &Grid, old: &Grid, speed: &Grid, dt: f64) -> Grid {
    let mut new = Grid::zeros(u.nx, u.ny);
    for i in 1..u.nx - 1 {
        for j in 1..u.ny - 1 {
            let lap = u[(i + 1, j)] + u[(i - 1, j)] + u[(i, j + 1)] + u[(i, j - 1)] - 4.0 * u[(i, j)];
            new[(i, j)] = 2.0 * u[(i, j)] - old[(i, j)] + (speed[(i, j)] * dt).powi(2) * lap;
        }
    }
    new
}

#[differentiable(wrt(model))]
fn misfit(model: &[f64], observed: &[f64], nx: usize, ny: usize) -> f64 {
    let speed = Grid { data: model.to_vec(), nx, ny };
    let mut old = Grid::zeros(nx, ny);
    let mut cur = Grid::zeros(nx, ny);
    let dt = 0.4;
    let mut loss = 0.0;
    for (n, obs) in observed.iter().enumerate() {
        let mut next = step(&cur, &old, &speed, dt);
        next[(2, 2)] += ricker(n as f64 * dt, 0.5);
        loss += 0.5 * (next[(nx - 2, ny - 2)] - obs).powi(2);
        old = cur;
        cur = next;
    }
    loss
}

// checks
fn main() {
    let x: Vec<f64> = (0..30).map(|i| 0.9 + 0.05 * ((i * 7 % 11) as f64)).collect();
    let obs: Vec<f64> = (0..12).map(|i| (i as f64 * 0.7).sin()).collect();
    check::grad("wave", &x, |x| misfit(x, &obs, 6, 5), |x| misfit::grad(x, &obs, 6, 5));
}
