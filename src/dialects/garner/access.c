/*
 * access.c - garner.gather and garner.scatter: a canonical spec with a
 * destination. On tensors the result is the destination with the elements
 * written; on memrefs the destination itself is written to.
 */
#include "dialects/garner/garner.h"

/* Operands: (operand, indices | destination), and (indices, updates... | destinations...). */
typedef struct parts {
    size_t inputs, outputs;
} parts;

static parts parts_of(const grn_op *op)
{
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    return (parts){(size_t)sizes->dims[0], (size_t)sizes->dims[1]};
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status check_operands(const grn_op *op, const grn_check *check)
{
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status != GRN_OK)
        return status;
    const grn_type_kind kind = sizes[1] > 0 ? grn_operand_type(op, (size_t)sizes[0])->kind : GRN_TYPE_NONE;
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->kind != kind)
            return grn_op_fail(op, check, "expected tensors throughout, or memrefs throughout");
    if (op->nresults != (kind == GRN_TYPE_TENSOR ? (size_t)sizes[1] : 0))
        return grn_op_fail(op, check, "expected a result for each destination that is a tensor, and no other");
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_result_type(op, i) != grn_operand_type(op, (size_t)sizes[0] + i))
            return grn_op_fail(op, check, "expected result #%zu to have its destination's type", i);
    return GRN_OK;
}

/* Extents that are known, for the checks of the spec; false: some are not. */
static bool as_tensor(const grn_type *type, grn_tensor *out)
{
    return grn_type_dynamic_extents(type) == 0 && type->element->dtype != GRN_NO_DTYPE &&
           grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) == GRN_OK;
}

static grn_status check_dest(const grn_op *op, const grn_diag *diag, const grn_tensor *dest, int32_t rank,
                             const int64_t *shape)
{
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    bool same = dest->rank == rank;
    for (int32_t d = 0; same && d < rank; d++)
        same = dest->shape[d] == shape[d];
    if (same)
        return GRN_OK;
    return grn_fail(diag, op->place, GRN_E_SHAPE, "'%s' op the destination has shape %s, what is gathered has %s",
                    op->def->name, grn_hlo_shape_text(dest->rank, dest->shape, have, sizeof have),
                    grn_hlo_shape_text(rank, shape, want, sizeof want));
}

static grn_status elements_agree(const grn_op *op, const grn_check *check, size_t i, size_t dest)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_type *a = grn_operand_type(op, i)->element, *b = grn_operand_type(op, dest)->element;
    if (a == b)
        return GRN_OK;
    return grn_op_fail(op, check, "operand #%zu has elements of '%s', its destination has '%s'", i,
                       grn_type_text(a, have, sizeof have), grn_type_text(b, want, sizeof want));
}

static grn_status check_gather(const grn_op *op, const grn_gather_spec *spec, const grn_tensor *operand,
                               const grn_tensor *indices, const grn_tensor *dest, const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank;
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, diag);
    grn_status status = grn_gather_shape(spec, operand, indices, &placed.diag, &rank, shape);
    return status == GRN_OK ? check_dest(op, diag, dest, rank, shape) : status;
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    grn_gather_spec spec;
    grn_tensor t[3];
    grn_status status = check_operands(op, check);
    if (status != GRN_OK)
        return status;
    if (parts_of(op).inputs != 2 || parts_of(op).outputs != 1)
        return grn_op_fail(op, check, "expected 2 inputs, the operand and the indices, and 1 output");
    status = elements_agree(op, check, 0, 2);
    if (status == GRN_OK)
        status = grn_garner_gather_spec(op, grn_operand_type(op, 0)->element->dtype, check->diag, &spec);
    for (size_t i = 0; status == GRN_OK && i < 3; i++)
        if (!as_tensor(grn_operand_type(op, i), &t[i]))
            return GRN_OK;
    return status == GRN_OK ? check_gather(op, &spec, &t[0], &t[1], &t[2], check->diag) : status;
}

static grn_status region_verify(const grn_op *op, const grn_check *check, const grn_scatter_spec *spec)
{
    const grn_type *dest = grn_operand_type(op, parts_of(op).inputs);
    bool wanted = spec->combiner == GRN_COMBINE_REGION;
    if (op->nregions != (wanted ? 1 : 0))
        return grn_op_fail(
            op, check, wanted ? "expected a region, which the combiner is" : "expected no region beside a combiner");
    if (!wanted)
        return GRN_OK;
    const grn_block *block = op->regions[0].first;
    bool good = parts_of(op).outputs == 1 && block && !block->next && block->nargs == 2;
    for (size_t i = 0; good && i < 2; i++)
        good = grn_type_is_tensor(block->args[i].type) && block->args[i].type->rank == 0 &&
               block->args[i].type->element == dest->element;
    return good ? GRN_OK
                : grn_op_fail(op, check,
                              "expected one destination and a region of one block that takes the element there and the "
                              "update, both as tensors of rank 0");
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_scatter_spec spec;
    grn_op_diag placed;
    grn_tensor indices, updates, dest;
    grn_status status = check_operands(op, check);
    if (status != GRN_OK)
        return status;
    const parts n = parts_of(op);
    if (n.outputs < 1 || n.inputs != 1 + n.outputs)
        return grn_op_fail(op, check, "expected the indices and as many updates as destinations, at least one");
    status = grn_garner_scatter_spec(op, check->diag, &spec);
    if (status == GRN_OK)
        status = region_verify(op, check, &spec);
    /* as far as extents go */
    spec.combiner = spec.combiner == GRN_COMBINE_REGION ? GRN_COMBINE_REPLACE : spec.combiner;
    grn_op_diag_init(&placed, op, check->diag);
    for (size_t i = 0; status == GRN_OK && i < n.outputs; i++) {
        status = elements_agree(op, check, 1 + i, n.inputs + i);
        if (status == GRN_OK && as_tensor(grn_operand_type(op, 0), &indices) &&
            as_tensor(grn_operand_type(op, 1 + i), &updates) && as_tensor(grn_operand_type(op, n.inputs + i), &dest))
            status = grn_scatter_check(&spec, 1, &dest, &indices, &updates, &placed.diag);
    }
    return status;
}

static grn_status scatter_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_op *end = op->nregions ? grn_block_terminator(op->regions[0].first) : NULL;
    if (op->nregions == 0 ||
        (end && end->noperands == 1 && grn_operand_type(end, 0) == op->regions[0].first->args[0].type))
        return GRN_OK;
    return grn_op_fail(op, check, "expected the region to give one element of the destination's type");
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status all_alive(grn_exec *x, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = i < parts_of(op).inputs ? grn_may_read(x, op, i) : grn_may_write(x, op, i);
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

/* The destination: a memref itself, or result i with the operand's elements. */
static grn_status destination(grn_exec *x, const grn_op *op, size_t operand, size_t i, grn_tensor *out)
{
    grn_status status = GRN_OK;
    if (op->nresults)
        status = grn_own_operand(x, op, operand, i);
    *out = op->nresults ? x->results[i].tensor : x->operands[operand].tensor;
    return status;
}

static grn_status gather_into(grn_exec *x, const grn_op *op, const grn_gather_spec *spec, grn_rt *copies)
{
    grn_tensor in[2], dest;
    grn_op_diag placed;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        status = apart(x, i, 2, &copies[i], &in[i]);
    if (status == GRN_OK)
        status = check_gather(op, spec, &in[0], &in[1], &x->operands[2].tensor, x->diag);
    if (status == GRN_OK)
        status = destination(x, op, 2, 0, &dest);
    grn_op_diag_init(&placed, op, x->diag);
    return status == GRN_OK ? x->calls->gather(x, spec, &in[0], &in[1], &dest, &placed.diag) : status;
}

static grn_status gather_eval(grn_exec *x, const grn_op *op)
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
    const parts n = parts_of(op);
    grn_tensor indices, updates, dest;
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, x->diag);
    grn_status status = apart(x, 0, n.inputs + i, &copies[0], &indices);
    if (status == GRN_OK)
        status = apart(x, 1 + i, n.inputs + i, &copies[1], &updates);
    if (status == GRN_OK)
        status = grn_scatter_check(spec, 1, &x->operands[n.inputs + i].tensor, &indices, &updates, &placed.diag);
    if (status == GRN_OK)
        status = destination(x, op, n.inputs + i, i, &dest);
    return status == GRN_OK ? x->calls->scatter(x, spec, &dest, &indices, &updates, &placed.diag) : status;
}

static grn_status scatter_each(grn_exec *x, const grn_op *op, const grn_scatter_spec *spec)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < parts_of(op).outputs; i++) {
        grn_rt copies[2] = {{.buffer = NULL}};
        status = scatter_one(x, op, spec, i, copies);
        x->calls->release(x, &copies[0]);
        x->calls->release(x, &copies[1]);
    }
    return status;
}

static grn_status scatter_eval(grn_exec *x, const grn_op *op)
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

/* ---- without a run --------------------------------------------------------------------------- */

static grn_status gather_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, diag);
    *out = (grn_access){
        .kind = GRN_ACCESS_GATHER, .operand = 0, .ninputs = 1, .indices = operands[1], .indices_operand = 1};
    grn_status status = grn_garner_gather_spec(op, operands[0].dtype, diag, &out->gather);
    return status == GRN_OK ? grn_gather_shape(&out->gather, &operands[0], &out->indices, &placed.diag,
                                               &out->result_rank, out->result_shape)
                            : status;
}

/* Each destination is written by itself: the first of them. */
static grn_status scatter_as_access(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = parts_of(op).inputs,
                        .ninputs = 1,
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

static const grn_port operands[] = {
    {"inputs", &grn_hlo_any_type, GRN_VARIADIC}, {"outputs", &grn_hlo_any_type, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_port results[] = {{"results", &grn_is_ranked_tensor, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_port value[] = {{"value", &grn_hlo_any_type, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port none[] = {GRN_HLO_PORTS_END};

/* clang-format off */
#define KEYWORD(name, need) {#name, &name##_class, need, &grn_garner_##name, NULL}
#define NUMBERS                                                                                                           \
    GRN_HLO_ATTR_MAYBE("offset_dims", grn_attr_is_dims), GRN_HLO_ATTR_MAYBE("collapsed_slice_dims", grn_attr_is_dims),    \
    GRN_HLO_ATTR_MAYBE("operand_batching_dims", grn_attr_is_dims),                                                        \
    GRN_HLO_ATTR_MAYBE("start_indices_batching_dims", grn_attr_is_dims),                                                  \
    GRN_HLO_ATTR_MAYBE("start_index_map", grn_attr_is_dims), GRN_HLO_ATTR("index_vector_dim", grn_attr_is_i64)
#define RULE                                                                                                              \
    GRN_HLO_ATTR_MAYBE("base", grn_attr_is_i64), GRN_HLO_ATTR_MAYBE("wrap_negative", grn_attr_is_unit),                   \
    KEYWORD(bounds, GRN_REQUIRED), KEYWORD(grain, GRN_OPTIONAL_ATTR), KEYWORD(batch_rule, GRN_OPTIONAL_ATTR),             \
    GRN_HLO_ATTR_MAYBE("indices_are_sorted", grn_attr_is_unit), GRN_HLO_ATTR_MAYBE("unique_indices", grn_attr_is_unit)
static const grn_attr_def gather_attrs[] = {
    NUMBERS, GRN_HLO_ATTR("slice_sizes", grn_attr_is_dims), RULE, GRN_HLO_ATTR_MAYBE("fill", grn_attr_is_any),
    GRN_HLO_ATTR("operandSegmentSizes", grn_is_segment_sizes), GRN_HLO_ATTRS_END};
static const grn_attr_def scatter_attrs[] = {
    NUMBERS, RULE, KEYWORD(combiner, GRN_REQUIRED), GRN_HLO_ATTR("operandSegmentSizes", grn_is_segment_sizes), GRN_HLO_ATTRS_END};
/* clang-format on */

const grn_op_def grn_garner_ops[] = {
    {.name = "garner.gather",
     .summary = "a canonical gather with its index rule, on tensors or buffers",
     .source = "garner/spec.h, grn_gather_spec",
     .operands = operands,
     .results = results,
     .attrs = gather_attrs,
     .parse = grn_garner_parse,
     .print = grn_garner_print,
     .verify = gather_verify,
     .eval = gather_eval,
     .as_access = gather_as_access,
     .work = GRN_WORK_OWN},
    {.name = "garner.scatter",
     .summary = "a canonical scatter with its index rule, on tensors or buffers",
     .source = "garner/spec.h, grn_scatter_spec",
     .operands = operands,
     .results = results,
     .attrs = scatter_attrs,
     .nregions = -1,
     .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
     .parse = grn_garner_parse,
     .print = grn_garner_print,
     .verify = scatter_verify,
     .verify_regions = scatter_verify_regions,
     .eval = scatter_eval,
     .as_access = scatter_as_access,
     .work = GRN_WORK_OWN},
    {.name = "garner.yield",
     .summary = "ends a combiner and gives the new element",
     .source = "garner/spec.h, grn_combine_fn",
     .format = "%* {} :operands",
     .operands = value,
     .results = none,
     .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
     .no_meaning = "ends a combiner: its operand is the new element"},
    {.name = NULL},
};
