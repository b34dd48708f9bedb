/*
 * safetensors.c - files that begin with a header of JSON: eight bytes of length, an object with a
 * row for each tensor, then data.
 *
 * The order of checks is that of the format's own reader: length, text, offsets. Names twice are
 * refused, which it leaves open. The header is walked twice, to count and to fill, and shapes stay
 * in it: 56 bytes are kept for each tensor.
 */
#include "files/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LENGTH_BYTES 8
#define MOST_HEADER 100000000u

const safetensor_type safetensor_types[] = {
    {"BOOL", GRN_I1, 8},
    {"U8", GRN_UI8, 8},
    {"I8", GRN_I8, 8},
    {"F4", GRN_F4E2M1FN, 4},
    {"F6_E2M3", GRN_F6E2M3FN, 6},
    {"F6_E3M2", GRN_F6E3M2FN, 6},
    {"F8_E5M2", GRN_F8E5M2, 8},
    {"F8_E4M3", GRN_F8E4M3FN, 8},
    {"F8_E8M0", GRN_F8E8M0FNU, 8},
    {"F8_E4M3FNUZ", GRN_F8E4M3FNUZ, 8},
    {"F8_E5M2FNUZ", GRN_F8E5M2FNUZ, 8},
    {"I16", GRN_I16, 16},
    {"U16", GRN_UI16, 16},
    {"F16", GRN_F16, 16},
    {"BF16", GRN_BF16, 16},
    {"I32", GRN_I32, 32},
    {"U32", GRN_UI32, 32},
    {"F32", GRN_F32, 32},
    {"F64", GRN_F64, 64},
    {"I64", GRN_I64, 64},
    {"U64", GRN_UI64, 64},
    {"C64", GRN_C64, 64},
};
const size_t nsafetensor_types = sizeof safetensor_types / sizeof *safetensor_types;

static int type_named(const json_string *name)
{
    for (size_t i = 0; i < nsafetensor_types; i++)
        if (json_is(name, safetensor_types[i].name))
            return (int)i;
    return -1;
}

/* ---- a tensor's row ---------------------------------------------------------------------- */

/* The extents, of any rank; the product of all, and whether it can be counted. */
static grn_status take_shape(json_reader *r, safetensor *t, uint64_t *elements, bool *countable)
{
    grn_status status = json_need(r, '[');
    uint64_t extent;
    bool zero = false;
    t->shape_at = r->base + r->at;
    t->rank = 0;
    *elements = 1;
    *countable = true;
    if (status != GRN_OK || json_take(r, ']'))
        return status;
    do {
        status = json_take_count(r, "an extent", &extent);
        zero |= extent == 0;
        *countable &= multiply(*elements, extent, elements);
        t->rank++; /* a header has fewer bytes than it can count */
    } while (status == GRN_OK && json_take(r, ','));
    if (zero)
        *elements = 0;
    return status == GRN_OK ? json_need(r, ']') : status;
}

static grn_status take_offsets(json_reader *r, safetensor *t)
{
    uint64_t begin = 0, end = 0;
    grn_status status = json_need(r, '[');
    if (status == GRN_OK)
        status = json_take_count(r, "the offset of the first byte", &begin);
    if (status == GRN_OK)
        status = json_need(r, ',');
    if (status == GRN_OK)
        status = json_take_count(r, "the offset behind the last byte", &end);
    if (status == GRN_OK && (begin > end || end > SIZE_MAX))
        return json_wrong(r, "two offsets in their order");
    t->begin = (size_t)begin;
    t->end = (size_t)end;
    return status == GRN_OK ? json_need(r, ']') : status;
}

/* What a row has said so far. */
typedef struct fields {
    bool dtype, shape, offsets;
    uint64_t elements;
    bool countable;
} fields;

static grn_status take_dtype(json_reader *r, safetensor *t)
{
    json_string name;
    grn_status status = json_take_string(r, "a dtype in quotes", &name);
    int type = status == GRN_OK ? type_named(&name) : 0;
    if (type < 0)
        return file_fail(r->diag, GRN_E_UNSUPPORTED,
                         "safetensors: dtype '%.*s' at byte %zu is not known, expected one such as F32",
                         shown(name.raw_bytes), name.raw, r->base + r->at - name.raw_bytes - 1);
    t->type = (uint8_t)type;
    return status;
}

static grn_status take_field(json_reader *r, const json_string *key, safetensor *t, fields *f)
{
    bool *seen = json_is(key, "dtype")          ? &f->dtype
                 : json_is(key, "shape")        ? &f->shape
                 : json_is(key, "data_offsets") ? &f->offsets
                                                : NULL;
    if (!seen)
        return json_skip(r);
    if (*seen)
        return json_wrong(r, "each key once");
    *seen = true;
    return seen == &f->dtype   ? take_dtype(r, t)
           : seen == &f->shape ? take_shape(r, t, &f->elements, &f->countable)
                               : take_offsets(r, t);
}

static grn_status check_size(const json_reader *r, const safetensor *t, const fields *f)
{
    const safetensor_type *type = &safetensor_types[t->type];
    uint64_t bits = 0;
    bool counted = f->elements == 0 || (f->countable && multiply(f->elements, type->bits, &bits));
    if (counted && bits % 8 == 0 && bits / 8 == t->end - t->begin)
        return GRN_OK;
    return file_fail(
        r->diag, GRN_E_FORMAT,
        "safetensors: the tensor '%.*s' (up to byte %zu) has %zu bytes by its offsets, and %s of %s by its shape",
        shown(t->name_bytes), t->name, r->base + r->at, t->end - t->begin,
        counted ? "another number" : "more than can be counted", type->name);
}

static grn_status take_row(json_reader *r, safetensor *t)
{
    fields f = {.elements = 1};
    json_string key;
    grn_status status = json_need(r, '{');
    bool more = status == GRN_OK && !json_take(r, '}');
    while (more) {
        status = json_take_string(r, "a key in quotes", &key);
        if (status == GRN_OK)
            status = json_need(r, ':');
        if (status == GRN_OK)
            status = take_field(r, &key, t, &f);
        more = status == GRN_OK && json_take(r, ',');
        if (status == GRN_OK && !more)
            status = json_need(r, '}');
    }
    if (status == GRN_OK && !(f.dtype && f.shape && f.offsets))
        return file_fail(r->diag, GRN_E_FORMAT, "safetensors: the tensor '%.*s' (up to byte %zu) has no %s",
                         shown(t->name_bytes), t->name, r->base + r->at,
                         !f.dtype   ? "dtype"
                         : !f.shape ? "shape"
                                    : "data_offsets");
    return status == GRN_OK ? check_size(r, t, &f) : status;
}

/* ---- the header ---------------------------------------------------------------------- */

static grn_status take_metadata(json_reader *r)
{
    json_string text;
    json_space(r);
    if (r->at < r->n && r->text[r->at] == 'n')
        return json_skip(r); /* null */
    grn_status status = json_need(r, '{');
    bool more = status == GRN_OK && !json_take(r, '}');
    while (more) {
        status = json_take_string(r, "a key in quotes", &text);
        if (status == GRN_OK)
            status = json_need(r, ':');
        if (status == GRN_OK)
            status = json_take_string(r, "a text in quotes", &text);
        more = status == GRN_OK && json_take(r, ',');
        if (status == GRN_OK && !more)
            status = json_need(r, '}');
    }
    return status;
}

/* Where the two walks put what they find: the first counts, the second fills. */
typedef struct walk {
    safetensor *items; /* NULL: count */
    char *names;
    size_t count, names_bytes;
    bool metadata;
} walk;

/* The name as it is in the header, or decoded behind the others. */
static void name_tensor(walk *w, const json_string *key, safetensor *t)
{
    t->name = key->raw;
    t->name_bytes = key->bytes;
    if (key->bytes == key->raw_bytes)
        return;
    if (w->names) {
        json_decode(key, w->names + w->names_bytes);
        t->name = w->names + w->names_bytes;
    } else
        t->name_bytes = key->raw_bytes; /* as messages of the first walk show it */
    w->names_bytes += key->bytes;
}

static grn_status take_item(json_reader *r, walk *w)
{
    json_string key;
    safetensor t = {.name = ""};
    grn_status status = json_take_string(r, "a tensor's name in quotes", &key);
    if (status == GRN_OK)
        status = json_need(r, ':');
    if (status != GRN_OK)
        return status;
    if (json_is(&key, "__metadata__")) {
        if (w->metadata)
            return json_wrong(r, "__metadata__ once");
        w->metadata = true;
        return take_metadata(r);
    }
    name_tensor(w, &key, &t);
    status = take_row(r, &t);
    if (w->items)
        w->items[w->count] = t;
    w->count++;
    return status;
}

static grn_status take_header(json_reader r, walk *w)
{
    grn_status status = json_need(&r, '{');
    bool more = status == GRN_OK && !json_take(&r, '}');
    while (more) {
        status = take_item(&r, w);
        more = status == GRN_OK && json_take(&r, ',');
        if (status == GRN_OK && !more)
            status = json_need(&r, '}');
    }
    json_space(&r);
    return status == GRN_OK && r.at < r.n ? json_wrong(&r, "spaces up to the header's end") : status;
}

/* ---- offsets and names ---------------------------------------------------------------------- */

static bool lies_before(const void *of, size_t a, size_t b)
{
    const safetensor *t = ((const safetensors_header *)of)->items;
    return t[a].begin != t[b].begin ? t[a].begin < t[b].begin : t[a].end < t[b].end;
}

static bool is_named_before(const void *of, size_t a, size_t b)
{
    const safetensor *t = ((const safetensors_header *)of)->items;
    return compare_texts(t[a].name, t[a].name_bytes, t[b].name, t[b].name_bytes) < 0;
}

static grn_status check_cover(const safetensors_header *h, const size_t *order, size_t size, const grn_diag *diag)
{
    size_t at = 0;
    for (size_t i = 0; i < h->count; i++) {
        const safetensor *t = &h->items[order[i]];
        if (t->begin != at)
            return file_fail(
                diag, GRN_E_FORMAT, "safetensors: the data of '%.*s' begins at offset %zu, expected %zu: %s",
                shown(t->name_bytes), t->name, t->begin, at,
                t->begin < at ? "it overlaps the tensor before it" : "bytes in between belong to no tensor");
        at = t->end;
    }
    return at == size
               ? GRN_OK
               : file_fail(diag, GRN_E_FORMAT,
                           "safetensors: %zu bytes of data are there from byte %zu on, the header's offsets cover %zu",
                           size, h->data, at);
}

static grn_status check_names(const safetensors_header *h, const size_t *order, const grn_diag *diag)
{
    for (size_t i = 1; i < h->count; i++) {
        const safetensor *a = &h->items[order[i - 1]], *b = &h->items[order[i]];
        if (compare_texts(a->name, a->name_bytes, b->name, b->name_bytes) == 0)
            return file_fail(diag, GRN_E_FORMAT, "safetensors: two tensors are called '%.*s'", shown(a->name_bytes),
                             a->name);
    }
    return GRN_OK;
}

static grn_status check_header(const safetensors_header *h, size_t size, const grn_allocator *a, const grn_diag *diag)
{
    const size_t bytes = h->count * sizeof(size_t);
    size_t *order = file_allocate(a, bytes);
    if (!order)
        return file_fail(diag, GRN_E_MEMORY, "safetensors: memory refused for %zu tensors", h->count);
    sort_numbers(order, h->count, lies_before, h);
    grn_status status = check_cover(h, order, size, diag);
    sort_numbers(order, h->count, is_named_before, h);
    if (status == GRN_OK)
        status = check_names(h, order, diag);
    file_release(a, order, bytes);
    return status;
}

static grn_status read_length(bytes_view file, const grn_diag *diag, size_t *length)
{
    if (file.n < LENGTH_BYTES)
        return file_fail(diag, GRN_E_FORMAT, "safetensors: %zu bytes are there, expected the header's length in 8",
                         file.n);
    uint64_t n = load_le(file.at, LENGTH_BYTES);
    if (n > MOST_HEADER)
        return file_fail(diag, GRN_E_FORMAT,
                         "safetensors: the first 8 bytes promise a header of %" PRIu64 " bytes, expected at most %u", n,
                         MOST_HEADER);
    if (n > file.n - LENGTH_BYTES)
        return file_fail(diag, GRN_E_FORMAT,
                         "safetensors: the first 8 bytes promise a header of %" PRIu64 " bytes, %zu are there", n,
                         file.n - LENGTH_BYTES);
    *length = (size_t)n;
    return GRN_OK;
}

static grn_status fill(json_reader r, size_t count, size_t names_bytes, const grn_allocator *a, safetensors_header *out)
{
    *out = (safetensors_header){.count = count, .data = LENGTH_BYTES + r.n, .names_bytes = names_bytes};
    out->items = file_allocate(a, count * sizeof *out->items);
    out->names = names_bytes ? file_allocate(a, names_bytes) : NULL;
    if (!out->items || (names_bytes && !out->names))
        return file_fail(r.diag, GRN_E_MEMORY, "safetensors: memory refused for %zu tensors", count);
    walk second = {.items = out->items, .names = out->names};
    return take_header(r, &second);
}

grn_status safetensors_open(bytes_view file, const grn_allocator *a, const grn_diag *diag, safetensors_header *out)
{
    size_t length = 0;
    walk first = {.items = NULL};
    *out = (safetensors_header){.items = NULL};
    grn_status status = read_length(file, diag, &length);
    if (status != GRN_OK)
        return status;
    const json_reader r = {(const char *)file.at + LENGTH_BYTES, length, 0, LENGTH_BYTES, diag};
    status = take_header(r, &first);
    if (status == GRN_OK)
        status = fill(r, first.count, first.names_bytes, a, out);
    if (status == GRN_OK)
        status = check_header(out, file.n - out->data, a, diag);
    if (status != GRN_OK)
        safetensors_close(out, a);
    return status;
}

void safetensors_close(safetensors_header *header, const grn_allocator *a)
{
    file_release(a, header->items, header->count * sizeof *header->items);
    file_release(a, header->names, header->names_bytes);
    *header = (safetensors_header){.items = NULL};
}

/* ---- one tensor ---------------------------------------------------------------------- */

/* The list was walked before: it is well formed. */
void safetensor_shape(bytes_view file, const safetensor *t, int64_t shape[GRN_MAX_RANK])
{
    json_reader r = {(const char *)file.at, file.n, t->shape_at, 0, NULL};
    for (int32_t d = 0; d < t->rank && d < GRN_MAX_RANK; d++) {
        uint64_t extent = 0;
        if (json_take_count(&r, "", &extent) != GRN_OK)
            extent = 0;
        shape[d] = extent > INT64_MAX ? INT64_MAX : (int64_t)extent;
        json_take(&r, ',');
    }
}

/* The types that have no name in the format are held by one that does. */
static bool holds(grn_dtype file, grn_dtype declared)
{
    static const struct {
        grn_dtype file, declared;
    } pairs[] = {{GRN_I8, GRN_I2}, {GRN_I8, GRN_I4}, {GRN_UI8, GRN_UI2}, {GRN_UI8, GRN_UI4}, {GRN_I64, GRN_INDEX}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].file == file && pairs[i].declared == declared)
            return true;
    return declared == GRN_NO_DTYPE || declared == file;
}

static grn_status unpack(const unsigned char *packed, unsigned bits, const grn_allocator *a, const grn_diag *diag,
                         read_tensor *out)
{
    out->memory_bytes = grn_tensor_bytes(&out->tensor);
    out->memory = file_allocate(a, out->memory_bytes);
    if (!out->memory)
        return file_fail(diag, GRN_E_MEMORY, "safetensors: memory refused for %zu bytes", out->memory_bytes);
    unpack_bits(packed, (size_t)grn_tensor_elements(&out->tensor), bits, out->memory);
    out->tensor.data = out->memory;
    return GRN_OK;
}

grn_status safetensors_read(bytes_view file, const safetensors_header *header, size_t i, grn_dtype declared,
                            const grn_allocator *a, const grn_diag *diag, read_tensor *out)
{
    const safetensor *t = &header->items[i];
    const safetensor_type *type = &safetensor_types[t->type];
    const unsigned char *data = file.at + header->data + t->begin;
    int64_t shape[GRN_MAX_RANK];
    if (t->rank > GRN_MAX_RANK)
        return file_fail(diag, GRN_E_LIMIT, "safetensors: '%.*s' has %" PRId32 " dimensions, expected at most %d",
                         shown(t->name_bytes), t->name, t->rank, GRN_MAX_RANK);
    if (!holds(type->dtype, declared))
        return file_fail(diag, GRN_E_DTYPE, "safetensors: '%.*s' is %s (%s), expected %s", shown(t->name_bytes),
                         t->name, type->name, grn_dtype_text(type->dtype), grn_dtype_text(declared));
    safetensor_shape(file, t, shape);
    *out = (read_tensor){.allocator = a};
    if (type->bits >= 8)
        return tensor_of_bytes(data, t->end - t->begin, declared ? declared : type->dtype, t->rank, shape, a, diag,
                               out);
    if (grn_tensor_init(&out->tensor, NULL, type->dtype, t->rank, shape) != GRN_OK)
        return file_fail(diag, GRN_E_LIMIT, "safetensors: '%.*s' has more elements than can be counted",
                         shown(t->name_bytes), t->name);
    return unpack(data, type->bits, a, diag, out);
}
