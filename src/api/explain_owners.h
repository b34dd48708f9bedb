/*
 * explain_owners.h - which device has what of the tensors of a gather or scatter that is drawn.
 *
 * Knows: the stages of src/shard, accesses of a run. Must not know: how a picture shows it.
 */
#ifndef GRN_INTERP_EXPLAIN_OWNERS_H
#define GRN_INTERP_EXPLAIN_OWNERS_H

#include "explain/explain.h"
#include "interp/interp.h"

/* A copy of the module with its shardings propagated, and the function in it. *out NULL: nothing is
 * divided, or shardings cannot be propagated; the reason is a warning then, and *divided says
 * whether those that are written may be read. */
grn_status grn_owners_spread(const grn_module *module, size_t *function, const grn_diag *diag, bool *divided,
                             grn_module **out);

/* Owners of one access, and the memory of them. */
typedef struct grn_owners_held {
    grn_owners owners;
    grn_ir scratch; /* where shardings are read */
    const grn_allocator *allocator;
    grn_owned *all;   /* the indices, then operands, updates or the result, results of a scatter */
    int32_t *part_of; /* of all of them */
    size_t count, part_of_bytes;
} grn_owners_held;
/* GRN_E_MEMORY. To be freed whatever the status. */
grn_status grn_owners_of(const grn_module *module, const grn_access_view *v, const grn_diag *diag,
                         grn_owners_held *out);
void grn_owners_free(grn_owners_held *held); /* one that is all zeros is fine */

#endif
