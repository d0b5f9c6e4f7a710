#!/usr/bin/env bash
# What differentiation costs at compile time: seconds that a gradient adds to the release build of a function of
# OPERATIONS scalar operations, the macro's own share of it, and the build of the macro crate from scratch.
#
#   benches/compile_time.sh [OPERATIONS = 2000]
#
# Each build is the fastest of three or five. At most 3 s may be added, the macro may take a tenth of the whole build, and
# its crate 15 s.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
operations=${1:-2000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

generate() { # attribute, statements of main
    awk -v operations="$operations" -v attribute="$1" -v main="$2" -f "$repository/benches/operations.awk" >src/main.rs
}

mkdir src
cat >Cargo.toml <<END
[package]
name = "scratch"
edition = "2024"

[dependencies]
burtorch = { path = "$repository" }

[workspace]
END
export CARGO_TARGET_DIR=$scratch/target

seconds() { # command… → seconds of wall time, the fastest of three
    for _ in 1 2 3; do
        touch src/main.rs
        local start end
        start=$(date +%s%N)
        "$@" >log 2>&1 || { cat log >&2; exit 1; }
        end=$(date +%s%N)
        echo $((end - start))
    done | sort -n | awk 'NR == 1 { printf "%.2f", $1 / 1e9 }'
}
minus() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a - b }'; }

value='println!("{}", f(x));'
grad='println!("{} {:?}", f(x), f::grad(x));'
all='println!("{} {:?} {:?} {:?}", f(x), f::grad(x), f::jvp(x, x), f::hvp(x, x));'
differentiable='#[burtorch::differentiable]'

generate "" "$value" && cargo build --release --quiet
plain=$(seconds cargo build --release)
generate "$differentiable" "$value" && unused=$(seconds cargo build --release)
generate "#[burtorch::differentiable(second_order)]" "$all" && second=$(seconds cargo build --release)
generate "$differentiable" "$grad"
# The macro's time and that of the whole build are of one and the same build, the fastest of five.
read -r used micros < <(
    for _ in 1 2 3 4 5; do
        touch src/main.rs
        start=$(date +%s%N)
        BURTORCH_TIME=1 cargo build --release >log 2>&1 || { cat log >&2; exit 1; }
        end=$(date +%s%N)
        echo $((end - start)) "$(sed -n 's/.*burtorch: time of `f`: \([0-9]*\) µs.*/\1/p' log)"
    done | sort -n | awk 'NR == 1 { printf "%.2f %s\n", $1 / 1e9, $2 }'
)
checked=$(seconds cargo check --release)
finite=$(./target/release/scratch | grep -ciE 'nan|inf' || true)

echo "a function of $operations operations, release build:"
echo "  plain                         $plain s"
echo "  #[differentiable], unused     $unused s   $(minus "$unused" "$plain") s added"
echo "  grad used                     $used s   $(minus "$used" "$plain") s added (at most 3)"
echo "  second_order, all used        $second s   $(minus "$second" "$plain") s added"
echo "  grad used, cargo check only   $checked s"
if [ -n "$micros" ]; then
    awk -v micros="$micros" -v all="$used" -v plain="$plain" 'BEGIN {
        own = micros / 1e6
        printf "  the macro itself              %.3f s   %.1f %% of the build (at most 10), %.1f %% of what is added\n", \
            own, 100 * own / all, 100 * own / (all - plain)
    }'
else
    echo "  the macro itself              not reported"
fi
[ "$finite" = 0 ] || echo "  but the gradient is not finite"

# As users build it, for a program that depends on burtorch and has nothing else: what comes from a registry is compiled whole,
# and macros without debug information.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false
echo 'fn main() {}' >src/main.rs
cargo fetch --quiet
from_scratch() { # what, limit, profile, options of cargo build… → the faster of two
    local what=$1 limit=$2 profile=$3
    shift 3
    for _ in 1 2; do
        rm -rf "$CARGO_TARGET_DIR"
        local start end
        start=$(date +%s%N)
        cargo build --quiet --profile "$profile" "$@"
        end=$(date +%s%N)
        echo $((end - start))
    done | sort -n | awk -v what="$what" -v limit="$limit" -v profile="$profile" \
        'NR == 1 { printf "%s from scratch, %s: %.1f s%s\n", what, profile, $1 / 1e9, limit }'
}
from_scratch "the macros and their dependencies" " (at most 15)" dev -p burtorch-macros
for profile in dev release; do
    from_scratch "burtorch, its macros and all dependencies" "" $profile
done
