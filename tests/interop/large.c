/*
 * large.c - behind what `garner emit` writes of large.mlir: its functions, with results that begin
 * anywhere in a line of the cache, against a loop for each that looks up one element after the
 * other. Elements beside the result stay what they were.
 */
#include <stdio.h>
#include <stdlib.h>

#define ROOM 64 /* bytes before and behind a result */
#define BESIDE 0x5A

static int passed, failed;

static void count(int good, const char *what, size_t begin)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAILED %s, %zu bytes into a line\n", what, begin);
}

static unsigned char *lines(size_t bytes)
{
    unsigned char *p = aligned_alloc(64, (bytes + 2 * ROOM + 127) / 64 * 64);
    if (!p)
        exit(2);
    return memset(p, BESIDE, bytes + 2 * ROOM);
}

static int is_untouched(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != BESIDE)
            return 0;
    return 1;
}

static int64_t held(int64_t i, int64_t extent) { return i < 0 ? 0 : i >= extent ? extent - 1 : i; }

static void *filled(size_t n, size_t size)
{
    unsigned char *p = malloc(n * size);
    uint32_t state = 1;
    for (size_t i = 0; p && i < n * size; i++) {
        state = state * 1664525 + 1013904223;
        p[i] = (unsigned char)(0x30 | (state >> 28)); /* numbers in every type */
    }
    if (!p)
        exit(2);
    return p;
}

/* Every so often one is out of range. */
static int64_t drawn(uint32_t *state, int64_t extent)
{
    *state = *state * 1664525 + 1013904223;
    const int64_t r = (int64_t)(*state >> 8);
    return r % 97 == 0 ? -1 - r % 5 : r % 89 == 0 ? extent + r % 5 : r % extent;
}

static void check_elements(size_t begin)
{
    enum { N = 700001, EXTENT = 3000 };
    float *operand = filled(EXTENT, sizeof *operand);
    int32_t *indices = malloc(N * sizeof *indices);
    unsigned char *memory = lines(N * sizeof *operand);
    float *r = (float *)(void *)(memory + begin);
    uint32_t state = 2;
    for (size_t i = 0; indices && i < N; i++)
        indices[i] = (int32_t)drawn(&state, EXTENT);
    if (!indices)
        exit(2);
    elements(operand, indices, r);
    int good = is_untouched(memory, begin) && is_untouched(memory + begin + N * sizeof *r, 2 * ROOM - begin);
    for (size_t i = 0; i < N; i++)
        good &= memcmp(&r[i], &operand[held(indices[i], EXTENT)], sizeof *r) == 0;
    count(good, "elements", begin);
    free(operand), free(indices), free(memory);
}

static void check_points(size_t begin)
{
    enum { N = 5001 };
    int8_t *operand = filled(30 * 70, 1);
    uint8_t *indices = malloc(2 * N);
    unsigned char *memory = lines(N);
    int8_t *r = (int8_t *)(memory + begin);
    uint32_t state = 3;
    for (size_t i = 0; indices && i < 2 * N; i++)
        indices[i] = (uint8_t)drawn(&state, i % 2 ? 70 : 30);
    if (!indices)
        exit(2);
    points(operand, indices, r);
    int good = is_untouched(memory, begin) && is_untouched(memory + begin + N, 2 * ROOM - begin);
    for (size_t i = 0; i < N; i++)
        good &= r[i] == operand[held(indices[2 * i], 30) * 70 + held(indices[2 * i + 1], 70)];
    count(good, "points", begin);
    free(operand), free(indices), free(memory);
}

static void check_batches(size_t begin)
{
    enum { N = 3000, M = 100, EXTENT = 7 };
    double *operand = filled(N * EXTENT, sizeof *operand);
    int64_t *indices = malloc(N * M * sizeof *indices);
    unsigned char *memory = lines(N * M * sizeof *operand);
    double *r = (double *)(void *)(memory + begin);
    uint32_t state = 4;
    for (size_t i = 0; indices && i < N * M; i++)
        indices[i] = drawn(&state, EXTENT);
    if (!indices)
        exit(2);
    batches(operand, indices, r);
    int good = is_untouched(memory, begin) && is_untouched(memory + begin + N * M * sizeof *r, 2 * ROOM - begin);
    for (size_t i = 0; i < N * M; i++)
        good &= memcmp(&r[i], &operand[(int64_t)(i / M) * EXTENT + held(indices[i], EXTENT)], sizeof *r) == 0;
    count(good, "batches", begin);
    free(operand), free(indices), free(memory);
}

static void check_rows(size_t begin)
{
    enum { N = 13000, EXTENT = 30000, ROW = 44 };
    float *operand = filled(EXTENT * ROW, sizeof *operand);
    int64_t *indices = malloc(N * sizeof *indices);
    unsigned char *memory = lines(N * ROW * sizeof *operand);
    float *r = (float *)(void *)(memory + begin);
    uint32_t state = 5;
    for (size_t i = 0; indices && i < N; i++)
        indices[i] = drawn(&state, EXTENT);
    if (!indices)
        exit(2);
    rows(operand, indices, r);
    int good = is_untouched(memory, begin) && is_untouched(memory + begin + N * ROW * sizeof *r, 2 * ROOM - begin);
    for (size_t i = 0; i < N; i++)
        good &= memcmp(&r[i * ROW], &operand[held(indices[i], EXTENT) * ROW], ROW * sizeof *r) == 0;
    count(good, "rows", begin);
    free(operand), free(indices), free(memory);
}

int main(void)
{
    for (size_t begin = 0; begin < ROOM; begin += 4) {
        if (begin != 0 && begin != 4 && begin != 16 && begin != 32 && begin != 56)
            continue;
        check_elements(begin);
        check_points(begin + 1);
        if (begin % 8 == 0)
            check_batches(begin);
        check_rows(begin);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
