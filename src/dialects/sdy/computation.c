/*
 * computation.c - ops with a body that sees nothing outside (Shardy,
 * manual_computation, named_computation, return). A manual computation's body
 * works on one device's parts of its operands, which are the whole where its
 * manual axes have one device.
 */
#include "dialects/sdy/sdy.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- text ------------------------------------------------------------------------------------------------------------------ */

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
        grn_region_arg *slot = grn_vec_push(args);
        status = slot ? grn_parser_region_arg(p, slot) : GRN_E_MEMORY;
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
        status = grn_parser_body(p, op, "sdy.return", args.count, args.items);
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

#define PARSE(id)                                                                     \
    static grn_status id##_parse(grn_parser *p, grn_op *op)                           \
    {                                                                                 \
        grn_vec uses;                                                                 \
        grn_vec_init(&uses, grn_parser_ir(p)->allocator, sizeof(grn_use));            \
        grn_status status = parse_##id(p, op, &uses);                                 \
        grn_vec_destroy(&uses);                                                       \
        return status;                                                                \
    }
PARSE(manual)
PARSE(named)

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
        grn_printer_value(p, &block->args[i]);
        grn_printer_text(p, ": ");
        grn_printer_type(p, block->args[i].type);
    }
    grn_printer_text(p, ") ");
    grn_printer_body(p, &op->regions[0]);
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

static grn_status return_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_results(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

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

/* ---- rules ------------------------------------------------------------------------------------------------------------------- */

typedef const grn_type *(*type_reader)(const grn_op *op, size_t i);

static grn_status shardings_rule(const grn_op *op, grn_check *check, const char *name, const char *what, size_t count, type_reader type)
{
    char before[64];
    const grn_attr *a = grn_op_attr(op, name);
    if (!a)
        return GRN_OK;
    const grn_sdy_list list = grn_sdy_axes_of(a);
    grn_status status = GRN_OK;
    if (list.count != count)
        return grn_op_fail(op, check, "%s shardings don't match number of values: %zu shardings vs %zu values", what, list.count, count);
    for (size_t i = 0; status == GRN_OK && i < count; i++) {
        snprintf(before, sizeof before, "%s %zu - ", what, i);
        status = grn_sdy_check_sharding(op, check, before, list.items[i], type(op, i));
    }
    return status;
}

static grn_status values_rule(const grn_op *op, grn_check *check)
{
    grn_status status = shardings_rule(op, check, "in_shardings", "operand", op->noperands, grn_operand_type);
    return status == GRN_OK ? shardings_rule(op, check, "out_shardings", "result", op->nresults, grn_result_type) : status;
}

/* The body takes and gives as many values. */
static grn_status counts_rule(const grn_op *op, grn_check *check, grn_value *const **results)
{
    const size_t nargs = grn_stablehlo_region_args(&op->regions[0]), n = grn_stablehlo_region_results(&op->regions[0], results);
    if (nargs != op->noperands)
        return grn_op_fail(op, check, "number of op operands and body arguments must match: %zu != %zu", op->noperands, nargs);
    if (n != op->nresults)
        return grn_op_fail(op, check, "number of op results and body results must match: %zu != %zu", op->nresults, n);
    return GRN_OK;
}

static bool is_manual(grn_sdy_list manual, grn_str name)
{
    for (size_t i = 0; i < manual.count; i++)
        if (grn_str_equal(manual.items[i]->text, name))
            return true;
    return false;
}

/* How many parts the manual axes of a dimension cut it into; 0: one of them stands behind a free one. */
static int64_t manual_ways(const grn_sdy_mesh *mesh, grn_sdy_list manual, const grn_sdy_dim *dim)
{
    int64_t ways = 1;
    bool free_before = false;
    for (size_t i = 0; i < dim->axes.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(dim->axes.items[i]);
        if (!is_manual(manual, a.name))
            free_before = true;
        else if (free_before)
            return 0;
        else {
            const int64_t n = grn_sdy_axis_ways(mesh, &a);
            if (n == 0 || ways > INT64_MAX / n) /* of a mesh whose devices cannot be counted, which is told of there */
                return 0;
            ways *= n;
        }
    }
    return ways;
}

static grn_status local_rule(const grn_op *op, grn_check *check, const char *what, size_t i, const grn_attr *sharding, const grn_type *global,
                             const grn_type *local)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_sdy_mesh mesh = grn_sdy_mesh_of(grn_sdy_find_mesh(op, s.mesh));
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    int64_t shape[GRN_MAX_RANK];
    if (!grn_type_is_tensor(global) || !grn_type_is_tensor(local) || s.dims.count != (size_t)global->rank)
        return grn_types_equal(global, local) ? GRN_OK
                                              : grn_op_fail(op, check, "%s %zu - global and local types must match", what, i);
    for (int32_t d = 0; d < global->rank; d++) {
        const grn_sdy_dim dim = grn_sdy_dim_of(s.dims.items[d]);
        const int64_t ways = manual_ways(&mesh, manual, &dim);
        if (ways == 0)
            return grn_op_fail(op, check, "%s %zu - manual axes must come before free axes in dimension %" PRId32, what, i, d);
        if (global->shape[d] != GRN_DYNAMIC && global->shape[d] % ways != 0)
            return grn_op_fail(op, check, "%s %zu - dimension %" PRId32 " of size %" PRId64 " must be divisible by the manual axes' size, %" PRId64,
                               what, i, d, global->shape[d], ways);
        shape[d] = global->shape[d] == GRN_DYNAMIC ? GRN_DYNAMIC : global->shape[d] / ways;
    }
    if (global->element == local->element && grn_type_has_shape(local, global->rank, shape))
        return GRN_OK;
    return grn_op_fail(op, check, "%s %zu - local shape must match: expected extents %s, got '%s'", what, i,
                       grn_hlo_shape_text(global->rank, shape, want, sizeof want), grn_type_text(local, have, sizeof have));
}

static const grn_attr *first_sharding(const grn_op *op)
{
    const grn_sdy_list in = grn_sdy_axes_of(grn_op_attr(op, "in_shardings")), out = grn_sdy_axes_of(grn_op_attr(op, "out_shardings"));
    return in.count ? in.items[0] : out.count ? out.items[0] : NULL;
}

/* Manual axes are axes of the mesh, each once. */
static grn_status axes_rule(const grn_op *op, grn_check *check)
{
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const grn_attr *sharding = first_sharding(op);
    if (!sharding)
        return manual.count == 0 ? GRN_OK
                                 : grn_op_fail(op, check, "cannot have manual_axes when there are no input/output shardings.");
    const grn_sdy_sharding first = grn_sdy_sharding_of(sharding);
    const grn_sdy_mesh mesh = grn_sdy_mesh_of(grn_sdy_find_mesh(op, first.mesh));
    if (manual.count > mesh.names.count)
        return grn_op_fail(op, check, "has %zu manual axes, its mesh has %zu", manual.count, mesh.names.count);
    for (size_t i = 0; i < manual.count; i++) {
        const grn_str name = manual.items[i]->text;
        if (grn_sdy_mesh_axis_size(&mesh, name) == 0)
            return grn_op_fail(op, check, "unknown manual axis: \"%.*s\"", (int)name.n, name.text);
        for (size_t k = 0; k < i; k++)
            if (grn_str_equal(name, manual.items[k]->text))
                return grn_op_fail(op, check, "duplicate manual axis: \"%.*s\"", (int)name.n, name.text);
    }
    return GRN_OK;
}

/* All shardings are bound to one mesh. */
static grn_status mesh_rule(const grn_op *op, grn_check *check, grn_sdy_list list)
{
    const grn_attr *first = first_sharding(op);
    for (size_t i = 0; i < list.count; i++) {
        const grn_attr *a = grn_sdy_find_mesh(op, grn_sdy_sharding_of(first).mesh);
        const grn_attr *b = grn_sdy_find_mesh(op, grn_sdy_sharding_of(list.items[i]).mesh);
        if (!grn_attr_equal(a, b))
            return grn_op_fail(op, check, "all in/out shardings must be bound to the same mesh");
    }
    return GRN_OK;
}

static grn_status manual_verify(const grn_op *op, grn_check *check)
{
    grn_value *const *results = NULL;
    const grn_sdy_list in = grn_sdy_axes_of(grn_op_attr(op, "in_shardings")), out = grn_sdy_axes_of(grn_op_attr(op, "out_shardings"));
    grn_status status = values_rule(op, check);
    if (status == GRN_OK)
        status = mesh_rule(op, check, in);
    if (status == GRN_OK)
        status = mesh_rule(op, check, out);
    if (status == GRN_OK)
        status = axes_rule(op, check);
    if (status == GRN_OK)
        status = counts_rule(op, check, &results);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = local_rule(op, check, "operand", i, in.items[i], grn_operand_type(op, i), op->regions[0].first->args[i].type);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = local_rule(op, check, "result", i, out.items[i], grn_result_type(op, i), results[i]->type);
    return status;
}

static grn_status named_verify(const grn_op *op, grn_check *check)
{
    grn_value *const *results = NULL;
    grn_status status = values_rule(op, check);
    if (status == GRN_OK)
        status = counts_rule(op, check, &results);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        if (op->regions[0].first->args[i].type != grn_operand_type(op, i))
            status = grn_op_fail(op, check, "expected the type of the %zu'th block argument to match the type of the corresponding operand", i);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (results[i]->type != grn_result_type(op, i))
            status = grn_op_fail(op, check, "expected the type of the %zu'th returned value to match the type of the corresponding result", i);
    return status;
}

/* ---- meaning ----------------------------------------------------------------------------------------------------------------- */

/* A body sees nothing outside: it has values of its own, as a function has. */
static grn_status run_body(grn_exec *x, const grn_op *op) { return x->call(x, op, op->noperands, x->operands, op->nresults, x->results); }

static grn_status manual_eval(grn_exec *x, const grn_op *op)
{
    const grn_attr *sharding = first_sharding(op);
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    for (size_t i = 0; sharding && i < manual.count; i++) {
        const grn_sdy_mesh mesh = grn_sdy_mesh_of(grn_sdy_find_mesh(op, grn_sdy_sharding_of(sharding).mesh));
        const grn_str name = manual.items[i]->text;
        const int64_t size = grn_sdy_mesh_axis_size(&mesh, name);
        if (size != 1)
            return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its body is what one of %" PRId64 " devices along manual axis \"%.*s\" does; "
                                 "here it runs where every manual axis has one device", size, (int)name.n, name.text);
    }
    return run_body(x, op);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static const grn_port operands[] = {{"operands", &grn_sdy_any, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_port results[] = {{"results", &grn_sdy_any, GRN_VARIADIC}, GRN_HLO_PORTS_END};
static const grn_port none[] = {GRN_HLO_PORTS_END};
static const grn_attr_def manual_attrs[] = {
    GRN_HLO_ATTR("in_shardings", grn_sdy_is_shardings), GRN_HLO_ATTR("out_shardings", grn_sdy_is_shardings),
    GRN_HLO_ATTR("manual_axes", grn_sdy_is_manual_axes), GRN_HLO_ATTRS_END};
static const grn_attr_def named_attrs[] = {
    GRN_HLO_ATTR("name", grn_attr_is_string), GRN_HLO_ATTR_MAYBE("in_shardings", grn_sdy_is_shardings),
    GRN_HLO_ATTR_MAYBE("out_shardings", grn_sdy_is_shardings), GRN_HLO_ATTRS_END};

const grn_op_def grn_sdy_computation_ops[] = {
    {.name = "sdy.manual_computation", .source = "Shardy, sdy.manual_computation", .operands = operands, .results = results,
     .attrs = manual_attrs, .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_ISOLATED, .parse = manual_parse,
     .print = manual_print, .verify = manual_verify, .eval = manual_eval, .work = GRN_WORK_OWN},
    {.name = "sdy.named_computation", .source = "Shardy, sdy.named_computation", .operands = operands, .results = results,
     .attrs = named_attrs, .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_ISOLATED, .parse = named_parse,
     .print = named_print, .verify = named_verify, .eval = run_body, .work = GRN_WORK_OWN},
    {.name = "sdy.return", .source = "Shardy, sdy.return", .operands = operands, .results = none,
     .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE, .parse = return_parse, .print = return_print,
     .no_meaning = "ends a region: read by whoever runs it"},
    {.name = NULL},
};
