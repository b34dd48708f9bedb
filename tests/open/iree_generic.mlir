// Functions, globals and executables of a compiler's own dialects around a scatter.
module @m attributes {hal.device.targets = [#hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu_features = "+avx2", native_vector_size = 32 : i64}>]> : !hal.device]} {
  "util.global"() <{sym_name = "state", type = tensor<4xf32>, is_mutable, sym_visibility = "private"}> : () -> ()
  "util.func"() <{sym_name = "run", function_type = (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>, tied_operands = [-1 : index]}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<2x1xi32>, %arg2: tensor<2xf32>):
    %0 = "iree_linalg_ext.scatter"(%arg2, %arg1, %arg0) <{dimension_map = array<i64: 0>, unique_indices = true, operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%new: f32, %old: f32):
      %2 = arith.addf %new, %old : f32
      "iree_linalg_ext.yield"(%2) : (f32) -> ()
    }) : (tensor<2xf32>, tensor<2x1xi32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "flow.dispatch.workgroups"(%0) ({
    ^bb0(%in: !flow.dispatch.tensor<readonly:tensor<4xf32>>, %out: !flow.dispatch.tensor<writeonly:tensor<4xf32>>):
      "flow.return"() : () -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "util.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
  func.func @take(%t: tensor<4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1xf32> {
    %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
}
