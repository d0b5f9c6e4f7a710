impl DVec4 {
    const ZERO: DVec4 = DVec4::ZERO;
    const ONE: DVec4 = DVec4::ONE;
    const NEG_ONE: DVec4 = DVec4::NEG_ONE;
    const X: DVec4 = DVec4::X;
    const Y: DVec4 = DVec4::Y;
    const Z: DVec4 = DVec4::Z;
    const W: DVec4 = DVec4::W;
    const NEG_X: DVec4 = DVec4::NEG_X;
    const NEG_Y: DVec4 = DVec4::NEG_Y;
    const NEG_Z: DVec4 = DVec4::NEG_Z;
    const NEG_W: DVec4 = DVec4::NEG_W;

    fn new(x: f64, y: f64, z: f64, w: f64) -> DVec4 {
        DVec4 { x, y, z, w }
    }

    fn splat(v: f64) -> DVec4 {
        DVec4 { x: v, y: v, z: v, w: v }
    }

    fn from_array(a: [f64; 4]) -> DVec4 {
        DVec4 { x: a[0], y: a[1], z: a[2], w: a[3] }
    }

    fn __from_array(a: [f64; 4]) -> DVec4 {
        DVec4 { x: a[0], y: a[1], z: a[2], w: a[3] }
    }

    fn __from_tuple(a: (f64, f64, f64, f64)) -> DVec4 {
        DVec4 { x: a.0, y: a.1, z: a.2, w: a.3 }
    }

    fn to_array(&self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }

    fn dot(self, b: DVec4) -> f64 {
        self.x * b.x + self.y * b.y + self.z * b.z + self.w * b.w
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

    fn distance(self, b: DVec4) -> f64 {
        (self - b).length()
    }

    fn distance_squared(self, b: DVec4) -> f64 {
        (self - b).length_squared()
    }

    fn normalize(self) -> DVec4 {
        self * self.length_recip()
    }

    fn element_sum(self) -> f64 {
        self.x + self.y + self.z + self.w
    }

    fn element_product(self) -> f64 {
        self.x * self.y * self.z * self.w
    }

    fn min_element(self) -> f64 {
        self.x.min(self.y.min(self.z.min(self.w)))
    }

    fn max_element(self) -> f64 {
        self.x.max(self.y.max(self.z.max(self.w)))
    }

    fn min(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x.min(b.x), y: self.y.min(b.y), z: self.z.min(b.z), w: self.w.min(b.w) }
    }

    fn max(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x.max(b.x), y: self.y.max(b.y), z: self.z.max(b.z), w: self.w.max(b.w) }
    }

    fn abs(self) -> DVec4 {
        DVec4 { x: self.x.abs(), y: self.y.abs(), z: self.z.abs(), w: self.w.abs() }
    }

    fn exp(self) -> DVec4 {
        DVec4 { x: self.x.exp(), y: self.y.exp(), z: self.z.exp(), w: self.w.exp() }
    }

    fn recip(self) -> DVec4 {
        DVec4 { x: self.x.recip(), y: self.y.recip(), z: self.z.recip(), w: self.w.recip() }
    }

    fn powf(self, n: f64) -> DVec4 {
        DVec4 { x: self.x.powf(n), y: self.y.powf(n), z: self.z.powf(n), w: self.w.powf(n) }
    }

    fn lerp(self, b: DVec4, s: f64) -> DVec4 {
        self * (1.0 - s) + b * s
    }

    fn midpoint(self, b: DVec4) -> DVec4 {
        (self + b) * 0.5
    }

    fn mul_add(self, a: DVec4, b: DVec4) -> DVec4 {
        self * a + b
    }

    fn project_onto(self, b: DVec4) -> DVec4 {
        b * self.dot(b) * b.dot(b).recip()
    }

    fn reject_from(self, b: DVec4) -> DVec4 {
        self - self.project_onto(b)
    }

    fn project_onto_normalized(self, b: DVec4) -> DVec4 {
        b * self.dot(b)
    }

    fn reject_from_normalized(self, b: DVec4) -> DVec4 {
        self - self.project_onto_normalized(b)
    }

    fn truncate(self) -> DVec3 {
        DVec3 { x: self.x, y: self.y, z: self.z }
    }

    fn with_x(self, v: f64) -> DVec4 {
        DVec4 { x: v, y: self.y, z: self.z, w: self.w }
    }

    fn with_y(self, v: f64) -> DVec4 {
        DVec4 { x: self.x, y: v, z: self.z, w: self.w }
    }

    fn with_z(self, v: f64) -> DVec4 {
        DVec4 { x: self.x, y: self.y, z: v, w: self.w }
    }

    fn with_w(self, v: f64) -> DVec4 {
        DVec4 { x: self.x, y: self.y, z: self.z, w: v }
    }

    fn __neg(self) -> DVec4 {
        DVec4 { x: -self.x, y: -self.y, z: -self.z, w: -self.w }
    }

    fn __add_DVec4(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x + b.x, y: self.y + b.y, z: self.z + b.z, w: self.w + b.w }
    }

    fn __add_number(self, b: f64) -> DVec4 {
        DVec4 { x: self.x + b, y: self.y + b, z: self.z + b, w: self.w + b }
    }

    fn __number_add(self, b: f64) -> DVec4 {
        DVec4 { x: b + self.x, y: b + self.y, z: b + self.z, w: b + self.w }
    }

    fn __sub_DVec4(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z, w: self.w - b.w }
    }

    fn __sub_number(self, b: f64) -> DVec4 {
        DVec4 { x: self.x - b, y: self.y - b, z: self.z - b, w: self.w - b }
    }

    fn __number_sub(self, b: f64) -> DVec4 {
        DVec4 { x: b - self.x, y: b - self.y, z: b - self.z, w: b - self.w }
    }

    fn __mul_DVec4(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x * b.x, y: self.y * b.y, z: self.z * b.z, w: self.w * b.w }
    }

    fn __mul_number(self, b: f64) -> DVec4 {
        DVec4 { x: self.x * b, y: self.y * b, z: self.z * b, w: self.w * b }
    }

    fn __number_mul(self, b: f64) -> DVec4 {
        DVec4 { x: b * self.x, y: b * self.y, z: b * self.z, w: b * self.w }
    }

    fn __div_DVec4(self, b: DVec4) -> DVec4 {
        DVec4 { x: self.x / b.x, y: self.y / b.y, z: self.z / b.z, w: self.w / b.w }
    }

    fn __div_number(self, b: f64) -> DVec4 {
        DVec4 { x: self.x / b, y: self.y / b, z: self.z / b, w: self.w / b }
    }

    fn __number_div(self, b: f64) -> DVec4 {
        DVec4 { x: b / self.x, y: b / self.y, z: b / self.z, w: b / self.w }
    }
}
