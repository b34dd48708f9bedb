/*
 * dynamic_slice.c - dynamic_slice and dynamic_update_slice: a
 * gather and a scatter of one window whose start vector comes as scalar
 * operands, moved inside the operand where it would not fit (StableHLO spec,
 * dynamic_slice and dynamic_update_slice).
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"

/* Operand number of the first start index of each op. */
enum { SLICE_STARTS = 1, UPDATE_STARTS = 2 };

/* ---- dynamic_slice: rules -------------------------------------------------------------------- */

static grn_status slice_counts(const grn_op *op, grn_check *check, size_t nsizes)
{
    size_t nstarts = op->noperands - SLICE_STARTS;
    int32_t rank = grn_operand_type(op, 0)->rank;
    if (nstarts != nsizes)
        return grn_stablehlo_broken(op, check, "C2",
                                    "has mismatched number of slice sizes (%zu) and number of start indices (%zu)",
                                    nsizes, nstarts);
    if (nstarts != (size_t)rank)
        return grn_stablehlo_broken(
            op, check, "C2", "has mismatched number of start indices (%zu) and the rank of operand (%" PRId32 ")",
            nstarts, rank);
    return GRN_OK;
}

/* The first start index after `first` of another element type; noperands when there is none. */
static size_t odd_start(const grn_op *op, size_t first)
{
    for (size_t i = first + 1; i < op->noperands; i++)
        if (grn_operand_type(op, i)->element != grn_operand_type(op, first)->element)
            return i;
    return op->noperands;
}

static grn_status slice_extents(const grn_op *op, grn_check *check, const int64_t *sizes)
{
    const grn_type *operand = grn_operand_type(op, 0);
    for (int32_t d = 0; d < operand->rank; d++) {
        if (sizes[d] < 0)
            return grn_stablehlo_broken(op, check, "C4", "has negative size index to dynamic slice: %" PRId64,
                                        sizes[d]);
        if (operand->shape[d] != GRN_DYNAMIC && sizes[d] > operand->shape[d])
            return grn_stablehlo_broken(op, check, "C4",
                                        "has slice size %" PRId64 " greater than dimension size %" PRId64
                                        " in dimension %" PRId32 " of operand",
                                        sizes[d], operand->shape[d], d);
    }
    return GRN_OK;
}

static grn_status dynamic_slice_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    size_t nsizes = 0;
    const int64_t *sizes = NULL;
    grn_op_dims(op, "slice_sizes", &nsizes, &sizes);
    grn_status status = slice_counts(op, check, nsizes);
    if (status == GRN_OK && odd_start(op, SLICE_STARTS) < op->noperands)
        status = grn_stablehlo_broken(op, check, "C3", "start indices must have same element type");
    if (status == GRN_OK)
        status = slice_extents(op, check, sizes);
    if (status != GRN_OK)
        return status;
    return grn_stablehlo_infer_one(
        check, out, grn_type_tensor(check->scratch, grn_operand_type(op, 0)->element, (int32_t)nsizes, sizes, NULL));
}

/* ---- dynamic_update_slice: rules ------------------------------------------------------------- */

static grn_status update_counts(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank, update_rank = grn_operand_type(op, 1)->rank;
    size_t nstarts = op->noperands - UPDATE_STARTS;
    if (update_rank != rank)
        return grn_stablehlo_broken(
            op, check, "C3", "update rank does not match operand rank: %" PRId32 " vs %" PRId32 ".", update_rank, rank);
    if (nstarts != (size_t)rank)
        return grn_stablehlo_broken(op, check, "C4",
                                    "expects number of start_indices to match operand rank: %zu vs %" PRId32 ".",
                                    nstarts, rank);
    return GRN_OK;
}

/* C5 */
static grn_status update_starts(const grn_op *op, grn_check *check)
{
    if (odd_start(op, UPDATE_STARTS) >= op->noperands)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C5", "start indices must have same element type");
}

/* C6 */
static grn_status update_extents(const grn_op *op, grn_check *check)
{
    const grn_type *operand = grn_operand_type(op, 0), *update = grn_operand_type(op, 1);
    for (int32_t d = 0; d < operand->rank; d++)
        if (operand->shape[d] != GRN_DYNAMIC && update->shape[d] != GRN_DYNAMIC && update->shape[d] > operand->shape[d])
            return grn_stablehlo_broken(op, check, "C6",
                                        "expects size at dimension %" PRId32 " of update to be in range [0, %" PRId64
                                        "]. Got: %" PRId64 ".",
                                        d, operand->shape[d], update->shape[d]);
    return GRN_OK;
}

/* C1: the result is as the operand. */
static grn_status dynamic_update_slice_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = update_counts(op, check);
    if (status == GRN_OK)
        status = update_starts(op, check);
    if (status == GRN_OK)
        status = update_extents(op, check);
    if (status == GRN_OK)
        status = grn_stablehlo_same_quantization(op, check, "C1", 0, grn_operand_type(op, 0)->element);
    return status == GRN_OK ? grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0)) : status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* 0 .. count - 1 */
static grn_dims all_dims(int32_t count)
{
    grn_dims dims = {.count = count};
    for (int32_t d = 0; d < count; d++)
        dims.v[d] = d;
    return dims;
}

/* Both are one window over every dimension, started by one index vector of all of them. */
static grn_dimension_numbers whole_window(int32_t rank)
{
    return (grn_dimension_numbers){.offset_dims = all_dims(rank), .start_index_map = all_dims(rank)};
}

/* The start vector from scalar operands. A ui64 beyond every extent stays beyond. */
static grn_status read_starts(const grn_tensor *starts, int32_t rank, grn_access *out)
{
    int64_t shape = rank;
    for (int32_t d = 0; d < rank; d++)
        out->inline_index[d] = starts[d].data ? grn_index_load(starts[d].dtype, starts[d].data) : 0;
    out->indices_operand = GRN_INDICES_INLINE;
    return grn_tensor_init(&out->indices, out->inline_index, GRN_I64, 1, &shape);
}

static grn_status dynamic_slice_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                                        grn_access *out)
{
    grn_op_diag placed;
    grn_dim_list sizes = {.name = "slice_sizes"};
    *out = (grn_access){.kind = GRN_ACCESS_GATHER};
    out->gather.dims = whole_window(operands[0].rank);
    out->gather.index.bounds = GRN_BOUNDS_CLAMP;
    grn_op_dims(op, "slice_sizes", &sizes.count, &sizes.v);
    grn_status status = grn_dims_to_spec(&sizes, op, diag, &out->gather.slice_sizes);
    if (status == GRN_OK)
        status = read_starts(operands + SLICE_STARTS, operands[0].rank, out);
    grn_op_diag_init(&placed, op, diag);
    if (status == GRN_OK)
        status = grn_gather_shape(&out->gather, &operands[0], &out->indices, &placed.diag, &out->result_rank,
                                  out->result_shape);
    return status;
}

static grn_status dynamic_update_slice_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                                               grn_access *out)
{
    (void)op;
    (void)diag;
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER};
    out->ninputs = 1;
    out->updates = 1;
    out->scatter.dims = whole_window(operands[0].rank);
    out->scatter.index.bounds = GRN_BOUNDS_CLAMP;
    out->scatter.combiner = GRN_COMBINE_REPLACE;
    return read_starts(operands + UPDATE_STARTS, operands[0].rank, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port one_result[] = {GRN_PORT("result", grn_hlo_tensor), GRN_PORTS_END};

const grn_op_def grn_stablehlo_dynamic_slice_ops[] = {
    GRN_STABLEHLO(
        dynamic_slice, "takes one slice of operand, which begins where scalars say", "C1-C5",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT_ANY("start_indices", grn_hlo_scalar_int_tensor)),
        one_result, GRN_ATTRS(GRN_NEEDS("slice_sizes", grn_attr_is_dims)), .format = "%* , sizes = $slice_sizes {} :fn",
        .relations = GRN_RELATIONS({"operand, result", GRN_SAME_ELEMENT_TYPE, "C1"}), .traits = GRN_TRAIT_PURE,
        .infer = dynamic_slice_infer, .to_spec = dynamic_slice_to_spec),
    GRN_STABLEHLO(dynamic_update_slice, "replaces one slice of operand, which begins where scalars say", "C1-C6",
                  GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("update", grn_hlo_tensor),
                            GRN_PORT_ANY("start_indices", grn_hlo_scalar_int_tensor)),
                  one_result, GRN_NO_ATTRS, .format = "%** {} :fn",
                  .relations = GRN_RELATIONS({"operand, update, result", GRN_SAME_ELEMENT_TYPE, "C2"}),
                  .traits = GRN_TRAIT_PURE, .infer = dynamic_update_slice_infer,
                  .to_spec = dynamic_update_slice_to_spec),
    {.name = NULL},
};
