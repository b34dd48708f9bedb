/*
 * shape.c - TTNN's shape ops, as tt-mlir spells them: those around a
 * gather.
 *
 * At run time reshape, permute, slice_static and most repeats are views.
 */
#include <inttypes.h>

#include "dialects/ttnn/ttnn.h"

/* ---- what several share ---------------------------------------------------------------------- */

/* The numbers of attribute `name`, one per dimension of operand 0, `each` of them for a
 * dimension. */
static grn_status numbers(const grn_op *op, const grn_check *check, const char *name, int32_t each, const int64_t **v)
{
    size_t count = 0;
    const int32_t rank = grn_operand_type(op, 0)->rank;
    if (!grn_op_dims(op, name, &count, v) || count != (size_t)rank * (size_t)each)
        return grn_op_fail(op, check, "'%s' has %zu entries, rank %" PRId32 " wants %" PRId32, name, count, rank,
                           rank * each);
    return GRN_OK;
}

static const int64_t *numbers_of(const grn_op *op, const char *name)
{
    size_t count;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &count, &v);
    return v;
}

/* The result: operand 0's elements and rank, and these extents. */
static grn_status infer_each(const grn_op *op, grn_check *check, const int64_t *extent, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    return grn_hlo_infer_tensor(check, out, in->element, in->rank, extent);
}

/* ---- reshape, permute ------------------------------------------------------------------------ */

/* As many elements; `shape`, where it is written, is the result's, -1 for one extent that follows
 * from the others. */
static grn_status reshape_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    size_t count = 0;
    const int64_t *shape = NULL;
    int64_t have = 0, want = 0;
    grn_status status = grn_hlo_verify_same_element(op, check);
    if (status != GRN_OK)
        return status;
    bool good = !grn_op_dims(op, "shape", &count, &shape) || count == (size_t)out->rank;
    for (int32_t d = 0; good && shape && d < out->rank; d++)
        good = shape[d] == -1 || grn_stablehlo_dim_agrees(shape[d], out->shape[d]);
    if (!good)
        return grn_op_fail(op, check, "'shape' is not the result's");
    if (!grn_type_has_static_shape(in) || !grn_type_has_static_shape(out))
        return GRN_OK;
    if (grn_shape_elements(in->rank, in->shape, &want) && grn_shape_elements(out->rank, out->shape, &have) &&
        have == want)
        return GRN_OK;
    return grn_op_fail(op, check, "result has %" PRId64 " elements, input has %" PRId64, have, want);
}

/* The operand's elements in the order of `shape`, which has as many: a view where strides can
 * express it. */
static grn_status share_reshaped(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_tensor view;
    if (grn_view_reshape(in, rank, shape, &view))
        return grn_hlo_share_result(x, 0, 0, &view);
    grn_status status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status == GRN_OK)
        grn_tensor_copy_flat(x->results[0].tensor.data, in);
    return status;
}

static grn_status reshape_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    const int64_t have = grn_tensor_elements(&x->operands[0].tensor);
    int64_t want = 0;
    grn_status status = grn_ttnn_static_result(x, op);
    if (status != GRN_OK)
        return status;
    if (!grn_shape_elements(type->rank, type->shape, &want) || have != want)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "result has %" PRId64 " elements, input has %" PRId64, want, have);
    return share_reshaped(x, op, type->rank, type->shape);
}

static grn_status permute_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    const int64_t *v;
    int64_t shape[GRN_MAX_RANK];
    uint64_t seen = 0;
    grn_status status = numbers(op, check, "permutation", 1, &v);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++) {
        if (v[d] < 0 || v[d] >= in->rank || (seen >> v[d] & 1))
            return grn_op_fail(op, check, "'permutation' is not one of the input's %" PRId32 " dimensions", in->rank);
        seen |= (uint64_t)1 << v[d];
        shape[d] = in->shape[v[d]];
    }
    return status == GRN_OK ? infer_each(op, check, shape, out) : status;
}

static grn_status permute_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view;
    grn_view_transpose(&x->operands[0].tensor, numbers_of(op, "permutation"), &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- repeat ---------------------------------------------------------------------------------- */

static grn_status repeat_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    int32_t rank;
    int64_t times[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    if (!grn_ttnn_shape_of(grn_op_attr(op, "repeat_dims"), &rank, times) || rank != in->rank)
        return grn_op_fail(op, check, "'repeat_dims' must have as many entries as the input has dimensions, %" PRId32,
                           in->rank);
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = GRN_DYNAMIC;
        if (in->shape[d] != GRN_DYNAMIC && !grn_mul_i64(in->shape[d], times[d], &shape[d]))
            return grn_op_fail(op, check, "has more elements along dimension %" PRId32 " than can be counted", d);
    }
    return infer_each(op, check, shape, out);
}

/* Where both the extent and its repetition are over 1, the dimension becomes two; then the result
 * has to be a copy. */
static grn_status repeat_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int32_t rank, wide = 0;
    int64_t times[GRN_MAX_RANK], shape[GRN_MAX_RANK], dims[GRN_MAX_RANK], split[2 * GRN_MAX_RANK];
    grn_ttnn_shape_of(grn_op_attr(op, "repeat_dims"), &rank, times);
    for (int32_t d = 0; d < rank; d++) {
        if (in->shape[d] != 1 && times[d] != 1)
            split[wide++] = times[d];
        dims[d] = wide;
        split[wide++] = in->shape[d] == 1 ? times[d] : in->shape[d];
        if (!grn_mul_i64(in->shape[d], times[d], &shape[d]))
            return grn_exec_fail(x, op, GRN_E_LIMIT, "more elements along dimension %" PRId32 " than can be counted",
                                 d);
    }
    grn_tensor view, made;
    if (wide > GRN_MAX_RANK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "repeats too many dimensions at once");
    if (grn_tensor_init(&view, NULL, in->dtype, wide, split) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "the result has more bytes than can be counted");
    grn_view_broadcast(in, wide, split, dims, &view);
    if (wide == rank)
        return grn_hlo_share_result(x, 0, 0, &view);
    grn_status status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status == GRN_OK)
        status = grn_tensor_init(&made, x->results[0].tensor.data, in->dtype, wide, split);
    if (status == GRN_OK)
        grn_tensor_copy(&made, &view);
    return status;
}

/* ---- slice_static ---------------------------------------------------------------------------- */

static grn_status slice_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    const int64_t *begin = NULL, *end = NULL, *step = NULL;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = numbers(op, check, "begins", 1, &begin);
    if (status == GRN_OK)
        status = numbers(op, check, "ends", 1, &end);
    if (status == GRN_OK)
        status = numbers(op, check, "step", 1, &step);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++) {
        if (begin[d] < 0 || end[d] < begin[d] || step[d] < 1 || (in->shape[d] != GRN_DYNAMIC && end[d] > in->shape[d]))
            return grn_op_fail(op, check,
                               "from %" PRId64 " to %" PRId64 " by %" PRId64 " leaves dimension %" PRId32
                               ", or the step is not over 0",
                               begin[d], end[d], step[d], d);
        shape[d] = (end[d] - begin[d]) / step[d] + ((end[d] - begin[d]) % step[d] != 0);
    }
    return status == GRN_OK ? infer_each(op, check, shape, out) : status;
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    const int64_t *end = numbers_of(op, "ends");
    grn_tensor view;
    for (int32_t d = 0; d < in->rank; d++)
        if (end[d] > in->shape[d])
            return grn_exec_fail(x, op, GRN_E_INDEX, "ends[%" PRId32 "] is %" PRId64 ", the dimension has %" PRId64, d,
                                 end[d], in->shape[d]);
    grn_view_slice(in, numbers_of(op, "begins"), end, numbers_of(op, "step"), &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- concat ---------------------------------------------------------------------------------- */

static int64_t concat_dim(const grn_op *op)
{
    return grn_form_axis(grn_op_integer(op, "dim", 0), grn_operand_type(op, 0)->rank);
}

static grn_status concat_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    if (op->noperands == 0)
        return grn_op_fail(op, check, "requires at least one input");
    const grn_type *first = grn_operand_type(op, 0);
    const int64_t dim = concat_dim(op);
    int64_t shape[GRN_MAX_RANK], sum = 0;
    if (dim < 0 || dim >= first->rank)
        return grn_op_fail(op, check, "dim is %" PRId64 ", rank is %" PRId32, grn_op_integer(op, "dim", 0),
                           first->rank);
    memcpy(shape, first->shape, (size_t)first->rank * sizeof *shape);
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *in = grn_operand_type(op, i);
        if (in->rank != first->rank || !grn_types_equal(in->element, first->element))
            return grn_op_fail(op, check, "operand #%zu differs from the first in rank or element type", i);
        for (int32_t d = 0; d < first->rank; d++)
            if (d != dim && !grn_stablehlo_dim_agrees(shape[d], in->shape[d]))
                return grn_op_fail(op, check,
                                   "operand #%zu has %" PRId64 " elements along dimension %" PRId32
                                   ", the first has %" PRId64,
                                   i, in->shape[d], d, shape[d]);
        if (sum == GRN_DYNAMIC || in->shape[dim] == GRN_DYNAMIC)
            sum = GRN_DYNAMIC;
        else if (!grn_add_i64(sum, in->shape[dim], &sum))
            return grn_op_fail(op, check, "has more elements along dimension %" PRId64 " than can be counted", dim);
    }
    shape[dim] = sum;
    return infer_each(op, check, shape, out);
}

static grn_status concat_eval(grn_exec *x, const grn_op *op) { return grn_hlo_concatenate(x, op, concat_dim(op)); }

/* ---- pad ------------------------------------------------------------------------------------- */

/* `padding` is low, high of each dimension in turn. */
static grn_status pad_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    const int64_t *v = NULL;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = numbers(op, check, "padding", 2, &v);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++) {
        if (v[2 * d] < 0 || v[2 * d + 1] < 0)
            return grn_op_fail(op, check, "'padding' of dimension %" PRId32 " is negative", d);
        shape[d] = GRN_DYNAMIC;
        if (in->shape[d] != GRN_DYNAMIC && !grn_add_i64(in->shape[d], v[2 * d] + v[2 * d + 1], &shape[d]))
            return grn_op_fail(op, check, "has more elements along dimension %" PRId32 " than can be counted", d);
    }
    return status == GRN_OK ? infer_each(op, check, shape, out) : status;
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    const int64_t *v = numbers_of(op, "padding");
    int64_t low[GRN_MAX_RANK], none[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    unsigned char element[16];
    for (int32_t d = 0; d < in->rank; d++) {
        low[d] = v[2 * d];
        none[d] = 0;
        if (!grn_add_i64(in->shape[d], v[2 * d] + v[2 * d + 1], &shape[d]))
            return grn_exec_fail(x, op, GRN_E_LIMIT, "more elements along dimension %" PRId32 " than can be counted",
                                 d);
    }
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, shape);
    if (status != GRN_OK)
        return status;
    grn_ttnn_number(grn_op_attr(op, "value"), in->dtype, element);
    grn_eval_pad(&x->results[0].tensor, in, element, low, none);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port unary[] = {GRN_PORT("input", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
GRN_TTNN_ATTRS(reshape, GRN_MAY_HAVE("shape", grn_ttnn_is_i32s));
GRN_TTNN_ATTRS(permute, GRN_NEEDS("permutation", grn_attr_is_dims));
GRN_TTNN_ATTRS(repeat, GRN_NEEDS("repeat_dims", grn_ttnn_is_shape));
GRN_TTNN_ATTRS(slice_static, GRN_NEEDS("begins", grn_ttnn_is_i32s), GRN_NEEDS("ends", grn_ttnn_is_i32s),
               GRN_NEEDS("step", grn_ttnn_is_i32s));
GRN_TTNN_ATTRS(concat, GRN_NEEDS("dim", grn_ttnn_is_dim));
GRN_TTNN_ATTRS(pad, GRN_NEEDS("padding", grn_ttnn_is_i32s), GRN_MAY_HAVE("use_multicore", grn_attr_is_bool),
               GRN_NEEDS("value", grn_ttnn_is_number));

const grn_op_def grn_ttnn_shape_ops[] = {
    GRN_TTNN_ROW(reshape, "the same elements under another shape", unary, .verify = reshape_verify,
                 .eval = reshape_eval, .work = GRN_WORK_OWN),
    GRN_TTNN_ROW(permute, "permutes the dimensions", unary, .infer = permute_infer, .eval = permute_eval,
                 .work = GRN_WORK_OWN),
    GRN_TTNN_ROW(repeat, "repeats a tensor along its dimensions", unary, .infer = repeat_infer, .eval = repeat_eval,
                 .work = GRN_WORK_OWN),
    GRN_TTNN_ROW(slice_static, "takes elements from begins to ends in steps", unary, .infer = slice_infer,
                 .eval = slice_eval, .work = GRN_WORK_OWN),
    GRN_TTNN_ROW(concat, "joins tensors along dim", GRN_PORTS(GRN_PORT_ANY("inputs", grn_is_ranked_tensor)),
                 .infer = concat_infer, .eval = concat_eval),
    GRN_TTNN_ROW(pad, "puts a value around a tensor", unary, .infer = pad_infer, .eval = pad_eval),
    {.name = NULL},
};
