/* choices.c - random choices from a seed. */
#include "generate/choices.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint64_t next_of_seed(void *user, uint64_t bound)
{
    uint64_t *state = user;
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return mix(*state) % bound;
}

grn_choices grn_choices_of_seed(uint64_t *state) { return (grn_choices){next_of_seed, state}; }

/* Neighbours in a series, and series with neighbouring seeds, have nothing in common. */
uint64_t grn_choices_state(uint64_t seed, uint64_t number)
{
    return mix(mix(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ (number + 1) * UINT64_C(0xD1B54A32D192ED03));
}

void grn_pick_order(grn_choices c, int64_t *v, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t j = (int32_t)grn_pick(c, (uint64_t)i + 1);
        int64_t t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}
