// Helpers without the attribute that draw from a generator and count what they do.
use burtorch::differentiable;

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn step(x: f64, vol: f64, rng: &mut Rng) -> f64 {
    let z = rng.next() - 0.5;
    x * (vol * z).exp()
}

fn path(start: f64, vol: f64, n: usize, rng: &mut Rng, steps: &mut usize) -> Vec<f64> {
    let mut path = vec![start];
    for i in 0..n {
        let next = step(path[i], vol, rng);
        path.push(next);
        *steps += 1;
    }
    path
}

#[differentiable(wrt(start, vol))]
fn average(start: f64, vol: f64, n: usize, rng: &mut Rng) -> f64 {
    let mut steps = 0;
    let mut sum = 0.0;
    for _ in 0..3 {
        let path = path(start, vol, n, rng, &mut steps);
        sum += path.iter().sum::<f64>();
        if sum > 1e6 {
            break;
        }
    }
    sum / steps as f64
}

#[differentiable(wrt(vol))]
fn seeded(vol: f64, n: usize) -> f64 {
    let mut rng = Rng(7);
    let mut x = 1.0;
    for _ in 0..n {
        x = step(x, vol, &mut rng) + 0.1 * rng.next();
    }
    x * step(1.0, vol, &mut rng)
}

// checks
fn main() {
    check::grad(
        "average",
        &[1.0, 0.6],
        |x| average(x[0], x[1], 5, &mut Rng(3)),
        |x| average::grad(x[0], x[1], 5, &mut Rng(3)),
    );
    let (mut a, mut b) = (Rng(3), Rng(3));
    average(1.0, 0.5, 5, &mut a);
    _ = average::grad(1.0, 0.5, 5, &mut b);
    assert_eq!(a.0, b.0);
    check::grad("seeded", &[0.6], |x| seeded(x[0], 6), |x| seeded::grad(x[0], 6));
    check::hvp("seeded", &[0.6], &[1.0], |x| seeded::grad(x[0], 6), |x, v| seeded::hvp((x[0], 6), v[0]));
}
