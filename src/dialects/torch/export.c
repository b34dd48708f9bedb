/* export.c - the hub's helper ops as torch's operators. What torch has no operator for stays as it
 * is. */
#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

bool grn_torch_takes(const grn_type *t)
{
    return grn_is_plain(t) && t->element->kind != GRN_TYPE_QUANT && grn_torch_dtype_code(t->element->dtype) >= 0;
}

/* What is no tensor is an operand here: numbers, lists, flags, dtypes by PyTorch's number. */
grn_value *grn_torch_operand(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own)
{
    *own = true;
    switch (part->kind) {
    case GRN_PART_NUMBER: return grn_with_torch_int(w, given->v[0]);
    case GRN_PART_NUMBERS:
    case GRN_PART_SHAPE: return grn_with_torch_ints(w, given->count, given->v);
    case GRN_PART_FLAG: return grn_with_torch_bool(w, part->number != 0);
    case GRN_PART_NONE: return grn_with_torch_none(w);
    case GRN_PART_LIST:
        return grn_with_torch_list(w, "!torch.list<vtensor>", given->op->noperands, given->op->operands);
    case GRN_PART_ELEMENT:
        return grn_with_torch_int(w, grn_torch_dtype_code(grn_result_type(given->op, 0)->element->dtype));
    default: *own = false; return NULL;
    }
}

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
    return same && grn_torch_takes(value->type) ? grn_replace(w, literal(w, value)) : GRN_OK;
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
    if (!grn_op_is_static(op) || !grn_torch_takes(grn_result_type(op, 0)))
        return GRN_OK;
    grn_dims shape = grn_extents(v->type);
    for (int64_t d = 0; v && d < shape.count; d++) {
        if (start[d] == 0 && limit[d] == shape.v[d] && stride[d] == 1)
            continue;
        shape.v[d] = grn_result_type(op, 0)->shape[d];
        grn_value *const operands[] = {v, grn_with_torch_int(w, d), grn_with_torch_int(w, start[d]),
                                       grn_with_torch_int(w, limit[d]), grn_with_torch_int(w, stride[d])};
        v = grn_new(w, "torch.aten.slice.Tensor", 5, operands,
                    grn_tensor_like(w, v->type->element, shape.count, shape.v), 0, NULL);
    }
    return grn_replace(w, v);
}

static bool gives_known_shape(const grn_op *op) { return grn_is_static(grn_result_type(op, 0)); }

/* From a float to an integer StableHLO defines more than PyTorch does. */
static bool converts_alike(const grn_op *op)
{
    return grn_operand_type(op, 0)->element->kind == GRN_TYPE_INTEGER ||
           grn_result_type(op, 0)->element->kind != GRN_TYPE_INTEGER;
}

/* Element `at` of a vector as a number: of a constant one, or of one that the program computes. */
static grn_value *number_at(grn_rewrite *w, grn_value *list, int32_t at)
{
    grn_dims known;
    if (grn_constant_list(list, &known))
        return grn_with_torch_int(w, known.v[at]);
    grn_value *const operands[] = {list, grn_with_torch_int(w, 0), grn_with_torch_int(w, at)};
    grn_value *one =
        grn_new(w, "torch.aten.select.int", 3, operands, grn_tensor_like(w, list->type->element, 0, NULL), 0, NULL);
    return one ? grn_new(w, "torch.aten.Int.Tensor", 1, &one, grn_type_opaque(w->ir, GRN_STR("!torch.int")), 0, NULL)
               : NULL;
}

/* The extents of `t`, of those that are not known those that the program computes. */
static grn_value *extents_list(grn_rewrite *w, const grn_type *t, grn_value *computed)
{
    grn_value *items[GRN_MAX_RANK];
    for (int32_t d = 0; d < t->rank; d++) {
        items[d] = t->shape[d] == GRN_DYNAMIC ? number_at(w, computed, d) : grn_with_torch_int(w, t->shape[d]);
        if (!items[d])
            return NULL;
    }
    return grn_with_torch_list(w, "!torch.list<int>", (size_t)t->rank, items);
}

/* Puts in a dim of one element before each of `at`, ascending, where it is in the end. */
static grn_value *unsqueezed(grn_rewrite *w, grn_value *v, const grn_dims *added)
{
    grn_dims shape = v ? grn_extents(v->type) : (grn_dims){0};
    for (int32_t i = 0; v && i < added->count; i++) {
        const int64_t at = added->v[i];
        grn_value *const operands[] = {v, grn_with_torch_int(w, at)};
        for (int64_t d = shape.count++; d > at; d--)
            shape.v[d] = shape.v[d - 1];
        shape.v[at] = 1;
        v = grn_new(w, "torch.aten.unsqueeze", 2, operands, grn_tensor_like(w, v->type->element, shape.count, shape.v),
                    0, NULL);
    }
    return v;
}

static grn_status view_as_computed(grn_rewrite *w, const grn_op *op)
{
    grn_value *const operands[] = {op->operands[0], extents_list(w, grn_result_type(op, 0), op->operands[1])};
    return grn_replace(w, operands[1] ? grn_new(w, "torch.aten.view", 2, operands, grn_result_type(op, 0), 0, NULL)
                                      : NULL);
}

/* Dims in another order stay. */
static grn_status export_dynamic_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *to = grn_result_type(op, 0);
    grn_dims added;
    if (grn_op_attr(op, GRN_BROADCASTS_ITSELF))
        return grn_export_operand(w, op);
    if (!grn_has_plain_operand(op) || !grn_broadcast_adds(op, &added))
        return GRN_OK;
    grn_value *const operands[] = {unsqueezed(w, op->operands[0], &added), extents_list(w, to, op->operands[1]),
                                   grn_with_torch_bool(w, false)};
    const bool made = operands[0] && operands[1] && operands[2];
    return grn_replace(w, made ? grn_new(w, "torch.aten.expand", 3, operands, to, 0, NULL) : NULL);
}

/* A slice along each dim. */
static grn_status export_dynamic_slice(grn_rewrite *w, const grn_op *op)
{
    if (!grn_slice_may_run(op))
        return GRN_OK;
    const grn_type *t = grn_result_type(op, 0);
    grn_value *v = op->operands[0];
    grn_dims shape = grn_extents(v->type);
    for (int32_t d = 0; v && d < t->rank; d++) {
        grn_value *operands[5] = {v, grn_with_torch_int(w, d)};
        for (int k = 0; k < 3; k++)
            if (!(operands[2 + k] = number_at(w, op->operands[1 + k], d)))
                return grn_no_memory(w);
        shape.v[d] = t->shape[d];
        v = grn_new(w, "torch.aten.slice.Tensor", 5, operands, grn_tensor_like(w, t->element, shape.count, shape.v), 0,
                    NULL);
    }
    return grn_replace(w, v);
}

/* Where dims of one element come and go, others need not be told: one op for each. */
static grn_status export_dynamic_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *to = grn_result_type(op, 0);
    grn_value *v = op->operands[0];
    grn_dims shape = grn_extents(v->type);
    grn_ones ones;
    if (!grn_ones_between(v->type, to, &ones))
        return grn_reshape_may_run(op) ? view_as_computed(w, op) : GRN_OK;
    for (int32_t i = ones.gone.count - 1; v && i >= 0; i--) {
        grn_value *const operands[] = {v, grn_with_torch_int(w, ones.gone.v[i]), grn_with_torch_int(w, 0)};
        shape.count--;
        for (int64_t d = ones.gone.v[i]; d < shape.count; d++)
            shape.v[d] = shape.v[d + 1];
        v = grn_new(w, "torch.aten.select.int", 3, operands, grn_tensor_like(w, to->element, shape.count, shape.v), 0,
                    NULL);
    }
    return grn_replace(w, unsqueezed(w, v, &ones.added));
}

/* Nothing between elements; the value is 0. */
static grn_status export_pad(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *low = NULL, *high = NULL, *interior = NULL;
    int64_t pads[2 * GRN_MAX_RANK], scalar;
    grn_tensor value;
    unsigned char bytes[16], zero[16] = {0};
    if (!grn_op_dims(op, "edge_padding_low", &count, &low) || !grn_op_dims(op, "edge_padding_high", &count, &high) ||
        !grn_op_dims(op, "interior_padding", &count, &interior) || !grn_torch_takes(grn_result_type(op, 0)) ||
        !grn_constant_tensor(op->operands[1], &scalar, &value))
        return GRN_OK;
    grn_tensor_read(&value, 0, 1, bytes);
    if (memcmp(bytes, zero, grn_dtype_bytes(value.dtype)) != 0)
        return GRN_OK;
    size_t n = 0;
    /* pairs, the last dim first, without those of the first dims that say nothing */
    for (size_t i = 0; i < count; i++) {
        const size_t d = count - 1 - i;
        if (interior[d] != 0)
            return GRN_OK;
        pads[2 * i] = low[d];
        pads[2 * i + 1] = high[d];
        n = low[d] || high[d] ? 2 * (i + 1) : n;
    }
    if (n > GRN_MAX_RANK)
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0], grn_with_torch_ints(w, n, pads), grn_with_torch_int(w, 0)};
    return grn_replace(w, grn_new(w, "torch.aten.constant_pad_nd", 3, operands, grn_result_type(op, 0), 0, NULL));
}

/* A size is a number of torch's, and that a tensor of si64. */
static grn_status export_size(grn_rewrite *w, const grn_op *op)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *const operands[] = {op->operands[0], grn_with_torch_int(w, grn_op_integer(op, "dimension", 0))};
    grn_value *size =
        grn_new(w, "torch.aten.size.int", 2, operands, grn_type_opaque(w->ir, GRN_STR("!torch.int")), 0, NULL);
    grn_value *v = grn_new(w, "torch.prim.NumToTensor.Scalar", 1, &size, grn_tensor_like(w, i64, 0, NULL), 0, NULL);
    return grn_replace(w, grn_exported(w, grn_build_convert(w, v, grn_result_type(op, 0)->element)));
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define CALL(torch, ...) .as = "torch.aten." torch, .parts = GRN_PARTS(__VA_ARGS__)
#define OPERAND(i)                      \
    {                                   \
        NULL, GRN_PART_OPERAND, NULL, i \
    }
#define INT(v)                         \
    {                                  \
        NULL, GRN_PART_NUMBER, NULL, v \
    }
#define BOOL(v)                      \
    {                                \
        NULL, GRN_PART_FLAG, NULL, v \
    }
/* PyTorch adds bools by `or` and multiplies them by `and`, as StableHLO does. */
#define ELEMENT(hub, torch) GRN_EXPORTS(GRN_HLO(hub), {.as = "torch.aten." torch, .any_shape = true})
#define COMPARE(way, torch)                                                      \
    {                                                                            \
        .as = "torch.aten." torch ".Tensor", .direction = way, .any_shape = true \
    }

const grn_export_pattern *const grn_torch_export_patterns[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = grn_with_torch_export_gather}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = grn_with_torch_export_scatter}),
    GRN_EXPORTS(GRN_HLO(constant), {.export = export_constant}),
    GRN_EXPORTS(GRN_HLO(slice), {.export = export_slice}),
    GRN_EXPORTS(GRN_HLO(dynamic_broadcast_in_dim), {.export = export_dynamic_broadcast}),
    GRN_EXPORTS(GRN_HLO(real_dynamic_slice), {.export = export_dynamic_slice, .when = grn_has_plain_operand}),
    GRN_EXPORTS(GRN_HLO(dynamic_reshape), {.export = export_dynamic_reshape, .when = grn_has_plain_operand}),
    GRN_EXPORTS(GRN_HLO(pad), {.export = export_pad}),
    GRN_EXPORTS(GRN_HLO(get_dimension_size), {.export = export_size, .when = grn_has_plain_operand}),
    GRN_EXPORTS(GRN_HLO(reshape), {CALL("view", OPERAND(0), {NULL, GRN_PART_SHAPE, NULL, 0}), .any_shape = true,
                                   .when = gives_known_shape}),
    GRN_EXPORTS(GRN_HLO(transpose),
                {CALL("permute", OPERAND(0), {NULL, GRN_PART_NUMBERS, "permutation", 0}), .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(broadcast_in_dim), {CALL("expand", OPERAND(0), {NULL, GRN_PART_SHAPE, NULL, 0}, BOOL(0))}),
    GRN_EXPORTS(
        GRN_HLO(concatenate),
        {CALL("cat", {NULL, GRN_PART_LIST, NULL, 0}, {NULL, GRN_PART_NUMBER, "dimension", 0}), .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(add), {CALL("add.Tensor", OPERAND(0), OPERAND(1), INT(1)), .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(subtract), {CALL("sub.Tensor", OPERAND(0), OPERAND(1), INT(1)), .any_shape = true}),
    ELEMENT(multiply, "mul.Tensor"),
    ELEMENT(minimum, "minimum"),
    ELEMENT(maximum, "maximum"),
    ELEMENT(and, "bitwise_and.Tensor"),
    ELEMENT(or, "bitwise_or.Tensor"),
    ELEMENT(xor, "bitwise_xor.Tensor"),
    ELEMENT(not, "bitwise_not"),
    GRN_EXPORTS(GRN_HLO(compare), COMPARE("EQ", "eq"), COMPARE("NE", "ne"), COMPARE("GE", "ge"), COMPARE("GT", "gt"),
                COMPARE("LE", "le"), COMPARE("LT", "lt")),
    ELEMENT(select, "where.self"),
    GRN_EXPORTS(GRN_HLO(convert), {CALL("to.dtype", OPERAND(0), {NULL, GRN_PART_ELEMENT, NULL, 0}, BOOL(0), BOOL(0),
                                        {NULL, GRN_PART_NONE, NULL, 0}),
                                   .when = converts_alike, .any_shape = true}),
};
