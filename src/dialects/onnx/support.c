/*
 * support.c - types, operands and broadcasting that ONNX's operators share.
 *
 *   ON-20  a list has at most 64 entries, which is two per dimension of the largest rank
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* ---- sets of types and attributes ------------------------------------------------------------ */

static bool is_none(const grn_type *t) { return t->kind == GRN_TYPE_NONE; }
static bool is_list(const grn_type *t) { return grn_type_is_tensor(t) && t->rank == 1 && t->element->dtype == GRN_I64; }
static bool is_list_or_none(const grn_type *t) { return is_none(t) || is_list(t); }
static bool is_index_list(const grn_type *t)
{
    return is_list(t) || (grn_type_is_tensor(t) && t->rank == 1 && t->element->dtype == GRN_I32);
}
static bool is_index_list_or_none(const grn_type *t) { return is_none(t) || is_index_list(t); }
static bool is_tensor_or_none(const grn_type *t) { return is_none(t) || grn_type_is_tensor(t); }

const grn_type_class grn_onnx_list = {"1D tensor of 64-bit signless integer values", is_list};
const grn_type_class grn_onnx_list_or_none = {"1D tensor of 64-bit signless integer values or none type",
                                              is_list_or_none};
const grn_type_class grn_onnx_index_list = {"1D tensor of 32-bit signless integer or 64-bit signless integer values",
                                            is_index_list};
const grn_type_class grn_onnx_index_list_or_none = {
    "1D tensor of 32-bit signless integer or 64-bit signless integer values or none type", is_index_list_or_none};
const grn_type_class grn_onnx_tensor_or_none = {"ranked tensor of any type values or none type", is_tensor_or_none};

static bool is_si64(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INTEGER && a->type->width == 64 &&
           a->type->signedness == GRN_SIGNED;
}
const grn_attr_class grn_onnx_is_si64 = {"64-bit signed integer attribute", is_si64};

/* ---- messages -------------------------------------------------------------------------------- */

grn_status grn_onnx_broken(const grn_onnx_at *at, const char *rule, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    return at->check ? grn_tensor_broken(at->op, at->check, rule, "%s", text)
                     : grn_exec_fail(at->x, at->op, GRN_E_SHAPE, "%s", text);
}

/* ---- operands -------------------------------------------------------------------------------- */

bool grn_onnx_given(const grn_op *op, size_t i) { return i < op->noperands && !is_none(grn_operand_type(op, i)); }

grn_dims grn_onnx_extents(const grn_onnx_at *at, size_t i)
{
    const grn_type *type = grn_operand_type(at->op, i);
    grn_dims out = {.count = at->check ? type->rank : at->x->operands[i].tensor.rank};
    for (int32_t d = 0; d < out.count; d++)
        out.v[d] = at->check ? type->shape[d] : at->x->operands[i].tensor.shape[d];
    return out;
}

/* The list a constant op defines operand i as; NULL: it is none, or too long to be one. */
static const grn_attr *constant_list(const grn_op *op, size_t i)
{
    const grn_op *def = op->operands[i]->def;
    const grn_attr *value = def && def->def && def->noperands == 0 ? grn_op_attr(def, "value") : NULL;
    return value && value->kind == GRN_ATTR_ELEMENTS && value->is_dims ? value : NULL;
}

static void load(const grn_tensor *t, grn_onnx_integers *out)
{
    out->known = true;
    for (int64_t k = 0; k < out->count; k++)
        out->v[k] = grn_index_load(t->dtype, grn_tensor_at(t, k * t->stride[0]));
}

grn_status grn_onnx_read(const grn_onnx_at *at, size_t i, grn_onnx_integers *out)
{
    const grn_attr *constant = at->check ? constant_list(at->op, i) : NULL;
    *out = (grn_onnx_integers){.count = grn_onnx_extents(at, i).v[0]};
    if (constant)
        out->count = (int64_t)constant->ndims;
    if (out->count > GRN_ONNX_LIST)
        return grn_onnx_broken(at, "ON-20", "operand #%zu lists %" PRId64 " numbers, expected at most %d", i,
                               out->count, GRN_ONNX_LIST);
    if (!at->check)
        load(&at->x->operands[i].tensor, out);
    else if (constant) {
        out->known = true;
        for (int64_t k = 0; k < out->count; k++)
            out->v[k] = constant->dims[k];
    }
    return GRN_OK;
}

grn_status grn_onnx_read_or(const grn_onnx_at *at, size_t i, int64_t count, int64_t first, int64_t step,
                            grn_onnx_integers *out)
{
    if (grn_onnx_given(at->op, i))
        return grn_onnx_read(at, i, out);
    *out = (grn_onnx_integers){.known = count != GRN_DYNAMIC, .count = count};
    for (int64_t k = 0; k < count; k++)
        out->v[k] = first + k * step;
    return GRN_OK;
}

grn_status grn_onnx_axes(const grn_onnx_at *at, const char *rule, int32_t rank, grn_onnx_integers *axes)
{
    uint64_t seen = 0;
    for (int64_t k = 0; axes->known && k < axes->count; k++) {
        int64_t axis = axes->v[k];
        if (axis < -rank || axis >= rank)
            return grn_onnx_broken(at, rule,
                                   "axes[%" PRId64 "] is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]", k,
                                   axis, -rank, rank - 1);
        axes->v[k] = axis < 0 ? axis + rank : axis;
        if (seen >> axes->v[k] & 1)
            return grn_onnx_broken(at, rule, "axes name dimension %" PRId64 " twice, expected each once", axes->v[k]);
        seen |= (uint64_t)1 << axes->v[k];
    }
    return GRN_OK;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

grn_status grn_onnx_infer_as(grn_onnx_shape shape, const grn_type *element, const grn_op *op, grn_check *check,
                             grn_inferred *out)
{
    const grn_onnx_at at = {.op = op, .check = check};
    const grn_type *written = grn_result_type(op, 0);
    grn_dims dims = {.count = -1};
    grn_status status = shape(&at, &dims);
    if (status != GRN_OK)
        return status;
    return dims.count < 0 ? grn_hlo_infer_tensor(check, out, element, written->rank, written->shape)
                          : grn_hlo_infer_tensor(check, out, element, dims.count, dims.v);
}

grn_status grn_onnx_verify(grn_onnx_shape shape, const grn_op *op, grn_check *check)
{
    const grn_onnx_at at = {.op = op, .check = check};
    grn_dims dims;
    return shape(&at, &dims);
}

grn_status grn_onnx_infer(grn_onnx_shape shape, const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(shape, grn_operand_type(op, 0)->element, op, check, out);
}

/* The extent that two broadcast to; false: they do not. An unknown one is 1 or the other. */
static bool broadcast_extent(int64_t a, int64_t b, int64_t *out)
{
    bool a_gives_way = a == 1 || (a == GRN_DYNAMIC && b != 1);
    *out = a_gives_way ? b : a;
    return a == b || a == 1 || b == 1 || a == GRN_DYNAMIC || b == GRN_DYNAMIC;
}

grn_status grn_onnx_broadcast(const grn_onnx_at *at, const grn_dims *other, grn_dims *into)
{
    char a[GRN_DIMS_TEXT_BYTES], b[GRN_DIMS_TEXT_BYTES];
    grn_dims out = into->count > other->count ? *into : *other;
    for (int32_t back = 1; back <= into->count && back <= other->count; back++)
        if (!broadcast_extent(into->v[into->count - back], other->v[other->count - back], &out.v[out.count - back]))
            return grn_onnx_broken(
                at, "ON-10",
                "shapes %s and %s do not broadcast: from the last dimension on, two sizes are equal or "
                "one of them is 1",
                grn_hlo_shape_text(into->count, into->v, a, sizeof a),
                grn_hlo_shape_text(other->count, other->v, b, sizeof b));
    *into = out;
    return GRN_OK;
}

grn_status grn_onnx_view(const grn_onnx_at *at, const grn_tensor *in, const grn_dims *shape, grn_tensor *out)
{
    char text[GRN_DIMS_TEXT_BYTES];
    int64_t dims[GRN_MAX_RANK];
    if (grn_tensor_init(out, NULL, in->dtype, shape->count, shape->v) != GRN_OK)
        return grn_exec_fail(at->x, at->op, GRN_E_LIMIT, "a result of shape %s has more bytes than can be counted",
                             grn_hlo_shape_text(shape->count, shape->v, text, sizeof text));
    for (int32_t d = 0; d < in->rank; d++)
        dims[d] = shape->count - in->rank + d;
    grn_view_broadcast(in, shape->count, shape->v, dims, out);
    return GRN_OK;
}
