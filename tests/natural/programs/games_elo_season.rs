// Fitting ratings from match results: HashMap ids, update in place by swap of references, log loss; draws as enum.
use burtorch::differentiable;
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Win,
    Draw,
    Loss,
}

impl Outcome {
    fn score(&self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }
}

pub struct Match<'a> {
    home: &'a str,
    away: &'a str,
    result: Outcome,
}

struct Table {
    ids: HashMap<String, usize>,
    ratings: Vec<f64>,
}

impl Table {
    fn expected(&self, a: usize, b: usize, advantage: f64) -> f64 {
        let diff = self.ratings[a] + advantage - self.ratings[b];
        (1.0 + 10f64.powf(-diff / 400.0)).recip()
    }

    fn play(&mut self, m: &Match, k: f64, advantage: f64) -> f64 {
        let (a, b) = (self.ids[m.home], self.ids[m.away]);
        let e = self.expected(a, b, advantage);
        let s = m.result.score();
        let change = k * (s - e);
        self.ratings[a] += change;
        self.ratings[b] -= change;
        -(s * e.ln() + (1.0 - s) * (1.0 - e).ln())
    }
}

#[differentiable(wrt(k, advantage))]
fn season_loss(k: f64, advantage: f64, teams: &[&str], season: &[Match<'_>]) -> f64 {
    let mut table = Table {
        ids: teams.iter().enumerate().map(|(i, t)| (t.to_string(), i)).collect(),
        ratings: vec![1500.0; teams.len()],
    };
    let mut loss = 0.0;
    for m in season {
        loss += table.play(m, k, advantage);
    }
    loss / season.len() as f64
}

// checks
fn main() {
    let teams = ["red", "blue", "green"];
    let m = |home, away, result| Match { home, away, result };
    let season = [
        m("red", "blue", Outcome::Win),
        m("blue", "green", Outcome::Draw),
        m("green", "red", Outcome::Loss),
        m("blue", "red", Outcome::Win),
        m("red", "green", Outcome::Win),
    ];
    check::grad("elo", &[24.0, 60.0], |x| season_loss(x[0], x[1], &teams, &season), |x| season_loss::grad(x[0], x[1], &teams, &season));
}
