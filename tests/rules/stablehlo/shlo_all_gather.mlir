// all_gather C1-C6.

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @good(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires attribute 'replica_groups'}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same number of operands and results}}
  %0:2 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf64>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica groups should be a rank 2 tensor}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{if `use_global_device_ids` is set, the replica groups cannot be empty}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{Invalid replica id -1}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #1 seen more than once}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #3 seen more than once}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[3, 3], [-1, 0]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{Invalid replica id -1}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[-1, 3], [3, 0]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #2 not seen in replica groups}}
  // expected-note@+1 {{rule C4 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 3], [1, 4]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{channel_id cannot be negative when useGlobalDeviceIds is set}}
  // expected-note@+1 {{rule C5 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{all_gather_dim must be a valid index of operand}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x0xf32>) {
  // expected-error@+2 {{dimension size of operand at 'all_gather_dim' cannot be zero}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{operand and result must have the same rank}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4x1xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{result gather dimension has size 5, expected to be a multiple of operand gather dimension size 2}}
  // expected-note@+1 {{rule C6 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = "m", axes = []>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{expected AxisRefAttr in axes list}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[]>, axes = ["x"]>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{axis 'y' not found in mesh definition}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{replica_groups: mesh symbol 'mesh' not found}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{sub-axis (1)3 does not divide axis 'x' of size 4}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)3>]>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @bad(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{axis 'x' is named twice in axes list, in parts that overlap}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "x">]>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Both the dimension and the groups are wrong, then both the groups and the result.
func.func @dimension_first(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{all_gather_dim must be a valid index of operand}}
  // expected-note@+1 {{rule C1 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 2 : i64, replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @groups_before_the_result(%x: tensor<2x2xf32>) {
  // expected-error@+2 {{replica id #1 seen more than once}}
  // expected-note@+1 {{rule C2 of the StableHLO spec, all_gather}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<1> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

// An attribute is told where it stands.
func.func @place(%x: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 1 : i64,
    // expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = "foo", axes = [#stablehlo.axis_ref<name = "x">]>
  } : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @no_groups(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}
