/* hash.h - the one hash of this layer's tables. Stable from run to run, no defence against chosen keys. */
#ifndef GRN_IR_HASH_H
#define GRN_IR_HASH_H

#include "ir/ir.h"

static inline uint64_t grn_hash_mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

static inline uint64_t grn_hash_str(grn_str s)
{
    uint64_t h = s.n;
    for (size_t i = 0; i < s.n; i++)
        h = grn_hash_mix(h, (unsigned char)s.text[i]);
    return h;
}

/* The smallest power of two over 2 * n, at least 16: a table that stays half empty; 0 when there is none. */
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

#endif
