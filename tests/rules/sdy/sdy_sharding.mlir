// sdy: shardings (Shardy, TensorShardingAttr, DimensionShardingAttr, AxisRefListAttr, SubAxisInfoAttr).

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b":(1)2, "a"}p0, {"b":(2)2, ?}p3]>}, %u: i32 {sdy.sharding = #sdy.sharding<@m, []>},
             %t: !stablehlo.token, %n: memref<4xf32>, %v: vector<4xf32>, %z: tensor<0xf32>, %p: tuple<tensor<4xf32>>, %d: tensor<?x3xf32>) {
  %0 = sdy.sharding_constraint %x <@m, [{?}, {}], replicated={"a"}, unreduced={"b"}> : tensor<8x4xf32>
  %1 = sdy.reshard %x <mesh<["z"=8]>, [{"z"}, {}]> : tensor<8x4xf32>
  %2 = sdy.reshard %x <@m, [{?}p0, {}], unreduced=max{"b":(2)2}, replicated={"a"}> : tensor<8x4xf32>
  %3 = sdy.sharding_constraint %t <@m, []> : !stablehlo.token
  %4 = sdy.sharding_constraint %n <@m, [{"a"}]> : memref<4xf32>
  %5 = sdy.sharding_constraint %v <@m, [{"a"}]> : vector<4xf32>
  %6 = sdy.sharding_constraint %z <@m, [{"a"}]> : tensor<0xf32>
  %7 = sdy.sharding_constraint %p <@m, [{"a"}]> : tuple<tensor<4xf32>>
  %8 = sdy.sharding_constraint %d <@m, [{"a"}, {"b":(1)2}]> : tensor<?x3xf32>
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

sdy.mesh @m = <["a"=2]>
module {
  func.func @f(%x: tensor<8x4xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op unknown mesh: @m}}
    %0 = sdy.sharding_constraint %x <@m, [{}, {}]> : tensor<8x4xf32>
    return
  }
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.}}
  %0 = sdy.sharding_constraint %x <mesh<[], device_ids=[3]>, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tuple<tensor<2xf32>, i32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op ops can only have a sharding for a tuple of size 1: 'tuple<tensor<2xf32>, i32>'}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}]> : tuple<tensor<2xf32>, i32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@m, [{"a"}]>}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}]> : i32
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'i32', sharding: #sdy.sharding<@m, [], unreduced={"b"}>}}
  %0 = sdy.sharding_constraint %x <@m, [], unreduced={"b"}> : i32
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op only ranked tensors can have a sharding. type: 'tensor<*xf32>'}}
  %0 = sdy.sharding_constraint %x <@m, [{}]> : tensor<*xf32>
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
  // expected-error@+1 {{'sdy.sharding_constraint' op dim 1 is empty and closed but has a priority}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}p1]> : tensor<8x4xf32>
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
  // expected-error@+1 {{'sdy.sharding_constraint' op two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)2, "b":(2)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

// The axes of each list, before parts of axes.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unknown axis name: "c"}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(0)2}, {"c"}]> : tensor<8x4xf32>
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

// A part in front of the whole, which is told of behind the order.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unreduced axes are not ordered w.r.t. mesh}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], unreduced={"b", "b":(1)2}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op both sub-axis and full-axis are used for axis name: "b"}}
  %0 = sdy.sharding_constraint %x <@m, [{"b"}, {"b":(1)2}]> : tensor<8x4xf32>
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
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis sizes must be greater than 1: "b":(2)1}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(2)1}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis sizes must be greater than 1: "b":(1)0}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)0}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis next pre-size 3 doesn't divide the size of the full axis 4: "b":(1)3}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1)3}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis next pre-size 8 doesn't divide the size of the full axis 4: "b":(4)2}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(4)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis next pre-size 0 doesn't divide the size of the full axis 4: "b":(4611686018427387904)4}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(4611686018427387904)4}, {}]> : tensor<8x4xf32>
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
  // expected-error@+1 {{'sdy.sharding_constraint' op overlapping sub-axes: "c":(1)4, "c":(2)2}}
  %0 = sdy.sharding_constraint %x <mesh<["c"=8]>, [{"c":(2)2}, {"c":(1)4}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-note@+1 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
    %1 = sdy.sharding_constraint %y <@m, [{}, {"a"}]> : tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{duplicate axis name: "a"}}
  // expected-error@+1 {{failed to parse MeshAttr}}
  %0 = sdy.sharding_constraint %x <mesh<["a"=2, "a"=2]>, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{invalid kind of attribute specified}}
  // expected-error@+1 {{expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>}}
  %0 = sdy.sharding_constraint %x <#sdy.mesh<["a"=2]>, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %0 = sdy.reshard %x #sdy.mesh<["a"=2]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{invalid kind of attribute specified}}
  // expected-error@+1 {{expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>}}
  %0 = sdy.sharding_constraint %x <@m::@n, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{expecting priority in format 'p<number>', got: q1}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}q1, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{priorities with leading zeros are not allowed, got: p01}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}p01, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{expecting integer priority, got: p99999999999999999999}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{"a"}p99999999999999999999, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expected string}}
  // expected-error@+2 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{a}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expected ')'}}
  // expected-error@+2 {{failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(1}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+4 {{expected integer value}}
  // expected-error@+3 {{failed to parse Sdy_SubAxisInfo parameter 'pre_size' which is to be a `int64_t`}}
  // expected-error@+2 {{failed to parse Sdy_AxisRef parameter 'sub_axis_info' which is to be a `SubAxisInfoAttr`}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %x <@m, [{"b":(x)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+4 {{expected string}}
  // expected-error@+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error@+2 {{failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], replicated={}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{expected '{'}}
  // expected-error@+1 {{failed to parse Sdy_TensorSharding parameter 'unreduced_axes'}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], unreduced=["a"]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], replicated={"a"}, replicated={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
  %0 = sdy.sharding_constraint %x <@m, [{}, {}], reduced={"a"}> : tensor<8x4xf32>
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
// expected-error@+1 {{'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr}}
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
  // expected-error@+1 {{'stablehlo.add' op should have a sharding attribute of type TensorShardingPerValueAttr}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@m, [{}, {}]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.add' op result - duplicate axis ref: "a"}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {"a"}]>]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+3 {{expecting priority in format 'p<number>', got: q}}
  // expected-error@+2 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_TensorShardingPerValue parameter 'shardings' which is to be a `::llvm::ArrayRef<TensorShardingAttr>`}}
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}q, {"a"}]>]>} : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op result 1 - unknown mesh: @n}}
  %0:2 = stablehlo.custom_call @g(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>, <@n, [{}, {}]>]>} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return
}

// -----

// Of an op without results: one device, or replicated.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  stablehlo.custom_call @g(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[3]>, []>]>} : (tensor<8x4xf32>) -> ()
  stablehlo.custom_call @g(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, []>]>} : (tensor<8x4xf32>) -> ()
  // expected-error@+1 {{'stablehlo.custom_call' op result 0 - a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.}}
  stablehlo.custom_call @g(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x4xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op result shardings don't match number of values: 1 shardings vs 0 values}}
  stablehlo.custom_call @g(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8x4xf32>) -> ()
  return
}

// -----

// What stays unreduced does so by one operator, also behind a barrier.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<8x4xf32>
  // expected-error@+1 {{'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from sum to max. Check source sharding: #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>, target sharding: #sdy.sharding<@m, [{}, {}], unreduced=max{"b"}>}}
  %1 = sdy.reshard %0 <@m, [{}, {}], unreduced=max{"b"}> : tensor<8x4xf32>
  %2 = sdy.reshard %0 <@m, [{}, {}], unreduced=max{"a"}> : tensor<8x4xf32>
  return
}
