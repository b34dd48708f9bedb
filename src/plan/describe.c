/* describe.c - a plan as a struct, and what else it could have been. */
#include "plan/race.h"

grn_status grn_plan_describe(const grn_plan *plan, grn_plan_report *out)
{
    if (plan == NULL || out == NULL)
        return GRN_E_ARGUMENT;
    const size_t scratch_bytes = plan->scratch_bytes;
    const bool races = grn_race_is_open(plan);
    plan = grn_race_leader(plan);
    *out = (grn_plan_report){.addressing = plan->choice.addressing->name,
                             .partition = plan->choice.partition->name,
                             .mover = plan->choice.mover->name,
                             .cpu = plan->kernels->name,
                             .threads = plan->threads,
                             .parts = plan->cut.parts,
                             .empty = plan->empty,
                             .scratch_bytes = scratch_bytes,
                             .races = races,
                             .variant = plan->choice.variant != NULL ? plan->choice.variant->name : NULL};
    if (plan->empty)
        return GRN_OK;
    out->expected_ns = plan->expected_ns;
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        out->elements += grn_tensor_elements(&plan->problem.dense[i]);
        out->moved_bytes += (int64_t)grn_tensor_bytes(&plan->problem.dense[i]);
    }
    return GRN_OK;
}

typedef struct listing {
    grn_plan_composition *out;
    size_t room, count;
} listing;

static void list(void *user, const grn_choice *choice, double expected_ns)
{
    listing *l = user;
    if (l->count < l->room)
        l->out[l->count] =
            (grn_plan_composition){choice->addressing->name, choice->partition->name, choice->mover->name, expected_ns};
    l->count++;
}

size_t grn_plan_compositions(const grn_plan *plan, size_t room, grn_plan_composition *out)
{
    listing l = {out, out != NULL ? room : 0, 0};
    if (plan != NULL && !plan->empty)
        grn_compositions_each(plan, list, &l);
    return l.count;
}
