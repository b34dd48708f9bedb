/* show.c - interpreter.print and interpreter.probe (StableHLO's interpreter dialect). */
#include "dialects/interpreter/interpreter.h"

/* ---- print ----------------------------------------------------------------------------------- */

/* "%0 = tensor<2xi32> {..}", as one text: those of several processes do not mix. */
static grn_status write_value(const grn_op *op, const grn_tensor *t, const grn_sink *sink)
{
    char name[GRN_VALUE_TEXT_BYTES], type[GRN_TYPE_TEXT_BYTES];
    grn_value_label(op->operands[0], name);
    grn_type_text(grn_operand_type(op, 0), type, sizeof type);
    grn_status status = sink->write(sink->user, name, strlen(name));
    if (status == GRN_OK)
        status = sink->write(sink->user, " = ", 3);
    if (status == GRN_OK)
        status = grn_tensor_write_listing(t, type, sink);
    return status == GRN_OK ? sink->write(sink->user, "\n", 1) : status;
}

static grn_status print_eval(grn_exec *x, const grn_op *op)
{
    grn_vec text;
    grn_vec_init(&text, x->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    grn_status status = write_value(op, &x->operands[0].tensor, &sink);
    if (status != GRN_OK)
        status = grn_exec_fail(x, op, GRN_E_MEMORY, "memory for its text was refused");
    else if ((status = x->calls->print(x, text.items, text.count)) != GRN_OK)
        status = grn_exec_fail(x, op, status, "what it prints was not taken");
    grn_vec_destroy(&text);
    return status;
}

/* ---- probe ----------------------------------------------------------------------------------- */

/* Upstream's trait SameOperandsAndResultType, in which extents may be left open. */
static grn_status probe_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    if (in->element == out->element && grn_hlo_shapes_agree(in, out))
        return GRN_OK;
    return grn_op_fail(op, check, "requires the same type for all operands and results");
}

static grn_status probe_eval(grn_exec *x, const grn_op *op)
{
    grn_status status = x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
    return status == GRN_OK ? x->calls->probe(x, grn_op_attr(op, "probe_id")->text, 0) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_interpreter_ops[] = {
    GRN_ROW("interpreter.print", "prints a tensor while the program runs", "StableHLO interpreter dialect, print",
            grn_hlo_one_tensor, GRN_NO_PORTS, GRN_NO_ATTRS, .format = "%0 {} :operand", .eval = print_eval),
    GRN_ROW("interpreter.probe", "gives a tensor's value to whoever runs the program",
            "StableHLO interpreter dialect, probe", grn_hlo_one_tensor, grn_hlo_one_result,
            GRN_ATTRS(GRN_NEEDS("probe_id", grn_attr_is_string)), .format = "%0 , probe_id = $probe_id {} :same",
            .verify = probe_verify, .infer = grn_stablehlo_infer_operands, .eval = probe_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
