// As onnx-mlir writes a model.
module attributes {llvm.data_layout = "e-m:e-p270:32:32", llvm.target_triple = "x86_64-unknown-linux-gnu", "onnx-mlir.symbol-postfix" = "model"} {
  func.func @main_graph(%arg0: tensor<3x4xf32> {onnx.name = "x"}, %arg1: tensor<2xi64> {onnx.name = "i"}) -> (tensor<2x4xf32> {onnx.name = "y"}) {
    %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
    %none = "onnx.NoValue"() {value} : () -> none
    %1 = "onnx.Gather"(%arg0, %arg1) {axis = 0 : si64, onnx_node_name = "gather"} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    %2 = "onnx.LayerNormalization"(%1, %1, %none) {axis = -1 : si64, epsilon = 9.99999974E-6 : f32, stash_type = 1 : si64} : (tensor<2x4xf32>, tensor<2x4xf32>, none) -> tensor<2x4xf32>
    %3:2 = "onnx.Dropout_new"(%2) : (tensor<2x4xf32>) -> (tensor<2x4xf32>, none)
    %4 = "onnx.If_new"(%0) ({
      onnx.Yield %3#0 : tensor<2x4xf32>
    }, {
      onnx.Yield %2 : tensor<2x4xf32>
    }) : (tensor<2xi64>) -> tensor<2x4xf32>
    onnx.Return %4 : tensor<2x4xf32>
  }
  "onnx.EntryPoint"() {func = @main_graph} : () -> ()
}
