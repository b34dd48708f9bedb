/*
 * test_segments_ways.c - the ways of a segment plan by their names, and races of them: every run of a plan
 * gives the same sums, whoever runs it and however many threads do. What the sums are is worked out here,
 * of whole numbers, so that no order of adding changes them.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define SEGMENTS 300
#define COLUMNS 160
#define MOST_ENTRIES 20000

static int64_t ids[MOST_ENTRIES];
static float data[MOST_ENTRIES * COLUMNS], want[SEGMENTS * COLUMNS];
static grn_tensor data_view, ids_view, result_view;
static const grn_segment_spec sum = {.op = GRN_SEGMENT_SUM};

/* Entry e of segment e * 7 mod 300 has e % 5 + k % 3 in column k. */
static void set_problem(int64_t n)
{
    const int64_t shape[] = {n, COLUMNS}, result_shape[] = {SEGMENTS, COLUMNS};
    memset(want, 0, sizeof want);
    for (int64_t e = 0; e < n; e++) {
        ids[e] = e * 7 % SEGMENTS;
        for (int64_t k = 0; k < COLUMNS; k++) {
            data[e * COLUMNS + k] = (float)(e % 5 + k % 3);
            want[ids[e] * COLUMNS + k] += (float)(e % 5 + k % 3);
        }
    }
    assert_int_equal(grn_tensor_init(&data_view, data, GRN_F32, 2, shape), GRN_OK);
    assert_int_equal(grn_tensor_init(&result_view, NULL, GRN_F32, 2, result_shape), GRN_OK);
    ids_view = grn_tensor_1d(ids, GRN_I64, n);
}

static grn_status make(const grn_segment_spec *spec, const grn_segment_plan_options *options, const grn_diag *diag,
                       grn_segment_plan **plan)
{
    const grn_segment_tensors t = {&data_view, &ids_view, NULL, &result_view, NULL};
    return grn_segment_plan_create(spec, &t, options, NULL, diag, plan);
}

/* `runs` runs in memory of its own; false: a result was wrong. */
static bool run_right(const grn_segment_plan *plan, int runs)
{
    float *result = malloc(sizeof want);
    void *scratch = aligned_alloc(64, (grn_segment_scratch_bytes(plan) + 64) / 64 * 64);
    bool right = result != NULL && scratch != NULL;
    for (int i = 0; right && i < runs; i++) {
        memset(result, 0xff, sizeof want);
        right = grn_segment_run(plan, &(grn_segment_data){data, ids, NULL, result, NULL}, scratch, NULL) == GRN_OK &&
                memcmp(result, want, sizeof want) == 0;
    }
    free(result);
    free(scratch);
    return right;
}

/* ---- names ---- */

static void hear(void *user, const grn_diagnostic *d) { snprintf(user, 200, "%s", d->message); }

static void refused(const grn_segment_spec *spec, const char *way, grn_status status, const char *says)
{
    char said[200] = "";
    const grn_diag diag = {hear, said};
    grn_segment_plan *plan;
    assert_int_equal(make(spec, &(grn_segment_plan_options){.way = way}, &diag, &plan), status);
    assert_null(plan);
    if (strstr(said, says) == NULL)
        fail_msg("it says \"%s\", not \"%s\"", said, says);
}

static void test_names(void **unused)
{
    (void)unused;
    const grn_segment_spec logsumexp = {.op = GRN_SEGMENT_LOGSUMEXP};
    size_t count = 0;
    set_problem(50);
    for (const char *way; (way = grn_segment_way_text(count)) != NULL; count++) {
        grn_segment_plan *plan;
        for (size_t i = 0; i < count; i++)
            assert_string_not_equal(way, grn_segment_way_text(i));
        if (strcmp(way, "lists, shared by columns") == 0) {
            refused(&sum, way, GRN_E_UNSUPPORTED, "one thread");
            continue;
        }
        assert_int_equal(make(&sum, &(grn_segment_plan_options){.way = way}, NULL, &plan), GRN_OK);
        assert_string_equal(grn_segment_plan_way(plan), way);
        assert_int_equal(grn_segment_contenders(plan, 0, NULL), 0);
        assert_true(run_right(plan, 2));
        grn_segment_plan_destroy(plan);
    }
    assert_true(count > 1);
    assert_null(grn_segment_way_text(count + 1));
    assert_null(grn_segment_plan_way(NULL));
    assert_int_equal(grn_segment_contenders(NULL, 0, NULL), 0);
    refused(&sum, "by hand", GRN_E_ARGUMENT, "way is 'by hand'");
    refused(&logsumexp, "scatter", GRN_E_UNSUPPORTED, "way is 'scatter', which does not serve: ");
}

static void test_race_mode(void **unused)
{
    (void)unused;
    grn_segment_plan *plan;
    set_problem(50);
    assert_int_equal(make(&sum, &(grn_segment_plan_options){.race = (grn_race_mode)9}, NULL, &plan), GRN_E_ARGUMENT);
}

/* ---- races ---- */

/* Every way that serves has its turn, and nothing else does. */
static void test_switching(void **unused)
{
    (void)unused;
    grn_segment_contender contender[8];
    grn_segment_plan *plan;
    grn_pool *pool;
    assert_int_equal(grn_pool_create(3, NULL, &pool), GRN_OK);
    for (int64_t n = 700; n < 4000; n *= 2) {
        set_problem(n);
        const grn_segment_plan_options options = {.race = GRN_RACE_SWITCH, .parallel = grn_pool_parallel(pool)};
        assert_int_equal(make(&sum, &options, NULL, &plan), GRN_OK);
        assert_int_equal(grn_segment_contenders(plan, 8, contender), 4);
        assert_true(run_right(plan, 9));
        grn_segment_plan_destroy(plan);
    }
    grn_pool_destroy(pool);
}

static void *run_many(void *plan) { return run_right(plan, 60) ? plan : NULL; }

/* A plan that moves much races, is run by several threads at once, and has one leader that was timed. */
static void test_racing(void **unused)
{
    (void)unused;
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    grn_segment_contender contender[8];
    grn_segment_plan *plan;
    int leaders = 0;
    set_problem(MOST_ENTRIES);
    assert_int_equal(make(&sum, NULL, NULL, &plan), GRN_OK);
    assert_true(grn_segment_contenders(plan, 0, NULL) > 1);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_many, plan), 0);
    for (int i = 0; i < THREADS; i++) {
        void *right;
        assert_int_equal(pthread_join(thread[i], &right), 0);
        assert_ptr_equal(right, plan);
    }
    const size_t count = grn_segment_contenders(plan, 8, contender);
    for (size_t i = 0; i < count; i++) {
        assert_true(contender[i].least_ns > 0);
        assert_true(contender[i].leads == (strcmp(contender[i].way, grn_segment_plan_way(plan)) == 0));
        leaders += contender[i].leads;
    }
    assert_int_equal(leaders, 1);
    grn_segment_plan_destroy(plan);
    assert_int_equal(make(&sum, &(grn_segment_plan_options){.race = GRN_RACE_OFF}, NULL, &plan), GRN_OK);
    assert_int_equal(grn_segment_contenders(plan, 0, NULL), 0);
    grn_segment_plan_destroy(plan);
}

/* An id out of range, or one that descends where they are to be sorted, leaves the result alone, whoever runs. */
static void hold_errors(const grn_segment_spec *spec)
{
    int served = 0;
    for (size_t i = 0; grn_segment_way_text(i) != NULL; i++)
        for (int64_t at = 0; at < 1200; at += 171) {
            grn_segment_plan *plan;
            static float result[SEGMENTS * COLUMNS];
            set_problem(1200);
            for (int64_t e = 0; spec->form == GRN_SEGMENT_SORTED_IDS && e < 1200; e++)
                ids[e] = e / 5;
            ids[at] = spec->form == GRN_SEGMENT_SORTED_IDS ? (at == 0 ? 1 : 0) : SEGMENTS;
            if (make(spec, &(grn_segment_plan_options){.way = grn_segment_way_text(i)}, NULL, &plan) != GRN_OK)
                continue;
            void *scratch = aligned_alloc(64, (grn_segment_scratch_bytes(plan) + 64) / 64 * 64);
            memset(result, 0x11, sizeof result);
            memset(want, 0x11, sizeof want);
            assert_int_equal(grn_segment_run(plan, &(grn_segment_data){data, ids, NULL, result, NULL}, scratch, NULL),
                             GRN_E_INDEX);
            assert_memory_equal(result, want, sizeof want);
            free(scratch);
            grn_segment_plan_destroy(plan);
            served++;
        }
    assert_true(served > 8);
}

static void test_errors(void **unused)
{
    (void)unused;
    hold_errors(&sum);
    hold_errors(&(grn_segment_spec){.form = GRN_SEGMENT_SORTED_IDS});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_race_mode),
                                       cmocka_unit_test(test_switching), cmocka_unit_test(test_racing),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
