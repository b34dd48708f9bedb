/* check.c - the rules of affine ops: maps and sets that fit their operands, subscripts that fit
 * memrefs, bodies that fit loops (the verifiers of the MLIR affine dialect). Maps that are longer
 * than garner reads are left alone until they would run. */
#include "dialects/affine/expr.h"

static grn_status check_inputs(const grn_op *op, const grn_check *check, const grn_affine *a, size_t operands)
{
    if (a->ndims + a->nsymbols == operands)
        return GRN_OK;
    return grn_op_fail(op, check, "operand count and affine map dimension and symbol count must match");
}

grn_status grn_affine_map_verify(const grn_op *op, grn_check *check)
{
    grn_affine a;
    if (!grn_affine_read(grn_op_attr(op, "map"), &a))
        return GRN_OK;
    grn_status status = check_inputs(op, check, &a, op->noperands);
    if (status == GRN_OK && grn_str_is(op->name, "affine.apply") && a.nresults != 1)
        status = grn_op_fail(op, check, "mapping must produce one value");
    return status;
}

static grn_status check_access(const grn_op *op, const grn_check *check, size_t memory, const grn_type *value)
{
    grn_affine a;
    const grn_type *t = grn_operand_type(op, memory);
    if (!grn_type_is_memref(t))
        return grn_op_fail(op, check, "operand #%zu must be memref of any type values", memory);
    if (value != t->element)
        return grn_op_fail(op, check, "failed to verify that the value has the memref's element type");
    if (!grn_affine_read(grn_op_attr(op, "map"), &a))
        return GRN_OK;
    if (a.nresults != (size_t)t->rank)
        return grn_op_fail(op, check, "affine map num results must equal memref rank");
    return a.ndims + a.nsymbols == op->noperands - memory - 1
               ? GRN_OK
               : grn_op_fail(op, check, "expects as many subscripts as affine map inputs");
}

grn_status grn_affine_load_verify(const grn_op *op, grn_check *check)
{
    return check_access(op, check, 0, grn_result_type(op, 0));
}
grn_status grn_affine_store_verify(const grn_op *op, grn_check *check)
{
    return check_access(op, check, 1, grn_operand_type(op, 0));
}

bool grn_affine_sizes(const grn_op *op, size_t sizes[2])
{
    size_t n;
    const int64_t *v;
    sizes[0] = sizes[1] = 0;
    if (!grn_op_dims(op, "operandSegmentSizes", &n, &v) || n != 3 || v[0] < 0 || v[1] < 0 || v[2] < 0)
        return false;
    const uint64_t most = op->noperands;
    if ((uint64_t)v[0] > most || (uint64_t)v[1] > most || (uint64_t)v[2] > most ||
        (uint64_t)(v[0] + v[1] + v[2]) != most)
        return false;
    sizes[0] = (size_t)v[0];
    sizes[1] = (size_t)v[1];
    return true;
}

static grn_status check_bound(const grn_op *op, const grn_check *check, const char *map, const char *which,
                              size_t operands)
{
    grn_affine a;
    if (!grn_affine_read(grn_op_attr(op, map), &a))
        return GRN_OK;
    if (a.nresults == 0)
        return grn_op_fail(op, check, "expected %s bound map to have at least one result", which);
    return check_inputs(op, check, &a, operands);
}

static grn_status check_carried(const grn_op *op, const grn_check *check, size_t first, const grn_block *body)
{
    if (op->noperands - first != op->nresults)
        return grn_op_fail(op, check, "mismatch between the number of loop-carried values and results");
    if (body->nargs != 1 + op->nresults || body->args[0].type->kind != GRN_TYPE_INDEX)
        return grn_op_fail(op, check, "expected body to have a single index argument for the induction variable");
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_operand_type(op, first + i) != grn_result_type(op, i) ||
            body->args[1 + i].type != grn_result_type(op, i))
            return grn_op_fail(op, check, "types mismatch between %zuth iter operand and defined value", i);
    return GRN_OK;
}

grn_status grn_affine_for_verify(const grn_op *op, grn_check *check)
{
    size_t sizes[2];
    const grn_block *body = op->regions[0].first;
    if (!grn_affine_sizes(op, sizes))
        return grn_op_fail(op, check, "operandSegmentSizes do not add up to its %zu operands", op->noperands);
    if (grn_op_integer(op, "step", 1) < 1)
        return grn_op_fail(op, check, "expected step to be representable as a positive signed integer");
    grn_status status = check_bound(op, check, "lowerBoundMap", "lower", sizes[0]);
    if (status == GRN_OK)
        status = check_bound(op, check, "upperBoundMap", "upper", sizes[1]);
    if (status == GRN_OK && (!body || body->next))
        status = grn_op_fail(op, check, "region #0 ('region') failed to verify constraint: region with 1 blocks");
    return status == GRN_OK ? check_carried(op, check, sizes[0] + sizes[1], body) : status;
}

grn_status grn_affine_if_verify(const grn_op *op, grn_check *check)
{
    grn_affine a;
    const bool set = grn_affine_read(grn_op_attr(op, "condition"), &a);
    if (op->nregions != 2)
        return grn_op_fail(op, check, "expected 2 regions");
    if (!op->regions[0].first || op->regions[0].first->next)
        return grn_op_fail(op, check, "region #0 ('thenRegion') failed to verify constraint: region with 1 blocks");
    if (op->nresults && !op->regions[1].first)
        return grn_op_fail(
            op, check,
            " region control flow edge from parent operands to parent results: source has 0 operands, but target "
            "successor needs %zu",
            op->nresults);
    if (set && !a.is_set)
        return grn_op_fail(op, check, "requires an integer set attribute named 'condition'");
    if (set && a.ndims + a.nsymbols != op->noperands)
        return grn_op_fail(op, check, "operand count and condition integer set dimension and symbol count must match");
    return GRN_OK;
}

/* What each region gives is what the op gives. */
grn_status grn_affine_verify_yields(const grn_op *op, grn_check *check)
{
    for (size_t r = 0; r < op->nregions; r++) {
        const grn_block *b = op->regions[r].first;
        const grn_op *end = b ? b->last : NULL;
        if (b && (!end || end->noperands != op->nresults))
            return grn_op_fail(op, check, "gives %zu values at the end of region #%zu, and has %zu results",
                               end ? end->noperands : 0, r, op->nresults);
        for (size_t i = 0; end && i < op->nresults; i++)
            if (grn_operand_type(end, i) != grn_result_type(op, i))
                return grn_op_fail(op, check, "types mismatch between yield op and its parent");
    }
    return GRN_OK;
}
