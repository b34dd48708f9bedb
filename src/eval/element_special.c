/* element_special.c - the functions of real numbers that CHLO has beside StableHLO's, and their
 * rows. Source: CHLO, the op of each name. f32 is computed in double or wider and rounded once. */
#include "eval/element_float.h"

#include "eval/special.h"

/* As an expression of the wide x, which both types are rounded from. */
#define WIDE(op, expression)   \
    WIDE_VALUE(op, expression) \
    FLOAT_LOOPS(LOOP_1, op)
#define WIDE_VALUE(op, expression)                                                      \
    static inline grn_wide op##_wide(grn_wide x) { return expression; }                 \
    static inline e_f64 op##_f64(e_f64 x) { return one_nan_f64((double)op##_wide(x)); } \
    static inline e_f32 op##_f32(e_f32 x) { return one_nan_f32((float)op##_wide(x)); }
#define WIDE_2(op)                                                                                 \
    static inline e_f64 op##_f64(e_f64 x, e_f64 y) { return one_nan_f64((double)grn_##op(x, y)); } \
    static inline e_f32 op##_f32(e_f32 x, e_f32 y) { return one_nan_f32((float)grn_##op(x, y)); }  \
    FLOAT_LOOPS(LOOP_2, op)

FLOAT_FUNCTION(acos, acos(x))
FLOAT_FUNCTION(acosh, acosh(x))
FLOAT_FUNCTION(asin, asin(x))
FLOAT_FUNCTION(asinh, asinh(x))
FLOAT_FUNCTION(atan, atan(x))
FLOAT_FUNCTION(atanh, atanh(x))
FLOAT_FUNCTION(cosh, cosh(x))
FLOAT_FUNCTION(sinh, sinh(x))
VECTOR_FUNCTION(erf, erf(x))
FLOAT_FUNCTION(erfc, erfc(x))
FLOAT_ROW(acos, COMPLEX_ENTRIES(acos))
FLOAT_ROW(acosh, COMPLEX_ENTRIES(acosh))
FLOAT_ROW(asin, COMPLEX_ENTRIES(asin))
FLOAT_ROW(asinh, COMPLEX_ENTRIES(asinh))
FLOAT_ROW(atan, COMPLEX_ENTRIES(atan))
FLOAT_ROW(atanh, COMPLEX_ENTRIES(atanh))
FLOAT_ROW(cosh, COMPLEX_ENTRIES(cosh))
FLOAT_ROW(sinh, COMPLEX_ENTRIES(sinh))
FLOAT_ROW(erf, .i1 = NULL)
FLOAT_ROW(erfc, .i1 = NULL)

WIDE(bessel_i1e, grn_bessel_i1e(x))
WIDE(digamma, grn_digamma(x))
WIDE_VALUE(erf_inv, grn_erf_inv(x))
VECTOR_LOOP_1(erf_inv)
LOOP_1(erf_inv, f64, f64)
WIDE(lgamma, lgammal(x))
FLOAT_ROW(bessel_i1e, .i1 = NULL)
FLOAT_ROW(digamma, .i1 = NULL)
FLOAT_ROW(erf_inv, .i1 = NULL)
FLOAT_ROW(lgamma, .i1 = NULL)

WIDE_2(polygamma)
WIDE_2(zeta)
const grn_element grn_element_polygamma = {"polygamma", 2, GRN_RESULT_SAME, FLOAT_ENTRIES(polygamma)};
const grn_element grn_element_zeta = {"zeta", 2, GRN_RESULT_SAME, FLOAT_ENTRIES(zeta)};

/* ---- exact ones ------------------------------------------------------------------------------ */

#define EXACT(T)                                                                             \
    static inline e_##T square_##T(e_##T x) { return one_nan_##T(x * x); }                   \
    static inline e_##T conj_##T(e_##T x) { return x; }                                      \
    static inline e_i1 is_pos_inf_##T(e_##T x) { return x == (e_##T)INFINITY; }              \
    static inline e_i1 is_neg_inf_##T(e_##T x) { return x == -(e_##T)INFINITY; }             \
    static inline e_i1 is_inf_##T(e_##T x) { return is_pos_inf_##T(x) | is_neg_inf_##T(x); } \
    LOOP_1(is_pos_inf, T, i1)                                                                \
    LOOP_1(is_neg_inf, T, i1)                                                                \
    LOOP_1(is_inf, T, i1)
EXACT(f32)
EXACT(f64)
FLOAT_LOOPS(LOOP_1, square)
FLOAT_LOOPS(LOOP_1, conj)
FLOAT_ROW(square, COMPLEX_ENTRIES(square))
FLOAT_ROW(conj, COMPLEX_ENTRIES(conj))
const grn_element grn_element_is_inf = {"is_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_inf)};
const grn_element grn_element_is_pos_inf = {"is_pos_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_pos_inf)};
const grn_element grn_element_is_neg_inf = {"is_neg_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_neg_inf)};
