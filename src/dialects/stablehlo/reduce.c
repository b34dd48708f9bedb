/*
 * reduce.c - ops that fold elements with a region: reduce
 * and reduce_window (StableHLO spec, the sections of those names).
 */
#include "dialects/stablehlo/custom_call_targets.h"
#include "dialects/stablehlo/reduce.h"

#include <inttypes.h>

/* ---- what reduce and reduce_window share ----------------------------------------------------- */

/* The operands are n inputs, then n init values; each result belongs to the input at its place. */
static size_t inputs_of(const grn_op *op) { return op->noperands / 2; }

static grn_status odd_operands(const grn_op *op, grn_check *check)
{
    return grn_op_fail(op, check, "requires as many init values as inputs, but has %zu operands", op->noperands);
}

/* Of an odd number the classes have not been verified. */
static grn_status tensor_operands(const grn_op *op, grn_check *check)
{
    if (inputs_of(op) == 0)
        return grn_op_fail_plain(op, check, "requires at least 1 input value");
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_type_is_tensor(grn_operand_type(op, i)))
            return odd_operands(op, check);
    return GRN_OK;
}

/* reduce C1, reduce_window C2: the inputs have one shape. */
static grn_status same_input_shapes(const grn_op *op, grn_check *check, const char *rule)
{
    for (size_t i = 1; i < inputs_of(op); i++)
        if (!grn_hlo_shapes_agree(grn_operand_type(op, 0), grn_operand_type(op, i)))
            return grn_stablehlo_broken(op, check, rule,
                                        "expects all inputs to have compatible shapes. Shape at input-index %zu is not "
                                        "compatible with shape at input-index 0",
                                        i);
    return GRN_OK;
}

static grn_status reducer_rules(const grn_op *op, grn_check *check, const char *rule, size_t nallowed,
                                const int64_t *allowed)
{
    size_t n = inputs_of(op);
    const grn_type **types = GRN_ARENA_NEW(&check->scratch->arena, const grn_type *, 2 * n);
    if (!types)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < 2 * n; i++)
        types[i] = grn_operand_type(op, i);
    const grn_reducer reducer = {.region = &op->regions[0],
                                 .n = n,
                                 .inputs = types,
                                 .inits = types + n,
                                 .nallowed = nallowed,
                                 .allowed = allowed,
                                 .rule = rule};
    grn_status status = grn_stablehlo_reducer_rules(op, check, &reducer);
    for (size_t i = n; status == GRN_OK && i < 2 * n; i++)
        if (types[i]->rank != 0)
            status = grn_op_fail(op, check, "operand #%zu must be an init value of rank 0, but its rank is %" PRId32, i,
                                 types[i]->rank);
    return status == GRN_OK && op->noperands % 2 ? odd_operands(op, check) : status; /* upstream lets the last one be */
}

/* Results of one shape, each of the element type that the region gives. */
static grn_status infer_results(const grn_op *op, grn_check *check, grn_inferred *out, int32_t rank,
                                const int64_t *shape, const int64_t *bounds, const char *rule)
{
    size_t n = inputs_of(op);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const grn_type *element = grn_stablehlo_region_element(&op->regions[0], i);
        if (!element)
            element = grn_operand_type(op, n + i)->element;
        out->types[i] = grn_stablehlo_tensor_with_bounds(check->scratch, element, rank, shape, bounds);
        if (!out->types[i])
            return GRN_E_MEMORY;
    }
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = grn_stablehlo_same_quantization(op, check, rule, i, out->types[i]->element);
    return status;
}

/* One run: inputs, inits and results as the region's element types have them. */
typedef struct reduction {
    grn_hlo_values values;
    grn_hlo_compiled compiled;
    size_t n;
    const grn_tensor *in, *inits, *out;
} reduction;

static grn_status take_operands(grn_exec *x, const grn_op *op, reduction *r)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2 * r->n; i++) {
        status = grn_hlo_as_element(x, op, i, grn_result_type(op, i % r->n)->element, &r->values.rt[i]);
        r->values.tensor[i] = r->values.rt[i].tensor;
    }
    for (size_t i = 1; status == GRN_OK && i < r->n; i++)
        for (int32_t d = 0; d < r->in->rank; d++)
            if (r->in[i].shape[d] != r->in->shape[d])
                return grn_exec_fail(x, op, GRN_E_SHAPE,
                                     "inputs #0 and #%zu have %" PRId64 " and %" PRId64
                                     " elements along dimension %" PRId32,
                                     i, r->in->shape[d], r->in[i].shape[d], d);
    return status;
}

static grn_status make_results(grn_exec *x, const grn_op *op, reduction *r, int32_t rank, const int64_t *shape)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < r->n; i++) {
        status = grn_hlo_new_result(x, op, i, rank, shape);
        r->values.tensor[2 * r->n + i] = x->results[i].tensor;
    }
    return status;
}

static grn_status reduction_begin(grn_exec *x, const grn_op *op, size_t n, const grn_region *body, reduction *r)
{
    *r = (reduction){.n = n};
    grn_status status = grn_hlo_values_begin(x, op, 3 * r->n, &r->values);
    r->in = r->values.tensor;
    if (status == GRN_OK) {
        r->inits = r->in + r->n;
        r->out = r->in + 2 * r->n;
        status = take_operands(x, op, r);
    }
    return status == GRN_OK ? grn_hlo_compiled_begin(x, body, &r->compiled) : status;
}

static void reduction_end(reduction *r)
{
    grn_hlo_compiled_end(&r->compiled);
    grn_hlo_values_end(&r->values);
}

/* The eval layer answers refused memory without a message. */
static grn_status report_memory(grn_exec *x, const grn_op *op, grn_status status)
{
    return status == GRN_E_MEMORY ? grn_exec_fail(x, op, status, "memory for it was refused") : status;
}

/* ---- reduce ---------------------------------------------------------------------------------- */

/* reduce C4: 0 <= dimensions < rank. C5: they are unique. mask: the reduced ones. */
static grn_status reduce_dims(const grn_op *op, const grn_check *check, uint64_t *mask)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    size_t count;
    const int64_t *v;
    *mask = 0;
    grn_op_dims(op, "dimensions", &count, &v);
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0 || v[i] >= rank)
            return grn_stablehlo_broken(op, check, "C4",
                                        "Out-of-bounds dimension %" PRId64 ", expected to be in range [0, %" PRId32 ")",
                                        v[i], rank);
        if (*mask >> v[i] & 1)
            return grn_stablehlo_broken(op, check, "C5", "Duplicate reduction dimension: %" PRId64, v[i]);
        *mask |= (uint64_t)1 << v[i];
    }
    return GRN_OK;
}

static int32_t kept_shape(int32_t rank, const int64_t *shape, uint64_t mask, int64_t *kept)
{
    int32_t n = 0;
    for (int32_t d = 0; d < rank; d++)
        if (!(mask >> d & 1))
            kept[n++] = shape[d];
    return n;
}

static void bounds_of(const grn_type *t, int64_t *bounds)
{
    for (int32_t d = 0; d < t->rank; d++)
        bounds[d] = grn_hlo_extent_of(t, d).bound;
}

static grn_status reduce_shape(const grn_op *op, grn_check *check, int32_t *rank, int64_t *shape, int64_t *bounds)
{
    const grn_type *in = grn_operand_type(op, 0);
    int64_t all[GRN_MAX_RANK];
    uint64_t mask;
    grn_status status = same_input_shapes(op, check, "C1");
    if (status == GRN_OK)
        status = reduce_dims(op, check, &mask);
    if (status != GRN_OK)
        return status;
    bounds_of(in, all);
    kept_shape(in->rank, all, mask, bounds);
    *rank = kept_shape(in->rank, in->shape, mask, shape);
    return GRN_OK;
}

/* reduce C1, C4, C5, and C6, which is defined only where they hold. */
static grn_status reduce_verify(const grn_op *op, grn_check *check)
{
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = tensor_operands(op, check);
    if (status == GRN_OK)
        status = reduce_shape(op, check, &rank, shape, bounds);
    return status == GRN_OK ? reducer_rules(op, check, "C6", (size_t)rank, shape) : status;
}

/* reduce C3, C7, C8. */
static grn_status reduce_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = reduce_shape(op, check, &rank, shape, bounds);
    return status == GRN_OK ? infer_results(op, check, out, rank, shape, bounds, "C8") : status;
}

static grn_status reduce_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *first = &x->operands[0].tensor;
    const grn_check check = {.diag = x->diag};
    reduction r;
    uint64_t mask = 0;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = reduction_begin(x, op, inputs_of(op), &op->regions[0], &r);
    if (status == GRN_OK)
        status = reduce_dims(op, &check, &mask);
    if (status == GRN_OK)
        status = make_results(x, op, &r, kept_shape(first->rank, first->shape, mask, shape), shape);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, r.compiled.compiled, (uint64_t)grn_tensor_elements(first));
    if (status == GRN_OK)
        status = report_memory(
            x, op, grn_eval_reduce(r.n, r.out, r.in, r.inits, mask, r.compiled.fn, x->parallel, x->allocator));
    reduction_end(&r);
    return status;
}

/* ---- reduce_window --------------------------------------------------------------------------- */

const grn_window_rules grn_reduce_window_rules = {
    .dimensions_size = "C4",
    .dimensions_positive = "C5",
    .strides_size = "C6",
    .strides_positive = "C7",
    .base_size = "C8",
    .base_positive = "C9",
    .dilations_size = "C10",
    .dilations_positive = "C11",
    .padding = "C12",
};

/* reduce_window C4: one window extent per dimension of the inputs. */
static grn_status read_windows(const grn_op *op, const grn_check *check, grn_windows *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t count;
    const int64_t *v;
    char text[GRN_TYPE_TEXT_BYTES];
    grn_op_dims(op, "window_dimensions", &count, &v);
    if (count != (size_t)in->rank)
        return grn_stablehlo_broken(
            op, check, "C4",
            "expects window-dimensions size == input rank, but got window-dimensions size: %zu and "
            "input: '%s' with rank = %" PRId32 ".",
            count, grn_type_text(in, text, sizeof text), in->rank);
    return grn_stablehlo_read_windows(op, check, &grn_reduce_window_rules, in->rank, out);
}

static grn_status reduce_window_shape(const grn_op *op, grn_check *check, grn_windows *windows, int64_t *shape)
{
    const grn_type *in = grn_operand_type(op, 0);
    grn_status status = same_input_shapes(op, check, "C2");
    if (status == GRN_OK)
        status = grn_stablehlo_padding_shape(op, check, "C12");
    if (status == GRN_OK)
        status = read_windows(op, check, windows);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++)
        shape[d] = grn_stablehlo_window_count(windows, d, in->shape[d]);
    return status;
}

/* reduce_window C2, C4-C12, and C13, which is defined only where they hold. */
static grn_status reduce_window_verify(const grn_op *op, grn_check *check)
{
    grn_windows windows;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = tensor_operands(op, check);
    if (status == GRN_OK)
        status = reduce_window_shape(op, check, &windows, shape);
    return status == GRN_OK ? reducer_rules(op, check, "C13", (size_t)windows.rank, windows.size) : status;
}

/* reduce_window C1, C14-C16. */
static grn_status reduce_window_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_windows windows;
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = reduce_window_shape(op, check, &windows, shape);
    if (status != GRN_OK)
        return status;
    bounds_of(grn_operand_type(op, 0), bounds);
    for (int32_t d = 0; d < windows.rank; d++)
        bounds[d] = grn_stablehlo_window_count(&windows, d, bounds[d]);
    return infer_results(op, check, out, windows.rank, shape, bounds, "C16");
}

/* Every position of every window, those over padding too, which hold init. */
static grn_status charge_positions(grn_exec *x, const reduction *r, const grn_windows *windows)
{
    uint64_t positions = (uint64_t)grn_tensor_elements(&x->results[0].tensor);
    for (int32_t d = 0; d < windows->rank; d++)
        positions = grn_steps_times(positions, (uint64_t)windows->size[d]);
    grn_status status = x->calls->charge(x, grn_steps_times(positions, r->n));
    return status == GRN_OK ? x->calls->charge_compiled(x, r->compiled.compiled, positions) : status;
}

static grn_status fold_windows(grn_exec *x, const grn_op *op, reduction *r, const grn_windows *windows)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < r->in->rank; d++)
        shape[d] = grn_stablehlo_window_count(windows, d, r->in->shape[d]);
    grn_status status = make_results(x, op, r, r->in->rank, shape);
    if (status == GRN_OK)
        status = charge_positions(x, r, windows);
    if (status == GRN_OK)
        status = report_memory(
            x, op, grn_eval_reduce_window(r->n, r->out, r->in, r->inits, windows, r->compiled.fn, x->allocator));
    return status;
}

static grn_status reduce_window_eval(grn_exec *x, const grn_op *op)
{
    const grn_check check = {.diag = x->diag};
    reduction r;
    grn_windows windows;
    grn_status status = reduction_begin(x, op, inputs_of(op), &op->regions[0], &r);
    if (status == GRN_OK)
        status = read_windows(op, &check, &windows);
    if (status == GRN_OK)
        status = fold_windows(x, op, &r, &windows);
    reduction_end(&r);
    return status;
}

/* ---- reduce_window with windows that are operands -------------------------------------------- */

/* Padding is an operand of [rank, 2]: before and after each dimension. */
static grn_status read_padding(grn_exec *x, const grn_op *op, size_t operand, grn_windows *windows)
{
    const grn_tensor *t = &x->operands[operand].tensor;
    if (t->rank != 2 || t->shape[0] != windows->rank || t->shape[1] != 2 || !grn_dtype_is_integer(t->dtype))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu is not two integers for each of %" PRId32 " dimensions",
                             operand, windows->rank);
    for (int32_t d = 0; d < windows->rank; d++) {
        windows->low[d] = grn_index_load(t->dtype, grn_tensor_at(t, d * t->stride[0]));
        windows->high[d] = grn_index_load(t->dtype, grn_tensor_at(t, d * t->stride[0] + t->stride[1]));
    }
    return GRN_OK;
}

/* C5, C7, C9, C11 of reduce_window hold for what the operands say, and so does C12. */
static grn_status read_window_operands(grn_exec *x, const grn_op *op, size_t first, grn_windows *windows)
{
    int64_t *const lists[] = {windows->size, windows->stride, windows->base_dilation, windows->window_dilation};
    grn_status status = GRN_OK;
    windows->rank = grn_operand_type(op, 0)->rank;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++) {
        int32_t count = 0;
        status = grn_hlo_read_dims(x, op, first + i, &count, lists[i]);
        if (status == GRN_OK && count != windows->rank)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "operand #%zu has %" PRId32 " numbers, the inputs have rank %" PRId32, first + i,
                                 count, windows->rank);
        for (int32_t d = 0; status == GRN_OK && d < count; d++)
            if (lists[i][d] < 1)
                return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu has %" PRId64 ", it must be at least 1",
                                     first + i, lists[i][d]);
    }
    return status == GRN_OK ? read_padding(x, op, first + GRN_COUNT(lists), windows) : status;
}

/* Operands: n inputs, n init values; extents, strides and both dilations of windows; padding. */
grn_status grn_hlo_dynamic_reduce_window(grn_exec *x, const grn_op *op)
{
    const size_t given = grn_hlo_call_operands(op), n = given < 7 ? 1 : (given - 5) / 2;
    const grn_region *body = NULL;
    reduction r = {.n = 0};
    grn_windows windows;
    grn_status status = grn_hlo_call_arity(x, op, 2 * n + 5, n);
    if (status == GRN_OK)
        status = read_window_operands(x, op, 2 * n, &windows);
    if (status == GRN_OK)
        status = grn_hlo_called_region(x, op, n, false, &body);
    if (status != GRN_OK)
        return status;
    status = reduction_begin(x, op, n, body, &r);
    if (status == GRN_OK)
        status = fold_windows(x, op, &r, &windows);
    reduction_end(&r);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port reduce_operands[] = {GRN_PORT_ANY("inputs", grn_hlo_tensor),
                                           GRN_PORT_ANY("init_values", grn_hlo_tensor), GRN_PORTS_END};
static const grn_port reduce_results[] = {GRN_PORT_ANY("results", grn_hlo_tensor), GRN_PORTS_END};

const grn_op_def grn_stablehlo_reduce_ops[] = {
    GRN_STABLEHLO(reduce, "folds elements along dimensions by a function", "C1-C8", reduce_operands, reduce_results,
                  GRN_ATTRS(GRN_NEEDS("dimensions", grn_attr_is_dims)), .nregions = 1, .regions = "body",
                  .terminator = "stablehlo.return",
                  .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE,
                  .parse = grn_hlo_reduce_parse, .print = grn_hlo_reduce_print, .verify = reduce_verify,
                  .infer = reduce_infer, .eval = reduce_eval),
    GRN_STABLEHLO(
        reduce_window, "folds the elements of each window by a function", "C1-C16", reduce_operands, reduce_results,
        GRN_ATTRS(GRN_NEEDS("window_dimensions", grn_attr_is_dims), GRN_MAY_HAVE("window_strides", grn_attr_is_dims),
                  GRN_MAY_HAVE("base_dilations", grn_attr_is_dims), GRN_MAY_HAVE("window_dilations", grn_attr_is_dims),
                  GRN_MAY_HAVE("padding", grn_attr_is_i64_elements)),
        .nregions = 1, .regions = "body", .terminator = "stablehlo.return",
        .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = reduce_window_verify,
        .infer = reduce_window_infer, .eval = reduce_window_eval),
    {.name = NULL},
};
