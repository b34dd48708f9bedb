/* liveness.c - before a function is written: which values are used, and by which ops, counting only
 * ops that will be written; and through which memrefs something is written. */
#include "emit/state.h"

/* Writes to memory that is never read are dropped, which can leave other memory unread: rounds
 * until nothing changes, and at most so many. After the last round the rest is written as it is. */
#define MOST_ROUNDS 12

const grn_value *grn_c_root(const grn_c *s, const grn_value *v)
{
    const grn_value *root = s->known[v->slot].root;
    return root ? root : v;
}

/* From the first op to the last, so that what is viewed comes before its views. */
static void find_roots(grn_c *s, const grn_block *block)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        const grn_c_row *row = grn_c_row_of(op);
        if (row && row->effects & GRN_C_VIEWS && op->noperands > 0 && op->nresults > 0)
            s->known[op->results[0].slot].root = grn_c_root(s, op->operands[0]);
        for (size_t i = 0; i < op->nresults; i++) {
            const grn_value *same = grn_c_handed_back(s, op, i);
            if (same)
                s->known[op->results[i].slot].root = grn_c_root(s, same);
        }
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                find_roots(s, b);
    }
}

static bool has_effect(const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    return !row || row->effects & (GRN_C_WRITES | GRN_C_EFFECT) || op->nregions > 0 || op->nresults == 0;
}

/* Whether the op writes only to memory that is never read. */
static bool writes_in_vain(const grn_c *s, const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    if (!row || row->writes <= 0 || (size_t)row->writes > op->noperands)
        return false;
    const grn_value *root = grn_c_root(s, op->operands[row->writes - 1]);
    const grn_c_row *made = root->def ? grn_c_row_of(root->def) : NULL;
    return made && made->effects & GRN_C_MAKES && !s->known[root->slot].is_read;
}

bool grn_c_is_live(const grn_c *s, const grn_op *op)
{
    bool live = has_effect(op) && !writes_in_vain(s, op);
    for (size_t i = 0; !live && i < op->nresults; i++)
        live = s->known[op->results[i].slot].uses > 0;
    return live;
}

static bool writes_to(grn_c *s, const grn_op *op, const grn_c_row *row, size_t i)
{
    if (!grn_c_is_memref(grn_operand_type(op, i)))
        return false;
    return row->writes < 0 ? grn_c_call_writes(s, op, i) : i + 1 == (size_t)row->writes;
}

static void note_writes(grn_c *s, const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    for (size_t i = 0; row && row->writes && i < op->noperands; i++)
        if (writes_to(s, op, row, i)) {
            grn_c_known *k = &s->known[grn_c_root(s, op->operands[i])->slot];
            k->is_written = true;
            k->writes++;
        }
}

/* Loops and their terminators pass memory on. */
static void note_escapes(grn_c *s, const grn_op *op)
{
    const bool hands_on = op->nregions > 0 || op->next == NULL;
    for (size_t i = 0; hands_on && i < op->noperands; i++)
        if (grn_c_is_memref(grn_operand_type(op, i)))
            s->known[grn_c_root(s, op->operands[i])->slot].escapes = true;
}

/* Every operand but the one that the op writes to, and those of views and deallocs. */
static void note_reads(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_c_is_memref(grn_operand_type(op, i)) &&
            !(row && (i + 1 == (size_t)row->writes || row->effects & (GRN_C_VIEWS | GRN_C_ENDS))))
            s->known[grn_c_root(s, op->operands[i])->slot].reads = true;
}

static void use_operands(grn_c *s, const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    note_reads(s, op, row);
    for (size_t i = 0; i < op->noperands && !(row && row->effects & GRN_C_ENDS); i++) {
        grn_c_known *k = &s->known[op->operands[i]->slot];
        k->uses++;
        k->user = op;
    }
}

/* From the last op to the first, so that users come before what they use. Depth is the regions',
 * which the parser limits. */
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
    find_roots(s, function->regions[0].first);
    /* Each round drops writes to memory that the previous round found unread. */
    for (size_t i = 0; i < s->nslots; i++)
        s->known[i].is_read = true;
    bool more = true;
    for (int round = 0; round < MOST_ROUNDS && more; round++) {
        use_block(s, function->regions[0].first);
        more = false;
        for (size_t i = 0; i < s->nslots; i++) {
            grn_c_known *k = &s->known[i];
            more |= k->is_read && !k->reads;
            k->is_read = k->reads;
        }
        for (size_t i = 0; i < s->nslots && more; i++)
            s->known[i] = (grn_c_known){.is_read = s->known[i].is_read, .root = s->known[i].root};
    }
    if (more)
        use_block(s, function->regions[0].first);
    return true;
}

/* ---- what loops read and write --------------------------------------------------------------- */

bool grn_c_constant_of(const grn_value *v, int64_t *out)
{
    const grn_attr *a = grn_op_is(v->def, GRN_OP(arith, constant)) ? grn_op_attr(v->def, "value") : NULL;
    if (!a || a->kind != GRN_ATTR_INTEGER)
        return false;
    *out = a->integer;
    return true;
}

bool grn_c_is_side_by_side(const grn_c *s, const grn_op *op, size_t memory, const grn_block *body)
{
    const grn_c_view *v = s->known[op->operands[memory]->slot].view;
    const size_t first = memory + 1, n = op->noperands;
    if (!v || v->rank == 0 || n != first + (size_t)v->rank || op->operands[n - 1] != &body->args[0])
        return false;
    for (size_t i = first; i + 1 < n; i++)
        if (grn_c_is_inside(op->operands[i], body))
            return false;
    const grn_c_expr *step = &v->stride[v->rank - 1];
    return grn_c_is_constant(step) && step->least == 1;
}
