/*
 * threads.c - a grid of processes that are threads of one program.
 *
 * One lock is over all that processes know of each other. A process waits, runs,
 * or has ended; it becomes one that runs again the moment that what it waits
 * for is there, by whoever brought it. So when none runs and some wait, none
 * will ever go on, and that is known at once (stuck.c tells of it).
 *
 * Those who meet copy what they take out of the memory of those who give,
 * without the lock, and leave when all have.
 */
#include <inttypes.h>
#include <string.h>

#include "comm/grid.h"

static grn_thread_comm *comm_of(grn_grid_comm *c) { return (grn_thread_comm *)c; /* it is its first member */ }

/* ---- waiting (under the lock) ----------------------------------------------------------------------------------------- */

static void go_on(grn_member *m)
{
    m->state = GRN_MEMBER_RUNS;
    m->grid->running++;
    pthread_cond_signal(&m->wake);
}

/* No member runs: whoever waits does so forever. What each waits for is noted before any of them wakes. */
static void end_waits(grn_grid *g)
{
    for (int64_t i = 0; i < g->count; i++)
        if (g->members[i].state == GRN_MEMBER_WAITS)
            grn_member_note_stuck(&g->members[i]);
    for (int64_t i = 0; i < g->count; i++)
        if (g->members[i].state == GRN_MEMBER_WAITS) {
            g->members[i].state = GRN_MEMBER_STUCK;
            g->stuck = true;
            pthread_cond_signal(&g->members[i].wake);
        }
}

static void stop_running(grn_grid *g)
{
    if (--g->running == 0)
        end_waits(g);
}

/* Until another member lets it go on. */
static grn_status wait_for_others(grn_member *m)
{
    m->state = GRN_MEMBER_WAITS;
    stop_running(m->grid);
    while (m->state == GRN_MEMBER_WAITS)
        pthread_cond_wait(&m->wake, &m->grid->lock);
    return m->state == GRN_MEMBER_STUCK ? GRN_E_STUCK : GRN_OK;
}

/* ---- the memory of messages ------------------------------------------------------------------------------------------- */

static void burn(const grn_grid *g, grn_letter *l) { grn_release(g->members[l->from].allocator, l, sizeof *l + l->n); }

static void burn_all(const grn_grid *g, grn_letter *l)
{
    for (grn_letter *next; l; l = next) {
        next = l->next;
        burn(g, l);
    }
}

/* A letter that was received: back to its sender, if no other thread may use the sender's memory. */
static void give_back(grn_grid *g, grn_letter *l)
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

/* ---- meetings --------------------------------------------------------------------------------------------------------- */

bool grn_meetings_agree(const grn_meeting *a, const grn_meeting *b)
{
    return a->channel == b->channel && a->count == b->count && strcmp(a->what, b->what) == 0 &&
           memcmp(a->members, b->members, a->count * sizeof *a->members) == 0;
}

/* FNV-1a of the members: most meetings that differ differ in it. */
static uint64_t hash_of(const grn_meeting *m)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < m->count; i++)
        h = (h ^ (uint64_t)m->members[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* Whether everyone else is here already. */
static bool is_complete(const grn_member *me, const grn_meeting *m)
{
    const grn_grid *g = me->grid;
    for (size_t i = 0; i < m->count; i++) {
        const grn_member *other = &g->members[m->members[i]];
        bool here = other == me || (other->state == GRN_MEMBER_WAITS && other->meeting && other->hash == me->hash);
        if (!here)
            return false;
    }
    for (size_t i = 0; i < m->count; i++)
        if (!grn_meetings_agree(g->members[m->members[i]].meeting, m))
            return false;
    return true;
}

/* The last to come opens the meeting for all; the first member's record counts who is still in it. */
static grn_status come_together(grn_member *me, const grn_meeting *m)
{
    grn_grid *g = me->grid;
    me->hash = hash_of(m);
    me->meeting = m;
    if (!is_complete(me, m))
        return wait_for_others(me);
    g->members[m->members[0]].inside = m->count;
    for (size_t i = 0; i < m->count; i++) {
        grn_member *other = &g->members[m->members[i]];
        other->may_leave = false;
        if (other != me)
            go_on(other);
    }
    return GRN_OK;
}

/* All copy at their own pace, so that this wait always ends. */
static void leave_together(grn_member *me, const grn_meeting *m)
{
    grn_grid *g = me->grid;
    if (--g->members[m->members[0]].inside == 0)
        for (size_t i = 0; i < m->count; i++) {
            grn_member *other = &g->members[m->members[i]];
            other->may_leave = true;
            pthread_cond_signal(&other->wake);
        }
    while (!me->may_leave)
        pthread_cond_wait(&me->wake, &g->lock);
    me->meeting = NULL;
}

static grn_status disagree(const grn_member *me, const grn_meeting *m, const grn_member *giver, size_t given, size_t taken,
                           const grn_diag *diag)
{
    char who[GRN_PROCESS_BYTES];
    return grn_fail(diag, m->place, GRN_E_SHAPE, "%s: %s gives %zu bytes, %zu are expected of it", m->what,
                    grn_member_name(me->grid, giver - me->grid->members, who), given, taken);
}

static grn_status take_all(grn_member *me, const grn_meeting *m, const grn_comm_room *take, const grn_diag *diag)
{
    const size_t mine = grn_comm_position(&me->comm.comm, m);
    for (size_t i = 0; i < m->count; i++) {
        const grn_member *giver = &me->grid->members[m->members[i]];
        const grn_comm_part part = giver->give ? giver->give[mine] : (grn_comm_part){NULL, 0};
        const grn_comm_room room = take ? take[i] : (grn_comm_room){NULL, 0};
        if (part.n != room.n)
            return disagree(me, m, giver, part.n, room.n, diag);
        if (part.n)
            memcpy(room.bytes, part.bytes, part.n);
    }
    return GRN_OK;
}

static grn_status exchange(grn_grid_comm *c, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag)
{
    grn_member *me = comm_of(c)->member;
    grn_grid *g = me->grid;
    release_received(me);
    pthread_mutex_lock(&g->lock);
    me->give = give;
    grn_status status = come_together(me, m);
    pthread_mutex_unlock(&g->lock);
    if (status != GRN_OK)
        return status;
    status = take_all(me, m, take, diag);
    pthread_mutex_lock(&g->lock);
    leave_together(me, m);
    pthread_mutex_unlock(&g->lock);
    return status;
}

/* ---- channels --------------------------------------------------------------------------------------------------------- */

static bool fits(const grn_channel_end *from, int64_t receiver, const grn_letter *l)
{
    return l->channel == from->channel && l->group == from->group && l->within_op == from->within_op &&
           (l->to == GRN_ANY_PROCESS || l->to == receiver) && (from->peer == GRN_ANY_PROCESS || from->peer == l->from);
}

/* To the member that waits for it, or to those that nobody has asked for yet. */
static void deliver(grn_grid *g, grn_letter *l)
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

static grn_status send(grn_grid_comm *c, const grn_channel_end *to, const grn_comm_part *message, const grn_diag *diag)
{
    grn_member *me = comm_of(c)->member;
    grn_grid *g = me->grid;
    size_t bytes;
    release_received(me);
    grn_letter *l = grn_add_size(sizeof *l, message->n, &bytes) ? grn_allocate(me->allocator, bytes) : NULL;
    if (!l)
        return grn_fail(diag, to->place, GRN_E_MEMORY, "%s: memory for a message of %zu bytes was refused", to->what, message->n);
    *l = (grn_letter){.from = c->process,
                      .to = to->peer,
                      .channel = to->channel,
                      .group = to->group,
                      .within_op = to->within_op,
                      .n = message->n};
    if (message->n)
        memcpy(l->bytes, message->bytes, message->n);
    pthread_mutex_lock(&g->lock);
    deliver(g, l);
    pthread_mutex_unlock(&g->lock);
    return GRN_OK;
}

/* Of those that fit, the first of the lowest sender, taken out of those that lie there. */
static grn_letter *find_letter(grn_grid *g, const grn_channel_end *from, int64_t receiver)
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

static grn_status await_letter(grn_member *me, const grn_channel_end *from)
{
    me->letter = find_letter(me->grid, from, me->comm.comm.process);
    if (me->letter)
        return GRN_OK;
    me->from = from;
    return wait_for_others(me);
}

static grn_status receive(grn_grid_comm *c, const grn_channel_end *from, const grn_comm_room *message, const grn_diag *diag)
{
    grn_member *me = comm_of(c)->member;
    char who[GRN_PROCESS_BYTES];
    release_received(me);
    pthread_mutex_lock(&me->grid->lock);
    grn_status status = await_letter(me, from);
    pthread_mutex_unlock(&me->grid->lock);
    if (status != GRN_OK)
        return status;
    grn_letter *l = me->letter;
    me->letter = NULL;
    if (l->n != message->n)
        status = grn_fail(diag, from->place, GRN_E_SHAPE, "%s: %s sends %zu bytes, %zu are expected of it", from->what,
                          grn_member_name(me->grid, l->from, who), l->n, message->n);
    else if (l->n)
        memcpy(message->bytes, l->bytes, l->n);
    give_back(me->grid, l);
    return status;
}

/* ---- the grid --------------------------------------------------------------------------------------------------------- */

static void *be_process(void *member)
{
    grn_member *m = member;
    const grn_grid_work *work = m->grid->work;
    grn_status status = work->run(work->user, &m->comm.comm);
    pthread_mutex_lock(&m->grid->lock);
    m->status = status;
    m->state = m->state == GRN_MEMBER_STUCK ? GRN_MEMBER_STUCK : GRN_MEMBER_ENDED;
    if (m->state == GRN_MEMBER_ENDED)
        stop_running(m->grid);
    pthread_mutex_unlock(&m->grid->lock);
    return NULL;
}

static void init_member(grn_grid *g, int64_t i, int64_t replicas, int64_t partitions)
{
    grn_member *m = &g->members[i];
    *m = (grn_member){.grid = g, .state = GRN_MEMBER_RUNS, .allocator = g->allocator};
    if (g->work->memory_of)
        m->allocator = g->work->memory_of(g->work->user, i);
    m->comm = (grn_thread_comm){.comm = {.replicas = replicas,
                                         .partitions = partitions,
                                         .process = i,
                                         .kind = g->work->kind,
                                         .exchange = exchange,
                                         .send = send,
                                         .receive = receive},
                                .member = m};
    pthread_cond_init(&m->wake, NULL);
}

/* The library's own recursion is bounded for a stack of 8 MiB, which not every system gives a thread. */
#define STACK_BYTES ((size_t)8 << 20)

/* A process without a thread has ended before it began. */
static void start(grn_grid *g, grn_member *m)
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

static void grid_end(grn_grid *g)
{
    burn_all(g, g->letters);
    for (int64_t i = 0; i < g->count; i++) {
        burn_all(g, g->members[i].received);
        pthread_cond_destroy(&g->members[i].wake);
    }
    pthread_mutex_destroy(&g->lock);
    grn_release(g->allocator, g, sizeof *g + (size_t)g->count * sizeof *g->members);
}

static grn_grid *grid_begin(int64_t replicas, int64_t partitions, const grn_grid_work *work, const grn_allocator *allocator)
{
    const int64_t count = replicas * partitions;
    grn_grid *g = grn_allocate(allocator, sizeof *g + (size_t)count * sizeof *g->members);
    if (!g)
        return NULL;
    *g = (grn_grid){.allocator = allocator, .work = work, .count = count, .running = count, .partitions = partitions};
    g->last = &g->letters;
    pthread_mutex_init(&g->lock, NULL);
    for (int64_t i = 0; i < count; i++)
        init_member(g, i, replicas, partitions);
    return g;
}

/* How the grid ended. */
static grn_status outcome(const grn_grid *g, const grn_diag *diag, grn_place place, int64_t *failed)
{
    bool peer_failed = false;
    for (int64_t i = 0; i < g->count; i++) {
        const grn_member *m = &g->members[i];
        char who[GRN_PROCESS_BYTES];
        if (!m->started)
            return grn_fail(diag, place, GRN_E_MEMORY, "a thread for %s was refused", grn_member_name(g, i, who));
        if (m->status == GRN_E_PEER)
            peer_failed = true;
        else if (m->status != GRN_OK && m->status != GRN_E_STUCK) {
            *failed = i;
            return m->status;
        }
    }
    return g->stuck ? grn_grid_tell_stuck(g, diag) : peer_failed ? GRN_E_PEER : GRN_OK;
}

grn_status grn_grid_run(int64_t replicas, int64_t partitions, const grn_grid_work *work, const grn_allocator *allocator,
                        const grn_diag *diag, grn_place place, int64_t *failed)
{
    const int64_t count = replicas * partitions;
    *failed = -1;
    grn_grid *g = grid_begin(replicas, partitions, work, allocator);
    if (!g)
        return grn_fail(diag, place, GRN_E_MEMORY, "memory for %" PRId64 " %s was refused", count,
                        grn_process_word(work->kind, true));
    for (int64_t i = 0; i < count; i++)
        start(g, &g->members[i]);
    for (int64_t i = 0; i < count; i++)
        if (g->members[i].started)
            pthread_join(g->members[i].thread, NULL);
    grn_status status = outcome(g, diag, place, failed);
    grid_end(g);
    return status;
}
