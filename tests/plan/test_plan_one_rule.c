/*
 * test_plan_one_rule.c - the one-shot call and a plan choose by one rule.
 *
 * What the one-shot call reports of itself is what a plan of the same tensors has, without threads,
 * figures or scratch; and where it goes past all plans, that is the row "small". On random specs,
 * and on small gathers and scatters of whole rows of every dtype, up to beyond the sizes at which
 * they are small.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"
#include "support/random_spec.h"

typedef struct problem {
    bool is_scatter;
    const grn_gather_spec *gather;
    const grn_scatter_spec *scatter;
    size_t n;
    const grn_tensor *operand, *indices, *dense;
} problem;

static void run_none(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user, (void)ntasks, (void)task, (void)context;
}

/* Elements that a run of the interpreter moves in one shot, whatever threads it has. */
#define UNDIVIDED 32

/* The plan of so few has several threads to choose from. */
static void describe(const problem *p, grn_plan_report *once, grn_plan_report *planned)
{
    static const grn_parallel many = {run_none, NULL, 8};
    const grn_plan_options on_many = {.parallel = &many};
    const grn_plan_options *options = p->n == 1 && grn_tensor_elements(p->dense) <= UNDIVIDED ? &on_many : NULL;
    grn_plan *plan;
    if (p->is_scatter) {
        assert_int_equal(grn_scatter_describe(p->scatter, p->n, p->operand, p->indices, p->dense, NULL, once), GRN_OK);
        assert_int_equal(
            grn_plan_scatter(p->scatter, p->n, p->operand, p->indices, p->dense, options, NULL, NULL, &plan), GRN_OK);
    } else {
        assert_int_equal(grn_gather_describe(p->gather, p->operand, p->indices, p->dense, NULL, once), GRN_OK);
        assert_int_equal(grn_plan_gather(p->gather, p->operand, p->indices, p->dense, options, NULL, NULL, &plan),
                         GRN_OK);
    }
    assert_int_equal(grn_plan_describe(plan, planned), GRN_OK);
    grn_plan_destroy(plan);
}

static bool goes_past_plans(const problem *p)
{
    if (p->is_scatter)
        return p->n == 1 && grn_scatter_small(p->scatter, p->operand, p->indices, p->dense);
    return grn_gather_small(p->gather, p->operand, p->indices, p->dense);
}

/* `about`: what a failure names. Answers whether it is small. */
static bool expect_one_rule(const problem *p, const char *about)
{
    grn_plan_report once, planned;
    describe(p, &once, &planned);
    if (once.empty != planned.empty)
        fail_msg("%s: nothing moves, or something does", about);
    bool small = !once.empty && strcmp(once.addressing, "small") == 0;
    if (goes_past_plans(p) && !once.empty && !small)
        fail_msg("%s: runs past all plans, and is reported as %s, %s", about, once.addressing, once.mover);
    if (planned.scratch_bytes > 0 && p->n == 1 && planned.moved_bytes < GRN_SMALL_BYTES)
        fail_msg("%s: little is moved, and scratch is asked for", about);
    if (once.empty || planned.scratch_bytes > 0)
        return small;
    if (strcmp(once.addressing, planned.addressing) != 0 || strcmp(once.partition, planned.partition) != 0 ||
        strcmp(once.mover, planned.mover) != 0 || once.expected_ns != planned.expected_ns)
        fail_msg("%s: %s, %s, %s in one shot, %s, %s, %s by a plan", about, once.addressing, once.mover, once.partition,
                 planned.addressing, planned.mover, planned.partition);
    return small;
}

/* ---- random specs ---------------------------------------------------------------------------- */

static void test_random(void **unused)
{
    (void)unused;
    const char *first = getenv("GARNER_SEED");
    uint64_t seed = first ? strtoull(first, NULL, 0) : 1;
    for (int i = 0; i < 20000; i++, seed++) {
        uint64_t state = seed;
        random_case *c = random_case_create(random_from_seed(&state), i % 2 == 1);
        grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
        char about[64];
        assert_non_null(c);
        for (size_t k = 0; k < c->ninputs; k++) {
            operand[k] = c->operand[k].view;
            dense[k] = c->dense[k].view;
        }
        const problem p = {c->is_scatter, &c->gather, &c->scatter, c->ninputs, operand, &c->indices.view, dense};
        snprintf(about, sizeof about, "seed %llu", (unsigned long long)seed);
        (void)expect_one_rule(&p, about);
        random_case_destroy(c);
    }
}

/* ---- whole rows ------------------------------------------------------------------------------ */

#define MOST_ELEMENTS 12288 /* of the dense tensor: beyond what is small, of every dtype but those of a byte */

/* Memory of zeros: every index is in range. */
static const char zeros[16 * 65536];
static char written[16 * 65536];

static grn_tensor view(const void *data, grn_dtype dtype, int64_t rows, int64_t row)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, (void *)(uintptr_t)data, dtype, row > 0 ? 2 : 1, (int64_t[]){rows, row}),
                     GRN_OK);
    return t;
}

/* row 0: elements of a vector. */
static bool expect_rows(grn_dtype dtype, grn_dtype indices_dtype, int64_t rows, int64_t row, int64_t count,
                        grn_bounds bounds)
{
    const grn_dimension_numbers dims = {.offset_dims = {row > 0, {1}},
                                        .collapsed_slice_dims = {1, {0}},
                                        .start_index_map = {1, {0}},
                                        .index_vector_dim = 1};
    const grn_gather_spec gather = {.dims = dims,
                                    .slice_sizes = {row > 0 ? 2 : 1, {1, row}},
                                    .index = {.bounds = bounds == GRN_BOUNDS_SKIP ? GRN_BOUNDS_FILL : bounds}};
    const grn_scatter_spec scatter = {.dims = dims, .combiner = GRN_COMBINE_REPLACE, .index = {.bounds = bounds}};
    const grn_tensor operand = view(zeros, dtype, rows, row), result = view(written, dtype, count, row);
    const grn_tensor results = view(written, dtype, rows, row), updates = view(zeros, dtype, count, row);
    const grn_tensor indices = view(zeros, indices_dtype, count, 0);
    const problem of_gather = {false, &gather, NULL, 1, &operand, &indices, &result};
    const problem of_scatter = {true, NULL, &scatter, 1, &results, &indices, &updates};
    char about[128];
    snprintf(about, sizeof about, "%lld rows of %lld %s out of %lld by %s", (long long)count, (long long)row,
             grn_dtype_text(dtype), (long long)rows, grn_dtype_text(indices_dtype));
    const bool gathered = expect_one_rule(&of_gather, about);
    (void)expect_one_rule(&of_scatter, about);
    return gathered;
}

static void test_rows(void **unused)
{
    static const grn_dtype dtypes[] = {GRN_I8, GRN_F16, GRN_F32, GRN_F64, GRN_C128};
    static const grn_dtype index_dtypes[] = {GRN_I8, GRN_I16, GRN_I32, GRN_UI32, GRN_I64, GRN_UI64, GRN_INDEX};
    static const int64_t row_sizes[] = {0, 1, 2, 3, 4, 7, 8, 16, 32, 33, 64, 128, 1000};
    static const int64_t counts[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 512, 513, 4096};
    static const int64_t extents[] = {1, 2, 100};
    static const grn_bounds bounds[] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_SKIP, GRN_BOUNDS_ERROR};
    size_t small = 0;
    (void)unused;
    for (size_t d = 0; d < GRN_COUNT(dtypes); d++)
        for (size_t i = 0; i < GRN_COUNT(index_dtypes); i++)
            for (size_t r = 0; r < GRN_COUNT(row_sizes); r++)
                for (size_t c = 0; c < GRN_COUNT(counts); c++)
                    for (size_t e = 0; e < GRN_COUNT(extents); e++)
                        if ((row_sizes[r] > 0 ? row_sizes[r] : 1) * counts[c] <= MOST_ELEMENTS)
                            small += expect_rows(dtypes[d], index_dtypes[i], extents[e], row_sizes[r], counts[c],
                                                 bounds[(d + i + r + c + e) % GRN_COUNT(bounds)]);
    assert_true(small > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
