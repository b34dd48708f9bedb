/* stage_rules.c - the first stage: every op that has a rule carries it. */
#include "dialects/stablehlo/reduce.h"
#include "shard/shard.h"

/* `applies stablehlo.add` of a reduce stays as it is written, which has no place for a rule. */
static bool is_applied(const grn_op *op)
{
    const grn_op *parent = grn_op_parent(op);
    return parent && grn_str_is(parent->name, "stablehlo.reduce") && grn_hlo_reduce_is_short(parent);
}

static grn_status set_rule(grn_ir *ir, grn_op *op, const grn_diag *diag)
{
    const grn_attr *rule = NULL;
    const grn_status status = is_applied(op) ? GRN_OK : grn_shard_rule_of(ir, op, &rule);
    if (status != GRN_OK || (rule && !grn_op_set_attr(ir, op, GRN_STR(GRN_SHARD_RULE), rule)))
        return grn_ir_refused(ir, diag, op->place, "making a sharding rule");
    return GRN_OK;
}

grn_status grn_shard_rules(grn_ir *ir, const grn_diag *diag) { return grn_pass_walk(ir, set_rule, diag); }
