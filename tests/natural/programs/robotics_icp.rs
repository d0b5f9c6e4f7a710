// Iterative closest point: each point's nearest neighbour, then the squared distance after a rigid motion.
use burtorch::differentiable;

fn nearest(p: [f64; 2], cloud: &[[f64; 2]]) -> Option<usize> {
    let d = |q: &[f64; 2]| (p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2);
    (0..cloud.len()).min_by(|&i, &j| d(&cloud[i]).partial_cmp(&d(&cloud[j])).unwrap())
}

#[differentiable(wrt(motion))]
fn misfit(motion: [f64; 3], source: &[[f64; 2]], pairs: &[Option<usize>], target: &[[f64; 2]]) -> f64 {
    let [tx, ty, angle] = motion;
    let (s, c) = (angle.sin(), angle.cos());
    let mut total = 0.0;
    let mut used = 0;
    for (p, pair) in source.iter().zip(pairs) {
        let Some(k) = pair else { continue };
        let q = target[*k];
        let x = c * p[0] - s * p[1] + tx;
        let y = s * p[0] + c * p[1] + ty;
        total += (x - q[0]).powi(2) + (y - q[1]).powi(2);
        used += 1;
    }
    if used == 0 { 0.0 } else { total / used as f64 }
}

// checks
fn main() {
    let source = [[0.0, 0.0], [1.0, 0.1], [2.0, 0.3], [2.5, 1.0]];
    let target = [[0.2, 0.1], [1.1, 0.4], [2.1, 0.8]];
    let mut pairs: Vec<Option<usize>> = source.iter().map(|p| nearest(*p, &target)).collect();
    pairs[3] = None;
    let f = |x: &[f64]| misfit(check::array(x), &source, &pairs, &target);
    check::grad("misfit", &[0.1, -0.2, 0.3], f, |x| misfit::grad(check::array(x), &source, &pairs, &target));
}
