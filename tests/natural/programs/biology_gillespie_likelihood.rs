// Likelihood of an observed jump path of an epidemic; events as enum, propensities as closures in an array, checked arithmetic.
use burtorch::differentiable;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    Infection,
    Recovery,
    Import,
}

#[derive(Clone, Copy, Debug)]
struct Counts {
    s: u32,
    i: u32,
    r: u32,
}

impl Counts {
    fn total(&self) -> u32 {
        self.s + self.i + self.r
    }
    fn apply(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Infection => {
                self.s = self.s.checked_sub(1).ok_or_else(|| "no susceptibles".to_string())?;
                self.i += 1;
            }
            Event::Recovery => {
                self.i = self.i.checked_sub(1).ok_or("nobody is infected")?;
                self.r += 1;
            }
            Event::Import => self.i += 1,
        }
        Ok(())
    }
}

#[differentiable(wrt(beta, gamma, eps))]
fn path_log_likelihood(beta: f64, gamma: f64, eps: f64, start: (u32, u32), path: &[(f64, Event)]) -> Result<f64, String> {
    let mut state = Counts { s: start.0, i: start.1, r: 0 };
    let mut last = 0.0;
    let mut ll = 0.0;
    for &(time, event) in path {
        let infection = |c: &Counts| beta * f64::from(c.s) * f64::from(c.i) / f64::from(c.total());
        let recovery = |c: &Counts| gamma * c.i as f64;
        let rates = [infection(&state), recovery(&state), eps];
        let total: f64 = rates.iter().sum();
        ll -= total * (time - last);
        ll += match event {
            Event::Infection => rates[0],
            Event::Recovery => rates[1],
            Event::Import => rates[2],
        }
        .ln();
        state.apply(event)?;
        last = time;
    }
    Ok(ll)
}

// checks
fn main() {
    let path = [(0.2, Event::Infection), (0.5, Event::Infection), (0.9, Event::Recovery), (1.1, Event::Import), (2.0, Event::Recovery)];
    let f = |x: &[f64]| path_log_likelihood(x[0], x[1], x[2], (10, 2), &path).unwrap();
    check::grad("sir", &[1.2, 0.4, 0.1], f, |x| path_log_likelihood::grad(x[0], x[1], x[2], (10, 2), &path).unwrap());
    assert!(path_log_likelihood::grad(1.0, 1.0, 1.0, (0, 1), &path).is_err());
}
