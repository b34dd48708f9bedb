/*
 * ragged_dot.h - the dimensions of a ragged_dot, for its rules (ragged_dot.c) and its meaning
 * (ragged_dot_eval.c).
 *
 * A ragged_dot is a dot_general over groups of one dimension of lhs; group_sizes says how many
 * indices of it belong to each group. Where it is free, each group has an rhs of its own; where it
 * is contracted, each group has a result; where it is a batch dimension, groups make no difference.
 * What belongs to no group contributes nothing, and is zero.
 *
 * Must not know: how sums of products are computed.
 */
#ifndef GRN_CHLO_RAGGED_DOT_H
#define GRN_CHLO_RAGGED_DOT_H

#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/dot.h"

typedef enum grn_ragged_mode { GRN_RAGGED_FREE, GRN_RAGGED_CONTRACT, GRN_RAGGED_BATCH } grn_ragged_mode;

typedef struct grn_ragged_list {
    int32_t count;
    int64_t v[GRN_MAX_RANK];
} grn_ragged_list;

/* What the attribute says of operands of known ranks. */
typedef struct grn_ragged {
    grn_dot_dims dot;
    grn_ragged_mode mode;
    int64_t dim;                        /* of lhs */
    int64_t group;                      /* dim of rhs; -1: none */
    grn_ragged_list lhs_free, rhs_free; /* neither batching, contracting nor the group's */
    /* of lhs, outside the ragged one: group_sizes has them in front, or none of them */
    grn_ragged_list outer;
} grn_ragged;

/* Of an op that has one ragged dimension, which is in range. */
grn_ragged grn_ragged_of(const grn_op *op);
/* The result's extents, by those of lhs and rhs and the number of groups. Answers the rank; it may
 * be over GRN_MAX_RANK, and what is over is not written. */
int32_t grn_ragged_shape(const grn_ragged *r, const int64_t *lhs, const int64_t *rhs, int64_t groups, int64_t *shape);

grn_status grn_ragged_eval(grn_exec *x, const grn_op *op);

#endif
