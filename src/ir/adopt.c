/* adopt.c - types and attributes of one module, made another's. */
#include "ir/adopt.h"

/* ---- types ----------------------------------------------------------------------------------- */

/* Of a tuple, or of a function. */
static const grn_type *adopt_members(grn_ir *ir, const grn_type *t)
{
    const grn_type **members = GRN_ARENA_NEW(&ir->arena, const grn_type *, t->count + 1);
    for (size_t i = 0; members && i < t->count; i++) {
        members[i] = grn_type_adopt(ir, t->members[i]);
        if (!members[i])
            return NULL;
    }
    if (!members || t->kind == GRN_TYPE_TUPLE)
        return members ? grn_type_tuple(ir, t->count, members) : NULL;
    return grn_type_function(ir, t->inputs, members, t->count - t->inputs, members + t->inputs);
}

static const grn_type *adopt_quant(grn_ir *ir, const grn_type *t)
{
    grn_type description = *t;
    description.quant.storage = grn_type_adopt(ir, t->quant.storage);
    description.quant.expressed = grn_type_adopt(ir, t->quant.expressed);
    return description.quant.storage && description.quant.expressed ? grn_type_quant(ir, &description) : NULL;
}

static const grn_type *adopt_memref(grn_ir *ir, const grn_type *t)
{
    grn_type description = *t;
    description.element = grn_type_adopt(ir, t->element);
    return grn_type_memref(ir, &description);
}

const grn_type *grn_type_adopt(grn_ir *ir, const grn_type *t)
{
    if (!t)
        return NULL;
    switch (t->kind) {
    case GRN_TYPE_NONE: return grn_type_none(ir);
    case GRN_TYPE_INTEGER: return grn_type_integer(ir, t->width, t->signedness);
    case GRN_TYPE_INDEX:
    case GRN_TYPE_FLOAT: return grn_type_of_dtype(ir, t->dtype);
    case GRN_TYPE_OTHER_FLOAT: return grn_type_other_float(ir, t->opaque);
    case GRN_TYPE_COMPLEX: return grn_type_complex(ir, grn_type_adopt(ir, t->element));
    case GRN_TYPE_QUANT: return adopt_quant(ir, t);
    case GRN_TYPE_TENSOR: return grn_type_tensor(ir, grn_type_adopt(ir, t->element), t->rank, t->shape, t->encoding);
    case GRN_TYPE_UNRANKED_TENSOR: return grn_type_unranked(ir, grn_type_adopt(ir, t->element));
    case GRN_TYPE_MEMREF: return adopt_memref(ir, t);
    case GRN_TYPE_TUPLE:
    case GRN_TYPE_FUNCTION: return adopt_members(ir, t);
    case GRN_TYPE_OPAQUE: return grn_type_opaque(ir, t->opaque);
    }
    return NULL;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool adopt_items(grn_ir *ir, grn_attr *a)
{
    const grn_attr **items = GRN_ARENA_NEW(&ir->arena, const grn_attr *, a->array.count + 1);
    for (size_t i = 0; items && i < a->array.count; i++)
        if (!(items[i] = grn_attr_adopt(ir, a->array.items[i])))
            return false;
    a->array.items = items;
    return items != NULL;
}

static bool adopt_entries(grn_ir *ir, grn_attr *a)
{
    grn_named_attr *items = GRN_ARENA_NEW(&ir->arena, grn_named_attr, a->dict.count + 1);
    for (size_t i = 0; items && i < a->dict.count; i++) {
        items[i] = (grn_named_attr){a->dict.items[i].name, grn_attr_adopt(ir, a->dict.items[i].value)};
        if (!items[i].value)
            return false;
    }
    a->dict.items = items;
    return items != NULL;
}

static bool adopt_fields(grn_ir *ir, grn_attr *a)
{
    size_t n = 0;
    while (a->record.def->fields[n].name)
        n++;
    grn_field *fields = GRN_ARENA_NEW(&ir->arena, grn_field, n + 1);
    for (size_t i = 0; fields && i < n; i++) {
        fields[i] = a->record.fields[i];
        if (fields[i].value && !(fields[i].value = grn_attr_adopt(ir, fields[i].value)))
            return false;
    }
    a->record.fields = fields;
    return fields != NULL;
}

/* What a resource holds is written out where it is printed. */
static bool adopt_elements(grn_ir *ir, grn_attr *a)
{
    grn_attr_elements *elements = grn_arena_copy(&ir->arena, a->elements, sizeof *elements);
    if (elements)
        elements->resource = GRN_STR("");
    a->elements = elements;
    return elements != NULL;
}

/* What the attribute consists of, besides its type. */
static bool adopt_parts(grn_ir *ir, grn_attr *a)
{
    switch (a->kind) {
    case GRN_ATTR_TYPE: return (a->type_value = grn_type_adopt(ir, a->type_value)) != NULL;
    case GRN_ATTR_ARRAY: return adopt_items(ir, a);
    case GRN_ATTR_DICT: return adopt_entries(ir, a);
    case GRN_ATTR_STRUCT: return adopt_fields(ir, a);
    case GRN_ATTR_ELEMENTS: return adopt_elements(ir, a);
    default: return true;
    }
}

const grn_attr *grn_attr_adopt(grn_ir *ir, const grn_attr *attr)
{
    if (!attr)
        return NULL;
    grn_attr a = *attr;
    if (attr->type && !(a.type = grn_type_adopt(ir, attr->type)))
        return NULL;
    return adopt_parts(ir, &a) ? grn_attr_make(ir, &a) : NULL;
}

bool grn_op_adopt_attrs(grn_ir *ir, const grn_op *from, grn_op *to)
{
    if (!grn_op_copy_attrs(ir, from, to))
        return false;
    for (size_t i = 0; i < to->nattrs; i++)
        if (!(to->attrs[i].value = grn_attr_adopt(ir, to->attrs[i].value)))
            return false;
    return true;
}
