/*
 * scan.c - ONNX's Scan.
 *
 *   ON-35  as for If
 *   ON-36  the graph takes and gives what is carried, and takes a slice of each input
 *   ON-37  num_scan_inputs is in [1, operands]; axes and directions are one for each input or
 *          output, an axis of an input in range; inputs have as many slices as one another
 */
#include "dialects/onnx/control.h"

#include <inttypes.h>

static size_t scan_inputs(const grn_op *op) { return (size_t)grn_op_integer(op, "num_scan_inputs", 0); }
static size_t scan_states(const grn_op *op) { return op->noperands - scan_inputs(op); }
static size_t scan_outputs(const grn_op *op) { return op->nresults - scan_states(op); }

/* Number i of a list; 0 where it is left out. */
static int64_t listed(const grn_op *op, const char *name, size_t i)
{
    size_t count = 0;
    const int64_t *v = NULL;
    return grn_op_dims(op, name, &count, &v) && i < count ? v[i] : 0;
}

static grn_status check_list(const grn_op *op, grn_check *check, const char *name, size_t want)
{
    size_t count = 0;
    const int64_t *v = NULL;
    if (!grn_op_attr(op, name))
        return GRN_OK;
    if (!grn_op_dims(op, name, &count, &v) || count != want)
        return grn_tensor_broken(op, check, "ON-37", "%s has %zu entries, expected %zu", name, count, want);
    return GRN_OK;
}

static grn_status scan_check(const grn_op *op, grn_check *check)
{
    const int64_t inputs = grn_op_integer(op, "num_scan_inputs", 0);
    if (inputs < 1 || (uint64_t)inputs > op->noperands)
        return grn_tensor_broken(op, check, "ON-37", "num_scan_inputs is %" PRId64 ", expected 1 to %zu", inputs,
                                 op->noperands);
    if (op->nresults < scan_states(op))
        return grn_tensor_broken(op, check, "ON-36", "has %zu results, expected %zu or more: what it carries",
                                 op->nresults, scan_states(op));
    static const char *const lists[] = {"scan_input_axes", "scan_input_directions", "scan_output_axes",
                                        "scan_output_directions"};
    for (size_t i = 0; i < GRN_COUNT(lists); i++) {
        grn_status status = check_list(op, check, lists[i], i < 2 ? scan_inputs(op) : scan_outputs(op));
        if (status != GRN_OK)
            return status;
    }
    for (size_t i = 0; i < scan_inputs(op); i++) {
        const int64_t axis = listed(op, "scan_input_axes", i);
        const int32_t rank = grn_operand_type(op, scan_states(op) + i)->rank;
        if (axis < -rank || axis >= rank)
            return grn_tensor_broken(
                op, check, "ON-37", "scan_input_axes[%zu] is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                i, axis, -rank, rank - 1);
    }
    return grn_onnx_check_body(op, check, op->noperands, op->nresults);
}

static int64_t extent_along(const int64_t *shape, int32_t rank, int64_t axis)
{
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank ? shape[axis] : 0;
}

static grn_status scan_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = scan_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const size_t n = scan_states(op);
    const grn_op *end = grn_onnx_graph_end(grn_onnx_body_of(op));
    const grn_type *first = grn_operand_type(op, n);
    const int64_t count = extent_along(first->shape, first->rank, listed(op, "scan_input_axes", 0));
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *given = grn_operand_type(end, i);
        int64_t axis = i < n ? 0 : listed(op, "scan_output_axes", i - n);
        axis += axis < 0 && grn_type_is_tensor(given) ? given->rank + 1 : 0;
        out->types[i] = i < n ? grn_onnx_common_type(check->scratch, grn_operand_type(op, i), given)
                              : grn_onnx_stacked_type(check->scratch, given, axis, count);
        if (!out->types[i])
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

/* Slice k of input i, without the dimension that is scanned. */
static grn_status take_slice(grn_exec *x, const grn_op *op, size_t i, int64_t k, grn_rt *out)
{
    const size_t n = scan_states(op);
    const grn_rt *in = &x->operands[n + i];
    grn_tensor view = in->tensor;
    int64_t axis = listed(op, "scan_input_axes", i);
    axis += axis < 0 ? view.rank : 0;
    const int64_t extent = view.shape[axis], at = listed(op, "scan_input_directions", i) ? extent - 1 - k : k;
    view.data = grn_tensor_at(&view, at * view.stride[axis]);
    for (int32_t d = (int32_t)axis; d + 1 < view.rank; d++) {
        view.shape[d] = view.shape[d + 1];
        view.stride[d] = view.stride[d + 1];
    }
    view.rank--;
    return x->calls->share(x, in, &view, out);
}

static grn_status scan_turns(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given, grn_onnx_collection *c)
{
    const size_t n = scan_states(op), inputs = scan_inputs(op);
    grn_status status = GRN_OK;
    const grn_tensor *first = &x->operands[n].tensor;
    const int64_t count = extent_along(first->shape, first->rank, listed(op, "scan_input_axes", 0));
    for (size_t i = 0; i < inputs; i++) {
        const grn_tensor *t = &x->operands[n + i].tensor;
        const int64_t has = extent_along(t->shape, t->rank, listed(op, "scan_input_axes", i));
        if (has != count)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "scan input #%zu has %" PRId64 " slices, expected %" PRId64 ", as the first has", i,
                                 has, count);
    }
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &values[i]);
    for (int64_t k = 0; status == GRN_OK && k < count; k++) {
        for (size_t i = 0; status == GRN_OK && i < inputs; i++)
            status = take_slice(x, op, i, k, &values[n + i]);
        if (status == GRN_OK)
            status = x->calls->charge(x, 1 + op->noperands);
        if (status == GRN_OK)
            status = x->calls->run_region(x, grn_onnx_body_of(op), op->noperands, values, op->nresults, given);
        for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
            if (i < n) {
                values[i] = given[i];
                given[i] = (grn_rt){0};
            } else
                status = grn_onnx_collect(x, op, &c[i - n], &given[i]);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (i < n) {
            x->results[i] = values[i];
            values[i] = (grn_rt){0};
        } else
            status = grn_onnx_stack(x, op, &c[i - n], grn_operand_type(grn_onnx_graph_end(grn_onnx_body_of(op)), i),
                                    listed(op, "scan_output_axes", i - n),
                                    listed(op, "scan_output_directions", i - n) != 0, &x->results[i]);
    return status;
}

static grn_status scan_eval(grn_exec *x, const grn_op *op)
{
    grn_rt *values = grn_onnx_new_values(x, op, op->noperands), *given = grn_onnx_new_values(x, op, op->nresults);
    grn_onnx_collection *c = grn_onnx_begin_collections(x, op, scan_outputs(op));
    grn_status status = values && given && c ? scan_turns(x, op, values, given, c) : GRN_E_MEMORY;
    grn_onnx_free_values(x, op->noperands, values);
    grn_onnx_free_values(x, op->nresults, given);
    grn_onnx_end_collections(x, scan_outputs(op), c);
    return status;
}

static const grn_port outputs[] = {GRN_PORT_ANY("outputs", grn_hlo_any_type), GRN_PORTS_END};
#define LIST(name) GRN_MAY_HAVE(name, grn_attr_is_array)

const grn_op_def grn_onnx_scan_ops[] = {
    GRN_ROW("onnx.Scan", "runs a graph on one slice of its inputs after another",
            "ONNX operators, Scan, ON-35, ON-36, ON-37",
            GRN_PORTS(GRN_PORT_ANY("initial_state_and_scan_inputs", grn_is_ranked_tensor)), outputs,
            GRN_ATTRS(GRN_NEEDS("num_scan_inputs", grn_onnx_is_si64), LIST("scan_input_axes"),
                      LIST("scan_input_directions"), LIST("scan_output_axes"), LIST("scan_output_directions"),
                      GRN_MAY_HAVE("onnx.graphs", grn_attr_is_array)),
            .nregions = 1, .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = scan_check,
            .infer = scan_infer, .eval = scan_eval),
    {.name = NULL},
};
