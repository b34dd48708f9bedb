/*
 * table.c - the rows of a gather: addressings, partitions, movers. A new
 * way is a row here, a function in a file of its own, and a cost. Of each
 * table the last row, or the first, applies whatever the problem, so that
 * there is always a plan.
 */
#include "plan/gather/gather.h"

/* ---- obstacles ------------------------------------------------------------------------------- */

static const char *none(const grn_plan *plan)
{
    (void)plan;
    return NULL;
}

static const char *narrow_obstacle(const grn_plan *plan)
{
    return plan->traits.narrow ? NULL : "an offset may need more than 32 bits";
}

static const char *together_obstacle(const grn_plan *plan)
{
    return grn_cells_lie_together(plan) ? NULL : "the result's elements do not lie together";
}

static const char *element_obstacle(const grn_plan *plan)
{
    return grn_inner_loops(&plan->normal) == 0 ? NULL : "a window is more than an element";
}

static const char *cells_by_form(const grn_plan *plan, bool stream)
{
    grn_form form = plan->choice.addressing->form;
    if (form == GRN_FORM_OFFSETS64)
        return stream ? "elements by offsets of 64 bits are not streamed" : NULL;
    if (together_obstacle(plan) != NULL)
        return together_obstacle(plan);
    if (form == GRN_FORM_RUNS)
        return stream ? "short runs are not streamed" : NULL;
    if (form == GRN_FORM_BUCKETS)
        return NULL;
    if (form == GRN_FORM_OFFSETS32)
        return grn_cells_kernel(plan, stream) == NULL ? "no kernel takes such elements" : NULL;
    if (element_obstacle(plan) != NULL)
        return element_obstacle(plan);
    if (form != GRN_FORM_SMALL && grn_fused_cells_kernel(plan, stream) == NULL)
        return "no kernel reads these indices";
    return NULL;
}

static const char *cells_obstacle(const grn_plan *plan) { return cells_by_form(plan, false); }

static const char *stream_obstacle(const grn_plan *plan)
{
    return plan->traits.small ? "too little is written to pass the caches by" : NULL;
}

static const char *streamed_cells_obstacle(const grn_plan *plan)
{
    const char *stream = stream_obstacle(plan);
    return stream != NULL ? stream : cells_by_form(plan, true);
}

static const char *gapped_obstacle(const grn_plan *plan)
{
    return grn_cells_lie_together(plan) ? "the result's elements lie together" : NULL;
}

static const char *rows_by_form(const grn_plan *plan, bool stream)
{
    if (plan->choice.addressing->form == GRN_FORM_ROWS)
        return NULL;
    const char *rows = grn_rows_obstacle(plan);
    if (rows == NULL && plan->choice.addressing->form == GRN_FORM_RAW && grn_fused_rows_kernel(plan, stream) == NULL)
        return "no fused kernel moves such rows";
    return rows;
}

static const char *rows_obstacle(const grn_plan *plan) { return rows_by_form(plan, false); }

/* Window after window, each whole, of a line or more: put together first, then streamed. */
static bool windows_fill_lines(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int64_t step = 1;
    for (int32_t l = n->nloops - 1; l >= n->nouter; step *= n->extent[l--])
        if (pair->dense[l] != step)
            return false;
    return step * pair->element_bytes >= GRN_LINE_BYTES && grn_run_step(n, pair->dense) == step;
}

/* Parts of a line that are written one window row at a time gain nothing by non-temporal stores. */
static const char *streamed_rows_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const char *rows = stream_obstacle(plan);
    if (rows == NULL && plan->choice.addressing->form == GRN_FORM_ROWS && !plan->traits.narrow)
        rows = "rows by offsets of 64 bits are not streamed";
    if (rows == NULL)
        rows = rows_by_form(plan, true);
    if (rows == NULL && grn_inner_loops(n) > 1 && grn_row_bytes(plan, &plan->pairs[0]) < GRN_LINE_BYTES &&
        !windows_fill_lines(plan))
        rows = "rows of a window are shorter than a line, and do not lie together";
    return rows;
}

static const char *strips_obstacle(const grn_plan *plan)
{
    return grn_inner_loops(&plan->normal) > 0 ? NULL : "a window is a single element";
}

/* ---- partitions ------------------------------------------------------------------------------ */

static const char *divide_not(grn_plan *plan)
{
    plan->cut = (grn_cut){-1, 1, 1, false};
    return NULL;
}

static const char *whole_serves(const grn_plan *plan)
{
    (void)plan;
    return NULL;
}

static const char *loop_serves(const grn_plan *plan)
{
    grn_form form = plan->choice.addressing->form;
    if (form == GRN_FORM_PANEL)
        return "panels are divided as such";
    if (form == GRN_FORM_BUCKETS)
        return "vectors are partitioned by one thread";
    if (form == GRN_FORM_RAW && plan->cut.loop >= plan->normal.nouter)
        return "a kernel that reads indices moves whole windows";
    return form == GRN_FORM_SMALL ? "few vectors are not divided" : NULL;
}

static const char *panels_serve(const grn_plan *plan)
{
    return plan->choice.addressing->form == GRN_FORM_PANEL ? NULL : "there are no panels";
}

static double cost_alone(const grn_plan *plan, const grn_cost *cost) { return grn_cost_on(plan->machine, cost, 1); }

static double cost_of_parts(const grn_plan *plan, const grn_cost *cost)
{
    return plan->machine->handover +
           grn_cost_on(plan->machine, cost, plan->cut.parts < plan->threads ? plan->cut.parts : plan->threads);
}

static grn_status run_whole(const grn_plan *plan, const grn_run *run)
{
    const grn_status status = grn_move(plan, run);
    grn_end_stream(plan);
    return status;
}

/* ---- what movers work out -------------------------------------------------------------------- */

static void prepare_cells_by_form(grn_plan *plan, bool stream)
{
    switch (plan->choice.addressing->form) {
    case GRN_FORM_SMALL:
    case GRN_FORM_RAW:
    case GRN_FORM_PANEL: grn_prepare_fused(plan, stream); break;
    case GRN_FORM_RUNS: grn_prepare_runs(plan); break;
    default: grn_prepare_cells(plan, stream);
    }
}

static void prepare_cells(grn_plan *plan) { prepare_cells_by_form(plan, false); }

static void prepare_streamed_cells(grn_plan *plan) { prepare_cells_by_form(plan, true); }

/* Runs that may be rows are prepared for when they are. */
static void prepare_rows_by_form(grn_plan *plan, bool stream)
{
    if (plan->choice.addressing->form == GRN_FORM_ROWS)
        plan->prepared.stream = stream;
    else
        grn_prepare_rows(plan, stream);
}

static void prepare_rows(grn_plan *plan) { prepare_rows_by_form(plan, false); }

static void prepare_streamed_rows(grn_plan *plan) { prepare_rows_by_form(plan, true); }

/* ---- variants -------------------------------------------------------------------------------- */

#define BY_INDICES (GRN_FORM_BIT(GRN_FORM_RAW) | GRN_FORM_BIT(GRN_FORM_RUNS))
#define BY_OFFSETS GRN_FORM_BIT(GRN_FORM_OFFSETS32)

static const grn_variant variants_of_cells[] = {
    {"0 ahead", BY_INDICES | BY_OFFSETS, .ahead = 0},
    {"16 ahead", BY_INDICES, .ahead = 16},
    {"64 ahead", BY_INDICES | BY_OFFSETS, .ahead = 64},
    {"32 far ahead", BY_INDICES, .ahead = 32, .far = true},
    {"64 far ahead", BY_INDICES | BY_OFFSETS, .ahead = 64, .far = true},
    {"128 far ahead", BY_INDICES, .ahead = 128, .far = true},
    {"next ahead", GRN_FORM_BIT(GRN_FORM_RAW) | BY_OFFSETS, .next = true},
    {"gathered 0 ahead", GRN_FORM_BIT(GRN_FORM_RAW) | BY_OFFSETS, .gathers = true},
    {"gathered 64 far ahead", GRN_FORM_BIT(GRN_FORM_RAW) | BY_OFFSETS, .ahead = 64, .far = true, .gathers = true},
    {"gathered next ahead", GRN_FORM_BIT(GRN_FORM_RAW) | BY_OFFSETS, .next = true, .gathers = true},
    GRN_PANEL_VARIANTS,
    {.name = NULL},
};

/* At most GRN_NARROW_AHEAD. */
#define BY_ROWS (GRN_FORM_BIT(GRN_FORM_RAW) | GRN_FORM_BIT(GRN_FORM_ROWS) | BY_OFFSETS)
static const grn_variant variants_of_rows[] = {
    {"0 ahead", BY_ROWS, .ahead = 0},
    {"4 ahead", BY_ROWS, .ahead = 4},
    {"16 ahead", BY_ROWS, .ahead = 16},
    {"4 far ahead", BY_ROWS, .ahead = 4, .far = true},
    {"8 far ahead", BY_ROWS, .ahead = 8, .far = true},
    {"16 far ahead", BY_ROWS, .ahead = 16, .far = true},
    {"32 far ahead", BY_ROWS, .ahead = 32, .far = true},
    {.name = NULL},
};

/* ---- the tables ------------------------------------------------------------------------------ */

static const grn_addressing addressings[] = {
    {.name = "small", .form = GRN_FORM_SMALL, .obstacle = grn_small_obstacle, .cost = grn_cost_of_small},
    {.name = "fused",
     .form = GRN_FORM_RAW,
     .obstacle = grn_fused_obstacle,
     .cost = grn_cost_of_fused,
     .in_order = true,
     .tests = true},
    {.name = "runs", .form = GRN_FORM_RUNS, .obstacle = grn_runs_obstacle, .cost = grn_cost_of_runs, .tests = true},
    {.name = "panels",
     .form = GRN_FORM_PANEL,
     .obstacle = grn_panels_obstacle,
     .cost = grn_cost_of_panels,
     .scratch = grn_panels_scratch},
    {.name = "broadcast",
     .form = GRN_FORM_ROWS,
     .obstacle = grn_gather_broadcast_obstacle,
     .cost = grn_cost_of_broadcast,
     .in_order = true,
     .tests = true,
     .by_data = true},
    {.name = "radix",
     .form = GRN_FORM_BUCKETS,
     .obstacle = grn_gather_radix_obstacle,
     .cost = grn_cost_of_radix,
     .scratch = grn_gather_radix_scratch},
    {.name = "offsets32",
     .form = GRN_FORM_OFFSETS32,
     .obstacle = narrow_obstacle,
     .cost = grn_cost_of_offsets32,
     .in_order = true},
    {.name = "offsets64",
     .form = GRN_FORM_OFFSETS64,
     .obstacle = none,
     .cost = grn_cost_of_offsets64,
     .in_order = true},
    {.name = NULL},
};

static const grn_partition partitions[] = {
    {.name = "none", .divide = divide_not, .serves = whole_serves, .cost = cost_alone, .run = run_whole, .whole = true},
    {.name = "loop", .divide = grn_loop_divide, .serves = loop_serves, .cost = cost_of_parts, .run = grn_run_parts},
    {.name = "whole panels",
     .divide = grn_panels_divide,
     .serves = panels_serve,
     .cost = cost_of_parts,
     .run = run_whole},
    {.name = NULL},
};

static const grn_mover movers[] = {
    {.name = "cells",
     .variants = variants_of_cells,
     .obstacle = cells_obstacle,
     .cost = grn_cost_of_cells,
     .prepare = prepare_cells,
     .run = {[GRN_FORM_SMALL] = grn_gather_few,
             [GRN_FORM_RAW] = grn_gather_fused,
             [GRN_FORM_RUNS] = grn_gather_runs,
             [GRN_FORM_PANEL] = grn_gather_panels,
             [GRN_FORM_BUCKETS] = grn_gather_radix,
             [GRN_FORM_OFFSETS32] = grn_gather_cells32,
             [GRN_FORM_OFFSETS64] = grn_gather_cells64}},
    {.name = "streamed cells",
     .variants = variants_of_cells,
     .obstacle = streamed_cells_obstacle,
     .cost = grn_cost_of_streamed_cells,
     .prepare = prepare_streamed_cells,
     .run = {[GRN_FORM_RAW] = grn_gather_fused,
             [GRN_FORM_PANEL] = grn_gather_panels,
             [GRN_FORM_OFFSETS32] = grn_gather_cells32}},
    {.name = "gapped cells",
     .variants = variants_of_rows,
     .obstacle = gapped_obstacle,
     .cost = grn_cost_of_gapped_cells,
     .prepare = grn_prepare_gapped_cells,
     .run = {[GRN_FORM_OFFSETS32] = grn_gather_rows32}},
    {.name = "rows",
     .variants = variants_of_rows,
     .obstacle = rows_obstacle,
     .cost = grn_cost_of_rows,
     .prepare = prepare_rows,
     .run = {[GRN_FORM_SMALL] = grn_gather_few,
             [GRN_FORM_RAW] = grn_gather_fused,
             [GRN_FORM_ROWS] = grn_gather_broadcast,
             [GRN_FORM_OFFSETS32] = grn_gather_rows32,
             [GRN_FORM_OFFSETS64] = grn_gather_rows64}},
    {.name = "streamed rows",
     .variants = variants_of_rows,
     .obstacle = streamed_rows_obstacle,
     .cost = grn_cost_of_streamed_rows,
     .prepare = prepare_streamed_rows,
     .run = {[GRN_FORM_RAW] = grn_gather_fused,
             [GRN_FORM_ROWS] = grn_gather_broadcast,
             [GRN_FORM_OFFSETS32] = grn_gather_rows32}},
    {.name = "strips",
     .variants = variants_of_rows,
     .obstacle = strips_obstacle,
     .cost = grn_cost_of_strips,
     .prepare = grn_prepare_strips,
     .run = {[GRN_FORM_OFFSETS32] = grn_gather_strips}},
    {.name = "windows",
     .obstacle = none,
     .cost = grn_cost_of_windows,
     .run = {[GRN_FORM_OFFSETS64] = grn_gather_windows}},
    {.name = NULL},
};

const grn_tables *grn_gather_tables(void)
{
    static const grn_tables tables = {addressings, partitions, movers};
    return &tables;
}
