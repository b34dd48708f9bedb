/* foreign.c - ops of the arith dialect that are read, checked in their parts and printed; not
 * run. */
#include "dialects/arith/arith.h"
#include "dialects/common/foreign.h"

#define ARITH(op, does, ins, outs, attrs, ...) GRN_FOREIGN("arith", op, does, ins, outs, attrs, __VA_ARGS__)
#define TWO GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"))
#define LOW_AND_HIGH GRN_PORTS(GRN_ONE_OF("low"), GRN_ONE_OF("high"))

const grn_op_def grn_arith_foreign_ops[] = {
    ARITH("addui_extended", "sum of unsigned integers, and whether it overflows", TWO,
          GRN_PORTS(GRN_ONE_OF("sum"), GRN_ONE_OF("overflow")), GRN_NO_ATTRS,
          .assembly = "%lhs , %rhs {} : !sum , !overflow ~lhs=sum ~rhs=sum"),
    ARITH("mulsi_extended", "both halves of a product of signed integers", TWO, LOW_AND_HIGH, GRN_NO_ATTRS,
          .assembly = "%lhs , %rhs {} : !low ~lhs=low ~rhs=low ~high=low"),
    ARITH("mului_extended", "both halves of a product of unsigned integers", TWO, LOW_AND_HIGH, GRN_NO_ATTRS,
          .assembly = "%lhs , %rhs {} : !low ~lhs=low ~rhs=low ~high=low"),
    ARITH("ceildivui", "quotient of unsigned integers, rounded up", TWO, GRN_PORTS(GRN_ONE_OF("result")), GRN_NO_ATTRS,
          .number = GRN_OP(arith, ceildivui), .assembly = "%lhs , %rhs {} : !result ~lhs=result ~rhs=result"),
    {.name = NULL},
};
