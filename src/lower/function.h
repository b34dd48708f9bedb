/*
 * function.h - what functions and control flow share: the status, and values
 * that leave the block they were made in.
 */
#ifndef GRN_LOWER_FUNCTION_H
#define GRN_LOWER_FUNCTION_H

#include "lower/steps.h"

/* On a function, while a module is lowered: an index out of range can make it fail. */
#define GRN_LO_REPORTS "garner.reports"

/* The attribute by which an op names the function that it calls; NULL: it calls none. */
const grn_attr *grn_lo_called(const grn_op *op);
const grn_op *grn_lo_callee(const grn_op *op); /* NULL: it calls none, or one that is not there */
/* Marks the functions in which an index can be bad, and those that call them. */
bool grn_lo_mark_reporting(grn_ir *ir);
/* Whether the op, or one in its regions, may set the status. */
bool grn_lo_may_fail(const grn_op *op);
/* The status of what just ran: it is the function's where that was fine so far. */
void grn_lo_note_error(grn_lower *l, grn_value *status);
/* scf.if around what is done when nothing has failed. */
grn_op *grn_lo_when_fine(grn_lower *l);
/* i1: nothing has failed. NULL: nothing can have. */
grn_value *grn_lo_is_fine(grn_lower *l);

/* A memref that holds `v` and leaves the scope: v's own where it may, else a copy. */
grn_value *grn_lo_own(grn_lower *l, const grn_value *v);
/* `buffer`, which another scope gave away, stands for `source` and is freed with this one. */
void grn_lo_receive(grn_lower *l, const grn_value *source, grn_value *buffer);

void grn_lo_call(grn_lower *l, const grn_op *op);

#endif
