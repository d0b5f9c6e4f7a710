burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }
}

fn main() {
    println!("{}", Net::PARAMS);
}
