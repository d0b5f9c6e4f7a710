impl DVec2 {
    const ZERO: DVec2 = DVec2::ZERO;
    const ONE: DVec2 = DVec2::ONE;
    const NEG_ONE: DVec2 = DVec2::NEG_ONE;
    const X: DVec2 = DVec2::X;
    const Y: DVec2 = DVec2::Y;
    const NEG_X: DVec2 = DVec2::NEG_X;
    const NEG_Y: DVec2 = DVec2::NEG_Y;

    fn new(x: f64, y: f64) -> DVec2 {
        DVec2 { x, y }
    }

    fn splat(v: f64) -> DVec2 {
        DVec2 { x: v, y: v }
    }

    fn from_array(a: [f64; 2]) -> DVec2 {
        DVec2 { x: a[0], y: a[1] }
    }

    fn __from_array(a: [f64; 2]) -> DVec2 {
        DVec2 { x: a[0], y: a[1] }
    }

    fn __from_tuple(a: (f64, f64)) -> DVec2 {
        DVec2 { x: a.0, y: a.1 }
    }

    fn to_array(&self) -> [f64; 2] {
        [self.x, self.y]
    }

    fn dot(self, b: DVec2) -> f64 {
        self.x * b.x + self.y * b.y
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

    fn distance(self, b: DVec2) -> f64 {
        (self - b).length()
    }

    fn distance_squared(self, b: DVec2) -> f64 {
        (self - b).length_squared()
    }

    fn normalize(self) -> DVec2 {
        self * self.length_recip()
    }

    fn element_sum(self) -> f64 {
        self.x + self.y
    }

    fn element_product(self) -> f64 {
        self.x * self.y
    }

    fn min_element(self) -> f64 {
        self.x.min(self.y)
    }

    fn max_element(self) -> f64 {
        self.x.max(self.y)
    }

    fn min(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x.min(b.x), y: self.y.min(b.y) }
    }

    fn max(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x.max(b.x), y: self.y.max(b.y) }
    }

    fn abs(self) -> DVec2 {
        DVec2 { x: self.x.abs(), y: self.y.abs() }
    }

    fn exp(self) -> DVec2 {
        DVec2 { x: self.x.exp(), y: self.y.exp() }
    }

    fn recip(self) -> DVec2 {
        DVec2 { x: self.x.recip(), y: self.y.recip() }
    }

    fn powf(self, n: f64) -> DVec2 {
        DVec2 { x: self.x.powf(n), y: self.y.powf(n) }
    }

    fn lerp(self, b: DVec2, s: f64) -> DVec2 {
        self * (1.0 - s) + b * s
    }

    fn midpoint(self, b: DVec2) -> DVec2 {
        (self + b) * 0.5
    }

    fn mul_add(self, a: DVec2, b: DVec2) -> DVec2 {
        self * a + b
    }

    fn project_onto(self, b: DVec2) -> DVec2 {
        b * self.dot(b) * b.dot(b).recip()
    }

    fn reject_from(self, b: DVec2) -> DVec2 {
        self - self.project_onto(b)
    }

    fn project_onto_normalized(self, b: DVec2) -> DVec2 {
        b * self.dot(b)
    }

    fn reject_from_normalized(self, b: DVec2) -> DVec2 {
        self - self.project_onto_normalized(b)
    }

    fn reflect(self, normal: DVec2) -> DVec2 {
        self - normal * (2.0 * self.dot(normal))
    }

    fn extend(self, z: f64) -> DVec3 {
        DVec3 { x: self.x, y: self.y, z }
    }

    fn with_x(self, v: f64) -> DVec2 {
        DVec2 { x: v, y: self.y }
    }

    fn with_y(self, v: f64) -> DVec2 {
        DVec2 { x: self.x, y: v }
    }

    fn from_angle(angle: f64) -> DVec2 {
        DVec2 { x: angle.cos(), y: angle.sin() }
    }

    fn to_angle(self) -> f64 {
        self.y.atan2(self.x)
    }

    fn perp(self) -> DVec2 {
        DVec2 { x: -self.y, y: self.x }
    }

    fn perp_dot(self, b: DVec2) -> f64 {
        self.x * b.y - self.y * b.x
    }

    fn rotate(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x * b.x - self.y * b.y, y: self.y * b.x + self.x * b.y }
    }

    fn __neg(self) -> DVec2 {
        DVec2 { x: -self.x, y: -self.y }
    }

    fn __add_DVec2(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x + b.x, y: self.y + b.y }
    }

    fn __add_number(self, b: f64) -> DVec2 {
        DVec2 { x: self.x + b, y: self.y + b }
    }

    fn __number_add(self, b: f64) -> DVec2 {
        DVec2 { x: b + self.x, y: b + self.y }
    }

    fn __sub_DVec2(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x - b.x, y: self.y - b.y }
    }

    fn __sub_number(self, b: f64) -> DVec2 {
        DVec2 { x: self.x - b, y: self.y - b }
    }

    fn __number_sub(self, b: f64) -> DVec2 {
        DVec2 { x: b - self.x, y: b - self.y }
    }

    fn __mul_DVec2(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x * b.x, y: self.y * b.y }
    }

    fn __mul_number(self, b: f64) -> DVec2 {
        DVec2 { x: self.x * b, y: self.y * b }
    }

    fn __number_mul(self, b: f64) -> DVec2 {
        DVec2 { x: b * self.x, y: b * self.y }
    }

    fn __div_DVec2(self, b: DVec2) -> DVec2 {
        DVec2 { x: self.x / b.x, y: self.y / b.y }
    }

    fn __div_number(self, b: f64) -> DVec2 {
        DVec2 { x: self.x / b, y: self.y / b }
    }

    fn __number_div(self, b: f64) -> DVec2 {
        DVec2 { x: b / self.x, y: b / self.y }
    }
}
