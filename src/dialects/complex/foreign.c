/* foreign.c - ops of the complex dialect that are read, checked in their parts and printed; not run. */
#include "dialects/common/foreign.h"
#include "dialects/complex/complex.h"

#define COMPLEX(op, ins, outs, text)                                                                                        \
    GRN_FOREIGN("complex", op, ins, outs, GRN_ATTRS(GRN_MAY_HAVE("fastmath", grn_attr_is_any)), .traits = GRN_TRAIT_PURE,   \
                .assembly = text)
#define FLAGS " [? fastmath #arith.fastmath$fastmath ?] {} : "
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define UNARY(op) COMPLEX(op, ONE("complex"), ONE("result"), "%complex" FLAGS "!complex ~result=complex")

const grn_op_def grn_complex_foreign_ops[] = {
    UNARY("conj"),
    UNARY("expm1"),
    UNARY("log1p"),
    UNARY("rsqrt"),
    UNARY("sign"),
    COMPLEX("angle", ONE("complex"), ONE("result"), "%complex" FLAGS "!complex ~result=element(complex)"),
    COMPLEX("atan2", GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs")), ONE("result"), "%lhs , %rhs" FLAGS "!result ~lhs=result ~rhs=result"),
    COMPLEX("bitcast", ONE("operand"), ONE("result"), "%operand {} : !operand to !result"),
    {.name = NULL},
};
