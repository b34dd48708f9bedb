// An ONNX model as torch-mlir imports it: operators by name, among them a gather and a scatter.
module {
  func.func @main_graph(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32> attributes {torch.onnx_meta.ir_version = 7 : si64, torch.onnx_meta.opset_version = 17 : si64, torch.onnx_meta.producer_name = "pytorch", torch.onnx_meta.producer_version = "2.1"} {
    %none = torch.constant.none
    %0 = torch.operator "onnx.Gather"(%arg0, %arg1) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[3,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32>
    %1 = torch.operator "onnx.Constant"() {torch.onnx.value = dense<1.0> : tensor<f32>} : () -> !torch.vtensor<[],f32>
    %2:2 = torch.operator "onnx.TopK"(%0, %arg1) : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2,4],si64>)
    return %2#0 : !torch.vtensor<[2,4],f32>
  }
}
