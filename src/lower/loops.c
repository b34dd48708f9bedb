/* loops.c - scf.for, scf.parallel and scf.if around what is emitted. */
#include "lower/steps.h"

/* The block that the op around l->block stands in. */
static void leave(grn_lower *l)
{
    if (l->status == GRN_OK)
        l->block = l->block->region->parent->block;
}

void grn_lo_yield(grn_lower *l, size_t n, grn_value *const *values)
{
    if (l->status != GRN_OK)
        return;
    grn_op *parent = l->block->region->parent;
    for (size_t i = 0; i < n; i++)
        if (values[i] && !parent->results[i].type)
            parent->results[i].type = values[i]->type;
    grn_lo_none(l, "scf.yield", n, values, GRN_LO_NO_ATTRS);
}

/* ---- for ------------------------------------------------------------------------------------- */

grn_value *grn_lo_for(grn_lower *l, grn_value *extent, grn_lo_carry *carry)
{
    const size_t n = carry ? carry->n : 0;
    grn_value *operands[3 + GRN_LO_MAX_CARRY] = {grn_lo_index(l, 0), extent, grn_lo_index(l, 1)};
    const grn_type *types[1 + GRN_LO_MAX_CARRY] = {grn_lo_index_type(l)};
    for (size_t i = 0; i < n; i++) {
        operands[3 + i] = carry->v[i];
        types[1 + i] = carry->v[i] ? carry->v[i]->type : NULL;
    }
    grn_op *op = grn_lo_op(l, "scf.for", 3 + n, operands, n, types + 1, 1, GRN_LO_NO_ATTRS);
    grn_block *body = op ? grn_lo_block(l, &op->regions[0], 1 + n, types) : NULL;
    for (size_t i = 0; body && i < n; i++)
        carry->v[i] = &body->args[1 + i];
    return body ? &body->args[0] : NULL;
}

void grn_lo_end_for(grn_lower *l, grn_lo_carry *carry)
{
    grn_op *op = l->status == GRN_OK ? l->block->region->parent : NULL;
    grn_lo_yield(l, carry ? carry->n : 0, carry ? carry->v : NULL);
    for (size_t i = 0; op && carry && i < carry->n; i++)
        carry->v[i] = &op->results[i];
    leave(l);
}

grn_op *grn_lo_loop(const grn_lower *l) { return l->status == GRN_OK ? l->block->region->parent : NULL; }

/* ---- parallel -------------------------------------------------------------------------------- */

void grn_lo_parallel(grn_lower *l, int32_t n, grn_value *const *extent, grn_value **index)
{
    grn_value *operands[3 * GRN_MAX_RANK];
    const grn_type *types[GRN_MAX_RANK];
    for (int32_t d = 0; d < n; d++) {
        operands[d] = grn_lo_index(l, 0);
        operands[n + d] = extent[d];
        operands[2 * n + d] = grn_lo_index(l, 1);
        types[d] = grn_lo_index_type(l);
        index[d] = NULL;
    }
    const int32_t sizes[] = {n, n, n, 0};
    grn_op *op = grn_lo_op(l, "scf.parallel", 3 * (size_t)n, operands, 0, NULL, 1, GRN_LO_NO_ATTRS);
    if (op)
        grn_lo_set_attr(l, op, "operandSegmentSizes", grn_lo_segments(l, GRN_COUNT(sizes), sizes));
    grn_block *body = op ? grn_lo_block(l, &op->regions[0], (size_t)n, types) : NULL;
    for (int32_t d = 0; body && d < n; d++)
        index[d] = &body->args[d];
}

void grn_lo_end_parallel(grn_lower *l)
{
    grn_lo_none(l, "scf.reduce", 0, NULL, GRN_LO_NO_ATTRS);
    leave(l);
}

/* ---- if -------------------------------------------------------------------------------------- */

grn_op *grn_lo_if(grn_lower *l, grn_value *condition, size_t n)
{
    grn_op *op = grn_lo_op(l, "scf.if", 1, &condition, n, NULL, 2, GRN_LO_NO_ATTRS);
    if (op)
        grn_lo_block(l, &op->regions[0], 0, NULL);
    return op;
}

void grn_lo_otherwise(grn_lower *l, grn_op *branch)
{
    if (branch && l->status == GRN_OK)
        grn_lo_block(l, &branch->regions[1], 0, NULL);
}

void grn_lo_end_if(grn_lower *l, grn_op *branch)
{
    if (branch && l->status == GRN_OK)
        l->block = branch->block;
}
