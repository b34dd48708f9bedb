/* foreign.c - functions of the math dialect that are read, checked in their parts and printed; not
 * run. */
#include "dialects/common/foreign.h"
#include "dialects/math/math.h"

#define MATH(op, does, ins, outs, ...)                                                             \
    GRN_FOREIGN("math", op, does, ins, outs, GRN_ATTRS(GRN_MAY_HAVE("fastmath", grn_attr_is_any)), \
                .traits = GRN_TRAIT_PURE, .assembly = __VA_ARGS__)
#define FLAGS " [? fastmath #arith.fastmath$fastmath ?] {} : "
#define ONE GRN_PORTS(GRN_ONE_OF("operand"))
#define RESULT GRN_PORTS(GRN_ONE_OF("result"))
#define ON_FLOATS "%operand" FLAGS "!result ~operand=result"
#define UNARY(op, does) MATH(op, does, ONE, RESULT, ON_FLOATS)
#define TWO GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"))

const grn_op_def grn_math_foreign_ops[] = {
    UNARY("erfc", "1 minus the error function"),
    UNARY("exp2", "2 to the power of x"),
    UNARY("log10", "logarithm to base 10"),
    UNARY("log2", "logarithm to base 2"),
    MATH("trunc", "rounds toward zero", ONE, RESULT, ON_FLOATS, .number = GRN_OP(math, trunc)),
    MATH("cttz", "counts trailing zero bits", ONE, RESULT, "%operand {} : !result ~operand=result",
         .number = GRN_OP(math, cttz)),
    MATH("ipowi", "integer to the power of an integer", TWO, RESULT,
         "%lhs , %rhs {} : !result ~lhs=result ~rhs=result"),
    MATH("fpowi", "float to the power of an integer", TWO, RESULT, "%lhs , %rhs" FLAGS "!lhs , !rhs ~result=lhs"),
    MATH("copysign", "lhs with the sign of rhs", TWO, RESULT, "%lhs , %rhs" FLAGS "!result ~lhs=result ~rhs=result"),
    MATH("fma", "a * b + c, rounded once", GRN_PORTS(GRN_ONE_OF("a"), GRN_ONE_OF("b"), GRN_ONE_OF("c")), RESULT,
         "%a , %b , %c" FLAGS "!result ~a=result ~b=result ~c=result"),
    {.name = NULL},
};
