// Length of a tour through cities, in an order that is given; with the longest leg.
use burtorch::differentiable;

struct Tour {
    order: Vec<usize>,
    closed: bool,
}

impl Tour {
    fn legs(&self) -> Vec<(usize, usize)> {
        let mut legs: Vec<(usize, usize)> = self.order.windows(2).map(|w| (w[0], w[1])).collect();
        if self.closed {
            legs.push((self.order[self.order.len() - 1], self.order[0]));
        }
        legs
    }
}

#[differentiable(wrt(cities))]
fn length(cities: &[(f64, f64)], tour: &Tour) -> f64 {
    let mut total = 0.0;
    let mut longest = 0.0f64;
    for (i, j) in tour.legs() {
        let (a, b) = (cities[i], cities[j]);
        let leg = ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
        longest = longest.max(leg);
        total += leg;
    }
    total + 0.5 * longest
}

// checks
fn main() {
    let tour = Tour { order: vec![2, 0, 3, 1], closed: true };
    let cities = |x: &[f64]| -> Vec<(f64, f64)> { x.chunks(2).map(|c| (c[0], c[1])).collect() };
    let x = [0.0, 0.1, 1.0, 0.2, 0.7, 1.3, 2.0, 2.2];
    check::grad("length", &x, |x| length(&cities(x), &tour), |x| length::grad(&cities(x), &tour));
}
