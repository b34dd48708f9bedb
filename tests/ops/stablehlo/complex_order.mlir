// Complex numbers in minimum and maximum: by real part, then imaginary part, then the signs of zeros; a NaN in any part wins
// both. A scatter's combiner and the op by itself say the same bits.
func.func @main() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000,1.0), (0.0,-0.0), (-0.0,1.0), (2.0,3.0)]> : tensor<4xcomplex<f64>>
  %b = stablehlo.constant dense<[(1.0,1.0), (0.0,0.0), (0.0,1.0), (2.0,-3.0)]> : tensor<4xcomplex<f64>>
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %least = stablehlo.minimum %b, %a : tensor<4xcomplex<f64>>
  %most = stablehlo.maximum %b, %a : tensor<4xcomplex<f64>>
  %scattered = "stablehlo.scatter"(%a, %i, %b) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %m = stablehlo.minimum %x, %y : tensor<complex<f64>>
    stablehlo.return %m : tensor<complex<f64>>
  }) : (tensor<4xcomplex<f64>>, tensor<4x1xi32>, tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %0 = stablehlo.real %least : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %1 = stablehlo.imag %least : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %2 = stablehlo.real %most : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %3 = stablehlo.imag %most : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %4 = stablehlo.real %scattered : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %5 = stablehlo.imag %scattered : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %bits0 = stablehlo.bitcast_convert %0 : (tensor<4xf64>) -> tensor<4xi64>
  %bits1 = stablehlo.bitcast_convert %1 : (tensor<4xf64>) -> tensor<4xi64>
  %bits2 = stablehlo.bitcast_convert %2 : (tensor<4xf64>) -> tensor<4xi64>
  %bits3 = stablehlo.bitcast_convert %3 : (tensor<4xf64>) -> tensor<4xi64>
  %bits4 = stablehlo.bitcast_convert %4 : (tensor<4xf64>) -> tensor<4xi64>
  %bits5 = stablehlo.bitcast_convert %5 : (tensor<4xf64>) -> tensor<4xi64>
  check.expect_eq_const %bits0, dense<[0x7FF8000000000000, 0, 0x8000000000000000, 0x4000000000000000]> : tensor<4xi64>
  check.expect_eq_const %bits1, dense<[0x7FF8000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xC008000000000000]> : tensor<4xi64>
  check.expect_eq_const %bits2, dense<[0x7FF8000000000000, 0, 0, 0x4000000000000000]> : tensor<4xi64>
  check.expect_eq_const %bits3, dense<[0x7FF8000000000000, 0, 0x3FF0000000000000, 0x4008000000000000]> : tensor<4xi64>
  check.expect_eq_const %bits4, dense<[0x7FF8000000000000, 0, 0x8000000000000000, 0x4000000000000000]> : tensor<4xi64>
  check.expect_eq_const %bits5, dense<[0x7FF8000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xC008000000000000]> : tensor<4xi64>
  return
}
