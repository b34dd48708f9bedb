/*
 * shape.c - the calls of anvil around a gather that move or cut tensors: prim_reshape,
 * prim_transpose, prim_broadcast_in_dim, prim_static_slice, prim_concatenate, prim_pad (anvil
 * reference, the pages of those names).
 *
 *   NV-11  dimensions count from 1; a slice starts at start_indices, counted from 1, and ends with
 *          limit_indices
 *
 * Messages name dimensions as they are written, from 1. At run time all but concatenate and pad are
 * views.
 */
#include <inttypes.h>

#include "dialects/nvl/nvl.h"

/* ---- rules several share --------------------------------------------------------------------- */

static grn_status broken(const grn_op *op, const grn_check *check, const char *name, int64_t seen, const char *right)
{
    grn_status status = grn_op_fail(op, check, "`%s` has %" PRId64 ", %s", name, seen, right);
    grn_op_rule(op, check, "NV-11");
    return status;
}

/* A list of dimensions, counted from 0 on return: `count` of them, each in [1, rank] and none
 * twice. */
static grn_status read_dims(const grn_op *op, const grn_check *check, const char *name, int32_t count, int32_t rank,
                            grn_dims *out)
{
    uint64_t seen = 0;
    if (!grn_nvl_dims(op, name, out))
        return grn_nvl_too_long(op, check, name);
    if (out->count != count)
        return grn_op_fail(op, check, "`%s` has %" PRId32 " entries, it needs %" PRId32, name, out->count, count);
    for (int32_t i = 0; i < count; i++) {
        if (out->v[i] < 0 || out->v[i] >= rank)
            return broken(op, check, name, out->v[i] + 1, "a dimension counts from 1 to the rank");
        if (seen >> out->v[i] & 1)
            return broken(op, check, name, out->v[i] + 1, "twice; once is allowed");
        seen |= (uint64_t)1 << out->v[i];
    }
    return GRN_OK;
}

/* One value for each dimension of the operand. */
static grn_status read_per_dim(const grn_op *op, const grn_check *check, const char *name, grn_dims *out)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    if (!grn_nvl_list(op, name, out))
        return grn_nvl_too_long(op, check, name);
    if (out->count != rank)
        return grn_op_fail(op, check, "`%s` has %" PRId32 " entries, the operand has %" PRId32 " dimensions", name,
                           out->count, rank);
    return GRN_OK;
}

/* `shape`: extents. */
static grn_status read_shape(const grn_op *op, const grn_check *check, grn_dims *out)
{
    if (!grn_nvl_list(op, "shape", out))
        return grn_nvl_too_long(op, check, "shape");
    for (int32_t d = 0; d < out->count; d++)
        if (out->v[d] < 0)
            return grn_op_fail(op, check, "`shape` has %" PRId64 ", an extent is 0 or more", out->v[d]);
    return GRN_OK;
}

static grn_status infer_like(const grn_op *op, grn_check *check, const grn_dims *shape, grn_inferred *out)
{
    return grn_hlo_infer_tensor(check, out, grn_operand_type(op, 0)->element, shape->count, shape->v);
}

/* ---- reshape --------------------------------------------------------------------------------- */

static grn_status reshape_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_dims shape;
    int64_t have, want;
    grn_status status = read_shape(op, check, &shape);
    if (status != GRN_OK)
        return status;
    if (!grn_shape_elements(in->rank, in->shape, &have) || !grn_shape_elements(shape.count, shape.v, &want) ||
        have != want)
        return grn_op_fail(op, check, "`shape` must have as many elements as the operand");
    return infer_like(op, check, &shape, out);
}

static grn_status reshape_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_tensor view, flat = x->operands[0].tensor;
    if (grn_view_reshape(&flat, out->rank, out->shape, &view))
        return grn_hlo_share_result(x, 0, 0, &view);
    grn_status status = grn_hlo_new_result(x, op, 0, out->rank, out->shape);
    if (status != GRN_OK)
        return status;
    flat.data = x->results[0].tensor.data;
    grn_shape_strides(flat.rank, flat.shape, flat.stride);
    grn_tensor_copy(&flat, &x->operands[0].tensor);
    return GRN_OK;
}

/* ---- transpose ------------------------------------------------------------------------------- */

static grn_status transpose_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_dims to, shape = {.count = in->rank};
    grn_status status = read_dims(op, check, "permutation", in->rank, in->rank, &to);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < in->rank; d++)
        shape.v[d] = in->shape[to.v[d]];
    return infer_like(op, check, &shape, out);
}

static grn_status transpose_eval(grn_exec *x, const grn_op *op)
{
    grn_dims to;
    grn_tensor view;
    grn_nvl_dims(op, "permutation", &to);
    grn_view_transpose(&x->operands[0].tensor, to.v, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- broadcast_in_dim ------------------------------------------------------------------------ */

static grn_status broadcast_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_dims to, shape;
    grn_status status = read_shape(op, check, &shape);
    if (status == GRN_OK)
        status = read_dims(op, check, "broadcast_dimensions", in->rank, shape.count, &to);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++)
        if (in->shape[d] != 1 && in->shape[d] != shape.v[to.v[d]])
            status = grn_op_fail(op, check,
                                 "dimension %" PRId32 " of the operand has %" PRId64
                                 " elements, it must be 1 or %" PRId64 ", as `shape` has it",
                                 d + 1, in->shape[d], shape.v[to.v[d]]);
    return status == GRN_OK ? infer_like(op, check, &shape, out) : status;
}

/* A view costs nothing, so nothing else stops one of more elements than anyone could count. */
static grn_status broadcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    const grn_tensor *in = &x->operands[0].tensor;
    grn_dims to;
    grn_tensor view;
    grn_nvl_dims(op, "broadcast_dimensions", &to);
    if (grn_tensor_init(&view, NULL, in->dtype, out->rank, out->shape) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "the result has more bytes than can be counted");
    grn_view_broadcast(in, out->rank, out->shape, to.v, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- static_slice ---------------------------------------------------------------------------- */

typedef struct ranges {
    grn_dims start, limit, stride; /* counted from 0, limit not in */
} ranges;

static grn_status read_ranges(const grn_op *op, const grn_check *check, ranges *r)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_status status = read_per_dim(op, check, "start_indices", &r->start);
    if (status == GRN_OK)
        status = read_per_dim(op, check, "limit_indices", &r->limit);
    if (status == GRN_OK)
        status = read_per_dim(op, check, "strides", &r->stride);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++) {
        if (r->start.v[d] < 1)
            return broken(op, check, "start_indices", r->start.v[d], "an index counts from 1");
        if (r->limit.v[d] > in->shape[d])
            return broken(op, check, "limit_indices", r->limit.v[d], "more than the operand has there");
        if (--r->start.v[d] > r->limit.v[d])
            return broken(op, check, "start_indices", r->start.v[d] + 1, "more than one past `limit_indices`");
        if (r->stride.v[d] < 1)
            return broken(op, check, "strides", r->stride.v[d], "a stride is 1 or more");
    }
    return status;
}

static grn_status slice_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    ranges r;
    grn_dims shape;
    grn_status status = read_ranges(op, check, &r);
    if (status != GRN_OK)
        return status;
    shape.count = r.start.count;
    for (int32_t d = 0; d < shape.count; d++) {
        int64_t length = r.limit.v[d] - r.start.v[d];
        shape.v[d] = length / r.stride.v[d] + (length % r.stride.v[d] != 0);
    }
    return infer_like(op, check, &shape, out);
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    ranges r;
    grn_tensor view;
    grn_nvl_dims(op, "start_indices", &r.start);
    grn_nvl_list(op, "limit_indices", &r.limit);
    grn_nvl_list(op, "strides", &r.stride);
    grn_view_slice(&x->operands[0].tensor, r.start.v, r.limit.v, r.stride.v, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- concatenate ----------------------------------------------------------------------------- */

static grn_status fits_beside(const grn_op *op, const grn_check *check, int64_t dim, size_t i)
{
    const grn_type *first = grn_operand_type(op, 0), *t = grn_operand_type(op, i);
    bool fits = t->rank == first->rank && t->element == first->element;
    for (int32_t d = 0; fits && d < t->rank; d++)
        fits = d == dim || t->shape[d] == first->shape[d];
    return fits ? GRN_OK
                : grn_op_fail(op, check,
                              "operand #%zu must have the dtype of the first, and its shape but along `dimension`", i);
}

static grn_status concatenate_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_dims shape = {0};
    int64_t dim = grn_op_integer(op, "dimension", 1);
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    const grn_type *first = grn_operand_type(op, 0);
    if (dim < 1 || dim > first->rank)
        return broken(op, check, "dimension", dim, "a dimension counts from 1 to the rank");
    dim--;
    shape.count = first->rank;
    memcpy(shape.v, first->shape, (size_t)first->rank * sizeof *shape.v);
    for (size_t i = 1; i < op->noperands; i++) {
        grn_status status = fits_beside(op, check, dim, i);
        if (status != GRN_OK)
            return status;
        if (!grn_add_i64(shape.v[dim], grn_operand_type(op, i)->shape[dim], &shape.v[dim]))
            return grn_op_fail(op, check, "has more elements along `dimension` than can be counted");
    }
    return infer_like(op, check, &shape, out);
}

static grn_status concatenate_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_concatenate(x, op, grn_op_integer(op, "dimension", 1) - 1);
}

/* ---- pad ------------------------------------------------------------------------------------- */

static const char *const pad_lists[] = {"edge_padding_low", "edge_padding_high", "interior_padding"};

/* extent + (extent - 1) * interior + low + high, where low and high may cut; false: negative, or
 * more than can be counted. */
static bool padded(int64_t extent, int64_t low, int64_t high, int64_t interior, int64_t *out)
{
    int64_t between;
    return grn_mul_i64(extent > 0 ? extent - 1 : 0, interior, &between) && grn_add_signed_i64(extent, between, out) &&
           grn_add_signed_i64(*out, low, out) && grn_add_signed_i64(*out, high, out) && *out >= 0;
}

static grn_status pad_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *value = grn_operand_type(op, 1);
    grn_dims by[3], shape = {.count = in->rank};
    grn_status status = GRN_OK;
    if (value->rank != 0 || value->element != in->element)
        return grn_op_fail(op, check, "padding_value must be a scalar of the operand's dtype");
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(by); i++)
        status = read_per_dim(op, check, pad_lists[i], &by[i]);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++)
        if (by[2].v[d] < 0 || !padded(in->shape[d], by[0].v[d], by[1].v[d], by[2].v[d], &shape.v[d]))
            status = grn_op_fail(op, check, "dimension %" PRId32 " of %" PRId64 " elements cannot be padded so", d + 1,
                                 in->shape[d]);
    return status == GRN_OK ? infer_like(op, check, &shape, out) : status;
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_dims low, interior;
    grn_nvl_list(op, "edge_padding_low", &low);
    grn_nvl_list(op, "interior_padding", &interior);
    grn_status status = grn_hlo_new_result(x, op, 0, out->rank, out->shape);
    if (status == GRN_OK)
        grn_eval_pad(&x->results[0].tensor, &x->operands[0].tensor, x->operands[1].tensor.data, low.v, interior.v);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define LIST(name) GRN_NEEDS(name, grn_attr_is_dims)
static const grn_port one[] = {GRN_PORT("operand", grn_nvl_tensor), GRN_PORTS_END};
static const grn_port many[] = {GRN_PORT_ANY("operands", grn_nvl_tensor), GRN_PORTS_END};
static const grn_port filled[] = {GRN_PORT("operand", grn_nvl_tensor), GRN_PORT("padding_value", grn_nvl_tensor),
                                  GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_nvl_tensor), GRN_PORTS_END};

#define ROW(call, does, ins, with, rules)                                                                           \
    {                                                                                                               \
        .name = "nvl." #call, .summary = does, .source = "anvil reference, prim_" #call ", NV-11", .operands = ins, \
        .results = result, .attrs = with, .traits = GRN_TRAIT_PURE, GRN_NVL_TEXT, .verify = grn_nvl_verify,         \
        .infer = rules##_infer, .eval = rules##_eval, .work = GRN_WORK_OWN                                          \
    }

const grn_op_def grn_nvl_shape_ops[] = {
    ROW(reshape, "the same elements under another shape", one, GRN_ATTRS(LIST("shape")), reshape),
    ROW(transpose, "permutes the dimensions, counted from 1", one, GRN_ATTRS(LIST("permutation")), transpose),
    ROW(broadcast_in_dim, "repeats a tensor along new dimensions or ones of one element", one,
        GRN_ATTRS(LIST("shape"), LIST("broadcast_dimensions")), broadcast),
    ROW(static_slice, "takes the elements from start to limit, the last one included", one,
        GRN_ATTRS(LIST("start_indices"), LIST("limit_indices"), LIST("strides")), slice),
    ROW(concatenate, "joins tensors along one dimension, counted from 1", many,
        GRN_ATTRS(GRN_NEEDS("dimension", grn_attr_is_i64)), concatenate),
    ROW(pad, "puts a value around and between elements", filled,
        GRN_ATTRS(LIST("edge_padding_low"), LIST("edge_padding_high"), LIST("interior_padding")), pad),
    {.name = NULL},
};
