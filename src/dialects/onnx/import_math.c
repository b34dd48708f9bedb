/*
 * import_math.c - ONNX's products, reductions and what is made of them, as ops of the hub: the
 * steps that the rows' evals take, in their order, so that the bits are the same.
 */
#include <math.h>

#include "dialects/onnx/translate.h"

#include "dialects/stablehlo/stablehlo.h"

static bool is_given(const grn_op *op, size_t i)
{
    return i < op->noperands && grn_operand_type(op, i)->kind != GRN_TYPE_NONE;
}

/* All types are known, of several results too. */
bool grn_onnx_all_static(const grn_op *op)
{
    bool all = true;
    for (size_t i = 0; i < op->nresults; i++)
        all = all && grn_is_static(grn_result_type(op, i));
    for (size_t i = 0; i < op->noperands; i++)
        all = all && (!grn_type_is_tensor(grn_operand_type(op, i)) || grn_is_static(grn_operand_type(op, i)));
    return all;
}

/* ---- steps ----------------------------------------------------------------------------------- */

grn_value *grn_onnx_import_number(grn_rewrite *w, const grn_type *element, double v)
{
    unsigned char bytes[16] = {0};
    const grn_dtype_class class = grn_dtype_class_of(element->dtype);
    grn_scalar s = {.dtype = element->dtype};
    if (class == GRN_CLASS_FLOAT)
        s.f = v;
    else if (class == GRN_CLASS_UNSIGNED)
        s.u = v <= 0 ? 0 : v >= 18446744073709551615.0 ? UINT64_MAX : (uint64_t)v;
    else
        s.i = v <= -9223372036854775808.0 ? INT64_MIN : v >= 9223372036854775807.0 ? INT64_MAX : (int64_t)v;
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_build_splat(w, element, 0, NULL, bytes);
}

/* Two values that broadcast to `shape`. */
grn_value *grn_onnx_import_both(grn_rewrite *w, const char *op, grn_value *a, grn_value *b, const grn_dims *shape)
{
    grn_value *x = a ? grn_spread(w, a, shape->count, shape->v) : NULL,
              *y = b ? grn_spread(w, b, shape->count, shape->v) : NULL;
    return x && y ? grn_build_binary(w, op, x, y) : NULL;
}

static grn_value *each(grn_rewrite *w, const char *op, grn_value *v)
{
    return v ? grn_new(w, op, 1, &v, v->type, 0, NULL) : NULL;
}

/* v folded along `dims`, one dimension of one element in the place of each. */
static grn_value *fold(grn_rewrite *w, const char *combine, double init, grn_value *v, uint64_t dims)
{
    grn_dims ones = {.count = 0};
    if (!v || dims == 0)
        return v;
    for (int32_t d = 0; d < v->type->rank; d++)
        grn_dims_push(&ones, dims >> d & 1 ? 1 : v->type->shape[d]);
    return grn_build_reshape(w, grn_build_fold(w, combine, grn_onnx_import_number(w, v->type->element, init), v, dims),
                             ones.count, ones.v);
}

/* ---- one operand ----------------------------------------------------------------------------- */

grn_status grn_onnx_needs_shapes(const grn_rewrite *w)
{
    return grn_not_imported(w, "has a shape, a list or a number that is not known");
}

grn_status grn_onnx_import_relu(grn_rewrite *w, const grn_op *op)
{
    const grn_dims shape = grn_extents(grn_result_type(op, 0));
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    return grn_replace(w, grn_onnx_import_both(w, "stablehlo.maximum", op->operands[0],
                                               grn_onnx_import_number(w, grn_result_type(op, 0)->element, 0), &shape));
}

grn_status grn_onnx_import_reciprocal(grn_rewrite *w, const grn_op *op)
{
    const grn_dims shape = grn_extents(grn_result_type(op, 0));
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    return grn_replace(w, grn_onnx_import_both(w, "stablehlo.divide",
                                               grn_onnx_import_number(w, grn_result_type(op, 0)->element, 1),
                                               op->operands[0], &shape));
}

/* stablehlo.clamp is minimum(maximum(x, low), high) too, and takes bounds of rank 0 beside a tensor
 * of any extents. */
static grn_status import_open_clip(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!is_given(op, 1) || !is_given(op, 2) || t->kind != GRN_TYPE_TENSOR ||
        !grn_types_equal(t, grn_operand_type(op, 0)))
        return grn_onnx_needs_shapes(w);
    grn_value *const operands[] = {op->operands[1], op->operands[0], op->operands[2]};
    return grn_replace(w, grn_new(w, "stablehlo.clamp", 3, operands, t, 0, NULL));
}

grn_status grn_onnx_import_clip(grn_rewrite *w, const grn_op *op)
{
    const grn_dims shape = grn_extents(grn_result_type(op, 0));
    grn_value *v = op->operands[0];
    if (!grn_onnx_all_static(op))
        return import_open_clip(w, op);
    if (is_given(op, 1))
        v = grn_onnx_import_both(w, "stablehlo.maximum", v, op->operands[1], &shape);
    if (is_given(op, 2))
        v = grn_onnx_import_both(w, "stablehlo.minimum", v, op->operands[2], &shape);
    return grn_replace(w, v);
}

/* ---- products -------------------------------------------------------------------------------- */

static grn_value *dot(grn_rewrite *w, grn_value *a, grn_value *b, int32_t batch, int64_t a_sum, int64_t b_sum,
                      const grn_type *result)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; d < batch; d++)
        dims[d] = d;
    const grn_field fields[] = {{.present = true, .count = (size_t)batch, .v = dims},
                                {.present = true, .count = (size_t)batch, .v = dims},
                                {.present = true, .count = 1, .v = &a_sum},
                                {.present = true, .count = 1, .v = &b_sum}};
    const grn_new_attr attr = {"dot_dimension_numbers", grn_attr_struct(w->ir, &grn_stablehlo_dot_dims, fields)};
    grn_value *const operands[] = {a, b};
    return a && b ? grn_new(w, "stablehlo.dot_general", 2, operands, result, 1, &attr) : NULL;
}

/* A factor with the batch's dimensions in front. */
static grn_value *in_batch(grn_rewrite *w, grn_value *v, const grn_dims *batch)
{
    grn_dims shape = *batch;
    const grn_type *t = v->type;
    shape.v[shape.count++] = t->shape[t->rank - 2];
    shape.v[shape.count++] = t->shape[t->rank - 1];
    return grn_spread(w, v, shape.count, shape.v);
}

grn_status grn_onnx_import_matmul(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    grn_value *a = op->operands[0], *b = op->operands[1];
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    const int32_t columns = b->type->rank > 1, rows = a->type->rank > 1;
    grn_dims batch = grn_extents(result);
    batch.count -= columns + rows;
    if (batch.count <= 0) /* vectors and matrices */
        return grn_replace(w, dot(w, a, b, 0, a->type->rank - 1, b->type->rank == 1 ? 0 : b->type->rank - 2, result));
    if (a->type->rank == 1)
        a = grn_build_reshape(w, a, 2, (const int64_t[]){1, a->type->shape[0]});
    if (b->type->rank == 1)
        b = grn_build_reshape(w, b, 2, (const int64_t[]){b->type->shape[0], 1});
    a = a ? in_batch(w, a, &batch) : NULL;
    b = b ? in_batch(w, b, &batch) : NULL;
    if (!a || !b)
        return grn_no_memory(w);
    grn_dims whole = batch;
    whole.v[whole.count++] = a->type->shape[batch.count];
    whole.v[whole.count++] = b->type->shape[batch.count + 1];
    grn_value *v = dot(w, a, b, batch.count, batch.count + 1, batch.count,
                       grn_tensor_like(w, result->element, whole.count, whole.v));
    return grn_replace(w, v ? grn_build_reshape(w, v, result->rank, result->shape) : NULL);
}

static double real_of(const grn_op *op, const char *name, double absent)
{
    const grn_attr *a = grn_op_attr(op, name);
    return a ? a->real : absent;
}

static grn_value *times(grn_rewrite *w, grn_value *v, double factor)
{
    const grn_dims shape = v ? grn_extents(v->type) : (grn_dims){.count = 0};
    return v && factor != 1 ? grn_onnx_import_both(w, "stablehlo.multiply", v,
                                                   grn_onnx_import_number(w, v->type->element, factor), &shape)
                            : v;
}

grn_status grn_onnx_import_gemm(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    const grn_dims shape = grn_extents(result);
    const int64_t ta = grn_op_integer(op, "transA", 0) != 0, tb = grn_op_integer(op, "transB", 0) != 0;
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    grn_value *v = times(w, dot(w, op->operands[0], op->operands[1], 0, !ta, tb, result), real_of(op, "alpha", 1));
    if (is_given(op, 2))
        v = grn_onnx_import_both(w, "stablehlo.add", v, times(w, op->operands[2], real_of(op, "beta", 1)), &shape);
    return grn_replace(w, v);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static double least_of(const grn_type *e)
{
    switch (grn_dtype_class_of(e->dtype)) {
    case GRN_CLASS_FLOAT: return -(double)INFINITY;
    case GRN_CLASS_SIGNED: return -ldexp(1, (int)grn_dtype_bits(e->dtype) - 1);
    default: return 0;
    }
}

static double most_of(const grn_type *e)
{
    const int bits = (int)grn_dtype_bits(e->dtype);
    switch (grn_dtype_class_of(e->dtype)) {
    case GRN_CLASS_FLOAT: return (double)INFINITY;
    case GRN_CLASS_SIGNED: return bits == 64 ? ldexp(1, 63) : ldexp(1, bits - 1) - 1;
    default: return bits == 64 ? ldexp(1, 64) : ldexp(1, bits) - 1;
    }
}

static const struct reduction {
    const char *op, *before, *fold, *after;
    double (*from)(const grn_type *element); /* NULL: 0 */
    bool from_one, mean;
} reductions[] = {
    {"onnx.ReduceSum", NULL, "stablehlo.add", NULL, NULL, false, false},
    {"onnx.ReduceMean", NULL, "stablehlo.add", NULL, NULL, false, true},
    {"onnx.ReduceProd", NULL, "stablehlo.multiply", NULL, NULL, true, false},
    {"onnx.ReduceMax", NULL, "stablehlo.maximum", NULL, least_of, false, false},
    {"onnx.ReduceMin", NULL, "stablehlo.minimum", NULL, most_of, false, false},
    {"onnx.ReduceSumSquare", "stablehlo.multiply", "stablehlo.add", NULL, NULL, false, false},
    {"onnx.ReduceL1", "stablehlo.abs", "stablehlo.add", NULL, NULL, false, false},
    {"onnx.ReduceL2", "stablehlo.multiply", "stablehlo.add", "stablehlo.sqrt", NULL, false, false},
};

/* The dimensions that operand 1, a constant, lists. */
static bool axes_of(const grn_op *op, uint64_t *dims)
{
    const int32_t rank = grn_operand_type(op, 0)->rank;
    const uint64_t all = rank ? UINT64_MAX >> (64 - rank) : 0;
    grn_tensor t;
    int64_t scalar;
    *dims = 0;
    if (is_given(op, 1)) {
        if (!grn_constant_tensor(op->operands[1], &scalar, &t) || t.rank != 1)
            return false;
        for (int64_t k = 0; k < t.shape[0]; k++) {
            const int64_t axis = grn_index_load(t.dtype, grn_tensor_at(&t, k * t.stride[0]));
            *dims |= UINT64_C(1) << ((axis < 0 ? axis + rank : axis) & 63);
        }
    }
    if (!*dims && !grn_op_integer(op, "noop_with_empty_axes", 0))
        *dims = all;
    return true;
}

grn_status grn_onnx_import_reduce(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0), *e = result->element;
    const struct reduction *r = reductions;
    uint64_t dims;
    double n = 1;
    while (!grn_str_is(op->name, r->op))
        r++;
    if (!grn_onnx_all_static(op) || !axes_of(op, &dims))
        return grn_onnx_needs_shapes(w);
    grn_value *v = op->operands[0];
    for (int32_t d = 0; d < v->type->rank; d++)
        n *= dims >> d & 1 ? (double)v->type->shape[d] : 1;
    if (r->before)
        v = strcmp(r->before, "stablehlo.multiply") == 0 ? grn_build_binary(w, r->before, v, v) : each(w, r->before, v);
    v = fold(w, r->fold, r->from ? r->from(e) : r->from_one, v, dims);
    const grn_dims shape = v ? grn_extents(v->type) : (grn_dims){.count = 0};
    if (r->mean)
        v = grn_onnx_import_both(w, "stablehlo.divide", v, grn_onnx_import_number(w, e, n), &shape);
    if (r->after)
        v = each(w, r->after, v);
    return grn_replace(w, v ? grn_build_reshape(w, v, result->rank, result->shape) : NULL);
}

static int64_t axis_of(const grn_op *op, int64_t absent)
{
    const int64_t axis = grn_op_integer(op, "axis", absent);
    return axis < 0 ? axis + grn_operand_type(op, 0)->rank : axis;
}

/* Of f16 in f32, so that it is rounded once, as ONNX's reference has it; bf16 is summed in bf16. */
static grn_value *wide_sum(grn_rewrite *w, grn_value *v, uint64_t dims)
{
    const grn_type *element = v ? v->type->element : NULL,
                   *wide = element && element->dtype == GRN_F16 ? grn_type_of_dtype(w->ir, GRN_F32) : element;
    if (wide == element)
        return fold(w, "stablehlo.add", 0, v, dims);
    grn_value *sum = wide ? fold(w, "stablehlo.add", 0, grn_build_convert(w, v, wide), dims) : NULL;
    return sum ? grn_build_convert(w, sum, element) : NULL;
}

grn_status grn_onnx_import_softmax(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_dims shape = grn_extents(t);
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    const uint64_t dims = UINT64_C(1) << axis_of(op, -1);
    grn_value *less =
        grn_onnx_import_both(w, "stablehlo.subtract", op->operands[0],
                             fold(w, "stablehlo.maximum", least_of(t->element), op->operands[0], dims), &shape);
    grn_value *e = each(w, "stablehlo.exponential", less), *sum = wide_sum(w, e, dims);
    const bool is_log = grn_str_is(op->name, "onnx.LogSoftmax");
    return grn_replace(
        w, is_log ? grn_onnx_import_both(w, "stablehlo.subtract", less, each(w, "stablehlo.log", sum), &shape)
                  : grn_onnx_import_both(w, "stablehlo.divide", e, sum, &shape));
}

grn_status grn_onnx_import_layer_norm(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0),
                   *stash = grn_type_of_dtype(w->ir, t->element->dtype == GRN_F64 ? GRN_F64 : GRN_F32);
    const grn_dims shape = grn_extents(t);
    grn_dims small = shape;
    if (!stash)
        return grn_no_memory(w);
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    const int64_t axis = axis_of(op, -1);
    uint64_t dims = 0;
    double n = 1;
    for (int32_t d = (int32_t)axis; d < t->rank; d++) {
        dims |= UINT64_C(1) << d;
        n *= (double)t->shape[d];
        small.v[d] = 1;
    }
    grn_value *v = grn_build_convert(w, op->operands[0], stash);
    grn_value *count = grn_onnx_import_number(w, stash, n);
    grn_value *mean = grn_onnx_import_both(w, "stablehlo.divide", fold(w, "stablehlo.add", 0, v, dims), count, &small);
    grn_value *off = grn_onnx_import_both(w, "stablehlo.subtract", v, mean, &shape);
    grn_value *squares = off ? grn_build_binary(w, "stablehlo.multiply", off, off) : NULL;
    grn_value *variance =
        grn_onnx_import_both(w, "stablehlo.divide", fold(w, "stablehlo.add", 0, squares, dims), count, &small);
    grn_value *more = grn_onnx_import_both(
        w, "stablehlo.add", variance, grn_onnx_import_number(w, stash, real_of(op, "epsilon", (double)1e-5f)), &small);
    grn_value *inverse = each(w, "stablehlo.rsqrt", more),
              *out = grn_onnx_import_both(w, "stablehlo.multiply", off, inverse, &shape);
    out = out ? grn_build_convert(w, out, t->element) : NULL;
    out = grn_onnx_import_both(w, "stablehlo.multiply", out, op->operands[1], &shape);
    if (is_given(op, 2))
        out = grn_onnx_import_both(w, "stablehlo.add", out, op->operands[2], &shape);
    return grn_replace_all(w, (grn_value *const[]){out, mean, inverse});
}

grn_status grn_onnx_import_arg(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0), *in = grn_operand_type(op, 0);
    const bool least = grn_str_is(op->name, "onnx.ArgMin"), last = grn_op_integer(op, "select_last_index", 0) != 0;
    const grn_dims shape = grn_extents(in);
    const int64_t axis = axis_of(op, 0);
    if (!grn_onnx_all_static(op) || in->shape[axis] == 0)
        return grn_onnx_needs_shapes(w);
    const uint64_t dims = UINT64_C(1) << axis;
    grn_value *v = op->operands[0];
    grn_value *extreme = fold(w, least ? "stablehlo.minimum" : "stablehlo.maximum",
                              least ? most_of(in->element) : least_of(in->element), v, dims);
    grn_value *spread = extreme ? grn_spread(w, extreme, in->rank, in->shape) : NULL;
    grn_value *is_it = spread ? grn_build_compare(w, "EQ", v, spread) : NULL;
    if (in->element->kind == GRN_TYPE_FLOAT) /* a NaN is the extreme, too, and is not equal to itself */
        is_it = grn_build_binary(w, "stablehlo.or", is_it, grn_build_compare(w, "NE", v, v));
    grn_value *places = grn_build_iota(w, result->element, in->rank, in->shape, axis);
    const double beyond = last ? -1 : (double)in->shape[axis];
    grn_value *none = grn_spread(w, grn_onnx_import_number(w, result->element, beyond), shape.count, shape.v);
    grn_value *picked = is_it && places && none ? grn_build_select(w, is_it, places, none) : NULL;
    const double start = last ? least_of(result->element) : most_of(result->element);
    grn_value *out = fold(w, last ? "stablehlo.maximum" : "stablehlo.minimum", start, picked, dims);
    return grn_replace(w, out ? grn_build_reshape(w, out, result->rank, result->shape) : NULL);
}

/* ---- TopK ------------------------------------------------------------------------------------ */

grn_status grn_onnx_import_top_k(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t start[GRN_MAX_RANK] = {0};
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    const int64_t axis = axis_of(op, -1);
    grn_value *places = grn_build_iota(w, grn_result_type(op, 1)->element, in->rank, in->shape, axis);
    grn_op *sort = grn_build_sort(w, op->operands[0], places, axis, grn_op_integer(op, "largest", 1) ? "GT" : "LT",
                                  GRN_ORDER_NUMBERS);
    grn_value *parts[2] = {NULL, NULL};
    for (size_t i = 0; sort && i < 2; i++)
        parts[i] = grn_build_slice(w, &sort->results[i], start, out->shape);
    return grn_replace_all(w, parts);
}

/* ---- parts ----------------------------------------------------------------------------------- */

grn_status grn_onnx_import_split(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0);
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    const int64_t axis = axis_of(op, 0);
    memcpy(limit, in->shape, (size_t)in->rank * sizeof *limit);
    for (size_t i = 0; i < op->nresults; i++) {
        limit[axis] = start[axis] + grn_result_type(op, i)->shape[axis];
        grn_value *part = grn_build_slice(w, op->operands[0], start, limit);
        if (!part)
            return grn_no_memory(w);
        w->at->results[i].forward = part;
        start[axis] = limit[axis];
    }
    return GRN_OK;
}

/* A dimension of repeats in front of each, then joined. */
grn_status grn_onnx_import_tile(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    grn_value *v = op->operands[0];
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    for (int32_t d = 0; v && d < in->rank; d++) {
        grn_value *copies[64];
        const int64_t n = in->shape[d] ? out->shape[d] / in->shape[d] : 1;
        if (n < 1 || n > (int64_t)GRN_COUNT(copies))
            return grn_onnx_needs_shapes(w);
        for (int64_t k = 0; k < n; k++)
            copies[k] = v;
        v = n > 1 ? grn_build_concatenate(w, (size_t)n, copies, d) : v;
    }
    return grn_replace(w, v);
}

/* Where the place along axis is the index: on. */
grn_status grn_onnx_import_one_hot(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t dims[GRN_MAX_RANK], axis = grn_op_integer(op, "axis", -1);
    axis += axis < 0 ? in->rank + 1 : 0;
    if (!grn_onnx_all_static(op) || in->element->kind != GRN_TYPE_INTEGER)
        return grn_onnx_needs_shapes(w);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_dims shape = grn_extents(in);
    grn_value *i = grn_build_convert(w, op->operands[0], i64);
    grn_value *zero = i ? grn_spread(w, grn_onnx_import_number(w, i64, 0), shape.count, shape.v) : NULL;
    grn_value *wrapped =
        grn_onnx_import_both(w, "stablehlo.add", i, grn_onnx_import_number(w, i64, (double)out->shape[axis]), &shape);
    grn_value *minus = zero && wrapped ? grn_build_compare(w, "LT", i, zero) : NULL;
    i = minus ? grn_build_select(w, minus, wrapped, i) : NULL;
    for (int32_t d = 0; d < in->rank; d++)
        dims[d] = d < axis ? d : d + 1;
    grn_value *spread = i ? grn_build_broadcast(w, i, dims, out->rank, out->shape) : NULL;
    grn_value *places = grn_build_iota(w, i64, out->rank, out->shape, axis);
    grn_value *is_it = spread && places ? grn_build_compare(w, "EQ", spread, places) : NULL;
    static const int64_t at[] = {0, 1, 2};
    grn_value *values[2];
    for (size_t k = 0; k < 2; k++) {
        grn_value *one = grn_build_slice(w, op->operands[2], &at[k], &at[k + 1]);
        one = one ? grn_build_reshape(w, one, 0, NULL) : NULL;
        values[k] = one ? grn_spread(w, one, out->rank, out->shape) : NULL;
    }
    return grn_replace(w, is_it && values[0] && values[1] ? grn_build_select(w, is_it, values[1], values[0]) : NULL);
}

grn_status grn_onnx_import_made(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_onnx_all_static(op))
        return grn_onnx_needs_shapes(w);
    return grn_replace(w,
                       grn_build_splat(w, t->element, t->rank, t->shape, value ? value->elements->tensor.data : zero));
}
