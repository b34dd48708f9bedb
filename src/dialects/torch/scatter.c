/* scatter.c - torch.aten.scatter.src, scatter.value, scatter_add; and the scatters of all of
 * torch's ops. */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------- */

const grn_torch_call grn_torch_scatter_call = {grn_torch_rule_scatter, .index = 2, .dim = 1, .source = 3};
static const grn_torch_call value_call = {grn_torch_rule_scatter, .index = 2, .dim = 1};
static const grn_torch_call add_call = {grn_torch_rule_index_add, .index = 2, .dim = 1, .source = 3};
static const grn_torch_call copy_call = {grn_torch_rule_index_copy, .index = 2, .dim = 1, .source = 3};
const grn_torch_call grn_torch_index_reduce_call = {grn_torch_rule_index_reduce, .index = 2, .dim = 1, .source = 3};

static grn_status value_verify(const grn_op *op, grn_check *check) { return grn_torch_verify(op, check, &value_call); }
static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &grn_torch_scatter_call);
}
grn_status grn_torch_index_add_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &add_call);
}
grn_status grn_torch_index_copy_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_verify(op, check, &copy_call);
}

/* ---- scatters -------------------------------------------------------------------------------- */

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

/* Index with the updates' rank, where both count as [1] or have one dim. */
static void index_like(const grn_tensor *updates, grn_tensor *index)
{
    if (updates->rank == 0)
        index->rank = 0;
    else
        grn_torch_tensor_1d(index);
}

static void cut_to(const grn_tensor *index, grn_access *out)
{
    out->cut_updates = true;
    for (int32_t d = 0; d < index->rank; d++)
        out->update_shape[d] = index->shape[d];
}

/* The updates all go to the one element of self. */
static grn_status scatter_to_one(const grn_op *op, const grn_tensor *operands, const grn_tensor *index,
                                 const grn_diag *diag, grn_access *out)
{
    grn_status status = grn_torch_all_zero(op, operands, 2, diag);
    return status == GRN_OK
               ? grn_torch_vectors_of_none(op, index->rank, index->shape, diag, &out->scatter.dims, &out->indices)
               : status;
}

grn_status grn_torch_to_scatter(grn_form_kind kind, grn_combiner combiner, const grn_op *op, const grn_tensor *operands,
                                const grn_diag *diag, grn_access *out)
{
    const grn_torch_call *by_slices = combiner == GRN_COMBINE_ADD       ? &add_call
                                      : combiner == GRN_COMBINE_REPLACE ? &copy_call
                                                                        : &grn_torch_index_reduce_call;
    grn_tensor seen[] = {operands[0], operands[1], operands[2]};
    grn_torch_found found;
    grn_status status =
        grn_torch_ask(op, kind == GRN_FORM_ELEMENTS ? &grn_torch_scatter_call : by_slices, operands, diag, &found);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = 0,
                        .updates = 3,
                        .ninputs = 1,
                        .indices_operand = 2,
                        .scatter = {.combiner = combiner, .index = {.bounds = GRN_BOUNDS_ERROR}}};
    if (status != GRN_OK)
        return status;
    if (found.idle) {
        change_nothing(&operands[0], out);
        return GRN_OK;
    }
    index_like(&operands[3], &seen[2]);
    grn_index_form f = grn_torch_form(seen[2].rank == 0 ? GRN_FORM_SLICES : kind, 2, found.axis);
    f.combiner = combiner;
    status = operands[0].rank == 0 ? scatter_to_one(op, operands, &seen[2], diag, out)
                                   : grn_form_to_scatter(&f, op, seen, diag, out);
    if (kind == GRN_FORM_ELEMENTS)
        cut_to(&seen[2], out);
    return status;
}

/* ---- in an eval ------------------------------------------------------------------------------ */

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
    return status == GRN_OK ? x->calls->scatter(x, &access.scatter, full, &access.indices, &part, &placed.diag)
                            : status;
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

static void spread_updates(size_t operand, const grn_tensor *index, grn_access *out)
{
    out->updates = operand;
    out->cut_updates = false;
    out->spread_updates = true;
    out->update_rank = index->rank;
    memcpy(out->update_shape, index->shape, (size_t)index->rank * sizeof *out->update_shape);
}

static grn_status value_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    const grn_tensor *index = &operands[2];
    grn_tensor seen[] = {operands[0], operands[1], *index, *index};
    seen[3].dtype = operands[0].dtype;
    grn_status status = grn_torch_to_scatter(GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, op, seen, diag, out);
    if (status == GRN_OK && out->updates != 0)
        spread_updates(3, index, out);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static grn_status src_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, op, operands, diag, out);
}

static grn_status add_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_ELEMENTS, GRN_COMBINE_ADD, op, operands, diag, out);
}

static const grn_port scatter_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                            GRN_PORT("src", grn_torch_tensor), GRN_PORTS_END};
static const grn_port value_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                          GRN_PORT("value", grn_torch_scalar), GRN_PORTS_END};

const grn_op_def grn_torch_scatter_ops[] = {
    GRN_TORCH_ATEN("scatter.src", "writes one element per index along dim", "PT-1 to PT-3; PT-5 to PT-8",
                   scatter_operands, .verify = scatter_verify, .to_spec = src_to_spec),
    GRN_TORCH_ATEN("scatter.value", "writes one value at each index along dim", "PT-1 to PT-3; PT-5 to PT-8",
                   value_operands, .verify = value_verify, .eval = value_eval, .as_access = value_as_access),
    GRN_TORCH_ATEN("scatter_add", "adds one element per index along dim", "PT-1 to PT-3; PT-5 to PT-8",
                   scatter_operands, .verify = scatter_verify, .to_spec = add_to_spec),
    {.name = NULL},
};
