/* strategy.c - the tables, and the choice. A new strategy is a row; the last row of each always applies. */
#include <string.h>

#include "plan/plan.h"
#include "plan/scatter.h"

static const char *none(const grn_plan *plan)
{
    (void)plan;
    return NULL;
}

#define GATHER_STRATEGIES(S)                                                        \
    S("take-direct", grn_fused_obstacle, grn_cost_of_fused, grn_gather_fused, NULL)    \
    S("take-runs", grn_runs_obstacle, grn_cost_of_runs, grn_gather_runs, NULL)            \
    S("take-panels", grn_panels_obstacle, grn_cost_of_panels, grn_gather_panels, grn_panels_scratch) \
    S("take-rows", grn_rows_obstacle, grn_cost_of_rows, grn_gather_rows, NULL)            \
    S("take-cells", none, grn_cost_of_cells, grn_gather_cells, NULL)                      \
    S("odometer", none, grn_cost_of_odometer, grn_gather_odometer, NULL)

#define SCATTER_STRATEGIES(S)                                                                     \
    S("put-rows", grn_scatter_rows_obstacle, grn_scatter_cost_of_rows, grn_scatter_rows, grn_scatter_scratch)    \
    S("put-cells", grn_scatter_cells_obstacle, grn_scatter_cost_of_cells, grn_scatter_cells, grn_scatter_scratch) \
    S("put-panels", grn_scatter_panels_obstacle, grn_scatter_cost_of_panels, grn_scatter_panels,  \
      grn_scatter_panels_scratch)                                                                 \
    S("odometer", none, grn_scatter_cost_of_odometer, grn_scatter_odometer, grn_scatter_scratch)

#define STRATEGY_ROW(name, obstacle, cost, run, scratch) {name, obstacle, cost, run, scratch},
#define STRATEGY_NAME(name, obstacle, cost, run, scratch) name,

static const grn_strategy gather_strategies[] = {GATHER_STRATEGIES(STRATEGY_ROW){NULL, NULL, NULL, NULL, NULL}};
static const grn_strategy scatter_strategies[] = {SCATTER_STRATEGIES(STRATEGY_ROW){NULL, NULL, NULL, NULL, NULL}};

const char *const *grn_gather_strategies(void)
{
    static const char *const names[] = {GATHER_STRATEGIES(STRATEGY_NAME) NULL};
    return names;
}

const char *const *grn_scatter_strategies(void)
{
    static const char *const names[] = {SCATTER_STRATEGIES(STRATEGY_NAME) NULL};
    return names;
}

const grn_strategy *grn_strategies_for(const grn_plan *plan)
{
    return plan->problem.gather != NULL ? gather_strategies : scatter_strategies;
}

/* Of a small gather nothing is cheaper than its first strategy, of a small scatter of elements than the second, and the
 * costs themselves would take as long. NULL: it is another. */
static const grn_strategy *plain_of(const grn_plan *plan)
{
    bool gather = plan->problem.gather != NULL, small = (gather ? plan->traits.caches.l2 : plan->conflicts.caches.l2) == 0;
    const grn_strategy *s = gather ? gather_strategies : scatter_strategies + (grn_inner_loops(&plan->normal) == 0);
    if (gather && plan->normal.nouter > 1) /* many short runs: they must be weighed */
        return NULL;
    return small && s->obstacle(plan) == NULL ? s : NULL;
}

static const grn_strategy *cheapest(const grn_plan *plan)
{
    const grn_strategy *best = NULL;
    double least = 0;
    for (const grn_strategy *s = grn_strategies_for(plan); s->name != NULL; s++) {
        if (s->obstacle(plan) != NULL)
            continue;
        double cost = s->cost(plan);
        if (best == NULL || cost < least) {
            best = s;
            least = cost;
        }
    }
    return best;
}

static void append(char *text, size_t room, const char *more)
{
    size_t n = strlen(text);
    if (n + strlen(more) < room)
        memcpy(text + n, more, strlen(more) + 1);
}

static grn_status fail_unknown(const grn_plan *plan, const char *name, const grn_diag *diag)
{
    char names[256] = "";
    for (const grn_strategy *s = grn_strategies_for(plan); s->name != NULL; s++) {
        append(names, sizeof names, names[0] == '\0' ? "" : ", ");
        append(names, sizeof names, s->name);
    }
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "there is no strategy '%s', the strategies of a %s are %s", name,
                    plan->problem.gather != NULL ? "gather" : "scatter", names);
}

/* A plan that moves nothing has no extents to judge a strategy by: any name will do. */
static grn_status choose_named(const char *name, const grn_diag *diag, grn_plan *plan)
{
    const grn_strategy *s = grn_strategies_for(plan);
    while (s->name != NULL && strcmp(s->name, name) != 0)
        s++;
    if (s->name == NULL)
        return fail_unknown(plan, name, diag);
    const char *obstacle = plan->empty ? NULL : s->obstacle(plan);
    if (obstacle != NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "strategy '%s' does not apply: %s", name, obstacle);
    plan->strategy = s;
    return GRN_OK;
}

grn_status grn_choose(const grn_plan_options *options, const grn_diag *diag, grn_plan *plan)
{
    if (options != NULL && options->strategy != NULL)
        return choose_named(options->strategy, diag, plan);
    const grn_strategy *plain = plan->empty ? grn_strategies_for(plan) : plain_of(plan);
    plan->strategy = plain != NULL ? plain : cheapest(plan);
    return GRN_OK;
}
