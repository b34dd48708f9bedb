/* strategies.c - the rows that a plan has not taken: what the best plan with each would take, or
 * why there is none. */
#include "survey/plans.h"

typedef struct listing {
    grn_planned_alternative *items;
    size_t count;
    const grn_plan_composition *compositions;
    size_t ncompositions;
} listing;

static const char *row_of(const grn_plan_composition *c, grn_plan_axis axis)
{
    return axis == GRN_AXIS_ADDRESSING ? c->addressing : axis == GRN_AXIS_PARTITION ? c->partition : c->mover;
}

static const char *row_taken(const grn_plan *plan, grn_plan_axis axis)
{
    const grn_choice *c = &plan->choice;
    return axis == GRN_AXIS_ADDRESSING  ? c->addressing->name
           : axis == GRN_AXIS_PARTITION ? c->partition->name
                                        : c->mover->name;
}

static void add_row(listing *l, const grn_plan *plan, grn_plan_axis axis, const char *row)
{
    grn_planned_alternative *a = &l->items[l->count++];
    *a = (grn_planned_alternative){.axis = axis, .row = row, .expected_ns = -1};
    for (size_t i = 0; i < l->ncompositions; i++) {
        const grn_plan_composition *c = &l->compositions[i];
        if (strcmp(row_of(c, axis), row) == 0 && (a->expected_ns < 0 || c->expected_ns < a->expected_ns)) {
            a->expected_ns = c->expected_ns;
            a->best = *c;
        }
    }
    if (a->expected_ns < 0)
        a->obstacle = grn_row_obstacle(plan, axis, row);
}

/* Those with a plan first, the cheapest of them before all. */
static void sort(listing *l)
{
    for (size_t i = 1; i < l->count; i++) {
        const grn_planned_alternative moved = l->items[i];
        size_t k = i;
        for (; k > 0 && moved.expected_ns >= 0 &&
               (l->items[k - 1].expected_ns < 0 || l->items[k - 1].expected_ns > moved.expected_ns);
             k--)
            l->items[k] = l->items[k - 1];
        l->items[k] = moved;
    }
}

static size_t count_rows(bool scatter)
{
    size_t n = 0;
    for (int axis = GRN_AXIS_ADDRESSING; axis <= GRN_AXIS_MOVER; axis++)
        for (size_t i = 0; grn_plan_row((grn_plan_axis)axis, scatter, i); i++)
            n++;
    return n;
}

bool grn_survey_alternatives(const grn_plan *plan, bool scatter, grn_arena *arena, size_t *count,
                             const grn_planned_alternative **out)
{
    const size_t n = grn_plan_compositions(plan, 0, NULL);
    grn_plan_composition *compositions = GRN_ARENA_NEW(arena, grn_plan_composition, n + 1);
    listing l = {.items = GRN_ARENA_NEW(arena, grn_planned_alternative, count_rows(scatter) + 1),
                 .compositions = compositions,
                 .ncompositions = n};
    const char *row;
    if (!compositions || !l.items)
        return false;
    grn_plan_compositions(plan, n, compositions);
    for (int axis = GRN_AXIS_ADDRESSING; n > 0 && axis <= GRN_AXIS_MOVER; axis++)
        for (size_t i = 0; (row = grn_plan_row((grn_plan_axis)axis, scatter, i)) != NULL; i++)
            if (strcmp(row, row_taken(plan, (grn_plan_axis)axis)) != 0)
                add_row(&l, plan, (grn_plan_axis)axis, row);
    sort(&l);
    *count = l.count;
    *out = l.items;
    return true;
}
