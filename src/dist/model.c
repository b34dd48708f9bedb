/*
 * model.c - the traffic of a shared gather or scatter, and its estimated time
 * (garner/dist_model.h).
 *
 * A way is a row of a table: whether it applies, and its traffic. One function makes a time of the
 * traffic.
 */
#include <inttypes.h>
#include <math.h>

#include "core/core.h"
#include "dist/popularity.h"
#include "garner/dist_model.h"

#define REQUEST_BYTES 8.0 /* of an id on its way, and of a count */

/* A problem on so many ranks. */
typedef struct posed {
    const grn_dist_problem *problem;
    grn_popularity rows;
    double ranks, ids;                            /* ids: of a rank */
    double elsewhere;                             /* the part of a table in blocks that is other ranks' */
    double table_bytes, ids_bytes, updates_bytes; /* of all ranks together */
} posed;

/* What travels, of a rank. */
typedef struct loads {
    double messages, bytes, busiest_bytes, bind_bytes, staged_bytes, distinct, local_bytes;
} loads;

/* ---- rows and their owners ------------------------------------------------------------------- */

static int64_t block_of(const posed *p)
{
    const int64_t n = (int64_t)p->ranks;
    return p->problem->rows / n + (p->problem->rows % n != 0);
}

/* For the owner with the most requests, which is the first: the distinct rows of its own that `ids`
 * ids name. */
static double most_asked_rows(const posed *p, double ids)
{
    const int64_t rows = p->problem->rows, n = (int64_t)p->ranks;
    if (p->problem->owner == GRN_OWNER_BLOCK)
        return grn_popularity_distinct(&p->rows, ids, 0, block_of(p));
    /* Row 0, and of each later round of rows an even part. */
    const int64_t first = n < rows ? n : rows;
    return grn_popularity_distinct(&p->rows, ids, 0, 1) +
           grn_popularity_distinct(&p->rows, ids, first, rows) / p->ranks;
}

/* The same of ids that are counted each time. */
static double most_asked_share(const posed *p)
{
    const int64_t rows = p->problem->rows, n = (int64_t)p->ranks;
    if (p->problem->owner == GRN_OWNER_BLOCK)
        return grn_popularity_share(&p->rows, 0, block_of(p));
    const int64_t first = n < rows ? n : rows;
    return grn_popularity_share(&p->rows, 0, 1) + grn_popularity_share(&p->rows, first, rows) / p->ranks;
}

/* Other ranks that own a row that this one names. */
static double owners_named(const posed *p)
{
    const bool cyclic = p->problem->owner == GRN_OWNER_CYCLIC;
    const double owners = cyclic ? -p->ranks * expm1(p->ids * log1p(-1.0 / p->ranks))
                                 : grn_popularity_blocks(&p->rows, p->ids, (int64_t)p->ranks);
    return p->elsewhere * owners;
}

/* ---- the ways -------------------------------------------------------------------------------- */

static const char *local_obstacle(const grn_dist_problem *problem, double ranks)
{
    return problem->aligned || ranks == 1 ? NULL : "ids name rows of other ranks";
}

static loads local_loads(const posed *p)
{
    return (loads){.local_bytes = p->ids * (double)p->problem->row_bytes, .distinct = p->ids};
}

static const char *no_obstacle(const grn_dist_problem *problem, double ranks)
{
    (void)problem;
    (void)ranks;
    return NULL;
}

static loads routed_gather(const posed *p)
{
    const double row = (double)p->problem->row_bytes,
                 distinct = grn_popularity_distinct(&p->rows, p->ids, 0, p->problem->rows);
    const double remote = p->elsewhere * distinct, sent = (p->ranks - 1) * most_asked_rows(p, p->ids);
    return (loads){.messages = owners_named(p),
                   .bytes = remote * row,
                   .busiest_bytes = fmax(remote, sent) * row,
                   .bind_bytes = REQUEST_BYTES * (remote + p->ranks - 1),
                   .staged_bytes = fmax(distinct, sent) * row,
                   .distinct = distinct,
                   .local_bytes = (p->ids + fmax(distinct, sent)) * row};
}

/* Updates are not combined on their way: each is a step of its own in the order of its element. */
static loads routed_scatter(const posed *p)
{
    const double update = (double)p->problem->row_bytes, remote = p->elsewhere * p->ids;
    const double received = (p->ranks - 1) * p->ids * most_asked_share(p);
    return (loads){.messages = owners_named(p),
                   .bytes = remote * update,
                   .busiest_bytes = fmax(remote, received) * update,
                   .bind_bytes = REQUEST_BYTES * (remote + p->ranks - 1),
                   .staged_bytes = fmax(p->ids, received) * update,
                   .distinct = p->ids,
                   .local_bytes = 2 * fmax(p->ids, received) * update};
}

static loads routed_loads(const posed *p)
{
    if (p->problem->aligned)
        return local_loads(p);
    return p->problem->is_scatter ? routed_scatter(p) : routed_gather(p);
}

static loads everywhere_loads(const posed *p)
{
    const double part = p->elsewhere, row = (double)p->problem->row_bytes;
    const double bytes = part * (p->problem->is_scatter ? p->updates_bytes : p->table_bytes);
    return (loads){.messages = p->ranks - 1,
                   .bytes = bytes,
                   .busiest_bytes = bytes,
                   .bind_bytes = p->problem->is_scatter ? part * p->ids_bytes : 0,
                   .staged_bytes = bytes,
                   .distinct = p->ids,
                   .local_bytes = p->ids * row + (p->problem->is_scatter ? p->ids_bytes : 0)};
}

static const char *combine_obstacle(const grn_dist_problem *problem, double ranks)
{
    (void)ranks;
    return !problem->is_scatter ? "it is a gather" : problem->order_shows ? "the order of updates shows" : NULL;
}

/* A result of all rows on each rank, combined as a ring does it. */
static loads combine_loads(const posed *p)
{
    const double bytes = 2 * p->elsewhere * p->table_bytes;
    return (loads){.messages = 2 * (p->ranks - 1),
                   .bytes = bytes,
                   .busiest_bytes = bytes,
                   .staged_bytes = p->table_bytes,
                   .distinct = p->ids,
                   .local_bytes = p->ids * (double)p->problem->row_bytes + 2 * p->table_bytes};
}

static const struct way {
    const char *(*obstacle)(const grn_dist_problem *problem, double ranks);
    loads (*loads_of)(const posed *p);
} ways[GRN_DIST_WAY_COUNT] = {
    [GRN_DIST_LOCAL] = {local_obstacle, local_loads},
    [GRN_DIST_ROUTED] = {no_obstacle, routed_loads},
    [GRN_DIST_EVERYWHERE] = {no_obstacle, everywhere_loads},
    [GRN_DIST_COMBINE] = {combine_obstacle, combine_loads},
};

/* ---- time ------------------------------------------------------------------------------------ */

/* Within nodes and between them: messages and bytes of one rank. */
typedef struct hops {
    double messages, node_messages, bytes, node_bytes;
} hops;

static hops hops_of(const loads *l, const grn_network *n, double ranks)
{
    const double m = fmin((double)n->ranks_per_node, ranks), nodes = ceil(ranks / m);
    const double near = ranks > 1 ? (m - 1) / (ranks - 1) : 0;
    if (!n->aggregates)
        return (hops){l->messages * (1 - near), l->messages * near, l->busiest_bytes * (1 - near),
                      l->busiest_bytes * near};
    /* To the rank that sends for its node, to its counterpart in the other node, and on. */
    const double between = fmin(ceil((nodes - 1) / m), l->messages), within = fmin(2 * (m - 1), 2 * l->messages);
    return (hops){between, within, l->busiest_bytes * (1 - near), 2 * l->busiest_bytes};
}

static double seconds_of(const loads *l, const grn_network *n, double ranks)
{
    const hops h = hops_of(l, n, ranks);
    return h.messages * n->message_seconds + h.node_messages * n->node_message_seconds + h.bytes * n->byte_seconds +
           h.node_bytes * n->node_byte_seconds + l->local_bytes * n->local_byte_seconds;
}

static grn_prediction prediction_of(const posed *p, const grn_network *n, grn_dist_way way)
{
    const loads l = ways[way].loads_of(p);
    const bool scatter = p->problem->is_scatter;
    const double needed = scatter ? p->ids : grn_popularity_distinct(&p->rows, p->ids, 0, p->problem->rows);
    const hops h = hops_of(&l, n, p->ranks);
    return (grn_prediction){.way = way,
                            .ranks = (int32_t)p->ranks,
                            .messages = h.messages + h.node_messages,
                            .bytes = l.bytes,
                            .busiest_bytes = l.busiest_bytes,
                            .bind_bytes = l.bind_bytes,
                            .staged_bytes = l.staged_bytes,
                            .skew = l.bytes > 0 ? l.busiest_bytes / l.bytes : 1,
                            .least_bytes =
                                p->problem->aligned ? 0 : p->elsewhere * needed * (double)p->problem->row_bytes,
                            .rows_distinct = l.distinct,
                            .seconds = seconds_of(&l, n, p->ranks)};
}

/* ---- the arguments --------------------------------------------------------------------------- */

static grn_status check_time(const char *name, double value, const grn_diag *diag)
{
    if (value == 0 || (value >= 1e-12 && value <= 10))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is %g seconds, it must be from 1e-12 to 10, or 0", name,
                    value);
}

static grn_status check_network(const grn_network *n, const grn_diag *diag)
{
    const struct {
        const char *name;
        double value;
    } times[] = {{"message_seconds", n->message_seconds},
                 {"byte_seconds", n->byte_seconds},
                 {"local_byte_seconds", n->local_byte_seconds},
                 {"node_message_seconds", n->node_message_seconds},
                 {"node_byte_seconds", n->node_byte_seconds}};
    grn_status status = GRN_CHECK_OPTIONS(grn_network, n, diag);
    for (size_t i = 0; status == GRN_OK && i < sizeof times / sizeof *times; i++)
        status = check_time(times[i].name, times[i].value, diag);
    if (status == GRN_OK && (n->ranks_per_node < 0 || n->ranks_per_node > GRN_MODEL_MOST_RANKS))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "ranks_per_node is %" PRId32 ", it must be from 1 to %d, or 0", n->ranks_per_node,
                        GRN_MODEL_MOST_RANKS);
    return status;
}

static grn_network with_defaults(const grn_network *given)
{
    grn_network n;
    GRN_COPY_OPTIONS(&n, given);
    n.message_seconds = n.message_seconds > 0 ? n.message_seconds : 2e-6;
    n.byte_seconds = n.byte_seconds > 0 ? n.byte_seconds : 1e-10;
    n.local_byte_seconds = n.local_byte_seconds > 0 ? n.local_byte_seconds : 2e-10;
    n.ranks_per_node = n.ranks_per_node > 0 ? n.ranks_per_node : 1;
    n.node_message_seconds = n.node_message_seconds > 0 ? n.node_message_seconds : n.message_seconds / 4;
    n.node_byte_seconds = n.node_byte_seconds > 0 ? n.node_byte_seconds : n.byte_seconds / 4;
    return n;
}

static grn_status check_problem(const grn_dist_problem *p, const grn_diag *diag)
{
    grn_status status = GRN_CHECK_OPTIONS(grn_dist_problem, p, diag);
    if (status != GRN_OK)
        return status;
    if (p->rows < 1 || p->row_bytes < 1 || p->ids < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "%" PRId64 " rows of %" PRId64 " bytes and %" PRId64
                        " ids: rows and their bytes must be positive, and ids not negative",
                        p->rows, p->row_bytes, p->ids);
    if (p->id_bytes < 1 || p->id_bytes > 8)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "id_bytes is %" PRId64 ", it must be from 1 to 8",
                        p->id_bytes);
    if (!(p->zipf >= 0 && p->zipf <= 4))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "zipf is %g, it must be from 0 to 4", p->zipf);
    if ((unsigned)p->owner >= GRN_OWNER_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "owner is %d, there are %d", (int)p->owner,
                        GRN_OWNER_COUNT);
    return GRN_OK;
}

static posed pose(const grn_dist_problem *problem, int32_t ranks)
{
    const double n = ranks, rows = (double)problem->rows, ids = (double)problem->ids;
    return (posed){.problem = problem,
                   .rows = grn_popularity_of(problem->rows, problem->zipf),
                   .ranks = n,
                   .ids = ids / n,
                   .elsewhere = (n - 1) / n,
                   .table_bytes = rows * (double)problem->row_bytes,
                   .ids_bytes = ids * (double)problem->id_bytes,
                   .updates_bytes = ids * (double)problem->row_bytes};
}

/* The way that takes least time of those that apply; of equal ones the first. */
static grn_prediction quickest(const posed *p, const grn_network *n)
{
    grn_prediction best = {.way = GRN_DIST_CHOSEN};
    for (int way = GRN_DIST_CHOSEN + 1; way < GRN_DIST_WAY_COUNT; way++)
        if (!ways[way].obstacle(p->problem, p->ranks)) {
            const grn_prediction next = prediction_of(p, n, (grn_dist_way)way);
            if (best.way == GRN_DIST_CHOSEN || next.seconds < best.seconds)
                best = next;
        }
    return best;
}

GRN_API grn_status grn_dist_predict(const grn_dist_problem *problem, const grn_network *network, int32_t ranks,
                                    grn_dist_way way, const grn_diag *diag, grn_prediction *out)
{
    if (!problem || !network || !out)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL",
                        !problem   ? "problem"
                        : !network ? "network"
                                   : "out");
    grn_status status = check_problem(problem, diag);
    if (status == GRN_OK)
        status = check_network(network, diag);
    if (status != GRN_OK)
        return status;
    if (ranks < 1 || ranks > GRN_MODEL_MOST_RANKS)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%" PRId32 " ranks: there must be 1 to %d", ranks,
                        GRN_MODEL_MOST_RANKS);
    if ((unsigned)way >= GRN_DIST_WAY_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "way is %d, there are %d", (int)way, GRN_DIST_WAY_COUNT);
    const grn_network n = with_defaults(network);
    const posed p = pose(problem, ranks);
    const char *obstacle = way == GRN_DIST_CHOSEN ? NULL : ways[way].obstacle(problem, p.ranks);
    if (obstacle)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "%s does not apply: %s", grn_dist_way_text(way),
                        obstacle);
    *out = way == GRN_DIST_CHOSEN ? quickest(&p, &n) : prediction_of(&p, &n, way);
    return GRN_OK;
}
