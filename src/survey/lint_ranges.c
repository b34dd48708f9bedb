/* lint_ranges.c - what intervals and types say of indices that are not known one by one. */
#include <inttypes.h>
#include <stdio.h>

#include "passes/range.h"
#include "survey/lint.h"

/* ---- the interval of a component ------------------------------------------------------------- */

typedef struct component {
    int32_t number, operand_dim;
    grn_range range, type;       /* of its elements, and of their type */
    int64_t low, high;           /* in bounds */
    int64_t wrap_low, wrap_high; /* the same, counting from the end; empty where nothing does */
} component;

/* The value of the program that component k comes from, and where in it; NULL: none does. */
static const grn_value *source_of(const grn_surveyed *s, int32_t k, int32_t *dim)
{
    const grn_access *a = &s->access;
    const grn_dimension_numbers *dims = a->kind == GRN_ACCESS_GATHER ? &a->gather.dims : &a->scatter.dims;
    *dim = -1;
    if (a->indices_operand == GRN_INDICES_MADE)
        return NULL;
    if (a->indices_operand == GRN_INDICES_INLINE)
        return s->op->operands[s->op->noperands - (size_t)a->indices.shape[0] + (size_t)k];
    const grn_value *v = s->op->operands[a->indices_operand];
    const grn_type *t = grn_type_at_run(v->type);
    bool same = grn_type_is_tensor(t) && t->rank == a->indices.rank;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = t->shape[d] == a->indices.shape[d];
    if (same && dims->index_vector_dim < t->rank)
        *dim = (int32_t)dims->index_vector_dim;
    return v;
}

static bool component_of(grn_linting *l, const grn_surveyed *s, const grn_problem *x, int32_t k, component *out)
{
    const grn_index_rule *rule = grn_surveyed_rule(s);
    const grn_dimension_numbers *dims = grn_problem_dims(x);
    int32_t dim;
    const grn_value *v = source_of(s, k, &dim);
    *out = (component){.number = k, .operand_dim = (int32_t)dims->start_index_map.v[k], .wrap_low = 0, .wrap_high = -1};
    grn_census_bounds(x, k, &out->low, &out->high);
    const int64_t extent = s->operands[0].shape[out->operand_dim];
    if (rule->wrap_negative && extent > 0) {
        out->wrap_low = grn_add_saturating(rule->base, -extent);
        out->wrap_high = grn_add_saturating(out->high, -extent);
    }
    out->type =
        v ? grn_range_of_type(grn_type_element_or_self(grn_type_at_run(v->type))) : (grn_range){INT64_MIN, INT64_MAX};
    return v && grn_range_of(v, dim, dim < 0 ? 0 : k, &l->elements_left, &out->range);
}

static bool overlaps(grn_range r, int64_t low, int64_t high) { return low <= high && r.low <= high && r.high >= low; }

static bool is_within(const component *c)
{
    const grn_range direct = {c->low, c->high}, wrapped = {c->wrap_low, c->wrap_high};
    const bool meet = c->wrap_low <= c->wrap_high && c->low <= c->high && c->wrap_high == c->low - 1;
    return (c->low <= c->high && grn_range_within(c->range, direct)) ||
           (c->wrap_low <= c->wrap_high && grn_range_within(c->range, wrapped)) ||
           (meet && grn_range_within(c->range, (grn_range){c->wrap_low, c->high}));
}

static bool is_outside(const component *c)
{
    return !overlaps(c->range, c->low, c->high) && !overlaps(c->range, c->wrap_low, c->wrap_high);
}

/* ---- types that are too narrow --------------------------------------------------------------- */

/* All that a type of few bits has, and nothing else: whatever it was converted to since. */
static int bits_of(grn_range r)
{
    static const struct {
        grn_range all;
        int bits;
    } rows[] = {{{0, 1}, 1},           {{-128, 127}, 8}, {{0, 255}, 8},
                {{-32768, 32767}, 16}, {{0, 65535}, 16}, {{INT32_MIN, INT32_MAX}, 32},
                {{0, UINT32_MAX}, 32}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (rows[i].all.low == r.low && rows[i].all.high == r.high)
            return rows[i].bits;
    return 0;
}

/* The starts that no value of the type names, if any: from *first to *last. */
static bool unreachable(const component *c, int64_t *first, int64_t *last)
{
    *first = c->range.high + 1;
    *last = c->high;
    if (overlaps(c->range, c->wrap_low, c->wrap_high))
        *last = (c->range.low > c->wrap_low ? c->range.low : c->wrap_low) - c->wrap_low + c->low - 1;
    return *first <= *last && c->high > c->range.high;
}

static grn_status say_narrow(grn_linting *l, const grn_lint_subject *subject, const component *c, int bits)
{
    int64_t first, last;
    const grn_access_words w = grn_lint_words(l, subject);
    if (!unreachable(c, &first, &last))
        return GRN_OK;
    return grn_lint_say(l, subject, GRN_LINT_UNREACHABLE, "make the indices of a wider type where they come from",
                        "an index of %d bits, %" PRId64 " to %" PRId64 ", never names %" PRId64 " to %" PRId64
                        " of %s %" PRId32 " of %s",
                        bits, c->range.low, c->range.high, first, last, w.dimension, c->operand_dim, w.operand);
}

/* ---- below zero ------------------------------------------------------------------------------ */

/* Whether the program has made the interval: most of a type's numbers, as a sum of an input leaves
 * them, say nothing of what it means. */
static bool is_meant(const component *c)
{
    return c->range.high / 4 - c->range.low / 4 < c->type.high / 8 - c->type.low / 8;
}

static grn_status say_negative(grn_linting *l, const grn_lint_subject *subject, const component *c)
{
    const grn_access_words w = grn_lint_words(l, subject);
    grn_lint_subject own = *subject;
    if (subject->rule->wrap_negative || c->range.low >= 0 || bits_of(c->range) || !is_meant(c))
        return GRN_OK;
    own.possible = c->range.high >= 0;
    return grn_lint_say(l, &own, GRN_LINT_NEGATIVE,
                        "add the extent to a negative index where the end is meant, before the op",
                        "component %" PRId32 " of %s %s negative, from %" PRId64 " to %" PRId64
                        ", and is not counted from the end here",
                        c->number, w.indices, own.possible ? "may be" : "is", c->range.low, c->range.high);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static grn_status say_outside(grn_linting *l, const grn_lint_subject *subject, const component *c, uint64_t vectors)
{
    const grn_access_words w = grn_lint_words(l, subject);
    return grn_lint_say(l, subject, GRN_LINT_OUT_OF_BOUNDS, grn_lint_bounds_advice(subject->rule),
                        "all %" PRIu64 " index vectors are out of bounds and %s: component %" PRId32
                        " of %s is from %" PRId64 " to %" PRId64 ", where %s %" PRId32 " of %s takes %" PRId64
                        " to %" PRId64,
                        vectors, grn_lint_fate(subject->rule), c->number, w.indices, c->range.low, c->range.high,
                        w.dimension, c->operand_dim, w.operand, c->low, c->high);
}

static grn_status say_within(grn_linting *l, const grn_lint_subject *subject, const component *last)
{
    const grn_access_words w = grn_lint_words(l, subject);
    return grn_lint_say(l, subject, GRN_LINT_IN_BOUNDS, "nothing has to be put around the op for indices out of range",
                        "every index is in bounds: component %" PRId32 " of %s is from %" PRId64 " to %" PRId64
                        ", where %s %" PRId32 " of %s takes %" PRId64 " to %" PRId64,
                        last->number, w.indices, last->range.low, last->range.high, w.dimension, last->operand_dim,
                        w.operand, last->low, last->high);
}

grn_status grn_lint_ranges(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s)
{
    const grn_problem x = grn_surveyed_problem(s);
    const int32_t n = grn_problem_dims(&x)->start_index_map.count;
    const uint64_t vectors = grn_census_vectors(&x);
    bool all_within = n > 0;
    component c;
    for (int32_t k = 0; vectors > 0 && k < n; k++) {
        if (!component_of(l, s, &x, k, &c)) {
            all_within = false;
            continue;
        }
        grn_status negative = say_negative(l, subject, &c);
        if (negative != GRN_OK)
            return negative;
        if (is_outside(&c))
            return say_outside(l, subject, &c, vectors);
        all_within = all_within && is_within(&c);
        const int bits = bits_of(c.range);
        grn_status status = bits ? say_narrow(l, subject, &c, bits) : GRN_OK;
        if (status != GRN_OK)
            return status;
    }
    return vectors > 0 && all_within ? say_within(l, subject, &c) : GRN_OK;
}
