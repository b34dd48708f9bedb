/* stuck.c - who waits for whom, once no process can go on. */
#include <inttypes.h>
#include <stdio.h>

#include "comm/grid.h"

const char *grn_member_name(const grn_grid *g, int64_t process, char text[GRN_PROCESS_BYTES])
{
    return grn_process_name(g->partitions, g->work->kind, process, text);
}

/* Of those it has to meet, the first that is not at the same step: while none can go on there is one. */
static int64_t missing_from(const grn_member *m)
{
    for (size_t i = 0; i < m->meeting->count; i++) {
        const grn_member *other = &m->grid->members[m->meeting->members[i]];
        if (!other->meeting || other->state == GRN_MEMBER_ENDED || !grn_meetings_agree(other->meeting, m->meeting))
            return m->meeting->members[i];
    }
    return GRN_ANY_PROCESS;
}

void grn_member_note_stuck(grn_member *m)
{
    m->stuck_in = m->from ? m->from->what : m->meeting->what;
    m->stuck_at = m->from ? m->from->place : m->meeting->place;
    m->stuck_channel = m->from ? m->from->channel : m->meeting->channel;
    m->stuck_for = m->from ? m->from->peer : missing_from(m);
}

/* "stablehlo.all_reduce: process (0, 0) waits for (1, 0)", "least: rank 0 waits for rank 1" */
static void wait_text(const grn_grid *g, const grn_member *m, char *text, size_t bytes)
{
    char who[GRN_PROCESS_BYTES], whom[GRN_PROCESS_BYTES] = "";
    grn_member_name(g, m - g->members, who);
    if (m->stuck_for == GRN_ANY_PROCESS)
        snprintf(text, bytes, "%s: %s waits for a message on channel %" PRId64, m->stuck_in, who, m->stuck_channel);
    else
        snprintf(text, bytes, "%s: %s waits for %s", m->stuck_in, who,
                 grn_process_number(g->partitions, g->work->kind, m->stuck_for, whom));
}

static void tell_other(const grn_grid *g, const grn_member *m, const grn_diag *diag)
{
    char text[256], who[GRN_PROCESS_BYTES];
    if (m->state == GRN_MEMBER_ENDED) {
        grn_note(diag, grn_no_place, "%s has ended", grn_member_name(g, m - g->members, who));
        return;
    }
    wait_text(g, m, text, sizeof text);
    grn_note(diag, m->stuck_at, "%s", text);
}

#define MOST_TOLD 16 /* notes */

grn_status grn_grid_tell_stuck(const grn_grid *g, const grn_diag *diag)
{
    const grn_member *first = g->members;
    char text[256];
    while (first->state != GRN_MEMBER_STUCK)
        first++;
    wait_text(g, first, text, sizeof text);
    grn_fail(diag, first->stuck_at, GRN_E_STUCK, "%s, and no %s can go on", text, grn_process_word(g->work->kind, false));
    int64_t told = 0;
    for (int64_t i = 0; i < g->count && told < MOST_TOLD; i++)
        if (&g->members[i] != first) {
            tell_other(g, &g->members[i], diag);
            told++;
        }
    if (g->count - 1 > told)
        grn_note(diag, grn_no_place, "and %" PRId64 " more %s", g->count - 1 - told, grn_process_word(g->work->kind, true));
    return GRN_E_STUCK;
}
