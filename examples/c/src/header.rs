//! Prints the header.

fn main() {
    print!("{}", ring::RING_HEADER);
}
