#!/bin/sh
# spatter.sh BUILD - Spatter's files: the lists that names of patterns give (its README's examples, and by hand), kernels, defaults, and
# what is said of files that are not right. The example's configurations have the results of a plain loop. Nothing is timed. Ends with
# "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
spatter=$(cd "$1" && pwd)/bench/spatter
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
claim() { # claim TEXT WANTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n  wanted %s\n  found  %s\n' "$1" "$2" "$3"
    fi
}
lists() { # lists JSON: what is read of it, in one line
    printf '%s\n' "$1" >"$dir/file.json"
    "$spatter" "$dir/file.json" -n 2>&1 | sed "s|$dir/||" | tr '\n' ' ' | sed 's/  */ /g; s/ $//'
}
pattern() { # pattern TEXT: its list and delta
    lists "[{\"pattern\": \"$1\"}]" | sed 's/.* gather \[/[/'
}
claim "README: UNIFORM:8:4" "[0,4,8,12,16,20,24,28] delta 8" "$(pattern UNIFORM:8:4)"
claim "NR reuses nothing" "[0,4,8,12] delta 16" "$(pattern UNIFORM:4:4:NR)"
claim "a third number is the delta" "[0,1,2,3] delta 5" "$(pattern UNIFORM:4:1:5)"
claim "README: MS1:8:4:32" "[0,1,2,3,35,36,37,38] delta 8" "$(pattern MS1:8:4:32)"
claim "README: one gap for two places" "[0,1,21,41,42,43,44,45] delta 8" "$(pattern MS1:8:2,3:20)"
claim "README: a gap for each place" "[0,1,21,43,44,45,46,47] delta 8" "$(pattern MS1:8:2,3:20,22)"
claim "README: 3-point stencil" "[0,1,2] delta 1" "$(pattern LAPLACIAN:1:1:100)"
claim "README: 5-point stencil" "[0,99,100,101,200] delta 1" "$(pattern LAPLACIAN:2:1:100)"
claim "README: 9-point stencil" "[0,100,198,199,200,201,202,300,400] delta 1" "$(pattern LAPLACIAN:2:2:100)"
claim "README: 7-point stencil" "[0,9900,9999,10000,10001,10100,20000] delta 1" "$(pattern LAPLACIAN:3:1:100)"
claim "README: numbers by commas" "[1,2,4,8,16,32] delta 8" "$(pattern 1,2,4,8,16,32)"
claim "defaults" "0 gather count 1024 wrap 1 runs 10 gather [3,0] delta 8" "$(lists '[{"pattern": [3, 0]}]')"
claim "all numbers, and letters of any case" "0 scatter count 7 wrap 2 runs 3 x scatter [1] delta 4" \
    "$(lists '[{"name": "x", "kernel": "SCATTER", "pattern": [1], "delta": 4, "count": 7, "wrap": 2, "nruns": 3}]')"
claim "gather and scatter at once, by either name" "0 gs count 1024 wrap 1 runs 10 gather [0,2] delta 3 scatter [1,0] delta 8 1 sg count 1024 wrap 1 runs 10 gather [0] delta 8 scatter [5] delta 6" \
    "$(lists '[{"kernel": "GS", "pattern-gather": [0, 2], "pattern-scatter": [1, 0], "delta-gather": 3},
               {"kernel": "sg", "pattern-gather": [0], "pattern-scatter": [5], "delta-scatter": 6}]')"
claim "an inner list picks from the outer one" "0 multigather count 1024 wrap 1 runs 10 gather [30,10] delta 2 1 multiscatter count 1024 wrap 1 runs 10 scatter [20] delta 8" \
    "$(lists '[{"kernel": "MultiGather", "pattern": [10, 20, 30], "pattern-gather": [2, 0], "delta": 2},
               {"kernel": "MultiScatter", "pattern": [10, 20, 30], "pattern-scatter": [1]}]')"
claim "pattern-size cuts, boundary wraps" "0 gather count 1024 wrap 1 runs 10 gather [0,4,3] delta 8" \
    "$(lists '[{"pattern": "UNIFORM:8:4", "pattern-size": 3, "boundary": 5}]')"

refused() { # refused TEXT JSON MESSAGE
    claim "$1" "spatter: file.json: $3" "$(lists "$2")"
    "$spatter" "$dir/file.json" -n >/dev/null 2>&1
    claim "$1: the status" 1 $?
}
refused "no list" '{"pattern": [1]}' "not a list of configurations"
refused "an empty list" '[]' "not a list of configurations"
refused "no object" '[1]' "configuration 0: 1 is no object"
refused "no pattern" '[{"pattern": [1]}, {"kernel": "Gather"}]' 'configuration 1: no "pattern", which this kernel needs'
refused "no inner pattern" '[{"kernel": "MultiGather", "pattern": [1]}]' 'configuration 0: no "pattern-gather", which this kernel needs'
refused "an inner number beyond the list" '[{"kernel": "MultiGather", "pattern": [1], "pattern-gather": [1]}]' \
    'configuration 0: the inner pattern has 1, and "pattern" 1 numbers'
refused "lists of two lengths" '[{"kernel": "GS", "pattern-gather": [0, 2], "pattern-scatter": [1]}]' \
    'configuration 0: "pattern-gather" has 2 numbers, "pattern-scatter" 1'
refused "a kernel that there is not" '[{"kernel": "copy", "pattern": [1]}]' \
    'configuration 0: "kernel" is "copy", not gather, scatter, gs, multigather or multiscatter'
refused "a negative number" '[{"pattern": [-1]}]' 'configuration 0: "pattern" has -1, not a whole number from 0 to 2^40'
refused "a count of 0" '[{"pattern": [1], "count": 0}]' 'configuration 0: "count" is 0, not 1 to 2^40'
refused "a count as a text" '[{"pattern": [1], "count": "4"}]' 'configuration 0: "count" is "4", not a whole number'
refused "a size beyond the list" '[{"pattern": [1], "pattern-size": 2}]' 'configuration 0: "pattern-size" is 2, and "pattern" has 1 numbers'
for text in UNIFORM UNIFORM:8 UNIFORM:0:1 UNIFORM:8:4:no UNIFORM:99999999:1 MS1:8:4 MS1:8:2,3:1,2,3 LAPLACIAN:0:1:100 LAPLACIAN:2:1 \
    LAPLACIAN:8:1:1000000 1,,2 1,-2 1, x; do
    refused "the pattern $text" "[{\"pattern\": \"$text\"}]" \
        "configuration 0: \"pattern\" is \"$text\", not a list of numbers, UNIFORM:.., MS1:.. or LAPLACIAN:.."
done
"$spatter" "$dir/nothing.json" >/dev/null 2>"$dir/said"
claim "a file that there is not" "1 spatter: $dir/nothing.json" "$? $(cut -d : -f 1,2 "$dir/said")"
printf '[{"pattern": [1,' >"$dir/file.json"
"$spatter" "$dir/file.json" >/dev/null 2>&1
claim "half a file" 1 $?

# Results: the example, and lists whose rows overlap, wrap and end within a buffer.
cat >"$dir/odd.json" <<'JSON'
[{"pattern": [0, 3, 1], "delta": 1, "count": 100003, "wrap": 7},
 {"pattern": [5], "delta": 0, "count": 10},
 {"kernel": "Scatter", "pattern": [0, 9, 9, 2], "delta": 1, "count": 50021, "wrap": 3},
 {"kernel": "Scatter", "pattern": "UNIFORM:3:5", "delta": 40, "count": 1},
 {"kernel": "Scatter", "pattern": [0, 1], "delta": 0, "count": 20000, "wrap": 20000},
 {"kernel": "GS", "pattern-gather": [4, 4, 0], "pattern-scatter": [2, 1, 0], "delta-gather": 2, "delta-scatter": 1, "count": 30011}]
JSON
for threads in 1 2; do
    for file in "$root/bench/spatter.json" "$dir/odd.json"; do
        "$spatter" "$file" -d -s "$([ "$file" = "$dir/odd.json" ] && echo 1 || echo 64)" -t $threads >"$dir/ran" 2>&1
        claim "results of $file on $threads threads: the status" 0 $?
        claim "results of $file on $threads threads" "" "$(sed 1d "$dir/ran" | awk '$4 != "ok"')"
    done
done
claim "a line for each configuration" 9 "$("$spatter" "$root/bench/spatter.json" -d -s 1024 | sed 1d | wc -l)"
claim "bytes as Spatter counts them" "gather 4000 gs 96" "$(printf '%s\n' '[{"pattern": [1, 2], "count": 250}, {"kernel": "GS", "pattern-gather": [0, 1, 2], "pattern-scatter": [0, 1, 2], "count": 2}]' >"$dir/file.json"; "$spatter" "$dir/file.json" -d | sed 1d | awk '{ print $2, $3 }' | tr '\n' ' ' | sed 's/ $//')"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
