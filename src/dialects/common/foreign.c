/* foreign.c - ops that are read without knowing them: what they may have, and the syntax of
 * dialects of which all ops have one. */
#include "dialects/common/foreign.h"

static const grn_port any_operands[] = {{"operands", NULL, GRN_VARIADIC}, GRN_PORTS_END};
static const grn_port any_results[] = {{"results", NULL, GRN_VARIADIC}, GRN_PORTS_END};

const grn_op_def grn_uniform_ops = {
    .name = "", .assembly = "%operands {} [? : !any ?]", .operands = any_operands, .results = any_results};
const grn_op_def grn_uniform_list = {
    .name = "", .assembly = "%operands {} [? : !list ?]", .operands = any_operands, .results = any_results};

/* ---- terminators ----------------------------------------------------------------------------- */

grn_status grn_verify_successor(const grn_op *op, grn_check *check, size_t i, size_t first, size_t handed)
{
    const grn_block *to = op->successors[i];
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (to->nargs != handed)
        return grn_op_fail(op, check, "branch has %zu operands for successor #%zu, but target block has %zu", handed, i,
                           to->nargs);
    for (size_t k = 0; k < handed; k++)
        if (!grn_types_equal(grn_operand_type(op, first + k), to->args[k].type))
            return grn_op_fail(op, check,
                               "type mismatch for bb argument #%zu of successor #%zu: '%s' is handed to '%s'", k, i,
                               grn_type_text(grn_operand_type(op, first + k), a, sizeof a),
                               grn_type_text(to->args[k].type, b, sizeof b));
    return GRN_OK;
}

grn_status grn_verify_successors(const grn_op *op, grn_check *check, size_t count, const size_t *first,
                                 const size_t *handed)
{
    if (op->nsuccessors != count)
        return grn_op_fail(op, check, "requires %zu successor%s but found %zu", count, count == 1 ? "" : "s",
                           op->nsuccessors);
    for (size_t i = 0; i < count; i++) {
        grn_status status = grn_verify_successor(op, check, i, first[i], handed[i]);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

/* ---- flags of arithmetic --------------------------------------------------------------------- */

#define FASTMATH "#arith.fastmath"
#define OVERFLOW "#arith.overflow"

static bool begins(const grn_attr *a, const char *with)
{
    size_t n = strlen(with);
    return a->kind == GRN_ATTR_OPAQUE && a->text.n > n && memcmp(a->text.text, with, n) == 0 && a->text.text[n] == '<';
}
static bool is_fastmath(const grn_attr *a) { return begins(a, FASTMATH); }
static bool is_overflow(const grn_attr *a) { return begins(a, OVERFLOW); }
const grn_attr_class grn_is_fastmath = {"Floating point fast math flags", is_fastmath};
const grn_attr_class grn_is_overflow = {"Integer overflow arith flags", is_overflow};
const grn_attr_def grn_arithmetic_flags[] = {GRN_MAY_HAVE("fastmath", grn_is_fastmath),
                                             GRN_MAY_HAVE("overflowFlags", grn_is_overflow), GRN_ATTRS_END};

grn_status grn_parse_arithmetic_flags(grn_parser *p, grn_op *op)
{
    grn_status status = grn_parser_flags(p, op, "fastmath", FASTMATH, "fastmath");
    return status == GRN_OK ? grn_parser_flags(p, op, "overflow", OVERFLOW, "overflowFlags") : status;
}
