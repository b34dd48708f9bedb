/* mutant.c - a program's text with one small change. */
#include "support/mutant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint64_t mutant_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

typedef enum kind { SPACE, WORD, NUMBER, STRING, MARK, TYPE } kind;

typedef struct token {
    kind kind;
    size_t at, n;
} token;

typedef struct tokens {
    token *all;
    size_t count;
} tokens;

static size_t spaces(const char *s)
{
    size_t n = strspn(s, " \n\t");
    while (s[n] == '/' && s[n + 1] == '/') {
        n += strcspn(s + n, "\n");
        n += strspn(s + n, " \n\t");
    }
    return n;
}

static size_t string(const char *s)
{
    size_t n = 1;
    while (s[n] && s[n] != '"')
        n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return s[n] ? n + 1 : n;
}

/* Through the bracket that closes the first one; 0: it is not closed. */
static size_t bracketed(const char *s)
{
    int depth = 0;
    for (size_t n = 0; s[n]; n++) {
        depth += s[n] == '<';
        depth -= s[n] == '>' && (n == 0 || s[n - 1] != '-');
        if (s[n] == '>' && depth == 0)
            return n + 1;
    }
    return 0;
}

static size_t word(const char *s)
{
    size_t n = 1;
    while (isalnum((unsigned char)s[n]) || strchr("_.$", s[n]) == NULL ? isalnum((unsigned char)s[n]) : s[n] != '\0')
        n++;
    return n;
}

static bool begins_type(const char *s)
{
    static const char *const heads[] = {"tensor<", "!torch.vtensor<", "tuple<", "complex<", "!quant.uniform<"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(s, heads[i], strlen(heads[i])) == 0)
            return true;
    return false;
}

static token token_at(const char *s, size_t at)
{
    const char *p = s + at;
    token t = {MARK, at, 1};
    if ((t.n = spaces(p)))
        t.kind = SPACE;
    else if (*p == '"')
        t.kind = STRING, t.n = string(p);
    else if (begins_type(p) && bracketed(p))
        t.kind = TYPE, t.n = bracketed(p);
    else if (isdigit((unsigned char)*p) || (*p == '-' && isdigit((unsigned char)p[1])))
        t.kind = NUMBER, t.n = 1 + strspn(p + 1, "0123456789.eExABCDEFabcdf+");
    else if (isalpha((unsigned char)*p) || strchr("%@#!^_", *p))
        t.kind = WORD, t.n = word(p);
    else
        t.n = 1;
    return t;
}

static tokens split(const char *s)
{
    tokens list = {malloc((strlen(s) + 1) * sizeof(token)), 0};
    if (!list.all)
        abort();
    for (size_t at = 0; s[at]; at += list.all[list.count - 1].n)
        list.all[list.count++] = token_at(s, at);
    return list;
}

/* ---- changes --------------------------------------------------------------------------------- */

static const char *const numbers[] = {"0",
                                      "1",
                                      "-1",
                                      "2",
                                      "3",
                                      "5",
                                      "64",
                                      "-7",
                                      "1.5",
                                      "-0.0",
                                      "1.0e300",
                                      "0x7F",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "18446744073709551616",
                                      "4294967296"};
static const char *const types[] = {"tensor<f32>",
                                    "tensor<i32>",
                                    "tensor<i64>",
                                    "tensor<i1>",
                                    "tensor<2xf32>",
                                    "tensor<2x3xi64>",
                                    "tensor<?xf32>",
                                    "tensor<?x2xi32>",
                                    "tensor<*xf32>",
                                    "tensor<0xf32>",
                                    "tensor<2x0xi64>",
                                    "tensor<2x2xcomplex<f32>>",
                                    "tensor<4xi8>",
                                    "tensor<3xui64>",
                                    "tensor<2xi4>",
                                    "tensor<2xbf16>",
                                    "tensor<2xindex>",
                                    "tensor<2xf8E4M3FN>",
                                    "tensor<4x!quant.uniform<i8:f32, 0.5:1>>",
                                    "tensor<2x3x4x5xf64>",
                                    "tuple<>",
                                    "tensor<2xf32, \"layout\">",
                                    "i32",
                                    "index",
                                    "f32",
                                    "none",
                                    "!torch.int",
                                    "!torch.vtensor<[2,3],f32>",
                                    "!torch.vtensor<[],si64>",
                                    "() -> ()",
                                    "tensor<1x1xf32>",
                                    "tensor<9223372036854775807xi8>",
                                    "!a.b"};
static const char *const words[] = {"%0",
                                    "%arg9",
                                    "@f",
                                    "@g",
                                    "#a",
                                    "!t",
                                    "^bb0",
                                    "f32",
                                    "i64",
                                    "x",
                                    "true",
                                    "dense<1>",
                                    "array<i64: 1, 2>",
                                    "unit",
                                    "loc(unknown)",
                                    "[0, 1]",
                                    "{}",
                                    "\"s\"",
                                    "stablehlo.add",
                                    "\"stablehlo.add\"",
                                    "arith.constant",
                                    "module",
                                    "return"};
static const char *const marks[] = {"(", ")",  "[", "]", "{", "}", "<",  ">", ",",  ":", "=",   "->", "*",
                                    "?", "::", "@", "%", "#", "!", "\"", "'", "\\", "-", "{-#", "#-}"};
static const char *const strings[] = {"\"\"",           "\"add\"", "\"\\00\"", "\"\\n\\t\\\\\\22\\ff\"",
                                      "\"0x01020304\"", "\"0x0\"", "\"a b\"",  "\"unterminated"};

#define PICK(list, r) ((list)[mutant_random(r) % (sizeof(list) / sizeof *(list))])

static const char *other_of_kind(kind k, uint64_t *r)
{
    switch (k) {
    case NUMBER: return PICK(numbers, r);
    case TYPE: return PICK(types, r);
    case STRING: return PICK(strings, r);
    case MARK: return PICK(marks, r);
    default: return PICK(words, r);
    }
}

static const char *any_text(uint64_t *r)
{
    static const kind kinds[] = {NUMBER, TYPE, STRING, MARK, WORD};
    return other_of_kind(PICK(kinds, r), r);
}

/* A token of the program itself, of that kind where it is found soon. */
static token another(const tokens *list, kind k, uint64_t *r)
{
    token t = {0};
    for (int tries = 0; tries < 64 && (tries == 0 || t.kind != k); tries++)
        t = list->all[mutant_random(r) % list->count];
    return t;
}

/* ---- types like a type ----------------------------------------------------------------------- */

enum { TYPE_BYTES = 256 };

/* An extent, or the element type, of "tensor<2x?xf32>" and "!torch.vtensor<[2,3],f32>" put
 * otherwise; false: it has none. */
static bool type_like(const char *s, size_t n, uint64_t *r, char out[static TYPE_BYTES])
{
    static const char *const extents[] = {"?", "?", "0", "1", "2", "3", "7", "2x3", "1x1", "4294967296"};
    static const char *const elements[] = {"f32", "f64",   "i1",   "i8",           "ui8",  "i32",
                                           "i64", "index", "bf16", "complex<f64>", "si64", "si32"};
    size_t from[40], count = 0, i = strcspn(s, "<") + 1;
    if (n + 16 >= TYPE_BYTES || i >= n)
        return false;
    for (; i < n && count < 40; i++)
        if ((isdigit((unsigned char)s[i]) || s[i] == '?') && strchr("<[x,", s[i - 1]))
            from[count++] = i;
    bool element = count == 0 || mutant_random(r) % 3 == 0;
    size_t at = element ? n - 1 : from[mutant_random(r) % count], end = at;
    if (element)
        while (at > 0 && !strchr("<x,", s[at - 1]))
            at--;
    else
        while (end < n && (isdigit((unsigned char)s[end]) || s[end] == '?'))
            end++;
    const char *with = element ? PICK(elements, r) : PICK(extents, r);
    memcpy(out, s, at);
    strcpy(out + at, with);
    memcpy(out + at + strlen(with), s + end, n - end);
    out[at + strlen(with) + n - end] = '\0';
    return true;
}

typedef struct change {
    size_t at;        /* of the token */
    bool all;         /* and those that read the same */
    bool cut;         /* everything behind it goes */
    const char *with; /* what takes its place, `n` bytes */
    size_t n;
} change;

static char *apply(const char *s, const tokens *list, const change *c)
{
    const token *t = &list->all[c->at];
    char *out = malloc(strlen(s) + 1 + list->count * (c->n + 1)), *to = out;
    if (!out)
        abort();
    for (size_t i = 0; i < list->count; i++) {
        const token *x = &list->all[i];
        bool it = i == c->at || (c->all && x->n == t->n && memcmp(s + x->at, s + t->at, t->n) == 0);
        memcpy(to, it ? c->with : s + x->at, it ? c->n : x->n);
        to += it ? c->n : x->n;
        if (i == c->at && c->cut)
            break;
    }
    *to = '\0';
    return out;
}

/* Types and numbers are what most rules are about: they are chosen more often than others. */
static size_t chosen_token(const tokens *list, uint64_t *r)
{
    size_t at = 0;
    for (int tries = 0; tries < 16; tries++) {
        at = mutant_random(r) % list->count;
        kind k = list->all[at].kind;
        if (k == TYPE || k == NUMBER || (k != SPACE && mutant_random(r) % 3 == 0))
            break;
    }
    return at;
}

char *mutant_of(const char *text, uint64_t seed)
{
    tokens list = split(text);
    uint64_t r = seed;
    if (list.count == 0) {
        free(list.all);
        return calloc(1, 1);
    }
    change c = {.at = chosen_token(&list, &r)};
    const token *t = &list.all[c.at];
    uint64_t how = mutant_random(&r) % 16;
    const char *with = how < 8 ? other_of_kind(t->kind, &r) : any_text(&r);
    c.all = t->kind == TYPE ? how != 0 : how % 4 == 1;
    c.with = with;
    c.n = strlen(with);
    char like[TYPE_BYTES];
    if (t->kind == TYPE && how < 12 && type_like(text + t->at, t->n, &r, like)) {
        c.with = like;
        c.n = strlen(like);
    } else if (how >= 5 && how < 8) {
        token x = another(&list, t->kind, &r);
        c.with = text + x.at;
        c.n = x.n;
    } else if (how >= 13) {
        c.n = 0;
        c.cut = how == 15;
    }
    char *out = apply(text, &list, &c);
    free(list.all);
    return out;
}
