/*
 * gather.c - ttnn.gather and ttnn.scatter, checked by TTNN's own rules:
 * the checks of garner/ttnn.h's calls, reported at the op.
 *
 *   gather   input, index [, output]          dim, sparse_grad, memory_config, sub_core_grids
 *   scatter  input, index, source [, output]  dim, scatter_reduce_type, memory_config, sub_core_grids
 *
 * `output`, TTNN's preallocated tensor, gives its place only: the result is a value of its own. The rules are TT-1 to
 * TT-4 and TT-13 to TT-17; meaning is grn_ttnn_gather_spec's and grn_ttnn_scatter_spec's.
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/ttnn/ttnn.h"

/* ---- the call an op makes -------------------------------------------------------------------------------------------- */

/* Tensors of an op; output.dtype is GRN_NO_DTYPE when there is none. */
typedef struct call_tensors {
    grn_tensor input, index, source, output;
} call_tensors;

static bool is_scatter(const grn_op *op) { return op->def == &grn_ttnn_gather_ops[1]; }
static size_t output_operand(const grn_op *op) { return is_scatter(op) ? 3 : 2; }

static grn_status check_call(const grn_op *op, const call_tensors *t, const grn_diag *diag)
{
    grn_tile_arguments arguments;
    grn_ttnn_account account;
    grn_op_diag placed;
    const int64_t dim = grn_op_integer(op, "dim", 0);
    grn_op_diag_init(&placed, op, diag);
    grn_ttnn_arguments_of(op, &arguments);
    if (t->output.dtype != GRN_NO_DTYPE)
        arguments.options.output = &t->output;
    if (is_scatter(op))
        return grn_ttnn_scatter_account(&t->input, dim, &t->index, &t->source, &arguments.options, &placed.diag, &account);
    return grn_ttnn_gather_account(&t->input, dim, &t->index, &arguments.options, &placed.diag, &account);
}

/* ---- rules on types ------------------------------------------------------------------------------------------------------ */

static grn_status tensor_of(const grn_op *op, const grn_check *check, size_t operand, uint64_t unknown, grn_tensor *out)
{
    const grn_type *type = grn_operand_type(op, operand);
    int64_t shape[GRN_MAX_RANK];
    char text[GRN_TYPE_TEXT_BYTES];
    if (type->element->dtype == GRN_NO_DTYPE)
        return grn_op_fail(op, check, "operand #%zu has elements of type '%s', which TTNN does not have", operand,
                           grn_type_text(type->element, text, sizeof text));
    for (int32_t d = 0; d < type->rank; d++)
        shape[d] = unknown >> d & 1 ? 1 : type->shape[d];
    if (grn_tensor_init(out, NULL, type->element->dtype, type->rank, shape) != GRN_OK)
        return grn_op_fail(op, check, "operand #%zu has more elements than can be counted", operand);
    return GRN_OK;
}

/* A dimension that one of the types leaves open is checked in the run alone: here it is 1 in all of them. */
static uint64_t unknown_dims(const grn_op *op)
{
    uint64_t unknown = 0;
    for (size_t i = 0; i < op->noperands; i++)
        for (int32_t d = 0; d < grn_operand_type(op, i)->rank; d++)
            if (grn_operand_type(op, i)->shape[d] == GRN_DYNAMIC)
                unknown |= (uint64_t)1 << d;
    return unknown;
}

/* The rule that a call broke, by what it answers. */
static const char *rule_of(const grn_op *op, grn_status answer)
{
    if (is_scatter(op))
        return "TT-13";
    if (answer == GRN_E_UNSUPPORTED)
        return grn_op_flag(op, "sparse_grad", false) ? "TT-17" : "TT-3";
    return answer == GRN_E_DTYPE ? "TT-2" : "TT-1";
}

/* TT-1 to TT-3, TT-13, TT-14, TT-17: what the call itself would answer. */
static grn_status call_verify(const grn_op *op, grn_check *check)
{
    call_tensors t = {0};
    grn_tensor *tensors[] = {&t.input, &t.index, is_scatter(op) ? &t.source : &t.output, &t.output};
    const uint64_t unknown = unknown_dims(op);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands && i < GRN_COUNT(tensors); i++)
        status = tensor_of(op, check, i, unknown, tensors[i]);
    grn_status answer = status == GRN_OK ? check_call(op, &t, check->diag) : GRN_OK;
    if (answer == GRN_OK)
        return status;
    grn_op_rule(op, check, rule_of(op, answer));
    return GRN_E_VERIFY;
}

/* TT-1: index's shape and input's dtype. */
static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *index = grn_operand_type(op, 1);
    return grn_hlo_infer_tensor(check, out, grn_operand_type(op, 0)->element, index->rank, index->shape);
}

static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *input = grn_operand_type(op, 0);
    return grn_hlo_infer_tensor(check, out, input->element, input->rank, input->shape);
}

/* ---- meaning --------------------------------------------------------------------------------------------------------------- */

/* What the types left open may be wrong. */
static grn_status check_tensors(const grn_op *op, const grn_tensor *operands, const grn_diag *diag)
{
    call_tensors t = {.input = operands[0], .index = operands[1]};
    if (unknown_dims(op) == 0)
        return GRN_OK;
    if (is_scatter(op))
        t.source = operands[2];
    if (op->noperands > output_operand(op))
        t.output = operands[output_operand(op)];
    return check_call(op, &t, diag);
}

/* TT-4: rank 0 counts as [1]. A canonical gather without dimensions has no index: the index is checked here. */
static grn_status read_only_index(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, int64_t *value)
{
    grn_status status = grn_spec_needs(op, operands, 1, diag);
    if (status == GRN_OK)
        *value = grn_index_load(operands[1].dtype, operands[1].data);
    return status;
}

/* No coordinates: the operand as it is. */
static void nothing_chosen(const grn_op *op, const grn_tensor *operands, grn_access *out)
{
    (void)op;
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .indices = operands[1], .indices_operand = 1};
    out->indices.rank = 1;
    out->indices.shape[0] = 0;
    out->indices.stride[0] = 1;
    out->gather.index.bounds = GRN_BOUNDS_ERROR;
}

static grn_status scalar_gather(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    int64_t value = 0;
    grn_status status = read_only_index(op, operands, diag, &value);
    if (status == GRN_OK && value != 0)
        return grn_fail(diag, op->place, GRN_E_INDEX,
                        "ttnn.gather: index is %" PRId64 ", dimension 0 of input has 1 elements", value);
    nothing_chosen(op, operands, out);
    return status;
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_status status = check_tensors(op, operands, diag);
    if (status != GRN_OK)
        return status;
    if (operands[0].rank == 0)
        return scalar_gather(op, operands, diag, out);
    /* TT-10: the hardware does not check values; here one out of range is an error. */
    grn_index_form f = {.kind = GRN_FORM_ELEMENTS, .axis = grn_form_axis(grn_op_integer(op, "dim", 0), operands[0].rank),
                        .full = 0, .indices = 1, .rule = {.bounds = GRN_BOUNDS_ERROR}};
    return grn_form_to_gather(&f, op, operands, diag, out);
}

/* TT-15: an index outside, negative ones included, changes nothing. */
static grn_status scalar_scatter(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    int64_t value = 0;
    grn_status status = read_only_index(op, operands, diag, &value);
    if (status != GRN_OK)
        return status;
    grn_combiner combiner = out->scatter.combiner;
    nothing_chosen(op, operands, out);
    if (value == 0) {
        out->kind = GRN_ACCESS_SCATTER;
        out->scatter = (grn_scatter_spec){.index = {.bounds = GRN_BOUNDS_SKIP}, .combiner = combiner};
        out->ninputs = 1;
        out->updates = 2;
    }
    return GRN_OK;
}

/* Source may be larger than index: the part that index covers is read. */
static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_tile_arguments arguments;
    grn_op_diag placed;
    grn_op_diag_init(&placed, op, diag);
    grn_ttnn_arguments_of(op, &arguments);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER, .operand = 0, .ninputs = 1, .updates = 2, .indices = operands[1],
                        .indices_operand = 1, .cut_updates = true};
    grn_status status = check_tensors(op, operands, diag);
    if (status == GRN_OK)
        status = grn_ttnn_scatter_spec(&operands[0], grn_op_integer(op, "dim", 0), arguments.options.reduce, &placed.diag,
                                       &out->scatter);
    if (status != GRN_OK)
        return status;
    memcpy(out->update_shape, operands[1].shape, (size_t)operands[1].rank * sizeof *out->update_shape);
    if (operands[0].rank == 0)
        status = scalar_scatter(op, operands, diag, out);
    /* TT-16 */
    if (operands[0].dtype == GRN_BF16 && arguments.options.reduce)
        out->accumulate = GRN_F32;
    return status;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------- */

#define TENSOR(name) {name, &grn_is_ranked_tensor, GRN_ONE}
#define OUTPUT {"output", &grn_is_ranked_tensor, GRN_OPTIONAL}
static const grn_port gather_operands[] = {TENSOR("input"), TENSOR("index"), OUTPUT, GRN_HLO_PORTS_END};
static const grn_port scatter_operands[] = {TENSOR("input"), TENSOR("index"), TENSOR("source"), OUTPUT, GRN_HLO_PORTS_END};
static const grn_port results[] = {TENSOR("result"), GRN_HLO_PORTS_END};
#define CALL_ATTRS                                                                                                       \
    GRN_HLO_ATTR("dim", grn_ttnn_is_dim), GRN_HLO_ATTR_MAYBE("memory_config", grn_ttnn_is_memory_config),                \
        GRN_HLO_ATTR_MAYBE("sub_core_grids", grn_ttnn_is_cores)
static const grn_attr_def gather_attrs[] = {CALL_ATTRS, GRN_HLO_ATTR_MAYBE("sparse_grad", grn_attr_is_bool),
                                            GRN_HLO_ATTRS_END};
static const grn_attr_def scatter_attrs[] = {
    CALL_ATTRS, {"scatter_reduce_type", &grn_ttnn_is_reduce_type, GRN_OPTIONAL_ATTR, &grn_ttnn_reduce_type, NULL},
    GRN_HLO_ATTRS_END};

/* check_call and its neighbours distinguish the two by their place. */
const grn_op_def grn_ttnn_gather_ops[] = {
    {.name = "ttnn.gather", .source = "TTNN, gather, TT-1 to TT-17", .operands = gather_operands,
     .results = results, .attrs = gather_attrs, .traits = GRN_TRAIT_PURE, .verify = call_verify, .infer = gather_infer,
     .to_spec = gather_to_spec},
    {.name = "ttnn.scatter", .source = "TTNN, scatter, TT-13 to TT-16", .operands = scatter_operands, .results = results,
     .attrs = scatter_attrs, .traits = GRN_TRAIT_PURE, .verify = call_verify, .infer = scatter_infer,
     .to_spec = scatter_to_spec},
    {.name = NULL},
};
