// Each process prints its partition.
func.func @main() {
  %id = stablehlo.partition_id : tensor<ui32>
  interpreter.print %id : tensor<ui32>
  return
}
