impl DQuat {
    const IDENTITY: DQuat = DQuat::IDENTITY;

    fn from_xyzw(x: f64, y: f64, z: f64, w: f64) -> DQuat {
        DQuat { x, y, z, w }
    }

    fn from_array(a: [f64; 4]) -> DQuat {
        DQuat { x: a[0], y: a[1], z: a[2], w: a[3] }
    }

    fn from_vec4(v: DVec4) -> DQuat {
        DQuat { x: v.x, y: v.y, z: v.z, w: v.w }
    }

    fn to_array(&self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }

    fn from_axis_angle(axis: DVec3, angle: f64) -> DQuat {
        let v = axis * (angle * 0.5).sin();
        DQuat { x: v.x, y: v.y, z: v.z, w: (angle * 0.5).cos() }
    }

    fn from_rotation_x(angle: f64) -> DQuat {
        DQuat { x: (angle * 0.5).sin(), y: 0.0, z: 0.0, w: (angle * 0.5).cos() }
    }

    fn from_rotation_y(angle: f64) -> DQuat {
        DQuat { x: 0.0, y: (angle * 0.5).sin(), z: 0.0, w: (angle * 0.5).cos() }
    }

    fn from_rotation_z(angle: f64) -> DQuat {
        DQuat { x: 0.0, y: 0.0, z: (angle * 0.5).sin(), w: (angle * 0.5).cos() }
    }

    fn xyz(self) -> DVec3 {
        DVec3 { x: self.x, y: self.y, z: self.z }
    }

    fn conjugate(self) -> DQuat {
        DQuat { x: -self.x, y: -self.y, z: -self.z, w: self.w }
    }

    fn inverse(self) -> DQuat {
        self.conjugate()
    }

    fn dot(self, b: DQuat) -> f64 {
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

    fn normalize(self) -> DQuat {
        self * self.length_recip()
    }

    fn mul_vec3(self, v: DVec3) -> DVec3 {
        let w = self.w;
        let b = DVec3 { x: self.x, y: self.y, z: self.z };
        v * (w * w - b.dot(b)) + b * (v.dot(b) * 2.0) + b.cross(v) * (w * 2.0)
    }

    fn mul_quat(self, b: DQuat) -> DQuat {
        DQuat {
            x: self.w * b.x + self.x * b.w + self.y * b.z - self.z * b.y,
            y: self.w * b.y - self.x * b.z + self.y * b.w + self.z * b.x,
            z: self.w * b.z + self.x * b.y - self.y * b.x + self.z * b.w,
            w: self.w * b.w - self.x * b.x - self.y * b.y - self.z * b.z,
        }
    }

    fn __neg(self) -> DQuat {
        DQuat { x: -self.x, y: -self.y, z: -self.z, w: -self.w }
    }

    fn __add_DQuat(self, b: DQuat) -> DQuat {
        DQuat { x: self.x + b.x, y: self.y + b.y, z: self.z + b.z, w: self.w + b.w }
    }

    fn __sub_DQuat(self, b: DQuat) -> DQuat {
        DQuat { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z, w: self.w - b.w }
    }

    fn __mul_DQuat(self, b: DQuat) -> DQuat {
        self.mul_quat(b)
    }

    fn __mul_DVec3(self, b: DVec3) -> DVec3 {
        self.mul_vec3(b)
    }

    fn __mul_number(self, b: f64) -> DQuat {
        DQuat { x: self.x * b, y: self.y * b, z: self.z * b, w: self.w * b }
    }

    fn __div_number(self, b: f64) -> DQuat {
        DQuat { x: self.x / b, y: self.y / b, z: self.z / b, w: self.w / b }
    }
}
