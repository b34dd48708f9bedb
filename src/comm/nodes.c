/*
 * nodes.c - a communicator whose exchange goes by nodes (garner/comm.h).
 *
 * The ranks of a node share the other nodes among them: the rank at j of its node sends to those
 * whose number is j modulo the size of its node, and receives from them in the same way. The bytes
 * of one rank for another are a flow, which takes up to three hops: within the node, to the rank
 * that sends to the other node; from there to the rank that receives in that node; and within that
 * node. Each rank knows the order of the flows of a hop, so only their bytes travel. Their sizes
 * take the first two hops before, as flows of a count each.
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
static int32_t node_of(const by_nodes *b, int32_t rank) { return rank / b->each; }
static bool is_far(const by_nodes *b, int32_t rank) { return node_of(b, rank) != b->node; }
/* The rank of `node` that exchanges with the node `other`. */
static int32_t speaker(const by_nodes *b, int32_t node, int32_t other)
{
    return first_of(b, node) + other % size_of(b, node);
}
/* The other nodes that this rank exchanges with. */
#define EACH_NODE_OF(b, other)                                                          \
    for (int32_t other = (b)->at; other < (b)->nodes; other += size_of((b), (b)->node)) \
        if (other != (b)->node)

/* ---- flows ----------------------------------------------------------------------------------- */

typedef struct flow {
    int32_t from, to;
    int64_t n;
    const char *bytes; /* where they lie now */
} flow;

typedef struct flow_list {
    flow *v;
    size_t count, room;
} flow_list;

/* The flows from this rank, those that it has after each hop, and the scratch of an exchange. */
typedef struct exchange {
    const by_nodes *b;
    flow_list own, near, far, last;
    char **cursors; /* [ranks] */
} exchange;

static bool flows_begin(const by_nodes *b, flow_list *l, size_t room)
{
    size_t bytes;
    l->room = room;
    l->v = grn_mul_size(room, sizeof *l->v, &bytes) ? grn_allocate(b->allocator, bytes) : NULL;
    return l->v != NULL;
}

static void add_flow(flow_list *l, int32_t from, int32_t to) { l->v[l->count++] = (flow){.from = from, .to = to}; }

/* From each rank of one node to each of another. */
static void add_flows(const by_nodes *b, int32_t from, int32_t to, flow_list *l)
{
    for (int32_t s = first_of(b, from); s < first_of(b, from) + size_of(b, from); s++)
        for (int32_t d = first_of(b, to); d < first_of(b, to) + size_of(b, to); d++)
            add_flow(l, s, d);
}

/*
 * The order of a list is such that the flows of a hop between two ranks come in one order in the
 * lists of both: those that stay in the node first, then node by node of the far side, there by
 * sender and then by receiver.
 */
static void list_flows(exchange *x)
{
    const by_nodes *b = x->b;
    const int32_t me = b->below->rank, first = first_of(b, b->node);
    for (int32_t r = first; r < first + size_of(b, b->node); r++) {
        add_flow(&x->own, me, r);
        add_flow(&x->near, r, me);
    }
    for (int32_t r = 0; r < b->below->size; r++)
        if (is_far(b, r)) {
            add_flow(&x->own, me, r);
            add_flow(&x->last, r, me);
        }
    EACH_NODE_OF(b, other)
    {
        add_flows(b, b->node, other, &x->near);
        add_flows(b, other, b->node, &x->far);
    }
}

static bool exchange_begin(exchange *x)
{
    const by_nodes *b = x->b;
    const size_t ranks = (size_t)b->below->size, members = (size_t)size_of(b, b->node);
    size_t dealt = 0;
    EACH_NODE_OF(b, other)
    dealt += (size_t)size_of(b, other);
    x->cursors = grn_allocate(b->allocator, ranks * sizeof *x->cursors);
    if (!x->cursors || !flows_begin(b, &x->own, ranks) || !flows_begin(b, &x->near, (dealt + 1) * members) ||
        !flows_begin(b, &x->far, dealt * members) || !flows_begin(b, &x->last, ranks))
        return false;
    list_flows(x);
    return true;
}

static void exchange_end(exchange *x)
{
    const by_nodes *b = x->b;
    const flow_list lists[] = {x->own, x->near, x->far, x->last};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        grn_release(b->allocator, lists[i].v, lists[i].room * sizeof *lists[i].v);
    grn_release(b->allocator, x->cursors, (size_t)b->below->size * sizeof *x->cursors);
}

/* Where in a buffer the part of each rank begins. */
static void set_cursors(exchange *x, char *buffer, const int64_t *bytes)
{
    for (int32_t r = 0; r < x->b->below->size; r++) {
        x->cursors[r] = buffer;
        buffer = bytes[r] ? buffer + bytes[r] : buffer;
    }
}

/* ---- a hop ----------------------------------------------------------------------------------- */

/* The rank at the other end of a flow's hop; -1: it takes none. */
typedef int32_t end_of_flow(const by_nodes *b, const flow *f);

static int32_t giver(const by_nodes *b, const flow *f) { return (void)b, f->from; }
static int32_t taker(const by_nodes *b, const flow *f) { return (void)b, f->to; }
static int32_t far_node(const by_nodes *b, const flow *f) { return node_of(b, is_far(b, f->to) ? f->to : f->from); }
static int32_t near_speaker(const by_nodes *b, const flow *f)
{
    const int32_t far = far_node(b, f);
    return far == b->node ? f->to : speaker(b, b->node, far);
}
static int32_t far_speaker(const by_nodes *b, const flow *f)
{
    const int32_t far = far_node(b, f);
    return far == b->node ? -1 : speaker(b, far, b->node);
}

/* An alltoallv of the communicator below, with both its buffers. */
typedef struct hop {
    flow_list *out, *in;
    end_of_flow *next, *before;
    int64_t *send_bytes, *receive_bytes; /* [ranks] */
    char *send, *receive;
    size_t send_size, receive_size;
} hop;

/* The sizes of sends to and receives from each rank, and room for all of them. */
static bool room_begin(const by_nodes *b, const flow_list *l, end_of_flow *end, int64_t **bytes, char **room,
                       size_t *size)
{
    const size_t list_size = (size_t)b->below->size * sizeof **bytes;
    *size = 1; /* so that nothing is no empty allocation */
    *bytes = grn_allocate(b->allocator, list_size);
    if (!*bytes)
        return false;
    memset(*bytes, 0, list_size);
    for (size_t i = 0; i < l->count; i++) {
        const int32_t rank = end(b, &l->v[i]);
        const int64_t n = rank < 0 ? 0 : l->v[i].n;
        if (n < 0 || !grn_add_size(*size, (size_t)n, size))
            return false;
        if (n)
            (*bytes)[rank] += n;
    }
    *room = grn_allocate(b->allocator, *size);
    return *room != NULL;
}

static bool hop_begin(const by_nodes *b, hop *h)
{
    return room_begin(b, h->out, h->next, &h->send_bytes, &h->send, &h->send_size) &&
           room_begin(b, h->in, h->before, &h->receive_bytes, &h->receive, &h->receive_size);
}

static void hop_end(const by_nodes *b, hop *h)
{
    const size_t lists = (size_t)b->below->size * sizeof *h->send_bytes;
    grn_release(b->allocator, h->send_bytes, lists);
    grn_release(b->allocator, h->receive_bytes, lists);
    grn_release(b->allocator, h->send, h->send_size);
    grn_release(b->allocator, h->receive, h->receive_size);
}

/* Packs and exchanges the flows of a hop, and finds the places of those that are received. */
static grn_status hop_run(exchange *x, hop *h)
{
    const by_nodes *b = x->b;
    set_cursors(x, h->send, h->send_bytes);
    for (size_t i = 0; i < h->out->count; i++) {
        const flow *f = &h->out->v[i];
        const int32_t rank = h->next(b, f);
        if (rank < 0 || f->n == 0)
            continue;
        memcpy(x->cursors[rank], f->bytes, (size_t)f->n);
        x->cursors[rank] += f->n;
    }
    grn_status status = b->below->alltoallv(b->below->user, h->send, h->send_bytes, h->receive, h->receive_bytes);
    set_cursors(x, h->receive, h->receive_bytes);
    for (size_t i = 0; i < h->in->count; i++) {
        flow *f = &h->in->v[i];
        char **cursor = &x->cursors[h->before(b, f)];
        f->bytes = *cursor;
        *cursor += f->n;
    }
    return status;
}

/* One exchange after the other. All ranks continue, or none. */
static grn_status hops_run(exchange *x, hop *hops, size_t count, bool ready)
{
    for (size_t i = 0; ready && i < count; i++)
        ready = hop_begin(x->b, &hops[i]);
    grn_status status = grn_ranks_agree(x->b->below, ready ? GRN_OK : GRN_E_MEMORY);
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = hop_run(x, &hops[i]);
    return status;
}

/* ---- the exchange ---------------------------------------------------------------------------- */

/* A flow between nodes is one count; any other is empty. */
static void begin_counts(exchange *x, const int64_t *send_bytes)
{
    flow_list *const lists[] = {&x->own, &x->near, &x->far};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            lists[k]->v[i].n = far_node(x->b, &lists[k]->v[i]) == x->b->node ? 0 : (int64_t)sizeof *send_bytes;
    for (size_t i = 0; i < x->own.count; i++)
        x->own.v[i].bytes = (const char *)&send_bytes[x->own.v[i].to];
}

/* The sizes of flows that consisted of their counts. For other flows, and those to this rank alone,
 * the caller gives the sizes. */
static void read_counts(flow_list *l, const int64_t *receive_bytes)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->v[i].n)
            memcpy(&l->v[i].n, l->v[i].bytes, sizeof l->v[i].n);
        else
            l->v[i].n = receive_bytes[l->v[i].from];
}

static void begin_bytes(exchange *x, const char *send, const int64_t *send_bytes, const int64_t *receive_bytes)
{
    set_cursors(x, (char *)send, send_bytes); /* read alone */
    for (size_t i = 0; i < x->own.count; i++) {
        x->own.v[i].n = send_bytes[x->own.v[i].to];
        x->own.v[i].bytes = x->cursors[x->own.v[i].to];
    }
    read_counts(&x->near, receive_bytes);
    read_counts(&x->far, receive_bytes);
    read_counts(&x->last, receive_bytes);
}

/* Copies the flows to this rank into the caller's buffer. */
static void place_all(exchange *x, const flow_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->v[i].to == x->b->below->rank && l->v[i].n)
            memcpy(x->cursors[l->v[i].from], l->v[i].bytes, (size_t)l->v[i].n);
}

static grn_status alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                            const int64_t *receive_bytes)
{
    exchange x = {.b = user};
    hop counts[] = {{.out = &x.own, .in = &x.near, .next = near_speaker, .before = giver},
                    {.out = &x.near, .in = &x.far, .next = far_speaker, .before = far_speaker}};
    hop bytes[] = {counts[0], counts[1], {.out = &x.far, .in = &x.last, .next = taker, .before = near_speaker}};
    const bool ready = exchange_begin(&x);
    if (ready)
        begin_counts(&x, send_bytes);
    grn_status status = hops_run(&x, counts, 2, ready);
    if (status == GRN_OK) {
        begin_bytes(&x, send, send_bytes, receive_bytes);
        status = hops_run(&x, bytes, 3, true);
    }
    if (status == GRN_OK) {
        set_cursors(&x, receive, receive_bytes);
        place_all(&x, &x.near);
        place_all(&x, &x.last);
    }
    for (size_t i = 0; i < 5; i++)
        hop_end(x.b, i < 2 ? &counts[i] : &bytes[i - 2]);
    exchange_end(&x);
    return status;
}

/* ---- what is the communicator's own ---------------------------------------------------------- */

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

static grn_status exchange_parts(void *user, const grn_comm_part *give, const grn_comm_room *take)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    return below->exchange(below->user, give, take);
}

static void begin_step(void *user, const grn_comm_step *step)
{
    const grn_comm *below = ((const by_nodes *)user)->below;
    below->step(below->user, step);
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
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "ranks_per_node is %" PRId32 ", it must be 1 or more",
                        ranks_per_node);
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
    if (GRN_OPTION_IS_GIVEN(grn_comm, comm, exchange) && comm->exchange)
        out->exchange = exchange_parts;
    if (GRN_OPTION_IS_GIVEN(grn_comm, comm, step) && comm->step)
        out->step = begin_step;
    return GRN_OK;
}
