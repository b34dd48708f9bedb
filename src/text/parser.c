/* parser.c - the parser's state, its messages, and the small steps all its files share. */
#include "text/internal.h"

void grn_parser_start(grn_parser *p, grn_ir *ir, const char *text, size_t n, uint32_t first_line, const grn_diag *diag)
{
    *p = (grn_parser){.ir = ir, .diag = diag, .allocator = ir->allocator, .text_bytes = text ? n : 0};
    grn_arena_init(&p->scratch, ir->allocator);
    grn_names_init(&p->identifiers, ir->allocator, &p->scratch);
    grn_names_init(&p->attr_aliases, ir->allocator, &p->scratch);
    grn_names_init(&p->type_aliases, ir->allocator, &p->scratch);
    grn_names_init(&p->resources, ir->allocator, &p->scratch);
    grn_vec_init(&p->pending, ir->allocator, sizeof(grn_pending_resource));
    grn_vec_init(&p->locations, ir->allocator, sizeof(grn_pending_location));
    grn_vec_init(&p->sections, ir->allocator, 1);
    grn_vec_init(&p->stack, ir->allocator, sizeof(const void *));
    grn_lexer_init(&p->lex, text ? text : "", text ? n : 0, first_line);
}

void grn_parser_stop(grn_parser *p)
{
    grn_vec_destroy(&p->stack);
    grn_vec_destroy(&p->sections);
    grn_vec_destroy(&p->locations);
    grn_vec_destroy(&p->pending);
    grn_names_destroy(&p->resources);
    grn_names_destroy(&p->type_aliases);
    grn_names_destroy(&p->attr_aliases);
    grn_names_destroy(&p->identifiers);
    grn_arena_destroy(&p->scratch);
}

/* ---- messages -------------------------------------------------------------------------------- */

static grn_status fail_v(grn_parser *p, grn_place place, grn_status status, const char *format, va_list args)
{
    p->error_reported = true;
    if (p->lex.token.kind == TOKEN_ERROR)
        return grn_fail(p->diag, p->lex.token.place, GRN_E_PARSE, "%s", p->lex.error);
    return grn_fail_v(p->diag, place, status, format, args);
}

grn_status grn_parse_fail(grn_parser *p, grn_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grn_status status = fail_v(p, place, GRN_E_PARSE, format, args);
    va_end(args);
    return status;
}

/* What is missing at a line's start was missing at the end of the line before. */
grn_status grn_parse_wrong(grn_parser *p, const char *format, ...)
{
    const grn_token *t = &p->lex.token;
    va_list args;
    va_start(args, format);
    grn_place place = t->place.line > p->lex.last_end_place.line ? p->lex.last_end_place : t->place;
    grn_status status = fail_v(p, place, GRN_E_PARSE, format, args);
    va_end(args);
    return status;
}

grn_status grn_parse_limit(grn_parser *p, grn_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grn_status status = fail_v(p, place, GRN_E_LIMIT, format, args);
    va_end(args);
    return status;
}

grn_status grn_parse_refused(grn_parser *p, grn_place place)
{
    p->error_reported = true;
    return grn_ir_refused(p->ir, p->diag, place, "reading the text");
}

grn_status grn_parse_memory(grn_parser *p) { return grn_parse_refused(p, grn_peek(p)->place); }

/* A row's own parse function may fail without a message: the report is then at its op. */
grn_status grn_parse_end(grn_parser *p, grn_status status)
{
    if (status != GRN_E_MEMORY || p->error_reported)
        return status;
    return grn_parse_refused(p, p->op ? p->op->place : grn_peek(p)->place);
}

grn_status grn_enter(grn_parser *p, int *depth, const char *what)
{
    if (*depth >= GRN_MAX_NESTING)
        return grn_parse_limit(p, grn_peek(p)->place,
                               "%s nest deeper than garner's limit of %d" GRN_SET_WHEN_BUILT(GRN_MAX_NESTING), what,
                               GRN_MAX_NESTING);
    ++*depth;
    return GRN_OK;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

grn_status grn_parse_expect(grn_parser *p, const char *token, const char *where)
{
    if (!grn_token_is(grn_peek(p), token))
        return grn_parse_wrong(p, "expected '%s'%s", token, where);
    grn_next(p);
    return GRN_OK;
}

grn_str grn_slice(const char *from, const char *to) { return (grn_str){from, (size_t)(to - from)}; }

grn_name *grn_intern(grn_parser *p, grn_str text)
{
    grn_name *name = grn_names_find(&p->identifiers, text, 0);
    if (name)
        return name;
    char *copy = grn_arena_text(&p->ir->arena, text.text, text.n);
    return copy ? grn_names_get(&p->identifiers, (grn_str){copy, text.n}, 0) : NULL;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One escape at from[0] == '\\'; how many bytes it takes, 0 if it is none. A quote follows the
 * text, so from[2] is there to look at. */
static size_t unescape(const char *from, char *out)
{
    char c = from[1];
    if (c == '"' || c == '\\' || c == 'n' || c == 't') {
        *out = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        return 2;
    }
    int high = hex_digit(c), low = high < 0 ? -1 : hex_digit(from[2]);
    *out = (char)(high * 16 + low);
    return low < 0 ? 0 : 3;
}

grn_status grn_string_value(grn_parser *p, const grn_token *t, grn_str *out)
{
    const char *quote = memchr(t->text, '"', t->n), *from = quote + 1, *end = t->text + t->n - 1;
    char *text = grn_arena_alloc_raw(&p->ir->arena, (size_t)(end - from) + 1), *to = text;
    if (!text)
        return grn_parse_memory(p);
    while (from < end) {
        const char *escape = memchr(from, '\\', (size_t)(end - from));
        size_t n = (size_t)((escape ? escape : end) - from);
        memcpy(to, from, n);
        to += n;
        from += n;
        if (!escape)
            break;
        size_t taken = unescape(from, to++);
        if (!taken || taken > (size_t)(end - from)) {
            grn_place place = t->place;
            place.column += (uint32_t)(from - t->text);
            return grn_parse_fail(p, place, "unknown escape in string literal");
        }
        from += taken;
    }
    *to = '\0';
    *out = grn_slice(text, to);
    return GRN_OK;
}

grn_status grn_stack_push(grn_parser *p, const void *item)
{
    const void **slot = grn_vec_push(&p->stack);
    if (!slot)
        return grn_parse_memory(p);
    *slot = item;
    return GRN_OK;
}
