/*
 * reduce.c - torch.aten.scatter_reduce.two, index_add, index_copy.
 *
 * What no single canonical scatter expresses is several of them: without
 * include_self the places that are reached first get the reduction's identity;
 * mean is a sum, a count, and a division that rounds integers down.
 */
#include "dialects/torch/torch.h"

/* ---- reductions ------------------------------------------------------------------------------ */

const grn_torch_reduction *grn_torch_reduction_of(const grn_op *op)
{
    const grn_str name = grn_torch_constant_name(op, 4);
    return grn_torch_reduction_named(name.text, name.n);
}

/* What scatter_reduce and index_reduce each ask. */
typedef struct reduction_rules {
    const grn_torch_call *call;
    grn_status (*find)(const grn_rule_report *to, const char *name, size_t n, const grn_torch_reduction **out);
    grn_status (*takes)(const grn_rule_report *to, const grn_torch_reduction *r, grn_dtype dtype);
} reduction_rules;

static grn_status verify_by(const grn_op *op, grn_check *check, const reduction_rules *rules)
{
    const grn_str name = grn_torch_constant_name(op, 4);
    const grn_torch_reduction *r;
    grn_op_report to;
    grn_status status = grn_torch_verify(op, check, rules->call);
    grn_torch_check_report(&to, op, check);
    if (status == GRN_OK)
        status = rules->find(&to.report, name.text, name.n, &r);
    return status == GRN_OK ? rules->takes(&to.report, r, grn_torch_at(op, 0)->element->dtype) : status;
}

static grn_status reduce_verify(const grn_op *op, grn_check *check)
{
    static const reduction_rules rules = {&grn_torch_scatter_call, grn_torch_rule_reduction, grn_torch_rule_ordered};
    return verify_by(op, check, &rules);
}

static grn_status index_reduce_verify(const grn_op *op, grn_check *check)
{
    static const reduction_rules rules = {&grn_torch_index_reduce_call, grn_torch_rule_index_reduction,
                                          grn_torch_rule_index_reduced};
    return verify_by(op, check, &rules);
}

/* scatter_reduce has an index for each element, index_reduce one for each slice of source. */
static grn_form_kind kind_of(const grn_op *op)
{
    return op->def->verify == index_reduce_verify ? GRN_FORM_SLICES : GRN_FORM_ELEMENTS;
}

/* One element for every update. */
static void at_updates(const grn_exec *x, const grn_op *op, const void *element, grn_dtype dtype, grn_tensor *out)
{
    const grn_tensor *like = &x->operands[kind_of(op) == GRN_FORM_SLICES ? 3 : 2].tensor;
    grn_torch_splat(element, dtype, like->rank, like->shape, out);
}

/* How many values go to each place: a sum of ones. */
static grn_status count_values(grn_exec *x, const grn_op *op, bool include_self, grn_rt *counts)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int64_t one = 1, start = include_self;
    grn_tensor ones;
    grn_status status = x->calls->alloc(x, GRN_I64, self->rank, self->shape, counts);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(&counts->tensor, &start);
    at_updates(x, op, &one, GRN_I64, &ones);
    return grn_torch_scatter_into(x, op, kind_of(op), GRN_COMBINE_ADD, &counts->tensor, &ones);
}

/* Both are compact. */
static void divide_all(const grn_tensor *result, const grn_tensor *counts)
{
    int64_t n = grn_tensor_elements(result);
    for (int64_t i = 0; i < n; i++) {
        int64_t count = ((const int64_t *)counts->data)[i];
        if (count > 1)
            grn_torch_divide(result->dtype, grn_tensor_at(result, i), count);
    }
}

static grn_status start_over(grn_exec *x, const grn_op *op, grn_torch_identity i)
{
    const grn_tensor *result = &x->results[0].tensor;
    unsigned char element[16];
    grn_tensor all;
    grn_torch_store_identity(i, result->dtype, element);
    at_updates(x, op, element, result->dtype, &all);
    return grn_torch_scatter_into(x, op, kind_of(op), GRN_COMBINE_REPLACE, result, &all);
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
        status = grn_torch_scatter_into(x, op, kind_of(op), r->combiner, &x->results[0].tensor, &x->operands[3].tensor);
    if (status == GRN_OK && r->divides)
        divide_all(&x->results[0].tensor, &counts.tensor);
    x->calls->release(x, &counts);
    return status;
}

static grn_status reduce_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(kind_of(op), grn_torch_reduction_of(op)->combiner, op, operands, diag, out);
}

/* ---- index_add, index_copy ------------------------------------------------------------------- */

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
        return x->calls->share(x, &x->operands[3], NULL, out);
    grn_torch_splat(alpha, source->dtype, source->rank, source->shape, &in[1]);
    if (grn_element_bind(&grn_element_multiply, (const grn_dtype[]){source->dtype, source->dtype}, source->dtype,
                         &multiply) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "alpha is not defined on %s", grn_dtype_text(source->dtype));
    grn_status status = x->calls->alloc(x, source->dtype, source->rank, source->shape, out);
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
    x->calls->release(x, &source);
    return status;
}

static grn_status add_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_torch_to_scatter(GRN_FORM_SLICES, GRN_COMBINE_ADD, op, operands, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_torch_reduce_ops[] = {
    GRN_TORCH_ATEN("scatter_reduce.two", "combines one element per index along dim: sum, prod, mean, amax, amin",
                   "PT-1 to PT-3; PT-5 to PT-8",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORT("src", grn_torch_tensor),
                             GRN_PORT("reduce", grn_torch_str), GRN_PORT("include_self", grn_torch_bool)),
                   .verify = reduce_verify, .eval = reduce_eval, .as_access = reduce_as_access),
    GRN_TORCH_ATEN("index_reduce", "combines slices along dim: prod, mean, amax, amin", "PT-1; PT-4 to PT-7; PT-13",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORT("source", grn_torch_tensor),
                             GRN_PORT("reduce", grn_torch_str), GRN_PORT("include_self", grn_torch_bool)),
                   .verify = index_reduce_verify, .eval = reduce_eval, .as_access = reduce_as_access),
    GRN_TORCH_ATEN("index_add", "adds slices along dim", "PT-1; PT-4 to PT-7; PT-13",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORT("source", grn_torch_tensor),
                             GRN_PORT("alpha", grn_torch_scalar)),
                   .verify = grn_torch_index_add_verify, .eval = add_eval, .as_access = add_as_access),
    GRN_TORCH_ATEN("index_copy", "replaces slices along dim", "PT-1; PT-4 to PT-7; PT-13",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_TORCH_INDEX, GRN_PORT("source", grn_torch_tensor)),
                   .verify = grn_torch_index_copy_verify, .to_spec = copy_to_spec),
    {.name = NULL},
};
