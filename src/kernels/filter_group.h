/* pick_group.h - what the picks that look at several vectors at a time have in common. */
#ifndef GRN_KERNELS_PICK_GROUP_H
#define GRN_KERNELS_PICK_GROUP_H

#include "kernels/hints.h"
#include "kernels/filter.h"

/* Vectors are read in bursts, between which others are moved: the processor does not guess the next ones by itself. */
#define GRN_PICK_LATER 512

/* What lies from + [at, at + bytes): behind the end too, which no pointer may be. */
KERNEL_INLINE void fetch_later(const void *from, int64_t at, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        PREFETCH((const char *)((uintptr_t)from + (uintptr_t)(at + k)));
}

/* The same from vector `from` on. */
static inline grn_owner_filter pick_from(const grn_owner_filter *p, int64_t from)
{
    grn_owner_filter rest = *p;
    rest.starts.raw = (const int64_t *)p->starts.raw + from * p->starts.ncoords;
    rest.updates += from * p->step * (int64_t)p->size;
    rest.first += from * p->step;
    return rest;
}

/* Vectors [from, from + n) by another pick, what is behind the last whole group or in one that is not all in range;
 * answers where it stopped. */
static inline int64_t pick_rest(grn_owner_filter *p, int64_t from, int64_t n, grn_filter_fn pick)
{
    grn_owner_filter rest = pick_from(p, from);
    from += pick(&rest, n);
    p->count = rest.count;
    return from;
}

#endif
