/*
 * export.c - the hub's ops around gathers and scatters as tt-mlir's
 * ops.
 *
 * Predicates stay i1 between a comparison and its where; tt-mlir itself would
 * make them numbers, which TTNN has in their place.
 */
#include "dialects/ttnn/translate.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- attributes -------------------------------------------------------------------------------------------------- */

const grn_attr *grn_ttnn_i32(grn_rewrite *w, grn_signedness s, int64_t v)
{
    const grn_type *type = grn_type_integer(w->ir, 32, s);
    return type ? grn_attr_integer(w->ir, type, v) : NULL;
}

/* [1 : i32, 2 : i32] */
static const grn_attr *i32s(grn_rewrite *w, int32_t count, const int64_t *v)
{
    const grn_attr *items[GRN_MAX_RANK];
    for (int32_t i = 0; i < count; i++)
        if (!(items[i] = grn_ttnn_i32(w, GRN_SIGNLESS, v[i])))
            return NULL;
    return grn_attr_array(w->ir, (size_t)count, items);
}

static const grn_attr *opaque(grn_rewrite *w, const char *text, size_t n)
{
    const char *kept = grn_arena_text(&w->ir->arena, text, n);
    return kept ? grn_attr_make(w->ir, &(grn_attr){.kind = GRN_ATTR_OPAQUE, .text = {kept, n}}) : NULL;
}

/* #ttnn.shape<2x3> */
static const grn_attr *shape_attr(grn_rewrite *w, int32_t rank, const int64_t *shape)
{
    char text[32 + GRN_MAX_RANK * 24];
    size_t n = (size_t)snprintf(text, sizeof text, "#ttnn.shape<");
    for (int32_t d = 0; d < rank; d++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%" PRId64, d ? "x" : "", shape[d]);
    n += (size_t)snprintf(text + n, sizeof text - n, ">");
    return opaque(w, text, n);
}

/* The largest number in these attributes. */
static bool fits_i32(const grn_type *t)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] > INT32_MAX)
            return false;
    return true;
}

/* An op whose shapes are not all known, or too large for an i32, stays as it is. */
static bool can_express(const grn_op *op)
{
    bool good = op->nresults == 1;
    for (size_t i = 0; good && i < op->noperands + 1; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, 0);
        good = grn_type_is_tensor(t) && grn_type_has_static_shape(t) && !t->encoding && fits_i32(t);
    }
    return good;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static const grn_type *like(grn_rewrite *w, const grn_value *v, int32_t rank, const int64_t *shape)
{
    return v ? grn_tensor_like(w, v->type->element, rank, shape) : NULL;
}

/* A reshape of a reshape is taken from the original tensor, so that there and back cancel out. */
static grn_value *reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    while (v && v->def && grn_str_is(v->def->name, "ttnn.reshape"))
        v = v->def->operands[0];
    if (v && v->type->rank == rank && (rank == 0 || memcmp(v->type->shape, shape, (size_t)rank * sizeof *shape) == 0))
        return v;
    return grn_new(w, "ttnn.reshape", 1, &v, like(w, v, rank, shape), 1, &(grn_new_attr){"shape", i32s(w, rank, shape)});
}

static grn_value *permute(grn_rewrite *w, grn_value *v, const int64_t *permutation)
{
    int64_t shape[GRN_MAX_RANK] = {0};
    bool moves = false;
    for (int32_t d = 0; v && d < v->type->rank; d++) {
        shape[d] = v->type->shape[permutation[d]];
        moves |= permutation[d] != d;
    }
    if (!v || !moves)
        return v;
    return grn_new(w, "ttnn.permute", 1, &v, like(w, v, v->type->rank, shape), 1,
                   &(grn_new_attr){"permutation", grn_attr_dense_i64(w->ir, (size_t)v->type->rank, permutation)});
}

/* v, of the rank of `shape`, repeated along what has one element. */
static grn_value *repeat(grn_rewrite *w, grn_value *v, const int64_t *shape)
{
    int64_t times[GRN_MAX_RANK];
    bool grows = false;
    for (int32_t d = 0; v && d < v->type->rank; d++) {
        times[d] = v->type->shape[d] == shape[d] ? 1 : shape[d];
        grows |= times[d] != 1;
    }
    if (!v || !grows)
        return v;
    return grn_new(w, "ttnn.repeat", 1, &v, like(w, v, v->type->rank, shape), 1,
                   &(grn_new_attr){"repeat_dims", shape_attr(w, v->type->rank, times)});
}

/* dims[i] is the result's dim of v's dim i: its dims brought into order, then ones put between them, then repeated. */
static grn_value *broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape)
{
    int64_t permutation[GRN_MAX_RANK], wide[GRN_MAX_RANK];
    int32_t n = 0;
    for (int64_t d = 0; d < rank; d++) {
        wide[d] = 1;
        for (int32_t i = 0; i < v->type->rank; i++)
            if (dims[i] == d) {
                permutation[n++] = i;
                wide[d] = v->type->shape[i];
            }
    }
    return repeat(w, reshape(w, permute(w, v, permutation), rank, wide), shape);
}

/* ---- export patterns --------------------------------------------------------------------------------------------- */

static grn_status export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!can_express(op) || !value)
        return GRN_OK;
    return grn_replace(w, grn_new(w, "ttnn.constant", 0, NULL, grn_result_type(op, 0), 1, &(grn_new_attr){"value", value}));
}

/* Counted once, then put along its dim and repeated. */
static grn_status export_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    if (!can_express(op) || !i64 || t->element->kind == GRN_TYPE_COMPLEX)
        return i64 ? GRN_OK : grn_no_memory(w);
    const grn_new_attr attrs[] = {{"start", grn_attr_integer(w->ir, i64, 0)},
                                  {"end", grn_attr_integer(w->ir, i64, t->shape[dim])},
                                  {"step", grn_attr_integer(w->ir, i64, 1)}};
    grn_value *v = grn_new(w, "ttnn.arange", 0, NULL, grn_tensor_like(w, t->element, 1, &t->shape[dim]), GRN_COUNT(attrs), attrs);
    return grn_replace(w, v ? broadcast(w, v, &dim, t->rank, t->shape) : NULL);
}

static grn_status export_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return can_express(op) ? grn_replace(w, reshape(w, op->operands[0], t->rank, t->shape)) : GRN_OK;
}

static grn_status export_transpose(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    bool good = can_express(op) && grn_op_dims(op, "permutation", &count, &v);
    return good ? grn_replace(w, permute(w, op->operands[0], v)) : GRN_OK;
}

static grn_status export_broadcast(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    const grn_type *t = grn_result_type(op, 0);
    bool good = can_express(op) && grn_op_dims(op, "broadcast_dimensions", &count, &v);
    return good ? grn_replace(w, broadcast(w, op->operands[0], v, t->rank, t->shape)) : GRN_OK;
}

static grn_status export_slice(grn_rewrite *w, const grn_op *op)
{
    static const char *const from[] = {"start_indices", "limit_indices", "strides"};
    static const char *const to[] = {"begins", "ends", "step"};
    grn_new_attr attrs[GRN_COUNT(from)];
    if (!can_express(op))
        return GRN_OK;
    for (size_t i = 0; i < GRN_COUNT(from); i++) {
        size_t count;
        const int64_t *v;
        if (!grn_op_dims(op, from[i], &count, &v))
            return GRN_OK;
        for (size_t d = 0; d < count; d++)
            if (v[d] > INT32_MAX) /* a stride */
                return GRN_OK;
        attrs[i] = (grn_new_attr){to[i], i32s(w, (int32_t)count, v)};
    }
    return grn_replace(w, grn_new(w, "ttnn.slice_static", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

static grn_status export_concatenate(grn_rewrite *w, const grn_op *op)
{
    if (!can_express(op))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "ttnn.concat", op->noperands, op->operands, grn_result_type(op, 0), 1,
                                  &(grn_new_attr){"dim", grn_ttnn_i32(w, GRN_SIGNED, grn_op_integer(op, "dimension", 0))}));
}

/* The rows broadcast and keep element types, as the hub's do. */
static grn_status export_as(grn_rewrite *w, const grn_op *op, const char *name)
{
    return can_express(op) ? grn_replace(w, grn_new(w, name, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL))
                           : GRN_OK;
}

#define EXPORT_AS(function, name)                                                                                          \
    static grn_status function(grn_rewrite *w, const grn_op *op) { return export_as(w, op, name); }
EXPORT_AS(export_add, "ttnn.add")
EXPORT_AS(export_subtract, "ttnn.subtract")
EXPORT_AS(export_multiply, "ttnn.multiply")
EXPORT_AS(export_minimum, "ttnn.minimum")
EXPORT_AS(export_maximum, "ttnn.maximum")
EXPORT_AS(export_select, "ttnn.where")

static bool is_truth(const grn_op *op) { return grn_result_type(op, 0)->element->dtype == GRN_I1; }
static grn_status export_and(grn_rewrite *w, const grn_op *op)
{
    return export_as(w, op, is_truth(op) ? "ttnn.logical_and" : "ttnn.bitwise_and");
}
static grn_status export_or(grn_rewrite *w, const grn_op *op)
{
    return export_as(w, op, is_truth(op) ? "ttnn.logical_or" : "ttnn.bitwise_or");
}

static grn_status export_compare(grn_rewrite *w, const grn_op *op)
{
    static const char *const names[] = {[GRN_COMPARE_EQ] = "ttnn.eq", [GRN_COMPARE_NE] = "ttnn.ne", [GRN_COMPARE_GE] = "ttnn.ge",
                                        [GRN_COMPARE_GT] = "ttnn.gt", [GRN_COMPARE_LE] = "ttnn.le", [GRN_COMPARE_LT] = "ttnn.lt"};
    const grn_attr *type = grn_op_attr(op, "compare_type");
    if (type && type->enumeration.value == GRN_COMPARE_TOTALORDER)
        return GRN_OK;
    return export_as(w, op, names[grn_op_attr(op, "comparison_direction")->enumeration.value]);
}

static grn_status export_convert(grn_rewrite *w, const grn_op *op)
{
    char text[64];
    const grn_type *t = grn_result_type(op, 0);
    const char *name = grn_ttnn_dtype_name(t->element->dtype);
    if (!can_express(op))
        return GRN_OK;
    if (!name)
        return export_as(w, op, "ttnn.typecast");
    int n = snprintf(text, sizeof text, "#ttcore.supportedDataTypes<%s>", name);
    return grn_replace(w, grn_new(w, "ttnn.typecast", 1, op->operands, t, 1, &(grn_new_attr){"dtype", opaque(w, text, (size_t)n)}));
}

/* The one element of a constant as an attribute that holds it exactly; NULL: it is no splat, or no attribute does. */
static const grn_attr *number_of(grn_rewrite *w, const grn_value *v)
{
    int64_t scalar;
    grn_tensor t;
    if (!grn_constant_tensor(v, &scalar, &t) || grn_tensor_elements(&t) != 1)
        return NULL;
    const grn_scalar number = grn_scalar_load(t.dtype, t.data);
    const grn_dtype_class class = grn_dtype_class_of(t.dtype);
    if (class == GRN_CLASS_FLOAT && (double)(float)number.f == number.f)
        return grn_attr_float(w->ir, grn_type_of_dtype(w->ir, GRN_F32), number.f);
    bool small = class != GRN_CLASS_FLOAT && class != GRN_CLASS_COMPLEX && number.i >= INT32_MIN && number.i <= INT32_MAX;
    return small && !(class == GRN_CLASS_UNSIGNED && number.u > INT32_MAX) ? grn_ttnn_i32(w, GRN_SIGNLESS, number.i) : NULL;
}

/* [low, high, low, high, ...]. False: something is cut off or put between. */
static bool padding_of(const grn_op *op, int32_t rank, int32_t *out)
{
    static const char *const lists[] = {"edge_padding_low", "edge_padding_high", "interior_padding"};
    for (size_t k = 0; k < GRN_COUNT(lists); k++) {
        size_t count;
        const int64_t *v;
        if (!grn_op_dims(op, lists[k], &count, &v) || count != (size_t)rank)
            return false;
        for (int32_t d = 0; d < rank; d++) {
            if (v[d] < 0 || v[d] > INT32_MAX || (k == 2 && v[d] != 0))
                return false;
            if (k < 2)
                out[2 * d + (int32_t)k] = (int32_t)v[d];
        }
    }
    return true;
}

static grn_status export_pad(grn_rewrite *w, const grn_op *op)
{
    const int32_t rank = grn_type_is_tensor(grn_result_type(op, 0)) ? grn_result_type(op, 0)->rank : 0;
    int32_t *padding = GRN_ARENA_NEW(&w->ir->arena, int32_t, (size_t)(2 * rank));
    const grn_type *type = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    if (!padding || !type)
        return grn_no_memory(w);
    const grn_attr *value = can_express(op) && padding_of(op, rank, padding) ? number_of(w, op->operands[1]) : NULL;
    if (!value)
        return GRN_OK;
    const grn_attr list = {.kind = GRN_ATTR_DENSE_ARRAY, .type = type, .dense_array = {(size_t)(2 * rank), padding}};
    const grn_new_attr attrs[] = {{"padding", grn_attr_make(w->ir, &list)},
                                  {"use_multicore", grn_attr_bool(w->ir, false)},
                                  {"value", value}};
    return grn_replace(w, grn_new(w, "ttnn.pad", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

const grn_export_pattern grn_ttnn_export_patterns[] = {
    {.op = "stablehlo.constant", .export = export_constant},
    {.op = "stablehlo.iota", .export = export_iota},
    {.op = "stablehlo.reshape", .export = export_reshape},
    {.op = "stablehlo.transpose", .export = export_transpose},
    {.op = "stablehlo.broadcast_in_dim", .export = export_broadcast},
    {.op = "stablehlo.slice", .export = export_slice},
    {.op = "stablehlo.concatenate", .export = export_concatenate},
    {.op = "stablehlo.add", .export = export_add},
    {.op = "stablehlo.subtract", .export = export_subtract},
    {.op = "stablehlo.multiply", .export = export_multiply},
    {.op = "stablehlo.minimum", .export = export_minimum},
    {.op = "stablehlo.maximum", .export = export_maximum},
    {.op = "stablehlo.and", .export = export_and},
    {.op = "stablehlo.or", .export = export_or},
    {.op = "stablehlo.compare", .export = export_compare},
    {.op = "stablehlo.select", .export = export_select},
    {.op = "stablehlo.convert", .export = export_convert},
    {.op = "stablehlo.pad", .export = export_pad},
    {.op = "arith.index_cast", .export = export_convert}, /* indices of type index become ui32, which arith does not have */
    {.op = "stablehlo.gather", .export = grn_ttnn_export_gather},
    {.op = "stablehlo.scatter", .export = grn_ttnn_export_scatter},
    {.op = NULL},
};
