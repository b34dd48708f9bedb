/* dominators.h - which block of a region is on every path to another. */
#ifndef GRN_IR_DOMINATORS_H
#define GRN_IR_DOMINATORS_H

#include "ir/ir.h"

/* The dominators of one region. A region of one block has no arrays, as it needs none. */
typedef struct grn_dominators {
    size_t nblocks;
    size_t nreached;      /* from the entry */
    const grn_block **at; /* the blocks reached, in depth-first order */
    uint32_t *number;     /* position there plus 1 by block->order; 0: not reached */
    uint32_t *idom;       /* immediate dominator's position, of each position */
    /* each position's dominated ones are first..first+size-1 in the dominator tree's preorder */
    uint32_t *first, *size;
} grn_dominators;

/* GRN_E_MEMORY. All memory is the arena's. */
grn_status grn_dominators_init(grn_dominators *d, grn_arena *arena, const grn_region *region);
bool grn_block_is_reached(const grn_dominators *d, const grn_block *b);
/* Both of the region, `b` reached. A block dominates itself. */
bool grn_block_dominates(const grn_dominators *d, const grn_block *a, const grn_block *b);

#endif
