/* attr_equal.c - when two attributes say the same. */
#include "ir/ir.h"

static bool equal_types(const grn_type *a, const grn_type *b)
{
    return a && b ? grn_types_equal(a, b) : a == b;
}

static bool equal_arrays(const grn_attr *a, const grn_attr *b)
{
    if (a->array.count != b->array.count)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!grn_attr_equal(a->array.items[i], b->array.items[i]))
            return false;
    return true;
}

/* Dictionaries are equal in whatever order they were written; mostly it is the same, so the search starts there. */
static const grn_attr *dict_entry(const grn_attr *d, size_t likely, grn_str name)
{
    if (grn_str_equal(d->dict.items[likely].name, name))
        return d->dict.items[likely].value;
    for (size_t i = 0; i < d->dict.count; i++)
        if (grn_str_equal(d->dict.items[i].name, name))
            return d->dict.items[i].value;
    return NULL;
}

static bool equal_dicts(const grn_attr *a, const grn_attr *b)
{
    if (a->dict.count != b->dict.count)
        return false;
    for (size_t i = 0; i < a->dict.count; i++) {
        const grn_attr *other = dict_entry(b, i, a->dict.items[i].name);
        if (!other || !grn_attr_equal(a->dict.items[i].value, other))
            return false;
    }
    return true;
}

static bool equal_elements(const grn_attr *a, const grn_attr *b)
{
    const grn_tensor *x = &a->elements.tensor, *y = &b->elements.tensor;
    size_t bytes = grn_dtype_bytes(x->dtype);
    grn_walk w;
    if (x->dtype != y->dtype || x->rank != y->rank ||
        (x->rank && memcmp(x->shape, y->shape, (size_t)x->rank * sizeof *x->shape) != 0))
        return false;
    if (a->elements.splat && b->elements.splat)
        return grn_tensor_elements(x) == 0 || memcmp(x->data, y->data, bytes) == 0;
    grn_walk_init(&w, x->rank, x->shape, 2, (const int64_t *[]){x->stride, y->stride});
    for (; w.more; grn_walk_next(&w))
        if (memcmp(grn_tensor_at(x, w.offset[0]), grn_tensor_at(y, w.offset[1]), bytes) != 0)
            return false;
    return true;
}

static bool equal_records(const grn_attr *a, const grn_attr *b)
{
    const grn_struct_def *def = a->record.def;
    if (def != b->record.def)
        return false;
    for (size_t i = 0; def->positional ? i < 1 : def->fields[i].name != NULL; i++) {
        const grn_field *x = &a->record.fields[i], *y = &b->record.fields[i];
        bool dim = !def->positional && def->fields[i].kind == GRN_FIELD_DIM;
        if (dim && (x->count ? x->v[0] : 0) != (y->count ? y->v[0] : 0)) /* an absent dim is 0 */
            return false;
        if (!dim && (x->count != y->count || (x->count && memcmp(x->v, y->v, x->count * sizeof *x->v) != 0)))
            return false;
    }
    return true;
}

static bool equal_dense_arrays(const grn_attr *a, const grn_attr *b)
{
    size_t n = a->dense_array.count, bytes = grn_dtype_bytes(a->type->dtype);
    return n == b->dense_array.count && (n == 0 || memcmp(a->dense_array.data, b->dense_array.data, n * bytes) == 0);
}

static bool equal_payload(const grn_attr *a, const grn_attr *b)
{
    switch (a->kind) {
    case GRN_ATTR_UNIT:
        return true;
    case GRN_ATTR_BOOL:
        return a->boolean == b->boolean;
    case GRN_ATTR_INTEGER:
        return a->integer == b->integer;
    case GRN_ATTR_FLOAT:
        return memcmp(&a->real, &b->real, sizeof a->real) == 0;
    case GRN_ATTR_STRING:
    case GRN_ATTR_SYMBOL:
    case GRN_ATTR_OPAQUE:
        return grn_str_equal(a->text, b->text);
    case GRN_ATTR_TYPE:
        return grn_types_equal(a->type_value, b->type_value);
    case GRN_ATTR_ARRAY:
        return equal_arrays(a, b);
    case GRN_ATTR_DICT:
        return equal_dicts(a, b);
    case GRN_ATTR_DENSE_ARRAY:
        return equal_dense_arrays(a, b);
    case GRN_ATTR_ELEMENTS:
        return equal_elements(a, b);
    case GRN_ATTR_STRUCT:
        return equal_records(a, b);
    case GRN_ATTR_ENUM:
        return a->enumeration.def == b->enumeration.def && a->enumeration.value == b->enumeration.value;
    }
    return false;
}

bool grn_attr_equal(const grn_attr *a, const grn_attr *b)
{
    return a == b || (a->kind == b->kind && equal_types(a->type, b->type) && equal_payload(a, b));
}
