/* stage_rules.c - the first stage: every op that has a rule carries it. */
#include <stdio.h>

#include "dialects/stablehlo/reduce.h"
#include "shard/shard.h"

typedef struct giving {
    grn_ir *ir;
    const grn_diag *diag;
    bool told_of_op, told_of_call; /* that nothing is known of one: upstream tells of the first, too */
} giving;

/* `applies stablehlo.add` of a reduce stays as it is written, which has no place for a rule. */
static bool is_applied(const grn_op *op)
{
    const grn_op *parent = grn_op_parent(op);
    return grn_op_is(parent, GRN_HLO(reduce)) && grn_hlo_reduce_is_short(parent);
}

/* Shardy's words. */
static void tell_of_unknown(giving *g, const grn_op *op)
{
    char text[GRN_MESSAGE_BYTES];
    const grn_attr *target = grn_op_is(op, GRN_HLO(custom_call)) ? grn_op_attr(op, "call_target_name") : NULL;
    const bool is_call = target && target->kind == GRN_ATTR_STRING;
    bool *told = is_call ? &g->told_of_call : &g->told_of_op;
    const grn_str name = is_call ? target->text : op->name;
    if (*told || grn_shard_knows(op))
        return;
    *told = true;
    snprintf(text, sizeof text,
             is_call ? "custom call @%.*s is unknown to SDY sharding rule registry"
                     : "op '%.*s' is unknown to SDY sharding rule registry",
             (int)name.n, name.text);
    grn_emit(g->diag, GRN_SEVERITY_WARNING, op->place, text);
}

static grn_status give(giving *g, grn_op *op)
{
    const grn_attr *rule = NULL;
    const grn_status status = is_applied(op) ? GRN_OK : grn_shard_rule_of(g->ir, op, &rule);
    if (status != GRN_OK || (rule && !grn_op_set_attr(g->ir, op, GRN_STR(GRN_SHARD_RULE), rule)))
        return grn_ir_refused(g->ir, g->diag, op->place, "making a sharding rule");
    tell_of_unknown(g, op);
    return GRN_OK;
}

/* The ops within first. Depth is the regions', which the parser limits. */
static grn_status give_all(giving *g, grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; inner && status == GRN_OK; inner = inner->next)
                status = give_all(g, inner);
    return status == GRN_OK ? give(g, op) : status;
}

grn_status grn_shard_rules(grn_ir *ir, const grn_diag *diag)
{
    return give_all(&(giving){.ir = ir, .diag = diag}, ir->top);
}
