# run --trace and run --time: what is said of each op. No time is compared with another.
. "$(dirname "$0")/common.sh"
cat >"$dir/x.mlir" <<'END'
func.func @main() -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xi32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %y : tensor<i32>, tensor<2xi32>
    }
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  return %r#1 : tensor<2xi32>
}
END

# a line as each op ends: those of a loop within it, as often as they run
expect 0 run --trace "$dir/x.mlir"
says out 'dense<[7, 8]>'
sed 's/.*x\.mlir://; s/ [0-9a-f]\{16\}/ #/g' "$dir/err" >"$dir/trace"
cat >"$dir/want" <<'END'
2:11: stablehlo.constant: tensor<i32> #
3:12: stablehlo.constant: tensor<i32> #
4:10: stablehlo.constant: tensor<i32> #
5:8: stablehlo.constant: tensor<2xi32> #
8:12:   stablehlo.compare: tensor<i1> #
11:12:   stablehlo.add: tensor<i32> #
8:12:   stablehlo.compare: tensor<i1> #
11:12:   stablehlo.add: tensor<i32> #
8:12:   stablehlo.compare: tensor<i1> #
11:12:   stablehlo.add: tensor<i32> #
8:12:   stablehlo.compare: tensor<i1> #
6:10: stablehlo.while: tensor<i32> #, tensor<2xi32> #
14:3: check.expect_eq_const
END
cmp -s "$dir/trace" "$dir/want" || fail "$(diff "$dir/trace" "$dir/want")"

# equal values have equal digests, which are FNV-1a of what a .npy of them holds
sed -n 's/.*5:8: .* \([0-9a-f]*\)$/\1/p' "$dir/err" >"$dir/first"
sed -n 's/.*6:10: .* \([0-9a-f]*\)$/\1/p' "$dir/err" | cmp -s - "$dir/first" || fail 'the loop hands its operand on'
if python3 -c '' 2>/dev/null; then
    expect 0 run --quiet --output "$dir/results" "$dir/x.mlir"
    python3 -c '
import sys
digest = 0xcbf29ce484222325
for byte in open(sys.argv[1], "rb").read():
    digest = (digest ^ byte) * 0x100000001b3 % 2**64
print("%016x" % digest)' "$dir/results/main_0.npy" | cmp -s - "$dir/first" || fail 'FNV-1a'
fi

# runs, and how often each op ran in one; the program's checks are made as ever
for runs in 1 3; do
    expect 0 run --time=$runs --quiet "$dir/x.mlir"
    silent out
    grep -qE "^$runs runs?: median [0-9.]+ (ns|us|ms|s), [0-9.]+ (ns|us|ms|s) to [0-9.]+ (ns|us|ms|s)\$" "$dir/err" || fail 'the runs'
    awk '{ print $1, $2, $3 }' "$dir/err" | sed 1,2d >"$dir/table"
    printf '%s\n' '2:11 stablehlo.constant 1' '3:12 stablehlo.constant 1' '4:10 stablehlo.constant 1' '5:8 stablehlo.constant 1' \
        '6:10 stablehlo.while 1' '8:12 stablehlo.compare 4' '11:12 stablehlo.add 3' '14:3 check.expect_eq_const 1' |
        cmp -s - "$dir/table" || fail 'each op'
done
expect 0 run --time --quiet examples/batched_gather.mlir
says err '5 runs: median'
grep 'stablehlo.gather' "$dir/err" | grep -q 'GB/s, a copy' || fail 'a gather is held against a copy'
sed -i 's/%r#0, dense<3>/%r#0, dense<4>/' "$dir/x.mlir"
expect 1 run --time "$dir/x.mlir"
says err 'check.expect_eq_const'
! grep -q 'median' "$dir/err" || fail 'no table of a program that failed'
for wrong in 0 -1 x 100001 1.5; do
    expect 2 run --time=$wrong "$dir/x.mlir"
    says err "--time takes a number from 1 to 100000, not '$wrong'"
done

# where a long run is, on a terminal alone
cat >"$dir/long.mlir" <<'END'
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %many = stablehlo.constant dense<1000000000000> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
    cond {
      %c = stablehlo.compare LT, %i, %many : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %j : tensor<i64>
    }
  return
}
END
if terminals && command -v timeout >/dev/null; then
    timeout 10 script -qec "timeout 4 '$garner' run '$dir/long.mlir'" /dev/null </dev/null >"$dir/out" 2>&1
    grep -qE '[2-9]\.[0-9] s, [0-9]+ ops, at (7:12|10:12|5:8): stablehlo\.' "$dir/out" || fail 'where it is'
    timeout 10 script -qec "timeout 4 '$garner' run --quiet '$dir/long.mlir'" /dev/null </dev/null >"$dir/out" 2>&1
    ! grep -q ' ops, at ' "$dir/out" || fail '--quiet'
fi
finish
