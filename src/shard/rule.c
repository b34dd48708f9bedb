/* rule.c - the sharding rule of an op: the one that it carries, or by its row. */
#include "shard/rule_factors.h"

/* Values pass through control flow by its regions; others give or take what is no tensor, or are of
 * one value. */
static const grn_rule_row no_rule = {NULL, NULL};

static const grn_rule_row *const rows[GRN_OPS] = {
#define OP(dialect, op, lower, grad, rule, ...)                               \
    GRN_WHERE_ROW(rule, [GRN_OP(dialect, op)] = &grn_rule_##dialect##_##op, ) \
    GRN_WHERE_NEEDLESS(rule, [GRN_OP(dialect, op)] = &no_rule, )
#include "dialects/common/every.def"
};

const grn_rule_row *grn_rule_row_of(const grn_op *op)
{
    const grn_rule_row *row = grn_rule_of_call(op);
    return row ? row : rows[grn_op_number_of(op)];
}

static bool is_known(const grn_type *type)
{
    const grn_type *t = grn_type_as_tensor(type);
    return grn_type_is_shaped(t) && grn_type_has_static_shape(t);
}

bool grn_shard_knows(const grn_op *op)
{
    const bool ends = op->def && (op->def->traits & GRN_TRAIT_TERMINATOR);
    return ends || grn_op_attr(op, GRN_SHARD_RULE) || grn_rule_row_of(op);
}

/* Only of such an op can there be a rule, by what has to hold of one. */
static bool has_known_shapes(const grn_op *op)
{
    bool known = op->noperands > 0 && op->nresults > 0;
    for (size_t i = 0; known && i < op->noperands; i++)
        known = is_known(grn_operand_type(op, i));
    for (size_t i = 0; known && i < op->nresults; i++)
        known = is_known(grn_result_type(op, i));
    return known;
}

grn_status grn_shard_rule_of(grn_ir *ir, const grn_op *op, const grn_attr **rule)
{
    grn_factors f;
    grn_status status = GRN_OK;
    *rule = grn_op_attr(op, GRN_SHARD_RULE);
    const grn_rule_row *row = *rule ? NULL : grn_rule_row_of(op);
    if (!row || !row->make || !has_known_shapes(op))
        return GRN_OK;
    grn_factors_init(&f, ir, op);
    if (f.status == GRN_OK)
        row->make(&f, op);
    *rule = grn_factors_rule(&f, &status);
    grn_factors_destroy(&f);
    return status;
}
