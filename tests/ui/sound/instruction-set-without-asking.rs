#![forbid(unsafe_code)]

use burtorch::__private::Chosen;
use burtorch_runtime::kernel::Level;

fn main() {
    let chosen = Chosen(Level::V4);
    assert_eq!(chosen.width(), 64);
}
