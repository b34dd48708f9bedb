/* loops.c - the loops around a run of columns: dimensions of extent 1 are dropped, and neighbours
 * whose steps are one in all tensors become one. */
#include "segments/plan.h"

static grn_segment_loop loop_of(const grn_segment_problem *p, int32_t d)
{
    grn_segment_loop l = {.extent = p->data.shape[d]};
    l.stride[GRN_SEG_DATA] = p->data.stride[d];
    l.stride[GRN_SEG_WEIGHTS] = p->has_weights && d < p->weights.rank ? p->weights.stride[d] : 0;
    l.stride[GRN_SEG_RESULT] = p->result.stride[d];
    l.stride[GRN_SEG_ARG] = p->has_arg ? p->arg.stride[d] : 0;
    return l;
}

/* `outer` with `inner` in it, as one; false: their steps differ. */
static bool merge(const grn_segment_loop *outer, grn_segment_loop *inner)
{
    for (int i = 0; i < GRN_SEG_TENSORS; i++)
        if (outer->stride[i] != inner->stride[i] * inner->extent)
            return false;
    inner->extent *= outer->extent;
    return true;
}

/* Dimensions [from, to), outermost first; answers how many loops they are. */
static int32_t loops_of(const grn_segment_problem *p, int32_t from, int32_t to, grn_segment_loop *out)
{
    grn_segment_loop found[GRN_MAX_RANK];
    int32_t n = 0;
    for (int32_t d = to - 1; d >= from; d--) {
        const grn_segment_loop l = loop_of(p, d);
        if (l.extent != 1 && !(n > 0 && merge(&l, &found[n - 1])))
            found[n++] = l;
    }
    for (int32_t i = 0; i < n; i++)
        out[i] = found[n - 1 - i];
    return n;
}

void grn_segment_make_loops(grn_segment_plan *plan)
{
    const grn_segment_problem *p = &plan->p;
    const int32_t axis = p->spec.axis;
    if (grn_tensor_elements(&p->result) == 0)
        return;
    /* every dimension before the axis stays a loop of its own where segments have them, too */
    plan->nbefore = 0;
    for (int32_t d = 0; d < axis; d++)
        plan->loop[plan->nbefore++] = loop_of(p, d);
    plan->nbehind = loops_of(p, axis + 1, p->data.rank, plan->loop + plan->nbefore);
    plan->columns = (grn_segment_loop){.extent = 1};
    if (plan->nbehind > 0)
        plan->columns = plan->loop[plan->nbefore + --plan->nbehind];
    plan->entries = loop_of(p, axis);
    plan->positions = plan->lines = 1;
    for (int32_t i = 0; i < plan->nbefore; i++)
        plan->positions *= plan->loop[i].extent;
    for (int32_t i = 0; i < plan->nbehind; i++)
        plan->lines *= plan->loop[plan->nbefore + i].extent;
}
