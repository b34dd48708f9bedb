/* func.c - the func dialect: functions, calls and returns, with upstream's rules (MLIR, func
 * dialect). */
#include "dialects/func/func.h"

/* ---- func.func ------------------------------------------------------------------------------- */

static const grn_type *function_type(const grn_op *func)
{
    const grn_attr *a = grn_op_attr(func, "function_type");
    return a && a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION ? a->type_value : NULL;
}

static grn_str symbol_name(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "sym_name");
    return a && a->kind == GRN_ATTR_STRING ? a->text : (grn_str){"", 0};
}

static bool has_body(const grn_op *func) { return func->nregions > 0 && func->regions[0].first; }

static grn_status check_dictionaries(const grn_op *op, const grn_check *check, const char *attr, const char *what,
                                     size_t n)
{
    const grn_attr *a = grn_op_attr(op, attr);
    if (!a)
        return GRN_OK;
    if (a->array.count != n)
        return grn_op_fail(
            op, check,
            "expects %s attribute array to have the same number of elements as the number of function %ss, "
            "got %zu, but expected %zu",
            what, what, a->array.count, n);
    for (size_t i = 0; i < n; i++)
        if (a->array.items[i]->kind != GRN_ATTR_DICT)
            return grn_op_fail(op, check, "expects %s attribute dictionary to be a DictionaryAttr", what);
    return GRN_OK;
}

static grn_status check_entry(const grn_op *op, const grn_check *check, const grn_type *type)
{
    const grn_block *entry = op->regions[0].first;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (entry->nargs != type->inputs)
        return grn_op_fail(op, check, "entry block must have %zu arguments to match function signature", type->inputs);
    for (size_t i = 0; i < type->inputs; i++)
        if (entry->args[i].type != type->members[i])
            return grn_op_fail(
                op, check,
                "type of entry block argument #%zu('%s') must match the type of the corresponding argument "
                "in function signature('%s')",
                i, grn_type_text(entry->args[i].type, have, sizeof have),
                grn_type_text(type->members[i], want, sizeof want));
    return GRN_OK;
}

static bool is_private_or_nested(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "sym_visibility");
    return a && (grn_str_is(a->text, "private") || grn_str_is(a->text, "nested"));
}

static grn_status func_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = function_type(op);
    if (op->nregions > 1)
        return grn_op_fail(op, check, "requires one region");
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility");
    if (visibility && !grn_is_visibility(visibility->text))
        return grn_bad_visibility(op, check, visibility->text);
    if (!type)
        return grn_op_fail(op, check,
                           "attribute 'function_type' failed to satisfy constraint: type attribute of function type");
    grn_status status = check_dictionaries(op, check, "arg_attrs", "argument", type->inputs);
    if (status == GRN_OK)
        status = check_dictionaries(op, check, "res_attrs", "result", type->count - type->inputs);
    if (status != GRN_OK)
        return status;
    if (has_body(op))
        return check_entry(op, check, type);
    return is_private_or_nested(op) ? GRN_OK
                                    : grn_op_fail(op, check, "symbol declaration cannot have public visibility");
}

/* ---- func.return ----------------------------------------------------------------------------- */

static grn_status return_verify(const grn_op *op, grn_check *check)
{
    const grn_op *func = grn_op_parent(op);
    const grn_type *type = func && func->def && strcmp(func->def->name, "func.func") == 0 ? function_type(func) : NULL;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (!type)
        return grn_op_fail(op, check, "expects parent op 'func.func'");
    grn_str name = symbol_name(func);
    const grn_type *const *results = type->members + type->inputs;
    size_t nresults = type->count - type->inputs;
    if (op->noperands != nresults)
        return grn_op_fail(op, check, "has %zu operands, but enclosing function (@%.*s) returns %zu", op->noperands,
                           (int)name.n, name.text, nresults);
    for (size_t i = 0; i < nresults; i++)
        if (grn_operand_type(op, i) != results[i])
            return grn_op_fail_plain(op, check,
                                     "type of return operand %zu ('%s') doesn't match function result type ('%s') in "
                                     "function @%.*s",
                                     i, grn_type_text(grn_operand_type(op, i), have, sizeof have),
                                     grn_type_text(results[i], want, sizeof want), (int)name.n, name.text);
    return GRN_OK;
}

/* ---- func.call ------------------------------------------------------------------------------- */

/* The function a call names; NULL when there is no such function. */
static const grn_op *callee_of(const grn_op *op)
{
    const grn_op *table = grn_op_symbol_table(op);
    const grn_attr *name = grn_op_attr(op, "callee");
    const grn_op *f = table && name ? grn_ir_find_symbol(table, name->text) : NULL;
    return f && f->def && strcmp(f->def->name, "func.func") == 0 && function_type(f) ? f : NULL;
}

/* "'tensor<f32>', 'tensor<i32>'" of the call's result types or the function's; cut when long. */
static void types_text(size_t n, const grn_type *const *types, const grn_value *values, char *buffer, size_t bytes)
{
    size_t used = 0;
    char text[GRN_TYPE_TEXT_BYTES];
    buffer[0] = '\0';
    for (size_t i = 0; i < n && used < bytes; i++)
        used += (size_t)snprintf(buffer + used, bytes - used, "%s'%s'", i ? ", " : "",
                                 grn_type_text(types ? types[i] : values[i].type, text, sizeof text));
}

static grn_status result_mismatch(const grn_op *op, const grn_check *check, const grn_type *type, size_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_op_fail(op, check, "result type mismatch at index %zu", i);
    types_text(op->nresults, NULL, op->results, text, sizeof text);
    grn_note(check->diag, op->place, "      op result types: %s", text);
    types_text(op->nresults, type->members + type->inputs, NULL, text, sizeof text);
    grn_note(check->diag, op->place, "function result types: %s", text);
    return status;
}

static grn_status check_arguments(const grn_op *op, const grn_check *check, const grn_type *type)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (op->noperands != type->inputs)
        return grn_op_fail(op, check, "incorrect number of operands for callee");
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != type->members[i])
            return grn_op_fail(
                op, check,
                "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %zu",
                grn_type_text(type->members[i], want, sizeof want),
                grn_type_text(grn_operand_type(op, i), have, sizeof have), i);
    return GRN_OK;
}

static grn_status call_verify(const grn_op *op, grn_check *check)
{
    const grn_op *callee = callee_of(op);
    if (!callee) {
        grn_str name = grn_op_attr(op, "callee")->text;
        return grn_op_fail(op, check, "'%.*s' does not reference a valid function", (int)name.n, name.text);
    }
    const grn_type *type = function_type(callee);
    grn_status status = check_arguments(op, check, type);
    if (status != GRN_OK)
        return status;
    if (op->nresults != type->count - type->inputs)
        return grn_op_fail(op, check, "incorrect number of results for callee");
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_result_type(op, i) != type->members[type->inputs + i])
            return result_mismatch(op, check, type, i);
    return GRN_OK;
}

static grn_status call_eval(grn_exec *x, const grn_op *op)
{
    const grn_op *callee = callee_of(op);
    if (!callee || !has_body(callee))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "the function called has no body here");
    return x->calls->call(x, callee, op->noperands, x->operands, op->nresults, x->results);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port any_operands[] = {GRN_PORT_ANY("operands", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_func_ops[] = {
    GRN_MLIR_LISTED(
        func, func, "defines a function", GRN_NO_PORTS, GRN_NO_PORTS,
        GRN_ATTRS(GRN_NEEDS("sym_name", grn_attr_is_string), GRN_NEEDS("function_type", grn_attr_is_type),
                  GRN_MAY_HAVE("sym_visibility", grn_attr_is_string), GRN_MAY_HAVE("arg_attrs", grn_attr_is_array),
                  GRN_MAY_HAVE("res_attrs", grn_attr_is_array), GRN_MAY_HAVE("no_inline", grn_attr_is_unit)),
        .nregions = -1, .traits = GRN_TRAIT_SYMBOL | GRN_TRAIT_ISOLATED, .parse = grn_func_parse,
        .print = grn_func_print, .verify = func_verify,
        .no_meaning = "a definition: run by its calls, or by whoever runs the module"),
    GRN_MLIR_LISTED(func, return, "ends a function and gives its results", any_operands, GRN_NO_PORTS, GRN_NO_ATTRS,
                    .format = "{} %* :operands", .traits = GRN_TRAIT_TERMINATOR, .verify = return_verify,
                    .no_meaning = "ends a function: read by whoever runs the region"),
    GRN_MLIR_LISTED(func, call, "calls a function by its name", any_operands,
                    GRN_PORTS(GRN_PORT_ANY("results", grn_hlo_any_type)),
                    GRN_ATTRS(GRN_NEEDS("callee", grn_attr_is_symbol), GRN_MAY_HAVE("no_inline", grn_attr_is_unit)),
                    .format = "$callee ( %* ) {} :fn", .verify = call_verify, .eval = call_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
