/* verify_types.c - an op against the lists of its row: how many, which attributes, which types. */
#include "ir/verify.h"

#include <stdio.h>

/* ---- how many -------------------------------------------------------------------------------- */

/* What a list of ports takes: `one` single values and `groups` of any number. */
typedef struct port_counts {
    size_t one, groups;
} port_counts;

static port_counts count_ports(const grn_port *ports)
{
    port_counts n = {0, 0};
    for (const grn_port *p = ports; p && p->name; p++)
        p->how_many == GRN_ONE ? n.one++ : n.groups++;
    return n;
}

/* Upstream's message depends on the number that is expected. */
static grn_status verify_operand_count(const grn_verifier *v, const grn_op *op)
{
    port_counts want = count_ports(op->def->operands);
    if (op->noperands < want.one && want.groups)
        return grn_op_fail(op, &v->check, "expected %zu or more operands, but found %zu", want.one, op->noperands);
    if (want.groups || op->noperands == want.one)
        return GRN_OK;
    if (want.one == 0)
        return grn_op_fail(op, &v->check, "requires zero operands");
    if (want.one == 1)
        return grn_op_fail(op, &v->check, "requires a single operand");
    return grn_op_fail(op, &v->check, "expected %zu operands, but found %zu", want.one, op->noperands);
}

static grn_status verify_result_count(const grn_verifier *v, const grn_op *op)
{
    port_counts want = count_ports(op->def->results);
    if (op->nresults < want.one && want.groups)
        return grn_op_fail(op, &v->check, "expected %zu or more results", want.one);
    if (want.groups || op->nresults == want.one)
        return GRN_OK;
    if (want.one == 0)
        return grn_op_fail(op, &v->check, "requires zero results");
    if (want.one == 1)
        return grn_op_fail(op, &v->check, "requires one result");
    return grn_op_fail(op, &v->check, "expected %zu results", want.one);
}

static grn_status verify_region_count(const grn_verifier *v, const grn_op *op)
{
    int want = op->def->nregions;
    if (want < 0 || op->nregions == (size_t)want)
        return GRN_OK;
    if (want == 0)
        return grn_op_fail(op, &v->check, "requires zero regions");
    if (want == 1)
        return grn_op_fail(op, &v->check, "requires one region");
    return grn_op_fail(op, &v->check, "expected %d regions", want);
}

/* Regions before results before operands: upstream's order, which decides the message when all are
 * wrong. */
grn_status grn_verify_counts(const grn_verifier *v, const grn_op *op)
{
    grn_status status = verify_region_count(v, op);
    if (status == GRN_OK)
        status = verify_result_count(v, op);
    if (status == GRN_OK && op->nsuccessors && !grn_op_has(op, GRN_TRAIT_TERMINATOR))
        status = grn_op_fail(op, &v->check, "requires 0 successors but found %zu", op->nsuccessors);
    return status == GRN_OK ? verify_operand_count(v, op) : status;
}

/* ---- attributes ------------------------------------------------------------------------------ */

grn_status grn_verify_attr_classes(const grn_verifier *v, const grn_op *op)
{
    for (const grn_attr_def *def = op->def->attrs; def && def->name; def++) {
        const grn_attr *a = grn_op_attr(op, def->name);
        if (a && def->type && !def->type->matches(a))
            return grn_op_fail(op, &v->check, "attribute '%s' failed to satisfy constraint: %s", def->name,
                               def->type->text);
    }
    return GRN_OK;
}

grn_status grn_verify_attrs(const grn_verifier *v, const grn_op *op)
{
    for (const grn_attr_def *def = op->def->attrs; def && def->name; def++)
        if (def->need == GRN_REQUIRED && !grn_op_attr(op, def->name))
            return grn_op_fail(op, &v->check, "requires attribute '%s'", def->name);
    return GRN_OK;
}

/* ---- types ----------------------------------------------------------------------------------- */

/* Operands and results are checked by one function. */
typedef struct values {
    const char *what; /* "operand", "result" */
    const grn_op *op;
    size_t count;
    const grn_type *(*type)(const grn_op *op, size_t i);
} values;

static const grn_type *operand_type(const grn_op *op, size_t i) { return grn_operand_type(op, i); }

static const grn_type *result_type(const grn_op *op, size_t i) { return grn_result_type(op, i); }

static grn_status verify_type(const grn_verifier *v, const values *list, size_t i, const grn_port *port)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *t = list->type(list->op, i);
    if (!port->type || port->type->matches(t))
        return GRN_OK;
    return grn_op_fail(list->op, &v->check, "%s #%zu must be %s%s, but got '%s'", list->what, i,
                       port->how_many == GRN_VARIADIC ? "variadic of " : "", port->type->text,
                       grn_type_text(t, text, sizeof text));
}

/* Groups share what the single ports leave in equal parts (upstream's SameVariadicOperandSize).
 * Where that does not come out even, the split is not known here and left to the op's own rules. */
static grn_status verify_ports(const grn_verifier *v, const values *list, const grn_port *ports)
{
    port_counts want = count_ports(ports);
    size_t left = list->count - want.one, each = want.groups ? left / want.groups : 0, at = 0;
    if (want.groups && left % want.groups)
        return GRN_OK;
    for (const grn_port *p = ports; p && p->name; p++) {
        size_t end = at + (p->how_many == GRN_ONE ? 1 : each);
        if (p->how_many == GRN_OPTIONAL && each > 1)
            return grn_op_fail(list->op, &v->check, "%s group starting at #%zu requires 0 or 1 element, but found %zu",
                               list->what, at, each);
        for (; at < end; at++) {
            grn_status status = verify_type(v, list, at, p);
            if (status != GRN_OK)
                return status;
        }
    }
    return GRN_OK;
}

grn_status grn_verify_types(const grn_verifier *v, const grn_op *op)
{
    values operands = {"operand", op, op->noperands, operand_type}, results = {"result", op, op->nresults, result_type};
    grn_status status = verify_ports(v, &operands, op->def->operands);
    return status == GRN_OK ? verify_ports(v, &results, op->def->results) : status;
}
