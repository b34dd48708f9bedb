/*
 * gather.c - ttnn.gather and ttnn.scatter, by TTNN's own rules (rules/ttnn.h).
 *
 *   gather   input, index [, output]          dim, sparse_grad, memory_config, sub_core_grids
 *   scatter  input, index, source [, output]  dim, scatter_reduce_type, memory_config, sub_core_grids
 *
 * `output`, TTNN's preallocated tensor, gives its place only: the result is a value of its own.
 */
#include <inttypes.h>

#include "dialects/common/rule_report.h"
#include "dialects/ttnn/ttnn.h"

/* ---- asking the rules ------------------------------------------------------------------------ */

static bool is_scatter(const grn_op *op) { return op->def == &grn_ttnn_gather_ops[1]; }

static grn_status check_call(const grn_op *op, const grn_op_report *to, const grn_shaped *operands,
                             grn_ttnn_answer *out)
{
    const bool scatters = is_scatter(op);
    const size_t output = scatters ? 3 : 2;
    grn_tile_arguments arguments;
    grn_ttnn_question q = {.is_scatter = scatters,
                           .has_output = op->noperands > output,
                           .input = operands[0],
                           .index = operands[1],
                           .dim = grn_op_integer(op, "dim", 0)};
    grn_ttnn_arguments_of(op, &arguments);
    grn_ttnn_options options = grn_ttnn_with_defaults(&arguments.options);
    grn_combiner ordered;
    const bool is_ordered = scatters && grn_ttnn_is_ordered(op, &ordered);
    if (is_ordered)
        options.reduce = NULL;
    q.options = &options;
    if (scatters)
        q.source = operands[2];
    if (q.has_output)
        q.output = operands[output];
    grn_status status = grn_ttnn_check(&to->report, &q, out);
    if (is_ordered)
        out->combiner = ordered;
    return status;
}

static grn_status elements_known(const grn_op *op, const grn_check *check)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *element = grn_operand_type(op, i)->element;
        if (element->dtype == GRN_NO_DTYPE)
            return grn_op_fail(op, check, "operand #%zu has elements of type '%s', which TTNN does not have", i,
                               grn_type_text(element, text, sizeof text));
    }
    return GRN_OK;
}

/* TT-1 to TT-3, TT-13, TT-14, TT-17 */
static grn_status call_verify(const grn_op *op, grn_check *check)
{
    grn_op_report to;
    grn_shaped operands[4];
    grn_ttnn_answer answer;
    grn_status status = elements_known(op, check);
    if (status != GRN_OK)
        return status;
    grn_check_report_init(&to, op->def->name, op, check);
    grn_shaped_operand_types(op, GRN_COUNT(operands), operands);
    return check_call(op, &to, operands, &answer);
}

/* The same of a run, as what types left open may be wrong. */
static grn_status check_run(const grn_op *op, const grn_tensor *tensors, const grn_diag *diag, grn_ttnn_answer *out)
{
    grn_op_report to;
    grn_shaped operands[4];
    grn_run_report_init(&to, op->def->name, op, diag);
    grn_shaped_operands(op, tensors, GRN_COUNT(operands), operands);
    return check_call(op, &to, operands, out);
}

/* ---- results --------------------------------------------------------------------------------- */

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

/* ---- meaning --------------------------------------------------------------------------------- */

/* TT-4: rank 0 counts as [1]. A canonical gather without dimensions has no index: the index is
 * checked here. */
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
    grn_ttnn_answer answer;
    grn_status status = check_run(op, operands, diag, &answer);
    if (status != GRN_OK)
        return status;
    if (operands[0].rank == 0)
        return scalar_gather(op, operands, diag, out);
    /* TT-10: the hardware does not check values; here one out of range is an error. */
    grn_index_form f = {
        .kind = GRN_FORM_ELEMENTS, .axis = answer.dim, .full = 0, .indices = 1, .rule = {.bounds = GRN_BOUNDS_ERROR}};
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
    const grn_shaped input = grn_shaped_of(&operands[0]);
    grn_ttnn_answer answer;
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = 0,
                        .ninputs = 1,
                        .updates = 2,
                        .indices = operands[1],
                        .indices_operand = 1,
                        .cut_updates = true};
    grn_status status = check_run(op, operands, diag, &answer);
    if (status != GRN_OK)
        return status;
    grn_ttnn_scatter_meaning(&input, answer.dim, answer.combiner, &out->scatter);
    memcpy(out->update_shape, operands[1].shape, (size_t)operands[1].rank * sizeof *out->update_shape);
    if (operands[0].rank == 0)
        status = scalar_scatter(op, operands, diag, out);
    /* TT-16; the larger and the smaller of two are one of them, which is not rounded. */
    if (operands[0].dtype == GRN_BF16 && (answer.combiner == GRN_COMBINE_ADD || answer.combiner == GRN_COMBINE_MUL))
        out->accumulate = GRN_F32;
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* clang-format off */
#define TENSOR(name) GRN_PORT(name, grn_is_ranked_tensor)
#define OUTPUT GRN_PORT_MAYBE("output", grn_is_ranked_tensor)
static const grn_port results[] = {TENSOR("result"), GRN_PORTS_END};
#define CALL_ATTRS                                                                                                       \
    GRN_NEEDS("dim", grn_ttnn_is_dim), GRN_MAY_HAVE("memory_config", grn_ttnn_is_memory_config),                \
        GRN_MAY_HAVE("sub_core_grids", grn_ttnn_is_cores)
/* clang-format on */

/* is_scatter distinguishes the two by their place. */
const grn_op_def grn_ttnn_gather_ops[] = {
    GRN_ROW("ttnn.gather", "takes one element per index along dim", "TTNN, gather, TT-1 to TT-17",
            GRN_PORTS(TENSOR("input"), TENSOR("index"), OUTPUT), results,
            GRN_ATTRS(CALL_ATTRS, GRN_MAY_HAVE("sparse_grad", grn_attr_is_bool)), .traits = GRN_TRAIT_PURE,
            .verify = call_verify, .infer = gather_infer, .to_spec = gather_to_spec),
    GRN_ROW("ttnn.scatter", "writes one element per index along dim", "TTNN, scatter, TT-13 to TT-16",
            GRN_PORTS(TENSOR("input"), TENSOR("index"), TENSOR("source"), OUTPUT), results,
            GRN_ATTRS(CALL_ATTRS, {"scatter_reduce_type", &grn_ttnn_is_reduce_type, GRN_OPTIONAL_ATTR,
                                   &grn_ttnn_reduce_type, NULL}),
            .traits = GRN_TRAIT_PURE, .verify = call_verify, .infer = scatter_infer, .to_spec = scatter_to_spec),
    {.name = NULL},
};
