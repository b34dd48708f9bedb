/*
 * select_and_scatter.c - select_and_scatter: its rules C1-C12, and
 * its run in two halves. The first finds for each window the element that
 * `select` keeps; the second is an ordinary scatter of `source` to these
 * positions of a result filled with the init value, combined as
 * scatter(current, source) in ascending row-major order of source (StableHLO
 * spec, select_and_scatter). A window without an element adds nothing, which
 * the spec leaves open.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/stablehlo/ops.h"

enum { OPERAND, SOURCE, INIT };

static const grn_window_rules window_rules = {
    .dimensions_size = "C4",
    .dimensions_positive = "C5",
    .strides_size = "C6",
    .strides_positive = "C7",
    .padding = "C8",
};

/* ---- rules ----------------------------------------------------------------------------------- */

/* Whether `t` is a rank-0 tensor of `element`. */
static bool is_scalar_of(const grn_type *t, const grn_type *element)
{
    return grn_type_is_tensor(t) && t->rank == 0 && t->element == element;
}

static grn_status c9_argument(const grn_op *op, grn_check *check, size_t i, const grn_type *t, const grn_type *element)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (is_scalar_of(t, element))
        return GRN_OK;
    const grn_type *scalar = grn_type_tensor(check->scratch, element, 0, NULL, NULL);
    if (!scalar)
        return GRN_E_MEMORY;
    return grn_stablehlo_broken(op, check, "C9",
                                "expects the type of select-region's parameter at index %zu to be '%s', but got '%s'",
                                i, grn_type_text(scalar, want, sizeof want), grn_type_text(t, have, sizeof have));
}

static grn_status c9_result(const grn_op *op, grn_check *check)
{
    grn_value *const *results;
    size_t n = grn_stablehlo_region_results(&op->regions[0], &results);
    char text[GRN_TYPE_TEXT_BYTES];
    if (n != 1)
        return grn_stablehlo_broken(op, check, "C9", "expects select-region to return single value, but got: %zu", n);
    const grn_type *t = results[0]->type;
    if (grn_type_is_tensor(t) && t->rank == 0 && grn_hlo_element_in(t->element, GRN_HLO_PRED))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C9",
                                "expects the return-type of select-region to be tensor<i1>, but got: '%s'",
                                grn_type_text(t, text, sizeof text));
}

/* C9: select takes two elements of operand and answers whether the first is kept. */
static grn_status c9(const grn_op *op, grn_check *check)
{
    size_t nargs = grn_stablehlo_region_args(&op->regions[0]);
    if (nargs != 2)
        return grn_stablehlo_broken(op, check, "C9", "expects the select-region to take 2 parameters, but takes %zu",
                                    nargs);
    for (size_t i = 0; i < 2; i++) {
        grn_status status =
            c9_argument(op, check, i, op->regions[0].first->args[i].type, grn_operand_type(op, OPERAND)->element);
        if (status != GRN_OK)
            return status;
    }
    return c9_result(op, check);
}

/* C10: scatter is a reducer of source's elements. */
static grn_status c10(const grn_op *op, grn_check *check)
{
    const grn_type *input = grn_operand_type(op, SOURCE), *init = grn_operand_type(op, INIT);
    grn_reducer reducer = {.region = &op->regions[1], .n = 1, .inputs = &input, .inits = &init, .rule = "C10"};
    return grn_stablehlo_reducer_rules(op, check, &reducer);
}

/* C3: the init value is one element of operand's type. */
static grn_status c3(const grn_op *op, grn_check *check)
{
    const grn_type *init = grn_operand_type(op, INIT), *element = grn_operand_type(op, OPERAND)->element;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (is_scalar_of(init, element))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C3", "expects init_value to be a rank-0 tensor of '%s', but got '%s'",
                                grn_type_text(element, want, sizeof want), grn_type_text(init, have, sizeof have));
}

/* C4 */
static grn_status c4(const grn_op *op, grn_check *check)
{
    const grn_type *operand = grn_operand_type(op, OPERAND);
    size_t count = 0;
    const int64_t *v;
    char text[GRN_TYPE_TEXT_BYTES];
    grn_op_dims(op, "window_dimensions", &count, &v);
    if (count == (size_t)operand->rank)
        return GRN_OK;
    return grn_stablehlo_broken(
        op, check, "C4",
        "expects window-dimensions size == operand rank, but got window-dimensions size: %zu and "
        "operand-type: '%s' with rank = %" PRId32 ".",
        count, grn_type_text(operand, text, sizeof text), operand->rank);
}

/* C1, C2: source has one element of operand's type for each window. */
static grn_status c1_c2(const grn_op *op, grn_check *check, const grn_windows *w)
{
    const grn_type *operand = grn_operand_type(op, OPERAND), *source = grn_operand_type(op, SOURCE);
    int64_t shape[GRN_MAX_RANK];
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    for (int32_t d = 0; d < operand->rank; d++)
        shape[d] = grn_stablehlo_window_count(w, d, operand->shape[d]);
    bool same_element = source->element == operand->element, agrees = source->rank == operand->rank;
    for (int32_t d = 0; agrees && d < operand->rank; d++)
        agrees = grn_stablehlo_dim_agrees(shape[d], source->shape[d]);
    if (same_element && agrees)
        return GRN_OK;
    const grn_type *expected = grn_type_tensor(check->scratch, operand->element, operand->rank, shape, NULL);
    if (!expected)
        return GRN_E_MEMORY;
    return grn_stablehlo_broken(op, check, same_element ? "C2" : "C1", "expects source-type to be '%s', but got'%s'",
                                grn_type_text(expected, want, sizeof want), grn_type_text(source, have, sizeof have));
}

static grn_status select_and_scatter_verify(const grn_op *op, grn_check *check)
{
    grn_windows windows;
    grn_status status = c9(op, check);
    if (status == GRN_OK)
        status = c10(op, check);
    if (status == GRN_OK)
        status = c4(op, check);
    if (status == GRN_OK)
        status = grn_stablehlo_read_windows(op, check, &window_rules, grn_operand_type(op, OPERAND)->rank, &windows);
    if (status == GRN_OK)
        status = c1_c2(op, check, &windows);
    return status == GRN_OK ? c3(op, check) : status;
}

/* C11, C12: operand's shape with the element type that scatter returns. */
static grn_status select_and_scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *t = grn_operand_type(op, OPERAND), *element = grn_stablehlo_region_element(&op->regions[1], 0);
    if (!element)
        element = t->element;
    grn_status status = grn_stablehlo_same_quantization(op, check, "C12", 0, element);
    if (status != GRN_OK)
        return status;
    return grn_stablehlo_infer_one(check, out,
                                   grn_type_tensor(check->scratch, element, t->rank, t->shape, t->encoding));
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* One run: what the halves hand to each other. */
typedef struct job {
    grn_exec *x;
    const grn_op *op;
    grn_windows windows;
    grn_dtype dtype;     /* of the result */
    grn_rt positions;    /* i64, of source's shape: flat positions in the result */
    grn_rt source, init; /* in the result's dtype; source compact */
    grn_compiled *select, *scatter;
} job;

static grn_status run_select(void *user, size_t n, const void *const *args, void *const *results)
{
    job *j = user;
    return j->x->calls->run_compiled(j->x, j->select, n, args, results);
}

static grn_status run_scatter(void *user, int64_t count, void *const *current, const void *const *update)
{
    job *j = user;
    return j->x->calls->run_compiled(j->x, j->scatter, (size_t)count, (const void *const[]){current[0], update[0]},
                                     current);
}

/* The shapes that were not known before: C2 as the program runs. */
static grn_status check_source(const job *j)
{
    const grn_tensor *operand = &j->x->operands[OPERAND].tensor, *source = &j->x->operands[SOURCE].tensor;
    for (int32_t d = 0; d < operand->rank; d++) {
        int64_t want = grn_stablehlo_window_count(&j->windows, d, operand->shape[d]);
        if (source->shape[d] != want)
            return grn_exec_fail(j->x, j->op, GRN_E_SHAPE,
                                 "source has extent %" PRId64 " in dimension %" PRId32 ", there are %" PRId64
                                 " windows along it",
                                 source->shape[d], d, want);
    }
    return GRN_OK;
}

/* The smaller of a window's positions and the operand's elements: padding is not compared. */
static uint64_t window_covers(const job *j)
{
    uint64_t positions = 1, elements = (uint64_t)grn_tensor_elements(&j->x->operands[OPERAND].tensor);
    for (int32_t d = 0; d < j->windows.rank; d++)
        positions = grn_steps_times(positions, (uint64_t)j->windows.size[d]);
    return positions < elements ? positions : elements;
}

static grn_status select_positions(job *j)
{
    grn_exec *x = j->x;
    const grn_tensor *source = &x->operands[SOURCE].tensor;
    uint64_t compared = grn_steps_times((uint64_t)grn_tensor_elements(source), window_covers(j));
    grn_status status = x->calls->charge(x, compared);
    if (status == GRN_OK)
        status = x->calls->compile_region(x, &j->op->regions[0], &j->select);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, j->select, compared);
    if (status == GRN_OK)
        status = x->calls->alloc(x, GRN_I64, source->rank, source->shape, &j->positions);
    if (status == GRN_OK)
        status = grn_eval_window_select(&j->positions.tensor, &x->operands[OPERAND].tensor, &j->windows,
                                        (grn_region_fn){run_select, j, NULL, NULL}, x->allocator);
    return status;
}

/* *out: operand `i`, compact, with the result's elements. */
static grn_status as_result_element(job *j, size_t i, grn_rt *out)
{
    grn_exec *x = j->x;
    grn_rt value = {.buffer = NULL};
    grn_status status = grn_hlo_as_element(x, j->op, i, grn_result_type(j->op, 0)->element, &value);
    if (status != GRN_OK || grn_tensor_is_compact(&value.tensor)) {
        *out = value;
        return status;
    }
    status = x->calls->alloc(x, j->dtype, value.tensor.rank, value.tensor.shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, &value.tensor);
    x->calls->release(x, &value);
    return status;
}

static grn_status flat(const grn_tensor *compact, grn_tensor *out)
{
    int64_t n = grn_tensor_elements(compact);
    return grn_tensor_init(out, compact->data, compact->dtype, 1, &n);
}

/* Every element of positions is an index vector of one component into the flat result; -1 is out of
 * range: dropped. */
static grn_status scatter_sources(job *j, const grn_tensor *result)
{
    grn_tensor flat_result, flat_positions, flat_source;
    grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = grn_stablehlo_combiner(&j->op->regions[1]),
        .region = run_scatter,
        .region_user = j,
    };
    grn_op_diag placed;
    grn_op_diag_init(&placed, j->op, j->x->diag);
    grn_status status = GRN_OK;
    if (spec.combiner == GRN_COMBINE_REGION)
        status = j->x->calls->compile_region(j->x, &j->op->regions[1], &j->scatter);
    if (status == GRN_OK && j->scatter)
        status = j->x->calls->charge_compiled(j->x, j->scatter, (uint64_t)grn_tensor_elements(&j->source.tensor));
    if (status == GRN_OK)
        status = flat(result, &flat_result);
    if (status == GRN_OK)
        status = flat(&j->positions.tensor, &flat_positions);
    if (status == GRN_OK)
        status = flat(&j->source.tensor, &flat_source);
    return status == GRN_OK ? j->x->calls->scatter_own(&spec, &flat_result, &flat_positions, &flat_source, &placed.diag)
                            : status;
}

static grn_status run(job *j)
{
    grn_exec *x = j->x;
    const grn_tensor *operand = &x->operands[OPERAND].tensor;
    grn_status status = check_source(j);
    if (status == GRN_OK)
        status = select_positions(j);
    if (status == GRN_OK)
        status = as_result_element(j, SOURCE, &j->source);
    if (status == GRN_OK)
        status = as_result_element(j, INIT, &j->init);
    if (status == GRN_OK)
        status = x->calls->alloc(x, j->dtype, operand->rank, operand->shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(&x->results[0].tensor, j->init.tensor.data);
    return scatter_sources(j, &x->results[0].tensor);
}

static void finish(job *j)
{
    grn_exec *x = j->x;
    x->calls->release(x, &j->positions);
    x->calls->release(x, &j->source);
    x->calls->release(x, &j->init);
    if (j->select)
        x->calls->free_compiled(x, j->select);
    if (j->scatter)
        x->calls->free_compiled(x, j->scatter);
}

static grn_status select_and_scatter_eval(grn_exec *x, const grn_op *op)
{
    job j = {.x = x, .op = op, .dtype = grn_result_type(op, 0)->element->dtype};
    const grn_check check = {.diag = x->diag};
    grn_status status =
        grn_stablehlo_read_windows(op, &check, &window_rules, x->operands[OPERAND].tensor.rank, &j.windows);
    if (status == GRN_OK)
        status = run(&j);
    finish(&j);
    return status;
}

/* ---- row ------------------------------------------------------------------------------------- */

const grn_op_def grn_stablehlo_window_ops[] = {
    GRN_STABLEHLO(
        select_and_scatter, "selects one element of each window and adds source's value to it", "C1-C12",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("source", grn_hlo_tensor),
                  GRN_PORT("init_value", grn_hlo_tensor)),
        GRN_PORTS(GRN_PORT("result", grn_hlo_tensor)),
        GRN_ATTRS(GRN_MAY_HAVE("window_dimensions", grn_attr_is_dims), GRN_MAY_HAVE("window_strides", grn_attr_is_dims),
                  GRN_MAY_HAVE("padding", grn_attr_is_i64_elements)),
        .nregions = 2, .regions = "select, scatter",
        .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE,
        .verify = select_and_scatter_verify, .infer = select_and_scatter_infer, .eval = select_and_scatter_eval),
    {.name = NULL},
};
