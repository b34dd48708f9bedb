/*
 * test_kernels_take_sweep.c - the kernels of take.h of every instruction set over counts around
 * their groups, places of the destination in its line, prefetch distances, and first indices out of
 * range. Indices lie in blocks of their exact size, and nothing beside the result is written.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/take.h"
#include "kernels/sets.h"

static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};
static const int64_t sizes[] = {1, 2, 4, 8, 16};

#define GROUP 16
#define MOST 300
#define ROOM (MOST * 24)

static _Alignas(64) unsigned char from[2 * ROOM], to[ROOM + 256];

static void fill(void)
{
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 7 + i / 251);
}

static const grn_take_kernels *take_of(size_t set)
{
    return grn_kernels_named(sets[set]) != NULL ? grn_kernels_named(sets[set])->take : NULL;
}

static void *exact(const void *data, int64_t bytes)
{
    void *copy = malloc(bytes > 0 ? (size_t)bytes : 1);
    assert_non_null(copy);
    if (bytes > 0)
        memcpy(copy, data, (size_t)bytes);
    return copy;
}

/* ---- elements by raw indices, one each or two ------------------------------------------------ */

typedef struct elements {
    const char *set, *kernel;
    grn_fused_fn run;
    grn_dtype dtype;
    int64_t bytes, ncoords, n, past, wrong; /* past: of the destination, from a line; wrong: a raw value, -1: none */
    grn_fused how;
} elements;

static int64_t index_of(int64_t k) { return k * 7 % 10; }

static int64_t source_of(const elements *e, int64_t i)
{
    if (e->ncoords == 2)
        return index_of(2 * i) * e->how.scale + index_of(2 * i + 1) * e->how.second_scale;
    return index_of(i) * e->how.scale + i * e->how.step;
}

/* In the dtype's bytes; number `wrong` is above the last or below 0. */
static void *indices_of(const elements *e)
{
    unsigned char raw[2 * MOST * 8];
    const size_t bytes = grn_dtype_bytes(e->dtype);
    for (int64_t k = 0; k < e->n * e->ncoords; k++) {
        int64_t last = e->ncoords == 2 && k % 2 == 1 ? e->how.second_last : e->how.last;
        int64_t value = k != e->wrong ? index_of(k) : k % 3 == 0 && last < 100 ? last + 1 : -1;
        memcpy(raw + (size_t)k * bytes, &value, bytes); /* little-endian */
    }
    return exact(raw, e->n * e->ncoords * (int64_t)bytes);
}

static void check_elements(const elements *e)
{
    const int64_t first = e->wrong < 0 ? e->n : e->wrong / e->ncoords;
    unsigned char *dst = to + 64 + e->past;
    void *raw = indices_of(e);
    memset(to + 64 + e->past - 16, 0xEE, (size_t)(e->n * e->bytes + 32));
    int64_t moved = e->run(dst, from + ROOM, raw, e->n, &e->how);
    bool well = e->wrong < 0 ? moved == e->n : moved <= first && moved > first - GROUP;
    for (int64_t i = 0; well && i < moved; i++)
        well = memcmp(dst + i * e->bytes, from + ROOM + source_of(e, i), (size_t)e->bytes) == 0;
    for (int64_t k = 1; well && k <= 16; k++)
        well = dst[-k] == 0xEE && dst[moved * e->bytes + k - 1] == 0xEE;
    if (!well)
        fail_msg("%s, %s by %s: %" PRId64 " elements of %" PRId64 " B, %" PRId64 " past a line, %" PRId64
                 " ahead, scale %" PRId64 ", step %" PRId64 ", value %" PRId64 " out of range: %" PRId64 " moved",
                 e->set, e->kernel, grn_dtype_text(e->dtype), e->n, e->bytes, e->past, e->how.ahead, e->how.scale,
                 e->how.step, e->wrong, moved);
    free(raw);
}

static void check_counts(elements e)
{
    static const int64_t counts[] = {0, 1, 15, 16, 17, 64, 79, MOST}, ahead[] = {0, 16, 40};
    const int64_t pasts[] = {0, e.bytes, 1};
    for (size_t k = 0; k < GRN_COUNT(counts) * GRN_COUNT(ahead) * GRN_COUNT(pasts); k++) {
        e.n = counts[k % GRN_COUNT(counts)];
        e.past = pasts[k / GRN_COUNT(counts) % GRN_COUNT(pasts)];
        e.how.ahead = ahead[k / GRN_COUNT(counts) / GRN_COUNT(pasts)];
        const int64_t wrong[] = {-1, 0, e.ncoords, 21 * e.ncoords, e.n * e.ncoords - 1, 2};
        for (size_t w = 0; w < GRN_COUNT(wrong); w++) {
            e.wrong = wrong[w];
            if (e.wrong < e.n * e.ncoords)
                check_elements(&e);
        }
    }
}

/* A table of just these elements, and one in which they lie apart; the last index there is, 32-bit
 * or not. */
static void check_fused(const grn_take_kernels *take, const char *set, grn_dtype dtype, int64_t bytes, bool stream)
{
    elements e = {.set = set,
                  .kernel = stream ? "fused, streamed," : "fused",
                  .dtype = dtype,
                  .bytes = bytes,
                  .ncoords = 1,
                  .run = take->fused(dtype, (size_t)bytes, stream)};
    if (e.run == NULL)
        return;
    e.how = (grn_fused){.last = 9, .scale = bytes, .step = 0};
    check_counts(e);
    bool is_signed = dtype == GRN_I32 || dtype == GRN_I64 || dtype == GRN_INDEX; /* of which -1 is below any range */
    e.how = (grn_fused){.last = is_signed ? INT64_C(1) << 40 : 9, .scale = -bytes, .step = 3};
    check_counts(e);
    take->fence();
}

/* The gather instruction: a table of just these elements. */
static void check_gathered(const grn_take_kernels *take, const char *set, grn_dtype dtype, int64_t bytes, bool stream)
{
    elements e = {.set = set,
                  .kernel = stream ? "gathered, streamed," : "gathered",
                  .dtype = dtype,
                  .bytes = bytes,
                  .ncoords = 1,
                  .run = take->gathered(dtype, (size_t)bytes, stream),
                  .how = {.last = 9, .scale = bytes, .step = 0}};
    if (e.run == NULL)
        return;
    check_counts(e);
    e.how.far = true;
    e.how.last = INT64_C(1) << 40;
    if (dtype == GRN_I32 || dtype == GRN_I64 || dtype == GRN_INDEX) /* of which -1 is below any range */
        check_counts(e);
    take->fence();
}

static void check_pairs(const grn_take_kernels *take, const char *set, grn_dtype dtype, int64_t bytes, bool stream)
{
    elements e = {.set = set,
                  .kernel = stream ? "pairs, streamed," : "pairs",
                  .dtype = dtype,
                  .bytes = bytes,
                  .ncoords = 2,
                  .run = bytes <= 8 ? take->pairs(dtype, (size_t)bytes, stream) : NULL};
    if (e.run == NULL)
        return;
    e.how = (grn_fused){.last = 9, .second_last = 9, .scale = 10 * bytes, .second_scale = bytes};
    check_counts(e);
    take->fence();
}

static void test_elements(void **unused)
{
    (void)unused;
    fill();
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int d = 1; take_of(s) != NULL && d < GRN_DTYPE_COUNT; d++)
            for (size_t k = 0; k < 2 * GRN_COUNT(sizes); k++) {
                check_fused(take_of(s), sets[s], (grn_dtype)d, sizes[k / 2], k % 2 != 0);
                check_gathered(take_of(s), sets[s], (grn_dtype)d, sizes[k / 2], k % 2 != 0);
                check_pairs(take_of(s), sets[s], (grn_dtype)d, sizes[k / 2], k % 2 != 0);
            }
}

/* ---- cells by offsets ------------------------------------------------------------------------ */

static void check_cells(grn_take_cells_fn take, const char *set, int64_t bytes, bool stream, int64_t n, int64_t past)
{
    int32_t offset[MOST];
    unsigned char *dst = to + 64 + past;
    for (int64_t i = 0; i < n; i++)
        offset[i] = (int32_t)(i * 7 % 100) - 50;
    void *at = exact(offset, n * (int64_t)sizeof *offset);
    memset(to, 0xEE, sizeof to);
    take(dst, from + ROOM, at, n);
    for (int64_t i = 0; i < n; i++)
        if (memcmp(dst + i * bytes, from + ROOM + offset[i] * bytes, (size_t)bytes) != 0)
            fail_msg("%s, cells of %" PRId64 " B, %" PRId64 " of them, %" PRId64 " past a line%s", set, bytes, n, past,
                     stream ? ", streamed" : "");
    for (int64_t k = 1; k <= 16; k++)
        assert_true(dst[-k] == 0xEE && dst[n * bytes + k - 1] == 0xEE);
    free(at);
}

static void test_cells(void **unused)
{
    static const int64_t counts[] = {0, 1, 7, 16, 17, 40, 70};
    (void)unused;
    fill();
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t k = 0; take_of(s) != NULL && k < GRN_COUNT(sizes) * GRN_COUNT(counts) * 6; k++) {
            int64_t bytes = sizes[k % GRN_COUNT(sizes)], variant = (int64_t)(k / GRN_COUNT(sizes) / GRN_COUNT(counts));
            const int64_t count = counts[k / GRN_COUNT(sizes) % GRN_COUNT(counts)];
            const int64_t past = variant / 2 == 0 ? 0 : variant / 2 == 1 ? bytes : 1;
            const bool stream = variant % 2 != 0;
            grn_take_cells_fn gathered = take_of(s)->gathered_cells((size_t)bytes, stream);
            check_cells(take_of(s)->cells((size_t)bytes, stream), sets[s], bytes, stream, count, past);
            if (gathered != NULL)
                check_cells(gathered, sets[s], bytes, stream, count, past);
            take_of(s)->fence();
        }
}

/* ---- windows of long rows, and those that have every alignment ------------------------------- */

#define WINDOWS 5
#define MOST_BYTES 4200

typedef struct windows {
    const char *set;
    int64_t bytes, rows, n, ahead, known, scale;
    int64_t first_dst, first_src, odd; /* of row 0 from its window's start; of the last row, that it lies apart more */
    bool stream;
} windows;

static void check_windows(const windows *c)
{
    static _Alignas(64) unsigned char src[9 * MOST_BYTES], got[WINDOWS * 9 * MOST_BYTES], want[sizeof got];
    const grn_take_kernels *take = grn_kernels_named(c->set)->take;
    int64_t dst_at[8], src_at[8], step = c->rows * c->bytes + 64;
    int32_t offset[WINDOWS + 4];
    size_t all = (size_t)c->bytes | (size_t)c->first_dst | (c->odd != 0 ? 32 : 64), unit = all & (~all + 1);
    grn_take_windows_fn move =
        c->stream ? take->stream_windows((size_t)c->bytes, unit) : take->windows((size_t)c->bytes);
    const size_t written = (size_t)(WINDOWS * (step + 64) + 64);
    if (move == NULL)
        return;
    for (size_t i = 0; i < sizeof src; i++)
        src[i] = (unsigned char)(i * 7 + i / 251);
    memset(got, 0xEE, written);
    memset(want, 0xEE, written);
    for (int64_t r = 0; r < c->rows; r++) {
        dst_at[r] = c->first_dst + r * c->bytes + (r == c->rows - 1 ? c->odd : 0);
        src_at[r] = c->first_src + r * (c->bytes - 1);
    }
    step += step % 64 == 0 ? 0 : 64 - step % 64;
    for (int64_t i = 0; i < WINDOWS + 4; i++)
        offset[i] = (int32_t)(i * 37 % 11);
    for (int64_t i = 0; i < c->n * c->rows; i++)
        memcpy(want + i / c->rows * step + dst_at[i % c->rows],
               src + offset[i / c->rows] * c->scale + src_at[i % c->rows], (size_t)c->bytes);
    grn_window_rows w = {(size_t)c->bytes, c->rows, dst_at, src_at, step, c->scale, c->ahead, c->ahead > 4};
    move((char *)got, (const char *)src, offset, c->n, c->known, &w);
    take->fence();
    if (memcmp(got, want, written) != 0)
        fail_msg("%s: %" PRId64 " windows of %" PRId64 " rows of %" PRId64 " B, %" PRId64 " ahead of %" PRId64
                 " known%s",
                 c->set, c->n, c->rows, c->bytes, c->ahead, c->known, c->stream ? ", streamed" : "");
}

/* Of a single row the lists are 0. */
static void check_variants(windows c)
{
    static const int64_t ahead[][2] = {{0, 0}, {2, 0}, {2, 4}, {9, 0}};
    static const int64_t places[][3] = {{0, 0, 0}, {32, 0, 0}, {0, 5, 0}, {0, 0, 32}};
    for (size_t k = 0; k < GRN_COUNT(ahead) * GRN_COUNT(places) * 3; k++) {
        const int64_t *place = places[k % GRN_COUNT(places)],
                      *prefetch = ahead[k / GRN_COUNT(places) % GRN_COUNT(ahead)];
        c.n = k / GRN_COUNT(places) / GRN_COUNT(ahead) * 2;
        c.ahead = prefetch[0];
        c.known = c.n + prefetch[1];
        c.first_dst = c.rows == 1 ? 0 : place[0];
        c.first_src = c.rows == 1 ? 0 : place[1];
        c.odd = c.rows == 1 ? 0 : place[2];
        c.scale = k % 3 == 0 ? 64 : 3;
        check_windows(&c);
    }
}

static void test_windows(void **unused)
{
    static const int64_t bytes[] = {1,  2,  3,  4,   6,   8,   12,  13,  16,  20,  24,  28,  32,   40,   48,
                                    64, 80, 96, 100, 128, 160, 192, 256, 288, 300, 512, 544, 1024, 2100, MOST_BYTES};
    static const int64_t rows[] = {1, 2, 8};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t k = 0; take_of(s) != NULL && k < GRN_COUNT(bytes) * GRN_COUNT(rows) * 2; k++)
            if (bytes[k / 6] * rows[k / 2 % 3] < 6000)
                check_variants(
                    (windows){.set = sets[s], .bytes = bytes[k / 6], .rows = rows[k / 2 % 3], .stream = k % 2 != 0});
}

/* ---- copies past the caches, and hints ------------------------------------------------------- */

static void test_copies(void **unused)
{
    static const size_t lengths[] = {0, 1, 63, 64, 65, 128, 200, 1000};
    (void)unused;
    fill();
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (size_t k = 0; take_of(s) != NULL && k < GRN_COUNT(lengths) * 4; k++) {
            unsigned char *dst = to + 64 + k % 4 * 21;
            size_t bytes = lengths[k / 4];
            memset(to, 0xEE, sizeof to);
            take_of(s)->stream(dst, from + 1, bytes);
            take_of(s)->fence();
            assert_memory_equal(dst, from + 1, bytes);
            assert_true(dst[-1] == 0xEE && dst[bytes] == 0xEE);
            grn_kernels_named(sets[s])->prefetch(from, 130, k % 2 != 0); /* changes nothing */
        }
}

/* Every table answers NULL for what it has no kernel for. */
static void test_none(void **unused)
{
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sets) && grn_kernels_named(sets[s]) != NULL; s++) {
        const grn_kernels *k = grn_kernels_named(sets[s]);
        assert_true(k->replace(3) == NULL && k->replace(0) == NULL && k->replace(32) == NULL);
        assert_true(k->take->cells(32, false) == NULL && k->take->cells(3, false) == NULL);
        assert_true(k->take->strips(32) == NULL && k->take->put_outside(32) == NULL);
        assert_true(k->take->fused(GRN_I64, 32, false) == NULL && k->take->fused(GRN_F32, 4, false) == NULL);
        assert_true(k->take->gathered(GRN_I64, 2, false) == NULL && k->take->gathered(GRN_F32, 4, false) == NULL);
        assert_true(k->take->gathered(GRN_I8, 4, true) == NULL && k->take->gathered_cells(16, true) == NULL);
        assert_true(k->take->pairs(GRN_I64, 16, true) == NULL && k->take->pairs(GRN_F32, 4, true) == NULL);
        assert_true(k->take->runs(GRN_I64, 32) == NULL && k->take->runs(GRN_F32, 4) == NULL);
        assert_true(k->take->fused_rows(GRN_I64, 40, false) == NULL);
        assert_true(k->take->stream_windows(24, 8) == NULL);
    }
    assert_null(grn_kernels_named("sse9"));
    assert_ptr_equal(grn_kernels_here(), grn_kernels_named(grn_kernels_here()->name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_elements), cmocka_unit_test(test_cells),
                                       cmocka_unit_test(test_windows), cmocka_unit_test(test_copies),
                                       cmocka_unit_test(test_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
