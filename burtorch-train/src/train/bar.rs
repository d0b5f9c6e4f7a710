//! A line at the bottom of a terminal that moves: how far a training is.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use super::progress::microsecond;
use crate::console::{Colour, Console, stderr_columns};

/// How often it moves, at most.
const TICK: Duration = Duration::from_millis(100);

/// How many letters are the way to the end, where there is room; fewer than `NARROW` would not be seen to move.
const WIDTH: usize = 30;
const NARROW: usize = 8;

#[derive(Debug)]
pub(super) struct Bar {
    steps: u64,
    drawn: Instant,
    console: Console,
    /// What the line says; empty before the first time.
    text: String,
}

impl Bar {
    /// A bar for so many steps, if someone can see it.
    pub fn new(steps: u64) -> Option<Self> {
        let moves = io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        moves.then(|| Self { steps, drawn: Instant::now(), console: Console::stderr(), text: String::new() })
    }

    /// Whether it is time to move.
    pub fn is_due(&self) -> bool {
        self.drawn.elapsed() > TICK
    }

    /// Moves to this step.
    pub fn draw(&mut self, step: u64, loss: f64, microseconds: f64) {
        self.drawn = Instant::now();
        // A terminal may be made narrower or wider at any time.
        self.text = line(self.console, stderr_columns(), (step, self.steps), loss, microseconds);
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

/// The line: the way to the end, and beside it as much as the columns have room for.
fn line(console: Console, columns: usize, (step, steps): (u64, u64), loss: f64, microseconds: f64) -> String {
    let (count, left) = (format!("{step}/{steps}"), left(steps.saturating_sub(step), microseconds));
    let texts = [
        format!("{count} loss {loss:.4}, {microseconds:.1} {}/step, {left} left", microsecond()),
        format!("{count} loss {loss:.4}, {left} left"),
        format!("{count} {left} left"),
        count,
    ];
    // The last column stays empty: some terminals go to the next line when it is written.
    let room = |text: &str| columns.saturating_sub(text.chars().count() + 2);
    let wide = texts.iter().find(|text| room(text) >= NARROW);
    match wide {
        Some(text) => {
            let way = way(step, steps, room(text).min(WIDTH), console.unicode);
            format!("{} {text}", console.paint(Colour::Progress, &way))
        }
        None => texts[3].clone(),
    }
}

/// The way to the end in so many letters, and how much of it is done.
fn way(step: u64, steps: u64, width: usize, unicode: bool) -> String {
    let done = usize::try_from(u128::from(step) * width as u128 / u128::from(steps.max(1))).unwrap_or(width).min(width);
    let (full, tip) = if unicode { ("━", "╸") } else { ("=", ">") };
    let mut way = full.repeat(done);
    if done < width {
        way += tip;
        way += &" ".repeat(width - done - 1);
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

    const ASCII: Console = Console { unicode: false, colour: false };

    #[test]
    fn the_way_is_always_as_long() {
        assert_eq!(way(0, 100, 30, true), "╸                             ");
        assert_eq!(way(50, 100, 30, true), "━━━━━━━━━━━━━━━╸              ");
        assert_eq!(way(100, 100, 30, true), "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━");
        assert_eq!(way(50, 100, 8, false), "====>   ");
        for (step, steps) in [(0, 0), (1, 3), (u64::MAX - 1, u64::MAX), (u64::MAX, u64::MAX), (7, 5)] {
            for width in [NARROW, WIDTH] {
                assert_eq!(way(step, steps, width, true).chars().count(), width, "{step}/{steps}");
            }
        }
    }

    #[test]
    fn the_line_says_as_much_as_the_terminal_has_room_for() {
        let line = |columns| line(ASCII, columns, (49, 120), 0.0408, 15000.0);
        assert!(line(120).starts_with("============>                  49/120 loss 0.0408, 15000.0 "), "{}", line(120));
        assert_eq!(line(40), "===>      49/120 loss 0.0408, 0:01 left");
        assert_eq!(line(30), "====>        49/120 0:01 left");
        assert_eq!(line(20), "====>        49/120");
        assert_eq!(line(12), "49/120");
        for columns in 7..200 {
            assert!(line(columns).chars().count() < columns, "{columns}: {}", line(columns));
        }
        let painted = super::line(Console { unicode: true, colour: true }, 40, (49, 120), 0.0408, 15000.0);
        assert!(painted.starts_with("\x1b[36m━━━╸") && painted.contains("\x1b[0m 49/120"), "{painted:?}");
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
