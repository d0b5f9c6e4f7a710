//! The gradient of `gmm` by hand.
//!
//! For point `i` and component `k` let `e = Qₖ xᵢ − Qₖ μₖ` and `βₖ = αₖ + Σ qₖ − ½ |e|²`; the posterior has `ln Σₖ exp βₖ`. With
//! `w = exp βₖ / Σ exp β` the adjoint of `e` is `−w e`, that of `Qₖ` gets `−w e xᵢᵀ`, and `Qₖ μₖ`, which is the same for all points,
//! gets `w e`. Once a component, `Qₖ` and `μₖ` get what flows through `Qₖ μₖ`, and the prior's part.

#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
#![allow(clippy::too_many_arguments, reason = "those of the function and of its derivative")]

/// Adds the gradient by `alpha`, `mu`, `q` and `l` to the slices of the tuple; returns the value.
pub fn log_posterior(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    gamma: f64,
    m: usize,
    (d_alpha, d_mu, d_q, d_l): (&mut [f64], &mut [f64], &mut [f64], &mut [f64]),
    scratch: &mut Vec<f64>,
) -> f64 {
    let components = alpha.len();
    let d = mu.len() / components;
    let below = d * (d - 1) / 2;
    scratch.resize(5 * components * d + 4 * components, 0.0);
    let (diagonal, rest) = scratch.split_at_mut(components * d);
    let (center, rest) = rest.split_at_mut(components * d);
    let (errors, rest) = rest.split_at_mut(components * d);
    let (g_diagonal, rest) = rest.split_at_mut(components * d);
    let (g_center, rest) = rest.split_at_mut(components * d);
    let (offset, rest) = rest.split_at_mut(components);
    let (weights, rest) = rest.split_at_mut(components);
    let (g_offset, softmax) = rest.split_at_mut(components);
    g_diagonal.fill(0.0);
    g_center.fill(0.0);
    g_offset.fill(0.0);

    let mut prior = 0.0;
    for k in 0..components {
        let row = k * d..(k + 1) * d;
        let (diagonal, q, l) = (&mut diagonal[row.clone()], &q[row.clone()], &l[k * below..(k + 1) * below]);
        for (diagonal, q) in diagonal.iter_mut().zip(q) {
            *diagonal = q.exp();
        }
        multiply(diagonal, l, &mu[row.clone()], &mut center[row]);
        let trace = q.iter().sum::<f64>();
        offset[k] = alpha[k] + trace;
        prior += m as f64 * trace - 0.5 * gamma * gamma * (norm(diagonal) + norm(l));
    }

    let mut likelihood = 0.0;
    for x in x.chunks_exact(d) {
        for k in 0..components {
            let row = k * d..(k + 1) * d;
            let e = &mut errors[row.clone()];
            multiply(&diagonal[row.clone()], &l[k * below..(k + 1) * below], x, e);
            for (e, center) in e.iter_mut().zip(&center[row]) {
                *e -= center;
            }
            weights[k] = offset[k] - 0.5 * norm(e);
        }
        likelihood += log_sum_exp(weights);

        for k in 0..components {
            let row = k * d..(k + 1) * d;
            let (e, w) = (&mut errors[row.clone()], weights[k]);
            g_offset[k] += w;
            for (e, g) in e.iter_mut().zip(&mut g_center[row.clone()]) {
                *e *= -w;
                *g -= *e;
            }
            add_outer(e, x, &mut g_diagonal[row], &mut d_l[k * below..(k + 1) * below]);
        }
    }

    let points = (x.len() / d) as f64;
    softmax.copy_from_slice(alpha);
    let normal = log_sum_exp(softmax);
    for k in 0..components {
        let row = k * d..(k + 1) * d;
        let (diagonal, l, d_l) =
            (&diagonal[row.clone()], &l[k * below..(k + 1) * below], &mut d_l[k * below..(k + 1) * below]);
        let (g_center, g_diagonal) = (&g_center[row.clone()], &mut g_diagonal[row.clone()]);
        d_alpha[k] += g_offset[k] - points * softmax[k];
        add_outer(g_center, &mu[row.clone()], g_diagonal, d_l);
        add_transposed(diagonal, l, g_center, &mut d_mu[row.clone()]);
        for ((d_q, g), diagonal) in d_q[row].iter_mut().zip(g_diagonal).zip(diagonal) {
            *d_q += (*g - gamma * gamma * diagonal) * diagonal + g_offset[k] + m as f64;
        }
        for (d_l, l) in d_l.iter_mut().zip(l) {
            *d_l -= gamma * gamma * l;
        }
    }
    likelihood - points * normal + prior
}

/// `z = Q x`.
fn multiply(diagonal: &[f64], below: &[f64], x: &[f64], z: &mut [f64]) {
    for ((z, diagonal), x) in z.iter_mut().zip(diagonal).zip(x) {
        *z = diagonal * x;
    }
    let (mut column, mut z) = (below, z);
    for &x in x {
        z = &mut z[1..];
        let (entries, rest) = column.split_at(z.len());
        for (z, entry) in z.iter_mut().zip(entries) {
            *z += entry * x;
        }
        column = rest;
    }
}

/// Adds `g xᵀ` to the adjoint of a lower triangular matrix.
fn add_outer(g: &[f64], x: &[f64], diagonal: &mut [f64], below: &mut [f64]) {
    for ((diagonal, g), x) in diagonal.iter_mut().zip(g).zip(x) {
        *diagonal += g * x;
    }
    let (mut column, mut g) = (below, g);
    for &x in x {
        g = &g[1..];
        let (entries, rest) = column.split_at_mut(g.len());
        for (entry, g) in entries.iter_mut().zip(g) {
            *entry += g * x;
        }
        column = rest;
    }
}

/// Adds `Qᵀ g` to `z`.
fn add_transposed(diagonal: &[f64], below: &[f64], g: &[f64], z: &mut [f64]) {
    let mut column = below;
    for i in 0..g.len() {
        let (entries, rest) = column.split_at(g.len() - 1 - i);
        z[i] += diagonal[i] * g[i] + entries.iter().zip(&g[i + 1..]).map(|(entry, g)| entry * g).sum::<f64>();
        column = rest;
    }
}

/// `ln Σ exp x`; leaves `exp x / Σ exp x` in `x`.
fn log_sum_exp(x: &mut [f64]) -> f64 {
    let mut max = x[0];
    for &mut x in &mut *x {
        if x > max {
            max = x;
        }
    }
    let mut sum = 0.0;
    for x in &mut *x {
        *x = (*x - max).exp();
        sum += *x;
    }
    let scale = 1.0 / sum;
    for x in x {
        *x *= scale;
    }
    sum.ln() + max
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}
