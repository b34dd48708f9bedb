/*
 * merge.c - the type inferred from several that may describe one value: the most specific for
 * operands of an element-wise op, the least specific for what branches give (StableHLO spec,
 * dynamism; bounds as upstream's type inference has them).
 */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Of two bounds or one. */
static int64_t nearer(int64_t a, int64_t b) { return a == GRN_DYNAMIC ? b : b == GRN_DYNAMIC ? a : least(a, b); }

static grn_hlo_extent most_specific(grn_hlo_extent a, grn_hlo_extent b)
{
    if (a.size != GRN_DYNAMIC || b.size != GRN_DYNAMIC)
        return (grn_hlo_extent){a.size != GRN_DYNAMIC ? a.size : b.size, GRN_DYNAMIC};
    return (grn_hlo_extent){GRN_DYNAMIC, nearer(a.bound, b.bound)};
}

static grn_hlo_extent least_specific(grn_hlo_extent a, grn_hlo_extent b)
{
    if (a.size != GRN_DYNAMIC && b.size != GRN_DYNAMIC)
        return a;
    const int64_t p = a.size != GRN_DYNAMIC ? a.size : a.bound, q = b.size != GRN_DYNAMIC ? b.size : b.bound;
    return (grn_hlo_extent){GRN_DYNAMIC, p == GRN_DYNAMIC || q == GRN_DYNAMIC ? GRN_DYNAMIC : most(p, q)};
}

/* Whether the two may be one extent, as far as both are known. */
static grn_status verify_extents(const grn_op *op, grn_check *check, int32_t dim, grn_hlo_extent a, grn_hlo_extent b,
                                 bool hold_to_bound)
{
    const int64_t size = a.size != GRN_DYNAMIC ? a.size : b.size, bound = a.bound != GRN_DYNAMIC ? a.bound : b.bound;
    if (a.size != GRN_DYNAMIC && b.size != GRN_DYNAMIC && a.size != b.size)
        return grn_op_fail_plain(op, check,
                                 "Mismatched dimension sizes %" PRId64 " and %" PRId64 " in dimension %" PRId32, a.size,
                                 b.size, dim);
    if (hold_to_bound && size != GRN_DYNAMIC && bound != GRN_DYNAMIC && size > bound)
        return grn_op_fail_plain(op, check,
                                 "Mismatched dimension size %" PRId64 " and bound %" PRId64 " in dimension %" PRId32,
                                 size, bound, dim);
    return GRN_OK;
}

grn_hlo_extent grn_hlo_extent_of(const grn_type *t, int32_t dim)
{
    const int64_t *bounds;
    return (grn_hlo_extent){t->shape[dim], grn_stablehlo_type_bounds(t, &bounds) ? bounds[dim] : GRN_DYNAMIC};
}

grn_status grn_hlo_most_specific(const grn_op *op, grn_check *check, int32_t dim, grn_hlo_extent a,
                                 grn_hlo_extent *into)
{
    grn_status status = verify_extents(op, check, dim, *into, a, true);
    *into = most_specific(*into, a);
    return status;
}

grn_status grn_hlo_merge_types(const grn_op *op, grn_check *check, grn_merge merge, const grn_type *into,
                               const grn_type *with, const grn_type **out)
{
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    *out = into;
    if (!grn_type_is_tensor(into) || !grn_type_is_tensor(with) || into == with)
        return GRN_OK;
    if (into->rank != with->rank)
        return grn_op_fail_plain(op, check, "Mismatched ranks of types%" PRId32 " vs %" PRId32, into->rank, with->rank);
    for (int32_t d = 0; d < into->rank; d++) {
        const grn_hlo_extent a = grn_hlo_extent_of(into, d), b = grn_hlo_extent_of(with, d);
        grn_status status = verify_extents(op, check, d, a, b, merge == GRN_MERGE_MOST_SPECIFIC);
        if (status != GRN_OK)
            return status;
        const grn_hlo_extent both = merge == GRN_MERGE_MOST_SPECIFIC ? most_specific(a, b) : least_specific(a, b);
        shape[d] = both.size;
        bounds[d] = both.bound;
    }
    *out = grn_stablehlo_tensor_with_bounds(check->scratch, into->element, into->rank, shape, bounds);
    return *out ? GRN_OK : GRN_E_MEMORY;
}

grn_status grn_hlo_infer_same_type(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *type = grn_operand_type(op, 0);
    grn_status status = GRN_OK;
    if (grn_type_quantized(type)) /* of elements, `verify` has said what agrees with what */
        return grn_stablehlo_infer_one(check, out, grn_result_type(op, 0));
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++)
        status = grn_hlo_merge_types(op, check, GRN_MERGE_MOST_SPECIFIC, type, grn_operand_type(op, i), &type);
    return status == GRN_OK ? grn_stablehlo_infer_one(check, out, type) : status;
}
