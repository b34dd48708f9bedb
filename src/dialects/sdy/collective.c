/*
 * collective.c - ops that move a tensor from one sharding to another (Shardy,
 * the op of each name). A tensor that is seen whole is not changed by any of
 * them.
 */
#include "dialects/sdy/sdy.h"

/* ---- text: `[{"b"}, {}] %x out_sharding=<..> : T` -------------------------------------------- */

/* An op's first attribute says what it does; one that has none begins with out_sharding. */
const char *grn_sdy_collective_attr(const grn_op *op)
{
    const char *name = op->def->attrs[0].name;
    return strcmp(name, "out_sharding") == 0 ? NULL : name;
}

static bool reduces(const grn_op *op)
{
    return op->def->attrs[1].name && strcmp(op->def->attrs[1].name, "reduction_op") == 0;
}

/* How the attribute is written, by what it has to be. */
static const grn_struct_def *definition_of(const grn_op *op)
{
    static const struct {
        const grn_attr_class *type;
        const grn_struct_def *def;
    } kinds[] = {{&grn_sdy_is_axes_lists, &grn_sdy_axes_lists_attr},
                 {&grn_sdy_is_all_to_all, &grn_sdy_all_to_all_attr},
                 {&grn_sdy_is_axes, &grn_sdy_axes_attr}};
    size_t i = 0;
    while (kinds[i].type != op->def->attrs[0].type)
        i++;
    return kinds[i].def;
}

static grn_status parse_what(grn_parser *p, grn_op *op)
{
    const char *name = grn_sdy_collective_attr(op);
    const grn_attr *what;
    grn_status status = reduces(op) ? grn_sdy_parse_word(p, op, "reduction_op", grn_sdy_reductions) : GRN_OK;
    if (status != GRN_OK || !name)
        return status;
    const bool bare = grn_parser_at(p, "{") || grn_parser_at(p, "[");
    status = bare ? grn_sdy_parse_bare(p, definition_of(op), &what) : grn_sdy_parse_struct(p, definition_of(op), &what);
    return status == GRN_OK ? grn_parse_set(p, op, (grn_str){name, strlen(name)}, what) : status;
}

static grn_status collective_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = parse_what(p, op);
    if (status == GRN_OK)
        status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_sdy_parse_sharding_named(p, op, "out_sharding", true);
    return status == GRN_OK ? grn_sdy_parse_type(p, op, &use) : status;
}

static grn_status collective_print(grn_printer *p, const grn_op *op)
{
    const char *name = grn_sdy_collective_attr(op), *const skip[] = {"out_sharding", "reduction_op", name, NULL};
    grn_printer_text(p, " ");
    if (grn_op_integer(op, "reduction_op", GRN_SDY_SUM) != GRN_SDY_SUM) {
        grn_printer_text(p, grn_sdy_reductions[grn_op_integer(op, "reduction_op", GRN_SDY_SUM)]);
        grn_printer_text(p, " ");
    }
    if (name) {
        grn_printer_struct(p, grn_op_attr(op, name));
        grn_printer_text(p, " ");
    }
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " out_sharding=");
    grn_printer_struct(p, grn_op_attr(op, "out_sharding"));
    grn_sdy_print_type(p, op, skip);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT("tensor", grn_sdy_shaped), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("result", grn_sdy_shaped), GRN_PORTS_END};
#define OUT GRN_NEEDS("out_sharding", grn_sdy_is_sharding), GRN_ATTRS_END
#define REDUCTION GRN_MAY_HAVE("reduction_op", grn_sdy_is_reduction)
static const grn_attr_def all_gather_attrs[] = {GRN_NEEDS("gathering_axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def all_slice_attrs[] = {GRN_NEEDS("slicing_axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def all_to_all_attrs[] = {GRN_NEEDS("params", grn_sdy_is_all_to_all), OUT};
static const grn_attr_def collective_permute_attrs[] = {OUT};
static const grn_attr_def all_reduce_attrs[] = {GRN_NEEDS("reduction_axes", grn_sdy_is_axes), REDUCTION, OUT};
static const grn_attr_def reduce_scatter_attrs[] = {GRN_NEEDS("reduce_scatter_axes", grn_sdy_is_axes_lists), REDUCTION,
                                                    OUT};
static const grn_attr_def sharded_to_unreduced_attrs[] = {GRN_NEEDS("axes", grn_sdy_is_axes_lists), OUT};
static const grn_attr_def replicated_to_unreduced_attrs[] = {GRN_NEEDS("axes", grn_sdy_is_axes), OUT};

#define ROW(op, does)                                                                                                \
    {                                                                                                                \
        .name = "sdy." #op, .summary = does, .source = "Shardy, sdy." #op, .operands = operands, .results = results, \
        .attrs = op##_attrs, .traits = GRN_TRAIT_VIEW, .parse = collective_parse, .print = collective_print,         \
        .verify = grn_sdy_verify_collective, .eval = grn_sdy_share_eval, .work = GRN_WORK_OWN                        \
    }

const grn_op_def grn_sdy_collective_ops[] = {
    ROW(all_gather, "gathers the parts along axes of the mesh"),
    ROW(all_slice, "keeps the part of each device along axes of the mesh"),
    ROW(all_to_all, "moves axes from one dimension to another"),
    ROW(collective_permute, "exchanges parts between devices, of the same size"),
    ROW(all_reduce, "folds over axes of the mesh"),
    ROW(reduce_scatter, "folds over axes of the mesh and keeps a part"),
    ROW(sharded_to_unreduced, "turns sharded axes into ones that are still to be folded"),
    ROW(replicated_to_unreduced, "turns replicated axes into ones that are still to be folded"),
    {.name = NULL},
};
