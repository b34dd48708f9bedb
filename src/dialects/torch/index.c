/*
 * index.c - torch.aten.index.Tensor and index_put: index tensors for
 * leading dims of self, broadcast together and stacked into coordinates.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* What is no index tensor has no dtype. */
static grn_shaped entry(const grn_op *list, size_t i)
{
    if (grn_torch_is_none(list, i))
        return (grn_shaped){.rank = GRN_TORCH_WHOLE};
    return grn_torch_tensor.matches(grn_operand_type(list, i)) ? grn_shaped_of_type(grn_torch_at(list, i))
                                                               : (grn_shaped){.dtype = GRN_NO_DTYPE};
}

/* PT-7, PT-10, PT-12 */
static grn_status check_types(const grn_op *op, const grn_check *check, const grn_op_report *to, grn_torch_indexed *out)
{
    const grn_shaped self = grn_shaped_of_type(grn_torch_at(op, 0));
    grn_shaped indices[GRN_MAX_RANK];
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK)
        return status;
    const grn_op *list = grn_torch_list_of(op, 1);
    status = grn_torch_rule_count(&to->report, self.rank, list->noperands);
    for (size_t i = 0; status == GRN_OK && i < list->noperands; i++)
        indices[i] = entry(list, i);
    return status == GRN_OK ? grn_torch_rule_index(&to->report, &self, list->noperands, indices, out) : status;
}

static grn_status index_verify(const grn_op *op, grn_check *check)
{
    grn_torch_indexed found;
    grn_op_report to;
    grn_torch_check_report(&to, op, check);
    grn_status status = check_types(op, check, &to, &found);
    return status == GRN_OK
               ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, found.result.rank, found.result.shape)
               : status;
}

static grn_status put_verify(const grn_op *op, grn_check *check)
{
    const grn_shaped values = grn_shaped_of_type(grn_torch_at(op, 2));
    grn_torch_indexed found;
    grn_op_report to;
    grn_torch_check_report(&to, op, check);
    grn_status status = check_types(op, check, &to, &found);
    if (status == GRN_OK)
        status = grn_torch_rule_values(&to.report, &values, &found.result);
    return status == GRN_OK ? grn_torch_result_is(op, check, grn_torch_at(op, 0)) : status;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status check_tensors(const grn_exec *x, const grn_op *op, grn_torch_indexed *out)
{
    const grn_shaped self = grn_shaped_of(&x->operands[0].tensor);
    const grn_rt *list = &x->operands[1];
    grn_shaped indices[GRN_MAX_RANK];
    grn_op_report to;
    for (size_t i = 0; i < list->nmembers; i++)
        indices[i] = grn_torch_is_none(grn_torch_list_of(op, 1), i) ? (grn_shaped){.rank = GRN_TORCH_WHOLE}
                                                                    : grn_shaped_of(&list->members[i].tensor);
    grn_torch_run_report(&to, op, x->diag);
    return grn_torch_rule_index(&to.report, &self, list->nmembers, indices, out);
}

/* Component k of every vector, as i64, broadcast. */
static grn_status stack_one(const grn_exec *x, const grn_op *op, const grn_torch_chosen *c, int32_t k,
                            const grn_tensor *stacked)
{
    const grn_tensor *index = &x->operands[1].members[c->dims.v[k]].tensor;
    grn_tensor wide, column = *stacked;
    grn_bound_element convert;
    column.rank = c->rank;
    column.data = grn_tensor_at(stacked, k);
    if (!grn_torch_view_broadcast(index, c->rank, c->shape, &wide) ||
        grn_element_bind(&grn_element_convert, &index->dtype, GRN_I64, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "index tensor %" PRId64 " cannot be broadcast", c->dims.v[k]);
    grn_element_map(&convert, &column, &wide);
    return GRN_OK;
}

static grn_status stack(grn_exec *x, const grn_op *op, const grn_torch_chosen *c, grn_rt *out)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < c->rank; d++)
        shape[d] = c->shape[d];
    shape[c->rank] = c->dims.count;
    grn_status status = x->calls->alloc(x, GRN_I64, c->rank + 1, shape, out);
    for (int32_t k = 0; status == GRN_OK && k < c->dims.count; k++)
        status = stack_one(x, op, c, k, &out->tensor);
    return status;
}

/* Nothing can be chosen from nothing, whether or not what is left of self has elements. */
static grn_status check_choice(const grn_exec *x, const grn_op *op, const grn_torch_chosen *c)
{
    int64_t vectors = 0;
    bool counted = grn_shape_elements(c->rank, c->shape, &vectors);
    for (int32_t k = 0; counted && vectors > 0 && k < c->dims.count; k++)
        if (x->operands[0].tensor.shape[c->dims.v[k]] == 0)
            return grn_exec_fail(x, op, GRN_E_INDEX, "index is out of bounds for dimension with size 0");
    return GRN_OK;
}

/* The coordinates are the caller's to release. */
typedef struct indexed {
    grn_torch_indexed found;
    grn_rt indices;
} indexed;

static grn_status prepare(grn_exec *x, const grn_op *op, indexed *out)
{
    out->indices = (grn_rt){.buffer = NULL};
    grn_status status = check_tensors(x, op, &out->found);
    if (status == GRN_OK)
        status = check_choice(x, op, &out->found.chosen);
    return status == GRN_OK ? stack(x, op, &out->found.chosen, &out->indices) : status;
}

/* PT-9 */
static const grn_index_rule index_rule = {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR};

static grn_status gather(grn_exec *x, const grn_op *op, const indexed *in)
{
    const grn_tensor *self = &x->operands[0].tensor;
    grn_gather_spec spec = {.dims = in->found.dims, .index = index_rule};
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, x->diag);
    const grn_shaped full = grn_shaped_of(self);
    grn_indexing_slices(&spec.dims, &full, &spec.slice_sizes);
    grn_status status = grn_gather_shape(&spec, self, &in->indices.tensor, &placed.diag, &rank, shape);
    if (status == GRN_OK)
        status = x->calls->alloc(x, self->dtype, rank, shape, &x->results[0]);
    return status == GRN_OK ? x->calls->gather(x, &spec, self, &in->indices.tensor, &x->results[0].tensor, &placed.diag)
                            : status;
}

static grn_status index_eval(grn_exec *x, const grn_op *op)
{
    indexed in;
    grn_status status = prepare(x, op, &in);
    if (status == GRN_OK)
        status = gather(x, op, &in);
    x->calls->release(x, &in.indices);
    return status;
}

static grn_status scatter(grn_exec *x, const grn_op *op, const indexed *in)
{
    const grn_shaped given = grn_shaped_of(&x->operands[2].tensor), *result = &in->found.result;
    grn_scatter_spec spec = {.dims = in->found.dims, .index = index_rule};
    grn_tensor values;
    grn_op_report to;
    grn_op_diag placed;
    bool accumulate = false;
    grn_op_diag_init(&placed, op, x->diag);
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = grn_torch_rule_values(&to.report, &given, result);
    if (status == GRN_OK && !grn_torch_view_broadcast(&x->operands[2].tensor, result->rank, result->shape, &values))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the indexing result has more elements than can be counted");
    if (status == GRN_OK)
        status = grn_torch_run_flag(x, op, 3, &accumulate);
    if (status == GRN_OK)
        status = grn_torch_own_self(x, op);
    spec.combiner = accumulate ? GRN_COMBINE_ADD : GRN_COMBINE_REPLACE;
    return status == GRN_OK
               ? x->calls->scatter(x, &spec, &x->results[0].tensor, &in->indices.tensor, &values, &placed.diag)
               : status;
}

static grn_status put_eval(grn_exec *x, const grn_op *op)
{
    indexed in;
    grn_status status = prepare(x, op, &in);
    if (status == GRN_OK)
        status = scatter(x, op, &in);
    x->calls->release(x, &in.indices);
    return status;
}

/* ---- without a run --------------------------------------------------------------------------- */

/* The coordinates as they are stacked. */
static grn_status coordinates(const grn_op *op, const grn_tensor *self, const grn_diag *diag, grn_torch_indexed *found,
                              grn_access *out)
{
    const grn_op *list = grn_torch_list_of(op, 1);
    const grn_shaped full = grn_shaped_of(self);
    grn_shaped indices[GRN_MAX_RANK];
    grn_op_report to;
    int64_t shape[GRN_MAX_RANK];
    grn_torch_run_report(&to, op, diag);
    grn_status status = grn_torch_rule_count(&to.report, full.rank, list->noperands);
    for (size_t i = 0; status == GRN_OK && i < list->noperands; i++)
        indices[i] = entry(list, i);
    if (status == GRN_OK)
        status = grn_torch_rule_index(&to.report, &full, list->noperands, indices, found);
    if (status != GRN_OK)
        return status;
    const grn_torch_chosen *c = &found->chosen;
    for (int32_t d = 0; d < c->rank; d++)
        if ((shape[d] = c->shape[d]) == GRN_DYNAMIC)
            return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "%s: the extents of the index tensors are not known",
                            op->def->name);
    if (c->rank >= GRN_MAX_RANK)
        return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: the index tensors have too many dimensions", op->def->name);
    shape[c->rank] = c->dims.count;
    *out = (grn_access){.operand = 0, .ninputs = 1, .indices_operand = GRN_INDICES_MADE};
    return grn_tensor_init(&out->indices, NULL, GRN_I64, c->rank + 1, shape) == GRN_OK
               ? GRN_OK
               : grn_fail(diag, op->place, GRN_E_LIMIT, "%s: the indices have more elements than can be counted",
                          op->def->name);
}

static grn_status index_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_torch_indexed found;
    grn_op_diag placed;
    const grn_shaped full = grn_shaped_of(&operands[0]);
    grn_op_diag_init(&placed, op, diag);
    grn_status status = coordinates(op, &operands[0], diag, &found, out);
    if (status != GRN_OK)
        return status;
    out->kind = GRN_ACCESS_GATHER;
    out->gather = (grn_gather_spec){.dims = found.dims, .index = index_rule};
    grn_indexing_slices(&found.dims, &full, &out->gather.slice_sizes);
    return grn_gather_shape(&out->gather, &operands[0], &out->indices, &placed.diag, &out->result_rank,
                            out->result_shape);
}

static grn_status put_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_torch_indexed found;
    grn_status status = coordinates(op, &operands[0], diag, &found, out);
    if (status != GRN_OK)
        return status;
    if (!operands[3].data)
        return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "%s: operand #3 must be a constant here", op->def->name);
    const bool accumulates = grn_hlo_integer_value(&operands[3]) != 0;
    out->kind = GRN_ACCESS_SCATTER;
    out->scatter = (grn_scatter_spec){
        .dims = found.dims, .index = index_rule, .combiner = accumulates ? GRN_COMBINE_ADD : GRN_COMBINE_REPLACE};
    out->updates = 2;
    out->spread_updates = true;
    out->update_rank = found.result.rank;
    for (int32_t d = 0; d < found.result.rank; d++)
        out->update_shape[d] = found.result.shape[d];
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port index_operands[] = {GRN_TORCH_SELF, GRN_PORT("indices", grn_torch_list), GRN_PORTS_END};
static const grn_port put_operands[] = {GRN_TORCH_SELF, GRN_PORT("indices", grn_torch_list),
                                        GRN_PORT("values", grn_torch_tensor), GRN_PORT("accumulate", grn_torch_bool),
                                        GRN_PORTS_END};

#define INDEX(name, does)                                                                                              \
    GRN_TORCH_ATEN(name, does, "PT-7; PT-9; PT-10; PT-12", index_operands, .verify = index_verify, .eval = index_eval, \
                   .as_access = index_as_access, .work = GRN_WORK_OWN)
#define PUT(name, does)                                                                                           \
    GRN_TORCH_ATEN(name, does, "PT-6; PT-7; PT-9 to PT-12", put_operands, .verify = put_verify, .eval = put_eval, \
                   .as_access = put_as_access)

const grn_op_def grn_torch_index_ops[] = {
    INDEX("index.Tensor", "advanced indexing: tensors as indices of some dimensions"),
    INDEX("index.Tensor_hacked_twin", "advanced indexing with a list of tensors, none left out"),
    PUT("index_put", "writes or adds by advanced indexing"),
    PUT("index_put.hacked_twin", "writes or adds by advanced indexing with a list of tensors, none left out"),
    {.name = NULL},
};
