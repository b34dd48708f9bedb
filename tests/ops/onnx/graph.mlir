// A module as onnx-mlir --EmitONNXIR prints it: onnx.Return, onnx.EntryPoint, names on nodes.
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  func.func @main_graph() -> (tensor<2x2xf32> {onnx.name = "y"}) {
    %0 = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
    %1 = onnx.Constant dense<[2, -3]> : tensor<2xi64>
    %2 = "onnx.Gather"(%0, %1) {axis = 0 : si64, onnx_node_name = "gather"} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
    check.expect_eq_const %2, dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
    onnx.Return %2 : tensor<2x2xf32>
  }
  "onnx.EntryPoint"() {func = @main_graph} : () -> ()
}
