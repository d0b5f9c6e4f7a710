burtorch::graph! {
    const N: usize = 3

    pub struct Net {
        weight: Param<N>,
    }
}

fn main() {}
