/*
 * batches.c - ops that compute over some of their dimensions and repeat that along all others:
 * which those are, where no sharding rule says it, and attributes that count parts.
 */
#include "dialects/stablehlo/conv.h"
#include "shard/rows.h"

/* ---- normalisation over batches -------------------------------------------------------------- */

/* Values are of the operand's shape, or have an element for each feature. */
static grn_status features(grn_sharder *s, const grn_op *op, bool along_all, grn_part_rule **rule)
{
    const grn_type *operand = grn_operand_type(op, 0);
    const int64_t feature = grn_op_integer(op, "feature_index", 0);
    int64_t of[GRN_MAX_RANK];
    grn_part_rule *r = grn_part_rule_new(s, op, (size_t)operand->rank);
    if (!r)
        return grn_no_memory(&s->w);
    for (int32_t d = 0; d < operand->rank; d++) {
        of[d] = grn_part_factor_new(r, operand->shape[d]);
        r->factors[of[d]].whole = !along_all && d != feature ? GRN_PART_ORDER : NULL;
    }
    for (int32_t i = 0; i < r->nvalues; i++)
        for (int32_t d = 0; d < r->maps[i].rank; d++)
            r->maps[i].own[d] = r->maps[i].rank == operand->rank && operand->rank > 1 ? of[d] : of[feature];
    *rule = r;
    return GRN_OK;
}

grn_status grn_part_inference_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    return features(s, op, true, rule);
}

/* The other dimensions are summed over. */
grn_status grn_part_training_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    return features(s, op, false, rule);
}

/* ---- what is the same but for its last dimension --------------------------------------------- */

grn_status grn_part_last_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    const grn_type *operand = grn_operand_type(op, 0);
    grn_part_rule *r = grn_part_rule_new(s, op, (size_t)operand->rank);
    if (!r)
        return grn_no_memory(&s->w);
    for (int32_t d = 0; d < operand->rank - 1; d++) {
        const int64_t f = grn_part_factor_new(r, operand->shape[d]);
        for (int32_t i = 0; i < r->nvalues; i++)
            if (r->maps[i].rank == operand->rank)
                r->maps[i].own[d] = f;
    }
    *rule = r;
    return GRN_OK;
}

/* ---- what gives each operand again ----------------------------------------------------------- */

grn_status grn_part_each_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    size_t most = 0;
    for (size_t i = 0; i < op->noperands; i++)
        most += (size_t)grn_operand_type(op, i)->rank;
    grn_part_rule *r = op->noperands == op->nresults ? grn_part_rule_new(s, op, most) : NULL;
    *rule = r;
    if (!r)
        return op->noperands == op->nresults ? grn_no_memory(&s->w) : GRN_OK;
    for (size_t i = 0; i < op->noperands; i++)
        for (int32_t d = 0; d < r->maps[i].rank; d++)
            r->maps[i].own[d] = r->maps[op->noperands + i].own[d] =
                grn_part_factor_new(r, grn_operand_type(op, i)->shape[d]);
    return GRN_OK;
}

/* ---- convolutions ---------------------------------------------------------------------------- */

static bool set_count(grn_sharder *s, grn_op *op, const char *name, int64_t count)
{
    const grn_attr *a = grn_attr_integer(s->w.ir, grn_type_integer(s->w.ir, 64, GRN_SIGNLESS), count);
    return a && grn_op_set_attr(s->w.ir, op, (grn_str){name, strlen(name)}, a);
}

/* As many groups as the parts have, of the extents that groups have in the whole: groups are cut,
 * or what is in each of them. */
grn_status grn_part_local_convolution(grn_sharder *s, grn_op *op)
{
    const grn_conv_dims dims = grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers"));
    const bool by_feature = grn_op_integer(op, "feature_group_count", 1) > 1;
    const bool by_batch = grn_op_integer(op, "batch_group_count", 1) > 1;
    grn_status status = grn_part_retype(s, op);
    if (status != GRN_OK)
        return status;
    const grn_type *in = grn_operand_type(op, 0), *kernel = grn_operand_type(op, 1), *out = grn_result_type(op, 0);
    const int64_t each_feature = kernel->shape[dims.kernel.first], each_batch = out->shape[dims.output.first];
    bool set = true;
    if (by_feature && each_feature)
        set = set_count(s, op, "feature_group_count", in->shape[dims.input.second] / each_feature);
    if (by_batch && each_batch)
        set = set && set_count(s, op, "batch_group_count", in->shape[dims.input.first] / each_batch);
    return set ? GRN_OK : grn_no_memory(&s->w);
}
