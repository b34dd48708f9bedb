# defaults.sh - attributes that are what upstream declares them to be anyway stay out of the pretty form.
. "$(dirname "$0")/common.sh"

cat >"$dir/a.mlir" <<'X'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @foo(%x) {api_version = 1 : i32, has_side_effect = false, called_computations = []} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @foo(%0) {api_version = 4 : i32, has_side_effect = true, backend_config = {}} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.exponential %1 {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  %3 = stablehlo.exponential %2 {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return %3 : tensor<2xf32>
}
X
expect 0 print "$dir/a.mlir"
says out "%0 = stablehlo.custom_call @foo(%arg0) : (tensor<2xf32>) -> tensor<2xf32>"
says out "@foo(%0) {api_version = 4 : i32, backend_config = {}, has_side_effect = true} :"
says out "%2 = stablehlo.exponential %1 : tensor<2xf32>"
says out "mode = #stablehlo.result_accuracy_mode<HIGHEST>>"
expect 0 print "$dir/a.mlir" --generic
says out "has_side_effect = false"
finish
