/* foreign.c - scf.execute_region and index_switch: read, checked in their parts, printed in generic
 * form; not run. */
#include "dialects/common/foreign.h"
#include "dialects/scf/scf.h"

#define SCF(op, does, ins, outs, attrs, ...) GRN_FOREIGN("scf", op, does, ins, outs, attrs, __VA_ARGS__)

/* ---- index_switch ---------------------------------------------------------------------------- */

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

/* ---- rows ------------------------------------------------------------------------------------ */

#define RESULTS GRN_PORTS(GRN_ANY_OF("results"))

/* clang-format off */
const grn_op_def grn_scf_foreign_ops[] = {
    SCF("execute_region", "runs a region of several blocks once", GRN_NO_PORTS, RESULTS, GRN_NO_ATTRS, .nregions = 1,
        .assembly = "[? -> !results ?] {0} {}"),
    SCF("index_switch", "runs one of several regions by an index", GRN_PORTS(GRN_ONE_OF("arg")), RESULTS,
        GRN_ATTRS(GRN_NEEDS("cases", grn_attr_is_dims)), .nregions = -1, .parse = switch_parse),
    {.name = NULL},
};
/* clang-format on */
