/*
 * tested.c - indices tested under ERROR: all of them by the plan's threads, before anything moves; or,
 * of a plan that discards, in pieces that move while they are still in a near cache.
 */
#include <stdatomic.h>

#include "plan/plan.h"

/* A thread alone tests so many bytes of indices in less time than others take to begin. */
#define LARGE_TEST_BYTES 524288
/* Of indices that are tested and then used, out of the second cache. */
#define TESTED_BYTES 131072

typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
    grn_cut cut;
    atomic_bool is_outside; /* an index is out of range */
} job;

/* At least 1, of vectors without components too. */
static int64_t bytes_of_vector(const grn_plan *plan)
{
    const int64_t bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype) * plan->normal.ncoords;
    return bytes > 1 ? bytes : 1;
}

/* ---- before anything moves ------------------------------------------------------------------- */

static void test_part(void *context, int32_t i)
{
    job *j = context;
    grn_piece part;
    if (atomic_load(&j->is_outside))
        return;
    grn_piece_of_part(j->plan, j->run, &j->cut, i, &part);
    if (!grn_all_in_bounds(&part.plan, part.run.indices))
        atomic_store(&j->is_outside, true);
}

bool grn_all_in_bounds_by_parts(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    int32_t longest = 0;
    for (int32_t l = 1; l < n->nouter; l++)
        if (n->extent[l] > n->extent[longest])
            longest = l;
    if (plan->threads < 2 || n->nouter == 0 || n->extent[longest] < plan->threads ||
        n->vectors < LARGE_TEST_BYTES / bytes_of_vector(plan))
        return grn_all_in_bounds(plan, run->indices);
    job j = {.plan = plan, .run = run, .cut = {longest, plan->threads, 1, false}};
    plan->parallel->for_each(plan->parallel->user, plan->threads, test_part, &j);
    return !atomic_load(&j.is_outside);
}

/* ---- in pieces ------------------------------------------------------------------------------- */

/* A plan in pieces whose indices are near, from their test on. */
static grn_status move_tested(const grn_plan *plan, const grn_run *run)
{
    if (plan->choice.addressing->tests)
        return grn_move(plan, run);
    grn_piece_walk p;
    for (grn_piece_walk_init(plan, plan->normal.nouter, TESTED_BYTES / bytes_of_vector(plan), &p); p.walk.more;
         grn_walk_next(&p.walk)) {
        grn_piece piece;
        grn_piece_at(plan, run, &p, &piece);
        if (!grn_all_in_bounds(&piece.plan, piece.run.indices))
            return GRN_E_INDEX;
        (void)grn_move(&piece.plan, &piece.run);
    }
    return GRN_OK;
}

static void run_tested_part(void *context, int32_t i)
{
    job *j = context;
    grn_piece part;
    if (atomic_load(&j->is_outside))
        return;
    grn_piece_of_part(j->plan, j->run, &j->cut, i, &part);
    if (move_tested(&part.plan, &part.run) != GRN_OK)
        atomic_store(&j->is_outside, true);
    grn_end_stream(&part.plan);
}

grn_status grn_run_tested(const grn_plan *plan, const grn_run *run)
{
    const grn_choice *c = &plan->choice;
    /* Parts of a window would each test all indices. What goes in order is whole, or cut along a loop. */
    if (!(c->addressing->in_order || c->addressing->tests) || plan->cut.loop >= plan->normal.nouter)
        return grn_all_in_bounds_by_parts(plan, run) ? c->partition->run(plan, run) : GRN_E_INDEX;
    if (c->partition->whole) {
        const grn_status status = move_tested(plan, run);
        grn_end_stream(plan);
        return status;
    }
    job j = {.plan = plan, .run = run, .cut = plan->cut};
    plan->parallel->for_each(plan->parallel->user, plan->cut.parts, run_tested_part, &j);
    return atomic_load(&j.is_outside) ? GRN_E_INDEX : GRN_OK;
}
