/* gather.c - torch.aten.gather, index_select, embedding, take_along_dim. */
#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

static const grn_torch_call gather_call = {grn_torch_rule_gather, .index = 2, .dim = 1};
static const grn_torch_call select_call = {grn_torch_rule_index_select, .index = 2, .dim = 1};
static const grn_torch_call along_call = {grn_torch_rule_take_along_dim, .index = 1, .dim = 2};
static const grn_torch_call embedding_call = {grn_torch_rule_embedding, .index = 1};

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &gather_call);
}
static grn_status select_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &select_call);
}
static grn_status along_verify(const grn_op *op, grn_check *check) { return grn_torch_verify(op, check, &along_call); }
static grn_status embedding_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &embedding_call);
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* A result that has no element, or else holds the one element of self. */
static grn_status gather_one(const grn_op *op, const grn_tensor *operands, const grn_torch_found *found,
                             const grn_diag *diag, grn_access *out)
{
    const grn_tensor *self = &operands[0];
    grn_op_diag placed;
    grn_status status = found->idle ? GRN_OK : grn_torch_all_zero(op, operands, out->indices_operand, diag);
    if (status == GRN_OK)
        status = grn_torch_vectors_of_none(op, found->result.rank, found->result.shape, diag, &out->gather.dims,
                                           &out->indices);
    for (int32_t d = 0; d < self->rank; d++) {
        grn_dims_push(&out->gather.dims.collapsed_slice_dims, d);
        grn_dims_push(&out->gather.slice_sizes, grn_one_or_none(self->shape[d]));
    }
    grn_op_diag_init(&placed, op, diag);
    return status == GRN_OK
               ? grn_gather_shape(&out->gather, self, &out->indices, &placed.diag, &out->result_rank, out->result_shape)
               : status;
}

static grn_access gather_access(size_t indices)
{
    return (grn_access){.kind = GRN_ACCESS_GATHER,
                        .operand = 0,
                        .indices_operand = indices,
                        .gather = {.index = {.bounds = GRN_BOUNDS_ERROR}}};
}

/* PT-8. An index of rank 0 chooses a slice; index_select's counts as [1], as its result has self's
 * rank. */
static grn_status to_gather(const grn_torch_call *call, grn_form_kind kind, const grn_op *op,
                            const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_tensor seen[] = {operands[0], operands[call->index]};
    grn_torch_found found;
    grn_status status = grn_torch_ask(op, call, operands, diag, &found);
    *out = gather_access(call->index);
    if (status != GRN_OK)
        return status;
    if (operands[0].rank == 0 || (found.idle && kind == GRN_FORM_ELEMENTS))
        return gather_one(op, operands, &found, diag, out);
    if (found.result.rank == operands[0].rank)
        grn_torch_tensor_1d(&seen[1]);
    grn_index_form f = grn_torch_form(seen[1].rank == 0 ? GRN_FORM_SLICES : kind, 1, found.axis);
    status = grn_form_to_gather(&f, op, seen, diag, out);
    out->indices_operand = call->index;
    return status;
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return to_gather(&gather_call, GRN_FORM_ELEMENTS, op, operands, diag, out);
}

static grn_status select_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return to_gather(&select_call, GRN_FORM_SLICES, op, operands, diag, out);
}

static grn_status embedding_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return to_gather(&embedding_call, GRN_FORM_SLICES, op, operands, diag, out);
}

static void index_dim(const grn_tensor *index, int32_t d, grn_access *out)
{
    out->indices.shape[out->indices.rank] = index->shape[d];
    out->indices.stride[out->indices.rank++] = index->stride[d];
}

/* One dim beside the axis: in common; or self's own 1, taken for every index; or index's own 1,
 * where the slice is whole. */
static void along_dim(int32_t d, const grn_tensor *self, const grn_tensor *index, grn_access *out)
{
    grn_dimension_numbers *dims = &out->gather.dims;
    int64_t a = self->shape[d], b = index->shape[d];
    if (b == 1 && a != 1) {
        grn_dims_push(&dims->offset_dims, d);
        grn_dims_push(&out->gather.slice_sizes, a);
        return;
    }
    if (a == b) {
        grn_dims_push(&dims->operand_batching_dims, d);
        grn_dims_push(&dims->start_indices_batching_dims, out->indices.rank);
    } else {
        grn_dims_push(&dims->collapsed_slice_dims, d);
    }
    grn_dims_push(&out->gather.slice_sizes, grn_one_or_none(a));
    index_dim(index, d, out);
}

static void along_axis(int32_t d, const grn_tensor *self, const grn_tensor *index, grn_access *out)
{
    grn_dims_push(&out->gather.dims.collapsed_slice_dims, d);
    grn_dims_push(&out->gather.dims.start_index_map, d);
    grn_dims_push(&out->gather.slice_sizes, grn_one_or_none(self->shape[d]));
    index_dim(index, d, out);
}

/* The index keeps the dims along which it is not broadcast. */
static grn_status gather_along(const grn_op *op, const grn_tensor *self, const grn_tensor *index, int64_t axis,
                               const grn_diag *diag, grn_access *out)
{
    grn_op_diag placed;
    out->indices = (grn_tensor){.data = index->data, .dtype = index->dtype};
    for (int32_t d = 0; d < self->rank; d++)
        d == axis ? along_axis(d, self, index, out) : along_dim(d, self, index, out);
    out->gather.dims.index_vector_dim = out->indices.rank;
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, self, &out->indices, &placed.diag, &out->result_rank, out->result_shape);
}

/* PT-8 of the two as they are broadcast. */
static grn_status along_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_torch_found found;
    grn_status status = grn_torch_ask(op, &along_call, operands, diag, &found);
    *out = gather_access(1);
    if (status != GRN_OK)
        return status;
    return operands[0].rank == 0 || found.idle ? gather_one(op, operands, &found, diag, out)
                                               : gather_along(op, &operands[0], &operands[1], found.axis, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port select_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORTS_END};

const grn_op_def grn_torch_gather_ops[] = {
    GRN_TORCH_ATEN("gather", "takes one element per index along dim", "PT-1 to PT-3; PT-5; PT-7; PT-8",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORT("sparse_grad", grn_torch_bool)),
                   .verify = gather_verify, .to_spec = gather_to_spec),
    GRN_TORCH_ATEN("index_select", "takes whole slices along dim, one per index", "PT-1; PT-4; PT-5; PT-7",
                   select_operands, .verify = select_verify, .to_spec = select_to_spec),
    GRN_TORCH_ATEN("embedding", "takes rows of a table", "PT-1; PT-5; PT-7",
                   GRN_PORTS(GRN_PORT("weight", grn_torch_tensor), GRN_PORT("indices", grn_torch_index_tensor),
                             GRN_PORT("padding_idx", grn_torch_int), GRN_PORT("scale_grad_by_freq", grn_torch_bool),
                             GRN_PORT("sparse", grn_torch_bool)),
                   .verify = embedding_verify, .to_spec = embedding_to_spec),
    GRN_TORCH_ATEN("take_along_dim", "takes one element per index along dim, broadcast first",
                   "PT-1; PT-2; PT-5; PT-7; PT-11",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_PORT("indices", grn_torch_index_tensor), GRN_TORCH_DIM),
                   .verify = along_verify, .to_spec = along_to_spec),
    {.name = NULL},
};
