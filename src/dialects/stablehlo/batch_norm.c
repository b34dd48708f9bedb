/*
 * batch_norm.c - batch_norm_inference, batch_norm_training, batch_norm_grad
 * (StableHLO spec, the sections of those names).
 */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- rules ----------------------------------------------------------------------------------- */

/* An op's operands and results are of two kinds. `whole`: those of the operand's shape. The rules
 * by their numbers. */
typedef struct family {
    size_t noperands;
    bool whole[5];
    const char *same_shape, *same_size;
} family;
static const family inference = {5, {true}, "C3", "C3"}, training = {3, {true}, "C3", "C3"},
                    grad = {5, {true, false, false, false, true}, "C3", "C4"};

static int64_t feature_index(const grn_op *op) { return grn_op_integer(op, "feature_index", 0); }

/* The operands of one kind have shapes that agree, each with each. */
static bool kind_agrees(const grn_op *op, const family *f, bool whole)
{
    for (size_t i = 0; i < f->noperands; i++)
        for (size_t j = i + 1; j < f->noperands; j++)
            if (f->whole[i] == whole && f->whole[j] == whole &&
                !grn_hlo_shapes_agree(grn_operand_type(op, i), grn_operand_type(op, j)))
                return false;
    return true;
}

static const char *extent_text(int64_t extent, char *buffer, size_t bytes)
{
    if (extent == GRN_DYNAMIC)
        snprintf(buffer, bytes, "?");
    else
        snprintf(buffer, bytes, "%" PRId64, extent);
    return buffer;
}

static grn_status check_rules(const grn_op *op, grn_check *check, const family *f)
{
    const grn_type *in = grn_operand_type(op, 0), *line = grn_operand_type(op, 1);
    int64_t index = feature_index(op);
    char have[24], want[24];
    if (!kind_agrees(op, f, true))
        return grn_stablehlo_broken(op, check, f->same_shape,
                                    "expects multi-dimensional operands to have compatible shapes.");
    if (!kind_agrees(op, f, false))
        return grn_stablehlo_broken(op, check, f->same_size,
                                    "expects single-dimensional operands to have compatible shapes.");
    if (index >= in->rank)
        return grn_stablehlo_broken(
            op, check, "C1",
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got "
            "featureIndex %" PRId64 ", and rank %" PRId32 ".",
            index, in->rank);
    if (!grn_stablehlo_dim_agrees(line->shape[0], in->shape[index]))
        return grn_stablehlo_broken(
            op, check, f == &grad ? "C5" : "C3",
            "expects the size of single-dimensional operands to be compatible with feature count, but "
            "the size of single-dimensional operands is %s and the feature count is %s.",
            extent_text(line->shape[0], have, sizeof have), extent_text(in->shape[index], want, sizeof want));
    return GRN_OK;
}

static grn_status inference_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_status status = check_rules(op, check, &inference);
    return status == GRN_OK ? grn_hlo_infer_like(check, out, in->element, in) : status;
}

/* The operand's shape, and two lists of a number per feature. */
static grn_status infer_three(const grn_op *op, grn_check *check, grn_inferred *out, const family *f)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_status status = check_rules(op, check, f);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, 3))
        return GRN_E_MEMORY;
    const grn_hlo_extent features = grn_hlo_extent_of(in, (int32_t)feature_index(op));
    out->types[0] = grn_type_tensor(check->scratch, in->element, in->rank, in->shape, in->encoding);
    out->types[1] = out->types[2] =
        grn_stablehlo_tensor_with_bounds(check->scratch, in->element, 1, &features.size, &features.bound);
    return GRN_OK;
}

static grn_status training_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_three(op, check, out, &training);
}

static grn_status grad_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return infer_three(op, check, out, &grad);
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* What the operands and results express. */
typedef struct job {
    grn_rt in[5], out[3];
    grn_batch_norm norm;
} job;

static grn_status check_extents(grn_exec *x, const grn_op *op, const family *f)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t features = in->shape[feature_index(op)];
    for (size_t i = 1; i < f->noperands; i++) {
        const grn_tensor *t = &x->operands[i].tensor;
        if (f->whole[i] ? !grn_tensor_same_shape(t, in) : t->shape[0] != features)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 f->whole[i] ? "operand #%zu is not of the first one's shape"
                                             : "operand #%zu does not have one number for each feature",
                                 i);
    }
    return GRN_OK;
}

/* epsilon, as a number of the element type. */
static double epsilon_of(const grn_op *op, grn_dtype dtype)
{
    unsigned char element[16];
    grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = grn_op_attr(op, "epsilon")->real}, dtype, element);
    return grn_scalar_load(dtype, element).f;
}

static grn_status take_operands(grn_exec *x, const grn_op *op, const family *f, job *j)
{
    grn_status status = check_extents(x, op, f);
    for (size_t i = 0; i < f->noperands && status == GRN_OK; i++)
        status = grn_express(x, op, grn_operand_type(op, i), &x->operands[i], &j->in[i]);
    if (status != GRN_OK)
        return status;
    j->norm = (grn_batch_norm){.dim = (int32_t)feature_index(op),
                               .epsilon = epsilon_of(op, j->in[0].tensor.dtype),
                               .operand = &j->in[0].tensor,
                               .scale = &j->in[1].tensor};
    return GRN_OK;
}

/* An operand is read three times in all. */
static grn_status new_results(grn_exec *x, const grn_op *op, job *j)
{
    const grn_tensor *in = &j->in[0].tensor;
    grn_status status = x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(in), 3));
    for (size_t i = 0; i < op->nresults && status == GRN_OK; i++)
        status = x->calls->alloc(x, in->dtype, i == 0 ? in->rank : 1, i == 0 ? in->shape : &in->shape[j->norm.dim],
                                 &j->out[i]);
    return status;
}

static grn_status finish(grn_exec *x, const grn_op *op, job *j, grn_status status)
{
    for (size_t i = 0; i < op->nresults && status == GRN_OK; i++)
        status = grn_quantize(x, op, grn_result_type(op, i), &j->out[i], &x->results[i]);
    for (size_t i = 0; i < GRN_COUNT(j->in); i++)
        x->calls->release(x, &j->in[i]);
    for (size_t i = 0; i < GRN_COUNT(j->out); i++)
        x->calls->release(x, &j->out[i]);
    return status;
}

static grn_status inference_eval(grn_exec *x, const grn_op *op)
{
    job j = {.norm = {.dim = 0}};
    grn_status status = take_operands(x, op, &inference, &j);
    j.norm.offset = &j.in[2].tensor;
    j.norm.mean = &j.in[3].tensor;
    j.norm.variance = &j.in[4].tensor;
    if (status == GRN_OK)
        status = new_results(x, op, &j);
    if (status == GRN_OK)
        grn_eval_batch_norm_inference(&j.out[0].tensor, &j.norm);
    return finish(x, op, &j, status);
}

static grn_status training_eval(grn_exec *x, const grn_op *op)
{
    job j = {.norm = {.dim = 0}};
    grn_status status = take_operands(x, op, &training, &j);
    j.norm.offset = &j.in[2].tensor;
    if (status == GRN_OK)
        status = new_results(x, op, &j);
    if (status == GRN_OK)
        grn_eval_batch_norm_training(&j.out[0].tensor, &j.out[1].tensor, &j.out[2].tensor, &j.norm);
    return finish(x, op, &j, status);
}

static grn_status grad_eval(grn_exec *x, const grn_op *op)
{
    job j = {.norm = {.dim = 0}};
    grn_status status = take_operands(x, op, &grad, &j);
    j.norm.mean = &j.in[2].tensor;
    j.norm.variance = &j.in[3].tensor;
    j.norm.gradient = &j.in[4].tensor;
    if (status == GRN_OK)
        status = new_results(x, op, &j);
    if (status == GRN_OK)
        grn_eval_batch_norm_grad(&j.out[0].tensor, &j.out[1].tensor, &j.out[2].tensor, &j.norm);
    return finish(x, op, &j, status);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define WHOLE(name) GRN_PORT(name, grn_hlo_fp_or_quantized_tensor)
#define LINE(name) GRN_PORT(name, grn_hlo_fp_or_quantized_vector)
static const grn_attr_def attrs[] = {
    GRN_NEEDS("epsilon", grn_hlo_is_f32),
    GRN_NEEDS("feature_index", grn_hlo_is_natural_i64),
    GRN_ATTRS_END,
};

const grn_op_def grn_stablehlo_batch_norm_ops[] = {
    GRN_STABLEHLO(batch_norm_inference, "normalizes by a mean and a variance that are given", "C1-C7",
                  GRN_PORTS(WHOLE("operand"), LINE("scale"), LINE("offset"), LINE("mean"), LINE("variance")),
                  GRN_PORTS(WHOLE("result")), attrs, .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_compatible_element, .infer = inference_infer, .result_rules = {"C7", "C7"},
                  .eval = inference_eval),
    GRN_STABLEHLO(batch_norm_training, "normalizes by mean and variance of the batch, and gives both", "C1-C7",
                  GRN_PORTS(WHOLE("operand"), LINE("scale"), LINE("offset")),
                  GRN_PORTS(WHOLE("output"), LINE("batch_mean"), LINE("batch_var")), attrs, .traits = GRN_TRAIT_PURE,
                  .verify = grn_hlo_verify_compatible_element, .infer = training_infer, .eval = training_eval),
    GRN_STABLEHLO(batch_norm_grad, "gradients of batch_norm_training", "C1-C5",
                  GRN_PORTS(WHOLE("operand"), LINE("scale"), LINE("mean"), LINE("variance"), WHOLE("grad_output")),
                  GRN_PORTS(WHOLE("grad_operand"), LINE("grad_scale"), LINE("grad_offset")), attrs,
                  .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_compatible_element, .infer = grad_infer,
                  .eval = grad_eval),
    {.name = NULL},
};
