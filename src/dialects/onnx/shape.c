/*
 * shape.c - ONNX's operators that give a tensor another shape.
 *
 *   ON-13  Reshape: as many elements; one -1 at most, which takes what is left; 0 keeps data's
 *          extent unless allowzero is 1
 *   ON-14  Transpose: perm is a permutation of data's dimensions; absent, they turn around
 *   ON-15  Unsqueeze, Squeeze: axes in range, none twice; what is squeezed has one element; axes
 *          left out: all of those
 *   ON-10  Expand: data and shape broadcast
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* ---- Reshape --------------------------------------------------------------------------------- */

static grn_status shape_fits_a_rank(const grn_onnx_at *at, const char *rule, int64_t rank)
{
    if (rank <= GRN_MAX_RANK)
        return GRN_OK;
    return grn_onnx_broken(at, rule, "asks for %" PRId64 " dimensions, the largest rank is %d", rank, GRN_MAX_RANK);
}

/* Entries as written; *rest: where -1 stands, or -1. */
static grn_status asked_for(const grn_onnx_at *at, const grn_dims *in, const grn_onnx_integers *shape, grn_dims *out,
                            int32_t *rest)
{
    bool zeros = grn_op_integer(at->op, "allowzero", 0) != 0;
    *rest = -1;
    for (int32_t d = 0; d < out->count; d++) {
        int64_t v = out->v[d] = shape->v[d];
        if (v < -1)
            return grn_onnx_broken(at, "ON-13", "shape[%" PRId32 "] is %" PRId64 ", expected a size, 0 or -1", d, v);
        if (v == -1 && *rest >= 0)
            return grn_onnx_broken(
                at, "ON-13", "shape has -1 at %" PRId32 " and at %" PRId32 ", expected it once at most", *rest, d);
        if (v == 0 && !zeros && d >= in->count)
            return grn_onnx_broken(at, "ON-13",
                                   "shape[%" PRId32 "] is 0, which keeps data's extent, and data has rank %" PRId32, d,
                                   in->count);
        if (v == -1)
            *rest = d;
        if (v == 0 && !zeros)
            out->v[d] = in->v[d];
    }
    return GRN_OK;
}

/* Number of elements, GRN_DYNAMIC where an extent is not known or the number cannot be counted. */
static int64_t elements_of(const grn_dims *shape)
{
    int64_t n = 1;
    for (int32_t d = 0; d < shape->count; d++)
        if (shape->v[d] == GRN_DYNAMIC || !grn_mul_i64(n, shape->v[d], &n))
            return GRN_DYNAMIC;
    return n;
}

/* What -1 stands for, and that nothing is left over. */
static grn_status count_elements(const grn_onnx_at *at, const grn_dims *in, int32_t rest, grn_dims *out)
{
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    if (rest >= 0)
        out->v[rest] = 1;
    int64_t all = elements_of(in), others = elements_of(out);
    bool known = all != GRN_DYNAMIC && others != GRN_DYNAMIC;
    if (rest >= 0)
        out->v[rest] = !known ? GRN_DYNAMIC : others ? all / others : 0;
    if (!known && at->check)
        return GRN_OK;
    if (known && (rest < 0 ? others == all : others ? all % others == 0 : all == 0))
        return GRN_OK;
    if (rest >= 0)
        out->v[rest] = -1;
    return grn_onnx_broken(at, "ON-13", "data of shape %s has %" PRId64 " elements, which shape %s cannot hold",
                           grn_hlo_shape_text(in->count, in->v, have, sizeof have), all,
                           grn_hlo_shape_text(out->count, out->v, want, sizeof want));
}

static grn_status unknown_shape(int64_t rank, grn_dims *out)
{
    out->count = rank == GRN_DYNAMIC ? -1 : (int32_t)rank;
    for (int32_t d = 0; d < out->count; d++)
        out->v[d] = GRN_DYNAMIC;
    return GRN_OK;
}

static grn_status reshape_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers shape;
    grn_dims in = grn_onnx_extents(at, 0);
    int32_t rest;
    grn_status status = grn_onnx_read(at, 1, &shape);
    if (status == GRN_OK)
        status = shape_fits_a_rank(at, "ON-13", shape.count);
    if (status != GRN_OK || !shape.known)
        return status == GRN_OK ? unknown_shape(shape.count, out) : status;
    out->count = (int32_t)shape.count;
    status = asked_for(at, &in, &shape, out, &rest);
    return status == GRN_OK ? count_elements(at, &in, rest, out) : status;
}

/* The operand in a shape of as many elements: a view, or a copy where strides cannot express it. */
static grn_status reshaped(grn_exec *x, const grn_op *op, const grn_dims *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_tensor view;
    if (grn_view_reshape(in, shape->count, shape->v, &view))
        return grn_hlo_share_result(x, 0, 0, &view);
    grn_status status = grn_hlo_new_result(x, op, 0, shape->count, shape->v);
    if (status == GRN_OK)
        grn_tensor_copy_flat(x->results[0].tensor.data, in);
    return status;
}

/* ---- Transpose ------------------------------------------------------------------------------- */

static grn_status permutation(const grn_onnx_at *at, int32_t rank, int64_t *perm)
{
    const grn_attr *list = grn_op_attr(at->op, "perm");
    uint64_t seen = 0;
    if (list && list->array.count != (size_t)rank)
        return grn_onnx_broken(at, "ON-14",
                               "perm has %zu entries, expected %" PRId32 ", as many as data has dimensions",
                               list->array.count, rank);
    for (int32_t d = 0; d < rank; d++) {
        perm[d] = list ? list->array.items[d]->integer : rank - 1 - d;
        if (perm[d] < 0 || perm[d] >= rank || (seen >> perm[d] & 1))
            return grn_onnx_broken(at, "ON-14",
                                   "perm[%" PRId32 "] is %" PRId64 ", expected each of 0 to %" PRId32 " once", d,
                                   perm[d], rank - 1);
        seen |= (uint64_t)1 << perm[d];
    }
    return GRN_OK;
}

static grn_status transpose_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t perm[GRN_MAX_RANK];
    grn_dims in = grn_onnx_extents(at, 0);
    grn_status status = permutation(at, in.count, perm);
    out->count = in.count;
    for (int32_t d = 0; status == GRN_OK && d < in.count; d++)
        out->v[d] = in.v[perm[d]];
    return status;
}

static grn_status transpose_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    int64_t perm[GRN_MAX_RANK];
    grn_tensor view;
    grn_status status = permutation(&at, x->operands[0].tensor.rank, perm);
    if (status != GRN_OK)
        return status;
    grn_view_transpose(&x->operands[0].tensor, perm, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- Expand ---------------------------------------------------------------------------------- */

static grn_status expand_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers shape;
    grn_dims other;
    grn_status status = grn_onnx_read(at, 1, &shape);
    if (status == GRN_OK)
        status = shape_fits_a_rank(at, "ON-10", shape.count);
    if (status != GRN_OK)
        return status;
    unknown_shape(shape.count, &other);
    if (other.count < 0) {
        out->count = -1;
        return GRN_OK;
    }
    for (int32_t d = 0; shape.known && d < other.count; d++) {
        other.v[d] = shape.v[d];
        if (other.v[d] < 0)
            return grn_onnx_broken(at, "ON-10",
                                   "shape[%" PRId32 "] is %" PRId64 ", expected a size, which is not negative", d,
                                   other.v[d]);
    }
    *out = grn_onnx_extents(at, 0);
    return grn_onnx_broadcast(at, &other, out);
}

static grn_status expand_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_dims shape = {.count = 0};
    grn_tensor view;
    grn_status status = expand_shape(&at, &shape);
    if (status == GRN_OK)
        status = grn_onnx_view(&at, &x->operands[0].tensor, &shape, &view);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, &view) : status;
}

/* ---- Unsqueeze, Squeeze ---------------------------------------------------------------------- */

static bool lists(const grn_onnx_integers *axes, int64_t axis)
{
    for (int64_t k = 0; k < axes->count; k++)
        if (axes->v[k] == axis)
            return true;
    return false;
}

static grn_status unsqueeze_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers axes;
    grn_dims in = grn_onnx_extents(at, 0);
    grn_status status = grn_onnx_read(at, 1, &axes);
    if (status != GRN_OK || axes.count == GRN_DYNAMIC) {
        out->count = -1;
        return status;
    }
    int64_t rank = in.count + axes.count;
    status = shape_fits_a_rank(at, "ON-15", rank);
    if (status == GRN_OK)
        status = grn_onnx_axes(at, "ON-15", (int32_t)rank, &axes);
    if (status != GRN_OK || !axes.known)
        return status == GRN_OK ? unknown_shape(rank, out) : status;
    out->count = (int32_t)rank;
    for (int32_t d = 0, from = 0; d < out->count; d++)
        out->v[d] = lists(&axes, d) ? 1 : in.v[from++];
    return GRN_OK;
}

/* Without axes: all of one element, once all extents are known. */
static grn_status ones(const grn_dims *in, grn_onnx_integers *axes)
{
    *axes = (grn_onnx_integers){.known = true};
    for (int32_t d = 0; d < in->count; d++) {
        if (in->v[d] == GRN_DYNAMIC)
            *axes = (grn_onnx_integers){.count = GRN_DYNAMIC};
        if (axes->count == GRN_DYNAMIC)
            break;
        if (in->v[d] == 1)
            axes->v[axes->count++] = d;
    }
    return GRN_OK;
}

static grn_status squeeze_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers axes;
    grn_dims in = grn_onnx_extents(at, 0);
    grn_status status = grn_onnx_given(at->op, 1) ? grn_onnx_read(at, 1, &axes) : ones(&in, &axes);
    if (status == GRN_OK && axes.count > in.count)
        status = grn_onnx_broken(at, "ON-15", "lists %" PRId64 " axes, data has %" PRId32 " dimensions", axes.count,
                                 in.count);
    if (status == GRN_OK)
        status = grn_onnx_axes(at, "ON-15", in.count, &axes);
    if (status != GRN_OK)
        return status;
    if (!axes.known)
        return unknown_shape(axes.count == GRN_DYNAMIC ? GRN_DYNAMIC : in.count - axes.count, out);
    out->count = 0;
    for (int32_t d = 0; d < in.count; d++) {
        bool goes = lists(&axes, d);
        if (goes && in.v[d] != 1 && in.v[d] != GRN_DYNAMIC)
            return grn_onnx_broken(
                at, "ON-15", "dimension %" PRId32 " has %" PRId64 " elements, expected 1 to squeeze it", d, in.v[d]);
        if (!goes)
            out->v[out->count++] = in.v[d];
    }
    return GRN_OK;
}

/* ---- Identity -------------------------------------------------------------------------------- */

static grn_status identity_shape(const grn_onnx_at *at, grn_dims *out)
{
    *out = grn_onnx_extents(at, 0);
    return GRN_OK;
}

/* ---- Shape (ONNX operators, Shape): extents from start up to end, both clamped --------------- */

typedef struct extents_asked {
    int64_t start, count;
} extents_asked;

static int64_t clamped(int64_t v, int64_t rank)
{
    v += v < 0 ? rank : 0;
    return v < 0 ? 0 : v > rank ? rank : v;
}

static extents_asked asked(const grn_op *op, int32_t rank)
{
    int64_t start = clamped(grn_op_integer(op, "start", 0), rank), end = clamped(grn_op_integer(op, "end", rank), rank);
    return (extents_asked){start, end > start ? end - start : 0};
}

static grn_status shape_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const extents_asked e = asked(op, grn_operand_type(op, 0)->rank);
    return grn_hlo_infer_tensor(check, out, grn_type_integer(check->scratch, 64, GRN_SIGNLESS), 1, &e.count);
}

static grn_status shape_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    const extents_asked e = asked(op, in->rank);
    grn_status status = x->calls->alloc(x, GRN_I64, 1, &e.count, &x->results[0]);
    for (int64_t d = 0; status == GRN_OK && d < e.count; d++)
        memcpy(grn_tensor_at(&x->results[0].tensor, d), &in->shape[e.start + d], sizeof *in->shape);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* What has the same elements in the same order. */
#define RESHAPED(name)                                              \
    GRN_ONNX_INFERRED(name)                                         \
    static grn_status name##_eval(grn_exec *x, const grn_op *op)    \
    {                                                               \
        const grn_onnx_at at = {.op = op, .x = x};                  \
        grn_dims shape = {.count = 0};                              \
        grn_status status = name##_shape(&at, &shape);              \
        return status == GRN_OK ? reshaped(x, op, &shape) : status; \
    }
RESHAPED(reshape)
RESHAPED(unsqueeze)
RESHAPED(squeeze)
RESHAPED(identity)
GRN_ONNX_INFERRED(transpose)
GRN_ONNX_INFERRED(expand)

#define DATA GRN_PORT("data", grn_is_ranked_tensor)
static const grn_port one[] = {DATA, GRN_PORTS_END};
static const grn_port shaped[] = {DATA, GRN_PORT("shape", grn_onnx_list), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_onnx_shape_ops[] = {
    GRN_ONNX_ROW("Reshape", "the same elements under another shape; 0 keeps, -1 fits", "ON-13", .operands = shaped,
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("allowzero", grn_onnx_is_si64)), .verify = reshape_verify,
                 .infer = reshape_infer, .eval = reshape_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Transpose", "permutes the dimensions, by default reverses them", "ON-14", .operands = one,
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("perm", grn_is_i64_list)), .verify = transpose_verify,
                 .infer = transpose_infer, .eval = transpose_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Expand", "broadcasts to a shape", "ON-10", .operands = shaped, .verify = expand_verify,
                 .infer = expand_infer, .eval = expand_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Unsqueeze", "puts in dimensions of one element", "ON-15",
                 .operands = GRN_PORTS(DATA, GRN_PORT("axes", grn_onnx_list)), .verify = unsqueeze_verify,
                 .infer = unsqueeze_infer, .eval = unsqueeze_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Squeeze", "takes dimensions of one element away", "ON-15",
                 .operands = GRN_PORTS(DATA, GRN_PORT_MAYBE("axes", grn_onnx_list_or_none)), .verify = squeeze_verify,
                 .infer = squeeze_infer, .eval = squeeze_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Shape", "the shape, as i64", "start, end", .operands = one,
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("start", grn_onnx_is_si64), GRN_MAY_HAVE("end", grn_onnx_is_si64)),
                 .infer = shape_infer, .eval = shape_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Identity", "gives its input", "output", .operands = one, .verify = identity_verify,
                 .infer = identity_infer, .eval = identity_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
