//! C has no type for an argument.

burtorch::graph! {
    pub struct Net { table: Embedding<5, 2> }

    impl Net {
        pub fn loss(&self, word: i128) -> f32 { sum(self.table.forward(word)) }
    }
}

burtorch::export_c! { Net }

fn main() {}
