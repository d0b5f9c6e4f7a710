//! Functions over types of other libraries: every operator and method that is known of them, in all modes, against finite
//! differences.

#[cfg(test)]
mod check;
#[cfg(test)]
mod flat;

#[cfg(test)]
mod complex;
#[cfg(test)]
mod glam_types;
#[cfg(test)]
mod nalgebra_dynamic;
#[cfg(test)]
mod nalgebra_fixed;
#[cfg(test)]
mod ndarray_types;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod structs;
