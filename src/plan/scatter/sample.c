/* sample.c - a sample of the indices of a run, before anything is moved: whether prefetching
 * pays. */
#include "kernels/hints.h"
#include "plan/scatter/scatter.h"

/* Index `i` of the cursor's, of one component. */
static uint64_t index_at(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t i)
{
    grn_cursor at = *c;
    int64_t room;
    at.first += i;
    return (uint64_t)*grn_scatter_raw(plan, run, &at, 1, &room);
}

/* Runs long enough to be sampled; how many pairs of neighbours are sampled. */
#define WORTH_A_LOOK 16384
#define LOOKS 32

/* Whether every neighbour is near. */
static bool is_in_order(const grn_plan *plan, const grn_pair *l, const grn_run *run, const grn_cursor *c)
{
    const uint64_t scale = (uint64_t)l->coordinate[0], step = (uint64_t)grn_run_step(&plan->normal, l->operand);
    bool near = c->count >= WORTH_A_LOOK;
    for (int64_t k = 0; near && k < LOOKS; k++) {
        int64_t i = (c->count - 2) / LOOKS * k;
        uint64_t distance = index_at(plan, run, c, i + 1) - index_at(plan, run, c, i);
        near = grn_scatter_is_near(l, (int64_t)(distance * scale + step));
    }
    return near;
}

/* How many vectors are compared with each other. Among so many, no two are in one line where
 * targets are spread over the second cache and more. */
#define SAMPLES 64
#define MANY_PAIRS 4

/* Whether a few lines get a large share of all updates, so that they stay in the near caches
 * whatever else is prefetched. */
static bool is_skewed(const grn_plan *plan, const grn_pair *l, const grn_run *run, const grn_cursor *c)
{
    const uint64_t scale = (uint64_t)l->coordinate[0] * (uint64_t)l->element_bytes;
    uint64_t line[SAMPLES];
    int64_t pairs = 0;
    for (int64_t k = 0; c->count >= 4 * WORTH_A_LOOK && k < SAMPLES; k++) {
        line[k] = index_at(plan, run, c, c->count / SAMPLES * k) * scale / GRN_LINE_BYTES;
        for (int64_t other = 0; other < k; other++)
            pairs += line[other] == line[k];
    }
    return pairs >= MANY_PAIRS;
}

/* So much of the last cache gives what is missing soon enough, as loads do not wait for each
 * other. */
#define NEAR_CACHE(m) ((m)->last_bytes / 4)

int64_t grn_scatter_sample_ahead(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c)
{
    const grn_conflicts *m = &plan->conflicts;
    const grn_pair *l = &plan->pairs[pair];
    if (m->ahead == 0 || plan->normal.ncoords != 1 || plan->choice.variant != NULL)
        return m->ahead;
    bool hot = grn_run_step(&plan->normal, l->operand) == 0 && (double)m->footprint <= NEAR_CACHE(plan->machine) &&
               is_skewed(plan, l, run, c);
    return hot || is_in_order(plan, l, run, c) ? 0 : m->ahead;
}
