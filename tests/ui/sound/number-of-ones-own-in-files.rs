#![forbid(unsafe_code)]

use burtorch::io::load_raw;

/// Not all bits are one of these.
#[derive(Clone, Copy)]
enum Switch {
    Off = 1,
    On = 2,
}

fn main() {
    let mut switches = [Switch::Off; 4];
    load_raw("switches", &mut switches).unwrap();
    assert!(switches.iter().all(|switch| matches!(switch, Switch::On)));
}
