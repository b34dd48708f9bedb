/* branch.c - scf.if, scf.while and scf.condition (MLIR scf dialect, the sections of those
 * names). */
#include "dialects/scf/scf.h"

/* ---- if -------------------------------------------------------------------------------------- */

static grn_status check_branch(const grn_op *op, const grn_check *check, size_t r)
{
    const grn_op *end = grn_scf_end_of(op, r, "scf.yield");
    if (!end)
        return grn_op_fail(op, check, "expects regions to end with 'scf.yield'");
    return grn_scf_check_edge(op, check,
                              &(grn_scf_edge){r ? "Region #1" : "Region #0", "parent results", end->noperands,
                                              op->nresults, grn_scf_type_of_pointer, grn_scf_type_of_value,
                                              end->operands, op->results});
}

static grn_status if_verify(const grn_op *op, grn_check *check)
{
    if (op->nregions != 2)
        return grn_op_fail(op, check, "expected 2 regions");
    if (!grn_scf_only_block(op, 0))
        return grn_op_fail(op, check, "region #0 ('thenRegion') failed to verify constraint: region with 1 blocks");
    if (op->nresults && !op->regions[1].first)
        return grn_op_fail(op, check, "must have an else block if defining values");
    for (size_t r = 0; r < 2; r++)
        if (op->regions[r].first && op->regions[r].first->nargs)
            return grn_op_fail(op, check, "branches take no arguments, region #%zu has %zu", r,
                               op->regions[r].first->nargs);
    return GRN_OK;
}

static grn_status if_verify_regions(const grn_op *op, grn_check *check)
{
    grn_status status = check_branch(op, check, 0);
    return status == GRN_OK && op->regions[1].first ? check_branch(op, check, 1) : status;
}

static grn_status if_eval(grn_exec *x, const grn_op *op)
{
    const grn_region *branch = &op->regions[grn_hlo_integer_value(&x->operands[0].tensor) != 0 ? 0 : 1];
    return branch->first ? x->calls->run_region(x, branch, 0, NULL, op->nresults, x->results) : GRN_OK;
}

/* `%c -> (T) { ... } else { ... }` */
static grn_status if_parse_with(grn_parser *p, grn_op *op, const grn_use *condition, grn_vec *types)
{
    const grn_type *i1 = grn_type_integer(grn_parser_ir(p), 1, GRN_SIGNLESS);
    grn_status status = i1 ? grn_parser_operands(p, op, 1, condition, &i1) : GRN_E_MEMORY;
    if (status == GRN_OK && grn_parser_try(p, "->"))
        status = grn_scf_read_types(p, types);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, types->count, types->items);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "scf.yield", 0, NULL);
    if (status == GRN_OK && grn_parser_try(p, "else"))
        status = grn_parser_body(p, op, "scf.yield", 0, NULL);
    else if (status == GRN_OK && !grn_parser_empty_region(p, op))
        status = GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status if_parse(grn_parser *p, grn_op *op)
{
    grn_vec types;
    grn_use condition;
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = grn_parser_use(p, &condition);
    if (status == GRN_OK)
        status = if_parse_with(p, op, &condition, &types);
    grn_vec_destroy(&types);
    return status;
}

static grn_status if_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_scf_print_results(p, op, true);
    for (size_t r = 0; r < op->nregions && (r == 0 || op->regions[r].first); r++) {
        grn_printer_text(p, r ? " else " : " ");
        grn_printer_body(p, &op->regions[r]);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- while ----------------------------------------------------------------------------------- */

enum { BEFORE, AFTER };

static grn_status while_verify(const grn_op *op, grn_check *check)
{
    static const char *const names[] = {"before", "after"};
    for (size_t r = 0; r < 2; r++)
        if (!grn_scf_only_block(op, r))
            return grn_op_fail(op, check, "region #%zu ('%s') failed to verify constraint: region with 1 blocks", r,
                               names[r]);
    const grn_block *before = op->regions[BEFORE].first;
    return grn_scf_check_edge(op, check,
                              &(grn_scf_edge){"parent operands", "Region #0", op->noperands, before->nargs,
                                              grn_scf_type_of_pointer, grn_scf_type_of_value, op->operands,
                                              before->args});
}

static grn_status while_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_op *test = grn_scf_end_of(op, BEFORE, "scf.condition"), *end = grn_scf_end_of(op, AFTER, "scf.yield");
    const grn_block *before = op->regions[BEFORE].first, *after = op->regions[AFTER].first;
    if (!test)
        return grn_op_fail(op, check, "expects the 'before' region to terminate with 'scf.condition'");
    if (!end)
        return grn_op_fail(op, check, "expects the 'after' region to terminate with 'scf.yield'");
    grn_scf_edge results = {
        "Region #0",           "parent results",   test->noperands - 1, op->nresults, grn_scf_type_of_pointer,
        grn_scf_type_of_value, test->operands + 1, op->results};
    grn_scf_edge body = {
        "Region #0",           "Region #1",        test->noperands - 1, after->nargs, grn_scf_type_of_pointer,
        grn_scf_type_of_value, test->operands + 1, after->args};
    grn_scf_edge again = {"Region #1",           "Region #0",   end->noperands, before->nargs, grn_scf_type_of_pointer,
                          grn_scf_type_of_value, end->operands, before->args};
    grn_status status = grn_scf_check_edge(op, check, &results);
    if (status == GRN_OK)
        status = grn_scf_check_edge(op, check, &body);
    return status == GRN_OK ? grn_scf_check_edge(op, check, &again) : status;
}

static grn_status condition_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    return parent && grn_str_is(parent->name, "scf.while") ? GRN_OK
                                                           : grn_op_fail(op, check, "expects parent op 'scf.while'");
}

/* One turn: the values through the first region; where it says so, what it gives through the
 * second. given[0] is the answer, the rest what the first region gives. */
static grn_status turn(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given, bool *more)
{
    size_t n = op->noperands, m = op->nresults;
    grn_status status = x->calls->charge(x, 1 + n);
    if (status == GRN_OK)
        status = x->calls->run_region(x, &op->regions[BEFORE], n, values, 1 + m, given);
    if (status != GRN_OK)
        return status;
    *more = grn_hlo_integer_value(&given[0].tensor) != 0;
    x->calls->release(x, &given[0]);
    return *more ? x->calls->run_region(x, &op->regions[AFTER], m, given + 1, n, values) : GRN_OK;
}

static grn_status turns(grn_exec *x, const grn_op *op, grn_rt *values, grn_rt *given)
{
    bool more = true;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = x->calls->share(x, &x->operands[i], NULL, &values[i]);
    while (status == GRN_OK && more)
        status = turn(x, op, values, given, &more);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        x->results[i] = given[1 + i];
        given[1 + i] = (grn_rt){0};
    }
    return status;
}

static grn_status while_eval(grn_exec *x, const grn_op *op)
{
    grn_rt *values = grn_scf_values(x, op, op->noperands), *given = grn_scf_values(x, op, 1 + op->nresults);
    grn_status status = values && given ? turns(x, op, values, given) : GRN_E_MEMORY;
    grn_scf_free(x, op->noperands, values);
    grn_scf_free(x, 1 + op->nresults, given);
    return status;
}

/* `(%a = %b) : (T) -> U { ... } do { ... } attributes {...}` */
static grn_status while_types(grn_parser *p, grn_op *op, grn_scf_header *h)
{
    const grn_type *type;
    grn_region_arg *arg = h->args.items;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_function_type(p, &type);
    if (status == GRN_OK && type->inputs != h->uses.use.count)
        return grn_parser_fail(p, place, "expected as many input types as operands (expected %zu got %zu)",
                               h->uses.use.count, type->inputs);
    for (size_t i = 0; status == GRN_OK && i < type->inputs; i++) {
        status = grn_uses_type(&h->uses, type->members[i]);
        arg[i].type = type->members[i];
    }
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &h->uses);
    return status == GRN_OK ? grn_parser_results(p, op, type->count - type->inputs, type->members + type->inputs)
                            : status;
}

static grn_status while_parse_with(grn_parser *p, grn_op *op, grn_scf_header *h)
{
    grn_status status = grn_parser_at(p, "(") ? grn_scf_read_bindings(p, h) : GRN_OK;
    if (status == GRN_OK)
        status = while_types(p, op, h);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, h->args.count, h->args.items);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "do");
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, true) : status;
}

static grn_status while_parse(grn_parser *p, grn_op *op)
{
    grn_scf_header h;
    grn_scf_header_init(p, &h);
    grn_status status = while_parse_with(p, op, &h);
    grn_scf_header_end(&h);
    return status;
}

static grn_status while_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    if (op->noperands) {
        grn_printer_text(p, " ");
        grn_scf_print_bindings(p, op, op->regions[BEFORE].first, 0, 0, op->noperands);
    }
    grn_printer_text(p, " : ");
    grn_printer_function_type(p, op);
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[BEFORE], false);
    grn_printer_text(p, " do ");
    grn_printer_region(p, &op->regions[AFTER], true);
    grn_printer_attr_dict(p, op, skip, " attributes ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_i1(const grn_type *t)
{
    return t->kind == GRN_TYPE_INTEGER && t->width == 1 && t->signedness == GRN_SIGNLESS;
}
static const grn_type_class i1 = {"1-bit signless integer", is_i1};
static const grn_port condition[] = {GRN_PORT("condition", i1), GRN_PORTS_END};
static const grn_port values[] = {GRN_PORT_ANY("results", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_scf_branch_ops[] = {
    GRN_MLIR_LISTED(scf, if, "runs one of two regions by a boolean", condition, values, GRN_NO_ATTRS, .nregions = -1,
                    .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = if_parse, .print = if_print,
                    .verify = if_verify, .verify_regions = if_verify_regions, .eval = if_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(scf, while, "a loop that runs as long as its first region says", values, values, GRN_NO_ATTRS,
                    .nregions = 2, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = while_parse,
                    .print = while_print, .verify = while_verify, .verify_regions = while_verify_regions,
                    .eval = while_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(scf, condition, "ends the first region of scf.while: go on or leave",
                    GRN_PORTS(GRN_PORT("condition", i1), GRN_PORT_ANY("args", grn_hlo_any_type)), GRN_NO_PORTS,
                    GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
                    .assembly = "( %condition ) {} [? %args : !args ?] ~condition=i1", .verify = condition_verify,
                    .no_meaning = "ends the first region of scf.while, which asks its first operand"),
    {.name = NULL},
};
