/*
 * computation.c - ops with a body that sees nothing outside (Shardy,
 * manual_computation, named_computation, return). A manual computation's body
 * works on one device's parts of its operands, which are the whole where its
 * manual axes have one device.
 */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- text ------------------------------------------------------------------------------------ */

/* `(%a, %b)` */
static grn_status parse_operands(grn_parser *p, grn_vec *uses)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK && grn_parser_at_use(p))
        status = grn_parser_uses(p, uses);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

/* `in_shardings=[..]`, which has to be there where `needed`. */
static grn_status parse_shardings(grn_parser *p, grn_op *op, const char *name, bool needed)
{
    const grn_attr *shardings;
    if (!needed && !grn_parser_at(p, name))
        return GRN_OK;
    grn_status status = grn_parser_expect(p, name);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_sdy_parse_shardings(p, &shardings);
    return status == GRN_OK ? grn_parse_set(p, op, (grn_str){name, strlen(name)}, shardings) : status;
}

static grn_status parse_args(grn_parser *p, grn_vec *args)
{
    grn_status status = grn_parser_expect(p, "(");
    bool more = status == GRN_OK && !grn_parser_at(p, ")");
    while (more && status == GRN_OK) {
        const grn_attr *dropped; /* attributes of an argument are read and not kept */
        grn_region_arg *slot = grn_vec_push(args);
        status = slot ? grn_parser_region_arg(p, slot) : GRN_E_MEMORY;
        if (status == GRN_OK && grn_parser_at(p, "{"))
            status = grn_parser_attr(p, &dropped);
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

/* `(%arg: T) { .. }` */
static grn_status parse_body(grn_parser *p, grn_op *op)
{
    grn_vec args;
    grn_vec_init(&args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_status status = parse_args(p, &args);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, args.count, args.items);
    grn_vec_destroy(&args);
    return status;
}

static grn_status parse_rest(grn_parser *p, grn_op *op, const grn_vec *uses)
{
    grn_status status = parse_body(p, op);
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, uses->count, uses->items) : status;
}

static grn_status parse_manual(grn_parser *p, grn_op *op, grn_vec *uses)
{
    const grn_attr *axes;
    grn_status status = parse_operands(p, uses);
    if (status == GRN_OK)
        status = parse_shardings(p, op, "in_shardings", true);
    if (status == GRN_OK)
        status = parse_shardings(p, op, "out_shardings", true);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "manual_axes");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_sdy_parse_bare(p, &grn_sdy_manual_axes_attr, &axes);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("manual_axes"), axes);
    return status == GRN_OK ? parse_rest(p, op, uses) : status;
}

static grn_status parse_named(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_str name;
    grn_status status = grn_parser_expect(p, "<");
    if (status == GRN_OK)
        status = grn_parser_string(p, &name);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ">");
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("name"), grn_attr_string(grn_parser_ir(p), name));
    if (status == GRN_OK)
        status = parse_operands(p, uses);
    if (status == GRN_OK)
        status = parse_shardings(p, op, "in_shardings", false);
    if (status == GRN_OK)
        status = parse_shardings(p, op, "out_shardings", false);
    return status == GRN_OK ? parse_rest(p, op, uses) : status;
}

static grn_status manual_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_manual); }
static grn_status named_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, parse_named); }

static void print_shardings(grn_printer *p, const grn_op *op, const char *name)
{
    const grn_attr *a = grn_op_attr(op, name);
    if (!a)
        return;
    grn_printer_text(p, " ");
    grn_printer_text(p, name);
    grn_printer_text(p, "=");
    grn_sdy_print_shardings(p, a);
}

static void print_rest(grn_printer *p, const grn_op *op, const char *const *skip)
{
    const grn_block *block = op->regions[0].first;
    grn_printer_text(p, " (");
    for (size_t i = 0; block && i < block->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_argument(p, &block->args[i]);
    }
    grn_printer_text(p, ") ");
    grn_printer_region(p, &op->regions[0], false);
    grn_hlo_print_tail(p, op, skip);
}

static grn_status manual_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"in_shardings", "out_shardings", "manual_axes", NULL};
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_text(p, ")");
    print_shardings(p, op, "in_shardings");
    print_shardings(p, op, "out_shardings");
    grn_printer_text(p, " manual_axes=");
    grn_printer_struct(p, grn_op_attr(op, "manual_axes"));
    print_rest(p, op, skip);
    return GRN_OK;
}

static grn_status named_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"name", "in_shardings", "out_shardings", NULL};
    grn_printer_text(p, "<");
    grn_printer_string(p, grn_op_attr(op, "name")->text);
    grn_printer_text(p, ">(");
    grn_printer_values(p, op->operands, op->noperands);
    grn_printer_text(p, ")");
    print_shardings(p, op, "in_shardings");
    print_shardings(p, op, "out_shardings");
    print_rest(p, op, skip);
    return GRN_OK;
}

/* `{attrs} %a, %b : T, T` */
static grn_status parse_results(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status != GRN_OK || !grn_parser_at_use(p))
        return status;
    return grn_uses_typed(p, op, uses);
}

static grn_status return_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_results); }

static grn_status return_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    grn_printer_attr_dict(p, op, skip, " ");
    if (op->noperands == 0)
        return GRN_OK;
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, grn_operand_type(op, i));
    }
    return GRN_OK;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* A body sees nothing outside: it has values of its own, as a function has. */
static grn_status named_eval(grn_exec *x, const grn_op *op)
{
    return x->calls->call(x, op, op->noperands, x->operands, op->nresults, x->results);
}

static grn_status manual_eval(grn_exec *x, const grn_op *op)
{
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const grn_attr *common = grn_sdy_common_mesh(op, grn_sdy_axes_of(grn_op_attr(op, "in_shardings")),
                                                 grn_sdy_axes_of(grn_op_attr(op, "out_shardings")));
    for (size_t i = 0; common && i < manual.count; i++) {
        const grn_sdy_mesh mesh = grn_sdy_mesh_of(common);
        const grn_str name = manual.items[i]->text;
        const int64_t size = grn_sdy_mesh_axis_size(&mesh, name);
        if (size != 1)
            return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                                 "its body is what one of %" PRId64 " devices along manual axis \"%.*s\" does; "
                                 "here it runs where every manual axis has one device",
                                 size, (int)name.n, name.text);
    }
    return named_eval(x, op);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT_ANY("operands", grn_sdy_any), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_sdy_any), GRN_PORTS_END};
static const grn_attr_def manual_attrs[] = {GRN_NEEDS("in_shardings", grn_sdy_is_shardings),
                                            GRN_NEEDS("out_shardings", grn_sdy_is_shardings),
                                            GRN_NEEDS("manual_axes", grn_sdy_is_manual_axes), GRN_ATTRS_END};
static const grn_attr_def named_attrs[] = {GRN_NEEDS("name", grn_attr_is_string),
                                           GRN_MAY_HAVE("in_shardings", grn_sdy_is_shardings),
                                           GRN_MAY_HAVE("out_shardings", grn_sdy_is_shardings), GRN_ATTRS_END};

#define BODY(op, does, id)                                                                                     \
    {                                                                                                          \
        .name = GRN_NAME(sdy, op), .summary = does, .source = "Shardy, sdy." #op, .operands = operands,        \
        .results = results, .attrs = id##_attrs, .nregions = 1, .regions = "body", .terminator = "sdy.return", \
        .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_ISOLATED, .parse = id##_parse, .print = id##_print,       \
        .verify = grn_sdy_verify_##id, .eval = id##_eval, .work = GRN_WORK_OWN                                 \
    }

const grn_op_def grn_sdy_computation_ops[] = {
    BODY(manual_computation, "a body that is written per device over manual axes", manual),
    BODY(named_computation, "a body under a name, with shardings at its edges", named),
    GRN_ROW("sdy.return", "ends a body and gives its results", "Shardy, sdy.return", operands, GRN_NO_PORTS,
            GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE, .parse = return_parse, .print = return_print,
            .no_meaning = "ends a region: read by whoever runs it"),
    {.name = NULL},
};
