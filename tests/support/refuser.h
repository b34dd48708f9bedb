/*
 * refuser.h - an allocator that refuses, and tells which places of a program ask for memory.
 *
 * Requests are counted from 0; the one numbered refuse_at is refused, and all after it under
 * and_after. most_bytes bounds what may be out at once. Under `no_chunks` every request of the size
 * of an arena's chunk (a power of two from 4 KiB to 1 MiB) is refused without being counted: an
 * arena then asks for each of its pieces on its own, and so each can be refused.
 */
#ifndef TESTS_REFUSER_H
#define TESTS_REFUSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/memory.h"

/* Places that asked, as hashes of the calls that led there. Where the C library cannot tell calls,
 * all requests have one place. */
typedef struct refuser_places {
    uint64_t *seen;
    size_t count, capacity;
} refuser_places;
void refuser_places_free(refuser_places *places);

typedef struct refuser {
    size_t refuse_at, most_bytes;
    bool and_after, no_chunks;
    refuser_places *places; /* not NULL: the number of each request from a place not seen before goes to `fresh` */
    size_t *fresh, nfresh;
    size_t requests, refusals, outstanding, peak, wrong_sizes;
    grn_allocator allocator;
} refuser;

/* Nothing is refused until a field says so. */
void refuser_init(refuser *r);
/* Frees the list of fresh requests and empties it. */
void refuser_forget(refuser *r);

#endif
