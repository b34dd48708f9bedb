/* entries.c - attributes and types by their numbers: each is read once, at its first use. */
#include <stdarg.h>
#include <stdio.h>

#include "artifact/internal.h"

bool grn_artifact_made(artifact_reader *r, const void *made)
{
    if (made)
        return true;
    r->status = grn_ir_refused(r->ir, r->diag, r->place, "reading an artifact");
    return false;
}

/* ---- from text ------------------------------------------------------------------------------- */

/* A mistake in a text is reported at the text's bytes, since the reader of text has only places in
 * the text. */
static bool wrong_text(const grn_bytes *at, const char *text, size_t n)
{
    return grn_bytes_wrong(at, at->at, "`%.*s` is not read", n < 200 ? (int)n : 200, text);
}

static bool spelled(artifact_reader *r, const grn_bytes *at, grn_status status, const char *text, size_t n)
{
    if (status == GRN_OK)
        return true;
    return status == GRN_E_MEMORY || r->ir->arena.refused ? grn_bytes_refused(at) : wrong_text(at, text, n);
}

bool grn_artifact_spell(artifact_reader *r, const grn_bytes *at, const grn_attr **out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_arena_vprintf(&r->arena, format, args);
    va_end(args);
    if (!text)
        return grn_bytes_refused(at);
    size_t n = strlen(text);
    return spelled(r, at, grn_text_parse_attr(r->ir, text, n, NULL, NULL, out), text, n);
}

bool grn_artifact_spell_type(artifact_reader *r, const grn_bytes *at, const grn_type **out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_arena_vprintf(&r->arena, format, args);
    va_end(args);
    if (!text)
        return grn_bytes_refused(at);
    size_t n = strlen(text);
    return spelled(r, at, grn_text_parse_type(r->ir, text, n, NULL, out), text, n);
}

#define MOST_TEXT_BYTES 65536 /* of an attribute whose text is a part of another's */

const char *grn_artifact_attr_text(artifact_reader *r, const grn_attr *a)
{
    grn_vec text;
    grn_vec_init(&text, r->ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    bool written = grn_attr_write(a, true, &sink) == GRN_OK && text.count <= MOST_TEXT_BYTES;
    const char *kept = written ? grn_arena_text(&r->arena, text.items, text.count) : NULL;
    if (!kept)
        r->status =
            grn_fail(r->diag, r->place, text.count > MOST_TEXT_BYTES ? GRN_E_LIMIT : GRN_E_MEMORY,
                     text.count > MOST_TEXT_BYTES ? "an attribute is longer than %d bytes as text"
                                                  : "memory refused while reading an artifact of %d bytes of text",
                     MOST_TEXT_BYTES);
    grn_vec_destroy(&text);
    return kept;
}

/* ---- by number ------------------------------------------------------------------------------- */

static grn_bytes bytes_of(artifact_reader *r, grn_bytecode_span data)
{
    size_t at = (size_t)(data.bytes - r->bytes);
    return (grn_bytes){
        .file = r->bytes, .at = at, .end = at + data.n, .diag = r->diag, .place = r->place, .status = &r->status};
}

/* Text that ends in a zero. */
static bool text_of(grn_bytes *b, const char **text, size_t *n)
{
    *text = (const char *)b->file + b->at;
    const char *zero = b->at < b->end ? memchr(*text, 0, b->end - b->at) : NULL;
    *n = zero ? (size_t)(zero - *text) : 0;
    return zero ? true : grn_bytes_wrong(b, b->at, "a text of an attribute or a type does not end");
}

static bool other_dialect(artifact_reader *r, const grn_bytes *b, const grn_bytecode_entry *e, const char *what)
{
    grn_bytecode_span name = r->file.strings[r->file.dialects[e->dialect].name];
    r->status = grn_fail(b->diag, b->place, GRN_E_UNSUPPORTED,
                         "byte %zu: %s of dialect '%.*s', whose encoding is its own, is not read", b->at, what,
                         (int)name.n, (const char *)name.bytes);
    return false;
}

static bool read_attr_entry(artifact_reader *r, grn_bytes *b, const grn_bytecode_entry *e, const grn_attr **out)
{
    static bool (*const read[DIALECT_COUNT])(artifact_reader *, grn_bytes *,
                                             const grn_attr **) = {[DIALECT_BUILTIN] = grn_builtin_read_attr,
                                                                   [DIALECT_VHLO] = grn_vhlo_read_attr,
                                                                   [DIALECT_SDY] = grn_sdy_read_attr};
    const char *text;
    size_t n;
    if (!e->is_custom)
        return text_of(b, &text, &n) && spelled(r, b, grn_text_parse_attr(r->ir, text, n, NULL, NULL, out), text, n);
    const artifact_dialect d = r->dialect[e->dialect];
    return read[d] ? read[d](r, b, out) && grn_bytes_end(b, "an attribute") : other_dialect(r, b, e, "an attribute");
}

static bool read_type_entry(artifact_reader *r, grn_bytes *b, const grn_bytecode_entry *e, const grn_type **out)
{
    const char *text;
    size_t n;
    if (!e->is_custom)
        return text_of(b, &text, &n) && spelled(r, b, grn_text_parse_type(r->ir, text, n, NULL, out), text, n);
    artifact_dialect d = r->dialect[e->dialect];
    if (d != DIALECT_VHLO && d != DIALECT_BUILTIN)
        return other_dialect(r, b, e, "a type");
    return (d == DIALECT_VHLO ? grn_vhlo_read_type(r, b, out) : grn_builtin_read_type(r, b, out)) &&
           grn_bytes_end(b, "a type");
}

/* An entry that contains itself would nest without end. */
static bool deeper(artifact_reader *r, const grn_bytes *b)
{
    if (r->depth < GRN_MAX_NESTING)
        return true;
    return grn_bytes_over(b, b->at, "attributes and types nest over %d deep", GRN_MAX_NESTING);
}

/* Attribute or type `number`. */
static bool read_nested(artifact_reader *r, bool is_type, uint32_t number)
{
    const grn_bytecode_entry *e = is_type ? &r->file.types[number] : &r->file.attrs[number];
    grn_bytes b = bytes_of(r, e->data);
    if (!deeper(r, &b))
        return false;
    r->depth++;
    const bool read =
        is_type ? read_type_entry(r, &b, e, &r->types[number]) : read_attr_entry(r, &b, e, &r->attrs[number]);
    r->depth--;
    return read;
}

bool grn_artifact_attr(artifact_reader *r, uint32_t number, const grn_attr **out)
{
    if (!r->attrs[number] && !read_nested(r, false, number))
        r->attrs[number] = NULL;
    *out = r->attrs[number];
    return *out != NULL;
}

bool grn_artifact_type(artifact_reader *r, uint32_t number, const grn_type **out)
{
    if (!r->types[number] && !read_nested(r, true, number))
        r->types[number] = NULL;
    *out = r->types[number];
    return *out != NULL;
}

/* ---- within entries -------------------------------------------------------------------------- */

bool grn_artifact_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    uint32_t number;
    return grn_bytes_index(b, "attribute", r->file.nattrs, &number) && grn_artifact_attr(r, number, out);
}

bool grn_artifact_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out)
{
    uint32_t number;
    return grn_bytes_index(b, "type", r->file.ntypes, &number) && grn_artifact_type(r, number, out);
}

bool grn_artifact_read_string(artifact_reader *r, grn_bytes *b, grn_str *out)
{
    uint32_t number;
    if (!grn_bytes_index(b, "string", r->file.nstrings, &number))
        return false;
    *out = (grn_str){(const char *)r->file.strings[number].bytes, r->file.strings[number].n};
    return true;
}

bool grn_artifact_read_bits(grn_bytes *b, uint32_t width, uint64_t *out)
{
    uint8_t byte;
    int64_t value;
    *out = 0;
    if (width > 64)
        return grn_bytes_over(b, b->at, "a number has %u bits, at most 64 are read", (unsigned)width);
    if (width <= 8) {
        if (!grn_bytes_u8(b, "a number", &byte))
            return false;
        *out = byte;
    } else {
        if (!grn_bytes_signed(b, "a number", &value))
            return false;
        memcpy(out, &value, sizeof *out);
    }
    if (width < 64)
        *out &= (UINT64_C(1) << width) - 1;
    return true;
}

bool grn_artifact_read_attrs(artifact_reader *r, grn_bytes *b, size_t *count, const grn_attr ***out)
{
    if (!grn_bytes_count(b, "attributes", 1, count))
        return false;
    *out = GRN_ARENA_NEW(&r->arena, const grn_attr *, *count);
    if (!*out)
        return grn_bytes_refused(b);
    for (size_t i = 0; i < *count; i++)
        if (!grn_artifact_read_attr(r, b, &(*out)[i]))
            return false;
    return true;
}

bool grn_artifact_read_types(artifact_reader *r, grn_bytes *b, size_t *count, const grn_type ***out)
{
    if (!grn_bytes_count(b, "types", 1, count))
        return false;
    *out = GRN_ARENA_NEW(&r->arena, const grn_type *, *count);
    if (!*out)
        return grn_bytes_refused(b);
    for (size_t i = 0; i < *count; i++)
        if (!grn_artifact_read_type(r, b, &(*out)[i]))
            return false;
    return true;
}
