#!/usr/bin/env bash
# Builds the library and its header, and a program in C with all warnings, and runs that: `examples/c/run.sh`.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}

if ! command -v gcc >/dev/null; then
    echo "skipped: the example in C; there is no gcc"
    exit 0
fi
cargo build --release
out=$CARGO_TARGET_DIR/c
mkdir -p "$out"
"$CARGO_TARGET_DIR/release/header" >"$out/ring.h"
gcc -std=c11 -O2 -Wall -Wextra -Werror -I"$out" train.c -o "$out/train" "$CARGO_TARGET_DIR/release/libring.a" -lm -lpthread -ldl
if command -v g++ >/dev/null; then
    g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "$out/ring.h"
fi
"$out/train"
# Not one allocation is the program's own or the library's; the C library may make some for its output.
if command -v valgrind >/dev/null; then
    valgrind --error-exitcode=1 --quiet --leak-check=full "$out/train" >/dev/null
    echo "valgrind found nothing"
fi
