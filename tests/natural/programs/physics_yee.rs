// 1D FDTD with a material map, Mur boundary, in-place updates over two fields with windows and zip, energy functional.
use burtorch::differentiable;

struct Fields {
    e: Vec<f64>,
    h: Vec<f64>,
}

impl Fields {
    fn vacuum(n: usize) -> Self {
        Fields { e: vec![0.0; n], h: vec![0.0; n - 1] }
    }

    fn update_h(&mut self, courant: f64) {
        for (h, pair) in self.h.iter_mut().zip(self.e.windows(2)) {
            *h += courant * (pair[1] - pair[0]);
        }
    }

    fn update_e(&mut self, courant: f64, eps: &[f64]) {
        let n = self.e.len();
        let (left, right) = (self.e[1], self.e[n - 2]);
        for i in 1..n - 1 {
            self.e[i] += courant / eps[i] * (self.h[i] - self.h[i - 1]);
        }
        let k = (courant - 1.0) / (courant + 1.0);
        self.e[0] = left + k * (self.e[1] - self.e[0]);
        self.e[n - 1] = right + k * (self.e[n - 2] - self.e[n - 1]);
    }
}

fn gaussian_pulse(t: f64, t0: f64, width: f64) -> f64 {
    (-((t - t0) / width).powi(2)).exp()
}

#[differentiable(wrt(eps, width))]
fn reflected_energy(eps: &[f64], width: f64, steps: usize, source: usize, probe: usize) -> f64 {
    let mut f = Fields::vacuum(eps.len());
    let mut energy = 0.0;
    for t in 0..steps {
        f.update_h(0.5);
        f.update_e(0.5, eps);
        f.e[source] += gaussian_pulse(t as f64, 8.0, width);
        if t > steps / 2 {
            energy += f.e[probe].powi(2);
        }
    }
    energy
}

// checks
fn main() {
    let mut x: Vec<f64> = (0..12).map(|i| if i > 7 { 2.0 + 0.1 * i as f64 } else { 1.0 + 0.01 * i as f64 }).collect();
    x.push(4.0);
    check::grad("fdtd", &x, |x| reflected_energy(&x[..12], x[12], 30, 3, 2), |x| reflected_energy::grad(&x[..12], x[12], 30, 3, 2));
}
