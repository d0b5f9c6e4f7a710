impl DVec3 {
    const ZERO: DVec3 = DVec3::ZERO;
    const ONE: DVec3 = DVec3::ONE;
    const NEG_ONE: DVec3 = DVec3::NEG_ONE;
    const X: DVec3 = DVec3::X;
    const Y: DVec3 = DVec3::Y;
    const Z: DVec3 = DVec3::Z;
    const NEG_X: DVec3 = DVec3::NEG_X;
    const NEG_Y: DVec3 = DVec3::NEG_Y;
    const NEG_Z: DVec3 = DVec3::NEG_Z;

    fn new(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3 { x, y, z }
    }

    fn splat(v: f64) -> DVec3 {
        DVec3 { x: v, y: v, z: v }
    }

    fn from_array(a: [f64; 3]) -> DVec3 {
        DVec3 { x: a[0], y: a[1], z: a[2] }
    }

    fn __from_array(a: [f64; 3]) -> DVec3 {
        DVec3 { x: a[0], y: a[1], z: a[2] }
    }

    fn __from_tuple(a: (f64, f64, f64)) -> DVec3 {
        DVec3 { x: a.0, y: a.1, z: a.2 }
    }

    fn to_array(&self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }

    fn dot(self, b: DVec3) -> f64 {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    fn length_squared(self) -> f64 {
        self.dot(self)
    }

    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    fn length_recip(self) -> f64 {
        self.length().recip()
    }

    fn distance(self, b: DVec3) -> f64 {
        (self - b).length()
    }

    fn distance_squared(self, b: DVec3) -> f64 {
        (self - b).length_squared()
    }

    fn normalize(self) -> DVec3 {
        self * self.length_recip()
    }

    fn element_sum(self) -> f64 {
        self.x + self.y + self.z
    }

    fn element_product(self) -> f64 {
        self.x * self.y * self.z
    }

    fn min_element(self) -> f64 {
        self.x.min(self.y.min(self.z))
    }

    fn max_element(self) -> f64 {
        self.x.max(self.y.max(self.z))
    }

    fn min(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x.min(b.x), y: self.y.min(b.y), z: self.z.min(b.z) }
    }

    fn max(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x.max(b.x), y: self.y.max(b.y), z: self.z.max(b.z) }
    }

    fn abs(self) -> DVec3 {
        DVec3 { x: self.x.abs(), y: self.y.abs(), z: self.z.abs() }
    }

    fn exp(self) -> DVec3 {
        DVec3 { x: self.x.exp(), y: self.y.exp(), z: self.z.exp() }
    }

    fn recip(self) -> DVec3 {
        DVec3 { x: self.x.recip(), y: self.y.recip(), z: self.z.recip() }
    }

    fn powf(self, n: f64) -> DVec3 {
        DVec3 { x: self.x.powf(n), y: self.y.powf(n), z: self.z.powf(n) }
    }

    fn lerp(self, b: DVec3, s: f64) -> DVec3 {
        self * (1.0 - s) + b * s
    }

    fn midpoint(self, b: DVec3) -> DVec3 {
        (self + b) * 0.5
    }

    fn mul_add(self, a: DVec3, b: DVec3) -> DVec3 {
        self * a + b
    }

    fn project_onto(self, b: DVec3) -> DVec3 {
        b * self.dot(b) * b.dot(b).recip()
    }

    fn reject_from(self, b: DVec3) -> DVec3 {
        self - self.project_onto(b)
    }

    fn project_onto_normalized(self, b: DVec3) -> DVec3 {
        b * self.dot(b)
    }

    fn reject_from_normalized(self, b: DVec3) -> DVec3 {
        self - self.project_onto_normalized(b)
    }

    fn reflect(self, normal: DVec3) -> DVec3 {
        self - normal * (2.0 * self.dot(normal))
    }

    fn truncate(self) -> DVec2 {
        DVec2 { x: self.x, y: self.y }
    }

    fn extend(self, w: f64) -> DVec4 {
        DVec4 { x: self.x, y: self.y, z: self.z, w }
    }

    fn with_x(self, v: f64) -> DVec3 {
        DVec3 { x: v, y: self.y, z: self.z }
    }

    fn with_y(self, v: f64) -> DVec3 {
        DVec3 { x: self.x, y: v, z: self.z }
    }

    fn with_z(self, v: f64) -> DVec3 {
        DVec3 { x: self.x, y: self.y, z: v }
    }

    fn cross(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.y * b.z - b.y * self.z, y: self.z * b.x - b.z * self.x, z: self.x * b.y - b.x * self.y }
    }

    fn angle_between(self, b: DVec3) -> f64 {
        (self.dot(b) / (self.length_squared() * b.length_squared()).sqrt()).clamp(-1.0, 1.0).acos()
    }

    fn __neg(self) -> DVec3 {
        DVec3 { x: -self.x, y: -self.y, z: -self.z }
    }

    fn __add_DVec3(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x + b.x, y: self.y + b.y, z: self.z + b.z }
    }

    fn __add_number(self, b: f64) -> DVec3 {
        DVec3 { x: self.x + b, y: self.y + b, z: self.z + b }
    }

    fn __number_add(self, b: f64) -> DVec3 {
        DVec3 { x: b + self.x, y: b + self.y, z: b + self.z }
    }

    fn __sub_DVec3(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }

    fn __sub_number(self, b: f64) -> DVec3 {
        DVec3 { x: self.x - b, y: self.y - b, z: self.z - b }
    }

    fn __number_sub(self, b: f64) -> DVec3 {
        DVec3 { x: b - self.x, y: b - self.y, z: b - self.z }
    }

    fn __mul_DVec3(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x * b.x, y: self.y * b.y, z: self.z * b.z }
    }

    fn __mul_number(self, b: f64) -> DVec3 {
        DVec3 { x: self.x * b, y: self.y * b, z: self.z * b }
    }

    fn __number_mul(self, b: f64) -> DVec3 {
        DVec3 { x: b * self.x, y: b * self.y, z: b * self.z }
    }

    fn __div_DVec3(self, b: DVec3) -> DVec3 {
        DVec3 { x: self.x / b.x, y: self.y / b.y, z: self.z / b.z }
    }

    fn __div_number(self, b: f64) -> DVec3 {
        DVec3 { x: self.x / b, y: self.y / b, z: self.z / b }
    }

    fn __number_div(self, b: f64) -> DVec3 {
        DVec3 { x: b / self.x, y: b / self.y, z: b / self.z }
    }
}
