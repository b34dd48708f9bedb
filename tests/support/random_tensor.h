/*
 * random_tensor.h - strided views with random values, made from entropy.
 *
 * For the differential tests and the fuzzers: any dtype; compact, permuted, reversed, gapped and
 * broadcast views, some of them at odd addresses. An allocation is exactly what its view spans, so
 * that a sanitizer sees one element too far.
 */
#ifndef TESTS_RANDOM_TENSOR_H
#define TESTS_RANDOM_TENSOR_H

#include "garner/tensor.h"

/* Where choices come from: next answers a number in [0, bound), bound > 0. */
typedef struct random_source {
    uint64_t (*next)(void *user, uint64_t bound);
    void *user;
} random_source;

/* A source that grows from a seed; *state is the seed and then the state. */
random_source random_from_seed(uint64_t *state);
void random_shuffle(random_source s, int64_t *v, int32_t count);

/* A view and the whole allocation it lies in: what is outside the view must stay as it is. */
typedef struct random_buffer {
    grn_tensor view;
    unsigned char *memory;
    size_t bytes;
    size_t shift; /* where the first element lies in `memory`: data need not be aligned */
} random_buffer;

/*
 * A view of the given shape over zeroed memory of its own, half of the time compact. `broadcast`
 * allows strides of 0; `guard` elements on both sides show a stray write without a sanitizer too.
 * False when memory is refused.
 */
bool random_buffer_make(random_source s, grn_dtype dtype, int32_t rank, const int64_t *shape, bool broadcast,
                        int64_t guard, random_buffer *out);
/* Random values everywhere, guards included. */
void random_buffer_fill(random_source s, random_buffer *b);
/* A copy of a buffer, view and all, to run on; false when memory is refused. Release with
 * random_buffer_release. */
bool random_buffer_clone(const random_buffer *from, random_buffer *to);
void random_buffer_release(random_buffer *b);

/* Half of the time one of the common ones. */
grn_dtype random_dtype(random_source s);
/* One value of the dtype, with zeros of both signs, infinities, NaN and the edges of integers among
 * them. */
void random_element(random_source s, grn_dtype dtype, void *p);

#endif
