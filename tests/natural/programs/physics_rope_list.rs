// A rope as a linked list of segments; recursion on Option<Box<…>>.
use burtorch::differentiable;

#[derive(Clone, Debug)]
struct Segment {
    length: f64,
    bend: f64,
    next: Option<Box<Segment>>,
}

fn chain(lengths: &[f64], bends: &[f64]) -> Option<Box<Segment>> {
    match (lengths.split_first(), bends.split_first()) {
        (Some((l, ls)), Some((b, bs))) => Some(Box::new(Segment { length: *l, bend: *b, next: chain(ls, bs) })),
        _ => None,
    }
}

fn tip(segment: &Option<Box<Segment>>, x: f64, y: f64, heading: f64) -> (f64, f64) {
    match segment {
        None => (x, y),
        Some(s) => {
            let heading = heading + s.bend;
            tip(&s.next, x + s.length * heading.cos(), y + s.length * heading.sin(), heading)
        }
    }
}

#[differentiable(wrt(bends))]
fn reach(lengths: &[f64], bends: &[f64], target: [f64; 2]) -> f64 {
    let rope = chain(lengths, bends);
    let (x, y) = tip(&rope, 0.0, 0.0, 0.0);
    ((x - target[0]).powi(2) + (y - target[1]).powi(2)).sqrt()
}

// checks
fn main() {
    let lengths = [1.0, 0.8, 0.5];
    check::grad(
        "rope",
        &[0.3, -0.5, 0.9],
        |b| reach(&lengths, b, [1.0, 1.0]),
        |b| reach::grad(&lengths, b, [1.0, 1.0]),
    );
}
