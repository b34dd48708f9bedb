/*
 * test_kernels_radix.c - the radix partition: each bucket has its vectors in the order they came,
 * each with its payload, and nothing beyond what is given is touched. Against a loop that visits
 * every vector for every bucket.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/radix.h"
#include "support/guard.h"

typedef enum draw {
    ANY,     /* spread over all buckets */
    ONE,     /* all in the bucket of `last` */
    FEW,     /* every third bucket has some */
    OUTSIDE, /* some are out of range, on either side */
    NONE     /* none is in range */
} draw;

typedef struct radix_case {
    const char *claim;
    draw draw;
    int64_t last;
    int32_t shift;
    uint32_t key_mask;
    int64_t step, payload_step;
} radix_case;

static const radix_case cases[] = {
    {"eight buckets, keys from where they begin", ANY, 511, 6, 63, 1, 1},
    {"starts as they are", ANY, 511, 6, UINT32_MAX, 1, 1},
    {"a last bucket that is not whole", ANY, 700, 7, 127, 1, 1},
    {"one bucket", ANY, 511, 9, 511, 1, 1},
    {"one start", ANY, 0, 0, 0, 1, 1},
    {"a bucket for every start", ANY, 99, 0, 0, 1, 1},
    {"all in one bucket of many", ONE, 511, 4, 15, 1, 1},
    {"empty buckets", FEW, 511, 4, 15, 1, 1},
    {"some out of range", OUTSIDE, 511, 6, 63, 1, 1},
    {"none in range", NONE, 511, 6, 63, 1, 1},
    {"indices and payloads apart", OUTSIDE, 511, 5, 31, 3, 2},
    {"indices from the last on", ANY, 511, 5, 31, -2, 1},
    {"one payload for all", ANY, 511, 5, 31, 1, 0},
    {"the greatest of 31 bits", ANY, INT32_MAX, 28, (1u << 28) - 1, 1, 1},
    {"more buckets than a near cache has lines", ANY, 8191, 0, 0, 1, 1},
};

static const int64_t counts[] = {0, 1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 127, 130, 500, 1024, 1999};
static const grn_dtype dtypes[] = {GRN_I32, GRN_UI32, GRN_I64, GRN_INDEX, GRN_UI64};
static const size_t sizes[] = {0, 1, 2, 4, 8};

#define MOST 2000
#define MOST_BUCKETS 8193
#define FIRST 70000u /* position of vector 0 */

static grn_guarded raw_room, payload_room, count_room, scratch_room, key_room, to_room;
static char claim[200];

static int prepare(void **unused)
{
    (void)unused;
    raw_room = grn_guarded_make(3 * MOST * 8);
    payload_room = grn_guarded_make(3 * MOST * 8);
    count_room = grn_guarded_make(MOST_BUCKETS * 4);
    scratch_room = grn_guarded_make((size_t)4 << 20);
    key_room = grn_guarded_make(MOST * 4 + 64);
    to_room = grn_guarded_make(MOST * 8 + 64);
    grn_guarded_claim(claim);
    return 0;
}

static int64_t start_of(const radix_case *c, int64_t i)
{
    uint64_t mixed = ((uint64_t)i * UINT64_C(0x9E3779B97F4A7C15)) >> 20;
    int64_t start = (int64_t)(mixed % ((uint64_t)c->last + 1));
    if (c->draw == ONE)
        return c->last - start % (INT64_C(1) << c->shift);
    if (c->draw == FEW)
        return start - (start >> c->shift) % 3 * (INT64_C(1) << c->shift);
    if (c->draw == NONE || (c->draw == OUTSIDE && i % 5 == 2))
        return i % 2 == 0 ? c->last + 1 + i : -1 - i;
    return start;
}

/* A case's vectors in guarded memory, of one index type and payload. */
typedef struct inputs {
    int64_t starts[MOST]; /* as the kernel must read them; one out of range is -1 */
    unsigned char payloads[MOST][8];
    grn_radix radix;
} inputs;

static int64_t magnitude(int64_t step) { return step < 0 ? -step : step; }

static void make_raw(const radix_case *c, grn_dtype dtype, int64_t n, int at_end, inputs *in)
{
    size_t bytes = grn_dtype_bytes(dtype);
    int64_t span = n == 0 ? 0 : (n - 1) * magnitude(c->step) + 1, first = c->step < 0 && n > 0 ? span - 1 : 0;
    unsigned char *raw = grn_guarded_at(&raw_room, (size_t)span * bytes, at_end);
    memset(raw, 1, (size_t)span * bytes);
    for (int64_t i = 0; i < n; i++) {
        int64_t start = start_of(c, i);
        memcpy(raw + (size_t)(first + i * c->step) * bytes, &start, bytes);
        in->starts[i] = start < 0 || start > c->last ? -1 : start;
    }
    in->radix.raw = raw + (size_t)first * bytes;
}

static void make_payloads(const radix_case *c, size_t size, int64_t n, int at_end, inputs *in)
{
    int64_t span = n == 0 || size == 0 ? 0 : (n - 1) * c->payload_step + 1;
    unsigned char *from = grn_guarded_at(&payload_room, (size_t)span * size, at_end);
    for (size_t k = 0; k < (size_t)span * size; k++)
        from[k] = (unsigned char)(k * 7 + k / 251);
    for (int64_t i = 0; i < n; i++) {
        uint32_t position = FIRST + (uint32_t)i;
        memcpy(in->payloads[i], size == 0 ? (unsigned char *)&position : from + (size_t)(i * c->payload_step) * size,
               size == 0 ? 4 : size);
    }
    in->radix.payload = from;
}

static void make_inputs(const radix_case *c, grn_dtype dtype, size_t size, int64_t n, int at_end, inputs *in)
{
    in->radix = (grn_radix){.step = c->step,
                            .last = c->last,
                            .shift = c->shift,
                            .key_mask = c->key_mask,
                            .payload_step = c->payload_step,
                            .first = FIRST};
    make_raw(c, dtype, n, at_end, in);
    make_payloads(c, size, n, at_end, in);
}

/* Bucket after bucket, every vector is asked whether it belongs there. */
static void check_result(const radix_case *c, const inputs *in, size_t size, int64_t n, const uint32_t *start,
                         const uint32_t *key, const unsigned char *to)
{
    int64_t buckets = (c->last >> c->shift) + 1, place = 0;
    size_t stored = size == 0 ? 4 : size;
    for (int64_t b = 0; b <= buckets; b++) {
        if (start[b] != place)
            fail_msg("%s: bucket %" PRId64 " begins at %" PRIu32 ", not %" PRId64, claim, b, start[b], place);
        for (int64_t i = 0; i < n; i++) {
            if ((in->starts[i] < 0 ? buckets : in->starts[i] >> c->shift) != b)
                continue;
            if (b < buckets && key[place] != ((uint32_t)in->starts[i] & c->key_mask))
                fail_msg("%s: key %" PRId64 " is %" PRIu32 ", not vector %" PRId64 "'s", claim, place, key[place], i);
            if (memcmp(to + (size_t)place * stored, in->payloads[i], stored) != 0)
                fail_msg("%s: payload %" PRId64 " is not vector %" PRId64 "'s", claim, place, i);
            place++;
        }
    }
    assert_int_equal(place, n);
}

/* The partition of `n` vectors in `calls` stretches, as threads would share them. */
static void check_partition(const radix_case *c, grn_dtype dtype, size_t size, int64_t n, int calls, int at_end)
{
    static inputs in;
    static uint32_t part[MOST_BUCKETS];
    grn_radix_partition_fn partition = grn_radix_partition(dtype, size);
    make_inputs(c, dtype, size, n, at_end, &in);
    int64_t buckets = grn_radix_buckets(&in.radix), cut = calls == 1 ? n : n / 3;
    size_t stored = size == 0 ? 4 : size, key_bytes = (size_t)n * 4, to_bytes = (size_t)n * stored;
    uint32_t *start = grn_guarded_at(&count_room, (size_t)(buckets + 1) * 4, at_end);
    void *scratch = grn_guarded_at(&scratch_room, grn_radix_scratch(buckets), at_end);
    uint32_t *key = grn_guarded_at(&key_room, key_bytes, at_end);
    unsigned char *to = grn_guarded_at(&to_room, to_bytes, at_end);
    snprintf(claim, sizeof claim, "%s, %s, payload of %zu B, %" PRId64 " vectors in %d", c->claim,
             grn_dtype_text(dtype), size, n, calls);
    memset(start, 0, (size_t)(buckets + 1) * 4);
    grn_radix_histogram(dtype)(&in.radix, n, start);
    assert_int_equal(grn_radix_starts(start, buckets), n);
    memcpy(part, start, (size_t)(buckets + 1) * 4);
    partition(&in.radix, cut, part, scratch, key, to);
    grn_radix rest = in.radix;
    size_t index_bytes = grn_dtype_bytes(dtype);
    rest.raw = (const char *)rest.raw + cut * c->step * (int64_t)index_bytes;
    rest.payload = (const char *)rest.payload + (size_t)(cut * c->payload_step) * size;
    rest.first += (uint32_t)cut;
    grn_radix_histogram(dtype)(&in.radix, cut, part); /* behind what the first call has moved */
    if (calls == 2)
        partition(&rest, n - cut, part, scratch, key, to);
    check_result(c, &in, size, n, start, key, to);
}

static void check_case(const radix_case *c)
{
    for (size_t k = 0; k < GRN_COUNT(counts) * GRN_COUNT(dtypes) * GRN_COUNT(sizes); k++) {
        int64_t n = counts[k % GRN_COUNT(counts)];
        size_t rest = k / GRN_COUNT(counts);
        if (n > 130 && c->last == 8191 && rest % 7 != 0) /* takes long, and says no more */
            continue;
        grn_dtype dtype = dtypes[rest % GRN_COUNT(dtypes)];
        for (int variant = 0; variant < 4; variant++)
            check_partition(c, dtype, sizes[rest / GRN_COUNT(dtypes)], n, 1 + variant / 2, variant % 2);
    }
}

static void test_partition(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        check_case(&cases[i]);
}

/* Starts above 32 bits: the bucket tells what the key has no room for. */
static void test_far_starts(void **unused)
{
    static const int64_t raw[] = {(INT64_C(5) << 32) + 7, 3,         INT64_MAX,
                                  (INT64_C(5) << 32) + 2, INT64_MIN, INT64_C(1) << 32};
    static const uint8_t payload[] = {10, 11, 12, 13, 14, 15};
    static _Alignas(64) unsigned char scratch[8192];
    static _Alignas(64) uint32_t key[6];
    static _Alignas(64) uint8_t to[6];
    const grn_radix r = {.raw = raw,
                         .step = 1,
                         .last = (INT64_C(6) << 32) - 1,
                         .shift = 32,
                         .key_mask = UINT32_MAX,
                         .payload = payload,
                         .payload_step = 1};
    (void)unused;
    assert_int_equal(grn_radix_buckets(&r), 6);
    assert_true(grn_radix_scratch(6) <= sizeof scratch);
    uint32_t start[7] = {0};
    grn_radix_histogram(GRN_I64)(&r, 6, start);
    grn_radix_starts(start, 6);
    grn_radix_partition(GRN_I64, 1)(&r, 6, start, scratch, key, to);
    const uint32_t want_start[] = {0, 1, 2, 2, 2, 2, 4}, want_key[] = {3, 0, 7, 2};
    const uint8_t want_to[] = {11, 15, 10, 13, 12, 14};
    assert_memory_equal(start, want_start, sizeof want_start);
    assert_memory_equal(key, want_key, sizeof want_key);
    assert_memory_equal(to, want_to, sizeof want_to);
}

static void test_which_there_are(void **unused)
{
    (void)unused;
    for (int d = 1; d < GRN_DTYPE_COUNT; d++) {
        bool wide = false;
        for (size_t k = 0; k < GRN_COUNT(dtypes); k++)
            wide = wide || dtypes[k] == (grn_dtype)d;
        assert_true((grn_radix_histogram((grn_dtype)d) != NULL) == wide);
        for (size_t bytes = 0; bytes <= 16; bytes++) {
            bool has = wide && (bytes == 0 || bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
            assert_true((grn_radix_partition((grn_dtype)d, bytes) != NULL) == has);
        }
    }
}

static void check_place(size_t bytes, int64_t n, int64_t ahead, bool prefetch_result, int at_end)
{
    const unsigned char *operand = grn_guarded_at(&payload_room, 100 * bytes, at_end);
    for (size_t k = 0; k < 100 * bytes; k++)
        ((unsigned char *)(uintptr_t)operand)[k] = (unsigned char)(k * 7 + k / 251);
    uint32_t *key = grn_guarded_at(&key_room, (size_t)n * 4, at_end);
    uint32_t *position = grn_guarded_at(&raw_room, (size_t)n * 4, at_end);
    unsigned char *result = grn_guarded_at(&to_room, (size_t)n * bytes, at_end);
    snprintf(claim, sizeof claim, "place %" PRId64 " of %zu B, %" PRId64 " ahead", n, bytes, ahead);
    for (int64_t i = 0; i < n; i++) {
        key[i] = (uint32_t)(i * 37 % 100);
        position[i] = (uint32_t)(n - 1 - i);
    }
    grn_radix_place(bytes)(result, operand, &(grn_radix_moves){key, position, n, ahead, prefetch_result});
    for (int64_t i = 0; i < n; i++)
        if (memcmp(result + (size_t)(n - 1 - i) * bytes, operand + (size_t)(i * 37 % 100) * bytes, bytes) != 0)
            fail_msg("%s: element %" PRId64, claim, i);
}

static void test_place(void **unused)
{
    static const int64_t lengths[] = {0, 1, 7, 8, 9, 100, 500};
    (void)unused;
    for (size_t bytes = 0; bytes <= 17; bytes++) {
        bool has = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
        assert_true((grn_radix_place(bytes) != NULL) == has);
        for (size_t k = 0; has && k < GRN_COUNT(lengths); k++)
            for (int variant = 0; variant < 8; variant++)
                check_place(bytes, lengths[k], variant / 4 * 8, variant / 2 % 2 != 0, variant % 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_partition), cmocka_unit_test(test_far_starts),
                                       cmocka_unit_test(test_which_there_are), cmocka_unit_test(test_place)};
    return cmocka_run_group_tests(tests, prepare, NULL);
}
