/*
 * radix_body.h - one body of the partition for every index type and payload,
 * and one by non-temporal stores for every instruction set that has them.
 *
 * An includer that defines RADIX_LINE(to, from), which copies 64 aligned bytes
 * past the caches, and RADIX_DONE(), which orders such copies before what
 * follows, gets the second. There each bucket has a write-combining buffer of
 * one or more lines of keys and one or more of payloads. A buffer stands for
 * the lines of the destination around the bucket's next place, so it is
 * written out whole once its last slot is filled, and in part where the
 * bucket's first or last line is shared with a neighbour.
 */
#ifndef GRN_KERNELS_RADIX_BODY_H
#define GRN_KERNELS_RADIX_BODY_H

#include <string.h>

#include "kernels/hints.h"
#include "kernels/radix.h"

/* Vectors of a buffer: whole lines of keys and of payloads. */
#define RADIX_SLOTS(size) ((size) == 1 ? 64u : (size) == 2 ? 32u : 16u)
/* Bytes of a payload as it is stored: a position has 4. */
#define RADIX_STORED(bytes) ((bytes) == 0 ? (size_t)4 : (size_t)(bytes))

typedef enum radix_index { RADIX_I32, RADIX_UI32, RADIX_I64 } radix_index;

#define RADIX_INDEX_BYTES(type) ((type) == RADIX_I64 ? 8 : 4)

/* The start at raw, so that one below 0 or beyond int64_t is greater than any in range. */
KERNEL_INLINE uint64_t radix_start(const char *raw, const radix_index type)
{
    int64_t wide;
    uint32_t narrow;
    if (type == RADIX_I64) {
        memcpy(&wide, raw, sizeof wide);
        return (uint64_t)wide;
    }
    memcpy(&narrow, raw, sizeof narrow);
    return type == RADIX_I32 ? (uint64_t)(int64_t)(int32_t)narrow : narrow;
}

/* A bucket's number: without a branch, as which starts are in range may be anything. */
KERNEL_INLINE uint64_t radix_bucket(const grn_radix *r, uint64_t start, uint64_t buckets)
{
    uint64_t bucket = start >> r->shift;
    return start <= (uint64_t)r->last ? bucket : buckets;
}

/* Of scratch: the next places, then the buffers. */
KERNEL_INLINE size_t radix_places_bytes(uint64_t buckets)
{
    return (size_t)((buckets + 1) * sizeof(uint32_t) + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES;
}

#ifdef RADIX_LINE

/* `bytes` of whole lines. */
KERNEL_INLINE void radix_lines(char *to, const char *from, const size_t bytes)
{
    for (size_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        RADIX_LINE(to + k, from + k);
}

/* Slots [from, to) of a buffer whose slot 0 stands for place `first`. */
static void radix_part(uint32_t *key, char *payload, const char *buffer, uint32_t first, uint32_t from, uint32_t to,
                       const size_t size)
{
    const char *payloads = buffer + RADIX_SLOTS(size) * sizeof *key;
    memcpy(key + first + from, buffer + from * sizeof *key, (to - from) * sizeof *key);
    memcpy(payload + (size_t)(first + from) * size, payloads + from * size, (to - from) * size);
}

/* The buffer that was filled before place `next`, a multiple of its slots, of a bucket that begins at `start`. */
KERNEL_INLINE void radix_flush(uint32_t *key, char *payload, const char *buffer, uint32_t next, uint32_t start,
                               const size_t size)
{
    const uint32_t slots = RADIX_SLOTS(size), filled = next - start;
    if (filled < slots) {
        if (filled > 0)
            radix_part(key, payload, buffer, next - slots, slots - filled, slots, size);
        return;
    }
    radix_lines((char *)(key + (next - slots)), buffer, slots * sizeof *key);
    radix_lines(payload + (size_t)(next - slots) * size, buffer + slots * sizeof *key, slots * size);
}

/* What the buffers still hold: up to all their slots. */
KERNEL_INLINE void radix_rest(uint32_t *key, char *payload, const char *buffers, const uint32_t *start, const uint32_t *at,
                              uint64_t buckets, const size_t size)
{
    const uint32_t slots = RADIX_SLOTS(size);
    const size_t bytes = slots * (sizeof *key + size);
    for (uint64_t b = 0; b <= buckets; b++) {
        if (at[b] == start[b])
            continue;
        uint32_t filled = (at[b] - 1) % slots + 1, first = at[b] - filled, before = start[b] > first ? start[b] - first : 0;
        radix_part(key, payload, buffers + b * bytes, first, before, filled, size);
    }
}

KERNEL_INLINE void radix_partition(const grn_radix *given, int64_t n, const uint32_t *start, void *scratch, uint32_t *key,
                                   void *payload, const radix_index type, const size_t bytes)
{
    const grn_radix here = *given, *r = &here;
    const size_t size = RADIX_STORED(bytes), buffer_bytes = RADIX_SLOTS(size) * (sizeof *key + size);
    const uint64_t buckets = (uint64_t)grn_radix_buckets(r);
    const uint32_t slots = RADIX_SLOTS(size);
    const int64_t raw_bytes = r->step * RADIX_INDEX_BYTES(type), from_bytes = r->payload_step * (int64_t)size;
    const char *raw = r->raw, *from = r->payload;
    uint32_t *at = scratch;
    char *buffers = (char *)scratch + radix_places_bytes(buckets);
    memcpy(at, start, (size_t)(buckets + 1) * sizeof *at);
    for (int64_t i = 0; i < n; i++) {
        uint64_t value = radix_start(raw + i * raw_bytes, type), b = radix_bucket(r, value, buckets);
        uint32_t place = at[b]++, slot = place % slots, kept = (uint32_t)value & r->keep, position = r->first + (uint32_t)i;
        char *buffer = buffers + b * buffer_bytes;
        if (slot == 0)
            radix_flush(key, payload, buffer, place, start[b], size);
        memcpy(buffer + slot * sizeof kept, &kept, sizeof kept);
        memcpy(buffer + slots * sizeof kept + slot * size,
               bytes == 0 ? (const char *)&position : from + i * from_bytes, size);
    }
    radix_rest(key, payload, buffers, start, at, buckets, size);
    RADIX_DONE();
}

#else

/*
 * Every vector goes to its place at once. A bucket's places ascend, so its lines are fetched for writing before they are
 * reached. No branch depends on the indices, which would be guessed wrong once for every line that fills.
 */
#define RADIX_FETCHED_BYTES 128 /* ahead of a bucket's next place */

KERNEL_INLINE void radix_partition(const grn_radix *given, int64_t n, const uint32_t *start, void *scratch, uint32_t *key,
                                   void *payload, const radix_index type, const size_t bytes)
{
    const grn_radix here = *given, *r = &here;
    const size_t size = RADIX_STORED(bytes);
    const uint64_t buckets = (uint64_t)grn_radix_buckets(r);
    const int64_t raw_bytes = r->step * RADIX_INDEX_BYTES(type), from_bytes = r->payload_step * (int64_t)size;
    const char *restrict raw = r->raw, *restrict from = r->payload;
    char *restrict to = payload;
    uint32_t *restrict at = scratch, *restrict keys = key;
    memcpy(at, start, (size_t)(buckets + 1) * sizeof *at);
    for (int64_t i = 0; i < n; i++) {
        uint64_t value = radix_start(raw + i * raw_bytes, type), b = radix_bucket(r, value, buckets);
        uint32_t place = at[b]++, position = r->first + (uint32_t)i;
        PREFETCH_TO_WRITE((const char *)((uintptr_t)(keys + place) + RADIX_FETCHED_BYTES));
        PREFETCH_TO_WRITE((const char *)((uintptr_t)(to + place * size) + RADIX_FETCHED_BYTES));
        keys[place] = (uint32_t)value & r->keep;
        memcpy(to + place * size, bytes == 0 ? (const char *)&position : from + i * from_bytes, size);
    }
}

#endif

#define RADIX_BODY(index, TYPE, bytes)                                                                                  \
    static void partition_##index##_##bytes(const grn_radix *r, int64_t n, const uint32_t *start, void *scratch,        \
                                            uint32_t *key, void *payload)                                               \
    {                                                                                                                   \
        radix_partition(r, n, start, scratch, key, payload, TYPE, bytes);                                               \
    }
#define RADIX_BODIES(index, TYPE) \
    RADIX_BODY(index, TYPE, 0)    \
    RADIX_BODY(index, TYPE, 1)    \
    RADIX_BODY(index, TYPE, 2)    \
    RADIX_BODY(index, TYPE, 4)    \
    RADIX_BODY(index, TYPE, 8)
#define RADIX_ALL_BODIES          \
    RADIX_BODIES(i32, RADIX_I32)  \
    RADIX_BODIES(ui32, RADIX_UI32) \
    RADIX_BODIES(i64, RADIX_I64)

#define RADIX_OF(index) {[0] = partition_##index##_0, [1] = partition_##index##_1, [2] = partition_##index##_2, \
                         [4] = partition_##index##_4, [8] = partition_##index##_8}
#define RADIX_TABLE                                                                                                  \
    {                                                                                                                \
        [GRN_I32] = RADIX_OF(i32), [GRN_UI32] = RADIX_OF(ui32), [GRN_I64] = RADIX_OF(i64), [GRN_INDEX] = RADIX_OF(i64), \
        [GRN_UI64] = RADIX_OF(i64),                                                                                  \
    }

#endif
