/* test_ort_parts.c - the parts of the provider that need no ONNX Runtime: a few functions stand in for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../ort/plugin.h"

OrtStatus *CreateEpFactories(const char *registered_name, const OrtApiBase *base, const OrtLogger *logger,
                             OrtEpFactory **factories, size_t room, size_t *count);
OrtStatus *ReleaseEpFactory(OrtEpFactory *factory);

/* ---- what stands in -------------------------------------------------------------------------- */

struct OrtStatus {
    OrtErrorCode code;
    char text[500];
};

static OrtStatus *create_status(OrtErrorCode code, const char *message)
{
    OrtStatus *status = calloc(1, sizeof *status);
    assert_non_null(status);
    status->code = code;
    strncpy(status->text, message, sizeof status->text - 1);
    return status;
}

static void release_status(OrtStatus *status) { free(status); }

static void wrong(OrtStatus *status, OrtErrorCode code, const char *part)
{
    assert_non_null(status);
    if (status->code != code || strstr(status->text, part) == NULL)
        fail_msg("%d '%s', it should be %d with '%s'", (int)status->code, status->text, (int)code, part);
    free(status);
}

/* Tasks in an order that is not theirs, on one thread. */
static OrtStatus *parallel_for(const OrtKernelContext *context, void (*task)(void *user, size_t i), size_t total,
                               size_t nbatches, void *user)
{
    (void)context;
    (void)nbatches;
    for (size_t i = total; i-- > 0;)
        task(user, i);
    return NULL;
}

static OrtStatus *no_parallel_for(const OrtKernelContext *context, void (*task)(void *user, size_t i), size_t total,
                                  size_t nbatches, void *user)
{
    (void)context;
    (void)task;
    (void)total;
    (void)nbatches;
    (void)user;
    return create_status(ORT_FAIL, "no pool");
}

static const grn_ort_api stand_in = {
    .CreateStatus = create_status, .ReleaseStatus = release_status, .KernelContext_ParallelFor = parallel_for};

/* ---- an ONNX Runtime that is older ----------------------------------------------------------- */

static const OrtApi *only_version_1(uint32_t version)
{
    static OrtApi api;
    api.place[0] = (void (*)(void))create_status;
    return version == 1 ? &api : NULL;
}

static void test_an_older_runtime_is_told(void **state)
{
    (void)state;
    const OrtApiBase base = {only_version_1, NULL};
    OrtEpFactory *factory = NULL;
    size_t count = 9;
    wrong(CreateEpFactories("garner", &base, NULL, &factory, 1, &count), ORT_NOT_IMPLEMENTED,
          "for ONNX Runtime 1.24 and newer");
    assert_null(factory);
    assert_null(ReleaseEpFactory(NULL));
}

/* ---- options --------------------------------------------------------------------------------- */

static const char *const *option_keys, *const *option_values;
static size_t option_count;

static OrtStatus *entries(const OrtSessionOptions *options, OrtKeyValuePairs **out)
{
    (void)options;
    *out = NULL;
    return NULL;
}

static void pairs(const OrtKeyValuePairs *of, const char *const **keys, const char *const **values, size_t *count)
{
    (void)of;
    *keys = option_keys;
    *values = option_values;
    *count = option_count;
}

static void release_pairs(OrtKeyValuePairs *of) { (void)of; }

static OrtStatus *read_options(const char *const *keys, const char *const *values, size_t count, grn_ort_options *out)
{
    grn_ort_api api = stand_in;
    api.GetSessionOptionsConfigEntries = entries;
    api.GetKeyValuePairs = pairs;
    api.ReleaseKeyValuePairs = release_pairs;
    option_keys = keys;
    option_values = values;
    option_count = count;
    return grn_ort_options_read(&api, NULL, out);
}

static void test_options(void **state)
{
    (void)state;
    grn_ort_options o;
    assert_null(read_options(NULL, NULL, 0, &o));
    assert_int_equal(o.out_of_range, GRN_ORT_ERROR);
    assert_int_equal(o.threads, 0);
    assert_false(o.takes_all_sizes);
    assert_true(o.fuses);
    assert_false(o.reports);
    const char *const keys[] = {"session.other",
                                "ep.garnerexecutionprovider.threads",
                                "ep.other.threads",
                                "ep.GarnerExecutionProvider.out_of_range",
                                "ep.garnerexecutionprovider.nodes",
                                "ep.garnerexecutionprovider.fuse",
                                "ep.garnerexecutionprovider.indices"};
    const char *const values[] = {"x", "12", "y", "zero", "all", "none", "report"};
    assert_null(read_options(keys, values, 7, &o));
    assert_int_equal(o.out_of_range, GRN_ORT_ZERO);
    assert_int_equal(o.threads, 12);
    assert_true(o.takes_all_sizes);
    assert_false(o.fuses);
    assert_true(o.reports);
    static const struct {
        const char *key, *value, *part;
    } bad[] = {
        {"ep.garnerexecutionprovider.threads", "257", "option threads is '257'"},
        {"ep.garnerexecutionprovider.threads", "-1", "option threads is '-1'"},
        {"ep.garnerexecutionprovider.threads", " 1", "option threads is ' 1'"},
        {"ep.garnerexecutionprovider.threads", "1x", "option threads is '1x'"},
        {"ep.garnerexecutionprovider.threads", "99999999999999999999", "option threads"},
        {"ep.garnerexecutionprovider.out_of_range", "", "it takes error, clamp or zero"},
        {"ep.garnerexecutionprovider.nodes", "some", "it takes faster or all"},
        {"ep.garnerexecutionprovider.fuse", "some", "it takes all or none"},
        {"ep.garnerexecutionprovider.indices", "loud", "it takes silent or report"},
        {"ep.garnerexecutionprovider.", "1", "there is no option ''"},
        {"ep.garnerexecutionprovider.Threads", "1", "there is no option 'Threads'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        wrong(read_options(&bad[i].key, &bad[i].value, 1, &o), ORT_INVALID_ARGUMENT, bad[i].part);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void count_call(void *context, int32_t i) { ((int *)context)[i]++; }

static void test_each_task_runs_once(void **state)
{
    (void)state;
    grn_ort_api without = stand_in;
    without.KernelContext_ParallelFor = no_parallel_for;
    const grn_ort_api *const apis[] = {&stand_in, &without};
    for (size_t a = 0; a < 2; a++)
        for (int32_t n = 0; n < 5; n++) {
            int calls[5] = {0};
            grn_ort_pool pool = {.api = apis[a]};
            grn_ort_for_each(&pool, n, count_call, calls);
            for (int32_t i = 0; i < 5; i++)
                assert_int_equal(calls[i], i < n);
        }
}

static void test_a_pool_of_one_thread_is_counted_as_one(void **state)
{
    (void)state;
    assert_int_equal(grn_ort_count_threads(&stand_in, NULL, 4), 1);
    assert_int_equal(grn_ort_count_threads(&stand_in, NULL, 1), 1);
}

static void test_copies(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 4095, (1 << 19) - 1, 1 << 19, (1 << 20) + 4097, 3000001};
    grn_ort_pool pool = {.api = &stand_in};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int32_t threads = 1; threads < 6; threads += 2) {
            const grn_parallel parallel = {grn_ort_for_each, &pool, threads};
            unsigned char *from = malloc(sizes[s] + 1), *to = malloc(sizes[s] + 1);
            assert_true(from != NULL && to != NULL);
            for (size_t i = 0; i < sizes[s]; i++)
                from[i] = (unsigned char)(i * 31 >> 3);
            to[sizes[s]] = 77;
            grn_ort_copy(&parallel, to, from, sizes[s]);
            assert_memory_equal(to, from, sizes[s]);
            assert_int_equal(to[sizes[s]], 77);
            free(from);
            free(to);
        }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether rows of `length` are the same, with one element that is not at `odd` (below 0: none). */
static bool collect(grn_dtype dtype, int64_t nrows, int64_t length, int64_t odd, int64_t *starts, bool *looked_far)
{
    static int64_t longs[200000];
    static int32_t ints[200000];
    for (int64_t i = 0; i < nrows * length; i++)
        longs[i] = i / length % 1000 - 500;
    if (odd >= 0)
        longs[odd] ^= 1;
    for (int64_t i = 0; i < nrows * length; i++)
        ints[i] = (int32_t)longs[i];
    grn_ort_ready rows = {.access = {.nstarts = nrows}, .starts = starts};
    rows.pool = (grn_ort_pool){.api = &stand_in, .parallel = {grn_ort_for_each, &rows.pool, 3}};
    const grn_tensor indices = grn_tensor_2d(NULL, dtype, nrows, length);
    return grn_ort_rows_collect(&indices, dtype == GRN_I64 ? (void *)longs : (void *)ints, &rows, looked_far);
}

static void test_rows_of_one_index(void **state)
{
    (void)state;
    static int64_t starts[40000];
    static const int64_t counts[] = {1, 63, 64, 65, 4159, 4160, 4161, 20000};
    bool far;
    for (int t = 0; t < 2; t++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (int64_t length = 4; length <= 9; length += 5) {
                const grn_dtype dtype = t ? GRN_I64 : GRN_I32;
                const int64_t n = counts[c];
                memset(starts, 1, sizeof starts);
                assert_true(collect(dtype, n, length, -1, starts, &far));
                for (int64_t r = 0; r < n; r++)
                    assert_int_equal(starts[r], r % 1000 - 500);
                assert_false(collect(dtype, n, length, 0, starts, &far));
                assert_false(far);
                assert_false(collect(dtype, n, length, n * length - 1, starts, &far));
                assert_int_equal(far, n > 64);
            }
    assert_false(collect(GRN_I64, 0, 4, -1, starts, &far));
}

/* ---- what is kept ---------------------------------------------------------------------------- */

static grn_ort_ready *ready_for(int64_t rows)
{
    grn_ort_ready *ready = calloc(1, sizeof *ready);
    assert_non_null(ready);
    ready->inputs[0] = grn_tensor_2d(NULL, GRN_F32, rows, 3);
    return ready;
}

static void test_a_shelf_keeps_the_last_eight(void **state)
{
    (void)state;
    grn_ort_shelf shelf = {.first = NULL};
    pthread_mutex_init(&shelf.lock, NULL);
    for (int64_t i = 0; i < 10; i++)
        grn_ort_shelf_put(&shelf, ready_for(i));
    for (int64_t i = 0; i < 10; i++) {
        grn_tensor inputs[GRN_ORT_INPUTS] = {grn_tensor_2d(NULL, GRN_F32, i, 3)};
        assert_null(grn_ort_shelf_take(&shelf, inputs, 1));
        grn_ort_ready *found = grn_ort_shelf_take(&shelf, inputs, 0);
        assert_int_equal(found != NULL, i >= 2);
        assert_null(grn_ort_shelf_take(&shelf, inputs, 0));
        if (found != NULL)
            grn_ort_shelf_put(&shelf, found);
    }
    grn_ort_shelf_clear(&shelf);
    pthread_mutex_destroy(&shelf.lock);
}

/* ---- rows of the table ----------------------------------------------------------------------- */

static void test_every_operator_says_what_it_must(void **state)
{
    (void)state;
    for (const grn_ort_operator *op = grn_ort_operators; op->name != NULL; op++) {
        assert_true(op->first >= 1 && op->last >= op->first);
        assert_non_null(op->prepare);
        assert_non_null(op->begin);
        assert_non_null(op->types[0].parameter);
        assert_true(!op->takes_bounds || op->call != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_older_runtime_is_told),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_each_task_runs_once),
        cmocka_unit_test(test_a_pool_of_one_thread_is_counted_as_one),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_rows_of_one_index),
        cmocka_unit_test(test_a_shelf_keeps_the_last_eight),
        cmocka_unit_test(test_every_operator_says_what_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
