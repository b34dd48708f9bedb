// sdy: what moves a tensor from one sharding to another.

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.all_gather [{"b":(2)2}, {}] %x out_sharding=<@m, [{"a", "b":(1)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op two consecutive sub-axes can be merged: "b":(1)2, "b":(2)2}}
  %0 = sdy.all_gather [{"b":(1)2, "b":(2)2}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{'sdy.all_gather' op collective on operand without sharding}}
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op duplicate axis ref: "a"}}
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@m, [{"a", "a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["a"=2]>
// expected-note@+1 {{operand mesh: #sdy.mesh<["a"=2, "b"=4]>}}
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op result mesh does not match operand mesh}}
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<@n, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op duplicate axis ref: "b"}}
  %0 = sdy.all_gather [{"b"}, {"b"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op unknown axis name: "z"}}
  %0 = sdy.all_gather [{"z"}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %0 = sdy.all_gather #sdy<axis_ref_list{"b"}> %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 1}}
  %0 = sdy.all_gather [{"b"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op can't apply gathering axis "a" to operand sharding on dimension 0}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@m, [{"b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op can't apply gathering axis "b":(1)2 to operand sharding on dimension 0}}
  %0 = sdy.all_gather [{"b":(1)2}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op can't apply gathering axis "b" to operand sharding on dimension 1}}
  %0 = sdy.all_gather [{}, {"b"}] %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["a"] on dimension 0}}
  %0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["a", "b":(1)2] on dimension 0}}
  %0 = sdy.all_gather [{"b":(2)2}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// Shardings of results, of arguments of bodies, of what goes around a loop.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", "b"}, {}]>]>} : tensor<8x4xf32>
  %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  %2 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a", "b"}, {}]>] out_shardings=[<@m, [{"a", "b"}, {}]>] manual_axes={"a"} (%y: tensor<4x4xf32>) {
    %5 = sdy.all_gather [{"b"}, {}] %y out_sharding=<@m, [{}, {}]> : tensor<4x4xf32>
    sdy.return %5 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = sdy.all_gather [{"b"}, {}] %2 out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  %4 = sdy.named_computation<"n">(%x) in_shardings=[<@m, [{"b"}, {}]>] out_shardings=[<@m, [{}, {"b"}]>] (%y: tensor<8x4xf32>) {
    %5 = sdy.all_gather [{"b"}, {}] %y out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
    sdy.return %5 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = sdy.all_gather [{}, {"b"}] %4 out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = sdy.all_slice [{}, {"b"}] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

// An operand without a sharding is replicated.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.all_slice [{"b":(1)2}, {}] %x out_sharding=<@m, [{"b":(1)2}, {}]> : tensor<8x4xf32>
  %1 = sdy.all_slice [{"b":(2)2}, {}] %0 out_sharding=<@m, [{"b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding ["b"] on dimension 1}}
  %0 = sdy.all_slice [{}, {"b"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["a", "b"] on dimension 0}}
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.reduce_scatter' op dropped unreduced axis 'b'}}
  %0 = sdy.reduce_scatter max [{"b"}, {}] %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced=max{"b"}>}) {
  %0 = sdy.reduce_scatter max [{"b"}, {}] %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op parameter list is empty}}
  %0 = sdy.all_to_all [] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+4 {{expected string}}
  // expected-error@+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error@+2 {{failed to parse Sdy_AllToAllParamAttr parameter 'axes' which is to be a `::llvm::ArrayRef<AxisRefAttr>`}}
  // expected-error@+1 {{failed to parse Sdy_AllToAllParamList parameter 'value' which is to be a `::llvm::ArrayRef<AllToAllParamAttr>`}}
  %0 = sdy.all_to_all [{}: 0->1] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op unknown axis name: "z"}}
  %0 = sdy.all_to_all [{"z"}: 0->1] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op source dimension 3 is out of range [0, 2)}}
  %0 = sdy.all_to_all [{"b"}: 3->2] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op target dimension 2 is out of range [0, 2)}}
  %0 = sdy.all_to_all [{"b"}: 0->2] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 0}}
  %0 = sdy.all_to_all [{"b"}: 0->0] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<4x4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}, {"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 2}}
  %0 = sdy.all_to_all [{"a"}: 2->3, {"b"}: 0->1] %x out_sharding=<@m, [{}, {"b"}, {}, {"a"}]> : tensor<4x4x4x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op can't apply all-to-all axis "a" to operand sharding on dimension 0}}
  %0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["a"] on dimension 0}}
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@m, [{}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["b"] on dimension 1}}
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}, {"a"}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["a"] on dimension 2}}
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@m, [{}, {"b"}, {}]> : tensor<4x4x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.collective_permute %x out_sharding=<@m, [{"b":(1)2, "a", "b":(2)2}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 4 != 8}}
  %0 = sdy.collective_permute %x out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["a"=2, "c"=4]>
// expected-note@+1 {{operand mesh: #sdy.mesh<["a"=2, "b"=4]>}}
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op result mesh has different axes than operand mesh}}
  %0 = sdy.collective_permute %x out_sharding=<@n, [{"a", "c"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["a"=2, "b"=4]>
// expected-note@+1 {{operand mesh: #sdy.mesh<["a"=2, "b"=4]>}}
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op result mesh name is different but same device ids as operand}}
  %0 = sdy.collective_permute %x out_sharding=<@n, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
sdy.mesh @n = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.collective_permute %x out_sharding=<@n, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32>) {
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op operand and result shardings are not equivalent}}
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op unknown axis name: "z"}}
  %0 = sdy.all_reduce {"z"} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh}}
  %0 = sdy.all_reduce {"b", "a"} %x out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axis "b" overlaps with operand dimension sharding or replicated axes}}
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], replicated={"b"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axis "b":(1)2 overlaps with operand dimension sharding or replicated axes}}
  %0 = sdy.all_reduce {"b":(1)2} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axis "b" overlaps with result unreduced axes}}
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op dropped unreduced axis 'b'}}
  %0 = sdy.all_reduce min {"b"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op cannot change the reduction operator of kept unreduced axes from sum to max.}}
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@m, [{}, {}], unreduced=max{"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op introduced unreduced axis 'b'}}
  %0 = sdy.all_reduce {"a"} %x out_sharding=<@m, [{}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "a" to operand sharding on dimension 0}}
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes}}
  %0 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {}], unreduced={"a"}>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op cannot change reduction_op of existing unreduced axes}}
  %0 = sdy.sharded_to_unreduced [{"b":(2)2}, {}] %x out_sharding=<@m, [{"b":(1)2}, {}], unreduced=max{"a", "b":(2)2}> : tensor<8x4xf32>
  return
}

// -----

// Parts of an axis become one.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b":(2)2}, {}], unreduced={"b":(1)2}>}) {
  %0 = sdy.sharded_to_unreduced [{"b":(2)2}, {}] %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op r2u axes must not be empty}}
  %0 = sdy.replicated_to_unreduced {} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op r2u axes are not ordered w.r.t. mesh}}
  %0 = sdy.replicated_to_unreduced {"b", "a"} %x out_sharding=<@m, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op r2u axis "b" overlaps with operand dimension sharding}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op r2u axis "b" overlaps with operand unreduced axes}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"a"}>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op cannot change reduction_op of existing unreduced axes}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{}, {}], unreduced=min{"a", "b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.all_gather' op requires the same type for all operands and results}}
  %0 = "sdy.all_gather"(%x) {gathering_axes = #sdy<list_of_axis_ref_lists[{}]>, out_sharding = #sdy.sharding<@m, [{}]>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
