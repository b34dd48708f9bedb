/*
 * rule_report.h - how an op asks the rules of src/rules: its types as shapes,
 * and a broken rule told at its place.
 */
#ifndef GRN_RULE_REPORT_H
#define GRN_RULE_REPORT_H

#include "ir/ir.h"
#include "rules/rules.h"

/* Of a ranked tensor. */
grn_shaped grn_shaped_of_type(const grn_type *type);
/* The op's operands, the first `most` of them, by their types (ranked tensors) or in a run. */
void grn_shaped_operand_types(const grn_op *op, size_t most, grn_shaped *out);
void grn_shaped_operands(const grn_op *op, const grn_tensor *operands, size_t most, grn_shaped *out);

/*
 * Both tell the message at the op's place, in front of it the op's name; `called`: what the rules'
 * messages call the op. In a check: the note that names the rule, GRN_E_VERIFY. In a run: the
 * rule's own status.
 */
typedef struct grn_op_report {
    grn_rule_report report;
    const grn_op *op;
    const grn_check *check; /* NULL in a run */
    const grn_diag *diag;
} grn_op_report;
void grn_check_report_init(grn_op_report *r, const char *called, const grn_op *op, const grn_check *check);
void grn_run_report_init(grn_op_report *r, const char *called, const grn_op *op, const grn_diag *diag);

#endif
