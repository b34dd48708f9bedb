#!/bin/sh
# cases.sh BUILD - the cases of the benchmarks: each is made, small, by a plain loop, and garner's result has the loop's digest, on one
# thread and on two; so has every loop that is written by hand, in every way that it may be run. Nothing is timed. Ends with "N passed, N failed".
set -u
bench=$(cd "$1" && pwd)/bench
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
equal() {
    [ "$1" = "$2" ] || echo "$1, not $2"
}
claim "the table: 33 cases of the page, 40 more" "$(equal "$("$bench/make_cases" -n | cut -f 1 | sort | uniq -c | head -n 2 | tr -s ' \n' ' ')" ' 33 base 40 drawn ')"
claim "a case that users bring says where it comes from" "$("$bench/make_cases" -n -l users | awk -F '\t' '$4 == "" { print $2 }')"
claim "two cases of one name" "$("$bench/make_cases" -n | cut -f 2 | sort | uniq -d)"
"$bench/make_cases" "$dir/data" -s 128 >"$dir/made" || claim "the cases are made" "status $?"
claim "every case is made" "$("$bench/make_cases" -n | cut -f 2 >"$dir/names" && cut -f 1 "$dir/data/manifest.tsv" | diff "$dir/names" -)"
"$bench/cases" "$dir/data" -d >"$dir/ran" || claim "the cases run" "status $?"
claim "a digest that is not the loop's" "$(awk -F '\t' '$7 != "ok"' "$dir/ran")"
claim "every case has run on one thread and on two" "$(equal "$(wc -l <"$dir/ran")" "$(($(wc -l <"$dir/names") * 2))")"
for threads in 1 2 3; do
    "$bench/limits" "$dir/data" -d -t $threads >"$dir/ran" || claim "the loops run on $threads threads" "status $?"
    claim "a loop, in one of its ways, has another digest on $threads threads" "$(awk -F '\t' '$7 != "ok"' "$dir/ran")"
    claim "every case has a loop on $threads threads" "$(cut -f 1 "$dir/ran" | diff "$dir/names" -)"
done
# An element of an operand that is another than was made shows.
operand=$(awk -F '\t' '$1 == "take_rows_16B" { print $14 }' "$dir/data/manifest.tsv")
printf '\377' | dd of="$dir/data/$operand" bs=1 seek=200 conv=notrunc 2>/dev/null
"$bench/cases" "$dir/data" -c take_rows_16B -t 1 -d >"$dir/ran" 2>&1
claim "a changed operand passes" "$(grep -q BAD "$dir/ran" || cat "$dir/ran")"
"$bench/limits" "$dir/data" -c =take_rows_16B -d >"$dir/ran" 2>&1
claim "a changed operand passes the loops" "$(grep -q BAD "$dir/ran" || cat "$dir/ran")"
claim "a list that there is not" "$("$bench/make_cases" -n -l nothing >/dev/null 2>&1 && echo taken)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
