/*
 * export.c - the hub's ops around gathers and scatters as tt-mlir's ops.
 *
 * Predicates stay i1 between a comparison and its where; tt-mlir itself would
 * make them numbers, which TTNN has in their place.
 */
#include "dialects/ttnn/translate.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- attributes ------------------------------------------------------------------------------ */

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

/* What rows of this file name by GRN_PART_OWN. */
enum {
    DIM,     /* attribute `from`, si32 */
    I32S,    /* the list that attribute `from` is */
    EXTENTS, /* the result's */
    TIMES,   /* how often each dim of the operand is repeated, as #ttnn.shape */
    END,     /* the result's first extent */
    DTYPE    /* the result's, by TTNN's name */
};

static const grn_attr *times_of(grn_rewrite *w, const grn_op *op)
{
    int64_t times[GRN_MAX_RANK];
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    for (int32_t d = 0; d < out->rank; d++)
        times[d] = in->shape[d] == out->shape[d] ? 1 : out->shape[d];
    return shape_attr(w, out->rank, times);
}

static const grn_attr *dtype_of(grn_rewrite *w, const grn_type *t)
{
    char text[64];
    int n = snprintf(text, sizeof text, "#ttcore.supportedDataTypes<%s>", grn_ttnn_dtype_name(t->element->dtype));
    return opaque(w, text, (size_t)n);
}

const grn_attr *grn_ttnn_attr(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own)
{
    const grn_type *t = grn_result_type(given->op, 0);
    size_t count = 0;
    const int64_t *v = NULL;
    *own = part->kind == GRN_PART_OWN;
    if (!*own)
        return NULL;
    switch (part->number) {
    case DIM: return grn_ttnn_i32(w, GRN_SIGNED, grn_op_integer(given->op, part->from, 0));
    case I32S: return grn_op_dims(given->op, part->from, &count, &v) ? i32s(w, (int32_t)count, v) : NULL;
    case EXTENTS: return i32s(w, t->rank, t->shape);
    case TIMES: return times_of(w, given->op);
    case END: return grn_attr_integer(w->ir, grn_type_integer(w->ir, 64, GRN_SIGNLESS), t->shape[0]);
    default: return dtype_of(w, t);
    }
}

/* ---- pad ------------------------------------------------------------------------------------- */

/* The one element of a constant as an f32, which is what tt-mlir's op holds; NULL: it is no splat,
 * or no f32. */
static const grn_attr *number_of(grn_rewrite *w, const grn_value *v)
{
    int64_t scalar;
    grn_tensor t;
    if (!grn_constant_tensor(v, &scalar, &t) || grn_tensor_elements(&t) != 1)
        return NULL;
    const grn_scalar number = grn_scalar_load(t.dtype, t.data);
    const grn_dtype_class class = grn_dtype_class_of(t.dtype);
    if (class == GRN_CLASS_COMPLEX)
        return NULL;
    const double real = class == GRN_CLASS_FLOAT      ? number.f
                        : class == GRN_CLASS_UNSIGNED ? (double)number.u
                                                      : (double)number.i;
    return (double)(float)real == real ? grn_attr_float(w->ir, grn_type_of_dtype(w->ir, GRN_F32), real) : NULL;
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

/* Every extent fits the numbers of these attributes. */
bool grn_ttnn_takes(const grn_type *t)
{
    bool fits = grn_is_static(t);
    for (int32_t d = 0; fits && d < t->rank; d++)
        fits = t->shape[d] <= INT32_MAX;
    return fits;
}

static grn_status export_pad(grn_rewrite *w, const grn_op *op)
{
    const int32_t rank = grn_type_is_tensor(grn_result_type(op, 0)) ? grn_result_type(op, 0)->rank : 0;
    int32_t *padding = GRN_ARENA_NEW(&w->ir->arena, int32_t, (size_t)(2 * rank));
    const grn_type *type = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    if (!padding || !type)
        return grn_no_memory(w);
    const grn_attr *value =
        grn_op_is_static(op) && padding_of(op, rank, padding) ? number_of(w, op->operands[1]) : NULL;
    if (!value)
        return GRN_OK;
    const grn_attr list = {.kind = GRN_ATTR_DENSE_ARRAY, .type = type, .dense_array = {(size_t)(2 * rank), padding}};
    const grn_new_attr attrs[] = {
        {"padding", grn_attr_make(w->ir, &list)}, {"use_multicore", grn_attr_bool(w->ir, false)}, {"value", value}};
    return grn_replace(w, grn_new(w, "ttnn.pad", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

/* ---- clamp ----------------------------------------------------------------------------------- */

/* minimum(maximum(x, low), high), whose bounds broadcast. */
static grn_status export_clamp(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_op_is_static(op) || !grn_ttnn_takes(t))
        return GRN_OK;
    grn_value *v = grn_new(w, "ttnn.maximum", 2, (grn_value *const[]){op->operands[1], op->operands[0]}, t, 0, NULL);
    return grn_replace(w, grn_new(w, "ttnn.minimum", 2, (grn_value *const[]){v, op->operands[2]}, t, 0, NULL));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool strides_fit(const grn_op *op)
{
    size_t count = 0;
    const int64_t *v = NULL;
    bool fit = grn_op_dims(op, "strides", &count, &v);
    for (size_t d = 0; d < count; d++)
        fit = fit && v[d] <= INT32_MAX;
    return fit;
}

static bool has_name(const grn_op *op) { return grn_ttnn_dtype_name(grn_result_type(op, 0)->element->dtype) != NULL; }
static bool is_counted(const grn_op *op)
{
    return grn_result_type(op, 0)->rank == 1 && grn_result_type(op, 0)->element->kind != GRN_TYPE_COMPLEX;
}

#define CALL(ttnn, ...) .as = "ttnn." ttnn, .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, -1}, __VA_ARGS__)
#define OWN(name, which, from)          \
    {                                   \
        name, GRN_PART_OWN, from, which \
    }
#define ELEMENT(hub, ttnn) GRN_EXPORTS(GRN_HLO(hub), {.as = "ttnn." ttnn})
#define COMPARE(way, ttnn)                   \
    {                                        \
        .as = "ttnn." ttnn, .direction = way \
    }
#define BOOLS (1u << GRN_KIND_BOOL)

const grn_export_pattern *const grn_ttnn_export_patterns[GRN_OPS] = {
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = grn_ttnn_export_gather}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = grn_ttnn_export_scatter}),
    GRN_EXPORTS(GRN_HLO(constant), {CALL("constant", {"value", GRN_PART_ATTR, "value", 0})}),
    GRN_EXPORTS(GRN_HLO(iota), {CALL("arange", {"start", GRN_PART_NUMBER, NULL, 0}, OWN("end", END, NULL),
                                     {"step", GRN_PART_NUMBER, NULL, 1}),
                                .when = is_counted}),
    GRN_EXPORTS(GRN_HLO(reshape), {CALL("reshape", OWN("shape", EXTENTS, NULL))}),
    GRN_EXPORTS(GRN_HLO(transpose), {CALL("permute", {"permutation", GRN_PART_NUMBERS, "permutation", 0})}),
    GRN_EXPORTS(GRN_HLO(broadcast_in_dim), {CALL("repeat", OWN("repeat_dims", TIMES, NULL))}),
    GRN_EXPORTS(GRN_HLO(slice), {CALL("slice_static", OWN("begins", I32S, "start_indices"),
                                      OWN("ends", I32S, "limit_indices"), OWN("step", I32S, "strides")),
                                 .when = strides_fit}),
    GRN_EXPORTS(GRN_HLO(concatenate), {CALL("concat", OWN("dim", DIM, "dimension"))}),
    GRN_EXPORTS(GRN_HLO(pad), {.export = export_pad}),
    ELEMENT(add, "add"),
    ELEMENT(subtract, "subtract"),
    ELEMENT(multiply, "multiply"),
    ELEMENT(minimum, "minimum"),
    ELEMENT(maximum, "maximum"),
    GRN_EXPORTS(GRN_HLO(clamp), {.export = export_clamp}),
    GRN_EXPORTS(GRN_HLO(and), {.as = "ttnn.logical_and", .kinds = BOOLS}, {.as = "ttnn.bitwise_and"}),
    GRN_EXPORTS(GRN_HLO(or), {.as = "ttnn.logical_or", .kinds = BOOLS}, {.as = "ttnn.bitwise_or"}),
    GRN_EXPORTS(GRN_HLO(compare), COMPARE("EQ", "eq"), COMPARE("NE", "ne"), COMPARE("GE", "ge"), COMPARE("GT", "gt"),
                COMPARE("LE", "le"), COMPARE("LT", "lt")),
    ELEMENT(select, "where"),
    GRN_EXPORTS(GRN_HLO(convert), {CALL("typecast", OWN("dtype", DTYPE, NULL)), .when = has_name},
                {.as = "ttnn.typecast"}),
    /* of type index, which TTNN has not */
    GRN_EXPORTS(GRN_OP(arith, index_cast), {CALL("typecast", OWN("dtype", DTYPE, NULL)), .when = has_name}),
};
