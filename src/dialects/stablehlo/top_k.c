/* top_k.c - the k largest elements of each line and where they were: CHLO's top_k, the custom calls that stand for it,
 * and ApproxTopK, which has a comparator (jax/_src/lax/ann.py). Lines are sorted whole, but
 * for a few of the largest; of equal elements the first comes first. */
#include "dialects/stablehlo/custom_call_targets.h"

#include <inttypes.h>

/* ---- one order, one line of places ----------------------------------------------------------- */

/* Whether one element comes before another: the arguments are two elements, then where they
 * were. */
static grn_status goes_first(void *user, size_t n, const void *const *args, void *const *results)
{
    const grn_bound_element *before = user;
    grn_element_run(before, n, results[0], args);
    return GRN_OK;
}

static grn_status report_memory(grn_exec *x, const grn_op *op, grn_status status)
{
    return status == GRN_E_MEMORY ? grn_exec_fail(x, op, status, "memory to sort was refused") : status;
}

/* Both sorted whole: the elements and their places. */
static grn_status sort_lines(grn_exec *x, const grn_op *op, const grn_bound_element *before, grn_rt *values,
                             grn_rt *places)
{
    const grn_tensor *in = &x->operands[0].tensor;
    const int32_t last = in->rank - 1;
    grn_rt counted = {0};
    if (in->shape[last] > INT32_MAX)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "lines of %" PRId64 " elements are more than i32 counts",
                             in->shape[last]);
    grn_status status = x->calls->charge(x, grn_steps_times(grn_hlo_sort_comparisons(in, last), 4));
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I32, in->rank, in->shape, &counted);
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I32, in->rank, in->shape, places);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in->dtype, in->rank, in->shape, values);
    if (status == GRN_OK) {
        const grn_region_fn order = {goes_first, (void *)before, NULL, NULL};
        grn_eval_iota(&counted.tensor, last);
        const grn_tensor from[] = {*in, counted.tensor}, to[] = {values->tensor, places->tensor};
        status = report_memory(x, op, grn_eval_sort(2, to, from, last, order, x->allocator));
    }
    x->calls->release(x, &counted);
    return status;
}

/* The first k of each line along `dim`. */
static grn_status share_first(grn_exec *x, grn_rt *sorted, int32_t dim, int64_t k, size_t result)
{
    grn_tensor view = sorted->tensor;
    view.shape[dim] = k;
    return x->calls->share(x, sorted, &view, &x->results[result]);
}

static grn_status check_k(grn_exec *x, const grn_op *op, int32_t dim, int64_t k)
{
    const grn_tensor *in = &x->operands[0].tensor;
    if (in->rank == 0)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "takes lines of elements, operand #0 has rank 0");
    if (k < 0)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "k is %" PRId64 ", it must not be negative", k);
    if (k <= in->shape[dim])
        return GRN_OK;
    if (dim == in->rank - 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the last dimension must have %" PRId64 " elements", k);
    return grn_exec_fail(x, op, GRN_E_SHAPE, "dimension %" PRId32 " must have %" PRId64 " elements", dim, k);
}

/* A few of the largest, without a sort. *done: they are the results. */
static grn_status pick(grn_exec *x, int64_t k, bool *done)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t shape[GRN_MAX_RANK];
    *done = false;
    if (k > GRN_TOP_K_MOST || in->shape[in->rank - 1] > INT32_MAX)
        return GRN_OK;
    memcpy(shape, in->shape, (size_t)in->rank * sizeof *shape);
    shape[in->rank - 1] = k;
    grn_status status = x->calls->charge(x, (uint64_t)grn_tensor_elements(in));
    if (status == GRN_OK)
        status = x->calls->alloc(x, in->dtype, in->rank, shape, &x->results[0]);
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I32, in->rank, shape, &x->results[1]);
    if (status == GRN_OK)
        *done = grn_eval_top_k(&x->results[0].tensor, &x->results[1].tensor, in, x->parallel);
    for (size_t i = 0; !*done && i < 2; i++)
        x->calls->release(x, &x->results[i]);
    return status;
}

grn_status grn_hlo_top_k(grn_exec *x, const grn_op *op, int64_t k, bool largest)
{
    const grn_tensor *in = &x->operands[0].tensor;
    const grn_dtype dtypes[] = {in->dtype, in->dtype};
    const bool is_float = grn_dtype_class_of(in->dtype) == GRN_CLASS_FLOAT;
    const grn_element *const orders[2][2] = {{&grn_element_compare_lt, &grn_element_compare_gt},
                                             {&grn_element_total_lt, &grn_element_total_gt}};
    grn_bound_element before;
    grn_rt sorted[2] = {{.buffer = NULL}, {.buffer = NULL}};
    grn_status status = check_k(x, op, in->rank - 1, k);
    if (status != GRN_OK)
        return status;
    if (grn_element_bind(orders[is_float][largest], dtypes, GRN_I1, &before) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(in->dtype));
    bool done = false;
    if (largest)
        status = pick(x, k, &done);
    if (status != GRN_OK || done)
        return status;
    status = sort_lines(x, op, &before, &sorted[0], &sorted[1]);
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        status = share_first(x, &sorted[i], in->rank - 1, k, i);
    x->calls->release(x, &sorted[0]);
    x->calls->release(x, &sorted[1]);
    return status;
}

/* ---- custom calls of it ---------------------------------------------------------------------- */

static grn_status values_and_places(grn_exec *x, const grn_op *op, size_t noperands)
{
    grn_status status = grn_hlo_call_arity(x, op, noperands, 2);
    if (status == GRN_OK &&
        (grn_result_type(op, 0)->element != grn_operand_type(op, 0)->element || grn_hlo_result_dtype(op, 1) != GRN_I32))
        status = grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its results are elements of operand #0, and i32");
    return status;
}

/* `mhlo.attributes = {k = 3 : i64, largest = true}` */
grn_status grn_hlo_mhlo_top_k(grn_exec *x, const grn_op *op)
{
    const grn_attr *k = grn_hlo_call_attr(op, "mhlo.attributes", "k"),
                   *largest = grn_hlo_call_attr(op, "mhlo.attributes", "largest");
    grn_status status = values_and_places(x, op, 1);
    if (status != GRN_OK)
        return status;
    if (!k || k->kind != GRN_ATTR_INTEGER || (largest && largest->kind != GRN_ATTR_BOOL))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "mhlo.attributes must have an integer k, and may have a truth largest");
    return grn_hlo_top_k(x, op, k->integer, !largest || largest->boolean);
}

static grn_status read_k(grn_exec *x, const grn_op *op, size_t operand, int64_t *k)
{
    const grn_tensor *t = &x->operands[operand].tensor;
    if (t->rank != 0 || !grn_dtype_is_integer(t->dtype))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "operand #%zu, which is k, is no integer", operand);
    *k = grn_index_load(t->dtype, t->data);
    return GRN_OK;
}

grn_status grn_hlo_dynamic_top_k(grn_exec *x, const grn_op *op)
{
    int64_t k = 0;
    grn_status status = values_and_places(x, op, 2);
    if (status == GRN_OK)
        status = read_k(x, op, 1, &k);
    return status == GRN_OK ? grn_hlo_top_k(x, op, k, true) : status;
}

/* ---- ApproxTopK ------------------------------------------------------------------------------ */

/* An exact answer is the best approximation; XLA's fallback gives it, too (is_fallback). */
typedef struct approx {
    size_t
        n; /* inputs, of which one has the keys; as many init values follow, which pad, and a k where it is dynamic */
    int32_t dim;
    int64_t k;
    const grn_region *comparator;
} approx;

static int64_t config_integer(const grn_op *op, const char *name, int64_t otherwise)
{
    const grn_attr *a = grn_hlo_call_attr(op, "mhlo.backend_config", name);
    return a && a->kind == GRN_ATTR_INTEGER ? a->integer : otherwise;
}

/* Without aggregate_to_topk more than k come out, and the result's type says how many. */
static grn_status read_approx(grn_exec *x, const grn_op *op, approx *a)
{
    const bool dynamic = grn_hlo_call_operands(op) % 2;
    *a = (approx){.n = op->nresults > 0 ? op->nresults : 1};
    grn_status status = grn_hlo_call_arity(x, op, 2 * a->n + dynamic, a->n);
    if (status == GRN_OK)
        status = grn_hlo_called_region(x, op, a->n, true, &a->comparator);
    if (status != GRN_OK)
        return status;
    const grn_tensor *in = &x->operands[0].tensor;
    const int64_t dim = config_integer(op, "reduction_dim", in->rank - 1);
    if (dim < 0 || dim >= in->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "reduction_dim is %" PRId64 ", operand #0 has rank %" PRId32, dim,
                             in->rank);
    a->dim = (int32_t)dim;
    a->k = config_integer(op, "top_k", -1);
    if (dynamic)
        status = read_k(x, op, 2 * a->n, &a->k);
    const grn_type *out = grn_result_type(op, 0);
    if (out->rank == in->rank && out->shape[dim] != GRN_DYNAMIC)
        a->k = out->shape[dim];
    return status == GRN_OK ? check_k(x, op, a->dim, a->k) : status;
}

static grn_status same_inputs(grn_exec *x, const grn_op *op, size_t n)
{
    const grn_tensor *first = &x->operands[0].tensor;
    for (size_t i = 0; i < n; i++) {
        const grn_tensor *t = &x->operands[i].tensor;
        if (grn_result_type(op, i)->element != grn_operand_type(op, i)->element || t->rank != first->rank ||
            memcmp(t->shape, first->shape, (size_t)first->rank * sizeof *first->shape) != 0)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "operands #0 and #%zu have other shapes, or result #%zu other elements", i, i);
    }
    return GRN_OK;
}

static grn_status run_approx(grn_exec *x, const grn_op *op, const approx *a, grn_hlo_values *sorted,
                             const grn_hlo_compiled *comparator)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = grn_hlo_charge_sort(x, a->n, comparator->compiled, a->dim);
    for (size_t i = 0; status == GRN_OK && i < a->n; i++) {
        status = x->calls->alloc(x, x->operands[i].tensor.dtype, in->rank, in->shape, &sorted->rt[i]);
        sorted->tensor[i] = sorted->rt[i].tensor;
        sorted->tensor[a->n + i] = x->operands[i].tensor;
    }
    if (status == GRN_OK)
        status = report_memory(
            x, op, grn_eval_sort(a->n, sorted->tensor, sorted->tensor + a->n, a->dim, comparator->fn, x->allocator));
    for (size_t i = 0; status == GRN_OK && i < a->n; i++)
        status = share_first(x, &sorted->rt[i], a->dim, a->k, i);
    return status;
}

grn_status grn_hlo_approx_top_k(grn_exec *x, const grn_op *op)
{
    approx a;
    grn_hlo_values sorted;
    grn_hlo_compiled comparator = {0};
    grn_status status = read_approx(x, op, &a);
    if (status == GRN_OK)
        status = same_inputs(x, op, a.n);
    if (status != GRN_OK)
        return status;
    status = grn_hlo_values_begin(x, op, 2 * a.n, &sorted);
    if (status == GRN_OK)
        status = grn_hlo_compiled_begin(x, a.comparator, &comparator);
    if (status == GRN_OK)
        status = run_approx(x, op, &a, &sorted, &comparator);
    grn_hlo_compiled_end(&comparator);
    grn_hlo_values_end(&sorted);
    return status;
}
