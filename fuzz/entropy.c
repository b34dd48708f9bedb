/* entropy.c - bytes first, then splitmix64 from their hash. */
#include "entropy.h"

/* FNV-1a. */
static uint64_t hash(const uint8_t *data, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * UINT64_C(0x100000001b3);
    return h;
}

void entropy_init(entropy *e, const uint8_t *data, size_t size)
{
    *e = (entropy){.data = data, .left = size, .state = hash(data, size)};
}

uint64_t pick(entropy *e, uint64_t bound)
{
    size_t bytes = bound <= 256 ? 1 : bound <= 65536 ? 2 : 8;
    if (e->left < bytes) {
        random_source after = random_from_seed(&e->state);
        e->left = 0;
        return after.next(after.user, bound);
    }
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | e->data[i];
    e->data += bytes;
    e->left -= bytes;
    return value % bound;
}

int64_t pick_between(entropy *e, int64_t low, int64_t high)
{
    return high <= low ? low : low + (int64_t)pick(e, (uint64_t)(high - low) + 1);
}

bool one_in(entropy *e, uint64_t n) { return pick(e, n) == 0; }

static uint64_t next_of_entropy(void *user, uint64_t bound) { return pick(user, bound); }

random_source entropy_source(entropy *e) { return (random_source){next_of_entropy, e}; }
