/* rewrite.c - changes to a module that has been built: ops put in, taken out, given other
 * operands. */
#include <assert.h>

#include "ir/ir.h"

static void link_before(grn_op *at, grn_op *op)
{
    grn_block *block = at->block;
    op->block = block;
    op->next = at;
    op->prev = at->prev;
    if (at->prev)
        at->prev->next = op;
    else
        block->first = op;
    at->prev = op;
}

static void unlink_op(grn_op *op)
{
    if (op->prev)
        op->prev->next = op->next;
    else
        op->block->first = op->next;
    if (op->next)
        op->next->prev = op->prev;
    else
        op->block->last = op->prev;
    op->block = NULL;
}

void grn_op_insert_before(grn_op *at, grn_op *op)
{
    op->from = at->from.n ? at->from : at->name;
    link_before(at, op);
}

void grn_op_move_before(grn_op *at, grn_op *op)
{
    assert(op->block && at->block);
    unlink_op(op);
    link_before(at, op);
}

void grn_op_set_operand(grn_op *op, size_t i, grn_value *value)
{
    if (op->operands[i])
        op->operands[i]->uses--;
    op->operands[i] = value;
    value->uses++;
}

/* What `root` and all within it use is used so much less. */
static void drop_uses(const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++)
            op->operands[i]->uses--;
}

void grn_op_erase(grn_op *op)
{
    assert(op->block);
    drop_uses(op);
    unlink_op(op);
}

/* No effect but its results, nor has an op of its regions any. */
static bool is_pure(const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        if (!grn_op_is_pure(op) && !(op->def && op->def->traits & GRN_TRAIT_TERMINATOR))
            return false;
    return true;
}

bool grn_op_is_dead(const grn_op *op)
{
    if (!op->block || op->nresults == 0)
        return false;
    for (size_t i = 0; i < op->nresults; i++)
        if (op->results[i].uses)
            return false;
    return is_pure(op);
}

/* The chain of last users may be as long as the text: erased ops whose operands are still to be
 * visited are linked through `next`, which they no longer need. */
static void erase_onto(grn_op *op, grn_op **todo)
{
    grn_op_erase(op);
    op->next = *todo;
    *todo = op;
}

void grn_op_erase_dead(grn_op *op)
{
    grn_op *todo = NULL;
    if (grn_op_is_dead(op))
        erase_onto(op, &todo);
    while (todo) {
        const grn_op *at = todo;
        todo = at->next;
        for (size_t i = 0; i < at->noperands; i++)
            if (at->operands[i]->def && grn_op_is_dead(at->operands[i]->def))
                erase_onto(at->operands[i]->def, &todo);
    }
}

/* ---- attributes ------------------------------------------------------------------------------ */

const grn_attr *grn_attr_struct(grn_ir *ir, const grn_struct_def *def, const grn_field *fields)
{
    size_t n = 0;
    while (def->fields[n].name)
        n++;
    grn_field *copy = GRN_ARENA_NEW(&ir->arena, grn_field, n ? n : 1);
    grn_attr a = {.kind = GRN_ATTR_STRUCT};
    if (!copy)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        copy[i] = fields[i];
        int64_t *v = GRN_ARENA_NEW(&ir->arena, int64_t, fields[i].count ? fields[i].count : 1);
        if (!v)
            return NULL;
        if (fields[i].count)
            memcpy(v, fields[i].v, fields[i].count * sizeof *v);
        copy[i].v = v;
    }
    a.record.def = def;
    a.record.fields = copy;
    return grn_attr_make(ir, &a);
}

/* ---- what is worked out of a complete module ------------------------------------------------- */

/* Depth is the regions', which the parser limits. */
static void refresh_op(grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].last_use = NULL;
    for (size_t r = 0; r < op->nregions; r++) {
        if (op->def && op->def->traits & GRN_TRAIT_ISOLATED) {
            size_t n = grn_region_number_values(&op->regions[r]);
            op->nslots = n > op->nslots ? n : op->nslots;
        }
        for (grn_block *b = op->regions[r].first; b; b = b->next) {
            for (size_t i = 0; i < b->nargs; i++)
                b->args[i].last_use = NULL;
            for (grn_op *inner = b->first; inner; inner = inner->next)
                refresh_op(inner);
        }
    }
}

/* Depth is the regions', which readers limit. */
static bool complete_op(grn_ir *ir, grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++) {
        if (op->def && op->def->traits & GRN_TRAIT_ISOLATED) {
            size_t n = grn_region_number_values(&op->regions[r]);
            op->nslots = n > op->nslots ? n : op->nslots;
        }
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; inner; inner = inner->next)
                if (!complete_op(ir, inner))
                    return false;
    }
    return !(op->def && op->def->traits & GRN_TRAIT_SYMBOL_TABLE) || grn_op_index_symbols(ir, op);
}

bool grn_ir_complete(grn_ir *ir) { return complete_op(ir, ir->top); }

void grn_ir_refresh(grn_ir *ir)
{
    refresh_op(ir->top);
    grn_op_last_uses(ir->top);
}
