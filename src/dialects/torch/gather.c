/* gather.c - torch.aten.gather, index_select, embedding, take_along_dim. */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------------------------------- */

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    const grn_type *index = grn_torch_at(op, 2);
    grn_status status = grn_torch_check_along(op, check);
    return status == GRN_OK
               ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, index->rank, index->shape)
               : status;
}

/* PT-4, PT-7: self's shape with index's length along dim; a self of rank 0 keeps its rank. */
static grn_status select_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0), *index = grn_torch_at(op, 2);
    int64_t dim = 0, axis, shape[GRN_MAX_RANK];
    if (index->rank > 1)
        return grn_tensor_broken(op, check, "PT-4", "Index is supposed to be a vector");
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank, dim, &axis);
    if (status != GRN_OK)
        return status;
    if (self->rank == 0 && index->rank == 1 && !grn_stablehlo_dim_agrees(index->shape[0], 1))
        return grn_tensor_broken(op, check, "PT-4", "Index to scalar can have only 1 value, got %" PRId64 " value(s)",
                                 index->shape[0]);
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = d != axis ? self->shape[d] : index->rank ? index->shape[0] : 1;
    return grn_torch_result_shape(op, check, self->element, self->rank, shape);
}

static grn_status embedding_verify(const grn_op *op, grn_check *check)
{
    const grn_type *weight = grn_torch_at(op, 0);
    grn_index_form f = grn_torch_form(GRN_FORM_SLICES, 1, 0);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    if (weight->rank != 2)
        return grn_tensor_broken(op, check, "PT-1", "'weight' must be 2-D");
    if (!grn_form_shape(&f, weight, grn_torch_at(op, 1), &rank, shape))
        return grn_tensor_broken(op, check, "PT-7", "the result has more than %d dimensions", GRN_MAX_RANK);
    return grn_torch_result_shape(op, check, weight->element, rank, shape);
}

/* Beside dim the two are broadcast to each other. */
static grn_status along_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0), *index = grn_torch_at(op, 1);
    int64_t dim = 0, axis, shape[GRN_MAX_RANK];
    if (index->element->dtype != GRN_I64)
        return grn_tensor_broken(op, check, "PT-2", "torch.take_along_dim(): dtype of indices should be Long");
    if (self->rank != index->rank)
        return grn_tensor_broken(op, check, "PT-2",
                                 "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                                 "%" PRId32 " dimensions for input, and %" PRId32 " dimensions for indices",
                                 self->rank, index->rank);
    if (!grn_constant_operand(op, 2, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank, dim, &axis);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < self->rank; d++) {
        int32_t one = 1;
        shape[d] = index->shape[d];
        if (d != axis && !grn_torch_broadcast(&one, &shape[d], 1, &self->shape[d]))
            return grn_tensor_broken(op, check, "PT-11",
                                     "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
                                     ") at non-singleton dimension %" PRId32,
                                     self->shape[d], index->shape[d], d);
    }
    return grn_torch_result_shape(op, check, self->element, self->rank, shape);
}

/* ---- meaning ------------------------------------------------------------------------------------------------------------ */

/* A result of this shape that has no element, or else holds the one element of self. */
static grn_status gather_one(const grn_op *op, const grn_tensor *operands, int32_t rank, const int64_t *shape,
                             const grn_diag *diag, grn_access *out)
{
    const grn_tensor *self = &operands[0];
    grn_op_diag placed;
    grn_status status = grn_torch_vectors_of_none(op, rank, shape, diag, &out->gather.dims, &out->indices);
    for (int32_t d = 0; d < self->rank; d++) {
        grn_dims_push(&out->gather.dims.collapsed_slice_dims, d);
        grn_dims_push(&out->gather.slice_sizes, grn_one_or_none(self->shape[d]));
    }
    grn_op_diag_init(&placed, op, diag);
    return status == GRN_OK ? grn_gather_shape(&out->gather, self, &out->indices, &placed.diag, &out->result_rank,
                                               out->result_shape)
                            : status;
}

static grn_access gather_access(size_t indices)
{
    return (grn_access){.kind = GRN_ACCESS_GATHER, .operand = 0, .indices_operand = indices,
                        .gather = {.index = {.bounds = GRN_BOUNDS_ERROR}}};
}

/* PT-8; self and index count as [1] where they have rank 0, the result has index's rank. */
static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    const grn_tensor *self = &operands[0], *index = &operands[2];
    int64_t axis;
    grn_status status = grn_torch_axis(op, operands, 1, diag, &axis);
    bool lone = self->rank == 0 && index->rank <= 1, empty = grn_tensor_elements(index) == 0;
    *out = gather_access(2);
    if (status == GRN_OK && lone)
        status = grn_torch_all_zero(op, operands, 2, diag);
    if (status != GRN_OK)
        return status;
    if (lone || empty)
        return gather_one(op, operands, index->rank, index->shape, diag, out);
    grn_index_form f = grn_torch_form(self->rank == 1 && index->rank == 0 ? GRN_FORM_SLICES : GRN_FORM_ELEMENTS, 2, axis);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

static grn_status select_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_tensor seen[] = {operands[0], operands[1], operands[2]};
    int64_t axis;
    grn_status status = grn_torch_axis(op, operands, 1, diag, &axis);
    *out = gather_access(2);
    grn_torch_tensor_1d(&seen[2]);
    if (status == GRN_OK && seen[2].rank != 1)
        status = grn_fail(diag, op->place, GRN_E_SHAPE, "%s: Index is supposed to be a vector", op->def->name);
    if (status == GRN_OK && seen[0].rank == 0)
        status = seen[2].shape[0] == 1 ? grn_torch_all_zero(op, operands, 2, diag)
                                       : grn_fail(diag, op->place, GRN_E_SHAPE,
                                                  "%s: Index to scalar can have only 1 value, got %" PRId64 " value(s)",
                                                  op->def->name, seen[2].shape[0]);
    if (status != GRN_OK)
        return status;
    if (seen[0].rank == 0)
        return gather_one(op, operands, 0, NULL, diag, out);
    grn_index_form f = grn_torch_form(GRN_FORM_SLICES, 2, axis);
    return grn_form_to_gather(&f, op, seen, diag, out);
}

static grn_status embedding_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f = grn_torch_form(GRN_FORM_SLICES, 1, 0);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

static void index_dim(const grn_tensor *index, int32_t d, grn_access *out)
{
    out->indices.shape[out->indices.rank] = index->shape[d];
    out->indices.stride[out->indices.rank++] = index->stride[d];
}

/* One dim beside the axis: in common; or self's own 1, taken for every index; or index's own 1, where the slice is whole. */
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

/* The shape the two have together, and whether it has no element. False: they have none. */
static bool shape_along(const grn_tensor *self, const grn_tensor *index, int64_t axis, int64_t *shape, bool *empty)
{
    *empty = false;
    for (int32_t d = 0; d < self->rank; d++) {
        int64_t a = self->shape[d], b = index->shape[d];
        if (d != axis && a != b && a != 1 && b != 1)
            return false;
        shape[d] = d == axis || a == 1 ? b : a;
        *empty |= shape[d] == 0;
    }
    return true;
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
    const grn_tensor *self = &operands[0], *index = &operands[1];
    int64_t axis, shape[GRN_MAX_RANK];
    bool empty = false;
    grn_status status = grn_torch_axis(op, operands, 2, diag, &axis);
    *out = gather_access(1);
    if (status == GRN_OK && (self->rank != index->rank || !shape_along(self, index, axis, shape, &empty)))
        status = grn_fail(diag, op->place, GRN_E_SHAPE, "%s: input and indices cannot be broadcast to each other beside dim",
                          op->def->name);
    if (status == GRN_OK && self->rank == 0)
        status = grn_torch_all_zero(op, operands, 1, diag);
    if (status != GRN_OK)
        return status;
    return self->rank == 0 || empty ? gather_one(op, operands, self->rank, shape, diag, out)
                                    : gather_along(op, self, index, axis, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------------- */

static const grn_port gather_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                           {"sparse_grad", &grn_torch_bool, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port select_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_HLO_PORTS_END};
static const grn_port along_operands[] = {GRN_TORCH_SELF, {"indices", &grn_torch_index_tensor, GRN_ONE}, GRN_TORCH_DIM,
                                          GRN_HLO_PORTS_END};
static const grn_port embedding_operands[] = {{"weight", &grn_torch_tensor, GRN_ONE}, {"indices", &grn_torch_index_tensor, GRN_ONE},
                                              {"padding_idx", &grn_torch_int, GRN_ONE},
                                              {"scale_grad_by_freq", &grn_torch_bool, GRN_ONE},
                                              {"sparse", &grn_torch_bool, GRN_ONE}, GRN_HLO_PORTS_END};

const grn_op_def grn_torch_gather_ops[] = {
    GRN_TORCH_ATEN("gather", "PT-1 to PT-3; PT-5; PT-7; PT-8", gather_operands, .verify = gather_verify,
                   .to_spec = gather_to_spec),
    GRN_TORCH_ATEN("index_select", "PT-1; PT-4; PT-5; PT-7", select_operands, .verify = select_verify,
                   .to_spec = select_to_spec),
    GRN_TORCH_ATEN("embedding", "PT-1; PT-5; PT-7", embedding_operands, .verify = embedding_verify,
                   .to_spec = embedding_to_spec),
    GRN_TORCH_ATEN("take_along_dim", "PT-1; PT-2; PT-5; PT-7; PT-11", along_operands, .verify = along_verify,
                   .to_spec = along_to_spec),
    {.name = NULL},
};
