use burtorch::derivative;

#[derivative(of = cube)]
struct Cube;

fn main() {
    let _ = Cube;
}
