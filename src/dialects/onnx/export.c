/* export.c - the hub's helper ops as ONNX's operators. What ONNX has no operator for stays as it
 * is. */
#include "dialects/onnx/translate.h"

#include "convert/expand.h"

static bool has_operand_of_onnx(const grn_op *op)
{
    return grn_has_plain_operand(op) && grn_onnx_takes(grn_operand_type(op, 0));
}

/* A slice or a pad of a scalar is the scalar, of which ONNX Runtime takes no list of no numbers. */
static bool is_scalar(const grn_op *op) { return grn_has_plain_operand(op) && grn_operand_type(op, 0)->rank == 0; }

static grn_status export_scalar(grn_rewrite *w, const grn_op *op) { return grn_replace(w, op->operands[0]); }

/* ONNX puts nothing between elements. */
static grn_status export_pad(grn_rewrite *w, const grn_op *op)
{
    static const char *const lists[] = {"edge_padding_low", "edge_padding_high", "interior_padding"};
    size_t count = 0;
    const int64_t *v[GRN_COUNT(lists)] = {NULL};
    int64_t pads[2 * GRN_MAX_RANK];
    for (size_t k = 0; k < GRN_COUNT(lists); k++)
        grn_op_dims(op, lists[k], &count, &v[k]);
    if (is_scalar(op))
        return grn_replace(w, op->operands[0]);
    for (size_t d = 0; d < count; d++) {
        if (v[2][d] != 0)
            return GRN_OK;
        pads[d] = v[0][d];
        pads[count + d] = v[1][d];
    }
    if (!has_operand_of_onnx(op))
        return GRN_OK;
    grn_value *none =
        grn_new(w, "onnx.NoValue", 0, NULL, grn_type_none(w->ir), 1, &(grn_new_attr){"value", grn_attr_unit(w->ir)});
    grn_value *const operands[] = {op->operands[0], grn_onnx_numbers(w, 2 * count, pads), op->operands[1], none};
    const grn_new_attr mode = {"mode", grn_attr_string(w->ir, GRN_STR("constant"))};
    return grn_replace(w, grn_new(w, "onnx.Pad", GRN_COUNT(operands), operands, grn_result_type(op, 0), 1, &mode));
}

/* A constant whose elements are of another type than its own, a quantized one, stays, as do
 * elements that ONNX has not. */
static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    return value->type == grn_result_type(op, 0) && grn_onnx_takes(value->type)
               ? grn_replace(w, grn_new(w, "onnx.Constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value}))
               : GRN_OK;
}

/* Shape gives a vector of one extent, from which the scalar comes. */
static grn_status export_size(grn_rewrite *w, const grn_op *op)
{
    const int64_t one = 1, dim = grn_op_integer(op, "dimension", 0);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_new_attr attrs[] = {{"start", grn_onnx_number(w, dim)}, {"end", grn_onnx_number(w, dim + 1)}};
    grn_value *v = grn_new(w, "onnx.Shape", 1, op->operands, grn_tensor_like(w, i64, 1, &one), 2, attrs);
    v = grn_exported(w, grn_build_reshape(w, v, 0, NULL));
    return grn_replace(w, grn_exported(w, grn_build_convert(w, v, grn_result_type(op, 0)->element)));
}

/* In a Reshape's list a 0 is an extent only under allowzero. */
static grn_status export_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool zero = false;
    if (!grn_type_has_static_shape(t) || !has_operand_of_onnx(op))
        return GRN_OK;
    for (int32_t d = 0; d < t->rank; d++)
        zero = zero || t->shape[d] == 0;
    grn_value *const operands[] = {op->operands[0], grn_onnx_numbers(w, (size_t)t->rank, t->shape)};
    return grn_replace(
        w, grn_new(w, "onnx.Reshape", 2, operands, t, zero, &(grn_new_attr){"allowzero", grn_onnx_number(w, 1)}));
}

/* The value under a type of which dim d is known. Reshape fails where it is another: a 0 is the
 * extent that is there. */
static grn_value *with_extent(grn_rewrite *w, grn_value *v, int32_t d, int64_t extent)
{
    int64_t list[GRN_MAX_RANK] = {0}, shape[GRN_MAX_RANK];
    const grn_type *t = v->type;
    memcpy(shape, t->shape, sizeof *shape * (size_t)t->rank);
    list[d] = shape[d] = extent;
    grn_value *const operands[] = {v, grn_onnx_numbers(w, (size_t)t->rank, list)};
    return grn_new(w, "onnx.Reshape", 2, operands, grn_tensor_like(w, t->element, t->rank, shape), 0, NULL);
}

/* tensor.cast */
static grn_status export_cast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    grn_value *v = op->operands[0];
    if (!has_operand_of_onnx(op) || !grn_is_plain(to) || from->rank != to->rank)
        return GRN_OK;
    for (int32_t d = 0; d < to->rank; d++)
        if (from->shape[d] == GRN_DYNAMIC && to->shape[d] == 0)
            return GRN_OK;
    for (int32_t d = 0; v && d < to->rank; d++)
        if (v->type->shape[d] == GRN_DYNAMIC && to->shape[d] != GRN_DYNAMIC)
            v = with_extent(w, v, d, to->shape[d]);
    return grn_replace(w, v && v->type != to ? grn_new(w, "onnx.Identity", 1, &v, to, 0, NULL) : v);
}

/* From the last element on, one back each time, to before the first. */
static grn_status export_reverse(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *dims = NULL;
    int64_t start[GRN_MAX_RANK], end[GRN_MAX_RANK];
    if (!grn_op_is_static(op) || !has_operand_of_onnx(op) || !grn_op_dims(op, "dimensions", &count, &dims))
        return GRN_OK;
    for (size_t i = 0; i < count; i++) {
        start[i] = -1;
        end[i] = INT64_MIN;
    }
    if (count == 0)
        return grn_replace(w, op->operands[0]);
    grn_value *const operands[] = {op->operands[0], grn_onnx_numbers(w, count, start), grn_onnx_numbers(w, count, end),
                                   grn_onnx_numbers(w, count, dims), grn_onnx_numbers(w, count, start)};
    return grn_replace(w, grn_new(w, "onnx.Slice", GRN_COUNT(operands), operands, grn_result_type(op, 0), 0, NULL));
}

static grn_value *with_axes(grn_rewrite *w, const char *name, grn_value *v, const grn_dims *axes, const grn_type *to)
{
    grn_value *const operands[] = {v, grn_onnx_numbers(w, (size_t)axes->count, axes->v)};
    return axes->count ? grn_new(w, name, 2, operands, to, 0, NULL) : v;
}

/* A list of numbers that the program computes. */
static grn_value *computed(grn_rewrite *w, grn_value *list)
{
    return grn_exported(w, grn_build_convert(w, list, grn_type_integer(w->ir, 64, GRN_SIGNLESS)));
}

/* To a shape that the program computes. An extent may be 0. */
static grn_status reshape_to_value(grn_rewrite *w, const grn_op *op)
{
    grn_value *const operands[] = {op->operands[0], computed(w, op->operands[1])};
    const grn_new_attr zero = {"allowzero", grn_onnx_number(w, 1)};
    return grn_replace(w,
                       operands[1] ? grn_new(w, "onnx.Reshape", 2, operands, grn_result_type(op, 0), 1, &zero) : NULL);
}

/* Where dims of one element come and go, others need not be told. */
static grn_status export_dynamic_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    grn_ones ones;
    if (!grn_ones_between(from, to, &ones))
        return grn_reshape_may_run(op) ? reshape_to_value(w, op) : GRN_OK;
    const grn_type *squeezed = grn_tensor_like(w, from->element, ones.kept.count, ones.kept.v);
    grn_value *v = with_axes(w, "onnx.Squeeze", op->operands[0], &ones.gone, squeezed);
    return grn_replace(w, v ? with_axes(w, "onnx.Unsqueeze", v, &ones.added, to) : NULL);
}

/* Dims in another order stay. */
static grn_status export_dynamic_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    grn_dims added, shape = {.count = 0};
    int32_t from_dim = 0;
    if (grn_op_attr(op, GRN_BROADCASTS_ITSELF))
        return grn_export_operand(w, op);
    if (!has_operand_of_onnx(op) || !grn_broadcast_adds(op, &added))
        return GRN_OK;
    for (int32_t d = 0; d < to->rank; d++)
        grn_dims_push(&shape, grn_dims_has(&added, d) ? 1 : from->shape[from_dim++]);
    grn_value *v = with_axes(w, "onnx.Unsqueeze", op->operands[0], &added,
                             grn_tensor_like(w, from->element, shape.count, shape.v));
    grn_value *const operands[] = {v, computed(w, op->operands[1])};
    return grn_replace(w, v && operands[1] ? grn_new(w, "onnx.Expand", 2, operands, to, 0, NULL) : NULL);
}

static grn_status export_dynamic_slice(grn_rewrite *w, const grn_op *op)
{
    if (!grn_slice_may_run(op))
        return GRN_OK;
    int64_t axes[GRN_MAX_RANK];
    const int32_t rank = grn_result_type(op, 0)->rank;
    for (int32_t d = 0; d < rank; d++)
        axes[d] = d;
    grn_value *const operands[] = {op->operands[0], computed(w, op->operands[1]), computed(w, op->operands[2]),
                                   grn_onnx_numbers(w, (size_t)rank, axes), computed(w, op->operands[3])};
    const bool made = operands[1] && operands[2] && operands[3] && operands[4];
    return grn_replace(
        w, made ? grn_new(w, "onnx.Slice", GRN_COUNT(operands), operands, grn_result_type(op, 0), 0, NULL) : NULL);
}

/* Numbers and truth values of at least 8 bits, but for i1. */
static bool casts_to(const grn_op *op)
{
    const grn_type *e = grn_result_type(op, 0)->element;
    unsigned bits = grn_dtype_bits(e->dtype);
    return e->dtype == GRN_I1 ||
           (grn_kind_of(e) == GRN_KIND_FLOAT ? bits >= 16 : grn_kind_of(e) != GRN_KIND_OTHER && bits >= 8);
}

/* BitCast joins and splits no elements. */
static bool keeps_bits(const grn_op *op)
{
    return grn_dtype_bits(grn_operand_type(op, 0)->element->dtype) ==
               grn_dtype_bits(grn_result_type(op, 0)->element->dtype) &&
           grn_result_type(op, 0)->element->dtype != GRN_I1;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define OPERAND(i)                      \
    {                                   \
        NULL, GRN_PART_OPERAND, NULL, i \
    }
#define LIST(attr)                      \
    {                                   \
        NULL, GRN_PART_NUMBERS, attr, 0 \
    }
#define BOOLS (1u << GRN_KIND_BOOL)
#define FLOATS (1u << GRN_KIND_FLOAT)
#define SIGNED (1u << GRN_KIND_SIGNED | 1u << GRN_KIND_FLOAT)
#define NUMBERS (1u << GRN_KIND_SIGNED | 1u << GRN_KIND_UNSIGNED | 1u << GRN_KIND_FLOAT | 1u << GRN_KIND_OTHER)
/* On i1 StableHLO adds by `or` and multiplies by `and`. */
#define AS(onnx, of)                                       \
    {                                                      \
        .as = "onnx." onnx, .kinds = of, .any_shape = true \
    }
#define ELEMENT(hub, onnx, of) GRN_EXPORTS(GRN_HLO(hub), AS(onnx, of))
#define INTEGERS (1u << GRN_KIND_SIGNED | 1u << GRN_KIND_UNSIGNED)
/* An op whose operands the expansion made safe. */
#define SHIFT(hub, way)                                          \
    GRN_EXPORTS(GRN_HLO(hub), {.as = "onnx.BitShift",            \
                               .kinds = 1u << GRN_KIND_UNSIGNED, \
                               .when = grn_is_guarded,           \
                               .any_shape = true,                \
                               .parts = GRN_PARTS(OPERAND(0), OPERAND(1), {"direction", GRN_PART_TEXT, way, 0})})
#define COMPARE(way, onnx)                                      \
    {                                                           \
        .as = "onnx." onnx, .direction = way, .any_shape = true \
    }

const grn_export_pattern *const grn_onnx_export_patterns[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = grn_onnx_export_gather}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = grn_onnx_export_scatter}),
    GRN_EXPORTS(GRN_HLO(constant), {.export = export_constant}),
    GRN_EXPORTS(GRN_HLO(reshape), {.export = export_reshape}),
    GRN_EXPORTS(GRN_HLO(pad), {.export = export_pad}),
    GRN_EXPORTS(GRN_HLO(dynamic_broadcast_in_dim), {.export = export_dynamic_broadcast}),
    GRN_EXPORTS(GRN_HLO(real_dynamic_slice), {.export = export_dynamic_slice, .when = has_operand_of_onnx}),
    GRN_EXPORTS(GRN_HLO(dynamic_reshape), {.export = export_dynamic_reshape, .when = has_operand_of_onnx}),
    GRN_EXPORTS(GRN_HLO(get_dimension_size), {.export = export_size, .when = has_operand_of_onnx}),
    GRN_EXPORTS(GRN_HLO(transpose), {.as = "onnx.Transpose",
                                     .parts = GRN_PARTS(OPERAND(0), {"perm", GRN_PART_NUMBERS, "permutation", 0}),
                                     .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(broadcast_in_dim),
                {.as = "onnx.Expand", .parts = GRN_PARTS(OPERAND(0), {NULL, GRN_PART_SHAPE, NULL, 0})}),
    GRN_EXPORTS(GRN_HLO(slice), {.export = export_scalar, .when = is_scalar},
                {.as = "onnx.Slice", /* StableHLO's limits are in range, so ONNX's ends mean the same */
                 .parts = GRN_PARTS(OPERAND(0), LIST("start_indices"), LIST("limit_indices"),
                                    {NULL, GRN_PART_AXES, NULL, 0}, LIST("strides"))}),
    GRN_EXPORTS(GRN_HLO(concatenate), {.as = "onnx.Concat",
                                       .parts = GRN_PARTS(OPERAND(-1), {"axis", GRN_PART_NUMBER, "dimension", 0}),
                                       .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(add), AS("Add", NUMBERS), AS("Or", BOOLS)),
    ELEMENT(subtract, "Sub", NUMBERS),
    GRN_EXPORTS(GRN_HLO(multiply), AS("Mul", NUMBERS), AS("And", BOOLS)),
    GRN_EXPORTS(GRN_HLO(minimum), AS("Min", NUMBERS), AS("And", BOOLS)),
    GRN_EXPORTS(GRN_HLO(maximum), AS("Max", NUMBERS), AS("Or", BOOLS)),
    GRN_EXPORTS(GRN_HLO(and), AS("BitwiseAnd", NUMBERS), AS("And", BOOLS)),
    GRN_EXPORTS(GRN_HLO(or), AS("BitwiseOr", NUMBERS), AS("Or", BOOLS)),
    GRN_EXPORTS(GRN_HLO(xor), AS("BitwiseXor", INTEGERS),
                {.as = "onnx.Equal", .kinds = BOOLS, .then = "onnx.Not", .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(not ), AS("Not", BOOLS), AS("BitwiseNot", INTEGERS)),
    SHIFT(shift_left, "LEFT"),
    SHIFT(shift_right_logical, "RIGHT"),
    GRN_EXPORTS(GRN_HLO(remainder), {.as = "onnx.Mod",
                                     .kinds = INTEGERS | FLOATS,
                                     .any_shape = true,
                                     .parts = GRN_PARTS(OPERAND(0), OPERAND(1), {"fmod", GRN_PART_NUMBER, NULL, 1})}),
    GRN_EXPORTS(GRN_HLO(bitcast_convert), {.as = "onnx.BitCast",
                                           .any_shape = true,
                                           .when = keeps_bits,
                                           .parts = GRN_PARTS(OPERAND(0), {"to", GRN_PART_ELEMENT, NULL, 0})}),
    GRN_EXPORTS(GRN_HLO(atan2), {.as = "onnx.Atan", /* by 1 */
                                 .kinds = FLOATS,
                                 .when = grn_is_guarded,
                                 .parts = GRN_PARTS(OPERAND(0))}),
    GRN_EXPORTS(GRN_OP(tensor, cast), {.export = export_cast}),
    GRN_EXPORTS(GRN_HLO(reverse), {.export = export_reverse}),
    GRN_EXPORTS(GRN_HLO(if), {.export = grn_onnx_export_if, .any_results = true}),
    GRN_EXPORTS(GRN_HLO(case), {.export = grn_onnx_export_case, .any_results = true}),
    GRN_EXPORTS(GRN_HLO(while), {.export = grn_onnx_export_while, .any_results = true}),
    GRN_EXPORTS(GRN_HLO(compare), COMPARE("EQ", "Equal"),
                {.as = "onnx.Equal", .direction = "NE", .then = "onnx.Not", .any_shape = true},
                COMPARE("GE", "GreaterOrEqual"), COMPARE("GT", "Greater"), COMPARE("LE", "LessOrEqual"),
                COMPARE("LT", "Less")),
    ELEMENT(select, "Where", 0),
    GRN_EXPORTS(GRN_HLO(divide), AS("Div", FLOATS),
                {.as = "onnx.Div", .kinds = INTEGERS, .when = grn_is_guarded, .any_shape = true}),
    ELEMENT(abs, "Abs", SIGNED),
    ELEMENT(negate, "Neg", SIGNED),
    ELEMENT(sign, "Sign", SIGNED),
    ELEMENT(exponential, "Exp", FLOATS),
    ELEMENT(log, "Log", FLOATS),
    ELEMENT(sqrt, "Sqrt", FLOATS),
    ELEMENT(sine, "Sin", FLOATS),
    ELEMENT(cosine, "Cos", FLOATS),
    ELEMENT(tan, "Tan", FLOATS),
    ELEMENT(tanh, "Tanh", FLOATS),
    ELEMENT(logistic, "Sigmoid", FLOATS),
    ELEMENT(ceil, "Ceil", FLOATS),
    ELEMENT(floor, "Floor", FLOATS),
    ELEMENT(round_nearest_even, "Round", FLOATS),
    ELEMENT(power, "Pow", FLOATS),
    GRN_EXPORTS(GRN_OP(chlo, erf), {.as = "onnx.Erf", .kinds = FLOATS, .any_shape = true}),
    GRN_EXPORTS(GRN_HLO(rsqrt), {.export = grn_onnx_export_rsqrt}),
    GRN_EXPORTS(GRN_HLO(convolution), {.export = grn_onnx_export_conv}),
    GRN_EXPORTS(GRN_HLO(dot_general), {.export = grn_onnx_export_dot}),
    GRN_EXPORTS(GRN_HLO(dot), {.export = grn_onnx_export_dot}),
    GRN_EXPORTS(GRN_HLO(reduce_window), {.export = grn_onnx_export_window}),
    GRN_EXPORTS(GRN_HLO(reduce), {.export = grn_onnx_export_reduce}),
    GRN_EXPORTS(GRN_HLO(convert), {.as = "onnx.Cast",
                                   .any_shape = true,
                                   .when = casts_to,
                                   .parts = GRN_PARTS(OPERAND(0), {"to", GRN_PART_ELEMENT, NULL, 0})}),
};
