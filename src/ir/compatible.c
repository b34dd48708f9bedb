/*
 * compatible.c - whether two types may describe one value, as StableHLO's type
 * inference has it: shapes agree wherever both are known, an extent stays
 * within the other's bound, quantized elements may differ in scale and zero
 * point only, everything else is equal.
 */
#include "ir/ir.h"

/* Bounds are the only encoding that is a bare list. NULL: none. */
static const grn_field *bounds_of(const grn_type *t)
{
    const grn_attr *e = t->encoding;
    return e && e->kind == GRN_ATTR_STRUCT && e->record.def->style == GRN_STRUCT_POSITIONAL ? &e->record.fields[0]
                                                                                            : NULL;
}

static bool within_bounds(const grn_type *t, const grn_field *bounds)
{
    for (int32_t d = 0; bounds && d < t->rank && (size_t)d < bounds->count; d++)
        if (t->shape[d] != GRN_DYNAMIC && bounds->v[d] != GRN_DYNAMIC && t->shape[d] > bounds->v[d])
            return false;
    return true;
}

bool grn_shapes_compatible(const grn_type *a, const grn_type *b)
{
    if (a->rank != b->rank)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d] && a->shape[d] != GRN_DYNAMIC && b->shape[d] != GRN_DYNAMIC)
            return false;
    return within_bounds(a, bounds_of(b)) && within_bounds(b, bounds_of(a));
}

static bool elements_compatible(const grn_type *a, const grn_type *b)
{
    if (a->kind != GRN_TYPE_QUANT || b->kind != GRN_TYPE_QUANT)
        return grn_types_equal(a, b);
    return (a->quant.axis < 0) == (b->quant.axis < 0) && a->quant.is_signed == b->quant.is_signed &&
           a->quant.storage_min == b->quant.storage_min && a->quant.storage_max == b->quant.storage_max &&
           grn_types_equal(a->quant.storage, b->quant.storage) &&
           grn_types_equal(a->quant.expressed, b->quant.expressed);
}

static bool tuples_compatible(const grn_type *a, const grn_type *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!grn_types_compatible(a->members[i], b->members[i]))
            return false;
    return true;
}

static bool is_shaped(const grn_type *t) { return t->kind == GRN_TYPE_TENSOR || t->kind == GRN_TYPE_UNRANKED_TENSOR; }

bool grn_types_compatible(const grn_type *a, const grn_type *b)
{
    if (a == b)
        return true;
    if (a->kind == GRN_TYPE_TUPLE && b->kind == GRN_TYPE_TUPLE)
        return tuples_compatible(a, b);
    if (!is_shaped(a) || !is_shaped(b))
        return elements_compatible(a, b);
    if (a->kind == GRN_TYPE_TENSOR && b->kind == GRN_TYPE_TENSOR && !grn_shapes_compatible(a, b))
        return false;
    return elements_compatible(a->element, b->element);
}
