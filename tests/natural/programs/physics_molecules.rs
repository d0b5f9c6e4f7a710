// Molecular dynamics: neighbour lists from HashMap cells, cutoffs, potentials by enum with data.
use burtorch::differentiable;
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Clone, Copy)]
enum Pair {
    LennardJones { eps: f64, sigma: f64 },
    Coulomb(f64),
    Off,
}

impl Pair {
    fn energy(&self, r2: f64) -> f64 {
        match *self {
            Pair::LennardJones { eps, sigma } => {
                let s6 = (sigma * sigma / r2).powi(3);
                4.0 * eps * (s6 * s6 - s6)
            }
            Pair::Coulomb(q) => q / r2.sqrt(),
            Pair::Off => 0.0,
        }
    }
}

fn cells(pos: &[[f64; 3]], size: f64) -> BTreeMap<[i64; 3], Vec<usize>> {
    let mut map: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for (i, p) in pos.iter().enumerate() {
        map.entry(p.map(|c| (c / size).floor() as i64)).or_default().push(i);
    }
    map
}

fn minimum_image(d: f64, box_len: f64) -> f64 {
    d - box_len * (d / box_len).round()
}

#[differentiable(wrt(pos))]
fn energy(pos: &[[f64; 3]], kinds: &[u8], table: &HashMap<(u8, u8), Pair>, box_len: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..pos.len() {
        for j in i + 1..pos.len() {
            let key = (kinds[i].min(kinds[j]), kinds[i].max(kinds[j]));
            let pair = table.get(&key).copied().unwrap_or(Pair::Off);
            let r2: f64 = (0..3).map(|k| minimum_image(pos[i][k] - pos[j][k], box_len).powi(2)).sum();
            if r2 > 6.25 {
                continue;
            }
            e += pair.energy(r2);
        }
    }
    e
}

#[differentiable(wrt(pos))]
fn bonded(pos: &[[f64; 3]], bonds: &HashSet<(usize, usize)>) -> f64 {
    let mut sorted: Vec<_> = bonds.iter().collect();
    sorted.sort();
    sorted
        .iter()
        .map(|&&(a, b)| {
            let d = (0..3).map(|k| (pos[a][k] - pos[b][k]).powi(2)).sum::<f64>().sqrt();
            50.0 * (d - 1.0).powi(2)
        })
        .sum()
}

#[differentiable(wrt(pos))]
fn crowding(pos: &[[f64; 3]], size: f64) -> f64 {
    let map = cells(pos, size);
    let mut total = 0.0;
    for (_, members) in &map {
        for &i in members {
            total += pos[i][0] * members.len() as f64;
        }
    }
    total
}

// checks
fn main() {
    let un = |x: &[f64]| x.chunks(3).map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>();
    let table = HashMap::from([((0, 0), Pair::LennardJones { eps: 1.0, sigma: 1.1 }), ((0, 1), Pair::Coulomb(0.5))]);
    let x = [0.1, 0.2, 0.3, 1.3, 0.2, 0.5, 0.2, 1.5, 0.9, 3.8, 0.3, 0.2];
    check::grad(
        "energy",
        &x,
        |x| energy(&un(x), &[0, 0, 1, 1], &table, 4.0),
        |x| energy::grad(&un(x), &[0, 0, 1, 1], &table, 4.0),
    );
    let bonds = HashSet::from([(0, 1), (1, 2)]);
    check::grad("bonded", &x, |x| bonded(&un(x), &bonds), |x| bonded::grad(&un(x), &bonds));
    check::grad("crowding", &x, |x| crowding(&un(x), 1.0), |x| crowding::grad(&un(x), 1.0));
}
