#!/usr/bin/env bash
# Instructions per gradient, counted by callgrind: ours and by hand. Needs valgrind.
#
# Two runs of different length are subtracted, so that only the calls are left; the loop around them,
# measured with an empty body, is subtracted too.
set -euo pipefail
cd "$(dirname "$0")/.."

few=1000 many=11000

binary=$(cargo bench --bench calls --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"name":"calls".*"executable":"\([^"]*\)".*/\1/p' | tail -1)
[ -x "$binary" ] || { cargo bench --bench calls --no-run; exit 1; }

count() { # variant, calls → instructions
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
per_call() {
    awk -v few="$(count "$1" $few)" -v many="$(count "$1" $many)" -v calls=$((many - few)) \
        'BEGIN { printf "%.2f", (many - few) / calls }'
}

empty=$(per_call empty)
echo "instructions per value and gradient (the loop's own $empty subtracted)"
for graph in tiny small; do
    for variant in function expression function-factored expression-factored function-fast edge hand factored; do
        total=$(per_call "$graph:$variant")
        printf '%s %s\n' "$variant" "$(awk -v a="$total" -v b="$empty" 'BEGIN { print a - b }')"
    done | awk -v graph="$graph" '
        { name[NR] = $1; cost[NR] = $2; if ($1 == "hand") hand = $2; if ($1 == "factored") factored = $2 }
        END {
            for (i = 1; i <= NR; i++)
                printf "%-6s %-19s %6.1f   %.3f of hand   %.3f of factored\n", \
                    graph, name[i], cost[i], cost[i] / hand, cost[i] / factored
        }'
done
