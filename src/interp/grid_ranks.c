/*
 * grid_ranks.c - a grid within a program that ranks run: each of its processes is a rank's
 * (garner/module.h, `comm`).
 *
 * Every rank runs the program up to the op, in the same way. The first ranks become the processes,
 * the others wait. What each process leaves then goes to all ranks, and is taken over by each as if
 * the processes had been its threads: so the run goes on alike on all of them.
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
        snprintf(text, sizeof text,
                 "%.*s: %" PRId64 " processes are more than the %d ranks: each rank runs all of them as threads",
                 (int)op->name.n, op->name.text, g->count, (int)outer->ranks->size);
        grn_emit(outer->diag, GRN_SEVERITY_REMARK, op->place, text);
    }
    return false;
}

/* Waits until all ranks are at this op; one that never comes is reported as a rank that waits is. */
static grn_status meet_all(grn_running_grid *g)
{
    const grn_runtime *outer = g->outer;
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)g->call->op->name.n, g->call->op->name.text);
    outer->among->step(outer->among->user, &(grn_comm_step){name, g->call->op->place, outer->grids, outer->diag});
    grn_status status = outer->among->exchange(outer->among->user, NULL, NULL);
    outer->among->step(outer->among->user, NULL);
    return status;
}

static grn_status read_all(grn_running_grid *g, const grn_gathered *from, grn_process_end *ends)
{
    const char *at = from->bytes;
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < g->count; i++) {
        if (i != g->outer->ranks->rank) {
            grn_process_begin(&g->processes[i], &grn_grid_alone);
            status = grn_process_read(&g->processes[i], at, (size_t)from->sizes[i], &ends[i]);
        }
        at += from->sizes[i];
    }
    if (status != GRN_OK)
        return grn_fail(g->outer->diag, g->call->op->place, status,
                        "what another rank's process left could not be read: %s", grn_status_text(status));
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
        ends[ranks->rank] = grn_rank_grid_end(grid, grn_process_run(g, grn_rank_grid_comm(grid)));
        status = grn_process_write(&g->processes[ranks->rank], &ends[ranks->rank], &bytes);
    }
    status = grn_ranks_agree(ranks, status);
    if (status == GRN_OK)
        status = grn_ranks_gather(ranks, bytes.items, bytes.count, g->outer->allocator, memory);
    grn_vec_destroy(&bytes);
    if (status != GRN_OK)
        return grn_fail(g->outer->diag, g->call->op->place, status,
                        "what the ranks' processes left could not be gathered: %s", grn_status_text(status));
    /* A rank that cannot read does not leave the others waiting later. */
    status = grn_ranks_agree(ranks, read_all(g, memory, ends));
    return status == GRN_OK ? grn_processes_ended(&g->call->grid.shape, ends, g->outer->diag, failed) : status;
}

grn_status grn_grid_run_on_ranks(grn_running_grid *g, grn_gathered *memory, int64_t *failed)
{
    const grn_comm *ranks = g->outer->ranks;
    const size_t bytes = (size_t)g->count * sizeof(grn_process_end);
    const bool has_own = ranks->rank < g->count;
    *failed = -1;
    g->outer->grids++;
    grn_status status = meet_all(g);
    if (status != GRN_OK)
        return status;
    grn_process_end *ends = grn_allocate(g->outer->allocator, bytes);
    grn_rank_grid *grid = has_own ? grn_rank_grid_new(ranks, &g->call->grid.shape, g->outer->grids,
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
