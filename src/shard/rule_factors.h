/*
 * rule_factors.h - the rule of one op while it is made.
 *
 * Knows: factors in the order in which they are added, and which dimensions of
 * the op's values have them. Must not know: what any op means.
 *
 * Values are numbered: operands, then results. A failure is kept in `status`
 * and what is added after it is left out, so that calls need no check.
 */
#ifndef GRN_RULE_FACTORS_H
#define GRN_RULE_FACTORS_H

#include "dialects/common/dims_rules.h"
#include "shard/shard.h"

typedef enum grn_factor_kind {
    GRN_FACTOR_REDUCTION,        /* what it shards is combined over the devices */
    GRN_FACTOR_NEED_REPLICATION, /* each device needs all of it */
    GRN_FACTOR_PERMUTATION,      /* elements move between devices */
    GRN_FACTOR_KINDS,            /* how many of them are sets in a rule */
    GRN_FACTOR_PASS_THROUGH = GRN_FACTOR_KINDS
} grn_factor_kind;

typedef struct grn_factors {
    grn_ir *ir;
    const grn_op *op;
    grn_vec sizes; /* int64_t, by factor */
    /* size_t, by value, and one more: where its dimensions begin among those of all values */
    grn_vec first;
    grn_vec uses;                   /* grn_factor_use, in the order of adding */
    grn_vec sets[GRN_FACTOR_KINDS]; /* int64_t */
    grn_vec blocked;                /* int64_t */
    grn_status status;
    bool none; /* the op has no rule */
} grn_factors;

/* Of an op whose values all are tensors of known shape. grn_factors_destroy in every case. */
void grn_factors_init(grn_factors *f, grn_ir *ir, const grn_op *op);
void grn_factors_destroy(grn_factors *f);
/* The rule as an attribute: a dimension without a factor gets one of size 1, behind the others.
 * NULL: it has none, or *status. */
const grn_attr *grn_factors_rule(grn_factors *f, grn_status *status);

static inline const grn_type *grn_factors_operand(const grn_factors *f, size_t i)
{
    return grn_type_as_tensor(grn_operand_type(f->op, i));
}
static inline const grn_type *grn_factors_result(const grn_factors *f, size_t i)
{
    return grn_type_as_tensor(grn_result_type(f->op, i));
}

/* One more factor, which is of no dimension yet. A blocked one is not spread. */
void grn_factor_add(grn_factors *f, int64_t size, grn_factor_kind kind);
void grn_factor_add_blocked(grn_factors *f, int64_t size, grn_factor_kind kind, bool blocked);
/* The last one is of this dimension; of none where it is negative. An op that has no such dimension
 * gets no rule. */
void grn_factor_operand(grn_factors *f, size_t operand, int64_t dim);
void grn_factor_result(grn_factors *f, size_t result, int64_t dim);
/* ... of dimension `dim` of so many operands from `first` on, of all operands, of all results;
 * scalars have none. */
void grn_factor_operands(grn_factors *f, size_t first, size_t count, int64_t dim);
void grn_factor_all_operands(grn_factors *f, int64_t dim);
void grn_factor_all_results(grn_factors *f, int64_t dim);

/* A factor of dimension `dim` of every value that is no scalar. */
void grn_factor_everywhere(grn_factors *f, int64_t dim, int64_t size, grn_factor_kind kind, bool blocked);
/* Such a factor for each of the first `count` dimensions, as large as `type` has it. */
void grn_factors_pointwise(grn_factors *f, const grn_type *type, int32_t count);
/* Such factors; where the two types differ the size is the first one's, and the kind is `kind`. */
void grn_factors_mismatched(grn_factors *f, const grn_type *a, const grn_type *b, grn_factor_kind kind, bool blocked);

/* The integers of an attribute of the op; none where it is absent. */
grn_dim_list grn_rule_dims(const grn_op *op, const char *name);

/* ---- what makes the rule of an op, by family ------------------------------------------------- */

typedef void grn_rule_maker(grn_factors *f, const grn_op *op);
typedef struct grn_rule_row {
    const char *name;     /* of what a custom call calls; NULL: it is an op's */
    grn_rule_maker *make; /* NULL: it has no rule */
} grn_rule_row;

/* Each stands with its functions, as GRN_RULE(stablehlo, add) = {..}, and is a line of an ops.def
 * (dialects/common/ops.h). */
#define OP(dialect, op, lower, grad, rule, ...) \
    GRN_WHERE_ROW(rule, extern const grn_rule_row grn_rule_##dialect##_##op;)
#include "dialects/common/every.def"
#define GRN_RULE(dialect, op)                                                                                 \
    _Static_assert(sizeof grn_rule_##dialect##_##op, "its line in ops.def has it as having a sharding rule"); \
    const grn_rule_row grn_rule_##dialect##_##op
const grn_rule_row *grn_rule_row_of(const grn_op *op);  /* NULL: nothing is known of it */
const grn_rule_row *grn_rule_of_call(const grn_op *op); /* of a custom call, by its target; NULL: none */
grn_rule_maker grn_rule_pointwise, grn_rule_reshape;

#endif
