// scatter C23, SH-13: a quantized tensor's region is what it says of the values that the elements stand for, each step
// quantized again; updates of one place come one after the other. 4.0 meets 1.0, then 0.5; 1.0 meets 7.5.

func.func @add() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[8.5, 2.0, 3.0, 5.5]> : tensor<4xf32>
  return
}

func.func @maximum() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.maximum %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[7.5, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return
}

func.func @subtract() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.subtract %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[-6.5, 2.0, 3.0, 2.5]> : tensor<4xf32>
  return
}

func.func @multiply() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.multiply %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[7.5, 2.0, 3.0, 2.0]> : tensor<4xf32>
  return
}

func.func @old_value() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    stablehlo.return %a : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return
}

func.func @update() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    stablehlo.return %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[7.5, 2.0, 3.0, 0.5]> : tensor<4xf32>
  return
}

func.func @in_floats() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %f = stablehlo.uniform_dequantize %a : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<f32>
    %g = stablehlo.uniform_dequantize %b : (tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<f32>
    %h = stablehlo.add %f, %g : tensor<f32>
    %c = stablehlo.uniform_quantize %h : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[8.5, 2.0, 3.0, 5.5]> : tensor<4xf32>
  return
}

// C25: the result's type is the region's; inputs and updates are promoted to it by value, not by what is stored.
func.func @promoted() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i16:f32, 0.25:-3>>, %b: tensor<!quant.uniform<i16:f32, 0.25:-3>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i16:f32, 0.25:-3>>
    stablehlo.return %c : tensor<!quant.uniform<i16:f32, 0.25:-3>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i16:f32, 0.25:-3>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i16:f32, 0.25:-3>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[8.5, 2.0, 3.0, 5.5]> : tensor<4xf32>
  return
}

// The same where nothing is combined.
func.func @promoted_update() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.0, 0.5, 7.5]> : tensor<3xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[3], [3], [0]]> : tensor<3x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i16:f32, 0.25:-3>>, %b: tensor<!quant.uniform<i16:f32, 0.25:-3>>):
    stablehlo.return %b : tensor<!quant.uniform<i16:f32, 0.25:-3>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<3x1xi64>, tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i16:f32, 0.25:-3>>
  %d = stablehlo.uniform_dequantize %r : (tensor<4x!quant.uniform<i16:f32, 0.25:-3>>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[7.5, 2.0, 3.0, 0.5]> : tensor<4xf32>
  return
}

// The storage ends at 63.0: 60.0 and 7.5 make that, and 63.0 and -7.5 make 55.5.
func.func @saturates() {
  %x = stablehlo.constant dense<60.0> : tensor<1xf32>
  %u = stablehlo.constant dense<[7.5, -7.5]> : tensor<2xf32>
  %qx = stablehlo.uniform_quantize %x : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 0.5:1>>
  %qu = stablehlo.uniform_quantize %u : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<0> : tensor<2x1xi64>
  %r = "stablehlo.scatter"(%qx, %i, %qu) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:1>>, %b: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<1x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x1xi64>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<1x!quant.uniform<i8:f32, 0.5:1>>
  %d = stablehlo.uniform_dequantize %r : (tensor<1x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<1xf32>
  check.expect_eq_const %d, dense<55.5> : tensor<1xf32>
  return
}
