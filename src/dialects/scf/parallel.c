/*
 * parallel.c - scf.parallel, and the scf.reduce and scf.reduce.return in it
 * (MLIR scf dialect, the sections of those names). Steps run one after the
 * other, the last dimension fastest: one of the orders that upstream allows.
 */
#include <inttypes.h>

#include "dialects/scf/scf.h"

enum { FROM, TO, STEP, INITS, GROUPS };

/* Numbers of an op's operands; none of a malformed one. */
typedef struct groups {
    size_t rank, ninits;
} groups;

static groups groups_of(const grn_op *op)
{
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    bool good = sizes && sizes->is_dims && sizes->ndims == GROUPS;
    uint64_t left = op->noperands;
    for (size_t i = 0; good && i < GROUPS; i++) {
        good = sizes->dims[i] >= 0 && (uint64_t)sizes->dims[i] <= left &&
               (i == INITS || sizes->dims[i] == sizes->dims[FROM]);
        left -= good ? (uint64_t)sizes->dims[i] : 0;
    }
    return good ? (groups){(size_t)sizes->dims[FROM], (size_t)sizes->dims[INITS]} : (groups){0, 0};
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status check_operands(const grn_op *op, const grn_check *check)
{
    const int64_t *sizes;
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_tensor_segments(op, check, GROUPS, &sizes);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < op->noperands - (size_t)sizes[INITS]; i++)
        if (!grn_is_index.matches(grn_operand_type(op, i)))
            return grn_op_fail(op, check, "operand #%zu must be variadic of index, but got '%s'", i,
                               grn_type_text(grn_operand_type(op, i), text, sizeof text));
    if (sizes[STEP] == 0)
        return grn_op_fail(op, check, "needs at least one tuple element for lowerBound, upperBound and step");
    if (sizes[FROM] != sizes[STEP] || sizes[TO] != sizes[STEP])
        return grn_op_fail(op, check,
                           "has %" PRId64 " lower bounds, %" PRId64 " upper bounds and %" PRId64
                           " steps, as many of each are expected",
                           sizes[FROM], sizes[TO], sizes[STEP]);
    if (sizes[STEP] > GRN_MAX_RANK)
        return grn_op_fail(op, check, "walks %" PRId64 " dimensions, garner's limit is %d", sizes[STEP], GRN_MAX_RANK);
    return GRN_OK;
}

static grn_status check_inits(const grn_op *op, const grn_check *check, const groups *g)
{
    if (op->nresults != g->ninits)
        return grn_op_fail(op, check, "expects number of results: %zu to be the same as number of initial values: %zu",
                           op->nresults, g->ninits);
    for (size_t i = 0; i < g->ninits; i++)
        if (grn_operand_type(op, 3 * g->rank + i) != grn_result_type(op, i))
            return grn_op_fail(op, check, "expects type of initial value %zu to be that of the result", i);
    return GRN_OK;
}

static grn_status parallel_verify(const grn_op *op, grn_check *check)
{
    grn_status status = check_operands(op, check);
    const groups g = groups_of(op);
    const grn_block *body = grn_scf_only_block(op, 0);
    if (status == GRN_OK && !body)
        status = grn_op_fail(op, check, "region #0 ('region') failed to verify constraint: region with 1 blocks");
    if (status == GRN_OK && body->nargs != g.rank)
        status =
            grn_op_fail(op, check, "expects the same number of induction variables: %zu as bound and step values: %zu",
                        body->nargs, g.rank);
    for (size_t i = 0; status == GRN_OK && i < g.rank; i++)
        if (!grn_is_index.matches(body->args[i].type))
            status = grn_op_fail(op, check, "expects arguments for the induction variable to be of index type");
    return status == GRN_OK ? check_inits(op, check, &g) : status;
}

static grn_status parallel_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_op *end = grn_scf_end_of(op, 0, "scf.reduce");
    if (!end)
        return grn_op_fail(op, check, "expects body to terminate with 'scf.reduce'");
    if (end->noperands != op->nresults)
        return grn_op_fail(op, check, "expects number of results: %zu to be the same as number of reductions: %zu",
                           op->nresults, end->noperands);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_operand_type(end, i) != grn_result_type(op, i))
            return grn_op_fail(
                end, check,
                "expects type of %zu-th reduction operand: '%s' to be the same as the %zu-th result type: '%s'", i,
                grn_type_text(grn_operand_type(end, i), have, sizeof have), i,
                grn_type_text(grn_result_type(op, i), want, sizeof want));
    return GRN_OK;
}

static grn_status reduce_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || !grn_str_is(parent->name, "scf.parallel"))
        return grn_op_fail(op, check, "expects parent op 'scf.parallel'");
    if (op->nregions != op->noperands)
        return grn_op_fail(op, check, "expects number of operands: %zu to be the same as number of reductions: %zu",
                           op->noperands, op->nregions);
    for (size_t i = 0; i < op->nregions; i++) {
        char text[GRN_TYPE_TEXT_BYTES];
        const grn_block *b = grn_scf_only_block(op, i);
        const grn_type *type = grn_operand_type(op, i);
        if (!b || !b->first)
            return grn_op_fail(op, check, "%zu-th reduction has an empty body", i);
        if (b->nargs != 2 || b->args[0].type != type || b->args[1].type != type)
            return grn_op_fail(op, check, "expected two block arguments with type '%s' in the %zu-th reduction region",
                               grn_type_text(type, text, sizeof text), i);
    }
    return GRN_OK;
}

static grn_status reduce_verify_regions(const grn_op *op, grn_check *check)
{
    for (size_t i = 0; i < op->nregions; i++)
        if (!grn_scf_end_of(op, i, "scf.reduce.return"))
            return grn_op_fail(op, check, "the block inside reduce should be terminated with a 'scf.reduce.return' op");
    return GRN_OK;
}

static grn_status reduce_return_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    char text[GRN_TYPE_TEXT_BYTES];
    if (!parent || !grn_str_is(parent->name, "scf.reduce"))
        return grn_op_fail(op, check, "expects parent op 'scf.reduce'");
    const grn_type *type = op->block->nargs ? op->block->args[0].type : NULL;
    if (grn_operand_type(op, 0) != type)
        return grn_op_fail(op, check, "must have type '%s' (the type of the reduction inputs)",
                           type ? grn_type_text(type, text, sizeof text) : "of the reduction's arguments");
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct run {
    grn_exec *x;
    const grn_op *op, *reduce;
    groups g;
    grn_scf_range range[GRN_MAX_RANK];
    uint64_t at[GRN_MAX_RANK];
    grn_rt *args, *given; /* the body's arguments; what it reduces */
} run;

static grn_status read_ranges(run *r, bool *any)
{
    *any = true;
    for (size_t d = 0; d < r->g.rank; d++) {
        grn_status status = grn_scf_range_read(r->x, r->op, d, r->g.rank + d, 2 * r->g.rank + d, &r->range[d]);
        if (status != GRN_OK)
            return status;
        *any = *any && r->range[d].count > 0;
        r->at[d] = 0;
    }
    return GRN_OK;
}

static bool next_point(run *r)
{
    for (size_t d = r->g.rank; d-- > 0;) {
        if (++r->at[d] < r->range[d].count)
            return true;
        r->at[d] = 0;
    }
    return false;
}

static grn_status combine(run *r, size_t i)
{
    grn_rt pair[2] = {r->x->results[i], r->given[i]};
    r->x->results[i] = (grn_rt){0};
    r->given[i] = (grn_rt){0};
    grn_status status = r->x->calls->run_region(r->x, &r->reduce->regions[i], 2, pair, 1, &r->x->results[i]);
    r->x->calls->release(r->x, &pair[0]);
    r->x->calls->release(r->x, &pair[1]);
    return status;
}

static grn_status point(run *r)
{
    grn_status status = r->x->calls->charge(r->x, 1 + r->g.rank);
    for (size_t d = 0; status == GRN_OK && d < r->g.rank; d++)
        status = grn_scf_number(r->x, GRN_INDEX, r->range[d].from + (int64_t)(r->at[d] * (uint64_t)r->range[d].step),
                                &r->args[d]);
    if (status == GRN_OK)
        status = r->x->calls->run_region(r->x, &r->op->regions[0], r->g.rank, r->args, r->op->nresults, r->given);
    for (size_t i = 0; status == GRN_OK && i < r->op->nresults; i++)
        status = combine(r, i);
    return status;
}

static grn_status points(run *r)
{
    bool any;
    grn_status status = read_ranges(r, &any);
    for (size_t i = 0; status == GRN_OK && i < r->op->nresults; i++)
        status = r->x->calls->share(r->x, &r->x->operands[3 * r->g.rank + i], NULL, &r->x->results[i]);
    if (status != GRN_OK || !any)
        return status;
    do
        status = point(r);
    while (status == GRN_OK && next_point(r));
    return status;
}

static grn_status parallel_eval(grn_exec *x, const grn_op *op)
{
    run r = {.x = x, .op = op, .reduce = grn_block_terminator(op->regions[0].first), .g = groups_of(op)};
    r.args = grn_scf_values(x, op, r.g.rank);
    r.given = grn_scf_values(x, op, op->nresults);
    grn_status status = r.args && r.given ? points(&r) : GRN_E_MEMORY;
    grn_scf_free(x, r.g.rank, r.args);
    grn_scf_free(x, op->nresults, r.given);
    return status;
}

/* ---- text: `(%i) = (%a) to (%b) step (%c) init (%x) -> T { ... }` ---------------------------- */

static grn_status read_tuple(grn_parser *p, grn_scf_header *h, size_t *count,
                             grn_status (*item)(grn_parser *, grn_scf_header *))
{
    grn_status status = grn_parser_expect(p, "(");
    *count = 0;
    if (status != GRN_OK || grn_parser_try(p, ")"))
        return status;
    do {
        status = item(p, h);
        ++*count;
    } while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status read_groups(grn_parser *p, grn_scf_header *h, size_t counts[GROUPS])
{
    static const char *const before[] = {"=", "to", "step"};
    size_t rank;
    grn_place place = grn_parser_place(p);
    grn_status status = read_tuple(p, h, &rank, grn_scf_read_arg);
    for (size_t i = 0; status == GRN_OK && i < INITS; i++) {
        status = grn_parser_expect(p, before[i]);
        place = grn_parser_place(p);
        if (status == GRN_OK)
            status = read_tuple(p, h, &counts[i], grn_scf_read_use);
        if (status == GRN_OK && counts[i] != rank)
            return grn_parser_fail(p, place, "expected %zu operands", rank);
    }
    counts[INITS] = 0;
    if (status == GRN_OK && grn_parser_try(p, "init"))
        status = read_tuple(p, h, &counts[INITS], grn_scf_read_use);
    return status;
}

static grn_status set_types(grn_parser *p, grn_scf_header *h, const size_t counts[GROUPS], const grn_vec *results)
{
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_region_arg *arg = h->args.items;
    grn_status status = index ? GRN_OK : GRN_E_MEMORY;
    for (size_t i = 0; status == GRN_OK && i < 3 * counts[FROM]; i++)
        status = grn_uses_type(&h->uses, index);
    for (size_t i = 0; status == GRN_OK && i < results->count; i++)
        status = grn_uses_type(&h->uses, ((const grn_type *const *)results->items)[i]);
    for (size_t i = 0; i < h->args.count; i++)
        arg[i].type = index;
    return status;
}

static grn_status parallel_parse_with(grn_parser *p, grn_op *op, grn_scf_header *h, grn_vec *types)
{
    size_t counts[GROUPS] = {0};
    grn_status status = read_groups(p, h, counts);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK && grn_parser_try(p, "->"))
        status = grn_scf_read_types(p, types);
    if (status == GRN_OK && types->count != counts[INITS])
        return grn_parser_fail(p, place, "expected as many results as initial values: %zu", counts[INITS]);
    if (status == GRN_OK)
        status = set_types(p, h, counts, types);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &h->uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, types->count, types->items);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "scf.reduce", h->args.count, h->args.items);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? grn_set_segments(p, op, GROUPS, counts) : status;
}

static grn_status parallel_parse(grn_parser *p, grn_op *op)
{
    grn_scf_header h;
    grn_vec types;
    grn_scf_header_init(p, &h);
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = parallel_parse_with(p, op, &h, &types);
    grn_vec_destroy(&types);
    grn_scf_header_end(&h);
    return status;
}

static void print_list(grn_printer *p, const char *before, const grn_op *op, size_t first, size_t count)
{
    grn_printer_text(p, before);
    if (first + count <= op->noperands)
        grn_printer_values(p, op->operands + first, count);
    grn_printer_text(p, ")");
}

static grn_status parallel_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"operandSegmentSizes", NULL};
    const grn_block *body = op->regions[0].first;
    const groups g = groups_of(op);
    grn_printer_text(p, " (");
    for (size_t i = 0; i < body->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &body->args[i]);
    }
    print_list(p, ") = (", op, 0, g.rank);
    print_list(p, " to (", op, g.rank, g.rank);
    print_list(p, " step (", op, 2 * g.rank, g.rank);
    if (g.ninits) {
        print_list(p, " init (", op, 3 * g.rank, g.ninits);
        grn_scf_print_results(p, op, false);
    }
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], false);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* `(%a, %b : T, U) { ... }, { ... }`, or nothing at all. */
static grn_status reduce_parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_parser_uses(p, &uses->use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    for (size_t i = 0; status == GRN_OK && i < uses->use.count; i++) {
        const grn_type *type;
        status = i ? grn_parser_expect(p, ",") : GRN_OK;
        if (status == GRN_OK)
            status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    for (size_t i = 0; status == GRN_OK && (i == 0 || grn_parser_try(p, ",")); i++)
        status = grn_parser_region(p, op, 0, NULL);
    return status;
}

static grn_status reduce_parse(grn_parser *p, grn_op *op)
{
    grn_uses uses;
    grn_status status = GRN_OK;
    grn_uses_init(p, &uses);
    if (grn_parser_try(p, "("))
        status = reduce_parse_with(p, op, &uses);
    grn_uses_end(&uses);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status reduce_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : "(");
        grn_printer_value(p, op->operands[i]);
    }
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, grn_operand_type(op, i));
    }
    grn_printer_text(p, op->noperands ? ")" : "");
    for (size_t r = 0; r < op->nregions; r++) {
        grn_printer_text(p, r ? ", " : " ");
        grn_printer_region(p, &op->regions[r], true);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Groups of several lengths: which operand has to be an index is for the op's own rules. */
static const grn_port operands[] = {
    GRN_PORT_ANY("lowerBound", grn_hlo_any_type), GRN_PORT_ANY("upperBound", grn_hlo_any_type),
    GRN_PORT_ANY("step", grn_hlo_any_type), GRN_PORT_ANY("initVals", grn_hlo_any_type), GRN_PORTS_END};
static const grn_port values[] = {GRN_PORT_ANY("results", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_scf_parallel_ops[] = {
    GRN_MLIR_LISTED(scf, parallel, "a loop whose iterations may run at once", operands, values,
                    GRN_ATTRS(GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)), .nregions = 1,
                    .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = parallel_parse,
                    .print = parallel_print, .verify = parallel_verify, .verify_regions = parallel_verify_regions,
                    .eval = parallel_eval, .work = GRN_WORK_OWN),
    GRN_MLIR("scf", "reduce", "folds what the iterations of scf.parallel give", values, GRN_NO_PORTS, GRN_NO_ATTRS,
             .nregions = -1, .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_SINGLE_BLOCK, .parse = reduce_parse,
             .print = reduce_print, .verify = reduce_verify, .verify_regions = reduce_verify_regions,
             .no_meaning = "ends the body of scf.parallel, which runs its regions"),
    GRN_MLIR("scf", "reduce.return", "ends a fold of scf.reduce", GRN_PORTS(GRN_PORT("result", grn_hlo_any_type)),
             GRN_NO_PORTS, GRN_NO_ATTRS, .format = "%* {} :operands", .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
             .verify = reduce_return_verify, .no_meaning = "ends a reduction: its operand is the result"),
    {.name = NULL},
};
