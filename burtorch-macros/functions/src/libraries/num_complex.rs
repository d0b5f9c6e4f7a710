// What is known of num_complex, 0.4, by that name or as a part of `num`: see `surroundings/libraries.rs`.

pub struct Complex<T> { re: T, im: T }

pub type Complex64 = Complex<f64>;
pub type Complex32 = Complex<f32>;

impl<T> Complex<T> {
    const I: Complex<T> = Complex::I;
    const ZERO: Complex<T> = Complex::ZERO;
    const ONE: Complex<T> = Complex::ONE;

    fn new(re: T, im: T) -> Complex<T> {
        Self { re, im }
    }

    fn i() -> Complex<T> {
        Self { re: 0.0, im: 1.0 }
    }

    fn __from_number(re: T) -> Complex<T> {
        Self { re: re, im: 0.0 }
    }

    fn from_polar(r: T, theta: T) -> Complex<T> {
        Self { re: r * theta.cos(), im: r * theta.sin() }
    }

    fn cis(phase: T) -> Complex<T> {
        Self { re: phase.cos(), im: phase.sin() }
    }

    fn norm_sqr(&self) -> T {
        self.re * self.re + self.im * self.im
    }

    fn norm(self) -> T {
        self.re.hypot(self.im)
    }

    fn l1_norm(&self) -> T {
        self.re.abs() + self.im.abs()
    }

    fn arg(self) -> T {
        self.im.atan2(self.re)
    }

    fn to_polar(self) -> (T, T) {
        (self.re.hypot(self.im), self.im.atan2(self.re))
    }

    fn conj(&self) -> Complex<T> {
        Self { re: self.re, im: -self.im }
    }

    fn inv(&self) -> Complex<T> {
        let by = self.re * self.re + self.im * self.im;
        Self { re: self.re / by, im: -self.im / by }
    }

    fn scale(&self, t: T) -> Complex<T> {
        Self { re: self.re * t, im: self.im * t }
    }

    fn unscale(&self, t: T) -> Complex<T> {
        Self { re: self.re / t, im: self.im / t }
    }

    fn exp(self) -> Complex<T> {
        let r = self.re.exp();
        Self { re: r * self.im.cos(), im: r * self.im.sin() }
    }

    fn ln(self) -> Complex<T> {
        Self { re: self.re.hypot(self.im).ln(), im: self.im.atan2(self.re) }
    }

    fn sqrt(self) -> Complex<T> {
        let (r, half) = (self.re.hypot(self.im).sqrt(), self.im.atan2(self.re) / 2.0);
        Self { re: r * half.cos(), im: r * half.sin() }
    }

    fn powf(self, n: T) -> Complex<T> {
        let (r, by) = (self.re.hypot(self.im).powf(n), self.im.atan2(self.re) * n);
        Self { re: r * by.cos(), im: r * by.sin() }
    }

    fn powc(self, n: Complex<T>) -> Complex<T> {
        (self.ln() * n).exp()
    }

    fn powu(&self, n: u32) -> Complex<T> {
        let mut y = Self { re: 1.0, im: 0.0 };
        for _ in 0..n {
            y = y * self;
        }
        y
    }

    fn powi(&self, n: i32) -> Complex<T> {
        let mut y = Self { re: 1.0, im: 0.0 };
        for _ in 0..n.unsigned_abs() {
            y = y * self;
        }
        if n < 0 { y.inv() } else { y }
    }

    fn sin(self) -> Complex<T> {
        Self { re: self.re.sin() * self.im.cosh(), im: self.re.cos() * self.im.sinh() }
    }

    fn cos(self) -> Complex<T> {
        Self { re: self.re.cos() * self.im.cosh(), im: -(self.re.sin() * self.im.sinh()) }
    }

    fn tan(self) -> Complex<T> {
        let (a, b) = (self.re + self.re, self.im + self.im);
        let by = a.cos() + b.cosh();
        Self { re: a.sin() / by, im: b.sinh() / by }
    }

    fn sinh(self) -> Complex<T> {
        Self { re: self.re.sinh() * self.im.cos(), im: self.re.cosh() * self.im.sin() }
    }

    fn cosh(self) -> Complex<T> {
        Self { re: self.re.cosh() * self.im.cos(), im: self.re.sinh() * self.im.sin() }
    }

    fn tanh(self) -> Complex<T> {
        let (a, b) = (self.re + self.re, self.im + self.im);
        let by = a.cosh() + b.cos();
        Self { re: a.sinh() / by, im: b.sin() / by }
    }

    fn finv(self) -> Complex<T> {
        self.inv()
    }

    fn fdiv(self, b: Complex<T>) -> Complex<T> {
        self / b
    }

    fn __neg(self) -> Complex<T> {
        Self { re: -self.re, im: -self.im }
    }

    fn __add_Complex(self, b: Complex<T>) -> Complex<T> {
        Self { re: self.re + b.re, im: self.im + b.im }
    }

    fn __sub_Complex(self, b: Complex<T>) -> Complex<T> {
        Self { re: self.re - b.re, im: self.im - b.im }
    }

    fn __mul_Complex(self, b: Complex<T>) -> Complex<T> {
        Self { re: self.re * b.re - self.im * b.im, im: self.re * b.im + self.im * b.re }
    }

    fn __div_Complex(self, b: Complex<T>) -> Complex<T> {
        let by = b.re * b.re + b.im * b.im;
        Self { re: (self.re * b.re + self.im * b.im) / by, im: (self.im * b.re - self.re * b.im) / by }
    }

    fn __add_number(self, b: T) -> Complex<T> {
        Self { re: self.re + b, im: self.im }
    }

    fn __sub_number(self, b: T) -> Complex<T> {
        Self { re: self.re - b, im: self.im }
    }

    fn __mul_number(self, b: T) -> Complex<T> {
        Self { re: self.re * b, im: self.im * b }
    }

    fn __div_number(self, b: T) -> Complex<T> {
        Self { re: self.re / b, im: self.im / b }
    }

    fn __number_add(self, b: T) -> Complex<T> {
        Self { re: b + self.re, im: self.im }
    }

    fn __number_sub(self, b: T) -> Complex<T> {
        Self { re: b - self.re, im: -self.im }
    }

    fn __number_mul(self, b: T) -> Complex<T> {
        Self { re: b * self.re, im: b * self.im }
    }

    fn __number_div(self, b: T) -> Complex<T> {
        let by = self.re * self.re + self.im * self.im;
        Self { re: b * self.re / by, im: -(b * self.im) / by }
    }
}
