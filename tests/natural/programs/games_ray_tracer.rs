// A small ray tracer: nearest hit by Option and min_by, materials, shading, gamma.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

fn v3(x: f64, y: f64, z: f64) -> V3 {
    V3 { x, y, z }
}

impl V3 {
    fn dot(&self, o: &V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn length(&self) -> f64 {
        self.dot(self).sqrt()
    }
    fn unit(&self) -> V3 {
        *self / self.length()
    }
}
impl std::ops::Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl std::ops::Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl std::ops::Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, s: f64) -> V3 {
        v3(self.x * s, self.y * s, self.z * s)
    }
}
impl std::ops::Div<f64> for V3 {
    type Output = V3;
    fn div(self, s: f64) -> V3 {
        self * (1.0 / s)
    }
}

#[derive(Clone, Copy, Debug)]
struct Ray {
    origin: V3,
    dir: V3,
}
impl Ray {
    fn at(&self, t: f64) -> V3 {
        self.origin + self.dir * t
    }
}

#[derive(Clone, Copy, Debug)]
struct Sphere {
    center: V3,
    radius: f64,
    albedo: f64,
}

#[derive(Clone, Copy, Debug)]
struct Hit {
    t: f64,
    point: V3,
    normal: V3,
    albedo: f64,
}

impl Sphere {
    fn hit(&self, ray: &Ray) -> Option<Hit> {
        let oc = ray.origin - self.center;
        let b = oc.dot(&ray.dir);
        let c = oc.dot(&oc) - self.radius * self.radius;
        let disc = b * b - c;
        if disc <= 0.0 {
            return None;
        }
        let t = -b - disc.sqrt();
        if t < 1e-6 {
            return None;
        }
        let point = ray.at(t);
        Some(Hit { t, point, normal: (point - self.center) / self.radius, albedo: self.albedo })
    }
}

fn closest(ray: &Ray, spheres: &[Sphere]) -> Option<Hit> {
    spheres.iter().filter_map(|s| s.hit(ray)).min_by(|a, b| a.t.partial_cmp(&b.t).unwrap())
}

#[differentiable(wrt(light, eye))]
fn brightness(light: V3, eye: V3, spheres: &[Sphere], targets: &[(f64, f64)]) -> f64 {
    let mut sum = 0.0;
    for &(u, v) in targets {
        let ray = Ray { origin: eye, dir: (v3(u, v, 0.0) - eye).unit() };
        let Some(hit) = closest(&ray, spheres) else {
            sum += 0.05;
            continue;
        };
        let to_light = light - hit.point;
        let shadow = Ray { origin: hit.point, dir: to_light.unit() };
        let lit = match closest(&shadow, spheres) {
            Some(block) if block.t < to_light.length() => 0.1,
            _ => 1.0,
        };
        sum += lit * hit.albedo * hit.normal.dot(&to_light.unit()).max(0.0).powf(1.0 / 2.2);
    }
    sum / targets.len() as f64
}

// checks
fn main() {
    let spheres = [
        Sphere { center: v3(0.0, 0.0, 1.0), radius: 1.0, albedo: 0.8 },
        Sphere { center: v3(1.2, 0.4, 0.5), radius: 0.5, albedo: 0.4 },
    ];
    let targets = [(0.0, 0.0), (0.3, 0.2), (1.1, 0.3), (-0.5, 0.1), (5.0, 5.0)];
    let x = [2.0, 3.0, -4.0, 0.1, 0.2, -3.0];
    let s = |x: &[f64]| (v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]));
    check::grad(
        "trace",
        &x,
        |x| {
            let (l, e) = s(x);
            brightness(l, e, &spheres, &targets)
        },
        |x| {
            let (l, e) = s(x);
            let (l, e) = brightness::grad(l, e, &spheres, &targets);
            [l.x, l.y, l.z, e.x, e.y, e.z]
        },
    );
}
