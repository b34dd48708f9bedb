/*
 * types.c - types, made once each: the interner and its constructors.
 *
 * A constructor fills a key on the stack; the interner searches for an equal
 * type and stores a copy of the key and of what it points to if there is none.
 */
#include "ir/hash.h"

/* ---- what a type is -------------------------------------------------------------------------- */

static uint64_t hash_quant(uint64_t h, const grn_type *t)
{
    h = grn_hash_mix(h, t->quant.storage->hash);
    h = grn_hash_mix(h, t->quant.expressed->hash);
    h = grn_hash_mix(h, t->quant.is_signed);
    h = grn_hash_mix(h, (uint64_t)t->quant.storage_min);
    h = grn_hash_mix(h, (uint64_t)t->quant.storage_max);
    h = grn_hash_mix(h, (uint64_t)(int64_t)t->quant.axis);
    for (size_t i = 0; i < t->quant.count; i++) {
        uint64_t bits;
        memcpy(&bits, &t->quant.scale[i], sizeof bits);
        h = grn_hash_mix(grn_hash_mix(h, bits), (uint64_t)t->quant.zero_point[i]);
    }
    return h;
}

static uint64_t hash_layout(uint64_t h, const grn_type *t)
{
    for (int32_t d = 0; t->strided && d < t->rank; d++)
        h = grn_hash_mix(h, (uint64_t)t->strides[d]);
    if (t->strided)
        h = grn_hash_mix(h, (uint64_t)t->offset);
    return t->layout ? grn_hash_mix(h, grn_attr_hash(t->layout)) : h;
}

static uint64_t hash_type(const grn_type *t)
{
    uint64_t h = grn_hash_mix(grn_hash_key(), (uint64_t)t->kind);
    h = grn_hash_mix(h, (uint64_t)t->dtype << 40 ^ (uint64_t)t->width << 8 ^ (uint64_t)t->signedness);
    if (t->element)
        h = grn_hash_mix(h, t->element->hash);
    for (int32_t d = 0; d < t->rank; d++)
        h = grn_hash_mix(h, (uint64_t)t->shape[d]);
    if (t->encoding)
        h = grn_hash_mix(h, grn_attr_hash(t->encoding));
    if (t->kind == GRN_TYPE_MEMREF)
        h = hash_layout(h, t);
    h = grn_hash_mix(h, t->inputs);
    for (size_t i = 0; i < t->count; i++)
        h = grn_hash_mix(h, t->members[i]->hash);
    if (t->opaque.n)
        h = grn_hash_mix(h, grn_hash_str(t->opaque));
    return t->kind == GRN_TYPE_QUANT ? hash_quant(h, t) : h;
}

bool grn_types_equal_or_absent(const grn_type *a, const grn_type *b) { return a && b ? grn_types_equal(a, b) : a == b; }

static bool equal_quant(const grn_type *a, const grn_type *b)
{
    size_t n = a->quant.count;
    return n == b->quant.count && a->quant.axis == b->quant.axis && a->quant.is_signed == b->quant.is_signed &&
           a->quant.storage_min == b->quant.storage_min && a->quant.storage_max == b->quant.storage_max &&
           grn_types_equal(a->quant.storage, b->quant.storage) &&
           grn_types_equal(a->quant.expressed, b->quant.expressed) &&
           (n == 0 || (memcmp(a->quant.scale, b->quant.scale, n * sizeof *a->quant.scale) == 0 &&
                       memcmp(a->quant.zero_point, b->quant.zero_point, n * sizeof *a->quant.zero_point) == 0));
}

static bool equal_members(const grn_type *a, const grn_type *b)
{
    if (a->count != b->count || a->inputs != b->inputs)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!grn_types_equal(a->members[i], b->members[i]))
            return false;
    return true;
}

static bool equal_attrs(const grn_attr *a, const grn_attr *b) { return a && b ? grn_attr_equal(a, b) : a == b; }

static bool equal_shape(const grn_type *a, const grn_type *b)
{
    if (a->rank != b->rank)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d])
            return false;
    return equal_attrs(a->encoding, b->encoding);
}

/* Of memrefs of one rank. */
static bool equal_layout(const grn_type *a, const grn_type *b)
{
    if (a->strided != b->strided || !equal_attrs(a->layout, b->layout))
        return false;
    for (int32_t d = 0; a->strided && d < a->rank; d++)
        if (a->strides[d] != b->strides[d])
            return false;
    return !a->strided || a->offset == b->offset;
}

/* Within one interner, parts that are equal are the same pointer, so this goes no deeper than the
 * first comparison. */
bool grn_types_equal(const grn_type *a, const grn_type *b)
{
    if (a == b)
        return true;
    return a->hash == b->hash && a->kind == b->kind && a->dtype == b->dtype && a->width == b->width &&
           a->signedness == b->signedness && grn_types_equal_or_absent(a->element, b->element) && equal_shape(a, b) &&
           equal_members(a, b) && grn_str_equal(a->opaque, b->opaque) &&
           (a->kind != GRN_TYPE_QUANT || equal_quant(a, b)) && (a->kind != GRN_TYPE_MEMREF || equal_layout(a, b));
}

/* ---- the interner ---------------------------------------------------------------------------- */

/* Sizes as they add up; each part's own keep within the limits, so that nothing overflows. */
typedef struct measure {
    uint64_t parts;
    uint32_t depth;
} measure;

static void count_part(measure *m, uint32_t parts, uint32_t depth)
{
    m->parts += parts;
    if (m->depth <= depth)
        m->depth = depth + 1;
}

static void count_type(measure *m, const grn_type *part)
{
    if (part)
        count_part(m, part->parts, part->depth);
}

static bool take_measure(grn_ir *ir, grn_type *key)
{
    measure m = {1, 1};
    count_type(&m, key->element);
    count_type(&m, key->quant.storage);
    count_type(&m, key->quant.expressed);
    for (size_t i = 0; i < key->count; i++)
        count_type(&m, key->members[i]);
    if (key->encoding)
        count_part(&m, key->encoding->parts, key->encoding->depth);
    if (key->layout)
        count_part(&m, key->layout->parts, key->layout->depth);
    key->parts = (uint32_t)m.parts;
    key->depth = m.depth;
    return grn_ir_within(ir, &grn_limit_parts, m.parts) && grn_ir_within(ir, &grn_limit_depth, m.depth);
}

/* Copies `bytes` behind *pointer into the arena; an empty array needs no copy. */
static bool own(grn_ir *ir, const void **pointer, size_t count, size_t item_bytes)
{
    size_t bytes;
    if (!count) {
        *pointer = NULL;
        return true;
    }
    if (!grn_mul_size(count, item_bytes, &bytes))
        return false;
    *pointer = grn_arena_copy(&ir->arena, *pointer, bytes);
    return *pointer != NULL;
}

/* A function type's results start at members + inputs, also where there is neither. */
static const grn_type *const no_types[1];

static bool own_payload(grn_ir *ir, grn_type *t)
{
    const void *shape = t->shape, *members = t->members, *scale = t->quant.scale, *zero = t->quant.zero_point;
    const void *strides = t->strides;
    if (!own(ir, &shape, (size_t)t->rank, sizeof *t->shape) ||
        !own(ir, &strides, t->strided ? (size_t)t->rank : 0, sizeof *t->strides) ||
        !own(ir, &members, t->count, sizeof *t->members) || !own(ir, &scale, t->quant.count, sizeof *t->quant.scale) ||
        !own(ir, &zero, t->quant.count, sizeof *t->quant.zero_point))
        return false;
    t->shape = shape;
    t->strides = strides;
    t->members = t->count ? members : no_types;
    t->quant.scale = scale;
    t->quant.zero_point = zero;
    t->opaque.text = t->opaque.n ? grn_arena_text(&ir->arena, t->opaque.text, t->opaque.n) : "";
    return t->opaque.text != NULL;
}

/* Twice the buckets. */
static bool grow(grn_ir *ir)
{
    size_t size = ir->type_table_size * 2;
    const grn_type **table = GRN_ARENA_NEW(&ir->arena, const grn_type *, size);
    if (!table)
        return false;
    for (size_t i = 0; i < ir->type_table_size; i++)
        for (const grn_type *t = ir->type_table[i], *next; t; t = next) {
            next = t->next;
            ((grn_type *)t)->next = table[t->hash & (size - 1)]; /* made by store(), so never truly const */
            table[t->hash & (size - 1)] = t;
        }
    ir->type_table = table;
    ir->type_table_size = size;
    return true;
}

static const grn_type *store_type(grn_ir *ir, const grn_type *key)
{
    if (ir->type_count >= ir->type_table_size && !grow(ir))
        return NULL;
    grn_type *t = grn_arena_copy(&ir->arena, key, sizeof *key);
    if (!t || !own_payload(ir, t))
        return NULL;
    const grn_type **bucket = &ir->type_table[t->hash & (ir->type_table_size - 1)];
    t->next = *bucket;
    *bucket = t;
    ir->type_count++;
    return t;
}

static const grn_type *intern(grn_ir *ir, grn_type *key)
{
    if (!take_measure(ir, key))
        return NULL;
    key->hash = hash_type(key);
    for (const grn_type *t = ir->type_table[key->hash & (ir->type_table_size - 1)]; t; t = t->next)
        if (grn_types_equal(t, key))
            return t;
    return store_type(ir, key);
}

/* ---- constructors ---------------------------------------------------------------------------- */

/* si8 and the like, and widths that no dtype has, are types without arithmetic here. */
static grn_dtype integer_dtype(uint32_t width, grn_signedness s)
{
    static const struct {
        uint32_t width;
        grn_dtype signless, is_unsigned;
    } widths[] = {
        {1, GRN_I1, GRN_NO_DTYPE}, {2, GRN_I2, GRN_UI2},    {4, GRN_I4, GRN_UI4},    {8, GRN_I8, GRN_UI8},
        {16, GRN_I16, GRN_UI16},   {32, GRN_I32, GRN_UI32}, {64, GRN_I64, GRN_UI64},
    };
    for (size_t i = 0; i < GRN_COUNT(widths); i++)
        if (widths[i].width == width)
            return s == GRN_UNSIGNED               ? widths[i].is_unsigned
                   : s == GRN_SIGNED && width == 1 ? GRN_NO_DTYPE
                                                   : widths[i].signless;
    return GRN_NO_DTYPE;
}

const grn_type *grn_type_integer(grn_ir *ir, uint32_t width, grn_signedness s)
{
    grn_type key = {.kind = GRN_TYPE_INTEGER, .dtype = integer_dtype(width, s), .width = width, .signedness = s};
    return intern(ir, &key);
}

const grn_type *grn_type_of_dtype(grn_ir *ir, grn_dtype dtype)
{
    grn_type key = {.kind = GRN_TYPE_FLOAT, .dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL:
    case GRN_CLASS_SIGNED:
        if (dtype != GRN_INDEX)
            return grn_type_integer(ir, grn_dtype_bits(dtype), GRN_SIGNLESS);
        key.kind = GRN_TYPE_INDEX;
        break;
    case GRN_CLASS_UNSIGNED: return grn_type_integer(ir, grn_dtype_bits(dtype), GRN_UNSIGNED);
    case GRN_CLASS_COMPLEX: return grn_type_complex(ir, grn_type_of_dtype(ir, dtype == GRN_C64 ? GRN_F32 : GRN_F64));
    case GRN_CLASS_FLOAT: break;
    case GRN_CLASS_NONE: return NULL;
    }
    return intern(ir, &key);
}

const grn_type *grn_type_none(grn_ir *ir)
{
    grn_type key = {.kind = GRN_TYPE_NONE};
    return intern(ir, &key);
}

const grn_type *grn_type_complex(grn_ir *ir, const grn_type *element)
{
    if (!element)
        return NULL;
    grn_type key = {.kind = GRN_TYPE_COMPLEX, .element = element};
    key.dtype = element->dtype == GRN_F32 ? GRN_C64 : element->dtype == GRN_F64 ? GRN_C128 : GRN_NO_DTYPE;
    return intern(ir, &key);
}

const grn_type *grn_type_tensor(grn_ir *ir, const grn_type *element, int32_t rank, const int64_t *shape,
                                const grn_attr *encoding)
{
    if (!element)
        return NULL;
    grn_type key = {.kind = GRN_TYPE_TENSOR, .element = element, .rank = rank, .shape = shape, .encoding = encoding};
    return intern(ir, &key);
}

const grn_type *grn_type_unranked(grn_ir *ir, const grn_type *element)
{
    if (!element)
        return NULL;
    grn_type key = {.kind = GRN_TYPE_UNRANKED_TENSOR, .element = element};
    return intern(ir, &key);
}

const grn_type *grn_type_memref(grn_ir *ir, const grn_type *description)
{
    const grn_type *element = description->element;
    if (!element)
        return NULL;
    grn_type key = {.kind = GRN_TYPE_MEMREF,
                    .element = element,
                    .rank = description->rank,
                    .shape = description->shape,
                    .encoding = description->encoding,
                    .strided = description->strided,
                    .layout = description->layout};
    if (key.strided) {
        key.strides = description->strides;
        key.offset = description->offset;
    }
    if (element->dtype != GRN_NO_DTYPE && !(key.stands_for = grn_type_tensor(ir, element, key.rank, key.shape, NULL)))
        return NULL;
    return intern(ir, &key);
}

const grn_type *grn_type_tuple(grn_ir *ir, size_t count, const grn_type *const *members)
{
    grn_type key = {.kind = GRN_TYPE_TUPLE, .count = count, .members = members};
    return intern(ir, &key);
}

static const grn_type *function_of(grn_ir *ir, const grn_type **all, size_t inputs, const grn_type *const *in,
                                   size_t results, const grn_type *const *out)
{
    if (inputs)
        memcpy(all, in, inputs * sizeof *all);
    if (results)
        memcpy(all + inputs, out, results * sizeof *all);
    grn_type key = {.kind = GRN_TYPE_FUNCTION, .count = inputs + results, .inputs = inputs, .members = all};
    return intern(ir, &key);
}

const grn_type *grn_type_function(grn_ir *ir, size_t inputs, const grn_type *const *in, size_t results,
                                  const grn_type *const *out)
{
    const grn_type *on_stack[32];
    size_t count, bytes;
    if (!grn_add_size(inputs, results, &count) || !grn_mul_size(count, sizeof *on_stack, &bytes))
        return NULL;
    if (count <= GRN_COUNT(on_stack))
        return function_of(ir, on_stack, inputs, in, results, out);
    const grn_type **many = grn_allocate(ir->allocator, bytes);
    const grn_type *type = many ? function_of(ir, many, inputs, in, results, out) : NULL;
    grn_release(ir->allocator, (void *)many, bytes);
    return type;
}

static const grn_type *stood_for(grn_ir *ir, grn_str text)
{
    const grn_type *found = NULL;
    for (const grn_dialect *const *d = ir->dialects; d && *d && !found; d++)
        found = (*d)->tensor_type ? (*d)->tensor_type(ir, text) : NULL;
    return found;
}

static const grn_type *opaque_as_spelled(grn_ir *ir, grn_str text)
{
    grn_type key = {.kind = GRN_TYPE_OPAQUE,
                    .opaque = text,
                    .element = grn_vector_element(ir, text),
                    .stands_for = stood_for(ir, text)};
    return intern(ir, &key);
}

/* The dialect that has one spelling for a type that may be written in several ways; NULL: none
 * has. */
static const grn_dialect *speller_of(const grn_ir *ir, grn_str text)
{
    for (const grn_dialect *const *d = ir->dialects; d && *d; d++) {
        const size_t n = (*d)->type_text ? strlen((*d)->wide_types) : 0;
        if (n > 0 && text.n > n && memcmp(text.text, (*d)->wide_types, n) == 0)
            return *d;
    }
    return NULL;
}

const grn_type *grn_type_opaque(grn_ir *ir, grn_str text)
{
    const grn_dialect *speller = speller_of(ir, text);
    grn_vec own;
    if (!speller)
        return opaque_as_spelled(ir, text);
    grn_vec_init(&own, ir->allocator, 1);
    const grn_type *type =
        speller->type_text(text, &own) ? opaque_as_spelled(ir, (grn_str){(const char *)own.items, own.count}) : NULL;
    grn_vec_destroy(&own);
    return type;
}

const grn_type *grn_type_other_float(grn_ir *ir, grn_str text)
{
    grn_type key = {.kind = GRN_TYPE_OTHER_FLOAT, .opaque = text};
    return intern(ir, &key);
}

const grn_type *grn_type_quant(grn_ir *ir, const grn_type *description)
{
    grn_type key = {.kind = GRN_TYPE_QUANT, .quant = description->quant};
    key.dtype = integer_dtype(key.quant.storage->width, key.quant.is_signed ? GRN_SIGNLESS : GRN_UNSIGNED);
    return intern(ir, &key);
}

/* ---- questions ------------------------------------------------------------------------------- */

const grn_type *grn_type_element_or_self(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR || t->kind == GRN_TYPE_UNRANKED_TENSOR || (grn_type_is_vector(t) && t->element)
               ? t->element
               : t;
}

bool grn_type_has_shape(const grn_type *tensor, int32_t rank, const int64_t *shape)
{
    return tensor->rank == rank && (rank == 0 || memcmp(tensor->shape, shape, (size_t)rank * sizeof *shape) == 0);
}

size_t grn_type_dynamic_extents(const grn_type *t)
{
    size_t count = 0;
    for (int32_t d = 0; d < t->rank; d++)
        count += t->shape[d] == GRN_DYNAMIC;
    return count;
}

/* Row-major: the product of the extents behind, known as long as they are. */
static void row_major(const grn_type *t, int64_t *strides)
{
    int64_t step = 1;
    for (int32_t d = t->rank; d-- > 0;) {
        strides[d] = step;
        if (step == GRN_DYNAMIC || t->shape[d] == GRN_DYNAMIC || !grn_mul_i64(step, t->shape[d], &step))
            step = GRN_DYNAMIC;
    }
}

bool grn_memref_strides(const grn_type *t, int64_t *strides, int64_t *offset)
{
    if (t->layout)
        return false;
    *offset = t->strided ? t->offset : 0;
    if (!t->strided)
        row_major(t, strides);
    else if (t->rank)
        memcpy(strides, t->strides, (size_t)t->rank * sizeof *strides);
    return true;
}

bool grn_type_same_shape(const grn_type *a, const grn_type *b) { return grn_type_has_shape(a, b->rank, b->shape); }

bool grn_type_has_static_shape(const grn_type *t)
{
    if (t->kind != GRN_TYPE_TENSOR)
        return false;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == GRN_DYNAMIC)
            return false;
    return true;
}
