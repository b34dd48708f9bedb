/*
 * broadcast_types.c - the shapes and types of ops whose operands are broadcast first (CHLO,
 * broadcast_add and its like).
 *
 * Three ways, as upstream has them: extents that are all known or bounded have to have a common
 * shape; others are joined as far as they are known; with `broadcast_dimensions`, too, and then
 * what has no shape is inferred to be of any.
 */
#include "dialects/chlo/broadcast.h"

#include <inttypes.h>

/* ---- extents that are known, or have bounds -------------------------------------------------- */

/* A number of elements, or the most that there are. */
typedef struct extent {
    int64_t size;
    bool is_bound;
} extent;

typedef struct extents {
    int32_t rank;
    extent v[GRN_MAX_RANK];
} extents;

/* False: one is neither known nor bounded. */
static bool extents_of(const grn_type *t, extents *out)
{
    const int64_t *bounds = NULL;
    const bool is_bounded = grn_stablehlo_type_bounds(t, &bounds);
    if (!grn_type_is_tensor(t))
        return false;
    out->rank = t->rank;
    for (int32_t d = 0; d < t->rank; d++) {
        const bool is_bound = t->shape[d] == GRN_DYNAMIC;
        if (is_bound && (!is_bounded || bounds[d] == GRN_DYNAMIC))
            return false;
        out->v[d] = (extent){is_bound ? bounds[d] : t->shape[d], is_bound};
    }
    return true;
}

static bool all_known(const grn_op *op)
{
    extents e;
    for (size_t i = 0; i < op->noperands; i++)
        if (!extents_of(grn_operand_type(op, i), &e))
            return false;
    return true;
}

/* Dim d of `rank` dims, of which those in front of the first are 1. */
static extent extent_at(const extents *e, int32_t rank, int32_t d)
{
    const int32_t in_front = rank - e->rank;
    return d < in_front ? (extent){1, false} : e->v[d - in_front];
}

/* Joins `with`, the shape of `value`, to *all. */
static grn_status join(extents *all, const extents *with, const grn_value *value, const grn_diag *diag)
{
    const int32_t rank = all->rank > with->rank ? all->rank : with->rank;
    extents joined = {.rank = rank};
    for (int32_t d = rank - 1; d >= 0; d--) {
        const extent a = extent_at(all, rank, d), b = extent_at(with, rank, d);
        const bool is_one = a.size == 1 || b.size == 1;
        if (!is_one && a.size != b.size)
            return grn_fail(diag, value->place, GRN_E_VERIFY,
                            "incompatible shapes for broadcasting %" PRId64 " and %" PRId64, a.size, b.size);
        if (!is_one && a.is_bound != b.is_bound)
            return grn_fail(diag, value->place, GRN_E_VERIFY, "cannot mix bounded and static dimensions in broadcast");
        joined.v[d] = a.size == 1 ? b : a;
    }
    *all = joined;
    return GRN_OK;
}

static grn_status join_all(const grn_op *op, const grn_diag *diag, extents *all)
{
    extents with;
    grn_status status = GRN_OK;
    (void)extents_of(grn_operand_type(op, 0), all);
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++) {
        (void)extents_of(grn_operand_type(op, i), &with);
        status = join(all, &with, op->operands[i], diag);
    }
    return status;
}

static const grn_type *type_of_extents(grn_ir *ir, const grn_type *element, const extents *e)
{
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    for (int32_t d = 0; d < e->rank; d++) {
        shape[d] = e->v[d].is_bound ? GRN_DYNAMIC : e->v[d].size;
        bounds[d] = e->v[d].is_bound ? e->v[d].size : GRN_DYNAMIC;
    }
    return grn_stablehlo_tensor_with_bounds(ir, element, e->rank, shape, bounds);
}

/* ---- extents as far as they are known -------------------------------------------------------- */

/* False: there is none. An extent over 1 stays where the other is not known. */
static bool join_open(int64_t a, int64_t b, int64_t *out)
{
    const bool is_open = a == GRN_DYNAMIC || b == GRN_DYNAMIC;
    *out = a == 1 ? b : b == 1 || a == b ? a : a > 1 ? a : b > 1 ? b : GRN_DYNAMIC;
    return is_open || a == b || a == 1 || b == 1;
}

/* *shape, of *rank dims, and t's extents, aligned at the last. */
static bool join_type(const grn_type *t, int32_t *rank, int64_t *shape)
{
    int64_t joined[GRN_MAX_RANK];
    const int32_t most = t->rank > *rank ? t->rank : *rank;
    for (int32_t d = 0; d < most; d++) {
        const int32_t a = d - (most - *rank), b = d - (most - t->rank);
        if (!join_open(a < 0 ? 1 : shape[a], b < 0 ? 1 : t->shape[b], &joined[d]))
            return false;
    }
    memcpy(shape, joined, (size_t)most * sizeof *shape);
    *rank = most;
    return true;
}

static bool join_types(const grn_op *op, int32_t *rank, int64_t *shape)
{
    *rank = 0;
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_type_is_tensor(grn_operand_type(op, i)) || !join_type(grn_operand_type(op, i), rank, shape))
            return false;
    return true;
}

/* The dims of the operand of fewer dims lie where `dims` says; of two that have as many, those of
 * the first. */
static bool join_placed(const grn_op *op, size_t ndims, const int64_t *dims, int32_t *rank, int64_t *shape)
{
    const grn_type *a = grn_operand_type(op, 0), *b = grn_operand_type(op, 1);
    if (!grn_type_is_tensor(a) || !grn_type_is_tensor(b))
        return false;
    const grn_type *large = a->rank > b->rank ? a : b, *small = a->rank > b->rank ? b : a;
    if (ndims != (size_t)small->rank)
        return false;
    *rank = large->rank;
    for (int32_t d = 0; d < large->rank; d++)
        shape[d] = large->shape[d];
    for (int32_t d = 0; d < small->rank; d++)
        if (dims[d] < 0 || dims[d] >= large->rank ||
            !join_open(small->shape[d], large->shape[dims[d]], &shape[dims[d]]))
            return false;
    return true;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static bool has_dims(const grn_op *op, size_t *ndims, const int64_t **dims)
{
    return op->noperands == 2 && grn_op_dims(op, "broadcast_dimensions", ndims, dims); /* select has none */
}

/* Elements that differ are what inference reports first. */
static bool has_one_element(const grn_op *op)
{
    const size_t last = op->noperands - 1;
    return grn_hlo_elements_agree(grn_operand_type(op, last - 1), grn_operand_type(op, last));
}

grn_status grn_chlo_verify_broadcast(const grn_op *op, grn_check *check)
{
    size_t ndims;
    const int64_t *dims;
    extents all;
    if (has_dims(op, &ndims, &dims) || !has_one_element(op) || !all_known(op))
        return GRN_OK;
    return join_all(op, check->diag, &all);
}

grn_status grn_chlo_verify_same_elements(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_same_element(op, check);
    return status == GRN_OK ? grn_chlo_verify_broadcast(op, check) : status;
}

grn_status grn_chlo_verify_compatible_elements(const grn_op *op, grn_check *check)
{
    grn_status status = grn_hlo_verify_compatible_element(op, check);
    return status == GRN_OK ? grn_chlo_verify_broadcast(op, check) : status;
}

/* ---- inference ------------------------------------------------------------------------------- */

/* NULL: memory refused. */
static const grn_type *joined_type(const grn_op *op, grn_check *check, const grn_type *element)
{
    size_t ndims;
    const int64_t *dims;
    extents all;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    const bool placed = has_dims(op, &ndims, &dims);
    if (!placed && all_known(op))
        return join_all(op, NULL, &all) == GRN_OK ? type_of_extents(check->scratch, element, &all)
                                                  : grn_type_unranked(check->scratch, element);
    if (placed ? join_placed(op, ndims, dims, &rank, shape) : join_types(op, &rank, shape))
        return grn_type_tensor(check->scratch, element, rank, shape, NULL);
    return grn_type_unranked(check->scratch, element);
}

static grn_status infer_of(const grn_op *op, grn_check *check, grn_inferred *out, const grn_type *element)
{
    if (!element)
        return GRN_E_MEMORY;
    if (!has_one_element(op))
        return grn_op_fail_plain(op, check, "mismatched operand types");
    return grn_stablehlo_infer_one(check, out, joined_type(op, check, element));
}

grn_status grn_chlo_infer_same(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_of(op, check, out, grn_operand_type(op, 0)->element);
}

grn_status grn_chlo_infer_compare(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_of(op, check, out, grn_type_of_dtype(check->scratch, GRN_I1));
}

grn_status grn_chlo_infer_complex(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_of(op, check, out, grn_type_complex(check->scratch, grn_operand_type(op, 0)->element));
}

/* Upstream holds the shape of what is written against it and not the elements. */
grn_status grn_chlo_infer_select(const grn_op *op, grn_check *check, grn_inferred *out)
{
    if (grn_operand_type(op, 1)->element != grn_operand_type(op, 2)->element)
        return grn_op_fail_plain(op, check, "mismatched operand types");
    return infer_of(op, check, out, grn_type_element_or_self(grn_result_type(op, 0)));
}
