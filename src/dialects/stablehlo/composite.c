/*
 * composite.c - an op that stands for what a function does, which is what
 * runs (StableHLO spec, composite). Its regions are for others to read.
 */
#include "dialects/stablehlo/ops.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* The function that the composite is decomposed to; NULL when there is none. */
static const grn_op *decomposition_of(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "decomposition");
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *f = table && name ? grn_ir_find_symbol(table, name->text) : NULL;
    const grn_attr *type =
        f && f->def && strcmp(f->def->name, "func.func") == 0 ? grn_op_attr(f, "function_type") : NULL;
    return type && type->kind == GRN_ATTR_TYPE && type->type_value->kind == GRN_TYPE_FUNCTION ? f : NULL;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

/* What NAME_RULE says: a word that begins with a letter, then one or more behind dots, in which $
 * may be. */
#define NAME_RULE "^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$"
static bool is_namespaced(grn_str name)
{
    size_t dots = 0;
    bool good = name.n > 0 && is_letter(name.text[0]);
    for (size_t i = 1; good && i < name.n; i++) {
        bool dot = name.text[i] == '.';
        good = dot ? i + 1 < name.n && name.text[i + 1] != '.' : is_word(name.text[i]) || (dots && name.text[i] == '$');
        dots += dot;
    }
    return good && dots > 0;
}

/* C3, C4: the types are those of the function. */
static grn_status check_types(const grn_op *op, grn_check *check, const grn_type *function, bool results)
{
    const char *what = results ? "result" : "operand", *rule = results ? "C4" : "C3";
    size_t have = results ? op->nresults : op->noperands,
           want = results ? function->count - function->inputs : function->inputs;
    const grn_type *const *members = function->members + (results ? function->inputs : 0);
    if (have != want)
        return grn_stablehlo_broken(op, check, rule, "has %zu %s(s), but decomposition has %zu", have, what, want);
    for (size_t i = 0; i < have; i++) {
        const grn_type *type = results ? grn_result_type(op, i) : grn_operand_type(op, i);
        char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
        if (type != members[i])
            return grn_stablehlo_broken(op, check, rule,
                                        "%s at index %zu has type '%s', but decomposition has type '%s'", what, i,
                                        grn_type_text(type, a, sizeof a), grn_type_text(members[i], b, sizeof b));
    }
    return GRN_OK;
}

/* C1: a namespaced name. C2: there is such a function. */
static grn_status composite_verify(const grn_op *op, grn_check *check)
{
    grn_str name = grn_op_attr(op, "name")->text, symbol = grn_op_attr(op, "decomposition")->text;
    if (!is_namespaced(name))
        return grn_stablehlo_broken(op, check, "C1",
                                    "name must be a valid namespaced op name, i.e. it must match the following regular "
                                    "expression: " NAME_RULE " e.g. \"my_namespace.my_op\"");
    const grn_op *f = decomposition_of(op);
    if (!f)
        return grn_stablehlo_broken(op, check, "C2", "'%.*s' does not reference a valid function", (int)symbol.n,
                                    symbol.text);
    const grn_type *type = grn_op_attr(f, "function_type")->type_value;
    grn_status status = check_types(op, check, type, false);
    return status == GRN_OK ? check_types(op, check, type, true) : status;
}

static grn_status composite_eval(grn_exec *x, const grn_op *op)
{
    const grn_op *f = decomposition_of(op);
    if (!f)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its decomposition is not a function of this module");
    return x->calls->call(x, f, op->noperands, x->operands, op->nresults, x->results);
}

/* ---- text ------------------------------------------------------------------------------------ */

static grn_status parse_regions(grn_parser *p, grn_op *op)
{
    grn_status status = GRN_OK;
    if (!grn_parser_try(p, "("))
        return GRN_OK;
    do
        status = grn_parser_region(p, op, 0, NULL);
    while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status set_name(grn_parser *p, grn_op *op, grn_str name)
{
    const grn_attr *value = grn_attr_string(grn_parser_ir(p), name);
    return value && grn_op_set_attr(grn_parser_ir(p), op, GRN_STR("name"), value) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status parse_composite(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_str name;
    grn_status status = grn_parser_string(p, &name);
    if (status == GRN_OK)
        status = set_name(p, op, name);
    if (status == GRN_OK && grn_parser_at_use(p))
        status = grn_parser_uses(p, uses);
    if (status == GRN_OK)
        status = parse_regions(p, op);
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, uses->count, uses->items) : status;
}

/* `"my.op" %a, %b ({..}, {..}) {..} : (T, T) -> T` */
static grn_status composite_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_composite); }

static grn_status composite_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"name", NULL};
    grn_printer_text(p, " ");
    grn_printer_string(p, grn_op_attr(op, "name")->text);
    grn_printer_text(p, op->noperands ? " " : "");
    grn_printer_values(p, op->operands, op->noperands);
    for (size_t i = 0; i < op->nregions; i++) {
        grn_printer_text(p, i ? ", " : " (");
        grn_printer_region(p, &op->regions[i], true);
    }
    grn_printer_text(p, op->nregions ? ")" : "");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}

/* ---- row ------------------------------------------------------------------------------------- */

static bool is_dictionary(const grn_attr *a) { return a->kind == GRN_ATTR_DICT; }
static const grn_attr_class dictionary = {"dictionary of named attribute values", is_dictionary};

static const grn_port operands[] = {GRN_PORT_ANY("inputs", grn_hlo_tensor_token_or_tuple), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_tensor_token_or_tuple), GRN_PORTS_END};

const grn_op_def grn_stablehlo_composite_ops[] = {
    GRN_STABLEHLO(composite, "an op that a function of the program says in simpler ones", "C1-C4", operands, results,
                  GRN_ATTRS(GRN_NEEDS("name", grn_attr_is_string), GRN_MAY_HAVE("composite_attributes", dictionary),
                            GRN_NEEDS("decomposition", grn_attr_is_symbol), GRN_MAY_HAVE("version", grn_hlo_is_i32)),
                  .nregions = -1, .parse = composite_parse, .print = composite_print, .verify = composite_verify,
                  .eval = composite_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
