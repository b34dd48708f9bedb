/* shrink.c - extents made smaller until all combinations of indices can be tried. */
#include <math.h>
#include <stdlib.h>

#include "api/equivalence.h"
#include "reduce/reduce.h"

#define ROUNDING 1e-9 /* of a sum of logarithms, at most */

typedef struct shrinking {
    grn_reduction *r;
    const grn_shrink_options *options;
    grn_equivalence_options trials;
    double most, now; /* binary logarithms of combinations */
} shrinking;

/* ---- how many combinations a program has ----------------------------------------------------- */

/* Of the function, or the most of any. */
static grn_status measure(const shrinking *s, const grn_candidate *p, const grn_diag *diag, double *bits)
{
    const grn_module *m = p->module;
    grn_status status = GRN_OK;
    *bits = 0;
    for (size_t i = 0; i < m->nfunctions && status == GRN_OK; i++) {
        const grn_function *f = &m->functions[i];
        double own = 0;
        if (s->options->every_function ? f->is_public && f->op->regions[0].first : i == p->function)
            status = grn_exhaust_bits(m, i, &s->trials, diag, &own);
        *bits = own > *bits ? own : *bits;
    }
    return atomic_load(&s->r->memory.refused) ? GRN_E_MEMORY : status;
}

/* ---- one step -------------------------------------------------------------------------------- */

typedef struct place {
    size_t item;
    int64_t extent;
} place;

/* The greatest first; of equal ones the first. An open extent is greater than any. */
static int by_extent(const void *a, const void *b)
{
    const place *x = a, *y = b;
    const uint64_t of_x = (uint64_t)x->extent, of_y = (uint64_t)y->extent;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : x->item < y->item ? -1 : 1;
}

/* Whether the candidate has fewer combinations; holds it then. */
static grn_status try(shrinking *s, const grn_reduce_step *step, size_t item, size_t way, bool *smaller)
{
    grn_candidate candidate;
    double bits;
    *smaller = false;
    grn_status status = grn_candidate_change(&s->r->now, step, item, 1, way, &candidate);
    if (status == GRN_OK) {
        s->r->tries++;
        status = measure(s, &candidate, &grn_quiet, &bits);
        *smaller = status == GRN_OK && (bits < s->now || (isinf(bits) && isinf(s->now)));
        if (*smaller)
            grn_reduction_hold(s->r, &candidate);
        else
            grn_candidate_destroy(&candidate);
    }
    if (*smaller)
        s->now = bits;
    if (status == GRN_E_MEMORY || atomic_load(&s->r->memory.refused))
        return GRN_E_MEMORY;
    return GRN_OK;
}

static grn_status try_places(shrinking *s, const grn_reduce_step *step, size_t n, const grn_reduce_item *items,
                             bool *smaller)
{
    static const grn_extents_way ways[] = {GRN_EXTENT_TO_HALF, GRN_EXTENT_ONE_LESS, GRN_EXTENT_TO_ONE};
    grn_status status = GRN_OK;
    place *places = grn_allocate(&s->r->memory.allocator, (n + 1) * sizeof *places);
    if (!places)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++)
        places[i] = (place){i, items[i].number};
    qsort(places, n, sizeof *places, by_extent);
    for (size_t i = 0; i < n && status == GRN_OK && !*smaller; i++)
        for (size_t w = 0; w < GRN_COUNT(ways) && status == GRN_OK && !*smaller; w++)
            status = try(s, step, places[i].item, ways[w], smaller);
    grn_release(&s->r->memory.allocator, places, (n + 1) * sizeof *places);
    return status;
}

/* The extent that is shrunk is the greatest that makes combinations fewer, by the steps that tie most first. */
static grn_status shrink_one(shrinking *s, bool *smaller)
{
    static const grn_reduce_step *const steps[] = {&grn_step_extents, &grn_step_extents_by_op,
                                                   &grn_step_extents_in_order, &grn_step_extents_from_last,
                                                   &grn_step_extents_by_place};
    grn_status status = GRN_OK;
    *smaller = false;
    for (size_t i = 0; i < GRN_COUNT(steps) && status == GRN_OK && !*smaller; i++) {
        grn_vec items;
        grn_vec_init(&items, &s->r->memory.allocator, sizeof(grn_reduce_item));
        status = grn_candidate_items(&s->r->now, steps[i], &items);
        if (status == GRN_OK)
            status = try_places(s, steps[i], items.count, items.items, smaller);
        grn_vec_destroy(&items);
    }
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static grn_status shrink(shrinking *s, const grn_reduced *from, const grn_diag *diag)
{
    grn_candidate copy;
    grn_status status = grn_candidate_copy(from, &s->r->memory.allocator, diag, &copy);
    if (status != GRN_OK)
        return status;
    grn_copy_places(from->module->ir.top, copy.module->ir.top);
    grn_reduction_hold(s->r, &copy);
    s->r->tries = 1;
    status = measure(s, &s->r->now, diag, &s->now);
    while (status == GRN_OK && s->now > s->most) {
        bool smaller;
        status = shrink_one(s, &smaller);
        if (status == GRN_OK && !smaller)
            return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                            "the program has more combinations of indices than can be tried, and no smaller extents "
                            "verify");
    }
    return status;
}

GRN_API grn_status grn_module_shrink(const grn_reduced *from, const grn_shrink_options *options, const grn_diag *diag,
                                     grn_reduction **out)
{
    static const grn_shrink_options usual = {0};
    if (out)
        *out = NULL;
    if (!from || !from->module || !out)
        return grn_fail_null(!from ? "from" : !from->module ? "from->module" : "out", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_shrink_options, options, diag);
    if (status == GRN_OK)
        status = grn_check_reduced(from, diag);
    if (status != GRN_OK)
        return status;
    const grn_shrink_options *o = options ? options : &usual;
    shrinking s = {.options = o,
                   .trials = {.only_in_range = o->only_in_range,
                              .max_memory_bytes = o->max_memory_bytes,
                              .max_steps = o->max_steps},
                   .most = log2(o->most_combinations ? (double)o->most_combinations : GRN_MOST_COMBINATIONS) + ROUNDING,
                   .r = grn_reduction_new(from->module->allocator)};
    status = s.r ? shrink(&s, from, diag) : GRN_E_MEMORY;
    if (status == GRN_E_MEMORY)
        grn_fail(diag, grn_no_place, status, "memory refused while extents are made smaller");
    if (status != GRN_OK)
        grn_reduction_destroy(s.r);
    else
        *out = s.r;
    return status;
}
