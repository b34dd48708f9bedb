/*
 * lint_order.c - what the order of updates does that meet at one element: which of them stays, the
 * last bits of a sum, or anything where a region decides. Updates that were seen to meet are a
 * warning, those that may meet a remark.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "access/map.h"
#include "passes/passes.h"
#include "passes/range.h"
#include "survey/lint.h"

/* ---- in words -------------------------------------------------------------------------------- */

enum {
    PLACES_BYTES = 1024,
    WHERE_BYTES = PLACES_BYTES + 256 + GRN_LIST_BYTES,
    BOUND_BYTES = 2048,
    MOST_NAMED = GRN_LINT_PLACES
};

/* ", which are [0, 1], [2, 0], and 3 more,", of several elements, as far as they are kept and there
 * is room. */
static const char *places_text(const grn_lint_meeting *m, char text[PLACES_BYTES])
{
    char at[GRN_LIST_BYTES];
    uint64_t n = 0;
    size_t used = 0;
    text[0] = '\0';
    if (m->elements < 2)
        return text;
    for (; n < m->elements && n < GRN_LINT_PLACES; n++) {
        grn_list_text(m->met_at[n], m->rank, at);
        if (strlen(at) + 48 > PLACES_BYTES - used)
            break;
        used += (size_t)snprintf(text + used, PLACES_BYTES - used, "%s%s", n ? ", " : ", which are ", at);
    }
    if (n < m->elements)
        used += (size_t)snprintf(text + used, PLACES_BYTES - used, ", and %" PRIu64 " more", m->elements - n);
    snprintf(text + used, PLACES_BYTES - used, ",");
    return text;
}

/* "3 elements of input, which are [0], [2], [3], get several updates, up to 4 at [2]"; where
 * nothing was counted, "up to 4 updates may meet at one element of input". */
static const char *where_text(const grn_lint_subject *subject, const grn_access_words *w, uint64_t most,
                              char text[WHERE_BYTES])
{
    const grn_lint_meeting *m = subject->meeting;
    char at[GRN_LIST_BYTES], places[PLACES_BYTES];
    if (subject->possible)
        snprintf(text, WHERE_BYTES, "up to %" PRIu64 " updates may meet at one element of %s", most, w->operand);
    else if (m && m->elements > 0)
        snprintf(text, WHERE_BYTES, "%" PRIu64 " element%s of %s%s get%s several updates, up to %" PRIu64 " at %s",
                 m->elements, m->elements == 1 ? "" : "s", w->operand, places_text(m, places),
                 m->elements == 1 ? "s" : "", m->most, grn_list_text(m->position, m->rank, at));
    else
        snprintf(text, WHERE_BYTES, "%" PRIu64 " of %" PRIu64 " index vectors name a place again",
                 subject->counts->duplicate, subject->counts->vectors);
    return text;
}

/* What to do about updates that only may meet, before what else is advised. */
static const char *promise_text(const grn_lint_subject *subject, char text[100])
{
    const char *unique = subject->possible ? grn_lint_unique_attribute(subject->op) : NULL;
    text[0] = '\0';
    if (unique)
        snprintf(text, 100, "promise %s if they never meet; else ", unique);
    return text;
}

/* ---- one stays ------------------------------------------------------------------------------- */

static grn_status say_replaced(grn_linting *l, const grn_lint_subject *subject, uint64_t most)
{
    const grn_access_words w = grn_lint_words(l, subject);
    const grn_lint_counts *c = subject->counts;
    char where[WHERE_BYTES], at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES], promise[100], advice[300];
    snprintf(advice, sizeof advice,
             "%sgive each place one update, or combine them: the last one stays here, on other systems any of them",
             promise_text(subject, promise));
    where_text(subject, &w, most, where);
    if (subject->possible || c->duplicate == 0)
        return grn_lint_say(l, subject, GRN_LINT_OVERWRITTEN, advice, "%s, and the last one in the order of %s stays",
                            where, w.updates);
    return grn_lint_say(l, subject, GRN_LINT_OVERWRITTEN, advice,
                        "%" PRIu64 " of %" PRIu64
                        " index vectors replace what an earlier one has written; the first is at %s of %s%s%s%s",
                        c->duplicate, c->vectors,
                        grn_list_text(c->duplicate_at[0].position, c->duplicate_at[0].rank, at), w.indices,
                        grn_lint_others(c->duplicate_at, c->duplicate, false, others),
                        subject->meeting && subject->meeting->elements ? "; " : "",
                        subject->meeting && subject->meeting->elements ? where : "");
}

/* ---- floats ---------------------------------------------------------------------------------- */

static int bits_of(grn_dtype dtype) { return -ilogb(grn_unit_roundoff(dtype)); }

static bool is_rounded(const grn_lint_subject *subject, size_t i) { return grn_unit_roundoff(subject->dtypes[i]) > 0; }

static bool has_floats(const grn_lint_subject *subject)
{
    bool any = false;
    for (size_t i = 0; i < subject->ninputs; i++)
        any = any || is_rounded(subject, i);
    return any;
}

/* "u = 2^-24"; of several inputs whose types differ, "u = 2^-24 of input 0, 2^-8 of input 2". */
static const char *unit_text(const grn_lint_subject *subject, const grn_access_words *w, char text[WHERE_BYTES])
{
    size_t used = 0, named = 0, floats = 0;
    bool differ = false;
    for (size_t i = 0; i < subject->ninputs; i++) {
        differ = differ || subject->dtypes[i] != subject->dtypes[0];
        floats += is_rounded(subject, i);
    }
    if (!differ)
        snprintf(text, WHERE_BYTES, "u = 2^-%d", bits_of(subject->dtypes[0]));
    for (size_t i = 0; differ && i < subject->ninputs && named < MOST_NAMED; i++)
        if (is_rounded(subject, i))
            used += (size_t)snprintf(text + used, WHERE_BYTES - used, "%s2^-%d of %s %zu",
                                     named++ ? ", " : "u = ", bits_of(subject->dtypes[i]), w->operand, i);
    if (differ && named < floats)
        snprintf(text + used, WHERE_BYTES - used, ", and %zu more", floats - named);
    return text;
}

/* "n = 3 values, u = 2^-24, sum|x| = 2.5, at [2], where that is largest" */
static size_t add_bound(const grn_lint_subject *subject, const grn_lint_bound *b, size_t used, char text[BOUND_BYTES])
{
    char at[GRN_LIST_BYTES];
    return used + (size_t)snprintf(text + used, BOUND_BYTES - used,
                                   "n = %" PRIu64 " values, u = 2^-%d, sum|x| = %.6g, at %s, where that is largest",
                                   b->values, bits_of(subject->dtypes[b->input]), b->magnitude,
                                   grn_list_text(b->position, subject->meeting->rank, at));
}

/* "(n-1)*u*sum|x| = 3e-07 of the exact one: n = 3 values, ..."; of several inputs "(n-1)*u*sum|x|
 * of the exact one: 3e-07 of input 0: n = 3 values, ...; 0.1 of input 1: ..."; without the numbers
 * where they are not known. */
static const char *bound_text(const grn_lint_subject *subject, const grn_access_words *w, char text[BOUND_BYTES])
{
    const grn_lint_meeting *m = subject->meeting;
    char unit[WHERE_BYTES];
    size_t used = 0, i = 0;
    if (!m || !m->nbounds) {
        snprintf(text, BOUND_BYTES, "(n-1)*u*sum|x| of the exact one, of n values x, %s", unit_text(subject, w, unit));
        return text;
    }
    if (subject->ninputs == 1) {
        used = (size_t)snprintf(text, BOUND_BYTES, "(n-1)*u*sum|x| = %.3g of the exact one: ", m->bounds[0].bound);
        add_bound(subject, &m->bounds[0], used, text);
        return text;
    }
    used = (size_t)snprintf(text, BOUND_BYTES, "(n-1)*u*sum|x| of the exact one");
    for (; i < m->nbounds && i < MOST_NAMED && used + GRN_LIST_BYTES + 200 < BOUND_BYTES; i++) {
        used += (size_t)snprintf(text + used, BOUND_BYTES - used, "%s%.3g of %s %zu, ", i ? "; " : ": ",
                                 m->bounds[i].bound, w->operand, m->bounds[i].input);
        used = add_bound(subject, &m->bounds[i], used, text);
    }
    if (i < m->nbounds)
        snprintf(text + used, BOUND_BYTES - used, "; and %zu more", m->nbounds - i);
    return text;
}

static grn_status say_floats(grn_linting *l, const grn_lint_subject *subject, uint64_t most)
{
    const grn_access_words w = grn_lint_words(l, subject);
    char where[WHERE_BYTES], bound[BOUND_BYTES], unit[WHERE_BYTES], promise[100], advice[300];
    where_text(subject, &w, most, where);
    snprintf(advice, sizeof advice, "%scompare with twice that as tolerance, as two orders may lie on either side",
             promise_text(subject, promise));
    if (subject->combiner == GRN_COMBINE_ADD)
        return grn_lint_say(l, subject, GRN_LINT_FLOAT_ORDER, advice,
                            "%s: added in another order, a sum has other last bits, and lies within %s", where,
                            bound_text(subject, &w, bound));
    if (subject->combiner == GRN_COMBINE_MUL)
        return grn_lint_say(
            l, subject, GRN_LINT_FLOAT_ORDER, advice,
            "%s: multiplied in another order, a product of n has other last bits, and lies within about (n-1)*u of "
            "itself, %s",
            where, unit_text(subject, &w, unit));
    snprintf(advice, sizeof advice, "%scompare with a tolerance", promise_text(subject, promise));
    return grn_lint_say(l, subject, GRN_LINT_FLOAT_ORDER, advice,
                        "%s: the region rounds, and in another order its last bits differ", where);
}

/* ---- regions --------------------------------------------------------------------------------- */

static grn_status say_region(grn_linting *l, const grn_lint_subject *subject, uint64_t most)
{
    const grn_access_words w = grn_lint_words(l, subject);
    grn_region_order order;
    char where[WHERE_BYTES], promise[100], advice[300];
    grn_lint_subject own = *subject;
    grn_status status = grn_survey_region_order(l->module, subject->op, l->module->allocator, &order);
    if (status != GRN_OK || !order.is_known)
        return status;
    own.possible |= order.takes_outside;
    where_text(subject, &w, most, where);
    if (order.is_commutative && order.is_associative && !order.order_shows)
        return order.rounds ? say_floats(l, subject, most) : GRN_OK;
    snprintf(advice, sizeof advice,
             "%suse a combiner that is commutative and associative, or one update for each place",
             promise_text(subject, promise));
    return grn_lint_say(l, &own, GRN_LINT_REGION_ORDER, advice, "%s, and the region is not %s%s: %s%s", where,
                        order.is_commutative ? "associative" : "commutative",
                        order.order_shows ? ", so that the order of updates shows"
                                          : ", so that updates may not be combined before they are applied",
                        order.example, order.takes_outside ? ", with 0 for what it takes from outside" : "");
}

/* ---- by the combiner ------------------------------------------------------------------------- */

grn_status grn_lint_say_order(grn_linting *l, grn_lint_subject *subject, uint64_t most)
{
    const bool floats = has_floats(subject);
    const bool meets =
        subject->possible || subject->counts->duplicate || (subject->meeting && subject->meeting->elements);
    if (!meets)
        return GRN_OK;
    switch (subject->combiner) {
    case GRN_COMBINE_REPLACE: return say_replaced(l, subject, most);
    case GRN_COMBINE_REGION: return say_region(l, subject, most);
    case GRN_COMBINE_ADD:
    case GRN_COMBINE_MUL: return floats ? say_floats(l, subject, most) : GRN_OK;
    default: return GRN_OK; /* integers, min and max: the same bits in every order */
    }
}

/* ---- what the form leaves open --------------------------------------------------------------- */

const char *grn_lint_unique_attribute(const grn_op *op)
{
    for (const grn_attr_def *a = op->def->attrs; a && a->name; a++)
        if (strcmp(a->name, "unique_indices") == 0 || strcmp(a->name, "unique") == 0)
            return a->name;
    return NULL;
}

static const grn_value *indices_of(const grn_surveyed *s)
{
    const grn_access *a = &s->access;
    const bool has = a->indices_operand != GRN_INDICES_INLINE && a->indices_operand != GRN_INDICES_MADE;
    const grn_value *v = has ? s->op->operands[a->indices_operand] : NULL;
    const grn_type *t = v ? grn_type_at_run(v->type) : NULL;
    bool same = t && grn_type_is_tensor(t) && t->rank == a->indices.rank;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = t->shape[d] == a->indices.shape[d];
    return same ? v : NULL;
}

/* Extents of the window along each dimension of the operand. */
static void window_of(const grn_surveyed *s, int64_t window[GRN_MAX_RANK])
{
    grn_access_map map;
    grn_access_map_of(&s->access.scatter.dims, s->operands[0].rank, s->access.indices.rank, &map);
    for (int32_t d = 0; d < map.operand_rank; d++)
        window[d] = grn_access_window(&map, s->dense[0].shape, d);
}

/* Whether index vectors at different places along a dimension of the indices never reach one
 * element: a component says so, whose windows are of one element, and which is not moved. */
static bool is_apart(const grn_surveyed *s, const int64_t *window, int32_t dim)
{
    const grn_dimension_numbers *dims = &s->access.scatter.dims;
    const grn_value *v = indices_of(s);
    const int32_t vector = dims->index_vector_dim < s->access.indices.rank ? (int32_t)dims->index_vector_dim : -1;
    if (grn_dims_has(&dims->start_indices_batching_dims, dim))
        return true;
    for (int32_t k = 0; v && k < dims->start_index_map.count; k++)
        if (window[dims->start_index_map.v[k]] == 1 &&
            grn_scatter_rule(&s->access.scatter).bounds != GRN_BOUNDS_CLAMP && grn_value_is_distinct(v, vector, k, dim))
            return true;
    return false;
}

/* Index vectors that may reach one element: all but those that are kept apart. */
static uint64_t most_meeting(const grn_surveyed *s, const int64_t *window)
{
    const grn_tensor *indices = &s->access.indices;
    grn_dims operand = {0}, hidden = {0};
    uint64_t most = 1;
    const bool hides = grn_batching_is_hidden(s->op, &operand, &hidden);
    for (int32_t d = 0; d < indices->rank; d++)
        if (d != s->access.scatter.dims.index_vector_dim && !(hides && grn_dims_has(&hidden, d)) &&
            !is_apart(s, window, d))
            most = grn_steps_times(most, (uint64_t)indices->shape[d]);
    return most;
}

static grn_status possible_meeting(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s,
                                   const int64_t *window)
{
    const uint64_t most = most_meeting(s, window);
    if (subject->rule->unique_indices || most < 2 || grn_tensor_elements(&s->dense[0]) == 0 ||
        grn_tensor_elements(&s->operands[0]) == 0)
        return GRN_OK;
    return grn_lint_say_order(l, subject, most);
}

/* Along dimension d, of a component whose interval is not within the bounds. */
static bool may_be_cut(grn_linting *l, const grn_surveyed *s, const int64_t *window, int32_t k)
{
    const grn_dimension_numbers *dims = &s->access.scatter.dims;
    const grn_tensor *operand = &s->operands[0];
    const int64_t d = dims->start_index_map.v[k], base = s->access.scatter.index.base;
    const grn_value *v = indices_of(s);
    const bool has_vector = dims->index_vector_dim < s->access.indices.rank;
    grn_range range;
    if (window[d] < 2)
        return false;
    if (!v || !grn_range_of(v, has_vector ? (int32_t)dims->index_vector_dim : -1, has_vector ? k : 0, &l->elements_left,
                            &range))
        return true;
    const bool within = range.low >= base && range.high <= operand->shape[d] - window[d] + base;
    const bool outside = range.high <= base - window[d] || range.low >= operand->shape[d] + base;
    return !within && !outside;
}

static grn_status possible_cut(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s,
                               const int64_t *window)
{
    const grn_access_words w = grn_lint_words(l, subject);
    const grn_dimension_numbers *dims = &s->access.scatter.dims;
    if (subject->rule->bounds != GRN_BOUNDS_SKIP && subject->rule->bounds != GRN_BOUNDS_DEFAULT)
        return GRN_OK;
    for (int32_t k = 0; k < dims->start_index_map.count; k++)
        if (may_be_cut(l, s, window, k))
            return grn_lint_say(
                l, subject, GRN_LINT_PARTLY_OUTSIDE,
                "clamp the index if a window has to be written whole; --drop-whole-window gives what XLA and JAX give",
                "a window has %" PRId64 " elements along %s %" PRId64 " of %s, and may lie partly outside: %s",
                window[dims->start_index_map.v[k]], w.dimension, dims->start_index_map.v[k], w.operand,
                subject->rule->grain == GRN_GRAIN_WINDOW ? "it is dropped whole then"
                                                         : "only its part inside is written then");
    return GRN_OK;
}

grn_status grn_lint_possible(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s)
{
    int64_t window[GRN_MAX_RANK];
    const bool made = s->access.indices_operand == GRN_INDICES_MADE;
    if (!subject->is_scatter || !s->known || (made && !s->op->def->as_grouping))
        return GRN_OK;
    window_of(s, window);
    subject->possible = true;
    grn_status status = possible_meeting(l, subject, s, window);
    if (status == GRN_OK && !made)
        status = possible_cut(l, subject, s, window);
    subject->possible = false;
    return status;
}
