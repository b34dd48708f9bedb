/*
 * parse_number.c - integer and float literals as attributes.
 *
 * An integer's range follows MLIR: a signless literal may be any number that
 * the bits can hold, read as signed or unsigned; a signed one and index only
 * what is in their signed range; an unsigned one is never negative.
 */
#include "text/internal.h"

#include <stdio.h>

#include <inttypes.h>

static uint32_t width_of(const grn_type *type) { return type->kind == GRN_TYPE_INDEX ? 64 : type->width; }

/* Cuts to the type's bits and extends by its signedness. */
static int64_t wrap(const grn_type *type, uint64_t bits)
{
    uint32_t width = width_of(type);
    if (width >= 64)
        return (int64_t)bits;
    uint64_t mask = (UINT64_C(1) << width) - 1;
    bits &= mask;
    bool negative = type->signedness != GRN_UNSIGNED && width > 1 && bits >> (width - 1) & 1; /* i1 is 0 or 1 */
    return (int64_t)(negative ? bits | ~mask : bits);
}

bool grn_integer_fits(const grn_type *type, uint64_t magnitude, bool negative, int64_t *out)
{
    uint32_t width = width_of(type);
    bool strict = type->kind == GRN_TYPE_INDEX || type->signedness == GRN_SIGNED;
    if (width > 64)
        width = 64; /* wider values are not held */
    if (width == 0)
        return *out = 0, magnitude == 0;
    uint64_t half = UINT64_C(1) << (width - 1), most = half - 1 + half;
    if (width_of(type) > 64 && type->signedness != GRN_UNSIGNED)
        strict = true;
    uint64_t limit = negative ? half : strict ? half - 1 : most;
    if (magnitude > limit || (negative && magnitude && type->signedness == GRN_UNSIGNED))
        return false;
    *out = wrap(type, negative ? 0 - magnitude : magnitude);
    return true;
}

/* Bits of width `bits` from "0x..", leading zeros allowed. */
bool grn_float_bits(const grn_token *t, grn_dtype dtype, void *p)
{
    uint64_t bits;
    unsigned width = grn_dtype_bits(dtype);
    if (!grn_parse_u64(t->text, t->n, &bits) || (width < 64 && bits >> width))
        return false;
    for (size_t i = 0; i < grn_dtype_bytes(dtype); i++) /* little-endian, as everything stored */
        ((unsigned char *)p)[i] = (unsigned char)(bits >> 8 * i);
    return true;
}

static grn_status float_made(grn_parser *p, const grn_type *type, double value, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_FLOAT, .type = type};
    a.real = value;
    return grn_attr_made(p, &a, out);
}

static bool is_float(const grn_type *type)
{
    return type->kind == GRN_TYPE_FLOAT || type->kind == GRN_TYPE_OTHER_FLOAT;
}

/* A decimal rounded once to the type. */
static grn_status parse_float(grn_parser *p, const grn_token *t, bool negative, const grn_type *type,
                              const grn_attr **out)
{
    unsigned char element[16];
    double value;
    if (!is_float(type))
        return grn_parse_fail(p, grn_peek(p)->place, "floating point value not valid for specified type");
    if (type->kind == GRN_TYPE_FLOAT) {
        if (!grn_parse_float_element(t->text, t->n, type->dtype, element))
            return grn_parse_fail(p, t->place, "floating point value too large for attribute");
        value = grn_scalar_load(type->dtype, element).f;
    } else if (!grn_parse_double(t->text, t->n, &value))
        return grn_parse_fail(p, t->place, "floating point value too large for attribute");
    return float_made(p, type, negative ? -value : value, out);
}

/* A number of a type without arithmetic here: its text. */
static grn_status parse_kept(grn_parser *p, const grn_token *t, bool negative, const grn_type *type,
                             const grn_attr **out)
{
    char type_text[32];
    grn_attr a = {.kind = GRN_ATTR_OPAQUE, .type = type};
    size_t room = t->n + sizeof type_text + 8;
    char *text = grn_arena_alloc(&p->ir->arena, room);
    if (!text)
        return grn_parse_memory(p);
    int n = snprintf(text, room, "%s%.*s : %s", negative ? "-" : "", (int)t->n, t->text,
                     grn_type_text(type, type_text, sizeof type_text));
    a.text = (grn_str){text, (size_t)n};
    return grn_attr_made(p, &a, out);
}

/* Over 64 bits, as many digits as may fit the type. */
static bool is_wide(const grn_token *t, const grn_type *type)
{
    bool hex = t->n > 1 && t->text[1] == 'x';
    size_t digits = hex ? (t->n - 2) * 4 : t->n * 10 / 3;
    return type->kind == GRN_TYPE_INTEGER && type->width > 64 && digits <= (size_t)type->width + 4;
}

/* An integer token in the place of a float: the float's bits, in hex. */
static grn_status parse_bits(grn_parser *p, const grn_token *t, bool negative, const grn_type *type,
                             const grn_attr **out)
{
    unsigned char element[16];
    if (t->n < 2 || t->text[1] != 'x') {
        grn_status status =
            grn_parse_fail(p, t->place, "unexpected decimal integer literal for a floating point value");
        grn_note(p->diag, t->place, "add a trailing dot to make the literal a float");
        return status;
    }
    if (negative)
        return grn_parse_fail(p, t->place, "hexadecimal float literal should not have a leading minus");
    if (type->kind == GRN_TYPE_OTHER_FLOAT)
        return parse_kept(p, t, negative, type, out);
    if (type->kind != GRN_TYPE_FLOAT || !grn_float_bits(t, type->dtype, element))
        return grn_parse_fail(p, t->place, "hexadecimal float constant out of range for type");
    return float_made(p, type, grn_scalar_load(type->dtype, element).f, out);
}

static grn_status parse_integer(grn_parser *p, const grn_token *t, bool negative, const grn_type *type,
                                const grn_attr **out)
{
    uint64_t magnitude;
    int64_t value;
    if (is_float(type))
        return parse_bits(p, t, negative, type, out);
    if (type->kind != GRN_TYPE_INTEGER && type->kind != GRN_TYPE_INDEX)
        return grn_parse_fail(p, t->place, "integer literal not valid for specified type");
    if (negative && type->signedness == GRN_UNSIGNED)
        return grn_parse_fail(p, t->place, "negative integer literal not valid for unsigned integer type");
    if (!grn_parse_u64(t->text, t->n, &magnitude) && is_wide(t, type))
        return parse_kept(p, t, negative, type, out);
    if (!grn_parse_u64(t->text, t->n, &magnitude) || !grn_integer_fits(type, magnitude, negative, &value))
        return grn_parse_fail(p, t->place, "integer constant out of range for attribute");
    bool is_bool = type->width == 1 && type->signedness == GRN_SIGNLESS; /* MLIR has no other bool attribute */
    *out = is_bool ? grn_attr_bool(p->ir, value != 0) : grn_attr_integer(p->ir, type, value);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* Without a type: i64 or f64. */
grn_status grn_parse_number_attr(grn_parser *p, const grn_attr **out)
{
    bool negative = grn_parser_try(p, "-");
    const grn_token t = *grn_peek(p);
    const grn_type *type;
    if (t.kind != TOKEN_INTEGER && t.kind != TOKEN_FLOAT)
        return grn_parse_wrong(p, "expected constant integer or floating point value");
    grn_next(p);
    if (grn_parser_try(p, ":"))
        TRY(grn_parse_type(p, &type));
    else if (!(type = grn_type_of_dtype(p->ir, t.kind == TOKEN_FLOAT ? GRN_F64 : GRN_I64)))
        return grn_parse_memory(p);
    return t.kind == TOKEN_FLOAT ? parse_float(p, &t, negative, type, out) : parse_integer(p, &t, negative, type, out);
}

grn_status grn_parse_f64_attr(grn_parser *p, const grn_attr **out)
{
    const bool negative = grn_parser_try(p, "-");
    const grn_token t = *grn_peek(p);
    const grn_type *f64 = grn_type_of_dtype(p->ir, GRN_F64);
    if (!f64)
        return grn_parse_memory(p);
    if (t.kind != TOKEN_INTEGER && t.kind != TOKEN_FLOAT)
        return grn_parse_wrong(p, "expected floating point literal");
    grn_next(p);
    return t.kind == TOKEN_FLOAT ? parse_float(p, &t, negative, f64, out) : parse_bits(p, &t, negative, f64, out);
}

grn_status grn_parse_signed(grn_parser *p, int64_t *out)
{
    bool negative = grn_parser_try(p, "-");
    const grn_token t = *grn_peek(p);
    uint64_t magnitude;
    if (t.kind != TOKEN_INTEGER)
        return grn_parser_fail(p, t.place, "expected integer value");
    if (!grn_parse_u64(t.text, t.n, &magnitude) || magnitude > (uint64_t)INT64_MAX + negative)
        return grn_parse_fail(p, t.place, "integer value too large");
    *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    grn_next(p);
    return GRN_OK;
}

static grn_status parse_dims_items(grn_parser *p, bool question, grn_vec *dims)
{
    do {
        int64_t *slot = grn_vec_push(dims);
        if (!slot)
            return grn_parse_memory(p);
        if (question && grn_parser_try(p, "?"))
            *slot = GRN_DYNAMIC;
        else
            TRY(grn_parse_signed(p, slot));
    } while (grn_parser_try(p, ","));
    return GRN_OK;
}

static grn_status parse_dims(grn_parser *p, bool question, grn_vec *dims, size_t *count, int64_t **v)
{
    TRY(grn_parse_expect(p, "[", ""));
    if (!grn_token_is(grn_peek(p), "]"))
        TRY(parse_dims_items(p, question, dims));
    TRY(grn_parse_expect(p, "]", ""));
    *count = dims->count;
    *v = grn_arena_copy(&p->ir->arena, dims->items, dims->count * sizeof **v);
    return *v ? GRN_OK : grn_parse_memory(p);
}

grn_status grn_parse_dims_list(grn_parser *p, bool question, size_t *count, int64_t **v)
{
    grn_vec dims;
    grn_vec_init(&dims, p->allocator, sizeof(int64_t));
    grn_status status = parse_dims(p, question, &dims, count, v);
    grn_vec_destroy(&dims);
    return status;
}
