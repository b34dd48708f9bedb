/* parse_array.c - array<i64: 1, 2>. */
#include "text/internal.h"

static bool at_number(const grn_parser *p)
{
    const grn_token *t = grn_peek(p);
    return t->kind == TOKEN_INTEGER || t->kind == TOKEN_FLOAT || grn_token_is(t, "-") || grn_token_is(t, "true") ||
           grn_token_is(t, "false");
}

static bool is_real(const grn_type *type) { return type->kind == GRN_TYPE_FLOAT || type->kind == GRN_TYPE_OTHER_FLOAT; }

/* The words for it are those of the literal, not of the elements of a tensor. */
static grn_status check_literal(grn_parser *p, const grn_type *type)
{
    const grn_token *t = grn_peek(p);
    if (!at_number(p) || (t->kind == TOKEN_FLOAT && !is_real(type)))
        return grn_parse_wrong(p, is_real(type) ? "expected integer or floating point literal"
                                                : "expected integer literal");
    if (type->kind == GRN_TYPE_INTEGER && type->width == 1 && t->kind != TOKEN_WORD && !grn_token_is(t, "0") &&
        !grn_token_is(t, "1"))
        return grn_parse_wrong(p, "expected 'true' or 'false' values for i1 type");
    return GRN_OK;
}

static grn_status read_items(grn_parser *p, const grn_type *type, grn_vec *bytes)
{
    do {
        TRY(check_literal(p, type));
        void *slot = grn_vec_extend(bytes, grn_dtype_bytes(type->dtype));
        if (!slot)
            return grn_parse_memory(p);
        unsigned char element[16]; /* the vector's own memory need not be aligned */
        TRY(grn_read_number(p, type, element));
        memcpy(slot, element, grn_dtype_bytes(type->dtype));
    } while (grn_parser_try(p, ","));
    return GRN_OK;
}

static grn_status parse_items(grn_parser *p, const grn_type *type, grn_vec *bytes, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_DENSE_ARRAY, .type = type};
    if (!grn_token_is(grn_peek(p), ">")) {
        TRY(grn_parse_expect(p, ":", " after dense array type"));
        TRY(read_items(p, type, bytes));
    }
    TRY(grn_parse_expect(p, ">", " to close an array attribute"));
    a.dense_array.count = bytes->count / grn_dtype_bytes(type->dtype);
    a.dense_array.data = grn_arena_copy(&p->ir->arena, bytes->items, bytes->count);
    return a.dense_array.data ? grn_attr_made(p, &a, out) : grn_parse_memory(p);
}

static grn_status check_type(grn_parser *p, grn_place place, const grn_type *type)
{
    char text[GRN_TYPE_TEXT_BYTES];
    bool number = type->kind == GRN_TYPE_INTEGER || type->kind == GRN_TYPE_FLOAT || type->kind == GRN_TYPE_INDEX;
    if (!number && type->kind != GRN_TYPE_OTHER_FLOAT)
        return grn_parse_fail(p, place, "expected integer or float type, got: '%s'",
                              grn_type_text(type, text, sizeof text));
    unsigned width = type->kind == GRN_TYPE_INTEGER ? type->width : grn_dtype_bits(type->dtype);
    if (width != 1 && width % 8 != 0)
        return grn_parse_fail(p, place, "element type bitwidth must be a multiple of 8");
    return GRN_OK;
}

/* An array of a type without arithmetic here (si8, i24): kept as written. */
static grn_status keep_verbatim(grn_parser *p, const grn_lexer *start, const grn_attr **out)
{
    grn_attr a = {.kind = GRN_ATTR_OPAQUE};
    const char *end;
    p->lex = *start;
    TRY(grn_skip_body(p, &end));
    a.text.n = (size_t)(end - start->token.text);
    a.text.text = grn_arena_text(&p->ir->arena, start->token.text, a.text.n);
    return a.text.text ? grn_attr_made(p, &a, out) : grn_parse_memory(p);
}

grn_status grn_parse_dense_array(grn_parser *p, const grn_attr **out)
{
    const grn_lexer start = p->lex;
    const grn_type *type;
    grn_vec bytes;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " after 'array'"));
    grn_place place = grn_peek(p)->place;
    grn_status read = grn_parse_type(p, &type);
    if (read == GRN_E_PARSE) /* upstream reports a second time */
        (void)grn_parse_wrong(p, "expected an integer or floating point type");
    TRY(read);
    TRY(check_type(p, place, type));
    if (type->dtype == GRN_NO_DTYPE)
        return keep_verbatim(p, &start, out);
    grn_vec_init(&bytes, p->allocator, 1);
    grn_status status = parse_items(p, type, &bytes, out);
    grn_vec_destroy(&bytes);
    return status;
}
