/*
 * test_kernels_accumulate.c - the accumulate kernels: a row for every combiner
 * on every dtype it means something on, known sums, and the same bits as the
 * spec layer's one-element arithmetic.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "access/spec.h"
#include "support/share.h"

typedef const grn_accumulate *(*lookup_fn)(grn_combiner combiner, grn_dtype dtype);

/* Of the sets that run here. */
static lookup_fn set_at(size_t i) { return grn_kernels_at(i)->accumulate; }

static size_t set_count(void)
{
    size_t n = 0;
    while (grn_kernels_at(n) != NULL)
        n++;
    return n;
}

static void check_complete(lookup_fn kernels)
{
    for (int c = 0; c < GRN_COMBINER_COUNT; c++)
        for (int d = 1; d < GRN_DTYPE_COUNT; d++) {
            bool named = c != GRN_COMBINE_REPLACE && c != GRN_COMBINE_REGION;
            const grn_accumulate *f = kernels((grn_combiner)c, (grn_dtype)d);
            bool wanted = named && grn_combiner_takes((grn_combiner)c, (grn_dtype)d);
            if ((f != NULL) != wanted)
                fail_msg("%s on %s: kernel %s", grn_combiner_text((grn_combiner)c), grn_dtype_text((grn_dtype)d),
                         wanted ? "missing" : "present");
            if (f != NULL)
                assert_true(f->combiner == (grn_combiner)c && f->dtype == (grn_dtype)d);
        }
}

static void test_complete(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < set_count(); i++)
        check_complete(set_at(i));
}

/* Worked by hand from the formats; little-endian bits. */
static const struct {
    const char *claim;
    grn_combiner combiner;
    grn_dtype dtype;
    uint64_t current, update, want;
} known[] = {
    {"i8 wraps", GRN_COMBINE_ADD, GRN_I8, 127, 1, 0x80},
    {"i4 wraps and is sign-extended: 7 + 1 = -8", GRN_COMBINE_ADD, GRN_I4, 7, 1, 0xF8},
    {"ui4 wraps: 15 + 2 = 1", GRN_COMBINE_ADD, GRN_UI4, 15, 2, 1},
    {"i2: -2 * -1 = 2 wraps to -2", GRN_COMBINE_MUL, GRN_I2, 0xFE, 0xFF, 0xFE},
    {"ui16: 65535 * 65535 = 1", GRN_COMBINE_MUL, GRN_UI16, 0xFFFF, 0xFFFF, 1},
    {"i16 min is signed", GRN_COMBINE_MIN, GRN_I16, 1, 0xFFFF, 0xFFFF},
    {"ui16 min is not", GRN_COMBINE_MIN, GRN_UI16, 1, 0xFFFF, 1},
    {"i1 add is or", GRN_COMBINE_ADD, GRN_I1, 1, 1, 1},
    {"i1 xor", GRN_COMBINE_XOR, GRN_I1, 1, 1, 0},
    {"f32: -0 is below +0", GRN_COMBINE_MIN, GRN_F32, 0, 0x80000000, 0x80000000},
    {"f32: +0 is above -0", GRN_COMBINE_MAX, GRN_F32, 0x80000000, 0, 0},
    {"f32: NaN wins a min, canonical", GRN_COMBINE_MIN, GRN_F32, 0xFFC00001, 0x3F800000, 0x7FC00000},
    {"f32: inf - inf is the canonical NaN", GRN_COMBINE_ADD, GRN_F32, 0x7F800000, 0xFF800000, 0x7FC00000},
    {"bf16: 1 + 2^-8 is a tie, to even: 1", GRN_COMBINE_ADD, GRN_BF16, 0x3F80, 0x3B80, 0x3F80},
    {"bf16: 1.0078125 + 2^-8 is a tie, to even: 1.015625", GRN_COMBINE_ADD, GRN_BF16, 0x3F81, 0x3B80, 0x3F82},
    {"f16: 65504 + 65504 overflows", GRN_COMBINE_ADD, GRN_F16, 0x7BFF, 0x7BFF, 0x7C00},
    {"f16: 2048 + 1 is a tie, to even: 2048", GRN_COMBINE_ADD, GRN_F16, 0x6800, 0x3C00, 0x6800},
    {"f8E4M3FN: -448 + -448 has no infinity to go to", GRN_COMBINE_ADD, GRN_F8E4M3FN, 0xFE, 0xFE, 0x7F},
    {"f8E5M2: 57344 + 57344 = inf", GRN_COMBINE_ADD, GRN_F8E5M2, 0x7B, 0x7B, 0x7C},
    {"c64: (0+1i)^2 = -1", GRN_COMBINE_MUL, GRN_C64, UINT64_C(0x3F80000000000000), UINT64_C(0x3F80000000000000),
     UINT64_C(0x00000000BF800000)},
};

static void check_known(lookup_fn kernels)
{
    for (size_t i = 0; i < GRN_COUNT(known); i++) {
        uint64_t current = known[i].current;
        int64_t zero = 0;
        const grn_accumulate *f = kernels(known[i].combiner, known[i].dtype);
        f->run(&current, 1, &known[i].update, 1, 1);
        if (current != known[i].want)
            fail_msg("%s: %#llx", known[i].claim, (unsigned long long)current);
        current = known[i].current;
        f->cells(&current, &zero, &(grn_updates){&known[i].update, NULL, 1, 1, 0, 1}, 0);
        if (current != known[i].want)
            fail_msg("%s (cells): %#llx", known[i].claim, (unsigned long long)current);
    }
}

static void test_known(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < set_count(); i++)
        check_known(set_at(i));
}

/* ---- against grn_combine_element ------------------------------------------------------------- */

#define N 300
#define WIDEST 16

typedef struct buffers {
    unsigned char want[N * WIDEST + 1], got[N * WIDEST + 1], update[N * WIDEST + 1];
} buffers;

static uint64_t random_bits(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 32;
}

/* Any bytes: NaNs with payloads, subnormals, unused high bits of narrow types; half of them with
 * few bits set. */
static void randomise(uint64_t *state, unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)(random_bits(state) & (i / 64 % 2 ? 0xFF : random_bits(state)));
}

static void expect(const grn_accumulate *f, const char *kernel, const buffers *b)
{
    if (memcmp(b->want, b->got, sizeof b->want) != 0)
        fail_msg("%s of %s differs from grn_combine_element on %s", kernel, grn_combiner_text(f->combiner),
                 grn_dtype_text(f->dtype));
}

/* Strides in elements; every buffer starts at an odd address. */
static void check_run(const grn_accumulate *f, buffers *b, int64_t current_step, int64_t update_step, int64_t n)
{
    int64_t bytes = (int64_t)grn_dtype_bytes(f->dtype);
    int64_t first = current_step < 0 ? n - 1 : 0, first_update = update_step < 0 ? n - 1 : 0;
    memcpy(b->got, b->want, sizeof b->got);
    for (int64_t i = 0; i < n; i++)
        grn_combine_element(f->combiner, f->dtype, b->want + 1 + (first + i * current_step) * bytes,
                            b->update + 1 + (first_update + i * update_step) * bytes);
    f->run(b->got + 1 + first * bytes, current_step, b->update + 1 + first_update * bytes, update_step, n);
    expect(f, "run", b);
}

/* from: where the updates stand; NULL: one after the other. */
static void check_cells(const grn_accumulate *f, buffers *b, const int64_t *offset, const int64_t *from, int64_t n,
                        int64_t ahead)
{
    int64_t bytes = (int64_t)grn_dtype_bytes(f->dtype);
    memcpy(b->got, b->want, sizeof b->got);
    for (int64_t i = 0; i < n; i++)
        grn_combine_element(f->combiner, f->dtype, b->want + 1 + offset[i] * bytes,
                            b->update + 1 + (from != NULL ? from[i] : i) * bytes);
    f->cells(b->got + 1, offset, &(grn_updates){b->update + 1, from, 1, n, 0, 1}, ahead);
    expect(f, "cells", b);
}

/* The same indices in 32 bits, at no address of a 64-bit one. */
static const void *words_of(const int64_t *raw, int64_t n)
{
    static _Alignas(8) int32_t halves[1 + 300];
    for (int64_t i = 0; i < n; i++)
        halves[1 + i] = (int32_t)raw[i];
    return halves + 1;
}

/* 150 vectors of one raw index or two, number 138 out of range: the whole groups before it are
 * taken. */
static void check_fused(const grn_accumulate *f, buffers *b, int64_t ncoords, bool index32, int64_t wrong,
                        int64_t ahead)
{
    int64_t bytes = (int64_t)grn_dtype_bytes(f->dtype), raw[300], at[150];
    for (int64_t i = 0; i < 150; i++) {
        at[i] = raw[i * ncoords] = i * 7 % 11;
        if (ncoords == 2)
            at[i] = raw[2 * i] * 4 + (raw[2 * i + 1] = i % 3);
    }
    raw[139 * ncoords - 1] = wrong;
    memcpy(b->got, b->want, sizeof b->got);
    for (int64_t i = 0; i < 128; i++)
        grn_combine_element(f->combiner, f->dtype, b->want + 1 + at[i] * bytes, b->update + 1 + i * bytes);
    grn_starts s = {.raw = index32 ? words_of(raw, 150 * ncoords) : raw,
                    .ncoords = ncoords,
                    .last = {10, ncoords == 1 ? 10 : 2},
                    .scale = {ncoords == 1 ? 1 : 4, 1},
                    .index32 = index32};
    int64_t taken = f->fused(b->got + 1, &s, b->update + 1, 150, ahead);
    if (taken != 128)
        fail_msg("fused takes %d of 128", (int)taken);
    expect(f, index32 ? "fused, indices of 32 bits" : "fused", b);
}

/* Of one index, whose targets move on by 1 from vector to vector. */
static void check_stepped(const grn_accumulate *f, buffers *b, int64_t wrong, int64_t ahead)
{
    int64_t bytes = (int64_t)grn_dtype_bytes(f->dtype), raw[150];
    for (int64_t i = 0; i < 150; i++)
        raw[i] = i * 7 % 11;
    raw[138] = wrong;
    memcpy(b->got, b->want, sizeof b->got);
    for (int64_t i = 0; i < 128; i++)
        grn_combine_element(f->combiner, f->dtype, b->want + 1 + (raw[i] * 3 + i) * bytes, b->update + 1 + i * bytes);
    grn_starts s = {.raw = raw, .ncoords = 1, .last = {10, 10}, .scale = {3, 1}};
    if (f->stepped(b->got + 1, &s, b->update + 1, 150, ahead) != 128)
        fail_msg("stepped does not take 128");
    expect(f, "stepped", b);
}

static void check_rows(const grn_accumulate *f, buffers *b, const int64_t *offset, const int64_t *from, int64_t n,
                       int64_t row, int64_t ahead)
{
    int64_t bytes = (int64_t)grn_dtype_bytes(f->dtype);
    memcpy(b->got, b->want, sizeof b->got);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < row; j++)
            grn_combine_element(f->combiner, f->dtype, b->want + 1 + (offset[i] + j) * bytes,
                                b->update + 1 + ((from != NULL ? from[i] : i * row) + j) * bytes);
    f->rows(b->got + 1, offset, &(grn_updates){b->update + 1, from, row, n, 0, 1}, row, ahead);
    expect(f, "rows", b);
}

static void check_kernel(const grn_accumulate *f, uint64_t *state)
{
    static buffers b;
    int64_t offset[N], from[N];
    randomise(state, b.want, sizeof b.want);
    randomise(state, b.update, sizeof b.update);
    check_run(f, &b, 1, 1, N);
    check_run(f, &b, -1, 1, N);
    check_run(f, &b, 2, -1, N / 2);
    check_run(f, &b, 0, 1, 9);
    for (int i = 0; i < N; i++)
        offset[i] = (int64_t)(random_bits(state) % 40), from[i] = (int64_t)(random_bits(state) % 40);
    check_cells(f, &b, offset, NULL, N, 0);
    check_cells(f, &b, offset, from, N, 7);
    check_cells(f, &b, offset, NULL, N - 1, 6);
    for (int k = 0; f->fused != NULL && k < 8; k++) {
        check_fused(f, &b, 1 + k / 4, false, (int64_t[]){11, -1, INT64_MAX, INT64_MIN}[k % 4], k % 3 * 8);
        check_fused(f, &b, 1 + k / 4, true, (int64_t[]){11, -1, INT32_MAX, INT32_MIN}[k % 4], k % 3 * 8);
    }
    for (int k = 0; f->stepped != NULL && k < 4; k++)
        check_stepped(f, &b, (int64_t[]){11, -1, INT64_MAX, INT64_MIN}[k], k % 3 * 8);
    for (int64_t row = 1; row <= 20; row++) {
        check_rows(f, &b, offset, NULL, N / row, row, 3);
        check_rows(f, &b, offset, from, N / row, row, 0);
    }
    check_rows(f, &b, offset, from, 8, 128 / (int64_t)grn_dtype_bytes(f->dtype), 100);
}

static void test_same_as_spec(void **unused)
{
    uint64_t state = 7;
    (void)unused;
    for (int c = 0; c < GRN_COMBINER_COUNT; c++)
        for (int d = 1; d < GRN_DTYPE_COUNT * (int)set_count(); d++) {
            const grn_accumulate *f =
                set_at((size_t)d / GRN_DTYPE_COUNT)((grn_combiner)c, (grn_dtype)(d % GRN_DTYPE_COUNT));
            for (int round = 0; f != NULL && round < 4; round++)
                check_kernel(f, &state);
        }
}

/* Every pair of bytes for the one-byte dtypes; every f16 and bf16 against a few. Alone, as a run of
 * 16, and as a cell. */
static void check_narrow(const grn_accumulate *f)
{
    const int64_t zero = 0;
    size_t bytes = grn_dtype_bytes(f->dtype);
    for (uint32_t pair = 0; bytes <= 2 && pair < 65536; pair++) {
        if (!test_takes(pair, TEST_ONE_IN * TEST_ONE_IN))
            continue;
        uint16_t a = (uint16_t)pair, b = (uint16_t)(bytes == 1 ? pair >> 8 : pair * 40503u >> 3), want = a, cell = a,
                 many[2][16];
        for (size_t i = 0; i < 16; i++) {
            memcpy((char *)many[0] + i * bytes, &a, bytes);
            memcpy((char *)many[1] + i * bytes, &b, bytes);
        }
        f->run(&a, 1, &b, 1, 1);
        f->run(many[0], 1, many[1], 1, 16);
        f->cells(&cell, &zero, &(grn_updates){&b, NULL, 1, 1, 0, 1}, 0);
        grn_combine_element(f->combiner, f->dtype, &want, &b);
        if (memcmp(&a, &want, bytes) != 0 || memcmp(&cell, &want, bytes) != 0 || memcmp(many[0], &want, bytes) != 0)
            fail_msg("%s on %s, %#x and %#x: %#x, wanted %#x", grn_combiner_text(f->combiner), grn_dtype_text(f->dtype),
                     (unsigned)pair, (unsigned)b, (unsigned)a, (unsigned)want);
    }
}

static void test_every_narrow_value(void **unused)
{
    (void)unused;
    for (int c = 0; c < GRN_COMBINER_COUNT; c++)
        for (int d = 1; d < GRN_DTYPE_COUNT * (int)set_count(); d++) {
            const grn_accumulate *f =
                set_at((size_t)d / GRN_DTYPE_COUNT)((grn_combiner)c, (grn_dtype)(d % GRN_DTYPE_COUNT));
            if (f != NULL)
                check_narrow(f);
        }
}

/* ---- replace --------------------------------------------------------------------------------- */

/* Rows of every length at every distance from a line: each byte of the row, in order, and none
 * beside it. */
static void check_replace(const grn_accumulate *f, int64_t bytes, int64_t row, int64_t shift, bool stream)
{
    static _Alignas(64) unsigned char want[8192], got[8192], update[8192];
    int64_t offset[5] = {300, 0, 20, 20, 300}, from[5] = {0, 7, 1, 30, 2};
    grn_updates u = {update + 1, from, 0, 5, 0, 1};
    for (size_t i = 0; i < sizeof want; i++)
        want[i] = got[i] = (unsigned char)(i % 251), update[i] = (unsigned char)(i % 127 + 128);
    for (int i = 0; i < 5; i++)
        memcpy(want + shift + offset[i] * bytes, update + 1 + from[i] * bytes, (size_t)(row * bytes));
    if (stream)
        f->stream(got + shift, offset, &u, row);
    else
        f->rows(got + shift, offset, &u, row, 2);
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("rows of %d elements of %d bytes, %d past a line%s", (int)row, (int)bytes, (int)shift,
                 stream ? ", streamed" : "");
}

static void test_replace(void **unused)
{
    (void)unused;
    for (size_t set = 0; set < set_count(); set++)
        for (int64_t bytes = 1; bytes <= 16; bytes *= 2) {
            const grn_accumulate *f = grn_kernels_at(set)->replace((size_t)bytes);
            for (int64_t row = 1; row * bytes <= 300; row++)
                for (int64_t shift = 0; shift < 64; shift += 5) {
                    if (!test_takes((uint64_t)(row * 64 + shift), TEST_ONE_IN))
                        continue;
                    check_replace(f, bytes, row, shift, false);
                    if (f->stream != NULL)
                        check_replace(f, bytes, row, shift, true);
                }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_complete), cmocka_unit_test(test_known),
                                       cmocka_unit_test(test_same_as_spec), cmocka_unit_test(test_every_narrow_value),
                                       cmocka_unit_test(test_replace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
