/* data.c - elements and indices drawn by a seed. */
#include "common/data.h"

#include <math.h>
#include <string.h>

#include "common/measure.h"

#define DISTRIBUTION_TEXT(name) #name,
const char *const bench_distribution_text[] = {BENCH_DISTRIBUTION_LIST(DISTRIBUTION_TEXT)};

bool bench_ascends(bench_distribution d) { return d == BENCH_sorted || d == BENCH_sequential; }

int64_t bench_draw(bench_distribution d, int64_t i, int64_t n, int64_t range, uint64_t *state)
{
    double u = (double)(bench_random(state) >> 11) * 0x1p-53;
    if (d == BENCH_sequential)
        return i % range;
    if (d == BENCH_sorted)
        return (int64_t)(((double)i + u) / (double)n * (double)range);
    if (d == BENCH_uniform)
        return (int64_t)(u * (double)range);
    double most = pow((double)range + 1, -0.05);
    uint64_t rank = (uint64_t)pow(1 - u * (1 - most), -20) - 1;
    return (int64_t)(rank * UINT64_C(2654435761) % (uint64_t)range);
}

void bench_store_index(grn_tensor *indices, int64_t i, int64_t value)
{
    size_t bytes = grn_dtype_bytes(indices->dtype);
    memcpy((char *)indices->data + (size_t)i * bytes, &value, bytes); /* the low bytes come first here */
}

void bench_fill(grn_tensor *t, uint64_t seed)
{
    bool full = grn_dtype_bits(t->dtype) == 8 * grn_dtype_bytes(t->dtype);
    uint64_t mask = full ? UINT64_C(0x0F0F0F0F0F0F0F0F) : UINT64_C(0x0101010101010101);
    uint64_t base = full ? UINT64_C(0x3030303030303030) : 0;
    size_t bytes = grn_tensor_bytes(t);
    char *to = t->data;
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t word = (bench_random(&seed) & mask) | base;
        memcpy(to + at, &word, bytes - at < 8 ? bytes - at : 8);
    }
}

void *bench_buffer_of(bench_buffer *b, size_t bytes)
{
    if (b->bytes < bytes) {
        bench_release(b->memory, b->bytes);
        b->memory = bench_allocate(bytes, true);
        b->bytes = bytes;
    }
    return b->memory;
}
