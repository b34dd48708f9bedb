/*
 * lanes.h - the argument arrays around a grn_lane_fn. Internal to src/eval.
 */
#ifndef GRN_EVAL_LANES_H
#define GRN_EVAL_LANES_H

#include "eval/eval.h"

/* Lanes per call of a body: enough to make the call cheap, few enough for its arrays to stay in the nearest cache. */
#define GRN_EVAL_LANES 1024

/* n accumulators and n elements of `lanes` lanes each; results go to `next`, which then changes places with `acc`. */
typedef struct grn_folding {
    size_t n, lanes;
    size_t *bytes;      /* element size of each */
    void **acc, **next; /* [n] */
    void **element;     /* [n]: buffers */
    const void **args;  /* [2n] */
} grn_folding;

/* False when the arena is refused memory. */
bool grn_folding_init(grn_folding *f, grn_arena *arena, size_t n, const grn_tensor *types, size_t lanes);
/* The first m lanes of each accumulator become its rank-0 init. */
void grn_folding_start(grn_folding *f, const grn_tensor *inits, size_t m);
/* One application of the body to m lanes; args[n + i] has been set to the elements. */
grn_status grn_folding_step(grn_folding *f, grn_lane_fn body, size_t m);
/* Stores m lanes at the flat position `at` of compact tensors. */
void grn_folding_finish(const grn_folding *f, const grn_tensor *out, int64_t at, size_t m);

/* Sets m elements of `bytes` at `to` to the one at `from`. */
void grn_lanes_fill(void *to, const void *from, size_t bytes, size_t m);
/* Copies one element of 1, 2, 4, 8 or 16 bytes. */
void grn_lane_copy(void *to, const void *from, size_t bytes);
/* GRN_E_DTYPE unless inputs, inits and results have one dtype each. */
grn_status grn_folding_check(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits);

#endif
