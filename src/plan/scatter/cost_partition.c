/*
 * cost_partition.c - the cost of dividing a scatter over threads: the hand-over, the longest part,
 * lines that pass from part to part, vectors that go to bins or are tested by every thread. The
 * cost of movement on one thread is cost.c's.
 */
#include "plan/scatter/scatter.h"

/* ---- pieces of a loop ------------------------------------------------------------------------ */

/* Parts begin between two lines, and so everywhere where all that is added to a part's first
 * element is whole lines. */
static bool parts_share_lines(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    bool shares = false;
    for (int32_t k = 0; k < n->ncoords; k++)
        shares = shares || pair->coordinate[k] * pair->element_bytes % GRN_NEIGHBOUR_BYTES != 0;
    for (int32_t l = 0; l < n->nloops; l++)
        shares = shares || (l != plan->cut.loop && pair->operand[l] * pair->element_bytes % GRN_NEIGHBOUR_BYTES != 0);
    return shares;
}

/* Outside the loop that is cut when vectors are walked. */
static bool is_outside_cut(const grn_plan *plan, int32_t loop)
{
    const grn_pair *pair = &plan->pairs[0];
    if (plan->choice.addressing->in_dense_order)
        return loop < plan->normal.nouter &&
               grn_magnitude(pair->dense[loop]) > grn_magnitude(pair->dense[plan->cut.loop]);
    return loop < plan->cut.loop;
}

/* Where one part's targets end and the next one's begin, a line goes from thread to thread for
 * every step of the loops outside the one that is cut. */
static double passed_on(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double step = (double)grn_magnitude(pair->operand[plan->cut.loop]) * (double)pair->element_bytes, visits = 1;
    if (step == 0 || step >= GRN_NEIGHBOUR_BYTES || !parts_share_lines(plan))
        return 0;
    for (int32_t l = 0; l < n->nloops; l++)
        visits *= is_outside_cut(plan, l) ? (double)n->extent[l] : 1;
    return grn_pairs(plan) * visits * plan->machine->passed_line;
}

/* Pieces are not always equally long for each thread. */
static double busiest_part(const grn_plan *plan)
{
    int64_t grain = plan->cut.grain > 0 ? plan->cut.grain : 1, parts = plan->cut.parts;
    int64_t pieces = (plan->normal.extent[plan->cut.loop] + grain - 1) / grain, most = (pieces + parts - 1) / parts;
    return (double)(most * parts) / (double)pieces;
}

double grn_scatter_cost_of_parts(const grn_plan *plan, const grn_cost *one)
{
    const grn_machine *m = plan->machine;
    return m->handover + grn_cost_on(m, one, plan->cut.parts) * busiest_part(plan) + passed_on(plan);
}

/* ---- by the owner of each target ------------------------------------------------------------- */

/* Targets divided by their owners are spread over the caches of all threads; such a partition is
 * chosen only if it wins clearly. */

/* Threads that starts are spread over: each owns pairs of lines in turn. */
static int32_t owners_at_work(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double span = grn_start_span(plan);
    for (int32_t l = 0; l < n->nouter; l++)
        span += (double)(n->extent[l] - 1) * (double)grn_magnitude(pair->operand[l]);
    double owned = span * (double)pair->element_bytes / GRN_NEIGHBOUR_BYTES + 1, parts = plan->cut.parts;
    double busiest = (double)(int64_t)(owned / parts < 1e9 ? owned / parts + 1 : 1e9); /* of them */
    double busy = owned / busiest + 0.25;
    return busy < 1 ? 1 : busy < parts ? (int32_t)busy : plan->cut.parts;
}

/* Each vector is tested at once, written to a bin, and read from it by another thread. */
double grn_scatter_cost_of_bins(const grn_plan *plan, const grn_cost *one)
{
    const grn_machine *m = plan->machine;
    double bin = m->bin + plan->cut.parts * m->bin_owner;
    grn_cost all = *one;
    all.work += grn_pairs(plan) * grn_vectors(plan) * bin;
    return GRN_CLEARLY * (2 * m->handover + grn_cost_on(m, &all, owners_at_work(plan)));
}

/* Parts count, then partition, then work on buckets. */
double grn_scatter_cost_of_buckets(const grn_plan *plan, const grn_cost *one)
{
    return GRN_CLEARLY * (3 * plan->machine->handover + grn_cost_on(plan->machine, one, plan->cut.parts));
}

/* Every thread tests each vector. */
double grn_scatter_cost_of_filter(const grn_plan *plan, const grn_cost *one)
{
    const grn_machine *m = plan->machine;
    grn_cost positions = plan->choice.addressing->cost(plan);
    double tested = grn_pairs(plan) * grn_vectors(plan) * m->owner + positions.work;
    grn_cost rest = {one->work - positions.work, one->lines, one->bytes};
    return GRN_CLEARLY * (m->handover + tested + grn_cost_on(m, &rest, owners_at_work(plan)));
}
