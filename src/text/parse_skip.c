/* parse_skip.c - attributes and types that are kept as they are written. */
#include "text/internal.h"

static char closing(char c) { return c == '<' ? '>' : c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '\0'; }

/* `->`, and in affine sets `>=` and `<=`, are no brackets. */
static bool is_operator(const grn_lexer *x)
{
    char c = *x->at, next = x->end - x->at > 1 ? x->at[1] : '\0';
    return (c == '-' && next == '>') || ((c == '>' || c == '<') && next == '=');
}

static grn_status skip_string(grn_parser *p)
{
    grn_lexer_restart(&p->lex, p->lex.at); /* lexes it as a token, and leaves `at` behind it */
    return grn_at_kind(p, TOKEN_STRING) ? GRN_OK : grn_parse_wrong(p, "expected string");
}

static bool is_readable(char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' || c == '\r'; }

static bool at_comment(const grn_lexer *x) { return *x->at == '/' && x->end - x->at > 1 && x->at[1] == '/'; }

static grn_status unbalanced(grn_parser *p, grn_place place, char c)
{
    return grn_parse_fail(p, place, "unbalanced '%c' character in pretty dialect name", c);
}

/* x->at is at an opening bracket. */
static grn_status skip_balanced(grn_parser *p)
{
    grn_lexer *x = &p->lex;
    struct {
        char open;
        grn_place place;
    } stack[GRN_MAX_NESTING];
    int depth = 0;
    do {
        if (x->at == x->end || *x->at == '\0')
            return unbalanced(p, stack[depth - 1].place, stack[depth - 1].open);
        char c = *x->at;
        if (c == '"') {
            TRY(skip_string(p));
            continue;
        }
        if (at_comment(x)) {
            while (x->at < x->end && *x->at != '\n')
                x->at++;
            continue;
        }
        if (!is_readable(c)) /* outside strings no token has it, so it never matters */
            return grn_parse_fail(p, grn_lexer_place(x, x->at), "unexpected character");
        if (is_operator(x)) {
            x->at += 2;
            continue;
        }
        if (closing(c)) {
            if (depth == GRN_MAX_NESTING)
                return grn_parse_limit(
                    p, grn_lexer_place(x, x->at),
                    "brackets nest deeper than garner's limit of %d" GRN_SET_WHEN_BUILT(GRN_MAX_NESTING),
                    GRN_MAX_NESTING);
            stack[depth].open = c;
            stack[depth++].place = grn_lexer_place(x, x->at);
        } else if (strchr(">)]}", c)) {
            if (closing(stack[depth - 1].open) != c)
                return unbalanced(p, stack[depth - 1].place, stack[depth - 1].open);
            depth--;
        }
        grn_lexer_skip(x);
    } while (depth);
    return GRN_OK;
}

grn_status grn_skip_body(grn_parser *p, const char **end)
{
    grn_lexer *x = &p->lex;
    x->at = x->token.text + x->token.n;
    if (x->at < x->end && closing(*x->at))
        TRY(skip_balanced(p));
    *end = x->at;
    grn_lexer_restart(x, x->at);
    return GRN_OK;
}

grn_status grn_skip_brackets(grn_parser *p, const char **end)
{
    p->lex.token.n = 0; /* the body starts at the token itself */
    return grn_skip_body(p, end);
}
