/* builtin_write.c - the builtin dialect's part of an artifact: keys, dictionaries, and what stays text. */
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
    bool put = grn_put_varint(&bytes, STRING) && grn_put_varint(&bytes, grn_bytecode_add_string(&w->builder, text.text, text.n));
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
