// A thermostat with hysteresis: state as an enum, switched on the way.
use burtorch::differentiable;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heater {
    On,
    Off,
}

#[differentiable(wrt(loss, power))]
fn comfort(loss: f64, power: f64, outside: &[f64], setpoint: f64) -> f64 {
    let mut heater = Heater::Off;
    let mut t = 18.0;
    let mut switches = 0u32;
    let mut discomfort = 0.0;
    for &ambient in outside {
        let before = heater;
        heater = match heater {
            Heater::Off if t < setpoint - 0.5 => Heater::On,
            Heater::On if t > setpoint + 0.5 => Heater::Off,
            same => same,
        };
        if heater != before {
            switches += 1;
        }
        let heat = if heater == Heater::On { power } else { 0.0 };
        t += 0.1 * (heat - loss * (t - ambient));
        discomfort += (t - setpoint).powi(2);
    }
    discomfort / outside.len() as f64 + 0.01 * f64::from(switches)
}

// checks
fn main() {
    let outside: Vec<f64> = (0..40).map(|i| 5.0 + 3.0 * (i as f64 * 0.3).sin()).collect();
    let f = |x: &[f64]| comfort(x[0], x[1], &outside, 20.0);
    check::grad("comfort", &[0.3, 8.0], f, |x| comfort::grad(x[0], x[1], &outside, 20.0));
}
