// A log behind a `RefCell` and a counter behind a lock, each given back at the end of its block.
use burtorch::differentiable;
use std::cell::RefCell;
use std::sync::Mutex;
#[differentiable(wrt(x))]
fn scoped(x: f64, log: &RefCell<Vec<f64>>) -> f64 {
    let mut s = 0.0;
    for k in 0..3 {
        {
            let mut l = log.borrow_mut();
            l.push(k as f64);
        }
        let n = log.borrow().len();
        s += x * n as f64;
    }
    let mut g = log.borrow_mut();
    g.push(7.0);
    let a = g.len() as f64;
    drop(g);
    s + log.borrow().len() as f64 * x * a
}
#[differentiable(wrt(x))]
fn locked(x: f64, m: &Mutex<u32>) -> f64 {
    let n = {
        let mut g = m.lock().unwrap();
        *g += 1;
        *g
    };
    let y = x * n as f64;
    y * *m.lock().unwrap() as f64
}
// checks
fn main() {
    check::grad("scoped", &[0.4], |x| scoped(x[0], &RefCell::default()), |x| scoped::grad(x[0], &RefCell::default()));
    check::grad("locked", &[0.4], |x| locked(x[0], &Mutex::default()), |x| locked::grad(x[0], &Mutex::default()));
}
