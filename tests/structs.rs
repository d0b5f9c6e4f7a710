//! Structs that derive `Differentiable`: arguments, results and locals.

#![allow(clippy::all, clippy::pedantic, reason = "every way to write a thing is part of what is differentiated")]
#![allow(missing_docs, reason = "a macro makes public items")]

use burtorch::{Differentiable, Float, Scratch, check_gradient, differentiable};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.x.sin() * p.y + p.y * p.y
}

#[test]
fn the_gradient_with_respect_to_a_struct_is_one() {
    let p = Point { x: 0.3, y: 2.0 };
    let g: Point = energy::grad(&p);
    assert_eq!(g, Point { x: 0.3_f64.cos() * 2.0, y: 0.3_f64.sin() + 4.0 });
    let (value, tangent) = energy::jvp(&p, &Point { x: 1.0, y: 0.0 });
    assert_eq!((value, tangent), (energy(&p), g.x));
    let h = energy::hvp(&p, &Point { x: 0.0, y: 1.0 });
    assert_eq!(h, Point { x: 0.3_f64.cos(), y: 2.0 });
    assert_eq!(energy::hessian(&p)[1], [0.3_f64.cos(), 2.0]);
    check_gradient(energy, &p, &g).unwrap();
}

/// Beside a float, a struct is differentiated if it is asked for.
#[differentiable(wrt(p))]
fn scaled(p: Point, k: f64) -> f64 {
    k * p.x * p.y
}

#[differentiable(structs(Point))]
fn scaled_both(p: Point, k: f64) -> f64 {
    k * p.x * p.y
}

#[differentiable]
fn untouched(#[constant] p: Point, k: f64) -> f64 {
    k * p.x * p.y
}

#[test]
fn a_struct_is_differentiated_where_that_is_said() {
    let p = Point { x: 2.0, y: 3.0 };
    assert_eq!(scaled::grad(p, 5.0), Point { x: 15.0, y: 10.0 });
    assert_eq!(scaled_both::grad(p, 5.0), (Point { x: 15.0, y: 10.0 }, 6.0));
    assert_eq!(untouched::grad(p, 5.0), 6.0);
}

#[differentiable]
fn turned(p: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    let x = cos * p.x - sin * p.y;
    Point { x, y: sin * p.x + cos * p.y }
}

#[test]
fn a_result_may_be_a_struct() {
    let (p, angle) = (Point { x: 1.0, y: 2.0 }, 0.5_f64);
    let (sin, cos) = angle.sin_cos();
    let (value, (dp, da)) = turned::vjp((p, angle), Point { x: 1.0, y: 0.0 });
    assert_eq!(value, turned(p, angle));
    assert_eq!((dp, da), (Point { x: cos, y: -sin }, -value.y));
    let (_, tangent) = turned::jvp((p, angle), (Point::default(), 1.0));
    assert_eq!(tangent, Point { x: -value.y, y: value.x });
    let jacobian = turned::jacobian(p, angle);
    assert_eq!(jacobian, [[cos, -sin, -value.y], [sin, cos, value.x]]);
}

/// Literals, updates, patterns, assignment and calls.
#[differentiable(structs(Point))]
fn walk(start: &Point, pull: f64) -> f64 {
    let Point { x, y: height } = *start;
    let mut p = Point { x: x * height, ..*start };
    p.x += pull;
    p.y = p.x * p.y;
    let q: Point = turned(p, pull);
    let both = [p, q, Point { y: 1.0, ..q }];
    let mut sum = energy(&p);
    for r in &both {
        sum += r.x * r.y;
    }
    let Point { x, .. } = both[1];
    sum * x
}

#[test]
fn locals_may_be_structs() {
    let point = (Point { x: 0.4, y: 1.3 }, 0.7);
    let (value, gradient) = walk::value_and_grad(&point.0, point.1);
    assert_eq!(value, walk(&point.0, point.1));
    check_gradient(|(p, pull): &(Point, f64)| walk(p, *pull), &point, &gradient).unwrap();
    let hessian = walk::hessian(&point.0, point.1);
    let (h, hk) = walk::hvp((&point.0, point.1), (&Point { x: 1.0, y: 0.0 }, 0.0));
    for (at, entry) in [h.x, h.y, hk].into_iter().enumerate() {
        assert!((entry - hessian[0][at]).abs() < 1e-9, "{entry} {hessian:?}");
        assert!((hessian[at][0] - hessian[0][at]).abs() < 1e-9);
    }
}

#[test]
fn forward_mode_gives_the_derivatives_of_reverse_mode() {
    let p = Point { x: 0.4, y: 1.3 };
    let (dp, dk) = walk::grad(&p, 0.7);
    let (right, up) = (Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 });
    for (direction, k, slope) in [(right, 0.0, dp.x), (up, 0.0, dp.y), (Point::default(), 1.0, dk)] {
        let (_, tangent) = walk::jvp((&p, 0.7), (&direction, k));
        assert!((tangent - slope).abs() < 1e-12 * slope.abs().max(1.0));
    }
}

/// Structs in branches and loops, in place and carried.
#[differentiable]
fn orbit(start: Point, steps: usize) -> Point {
    let mut p = start;
    let mut q = Point { x: 0.1, y: p.x };
    for i in 0..steps {
        if i % 3 == 1 {
            p = Point { x: p.y * 0.9, ..p };
        } else if p.x > 0.5 {
            p.y -= 0.1 * p.x * p.x;
        } else {
            q = p;
        }
        p.x += 0.1 * p.y.sin() + 0.01 * q.y;
    }
    Point { x: p.x, y: p.y + q.x }
}

#[test]
fn structs_are_carried_through_loops() {
    let p = Point { x: 0.2, y: 0.8 };
    for steps in [0, 1, 5, 40] {
        for seed in [Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 }] {
            let (value, gradient) = orbit::vjp((p, steps), seed);
            assert_eq!(value, orbit(p, steps));
            let f = |p: &Point| {
                let q = orbit(*p, steps);
                seed.x * q.x + seed.y * q.y
            };
            check_gradient(f, &p, &gradient).unwrap();
            let (_, dx) = orbit::jvp((p, steps), Point { x: 1.0, y: 0.0 });
            assert!((seed.x * dx.x + seed.y * dx.y - gradient.x).abs() < 1e-12);
        }
    }
}

/// The same in segments; in forward mode, and as one gradient.
#[differentiable(checkpoint = sqrt)]
fn long_orbit(start: Point, steps: usize) -> f64 {
    let mut p = start;
    for _ in 0..steps {
        p = Point { x: p.x + 0.01 * p.y, y: p.y - 0.01 * p.x.sin() };
    }
    p.x * p.y
}

#[test]
fn structs_are_kept_at_checkpoints() {
    let p = Point { x: 0.2, y: 0.8 };
    for steps in [0, 7, 100] {
        let gradient = long_orbit::grad(p, steps);
        check_gradient(|p: &Point| long_orbit(*p, steps), &p, &gradient).unwrap();
        let (_, slope) = long_orbit::jvp((p, steps), Point { x: 0.0, y: 1.0 });
        assert!((slope - gradient.y).abs() < 1e-12);
    }
}

#[differentiable]
fn polygon(points: &[Point]) -> f64 {
    let mut area = 0.0;
    for i in 0..points.len() {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        area += p.x * q.y - q.x * p.y;
    }
    0.5 * area
}

#[differentiable]
fn spread(points: &[Point; 3]) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += p.x * p.x * p.y;
    }
    sum + points[0].x
}

#[test]
fn slices_and_arrays_of_structs() {
    let points = [Point { x: 0.0, y: 0.0 }, Point { x: 2.0, y: 0.1 }, Point { x: 1.5, y: 1.5 }];
    let gradient: Vec<Point> = polygon::grad(&points);
    check_gradient(|points: &[Point; 3]| polygon(points), &points, &gradient).unwrap();
    let mut scratch = Scratch::new();
    let mut sum = [Point { x: 1.0, y: 1.0 }; 3];
    let value = polygon::grad_into(&points, &mut sum, &mut scratch);
    assert_eq!(value, polygon(&points));
    for (sum, gradient) in sum.iter().zip(&gradient) {
        assert!((sum.x - 1.0 - gradient.x).abs() < 1e-15);
    }
    let (_, tangent) = polygon::jvp(&points, &gradient);
    let norm: f64 = gradient.iter().map(|g| g.x * g.x + g.y * g.y).sum();
    assert!((tangent - norm).abs() < 1e-12);
    let product = polygon::hvp(&points, &[Point { x: 1.0, y: 0.0 }, Point::default(), Point::default()]);
    assert_eq!(product[1], Point { x: 0.0, y: 0.5 });

    let gradient: [Point; 3] = spread::grad(&points);
    check_gradient(spread, &points, &gradient).unwrap();
}

/// Structs in structs, and what is not differentiated.
#[derive(Clone, Debug, PartialEq, Default)]
enum Shape {
    #[default]
    Round,
    Flat,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Point,
    speed: [f64; 2],
    #[no_derivative]
    name: String,
    #[no_derivative]
    shape: Shape,
    #[no_derivative]
    table: Vec<f64>,
    #[no_derivative]
    power: i32,
    #[no_derivative]
    mass: f64,
}

#[differentiable(structs(Body))]
fn action(body: &Body, bodies: &[Body], t: f64) -> f64 {
    let mut moved = Body { at: Point { x: body.at.x + t * body.speed[0], ..body.at }, ..body.clone() };
    moved.power += 1;
    moved.name = String::from("moved");
    moved.at.y += t * body.speed[1] * body.mass;
    let mut sum = match body.shape {
        Shape::Round => moved.at.x.powi(body.power),
        Shape::Flat => moved.at.y.powi(moved.power),
    };
    for (i, other) in bodies.iter().enumerate() {
        let other = if i == 1 { moved.clone() } else { other.clone() };
        sum += other.at.x * moved.at.y * body.table[i] * other.table.len() as f64;
    }
    sum
}

fn body(name: &str, shape: Shape) -> Body {
    let at = Point { x: 1.2, y: 0.7 };
    Body { at, speed: [0.3, -0.4], name: name.to_owned(), shape, table: vec![1.0, 2.0, 0.5], power: 3, mass: 2.0 }
}

#[test]
fn nested_structs_and_fields_without_derivative() {
    for shape in [Shape::Round, Shape::Flat] {
        let bodies = [body("a", Shape::Flat), body("b", Shape::Round), body("c", Shape::Flat)];
        let point = (body("me", shape), bodies.clone(), 0.6);
        let (value, (dbody, dbodies, dt)) = action::value_and_grad(&point.0, &point.1, point.2);
        assert_eq!(value, action(&point.0, &point.1, point.2));
        assert_eq!((dbody.name.as_str(), dbody.power, dbody.table.len()), ("", 0, 0));
        let gradient = (dbody, <[Body; 3]>::try_from(dbodies).unwrap(), dt);
        check_gradient(|(b, all, t): &(Body, [Body; 3], f64)| action(b, all, *t), &point, &gradient).unwrap();
        let direction = body("direction", Shape::Round);
        let (_, tangent) = action::jvp((&point.0, &bodies, 0.6), (&direction, &bodies, 0.0));
        let expected = gradient.0.at.x * 1.2 + gradient.0.at.y * 0.7 + gradient.0.speed[0] * 0.3
            - gradient.0.speed[1] * 0.4
            + gradient.1.iter().map(|g| g.at.x * 1.2 + g.at.y * 0.7).sum::<f64>();
        assert!((tangent - expected).abs() < 1e-10, "{tangent} {expected}");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vector<T, const N: usize> {
    parts: [T; N],
    weight: T,
}

#[differentiable]
fn norm<T: Float, const N: usize>(v: &Vector<T, N>) -> T {
    let mut sum = v.weight;
    for i in 0..N {
        sum = sum + v.parts[i] * v.parts[i];
    }
    sum.sqrt()
}

#[differentiable]
fn doubled(v: Vector<f32, 2>) -> Vector<f32, 2> {
    Vector { parts: [2.0 * v.parts[1], v.parts[0] * v.weight], weight: v.weight }
}

#[differentiable(structs(Vector))]
fn stretched(x: f64) -> f64 {
    let v = Vector::<f64, 2> { parts: [x, 2.0], weight: x };
    let w: Vector<f64, 1> = Vector { parts: [v.parts[0] * v.parts[1]], weight: 1.0 };
    v.weight * w.parts[0] + v.parts[1] * 6.0 * x
}

#[test]
fn generic_structs() {
    let v = Vector { parts: [1.0, 2.0, 2.0], weight: 7.0 };
    assert_eq!(norm::grad(&v), Vector { parts: [0.25, 0.5, 0.5], weight: 0.125 });
    let v = Vector { parts: [1.0_f32, 2.0], weight: 3.0 };
    let (_, g) = doubled::vjp(v, Vector { parts: [1.0, 1.0], weight: 0.0 });
    assert_eq!(g, Vector { parts: [3.0, 2.0], weight: 1.0 });
    assert_eq!(stretched::grad(3.0), 24.0);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair(f64, #[no_derivative] usize, f64);

#[differentiable]
fn swapped(pair: Pair) -> Pair {
    let Pair(a, n, b) = pair;
    let mut new = Pair(b * b, n, a);
    new.0 *= 2.0;
    new
}

#[test]
fn tuple_structs() {
    let (value, g) = swapped::vjp(Pair(1.0, 4, 3.0), Pair(1.0, 0, 1.0));
    assert_eq!((value, g), (Pair(18.0, 4, 1.0), Pair(1.0, 0, 12.0)));
}

mod geometry {
    pub mod shapes {
        use burtorch::Differentiable;

        #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
        pub struct Segment {
            pub from: Corner,
            pub to: Corner,
        }

        #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
        pub struct Corner {
            pub x: f64,
        }
    }
}

#[differentiable]
fn length(s: &geometry::shapes::Segment) -> f64 {
    let half = geometry::shapes::Corner { x: 0.5 * s.to.x };
    half.x * half.x + s.from.x
}

mod elsewhere {
    use super::geometry::shapes::{Corner, Segment as Line};
    use burtorch::differentiable;

    #[differentiable(structs(Corner))]
    pub fn length(s: &Line) -> f64 {
        s.to.x * s.from.x
    }
}

#[test]
fn structs_of_other_modules() {
    use geometry::shapes::{Corner, Segment};
    let s = Segment { from: Corner { x: 2.0 }, to: Corner { x: 3.0 } };
    assert_eq!(length::grad(&s), Segment { from: Corner { x: 1.0 }, to: Corner { x: 1.5 } });
    assert_eq!(elsewhere::length::grad(&s), Segment { from: Corner { x: 3.0 }, to: Corner { x: 2.0 } });
}

#[test]
fn structs_of_a_function_body() {
    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Local {
        a: f64,
    }

    #[differentiable]
    fn cube(local: &Local) -> f64 {
        local.a * local.a * local.a
    }

    assert_eq!(cube::grad(&Local { a: 2.0 }), Local { a: 12.0 });
}

struct Field {
    strength: f64,
}

impl Field {
    #[differentiable(structs(Point))]
    fn potential(&self, p: &Point, q: &mut Point, k: f64) -> f64 {
        q.x += self.strength * p.x * k;
        q.x * p.y
    }
}

#[test]
fn methods_and_arguments_that_change() {
    let field = Field { strength: 3.0 };
    let (p, mut q) = (Point { x: 2.0, y: 5.0 }, Point { x: 1.0, y: 0.0 });
    let (value, (dp, dq, dk)) = field.potential_value_and_grad(&p, &mut q, 0.5);
    assert_eq!((value, q.x), (20.0, 4.0));
    assert_eq!((dp, dq, dk), (Point { x: 7.5, y: 4.0 }, Point { x: 5.0, y: 0.0 }, 30.0));
}

#[test]
fn steps_and_zeros() {
    let mut p = Point { x: 1.0, y: 2.0 };
    p.add_scaled(-0.5, &Point { x: 2.0, y: 2.0 });
    assert_eq!(p, Point { x: 0.0, y: 1.0 });
    let zero = body("a", Shape::Flat).zero_like();
    assert_eq!((zero.at, zero.speed, zero.shape), (Point::default(), [0.0; 2], Shape::Round));
}

/// What grows, what is indexed, and what iterates.
#[differentiable(structs(Point))]
fn chain(points: &[Point], n: usize) -> f64 {
    let mut path: Vec<Point> = Vec::new();
    for p in points {
        path.push(Point { x: p.x * p.y, ..Default::default() });
    }
    let mut corners = [Point { x: 1.0, y: points[0].x }; 4];
    for i in 0..n {
        corners[i % 4].x += path[i % points.len()].x;
        corners[(i + 1) % 4] = Point { y: corners[i % 4].x.sin(), ..corners[i % 4] };
        let last = corners[i % 4];
        path[0] = if last.x > 1.5 { last } else { Point { x: 0.5 * last.x, y: last.y } };
    }
    let zeros = vec![Point { x: 0.0, y: points[0].y }; n];
    let sum: f64 = points.iter().zip(&path).map(|(p, q)| p.x * q.x + q.y).sum();
    let size = |p: Point| p.x * p.x + p.y;
    sum + size(corners[2]) + polygon(points) + energy(&points[1]) + zeros[n - 1].y
}

#[test]
fn vectors_iterators_and_closures() {
    let points = [Point { x: 0.7, y: 0.9 }, Point { x: 2.0, y: 0.1 }, Point { x: 1.5, y: 1.5 }];
    for n in [1, 4, 9] {
        let (value, gradient) = chain::value_and_grad(&points, n);
        assert_eq!(value, chain(&points, n));
        check_gradient(|points: &[Point; 3]| chain(points, n), &points, &gradient).unwrap();
        for at in 0..3 {
            let mut direction = [Point::default(); 3];
            direction[at].y = 1.0;
            let (_, tangent) = chain::jvp((&points, n), &direction);
            assert!((tangent - gradient[at].y).abs() < 1e-12);
            let product = chain::hvp((&points, n), &direction);
            let mut scratch = Scratch::new();
            let mut near = [points, points];
            near[0][at].y -= 1e-5;
            near[1][at].y += 1e-5;
            let [before, after] = near.map(|points| {
                let mut gradient = [Point::default(); 3];
                let _ = chain::grad_into(&points, n, &mut gradient, &mut scratch);
                gradient
            });
            for i in 0..3 {
                assert!((product[i].x - (after[i].x - before[i].x) / 2e-5).abs() < 1e-6);
                assert!((product[i].y - (after[i].y - before[i].y) / 2e-5).abs() < 1e-6);
            }
        }
    }
}

#[differentiable]
fn shift(points: &mut [Point], by: &Point) {
    for i in 0..points.len() {
        points[i].x += by.x * points[i].y;
        points[i].y *= by.y;
    }
}

#[differentiable(structs(Point))]
fn shifted(start: &[Point; 2], by: &Point) -> f64 {
    let mut points = start.to_vec();
    shift(&mut points, by);
    shift(&mut points[1..], by);
    points[0].x * points[1].x + points[1].y
}

#[test]
fn functions_that_change_structs() {
    let point = ([Point { x: 0.7, y: 0.9 }, Point { x: 2.0, y: 0.1 }], Point { x: 0.3, y: 1.7 });
    let gradient = shifted::grad(&point.0, &point.1);
    check_gradient(|(start, by): &([Point; 2], Point)| shifted(start, by), &point, &gradient).unwrap();
}

/// The weight of a body, which is no number that can be copied.
#[differentiable]
fn weight(body: &Body) -> f64 {
    body.mass * body.at.x * body.name.len() as f64
}

#[differentiable]
fn heavier(body: Body) -> Body {
    Body { at: Point { x: 2.0 * body.at.x, y: weight(&body) }, ..body }
}

#[differentiable(structs(Body, Point))]
fn weights(body: &Body, fixed: &[f64; 1]) -> f64 {
    let other: Body = heavier(body.clone());
    let mut last = other.clone();
    let standard = Body { at: Point { x: fixed[0], y: 1.0 }, ..heavy() };
    for _ in 0..3 {
        last = heavier(last);
    }
    weight(&other) * fixed[0] + last.at.y * weight(&standard)
}

fn heavy() -> Body {
    body("heavy", Shape::Round)
}

#[test]
fn calls_with_structs_that_are_not_copied() {
    let point = (body("abc", Shape::Flat), [1.3]);
    let gradient = weights::grad(&point.0, &point.1);
    check_gradient(|(body, fixed): &(Body, [f64; 1])| weights(body, fixed), &point, &gradient).unwrap();
    let (_, tangent) = weights::jvp((&point.0, &point.1), (&point.0, &[0.0]));
    let expected = gradient.0.at.x * 1.2 + gradient.0.at.y * 0.7;
    assert!((tangent - expected).abs() < 1e-9 * expected.abs());
    let product = weights::hvp((&point.0, &point.1), (&point.0.zero_like(), &[1.0]));
    let ahead = weights::grad(&point.0, &[1.3 + 1e-6]);
    let before = weights::grad(&point.0, &[1.3 - 1e-6]);
    assert!((product.0.at.x - (ahead.0.at.x - before.0.at.x) / 2e-6).abs() < 1e-3);
}

macro_rules! squares {
    ($name:ident, $ty:ident { $($field:ident)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
        pub struct $ty {
            $(pub $field: f64,)*
        }

        #[differentiable]
        pub fn $name(p: &$ty) -> f64 {
            let mut sum = 0.0;
            $(sum += p.$field * p.$field;)*
            sum
        }
    };
}

pub mod first {
    use burtorch::{Differentiable, differentiable};
    squares!(size, Cell { a b });
}

pub mod second {
    use burtorch::{Differentiable, differentiable};
    squares!(size, Cell { c });
}

#[test]
fn structs_and_functions_from_a_macro() {
    assert_eq!(first::size::grad(&first::Cell { a: 1.0, b: 2.0 }), first::Cell { a: 2.0, b: 4.0 });
    assert_eq!(second::size::grad(&second::Cell { c: 1.0 }), second::Cell { c: 2.0 });
}

struct Settings {
    scale: f64,
    offset: f64,
}

/// Structs that are not differentiated can be taken apart, too.
#[differentiable]
fn with_settings(x: f64, settings: &Settings) -> f64 {
    let Settings { scale, offset: shift } = settings;
    let other = Settings { scale: 2.0, ..*settings };
    x * scale * other.scale + shift
}

#[test]
fn other_structs_pass_through() {
    assert_eq!(with_settings::grad(3.0, &Settings { scale: 2.5, offset: 1.0 }), 5.0);
}
