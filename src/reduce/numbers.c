/* numbers.c - the integers in an attribute, whatever kind of attribute has them: read one by one, and replaced. */
#include "reduce/reduce.h"

static size_t count_fields(const grn_attr *a)
{
    size_t n = 0;
    for (size_t i = 0; a->record.def->fields[i].name; i++)
        n += a->record.fields[i].present ? a->record.fields[i].count : 0;
    return n;
}

size_t grn_numbers_count(const grn_attr *a)
{
    if (a->kind == GRN_ATTR_STRUCT)
        return count_fields(a);
    if (a->kind == GRN_ATTR_INTEGER)
        return 1;
    return a->is_dims ? a->ndims : 0;
}

/* The field that number i is in, and its place there. */
static size_t field_of(const grn_attr *a, size_t *i)
{
    size_t k = 0;
    for (; a->record.def->fields[k].name; k++) {
        const size_t n = a->record.fields[k].present ? a->record.fields[k].count : 0;
        if (*i < n)
            break;
        *i -= n;
    }
    return k;
}

int64_t grn_number_at(const grn_attr *a, size_t i)
{
    if (a->kind == GRN_ATTR_INTEGER)
        return a->integer;
    if (a->kind != GRN_ATTR_STRUCT)
        return a->dims[i];
    const size_t field = field_of(a, &i);
    return a->record.fields[field].v[i];
}

static const grn_attr *record_with(grn_ir *ir, const grn_attr *a, size_t i, int64_t number)
{
    grn_field fields[64];
    int64_t v[GRN_MAX_RANK];
    size_t n = 0;
    const size_t field = field_of(a, &i);
    while (a->record.def->fields[n].name)
        n++;
    if (n > GRN_COUNT(fields) || a->record.fields[field].count > GRN_COUNT(v))
        return NULL;
    memcpy(fields, a->record.fields, n * sizeof *fields);
    memcpy(v, fields[field].v, fields[field].count * sizeof *v);
    v[i] = number;
    fields[field].v = v;
    return grn_attr_struct(ir, a->record.def, fields);
}

static const grn_attr *array_with(grn_ir *ir, const grn_attr *a, size_t i, int64_t number)
{
    const grn_attr **items = GRN_ARENA_NEW(&ir->arena, const grn_attr *, a->array.count + 1);
    if (!items || i >= a->array.count || a->array.items[i]->kind != GRN_ATTR_INTEGER)
        return NULL;
    memcpy(items, a->array.items, a->array.count * sizeof *items);
    items[i] = grn_attr_integer(ir, items[i]->type, number);
    return items[i] ? grn_attr_array(ir, a->array.count, items) : NULL;
}

static const grn_attr *dense_with(grn_ir *ir, const grn_attr *a, size_t i, int64_t number)
{
    const grn_dtype dtype = a->type->dtype;
    const size_t size = grn_dtype_bytes(dtype);
    unsigned char *data = grn_arena_array(&ir->arena, size, a->dense_array.count + 1);
    if (!data)
        return NULL;
    memcpy(data, a->dense_array.data, size * a->dense_array.count);
    grn_put_number(dtype, (double)number, data + i * size);
    const grn_attr made = {.kind = GRN_ATTR_DENSE_ARRAY, .type = a->type, .dense_array = {a->dense_array.count, data}};
    return grn_attr_make(ir, &made);
}

/* Elements of a splat are written out. */
static const grn_attr *elements_with(grn_ir *ir, const grn_attr *a, size_t i, int64_t number)
{
    const grn_tensor *from = &a->elements->tensor;
    grn_tensor t;
    if (grn_tensor_init(&t, NULL, from->dtype, from->rank, from->shape) != GRN_OK)
        return NULL;
    const size_t size = grn_dtype_bytes(t.dtype);
    unsigned char *data = grn_arena_array(&ir->arena, size, (size_t)grn_tensor_elements(&t) + 1);
    if (!data)
        return NULL;
    t.data = data;
    grn_tensor_copy(&t, from);
    grn_put_number(t.dtype, (double)number, data + i * size);
    return grn_elements_attr(ir, a->type, &t);
}

const grn_attr *grn_number_changed(grn_ir *ir, const grn_attr *a, size_t i, int64_t number)
{
    switch (a->kind) {
    case GRN_ATTR_INTEGER: return grn_attr_integer(ir, a->type, number);
    case GRN_ATTR_STRUCT: return record_with(ir, a, i, number);
    case GRN_ATTR_ARRAY: return array_with(ir, a, i, number);
    case GRN_ATTR_DENSE_ARRAY: return dense_with(ir, a, i, number);
    case GRN_ATTR_ELEMENTS: return elements_with(ir, a, i, number);
    default: return NULL;
    }
}
