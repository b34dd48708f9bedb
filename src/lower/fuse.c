/* fuse.c - in the loops of which op each value's elements are computed. */
#include "lower/fuse.h"

#include "lower/function.h"
#include "lower/inplace.h"

const grn_op *grn_lo_site(const grn_lower *l, const grn_op *op)
{
    const grn_op *site = op->nresults == 1 && op->results[0].slot < l->nslots ? l->sites[op->results[0].slot] : NULL;
    return site ? site : op;
}

/* ---- which ops may be computed elsewhere ----------------------------------------------------- */

static bool is_elementwise(const grn_lower_row *row)
{
    return row && row->flags & GRN_LO_POINTWISE && row->element && !row->lower;
}

static bool is_tensor_op(const grn_op *op) { return op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)); }

/* A gather, as far as gathers are no ops in this form. */
static bool begins(const grn_lower *l, const grn_op *op, const grn_lower_row *row)
{
    return row && row->flags & GRN_LO_FUSES && !l->o->form->accesses && is_tensor_op(op);
}

/* Whether an element of the op takes one of a gather that is computed with it. */
static bool has_gather(const grn_lower *l, const grn_op *op)
{
    bool has = false;
    for (size_t i = 0; !has && i < op->noperands; i++)
        has = op->operands[i]->slot < l->nslots && l->fuses[op->operands[i]->slot];
    return has;
}

/* ---- readers --------------------------------------------------------------------------------- */

static bool reads_same_place(const grn_op *op, const grn_value *v)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    bool same = row && row->reads_here;
    if (is_elementwise(row))
        return is_tensor_op(op) && grn_result_type(op, 0)->rank == v->type->rank;
    for (size_t i = 0; same && i < op->noperands; i++)
        same = op->operands[i] != v || row->reads_here(op, i);
    return same;
}

/* The op in whose loops all readers read v's elements, each at its place; NULL: there is none. */
static const grn_op *reader_of(const grn_lower *l, const grn_op *op)
{
    const grn_value *v = &op->results[0];
    const grn_op *site = NULL;
    for (const grn_lo_use *use = l->used_by[v->slot]; use; use = use->next) {
        if (use->op->block != op->block || !reads_same_place(use->op, v))
            return NULL;
        const grn_op *its = grn_lo_site(l, use->op);
        if (site && its != site)
            return NULL;
        site = its;
    }
    return site;
}

static void note_fuses(grn_lower *l, const grn_block *block)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        const grn_lower_row *row = grn_lower_row_of(op);
        if (begins(l, op, row) || (is_elementwise(row) && is_tensor_op(op) && has_gather(l, op)))
            l->fuses[op->results[0].slot] = !l->needs_buffer[op->results[0].slot];
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                note_fuses(l, b);
    }
}

/* From the end, so that the sites of readers are known. */
static void note_block(grn_lower *l, const grn_block *block)
{
    for (const grn_op *op = block->last; op; op = op->prev) {
        const uint32_t slot = op->nresults == 1 ? op->results[0].slot : UINT32_MAX;
        if (slot < l->nslots && l->fuses[slot])
            l->sites[slot] = reader_of(l, op);
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                note_block(l, b);
    }
}

void grn_lo_note_sites(grn_lower *l, const grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    l->fuses = GRN_ARENA_NEW(&l->ir->arena, bool, l->nslots + 1);
    l->sites = GRN_ARENA_NEW(&l->ir->arena, const grn_op *, l->nslots + 1);
    if (!grn_lo_check(l, l->fuses && l->sites))
        return;
    note_fuses(l, body);
    note_block(l, body);
}

/* ---- what is computed in an op's loops ------------------------------------------------------- */

typedef struct counters {
    grn_value *const *index;
    int32_t known;
} counters;

static void prepare(grn_lower *l, const grn_op *op, void *user)
{
    const counters *c = user;
    const grn_lower_row *row = grn_lower_row_of(op);
    if (row && row->before && l->status == GRN_OK)
        row->before(l, op, c->index, c->known);
}

void grn_lo_prepare_fused(grn_lower *l, const grn_op *op, grn_value *const *index, int32_t known)
{
    counters c = {index, known};
    grn_lo_visit_fused(l, op, prepare, &c);
}

/* Where an index was bad, elements of this must not be read: their addresses are not held against
 * the bounds again. */
grn_op *grn_lo_guard_fused(grn_lower *l, const grn_op *op)
{
    bool guarded = false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_lo_value *v = grn_lo_of(l, op->operands[i]);
        guarded = guarded || (v->kind == GRN_LO_LAZY && v->guarded);
    }
    return l->error && guarded ? grn_lo_when_fine(l) : NULL;
}

void grn_lo_visit_fused(grn_lower *l, const grn_op *op, grn_lo_visit_fn visit, void *user)
{
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++) {
        const grn_lo_value *v = grn_lo_of(l, op->operands[i]);
        const bool fused = v->kind == GRN_LO_LAZY && grn_lo_site(l, v->op) != v->op;
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again = again || op->operands[k] == op->operands[i];
        if (!fused || again)
            continue;
        grn_lo_visit_fused(l, v->op, visit, user);
        visit(l, v->op, user);
    }
}
