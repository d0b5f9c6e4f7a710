impl DMat4 {
    const ZERO: DMat4 = DMat4::ZERO;
    const IDENTITY: DMat4 = DMat4::IDENTITY;

    fn from_cols(x_axis: DVec4, y_axis: DVec4, z_axis: DVec4, w_axis: DVec4) -> DMat4 {
        DMat4 { x_axis, y_axis, z_axis, w_axis }
    }

    fn from_cols_array(m: &[f64; 16]) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: m[0], y: m[1], z: m[2], w: m[3] },
            y_axis: DVec4 { x: m[4], y: m[5], z: m[6], w: m[7] },
            z_axis: DVec4 { x: m[8], y: m[9], z: m[10], w: m[11] },
            w_axis: DVec4 { x: m[12], y: m[13], z: m[14], w: m[15] },
        }
    }

    fn from_cols_array_2d(m: &[[f64; 4]; 4]) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: m[0][0], y: m[0][1], z: m[0][2], w: m[0][3] },
            y_axis: DVec4 { x: m[1][0], y: m[1][1], z: m[1][2], w: m[1][3] },
            z_axis: DVec4 { x: m[2][0], y: m[2][1], z: m[2][2], w: m[2][3] },
            w_axis: DVec4 { x: m[3][0], y: m[3][1], z: m[3][2], w: m[3][3] },
        }
    }

    fn to_cols_array(&self) -> [f64; 16] {
        [self.x_axis.x, self.x_axis.y, self.x_axis.z, self.x_axis.w, self.y_axis.x, self.y_axis.y, self.y_axis.z, self.y_axis.w, self.z_axis.x, self.z_axis.y, self.z_axis.z, self.z_axis.w, self.w_axis.x, self.w_axis.y, self.w_axis.z, self.w_axis.w]
    }

    fn to_cols_array_2d(&self) -> [[f64; 4]; 4] {
        [[self.x_axis.x, self.x_axis.y, self.x_axis.z, self.x_axis.w], [self.y_axis.x, self.y_axis.y, self.y_axis.z, self.y_axis.w], [self.z_axis.x, self.z_axis.y, self.z_axis.z, self.z_axis.w], [self.w_axis.x, self.w_axis.y, self.w_axis.z, self.w_axis.w]]
    }

    fn from_diagonal(d: DVec4) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: d.x, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: DVec4 { x: 0.0, y: d.y, z: 0.0, w: 0.0 },
            z_axis: DVec4 { x: 0.0, y: 0.0, z: d.z, w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: d.w },
        }
    }

    fn transpose(&self) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: self.x_axis.x, y: self.y_axis.x, z: self.z_axis.x, w: self.w_axis.x },
            y_axis: DVec4 { x: self.x_axis.y, y: self.y_axis.y, z: self.z_axis.y, w: self.w_axis.y },
            z_axis: DVec4 { x: self.x_axis.z, y: self.y_axis.z, z: self.z_axis.z, w: self.w_axis.z },
            w_axis: DVec4 { x: self.x_axis.w, y: self.y_axis.w, z: self.z_axis.w, w: self.w_axis.w },
        }
    }

    fn mul_vec4(&self, v: DVec4) -> DVec4 {
        self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z + self.w_axis * v.w
    }

    fn mul_mat4(&self, b: &DMat4) -> DMat4 {
        DMat4 { x_axis: self.mul_vec4(b.x_axis), y_axis: self.mul_vec4(b.y_axis), z_axis: self.mul_vec4(b.z_axis), w_axis: self.mul_vec4(b.w_axis) }
    }

    fn mul_scalar(&self, b: f64) -> DMat4 {
        DMat4 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b, w_axis: self.w_axis * b }
    }

    fn from_rotation_x(angle: f64) -> DMat4 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat4 {
            x_axis: DVec4 { x: 1.0, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: DVec4 { x: 0.0, y: c, z: s, w: 0.0 },
            z_axis: DVec4 { x: 0.0, y: -s, z: c, w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        }
    }

    fn from_rotation_y(angle: f64) -> DMat4 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat4 {
            x_axis: DVec4 { x: c, y: 0.0, z: -s, w: 0.0 },
            y_axis: DVec4 { x: 0.0, y: 1.0, z: 0.0, w: 0.0 },
            z_axis: DVec4 { x: s, y: 0.0, z: c, w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        }
    }

    fn from_rotation_z(angle: f64) -> DMat4 {
        let (s, c) = (angle.sin(), angle.cos());
        DMat4 {
            x_axis: DVec4 { x: c, y: s, z: 0.0, w: 0.0 },
            y_axis: DVec4 { x: -s, y: c, z: 0.0, w: 0.0 },
            z_axis: DVec4 { x: 0.0, y: 0.0, z: 1.0, w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        }
    }

    fn from_quat(q: DQuat) -> DMat4 {
        let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z);
        let (xx, xy, xz) = (q.x * x2, q.x * y2, q.x * z2);
        let (yy, yz, zz) = (q.y * y2, q.y * z2, q.z * z2);
        let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2);
        DMat4 {
            x_axis: DVec4 { x: 1.0 - (yy + zz), y: xy + wz, z: xz - wy, w: 0.0 },
            y_axis: DVec4 { x: xy - wz, y: 1.0 - (xx + zz), z: yz + wx, w: 0.0 },
            z_axis: DVec4 { x: xz + wy, y: yz - wx, z: 1.0 - (xx + yy), w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        }
    }

    fn from_translation(t: DVec3) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: 1.0, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: DVec4 { x: 0.0, y: 1.0, z: 0.0, w: 0.0 },
            z_axis: DVec4 { x: 0.0, y: 0.0, z: 1.0, w: 0.0 },
            w_axis: DVec4 { x: t.x, y: t.y, z: t.z, w: 1.0 },
        }
    }

    fn from_scale(s: DVec3) -> DMat4 {
        DMat4 {
            x_axis: DVec4 { x: s.x, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: DVec4 { x: 0.0, y: s.y, z: 0.0, w: 0.0 },
            z_axis: DVec4 { x: 0.0, y: 0.0, z: s.z, w: 0.0 },
            w_axis: DVec4 { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        }
    }

    fn from_rotation_translation(q: DQuat, t: DVec3) -> DMat4 {
        let mut all = DMat4::from_quat(q);
        all.w_axis = DVec4 { x: t.x, y: t.y, z: t.z, w: 1.0 };
        all
    }

    fn transform_vector3(&self, v: DVec3) -> DVec3 {
        let all = self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z;
        DVec3 { x: all.x, y: all.y, z: all.z }
    }

    fn transform_point3(&self, v: DVec3) -> DVec3 {
        let all = self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z + self.w_axis;
        DVec3 { x: all.x, y: all.y, z: all.z }
    }

    fn project_point3(&self, v: DVec3) -> DVec3 {
        let all = self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z + self.w_axis;
        DVec3 { x: all.x / all.w, y: all.y / all.w, z: all.z / all.w }
    }

    fn determinant(&self) -> f64 {
        let m = self.to_cols_array_2d();
        let (s0, s1, s2) = (m[0][0] * m[1][1] - m[1][0] * m[0][1], m[0][0] * m[1][2] - m[1][0] * m[0][2], m[0][0] * m[1][3] - m[1][0] * m[0][3]);
        let (s3, s4, s5) = (m[0][1] * m[1][2] - m[1][1] * m[0][2], m[0][1] * m[1][3] - m[1][1] * m[0][3], m[0][2] * m[1][3] - m[1][2] * m[0][3]);
        let (c5, c4, c3) = (m[2][2] * m[3][3] - m[3][2] * m[2][3], m[2][1] * m[3][3] - m[3][1] * m[2][3], m[2][1] * m[3][2] - m[3][1] * m[2][2]);
        let (c2, c1, c0) = (m[2][0] * m[3][3] - m[3][0] * m[2][3], m[2][0] * m[3][2] - m[3][0] * m[2][2], m[2][0] * m[3][1] - m[3][0] * m[2][1]);
        s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
    }

    fn inverse(&self) -> DMat4 {
        let m = self.to_cols_array_2d();
        let (s0, s1, s2) = (m[0][0] * m[1][1] - m[1][0] * m[0][1], m[0][0] * m[1][2] - m[1][0] * m[0][2], m[0][0] * m[1][3] - m[1][0] * m[0][3]);
        let (s3, s4, s5) = (m[0][1] * m[1][2] - m[1][1] * m[0][2], m[0][1] * m[1][3] - m[1][1] * m[0][3], m[0][2] * m[1][3] - m[1][2] * m[0][3]);
        let (c5, c4, c3) = (m[2][2] * m[3][3] - m[3][2] * m[2][3], m[2][1] * m[3][3] - m[3][1] * m[2][3], m[2][1] * m[3][2] - m[3][1] * m[2][2]);
        let (c2, c1, c0) = (m[2][0] * m[3][3] - m[3][0] * m[2][3], m[2][0] * m[3][2] - m[3][0] * m[2][2], m[2][0] * m[3][1] - m[3][0] * m[2][1]);
        let by = (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0).recip();
        DMat4 {
            x_axis: DVec4 { x: (m[1][1] * c5 - m[1][2] * c4 + m[1][3] * c3) * by, y: (-m[0][1] * c5 + m[0][2] * c4 - m[0][3] * c3) * by, z: (m[3][1] * s5 - m[3][2] * s4 + m[3][3] * s3) * by, w: (-m[2][1] * s5 + m[2][2] * s4 - m[2][3] * s3) * by },
            y_axis: DVec4 { x: (-m[1][0] * c5 + m[1][2] * c2 - m[1][3] * c1) * by, y: (m[0][0] * c5 - m[0][2] * c2 + m[0][3] * c1) * by, z: (-m[3][0] * s5 + m[3][2] * s2 - m[3][3] * s1) * by, w: (m[2][0] * s5 - m[2][2] * s2 + m[2][3] * s1) * by },
            z_axis: DVec4 { x: (m[1][0] * c4 - m[1][1] * c2 + m[1][3] * c0) * by, y: (-m[0][0] * c4 + m[0][1] * c2 - m[0][3] * c0) * by, z: (m[3][0] * s4 - m[3][1] * s2 + m[3][3] * s0) * by, w: (-m[2][0] * s4 + m[2][1] * s2 - m[2][3] * s0) * by },
            w_axis: DVec4 { x: (-m[1][0] * c3 + m[1][1] * c1 - m[1][2] * c0) * by, y: (m[0][0] * c3 - m[0][1] * c1 + m[0][2] * c0) * by, z: (-m[3][0] * s3 + m[3][1] * s1 - m[3][2] * s0) * by, w: (m[2][0] * s3 - m[2][1] * s1 + m[2][2] * s0) * by },
        }
    }

    fn __neg(&self) -> DMat4 {
        DMat4 { x_axis: -self.x_axis, y_axis: -self.y_axis, z_axis: -self.z_axis, w_axis: -self.w_axis }
    }

    fn __add_DMat4(&self, b: &DMat4) -> DMat4 {
        DMat4 { x_axis: self.x_axis + b.x_axis, y_axis: self.y_axis + b.y_axis, z_axis: self.z_axis + b.z_axis, w_axis: self.w_axis + b.w_axis }
    }

    fn __sub_DMat4(&self, b: &DMat4) -> DMat4 {
        DMat4 { x_axis: self.x_axis - b.x_axis, y_axis: self.y_axis - b.y_axis, z_axis: self.z_axis - b.z_axis, w_axis: self.w_axis - b.w_axis }
    }

    fn __mul_DMat4(&self, b: &DMat4) -> DMat4 {
        self.mul_mat4(b)
    }

    fn __mul_DVec4(&self, b: DVec4) -> DVec4 {
        self.mul_vec4(b)
    }

    fn __mul_number(&self, b: f64) -> DMat4 {
        DMat4 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b, w_axis: self.w_axis * b }
    }

    fn __number_mul(&self, b: f64) -> DMat4 {
        DMat4 { x_axis: self.x_axis * b, y_axis: self.y_axis * b, z_axis: self.z_axis * b, w_axis: self.w_axis * b }
    }

    fn __div_number(&self, b: f64) -> DMat4 {
        DMat4 { x_axis: self.x_axis / b, y_axis: self.y_axis / b, z_axis: self.z_axis / b, w_axis: self.w_axis / b }
    }
}
