#!/bin/sh
# peers.sh BUILD - the drivers of bench/peers: each has an expression, or a reason why it has none, for every case of the table; and
# NumPy's expressions, driven by `turns`, have the digest of every case, made small. No time decides anything, and of the
# libraries only NumPy is needed. Ends with "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
for python in python3 /usr/bin/python3 none; do
    "$python" -c 'import numpy' 2>/dev/null && break
done
[ "$python" != none ] || { echo "no python3 with numpy (tools/deps.sh test)"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
claim() { # claim TEXT WHAT: nothing may be named
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n%s\n' "$1" "$2" | head -n 20
    fi
}
"$build/bench/make_cases" "$dir/data" -s 128 >"$dir/made" || claim "the cases are made" "status $?"
cat >"$dir/tables.py" <<'PYTHON'
import importlib, sys
sys.path.insert(0, sys.argv[1])
from common import cases_of
for name in sys.argv[3:]:
    driver = importlib.import_module(name + "_peer")
    for case in cases_of(sys.argv[2]):
        known = [case.key() in driver.EXPRESSIONS, bool(driver.LACKS.get(case.key()))]
        if known.count(True) != 1:
            print(name, "has", known.count(True), "entries for", case.name, *case.key())
PYTHON
claim "a case that a driver does not know" "$("$python" -B "$dir/tables.py" "$root/bench/peers" "$dir/data" numpy torch jax jax_garner ort ort_garner 2>&1)"
turns() {
    "$python" -B "$root/bench/peers/turns" "$dir/data" -d --build "$build" --peers "$dir/none" "$@"
}
turns -p garner,limit,numpy >"$dir/ran" 2>&1
claim "the status of turns" "$(turns -p garner -c take_rows_16B >/dev/null 2>&1 || echo "$?")"
claim "NumPy was not run" "$(grep -q 'versions  numpy' "$dir/ran" || cat "$dir/ran")"
sed -n '/^rounds/,$p' "$dir/ran" | sed '1,2d' >"$dir/lines"
claim "every case has had its turn" "$(cut -f 1 "$dir/data/manifest.tsv" >"$dir/names" && sed 's/  .*//' "$dir/lines" | diff "$dir/names" -)"
claim "a digest that is not the loop's" "$(grep -v '  garner ok  limit ok  numpy ok$' "$dir/lines")"
# The times themselves say nothing here: that there are some does, and the table and the lines that are made of them.
"$python" -B "$root/bench/peers/turns" "$dir/data" -q -r 2 --build "$build" --peers "$dir/none" -p garner,limit,numpy -c =take_1d_l2_i32 \
    -o "$dir/figures" >"$dir/table" 2>&1
claim "a line of the table" "$(grep -qE '^\| take_1d_l2_i32 \| [0-9.]+ \| [0-9.]+ \| numpy [0-9.]+ \| [0-9.]+ \| [0-9.]+ \|$' "$dir/table" || cat "$dir/table")"
claim "the geometric means" "$(grep -qE '^garner / limit: geometric mean [0-9.]+; best peer / garner: geometric mean [0-9.]+$' "$dir/table" || cat "$dir/table")"
claim "the figures as lines" "$(awk -F '\t' '$1 == "take_1d_l2_i32" && $2 == 1 && $4 > 0 && $6 == "ok" && $7 != "" { print $3 }' "$dir/figures" |
    tr '\n' ' ' | grep -qx 'garner limit numpy ' || cat "$dir/figures")"
# An element of an operand that is another than was made shows.
operand=$(awk -F '\t' '$1 == "take_rows_16B" { print $14 }' "$dir/data/manifest.tsv")
printf '\377' | dd of="$dir/data/$operand" bs=1 seek=200 conv=notrunc 2>/dev/null
turns -p garner,limit,numpy -c =take_rows_16B >"$dir/ran" 2>&1
claim "a changed operand has a good status" "$([ $? -eq 1 ] || echo "$?")"
claim "a changed operand passes" "$(grep -q '^take_rows_16B  garner BAD.*limit BAD.*numpy .*wrong' "$dir/ran" || cat "$dir/ran")"
claim "a program that there is not" "$(turns -p nothing >/dev/null 2>&1; [ $? -eq 2 ] || echo taken)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
