# Every option: what it takes, what it refuses, what it does.
. "$(dirname "$0")/common.sh"

cat >"$dir/x.mlir" <<'END'
func.func @main(%x: tensor<3xi32>, %i: tensor<1xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>,
    slice_sizes = array<i64: 2>}> : (tensor<3xi32>, tensor<1xi64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
END

# values that make no sense, by option
while read -r command option values; do
    for value in $values; do
        expect 2 "$command" "--$option" "$value" "$dir/x.mlir"
        says err "--$option"
    done
done <<'END'
run max-steps 0 -1 x 1x 99999999999999999999999
run threads 0 -1 x 2x 99999999 99999999999999999999999
run max-memory 0 -1 x 1KB 1X M 99999999999999999999999 99999999999G
plan l1-bytes 0 x 9223372036854775808
plan cores 0x1 1x0 x 1 1x 1x2x 8x8y 12345678x1 -1x2 99x99
plan strategy none multiple
plan target tcp
plan dim 0 -1 x 1= x=3 x/=3 /0=3 x/0= x/0=-1 x/-1=2 x/0=9223372036854775808
convert to python stablehl
END
expect 2 run --entry @ "$dir/x.mlir"
expect 2 run --output '' "$dir/x.mlir"
expect 2 run "$dir/x.mlir" --max-steps
says err 'max-steps'
expect 2 print --strict "$dir/x.mlir" # no beginning of --strict-syntax
expect 2 run --threads=2x "$dir/x.mlir"
expect 2 check --generic=1 "$dir/x.mlir"

# values that do
for memory in 1000000 1024K 100M 1G 1T; do
    expect 0 run --max-memory $memory "$dir/x.mlir" --input '3xi32=[1, 2, 3]' --input '1xi64=1'
    says out 'dense<[2, 3]>'
done
expect 0 run --max-steps 100 --threads 2 -entry @main "$dir/x.mlir" --input '3xi32=[1, 2, 3]' --input=1xi64=1
says out 'dense<[2, 3]>'
expect 3 run --max-steps 1 "$dir/x.mlir" --input '3xi32=[1, 2, 3]' --input '1xi64=1'
says err 'work of 3 steps, where 1 of the 1 allowed are left'

# whole constants, or the first few
echo 'func.func @main() -> tensor<5000xi32> { %0 = stablehlo.iota dim = 0 : tensor<5000xi32> return %0 : tensor<5000xi32> }' >"$dir/long.mlir"
expect 0 run "$dir/long.mlir"
says out '...'
expect 0 run --full "$dir/long.mlir"
says out '4998, 4999]'

# ops of no dialect are kept when asked for
echo '"a.b"() : () -> ()' >"$dir/foreign.mlir"
expect 3 check "$dir/foreign.mlir"
expect 0 check --allow-unregistered-dialect "$dir/foreign.mlir"
expect 0 print --allow-unregistered-dialect --generic "$dir/foreign.mlir"
says out '"a.b"() : () -> ()'

# a window that lies partly outside, by element and as a whole
cat >"$dir/window.mlir" <<'END'
func.func @main() -> tensor<3xi32> {
  %x = stablehlo.constant dense<0> : tensor<3xi32>
  %i = stablehlo.constant dense<2> : tensor<1xi64>
  %u = stablehlo.constant dense<7> : tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
    scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi64>, tensor<2xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
END
expect 0 run "$dir/window.mlir"
says out 'dense<[0, 0, 7]>'
expect 0 run --drop-whole-window "$dir/window.mlir"
says out 'dense<0>'

# which function: the one, @main, all that take nothing, or told
echo 'func.func @a() { return } func.func @b() { return }' >"$dir/two.mlir"
expect 0 run "$dir/two.mlir"
says out '@a: ok'
says out '@b: ok'
echo 'func.func @a(%x: tensor<i32>) { return } func.func @b() { return }' >"$dir/two.mlir"
expect 2 run "$dir/two.mlir"
says err 'there are 2 public functions and no @main; --entry says which to run'
expect 0 run --entry b "$dir/two.mlir"
echo 'func.func private @a() { return }' >"$dir/none.mlir"
expect 2 run "$dir/none.mlir"
says err 'there is no public function with a body to run'

# text from a pipe, long enough for the buffer to grow, and none
{ head -c 200000 /dev/zero | tr '\0' ' '; echo 'func.func @f() { return }'; } | "$garner" check - >"$dir/out" 2>"$dir/err" || fail 'long text from a pipe'
expect 0 check /dev/null
: >"$dir/empty.mlir"
expect 0 check "$dir/empty.mlir"
expect 0 help
expect 0 -h
says out 'usage: garner'

# what cannot be written is reported
if [ -w /dev/full ]; then
    "$garner" print "$dir/x.mlir" >/dev/full 2>"$dir/err" && fail 'a full disk is success'
    "$garner" run --full "$dir/long.mlir" >/dev/full 2>"$dir/err" && fail 'a full disk is success'
fi

# explanations of what takes inputs are made on zeros of any type but those with no zero; plans need no inputs
cat >"$dir/types.mlir" <<'END'
func.func @main(%x: tensor<2x3xcomplex<f32>>, %i: tensor<2xi8>) -> tensor<2x3xcomplex<f32>> {
  %0 = "onnx.Gather"(%x, %j) {axis = 0 : si64} : (tensor<2x3xcomplex<f32>>, tensor<2xi64>) -> tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}
END
sed -i 's/%j/%i/; s/tensor<2xi8>/tensor<2xi64>/' "$dir/types.mlir"
for command in plan explain; do
    expect 0 $command "$dir/types.mlir"
    says out 'onnx.Gather'
done
echo 'func.func @main(%x: tensor<?xi32>) { return }' >"$dir/types.mlir"
expect 0 plan "$dir/types.mlir"
expect 2 explain "$dir/types.mlir"
says err 'input #0 is of type tensor<?xi32>, whose extents are not all known: give it with --input'
echo 'func.func @main(%x: tuple<>) { return }' >"$dir/types.mlir"
expect 0 plan "$dir/types.mlir"
expect 2 explain "$dir/types.mlir"
says err 'give it with --input'
expect 0 plan --target=ttnn --json examples/ttnn_gather.mlir
says out '"cores"'
finish
