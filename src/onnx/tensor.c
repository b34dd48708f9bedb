/* tensor.c - TensorProto: where its elements are, and that there are as many as its dims say. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "onnx/internal.h"

/* ---- the fields ------------------------------------------------------------------------------ */

/* What was seen of a message. */
typedef struct seen {
    uint64_t data_type;
    size_t data_type_at;
    bool has_type, has_raw, is_external;
    int64_t dims[GRN_MAX_RANK];
    int32_t rank;
    grn_str location;
    size_t location_at;
    uint64_t offset, length;
    bool has_length;
    uint64_t listed[16]; /* numbers in each typed field */
} seen;

static bool read_dims(grn_onnx_tensor *t, const grn_proto *w, const grn_proto_field *f, seen *s)
{
    grn_proto_list list = grn_proto_numbers(w, f);
    uint64_t v;
    while (grn_proto_number(&list, &v)) {
        if (s->rank == GRN_MAX_RANK)
            return grn_proto_over(w->file, f->at, "tensor '%.*s' has more than %d dims", GRN_ONNX_SHOWN(t->name),
                                  GRN_MAX_RANK);
        if (v > INT64_MAX)
            return grn_proto_wrong(w->file, f->at, "tensor '%.*s' has dim %" PRId64 ", expected none below 0",
                                   GRN_ONNX_SHOWN(t->name), grn_proto_signed(v));
        s->dims[s->rank++] = (int64_t)v;
    }
    return grn_proto_ok(w);
}

static bool read_decimal(grn_str s, uint64_t *out) { return grn_parse_u64(s.text, s.n, out); }

/* One of location, offset, length, checksum. */
static bool read_external(grn_onnx_tensor *t, const grn_proto *w, const grn_proto_field *field, seen *s)
{
    grn_proto inside = grn_proto_inside(w, field, &grn_onnx_entry);
    grn_str key = GRN_STR(""), value = GRN_STR("");
    grn_proto_field f;
    while (grn_proto_next(&inside, &f))
        *(f.number == ENTRY_KEY ? &key : &value) = grn_onnx_text(&inside, &f);
    if (!grn_proto_ok(w))
        return false;
    if (grn_str_is(key, "location")) {
        s->location = value;
        s->location_at = field->at;
    }
    bool read = true;
    if (grn_str_is(key, "offset"))
        read = read_decimal(value, &s->offset);
    if (grn_str_is(key, "length"))
        read = s->has_length = read_decimal(value, &s->length);
    return read || grn_proto_wrong(w->file, field->at,
                                   "tensor '%.*s' has %.*s '%.*s' of external data, expected a number of bytes",
                                   GRN_ONNX_SHOWN(t->name), GRN_ONNX_SHOWN(key), GRN_ONNX_SHOWN(value));
}

static bool count_numbers(const grn_proto *w, const grn_proto_field *f, uint64_t *count)
{
    grn_proto_list list = grn_proto_numbers(w, f);
    uint64_t v;
    if (f->type == GRN_WIRE_BYTES && list.type != GRN_WIRE_VARINT) {
        const size_t bytes = list.type == GRN_WIRE_FIXED64 ? 8 : 4;
        *count += f->n / bytes;
        return f->n % bytes == 0 ||
               grn_proto_wrong(w->file, f->at, "%s has %zu bytes, which are no numbers of %zu bytes", f->known->name,
                               f->n, bytes);
    }
    while (grn_proto_number(&list, &v))
        ++*count;
    return grn_proto_ok(w);
}

static bool read_field(grn_onnx_tensor *t, const grn_proto *w, const grn_proto_field *f, seen *s)
{
    switch (f->number) {
    case TENSOR_DIMS: return read_dims(t, w, f, s);
    case TENSOR_TYPE:
        s->data_type = f->value;
        s->data_type_at = f->at;
        s->has_type = true;
        return true;
    case TENSOR_SEGMENT:
        return grn_proto_unsupported(w->file, f->at, "tensor '%.*s' is a segment of a tensor", GRN_ONNX_SHOWN(t->name));
    case TENSOR_RAW:
        s->has_raw = true;
        t->raw = w->file->bytes + f->begin;
        t->raw_bytes = f->n;
        return true;
    case TENSOR_EXTERNAL: return read_external(t, w, f, s);
    case TENSOR_LOCATION: s->is_external = f->value != 0; return true;
    case TENSOR_FLOATS:
    case TENSOR_INT32S:
    case TENSOR_INT64S:
    case TENSOR_DOUBLES:
    case TENSOR_UINT64S: return count_numbers(w, f, &s->listed[f->number]);
    default: return true;
    }
}

/* Its name first, for messages. */
static bool find_name(grn_proto w, grn_str owner, grn_str *out)
{
    grn_proto_field f;
    *out = owner;
    while (!owner.n && grn_proto_next(&w, &f))
        if (f.number == TENSOR_NAME)
            *out = grn_onnx_text(&w, &f);
    return grn_proto_ok(&w);
}

/* ---- its data -------------------------------------------------------------------------------- */

/* The typed field that has the elements of a dtype, and how many numbers `elements` are in it. */
static uint32_t typed_field(grn_dtype dtype, uint64_t elements, uint64_t *numbers)
{
    const unsigned bits = grn_onnx_packed_bits(dtype);
    *numbers = bits ? elements / (8 / bits) + (elements % (8 / bits) != 0) : elements;
    switch (dtype) {
    case GRN_C64: *numbers = 2 * elements; return TENSOR_FLOATS;
    case GRN_C128: *numbers = 2 * elements; return TENSOR_DOUBLES;
    case GRN_F32: return TENSOR_FLOATS;
    case GRN_F64: return TENSOR_DOUBLES;
    case GRN_I64: return TENSOR_INT64S;
    case GRN_UI32:
    case GRN_UI64: return TENSOR_UINT64S;
    default: return TENSOR_INT32S;
    }
}

/* Bytes of `elements` as raw_data has them. */
static uint64_t raw_size(const grn_onnx_tensor *t, uint64_t elements)
{
    const unsigned bits = grn_onnx_packed_bits(t->view.dtype);
    return bits ? elements / (8 / bits) + (elements % (8 / bits) != 0) : elements * grn_dtype_bytes(t->view.dtype);
}

/* A path to a file beside the model: relative, and no part of it is `..`. */
static bool is_beside(grn_str path)
{
    bool fine = path.n > 0 && path.text[0] != '/' && !memchr(path.text, '\0', path.n) &&
                !memchr(path.text, '\\', path.n) && !memchr(path.text, ':', path.n);
    for (size_t at = 0; fine && at <= path.n;) {
        const char *end = at < path.n ? memchr(path.text + at, '/', path.n - at) : NULL;
        const size_t n = (end ? (size_t)(end - path.text) : path.n) - at;
        fine = !(n == 2 && memcmp(path.text + at, "..", 2) == 0);
        at += n + 1;
    }
    return fine;
}

#define MOST_PATH_BYTES 4096

/* The part of another file that the tensor is. */
static bool open_external(grn_onnx_tensor *t, const grn_external_files *files, const seen *s, uint64_t bytes)
{
    char path[MOST_PATH_BYTES];
    const void *all = NULL;
    size_t n = 0;
    grn_proto_file *file = t->within.file;
    if (!is_beside(s->location) || s->location.n >= sizeof path)
        return grn_proto_wrong(
            file, s->location_at ? s->location_at : t->at,
            "tensor '%.*s' names '%.*s' for its data, expected a path relative to the model, without '..'",
            GRN_ONNX_SHOWN(t->name), GRN_ONNX_SHOWN(s->location));
    if (!files || !files->open)
        return grn_proto_unsupported(
            file, s->location_at, "tensor '%.*s' lies in the file '%.*s', and files beside the model are not read here",
            GRN_ONNX_SHOWN(t->name), GRN_ONNX_SHOWN(s->location));
    memcpy(path, s->location.text, s->location.n);
    path[s->location.n] = '\0';
    grn_status status = files->open(files->user, path, &all, &n);
    if (status != GRN_OK || (!all && n)) {
        grn_proto_wrong(file, s->location_at, "tensor '%.*s' lies in the file '%s', which could not be read",
                        GRN_ONNX_SHOWN(t->name), path);
        file->status = status == GRN_OK ? GRN_E_FORMAT : status;
        return false;
    }
    if (s->offset > n || bytes > n - s->offset)
        return grn_proto_wrong(file, s->location_at,
                               "tensor '%.*s' lies in bytes %" PRIu64 " to %" PRIu64 " of '%s', which has %zu",
                               GRN_ONNX_SHOWN(t->name), s->offset,
                               s->offset > UINT64_MAX - bytes ? UINT64_MAX : s->offset + bytes, path, n);
    t->raw = (const unsigned char *)all + s->offset;
    t->raw_bytes = (size_t)bytes;
    return true;
}

static bool find_data(grn_onnx_tensor *t, const grn_external_files *files, const seen *s)
{
    char dims[GRN_LIST_BYTES];
    grn_proto_file *file = t->within.file;
    uint64_t numbers, elements = (uint64_t)grn_tensor_elements(&t->view), bytes = raw_size(t, elements), listed = 0;
    grn_list_text(t->view.shape, t->view.rank, dims);
    if (s->is_external) {
        if (s->has_length && s->length != bytes)
            return grn_proto_wrong(
                file, t->at, "tensor '%.*s' has %" PRIu64 " bytes of external data, expected %" PRIu64 " for %s of %s",
                GRN_ONNX_SHOWN(t->name), s->length, bytes, dims, grn_dtype_text(t->view.dtype));
        return open_external(t, files, s, bytes);
    }
    t->list = typed_field(t->view.dtype, elements, &numbers);
    for (size_t i = 0; i < GRN_COUNT(s->listed); i++)
        listed += s->listed[i];
    if (s->has_raw && listed == 0) {
        if (t->raw_bytes != bytes)
            return grn_proto_wrong(file, t->at,
                                   "tensor '%.*s' has %zu bytes of raw_data, expected %" PRIu64 " for %s of %s",
                                   GRN_ONNX_SHOWN(t->name), t->raw_bytes, bytes, dims, grn_dtype_text(t->view.dtype));
        return true;
    }
    if (s->has_raw && t->raw_bytes)
        return grn_proto_wrong(file, t->at,
                               "tensor '%.*s' has raw_data and numbers of a type besides, expected one of them",
                               GRN_ONNX_SHOWN(t->name));
    t->raw = NULL;
    if (s->listed[t->list] != numbers || listed != numbers)
        return grn_proto_wrong(file, t->at,
                               "tensor '%.*s' lists %" PRIu64 " numbers, expected %" PRIu64 " for %s of %s",
                               GRN_ONNX_SHOWN(t->name), listed, numbers, dims, grn_dtype_text(t->view.dtype));
    return true;
}

bool grn_onnx_tensor_read(grn_proto tensor, const grn_external_files *external, grn_str owner, grn_onnx_tensor *out)
{
    char type[GRN_ONNX_DTYPE_BYTES], dims[GRN_LIST_BYTES];
    seen s = {.location = GRN_STR("")};
    grn_proto_field f;
    grn_dtype dtype;
    *out = (grn_onnx_tensor){.at = tensor.at, .within = tensor};
    if (!find_name(tensor, owner, &out->name))
        return false;
    for (grn_proto w = tensor; grn_proto_next(&w, &f);)
        if (!read_field(out, &w, &f, &s))
            return false;
    if (!grn_proto_ok(&tensor))
        return false;
    if (!s.has_type || s.data_type == 0)
        return grn_proto_wrong(tensor.file, tensor.at, "tensor '%.*s' has no data_type", GRN_ONNX_SHOWN(out->name));
    if (!grn_onnx_dtype(s.data_type, &dtype))
        return grn_proto_unsupported(tensor.file, s.data_type_at,
                                     "tensor '%.*s' has elements of %s, which garner has not",
                                     GRN_ONNX_SHOWN(out->name), grn_onnx_dtype_name(s.data_type, type));
    if (grn_tensor_init(&out->view, NULL, dtype, s.rank, s.dims) != GRN_OK ||
        grn_tensor_elements(&out->view) > INT64_MAX / 16)
        return grn_proto_wrong(tensor.file, tensor.at, "tensor '%.*s' has dims %s, more elements than can be counted",
                               GRN_ONNX_SHOWN(out->name), grn_list_text(s.dims, s.rank, dims));
    return find_data(out, external, &s);
}

/* ---- its elements ---------------------------------------------------------------------------- */

bool grn_onnx_tensor_is_plain(const grn_onnx_tensor *t)
{
    if (!t->raw || grn_onnx_packed_bits(t->view.dtype))
        return false;
    bool plain = true;
    for (size_t i = 0; t->view.dtype == GRN_I1 && plain && i < t->raw_bytes; i++)
        plain = t->raw[i] <= 1;
    return plain;
}

/* A number of `bits`, extended by its sign where the dtype has one. */
static unsigned char unpacked(grn_dtype dtype, unsigned bits, unsigned v)
{
    v &= (1u << bits) - 1;
    const bool minus = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED && v >> (bits - 1);
    return (unsigned char)(minus ? v | (0xFFu << bits & 0xFFu) : v);
}

static void copy_raw(const grn_onnx_tensor *t, unsigned char *to)
{
    const unsigned bits = grn_onnx_packed_bits(t->view.dtype);
    const size_t n = (size_t)grn_tensor_elements(&t->view);
    if (!bits && t->view.dtype != GRN_I1) {
        if (t->raw_bytes)
            memcpy(to, t->raw, t->raw_bytes);
        return;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = bits ? unpacked(t->view.dtype, bits, (unsigned)t->raw[i * bits / 8] >> (i * bits % 8)) : t->raw[i] != 0;
}

/* Number `i` of the typed field. */
static void store_element(const grn_onnx_tensor *t, size_t i, uint64_t v, unsigned char *to)
{
    const grn_dtype dtype = t->view.dtype;
    const unsigned bits = grn_onnx_packed_bits(dtype);
    const size_t elements = (size_t)grn_tensor_elements(&t->view);
    size_t bytes = grn_dtype_bytes(dtype) / (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? 2 : 1);
    if (bits) {
        for (size_t k = 0; k < 8 / bits && i * (8 / bits) + k < elements; k++)
            to[i * (8 / bits) + k] = unpacked(dtype, bits, (unsigned)(v & 0xFF) >> (k * bits));
        return;
    }
    v = dtype == GRN_I1 ? v != 0 : v;
    for (size_t k = 0; k < bytes; k++)
        to[i * bytes + k] = (unsigned char)(v >> (8 * k));
}

bool grn_onnx_tensor_copy(grn_onnx_tensor *t, void *to)
{
    size_t i = 0;
    grn_proto_field f;
    if (t->raw) {
        copy_raw(t, to);
        return true;
    }
    for (grn_proto w = t->within; grn_proto_next(&w, &f);) {
        uint64_t v;
        if (f.number != t->list)
            continue;
        for (grn_proto_list list = grn_proto_numbers(&w, &f); grn_proto_number(&list, &v); i++)
            store_element(t, i, v, to);
    }
    return grn_proto_ok(&t->within);
}

GRN_API grn_status grn_onnx_tensor_parse(const void *bytes, size_t size_bytes, const grn_allocator *allocator,
                                         const grn_diag *diag, grn_tensor *out)
{
    grn_proto_file file = {.bytes = bytes, .diag = diag};
    grn_onnx_tensor t;
    if (!out)
        return grn_fail_null("out", diag);
    *out = (grn_tensor){.data = NULL};
    if (!bytes && size_bytes)
        return grn_fail_null("bytes", diag);
    if (grn_check_allocator(allocator, diag) != GRN_OK)
        return GRN_E_ARGUMENT;
    const grn_proto w = {.file = &file, .message = &grn_onnx_tensor_message, .end = size_bytes};
    if (!grn_onnx_tensor_read(w, NULL, GRN_STR(""), &t))
        return file.status;
    void *data = grn_allocate(allocator, grn_tensor_bytes(&t.view));
    if (!data)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for a tensor of %zu bytes was refused",
                        grn_tensor_bytes(&t.view));
    if (!grn_onnx_tensor_copy(&t, data)) {
        grn_release(allocator, data, grn_tensor_bytes(&t.view));
        return file.status;
    }
    *out = t.view;
    out->data = data;
    return GRN_OK;
}
