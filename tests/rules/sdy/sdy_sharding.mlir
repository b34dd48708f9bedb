// sdy: shardings (Shardy, TensorShardingAttr, DimensionShardingAttr, AxisRefListAttr, SubAxisInfoAttr).

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @good(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2, "a"}p0, {"b":(2)2, ?}p3]>}, %u: i32 {sdy.sharding = #sdy.sharding<@m, []>}) {
  %0 = sdy.sharding_constraint %x <@m, [{?}, {}], replicated={"a"}, unreduced={"b"}> : tensor<8x4xf32>
  %1 = sdy.reshard %0 <mesh<["z"=8]>, [{"z"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unknown mesh: @n}}
  %0 = sdy.sharding_constraint %x <@n, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sharding doesn't match tensor rank: 1 != 2}}
  %0 = sdy.sharding_constraint %x <@m, [{}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unknown axis name: "c"}}
  %0 = sdy.sharding_constraint %x <@m, [{"c"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op duplicate axis ref: "a"}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {"a"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op duplicate axis ref: "a"}}
  %0 = sdy.sharding_constraint %x <@m, [{"a", "a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op duplicate axis ref: "a"}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {}], replicated={"a"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op duplicate axis ref: "b":(1)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)2}, {}], unreduced={"b":(1)2}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op overlapping sub-axes: "b":(1)2 and "b"}}
  %0 = sdy.sharding_constraint %x <@m, [{"b"}, {"b":(1)2}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)2, "b":(2)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis pre-size must be at least 1: "b":(0)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(0)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis size must be greater than 1: "b":(2)1}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(2)1}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis size is equal to the full axis size: "b":(1)4}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)4}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis pre-size times size must divide the size of the full axis, 4: "b":(1)3}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)3}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis pre-size times size must divide the size of the full axis, 4: "b":(4)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(4)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op dim 1 - empty closed sharding can't have a priority}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}p1]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op replicated axes are not ordered w.r.t. mesh}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], replicated={"b", "a"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unreduced axes are not ordered w.r.t. mesh}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], unreduced={"b", "a"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op duplicate axis name: "a"}}
  %0 = sdy.sharding_constraint %x <mesh<["a"=2, "a"=2]>, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<0xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op dim 0 - a dimension of size 0 can't be sharded}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}]> : tensor<0xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated axes. type: 'i32'}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}]> : i32
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{'func.func' op arg 1 - sharding doesn't match tensor rank: 1 != 2}}
func.func @f(%x: i32, %y: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{'func.func' op result 0 - unknown axis name: "z"}}
func.func @f(%y: tensor<2x2xf32>) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"z"}, {}]>}) {
  return %y : tensor<2x2xf32>
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error@+1 {{'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr for `sdy.sharding`}}
func.func @f(%y: tensor<2x2xf32> {sdy.sharding = 1 : i32}) {
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op result shardings don't match number of values: 2 shardings vs 1 values}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>, <@m, [{}, {}]>]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op should have a sharding attribute of type TensorShardingPerValueAttr for `sdy.sharding`}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@m, [{}, {}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op duplicate axis ref: "a"}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"a"}]>]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{expecting integer priority, got: q1}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}q1, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{expected 'replicated' or 'unreduced', each once}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], replicated={}, replicated={}> : tensor<8x4xf32>
  return
}
