/* inplace.c - which op may write to the buffer of the tensor that it takes. */
#include "lower/inplace.h"

#include "lower/fuse.h"

/* ---- uses ------------------------------------------------------------------------------------ */

void grn_lo_note_uses(grn_lower *l, const grn_op *op)
{
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++) {
        const uint32_t slot = op->operands[i]->slot;
        grn_lo_use *use = slot < l->nslots ? GRN_ARENA_NEW(&l->ir->arena, grn_lo_use, 1) : NULL;
        if (slot >= l->nslots || !grn_lo_check(l, use != NULL))
            continue;
        *use = (grn_lo_use){op, l->used_by[slot]};
        l->used_by[slot] = use;
    }
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                grn_lo_note_uses(l, inner);
}

/* Whether all that the op reads of a tensor is read where the op stands, and no value of its own
 * shares the buffer. */
static bool reads_at_once(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    return GRN_OP_IS_ONE_OF(op, GRN_OP(scf, yield), GRN_OP(scf, condition), GRN_OP(func, return )) ||
           (row && !(row->flags & (GRN_LO_FREE | GRN_LO_SHARES)) && (row->lower || row->element));
}

/* ---- order ----------------------------------------------------------------------------------- */

static const grn_op *around(const grn_op *op) { return op->block ? op->block->region->parent : NULL; }

static bool is_branch(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    return row && row->flags & GRN_LO_BRANCHES;
}

static size_t depth_of(const grn_op *op)
{
    size_t depth = 0;
    for (; op; op = around(op))
        depth++;
    return depth;
}

/* Whether `a` is over before `b` begins, or one of them does not run when the other does. */
static bool is_over(const grn_op *a, const grn_op *b)
{
    size_t da = depth_of(a), db = depth_of(b);
    for (; da > db; da--)
        a = around(a);
    for (; db > da; db--)
        b = around(b);
    if (a == b)
        return false;
    while (a->block != b->block && around(a) != around(b)) {
        a = around(a);
        b = around(b);
    }
    return a->block == b->block ? a->order < b->order : is_branch(around(a));
}

static bool is_within(const grn_op *op, const grn_op *outer)
{
    while (op && op != outer)
        op = around(op);
    return op == outer;
}

static bool runs_once_for(const grn_value *v, const grn_op *op)
{
    const grn_block *home = v->def ? v->def->block : v->block;
    bool once = true;
    while (once && op && op->block != home) {
        op = around(op);
        once = op && is_branch(op);
    }
    return once;
}

bool grn_lo_is_last(const grn_lower *l, const grn_value *v, const grn_op *taker, bool inside)
{
    size_t times = 0;
    bool last = v->slot < l->nslots && runs_once_for(v, taker);
    for (const grn_lo_use *use = last ? l->used_by[v->slot] : NULL; last && use; use = use->next) {
        if (use->op == taker)
            times++;
        else
            last = reads_at_once(use->op) &&
                   (is_over(grn_lo_site(l, use->op), taker) || (inside && is_within(use->op, taker)));
    }
    return last && times <= 1;
}

/* ---- buffers --------------------------------------------------------------------------------- */

grn_value *grn_lo_taken(grn_lower *l, const grn_value *v, const grn_op *taker, const grn_value *r, bool inside)
{
    const grn_lo_value *now = grn_lo_of(l, v);
    if (l->status != GRN_OK || !l->o->form->buffers || now->kind != GRN_LO_BUFFER || !grn_type_is_tensor(v->type))
        return NULL;
    const bool is_there = r->slot < l->nslots && l->destination[r->slot] == now->value;
    return (now->owned || now->writable || is_there) && grn_lo_is_last(l, v, taker, inside) ? now->value : NULL;
}

void grn_lo_set_writable(grn_lower *l, const grn_value *r, grn_value *buffer, bool owned)
{
    grn_lo_set_buffer(l, r, buffer, owned);
    grn_lo_of(l, r)->writable = true;
}

/* Elements that were never written need not be kept. */
static bool is_unwritten(const grn_value *v) { return grn_op_is(v->def, GRN_OP(tensor, empty)); }

grn_value *grn_lo_replaced(grn_lower *l, const grn_op *op, const grn_value *v, const grn_value *r, bool keeps)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    grn_value *to = grn_lo_taken(l, v, op, r, false);
    bool owned = to && grn_lo_of(l, v)->owned;
    if (!to) {
        grn_lo_extents(l, v, extent);
        to = grn_lo_allocate_for(l, r, extent, &owned);
        grn_op *guard = grn_lo_guard(l, r);
        if (keeps && !is_unwritten(v))
            grn_lo_copy_to(l, v, to);
        grn_lo_end_guard(l, guard);
    }
    if (to)
        grn_lo_set_writable(l, r, to, owned);
    return to;
}

/* ---- where a tensor comes from --------------------------------------------------------------- */

size_t grn_lo_second(const grn_op *op, size_t i)
{
    (void)op;
    (void)i;
    return 1;
}

const grn_value *grn_lo_replaced_operand(const grn_value *v)
{
    const grn_lower_row *row = v->def ? grn_lower_row_of(v->def) : NULL;
    return row && row->replaces ? v->def->operands[row->replaces(v->def, v->index)] : NULL;
}

static const grn_value *end_of(const grn_op *op, size_t region, size_t i)
{
    const grn_block *block = op->regions[region].first;
    return block && block->last && i < block->last->noperands ? block->last->operands[i] : NULL;
}

const grn_value *grn_lo_root_of_branches(const grn_value *v)
{
    const grn_value *then = end_of(v->def, 0, v->index), *otherwise = end_of(v->def, 1, v->index);
    then = then ? grn_lo_root(then, v->def) : NULL;
    return then && otherwise && grn_lo_root(otherwise, v->def) == then ? then : NULL;
}

const grn_value *grn_lo_root_of_loop(const grn_value *v)
{
    const grn_value *end = end_of(v->def, 0, v->index);
    const grn_value *carried = &v->def->regions[0].first->args[1 + v->index];
    return end && grn_lo_root(end, v->def) == carried ? grn_lo_replaced_operand(v) : NULL;
}

const grn_value *grn_lo_root(const grn_value *v, const grn_op *within)
{
    while (v && v->def && is_within(v->def, within)) {
        const grn_lower_row *row = grn_lower_row_of(v->def);
        v = row && row->root ? row->root(v) : grn_lo_replaced_operand(v);
    }
    return v;
}
