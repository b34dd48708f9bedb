/* for.c - scf.for and the scf.yield that ends bodies (MLIR scf dialect, the sections of those
 * names). */
#include "dialects/scf/scf.h"

/* ---- rules ----------------------------------------------------------------------------------- */

enum { FROM, TO, STEP, INITS };

/* What the loop carries has one type, wherever it stands. */
static grn_status carried_agree(const grn_op *op, const grn_check *check, size_t i, const char *what,
                                const grn_type *type, const char *other, const grn_type *other_type)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (type == other_type)
        return GRN_OK;
    return grn_op_fail(op, check, "%zu-th %s and %zu-th %s have different type: '%s' != '%s'", i, what, i, other,
                       grn_type_text(type, a, sizeof a), grn_type_text(other_type, b, sizeof b));
}

static grn_status for_verify(const grn_op *op, grn_check *check)
{
    for (size_t i = TO; i < INITS; i++)
        if (grn_operand_type(op, i) != grn_operand_type(op, FROM))
            return grn_op_fail(op, check, "failed to verify that all of {lowerBound, upperBound, step} have same type");
    if (op->noperands - INITS != op->nresults)
        return grn_op_fail(op, check, "mismatch in number of loop-carried values and defined values");
    const grn_block *body = grn_scf_only_block(op, 0);
    if (!body)
        return grn_op_fail(op, check, "region #0 ('region') failed to verify constraint: region with 1 blocks");
    if (body->nargs == 0 || body->args[0].type != grn_operand_type(op, FROM))
        return grn_op_fail(op, check, "expected induction variable to be same type as bounds and step");
    if (body->nargs - 1 != op->nresults)
        return grn_op_fail(op, check, "different number of inits and region iter_args: %zu != %zu", op->nresults,
                           body->nargs - 1);
    for (size_t i = 0; i < op->nresults; i++) {
        grn_status status = carried_agree(op, check, i, "init", grn_operand_type(op, INITS + i), "region iter_arg",
                                          body->args[1 + i].type);
        if (status == GRN_OK)
            status = carried_agree(op, check, i, "region iter_arg", body->args[1 + i].type, "result",
                                   grn_result_type(op, i));
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

static grn_status for_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_op *end = grn_scf_end_of(op, 0, "scf.yield");
    if (!end)
        return grn_op_fail(op, check, "expects regions to end with 'scf.yield'");
    if (end->noperands != op->nresults)
        return grn_scf_check_edge(
            op, check,
            &(grn_scf_edge){.from = "Region #0", .to = "Region #0", .ngiven = end->noperands, .nwanted = op->nresults});
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = carried_agree(op, check, i, "region iter_arg", op->regions[0].first->args[1 + i].type, "yielded value",
                               grn_operand_type(end, i));
    return status;
}

static grn_status yield_verify(const grn_op *op, grn_check *check)
{
    static const char *const parents[] = {"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"};
    const grn_op *parent = grn_op_parent(op);
    for (size_t i = 0; parent && i < GRN_COUNT(parents); i++)
        if (grn_str_is(parent->name, parents[i]))
            return GRN_OK;
    return grn_op_fail(op, check,
                       "expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, "
                       "scf.while'");
}

/* ---- running --------------------------------------------------------------------------------- */

/* values: the number of the step, then what the loop carries. The body takes them over and gives
 * the next. */
static grn_status for_step(grn_exec *x, const grn_op *op, int64_t number, grn_rt *values, grn_rt *next)
{
    size_t n = op->nresults;
    grn_status status = grn_scf_number(x, x->operands[FROM].tensor.dtype, number, &values[0]);
    if (status == GRN_OK)
        status = x->calls->charge(x, 1 + n);
    if (status == GRN_OK)
        status = x->calls->run_region(x, &op->regions[0], 1 + n, values, n, next);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        values[1 + i] = next[i];
        next[i] = (grn_rt){0};
    }
    return status;
}

static grn_status for_loop(grn_exec *x, const grn_op *op, const grn_scf_range *range, grn_rt *values, grn_rt *next)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        status = x->calls->share(x, &x->operands[INITS + i], NULL, &values[1 + i]);
    for (uint64_t k = 0; status == GRN_OK && k < range->count; k++)
        status = for_step(x, op, range->from + (int64_t)(k * (uint64_t)range->step), values, next);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        x->results[i] = values[1 + i];
        values[1 + i] = (grn_rt){0};
    }
    return status;
}

static grn_status for_eval(grn_exec *x, const grn_op *op)
{
    grn_scf_range range;
    grn_status status = grn_scf_range_read(x, op, FROM, TO, STEP, &range);
    if (status != GRN_OK)
        return status;
    grn_rt *values = grn_scf_values(x, op, 1 + op->nresults), *next = grn_scf_values(x, op, op->nresults);
    status = values && next ? for_loop(x, op, &range, values, next) : GRN_E_MEMORY;
    grn_scf_free(x, 1 + op->nresults, values);
    grn_scf_free(x, op->nresults, next);
    return status;
}

/* ---- text: `%i = %a to %b step %c iter_args(%x = %y) -> (T) : i32 { ... }` ------------------- */

static grn_status read_bounds(grn_parser *p, grn_scf_header *h)
{
    static const char *const before[] = {"=", "to", "step"};
    grn_status status = grn_scf_read_arg(p, h);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(before); i++) {
        status = grn_parser_expect(p, before[i]);
        if (status == GRN_OK)
            status = grn_scf_read_use(p, h);
    }
    return status;
}

/* Carried values and the types of the results, which are theirs. */
static grn_status read_carried(grn_parser *p, grn_scf_header *h, grn_vec *types)
{
    grn_status status = GRN_OK;
    grn_place place = grn_parser_place(p);
    if (grn_parser_try(p, "iter_args")) {
        status = grn_scf_read_bindings(p, h);
        if (status == GRN_OK)
            status = grn_parser_expect(p, "->");
        if (status == GRN_OK)
            status = grn_scf_read_types(p, types);
    }
    if (status == GRN_OK && types->count + 1 != h->args.count)
        return grn_parser_fail(p, place, "mismatch in number of loop-carried values and defined values");
    return status;
}

static grn_status set_types(grn_parser *p, grn_scf_header *h, const grn_vec *results)
{
    const grn_type *bound = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    const grn_type *const *carried = results->items;
    grn_region_arg *arg = h->args.items;
    grn_status status = bound ? GRN_OK : GRN_E_MEMORY;
    if (status == GRN_OK && grn_parser_try(p, ":"))
        status = grn_parser_type(p, &bound);
    for (size_t i = 0; status == GRN_OK && i < INITS; i++)
        status = grn_uses_type(&h->uses, bound);
    for (size_t i = 0; status == GRN_OK && i < results->count; i++)
        status = grn_uses_type(&h->uses, carried[i]);
    for (size_t i = 0; status == GRN_OK && i < h->args.count; i++)
        arg[i].type = i ? carried[i - 1] : bound;
    return status;
}

static grn_status for_parse_with(grn_parser *p, grn_op *op, grn_scf_header *h, grn_vec *types)
{
    grn_status status = read_bounds(p, h);
    if (status == GRN_OK)
        status = read_carried(p, h, types);
    if (status == GRN_OK)
        status = set_types(p, h, types);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &h->uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, types->count, types->items);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "scf.yield", h->args.count, h->args.items);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status for_parse(grn_parser *p, grn_op *op)
{
    grn_scf_header h;
    grn_vec types;
    grn_scf_header_init(p, &h);
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = for_parse_with(p, op, &h, &types);
    grn_vec_destroy(&types);
    grn_scf_header_end(&h);
    return status;
}

static void print_bound(grn_printer *p, const char *word, const grn_value *v)
{
    grn_printer_text(p, word);
    grn_printer_value(p, v);
}

static grn_status for_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    const grn_block *body = op->regions[0].first;
    print_bound(p, " ", body->nargs ? &body->args[0] : NULL);
    print_bound(p, " = ", op->operands[FROM]);
    print_bound(p, " to ", op->operands[TO]);
    print_bound(p, " step ", op->operands[STEP]);
    if (op->noperands > INITS) {
        grn_printer_text(p, " iter_args");
        grn_scf_print_bindings(p, op, body, 1, INITS, op->noperands - INITS);
        grn_scf_print_results(p, op, true);
    }
    if (grn_operand_type(op, FROM)->kind != GRN_TYPE_INDEX) {
        grn_printer_text(p, " : ");
        grn_printer_type(p, grn_operand_type(op, FROM));
    }
    grn_printer_text(p, " ");
    grn_printer_body(p, &op->regions[0]);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_bound(const grn_type *t)
{
    return t->kind == GRN_TYPE_INDEX || (t->kind == GRN_TYPE_INTEGER && t->signedness == GRN_SIGNLESS);
}
static const grn_type_class bound = {"signless integer or index", is_bound};
static const grn_port any_values[] = {GRN_PORT_ANY("results", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_scf_for_ops[] = {
    GRN_MLIR_LISTED(scf, for, "a loop over a range, which carries values", GRN_PORTS(GRN_PORT("lowerBound", bound), GRN_PORT("upperBound", bound), GRN_PORT("step", bound), GRN_PORT_ANY("initArgs", grn_hlo_any_type)), any_values, GRN_NO_ATTRS, .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = for_parse, .print = for_print, .verify = for_verify, .verify_regions = for_verify_regions, .eval = for_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(scf, yield, "ends a region and gives its results", any_values, GRN_NO_PORTS, GRN_NO_ATTRS, .format = "{} %* :operands", .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE, .verify = yield_verify, .no_meaning = "ends a region: its operands are what it gives"),
    {.name = NULL},
};
