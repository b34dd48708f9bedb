/*
 * r.c - R: its row, its ops, its helpers. Gathers and scatters are the garner package's
 * (bindings/r), which counts from one.
 *
 * R has doubles, logicals and 32-bit integers without a least value. Here every number is a double:
 * an integer is a whole one, wrapped after each op as its type wraps, and an error past 2^53; f32
 * is rounded after each op. A tensor without dimensions is a vector of one element.
 */
#include <inttypes.h>
#include <math.h>

#include "dialects/stablehlo/stablehlo.h"
#include "source/source.h"

static const char *filled(grn_source *s, const char *text, const char *a, const char *b, const char *c)
{
    return grn_source_fill(s, text, NULL, c ? 3 : b ? 2 : 1, (const char *const[]){a, b, c});
}

/* ---- lists and calls ------------------------------------------------------------------------- */

static const char *r_list(grn_source *s, size_t count, const char *const *items)
{
    return count == 0   ? "integer(0)"
           : count == 1 ? items[0]
                        : grn_source_text(s, "c(%s)", grn_source_join(s, count, items, ", "));
}

/* Dimensions, counted from one. */
static const char *dims_of(grn_source *s, const grn_dims *dims)
{
    int64_t v[GRN_MAX_RANK];
    for (int32_t i = 0; i < dims->count; i++)
        v[i] = dims->v[i] + 1;
    return grn_source_list(s, (size_t)dims->count, v);
}

static const char *r_several(grn_source *s, size_t count, const char *const *names)
{
    return grn_source_text(s, "list(%s)", grn_source_join(s, count, names, ", "));
}

static void r_call(grn_source *s, const grn_op *op)
{
    const char *value =
        grn_source_text(s, "%s(%s)", grn_source_function(s, op), grn_source_fill(s, "{all}", op, 0, NULL));
    if (op->nresults == 1) {
        grn_source_give(s, op, value);
        return;
    }
    grn_source_assign(s, "several", value);
    for (size_t i = 0; i < op->nresults; i++)
        grn_source_assign(s, grn_source_result(s, op, i), grn_source_text(s, "several[[%zu]]", i + 1));
}

/* ---- constants and shapes -------------------------------------------------------------------- */

/* As the first index changes fastest. */
static const char *column_major(grn_source *s, const grn_tensor *t)
{
    int64_t n = grn_tensor_elements(t), index[GRN_MAX_RANK] = {0}, offset = 0;
    const char **items = grn_source_texts(s, (size_t)n);
    for (int64_t i = 0; items && i < n; i++) {
        items[i] = grn_source_number(s, t->dtype, grn_tensor_at(t, offset));
        for (int32_t d = 0; d < t->rank; d++) {
            offset += t->stride[d];
            if (++index[d] < t->shape[d])
                break;
            offset -= index[d] * t->stride[d];
            index[d] = 0;
        }
    }
    return items ? grn_source_join(s, (size_t)n, items, ", ") : "";
}

static bool all_exact(const grn_tensor *t)
{
    grn_walk w;
    if (t->dtype != GRN_I64 && t->dtype != GRN_INDEX)
        return true;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); w.more; grn_walk_next(&w)) {
        int64_t v = grn_scalar_load(t->dtype, grn_tensor_at(t, w.offset[0])).i;
        if (v > INT64_C(1) << 53 || v < -(INT64_C(1) << 53))
            return false;
    }
    return true;
}

static void write_constant(grn_source *s, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *type = grn_result_type(op, 0);
    if (!value || value->kind != GRN_ATTR_ELEMENTS || !all_exact(&value->elements->tensor)) {
        grn_source_refuse(s, "has an integer past 2^53, which no number of R's is");
        return;
    }
    const grn_tensor *t = &value->elements->tensor;
    bool one = value->elements->splat || type->rank == 0;
    const char *numbers = grn_tensor_elements(t) == 0 ? t->dtype == GRN_I1 ? "logical(0)" : "numeric(0)"
                          : one                       ? grn_source_number(s, t->dtype, t->data)
                                                      : grn_source_text(s, "c(%s)", column_major(s, t));
    grn_source_give(
        s, op, type->rank == 0 ? numbers : grn_source_text(s, "array(%s, %s)", numbers, grn_source_shape(s, type)));
}

static void write_iota(grn_source *s, const grn_op *op)
{
    int64_t dim = grn_op_integer(op, "iota_dimension", 0) + 1;
    grn_source_give(s, op,
                    grn_source_text(s, "slice.index(array(0, %s), %" PRId64 ") - 1",
                                    grn_source_shape(s, grn_result_type(op, 0)), dim));
}

static const char *steps(grn_source *s, int64_t start, int64_t limit, int64_t stride)
{
    int64_t n = limit > start ? (limit - start - 1) / stride + 1 : 0;
    if (n == 0)
        return "integer(0)";
    return stride == 1 ? grn_source_text(s, "%" PRId64 ":%" PRId64, start + 1, limit)
                       : grn_source_text(s, "seq(%" PRId64 ", by = %" PRId64 ", length.out = %" PRId64 ")", start + 1,
                                         stride, n);
}

static void write_slice(grn_source *s, const grn_op *op)
{
    size_t n = 0;
    const int64_t *start = NULL, *limit = NULL, *stride = NULL;
    const char *items[GRN_MAX_RANK], *x = grn_source_operand(s, op, 0);
    if (!grn_op_dims(op, "start_indices", &n, &start) || !grn_op_dims(op, "limit_indices", &n, &limit) ||
        !grn_op_dims(op, "strides", &n, &stride))
        n = 0;
    for (size_t d = 0; d < n; d++)
        items[d] = steps(s, start[d], limit[d], stride[d]);
    grn_source_give(s, op, n ? grn_source_text(s, "%s[%s, drop = FALSE]", x, grn_source_join(s, n, items, ", ")) : x);
}

/* "x[start0 + seq_len(2), ]", under lines that name the starts. */
static const char *window_at(grn_source *s, const grn_op *op, size_t first, const grn_type *window, const char *of)
{
    const char *items[GRN_MAX_RANK];
    for (int32_t d = 0; d < window->rank; d++) {
        const char *name = grn_source_text(s, "start%d", (int)d), *n = grn_source_integer(s, window->shape[d]);
        grn_source_assign(s, name,
                          grn_source_text(s, "min(max(%s, 0), dim(%s)[%d] - %s)",
                                          grn_source_operand(s, op, first + (size_t)d), grn_source_operand(s, op, 0),
                                          (int)d + 1, n));
        items[d] = grn_source_text(s, "%s + seq_len(%s)", name, n);
    }
    return window->rank ? grn_source_text(s, "%s[%s", of, grn_source_join(s, (size_t)window->rank, items, ", ")) : NULL;
}

static void write_dynamic_slice(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    (void)grn_source_shape(s, t);
    const char *x = grn_source_operand(s, op, 0), *window = window_at(s, op, 1, t, x);
    grn_source_give(s, op, window ? grn_source_text(s, "%s, drop = FALSE]", window) : x);
}

static void write_dynamic_update_slice(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 1);
    (void)grn_source_shape(s, t);
    const char *r = grn_source_result(s, op, 0), *window = window_at(s, op, 2, t, r),
               *update = grn_source_operand(s, op, 1);
    grn_source_give(s, op, window ? grn_source_operand(s, op, 0) : update);
    if (window)
        grn_source_line(s, "%s] <- %s", window, update);
}

/* ---- elements -------------------------------------------------------------------------------- */

static void write_compare(grn_source *s, const grn_op *op)
{
    static const char *const texts[] = {
        [GRN_COMPARE_EQ] = "{@holds}({0} == {1})", [GRN_COMPARE_NE] = "!{@holds}({0} == {1})",
        [GRN_COMPARE_GE] = "{@holds}({0} >= {1})", [GRN_COMPARE_GT] = "{@holds}({0} > {1})",
        [GRN_COMPARE_LE] = "{@holds}({0} <= {1})", [GRN_COMPARE_LT] = "{@holds}({0} < {1})"};
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *type = grn_op_attr(op, "compare_type");
    unsigned elements = grn_source_elements_of(grn_operand_type(op, 0)->element);
    if ((elements & GRN_SOURCE_FLOAT) && type && type->enumeration.value == GRN_COMPARE_TOTALORDER)
        grn_source_refuse(s, "compares by total order");
    else
        grn_source_give(s, op, grn_source_fill(s, texts[direction->enumeration.value], op, 0, NULL));
}

static void write_convert(grn_source *s, const grn_op *op)
{
    unsigned from = grn_source_elements_of(grn_operand_type(op, 0)->element);
    unsigned to = grn_source_elements_of(grn_result_type(op, 0)->element);
    bool whole = (from & GRN_SOURCE_FLOAT) && (to & GRN_SOURCE_INTEGER);
    const char *text = to == GRN_SOURCE_I1     ? "!{@holds}({0} == 0)"
                       : whole                 ? "{@float_to_int}({0}, \"{dtype}\")"
                       : from == GRN_SOURCE_I1 ? "{0} + 0"
                                               : "{@narrow}({0}, \"{dtype}\")";
    grn_source_give(s, op, grn_source_fill(s, text, op, 0, NULL));
}

/* ---- combiners ------------------------------------------------------------------------------- */

/* {0}: the element type. `known`: the package's name of it, which means the same for these
 * elements. */
static const struct {
    grn_combiner combiner;
    unsigned elements;
    const char *known, *text;
} combiners[] = {
    {GRN_COMBINE_REPLACE, GRN_SOURCE_ANY, "replace", NULL},
    {GRN_COMBINE_ADD, GRN_SOURCE_I1, "add", "function(a, b) a | b"},
    {GRN_COMBINE_ADD, GRN_SOURCE_F64, "add", "function(a, b) a + b"},
    {GRN_COMBINE_ADD, GRN_SOURCE_REAL, NULL, "function(a, b) {@narrow}(a + b, \"{0}\")"},
    {GRN_COMBINE_MUL, GRN_SOURCE_I1, "mul", "function(a, b) a & b"},
    {GRN_COMBINE_MUL, GRN_SOURCE_F64, "mul", "function(a, b) a * b"},
    {GRN_COMBINE_MUL, GRN_SOURCE_F32, NULL, "function(a, b) {@narrow}(a * b, \"{0}\")"},
    {GRN_COMBINE_MUL, GRN_SOURCE_INTEGER, NULL, "function(a, b) {@times}(a, b, \"{0}\")"},
    {GRN_COMBINE_MIN, GRN_SOURCE_I1, "min", "function(a, b) a & b"},
    {GRN_COMBINE_MIN, GRN_SOURCE_REAL, "min", "{@minimum}"},
    {GRN_COMBINE_MAX, GRN_SOURCE_I1, "max", "function(a, b) a | b"},
    {GRN_COMBINE_MAX, GRN_SOURCE_REAL, "max", "{@maximum}"},
    {GRN_COMBINE_AND, GRN_SOURCE_I1, "and", "function(a, b) a & b"},
    {GRN_COMBINE_OR, GRN_SOURCE_I1, "or", "function(a, b) a | b"},
    {GRN_COMBINE_XOR, GRN_SOURCE_I1, "xor", "function(a, b) a != b"},
};

/* NULL, after a refusal. */
static const char *combiner_text(grn_source *s, grn_combiner combiner, const grn_type *element, bool by_name)
{
    for (size_t i = 0; i < GRN_COUNT(combiners); i++)
        if (combiners[i].combiner == combiner && (combiners[i].elements & grn_source_elements_of(element))) {
            if (by_name && combiners[i].known)
                return grn_source_text(s, "\"%s\"", combiners[i].known);
            if (combiners[i].text)
                return filled(s, combiners[i].text, grn_source_dtype(s, element), NULL, NULL);
        }
    grn_source_refuse(s, combiner == GRN_COMBINE_REGION ? "has a region that is no single known combiner"
                                                        : "combines elements in a way that R has not");
    return NULL;
}

static void write_reduce(grn_source *s, const grn_op *op)
{
    size_t n = op->noperands / 2;
    grn_combiner combiner = grn_stablehlo_combiner(&op->regions[0]);
    for (size_t i = 0; i < n; i++) {
        const grn_type *element = grn_operand_type(op, i)->element;
        bool promotes = grn_result_type(op, i)->element != element;
        const char *by = combiner_text(s, promotes ? GRN_COMBINE_REGION : combiner, element, false);
        if (!by)
            return;
        const char *args[] = {by, grn_source_operand(s, op, i), grn_source_operand(s, op, n + i),
                              grn_source_fill(s, "{attr:dimensions}", op, 0, NULL)};
        grn_source_assign(s, grn_source_result(s, op, i),
                          grn_source_fill(s, "{@reduce}({0}, {1}, {2}, {3} + 1)", NULL, 4, args));
    }
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

/* A number for each component of the index vectors, beside the index it is about. */
static const char *by_component(grn_source *s, const grn_hub *a, const int64_t *v)
{
    int32_t n = a->dims.start_index_map.count;
    if (n == 1)
        return grn_source_integer(s, v[0]);
    return grn_source_text(s, "%s[slice.index(index, %" PRId64 ")]", grn_source_list(s, (size_t)n, v),
                           a->dims.index_vector_dim + 1);
}

static const char *last_starts(grn_source *s, const grn_hub *a)
{
    int64_t v[GRN_MAX_RANK];
    const grn_dims *map = &a->dims.start_index_map;
    for (int32_t k = 0; k < map->count; k++)
        v[k] = a->operands[0]->type->shape[map->v[k]] - grn_hub_window(a, map->v[k]);
    return by_component(s, a, v);
}

/* "index", counted from 0, with the lines that make it so. */
static void write_index(grn_source *s, const grn_hub *a)
{
    const grn_index_rule *rule = &a->rule;
    const grn_dims *map = &a->dims.start_index_map;
    const char *name = grn_source_name(s, a->indices);
    int64_t extents[GRN_MAX_RANK];
    for (int32_t k = 0; k < map->count; k++)
        extents[k] = a->operands[0]->type->shape[map->v[k]];
    grn_source_assign(s, "index", rule->base ? grn_source_text(s, "%s - %" PRId64, name, rule->base) : name);
    if (map->count == 0)
        return;
    if (rule->wrap_negative)
        grn_source_assign(s, "index", grn_source_text(s, "index + (index < 0) * %s", by_component(s, a, extents)));
    if (rule->bounds == GRN_BOUNDS_ERROR)
        grn_source_line(s, "if (any(index < 0 | index > %s)) stop(\"an index is out of range of %s\")",
                        last_starts(s, a), grn_source_name(s, a->operands[0]));
    if (a->is_scatter && (rule->bounds == GRN_BOUNDS_CLAMP || rule->bounds == GRN_BOUNDS_PROMISE))
        grn_source_assign(s, "index", grn_source_text(s, "pmin(pmax(index, 0), %s)", last_starts(s, a)));
}

static bool read_access(grn_source *s, const grn_op *op, grn_hub *a)
{
    if (!grn_source_read_access(s, op, a))
        return false;
    const grn_index_rule *rule = &a->rule;
    if (!grn_type_has_static_shape(a->operands[0]->type) || !grn_type_has_static_shape(grn_hub_dense(a)) ||
        !grn_type_has_static_shape(a->indices->type))
        grn_source_refuse(s, "has an operand of a shape that is not known");
    else if (rule->bounds == (a->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_FILL) && !grn_source_single(a) &&
             rule->grain == (a->is_scatter ? GRN_GRAIN_WINDOW : GRN_GRAIN_ELEMENT))
        grn_source_refuse(s, a->is_scatter ? "drops windows as a whole" : "fills elements of a window one by one");
    else if (!grn_source_same_batches(a))
        grn_source_refuse(s, "has indices that are shorter than the operand along a batching dimension");
    else
        return true;
    return false;
}

/* The dimension numbers that both functions take, under their names for them. */
static const char *numbers(grn_source *s, const grn_hub *a, const char *const *names)
{
    const grn_dimension_numbers *d = &a->dims;
    const grn_dims *lists[] = {&d->offset_dims, &d->collapsed_slice_dims, &d->operand_batching_dims,
                               &d->start_indices_batching_dims, &d->start_index_map};
    const char *parts[6];
    for (size_t i = 0; i < 5; i++)
        parts[i] = grn_source_text(s, "%s = %s", names[i], dims_of(s, lists[i]));
    parts[5] = grn_source_text(s, "index_vector_dim = %" PRId64, d->index_vector_dim + 1);
    return grn_source_join(s, 6, parts, ", ");
}

/* `text`, as an array of its shape again: of rank 0 it is one number. */
static const char *shaped(grn_source *s, const grn_type *t, const char *text)
{
    return t->rank == 0 ? grn_source_text(s, "as.vector(%s)", text)
                        : grn_source_text(s, "array(%s, %s)", text, grn_source_shape(s, t));
}

static void write_fill(grn_source *s, const grn_op *op, const grn_hub *a)
{
    grn_tensor fill;
    if (grn_tensor_init(&fill, (void *)a->fill, grn_hub_dense(a)->element->dtype, 0, NULL) != GRN_OK ||
        !all_exact(&fill)) {
        grn_source_refuse(s, "fills with an integer past 2^53, which no number of R's is");
        return;
    }
    grn_dims batch = {0};
    for (int32_t d = 0; d < grn_hub_dense(a)->rank; d++)
        if (a->map.dense[d].indices >= 0)
            grn_dims_push(&batch, d);
    const char *vector = grn_source_integer(s, a->dims.index_vector_dim + 1);
    const char *valid = grn_source_text(s, "index >= 0 & index <= %s", last_starts(s, a));
    if (a->map.vector_dim >= 0)
        valid = filled(s, "{@every}({0}, {1})", valid, vector, NULL);
    grn_source_assign(
        s, "valid",
        filled(s, "{@broadcast}({0}, {1}, {2})", valid, dims_of(s, &batch), grn_source_shape(s, grn_hub_dense(a))));
    grn_source_line(s, "%s[!valid] <- %s", grn_source_result(s, op, 0),
                    grn_source_number(s, grn_hub_dense(a)->element->dtype, a->fill));
}

static void write_gather(grn_source *s, const grn_op *op)
{
    static const char *const names[] = {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                                        "start_indices_batching_dims", "start_index_map"};
    grn_hub a;
    if (!read_access(s, op, &a) || !grn_source_knows_sizes(s, &a))
        return;
    write_index(s, &a);
    const char *text =
        grn_source_text(s, "nvl_gather(%s, index + 1, slice_sizes = %s, %s)", grn_source_name(s, a.operands[0]),
                        grn_source_list(s, (size_t)a.map.operand_rank, a.slice_sizes.v), numbers(s, &a, names));
    grn_source_give(s, op, shaped(s, grn_hub_dense(&a), text));
    if (a.rule.bounds == GRN_BOUNDS_FILL && a.dims.start_index_map.count)
        write_fill(s, op, &a);
}

static void write_scatter(grn_source *s, const grn_op *op)
{
    static const char *const names[] = {"update_window_dims", "inserted_window_dims", "input_batching_dims",
                                        "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"};
    grn_hub a;
    if (!read_access(s, op, &a))
        return;
    write_index(s, &a);
    for (size_t i = 0; i < a.ninputs; i++) {
        const char *by = combiner_text(s, a.combiner, a.operands[i]->type->element, true);
        if (!by)
            return;
        const char *text = grn_source_text(s, "nvl_scatter(%s, index + 1, %s, %s, update_computation = %s)",
                                           grn_source_name(s, a.operands[i]), grn_source_name(s, a.updates[i]),
                                           numbers(s, &a, names), by);
        grn_source_assign(s, grn_source_result(s, op, i), shaped(s, a.operands[0]->type, text));
    }
}

/* ---- the language ---------------------------------------------------------------------------- */

#define MATH(op, text)                                         \
    GRN_SOURCE_ROWS(GRN_HLO(op), {GRN_SOURCE_F64, text, NULL}, \
                    {GRN_SOURCE_F32, "{@narrow}(" text ", \"{dtype}\")", NULL})

static const grn_source_row *const rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(constant), {GRN_SOURCE_ANY, NULL, write_constant}),
    GRN_SOURCE_ROWS(GRN_HLO(iota), {GRN_SOURCE_ANY, NULL, write_iota}),
    GRN_SOURCE_ROWS(GRN_HLO(reshape), {GRN_SOURCE_ANY, "{@reshape}({0}, {shape})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(transpose), {GRN_SOURCE_ANY, "{@transpose}({0}, {attr:permutation} + 1)", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(broadcast_in_dim),
                    {GRN_SOURCE_ANY, "{@broadcast}({0}, {attr:broadcast_dimensions} + 1, {shape})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(slice), {GRN_SOURCE_ANY, NULL, write_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(concatenate), {GRN_SOURCE_ANY, "{@concatenate}({attr:dimension} + 1, {all})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(pad),
                    {GRN_SOURCE_ANY,
                     "{@pad}({0}, {1}, {attr:edge_padding_low}, {attr:edge_padding_high}, {attr:interior_padding})",
                     NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(reverse), {GRN_SOURCE_ANY, "{@reverse}({0}, {attr:dimensions} + 1)", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_slice), {GRN_SOURCE_ANY, NULL, write_dynamic_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_update_slice), {GRN_SOURCE_ANY, NULL, write_dynamic_update_slice}),
    GRN_SOURCE_ROWS(GRN_OP(garner, gather), {GRN_SOURCE_ANY, NULL, write_gather}),
    GRN_SOURCE_ROWS(GRN_OP(garner, scatter), {GRN_SOURCE_ANY, NULL, write_scatter}),
    GRN_SOURCE_ROWS(GRN_HLO(reduce), {GRN_SOURCE_ANY, NULL, write_reduce}),
    GRN_SOURCE_ROWS(GRN_HLO(compare), {GRN_SOURCE_ANY, NULL, write_compare}),
    GRN_SOURCE_ROWS(GRN_HLO(convert), {GRN_SOURCE_ANY, NULL, write_convert}),
    GRN_SOURCE_ROWS(GRN_HLO(select), {GRN_SOURCE_ANY, "{@choose}({0}, {1}, {2})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(add), {GRN_SOURCE_I1, "{0} | {1}", NULL}, {GRN_SOURCE_F64, "{0} + {1}", NULL},
                    {GRN_SOURCE_REAL, "{@narrow}({0} + {1}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(subtract), {GRN_SOURCE_F64, "{0} - {1}", NULL},
                    {GRN_SOURCE_REAL, "{@narrow}({0} - {1}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(multiply), {GRN_SOURCE_I1, "{0} & {1}", NULL}, {GRN_SOURCE_F64, "{0} * {1}", NULL},
                    {GRN_SOURCE_F32, "{@narrow}({0} * {1}, \"{dtype}\")", NULL},
                    {GRN_SOURCE_INTEGER, "{@times}({0}, {1}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(divide), {GRN_SOURCE_F64, "{0} / {1}", NULL},
                    {GRN_SOURCE_F32, "{@narrow}({0} / {1}, \"{dtype}\")", NULL},
                    {GRN_SOURCE_INTEGER, "{@divide}({0}, {1}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(remainder), {GRN_SOURCE_INTEGER, "{@remainder}({0}, {1}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(minimum), {GRN_SOURCE_I1, "{0} & {1}", NULL}, {GRN_SOURCE_INTEGER, "pmin({0}, {1})", NULL},
                    {GRN_SOURCE_FLOAT, "{@minimum}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(maximum), {GRN_SOURCE_I1, "{0} | {1}", NULL}, {GRN_SOURCE_INTEGER, "pmax({0}, {1})", NULL},
                    {GRN_SOURCE_FLOAT, "{@maximum}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(clamp), {GRN_SOURCE_I1, "({1} | {0}) & {2}", NULL},
                    {GRN_SOURCE_INTEGER, "pmin(pmax({1}, {0}), {2})", NULL},
                    {GRN_SOURCE_FLOAT, "{@minimum}({@maximum}({1}, {0}), {2})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(negate), {GRN_SOURCE_FLOAT, "-{0}", NULL},
                    {GRN_SOURCE_INTEGER, "{@narrow}(-{0}, \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(abs), {GRN_SOURCE_FLOAT, "abs({0})", NULL},
                    {GRN_SOURCE_INTEGER, "{@narrow}(abs({0}), \"{dtype}\")", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(sign), {GRN_SOURCE_INTEGER, "sign({0})", NULL},
                    {GRN_SOURCE_FLOAT, "{@choose}({@holds}({0} == 0), {0}, sign({0}))", NULL}),
    MATH(exponential, "exp({0})"),
    MATH(log, "log({0})"),
    MATH(tanh, "tanh({0})"),
    MATH(sine, "sin({0})"),
    MATH(cosine, "cos({0})"),
    MATH(rsqrt, "1 / sqrt({0})"),
    MATH(sqrt, "sqrt({0})"),
    MATH(floor, "floor({0})"),
    MATH(ceil, "ceiling({0})"),
    GRN_SOURCE_ROWS(GRN_HLO(is_finite), {GRN_SOURCE_FLOAT, "is.finite({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(and), {GRN_SOURCE_I1, "{0} & {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(or), {GRN_SOURCE_I1, "{0} | {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(xor), {GRN_SOURCE_I1, "{0} != {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(not ), {GRN_SOURCE_I1, "!{0}", NULL}),
};

static const grn_source_helper helpers[] = {
    {"holds", "holds <- function(x) { # what a comparison with NaN answers is FALSE\n"
              "    x[is.na(x)] <- FALSE\n"
              "    x\n"
              "}\n"},
    {"narrow",
     "narrow <- function(x, type) { # rounded or wrapped to an element type\n"
     "    if (type == \"f64\") return(x)\n"
     "    if (type == \"i64\" && any(abs(x) > 2^53)) stop(\"an integer is past 2^53, which no number of R's is\")\n"
     "    if (type == \"i64\") return(x + 0)\n"
     "    if (type == \"f32\") {\n"
     "        x[] <- readBin(writeBin(as.vector(x), raw(), size = 4), \"numeric\", length(x), size = 4)\n"
     "        return(x)\n"
     "    }\n"
     "    bits <- as.numeric(sub(\"[a-z]+\", \"\", type))\n"
     "    x <- x %% 2^bits\n"
     "    if (startsWith(type, \"i\")) x - 2^bits * (x >= 2^(bits - 1)) else x\n"
     "}\n"},
    {"times", "times <- function(a, b, type) { # by halves of b, so that every product is exact\n"
              "    if (type == \"i64\") return({@narrow}(a * b, type))\n"
              "    low <- b %% 65536\n"
              "    {@narrow}(a * low + {@narrow}(a * ((b - low) / 65536), \"i32\") * 65536, type)\n"
              "}\n"},
    {"divide", "divide <- function(a, b, type) { # cut towards zero; all bits are ones where b is 0\n"
               "    q <- trunc(a / b)\n"
               "    q[b == 0] <- -1\n"
               "    {@narrow}(q, type)\n"
               "}\n"},
    {"remainder", "remainder <- function(a, b, type) { # with the sign of a; a itself where b is 0\n"
                  "    r <- a - b * trunc(a / b)\n"
                  "    r[b == 0] <- a[b == 0]\n"
                  "    {@narrow}(r, type)\n"
                  "}\n"},
    {"minimum", "minimum <- function(a, b) { # NaN wins, and -0 is below 0\n"
                "    r <- pmin(a, b)\n"
                "    b <- rep_len(as.vector(b), length(a))\n"
                "    zero <- which(as.vector(a) == 0 & b == 0)\n"
                "    r[zero] <- ifelse(1 / a[zero] < 0, a[zero], b[zero])\n"
                "    r\n"
                "}\n"},
    {"maximum", "maximum <- function(a, b) { # NaN wins, and 0 is above -0\n"
                "    r <- pmax(a, b)\n"
                "    b <- rep_len(as.vector(b), length(a))\n"
                "    zero <- which(as.vector(a) == 0 & b == 0)\n"
                "    r[zero] <- ifelse(1 / a[zero] < 0, b[zero], a[zero])\n"
                "    r\n"
                "}\n"},
    {"choose", "choose <- function(p, a, b) { # a where p holds, else b\n"
               "    if (length(p) == 1 && length(a) != 1) return(if (p) a else b)\n"
               "    a[!p] <- b[!p]\n"
               "    a\n"
               "}\n"},
    {"float_to_int", "float_to_int <- function(x, type) { # cut towards zero and held to the range; NaN becomes 0\n"
                     "    bits <- as.numeric(sub(\"[a-z]+\", \"\", type))\n"
                     "    signed <- startsWith(type, \"i\")\n"
                     "    x[is.nan(x)] <- 0\n"
                     "    least <- if (signed) -2^(bits - 1) else 0\n"
                     "    pmin(pmax(trunc(x), least), 2^(bits - signed) - 1) + 0\n"
                     "}\n"},
    {"reshape", "reshape <- function(x, shape) { # in row-major order\n"
                "    x <- as.vector(if (length(dim(x)) > 1) aperm(x) else x)\n"
                "    if (length(shape) == 0) return(x)\n"
                "    aperm(array(x, rev(shape)))\n"
                "}\n"},
    {"transpose", "transpose <- function(x, order) if (length(order) > 1) aperm(x, order) else x\n"},
    {"broadcast", "broadcast <- function(x, dims, shape) { # dims[k] is the result's dimension of x's dimension k\n"
                  "    if (length(shape) == 0) return(x)\n"
                  "    place <- array(1, shape)\n"
                  "    step <- 1\n"
                  "    for (k in seq_along(dims)) {\n"
                  "        if (dim(x)[k] > 1) place <- place + (slice.index(place, dims[k]) - 1) * step\n"
                  "        step <- step * dim(x)[k]\n"
                  "    }\n"
                  "    array(as.vector(x)[as.vector(place)], shape)\n"
                  "}\n"},
    {"concatenate", "concatenate <- function(d, ...) {\n"
                    "    parts <- list(...)\n"
                    "    shape <- dim(parts[[1]])\n"
                    "    last <- c(seq_along(shape)[-d], d)\n"
                    "    values <- unlist(lapply(parts, function(x) as.vector(aperm(x, last))))\n"
                    "    shape[d] <- sum(vapply(parts, function(x) dim(x)[d], 0L))\n"
                    "    aperm(array(values, shape[last]), order(last))\n"
                    "}\n"},
    {"reverse", "reverse <- function(x, dims) {\n"
                "    index <- lapply(seq_along(dim(x)), function(d) if (d %in% dims) rev(seq_len(dim(x)[d])) else "
                "seq_len(dim(x)[d]))\n"
                "    if (length(index)) do.call(`[`, c(list(x), index, list(drop = FALSE))) else x\n"
                "}\n"},
    {"pad",
     "pad <- function(x, value, low, high, interior) { # negative numbers cut off\n"
     "    if (length(low) == 0) return(x)\n"
     "    n <- dim(x) + pmax(dim(x) - 1, 0) * interior\n"
     "    wide <- array(value, pmax(low, 0) + n + pmax(high, 0))\n"
     "    at <- lapply(seq_along(n), function(d) max(low[d], 0) + (seq_len(dim(x)[d]) - 1) * (interior[d] + 1) + 1)\n"
     "    wide <- do.call(`[<-`, c(list(wide), at, list(value = x)))\n"
     "    kept <- lapply(seq_along(n), function(d) max(-low[d], 0) + seq_len(max(low[d] + n[d] + high[d], 0)))\n"
     "    do.call(`[`, c(list(wide), kept, list(drop = FALSE)))\n"
     "}\n"},
    {"reduce", "reduce <- function(combine, x, init, dims) { # one element after the other in row-major order\n"
               "    rest <- setdiff(seq_along(dim(x)), dims)\n"
               "    shape <- dim(x)[rest]\n"
               "    columns <- prod(dim(x)[dims])\n"
               "    x <- matrix(aperm(x, c(rest, rev(sort(dims)))), prod(shape), columns)\n"
               "    r <- rep(init, prod(shape))\n"
               "    for (k in seq_len(columns)) r <- combine(r, x[, k])\n"
               "    if (length(shape)) array(r, shape) else r\n"
               "}\n"},
    {"every", "every <- function(x, d) { # whether all along dimension d hold\n"
              "    shape <- dim(x)[-d]\n"
              "    if (length(shape)) array(apply(x, seq_along(dim(x))[-d], all), shape) else all(x)\n"
              "}\n"},
    {NULL, NULL},
};

static const grn_source_type types[] = {
    {GRN_I1, "i1"},   {GRN_I8, "i8"},     {GRN_I16, "i16"},   {GRN_I32, "i32"}, {GRN_I64, "i64"}, {GRN_INDEX, "i64"},
    {GRN_UI8, "ui8"}, {GRN_UI16, "ui16"}, {GRN_UI32, "ui32"}, {GRN_F32, "f32"}, {GRN_F64, "f64"}, {GRN_NO_DTYPE, NULL},
};

static const char *const reserved[] = {
    "if",          "else",    "repeat",  "while",   "function", "for",   "next",  "break",   "TRUE",
    "FALSE",       "NULL",    "Inf",     "NaN",     "NA",       "in", /* words */
    "c",           "array",   "dim",     "length",  "list",     "min",   "max",   "pmin",    "pmax",
    "any",         "all",     "abs",     "sign",    "exp",      "log",   "sqrt",  "sin",     "cos",
    "tanh",        "floor",   "ceiling", "trunc",   "aperm",    "rev",   "seq",   "stop",    "sum",
    "prod",        "order",   "matrix",  "rep",     "which",    "index", "valid", "several", "nvl_gather",
    "nvl_scatter", "integer", "numeric", "logical", "return",   NULL};

const grn_source_language grn_source_r = {
    .name = "r",
    .title = "R",
    .header = "library(garner)\n",
    .module = "",
    .comment = "#",
    .begin = "{0} <- function({1}) {\n",
    .end = "}\n",
    .assign = "{0} <- {1}",
    .give = "{0}",
    .yes = "TRUE",
    .no = "FALSE",
    .has_only_f64 = true,
    .reserved = reserved,
    .types = types,
    .rows = {rows},
    .helpers = helpers,
    .phrase = {[GRN_PHRASE_NAN] = "NaN", [GRN_PHRASE_INFINITY] = "Inf"},
    .list = r_list,
    .several = r_several,
    .call = r_call,
};
