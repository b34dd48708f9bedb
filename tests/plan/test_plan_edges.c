/*
 * test_plan_edges.c - plans where one way ends and another begins: indices of
 * few bits that would be other indices if they were read as many, and windows
 * of a caller's combiner around the room that there is for one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "access/spec.h"
#include "support/compositions.h"

static grn_tensor view(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}
#define VIEW(data, dtype, ...) \
    view((data), (dtype), (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]){__VA_ARGS__})

/* ---- indices of few bits --------------------------------------------------------------------- */

#define VECTORS 4096
#define PLACES 100

static const grn_dtype index_types[] = {GRN_I8,   GRN_UI8, GRN_I16,  GRN_UI16, GRN_I32,
                                        GRN_UI32, GRN_I64, GRN_UI64, GRN_INDEX};

/* One in `every` is not 0, so that as many read as one are an index in range too; little-endian. */
static void sparse_indices(unsigned char *raw, size_t bytes, size_t every)
{
    memset(raw, 0, VECTORS * bytes);
    for (size_t i = 0; i < VECTORS; i += every)
        raw[i * bytes] = (unsigned char)(i / every * 7 % PLACES);
}

static void run_scatter(const grn_scatter_spec *spec, const grn_tensor *want, const grn_tensor *index,
                        const grn_tensor *update, size_t every, const grn_plan_options *options)
{
    float got[PLACES] = {0};
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_scatter(spec, 1, want, index, update, options, NULL, NULL, &plan), GRN_OK);
    void *scratch = scratch_for_plan(plan);
    assert_int_equal(
        grn_plan_run_scatter(plan, (void *[]){got}, index->data, (const void *[]){update->data}, scratch, NULL),
        GRN_OK);
    if (memcmp(want->data, got, sizeof got) != 0)
        fail_msg("%s by %s, one in %zu not 0, %s: not the reference's bits", grn_combiner_text(spec->combiner),
                 grn_dtype_text(index->dtype), every, text_of_composition(options).text);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_scatter(grn_dtype index_dtype, size_t every, grn_combiner combiner, const grn_plan_options *options)
{
    static unsigned char raw[VECTORS * 8];
    static float updates[VECTORS];
    float want[PLACES] = {0};
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = combiner};
    sparse_indices(raw, grn_dtype_bytes(index_dtype), every);
    for (int i = 0; i < VECTORS; i++)
        updates[i] = (float)(i + 1) * (i % 3 == 0 ? 1e5f : 0.37f);
    grn_tensor result = VIEW(want, GRN_F32, PLACES), index = VIEW(raw, index_dtype, VECTORS),
               update = VIEW(updates, GRN_F32, VECTORS);
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    const composition_list all = compositions_of_scatter(&spec, 1, &result, &index, &update, options);
    assert_true(all.count > 0);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(options, &all.at[i]);
        run_scatter(&spec, &result, &index, &update, every, &named);
    }
}

static void run_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *index,
                       const grn_tensor *want, size_t every, const grn_plan_options *options)
{
    static float got[VECTORS];
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_gather(spec, operand, index, want, options, NULL, NULL, &plan), GRN_OK);
    memset(got, 0, sizeof got);
    void *scratch = scratch_for_plan(plan);
    assert_int_equal(grn_plan_run_gather(plan, operand->data, index->data, got, scratch, NULL), GRN_OK);
    if (memcmp(want->data, got, sizeof got) != 0)
        fail_msg("by %s, one in %zu not 0, %s", grn_dtype_text(index->dtype), every, text_of_composition(options).text);
    free(scratch);
    grn_plan_destroy(plan);
}

static void check_gather(grn_dtype index_dtype, size_t every, const grn_plan_options *options)
{
    static unsigned char raw[VECTORS * 8];
    static float want[VECTORS];
    float table[PLACES];
    const grn_gather_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .slice_sizes = {1, {1}},
        .index = {.bounds = GRN_BOUNDS_CLAMP}};
    sparse_indices(raw, grn_dtype_bytes(index_dtype), every);
    for (int i = 0; i < PLACES; i++)
        table[i] = (float)(i * i + 1);
    for (int i = 0; i < VECTORS; i++)
        want[i] = table[raw[(size_t)i * grn_dtype_bytes(index_dtype)]];
    grn_tensor operand = VIEW(table, GRN_F32, PLACES), index = VIEW(raw, index_dtype, VECTORS),
               result = VIEW(want, GRN_F32, VECTORS);
    const composition_list all = compositions_of_gather(&spec, &operand, &index, &result, options);
    assert_true(all.count > 0);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(options, &all.at[i]);
        run_gather(&spec, &operand, &index, &result, every, &named);
    }
}

static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

static void indices_of_few_bits(void **state)
{
    const grn_plan_options threads = {.parallel = &(grn_parallel){one_by_one, NULL, 3}};
    (void)state;
    for (size_t d = 0; d < GRN_COUNT(index_types); d++)
        for (size_t every = 1; every <= 8; every *= 2) {
            check_scatter(index_types[d], every, GRN_COMBINE_ADD, &threads);
            check_scatter(index_types[d], every, GRN_COMBINE_REPLACE, &threads);
            check_gather(index_types[d], every, &threads);
        }
}

/* ---- windows of a caller's combiner ---------------------------------------------------------- */

/* 2 * current + update, whose order shows. */
static grn_status doubled(void *user, int64_t count, void *const *current, const void *const *update)
{
    const grn_dtype dtype = *(const grn_dtype *)user;
    for (int64_t i = 0; i < count; i++)
        if (dtype == GRN_F32)
            ((float *)current[0])[i] = 2 * ((float *)current[0])[i] + ((const float *)update[0])[i];
        else if (dtype == GRN_F64)
            ((double *)current[0])[i] = 2 * ((double *)current[0])[i] + ((const double *)update[0])[i];
        else
            ((uint8_t *)current[0])[i] = (uint8_t)(2 * ((uint8_t *)current[0])[i] + ((const uint8_t *)update[0])[i]);
    return GRN_OK;
}

/* Rows of so many elements, `apart` elements from one to the next. */
static void check_window(grn_dtype dtype, int64_t row, int64_t apart)
{
    const size_t bytes = grn_dtype_bytes(dtype), room = (size_t)(3 * row * apart) * bytes;
    int64_t at[] = {2, 0, 2, 1, 2};
    unsigned char *want = calloc(1, room), *got = calloc(1, room), *updates = malloc((size_t)(5 * row) * bytes);
    const grn_scatter_spec spec = {.dims = {.offset_dims = {1, {1}},
                                            .collapsed_slice_dims = {1, {0}},
                                            .start_index_map = {1, {0}},
                                            .index_vector_dim = 1},
                                   .index = {.bounds = GRN_BOUNDS_SKIP},
                                   .combiner = GRN_COMBINE_REGION,
                                   .region = doubled,
                                   .region_user = &dtype};
    assert_true(want != NULL && got != NULL && updates != NULL);
    for (int64_t i = 0; i < 5 * row; i++) {
        const float f = (float)(i % 7);
        const double d = f;
        memcpy(updates + (size_t)i * bytes,
               dtype == GRN_F32   ? (const void *)&f
               : dtype == GRN_F64 ? (const void *)&d
                                  : (const void *)&i,
               bytes);
    }
    grn_tensor result = VIEW(want, dtype, 3, row * apart), index = VIEW(at, GRN_I64, 5),
               update = VIEW(updates, dtype, 5, row);
    result.shape[1] = row;
    result.stride[1] = apart;
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    result.data = got;
    assert_int_equal(grn_scatter(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    if (memcmp(want, got, room) != 0)
        fail_msg("%s, rows of %d elements, %d apart: not the reference's bits", grn_dtype_text(dtype), (int)row,
                 (int)apart);
    const composition_list all = compositions_of_scatter(&spec, 1, &result, &index, &update, NULL);
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(NULL, &all.at[i]);
        grn_plan *plan = NULL;
        memset(got, 0, room);
        assert_int_equal(grn_plan_scatter(&spec, 1, &result, &index, &update, &named, NULL, NULL, &plan), GRN_OK);
        assert_int_equal(grn_plan_scratch_bytes(plan), 0);
        assert_int_equal(grn_plan_run_scatter(plan, (void *[]){got}, at, (const void *[]){updates}, NULL, NULL),
                         GRN_OK);
        if (memcmp(want, got, room) != 0)
            fail_msg("%s, rows of %d elements, %d apart, %s: not the reference's bits", grn_dtype_text(dtype), (int)row,
                     (int)apart, text_of_composition(&named).text);
        grn_plan_destroy(plan);
    }
    free(want);
    free(got);
    free(updates);
}

static void windows_around_the_room(void **state)
{
    static const int64_t rows[] = {1,    2,    1000, 1023, 1024, 1025, 2043, 2044, 2045,
                                   2047, 2048, 2049, 4096, 8175, 8176, 8177, 8192, 20000};
    static const grn_dtype types[] = {GRN_F32, GRN_F64, GRN_UI8};
    (void)state;
    for (size_t t = 0; t < GRN_COUNT(types); t++)
        for (size_t r = 0; r < GRN_COUNT(rows); r++) {
            check_window(types[t], rows[r], 1);
            check_window(types[t], rows[r], 3);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(indices_of_few_bits),
                                       cmocka_unit_test(windows_around_the_room)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
