/*
 * cost.c - the estimated times of a scatter's rows.
 *
 * Addressings have the cost of positions. Movers have that of movement: a kernel's work on each
 * element, and the cost of targets that are not in the nearest cache. Partitions are
 * cost_partition.c's.
 */
#include "plan/radix.h"
#include "plan/scatter/region_batch.h"

#define LINE ((double)GRN_LINE_BYTES)

/* ---- positions ------------------------------------------------------------------------------- */

static double runs(const grn_plan *plan) { return grn_vectors(plan) / (double)grn_run_extent(&plan->normal); }

static double blocks(const grn_plan *plan, double room)
{
    double run = (double)grn_run_extent(&plan->normal);
    return runs(plan) * (1.0 + (run - 1.0) / room);
}

grn_cost grn_scatter_cost_of_small(const grn_plan *plan)
{
    return (grn_cost){.work = plan->machine->call + grn_vectors(plan) * plan->machine->checked};
}

/* Indices that a kernel reads as they lie are checked in passing; others are widened first, or
 * stepped on from vector to vector. */
static double fused_vector(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_pair *pair = &plan->pairs[0];
    grn_dtype dtype = plan->problem.indices->dtype;
    bool plain = pair->coordinate[0] == 1 && grn_run_step(&plan->normal, pair->operand) == 0;
    bool cells = grn_inner_loops(&plan->normal) == 0, stepped = cells && plan->normal.ncoords == 1 && !plain;
    bool read = cells && !stepped && (dtype == GRN_I32 || dtype == GRN_UI32),
         widened = plan->conflicts.widen != NULL && !read;
    return plan->normal.ncoords * (m->checked + (widened ? m->index32 : 0)) + (stepped ? m->index32 + m->checked : 0);
}

/* What is left of a run by groups of a fused kernel is resolved. */
grn_cost grn_scatter_cost_of_fused(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double left = (double)(grn_run_extent(&plan->normal) % GRN_FUSED_GROUP) > 0 ? m->block : 0;
    return (grn_cost){.work =
                          grn_pairs(plan) * (runs(plan) * (m->run + left) + grn_vectors(plan) * fused_vector(plan))};
}

static double resolved(const grn_plan *plan)
{
    return grn_vectors(plan) * plan->normal.ncoords * plan->machine->index64;
}

/* Many short runs make a batch; simple indices are checked in passing. */
grn_cost grn_scatter_cost_of_batches(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    bool simple = plan->normal.ncoords == 1 && plan->axis[0].base == 0;
    double each = simple ? grn_vectors(plan) * (m->checked + m->index32) : resolved(plan);
    return (grn_cost){.work = grn_pairs(plan) * (m->batches + grn_vectors(plan) / GRN_BATCH * m->block + each)};
}

grn_cost grn_scatter_cost_of_blocks(const grn_plan *plan)
{
    double room = plan->conflicts.ahead > 0 ? GRN_EARLY_BLOCK : GRN_BLOCK;
    return (grn_cost){.work = grn_pairs(plan) * (blocks(plan, room) * plan->machine->block + resolved(plan))};
}

grn_cost grn_scatter_cost_of_starts(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    bool raw = plan->conflicts.wide_starts || plan->conflicts.widen != NULL;
    double each = raw ? grn_vectors(plan) * plan->normal.ncoords * m->checked : resolved(plan);
    return (grn_cost){.work = grn_pairs(plan) * (blocks(plan, GRN_BLOCK) * m->block + each)};
}

/* The whole region is packed and written back, however little of it the updates reach. A panel
 * begins as a run in it does. */
grn_cost grn_scatter_cost_of_panels(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    double columns = (double)grn_scatter_panel_columns(plan), regions = 1, bytes = 0;
    for (int32_t l = 0; l + 1 < n->nouter; l++)
        regions *= n->disjoint[l] ? (double)n->extent[l] : 1;
    for (size_t i = 0; i < plan->problem.npairs; i++)
        bytes += (double)plan->pairs[i].element_bytes;
    double packed = regions * (double)plan->dim[0] * (double)grn_run_extent(n);
    double begun = (grn_vectors(plan) + regions * (double)grn_run_extent(n)) / columns * (m->run + m->panel_run);
    double carried = grn_machine_beyond(m->read_byte, (double)plan->conflicts.footprint) +
                     grn_machine_beyond(m->write_byte, (double)plan->conflicts.footprint);
    return (grn_cost){.work = grn_pairs(plan) * (begun + grn_vectors(plan) * m->checked) +
                              packed * bytes * 2 * m->pack_byte,
                      .bytes = packed * bytes * carried};
}

/* Every index is read twice, since its target is prefetched. */
grn_cost grn_scatter_cost_of_columns(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double pieces = grn_vectors(plan) / GRN_BLOCK_COLUMNS + runs(plan);
    return (grn_cost){.work = grn_pairs(plan) * (pieces * 2 * m->run + grn_vectors(plan) * (m->checked + m->index64))};
}

/* What comes is not known: as if all went by batches, after a look. */
grn_cost grn_scatter_cost_of_broadcast(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const double each = grn_pair_combiner(plan, &plan->pairs[0])->is_compact ? m->compact_cell : m->put_cell;
    grn_cost cost = grn_scatter_cost_of_batches(plan);
    cost.work += grn_pairs(plan) * grn_elements(plan) * each;
    return cost;
}

/* Counted, partitioned, and read again. */
grn_cost grn_scatter_cost_of_radix(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double begun = GRN_BUCKETS * (m->call + m->run);
    return (grn_cost){.work = grn_pairs(plan) * (begun + grn_vectors(plan) * m->radix)};
}

/* ---- targets --------------------------------------------------------------------------------- */

#define SETS_BYTES 2048 /* rows this far apart, or a multiple of it, share few sets of the near caches */
#define SET_LINES 16    /* that one set holds */

/* Elements that the indices send to rows, column by column. */
static bool shares_sets(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    return grn_inner_loops(n) == 0 && n->ncoords == 1 && grn_run_step(n, pair->operand) == 1 &&
           plan->axis[0].last >= SET_LINES && pair->coordinate[0] * pair->element_bytes % SETS_BYTES == 0;
}

/* Where there are many runs, the first targets of each are not prefetched by the run before. */
static double unprefetched(const grn_plan *plan)
{
    double ahead = (double)plan->conflicts.ahead, run = (double)grn_run_extent(&plan->normal);
    bool runs_begin = plan->choice.addressing->form == GRN_FORM_RAW && plan->normal.nouter > 1;
    return runs_begin ? 1 + (ahead < run ? ahead / run : 1) : 1;
}

/* A block's lines come from memory once, and then stay as near as the block's size allows. */
static double column_line(const grn_plan *plan, double far)
{
    const grn_machine *m = plan->machine;
    double block = (double)plan->dim[0] * GRN_BLOCK_COLUMNS * (double)plan->pairs[0].element_bytes;
    double lines = (double)plan->conflicts.footprint / LINE, vectors = grn_vectors(plan);
    double near = grn_machine_beyond(m->update_line, block) * (shares_sets(plan) ? m->shared_sets : 1);
    double line = near + (lines < vectors ? lines / vectors : 1) * far;
    return line < far ? line : far;
}

/* What the first of so many lines that follow each other takes, and the others. */
static double line_cost(const grn_plan *plan, double lines)
{
    const grn_machine *m = plan->machine;
    const grn_conflicts *c = &plan->conflicts;
    double first = grn_random_line(plan, m->update_line, c->footprint);
    double next = grn_machine_beyond(m->next_line, grn_touched_bytes(plan, c->footprint));
    if (plan->choice.addressing->form == GRN_FORM_PANEL) {
        int64_t panel = grn_mul_at_most(plan->dim[0], grn_scatter_panel_columns(plan)) * plan->pairs[0].element_bytes;
        return lines * grn_machine_beyond(m->update_line, (double)panel) / 2;
    }
    if (plan->choice.addressing->form == GRN_FORM_RAW && c->follow >= 0)
        return lines * next;
    if (plan->choice.addressing->form == GRN_FORM_BUCKETS)
        return grn_machine_beyond(m->update_line, (double)c->footprint / GRN_BUCKETS);
    if (shares_sets(plan))
        first *= m->shared_sets;
    if (plan->choice.addressing->form == GRN_FORM_COLUMNS)
        return column_line(plan, first);
    return lines == 1 ? first * unprefetched(plan) : first + (lines - 1) * next;
}

/* The part of the vectors of a block that come to a line first: those of one run may all lie in
 * few. */
static double first_comers(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double vectors = (double)grn_run_extent(n), reach = grn_start_span(plan);
    vectors = vectors < GRN_BLOCK ? vectors : GRN_BLOCK;
    double lines = 1 + reach * (double)pair->element_bytes / LINE;
    return grn_run_step(n, pair->operand) == 0 && lines < vectors ? lines / vectors : 1;
}

/* For one vector of one pair. `passes`: the next access is not in this window but at the same place
 * of the next. */
static double target_lines(const grn_plan *plan, bool passes)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t last = n->nloops - 1;
    if (grn_inner_loops(n) == 0)
        return line_cost(plan, 1);
    double row = (double)n->extent[last], rows = (double)n->window / row;
    double bytes = row * (double)grn_magnitude(pair->operand[last]) * (double)pair->element_bytes;
    double lines = 1 + bytes / LINE < row ? 1 + (double)(int64_t)(bytes / LINE) : row;
    bool far = (double)grn_magnitude(pair->operand[last]) * (double)pair->element_bytes >= GRN_FAR_STEP;
    if (passes)
        return rows * lines * line_cost(plan, 1) * first_comers(plan);
    return rows * (far ? lines * line_cost(plan, 1) : line_cost(plan, lines));
}

/* The part of them that follow each other: those are bytes that all threads share. */
static double sequential_lines(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t last = n->nloops - 1;
    if (grn_inner_loops(n) == 0 || grn_magnitude(pair->operand[last]) != 1)
        return 0;
    double row = (double)n->extent[last], lines = (double)(int64_t)(row * (double)pair->element_bytes / LINE);
    double footprint = grn_touched_bytes(plan, plan->conflicts.footprint); /* each is read, and written back */
    double each = grn_machine_beyond(plan->machine->next_line, footprint) +
                  LINE * grn_machine_beyond(plan->machine->write_byte, footprint);
    return (double)n->window / row * lines * each;
}

/* What is left of them: each row's first. */
static double first_lines(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return (double)n->window / (double)n->extent[n->nloops - 1] * line_cost(plan, 1);
}

static double update_bytes(const grn_plan *plan) { return grn_elements(plan) * (double)plan->pairs[0].element_bytes; }

/* Reads elements of `size` bytes, `step` of them apart along a run, of `all` bytes: those apart
 * take a line each. */
static double read_run(const grn_plan *plan, int64_t step, double size, double all)
{
    const grn_machine *m = plan->machine;
    double apart = (double)grn_magnitude(step) * size, part = apart < LINE ? apart / LINE : 1;
    double together = grn_vectors(plan) * size * grn_machine_beyond(m->read_byte, all);
    return grn_magnitude(step) > 1 ? grn_vectors(plan) * part * grn_machine_beyond(m->next_line, all) : together;
}

/* Indices and updates. */
static double carried(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    double index_bytes = (double)grn_dtype_bytes(plan->problem.indices->dtype) * n->ncoords;
    double indices = grn_vectors(plan) * index_bytes, updates = update_bytes(plan),
           all = indices + grn_pairs(plan) * updates;
    if (plan->choice.addressing->in_dense_order || grn_inner_loops(n) > 0 || n->ncoords > 1)
        return all * grn_machine_beyond(m->read_byte, all);
    return read_run(plan, grn_run_step(n, n->index), index_bytes, all) +
           grn_pairs(plan) *
               read_run(plan, grn_run_step(n, plan->pairs[0].dense), (double)plan->pairs[0].element_bytes, all);
}

static grn_cost moving(const grn_plan *plan, double work)
{
    double shared = sequential_lines(plan), all = target_lines(plan, false);
    return (grn_cost){.work = grn_pairs(plan) * (work + update_bytes(plan) * plan->machine->byte),
                      .lines = grn_pairs(plan) * grn_vectors(plan) * (shared > 0 ? first_lines(plan) : all),
                      .bytes = carried(plan) + grn_pairs(plan) * grn_vectors(plan) * shared};
}

/* ---- movers ---------------------------------------------------------------------------------- */

static double calls(const grn_plan *plan)
{
    grn_form form = plan->choice.addressing->form;
    bool raw = form == GRN_FORM_RAW || form == GRN_FORM_SMALL || form == GRN_FORM_COLUMNS;
    return raw ? runs(plan) : blocks(plan, GRN_BLOCK) * (double)plan->normal.window;
}

/* Where there are no more targets than this, one that is changed waits for the one before it to be
 * written. */
#define FEW_TARGETS 4
#define FEW_HALF_TARGETS 32 /* of floats that are widened and narrowed on the way */

static bool targets_wait(const grn_plan *plan)
{
    grn_dtype dtype = plan->pairs[0].dtype;
    double targets = 1, few = dtype == GRN_F16 || dtype == GRN_BF16 ? FEW_HALF_TARGETS : FEW_TARGETS;
    for (int32_t k = 0; k < plan->normal.ncoords; k++)
        targets *= (double)plan->axis[k].last + 1;
    return plan->combiner != GRN_COMBINE_REPLACE && grn_inner_loops(&plan->normal) > 0 && targets <= few;
}

/* Indices that are read where they lie are offsets in memory first, for a compact kernel. */
static bool goes_by_cells(const grn_plan *plan)
{
    grn_form form = plan->choice.addressing->form;
    bool fused = form == GRN_FORM_RAW || form == GRN_FORM_COLUMNS || form == GRN_FORM_PANEL;
    return fused && grn_pair_combiner(plan, &plan->pairs[0])->is_compact;
}

static double put_cell(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    if (targets_wait(plan))
        return m->waiting_cell;
    return grn_pair_combiner(plan, &plan->pairs[0])->is_compact ? m->compact_cell : m->put_cell;
}

/* Position by position of the window. */
grn_cost grn_scatter_cost_of_cells(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double each = put_cell(plan) + (goes_by_cells(plan) ? m->put_cell : 0);
    grn_cost cost = moving(plan, calls(plan) * m->call + grn_elements(plan) * each);
    cost.lines = grn_pairs(plan) * grn_vectors(plan) * target_lines(plan, true);
    return cost;
}

static double rows_of(const grn_plan *plan)
{
    return grn_elements(plan) / (double)plan->normal.extent[plan->normal.nloops - 1];
}

static double list_of_rows(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double calls = blocks(plan, GRN_BLOCK) * m->call;
    if (!grn_pair_combiner(plan, &plan->pairs[0])->is_compact)
        return calls + rows_of(plan) * m->row;
    bool is_short = plan->normal.extent[plan->normal.nloops - 1] < GRN_SHORT_ROW;
    return calls + (is_short ? grn_elements(plan) * m->row_cell : rows_of(plan) * (m->row + m->call));
}

grn_cost grn_scatter_cost_of_rows(const grn_plan *plan) { return moving(plan, list_of_rows(plan)); }

/* Lines are not read before they are written. */
grn_cost grn_scatter_cost_of_streamed_rows(const grn_plan *plan)
{
    grn_cost cost = moving(plan, list_of_rows(plan));
    cost.lines = 0;
    cost.bytes = carried(plan) + grn_pairs(plan) * update_bytes(plan) * plan->machine->stream_byte;
    return cost;
}

/* A call for each row. */
grn_cost grn_scatter_cost_of_slabs(const grn_plan *plan)
{
    return moving(plan, rows_of(plan) * (plan->machine->row + plan->machine->call));
}

grn_cost grn_scatter_cost_of_windows(const grn_plan *plan) { return moving(plan, grn_window_work(plan)); }

/* ---- a combiner of the caller's -------------------------------------------------------------- */

/* In a list: a call with nothing prepared for it. */
grn_cost grn_region_cost_of_lists(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double row = grn_inner_loops(&plan->normal) > 0 ? m->row : 0;
    return moving(plan, blocks(plan, GRN_BLOCK) * m->region_call + grn_vectors(plan) * (row + m->region_cell / 2) +
                            grn_elements(plan) * m->byte * (double)plan->pairs[0].element_bytes);
}

grn_cost grn_region_cost_of_cells(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return moving(plan, grn_vectors(plan) / GRN_LEAST_PIECE * m->region_call + grn_elements(plan) * m->region_cell);
}

/* No conflict analysis is made. */
grn_cost grn_region_cost_of_disjoint(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return moving(plan, grn_vectors(plan) / GRN_LEAST_PIECE * m->region_call + grn_elements(plan) * m->region_cell / 2);
}

grn_cost grn_region_cost_of_batches(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double batch = GRN_PIECE_BYTES / ((double)plan->normal.window * (double)plan->pairs[0].element_bytes);
    double each = grn_elements(plan) * (m->strided_cell + 2 * m->byte * (double)plan->pairs[0].element_bytes) +
                  grn_vectors(plan) * m->region_cell;
    return moving(plan, grn_vectors(plan) / (batch > 1 ? batch : 1) * m->region_call + each);
}

grn_cost grn_region_cost_of_windows(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return moving(plan, grn_vectors(plan) * (m->region_call + 4 * m->call) + grn_elements(plan) * 2 * m->strided_cell);
}
