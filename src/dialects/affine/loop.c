/* loop.c - affine.for, if, yield. */
#include <stdio.h>

#include "dialects/affine/affine.h"

typedef struct loop {
    grn_uses uses;
    grn_vec args, types; /* grn_region_arg; const grn_type *: of what is carried */
    size_t sizes[3];     /* operands of the lower bound, of the upper bound, initial values */
} loop;

/* ---- for ------------------------------------------------------------------------------------- */

/* A number, a symbol, or `max map(..)`. */
static grn_status read_bound(grn_parser *p, grn_op *op, loop *l, grn_str name, const char *choice, size_t *count)
{
    size_t before = l->uses.use.count;
    int64_t number;
    char text[64];
    grn_status status;
    grn_parser_try(p, choice);
    if (grn_parser_at_use(p)) {
        status = grn_uses_read(p, &l->uses);
        if (status == GRN_OK)
            status = grn_uses_index(p, &l->uses);
        if (status == GRN_OK)
            status = grn_affine_set_text(p, op, name, "affine_map<()[s0] -> (s0)>");
    } else if (grn_parser_at(p, "affine_map") || !grn_parser_at_number(p)) {
        status = grn_affine_read_map(p, op, name, &l->uses);
    } else {
        status = grn_parser_i64(p, &number);
        if (status == GRN_OK) {
            snprintf(text, sizeof text, "affine_map<() -> (%lld)>", (long long)number);
            status = grn_affine_set_text(p, op, name, text);
        }
    }
    *count = l->uses.use.count - before;
    return status;
}

static grn_status add_arg(grn_parser *p, loop *l, const grn_type *type)
{
    grn_use name;
    grn_region_arg *arg = grn_vec_push(&l->args);
    grn_status status = arg ? grn_parser_use(p, &name) : GRN_E_MEMORY;
    if (status == GRN_OK)
        *arg = (grn_region_arg){.name = name.name, .type = type, .place = name.place};
    return status;
}

/* `iter_args(%a = %b) -> (T)` */
static grn_status read_carried(grn_parser *p, loop *l)
{
    if (!grn_parser_try(p, "iter_args"))
        return GRN_OK;
    grn_status status = grn_parser_expect(p, "(");
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        if (l->sizes[2]++)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = add_arg(p, l, NULL);
        if (status == GRN_OK)
            status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = grn_uses_read(p, &l->uses);
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    bool list = status == GRN_OK && grn_parser_try(p, "(");
    for (size_t i = 0; status == GRN_OK && i < l->sizes[2]; i++) {
        const grn_type **type = grn_vec_push(&l->types);
        if (i)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = type ? grn_parser_type(p, type) : GRN_E_MEMORY;
        if (status == GRN_OK)
            status = grn_uses_type(&l->uses, *type);
        if (status == GRN_OK)
            ((grn_region_arg *)l->args.items)[i + 1].type = *type;
    }
    return status == GRN_OK && list ? grn_parser_expect(p, ")") : status;
}

static grn_status read_step(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *index = grn_type_of_dtype(ir, GRN_INDEX);
    int64_t step = 1;
    grn_status status = grn_parser_try(p, "step") ? grn_parser_i64(p, &step) : GRN_OK;
    if (status != GRN_OK)
        return status;
    return grn_parse_set(p, op, GRN_STR("step"), index ? grn_attr_integer(ir, index, step) : NULL);
}

static grn_status parse_header(grn_parser *p, grn_op *op, loop *l)
{
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = index ? add_arg(p, l, index) : GRN_E_MEMORY;
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = read_bound(p, op, l, GRN_STR("lowerBoundMap"), "max", &l->sizes[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "to");
    if (status == GRN_OK)
        status = read_bound(p, op, l, GRN_STR("upperBoundMap"), "min", &l->sizes[1]);
    if (status == GRN_OK)
        status = read_step(p, op);
    if (status == GRN_OK)
        status = read_carried(p, l);
    return status == GRN_OK ? grn_set_segments(p, op, 3, l->sizes) : status;
}

static grn_status parse_for(grn_parser *p, grn_op *op, loop *l)
{
    grn_status status = parse_header(p, op, l);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &l->uses);
    if (status == GRN_OK)
        status = grn_parser_results(p, op, l->types.count, l->types.items);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "affine.yield", l->args.count, l->args.items);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status for_parse(grn_parser *p, grn_op *op)
{
    loop l = {.sizes = {0, 0, 0}};
    grn_uses_init(p, &l.uses);
    grn_vec_init(&l.args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_vec_init(&l.types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = parse_for(p, op, &l);
    grn_uses_end(&l.uses);
    grn_vec_destroy(&l.args);
    grn_vec_destroy(&l.types);
    return status;
}

/* ---- if -------------------------------------------------------------------------------------- */

static grn_status read_results(grn_parser *p, grn_op *op)
{
    const grn_type *type;
    grn_vec types;
    grn_status status = GRN_OK;
    if (!grn_parser_try(p, "->"))
        return grn_parser_results(p, op, 0, NULL);
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    bool list = grn_parser_try(p, "(");
    do {
        const grn_type **slot = grn_vec_push(&types);
        status = slot ? grn_parser_type(p, &type) : GRN_E_MEMORY;
        if (status == GRN_OK)
            *slot = type;
    } while (status == GRN_OK && list && grn_parser_try(p, ","));
    if (status == GRN_OK && list)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_results(p, op, types.count, types.items);
    grn_vec_destroy(&types);
    return status;
}

static grn_status parse_if(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_status status = grn_affine_read_map(p, op, GRN_STR("condition"), uses);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    if (status == GRN_OK)
        status = read_results(p, op);
    if (status == GRN_OK)
        status = grn_parser_body(p, op, "affine.yield", 0, NULL);
    if (status == GRN_OK && grn_parser_try(p, "else"))
        status = grn_parser_body(p, op, "affine.yield", 0, NULL);
    else if (status == GRN_OK && !grn_parser_empty_region(p, op))
        status = GRN_E_MEMORY;
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status if_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, parse_if); }

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_affine_loop_ops[] = {
    GRN_AFFINE_RUNS("for", "a loop between affine bounds",
                    GRN_PORTS(GRN_ANY_OF("lowerBoundOperands"), GRN_ANY_OF("upperBoundOperands"), GRN_ANY_OF("inits")),
                    GRN_PORTS(GRN_ANY_OF("results")),
                    GRN_ATTRS(GRN_NEEDS("lowerBoundMap", grn_attr_is_any), GRN_NEEDS("upperBoundMap", grn_attr_is_any),
                              GRN_NEEDS("step", grn_attr_is_any), GRN_SEGMENTS),
                    .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = for_parse,
                    .verify = grn_affine_for_verify, .verify_regions = grn_affine_verify_yields,
                    .print = grn_affine_for_print, .eval = grn_affine_for_eval, .work = GRN_WORK_OWN),
    GRN_AFFINE_RUNS("if", "runs one of two regions by an integer set", GRN_PORTS(GRN_ANY_OF("operands")),
                    GRN_PORTS(GRN_ANY_OF("results")), GRN_ATTRS(GRN_NEEDS("condition", grn_attr_is_any)),
                    .nregions = -1, .traits = GRN_TRAIT_PLAIN_ATTRS | GRN_TRAIT_IMPLICIT_CAPTURE, .parse = if_parse,
                    .verify = grn_affine_if_verify, .verify_regions = grn_affine_verify_yields,
                    .print = grn_affine_if_print, .eval = grn_affine_if_eval, .work = GRN_WORK_OWN),
    GRN_AFFINE("yield", "ends a region and gives its results", GRN_PORTS(GRN_ANY_OF("operands")), GRN_NO_PORTS,
               GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR, .assembly = "{} [? %operands : !operands ?]"),
    {.name = NULL},
};
