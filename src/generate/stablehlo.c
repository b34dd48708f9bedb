/* stablehlo.c - StableHLO: its ops, and the types that its programs have. */
#include "generate/stablehlo.h"

void grn_gen_put_shlo_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen_put(g, "  %v = stablehlo.constant ", v);
    grn_gen_put_literal(g, data);
    grn_gen_put(g, " : %T\n", v);
}

#define FUNCTION(name, weight, function)                                                \
    {                                                                                   \
        name, weight, grn_gen_write_function, &grn_element_function_##function, NULL, 0 \
    }
#define CHLO(name, function)                                                          \
    {                                                                                 \
        name, 1, grn_gen_write_function, &grn_element_function_##function, "chlo.", 0 \
    }
#define BROADCAST(name, function)                                                                \
    {                                                                                            \
        name, 1, grn_write_shlo_broadcast_function, &grn_element_function_##function, "chlo.", 0 \
    }
#define OP(name, weight)                                    \
    {                                                       \
#name, weight, grn_write_shlo_##name, NULL, NULL, 0 \
    }

static const grn_gen_op ops[] = {OP(gather, 40),
                                 OP(scatter, 40),
                                 OP(dynamic_slice, 8),
                                 OP(dynamic_update_slice, 8),
                                 OP(dynamic_gather, 4),
                                 OP(torch_index_select, 3),
                                 OP(slice, 6),
                                 OP(pad, 6),
                                 OP(concatenate, 6),
                                 OP(transpose, 6),
                                 OP(reshape, 6),
                                 OP(broadcast_in_dim, 6),
                                 OP(reverse, 4),
                                 OP(iota, 3),
                                 OP(dynamic_reshape, 2),
                                 OP(dynamic_broadcast_in_dim, 2),
                                 OP(dynamic_iota, 1),
                                 OP(dynamic_pad, 1),
                                 OP(real_dynamic_slice, 1),
                                 OP(get_dimension_size, 1),
                                 OP(select, 6),
                                 OP(compare, 5),
                                 OP(clamp, 4),
                                 OP(convert, 6),
                                 OP(bitcast_convert, 3),
                                 OP(is_finite, 2),
                                 OP(complex, 1),
                                 {"real", 1, grn_write_shlo_part, NULL, NULL, 0},
                                 {"imag", 1, grn_write_shlo_part, NULL, NULL, 0},
                                 OP(reduce_precision, 1),
                                 {"optimization_barrier", 1, grn_write_shlo_barrier, NULL, NULL, 0},
                                 OP(reduce, 8),
                                 {"reduce", 3, grn_write_shlo_reduce_place, NULL, NULL, 0},
                                 OP(reduce_window, 4),
                                 OP(select_and_scatter, 3),
                                 OP(sort, 5),
                                 OP(map, 3),
                                 OP(dot_general, 5),
                                 OP(dot, 2),
                                 OP(convolution, 3),
                                 OP(while, 4),
                                 OP(if, 4),
                                 OP(case, 4),
                                 {"call", 4, grn_write_shlo_call, NULL, "func.", 0},
                                 {"top_k", 3, grn_write_shlo_top_k, NULL, "chlo.", 0},
                                 FUNCTION("add", 8, add),
                                 FUNCTION("subtract", 5, subtract),
                                 FUNCTION("multiply", 5, multiply),
                                 FUNCTION("divide", 3, divide),
                                 FUNCTION("remainder", 3, remainder),
                                 FUNCTION("maximum", 3, maximum),
                                 FUNCTION("minimum", 3, minimum),
                                 FUNCTION("power", 2, power),
                                 FUNCTION("atan2", 1, atan2),
                                 FUNCTION("and", 2, bitwise),
                                 FUNCTION("or", 2, bitwise),
                                 FUNCTION("xor", 2, bitwise),
                                 FUNCTION("shift_left", 1, shift),
                                 FUNCTION("shift_right_arithmetic", 1, shift),
                                 FUNCTION("shift_right_logical", 1, shift),
                                 FUNCTION("not", 2, complement),
                                 FUNCTION("negate", 3, negate),
                                 FUNCTION("abs", 2, absolute),
                                 FUNCTION("sign", 2, sign),
                                 FUNCTION("ceil", 1, rounding),
                                 FUNCTION("floor", 1, rounding),
                                 FUNCTION("round_nearest_even", 1, rounding),
                                 FUNCTION("round_nearest_afz", 1, rounding),
                                 FUNCTION("popcnt", 1, count_bits),
                                 FUNCTION("count_leading_zeros", 1, count_bits),
                                 FUNCTION("sqrt", 1, square_root),
                                 FUNCTION("rsqrt", 1, rough_root),
                                 FUNCTION("cbrt", 1, rough_root),
                                 FUNCTION("exponential", 1, exponential),
                                 FUNCTION("exponential_minus_one", 1, exponential),
                                 FUNCTION("log", 1, logarithm),
                                 FUNCTION("log_plus_one", 1, logarithm),
                                 FUNCTION("logistic", 1, logistic),
                                 FUNCTION("tanh", 1, tanh),
                                 FUNCTION("sine", 1, sine),
                                 FUNCTION("cosine", 1, sine),
                                 FUNCTION("tan", 1, tangent),
                                 CHLO("erf", erf),
                                 CHLO("atan", arc),
                                 {"is_inf", 1, grn_write_shlo_is_finite, NULL, "chlo.", 0},
                                 {"is_pos_inf", 1, grn_write_shlo_is_finite, NULL, "chlo.", 0},
                                 {"is_neg_inf", 1, grn_write_shlo_is_finite, NULL, "chlo.", 0},
                                 BROADCAST("broadcast_add", add),
                                 BROADCAST("broadcast_subtract", subtract),
                                 BROADCAST("broadcast_multiply", multiply),
                                 BROADCAST("broadcast_maximum", maximum),
                                 BROADCAST("broadcast_minimum", minimum),
                                 {0}};

static const grn_gen_dtype dtypes[] = {{GRN_F32, 24}, {GRN_I32, 12}, {GRN_I1, 6},       {GRN_I64, 6},    {GRN_F64, 6},
                                       {GRN_BF16, 4}, {GRN_F16, 4},  {GRN_I8, 3},       {GRN_UI8, 3},    {GRN_UI32, 3},
                                       {GRN_I16, 2},  {GRN_UI16, 2}, {GRN_UI64, 2},     {GRN_C64, 2},    {GRN_C128, 1},
                                       {GRN_I4, 1},   {GRN_UI4, 1},  {GRN_F8E4M3FN, 1}, {GRN_F8E5M2, 1}, {0}};

const grn_gen_dialect grn_gen_stablehlo = {.name = "stablehlo",
                                           .prefix = "stablehlo.",
                                           .ops = ops,
                                           .dtypes = dtypes,
                                           .put_type = grn_gen_put_tensor_type,
                                           .put_constant = grn_gen_put_shlo_constant,
                                           .open_extents = true};
