/*
 * subset.h - how two subsets lie to each other (the RFC's SubsetOpInterface): whether they are the same elements, or have none in
 * common. Of ops whose rows have a `subset`, with containers of one shape; whether the two are of one container is the
 * caller's to know. An answer is a proof: by operands that are the same values, and by what is constant.
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
