/*
 * test_plan_machines.c - what is chosen by the stored models of the machines met so far, held against what was found best
 * by measuring there: 33 cases of gathers and scatters, and shapes whose cause for being slow was found and mended.
 *
 * Where several rows were found alike, any of them may be chosen. Every plan is made anywhere: a model is figures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "kernels/kernels.h"
#include "support/plan_problem.h"

#define KI 1024
#define MI (1 << 20)

typedef enum which { INTEL = 1, ZEN3 = 2, ZEN5 = 4, ALL = 7 } which;

static const struct {
    which which;
    const char *name, *cpu;
} machines[] = {{INTEL, "intel-vm.txt", "avx512"}, {ZEN3, "zen3-vm.txt", "avx2"}, {ZEN5, "zen5-vm.txt", "avx512"}};

/* Names of rows; "*": any. `alone`: of two threads one does all, as dividing was found to lose. */
typedef struct expectation {
    which on;
    const char *addressings, *movers;
    bool alone;
} expectation;

typedef struct measured {
    plan_problem problem;
    expectation want[3]; /* up to the first that is on no machine */
} measured;

#define GATHER false
#define SCATTER true
#define ELEMENTS "|cells|streamed cells|"
#define ROWS "|rows|streamed rows|"
#define STREAMED "|streamed rows|"

static const measured cases[] = {
    /* ---- single elements ---- */
    {{"take_along_axis from rows of 2 KiB", GATHER, ALONG(1), 2, 2, 2, {32, 512}, {1, 1}, {32, 512}, {32, 512}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", ELEMENTS, false}}},
    {{"take_along_axis from rows of 8 KiB", GATHER, ALONG(1), 2, 2, 2, {1024, 2048}, {1, 1}, {1024, 1024}, {1024, 1024}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", ELEMENTS, false}}},
    {{"elements of 512 MiB", GATHER, ELEMENT_DIMS, 1, 1, 1, {128 * MI}, {1}, {8 * MI}, {8 * MI}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{INTEL, "|radix|fused|", ELEMENTS, false}, {ZEN3 | ZEN5, "|fused|", ELEMENTS, false}}},
    {{"elements of 512 MiB, sorted", GATHER, ELEMENT_DIMS, 1, 1, 1, {128 * MI}, {1}, {8 * MI}, {8 * MI}, GRN_F32, GRN_I32, 0, true, false, 0},
     {{ALL, "|fused|", "|streamed cells|", false}}},
    {{"along the first axis of 8192 x 16384", GATHER, ALONG(0), 2, 2, 2, {8192, 16384}, {1, 1}, {1024, 16384}, {1024, 16384}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|panels|", ELEMENTS, false}}},
    {{"along the middle axis of 64 x 512 x 1024", GATHER, ALONG_MIDDLE, 3, 3, 3, {64, 512, 1024}, {1, 1, 1}, {64, 128, 1024}, {64, 128, 1024}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|panels|fused|", ELEMENTS, false}}},
    {{"along the last axis of 4096 x 8192", GATHER, ALONG(1), 2, 2, 2, {4096, 8192}, {1, 1}, {4096, 8192}, {4096, 8192}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", "|streamed cells|", false}}},
    {{"bytes along the last axis", GATHER, ALONG(1), 2, 2, 2, {4096, 4096}, {1, 1}, {4096, 2048}, {4096, 2048}, GRN_I8, GRN_I32, 0, false, false, 0},
     {{ALL, "|fused|", ELEMENTS, false}}},
    {{"doubles along the last axis", GATHER, ALONG(1), 2, 2, 2, {4096, 4096}, {1, 1}, {4096, 2048}, {4096, 2048}, GRN_F64, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", "|streamed cells|", false}}},
    {{"32768 elements of 128 KiB", GATHER, ELEMENT_DIMS, 1, 1, 1, {32 * KI}, {1}, {32 * KI}, {32 * KI}, GRN_F32, GRN_I32, 0, false, false, 0},
     {{ALL, "|fused|", ELEMENTS, false}}},
    {{"512 columns of 65536 rows", GATHER, {.offset_dims = {1, {0}}, .collapsed_slice_dims = {1, {1}}, .start_index_map = {1, {1}}, .index_vector_dim = 1},
      2, 1, 2, {64 * KI, KI}, {64 * KI, 1}, {512}, {64 * KI, 512}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|offsets32|runs|fused|", ELEMENTS, false}}},
    {{"elements at two coordinates", GATHER, POINT_DIMS, 2, 2, 1, {8192, 16384}, {1, 1}, {4 * MI, 2}, {4 * MI}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|offsets32|", ELEMENTS, false}}},

    /* ---- rows and windows ---- */
    {{"rows of 16 B", GATHER, ROW_DIMS, 2, 1, 2, {MI, 4}, {1, 4}, {MI}, {MI, 4}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", "*", false}}},
    {{"rows of 64 B", GATHER, ROW_DIMS, 2, 1, 2, {MI, 16}, {1, 16}, {MI}, {MI, 16}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|offsets32|", STREAMED, false}}},
    {{"rows of 64 B, of 256 KiB", GATHER, ROW_DIMS, 2, 1, 2, {4096, 16}, {1, 16}, {256 * KI}, {256 * KI, 16}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|fused|", ROWS, false}}},
    {{"rows of 256 B", GATHER, ROW_DIMS, 2, 1, 2, {MI, 64}, {1, 64}, {MI / 2}, {MI / 2, 64}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "*", STREAMED, false}}},
    {{"rows of 512 B", GATHER, ROW_DIMS, 2, 1, 2, {MI, 128}, {1, 128}, {MI / 4}, {MI / 4, 128}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "*", STREAMED, false}}},
    {{"rows of 2 KiB", GATHER, ROW_DIMS, 2, 1, 2, {MI / 2, 512}, {1, 512}, {MI / 16}, {MI / 16, 512}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "*", STREAMED, false}}},
    {{"rows of 128 B of bf16", GATHER, ROW_DIMS, 2, 1, 2, {MI, 64}, {1, 64}, {MI}, {MI, 64}, GRN_BF16, GRN_I32, 0, false, false, 0},
     {{ALL, "*", STREAMED, false}}},
    {{"rows of 64 B of 512 matrices", GATHER, {.offset_dims = {2, {0, 2}}, .collapsed_slice_dims = {1, {1}}, .start_index_map = {1, {1}}, .index_vector_dim = 1},
      3, 1, 3, {512, 4096, 16}, {512, 1, 16}, {2048}, {512, 2048, 16}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|offsets32|", STREAMED, false}}},
    {{"rows of 128 B at two coordinates", GATHER, {.offset_dims = {1, {1}}, .collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1},
      3, 2, 2, {KI, KI, 32}, {1, 1, 32}, {MI / 2, 2}, {MI / 2, 32}, GRN_F32, GRN_I32, 0, false, false, 0},
     {{ALL, "|offsets32|", STREAMED, false}}},
    {{"windows of 8 x 8", GATHER, WINDOW_DIMS, 2, 2, 3, {4096, 4096}, {8, 8}, {64 * KI, 2}, {64 * KI, 8, 8}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|offsets32|offsets64|", "|rows|", false}}},
    {{"windows of 1 x 128", GATHER, WINDOW_DIMS, 2, 2, 3, {4096, 4096}, {1, 128}, {64 * KI, 2}, {64 * KI, 1, 128}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|offsets32|", STREAMED, false}}},
    {{"rows of 256 B of batches", GATHER, BATCHED_ROWS, 3, 2, 3, {64, 8192, 64}, {1, 1, 64}, {64, 4096}, {64, 4096, 64}, GRN_F32, GRN_I64, 0, false, false, 0},
     {{ALL, "|offsets32|", STREAMED, false}}},

    /* ---- scatters of elements ---- */
    {{"adds to rows of 2 KiB", SCATTER, ALONG(1), 2, 2, 2, {32, 512}, {0}, {32, 512}, {32, 512}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|", "|cells|", false}}},
    {{"adds to 512 MiB", SCATTER, ELEMENT_DIMS, 1, 1, 1, {128 * MI}, {0}, {8 * MI}, {8 * MI}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{INTEL, "|radix|", "|cells|", false}, {ZEN3, "|radix|starts|", "|cells|", false}, {ZEN5, "|fused|radix|starts|", "|cells|", false}}},
    {{"adds to 20 MiB", SCATTER, ELEMENT_DIMS, 1, 1, 1, {5 * MI}, {0}, {4 * MI}, {4 * MI}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|cells|", false}}},
    {{"adds along the first axis of 8192 x 16384", SCATTER, ALONG(0), 2, 2, 2, {8192, 16384}, {0}, {1024, 16384}, {1024, 16384}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{INTEL, "|columns|", "|cells|", false}, {ZEN3 | ZEN5, "|columns|panels|batches|", "|cells|", false}}},
    {{"adds along the first axis, to 17 MB", SCATTER, ALONG(0), 2, 2, 2, {4250, 1000}, {0}, {1024, 1000}, {1024, 1000}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{INTEL, "|columns|fused|batches|", "|cells|", false}, {ZEN3 | ZEN5, "|columns|panels|", "|cells|", false}}},
    {{"puts along the first axis, to 17 MB", SCATTER, ALONG(0), 2, 2, 2, {4250, 1000}, {0}, {1024, 1000}, {1024, 1000}, GRN_F32, GRN_I64, GRN_COMBINE_REPLACE, false, false, 0},
     {{INTEL, "|columns|fused|batches|", "|cells|", false}, {ZEN3 | ZEN5, "|columns|panels|", "|cells|", false}}},
    {{"adds along the first axis, to 40 MB", SCATTER, ALONG(0), 2, 2, 2, {10000, 1000}, {0}, {2048, 1000}, {2048, 1000}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{INTEL, "|columns|fused|batches|", "|cells|", false}, {ZEN3 | ZEN5, "|columns|panels|", "|cells|", false}}},
    {{"puts along the last axis of 4096 x 8192", SCATTER, ALONG(1), 2, 2, 2, {4096, 8192}, {0}, {4096, 4096}, {4096, 4096}, GRN_F32, GRN_I64, GRN_COMBINE_REPLACE, false, false, 0},
     {{ALL, "|fused|batches|", "|cells|", false}}},

    /* ---- scatters of rows ---- */
    {{"puts rows of 512 B", SCATTER, ROW_DIMS, 2, 1, 2, {MI, 128}, {0}, {MI / 4}, {MI / 4, 128}, GRN_F32, GRN_I64, GRN_COMBINE_REPLACE, false, false, 0},
     {{ALL, "|fused|starts|", STREAMED, false}}},
    {{"adds rows of 64 B", SCATTER, ROW_DIMS, 2, 1, 2, {MI, 16}, {0}, {MI}, {MI, 16}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|rows|", false}}},
    {{"adds rows of 96 B", SCATTER, ROW_DIMS, 2, 1, 2, {MI, 24}, {0}, {MI / 2}, {MI / 2, 24}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|rows|", false}}},
    {{"adds rows of 256 B", SCATTER, ROW_DIMS, 2, 1, 2, {MI, 64}, {0}, {MI / 2}, {MI / 2, 64}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|rows|", false}}},
    {{"adds rows of 1 KiB", SCATTER, ROW_DIMS, 2, 1, 2, {MI / 4, 256}, {0}, {MI / 8}, {MI / 8, 256}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|rows|", false}}},
    {{"adds at two coordinates", SCATTER, POINT_DIMS, 2, 2, 1, {8192, 16384}, {0}, {4 * MI, 2}, {4 * MI}, GRN_F32, GRN_I64, GRN_COMBINE_ADD, false, false, 0},
     {{ALL, "|fused|starts|", "|cells|", false}}},
};

/* "|a|b|" has the name, and no part of one. */
static bool has_name(const char *names, const char *name)
{
    char between[64];
    snprintf(between, sizeof between, "|%s|", name);
    return strcmp(names, "*") == 0 || strstr(names, between) != NULL;
}

static void expect_choice(const plan_problem *p, const expectation *want, size_t number, int32_t threads)
{
    const grn_parallel parallel = {for_nobody, NULL, threads};
    grn_machine m;
    grn_plan_report r;
    grn_plan *plan;
    stored_machine(machines[number].name, &m);
    const grn_plan_options options = {.machine = &m, .parallel = &parallel, .cpu = machines[number].cpu};
    assert_int_equal(plan_problem_plan(p, &options, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
    grn_plan_destroy(plan);
    if (!has_name(want->addressings, r.addressing) || !has_name(want->movers, r.mover))
        fail_msg("%s on %s, %d threads: %s, %s, not one of %s, %s", p->claim, machines[number].name, (int)threads, r.addressing,
                 r.mover, want->addressings, want->movers);
    if ((r.parts > 1) != (threads > 1 && !want->alone))
        fail_msg("%s on %s, %d threads: %d parts", p->claim, machines[number].name, (int)threads, (int)r.parts);
}

static void expect_case(const measured *c, size_t number)
{
    for (const expectation *want = c->want; want < c->want + GRN_COUNT(c->want); want++)
        if ((want->on & machines[number].which) != 0)
            for (int32_t threads = 1; threads <= 2; threads++)
                expect_choice(&c->problem, want, number, threads);
}

static void test_choices(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(machines); i++)
        for (size_t k = 0; k < GRN_COUNT(cases); k++)
            if (grn_kernels_named(machines[i].cpu) != NULL) /* its kernels are in this build, and run here */
                expect_case(&cases[k], i);
}

/* Every case says what is wanted on every machine. */
static void test_cases_are_whole(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < GRN_COUNT(cases); k++) {
        unsigned told = 0;
        for (size_t i = 0; i < GRN_COUNT(cases[k].want); i++)
            told |= (unsigned)cases[k].want[i].on;
        assert_int_equal(told, ALL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_choices), cmocka_unit_test(test_cases_are_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
