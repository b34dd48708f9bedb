/*
 * lint_order.c - what the order of updates does that meet at one element: which of them stays, the last bits of a sum, or anything
 * where a region decides. Updates that were seen to meet are a warning, those that may meet a remark.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "passes/passes.h"
#include "passes/range.h"
#include "survey/lint.h"

/* ---- in words -------------------------------------------------------------------------------------------------------------- */

enum { WHERE_BYTES = 256 + GRN_LIST_BYTES };

/* "3 elements of input get several updates, up to 4 at [2]"; where nothing was counted, "up to 4 updates may meet at one element of
 * input". */
static const char *where_text(const grn_lint_subject *subject, const grn_access_words *w, uint64_t most, char text[WHERE_BYTES])
{
    const grn_lint_meeting *m = subject->meeting;
    char at[GRN_LIST_BYTES];
    if (subject->possible)
        snprintf(text, WHERE_BYTES, "up to %" PRIu64 " updates may meet at one element of %s", most, w->operand);
    else if (m && m->elements > 0)
        snprintf(text, WHERE_BYTES, "%" PRIu64 " element%s of %s get%s several updates, up to %" PRIu64 " at %s", m->elements,
                 m->elements == 1 ? "" : "s", w->operand, m->elements == 1 ? "s" : "", m->most,
                 grn_list_text(m->position, m->rank, at));
    else
        snprintf(text, WHERE_BYTES, "%" PRIu64 " of %" PRIu64 " index vectors name a place again", subject->counts->duplicate,
                 subject->counts->vectors);
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

/* ---- one stays --------------------------------------------------------------------------------------------------------------- */

static grn_status say_replaced(grn_linting *l, const grn_lint_subject *subject, uint64_t most)
{
    const grn_access_words w = grn_lint_words(l, subject);
    const grn_lint_counts *c = subject->counts;
    char where[WHERE_BYTES], at[GRN_LIST_BYTES], promise[100], advice[300];
    snprintf(advice, sizeof advice,
             "%sgive each place one update, or combine them: the last one stays here, on other systems any of them",
             promise_text(subject, promise));
    where_text(subject, &w, most, where);
    if (subject->possible || c->duplicate == 0)
        return grn_lint_say(l, subject, GRN_LINT_OVERWRITTEN, advice, "%s, and the last one in the order of %s stays", where,
                            w.updates);
    return grn_lint_say(
        l, subject, GRN_LINT_OVERWRITTEN, advice,
        "%" PRIu64 " of %" PRIu64 " index vectors replace what an earlier one has written; the first is at %s of %s%s%s",
        c->duplicate, c->vectors, grn_list_text(c->first_duplicate.position, c->first_duplicate.rank, at), w.indices,
        subject->meeting && subject->meeting->elements ? "; " : "", subject->meeting && subject->meeting->elements ? where : "");
}

/* ---- floats -------------------------------------------------------------------------------------------------------------------- */

/* "(n-1)*u*sum|x| = 3e-07 of the exact one (n = 3, u = 2^-24, sum|x| = 2.5, at [2])"; without the numbers where they are not known. */
static const char *bound_text(const grn_lint_subject *subject, char text[WHERE_BYTES])
{
    const grn_lint_meeting *m = subject->meeting;
    char at[GRN_LIST_BYTES];
    const int bits = -ilogb(grn_unit_roundoff(subject->dtype));
    if (m && m->has_bound)
        snprintf(text, WHERE_BYTES,
                 "(n-1)*u*sum|x| = %.3g of the exact one: n = %" PRIu64
                 " values, u = 2^-%d, sum|x| = %.6g, at %s, where that is largest",
                 m->bound, m->bound_values, bits, m->magnitude, grn_list_text(m->bound_position, m->rank, at));
    else
        snprintf(text, WHERE_BYTES, "(n-1)*u*sum|x| of the exact one, of n values x, u = 2^-%d", bits);
    return text;
}

static grn_status say_floats(grn_linting *l, const grn_lint_subject *subject, uint64_t most)
{
    const grn_access_words w = grn_lint_words(l, subject);
    char where[WHERE_BYTES], bound[WHERE_BYTES], promise[100], advice[300];
    where_text(subject, &w, most, where);
    snprintf(advice, sizeof advice, "%scompare with twice that as tolerance, as two orders may lie on either side",
             promise_text(subject, promise));
    if (subject->combiner == GRN_COMBINE_ADD)
        return grn_lint_say(l, subject, GRN_LINT_FLOAT_ORDER, advice,
                            "%s: added in another order, a sum has other last bits, and lies within %s", where,
                            bound_text(subject, bound));
    if (subject->combiner == GRN_COMBINE_MUL)
        return grn_lint_say(l, subject, GRN_LINT_FLOAT_ORDER, advice,
                            "%s: multiplied in another order, a product of n has other last bits, and lies within about (n-1)*u of "
                            "itself, u = 2^-%d",
                            where, -ilogb(grn_unit_roundoff(subject->dtype)));
    snprintf(advice, sizeof advice, "%scompare with a tolerance", promise_text(subject, promise));
    return grn_lint_say(l, subject, GRN_LINT_FLOAT_ORDER, advice,
                        "%s: the region rounds, and in another order its last bits differ", where);
}

/* ---- regions -------------------------------------------------------------------------------------------------------------------- */

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
    snprintf(advice, sizeof advice, "%suse a combiner that is commutative and associative, or one update for each place",
             promise_text(subject, promise));
    return grn_lint_say(l, &own, GRN_LINT_REGION_ORDER, advice, "%s, and the region is not %s%s: %s%s", where,
                        order.is_commutative ? "associative" : "commutative",
                        order.order_shows ? ", so that the order of updates shows"
                                          : ", so that updates may not be combined before they are applied",
                        order.example, order.takes_outside ? ", with 0 for what it takes from outside" : "");
}

/* ---- by the combiner -------------------------------------------------------------------------------------------------------------- */

grn_status grn_lint_say_order(grn_linting *l, grn_lint_subject *subject, uint64_t most)
{
    const bool floats = grn_unit_roundoff(subject->dtype) > 0;
    const bool meets = subject->possible || subject->counts->duplicate || (subject->meeting && subject->meeting->elements);
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

/* ---- what the form leaves open ------------------------------------------------------------------------------------------------ */

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
    const grn_dimension_numbers *dims = &s->access.scatter.dims;
    int32_t next = 0;
    for (int32_t d = 0; d < s->operands[0].rank; d++) {
        const bool dropped = grn_dims_has(&dims->collapsed_slice_dims, d) || grn_dims_has(&dims->operand_batching_dims, d);
        window[d] = dropped ? 1 : s->dense[0].shape[dims->offset_dims.v[next++]];
    }
}

/* Whether index vectors at different places along a dimension of the indices never reach one element: a component says so, whose
 * windows are of one element, and which is not moved. */
static bool is_apart(const grn_surveyed *s, const int64_t *window, int32_t dim)
{
    const grn_dimension_numbers *dims = &s->access.scatter.dims;
    const grn_value *v = indices_of(s);
    const int32_t vector = dims->index_vector_dim < s->access.indices.rank ? (int32_t)dims->index_vector_dim : -1;
    if (grn_dims_has(&dims->start_indices_batching_dims, dim))
        return true;
    for (int32_t k = 0; v && k < dims->start_index_map.count; k++)
        if (window[dims->start_index_map.v[k]] == 1 && grn_scatter_rule(&s->access.scatter).bounds != GRN_BOUNDS_CLAMP &&
            grn_value_is_distinct(v, vector, k, dim))
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
        if (d != s->access.scatter.dims.index_vector_dim && !(hides && grn_dims_has(&hidden, d)) && !is_apart(s, window, d))
            most = grn_steps_times(most, (uint64_t)indices->shape[d]);
    return most;
}

static grn_status possible_meeting(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s, const int64_t *window)
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
    if (!v || !grn_range_of(v, has_vector ? (int32_t)dims->index_vector_dim : -1, has_vector ? k : 0, &l->elements_left, &range))
        return true;
    const bool within = range.low >= base && range.high <= operand->shape[d] - window[d] + base;
    const bool outside = range.high <= base - window[d] || range.low >= operand->shape[d] + base;
    return !within && !outside;
}

static grn_status possible_cut(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s, const int64_t *window)
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
                subject->rule->grain == GRN_GRAIN_WINDOW ? "it is dropped whole then" : "only its part inside is written then");
    return GRN_OK;
}

grn_status grn_lint_possible(grn_linting *l, grn_lint_subject *subject, const grn_surveyed *s)
{
    int64_t window[GRN_MAX_RANK];
    if (!subject->is_scatter || !s->known || s->access.indices_operand == GRN_INDICES_MADE)
        return GRN_OK;
    window_of(s, window);
    subject->possible = true;
    grn_status status = possible_meeting(l, subject, s, window);
    if (status == GRN_OK)
        status = possible_cut(l, subject, s, window);
    subject->possible = false;
    return status;
}
