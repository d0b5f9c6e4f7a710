// What is known of ndarray, 0.15 and later: see `surroundings/libraries.rs`. Elements are stored row by row.

pub struct Array1<T> { data: Vec<T> }
pub struct Array2<T> { #[no_derivative] rows: usize, #[no_derivative] cols: usize, data: Vec<T> }

impl<T> Array1<T> {
    fn from_vec(data: Vec<T>) -> Array1<T> {
        Self { data }
    }

    fn __from_array(data: Vec<T>) -> Array1<T> {
        Self { data }
    }

    fn zeros(n: usize) -> Array1<T> {
        Self { data: vec![0.0; n] }
    }

    fn ones(n: usize) -> Array1<T> {
        Self { data: vec![1.0; n] }
    }

    fn from_elem(n: usize, element: T) -> Array1<T> {
        Self { data: vec![element; n] }
    }

    fn from_shape_fn(n: usize, f: impl Fn(usize) -> T) -> Array1<T> {
        let mut all = vec![0.0; n];
        for i in 0..n {
            all[i] = f(i);
        }
        Self { data: all }
    }

    fn dot(&self, b: &Array1<T>) -> T {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i] * b.data[i];
        }
        sum
    }

    fn __dot_Array2(&self, b: &Array2<T>) -> Array1<T> {
        let (ours, theirs) = (self.data.len(), b.rows);
        assert!(ours == theirs, "vector and matrix of different sizes");
        let mut all = vec![0.0; b.cols];
        for r in 0..b.rows {
            for c in 0..b.cols {
                all[c] += self.data[r] * b.data[r * b.cols + c];
            }
        }
        Self { data: all }
    }

    fn __neg(&self) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = -self.data[i];
        }
        Self { data: all }
    }

    fn __add_Array1(&self, b: &Array1<T>) -> Array1<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b.data[i];
        }
        Self { data: all }
    }

    fn __sub_Array1(&self, b: &Array1<T>) -> Array1<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b.data[i];
        }
        Self { data: all }
    }

    fn __mul_Array1(&self, b: &Array1<T>) -> Array1<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b.data[i];
        }
        Self { data: all }
    }

    fn __div_Array1(&self, b: &Array1<T>) -> Array1<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b.data[i];
        }
        Self { data: all }
    }

    fn __add_number(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b;
        }
        Self { data: all }
    }

    fn __number_add(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b + self.data[i];
        }
        Self { data: all }
    }

    fn __sub_number(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b;
        }
        Self { data: all }
    }

    fn __number_sub(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b - self.data[i];
        }
        Self { data: all }
    }

    fn __mul_number(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b;
        }
        Self { data: all }
    }

    fn __number_mul(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b * self.data[i];
        }
        Self { data: all }
    }

    fn __div_number(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b;
        }
        Self { data: all }
    }

    fn __number_div(&self, b: T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b / self.data[i];
        }
        Self { data: all }
    }

    fn sum(&self) -> T {
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i];
        }
        sum
    }

    fn len(&self) -> usize {
        self.data.len()
    }

    fn mapv(&self, f: impl Fn(T) -> T) -> Array1<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = f(self.data[i]);
        }
        Self { data: all }
    }
}

impl<T> Array2<T> {
    fn from_shape_fn(shape: (usize, usize), f: impl Fn((usize, usize)) -> T) -> Array2<T> {
        let (rows, cols) = shape;
        let mut all = vec![0.0; rows * cols];
        for r in 0..rows {
            for c in 0..cols {
                all[r * cols + c] = f((r, c));
            }
        }
        Self { rows, cols, data: all }
    }

    fn zeros(shape: (usize, usize)) -> Array2<T> {
        Self { rows: shape.0, cols: shape.1, data: vec![0.0; shape.0 * shape.1] }
    }

    fn ones(shape: (usize, usize)) -> Array2<T> {
        Self { rows: shape.0, cols: shape.1, data: vec![1.0; shape.0 * shape.1] }
    }

    fn from_elem(shape: (usize, usize), element: T) -> Array2<T> {
        Self { rows: shape.0, cols: shape.1, data: vec![element; shape.0 * shape.1] }
    }

    fn eye(n: usize) -> Array2<T> {
        let mut all = vec![0.0; n * n];
        for i in 0..n {
            all[i * n + i] = 1.0;
        }
        Self { rows: n, cols: n, data: all }
    }

    fn from_diag(d: &Array1<T>) -> Array2<T> {
        let n = d.data.len();
        let mut all = vec![0.0; n * n];
        for i in 0..n {
            all[i * n + i] = d.data[i];
        }
        Self { rows: n, cols: n, data: all }
    }

    fn nrows(&self) -> usize {
        self.rows
    }

    fn ncols(&self) -> usize {
        self.cols
    }

    fn t(&self) -> Array2<T> {
        let (rows, cols) = (self.rows, self.cols);
        let mut all = vec![0.0; rows * cols];
        for r in 0..rows {
            for c in 0..cols {
                all[c * rows + r] = self.data[r * cols + c];
            }
        }
        Self { rows: cols, cols: rows, data: all }
    }

    fn diag(&self) -> Array1<T> {
        let n = self.rows.min(self.cols);
        let mut all = vec![0.0; n];
        for i in 0..n {
            all[i] = self.data[i * self.cols + i];
        }
        Array1::<T> { data: all }
    }

    fn row(&self, r: usize) -> Array1<T> {
        let rows = self.rows;
        assert!(r < rows, "the matrix has fewer rows");
        let mut all = vec![0.0; self.cols];
        for c in 0..self.cols {
            all[c] = self.data[r * self.cols + c];
        }
        Array1::<T> { data: all }
    }

    fn column(&self, c: usize) -> Array1<T> {
        let cols = self.cols;
        assert!(c < cols, "the matrix has fewer columns");
        let mut all = vec![0.0; self.rows];
        for r in 0..self.rows {
            all[r] = self.data[r * self.cols + c];
        }
        Array1::<T> { data: all }
    }

    fn __sum_axis_0(&self) -> Array1<T> {
        let mut all = vec![0.0; self.cols];
        for r in 0..self.rows {
            for c in 0..self.cols {
                all[c] += self.data[r * self.cols + c];
            }
        }
        Array1::<T> { data: all }
    }

    fn __sum_axis_1(&self) -> Array1<T> {
        let mut all = vec![0.0; self.rows];
        for r in 0..self.rows {
            for c in 0..self.cols {
                all[r] += self.data[r * self.cols + c];
            }
        }
        Array1::<T> { data: all }
    }

    fn dot(&self, b: &Array2<T>) -> Array2<T> {
        let (ours, theirs) = (self.cols, b.rows);
        assert!(ours == theirs, "matrices of different sizes");
        let mut all = vec![0.0; self.rows * b.cols];
        for r in 0..self.rows {
            for k in 0..b.rows {
                for c in 0..b.cols {
                    all[r * b.cols + c] += self.data[r * self.cols + k] * b.data[k * b.cols + c];
                }
            }
        }
        Self { rows: self.rows, cols: b.cols, data: all }
    }

    fn __dot_Array1(&self, b: &Array1<T>) -> Array1<T> {
        let (ours, theirs) = (self.cols, b.data.len());
        assert!(ours == theirs, "matrix and vector of different sizes");
        let mut all = vec![0.0; self.rows];
        for r in 0..self.rows {
            for c in 0..self.cols {
                all[r] += self.data[r * self.cols + c] * b.data[c];
            }
        }
        Array1::<T> { data: all }
    }

    fn __neg(&self) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = -self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __add_Array2(&self, b: &Array2<T>) -> Array2<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __sub_Array2(&self, b: &Array2<T>) -> Array2<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __mul_Array2(&self, b: &Array2<T>) -> Array2<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __div_Array2(&self, b: &Array2<T>) -> Array2<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __add_number(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b;
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __number_add(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b + self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __sub_number(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b;
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __number_sub(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b - self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __mul_number(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b;
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __number_mul(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b * self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __div_number(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b;
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __number_div(&self, b: T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b / self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn sum(&self) -> T {
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i];
        }
        sum
    }

    fn len(&self) -> usize {
        self.data.len()
    }

    fn mapv(&self, f: impl Fn(T) -> T) -> Array2<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = f(self.data[i]);
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }
}
