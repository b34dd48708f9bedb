/* element.c - the element-wise ops of operands of one shape (CHLO, the op of each name). Each is
 * its row: the meaning is an element function of the eval layer. */
#include "dialects/chlo/chlo.h"

/* is_inf and its like: booleans of the operand's shape. */
static grn_status pred_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *i1 = grn_type_of_dtype(check->scratch, GRN_I1);
    return grn_stablehlo_infer_one(check, out, grn_chlo_with_element(check->scratch, grn_operand_type(op, 0), i1));
}

GRN_HLO_ONE(unary_fp_tensor, "operand", any_fp_tensor)
GRN_HLO_ONE(unary_fp_or_complex_tensor, "operand", any_fp_or_complex_tensor)
GRN_HLO_ONE(result_fp_tensor, "result", any_fp_tensor)
GRN_HLO_ONE(result_complex_tensor, "result", any_complex_tensor)
GRN_HLO_ONE(result_fp_or_complex_tensor, "result", any_fp_or_complex_tensor)
GRN_HLO_ONE(result_pred_tensor, "result", any_pred_tensor)

/* An op of one type. */
#define SAME(op, does, ports, of_results, function, text)                                                              \
    {                                                                                                                  \
        .name = GRN_NAME(chlo, op), .summary = does, .source = "CHLO, " #op, .operands = ports, .results = of_results, \
        .traits = GRN_TRAIT_PURE, .assembly = text, .verify = grn_hlo_verify_same_types,                               \
        .infer = grn_hlo_infer_same_type, .element = &grn_element_##function                                           \
    }
#define UNARY "%operand {} : !operand -> !result"
#define REAL(op, does) SAME(op, does, unary_fp_tensor, result_fp_tensor, op, UNARY)
#define REAL_OR_COMPLEX(op, does) SAME(op, does, unary_fp_or_complex_tensor, result_fp_or_complex_tensor, op, UNARY)
#define PREDICATE(op, does)                                                                               \
    {                                                                                                     \
        .name = GRN_NAME(chlo, op), .summary = does, .source = "CHLO, " #op, .operands = unary_fp_tensor, \
        .results = result_pred_tensor, .traits = GRN_TRAIT_PURE, .assembly = UNARY,                       \
        .verify = grn_hlo_verify_elementwise, .infer = pred_infer, .element = &grn_element_##op           \
    }

const grn_op_def grn_chlo_element_ops[] = {
    SAME(_asin_acos_kernel, "what arc sine and arc cosine of complex numbers share",
         GRN_PORTS(GRN_PORT("operand", grn_hlo_any_complex_tensor)), result_complex_tensor, asin_acos_kernel, UNARY),
    REAL_OR_COMPLEX(acos, "arc cosine of each element"),
    REAL_OR_COMPLEX(acosh, "inverse hyperbolic cosine of each element"),
    REAL_OR_COMPLEX(asin, "arc sine of each element"),
    REAL_OR_COMPLEX(asinh, "inverse hyperbolic sine of each element"),
    REAL_OR_COMPLEX(atan, "arc tangent of each element"),
    REAL_OR_COMPLEX(atanh, "inverse hyperbolic tangent of each element"),
    REAL_OR_COMPLEX(bessel_i1e, "modified Bessel function of order 1, scaled by exp(-|x|)"),
    REAL_OR_COMPLEX(conj, "complex conjugate of each element"),
    REAL_OR_COMPLEX(cosh, "hyperbolic cosine of each element"),
    REAL_OR_COMPLEX(sinh, "hyperbolic sine of each element"),
    REAL_OR_COMPLEX(square, "square of each element"),
    REAL_OR_COMPLEX(tan, "tangent of each element"),
    REAL(digamma, "derivative of the logarithm of the gamma function"),
    REAL(erf, "error function of each element"),
    REAL(erf_inv, "inverse of the error function"),
    REAL(erfc, "1 minus the error function"),
    REAL(lgamma, "logarithm of the gamma function's absolute value"),
    PREDICATE(is_inf, "whether each element is infinite"),
    PREDICATE(is_neg_inf, "whether each element is minus infinity"),
    PREDICATE(is_pos_inf, "whether each element is plus infinity"),
    SAME(next_after, "the float next to x in the direction of y",
         GRN_PORTS(GRN_PORT("x", grn_hlo_any_fp_tensor), GRN_PORT("y", grn_hlo_any_fp_tensor)), result_fp_tensor,
         next_after, "%x , %y {} : !x , !y -> !result"),
    SAME(polygamma, "n-th derivative of digamma",
         GRN_PORTS(GRN_PORT("n", grn_hlo_any_fp_tensor), GRN_PORT("x", grn_hlo_any_fp_tensor)), result_fp_tensor,
         polygamma, "%n , %x {} : !n , !x -> !result"),
    SAME(zeta, "Hurwitz zeta function of x and q",
         GRN_PORTS(GRN_PORT("x", grn_hlo_any_fp_tensor), GRN_PORT("q", grn_hlo_any_fp_tensor)), result_fp_tensor, zeta,
         "%x , %q {} : !x , !q -> !result"),
    SAME(mulhi, "upper half of the bits of a product of integers",
         GRN_PORTS(GRN_PORT("lhs", grn_hlo_int_tensor), GRN_PORT("rhs", grn_hlo_int_tensor)),
         GRN_PORTS(GRN_PORT("result", grn_hlo_int_tensor)), mulhi, "%lhs , %rhs {} : !lhs , !rhs -> !result"),
    {.name = NULL},
};
