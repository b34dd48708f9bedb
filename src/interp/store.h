/*
 * store.h - the memory of a run, used again.
 *
 * Knows: sizes, and blocks that were given back. Must not know: values, ops,
 * whose memory it is.
 *
 * A block that is given back waits for the next request of its size, in this
 * run or, kept with the module, in a later one. So a loop over static shapes
 * asks for nothing after its second turn, and a program that is run again
 * finds pages that are there already. What waits makes a run no larger:
 * beside GRN_SPARE_BYTES it only fills what was in use before.
 *
 * One thread at a time has a store; a keeper may be shared.
 */
#ifndef GRN_INTERP_STORE_H
#define GRN_INTERP_STORE_H

#include "core/core.h"

/* What may wait in a run although the run never used so much at once. */
#define GRN_SPARE_BYTES ((size_t)1 << 20)
/* What a module keeps between runs. */
#define GRN_KEPT_BYTES ((size_t)128 << 20)

typedef struct grn_spares grn_spares;
typedef struct grn_keeper grn_keeper;

/* Counted: a module and the results of its runs hold it, and the last lets go of what is kept.
 * NULL: no memory. */
grn_keeper *grn_keeper_new(const grn_allocator *allocator);
grn_keeper *grn_keeper_share(grn_keeper *keeper);
/* NULL is fine. */
void grn_keeper_release(grn_keeper *keeper);

typedef struct grn_store {
    grn_allocator allocator; /* what the run asks */
    const grn_allocator *base;
    grn_keeper *keeper; /* NULL: nothing is kept between runs */
    grn_spares *spares; /* NULL: nothing waits, blocks go straight back */
    size_t used_bytes, most_bytes, limit_bytes;
} grn_store;

/* `keeper` is shared, and of the same allocator; NULL: none. The store stays where it is until it
 * is ended. What is used and what waits never pass `limit_bytes` together. */
void grn_store_init(grn_store *store, const grn_allocator *base, grn_keeper *keeper, size_t limit_bytes);
/* Lets others have what waits, while blocks are still in use; grn_store_resume takes it back. */
void grn_store_pause(grn_store *store);
void grn_store_resume(grn_store *store);
/* All blocks have been given back. */
void grn_store_end(grn_store *store);

#endif
