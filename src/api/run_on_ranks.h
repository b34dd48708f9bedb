/*
 * run_on_ranks.h - a run that is a rank's (run_on_ranks.c).
 *
 * Knows: a caller's communicator, runs. Must not know: what lies behind the communicator, how a run
 * goes.
 */
#ifndef GRN_INTERP_RUN_ON_RANKS_H
#define GRN_INTERP_RUN_ON_RANKS_H

#include "comm/processes.h"
#include "interp/interp.h"

typedef struct grn_rank_run {
    const grn_comm *ranks;
    grn_own_grid grid; /* of the ranks */
    bool is_whole;     /* each rank runs the function by itself, and only grids within are on the ranks */
    grn_rank_grid *processes;
} grn_rank_run;

/* Whether a communicator from outside can be used. */
grn_status grn_check_comm(const grn_comm *c, const grn_diag *diag);
/* Collective. `own`: how this rank's checks of everything else went. `kind`: ranks are named so. On
 * an error there is nothing to end. */
grn_status grn_rank_run_begin(grn_rank_run *r, const grn_module *m, size_t index, const grn_run_options *o,
                              grn_process_kind kind, grn_status own, const grn_allocator *allocator,
                              const grn_diag *diag);
/* Collective. `own`: how the run went on this rank, reported but for GRN_E_STUCK of its own grid.
 * Answers how it went in all. */
grn_status grn_rank_run_end(grn_rank_run *r, grn_status own, const grn_diag *diag);

#endif
