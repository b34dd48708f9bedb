/* stuck.c - the statuses of a grid's processes, and the report of which process waits for which
 * once none can go on. */
#include <inttypes.h>

#include "comm/threads.h"

/* ---- of threads ------------------------------------------------------------------------------ */

/* The first member of the meeting that is not at the same step: while no process can go on there is
 * one. */
static int64_t missing_from(const grn_member *m)
{
    const grn_group *g = m->meeting->group;
    for (int32_t i = 0; i < g->comm.size; i++) {
        const grn_member *other = &m->grid->members[g->members[i]];
        if (!other->meeting || other->state == GRN_MEMBER_ENDED || !grn_meetings_agree(other->meeting, m->meeting))
            return g->members[i];
    }
    return GRN_ANY_PROCESS;
}

void grn_member_note_stuck(grn_member *m)
{
    const grn_comm_call *call = m->from ? m->from : m->meeting;
    if (!m->end->is_stuck)
        (void)(grn_comm_call_is_stuck(call, m->from ? call->peer : missing_from(m), m->end) == GRN_OK);
}

/* ---- of any ---------------------------------------------------------------------------------- */

#define MOST_TOLD 16 /* notes */

/* An error at the first process that waited, a note for each other. */
static grn_status tell_stuck(const grn_grid_shape *grid, const grn_process_end *ends, int64_t first,
                             const grn_diag *diag)
{
    const int64_t count = grn_grid_count(grid);
    char who[GRN_PROCESS_BYTES];
    int64_t told = 0;
    grn_fail(diag, ends[first].stuck_at, GRN_E_STUCK, "%s, and no %s can go on", ends[first].waits,
             grn_process_word(grid->kind, false));
    for (int64_t i = 0; i < count && told < MOST_TOLD; i++) {
        if (i == first)
            continue;
        if (ends[i].is_stuck)
            grn_note(diag, ends[i].stuck_at, "%s", ends[i].waits);
        else
            grn_note(diag, grn_no_place, "%s has ended", grn_process_name(grid, i, who));
        told++;
    }
    if (count - 1 > told)
        grn_note(diag, grn_no_place, "and %" PRId64 " more %s", count - 1 - told, grn_process_word(grid->kind, true));
    return GRN_E_STUCK;
}

grn_status grn_processes_ended(const grn_grid_shape *grid, const grn_process_end *ends, const grn_diag *diag,
                               int64_t *failed)
{
    int64_t stuck = -1, lost = -1;
    *failed = -1;
    for (int64_t i = grn_grid_count(grid) - 1; i >= 0; i--) {
        const grn_status status = ends[i].status;
        stuck = ends[i].is_stuck ? i : stuck;
        lost = status == GRN_E_PEER ? i : lost;
        *failed = status == GRN_OK || status == GRN_E_STUCK || status == GRN_E_PEER ? *failed : i;
    }
    if (*failed >= 0)
        return ends[*failed].status;
    return stuck >= 0 ? tell_stuck(grid, ends, stuck, diag) : lost >= 0 ? GRN_E_PEER : GRN_OK;
}
