//! Links → ranks: every link goes down at least one rank, and constants are near to what uses them.

use std::prelude::v1::*;

/// Which of the edges close a cycle; without them there is none. An edge from an item to itself is not one.
pub(super) fn back_edges(items: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut leaving = vec![vec![]; items];
    for (at, &(from, _)) in edges.iter().enumerate() {
        leaving[from].push(at);
    }
    let mut back = vec![false; edges.len()];
    // 0: not seen, 1: on the way to here, 2: done. The way is a stack: graphs may be deep.
    let mut state = vec![0_u8; items];
    for start in 0..items {
        if state[start] != 0 {
            continue;
        }
        let mut way = vec![(start, 0)];
        state[start] = 1;
        while let Some((item, next)) = way.last_mut() {
            let Some(&edge) = leaving[*item].get(*next) else {
                state[*item] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    way.push((to, 0));
                }
                1 if edges[edge].0 != to => back[edge] = true,
                _ => {}
            }
        }
    }
    back
}

/// Ranks of items, the first one 0. A link is `(upper, lower, least distance)`; there is no cycle.
pub(super) fn rank(items: usize, links: &[(usize, usize, usize)]) -> Vec<usize> {
    let (mut entering, mut leaving) = (vec![vec![]; items], vec![vec![]; items]);
    for &(upper, lower, distance) in links {
        leaving[upper].push((lower, distance));
        entering[lower].push((upper, distance));
    }
    let mut waiting: Vec<usize> = entering.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..items).filter(|&item| waiting[item] == 0).collect();
    let mut ranks = vec![0; items];
    let mut at = 0;
    while at < order.len() {
        let item = order[at];
        at += 1;
        for &(lower, distance) in &leaving[item] {
            ranks[lower] = ranks[lower].max(ranks[item] + distance);
            waiting[lower] -= 1;
            if waiting[lower] == 0 {
                order.push(lower);
            }
        }
    }
    // Moving an item down shortens the links that leave it and lengthens those that enter.
    for &item in order.iter().rev() {
        if leaving[item].len() > entering[item].len() {
            let lowest = leaving[item].iter().map(|&(lower, distance)| ranks[lower] - distance).min();
            ranks[item] = lowest.unwrap_or(ranks[item]);
        }
    }
    ranks
}
