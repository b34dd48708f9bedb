/*
 * index.c - torch.aten.index.Tensor and index_put: index tensors for
 * leading dims of self, broadcast together and stacked into coordinates.
 *
 * Where the dims that are indexed lie next to each other, what indexes them
 * stays in their place in self[indices]; else it comes first.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/torch/torch.h"

/* ---- which dims, and the shape of what indexes them ------------------------------------------------------------------- */

bool grn_torch_choose(grn_torch_chosen *c, int64_t dim, int32_t rank, const int64_t *shape)
{
    grn_dims_push(&c->dims, dim);
    return grn_torch_broadcast(&c->rank, c->shape, rank, shape);
}

static bool has(const grn_dims *list, int64_t v)
{
    bool found = false;
    for (int32_t i = 0; i < list->count; i++)
        found |= list->v[i] == v;
    return found;
}

bool grn_torch_place(const grn_torch_chosen *c, int32_t self_rank, const int64_t *self, grn_dimension_numbers *n, int32_t *rank,
                   int64_t *shape)
{
    int64_t first = c->dims.v[0];
    bool together = c->dims.v[c->dims.count - 1] - first == c->dims.count - 1;
    int64_t before = together ? first : 0;
    int32_t window = 0;
    *n = (grn_dimension_numbers){.collapsed_slice_dims = c->dims, .start_index_map = c->dims, .index_vector_dim = c->rank};
    *rank = self_rank - c->dims.count + c->rank;
    if (*rank > GRN_MAX_RANK || c->rank == GRN_MAX_RANK)
        return false;
    for (int64_t d = 0; d < self_rank; d++) {
        if (has(&c->dims, d))
            continue;
        int64_t at = window < before ? window : c->rank + window;
        window++;
        grn_dims_push(&n->offset_dims, at);
        shape[at] = self[d];
    }
    for (int32_t d = 0; d < c->rank; d++)
        shape[before + d] = c->shape[d];
    return true;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------------ */

/* PT-10, PT-12 */
static grn_status choose_types(const grn_op *op, const grn_check *check, grn_torch_chosen *c)
{
    *c = (grn_torch_chosen){.rank = 0};
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK)
        return status;
    const grn_op *list = grn_torch_list_of(op, 1);
    int32_t rank = grn_torch_at(op, 0)->rank;
    if (list->noperands > (size_t)rank)
        return grn_tensor_broken(op, check, "PT-10", "too many indices for tensor of dimension %" PRId32 " (got %zu)", rank,
                                 list->noperands);
    for (size_t i = 0; i < list->noperands; i++) {
        if (grn_torch_is_none(list, i))
            continue;
        if (!grn_torch_index_tensor.matches(grn_operand_type(list, i)))
            return grn_tensor_broken(op, check, "PT-10", "tensors used as indices must be si64 or si32 tensors");
        if (!grn_torch_choose(c, (int64_t)i, grn_torch_at(list, i)->rank, grn_torch_at(list, i)->shape))
            return grn_tensor_broken(op, check, "PT-10", "indexing tensors could not be broadcast together");
    }
    return c->dims.count ? GRN_OK : grn_tensor_broken(op, check, "PT-10", "at least one index tensor is needed");
}

static grn_status index_shape(const grn_op *op, const grn_check *check, int32_t *rank, int64_t *shape)
{
    const grn_type *self = grn_torch_at(op, 0);
    grn_dimension_numbers dims;
    grn_torch_chosen c;
    grn_status status = choose_types(op, check, &c);
    if (status == GRN_OK && !grn_torch_place(&c, self->rank, self->shape, &dims, rank, shape))
        return grn_tensor_broken(op, check, "PT-7", "the result has more than %d dimensions", GRN_MAX_RANK);
    return status;
}

static grn_status index_verify(const grn_op *op, grn_check *check)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = index_shape(op, check, &rank, shape);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, rank, shape) : status;
}

/* PT-11: values go with self[indices], which they do not make larger. */
static grn_status put_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0), *values = grn_torch_at(op, 2);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    grn_status status = index_shape(op, check, &rank, shape);
    if (status != GRN_OK)
        return status;
    if (values->element != self->element)
        return grn_tensor_broken(op, check, "PT-11", "Index put requires the source and destination dtypes match");
    bool fits = values->rank <= rank;
    for (int32_t d = 0; fits && d < values->rank; d++)
        fits = values->shape[d] == 1 || grn_stablehlo_dim_agrees(values->shape[d], shape[rank - values->rank + d]);
    if (!fits)
        return grn_tensor_broken(op, check, "PT-11",
                                 "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                                 grn_hlo_shape_text(values->rank, values->shape, have, sizeof have),
                                 grn_hlo_shape_text(rank, shape, want, sizeof want));
    return grn_torch_result_is(op, check, self);
}

/* ---- running ----------------------------------------------------------------------------------------------------------------- */

static grn_status choose_tensors(const grn_exec *x, const grn_op *op, grn_torch_chosen *c)
{
    const grn_rt *list = &x->operands[1];
    const grn_op *made = grn_torch_list_of(op, 1);
    *c = (grn_torch_chosen){.rank = 0};
    for (size_t i = 0; i < list->nmembers; i++)
        if (!grn_torch_is_none(made, i) && !grn_torch_choose(c, (int64_t)i, list->members[i].tensor.rank, list->members[i].tensor.shape))
            return grn_exec_fail(x, op, GRN_E_SHAPE, "shape mismatch: indexing tensors could not be broadcast together");
    return GRN_OK;
}

/* Component k of every vector, as i64, broadcast. */
static grn_status stack_one(const grn_exec *x, const grn_op *op, const grn_torch_chosen *c, int32_t k, const grn_tensor *stacked)
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
    grn_status status = x->alloc(x, GRN_I64, c->rank + 1, shape, out);
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

/* Dimension numbers, the shape of self[indices], and the coordinates, which are the caller's to release. */
typedef struct indexed {
    grn_dimension_numbers dims;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_rt indices;
} indexed;

static grn_status prepare(grn_exec *x, const grn_op *op, indexed *out)
{
    const grn_tensor *self = &x->operands[0].tensor;
    grn_torch_chosen c;
    *out = (indexed){.rank = 0};
    grn_status status = choose_tensors(x, op, &c);
    if (status == GRN_OK)
        status = check_choice(x, op, &c);
    if (status == GRN_OK && !grn_torch_place(&c, self->rank, self->shape, &out->dims, &out->rank, out->shape))
        return grn_exec_fail(x, op, GRN_E_LIMIT, "self[indices] has more than garner's limit of %d dimensions", GRN_MAX_RANK);
    return status == GRN_OK ? stack(x, op, &c, &out->indices) : status;
}

/* PT-9 */
static const grn_index_rule index_rule = {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR};

static grn_status gather(grn_exec *x, const grn_op *op, const indexed *in)
{
    const grn_tensor *self = &x->operands[0].tensor;
    grn_gather_spec spec = {.dims = in->dims, .index = index_rule};
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, x->diag);
    for (int64_t d = 0; d < self->rank; d++)
        grn_dims_push(&spec.slice_sizes, has(&in->dims.start_index_map, d) ? grn_one_or_none(self->shape[d]) : self->shape[d]);
    grn_status status = grn_gather_shape(&spec, self, &in->indices.tensor, &placed.diag, &rank, shape);
    if (status == GRN_OK)
        status = x->alloc(x, self->dtype, rank, shape, &x->results[0]);
    return status == GRN_OK ? x->gather(x, &spec, self, &in->indices.tensor, &x->results[0].tensor, &placed.diag) : status;
}

static grn_status index_eval(grn_exec *x, const grn_op *op)
{
    indexed in;
    grn_status status = prepare(x, op, &in);
    if (status == GRN_OK)
        status = gather(x, op, &in);
    x->release(x, &in.indices);
    return status;
}

static grn_status scatter(grn_exec *x, const grn_op *op, const indexed *in)
{
    grn_scatter_spec spec = {.dims = in->dims, .index = index_rule};
    grn_tensor values;
    grn_op_diag placed;
    bool accumulate = false;
    grn_op_diag_init(&placed, op, x->diag);
    if (!grn_torch_view_broadcast(&x->operands[2].tensor, in->rank, in->shape, &values))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "shape mismatch: value tensor cannot be broadcast to indexing result");
    grn_status status = grn_torch_run_flag(x, op, 3, &accumulate);
    if (status == GRN_OK)
        status = grn_torch_own_self(x, op);
    spec.combiner = accumulate ? GRN_COMBINE_ADD : GRN_COMBINE_REPLACE;
    return status == GRN_OK ? x->scatter(x, &spec, &x->results[0].tensor, &in->indices.tensor, &values, &placed.diag) : status;
}

static grn_status put_eval(grn_exec *x, const grn_op *op)
{
    indexed in;
    grn_status status = prepare(x, op, &in);
    if (status == GRN_OK)
        status = scatter(x, op, &in);
    x->release(x, &in.indices);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------- */

static const grn_port index_operands[] = {GRN_TORCH_SELF, {"indices", &grn_torch_list, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port put_operands[] = {GRN_TORCH_SELF, {"indices", &grn_torch_list, GRN_ONE},
                                        {"values", &grn_torch_tensor, GRN_ONE}, {"accumulate", &grn_torch_bool, GRN_ONE},
                                        GRN_HLO_PORTS_END};

#define INDEX(name)                                                                                                   \
    GRN_TORCH_ATEN(name, "PT-7; PT-9; PT-10; PT-12", index_operands, .verify = index_verify, .eval = index_eval, .work = GRN_WORK_OWN)
#define PUT(name)                                                                                                     \
    GRN_TORCH_ATEN(name, "PT-6; PT-7; PT-9 to PT-12", put_operands, .verify = put_verify, .eval = put_eval)

const grn_op_def grn_torch_index_ops[] = {
    INDEX("index.Tensor"), INDEX("index.Tensor_hacked_twin"), PUT("index_put"), PUT("index_put.hacked_twin"),
    {.name = NULL},
};
