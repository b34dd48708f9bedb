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
#include "kernels/elementary.h"

/* An op as an expression of the double x. */
#define FLOAT_FUNCTION(op, expression)                                                \
    static inline e_f64 op##_f64(e_f64 x) { return one_nan_f64(expression); }         \
    static inline e_f32 op##_f32(e_f32 x) { return one_nan_f32((float)op##_f64(x)); } \
    FLOAT_LOOPS(LOOP_1, op)

/* The same of f32 by a vector function (kernels/elementary.h), which this one decides for. */
#define VECTOR_FUNCTION(op, expression)                                               \
    static inline e_f64 op##_f64(e_f64 x) { return one_nan_f64(expression); }         \
    static inline e_f32 op##_f32(e_f32 x) { return one_nan_f32((float)op##_f64(x)); } \
    VECTOR_LOOP_1(op)                                                                 \
    LOOP_1(op, f64, f64)
#define VECTOR_LOOP_1(op) VECTOR_LOOP(op, 0, op##_f32(x))
/* `last`: the number of the last argument; one(x, y) is the function of one element. */
#define VECTOR_LOOP(op, last, one)                                                    \
    static float exact_##op(float x, float y) { return (void)y, one; }                \
    static void run_##op##_f32(size_t n, void *out, const void *const *in)            \
    {                                                                                 \
        const grn_elementary *f = grn_elementary_at(0);                               \
        if (f)                                                                        \
            f->op(n, out, in[0], in[last], exact_##op);                               \
        for (size_t i = 0; !f && i < n; i++)                                          \
            store_f32(out, i, exact_##op(load_f32(in[0], i), load_f32(in[last], i))); \
    }

/* Its row; what follows is entries of other classes. */
#define FLOAT_ROW(op, ...) \
    const grn_element GRN_ELEMENT_ROW(op) = {#op, 1, GRN_RESULT_SAME, FLOAT_ENTRIES(op), __VA_ARGS__};

#endif
