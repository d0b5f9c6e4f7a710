impl DMat3 {
    const ZERO: DMat3 = DMat3::ZERO;
    const IDENTITY: DMat3 = DMat3::IDENTITY;

    fn from_cols(x_axis: DVec3, y_axis: DVec3, z_axis: DVec3) -> DMat3 {
        DMat3 { x_axis, y_axis, z_axis }
    }

    fn from_cols_array(m: &[f64; 9]) -> DMat3 {
        DMat3 {
            x_axis: DVec3 { x: m[0], y: m[1], z: m[2] },
            y_axis: DVec3 { x: m[3], y: m[4], z: m[5] },
            z_axis: DVec3 { x: m[6], y: m[7], z: m[8] },
        }
    }

    fn from_cols_array_2d(m: &[[f64; 3]; 3]) -> DMat3 {
        DMat3 {
            x_axis: DVec3 { x: m[0][0], y: m[0][1], z: m[0][2] },
            y_axis: DVec3 { x: m[1][0], y: m[1][1], z: m[1][2] },
            z_axis: DVec3 { x: m[2][0], y: m[2][1], z: m[2][2] },
        }
    }

    fn to_cols_array(&self) -> [f64; 9] {
        [self.x_axis.x, self.x_axis.y, self.x_axis.z, self.y_axis.x, self.y_axis.y, self.y_axis.z, self.z_axis.x, self.z_axis.y, self.z_axis.z]
    }

    fn to_cols_array_2d(&self) -> [[f64; 3]; 3] {
        [[self.x_axis.x, self.x_axis.y, self.x_axis.z], [self.y_axis.x, self.y_axis.y, self.y_axis.z], [self.z_axis.x, self.z_axis.y, self.z_axis.z]]
    }

    fn from_diagonal(d: DVec3) -> DMat3 {
        DMat3 {
            x_axis: DVec3 { x: d.x, y: 0.0, z: 0.0 },
            y_axis: DVec3 { x: 0.0, y: d.y, z: 0.0 },
            z_axis: DVec3 { x: 0.0, y: 0.0, z: d.z },
        }
    }

    fn transpose(&self) -> DMat3 {
        DMat3 {
            x_axis: DVec3 { x: self.x_axis.x, y: self.y_axis.x, z: self.z_axis.x },
            y_axis: DVec3 { x: self.x_axis.y, y: self.y_axis.y, z: self.z_axis.y },
            z_axis: DVec3 { x: self.x_axis.z, y: self.y_axis.z, z: self.z_axis.z },
        }
    }

    fn mul_vec3(&self, v: DVec3) -> DVec3 {
        self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z
    }

    fn mul_mat3(&self, b: &DMat3) -> DMat3 {
        DMat3 { x_axis: self.mul_vec3(b.x_axis), y_axis: self.mul_vec3(b.y_axis), z_axis: self.mul_vec3(b.z_axis) }
    }

    fn mul_scalar(&self, b: f64) -> DMat3 {
        DMat3 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b }
    }

    fn from_rotation_x(angle: f64) -> DMat3 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat3 {
            x_axis: DVec3 { x: 1.0, y: 0.0, z: 0.0 },
            y_axis: DVec3 { x: 0.0, y: c, z: s },
            z_axis: DVec3 { x: 0.0, y: -s, z: c },
        }
    }

    fn from_rotation_y(angle: f64) -> DMat3 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat3 {
            x_axis: DVec3 { x: c, y: 0.0, z: -s },
            y_axis: DVec3 { x: 0.0, y: 1.0, z: 0.0 },
            z_axis: DVec3 { x: s, y: 0.0, z: c },
        }
    }

    fn from_rotation_z(angle: f64) -> DMat3 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat3 {
            x_axis: DVec3 { x: c, y: s, z: 0.0 },
            y_axis: DVec3 { x: -s, y: c, z: 0.0 },
            z_axis: DVec3 { x: 0.0, y: 0.0, z: 1.0 },
        }
    }

    fn from_quat(q: DQuat) -> DMat3 {
        let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z);
        let (xx, xy, xz) = (q.x * x2, q.x * y2, q.x * z2);
        let (yy, yz, zz) = (q.y * y2, q.y * z2, q.z * z2);
        let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2);
        DMat3 {
            x_axis: DVec3 { x: 1.0 - (yy + zz), y: xy + wz, z: xz - wy },
            y_axis: DVec3 { x: xy - wz, y: 1.0 - (xx + zz), z: yz + wx },
            z_axis: DVec3 { x: xz + wy, y: yz - wx, z: 1.0 - (xx + yy) },
        }
    }

    fn determinant(&self) -> f64 {
        self.z_axis.dot(self.x_axis.cross(self.y_axis))
    }

    fn inverse(&self) -> DMat3 {
        let a = self.y_axis.cross(self.z_axis);
        let b = self.z_axis.cross(self.x_axis);
        let c = self.x_axis.cross(self.y_axis);
        let by = self.z_axis.dot(c).recip();
        let all = DMat3 { x_axis: a * by, y_axis: b * by, z_axis: c * by };
        all.transpose()
    }

    fn from_axis_angle(axis: DVec3, angle: f64) -> DMat3 {
        let (s, c) = (angle.sin(), angle.cos());
        let (xs, ys, zs) = (axis.x * s, axis.y * s, axis.z * s);
        let rest = 1.0 - c;
        let (xy, xz, yz) = (axis.x * axis.y * rest, axis.x * axis.z * rest, axis.y * axis.z * rest);
        DMat3 {
            x_axis: DVec3 { x: axis.x * axis.x * rest + c, y: xy + zs, z: xz - ys },
            y_axis: DVec3 { x: xy - zs, y: axis.y * axis.y * rest + c, z: yz + xs },
            z_axis: DVec3 { x: xz + ys, y: yz - xs, z: axis.z * axis.z * rest + c },
        }
    }

    fn __neg(&self) -> DMat3 {
        DMat3 { x_axis: -self.x_axis, y_axis: -self.y_axis, z_axis: -self.z_axis }
    }

    fn __add_DMat3(&self, b: &DMat3) -> DMat3 {
        DMat3 { x_axis: self.x_axis + b.x_axis, y_axis: self.y_axis + b.y_axis, z_axis: self.z_axis + b.z_axis }
    }

    fn __sub_DMat3(&self, b: &DMat3) -> DMat3 {
        DMat3 { x_axis: self.x_axis - b.x_axis, y_axis: self.y_axis - b.y_axis, z_axis: self.z_axis - b.z_axis }
    }

    fn __mul_DMat3(&self, b: &DMat3) -> DMat3 {
        self.mul_mat3(b)
    }

    fn __mul_DVec3(&self, b: DVec3) -> DVec3 {
        self.mul_vec3(b)
    }

    fn __mul_number(&self, b: f64) -> DMat3 {
        DMat3 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b }
    }

    fn __number_mul(&self, b: f64) -> DMat3 {
        DMat3 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b }
    }

    fn __div_number(&self, b: f64) -> DMat3 {
        DMat3 { x_axis: self.x_axis / b, y_axis: self.y_axis / b, z_axis: self.z_axis / b }
    }
}
