/* onnx_ops.c - the ops of ONNX around its gathers and scatters. */
#include <math.h>

#include "generate/along.h"
#include "generate/onnx.h"
#include "generate/regions.h"

/* ---- element-wise ---------------------------------------------------------------------------- */

bool grn_write_onnx_function(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_facts facts;
    if (!grn_element_function_broadcast(g, op, x, &facts))
        return false;
    grn_gen_op_line(g, op->name, (size_t)op->function->arity, x, NULL, &x[0].type, &facts);
    return true;
}

bool grn_write_onnx_compare(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .exact = true});
    const grn_gen_type like = grn_gen_broadcast_to(g, &x[0].type), type = grn_gen_with_dtype(&x[0].type, GRN_I1);
    x[1] = grn_gen_take(g, &(grn_want){.type = &like, .exact = true});
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &facts);
    return true;
}

bool grn_write_onnx_where(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[1] = grn_gen_take_any(g, GRN_GEN_ALL, 0);
    const grn_gen_type chooser = grn_gen_with_dtype(&x[1].type, GRN_I1), own = grn_gen_broadcast_to(g, &chooser),
                       other = grn_gen_broadcast_to(g, &x[1].type);
    x[0] = grn_gen_take_like(g, &own);
    x[2] = grn_gen_take_like(g, &other);
    const grn_facts facts = grn_facts_either(&x[1].facts, &x[2].facts);
    grn_gen_op_line(g, op->name, 3, x, NULL, &x[1].type, &facts);
    return true;
}

/* A float that the integer type does not hold is left open; what an integer loses of its bits is not. */
bool grn_write_onnx_cast(grn_gen *g, const grn_gen_op *op)
{
    const grn_dtype to = grn_gen_draw_dtype(g, GRN_GEN_REALS);
    const bool is_integer = grn_dtype_step(to) == 0;
    const grn_gen_value x = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS | GRN_GEN_BOOLS,
                                                        .exact = true,
                                                        .no_nan = is_integer,
                                                        .is_bounded = is_integer,
                                                        .low = fmax(grn_dtype_lowest(to), -1e9),
                                                        .high = fmin(grn_dtype_highest(to), 1e9)});
    const grn_gen_type type = grn_gen_with_dtype(&x.type, to);
    const grn_facts facts = is_integer ? grn_facts_between(ceil(x.facts.low), floor(x.facts.high) + (x.facts.high < 1))
                                       : grn_facts_unknown(to);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "to = %s", grn_dtype_text(to)), &type, &facts);
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static grn_gen_value integers(grn_gen *g, const int64_t *v, int32_t n) { return grn_gen_integers(g, GRN_I64, v, n); }

bool grn_write_onnx_identity(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = grn_gen_take_any(g, GRN_GEN_ALL, 0);
    grn_gen_op_line(g, op->name, 1, &x, NULL, &x.type, &x.facts);
    return true;
}

bool grn_write_onnx_transpose(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = grn_gen_take_any(g, GRN_GEN_ALL, 2);
    int64_t order[GRN_GEN_RANK];
    const grn_gen_type type = grn_gen_permuted(g, &x.type, order);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "perm = [%l]", order, (int)type.rank), &type, &x.facts);
    return true;
}

/* To one dimension, from it, or with one more of 1. A 0 in the shape stands for the extent that is there. */
bool grn_write_onnx_reshape(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    grn_gen_type type = x[0].type;
    int64_t written[GRN_GEN_RANK];
    const int64_t n = grn_gen_elements(&type);
    if (type.rank > 5 || n == 0)
        return false;
    if (grn_one_in(g->choices, 2)) {
        type.rank = 1;
        type.shape[0] = n;
    } else {
        type.shape[type.rank++] = 1;
        grn_pick_order(g->choices, type.shape, type.rank);
    }
    for (int32_t d = 0; d < type.rank; d++)
        written[d] = type.shape[d];
    if (grn_one_in(g->choices, 3))
        written[grn_pick(g->choices, (uint64_t)type.rank)] = -1;
    x[1] = integers(g, written, type.rank);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_expand(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 0);
    grn_gen_type type = x[0].type;
    if (type.rank > 4 || grn_gen_elements(&type) > 500)
        return false;
    for (int32_t d = 0; d < type.rank; d++)
        type.shape[d] = type.shape[d] == 1 ? grn_pick_between(g->choices, 1, 3) : type.shape[d];
    if (grn_one_in(g->choices, 2)) {
        for (int32_t d = type.rank++; d > 0; d--)
            type.shape[d] = type.shape[d - 1];
        type.shape[0] = grn_pick_between(g->choices, 1, 3);
    }
    x[1] = integers(g, type.shape, type.rank);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_unsqueeze(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 0);
    grn_gen_type type = {.dtype = x[0].type.dtype, .rank = x[0].type.rank + 1};
    int64_t written;
    if (type.rank > 6)
        return false;
    const int32_t dim = grn_gen_draw_dim(g, type.rank, true, &written);
    for (int32_t d = 0, from = 0; d < type.rank; d++)
        type.shape[d] = d == dim ? 1 : x[0].type.shape[from++];
    x[1] = integers(g, &written, 1);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_squeeze(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_gen_type of = grn_gen_draw_type(g, GRN_GEN_ALL, 1), type = {.dtype = of.dtype};
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, of.rank, true, &written);
    of.shape[dim] = 1;
    x[0] = grn_gen_take_like(g, &of);
    for (int32_t d = 0; d < of.rank; d++)
        if (d != dim)
            type.shape[type.rank++] = of.shape[d];
    x[1] = integers(g, &written, 1);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_concat(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[GRN_GEN_PARTS];
    int64_t written;
    grn_gen_type type;
    grn_facts facts;
    const size_t count = grn_gen_draw_parts(g, x, &written, &type, &facts);
    grn_gen_op_line(g, op->name, count, x, grn_gen_attrs(g, "axis = %n : si64", written), &type, &facts);
    return true;
}

/* Ends beyond the extent are cut to it; a step below 0 goes backwards. */
bool grn_write_onnx_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[5];
    int64_t dim;
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    grn_gen_type type = x[0].type;
    const int32_t d = grn_gen_draw_dim(g, type.rank, false, &dim);
    const int64_t extent = type.shape[d];
    int64_t start = grn_pick_between(g->choices, 0, extent), end = grn_pick_between(g->choices, start, extent + 2);
    int64_t step = grn_pick_between(g->choices, 1, 2);
    const int64_t stop = end < extent ? end : extent;
    type.shape[d] = stop > start ? (stop - start + step - 1) / step : 0;
    if (extent > 0 && grn_one_in(g->choices, 4)) { /* all of it, backwards */
        start = -1;
        end = INT32_MIN;
        step = -1;
        type.shape[d] = extent;
    }
    x[1] = integers(g, &start, 1);
    x[2] = integers(g, &end, 1);
    x[3] = integers(g, &dim, 1);
    x[4] = integers(g, &step, 1);
    grn_gen_op_line(g, op->name, 5, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_pad(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[4];
    int64_t by[2 * GRN_GEN_RANK], axes[GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_REALS, 1);
    grn_gen_type type = x[0].type;
    for (int32_t d = 0; d < type.rank; d++) {
        axes[d] = d;
        by[d] = grn_pick_between(g->choices, 0, 2);
        by[type.rank + d] = grn_pick_between(g->choices, 0, 2);
        type.shape[d] += by[d] + by[type.rank + d];
    }
    if (grn_gen_elements(&type) > 2000)
        return false;
    x[1] = integers(g, by, 2 * type.rank);
    x[2] = grn_gen_take_like(g, &(grn_gen_type){.dtype = type.dtype});
    x[3] = integers(g, axes, type.rank);
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[2].facts);
    grn_gen_op_line(g, op->name, 4, x, grn_gen_attrs(g, "mode = \"constant\""), &type, &facts);
    return true;
}

bool grn_write_onnx_tile(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t times[GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    grn_gen_type type = x[0].type;
    if (grn_gen_elements(&type) > 200)
        return false;
    for (int32_t d = 0; d < type.rank; d++) {
        times[d] = grn_pick_between(g->choices, 1, 2);
        type.shape[d] *= times[d];
    }
    x[1] = integers(g, times, type.rank);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

/* ---- reductions ------------------------------------------------------------------------------ */

#define REDUCED (GRN_GEN_LONG_INTEGERS | GRN_GEN_FLOATS)

static const grn_gen_fold *fold_of(const grn_gen_op *op)
{
    const grn_gen_fold *f = grn_gen_folds;
    while (f->name && strcmp(f->name, op->form) != 0)
        f++;
    return f;
}

bool grn_write_onnx_reduce(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_fold *fold = fold_of(op);
    const grn_gen_type of = grn_gen_take_any(g, REDUCED, 1).type;
    const bool keeps = grn_one_in(g->choices, 2);
    grn_gen_type type = {.dtype = of.dtype};
    grn_gen_value x[2];
    grn_facts facts;
    int64_t dims[GRN_GEN_RANK];
    int32_t count = 0;
    double n = 1;
    for (int32_t d = 0; d < of.rank; d++) {
        const bool is_reduced = grn_one_in(g->choices, 2);
        n *= is_reduced ? (double)of.shape[d] : 1;
        if (is_reduced)
            dims[count++] = grn_one_in(g->choices, 3) ? d - of.rank : d;
        if (!is_reduced || keeps)
            type.shape[type.rank++] = is_reduced ? 1 : of.shape[d];
    }
    if (count == 0 ||
        n == 0) /* ONNX takes no axes as all of them; what a reduction of nothing is depends on its version */
        return false;
    const grn_want want = grn_gen_fold_want(g, fold, &of, n);
    x[0] = grn_gen_take(g, &want);
    if (!grn_gen_fold_facts(g, fold, of.dtype, &x[0].facts, n, &facts))
        return false;
    x[1] = integers(g, dims, count);
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "keepdims = %n : si64", (int64_t)keeps), &type, &facts);
    return true;
}

/* Of equal ones the first. */
bool grn_write_onnx_arg(grn_gen *g, const grn_gen_op *op)
{
    int64_t written;
    const grn_gen_value x =
        grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .least_rank = 1, .exact = true, .no_nan = true});
    const int32_t dim = grn_gen_draw_dim(g, x.type.rank, true, &written);
    const int64_t extent = x.type.shape[dim];
    grn_gen_type type = grn_gen_with_dtype(&x.type, GRN_I64);
    if (extent == 0)
        return false;
    type.shape[dim] = 1;
    const grn_facts facts = grn_facts_between(0, (double)extent - 1);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "axis = %n : si64", written), &type, &facts);
    return true;
}

bool grn_write_onnx_top_k(grn_gen *g, const grn_gen_op *op)
{
    int64_t written;
    grn_gen_value x[2], r[2];
    x[0] = grn_gen_take(
        g,
        &(grn_want){.classes = GRN_GEN_LONG_INTEGERS | GRN_GEN_FLOATS, .least_rank = 1, .exact = true, .no_nan = true});
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    grn_gen_type type = x[0].type;
    if (type.shape[dim] == 0)
        return false;
    const grn_facts places = grn_facts_between(0, (double)type.shape[dim] - 1);
    type.shape[dim] = grn_pick_between(g->choices, 1, type.shape[dim]);
    x[1] = integers(g, &type.shape[dim], 1);
    r[0] = grn_gen_new(g, &type, &x[0].facts);
    type.dtype = GRN_I64;
    r[1] = grn_gen_new(g, &type, &places);
    grn_gen_number_parts(r, 2);
    const grn_gen_line line = {NULL, op->name, 2, 2, x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{axis = %n : si64, largest = %n : si64, sorted = 1 : si64}>", written,
                (int64_t)grn_pick(g->choices, 2));
    grn_gen_end(g, &line);
    return true;
}

bool grn_write_onnx_cumsum(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_fold *fold = &grn_gen_folds[GRN_FOLD_ADD];
    const grn_gen_type of = grn_gen_take_any(g, REDUCED, 1).type;
    grn_gen_value x[2];
    grn_facts facts;
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, of.rank, true, &written);
    const double n = (double)of.shape[dim];
    const grn_want want = grn_gen_fold_want(g, fold, &of, n);
    x[0] = grn_gen_take(g, &want);
    if (!grn_gen_fold_facts(g, fold, of.dtype, &x[0].facts, n, &facts))
        return false;
    x[1] = integers(g, &written, -1);
    const int64_t exclusive = (int64_t)grn_pick(g->choices, 2), backwards = (int64_t)grn_pick(g->choices, 2);
    grn_gen_op_line(g, op->name, 2, x,
                    grn_gen_attrs(g, "exclusive = %n : si64, reverse = %n : si64", exclusive, backwards), &of, &facts);
    return true;
}

static grn_want factor(const grn_gen_type *type)
{
    const double low = fmax(grn_dtype_lowest(type->dtype), -64);
    return (grn_want){.type = type, .is_bounded = true, .no_nan = true, .low = low, .high = 64};
}

bool grn_write_onnx_matmul(grn_gen *g, const grn_gen_op *op)
{
    const int64_t m = grn_pick_between(g->choices, 1, 4), k = grn_pick_between(g->choices, 1, 5),
                  n = grn_pick_between(g->choices, 1, 4), b = grn_pick_between(g->choices, 1, 2);
    const bool batched = grn_one_in(g->choices, 2);
    const grn_dtype dtype = grn_gen_draw_dtype(g, REDUCED);
    const int64_t shapes[3][3] = {{b, m, k}, {b, k, n}, {b, m, n}};
    grn_gen_type t[3];
    for (int i = 0; i < 3; i++)
        t[i] = grn_gen_type_of(dtype, batched ? 3 : 2, shapes[i] + !batched);
    const grn_want left = factor(&t[0]), right = factor(&t[1]);
    const grn_gen_value a = grn_gen_take(g, &left), x[2] = {a, grn_gen_take(g, &right)};
    grn_facts facts = grn_facts_products(dtype, &x[0].facts, &x[1].facts, (double)k + 1);
    if (!grn_facts_take(g, &facts))
        return false;
    grn_gen_op_line(g, op->name, 2, x, NULL, &t[2], &facts);
    return true;
}
