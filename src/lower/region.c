/* region.c - the ops of a block one after the other; and regions on single elements, put where their result is needed. */
#include "lower/function.h"

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

bool grn_lo_in_dialect(const grn_op *op, const char *dialect)
{
    const size_t n = strlen(dialect);
    return op->name.n > n && memcmp(op->name.text, dialect, n) == 0 && op->name.text[n] == '.';
}

/* Checks are the dialect of that name, and custom calls whose target is one. */
static bool is_check(const grn_op *op)
{
    const grn_attr *target = grn_str_is(op->name, "stablehlo.custom_call") ? grn_op_attr(op, "call_target_name") : NULL;
    return grn_lo_in_dialect(op, "check") ||
           (target && target->kind == GRN_ATTR_STRING && target->text.n > 6 && memcmp(target->text.text, "check.", 6) == 0);
}

static bool is_on_scalars(const grn_op *op)
{
    bool scalars = op->nregions == 0 && (grn_lo_in_dialect(op, "arith") || grn_lo_in_dialect(op, "math") || grn_lo_in_dialect(op, "complex"));
    for (size_t i = 0; i < op->noperands; i++)
        scalars = scalars && !grn_type_is_tensor(grn_operand_type(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        scalars = scalars && !grn_type_is_tensor(grn_result_type(op, i));
    return scalars;
}

/* The op as it is, on what stands for its operands. */
static void copy_op(grn_lower *l, const grn_op *op)
{
    grn_value **operands = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->noperands + 1);
    const grn_type **types = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, op->nresults + 1);
    char name[64];
    if (!grn_lo_check(l, operands && types) || op->name.n >= sizeof name)
        return;
    memcpy(name, op->name.text, op->name.n);
    name[op->name.n] = 0;
    for (size_t i = 0; i < op->noperands; i++)
        operands[i] = grn_lo_of(l, op->operands[i])->value;
    for (size_t i = 0; i < op->nresults; i++)
        types[i] = grn_result_type(op, i);
    grn_op *made = grn_lo_op(l, name, op->noperands, operands, op->nresults, types, 0, GRN_LO_NO_ATTRS);
    for (size_t i = 0; made && i < op->nattrs; i++)
        if (!grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value))
            grn_lo_check(l, false);
    for (size_t i = 0; made && i < op->nresults; i++)
        grn_lo_set_scalar(l, &op->results[i], &made->results[i]);
}

/* An element of a value that is computed where it is read costs what all of those behind it cost, each time. */
enum { LAZY_IN_A_ROW = 16, LAZY_IN_REGIONS = 4 };

bool grn_lo_set_lazy(grn_lower *l, const grn_op *op, uint32_t most)
{
    uint32_t depth = 0;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_lo_value *v = grn_lo_of(l, op->operands[i]);
        depth = v->kind == GRN_LO_LAZY && v->depth > depth ? v->depth : depth;
    }
    if (depth < most)
        *grn_lo_of(l, &op->results[0]) = (grn_lo_value){.kind = GRN_LO_LAZY, .op = op, .depth = depth + 1};
    return depth < most;
}

static void make_element(grn_lower *l, const grn_op *op, const grn_lower_row *row)
{
    const grn_value *result = &op->results[0];
    grn_value *extent[GRN_MAX_RANK];
    if (row->flags & GRN_LO_FREE && !l->needs_buffer[result->slot] && grn_lo_set_lazy(l, op, LAZY_IN_A_ROW))
        return;
    grn_lo_result_extents(l, op, result, extent);
    grn_lo_fill(l, op, result, row->element, extent);
}

static void lower_op(grn_lower *l, const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    l->at = op;
    if (is_check(op) && l->o->drop_checks && op->nresults == 0)
        return;
    if (is_check(op))
        grn_lo_refuse(l, "is a check, which a lowered program has no op for; it can be left out (--drop-checks)");
    else if (is_on_scalars(op) && row && row->element && grn_lo_in_dialect(op, "math"))
        grn_lo_set_scalar(l, &op->results[0], row->element(l, op, NULL));
    else if (is_on_scalars(op))
        copy_op(l, op);
    else if (row && row->lower)
        row->lower(l, op);
    else if (row && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)))
        make_element(l, op, row);
    else
        grn_lo_refuse(l, "has no lowering");
}

void grn_lo_ops(grn_lower *l, const grn_block *block)
{
    const grn_op *end = grn_block_terminator(block);
    for (const grn_op *op = block->first; op && op != end && l->status == GRN_OK; op = op->next)
        lower_op(l, op);
}

/* ---- regions on elements ----------------------------------------------------------------------------------------- */

/* A value of one element is a scalar; of more, it is computed where it is read. */
static void element_op(grn_lower *l, const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    l->at = op;
    if (is_on_scalars(op))
        copy_op(l, op);
    else if (!row || !row->element || op->nresults != 1 || !grn_type_is_tensor(grn_result_type(op, 0)))
        grn_lo_refuse(l, "stands in a region that is applied to one element after the other, and does not compute one of another");
    else if (grn_result_type(op, 0)->rank == 0)
        grn_lo_set_scalar(l, &op->results[0], row->element(l, op, NULL));
    else if (!grn_lo_set_lazy(l, op, LAZY_IN_REGIONS))
        grn_lo_refuse(l, "stands in a region that is applied to one element after the other, behind too many tensors");
}

bool grn_lo_region(grn_lower *l, const grn_region *region, size_t nargs, grn_value *const *args, size_t nresults,
                   grn_value **results)
{
    const grn_block *block = region->first;
    const grn_op *end = grn_block_terminator(block), *at = l->at, *outer = l->element_op;
    l->element_op = NULL;
    for (size_t i = 0; i < nargs && i < block->nargs; i++)
        grn_lo_set_scalar(l, &block->args[i], args[i]);
    for (const grn_op *op = block->first; op != end && l->status == GRN_OK; op = op->next)
        element_op(l, op);
    for (size_t i = 0; i < nresults && l->status == GRN_OK; i++)
        results[i] = grn_lo_read(l, end->operands[i], NULL);
    l->element_op = outer;
    l->at = at;
    return l->status == GRN_OK;
}
