impl DMat2 {
    const ZERO: DMat2 = DMat2::ZERO;
    const IDENTITY: DMat2 = DMat2::IDENTITY;

    fn from_cols(x_axis: DVec2, y_axis: DVec2) -> DMat2 {
        DMat2 { x_axis, y_axis }
    }

    fn from_cols_array(m: &[f64; 4]) -> DMat2 {
        DMat2 {
            x_axis: DVec2 { x: m[0], y: m[1] },
            y_axis: DVec2 { x: m[2], y: m[3] },
        }
    }

    fn from_cols_array_2d(m: &[[f64; 2]; 2]) -> DMat2 {
        DMat2 {
            x_axis: DVec2 { x: m[0][0], y: m[0][1] },
            y_axis: DVec2 { x: m[1][0], y: m[1][1] },
        }
    }

    fn to_cols_array(&self) -> [f64; 4] {
        [self.x_axis.x, self.x_axis.y, self.y_axis.x, self.y_axis.y]
    }

    fn to_cols_array_2d(&self) -> [[f64; 2]; 2] {
        [[self.x_axis.x, self.x_axis.y], [self.y_axis.x, self.y_axis.y]]
    }

    fn from_diagonal(d: DVec2) -> DMat2 {
        DMat2 {
            x_axis: DVec2 { x: d.x, y: 0.0 },
            y_axis: DVec2 { x: 0.0, y: d.y },
        }
    }

    fn transpose(&self) -> DMat2 {
        DMat2 {
            x_axis: DVec2 { x: self.x_axis.x, y: self.y_axis.x },
            y_axis: DVec2 { x: self.x_axis.y, y: self.y_axis.y },
        }
    }

    fn mul_vec2(&self, v: DVec2) -> DVec2 {
        self.x_axis * v.x + self.y_axis * v.y
    }

    fn mul_mat2(&self, b: &DMat2) -> DMat2 {
        DMat2 { x_axis: self.mul_vec2(b.x_axis), y_axis: self.mul_vec2(b.y_axis) }
    }

    fn mul_scalar(&self, b: f64) -> DMat2 {
        DMat2 { x_axis: self.x_axis * b, y_axis: self.y_axis * b }
    }

    fn from_angle(angle: f64) -> DMat2 {
        DMat2 {
            x_axis: DVec2 { x: angle.cos(), y: angle.sin() },
            y_axis: DVec2 { x: -angle.sin(), y: angle.cos() },
        }
    }

    fn determinant(&self) -> f64 {
        self.x_axis.x * self.y_axis.y - self.x_axis.y * self.y_axis.x
    }

    fn inverse(&self) -> DMat2 {
        let by = self.determinant().recip();
        DMat2 {
            x_axis: DVec2 { x: self.y_axis.y * by, y: self.x_axis.y * -by },
            y_axis: DVec2 { x: self.y_axis.x * -by, y: self.x_axis.x * by },
        }
    }

    fn __neg(&self) -> DMat2 {
        DMat2 { x_axis: -self.x_axis, y_axis: -self.y_axis }
    }

    fn __add_DMat2(&self, b: &DMat2) -> DMat2 {
        DMat2 { x_axis: self.x_axis + b.x_axis, y_axis: self.y_axis + b.y_axis }
    }

    fn __sub_DMat2(&self, b: &DMat2) -> DMat2 {
        DMat2 { x_axis: self.x_axis - b.x_axis, y_axis: self.y_axis - b.y_axis }
    }

    fn __mul_DMat2(&self, b: &DMat2) -> DMat2 {
        self.mul_mat2(b)
    }

    fn __mul_DVec2(&self, b: DVec2) -> DVec2 {
        self.mul_vec2(b)
    }

    fn __mul_number(&self, b: f64) -> DMat2 {
        DMat2 { x_axis: self.x_axis * b, y_axis: self.y_axis * b }
    }

    fn __number_mul(&self, b: f64) -> DMat2 {
        DMat2 { x_axis: self.x_axis * b, y_axis: self.y_axis * b }
    }

    fn __div_number(&self, b: f64) -> DMat2 {
        DMat2 { x_axis: self.x_axis / b, y_axis: self.y_axis / b }
    }
}
