/*
 * parse_location.c - loc(...): the origin of something, in the forms of MLIR's builtin dialect.
 *
 * Printers put the aliases of locations behind all ops, so `loc(#loc3)` may come before `#loc3 =
 * loc(..)`: one with an alias that is not defined yet is read when the whole text is.
 */
#include "text/internal.h"

static grn_status parse_instance(grn_parser *p, const grn_attr **out);

static grn_status made(grn_parser *p, const grn_location *description, const grn_attr **out)
{
    *out = grn_attr_location(p->ir, description);
    return *out ? GRN_OK : grn_parse_memory(p);
}

/* ---- "file":1:2 and "name" ------------------------------------------------------------------- */

static grn_status parse_number(grn_parser *p, const char *what, grn_location *l)
{
    int64_t value = -1;
    if (grn_at_kind(p, TOKEN_INTEGER) && grn_peek(p)->n <= 12)
        TRY(grn_parse_signed(p, &value));
    if (value < 0 || value > UINT32_MAX)
        return grn_parse_wrong(p, "expected integer %s number in FileLineColRange", what);
    l->number[l->nnumbers++] = (uint32_t)value;
    return GRN_OK;
}

/* Behind "file": `:1`, `:1:2`, `:1:2 to :3`, `:1:2 to 3:4`. */
static grn_status parse_numbers(grn_parser *p, grn_location *l)
{
    TRY(parse_number(p, "line", l));
    if (!grn_parser_try(p, ":"))
        return GRN_OK;
    TRY(parse_number(p, "column", l));
    if (!grn_parser_try(p, "to"))
        return GRN_OK;
    if (grn_at_kind(p, TOKEN_INTEGER))
        TRY(parse_number(p, "line", l));
    if (!grn_token_is(grn_peek(p), ":"))
        return grn_parse_wrong(p, "expected either integer or `:` post `to` in FileLineColRange");
    grn_next(p);
    return parse_number(p, "column", l);
}

static grn_status parse_named(grn_parser *p, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_NAME};
    const grn_attr *of;
    TRY(grn_parser_string(p, &l.text));
    if (grn_parser_try(p, ":")) {
        l.form = GRN_LOCATION_FILE;
        TRY(parse_numbers(p, &l));
    } else if (grn_parser_try(p, "(")) {
        TRY(parse_instance(p, &of));
        l.count = 1;
        l.of = &of;
        TRY(grn_parse_expect(p, ")", " after child location of NameLoc"));
    }
    return made(p, &l, out);
}

/* ---- callsite(a at b), fused<metadata>[a, b], unknown, #alias -------------------------------- */

static grn_status parse_call(grn_parser *p, const grn_attr **out)
{
    const grn_attr *of[2];
    grn_next(p);
    TRY(grn_parse_expect(p, "(", " in callsite location"));
    TRY(parse_instance(p, &of[0]));
    TRY(grn_parse_expect(p, "at", " in callsite location"));
    TRY(parse_instance(p, &of[1]));
    TRY(grn_parse_expect(p, ")", " in callsite location"));
    return made(p, &(grn_location){.form = GRN_LOCATION_CALL, .count = 2, .of = of}, out);
}

static grn_status push_instances(grn_parser *p)
{
    const grn_attr *item;
    TRY(grn_parse_expect(p, "[", " in fused location"));
    if (grn_parser_try(p, "]"))
        return GRN_OK;
    do {
        TRY(parse_instance(p, &item));
        TRY(grn_stack_push(p, item));
    } while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "]", " in fused location");
}

static grn_status parse_fused(grn_parser *p, const grn_attr **out)
{
    grn_location l = {.form = GRN_LOCATION_FUSED};
    const size_t mark = grn_stack_mark(p);
    grn_next(p);
    if (grn_parser_try(p, "<")) {
        TRY(grn_parse_attr(p, &l.metadata));
        TRY(grn_parse_expect(p, ">", " after fused location metadata"));
    }
    TRY(push_instances(p));
    l.count = grn_stack_count(p, mark);
    l.of = (const grn_attr *const *)(const void *)grn_stack_items(p, mark);
    TRY(made(p, &l, out));
    grn_stack_drop(p, mark);
    return GRN_OK;
}

static grn_status parse_unknown(grn_parser *p, const grn_attr **out)
{
    grn_next(p);
    return made(p, &(grn_location){.form = GRN_LOCATION_UNKNOWN}, out);
}

static grn_status parse_alias(grn_parser *p, const grn_attr **out)
{
    const grn_place place = grn_peek(p)->place;
    TRY(grn_parse_attr(p, out));
    return (*out)->kind == GRN_ATTR_LOCATION ? GRN_OK : grn_parse_fail(p, place, "expected location attribute");
}

static grn_status parse_word(grn_parser *p, const grn_attr **out)
{
    static const struct {
        const char *word;
        grn_status (*parse)(grn_parser *p, const grn_attr **out);
    } rows[] = {{"callsite", parse_call}, {"fused", parse_fused}, {"unknown", parse_unknown}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_token_is(grn_peek(p), rows[i].word))
            return rows[i].parse(p, out);
    return grn_parse_wrong(p, "expected location instance");
}

static grn_status parse_instance(grn_parser *p, const grn_attr **out)
{
    TRY(grn_enter(p, &p->attr_depth, "attributes"));
    TRY(grn_at_kind(p, TOKEN_STRING) ? parse_named(p, out)
        : grn_at_kind(p, TOKEN_HASH) ? parse_alias(p, out)
                                     : parse_word(p, out));
    p->attr_depth--;
    return GRN_OK;
}

grn_status grn_parse_location(grn_parser *p, const grn_attr **out)
{
    grn_next(p);
    TRY(grn_parse_expect(p, "(", " in location"));
    TRY(parse_instance(p, out));
    return grn_parse_expect(p, ")", " in location");
}

/* ---- behind an op or an argument ------------------------------------------------------------- */

static bool is_later(const grn_parser *p, const grn_lexer *at)
{
    const grn_token *t = &at->token;
    if (t->kind != TOKEN_HASH || memchr(t->text, '.', t->n) || (at->at < at->end && *at->at == '<'))
        return false;
    const grn_name *alias = grn_names_find(&p->attr_aliases, (grn_str){t->text + 1, t->n - 1}, 0);
    return !alias || !alias->item;
}

/* Whether `loc(..)`, which is the current token, names an alias that is not defined yet. */
static bool names_later(const grn_parser *p)
{
    grn_lexer at = p->lex;
    bool later = false;
    grn_lexer_next(&at);
    for (int depth = 0; at.token.kind != TOKEN_END && at.token.kind != TOKEN_ERROR; grn_lexer_next(&at)) {
        later = later || is_later(p, &at);
        depth += grn_token_is(&at.token, "(") ? 1 : grn_token_is(&at.token, ")") ? -1 : 0;
        if (depth <= 0)
            return later;
    }
    return false;
}

/* Read later, into an attribute that stands for it until then. */
static grn_status postpone(grn_parser *p, const grn_attr **out)
{
    const char *end;
    const grn_lexer from = p->lex;
    TRY(grn_skip_body(p, &end));
    TRY(made(p, &(grn_location){.form = GRN_LOCATION_UNKNOWN}, out));
    grn_pending_location *later = grn_vec_push(&p->locations);
    if (!later)
        return grn_parse_memory(p);
    *later = (grn_pending_location){from, (grn_attr *)*out}; /* made just now */
    return GRN_OK;
}

grn_status grn_parse_trailing_location(grn_parser *p, const grn_attr **out)
{
    if (!grn_token_is(grn_peek(p), "loc"))
        return GRN_OK;
    return names_later(p) ? postpone(p, out) : grn_parse_location(p, out);
}

/* `loc(#name)` of an alias that never came has a message of its own. */
static grn_status check_defined(grn_parser *p)
{
    grn_lexer at = p->lex;
    grn_lexer_next(&at);
    grn_lexer_next(&at);
    if (at.token.kind == TOKEN_HASH && names_later(p))
        return grn_parse_fail(p, at.token.place, "operation location alias was never defined");
    return GRN_OK;
}

grn_status grn_locations_resolve(grn_parser *p)
{
    const grn_lexer end = p->lex;
    for (size_t i = 0; i < p->locations.count; i++) {
        const grn_pending_location *later = (const grn_pending_location *)p->locations.items + i;
        const grn_attr *read;
        p->lex = later->from;
        TRY(check_defined(p));
        TRY(grn_parse_location(p, &read));
        *later->attr = *read;
    }
    p->lex = end;
    return GRN_OK;
}
