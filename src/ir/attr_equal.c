/* attr_equal.c - when two attributes are equal; and a hash that is then the same. */
#include "ir/hash.h"

static bool equal_arrays(const grn_attr *a, const grn_attr *b)
{
    if (a->array.count != b->array.count)
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!grn_attr_equal(a->array.items[i], b->array.items[i]))
            return false;
    return true;
}

/* In whatever order they were written. */
static bool equal_dicts(const grn_attr *a, const grn_attr *b)
{
    if (a->dict.count != b->dict.count)
        return false;
    for (size_t i = 0; i < a->dict.count; i++) {
        const grn_named_attr *x = &a->dict.by_name[i], *y = &b->dict.by_name[i];
        if (!grn_str_equal(x->name, y->name) || !grn_attr_equal(x->value, y->value))
            return false;
    }
    return true;
}

static bool equal_elements(const grn_attr *a, const grn_attr *b)
{
    const grn_tensor *x = &a->elements->tensor, *y = &b->elements->tensor;
    size_t bytes = grn_dtype_bytes(x->dtype);
    grn_walk w;
    if (x->dtype != y->dtype || x->rank != y->rank ||
        (x->rank && memcmp(x->shape, y->shape, (size_t)x->rank * sizeof *x->shape) != 0))
        return false;
    if (a->elements->splat && b->elements->splat)
        return grn_tensor_elements(x) == 0 || memcmp(x->data, y->data, bytes) == 0;
    grn_walk_init(&w, x->rank, x->shape, 2, (const int64_t *[]){x->stride, y->stride});
    for (; w.more; grn_walk_next(&w))
        if (memcmp(grn_tensor_at(x, w.offset[0]), grn_tensor_at(y, w.offset[1]), bytes) != 0)
            return false;
    return true;
}

/* An absent dim is 0. */
static bool equal_fields(grn_field_kind kind, const grn_field *x, const grn_field *y)
{
    if (kind == GRN_FIELD_VALUE)
        return x->value && y->value ? grn_attr_equal(x->value, y->value) : x->value == y->value;
    if (kind == GRN_FIELD_DIM)
        return (x->count ? x->v[0] : 0) == (y->count ? y->v[0] : 0);
    return x->count == y->count && (x->count == 0 || memcmp(x->v, y->v, x->count * sizeof *x->v) == 0);
}

static bool equal_records(const grn_attr *a, const grn_attr *b)
{
    const grn_struct_def *def = a->record.def;
    if (def != b->record.def)
        return false;
    for (size_t i = 0; def->fields[i].name; i++)
        if (!equal_fields(def->fields[i].kind, &a->record.fields[i], &b->record.fields[i]))
            return false;
    return true;
}

static bool equal_dense_arrays(const grn_attr *a, const grn_attr *b)
{
    size_t n = a->dense_array.count, bytes = grn_dtype_bytes(a->type->dtype);
    return n == b->dense_array.count && (n == 0 || memcmp(a->dense_array.data, b->dense_array.data, n * bytes) == 0);
}

static bool equal_locations(const grn_location *a, const grn_location *b)
{
    bool same = a->form == b->form && grn_str_equal(a->text, b->text) && a->nnumbers == b->nnumbers &&
                a->count == b->count && memcmp(a->number, b->number, sizeof a->number) == 0 &&
                !a->metadata == !b->metadata;
    for (size_t i = 0; same && i < a->count; i++)
        same = grn_attr_equal(a->of[i], b->of[i]);
    return same && (!a->metadata || grn_attr_equal(a->metadata, b->metadata));
}

static bool equal_payload(const grn_attr *a, const grn_attr *b)
{
    switch (a->kind) {
    case GRN_ATTR_UNIT: return true;
    case GRN_ATTR_BOOL: return a->boolean == b->boolean;
    case GRN_ATTR_INTEGER: return a->integer == b->integer;
    case GRN_ATTR_FLOAT: return memcmp(&a->real, &b->real, sizeof a->real) == 0;
    case GRN_ATTR_STRING:
    case GRN_ATTR_SYMBOL:
    case GRN_ATTR_OPAQUE: return grn_str_equal(a->text, b->text);
    case GRN_ATTR_TYPE: return grn_types_equal(a->type_value, b->type_value);
    case GRN_ATTR_ARRAY: return equal_arrays(a, b);
    case GRN_ATTR_DICT: return equal_dicts(a, b);
    case GRN_ATTR_DENSE_ARRAY: return equal_dense_arrays(a, b);
    case GRN_ATTR_ELEMENTS: return equal_elements(a, b);
    case GRN_ATTR_STRUCT: return equal_records(a, b);
    case GRN_ATTR_ENUM: return a->enumeration.def == b->enumeration.def && a->enumeration.value == b->enumeration.value;
    case GRN_ATTR_LOCATION: return equal_locations(a->location, b->location);
    }
    return false;
}

bool grn_attr_equal(const grn_attr *a, const grn_attr *b)
{
    return a == b || (a->kind == b->kind && grn_types_equal_or_absent(a->type, b->type) && equal_payload(a, b));
}

/* ---- hash ------------------------------------------------------------------------------------ */

static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    return grn_hash_mix(h, grn_hash_str((grn_str){bytes, n}));
}

static uint64_t hash_dict(uint64_t h, const grn_attr *a)
{
    for (size_t i = 0; i < a->dict.count; i++)
        h = grn_hash_mix(grn_hash_mix(h, grn_hash_str(a->dict.by_name[i].name)),
                         grn_attr_hash(a->dict.by_name[i].value));
    return h;
}

/* A splat is hashed by its one element, as is a list whose elements are all the same. */
static uint64_t hash_elements(uint64_t h, const grn_attr *a)
{
    const grn_tensor *t = &a->elements->tensor;
    size_t bytes = grn_dtype_bytes(t->dtype);
    for (int32_t d = 0; d < t->rank; d++)
        h = grn_hash_mix(h, (uint64_t)t->shape[d]);
    if (grn_tensor_elements(t) == 0 || !t->data)
        return h;
    uint64_t first = hash_bytes(h, t->data, bytes), all = first;
    bool same = true;
    grn_walk w;
    if (a->elements->splat)
        return first;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); w.more; grn_walk_next(&w)) {
        const void *element = grn_tensor_at(t, w.offset[0]);
        same = same && memcmp(element, t->data, bytes) == 0;
        all = hash_bytes(all, element, bytes);
    }
    return same ? first : all;
}

/* A dim that is absent is 0. */
static uint64_t hash_record(uint64_t h, const grn_attr *a)
{
    const grn_struct_def *def = a->record.def;
    for (size_t i = 0; def->fields[i].name; i++) {
        const grn_field *f = &a->record.fields[i];
        bool dim = def->fields[i].kind == GRN_FIELD_DIM;
        h = grn_hash_mix(h, f->value ? grn_attr_hash(f->value) : dim ? 1 : f->count);
        for (size_t k = 0; k < (dim ? 1 : f->count); k++)
            h = grn_hash_mix(h, f->count ? (uint64_t)f->v[k] : 0);
    }
    return h;
}

static uint64_t hash_location(uint64_t h, const grn_location *a)
{
    h = grn_hash_mix(grn_hash_mix(h, (uint64_t)a->form), grn_hash_str(a->text));
    for (int i = 0; i < a->nnumbers; i++)
        h = grn_hash_mix(h, a->number[i]);
    for (size_t i = 0; i < a->count; i++)
        h = grn_hash_mix(h, grn_attr_hash(a->of[i]));
    return a->metadata ? grn_hash_mix(h, grn_attr_hash(a->metadata)) : h;
}

static uint64_t hash_payload(uint64_t h, const grn_attr *a)
{
    switch (a->kind) {
    case GRN_ATTR_UNIT: return h;
    case GRN_ATTR_BOOL: return grn_hash_mix(h, a->boolean);
    case GRN_ATTR_INTEGER: return grn_hash_mix(h, (uint64_t)a->integer);
    case GRN_ATTR_FLOAT: return hash_bytes(h, &a->real, sizeof a->real);
    case GRN_ATTR_STRING:
    case GRN_ATTR_SYMBOL:
    case GRN_ATTR_OPAQUE: return grn_hash_mix(h, grn_hash_str(a->text));
    case GRN_ATTR_TYPE: return grn_hash_mix(h, a->type_value->hash);
    case GRN_ATTR_ARRAY:
        for (size_t i = 0; i < a->array.count; i++)
            h = grn_hash_mix(h, grn_attr_hash(a->array.items[i]));
        return h;
    case GRN_ATTR_DICT: return hash_dict(h, a);
    case GRN_ATTR_DENSE_ARRAY:
        return hash_bytes(h, a->dense_array.data, a->dense_array.count * grn_dtype_bytes(a->type->dtype));
    case GRN_ATTR_ELEMENTS: return hash_elements(h, a);
    case GRN_ATTR_STRUCT: return hash_record(h, a);
    case GRN_ATTR_ENUM: return grn_hash_mix(h, (uint64_t)a->enumeration.value);
    case GRN_ATTR_LOCATION: return hash_location(h, a->location);
    }
    return h;
}

uint64_t grn_attr_hash(const grn_attr *attr)
{
    uint64_t h = grn_hash_mix(grn_hash_key() ^ (uint64_t)attr->kind, attr->type ? attr->type->hash : 0);
    return hash_payload(h, attr);
}
