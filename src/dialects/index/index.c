/* index.c - arithmetic of values of type index (MLIR index dialect): read, checked in its parts and printed; not run. */
#include "dialects/common/foreign.h"

#define INDEX(op, ins, attrs, ...) GRN_FOREIGN("index", op, ins, GRN_PORTS(GRN_ONE_OF("result")), attrs, __VA_ARGS__)
#define TWO GRN_PORTS(GRN_ONE_OF("lhs"), GRN_ONE_OF("rhs"))
#define BINARY(op) INDEX(op, TWO, GRN_NO_ATTRS, .assembly = "%lhs , %rhs {} ~lhs=index ~rhs=index ~result=index")
#define CAST(op) INDEX(op, GRN_PORTS(GRN_ONE_OF("input")), GRN_NO_ATTRS, .assembly = "%input {} : !input to !result")

static const char *const predicates[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", NULL};
static const grn_enum_def predicate = {.name = "index.cmp_predicate", .keyword = predicates};
static const grn_enum_def *const enums[] = {&predicate, NULL};
static const grn_attr_def cmp_attrs[] = {{"pred", &grn_attr_is_any, GRN_REQUIRED, &predicate, NULL},
                                         {NULL, NULL, GRN_REQUIRED, NULL, NULL}};

static bool is_index_number(const grn_attr *a) { return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INDEX; }
static const grn_attr_class index_number = {"index attribute", is_index_number};

static const grn_op_def ops[] = {
    BINARY("add"), BINARY("sub"), BINARY("mul"), BINARY("divs"), BINARY("divu"), BINARY("ceildivs"), BINARY("ceildivu"),
    BINARY("floordivs"), BINARY("rems"), BINARY("remu"), BINARY("maxs"), BINARY("maxu"), BINARY("mins"), BINARY("minu"),
    BINARY("shl"), BINARY("shrs"), BINARY("shru"), BINARY("and"), BINARY("or"), BINARY("xor"),
    CAST("casts"),
    CAST("castu"),
    INDEX("cmp", TWO, cmp_attrs, .assembly = "$pred ( %lhs , %rhs ) {} ~lhs=index ~rhs=index ~result=i1"),
    INDEX("constant", GRN_NO_PORTS, GRN_ATTRS(GRN_NEEDS("value", index_number)), .assembly = "{} $value ~result=index"),
    INDEX("bool.constant", GRN_NO_PORTS, GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_bool)), .assembly = "{} $value ~result=i1"),
    INDEX("sizeof", GRN_NO_PORTS, GRN_NO_ATTRS, .assembly = "{} ~result=index"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {ops, NULL};

const grn_dialect grn_dialect_index = {.name = "index", .uniform = &grn_uniform_ops, .ops = tables, .enums = enums};
