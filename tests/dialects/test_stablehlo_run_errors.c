/*
 * test_stablehlo_run_errors.c - what StableHLO's small ops say when only the
 * run shows that a rule is broken: sizes and shapes that are values, and what
 * garner does not compute. Each program is one function of no inputs.
 */
#include "run_errors.h"

static const run_error cases[] = {
    {"dynamic_reshape to another number of elements",
     "%a = stablehlo.constant dense<0> : tensor<6xi32>\n"
     "%c = stablehlo.constant dense<1> : tensor<2xi64>\n"
     "%s = stablehlo.add %c, %c : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_reshape: the operand has 6 elements, the shape asked for is [2, 2]"},
    {"dynamic_reshape to a negative extent",
     "%a = stablehlo.constant dense<0> : tensor<6xi32>\n"
     "%s = stablehlo.constant dense<[-2, -3]> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_reshape: dimension 0 of the shape is -2, it must not be negative"},
    {"dynamic_broadcast_in_dim of an extent that is neither 1 nor the result's",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%c = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "%s = stablehlo.maximum %c, %c : tensor<1xi64>\n"
     "%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>\n",
     GRN_E_SHAPE,
     "stablehlo.dynamic_broadcast_in_dim: operand dimension 0 has 2 elements, result dimension 0 has 3: it must be 1 "
     "or that"},
    {"dynamic_broadcast_in_dim to more than can be counted",
     "%a = stablehlo.constant dense<0> : tensor<i32>\n"
     "%s = stablehlo.constant dense<4294967296> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : (tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_LIMIT,
     "stablehlo.dynamic_broadcast_in_dim: a result of shape [4294967296, 4294967296] has more bytes than can be "
     "counted"},
    {"dynamic_iota of a negative extent",
     "%s = stablehlo.constant dense<[-1]> : tensor<1xi32>\n"
     "%0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_iota: dimension 0 of the shape is -1, it must not be negative"},
    {"real_dynamic_slice past the end",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "%l = stablehlo.constant dense<[5]> : tensor<1xi64>\n"
     "%0 = stablehlo.real_dynamic_slice %a, %s, %l, %s : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) "
     "-> "
     "tensor<?xi32>\n",
     GRN_E_INDEX, "stablehlo.real_dynamic_slice: [1:5:1] is no slice of dimension 0, which has 4 elements"},
    {"slice of a dynamic dimension past the end",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%0 = stablehlo.slice %d [2:6] : (tensor<?xi32>) -> tensor<4xi32>\n",
     GRN_E_INDEX, "stablehlo.slice: [2:6:1] is no slice of dimension 0, which has 4 elements"},
    {"dynamic_pad that takes away more than there is",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%z = stablehlo.constant dense<0> : tensor<i32>\n"
     "%l = stablehlo.constant dense<[-2]> : tensor<1xi64>\n"
     "%h = stablehlo.constant dense<[-1]> : tensor<1xi64>\n"
     "%i = stablehlo.constant dense<[0]> : tensor<1xi64>\n"
     "%0 = stablehlo.dynamic_pad %a, %z, %l, %h, %i : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, "
     "tensor<1xi64>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low -2, high -1, interior 0"},
    {"operands whose unknown extents differ",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%b = stablehlo.constant dense<0> : tensor<3xi32>\n"
     "%s = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%t = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_reshape %a, %s : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%e = stablehlo.dynamic_reshape %b, %t : (tensor<3xi32>, tensor<1xi64>) -> tensor<?xi32>\n"
     "%0 = stablehlo.add %d, %e : tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.add: operand #1 has 3 elements along dimension 0, another has 4"},
    {"a result that is not as its type says",
     "%c = stablehlo.constant dense<[4]> : tensor<1xi64>\n"
     "%s = stablehlo.maximum %c, %c : tensor<1xi64>\n"
     "%d = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<3xi32>\n",
     GRN_E_SHAPE, "stablehlo.dynamic_iota: result #0 has 4 elements along dimension 0, its type says 3"},
    {"set_dimension_size over the extent",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%n = stablehlo.constant dense<3> : tensor<i32>\n"
     "%0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xi32>, tensor<i32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.set_dimension_size: size is 3, dimension 0 has 2 elements"},
    {"a custom call garner does not know",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%0 = stablehlo.custom_call @foo(%a) : (tensor<2xi32>) -> tensor<2xi32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: custom_call target 'foo' is not known here"},
    {"a call back into Python",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) : (tensor<2xi32>) -> tensor<2xi32>\n",
     GRN_E_UNSUPPORTED,
     "stablehlo.custom_call: custom_call target 'xla_ffi_python_cpu_callback' calls a function of the Python process, "
     "which a program cannot do here"},
    {"a placement of two values as one",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%0 = stablehlo.custom_call @MoveToHost(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: @MoveToHost takes 2 operands and gives 2 results, here are 2 and 1"},
    {"a placement that changes the type",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) : (tensor<2xi32>) -> tensor<1xi32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: its result #0 is another part than operand #0"},
    {"a shape_assertion that does not hold",
     "%no = stablehlo.constant dense<false> : tensor<i1>\n"
     "%a = stablehlo.constant dense<3> : tensor<i32>\n%b = stablehlo.constant dense<-4> : tensor<i64>\n"
     "stablehlo.custom_call @shape_assertion(%no, %a, %b) {error_message = \"a is {0}, b is {1}, {2} {x} {\"} : "
     "(tensor<i1>, tensor<i32>, tensor<i64>) -> ()\n",
     GRN_E_SHAPE, "stablehlo.custom_call: a is 3, b is -4, {2} {x} {"},
    {"a shape_assertion without its message",
     "%no = stablehlo.constant dense<false> : tensor<i1>\n"
     "stablehlo.custom_call @shape_assertion(%no) : (tensor<i1>) -> ()\n",
     GRN_E_SHAPE, "stablehlo.custom_call: @shape_assertion does not hold"},
    {"a shape_assertion of an integer",
     "%a = stablehlo.constant dense<1> : tensor<i32>\n"
     "stablehlo.custom_call @shape_assertion(%a) : (tensor<i32>) -> ()\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: @shape_assertion takes a tensor<i1> first"},
    {"a shape_assertion whose value is a list",
     "%no = stablehlo.constant dense<false> : tensor<i1>\n%a = stablehlo.constant dense<1> : tensor<2xi32>\n"
     "stablehlo.custom_call @shape_assertion(%no, %a) : (tensor<i1>, tensor<2xi32>) -> ()\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: operand #1 of @shape_assertion is no integer"},
    {"an ApproxTopK without a comparator",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n%i = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "%0 = stablehlo.custom_call @ApproxTopK(%a, %i) : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: called_computations must name one function of this module"},
    {"an ApproxTopK with a comparator of others",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n%i = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "%0 = stablehlo.custom_call @ApproxTopK(%a, %i) {called_computations = [@main]} : (tensor<2xf32>, tensor<f32>) "
     "-> tensor<1xf32>\n",
     GRN_E_UNSUPPORTED,
     "stablehlo.custom_call: its function must take two scalars of each of its 1 inputs and give tensor<i1>"},
    {"an ApproxTopK of too few values",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
     "%0 = stablehlo.custom_call @ApproxTopK(%a) : (tensor<2xf32>) -> tensor<1xf32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: @ApproxTopK takes 3 operands and gives 1 results, here are 1 and 1"},
    {"a top_k of more than there are",
     "%a = stablehlo.constant dense<1> : tensor<2xi32>\n%k = stablehlo.constant dense<3> : tensor<i32>\n"
     "%0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) : (tensor<2xi32>, tensor<i32>) -> (tensor<?xi32>, "
     "tensor<?xi32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: the last dimension must have 3 elements"},
    {"a top_k of a negative number",
     "%a = stablehlo.constant dense<1> : tensor<2xi32>\n%k = stablehlo.constant dense<-1> : tensor<i32>\n"
     "%0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) : (tensor<2xi32>, tensor<i32>) -> (tensor<?xi32>, "
     "tensor<?xi32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: k is -1, it must not be negative"},
    {"a top_k without its k",
     "%a = stablehlo.constant dense<1> : tensor<2xi32>\n"
     "%0:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: mhlo.attributes must have an integer k, and may have a truth largest"},
    {"a top_k of a scalar",
     "%a = stablehlo.constant dense<1> : tensor<i32>\n"
     "%0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 0 : i64}} : (tensor<i32>) -> (tensor<i32>, "
     "tensor<i32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: takes lines of elements, operand #0 has rank 0"},
    {"windows that are operands, of an extent of 0",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n%i = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "%z = stablehlo.constant dense<0> : tensor<1xi32>\n%p = stablehlo.constant dense<0> : tensor<1x2xi32>\n"
     "%0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %i, %z, %z, %z, %z, %p) {} : "
     "(tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, "
     "tensor<1x2xi32>) -> tensor<?xf32>\n",
     GRN_E_SHAPE, "stablehlo.custom_call: operand #2 has 0, it must be at least 1"},
    {"windows that are operands, of another rank",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n%i = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "%z = stablehlo.constant dense<1> : tensor<2xi32>\n%p = stablehlo.constant dense<0> : tensor<1x2xi32>\n"
     "%0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %i, %z, %z, %z, %z, %p) {} : "
     "(tensor<2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, "
     "tensor<1x2xi32>) -> tensor<?xf32>\n",
     GRN_E_SHAPE, "stablehlo.custom_call: operand #2 has 2 numbers, the inputs have rank 1"},
    {"windows that are operands, padded by a list",
     "%a = stablehlo.constant dense<1.0> : tensor<2xf32>\n%i = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "%z = stablehlo.constant dense<1> : tensor<1xi32>\n"
     "%0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %i, %z, %z, %z, %z, %z) {} : "
     "(tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, "
     "tensor<1xi32>) -> tensor<?xf32>\n",
     GRN_E_SHAPE, "stablehlo.custom_call: operand #6 is not two integers for each of 1 dimensions"},
    {"random bits without an algorithm",
     "%a = stablehlo.constant dense<1> : tensor<2xui64>\n%n = stablehlo.constant dense<1> : tensor<1xi32>\n"
     "%0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %n) : (tensor<2xui64>, tensor<1xi32>) -> "
     "(tensor<2xui64>, tensor<?xui32>)\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: rng_algorithm is missing"},
    {"random bits of another rank",
     "%a = stablehlo.constant dense<1> : tensor<2xui64>\n%n = stablehlo.constant dense<1> : tensor<2xi32>\n"
     "%0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%a, %n) {rng_algorithm = "
     "#stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?xui32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: operand #1 has 2 extents, result #1 has rank 1"},
    {"a routine of LAPACK with an operand too many",
     "%a = stablehlo.constant dense<0.0> : tensor<2x2xf32>\n"
     "%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a, %a) : (tensor<2x2xf32>, tensor<2x2xf32>) -> "
     "(tensor<2x2xf32>, "
     "tensor<2xi32>, tensor<i32>)\n",
     GRN_E_DTYPE, "stablehlo.custom_call: @lapack_sgetrf_ffi: takes 1 operands and gives 3 results, here are 2 and 3"},
    {"a routine of LAPACK of another type",
     "%a = stablehlo.constant dense<0.0> : tensor<2x2xf64>\n"
     "%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, "
     "tensor<i32>)\n",
     GRN_E_DTYPE, "stablehlo.custom_call: @lapack_sgetrf_ffi: operand #0 has elements of f64, f32 are expected"},
    {"a factor of a matrix that is not square",
     "%a = stablehlo.constant dense<0.0> : tensor<3x2xf32>\n"
     "%0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : "
     "(tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<i32>)\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @lapack_spotrf_ffi: dimension 1 of operand #0 has 2 elements, 3 are expected"},
    {"a routine of LAPACK without its attribute",
     "%a = stablehlo.constant dense<0.0> : tensor<2x2xf32>\n"
     "%0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)\n",
     GRN_E_UNSUPPORTED,
     "stablehlo.custom_call: @lapack_spotrf_ffi: 'uplo' in mhlo.backend_config is to be the ui8 of one of LU"},
    {"an attribute of LAPACK that is none of its letters",
     "%a = stablehlo.constant dense<0.0> : tensor<2x2xf32>\n"
     "%0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 77 : ui8}} : "
     "(tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)\n",
     GRN_E_UNSUPPORTED,
     "stablehlo.custom_call: @lapack_spotrf_ffi: 'uplo' in mhlo.backend_config is to be the ui8 of one of LU"},
    {"a factor with more columns than rows",
     "%a = stablehlo.constant dense<1.0> : tensor<2x3xf32>\n"
     "%t = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
     "%0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %t) {mhlo.backend_config = {}} : (tensor<2x3xf32>, "
     "tensor<2xf32>) -> tensor<2x3xf32>\n",
     GRN_E_SHAPE, "stablehlo.custom_call: @lapack_sorgqr_ffi: a factor has no more columns than rows"},
    {"more reflectors than columns",
     "%a = stablehlo.constant dense<1.0> : tensor<3x2xf32>\n"
     "%t = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
     "%0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %t) {mhlo.backend_config = {}} : (tensor<3x2xf32>, "
     "tensor<3xf32>) -> tensor<3x2xf32>\n",
     GRN_E_SHAPE, "stablehlo.custom_call: @lapack_sorgqr_ffi: there are no more reflectors than columns"},
    {"reflectors on the other side",
     "%a = stablehlo.constant dense<1.0> : tensor<3x2xf32>\n"
     "%t = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
     "%c = stablehlo.constant dense<1.0> : tensor<3x4xf32>\n"
     "%0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %t, %c) {mhlo.backend_config = {left = false, transpose = "
     "false}} : (tensor<3x2xf32>, tensor<2xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @lapack_sormqr_ffi: its reflectors do not have the extent of the side that they are on"},
    {"a triangular matrix on the other side",
     "%a = stablehlo.constant dense<1.0> : tensor<2x2xf32>\n"
     "%b = stablehlo.constant dense<1.0> : tensor<2x3xf32>\n"
     "%0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, "
     "trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @lapack_strsm_ffi: its triangular matrix does not have the extent of the side that it is "
     "on"},
    {"singular vectors of another extent",
     "%a = stablehlo.constant dense<1.0> : tensor<3x2xf32>\n"
     "%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a) {mhlo.backend_config = {mode = 83 : ui8}} : "
     "(tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>, "
     "tensor<i32>)\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @lapack_sgesdd_ffi: singular vectors do not have the extents that 'mode' says"},
    {"rows that are no range of a matrix",
     "%a = stablehlo.constant dense<1.0> : tensor<3x3xf32>\n"
     "%0:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {mhlo.backend_config = {low = 1 : i32, high = 4 : i32}} : "
     "(tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<2xf32>, tensor<i32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: @lapack_sgehrd_ffi: 'low' and 'high' are no range of rows"},
    {"a truth of LAPACK that is a number",
     "%a = stablehlo.constant dense<1.0> : tensor<2x2xf32>\n"
     "%t = stablehlo.constant dense<1.0> : tensor<2xf32>\n"
     "%0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %t, %a) {mhlo.backend_config = {left = 1 : ui8, transpose = "
     "false}} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>\n",
     GRN_E_UNSUPPORTED,
     "stablehlo.custom_call: @lapack_sormqr_ffi: 'left' in mhlo.backend_config is to be true or false"},
    {"Qr of integers",
     "%a = stablehlo.constant dense<0> : tensor<2x2xi32>\n"
     "%0:2 = stablehlo.custom_call @Qr(%a) : (tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)\n",
     GRN_E_DTYPE, "stablehlo.custom_call: @Qr: operand #0 is to be of f32, f64, complex<f32> or complex<f64>"},
    {"Qr of a vector",
     "%a = stablehlo.constant dense<0.0> : tensor<2xf32>\n"
     "%0:2 = stablehlo.custom_call @Qr(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n",
     GRN_E_SHAPE, "stablehlo.custom_call: @Qr: operand #0 has too few dimensions"},
    {"a tridiagonal system whose result has another batch",
     "%a = stablehlo.constant dense<1.0> : tensor<2x3xf32>\n"
     "%b = stablehlo.constant dense<1.0> : tensor<2x3x1xf32>\n"
     "%0 = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%a, %a, %a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>, "
     "tensor<2x3xf32>, tensor<2x3x1xf32>) -> tensor<1x3x1xf32>\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @tridiagonal_solve_perturbed_ffi: dimension 0 of result #0 has 1 elements, 2 are "
     "expected"},
    {"a tridiagonal system whose result has another rank",
     "%a = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
     "%b = stablehlo.constant dense<1.0> : tensor<3x1xf32>\n"
     "%0 = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%a, %a, %a, %b) : (tensor<3xf32>, tensor<3xf32>, "
     "tensor<3xf32>, tensor<3x1xf32>) -> tensor<3xf32>\n",
     GRN_E_SHAPE,
     "stablehlo.custom_call: @tridiagonal_solve_perturbed_ffi: result #0 has rank 1, 0 of the batch and 2 of "
     "each matrix are expected"},
    {"a name like those of LAPACK's routines",
     "%a = stablehlo.constant dense<0.0> : tensor<2x2xf32>\n"
     "%0 = stablehlo.custom_call @lapack_squirrel_ffi(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: custom_call target 'lapack_squirrel_ffi' is not known here"},
    {"an allocation over the limit", "%a = stablehlo.iota dim = 0 : tensor<1000000xi64>\n", GRN_E_MEMORY,
     "8000000 bytes are needed"},
    {"a loop whose body fails",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%t = stablehlo.constant dense<true> : tensor<i1>\n"
     "%r:2 = stablehlo.while(%x = %a, %y = %a) : tensor<2xi32>, tensor<2xi32> cond {\n"
     "  stablehlo.return %t : tensor<i1>\n"
     "} do {\n"
     "  %z = stablehlo.add %x, %y : tensor<2xi32>\n"
     "  %w = stablehlo.custom_call @foo(%z) : (tensor<2xi32>) -> tensor<2xi32>\n"
     "  stablehlo.return %z, %w : tensor<2xi32>, tensor<2xi32>\n"
     "}\n",
     GRN_E_UNSUPPORTED, "stablehlo.custom_call: custom_call target 'foo' is not known here"},
    {"a call of a function without a body",
     "call @g() : () -> ()\nfunc.return\n}\nfunc.func private @g()\nfunc.func private @h() {\n", GRN_E_UNSUPPORTED,
     "func.call: the function called has no body here"},
    {"dot_general whose contracting dimensions differ",
     "%a = stablehlo.constant dense<1> : tensor<2x3xi32>\n"
     "%l = tensor.cast %a : tensor<2x3xi32> to tensor<2x?xi32>\n"
     "%0 = stablehlo.dot_general %l, %a, contracting_dims = [1] x [0] : (tensor<2x?xi32>, tensor<2x3xi32>) -> "
     "tensor<2x3xi32>\n",
     GRN_E_SHAPE, "stablehlo.dot_general: contracting dimensions 1 and 0 have 3 and 2 elements"},
    {"dot_general whose batching dimensions differ",
     "%a = stablehlo.constant dense<1> : tensor<2x3xi32>\n"
     "%b = stablehlo.constant dense<1> : tensor<4x3xi32>\n"
     "%l = tensor.cast %a : tensor<2x3xi32> to tensor<?x3xi32>\n"
     "%0 = stablehlo.dot_general %l, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<?x3xi32>, "
     "tensor<4x3xi32>) -> "
     "tensor<4xi32>\n",
     GRN_E_SHAPE, "stablehlo.dot_general: batching dimensions 0 and 0 have 2 and 4 elements"},
    {"set_dimension_size to a negative size",
     "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"
     "%n = stablehlo.constant dense<-1> : tensor<i32>\n"
     "%0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<2xi32>, tensor<i32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.set_dimension_size: size is -1, dimension 0 has 2 elements"},
    {"get_dimension_size of 2^31 elements",
     "%a = stablehlo.constant dense<> : tensor<2147483648x0xi8>\n"
     "%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<2147483648x0xi8>) -> tensor<i32>\n",
     GRN_E_LIMIT, "stablehlo.get_dimension_size: 2147483648 elements are more than an i32 can say"},
    {"bitcast_convert of too few pieces",
     "%a = stablehlo.constant dense<0> : tensor<3xi8>\n"
     "%d = tensor.cast %a : tensor<3xi8> to tensor<?xi8>\n"
     "%0 = stablehlo.bitcast_convert %d : (tensor<?xi8>) -> tensor<i32>\n",
     GRN_E_SHAPE, "stablehlo.bitcast_convert: 3 pieces do not make one i32"},
    {"real_dynamic_slice from below zero",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[-1]> : tensor<1xi64>\n"
     "%l = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
     "%t = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "%0 = stablehlo.real_dynamic_slice %a, %s, %l, %t : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) "
     "-> "
     "tensor<?xi32>\n",
     GRN_E_INDEX, "stablehlo.real_dynamic_slice: [-1:2:1] is no slice of dimension 0, which has 4 elements"},
    {"real_dynamic_slice that ends before it begins",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
     "%l = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
     "%t = stablehlo.constant dense<[1]> : tensor<1xi64>\n"
     "%0 = stablehlo.real_dynamic_slice %a, %s, %l, %t : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) "
     "-> "
     "tensor<?xi32>\n",
     GRN_E_INDEX, "stablehlo.real_dynamic_slice: [3:2:1] is no slice of dimension 0, which has 4 elements"},
    {"real_dynamic_slice by a stride of 0",
     "%a = stablehlo.constant dense<0> : tensor<4xi32>\n"
     "%s = stablehlo.constant dense<[0]> : tensor<1xi64>\n"
     "%l = stablehlo.constant dense<[2]> : tensor<1xi64>\n"
     "%0 = stablehlo.real_dynamic_slice %a, %s, %l, %s : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) "
     "-> "
     "tensor<?xi32>\n",
     GRN_E_INDEX, "stablehlo.real_dynamic_slice: [0:2:0] is no slice of dimension 0, which has 4 elements"},
#define DYNAMIC_PAD(low, high, interior)                                                                          \
    "%a = stablehlo.constant dense<0> : tensor<2xi32>\n"                                                          \
    "%z = stablehlo.constant dense<0> : tensor<i32>\n"                                                            \
    "%l = stablehlo.constant dense<[" low "]> : tensor<1xi64>\n"                                                  \
    "%h = stablehlo.constant dense<[" high "]> : tensor<1xi64>\n"                                                 \
    "%c = stablehlo.constant dense<[" interior "]> : tensor<1xi64>\n"                                             \
    "%i = stablehlo.maximum %c, %c : tensor<1xi64>\n"                                                             \
    "%0 = stablehlo.dynamic_pad %a, %z, %l, %h, %i : (tensor<2xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, " \
    "tensor<1xi64>) "                                                                                             \
    "-> "                                                                                                         \
    "tensor<?xi32>\n"
    {"dynamic_pad that takes away between elements", DYNAMIC_PAD("0", "0", "-1"), GRN_E_SHAPE,
     "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low 0, high 0, interior -1"},
    {"dynamic_pad to more than can be counted below", DYNAMIC_PAD("9223372036854775806", "0", "0"), GRN_E_SHAPE,
     "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low 9223372036854775806, high 0, interior "
     "0"},
    {"dynamic_pad to more than can be counted above", DYNAMIC_PAD("0", "9223372036854775806", "0"), GRN_E_SHAPE,
     "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low 0, high 9223372036854775806, interior "
     "0"},
    {"dynamic_pad to more than can be counted between", DYNAMIC_PAD("0", "0", "9223372036854775807"), GRN_E_SHAPE,
     "stablehlo.dynamic_pad: dimension 0 of 2 elements cannot be padded by low 0, high 0, interior "
     "9223372036854775807"},
#define CHECK(op, types)                                                           \
    "%a = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<" types ">>\n" \
    "%b = stablehlo.constant dense<[(1.0, 2.5)]> : tensor<1xcomplex<" types ">>\n" op
    {"complex numbers apart in the imaginary part",
     CHECK("check.expect_close %a, %b : tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>\n", "f32"), GRN_E_CHECK,
     ": 2097152 ULP apart, at most 1 allowed"},
    {"complex numbers of f64 apart in the imaginary part",
     CHECK("check.expect_close %a, %b, max_ulp_difference = 7 : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>\n",
           "f64"),
     GRN_E_CHECK, ": 1125899906842624 ULP apart, at most 7 allowed"},
    {"numbers nearer than they should be",
     "%a = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "check.expect_close %a, %a, max_ulp_difference = 9, min_ulp_difference = 2 : tensor<f32>, tensor<f32>\n",
     GRN_E_CHECK, ": 0 ULP apart, at least 2 expected"},
    {"numbers further than a tolerance of their own",
     "%a = stablehlo.constant dense<1.0> : tensor<f32>\n"
     "%b = stablehlo.constant dense<1.5> : tensor<f32>\n"
     "check.expect_almost_eq %a, %b {tolerance = 0.25 : f64} : tensor<f32>\n",
     GRN_E_CHECK, "check.expect_almost_eq: element is 1.000000e+00, expected 1.500000e+00: more than 0.25 apart"},
    {"a tensor of another extent",
     "%a = stablehlo.constant dense<1> : tensor<3x2xi32>\n"
     "%b = stablehlo.constant dense<1> : tensor<4x2xi32>\n"
     "%c = tensor.cast %a : tensor<3x2xi32> to tensor<?x2xi32>\n"
     "%d = tensor.cast %b : tensor<4x2xi32> to tensor<?x2xi32>\n"
     "check.expect_eq %c, %d : tensor<?x2xi32>\n",
     GRN_E_CHECK, "check.expect_eq: a tensor of 3x2xi32, expected one of 4x2xi32"},
#define OPEN(name, n)                                                                                              \
    "%" name "s = stablehlo.constant dense<1> : tensor<" n "xi32>\n%" name " = tensor.cast %" name "s : tensor<" n \
    "xi32> to tensor<?xi32>\n"
#define THREE_AND_FOUR OPEN("a", "3") OPEN("b", "4")
    {"a reduction of 3 elements with 4",
     THREE_AND_FOUR
     "%z = stablehlo.constant dense<0> : tensor<i32>\n"
     "%0:2 = stablehlo.reduce(%a init: %z), (%b init: %z) across dimensions = [0] : (tensor<?xi32>, tensor<?xi32>, "
     "tensor<i32>, tensor<i32>) -> "
     "(tensor<i32>, tensor<i32>)\n reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<i32>, %s: tensor<i32>) {\n"
     "stablehlo.return %p, %r : tensor<i32>, tensor<i32>\n}\n",
     GRN_E_SHAPE, "stablehlo.reduce: inputs #0 and #1 have 3 and 4 elements along dimension 0"},
    {"3 elements sorted with 4",
     THREE_AND_FOUR
     "%0:2 = \"stablehlo.sort\"(%a, %b) ({\n^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %s: tensor<i32>):\n"
     "%c = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %c : "
     "tensor<i1>\n}) : "
     "(tensor<?xi32>, "
     "tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)\n",
     GRN_E_SHAPE, "stablehlo.sort: operands #0 and #1 have 3 and 4 elements along dimension 0"},
    {"3 elements mapped with 4",
     THREE_AND_FOUR "%0 = \"stablehlo.map\"(%a, %b) ({\n^bb0(%p: tensor<i32>, %q: tensor<i32>):\nstablehlo.return %p : "
                    "tensor<i32>\n}) "
                    "{dimensions = array<i64: 0>} : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>\n",
     GRN_E_SHAPE, "stablehlo.map: operands #0 and #1 have 3 and 4 elements along dimension 0"},
    {"a mesh that names a device twice",
     "%a = stablehlo.constant dense<1> : tensor<1xi32>\n"
     "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = "
     "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 2>], "
     "device_ids=dense<[1, 1]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = \"x\">]>} : "
     "(tensor<1xi32>) -> tensor<2xi32>\n",
     GRN_E_ARGUMENT, "stablehlo.all_gather: its mesh names device 1 twice"},
    {"a concatenation along more than can be counted",
     "%s = stablehlo.constant dense<> : tensor<9223372036854775807x0xi8>\n"
     "%a = tensor.cast %s : tensor<9223372036854775807x0xi8> to tensor<?x0xi8>\n"
     "%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?x0xi8>, tensor<?x0xi8>) -> tensor<?x0xi8>\n",
     GRN_E_LIMIT, "stablehlo.concatenate: more elements along dimension 0 than can be counted"},
    {"dynamic_reshape to more than can be counted",
     "%a = stablehlo.constant dense<0> : tensor<6xi32>\n"
     "%s = stablehlo.constant dense<[4611686018427387904, 4]> : tensor<2xi64>\n"
     "%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xi32>, tensor<2xi64>) -> tensor<?x?xi32>\n",
     GRN_E_SHAPE,
     "stablehlo.dynamic_reshape: the operand has 6 elements, the shape asked for is [4611686018427387904, 4]"},
};

static void run_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_run_error(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(run_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
