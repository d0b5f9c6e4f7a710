//! Loops over time: what stays a loop computes the same, with the same gradient, as the loop written out.

use super::{Given, gradient, model, run};
use crate::tensor::{Graph, Kind, verify};

/// The body of a function of these parameters and arguments. `N` stands for nothing, or for a statement that changes an integer: a
/// loop that has one is written out.
fn text(body: &str, written_out: bool) -> String {
    let (before, inside) = if written_out { ("let mut n = 0;", "n = n + 1;") } else { ("", "") };
    let body = body.replace("{ N", &format!("{{ {inside}"));
    format!(
        "type Scalar = f64;
        struct Cell {{ w: Param<3, 3>, b: Param<3> }}
        impl Cell {{ fn forward(&self, x: Tensor<3>) -> Tensor<3> {{ tanh(matvec(self.w, x) + self.b) }} }}
        struct Net {{ u: Param<3, 3>, w: Param<3, 2>, out: Param<5, 3>, table: Param<5, 2>, start: Param<3>, cells: [Cell; 2] }}
        impl Net {{
            fn loss(&self, x: Tensor<6, 2>, z: Tensor<6, 3>, tokens: [usize; 6], length: usize) -> f64 {{ {before} {body} }}
            fn all(&self) -> f64 {{
                let cells = sum(self.cells[0].w) + sum(self.cells[0].b) + sum(self.cells[1].w) + sum(self.cells[1].b);
                sum(self.u) + sum(self.w) + sum(self.out) + sum(self.table) + sum(self.start) + cells
            }}
        }}"
    )
}

fn loops(graph: &Graph) -> usize {
    let inside = |id| match graph.kind(id) {
        Kind::Repeat(repeat) => 1 + loops(&repeat.body),
        _ => 0,
    };
    graph.ids().map(inside).sum()
}

/// Checks that the function has so many loops, and is the same without them.
fn check(body: &str, wanted: usize) {
    let (looped, written_out) = (model(&text(body, false)), model(&text(body, true)));
    let found = [&looped, &written_out].map(|model| loops(&model.functions[0].graph));
    assert_eq!(found[0], wanted, "{body}");
    assert!(found[1] != found[0] || wanted == 0, "{body}");
    for model in [&looped, &written_out] {
        assert_eq!(verify::check(&model.functions[0].graph, None), Ok(()), "{body}");
    }
    let bounds = [&looped, &written_out].map(|model| {
        let inputs = &model.functions[0].inputs;
        (inputs[2].bound, inputs[3].bound)
    });
    assert_eq!(bounds[0], bounds[1], "{body}");
    let wave = |at: usize| (0.3 + 0.7 * f64::from(u32::try_from(at).expect("it is small"))).sin();
    let params: Vec<f64> = (0..looped.count).map(wave).collect();
    let floats = |count: usize| Given::Float((0..count).map(|at| wave(7 * at + 3)).collect());
    let given = [floats(12), floats(18), Given::Int(vec![4, 0, 2, 2, 1, 3]), Given::Int(vec![4])];
    let values = [&looped, &written_out].map(|model| run(model, "loss", &params, &given)[0][0]);
    assert!((values[0] - values[1]).abs() < 1e-12, "{values:?} {body}");
    let gradients = [&looped, &written_out].map(|model| gradient(model, "loss", &params, &given));
    assert!(gradients[1].iter().any(|slope| *slope != 0.0), "{body}");
    for (at, (found, expected)) in gradients[0].iter().zip(&gradients[1]).enumerate() {
        assert!((found - expected).abs() < 1e-11, "{at}: {found} {expected} {body}");
    }
}

#[test]
fn rows_are_picked_at_the_step_before_it_and_behind_it() {
    check(
        "let mut h = self.start;
        for t in 1..5 { N h = tanh(matvec(self.u, h) + matvec(self.w, x[t + 1]) * z[t - 1] + z[t]); }
        sum(h)",
        1,
    );
}

#[test]
fn loops_walk_over_rows_backwards_and_side_by_side() {
    check("let mut h = self.start; for row in x { N h = tanh(matvec(self.u, h) + matvec(self.w, row)); } sum(h)", 1);
    check("let mut h = self.start; for row in z.iter().rev() { N h = tanh(matvec(self.u, h) + row); } sum(h)", 1);
    check(
        "let mut h = self.start;
        for (t, (a, b)) in z.iter().zip(x).enumerate().rev() { N h = tanh(matvec(self.u, h + z[t]) * a + matvec(self.w, b)); }
        sum(h)",
        1,
    );
    check("let mut h = self.start; for t in (2..5).rev() { N h = tanh(matvec(self.u, h) + z[t]); } sum(h)", 1);
}

#[test]
fn outputs_of_all_steps_are_rows_of_a_tensor() {
    check(
        "let mut h = self.start; let mut y = zeros([6, 3]);
        for t in 0..6 { N h = tanh(matvec(self.u, h) + z[t]); y[t] = h; }
        sum(y * z) + sum(h)",
        1,
    );
    // Some rows stay as they were, and a product with a weight comes after the loop.
    check(
        "let mut h = self.start; let mut y = ones([6, 5]);
        for t in (1..4).rev() { N h = tanh(matvec(self.u, h) + z[t]); y[t + 1] = matvec(self.out, h); }
        sum(sin(y))",
        1,
    );
    check(
        "let mut y = z; let mut h = self.start;
        for t in 0..6 { N y[t] = h; h = tanh(matvec(self.u, h) + z[t]); }
        sum(y * y)",
        1,
    );
}

#[test]
fn sums_over_the_steps_come_after_the_loop() {
    check(
        "let mut h = self.start; let mut loss = 0.0;
        for t in 0..6 { N
            h = tanh(matvec(self.u, h) + matvec(self.w, self.table[tokens[t]]));
            loss = loss + cross_entropy(matvec(self.out, h), tokens[t]) + 0.1 * h[1];
        }
        loss",
        1,
    );
    check(
        "let mut h = self.start; let mut all = zeros([3]); for row in z { N h = tanh(matvec(self.u, h) + row); all += h; } sum(all * all)",
        1,
    );
    // Nothing is carried from step to step but the sum: no loop is left.
    check("let mut all = zeros([3]); for t in 0..6 { N all += tanh(matvec(self.w, x[t])) * z[t]; } sum(all * all)", 0);
}

#[test]
fn steps_that_are_masked_keep_what_was() {
    check(
        "let mut h = self.start; let mask = iota(6) < (length as f64);
        for t in 0..6 { N let next = tanh(matvec(self.u, h) + z[t]); h = select(mask[t], next, h); }
        sum(h)",
        1,
    );
}

/// The mask is made in a loop over layers, and its rows are picked in the loop over time inside; that loop is in one over time again.
#[test]
fn rows_of_masks_are_picked_at_any_depth() {
    check(
        "let mut h = self.start;
        for row in z {
            for cell in &self.cells {
                let mask = cell.w > 0.1 * sum(row);
                for t in 0..3 { N h = select(mask[t], cell.forward(h), h + row); }
            }
        }
        sum(h)",
        3,
    );
}

#[test]
fn loops_over_layers_are_inside_and_outside() {
    check(
        "let mut h = self.start;
        for row in z { N for cell in &self.cells { h = cell.forward(h) + 0.1 * row; } }
        sum(h)",
        2,
    );
    check(
        "let mut s = z;
        for cell in &self.cells {
            let mut h = self.start; let mut y = zeros([6, 3]);
            for t in 0..6 { N h = cell.forward(h + s[t]); y[t] = h; }
            s = y + 0.5 * s;
        }
        sum(sin(s))",
        2,
    );
}

#[test]
fn two_states_and_what_does_not_change() {
    check(
        "let mut state = (self.start, 0.5 * self.start); let w = self.w; let v = matvec(w, x[0]);
        for t in 0..6 { N
            let (a, b) = state;
            state = (tanh(matvec(self.u, b) + matvec(w, x[t]) + v), a * sigmoid(z[t]));
        }
        sum(state.0) + sum(sin(state.1))",
        1,
    );
}

#[test]
fn a_number_of_the_step_that_is_computed_with_is_written_out() {
    for body in [
        "let mut h = self.start; for t in 0..6 { N h = tanh(matvec(self.u, h) * (t as f64) + z[t]); } sum(h)",
        "let mut h = self.start; for t in 0..6 { N if t > 2 { h = tanh(matvec(self.u, h) + z[t]); } } sum(h)",
        "let mut h = self.start; for t in 0..3 { N h = tanh(matvec(self.u, h) + z[2 * t]); } sum(h)",
        "let mut h = self.start; for t in 0..2 { N h = self.cells[t].forward(h); } sum(h)",
        "let mut h = matvec(self.out, self.start); for t in 0..6 { N h = tanh(h + matvec(self.out, self.start) * h[tokens[t]]); } sum(h)",
    ] {
        check(body, 0);
    }
}
