/* test_kernels_checked_offsets.c - raw indices in range to a batch of offsets, and those that are
 * in range of any; all with 64 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"
#include "kernels/sets.h"

/* What of a raw value is out of range of 0 to 99, as stored; and the bytes of the type. */
static const struct {
    grn_dtype dtype;
    size_t bytes;
    uint64_t wrong[3];
} types[] = {
    {GRN_I8, 1, {100, 0x80, 0xFF}},
    {GRN_UI8, 1, {100, 0x80, 0xFF}},
    {GRN_I16, 2, {100, 0x8000, 0xFFFF}},
    {GRN_UI16, 2, {100, 0x8000, 0xFFFF}},
    {GRN_I32, 4, {100, 0x80000000, 0xFFFFFFFF}},
    {GRN_UI32, 4, {100, 0x80000000, 0xFFFFFFFF}},
    {GRN_I64, 8, {100, UINT64_C(1) << 32, UINT64_C(1) << 63}},
    {GRN_INDEX, 8, {INT64_MAX, UINT64_C(1) << 32, UINT64_MAX}},
    {GRN_UI64, 8, {100, UINT64_C(1) << 63, UINT64_MAX}},
};

#define N 70

typedef struct numbers {
    unsigned char raw[N * 8 + 1];
    int64_t at[N], want[N], offset[N], from[N];
} numbers;

/* In range, at an odd address; want[i] is what the i-th makes under this stride. */
static void fill(size_t type, int64_t stride, numbers *b)
{
    for (int64_t i = 0; i < N; i++) {
        int64_t start = i * 37 % 100;
        b->at[i] = i * 1000 - 7;
        b->from[i] = -i;
        b->want[i] = b->at[i] + 500000 + start * stride;
        memcpy(b->raw + 1 + (size_t)i * types[type].bytes, &start, types[type].bytes);
    }
}

static void check_offsets(const grn_kernels *set, size_t type, int64_t stride, int64_t n)
{
    const grn_checked_axis axis = {99, stride};
    numbers b;
    fill(type, stride, &b);
    if (!set->checked_offsets(types[type].dtype)(b.raw + 1, b.at, 500000, &axis, n, b.offset) ||
        memcmp(b.offset, b.want, (size_t)n * sizeof *b.want) != 0)
        fail_msg("%s: offsets of %d by %d", grn_dtype_text(types[type].dtype), (int)n, (int)stride);
    for (int64_t i = 0; i < n * 3; i++) {
        unsigned char *one = b.raw + 1 + (size_t)(i / 3) * types[type].bytes, saved[8];
        memcpy(saved, one, sizeof saved);
        memcpy(one, &types[type].wrong[i % 3], types[type].bytes);
        if (set->checked_offsets(types[type].dtype)(b.raw + 1, b.at, 0, &axis, n, b.offset))
            fail_msg("%s: number %d of %d is out of range", grn_dtype_text(types[type].dtype), (int)(i / 3), (int)n);
        memcpy(one, saved, sizeof saved);
    }
}

static void test_checked_offsets(void **unused)
{
    (void)unused;
    for (size_t set = 0; grn_kernels_at(set) != NULL; set++)
        for (size_t type = 0; type < GRN_COUNT(types); type++)
            for (int64_t n = 0; n <= N; n += n < 20 ? 1 : 25) {
                check_offsets(grn_kernels_at(set), type, 1, n);
                check_offsets(grn_kernels_at(set), type, UINT32_MAX, n);
                check_offsets(grn_kernels_at(set), type, 0, n);
            }
}

/* Every third is wrong, in one of three traits. */
static void test_compact(void **unused)
{
    const grn_checked_axis axis = {99, 12};
    (void)unused;
    for (size_t type = 0; type < GRN_COUNT(types); type++) {
        numbers b;
        int64_t count = 0;
        fill(type, 12, &b);
        for (size_t i = 1; i < N; i += 3)
            memcpy(b.raw + 1 + i * types[type].bytes, &types[type].wrong[i / 3 % 3], types[type].bytes);
        assert_int_equal(grn_compact(types[type].dtype)(b.raw + 1, b.at, 500000, &axis, N, b.offset, b.from),
                         N - N / 3);
        for (int64_t i = 0; i < N; i++) {
            if (i % 3 == 1)
                continue;
            assert_int_equal(b.offset[count], b.want[i]);
            assert_int_equal(b.from[count], -i);
            count++;
        }
    }
}

/* The sign is the type's. */
static void test_widens(void **unused)
{
    static const struct {
        grn_dtype dtype;
        size_t bytes;
        uint64_t stored[3];
        int64_t want[3];
    } given[] = {
        {GRN_I8, 1, {5, 0x80, 0xFF}, {5, -128, -1}},
        {GRN_UI8, 1, {5, 0x80, 0xFF}, {5, 128, 255}},
        {GRN_I16, 2, {500, 0x8000, 0xFFFF}, {500, -32768, -1}},
        {GRN_UI16, 2, {500, 0x8000, 0xFFFF}, {500, 32768, 65535}},
        {GRN_I32, 4, {70000, 0x80000000, 0xFFFFFFFF}, {70000, INT32_MIN, -1}},
        {GRN_UI32, 4, {70000, 0x80000000, 0xFFFFFFFF}, {70000, INT64_C(1) << 31, UINT32_MAX}},
    };
    static const char *const names[] = {KERNEL_SETS(KERNEL_SET_NAME)};
    (void)unused;
    for (size_t set = 0; set < GRN_COUNT(names); set++)
        for (size_t t = 0; grn_kernels_named(names[set]) != NULL && t < GRN_COUNT(given); t++) {
            unsigned char raw[1 + N * 8];
            int64_t to[N + 1];
            for (size_t i = 0; i < N; i++) /* at an odd address */
                memcpy(raw + 1 + i * given[t].bytes, &given[t].stored[i % 3], given[t].bytes);
            to[N] = 77;
            grn_kernels_named(names[set])->widen(given[t].dtype)(raw + 1, N, to);
            for (size_t i = 0; i < N; i++)
                assert_int_equal(to[i], given[t].want[i % 3]);
            assert_int_equal(to[N], 77);
        }
    assert_true(grn_widen_plain(GRN_I64) == NULL && grn_widen_plain(GRN_I4) == NULL && grn_widen_plain(GRN_I1) == NULL);
}

static void test_other_types_have_none(void **unused)
{
    (void)unused;
    for (size_t set = 0; grn_kernels_at(set) != NULL; set++)
        assert_true(grn_kernels_at(set)->checked_offsets(GRN_I1) == NULL &&
                    grn_kernels_at(set)->checked_offsets(GRN_I4) == NULL &&
                    grn_kernels_at(set)->checked_offsets(GRN_F32) == NULL);
    assert_true(grn_compact(GRN_I1) == NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_checked_offsets), cmocka_unit_test(test_compact),
                                       cmocka_unit_test(test_widens), cmocka_unit_test(test_other_types_have_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
