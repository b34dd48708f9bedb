/*
 * attrs.c - attributes are made here.
 *
 * Making an attribute also computes the integers that it stands for, so that no reader of
 * `slice_sizes` depends on how it was written: array<i64: 1, 1>, dense<1> : tensor<2xi64> or [1,
 * 1].
 */
#include <stdlib.h>

#include "ir/ir.h"

/* ---- as integers ----------------------------------------------------------------------------- */

static void set_dims(grn_attr *a, size_t count, const int64_t *dims)
{
    a->is_dims = true;
    a->ndims = count;
    a->dims = dims;
}

/* Widens `count` elements of a view into the arena. */
static bool widen(grn_ir *ir, grn_attr *a, const grn_tensor *t, size_t count)
{
    int64_t *v = GRN_ARENA_NEW(&ir->arena, int64_t, count), *at = v;
    grn_walk walk;
    if (!v)
        return false;
    for (grn_walk_init(&walk, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); walk.more; grn_walk_next(&walk))
        *at++ = grn_index_load(t->dtype, grn_tensor_at(t, walk.offset[0]));
    set_dims(a, count, v);
    return true;
}

/* Plain int64s are used where they lie; the rest is written out while it is small. */
static bool elements_as_dims(grn_ir *ir, grn_attr *a)
{
    const grn_tensor *t = &a->elements->tensor;
    if (!grn_dtype_is_integer(t->dtype))
        return true;
    int64_t count = grn_tensor_elements(t);
    if ((t->dtype == GRN_I64 || t->dtype == GRN_INDEX) && grn_tensor_is_compact(t))
        set_dims(a, (size_t)count, t->data);
    else if (count <= (a->elements->splat || a->elements->resource.n ? GRN_MAX_DIMS_OF_SPLAT : GRN_MAX_DIMS_ELEMENTS))
        return widen(ir, a, t, (size_t)count);
    return true;
}

static bool dense_array_as_dims(grn_ir *ir, grn_attr *a)
{
    grn_dtype dtype = a->type->dtype;
    grn_tensor view = {.data = (void *)a->dense_array.data, .dtype = dtype, .rank = 1, .stride = {1}}; /* only read */
    if (!grn_dtype_is_integer(dtype))
        return true;
    if (dtype == GRN_I64 || dtype == GRN_INDEX)
        set_dims(a, a->dense_array.count, a->dense_array.data);
    else if (a->dense_array.count <= GRN_MAX_DIMS_ELEMENTS) {
        view.shape[0] = (int64_t)a->dense_array.count;
        return widen(ir, a, &view, a->dense_array.count);
    }
    return true;
}

static bool array_as_dims(grn_ir *ir, grn_attr *a)
{
    for (size_t i = 0; i < a->array.count; i++)
        if (a->array.items[i]->kind != GRN_ATTR_INTEGER)
            return true;
    int64_t *v = GRN_ARENA_NEW(&ir->arena, int64_t, a->array.count);
    if (!v)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        v[i] = a->array.items[i]->integer;
    set_dims(a, a->array.count, v);
    return true;
}

static bool as_dims(grn_ir *ir, grn_attr *a)
{
    a->is_dims = false;
    a->ndims = 0;
    a->dims = NULL;
    if (a->kind == GRN_ATTR_ELEMENTS)
        return elements_as_dims(ir, a);
    if (a->kind == GRN_ATTR_DENSE_ARRAY)
        return dense_array_as_dims(ir, a);
    if (a->kind == GRN_ATTR_ARRAY)
        return array_as_dims(ir, a);
    if (a->kind == GRN_ATTR_STRUCT && a->record.def->style == GRN_STRUCT_POSITIONAL)
        set_dims(a, a->record.fields[0].count, a->record.fields[0].v);
    return true;
}

/* ---- size ------------------------------------------------------------------------------------ */

static void count_part(grn_attr *a, uint64_t *parts, uint32_t more, uint32_t depth)
{
    *parts += more;
    if (a->depth <= depth)
        a->depth = depth + 1;
}

/* A number's own type is one part with it. */
static bool measure(grn_ir *ir, grn_attr *a)
{
    uint64_t parts = 1;
    a->depth = 1;
    if (a->type && a->type->parts > 1)
        count_part(a, &parts, a->type->parts, a->type->depth);
    if (a->kind == GRN_ATTR_TYPE)
        count_part(a, &parts, a->type_value->parts, a->type_value->depth);
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && i < a->array.count; i++)
        count_part(a, &parts, a->array.items[i]->parts, a->array.items[i]->depth);
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && i < a->dict.count; i++)
        count_part(a, &parts, a->dict.items[i].value->parts, a->dict.items[i].value->depth);
    for (size_t i = 0; a->kind == GRN_ATTR_STRUCT && a->record.def->fields[i].name; i++)
        if (a->record.fields[i].value)
            count_part(a, &parts, a->record.fields[i].value->parts, a->record.fields[i].value->depth);
    for (size_t i = 0; a->kind == GRN_ATTR_LOCATION && i < a->location->count; i++)
        count_part(a, &parts, a->location->of[i]->parts, a->location->of[i]->depth);
    if (a->kind == GRN_ATTR_LOCATION && a->location->metadata)
        count_part(a, &parts, a->location->metadata->parts, a->location->metadata->depth);
    a->parts = (uint32_t)parts;
    return grn_ir_within(ir, &grn_limit_parts, parts) && grn_ir_within(ir, &grn_limit_depth, a->depth);
}

/* ---- order ----------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const grn_str x = ((const grn_named_attr *)a)->name, y = ((const grn_named_attr *)b)->name;
    size_t n = x.n < y.n ? x.n : y.n;
    int order = n ? memcmp(x.text, y.text, n) : 0;
    return order ? order : x.n < y.n ? -1 : x.n > y.n;
}

static bool is_sorted(const grn_attr *a)
{
    for (size_t i = 1; i < a->dict.count; i++)
        if (by_name(&a->dict.items[i - 1], &a->dict.items[i]) > 0)
            return false;
    return true;
}

/* A dictionary's entries sorted by name, so that two written in different orders are compared in
 * one pass. */
static bool sort_entries(grn_ir *ir, grn_attr *a)
{
    if (a->kind != GRN_ATTR_DICT)
        return true;
    a->dict.by_name = a->dict.items;
    if (is_sorted(a))
        return true;
    grn_named_attr *sorted = grn_arena_copy(&ir->arena, a->dict.items, a->dict.count * sizeof *sorted);
    if (!sorted)
        return false;
    qsort(sorted, a->dict.count, sizeof *sorted, by_name);
    a->dict.by_name = sorted;
    return true;
}

/* ---- constructors ---------------------------------------------------------------------------- */

const grn_attr *grn_attr_make(grn_ir *ir, const grn_attr *description)
{
    grn_attr *a = grn_arena_copy(&ir->arena, description, sizeof *description);
    ir->has_locations = ir->has_locations || (a && a->kind == GRN_ATTR_LOCATION && grn_location_is_known(a));
    if (a && a->kind == GRN_ATTR_ELEMENTS &&
        !(a->elements = grn_arena_copy(&ir->arena, a->elements, sizeof *a->elements)))
        return NULL;
    return a && measure(ir, a) && sort_entries(ir, a) && as_dims(ir, a) ? a : NULL;
}

const grn_attr *grn_attr_integer(grn_ir *ir, const grn_type *type, int64_t value)
{
    return type ? grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_INTEGER, .type = type, .integer = value}) : NULL;
}

const grn_attr *grn_attr_float(grn_ir *ir, const grn_type *type, double value)
{
    return type ? grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_FLOAT, .type = type, .real = value}) : NULL;
}

const grn_attr *grn_attr_bool(grn_ir *ir, bool value)
{
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_BOOL, .boolean = value});
}

const grn_attr *grn_attr_unit(grn_ir *ir) { return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_UNIT}); }

static const grn_attr *text_attr(grn_ir *ir, grn_attr_kind kind, grn_str text)
{
    const char *copy = grn_arena_text(&ir->arena, text.text, text.n);
    return copy ? grn_attr_make(ir, &(grn_attr){.kind = kind, .text = {copy, text.n}}) : NULL;
}

const grn_attr *grn_attr_string(grn_ir *ir, grn_str text) { return text_attr(ir, GRN_ATTR_STRING, text); }

const grn_attr *grn_attr_symbol(grn_ir *ir, grn_str name) { return text_attr(ir, GRN_ATTR_SYMBOL, name); }

const grn_attr *grn_attr_type(grn_ir *ir, const grn_type *type)
{
    return type ? grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_TYPE, .type_value = type}) : NULL;
}

const grn_attr *grn_attr_dense_i64(grn_ir *ir, size_t count, const int64_t *v)
{
    const grn_type *i64 = grn_type_integer(ir, 64, GRN_SIGNLESS);
    int64_t *copy = i64 ? GRN_ARENA_NEW(&ir->arena, int64_t, count) : NULL;
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, v, count * sizeof *v);
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = i64, .dense_array = {count, copy}});
}

const grn_attr *grn_attr_enum(grn_ir *ir, const grn_enum_def *def, int32_t value)
{
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_ENUM, .enumeration = {def, value, !def->dotted}});
}

const grn_attr *grn_attr_array(grn_ir *ir, size_t count, const grn_attr *const *items)
{
    const grn_attr **copy = GRN_ARENA_NEW(&ir->arena, const grn_attr *, count);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, items, count * sizeof *items);
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_ARRAY, .array = {count, copy}});
}
