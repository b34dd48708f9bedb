/*
 * gather.c - tcp.gather, tcp.gather_nd and tcp.gather_slice: rules with
 * the messages of mlir-tcp's verifier, spelling included, and the canonical gather
 * they mean ("Gather Ops in TCP"). gather_slice is the op that document
 * considered and did not add; here it is one more way to write its recipe.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/tcp/tcp.h"

static int64_t dim_of(const grn_op *op) { return grn_op_integer(op, "dim", 0); }
/* ---- rules ----------------------------------------------------------------------------------- */

/* TCP-9, which upstream's verifier leaves out: its lowering then ignores the indices. */
static grn_status dim_in_range(const grn_op *op, const grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    if (dim_of(op) >= 0 && dim_of(op) < rank)
        return GRN_OK;
    return grn_tensor_broken(op, check, "TCP-9",
                             "dim is %" PRId64 ", expected a dimension of the input: at least 0, less than %" PRId32,
                             dim_of(op), rank);
}

/* TCP-8: a trait upstream, so it comes before all other rules. */
static grn_status same_elements(const grn_op *op, const grn_check *check)
{
    if (grn_operand_type(op, 0)->element == grn_result_type(op, 0)->element)
        return GRN_OK;
    return grn_tensor_broken(op, check, "TCP-8", "failed to verify that all of {input, out} have same element type");
}

/* TCP-3, TCP-6 */
static grn_status indices_fit(const grn_op *op, const grn_check *check)
{
    const grn_type *input = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    for (int32_t d = 0; d < input->rank; d++) {
        int64_t in = input->shape[d], index = indices->shape[d];
        if (d == dim_of(op) || in == GRN_DYNAMIC || index == GRN_DYNAMIC || index <= in)
            continue;
        return grn_tensor_broken(op, check, "TCP-6",
                                 "indicies index %" PRId32 " expected to be less than or equal to input  (%" PRId64
                                 " <= %" PRId64 ")",
                                 d, index, in);
    }
    return GRN_OK;
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    grn_status status = same_elements(op, check);
    if (status != GRN_OK)
        return status;
    if (grn_operand_type(op, 0)->rank != grn_operand_type(op, 1)->rank)
        return grn_tensor_broken(op, check, "TCP-5", "requires that the input tensor and indices are the same rank");
    if ((status = dim_in_range(op, check)) != GRN_OK || (status = indices_fit(op, check)) != GRN_OK)
        return status;
    if (!grn_type_same_shape(grn_operand_type(op, 1), grn_result_type(op, 0)))
        return grn_tensor_broken(op, check, "TCP-7", "Expect the shape of the indicies to match the output shape");
    return GRN_OK;
}

/* TCP-12: upstream's messages stand alone, without the op's name. */
static grn_status nd_broken(const grn_op *op, const grn_check *check, const char *message)
{
    grn_status status = grn_op_fail_plain(op, check, "%s", message);
    grn_op_rule(op, check, "TCP-12");
    return status;
}

/* The result's type is exactly `rank`, `shape` of the input's elements; `what` names it in the
 * message otherwise. */
static grn_status result_is(const grn_op *op, const grn_check *check, int64_t rank, const int64_t *shape,
                            const char *rule)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *result = grn_result_type(op, 0), *type = result;
    if (rank <= GRN_MAX_RANK &&
        !(type = grn_type_tensor(check->scratch, grn_operand_type(op, 0)->element, (int32_t)rank, shape, NULL)))
        return GRN_E_MEMORY;
    if (rank <= GRN_MAX_RANK && grn_types_equal(type, result))
        return GRN_OK;
    grn_status status =
        grn_op_fail_plain(op, check, "Output shape of %s does not match what is expected '%s' != '%s'", op->def->name,
                          grn_type_text(type, want, sizeof want), grn_type_text(result, have, sizeof have));
    grn_op_rule(op, check, rule);
    return status;
}

static int64_t coordinates_of(const grn_type *indices) { return indices->shape[indices->rank - 1]; }

static grn_status nd_verify(const grn_op *op, grn_check *check)
{
    const grn_type *input = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    int64_t shape[2 * GRN_MAX_RANK];
    int32_t rank = 0;
    if (indices->rank < 1)
        return nd_broken(op, check, "indicies tensor should have a rank of at least one");
    if (coordinates_of(indices) == GRN_DYNAMIC)
        return nd_broken(op, check, "Last dimension of the indicies tensor can not be dynamic");
    if (coordinates_of(indices) > input->rank)
        return nd_broken(
            op, check,
            "The last dimension of the indicies tensor should be used to index into the input tensor.  Its "
            "shape is too large");
    for (int32_t d = 0; d + 1 < indices->rank; d++)
        shape[rank++] = indices->shape[d];
    for (int32_t d = (int32_t)coordinates_of(indices); d < input->rank; d++)
        shape[rank++] = input->shape[d];
    return result_is(op, check, rank, shape, "TCP-12");
}

static grn_status slice_verify(const grn_op *op, grn_check *check)
{
    const grn_type *input = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    int64_t shape[2 * GRN_MAX_RANK];
    int32_t rank = 0;
    grn_status status = dim_in_range(op, check);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < input->rank; d++) {
        for (int32_t i = 0; d == dim_of(op) && i < indices->rank; i++)
            shape[rank++] = indices->shape[i];
        if (d != dim_of(op))
            shape[rank++] = input->shape[d];
    }
    return result_is(op, check, rank, shape, "TCP-14");
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* A gather of one-element slices along the dims that `is_indexed` marks, of whole ones along the
 * others. Out of range is undefined in TCP, so the indices are a promise (TCP-10). */
static void begin(const grn_tensor *operands, uint64_t is_indexed, uint64_t is_batch, grn_access *out)
{
    const grn_tensor *input = &operands[0];
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .indices = operands[1], .indices_operand = 1};
    out->gather.index = (grn_index_rule){.bounds = GRN_BOUNDS_PROMISE};
    for (int32_t d = 0; d < input->rank; d++) {
        bool one = (is_indexed | is_batch) >> d & 1;
        grn_dims_push(&out->gather.slice_sizes, one ? grn_one_or_none(input->shape[d]) : input->shape[d]);
        if (is_indexed >> d & 1) {
            grn_dims_push(&out->gather.dims.collapsed_slice_dims, d);
            grn_dims_push(&out->gather.dims.start_index_map, d);
        }
    }
}

/* An index that chooses from nothing is outside whatever it is. */
static grn_status finish(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    const grn_dims *indexed = &out->gather.dims.start_index_map;
    grn_op_diag placed;
    for (int32_t i = 0; i < indexed->count; i++)
        if (operands[0].shape[indexed->v[i]] == 0 && grn_tensor_elements(&operands[1]) > 0)
            return grn_fail(diag, op->place, GRN_E_INDEX,
                            "%s: dimension %" PRId64 " has no elements, so every index along it is out of range",
                            op->def->name, indexed->v[i]);
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, &operands[0], &operands[1], &placed.diag, &out->result_rank,
                            out->result_shape);
}

/* Every dim but one goes along with the same dim of the indices, which may be shorter. */
static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    uint64_t all = operands[0].rank < 64 ? (UINT64_C(1) << operands[0].rank) - 1 : UINT64_MAX, one = UINT64_C(1)
                                                                                                     << dim_of(op);
    begin(operands, one, all & ~one, out);
    for (int32_t d = 0; d < operands[0].rank; d++)
        if (d != dim_of(op)) {
            grn_dims_push(&out->gather.dims.operand_batching_dims, d);
            grn_dims_push(&out->gather.dims.start_indices_batching_dims, d);
        }
    out->gather.dims.index_vector_dim = operands[1].rank;
    out->gather.index.batch_rule = GRN_BATCH_PREFIX;
    return finish(op, operands, diag, out);
}

static grn_status nd_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    int32_t batch = operands[1].rank - 1;
    int64_t k = operands[1].shape[batch];
    begin(operands, (UINT64_C(1) << k) - 1, 0, out);
    for (int64_t d = k; d < operands[0].rank; d++)
        grn_dims_push(&out->gather.dims.offset_dims, batch + d - k);
    out->gather.dims.index_vector_dim = batch;
    return finish(op, operands, diag, out);
}

static grn_status slice_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    int64_t dim = dim_of(op);
    begin(operands, UINT64_C(1) << dim, 0, out);
    for (int64_t d = 0; d < operands[0].rank; d++)
        if (d != dim)
            grn_dims_push(&out->gather.dims.offset_dims, d < dim ? d : d - 1 + operands[1].rank);
    out->gather.dims.index_vector_dim = operands[1].rank;
    return finish(op, operands, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT("input", grn_tcp_tensor), GRN_PORT("indices", grn_is_signless_tensor),
                                    GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("out", grn_tcp_tensor), GRN_PORTS_END};
static const grn_attr_def dim_attrs[] = {GRN_NEEDS("dim", grn_tcp_is_dim), GRN_ATTRS_END};

const grn_op_def grn_tcp_gather_ops[] = {
    GRN_ROW("tcp.gather", "takes one element per index along dim", "TCP dialect, tcp.gather, TCP-1 to TCP-10", operands,
            results, dim_attrs, .traits = GRN_TCP_TRAITS, .parse = grn_tcp_parse, .print = grn_tcp_print,
            .verify = gather_verify, .to_spec = gather_to_spec),
    GRN_ROW("tcp.gather_nd", "takes slices at coordinates in the last dimension of indices",
            "TCP dialect, tcp.gather_nd, TCP-11 to TCP-12", operands, results, GRN_NO_ATTRS, .traits = GRN_TCP_TRAITS,
            .parse = grn_tcp_parse, .print = grn_tcp_print, .verify = nd_verify, .to_spec = nd_to_spec),
    GRN_ROW("tcp.gather_slice", "takes whole slices along dim, one per index", "TCP dialect, tcp.gather_slice, TCP-14",
            operands, results, dim_attrs, .traits = GRN_TCP_TRAITS, .parse = grn_tcp_parse, .print = grn_tcp_print,
            .verify = slice_verify, .to_spec = slice_to_spec),
    {.name = NULL},
};
