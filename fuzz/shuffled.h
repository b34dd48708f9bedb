/*
 * shuffled.h - a grn_parallel without threads: every task once, in an order that a seed gives, on
 * the calling thread.
 *
 * What depends on the order of tasks differs from one seed to the next, and does so again when the
 * input is run again.
 */
#ifndef FUZZ_SHUFFLED_H
#define FUZZ_SHUFFLED_H

#include "garner/threads.h"

typedef struct shuffled {
    uint64_t state;
    grn_parallel parallel;
} shuffled;

/* Says that it has `threads` of them. `s` must stay where it is. */
void shuffled_init(shuffled *s, int32_t threads, uint64_t seed);

#endif
