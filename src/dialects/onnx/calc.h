/*
 * calc.h - operators that are made of several steps, in the run: each step gives a tensor that
 * lives until the end.
 *
 * Knows: element functions that broadcast, folds along dimensions, views. Must not know: any
 * operator.
 */
#ifndef GRN_ONNX_CALC_H
#define GRN_ONNX_CALC_H

#include "dialects/onnx/onnx.h"

enum { GRN_CALC_MOST = 24 };
typedef struct grn_calc {
    grn_exec *x;
    const grn_op *op;
    grn_status status;
    size_t count;
    grn_rt made[GRN_CALC_MOST];
} grn_calc;
/* Each step answers NULL once one has failed, which it also does with NULL for an operand: only the
 * end need be asked. */
typedef const grn_rt *grn_calc_value;

void grn_calc_begin(grn_calc *c, grn_exec *x, const grn_op *op);
/* Results 0 to n - 1 are these; everything else is released. Answers the status of all. A value may
 * be NULL where result i is none. */
grn_status grn_calc_end(grn_calc *c, size_t n, const grn_calc_value *results);
grn_calc_value grn_calc_fail(grn_calc *c, grn_status status, const char *text);
/* Room for one more; its elements are the caller's to fill. */
grn_rt *grn_calc_new(grn_calc *c, grn_dtype dtype, int32_t rank, const int64_t *shape);
static inline grn_calc_value grn_calc_operand(const grn_calc *c, size_t i) { return &c->x->operands[i]; }

/* `element` of operands that broadcast, with results of `dtype`. */
grn_calc_value grn_calc_map(grn_calc *c, const grn_element *element, grn_dtype dtype, grn_calc_value a,
                            grn_calc_value b);
/* Elements of on_true where predicate is true, else of on_false. */
grn_calc_value grn_calc_select(grn_calc *c, grn_calc_value predicate, grn_calc_value on_true, grn_calc_value on_false);
grn_calc_value grn_calc_number(grn_calc *c, grn_dtype dtype, double v);
grn_calc_value grn_calc_convert(grn_calc *c, grn_calc_value v, grn_dtype dtype);
/* The elements along `dims` folded by a function of two, from `init` on, one dimension of one
 * element in the place of each. */
grn_calc_value grn_calc_fold(grn_calc *c, const grn_element *element, double init, grn_calc_value v, uint64_t dims);
/* as many elements */
grn_calc_value grn_calc_reshape(grn_calc *c, grn_calc_value v, int32_t rank, const int64_t *shape);
/* A view whose dimension d is perm[d] of v's. */
grn_calc_value grn_calc_transpose(grn_calc *c, grn_calc_value v, const int64_t *perm);
/* For a fold by maximum or minimum: what every element of the dtype is at least, or at most. */
double grn_onnx_least(grn_dtype dtype);
double grn_onnx_most(grn_dtype dtype);

#endif
