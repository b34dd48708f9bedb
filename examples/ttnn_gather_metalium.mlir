// The TTNN report's Metalium call with every argument written out: ttnn::gather(input_tensor, dim, input_index_tensor,
// sparse_grad, memory_config, optional_output_tensor), and the cores it may run on.
//
// The preallocated output says which buffer the hardware fills; here the result is a value of its own.

func.func @main() {
  %input = "ttnn.constant"() <{value = dense<[[10.0, 20.0, 30.0, 40.0], [50.0, 60.0, 70.0, 80.0]]> : tensor<2x4xbf16>}> : () -> tensor<2x4xbf16>
  %index = "ttnn.constant"() <{value = dense<[[3, 0], [2, 1]]> : tensor<2x2xui32>}> : () -> tensor<2x2xui32>
  %output = "ttnn.full"() <{fill_value = 0.0 : f32, shape = #ttnn.shape<2x2>}> : () -> tensor<2x2xbf16>
  %gathered = "ttnn.gather"(%input, %index, %output) <{dim = 1 : i32, memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, sparse_grad = false, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,1)>]>}> : (tensor<2x4xbf16>, tensor<2x2xui32>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  check.expect_eq_const %gathered, dense<[[40.0, 10.0], [70.0, 60.0]]> : tensor<2x2xbf16>
  return
}
