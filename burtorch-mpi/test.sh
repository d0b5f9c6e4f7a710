#!/usr/bin/env bash
# Several processes train one model: `burtorch-mpi/test.sh`. Needs Open MPI and libclang:
#
#     apt-get install libopenmpi-dev openmpi-bin libclang-dev
#
# KILLS=20 says how often a process is killed while checkpoints are written.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
export CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
kills=${KILLS:-20}

for tool in mpirun mpicc; do
    command -v $tool >/dev/null || { echo "skipped: several processes by MPI; there is no $tool (apt-get install libopenmpi-dev openmpi-bin)"; exit 0; }
done
if ! compgen -G "/usr/lib/llvm-*/lib/libclang*.so*" >/dev/null && [[ -z ${LIBCLANG_PATH:-} ]]; then
    echo "skipped: several processes by MPI; there is no libclang (apt-get install libclang-dev)"
    exit 0
fi

cargo build --release --examples
programs=$CARGO_TARGET_DIR/release/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# As many processes as the test asks for, whoever runs it and however few processors there are.
export OMPI_MCA_btl_vader_single_copy_mechanism=none
several=(mpirun --oversubscribe)
if [[ $(id -u) == 0 ]]; then several+=(--allow-run-as-root); fi

fail() {
    echo "failed: $*"
    if [[ -e err ]]; then cat err; fi
    exit 1
}

echo "# gradients and steps are those of one process"
for n in 1 2 4; do
    "${several[@]}" -n $n "$programs/check"
done

echo "# clients of federated methods take the steps of one process"
for n in 1 3 4; do
    "${several[@]}" -n $n "$programs/clients"
done

echo "# a training is that of one process"
loss() {
    sed -n 's/^validation loss //p' "$1"
}
"$programs/gpt" --steps 40 --out one --quiet >one.txt
for n in 2 4; do
    "${several[@]}" -n $n "$programs/gpt" --steps 40 --out several-$n --quiet >several.txt
    python3 -c "import sys; sys.exit(abs($(loss one.txt) - $(loss several.txt)) > 0.001)" || fail "$n processes: $(cat one.txt several.txt)"
    [[ $(ls several-$n) == $(ls one) ]] || fail "$n processes leave other files"
    [[ $(grep -c . several.txt) == $(grep -c . one.txt) ]] || fail "more than the first process prints"
done
echo "validation loss of 1: $(loss one.txt), of 4: $(loss several.txt)"

echo "# compressed sums learn, too"
"${several[@]}" -n 4 "$programs/gpt" --steps 100 --compress 0.05 --out compressed --quiet >compressed.txt
python3 -c "import sys; sys.exit(not $(loss compressed.txt) < 2.8)" || fail "$(cat compressed.txt)"
echo "a twentieth of the gradient: $(loss compressed.txt) after 100 steps"

echo "# any number goes on"
for n in 3 1 4; do
    "${several[@]}" -n $n "$programs/gpt" --resume one/checkpoint.safetensors --steps $((40 + n)) --out on-$n >out.txt
    grep -q "^going on after step 40$" out.txt || fail "$n processes did not go on"
done

echo "# Ctrl-C saves once"
for n in 1 3; do
    "${several[@]}" -n $n "$programs/gpt" --steps 1000000 --eval-every 1000000 --batch 8 --out stopped-$n --json >out.txt 2>err &
    sleep 2
    kill -INT $!
    wait $! && fail "it ended by itself"
    [[ $(grep -c "^stopped after step" err) == 1 ]] || fail "$n processes did not save once"
    step=$(sed -n 's/^stopped after step \([0-9]*\);.*/\1/p' err)
    "$programs/gpt" --resume stopped-$n/checkpoint.safetensors --steps $((step + 1)) --eval-every 1 >out.txt
    grep -q "^going on after step $step$" out.txt || fail "the checkpoint is not of step $step"
    echo "$n processes stopped after step $step"
done

echo "# what is wrong is said once, and ends all"
ends() {
    local message=$1
    shift
    timeout 60 "${several[@]}" "$@" >out.txt 2>err && fail "no error: $*"
    [[ $(grep -c "^error: " err) == 1 ]] || fail "not one error: $*"
    grep -qF "$message" err || fail "another error: $*"
}
head -c 10000 "$root/examples/data/text.txt" >short.txt
ends "invalid value 'x' for '--lr <X>'" -n 3 "$programs/gpt" --lr x
ends "error: nothing.txt: there is no such file" -n 3 "$programs/gpt" --data nothing.txt
ends "error: worker 1: nothing.txt: there is no such file" -n 1 "$programs/gpt" --out wrong : -n 1 "$programs/gpt" --data nothing.txt
ends "error: worker 1: this worker has" -n 1 "$programs/gpt" --out wrong : -n 1 "$programs/gpt" --data short.txt
ends "the loss is" -n 3 "$programs/gpt" --optimizer sgd --lr 1e30 --out diverged

echo "# no kill breaks a checkpoint"
RANDOM=7
last=0
partial=0
for ((kill = 1; kill <= kills; kill++)); do
    n=$((kill % 3 + 2))
    resume=$([[ -e killed/checkpoint.safetensors ]] && echo --resume || true)
    "${several[@]}" -n $n "$programs/gpt" --batch 8 --steps 1000000 --eval-every 1 --out killed $resume >out.txt 2>err &
    run=$!
    for ((wait = 0; wait < 600; wait++)); do
        if [[ -n $(pgrep -P $run gpt) && -e killed/checkpoint.safetensors && $(grep -c . out.txt) -gt 8 ]]; then break; fi
        sleep 0.05
    done
    sleep 0.$((RANDOM % 300 + 100))
    processes=($(pgrep -P $run gpt))
    kill -9 "${processes[RANDOM % n]}"
    wait $run && fail "kill $kill: it ended well"
    if [[ -n $(pgrep -P $run gpt) ]]; then fail "kill $kill: a process goes on"; fi
    if [[ -e killed/.checkpoint.safetensors.partial ]]; then partial=$((partial + 1)); fi
    "$programs/gpt" eval --from killed/checkpoint.safetensors >out.txt 2>err || fail "kill $kill: the checkpoint is broken"
    "$programs/gpt" --resume killed/checkpoint.safetensors --steps 1000000 --out probe >out.txt 2>err &
    probe=$!
    for ((wait = 0; wait < 600; wait++)); do
        if grep -q "^going on after step" out.txt; then break; fi
        sleep 0.02
    done
    kill -9 $probe
    wait $probe 2>/dev/null || true
    rm -rf probe
    step=$(sed -n 's/^going on after step //p' out.txt)
    [[ -n $step && $step -ge $last ]] || fail "kill $kill: step '$step' follows $last"
    last=$step
done
[[ $last -gt $kills ]] || fail "only $last steps in $kills runs"
echo "$kills kills, $last steps, $partial met a checkpoint half written; none was broken"
