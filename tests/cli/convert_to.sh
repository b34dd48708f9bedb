# convert_to.sh - convert --to: what it refuses and why, what it says about errors that are lost, and both programs tried.
. "$(dirname "$0")/common.sh"

cat >"$dir/take.mlir" <<'X'
func.func @main(%x: tensor<5x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<5x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
X
cat >"$dir/add.mlir" <<'X'
func.func @main(%x: tensor<5xf32>, %i: tensor<3x1xi64>, %u: tensor<3xf32>) -> tensor<5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<5xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
X

# Usage.
expect 2 convert "$dir/take.mlir"
expect 2 convert "$dir/take.mlir" --to=mhlo
grep -q "or artifact, not 'mhlo'" "$dir/err" || fail "an unknown dialect is to be named"
expect 2 convert "$dir/take.mlir" --to=tcp --expand-batching

# An error the target does not give is reported; not when every index is vouched for.
expect 0 convert "$dir/take.mlir" --to=stablehlo
grep -q "remark: 'onnx.Gather' answers an index out of range with an error; stablehlo moves it into range" "$dir/err" ||
    fail "a lost error is to be reported"
grep -q "stablehlo.select" "$dir/out" || fail "negative indices are to be wrapped"
expect 0 convert "$dir/take.mlir" --to=stablehlo --assume-in-bounds
[ ! -s "$dir/err" ] || fail "nothing is lost when every index is in range"

# Nor where the program brings its indices into range itself: of 5 rows, those are -5 to 4. `remarks` NUMBER MLIR.
remarks() {
    remarks=$1
    sed 's/^ *//' >"$dir/clamped.mlir" <<X
        func.func @main(%x: tensor<5x3xf32>, %i: tensor<${3:-4}xi64>) -> tensor<${3:-4}x3xf32> {
        %low = stablehlo.constant dense<0> : tensor<i64>
        %first = stablehlo.constant dense<-5> : tensor<i64>
        %last = stablehlo.constant dense<4> : tensor<i64>
        %more = stablehlo.constant dense<5> : tensor<i64>
        $2
        %r = "onnx.Gather"(%x, %j) {axis = 0 : si64} : (tensor<5x3xf32>, tensor<${3:-4}xi64>) -> tensor<${3:-4}x3xf32>
        return %r : tensor<${3:-4}x3xf32>
        }
X
    expect 0 convert "$dir/clamped.mlir" --to=stablehlo
    [ "$(grep -c "remark: 'onnx.Gather' answers an index out of range" "$dir/err")" = "$remarks" ] || fail "$2: $remarks remarks are expected"
    [ "$remarks" = 1 ] || [ ! -s "$dir/err" ] || fail "$2: another message"
}
four='tensor<4xi64>'
number='tensor<i64>'
remarks 0 "%j = \"onnx.Clip\"(%i, %low, %last) : ($four, $number, $number) -> $four"
remarks 0 "%j = \"onnx.Clip\"(%i, %first, %last) : ($four, $number, $number) -> $four"
remarks 1 "%j = \"onnx.Clip\"(%i, %low, %more) : ($four, $number, $number) -> $four"
remarks 0 "%k = \"onnx.Max\"(%i, %low) : ($four, $number) -> $four
    %j = \"onnx.Min\"(%k, %last) : ($four, $number) -> $four"
remarks 1 "%j = \"onnx.Min\"(%i, %last) : ($four, $number) -> $four"
remarks 0 "%j = stablehlo.constant dense<[0, -1, 4, -5]> : $four"
remarks 1 "%j = stablehlo.constant dense<[0, -6, 4, 0]> : $four"
remarks 0 '%j = "onnx.Clip"(%i, %low, %last) : (tensor<?xi64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>' '?'
grep -q 'stablehlo.clamp' "$dir/out" || fail 'a Clip of open extents is a clamp'
remarks 1 '%j = "onnx.Clip"(%i, %low, %more) : (tensor<?xi64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>' '?'

# A clamp goes around what has none, and not when every index is vouched for.
expect 0 convert "$dir/add.mlir" --to=onnx
grep -q '"onnx.Where"' "$dir/out" || fail "what is out of range is to be diverted"
expect 0 convert "$dir/add.mlir" --to=onnx --assume-in-bounds
! grep -q '"onnx.Where"' "$dir/out" || fail "nothing is diverted when every index is in range"

# Refusals.
expect 3 convert "$dir/add.mlir" --to=tensor
grep -q "cannot be expressed in tensor: 'stablehlo.scatter' combines by 'add', which it has not" "$dir/err" || fail "the combiner is to be named"
expect 3 convert "$dir/add.mlir" --to=tcp
grep -q "cannot be expressed in tcp: 'stablehlo.scatter' has no counterpart there" "$dir/err" || fail "TCP-19 is to be reported"
[ ! -s "$dir/out" ] || fail "nothing is printed of a program that is refused"
sed 's/xf32>/xf32, "by rows">/g' "$dir/add.mlir" >"$dir/encoded.mlir"
in_32_bits "$dir/add.mlir" >"$dir/add32.mlir"
for to in stablehlo onnx torch ttnn nvl; do
    [ $to != ttnn ] || sed 's/xf32>/xf32, "by rows">/g' "$dir/add32.mlir" >"$dir/encoded.mlir"
    expect 3 convert "$dir/encoded.mlir" --to=$to
    grep -q "'stablehlo.scatter' has a value of type 'tensor<.*xf32, \"by rows\">', whose encoding has no counterpart" "$dir/err" ||
        fail "$to: the encoding is to be named"
done

# An op whose every index is out of range is refused as what cannot be expressed is, not as a run that meets the index.
cat >"$dir/nothing.mlir" <<'END'
func.func @main(%a: tensor<4x0xf32>, %i: tensor<3x1xindex>) -> tensor<3x4xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<4x0xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
for to in stablehlo onnx torch ttnn nvl; do
    expect 3 convert "$dir/nothing.mlir" --to=$to
    grep -q "dimension 1 has no elements, so every index along it is out of range" "$dir/err" || fail "$to: the dimension is to be named"
done

# A value that the text uses before it defines it: at the top of a file, and in a block that comes later in the text.
cat >"$dir/later.mlir" <<'END'
check.expect_eq %x, %x : tensor<2xi32>
%x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
func.func @main(%i: tensor<2xi32>) -> tensor<2xi32> {
  "cf.br"()[^define] : () -> ()
^use:
  check.expect_eq %a, %a : tensor<2xi32>
  return %a : tensor<2xi32>
^define:
  %a = stablehlo.add %i, %i : tensor<2xi32>
  "cf.br"()[^use] : () -> ()
}
END
for to in stablehlo tensor tcp onnx torch ttnn nvl; do
    expect 0 convert "$dir/later.mlir" --to=$to --allow-unregistered-dialect
    cp "$dir/out" "$dir/made.mlir"
    expect 0 check "$dir/made.mlir" --allow-unregistered-dialect
done

# Both programs run.
for to in stablehlo onnx torch ttnn nvl; do
    [ $to != ttnn ] || cp "$dir/add32.mlir" "$dir/add.mlir"
    expect 0 convert "$dir/add.mlir" --to=$to --verify-equivalence
    grep -q "same bits in 100 trials (seed 0): [1-9][0-9]* with every index in range, [1-9][0-9]* with one out of range$" "$dir/err" ||
        fail "$to: what was tried is to be reported"
done

# Parts of a file, each by itself.
{ cat "$dir/take.mlir"; echo '// -----'; cat "$dir/add.mlir"; } >"$dir/both.mlir"
expect 0 convert "$dir/both.mlir" --split-input-file --to=nvl
[ "$(grep -c '^// -----$' "$dir/out")" = 1 ] || fail "parts are to stay parts"
finish
