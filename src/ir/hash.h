/*
 * hash.h - the one hash of the tables of names and of types.
 *
 * It begins from a key that the author of a text cannot know, where the system loads programs at
 * random addresses, so that no author can choose names that collide. Equal within a process, for all
 * modules; no table is ever read in its order.
 */
#ifndef GRN_IR_HASH_H
#define GRN_IR_HASH_H

#include "ir/ir.h"

/* The rotation carries a difference in the top bits into the middle before the product, which would
 * keep it there alone. */
static inline uint64_t grn_hash_mix(uint64_t h, uint64_t v)
{
    h ^= v;
    h = (h << 29 | h >> 35) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 32;
}

/* What every hash begins with: the same in all of a process (registry.c). */
uint64_t grn_hash_key(void);

static inline uint64_t grn_hash_str(grn_str s)
{
    uint64_t h = grn_hash_key() ^ s.n;
    for (size_t i = 0; i < s.n; i++)
        h = grn_hash_mix(h, (unsigned char)s.text[i]);
    return h;
}

/* The smallest power of two over 2 * n, at least 16: a table that stays half empty; 0 when there is
 * none. */
static inline size_t grn_hash_room(size_t n)
{
    size_t room = 16;
    while (room / 2 <= n) {
        if (room > SIZE_MAX / 4)
            return 0;
        room *= 2;
    }
    return room;
}

/* Open addressing: where an entry of this hash is looked for in a table of `room` places, a power
 * of two, and where next. */
static inline size_t grn_hash_first(uint64_t hash, size_t room) { return (size_t)hash & (room - 1); }
static inline size_t grn_hash_next(size_t at, size_t room) { return (at + 1) & (room - 1); }

#endif
