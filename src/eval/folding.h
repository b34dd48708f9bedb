/*
 * folding.h - the argument arrays around a grn_region_fn. Internal to src/eval.
 */
#ifndef GRN_EVAL_FOLDING_H
#define GRN_EVAL_FOLDING_H

#include "eval/eval.h"

/* Results per call of a body: enough to make the call cheap, few enough for its arrays to stay in
 * the nearest cache. */
#define GRN_EVAL_BATCH 1024

/* n accumulators and n elements, arrays of `batch` each; results go to `next`, which is then
 * swapped with `acc`. */
typedef struct grn_folding {
    size_t n, batch;
    size_t *bytes;      /* element size of each */
    void **acc, **next; /* [n] */
    void **element;     /* [n]: buffers */
    const void **args;  /* [2n] */
} grn_folding;

/* False when the arena is refused memory. */
bool grn_folding_init(grn_folding *f, grn_arena *arena, size_t n, const grn_tensor *types, size_t batch);
/* The first m elements of each accumulator become its rank-0 init. */
void grn_folding_start(grn_folding *f, const grn_tensor *inits, size_t m);
/* One application of the body to m results; args[n + i] has been set to the elements. */
grn_status grn_folding_step(grn_folding *f, grn_region_fn body, size_t m);
/* Stores m results at the flat position `at` of compact tensors. */
void grn_folding_finish(const grn_folding *f, const grn_tensor *out, int64_t at, size_t m);

/* Sets m elements of `bytes` at `to` to the one at `from`. */
void grn_fill_elements(void *to, const void *from, size_t bytes, size_t m);
/* Copies one element of 1, 2, 4, 8 or 16 bytes. */
void grn_copy_element(void *to, const void *from, size_t bytes);
/* GRN_E_DTYPE unless inputs, inits and results have one dtype each. */
grn_status grn_folding_check(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits);

#endif
