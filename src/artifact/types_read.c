/* types_read.c - VHLO's types in today's form. */
#include <inttypes.h>

#include "artifact/internal.h"

static bool read_complex(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    const grn_type *element;
    if (!grn_artifact_read_type(r, b, &element))
        return false;
    if (element->kind != GRN_TYPE_FLOAT)
        return grn_bytes_wrong(b, b->at, "a complex type is made of a type that is no float");
    *out = grn_type_complex(r->ir, element);
    return grn_artifact_made(r, *out);
}

static bool read_function(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    size_t inputs, results;
    const grn_type **in, **outs;
    if (!grn_artifact_read_types(r, b, &inputs, &in) || !grn_artifact_read_types(r, b, &results, &outs))
        return false;
    *out = grn_type_function(r->ir, inputs, in, results, outs);
    return grn_artifact_made(r, *out);
}

static bool read_tuple(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    size_t count;
    const grn_type **members;
    if (!grn_artifact_read_types(r, b, &count, &members))
        return false;
    *out = grn_type_tuple(r->ir, count, members);
    return grn_artifact_made(r, *out);
}

bool grn_artifact_read_dims(artifact_reader *r, grn_bytes *b, const char *what, size_t *count, int64_t **out)
{
    if (!grn_bytes_count(b, what, 1, count))
        return false;
    *out = GRN_ARENA_NEW(&r->arena, int64_t, *count);
    if (!*out)
        return grn_bytes_refused(b);
    for (size_t i = 0; i < *count; i++)
        if (!grn_bytes_signed(b, what, &(*out)[i]))
            return false;
    return true;
}

/* Extents: the smallest number there is stands for "?". */
static bool read_shape(artifact_reader *r, grn_bytes *b, int32_t *rank, int64_t **shape)
{
    size_t count, at = b->at;
    if (!grn_artifact_read_dims(r, b, "extents", &count, shape))
        return false;
    if (count > GRN_MAX_RANK)
        return grn_bytes_over(b, at, "a type has rank %zu, at most %d is read", count, GRN_MAX_RANK);
    for (size_t d = 0; d < count; d++)
        if ((*shape)[d] < 0 && (*shape)[d] != GRN_DYNAMIC)
            return grn_bytes_wrong(b, at, "extent %zu is %" PRId64 ", 0 or more is expected", d, (*shape)[d]);
    *rank = (int32_t)count;
    return true;
}

/* Whether a tensor may have such elements, as the text parser has it. */
static bool check_element(const grn_bytes *b, const grn_type *element)
{
    bool fits = element->kind == GRN_TYPE_INTEGER || element->kind == GRN_TYPE_INDEX ||
                element->kind == GRN_TYPE_FLOAT || element->kind == GRN_TYPE_OTHER_FLOAT ||
                element->kind == GRN_TYPE_COMPLEX || element->kind == GRN_TYPE_QUANT ||
                element->kind == GRN_TYPE_OPAQUE;
    return fits || grn_bytes_wrong(b, b->at, "a tensor is made of a type that it cannot have");
}

static bool tensor_of(artifact_reader *r, grn_bytes *b, const grn_attr *encoding, const grn_type **out)
{
    int32_t rank;
    int64_t *shape;
    const grn_type *element;
    char wrong[GRN_MESSAGE_BYTES];
    if (!read_shape(r, b, &rank, &shape) || !grn_artifact_read_type(r, b, &element) || !check_element(b, element))
        return false;
    const grn_type *plain = grn_type_tensor(r->ir, element, rank, shape, NULL);
    if (!grn_artifact_made(r, plain))
        return false;
    if (encoding && encoding->kind == GRN_ATTR_STRUCT && encoding->record.def->fits_tensor &&
        !encoding->record.def->fits_tensor(encoding, plain, wrong, sizeof wrong))
        return grn_bytes_wrong(b, b->at, "%s", wrong);
    *out = encoding ? grn_type_tensor(r->ir, element, rank, shape, encoding) : plain;
    return grn_artifact_made(r, *out);
}

static bool read_tensor(artifact_reader *r, grn_bytes *b, const grn_type **out) { return tensor_of(r, b, NULL, out); }

static bool read_encoded(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    const grn_attr *encoding;
    return grn_artifact_read_attr(r, b, &encoding) && tensor_of(r, b, encoding, out);
}

static bool read_unranked(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    const grn_type *element;
    if (!grn_artifact_read_type(r, b, &element) || !check_element(b, element))
        return false;
    *out = grn_type_unranked(r->ir, element);
    return grn_artifact_made(r, *out);
}

static bool read_buffer(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    grn_type t = {.kind = GRN_TYPE_MEMREF};
    int64_t *shape;
    if (!read_shape(r, b, &t.rank, &shape) || !grn_artifact_read_type(r, b, &t.element) || !check_element(b, t.element))
        return false;
    t.shape = shape;
    *out = grn_type_memref(r->ir, &t);
    return grn_artifact_made(r, *out);
}

static bool write_types(size_t count, const grn_type *const *types, const grn_sink *sink)
{
    for (size_t i = 0; i < count; i++)
        if ((i && sink->write(sink->user, ", ", 2) != GRN_OK) || grn_type_write(types[i], sink) != GRN_OK)
            return false;
    return true;
}

static bool read_future(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    size_t count;
    const grn_type **types;
    grn_vec text;
    if (!grn_artifact_read_types(r, b, &count, &types))
        return false;
    grn_vec_init(&text, r->ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    bool read = write_types(count, types, &sink)
                    ? grn_artifact_spell_type(r, b, out, "!stablehlo.future<%.*s>", (int)text.count,
                                              text.count ? (const char *)text.items : "")
                    : grn_bytes_refused(b);
    grn_vec_destroy(&text);
    return read;
}

/* ---- quantized types ------------------------------------------------------------------------- */

static bool read_f64(grn_bytes *b, double *out)
{
    uint64_t bits;
    if (!grn_artifact_read_bits(b, 64, &bits))
        return false;
    memcpy(out, &bits, sizeof *out);
    return true;
}

/* Storage, expressed. The flag says that the storage is signed. */
static bool read_quant_types(artifact_reader *r, grn_bytes *b, grn_type *t)
{
    uint64_t flags;
    if (!grn_bytes_varint(b, "a quantized type's flags", &flags) || !grn_artifact_read_type(r, b, &t->quant.storage) ||
        !grn_artifact_read_type(r, b, &t->quant.expressed))
        return false;
    const grn_type *storage = t->quant.storage;
    t->quant.is_signed = flags & 1;
    t->quant.axis = -1;
    if (flags > 1)
        return grn_bytes_wrong(b, b->at, "a quantized type has flags %" PRIu64 ", 0 or 1 is expected", flags);
    if (storage->kind != GRN_TYPE_INTEGER || storage->width > 32 || t->quant.expressed->kind != GRN_TYPE_FLOAT)
        return grn_bytes_wrong(
            b, b->at, "a quantized type stores integers of up to 32 bits and expresses floats; this one does not");
    const grn_type *as_kept = grn_type_integer(r->ir, storage->width, t->quant.is_signed ? GRN_SIGNLESS : GRN_UNSIGNED);
    t->quant.storage = as_kept;
    return grn_artifact_made(r, as_kept);
}

static bool check_range(const grn_bytes *b, const grn_type *t)
{
    int64_t half = INT64_C(1) << (t->quant.storage->width - 1);
    int64_t low = t->quant.is_signed ? -half : 0, high = t->quant.is_signed ? half - 1 : 2 * half - 1;
    if (t->quant.storage_min >= low && t->quant.storage_max <= high && t->quant.storage_min < t->quant.storage_max)
        return true;
    return grn_bytes_wrong(
        b, b->at, "a quantized type's range is %" PRId64 " to %" PRId64 ", its storage has %" PRId64 " to %" PRId64,
        t->quant.storage_min, t->quant.storage_max, low, high);
}

static bool read_range(grn_bytes *b, grn_type *t)
{
    return grn_bytes_signed(b, "the least stored value", &t->quant.storage_min) &&
           grn_bytes_signed(b, "the largest stored value", &t->quant.storage_max) && check_range(b, t);
}

static bool finish_quant(artifact_reader *r, grn_bytes *b, const grn_type *t, const grn_type **out)
{
    for (size_t i = 0; i < t->quant.count; i++)
        if (!(t->quant.scale[i] > 0 && t->quant.scale[i] * 0 == 0))
            return grn_bytes_wrong(b, b->at, "scale %zu of a quantized type is not a positive number", i);
    *out = grn_type_quant(r->ir, t);
    return grn_artifact_made(r, *out);
}

static bool read_quant(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    grn_type t = {.kind = GRN_TYPE_QUANT};
    double scale;
    int64_t zero;
    if (!read_quant_types(r, b, &t) || !read_f64(b, &scale) || !grn_bytes_signed(b, "a zero point", &zero) ||
        !read_range(b, &t))
        return false;
    t.quant.count = 1;
    t.quant.scale = &scale;
    t.quant.zero_point = &zero;
    return finish_quant(r, b, &t, out);
}

/* The range comes before the scales here. */
static bool read_quant_axis(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    grn_type t = {.kind = GRN_TYPE_QUANT};
    int64_t axis, *zeros;
    size_t nzeros, at;
    if (!read_quant_types(r, b, &t) || !grn_bytes_signed(b, "a quantized dimension", &axis) || !read_range(b, &t))
        return false;
    at = b->at;
    if (axis < 0 || axis >= GRN_MAX_RANK)
        return grn_bytes_wrong(b, at, "the quantized dimension is %" PRId64 ", 0 to %d is expected", axis,
                               GRN_MAX_RANK - 1);
    if (!grn_bytes_count(b, "scales", 1, &t.quant.count))
        return false;
    double *scales = GRN_ARENA_NEW(&r->arena, double, t.quant.count);
    if (!scales)
        return grn_bytes_refused(b);
    for (size_t i = 0; i < t.quant.count; i++)
        if (!read_f64(b, &scales[i]))
            return false;
    if (!grn_artifact_read_dims(r, b, "zero points", &nzeros, &zeros))
        return false;
    if (nzeros != t.quant.count || nzeros == 0)
        return grn_bytes_wrong(b, at, "%zu scales and %zu zero points, as many of both and one at least are expected",
                               t.quant.count, nzeros);
    t.quant.axis = (int32_t)axis;
    t.quant.scale = scales;
    t.quant.zero_point = zeros;
    return finish_quant(r, b, &t, out);
}

/* ---- by code --------------------------------------------------------------------------------- */

bool grn_vhlo_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    static const struct {
        vhlo_type_code code;
        bool (*read)(artifact_reader *r, grn_bytes *b, const grn_type **out);
    } rows[] = {
        {VHLO_TYPE_TENSOR, read_tensor},     {VHLO_TYPE_FUNCTION, read_function},
        {VHLO_TYPE_COMPLEX, read_complex},   {VHLO_TYPE_TENSOR_ENCODED, read_encoded},
        {VHLO_TYPE_TUPLE, read_tuple},       {VHLO_TYPE_QUANT, read_quant},
        {VHLO_TYPE_UNRANKED, read_unranked}, {VHLO_TYPE_QUANT_AXIS, read_quant_axis},
        {VHLO_TYPE_BUFFER, read_buffer},     {VHLO_TYPE_FUTURE, read_future},
    };
    size_t at = b->at;
    uint64_t code;
    if (!grn_bytes_varint(b, "a type's code", &code))
        return false;
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (rows[i].code == code)
            return rows[i].read(r, b, out);
    const vhlo_leaf *leaf = grn_vhlo_leaf_of_code(code);
    if (!leaf)
        return grn_bytes_wrong(b, at, "type %" PRIu64 " of VHLO is not known, there are 0 to %d", code,
                               VHLO_TYPE_FUTURE);
    return grn_artifact_spell_type(r, b, out, "%s", leaf->text);
}
