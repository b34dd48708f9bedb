/* rule_slice.c - ops that take a part of a tensor, or put a tensor into a larger one. */
#include "shard/rule_factors.h"

/* Where starts are known, a sliced or padded dimension stays sharded: elements move to their new
 * shard. */
static void pad_or_slice(grn_factors *f, const grn_op *op)
{
    (void)op;
    grn_factors_mismatched(f, grn_factors_operand(f, 0), grn_factors_result(f, 0), GRN_FACTOR_PERMUTATION, false);
}

static void dynamic_slice(grn_factors *f, const grn_op *op)
{
    (void)op;
    grn_factors_mismatched(f, grn_factors_operand(f, 0), grn_factors_result(f, 0), GRN_FACTOR_NEED_REPLICATION, true);
}

/* A dimension that is updated in part stays sharded in operand and result, and each device writes
 * what is its own. */
static void dynamic_update_slice(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *operand = grn_factors_operand(f, 0), *update = grn_factors_operand(f, 1);
    for (int32_t d = 0; d < operand->rank; d++) {
        if (operand->shape[d] == update->shape[d]) {
            grn_factor_everywhere(f, d, operand->shape[d], GRN_FACTOR_PASS_THROUGH, false);
            continue;
        }
        grn_factor_add(f, operand->shape[d], GRN_FACTOR_PASS_THROUGH);
        grn_factor_operand(f, 0, d);
        grn_factor_result(f, 0, d);
        grn_factor_add(f, update->shape[d], GRN_FACTOR_NEED_REPLICATION);
        grn_factor_operand(f, 1, d);
    }
}

GRN_RULE(stablehlo, dynamic_slice) = {.make = dynamic_slice};
GRN_RULE(stablehlo, dynamic_update_slice) = {.make = dynamic_update_slice};
GRN_RULE(stablehlo, pad) = {.make = pad_or_slice};
GRN_RULE(stablehlo, slice) = {.make = pad_or_slice};
