/* rule_report.c - types as shapes, and broken rules told at an op's place. */
#include "dialects/common/rule_report.h"

grn_shaped grn_shaped_of_type(const grn_type *type)
{
    grn_shaped out = {.dtype = type->element->dtype, .rank = type->rank};
    for (int32_t d = 0; d < type->rank; d++)
        out.shape[d] = type->shape[d];
    return out;
}

void grn_shaped_operand_types(const grn_op *op, size_t most, grn_shaped *out)
{
    for (size_t i = 0; i < op->noperands && i < most; i++)
        out[i] = grn_shaped_of_type(grn_operand_type(op, i));
}

void grn_shaped_operands(const grn_op *op, const grn_tensor *operands, size_t most, grn_shaped *out)
{
    for (size_t i = 0; i < op->noperands && i < most; i++)
        out[i] = grn_shaped_of(&operands[i]);
}

static grn_status tell_check(const grn_rule_report *to, grn_status status, const char *rule, const char *message)
{
    const grn_op_report *r = (const grn_op_report *)to;
    (void)status;
    status = grn_op_fail(r->op, r->check, "%s", message);
    if (rule)
        grn_op_rule(r->op, r->check, rule);
    return status;
}

static grn_status tell_run(const grn_rule_report *to, grn_status status, const char *rule, const char *message)
{
    const grn_op_report *r = (const grn_op_report *)to;
    (void)rule;
    return grn_fail(r->diag, r->op->place, status, "%.*s: %s", (int)r->op->name.n, r->op->name.text, message);
}

static void note_at_op(const grn_rule_report *to, const char *message)
{
    const grn_op_report *r = (const grn_op_report *)to;
    grn_note(r->diag, r->op->place, "%s", message);
}

void grn_check_report_init(grn_op_report *r, const char *called, const grn_op *op, const grn_check *check)
{
    *r = (grn_op_report){{tell_check, note_at_op, called}, op, check, check->diag};
}

void grn_run_report_init(grn_op_report *r, const char *called, const grn_op *op, const grn_diag *diag)
{
    *r = (grn_op_report){{tell_run, note_at_op, called}, op, NULL, diag};
}
