/*
 * broadcast.h - the types of ops whose operands are broadcast first (broadcast_types.c), for their
 * rows (broadcast.c).
 *
 * Knows: the shapes that upstream infers, and its messages. Must not know: what an op computes.
 */
#ifndef GRN_CHLO_BROADCAST_H
#define GRN_CHLO_BROADCAST_H

#include "dialects/chlo/chlo.h"

/* All extents are known, or bounded, and have a common shape; without `broadcast_dimensions`, which
 * says more. */
grn_status grn_chlo_verify_broadcast(const grn_op *op, grn_check *check);
/* The same behind upstream's traits of those names. */
grn_status grn_chlo_verify_same_elements(const grn_op *op, grn_check *check);
grn_status grn_chlo_verify_compatible_elements(const grn_op *op, grn_check *check);

/* One result in the shape that the operands have in common, unranked where none is inferred: of the
 * first one's elements, booleans, complex numbers of such parts; select's. */
grn_status grn_chlo_infer_same(const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_chlo_infer_compare(const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_chlo_infer_complex(const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_chlo_infer_select(const grn_op *op, grn_check *check, grn_inferred *out);

#endif
