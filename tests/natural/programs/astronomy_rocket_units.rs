// Units of measure by PhantomData; a rocket with stages.
use burtorch::differentiable;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Sub};

#[derive(Clone, Copy, Debug)]
struct Meters;
#[derive(Clone, Copy, Debug)]
struct Seconds;
#[derive(Clone, Copy, Debug)]
struct Kg;

#[derive(Clone, Copy, Debug)]
struct Qty<U> {
    value: f64,
    unit: PhantomData<U>,
}

impl<U> Qty<U> {
    const fn new(value: f64) -> Self {
        Qty { value, unit: PhantomData }
    }
}
impl<U> Add for Qty<U> {
    type Output = Qty<U>;
    fn add(self, o: Self) -> Self {
        Qty::new(self.value + o.value)
    }
}
impl<U> Sub for Qty<U> {
    type Output = Qty<U>;
    fn sub(self, o: Self) -> Self {
        Qty::new(self.value - o.value)
    }
}
impl<U> Mul<f64> for Qty<U> {
    type Output = Qty<U>;
    fn mul(self, o: f64) -> Self {
        Qty::new(self.value * o)
    }
}
impl<U> Div for Qty<U> {
    type Output = f64;
    fn div(self, o: Self) -> f64 {
        self.value / o.value
    }
}

const G0: f64 = 9.80665;

struct Stage {
    dry: Qty<Kg>,
    fuel: Qty<Kg>,
    isp: Qty<Seconds>,
}

#[differentiable]
fn delta_v(fuel1: f64, fuel2: f64, payload: f64) -> f64 {
    let stages = [
        Stage { dry: Qty::new(200.0), fuel: Qty::new(fuel1), isp: Qty::new(280.0) },
        Stage { dry: Qty::new(80.0), fuel: Qty::new(fuel2), isp: Qty::new(340.0) },
    ];
    let mut above: Qty<Kg> = Qty::new(payload);
    let mut dv = 0.0;
    for stage in stages.iter().rev() {
        let full = above + stage.dry + stage.fuel;
        let empty = full - stage.fuel;
        dv += stage.isp.value * G0 * (full / empty).ln();
        above = full;
    }
    dv
}

#[differentiable]
fn fall_time(height: f64, g: f64) -> f64 {
    let h: Qty<Meters> = Qty::new(height);
    (2.0 * (h * (1.0 / g)).value).sqrt()
}

// checks
fn main() {
    check::grad("dv", &[2000.0, 500.0, 100.0], |x| delta_v(x[0], x[1], x[2]), |x| delta_v::grad(x[0], x[1], x[2]));
    check::grad("fall", &[20.0, 9.8], |x| fall_time(x[0], x[1]), |x| fall_time::grad(x[0], x[1]));
}
