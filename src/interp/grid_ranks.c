/*
 * grid_ranks.c - a grid within a program that ranks run: each of its processes is a rank's (garner/module.h, `comm`).
 *
 * Every rank runs the program up to the op, in the same way. The first ranks become the processes, the others wait. What each
 * process leaves then goes to all ranks, and is taken over by each as if the processes had been its threads: so the run goes
 * on alike on all of them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "interp/grid.h"

bool grn_grid_has_ranks(const grn_running_grid *g)
{
    const grn_runtime *outer = g->outer;
    if (!outer->ranks || g->count <= outer->ranks->size)
        return outer->ranks != NULL;
    if (outer->ranks->rank == 0) {
        const grn_op *op = g->call->op;
        char text[256];
        snprintf(text, sizeof text, "%.*s: %" PRId64 " processes are more than the %d ranks: each rank runs all of them as threads",
                 (int)op->name.n, op->name.text, g->count, (int)outer->ranks->size);
        grn_emit(outer->diag, GRN_SEVERITY_REMARK, op->place, text);
    }
    return false;
}

/* That all ranks are at this op: one that is not is told of as one that waits is. */
static grn_status meet_all(grn_running_grid *g)
{
    grn_runtime *outer = g->outer;
    const size_t size = (size_t)outer->ranks->size;
    char name[128];
    int64_t *members = grn_allocate(outer->allocator, size * sizeof *members);
    if (!members)
        return grn_run_no_memory(outer, size * sizeof *members);
    for (size_t i = 0; i < size; i++)
        members[i] = (int64_t)i;
    snprintf(name, sizeof name, "%.*s", (int)g->call->op->name.n, g->call->op->name.text);
    const grn_meeting all = {.what = name, .place = g->call->op->place, .channel = outer->grids, .count = size, .members = members};
    grn_status status = outer->among->exchange(outer->among, &all, NULL, NULL, outer->diag);
    grn_release(outer->allocator, members, size * sizeof *members);
    return status;
}

/* This rank's process. */
static grn_process_end run_own(grn_running_grid *g, grn_rank_grid *grid)
{
    grn_process_end end = {.status = grn_process_run(g, grn_rank_grid_comm(grid))};
    const grn_rank_stuck *stuck = grn_rank_grid_stuck(grid);
    end.is_stuck = end.status == GRN_E_STUCK && stuck;
    if (end.is_stuck)
        end.stuck = *stuck;
    grn_rank_grid_end(grid, end.status);
    return end;
}

/* ---- how it ended --------------------------------------------------------------------------------------------------------------- */

static grn_status tell_stuck(const grn_running_grid *g, const grn_process_end *ends, int64_t first)
{
    const grn_diag *diag = g->outer->diag;
    char who[GRN_PROCESS_BYTES];
    grn_fail(diag, ends[first].stuck.place, GRN_E_STUCK, "%s, and no process can go on", ends[first].stuck.text);
    for (int64_t i = 0; i < g->count; i++)
        if (i != first && ends[i].is_stuck)
            grn_note(diag, ends[i].stuck.place, "%s", ends[i].stuck.text);
        else if (i != first)
            grn_note(diag, grn_no_place, "%s has ended", grn_run_name(g, i, who));
    return GRN_E_STUCK;
}

/* As grn_grid_run has it. */
static grn_status outcome(const grn_running_grid *g, const grn_process_end *ends, int64_t *failed)
{
    int64_t stuck = -1;
    for (int64_t i = g->count - 1; i >= 0; i--) {
        if (ends[i].is_stuck)
            stuck = i;
        else if (ends[i].status != GRN_OK)
            *failed = i;
    }
    if (*failed >= 0)
        return ends[*failed].status;
    return stuck >= 0 ? tell_stuck(g, ends, stuck) : GRN_OK;
}

static grn_status read_all(grn_running_grid *g, const grn_gathered *from, grn_process_end *ends)
{
    const char *at = from->bytes;
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < g->count; i++) {
        if (i != g->outer->ranks->rank) {
            grn_process_begin(&g->processes[i], grn_comm_alone);
            status = grn_process_read(&g->processes[i], at, (size_t)from->sizes[i], &ends[i]);
        }
        at += from->sizes[i];
    }
    if (status != GRN_OK)
        return grn_fail(g->outer->diag, g->call->op->place, status, "what another rank's process left could not be read: %s",
                        grn_status_text(status));
    return GRN_OK;
}

/* `grid`: NULL where this rank has no process. */
static grn_status run_and_gather(grn_running_grid *g, grn_rank_grid *grid, grn_process_end *ends, grn_gathered *memory,
                                 int64_t *failed)
{
    const grn_comm *ranks = g->outer->ranks;
    grn_status status = GRN_OK;
    grn_vec bytes;
    grn_vec_init(&bytes, g->outer->allocator, 1);
    if (grid) {
        ends[ranks->rank] = run_own(g, grid);
        if (!grn_process_write(&g->processes[ranks->rank], &ends[ranks->rank], &bytes))
            status = GRN_E_MEMORY;
    }
    status = grn_ranks_agree(ranks, status);
    if (status == GRN_OK)
        status = grn_ranks_gather(ranks, bytes.items, bytes.count, g->outer->allocator, memory);
    grn_vec_destroy(&bytes);
    if (status != GRN_OK)
        return grn_fail(g->outer->diag, g->call->op->place, status, "what the ranks' processes left could not be gathered: %s",
                        grn_status_text(status));
    /* A rank that cannot read does not leave the others waiting later. */
    status = grn_ranks_agree(ranks, read_all(g, memory, ends));
    return status == GRN_OK ? outcome(g, ends, failed) : status;
}

grn_status grn_grid_run_on_ranks(grn_running_grid *g, grn_gathered *memory, int64_t *failed)
{
    const grn_process_grid *shape = &g->call->grid;
    const grn_comm *ranks = g->outer->ranks;
    const size_t bytes = (size_t)g->count * sizeof(grn_process_end);
    const bool has_own = ranks->rank < g->count;
    *failed = -1;
    g->outer->grids++;
    grn_status status = meet_all(g);
    if (status != GRN_OK)
        return status;
    grn_process_end *ends = grn_allocate(g->outer->allocator, bytes);
    grn_rank_grid *grid = has_own ? grn_rank_grid_new(ranks, shape->replicas, shape->partitions, g->outer->grids,
                                                      grn_shared_memory_allocator(g->memory))
                                  : NULL;
    const bool ready = ends && (grid || !has_own);
    if (grid)
        grn_rank_grid_count(grid, &g->processes[ranks->rank].budget.allocator);
    status = grn_ranks_agree(ranks, ready ? GRN_OK : grn_run_no_memory(g->outer, bytes));
    if (status == GRN_OK)
        status = run_and_gather(g, grid, ends, memory, failed);
    grn_rank_grid_destroy(grid);
    grn_release(g->outer->allocator, ends, bytes);
    return status;
}
