/*
 * subset.h - comparison of two subsets (the RFC's SubsetOpInterface): whether they are the same
 * elements, or have none in common. For ops whose rows have a `subset`, with containers of one
 * shape; the caller has to know that both are of one container. An answer is a proof: from operands
 * that are the same values, and from constants.
 */
#ifndef GRN_SUBSET_H
#define GRN_SUBSET_H

#include "ir/ir.h"

/* The subset of an op's row; NULL: it reads or writes none in this way. */
const grn_subset *grn_subset_of(const grn_op *op, grn_subset_access access);
/* They are the same elements, in the same order. */
bool grn_subset_is_equivalent(const grn_op *a, const grn_op *b);
/* No element is in both. */
bool grn_subset_is_disjoint(const grn_op *a, const grn_op *b);

#endif
