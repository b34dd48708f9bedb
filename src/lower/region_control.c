/*
 * region_control.c - if, case and while in regions that are applied to one
 * element after the other: what they carry are scalars. Sources: StableHLO
 * spec, the op of each name; MLIR scf.
 */
#include "lower/steps.h"

/* The values that a region yields, given its arguments. */
static grn_value **yielded(grn_lower *l, const grn_region *region, size_t nargs, grn_value *const *args)
{
    const size_t n = grn_block_terminator(region->first)->noperands;
    grn_value **results = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1);
    return grn_lo_check(l, results != NULL) && grn_lo_region(l, region, nargs, args, n, results) ? results : NULL;
}

/* The results of branches [first, last), the one of `index` found by halves; of an if, the first
 * where it holds. NULL: refused. */
static grn_value **branch(grn_lower *l, const grn_op *op, grn_value *index, size_t first, size_t last)
{
    const size_t middle = first + (last - first) / 2, n = op->nresults;
    if (first + 1 == last)
        return yielded(l, &op->regions[first], 0, NULL);
    const bool is_case = index && index->type->width > 1;
    grn_value *here =
        is_case ? grn_lo_compare(l, "ult", index, grn_lo_integer(l, index->type, (int64_t)middle)) : index;
    grn_op *made = grn_lo_if(l, here, n);
    grn_value **v = l->status == GRN_OK ? branch(l, op, index, first, middle) : NULL;
    if (v)
        grn_lo_yield(l, n, v);
    grn_lo_otherwise(l, made);
    v = l->status == GRN_OK ? branch(l, op, index, middle, last) : NULL;
    if (!v)
        return NULL;
    grn_lo_yield(l, n, v);
    grn_lo_end_if(l, made);
    for (size_t i = 0; made && i < n; i++)
        v[i] = &made->results[i];
    return v;
}

static void take_values(grn_lower *l, const grn_op *op, grn_value *const *v)
{
    for (size_t i = 0; v && i < op->nresults && l->status == GRN_OK; i++)
        grn_lo_set_scalar(l, &op->results[i], v[i]);
}

void grn_lo_branches_on_scalars(grn_lower *l, const grn_op *op)
{
    grn_value *index = grn_lo_read(l, op->operands[0], NULL);
    take_values(l, op, l->status == GRN_OK ? branch(l, op, index, 0, op->nregions) : NULL);
}

void grn_lo_while_on_scalars(grn_lower *l, const grn_op *op)
{
    const size_t n = op->noperands;
    grn_value **v = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1),
              **args = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1);
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, n + 1);
    grn_block *const outer = l->block;
    if (!grn_lo_check(l, v && args && types))
        return;
    for (size_t i = 0; i < n && l->status == GRN_OK; i++) {
        v[i] = grn_lo_read(l, op->operands[i], NULL);
        types[i] = v[i] ? v[i]->type : NULL;
    }
    grn_op *made = grn_lo_op(l, "scf.while", n, v, n, types, 2, GRN_LO_NO_ATTRS);
    for (size_t r = 0; made && r < 2 && l->status == GRN_OK; r++) {
        const grn_block *block = grn_lo_block(l, &made->regions[r], n, types);
        for (size_t i = 0; block && i < n; i++)
            args[1 + i] = &block->args[i];
        grn_value **results = block ? yielded(l, &op->regions[r], n, args + 1) : NULL;
        if (!results)
            return;
        args[0] = results[0];
        if (r == 0)
            grn_lo_none(l, "scf.condition", 1 + n, args, GRN_LO_NO_ATTRS);
        else
            grn_lo_none(l, "scf.yield", n, results, GRN_LO_NO_ATTRS);
    }
    for (size_t i = 0; made && i < n; i++)
        v[i] = &made->results[i];
    l->block = outer;
    take_values(l, op, v);
}
