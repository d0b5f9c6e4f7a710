#![forbid(unsafe_code)]

use burtorch_runtime::kernel::{IsaToken, Level};

fn main() {
    let token = IsaToken(Level::V4);
    assert_eq!(token.width(), 64);
}
