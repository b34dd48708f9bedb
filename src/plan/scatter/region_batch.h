/*
 * region_batch.h - several vectors of a caller's combiner in one call: declarations that
 * region_batch.c, which chooses the vectors, and region_move.c, which moves their windows, share.
 */
#ifndef GRN_PLAN_REGION_BATCH_H
#define GRN_PLAN_REGION_BATCH_H

#include "plan/scatter/region.h"

/* A block whose offsets are known. */
typedef struct grn_region_block {
    grn_cursor cursor;
    bool whole;                    /* all are in bounds */
    int64_t offset[GRN_BLOCK];     /* [pair][vector] */
    int64_t dense[GRN_MAX_INPUTS]; /* of the first vector */
    unsigned char in_bounds[GRN_BLOCK];
} grn_region_block;

typedef struct grn_region_batch {
    const grn_plan *plan;
    const grn_run *run;
    int64_t capacity; /* vectors that fit the buffers */
    int64_t block;    /* vectors per block: the pairs share one block of offsets */
    int64_t ahead;    /* vectors whose windows are prefetched before their turn; 0: none are */
    grn_pieces pieces;
    const grn_region_block *at, *next;
    /* vectors from the block's first that are prefetched while a piece is worked on */
    int64_t next_prefetch, prefetch_end;
    bool rows; /* a window is a row, on both sides of every pair */
    /* a window has the layout that the region takes, on both sides of every pair */
    bool in_place;
    void *current[GRN_MAX_INPUTS];
    void *update[GRN_MAX_INPUTS];
    grn_seen seen;
} grn_region_batch;

/* Windows `ahead` after [from, to) are to be prefetched, of this block or the next one. */
void grn_region_begin_prefetching(grn_region_batch *b, int64_t from, int64_t to);
/* A few of them: more at once would wait for each other, and the work for them. */
void grn_region_prefetch_some(grn_region_batch *b, int64_t most);
#define GRN_FEW_ROWS 8

/* Bytes of all pairs' windows that are worked on together: they stay in the first cache. */
#define GRN_PIECE_BYTES 2048

/* Vectors of the block none of which meet: through the buffers, or one in place. */
grn_status grn_region_combine(grn_region_batch *b, const int16_t *vector, int64_t count);
grn_status grn_region_combine_in_place(const grn_region_batch *b, int64_t vector);

#endif
