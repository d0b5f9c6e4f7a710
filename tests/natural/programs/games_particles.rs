// Particles in a wind field, a struct of arrays, drag that is learned.
use burtorch::differentiable;

struct Emitter {
    position: [f64; 2],
    velocities: Vec<[f64; 2]>,
}

#[differentiable(wrt(drag, wind))]
fn spread(emitter: &Emitter, drag: f64, wind: [f64; 2], frames: usize) -> f64 {
    let dt = 1.0 / 60.0;
    let mut ends = Vec::with_capacity(emitter.velocities.len());
    for start in &emitter.velocities {
        let mut p = emitter.position;
        let mut v = *start;
        for _ in 0..frames {
            for k in 0..2 {
                v[k] += dt * (drag * (wind[k] - v[k]) - if k == 1 { 9.81 } else { 0.0 });
                p[k] += dt * v[k];
            }
        }
        ends.push(p[0]);
    }
    let mean = ends.iter().sum::<f64>() / ends.len() as f64;
    ends.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
}

// checks
fn main() {
    let e = Emitter { position: [0.0, 2.0], velocities: vec![[1.0, 3.0], [-0.5, 2.0], [2.0, 4.0]] };
    let f = |x: &[f64]| spread(&e, x[0], [x[1], x[2]], 30);
    check::grad("spread", &[0.8, 1.0, 0.2], f, |x| spread::grad(&e, x[0], [x[1], x[2]], 30));
}
