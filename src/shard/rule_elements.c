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

#define POINTWISE(dialect, op) GRN_RULE(dialect, op) = {.make = grn_rule_pointwise};

/* clang-format off */
POINTWISE(sdy, sharding_constraint) POINTWISE(stablehlo, abs) POINTWISE(stablehlo, add)
POINTWISE(stablehlo, all_reduce) POINTWISE(stablehlo, and) POINTWISE(stablehlo, atan2) POINTWISE(stablehlo, cbrt)
POINTWISE(stablehlo, ceil) POINTWISE(stablehlo, clamp) POINTWISE(stablehlo, collective_broadcast)
POINTWISE(stablehlo, collective_permute) POINTWISE(stablehlo, compare) POINTWISE(stablehlo, complex)
POINTWISE(stablehlo, convert) POINTWISE(stablehlo, cosine) POINTWISE(stablehlo, count_leading_zeros)
POINTWISE(stablehlo, cross_replica_sum) POINTWISE(stablehlo, divide) POINTWISE(stablehlo, exponential)
POINTWISE(stablehlo, exponential_minus_one) POINTWISE(stablehlo, floor) POINTWISE(stablehlo, imag)
POINTWISE(stablehlo, is_finite) POINTWISE(stablehlo, log) POINTWISE(stablehlo, log_plus_one)
POINTWISE(stablehlo, logistic) POINTWISE(stablehlo, maximum) POINTWISE(stablehlo, minimum)
POINTWISE(stablehlo, multiply) POINTWISE(stablehlo, negate) POINTWISE(stablehlo, not) POINTWISE(stablehlo, or)
POINTWISE(stablehlo, popcnt) POINTWISE(stablehlo, power) POINTWISE(stablehlo, real)
POINTWISE(stablehlo, reduce_precision) POINTWISE(stablehlo, remainder) POINTWISE(stablehlo, round_nearest_afz)
POINTWISE(stablehlo, round_nearest_even) POINTWISE(stablehlo, rsqrt) POINTWISE(stablehlo, select)
POINTWISE(stablehlo, shift_left) POINTWISE(stablehlo, shift_right_arithmetic)
POINTWISE(stablehlo, shift_right_logical) POINTWISE(stablehlo, sign) POINTWISE(stablehlo, sine)
POINTWISE(stablehlo, sqrt) POINTWISE(stablehlo, subtract) POINTWISE(stablehlo, tan) POINTWISE(stablehlo, tanh)
POINTWISE(stablehlo, xor)
    /* clang-format on */
