/* sort.c - sort and map (StableHLO spec, the sections of those names). */
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

/* A compact view of each operand; only a view that is not compact is copied. */
static grn_status compact_operands(grn_exec *x, const grn_op *op, grn_hlo_values *values)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        const grn_tensor *in = &x->operands[i].tensor;
        bool compact = grn_tensor_is_compact(in);
        status = compact ? x->calls->share(x, &x->operands[i], NULL, &values->rt[i])
                         : x->calls->alloc(x, in->dtype, in->rank, in->shape, &values->rt[i]);
        values->tensor[i] = values->rt[i].tensor;
        if (status == GRN_OK && !compact)
            grn_tensor_copy(&values->tensor[i], in);
    }
    return status;
}

static grn_status same_shapes(grn_exec *x, const grn_op *op)
{
    const grn_tensor *first = &x->operands[0].tensor;
    for (size_t i = 1; i < op->noperands; i++)
        for (int32_t d = 0; d < first->rank; d++)
            if (x->operands[i].tensor.shape[d] != first->shape[d])
                return grn_exec_fail(x, op, GRN_E_SHAPE,
                                     "operands #0 and #%zu have %" PRId64 " and %" PRId64
                                     " elements along dimension %" PRId32,
                                     i, first->shape[d], x->operands[i].tensor.shape[d], d);
    return GRN_OK;
}

/* ---- sort ------------------------------------------------------------------------------------ */

/* sort C4: -R <= dimension < R. */
static grn_status sort_dimension(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    int64_t dim = grn_op_integer(op, "dimension", -1);
    if (dim < -(int64_t)rank || dim >= rank)
        return grn_stablehlo_broken(op, check, "C4",
                                    "dimension attribute value must be in range [-%" PRId32 ", %" PRId32
                                    "), but found %" PRId64,
                                    rank, rank, dim);
    return GRN_OK;
}

/* sort C5: the comparator takes two elements of every input and gives tensor<i1>. */
static grn_status comparator_args(const grn_op *op, grn_check *check)
{
    const grn_block *block = op->regions[0].first;
    size_t n = op->noperands, nargs = grn_stablehlo_region_args(&op->regions[0]);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (nargs != 2 * n)
        return grn_op_fail(op, check, "comparator block should have %zu arguments", 2 * n);
    for (size_t i = 0; i < nargs; i++) {
        const grn_type *element = grn_operand_type(op, i / 2)->element, *t = block->args[i].type;
        if (grn_type_is_tensor(t) && t->rank == 0 && t->element == element)
            continue;
        const grn_type *scalar = grn_type_tensor(check->scratch, element, 0, NULL, NULL);
        if (!scalar)
            return GRN_E_MEMORY;
        return grn_op_fail(op, check, "comparator block argument #%zu should be of type '%s' but got '%s'", i,
                           grn_type_text(scalar, want, sizeof want), grn_type_text(t, have, sizeof have));
    }
    return GRN_OK;
}

static grn_status sort_verify(const grn_op *op, grn_check *check)
{
    grn_value *const *results;
    char text[GRN_TYPE_TEXT_BYTES];
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    grn_status status = grn_hlo_verify_same_shape(op, check);
    if (status == GRN_OK)
        status = sort_dimension(op, check);
    if (status == GRN_OK)
        status = comparator_args(op, check);
    if (status != GRN_OK)
        return status;
    size_t n = grn_stablehlo_region_results(&op->regions[0], &results);
    if (n != 1)
        return grn_op_fail(op, check, "comparator must return single output but got %zu", n);
    if (!grn_hlo_is_scalar_pred(results[0]->type))
        return grn_op_fail(op, check, "comparator must return tensor<i1> but got '%s'",
                           grn_type_text(results[0]->type, text, sizeof text));
    for (size_t i = 0; status == GRN_OK && i < op->noperands && i < op->nresults; i++)
        status = grn_stablehlo_same_quantization(op, check, "C2", i, grn_operand_type(op, i)->element);
    return status;
}

uint64_t grn_hlo_sort_comparisons(const grn_tensor *lines, int64_t dim)
{
    uint64_t levels = 0;
    while (levels < 63 && (int64_t)1 << levels < lines->shape[dim])
        levels++;
    return grn_steps_times((uint64_t)grn_tensor_elements(lines), levels);
}

grn_status grn_hlo_charge_sort(grn_exec *x, size_t n, const grn_compiled *comparator, int64_t dim)
{
    const uint64_t comparisons = grn_hlo_sort_comparisons(&x->operands[0].tensor, dim);
    grn_status status = x->calls->charge(x, grn_steps_times(comparisons, 2 * (uint64_t)n));
    return status == GRN_OK ? x->calls->charge_compiled(x, comparator, comparisons) : status;
}

static grn_status sort_run(grn_exec *x, const grn_op *op, grn_hlo_values *views, const grn_hlo_compiled *comparator)
{
    size_t n = op->noperands;
    const grn_tensor *first = &x->operands[0].tensor;
    int64_t dim = grn_op_integer(op, "dimension", -1);
    dim = dim < 0 ? dim + first->rank : dim;
    grn_status status = same_shapes(x, op);
    if (status == GRN_OK)
        status = grn_hlo_charge_sort(x, n, comparator->compiled, dim);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        status = grn_hlo_new_result(x, op, i, first->rank, first->shape);
        views->tensor[i] = x->operands[i].tensor;
        views->tensor[n + i] = x->results[i].tensor;
    }
    if (status == GRN_OK)
        status = grn_eval_sort(n, views->tensor + n, views->tensor, (int32_t)dim, comparator->fn, x->allocator);
    return status;
}

static grn_status sort_eval(grn_exec *x, const grn_op *op)
{
    grn_hlo_values views;
    grn_hlo_compiled compiled = {0};
    grn_status status = grn_hlo_values_begin(x, op, 2 * op->noperands, &views);
    if (status == GRN_OK)
        status = grn_hlo_compiled_begin(x, &op->regions[0], &compiled);
    if (status == GRN_OK)
        status = sort_run(x, op, &views, &compiled);
    grn_hlo_compiled_end(&compiled);
    grn_hlo_values_end(&views);
    return status;
}

/* ---- map ------------------------------------------------------------------------------------- */

/* map C3: dimensions = range(rank). */
static grn_status map_dimensions(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    size_t count;
    const int64_t *v;
    char text[GRN_DIMS_TEXT_BYTES];
    grn_op_dims(op, "dimensions", &count, &v);
    for (size_t i = 0; i < count; i++)
        if (v[i] != (int64_t)i)
            return grn_stablehlo_broken(op, check, "C3",
                                        "requires monotonically increasing dimension numbers, but got: %s",
                                        grn_stablehlo_list_text(count, v, text, sizeof text));
    if (count != (size_t)rank)
        return grn_stablehlo_broken(
            op, check, "C3",
            "applied to a subset of dimensions currently not supported: operand dimensions = %" PRId32
            ", requested map dimensions size = %zu",
            rank, count);
    return GRN_OK;
}

/* map C4: the computation takes one element of each input and gives one element. */
static grn_status computation_args(const grn_op *op, grn_check *check)
{
    size_t nargs = grn_stablehlo_region_args(&op->regions[0]);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (nargs != op->noperands)
        return grn_stablehlo_broken(
            op, check, "C4", "expects number of operands to match the arity of map computation, but got: %zu and %zu",
            op->noperands, nargs);
    for (size_t i = 0; i < nargs; i++) {
        const grn_type *t = op->regions[0].first->args[i].type, *element = grn_operand_type(op, i)->element;
        if (!grn_type_is_tensor(t) || t->rank != 0)
            return grn_stablehlo_broken(op, check, "C4",
                                        "computation arguments must be 0-rank tensor, but got: arg #%zu of type '%s'",
                                        i, grn_type_text(t, have, sizeof have));
        if (t->element != element)
            return grn_stablehlo_broken(
                op, check, "C4",
                "element type of operands and computation arguments must match, but got: '%s' and '%s'",
                grn_type_text(element, want, sizeof want), grn_type_text(t->element, have, sizeof have));
    }
    return GRN_OK;
}

static grn_status map_rules(const grn_op *op, grn_check *check, grn_value *const **results)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = computation_args(op, check);
    if (status != GRN_OK)
        return status;
    size_t n = grn_stablehlo_region_results(&op->regions[0], results);
    if (n != 1)
        return grn_stablehlo_broken(op, check, "C4", "computation must return single output, but got: %zu", n);
    const grn_type *t = (*results)[0]->type;
    if (grn_type_is_tensor(t) && t->rank == 0)
        return map_dimensions(op, check);
    return grn_stablehlo_broken(op, check, "C4", "computation must return 0-rank tensor, but got: '%s'",
                                grn_type_text(t, text, sizeof text));
}

/* map C1: the shapes agree. */
static grn_status map_verify(const grn_op *op, grn_check *check)
{
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    return grn_hlo_verify_same_shape(op, check);
}

static grn_status map_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_value *const *results = NULL;
    const grn_type *in = grn_operand_type(op, 0);
    grn_status status = map_rules(op, check, &results);
    if (status == GRN_OK)
        status = grn_stablehlo_same_quantization(op, check, "C4", 0, results[0]->type->element);
    return status == GRN_OK ? grn_hlo_infer_tensor(check, out, results[0]->type->element, in->rank, in->shape) : status;
}

static grn_status map_run(grn_exec *x, const grn_op *op, grn_hlo_values *in, const grn_hlo_compiled *compiled,
                          const void **args)
{
    const grn_tensor *first = &x->operands[0].tensor;
    const grn_region_fn fn = compiled->fn;
    grn_status status = same_shapes(x, op);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, compiled->compiled, (uint64_t)grn_tensor_elements(first));
    if (status == GRN_OK)
        status = compact_operands(x, op, in);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, first->rank, first->shape);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        args[i] = in->tensor[i].data;
    if (status != GRN_OK || grn_tensor_elements(first) == 0)
        return status;
    return fn.run(fn.user, (size_t)grn_tensor_elements(first), args, &x->results[0].tensor.data);
}

static grn_status map_eval(grn_exec *x, const grn_op *op)
{
    grn_hlo_values in;
    grn_hlo_compiled compiled = {0};
    const void **args = grn_allocate(x->allocator, op->noperands * sizeof *args);
    grn_status status = grn_hlo_values_begin(x, op, op->noperands, &in);
    if (status == GRN_OK && !args)
        status = grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", op->noperands);
    if (status == GRN_OK)
        status = grn_hlo_compiled_begin(x, &op->regions[0], &compiled);
    if (status == GRN_OK)
        status = map_run(x, op, &in, &compiled, args);
    grn_hlo_compiled_end(&compiled);
    grn_hlo_values_end(&in);
    grn_release(x->allocator, (void *)args, op->noperands * sizeof *args);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port inputs[] = {GRN_PORT_ANY("inputs", grn_hlo_tensor), GRN_PORTS_END};

const grn_op_def grn_stablehlo_sort_ops[] = {
    GRN_STABLEHLO(sort, "sorts along one dimension by a comparison, several tensors alike", "C1-C5", inputs,
                  GRN_PORTS(GRN_PORT_ANY("results", grn_hlo_tensor)),
                  GRN_ATTRS(GRN_MAY_HAVE("dimension", grn_attr_is_i64), GRN_MAY_HAVE("is_stable", grn_attr_is_bool)),
                  .nregions = 1, .regions = "comparator",
                  .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = sort_verify,
                  .infer = grn_stablehlo_infer_operands, .eval = sort_eval),
    GRN_STABLEHLO(map, "applies a function of scalars to each element", "C1-C4", inputs,
                  GRN_PORTS(GRN_PORT("result", grn_hlo_tensor)), GRN_ATTRS(GRN_NEEDS("dimensions", grn_attr_is_dims)),
                  .nregions = 1, .regions = "computation", .terminator = "stablehlo.return",
                  .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = map_verify,
                  .infer = map_infer, .eval = map_eval),
    {.name = NULL},
};
