/* body_matrix.c - Det as the steps of an elimination with pivots (ONNX, Operators.md). */
#include "onnx/body.h"

enum { MOST_ROWS = 32 };

/* [.., n, n]: in each step the row with the largest element of the first column goes, and its
 * multiples are taken off the others. */
static void det_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *det = NULL;
    const grn_type *t = x->type;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_float(x) || t->rank < 2)
        return;
    const int64_t n = t->shape[t->rank - 1], all[] = {-1, n, n}, both[] = {1, 2};
    if (n < 1 || n > MOST_ROWS || t->shape[t->rank - 2] != n)
        return;
    grn_value *v = grn_onnx_reshape(b, x, 3, all);
    for (int64_t left = n; v && left > 0; left--) {
        const int64_t row_shape[] = {1, 1, left};
        grn_value *first = grn_onnx_slice_of(b, v, 2, 0, 1, 1);
        grn_value *at = GRN_STEP_INT(b, "ArgMax", "axis", 1, GRN_STEP(b, "Abs", first)); /* [batch, 1, 1] */
        grn_value *row = GRN_STEP_INT(b, "GatherElements", "axis", 1, v,
                                      GRN_STEP(b, "Expand", at, grn_onnx_list_of(b, 3, row_shape)));
        grn_value *pivot = grn_onnx_slice_of(b, row, 2, 0, 1, 1);
        grn_value *factor = GRN_FORMULA(b, dtype, "Where(Equal(at, none), pivot, Neg(pivot))", {"at", at},
                                        {"none", grn_onnx_i64(b, 0)}, {"pivot", pivot});
        det = det ? GRN_STEP(b, "Mul", det, factor) : factor;
        if (left == 1)
            break;
        /* the first row takes the place of the one that goes */
        grn_value *place = grn_onnx_count(b, left, 1, 3);
        v = GRN_FORMULA(b, dtype, "Where(Equal(place, at), top, v)", {"place", place}, {"at", at},
                        {"top", grn_onnx_slice_of(b, v, 1, 0, 1, 1)}, {"v", v});
        v = grn_onnx_slice_of(b, v, 1, 1, left, 1);
        v = GRN_FORMULA(b, dtype, "Sub(rest, Mul(Div(first, Where(Equal(pivot, 0), 1, pivot)), row))",
                        {"rest", grn_onnx_slice_of(b, v, 2, 1, left, 1)},
                        {"first", grn_onnx_slice_of(b, v, 2, 0, 1, 1)}, {"pivot", pivot},
                        {"row", grn_onnx_slice_of(b, row, 2, 1, left, 1)});
    }
    det = GRN_STEP(b, "Squeeze", det, grn_onnx_list_of(b, 2, both));
    b->results[0] = grn_onnx_reshape(b, det, t->rank - 2, t->shape);
}

const onnx_body_row grn_onnx_matrix_bodies[] = {
    {.op = "Det", .build = det_body},
    {.op = NULL},
};
