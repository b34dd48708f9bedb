/*
 * processes.c - a grid of processes that are ranks of a caller's communicator (garner/comm.h).
 *
 * All that two processes give each other goes over one channel of the communicator, in frames: a head, and bytes behind it.
 * A frame is a part of a meeting, a message over a program's channel, or the news that its sender has ended. Frames of one
 * sender come in their order, so the first part of a meeting that has not been taken is of the step that it takes next
 * with this process: where that is another step, neither will ever go on. A process that has ended gives nothing
 * more. Those who wait in a longer ring are known to the communicator alone, where it can tell (GRN_E_STUCK).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comm/processes.h"

typedef enum frame_kind { FRAME_PART = 1, FRAME_MESSAGE, FRAME_END } frame_kind;

typedef struct frame_head {
    int32_t kind, from;
    int64_t key; /* of the meeting; the channel; the status */
    int64_t within_op;
    int64_t n; /* bytes that follow, as one message */
} frame_head;

typedef struct frame {
    struct frame *next;
    frame_head head;
    char bytes[];
} frame;

struct grn_rank_grid {
    grn_grid_comm comm; /* first: one pointer serves both */
    const grn_comm *ranks;
    int64_t stream; /* the channel */
    int64_t count;
    const grn_allocator *allocator, *frames_allocator;
    frame *frames, **last; /* that came before they were asked for */
    bool lost;             /* what followed a head was not taken: no frame can be read any more */
    bool told;             /* that this process has ended */
    grn_rank_stuck stuck;
    int64_t status[]; /* how each ended; -1: it runs */
};

static grn_rank_grid *grid_of(grn_grid_comm *c) { return (grn_rank_grid *)c; /* it is its first member */ }

static const char *process_name(const grn_rank_grid *g, int64_t process, char text[GRN_PROCESS_BYTES])
{
    return grn_process_name(g->comm.partitions, g->comm.kind, process, text);
}

/* ---- frames out ----------------------------------------------------------------------------------------------------------- */

static grn_status send_frame(grn_rank_grid *g, int64_t to, frame_head head, const void *bytes)
{
    head.from = (int32_t)g->comm.process;
    grn_status status = g->ranks->send(g->ranks->user, (int32_t)to, g->stream, &head, sizeof head);
    if (status == GRN_OK && head.n)
        status = g->ranks->send(g->ranks->user, (int32_t)to, g->stream, bytes, (size_t)head.n);
    return status;
}

/* ---- frames in ------------------------------------------------------------------------------------------------------------ */

static grn_status read_head(grn_rank_grid *g, int64_t from, frame_head *head)
{
    grn_status status = g->lost ? GRN_E_PEER : g->ranks->receive(g->ranks->user, (int32_t)from, g->stream, head, sizeof *head);
    if (status == GRN_OK && head->kind == FRAME_END)
        g->status[head->from] = head->key;
    return status;
}

static grn_status read_bytes(grn_rank_grid *g, const frame_head *head, void *to)
{
    if (head->n == 0)
        return GRN_OK;
    grn_status status = to ? g->ranks->receive(g->ranks->user, head->from, g->stream, to, (size_t)head->n) : GRN_E_MEMORY;
    g->lost = g->lost || status != GRN_OK;
    return status;
}

static void frame_free(grn_rank_grid *g, frame *f) { grn_release(g->frames_allocator, f, f ? sizeof *f + (size_t)f->head.n : 0); }

/* One that was not asked for yet. */
static grn_status keep_frame(grn_rank_grid *g, const frame_head *head)
{
    size_t bytes;
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

/* ---- waits without an end --------------------------------------------------------------------------------------------------- */

static grn_status get_stuck(grn_rank_grid *g, const char *what, grn_place place, int64_t channel, int64_t peer)
{
    char who[GRN_PROCESS_BYTES], whom[GRN_PROCESS_BYTES];
    g->stuck.place = place;
    process_name(g, g->comm.process, who);
    if (peer == GRN_ANY_PROCESS)
        snprintf(g->stuck.text, sizeof g->stuck.text, "%s: %s waits for a message on channel %" PRId64, what, who, channel);
    else
        snprintf(g->stuck.text, sizeof g->stuck.text, "%s: %s waits for %s", what, who,
                 grn_process_number(g->comm.partitions, g->comm.kind, peer, whom));
    return GRN_E_STUCK;
}

/* What the communicator answered while this process waited. */
static grn_status not_reached(grn_rank_grid *g, grn_status status, const char *what, grn_place place, const grn_diag *diag)
{
    if (status == GRN_E_STUCK)
        return status;
    return grn_fail(diag, place, status, "%s: rank %" PRId64 " could not exchange bytes with another: %s", what, g->comm.process,
                    grn_status_text(status));
}

/* ---- meetings --------------------------------------------------------------------------------------------------------------- */

/* FNV-1a of all that makes a step one: those that differ differ in it, but for one in 2^63. */
static int64_t key_of(const grn_meeting *m)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (const char *at = m->what; *at; at++)
        h = (h ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    h = (h ^ (uint64_t)m->channel) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < m->count; i++)
        h = (h ^ (uint64_t)m->members[i]) * UINT64_C(0x100000001b3);
    return (int64_t)(h >> 1);
}

static grn_status disagree(grn_rank_grid *g, const grn_meeting *m, int64_t giver, int64_t given, size_t taken, const grn_diag *diag)
{
    char who[GRN_PROCESS_BYTES];
    return grn_fail(diag, m->place, GRN_E_SHAPE, "%s: %s gives %" PRId64 " bytes, %zu are expected of it", m->what,
                    process_name(g, giver, who), given, taken);
}

/* The next part of the peer's that lies here already. */
static frame **part_of(grn_rank_grid *g, int64_t peer)
{
    for (frame **link = &g->frames; *link; link = &(*link)->next)
        if ((*link)->head.kind == FRAME_PART && (*link)->head.from == peer)
            return link;
    return NULL;
}

static grn_status take_kept_part(grn_rank_grid *g, frame **link, const grn_meeting *m, const grn_comm_room *room,
                                 const grn_diag *diag)
{
    const frame_head head = (*link)->head;
    if (head.key != key_of(m))
        return get_stuck(g, m->what, m->place, m->channel, head.from);
    frame *f = unlink_frame(g, link);
    if ((size_t)head.n == room->n && head.n)
        memcpy(room->bytes, f->bytes, room->n);
    frame_free(g, f);
    return (size_t)head.n == room->n ? GRN_OK : disagree(g, m, head.from, head.n, room->n, diag);
}

/* *done: the part was taken. What is not it is kept. */
static grn_status take_next(grn_rank_grid *g, int64_t peer, const grn_meeting *m, const grn_comm_room *room, bool *done,
                            const grn_diag *diag)
{
    frame_head head;
    if (g->status[peer] >= 0)
        return get_stuck(g, m->what, m->place, m->channel, peer);
    grn_status status = read_head(g, peer, &head);
    if (status == GRN_E_STUCK)
        return get_stuck(g, m->what, m->place, m->channel, peer);
    if (status == GRN_OK && head.kind == FRAME_PART && head.key == key_of(m) && (size_t)head.n == room->n) {
        *done = true;
        status = read_bytes(g, &head, room->bytes);
    } else if (status == GRN_OK && head.kind != FRAME_END)
        status = keep_frame(g, &head);
    return status == GRN_OK ? GRN_OK : not_reached(g, status, m->what, m->place, diag);
}

static grn_status take_part(grn_rank_grid *g, int64_t peer, const grn_meeting *m, const grn_comm_room *room, const grn_diag *diag)
{
    bool done = false;
    grn_status status = GRN_OK;
    while (status == GRN_OK && !done) {
        frame **kept = part_of(g, peer);
        done = kept != NULL;
        status = kept ? take_kept_part(g, kept, m, room, diag) : take_next(g, peer, m, room, &done, diag);
    }
    return status;
}

static grn_status give_all(grn_rank_grid *g, const grn_meeting *m, const grn_comm_part *give, const grn_diag *diag)
{
    const size_t mine = grn_comm_position(&g->comm, m);
    grn_status status = GRN_OK;
    for (size_t i = 1; status == GRN_OK && i < m->count; i++) {
        const size_t to = (mine + i) % m->count;
        const grn_comm_part part = give ? give[to] : (grn_comm_part){NULL, 0};
        status =
            send_frame(g, m->members[to], (frame_head){.kind = FRAME_PART, .key = key_of(m), .n = (int64_t)part.n}, part.bytes);
    }
    return status == GRN_OK ? GRN_OK : not_reached(g, status, m->what, m->place, diag);
}

static grn_status take_own(grn_rank_grid *g, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag)
{
    const size_t mine = grn_comm_position(&g->comm, m);
    const grn_comm_part part = give ? give[mine] : (grn_comm_part){NULL, 0};
    const grn_comm_room room = take ? take[mine] : (grn_comm_room){NULL, 0};
    if (part.n != room.n)
        return disagree(g, m, g->comm.process, (int64_t)part.n, room.n, diag);
    if (room.n)
        memmove(room.bytes, part.bytes, room.n);
    return GRN_OK;
}

static grn_status exchange(grn_grid_comm *c, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag)
{
    grn_rank_grid *g = grid_of(c);
    grn_status status = give_all(g, m, give, diag);
    if (status == GRN_OK)
        status = take_own(g, m, give, take, diag);
    for (size_t i = 0; status == GRN_OK && i < m->count; i++)
        if (m->members[i] != c->process)
            status = take_part(g, m->members[i], m, take ? &take[i] : &(grn_comm_room){NULL, 0}, diag);
    return status;
}

/* ---- channels --------------------------------------------------------------------------------------------------------------- */

/* Whoever is at the other end is not known: each of the others gets it, and one takes it. */
static grn_status send(grn_grid_comm *c, const grn_channel_end *to, const grn_comm_part *message, const grn_diag *diag)
{
    grn_rank_grid *g = grid_of(c);
    const frame_head head = {.kind = FRAME_MESSAGE, .key = to->channel, .within_op = to->within_op, .n = (int64_t)message->n};
    grn_status status = GRN_OK;
    for (int64_t i = 0; status == GRN_OK && i < g->count; i++)
        if (to->peer == i || (to->peer == GRN_ANY_PROCESS && i != c->process))
            status = send_frame(g, i, head, message->bytes);
    return status == GRN_OK ? GRN_OK : not_reached(g, status, to->what, to->place, diag);
}

static bool fits(const grn_channel_end *from, const frame_head *h)
{
    return h->kind == FRAME_MESSAGE && h->key == from->channel && (h->within_op != 0) == from->within_op &&
           (from->peer == GRN_ANY_PROCESS || from->peer == h->from);
}

static bool can_come(const grn_rank_grid *g, const grn_channel_end *from)
{
    bool any = false;
    for (int64_t i = 0; i < g->count; i++)
        any = any || (g->status[i] < 0 && (from->peer == i || (from->peer == GRN_ANY_PROCESS && i != g->comm.process)));
    return any;
}

static frame **message_of(grn_rank_grid *g, const grn_channel_end *from)
{
    for (frame **link = &g->frames; *link; link = &(*link)->next)
        if (fits(from, &(*link)->head))
            return link;
    return NULL;
}

static grn_status await_message(grn_rank_grid *g, const grn_channel_end *from, const grn_diag *diag)
{
    frame_head head;
    if (!can_come(g, from))
        return get_stuck(g, from->what, from->place, from->channel, from->peer);
    const int64_t peer = from->peer == GRN_ANY_PROCESS && g->count == 2 ? 1 - g->comm.process : from->peer;
    grn_status status = read_head(g, peer, &head);
    if (status == GRN_E_STUCK)
        return get_stuck(g, from->what, from->place, from->channel, from->peer);
    if (status == GRN_OK && head.kind != FRAME_END)
        status = keep_frame(g, &head);
    return status == GRN_OK ? GRN_OK : not_reached(g, status, from->what, from->place, diag);
}

static grn_status receive(grn_grid_comm *c, const grn_channel_end *from, const grn_comm_room *message, const grn_diag *diag)
{
    grn_rank_grid *g = grid_of(c);
    char who[GRN_PROCESS_BYTES];
    frame **link;
    while ((link = message_of(g, from)) == NULL) {
        grn_status status = await_message(g, from, diag);
        if (status != GRN_OK)
            return status;
    }
    frame *f = unlink_frame(g, link);
    grn_status status = GRN_OK;
    if ((size_t)f->head.n != message->n)
        status = grn_fail(diag, from->place, GRN_E_SHAPE, "%s: %s sends %" PRId64 " bytes, %zu are expected of it", from->what,
                          process_name(g, f->head.from, who), f->head.n, message->n);
    else if (message->n)
        memcpy(message->bytes, f->bytes, message->n);
    frame_free(g, f);
    return status;
}

/* ---- the grid --------------------------------------------------------------------------------------------------------------- */

static size_t grid_bytes(int64_t count) { return sizeof(grn_rank_grid) + (size_t)count * sizeof(int64_t); }

grn_rank_grid *grn_rank_grid_new(const grn_comm *ranks, int64_t replicas, int64_t partitions, int64_t stream,
                                 const grn_allocator *allocator)
{
    const int64_t count = replicas * partitions;
    grn_rank_grid *g = grn_allocate(allocator, grid_bytes(count));
    if (!g)
        return NULL;
    *g = (grn_rank_grid){.comm = {.replicas = replicas,
                                  .partitions = partitions,
                                  .process = ranks->rank,
                                  .exchange = exchange,
                                  .send = send,
                                  .receive = receive},
                         .ranks = ranks,
                         .stream = stream,
                         .count = count,
                         .allocator = allocator,
                         .frames_allocator = allocator};
    g->last = &g->frames;
    for (int64_t i = 0; i < count; i++)
        g->status[i] = -1;
    return g;
}

grn_grid_comm *grn_rank_grid_comm(grn_rank_grid *g) { return &g->comm; }
void grn_rank_grid_count(grn_rank_grid *g, const grn_allocator *allocator) { g->frames_allocator = allocator; }
const grn_rank_stuck *grn_rank_grid_stuck(const grn_rank_grid *g) { return g->stuck.text[0] ? &g->stuck : NULL; }
grn_status grn_rank_grid_status(const grn_rank_grid *g, int64_t process)
{
    return g->status[process] < 0 ? GRN_E_PEER : (grn_status)g->status[process];
}

/* Reads on until a process has told its end; what it gave to steps that this one never took goes. */
static void await_end(grn_rank_grid *g, int64_t process)
{
    while (g->status[process] < 0) {
        frame_head head;
        if (read_head(g, process, &head) != GRN_OK)
            return;
        if (head.kind != FRAME_END && keep_frame(g, &head) != GRN_OK)
            return;
    }
}

void grn_rank_grid_end(grn_rank_grid *g, grn_status own)
{
    g->status[g->comm.process] = own;
    for (int64_t i = 1; i < g->count; i++)
        if (send_frame(g, (g->comm.process + i) % g->count, (frame_head){.kind = FRAME_END, .key = own}, NULL) != GRN_OK)
            return;
    for (int64_t i = 0; i < g->count; i++)
        await_end(g, i);
}

void grn_rank_grid_destroy(grn_rank_grid *g)
{
    if (!g)
        return;
    for (frame *f = g->frames, *next; f; f = next) {
        next = f->next;
        frame_free(g, f);
    }
    grn_release(g->allocator, g, grid_bytes(g->count));
}
