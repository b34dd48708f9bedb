/* builtin_read.c - attributes, types and locations of the builtin dialect, in MLIR's own
 * encoding. */
#include <inttypes.h>

#include "artifact/internal.h"

/* ---- attributes ------------------------------------------------------------------------------ */

/* The type is left out, as it is in most programs. */
static bool read_typed_string(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    return grn_artifact_read_text(r, b, out) && grn_artifact_read_type(r, b, &type);
}

static bool need(const grn_bytes *b, size_t at, const grn_attr *a, grn_attr_kind kind, const char *what)
{
    return a->kind == kind || grn_bytes_wrong(b, at, "%s is expected", what);
}

static bool read_symbol(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_attr *name;
    size_t at = b->at;
    if (!grn_artifact_read_attr(r, b, &name) || !need(b, at, name, GRN_ATTR_STRING, "a string, the symbol's name"))
        return false;
    *out = grn_attr_symbol(r->ir, name->text);
    return grn_artifact_made(r, *out);
}

static bool read_unit(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    (void)b;
    *out = grn_attr_unit(r->ir);
    return grn_artifact_made(r, *out);
}

/* Elements of one type: in the file each takes whole bytes, i1 one. */
static bool read_dense_array(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    uint64_t count;
    size_t n, at = b->at, bytes;
    const unsigned char *data;
    if (!grn_artifact_read_type(r, b, &type) || !grn_bytes_varint(b, "an array's length", &count) ||
        !grn_bytes_blob(b, "an array's elements", &data, &n))
        return false;
    if (type->dtype == GRN_NO_DTYPE || (grn_dtype_bits(type->dtype) < 8 && type->dtype != GRN_I1))
        return grn_bytes_wrong(b, at, "an array has elements that are neither i1 nor whole bytes");
    if (count > n || !grn_mul_size((size_t)count, grn_dtype_bytes(type->dtype), &bytes) || bytes != n)
        return grn_bytes_wrong(b, at, "an array of %" PRIu64 " elements has %zu bytes", count, n);
    unsigned char *copy = grn_arena_copy(&r->ir->arena, n ? (const void *)data : "", n);
    for (size_t i = 0; copy && type->dtype == GRN_I1 && i < n; i++)
        copy[i] &= 1;
    grn_attr a = {.kind = GRN_ATTR_DENSE_ARRAY, .type = type};
    a.dense_array.count = (size_t)count;
    a.dense_array.data = copy;
    *out = copy ? grn_attr_make(r->ir, &a) : NULL;
    return grn_artifact_made(r, *out);
}

/* ---- locations ------------------------------------------------------------------------------- */

static bool made(artifact_reader *r, const grn_location *description, const grn_attr **out)
{
    *out = grn_attr_location(r->ir, description);
    return grn_artifact_made(r, *out);
}

static bool read_inner(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    size_t at = b->at;
    return grn_artifact_read_attr(r, b, out) && need(b, at, *out, GRN_ATTR_LOCATION, "a location");
}

static bool read_string(artifact_reader *r, grn_bytes *b, grn_str *out)
{
    const grn_attr *a;
    size_t at = b->at;
    if (!grn_artifact_read_attr(r, b, &a) || !need(b, at, a, GRN_ATTR_STRING, "a string"))
        return false;
    *out = a->text;
    return true;
}

static bool read_unknown(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    (void)b;
    return made(r, &(grn_location){.form = GRN_LOCATION_UNKNOWN}, out);
}

static bool read_number(grn_bytes *b, const char *what, grn_location *l)
{
    uint64_t value;
    size_t at = b->at;
    if (!grn_bytes_varint(b, what, &value))
        return false;
    if (value > UINT32_MAX)
        return grn_bytes_wrong(b, at, "%s is %" PRIu64 ", more than 32 bits hold", what, value);
    l->number[l->nnumbers++] = (uint32_t)value;
    return true;
}

static bool read_file_line(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_FILE};
    return read_string(r, b, &l.text) && read_number(b, "a line", &l) && read_number(b, "a column", &l) &&
           made(r, &l, out);
}

/* A file, then up to four numbers: line, column, end line, end column, in the forms that MLIR has
 * for them. */
static bool read_file_range(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_FILE};
    size_t count, at;
    if (!read_string(r, b, &l.text))
        return false;
    at = b->at;
    if (!grn_bytes_count(b, "lines and columns", 1, &count))
        return false;
    if (count > GRN_LOCATION_NUMBERS)
        return grn_bytes_wrong(b, at, "a location has %zu numbers, at most 4 are expected", count);
    for (size_t i = 0; i < count; i++)
        if (!read_number(b, "a line or column", &l))
            return false;
    while (l.nnumbers < 2)
        l.number[l.nnumbers++] = 0;
    return made(r, &l, out);
}

static bool read_name(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_NAME, .count = 1};
    const grn_attr *of;
    if (!read_string(r, b, &l.text) || !read_inner(r, b, &of))
        return false;
    l.of = &of;
    return made(r, &l, out);
}

static bool read_call_site(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_attr *of[2];
    return read_inner(r, b, &of[0]) && read_inner(r, b, &of[1]) &&
           made(r, &(grn_location){.form = GRN_LOCATION_CALL, .count = 2, .of = of}, out);
}

static bool fused(artifact_reader *r, grn_bytes *b, bool has_metadata, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_FUSED};
    size_t count;
    if (!grn_bytes_count(b, "locations", 1, &count))
        return false;
    const grn_attr **of = GRN_ARENA_NEW(&r->arena, const grn_attr *, count);
    if (!grn_artifact_made(r, of))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_inner(r, b, &of[i]))
            return false;
    l.count = count;
    l.of = of;
    return (!has_metadata || grn_artifact_read_attr(r, b, &l.metadata)) && made(r, &l, out);
}
static bool read_fused(artifact_reader *r, grn_bytes *b, const grn_attr **out) { return fused(r, b, false, out); }
static bool read_fused_with(artifact_reader *r, grn_bytes *b, const grn_attr **out) { return fused(r, b, true, out); }

/* ---- by code --------------------------------------------------------------------------------- */

typedef bool read_attr_fn(artifact_reader *r, grn_bytes *b, const grn_attr **out);

/* By code; NULL: not read. */
static read_attr_fn *const attrs[] = {
    grn_artifact_read_array,
    grn_artifact_read_dict,
    grn_artifact_read_text,
    read_typed_string,
    read_symbol,
    NULL,
    grn_artifact_read_type_value,
    read_unit,
    grn_artifact_read_integer,
    grn_artifact_read_float,
    read_call_site,
    read_file_line,
    read_fused,
    read_fused_with,
    read_name,
    read_unknown,
    NULL,
    read_dense_array,
    grn_artifact_read_tensor,
    NULL,
    NULL,
    NULL,
    read_file_range,
};

bool grn_builtin_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    size_t at = b->at;
    uint64_t code;
    if (!grn_bytes_varint(b, "an attribute's code", &code))
        return false;
    if (code < GRN_COUNT(attrs) && attrs[code])
        return attrs[code](r, b, out);
    return grn_bytes_wrong(b, at, "attribute %" PRIu64 " of the builtin dialect is not read", code);
}

/* ---- types ----------------------------------------------------------------------------------- */

static bool read_integer_type(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    uint64_t v;
    size_t at = b->at;
    if (!grn_bytes_varint(b, "an integer type", &v))
        return false;
    if (v >> 2 == 0 || v >> 2 > (1 << 24) - 1 || (v & 3) == 3)
        return grn_bytes_wrong(b, at, "an integer type has %" PRIu64 " bits and sign %d", v >> 2, (int)(v & 3));
    *out = grn_type_integer(r->ir, (uint32_t)(v >> 2), (grn_signedness)(v & 3));
    return grn_artifact_made(r, *out);
}

/* Shape, then element, as VHLO has it too. */
static bool read_tensor_type(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    size_t count, at = b->at;
    int64_t *shape;
    const grn_type *element;
    if (!grn_artifact_read_dims(r, b, "extents", &count, &shape) || !grn_artifact_read_type(r, b, &element))
        return false;
    for (size_t d = 0; d < count; d++)
        if (count > GRN_MAX_RANK || (shape[d] < 0 && shape[d] != GRN_DYNAMIC))
            return grn_bytes_wrong(b, at, "a tensor type has rank %zu, or a negative extent", count);
    if (element->kind == GRN_TYPE_TENSOR || element->kind == GRN_TYPE_TUPLE || element->kind == GRN_TYPE_FUNCTION)
        return grn_bytes_wrong(b, at, "a tensor is made of a type that it cannot have");
    *out = grn_type_tensor(r->ir, element, (int32_t)count, shape, NULL);
    return grn_artifact_made(r, *out);
}

static const struct {
    uint32_t code;
    const char *text;
} leaves[] = {{1, "index"}, {3, "bf16"}, {4, "f16"}, {5, "f32"}, {6, "f64"}, {7, "f80"}, {8, "f128"}, {12, "none"}};

bool grn_builtin_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    enum { CODE_INTEGER = 0, CODE_TENSOR = 13 };
    size_t at = b->at;
    uint64_t code;
    if (!grn_bytes_varint(b, "a type's code", &code))
        return false;
    if (code == CODE_INTEGER)
        return read_integer_type(r, b, out);
    if (code == CODE_TENSOR)
        return read_tensor_type(r, b, out);
    for (size_t i = 0; i < GRN_COUNT(leaves); i++)
        if (leaves[i].code == code)
            return grn_artifact_spell_type(r, b, out, "%s", leaves[i].text);
    return grn_bytes_wrong(b, at, "type %" PRIu64 " of the builtin dialect is not read", code);
}
