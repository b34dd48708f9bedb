// The TTNN report's picture of "single row, single core": 2x4 tiles of input, Ht = 2, Wt_input = 4, Wt_index = 2.
//
//   core 0: row 0 [T_in0, T_in1, T_in2, T_in3] -> [T_idx0, T_idx1] -> [T_out0, T_out1]
//   core 1: row 1 [T_in4, T_in5, T_in6, T_in7] -> [T_idx2, T_idx3] -> [T_out2, T_out3]
//
// In elements: input 64x128, index 64x64. Element (r, c) of input is its column c, and index (r, c) is 127 - c, so the
// result's element (r, c) is 127 - c too.

func.func @main() {
  %columns = "ttnn.arange"() <{start = 0 : i64, end = 128 : i64, step = 1 : i64}> : () -> tensor<128xi32>
  %row = "ttnn.reshape"(%columns) <{shape = [1 : i32, 128 : i32]}> : (tensor<128xi32>) -> tensor<1x128xi32>
  %input = "ttnn.repeat"(%row) <{repeat_dims = #ttnn.shape<64x1>}> : (tensor<1x128xi32>) -> tensor<64x128xi32>
  %back = "ttnn.arange"() <{start = 127 : i64, end = 63 : i64, step = -1 : i64}> : () -> tensor<64xui16>
  %one = "ttnn.reshape"(%back) <{shape = [1 : i32, 64 : i32]}> : (tensor<64xui16>) -> tensor<1x64xui16>
  %index = "ttnn.repeat"(%one) <{repeat_dims = #ttnn.shape<64x1>}> : (tensor<1x64xui16>) -> tensor<64x64xui16>
  %gathered = "ttnn.gather"(%input, %index) <{dim = 1 : i32}> : (tensor<64x128xi32>, tensor<64x64xui16>) -> tensor<64x64xi32>
  %want = "ttnn.typecast"(%index) <{dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<64x64xui16>) -> tensor<64x64xi32>
  check.expect_eq %gathered, %want : tensor<64x64xi32>
  return
}
