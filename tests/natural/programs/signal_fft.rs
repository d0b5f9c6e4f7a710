// Radix-2 FFT with own complex numbers: recursive and in place, with bit reversal and split_at_mut.
use burtorch::{Differentiable, differentiable};
use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct C {
    re: f64,
    im: f64,
}
impl C {
    fn polar(r: f64, phi: f64) -> C {
        C { re: r * phi.cos(), im: r * phi.sin() }
    }
    fn norm_sqr(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}
impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C { re: self.re + o.re, im: self.im + o.im }
    }
}
impl Sub for C {
    type Output = C;
    fn sub(self, o: C) -> C {
        C { re: self.re - o.re, im: self.im - o.im }
    }
}
impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}
impl From<f64> for C {
    fn from(re: f64) -> C {
        C { re, im: 0.0 }
    }
}

#[differentiable]
fn fft(x: &[C]) -> Vec<C> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even: Vec<C> = x.iter().step_by(2).copied().collect();
    let odd: Vec<C> = x.iter().skip(1).step_by(2).copied().collect();
    let (e, o) = (fft(&even), fft(&odd));
    let mut out = vec![C::default(); n];
    for k in 0..n / 2 {
        let t = C::polar(1.0, -2.0 * PI * k as f64 / n as f64) * o[k];
        out[k] = e[k] + t;
        out[k + n / 2] = e[k] - t;
    }
    out
}

#[differentiable]
fn band_power(x: &[f64]) -> f64 {
    let spectrum = fft(&x.iter().map(|&v| C::from(v)).collect::<Vec<_>>());
    spectrum[1..=2].iter().map(|c| c.norm_sqr()).sum::<f64>().ln()
}

#[differentiable]
fn in_place_power(x: &[f64]) -> f64 {
    let n = x.len();
    let mut re = x.to_vec();
    let mut im = vec![0.0; n];
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = (i as u32).reverse_bits() as usize >> (32 - bits);
        if j > i {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut size = 2;
    while size <= n {
        let half = size / 2;
        for start in (0..n).step_by(size) {
            let (lo, hi) = re[start..start + size].split_at_mut(half);
            let (lo_i, hi_i) = im[start..start + size].split_at_mut(half);
            for k in 0..half {
                let (s, c) = (-2.0 * PI * k as f64 / size as f64).sin_cos();
                let (tr, ti) = (c * hi[k] - s * hi_i[k], s * hi[k] + c * hi_i[k]);
                hi[k] = lo[k] - tr;
                hi_i[k] = lo_i[k] - ti;
                lo[k] += tr;
                lo_i[k] += ti;
            }
        }
        size *= 2;
    }
    re[1..=2].iter().zip(&im[1..=2]).map(|(a, b)| a * a + b * b).sum::<f64>().ln()
}

// checks
fn main() {
    let x: Vec<f64> = (0..8).map(|i| (i as f64 * 0.9).sin() + 0.2 * (i as f64 * 2.3).cos()).collect();
    check::grad("band", &x, band_power, band_power::grad);
    check::grad("in place", &x, in_place_power, in_place_power::grad);
}
