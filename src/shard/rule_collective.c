/* rule_collective.c - StableHLO's collectives that change a shape: the dimension that they change
 * has to be whole. */
#include "shard/rule_factors.h"

static void add_whole(grn_factors *f, int64_t dim)
{
    const grn_type *in = grn_factors_operand(f, 0), *out = grn_factors_result(f, 0);
    f->none = f->none || dim < 0 || dim >= in->rank || dim >= out->rank;
    if (f->none)
        return;
    grn_factor_add(f, in->shape[dim], GRN_FACTOR_NEED_REPLICATION);
    grn_factor_all_operands(f, dim);
    grn_factor_add(f, out->shape[dim], GRN_FACTOR_NEED_REPLICATION);
    grn_factor_all_results(f, dim);
}

/* Two dimensions, which may be the same one. */
static void changing(grn_factors *f, int64_t first, int64_t second)
{
    const grn_type *type = grn_factors_operand(f, 0);
    for (int32_t d = 0; d < type->rank; d++)
        if (d != first && d != second)
            grn_factor_everywhere(f, d, type->shape[d], GRN_FACTOR_PASS_THROUGH, false);
    add_whole(f, first);
    if (second != first)
        add_whole(f, second);
}

static void all_gather(grn_factors *f, const grn_op *op)
{
    const int64_t dim = grn_op_integer(op, "all_gather_dim", -1);
    changing(f, dim, dim);
}

static void all_to_all(grn_factors *f, const grn_op *op)
{
    changing(f, grn_op_integer(op, "split_dimension", -1), grn_op_integer(op, "concat_dimension", -1));
}

static void reduce_scatter(grn_factors *f, const grn_op *op)
{
    const int64_t dim = grn_op_integer(op, "scatter_dimension", -1);
    changing(f, dim, dim);
}

GRN_RULE(stablehlo, all_gather) = {.make = all_gather};
GRN_RULE(stablehlo, all_to_all) = {.make = all_to_all};
GRN_RULE(stablehlo, reduce_scatter) = {.make = reduce_scatter};
