use burtorch::{BatchWorkspace, Workspace};

burtorch::graph! {
    pub struct Net {
        weight: Linear<512, 1024>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<512, 512>) -> f32 {
            sum(tanh(self.weight.forward(x)))
        }
    }
}

// In a program without constants, this is said where it is built and not where it is only checked.
const SMALL: &Workspace<Net> = &Workspace::new();
const LARGE: &BatchWorkspace<Net> = &BatchWorkspace::new();

fn main() {
    println!("{SMALL:?} {LARGE:?}");
}
