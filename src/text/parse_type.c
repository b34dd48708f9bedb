/* parse_type.c - types. */
#include "text/internal.h"

#include <inttypes.h>

#define MAX_INTEGER_WIDTH 16777215 /* MLIR's IntegerType::kMaxWidth */

/* The type from a constructor, or a report of why it answered NULL. */
static grn_status made(grn_parser *p, grn_place place, const grn_type *type, const grn_type **out)
{
    *out = type;
    return type ? GRN_OK : grn_parse_refused(p, place);
}

/* ---- words: i32 index bf16 ... --------------------------------------------------------------- */

/* "i" "si" "ui" and then digits only. */
static bool is_integer_type(grn_str s, grn_signedness *sign, grn_str *digits)
{
    size_t prefix = s.n > 1 && s.text[0] != 'i' ? 2 : 1;
    if (s.n <= prefix || s.text[prefix - 1] != 'i' || (prefix == 2 && s.text[0] != 's' && s.text[0] != 'u'))
        return false;
    *sign = prefix == 1 ? GRN_SIGNLESS : s.text[0] == 's' ? GRN_SIGNED : GRN_UNSIGNED;
    *digits = (grn_str){s.text + prefix, s.n - prefix};
    for (size_t i = 0; i < digits->n; i++)
        if (digits->text[i] < '0' || digits->text[i] > '9')
            return false;
    return true;
}

static grn_status parse_integer_type(grn_parser *p, grn_signedness sign, grn_str digits, const grn_type **out)
{
    uint64_t width;
    grn_place place = grn_peek(p)->place;
    if (!grn_parse_u64(digits.text, digits.n, &width) || width > UINT32_MAX)
        return grn_parse_fail(p, place, "invalid integer width");
    if (width > MAX_INTEGER_WIDTH)
        return grn_parse_fail(p, place, "integer bitwidth is limited to %d bits", MAX_INTEGER_WIDTH);
    grn_next(p);
    return made(p, place, grn_type_integer(p->ir, (uint32_t)width, sign), out);
}

static grn_dtype float_dtype(grn_str s)
{
    char name[24];
    if (s.n >= sizeof name || !(s.text[0] == 'f' || s.text[0] == 'b'))
        return GRN_NO_DTYPE;
    memcpy(name, s.text, s.n);
    name[s.n] = '\0';
    grn_dtype dtype = grn_dtype_from_text(name);
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT ? dtype : GRN_NO_DTYPE;
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* The `x` behind an extent; what is glued to it ("x3xf32") is lexed anew. */
static grn_status skip_x(grn_parser *p)
{
    const grn_token *t = grn_peek(p);
    if (t->kind != TOKEN_WORD || t->text[0] != 'x')
        return grn_parse_wrong(p, "expected 'x' in dimension list");
    grn_lexer_restart(&p->lex, t->text + 1);
    return GRN_OK;
}

/* "0x3" lexes as a hex number, but is a 0 and an x here. */
static grn_status parse_extent(grn_parser *p, int64_t *out)
{
    const grn_token t = *grn_peek(p);
    uint64_t value;
    if (t.n > 1 && t.text[1] == 'x') {
        *out = 0;
        grn_lexer_restart(&p->lex, t.text + 1);
        return GRN_OK;
    }
    if (!grn_parse_u64(t.text, t.n, &value) || value > INT64_MAX)
        return grn_parse_fail(p, t.place, "invalid dimension: integer value too large");
    *out = (int64_t)value;
    grn_next(p);
    return GRN_OK;
}

/* Extents up to the element type. Counts what is over the limit, to name it. */
grn_status grn_parse_extents(grn_parser *p, const char *what, int64_t shape[GRN_MAX_RANK], int32_t *rank)
{
    grn_place place = grn_peek(p)->place;
    size_t count = 0;
    for (; grn_at_kind(p, TOKEN_INTEGER) || grn_token_is(grn_peek(p), "?"); count++) {
        int64_t extent = GRN_DYNAMIC;
        if (grn_at_kind(p, TOKEN_INTEGER))
            TRY(parse_extent(p, &extent));
        else
            grn_next(p);
        TRY(skip_x(p));
        if (count < GRN_MAX_RANK)
            shape[count] = extent;
    }
    if (count > GRN_MAX_RANK)
        return grn_parse_limit(p, place, "%s rank %zu is over garner's limit of %d", what, count, GRN_MAX_RANK);
    *rank = (int32_t)count;
    return GRN_OK;
}

static bool may_be_element(const grn_type *t)
{
    return t->kind != GRN_TYPE_TENSOR && t->kind != GRN_TYPE_UNRANKED_TENSOR && t->kind != GRN_TYPE_TUPLE &&
           t->kind != GRN_TYPE_FUNCTION && t->kind != GRN_TYPE_NONE;
}

static grn_status parse_element(grn_parser *p, const grn_type **out)
{
    grn_place place = grn_peek(p)->place;
    TRY(grn_parse_type(p, out));
    return may_be_element(*out) ? GRN_OK : grn_parse_fail(p, place, "invalid tensor element type");
}

static grn_status parse_unranked(grn_parser *p, grn_place place, const grn_type **out)
{
    const grn_type *element;
    grn_next(p); /* the star */
    TRY(skip_x(p));
    TRY(parse_element(p, &element));
    TRY(grn_parse_expect(p, ">", " in tensor type"));
    return made(p, place, grn_type_unranked(p->ir, element), out);
}

static grn_status parse_encoding(grn_parser *p, const grn_type *plain, const grn_attr **out)
{
    char wrong[GRN_MESSAGE_BYTES];
    TRY(grn_parse_attr(p, out));
    const grn_struct_def *def = (*out)->kind == GRN_ATTR_STRUCT ? (*out)->record.def : NULL;
    if (!def || !def->fits_tensor || def->fits_tensor(*out, plain, wrong, sizeof wrong))
        return GRN_OK;
    return grn_parse_fail(p, grn_peek(p)->place, "%s", wrong);
}

static grn_status parse_tensor(grn_parser *p, const grn_type **out)
{
    grn_place place = grn_peek(p)->place;
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = 0;
    const grn_type *element;
    const grn_attr *encoding = NULL;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " in type"));
    if (grn_token_is(grn_peek(p), "*"))
        return parse_unranked(p, place, out);
    TRY(grn_parse_extents(p, "tensor", shape, &rank));
    TRY(parse_element(p, &element));
    if (grn_parser_try(p, ",")) {
        TRY(made(p, place, grn_type_tensor(p->ir, element, rank, shape, NULL), out));
        TRY(parse_encoding(p, *out, &encoding));
    }
    TRY(grn_parse_expect(p, ">", " in tensor type"));
    return made(p, place, grn_type_tensor(p->ir, element, rank, shape, encoding), out);
}

/* ---- types of types -------------------------------------------------------------------------- */

static grn_status parse_complex(grn_parser *p, const grn_type **out)
{
    const grn_type *element;
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " in complex type"));
    grn_place place = grn_peek(p)->place;
    TRY(grn_parse_type(p, &element));
    if (element->kind != GRN_TYPE_INTEGER && element->kind != GRN_TYPE_FLOAT && element->kind != GRN_TYPE_OTHER_FLOAT)
        return grn_parse_fail(p, place, "invalid element type for complex");
    TRY(grn_parse_expect(p, ">", " in complex type"));
    return made(p, place, grn_type_complex(p->ir, element), out);
}

/* Comma separated types up to `close`, on the stack; the opening bracket is behind. */
static grn_status parse_types_until(grn_parser *p, const char *close, const char *where)
{
    if (grn_parser_try(p, close))
        return GRN_OK;
    do {
        const grn_type *type;
        TRY(grn_parse_type(p, &type));
        TRY(grn_stack_push(p, type));
    } while (grn_parser_try(p, ","));
    return grn_parse_expect(p, close, where);
}

static grn_status parse_tuple(grn_parser *p, const grn_type **out)
{
    grn_place place = grn_peek(p)->place;
    size_t mark = grn_stack_mark(p);
    grn_next(p);
    TRY(grn_parse_expect(p, "<", " in tuple type"));
    TRY(parse_types_until(p, ">", " in tuple type"));
    const grn_type *const *members = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    grn_status status = made(p, place, grn_type_tuple(p->ir, grn_stack_count(p, mark), members), out);
    grn_stack_drop(p, mark);
    return status;
}

grn_status grn_parse_type_list(grn_parser *p)
{
    TRY(grn_parse_expect(p, "(", ""));
    return parse_types_until(p, ")", "");
}

grn_status grn_parse_result_types(grn_parser *p)
{
    const grn_type *type;
    if (grn_token_is(grn_peek(p), "("))
        return grn_parse_type_list(p);
    TRY(grn_parse_plain_type(p, &type));
    return grn_stack_push(p, type);
}

static grn_status parse_function(grn_parser *p, const grn_type **out)
{
    grn_place place = grn_peek(p)->place;
    size_t mark = grn_stack_mark(p);
    TRY(grn_parse_type_list(p));
    size_t inputs = grn_stack_count(p, mark);
    TRY(grn_parse_expect(p, "->", " in function type"));
    TRY(grn_parse_result_types(p));
    const grn_type *const *all = (const grn_type *const *)(const void *)grn_stack_items(p, mark);
    size_t results = grn_stack_count(p, mark) - inputs;
    const grn_type *type = grn_type_function(p->ir, inputs, all, results, all ? all + inputs : NULL);
    grn_status status = made(p, place, type, out);
    grn_stack_drop(p, mark);
    return status;
}

/* ---- dialect types, aliases ------------------------------------------------------------------ */

static grn_status parse_opaque(grn_parser *p, const grn_type **out)
{
    const char *end, *start = grn_peek(p)->text;
    grn_place place = grn_peek(p)->place;
    TRY(grn_skip_body(p, &end));
    return made(p, place, grn_type_opaque(p->ir, grn_slice(start, end)), out);
}

/* `!mhlo.token` is !stablehlo.token where the one dialect spells the other. */
static grn_status respell(grn_parser *p, const grn_type **out)
{
    char buffer[GRN_SPELLED_BYTES], text[GRN_SPELLED_BYTES + 1] = "!";
    const grn_str written = (*out)->opaque, name = {written.text + 1, written.n - 1};
    grn_str spelled = grn_ir_spelled(p->ir, name, buffer);
    if (spelled.text != buffer)
        return GRN_OK;
    memcpy(text + 1, spelled.text, spelled.n);
    return made(p, grn_peek(p)->place, grn_type_opaque(p->ir, (grn_str){text, spelled.n + 1}), out);
}

/* A memref<..> that the type cannot represent (unranked, of vectors) is kept as it is written. */
static grn_status parse_memref(grn_parser *p, const grn_type **out)
{
    const grn_lexer before = p->lex;
    TRY(grn_parse_memref(p, out));
    if (*out)
        return GRN_OK;
    p->lex = before;
    return parse_opaque(p, out);
}

/* !quant.uniform<..> or !quant<uniform<..>>; NULL: a form that is kept verbatim. */
static grn_status try_quant(grn_parser *p, const grn_type **out)
{
    grn_str name = {grn_peek(p)->text, grn_peek(p)->n};
    bool nested = grn_str_is(name, "!quant");
    *out = NULL;
    if (!nested && !grn_str_is(name, "!quant.uniform"))
        return GRN_OK;
    grn_next(p);
    if (nested && !(grn_parser_try(p, "<") && grn_parser_try(p, "uniform")))
        return GRN_OK;
    if (!grn_token_is(grn_peek(p), "<"))
        return GRN_OK;
    TRY(grn_parse_quant(p, out));
    return nested && *out ? grn_parse_expect(p, ">", "") : GRN_OK;
}

/* `!name.x`, of a dialect that has no other types than those it lists. */
static grn_status know_type(grn_parser *p, const grn_token *t)
{
    const char *dot = memchr(t->text, '.', t->n);
    const grn_dialect *dialect = dot ? grn_ir_find_dialect(p->ir, grn_slice(t->text + 1, dot)) : NULL;
    if (!dialect || !dialect->no_type || p->allow_unregistered)
        return GRN_OK;
    const grn_str name = grn_slice(dot + 1, t->text + t->n);
    for (const char *const *known = dialect->types; *known; known++)
        if (grn_str_is(name, *known))
            return GRN_OK;
    return grn_parse_fail(p, t->place, "%s%.*s", dialect->no_type, (int)name.n, name.text);
}

/* A type whose dialect knows it, as upstream's parsers verify what they have read. `t` is its
 * name. */
static grn_status verify_type(grn_parser *p, const grn_token *t, const grn_type *type)
{
    char message[GRN_TYPE_TEXT_BYTES + 128];
    const char *dot = memchr(t->text, '.', t->n);
    const grn_dialect *dialect = dot ? grn_ir_find_dialect(p->ir, grn_slice(t->text + 1, dot)) : NULL;
    const grn_status status =
        dialect && dialect->type_fault ? dialect->type_fault(p->ir, type->opaque, message, sizeof message) : GRN_OK;
    grn_place place = t->place;
    place.column += (uint32_t)t->n;
    return status == GRN_E_PARSE ? grn_parse_fail(p, place, "%s", message) : status;
}

static grn_status parse_extended(grn_parser *p, const grn_type **out)
{
    grn_token t = *grn_peek(p);
    const char *behind = t.text + t.n;
    grn_str name = {t.text + 1, t.n - 1};
    if (!memchr(name.text, '.', name.n) && (behind == p->lex.end || *behind != '<')) {
        grn_name *alias = grn_names_find(&p->type_aliases, name, 0);
        if (!alias || !alias->item) /* or still being defined */
            return grn_parse_fail(p, t.place, "undefined symbol alias id '%.*s'", (int)name.n, name.text);
        TRY(grn_use_alias(p, &t, alias));
        *out = alias->item;
        grn_next(p);
        return GRN_OK;
    }
    grn_lexer before = p->lex;
    TRY(try_quant(p, out));
    if (*out)
        return GRN_OK;
    p->lex = before;
    TRY(know_type(p, &t));
    TRY(parse_opaque(p, out));
    TRY(verify_type(p, &t, *out));
    return respell(p, out);
}

/* ---- any type -------------------------------------------------------------------------------- */

typedef grn_status (*parse_fn)(grn_parser *p, const grn_type **out);
static const struct {
    const char *word;
    parse_fn parse;
} by_word[] = {
    {"tensor", parse_tensor}, {"complex", parse_complex}, {"tuple", parse_tuple},
    {"vector", parse_opaque}, {"memref", parse_memref},
};

static parse_fn find_word(grn_str s)
{
    for (size_t i = 0; i < GRN_COUNT(by_word); i++)
        if (grn_str_is(s, by_word[i].word))
            return by_word[i].parse;
    return NULL;
}

static bool is_other_float(grn_str s) { return grn_str_is(s, "f80") || grn_str_is(s, "f128") || grn_str_is(s, "tf32"); }

bool grn_at_type(const grn_parser *p)
{
    const grn_token *t = grn_peek(p);
    grn_str s = {t->text, t->n}, digits;
    grn_signedness sign;
    if (t->kind != TOKEN_WORD)
        return t->kind == TOKEN_TYPE || grn_token_is(t, "(");
    return is_integer_type(s, &sign, &digits) || float_dtype(s) || find_word(s) || is_other_float(s) ||
           grn_str_is(s, "index") || grn_str_is(s, "none");
}

static grn_status parse_word(grn_parser *p, const grn_type **out)
{
    grn_token t = *grn_peek(p);
    grn_str s = {t.text, t.n}, digits;
    grn_signedness sign;
    if (is_integer_type(s, &sign, &digits))
        return parse_integer_type(p, sign, digits, out);
    parse_fn parse = find_word(s);
    if (parse)
        return parse(p, out);
    grn_dtype dtype = grn_str_is(s, "index") ? GRN_INDEX : float_dtype(s);
    const grn_type *type = dtype != GRN_NO_DTYPE ? grn_type_of_dtype(p->ir, dtype)
                           : is_other_float(s)   ? grn_type_other_float(p->ir, s)
                                                 : grn_type_none(p->ir);
    grn_next(p);
    return made(p, t.place, type, out);
}

grn_status grn_parse_plain_type(grn_parser *p, const grn_type **out)
{
    if (!grn_at_type(p) || grn_token_is(grn_peek(p), "("))
        return grn_parse_wrong(p, "expected non-function type");
    TRY(grn_enter(p, &p->type_depth, "types"));
    TRY(grn_at_kind(p, TOKEN_TYPE) ? parse_extended(p, out) : parse_word(p, out));
    p->type_depth--;
    return GRN_OK;
}

grn_status grn_parse_type(grn_parser *p, const grn_type **out)
{
    if (!grn_token_is(grn_peek(p), "("))
        return grn_parse_plain_type(p, out);
    TRY(grn_enter(p, &p->type_depth, "types"));
    TRY(parse_function(p, out));
    p->type_depth--;
    return GRN_OK;
}
