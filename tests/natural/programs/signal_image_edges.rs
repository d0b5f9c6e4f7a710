// Image processing: a struct for images with (x, y) access, convolution, Sobel, total variation.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<f64>,
}

impl Image {
    fn new(width: usize, height: usize) -> Self {
        Image { width, height, pixels: vec![0.0; width * height] }
    }
    fn get(&self, x: isize, y: isize) -> f64 {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        self.pixels[y * self.width + x]
    }
    fn set(&mut self, x: usize, y: usize, v: f64) {
        self.pixels[y * self.width + x] = v;
    }
    fn convolve(&self, kernel: &[[f64; 3]; 3]) -> Image {
        let mut out = Image::new(self.width, self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                let mut acc = 0.0;
                for (dy, row) in kernel.iter().enumerate() {
                    for (dx, k) in row.iter().enumerate() {
                        acc += k * self.get(x as isize + dx as isize - 1, y as isize + dy as isize - 1);
                    }
                }
                out.set(x, y, acc);
            }
        }
        out
    }
}

const SOBEL_X: [[f64; 3]; 3] = [[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]];
const SOBEL_Y: [[f64; 3]; 3] = [[-1.0, -2.0, -1.0], [0.0, 0.0, 0.0], [1.0, 2.0, 1.0]];

#[differentiable(wrt(pixels))]
fn edge_energy(pixels: &[f64], width: usize) -> f64 {
    let image = Image { width, height: pixels.len() / width, pixels: pixels.to_vec() };
    let gx = image.convolve(&SOBEL_X);
    let gy = image.convolve(&SOBEL_Y);
    gx.pixels.iter().zip(&gy.pixels).map(|(a, b)| (a * a + b * b + 1e-3).sqrt()).sum()
}

#[differentiable(wrt(pixels))]
fn variation(pixels: &[f64], width: usize) -> f64 {
    let rows: Vec<&[f64]> = pixels.chunks_exact(width).collect();
    let across: f64 = rows.iter().flat_map(|r| r.windows(2)).map(|w| (w[1] - w[0]).powi(2)).sum();
    let down: f64 = rows.windows(2).map(|w| w[0].iter().zip(w[1]).map(|(a, b)| (a - b).powi(2)).sum::<f64>()).sum();
    (across + down).sqrt()
}

// checks
fn main() {
    let p: Vec<f64> = (0..12).map(|i| ((i * 5 % 7) as f64) / 7.0).collect();
    check::grad("edges", &p, |p| edge_energy(p, 4), |p| edge_energy::grad(p, 4));
    check::grad("tv", &p, |p| variation(p, 4), |p| variation::grad(p, 4));
}
