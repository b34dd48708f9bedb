/* data.c - elements and indices drawn by a seed. */
#include "common/data.h"

#include <math.h>
#include <string.h>

#include "common/measure.h"

#define DISTRIBUTION_TEXT(name) #name,
const char *const bench_distribution_text[] = {BENCH_DISTRIBUTION_LIST(DISTRIBUTION_TEXT)};

bool bench_ascends(bench_distribution d) { return d == BENCH_sorted || d == BENCH_sequential; }

bench_distribution bench_distribution_of(const char *name)
{
    for (int d = 0; d < BENCH_DISTRIBUTIONS; d++)
        if (strcmp(bench_distribution_text[d], name) == 0)
            return (bench_distribution)d;
    bench_give_up("a distribution has a name that is not known");
}

/* Ranks with a share of 1 / rank^exponent. */
static int64_t draw_zipf(double exponent, double u, int64_t range)
{
    double power = 1 - exponent, end = (double)range + 1;
    double rank = power == 0 ? pow(end, u) : pow(1 - u * (1 - pow(end, power)), 1 / power);
    return (int64_t)(((uint64_t)rank - 1) * UINT64_C(2654435761) % (uint64_t)range);
}

static int64_t draw_runs(int64_t i, int64_t range)
{
    uint64_t state = (uint64_t)i / 8;
    int64_t starts = range > 8 ? range - 7 : 1;
    return (int64_t)(bench_random(&state) % (uint64_t)starts + (uint64_t)i % 8) % range;
}

/* One of 2^(2 * half): the halves mixed in turn by a function of the other, as Feistel's networks
 * do, which is one to one whatever the function is. */
static uint64_t mix_halves(uint64_t x, unsigned half)
{
    uint64_t mask = (UINT64_C(1) << half) - 1, left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < 4; round++) {
        uint64_t state = right | round << 62, mixed = bench_random(&state);
        uint64_t next = left ^ (mixed & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

/* What is mixed to beyond the range is mixed again until it lies within, which keeps it one to
 * one. */
static int64_t permuted(int64_t i, int64_t range)
{
    unsigned half = 1;
    while (half < 31 && (int64_t)1 << (2 * half) < range)
        half++;
    uint64_t x = (uint64_t)(i % range);
    do
        x = mix_halves(x, half);
    while (x >= (uint64_t)range);
    return (int64_t)x;
}

int64_t bench_draw(bench_distribution d, int64_t i, int64_t n, int64_t range, uint64_t *state)
{
    double u = (double)(bench_random(state) >> 11) * 0x1p-53;
    switch (d) {
    case BENCH_sequential: return i % range;
    case BENCH_reversed: return range - 1 - i % range;
    case BENCH_sorted: return (int64_t)(((double)i + u) / (double)n * (double)range);
    case BENCH_zipf: return draw_zipf(1.05, u, range);
    case BENCH_zipf_1_0: return draw_zipf(1.0, u, range);
    case BENCH_zipf_1_2: return draw_zipf(1.2, u, range);
    case BENCH_runs: return draw_runs(i, range);
    case BENCH_constant: return range / 2;
    case BENCH_perm: return permuted(i, range);
    default: return (int64_t)(u * (double)range);
    }
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
