/* element_math.c - functions of real numbers, the parts of complex ones, and their rows. Source:
 * StableHLO spec, the op of each name. */
#include "eval/element_float.h"

/* An op as two expressions, of x as float and as double: for functions that are exact or rounded by
 * IEEE anyway. */
#define EXACT(op, in_float, in_double)                                       \
    static inline e_f32 op##_f32(e_f32 x) { return one_nan_f32(in_float); }  \
    static inline e_f64 op##_f64(e_f64 x) { return one_nan_f64(in_double); } \
    FLOAT_LOOPS(LOOP_1, op)

FLOAT_FUNCTION(cbrt, cbrt(x))
VECTOR_FUNCTION(cosine, cos(x))
VECTOR_FUNCTION(exponential, exp(x))
VECTOR_FUNCTION(exponential_minus_one, expm1(x))
VECTOR_FUNCTION(log, log(x))
VECTOR_FUNCTION(log_plus_one, log1p(x))
VECTOR_FUNCTION(logistic, 1 / (1 + exp(-x)))
FLOAT_FUNCTION(rsqrt, 1 / sqrt(x))
VECTOR_FUNCTION(sine, sin(x))
FLOAT_FUNCTION(tan, tan(x))
VECTOR_FUNCTION(tanh, tanh(x))
FLOAT_ROW(cbrt, COMPLEX_ENTRIES(cbrt))
FLOAT_ROW(cosine, COMPLEX_ENTRIES(cosine))
FLOAT_ROW(exponential, COMPLEX_ENTRIES(exponential))
FLOAT_ROW(exponential_minus_one, COMPLEX_ENTRIES(exponential_minus_one))
FLOAT_ROW(log, COMPLEX_ENTRIES(log))
FLOAT_ROW(log_plus_one, COMPLEX_ENTRIES(log_plus_one))
FLOAT_ROW(logistic, COMPLEX_ENTRIES(logistic))
FLOAT_ROW(rsqrt, COMPLEX_ENTRIES(rsqrt))
FLOAT_ROW(sine, COMPLEX_ENTRIES(sine))
FLOAT_ROW(tan, COMPLEX_ENTRIES(tan))
FLOAT_ROW(tanh, COMPLEX_ENTRIES(tanh))

EXACT(sqrt, sqrtf(x), sqrt(x))
EXACT(ceil, ceilf(x), ceil(x))
EXACT(floor, floorf(x), floor(x))
EXACT(round_nearest_afz, roundf(x), round(x))
EXACT(round_nearest_even, rintf(x), rint(x))
FLOAT_ROW(sqrt, COMPLEX_ENTRIES(sqrt))
FLOAT_ROW(ceil, .i1 = NULL)
FLOAT_ROW(floor, .i1 = NULL)
FLOAT_ROW(round_nearest_afz, .i1 = NULL)
FLOAT_ROW(round_nearest_even, .i1 = NULL)

static inline e_f64 atan2_f64(e_f64 y, e_f64 x) { return one_nan_f64(atan2(y, x)); }
static inline e_f32 atan2_f32(e_f32 y, e_f32 x) { return one_nan_f32((float)atan2(y, x)); }
FLOAT_LOOPS(LOOP_2, atan2)
const grn_element GRN_ELEMENT_ROW(atan2) = {"atan2", 2, GRN_RESULT_SAME, FLOAT_ENTRIES(atan2), COMPLEX_ENTRIES(atan2)};

static inline e_i1 is_finite_f32(e_f32 x) { return x - x == 0; }
static inline e_i1 is_finite_f64(e_f64 x) { return x - x == 0; }
LOOP_1(is_finite, f32, i1)
LOOP_1(is_finite, f64, i1)
const grn_element GRN_ELEMENT_ROW(is_finite) = {"is_finite", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_finite)};

/* real and imag also take a real number: its real part is the number itself, its imaginary part
 * 0. */
#define PARTS(T, C)                                                                 \
    static inline e_##C complex_##T(e_##T re, e_##T im) { return (e_##C){re, im}; } \
    static inline e_##T real_##T(e_##T x) { return x; }                             \
    static inline e_##T imag_##T(e_##T x)                                           \
    {                                                                               \
        (void)x;                                                                    \
        return 0;                                                                   \
    }                                                                               \
    static inline e_##T real_##C(e_##C z) { return z.re; }                          \
    static inline e_##T imag_##C(e_##C z) { return z.im; }                          \
    LOOP_2(complex, T, C)                                                           \
    LOOP_1(real, T, T)                                                              \
    LOOP_1(imag, T, T)                                                              \
    LOOP_1(real, C, T)                                                              \
    LOOP_1(imag, C, T)
PARTS(f32, c64)
PARTS(f64, c128)
const grn_element GRN_ELEMENT_ROW(complex) = {"complex", 2, GRN_RESULT_COMPLEX, FLOAT_ENTRIES(complex)};
const grn_element GRN_ELEMENT_ROW(real) = {
    "real", 1, GRN_RESULT_REAL, FLOAT_ENTRIES(real), .c64 = run_real_c64, .c128 = run_real_c128};
const grn_element GRN_ELEMENT_ROW(imag) = {
    "imag", 1, GRN_RESULT_REAL, FLOAT_ENTRIES(imag), .c64 = run_imag_c64, .c128 = run_imag_c128};
