/* mesh.c - sdy.mesh: a mesh by its name. */
#include "dialects/sdy/sdy.h"

static grn_status mesh_parse(grn_parser *p, grn_op *op)
{
    grn_str name;
    const grn_attr *mesh;
    grn_status status = grn_parser_symbol(p, &name);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("sym_name"), grn_attr_string(grn_parser_ir(p), name));
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_struct(p, &grn_sdy_mesh_attr, &mesh);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("mesh"), mesh);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status mesh_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"sym_name", "mesh", NULL};
    grn_printer_text(p, " ");
    grn_printer_symbol(p, grn_op_attr(op, "sym_name")->text);
    grn_printer_text(p, " = ");
    grn_printer_struct(p, grn_op_attr(op, "mesh"));
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

static grn_status mesh_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || !grn_str_is(parent->name, "builtin.module"))
        return grn_op_fail(op, check, "expects parent op 'builtin.module'");
    return grn_sdy_check_mesh(op, check, grn_op_attr(op, "mesh"));
}

static const grn_port none[] = {GRN_HLO_PORTS_END};
static const grn_attr_def attrs[] = {
    GRN_HLO_ATTR("sym_name", grn_attr_is_string), GRN_HLO_ATTR("mesh", grn_sdy_is_mesh), GRN_HLO_ATTRS_END};

const grn_op_def grn_sdy_mesh_ops[] = {
    {.name = "sdy.mesh", .source = "Shardy, sdy.mesh", .operands = none, .results = none, .attrs = attrs, .traits = GRN_TRAIT_SYMBOL,
     .parse = mesh_parse, .print = mesh_print, .verify = mesh_verify, .no_meaning = "a definition that shardings refer to"},
    {.name = NULL},
};
