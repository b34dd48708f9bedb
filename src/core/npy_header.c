/* npy_header.c - the Python dictionary literal that heads a .npy, in any order and spacing. */
#include "core/npy.h"

#include <inttypes.h>
#include <string.h>

typedef struct cursor {
    const char *text, *at, *end;
    size_t base;
    const grn_diag *diag;
} cursor;

static size_t position(const cursor *c) { return c->base + (size_t)(c->at - c->text); }

static grn_status expected(const cursor *c, const char *what)
{
    if (c->at == c->end)
        return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT, "npy: header ends at byte %zu, expected %s", position(c),
                        what);
    unsigned seen = (unsigned char)*c->at;
    if (seen > 32 && seen < 127)
        return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT, "npy: header byte %zu is '%c', expected %s", position(c),
                        (char)seen, what);
    return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT, "npy: header byte %zu is 0x%02X, expected %s", position(c),
                    seen, what);
}

static void skip_space(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t' || *c->at == '\r'))
        c->at++;
}

/* Takes the character after any space, if it is the next one. */
static bool take_character(cursor *c, char wanted)
{
    skip_space(c);
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

static grn_status need(cursor *c, char wanted)
{
    const char what[] = {'\'', wanted, '\'', '\0'};
    return take_character(c, wanted) ? GRN_OK : expected(c, what);
}

/* A quoted string of printable characters, without escapes. */
static grn_status take_string(cursor *c, const char *what, char *out)
{
    size_t n = 0;
    skip_space(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
        return expected(c, what);
    char quote = *c->at++;
    for (; c->at < c->end && *c->at != quote; c->at++) {
        if (*c->at < 32 || *c->at > 126 || *c->at == '\\' || n + 1 == GRN_NPY_DESCR_BYTES)
            return expected(c, "the end of a short plain string");
        out[n++] = *c->at;
    }
    out[n] = '\0';
    if (c->at == c->end)
        return expected(c, "a closing quote");
    c->at++;
    return GRN_OK;
}

static bool take_word(cursor *c, const char *word)
{
    size_t n = strlen(word);
    skip_space(c);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

/* A string, or a list of exactly one pair (name, type), as bfloat16 extensions write it. */
static grn_status take_descr(cursor *c, grn_npy_header *h)
{
    grn_status status;
    if (!take_character(c, '['))
        return take_string(c, "an element type in quotes", h->descr);
    if ((status = need(c, '(')) || (status = take_string(c, "a field name in quotes", h->record_name)) ||
        (status = need(c, ',')))
        return status;
    if ((status = take_string(c, "an element type in quotes", h->descr)))
        return status;
    if (take_character(c, ')')) {
        take_character(c, ',');
        if (take_character(c, ']'))
            return GRN_OK;
    }
    return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT,
                    "npy: byte %zu: a structured element type; expected one plain number per element", position(c));
}

static grn_status take_fortran_order(cursor *c, grn_npy_header *h)
{
    h->fortran_order = take_word(c, "True");
    return h->fortran_order || take_word(c, "False") ? GRN_OK : expected(c, "True or False");
}

/* One extent. Python 2 wrote long integers with an L. */
static grn_status take_extent(cursor *c, int64_t *out)
{
    uint64_t value;
    skip_space(c);
    const char *start = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
        c->at++;
    size_t n = (size_t)(c->at - start);
    if (n == 0)
        return expected(c, "an extent");
    if (!grn_parse_u64(start, n, &value) || value > INT64_MAX) {
        c->at = start;
        return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT, "npy: byte %zu: extent %.*s%s is over %" PRId64,
                        position(c), n > 40 ? 40 : (int)n, start, n > 40 ? "..." : "", INT64_MAX);
    }
    take_character(c, 'L');
    *out = (int64_t)value;
    return GRN_OK;
}

static grn_status take_shape(cursor *c, grn_npy_header *h)
{
    grn_status status = need(c, '(');
    bool comma = true;
    h->rank = 0;
    while (status == GRN_OK && !take_character(c, ')')) {
        if (!comma)
            return expected(c, "',' or ')'");
        if (h->rank == GRN_MAX_RANK)
            return grn_fail(c->diag, grn_no_place, GRN_E_LIMIT, "npy: byte %zu: shape has more than %d dimensions",
                            position(c), GRN_MAX_RANK);
        status = take_extent(c, &h->shape[h->rank++]);
        comma = take_character(c, ',');
    }
    return status;
}

static const struct {
    const char *name;
    grn_status (*take)(cursor *c, grn_npy_header *h);
} keys[] = {
    {"descr", take_descr},
    {"fortran_order", take_fortran_order},
    {"shape", take_shape},
};

static grn_status take_entry(cursor *c, grn_npy_header *h, bool *seen)
{
    char name[GRN_NPY_DESCR_BYTES];
    grn_status status = take_string(c, "a key in quotes", name);
    if (status)
        return status;
    for (size_t k = 0; k < GRN_COUNT(keys); k++) {
        if (strcmp(keys[k].name, name) != 0)
            continue;
        if (seen[k])
            return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT, "npy: byte %zu: key '%s' comes twice", position(c),
                            name);
        seen[k] = true;
        status = need(c, ':');
        return status ? status : keys[k].take(c, h);
    }
    return grn_fail(c->diag, grn_no_place, GRN_E_FORMAT,
                    "npy: byte %zu: key '%s', expected 'descr', 'fortran_order' or 'shape'", position(c), name);
}

grn_status grn_npy_parse_header(const char *text, size_t bytes, size_t base, const grn_diag *diag, grn_npy_header *out)
{
    cursor c = {text, text, text + bytes, base, diag};
    bool seen[GRN_COUNT(keys)] = {false}, comma = true;
    memset(out, 0, sizeof *out);
    grn_status status = need(&c, '{');
    while (status == GRN_OK && !take_character(&c, '}')) {
        if (!comma)
            return expected(&c, "',' or '}'");
        status = take_entry(&c, out, seen);
        comma = take_character(&c, ',');
    }
    if (status)
        return status;
    for (size_t k = 0; k < GRN_COUNT(keys); k++)
        if (!seen[k])
            return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: header has no key '%s'", keys[k].name);
    skip_space(&c);
    return c.at == c.end ? GRN_OK : expected(&c, "spaces and the end of the header");
}
