//! Vectors, matrices and points of nalgebra whose sizes are in their types.

use burtorch::differentiable;
use nalgebra as na;
use nalgebra::{
    Matrix2, Matrix2x3, Matrix3, Matrix4, Point2, Point3, RowVector3, SMatrix, SVector, Vector2, Vector3, Vector4,
};

use crate::check;

fn v() -> Vector3<f64> {
    Vector3::new(1.0, -2.0, 0.5)
}

fn w() -> Vector3<f64> {
    Vector3::new(0.3, 0.7, -1.1)
}

fn m() -> Matrix3<f64> {
    Matrix3::new(2.0, -1.0, 0.5, 0.3, 1.4, 0.7, -0.6, 0.2, 3.1)
}

#[differentiable]
fn products(a: Vector3<f64>, b: Vector3<f64>) -> f64 {
    a.dot(&b) + a.cross(&b).norm() + a.component_mul(&b).sum() + a.component_div(&b).x
}

#[differentiable]
fn norms(a: Vector3<f64>, b: Vector3<f64>) -> f64 {
    a.norm() + b.norm_squared() + a.magnitude() * b.magnitude_squared() + a.metric_distance(&b) + a.normalize().y
}

#[differentiable]
fn sums(a: Vector3<f64>, b: Vector3<f64>) -> f64 {
    let c = &a + &b * 2.0 - 3.0 * &a / 4.0;
    let d = -(a - b) + c;
    let mut e = d;
    e += a;
    e -= &b;
    e *= 1.5;
    e /= a.x;
    c.dot(&d) * e.sum() + e.mean() + c.product()
}

#[differentiable]
fn elements(a: Vector3<f64>, b: Matrix3<f64>) -> f64 {
    let mut c = b;
    c[(0, 1)] = a.x * a[1];
    c.m21 += a.z;
    c[4] = a.y;
    let mut d = a;
    d.x = c[(2, 2)] * c[(0, 1)];
    d[2] -= c.m13;
    for i in 0..3 {
        d[i] *= c[(i, i)] + d[(i + 1) % 3];
    }
    d.sum() * c.m33 + c.trace() + c.diagonal().norm_squared()
}

#[differentiable]
fn of_matrices(a: Matrix3<f64>, b: Matrix3<f64>) -> f64 {
    let c = a * b - b.transpose() * &a;
    let d = &c + Matrix3::identity() * 2.0;
    d.determinant() + c.trace() + (a.tr_mul(&b))[(0, 2)] + c.norm()
}

#[differentiable]
fn quad_form(a: Matrix3<f64>, x: Vector3<f64>) -> f64 {
    (x.transpose() * a * x)[(0, 0)]
}

#[differentiable]
fn generic_names(a: SMatrix<f64, 3, 3>, b: na::Vector3<f64>) -> f64 {
    let c: na::Vector3<f64> = a * b;
    let d = SVector::<f64, 3>::from([c.x, c.y * c.z, 1.0]);
    let e = SMatrix::<f64, 2, 3>::new(c.x, 1.0, 2.0, c.y, 0.5, c.z);
    d.dot(&b) * (e * b).norm_squared()
}

#[differentiable]
fn constructors(x: f64, y: f64) -> f64 {
    let a = Matrix2::new(x, y, 1.0, x * y);
    let b = Matrix2x3::from_fn(|r, c| x * r as f64 + y * c as f64);
    let c = Matrix3::from_diagonal(&Vector3::new(x, y, 2.0)) + Matrix3::from_diagonal_element(x);
    let d = Vector2::repeat(x) + Vector2::from_element(y) + Vector2::zeros();
    let e = Matrix2::from([[x, 1.0], [y, 2.0]]);
    (a * b * c).norm_squared() + (e * d).sum() + a.determinant()
}

#[differentiable]
fn maps(a: Vector3<f64>, b: Vector3<f64>) -> f64 {
    let c = a.map(|x| x.sin() * b.x).zip_map(&b, |x, y| x * y);
    c.sum() + a.scale(b.y).unscale(b.z).add_scalar(a.z).dot(&a.lerp(&b, 0.3)) + a.xy().norm()
}

#[differentiable]
fn points(p: Point3<f64>, v: Vector3<f64>) -> f64 {
    let q = p + v * 2.0;
    let d = q - p / 3.0;
    let mut moved = Point3::origin() + d;
    moved.x *= p.y;
    moved.coords.norm() + d.dot(&q.coords) + moved[2] - Point2::new(p.z, v.x).coords.norm_squared()
}

#[differentiable]
fn rot_err(yaw: f64, target: [f64; 3]) -> f64 {
    let r = Matrix3::new(yaw.cos(), -yaw.sin(), 0.0, yaw.sin(), yaw.cos(), 0.0, 0.0, 0.0, 1.0);
    let v = r * Vector3::new(1.0, 2.0, 3.0);
    (v - Vector3::from(target)).norm_squared()
}

#[differentiable]
fn steps(start: Vector3<f64>, speed: Vector3<f64>) -> f64 {
    let gravity = Vector3::new(0.0, 0.0, -9.81);
    let (mut at, mut v) = (start, speed);
    for _ in 0..20 {
        if at.z > 0.4 {
            v += gravity * 0.01;
        } else {
            v -= at * 0.1;
        }
        at += v * 0.01;
    }
    at.norm_squared()
}

#[differentiable]
fn turned(a: Vector3<f64>, b: Matrix3<f64>) -> Vector3<f64> {
    let mut c = b * a / 2.0;
    c.x += a.y * a.y;
    c[2] = c[1] * c[0];
    -c
}

#[differentiable]
fn rows(a: RowVector3<f64>, b: Matrix3<f64>) -> (RowVector3<f64>, Matrix3<f64>) {
    (a * b, b * a[1] + b.transpose())
}

#[differentiable]
fn many(points: [Vector3<f64>; 3], weights: [f64; 3]) -> f64 {
    let mut center = Vector3::zeros();
    for i in 0..3 {
        center += points[i] * weights[i];
    }
    let mut sum = 0.0;
    for p in &points {
        sum += (p - center).norm();
    }
    sum
}

#[differentiable]
fn slices(points: &[Vector3<f64>], center: Vector3<f64>) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += (p - center).norm_squared() * p.x;
    }
    sum
}

#[differentiable]
fn constant_parts(x: f64, #[constant] a: &Matrix3<f64>, #[constant] b: Vector3<f64>) -> f64 {
    let c = b * x;
    (a * c).norm_squared() + a.determinant() * x + (c + b).dot(&b) * a[(0, 1)] * b.x
}

#[differentiable]
fn solved(a: Matrix4<f64>, b: Vector4<f64>) -> f64 {
    let x = a.lu().solve(&b).unwrap();
    x.norm_squared() + a.determinant() + a.lu().determinant()
}

#[differentiable]
fn inverted(a: Matrix3<f64>, b: Vector3<f64>) -> Vector3<f64> {
    let x = a.try_inverse().expect("it is regular") * b;
    (a * a.transpose()).cholesky().unwrap().solve(&x) + a.try_inverse().unwrap() * b
}

/// Only what is below the diagonal is read.
#[differentiable]
fn below(a: Matrix3<f64>, b: Vector3<f64>) -> f64 {
    let x = a.cholesky().unwrap().solve(&b);
    x.dot(&b) + a.cholesky().unwrap().determinant() + a.cholesky().unwrap().inverse().norm()
}

#[test]
fn every_operation_is_right_in_all_modes() {
    // The first pivot is not the largest one, and the second one is zero.
    let a = Matrix4::new(0.2, 1.0, 0.3, 0.1, 2.0, 0.0, 1.5, 0.7, 1.0, -3.0, 0.1, 0.4, 0.5, 0.6, 0.2, 1.0);
    check!(solved(a: a, b: Vector4::new(1.0, 2.0, 3.0, 4.0)) -> number);
    check!(inverted(a: m(), b: v()) -> many);
    check!(below(a: Matrix3::new(2.0, 9.0, 8.0, 0.3, 1.5, 7.0, -0.2, 0.4, 1.8), b: v()) -> number);
    check!(products(a: v(), b: w()) -> number);
    check!(norms(a: v(), b: w()) -> number);
    check!(sums(a: v(), b: w()) -> number);
    check!(elements(a: v(), b: m()) -> number);
    check!(of_matrices(a: m(), b: m() * 0.7) -> number);
    check!(quad_form(a: m(), x: v()) -> number);
    check!(generic_names(a: m(), b: v()) -> number);
    check!(constructors(x: 0.7, y: 1.3) -> number);
    check!(maps(a: v(), b: w()) -> number);
    check!(points(p: Point3::new(0.3, -1.2, 0.8), v: v()) -> number);
    check!(rot_err(yaw: 0.3, target: [1.0, 0.5, -0.2]) -> number);
    check!(steps(start: v(), speed: w()) -> number);
    check!(many(points: [v(), w(), v() - w() * 2.0], weights: [0.3, 0.2, 0.5]) -> number);
    check!(turned(a: v(), b: m()) -> many);
    check!(rows(a: v().transpose(), b: m()) -> many);
}

#[test]
fn a_gradient_has_the_type_of_the_argument() {
    let gradient: Vector3<f64> = norm::grad(Vector3::new(3.0, 0.0, 4.0));
    assert!((gradient - Vector3::new(0.6, 0.0, 0.8)).norm() < 1e-12);
    let (p, n) = (v(), w());
    let (dp, dn, dd): (Vector3<f64>, Vector3<f64>, f64) = point_to_plane::grad(&p, &n, 0.5);
    assert!((dp - n / n.norm()).norm() < 1e-12);
    assert!((dd - 1.0 / n.norm()).abs() < 1e-12 && dn.norm() > 0.0);
    let points = vec![v(), w()];
    let (dpoints, _): (Vec<Vector3<f64>>, Vector3<f64>) = slices::grad(&points, w());
    let want = (v() - w()) * 2.0 * v().x + Vector3::new((v() - w()).norm_squared(), 0.0, 0.0);
    assert!((dpoints[0] - want).norm() < 1e-12);
}

#[differentiable]
fn norm(a: Vector3<f64>) -> f64 {
    a.norm()
}

#[differentiable]
fn point_to_plane(p: &Vector3<f64>, n: &Vector3<f64>, d: f64) -> f64 {
    let len = n.norm();
    (p.dot(n) + d) / len
}

#[differentiable]
fn any_size<const N: usize>(a: SVector<f64, N>, b: SMatrix<f64, N, N>) -> f64 {
    (b * a).dot(&a) + a.norm()
}

#[test]
fn sizes_may_be_generic_and_arguments_constant() {
    let (a, b) = (v(), m());
    let (da, db) = any_size::grad(a, b);
    assert!((da - ((b + b.transpose()) * a + a / a.norm())).norm() < 1e-12);
    assert!((db - a * a.transpose()).norm() < 1e-12);
    let slope = constant_parts::grad(0.5, &b, a);
    let moved = |x: f64| constant_parts(x, &b, a);
    assert!((slope - (moved(0.5001) - moved(0.4999)) / 0.0002).abs() < 1e-6 * slope.abs());
}
