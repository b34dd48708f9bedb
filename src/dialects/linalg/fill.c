/* fill.c - linalg.fill and linalg.copy, on tensors and on memrefs (MLIR linalg dialect, the
 * sections of those names). */
#include <inttypes.h>

#include "dialects/linalg/linalg.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status verify(const grn_op *op, const grn_check *check, bool copies)
{
    size_t inputs, outputs;
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_linalg_segments(op, check, &inputs, &outputs);
    if (status == GRN_OK && (inputs != 1 || outputs != 1))
        return grn_op_fail(op, check, "expected 1 input and 1 output, got %zu and %zu", inputs, outputs);
    if (status == GRN_OK)
        status = grn_linalg_check_results(op, check, inputs);
    if (status != GRN_OK)
        return status;
    const grn_type *in = grn_operand_type(op, 0), *out = grn_operand_type(op, 1);
    if (grn_linalg_element(in) != out->element)
        return grn_op_fail(op, check, "input has elements of type '%s', output has '%s': garner casts neither",
                           grn_type_text(grn_linalg_element(in), a, sizeof a),
                           grn_type_text(out->element, b, sizeof b));
    if (!copies)
        return grn_type_is_shaped(in) && in->rank ? grn_op_fail(op, check,
                                                                "expected operand rank (%" PRId32 ") to match the "
                                                                "result rank of indexing_map #0 (0)",
                                                                in->rank)
                                                  : GRN_OK;
    if (!grn_type_is_shaped(in) || in->rank != out->rank)
        return grn_op_fail(
            op, check, "expected operand rank (%" PRId32 ") to match the result rank of indexing_map #0 (%" PRId32 ")",
            grn_type_is_shaped(in) ? in->rank : 0, out->rank);
    for (int32_t d = 0; d < in->rank; d++)
        if (in->shape[d] != out->shape[d] && in->shape[d] != GRN_DYNAMIC && out->shape[d] != GRN_DYNAMIC)
            return grn_op_fail(op, check,
                               "inferred input/output operand #1 has shape's dimension #%" PRId32 " to be %" PRId64
                               ", but found %" PRId64,
                               d, in->shape[d], out->shape[d]);
    return GRN_OK;
}

static grn_status fill_verify(const grn_op *op, grn_check *check) { return verify(op, check, false); }
static grn_status copy_verify(const grn_op *op, grn_check *check) { return verify(op, check, true); }

/* ---- running --------------------------------------------------------------------------------- */

static grn_status fill_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor out, all;
    grn_status status = grn_linalg_output(x, op, 0, 1, &out);
    if (status != GRN_OK)
        return status;
    grn_view_broadcast(&x->operands[0].tensor, out.rank, out.shape, NULL, &all);
    grn_tensor_copy(&out, &all);
    return GRN_OK;
}

/* Within one buffer all is read before anything is written. */
static grn_status copy_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_rt between = {.buffer = NULL};
    grn_tensor out;
    grn_status status = grn_linalg_output(x, op, 0, 1, &out);
    for (int32_t d = 0; status == GRN_OK && d < out.rank; d++)
        if (in->shape[d] != out.shape[d])
            status =
                grn_exec_fail(x, op, GRN_E_SHAPE,
                              "the input has %" PRId64 " elements along dimension %" PRId32 ", the output %" PRId64,
                              in->shape[d], d, out.shape[d]);
    bool meets = op->nresults == 0 && x->operands[0].buffer == x->operands[1].buffer;
    if (status == GRN_OK && meets)
        status = x->calls->alloc(x, in->dtype, in->rank, in->shape, &between);
    if (status == GRN_OK && meets)
        grn_tensor_copy(&between.tensor, in);
    if (status == GRN_OK)
        grn_tensor_copy(&out, meets ? &between.tensor : in);
    x->calls->release(x, &between);
    return status;
}

/* ---- text ------------------------------------------------------------------------------------ */

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    size_t counts[2] = {0, 0};
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_uses_group(p, "ins", uses, &counts[0]);
    if (status == GRN_OK)
        status = grn_uses_group(p, "outs", uses, &counts[1]);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && (counts[0] != 1 || counts[1] != 1))
        return grn_parser_fail(p, place, "expected 1 input and 1 output, got %zu and %zu", counts[0], counts[1]);
    if (status == GRN_OK)
        status = grn_linalg_read_results(p, op, uses);
    if (status == GRN_OK)
        status = grn_set_segments(p, op, 2, counts);
    return status == GRN_OK ? grn_linalg_add_region(p, op, uses->type.items) : status;
}

static grn_status parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_with); }

/* ---- rows ------------------------------------------------------------------------------------ */

#define ROW(op, does)                                                                                                 \
    GRN_MLIR_LISTED(linalg, op, does,                                                                                 \
                    GRN_PORTS(GRN_PORT_ANY("inputs", grn_hlo_any_type), GRN_PORT_ANY("outputs", grn_hlo_any_type)),   \
                    GRN_PORTS(GRN_PORT_ANY("results", grn_is_ranked_tensor)), GRN_ATTRS(GRN_SEGMENTS), .nregions = 1, \
                    .parse = parse,                                                                                   \
                    .assembly = "{} ins ( %inputs : !inputs ) outs ( %outputs : !outputs ) "                          \
                                "[? -> !results ?]",                                                                  \
                    .verify = op##_verify, .verify_regions = grn_linalg_yields_input, .eval = op##_eval)
const grn_op_def grn_linalg_fill_ops[] = {
    ROW(fill, "sets every element to one value"),
    ROW(copy, "copies elements"),
    {.name = NULL},
};
