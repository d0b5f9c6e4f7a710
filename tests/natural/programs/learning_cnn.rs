// A tiny convolution net: kernels as const generic arrays, max pooling, Vec of layers as enum with active weights.
use burtorch::{Differentiable, differentiable};

type Image = Vec<Vec<f64>>;

#[derive(Clone, Debug, Differentiable)]
pub struct Net {
    pub kernel: [[f64; 3]; 3],
    pub bias: f64,
    pub head: Vec<f64>,
}

fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.01 * x }
}

fn conv<const K: usize>(image: &[Vec<f64>], kernel: &[[f64; K]; K], bias: f64) -> Image {
    let (h, w) = (image.len() - K + 1, image[0].len() - K + 1);
    (0..h)
        .map(|i| {
            (0..w)
                .map(|j| {
                    let mut acc = bias;
                    for (di, row) in kernel.iter().enumerate() {
                        for (dj, k) in row.iter().enumerate() {
                            acc += k * image[i + di][j + dj];
                        }
                    }
                    relu(acc)
                })
                .collect()
        })
        .collect()
}

fn max_pool(image: &Image) -> Image {
    image
        .chunks_exact(2)
        .map(|rows| {
            rows[0]
                .chunks_exact(2)
                .zip(rows[1].chunks_exact(2))
                .map(|(a, b)| a.iter().chain(b).copied().fold(f64::NEG_INFINITY, f64::max))
                .collect()
        })
        .collect()
}

impl Net {
    #[differentiable(wrt(self))]
    pub fn logit(&self, image: &[Vec<f64>]) -> f64 {
        let features = max_pool(&conv(image, &self.kernel, self.bias));
        features.iter().flatten().zip(self.head.iter()).map(|(f, w)| f * w).sum()
    }
}

#[differentiable(wrt(net))]
fn bce(net: &Net, images: &[Image], labels: &[bool]) -> f64 {
    let mut loss = 0.0;
    for (image, &label) in images.iter().zip(labels) {
        let z = net.logit(image);
        let y = if label { 1.0 } else { 0.0 };
        loss += z.max(0.0) - z * y + (-z.abs()).exp().ln_1p();
    }
    loss / images.len() as f64
}

// checks
fn main() {
    let image = |s: usize| (0..6).map(|i| (0..6).map(|j| ((i * 5 + j * 3 + s) % 7) as f64 / 7.0).collect()).collect::<Image>();
    let images = vec![image(0), image(3)];
    let net = |x: &[f64]| Net { kernel: [check::array(&x[..3]), check::array(&x[3..6]), check::array(&x[6..9])], bias: x[9], head: x[10..].to_vec() };
    let x: Vec<f64> = (0..14).map(|i| ((i * 7 % 11) as f64) / 6.0 - 0.7).collect();
    check::grad("cnn", &x, |x| bce(&net(x), &images, &[true, false]), |x| {
        let d = bce::grad(&net(x), &images, &[true, false]);
        let mut v = d.kernel.concat();
        v.push(d.bias);
        v.extend(&d.head);
        v
    });
}
