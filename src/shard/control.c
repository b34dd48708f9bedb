/* control.c - control flow as data flow: what goes around a loop, or comes out of branches, is
 * divided in one way throughout. */
#include "convert/steps.h"
#include "shard/part.h"

static bool is_loop(const grn_op *op) { return grn_op_is(op, GRN_HLO(while)); }

bool grn_part_is_control(const grn_op *op)
{
    bool is = (is_loop(op) || GRN_OP_IS_ONE_OF(op, GRN_HLO(if), GRN_HLO(case))) && op->nregions > 0;
    for (size_t r = 0; is && r < op->nregions; r++) {
        const grn_block *b = op->regions[r].first;
        is = b && !b->next && b->last && grn_op_is(b->last, GRN_HLO(return ));
    }
    return is;
}

grn_status grn_part_flow_of(grn_sharder *s, const grn_op *op, size_t region, grn_part_flow *out)
{
    const bool is_condition = is_loop(op) && region == 0;
    *out = (grn_part_flow){.block = op->regions[region].first, .nresults = is_condition ? 1 : op->nresults};
    out->results = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, out->nresults + 1);
    if (!out->results || out->block->last->noperands != out->nresults)
        return grn_no_memory(&s->w);
    for (size_t i = 0; !is_condition && i < op->nresults; i++)
        out->results[i] = grn_part_of(s, &op->results[i]);
    if (is_condition && !(out->results[0] = grn_division_new(s->w.ir, out->block->last->operands[0]->type)))
        return grn_no_memory(&s->w);
    return GRN_OK;
}

bool grn_part_share_flow(grn_sharder *s, const grn_op *op)
{
    for (size_t r = 0; is_loop(op) && r < op->nregions; r++)
        for (size_t i = 0; i < op->regions[r].first->nargs && i < op->nresults; i++)
            if (!grn_divisions_set(&s->map, &op->regions[r].first->args[i], grn_part_of(s, &op->results[i])))
                return false;
    return true;
}

grn_division *grn_part_flow_in(grn_sharder *s, const grn_op *op, size_t operand)
{
    return is_loop(op) ? grn_part_of(s, &op->results[operand]) : grn_division_new(s->w.ir, op->operands[operand]->type);
}
