/*
 * nodes.c - a communicator whose exchange goes by nodes (garner/comm.h).
 *
 * Ranks of a node share the other nodes among them: the rank at j of its node speaks to those whose number is j modulo the size of
 * its node, and hears from them in the same way. Bytes take three steps: within the node, to who speaks to their node;
 * from there to who hears it; and within that node. What a step brings to those between is told before, in counts: an entry for each pair
 * of the rank that gives and the rank that gets.
 *
 * All lists of pairs are in one order: node by node of the far side, then rank by rank of it, then rank by rank of the near side.
 */
#include <inttypes.h>
#include <string.h>

#include "comm/processes.h"

typedef struct by_nodes {
    const grn_comm *below;
    const grn_allocator *allocator;
    int32_t each; /* ranks of a node; the last may have fewer */
    int32_t nodes, node, at;
} by_nodes;

static int32_t first_of(const by_nodes *b, int32_t node) { return node * b->each; }
static int32_t size_of(const by_nodes *b, int32_t node)
{
    const int32_t left = b->below->size - first_of(b, node);
    return left < b->each ? left : b->each;
}
/* Who in `node` deals with the node `other`. */
static int32_t speaker(const by_nodes *b, int32_t node, int32_t other) { return first_of(b, node) + other % size_of(b, node); }
/* The next node from `other` on that member `at` of this node deals with; nodes: none. */
static int32_t next_node(const by_nodes *b, int32_t at, int32_t other)
{
    const int32_t step = size_of(b, b->node);
    while (other < b->nodes && (other == b->node || other % step != at))
        other++;
    return other;
}
#define EACH_NODE_OF(b, at, other) \
    for (int32_t other = next_node((b), (at), 0); other < (b)->nodes; other = next_node((b), (at), other + 1))

/* Ranks of all nodes that a member of this node deals with. */
static int64_t ranks_of(const by_nodes *b, int32_t at)
{
    int64_t n = 0;
    EACH_NODE_OF(b, at, other)
    n += size_of(b, other);
    return n;
}

/* ---- memory of one exchange -------------------------------------------------------------------------------------------------- */

/* An alltoallv of the communicator below, with both its buffers. */
typedef struct move {
    int64_t *send_bytes, *receive_bytes; /* [ranks] */
    char *send, *receive;
    size_t send_size, receive_size;
    char *end; /* of what was put into `send` */
} move;

typedef struct exchange {
    const by_nodes *b;
    int32_t members;                           /* of the own node */
    int64_t pairs;                             /* of a member and a rank of the nodes that this rank deals with */
    move asked, told;                          /* counts: [member][node][rank of it], and [node][own member][rank of it] */
    move near, far, last;                      /* bytes */
    const char **cursor;                       /* [ranks] */
    const int64_t *send_bytes, *receive_bytes; /* the caller's */
    const char *send;
    char *receive;
} exchange;

static void *zeros(const grn_allocator *a, size_t count, size_t bytes)
{
    size_t all;
    void *p = grn_mul_size(count, bytes, &all) ? grn_allocate(a, all) : NULL;
    return p ? memset(p, 0, all) : NULL;
}

static bool lists_begin(const by_nodes *b, move *m)
{
    m->send_bytes = zeros(b->allocator, (size_t)b->below->size, sizeof *m->send_bytes);
    m->receive_bytes = zeros(b->allocator, (size_t)b->below->size, sizeof *m->receive_bytes);
    return m->send_bytes && m->receive_bytes;
}

static bool sum(const int64_t *bytes, int32_t n, size_t *out)
{
    *out = 1; /* so that nothing is no empty allocation */
    for (int32_t r = 0; r < n; r++) {
        if (bytes[r] < 0 || (uint64_t)bytes[r] > SIZE_MAX - *out)
            return false;
        *out += (size_t)bytes[r];
    }
    return true;
}

/* Room for what the lists say. */
static bool room_begin(const by_nodes *b, move *m)
{
    size_t send, receive;
    if (!sum(m->send_bytes, b->below->size, &send) || !sum(m->receive_bytes, b->below->size, &receive))
        return false;
    m->send = m->end = grn_allocate(b->allocator, send);
    m->receive = grn_allocate(b->allocator, receive);
    m->send_size = send;
    m->receive_size = receive;
    return m->send && m->receive;
}

static void move_end(const by_nodes *b, move *m)
{
    const size_t lists = (size_t)b->below->size * sizeof *m->send_bytes;
    grn_release(b->allocator, m->send_bytes, lists);
    grn_release(b->allocator, m->receive_bytes, lists);
    grn_release(b->allocator, m->send, m->send_size);
    grn_release(b->allocator, m->receive, m->receive_size);
}

static grn_status run(const exchange *x, const move *m)
{
    const grn_comm *below = x->b->below;
    return below->alltoallv(below->user, m->send, m->send_bytes, m->receive, m->receive_bytes);
}

static void put(move *m, const void *bytes, int64_t n)
{
    if (n > 0)
        memcpy(m->end, bytes, (size_t)n);
    m->end += n;
}

/* All ranks go on, or none. */
static grn_status agree(const exchange *x, bool have_room)
{
    return grn_ranks_agree(x->b->below, have_room ? GRN_OK : GRN_E_MEMORY);
}

/* ---- counts ------------------------------------------------------------------------------------------------------------------ */

/* To each member, what this rank gives the ranks that the member takes care of. */
static bool begin_asking(exchange *x)
{
    const by_nodes *b = x->b;
    if (!lists_begin(b, &x->asked))
        return false;
    for (int32_t at = 0; at < x->members; at++) {
        x->asked.send_bytes[first_of(b, b->node) + at] = ranks_of(b, at) * (int64_t)sizeof(int64_t);
        x->asked.receive_bytes[first_of(b, b->node) + at] = ranks_of(b, b->at) * (int64_t)sizeof(int64_t);
    }
    if (!room_begin(b, &x->asked))
        return false;
    for (int32_t at = 0; at < x->members; at++)
        EACH_NODE_OF(b, at, other)
    put(&x->asked, &x->send_bytes[first_of(b, other)], size_of(b, other) * (int64_t)sizeof(int64_t));
    return true;
}

/* What member s gives rank d, of the nodes that this rank deals with; `before` ranks of them come before d's node. */
static int64_t asked_by(const exchange *x, int32_t s, int64_t before, int32_t d)
{
    return ((const int64_t *)x->asked.receive)[s * (x->pairs / x->members) + before + d];
}

/* To the like in each other node, what each member gives each rank of it: by rank, then by member. */
static bool begin_telling(exchange *x)
{
    const by_nodes *b = x->b;
    if (!lists_begin(b, &x->told))
        return false;
    EACH_NODE_OF(b, b->at, other)
    x->told.send_bytes[speaker(b, other, b->node)] = x->told.receive_bytes[speaker(b, other, b->node)] =
        (int64_t)size_of(b, other) * x->members * (int64_t)sizeof(int64_t);
    return room_begin(b, &x->told);
}

static void tell(exchange *x)
{
    const by_nodes *b = x->b;
    int64_t before = 0;
    EACH_NODE_OF(b, b->at, other)
    {
        for (int32_t d = 0; d < size_of(b, other); d++)
            for (int32_t s = 0; s < x->members; s++) {
                const int64_t n = asked_by(x, s, before, d);
                put(&x->told, &n, sizeof n);
            }
        before += size_of(b, other);
    }
}

/* What rank s of the node gives member d; `before` as above. */
static int64_t told_of(const exchange *x, int64_t before, int32_t node_size, int32_t d, int32_t s)
{
    return ((const int64_t *)x->told.receive)[before * x->members + (int64_t)d * node_size + s];
}

/* ---- the three moves --------------------------------------------------------------------------------------------------------- */

/* The lists and rooms of all three. What the ranks of the node give one another goes with the first. */
static bool moves_begin(exchange *x)
{
    const by_nodes *b = x->b;
    const int32_t own = first_of(b, b->node);
    if (!lists_begin(b, &x->near) || !lists_begin(b, &x->far) || !lists_begin(b, &x->last))
        return false;
    for (int32_t at = 0; at < x->members; at++) {
        x->near.send_bytes[own + at] = x->send_bytes[own + at];
        x->near.receive_bytes[own + at] = x->receive_bytes[own + at];
        EACH_NODE_OF(b, at, other)
        for (int32_t r = first_of(b, other); r < first_of(b, other) + size_of(b, other); r++) {
            x->near.send_bytes[own + at] += x->send_bytes[r];
            x->last.receive_bytes[own + at] += x->receive_bytes[r];
        }
    }
    int64_t before = 0;
    EACH_NODE_OF(b, b->at, other)
    {
        const int32_t size = size_of(b, other), like = speaker(b, other, b->node);
        for (int32_t r = 0; r < size; r++)
            for (int32_t at = 0; at < x->members; at++) {
                x->near.receive_bytes[own + at] += asked_by(x, at, before, r);
                x->far.send_bytes[like] += asked_by(x, at, before, r);
                x->far.receive_bytes[like] += told_of(x, before, size, at, r);
                x->last.send_bytes[own + at] += told_of(x, before, size, at, r);
            }
        before += size;
    }
    return room_begin(b, &x->near) && room_begin(b, &x->far) && room_begin(b, &x->last);
}

/* Where in a buffer the part of each rank begins. */
static void set_cursors(exchange *x, const char *buffer, const int64_t *bytes)
{
    for (int32_t r = 0; r < x->b->below->size; r++) {
        x->cursor[r] = buffer;
        buffer += bytes[r];
    }
}

static grn_status move_near(exchange *x)
{
    const by_nodes *b = x->b;
    const int32_t own = first_of(b, b->node);
    set_cursors(x, x->send, x->send_bytes);
    for (int32_t at = 0; at < x->members; at++) {
        put(&x->near, x->cursor[own + at], x->send_bytes[own + at]);
        EACH_NODE_OF(b, at, other)
        for (int32_t r = first_of(b, other); r < first_of(b, other) + size_of(b, other); r++)
            put(&x->near, x->cursor[r], x->send_bytes[r]);
    }
    return run(x, &x->near);
}

static grn_status move_far(exchange *x)
{
    const by_nodes *b = x->b;
    const int32_t own = first_of(b, b->node);
    int64_t before = 0;
    set_cursors(x, x->near.receive, x->near.receive_bytes);
    for (int32_t s = 0; s < x->members; s++)
        x->cursor[own + s] += x->receive_bytes[own + s]; /* what is for this rank comes first */
    EACH_NODE_OF(b, b->at, other)
    {
        for (int32_t d = 0; d < size_of(b, other); d++)
            for (int32_t s = 0; s < x->members; s++) {
                const int64_t n = asked_by(x, s, before, d);
                put(&x->far, x->cursor[own + s], n);
                x->cursor[own + s] += n;
            }
        before += size_of(b, other);
    }
    return run(x, &x->far);
}

static grn_status move_last(exchange *x)
{
    const by_nodes *b = x->b;
    set_cursors(x, x->far.receive, x->far.receive_bytes);
    for (int32_t d = 0; d < x->members; d++) {
        int64_t before = 0;
        EACH_NODE_OF(b, b->at, other)
        {
            const int32_t like = speaker(b, other, b->node), size = size_of(b, other);
            for (int32_t s = 0; s < size; s++) {
                const int64_t n = told_of(x, before, size, d, s);
                put(&x->last, x->cursor[like], n);
                x->cursor[like] += n;
            }
            before += size;
        }
    }
    return run(x, &x->last);
}

static void place(const exchange *x, const char **from, int32_t rank)
{
    const int64_t n = x->receive_bytes[rank];
    if (n > 0)
        memcpy((char *)x->cursor[rank], *from, (size_t)n); /* of `receive`, which is the caller's to write to */
    *from += n;
}

/* Everything to where the caller wants it: from the node itself, and from the others by way of each member. */
static void place_all(exchange *x)
{
    const by_nodes *b = x->b;
    const int32_t own = first_of(b, b->node);
    const char *near = x->near.receive, *last = x->last.receive;
    set_cursors(x, x->receive, x->receive_bytes);
    for (int32_t at = 0; at < x->members; at++) {
        const char *first = near;
        place(x, &first, own + at);
        near += x->near.receive_bytes[own + at];
        EACH_NODE_OF(b, at, other)
        for (int32_t r = first_of(b, other); r < first_of(b, other) + size_of(b, other); r++)
            place(x, &last, r);
    }
}

static grn_status go(exchange *x)
{
    grn_status status = agree(x, x->cursor && begin_asking(x) && begin_telling(x));
    if (status == GRN_OK)
        status = run(x, &x->asked);
    if (status == GRN_OK) {
        tell(x);
        status = run(x, &x->told);
    }
    if (status == GRN_OK)
        status = agree(x, moves_begin(x));
    if (status == GRN_OK)
        status = move_near(x);
    if (status == GRN_OK)
        status = move_far(x);
    if (status == GRN_OK)
        status = move_last(x);
    if (status == GRN_OK)
        place_all(x);
    return status;
}

static grn_status alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive, const int64_t *receive_bytes)
{
    const by_nodes *b = user;
    const size_t cursors = (size_t)b->below->size;
    exchange x = {.b = b,
                  .members = size_of(b, b->node),
                  .pairs = ranks_of(b, b->at) * size_of(b, b->node),
                  .cursor = zeros(b->allocator, cursors, sizeof *x.cursor),
                  .send_bytes = send_bytes,
                  .receive_bytes = receive_bytes,
                  .send = send,
                  .receive = receive};
    move *const moves[] = {&x.asked, &x.told, &x.near, &x.far, &x.last};
    grn_status status = go(&x);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        move_end(b, moves[i]);
    grn_release(b->allocator, x.cursor, cursors * sizeof *x.cursor);
    return status;
}

/* ---- what is the communicator's own -------------------------------------------------------------------------------------------- */

static grn_status least(void *user, int64_t mine, int64_t *out)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    return below->least(below->user, mine, out);
}

static grn_status group(void *user, int32_t count, const int32_t *ranks, grn_comm *out)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    return below->group(below->user, count, ranks, out);
}

static grn_status send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    return below->send(below->user, to, channel, bytes, n);
}

static grn_status receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    return below->receive(below->user, from, channel, bytes, n);
}

static void release(void *user)
{
    by_nodes *b = user;
    grn_release(b->allocator, b, sizeof *b);
}

GRN_API grn_status grn_comm_by_nodes(const grn_comm *comm, int32_t ranks_per_node, const grn_allocator *allocator,
                                     const grn_diag *diag, grn_comm *out)
{
    if (!comm || !out)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL", comm ? "out" : "comm");
    if (ranks_per_node < 1)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "ranks_per_node is %" PRId32 ", it must be 1 or more", ranks_per_node);
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_comm, GRN_COMM_FIRST_BYTES, comm, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    const int32_t each = ranks_per_node < comm->size ? ranks_per_node : comm->size;
    by_nodes *b = grn_allocate(allocator, sizeof *b);
    if (!b)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for a communicator by nodes is refused");
    *b = (by_nodes){.below = comm,
                    .allocator = allocator,
                    .each = each,
                    .nodes = (comm->size - 1) / each + 1,
                    .node = comm->rank / each,
                    .at = comm->rank % each};
    *out = (grn_comm){.size_bytes = sizeof *out,
                      .rank = comm->rank,
                      .size = comm->size,
                      .user = b,
                      .alltoallv = alltoallv,
                      .least = least,
                      .group = comm->group ? group : NULL,
                      .send = comm->send ? send : NULL,
                      .receive = comm->receive ? receive : NULL,
                      .release = release};
    return GRN_OK;
}
