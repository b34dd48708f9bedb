/* ml_program.c - globals of a program (MLIR ml_program dialect): read, checked in their parts and
 * printed; not run. */
#include "dialects/common/foreign.h"

#define ML_PROGRAM(op, does, ins, outs, attrs, ...) GRN_FOREIGN("ml_program", op, does, ins, outs, attrs, __VA_ARGS__)
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))

/* ---- global: `private mutable @name(dense<..> : T) : T` -------------------------------------- */

static grn_status set_flagged(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_str name;
    static const char *const words[] = {"public", "private", "nested"};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        if (grn_parser_try(p, words[i]))
            status = grn_parse_set(p, op, GRN_STR("sym_visibility"),
                                   grn_attr_string(ir, (grn_str){words[i], strlen(words[i])}));
    if (status == GRN_OK && grn_parser_try(p, "mutable"))
        status = grn_parse_set(p, op, GRN_STR("is_mutable"), grn_attr_unit(ir));
    if (status == GRN_OK)
        status = grn_parser_symbol(p, &name);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("sym_name"), grn_attr_string(ir, name)) : status;
}

static grn_status global_parse(grn_parser *p, grn_op *op)
{
    const grn_attr *value;
    const grn_type *type;
    grn_status status = set_flagged(p, op);
    if (status == GRN_OK && grn_parser_try(p, "(")) {
        status = grn_parser_attr(p, &value);
        if (status == GRN_OK)
            status = grn_parse_set(p, op, GRN_STR("value"), value);
        if (status == GRN_OK)
            status = grn_parser_expect(p, ")");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("type"), grn_attr_type(grn_parser_ir(p), type));
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define GLOBAL GRN_NEEDS("global", grn_attr_is_symbol)

static const grn_op_def ops[] = {
    ML_PROGRAM("global", "defines a variable of the program", GRN_NO_PORTS, GRN_NO_PORTS,
               GRN_ATTRS(GRN_NEEDS("sym_name", grn_attr_is_string), GRN_NEEDS("type", grn_attr_is_type),
                         GRN_MAY_HAVE("is_mutable", grn_attr_is_unit), GRN_MAY_HAVE("value", grn_attr_is_any),
                         GRN_MAY_HAVE("sym_visibility", grn_attr_is_string)),
               .traits = GRN_TRAIT_SYMBOL, .parse = global_parse),
    ML_PROGRAM("global_load", "reads a global", GRN_NO_PORTS, ONE("result"), GRN_ATTRS(GLOBAL),
               .assembly = "$global {} : !result"),
    ML_PROGRAM("global_load_const", "reads a global that never changes", GRN_NO_PORTS, ONE("result"), GRN_ATTRS(GLOBAL),
               .assembly = "$global {} : !result"),
    ML_PROGRAM("global_store", "writes a global", ONE("value"), GRN_NO_PORTS, GRN_ATTRS(GLOBAL),
               .assembly = "$global = %value {} : !value"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_ml_program = {.name = "ml_program", .uniform = &grn_uniform_ops, .ops = tables};
