/*
 * access.c - garner.gather and garner.scatter: their rules and meaning. On tensors a gather gives
 * what it gathers, a scatter each destination with the updates in it; on memrefs the destination
 * itself is written to.
 */
#include "dialects/garner/garner.h"

grn_garner_operands grn_garner_operands_of(const grn_op *op)
{
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    return (grn_garner_operands){(size_t)sizes->dims[0], (size_t)sizes->dims[1]};
}

/* ---- rules ----------------------------------------------------------------------------------- */

static bool is_of_tensors(const grn_op *op) { return grn_operand_type(op, 0)->kind == GRN_TYPE_TENSOR; }

/* Counts as the spec has them; `results`: on tensors. */
static grn_status check_operands(const grn_op *op, const grn_check *check, size_t results)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->kind != grn_operand_type(op, 0)->kind)
            return grn_op_fail(op, check, "expected tensors throughout, or memrefs throughout");
    if (op->nresults != (is_of_tensors(op) ? results : 0))
        return grn_op_fail(op, check, "expected a result for each %s that is a tensor, and no other",
                           grn_garner_operands_of(op).outputs ? "destination" : "operand");
    return GRN_OK;
}

static grn_status result_agrees(const grn_op *op, const grn_check *check, size_t i, const grn_type *element)
{
    const grn_type *dest = grn_operand_type(op, grn_garner_operands_of(op).inputs + i),
                   *result = grn_result_type(op, i);
    if (result == dest ||
        (result->kind == dest->kind && result->element == element && grn_hlo_shapes_agree(result, dest)))
        return GRN_OK;
    return grn_op_fail(op, check, "expected result #%zu to have its destination's type", i);
}

/* Extents that are known, for the checks of the spec; false: some are not. */
static bool as_tensor(const grn_type *type, grn_tensor *out)
{
    return grn_type_dynamic_extents(type) == 0 && type->element->dtype != GRN_NO_DTYPE &&
           grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) == GRN_OK;
}

static grn_status check_shape(const grn_op *op, const grn_diag *diag, const char *what, const grn_tensor *has,
                              int32_t rank, const int64_t *shape)
{
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    bool same = has->rank == rank;
    for (int32_t d = 0; same && d < rank; d++)
        same = has->shape[d] == shape[d];
    if (same)
        return GRN_OK;
    return grn_fail(diag, op->place, GRN_E_SHAPE, "'%s' op the %s has shape %s, what is gathered has %s", op->def->name,
                    what, grn_hlo_shape_text(has->rank, has->shape, have, sizeof have),
                    grn_hlo_shape_text(rank, shape, want, sizeof want));
}

static grn_status elements_agree(const grn_op *op, const grn_check *check, size_t i, const char *what,
                                 const grn_type *other)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_type *a = grn_operand_type(op, i)->element, *b = other->element;
    if (a == b)
        return GRN_OK;
    return grn_op_fail(op, check, "operand #%zu has elements of '%s', its %s has '%s'", i,
                       grn_type_text(a, have, sizeof have), what, grn_type_text(b, want, sizeof want));
}

static grn_status check_gather(const grn_op *op, const grn_gather_spec *spec, const grn_tensor *operand,
                               const grn_tensor *indices, const char *what, const grn_tensor *to, const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank;
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, diag);
    grn_status status = grn_gather_shape(spec, operand, indices, &placed.diag, &rank, shape);
    return status == GRN_OK ? check_shape(op, diag, what, to, rank, shape) : status;
}

/* What is gathered has this type: the destination's or, without one, the result's. */
static grn_status gather_to_verify(const grn_op *op, grn_check *check, const char *what, const grn_type *to)
{
    grn_gather_spec spec;
    grn_tensor t[3];
    const grn_type *const types[] = {grn_operand_type(op, 0), grn_operand_type(op, 1), to};
    grn_status status = elements_agree(op, check, 0, what, to);
    if (status == GRN_OK)
        status = grn_garner_gather_spec(op, grn_operand_type(op, 0)->element->dtype, check->diag, &spec);
    for (size_t i = 0; status == GRN_OK && i < 3; i++)
        if (!as_tensor(types[i], &t[i]))
            return GRN_OK;
    return status == GRN_OK ? check_gather(op, &spec, &t[0], &t[1], what, &t[2], check->diag) : status;
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status != GRN_OK)
        return status;
    if (sizes[0] != 2 || sizes[1] > 1 || (sizes[1] == 0 && !is_of_tensors(op)))
        return grn_op_fail(op, check, "expected 2 inputs, the operand and the indices, and 1 output%s",
                           sizes[0] == 2 && sizes[1] == 0 ? ", which memrefs need" : "");
    status = check_operands(op, check, 1);
    if (status == GRN_OK && op->nresults && sizes[1])
        status = result_agrees(op, check, 0, NULL);
    if (status != GRN_OK)
        return status;
    return sizes[1] ? gather_to_verify(op, check, "destination", grn_operand_type(op, 2))
                    : gather_to_verify(op, check, "result", grn_result_type(op, 0));
}

/* Arguments: the elements there, then the updates, of tensors of one element type each. */
static bool has_arguments(const grn_op *op, const grn_block *block, size_t n)
{
    bool good = block && !block->next && block->nargs == 2 * n;
    for (size_t i = 0; good && i < 2 * n; i++)
        good = grn_type_is_tensor(block->args[i].type) && block->args[i].type->rank == 0 &&
               block->args[i].type->element ==
                   (op->nresults ? grn_result_type(op, i % n) : grn_operand_type(op, 1 + n + i % n))->element;
    return good;
}

static grn_status region_verify(const grn_op *op, const grn_check *check, const grn_scatter_spec *spec)
{
    const size_t n = grn_garner_operands_of(op).outputs;
    bool wanted = spec->combiner == GRN_COMBINE_REGION;
    if (op->nregions != (wanted ? 1 : 0))
        return grn_op_fail(
            op, check, wanted ? "expected a region, which the combiner is" : "expected no region beside a combiner");
    if (!wanted || ((op->nresults || n == 1) && has_arguments(op, op->regions[0].first, n)))
        return GRN_OK;
    return grn_op_fail(op, check,
                       "expected a region of one block that takes the elements there and the updates, all as tensors "
                       "of rank 0%s",
                       op->nresults ? "" : ", and one destination where it is memory");
}

static grn_status check_extents(const grn_op *op, const grn_check *check, const grn_scatter_spec *spec)
{
    const grn_garner_operands n = grn_garner_operands_of(op);
    grn_status status = GRN_OK;
    grn_tensor indices, updates, dest;
    grn_scatter_spec named = *spec;
    grn_op_diag placed;
    named.combiner = spec->combiner == GRN_COMBINE_REGION ? GRN_COMBINE_REPLACE : spec->combiner;
    grn_op_diag_init(&placed, op, check->diag);
    for (size_t i = 0; status == GRN_OK && i < n.outputs; i++) {
        status = elements_agree(op, check, 1 + i, "destination", grn_operand_type(op, n.inputs + i));
        if (status == GRN_OK && as_tensor(grn_operand_type(op, 0), &indices) &&
            as_tensor(grn_operand_type(op, 1 + i), &updates) && as_tensor(grn_operand_type(op, n.inputs + i), &dest))
            status = grn_scatter_check(&named, 1, &dest, &indices, &updates, &placed.diag);
    }
    return status;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_scatter_spec spec;
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status != GRN_OK)
        return status;
    if (sizes[1] < 1 || sizes[0] != 1 + sizes[1])
        return grn_op_fail(op, check, "expected the indices and as many updates as destinations, at least one");
    status = check_operands(op, check, (size_t)sizes[1]);
    if (status == GRN_OK)
        status = grn_garner_scatter_spec(op, check->diag, &spec);
    if (status == GRN_OK)
        status = region_verify(op, check, &spec);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = result_agrees(op, check, i, op->nregions ? op->regions[0].first->args[i].type->element : NULL);
    return status == GRN_OK ? check_extents(op, check, &spec) : status;
}

/* It gives an element for each destination. */
static grn_status scatter_verify_regions(const grn_op *op, grn_check *check)
{
    const size_t n = grn_garner_operands_of(op).outputs;
    const grn_op *end = op->nregions ? grn_block_terminator(op->regions[0].first) : NULL;
    bool good = op->nregions == 0 || (end && end->noperands == n);
    for (size_t i = 0; good && op->nregions && i < n; i++)
        good = grn_operand_type(end, i) == op->regions[0].first->args[i].type;
    return good ? GRN_OK : grn_op_fail(op, check, "expected the region to give one element of each destination's type");
}

/* ---- running, of memrefs: of tensors as the spec says --------------------------------------- */

static grn_status all_alive(grn_exec *x, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = i < grn_garner_operands_of(op).inputs ? grn_may_read(x, op, i) : grn_may_write(x, op, i);
    return status;
}

/* What is read while `dest` is written: of one buffer with it, a copy, the caller's to release. */
static grn_status apart(grn_exec *x, size_t i, size_t dest, grn_rt *copy, grn_tensor *out)
{
    const grn_tensor *in = &x->operands[i].tensor;
    *out = *in;
    if (!x->operands[i].buffer || x->operands[i].buffer != x->operands[dest].buffer)
        return GRN_OK;
    grn_status status = x->calls->alloc(x, in->dtype, in->rank, in->shape, copy);
    if (status == GRN_OK) {
        grn_tensor_copy(&copy->tensor, in);
        *out = copy->tensor;
    }
    return status;
}

static grn_status gather_into(grn_exec *x, const grn_op *op, const grn_gather_spec *spec, grn_rt *copies)
{
    grn_tensor in[2];
    grn_op_diag placed;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        status = apart(x, i, 2, &copies[i], &in[i]);
    if (status == GRN_OK)
        status = check_gather(op, spec, &in[0], &in[1], "destination", &x->operands[2].tensor, x->diag);
    grn_op_diag_init(&placed, op, x->diag);
    return status == GRN_OK ? x->calls->gather(x, spec, &in[0], &in[1], &x->operands[2].tensor, &placed.diag) : status;
}

static grn_status gather_in_memory(grn_exec *x, const grn_op *op)
{
    grn_gather_spec spec;
    grn_rt copies[2] = {{.buffer = NULL}};
    grn_status status = all_alive(x, op);
    if (status == GRN_OK)
        status = grn_garner_gather_spec(op, x->operands[0].tensor.dtype, x->diag, &spec);
    if (status == GRN_OK)
        status = gather_into(x, op, &spec, copies);
    x->calls->release(x, &copies[0]);
    x->calls->release(x, &copies[1]);
    return status;
}

/* A region as the spec's combiner. */
typedef struct combiner {
    grn_exec *x;
    grn_compiled *compiled;
} combiner;

static grn_status combine(void *user, int64_t count, void *const *current, const void *const *update)
{
    combiner *c = user;
    const void *args[2] = {current[0], update[0]};
    return c->x->calls->run_compiled(c->x, c->compiled, (size_t)count, args, current);
}

static grn_status scatter_one(grn_exec *x, const grn_op *op, const grn_scatter_spec *spec, size_t i, grn_rt *copies)
{
    const grn_garner_operands n = grn_garner_operands_of(op);
    grn_tensor indices, updates;
    const grn_tensor *dest = &x->operands[n.inputs + i].tensor;
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, x->diag);
    grn_status status = apart(x, 0, n.inputs + i, &copies[0], &indices);
    if (status == GRN_OK)
        status = apart(x, 1 + i, n.inputs + i, &copies[1], &updates);
    if (status == GRN_OK)
        status = grn_scatter_check(spec, 1, dest, &indices, &updates, &placed.diag);
    return status == GRN_OK ? x->calls->scatter(x, spec, dest, &indices, &updates, &placed.diag) : status;
}

static grn_status scatter_each(grn_exec *x, const grn_op *op, const grn_scatter_spec *spec)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < grn_garner_operands_of(op).outputs; i++) {
        grn_rt copies[2] = {{.buffer = NULL}};
        status = scatter_one(x, op, spec, i, copies);
        x->calls->release(x, &copies[0]);
        x->calls->release(x, &copies[1]);
    }
    return status;
}

static grn_status scatter_in_memory(grn_exec *x, const grn_op *op)
{
    grn_scatter_spec spec;
    combiner c = {.x = x};
    grn_status status = all_alive(x, op);
    if (status == GRN_OK)
        status = grn_garner_scatter_spec(op, x->diag, &spec);
    if (status != GRN_OK || spec.combiner != GRN_COMBINE_REGION)
        return status == GRN_OK ? scatter_each(x, op, &spec) : status;
    status = x->calls->compile_region(x, &op->regions[0], &c.compiled);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, c.compiled, (uint64_t)grn_tensor_elements(&x->operands[1].tensor));
    spec.region = combine;
    spec.region_user = &c;
    if (status == GRN_OK)
        status = scatter_each(x, op, &spec);
    x->calls->free_compiled(x, c.compiled);
    return status;
}

/* ---- the spec -------------------------------------------------------------------------------- */

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, diag);
    *out = (grn_access){
        .kind = GRN_ACCESS_GATHER, .operand = 0, .ninputs = 1, .indices = operands[1], .indices_operand = 1};
    grn_status status = grn_garner_gather_spec(op, operands[0].dtype, diag, &out->gather);
    if (status == GRN_OK)
        status = grn_gather_shape(&out->gather, &operands[0], &out->indices, &placed.diag, &out->result_rank,
                                  out->result_shape);
    if (status == GRN_OK && grn_garner_operands_of(op).outputs)
        status = check_shape(op, diag, "destination", &operands[2], out->result_rank, out->result_shape);
    return status;
}

static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    const grn_garner_operands n = grn_garner_operands_of(op);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = n.inputs,
                        .ninputs = n.outputs,
                        .updates = 1,
                        .indices = operands[0],
                        .indices_operand = 0};
    return grn_garner_scatter_spec(op, diag, &out->scatter);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define IS_KEYWORD(name)                                                             \
    static bool is_##name(const grn_attr *a)                                         \
    {                                                                                \
        return a->kind == GRN_ATTR_ENUM && a->enumeration.def == &grn_garner_##name; \
    }                                                                                \
    static const grn_attr_class name##_class = {"#garner." #name "<..>", is_##name};
IS_KEYWORD(bounds)
IS_KEYWORD(grain)
IS_KEYWORD(batch_rule)
IS_KEYWORD(combiner)

static const grn_port operands[] = {GRN_PORT_ANY("inputs", grn_hlo_any_type), GRN_PORT_ANY("outputs", grn_hlo_any_type),
                                    GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port values[] = {GRN_PORT_ANY("values", grn_hlo_any_type), GRN_PORTS_END};

/* clang-format off */
#define KEYWORD(name, need) {#name, &name##_class, need, &grn_garner_##name, NULL}
#define NUMBERS                                                                                                           \
    GRN_MAY_HAVE("offset_dims", grn_attr_is_dims), GRN_MAY_HAVE("collapsed_slice_dims", grn_attr_is_dims),    \
    GRN_MAY_HAVE("operand_batching_dims", grn_attr_is_dims),                                                        \
    GRN_MAY_HAVE("start_indices_batching_dims", grn_attr_is_dims),                                                  \
    GRN_MAY_HAVE("start_index_map", grn_attr_is_dims), GRN_NEEDS("index_vector_dim", grn_attr_is_i64)
#define RULE                                                                                                              \
    GRN_MAY_HAVE("base", grn_attr_is_i64), GRN_MAY_HAVE("wrap_negative", grn_attr_is_unit),                   \
    KEYWORD(bounds, GRN_REQUIRED), KEYWORD(grain, GRN_OPTIONAL_ATTR), KEYWORD(batch_rule, GRN_OPTIONAL_ATTR),             \
    GRN_MAY_HAVE("indices_are_sorted", grn_attr_is_unit), GRN_MAY_HAVE("unique_indices", grn_attr_is_unit)
/* clang-format on */

const grn_op_def grn_garner_ops[] = {
    GRN_ROW(GRN_NAME(garner, gather), "a canonical gather with its index rule, on tensors or buffers",
            "garner/spec.h, grn_gather_spec", operands, results,
            GRN_ATTRS(NUMBERS, GRN_NEEDS("slice_sizes", grn_attr_is_dims), RULE, GRN_MAY_HAVE("fill", grn_attr_is_any),
                      GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)),
            .traits = GRN_TRAIT_PURE, .parse = grn_garner_parse, .print = grn_garner_print, .verify = gather_verify,
            .to_spec = gather_to_spec, .in_memory = gather_in_memory, .work = GRN_WORK_OWN),
    GRN_ROW(GRN_NAME(garner, scatter), "a canonical scatter with its index rule, on tensors or buffers",
            "garner/spec.h, grn_scatter_spec", operands, results,
            GRN_ATTRS(NUMBERS, RULE, KEYWORD(combiner, GRN_REQUIRED),
                      GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)),
            .nregions = -1, .traits = GRN_TRAIT_PURE | GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
            .parse = grn_garner_parse, .print = grn_garner_print, .verify = scatter_verify,
            .verify_regions = scatter_verify_regions, .to_spec = scatter_to_spec, .in_memory = scatter_in_memory,
            .work = GRN_WORK_OWN),
    GRN_ROW("garner.yield", "ends a combiner and gives the new elements", "garner/spec.h, grn_combine_fn", values,
            GRN_NO_PORTS, GRN_NO_ATTRS, .format = "%* {} :operands", .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
            .no_meaning = "ends a combiner: its operands are the new elements"),
    {.name = NULL},
};
