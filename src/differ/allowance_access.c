/*
 * allowance_access.c - gathers and scatters of any dialect, by the spec that they stand for.
 *
 * A gather moves elements. A scatter adds up, chooses, multiplies or replaces: which updates meet in an element is what
 * the reference says, run on magnitudes and on ones.
 */
#include <float.h>
#include <math.h>

#include "access/meaning.h"
#include "differ/differ.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

static const char no_bound[] = "no bound is known of what this op may add";
static const char open_order[] = "updates meet in an order that the specification leaves open";

static bool is_inexact(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}

static bool has_error(const grn_error_case *c, size_t i) { return !grn_error_is_zero(&c->in[i], &c->operands[i]); }

/* Whether what says where to move differs itself. */
static bool place_differs(const grn_error_case *c, const grn_access *a)
{
    const size_t first = a->operand, n = a->kind == GRN_ACCESS_GATHER ? 1 : a->ninputs;
    for (size_t i = 0; i < c->noperands; i++) {
        const bool is_data = (i >= first && i < first + n) ||
                             (a->kind == GRN_ACCESS_SCATTER && i >= a->updates && i < a->updates + a->ninputs);
        if (!is_data && has_error(c, i))
            return true;
    }
    return false;
}

static bool all_unknown(const grn_bounding *b, const grn_error_case *c, const char *why)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults; i++)
        ok &= grn_error_unknown(b, c, i, why);
    return ok;
}

/* ---- gather ---------------------------------------------------------------------------------- */

static bool gathers(const grn_bounding *b, const grn_error_case *c, grn_access *a)
{
    grn_tensor from, to;
    if (!has_error(c, a->operand))
        return true;
    if (!is_inexact(c->operands[a->operand].dtype))
        return all_unknown(b, c, no_bound);
    if (!grn_wide_operand(b, c, a->operand, GRN_WIDE_ERROR, &from) ||
        !grn_new_tensor(b->arena, GRN_F64, &c->results[0], &to))
        return false;
    memset(a->gather.fill, 0, sizeof a->gather.fill);
    if (grn_gather_reference(&a->gather, &from, &a->indices, &to, &quiet) != GRN_OK)
        return all_unknown(b, c, no_bound);
    c->out[0] = (grn_error){.of = to.data, .why = GRN_ALLOWANCE_ROUNDING, .unknown = no_bound};
    return true;
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* One input of a scatter in doubles: what meets in each element, added up. */
typedef struct meeting {
    grn_scatter_spec spec;
    grn_tensor total, updates;
} meeting;

static void cut_updates(const grn_access *a, grn_tensor *updates)
{
    for (int32_t d = 0; a->cut_updates && d < updates->rank; d++)
        updates->shape[d] = a->update_shape[d];
}

static bool start(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i, grn_wide_as how,
                  meeting *m)
{
    m->spec = a->scatter;
    m->spec.combiner = GRN_COMBINE_ADD;
    m->spec.index.indices_are_sorted = m->spec.index.unique_indices = false;
    if (!grn_wide_operand(b, c, a->operand + i, how, &m->total) ||
        !grn_wide_operand(b, c, a->updates + i, how, &m->updates))
        return false;
    cut_updates(a, &m->updates);
    return true;
}

/* Integers count as ones too. */
static bool start_counting(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i, bool input,
                           meeting *m)
{
    grn_tensor updates = c->operands[a->updates + i];
    m->spec = a->scatter;
    m->spec.combiner = GRN_COMBINE_ADD;
    m->spec.index.indices_are_sorted = m->spec.index.unique_indices = false;
    if (!grn_new_tensor(b->arena, GRN_F64, &c->results[i], &m->total) ||
        !grn_new_tensor(b->arena, GRN_F64, &updates, &m->updates))
        return false;
    for (int64_t k = 0; input && k < grn_tensor_elements(&m->total); k++)
        ((double *)m->total.data)[k] = 1;
    for (int64_t k = 0; k < grn_tensor_elements(&m->updates); k++)
        ((double *)m->updates.data)[k] = 1;
    cut_updates(a, &m->updates);
    return true;
}

static bool meet(const grn_access *a, meeting *m)
{
    return !a->spread_updates &&
           grn_scatter_reference(&m->spec, 1, &m->total, &a->indices, &m->updates, &quiet) == GRN_OK;
}

static bool adds(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i)
{
    meeting sum, count, spread = {0};
    const bool spreads = has_error(c, a->operand + i) || has_error(c, a->updates + i);
    const grn_dtype dtype = c->results[i].dtype;
    if (!start(b, c, a, i, GRN_WIDE_MAGNITUDE, &sum) || !start_counting(b, c, a, i, true, &count) ||
        (spreads && !start(b, c, a, i, GRN_WIDE_ERROR, &spread)))
        return false;
    if (!meet(a, &sum) || !meet(a, &count) || (spreads && !meet(a, &spread)))
        return grn_error_unknown(b, c, i, no_bound);
    double *e = grn_error_new(b, &c->results[i]);
    for (int64_t k = 0; e && k < grn_tensor_elements(&c->results[i]); k++) {
        const double s = spreads ? ((double *)spread.total.data)[k] : 0, n = ((double *)count.total.data)[k];
        /* one addition has fixed bits */
        const double roundings = n > 2 || s > 0 ? n : 1;
        e[k] = grn_sum_error(dtype, roundings, ((double *)sum.total.data)[k] + s) + s +
               (b->flush ? (n + 1) * grn_min_normal(dtype) : 0);
    }
    c->out[i] =
        (grn_error){.of = e, .why = GRN_ALLOWANCE_SUM_ORDER, .open = GRN_ALLOWANCE_SUM_ORDER, .unknown = no_bound};
    return e != NULL;
}

/* Which of the elements that several updates replace holds one of them. */
typedef struct candidates {
    const grn_meaning *meaning;
    const grn_tensor *updates, *theirs;
    const grn_scatter_spec *spec;
    bool *is_one;
} candidates;

static void look_for(const candidates *c)
{
    grn_walk w;
    for (grn_walk_init(&w, c->updates->rank, c->updates->shape, 1, (const int64_t *[]){c->updates->stride}); w.more;
         grn_walk_next(&w)) {
        int64_t scatter_index[GRN_MAX_RANK], window_index[GRN_MAX_RANK], result_index[GRN_MAX_RANK];
        grn_split_index(&c->spec->dims, c->updates->rank, w.index, scatter_index, window_index);
        if (!grn_operand_index(c->meaning, scatter_index, window_index, result_index))
            continue;
        const int64_t at = grn_offset_in(c->theirs, result_index);
        c->is_one[at] |=
            grn_same_element(c->theirs->dtype, grn_tensor_at(c->updates, w.offset[0]), grn_element_at(c->theirs, at));
    }
}

/*
 * StableHLO spec, scatter: the schedule is an implementation-defined permutation. So where updates meet any of them may
 * stay, but nothing else may.
 */
static bool replaces(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i)
{
    meeting count;
    grn_meaning meaning;
    if (has_error(c, a->operand + i) || has_error(c, a->updates + i))
        return grn_error_unknown(b, c, i, no_bound);
    if (!start_counting(b, c, a, i, false, &count))
        return false;
    if (!meet(a, &count))
        return grn_error_unknown(b, c, i, no_bound);
    const int64_t n = grn_tensor_elements(&c->results[i]);
    bool *is_one = GRN_ARENA_NEW(b->arena, bool, (size_t)n + 1);
    double *e = grn_error_new(b, &c->results[i]);
    grn_tensor updates = c->operands[a->updates + i];
    if (!is_one || !e)
        return false;
    cut_updates(a, &updates);
    grn_scatter_meaning(&a->scatter, &c->results[i], &a->indices, &updates, &meaning);
    if (b->theirs)
        look_for(&(candidates){&meaning, &updates, &b->theirs[i], &a->scatter, is_one});
    for (int64_t k = 0; k < n; k++)
        e[k] = ((double *)count.total.data)[k] > 1 && (is_one[k] || !b->theirs) ? INFINITY : 0;
    c->out[i] = (grn_error){.of = e, .open = GRN_ALLOWANCE_DUPLICATES};
    return true;
}

/* Whatever the region does: where at most one update comes, there is no order. */
static bool meets_region(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i)
{
    meeting count;
    if (grn_any_error(c))
        return grn_error_unknown(b, c, i, no_bound);
    if (!start_counting(b, c, a, i, false, &count))
        return false;
    if (!meet(a, &count))
        return grn_error_unknown(b, c, i, no_bound);
    double *e = grn_error_new(b, &c->results[i]);
    for (int64_t k = 0; e && k < grn_tensor_elements(&c->results[i]); k++)
        e[k] = ((double *)count.total.data)[k] > 1 ? NAN : 0;
    c->out[i] = (grn_error){.of = e, .unknown = open_order};
    return e != NULL;
}

static bool multiplies(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i)
{
    meeting count;
    if (!start_counting(b, c, a, i, true, &count))
        return false;
    if (grn_any_error(c) || !meet(a, &count))
        return grn_error_unknown(b, c, i, no_bound);
    const grn_dtype dtype = c->results[i].dtype;
    double *e = grn_error_new(b, &c->results[i]);
    for (int64_t k = 0; e && k < grn_tensor_elements(&c->results[i]); k++) {
        const double n = ((double *)count.total.data)[k];
        const double y = fabs(grn_element_value(dtype, grn_element_at(&c->results[i], k)));
        const bool plain = y > grn_min_normal(dtype) && y < grn_max_finite(dtype);
        e[k] = n <= 2 ? 0 : plain ? grn_sum_error(dtype, n, y) : NAN;
    }
    c->out[i] = (grn_error){.of = e,
                            .why = GRN_ALLOWANCE_SUM_ORDER,
                            .unknown = "a part of the product may overflow or underflow in another order"};
    return e != NULL;
}

static bool chooses(const grn_bounding *b, const grn_error_case *c, const grn_access *a, size_t i)
{
    double most = 0;
    for (int side = 0; side < 2; side++) {
        const size_t operand = (side ? a->updates : a->operand) + i;
        const double *of = c->in[operand].of;
        for (int64_t k = 0; of && k < grn_tensor_elements(&c->operands[operand]); k++)
            most = of[k] > most || of[k] != of[k] ? of[k] : most;
    }
    if (grn_dtype_class_of(c->results[i].dtype) == GRN_CLASS_COMPLEX)
        c->out[i].beyond = grn_complex_order;
    if (most == 0)
        return true;
    if (!is_inexact(c->results[i].dtype) || most != most)
        return grn_error_unknown(b, c, i, no_bound);
    double *e = grn_error_new(b, &c->results[i]);
    for (int64_t k = 0; e && k < grn_tensor_elements(&c->results[i]); k++)
        e[k] = most;
    c->out[i] = (grn_error){.of = e, .why = GRN_ALLOWANCE_ROUNDING, .unknown = no_bound};
    return e != NULL;
}

static grn_region_kind kind_of(const grn_error_case *c, const grn_access *a, size_t i)
{
    const bool inexact = is_inexact(c->results[i].dtype);
    switch (a->scatter.combiner) {
    case GRN_COMBINE_REPLACE: return GRN_REGION_SECOND;
    case GRN_COMBINE_ADD: return inexact ? GRN_REGION_ADD : GRN_REGION_EXACT;
    case GRN_COMBINE_MUL: return inexact ? GRN_REGION_MUL : GRN_REGION_EXACT;
    case GRN_COMBINE_REGION: return grn_region_kind_of(c->op);
    default: return GRN_REGION_EXACT;
    }
}

static bool scatters(const grn_bounding *b, const grn_error_case *c, const grn_access *a)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults && i < a->ninputs; i++)
        switch (kind_of(c, a, i)) {
        case GRN_REGION_ADD: ok &= adds(b, c, a, i); break;
        case GRN_REGION_MUL: ok &= multiplies(b, c, a, i); break;
        case GRN_REGION_EXACT: ok &= chooses(b, c, a, i); break;
        case GRN_REGION_SECOND: ok &= replaces(b, c, a, i); break;
        default: ok &= meets_region(b, c, a, i);
        }
    return ok;
}

/* A promise that the indices break leaves all open (StableHLO spec, gather, scatter: "the behavior is undefined"). */
static bool breaks_promise(const grn_bounding *b, const grn_error_case *c, const grn_access *a)
{
    if (a->kind == GRN_ACCESS_GATHER)
        return grn_gather_check_promises(&a->gather, &c->operands[a->operand], &a->indices, b->arena->allocator,
                                         &quiet) == GRN_E_PROMISE;
    grn_tensor updates = c->operands[a->updates];
    grn_scatter_spec spec = a->scatter;
    cut_updates(a, &updates);
    spec.combiner = GRN_COMBINE_REPLACE;
    return !a->spread_updates && grn_scatter_check_promises(&spec, &c->operands[a->operand], &a->indices, &updates,
                                                            b->arena->allocator, &quiet) == GRN_E_PROMISE;
}

static bool all_open(const grn_bounding *b, const grn_error_case *c)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults; i++)
        ok &= grn_error_open(b, c, i, GRN_ALLOWANCE_OPEN_INDEX);
    return ok;
}

bool grn_allow_access(const grn_bounding *b, const grn_error_case *c)
{
    grn_access a = {0};
    if (c->op->def->to_spec(c->op, c->operands, &quiet, &a) != GRN_OK)
        return all_unknown(b, c, no_bound);
    const grn_run_flags flags = {.strict_bounds = b->run->strict_bounds,
                                 .drop_whole_window = b->run->drop_whole_window};
    grn_rule_in_run(&flags, a.kind == GRN_ACCESS_GATHER ? &a.gather.index : &a.scatter.index);
    if (place_differs(c, &a))
        return all_unknown(b, c, "indices differ, and what they lead to with them");
    if (breaks_promise(b, c, &a))
        return all_open(b, c);
    return a.kind == GRN_ACCESS_GATHER ? gathers(b, c, &a) : scatters(b, c, &a);
}
