/*
 * test_plan_staged.c - rows that no kernel stores past the caches by itself go
 * through a stage: windows of every size around what the stage holds. And
 * panels, where a loop uses the operand's rows again, may be named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "support/compositions.h"
#include "support/guard.h"

static int staged; /* plans that had a stage */

static grn_tensor view(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

static void run(grn_plan *plan, const void *operand, const void *indices, void *result)
{
    void *scratch = scratch_for_plan(plan);
    assert_int_equal(grn_plan_run_gather(plan, operand, indices, result, scratch, NULL), GRN_OK);
    free(scratch);
    grn_plan_destroy(plan);
}

/* As for a result beyond the caches. */
static void stream_rows(grn_plan *plan)
{
    grn_choice choice = plan->choice;
    while (strcmp(choice.mover->name, "streamed rows") != 0)
        choice.mover++;
    plan->traits.small = false;
    const char *obstacle = grn_compose(plan, &choice);
    if (obstacle != NULL)
        fail_msg("rows are not streamed: %s", obstacle);
    staged += plan->prepared.staged;
}

#define TABLE 7
#define VECTORS 61

/* Windows [rows, bytes] of a table [TABLE, rows, bytes + 3], so that rows lie apart there and
 * together in the result. */
static void check_staged(int64_t rows, int64_t bytes)
{
    const int64_t shape[] = {TABLE, rows, bytes + 3}, out[] = {VECTORS, rows, bytes}, n = VECTORS;
    unsigned char *table = malloc((size_t)(TABLE * rows * (bytes + 3))),
                  *got = malloc((size_t)(VECTORS * rows * bytes) + 1);
    int64_t at[VECTORS];
    const grn_gather_spec spec = {.dims = {.offset_dims = {2, {1, 2}},
                                           .collapsed_slice_dims = {1, {0}},
                                           .start_index_map = {1, {0}},
                                           .index_vector_dim = 1},
                                  .slice_sizes = {3, {1, rows, bytes}},
                                  .index = {.bounds = GRN_BOUNDS_CLAMP}};
    grn_plan *plan;
    assert_true(table != NULL && got != NULL);
    for (int64_t i = 0; i < TABLE * rows * (bytes + 3); i++)
        table[i] = (unsigned char)(i * 7 + i / 251);
    for (int64_t i = 0; i < VECTORS; i++)
        at[i] = i * 5 % TABLE;
    for (int shift = 0; shift < 2; shift++) {
        grn_tensor operand = view(table, GRN_UI8, 3, shape), index = view(at, GRN_I64, 1, &n),
                   result = view(got + shift, GRN_UI8, 3, out);
        const grn_plan_options options = {.addressing = "offsets32", .mover = "rows"};
        assert_int_equal(grn_plan_gather(&spec, &operand, &index, &result, &options, NULL, NULL, &plan), GRN_OK);
        stream_rows(plan);
        memset(got, 0, (size_t)(VECTORS * rows * bytes) + 1);
        run(plan, table, at, got + shift);
        for (int64_t i = 0; i < VECTORS; i++)
            for (int64_t r = 0; r < rows; r++)
                if (memcmp(got + shift + (i * rows + r) * bytes, table + (at[i] * rows + r) * (bytes + 3),
                           (size_t)bytes) != 0)
                    fail_msg("windows of %d rows of %d bytes: window %d", (int)rows, (int)bytes, (int)i);
    }
    free(table);
    free(got);
}

static void windows_around_the_stage(void **state)
{
    static const int64_t rows[] = {1, 2, 3}, bytes[] = {65,   100,  511,  681,  682,  683,  1023, 1025, 2047,
                                                        2049, 2731, 4095, 4097, 8127, 8129, 8191, 8193, 9001};
    (void)state;
    for (size_t r = 0; r < GRN_COUNT(rows); r++)
        for (size_t b = 0; b < GRN_COUNT(bytes); b++)
            check_staged(rows[r], bytes[b]);
    assert_true(staged > 0);
}

/* Elements of a column each, by an index for each: the first dimension of a table, as torch.gather
 * has it. */
static void panels_may_be_named(void **state)
{
    enum { ROWS = 50, COLUMNS = 400, LINES = 300 };
    static float got[LINES * COLUMNS];
    static int64_t at[LINES * COLUMNS];
    const int64_t shape[] = {ROWS, COLUMNS}, out[] = {LINES, COLUMNS};
    const grn_gather_spec spec = {.dims = {.operand_batching_dims = {1, {1}},
                                           .start_indices_batching_dims = {1, {1}},
                                           .collapsed_slice_dims = {1, {0}},
                                           .start_index_map = {1, {0}},
                                           .index_vector_dim = 2},
                                  .slice_sizes = {2, {1, 1}},
                                  .index = {.bounds = GRN_BOUNDS_CLAMP}};
    const grn_plan_options options = {.addressing = "panels"};
    const grn_guarded room = grn_guarded_make(ROWS * COLUMNS * sizeof(float));
    float *table = grn_guarded_at(&room, ROWS * COLUMNS * sizeof(float), 1);
    grn_plan *plan;
    (void)state;
    grn_guarded_claim("a panel has the operand's rows and no more");
    for (int i = 0; i < ROWS * COLUMNS; i++)
        table[i] = (float)i;
    for (int i = 0; i < LINES * COLUMNS; i++)
        at[i] = (int64_t)i * 31 % ROWS;
    grn_tensor operand = view(table, GRN_F32, 2, shape), index = view(at, GRN_I64, 2, out),
               result = view(got, GRN_F32, 2, out);
    assert_int_equal(grn_plan_gather(&spec, &operand, &index, &result, &options, NULL, NULL, &plan), GRN_OK);
    run(plan, table, at, got);
    for (int i = 0; i < LINES * COLUMNS; i++)
        if (got[i] != table[at[i] * COLUMNS + i % COLUMNS])
            fail_msg("element %d", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_around_the_stage),
                                       cmocka_unit_test(panels_may_be_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
