//! Vectors, matrices and quaternions of glam.

use burtorch::differentiable;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4};

use crate::check;

fn v() -> DVec3 {
    DVec3::new(1.0, -2.0, 0.5)
}

fn w() -> DVec3 {
    DVec3::new(0.3, 0.7, -1.1)
}

fn m() -> DMat3 {
    DMat3::from_cols_array(&[2.0, 0.3, -0.6, -1.0, 1.4, 0.2, 0.5, 0.7, 3.1])
}

fn m4() -> DMat4 {
    DMat4::from_cols_array(&[2.0, 0.3, -0.6, 0.4, -1.0, 1.4, 0.2, 0.1, 0.5, 0.7, 3.1, -0.3, 0.2, -0.9, 0.6, 1.7])
}

fn q() -> DQuat {
    DQuat::from_xyzw(0.2, -0.3, 0.4, 0.8)
}

#[differentiable]
fn arithmetic(a: DVec3, b: DVec3) -> DVec3 {
    let c = a * b + a / b - b * 2.0 + 3.0 * a / 4.0 + (1.0 - b) + (a - 0.5) + 1.0 / a;
    let mut d = -c;
    d += a;
    d.x *= b.y;
    d[1] = d.z * a[2] + d[0];
    d * DVec3::new(a.x, 1.0, 2.0) - DVec3::X + DVec3::splat(b.z)
}

#[differentiable]
fn products(a: DVec3, b: DVec3) -> f64 {
    a.dot(b)
        + a.cross(b).length()
        + a.length_squared() * b.length_recip()
        + a.distance(b) * a.distance_squared(b)
        + a.normalize().dot(b.abs())
        + a.angle_between(b)
}

#[differentiable]
fn shapes(a: DVec3, b: DVec3) -> f64 {
    a.lerp(b, 0.3).element_sum()
        + a.midpoint(b).element_product()
        + a.project_onto(b).x
        + a.reject_from(b).y
        + a.reflect(b.normalize()).z
        + a.min(b).max(b * 0.5).element_sum()
        + a.max_element() * b.min_element()
        + a.abs().powf(1.5).x
        + b.exp().y
        + a.recip().z
        + a.mul_add(b, a).length()
        + a.with_y(b.x).truncate().length()
        + a.extend(b.x).dot(DVec4::new(1.0, b.y, 2.0, b.z))
}

#[differentiable]
fn in_the_plane(a: DVec2, b: DVec2) -> f64 {
    let turned = DVec2::from_angle(a.x).rotate(b);
    turned.perp_dot(a)
        + a.perp().dot(b)
        + b.to_angle()
        + (DMat2::from_angle(a.y) * b).length()
        + (DMat2::from_cols(a, b).inverse() * turned).x
        + DMat2::from_cols(a, b).determinant()
}

#[differentiable]
fn matrices(a: DMat3, b: DVec3) -> f64 {
    let c = a * a.transpose() + a * 2.0 - 0.5 * a / 3.0;
    let d = DMat3::from_rotation_x(b.x) * DMat3::from_rotation_y(b.y) * DMat3::from_rotation_z(b.z);
    let e = -(c * d) + DMat3::from_diagonal(b) - DMat3::IDENTITY;
    e.determinant()
        + (a.inverse() * b).length()
        + e.x_axis.y
        + (d * e).z_axis.length()
        + (DMat3::from_axis_angle(b.normalize(), a.x_axis.x) * b.cross(a.y_axis)).x
}

#[differentiable]
fn of_four(a: DMat4, b: DVec3) -> f64 {
    let c = DMat4::from_translation(b) * DMat4::from_scale(b) * DMat4::from_rotation_z(b.x) * a;
    let p = c.transform_point3(b) + c.transform_vector3(b) + a.project_point3(b);
    a.determinant() + (a.inverse() * b.extend(1.0)).length() + p.length() + (a + c).transpose().w_axis.x
}

#[differentiable]
fn quaternions(a: DQuat, b: DVec3) -> f64 {
    let c = DQuat::from_axis_angle(b.normalize(), b.x) * a * DQuat::from_rotation_x(b.y);
    let d = (c + a * 0.5 - c.conjugate()).normalize();
    let turned = d * b + a.mul_vec3(b) + DMat3::from_quat(a) * b + c.inverse() * b;
    turned.length() + a.dot(c) + a.xyz().x * (-c).w + DMat4::from_rotation_translation(a, b).transform_point3(b).y
}

#[differentiable]
fn cloud(points: &[DVec3], turn: DQuat) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += (turn * *p).z.powi(2);
    }
    sum
}

#[differentiable]
fn orbit(start: DVec3, speed: DVec3) -> f64 {
    let (mut at, mut v) = (start, speed);
    for _ in 0..50 {
        let r = at.length();
        v -= at / (r * r * r) * 0.01;
        at += v * 0.01;
    }
    at.dot(v)
}

#[test]
fn every_operation_is_right_in_all_modes() {
    check!(arithmetic(a: v(), b: w()) -> many);
    check!(products(a: v(), b: w()) -> number);
    check!(shapes(a: v(), b: w()) -> number);
    check!(in_the_plane(a: DVec2::new(0.4, 1.3), b: DVec2::new(-0.7, 0.9)) -> number);
    check!(matrices(a: m(), b: w()) -> number);
    check!(of_four(a: m4(), b: w()) -> number);
    check!(quaternions(a: q(), b: w()) -> number);
    check!(orbit(start: v(), speed: w()) -> number);
}

#[test]
fn a_gradient_has_the_type_of_the_argument() {
    let points = [v(), w()];
    let (by_points, by_turn): (Vec<DVec3>, DQuat) = cloud::grad(&points, q());
    let moved = |by: f64| cloud(&[v() + DVec3::Z * by, w()], q());
    assert!((by_points[0].z - (moved(1e-4) - moved(-1e-4)) / 2e-4).abs() < 1e-6);
    assert!(by_turn.length() > 0.1);
}
