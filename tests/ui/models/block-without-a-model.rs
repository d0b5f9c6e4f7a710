burtorch::graph! {
    const N: usize = 3;

    fn double(x: Tensor<N>) -> Tensor<N> {
        x + x
    }
}

fn main() {
    println!("{}", N);
}
