// sdy: rules of ops (Shardy, OpShardingRuleAttr, TensorMappingAttr, DimMappingAttr).

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [l, k])->([mj, k]) {i=2, j=4, k=4, l=8, m=2} reduction={i} need_replication={j} permutation={k} blocked_propagation={i, k}, custom>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op number of operands and mappings must match: 2 != 1}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op number of results and mappings must match: 1 != 2}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.constant' op number of operands mappings cannot be 0. Op sharding rules can only be defined on operations with at least one operand and result.}}
  %0 = stablehlo.constant {sdy.sharding_rule = #sdy.op_sharding_rule<()->([i]) {i=2}>} dense<1.0> : tensor<2xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op operand - expected a ranked tensor with a static shape. type: 'tensor<?xf32>'}}
  %0 = stablehlo.negate %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=2}>} : tensor<?xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 0 - mapping rank must match: 1 != 2}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op result - mapping rank must match: 1 != 2}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 1 - dim mapping must have at least one factor}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [*, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 1 - dim mapping must have at least one factor}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op result - expecting factor indices to be within 0<=...<num_factors; received: 2, num_factors: 2}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, k]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 1 - cannot reuse factors for the same tensor value}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, i])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand 0 - dim mapping can't have a factor of size 1 if there are multiple factors}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [i, k])->([i, k]) {i=8, j=1, k=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op has factor k=2 that isn't used in operand and result mappings}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4, k=2}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op indices of special factors must be sorted}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} need_replication={j, i}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op indices of special factors must be unique}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} permutation={i, i}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op index must be less than 2, got: 2}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} reduction={k}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op a factor can only be in one of the reduction, need replication, or permutation factor sets}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} need_replication={i} permutation={i}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op index must be less than 2, got: 19}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} blocked_propagation={z_2}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op reduction factor cannot be in result mappings}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} reduction={i}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expecting symbol from 'i' to 'z'. Received: 'a'}}
  // expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expecting integer after 'z_'. Received: 'z_'}}
  // expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([z_, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expecting positive integer without leading zeros. Received: '01'}}
  // expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([z_01, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expecting symbol index <=2^63-1. Received: '99999999999999999999'}}
  // expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([z_99999999999999999999, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {j=8, i=4}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{expecting single factor symbol: j}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {ij=8}>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'}}
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = "no"} : tensor<8x4xf32>
  return
}
