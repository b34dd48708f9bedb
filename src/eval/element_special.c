/* element_special.c - the functions of real numbers that CHLO has beside StableHLO's, and their rows. Source: CHLO, the op of
 * each name. f32 is computed in double or wider and rounded once. */
#include "eval/element.h"

#include "eval/special.h"

/* An op as an expression of the double x. */
#define FUNCTION(op, expression)                               \
    static inline e_f64 op##_f64(e_f64 x)                      \
    {                                                          \
        return one_nan_f64(expression);                        \
    }                                                          \
    static inline e_f32 op##_f32(e_f32 x)                      \
    {                                                          \
        return one_nan_f32((float)op##_f64(x));                \
    }                                                          \
    FLOAT_LOOPS(LOOP_1, op)
/* As an expression of the wide x, which both types are rounded from. */
#define WIDE(op, expression)                                   \
    static inline grn_wide op##_wide(grn_wide x)               \
    {                                                          \
        return expression;                                     \
    }                                                          \
    static inline e_f64 op##_f64(e_f64 x)                      \
    {                                                          \
        return one_nan_f64((double)op##_wide(x));              \
    }                                                          \
    static inline e_f32 op##_f32(e_f32 x)                      \
    {                                                          \
        return one_nan_f32((float)op##_wide(x));               \
    }                                                          \
    FLOAT_LOOPS(LOOP_1, op)
#define WIDE_2(op)                                             \
    static inline e_f64 op##_f64(e_f64 x, e_f64 y)             \
    {                                                          \
        return one_nan_f64((double)grn_##op(x, y));            \
    }                                                          \
    static inline e_f32 op##_f32(e_f32 x, e_f32 y)             \
    {                                                          \
        return one_nan_f32((float)grn_##op(x, y));             \
    }                                                          \
    FLOAT_LOOPS(LOOP_2, op)
#define ROW(op, ...) const grn_element grn_element_##op = {#op, 1, GRN_RESULT_SAME, FLOAT_ENTRIES(op), __VA_ARGS__};

FUNCTION(acos, acos(x))
FUNCTION(acosh, acosh(x))
FUNCTION(asin, asin(x))
FUNCTION(asinh, asinh(x))
FUNCTION(atan, atan(x))
FUNCTION(atanh, atanh(x))
FUNCTION(cosh, cosh(x))
FUNCTION(sinh, sinh(x))
FUNCTION(erf, erf(x))
FUNCTION(erfc, erfc(x))
ROW(acos, COMPLEX_ENTRIES(acos))
ROW(acosh, COMPLEX_ENTRIES(acosh))
ROW(asin, COMPLEX_ENTRIES(asin))
ROW(asinh, COMPLEX_ENTRIES(asinh))
ROW(atan, COMPLEX_ENTRIES(atan))
ROW(atanh, COMPLEX_ENTRIES(atanh))
ROW(cosh, COMPLEX_ENTRIES(cosh))
ROW(sinh, COMPLEX_ENTRIES(sinh))
ROW(erf, .i1 = NULL)
ROW(erfc, .i1 = NULL)

WIDE(bessel_i1e, grn_bessel_i1e(x))
WIDE(digamma, grn_digamma(x))
WIDE(erf_inv, grn_erf_inv(x))
WIDE(lgamma, lgammal(x))
ROW(bessel_i1e, .i1 = NULL)
ROW(digamma, .i1 = NULL)
ROW(erf_inv, .i1 = NULL)
ROW(lgamma, .i1 = NULL)

WIDE_2(polygamma)
WIDE_2(zeta)
const grn_element grn_element_polygamma = {"polygamma", 2, GRN_RESULT_SAME, FLOAT_ENTRIES(polygamma)};
const grn_element grn_element_zeta = {"zeta", 2, GRN_RESULT_SAME, FLOAT_ENTRIES(zeta)};

/* ---- exact ones --------------------------------------------------------------------------------------------------------- */

#define EXACT(T)                                               \
    static inline e_##T square_##T(e_##T x)                    \
    {                                                          \
        return one_nan_##T(x * x);                             \
    }                                                          \
    static inline e_##T conj_##T(e_##T x)                      \
    {                                                          \
        return x;                                              \
    }                                                          \
    static inline e_i1 is_pos_inf_##T(e_##T x)                 \
    {                                                          \
        return x == (e_##T)INFINITY;                           \
    }                                                          \
    static inline e_i1 is_neg_inf_##T(e_##T x)                 \
    {                                                          \
        return x == -(e_##T)INFINITY;                          \
    }                                                          \
    static inline e_i1 is_inf_##T(e_##T x)                     \
    {                                                          \
        return is_pos_inf_##T(x) | is_neg_inf_##T(x);          \
    }                                                          \
    LOOP_1(is_pos_inf, T, i1)                                  \
    LOOP_1(is_neg_inf, T, i1)                                  \
    LOOP_1(is_inf, T, i1)
EXACT(f32)
EXACT(f64)
FLOAT_LOOPS(LOOP_1, square)
FLOAT_LOOPS(LOOP_1, conj)
ROW(square, COMPLEX_ENTRIES(square))
ROW(conj, COMPLEX_ENTRIES(conj))
const grn_element grn_element_is_inf = {"is_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_inf)};
const grn_element grn_element_is_pos_inf = {"is_pos_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_pos_inf)};
const grn_element grn_element_is_neg_inf = {"is_neg_inf", 1, GRN_RESULT_BOOL, FLOAT_ENTRIES(is_neg_inf)};
