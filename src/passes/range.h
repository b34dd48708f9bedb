/*
 * range.h - bounds on the elements of an integer tensor, for every input of the program.
 *
 * Knows: the ops of StableHLO that choose, move or bound integers. Must not know: what an interval
 * is used for.
 *
 * The bounds of an unknown element are its type's range, which is always right. The interval of an
 * op follows from those of its operands; an arithmetic op whose result may not fit into its type
 * has the type's range.
 */
#ifndef GRN_PASSES_RANGE_H
#define GRN_PASSES_RANGE_H

#include "dialects/common/ops.h"
#include "passes/passes.h"

/* low <= element <= high. Of ui64 an INT64_MAX as high stands for every greater number too. */
typedef struct grn_range {
    int64_t low, high;
} grn_range;

/*
 * The interval of those elements of `value` whose index along dim `dim` is `at`; of all of them
 * where `dim` is -1. `value`: an integer or index, or a tensor of such of any rank, of a dim and an
 * index that it has. *left: how many elements of constants may be read, reduced by those that were.
 * False: the elements are no integers. Changes nothing but *left and *out; the time is bounded by a
 * constant number of ops and by *left, the depth of its recursion by a constant.
 */
bool grn_range_of(const grn_value *value, int32_t dim, int64_t at, int64_t *left, grn_range *out);
/* Whether an op's interval follows from those of its operands. */
bool grn_range_has_row(grn_op_number op);
/* The numbers that an integer or index type has. */
grn_range grn_range_of_type(const grn_type *element);

static inline bool grn_range_within(grn_range a, grn_range b) { return a.low >= b.low && a.high <= b.high; }

#endif
