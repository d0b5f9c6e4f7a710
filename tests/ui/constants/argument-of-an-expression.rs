use burtorch::graph;

type Matrix = [[f64; 2]; 2];

fn main() {
    graph!(|m: &Matrix, x: f64| m[0][1] * x).grad(&[[1.0; 2]; 2], 1.0);
}
