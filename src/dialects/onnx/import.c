/*
 * import.c - ONNX's operators as ops of the hub. Broadcasting
 * becomes broadcast_in_dim. An operator stays as it is where a shape or a list
 * it needs is not known.
 */
#include "dialects/onnx/translate.h"

/* ---- what several share ------------------------------------------------------------------------------------------ */

static bool is_given(const grn_op *op, size_t i)
{
    return i < op->noperands && grn_operand_type(op, i)->kind != GRN_TYPE_NONE;
}

/* A value aligned at the last dimension of `type`. */
static grn_value *spread(grn_rewrite *w, grn_value *v, const grn_type *type)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; d < v->type->rank; d++)
        dims[d] = type->rank - v->type->rank + d;
    return grn_build_broadcast(w, v, dims, type->rank, type->shape);
}

/* Whether every operand has the result's shape, known or not. */
static bool all_alike(const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    bool same = true;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        same = same && t->rank == out->rank && (t->rank == 0 || memcmp(t->shape, out->shape, (size_t)t->rank * sizeof *t->shape) == 0);
    }
    return same;
}

static bool can_spread(const grn_op *op) { return grn_op_is_static(op) || all_alike(op); }

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static const char *hub_op_of(const grn_op *op)
{
    static const struct {
        const char *onnx, *hub;
    } hub_ops[] = {{"onnx.Add", "stablehlo.add"},         {"onnx.Sub", "stablehlo.subtract"}, {"onnx.Mul", "stablehlo.multiply"},
                   {"onnx.Min", "stablehlo.minimum"},     {"onnx.Max", "stablehlo.maximum"},  {"onnx.And", "stablehlo.and"},
                   {"onnx.Or", "stablehlo.or"},           {"onnx.BitwiseAnd", "stablehlo.and"}, {"onnx.BitwiseOr", "stablehlo.or"},
                   {"onnx.Less", "LT"},                   {"onnx.LessOrEqual", "LE"},         {"onnx.Greater", "GT"},
                   {"onnx.GreaterOrEqual", "GE"},         {"onnx.Equal", "EQ"}};
    for (size_t i = 0; i < GRN_COUNT(hub_ops); i++)
        if (grn_str_is(op->name, hub_ops[i].onnx))
            return hub_ops[i].hub;
    return NULL;
}

/* Of two operands or, as Min and Max have them, any number. */
static grn_status import_binary(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    if (!can_spread(op))
        return GRN_OK;
    grn_value *v = spread(w, op->operands[0], type);
    for (size_t i = 1; v && i < op->noperands; i++)
        v = grn_build_binary(w, hub_op_of(op), v, spread(w, op->operands[i], type));
    return grn_replace(w, v);
}

static grn_status import_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    if (!can_spread(op))
        return GRN_OK;
    return grn_replace(w, grn_build_compare(w, hub_op_of(op), spread(w, op->operands[0], type), spread(w, op->operands[1], type)));
}

static grn_status import_not(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char no = 0;
    const grn_type *type = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *const zero = grn_build_splat(w, type->element, type->rank, type->shape, &no);
    return grn_replace(w, grn_build_compare(w, "EQ", op->operands[0], zero));
}

static grn_status import_where(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_value *v[3];
    if (!can_spread(op))
        return GRN_OK;
    for (size_t i = 0; i < GRN_COUNT(v); i++)
        v[i] = spread(w, op->operands[i], type);
    return grn_replace(w, grn_build_select(w, v[0], v[1], v[2]));
}

static grn_status import_cast(grn_rewrite *w, const grn_op *op)
{
    return grn_replace(w, grn_build_convert(w, op->operands[0], grn_result_type(op, 0)->element));
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (value->type != grn_result_type(op, 0))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value}));
}

/* start + i * delta */
static grn_status import_range(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *i = grn_build_iota(w, type->element, 1, type->shape, 0);
    grn_value *steps = grn_build_binary(w, "stablehlo.multiply", i, spread(w, op->operands[2], type));
    return grn_replace(w, grn_build_binary(w, "stablehlo.add", steps, spread(w, op->operands[0], type)));
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* Reshape, Unsqueeze, Squeeze, Identity: the result's type decides all. */
static grn_status import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    bool known = grn_type_has_static_shape(type) && grn_type_has_static_shape(grn_operand_type(op, 0));
    return known ? grn_replace(w, grn_build_reshape(w, op->operands[0], type->rank, type->shape)) : GRN_OK;
}

static grn_status import_identity(grn_rewrite *w, const grn_op *op)
{
    return grn_operand_type(op, 0) == grn_result_type(op, 0) ? grn_replace(w, op->operands[0]) : GRN_OK;
}

static grn_status import_transpose(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *list = grn_op_attr(op, "perm");
    int64_t perm[GRN_MAX_RANK];
    int32_t rank = grn_result_type(op, 0)->rank;
    for (int32_t d = 0; d < rank; d++)
        perm[d] = list ? list->array.items[d]->integer : rank - 1 - d;
    return grn_op_is_static(op) ? grn_replace(w, grn_build_transpose(w, op->operands[0], perm)) : GRN_OK;
}

static grn_status import_expand(grn_rewrite *w, const grn_op *op)
{
    return grn_op_is_static(op) ? grn_replace(w, spread(w, op->operands[0], grn_result_type(op, 0))) : GRN_OK;
}

static grn_status import_concat(grn_rewrite *w, const grn_op *op)
{
    int64_t axis = grn_op_integer(op, "axis", 0);
    if (axis < 0)
        axis += grn_result_type(op, 0)->rank;
    return grn_op_is_static(op) ? grn_replace(w, grn_build_concatenate(w, op->noperands, op->operands, axis)) : GRN_OK;
}

/* ---- lists in operands ------------------------------------------------------------------------------------------- */

typedef struct numbers {
    int64_t count, v[2 * GRN_MAX_RANK];
} numbers;

/* The list operand i is; one that is left out is what `out` holds already. False: it is not known. */
static bool list_of(const grn_op *op, size_t i, numbers *out)
{
    grn_tensor t;
    int64_t scalar;
    if (!is_given(op, i))
        return true;
    if (!grn_constant_tensor(op->operands[i], &scalar, &t) || t.rank != 1 || t.shape[0] > (int64_t)GRN_COUNT(out->v))
        return false;
    out->count = t.shape[0];
    for (int64_t k = 0; k < out->count; k++)
        out->v[k] = grn_index_load(t.dtype, grn_tensor_at(&t, k * t.stride[0]));
    return true;
}

static numbers numbers_from(int64_t count, int64_t step, int64_t value)
{
    numbers out = {.count = count};
    for (int64_t k = 0; k < count && k < (int64_t)GRN_COUNT(out.v); k++)
        out.v[k] = step * k + value;
    return out;
}

static int64_t clamped(int64_t v, int64_t extent)
{
    v = v < 0 ? v + extent : v;
    return v < 0 ? 0 : v > extent ? extent : v;
}

typedef struct part {
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
} part;

/* False: a list is not known, or a step goes backwards. */
static bool read_part(const grn_op *op, part *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    numbers start = {.count = 0}, end = {.count = 0};
    if (!list_of(op, 1, &start) || !list_of(op, 2, &end))
        return false;
    numbers axes = numbers_from(start.count, 1, 0), steps = numbers_from(start.count, 0, 1);
    if (!list_of(op, 3, &axes) || !list_of(op, 4, &steps))
        return false;
    for (int32_t d = 0; d < in->rank; d++) {
        out->start[d] = 0;
        out->limit[d] = in->shape[d];
        out->stride[d] = 1;
    }
    for (int64_t k = 0; k < axes.count; k++) {
        int64_t d = axes.v[k] < 0 ? axes.v[k] + in->rank : axes.v[k];
        if (steps.v[k] < 1)
            return false;
        out->start[d] = clamped(start.v[k], in->shape[d]);
        out->limit[d] = clamped(end.v[k], in->shape[d]);
        out->limit[d] = out->limit[d] < out->start[d] ? out->start[d] : out->limit[d];
        out->stride[d] = steps.v[k];
    }
    return true;
}

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    part p;
    size_t rank = (size_t)grn_operand_type(op, 0)->rank;
    if (!grn_op_is_static(op) || !read_part(op, &p))
        return GRN_OK;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, p.start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, p.limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, p.stride)}};
    return grn_replace(w, grn_new(w, "stablehlo.slice", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

static grn_value *pad_value(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    if (is_given(op, 2))
        return grn_build_reshape(w, op->operands[2], 0, NULL);
    return grn_build_splat(w, grn_result_type(op, 0)->element, 0, NULL, zero);
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    int64_t low[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0}, interior[GRN_MAX_RANK] = {0};
    int32_t rank = grn_operand_type(op, 0)->rank;
    numbers pads = {.count = 0}, axes = numbers_from(rank, 1, 0);
    if (!grn_op_is_static(op) || !list_of(op, 1, &pads) || !list_of(op, 3, &axes))
        return GRN_OK;
    for (int64_t k = 0; k < axes.count; k++) {
        int64_t d = axes.v[k] < 0 ? axes.v[k] + rank : axes.v[k];
        low[d] = pads.v[k];
        high[d] = pads.v[axes.count + k];
    }
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, (size_t)rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, (size_t)rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, (size_t)rank, interior)}};
    grn_value *const operands[] = {op->operands[0], pad_value(w, op)};
    return grn_replace(w, grn_new(w, "stablehlo.pad", 2, operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

/* ---- the end of a function --------------------------------------------------------------------------------------- */

/* func.return wants the function's very types. */
static grn_status import_return(grn_rewrite *w, const grn_op *op)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("func.return"));
    const grn_attr *type = grn_op_attr(grn_op_parent(op), "function_type");
    const grn_type *f = type->type_value;
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != f->members[f->inputs + i])
            return GRN_OK;
    w->at->def = def;
    w->at->name = (grn_str){def->name, strlen(def->name)};
    return GRN_OK;
}

const grn_import_pattern grn_onnx_import_patterns[] = {
    {"onnx.Return", NULL, import_return},
    {"onnx.Constant", NULL, import_constant},
    {"onnx.Range", NULL, import_range},
    {"onnx.Reshape", NULL, import_reshape},
    {"onnx.Unsqueeze", NULL, import_reshape},
    {"onnx.Squeeze", NULL, import_reshape},
    {"onnx.Identity", NULL, import_identity},
    {"onnx.Transpose", NULL, import_transpose},
    {"onnx.Expand", NULL, import_expand},
    {"onnx.Slice", NULL, import_slice},
    {"onnx.Concat", NULL, import_concat},
    {"onnx.Pad", NULL, import_pad},
    {"onnx.Add", NULL, import_binary},
    {"onnx.Sub", NULL, import_binary},
    {"onnx.Mul", NULL, import_binary},
    {"onnx.Min", NULL, import_binary},
    {"onnx.Max", NULL, import_binary},
    {"onnx.And", NULL, import_binary},
    {"onnx.Or", NULL, import_binary},
    {"onnx.BitwiseAnd", NULL, import_binary},
    {"onnx.BitwiseOr", NULL, import_binary},
    {"onnx.Less", NULL, import_compare},
    {"onnx.LessOrEqual", NULL, import_compare},
    {"onnx.Greater", NULL, import_compare},
    {"onnx.GreaterOrEqual", NULL, import_compare},
    {"onnx.Equal", NULL, import_compare},
    {"onnx.Not", NULL, import_not},
    {"onnx.Where", NULL, import_where},
    {"onnx.Cast", NULL, import_cast},
    {NULL, NULL, NULL},
};
