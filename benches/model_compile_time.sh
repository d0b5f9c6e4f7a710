#!/usr/bin/env bash
# What a model costs at compile time: seconds of a release build after one constant of it was changed, for the model of
# `examples/gpt.rs` with all that the example calls, and for the same with 12 layers of width 768, 12 heads, 64
# positions, and one `loss_grad`.
#
#   benches/model_compile_time.sh
#
# Each build is the fastest of three. They may take 10 s and 30 s.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

mkdir src
cat >Cargo.toml <<TOML
[package]
name = "scratch"
edition = "2024"

[dependencies]
burtorch = { path = "$repository" }

[workspace]
TOML
export CARGO_TARGET_DIR=$scratch/target

generate() { # vocabulary, layers, width, heads, positions, statements of main
    {
        echo "use burtorch::{BatchWorkspace, Workspace, graph};"
        sed -n '/^graph! {/,/^}/p' "$repository/examples/gpt.rs" | sed \
            -e "s/const VOCAB: usize = .*/const VOCAB: usize = $1;/" \
            -e "s/const LAYERS: usize = .*/const LAYERS: usize = $2;/" \
            -e "s/const C: usize = .*/const C: usize = $3;/" \
            -e "s/const HEADS: usize = .*/const HEADS: usize = $4;/" \
            -e "s/const T: usize = .*/const T: usize = $5;/"
        echo "fn main() {"
        echo "    let (params, mut gradient) = (vec![0.01; Gpt::PARAMS], vec![0.0; Gpt::PARAMS]);"
        echo "    let (mut one, mut many) = (Workspace::boxed(), BatchWorkspace::<Gpt>::boxed());"
        echo "    let (tokens, samples) = ([1; T], [([1; T], [2; T]); 20]);"
        echo "    $6"
        echo "}"
    } >src/main.rs
}

seconds() { # command, words of generate but the first… → seconds of wall time, the fastest of three
    local command=$1 vocabulary start end
    shift
    for vocabulary in 63 64 65; do
        generate "$vocabulary" "$@"
        start=$(date +%s%N)
        cargo "$command" --release >log 2>&1 || { cat log >&2; exit 1; }
        end=$(date +%s%N)
        echo $((end - start))
    done | sort -n | awk 'NR == 1 { printf "%.2f", $1 / 1e9 }'
}

report() { # title, seconds allowed, words of generate but the first…
    local title=$1 allowed=$2 front all
    shift 2
    front=$(seconds check "$@")
    all=$(seconds build "$@")
    awk -v title="$title" -v allowed="$allowed" -v front="$front" -v all="$all" 'BEGIN {
        printf "%-38s %6.2f s (at most %d); %.2f s of it without machine code\n", title, all, allowed, front
    }'
}

one='println!("{:?}", Gpt::loss_grad(&params, &mut gradient, &mut one, &tokens, &tokens));
    let _ = (&mut many, samples);'
example='println!("{:?}", Gpt::loss_grad_batch(&params, &mut gradient, &mut many, &samples));
    println!("{:?}", Gpt::loss_batch(&params, &mut many, &samples));
    println!("{:?}", Gpt::next(&params, &mut one, &tokens));'

generate 8 1 8 2 4 "$one"
cargo build --release --quiet 2>log || { cat log >&2; exit 1; }
cargo check --release --quiet 2>log || { cat log >&2; exit 1; }

report "gpt: 6 layers, width 24" 10 6 24 6 8 "$example"
report "gpt: 12 layers, width 768, one sample" 30 12 768 12 64 "$one"
