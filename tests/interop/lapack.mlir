// LAPACK's routines as custom calls, by the names of jaxlib's foreign functions on CPUs. Values are worked out by hand from the definitions
// of the factors (LAPACK Users' Guide); where a sign is free, the product of the factors is held against the matrix.

func.func @getrf_of_column_major_matrices() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[3.0, 4.0], [0.33333333333333333, 0.66666666666666667]]> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#1, dense<[2, 2]> : tensor<2xi32>
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  return
}

// Without layouts the bytes are row-major, and the routine reads them as column-major: it factorizes the transpose.
func.func @getrf_of_row_major_bytes() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[2.0, 0.5], [4.0, 1.0]]> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#1, dense<[2, 2]> : tensor<2xi32>
  return
}

// The second matrix is singular: its third pivot would be zero, which info says, and the factor is there.
func.func @getrf_of_a_batch() {
  %a = stablehlo.constant dense<[[[(0.0, 1.0), (2.0, 0.0)], [(0.0, 4.0), (4.0, 0.0)]], [[(1.0, 0.0), (2.0, 0.0)], [(1.0, 0.0), (2.0, 0.0)]]]> : tensor<2x2x2xcomplex<f64>>
  %0:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2x2xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xi32>, tensor<2xi32>)
  check.expect_almost_eq_const %0#0, dense<[[[(0.0, 4.0), (4.0, 0.0)], [(0.25, 0.0), (1.0, 0.0)]], [[(1.0, 0.0), (2.0, 0.0)], [(1.0, 0.0), (0.0, 0.0)]]]> : tensor<2x2x2xcomplex<f64>> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#1, dense<[[2, 2], [1, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %0#2, dense<[0, 2]> : tensor<2xi32>
  return
}

func.func @potrf() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (0.0, 2.0)], [(0.0, -2.0), (5.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[(2.0, 0.0), (0.0, 2.0)], [(0.0, -1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>> {tolerance = 1.0e-6 : f64}
  check.expect_eq_const %0#1, dense<0> : tensor<i32>
  return
}

func.func @potrf_of_a_matrix_that_is_not_positive_definite() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 85 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  return
}

func.func @trsm_from_the_left_and_from_the_right() {
  %a = stablehlo.constant dense<[[2.0, 7.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf32>
  %c = stablehlo.constant dense<[[2.0, 11.0]]> : tensor<1x2xf32>
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %0, dense<[[1.0], [2.0]]> : tensor<2x1xf32> {tolerance = 1.0e-6 : f64}
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %c) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  check.expect_almost_eq_const %1, dense<[[1.0, 1.0]]> : tensor<1x2xf32> {tolerance = 1.0e-6 : f64}
  return
}

func.func @gtsv() {
  %l = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  %d = stablehlo.constant dense<2.0> : tensor<3xf64>
  %u = stablehlo.constant dense<[1.0, 1.0, 0.0]> : tensor<3xf64>
  %b = stablehlo.constant dense<[[4.0, 2.0], [8.0, 1.0], [8.0, 0.0]]> : tensor<3x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%l, %d, %u, %b) {mhlo.backend_config = {}, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x2xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#3, dense<[[1.0, 1.0], [2.0, 0.0], [3.0, 0.0]]> : tensor<3x2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#4, dense<0> : tensor<i32>
  return
}

// [3, 4] becomes [-5, 0] by I - 1.6 v v' of v = [1, 0.5].
func.func @geqrf_and_orgqr_and_ormqr() {
  %a = stablehlo.constant dense<[[3.0, 1.0], [4.0, 2.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %0#0, dense<[[-5.0, -2.2], [0.5, 0.4]]> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_almost_eq_const %0#1, dense<[1.6, 0.0]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  %1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %1, dense<[[-0.6, -0.8], [-0.8, 0.6]]> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  %c = stablehlo.constant dense<[[10.0], [5.0]]> : tensor<2x1xf64>
  %2 = stablehlo.custom_call @lapack_dormqr_ffi(%0#0, %0#1, %c) {mhlo.backend_config = {left = true, transpose = true}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  check.expect_almost_eq_const %2, dense<[[-10.0], [-5.0]]> : tensor<2x1xf64> {tolerance = 1.0e-12 : f64}
  return
}

// What JAX writes for any platform means matrices, whatever the layout.
func.func @qr_of_any_platform() {
  %a = stablehlo.constant dense<[[[3.0, 1.0], [4.0, 2.0]]]> : tensor<1x2x2xf32>
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2xf32>)
  check.expect_almost_eq_const %0#0, dense<[[[-5.0, -2.2], [0.5, 0.4]]]> : tensor<1x2x2xf32> {tolerance = 1.0e-6 : f64}
  check.expect_almost_eq_const %0#1, dense<[[1.6, 0.0]]> : tensor<1x2xf32> {tolerance = 1.0e-6 : f64}
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : (tensor<1x2x2xf32>, tensor<1x2xf32>) -> tensor<1x2x2xf32>
  check.expect_almost_eq_const %1, dense<[[[-0.6, -0.8], [-0.8, 0.6]]]> : tensor<1x2x2xf32> {tolerance = 1.0e-6 : f64}
  return
}

// The longer column comes first.
func.func @geqp3() {
  %a = stablehlo.constant dense<[[1.0, 3.0], [2.0, 4.0]]> : tensor<2x2xf64>
  %p = stablehlo.constant dense<0> : tensor<2xi32>
  %0:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %p) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2xf64>, tensor<2xi32>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<2xf64>)
  check.expect_almost_eq_const %0#0, dense<[[-5.0, -2.2], [0.5, 0.4]]> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#1, dense<[2, 1]> : tensor<2xi32>
  check.expect_almost_eq_const %0#2, dense<[1.6, 0.0]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  return
}

// [4, 7] is reflected onto -sqrt(65); what is left is worked out with the reflection [[4, 7], [7, -4]] / -sqrt(65).
func.func @gehrd() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf64>
  %0:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%a) {mhlo.backend_config = {high = 3 : i32, low = 1 : i32}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[[1.0, -3.597007303087045, -0.24806946917841694], [-8.06225774829855, 14.046153846153846, 2.8307692307692307], [0.5803225354712214, 0.8307692307692308, -0.046153846153846156]]> : tensor<3x3xf64> {tolerance = 1.0e-12 : f64}
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  return
}

func.func @sytrd() {
  %a = stablehlo.constant dense<[[1.0, 4.0, 7.0], [4.0, 5.0, 8.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf64>
  %0:5 = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 14.907692307692308, -0.9076923076923077]> : tensor<3xf64> {tolerance = 1.0e-12 : f64}
  check.expect_almost_eq_const %0#2, dense<[-8.06225774829855, 2.3384615384615386]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  return
}

// u s v' is the matrix, whose singular values are the roots of the eigenvalues 45 and 5 of a a'.
func.func private @is_product(%u: tensor<2x2xf64>, %s: tensor<2xf64>, %v: tensor<2x2xf64>, %a: tensor<2x2xf64>) {
  %0 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf64>) -> tensor<2x2xf64>
  %1 = stablehlo.multiply %u, %0 : tensor<2x2xf64>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq %2, %a, tolerance = 1.0e-12 : tensor<2x2xf64>
  check.expect_almost_eq_const %s, dense<[6.708203932499369, 2.23606797749979]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  return
}

func.func @gesdd_and_gesvd() {
  %a = stablehlo.constant dense<[[3.0, 0.0], [4.0, 5.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  func.call @is_product(%0#2, %0#1, %0#3, %a) : (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  %1:5 = stablehlo.custom_call @lapack_dgesvd_ffi(%a) {mhlo.backend_config = {mode = 65 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  func.call @is_product(%1#2, %1#1, %1#3, %a) : (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  return
}

func.func @gesdd_of_complex_numbers_without_vectors() {
  %a = stablehlo.constant dense<[[(0.0, 3.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0), (-4.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[4.0, 3.0]> : tensor<2xf32> {tolerance = 1.0e-6 : f64}
  return
}

// What is not finite is not handed to the routine: info is -4, as gesdd answers a NaN.
func.func @gesdd_of_nan() {
  %a = stablehlo.constant dense<[[3.0, 0x7FF8000000000000], [4.0, 5.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  check.expect_eq_const %0#4, dense<-4> : tensor<i32>
  return
}

// Of a symmetric matrix the triangle that is not read may hold anything.
func.func @syevd_reads_one_triangle() {
  %a = stablehlo.constant dense<[[2.0, 0x7FC00000], [1.0, 2.0]]> : tensor<2x2xf32>
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf32> {tolerance = 1.0e-6 : f64}
  %1 = stablehlo.multiply %0#0, %0#0 : tensor<2x2xf32>
  check.expect_almost_eq_const %1, dense<0.5> : tensor<2x2xf32> {tolerance = 1.0e-6 : f64}
  return
}

func.func @heevd() {
  %a = stablehlo.constant dense<[[(2.0, 0.0), (0.0, 1.0)], [(0.0, -1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %0:3 = stablehlo.custom_call @lapack_zheevd_ffi(%a) {mhlo.backend_config = {mode = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  return
}

// The rotation by a right angle: i and -i, with complex eigenvectors v of a v = v w.
func.func @geev_of_a_real_matrix() {
  %a = stablehlo.constant dense<[[0.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<0.0> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  check.expect_almost_eq_const %0#1, dense<[1.0, -1.0]> : tensor<2xf64> {tolerance = 1.0e-12 : f64}
  %w = stablehlo.complex %0#0, %0#1 : tensor<2xcomplex<f64>>
  %1 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %2 = stablehlo.multiply %0#3, %1 : tensor<2x2xcomplex<f64>>
  %zero = stablehlo.constant dense<0.0> : tensor<2x2xf64>
  %z = stablehlo.complex %a, %zero : tensor<2x2xcomplex<f64>>
  %3 = stablehlo.dot_general %z, %0#3, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %2, %3, tolerance = 1.0e-12 : tensor<2x2xcomplex<f64>>
  %4 = stablehlo.abs %0#3 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  check.expect_almost_eq_const %4, dense<0.7071067811865476> : tensor<2x2xf64> {tolerance = 1.0e-12 : f64}
  return
}

func.func @geev_of_a_complex_matrix() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (5.0, 0.0)], [(0.0, 0.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0:4 = stablehlo.custom_call @lapack_cgeev_ffi(%a) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<[(0.0, 1.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>> {tolerance = 1.0e-6 : f64}
  return
}

// z t z' is the matrix; of a triangular one t is that.
func.func @gees() {
  %a = stablehlo.constant dense<[[1.0, 3.0], [3.0, 1.0]]> : tensor<2x2xf64>
  %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  %1 = stablehlo.dot_general %0#1, %0#0, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %2 = stablehlo.dot_general %1, %0#1, contracting_dims = [1] x [1] : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  check.expect_almost_eq %2, %a, tolerance = 1.0e-12 : tensor<2x2xf64>
  %3 = stablehlo.slice %0#0 [1:2, 0:1] : (tensor<2x2xf64>) -> tensor<1x1xf64>
  check.expect_almost_eq_const %3, dense<0.0> : tensor<1x1xf64> {tolerance = 1.0e-12 : f64}
  return
}

// Matrices of no rows, and a batch of none.
func.func @nothing() {
  %a = stablehlo.constant dense<> : tensor<0x0xf64>
  %b = stablehlo.constant dense<> : tensor<0x2x2xf64>
  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<0x0xf64>) -> (tensor<0x0xf64>, tensor<0xf64>, tensor<i32>)
  check.expect_eq_const %0#2, dense<0> : tensor<i32>
  %1:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%b) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<0x2x2xf64>) -> (tensor<0x2x2xf64>, tensor<0x2xf64>, tensor<0xi32>)
  return
}
