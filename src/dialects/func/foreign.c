/* foreign.c - functions as values (MLIR func dialect): read, checked in their parts and printed;
 * not run. */
#include "dialects/common/foreign.h"
#include "dialects/func/func.h"

/* ---- call_indirect: `%f(%a) : (T) -> T`, the callee's type among the signature's ------------- */

static grn_status parse_call(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *type;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_function_type(p, &type);
    if (status == GRN_OK && type->inputs + 1 != uses->use.count)
        return grn_parser_uneven(p, place, uses->use.count - 1, type->inputs);
    if (status == GRN_OK)
        status = grn_uses_type(uses, type);
    for (size_t i = 0; status == GRN_OK && i < type->inputs; i++)
        status = grn_uses_type(uses, type->members[i]);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    return status == GRN_OK ? grn_parser_results(p, op, type->count - type->inputs, type->members + type->inputs)
                            : status;
}

static grn_status call_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_call); }

const grn_op_def grn_func_foreign_ops[] = {
    GRN_FOREIGN("func", "call_indirect", "calls a function that is a value",
                GRN_PORTS(GRN_ONE_OF("callee"), GRN_ANY_OF("callee_operands")), GRN_PORTS(GRN_ANY_OF("results")),
                GRN_NO_ATTRS, .parse = call_parse),
    GRN_FOREIGN("func", "constant", "gives a function as a value", GRN_NO_PORTS, GRN_PORTS(GRN_ONE_OF("result")),
                GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_symbol)), .assembly = "{} $value : !result"),
    {.name = NULL},
};
