/*
 * custom_call.c - calls of what others implement (StableHLO spec,
 * custom_call). Those that garner knows run: the checks, LAPACK's routines,
 * and those of custom_call_targets.c.
 */
#include "dialects/stablehlo/custom_call.h"
#include "dialects/stablehlo/custom_call_targets.h"
#include "dialects/stablehlo/foreign_call.h"
#include "dialects/stablehlo/lapack.h"

/* ---- meaning --------------------------------------------------------------------------------- */

static grn_status custom_call_eval(grn_exec *x, const grn_op *op)
{
    grn_str target = grn_op_attr(op, "call_target_name")->text;
    grn_check_call run = grn_check_find_call(target);
    if (!run)
        run = grn_lapack_find_call(target);
    if (!run)
        run = grn_hlo_find_target(target);
    if (!run)
        run = grn_foreign_find(x, target);
    if (run)
        return run(x, op);
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "custom_call target '%.*s' is not known here", (int)target.n,
                         target.text);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* `@target(%a, %b) {..} : (T, T) -> T` */
static grn_status parse_call(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_str target;
    grn_status status = grn_parser_symbol(p, &target);
    if (status == GRN_OK && !grn_op_set_attr(ir, op, GRN_STR("call_target_name"), grn_attr_string(ir, target)))
        status = GRN_E_MEMORY;
    if (status == GRN_OK)
        status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_uses(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, uses->count, uses->items) : status;
}

static grn_status custom_call_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_call); }

static grn_status custom_call_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"call_target_name", NULL};
    grn_printer_text(p, " ");
    grn_printer_symbol(p, grn_op_attr(op, "call_target_name")->text);
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_text(p, ")");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port operands[] = {GRN_PORT_ANY("inputs", grn_hlo_custom_call_value), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_custom_call_value), GRN_PORTS_END};

static bool is_false(const grn_attr *a) { return a->kind == GRN_ATTR_BOOL && !a->boolean; }
static bool is_original(const grn_attr *a) { return a->kind == GRN_ATTR_INTEGER && a->integer == 1; }
static bool is_empty(const grn_attr *a) { return a->kind == GRN_ATTR_ARRAY && a->array.count == 0; }
static const grn_attr_default defaults[] = {{"has_side_effect", is_false},
                                            {"api_version", is_original},
                                            {"called_computations", is_empty},
                                            {"output_operand_aliases", is_empty},
                                            {NULL, NULL}};

const grn_op_def grn_stablehlo_custom_call_ops[] = {
    GRN_STABLEHLO_FROM(custom_call, "calls what a back end has under a name", "StableHLO spec, custom_call", operands,
                       results, grn_hlo_custom_call_attrs, .defaults = defaults, .parse = custom_call_parse,
                       .print = custom_call_print, .verify = grn_hlo_custom_call_verify, .eval = custom_call_eval),
    {.name = NULL},
};
