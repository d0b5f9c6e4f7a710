#!/usr/bin/env bash
# What a new user waits for, in seconds of wall time and of processor time:
#
#   - the first command in a fresh clone, until the program runs,
#   - a new crate with one differentiable function,
#   - a new crate with a model and a loop that trains it,
#   - the same crate once more, after a change outside of the model,
#   - the same if the model is in a crate of its own.
#
# The first three begin with an empty target folder, the last two are the fastest of three. All are release builds, new crates with
# cargo's own settings, and what is to be downloaded is downloaded before the clock starts. The clone has what is committed.
#
#   benches/cold_start.sh [COMMIT = HEAD]
#
# The first three may take 40, 20 and 25 s of wall time on two cores, the last two 2.5 and 1 s of processor time.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset CARGO_TARGET_DIR CARGO_INCREMENTAL BURTORCH_VERIFY

clone=$scratch/burtorch
git clone --quiet "$repository" "$clone"
git -C "$clone" checkout --quiet --detach "$(git -C "$repository" rev-parse "${1:-HEAD}")"

measure() { # command… → seconds of wall time, and of processor time
    local TIMEFORMAT='%R %U %S'
    { time "$@" >"$scratch/log" 2>&1 </dev/null; } 2>"$scratch/time" || { cat "$scratch/log" >&2; exit 1; }
    awk '{ printf "%.1f %.1f\n", $1, $2 + $3 }' "$scratch/time"
}

too_long=0
report() { # what, kind of time that is bounded, its bound, wall time, processor time
    printf '%-62s %6.1f s, processor %6.1f s (at most %s s of %s)\n' "$1" "$4" "$5" "$3" "$2"
    awk -v kind="$2" -v bound="$3" -v wall="$4" -v processor="$5" \
        'BEGIN { exit (kind == "wall" ? wall : processor) > bound }' || too_long=1
}

crate() { # name: an empty crate that depends on burtorch
    mkdir -p "$scratch/$1/src" && cd "$scratch/$1"
    printf '%s\n' '[package]' "name = \"$1\"" 'edition = "2024"' '[dependencies]' "burtorch = { path = \"$clone\" }" \
        '[workspace]' >Cargo.toml
    echo 'fn main() {}' >src/main.rs
    cargo fetch --quiet
}

cd "$clone" && cargo fetch --quiet
read -r wall processor < <(measure cargo run --release --example names)
report "cargo run --release --example names" wall 40 "$wall" "$processor"

crate function
cat >src/main.rs <<'RUST'
use burtorch::differentiable;

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

fn main() {
    let x: f64 = std::env::args().count() as f64;
    println!("{:?}", rosenbrock::value_and_grad(x, 2.0));
}
RUST
read -r wall processor < <(measure cargo run --release)
report "a new crate with a differentiable function" wall 20 "$wall" "$processor"

# The character model of the paper, with 64 hidden units.
crate model
cat >src/main.rs <<'RUST'
use burtorch::{BatchWorkspace, Rng, graph};

graph! {
    const CONTEXT: usize = 16;
    const WIDTH: usize = 64;

    pub struct Names {
        letters: Embedding<27, WIDTH>,
        net: Mlp<{ CONTEXT * WIDTH }, 64, 27>,
    }

    impl Names {
        pub fn loss(&self, context: [u8; CONTEXT], next: u8) -> f32 {
            cross_entropy(self.net.forward(flatten(self.letters.forward(context))), next)
        }
    }
}

fn main() -> Result<(), burtorch::Error> {
    let mut params = vec![0.0; Names::PARAMS];
    let mut gradient = vec![0.0; Names::PARAMS];
    let mut workspace = BatchWorkspace::boxed();
    Names::init(&mut params, &mut Rng::seed(1))?;
    let batch: Vec<([u8; 16], u8)> = (0..64).map(|i| ([i % 27; 16], (i + 1) % 27)).collect();
    for step in 0..10 {
        let loss = Names::loss_sgd_batch(&mut params, &mut gradient, 0.1, &mut workspace, &batch)?;
        println!("{step} {loss}");
    }
    Ok(())
}
RUST
read -r wall processor < <(measure cargo run --release)
report "a new crate with a model" wall 25 "$wall" "$processor"

again() { # → the fastest of three builds after a change
    for rate in 2 3 4; do
        sed -i "s/gradient, 0\.[0-9]*,/gradient, 0.$rate,/" src/main.rs
        measure cargo build --release
    done | sort -n -k 2 | head -n 1
}
read -r wall processor < <(again)
report "the same after a change outside of the model" "processor time" 2.5 "$wall" "$processor"

# `src/main.rs` without the model, which is a library beside it.
mkdir -p names/src
sed 's/^name = .*/name = "names"/; /^\[workspace\]/d' Cargo.toml >names/Cargo.toml
{ echo 'use burtorch::graph;' && sed -n '/^graph! {/,/^}/p' src/main.rs; } >names/src/lib.rs
sed -i -e '/^graph! {/,/^}/d' -e 's/^use burtorch::.*/use burtorch::{BatchWorkspace, Rng};\nuse names::Names;/' src/main.rs
sed -i 's/^\[dependencies\]/&\nnames = { path = "names" }/' Cargo.toml
measure cargo build --release >"$scratch/first"
read -r wall processor < <(again)
report "the same, with the model in a crate of its own" "processor time" 1 "$wall" "$processor"
exit $too_long
