/*
 * forall.c - scf.forall and the scf.forall.in_parallel that ends it (MLIR scf
 * dialect, the sections of those names). Steps run one after the other, the
 * last dimension fastest. Each takes what is shared as it was before the loop;
 * the slices that they insert go into the results.
 */
#include <inttypes.h>

#include "dialects/scf/scf.h"

enum { FROM, TO, STEP, OUTS, GROUPS };
static const char *const lists[] = {"staticLowerBound", "staticUpperBound", "staticStep"};
static const char *const in_parallel = "scf.forall.in_parallel";

/* ---- rules ----------------------------------------------------------------------------------- */

static size_t rank_of(const grn_op *op)
{
    size_t count = 0;
    const int64_t *v;
    return grn_op_dims(op, lists[TO], &count, &v) ? count : 0;
}

static grn_status check_bounds(const grn_op *op, const grn_check *check, const int64_t *sizes)
{
    static const char *const words[] = {"lower bound", "upper bound", "step"};
    const size_t rank = rank_of(op);
    for (size_t k = 0; k < GRN_COUNT(lists); k++) {
        size_t count = 0, dynamic = 0;
        const int64_t *v;
        grn_op_dims(op, lists[k], &count, &v);
        if (count != rank)
            return grn_op_fail_plain(op, check, "expected %zu %s values, got %zu", rank, words[k], count);
        for (size_t d = 0; d < count; d++)
            dynamic += v[d] == GRN_DYNAMIC;
        if (dynamic != (size_t)sizes[k])
            return grn_op_fail_plain(op, check, "expected %zu dynamic %s values", dynamic, words[k]);
    }
    return rank <= GRN_MAX_RANK
               ? GRN_OK
               : grn_op_fail(op, check, "walks %zu dimensions, garner's limit is %d", rank, GRN_MAX_RANK);
}

static grn_status check_operands(const grn_op *op, const grn_check *check, const int64_t *sizes)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const size_t nouts = (size_t)sizes[OUTS], first = op->noperands - nouts;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type_class *is = i < first ? &grn_is_index : &grn_is_ranked_tensor;
        if (!is->matches(grn_operand_type(op, i)))
            return grn_op_fail(op, check, "operand #%zu must be variadic of %s, but got '%s'", i, is->text,
                               grn_type_text(grn_operand_type(op, i), have, sizeof have));
    }
    if (op->nresults != nouts)
        return grn_op_fail(op, check, "produces %zu results, but has only %zu outputs", op->nresults, nouts);
    for (size_t i = 0; i < nouts; i++)
        if (grn_operand_type(op, first + i) != grn_result_type(op, i))
            return grn_op_fail(op, check,
                               "expected type of operand #%zu ('%s') to match type of corresponding result ('%s')",
                               first + i, grn_type_text(grn_operand_type(op, first + i), have, sizeof have),
                               grn_type_text(grn_result_type(op, i), want, sizeof want));
    return GRN_OK;
}

static grn_status check_arguments(const grn_op *op, const grn_check *check, const grn_block *body)
{
    const size_t rank = rank_of(op), first = op->noperands - op->nresults;
    if (body->nargs != rank + op->nresults)
        return grn_op_fail(op, check, "region expects %zu arguments", rank);
    for (size_t i = 0; i < rank; i++)
        if (!grn_is_index.matches(body->args[i].type))
            return grn_op_fail(op, check, "expects %zu-th block argument to be an index", i);
    for (size_t i = 0; i < op->nresults; i++)
        if (body->args[rank + i].type != grn_operand_type(op, first + i))
            return grn_op_fail(op, check, "type mismatch between %zu-th output and corresponding block argument", i);
    return GRN_OK;
}

static grn_status forall_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes;
    const grn_attr *mapping = grn_op_attr(op, "mapping");
    const grn_block *body = grn_scf_only_block(op, 0);
    grn_status status = grn_tensor_segments(op, check, GROUPS, &sizes);
    if (status == GRN_OK)
        status = check_operands(op, check, sizes);
    if (status == GRN_OK && !body)
        status = grn_op_fail(op, check, "region #0 ('region') failed to verify constraint: region with 1 blocks");
    if (status == GRN_OK)
        status = check_bounds(op, check, sizes);
    if (status == GRN_OK)
        status = check_arguments(op, check, body);
    if (status == GRN_OK && mapping && mapping->array.count && mapping->array.count != rank_of(op))
        status = grn_op_fail(op, check, "mapping attribute size must match op rank");
    return status;
}

static grn_status forall_verify_regions(const grn_op *op, grn_check *check)
{
    return grn_scf_end_of(op, 0, in_parallel) ? GRN_OK
                                              : grn_op_fail(op, check, "expects regions to end with '%s'", in_parallel);
}

/* Which of the loop's shared values it is; false: none. */
static bool is_shared(const grn_op *loop, const grn_value *v, size_t *number)
{
    const grn_block *body = loop->regions[0].first;
    const size_t rank = rank_of(loop);
    *number = v->index - rank;
    return !v->def && v->block == body && v->index >= rank;
}

static grn_status in_parallel_verify(const grn_op *op, grn_check *check)
{
    const grn_op *loop = grn_op_parent(op);
    const grn_block *body = grn_scf_only_block(op, 0);
    size_t number;
    if (!loop || !grn_str_is(loop->name, "scf.forall"))
        return grn_op_fail(op, check, "expects parent op 'scf.forall'");
    if (!body)
        return grn_op_fail(op, check, "region #0 ('region') failed to verify constraint: region with 1 blocks");
    for (const grn_op *insert = body->first; insert; insert = insert->next) {
        if (!grn_str_is(insert->name, "tensor.parallel_insert_slice"))
            return grn_op_fail(op, check, "expected only tensor.parallel_insert_slice ops");
        if (insert->noperands < 2 || !is_shared(loop, insert->operands[1], &number))
            return grn_op_fail(insert, check, "may only insert into an output block argument");
    }
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct run {
    grn_exec *x;
    const grn_op *op;
    size_t rank, outs; /* the first operand that is shared */
    grn_scf_range range[GRN_MAX_RANK];
    uint64_t at[GRN_MAX_RANK];
    grn_rt *args;
} run;

static grn_status read_ranges(run *r, bool *any)
{
    int64_t v[GROUPS][GRN_MAX_RANK];
    size_t operand = 0;
    grn_status status = GRN_OK;
    *any = true;
    for (size_t k = 0; status == GRN_OK && k < GRN_COUNT(lists); k++)
        status = grn_read_mixed(r->x, r->op, lists[k], &operand, (int32_t)r->rank, v[k]);
    for (size_t d = 0; status == GRN_OK && d < r->rank; d++) {
        status = grn_scf_range_of(r->x, r->op, GRN_INDEX, v[FROM][d], v[TO][d], v[STEP][d], &r->range[d]);
        *any = *any && r->range[d].count > 0;
    }
    return status;
}

static bool next_point(run *r)
{
    for (size_t d = r->rank; d-- > 0;) {
        if (++r->at[d] < r->range[d].count)
            return true;
        r->at[d] = 0;
    }
    return false;
}

static grn_status point(run *r)
{
    const size_t n = r->op->nresults;
    grn_status status = r->x->calls->charge(r->x, 1 + r->rank + n);
    for (size_t d = 0; status == GRN_OK && d < r->rank; d++)
        status = grn_scf_number(r->x, GRN_INDEX, r->range[d].from + (int64_t)(r->at[d] * (uint64_t)r->range[d].step),
                                &r->args[d]);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = r->x->calls->share(r->x, &r->x->operands[r->outs + i], NULL, &r->args[r->rank + i]);
    return status == GRN_OK ? r->x->calls->run_region(r->x, &r->op->regions[0], r->rank + n, r->args, 0, NULL) : status;
}

/* Each a copy, which the slices are inserted into. */
static grn_status make_results(run *r)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < r->op->nresults; i++) {
        const grn_tensor *out = &r->x->operands[r->outs + i].tensor;
        status = r->x->calls->alloc(r->x, out->dtype, out->rank, out->shape, &r->x->results[i]);
        if (status == GRN_OK)
            grn_tensor_copy(&r->x->results[i].tensor, out);
    }
    return status;
}

static grn_status points(run *r)
{
    grn_rt *const outer = *r->x->shared;
    bool any;
    grn_status status = read_ranges(r, &any);
    if (status == GRN_OK)
        status = make_results(r);
    if (status != GRN_OK || !any)
        return status;
    *r->x->shared = r->x->results;
    do
        status = point(r);
    while (status == GRN_OK && next_point(r));
    *r->x->shared = outer;
    return status;
}

static grn_status forall_eval(grn_exec *x, const grn_op *op)
{
    run r = {.x = x, .op = op, .rank = rank_of(op), .outs = op->noperands - op->nresults};
    r.args = grn_scf_values(x, op, r.rank + op->nresults);
    grn_status status = r.args ? points(&r) : GRN_E_MEMORY;
    grn_scf_free(x, r.rank + op->nresults, r.args);
    return status;
}

/* It runs where its step ends, and sees what the step made. */
static grn_status in_parallel_eval(grn_exec *x, const grn_op *op)
{
    return x->calls->run_region(x, &op->regions[0], 0, NULL, 0, NULL);
}

/* ---- text: `(%i) in (%n) shared_outs(%o = %t) -> (T) { ... }` -------------------------------- */

typedef struct forall {
    grn_scf_header h;
    grn_vec types; /* const grn_type *: of what is shared */
    size_t rank;
    size_t sizes[4]; /* operands of the lower bounds, the upper ones, the steps; what is shared */
} forall;

/* `(0, %n)` into attribute `name`, its operands of type index. */
static grn_status read_numbers(grn_parser *p, grn_op *op, forall *f, grn_str name, size_t *operands)
{
    int64_t v[GRN_MAX_RANK];
    size_t before = f->h.uses.use.count, n = 0;
    grn_status status = grn_parser_expect(p, "(");
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        if (n == GRN_MAX_RANK)
            return grn_parser_fail(p, op->place, "has more than %d dimensions", GRN_MAX_RANK);
        if (n)
            status = grn_parser_expect(p, ",");
        v[n] = GRN_DYNAMIC;
        if (status == GRN_OK)
            status = grn_parser_at_use(p) ? grn_scf_read_use(p, &f->h) : grn_parser_i64(p, &v[n]);
        n++;
    }
    *operands = f->h.uses.use.count - before;
    if (status == GRN_OK)
        status = grn_uses_index(p, &f->h.uses);
    return status == GRN_OK ? grn_parse_set(p, op, name, grn_attr_dense_i64(grn_parser_ir(p), n, v)) : status;
}

static grn_status set_all(grn_parser *p, grn_op *op, size_t n, grn_str name, int64_t value)
{
    int64_t v[GRN_MAX_RANK];
    for (size_t i = 0; i < n; i++)
        v[i] = value;
    return grn_parse_set(p, op, name, grn_attr_dense_i64(grn_parser_ir(p), n, v));
}

/* `in (4, %n)`, or `= (0) to (%n) step (2)` */
static grn_status read_space(grn_parser *p, grn_op *op, forall *f)
{
    const grn_str lower = GRN_STR("staticLowerBound"), upper = GRN_STR("staticUpperBound"),
                  step = GRN_STR("staticStep");
    grn_status status = GRN_OK;
    if (grn_parser_try(p, "in")) {
        status = read_numbers(p, op, f, upper, &f->sizes[1]);
        if (status == GRN_OK)
            status = set_all(p, op, f->rank, lower, 0);
        return status == GRN_OK ? set_all(p, op, f->rank, step, 1) : status;
    }
    status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = read_numbers(p, op, f, lower, &f->sizes[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "to");
    if (status == GRN_OK)
        status = read_numbers(p, op, f, upper, &f->sizes[1]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "step");
    return status == GRN_OK ? read_numbers(p, op, f, step, &f->sizes[2]) : status;
}

/* `(%i, %j)` */
static grn_status read_indices(grn_parser *p, forall *f)
{
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = index ? grn_parser_expect(p, "(") : GRN_E_MEMORY;
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        if (f->rank++)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = grn_scf_read_arg(p, &f->h);
        if (status == GRN_OK)
            ((grn_region_arg *)f->h.args.items)[f->rank - 1].type = index;
    }
    return status == GRN_OK && f->rank > GRN_MAX_RANK
               ? grn_parser_fail(p, grn_parser_place(p), "has more than %d dimensions", GRN_MAX_RANK)
               : status;
}

/* `shared_outs(%o = %t) -> (T)` */
static grn_status read_shared(grn_parser *p, grn_op *op, forall *f)
{
    if (!grn_parser_try(p, "shared_outs"))
        return GRN_OK;
    grn_status status = grn_scf_read_bindings(p, &f->h);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_scf_read_types(p, &f->types);
    f->sizes[3] = f->h.args.count - f->rank;
    if (status == GRN_OK && f->types.count != f->sizes[3])
        return grn_parser_fail(p, op->place, "shares %zu values but has %zu types", f->sizes[3], f->types.count);
    for (size_t i = 0; status == GRN_OK && i < f->types.count; i++) {
        const grn_type *type = ((const grn_type *const *)f->types.items)[i];
        ((grn_region_arg *)f->h.args.items)[f->rank + i].type = type;
        status = grn_uses_type(&f->h.uses, type);
    }
    return status;
}

/* The terminator that may be left out: one of an empty region. */
static grn_status end_body(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_str name = {in_parallel, strlen(in_parallel)};
    grn_block *block = op->regions[0].first ? op->regions[0].last : grn_region_add_block(ir, &op->regions[0]);
    if (!block)
        return GRN_E_MEMORY;
    if (block->last && grn_str_equal(block->last->name, name))
        return GRN_OK;
    grn_op *end = grn_op_new(ir, grn_ir_find_op(ir, name), name, op->place, 0, 0, 1);
    if (!end || !grn_region_add_block(ir, &end->regions[0]))
        return GRN_E_MEMORY;
    grn_block_append(block, end);
    return GRN_OK;
}

static grn_status parse_forall(grn_parser *p, grn_op *op, forall *f)
{
    grn_status status = read_indices(p, f);
    if (status == GRN_OK)
        status = read_space(p, op, f);
    if (status == GRN_OK)
        status = read_shared(p, op, f);
    if (status == GRN_OK)
        status = grn_set_segments(p, op, 4, f->sizes);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &f->h.uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, f->types.count, f->types.items);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, f->h.args.count, f->h.args.items);
    if (status == GRN_OK)
        status = end_body(p, op);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status forall_parse(grn_parser *p, grn_op *op)
{
    forall f = {.rank = 0};
    grn_scf_header_init(p, &f.h);
    grn_vec_init(&f.types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = parse_forall(p, op, &f);
    grn_scf_header_end(&f.h);
    grn_vec_destroy(&f.types);
    return status;
}

static void print_numbers(grn_printer *p, const grn_op *op, const char *name, size_t *operand)
{
    size_t count = 0;
    const int64_t *v;
    grn_op_dims(op, name, &count, &v);
    grn_printer_text(p, "(");
    for (size_t d = 0; d < count; d++) {
        grn_printer_text(p, d ? ", " : "");
        if (v[d] != GRN_DYNAMIC)
            grn_printer_i64(p, v[d]);
        else if (*operand < op->noperands)
            grn_printer_value(p, op->operands[(*operand)++]);
    }
    grn_printer_text(p, ")");
}

static bool are_all(const grn_op *op, const char *name, int64_t value)
{
    size_t count = 0;
    const int64_t *v;
    bool all = grn_op_dims(op, name, &count, &v);
    for (size_t d = 0; d < count; d++)
        all = all && v[d] == value;
    return all;
}

/* From 0, by ones, only the ends are said. */
static void print_space(grn_printer *p, const grn_op *op)
{
    static const char *const before[] = {" = ", " to ", " step "};
    size_t operand = 0;
    if (are_all(op, lists[FROM], 0) && are_all(op, lists[STEP], 1)) {
        grn_printer_text(p, " in ");
        print_numbers(p, op, lists[TO], &operand);
        return;
    }
    for (size_t k = 0; k < GRN_COUNT(lists); k++) {
        grn_printer_text(p, before[k]);
        print_numbers(p, op, lists[k], &operand);
    }
}

static grn_status forall_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep",
                                       NULL};
    const grn_block *body = op->regions[0].first;
    const size_t rank = rank_of(op);
    grn_printer_text(p, " (");
    for (size_t i = 0; i < rank && i < body->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &body->args[i]);
    }
    grn_printer_text(p, ")");
    print_space(p, op);
    if (op->nresults) {
        grn_printer_text(p, " shared_outs");
        grn_scf_print_bindings(p, op, body, rank, op->noperands - op->nresults, op->nresults);
        grn_scf_print_results(p, op, true);
    }
    grn_printer_text(p, " ");
    if (op->nresults)
        grn_printer_region(p, &op->regions[0], false);
    else
        grn_printer_body(p, &op->regions[0]);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

static grn_status in_parallel_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {NULL};
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], false);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

static grn_status in_parallel_parse(grn_parser *p, grn_op *op)
{
    grn_status status = grn_parser_results(p, op, 0, NULL);
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    if (status == GRN_OK && !op->regions[0].first && !grn_region_add_block(grn_parser_ir(p), &op->regions[0]))
        status = GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Groups of several lengths: which operand has to be what is for the op's own rules. */
static const grn_port operands[] = {
    GRN_PORT_ANY("dynamicLowerBound", grn_hlo_any_type), GRN_PORT_ANY("dynamicUpperBound", grn_hlo_any_type),
    GRN_PORT_ANY("dynamicStep", grn_hlo_any_type), GRN_PORT_ANY("outputs", grn_hlo_any_type), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("results", grn_hlo_any_type), GRN_PORTS_END};

const grn_op_def grn_scf_forall_ops[] = {
    GRN_MLIR_LISTED(scf, forall, "a loop over a grid whose iterations write parts of tensors", operands, results,
                    GRN_ATTRS(GRN_NEEDS("staticLowerBound", grn_attr_is_dims),
                              GRN_NEEDS("staticUpperBound", grn_attr_is_dims),
                              GRN_NEEDS("staticStep", grn_attr_is_dims), GRN_MAY_HAVE("mapping", grn_attr_is_array),
                              GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)),
                    .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = forall_parse,
                    .print = forall_print, .verify = forall_verify, .verify_regions = forall_verify_regions,
                    .eval = forall_eval, .work = GRN_WORK_OWN),
    GRN_MLIR("scf", "forall.in_parallel", "ends scf.forall: what is written where", GRN_NO_PORTS, GRN_NO_PORTS,
             GRN_NO_ATTRS, .nregions = 1,
             .traits =
                 GRN_TRAIT_TERMINATOR | GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_NO_TERMINATOR | GRN_TRAIT_IMPLICIT_CAPTURE,
             .parse = in_parallel_parse, .print = in_parallel_print, .verify = in_parallel_verify,
             .eval = in_parallel_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
