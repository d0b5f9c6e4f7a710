// Pharmacokinetics: doses as Option, lookups with and_then, map_or, filter, zip; concentration as a superposition.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Patient {
    clearance: f64,
    volume: f64,
    absorption: f64,
}

#[derive(Clone, Copy, Debug)]
enum Route {
    Bolus,
    Oral { bioavailability: f64 },
    Infusion { duration: f64 },
}

#[derive(Clone, Debug)]
struct Dose {
    time: f64,
    amount: f64,
    route: Route,
}

impl Patient {
    fn rate(&self) -> f64 {
        self.clearance / self.volume
    }
    fn response(&self, dose: &Dose, t: f64) -> Option<f64> {
        let dt = t - dose.time;
        if dt < 0.0 {
            return None;
        }
        let k = self.rate();
        let c = match dose.route {
            Route::Bolus => dose.amount / self.volume * (-k * dt).exp(),
            Route::Oral { bioavailability } => {
                let ka = self.absorption;
                bioavailability * dose.amount * ka / (self.volume * (ka - k)) * ((-k * dt).exp() - (-ka * dt).exp())
            }
            Route::Infusion { duration } => {
                let rate = dose.amount / duration;
                let during = rate / self.clearance * (1.0 - (-k * dt.min(duration)).exp());
                if dt > duration { during * (-k * (dt - duration)).exp() } else { during }
            }
        };
        Some(c)
    }
}

#[differentiable(wrt(p))]
fn misfit(p: &Patient, doses: &[Dose], observed: &[(f64, Option<f64>)]) -> f64 {
    let predicted = |t: f64| doses.iter().filter_map(|d| p.response(d, t)).sum::<f64>();
    observed
        .iter()
        .filter_map(|&(t, c)| c.map(|c| (t, c)))
        .map(|(t, c)| {
            let r = (predicted(t) / c).ln();
            r * r
        })
        .sum()
}

#[differentiable(wrt(p))]
fn peak(p: &Patient, dose: &Dose) -> f64 {
    (1..10)
        .map(|i| f64::from(i) * 0.5)
        .filter_map(|t| p.response(dose, t))
        .max_by(|a, b| a.total_cmp(b))
        .unwrap_or_default()
}

// checks
fn main() {
    let doses = [
        Dose { time: 0.0, amount: 100.0, route: Route::Oral { bioavailability: 0.7 } },
        Dose { time: 2.0, amount: 50.0, route: Route::Bolus },
        Dose { time: 3.0, amount: 80.0, route: Route::Infusion { duration: 1.5 } },
    ];
    let obs = [(1.0, Some(3.0)), (2.5, None), (4.0, Some(5.0)), (6.0, Some(2.5))];
    let p = |x: &[f64]| Patient { clearance: x[0], volume: x[1], absorption: x[2] };
    let flat = |g: Patient| [g.clearance, g.volume, g.absorption];
    check::grad("pk", &[3.0, 20.0, 1.1], |x| misfit(&p(x), &doses, &obs), |x| flat(misfit::grad(&p(x), &doses, &obs)));
    check::grad("peak", &[3.0, 20.0, 1.1], |x| peak(&p(x), &doses[0]), |x| flat(peak::grad(&p(x), &doses[0])));
}
