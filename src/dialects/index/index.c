/* index.c - arithmetic of values of type index (MLIR index dialect): read, checked in its parts and
 * printed; not run. */
#include "dialects/common/foreign.h"

#define INDEX(op, does, ins, attrs, ...) \
    GRN_FOREIGN("index", op, does, ins, GRN_PORTS(GRN_ONE_OF("result")), attrs, __VA_ARGS__)
#define TWO GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"))
#define BINARY(op, does) \
    INDEX(op, does, TWO, GRN_NO_ATTRS, .assembly = "%lhs , %rhs {} ~lhs=index ~rhs=index ~result=index")
#define CAST(op, does) \
    INDEX(op, does, GRN_PORTS(GRN_ONE_OF("input")), GRN_NO_ATTRS, .assembly = "%input {} : !input to !result")

static const char *const predicates[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", NULL};
static const grn_enum_def predicate = {.name = "index.cmp_predicate", .keyword = predicates};
static const grn_enum_def *const enums[] = {&predicate, NULL};

static bool is_index_number(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INDEX;
}
static const grn_attr_class index_number = {"index attribute", is_index_number};

static const grn_op_def ops[] = {
    BINARY("add", "sum"),
    BINARY("sub", "difference"),
    BINARY("mul", "product"),
    BINARY("divs", "quotient of signed indices, truncated"),
    BINARY("divu", "quotient of unsigned indices"),
    BINARY("ceildivs", "quotient of signed indices, rounded up"),
    BINARY("ceildivu", "quotient of unsigned indices, rounded up"),
    BINARY("floordivs", "quotient of signed indices, rounded down"),
    BINARY("rems", "remainder of signed indices"),
    BINARY("remu", "remainder of unsigned indices"),
    BINARY("maxs", "larger of two signed indices"),
    BINARY("maxu", "larger of two unsigned indices"),
    BINARY("mins", "smaller of two signed indices"),
    BINARY("minu", "smaller of two unsigned indices"),
    BINARY("shl", "shift to the left"),
    BINARY("shrs", "shift to the right, the sign filled in"),
    BINARY("shru", "shift to the right, zeros filled in"),
    BINARY("and", "bitwise and"),
    BINARY("or", "bitwise or"),
    BINARY("xor", "bitwise exclusive or"),
    CAST("casts", "signed index to an integer, or back"),
    CAST("castu", "unsigned index to an integer, or back"),
    INDEX("cmp", "compares two indices by a predicate", TWO,
          GRN_ATTRS({"pred", &grn_attr_is_any, GRN_REQUIRED, &predicate, NULL}),
          .assembly = "$pred ( %lhs , %rhs ) {} ~lhs=index ~rhs=index ~result=i1"),
    INDEX("constant", "gives an index that is written in the program", GRN_NO_PORTS,
          GRN_ATTRS(GRN_NEEDS("value", index_number)), .assembly = "{} $value ~result=index"),
    INDEX("bool.constant", "gives a boolean that is written in the program", GRN_NO_PORTS,
          GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_bool)), .assembly = "{} $value ~result=i1"),
    INDEX("sizeof", "number of bits of an index", GRN_NO_PORTS, GRN_NO_ATTRS, .assembly = "{} ~result=index"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_index = {.name = "index", .uniform = &grn_uniform_ops, .ops = tables, .enums = enums};
