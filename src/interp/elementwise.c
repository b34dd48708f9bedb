/* elementwise.c - an element function over whole tensors, quantized ones included. */
#include <inttypes.h>

#include "dialects/common/quantized.h"
#include "interp/chains.h"

/* Operand i as a view of the common shape: a rank-0 operand (select's predicate, clamp's bounds) is
 * broadcast. */
static grn_status common_views(grn_step *step, const grn_rt *operands, grn_tensor *views, const grn_tensor **model)
{
    size_t n = step->op->noperands;
    *model = &operands[0].tensor;
    for (size_t i = 1; i < n; i++)
        if (operands[i].tensor.rank > (*model)->rank)
            *model = &operands[i].tensor;
    for (size_t i = 0; i < n; i++) {
        const grn_tensor *t = &operands[i].tensor;
        if (t->rank == 0 && (*model)->rank != 0) {
            grn_view_broadcast(t, (*model)->rank, (*model)->shape, NULL, &views[i]);
            continue;
        }
        for (int32_t d = 0; d < (*model)->rank; d++)
            if (t->rank != (*model)->rank || t->shape[d] != (*model)->shape[d])
                return grn_exec_fail(&step->exec, step->op, GRN_E_SHAPE,
                                     "operand #%zu has %" PRId64 " elements along dimension %d, another has %" PRId64,
                                     i, t->shape[d], (int)d, (*model)->shape[d]);
        grn_tensor_assign(&views[i], t);
    }
    return GRN_OK;
}

/* Memory for the result: donated by an operand whose last use this op is, or new. */
static grn_status result_tensor(grn_step *step, const grn_rt *operands, grn_dtype dtype, const grn_tensor *model,
                                grn_rt *result)
{
    grn_exec *x = &step->exec;
    for (size_t i = 0; operands == x->operands && i < step->op->noperands; i++) {
        const grn_tensor *t = &operands[i].tensor;
        if (t->dtype == dtype && t->rank == model->rank && x->calls->may_donate(x, step->op, i))
            return x->calls->donate(x, i, result);
    }
    return x->calls->alloc(x, dtype, model->rank, model->shape, result);
}

/* One function over the whole, on the run's threads where there are any. */
static void run_map(grn_runtime *run, const grn_bound_element *bound, const grn_tensor *out, const grn_tensor *in)
{
    grn_element_step one = {.function = *bound, .in = {0, 1, 2}, .out = bound->nargs};
    grn_element_chain chain = {.ninputs = bound->nargs, .nsteps = 1, .steps = &one};
    bool shared = run->parallel && grn_tensor_elements(out) >= 2 * GRN_PART_ELEMENTS && grn_tensor_is_compact(out);
    if (!shared || !grn_run_blocks(run, &chain, out, in))
        grn_element_map(bound, out, in);
}

static grn_status map(grn_step *step, const grn_element *element, const grn_rt *operands, grn_dtype out, grn_rt *result)
{
    const grn_op *op = step->op;
    grn_tensor views[GRN_ELEMENT_ARGS];
    const grn_tensor *model;
    grn_bound_element bound;
    grn_dtype in[GRN_ELEMENT_ARGS];
    grn_status status = common_views(step, operands, views, &model);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = views[i].dtype;
    if (grn_element_bind(element, in, out, &bound) != GRN_OK)
        return grn_exec_fail(&step->exec, op, GRN_E_UNSUPPORTED, "is not defined on %s giving %s",
                             grn_dtype_text(in[0]), grn_dtype_text(out));
    status = result_tensor(step, operands, out, model, result);
    if (status == GRN_OK)
        run_map(step->run, &bound, &result->tensor, views);
    return status;
}

/* ---- quantized tensors: dequantize, compute, quantize (StableHLO spec, dequantize_op_quantize)  */

static grn_status map_quantized(grn_step *step, const grn_element *element, const grn_type *result)
{
    grn_exec *x = &step->exec;
    grn_rt operands[GRN_ELEMENT_ARGS] = {{.buffer = NULL}}, value = {.buffer = NULL};
    const bool again = grn_type_quantized(result) != NULL;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < step->op->noperands; i++)
        status = grn_express(x, step->op, step->op->operands[i]->type, &x->operands[i], &operands[i]);
    if (status == GRN_OK)
        status = map(step, element, operands, grn_expressed_dtype(result), again ? &value : &x->results[0]);
    if (status == GRN_OK && again)
        status = grn_quantize(x, step->op, result, &value, &x->results[0]);
    grn_rt_release_all(step->run, GRN_ELEMENT_ARGS, operands);
    grn_rt_release(step->run, &value);
    return status;
}

grn_status grn_step_element(grn_step *step, const grn_element *element)
{
    const grn_op *op = step->op;
    bool any = false;
    if (op->noperands != element->nargs || op->nresults != 1)
        return grn_exec_fail(&step->exec, op, GRN_E_VERIFY, "takes %zu operands, %d are expected", op->noperands,
                             (int)element->nargs);
    for (size_t i = 0; i < op->noperands; i++)
        any |= grn_type_quantized(op->operands[i]->type) != NULL;
    if (any || grn_type_quantized(op->results[0].type))
        return map_quantized(step, element, op->results[0].type);
    return map(step, element, step->exec.operands, grn_type_element_or_self(op->results[0].type)->dtype,
               &step->exec.results[0]);
}
