/* constraints.c - forms of an op that only some versions allow, although its row is older. */
#include "artifact/writer.h"

static const grn_type *element_of(const grn_type *t) { return grn_type_element_or_self(t); }

/* A reduction in other elements than its operand's. */
static bool is_promoted(const grn_op *op)
{
    const grn_block *body = op->nregions ? op->regions[op->nregions - 1].first : NULL;
    size_t half = body ? body->nargs / 2 : 0; /* an argument of each half for each operand that is reduced */
    for (size_t i = 0; i < 2 * half && i % half < op->noperands; i++)
        if (!grn_types_equal(element_of(body->args[i].type), element_of(grn_operand_type(op, i % half))))
            return true;
    return false;
}

static bool has_future(const grn_op *op)
{
    static const char future[] = "!stablehlo.future";
    for (size_t i = 0; i < op->noperands + op->nresults; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, i - op->noperands);
        if (t->kind == GRN_TYPE_OPAQUE && t->opaque.n >= sizeof future - 1 &&
            memcmp(t->opaque.text, future, sizeof future - 1) == 0)
            return true;
    }
    return false;
}

static bool is_f8(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT && grn_dtype_bits(t->dtype) == 8; }

static bool mixes_f8(const grn_op *op)
{
    if (op->noperands < 2)
        return false;
    const grn_type *lhs = element_of(grn_operand_type(op, 0)), *rhs = element_of(grn_operand_type(op, 1));
    return is_f8(lhs) && is_f8(rhs) && !grn_types_equal(lhs, rhs);
}

static const struct {
    const char *op;
    bool (*applies)(const grn_op *op);
    grn_artifact_version since;
    const char *what;
} rows[] = {
    {"stablehlo.all_reduce", is_promoted, GRN_VHLO(0, 17, 0), "a region over other elements than the operand's"},
    {"stablehlo.reduce", is_promoted, GRN_VHLO(0, 17, 0), "a region over other elements than the operand's"},
    {"stablehlo.reduce_scatter", is_promoted, GRN_VHLO(0, 17, 0), "a region over other elements than the operand's"},
    {"stablehlo.reduce_window", is_promoted, GRN_VHLO(0, 17, 0), "a region over other elements than the operand's"},
    {"stablehlo.scatter", is_promoted, GRN_VHLO(0, 17, 0), "a region over other elements than the operand's"},
    {"stablehlo.select_and_scatter", is_promoted, GRN_VHLO(0, 17, 0),
     "a region over other elements than the operand's"},
    {"stablehlo.custom_call", has_future, GRN_VHLO(1, 17, 0), "a future as its operand or result"},
    {"stablehlo.convolution", mixes_f8, GRN_VHLO(1, 20, 0), "operands of two types of eight bits"},
    {"stablehlo.dynamic_conv", mixes_f8, GRN_VHLO(1, 20, 0), "operands of two types of eight bits"},
};

bool grn_vhlo_constraints_hold(artifact_writer *w)
{
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (w->version < rows[i].since && grn_str_is(w->op->name, rows[i].op) && rows[i].applies(w->op))
            return grn_artifact_cannot(w, rows[i].since, "%s", rows[i].what);
    return true;
}
