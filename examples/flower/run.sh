#!/usr/bin/env bash
# Ten clients train one compiled model together, in Flower's simulation: `examples/flower/run.sh`.
#
# Flower, Ray and numpy come from PyPI into a virtual environment in the target folder, which takes a gigabyte; the first run builds the
# Python package and takes minutes.
set -euo pipefail
cd "$(dirname "$0")"

root=$(cd ../.. && pwd)
target=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
environment=$target/flower
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "skipped: Flower with burtorch needs Python 3.11"; exit 0; }
if [[ ! -x $environment/bin/python ]]; then python3 -m venv "$environment"; fi
if ! "$environment/bin/pip" install --quiet --disable-pip-version-check "flwr[simulation]>=1.22" maturin numpy; then
    echo "skipped: the clients need flwr, maturin and numpy from PyPI"
    exit 0
fi
rm -rf "$environment/wheels"
(cd "$root/burtorch-python" && CARGO_TARGET_DIR=$target/python "$environment/bin/maturin" build --release --interpreter "$environment/bin/python" --out "$environment/wheels")
"$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$environment"/wheels/*.whl
# Nothing is sent to anybody.
export FLWR_TELEMETRY_ENABLED=0 RAY_USAGE_STATS_ENABLED=0 FLWR_DISABLE_UPDATE_CHECK=1
BURTORCH_SOURCE=$root "$environment/bin/python" federated.py
