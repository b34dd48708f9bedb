/*
 * table.c - the rows of a scatter: addressings, partitions, movers. A
 * new way is a row here, a function in a file of its own, and a cost.
 */
#include "plan/scatter/scatter.h"

/* ---- addressings ----------------------------------------------------------------------------- */

static const char *none(const grn_plan *plan)
{
    (void)plan;
    return NULL;
}

/* Many short windows that may be in bounds in part, or one vector, go by blocks; a region resolves
 * its own. */
static const char *region_obstacle(const grn_plan *plan)
{
    return plan->combiner == GRN_COMBINE_REGION ? "the combiner is a region" : NULL;
}

static const char *fused_obstacle(const grn_plan *plan)
{
    const char *region = region_obstacle(plan);
    return region != NULL ? region : grn_scatter_fused_obstacle(plan);
}

static const char *columns_obstacle(const grn_plan *plan)
{
    const char *region = region_obstacle(plan);
    return region != NULL ? region : grn_scatter_columns_obstacle(plan);
}

static const char *broadcast_obstacle(const grn_plan *plan)
{
    const char *region = region_obstacle(plan);
    return region != NULL ? region : grn_scatter_broadcast_obstacle(plan);
}

static const char *radix_obstacle(const grn_plan *plan)
{
    const char *region = region_obstacle(plan);
    return region != NULL ? region : grn_scatter_radix_obstacle(plan);
}

static const char *batches_obstacle(const grn_plan *plan)
{
    const char *region = grn_region_runs_in_order(plan) ? NULL : region_obstacle(plan);
    return region != NULL ? region : grn_scatter_batches_obstacle(plan);
}

static const char *starts_obstacle(const grn_plan *plan)
{
    return plan->cut.loop < 0 && plan->cut.parts > 1 ? NULL : "targets have no owners";
}

/* ---- partitions ------------------------------------------------------------------------------ */

static const char *divide_not(grn_plan *plan)
{
    plan->cut = (grn_cut){-1, 1, 1, false};
    return NULL;
}

static const char *parts_serve(const grn_plan *plan)
{
    grn_form form = plan->choice.addressing->form;
    if (form == GRN_FORM_BUCKETS)
        return "all vectors are partitioned at once";
    return form == GRN_FORM_SMALL ? "few vectors are not divided" : NULL;
}

/* Owners are found by starts alone, which is that addressing's row. */
static const char *owners_serve(const grn_plan *plan)
{
    return plan->choice.addressing->by_owner ? NULL : "owners are found by starts";
}

static const char *buckets_serve(const grn_plan *plan)
{
    return plan->choice.addressing->form == GRN_FORM_BUCKETS ? NULL : "buckets are those of radix";
}

static double cost_alone(const grn_plan *plan, const grn_cost *one) { return grn_cost_on(plan->machine, one, 1); }

/* ---- movers ---------------------------------------------------------------------------------- */

static grn_form form_of(const grn_plan *plan) { return plan->choice.addressing->form; }

static const char *cells_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION)
        return region_obstacle(plan);
    if (form_of(plan) == GRN_FORM_SMALL)
        return grn_inner_loops(&plan->normal) > 0 ? "a window is more than an element" : NULL;
    if (form_of(plan) == GRN_FORM_RAW)
        return grn_scatter_fused_cells_obstacle(plan);
    if (form_of(plan) == GRN_FORM_ROWS)
        return "runs are moved as rows";
    return grn_scatter_order_obstacle(plan);
}

static const char *one_row_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION)
        return region_obstacle(plan);
    if (form_of(plan) == GRN_FORM_ROWS)
        return NULL;
    if (form_of(plan) == GRN_FORM_PANEL || form_of(plan) == GRN_FORM_COLUMNS || form_of(plan) == GRN_FORM_BUCKETS)
        return "columns and buckets have single elements";
    if (grn_rows_obstacle(plan) != NULL)
        return grn_rows_obstacle(plan);
    if (grn_inner_loops(&plan->normal) != 1)
        return "a window is more than a row";
    return form_of(plan) == GRN_FORM_RAW ? grn_scatter_fused_rows_obstacle(plan) : NULL;
}

/* Lines that are written whole, and once. */
static const char *streamed_rows_obstacle(const grn_plan *plan)
{
    const grn_conflicts *c = &plan->conflicts;
    const char *rows =
        form_of(plan) == GRN_FORM_ROWS ? "runs are read before it is known that they are rows" : one_row_obstacle(plan);
    if (rows != NULL)
        return rows;
    if (plan->combiner != GRN_COMBINE_REPLACE)
        return "targets are read";
    if (c->small || form_of(plan) == GRN_FORM_SMALL)
        return "too little is written to pass the caches by";
    if (!plan->rule.unique_indices && c->moved_bytes / 2 > c->footprint)
        return "targets are written over and over";
    int64_t row = grn_row_bytes(plan, &plan->pairs[0]);
    if (row % 64 != 0 && row < 512)
        return "rows are not whole lines";
    for (size_t i = 0; i < plan->problem.npairs; i++)
        if (grn_pair_combiner(plan, &plan->pairs[i])->stream == NULL)
            return "no kernel passes the caches by";
    return NULL;
}

static void prepare_plain(grn_plan *plan)
{
    plan->prepared.stream = false;
    plan->prepared.combine = grn_pair_combiner(plan, &plan->pairs[0]);
}

static void prepare_streamed(grn_plan *plan)
{
    plan->prepared.stream = true;
    plan->prepared.combine = grn_pair_combiner(plan, &plan->pairs[0]);
}

static const char *slabs_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION)
        return region_obstacle(plan);
    if (form_of(plan) != GRN_FORM_OFFSETS64)
        return "windows of several rows go by resolved offsets";
    if (grn_rows_obstacle(plan) != NULL)
        return grn_rows_obstacle(plan);
    return grn_inner_loops(&plan->normal) > 1 ? NULL : "a window is one row";
}

static const char *row_batches_obstacle(const grn_plan *plan)
{
    const char *slabs = slabs_obstacle(plan);
    return slabs != NULL ? slabs : grn_scatter_may_batch_rows(plan) ? NULL : "a window has too many rows";
}

static const char *windows_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION)
        return region_obstacle(plan);
    return form_of(plan) == GRN_FORM_OFFSETS64 ? NULL : "windows go by resolved offsets";
}

/* The mover that calls the caller's region, which one thread at a time may do; it resolves its own
 * blocks. */
static const char *not_a_region(const grn_plan *plan)
{
    if (plan->combiner != GRN_COMBINE_REGION)
        return "the combiner has a name";
    if (plan->choice.addressing->walk != grn_scatter_blocks)
        return "positions are resolved by the mover";
    return plan->cut.parts > 1 ? "the region is called by one thread at a time" : NULL;
}

#define REGION_OBSTACLE(name, of)                 \
    static const char *name(const grn_plan *plan) \
    {                                             \
        const char *named = not_a_region(plan);   \
        return named != NULL ? named : of(plan);  \
    }
REGION_OBSTACLE(region_cells_obstacle, grn_region_cells_obstacle)
REGION_OBSTACLE(region_runs_obstacle, grn_region_runs_obstacle)
REGION_OBSTACLE(region_steps_obstacle, grn_region_steps_obstacle)
REGION_OBSTACLE(region_batches_obstacle, grn_region_batches_obstacle)

/* ---- variants -------------------------------------------------------------------------------- */

#define ONE_BY_ONE                                                                                    \
    (GRN_FORM_BIT(GRN_FORM_RAW) | GRN_FORM_BIT(GRN_FORM_OFFSETS64) | GRN_FORM_BIT(GRN_FORM_BUCKETS) | \
     GRN_FORM_BIT(GRN_FORM_ROWS))

static const grn_variant variants_of_vectors[] = {
    {"0 ahead", ONE_BY_ONE, .ahead = 0},
    {"4 ahead", ONE_BY_ONE, .ahead = 4},
    {"8 ahead", ONE_BY_ONE, .ahead = 8},
    {"16 ahead", ONE_BY_ONE, .ahead = 16},
    {"32 ahead", ONE_BY_ONE, .ahead = 32},
    {"64 ahead", ONE_BY_ONE, .ahead = 64},
    {"next ahead", GRN_FORM_BIT(GRN_FORM_RAW), .next = true},
    GRN_PANEL_VARIANTS,
    {.name = NULL},
};

/* ---- the tables ------------------------------------------------------------------------------ */

static const grn_addressing addressings[] = {
    {.name = "small",
     .form = GRN_FORM_SMALL,
     .obstacle = grn_scatter_small_obstacle,
     .cost = grn_scatter_cost_of_small},
    {.name = "fused",
     .form = GRN_FORM_RAW,
     .obstacle = fused_obstacle,
     .cost = grn_scatter_cost_of_fused,
     .walk = grn_scatter_fused},
    {.name = "batches",
     .form = GRN_FORM_OFFSETS64,
     .obstacle = batches_obstacle,
     .cost = grn_scatter_cost_of_batches,
     .walk = grn_scatter_batched,
     .in_dense_order = true},
    {.name = "panels",
     .form = GRN_FORM_PANEL,
     .obstacle = grn_scatter_panels_obstacle,
     .cost = grn_scatter_cost_of_panels,
     .walk = grn_scatter_panels,
     .scratch = grn_scatter_panels_scratch},
    {.name = "columns",
     .form = GRN_FORM_COLUMNS,
     .obstacle = columns_obstacle,
     .cost = grn_scatter_cost_of_columns,
     .walk = grn_scatter_columns},
    {.name = "broadcast",
     .form = GRN_FORM_ROWS,
     .obstacle = broadcast_obstacle,
     .cost = grn_scatter_cost_of_broadcast,
     .walk = grn_scatter_broadcast,
     .by_data = true},
    {.name = "radix",
     .form = GRN_FORM_BUCKETS,
     .obstacle = radix_obstacle,
     .cost = grn_scatter_cost_of_radix,
     .walk = grn_scatter_radix,
     .scratch = grn_scatter_radix_scratch},
    {.name = "starts",
     .form = GRN_FORM_OFFSETS64,
     .obstacle = starts_obstacle,
     .cost = grn_scatter_cost_of_starts,
     .by_owner = true},
    {.name = "blocks",
     .form = GRN_FORM_OFFSETS64,
     .obstacle = none,
     .cost = grn_scatter_cost_of_blocks,
     .walk = grn_scatter_blocks},
    {.name = NULL},
};

static const grn_partition partitions[] = {
    {.name = "none", .divide = divide_not, .serves = none, .cost = cost_alone, .run = grn_scatter_whole, .whole = true},
    {.name = "loop",
     .divide = grn_scatter_divide_loop,
     .serves = parts_serve,
     .cost = grn_scatter_cost_of_parts,
     .run = grn_scatter_parts},
    {.name = "sorted starts",
     .divide = grn_scatter_divide_sorted,
     .serves = parts_serve,
     .cost = grn_scatter_cost_of_parts,
     .run = grn_scatter_parts},
    {.name = "owner bins",
     .divide = grn_scatter_divide_bins,
     .serves = owners_serve,
     .cost = grn_scatter_cost_of_bins,
     .run = grn_scatter_by_bins,
     .scratch = grn_scatter_bins_scratch},
    {.name = "owner filter",
     .divide = grn_scatter_divide_filter,
     .serves = owners_serve,
     .cost = grn_scatter_cost_of_filter,
     .run = grn_scatter_by_filter},
    {.name = "buckets",
     .divide = grn_scatter_divide_buckets,
     .serves = buckets_serve,
     .cost = grn_scatter_cost_of_buckets,
     .run = grn_scatter_by_buckets},
    {.name = NULL},
};

static const grn_mover movers[] = {
    {.name = "cells",
     .variants = variants_of_vectors,
     .obstacle = cells_obstacle,
     .cost = grn_scatter_cost_of_cells,
     .prepare = prepare_plain,
     .run = {[GRN_FORM_SMALL] = grn_scatter_few},
     .move = grn_scatter_move_cells},
    {.name = "rows",
     .variants = variants_of_vectors,
     .obstacle = one_row_obstacle,
     .cost = grn_scatter_cost_of_rows,
     .prepare = prepare_plain,
     .run = {[GRN_FORM_SMALL] = grn_scatter_few},
     .move = grn_scatter_move_rows},
    {.name = "streamed rows",
     .variants = variants_of_vectors,
     .obstacle = streamed_rows_obstacle,
     .cost = grn_scatter_cost_of_streamed_rows,
     .prepare = prepare_streamed,
     .move = grn_scatter_move_rows},
    {.name = "row batches",
     .variants = variants_of_vectors,
     .obstacle = row_batches_obstacle,
     .cost = grn_scatter_cost_of_rows,
     .prepare = prepare_plain,
     .move = grn_scatter_move_row_batches},
    {.name = "slabs",
     .obstacle = slabs_obstacle,
     .cost = grn_scatter_cost_of_slabs,
     .prepare = prepare_plain,
     .move = grn_scatter_move_slabs},
    {.name = "windows",
     .obstacle = windows_obstacle,
     .cost = grn_scatter_cost_of_windows,
     .prepare = prepare_plain,
     .move = grn_scatter_move_windows},
    {.name = "region lists",
     .obstacle = grn_region_in_order_obstacle,
     .cost = grn_region_cost_of_lists,
     .move = grn_region_move_in_order},
    {.name = "region runs",
     .obstacle = region_runs_obstacle,
     .cost = grn_region_cost_of_disjoint,
     .run = {[GRN_FORM_OFFSETS64] = grn_region_runs}},
    {.name = "region steps",
     .obstacle = region_steps_obstacle,
     .cost = grn_region_cost_of_disjoint,
     .run = {[GRN_FORM_OFFSETS64] = grn_region_steps}},
    {.name = "region cells",
     .obstacle = region_cells_obstacle,
     .cost = grn_region_cost_of_cells,
     .run = {[GRN_FORM_OFFSETS64] = grn_region_cells}},
    {.name = "region batches",
     .obstacle = region_batches_obstacle,
     .cost = grn_region_cost_of_batches,
     .run = {[GRN_FORM_OFFSETS64] = grn_region_batches}},
    {.name = "region windows",
     .obstacle = not_a_region,
     .cost = grn_region_cost_of_windows,
     .run = {[GRN_FORM_OFFSETS64] = grn_region_windows}},
    {.name = NULL},
};

const grn_tables *grn_scatter_tables(void)
{
    static const grn_tables tables = {addressings, partitions, movers};
    return &tables;
}
