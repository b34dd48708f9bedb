/*
 * processes.c - a grid of processes that are ranks of a caller's communicator (garner/comm.h).
 *
 * All data between two processes goes over one channel of the communicator, in frames: a head, and
 * bytes behind it. A frame is a part of a meeting, a message over a program's channel, or the
 * notice that its sender has ended. Frames of one sender come in their order, so the first part of
 * a meeting that has not been taken is of the sender's next step with this process: where that is
 * another step, neither will ever go on. A process that has ended sends nothing more. Only the
 * communicator can detect a longer ring of waiting processes, where it can (GRN_E_STUCK).
 */
#include <string.h>

#include "comm/group.h"
#include "comm/processes.h"

typedef enum frame_kind { FRAME_PART = 1, FRAME_MESSAGE, FRAME_END } frame_kind;

typedef struct frame_head {
    int32_t kind, from;
    int64_t key;    /* of the meeting; the channel; the status */
    uint64_t group; /* of a message */
    int64_t n;      /* bytes that follow, as one message */
} frame_head;

typedef struct frame {
    struct frame *next;
    frame_head head;
    char bytes[];
} frame;

struct grn_rank_grid {
    grn_group all; /* the communicator of all processes */
    grn_comm_step step;
    grn_grid_shape shape;
    const grn_comm *ranks;
    int64_t stream; /* the channel */
    const grn_allocator *allocator, *frames_allocator;
    size_t bytes;          /* of this and the lists behind it */
    frame *frames, **last; /* that came before a call took them */
    bool lost;             /* the bytes behind a head were not read: no later frame can be read */
    grn_process_end end;   /* this process's */
    int64_t status[];      /* how each ended; -1: it runs */
};

/* The part of a step, or the message over a channel, that a call waits for. */
typedef struct wanted {
    grn_comm_call call;
    frame_kind kind;
    int64_t key;
} wanted;

/* ---- frames out ------------------------------------------------------------------------------ */

static grn_status send_frame(grn_rank_grid *g, int64_t to, frame_head head, const void *bytes)
{
    head.from = g->all.comm.rank;
    grn_status status = g->ranks->send(g->ranks->user, (int32_t)to, g->stream, &head, sizeof head);
    if (status == GRN_OK && head.n)
        status = g->ranks->send(g->ranks->user, (int32_t)to, g->stream, bytes, (size_t)head.n);
    return status;
}

/* The status of the communicator's call while this process waited, or sent. */
static grn_status not_reached(const grn_rank_grid *g, grn_status status, const grn_comm_call *call)
{
    if (status == GRN_OK || status == GRN_E_STUCK)
        return status;
    return grn_fail(call->step.diag, call->step.place, status, "%s: rank %d could not exchange bytes with another: %s",
                    call->step.name, (int)g->all.comm.rank, grn_status_text(status));
}

/* ---- frames in ------------------------------------------------------------------------------- */

static grn_status read_head(grn_rank_grid *g, int64_t from, frame_head *head)
{
    grn_status status =
        g->lost ? GRN_E_PEER : g->ranks->receive(g->ranks->user, (int32_t)from, g->stream, head, sizeof *head);
    if (status == GRN_OK && head->kind == FRAME_END)
        g->status[head->from] = head->key;
    return status;
}

static grn_status read_bytes(grn_rank_grid *g, const frame_head *head, void *to)
{
    if (head->n == 0)
        return GRN_OK;
    grn_status status =
        to ? g->ranks->receive(g->ranks->user, head->from, g->stream, to, (size_t)head->n) : GRN_E_MEMORY;
    g->lost = g->lost || status != GRN_OK;
    return status;
}

static void frame_free(grn_rank_grid *g, frame *f)
{
    grn_release(g->frames_allocator, f, f ? sizeof *f + (size_t)f->head.n : 0);
}

/* Keeps a frame for a later call; the notice that a process has ended takes effect at once. */
static grn_status keep_frame(grn_rank_grid *g, const frame_head *head)
{
    size_t bytes;
    if (head->kind == FRAME_END)
        return GRN_OK;
    frame *f = grn_add_size(sizeof *f, (size_t)head->n, &bytes) ? grn_allocate(g->frames_allocator, bytes) : NULL;
    grn_status status = read_bytes(g, head, f ? f->bytes : NULL);
    if (!f || status != GRN_OK) {
        grn_release(g->frames_allocator, f, f ? bytes : 0);
        return f ? status : GRN_E_MEMORY;
    }
    f->next = NULL;
    f->head = *head;
    *g->last = f;
    g->last = &f->next;
    return GRN_OK;
}

static frame *unlink_frame(grn_rank_grid *g, frame **link)
{
    frame *found = *link;
    *link = found->next;
    if (g->last == &found->next)
        g->last = link;
    return found;
}

/* ---- frames taken by kind -------------------------------------------------------------------- */

/* Whether the frame is the next one that the call depends on. For a part only the sender counts: a
 * part of another step means that the call waits without an end. */
static bool concerns(const wanted *w, const frame_head *h)
{
    const bool is_message = w->kind == FRAME_MESSAGE;
    return h->kind == (int32_t)w->kind && (w->call.peer == GRN_ANY_PROCESS || w->call.peer == h->from) &&
           (!is_message || (h->key == w->key && h->group == w->call.group->key));
}

static frame **kept_frame(grn_rank_grid *g, const wanted *w)
{
    for (frame **link = &g->frames; *link; link = &(*link)->next)
        if (concerns(w, &(*link)->head))
            return link;
    return NULL;
}

static grn_status take_kept(grn_rank_grid *g, frame **link, const wanted *w, const grn_comm_room *room)
{
    const frame_head head = (*link)->head;
    if (head.key != w->key)
        return grn_comm_call_is_stuck(&w->call, head.from, &g->end);
    frame *f = unlink_frame(g, link);
    const bool fits = (size_t)head.n == room->n;
    if (fits && head.n)
        memcpy(room->bytes, f->bytes, room->n);
    frame_free(g, f);
    return fits ? GRN_OK
                : grn_comm_call_fails_bytes(&w->call, head.from, w->kind == FRAME_PART ? "gives" : "sends", head.n,
                                            room->n);
}

static bool can_come(const grn_rank_grid *g, const wanted *w)
{
    const int64_t peer = w->call.peer;
    if (peer != GRN_ANY_PROCESS)
        return g->status[peer] < 0;
    bool any = false;
    for (int32_t i = 0; i < g->all.comm.size; i++)
        any = any || (i != g->all.comm.rank && g->status[i] < 0);
    return any;
}

/* *done: the call's frame has come, and was taken. Frames for other calls are kept. */
static grn_status take_next(grn_rank_grid *g, const wanted *w, const grn_comm_room *room, bool *done)
{
    const bool knows_peer = w->call.peer == GRN_ANY_PROCESS && g->all.comm.size == 2;
    frame_head head;
    grn_status status =
        can_come(g, w) ? read_head(g, knows_peer ? 1 - g->all.comm.rank : w->call.peer, &head) : GRN_E_STUCK;
    if (status == GRN_E_STUCK)
        return grn_comm_call_is_stuck(&w->call, w->call.peer, &g->end);
    *done = status == GRN_OK && concerns(w, &head) && head.key == w->key && (size_t)head.n == room->n;
    if (status == GRN_OK)
        status = *done ? read_bytes(g, &head, room->bytes) : keep_frame(g, &head);
    return not_reached(g, status, &w->call);
}

static grn_status take_frame(grn_rank_grid *g, const wanted *w, const grn_comm_room *room)
{
    bool done = false;
    grn_status status = GRN_OK;
    while (status == GRN_OK && !done) {
        frame **kept = kept_frame(g, w);
        done = kept != NULL;
        status = kept ? take_kept(g, kept, w, room) : take_next(g, w, room, &done);
    }
    return status;
}

/* ---- meetings -------------------------------------------------------------------------------- */

/* FNV-1a of all that identifies a step: different steps have different numbers, but for one in
 * 2^63. */
static int64_t key_of(const grn_comm_call *m)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (const char *at = m->step.name; *at; at++)
        h = (h ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    h = (h ^ (uint64_t)m->step.number) * UINT64_C(0x100000001b3);
    h = (h ^ m->group->key) * UINT64_C(0x100000001b3);
    return (int64_t)(h >> 1);
}

static grn_status give_all(grn_rank_grid *g, const wanted *w, const grn_comm_part *give)
{
    const grn_group *group = w->call.group;
    grn_status status = GRN_OK;
    for (int32_t i = 1; status == GRN_OK && i < group->comm.size; i++) {
        const int32_t to = (group->comm.rank + i) % group->comm.size;
        const grn_comm_part part = give ? give[to] : (grn_comm_part){NULL, 0};
        status = send_frame(g, group->members[to],
                            (frame_head){.kind = FRAME_PART, .key = w->key, .n = (int64_t)part.n}, part.bytes);
    }
    return not_reached(g, status, &w->call);
}

static grn_status take_own(const wanted *w, const grn_comm_part *give, const grn_comm_room *take)
{
    const grn_group *group = w->call.group;
    const grn_comm_part part = give ? give[group->comm.rank] : (grn_comm_part){NULL, 0};
    const grn_comm_room room = take ? take[group->comm.rank] : (grn_comm_room){NULL, 0};
    if (part.n != room.n)
        return grn_comm_call_fails_bytes(&w->call, grn_group_self(group), "gives", (int64_t)part.n, room.n);
    if (room.n)
        memmove(room.bytes, part.bytes, room.n);
    return GRN_OK;
}

static grn_status exchange(void *user, const grn_comm_part *give, const grn_comm_room *rooms)
{
    const grn_group *group = user;
    grn_rank_grid *g = group->process;
    wanted w = {.call = grn_meeting_of(group, "exchange"), .kind = FRAME_PART};
    w.key = key_of(&w.call);
    grn_status status = give_all(g, &w, give);
    if (status == GRN_OK)
        status = take_own(&w, give, rooms);
    for (int32_t i = 0; status == GRN_OK && i < group->comm.size; i++) {
        w.call.peer = group->members[i];
        if (i != group->comm.rank)
            status = take_frame(g, &w, rooms ? &rooms[i] : &(grn_comm_room){NULL, 0});
    }
    return status;
}

/* ---- channels -------------------------------------------------------------------------------- */

/* A send without a known receiver: each of the others gets the message, and one takes it. */
static grn_status send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    const grn_group *group = user;
    grn_rank_grid *g = group->process;
    const grn_comm_call call = grn_message_of(group, "send", channel, to);
    const frame_head head = {.kind = FRAME_MESSAGE, .key = channel, .group = group->key, .n = (int64_t)n};
    grn_status status = GRN_OK;
    for (int32_t i = 0; status == GRN_OK && i < group->comm.size; i++)
        if (to == i || (to < 0 && i != group->comm.rank))
            status = send_frame(g, group->members[i], head, bytes);
    return not_reached(g, status, &call);
}

static grn_status receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    const grn_group *group = user;
    const wanted w = {.call = grn_message_of(group, "receive", channel, from), .kind = FRAME_MESSAGE, .key = channel};
    return take_frame(group->process, &w, &(grn_comm_room){bytes, n});
}

/* ---- the grid -------------------------------------------------------------------------------- */

static const grn_comm of_program = {.size_bytes = sizeof of_program,
                                    .group = grn_group_make,
                                    .send = send,
                                    .receive = receive,
                                    .exchange = exchange,
                                    .step = grn_group_step};

grn_rank_grid *grn_rank_grid_new(const grn_comm *ranks, const grn_grid_shape *shape, int64_t stream,
                                 const grn_allocator *allocator)
{
    const size_t count = (size_t)grn_grid_count(shape);
    const size_t bytes = sizeof(grn_rank_grid) + count * (sizeof(int64_t) + sizeof(int32_t));
    grn_rank_grid *g = grn_allocate(allocator, bytes);
    if (!g)
        return NULL;
    int32_t *members = (int32_t *)(void *)(g->status + count);
    *g = (grn_rank_grid){.all = {.comm = of_program, .process = g, .allocator = allocator, .members = members},
                         .shape = *shape,
                         .ranks = ranks,
                         .stream = stream,
                         .allocator = allocator,
                         .frames_allocator = allocator,
                         .bytes = bytes};
    g->all.comm.rank = ranks->rank;
    g->all.comm.size = (int32_t)count;
    g->all.comm.user = &g->all;
    g->all.grid = &g->shape;
    g->all.step = &g->step;
    g->last = &g->frames;
    for (size_t i = 0; i < count; i++) {
        g->status[i] = -1;
        members[i] = (int32_t)i;
    }
    return g;
}

const grn_comm *grn_rank_grid_comm(const grn_rank_grid *g) { return &g->all.comm; }
void grn_rank_grid_count(grn_rank_grid *g, const grn_allocator *allocator) { g->frames_allocator = allocator; }
grn_status grn_rank_grid_status(const grn_rank_grid *g, int64_t process)
{
    return g->status[process] < 0 ? GRN_E_PEER : (grn_status)g->status[process];
}

/* Reads on until a process has sent its end; frames for steps that this process never took are
 * dropped. */
static void await_end(grn_rank_grid *g, int64_t process)
{
    while (g->status[process] < 0) {
        frame_head head;
        if (read_head(g, process, &head) != GRN_OK || keep_frame(g, &head) != GRN_OK)
            return;
    }
}

grn_process_end grn_rank_grid_end(grn_rank_grid *g, grn_status own)
{
    const int32_t me = g->all.comm.rank, size = g->all.comm.size;
    grn_status status = GRN_OK;
    g->status[me] = g->end.status = own;
    g->end.is_stuck = g->end.is_stuck && own == GRN_E_STUCK;
    for (int32_t i = 1; status == GRN_OK && i < size; i++)
        status = send_frame(g, (me + i) % size, (frame_head){.kind = FRAME_END, .key = own}, NULL);
    for (int32_t i = 0; status == GRN_OK && i < size; i++)
        await_end(g, i);
    return g->end;
}

void grn_rank_grid_destroy(grn_rank_grid *g)
{
    if (!g)
        return;
    for (frame *f = g->frames, *next; f; f = next) {
        next = f->next;
        frame_free(g, f);
    }
    grn_release(g->allocator, g, g->bytes);
}
