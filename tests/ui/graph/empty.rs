fn main() {
    let g = burtorch::graph!();
    let _ = g;
}
