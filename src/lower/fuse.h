/*
 * fuse.h - values whose elements are computed in the loops of the op that reads them, so that they
 * need no buffer and no loops of their own: a gather with element-wise readers (the RFC of gather
 * and scatter for MLIR's tensor dialect, Bufferization), and the element-wise ops between it and
 * the last of them.
 *
 * The site of an op is the op in whose loops its elements are computed. It is another op where
 * every reader reads each element once, at one place with the others: all of them have that site.
 */
#ifndef GRN_LOWER_FUSE_H
#define GRN_LOWER_FUSE_H

#include "lower/steps.h"

/* Finds the sites in the regions of a function, whose uses and needs are known: l->sites. */
void grn_lo_note_sites(grn_lower *l, const grn_op *function);
/* The op itself: its elements have loops of their own, or are computed wherever they are read. */
const grn_op *grn_lo_site(const grn_lower *l, const grn_op *op);

/* Calls `visit` for each value computed in the loops of op, whose own element is at the same index:
 * operands first. */
typedef void (*grn_lo_visit_fn)(grn_lower *l, const grn_op *op, void *user);
void grn_lo_visit_fused(grn_lower *l, const grn_op *op, grn_lo_visit_fn visit, void *user);
/* In the loops of op, when the first `known` counters are there: what elements of those values have
 * in common is made. */
void grn_lo_prepare_fused(grn_lower *l, const grn_op *op, grn_value *const *index, int32_t known);
/* Around the loops of op, where one of those values must not be read after a bad index; NULL: none
 * is in the way. */
grn_op *grn_lo_guard_fused(grn_lower *l, const grn_op *op);

#endif
