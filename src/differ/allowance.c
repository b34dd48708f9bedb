/*
 * allowance.c - what an op may add to the difference, by op.
 *
 * An op that has no row here is judged by what it is: a gather or scatter by its spec, one of another dialect by the
 * hub's ops that it means, one of integers alone as exact; of what is left no bound is known, and nothing is decided.
 */
#include "differ/differ.h"

#define ELEMENT(op)                    \
    {                                  \
        GRN_HLO(op), grn_allow_element \
    }
#define CHLO_ELEMENT(op)                    \
    {                                       \
        GRN_OP(chlo, op), grn_allow_element \
    }
#define MOVE(op)                    \
    {                               \
        GRN_HLO(op), grn_allow_move \
    }

static const grn_allowance_row rows[] = {
    ELEMENT(abs),
    ELEMENT(add),
    ELEMENT(and),
    ELEMENT(atan2),
    ELEMENT(cbrt),
    ELEMENT(ceil),
    ELEMENT(clamp),
    ELEMENT(compare),
    ELEMENT(complex),
    ELEMENT(convert),
    ELEMENT(cosine),
    ELEMENT(count_leading_zeros),
    ELEMENT(divide),
    ELEMENT(exponential),
    ELEMENT(exponential_minus_one),
    ELEMENT(floor),
    ELEMENT(imag),
    ELEMENT(is_finite),
    ELEMENT(log),
    ELEMENT(log_plus_one),
    ELEMENT(logistic),
    ELEMENT(maximum),
    ELEMENT(minimum),
    ELEMENT(multiply),
    ELEMENT(negate),
    ELEMENT(not ),
    ELEMENT(or),
    ELEMENT(popcnt),
    ELEMENT(power),
    ELEMENT(real),
    ELEMENT(reduce_precision),
    ELEMENT(remainder),
    ELEMENT(round_nearest_afz),
    ELEMENT(round_nearest_even),
    ELEMENT(rsqrt),
    ELEMENT(select),
    ELEMENT(shift_left),
    ELEMENT(shift_right_arithmetic),
    ELEMENT(shift_right_logical),
    ELEMENT(sign),
    ELEMENT(sine),
    ELEMENT(sqrt),
    ELEMENT(subtract),
    ELEMENT(tan),
    ELEMENT(tanh),
    ELEMENT(xor),
    CHLO_ELEMENT(acos),
    CHLO_ELEMENT(acosh),
    CHLO_ELEMENT(asin),
    CHLO_ELEMENT(asinh),
    CHLO_ELEMENT(atan),
    CHLO_ELEMENT(atanh),
    CHLO_ELEMENT(cosh),
    CHLO_ELEMENT(sinh),
    CHLO_ELEMENT(erf),
    CHLO_ELEMENT(erfc),
    CHLO_ELEMENT(erf_inv),
    CHLO_ELEMENT(lgamma),
    CHLO_ELEMENT(polygamma),
    CHLO_ELEMENT(zeta),
    CHLO_ELEMENT(digamma),
    CHLO_ELEMENT(bessel_i1e),
    MOVE(broadcast),
    MOVE(broadcast_in_dim),
    MOVE(concatenate),
    MOVE(dynamic_broadcast_in_dim),
    MOVE(dynamic_pad),
    MOVE(dynamic_reshape),
    MOVE(pad),
    MOVE(real_dynamic_slice),
    MOVE(reshape),
    MOVE(reverse),
    MOVE(slice),
    MOVE(transpose),
    {GRN_HLO(batch_norm_grad), grn_allow_normalization},
    {GRN_HLO(batch_norm_inference), grn_allow_normalization},
    {GRN_HLO(batch_norm_training), grn_allow_normalization},
    {GRN_HLO(cholesky), grn_allow_cholesky},
    {GRN_HLO(bitcast_convert), grn_allow_exact},
    {GRN_HLO(constant), grn_allow_exact},
    {GRN_HLO(dynamic_iota), grn_allow_exact},
    {GRN_HLO(get_dimension_size), grn_allow_exact},
    {GRN_HLO(iota), grn_allow_exact},
    {GRN_HLO(optimization_barrier), grn_allow_same},
    {GRN_HLO(rng), grn_allow_any},
    {GRN_HLO(sort), grn_allow_sort},
    {GRN_HLO(reduce), grn_allow_sum},
    {GRN_HLO(reduce_window), grn_allow_sum},
    {GRN_HLO(select_and_scatter), grn_allow_sum},
    {GRN_HLO(fft), grn_allow_transform},
    {GRN_HLO(convolution), grn_allow_product},
    {GRN_HLO(dot), grn_allow_product},
    {GRN_HLO(dot_general), grn_allow_product},
    {GRN_HLO(dynamic_conv), grn_allow_product},
};

static const grn_allowance_row access_row = {GRN_OP_NONE, grn_allow_access};

const grn_allowance_row *grn_allowance_row_of(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    for (size_t i = 0; number != GRN_OP_NONE && i < GRN_COUNT(rows); i++)
        if (rows[i].op == number)
            return &rows[i];
    return op->def && op->def->to_spec ? &access_row : NULL;
}

/* ---- rows of few words ----------------------------------------------------------------------- */

bool grn_allow_exact(const grn_bounding *b, const grn_error_case *c)
{
    bool ok = true;
    for (size_t i = 0; grn_any_error(c) && i < c->nresults; i++)
        ok &= grn_error_unknown(b, c, i, "the op's operands differ, and small differences of them may become large");
    return ok;
}

/* Each result is the operand of its number. */
bool grn_allow_same(const grn_bounding *b, const grn_error_case *c)
{
    (void)b;
    for (size_t i = 0; i < c->nresults && i < c->noperands; i++)
        c->out[i] = c->in[i];
    return true;
}

/* StableHLO spec, rng: how the numbers are made is the implementation's. */
bool grn_allow_any(const grn_bounding *b, const grn_error_case *c)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults; i++)
        ok &= grn_error_open(b, c, i, GRN_ALLOWANCE_UNDEFINED_NUMBER);
    return ok;
}
