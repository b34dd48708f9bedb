/*
 * element_float.h - how functions of one real number become loops and rows: what element_math.c and
 * element_special.c share. Internal to src/eval.
 *
 * f32 is computed in double and rounded once; f64 is as good as the expression.
 */
#ifndef GRN_EVAL_ELEMENT_FLOAT_H
#define GRN_EVAL_ELEMENT_FLOAT_H

#include <math.h>

#include "eval/element.h"

/* An op as an expression of the double x. */
#define FLOAT_FUNCTION(op, expression)                                                \
    static inline e_f64 op##_f64(e_f64 x) { return one_nan_f64(expression); }         \
    static inline e_f32 op##_f32(e_f32 x) { return one_nan_f32((float)op##_f64(x)); } \
    FLOAT_LOOPS(LOOP_1, op)

/* Its row; what follows is entries of other classes. */
#define FLOAT_ROW(op, ...) \
    const grn_element grn_element_##op = {#op, 1, GRN_RESULT_SAME, FLOAT_ENTRIES(op), __VA_ARGS__};

#endif
