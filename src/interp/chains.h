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

/* Lives in the module's arena; every op of it points to it. */
typedef struct grn_chain {
    const grn_op *root; /* whose value it gives; it runs where this stands */
    size_t nops;
    const grn_op *const *ops; /* in order, the root last; those that only count or pass on are no steps */
    const grn_value **inputs; /* as the steps number them */
    grn_element_chain steps;
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
