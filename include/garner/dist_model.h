/*
 * dist_model.h - what a shared gather or scatter would send on machines that nobody here has.
 *
 * Everything in here is a prediction: time = message_seconds * messages + byte_seconds * bytes +
 * local work, of the rank that has most to do. Nothing is measured, and no rank but the caller's
 * takes part. The calls are thread-safe, keep no pointer and allocate nothing. NULL may be diag
 * alone.
 */
#ifndef GARNER_DIST_MODEL_H
#define GARNER_DIST_MODEL_H

#include "garner/dist.h"

GRN_BEGIN_DECLS

/* The most ranks that are asked about. */
#define GRN_MODEL_MOST_RANKS 1000000

/* What joins the ranks. A time is in seconds; 0 stands for what a comment says, and no other is
 * below 1e-12 or over 10. */
typedef struct grn_network {
    size_t size_bytes;                              /* 0, or sizeof(grn_network): garner.h */
    double message_seconds;                         /* alpha, from one rank to another; 0: 2e-6 */
    double byte_seconds;                            /* beta, as one rank sends or receives; 0: 1e-10, 10 GB/s */
    double local_byte_seconds;                      /* of a row that is packed or put in its place; 0: 2e-10 */
    int32_t ranks_per_node;                         /* 0: 1 */
    double node_message_seconds, node_byte_seconds; /* within a node; 0: a quarter of the others */
    /* ranks of a node hand their messages to one another first, so that each speaks to few other
     * nodes */
    bool aggregates;
} grn_network;

/*
 * A table of rows in blocks, one for each rank, and ids of rows, as many on each rank: those of a
 * gather's index vectors, or of a scatter's updates. Row r of a table of n is named by an id with a
 * probability that falls as (r + 1)^-zipf: rows that are named often lie together, which is the
 * worst that can happen to their owner.
 */
typedef struct grn_dist_problem {
    size_t size_bytes; /* 0, or sizeof(grn_dist_problem): garner.h */
    bool is_scatter;
    bool order_shows;        /* of a scatter: two updates of an element in the other order may give other bits */
    bool aligned;            /* ids name rows of their own rank alone: batching dims */
    int64_t rows, row_bytes; /* positive */
    int64_t ids, id_bytes;   /* not negative; id_bytes 1 to 8 */
    double zipf;             /* 0 to 4; 0: every row as often as every other */
    grn_owner owner;         /* CYCLIC spreads rows that lie together */
} grn_dist_problem;

/* Of one run on so many ranks. Bytes and messages are received ones, but for the busiest owner,
 * which sends. */
typedef struct grn_prediction {
    grn_dist_way way;
    int32_t ranks;
    double messages;      /* of a rank */
    double bytes;         /* of a rank, the mean */
    double busiest_bytes; /* of the rank that sends or receives most */
    double bind_bytes;    /* of a rank, once for each binding: ids that are asked for, and counts */
    /* for rows on their way and those that came, on the busiest rank, if no limit makes rounds
     * (dist.h) */
    double staged_bytes;
    double skew;          /* busiest_bytes / bytes; 1 where nothing travels */
    double least_bytes;   /* that any way would send, the mean of a rank */
    double rows_distinct; /* gather: of those that a rank asks for, each once */
    double seconds;
} grn_prediction;

/*
 * `way`: GRN_DIST_CHOSEN is the one that takes least time. GRN_E_ARGUMENT: a number out of the
 * ranges above, or ranks not in [1, GRN_MODEL_MOST_RANKS]. GRN_E_UNSUPPORTED: the way does not
 * apply: LOCAL where ids name others' rows, COMBINE where the order shows or of a gather.
 */
GRN_API GRN_MUST_USE grn_status grn_dist_predict(const grn_dist_problem *problem, const grn_network *network,
                                                 int32_t ranks, grn_dist_way way, const grn_diag *diag,
                                                 grn_prediction *out);

/*
 * Two curves over the number of ranks, 1 to most_ranks, as one SVG picture that says of itself that
 * it is a prediction: strong, the problem as it is, divided; and weak, the problem as it is for
 * each rank. `title` may be NULL; it is escaped.
 */
GRN_API GRN_MUST_USE grn_status grn_dist_draw_curves(const grn_dist_problem *problem, const grn_network *network,
                                                     int32_t most_ranks, const char *title, const grn_diag *diag,
                                                     const grn_sink *sink);

GRN_END_DECLS

#endif
