//! What derives `Differentiable` has a macro of its name, too, which tells something else.

#[derive(Clone, burtorch::Differentiable)]
pub struct Spring {
    pub stiffness: f64,
}

burtorch::export_c! { Spring }

fn main() {}
