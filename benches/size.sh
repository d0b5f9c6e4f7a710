#!/usr/bin/env bash
# How large a training binary is: the example `gpt`, stripped, built with the profile `small` and as a plain release.
#
#   benches/size.sh [BYTES = 1000000] [BYTES OF THE RELEASE = 1105000]
#
# It may have so many bytes. `nm --size-sort -S --demangle target/release/examples/gpt` says where they are.
set -euo pipefail
cd "$(dirname "$0")/.."
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT

too_large=0
check() { # profile, limit
    cargo build --profile "$1" --quiet --example gpt
    strip -o "$stripped" "${CARGO_TARGET_DIR:-target}/$1/examples/gpt"
    local size
    size=$(stat -c %s "$stripped")
    echo "the example gpt, --profile $1, stripped: $size bytes (at most $2)"
    [ "$size" -le "$2" ] || too_large=1
}

check small "${1:-1000000}"
check release "${2:-1105000}"
exit $too_large
