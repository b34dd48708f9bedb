/* export.c - the hub's helper ops as torch's operators. What torch has no operator for stays as it is. */
#include "dialects/torch/translate.h"

#include "dialects/stablehlo/stablehlo.h"
#include "dialects/torch/torch.h"

/* ---- what several share ------------------------------------------------------------------------------------------ */

static bool is_representable(const grn_type *t)
{
    return grn_type_is_tensor(t) && grn_type_has_static_shape(t) && !t->encoding && t->element->kind != GRN_TYPE_QUANT &&
           grn_torch_dtype_code(t->element->dtype) >= 0;
}

/* Every tensor has a shape that is known and a dtype of torch's. */
static bool can_express(const grn_op *op)
{
    bool all = is_representable(grn_result_type(op, 0));
    for (size_t i = 0; i < op->noperands; i++)
        all = all && is_representable(grn_operand_type(op, i));
    return all;
}

static grn_value *permuted(grn_rewrite *w, grn_value *v, const int64_t *perm)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_type *t = v->type;
    bool moves = false;
    for (int32_t d = 0; d < t->rank; d++) {
        shape[d] = t->shape[perm[d]];
        moves |= perm[d] != d;
    }
    if (!moves)
        return v;
    grn_value *const operands[] = {v, grn_with_torch_ints(w, (size_t)t->rank, perm)};
    return grn_new(w, "torch.aten.permute", 2, operands, grn_tensor_like(w, t->element, t->rank, shape), 0, NULL);
}

static grn_value *expanded(grn_rewrite *w, grn_value *v, const grn_dims *shape)
{
    if (!v || (v->type->rank == shape->count &&
               (shape->count == 0 || memcmp(v->type->shape, shape->v, (size_t)shape->count * sizeof *shape->v) == 0)))
        return v;
    grn_value *const operands[] = {v, grn_with_torch_ints(w, (size_t)shape->count, shape->v), grn_with_torch_bool(w, false)};
    return grn_new(w, "torch.aten.expand", 3, operands, grn_tensor_like(w, v->type->element, shape->count, shape->v), 0, NULL);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

/* A literal's integers are si64 and its like, where its values are of signless ones here. */
static grn_value *literal(grn_rewrite *w, const grn_attr *value)
{
    const grn_type *t = value->type, *e = t->element;
    grn_attr a = *value;
    if (e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS && e->width > 1)
        a.type = grn_tensor_like(w, grn_type_integer(w->ir, e->width, GRN_SIGNED), t->rank, t->shape);
    const grn_attr *made = a.type ? grn_attr_make(w->ir, &a) : NULL;
    return made ? grn_new(w, "torch.vtensor.literal", 0, NULL, t, 1, &(grn_new_attr){"value", made}) : NULL;
}

static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    bool same = value->kind == GRN_ATTR_ELEMENTS && value->type == grn_result_type(op, 0);
    return same && can_express(op) ? grn_replace(w, literal(w, value)) : GRN_OK;
}

static grn_status export_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    if (!can_express(op) || type->rank == 0)
        return GRN_OK;
    grn_dims whole = grn_extents(type), units = whole;
    for (int32_t d = 0; d < units.count; d++)
        units.v[d] = d == dim ? units.v[d] : 1;
    const grn_attr *value;
    grn_status status = grn_counted(w, type->element, type->shape[dim], &value);
    if (status != GRN_OK)
        return status;
    return grn_replace(w, expanded(w, grn_with_torch_view(w, literal(w, value), units.count, units.v), &whole));
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static grn_status export_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return can_express(op) ? grn_replace(w, grn_with_torch_view(w, op->operands[0], t->rank, t->shape)) : GRN_OK;
}

static grn_status export_transpose(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *perm = NULL;
    grn_op_dims(op, "permutation", &count, &perm);
    return can_express(op) ? grn_replace(w, permuted(w, op->operands[0], perm)) : GRN_OK;
}

/* The operand's dims in the result's order, units where the result has more, then expand. */
static grn_status export_broadcast(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0, at = 0;
    const int64_t *dims = NULL;
    int64_t perm[GRN_MAX_RANK];
    grn_dims whole = grn_extents(grn_result_type(op, 0)), units = whole;
    grn_op_dims(op, "broadcast_dimensions", &count, &dims);
    if (!can_express(op))
        return GRN_OK;
    for (int32_t d = 0; d < units.count; d++) {
        units.v[d] = 1;
        for (size_t i = 0; i < count; i++)
            if (dims[i] == d) {
                perm[at++] = (int64_t)i;
                units.v[d] = grn_operand_type(op, 0)->shape[i];
            }
    }
    grn_value *v = permuted(w, op->operands[0], perm);
    return grn_replace(w, expanded(w, grn_with_torch_view(w, v, units.count, units.v), &whole));
}

/* One dimension after the other. */
static grn_status export_slice(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *start = NULL, *limit = NULL, *stride = NULL;
    grn_value *v = op->operands[0];
    grn_op_dims(op, "start_indices", &count, &start);
    grn_op_dims(op, "limit_indices", &count, &limit);
    grn_op_dims(op, "strides", &count, &stride);
    if (!can_express(op))
        return GRN_OK;
    grn_dims shape = grn_extents(v->type);
    for (int64_t d = 0; v && d < shape.count; d++) {
        if (start[d] == 0 && limit[d] == shape.v[d] && stride[d] == 1)
            continue;
        shape.v[d] = grn_result_type(op, 0)->shape[d];
        grn_value *const operands[] = {v, grn_with_torch_int(w, d), grn_with_torch_int(w, start[d]),
                                       grn_with_torch_int(w, limit[d]), grn_with_torch_int(w, stride[d])};
        v = grn_new(w, "torch.aten.slice.Tensor", 5, operands, grn_tensor_like(w, v->type->element, shape.count, shape.v), 0,
                    NULL);
    }
    return grn_replace(w, v);
}

static grn_status export_concatenate(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    grn_value *const operands[] = {grn_with_torch_list(w, "!torch.list<vtensor>", op->noperands, op->operands),
                                   grn_with_torch_int(w, grn_op_integer(op, "dimension", 0))};
    return grn_replace(w, grn_new(w, "torch.aten.cat", 2, operands, grn_result_type(op, 0), 0, NULL));
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* PyTorch adds bools by `or` and multiplies them by `and`, as StableHLO does. */
static const struct {
    const char *hub, *torch;
    bool alpha;
} alike[] = {
    {"stablehlo.add", "torch.aten.add.Tensor", true},
    {"stablehlo.subtract", "torch.aten.sub.Tensor", true},
    {"stablehlo.multiply", "torch.aten.mul.Tensor", false},
    {"stablehlo.minimum", "torch.aten.minimum", false},
    {"stablehlo.maximum", "torch.aten.maximum", false},
    {"stablehlo.and", "torch.aten.bitwise_and.Tensor", false},
    {"stablehlo.or", "torch.aten.bitwise_or.Tensor", false},
    {"stablehlo.xor", "torch.aten.bitwise_xor.Tensor", false},
    {"stablehlo.not", "torch.aten.bitwise_not", false},
};

static grn_status export_alike(grn_rewrite *w, const grn_op *op)
{
    grn_value *operands[3] = {op->operands[0], op->noperands > 1 ? op->operands[1] : NULL, NULL};
    for (size_t i = 0; can_express(op) && i < GRN_COUNT(alike); i++) {
        if (!grn_str_is(op->name, alike[i].hub))
            continue;
        operands[2] = alike[i].alpha ? grn_with_torch_int(w, 1) : NULL;
        return grn_replace(w, grn_new(w, alike[i].torch, op->noperands + alike[i].alpha, operands, grn_result_type(op, 0), 0, NULL));
    }
    return GRN_OK;
}

static grn_status export_compare(grn_rewrite *w, const grn_op *op)
{
    static const char *const comparisons[] = {
        [GRN_COMPARE_EQ] = "torch.aten.eq.Tensor", [GRN_COMPARE_NE] = "torch.aten.ne.Tensor",
        [GRN_COMPARE_GE] = "torch.aten.ge.Tensor", [GRN_COMPARE_GT] = "torch.aten.gt.Tensor",
        [GRN_COMPARE_LE] = "torch.aten.le.Tensor", [GRN_COMPARE_LT] = "torch.aten.lt.Tensor"};
    const grn_attr *type = grn_op_attr(op, "compare_type");
    int32_t direction = grn_op_attr(op, "comparison_direction")->enumeration.value;
    if (!can_express(op) || (type && type->enumeration.value == GRN_COMPARE_TOTALORDER))
        return GRN_OK;
    return grn_replace(w, grn_new(w, comparisons[direction], 2, op->operands, grn_result_type(op, 0), 0, NULL));
}

static grn_status export_select(grn_rewrite *w, const grn_op *op)
{
    return can_express(op) ? grn_replace(w, grn_new(w, "torch.aten.where.self", 3, op->operands, grn_result_type(op, 0), 0, NULL))
                       : GRN_OK;
}

/* From a float to an integer StableHLO defines more than PyTorch does. */
static grn_status export_convert(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    if (!can_express(op) ||
        (grn_operand_type(op, 0)->element->kind != GRN_TYPE_INTEGER && type->element->kind == GRN_TYPE_INTEGER))
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0], grn_with_torch_int(w, grn_torch_dtype_code(type->element->dtype)),
                                   grn_with_torch_bool(w, false), grn_with_torch_bool(w, false), grn_with_torch_none(w)};
    return grn_replace(w, grn_new(w, "torch.aten.to.dtype", 5, operands, type, 0, NULL));
}

const grn_export_pattern grn_torch_export_patterns[] = {
    {.op = "stablehlo.gather", .export = grn_with_torch_export_gather},
    {.op = "stablehlo.scatter", .export = grn_with_torch_export_scatter},
    {.op = "stablehlo.constant", .export = export_constant},
    {.op = "stablehlo.iota", .export = export_iota},
    {.op = "stablehlo.reshape", .export = export_reshape},
    {.op = "stablehlo.transpose", .export = export_transpose},
    {.op = "stablehlo.broadcast_in_dim", .export = export_broadcast},
    {.op = "stablehlo.slice", .export = export_slice},
    {.op = "stablehlo.concatenate", .export = export_concatenate},
    {.op = "stablehlo.add", .export = export_alike},
    {.op = "stablehlo.subtract", .export = export_alike},
    {.op = "stablehlo.multiply", .export = export_alike},
    {.op = "stablehlo.minimum", .export = export_alike},
    {.op = "stablehlo.maximum", .export = export_alike},
    {.op = "stablehlo.and", .export = export_alike},
    {.op = "stablehlo.or", .export = export_alike},
    {.op = "stablehlo.xor", .export = export_alike},
    {.op = "stablehlo.not", .export = export_alike},
    {.op = "stablehlo.compare", .export = export_compare},
    {.op = "stablehlo.select", .export = export_select},
    {.op = "stablehlo.convert", .export = export_convert},
    {.op = NULL},
};
