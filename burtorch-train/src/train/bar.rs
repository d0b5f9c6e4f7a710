//! A line at the bottom of a terminal that moves: how far a training is.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// How often it moves, at most.
const TICK: Duration = Duration::from_millis(100);

/// How many letters are the way to the end.
const WIDTH: usize = 30;

#[derive(Debug)]
pub(super) struct Bar {
    steps: u64,
    drawn: Instant,
    /// What the line says; empty before the first time.
    text: String,
}

impl Bar {
    /// A bar for so many steps, if someone can see it.
    pub fn new(steps: u64) -> Option<Self> {
        let moves = io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        moves.then(|| Self { steps, drawn: Instant::now(), text: String::new() })
    }

    /// Whether it is time to move.
    pub fn is_due(&self) -> bool {
        self.drawn.elapsed() > TICK
    }

    /// Moves to this step.
    pub fn draw(&mut self, step: u64, loss: f64, microseconds: f64) {
        self.drawn = Instant::now();
        let (way, left) = (way(step, self.steps), left(self.steps - step, microseconds));
        self.text = format!("{way} {step}/{} loss {loss:.4}, {microseconds:.1} µs/step, {left} left", self.steps);
        self.show();
    }

    /// Writes the line again, after what came in between. Nothing is lost if that cannot be.
    pub fn show(&self) {
        if !self.text.is_empty() {
            // From the first column on, cut where the terminal ends, the rest of the line empty.
            let _ = write!(io::stderr(), "\r\x1b[?7l{}\x1b[K\x1b[?7h", self.text);
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if !self.text.is_empty() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The way to the end, and how much of it is done.
fn way(step: u64, steps: u64) -> String {
    let done = usize::try_from(u128::from(step) * WIDTH as u128 / u128::from(steps.max(1))).unwrap_or(WIDTH).min(WIDTH);
    let mut way = "━".repeat(done);
    if done < WIDTH {
        way.push('╸');
        way.push_str(&" ".repeat(WIDTH - done - 1));
    }
    way
}

/// The time that so many steps take, in minutes and seconds.
#[allow(clippy::cast_precision_loss, reason = "nobody takes 2⁵³ steps")]
pub(super) fn left(steps: u64, microseconds: f64) -> String {
    let seconds = Duration::try_from_secs_f64(microseconds * 1e-6 * steps as f64).unwrap_or_default().as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_always_as_long() {
        assert_eq!(way(0, 100), "╸                             ");
        assert_eq!(way(50, 100), "━━━━━━━━━━━━━━━╸              ");
        assert_eq!(way(100, 100), "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━");
        for (step, steps) in [(0, 0), (1, 3), (u64::MAX - 1, u64::MAX), (u64::MAX, u64::MAX), (7, 5)] {
            assert_eq!(way(step, steps).chars().count(), WIDTH, "{step}/{steps}");
        }
    }

    #[test]
    fn time_is_in_minutes_and_seconds() {
        assert_eq!(left(1_000_000, 61.0), "1:01");
        assert_eq!(left(0, 61.0), "0:00");
        assert_eq!(left(10, 1e9), "166:40");
        for microseconds in [f64::NAN, f64::INFINITY, -1.0] {
            assert_eq!(left(10, microseconds), "0:00");
        }
    }
}
