/* wire.c - the fields of protocol buffers, read and written. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "onnx/wire.h"

/* ---- messages -------------------------------------------------------------------------------- */

static void report(grn_proto_file *f, grn_status status, size_t at, const char *format, va_list args)
{
    char text[1024];
    if (vsnprintf(text, sizeof text, format, args) < 0)
        text[0] = '\0';
    f->status = grn_fail(f->diag, f->place, status, "byte %zu: %s", at, text);
}

#define DEFINE_REPORT(name, status)                                  \
    bool name(grn_proto_file *f, size_t at, const char *format, ...) \
    {                                                                \
        va_list args;                                                \
        va_start(args, format);                                      \
        report(f, status, at, format, args);                         \
        va_end(args);                                                \
        return false;                                                \
    }
DEFINE_REPORT(grn_proto_wrong, GRN_E_FORMAT)
DEFINE_REPORT(grn_proto_over, GRN_E_LIMIT)
DEFINE_REPORT(grn_proto_unsupported, GRN_E_UNSUPPORTED)

/* ---- reading --------------------------------------------------------------------------------- */

static const char *const type_names[] = {
    "a varint", "8 bytes", "a length and bytes", "the start of a group", "the end of a group", "4 bytes",
    "none",     "none"};

/* Ten bytes of seven bits at most; of the tenth, one bit. */
static bool read_varint(grn_proto *w, const char *what, uint64_t *out)
{
    const size_t begin = w->at;
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (w->at >= w->end)
            return grn_proto_wrong(w->file, begin, "%s: %s ends within a number", w->message->name, what);
        const unsigned char byte = w->file->bytes[w->at++];
        if (shift == 63 && byte > 1)
            break;
        v |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *out = v;
            return true;
        }
    }
    return grn_proto_wrong(w->file, begin, "%s: %s is a number of more than 64 bits", w->message->name, what);
}

static bool read_fixed(grn_proto *w, const char *what, size_t n, uint64_t *out)
{
    *out = 0;
    if (n > w->end - w->at)
        return grn_proto_wrong(w->file, w->at, "%s: %s has %zu bytes, %zu are left", w->message->name, what, n,
                               w->end - w->at);
    for (size_t i = 0; i < n; i++)
        *out |= (uint64_t)w->file->bytes[w->at++] << (8 * i);
    return true;
}

static bool read_bytes(grn_proto *w, const char *what, grn_proto_field *out)
{
    uint64_t n;
    const size_t at = w->at;
    if (!read_varint(w, what, &n))
        return false;
    if (n > w->end - w->at)
        return grn_proto_wrong(w->file, at, "%s: %s says that it has %" PRIu64 " bytes, %zu are left", w->message->name,
                               what, n, w->end - w->at);
    out->begin = w->at;
    out->n = (size_t)n;
    w->at += (size_t)n;
    return true;
}

static bool read_value(grn_proto *w, unsigned type, const char *what, grn_proto_field *out)
{
    switch (type) {
    case GRN_WIRE_VARINT: return read_varint(w, what, &out->value);
    case GRN_WIRE_FIXED64: return read_fixed(w, what, 8, &out->value);
    case GRN_WIRE_FIXED32: return read_fixed(w, what, 4, &out->value);
    case GRN_WIRE_BYTES: return read_bytes(w, what, out);
    default:
        return grn_proto_wrong(w->file, out->at, "%s: a field is of wire type %u (%s), expected 0, 1, 2 or 5",
                               w->message->name, type, type_names[type]);
    }
}

static const grn_proto_known *find_field(const grn_proto_message *m, uint64_t number)
{
    const grn_proto_known *k = m->fields;
    while (k->name && k->number != number)
        k++;
    return k->name ? k : NULL;
}

/* Of a known field: a number that a table has, or a list's numbers packed. */
static bool check_type(grn_proto *w, const grn_proto_known *known, unsigned type, size_t at)
{
    if (type == (unsigned)known->type || (known->list && type == GRN_WIRE_BYTES))
        return true;
    return grn_proto_wrong(w->file, at, "%s: field '%s' (%" PRIu32 ") is %s, expected %s", w->message->name,
                           known->name, known->number, type_names[type], type_names[known->type]);
}

bool grn_proto_next(grn_proto *w, grn_proto_field *out)
{
    while (w->file->status == GRN_OK && w->at < w->end) {
        uint64_t key;
        *out = (grn_proto_field){.at = w->at};
        if (!read_varint(w, "a field's key", &key))
            return false;
        const unsigned type = (unsigned)(key & 7);
        if (key >> 3 == 0 || key >> 3 > 0x1FFFFFFF)
            return grn_proto_wrong(w->file, out->at, "%s: a field has number %" PRIu64 ", expected 1 to 536870911",
                                   w->message->name, key >> 3);
        const grn_proto_known *known = find_field(w->message, key >> 3);
        if (known && !check_type(w, known, type, out->at))
            return false;
        if (!read_value(w, type, known ? known->name : "a field", out))
            return false;
        if (!known)
            continue;
        out->number = known->number;
        out->type = (grn_proto_type)type;
        out->known = known;
        return true;
    }
    return false;
}

grn_proto grn_proto_inside(const grn_proto *w, const grn_proto_field *field, const grn_proto_message *message)
{
    return (grn_proto){.file = w->file, .message = message, .at = field->begin, .end = field->begin + field->n};
}

grn_proto_list grn_proto_numbers(const grn_proto *w, const grn_proto_field *field)
{
    const bool packed = field->type == GRN_WIRE_BYTES;
    grn_proto_list l = {.within = *w, .type = field->known->type, .single = !packed, .value = field->value};
    l.within.at = packed ? field->begin : 0;
    l.within.end = packed ? field->begin + field->n : 0;
    return l;
}

bool grn_proto_number(grn_proto_list *l, uint64_t *out)
{
    if (l->single) {
        l->single = false;
        *out = l->value;
        return true;
    }
    if (l->within.at >= l->within.end || l->within.file->status != GRN_OK)
        return false;
    return l->type == GRN_WIRE_VARINT
               ? read_varint(&l->within, "a packed list", out)
               : read_fixed(&l->within, "a number of a packed list", l->type == GRN_WIRE_FIXED64 ? 8 : 4, out);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Bytes that stand elsewhere, and where in the message they go: behind so many of its own. */
typedef struct piece {
    size_t after;
    const void *bytes;
    size_t n;
} piece;

void grn_proto_out_init(grn_proto_out *o, const grn_allocator *allocator)
{
    *o = (grn_proto_out){.total = 0};
    grn_vec_init(&o->bytes, allocator, 1);
    grn_vec_init(&o->pieces, allocator, sizeof(piece));
}

void grn_proto_out_destroy(grn_proto_out *o)
{
    grn_vec_destroy(&o->bytes);
    grn_vec_destroy(&o->pieces);
}

static void put_bytes(grn_proto_out *o, const void *bytes, size_t n)
{
    void *to = n && !o->refused ? grn_vec_extend(&o->bytes, n) : NULL;
    if (to)
        memcpy(to, bytes, n);
    o->refused = o->refused || (n && !to);
    o->total += n;
}

static void put_varint(grn_proto_out *o, uint64_t v)
{
    unsigned char bytes[10];
    size_t n = 0;
    do {
        bytes[n++] = (unsigned char)((v & 0x7F) | (v > 0x7F ? 0x80 : 0));
        v >>= 7;
    } while (v);
    put_bytes(o, bytes, n);
}

static void put_key(grn_proto_out *o, uint32_t field, grn_proto_type type)
{
    put_varint(o, (uint64_t)field << 3 | (unsigned)type);
}

void grn_proto_put_number(grn_proto_out *o, uint32_t field, uint64_t value)
{
    put_key(o, field, GRN_WIRE_VARINT);
    put_varint(o, value);
}

void grn_proto_put_float(grn_proto_out *o, uint32_t field, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const unsigned char bytes[] = {(unsigned char)bits, (unsigned char)(bits >> 8), (unsigned char)(bits >> 16),
                                   (unsigned char)(bits >> 24)};
    put_key(o, field, GRN_WIRE_FIXED32);
    put_bytes(o, bytes, sizeof bytes);
}

void grn_proto_put_bytes(grn_proto_out *o, uint32_t field, const void *bytes, size_t n)
{
    put_key(o, field, GRN_WIRE_BYTES);
    put_varint(o, n);
    put_bytes(o, bytes, n);
}

void grn_proto_put_text(grn_proto_out *o, uint32_t field, const char *text)
{
    grn_proto_put_bytes(o, field, text, strlen(text));
}

static void add_piece(grn_proto_out *o, piece p)
{
    piece *slot = o->refused ? NULL : grn_vec_push(&o->pieces);
    if (slot)
        *slot = p;
    o->refused = o->refused || !slot;
    o->total += p.n;
}

void grn_proto_put_piece(grn_proto_out *o, uint32_t field, const void *bytes, size_t n)
{
    put_key(o, field, GRN_WIRE_BYTES);
    put_varint(o, n);
    add_piece(o, (piece){o->bytes.count, bytes, n});
}

void grn_proto_put_message(grn_proto_out *o, uint32_t field, grn_proto_out *inner)
{
    const piece *pieces = inner->pieces.items;
    put_key(o, field, GRN_WIRE_BYTES);
    put_varint(o, inner->total);
    const size_t base = o->bytes.count;
    put_bytes(o, inner->bytes.items, inner->bytes.count);
    for (size_t i = 0; i < inner->pieces.count; i++)
        add_piece(o, (piece){base + pieces[i].after, pieces[i].bytes, pieces[i].n});
    o->refused = o->refused || inner->refused;
    grn_proto_out_destroy(inner);
}

grn_status grn_proto_send(const grn_proto_out *o, const grn_sink *sink)
{
    const piece *pieces = o->pieces.items;
    const char *bytes = o->bytes.items;
    size_t at = 0;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i <= o->pieces.count; i++) {
        const size_t end = i < o->pieces.count ? pieces[i].after : o->bytes.count;
        if (end > at)
            status = sink->write(sink->user, bytes + at, end - at);
        at = end;
        if (status == GRN_OK && i < o->pieces.count && pieces[i].n)
            status = sink->write(sink->user, pieces[i].bytes, pieces[i].n);
    }
    return status;
}
