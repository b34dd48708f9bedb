/* test_plan_filter_room.c - vectors of an owner that are kept back, up to as many as there is ever
 * room for: the reference's bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/sets.h"
#include "plan/scatter/scatter.h"

#define VECTORS 5000
#define PLACES 700

static void in_turn(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

static grn_tensor vector(void *data, grn_dtype dtype, int64_t n)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, 1, &n), GRN_OK);
    return t;
}

/* By each owner, of whom there may be one alone. */
static void filter(grn_plan *plan, int32_t parts)
{
    grn_choice choice = {grn_scatter_tables()->addressing, grn_scatter_tables()->partition, plan->choice.mover, NULL};
    while (strcmp(choice.addressing->name, "starts") != 0)
        choice.addressing++;
    while (strcmp(choice.partition->name, "owner filter") != 0)
        choice.partition++;
    plan->threads = 2;
    assert_null(grn_compose(plan, &choice));
    plan->threads = plan->cut.parts = parts;
}

static void check(const char *cpu, grn_dtype dtype, int64_t ahead, int32_t parts)
{
    static int64_t at[VECTORS];
    static double updates[VECTORS], want[PLACES], got[PLACES];
    const grn_parallel parallel = {in_turn, NULL, parts};
    const grn_scatter_spec spec = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .index = {.bounds = GRN_BOUNDS_SKIP},
        .combiner = GRN_COMBINE_ADD};
    const grn_plan_options options = {.mover = "cells", .parallel = &parallel, .cpu = cpu};
    grn_plan *plan;
    for (int i = 0; i < VECTORS; i++) {
        at[i] = (int64_t)i * 331 % PLACES;
        if (dtype == GRN_F64)
            updates[i] = i * 0.37 + 1;
        else
            ((float *)updates)[i] = (float)i * 0.37f + 1;
    }
    memset(want, 0, sizeof want);
    memset(got, 0, sizeof got);
    grn_tensor result = vector(want, dtype, PLACES), index = vector(at, GRN_I64, VECTORS),
               update = vector(updates, dtype, VECTORS);
    assert_int_equal(grn_scatter_reference(&spec, 1, &result, &index, &update, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 1, &result, &index, &update, &options, NULL, NULL, &plan), GRN_OK);
    filter(plan, parts);
    plan->conflicts.ahead = ahead;
    assert_int_equal(grn_plan_run_scatter(plan, (void *[]){got}, at, (const void *[]){updates}, NULL, NULL), GRN_OK);
    if (memcmp(want, got, sizeof want) != 0)
        fail_msg("%s, %s, %d kept back, %d parts: not the reference's bits", cpu, grn_dtype_text(dtype), (int)ahead,
                 (int)parts);
    grn_plan_destroy(plan);
}

static void as_many_as_there_is_room_for(void **state)
{
    static const char *const sets[] = {KERNEL_SETS(KERNEL_SET_NAME)};
    (void)state;
    for (size_t s = 0; s < GRN_COUNT(sets); s++)
        for (int64_t ahead = 0; grn_kernels_named(sets[s]) != NULL && ahead <= 600;
             ahead += ahead < 480 || ahead > 520 ? 40 : 1) {
            check(sets[s], GRN_F64, ahead, 1);
            check(sets[s], GRN_F32, ahead, 1);
            check(sets[s], GRN_F64, ahead, 2);
            check(sets[s], GRN_F64, 8 * ahead, 2);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_as_there_is_room_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
