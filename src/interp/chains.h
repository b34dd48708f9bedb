/*
 * chains.h - element-wise ops that run together, a block of elements at a time.
 *
 * Knows: which ops of a block make a chain (chains.c), and how one runs
 * (chain_run.c). Must not know: any op by name.
 */
#ifndef GRN_INTERP_CHAINS_H
#define GRN_INTERP_CHAINS_H

#include "eval/eval.h"
#include "interp/interp.h"

/* Rows that are gathered, and perhaps converted and scaled, only to be summed, or reduced otherwise (row_sum.c). */
#define GRN_ROW_SUM_OPS 4
#define GRN_ROW_SUM_OPERANDS 4
typedef struct grn_row_sum {
    const grn_op *ops[GRN_ROW_SUM_OPS]; /* in order: the gather first, the sum last */
    size_t nops;
    const grn_value *factor;           /* that rows are multiplied by; NULL: none */
    bool sums;                         /* else their mean, maximum or minimum is taken */
    uint64_t dims;                     /* of the gather's result, which are summed */
    const struct grn_row_ops *row_ops; /* the dialect's */
} grn_row_sum;
/* Whether all that takes a gather's result is a sum, or another reduction, of several of its rows, or may be: which of its
 * dims walk a row, types alone do not say. The program may be malformed. */
bool grn_row_sum_find(const grn_ir *ir, const grn_op *gather, grn_row_sum *out);
/* The dims of a gather's result that walk a row, of a gather of whole rows by one index each; 0: it
 * is none. */
uint64_t grn_row_sum_dims(const grn_gather_spec *gather, const grn_tensor *table);
/* Whether it is a bag, of `*length` rows each: no dim of a row is summed, and what scales one is the
 * same for all of it. */
bool grn_row_sum_is_bag(const grn_row_sum *s, const grn_gather_spec *gather, const grn_tensor *table,
                        const grn_tensor *gathered, int64_t *length);
/* The bag that runs it, over tensors that need no data; factor NULL: there is none, or how it lies is not
 * known. False: as they lie, no bag does. */
typedef struct grn_row_bag {
    grn_grouping of; /* of the tensors below */
    grn_tensor table, indices, weights;
} grn_row_bag;
bool grn_row_sum_bag(const grn_row_sum *s, const grn_access *gather, const grn_tensor *table, const grn_tensor *factor,
                     grn_row_bag *out);
/* The words for what is done with its rows: "summed", "scaled and summed", "reduced". */
const char *grn_row_sum_words(const grn_row_sum *s);
/* Whether its ops may run where the sum stands. */
bool grn_row_sum_is_chain(const grn_row_sum *s);
/* Runs it in one pass over the table and defines the sum's value. False: nothing is done, it has to
 * run op by op. */
bool grn_row_sum_run(grn_runtime *run, grn_frame *frame, const grn_row_sum *s);

/* Lives in the module's arena; every op of it points to it. */
typedef struct grn_chain {
    const grn_op *root; /* whose value it gives; it runs where this stands */
    size_t nops;
    const grn_op *const *ops; /* in order, the root last; those that only count or pass on are no steps */
    const grn_value **inputs; /* as the steps number them */
    grn_element_chain steps;
    const grn_row_sum *rows; /* a sum of rows, of which inputs and steps say nothing; NULL: element-wise ops */
} grn_chain;

/* Finds the chains of a complete module, and what its ops cost, anew. Values that a chain reads
 * live until its root has run: last_use is moved there. GRN_E_MEMORY. */
grn_status grn_chains_find(grn_ir *ir);

/* ---- what it may be made of (chain_ops.c) ---------------------------------------------------- */

/* An element-wise op, of operands of the result's rank and scalars. */
bool grn_chain_takes(const grn_op *op);
/* Its function; false: there is none for its types. */
bool grn_chain_bind(const grn_op *op, grn_bound_element *out);
/* The dimension it counts along, -1: it does not. Made block by block where it is wanted, it may
 * stand anywhere. */
int32_t grn_chain_counts_along(const grn_op *op);
/* Blocks of elements in row-major order are the same before and after. */
bool grn_chain_passes_on(const grn_op *op);
/* The same extents, or by static types the same number of elements. */
bool grn_chain_same_elements(const grn_type *a, const grn_type *b);

/* ---- running --------------------------------------------------------------------------------- */

/* Runs a chain and defines its root's value in the frame. What it cannot run at once (shapes that
 * differ, memory that is refused) runs op by op, with the message that belongs to the op. */
grn_status grn_run_chain(grn_runtime *run, grn_frame *frame, const grn_chain *chain);

/* A thread gets at least so many elements, so that waking it is a small part of the work. */
#define GRN_PART_ELEMENTS 32768
/* Runs the steps over a compact `out`, on the run's threads where it is large enough. False: no
 * memory, nothing done. */
bool grn_run_blocks(grn_runtime *run, const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in);

#endif
