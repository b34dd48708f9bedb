/* foreign.c - scf.forall, execute_region and index_switch: read, checked in their parts, printed in generic form; not run. */
#include "dialects/common/foreign.h"
#include "dialects/scf/scf.h"

#define SCF(op, does, ins, outs, attrs, ...) GRN_FOREIGN("scf", op, does, ins, outs, attrs, __VA_ARGS__)

/* ---- forall ---------------------------------------------------------------------------------------------------------------- */

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
    const grn_str lower = GRN_STR("staticLowerBound"), upper = GRN_STR("staticUpperBound"), step = GRN_STR("staticStep");
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
    const grn_str name = GRN_STR("scf.forall.in_parallel");
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

/* ---- index_switch ------------------------------------------------------------------------------------------------------------ */

typedef struct choice {
    grn_uses uses;
    grn_vec types, cases; /* const grn_type *; int64_t */
} choice;

/* The default's region is the first one of the op, and the last one of the text. */
static void default_first(grn_op *op)
{
    if (op->nregions < 2)
        return;
    grn_region last = op->regions[op->nregions - 1];
    for (size_t i = op->nregions - 1; i > 0; i--)
        op->regions[i] = op->regions[i - 1];
    op->regions[0] = last;
    for (size_t i = 0; i < op->nregions; i++)
        for (grn_block *b = op->regions[i].first; b; b = b->next)
            b->region = &op->regions[i];
}

static grn_status parse_switch(grn_parser *p, grn_op *op, choice *c)
{
    grn_status status = grn_uses_read(p, &c->uses);
    if (status == GRN_OK)
        status = grn_uses_index(p, &c->uses);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK && grn_parser_try(p, "->"))
        status = grn_scf_read_types(p, &c->types);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &c->uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, c->types.count, c->types.items);
    while (status == GRN_OK && grn_parser_try(p, "case")) {
        int64_t *value = grn_vec_push(&c->cases);
        status = value ? grn_parser_i64(p, value) : GRN_E_MEMORY;
        if (status == GRN_OK)
            status = grn_parser_body(p, op, "scf.yield", 0, NULL);
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "default");
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "scf.yield", 0, NULL);
    if (status != GRN_OK)
        return status;
    default_first(op);
    return grn_parse_set(p, op, GRN_STR("cases"), grn_attr_dense_i64(grn_parser_ir(p), c->cases.count, c->cases.items));
}

static grn_status switch_parse(grn_parser *p, grn_op *op)
{
    choice c;
    grn_uses_init(p, &c.uses);
    grn_vec_init(&c.types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_vec_init(&c.cases, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = parse_switch(p, op, &c);
    grn_uses_end(&c.uses);
    grn_vec_destroy(&c.types);
    grn_vec_destroy(&c.cases);
    return status;
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

#define RESULTS GRN_PORTS(GRN_ANY_OF("results"))

/* clang-format off */
const grn_op_def grn_scf_foreign_ops[] = {
    SCF("forall", "a loop over a grid whose iterations write parts of tensors", GRN_PORTS(GRN_ANY_OF("dynamicLowerBound"),
        GRN_ANY_OF("dynamicUpperBound"), GRN_ANY_OF("dynamicStep"), GRN_ANY_OF("outputs")), RESULTS,
        GRN_ATTRS(GRN_NEEDS("staticLowerBound", grn_attr_is_dims), GRN_NEEDS("staticUpperBound", grn_attr_is_dims),
        GRN_NEEDS("staticStep", grn_attr_is_dims), GRN_MAY_HAVE("mapping", grn_attr_is_array), GRN_SEGMENTS), .nregions = 1,
        .parse = forall_parse),
    SCF("forall.in_parallel", "ends scf.forall: what is written where", GRN_NO_PORTS, GRN_NO_PORTS, GRN_NO_ATTRS,
        .nregions = 1, .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_NO_TERMINATOR, .assembly = "{0} {}"),
    SCF("execute_region", "runs a region of several blocks once", GRN_NO_PORTS, RESULTS, GRN_NO_ATTRS, .nregions = 1,
        .assembly = "[? -> !results ?] {0} {}"),
    SCF("index_switch", "runs one of several regions by an index", GRN_PORTS(GRN_ONE_OF("arg")), RESULTS,
        GRN_ATTRS(GRN_NEEDS("cases", grn_attr_is_dims)), .nregions = -1, .parse = switch_parse),
    {.name = NULL},
};
/* clang-format on */
