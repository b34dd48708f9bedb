/*
 * groups.c - torch.aten.masked_select, masked_scatter, bincount, histc: results of elements that a
 * mask or their values group. The extent of masked_select's and bincount's result is known in a run.
 */
#include "dialects/torch/torch.h"

#include "eval/histogram.h"
#include "eval/mask.h"

#include <inttypes.h>

/* A result that a run has made as long as its type says. */
static grn_status check_length(const grn_exec *x, const grn_op *op, int64_t n)
{
    const int64_t declared = grn_result_type(op, 0)->stands_for->shape[0];
    return grn_extents_agree(declared, n)
               ? GRN_OK
               : grn_exec_fail(x, op, GRN_E_SHAPE, "the result has %" PRId64 " elements, its type says %" PRId64, n,
                               declared);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static grn_status select_verify(const grn_op *op, grn_check *check)
{
    static const int64_t unknown = GRN_DYNAMIC;
    const grn_shaped self = grn_shaped_of_type(grn_torch_at(op, 0)), mask = grn_shaped_of_type(grn_torch_at(op, 1));
    grn_shaped wide;
    grn_op_report to;
    grn_torch_check_report(&to, op, check);
    grn_status status = grn_torch_rule_masked_select(&to.report, &self, &mask, &wide);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, 1, &unknown) : status;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    const grn_shaped self = grn_shaped_of_type(grn_torch_at(op, 0)), mask = grn_shaped_of_type(grn_torch_at(op, 1)),
                     source = grn_shaped_of_type(grn_torch_at(op, 2));
    grn_shaped wide;
    grn_op_report to;
    grn_torch_check_report(&to, op, check);
    grn_status status = grn_torch_rule_masked_scatter(&to.report, &self, &mask, &source, &wide);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, wide.rank, wide.shape)
                            : status;
}

/* self and mask in their common shape. */
typedef struct spread {
    grn_tensor self, mask, wide;
} spread;

static void spread_to(const grn_exec *x, const grn_shaped *shape, spread *out)
{
    const grn_tensor *self = &x->operands[0].tensor;
    (void)grn_torch_view_broadcast(self, shape->rank, shape->shape, &out->self);
    (void)grn_torch_view_broadcast(&x->operands[1].tensor, shape->rank, shape->shape, &out->mask);
    grn_torch_splat(self->data, self->dtype, shape->rank, shape->shape, &out->wide);
}

static grn_status select_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor, *mask = &x->operands[1].tensor;
    const grn_shaped of_self = grn_shaped_of(self), of_mask = grn_shaped_of(mask);
    grn_shaped wide;
    grn_op_report to;
    spread s;
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = grn_torch_rule_masked_select(&to.report, &of_self, &of_mask, &wide);
    if (status != GRN_OK)
        return status;
    spread_to(x, &wide, &s);
    const int64_t count = grn_mask_count(mask, &s.wide);
    status = check_length(x, op, count);
    if (status == GRN_OK)
        status = x->calls->alloc(x, self->dtype, 1, &count, &x->results[0]);
    if (status == GRN_OK)
        grn_mask_select(&s.mask, &s.self, &x->results[0].tensor);
    return status;
}

static grn_status scatter_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor, *mask = &x->operands[1].tensor, *source = &x->operands[2].tensor;
    const grn_shaped of_self = grn_shaped_of(self), of_mask = grn_shaped_of(mask), of_source = grn_shaped_of(source);
    grn_shaped wide;
    grn_op_report to;
    spread s;
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = grn_torch_rule_masked_scatter(&to.report, &of_self, &of_mask, &of_source, &wide);
    if (status != GRN_OK)
        return status;
    spread_to(x, &wide, &s);
    status = grn_torch_rule_masked_source(&to.report, grn_tensor_elements(source), grn_mask_count(mask, &s.wide));
    if (status == GRN_OK)
        status = x->calls->alloc(x, self->dtype, wide.rank, wide.shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_tensor_copy(&x->results[0].tensor, &s.self);
    grn_mask_scatter(&s.mask, source, &x->results[0].tensor);
    return GRN_OK;
}

/* ---- bincount -------------------------------------------------------------------------------- */

static bool has_weights(const grn_op *op) { return !grn_torch_is_none(op, 1); }

/* minlength is checked in the run where it is no constant. */
static grn_status bincount_verify(const grn_op *op, grn_check *check)
{
    static const int64_t unknown = GRN_DYNAMIC;
    const grn_shaped input = grn_shaped_of_type(grn_torch_at(op, 0));
    grn_shaped weights = {.dtype = GRN_NO_DTYPE};
    int64_t minlength = 0;
    grn_dtype dtype;
    grn_op_report to;
    if (has_weights(op))
        weights = grn_shaped_of_type(grn_torch_at(op, 1));
    (void)grn_constant_operand(op, 2, &minlength);
    grn_torch_check_report(&to, op, check);
    grn_status status =
        grn_torch_rule_bincount(&to.report, &input, has_weights(op) ? &weights : NULL, minlength, &dtype);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_type_of_dtype(check->scratch, dtype), 1, &unknown)
                            : status;
}

static void add_weight(const grn_tensor *bin, const grn_tensor *weights, int64_t i)
{
    const void *weight = grn_tensor_at(weights, i * weights->stride[0]);
    unsigned char element[16];
    grn_scalar_store(&(grn_scalar){.dtype = bin->dtype, .f = grn_element_real_part(weights->dtype, weight)}, bin->dtype,
                     element);
    grn_combine_element(GRN_COMBINE_ADD, bin->dtype, bin->data, element);
}

/* Added in ascending order of the input's elements. */
static void fill_bins(const grn_tensor *input, const grn_tensor *weights, const grn_tensor *bins)
{
    static const unsigned char zero[16];
    grn_tensor_fill(bins, zero);
    for (int64_t i = 0; i < input->shape[0]; i++) {
        const int64_t at = grn_index_load(input->dtype, grn_tensor_at(input, i * input->stride[0]));
        grn_tensor bin = {.data = grn_tensor_at(bins, at), .dtype = bins->dtype};
        if (weights != NULL)
            add_weight(&bin, weights, i);
        else
            ++*(int64_t *)bin.data;
    }
}

static grn_status find_length(const grn_exec *x, const grn_op *op, const grn_rule_report *to, int64_t *length)
{
    const grn_tensor *input = &x->operands[0].tensor;
    int64_t least = 0, greatest = -1;
    for (int64_t i = 0; i < input->shape[0]; i++) {
        const int64_t v = grn_index_load(input->dtype, grn_tensor_at(input, i * input->stride[0]));
        least = v < least ? v : least;
        greatest = v > greatest ? v : greatest;
    }
    if (greatest == INT64_MAX)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "input has the value %" PRId64, greatest);
    *length = *length > greatest + 1 ? *length : greatest + 1;
    return grn_torch_rule_counted(to, least);
}

static grn_status bincount_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *input = &x->operands[0].tensor, *weights = has_weights(op) ? &x->operands[1].tensor : NULL;
    const grn_shaped of_input = grn_shaped_of(input);
    grn_shaped of_weights = {.dtype = GRN_NO_DTYPE};
    grn_op_report to;
    grn_dtype dtype;
    int64_t length = 0;
    if (weights != NULL)
        of_weights = grn_shaped_of(weights);
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = grn_torch_run_int(x, op, 2, &length);
    if (status == GRN_OK)
        status = grn_torch_rule_bincount(&to.report, &of_input, weights != NULL ? &of_weights : NULL, length, &dtype);
    if (status == GRN_OK)
        status = find_length(x, op, &to.report, &length);
    if (status == GRN_OK)
        status = check_length(x, op, length);
    if (status == GRN_OK) /* torch gives i64 for weights of nothing; a program's types are fixed */
        status = x->calls->alloc(x, grn_result_type(op, 0)->stands_for->element->dtype, 1, &length, &x->results[0]);
    if (status == GRN_OK)
        fill_bins(input, weights, &x->results[0].tensor);
    return status;
}

/* ---- histc ----------------------------------------------------------------------------------- */

static grn_status histc_verify(const grn_op *op, grn_check *check)
{
    const grn_shaped input = grn_shaped_of_type(grn_torch_at(op, 0));
    int64_t nbins = 1;
    const bool known = grn_constant_operand(op, 1, &nbins);
    grn_op_report to;
    grn_torch_check_report(&to, op, check);
    grn_status status = grn_torch_rule_histc(&to.report, &input, nbins);
    nbins = known ? nbins : GRN_DYNAMIC;
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, 1, &nbins) : status;
}

static grn_status run_range(grn_exec *x, const grn_op *op, const grn_rule_report *to, double *min, double *max)
{
    const grn_tensor *input = &x->operands[0].tensor;
    double least = 0, greatest = 0;
    grn_status status = grn_torch_run_scalar(x, op, 2, GRN_F64, min);
    if (status == GRN_OK)
        status = grn_torch_run_scalar(x, op, 3, GRN_F64, max);
    if (status == GRN_OK && *min == *max)
        grn_histogram_extremes(input, &least, &greatest);
    return status == GRN_OK ? grn_torch_rule_range(to, grn_tensor_elements(input), least, greatest, min, max) : status;
}

static grn_status histc_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *input = &x->operands[0].tensor;
    const grn_shaped of_input = grn_shaped_of(input);
    grn_rt counts = {.buffer = NULL};
    grn_op_report to;
    double min, max;
    int64_t nbins;
    grn_torch_run_report(&to, op, x->diag);
    grn_status status = grn_torch_run_int(x, op, 1, &nbins);
    if (status == GRN_OK)
        status = grn_torch_rule_histc(&to.report, &of_input, nbins);
    if (status == GRN_OK)
        status = run_range(x, op, &to.report, &min, &max);
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I64, 1, &nbins, &counts);
    if (status == GRN_OK)
        status = x->calls->alloc(x, input->dtype, 1, &nbins, &x->results[0]);
    if (status == GRN_OK) {
        grn_histogram_count(input, min, max, counts.tensor.data, nbins);
        grn_histogram_store(counts.tensor.data, &x->results[0].tensor);
    }
    x->calls->release(x, &counts);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define MASK GRN_PORT("mask", grn_torch_tensor)

const grn_op_def grn_torch_group_ops[] = {
    GRN_TORCH_ATEN("masked_select", "takes the elements at which a mask is true", "PT-7; PT-14",
                   GRN_PORTS(GRN_TORCH_SELF, MASK), .verify = select_verify, .eval = select_eval),
    GRN_TORCH_ATEN("masked_scatter", "replaces the elements at which a mask is true", "PT-7; PT-14",
                   GRN_PORTS(GRN_TORCH_SELF, MASK, GRN_PORT("source", grn_torch_tensor)), .verify = scatter_verify,
                   .eval = scatter_eval),
    GRN_TORCH_ATEN(
        "bincount", "counts whole numbers, or adds their weights", "PT-7; PT-15",
        GRN_PORTS(GRN_TORCH_SELF, GRN_PORT("weights", grn_torch_maybe_tensor), GRN_PORT("minlength", grn_torch_int)),
        .verify = bincount_verify, .eval = bincount_eval),
    GRN_TORCH_ATEN("histc", "counts elements by equal parts of a range", "PT-7; PT-16",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_PORT("bins", grn_torch_int), GRN_PORT("min", grn_torch_scalar),
                             GRN_PORT("max", grn_torch_scalar)),
                   .verify = histc_verify, .eval = histc_eval),
    {.name = NULL},
};
