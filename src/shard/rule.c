/* rule.c - the sharding rule of an op: the one that it carries, or by its row. */
#include "shard/rule_factors.h"

/* Values pass through control flow by its regions; others give or take what is no tensor, or are of one value. */
static const grn_rule_row none_rows[] = {
    {"builtin.module", NULL},
    {"func.call", NULL},
    {"func.func", NULL},
    {"sdy.constant", NULL},
    {"sdy.data_flow_edge", NULL},
    {"sdy.manual_computation", NULL},
    {"sdy.mesh", NULL},
    {"sdy.named_computation", NULL},
    {"sdy.propagation_barrier", NULL},
    {"sdy.reshard", NULL},
    {"sdy.sharding_group", NULL},
    {"stablehlo.after_all", NULL},
    {"stablehlo.case", NULL},
    {"stablehlo.constant", NULL},
    {"stablehlo.create_token", NULL},
    {"stablehlo.get_tuple_element", NULL},
    {"stablehlo.infeed", NULL},
    {"stablehlo.iota", NULL},
    {"stablehlo.optimization_barrier", NULL},
    {"stablehlo.outfeed", NULL},
    {"stablehlo.partition_id", NULL},
    {"stablehlo.recv", NULL},
    {"stablehlo.send", NULL},
    {"stablehlo.while", NULL},
    {NULL, NULL},
};

static const grn_rule_row *const tables[] = {grn_rule_element_rows, grn_rule_shape_rows,      grn_rule_slice_rows,
                                             grn_rule_product_rows, grn_rule_linear_rows,     grn_rule_window_rows,
                                             grn_rule_access_rows,  grn_rule_collective_rows, none_rows};

const grn_rule_row *grn_rule_row_find(const grn_rule_row *rows, grn_str name)
{
    for (; rows->name; rows++)
        if (grn_str_is(name, rows->name))
            return rows;
    return NULL;
}

static const grn_rule_row *row_of(const grn_op *op)
{
    const grn_rule_row *row = grn_rule_of_call(op);
    for (size_t t = 0; t < GRN_COUNT(tables) && !row; t++)
        row = grn_rule_row_find(tables[t], op->name);
    return row;
}

static bool is_known(const grn_type *type)
{
    const grn_type *t = grn_type_as_tensor(type);
    return grn_type_is_shaped(t) && grn_type_has_static_shape(t);
}

bool grn_shard_knows(const grn_op *op)
{
    const bool ends = op->def && (op->def->traits & GRN_TRAIT_TERMINATOR);
    return ends || grn_op_attr(op, GRN_SHARD_RULE) || row_of(op);
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
    const grn_rule_row *row = *rule ? NULL : row_of(op);
    if (!row || !row->make || !has_known_shapes(op))
        return GRN_OK;
    grn_factors_init(&f, ir, op);
    if (f.status == GRN_OK)
        row->make(&f, op);
    *rule = grn_factors_rule(&f, &status);
    grn_factors_destroy(&f);
    return status;
}
