/* parallel.c - affine.parallel: loops between affine bounds, and the folds of what their iterations
 * give. Steps run one after the other, the last dimension fastest: one of the orders that upstream
 * allows. */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/affine/fold.h"

/* ---- parts of the op ------------------------------------------------------------------------- */

const char *const grn_affine_bounds[2] = {"lowerBoundsMap", "upperBoundsMap"};
static const char *const groups[2] = {"lowerBoundsGroups", "upperBoundsGroups"};

size_t grn_affine_group(const grn_op *op, int which, size_t d)
{
    const grn_attr *a = grn_op_attr(op, groups[which]);
    const grn_tensor *t = a && a->kind == GRN_ATTR_ELEMENTS ? &a->elements->tensor : NULL;
    if (!t || t->rank != 1 || d >= (size_t)t->shape[0] || !grn_dtype_is_integer(t->dtype))
        return SIZE_MAX;
    const int64_t v = grn_index_load(t->dtype, grn_tensor_at(t, (int64_t)d * t->stride[0]));
    return v > 0 ? (size_t)v : SIZE_MAX;
}

static size_t group_count(const grn_op *op, int which)
{
    const grn_attr *a = grn_op_attr(op, groups[which]);
    const bool list = a && a->kind == GRN_ATTR_ELEMENTS && a->elements->tensor.rank == 1;
    return list ? (size_t)a->elements->tensor.shape[0] : SIZE_MAX;
}

size_t grn_affine_inputs(const grn_op *op, int which)
{
    grn_affine a;
    return grn_affine_read(grn_op_attr(op, grn_affine_bounds[which]), &a) ? a.ndims + a.nsymbols : 0;
}

size_t grn_affine_rank(const grn_op *op)
{
    size_t n;
    const int64_t *steps;
    return grn_op_dims(op, "steps", &n, &steps) ? n : 0;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status check_bounds(const grn_op *op, grn_check *check, int which, size_t rank)
{
    grn_affine a;
    size_t sum = 0;
    for (size_t d = 0; d < rank; d++) {
        const size_t n = grn_affine_group(op, which, d);
        if (n == SIZE_MAX || sum + n > GRN_AFFINE_RESULTS)
            return grn_op_fail(op, check, "%s must have a positive number for each dimension", groups[which]);
        sum += n;
    }
    if (!grn_affine_read(grn_op_attr(op, grn_affine_bounds[which]), &a) || a.is_set)
        return grn_op_fail(op, check, "%s is no affine map that garner reads", grn_affine_bounds[which]);
    if (a.nresults != sum)
        return grn_op_fail(op, check, "expected %s bounds map to have %zu results", which ? "upper" : "lower", sum);
    return GRN_OK;
}

static grn_status check_folds(const grn_op *op, grn_check *check)
{
    size_t n;
    const int64_t *v;
    if (!grn_op_dims(op, "reductions", &n, &v))
        n = 0;
    if (n != op->nresults)
        return grn_op_fail(op, check, "a reduction must be specified for each output");
    for (size_t i = 0; i < n; i++) {
        const grn_affine_fold *kind = grn_affine_fold_of(op, i);
        const grn_type *t = grn_result_type(op, i);
        if (!kind)
            return grn_op_fail(op, check, "invalid reduction attribute");
        if (!grn_affine_folds(kind, t))
            return grn_op_fail(op, check, "result type cannot match reduction attribute");
    }
    return GRN_OK;
}

static grn_status parallel_verify(const grn_op *op, grn_check *check)
{
    const grn_block *body = op->regions[0].first;
    const size_t rank = grn_affine_rank(op), lower = group_count(op, 0), upper = group_count(op, 1);
    const size_t nargs = body && !body->next ? body->nargs : SIZE_MAX;
    if (nargs != rank || lower != rank || upper != rank || rank > GRN_MAX_RANK)
        return grn_op_fail(
            op, check,
            "the number of region arguments (%zu) and the number of map groups for lower (%zu) and upper bound (%zu), "
            "and the number of steps (%zu) must all match",
            nargs, lower, upper, rank);
    grn_status status = check_bounds(op, check, 0, rank);
    if (status == GRN_OK)
        status = check_bounds(op, check, 1, rank);
    if (status == GRN_OK && grn_affine_inputs(op, 0) + grn_affine_inputs(op, 1) != op->noperands)
        status = grn_op_fail(op, check, "has %zu operands, its maps take %zu", op->noperands,
                             grn_affine_inputs(op, 0) + grn_affine_inputs(op, 1));
    return status == GRN_OK ? check_folds(op, check) : status;
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct run {
    grn_exec *x;
    const grn_op *op;
    size_t rank;
    int64_t from[GRN_MAX_RANK], to[GRN_MAX_RANK], at[GRN_MAX_RANK];
    const int64_t *step;
    grn_rt *args, *given;
} run;

static grn_status read_bounds(run *r, int which, int64_t *out)
{
    size_t from = 0;
    grn_status status = GRN_OK;
    for (size_t d = 0; status == GRN_OK && d < r->rank; d++) {
        const size_t n = grn_affine_group(r->op, which, d);
        status = grn_affine_bound(r->x, r->op, grn_affine_bounds[which], which ? grn_affine_inputs(r->op, 0) : 0, from,
                                  n, which == 0, &out[d]);
        from += n;
    }
    return status;
}

static grn_status check_steps(run *r, bool *any)
{
    *any = true;
    for (size_t d = 0; d < r->rank; d++) {
        r->at[d] = r->from[d];
        *any = *any && r->from[d] < r->to[d];
        if (r->step[d] < 1 || (r->to[d] > 0 && r->to[d] > INT64_MAX - r->step[d]))
            return grn_exec_fail(r->x, r->op, GRN_E_ARGUMENT,
                                 "the step of dimension %zu is %" PRId64 ", up to %" PRId64, d, r->step[d], r->to[d]);
    }
    return GRN_OK;
}

static bool next_point(run *r)
{
    for (size_t d = r->rank; d-- > 0;) {
        r->at[d] += r->step[d];
        if (r->at[d] < r->to[d])
            return true;
        r->at[d] = r->from[d];
    }
    return false;
}

static grn_status run_point(run *r)
{
    grn_exec *x = r->x;
    grn_status status = x->calls->charge(x, 1 + r->rank);
    for (size_t d = 0; status == GRN_OK && d < r->rank; d++)
        status = grn_affine_number(x, r->at[d], &r->args[d]);
    if (status == GRN_OK)
        status = x->calls->run_region(x, &r->op->regions[0], r->rank, r->args, r->op->nresults, r->given);
    for (size_t i = 0; status == GRN_OK && i < r->op->nresults; i++) {
        grn_affine_fold_in(grn_affine_fold_of(r->op, i), &x->results[i].tensor, &r->given[i].tensor);
        x->calls->release(x, &r->given[i]);
        r->given[i] = (grn_rt){0};
    }
    return status;
}

static grn_status run_points(run *r)
{
    size_t n;
    bool any = false;
    grn_status status = read_bounds(r, 0, r->from);
    if (status == GRN_OK)
        status = read_bounds(r, 1, r->to);
    if (status == GRN_OK)
        status = grn_op_dims(r->op, "steps", &n, &r->step) ? check_steps(r, &any) : GRN_E_VERIFY;
    for (size_t i = 0; status == GRN_OK && i < r->op->nresults; i++)
        status = grn_affine_fold_begin(r->x, grn_affine_fold_of(r->op, i), grn_result_type(r->op, i)->dtype,
                                       &r->x->results[i]);
    if (status != GRN_OK || !any)
        return status;
    do
        status = run_point(r);
    while (status == GRN_OK && next_point(r));
    return status;
}

static grn_status parallel_eval(grn_exec *x, const grn_op *op)
{
    run r = {.x = x, .op = op, .rank = grn_affine_rank(op)};
    r.args = grn_affine_values(x, op, r.rank);
    r.given = grn_affine_values(x, op, op->nresults);
    grn_status status = r.args && r.given ? run_points(&r) : GRN_E_MEMORY;
    if (r.args)
        grn_affine_free(x, r.rank, r.args);
    if (r.given)
        grn_affine_free(x, op->nresults, r.given);
    return status;
}

/* ---- text: `(%i) = (max(0, %n)) to (10) step (2) reduce ("addf") -> (f32) { .. }` ------------ */

enum { LIST_BYTES = 512 };
typedef struct number_list {
    char text[LIST_BYTES];
    size_t n, count;
} number_list;

static void add_number(number_list *l, int64_t v)
{
    const int wrote = snprintf(l->text + l->n, LIST_BYTES - l->n, l->count++ ? ", %" PRId64 : "%" PRId64, v);
    l->n += wrote > 0 && (size_t)wrote < LIST_BYTES - l->n ? (size_t)wrote : 0;
}

static grn_status set_numbers(grn_parser *p, grn_op *op, grn_str name, const number_list *l, bool tensor)
{
    char text[LIST_BYTES + 64];
    snprintf(text, sizeof text,
             tensor ? l->count ? "dense<[%s]> : tensor<%zuxi32>" : "dense<%s> : tensor<%zuxi32>" : "[%s]", l->text,
             l->count);
    return grn_affine_set_text(p, op, name, text);
}

/* One dimension's: an expression, or `max(..)` of several. */
static grn_status read_group(grn_parser *p, const char *choice, grn_affine_text *s, number_list *sizes)
{
    const size_t before = s->nresults;
    const bool several = grn_parser_try(p, choice);
    grn_status status = several ? grn_parser_expect(p, "(") : GRN_OK;
    do
        status = status == GRN_OK ? grn_affine_read_expr(p, s) : status;
    while (status == GRN_OK && several && grn_parser_try(p, ","));
    if (status == GRN_OK && several)
        status = grn_parser_expect(p, ")");
    add_number(sizes, (int64_t)(s->nresults - before));
    return status;
}

static grn_status read_groups(grn_parser *p, grn_op *op, int which, grn_affine_text *s, grn_uses *uses)
{
    static const char *const choice[2] = {"max", "min"};
    number_list sizes = {.n = 0};
    const grn_str map = {grn_affine_bounds[which], strlen(grn_affine_bounds[which])},
                  name = {groups[which], strlen(groups[which])};
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK && !grn_parser_try(p, ")")) {
        do
            status = read_group(p, choice[which], s, &sizes);
        while (status == GRN_OK && grn_parser_try(p, ","));
        if (status == GRN_OK)
            status = grn_parser_expect(p, ")");
    }
    if (status == GRN_OK)
        status = grn_affine_finish_text(p, op, map, s, uses);
    return status == GRN_OK ? set_numbers(p, op, name, &sizes, true) : status;
}

static grn_status read_bounds_text(grn_parser *p, grn_op *op, int which, grn_uses *uses)
{
    grn_affine_text s;
    grn_affine_text_init(p, &s);
    grn_status status = read_groups(p, op, which, &s, uses);
    grn_affine_text_end(&s);
    return status;
}

/* Without `step`, 1 for each dimension. */
static grn_status read_steps(grn_parser *p, grn_op *op, size_t rank)
{
    number_list steps = {.n = 0};
    int64_t v;
    grn_status status = GRN_OK;
    if (!grn_parser_try(p, "step")) {
        for (size_t d = 0; d < rank; d++)
            add_number(&steps, 1);
        return set_numbers(p, op, GRN_STR("steps"), &steps, false);
    }
    status = grn_parser_expect(p, "(");
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        status = steps.count ? grn_parser_expect(p, ",") : GRN_OK;
        if (status == GRN_OK)
            status = grn_parser_i64(p, &v);
        if (status == GRN_OK)
            add_number(&steps, v);
    }
    return status == GRN_OK ? set_numbers(p, op, GRN_STR("steps"), &steps, false) : status;
}

static grn_status read_kind(grn_parser *p, number_list *l)
{
    grn_str name;
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_string(p, &name);
    const int64_t number = status == GRN_OK ? grn_affine_fold_number(name) : -1;
    if (number >= 0) {
        add_number(l, number);
        return GRN_OK;
    }
    return status == GRN_OK ? grn_parser_fail(p, place, "invalid reduction value: \"%.*s\"", (int)name.n, name.text)
                            : status;
}

/* `reduce ("addf") -> (f32)` */
static grn_status read_folds(grn_parser *p, grn_op *op, grn_vec *types)
{
    number_list list = {.n = 0};
    grn_status status = GRN_OK;
    if (grn_parser_try(p, "reduce")) {
        status = grn_parser_expect(p, "(");
        while (status == GRN_OK && !grn_parser_try(p, ")")) {
            status = list.count ? grn_parser_expect(p, ",") : GRN_OK;
            if (status == GRN_OK)
                status = read_kind(p, &list);
        }
    }
    if (status == GRN_OK)
        status = set_numbers(p, op, GRN_STR("reductions"), &list, false);
    if (status != GRN_OK || !grn_parser_try(p, "->"))
        return status;
    const bool several = grn_parser_try(p, "(");
    while (status == GRN_OK && !(several && grn_parser_try(p, ")"))) {
        status = types->count ? grn_parser_expect(p, ",") : GRN_OK;
        const grn_type **slot = status == GRN_OK ? grn_vec_push(types) : NULL;
        if (status == GRN_OK)
            status = slot ? grn_parser_type(p, slot) : GRN_E_MEMORY;
        if (!several)
            break;
    }
    return status;
}

static grn_status read_arguments(grn_parser *p, grn_vec *args)
{
    grn_use use;
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = index ? grn_parser_expect(p, "(") : GRN_E_MEMORY;
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        status = args->count ? grn_parser_expect(p, ",") : GRN_OK;
        if (status == GRN_OK)
            status = grn_parser_use(p, &use);
        grn_region_arg *arg = status == GRN_OK ? grn_vec_push(args) : NULL;
        if (arg)
            *arg = (grn_region_arg){.name = use.name, .type = index, .place = use.place};
        else if (status == GRN_OK)
            status = GRN_E_MEMORY;
    }
    return status;
}

typedef struct header {
    grn_uses uses;
    grn_vec args, types; /* grn_region_arg; const grn_type * */
} header;

static grn_status parse_header(grn_parser *p, grn_op *op, header *h)
{
    grn_status status = read_arguments(p, &h->args);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = read_bounds_text(p, op, 0, &h->uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "to");
    if (status == GRN_OK)
        status = read_bounds_text(p, op, 1, &h->uses);
    if (status == GRN_OK)
        status = read_steps(p, op, h->args.count);
    return status == GRN_OK ? read_folds(p, op, &h->types) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, header *h)
{
    grn_status status = parse_header(p, op, h);
    if (status == GRN_OK)
        status = grn_uses_index(p, &h->uses);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &h->uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, h->types.count, h->types.items);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "affine.yield", h->args.count, h->args.items);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status parallel_parse(grn_parser *p, grn_op *op)
{
    header h;
    grn_uses_init(p, &h.uses);
    grn_vec_init(&h.args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_vec_init(&h.types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = parse_with(p, op, &h);
    grn_uses_end(&h.uses);
    grn_vec_destroy(&h.args);
    grn_vec_destroy(&h.types);
    return status;
}

static void print_bounds(grn_printer *p, const grn_op *op, int which)
{
    static const char *const choice[2] = {"max(", "min("};
    grn_affine a;
    size_t r = 0;
    grn_value *const *operands = op->operands + (which ? grn_affine_inputs(op, 0) : 0);
    if (!grn_affine_read(grn_op_attr(op, grn_affine_bounds[which]), &a) ||
        grn_affine_inputs(op, 0) + grn_affine_inputs(op, 1) != op->noperands)
        return;
    for (size_t d = 0; d < grn_affine_rank(op); d++) {
        const size_t n = grn_affine_group(op, which, d);
        grn_printer_text(p, d ? ", " : "");
        grn_printer_text(p, n > 1 ? choice[which] : "");
        for (size_t i = 0; i < n && r < a.nresults; i++) {
            grn_printer_text(p, i ? ", " : "");
            grn_affine_print_over(p, &a, r++, operands, true);
        }
        grn_printer_text(p, n > 1 ? ")" : "");
    }
}

static void print_steps(grn_printer *p, const grn_op *op)
{
    size_t n;
    const int64_t *v;
    bool ones = true;
    const bool known = grn_op_dims(op, "steps", &n, &v);
    for (size_t d = 0; known && d < n; d++)
        ones = ones && v[d] == 1;
    for (size_t d = 0; known && !ones && d < n; d++) {
        grn_printer_text(p, d ? ", " : " step (");
        grn_printer_i64(p, v[d]);
    }
    grn_printer_text(p, ones ? "" : ")");
}

static void print_folds(grn_printer *p, const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_affine_fold *kind = grn_affine_fold_of(op, i);
        grn_printer_text(p, i ? ", \"" : " reduce (\"");
        grn_printer_text(p, kind ? kind->name : "");
        grn_printer_text(p, "\"");
    }
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : ") -> (");
        grn_printer_type(p, grn_result_type(op, i));
    }
    grn_printer_text(p, op->nresults ? ")" : "");
}

static grn_status parallel_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {
        "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps", "reductions", NULL};
    const grn_block *body = op->regions[0].first;
    grn_printer_text(p, " (");
    for (size_t i = 0; i < body->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &body->args[i]);
    }
    grn_printer_text(p, ") = (");
    print_bounds(p, op, 0);
    grn_printer_text(p, ") to (");
    print_bounds(p, op, 1);
    grn_printer_text(p, ")");
    print_steps(p, op);
    print_folds(p, op);
    grn_printer_text(p, " ");
    grn_printer_body(p, &op->regions[0]);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_affine_parallel_ops[] = {
    GRN_AFFINE_RUNS("parallel", "loops between affine bounds whose iterations may run at once",
                    GRN_PORTS(GRN_ANY_OF("mapOperands")), GRN_PORTS(GRN_ANY_OF("results")),
                    GRN_ATTRS(GRN_NEEDS("reductions", grn_attr_is_any), GRN_NEEDS("lowerBoundsMap", grn_attr_is_any),
                              GRN_NEEDS("lowerBoundsGroups", grn_attr_is_any),
                              GRN_NEEDS("upperBoundsMap", grn_attr_is_any),
                              GRN_NEEDS("upperBoundsGroups", grn_attr_is_any), GRN_NEEDS("steps", grn_attr_is_any)),
                    .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
                    .parse = parallel_parse, .print = parallel_print, .verify = parallel_verify,
                    .verify_regions = grn_affine_verify_yields, .eval = parallel_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
