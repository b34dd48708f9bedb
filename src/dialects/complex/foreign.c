/* foreign.c - ops of the complex dialect that are read, checked in their parts and printed; not
 * run. */
#include "dialects/common/foreign.h"
#include "dialects/complex/complex.h"

#define COMPLEX(op, does, ins, outs, text)                                                            \
    GRN_FOREIGN("complex", op, does, ins, outs, GRN_ATTRS(GRN_MAY_HAVE("fastmath", grn_attr_is_any)), \
                .traits = GRN_TRAIT_PURE, .assembly = text)
#define FLAGS " [? fastmath #arith.fastmath$fastmath ?] {} : "
#define ONE(name) GRN_PORTS(GRN_ONE_OF(name))
#define UNARY(op, does) COMPLEX(op, does, ONE("complex"), ONE("result"), "%complex" FLAGS "!complex ~result=complex")

const grn_op_def grn_complex_foreign_ops[] = {
    UNARY("conj", "complex conjugate"),
    UNARY("expm1", "e to the power of z, minus one"),
    UNARY("log1p", "natural logarithm of 1 + z"),
    UNARY("rsqrt", "1 / square root"),
    UNARY("sign", "z / |z|, of zero zero"),
    COMPLEX("angle", "angle of the number in the plane", ONE("complex"), ONE("result"),
            "%complex" FLAGS "!complex ~result=element(complex)"),
    COMPLEX("atan2", "arc tangent of a quotient of complex numbers", GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs")),
            ONE("result"), "%lhs , %rhs" FLAGS "!result ~lhs=result ~rhs=result"),
    COMPLEX("bitcast", "the same bits as another type of that width", ONE("operand"), ONE("result"),
            "%operand {} : !operand to !result"),
    {.name = NULL},
};
