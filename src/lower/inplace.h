/*
 * inplace.h - ops that replace elements of a tensor, in buffers: the tensor's own buffer where
 * nothing reads the tensor any more, else a copy.
 */
#ifndef GRN_LOWER_INPLACE_H
#define GRN_LOWER_INPLACE_H

#include "lower/steps.h"

/* An op that has a value as an operand. */
typedef struct grn_lo_use {
    const grn_op *op;
    struct grn_lo_use *next;
} grn_lo_use;

/* Who uses each value of the function. */
void grn_lo_note_uses(grn_lower *l, const grn_op *function);
/* Whether `taker`, which has v as an operand once, is the last to read the tensor v; what reads it
 * in the regions of `taker` counts, except with `inside`. A region that may run again reads what is
 * made outside of it again. */
bool grn_lo_is_last(const grn_lower *l, const grn_value *v, const grn_op *taker, bool inside);
/* v's buffer, where result `r` of `taker` may be made in it; else NULL. */
grn_value *grn_lo_taken(grn_lower *l, const grn_value *v, const grn_op *taker, const grn_value *r, bool inside);
/* The buffer that result `r` of `op` is made in, v with some elements replaced: v's own, else a new
 * one with v's elements, or any where they are not kept. It stands for r from now on. */
grn_value *grn_lo_replaced(grn_lower *l, const grn_op *op, const grn_value *v, const grn_value *r, bool keeps);
/* `r` is made in `buffer`, which later ops may be, too. */
void grn_lo_set_writable(grn_lower *l, const grn_value *r, grn_value *buffer, bool owned);

/* The tensor that v is made of by ops in `within` that replace elements: one that is made outside,
 * or an argument of its region. NULL: some op makes another. */
const grn_value *grn_lo_root(const grn_value *v, const grn_op *within);
/* The operand that result v of an op that replaces elements has the others from; NULL: v's op is
 * none. */
const grn_value *grn_lo_replaced_operand(const grn_value *v);
/* For rows of one whose second operand is that one. */
size_t grn_lo_second(const grn_op *op, size_t i);
/* Roots for rows (grn_lower_row.root): that of both branches' results; of a loop, what goes in, where
 * what its body gives is made of that. */
const grn_value *grn_lo_root_of_branches(const grn_value *v);
const grn_value *grn_lo_root_of_loop(const grn_value *v);

#endif
