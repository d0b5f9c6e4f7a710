// Skeletal animation: bones as a tree with parent indices, forward pass with mat3 type, curves between keyframes with binary search.
use burtorch::differentiable;

#[derive(Clone)]
pub struct Bone {
    parent: Option<usize>,
    length: f64,
}

#[derive(Clone, Copy)]
pub struct Key {
    time: f64,
    value: f64,
    ease: Ease,
}

#[derive(Clone, Copy)]
pub enum Ease {
    Linear,
    Smooth,
    Power(f64),
}

impl Ease {
    fn apply(self, t: f64) -> f64 {
        match self {
            Ease::Linear => t,
            Ease::Smooth => t * t * (3.0 - 2.0 * t),
            Ease::Power(p) => t.powf(p),
        }
    }
}

fn sample(keys: &[Key], t: f64) -> f64 {
    match keys {
        [] => 0.0,
        [only] => only.value,
        [first, ..] if t <= first.time => first.value,
        [.., last] if t >= last.time => last.value,
        _ => {
            let i = keys.iter().rposition(|k| k.time <= t).unwrap();
            let (a, b) = (&keys[i], &keys[i + 1]);
            let u = a.ease.apply((t - a.time) / (b.time - a.time));
            a.value + (b.value - a.value) * u
        }
    }
}

#[differentiable(wrt(angles))]
fn end_positions(bones: &[Bone], angles: &[f64]) -> Vec<(f64, f64)> {
    let mut world: Vec<(f64, f64, f64)> = Vec::with_capacity(bones.len());
    for (bone, angle) in bones.iter().zip(angles) {
        let (px, py, pa) = bone.parent.map_or((0.0, 0.0, 0.0), |p| world[p]);
        let a = pa + angle;
        world.push((px + bone.length * a.cos(), py + bone.length * a.sin(), a));
    }
    world.into_iter().map(|(x, y, _)| (x, y)).collect()
}

#[differentiable(wrt(t, offset))]
fn reach(t: f64, offset: &[f64], bones: &[Bone], tracks: &[Vec<Key>], target: (f64, f64)) -> f64 {
    let angles: Vec<f64> = tracks.iter().zip(offset).map(|(k, o)| sample(k, t) + o).collect();
    let ends = end_positions(bones, &angles);
    let &(x, y) = ends.last().expect("no bones");
    (x - target.0).powi(2) + (y - target.1).powi(2)
}

// checks
fn main() {
    let bones = vec![
        Bone { parent: None, length: 1.0 },
        Bone { parent: Some(0), length: 0.7 },
        Bone { parent: Some(0), length: 0.5 },
        Bone { parent: Some(2), length: 0.4 },
    ];
    let key = |time, value, ease| Key { time, value, ease };
    let tracks = vec![
        vec![key(0.0, 0.1, Ease::Linear), key(1.0, 0.9, Ease::Smooth), key(2.0, -0.2, Ease::Linear)],
        vec![key(0.0, 0.4, Ease::Linear)],
        vec![key(0.5, 0.3, Ease::Power(1.7)), key(1.5, 1.0, Ease::Linear)],
        vec![],
    ];
    let f = |x: &[f64]| reach(x[0], &x[1..], &bones, &tracks, (0.5, 1.2));
    check::grad("reach", &[1.3, 0.1, 0.2, -0.1, 0.3], f, |x| reach::grad(x[0], &x[1..], &bones, &tracks, (0.5, 1.2)));
}
