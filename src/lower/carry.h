/*
 * carry.h - what branches and loops hand on: a value of one element as a scalar; a tensor as
 * itself; with memrefs, in a buffer outside that they write to, or, of extents that only they know,
 * as a memref that is given from one to the next.
 */
#ifndef GRN_LOWER_CARRY_H
#define GRN_LOWER_CARRY_H

#include "lower/function.h"
#include "lower/inplace.h"

/* Whether a buffer outside can hold it. */
bool grn_lo_is_kept_outside(const grn_lower *l, const grn_type *t);
/* What a value is as one that is yielded; the next has it as its own. */
grn_value *grn_lo_carried(grn_lower *l, const grn_value *v);
/* What it is as one that a loop begins with, which reads it once more than others may. */
grn_value *grn_lo_carried_in(grn_lower *l, const grn_value *v, const grn_op *loop);
/* What a value of this type is carried as. */
const grn_type *grn_lo_carried_type(grn_lower *l, const grn_type *t);
/* `v`, a result or an argument of a block, stands for `source`; its memory is this scope's. */
void grn_lo_take(grn_lower *l, const grn_value *source, grn_value *v);
/* Writes what a terminator gives to the memrefs outside, where there is one and the value is not in
 * it already. What goes to one may be read from another: all are complete before the first is
 * written to. */
void grn_lo_write_outside(grn_lower *l, size_t n, grn_value *const *outside, const grn_op *end);
/* The status as an i32. */
grn_value *grn_lo_error_or_none(grn_lower *l);

#endif
