/* filter_group.h - what filters of several vectors at a time have in common. */
#ifndef GRN_KERNELS_FILTER_GROUP_H
#define GRN_KERNELS_FILTER_GROUP_H

#include "kernels/hints.h"
#include "kernels/filter.h"

/* Vectors are read in bursts, between which others are moved; the hardware prefetcher does not
 * follow such reads. */
#define GRN_FILTER_AHEAD 512

/* Prefetches from + [at, at + bytes). The range may pass the end of the array, where C allows no
 * pointer. */
KERNEL_INLINE void prefetch_later(const void *from, int64_t at, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        PREFETCH((const char *)((uintptr_t)from + (uintptr_t)(at + k)));
}

/* The same from vector `from` on. */
static inline grn_owner_filter filter_from(const grn_owner_filter *p, int64_t from)
{
    grn_owner_filter rest = *p;
    rest.starts.raw = (const int64_t *)p->starts.raw + from * p->starts.ncoords;
    rest.updates += from * p->step * (int64_t)p->size;
    rest.first += from * p->step;
    return rest;
}

/* Vectors [from, from + n) by another filter: those behind the last whole group, or of a group that
 * is not all in range. Answers where it stopped. */
static inline int64_t filter_rest(grn_owner_filter *p, int64_t from, int64_t n, grn_filter_fn filter)
{
    grn_owner_filter rest = filter_from(p, from);
    from += filter(&rest, n);
    p->count = rest.count;
    return from;
}

#endif
