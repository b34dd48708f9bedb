/* liveness.c - before a function is written: which values are used by ops that are written, and by which; and through which
 * memrefs something is written. */
#include "emit/state.h"

static bool has_effect(const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    return !row || row->effects & (GRN_C_WRITES | GRN_C_EFFECT) || op->nregions > 0 || op->nresults == 0;
}

bool grn_c_is_live(const grn_c *s, const grn_op *op)
{
    bool live = has_effect(op);
    for (size_t i = 0; !live && i < op->nresults; i++)
        live = s->known[op->results[i].slot].uses > 0;
    return live;
}

const grn_value *grn_c_root(const grn_value *v)
{
    const grn_c_row *row;
    while (v->def && v->def->noperands > 0 && (row = grn_c_row_of(v->def)) && row->effects & GRN_C_VIEWS)
        v = v->def->operands[0];
    return v;
}

static void note_writes(grn_c *s, const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    for (size_t i = 0; row && row->writes && i < op->noperands; i++)
        if ((row->writes < 0 || i + 1 == (size_t)row->writes) && grn_c_is_memref(grn_operand_type(op, i)))
            s->known[grn_c_root(op->operands[i])->slot].is_written = true;
}

/* Loops and their terminators hand memory on. */
static void note_escapes(grn_c *s, const grn_op *op)
{
    const bool hands_on = op->nregions > 0 || op->next == NULL;
    for (size_t i = 0; hands_on && i < op->noperands; i++)
        if (grn_c_is_memref(grn_operand_type(op, i)))
            s->known[grn_c_root(op->operands[i])->slot].escapes = true;
}

static void use_operands(grn_c *s, const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        grn_c_known *k = &s->known[op->operands[i]->slot];
        k->uses++;
        k->user = op;
    }
}

/* From the last op to the first, so that users come before what they use. Depth is the regions', which the parser limits. */
static void use_block(grn_c *s, const grn_block *block)
{
    for (const grn_op *op = block->last; op; op = op->prev)
        if (grn_c_is_live(s, op)) {
            use_operands(s, op);
            note_writes(s, op);
            note_escapes(s, op);
            for (size_t r = 0; r < op->nregions; r++)
                for (const grn_block *b = op->regions[r].first; b; b = b->next)
                    use_block(s, b);
        }
}

bool grn_c_find_uses(grn_c *s, const grn_op *function)
{
    s->nslots = function->nslots;
    s->known = GRN_ARENA_NEW(&s->ir->arena, grn_c_known, s->nslots);
    if (!s->known) {
        s->status = GRN_E_MEMORY;
        return false;
    }
    use_block(s, function->regions[0].first);
    return true;
}
