/*
 * misc.c - ops that stand for something else: custom_call, whose
 * @check targets garner knows, and composite, whose decomposition it runs
 * (StableHLO spec, the sections of those names).
 */
#include "dialects/stablehlo/ops.h"

/* ---- custom_call -------------------------------------------------------------------------------------------------------------- */

static grn_status custom_call_verify(const grn_op *op, grn_check *check)
{
    grn_str target = grn_op_attr(op, "call_target_name")->text;
    return grn_check_find_call(target) ? grn_check_verify_call(op, check, target) : GRN_OK;
}

static grn_status custom_call_eval(grn_exec *x, const grn_op *op)
{
    grn_str target = grn_op_attr(op, "call_target_name")->text;
    grn_check_call run = grn_check_find_call(target);
    if (run)
        return run(x, op);
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "custom_call target '%.*s' is not known here", (int)target.n, target.text);
}

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

static grn_status custom_call_parse(grn_parser *p, grn_op *op)
{
    grn_vec uses;
    grn_vec_init(&uses, grn_parser_ir(p)->allocator, sizeof(grn_use));
    grn_status status = parse_call(p, op, &uses);
    grn_vec_destroy(&uses);
    return status;
}

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

/* ---- composite ---------------------------------------------------------------------------------------------------------------- */

/* The function that the composite is decomposed to; NULL when there is none. */
static const grn_op *decomposition_of(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "decomposition");
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *f = table && name ? grn_ir_find_symbol(table, name->text) : NULL;
    const grn_attr *type = f && f->def && strcmp(f->def->name, "func.func") == 0 ? grn_op_attr(f, "function_type") : NULL;
    return type && type->kind == GRN_ATTR_TYPE && type->type_value->kind == GRN_TYPE_FUNCTION ? f : NULL;
}

static grn_status composite_types(const grn_op *op, grn_check *check, const grn_type *type)
{
    size_t nresults = type->count - type->inputs;
    if (op->noperands != type->inputs)
        return grn_stablehlo_broken(op, check, "C4", "has %zu operand(s), but decomposition has %zu", op->noperands,
                                    type->inputs);
    if (op->nresults != nresults)
        return grn_stablehlo_broken(op, check, "C4", "has %zu result(s), but decomposition has %zu", op->nresults, nresults);
    for (size_t i = 0; i < type->count; i++) {
        bool is_operand = i < type->inputs;
        size_t at = is_operand ? i : i - type->inputs;
        const grn_type *have = is_operand ? grn_operand_type(op, at) : grn_result_type(op, at);
        char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
        if (have != type->members[i])
            return grn_stablehlo_broken(op, check, "C4", "has %s at index %zu with type '%s', but decomposition has type '%s'",
                                        is_operand ? "operand" : "result", at, grn_type_text(have, a, sizeof a),
                                        grn_type_text(type->members[i], b, sizeof b));
    }
    return GRN_OK;
}

/* composite C1: a namespaced name. C4: the decomposition is a function of these types. */
static grn_status composite_verify(const grn_op *op, grn_check *check)
{
    grn_str name = grn_op_attr(op, "name")->text, symbol = grn_op_attr(op, "decomposition")->text;
    const char *dot = name.n ? memchr(name.text, '.', name.n) : NULL;
    if (!dot || dot == name.text || dot == name.text + name.n - 1)
        return grn_op_fail(op, check, "name must be namespaced, as in \"namespace.name\", but is \"%.*s\"", (int)name.n,
                           name.text);
    const grn_op *f = decomposition_of(op);
    if (!f)
        return grn_op_fail(op, check, "'%.*s' does not reference a valid function", (int)symbol.n, symbol.text);
    return composite_types(op, check, grn_op_attr(f, "function_type")->type_value);
}

static grn_status composite_eval(grn_exec *x, const grn_op *op)
{
    const grn_op *f = decomposition_of(op);
    if (!f)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its decomposition is not a function of this module");
    return x->call(x, f, x->operands, op->nresults, x->results);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------- */

static const grn_port any_operands[] = {{"inputs", &grn_hlo_any_type, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_port any_results[] = {{"results", &grn_hlo_any_type, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_attr_def custom_call_attrs[] = {
    GRN_HLO_ATTR("call_target_name", grn_attr_is_string),
    GRN_HLO_ATTR_MAYBE("has_side_effect", grn_attr_is_bool),
    GRN_HLO_ATTR_MAYBE("backend_config", grn_attr_is_any),
    GRN_HLO_ATTR_MAYBE("api_version", grn_attr_is_any),
    GRN_HLO_ATTR_MAYBE("called_computations", grn_attr_is_array),
    GRN_HLO_ATTR_MAYBE("operand_layouts", grn_attr_is_array),
    GRN_HLO_ATTR_MAYBE("result_layouts", grn_attr_is_array),
    GRN_HLO_ATTR_MAYBE("output_operand_aliases", grn_attr_is_array),
    GRN_HLO_ATTRS_END,
};
static const grn_attr_def composite_attrs[] = {
    GRN_HLO_ATTR("name", grn_attr_is_string),
    GRN_HLO_ATTR_MAYBE("composite_attributes", grn_attr_is_any),
    GRN_HLO_ATTR("decomposition", grn_attr_is_symbol),
    GRN_HLO_ATTR_MAYBE("version", grn_hlo_is_i32),
    GRN_HLO_ATTRS_END,
};

const grn_op_def grn_stablehlo_misc_ops[] = {
    {.name = "stablehlo.custom_call", .source = "StableHLO spec, custom_call", .operands = any_operands,
     .results = any_results, .attrs = custom_call_attrs, .parse = custom_call_parse, .print = custom_call_print,
     .verify = custom_call_verify, .eval = custom_call_eval},
    {.name = "stablehlo.composite", .source = "StableHLO spec, composite, C1-C4", .format = "$name %* {} :fn",
     .operands = any_operands, .results = any_results, .attrs = composite_attrs, .verify = composite_verify,
     .eval = composite_eval, .work = GRN_WORK_OWN},
    {.name = NULL},
};
