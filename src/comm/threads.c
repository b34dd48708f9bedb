/*
 * threads.c - a grid of processes that are threads of one program.
 *
 * One lock protects all that processes know of each other. A process waits, runs, or has ended. The
 * thread that brings what a process waits for sets it running at once. So when none runs and some
 * wait, none will ever go on, and that is detected at once (stuck.c reports it).
 *
 * The members of a meeting copy from the memory of the senders, without the lock, and leave when
 * all have copied.
 */
#include <inttypes.h>
#include <string.h>

#include "comm/threads.h"

/* ---- waiting (under the lock) ---------------------------------------------------------------- */

static void go_on(grn_member *m)
{
    m->state = GRN_MEMBER_RUNS;
    m->grid->running++;
    pthread_cond_signal(&m->wake);
}

/* No member runs, so each that waits would do so forever: all are stopped. What each waits for is
 * noted before any of them goes on. */
static void end_waits(grn_thread_grid *g)
{
    for (int64_t i = 0; i < g->count; i++)
        if (g->members[i].state == GRN_MEMBER_WAITS)
            grn_member_note_stuck(&g->members[i]);
    for (int64_t i = 0; i < g->count; i++)
        if (g->members[i].state == GRN_MEMBER_WAITS) {
            g->members[i].waits_in_vain = true;
            go_on(&g->members[i]);
        }
}

static void stop_running(grn_thread_grid *g)
{
    if (--g->running == 0)
        end_waits(g);
}

/* Waits until another member sets this one running. */
static grn_status wait_for_others(grn_member *m)
{
    m->state = GRN_MEMBER_WAITS;
    m->waits_in_vain = false;
    stop_running(m->grid);
    while (m->state == GRN_MEMBER_WAITS)
        pthread_cond_wait(&m->wake, &m->grid->lock);
    if (!m->waits_in_vain)
        return GRN_OK;
    m->meeting = NULL;
    m->from = NULL;
    return GRN_E_STUCK;
}

/* ---- the memory of messages ------------------------------------------------------------------ */

static void burn(const grn_thread_grid *g, grn_letter *l)
{
    grn_release(g->members[l->from].allocator, l, sizeof *l + l->n);
}

static void burn_all(const grn_thread_grid *g, grn_letter *l)
{
    for (grn_letter *next; l; l = next) {
        next = l->next;
        burn(g, l);
    }
}

/* A letter that was received: back to its sender, if no other thread may use the sender's
 * memory. */
static void give_back(grn_thread_grid *g, grn_letter *l)
{
    grn_member *sender = &g->members[l->from];
    if (sender->allocator == g->allocator) {
        burn(g, l);
        return;
    }
    pthread_mutex_lock(&g->lock);
    l->next = sender->received;
    sender->received = l;
    pthread_mutex_unlock(&g->lock);
}

static void release_received(grn_member *me)
{
    if (me->allocator == me->grid->allocator)
        return;
    pthread_mutex_lock(&me->grid->lock);
    grn_letter *l = me->received;
    me->received = NULL;
    pthread_mutex_unlock(&me->grid->lock);
    burn_all(me->grid, l);
}

/* ---- meetings -------------------------------------------------------------------------------- */

bool grn_meetings_agree(const grn_comm_call *a, const grn_comm_call *b)
{
    const grn_group *one = a->group, *other = b->group;
    return one->key == other->key && a->step.number == b->step.number && one->comm.size == other->comm.size &&
           strcmp(a->step.name, b->step.name) == 0 &&
           memcmp(one->members, other->members, (size_t)one->comm.size * sizeof *one->members) == 0;
}

/* Whether all others are here already. A meeting of different steps is usually found then. */
static bool is_complete(const grn_member *me, const grn_comm_call *m)
{
    const grn_thread_grid *g = me->grid;
    for (int32_t i = 0; i < m->group->comm.size; i++) {
        const grn_member *other = &g->members[m->group->members[i]];
        bool here = other == me ||
                    (other->state == GRN_MEMBER_WAITS && other->meeting && other->meeting->group->key == m->group->key);
        if (!here)
            return false;
    }
    for (int32_t i = 0; i < m->group->comm.size; i++)
        if (!grn_meetings_agree(g->members[m->group->members[i]].meeting, m))
            return false;
    return true;
}

/* The last member to come opens the meeting for all; the first member's record counts those who are
 * still in it. */
static grn_status come_together(grn_member *me, const grn_comm_call *m)
{
    grn_thread_grid *g = me->grid;
    const int32_t *members = m->group->members;
    me->meeting = m;
    if (!is_complete(me, m))
        return wait_for_others(me);
    g->members[members[0]].inside = (size_t)m->group->comm.size;
    for (int32_t i = 0; i < m->group->comm.size; i++) {
        grn_member *other = &g->members[members[i]];
        other->may_leave = false;
        if (other != me)
            go_on(other);
    }
    return GRN_OK;
}

/* All copy at their own pace, so that this wait always ends. */
static void leave_together(grn_member *me, const grn_comm_call *m)
{
    grn_thread_grid *g = me->grid;
    const int32_t *members = m->group->members;
    if (--g->members[members[0]].inside == 0)
        for (int32_t i = 0; i < m->group->comm.size; i++) {
            grn_member *other = &g->members[members[i]];
            other->may_leave = true;
            pthread_cond_signal(&other->wake);
        }
    while (!me->may_leave)
        pthread_cond_wait(&me->wake, &g->lock);
    me->meeting = NULL;
}

static grn_status take_all(grn_member *me, const grn_comm_call *m, const grn_comm_room *take)
{
    const grn_group *group = m->group;
    for (int32_t i = 0; i < group->comm.size; i++) {
        const grn_member *giver = &me->grid->members[group->members[i]];
        const grn_comm_part part = giver->give ? giver->give[group->comm.rank] : (grn_comm_part){NULL, 0};
        const grn_comm_room room = take ? take[i] : (grn_comm_room){NULL, 0};
        if (part.n != room.n)
            return grn_comm_call_fails_bytes(m, group->members[i], "gives", (int64_t)part.n, room.n);
        if (part.n)
            memcpy(room.bytes, part.bytes, part.n);
    }
    return GRN_OK;
}

static grn_status meet(const grn_group *group, const char *name, const grn_comm_part *give, const grn_comm_room *take)
{
    grn_member *me = group->process;
    grn_thread_grid *g = me->grid;
    const grn_comm_call m = grn_meeting_of(group, name);
    release_received(me);
    pthread_mutex_lock(&g->lock);
    me->give = give;
    grn_status status = come_together(me, &m);
    pthread_mutex_unlock(&g->lock);
    if (status != GRN_OK)
        return status;
    status = take_all(me, &m, take);
    pthread_mutex_lock(&g->lock);
    leave_together(me, &m);
    pthread_mutex_unlock(&g->lock);
    return status;
}

static grn_status exchange(void *user, const grn_comm_part *give, const grn_comm_room *take)
{
    return meet(user, "exchange", give, take);
}

/* ---- channels -------------------------------------------------------------------------------- */

static bool fits(const grn_comm_call *from, int64_t receiver, const grn_letter *l)
{
    return l->channel == from->channel && l->group == from->group->key &&
           (l->to == GRN_ANY_PROCESS || l->to == receiver) && (from->peer == GRN_ANY_PROCESS || from->peer == l->from);
}

/* Delivers a message to the member that waits for it, or to the list of those not yet received. */
static void deliver(grn_thread_grid *g, grn_letter *l)
{
    for (int64_t i = 0; i < g->count; i++) {
        grn_member *m = &g->members[i];
        if (m->state == GRN_MEMBER_WAITS && m->from && fits(m->from, i, l)) {
            m->letter = l;
            m->from = NULL;
            go_on(m);
            return;
        }
    }
    *g->last = l;
    g->last = &l->next;
}

/* Channels of ranks are numbered from 0; a program's may have any number. */
static bool has_end(const grn_group *group, int64_t channel, int32_t peer)
{
    return (peer == -1 || grn_group_has(group, peer)) && (channel >= 0 || !group->comm.alltoallv);
}

static grn_status send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    const grn_group *group = user;
    grn_member *me = group->process;
    size_t room;
    if (!has_end(group, channel, to))
        return GRN_E_ARGUMENT;
    const grn_comm_call call = grn_message_of(group, "send", channel, to);
    release_received(me);
    grn_letter *l = grn_add_size(sizeof *l, n, &room) ? grn_allocate(me->allocator, room) : NULL;
    if (!l)
        return grn_fail(call.step.diag, call.step.place, GRN_E_MEMORY,
                        "%s: memory for a message of %zu bytes was refused", call.step.name, n);
    *l = (grn_letter){.from = me->all.comm.rank, .to = call.peer, .channel = channel, .group = group->key, .n = n};
    if (n)
        memcpy(l->bytes, bytes, n);
    pthread_mutex_lock(&me->grid->lock);
    deliver(me->grid, l);
    pthread_mutex_unlock(&me->grid->lock);
    return GRN_OK;
}

/* Takes from the list, of the messages that fit, the first of the lowest sender. */
static grn_letter *find_letter(grn_thread_grid *g, const grn_comm_call *from, int64_t receiver)
{
    grn_letter **best = NULL;
    for (grn_letter **link = &g->letters; *link; link = &(*link)->next)
        if (fits(from, receiver, *link) && (!best || (*link)->from < (*best)->from)) {
            best = link;
            if (from->peer != GRN_ANY_PROCESS)
                break;
        }
    if (!best)
        return NULL;
    grn_letter *found = *best;
    *best = found->next;
    if (g->last == &found->next)
        g->last = best;
    return found;
}

static grn_status await_letter(grn_member *me, const grn_comm_call *from)
{
    me->letter = find_letter(me->grid, from, me->all.comm.rank);
    if (me->letter)
        return GRN_OK;
    me->from = from;
    return wait_for_others(me);
}

static grn_status receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    const grn_group *group = user;
    grn_member *me = group->process;
    if (!has_end(group, channel, from))
        return GRN_E_ARGUMENT;
    const grn_comm_call call = grn_message_of(group, "receive", channel, from);
    release_received(me);
    pthread_mutex_lock(&me->grid->lock);
    grn_status status = await_letter(me, &call);
    pthread_mutex_unlock(&me->grid->lock);
    if (status != GRN_OK)
        return status;
    grn_letter *l = me->letter;
    me->letter = NULL;
    if (l->n != n)
        status = grn_comm_call_fails_bytes(&call, l->from, "sends", (int64_t)l->n, n);
    else if (n)
        memcpy(bytes, l->bytes, n);
    give_back(me->grid, l);
    return status;
}

/* ---- the grid -------------------------------------------------------------------------------- */

static void *be_process(void *member)
{
    grn_member *m = member;
    const grn_grid_work *work = m->grid->work;
    grn_status status = work->run(work->user, &m->all.comm);
    pthread_mutex_lock(&m->grid->lock);
    m->end->status = status;
    m->state = GRN_MEMBER_ENDED;
    stop_running(m->grid);
    pthread_mutex_unlock(&m->grid->lock);
    return NULL;
}

static const grn_comm of_program = {.size_bytes = sizeof of_program,
                                    .group = grn_group_make,
                                    .send = send,
                                    .receive = receive,
                                    .exchange = exchange,
                                    .step = grn_group_step};

static void init_member(grn_thread_grid *g, int32_t i)
{
    grn_member *m = &g->members[i];
    g->everyone[i] = i;
    g->ends[i] = (grn_process_end){.status = GRN_E_MEMORY}; /* until it has started */
    *m = (grn_member){.grid = g, .state = GRN_MEMBER_RUNS, .allocator = g->allocator, .end = &g->ends[i]};
    if (g->work->memory_of)
        m->allocator = g->work->memory_of(g->work->user, i);
    m->all = (grn_group){.comm = of_program,
                         .process = m,
                         .grid = &g->shape,
                         .step = &m->step,
                         .allocator = g->allocator,
                         .members = g->everyone};
    m->all.comm.rank = i;
    m->all.comm.size = (int32_t)g->count;
    m->all.comm.user = &m->all;
    pthread_cond_init(&m->wake, NULL);
}

/* The library's own recursion is bounded for a stack of 8 MiB, which not every system gives a
 * thread. */
#define STACK_BYTES ((size_t)8 << 20)

/* A process without a thread has ended before it began. */
static void start(grn_thread_grid *g, grn_member *m)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    m->started = pthread_create(&m->thread, &attributes, be_process, m) == 0;
    pthread_attr_destroy(&attributes);
    if (m->started)
        return;
    pthread_mutex_lock(&g->lock);
    m->state = GRN_MEMBER_ENDED;
    stop_running(g);
    pthread_mutex_unlock(&g->lock);
}

static void grid_end(grn_thread_grid *g)
{
    burn_all(g, g->letters);
    for (int64_t i = 0; i < g->count; i++) {
        burn_all(g, g->members[i].received);
        pthread_cond_destroy(&g->members[i].wake);
    }
    pthread_mutex_destroy(&g->lock);
    grn_release(g->allocator, g, g->bytes);
}

static grn_thread_grid *grid_begin(const grn_grid_shape *shape, const grn_grid_work *work,
                                   const grn_allocator *allocator)
{
    const size_t count = (size_t)grn_grid_count(shape);
    const size_t bytes =
        sizeof(grn_thread_grid) + count * (sizeof(grn_member) + sizeof(grn_process_end) + sizeof(int32_t));
    grn_thread_grid *g = grn_allocate(allocator, bytes);
    if (!g)
        return NULL;
    *g = (grn_thread_grid){.allocator = allocator,
                           .work = work,
                           .shape = *shape,
                           .count = (int64_t)count,
                           .running = (int64_t)count,
                           .bytes = bytes};
    g->last = &g->letters;
    g->ends = (grn_process_end *)(void *)(g->members + count);
    g->everyone = (int32_t *)(void *)(g->ends + count);
    pthread_mutex_init(&g->lock, NULL);
    for (int32_t i = 0; i < g->count; i++)
        init_member(g, i);
    return g;
}

static grn_status outcome(const grn_thread_grid *g, const grn_diag *diag, grn_place place, int64_t *failed)
{
    char who[GRN_PROCESS_BYTES];
    const grn_status status = grn_processes_ended(&g->shape, g->ends, diag, failed);
    if (*failed < 0 || g->members[*failed].started)
        return status;
    grn_process_name(&g->shape, *failed, who);
    *failed = -1;
    return grn_fail(diag, place, GRN_E_MEMORY, "a thread for %s was refused", who);
}

grn_status grn_grid_run(const grn_grid_shape *shape, const grn_grid_work *work, const grn_allocator *allocator,
                        const grn_diag *diag, grn_place place, int64_t *failed)
{
    *failed = -1;
    grn_thread_grid *g = grid_begin(shape, work, allocator);
    if (!g)
        return grn_fail(diag, place, GRN_E_MEMORY, "memory for %" PRId64 " %s was refused", grn_grid_count(shape),
                        grn_process_word(shape->kind, true));
    for (int64_t i = 0; i < g->count; i++)
        start(g, &g->members[i]);
    for (int64_t i = 0; i < g->count; i++)
        if (g->members[i].started)
            pthread_join(g->members[i].thread, NULL);
    grn_status status = outcome(g, diag, place, failed);
    grid_end(g);
    return status;
}

/* ---- ranks: processes with what a caller's communicator has besides (garner/comm.h) ---------- */

/* The memory of their collective calls, in the lists of their group, so that a call allocates
 * none. */
typedef struct rank_lists {
    grn_comm_part *give;
    grn_comm_room *take;
    int64_t *heard;
} rank_lists;
#define RANK_LIST_BYTES (sizeof(grn_comm_part) + sizeof(grn_comm_room) + sizeof(int64_t))

static rank_lists lists_of(const grn_group *g)
{
    const size_t n = (size_t)g->comm.size;
    rank_lists l = {.give = g->lists};
    l.take = (grn_comm_room *)(void *)(l.give + n);
    l.heard = (int64_t *)(void *)(l.take + n);
    return l;
}

static grn_status alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                            const int64_t *receive_bytes)
{
    const grn_group *g = user;
    const rank_lists l = lists_of(g);
    const char *from = send;
    char *to = receive;
    for (int32_t i = 0; i < g->comm.size; i++) {
        l.give[i] = (grn_comm_part){from, (size_t)send_bytes[i]};
        l.take[i] = (grn_comm_room){to, (size_t)receive_bytes[i]};
        from = send_bytes[i] ? from + send_bytes[i] : from;
        to = receive_bytes[i] ? to + receive_bytes[i] : to;
    }
    return meet(g, "alltoallv", l.give, l.take);
}

static grn_status least(void *user, int64_t mine, int64_t *out)
{
    const grn_group *g = user;
    const rank_lists l = lists_of(g);
    for (int32_t i = 0; i < g->comm.size; i++) {
        l.give[i] = (grn_comm_part){&mine, sizeof mine};
        l.take[i] = (grn_comm_room){&l.heard[i], sizeof mine};
    }
    grn_status status = meet(g, "least", l.give, l.take);
    if (status != GRN_OK)
        return status;
    *out = mine;
    for (int32_t i = 0; i < g->comm.size; i++)
        *out = l.heard[i] < *out ? l.heard[i] : *out;
    return GRN_OK;
}

typedef struct ranks_work {
    grn_rank_fn work;
    void *user;
} ranks_work;

static grn_status be_rank(void *user, const grn_comm *comm)
{
    const ranks_work *ranks = user;
    grn_group all = *(const grn_group *)comm->user;
    all.comm.alltoallv = alltoallv;
    all.comm.least = least;
    all.list_bytes = RANK_LIST_BYTES;
    grn_group *g = grn_group_new(&all, (size_t)comm->size);
    if (!g)
        return GRN_E_MEMORY;
    g->members = all.members;
    g->comm.rank = comm->rank;
    grn_comm own = g->comm;
    own.release = NULL;
    grn_status status = ranks->work(ranks->user, &own);
    grn_group_release(g);
    return status;
}

grn_status grn_ranks_run(int32_t size, grn_rank_fn work, void *user, const grn_allocator *allocator,
                         const grn_diag *diag)
{
    int64_t failed;
    if (size < 1 || size > GRN_MAX_PROCESSES)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%d ranks; there may be 1 to %d", (int)size,
                        GRN_MAX_PROCESSES);
    if (!work)
        return grn_fail_null("work", diag);
    grn_status status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    grn_shared_memory *memory = grn_shared_memory_new(allocator);
    if (!memory)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for %d ranks was refused", (int)size);
    ranks_work ranks = {work, user};
    status = grn_grid_run(&(grn_grid_shape){.replicas = size, .partitions = 1, .kind = GRN_PROCESS_RANK},
                          &(grn_grid_work){.run = be_rank, .user = &ranks}, grn_shared_memory_allocator(memory), diag,
                          grn_no_place, &failed);
    grn_shared_memory_destroy(memory);
    return status;
}
