/*
 * panels.c - gathers along an axis that is not the last: neighbours in
 * the result come from rows of the operand that lie far apart.
 *
 * Some columns of the operand, as wide as a few lines, are copied into a dense
 * panel, which reads memory in order; then every index vector of those columns
 * is served from the panel. Worth it where rows are used more than once and
 * the operand is in no near cache. The panel is in the scratch, one for each
 * part that may run at once.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

/* A panel at most: a plan's scratch has so many bytes for a thread. Its widest and narrowest
 * rows. */
#define PANEL_BYTES 4194304
#define WIDEST_BYTES 4096
#define NARROWEST_BYTES 64

/* Columns are the run; `reuse` is the loop along which the operand stands still. */
static int32_t reuse_loop(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t reuse = -1;
    for (int32_t l = 0; l < n->nouter - 1; l++)
        if (plan->pairs[0].operand[l] == 0)
            reuse = reuse < 0 ? l : n->nloops;
    return reuse;
}

int64_t grn_panel_rows(const grn_plan *plan) { return plan->axis[0].last + 1; }

int64_t grn_panel_reuse(const grn_plan *plan) { return plan->normal.extent[reuse_loop(plan)]; }

/* The cost of one element in panels of rows of so many bytes: its access there, and its share of
 * the start and the packing of a row. */
static double cost_of_width(const grn_plan *plan, int64_t width)
{
    const grn_machine *m = plan->machine;
    double columns = (double)width / (double)plan->pairs[0].element_bytes, rows = (double)grn_panel_rows(plan);
    double each = grn_machine_at(m->read_line, rows * (double)width) / 2 + m->run / columns;
    double lines = (double)width / GRN_LINE_BYTES,
           pack = grn_machine_beyond(m->read_line, (double)plan->traits.operand_bytes) +
                  (lines - 1) * grn_machine_at(m->next_line, (double)plan->traits.operand_bytes);
    return each + pack / columns * rows / (double)grn_panel_reuse(plan);
}

static const char *shape_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const char *fused = grn_fused_obstacle(plan);
    if (!plan->has_scratch)
        return "there is no scratch";
    if (fused != NULL)
        return fused;
    if (n->ncoords != 1)
        return "an index vector does not have one component";
    if (grn_inner_loops(n) > 0 || !grn_cells_lie_together(plan))
        return "elements do not move one by one to a result that lies together";
    if (grn_run_step(n, plan->pairs[0].operand) != 1)
        return "neighbours in the result are not neighbours in the operand's rows";
    if (reuse_loop(plan) < 0 || reuse_loop(plan) == n->nloops)
        return "no loop uses the operand's rows again";
    return NULL;
}

/* The cheapest width. */
int64_t grn_panel_columns_by_figures(const grn_plan *plan)
{
    int64_t best = 0, rows, all = grn_run_extent(&plan->normal);
    if (shape_obstacle(plan) != NULL)
        return 0;
    rows = grn_panel_rows(plan);
    if (rows > PANEL_BYTES / NARROWEST_BYTES)
        return 0;
    for (int64_t width = NARROWEST_BYTES; width <= WIDEST_BYTES && rows * width <= PANEL_BYTES; width *= 2)
        if (best == 0 || cost_of_width(plan, width) < cost_of_width(plan, best))
            best = width;
    best /= plan->pairs[0].element_bytes;
    return best < all ? best : all;
}

int64_t grn_panel_columns(const grn_plan *plan)
{
    return grn_columns_of(plan, plan->traits.panel_columns, plan->pairs[0].element_bytes,
                          grn_run_extent(&plan->normal));
}

const char *grn_panels_obstacle(const grn_plan *plan)
{
    const char *shape = shape_obstacle(plan);
    const int64_t bytes = plan->pairs[0].element_bytes;
    if (shape != NULL)
        return shape;
    if (plan->traits.panel_columns == 0 || grn_panel_rows(plan) * grn_panel_columns(plan) > PANEL_BYTES / bytes)
        return "a panel would be too large";
    return grn_is_too_wide(plan, bytes, grn_run_extent(&plan->normal)) ? "a row is shorter than that" : NULL;
}

static int64_t panel_bytes(const grn_plan *plan)
{
    return (grn_panel_rows(plan) * grn_panel_columns(plan) * plan->pairs[0].element_bytes + 63) / 64 * 64;
}

size_t grn_panels_scratch(const grn_plan *plan) { return (size_t)panel_bytes(plan); /* of one part */ }

/* ---- one panel ------------------------------------------------------------------------------- */

typedef struct panels {
    const grn_plan *plan;
    const grn_run *run;
    int32_t reuse;
    int64_t columns, panels_per_row, units;
    int32_t parts;
} panels;

#define FETCH_ROWS 16

static void pack(const panels *p, char *to, const char *from, size_t row_bytes)
{
    const grn_rows *rows = p->plan->kernels->rows(row_bytes);
    int64_t step = p->plan->prepared.how.scale, count = grn_panel_rows(p->plan);
    for (int64_t r = 0; r < count; r++, to += row_bytes, from += step) {
        if (r + FETCH_ROWS < count)
            prefetch_span(from + FETCH_ROWS * step, (int64_t)row_bytes);
        rows->copy(to, (int64_t)row_bytes, from, step, 1, row_bytes);
    }
}

/* The place of a unit's first vector: c is on the run's column `first`, the reuse loop at 0. */
static void place_unit(const panels *p, int64_t unit, grn_cursor *c)
{
    const grn_normal *n = &p->plan->normal;
    int64_t left = n->extent[n->nouter - 1], rest = unit / p->panels_per_row;
    c->first = unit % p->panels_per_row * p->columns;
    c->count = left - c->first < p->columns ? left - c->first : p->columns;
    for (int32_t l = n->nouter - 2; l >= 0; l--) {
        c->at[l] = l == p->reuse ? 0 : rest % n->extent[l];
        rest /= l == p->reuse ? 1 : n->extent[l];
    }
}

/* One index vector for each column: from the panel as far as they are in range, then by the
 * fallback. */
static void take_row(const panels *p, const grn_cursor *c, char *dst, const char *panel, const char *raw,
                     int64_t index_bytes)
{
    int64_t element = p->plan->pairs[0].element_bytes;
    grn_fused how = {.last = p->plan->prepared.how.last, .scale = c->count * element, .step = element};
    for (int64_t from = 0; from < c->count;) {
        from += p->plan->prepared.fused(dst + from * element, panel + from * element, raw + from * index_bytes,
                                        c->count - from, &how);
        int64_t slow = c->count - from < 16 ? c->count - from : 16;
        if (slow > 0)
            grn_gather_fallback(p->plan, p->run, c, from, slow);
        from += slow;
    }
}

static void run_unit(const panels *p, int64_t unit, char *panel)
{
    const grn_normal *n = &p->plan->normal;
    const grn_pair *pair = &p->plan->pairs[0];
    int64_t index_bytes = (int64_t)grn_dtype_bytes(p->plan->problem.indices->dtype);
    int64_t rows = n->extent[p->reuse], dst_step = pair->dense[p->reuse] * pair->element_bytes;
    int64_t raw_step = n->index[p->reuse] * index_bytes;
    grn_cursor c;
    place_unit(p, unit, &c);
    char *dst = grn_pair_at(pair, p->run->result, grn_cursor_offset(n, &c, pair->dense));
    const char *raw =
        (const char *)p->run->indices + (grn_cursor_offset(n, &c, n->index) + n->component[0]) * index_bytes;
    pack(p, panel, grn_pair_at(pair, p->run->operands[0], grn_cursor_offset(n, &c, pair->operand)),
         (size_t)(c.count * pair->element_bytes));
    for (int64_t r = 0; r < rows; r++, dst += dst_step, raw += raw_step) {
        c.at[p->reuse] = r;
        if (r + 4 < rows)
            prefetch_span(raw + 4 * raw_step, c.count * index_bytes);
        take_row(p, &c, dst, panel, raw, index_bytes);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void run_part(void *context, int32_t i)
{
    const panels *p = context;
    char *panel = (char *)p->run->scratch + i * panel_bytes(p->plan);
    for (int64_t unit = p->units * i / p->parts; unit < p->units * (i + 1) / p->parts; unit++)
        run_unit(p, unit, panel);
    if (p->plan->prepared.stream)
        p->plan->kernels->take->fence();
}

static int64_t panels_per_row(const grn_plan *plan)
{
    return (grn_run_extent(&plan->normal) + grn_panel_columns(plan) - 1) / grn_panel_columns(plan);
}

static int64_t all_panels(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->vectors / grn_run_extent(n) / n->extent[reuse_loop(plan)] * panels_per_row(plan);
}

const char *grn_panels_divide(grn_plan *plan)
{
    const char *obstacle = grn_panels_obstacle(plan);
    if (obstacle != NULL)
        return obstacle;
    int64_t units = all_panels(plan);
    plan->cut = (grn_cut){-1, (int32_t)(units < plan->threads ? units : plan->threads), 1, false};
    return plan->cut.parts < 2 ? "there is one panel, or one thread" : NULL;
}

grn_status grn_gather_panels(const grn_plan *plan, const grn_run *run)
{
    panels p = {plan,           run, reuse_loop(plan), grn_panel_columns(plan), panels_per_row(plan), all_panels(plan),
                plan->cut.parts};
    if (p.parts == 1)
        run_part(&p, 0);
    else
        plan->parallel->for_each(plan->parallel->user, p.parts, run_part, &p);
    return GRN_OK;
}
