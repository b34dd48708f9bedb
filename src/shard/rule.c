/* rule.c - the sharding rule of an op. */
#include "dialects/sdy/sdy.h"
#include "shard/shard.h"

grn_status grn_shard_rule_of(grn_ir *ir, const grn_op *op, const grn_attr **rule)
{
    (void)ir;
    *rule = grn_op_attr(op, GRN_SHARD_RULE);
    return GRN_OK;
}
