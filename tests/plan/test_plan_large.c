/*
 * test_plan_large.c - gathers and scatters whose tensors are large or small beside this machine's
 * caches, which is what rows are chosen by, and what some look to while they run: the bits of the
 * reference by every composition. Sizes come from the caches, so that each way is taken on every
 * machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/sets.h"
#include "plan/scatter/scatter.h"
#include "support/compositions.h"

typedef enum draw {
    ANYWHERE,
    IN_ORDER,     /* neighbours are near */
    A_FEW,        /* a few lines get all */
    OUT_AT_TIMES, /* ... anywhere but for stretches that are out of range */
} draw;

#define ELEMENTS                                                                             \
    {                                                                                        \
        .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define ROWS                                                                                                          \
    {                                                                                                                 \
        .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define PAIRS                                                                                      \
    {                                                                                              \
        .collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1 \
    }
/* Of two dimensions, `axis` by indices and the other a batch. */
#define ALONG(axis)                                                                                             \
    {                                                                                                           \
        .collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {1, {1 - (axis)}},                        \
        .start_indices_batching_dims = {1, {1 - (axis)}}, .start_index_map = {1, {axis}}, .index_vector_dim = 2 \
    }
/* Of three, the middle one by indices. */
#define ALONG_MIDDLE                                                                                   \
    {                                                                                                  \
        .collapsed_slice_dims = {1, {1}}, .operand_batching_dims = {2, {0, 2}},                        \
        .start_indices_batching_dims = {2, {0, 2}}, .start_index_map = {1, {1}}, .index_vector_dim = 3 \
    }

typedef struct large_case {
    const char *claim;
    grn_dimension_numbers dims;
    int32_t rank, index_rank, dense_rank;
    int64_t operand[3], indices[3], dense[3];
    grn_dtype dtype, index_dtype;
    draw draw;
    grn_combiner combiner;
    grn_bounds bounds;
    const char *mover; /* that has to be among those that apply; NULL: any */
    int32_t threads;   /* of a second run; 0: there is none */
    uint64_t reversed; /* dimensions of the operand */
    bool unique;
} large_case;

static int64_t l2_bytes(void)
{
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_here(&m);
    return (int64_t)m.l2_bytes;
}

static int64_t last_bytes(void)
{
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_here(&m);
    return (int64_t)m.last_bytes;
}

typedef struct buffers {
    grn_tensor operand, indices, dense;
    unsigned char *operand_bytes, *index_bytes, *dense_bytes, *want; /* want: of the destination */
    size_t bytes;                                                    /* of the destination */
} buffers;

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 4;
}

static void *room_for(grn_tensor *t, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    assert_int_equal(grn_tensor_init(t, NULL, dtype, rank, shape), GRN_OK);
    t->data = calloc(1, grn_tensor_bytes(t));
    assert_non_null(t->data);
    return t->data;
}

static int64_t index_of(const large_case *c, int64_t i, int64_t count, int64_t extent, uint32_t *state)
{
    if (c->draw == IN_ORDER)
        return (int64_t)((double)i / (double)count * (double)extent);
    if (c->draw == A_FEW)
        return next_random(state) % 40;
    if (c->draw == OUT_AT_TIMES && (i % 7000 < 2500 || i % 300 == 99))
        return i % 3 == 0 ? -1 - i % 2 : extent + i % 5;
    return next_random(state) % extent;
}

static void draw_indices(const large_case *c, const buffers *b)
{
    const int64_t count = grn_tensor_elements(&b->indices), pair = c->dims.start_index_map.count;
    const size_t bytes = grn_dtype_bytes(c->index_dtype);
    uint32_t state = 1;
    for (int64_t i = 0; i < count; i++) {
        int64_t value = index_of(c, i, count, c->operand[c->dims.start_index_map.v[i % pair]], &state);
        memcpy(b->index_bytes + (size_t)i * bytes, &value, bytes); /* little-endian */
    }
}

/* Small whole numbers, whose sums are exact in every type. */
static void put_numbers(void *to, grn_dtype dtype, int64_t count)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    uint32_t state = 7;
    for (int64_t i = 0; i < count; i++) {
        const uint32_t number = next_random(&state) % 5 + 1;
        const double part[2] = {number, 1};
        const float single = (float)number;
        memcpy((char *)to + (size_t)i * bytes,
               bytes >= 8   ? (const void *)part
               : bytes == 4 ? (const void *)&single
                            : &number,
               bytes);
    }
}

static void set_up(const large_case *c, bool is_scatter, buffers *b)
{
    b->operand_bytes = room_for(&b->operand, c->dtype, c->rank, c->operand);
    b->index_bytes = room_for(&b->indices, c->index_dtype, c->index_rank, c->indices);
    b->dense_bytes = room_for(&b->dense, c->dtype, c->dense_rank, c->dense);
    draw_indices(c, b);
    if (is_scatter) /* the operand begins as zeros, which takes no memory */
        put_numbers(b->dense_bytes, c->dtype, grn_tensor_elements(&b->dense));
    else
        put_numbers(b->operand_bytes, c->dtype, grn_tensor_elements(&b->operand));
    b->bytes = grn_tensor_bytes(is_scatter ? &b->operand : &b->dense);
    b->want = calloc(1, b->bytes);
    assert_non_null(b->want);
    if (c->reversed != 0)
        grn_view_reverse(&b->operand, c->reversed, &b->operand);
}

static void tear_down(buffers *b)
{
    free(b->operand_bytes);
    free(b->index_bytes);
    free(b->dense_bytes);
    free(b->want);
}

/* ---- running --------------------------------------------------------------------------------- */

static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks; i-- > 0;)
        task(context, i);
}

static void expect(const large_case *c, const buffers *b, const void *got, const grn_plan_options *options)
{
    if (memcmp(got, b->want, b->bytes) != 0)
        fail_msg("%s by %s on %s, %d threads: not the bits of the reference", c->claim,
                 text_of_composition(options).text, options->cpu,
                 options->parallel != NULL ? (int)options->parallel->threads : 1);
}

typedef void (*run_fn)(const large_case *c, buffers *b, const grn_plan_options *options);
typedef composition_list (*list_fn)(const large_case *c, const buffers *b, const grn_plan_options *options);

static void every_composition(const large_case *c, buffers *b, run_fn run, list_fn list,
                              const grn_plan_options *options)
{
    const composition_list all = list(c, b, options);
    bool seen = c->mover == NULL;
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(options, &all.at[i]);
        run(c, b, &named);
        seen = seen || strcmp(named.mover, c->mover) == 0;
    }
    if (!seen)
        fail_msg("%s: %s does not apply", c->claim, c->mover);
}

static void every_way(const large_case *c, buffers *b, run_fn run, list_fn list)
{
    static const char *const cpus[] = {KERNEL_SETS(KERNEL_SET_NAME)};
    const grn_parallel parallel = {one_by_one, NULL, c->threads};
    for (size_t k = 0; k < 2 * GRN_COUNT(cpus); k++) {
        const grn_plan_options options = {.cpu = cpus[k / 2], .parallel = k % 2 != 0 ? &parallel : NULL};
        if (grn_kernels_named(cpus[k / 2]) == NULL || (k % 2 != 0 && c->threads == 0))
            continue;
        run(c, b, &options);
        every_composition(c, b, run, list, &options);
    }
}

/* ---- gathers --------------------------------------------------------------------------------- */

static grn_gather_spec gather_of(const large_case *c)
{
    grn_gather_spec spec = {
        .dims = c->dims, .index.bounds = c->bounds, .slice_sizes = {c->rank, {1, 1, 1}}, .fill = {9, 9, 9, 9}};
    if (c->dims.offset_dims.count > 0)
        spec.slice_sizes.v[1] = c->operand[1];
    return spec;
}

static composition_list list_gathers(const large_case *c, const buffers *b, const grn_plan_options *options)
{
    const grn_gather_spec spec = gather_of(c);
    return compositions_of_gather(&spec, &b->operand, &b->indices, &b->dense, options);
}

static void run_gather(const large_case *c, buffers *b, const grn_plan_options *options)
{
    const grn_gather_spec spec = gather_of(c);
    grn_plan *plan;
    assert_int_equal(grn_plan_gather(&spec, &b->operand, &b->indices, &b->dense, options, NULL, NULL, &plan), GRN_OK);
    void *scratch = scratch_for_plan(plan);
    memset(b->dense_bytes, 0xEE, b->bytes);
    assert_int_equal(grn_plan_run_gather(plan, b->operand.data, b->index_bytes, b->dense_bytes, scratch, NULL), GRN_OK);
    expect(c, b, b->dense_bytes, options);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_gather(const large_case *c)
{
    buffers b;
    const grn_gather_spec spec = gather_of(c);
    set_up(c, false, &b);
    grn_tensor want = b.dense;
    want.data = b.want;
    assert_int_equal(grn_gather_reference(&spec, &b.operand, &b.indices, &want, NULL), GRN_OK);
    every_way(c, &b, run_gather, list_gathers);
    tear_down(&b);
}

static void test_gathers(void **unused)
{
    const int64_t l2 = l2_bytes();
    const int64_t rows = l2 / 2 / 4096 + 3; /* of 4 KiB: more than half the second cache */
    const int64_t many = l2 / 4096 * 4;
    const large_case cases[] = {
        {"short rows, one after the other",
         ALONG(1),
         2,
         2,
         2,
         {rows, 1024},
         {rows, 512},
         {rows, 512},
         GRN_F32,
         GRN_I32,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         "cells",
         3,
         0,
         false},
        {"short rows, reversed",
         ALONG(1),
         2,
         2,
         2,
         {rows, 1024},
         {rows, 400},
         {rows, 400},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         "cells",
         0,
         2,
         false},
        {"short rows of which few elements are taken",
         ALONG(1),
         2,
         2,
         2,
         {rows, 1024},
         {rows, 40},
         {rows, 40},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         NULL,
         0,
         0,
         false},
        {"short rows of which many are",
         ALONG(1),
         2,
         2,
         2,
         {rows, 1024},
         {rows, 1200},
         {rows, 1200},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         NULL,
         0,
         0,
         false},
        {"the middle one of three dimensions",
         ALONG_MIDDLE,
         3,
         3,
         3,
         {40, 60, 70},
         {40, 9, 70},
         {40, 9, 70},
         GRN_F32,
         GRN_I32,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         NULL,
         3,
         0,
         false},
        {"pairs far apart",
         PAIRS,
         2,
         2,
         1,
         {rows, 3000},
         {20000, 2},
         {20000},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         NULL,
         3,
         0,
         false},
        {"rows, some of them out of range",
         ROWS,
         2,
         1,
         2,
         {5000, 8},
         {9000},
         {9000, 8},
         GRN_F32,
         GRN_I64,
         OUT_AT_TIMES,
         0,
         GRN_BOUNDS_FILL,
         NULL,
         3,
         0,
         false},
        {"elements, some of them out of range",
         ELEMENTS,
         1,
         1,
         1,
         {l2},
         {30000},
         {30000},
         GRN_F64,
         GRN_I32,
         OUT_AT_TIMES,
         0,
         GRN_BOUNDS_FILL,
         NULL,
         3,
         0,
         false},
        {"rows of 4 KiB past the caches",
         ROWS,
         2,
         1,
         2,
         {300, 1024},
         {many},
         {many, 1024},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         0,
         GRN_BOUNDS_CLAMP,
         NULL,
         3,
         0,
         false},
    };
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        check_gather(&cases[i]);
}

/* ---- scatters -------------------------------------------------------------------------------- */

/* current = 2 * current + update, on bytes: tells the order. */
static grn_status append(void *user, int64_t count, void *const *current, const void *const *update)
{
    const int64_t bytes = *(const int64_t *)user * count;
    unsigned char *to = current[0];
    const unsigned char *from = update[0];
    for (int64_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(2 * to[i] + from[i]);
    return GRN_OK;
}

static int64_t element_bytes;

static grn_scatter_spec scatter_of(const large_case *c)
{
    element_bytes = (int64_t)grn_dtype_bytes(c->dtype);
    return (grn_scatter_spec){.dims = c->dims,
                              .index = {.bounds = c->bounds, .unique_indices = c->unique},
                              .combiner = c->combiner,
                              .region = append,
                              .region_user = &element_bytes};
}

/* Rewinds the destination without writing to pages that nothing was scattered to. */
static void rewind_operand(buffers *b)
{
    for (size_t at = 0; at < b->bytes; at += 4096) {
        size_t n = b->bytes - at < 4096 ? b->bytes - at : 4096;
        static const unsigned char zeros[4096];
        if (memcmp(b->operand_bytes + at, zeros, n) != 0)
            memset(b->operand_bytes + at, 0, n);
    }
}

static composition_list list_scatters(const large_case *c, const buffers *b, const grn_plan_options *options)
{
    const grn_scatter_spec spec = scatter_of(c);
    return compositions_of_scatter(&spec, 1, &b->operand, &b->indices, &b->dense, options);
}

static void run_scatter(const large_case *c, buffers *b, const grn_plan_options *options)
{
    const grn_scatter_spec spec = scatter_of(c);
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(&spec, 1, &b->operand, &b->indices, &b->dense, options, NULL, NULL, &plan),
                     GRN_OK);
    void *scratch = scratch_for_plan(plan);
    assert_int_equal(grn_plan_run_scatter(plan, (void *const[]){b->operand.data}, b->index_bytes,
                                          (const void *const[]){b->dense_bytes}, scratch, NULL),
                     GRN_OK);
    expect(c, b, b->operand_bytes, options);
    rewind_operand(b);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_scatter(const large_case *c)
{
    buffers b;
    const grn_scatter_spec spec = scatter_of(c);
    set_up(c, true, &b);
    grn_tensor want = b.operand;
    want.data = b.want + ((const unsigned char *)b.operand.data - b.operand_bytes);
    assert_int_equal(grn_scatter_reference(&spec, 1, &want, &b.indices, &b.dense, NULL), GRN_OK);
    every_way(c, &b, run_scatter, list_scatters);
    tear_down(&b);
}

static void test_scatters(void **unused)
{
    const int64_t l2 = l2_bytes();
    const int64_t rows = l2 / 4096 + 8;           /* of 4 KiB: more than the second cache */
    const int64_t past = l2 / 4 + 1000;           /* floats of it */
    const int64_t most = last_bytes() / 8 + 1000; /* ... of half of all */
    const large_case cases[] = {
        {"short rows, one followed by the next",
         ALONG(1),
         2,
         2,
         2,
         {rows, 1024},
         {rows, 300},
         {rows, 300},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         "cells",
         3,
         0,
         false},
        {"in order",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {20000},
         {20000},
         GRN_F32,
         GRN_I64,
         IN_ORDER,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         "cells",
         3,
         0,
         false},
        {"mostly to a few",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {70000},
         {70000},
         GRN_F32,
         GRN_I64,
         A_FEW,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         "cells",
         3,
         0,
         false},
        {"anywhere, by indices of 32 bits",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {70000},
         {70000},
         GRN_F32,
         GRN_I32,
         ANYWHERE,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         "cells",
         100,
         0,
         false},
        {"anywhere in more than half of all caches",
         ELEMENTS,
         1,
         1,
         1,
         {most},
         {40000},
         {40000},
         GRN_F32,
         GRN_I64,
         IN_ORDER,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"some out of range",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {30000},
         {30000},
         GRN_F32,
         GRN_I64,
         OUT_AT_TIMES,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"some out of range, clamped",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {30000},
         {30000},
         GRN_F32,
         GRN_I32,
         OUT_AT_TIMES,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_CLAMP,
         NULL,
         3,
         0,
         false},
        {"rows of which some are out of range",
         ROWS,
         2,
         1,
         2,
         {5000, 8},
         {9000},
         {9000, 8},
         GRN_F32,
         GRN_I64,
         OUT_AT_TIMES,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"rows of which some are out of range, clamped",
         ROWS,
         2,
         1,
         2,
         {5000, 8},
         {9000},
         {9000, 8},
         GRN_F32,
         GRN_I32,
         OUT_AT_TIMES,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_CLAMP,
         NULL,
         3,
         0,
         false},
        {"rows of lines past all caches, promised unique",
         ROWS,
         2,
         1,
         2,
         {most / 1024 + 1, 1024},
         {rows},
         {rows, 1024},
         GRN_F32,
         GRN_I64,
         IN_ORDER,
         GRN_COMBINE_REPLACE,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         true},
        {"columns",
         ALONG(0),
         2,
         2,
         2,
         {64, 600},
         {70, 600},
         {70, 600},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"columns far apart",
         ALONG(0),
         2,
         2,
         2,
         {past / 512 + 1, 512},
         {100, 512},
         {100, 512},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_REPLACE,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"the middle one of three dimensions",
         ALONG_MIDDLE,
         3,
         3,
         3,
         {20, 60, 70},
         {20, 30, 70},
         {20, 30, 70},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_ADD,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"a region on bytes, across",
         ALONG(1),
         2,
         2,
         2,
         {64, 100},
         {64, 1100},
         {64, 1100},
         GRN_UI8,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         3,
         0,
         false},
        {"a region on 2 B, across, reversed",
         ALONG(1),
         2,
         2,
         2,
         {64, 100},
         {64, 701},
         {64, 701},
         GRN_UI16,
         GRN_I64,
         OUT_AT_TIMES,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         0,
         3,
         false},
        {"a region on 4 B, across",
         ALONG(1),
         2,
         2,
         2,
         {64, 100},
         {64, 300},
         {64, 300},
         GRN_I32,
         GRN_I32,
         ANYWHERE,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_CLAMP,
         NULL,
         0,
         0,
         false},
        {"a region on 16 B, across",
         ALONG(1),
         2,
         2,
         2,
         {33, 90},
         {33, 131},
         {33, 131},
         GRN_C128,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         0,
         0,
         false},
        {"a region on columns",
         ALONG(0),
         2,
         2,
         2,
         {64, 600},
         {70, 600},
         {70, 600},
         GRN_F32,
         GRN_I64,
         ANYWHERE,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         0,
         0,
         false},
        {"a region on far elements",
         ELEMENTS,
         1,
         1,
         1,
         {past},
         {20000},
         {20000},
         GRN_F32,
         GRN_I64,
         OUT_AT_TIMES,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         0,
         0,
         false},
        {"a region on rows",
         ROWS,
         2,
         1,
         2,
         {5000, 8},
         {9000},
         {9000, 8},
         GRN_F32,
         GRN_I64,
         OUT_AT_TIMES,
         GRN_COMBINE_REGION,
         GRN_BOUNDS_SKIP,
         NULL,
         0,
         0,
         false},
    };
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        check_scatter(&cases[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gathers), cmocka_unit_test(test_scatters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
