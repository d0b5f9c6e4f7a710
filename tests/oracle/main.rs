//! Oracles for optimisation: methods against scikit-learn's solvers, terms from functions and models, memory, mistakes.

mod allocate;
mod mistakes;
mod optima;
mod ringmaster;
mod sources;
mod spread;

#[path = "../common/allocations.rs"]
mod counting;
#[path = "../common/threads.rs"]
mod threads;
