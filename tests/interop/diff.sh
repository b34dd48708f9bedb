#!/bin/sh
# diff.sh BUILD - the adapters of `garner diff`, each with a tool that is here: programs that it gives the same bits for, one whose
# inputs have types that files of numpy have no name for, one that the tool's language cannot say, and what is known to differ.
#
# Python's tools are those of GARNER_PEERS, else of BUILD/peers (tools/deps.sh peers), else of python3. A tool that is not here is
# skipped by its name; where none is here but garner itself: exit 77. Ends with "N passed, N failed".
set -u
build=$(cd "${1:?usage: tests/interop/diff.sh BUILD}" && pwd)
peers=${GARNER_PEERS:-$build/peers}
[ ! -x "$peers/bin/python3" ] || PATH=$peers/bin:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0 tools=0

# Windows of rows 0, 3, and those at both ends: all are clamped alike. Sums of small integers are exact in any order.
cat >"$work/same.mlir" <<'END'
func.func @main(%table: tensor<4x3xf32>, %rows: tensor<4x1xi32>, %x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4x3xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.compare LT, %0, %x : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
  return %1, %2, %3 : tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xi1>
}
END
inputs='--input iota --input [[0],[3],[-1],[9]] --input 2'
cat >"$work/bf16.mlir" <<'END'
func.func @main(%x: tensor<5xbf16>) -> tensor<5xbf16> {
  %0 = stablehlo.add %x, %x : tensor<5xbf16>
  return %0 : tensor<5xbf16>
}
END

cat >"$work/window.mlir" <<'END'
func.func @main(%x: tensor<4xf32>, %i: tensor<1x1xi32>, %u: tensor<1x2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
END
# Both with inputs beside them: of same.mlir these, of bf16.mlir a NaN and a negative number among them.
echo 'func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x1xi32>, %c: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) {
  return %a, %b, %c : tensor<4x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>
}' >"$work/inputs.mlir"
# shellcheck disable=SC2086
"$build/garner" run --output "$work/made/" $inputs "$work/inputs.mlir" >/dev/null
mkdir "$work/programs"
for i in 0 1 2; do
    mv "$work/made/main_$i.npy" "$work/programs/same.in_$i.npy"
done
mv "$work/same.mlir" "$work/bf16.mlir" "$work/programs"

expect() { # expect TOOL PROGRAM VERDICT
    if grep -q "\"file\":\"[^\"]*$2.mlir\",\"function\":\"main\",\"shapes\":null,\"verdict\":\"$3\"" "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1: $2.mlir should be $3"
        head -c 1500 "$work/out"
    fi
}

# torch:compiled compiles for some seconds each, and is run where it is asked for.
for tool in jax numpy torch onnxruntime mlir tfjs iree tvm ${GARNER_DIFF_MORE:-}; do
    "$build/garner" diff --json --timeout 300 --tool $tool "$work/programs" >"$work/out" 2>&1
    if [ $? = 3 ]; then
        echo "$tool is not here: $(grep -o '"message":"[^"]*' "$work/out" | head -1 | cut -c12-150)"
        continue
    fi
    tools=$((tools + 1))
    case $tool in
    iree) same=bug bf16=same ;; # its gathers read what lies outside of the table
    numpy | tfjs | tvm) same=same bf16=refused ;;
    mlir) # its files are read and written by numpy, which has no bf16 of its own
        same=same bf16=refused
        ! python3 -c 'import ml_dtypes' 2>"$work/none" || bf16=same
        ;;
    *) same=same bf16=same ;;
    esac
    expect $tool same $same
    expect $tool bf16 $bf16
    # What XLA is known for: an update whose window lies partly outside is dropped as a whole.
    if [ $tool = jax ]; then
        "$build/garner" diff --json --timeout 300 --tool jax --input zeros --input '[[3]]' --input 1 "$work/window.mlir" >"$work/out" 2>&1
        expect jax window bug
        grep -q '"reading":"window-dropped-whole"' "$work/out" || {
            failed=$((failed + 1))
            echo "FAILED: the reading of XLA's scatter is not told"
        }
    fi
done
if [ $tools = 0 ]; then
    echo "none of the tools is here"
    exit 77
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
