// Tone mapping of pixels: arrays of colours, map over them, exposure from the mean luminance.
use burtorch::differentiable;

type Rgb = [f32; 3];

#[differentiable]
fn luminance(c: &Rgb) -> f32 {
    0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
}

#[differentiable(wrt(key, gamma))]
fn contrast(pixels: &[Rgb], key: f32, gamma: f32) -> f32 {
    let mean = pixels.iter().map(luminance).map(|l| (l + 1e-4).ln()).sum::<f32>() / pixels.len() as f32;
    let exposure = key / mean.exp();
    let mapped: Vec<f32> = pixels
        .iter()
        .flat_map(|p| p.iter())
        .map(|c| {
            let x = c * exposure;
            (x / (1.0 + x)).powf(1.0 / gamma)
        })
        .collect();
    let high = mapped.iter().copied().fold(f32::MIN, f32::max);
    let low = mapped.iter().copied().fold(f32::MAX, f32::min);
    high - low
}

// checks
fn main() {
    let pixels = [[0.2, 0.5, 0.1], [1.5, 0.9, 0.7], [0.05, 0.02, 0.08]];
    let f = |x: &[f64]| f64::from(contrast(&pixels, x[0] as f32, x[1] as f32));
    check::grad_single("contrast", &[0.18, 2.2], f, |x| contrast::grad(&pixels, x[0] as f32, x[1] as f32));
}
