#!/usr/bin/env bash
# How large a program that trains is, stripped: the model of the example `gpt` with a loop of one's own, without the feature `train`,
# and the example itself, a program of `train!`. Both are releases; the example is built with the profile `small`, too.
#
#   benches/size.sh [BYTES WITH A LOOP = 700000] [BYTES WITH train! = 3000000]
#
# They may have so many bytes. `nm --size-sort -S --demangle target/release/examples/gpt` says where they are.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
target=${CARGO_TARGET_DIR:-$repository/target}

too_large=0
check() { # name, limit, program
    strip -o "$scratch/stripped" "$3"
    local size
    size=$(stat -c %s "$scratch/stripped")
    echo "$1, stripped: $size bytes (at most $2)"
    [ "$size" -le "$2" ] || too_large=1
}

mkdir "$scratch/src"
printf '%s\n' '[package]' 'name = "own_loop"' 'edition = "2024"' '[dependencies]' "burtorch = { path = \"$repository\" }" \
    '[workspace]' >"$scratch/Cargo.toml"
cp "$repository/Cargo.lock" "$scratch"
{
    echo "use burtorch::{BatchWorkspace, Rng, Workspace, graph};"
    sed -n '/^graph! {/,/^}/p' "$repository/examples/gpt.rs"
    cat <<'RUST'
fn main() -> Result<(), burtorch::Error> {
    let (mut params, mut gradient) = (vec![0.0; Gpt::PARAMS], vec![0.0; Gpt::PARAMS]);
    let (mut many, mut one, mut rng) = (BatchWorkspace::boxed(), Workspace::boxed(), Rng::seed(1));
    Gpt::init(&mut params, &mut rng)?;
    let mut token = || u8::try_from(rng.below(65)).unwrap_or(0);
    for step in 0..100 {
        let batch: Vec<_> = (0..16).map(|_| ([0; T].map(|_| token()), [0; T].map(|_| token()))).collect();
        let loss = Gpt::loss_sgd_batch(&mut params, &mut gradient, 0.1, &mut many, &batch)?;
        println!("{step} {loss}");
    }
    println!("{:?}", Gpt::next(&params, &mut one, &[0; T])?);
    Ok(())
}
RUST
} >"$scratch/src/main.rs"
CARGO_TARGET_DIR=$target/size cargo build --manifest-path "$scratch/Cargo.toml" --release --quiet
check "the model of gpt with a loop of one's own" "${1:-700000}" "$target/size/release/own_loop"

cd "$repository"
for profile in release small; do
    cargo build --profile "$profile" --quiet --example gpt
    check "the example gpt, --profile $profile" "${2:-3000000}" "$target/$profile/examples/gpt"
done
exit $too_large
