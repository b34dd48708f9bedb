/* module.c - the builtin dialect: the module that holds everything (MLIR, builtin dialect). */
#include "dialects/builtin/builtin.h"

/* `@name attributes {...} { ... }`, name and attributes optional. */
static grn_status module_parse(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = GRN_OK;
    if (!grn_parser_at(p, "{") && !grn_parser_at(p, "attributes")) {
        grn_str name;
        status = grn_parser_symbol(p, &name);
        const grn_attr *attr = status == GRN_OK ? grn_attr_string(ir, name) : NULL;
        if (status == GRN_OK && (!attr || !grn_op_set_attr(ir, op, GRN_STR("sym_name"), attr)))
            status = GRN_E_MEMORY;
    }
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, true);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    if (status == GRN_OK && !op->regions[0].first && !grn_region_add_block(ir, &op->regions[0]))
        status = GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status module_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"sym_name", NULL};
    const grn_attr *name = grn_op_attr(op, "sym_name");
    if (name && name->kind == GRN_ATTR_STRING) {
        grn_printer_text(p, " ");
        grn_printer_symbol(p, name->text);
    }
    grn_printer_attr_dict(p, op, skip, " attributes ");
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], false);
    return GRN_OK;
}

/* Only its two own attributes have plain names. */
static bool is_prefixed(grn_str name)
{
    return grn_str_is(name, "sym_name") || grn_str_is(name, "sym_visibility") || memchr(name.text, '.', name.n);
}

static grn_status module_verify(const grn_op *op, grn_check *check)
{
    for (size_t i = 0; i < op->nattrs; i++)
        if (!is_prefixed(op->attrs[i].name))
            return grn_op_fail(op, check, "can only contain attributes with dialect-prefixed names, found: '%.*s'",
                               (int)op->attrs[i].name.n, op->attrs[i].name.text);
    if (op->regions[0].first && op->regions[0].first->nargs)
        return grn_op_fail(op, check, "region should have no arguments");
    return GRN_OK;
}

const grn_op_def grn_builtin_ops[] = {
    GRN_MLIR_LISTED(
        builtin, module, "holds functions and other definitions: a program", GRN_NO_PORTS, GRN_NO_PORTS,
        GRN_ATTRS(GRN_MAY_HAVE("sym_name", grn_attr_is_string), GRN_MAY_HAVE("sym_visibility", grn_attr_is_string)),
        .nregions = 1,
        .traits = GRN_TRAIT_SYMBOL_TABLE | GRN_TRAIT_ISOLATED | GRN_TRAIT_NO_TERMINATOR | GRN_TRAIT_SINGLE_BLOCK,
        .parse = module_parse, .print = module_print, .verify = module_verify,
        .no_meaning = "holds functions: read by whoever runs one of them"),
    GRN_MLIR("builtin", "unrealized_conversion_cast",
             "stands for a conversion between types that a later pass supplies",
             GRN_PORTS(GRN_PORT_ANY("inputs", grn_hlo_any_type)), GRN_PORTS(GRN_PORT_ANY("outputs", grn_hlo_any_type)),
             GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE, .assembly = "[? %inputs : !inputs ?] to !outputs {}",
             .no_meaning = "stands for a conversion that a later pass was to supply"),
    {.name = NULL},
};
