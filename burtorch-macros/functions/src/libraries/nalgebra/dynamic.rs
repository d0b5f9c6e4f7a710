impl<T> DVector<T> {
    fn from_vec(data: Vec<T>) -> DVector<T> {
        Self { data }
    }

    fn __from_array(data: Vec<T>) -> DVector<T> {
        Self { data }
    }

    fn zeros(n: usize) -> DVector<T> {
        Self { data: vec![0.0; n] }
    }

    fn from_element(n: usize, element: T) -> DVector<T> {
        Self { data: vec![element; n] }
    }

    fn repeat(n: usize, element: T) -> DVector<T> {
        Self { data: vec![element; n] }
    }

    fn from_column_slice(data: &[T]) -> DVector<T> {
        let mut all = vec![0.0; data.len()];
        for i in 0..data.len() {
            all[i] = data[i];
        }
        Self { data: all }
    }

    fn from_row_slice(data: &[T]) -> DVector<T> {
        let mut all = vec![0.0; data.len()];
        for i in 0..data.len() {
            all[i] = data[i];
        }
        Self { data: all }
    }

    fn from_fn(n: usize, f: impl Fn(usize, usize) -> T) -> DVector<T> {
        let mut all = vec![0.0; n];
        for i in 0..n {
            all[i] = f(i, 0);
        }
        Self { data: all }
    }

    fn nrows(&self) -> usize {
        self.data.len()
    }

    fn norm_squared(&self) -> T {
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i] * self.data[i];
        }
        sum
    }

    fn norm(&self) -> T {
        self.norm_squared().sqrt()
    }

    fn magnitude(&self) -> T {
        self.norm_squared().sqrt()
    }

    fn magnitude_squared(&self) -> T {
        self.norm_squared()
    }

    fn mean(&self) -> T {
        self.sum() / (self.data.len() as T)
    }

    fn normalize(&self) -> DVector<T> {
        self / self.norm()
    }

    fn scale(&self, b: T) -> DVector<T> {
        self * b
    }

    fn unscale(&self, b: T) -> DVector<T> {
        self / b
    }

    fn dot(&self, b: &DVector<T>) -> T {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i] * b.data[i];
        }
        sum
    }

    fn component_mul(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b.data[i];
        }
        Self { data: all }
    }

    fn component_div(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b.data[i];
        }
        Self { data: all }
    }

    fn map(&self, f: impl Fn(T) -> T) -> DVector<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = f(self.data[i]);
        }
        Self { data: all }
    }

    fn __neg(&self) -> DVector<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = -self.data[i];
        }
        Self { data: all }
    }

    fn __add_DVector(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b.data[i];
        }
        Self { data: all }
    }

    fn __sub_DVector(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.data.len(), b.data.len());
        assert!(ours == theirs, "vectors of different lengths");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b.data[i];
        }
        Self { data: all }
    }

    fn __mul_number(&self, b: T) -> DVector<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b;
        }
        Self { data: all }
    }

    fn __number_mul(&self, b: T) -> DVector<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b * self.data[i];
        }
        Self { data: all }
    }

    fn __div_number(&self, b: T) -> DVector<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b;
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
}

impl<T> DMatrix<T> {
    fn zeros(rows: usize, cols: usize) -> DMatrix<T> {
        Self { rows, cols, data: vec![0.0; rows * cols] }
    }

    fn from_element(rows: usize, cols: usize, element: T) -> DMatrix<T> {
        Self { rows, cols, data: vec![element; rows * cols] }
    }

    fn from_vec(rows: usize, cols: usize, data: Vec<T>) -> DMatrix<T> {
        Self { rows, cols, data }
    }

    fn from_column_slice(rows: usize, cols: usize, data: &[T]) -> DMatrix<T> {
        let mut all = vec![0.0; rows * cols];
        for i in 0..rows * cols {
            all[i] = data[i];
        }
        Self { rows, cols, data: all }
    }

    fn from_row_slice(rows: usize, cols: usize, data: &[T]) -> DMatrix<T> {
        let mut all = vec![0.0; rows * cols];
        for r in 0..rows {
            for c in 0..cols {
                all[c * rows + r] = data[r * cols + c];
            }
        }
        Self { rows, cols, data: all }
    }

    fn from_fn(rows: usize, cols: usize, f: impl Fn(usize, usize) -> T) -> DMatrix<T> {
        let mut all = vec![0.0; rows * cols];
        for c in 0..cols {
            for r in 0..rows {
                all[c * rows + r] = f(r, c);
            }
        }
        Self { rows, cols, data: all }
    }

    fn identity(rows: usize, cols: usize) -> DMatrix<T> {
        let mut all = vec![0.0; rows * cols];
        for i in 0..rows.min(cols) {
            all[i * rows + i] = 1.0;
        }
        Self { rows, cols, data: all }
    }

    fn from_diagonal(d: &DVector<T>) -> DMatrix<T> {
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

    fn transpose(&self) -> DMatrix<T> {
        let (rows, cols) = (self.rows, self.cols);
        let mut all = vec![0.0; rows * cols];
        for c in 0..cols {
            for r in 0..rows {
                all[r * cols + c] = self.data[c * rows + r];
            }
        }
        Self { rows: cols, cols: rows, data: all }
    }

    fn trace(&self) -> T {
        let mut sum = 0.0;
        for i in 0..self.rows {
            sum += self.data[i * self.rows + i];
        }
        sum
    }

    fn diagonal(&self) -> DVector<T> {
        let n = self.rows.min(self.cols);
        let mut all = vec![0.0; n];
        for i in 0..n {
            all[i] = self.data[i * self.rows + i];
        }
        DVector::<T> { data: all }
    }

    fn norm_squared(&self) -> T {
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i] * self.data[i];
        }
        sum
    }

    fn norm(&self) -> T {
        self.norm_squared().sqrt()
    }

    fn magnitude(&self) -> T {
        self.norm_squared().sqrt()
    }

    fn magnitude_squared(&self) -> T {
        self.norm_squared()
    }

    fn mean(&self) -> T {
        self.sum() / (self.data.len() as T)
    }

    fn normalize(&self) -> DMatrix<T> {
        self / self.norm()
    }

    fn scale(&self, b: T) -> DMatrix<T> {
        self * b
    }

    fn unscale(&self, b: T) -> DMatrix<T> {
        self / b
    }

    fn dot(&self, b: &DMatrix<T>) -> T {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut sum = 0.0;
        for i in 0..self.data.len() {
            sum += self.data[i] * b.data[i];
        }
        sum
    }

    fn component_mul(&self, b: &DMatrix<T>) -> DMatrix<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn component_div(&self, b: &DMatrix<T>) -> DMatrix<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn map(&self, f: impl Fn(T) -> T) -> DMatrix<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = f(self.data[i]);
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __neg(&self) -> DMatrix<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = -self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __add_DMatrix(&self, b: &DMatrix<T>) -> DMatrix<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] + b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __sub_DMatrix(&self, b: &DMatrix<T>) -> DMatrix<T> {
        let (rows, cols, other_rows, other_cols) = (self.rows, self.cols, b.rows, b.cols);
        assert!(rows == other_rows && cols == other_cols, "matrices of different sizes");
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] - b.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __mul_number(&self, b: T) -> DMatrix<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] * b;
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __number_mul(&self, b: T) -> DMatrix<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = b * self.data[i];
        }
        Self { rows: self.rows, cols: self.cols, data: all }
    }

    fn __div_number(&self, b: T) -> DMatrix<T> {
        let mut all = vec![0.0; self.data.len()];
        for i in 0..self.data.len() {
            all[i] = self.data[i] / b;
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

    fn __mul_DVector(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.cols, b.data.len());
        assert!(ours == theirs, "matrix and vector of different sizes");
        let (rows, cols) = (self.rows, self.cols);
        let mut all = vec![0.0; rows];
        for c in 0..cols {
            for r in 0..rows {
                all[r] += self.data[c * rows + r] * b.data[c];
            }
        }
        DVector::<T> { data: all }
    }

    fn tr_mul(&self, b: &DVector<T>) -> DVector<T> {
        let (ours, theirs) = (self.rows, b.data.len());
        assert!(ours == theirs, "matrix and vector of different sizes");
        let (rows, cols) = (self.rows, self.cols);
        let mut all = vec![0.0; cols];
        for c in 0..cols {
            for r in 0..rows {
                all[c] += self.data[c * rows + r] * b.data[r];
            }
        }
        DVector::<T> { data: all }
    }

    fn __mul_DMatrix(&self, b: &DMatrix<T>) -> DMatrix<T> {
        let (ours, theirs) = (self.cols, b.rows);
        assert!(ours == theirs, "matrices of different sizes");
        let (rows, inner, cols) = (self.rows, self.cols, b.cols);
        let mut all = vec![0.0; rows * cols];
        for c in 0..cols {
            for k in 0..inner {
                for r in 0..rows {
                    all[c * rows + r] += self.data[k * rows + r] * b.data[c * inner + k];
                }
            }
        }
        Self { rows, cols, data: all }
    }
}
