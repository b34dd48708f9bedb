/*
 * reduce.c - torch.aten.scatter_reduce.two, index_add, index_copy.
 *
 * What no single canonical scatter expresses is several of them: without
 * include_self the places that are reached first get the reduction's identity;
 * mean is a sum, a count, and a division that rounds integers down.
 */
#include <inttypes.h>
#include <math.h>

#include "dialects/torch/torch.h"

/* ---- reductions ------------------------------------------------------------------------------------------------------ */

static const grn_torch_reduction reductions[] = {{"sum", GRN_COMBINE_ADD, GRN_TORCH_ZERO, false},
                                       {"prod", GRN_COMBINE_MUL, GRN_TORCH_ONE, false},
                                       {"mean", GRN_COMBINE_ADD, GRN_TORCH_ZERO, true},
                                       {"amax", GRN_COMBINE_MAX, GRN_TORCH_LEAST, false},
                                       {"amin", GRN_COMBINE_MIN, GRN_TORCH_GREATEST, false}};

const grn_torch_reduction *grn_torch_reduction_of(const grn_op *op)
{
    const grn_op *def = op->operands[4]->def;
    const grn_attr *name = def ? grn_op_attr(def, "value") : NULL;
    for (size_t i = 0; name && name->kind == GRN_ATTR_STRING && i < GRN_COUNT(reductions); i++)
        if (grn_str_is(name->text, reductions[i].name))
            return &reductions[i];
    return NULL;
}

void grn_torch_store_identity(grn_torch_identity i, grn_dtype dtype, void *element)
{
    unsigned bits = grn_dtype_bits(dtype);
    grn_dtype_class class = grn_dtype_class_of(dtype);
    int64_t most = class == GRN_CLASS_SIGNED ? (int64_t)(UINT64_MAX >> (65 - bits)) : 1;
    int64_t least = class == GRN_CLASS_SIGNED ? -most - 1 : 0;
    grn_scalar s = {.dtype = dtype};
    if (class == GRN_CLASS_FLOAT)
        s.f = i == GRN_TORCH_LEAST ? -HUGE_VAL : i == GRN_TORCH_GREATEST ? HUGE_VAL : i == GRN_TORCH_ONE;
    else if (class == GRN_CLASS_UNSIGNED)
        s.u = i == GRN_TORCH_GREATEST ? UINT64_MAX >> (64 - bits) : i == GRN_TORCH_ONE;
    else if (class == GRN_CLASS_COMPLEX)
        s.c.re = i == GRN_TORCH_ONE;
    else
        s.i = i == GRN_TORCH_LEAST ? least : i == GRN_TORCH_GREATEST ? most : i == GRN_TORCH_ONE;
    grn_scalar_store(&s, dtype, element);
}

/* count > 1 */
static void divide(grn_dtype dtype, void *element, int64_t count)
{
    grn_scalar s = grn_scalar_load(dtype, element);
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_SIGNED) {
        s.i = s.i / count - (s.i % count < 0);
    } else if (class == GRN_CLASS_UNSIGNED) {
        s.u /= (uint64_t)count;
    } else if (class == GRN_CLASS_FLOAT) {
        s.f /= (double)count;
    } else if (class == GRN_CLASS_COMPLEX) {
        s.c.re /= (double)count;
        s.c.im /= (double)count;
    }
    grn_scalar_store(&s, dtype, element);
}

/* How many values go to each place: a sum of ones. */
static grn_status count_values(grn_exec *x, const grn_op *op, bool include_self, grn_rt *counts)
{
    const grn_tensor *self = &x->operands[0].tensor, *index = &x->operands[2].tensor;
    int64_t one = 1, start = include_self;
    grn_tensor ones;
    grn_status status = x->alloc(x, GRN_I64, self->rank, self->shape, counts);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(&counts->tensor, &start);
    grn_torch_splat(&one, GRN_I64, index->rank, index->shape, &ones);
    return grn_torch_scatter_into(x, op, GRN_FORM_ELEMENTS, GRN_COMBINE_ADD, &counts->tensor, &ones);
}

/* Both are compact. */
static void divide_all(const grn_tensor *result, const grn_tensor *counts)
{
    int64_t n = grn_tensor_elements(result);
    for (int64_t i = 0; i < n; i++) {
        int64_t count = ((const int64_t *)counts->data)[i];
        if (count > 1)
            divide(result->dtype, grn_tensor_at(result, i), count);
    }
}

static grn_status start_over(grn_exec *x, const grn_op *op, grn_torch_identity i)
{
    const grn_tensor *result = &x->results[0].tensor, *index = &x->operands[2].tensor;
    unsigned char element[16];
    grn_tensor all;
    grn_torch_store_identity(i, result->dtype, element);
    grn_torch_splat(element, result->dtype, index->rank, index->shape, &all);
    return grn_torch_scatter_into(x, op, GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, result, &all);
}

static grn_status reduce_eval(grn_exec *x, const grn_op *op)
{
    const grn_torch_reduction *r = grn_torch_reduction_of(op);
    bool include_self = false;
    grn_rt counts = {.buffer = NULL};
    grn_status status = grn_torch_run_flag(x, op, 5, &include_self);
    if (status == GRN_OK && r->divides)
        status = count_values(x, op, include_self, &counts);
    if (status == GRN_OK)
        status = grn_torch_own_self(x, op);
    if (status == GRN_OK && !include_self)
        status = start_over(x, op, r->identity);
    if (status == GRN_OK)
        status = grn_torch_scatter_into(x, op, GRN_FORM_ELEMENTS, r->combiner, &x->results[0].tensor,
                                        &x->operands[3].tensor);
    if (status == GRN_OK && r->divides)
        divide_all(&x->results[0].tensor, &counts.tensor);
    x->release(x, &counts);
    return status;
}

static grn_status reduce_verify(const grn_op *op, grn_check *check)
{
    const grn_torch_reduction *r = grn_torch_reduction_of(op);
    grn_status status = grn_torch_check_along(op, check);
    if (status == GRN_OK)
        status = grn_torch_check_src(op, check);
    if (status != GRN_OK)
        return status;
    if (!r)
        return grn_op_fail(op, check, "reduce argument must be a torch.constant.str: either sum, prod, mean, amax or amin");
    if (r->identity >= GRN_TORCH_LEAST && grn_torch_at(op, 0)->element->kind == GRN_TYPE_COMPLEX)
        return grn_op_fail(op, check, "%s takes a real dtype", r->name);
    return grn_torch_result_is(op, check, grn_torch_at(op, 0));
}

/* ---- index_add, index_copy ----------------------------------------------------------------------------------------------- */

/* PT-13 where dim is known. */
static grn_status source_fits(const grn_op *op, const grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0), *index = grn_torch_at(op, 2), *source = grn_torch_at(op, 3);
    int64_t dim, axis, shape[GRN_MAX_RANK] = {1};
    char text[GRN_DIMS_TEXT_BYTES];
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank, dim, &axis);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = self->shape[d];
    shape[axis] = index->rank ? index->shape[0] : 1;
    int32_t rank = self->rank ? self->rank : 1, have = source->rank;
    bool fits = have == rank || (have == 0 && rank == 1 && grn_stablehlo_dim_agrees(shape[0], 1));
    for (int32_t d = 0; fits && d < have; d++)
        fits = grn_stablehlo_dim_agrees(shape[d], source->shape[d]);
    if (fits)
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-13", "source must have shape %s", grn_hlo_shape_text(rank, shape, text, sizeof text));
}

static grn_status index_verify(const grn_op *op, grn_check *check)
{
    if (grn_torch_at(op, 2)->rank > 1)
        return grn_tensor_broken(op, check, "PT-4", "Index is supposed to be a vector");
    if (grn_torch_at(op, 3)->element != grn_torch_at(op, 0)->element)
        return grn_tensor_broken(op, check, "PT-11", "self and source must have the same scalar type");
    grn_status status = source_fits(op, check);
    return status == GRN_OK ? grn_torch_result_is(op, check, grn_torch_at(op, 0)) : status;
}

static grn_status copy_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_SLICES, GRN_COMBINE_REPLACE, op, operands, diag, out);
}

static bool is_one(grn_dtype dtype, const void *element)
{
    unsigned char one[16];
    grn_torch_store_identity(GRN_TORCH_ONE, dtype, one);
    return memcmp(one, element, grn_dtype_bytes(dtype)) == 0;
}

/* alpha * source, rounded; source itself when alpha is 1. */
static grn_status scaled(grn_exec *x, const grn_op *op, const void *alpha, grn_rt *out)
{
    const grn_tensor *source = &x->operands[3].tensor;
    grn_tensor in[2] = {*source};
    grn_bound_element multiply;
    if (is_one(source->dtype, alpha))
        return x->share(x, &x->operands[3], NULL, out);
    grn_torch_splat(alpha, source->dtype, source->rank, source->shape, &in[1]);
    if (grn_element_bind(&grn_element_multiply, (const grn_dtype[]){source->dtype, source->dtype}, source->dtype, &multiply) !=
        GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "alpha is not defined on %s", grn_dtype_text(source->dtype));
    grn_status status = x->alloc(x, source->dtype, source->rank, source->shape, out);
    if (status == GRN_OK)
        grn_element_map(&multiply, &out->tensor, in);
    return status;
}

/* alpha times each update is rounded, then added, rounded. */
static grn_status add_eval(grn_exec *x, const grn_op *op)
{
    unsigned char alpha[16];
    grn_rt source = {.buffer = NULL};
    grn_status status = grn_torch_run_scalar(x, op, 4, x->operands[0].tensor.dtype, alpha);
    if (status == GRN_OK)
        status = scaled(x, op, alpha, &source);
    if (status == GRN_OK)
        status = grn_torch_own_self(x, op);
    if (status == GRN_OK)
        status = grn_torch_scatter_into(x, op, GRN_FORM_SLICES, GRN_COMBINE_ADD, &x->results[0].tensor, &source.tensor);
    x->release(x, &source);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------- */

static const grn_port reduce_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                           {"src", &grn_torch_tensor, GRN_ONE},
                                           {"reduce", &grn_torch_str, GRN_ONE},
                                           {"include_self", &grn_torch_bool, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port copy_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                         {"source", &grn_torch_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port add_operands[] = {GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX,
                                        {"source", &grn_torch_tensor, GRN_ONE},
                                        {"alpha", &grn_torch_scalar, GRN_ONE}, GRN_HLO_PORTS_END};

const grn_op_def grn_torch_reduce_ops[] = {
    GRN_TORCH_ATEN("scatter_reduce.two", "PT-1 to PT-3; PT-5 to PT-8", reduce_operands, .verify = reduce_verify,
                   .eval = reduce_eval),
    GRN_TORCH_ATEN("index_add", "PT-1; PT-4 to PT-7; PT-13", add_operands, .verify = index_verify, .eval = add_eval),
    GRN_TORCH_ATEN("index_copy", "PT-1; PT-4 to PT-7; PT-13", copy_operands, .verify = index_verify, .to_spec = copy_to_spec),
    {.name = NULL},
};
