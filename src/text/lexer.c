/*
 * lexer.c - MLIR's tokens, one at a time.
 *
 * Newlines occur between tokens only (MLIR's strings end at a line's end), so
 * a token's column is its distance from the line's start.
 */
#include "text/internal.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$' || c == '.'; }
static bool is_suffix(char c) { return is_word(c) || c == '-'; }
static bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool grn_is_identifier(grn_str s)
{
    if (!s.n || !(is_letter(s.text[0]) || s.text[0] == '_'))
        return false;
    for (size_t i = 1; i < s.n; i++)
        if (!is_word(s.text[i]))
            return false;
    return true;
}

grn_place grn_lexer_place(const grn_lexer *x, const char *at)
{
    size_t column = (size_t)(at - x->line_start) + 1;
    return (grn_place){x->line, column > UINT32_MAX ? UINT32_MAX : (uint32_t)column};
}

static char peek_at(const grn_lexer *x, const char *at) { return at < x->end ? *at : '\0'; }

/* ---- what stands between tokens -------------------------------------------------------------- */

static void skip_comment(grn_lexer *x)
{
    const char *newline = memchr(x->at, '\n', (size_t)(x->end - x->at));
    x->at = newline ? newline : x->end;
}

/* "# text" behind code or alone, as Python has comments, and the fences of a listing. */
static bool at_prose(const grn_lexer *x)
{
    static const char fence[] = "```";
    const char next = peek_at(x, x->at + 1);
    if (*x->at == '#')
        return next == ' ' || next == '\t' || next == '\r' || next == '\n' || next == '\0';
    return (size_t)(x->end - x->at) >= strlen(fence) && memcmp(x->at, fence, strlen(fence)) == 0;
}

static bool at_comment(const grn_lexer *x)
{
    return (*x->at == '/' && peek_at(x, x->at + 1) == '/') || (x->takes_prose && at_prose(x));
}

static void skip_space(grn_lexer *x)
{
    for (; x->at < x->end; grn_lexer_skip(x)) {
        while (x->at < x->end && at_comment(x))
            skip_comment(x);
        if (x->at == x->end || (*x->at != ' ' && *x->at != '\n' && *x->at != '\t' && *x->at != '\r'))
            return;
    }
}

/* ---- the kinds of tokens; x->at is behind the first character -------------------------------- */

static grn_token_kind fail(grn_lexer *x, const char *place, const char *message)
{
    x->token.place = grn_lexer_place(x, place);
    x->error = message;
    return TOKEN_ERROR;
}

static const char *scan(const char *at, const char *end, bool (*in)(char c))
{
    while (at < end && in(*at))
        at++;
    return at;
}

/* The quote that may end a string, looked for from `from`; NULL and an error if the line ends
 * first. */
static const char *find_quote(grn_lexer *x, const char *from)
{
    const char *quote = memchr(from, '"', (size_t)(x->end - from));
    const char *stop = quote ? quote : x->end;
    const char *newline = memchr(from, '\n', (size_t)(stop - from));
    if (quote && !newline)
        return quote;
    fail(x, newline ? newline : x->end, "expected '\"' in string literal");
    return NULL;
}

/* Escapes are checked when the string is read; here one only hides a quote. A long string without
 * any, such as a hex blob, takes three passes at the speed of memchr; a byte of any other string is
 * read as often. */
static grn_token_kind lex_string(grn_lexer *x)
{
    const char *from = x->at, *quote = find_quote(x, from);
    while (quote) {
        const char *escape = memchr(from, '\\', (size_t)(quote - from));
        if (!escape) {
            x->at = quote + 1;
            return TOKEN_STRING;
        }
        from = x->end - escape < 2 ? x->end : escape + 2;
        if (from > quote)
            quote = find_quote(x, from);
    }
    return TOKEN_ERROR;
}

static grn_token_kind lex_number(grn_lexer *x)
{
    if (x->at[-1] == '0' && peek_at(x, x->at) == 'x' && is_hex(peek_at(x, x->at + 1))) {
        x->at = scan(x->at + 1, x->end, is_hex);
        return TOKEN_INTEGER;
    }
    x->at = scan(x->at, x->end, is_digit);
    if (peek_at(x, x->at) != '.')
        return TOKEN_INTEGER;
    x->at = scan(x->at + 1, x->end, is_digit);
    char e = peek_at(x, x->at), sign = peek_at(x, x->at + 1);
    const char *digits = x->at + (sign == '+' || sign == '-' ? 2 : 1);
    if ((e == 'e' || e == 'E') && is_digit(peek_at(x, digits)))
        x->at = scan(digits, x->end, is_digit);
    return TOKEN_FLOAT;
}

/* %name ^name #name !name: all digits, or a letter or one of $ . _ - and then any of these and
 * digits. */
static grn_token_kind lex_prefixed(grn_lexer *x, grn_token_kind kind, const char *message)
{
    char first = peek_at(x, x->at);
    if (!is_suffix(first))
        return fail(x, x->token.text, message);
    x->at = scan(x->at, x->end, is_digit(first) ? is_digit : is_suffix);
    return kind;
}

static grn_token_kind lex_symbol(grn_lexer *x)
{
    char first = peek_at(x, x->at);
    if (first == '"') {
        x->at++;
        return lex_string(x) == TOKEN_STRING ? TOKEN_SYMBOL : TOKEN_ERROR;
    }
    if (!is_letter(first) && first != '_')
        return fail(x, x->token.text, "@ identifier expected to start with letter or '_'");
    x->at = scan(x->at, x->end, is_word);
    return TOKEN_SYMBOL;
}

static grn_token_kind lex_punctuation(grn_lexer *x)
{
    static const char *const longer[] = {"->", "::", "...", "{-#"};
    const char *first = x->token.text;
    for (size_t i = 0; i < GRN_COUNT(longer); i++) {
        size_t n = strlen(longer[i]);
        if ((size_t)(x->end - first) >= n && memcmp(first, longer[i], n) == 0) {
            x->at = first + n;
            return TOKEN_PUNCT;
        }
    }
    return *first != '\0' && strchr("{}()[]<>:,=-+*?/|", *first) ? TOKEN_PUNCT : fail(x, first, "unexpected character");
}

static grn_token_kind lex_hash(grn_lexer *x)
{
    if (peek_at(x, x->at) == '-' && peek_at(x, x->at + 1) == '}') {
        x->at += 2;
        return TOKEN_PUNCT;
    }
    return lex_prefixed(x, TOKEN_HASH, "invalid attribute name");
}

static grn_token_kind lex_token(grn_lexer *x)
{
    char c = *x->at++;
    if (is_letter(c) || c == '_') {
        x->at = scan(x->at, x->end, is_word);
        return TOKEN_WORD;
    }
    if (is_digit(c))
        return lex_number(x);
    switch (c) {
    case '"': return lex_string(x);
    case '%': return lex_prefixed(x, TOKEN_VALUE, "invalid SSA name");
    case '^': return lex_prefixed(x, TOKEN_BLOCK, "invalid block name");
    case '!': return lex_prefixed(x, TOKEN_TYPE, "invalid type identifier");
    case '#': return lex_hash(x);
    case '@': return lex_symbol(x);
    default: return lex_punctuation(x);
    }
}

/* ---- the stream ------------------------------------------------------------------------------ */

static void lex(grn_lexer *x)
{
    skip_space(x);
    x->token.text = x->at;
    x->token.place = grn_lexer_place(x, x->at);
    x->token.kind = x->at == x->end ? TOKEN_END : lex_token(x);
    x->token.n = (size_t)(x->at - x->token.text);
}

void grn_lexer_init(grn_lexer *x, const char *text, size_t n, uint32_t first_line)
{
    *x = (grn_lexer){.at = text, .end = text + n, .line_start = text, .line = first_line ? first_line : 1};
    x->last_end = text;
    x->last_end_place = grn_lexer_place(x, text);
    lex(x);
}

/* An error and the end stay. */
void grn_lexer_next(grn_lexer *x)
{
    if (x->token.kind == TOKEN_END || x->token.kind == TOKEN_ERROR)
        return;
    x->last_end = x->at;
    x->last_end_place = grn_lexer_place(x, x->at);
    lex(x);
}

void grn_lexer_restart(grn_lexer *x, const char *at)
{
    x->at = at;
    x->last_end = at;
    x->last_end_place = grn_lexer_place(x, at);
    lex(x);
}
