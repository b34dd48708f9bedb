# garner convert: every function of tests/ops/ of MLIR's own dialects and TCP, and some of StableHLO's, said in StableHLO, in tensor and in TCP, still
# gives what its checks expect. What cannot be expressed is refused with exit status 3.
. "$(dirname "$0")/common.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
said=0
for file in "$top"/ops/arith/*.mlir "$top"/ops/linalg/*.mlir "$top"/ops/tensor/*.mlir "$top"/ops/tcp/*.mlir \
    "$top"/ops/stablehlo/compare.mlir "$top"/ops/stablehlo/convert.mlir "$top"/ops/stablehlo/shape.mlir "$top"/ops/stablehlo/slice.mlir; do
    rm -f "$dir"/part.*
    awk -v out="$dir/part." '/^func.func/ { n++ } !/^\/\/ -----/ { print > (out n + 100) }' "$file"
    for part in "$dir"/part.*; do
        for target in stablehlo tensor tcp; do
            "$garner" convert --to=$target "$part" >"$dir/out" 2>"$dir/err"
            case $? in
            0)
                said=$((said + 1))
                cp "$dir/out" "$dir/said.mlir"
                grep -q '^func.func @' "$dir/said.mlir" || continue # private ones alone
                "$garner" run --allow-nonunique-scatter "$dir/said.mlir" >"$dir/out" 2>"$dir/err" ||
                    { cat "$dir/said.mlir"; fail "$file, part ${part##*.}, does not run as it did in $target"; }
                ;;
            3) ;;
            *) fail "convert --to=$target of $file, part ${part##*.}" ;;
            esac
        done
    done
done
[ $said -gt 150 ] || fail "only $said programs could be said"
finish
