/* builtin_write.c - the builtin dialect's part of an artifact: keys, dictionaries, and attributes
 * kept as text. */
#include "artifact/writer.h"

bool grn_artifact_put_bits(grn_vec *to, uint32_t width, uint64_t bits)
{
    int64_t value;
    if (width < 64)
        bits &= (UINT64_C(1) << width) - 1;
    memcpy(&value, &bits, sizeof value);
    return width <= 8 ? grn_put_u8(to, (unsigned)bits) : grn_put_signed(to, value);
}

bool grn_builtin_write_string(artifact_writer *w, grn_str text, uint32_t *out)
{
    enum { STRING = 2 };
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = grn_put_varint(&bytes, STRING) &&
               grn_put_varint(&bytes, grn_bytecode_add_string(&w->builder, text.text, text.n));
    *out = put ? grn_bytecode_add_attr(&w->builder, w->builtin, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put || grn_artifact_no_memory(w);
}

bool grn_builtin_write_dict(artifact_writer *w, size_t count, const uint32_t *pairs, uint32_t *out)
{
    enum { DICTIONARY = 1 };
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = grn_put_varint(&bytes, DICTIONARY) && grn_put_varint(&bytes, count);
    for (size_t i = 0; put && i < 2 * count; i++)
        put = grn_put_varint(&bytes, pairs[i]);
    *out = put ? grn_bytecode_add_attr(&w->builder, w->builtin, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put || grn_artifact_no_memory(w);
}

bool grn_builtin_write_text(artifact_writer *w, const grn_attr *a, uint32_t *out)
{
    grn_vec text;
    grn_vec_init(&text, w->ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    bool put = grn_attr_write(a, true, &sink) == GRN_OK && grn_put_u8(&text, 0);
    *out = put ? grn_bytecode_add_text_attr(&w->builder, w->builtin, text.items, text.count - 1) : 0;
    grn_vec_destroy(&text);
    return put || grn_artifact_no_memory(w);
}

/* ---- locations ------------------------------------------------------------------------------- */

enum { CALL = 10, FILE_LINE, FUSED, FUSED_WITH, NAME, UNKNOWN };

static bool put_inner(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    uint32_t number;
    return grn_builtin_write_location(w, a, &number) && grn_put_varint(to, number);
}

static bool put_quoted(artifact_writer *w, grn_vec *to, grn_str text)
{
    uint32_t number;
    return grn_builtin_write_string(w, text, &number) && grn_put_varint(to, number);
}

static bool put_fused(artifact_writer *w, grn_vec *to, const grn_location *l)
{
    uint32_t metadata;
    bool put = grn_put_varint(to, l->metadata ? FUSED_WITH : FUSED) && grn_put_varint(to, l->count);
    for (size_t i = 0; put && i < l->count; i++)
        put = put_inner(w, to, l->of[i]);
    return put && (!l->metadata || (grn_builtin_write_text(w, l->metadata, &metadata) && grn_put_varint(to, metadata)));
}

/* A range is written as its beginning: most readers are older than the form that has the end. */
static bool put_location(artifact_writer *w, grn_vec *to, const grn_location *l)
{
    switch (l->form) {
    case GRN_LOCATION_FILE:
        return grn_put_varint(to, FILE_LINE) && put_quoted(w, to, l->text) && grn_put_varint(to, l->number[0]) &&
               grn_put_varint(to, l->number[1]);
    case GRN_LOCATION_CALL: return grn_put_varint(to, CALL) && put_inner(w, to, l->of[0]) && put_inner(w, to, l->of[1]);
    case GRN_LOCATION_FUSED: return put_fused(w, to, l);
    case GRN_LOCATION_NAME:
        if (!grn_put_varint(to, NAME) || !put_quoted(w, to, l->text))
            return false;
        return l->count ? put_inner(w, to, l->of[0]) : grn_put_varint(to, w->unknown);
    case GRN_LOCATION_UNKNOWN: break;
    }
    return grn_put_varint(to, UNKNOWN);
}

bool grn_builtin_write_location(artifact_writer *w, const grn_attr *a, uint32_t *out)
{
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = put_location(w, &bytes, a->location);
    *out = put ? grn_bytecode_add_attr(&w->builder, w->builtin, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put || grn_artifact_no_memory(w);
}
