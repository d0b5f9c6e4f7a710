impl<T> SMatrix<T, 3, 1> {
    fn cross(&self, b: &SMatrix<T, 3, 1>) -> SMatrix<T, 3, 1> {
        let (x, y) = (self.data.0[0], b.data.0[0]);
        Self { data: ArrayStorage([[x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]]) }
    }

    fn xy(&self) -> SMatrix<T, 2, 1> {
        SMatrix::<T, 2, 1> { data: ArrayStorage([[self.data.0[0][0], self.data.0[0][1]]]) }
    }
}

impl<T> SMatrix<T, 1, 1> {
    fn determinant(&self) -> T {
        self.data.0[0][0]
    }
}

impl<T> SMatrix<T, 2, 2> {
    fn determinant(&self) -> T {
        let m = self.data.0;
        m[0][0] * m[1][1] - m[0][1] * m[1][0]
    }
}

impl<T> SMatrix<T, 3, 3> {
    fn determinant(&self) -> T {
        let m = self.data.0;
        let minor_11 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
        let minor_12 = m[0][1] * m[2][2] - m[0][2] * m[2][1];
        let minor_13 = m[0][1] * m[1][2] - m[0][2] * m[1][1];
        m[0][0] * minor_11 - m[1][0] * minor_12 + m[2][0] * minor_13
    }
}

impl<T, const R: usize> SMatrix<T, R, R> {
    fn identity() -> SMatrix<T, R, R> {
        let mut all = [[0.0; R]; R];
        for i in 0..R {
            all[i][i] = 1.0;
        }
        Self { data: ArrayStorage(all) }
    }

    fn determinant(&self) -> T {
        let mut a = self.data.0;
        let mut product = 1.0;
        for k in 0..R {
            let mut p = k;
            for r in (k + 1)..R {
                if a[k][r].abs() > a[k][p].abs() {
                    p = r;
                }
            }
            if p != k {
                product = -product;
                for c in 0..R {
                    let kept = a[c][k];
                    a[c][k] = a[c][p];
                    a[c][p] = kept;
                }
            }
            product *= a[k][k];
            for r in (k + 1)..R {
                let by = a[k][r] / a[k][k];
                for c in (k + 1)..R {
                    a[c][r] -= by * a[c][k];
                }
            }
        }
        product
    }

    // `lu().solve(&b).unwrap()`, by elimination with partial pivoting.
    fn __solve<const K: usize>(&self, b: &SMatrix<T, R, K>) -> SMatrix<T, R, K> {
        let mut a = self.data.0;
        let mut x = b.data.0;
        for k in 0..R {
            let mut p = k;
            for r in (k + 1)..R {
                if a[k][r].abs() > a[k][p].abs() {
                    p = r;
                }
            }
            if p != k {
                for c in 0..R {
                    let kept = a[c][k];
                    a[c][k] = a[c][p];
                    a[c][p] = kept;
                }
                for c in 0..K {
                    let kept = x[c][k];
                    x[c][k] = x[c][p];
                    x[c][p] = kept;
                }
            }
            assert!(a[k][k] != 0.0, "the matrix has no inverse");
            for r in (k + 1)..R {
                let by = a[k][r] / a[k][k];
                for c in (k + 1)..R {
                    a[c][r] -= by * a[c][k];
                }
                for c in 0..K {
                    x[c][r] -= by * x[c][k];
                }
            }
        }
        for c in 0..K {
            for i in 0..R {
                let r = R - 1 - i;
                let mut sum = x[c][r];
                for k in (r + 1)..R {
                    sum -= a[k][r] * x[c][k];
                }
                x[c][r] = sum / a[r][r];
            }
        }
        SMatrix::<T, R, K> { data: ArrayStorage(x) }
    }

    // `try_inverse().unwrap()`
    fn __inverse(&self) -> SMatrix<T, R, R> {
        let mut all = [[0.0; R]; R];
        for i in 0..R {
            all[i][i] = 1.0;
        }
        let one = Self { data: ArrayStorage(all) };
        self.__solve(&one)
    }

    // `cholesky().unwrap()` reads what is below the diagonal alone.
    fn __from_below(&self) -> SMatrix<T, R, R> {
        let mut a = self.data.0;
        for c in 0..R {
            for r in 0..c {
                a[c][r] = a[r][c];
            }
        }
        Self { data: ArrayStorage(a) }
    }

    fn from_diagonal(diagonal: &SMatrix<T, R, 1>) -> SMatrix<T, R, R> {
        let mut all = [[0.0; R]; R];
        for i in 0..R {
            all[i][i] = diagonal.data.0[0][i];
        }
        Self { data: ArrayStorage(all) }
    }

    fn from_diagonal_element(element: T) -> SMatrix<T, R, R> {
        let mut all = [[0.0; R]; R];
        for i in 0..R {
            all[i][i] = element;
        }
        Self { data: ArrayStorage(all) }
    }

    fn trace(&self) -> T {
        let mut sum = 0.0;
        for i in 0..R {
            sum += self.data.0[i][i];
        }
        sum
    }

    fn diagonal(&self) -> SMatrix<T, R, 1> {
        let mut all = [[0.0; R]; 1];
        for i in 0..R {
            all[0][i] = self.data.0[i][i];
        }
        SMatrix::<T, R, 1> { data: ArrayStorage(all) }
    }
}

impl<T, const R: usize, const C: usize> SMatrix<T, R, C> {
    fn zeros() -> SMatrix<T, R, C> {
        Self { data: ArrayStorage([[0.0; R]; C]) }
    }

    fn repeat(element: T) -> SMatrix<T, R, C> {
        Self { data: ArrayStorage([[element; R]; C]) }
    }

    fn from_element(element: T) -> SMatrix<T, R, C> {
        Self { data: ArrayStorage([[element; R]; C]) }
    }

    fn from_fn(f: impl Fn(usize, usize) -> T) -> SMatrix<T, R, C> {
        let mut all = [[0.0; R]; C];
        for c in 0..C {
            for r in 0..R {
                all[c][r] = f(r, c);
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn dot(&self, b: &SMatrix<T, R, C>) -> T {
        let mut sum = 0.0;
        for c in 0..C {
            for r in 0..R {
                sum += self.data.0[c][r] * b.data.0[c][r];
            }
        }
        sum
    }

    fn norm_squared(&self) -> T {
        let mut sum = 0.0;
        for c in 0..C {
            for r in 0..R {
                sum += self.data.0[c][r] * self.data.0[c][r];
            }
        }
        sum
    }

    fn norm(&self) -> T {
        let mut sum = 0.0;
        for c in 0..C {
            for r in 0..R {
                sum += self.data.0[c][r] * self.data.0[c][r];
            }
        }
        sum.sqrt()
    }

    fn magnitude(&self) -> T {
        self.norm()
    }

    fn magnitude_squared(&self) -> T {
        self.norm_squared()
    }

    fn metric_distance(&self, b: &SMatrix<T, R, C>) -> T {
        let mut sum = 0.0;
        for c in 0..C {
            for r in 0..R {
                let d = self.data.0[c][r] - b.data.0[c][r];
                sum += d * d;
            }
        }
        sum.sqrt()
    }

    fn normalize(&self) -> SMatrix<T, R, C> {
        let norm = self.norm();
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] /= norm;
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn sum(&self) -> T {
        let mut sum = 0.0;
        for c in 0..C {
            for r in 0..R {
                sum += self.data.0[c][r];
            }
        }
        sum
    }

    fn product(&self) -> T {
        let mut product = 1.0;
        for c in 0..C {
            for r in 0..R {
                product *= self.data.0[c][r];
            }
        }
        product
    }

    fn mean(&self) -> T {
        self.sum() / ((R * C) as T)
    }

    fn transpose(&self) -> SMatrix<T, C, R> {
        let mut all = [[0.0; C]; R];
        for c in 0..C {
            for r in 0..R {
                all[r][c] = self.data.0[c][r];
            }
        }
        SMatrix::<T, C, R> { data: ArrayStorage(all) }
    }

    fn component_mul(&self, b: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] *= b.data.0[c][r];
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn component_div(&self, b: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] /= b.data.0[c][r];
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn map(&self, f: impl Fn(T) -> T) -> SMatrix<T, R, C> {
        let mut all = [[0.0; R]; C];
        for c in 0..C {
            for r in 0..R {
                all[c][r] = f(self.data.0[c][r]);
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn zip_map(&self, b: &SMatrix<T, R, C>, f: impl Fn(T, T) -> T) -> SMatrix<T, R, C> {
        let mut all = [[0.0; R]; C];
        for c in 0..C {
            for r in 0..R {
                all[c][r] = f(self.data.0[c][r], b.data.0[c][r]);
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn scale(&self, factor: T) -> SMatrix<T, R, C> {
        self.__mul_number(factor)
    }

    fn unscale(&self, divisor: T) -> SMatrix<T, R, C> {
        self.__div_number(divisor)
    }

    fn add_scalar(&self, b: T) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] += b;
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn lerp(&self, b: &SMatrix<T, R, C>, t: T) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] = all[c][r] * (1.0 - t) + b.data.0[c][r] * t;
            }
        }
        Self { data: ArrayStorage(all) }
    }


    fn tr_mul<const K: usize>(&self, b: &SMatrix<T, R, K>) -> SMatrix<T, C, K> {
        let mut all = [[0.0; C]; K];
        for k in 0..K {
            for c in 0..C {
                let mut sum = 0.0;
                for r in 0..R {
                    sum += self.data.0[c][r] * b.data.0[k][r];
                }
                all[k][c] = sum;
            }
        }
        SMatrix::<T, C, K> { data: ArrayStorage(all) }
    }

    // Operators, by what stands on the other side.

    fn __neg(&self) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] = -all[c][r];
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn __add_SMatrix(&self, b: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] += b.data.0[c][r];
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn __sub_SMatrix(&self, b: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] -= b.data.0[c][r];
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn __mul_SMatrix<const K: usize>(&self, b: &SMatrix<T, C, K>) -> SMatrix<T, R, K> {
        let mut all = [[0.0; R]; K];
        for k in 0..K {
            for r in 0..R {
                let mut sum = 0.0;
                for c in 0..C {
                    sum += self.data.0[c][r] * b.data.0[k][c];
                }
                all[k][r] = sum;
            }
        }
        SMatrix::<T, R, K> { data: ArrayStorage(all) }
    }

    fn __mul_Point(&self, b: &Point<T, C>) -> Point<T, R> {
        let mut all = [[0.0; R]];
        for r in 0..R {
            let mut sum = 0.0;
            for c in 0..C {
                sum += self.data.0[c][r] * b.coords.data.0[0][c];
            }
            all[0][r] = sum;
        }
        Point::<T, R> { coords: SMatrix::<T, R, 1> { data: ArrayStorage(all) } }
    }

    fn __mul_number(&self, b: T) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] *= b;
            }
        }
        Self { data: ArrayStorage(all) }
    }

    fn __number_mul(&self, b: T) -> SMatrix<T, R, C> {
        self.__mul_number(b)
    }

    fn __div_number(&self, b: T) -> SMatrix<T, R, C> {
        let mut all = self.data.0;
        for c in 0..C {
            for r in 0..R {
                all[c][r] /= b;
            }
        }
        Self { data: ArrayStorage(all) }
    }
}

impl<T, const D: usize> Point<T, D> {
    fn origin() -> Point<T, D> {
        Self { coords: SMatrix::<T, D, 1> { data: ArrayStorage([[0.0; D]]) } }
    }

    fn __add_SMatrix(&self, b: &SMatrix<T, D, 1>) -> Point<T, D> {
        Self { coords: self.coords + b }
    }

    fn __sub_SMatrix(&self, b: &SMatrix<T, D, 1>) -> Point<T, D> {
        Self { coords: self.coords - b }
    }

    fn __sub_Point(&self, b: &Point<T, D>) -> SMatrix<T, D, 1> {
        self.coords - b.coords
    }

    fn __neg(&self) -> Point<T, D> {
        Self { coords: -self.coords }
    }

    fn __mul_number(&self, b: T) -> Point<T, D> {
        Self { coords: self.coords * b }
    }

    fn __number_mul(&self, b: T) -> Point<T, D> {
        Self { coords: self.coords * b }
    }

    fn __div_number(&self, b: T) -> Point<T, D> {
        Self { coords: self.coords / b }
    }
}
