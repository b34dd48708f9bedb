/*
 * random.h - the counter-based generators behind random numbers. Internal to
 * src/eval.
 */
#ifndef GRN_EVAL_RANDOM_H
#define GRN_EVAL_RANDOM_H

#include "eval/element.h"

/* 128 bits of counter become 128 bits (Philox4x32-10) or, of 64, 64 (Threefry2x32-20); low word
 * first. Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
typedef struct grn_random_words {
    uint32_t w[4];
} grn_random_words;
grn_random_words grn_philox(uint64_t key, uint64_t low, uint64_t high);
grn_random_words grn_threefry(uint64_t key, uint64_t counter); /* w[0] and w[1] */

static inline uint64_t grn_random_pair(const grn_random_words *words, int first)
{
    return words->w[first] | (uint64_t)words->w[first + 1] << 32;
}

#endif
