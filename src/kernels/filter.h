/*
 * filter.h - one owner's vectors among all.
 *
 * Targets are owned by line: a thread that moves only what it owns then needs no
 * synchronisation with the others, and takes a target's updates in their order.
 */
#ifndef GRN_KERNELS_FILTER_H
#define GRN_KERNELS_FILTER_H

#include "kernels/kernels.h"

/* Offsets that agree above `shift` low bits have one owner. owners: 1 to 65535. */
typedef struct grn_filter_owner {
    int32_t shift;
    uint32_t owners, me;
} grn_filter_owner;

/* A hash, so that strided targets are spread as well as others. */
#define GRN_OWNER_HASH UINT32_C(0x9E3779B1)
static inline uint32_t grn_owner_of(int64_t offset, int32_t shift, uint32_t owners)
{
    uint32_t line = (uint32_t)((uint64_t)offset >> shift);
    return ((line * GRN_OWNER_HASH) >> 16) * owners >> 16;
}

/*
 * The vectors to filter, and the output: the offsets of the owner's vectors, one after the other,
 * and with each its update, or the update's position. offset[] and update[] have room for
 * GRN_BIN_SLACK more than the owner has.
 */
#define GRN_BIN_SLACK 16
typedef struct grn_owner_filter {
    grn_starts starts; /* a last of -1: not checked, all are in range */
    int64_t base;      /* added to what the starts give */
    grn_filter_owner owner;
    const char *updates; /* of vector 0 */
    int64_t first, step; /* vector i's update is the `first + i * step`-th element of something */
    size_t size;         /* the bytes of an update that is copied along: 1, 2, 4, 8; 0: its position is stored */
    int64_t *offset;
    void *update;
    int64_t count; /* of what is there already */
} grn_owner_filter;

/* Filters vectors [0, n) as long as they are in range; answers how many were checked. */
typedef int64_t (*grn_filter_fn)(grn_owner_filter *p, int64_t n);
int64_t grn_filter_plain(grn_owner_filter *p, int64_t n);

/* One owner's bin: `count` vectors, and room for GRN_BIN_SLACK more than it gets. */
typedef struct grn_bin {
    uint32_t *offset;
    void *update;
    int64_t count;
} grn_bin;

/* The same for all owners at once, owner o's behind what is in to[o]; of `p`, the owner and where
 * it goes are not read. Offsets are below 2^32. */
typedef int64_t (*grn_bin_fn)(const grn_owner_filter *p, grn_bin *to, int64_t n);
int64_t grn_bin_plain(const grn_owner_filter *p, grn_bin *to, int64_t n);

#endif
