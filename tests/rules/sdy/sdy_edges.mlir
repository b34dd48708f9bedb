// sdy: which values shardings spread between (Shardy, PropagationEdgesAttr).

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-1, result-0]}, {"b":(1)2 = result-0 -> [operand-0]}]}, {step-2 = [{"b" = operand-1 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{propagation edges have negative step index: -1}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{propagation edges have duplicate step index: 1}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0]}]}, {step-1 = [{"b" = operand-0 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{propagation edges have a source that is the same as a target}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0, operand-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{propagation edges have duplicate targets for step index: 1 and axis: a}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0, result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op expected propagation edges attr to reference a sharding.}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op expected axis ref to be in one of the meshes}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"z" = operand-0 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op expected a value ref to have a result index in range [0, 1), got: 1}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-1]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op expected a value ref to have an operand index in range [0, 2), got: 2}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-2]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op expected a common mesh for propagation edges attr.}}
  %0 = stablehlo.add %x, %y {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [operand-1]}]}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = "no"} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = stablehlo.add %x, %x {sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>]} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'stablehlo.add' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'}}
  %0 = stablehlo.add %x, %x {sdy.block_arg_propagation_edges = ["no"]} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+3 {{to be one of: operand, result}}
  // expected-error@+2 {{failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = input-0 -> [result-0]}]}]>} : tensor<8x4xf32>
  return
}
