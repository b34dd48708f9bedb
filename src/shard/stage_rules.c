/* stage_rules.c - the first stage: every op that has a rule carries it. */
#include "shard/shard.h"

static grn_status set_rule(grn_ir *ir, grn_op *op, const grn_diag *diag)
{
    const grn_attr *rule;
    const grn_status status = grn_shard_rule_of(ir, op, &rule);
    if (status != GRN_OK || (rule && !grn_op_set_attr(ir, op, GRN_STR(GRN_SHARD_RULE), rule)))
        return grn_ir_refused(ir, diag, op->place, "making a sharding rule");
    return GRN_OK;
}

grn_status grn_shard_rules(grn_ir *ir, const grn_diag *diag) { return grn_pass_walk(ir, set_rule, diag); }
