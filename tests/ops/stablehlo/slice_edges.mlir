// Slices of tensors without dimensions, and padding that a translation can and cannot say.

func.func @dynamic_slice_of_a_scalar() {
  %x = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, sizes = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  func.return
}

func.func @dynamic_update_slice_of_a_scalar() {
  %x = stablehlo.constant dense<7> : tensor<i32>
  %u = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<9> : tensor<i32>
  func.return
}

func.func @edges_of_f32() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %z = stablehlo.constant dense<-1.5> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<3x4xf32>
  check.expect_eq_const %0, dense<[[-1.5, -1.5, -1.5, -1.5], [1.0, 2.0, -1.5, -1.5], [3.0, 4.0, -1.5, -1.5]]> : tensor<3x4xf32>
  func.return
}

func.func @interior_of_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [0], high = [0], interior = [2] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[1.0, 0.0, 0.0, 2.0]> : tensor<4xf32>
  func.return
}

func.func @cut_of_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [-1], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<[2.0, 3.0, 0.0]> : tensor<3xf32>
  func.return
}
