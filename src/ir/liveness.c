/* liveness.c - where each value is used for the last time, so that an interpreter knows when its
 * memory is free. */
#include "ir/ir.h"

static grn_block *block_of(const grn_value *v) { return v->def ? v->def->block : v->block; }

/* The ancestor of `op` that stands directly in `block`; NULL if op is not inside it. */
static grn_op *ancestor_in(grn_op *op, const grn_block *block)
{
    while (op && op->block != block)
        op = op->block ? op->block->region->parent : NULL;
    return op;
}

/* Ops are visited in order, so the last assignment stands. Depth is bounded by GRN_MAX_NESTING. */
static void visit_region(grn_region *region);

static void visit_op(grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *v = op->operands[i];
        grn_op *user = ancestor_in(op, block_of(v));
        if (user)
            v->last_use = user;
    }
    for (size_t r = 0; r < op->nregions; r++)
        visit_region(&op->regions[r]);
}

static void visit_region(grn_region *region)
{
    for (grn_block *b = region->first; b; b = b->next)
        for (grn_op *op = b->first; op; op = op->next)
            visit_op(op);
}

void grn_op_last_uses(grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        visit_region(&op->regions[r]);
}
