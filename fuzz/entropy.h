/*
 * entropy.h - choices made from a fuzzer's bytes.
 *
 * The bytes are used in order; when they run out, choices go on from a hash of
 * all of them, so that every input makes a whole case and the same one each time.
 */
#ifndef FUZZ_ENTROPY_H
#define FUZZ_ENTROPY_H

#include <stddef.h>

#include "support/random_tensor.h"

typedef struct entropy {
    const uint8_t *data;
    size_t left;
    uint64_t state;
} entropy;

void entropy_init(entropy *e, const uint8_t *data, size_t size);
/* A number in [0, bound), bound > 0. */
uint64_t pick(entropy *e, uint64_t bound);
/* A number in [low, high]; low where that is empty. */
int64_t pick_between(entropy *e, int64_t low, int64_t high);
/* True once in n times. */
bool one_in(entropy *e, uint64_t n);
/* An element of an array. */
#define PICK_OF(e, array) ((array)[pick((e), sizeof(array) / sizeof *(array))])
/* The same choices as a source for tests/support. */
random_source entropy_source(entropy *e);

#endif
