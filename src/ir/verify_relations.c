/* verify_relations.c - relations between an op's values, and the number of blocks in its regions,
 * as its row states them. */
#include <stdio.h>

#include "ir/verify.h"

/* The next name of a list "a, b", of which *at is the rest; *at is then what follows. */
static grn_str next_name(const char **at)
{
    size_t n = strcspn(*at, ",");
    grn_str name = {*at, n};
    *at += n + strspn(*at + n, ", ");
    return name;
}

static size_t port_named(const grn_port *ports, grn_str name)
{
    for (size_t i = 0; ports && ports[i].name && ports[i].how_many == GRN_ONE; i++)
        if (grn_str_is(name, ports[i].name))
            return i;
    return SIZE_MAX;
}

/* Of the operand or result of this name. */
static const grn_type *type_named(const grn_op *op, grn_str name)
{
    size_t operand = port_named(op->def->operands, name);
    if (operand < op->noperands)
        return grn_operand_type(op, operand);
    size_t result = port_named(op->def->results, name);
    return result < op->nresults ? grn_result_type(op, result) : NULL;
}

static bool are_alike(const grn_op *op, grn_likeness likeness, grn_str a, grn_str b)
{
    if (likeness == GRN_SAME_SIZE) {
        char names[2][64];
        size_t n[2] = {0, 0};
        const int64_t *v;
        snprintf(names[0], sizeof names[0], "%.*s", (int)a.n, a.text);
        snprintf(names[1], sizeof names[1], "%.*s", (int)b.n, b.text);
        return !grn_op_dims(op, names[0], &n[0], &v) || !grn_op_dims(op, names[1], &n[1], &v) || n[0] == n[1];
    }
    const grn_type *x = type_named(op, a), *y = type_named(op, b);
    if (!x || !y)
        return true;
    if (likeness == GRN_SAME_RANK)
        return !grn_type_is_tensor(x) || !grn_type_is_tensor(y) || x->rank == y->rank;
    return likeness == GRN_SAME_TYPE ? x == y : grn_type_element_or_self(x) == grn_type_element_or_self(y);
}

grn_status grn_verify_relations(const grn_verifier *v, const grn_op *op)
{
    static const char *const what[] = {[GRN_SAME_ELEMENT_TYPE] = "element type",
                                       [GRN_SAME_TYPE] = "type",
                                       [GRN_SAME_RANK] = "rank",
                                       [GRN_SAME_SIZE] = "size"};
    for (const grn_relation *r = op->def->relations; r && r->names; r++) {
        const char *at = r->names;
        grn_str first = next_name(&at);
        while (*at) {
            if (are_alike(op, r->likeness, first, next_name(&at)))
                continue;
            grn_status status = grn_op_fail(op, &v->check, "failed to verify that all of {%s} have same %s", r->names,
                                            what[r->likeness]);
            if (r->rule)
                grn_op_rule(op, &v->check, r->rule);
            return status;
        }
    }
    return GRN_OK;
}

grn_status grn_verify_region_sizes(const grn_verifier *v, const grn_op *op)
{
    const char *at = op->def->regions;
    grn_str name = {NULL, 0};
    for (size_t r = 0; at && r < op->nregions; r++) {
        const grn_block *first = op->regions[r].first;
        if (*at)
            name = next_name(&at);
        if (!first || first->next)
            return grn_op_fail(op, &v->check, "region #%zu ('%.*s') failed to verify constraint: region with 1 blocks",
                               r, (int)name.n, name.text);
    }
    return GRN_OK;
}
