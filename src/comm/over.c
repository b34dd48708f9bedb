/*
 * over.c - a grid whose processes are ranks of a public communicator.
 *
 * A meeting is two exchanges over a group of its members: first everyone tells
 * everyone how many bytes it gives and which step it means, then the bytes go. So
 * members that are at different steps, or of which one cannot go on, all know it
 * before any byte is sent. Groups are made for members in ascending order: one
 * serves every order in which programs list them.
 */
#include <inttypes.h>
#include <string.h>

#include "comm/comm.h"

typedef struct group {
    struct group *next;
    grn_comm comm;
    size_t count;
    int32_t ranks[]; /* ascending */
} group;

typedef struct over {
    grn_grid_comm comm; /* first: one pointer serves both */
    const grn_comm *ranks;
    const grn_allocator *allocator;
    group *groups;
    size_t bytes; /* of this and the lists behind it */
    int64_t lists[];
} over;

/* What a member says before any bytes go. */
typedef struct intent {
    int64_t bytes; /* that it gives */
    uint64_t step;
} intent;

static over *over_of(grn_grid_comm *c) { return (over *)c; /* it is its first member */ }

/* ---- groups ----------------------------------------------------------------------------------------------------------- */

static size_t group_bytes(size_t count) { return sizeof(group) + count * sizeof(int32_t); }

static bool lists(const group *g, size_t count, const int32_t *ranks)
{
    return g->count == count && memcmp(g->ranks, ranks, count * sizeof *ranks) == 0;
}

static grn_status refused(const grn_meeting *m, const grn_diag *diag)
{
    return grn_fail(diag, m->place, GRN_E_MEMORY, "%s: memory to meet %zu processes was refused", m->what, m->count);
}

/* What the transport said, which reports nothing itself. */
static grn_status transport_failed(const char *what, grn_place place, grn_status status, const grn_diag *diag)
{
    return grn_fail(diag, place, status, "%s: the ranks' communicator answers: %s", what, grn_status_text(status));
}

static grn_status group_new(over *o, const grn_meeting *m, const int32_t *ranks, const grn_diag *diag, const grn_comm **out)
{
    if (!o->ranks->group)
        return grn_fail(diag, m->place, GRN_E_UNSUPPORTED,
                        "%s: a group of %zu of %d ranks is needed, and the communicator makes no groups", m->what, m->count,
                        (int)o->ranks->size);
    group *g = grn_allocate(o->allocator, group_bytes(m->count));
    if (!g)
        return refused(m, diag);
    *g = (group){.next = o->groups, .count = m->count};
    memcpy(g->ranks, ranks, m->count * sizeof *ranks);
    grn_status status = o->ranks->group(o->ranks->user, (int32_t)m->count, ranks, &g->comm);
    if (status != GRN_OK) {
        grn_release(o->allocator, g, group_bytes(m->count));
        return transport_failed(m->what, m->place, status, diag);
    }
    o->groups = g;
    *out = &g->comm;
    return GRN_OK;
}

static grn_status group_of(over *o, const grn_meeting *m, const int32_t *ranks, const grn_diag *diag, const grn_comm **out)
{
    if (m->count == (size_t)o->ranks->size) {
        *out = o->ranks;
        return GRN_OK;
    }
    for (group *g = o->groups; g; g = g->next)
        if (lists(g, m->count, ranks)) {
            *out = &g->comm;
            return GRN_OK;
        }
    return group_new(o, m, ranks, diag, out);
}

/* ---- meetings --------------------------------------------------------------------------------------------------------- */

/* What one meeting needs, an entry for each member in ascending order of ranks. */
typedef struct meeting {
    const grn_meeting *m;
    const grn_comm_part *give;
    const grn_comm_room *take;
    const grn_comm *comm;
    size_t self;    /* where this process stands */
    size_t *at;     /* where the member of rank i stands in m->members */
    int32_t *ranks; /* ascending */
    intent *said, *heard;
    int64_t *send_bytes, *receive_bytes;
    char *send, *receive;
    size_t sent, received;
} meeting;

static uint64_t step_of(const grn_meeting *m)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (const char *c = m->what; *c; c++)
        h = (h ^ (uint64_t)(unsigned char)*c) * UINT64_C(0x100000001b3);
    h = (h ^ (uint64_t)m->channel) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < m->count; i++)
        h = (h ^ (uint64_t)m->members[i]) * UINT64_C(0x100000001b3);
    return h;
}

static size_t lists_bytes(size_t count)
{
    return count * (sizeof(size_t) + 2 * sizeof(intent) + 2 * sizeof(int64_t) + sizeof(int32_t));
}

static void meeting_begin(meeting *t, over *o)
{
    const size_t count = t->m->count;
    t->said = (intent *)(void *)o->lists;
    t->heard = t->said + count;
    t->send_bytes = (int64_t *)(void *)(t->heard + count);
    t->receive_bytes = t->send_bytes + count;
    t->at = (size_t *)(void *)(t->receive_bytes + count);
    t->ranks = (int32_t *)(void *)(t->at + count);
    for (size_t i = 0; i < count; i++) { /* by insertion: groups are short, or in order */
        size_t j = i;
        for (; j > 0 && t->m->members[t->at[j - 1]] > t->m->members[i]; j--)
            t->at[j] = t->at[j - 1];
        t->at[j] = i;
    }
    for (size_t i = 0; i < count; i++) {
        t->ranks[i] = (int32_t)t->m->members[t->at[i]];
        t->self = t->ranks[i] == o->ranks->rank ? i : t->self;
    }
}

/* Everyone says what it gives. What a process gives itself does not travel. */
static grn_status say(meeting *t)
{
    const uint64_t step = step_of(t->m);
    for (size_t i = 0; i < t->m->count; i++) {
        const size_t bytes = t->give ? t->give[t->at[i]].n : 0;
        t->said[i] = (intent){(int64_t)bytes, step};
        t->send_bytes[i] = t->receive_bytes[i] = i == t->self ? 0 : (int64_t)sizeof(intent);
    }
    /* Without its own, as alltoallv has it: what stands behind moves up. */
    memmove(t->said + t->self, t->said + t->self + 1, (t->m->count - t->self - 1) * sizeof *t->said);
    grn_status status = t->comm->alltoallv(t->comm->user, t->said, t->send_bytes, t->heard, t->receive_bytes);
    memmove(t->heard + t->self + 1, t->heard + t->self, (t->m->count - t->self - 1) * sizeof *t->heard);
    t->heard[t->self] = (intent){t->give ? (int64_t)t->give[t->at[t->self]].n : 0, step};
    return status;
}

/* All members hear the same, and so all of them go on or none. */
static grn_status check_heard(const meeting *t, const grn_diag *diag)
{
    for (size_t i = 0; i < t->m->count; i++)
        if (t->heard[i].step != t->heard[t->self].step)
            return grn_fail(diag, t->m->place, GRN_E_STUCK, "%s: rank %d is at another step", t->m->what, (int)t->ranks[i]);
    return GRN_OK;
}

/* What is given and taken, one behind the other, in memory of one piece each. */
static bool stage(meeting *t, const grn_allocator *allocator, bool to_receive)
{
    size_t all = 0;
    for (size_t i = 0; i < t->m->count; i++) {
        const size_t bytes = to_receive ? (size_t)t->heard[i].bytes : t->give ? t->give[t->at[i]].n : 0;
        int64_t *list = to_receive ? t->receive_bytes : t->send_bytes;
        list[i] = i == t->self ? 0 : (int64_t)bytes;
        if (!grn_add_size(all, (size_t)list[i], &all))
            return false;
    }
    char *memory = grn_allocate(allocator, all);
    *(to_receive ? &t->receive : &t->send) = memory;
    *(to_receive ? &t->received : &t->sent) = all;
    return memory != NULL;
}

static void fill_send(meeting *t)
{
    char *to = t->send;
    for (size_t i = 0; i < t->m->count; i++)
        if (i != t->self && t->give && t->give[t->at[i]].n) {
            memcpy(to, t->give[t->at[i]].bytes, t->give[t->at[i]].n);
            to += t->give[t->at[i]].n;
        }
}

static grn_status take_all(const meeting *t, const grn_diag *diag)
{
    const char *from = t->receive;
    for (size_t i = 0; i < t->m->count; i++) {
        const grn_comm_room room = t->take ? t->take[t->at[i]] : (grn_comm_room){NULL, 0};
        const size_t n = (size_t)t->heard[i].bytes;
        if (n != room.n)
            return grn_fail(diag, t->m->place, GRN_E_SHAPE, "%s: rank %d gives %zu bytes, %zu are expected of it", t->m->what,
                            (int)t->ranks[i], n, room.n);
        if (n && i == t->self)
            memmove(room.bytes, t->give[t->at[i]].bytes, n);
        else if (n)
            memcpy(room.bytes, from, n);
        from += i == t->self ? 0 : n;
    }
    return GRN_OK;
}

/* A member that has no memory for what comes says so in a second round of words: nobody waits for it then. */
static grn_status agree(meeting *t, bool ready, const grn_diag *diag)
{
    int64_t first;
    grn_status status = t->comm->least(t->comm->user, ready ? INT64_MAX : (int64_t)t->self, &first);
    if (status != GRN_OK)
        return transport_failed(t->m->what, t->m->place, status, diag);
    if (!ready)
        return refused(t->m, diag);
    if (first != INT64_MAX)
        return grn_fail(diag, t->m->place, GRN_E_PEER, "%s: rank %d failed", t->m->what, (int)t->ranks[first]);
    return GRN_OK;
}

static grn_status meet(meeting *t, const grn_allocator *allocator, const grn_diag *diag)
{
    grn_status status = say(t);
    if (status != GRN_OK)
        return transport_failed(t->m->what, t->m->place, status, diag);
    status = check_heard(t, diag);
    if (status != GRN_OK)
        return status;
    const bool sends = stage(t, allocator, false), receives = stage(t, allocator, true);
    status = agree(t, sends && receives, diag);
    if (status != GRN_OK)
        return status;
    fill_send(t);
    status = t->comm->alltoallv(t->comm->user, t->send, t->send_bytes, t->receive, t->receive_bytes);
    if (status != GRN_OK)
        return transport_failed(t->m->what, t->m->place, status, diag);
    return take_all(t, diag);
}

static grn_status exchange(grn_grid_comm *c, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag)
{
    over *o = over_of(c);
    meeting t = {.m = m, .give = give, .take = take};
    meeting_begin(&t, o);
    grn_status status = group_of(o, m, t.ranks, diag, &t.comm);
    if (status == GRN_OK)
        status = meet(&t, o->allocator, diag);
    grn_release(o->allocator, t.send, t.sent);
    grn_release(o->allocator, t.receive, t.received);
    return status;
}

/* ---- channels --------------------------------------------------------------------------------------------------------- */

/* Channels that programs name and those within an op are apart: even and odd ones. */
static grn_status channel_of(const over *o, const grn_channel_end *end, const grn_diag *diag, int64_t *out)
{
    if (!o->ranks->send || !o->ranks->receive)
        return grn_fail(diag, end->place, GRN_E_UNSUPPORTED, "%s: the ranks' communicator has no channels", end->what);
    if (end->peer < 0 || end->peer >= o->ranks->size)
        return grn_fail(diag, end->place, GRN_E_UNSUPPORTED, "%s: channel %" PRId64 " has to name the rank at its other end",
                        end->what, end->channel);
    if (end->channel < 0 || end->channel >= INT64_MAX / 2)
        return grn_fail(diag, end->place, GRN_E_UNSUPPORTED, "%s: channel %" PRId64 " is not in [0, 2^62)", end->what,
                        end->channel);
    *out = 2 * end->channel + end->within_op;
    return GRN_OK;
}

static grn_status send(grn_grid_comm *c, const grn_channel_end *to, const grn_comm_part *message, const grn_diag *diag)
{
    const over *o = over_of(c);
    int64_t channel;
    grn_status status = channel_of(o, to, diag, &channel);
    if (status != GRN_OK)
        return status;
    status = o->ranks->send(o->ranks->user, (int32_t)to->peer, channel, message->bytes, message->n);
    return status == GRN_OK ? status : transport_failed(to->what, to->place, status, diag);
}

static grn_status receive(grn_grid_comm *c, const grn_channel_end *from, const grn_comm_room *message, const grn_diag *diag)
{
    const over *o = over_of(c);
    int64_t channel;
    grn_status status = channel_of(o, from, diag, &channel);
    if (status != GRN_OK)
        return status;
    status = o->ranks->receive(o->ranks->user, (int32_t)from->peer, channel, message->bytes, message->n);
    return status == GRN_OK ? status : transport_failed(from->what, from->place, status, diag);
}

/* ---- the grid --------------------------------------------------------------------------------------------------------- */

grn_status grn_comm_over(const grn_comm *ranks, int64_t replicas, int64_t partitions, const grn_allocator *allocator,
                         const grn_diag *diag, grn_grid_comm **out)
{
    int64_t processes;
    *out = NULL;
    if (replicas < 1 || partitions < 1 || !grn_mul_i64(replicas, partitions, &processes) || processes != ranks->size)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "a grid of %" PRId64 " x %" PRId64 " processes runs on as many ranks; there are %d", replicas, partitions,
                        (int)ranks->size);
    const size_t bytes = sizeof(over) + lists_bytes((size_t)ranks->size);
    over *o = grn_allocate(allocator, bytes);
    if (!o)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for a process was refused");
    *o = (over){.comm = {replicas, partitions, ranks->rank, exchange, send, receive},
                .ranks = ranks,
                .allocator = allocator,
                .bytes = bytes};
    *out = &o->comm;
    return GRN_OK;
}

void grn_comm_over_destroy(grn_grid_comm *c)
{
    over *o = c ? over_of(c) : NULL;
    for (group *g = o ? o->groups : NULL, *next; g; g = next) {
        next = g->next;
        if (g->comm.release)
            g->comm.release(g->comm.user);
        grn_release(o->allocator, g, group_bytes(g->count));
    }
    if (o)
        grn_release(o->allocator, o, o->bytes);
}
