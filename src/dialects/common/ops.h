/*
 * ops.h - the numbers of ops: what layers above the dialects index their rows by.
 *
 * Knows: the lists dialects/x/ops.def, a line per op, which say what each layer has for it. Must
 * not know: the rows.
 *
 * A layer whose rows stand in several files declares one for each line that has it (GRN_WHERE_ROW),
 * defines each where its functions are, and makes its index of the same lines. A line without a row
 * does not link then; a row without a line does not compile.
 */
#ifndef GRN_DIALECTS_COMMON_OPS_H
#define GRN_DIALECTS_COMMON_OPS_H

#include "ir/ir.h"

#define GRN_OP(dialect, op) GRN_OP_##dialect##_##op
#define GRN_HLO(op) GRN_OP_stablehlo_##op

typedef enum grn_op_number {
    GRN_OP_NONE, /* of an op that no list has */
#define OP(dialect, op, ...) GRN_OP_##dialect##_##op,
#include "dialects/common/every.def"
    GRN_OPS
} grn_op_number;

/* How many are StableHLO's, which come first. */
enum {
    GRN_HLO_OPS = 0
#define OP(...) +1
#include "dialects/stablehlo/ops.def"
#undef OP
};

/* In a row: .name = GRN_NAME(stablehlo, add), is its name and its number. */
#define GRN_NAME(dialect, op) #dialect "." #op, .number = GRN_OP_##dialect##_##op

static inline grn_op_number grn_op_number_of(const grn_op *op)
{
    return op->def ? (grn_op_number)op->def->number : GRN_OP_NONE;
}

/* Whether the op, which may be NULL, is that one. */
static inline bool grn_op_is(const grn_op *op, grn_op_number number) { return op && grn_op_number_of(op) == number; }

/* Whether it is one of those, behind which GRN_OP_NONE stands. */
static inline bool grn_op_is_in(const grn_op *op, const grn_op_number *numbers)
{
    while (op && *numbers != GRN_OP_NONE && grn_op_number_of(op) != *numbers)
        numbers++;
    return op && *numbers != GRN_OP_NONE;
}
#define GRN_OP_IS_ONE_OF(op, ...) grn_op_is_in(op, (const grn_op_number[]){__VA_ARGS__, GRN_OP_NONE})

/* An op of StableHLO. */
static inline bool grn_op_is_hlo(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    return number != GRN_OP_NONE && (int)number <= (int)GRN_HLO_OPS;
}

/* An op of the hub, which is StableHLO with garner's gather and scatter (convert/convert.h). */
static inline bool grn_op_is_of_hub(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    return grn_op_is_hlo(op) || number == GRN_OP(garner, gather) || number == GRN_OP(garner, scatter);
}

/* The text where a line's word says that there is a row; where it says that none is needed. */
#define GRN_WHERE_ROW(word, ...) GRN_WHERE(GRN_SECOND_OF(GRN_ROW_##word, 0), __VA_ARGS__)
#define GRN_WHERE_NEEDLESS(word, ...) GRN_WHERE(GRN_SECOND_OF(GRN_NO_ROW_##word, 0), __VA_ARGS__)
#define GRN_ROW_YES ~, 1
#define GRN_ROW_REFUSES ~, 1
#define GRN_NO_ROW_NEEDLESS ~, 1
#define GRN_SECOND_OF(...) GRN_SECOND(__VA_ARGS__, 0)
#define GRN_SECOND(first, second, ...) second
#define GRN_WHERE(is, ...) GRN_WHERE_OF(is, __VA_ARGS__)
#define GRN_WHERE_OF(is, ...) GRN_WHERE_##is(__VA_ARGS__)
#define GRN_WHERE_0(...)
#define GRN_WHERE_1(...) __VA_ARGS__

#endif
