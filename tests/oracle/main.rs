//! Oracles for optimisation: methods against scikit-learn's solvers, terms from functions and models, memory, mistakes.

mod allocate;
mod mistakes;
mod optima;
mod sources;

#[path = "../common/allocations.rs"]
mod counting;
