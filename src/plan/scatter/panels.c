/*
 * panels.c - elements along a dimension that is not the last, so that
 * neighbours in the updates go to rows far apart.
 *
 * Columns are taken in panels: a panel of the results is packed into scratch,
 * where all its rows fit a cache, all updates of its columns find it there,
 * and it is written back. Within a column the updates keep their order.
 */
#include "plan/scatter/scatter.h"

#define MOST_PANEL_BYTES (INT64_C(4) << 20)
#define LEAST_PANEL_BYTES (INT64_C(256) << 10)

static int64_t widest(const grn_plan *plan)
{
    int64_t bytes = 1;
    for (size_t i = 0; i < plan->problem.npairs; i++)
        bytes = plan->pairs[i].element_bytes > bytes ? plan->pairs[i].element_bytes : bytes;
    return bytes;
}

/* A row of fewer elements is hardly worth being set up and prefetched from afar. */
#define WORTH_COLUMNS 256

/* A panel up to the near cache's size, or so much larger that rows are long enough, which is less
 * than a share of the last cache. */
static int64_t room_of(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    int64_t l2 = (int64_t)m->l2_bytes, share = (int64_t)m->last_bytes / 8, most = share > l2 ? share : l2;
    int64_t room = WORTH_COLUMNS * widest(plan) * plan->dim[0];
    most = most > MOST_PANEL_BYTES ? MOST_PANEL_BYTES : most;
    room = room < l2 ? l2 : room;
    room = room < most ? room : most;
    return room < LEAST_PANEL_BYTES ? LEAST_PANEL_BYTES : room;
}

/* Columns of a panel, as whole lines. */
int64_t grn_scatter_panel_width(const grn_plan *plan)
{
    int64_t bytes = widest(plan), columns = room_of(plan) / bytes / plan->dim[0], line = GRN_LINE_BYTES / bytes;
    columns = columns < line ? line : columns / line * line;
    return columns < grn_run_extent(&plan->normal) ? columns : grn_run_extent(&plan->normal);
}

int64_t grn_scatter_panel_columns(const grn_plan *plan)
{
    return grn_columns_of(plan, plan->conflicts.panel_columns, widest(plan), grn_run_extent(&plan->normal));
}

static bool loops_fit(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t run = n->nouter - 1;
    bool fit = n->nouter >= 2 && grn_inner_loops(n) == 0 && n->ncoords == 1 && n->disjoint[run];
    for (size_t i = 0; fit && i < plan->problem.npairs; i++) {
        fit = plan->pairs[i].operand[run] == 1;
        for (int32_t l = 0; fit && l < run; l++)
            fit = n->disjoint[l] || plan->pairs[i].operand[l] == 0;
    }
    return fit;
}

const char *grn_scatter_panels_obstacle(const grn_plan *plan)
{
    if (plan->combiner == GRN_COMBINE_REGION)
        return "the combiner is a region";
    if (!plan->has_scratch)
        return "there is no scratch";
    if (!loops_fit(plan) || !plan->conflicts.coincide || plan->axis[0].last + 1 != plan->dim[0])
        return "there are no columns of elements along one index";
    if (!plan->results_injective) /* a panel is a copy: two elements at one address would be two elements of it */
        return "elements of the destination may share memory";
    if (plan->cut.loop >= 0 && !plan->normal.disjoint[plan->cut.loop])
        return "threads would have the same columns";
    if (plan->dim[0] > MOST_PANEL_BYTES / GRN_LINE_BYTES)
        return "a column of lines is more than a panel holds";
    if (plan->choice.variant != NULL &&
        plan->dim[0] * grn_scatter_panel_columns(plan) > MOST_PANEL_BYTES / widest(plan))
        return "a panel would be too large";
    if (grn_is_too_wide(plan, widest(plan), grn_run_extent(&plan->normal)))
        return "a row is shorter than that";
    return NULL;
}

/* Of one part. */
size_t grn_scatter_panels_scratch(const grn_plan *plan)
{
    int64_t bytes = plan->dim[0] * grn_scatter_panel_columns(plan) * widest(plan);
    return (size_t)((bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES);
}

/* Rows of `row` bytes, `step` apart, one after the other; those of the next few are prefetched
 * meanwhile. */
static void pack(const grn_plan *plan, char *panel, const char *results, int64_t step, int64_t count, int64_t row)
{
    const grn_rows *rows = plan->kernels->rows((size_t)row);
    for (int64_t r = 0; r < count; r++) {
        if (r + GRN_PACK_AHEAD < count)
            plan->kernels->prefetch(results + (r + GRN_PACK_AHEAD) * step, row, false);
        rows->copy(panel + r * row, row, results + r * step, step, 1, (size_t)row);
    }
}

/* Back again: whole lines bypass the caches, as they are not read again soon. */
static void unpack(const grn_plan *plan, const grn_pair *pair, char *results, const char *panel, int64_t count,
                   int64_t columns)
{
    const grn_accumulate *put = plan->kernels->replace((size_t)pair->element_bytes);
    int64_t offset[GRN_BLOCK];
    for (int64_t r = 0; r < count; r += GRN_BLOCK) {
        int64_t n = count - r < GRN_BLOCK ? count - r : GRN_BLOCK;
        grn_updates u = {grn_pair_at(pair, panel, r * columns), NULL, columns, n, 0, 1};
        for (int64_t i = 0; i < n; i++)
            offset[i] = (r + i) * pair->coordinate[0];
        if (put->stream != NULL && (double)plan->conflicts.footprint > plan->machine->last_bytes / 2)
            put->stream(results, offset, &u, columns);
        else
            put->rows(results, offset, &u, columns, 0);
    }
}

/* The panel of one pair that the part is cut to: packed, updated, and written back. */
static void run_panel(const grn_piece *part, size_t pair_number, char *panel)
{
    const grn_normal *n = &part->plan.normal;
    const grn_pair *pair = &part->plan.pairs[pair_number];
    int64_t bytes = pair->element_bytes, row = grn_run_extent(n) * bytes, step = pair->coordinate[0] * bytes;
    char *results = part->results[pair_number];
    grn_pair packed = *pair;
    grn_plan plan = part->plan;
    grn_run run = part->run;
    void *to[1] = {panel};
    const void *from[1] = {part->sources[pair_number]};
    for (int32_t l = 0; l < n->nouter; l++)
        packed.operand[l] = l == n->nouter - 1;
    packed.coordinate[0] = grn_run_extent(n);
    plan.pairs = &packed;
    run.results = to;
    run.updates = from;
    pack(&plan, panel, results, step, plan.dim[0], row);
    plan.problem.npairs = 1;
    if (grn_scatter_fused_obstacle(&plan) == NULL && grn_scatter_fused_cells_obstacle(&plan) == NULL)
        grn_scatter_fused(&plan, 0, &run);
    else
        grn_scatter_batched(&plan, 0, &run);
    unpack(&plan, pair, results, panel, plan.dim[0], grn_run_extent(n));
}

/* The piece of the part that the odometer's positions and columns [c, c + width) make. */
static void cut_piece(const grn_piece *part, const grn_odometer *steps, int64_t c, int64_t width, grn_piece *out)
{
    const grn_normal *n = &part->plan.normal;
    int32_t run = n->nouter - 1;
    *out = *part;
    out->run.results = out->results;
    out->run.updates = out->sources;
    for (int32_t l = 0; l < run; l++)
        if (n->disjoint[l])
            grn_piece_cut(out, l, steps->at[l], 1);
    grn_piece_cut(out, run, c, n->extent[run] - c < width ? n->extent[run] - c : width);
}

/* Panel after panel, for every step of the other loops that are disjoint; those that are not run
 * inside a panel. */
static void run_panels(const grn_piece *part, size_t pair, char *panel, int64_t width)
{
    const grn_normal *n = &part->plan.normal;
    int32_t run = n->nouter - 1;
    int64_t extent[GRN_MAX_RANK], still[GRN_MAX_RANK] = {0};
    grn_piece piece;
    grn_odometer o;
    for (int32_t l = 0; l < run; l++)
        extent[l] = n->disjoint[l] ? n->extent[l] : 1;
    for (grn_odometer_init(&o, run, extent, still, still); o.more; grn_odometer_next(&o))
        for (int64_t c = 0; c < n->extent[run]; c += width) {
            cut_piece(part, &o, c, width, &piece);
            run_panel(&piece, pair, panel);
        }
}

void grn_scatter_panels(const grn_plan *plan, size_t pair, const grn_run *run)
{
    grn_piece part;
    grn_piece_init(plan, run, &part);
    part.plan.conflicts.follow = -1;
    part.plan.conflicts.ahead = 0;
    part.plan.conflicts.runs_ahead = 4;
    run_panels(&part, pair, run->scratch, grn_scatter_panel_columns(plan));
}
