/*
 * cost.c - the estimated times of a gather's rows.
 *
 * Addressings have the cost of positions: resolving, and the start of runs and blocks. Movers have
 * that of movement: a kernel's work on each element, the cost of accesses that miss the near
 * caches, and the bytes written.
 */
#include "kernels/hints.h"
#include "plan/gather/gather.h"
#include "plan/radix.h"

/* ---- positions ------------------------------------------------------------------------------- */

static double run_extent(const grn_plan *plan) { return (double)grn_run_extent(&plan->normal); }

static double blocks(const grn_plan *plan, double run)
{
    return grn_vectors(plan) / run * (1.0 + (run - 1.0) / GRN_BLOCK);
}

grn_cost grn_cost_of_fused(const grn_plan *plan)
{
    return (grn_cost){.work = grn_vectors(plan) / run_extent(plan) * plan->machine->run};
}

/* One call, of a kernel that reads indices, or of rows that is given their offsets. */
grn_cost grn_cost_of_small(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    bool listed = grn_inner_loops(&plan->normal) > 0 && !grn_small_is_fused(plan);
    return (grn_cost){.work = m->call + (listed ? grn_vectors(plan) * m->index32 : 0)};
}

/* Position by position of a window. */
grn_cost grn_cost_of_runs(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return (grn_cost){.work = m->run + m->block + grn_elements(plan) / run_extent(plan) * m->short_run};
}

/* Every panel is packed once for all accesses of its rows. */
grn_cost grn_cost_of_panels(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double columns = (double)grn_panel_columns(plan), bytes = columns * (double)plan->pairs[0].element_bytes;
    double rows = (double)grn_panel_rows(plan) / (double)grn_panel_reuse(plan); /* packed for each row of the result */
    double lines = (bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES - 1, far = (double)plan->traits.operand_bytes;
    double units = grn_elements(plan) / columns;
    return (grn_cost){.work = units * (m->run + rows * bytes * m->pack_byte),
                      .lines = units * rows * lines * grn_machine_at(m->next_line, far)};
}

/* Counted, partitioned by radix, and each element placed in a random line of a batch's part of the
 * result. Indices may be nearly sorted without a promise, which speeds up the other rows and not
 * this one: it has to win clearly. */
grn_cost grn_cost_of_radix(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double margin = grn_machine_beyond(m->read_line, (double)plan->traits.operand_bytes) * (GRN_CLEARLY - 1);
    double placed =
        grn_machine_at(m->update_line, (double)(grn_gather_radix_batch(plan) * plan->pairs[0].element_bytes));
    return (grn_cost){.work = GRN_BUCKETS * (m->call + m->run) + grn_vectors(plan) * (m->radix + placed + margin)};
}

/* Several short runs may share a block. */
grn_cost grn_cost_of_offsets32(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double flat = (double)plan->traits.flat_run, joined = 0;
    if (flat > run_extent(plan))
        joined = grn_vectors(plan) * (m->joined_vector + m->joined_run / run_extent(plan));
    return (grn_cost){.work = blocks(plan, flat) * m->block + joined +
                              grn_vectors(plan) * plan->normal.ncoords * m->index32};
}

grn_cost grn_cost_of_offsets64(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return (grn_cost){.work = blocks(plan, run_extent(plan)) * m->block +
                              grn_vectors(plan) * plan->normal.ncoords * m->index64};
}

/* ---- what all movers have -------------------------------------------------------------------- */

/* Neighbours along the run start from one operand row, or each from its own. */
static int64_t run_reach(const grn_plan *plan)
{
    bool rows_differ = grn_run_step(&plan->normal, plan->pairs[0].operand) != 0;
    return rows_differ ? plan->traits.operand_bytes : plan->traits.reach_bytes;
}

static double index_bytes(const grn_plan *plan)
{
    return grn_vectors(plan) * plan->normal.ncoords * (double)grn_dtype_bytes(plan->problem.indices->dtype);
}

/* Results are written to the caches, beside the operand and the indices, or past them. */
static double written(const grn_plan *plan, bool stream)
{
    const grn_machine *m = plan->machine;
    double bytes = grn_elements(plan) * (double)plan->pairs[0].element_bytes;
    double taken = (double)plan->traits.written_bytes + (double)plan->traits.read_bytes + index_bytes(plan);
    return bytes * (stream ? m->stream_byte : grn_machine_at(m->write_byte, taken));
}

static double moved(const grn_plan *plan)
{
    return grn_elements(plan) * (double)plan->pairs[0].element_bytes * plan->machine->byte;
}

static grn_form form_of(const grn_plan *plan) { return plan->choice.addressing->form; }

/* ---- single elements ------------------------------------------------------------------------- */

static double cell(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    bool long_run = grn_run_extent(&plan->normal) >= GRN_LONG_RUN;
    switch (form_of(plan)) {
    case GRN_FORM_RAW: return plan->normal.ncoords > 1 ? m->fused_pair : m->fused_cell;
    case GRN_FORM_SMALL:
        if (grn_small_is_fused(plan))
            return m->fused_cell;
        /* fall through */
    case GRN_FORM_RUNS:
    case GRN_FORM_ROWS: return long_run ? m->long_cell : m->short_cell;
    case GRN_FORM_PANEL:
    case GRN_FORM_BUCKETS: return m->fused_cell;
    case GRN_FORM_OFFSETS32: return m->cell32;
    default:
        return grn_cells_lie_together(plan) || m->gapped_cell < m->cell32 ? m->cell64
                                                                          : m->cell64 + m->gapped_cell - m->cell32;
    }
}

/* What one element's line takes: of a window of which every block goes over all positions, one of
 * the whole operand. */
static double cell_line(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    if (form_of(plan) == GRN_FORM_BUCKETS)
        return grn_machine_beyond(m->read_line, (double)plan->traits.reach_bytes / GRN_BUCKETS);
    const grn_normal *n = &plan->normal;
    bool blocks_again = n->window > 1 && n->vectors > GRN_NARROW_BLOCK &&
                        (form_of(plan) == GRN_FORM_OFFSETS32 || form_of(plan) == GRN_FORM_OFFSETS64);
    if (form_of(plan) == GRN_FORM_PANEL)
        return grn_machine_beyond(
            m->read_line, (double)(grn_panel_rows(plan) * grn_panel_columns(plan) * plan->pairs[0].element_bytes));
    if (blocks_again)
        return grn_start_line(plan, m->read_line, plan->traits.operand_bytes);
    if (grn_run_step(n, plan->pairs[0].operand) == 0)
        return grn_start_line(plan, m->read_line, plan->traits.reach_bytes);
    return grn_random_line(plan, m->read_line, plan->traits.operand_bytes);
}

/* Elements of less than 4 bytes leave no sooner than rows, and the pieces of lines that a panel's
 * rows end in cost more. */
static double cells_written(const grn_plan *plan, bool stream)
{
    const grn_machine *m = plan->machine;
    const double size = (double)plan->pairs[0].element_bytes, run = run_extent(plan) * size;
    if (!stream)
        return written(plan, false);
    double bytes = grn_elements(plan) * size;
    if (form_of(plan) == GRN_FORM_PANEL && (int64_t)run % GRN_LINE_BYTES != 0)
        bytes += grn_elements(plan) / (double)grn_panel_columns(plan) * 2 * GRN_LINE_BYTES;
    return bytes * (size < 4 ? m->stream_byte : m->stream_cell_byte);
}

static grn_cost cells(const grn_plan *plan, bool stream)
{
    const grn_machine *m = plan->machine;
    bool blocked = form_of(plan) == GRN_FORM_OFFSETS32 || form_of(plan) == GRN_FORM_OFFSETS64;
    double calls = blocked ? blocks(plan, run_extent(plan)) * (double)plan->normal.window : 0;
    return (grn_cost){.work = calls * m->call + grn_elements(plan) * cell(plan) + moved(plan),
                      .lines = grn_elements(plan) * cell_line(plan),
                      .bytes = cells_written(plan, stream)};
}

grn_cost grn_cost_of_cells(const grn_plan *plan) { return cells(plan, false); }

grn_cost grn_cost_of_streamed_cells(const grn_plan *plan) { return cells(plan, true); }

/* What comes is not known: as if all elements moved by themselves, after a look. */
grn_cost grn_cost_of_broadcast(const grn_plan *plan)
{
    const grn_cost look = {.work = grn_vectors(plan) * plan->machine->checked};
    const bool runs = grn_runs_obstacle(plan) == NULL;
    const grn_cost positions = runs ? grn_cost_of_runs(plan) : grn_cost_of_fused(plan);
    return grn_cost_sum(look, grn_cost_sum(positions, cells(plan, false)));
}

/* Rows by offset batches: blocks are shorter where no loop is walked outside them. */
static double batched_calls(const grn_plan *plan, int32_t row_loops)
{
    const grn_normal *n = &plan->normal;
    int32_t above = grn_loops_above_rows(plan, row_loops);
    double room = above > 0 ? GRN_NARROW_BLOCK : GRN_NARROW_BLOCK / 8, run = (double)plan->traits.flat_run,
           positions = 1;
    for (int32_t l = n->nouter; l < n->nouter + above; l++)
        positions *= (double)n->extent[l];
    return positions * grn_vectors(plan) / run * (1.0 + (run - 1.0) / room);
}

grn_cost grn_cost_of_gapped_cells(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    return (grn_cost){.work = batched_calls(plan, 0) * m->call + grn_elements(plan) * m->gapped_cell + moved(plan),
                      .lines = grn_elements(plan) * cell_line(plan),
                      .bytes = written(plan, false)};
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The kernel calls: for blocks, one for each position of the loops that are walked outside; for
 * resolved offsets, one for each of those above a slab. */
static double row_calls(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    if (form_of(plan) == GRN_FORM_RAW || form_of(plan) == GRN_FORM_SMALL)
        return 0;
    if (form_of(plan) == GRN_FORM_OFFSETS32)
        return batched_calls(plan, 1);
    if (grn_inner_loops(n) == 1)
        return blocks(plan, run_extent(plan));
    return grn_elements(plan) / (double)n->extent[n->nloops - 1] / (double)n->extent[n->nloops - 2];
}

/* The lines of one row: a random one, and those that follow it. */
static double row_lines(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    double bytes = (double)grn_row_bytes(plan, plan->pairs), lines = (bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES - 1;
    double next = grn_machine_beyond(m->next_line, grn_touched_bytes(plan, plan->traits.operand_bytes));
    return grn_start_line(plan, m->read_line, run_reach(plan)) + (lines > 0 ? lines * next : 0);
}

static grn_cost rows(const grn_plan *plan, bool stream)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    double count = grn_elements(plan) / (double)n->extent[n->nloops - 1];
    bool fused = form_of(plan) == GRN_FORM_RAW || (form_of(plan) == GRN_FORM_SMALL && grn_small_is_fused(plan));
    double each = form_of(plan) == GRN_FORM_OFFSETS64 ? m->row : fused ? m->fused_cell : m->batched_row;
    return (grn_cost){.work = row_calls(plan) * m->call + count * each + moved(plan),
                      .lines = count * row_lines(plan),
                      .bytes = written(plan, stream)};
}

grn_cost grn_cost_of_rows(const grn_plan *plan) { return rows(plan, false); }

grn_cost grn_cost_of_streamed_rows(const grn_plan *plan) { return rows(plan, true); }

/* ---- windows --------------------------------------------------------------------------------- */

/* The part of a line that a step of so many bytes goes on by. */
static double lines_of(int64_t step)
{
    int64_t size = step < 0 ? -step : step;
    return size < GRN_LINE_BYTES ? (double)size / GRN_LINE_BYTES : 1.0;
}

/* Many windows go through one call for each position of the loops above the last. */
grn_cost grn_cost_of_strips(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    double row = (double)n->extent[n->nloops - 1], strips = grn_elements(plan) / row;
    double calls = (double)n->window / row * blocks(plan, (double)plan->traits.flat_run);
    double lines = 1.0 + (row - 1.0) * lines_of(pair->operand[n->nloops - 1] * pair->element_bytes);
    double cell = m->strip_cell + (pair->dense[n->nloops - 1] == 1 ? 0 : m->far_cell);
    return (grn_cost){.work = calls * m->call + strips * m->strip + grn_elements(plan) * cell + moved(plan),
                      .lines = strips * lines * grn_start_line(plan, m->read_line, plan->traits.operand_bytes),
                      .bytes = written(plan, false)};
}

/* In a window that lies across memory every element is an access of its own; where it lies
 * together, a row is. */
grn_cost grn_cost_of_windows(const grn_plan *plan)
{
    const grn_machine *m = plan->machine;
    const grn_normal *n = &plan->normal;
    const double row = grn_inner_loops(n) > 0 ? (double)n->extent[n->nloops - 1] : 1;
    const double lines = grn_window_lies_together(plan)
                             ? row_lines(plan) / row
                             : grn_start_line(plan, m->read_line, plan->traits.operand_bytes);
    return (grn_cost){.work = grn_window_work(plan) + moved(plan),
                      .lines = grn_elements(plan) * lines,
                      .bytes = written(plan, false)};
}
