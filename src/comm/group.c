/* group.c - groups of processes, made by each member for itself; messages about their calls. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comm/group.h"

/* ---- groups ---------------------------------------------------------------------------------- */

/* One block: the struct, its lists and the members. At most GRN_MAX_PROCESSES or ranks of a
 * communicator: no product overflows. */
grn_group *grn_group_new(const grn_group *of, size_t size)
{
    const size_t lists = size * of->list_bytes, bytes = sizeof *of + lists + size * sizeof *of->members;
    grn_group *g = grn_allocate(of->allocator, bytes);
    if (!g)
        return NULL;
    char *room = (char *)(g + 1);
    *g = *of;
    g->comm.size = (int32_t)size;
    g->comm.user = g;
    g->comm.release = grn_group_release;
    g->lists = lists ? room : NULL;
    g->members = (const int32_t *)(void *)(room + lists);
    g->bytes = bytes;
    return g;
}

void grn_group_release(void *user)
{
    grn_group *g = user;
    grn_release(g->allocator, g, g->bytes);
}

/* FNV-1a of the members, and of the number of the group that they are of. Never 0. */
static uint64_t key_of(uint64_t whose, const int32_t *members, int32_t count)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ whose;
    for (int32_t i = 0; i < count; i++)
        h = (h ^ (uint32_t)members[i]) * UINT64_C(0x100000001b3);
    return h ? h : 1;
}

/* For ranks that a caller lists; the members that a program lists are verified with its op. */
static bool is_first(const int32_t *ranks, int32_t i)
{
    for (int32_t k = 0; k < i; k++)
        if (ranks[k] == ranks[i])
            return false;
    return true;
}

grn_status grn_group_make(void *user, int32_t count, const int32_t *ranks, grn_comm *out)
{
    const grn_group *of = user;
    if (count < 1 || count > of->comm.size)
        return GRN_E_ARGUMENT;
    grn_group *g = grn_group_new(of, (size_t)count);
    if (!g)
        return GRN_E_MEMORY;
    int32_t *members = (int32_t *)(void *)((char *)g + g->bytes) - count;
    bool right = true;
    g->comm.rank = -1;
    for (int32_t i = 0; i < count && right; i++) {
        right = grn_group_has(of, ranks[i]) && (!of->list_bytes || is_first(ranks, i));
        members[i] = right ? of->members[ranks[i]] : 0;
        g->comm.rank = right && ranks[i] == of->comm.rank ? i : g->comm.rank;
    }
    if (!right || g->comm.rank < 0) {
        grn_group_release(g);
        return GRN_E_ARGUMENT;
    }
    g->key = key_of(of->key, members, count);
    *out = g->comm;
    return GRN_OK;
}

void grn_group_step(void *user, const grn_comm_step *step)
{
    const grn_group *g = user;
    *g->step = step ? *step : (grn_comm_step){.name = NULL};
}

/* ---- calls ----------------------------------------------------------------------------------- */

grn_comm_call grn_meeting_of(const grn_group *g, const char *name)
{
    grn_comm_call call = {.group = g, .step = *g->step};
    call.step.name = call.step.name ? call.step.name : name;
    return call;
}

grn_comm_call grn_message_of(const grn_group *g, const char *name, int64_t channel, int32_t peer_rank)
{
    grn_comm_call call = grn_meeting_of(g, name);
    call.channel = channel;
    call.peer = peer_rank < 0 ? GRN_ANY_PROCESS : g->members[peer_rank];
    return call;
}

grn_status grn_comm_call_fails_bytes(const grn_comm_call *call, int64_t giver, const char *gives, int64_t given,
                                     size_t taken)
{
    char who[GRN_PROCESS_BYTES];
    return grn_fail(call->step.diag, call->step.place, GRN_E_SHAPE,
                    "%s: %s %s %" PRId64 " bytes, %zu are expected of it", call->step.name,
                    grn_process_name(call->group->grid, giver, who), gives, given, taken);
}

grn_status grn_comm_call_is_stuck(const grn_comm_call *call, int64_t waits_for, grn_process_end *end)
{
    const grn_grid_shape *grid = call->group->grid;
    char who[GRN_PROCESS_BYTES], whom[GRN_PROCESS_BYTES];
    grn_process_name(grid, grn_group_self(call->group), who);
    end->is_stuck = true;
    end->stuck_at = call->step.place;
    if (waits_for == GRN_ANY_PROCESS)
        snprintf(end->waits, sizeof end->waits, "%s: %s waits for a message on channel %" PRId64, call->step.name, who,
                 call->channel);
    else
        snprintf(end->waits, sizeof end->waits, "%s: %s waits for %s", call->step.name, who,
                 grn_process_number(grid, waits_for, whom));
    return GRN_E_STUCK;
}
