/*
 * row_control.c - if, case, and calls. What branches give: a value of one
 * element as a scalar; a tensor as itself; with memrefs, one of known extents in
 * a buffer outside that the branches write to, which is that of the tensor they
 * replace elements of where nothing reads that any more. Sources: StableHLO spec,
 * the op of each name; MLIR scf.
 */
#include "lower/carry.h"

/* ---- if, case -------------------------------------------------------------------------------- */

/* What the results of branches go to. */
typedef struct outlets {
    grn_value **outside; /* by result: a memref; NULL: it is yielded */
    size_t n;            /* how many are yielded, the status last */
    bool fails;
    bool shared; /* a memref outside holds a value that the branches read */
} outlets;

/* A branch whose results go to memrefs outside, or are yielded, the status last. */
static void branch_body(grn_lower *l, const grn_op *op, size_t region, const outlets *o)
{
    const grn_block *block = op->regions[region].first;
    const grn_op *end = block ? grn_block_terminator(block) : NULL;
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->nresults + 1);
    grn_value *const error = l->error;
    grn_lo_scope scope;
    size_t n = 0;
    if (!grn_lo_check(l, values != NULL))
        return;
    grn_lo_scope_begin(l, &scope);
    if (block)
        grn_lo_ops(l, block);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++)
        if (!o->outside[i])
            values[n++] = grn_lo_carried(l, end->operands[i]);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK && !o->shared; i++)
        if (o->outside[i])
            grn_lo_copy_to(l, end->operands[i], o->outside[i]);
    if (o->shared && l->status == GRN_OK)
        grn_lo_write_outside(l, op->nresults, o->outside, end);
    if (o->fails)
        values[n++] = grn_lo_error_or_none(l);
    grn_lo_scope_end(l);
    grn_lo_yield(l, n, values);
    l->error = error;
}

static grn_op *branches(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, const outlets *o);

/* Branches [first, last) of a case, in the block of a scf.if. */
static void half(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, const outlets *o)
{
    if (first + 1 == last) {
        branch_body(l, op, first, o);
        return;
    }
    const grn_op *made = l->status == GRN_OK ? branches(l, op, index, first, last, o) : NULL;
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, o->n + 1);
    for (size_t i = 0; made && values && i < o->n; i++)
        values[i] = &made->results[i];
    if (grn_lo_check(l, values != NULL) && made)
        grn_lo_yield(l, o->n, values);
}

/* What is done otherwise is nothing. */
static void drop_empty_else(const grn_lower *l, grn_op *made)
{
    const grn_block *otherwise = l->status == GRN_OK && made->nresults == 0 ? made->regions[1].first : NULL;
    if (otherwise && otherwise->first == otherwise->last)
        made->regions[1].first = made->regions[1].last = NULL;
}

/* The branch of an index in [first, last), found by halves; of an if, the first where it holds. */
static grn_op *branches(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last, const outlets *o)
{
    const size_t middle = first + (last - first) / 2;
    const bool is_case = grn_op_is(op, GRN_HLO(case));
    grn_value *here =
        !index || !is_case ? index : grn_lo_compare(l, "ult", index, grn_lo_integer(l, index->type, (int64_t)middle));
    grn_op *made = grn_lo_if(l, here, o->n);
    half(l, op, index, first, middle, o);
    grn_lo_otherwise(l, made);
    half(l, op, index, middle, last, o);
    grn_lo_end_if(l, made);
    drop_empty_else(l, made);
    return made;
}

/* Whatever the index, it is this one. */
static void only_branch(grn_lower *l, const grn_op *op)
{
    const grn_block *block = op->regions[0].first;
    grn_lo_ops(l, block);
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        *grn_lo_of(l, &op->results[i]) = *grn_lo_of(l, grn_block_terminator(block)->operands[i]);
        grn_lo_of(l, &op->results[i])->owned = false;
    }
}

/* The buffer of the tensor that both branches replace elements of, where nothing reads it behind
 * them. */
static grn_value *taken(grn_lower *l, const grn_op *op, size_t i, outlets *o, bool *owned)
{
    const grn_value *root = grn_type_is_tensor(op->results[i].type) ? grn_lo_root(&op->results[i], op) : NULL;
    grn_value *buffer =
        root && root->type == op->results[i].type ? grn_lo_taken(l, root, op, &op->results[i], true) : NULL;
    for (size_t k = 0; buffer && k < i; k++)
        if (o->outside[k] == buffer)
            return NULL;
    o->shared = o->shared || buffer;
    *owned = buffer && grn_lo_of(l, root)->owned;
    return buffer;
}

static void find_outlets(grn_lower *l, const grn_op *op, outlets *o)
{
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        bool owned = false;
        o->outside[i] = taken(l, op, i, o, &owned);
        if (!o->outside[i] && grn_lo_is_kept_outside(l, op->results[i].type)) {
            o->outside[i] = grn_lo_allocate(l, op->results[i].type, NULL);
            owned = true;
        }
        if (o->outside[i])
            grn_lo_set_writable(l, &op->results[i], o->outside[i], owned);
        o->n += o->outside[i] == NULL;
    }
    o->n += o->fails;
}

/* What a branch gives where the extents that are known say that it is no result of the op: such a
 * program stops when it runs. */
static void refuse_other_shapes(grn_lower *l, const grn_op *op)
{
    char gives[128], wanted[128];
    for (size_t r = 0; r < op->nregions; r++)
        for (size_t i = 0; i < op->nresults; i++) {
            const grn_type *from = grn_block_terminator(op->regions[r].first)->operands[i]->type,
                           *to = op->results[i].type;
            if (!grn_types_compatible(from, to))
                grn_lo_refuse(l, "takes '%s' from branch %zu for a result of type '%s'",
                              grn_type_text(from, gives, sizeof gives), r, grn_type_text(to, wanted, sizeof wanted));
        }
}

static void lower_branches(grn_lower *l, const grn_op *op)
{
    outlets o = {.outside = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->nresults + 1), .fails = grn_lo_may_fail(op)};
    size_t taken_so_far = 0;
    if (!grn_lo_check(l, o.outside != NULL))
        return;
    refuse_other_shapes(l, op);
    if (l->status != GRN_OK)
        return;
    if (op->nregions < 2) {
        only_branch(l, op);
        return;
    }
    find_outlets(l, op, &o);
    grn_value *index =
        /* one that no branch has means the last: so does a negative one, unsigned */
        grn_lo_read(l, op->operands[0], NULL);
    const grn_op *made = l->status == GRN_OK ? branches(l, op, index, 0, op->nregions, &o) : NULL;
    for (size_t i = 0; made && i < op->nresults; i++)
        if (!o.outside[i])
            grn_lo_take(l, &op->results[i], &made->results[taken_so_far++]);
    if (made && o.fails)
        l->error = &made->results[taken_so_far];
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_LOWER(func, call) = {.lower = grn_lo_call};
GRN_LOWER(stablehlo, composite) = {.lower = grn_lo_call};
GRN_LOWER(stablehlo,
          if) = {.lower = lower_branches, .on_scalars = grn_lo_branches_on_scalars, .flags = GRN_LO_BRANCHES};
GRN_LOWER(stablehlo,
          case) = {.lower = lower_branches, .on_scalars = grn_lo_branches_on_scalars, .flags = GRN_LO_BRANCHES};
GRN_LOWER(scf, if) = {.lower = lower_branches, .root = grn_lo_root_of_branches, .flags = GRN_LO_BRANCHES};
