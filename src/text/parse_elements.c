/*
 * parse_elements.c - the numbers of a dense literal, into memory.
 *
 * Blobs are the elements' bytes in little-endian order; a blob of one element
 * is a splat; i1 is packed, eight to a byte, lowest bit first (LLVM 19).
 */
#include "text/internal.h"

/* ---- one element ----------------------------------------------------------------------------- */

static grn_status wrong_class(grn_parser *p, grn_place place, grn_dtype_class wanted, const char *parsed)
{
    const char *what = wanted == GRN_CLASS_FLOAT     ? "floating-point"
                       : wanted == GRN_CLASS_COMPLEX ? "complex"
                                                     : "integer";
    return grn_parse_fail(p, place, "expected %s elements, but parsed %s", what, parsed);
}

static grn_status read_float(grn_parser *p, bool negative, grn_dtype dtype, void *to)
{
    const grn_token t = *grn_peek(p);
    if (t.kind == TOKEN_INTEGER && t.n > 1 && t.text[1] == 'x') {
        if (negative)
            return grn_parse_fail(p, t.place, "hexadecimal float literal should not have a leading minus");
        if (!grn_float_bits(&t, dtype, to))
            return grn_parse_fail(p, t.place, "hexadecimal float constant out of range for type");
        return GRN_OK;
    }
    if (t.kind != TOKEN_FLOAT && !(t.kind == TOKEN_INTEGER && p->integers_as_floats))
        return grn_parse_fail(p, t.place,
                              t.kind == TOKEN_INTEGER ? "unexpected decimal integer literal for a floating point value"
                                                      : "expected floating point literal");
    if (!grn_parse_float_element(t.text, t.n, dtype, to))
        return grn_parse_fail(p, t.place, "floating point value too large for attribute");
    if (negative) {
        grn_scalar value = grn_scalar_load(dtype, to);
        value.f = -value.f;
        grn_scalar_store(&value, dtype, to);
    }
    return GRN_OK;
}

static grn_status read_bool(grn_parser *p, const grn_type *type, bool value, void *to)
{
    if (type->kind != GRN_TYPE_INTEGER || type->width != 1)
        return grn_parse_fail(p, grn_peek(p)->place, "expected i1 type for 'true' or 'false' values");
    *(unsigned char *)to = value;
    return GRN_OK;
}

static grn_status read_integer(grn_parser *p, bool negative, const grn_type *type, void *to)
{
    const grn_token t = *grn_peek(p);
    uint64_t magnitude;
    int64_t value;
    if (t.kind == TOKEN_FLOAT)
        return wrong_class(p, t.place, GRN_CLASS_SIGNED, "floating-point");
    if (t.kind == TOKEN_WORD)
        return read_bool(p, type, t.text[0] == 't', to);
    if (negative && type->signedness == GRN_UNSIGNED)
        return grn_parse_fail(p, t.place, "expected unsigned integer elements, but parsed negative value");
    if (!grn_parse_u64(t.text, t.n, &magnitude) || !grn_integer_fits(type, magnitude, negative, &value))
        return grn_parse_fail(p, t.place, "integer constant out of range for type");
    grn_scalar scalar = {.dtype = type->dtype};
    scalar.i = value; /* the same bits as .u */
    grn_scalar_store(&scalar, type->dtype, to);
    return GRN_OK;
}

grn_status grn_read_number(grn_parser *p, const grn_type *type, void *to)
{
    bool negative = grn_parser_try(p, "-");
    const grn_token *t = grn_peek(p);
    grn_dtype_class class = grn_dtype_class_of(type->dtype);
    if (t->kind == TOKEN_STRING)
        return wrong_class(p, t->place, class, "string");
    if (grn_token_is(t, "("))
        return wrong_class(p, t->place, class, "complex");
    if (class == GRN_CLASS_FLOAT)
        TRY(read_float(p, negative, type->dtype, to));
    else
        TRY(read_integer(p, negative, type, to));
    grn_next(p);
    return GRN_OK;
}

static grn_status read_element(grn_parser *p, const grn_type *type, void *to)
{
    if (type->kind != GRN_TYPE_COMPLEX)
        return grn_read_number(p, type, to);
    const grn_token t = *grn_peek(p);
    if (!grn_parser_try(p, "("))
        return wrong_class(p, t.place, GRN_CLASS_COMPLEX, t.kind == TOKEN_FLOAT ? "floating-point" : "integer");
    TRY(grn_read_number(p, type->element, to));
    grn_next(p); /* the comma, which the first pass has checked */
    TRY(grn_read_number(p, type->element, (char *)to + grn_dtype_bytes(type->element->dtype)));
    grn_next(p);
    return GRN_OK;
}

/* ---- lists and splats ------------------------------------------------------------------------ */

static void *new_data(grn_parser *p, size_t count, grn_dtype dtype)
{
    size_t bytes;
    return grn_mul_size(count, grn_dtype_bytes(dtype), &bytes) ? grn_arena_alloc_raw(&p->ir->arena, bytes) : NULL;
}

/* Brackets and commas were checked by the first pass: what is left is elements in order. */
static grn_status read_entries(grn_parser *p, const grn_type *type, size_t count, grn_tensor *out)
{
    size_t bytes = grn_dtype_bytes(out->dtype);
    char *to = out->data = new_data(p, count, out->dtype);
    if (!to)
        return grn_parse_memory(p);
    for (size_t i = 0; i < count; i++, to += bytes) {
        while (grn_token_is(grn_peek(p), "[") || grn_token_is(grn_peek(p), "]") || grn_token_is(grn_peek(p), ","))
            grn_next(p);
        TRY(read_element(p, type, to));
    }
    return GRN_OK;
}

static void make_splat(grn_tensor *t, bool *splat)
{
    *splat = true;
    for (int32_t d = 0; d < t->rank; d++)
        t->stride[d] = 0;
}

static grn_status read_splat(grn_parser *p, const grn_type *type, grn_tensor *out, bool *splat)
{
    out->data = new_data(p, 1, out->dtype);
    if (!out->data)
        return grn_parse_memory(p);
    make_splat(out, splat);
    return read_element(p, type, out->data);
}

/* ---- blobs ----------------------------------------------------------------------------------- */

void grn_elements_clean(grn_dtype dtype, size_t count, void *data)
{
    unsigned bits = grn_dtype_bits(dtype);
    unsigned char *at = data;
    if (grn_dtype_bytes(dtype) != 1 || bits == 8)
        return;
    unsigned mask = (1u << bits) - 1, sign = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED ? 1u << (bits - 1) : 0;
    for (size_t i = 0; i < count; i++)
        at[i] = (unsigned char)(((at[i] & mask) ^ sign) - sign);
}

/* Packed bits at the buffer's end become a byte each from its start: no byte is written before it
 * was read. */
static void unpack_bits(unsigned char *data, size_t count, size_t packed)
{
    const unsigned char *from = data + (count - packed);
    for (size_t i = 0; i < count; from++) {
        unsigned char eight = *from;
        for (int bit = 0; bit < 8 && i < count; bit++)
            data[i++] = eight >> bit & 1;
    }
}

static grn_status bad_hex(grn_parser *p, grn_place place)
{
    return grn_parse_fail(p, place, "expected string containing hex digits starting with `0x`");
}

static grn_status decode(grn_parser *p, const grn_token *t, size_t bytes, void *to)
{
    const char *digits = t->text + 3; /* behind "0x */
    if (!to)
        return grn_parse_memory(p);
    return grn_hex_decode(digits, bytes, to) == 2 * bytes ? GRN_OK : bad_hex(p, t->place);
}

/* i1: a single byte of all zeros or all ones is a splat, too. */
static grn_status read_packed(grn_parser *p, const grn_token *t, size_t bytes, size_t count, grn_tensor *out,
                              bool *splat, bool *fits)
{
    unsigned char first = 1;
    *fits = true;
    if (bytes == 1) {
        TRY(decode(p, t, 1, &first));
        if (first == 0 || first == 0xFF || count == 1) {
            out->data = new_data(p, 1, out->dtype);
            if (!out->data)
                return grn_parse_memory(p);
            *(unsigned char *)out->data = first & 1;
            make_splat(out, splat);
            return GRN_OK;
        }
    }
    *fits = bytes == count / 8 + (count % 8 != 0);
    if (!*fits)
        return GRN_OK;
    out->data = new_data(p, count, out->dtype);
    TRY(decode(p, t, bytes, out->data ? (char *)out->data + (count - bytes) : NULL));
    unpack_bits(out->data, count, bytes);
    return GRN_OK;
}

static grn_status read_plain(grn_parser *p, const grn_token *t, size_t bytes, size_t count, grn_tensor *out,
                             bool *splat, bool *fits)
{
    size_t one = grn_dtype_bytes(out->dtype), whole;
    *fits = bytes == one || (grn_mul_size(one, count, &whole) && bytes == whole);
    if (!*fits)
        return GRN_OK;
    out->data = grn_arena_alloc_raw(&p->ir->arena, bytes);
    TRY(decode(p, t, bytes, out->data));
    grn_elements_clean(out->dtype, bytes / one, out->data);
    if (bytes == one)
        make_splat(out, splat);
    return GRN_OK;
}

static grn_status read_blob(grn_parser *p, const grn_type *type, size_t count, grn_tensor *out, bool *splat)
{
    const grn_token t = *grn_peek(p);
    char text[GRN_TYPE_TEXT_BYTES];
    bool fits;
    if (t.n < 4 || t.text[1] != '0' || t.text[2] != 'x' || t.n % 2 != 0)
        return bad_hex(p, t.place);
    size_t bytes = (t.n - 4) / 2;                               /* "0x" and quotes */
    if (out->dtype == GRN_I1 && (bytes != count || count == 1)) /* older MLIR packs i1, newer has a byte for each */
        TRY(read_packed(p, &t, bytes, count, out, splat, &fits));
    else
        TRY(read_plain(p, &t, bytes, count, out, splat, &fits));
    return fits ? GRN_OK
                : grn_parse_fail(p, t.place, "elements hex data size is invalid for provided type: '%s'",
                                 grn_type_text(type, text, sizeof text));
}

/* ---- all forms ------------------------------------------------------------------------------- */

grn_status grn_elements_read(grn_parser *p, const grn_literal *literal, const grn_type *type, grn_tensor *out,
                             bool *splat)
{
    char text[GRN_TYPE_TEXT_BYTES];
    *splat = false;
    if (grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) != GRN_OK)
        return grn_parse_limit(p, grn_peek(p)->place, "'%s' has more elements than garner can count",
                               grn_type_text(type, text, sizeof text));
    int64_t count = grn_tensor_elements(out);
    switch (literal->form) {
    case LITERAL_SPLAT: return read_splat(p, type->element, out, splat);
    case LITERAL_LIST: return read_entries(p, type->element, (size_t)count, out);
    case LITERAL_STRING: return read_blob(p, type, (size_t)count, out, splat);
    case LITERAL_EMPTY: break;
    }
    if (count)
        return grn_parse_fail(p, grn_peek(p)->place, "parsed zero elements, but type ('%s') expected at least 1",
                              grn_type_text(type, text, sizeof text));
    out->data = new_data(p, 1, out->dtype);
    return out->data ? GRN_OK : grn_parse_memory(p);
}
