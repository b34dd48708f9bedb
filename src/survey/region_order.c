/*
 * region_order.c - whether a scatter's region gives the same whichever way updates are applied:
 * tried on small numbers.
 *
 * A pair that gives something else is a proof, unless the region takes values from outside, for
 * which zeros stand. None found is no proof, and nothing is said.
 */
#include <math.h>
#include <stdio.h>

#include "survey/meeting.h"
#include "survey/survey.h"

enum { VALUES = 4, TRIPLES = VALUES * VALUES * VALUES, MOST_RESULTS = 8, ELEMENT_BYTES = 16 };

/* Columns of elements, one per input of the scatter. */
typedef struct columns {
    unsigned char bytes[MOST_RESULTS][TRIPLES * ELEMENT_BYTES];
} columns;

typedef struct trial {
    grn_exec *x;
    grn_compiled *compiled;
    size_t n; /* inputs */
    grn_dtype dtype[MOST_RESULTS];
    grn_status status;
} trial;

/* ---- numbers --------------------------------------------------------------------------------- */

/* Sums and products of three of them are exact in every float that there is. */
static const int exact_values[VALUES] = {-1, 0, 1, 2};
/* Sums and products of these are not. */
static const double rough_values[VALUES] = {0.1, 0.7, 1.3, -0.45};

static void store_value(grn_dtype dtype, double value, unsigned char *to)
{
    grn_scalar s = {.dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: s.f = value; break;
    case GRN_CLASS_COMPLEX: s.c.re = value, s.c.im = value / 2; break;
    case GRN_CLASS_BOOL: s.i = value > 0; break;
    default: s.i = (int64_t)value; break;
    }
    grn_scalar_store(&s, dtype, to);
}

/* Column i has value `which` of each triple: 0, 1 or 2. Inputs differ, so that one that chooses by
 * another is seen. */
static void fill_columns(const trial *t, int which, bool rough, columns *out)
{
    static const int step[] = {VALUES * VALUES, VALUES, 1};
    for (size_t i = 0; i < t->n; i++)
        for (int k = 0; k < TRIPLES; k++) {
            const int at = (k / step[which] + (int)i * (which + 1)) % VALUES;
            store_value(t->dtype[i], rough ? rough_values[at] : exact_values[at],
                        out->bytes[i] + (size_t)k * grn_dtype_bytes(t->dtype[i]));
        }
}

static bool near(double a, double b, double tolerance)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static bool same_element(grn_dtype dtype, const void *a, const void *b, double tolerance)
{
    const grn_scalar x = grn_scalar_load(dtype, a), y = grn_scalar_load(dtype, b);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return near(x.f, y.f, tolerance);
    case GRN_CLASS_COMPLEX: return near(x.c.re, y.c.re, tolerance) && near(x.c.im, y.c.im, tolerance);
    default: return x.u == y.u;
    }
}

/* The first triple for which the two differ; -1: none. */
static int first_difference(const trial *t, const columns *a, const columns *b, bool bits)
{
    for (int k = 0; k < TRIPLES; k++)
        for (size_t i = 0; i < t->n; i++) {
            const size_t at = (size_t)k * grn_dtype_bytes(t->dtype[i]);
            const double tolerance = bits ? 0 : 64 * grn_unit_roundoff(t->dtype[i]);
            if (!same_element(t->dtype[i], a->bytes[i] + at, b->bytes[i] + at, tolerance))
                return k;
        }
    return -1;
}

static void apply(trial *t, const columns *a, const columns *b, columns *out)
{
    const void *args[2 * MOST_RESULTS];
    void *results[MOST_RESULTS];
    for (size_t i = 0; i < t->n; i++) {
        args[i] = a->bytes[i];
        args[t->n + i] = b->bytes[i];
        results[i] = out->bytes[i];
    }
    if (t->status == GRN_OK)
        t->status = grn_compiled_run(t->x, t->compiled, TRIPLES, args, results);
}

/* ---- what is tried --------------------------------------------------------------------------- */

static void value_text(const trial *t, const columns *c, int k, char *text, size_t room)
{
    const grn_scalar s = grn_scalar_load(t->dtype[0], c->bytes[0] + (size_t)k * grn_dtype_bytes(t->dtype[0]));
    switch (grn_dtype_class_of(t->dtype[0])) {
    case GRN_CLASS_FLOAT: snprintf(text, room, "%.4g", s.f); break;
    case GRN_CLASS_COMPLEX: snprintf(text, room, "(%.4g, %.4g)", s.c.re, s.c.im); break;
    case GRN_CLASS_BOOL: snprintf(text, room, "%s", s.i ? "true" : "false"); break;
    default: snprintf(text, room, "%lld", (long long)s.i); break;
    }
}

/* "f(1, 2) is -1 and f(2, 1) is 1", by the first input's values. */
static void example(const trial *t, int k, const char *const form[2], const columns *values[3],
                    const columns *results[2], char text[GRN_REGION_EXAMPLE_BYTES])
{
    char v[3][40], r[2][40], calls[2][160];
    for (int i = 0; i < 3; i++)
        value_text(t, values[i], k, v[i], sizeof v[i]);
    for (int i = 0; i < 2; i++) {
        const char *const from = form[i];
        size_t n = 0;
        value_text(t, results[i], k, r[i], sizeof r[i]);
        for (const char *p = from; *p && n + 48 < sizeof calls[i]; p++)
            n += (size_t)(*p >= '0' && *p <= '2' ? snprintf(calls[i] + n, sizeof calls[i] - n, "%s", v[*p - '0'])
                                                 : snprintf(calls[i] + n, sizeof calls[i] - n, "%c", *p));
    }
    snprintf(text, GRN_REGION_EXAMPLE_BYTES, "%s is %s and %s is %s", calls[0], r[0], calls[1], r[1]);
}

/* All columns are on the heap: a hundred kilobytes. */
typedef struct bench {
    columns value[3], one, two, left, right;
} bench;

static void try_order(trial *t, bench *b, bool rough, bool bits, int *out)
{
    for (int i = 0; i < 3; i++)
        fill_columns(t, i, rough, &b->value[i]);
    apply(t, &b->value[0], &b->value[1], &b->one); /* f(f(c, x), y) and f(f(c, y), x) */
    apply(t, &b->one, &b->value[2], &b->left);
    apply(t, &b->value[0], &b->value[2], &b->two);
    apply(t, &b->two, &b->value[1], &b->right);
    *out = t->status == GRN_OK ? first_difference(t, &b->left, &b->right, bits) : -1;
}

static void try_all(trial *t, bench *b, grn_region_order *out)
{
    static const char *const order[] = {"f(f(0, 1), 2)", "f(f(0, 2), 1)"}, *const swapped[] = {"f(0, 1)", "f(1, 0)"},
                             *const grouped[] = {"f(f(0, 1), 2)", "f(0, f(1, 2))"};
    const columns *values[] = {&b->value[0], &b->value[1], &b->value[2]}, *results[] = {&b->left, &b->right};
    int k;
    try_order(t, b, false, false, &k);
    out->order_shows = k >= 0;
    if (k >= 0)
        example(t, k, order, values, results, out->example);
    apply(t, &b->value[0], &b->value[1], &b->left);
    apply(t, &b->value[1], &b->value[0], &b->right);
    k = t->status == GRN_OK ? first_difference(t, &b->left, &b->right, false) : -1;
    out->is_commutative = k < 0;
    if (k >= 0 && !out->example[0])
        example(t, k, swapped, values, results, out->example);
    apply(t, &b->left, &b->value[2], &b->one);
    apply(t, &b->value[1], &b->value[2], &b->two);
    b->left = b->one;
    apply(t, &b->value[0], &b->two, &b->right);
    k = t->status == GRN_OK ? first_difference(t, &b->left, &b->right, false) : -1;
    out->is_associative = k < 0;
    if (k >= 0 && !out->example[0])
        example(t, k, grouped, values, results, out->example);
    try_order(t, b, true, true, &k);
    out->rounds = k >= 0;
    out->is_known = t->status == GRN_OK;
}

grn_status grn_region_try(grn_exec *x, grn_compiled *compiled, const grn_region *region, const grn_allocator *allocator,
                          grn_region_order *out)
{
    const grn_block *block = region->first;
    trial t = {.x = x, .compiled = compiled, .n = block->nargs / 2};
    if (t.n == 0 || t.n > MOST_RESULTS || block->nargs != 2 * t.n)
        return GRN_OK;
    for (size_t i = 0; i < 2 * t.n; i++) {
        const grn_dtype dtype = grn_type_element_or_self(grn_type_at_run(block->args[i].type))->dtype;
        if (dtype == GRN_NO_DTYPE || (i >= t.n && dtype != t.dtype[i - t.n]))
            return GRN_OK;
        t.dtype[i % t.n] = dtype;
    }
    bench *b = grn_allocate(allocator, sizeof *b);
    if (!b)
        return GRN_E_MEMORY;
    try_all(&t, b, out);
    grn_release(allocator, b, sizeof *b);
    return t.status == GRN_E_MEMORY ? t.status : GRN_OK;
}
