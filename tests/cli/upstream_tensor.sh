# What is printed of the tensor and arith dialects is what MLIR's own tool reads, and what it prints back reads here. TCP
# goes in generic form through the file that declares it. Passes by where mlir-opt-19 is not installed.
. "$(dirname "$0")/common.sh"
top=$(dirname "$0")/../..
opt=$(command -v mlir-opt-19) || exit 0

crosses() { # crosses FILE PRINT-OPTIONS... -- OPT-OPTIONS...
    grep -v -e 'check\.' -e '^//' "$1" >"$dir/in.mlir"
    shift
    print=
    while [ "$1" != -- ]; do
        print="$print $1"
        shift
    done
    shift
    expect 0 print $print "$dir/in.mlir"
    cp "$dir/out" "$dir/printed.mlir"
    "$opt" "$@" "$dir/printed.mlir" -o "$dir/back.mlir" 2>"$dir/err" || fail "mlir-opt-19 does not read $file $print"
    expect 0 check "$dir/back.mlir"
}
for file in "$top"/examples/tensor_*.mlir "$top"/tests/ops/tensor/*.mlir "$top"/tests/ops/arith/*.mlir \
    "$top"/tests/ops/linalg/*.mlir; do
    "$garner" print "$file" | grep -q ' = scatter ' && continue # the RFC's op without `unique`, which MLIR does not have
    crosses "$file" --
    crosses "$file" --generic --
done
for file in "$top"/examples/tcp_*.mlir "$top"/tests/ops/tcp/*.mlir; do
    crosses "$file" --generic -- --irdl-file="$top/share/tcp.irdl.mlir"
done
finish
