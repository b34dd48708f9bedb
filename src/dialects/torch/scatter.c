/* scatter.c - torch.aten.scatter.src, scatter.value, scatter_add; and the scatters of all of torch's ops. */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------------------------------- */

grn_status grn_torch_check_src(const grn_op *op, const grn_check *check)
{
    const grn_type *index = grn_torch_at(op, 2), *src = grn_torch_at(op, 3);
    if (src->element != grn_torch_at(op, 0)->element)
        return grn_tensor_broken(op, check, "PT-11", "scatter(): Expected self.dtype to be equal to src.dtype");
    if (grn_torch_is_empty(index))
        return GRN_OK;
    index = grn_torch_at_least_1d(check, index);
    src = grn_torch_at_least_1d(check, src);
    if (!index || !src)
        return GRN_E_MEMORY;
    if (src->rank != index->rank)
        return grn_tensor_broken(op, check, "PT-2", "Index tensor must have the same number of dimensions as src tensor");
    for (int32_t d = 0; d < src->rank; d++)
        if (src->shape[d] != GRN_DYNAMIC && index->shape[d] > src->shape[d])
            return grn_tensor_broken(op, check, "PT-3",
                                     "Expected index of %" PRId64 " to be no larger than src of %" PRId64
                                     " in dimension %" PRId32,
                                     index->shape[d], src->shape[d], d);
    return GRN_OK;
}

static grn_status value_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_torch_check_along(op, check);
    return status == GRN_OK ? grn_torch_result_is(op, check, grn_torch_at(op, 0)) : status;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_status status = grn_torch_check_along(op, check);
    if (status == GRN_OK)
        status = grn_torch_check_src(op, check);
    return status == GRN_OK ? grn_torch_result_is(op, check, grn_torch_at(op, 0)) : status;
}

/* ---- scatters ------------------------------------------------------------------------------------------------------------------ */

/* Self over self: an index that is empty changes nothing. PT-8 */
static void change_nothing(const grn_tensor *self, grn_access *out)
{
    out->updates = 0;
    out->cut_updates = false;
    out->scatter.combiner = GRN_COMBINE_REPLACE;
    out->scatter.dims = (grn_dimension_numbers){.index_vector_dim = 0};
    for (int32_t d = 0; d < self->rank; d++)
        grn_dims_push(&out->scatter.dims.offset_dims, d);
    out->indices = (grn_tensor){.dtype = GRN_I64, .rank = 1, .stride = {1}};
}

/* Index as a tensor of the updates' rank, where both count as [1] or have one dim. False: ranks differ. */
static bool index_like(const grn_tensor *updates, grn_tensor *index)
{
    if (index->rank == updates->rank)
        return true;
    if (index->rank == 0 && updates->rank == 1) {
        grn_torch_tensor_1d(index);
        return true;
    }
    bool drops = index->rank == 1 && updates->rank == 0 && index->shape[0] == 1;
    index->rank = drops ? 0 : index->rank;
    return drops;
}

static void cut_to(const grn_tensor *index, grn_access *out)
{
    out->cut_updates = true;
    for (int32_t d = 0; d < index->rank; d++)
        out->update_shape[d] = index->shape[d];
}

static grn_status scatter_along(grn_combiner combiner, int64_t axis, const grn_op *op, const grn_tensor *operands,
                                const grn_tensor *index, const grn_diag *diag, grn_access *out)
{
    const grn_tensor seen[] = {operands[0], operands[1], *index};
    grn_index_form f =
        grn_torch_form(operands[0].rank == 1 && index->rank == 0 ? GRN_FORM_SLICES : GRN_FORM_ELEMENTS, 2, axis);
    f.combiner = combiner;
    return grn_form_to_scatter(&f, op, seen, diag, out);
}

/* The updates all go to the one element of self. */
static grn_status scatter_to_one(const grn_op *op, const grn_tensor *operands, const grn_tensor *index, const grn_diag *diag,
                                 grn_access *out)
{
    grn_status status = grn_torch_all_zero(op, operands, 2, diag);
    return status == GRN_OK ? grn_torch_vectors_of_none(op, index->rank, index->shape, diag, &out->scatter.dims, &out->indices) : status;
}

static grn_status ranks_differ(const grn_op *op, const grn_diag *diag, const char *with)
{
    return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: Index tensor must have the same number of dimensions as %s tensor",
                    op->def->name, with);
}

static grn_status elements_to_scatter(grn_combiner combiner, int64_t axis, const grn_op *op, const grn_tensor *operands,
                                      const grn_diag *diag, grn_access *out)
{
    grn_tensor index = operands[2];
    grn_status status;
    if (operands[0].rank <= 1 && index.rank > 1)
        return ranks_differ(op, diag, "self");
    if (!index_like(&operands[3], &index))
        return ranks_differ(op, diag, "src");
    status = operands[0].rank == 0 ? scatter_to_one(op, operands, &index, diag, out)
                                   : scatter_along(combiner, axis, op, operands, &index, diag, out);
    cut_to(&index, out);
    return status;
}

static grn_status slices_to_scatter(grn_combiner combiner, int64_t axis, const grn_op *op, const grn_tensor *operands,
                                    const grn_diag *diag, grn_access *out)
{
    grn_tensor seen[] = {operands[0], operands[1], operands[2]};
    grn_index_form f = grn_torch_form(GRN_FORM_SLICES, 2, axis);
    f.combiner = combiner;
    grn_torch_tensor_1d(&seen[2]);
    if (seen[2].rank != 1)
        return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: Index is supposed to be a vector", op->def->name);
    if (operands[0].rank <= 1 && !index_like(&operands[3], &seen[2]))
        return ranks_differ(op, diag, "source");
    return operands[0].rank == 0 ? scatter_to_one(op, operands, &seen[2], diag, out)
                                 : grn_form_to_scatter(&f, op, seen, diag, out);
}

/* PT-13 holds for an index that is empty too: source has nothing along dim, and self's extents beside it. */
static bool source_is_empty(const grn_tensor *self, int64_t axis, const grn_tensor *source)
{
    bool fits = source->rank == (self->rank ? self->rank : 1);
    for (int32_t d = 0; fits && d < source->rank; d++)
        fits = source->shape[d] == (d == axis ? 0 : self->shape[d]);
    return fits;
}

grn_status grn_torch_to_scatter(grn_form_kind kind, grn_combiner combiner, const grn_op *op, const grn_tensor *operands,
                                const grn_diag *diag, grn_access *out)
{
    int64_t axis;
    grn_status status = grn_torch_axis(op, operands, 1, diag, &axis);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER, .operand = 0, .updates = 3, .ninputs = 1, .indices_operand = 2,
                        .scatter = {.combiner = combiner, .index = {.bounds = GRN_BOUNDS_ERROR}}};
    if (status != GRN_OK)
        return status;
    const bool empty = grn_tensor_elements(&operands[2]) == 0;
    if (empty && kind == GRN_FORM_SLICES && !source_is_empty(&operands[0], axis, &operands[3]))
        return grn_fail(diag, op->place, GRN_E_SHAPE,
                        "%s: source must have no element along dim %" PRId64 ", as index has none, and self's extents elsewhere",
                        op->def->name, axis);
    if (empty) {
        change_nothing(&operands[0], out);
        return GRN_OK;
    }
    return kind == GRN_FORM_ELEMENTS ? elements_to_scatter(combiner, axis, op, operands, diag, out)
                                     : slices_to_scatter(combiner, axis, op, operands, diag, out);
}

/* ---- in an eval -------------------------------------------------------------------------------------------------------------------- */

static grn_status cut_updates(const grn_exec *x, const grn_op *op, const grn_access *a, const grn_tensor *updates,
                              grn_tensor *out)
{
    *out = *updates;
    for (int32_t d = 0; a->cut_updates && d < out->rank; d++) {
        if (a->update_shape[d] > out->shape[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE, "index is larger than src along dimension %" PRId32, d);
        out->shape[d] = a->update_shape[d];
    }
    return GRN_OK;
}

grn_status grn_torch_scatter_into(grn_exec *x, const grn_op *op, grn_form_kind kind, grn_combiner combiner,
                                  const grn_tensor *full, const grn_tensor *updates)
{
    const grn_tensor operands[] = {*full, x->operands[1].tensor, x->operands[2].tensor, *updates};
    grn_tensor part;
    grn_access access;
    grn_op_diag placed;
    grn_status status = grn_torch_to_scatter(kind, combiner, op, operands, x->diag, &access);
    if (status != GRN_OK || access.updates == 0)
        return status;
    status = cut_updates(x, op, &access, updates, &part);
    grn_op_diag_init(&placed, op, x->diag);
    return status == GRN_OK ? x->scatter(x, &access.scatter, full, &access.indices, &part, &placed.diag) : status;
}

/* The value at every place of index. */
static grn_status value_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor, *index = &x->operands[2].tensor;
    unsigned char element[16];
    grn_tensor all;
    grn_status status = grn_torch_run_scalar(x, op, 3, self->dtype, element);
    if (status == GRN_OK)
        status = grn_torch_own_self(x, op);
    grn_torch_splat(element, self->dtype, index->rank, index->shape, &all);
    return status == GRN_OK
               ? grn_torch_scatter_into(x, op, GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, &x->results[0].tensor, &all)
               : status;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------------- */

static grn_status src_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, op, operands, diag, out);
}

static grn_status add_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_ELEMENTS, GRN_COMBINE_ADD, op, operands, diag, out);
}

static const grn_port scatter_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                            {"src", &grn_torch_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port value_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                          {"value", &grn_torch_scalar, GRN_ONE}, GRN_HLO_PORTS_END};

const grn_op_def grn_torch_scatter_ops[] = {
    GRN_TORCH_ATEN("scatter.src", "PT-1 to PT-3; PT-5 to PT-8", scatter_operands, .verify = scatter_verify,
                   .to_spec = src_to_spec),
    GRN_TORCH_ATEN("scatter.value", "PT-1 to PT-3; PT-5 to PT-8", value_operands, .verify = value_verify, .eval = value_eval),
    GRN_TORCH_ATEN("scatter_add", "PT-1 to PT-3; PT-5 to PT-8", scatter_operands, .verify = scatter_verify,
                   .to_spec = add_to_spec),
    {.name = NULL},
};
