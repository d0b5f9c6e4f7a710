//! Enums that hold differentiated values: a body made of shapes is fitted to a volume and a surface by gradient steps.
//!
//! `cargo run --example shapes` reaches a misfit below 1e-6.

use std::f64::consts::PI;

use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Sphere { r: f64 },
    Cuboid { size: [f64; 3] },
    Union(Box<Shape>, Box<Shape>),
}

impl Shape {
    fn volume(&self) -> f64 {
        match self {
            Shape::Sphere { r } => 4.0 / 3.0 * PI * r.powi(3),
            Shape::Cuboid { size: [a, b, c] } => a * b * c,
            Shape::Union(a, b) => a.volume() + b.volume(),
        }
    }

    fn surface(&self) -> f64 {
        match self {
            Shape::Sphere { r } => 4.0 * PI * r.powi(2),
            Shape::Cuboid { size: [a, b, c] } => 2.0 * (a * b + b * c + c * a),
            Shape::Union(a, b) => a.surface() + b.surface(),
        }
    }
}

/// How far the shapes are from what is wanted, relative and squared.
#[differentiable(tape)]
fn misfit(shapes: &[Shape], #[constant] volume: f64, #[constant] surface: f64) -> f64 {
    let by_volume = shapes.iter().map(Shape::volume).sum::<f64>() / volume - 1.0;
    let by_surface = shapes.iter().map(Shape::surface).sum::<f64>() / surface - 1.0;
    by_volume.powi(2) + by_surface.powi(2)
}

fn main() {
    let cuboid = Shape::Cuboid { size: [1.0, 2.0, 1.5] };
    let pair = Shape::Union(Box::new(Shape::Sphere { r: 0.5 }), Box::new(Shape::Cuboid { size: [0.5; 3] }));
    let mut shapes = vec![Shape::Sphere { r: 1.0 }, cuboid, pair];
    let mut error = f64::INFINITY;
    for _ in 0..500 {
        let (value, gradient) = misfit::value_and_grad(&shapes, 12.0, 40.0);
        shapes.add_scaled(-0.2, &gradient);
        error = value;
    }
    println!("misfit {error:.1e} of {shapes:.3?}");
    assert!(error < 1e-6);
}
