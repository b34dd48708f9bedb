/* export.c - the hub's helper ops as ONNX's operators. What ONNX has no operator for stays as it is. */
#include "dialects/onnx/translate.h"

#include "dialects/stablehlo/stablehlo.h"

/* ---- what several share ------------------------------------------------------------------------------------------ */

/* Whether operator `name`, by its row, takes elements such as those of tensor `t`. */
static bool takes(const grn_rewrite *w, const char *name, const grn_type *t)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    return def && def->operands[0].type->matches(t);
}

/* onnx.Constant of an elements attribute. */
static grn_value *constant(grn_rewrite *w, const grn_attr *value)
{
    return value ? grn_new(w, "onnx.Constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value}) : NULL;
}

/* onnx.Constant of a constant that an op builder made: that one is erased later, as nothing uses it. */
static grn_value *constant_of(grn_rewrite *w, const grn_value *made)
{
    return made ? constant(w, grn_op_attr(made->def, "value")) : NULL;
}

/* A list of i64: the operand that gives a shape, or the bounds of a slice. */
static grn_value *list(grn_rewrite *w, size_t count, const int64_t *v)
{
    const int64_t shape[] = {(int64_t)count};
    return constant_of(w, grn_build_integers(w, grn_type_integer(w->ir, 64, GRN_SIGNLESS), 1, shape, count, v));
}

static grn_value *list_of(grn_rewrite *w, const grn_op *op, const char *name)
{
    size_t count = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &count, &v);
    return list(w, count, v);
}

static grn_value *no_value(grn_rewrite *w)
{
    return grn_new(w, "onnx.NoValue", 0, NULL, grn_type_none(w->ir), 1, &(grn_new_attr){"value", grn_attr_unit(w->ir)});
}


/* Reshape, Expand: `v` itself where it has that shape. In a Reshape's list a 0 is an extent only under allowzero. */
static grn_value *shaped(grn_rewrite *w, const char *op, grn_value *v, const grn_dims *shape)
{
    bool zero = false;
    if (!v || grn_type_has_shape(v->type, shape->count, shape->v))
        return v;
    for (int32_t d = 0; d < shape->count; d++)
        zero = zero || shape->v[d] == 0;
    grn_value *const operands[] = {v, list(w, (size_t)shape->count, shape->v)};
    const grn_new_attr allowzero = {"allowzero", grn_onnx_number(w, 1)};
    bool says = zero && strcmp(op, "onnx.Reshape") == 0;
    return grn_new(w, op, GRN_COUNT(operands), operands, grn_tensor_like(w, v->type->element, shape->count, shape->v), says,
                   &allowzero);
}

static grn_value *transposed(grn_rewrite *w, grn_value *v, const int64_t *perm)
{
    const grn_attr *items[GRN_MAX_RANK];
    int64_t shape[GRN_MAX_RANK];
    const grn_type *t = v->type, *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    bool moves = false;
    for (int32_t d = 0; d < t->rank; d++) {
        items[d] = i64 ? grn_attr_integer(w->ir, i64, perm[d]) : NULL;
        if (!items[d])
            return NULL;
        shape[d] = t->shape[perm[d]];
        moves = moves || perm[d] != d;
    }
    const grn_new_attr attr = {"perm", moves ? grn_attr_array(w->ir, (size_t)t->rank, items) : NULL};
    return !moves ? v : grn_new(w, "onnx.Transpose", 1, &v, grn_tensor_like(w, t->element, t->rank, shape), 1, &attr);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    return value->type == grn_result_type(op, 0) ? grn_replace(w, constant(w, value)) : GRN_OK;
}

/* A constant of one dimension, spread; Range would give a shape that is not known. */
static grn_status export_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    if (!grn_op_is_static(op) || type->rank == 0 || !type->element->dtype || type->element->kind == GRN_TYPE_QUANT)
        return GRN_OK;
    grn_dims whole = grn_extents(type), units = whole;
    for (int32_t d = 0; d < units.count; d++)
        units.v[d] = d == dim ? units.v[d] : 1;
    const grn_attr *value;
    grn_status status = grn_counted(w, type->element, type->shape[dim], &value);
    if (status != GRN_OK)
        return status;
    return grn_replace(w, shaped(w, "onnx.Expand", shaped(w, "onnx.Reshape", constant(w, value), &units), &whole));
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static grn_status export_reshape(grn_rewrite *w, const grn_op *op)
{
    grn_dims shape = grn_extents(grn_result_type(op, 0));
    return grn_op_is_static(op) ? grn_replace(w, shaped(w, "onnx.Reshape", op->operands[0], &shape)) : GRN_OK;
}

static grn_status export_transpose(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *perm = NULL;
    grn_op_dims(op, "permutation", &count, &perm);
    return grn_op_is_static(op) ? grn_replace(w, transposed(w, op->operands[0], perm)) : GRN_OK;
}

/* The order that makes `dims` ascend: of distinct numbers, the count of smaller ones is the place. */
static void ascending(size_t count, const int64_t *dims, int64_t *perm)
{
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;
        for (size_t k = 0; k < count; k++)
            place += dims[k] < dims[i];
        perm[place] = (int64_t)i;
    }
}

/* In the result's order, with units where the result has more; then Expand. */
static grn_status export_broadcast(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *dims = NULL;
    int64_t perm[GRN_MAX_RANK];
    grn_dims whole = grn_extents(grn_result_type(op, 0)), units = whole;
    grn_op_dims(op, "broadcast_dimensions", &count, &dims);
    if (!grn_op_is_static(op))
        return GRN_OK;
    for (int32_t d = 0; d < units.count; d++)
        units.v[d] = 1;
    for (size_t i = 0; i < count; i++)
        units.v[dims[i]] = grn_operand_type(op, 0)->shape[i];
    ascending(count, dims, perm);
    grn_value *v = transposed(w, op->operands[0], perm);
    return grn_replace(w, shaped(w, "onnx.Expand", shaped(w, "onnx.Reshape", v, &units), &whole));
}

/* StableHLO's limits are in range, so ONNX's ends mean the same. */
static grn_status export_slice(grn_rewrite *w, const grn_op *op)
{
    int64_t axes[GRN_MAX_RANK];
    const grn_type *type = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    for (int32_t d = 0; d < type->rank; d++)
        axes[d] = d;
    grn_value *const operands[] = {op->operands[0], list_of(w, op, "start_indices"), list_of(w, op, "limit_indices"),
                                   list(w, (size_t)type->rank, axes), list_of(w, op, "strides")};
    return grn_replace(w, grn_new(w, "onnx.Slice", GRN_COUNT(operands), operands, type, 0, NULL));
}

static grn_status export_concatenate(grn_rewrite *w, const grn_op *op)
{
    const grn_new_attr axis = {"axis", grn_onnx_number(w, grn_op_integer(op, "dimension", 0))};
    return grn_op_is_static(op) ? grn_replace(w, grn_new(w, "onnx.Concat", op->noperands, op->operands, grn_result_type(op, 0), 1, &axis))
                         : GRN_OK;
}

/* ONNX puts nothing between elements. */
static grn_status export_pad(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *low = NULL, *high = NULL, *interior = NULL;
    int64_t pads[2 * GRN_MAX_RANK];
    grn_op_dims(op, "edge_padding_low", &count, &low);
    grn_op_dims(op, "edge_padding_high", &count, &high);
    grn_op_dims(op, "interior_padding", &count, &interior);
    for (size_t d = 0; d < count; d++) {
        if (interior[d] != 0)
            return GRN_OK;
        pads[d] = low[d];
        pads[count + d] = high[d];
    }
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0], list(w, 2 * count, pads), op->operands[1], no_value(w)};
    const grn_new_attr mode = {"mode", grn_attr_string(w->ir, GRN_STR("constant"))};
    return grn_replace(w, grn_new(w, "onnx.Pad", GRN_COUNT(operands), operands, grn_result_type(op, 0), 1, &mode));
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* An op of one type: what it is called on numbers, and on i1, where StableHLO adds by `or` and multiplies by `and`. */
static const struct {
    const char *hub, *numbers, *bools;
} alike[] = {
    {"stablehlo.add", "onnx.Add", "onnx.Or"},         {"stablehlo.subtract", "onnx.Sub", NULL},
    {"stablehlo.multiply", "onnx.Mul", "onnx.And"},   {"stablehlo.minimum", "onnx.Min", "onnx.And"},
    {"stablehlo.maximum", "onnx.Max", "onnx.Or"},     {"stablehlo.and", "onnx.BitwiseAnd", "onnx.And"},
    {"stablehlo.or", "onnx.BitwiseOr", "onnx.Or"},    {"stablehlo.not", NULL, "onnx.Not"},
};

static grn_status export_alike(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_operand_type(op, 0);
    for (size_t i = 0; i < GRN_COUNT(alike); i++) {
        const char *name = type->element->dtype == GRN_I1 ? alike[i].bools : alike[i].numbers;
        if (grn_str_is(op->name, alike[i].hub) && name && takes(w, name, type))
            return grn_replace(w, grn_new(w, name, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL));
    }
    return GRN_OK;
}

static grn_status export_compare(grn_rewrite *w, const grn_op *op)
{
    static const char *const comparisons[] = {[GRN_COMPARE_EQ] = "onnx.Equal",   [GRN_COMPARE_NE] = "onnx.Equal",
                                              [GRN_COMPARE_GE] = "onnx.GreaterOrEqual", [GRN_COMPARE_GT] = "onnx.Greater",
                                              [GRN_COMPARE_LE] = "onnx.LessOrEqual", [GRN_COMPARE_LT] = "onnx.Less"};
    const grn_attr *type = grn_op_attr(op, "compare_type");
    int32_t direction = grn_op_attr(op, "comparison_direction")->enumeration.value;
    if ((type && type->enumeration.value == GRN_COMPARE_TOTALORDER) || !takes(w, comparisons[direction], grn_operand_type(op, 0)))
        return GRN_OK;
    grn_value *v = grn_new(w, comparisons[direction], 2, op->operands, grn_result_type(op, 0), 0, NULL);
    if (direction == GRN_COMPARE_NE && v)
        v = grn_new(w, "onnx.Not", 1, &v, grn_result_type(op, 0), 0, NULL);
    return grn_replace(w, v);
}

static grn_status export_select(grn_rewrite *w, const grn_op *op)
{
    return grn_replace(w, grn_new(w, "onnx.Where", 3, op->operands, grn_result_type(op, 0), 0, NULL));
}

static grn_status export_convert(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    const grn_new_attr to = {"to", grn_attr_type(w->ir, type->element)};
    if (!takes(w, "onnx.Cast", grn_operand_type(op, 0)) || !takes(w, "onnx.Cast", type))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "onnx.Cast", 1, op->operands, type, 1, &to));
}

const grn_export_pattern grn_onnx_export_patterns[] = {
    {"stablehlo.gather", NULL, grn_onnx_export_gather},
    {"stablehlo.scatter", NULL, grn_onnx_export_scatter},
    {"stablehlo.constant", NULL, export_constant},
    {"stablehlo.iota", NULL, export_iota},
    {"stablehlo.reshape", NULL, export_reshape},
    {"stablehlo.transpose", NULL, export_transpose},
    {"stablehlo.broadcast_in_dim", NULL, export_broadcast},
    {"stablehlo.slice", NULL, export_slice},
    {"stablehlo.concatenate", NULL, export_concatenate},
    {"stablehlo.pad", NULL, export_pad},
    {"stablehlo.add", NULL, export_alike},
    {"stablehlo.subtract", NULL, export_alike},
    {"stablehlo.multiply", NULL, export_alike},
    {"stablehlo.minimum", NULL, export_alike},
    {"stablehlo.maximum", NULL, export_alike},
    {"stablehlo.and", NULL, export_alike},
    {"stablehlo.or", NULL, export_alike},
    {"stablehlo.not", NULL, export_alike},
    {"stablehlo.compare", NULL, export_compare},
    {"stablehlo.select", NULL, export_select},
    {"stablehlo.convert", NULL, export_convert},
    {NULL, NULL, NULL},
};
