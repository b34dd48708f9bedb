/*
 * control.c - ONNX's If and Loop, and what ends a graph.
 *
 *   ON-35  each graph is there and ends in onnx.Yield; those of an If take nothing
 *   ON-36  a graph takes and gives as many values as its operator says: Loop a number and a
 *          condition beside what it carries
 *
 * Graphs see the values around them. What a Loop collects has a dimension of as many
 * extents as there were iterations.
 */
#include "dialects/onnx/control.h"

#include <inttypes.h>

/* ---- If -------------------------------------------------------------------------------------- */

static const grn_region *then_of(const grn_op *op) { return grn_onnx_graph_of(op, "then_branch", 0); }
static const grn_region *else_of(const grn_op *op) { return grn_onnx_graph_of(op, "else_branch", 1); }

static grn_status if_check(const grn_op *op, grn_check *check)
{
    grn_status status = grn_onnx_check_graph(op, check, then_of(op), "then_branch");
    if (status == GRN_OK)
        status = grn_onnx_check_graph(op, check, else_of(op), "else_branch");
    if (status != GRN_OK)
        return status;
    const size_t takes = then_of(op)->first->nargs + else_of(op)->first->nargs;
    if (takes)
        return grn_tensor_broken(op, check, "ON-35", "its graphs take %zu values, expected none", takes);
    for (size_t r = 0; r < 2; r++) {
        const size_t gives = grn_onnx_graph_end(r ? else_of(op) : then_of(op))->noperands;
        if (gives != op->nresults)
            return grn_tensor_broken(op, check, "ON-36", "graph %s gives %zu values, expected %zu",
                                     r ? "else_branch" : "then_branch", gives, op->nresults);
    }
    return GRN_OK;
}

static grn_status if_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = if_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const grn_op *then = grn_onnx_graph_end(then_of(op)), *otherwise = grn_onnx_graph_end(else_of(op));
    for (size_t i = 0; i < op->nresults; i++) {
        out->types[i] = grn_onnx_common_type(check->scratch, grn_operand_type(then, i), grn_operand_type(otherwise, i));
        if (!out->types[i]) /* of two ranks: whichever the operator says */
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

static grn_status if_eval(grn_exec *x, const grn_op *op)
{
    if (grn_tensor_elements(&x->operands[0].tensor) != 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the condition has %" PRId64 " elements, expected 1",
                             grn_tensor_elements(&x->operands[0].tensor));
    const bool yes = grn_hlo_integer_value(&x->operands[0].tensor) != 0;
    return x->calls->run_region(x, yes ? then_of(op) : else_of(op), 0, NULL, op->nresults, x->results);
}

/* ---- Loop ------------------------------------------------------------------------------------ */

/* Operands before what is carried: the number of iterations, the condition. */
enum { LOOP_COUNT, LOOP_CONDITION, LOOP_CARRIED };

static size_t loop_carries(const grn_op *op) { return op->noperands - LOOP_CARRIED; }

static grn_status loop_check(const grn_op *op, grn_check *check)
{
    if (op->noperands < LOOP_CARRIED || op->nresults < loop_carries(op))
        return grn_tensor_broken(op, check, "ON-36",
                                 "has %zu operands and %zu results, expected a number, a condition, and a result for "
                                 "each other operand",
                                 op->noperands, op->nresults);
    return grn_onnx_check_body(op, check, 2 + loop_carries(op), 1 + op->nresults);
}

static grn_status loop_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = loop_check(op, check);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    const grn_op *end = grn_onnx_graph_end(grn_onnx_body_of(op));
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *given = grn_operand_type(end, 1 + i);
        out->types[i] = i < loop_carries(op)
                            ? grn_onnx_common_type(check->scratch, grn_operand_type(op, LOOP_CARRIED + i), given)
                            : grn_onnx_stacked_type(check->scratch, given, 0, GRN_DYNAMIC);
        if (!out->types[i])
            out->types[i] = grn_result_type(op, i);
    }
    return GRN_OK;
}

static grn_status new_number(grn_exec *x, grn_dtype dtype, int32_t rank, int64_t v, grn_rt *out)
{
    static const int64_t ones[] = {1};
    grn_status status = x->calls->alloc(x, dtype, rank, ones, out);
    if (status == GRN_OK)
        grn_scalar_store(&(grn_scalar){.dtype = GRN_I64, .i = v}, dtype, out->tensor.data);
    return status;
}

/* The rank that the body says its argument has, of a number: 0, or 1 of one element. */
static int32_t number_rank(const grn_region *body, size_t arg)
{
    const grn_type *t = body->first->args[arg].type;
    return grn_type_is_tensor(t) && t->rank == 1 ? 1 : 0;
}

/* values: number, condition, what is carried; given: the condition, what is carried, slices. */
static grn_status loop_turn(grn_exec *x, const grn_op *op, int64_t number, bool *more, grn_rt *values, grn_rt *given,
                            grn_onnx_collection *c)
{
    const size_t n = loop_carries(op);
    const grn_region *body = grn_onnx_body_of(op);
    grn_status status = new_number(x, GRN_I64, number_rank(body, 0), number, &values[0]);
    if (status == GRN_OK)
        status = new_number(x, GRN_I1, number_rank(body, 1), *more, &values[1]);
    if (status == GRN_OK)
        status = x->calls->charge(x, 2 + n);
    if (status == GRN_OK)
        status = x->calls->run_region(x, body, 2 + n, values, 1 + op->nresults, given);
    if (status != GRN_OK)
        return status;
    if (grn_tensor_elements(&given[0].tensor) != 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the body gives a condition of %" PRId64 " elements, expected 1",
                             grn_tensor_elements(&given[0].tensor));
    *more = grn_hlo_integer_value(&given[0].tensor) != 0;
    x->calls->release(x, &given[0]);
    for (size_t i = 0; i < n; i++) {
        values[2 + i] = given[1 + i];
        given[1 + i] = (grn_rt){0};
    }
    for (size_t i = n; status == GRN_OK && i < op->nresults; i++)
        status = grn_onnx_collect(x, op, &c[i - n], &given[1 + i]);
    return status;
}

static grn_status loop_turns(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given, grn_onnx_collection *c)
{
    const bool counted = grn_onnx_given(op, LOOP_COUNT), asked = grn_onnx_given(op, LOOP_CONDITION);
    const size_t n = loop_carries(op);
    grn_status status = GRN_OK;
    for (size_t i = 0; i < 2; i++)
        if ((i ? asked : counted) && grn_tensor_elements(&x->operands[i].tensor) != 1)
            return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu has %" PRId64 " elements, expected 1", i,
                                 grn_tensor_elements(&x->operands[i].tensor));
    const int64_t most = counted ? grn_hlo_integer_value(&x->operands[LOOP_COUNT].tensor) : INT64_MAX;
    bool more = !asked || grn_hlo_integer_value(&x->operands[LOOP_CONDITION].tensor) != 0;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = x->calls->share(x, &x->operands[LOOP_CARRIED + i], NULL, &values[2 + i]);
    /* without a condition the body's own answer is not asked */
    for (int64_t k = 0; status == GRN_OK && k < most && more; k++) {
        status = loop_turn(x, op, k, &more, values, given, c);
        more = more || (!asked && counted);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (i < n) {
            x->results[i] = values[2 + i];
            values[2 + i] = (grn_rt){0};
        } else
            status = grn_onnx_stack(x, op, &c[i - n], grn_operand_type(grn_onnx_graph_end(grn_onnx_body_of(op)), 1 + i),
                                    0, false, &x->results[i]);
    return status;
}

static grn_status loop_eval(grn_exec *x, const grn_op *op)
{
    const size_t n = loop_carries(op), slices = op->nresults - n;
    grn_rt *values = grn_onnx_new_values(x, op, 2 + n), *given = grn_onnx_new_values(x, op, 1 + op->nresults);
    grn_onnx_collection *c = grn_onnx_begin_collections(x, op, slices);
    grn_status status = values && given && c ? loop_turns(x, op, values, given, c) : GRN_E_MEMORY;
    grn_onnx_free_values(x, 2 + n, values);
    grn_onnx_free_values(x, 1 + op->nresults, given);
    grn_onnx_end_collections(x, slices, c);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_condition(const grn_type *t) { return grn_type_is_tensor(t) && t->element->dtype == GRN_I1; }
static bool is_condition_or_none(const grn_type *t) { return t->kind == GRN_TYPE_NONE || is_condition(t); }
static bool is_count_or_none(const grn_type *t)
{
    return t->kind == GRN_TYPE_NONE || (grn_type_is_tensor(t) && t->element->dtype == GRN_I64);
}
static const grn_type_class condition = {"ranked tensor of 1-bit signless integer values", is_condition};
static const grn_type_class condition_or_none = {"ranked tensor of 1-bit signless integer values or none type",
                                                 is_condition_or_none};
static const grn_type_class count_or_none = {"ranked tensor of 64-bit signless integer values or none type",
                                             is_count_or_none};

static const grn_port outputs[] = {GRN_PORT_ANY("outputs", grn_hlo_any_type), GRN_PORTS_END};
#define GRAPHS GRN_MAY_HAVE("onnx.graphs", grn_attr_is_array)

const grn_op_def grn_onnx_control_ops[] = {
    GRN_ROW("onnx.If", "runs one of two graphs", "ONNX operators, If, ON-35, ON-36",
            GRN_PORTS(GRN_PORT("cond", condition)), outputs, GRN_ATTRS(GRAPHS), .nregions = 2, .verify = if_check,
            .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE, .infer = if_infer, .eval = if_eval),
    GRN_ROW("onnx.Loop", "runs a graph again and again, as often as a number and a condition say",
            "ONNX operators, Loop, ON-35, ON-36",
            GRN_PORTS(GRN_PORT("M", count_or_none), GRN_PORT("cond", condition_or_none),
                      GRN_PORT_ANY("v_initial", grn_is_ranked_tensor)),
            outputs, GRN_ATTRS(GRAPHS), .nregions = 1, .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE,
            .verify = loop_check, .infer = loop_infer, .eval = loop_eval),
    GRN_ROW("onnx.Yield", "ends a graph and gives its values", "onnx-mlir, Yield",
            GRN_PORTS(GRN_PORT_ANY("operands", grn_hlo_any_type)), GRN_NO_PORTS, GRN_NO_ATTRS,
            .format = "{} %* :operands", .traits = GRN_TRAIT_TERMINATOR,
            .no_meaning = "ends a graph: read by whoever runs the region"),
    {.name = NULL},
};
