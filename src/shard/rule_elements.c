/* rule_elements.c - ops whose values all have one shape, beside which there may be scalars. */
#include "shard/rule_factors.h"

/* The first result says the shape; a value of fewer dimensions has the first of them. */
void grn_rule_pointwise(grn_factors *f, const grn_op *op)
{
    const grn_type *type = grn_factors_result(f, 0);
    for (int32_t d = 0; d < type->rank; d++) {
        grn_factor_add(f, type->shape[d], GRN_FACTOR_PASS_THROUGH);
        for (size_t i = 0; i < op->noperands; i++)
            grn_factor_operand(f, i, d < grn_factors_operand(f, i)->rank ? d : -1);
        for (size_t i = 0; i < op->nresults; i++)
            grn_factor_result(f, i, d < grn_factors_result(f, i)->rank ? d : -1);
    }
}

/* clang-format off */
const grn_rule_row grn_rule_element_rows[] = {
    {"sdy.sharding_constraint", grn_rule_pointwise},
    {"stablehlo.abs", grn_rule_pointwise},
    {"stablehlo.add", grn_rule_pointwise},
    {"stablehlo.all_reduce", grn_rule_pointwise},
    {"stablehlo.and", grn_rule_pointwise},
    {"stablehlo.atan2", grn_rule_pointwise},
    {"stablehlo.cbrt", grn_rule_pointwise},
    {"stablehlo.ceil", grn_rule_pointwise},
    {"stablehlo.clamp", grn_rule_pointwise},
    {"stablehlo.collective_broadcast", grn_rule_pointwise},
    {"stablehlo.collective_permute", grn_rule_pointwise},
    {"stablehlo.compare", grn_rule_pointwise},
    {"stablehlo.complex", grn_rule_pointwise},
    {"stablehlo.convert", grn_rule_pointwise},
    {"stablehlo.cosine", grn_rule_pointwise},
    {"stablehlo.count_leading_zeros", grn_rule_pointwise},
    {"stablehlo.cross-replica-sum", grn_rule_pointwise},
    {"stablehlo.divide", grn_rule_pointwise},
    {"stablehlo.exponential", grn_rule_pointwise},
    {"stablehlo.exponential_minus_one", grn_rule_pointwise},
    {"stablehlo.floor", grn_rule_pointwise},
    {"stablehlo.imag", grn_rule_pointwise},
    {"stablehlo.is_finite", grn_rule_pointwise},
    {"stablehlo.log", grn_rule_pointwise},
    {"stablehlo.log_plus_one", grn_rule_pointwise},
    {"stablehlo.logistic", grn_rule_pointwise},
    {"stablehlo.maximum", grn_rule_pointwise},
    {"stablehlo.minimum", grn_rule_pointwise},
    {"stablehlo.multiply", grn_rule_pointwise},
    {"stablehlo.negate", grn_rule_pointwise},
    {"stablehlo.not", grn_rule_pointwise},
    {"stablehlo.or", grn_rule_pointwise},
    {"stablehlo.popcnt", grn_rule_pointwise},
    {"stablehlo.power", grn_rule_pointwise},
    {"stablehlo.real", grn_rule_pointwise},
    {"stablehlo.reduce_precision", grn_rule_pointwise},
    {"stablehlo.remainder", grn_rule_pointwise},
    {"stablehlo.round_nearest_afz", grn_rule_pointwise},
    {"stablehlo.round_nearest_even", grn_rule_pointwise},
    {"stablehlo.rsqrt", grn_rule_pointwise},
    {"stablehlo.select", grn_rule_pointwise},
    {"stablehlo.shift_left", grn_rule_pointwise},
    {"stablehlo.shift_right_arithmetic", grn_rule_pointwise},
    {"stablehlo.shift_right_logical", grn_rule_pointwise},
    {"stablehlo.sign", grn_rule_pointwise},
    {"stablehlo.sine", grn_rule_pointwise},
    {"stablehlo.sqrt", grn_rule_pointwise},
    {"stablehlo.subtract", grn_rule_pointwise},
    {"stablehlo.tan", grn_rule_pointwise},
    {"stablehlo.tanh", grn_rule_pointwise},
    {"stablehlo.xor", grn_rule_pointwise},
    {NULL, NULL},
};
/* clang-format on */
