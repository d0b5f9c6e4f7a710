#!/usr/bin/env bash
# Tests under tools that see what a test cannot: memory that is not the program's, threads that race. Run it from anywhere:
#
#     tests/sanitize.sh                      all tools
#     tests/sanitize.sh address valgrind     some of address, thread, miri, valgrind, loom
#
# What is not installed is skipped, and the last lines say so. It takes an hour on two cores the first time, most of it to build
# everything once more for each tool, so it is no part of `.ci/run`. A nightly toolchain is needed for all but valgrind and loom:
#
#     rustup toolchain install nightly --component rust-src,miri
set -uo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
host=$(rustc -vV | sed -n 's/^host: //p')
runner=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$host")_RUNNER
tools=${*:-address thread miri valgrind loom}
# Panics are what some tests are about; their backtraces would be most of the output.
export RUST_BACKTRACE=0

report=()
failed=0

# run <tool> <what> <command…>: runs it, and notes how many tests passed.
run() {
    local tool=$1 what=$2 start=$SECONDS log status=passed
    shift 2
    echo "==> $tool: $what"
    log=$(mktemp)
    if ! "$@" 2>&1 | tee "$log" | grep --line-buffered -E \
        '^test result|^test .*FAILED|^error|panicked|ERROR: |WARNING: ThreadSanitizer|SUMMARY|Undefined Behavior|^==[0-9]+==|signal:'; then
        status=FAILED
    fi
    # `grep` finds nothing if nothing ran.
    local passed
    passed=$(sed -n 's/^test result: ok\. \([0-9]*\) passed.*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    if [[ ${passed:-0} == 0 ]]; then status=FAILED; fi
    if [[ $status == FAILED ]]; then
        failed=1
        echo "the whole output is in $log"
    else
        rm -f "$log"
    fi
    report+=("$status  $tool: $what, ${passed:-0} tests, $((SECONDS - start)) s")
}

skip() {
    report+=("skipped $1: $2")
}

# has <tool> <component…>: whether there is a nightly toolchain with these, or else why not.
has() {
    local tool=$1 component installed
    shift
    if ! cargo +nightly --version >/dev/null 2>&1; then
        skip "$tool" "there is no nightly toolchain"
        return 1
    fi
    installed=$(rustup component list --toolchain nightly --installed 2>/dev/null)
    for component; do
        if ! grep -q "^$component" <<<"$installed"; then
            skip "$tool" "nightly has no $component; rustup component add --toolchain nightly $component"
            return 1
        fi
    done
}

for tool in $tools; do
    case $tool in
    address)
        has address || continue
        under=(env CARGO_TARGET_DIR="$target/sanitize-address" RUSTFLAGS=-Zsanitizer=address
            cargo +nightly test --target "$host" --all-features)
        run address "the runtime, training" "${under[@]}" -p burtorch-runtime -p burtorch-train --lib
        # What a library shows to others, and what a panic carries, stays on purpose.
        run address "the border to other languages" env ASAN_OPTIONS=detect_leaks=0 "${under[@]}" -p burtorch-ffi --lib
        run address "batches on threads, workers, tapes, lanes, files, data sets" "${under[@]}" \
            --test parallel --test workers --test eager --test lanes --test files --test data_sets
        run address "programs that break promises" env ASAN_OPTIONS=detect_leaks=0 "${under[@]}" --test hostile
        run address "methods over finite sums, some gradients, gradients of inputs, means of batches" "${under[@]}" \
            --test oracle --test partial_gradients --test input_gradients --test batches
        run address "models" "${under[@]}" --test models
        run address "functions whose graph is only known when they run" "${under[@]}" --test functions tape
        ;;
    thread)
        has thread rust-src || continue
        under=(env CARGO_TARGET_DIR="$target/sanitize-thread" RUSTFLAGS=-Zsanitizer=thread
            cargo +nightly test -Zbuild-std --target "$host" --all-features)
        run thread "the team" "${under[@]}" -p burtorch-runtime --lib -- kernel
        run thread "batches on threads" "${under[@]}" --test parallel
        ;;
    miri)
        has miri miri rust-src || continue
        # Files are the system's; floats are the same in every run.
        under=(env "MIRIFLAGS=-Zmiri-deterministic-floats -Zmiri-disable-isolation" cargo +nightly miri test)
        run miri "buffers, kernels and the team" "${under[@]}" -p burtorch-runtime --features parallel --lib -- buffer kernel eager::arena
        run miri "tapes" "${under[@]}" --test eager
        ;;
    valgrind)
        if ! command -v valgrind >/dev/null; then
            skip valgrind "it is not installed"
            continue
        fi
        # The usual builds; it knows AVX2. One test after the other, as it runs one thread at a time.
        under=(env "$runner=valgrind --quiet --error-exitcode=99 --fair-sched=yes" cargo test --all-features)
        run valgrind "the runtime, training" "${under[@]}" -p burtorch-runtime -p burtorch-train --lib -- --test-threads=1 buffer kernel eager io data
        run valgrind "tapes, data sets" "${under[@]}" --test eager --test data_sets -- --test-threads=1
        # Whole models in debug builds would take hours.
        run valgrind "models, files" "${under[@]}" --test models --test files -- --test-threads=1 \
            products views tables masks errors corrupt resume
        # What compares all numbers of samples and threads would take hours.
        run valgrind "batches on threads" "${under[@]}" --test parallel -- --test-threads=1 a_panic mistakes samples
        ;;
    loom)
        run loom "the team" env CARGO_TARGET_DIR="$target/loom" RUSTFLAGS="--cfg loom" cargo test -p burtorch-runtime --features parallel --lib -- loom_
        ;;
    *)
        echo "there is no tool $tool: address, thread, miri, valgrind or loom" >&2
        exit 2
        ;;
    esac
done

echo
echo "$(date -u +%Y-%m-%d), $(rustc --version), $(cargo +nightly --version 2>/dev/null || echo no nightly)"
printf '%s\n' "${report[@]}"
exit $failed
