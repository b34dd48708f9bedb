// sdy: what moves a tensor from one sharding to another, and other ops of one value.

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
  // expected-error@+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding on dimension 0}}
  %0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@m, [{"b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_gather' op result sharding rank 2 doesn't match the number of lists of axes, 1}}
  %0 = sdy.all_gather [{"b"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
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
  // expected-error@+1 {{'sdy.all_gather' op result mesh does not match operand mesh}}
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<mesh<["a"=2]>, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding on dimension 1}}
  %0 = sdy.all_slice [{}, {"b"}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) {
  // expected-error@+1 {{'sdy.reduce_scatter' op result sharding doesn't match expected sharding on dimension 0}}
  %0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@m, [{"a"}, {}]> : tensor<8x4xf32>
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
  // expected-error@+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding on dimension 0}}
  %0 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@m, [{}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op dimensions of parameter 0 must be in range [0, 2)}}
  %0 = sdy.all_to_all [{"b"}: 0->2] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_to_all' op overlapping source/target dimensions of parameter 0}}
  %0 = sdy.all_to_all [{"b"}: 0->0] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0}}
  %0 = sdy.collective_permute %x out_sharding=<@m, [{"b"}, {"a"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axes overlap with the axes that shard dimension 0 of the operand}}
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}) {
  // expected-error@+1 {{'sdy.all_reduce' op reduction axes overlap with the unreduced axes of the result}}
  %0 = sdy.all_reduce {"b"} %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op axes must not be empty}}
  %0 = sdy.replicated_to_unreduced {} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.replicated_to_unreduced' op axes must be replicated in the operand, dimension 0 is sharded along them}}
  %0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@m, [{"a", "b"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.sharded_to_unreduced' op result sharding doesn't match expected sharding on dimension 0}}
  %0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@m, [{"a"}, {}], unreduced={"b"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) {
  // expected-error@+1 {{expected one of NONE, FORWARD, BACKWARD, BOTH, got: UP}}
  %0 = sdy.propagation_barrier %x allowed_direction=UP : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f() {
  %c = sdy.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op}}
  %0 = sdy.data_flow_edge %c : tensor<2xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'sdy.reshard' op requires the same type for all operands and results}}
  %0 = "sdy.reshard"(%x) {sharding = #sdy.sharding<@m, [{}]>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
