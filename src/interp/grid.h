/*
 * grid.h - what the files of grids share: a process, and all that it leaves behind.
 *
 * Knows: runs, values, messages. Must not know: which processes are threads and which are ranks,
 * but for grid.c, which chooses.
 */
#ifndef GRN_INTERP_GRID_H
#define GRN_INTERP_GRID_H

#include "comm/processes.h"
#include "interp/interp.h"
#include "interp/store.h"

/* A message that a process emitted. */
typedef struct grn_kept_message {
    bool is_plan;
    grn_severity severity;
    grn_place place;
    char *text;
    size_t bytes;
    char rule[16];
    bool has_bad_index;
    grn_bad_index bad_index;
} grn_kept_message;

typedef struct grn_process {
    const struct grn_running_grid *grid;
    const grn_op *function;
    grn_own_grid own; /* as it sees the grid */
    size_t nargs, nresults;
    const grn_rt *args; /* views of the values of the run that started it */
    grn_rt *results;    /* its own; of a process of another rank, views of what that rank sent */
    grn_store store;
    grn_budget budget;
    grn_runtime run;
    grn_streams streams;
    uint64_t failed_checks;
    grn_vec messages; /* grn_kept_message */
    grn_vec printed;
    grn_sink print;
    grn_diag diag, plans;
    bool lost_messages; /* memory for one was refused */
} grn_process;

typedef struct grn_running_grid {
    grn_runtime *outer;
    const grn_grid_call *call;
    int64_t count;
    grn_shared_memory *memory;
    grn_process *processes;
} grn_running_grid;

/* One process, on the thread that calls: `user` is the grn_running_grid. (grid.c) */
grn_status grn_process_run(void *user, const grn_comm *comm);
/* Makes the run of a process ready, without running it. */
void grn_process_begin(grn_process *p, const grn_own_grid *grid);
grn_status grn_process_keep_message(grn_process *p, const grn_diagnostic *d, bool is_plan);

/*
 * The processes as the ranks that run the program (grid_ranks.c): afterwards g->processes holds
 * what all of them left, on every rank. Answers as grn_grid_run does. `memory` gets what the values
 * lie in, to be freed behind them.
 */
grn_status grn_grid_run_on_ranks(grn_running_grid *g, grn_gathered *memory, int64_t *failed);
/* "process (1, 0)", "device 2" (grid.c) */
const char *grn_run_name(const grn_running_grid *g, int64_t process, char text[GRN_PROCESS_BYTES]);
/* Whether the program runs on ranks that are enough. Where they are not, a remark says what is
 * done. */
bool grn_grid_has_ranks(const grn_running_grid *g);

/* ---- what a process leaves, as bytes (grid_bytes.c) ------------------------------------------ */

/* Appends it all; of one that failed, no values. GRN_E_MEMORY. */
grn_status grn_process_write(grn_process *p, grn_process_end *end, grn_vec *bytes);
/* The other way, into a process that has begun: views of `bytes`, which stay. GRN_E_FORMAT,
 * GRN_E_MEMORY. */
grn_status grn_process_read(grn_process *p, const char *bytes, size_t n, grn_process_end *end);
/* The least step between what ranks bring, so that all of it is aligned. */
#define GRN_PROCESS_ALIGNMENT 64

#endif
