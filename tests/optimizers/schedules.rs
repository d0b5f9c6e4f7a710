//! Schedules are PyTorch's, and text.

use burtorch::optimizer::{Schedule, ScheduleError};

use crate::functions::{assert_near, reference};

#[test]
fn factors_are_those_of_pytorch() {
    let names = ["step:7,0.5", "linear", "cosine", "one-cycle", "warmup:5,cosine", "warmup:4,step:9,0.1"];
    for name in names {
        let schedule: Schedule = name.parse().expect("a schedule");
        for expected in reference(&format!("schedule/{name}")) {
            let total = expected.len() as u64;
            assert!(total >= 30, "{name}");
            let found: Vec<f64> = (0..total).map(|step| schedule.factor(step, total)).collect();
            assert_near(name, &found, &expected);
        }
    }
    assert_eq!(reference("schedule/one-cycle").len(), 2);
}

#[test]
fn what_is_printed_is_what_is_read() {
    for text in
        ["constant", "step:1000,0.5", "linear", "cosine", "one-cycle", "warmup:100,cosine", "warmup:7,step:3,0.1"]
    {
        let schedule: Schedule = text.parse().expect("a schedule");
        assert_eq!(schedule.to_string(), text);
    }
    assert_eq!("warmup: 100, cosine".parse(), Ok(Schedule::cosine().after_warmup(100)));
    assert_eq!("step:10, 0.5".parse(), Ok(Schedule::step(10, 0.5)));
}

#[test]
fn what_is_not_a_schedule_says_what_is() {
    let error = |text: &str| text.parse::<Schedule>().expect_err(text);
    for text in ["", "Cosine", "cosine:3", "exponential", "warmup:10,", "warmup:10,sine"] {
        assert_eq!(error(text), ScheduleError::Unknown, "{text}");
    }
    for text in ["step", "step:", "step:10", "step:0,0.5", "step:-1,0.5", "step:10,-1", "step:10,inf", "step:10,0.5,3"]
    {
        assert_eq!(error(text), ScheduleError::Step, "{text}");
    }
    for text in ["warmup", "warmup:10", "warmup:many,cosine", "warmup:1.5,cosine"] {
        assert_eq!(error(text), ScheduleError::Warmup, "{text}");
    }
    assert_eq!(error("warmup:3,warmup:4,linear"), ScheduleError::Twice);
    let unknown = error("exponential").to_string();
    for name in ["constant", "step:EVERY,FACTOR", "linear", "cosine", "one-cycle", "warmup:STEPS,"] {
        assert!(unknown.contains(&format!("`{name}`")), "{unknown}");
    }
}

#[test]
fn factors_are_finite_beyond_the_end_and_in_short_trainings() {
    for text in ["constant", "step:2,0.5", "linear", "cosine", "one-cycle", "warmup:3,one-cycle", "warmup:3,linear"] {
        let schedule: Schedule = text.parse().expect("a schedule");
        for total in 0..12 {
            for step in 0..20 {
                let factor = schedule.factor(step, total);
                assert!((-1e-15..=1.0 + 1e-15).contains(&factor), "{text}, step {step} of {total}: {factor}");
            }
            let end = schedule.factor(total.max(4), total);
            assert_eq!(schedule.factor(1000, total), end, "{text} after {total} steps");
        }
    }
}
