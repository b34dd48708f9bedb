/* types_write.c - types in VHLO's encoding. */
#include <inttypes.h>

#include "artifact/writer.h"

#define FUTURE_SINCE GRN_VHLO(1, 15, 0)
#define BUFFER_SINCE GRN_VHLO(1, 13, 0)
#define QUANT_AXIS_SINCE GRN_VHLO(0, 18, 0)

static bool put_type(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    uint32_t number;
    if (!grn_vhlo_write_type(w, t, &number))
        return false;
    return grn_put_varint(to, number) || grn_artifact_no_memory(w);
}

static bool put_types(artifact_writer *w, grn_vec *to, size_t count, const grn_type *const *types)
{
    if (!grn_put_varint(to, count))
        return grn_artifact_no_memory(w);
    for (size_t i = 0; i < count; i++)
        if (!put_type(w, to, types[i]))
            return false;
    return true;
}

static bool put_code(artifact_writer *w, grn_vec *to, vhlo_type_code code)
{
    return grn_put_varint(to, code) || grn_artifact_no_memory(w);
}

static bool put_shape(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    bool put = grn_put_varint(to, (uint64_t)t->rank);
    for (int32_t d = 0; put && d < t->rank; d++)
        put = grn_put_signed(to, t->shape[d]);
    return put || grn_artifact_no_memory(w);
}

static bool put_tensor(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    uint32_t encoding;
    if (!put_code(w, to, t->encoding ? VHLO_TYPE_TENSOR_ENCODED : VHLO_TYPE_TENSOR))
        return false;
    if (t->encoding && !grn_vhlo_write_attr(w, t->encoding, &encoding))
        return false;
    if (t->encoding && !grn_put_varint(to, encoding))
        return grn_artifact_no_memory(w);
    return put_shape(w, to, t) && put_type(w, to, t->element);
}

static bool put_buffer(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    if (w->version < BUFFER_SINCE)
        return grn_artifact_cannot(w, BUFFER_SINCE, "a memref");
    if (t->strided || t->layout || t->encoding)
        return grn_artifact_cannot(w, 0, "a memref with a layout or a memory space");
    return put_code(w, to, VHLO_TYPE_BUFFER) && put_shape(w, to, t) && put_type(w, to, t->element);
}

/* ---- quantized types ------------------------------------------------------------------------- */

static bool put_f64(grn_vec *to, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return grn_artifact_put_bits(to, 64, bits);
}

static bool put_quant_head(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    const grn_type *storage = grn_type_integer(&w->scratch, t->quant.storage->width, GRN_SIGNLESS);
    if (!storage)
        return grn_artifact_no_memory(w);
    return put_code(w, to, t->quant.axis < 0 ? VHLO_TYPE_QUANT : VHLO_TYPE_QUANT_AXIS) &&
           (grn_put_varint(to, t->quant.is_signed) || grn_artifact_no_memory(w)) && put_type(w, to, storage) &&
           put_type(w, to, t->quant.expressed);
}

static bool put_range(grn_vec *to, const grn_type *t)
{
    return grn_put_signed(to, t->quant.storage_min) && grn_put_signed(to, t->quant.storage_max);
}

static bool put_steps(grn_vec *to, const grn_type *t)
{
    bool put = grn_put_signed(to, t->quant.axis) && put_range(to, t) && grn_put_varint(to, t->quant.count);
    for (size_t i = 0; put && i < t->quant.count; i++)
        put = put_f64(to, t->quant.scale[i]);
    put = put && grn_put_varint(to, t->quant.count);
    for (size_t i = 0; put && i < t->quant.count; i++)
        put = grn_put_signed(to, t->quant.zero_point[i]);
    return put;
}

static bool put_quant(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    if (t->quant.axis >= 0 && w->version < QUANT_AXIS_SINCE)
        return grn_artifact_cannot(w, QUANT_AXIS_SINCE, "a type quantized along an axis");
    if (!put_quant_head(w, to, t))
        return false;
    bool put = t->quant.axis >= 0
                   ? put_steps(to, t)
                   : put_f64(to, t->quant.scale[0]) && grn_put_signed(to, t->quant.zero_point[0]) && put_range(to, t);
    return put || grn_artifact_no_memory(w);
}

/* ---- the others ------------------------------------------------------------------------------ */

static bool put_complex(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    return put_code(w, to, VHLO_TYPE_COMPLEX) && put_type(w, to, t->element);
}

static bool put_unranked(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    return put_code(w, to, VHLO_TYPE_UNRANKED) && put_type(w, to, t->element);
}

static bool put_tuple(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    return put_code(w, to, VHLO_TYPE_TUPLE) && put_types(w, to, t->count, t->members);
}

static bool put_function(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    return put_code(w, to, VHLO_TYPE_FUNCTION) && put_types(w, to, t->inputs, t->members) &&
           put_types(w, to, t->count - t->inputs, t->members + t->inputs);
}

/* Types without parts, by their text. */
static bool put_leaf(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_type_text(t, text, sizeof text);
    const vhlo_leaf *leaf = grn_vhlo_leaf_of_text((grn_str){text, strlen(text)});
    if (!leaf || leaf->since > w->version)
        return grn_artifact_cannot(w, leaf ? leaf->since : 0, "type %s", text);
    return grn_put_varint(to, leaf->code) || grn_artifact_no_memory(w);
}

/* !stablehlo.future<T, T>: its parts are those of a tuple. */
static bool put_future(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    static const char name[] = "!stablehlo.future<";
    const grn_type *parts = NULL;
    const size_t n = sizeof name - 1;
    if (t->opaque.n <= n || memcmp(t->opaque.text, name, n) != 0)
        return put_leaf(w, to, t);
    if (w->version < FUTURE_SINCE)
        return grn_artifact_cannot(w, FUTURE_SINCE, "a future");
    char *text = grn_arena_text(&w->scratch.arena, t->opaque.text + n - sizeof "tuple<" + 1,
                                t->opaque.n - n + sizeof "tuple<" - 1);
    if (!text)
        return grn_artifact_no_memory(w);
    memcpy(text, "tuple<", sizeof "tuple<" - 1);
    grn_status status = grn_text_parse_type(&w->scratch, text, strlen(text), NULL, &parts);
    if (status == GRN_E_MEMORY)
        return grn_artifact_no_memory(w);
    if (status != GRN_OK)
        return grn_artifact_cannot(w, 0, "a future of types that are not known");
    return put_code(w, to, VHLO_TYPE_FUTURE) && put_types(w, to, parts->count, parts->members);
}

typedef bool put_fn(artifact_writer *w, grn_vec *to, const grn_type *t);
static put_fn *const by_kind[GRN_TYPE_OPAQUE + 1] = {
    [GRN_TYPE_NONE] = put_leaf,     [GRN_TYPE_INTEGER] = put_leaf,     [GRN_TYPE_INDEX] = put_leaf,
    [GRN_TYPE_FLOAT] = put_leaf,    [GRN_TYPE_OTHER_FLOAT] = put_leaf, [GRN_TYPE_COMPLEX] = put_complex,
    [GRN_TYPE_QUANT] = put_quant,   [GRN_TYPE_TENSOR] = put_tensor,    [GRN_TYPE_UNRANKED_TENSOR] = put_unranked,
    [GRN_TYPE_MEMREF] = put_buffer, [GRN_TYPE_TUPLE] = put_tuple,      [GRN_TYPE_FUNCTION] = put_function,
    [GRN_TYPE_OPAQUE] = put_future,
};

bool grn_vhlo_write_type(artifact_writer *w, const grn_type *t, uint32_t *out)
{
    grn_vec bytes;
    *out = 0;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = by_kind[t->kind](w, &bytes, t);
    if (put)
        *out = grn_bytecode_add_type(&w->builder, w->vhlo, bytes.items, bytes.count);
    grn_vec_destroy(&bytes);
    return put;
}
